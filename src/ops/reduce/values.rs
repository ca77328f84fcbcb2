//! The elements of a reduction of few integers, exact or bounded.

use std::sync::Arc;

use super::ReduceKind;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::ops::integers;

/// The elements of the result, row-major; `None` if nothing is known about them.
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
        // Only the kinds that leave a single element unchanged are the identity.
        let identity = !matches!(kind, ReduceKind::L1 | ReduceKind::L2 | ReduceKind::LogSum | ReduceKind::SumSquare);
        return identity.then(|| data.clone());
    }
    // What remains of no elements may be a result of any size, which nothing limits.
    if ints.is_empty() {
        return None;
    }
    let mut results: Vec<Option<SymInt>> = vec![None; count(sizes, reduced)?];
    for (position, value) in ints.iter().enumerate() {
        let slot = results.get_mut(target(position, sizes, reduced))?;
        *slot = Some(match slot {
            None => first(kind, value)?,
            Some(so_far) => combine(kind, so_far, value)?,
        });
    }
    let results: Arc<[SymInt]> = results.into_iter().map(|r| integers::within(r, (low, high))).collect();
    Some(Elements::Ints(results))
}

fn count(sizes: &[u64], reduced: &[bool]) -> Option<usize> {
    let kept = sizes.iter().zip(reduced).filter(|(_, r)| !**r);
    usize::try_from(kept.map(|(s, _)| *s).try_fold(1u64, u64::checked_mul)?).ok()
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

/// The reduction of a single element; `None` where it depends on rounding.
fn first(kind: ReduceKind, value: &SymInt) -> Option<SymInt> {
    match kind {
        ReduceKind::LogSum | ReduceKind::LogSumExp | ReduceKind::SumSquare => None,
        ReduceKind::L1 | ReduceKind::L2 if value.low() < 0 => {
            let (a, b) = (value.low().abs(), value.high().abs());
            Some(SymInt::interval(if value.contains(0) { 0 } else { a.min(b) }, a.max(b)))
        }
        _ => Some(value.clone()),
    }
}

fn combine(kind: ReduceKind, a: &SymInt, b: &SymInt) -> Option<SymInt> {
    match kind {
        ReduceKind::Min | ReduceKind::LogicalAnd => Some(integers::minimum(a, b)),
        ReduceKind::Max | ReduceKind::LogicalOr => Some(integers::maximum(a, b)),
        ReduceKind::Sum => integers::add(a, b),
        ReduceKind::L1 => integers::add(a, &first(kind, b)?),
        ReduceKind::Prod => integers::multiply(a, b),
        _ => None,
    }
}
