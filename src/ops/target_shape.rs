//! Target shapes: lists of sizes in an input.

use super::{InferContext, view};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::elements::SymInt;
use crate::fact::UnknownReason;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

/// The shape in an input, as far as it is known; reports an input that is not a list, and negative sizes.
pub(crate) fn read(cx: &mut InferContext<'_>, input: usize) -> Shape {
    counts(cx, input, ["size", "sizes"], false)
}

/// As [`read`], for counts of any kind; a negative one may be read as 0 instead.
pub(crate) fn counts(
    cx: &mut InferContext<'_>,
    input: usize,
    [noun, nouns]: [&str; 2],
    negative_is_zero: bool,
) -> Shape {
    let Some(sizes) = list(cx, input, nouns) else {
        let count = cx.shape(input).num_elements();
        let rank = count.size().and_then(|n| view::rank(cx.limits(), n));
        let listed = matches!(cx.shape(input).rank(), None | Some(1));
        return rank.filter(|_| listed).map_or(Shape::UNKNOWN, Shape::of_rank);
    };
    let mut dims = Vec::with_capacity(sizes.len());
    for (position, int) in sizes.iter().enumerate() {
        let dim = int.to_dim();
        if dim.is_none() {
            let message = format!("{noun} {position} in input {} is {int}; expected at least 0", cx.input_name(input));
            let place = cx.element_place(input, position);
            let finding = Diagnostic::new(&rules::invalid_input_value::RULE, place, message);
            let finding = finding.label(format!("element {position} is {int}"));
            let finding = match negative_is_zero {
                true => finding.level(Level::Warning).note("OpenVINO reads it as 0"),
                false => finding,
            };
            let finding = finding.help(format!("set each {noun} to at least 0"));
            cx.report(finding.data("element", position).data("value", int.to_string()));
        }
        dims.push(dim.unwrap_or(if negative_is_zero { Dim::exact(0) } else { Dim::unknown() }));
    }
    Shape::from_dims(dims)
}

/// The integers of a list; reports an input that is not a list.
pub(crate) fn list(cx: &mut InferContext<'_>, input: usize, nouns: &str) -> Option<Vec<SymInt>> {
    let shape = cx.shape(input);
    if let Some(rank) = shape.rank().filter(|&r| r != 1) {
        let message = format!("the list of {nouns} in input {} has rank {rank}; expected 1", cx.input_name(input));
        let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
        cx.report(finding.label(&shape).help(format!("use a one-dimensional list of {nouns}")).data("rank", rank));
        return None;
    }
    let (elements, _) = view::known(cx, input)?;
    elements.ints().filter(|list| list.len() <= cx.limits().max_rank).map(<[SymInt]>::to_vec)
}

/// Why a shape is unknown, if the list of sizes is the cause.
pub(crate) fn why(cx: &InferContext<'_>, input: usize, shape: &Shape) -> Option<UnknownReason> {
    let vague = shape.dims().is_none_or(|dims| dims.iter().any(Dim::is_unknown));
    cx.unknown_reason(input).filter(|_| vague)
}
