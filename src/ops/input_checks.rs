//! Single numbers in inputs: what many operators take as a size, a step or a position.

use super::{NodeCx, layout};
use crate::diagnostic::{Diagnostic, Level};
use crate::dim::Dim;
use crate::elements::Int;
use crate::rules;
use crate::shape::Shape;

/// The finding for an input that has none of the ranks from `least` to `most`.
fn wrong_rank(cx: &NodeCx<'_>, input: usize, least: usize, most: Option<usize>) -> Option<Diagnostic> {
    let shape = cx.shape(input);
    let rank = shape.min_rank();
    let too_small = shape.rank().is_some_and(|rank| rank < least);
    if !cx.has_input(input) || !(too_small || most.is_some_and(|most| rank > most)) {
        return None;
    }
    let valid = match most {
        Some(most) if most == least => format!("{least}"),
        Some(most) => format!("{least} to {most}"),
        None => format!("{least} or more"),
    };
    let given = if shape.rank().is_some() { format!("{rank}") } else { format!("at least {rank}") };
    let message = format!("input {} has rank {given} (valid: {valid})", cx.input_name(input));
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
    let finding = finding.label(shape.to_string()).help("reshape it to that rank");
    Some(finding.data("input", input).data("rank", rank))
}

/// What a list of one number is where a scalar is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OneListed {
    /// As good as a scalar.
    Valid,
    /// Read as a scalar all the same: a warning.
    Read,
    /// An error.
    Refused,
}

/// The integer that an input holds. One that is no scalar is reported. `None` if the input is left out.
pub(crate) fn integer(cx: &mut NodeCx<'_>, input: usize, listed: OneListed) -> Option<Int> {
    if !cx.has_input(input) {
        return None;
    }
    let single = cx.shape(input).elements().contains(1);
    let list = cx.shape(input).rank().is_none_or(|rank| rank == 1) && single;
    if let Some(finding) = wrong_rank(cx, input, 0, Some(0)).filter(|_| !list || listed != OneListed::Valid) {
        cx.report(match single && listed == OneListed::Read {
            true => finding.level(Level::Warning).note("runtimes read a list of one number as that number"),
            false => finding,
        });
    }
    let held = layout::known_or_any(cx, input).filter(|_| single);
    let held = held.and_then(|(elements, _)| match elements.ints() {
        Some([int]) => Some(int.clone()),
        _ => None,
    });
    Some(held.unwrap_or_else(Int::any))
}

/// A number of things in an input, at least `least`; one that is certainly less is reported (OP202).
pub(crate) fn count(cx: &mut NodeCx<'_>, input: usize, least: u64, what: &str, listed: OneListed) -> Option<Dim> {
    let int = integer(cx, input, listed)?;
    if int.high() < least.into() {
        let message = format!("the {what} in input {} is {int} (valid: {least} or more)", cx.input_name(input));
        let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(input, 0), message);
        let finding = finding.label(int.to_string()).help(format!("give a {what} of at least {least}"));
        cx.report(finding.data("value", int.to_string()).data("input", input));
        return Some(Dim::any());
    }
    Some(int.to_dim().and_then(|dim| dim.meet(&Dim::interval(least, Dim::UNBOUNDED))).unwrap_or(Dim::any()))
}

/// The dimensions of an input of this rank; unknown ones if its rank is not that.
pub(crate) fn dims(cx: &NodeCx<'_>, input: usize, rank: usize) -> Vec<Dim> {
    match cx.shape(input) {
        Shape::Ranked(dims) if dims.len() == rank => dims.to_vec(),
        _ => vec![Dim::any(); rank],
    }
}
