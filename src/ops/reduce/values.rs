//! The elements of a reduction of few integers, exact or within bounds.

use std::sync::Arc;

use super::ReduceKind;
use crate::element::ElementType;
use crate::elements::{Elements, Int};

/// The elements of the result, row-major; `None` where nothing is known of them.
pub(super) fn reduce(
    kind: ReduceKind,
    data: &Elements,
    sizes: &[u64],
    reduced: &[bool],
    element: Option<ElementType>,
) -> Option<Elements> {
    let ints = data.ints()?;
    let (low, high) = element?.integer_range()?;
    if !reduced.contains(&true) {
        // Only the kinds that leave a single element alone are the identity.
        let identity = !matches!(kind, ReduceKind::L1 | ReduceKind::L2 | ReduceKind::LogSum | ReduceKind::SumSquare);
        return identity.then(|| data.clone());
    }
    let mut results: Vec<Option<Int>> = vec![None; count(sizes, reduced)?];
    for (position, value) in ints.iter().enumerate() {
        let slot = results.get_mut(target(position, sizes, reduced))?;
        *slot = Some(match slot {
            None => first(kind, value)?,
            Some(so_far) => combine(kind, so_far, value)?,
        });
    }
    let results: Arc<[Int]> = results.into_iter().map(|r| within(r.unwrap_or(Int::any()), low, high)).collect();
    Some(Elements::Ints(results))
}

fn count(sizes: &[u64], reduced: &[bool]) -> Option<usize> {
    let kept = sizes.iter().zip(reduced).filter(|(_, r)| !**r);
    usize::try_from(kept.map(|(s, _)| *s).product::<u64>()).ok()
}

/// The position in the result to which an element of the data belongs.
fn target(position: usize, sizes: &[u64], reduced: &[bool]) -> usize {
    let (mut rest, mut stride, mut target) = (position, 1, 0);
    for (&size, &reduced) in sizes.iter().zip(reduced).rev() {
        let size = size as usize;
        if !reduced {
            target += rest % size * stride;
            stride *= size;
        }
        rest /= size;
    }
    target
}

/// What the reduction of a single element gives; `None` where that is a matter of rounding.
fn first(kind: ReduceKind, value: &Int) -> Option<Int> {
    match kind {
        ReduceKind::LogSum | ReduceKind::LogSumExp | ReduceKind::SumSquare => None,
        ReduceKind::L1 | ReduceKind::L2 if value.low() < 0 => {
            let (a, b) = (value.low().abs(), value.high().abs());
            Some(Int::interval(if value.contains(0) { 0 } else { a.min(b) }, a.max(b)))
        }
        _ => Some(value.clone()),
    }
}

fn combine(kind: ReduceKind, a: &Int, b: &Int) -> Option<Int> {
    Some(match kind {
        ReduceKind::Min | ReduceKind::LogicalAnd => pick(a, b, i128::min),
        ReduceKind::Max | ReduceKind::LogicalOr => pick(a, b, i128::max),
        ReduceKind::Sum => sum(a, b)?,
        ReduceKind::L1 => sum(a, &first(kind, b)?)?,
        ReduceKind::Prod => {
            let corners = [(a.low(), b.low()), (a.low(), b.high()), (a.high(), b.low()), (a.high(), b.high())];
            let products: Option<Vec<i128>> = corners.iter().map(|(a, b)| a.checked_mul(*b)).collect();
            let products = products?;
            Int::interval(products.iter().copied().min()?, products.iter().copied().max()?)
        }
        _ => return None,
    })
}

fn sum(a: &Int, b: &Int) -> Option<Int> {
    Some(Int::interval(a.low().checked_add(b.low())?, a.high().checked_add(b.high())?))
}

/// Minimum or maximum of two intervals; the same unknown size stays itself.
fn pick(a: &Int, b: &Int, choose: fn(i128, i128) -> i128) -> Int {
    if a.name().is_some() && a.name() == b.name() {
        return a.clone();
    }
    let (low, high) = (choose(a.low(), b.low()), choose(a.high(), b.high()));
    // An operand that certainly wins keeps its name.
    let wins = |one: &Int, other: &Int| {
        choose(one.high(), other.low()) == one.high() && choose(one.low(), other.high()) == one.low()
    };
    if let Some(one) = [(a, b), (b, a)].into_iter().find_map(|(one, other)| wins(one, other).then_some(one)) {
        return one.clone();
    }
    Int::interval(low, high)
}

/// What overflows the element type may be anything.
fn within(value: Int, low: i128, high: i128) -> Int {
    if value.low() >= low && value.high() <= high { value } else { Int::interval(low, high) }
}
