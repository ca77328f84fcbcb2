//! Shape checks that many operators share.

use std::ops::RangeInclusive;

use super::diagnostics;
use super::diagnostics::described;
use super::{InferContext, consensus};
use crate::constraint::ConstraintKind;
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::rules;
use crate::shape::Shape;
use crate::short_text::start_of;

/// A dimension of an input: the input's position and the axis.
pub(crate) type Axis = (usize, usize);

/// OP203 if an input certainly has another rank; returns whether it may have one of these.
pub(crate) fn rank(cx: &mut InferContext<'_>, input: usize, valid: RangeInclusive<usize>, help: &str) -> bool {
    let shape = cx.shape(input);
    let fits = match shape.rank() {
        Some(rank) => valid.contains(&rank),
        None => shape.min_rank() <= *valid.end(),
    };
    if !fits {
        diagnostics::rank(cx, input, ranks(&valid), help);
    }
    fits
}

fn ranks(valid: &RangeInclusive<usize>) -> String {
    match (*valid.start(), *valid.end()) {
        (low, high) if low == high => low.to_string(),
        (low, usize::MAX) => format!("at least {low}"),
        (0, high) => format!("at most {high}"),
        (low, high) => format!("{low}..={high}"),
    }
}

/// One dimension of an input; unknown if the rank is unknown or too small.
pub(crate) fn dim(cx: &InferContext<'_>, (input, axis): Axis) -> Dim {
    cx.shape(input).dims().and_then(|dims| dims.get(axis).cloned()).unwrap_or(Dim::unknown())
}

/// The dimensions of an input of this rank; unknown ones if its rank differs.
pub(crate) fn dims(cx: &InferContext<'_>, input: usize, rank: usize) -> Vec<Dim> {
    match cx.shape(input) {
        Shape::Ranked(dims) if dims.len() == rank => dims.to_vec(),
        _ => vec![Dim::unknown(); rank],
    }
}

/// The common size of two dimensions; OP201 and `None` if they differ.
pub(crate) fn agree(cx: &mut InferContext<'_>, a: Axis, b: Axis, help: &str) -> Option<Dim> {
    let (x, y) = (dim(cx, a), dim(cx, b));
    let both = cx.unify(&x, &y);
    if both.is_none() {
        let (of_a, of_b) = (described(cx, a.0), described(cx, b.0));
        let message = format!("dimension {} of {of_a} is {x}, but dimension {} of {of_b} is {y}", a.1, b.1);
        let shapes = (cx.shape(a.0), cx.shape(b.0));
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(b.0), message);
        let finding = finding.label(&shapes.1).related(cx.input_place(a.0), &shapes.0);
        let finding = finding.data("shapes", [&shapes.0, &shapes.1].map(start_of).to_vec());
        cx.report(finding.help(help).data("dimensions", vec![a.1, b.1]));
    }
    both
}

/// OP201 if a dimension certainly differs from the expected size; returns its size, if valid.
pub(crate) fn size(cx: &mut InferContext<'_>, at: Axis, expected: &Dim, what: &str, help: &str) -> Option<Dim> {
    size_or(cx, at, expected, what, || help.to_owned())
}

fn size_or(
    cx: &mut InferContext<'_>,
    at: Axis,
    expected: &Dim,
    what: &str,
    help: impl FnOnce() -> String,
) -> Option<Dim> {
    let found = dim(cx, at);
    let both = cx.unify(&found, expected);
    if both.is_none() {
        let message = format!("dimension {} of {} is {found}; expected {expected}, {what}", at.1, described(cx, at.0));
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(at.0), message);
        let finding = finding.label(cx.shape(at.0)).help(help());
        cx.report(finding.data("dimension", at.1).data("size", found.to_string()));
    }
    both
}

/// Whether a shape may have exactly one element.
pub(crate) fn may_be_one(shape: &Shape) -> bool {
    shape.dims().is_none_or(|dims| dims.iter().all(|dim| dim.contains(1)))
}

/// The shape to which an input is broadcast, refined by the input's own shape; OP201 if it cannot be.
pub(crate) fn stretches(cx: &mut InferContext<'_>, input: usize, to: &Shape, what: &str, help: &str) -> Shape {
    let shape = cx.shape(input);
    if !super::broadcast::stretches(&shape, to) {
        let message = format!("{} of shape {shape} cannot be broadcast to {what} of shape {to}", described(cx, input));
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
        let finding = finding.label(&shape).help(help);
        cx.report(finding.data("shapes", [to, &shape].map(start_of).to_vec()));
        return to.clone();
    }
    let (Some(from), Some(dims)) = (shape.dims(), to.dims()) else { return to.clone() };
    let mut dims = dims.to_vec();
    for (dim, own) in dims.iter_mut().rev().zip(from.iter().rev()) {
        match own.contains(1) {
            true => cx.require(ConstraintKind::BroadcastsTo, own, dim),
            false => *dim = cx.unify(dim, own).unwrap_or_else(|| dim.clone()),
        }
    }
    Shape::from_dims(dims)
}

/// As [`list`] for several inputs with a common size; a common deviation from the expected size is one fault.
pub(crate) fn lists(cx: &mut InferContext<'_>, inputs: &[usize], expected: Dim, what: &str) -> Dim {
    let (mut known, mut result) = (expected, None);
    // The lists that differ from most come last, so that the others do not count as deviations from them.
    let lengths: Vec<Option<u64>> = inputs.iter().map(|&input| exact_length(cx, input)).collect();
    let agreed = consensus::majority(lengths.iter().flatten().chain(known.size().as_ref())).copied();
    let mut inputs: Vec<(usize, Option<u64>)> = inputs.iter().copied().zip(lengths).collect();
    inputs.sort_by_key(|(_, length)| length.is_some() && *length != agreed);
    for (input, _) in inputs {
        let is_list = cx.shape(input).rank() == Some(1);
        match list(cx, input, &known, what) {
            Some(size) => known = size,
            None if is_list => {
                let own = dim(cx, (input, 0));
                result.get_or_insert(std::mem::replace(&mut known, own));
            }
            None => {}
        }
    }
    result.unwrap_or(known)
}

fn exact_length(cx: &InferContext<'_>, input: usize) -> Option<u64> {
    match cx.shape(input).dims()? {
        [length] => length.size(),
        _ => None,
    }
}

/// The size of an input that is a list of an expected length (OP203, OP201); `None` if it cannot be one.
pub(crate) fn list(cx: &mut InferContext<'_>, input: usize, expected: &Dim, what: &str) -> Option<Dim> {
    if !rank(cx, input, 1..=1, "reshape the input to one dimension") {
        return None;
    }
    size_or(cx, (input, 0), expected, what, || format!("give it {}", counted(expected, "element")))
}
