//! Attention heads: in a dimension of their own, or packed into the last one.

use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::ops::InferContext;
use crate::ops::{diagnostics, shape_checks};

use crate::rules;

/// Whether the heads are packed into the last dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packed {
    /// Three dimensions: batch, length, number of heads times head size.
    Yes,
    /// Four dimensions: batch, heads, length, head size.
    No,
    /// No rank is known, or the ranks contradict each other.
    Unknown,
}

/// The dimensions of an input with heads.
#[derive(Clone, Debug)]
pub(crate) struct Heads {
    pub(crate) batch: Dim,
    pub(crate) heads: Dim,
    pub(crate) length: Dim,
    /// The size of one head.
    pub(crate) size: Dim,
}

impl Heads {
    /// The dimensions of an input. If the heads are packed, the attribute specifies their number.
    pub(crate) fn from_input(
        cx: &mut InferContext<'_>,
        input: usize,
        packed: Packed,
        (attribute, written): (&'static str, Option<u64>),
    ) -> Heads {
        let [batch, second, third, fourth] = [0, 1, 2, 3].map(|axis| shape_checks::dim(cx, (input, axis)));
        match packed {
            Packed::No => {
                if let Some(heads) = written.filter(|&heads| !second.contains(heads)) {
                    let valid = format!("{second}, the number of heads of input {}", cx.input_name(input));
                    diagnostics::attribute(
                        cx,
                        attribute,
                        heads,
                        &valid,
                        "remove it: a four-dimensional input determines the number of heads",
                    );
                }
                Heads { batch, heads: second, length: third, size: fourth }
            }
            Packed::Yes => {
                let size = written.map_or(Dim::unknown(), |heads| part(cx, input, &third, (attribute, heads)));
                Heads { batch, heads: written.map_or(Dim::unknown(), Dim::exact), length: second, size }
            }
            Packed::Unknown => Heads {
                batch: Dim::unknown(),
                heads: written.map_or(Dim::unknown(), Dim::exact),
                length: Dim::unknown(),
                size: Dim::unknown(),
            },
        }
    }
}

/// The dimension that query, key and value share on this axis; reports a key or a value that differs (OP201).
pub(crate) fn shared(cx: &mut InferContext<'_>, axis: usize, query: Dim, what: &str, help: &'static str) -> Dim {
    let Some(both) = shape_checks::size(cx, (1, axis), &query, what, help) else {
        shape_checks::agree(cx, (1, axis), (2, axis), help);
        return query;
    };
    shape_checks::size(cx, (2, axis), &both, what, help).unwrap_or(both)
}

/// The size of each head if `heads` of them are packed into a dimension; reports a dimension that is not divisible
/// (OP105).
pub(crate) fn part(cx: &mut InferContext<'_>, input: usize, dim: &Dim, (attribute, heads): (&'static str, u64)) -> Dim {
    if dim.size().is_some_and(|size| size % heads.max(1) != 0) {
        let valid = format!("a divisor of {dim}, the last dimension of input {}", cx.input_name(input));
        diagnostics::attribute(
            cx,
            attribute,
            heads,
            &valid,
            "set it to a divisor of the last dimension, so that all heads have the same size",
        );
        return Dim::unknown();
    }
    dim.floor_div(&Dim::exact(heads.max(1)))
}

/// The number of heads in the attribute.
pub(crate) fn written(cx: &mut InferContext<'_>, attribute: &'static str) -> Option<u64> {
    // An invalid number is treated as unknown: ONNX Runtime ignores it for four-dimensional inputs.
    let written = cx.int(attribute).filter(|_| !cx.has_unknown_value(attribute))?;
    u64::try_from(written).ok().filter(|&heads| heads > 0)
}

/// OP105: an invalid number of heads, where the attribute is used.
pub(crate) fn positive(cx: &mut InferContext<'_>, attribute: &'static str) {
    if let Some(written) = cx.int(attribute).filter(|&written| written <= 0 && !cx.has_unknown_value(attribute)) {
        diagnostics::attribute(
            cx,
            attribute,
            written,
            "at least 1",
            "set it to the number of heads in the last dimension",
        );
    }
}

/// OP109: packed heads without their number.
pub(crate) fn required(cx: &mut InferContext<'_>, attribute: &'static str, written: Option<u64>, input: usize) {
    if written.is_some() || cx.has_unknown_value(attribute) {
        return;
    }
    positive(cx, attribute);
    if cx.attribute_record(attribute).is_some() {
        return;
    }
    let name = cx.input_name(input);
    let message = format!("input {name} of rank 3 needs the attribute `{attribute}`");
    let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message);
    cx.report(finding.help("add the number of heads in the last dimension").data("attribute", attribute));
}

/// Whether query, key and value have packed heads; reports invalid or differing ranks (OP203).
pub(crate) fn packed(cx: &mut InferContext<'_>, packs: bool) -> Packed {
    let least = if packs { 3 } else { 4 };
    let help = "use shape [batch, heads, length, head size]";
    let right = [0, 1, 2].map(|input| shape_checks::rank(cx, input, least..=4, help));
    if right.contains(&false) {
        return Packed::Unknown;
    }
    let ranks = [0, 1, 2].map(|input| cx.shape(input).rank());
    let Some((first, rank)) = ranks.iter().enumerate().find_map(|(input, rank)| Some((input, (*rank)?))) else {
        return if packs { Packed::Unknown } else { Packed::No };
    };
    let other = ranks.iter().position(|other| other.is_some_and(|other| other != rank));
    if let Some(other) = other {
        let valid = format!("{rank}, the rank of input {}", cx.input_name(first));
        diagnostics::rank(cx, other, &valid, help);
        return Packed::Unknown;
    }
    if rank == 3 { Packed::Yes } else { Packed::No }
}
