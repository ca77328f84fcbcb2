//! Heads of attention: a dimension of their own, or packed into the last one.

use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::ops::InferContext;
use crate::ops::{diagnostics, shape_checks};

use crate::rules;

/// Whether heads share the last dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packed {
    /// Three dimensions: batch, length, heads by head size.
    Yes,
    /// Four dimensions: batch, heads, length, head size.
    No,
    /// No rank is known, or they contradict each other.
    Unknown,
}

/// The sizes of an input that has heads.
#[derive(Clone, Debug)]
pub(crate) struct Heads {
    pub(crate) batch: Dim,
    pub(crate) heads: Dim,
    pub(crate) length: Dim,
    /// The size of one head.
    pub(crate) size: Dim,
}

impl Heads {
    /// The sizes of an input. The attribute says how many heads are packed, and the number is what it holds.
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
                    let valid = format!("{second}, the heads of input {}", cx.input_name(input));
                    diagnostics::doubtful_attribute(
                        cx,
                        attribute,
                        heads,
                        &valid,
                        "remove it: four dimensions say it themselves",
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

/// A size that query, key and value share on this axis; reports a key or a value that differs (OP201).
pub(crate) fn shared(cx: &mut InferContext<'_>, axis: usize, query: Dim, what: &str, help: &'static str) -> Dim {
    let Some(both) = shape_checks::size(cx, (1, axis), &query, what, help) else {
        shape_checks::agree(cx, (1, axis), (2, axis), help);
        return query;
    };
    shape_checks::size(cx, (2, axis), &both, what, help).unwrap_or(both)
}

/// The size of each of so many heads in a dimension; reports a dimension that they do not divide (OP105).
pub(crate) fn part(cx: &mut InferContext<'_>, input: usize, dim: &Dim, (attribute, heads): (&'static str, u64)) -> Dim {
    if dim.size().is_some_and(|size| size % heads.max(1) != 0) {
        let valid = format!("a divisor of {dim}, the last dimension of input {}", cx.input_name(input));
        diagnostics::attribute(cx, attribute, heads, &valid, "all heads are of one size");
        return Dim::unknown();
    }
    dim.floor_div(&Dim::exact(heads.max(1)))
}

/// A number of heads that the file gives.
pub(crate) fn written(cx: &mut InferContext<'_>, attribute: &'static str) -> Option<u64> {
    // What is no number of heads says nothing: with four dimensions ONNX Runtime takes no notice of it.
    let written = cx.int(attribute).filter(|_| !cx.is_unbound(attribute))?;
    u64::try_from(written).ok().filter(|&heads| heads > 0)
}

/// OP105: a number that is none of heads, where it counts.
pub(crate) fn positive(cx: &mut InferContext<'_>, attribute: &'static str) {
    if let Some(written) = cx.int(attribute).filter(|&written| written <= 0 && !cx.is_unbound(attribute)) {
        diagnostics::attribute(cx, attribute, written, "1 or more", "write how many heads the last dimension holds");
    }
}

/// OP109: packed heads whose number is not there.
pub(crate) fn required(cx: &mut InferContext<'_>, attribute: &'static str, written: Option<u64>, input: usize) {
    if written.is_some() || cx.is_unbound(attribute) {
        return;
    }
    positive(cx, attribute);
    if cx.attribute_record(attribute).is_some() {
        return;
    }
    let name = cx.input_name(input);
    let message = format!("input {name} of rank 3 needs the attribute `{attribute}`");
    let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message);
    cx.report(finding.help("write how many heads the last dimension holds").data("attribute", attribute));
}

/// Whether query, key and value have packed heads; reports ranks that are wrong or differ (OP203).
pub(crate) fn packed(cx: &mut InferContext<'_>, packs: bool) -> Packed {
    let least = if packs { 3 } else { 4 };
    let help = "four dimensions are batch, heads, length and head size";
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
        let valid = format!("{rank}, that of input {}", cx.input_name(first));
        diagnostics::rank(cx, other, &valid, help);
        return Packed::Unknown;
    }
    if rank == 3 { Packed::Yes } else { Packed::No }
}
