//! Statements of one quantity: what most of them say, so that a fault is reported at the one that is against the others.

use std::fmt;

use super::InferContext;
use crate::diagnostic::{Diagnostic, counted};
use crate::place::Place;
use crate::shape::Shape;

/// A statement of a quantity.
#[derive(Clone, Debug)]
pub(crate) struct Statement<T> {
    /// Where it is made.
    pub(crate) place: Place,
    /// What is written there.
    pub(crate) written: Written,
    /// The quantity according to it.
    pub(crate) value: T,
}

/// What a statement consists of.
#[derive(Clone, Debug)]
pub(crate) enum Written {
    /// A list of this many numbers.
    Numbers(usize),
    /// A shape.
    Shape(Shape),
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Written::Numbers(count) => f.write_str(&counted(*count, "number")),
            Written::Shape(shape) => shape.fmt(f),
        }
    }
}

/// The value that most statements agree on; of several that are equally frequent, the first.
pub(crate) fn majority<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Option<T> {
    let mut values = values.into_iter();
    let mut first = (values.next()?, 1);
    // Usually all agree, so that this list remains empty.
    let mut others: Vec<(T, usize)> = Vec::new();
    for value in values {
        match std::iter::once(&mut first).chain(&mut others).find(|(known, _)| *known == value) {
            Some((_, count)) => *count += 1,
            None => others.push((value, 1)),
        }
    }
    let most = others.iter().map(|(_, count)| *count).fold(first.1, usize::max);
    std::iter::once(first).chain(others).find(|(_, count)| *count == most).map(|(value, _)| value)
}

/// Adds the statements of this value to a finding about one that differs.
pub(crate) fn with_agreeing<T: PartialEq>(finding: Diagnostic, statements: &[Statement<T>], value: &T) -> Diagnostic {
    let own = finding.place;
    let agreeing = statements.iter().filter(|s| s.value == *value && s.place != own);
    agreeing.fold(finding, |finding, s| finding.related(s.place, &s.written))
}

/// The attributes with a list for the spatial axes, and how many numbers each has per axis. No operator gives two of
/// them different meanings.
const LISTS: &[(&str, usize)] = &[
    ("kernel_shape", 1),
    ("kernel", 1),
    ("strides", 1),
    ("dilations", 1),
    ("pads", 2),
    ("pads_begin", 1),
    ("pads_end", 1),
];

/// The lists of window sizes.
const WINDOW: [&str; 2] = ["kernel_shape", "kernel"];

/// How many numbers of an attribute belong to one spatial axis.
pub(crate) fn numbers_per_axis(attribute: &str) -> usize {
    LISTS.iter().find(|(name, _)| *name == attribute).map_or(1, |(_, times)| *times)
}

/// The lists of a node that state the number of its spatial axes: each with its length and this number.
fn stated(cx: &InferContext<'_>) -> impl Iterator<Item = (&'static str, usize, usize)> {
    LISTS.iter().filter_map(|&(name, times)| {
        cx.attribute_record(name).and(cx.attribute_kind(name))?;
        let length = cx.ints(name)?.len();
        (length > 0 && length % times == 0).then_some((name, length, length / times))
    })
}

/// The number of spatial axes of an input with this many other axes.
fn axes_of(cx: &InferContext<'_>, (input, others): (usize, usize)) -> Option<usize> {
    cx.shape(input).rank()?.checked_sub(others).filter(|&axes| axes > 0)
}

/// The lists of a node as statements of the number of its spatial axes.
pub(crate) fn lists(cx: &InferContext<'_>) -> Vec<Statement<usize>> {
    let statement = |(name, length, value)| {
        let written = Written::Numbers(length);
        Statement { place: cx.attribute_place(name), written, value }
    };
    stated(cx).map(statement).collect()
}

/// The statements of the number of spatial axes: lists, and inputs with this many other axes. The list of window sizes
/// comes first, then the inputs in the given order.
pub(crate) fn spatial_axes(cx: &InferContext<'_>, inputs: &[(usize, usize)]) -> Vec<Statement<usize>> {
    let ranked = inputs.iter().filter_map(|&(input, others)| {
        let (value, written) = (axes_of(cx, (input, others))?, Written::Shape(cx.shape(input)));
        Some(Statement { place: cx.input_place(input), written, value })
    });
    let mut all = lists(cx);
    let window = usize::from(stated(cx).next().is_some_and(|(name, ..)| WINDOW.contains(&name)));
    all.splice(window..window, ranked.collect::<Vec<_>>());
    all
}

/// The number of spatial axes that most of a node's lists and inputs state, as in [`spatial_axes`].
pub(crate) fn agreed_axes(cx: &InferContext<'_>, inputs: &[(usize, usize)]) -> Option<usize> {
    let mut lists = stated(cx).peekable();
    let window = lists.next_if(|(name, ..)| WINDOW.contains(name));
    let list = |(_, _, axes)| axes;
    let inputs = inputs.iter().filter_map(|&input| axes_of(cx, input));
    majority(window.map(list).into_iter().chain(inputs).chain(lists.map(list)))
}

#[cfg(test)]
mod tests {
    use super::majority;

    #[test]
    fn the_first_of_the_most_frequent_values_is_the_majority() {
        assert_eq!(majority(&[3, 2, 2, 2]), Some(&2));
        assert_eq!(majority(&[3, 2]), Some(&3));
        assert_eq!(majority(&[1, 2, 2, 1]), Some(&1));
        assert_eq!(majority::<&u64>(&[]), None);
    }
}
