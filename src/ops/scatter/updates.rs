//! Updates: their shape, and how they change the elements of the data.

use super::{Known, gather_elements};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::elements::{Elements, SymInt};
use crate::ops::{InferContext, indices, integers, view};
use crate::rules;
use crate::shape::Shape;

/// How an update is combined with the existing element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reduction {
    None,
    Sum,
    Difference,
    Product,
    Least,
    Greatest,
}

impl Reduction {
    /// By the name in either dialect.
    pub(super) fn from_name(name: &str) -> Option<Reduction> {
        Some(match name {
            "none" => Reduction::None,
            "add" | "sum" => Reduction::Sum,
            "sub" => Reduction::Difference,
            "mul" | "prod" => Reduction::Product,
            "min" => Reduction::Least,
            "max" => Reduction::Greatest,
            _ => return None,
        })
    }

    fn apply(self, before: &SymInt, update: &SymInt) -> Option<SymInt> {
        match self {
            Reduction::None => Some(update.clone()),
            Reduction::Sum => integers::add(before, update),
            Reduction::Difference => integers::subtract(before, update),
            Reduction::Product => integers::multiply(before, update),
            Reduction::Least => Some(integers::minimum(before, update)),
            Reduction::Greatest => Some(integers::maximum(before, update)),
        }
    }
}

/// The common shape of the updates and the expectation; reports updates of another shape.
pub(crate) fn expect(cx: &mut InferContext<'_>, input: usize, expected: &[Dim]) -> Option<Vec<Dim>> {
    let updates = cx.shape(input);
    let Some(dims) = updates.dims() else {
        if updates.min_rank() > expected.len() {
            wrong_rank(cx, input, expected);
            return None;
        }
        return Some(expected.to_vec());
    };
    if dims.len() != expected.len() {
        wrong_rank(cx, input, expected);
        return None;
    }
    let mut met = Vec::with_capacity(dims.len());
    for (at, (dim, expected)) in dims.iter().zip(expected).enumerate() {
        let Some(dim) = cx.unify(expected, dim) else {
            let message = format!("dimension {at} of updates {} is {dim}; expected {expected}", cx.input_name(input));
            let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
            let finding = finding.label(&updates).related(cx.input_place(0), cx.shape(0));
            let finding = finding.help("give the updates the shape of the replaced elements");
            cx.report(finding.data("dimension", at).data("size", dim.to_string()));
            return None;
        };
        met.push(dim);
    }
    Some(met)
}

fn wrong_rank(cx: &mut InferContext<'_>, input: usize, expected: &[Dim]) {
    let updates = cx.shape(input);
    let (rank, valid) = (updates.min_rank(), expected.len());
    let message = format!("updates {} of shape {updates} have rank {rank}; expected {valid}", cx.input_name(input));
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
    let finding = finding.label(&updates).related(cx.input_place(0), cx.shape(0));
    let finding = finding.help(format!("reshape the updates to {}", Shape::from_dims(expected.iter().cloned())));
    cx.report(finding.data("rank", rank).data("expected", valid));
}

/// One update for each index.
pub(super) fn of_elements(cx: &mut InferContext<'_>, axis: Option<usize>) -> (Shape, Known) {
    let (data, by) = (cx.shape(0), cx.shape(1));
    if !gather_elements::same_rank(cx, &data, &by) {
        return (data, None);
    }
    let data = match by.rank() {
        Some(rank) if data.rank().is_none() => Shape::of_rank(rank),
        _ => data,
    };
    let fits = by.dims().is_none_or(|expected| expect(cx, 2, expected).is_some());
    let known = || {
        let (indices, by, sizes) = (cx.exact_ints(1)?, by.sizes()?, data.sizes()?);
        gather_elements::places(&indices, &by, &sizes, axis?, cx)
    };
    let known = if fits { known() } else { None };
    (data, known)
}

/// For each index, a slice at that position of the axis.
pub(super) fn of_rows(cx: &mut InferContext<'_>, axis: Option<usize>) -> (Shape, Known) {
    let (data, by) = (cx.shape(0), cx.shape(1));
    let (Some(from), Some(rows)) = (data.dims(), by.dims()) else { return (data, None) };
    let Some(axis) = axis else {
        // The rank is known wherever the axis is.
        expect(cx, 2, &vec![Dim::unknown(); (from.len() + rows.len()).saturating_sub(1)]);
        return (data, None);
    };
    let expected = [&from[..axis], rows, &from[axis + 1..]].concat();
    let Some(met) = expect(cx, 2, &expected) else { return (data, None) };
    let shape = [&met[..axis], &from[axis..=axis], &met[axis + rows.len()..]].concat();
    let known = || {
        let (sizes, strides) = (data.sizes()?, view::strides(&data.sizes()?)?);
        let (indices, by) = (cx.exact_ints(1)?, by.sizes()?);
        let inner = view::strides(&by)?;
        let all =
            view::positions(&Shape::from_dims(met.iter().cloned()).sizes()?, cx.limits())?.into_iter().map(|at| {
                let (rows, rest) = at[axis..].split_at_checked(by.len())?;
                let row: i128 = rows.iter().zip(&inner).map(|(&at, stride)| i128::from(at) * stride).sum();
                let place = indices::place(*indices.get(usize::try_from(row).ok()?)?, sizes[axis])?;
                let at = at[..axis].iter().chain([&place]).chain(rest);
                usize::try_from(at.zip(&strides).map(|(&at, stride)| i128::from(at) * stride).sum::<i128>()).ok()
            });
        all.collect()
    };
    (Shape::from_dims(shape.iter().cloned()), known())
}

/// The data's elements with the updates applied in order.
pub(crate) fn applied(cx: &InferContext<'_>, input: usize, places: &[usize], by: Reduction) -> Option<Elements> {
    let count = view::count(&cx.shape(0).sizes()?, cx.limits())?;
    if let (Some((data, _)), Some((updates, _)), Reduction::None) = (view::known(cx, 0), view::known(cx, input), by) {
        let mut from: Vec<usize> = (0..count).collect();
        let mut met = vec![false; count];
        let mut twice = false;
        for (at, &place) in places.iter().enumerate() {
            *from.get_mut(place)? = count + at;
            twice |= std::mem::replace(&mut met[place], true);
        }
        if !twice {
            return Elements::concat(&[data, updates])?.gather(from);
        }
    }
    integers_applied(cx, input, places, by)
}

/// Overlapping updates may be applied in either order, unless they commute.
fn integers_applied(cx: &InferContext<'_>, input: usize, places: &[usize], by: Reduction) -> Option<Elements> {
    let range = cx.element(0)?.integer_range()?;
    let (data, updates) = (view::known_or_any(cx, 0)?.0, view::known_or_any(cx, input)?.0);
    let (mut ints, updates) = (data.ints()?.to_vec(), updates.ints()?.to_vec());
    if updates.len() != places.len() {
        return None;
    }
    let mut met = vec![false; ints.len()];
    for (&place, update) in places.iter().zip(&updates) {
        let before = ints.get_mut(place)?;
        let twice = std::mem::replace(met.get_mut(place)?, true);
        *before = match by {
            Reduction::None if twice => before.join(update),
            _ => integers::within(by.apply(before, update), range),
        };
    }
    Some(Elements::Ints(ints.into()))
}
