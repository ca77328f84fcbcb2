//! The length and the start of a slice, for sizes, starts and ends that are exact or bounded.

use crate::dim::Dim;
use crate::elements::SymInt;
use crate::expr::Expr;

/// From `start` to `end`, exclusive, in steps; omitted ends include all remaining elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slice {
    /// The start; `None` for the first element in the direction of the step.
    pub(crate) start: Option<SymInt>,
    /// The end, exclusive; `None` for past the last element in the direction of the step.
    pub(crate) end: Option<SymInt>,
    /// The step, never zero; `None` if it is known only at run time.
    pub(crate) step: Option<i128>,
}

/// Where files put an end that is meant to be past every element.
const FAR: i128 = i32::MAX as i128;
/// Ends that ONNX Runtime reads as omitted in either direction; other tools read them as large numbers.
const OPEN_ENDS: [i128; 2] = [i32::MAX as i128, i64::MAX as i128];
/// The size used for an unbounded one.
const UNBOUNDED: i128 = 1 << 80;
/// A position past every size.
const BEYOND: i128 = 1 << 100;

impl Slice {
    /// Every element in order.
    pub(crate) const ALL: Slice = Slice { start: None, end: None, step: Some(1) };

    /// The size of the result for a dimension of this size.
    pub(crate) fn length(&self, dim: &Dim) -> Dim {
        let Some(step) = self.step else { return Dim::interval(0, dim.high()) };
        if self.is_whole(dim, step) {
            return dim.clone();
        }
        let (mut low, mut high) = (u64::MAX, 0);
        for &start in &corners(&self.start, dim, if step > 0 { 0 } else { BEYOND }) {
            for &end in &corners(&self.end, dim, if step > 0 { BEYOND } else { -BEYOND }) {
                for size in turning_points(dim, start, end) {
                    let (fewest, most) = count(size, start, end, step);
                    (low, high) = (low.min(fewest), high.max(most));
                }
            }
        }
        Dim::interval(low.min(high), high).refine_with(self.expressed(dim, step))
    }

    /// The size as an expression, for forward steps between ends that certainly count from the same side.
    fn expressed(&self, dim: &Dim, step: i128) -> Option<Expr> {
        let ends = [&self.start, &self.end];
        if step <= 0 || (dim.expr().is_none() && ends.iter().all(|e| e.as_ref().is_none_or(|e| e.expr().is_none()))) {
            return None;
        }
        let (size, zero) = (dim.to_expr()?, Expr::constant(0));
        let at = |end: &Option<SymInt>, open: &Expr| match end {
            None => Some(open.clone()),
            Some(int) if is_size(int, dim) || int.low() >= longest(dim) => Some(size.clone()),
            Some(int) if int.low() >= 0 => int.to_expr(),
            Some(int) if int.high() < 0 => size.add(&int.to_expr()?),
            Some(_) => None,
        };
        // If one end is past the elements, the other one bounds the distance, or there is none.
        let (start, end) = (at(&self.start, &zero)?.maximum(&zero)?, at(&self.end, &size)?.minimum(&size)?);
        end.sub(&start)?.ceil_div(&Expr::constant(i64::try_from(step).ok()?), false)?.maximum(&zero)
    }

    /// Whether the slice includes every element, whatever the size: the result then keeps the symbolic dimension.
    fn is_whole(&self, dim: &Dim, step: i128) -> bool {
        let longest = longest(dim);
        let start = |test: fn(&SymInt, i128) -> bool| self.start.as_ref().is_none_or(|s| test(s, longest));
        let end =
            |test: fn(&SymInt, i128) -> bool| self.end.as_ref().is_none_or(|e| is_size(e, dim) || test(e, longest));
        match step {
            1 => start(|s, n| s.value() == Some(0) || s.high() <= -n) && end(|e, n| e.low() >= n),
            -1 => {
                start(|s, n| s.value() == Some(-1) || s.low() >= n)
                    && self.end.as_ref().is_none_or(|e| e.high() < -longest)
            }
            _ => false,
        }
    }

    /// The position of the first element, if the start is exact and the slice is not empty.
    pub(crate) fn first(&self, size: u64) -> Option<i128> {
        let start = match &self.start {
            Some(int) => int.value()?,
            None if self.step? > 0 => 0,
            None => BEYOND,
        };
        let from_start = if start < 0 { start + i128::from(size) } else { start };
        Some(from_start.clamp(0, i128::from(size.saturating_sub(1))))
    }
}

/// What files mean as past every element.
fn longest(dim: &Dim) -> i128 {
    if dim.high() == Dim::UNBOUNDED { FAR } else { dim.high().into() }
}

/// Whether an integer is the very size of the dimension.
fn is_size(int: &SymInt, dim: &Dim) -> bool {
    int.expr().is_some() && int.expr() == dim.expr()
}

/// The values of one end at which the length is minimal or maximal: its bounds, and the values next to zero, where
/// counting switches from the start of the dimension to its end.
fn corners(int: &Option<SymInt>, dim: &Dim, open: i128) -> Vec<i128> {
    let Some(int) = int else { return vec![open] };
    if is_size(int, dim) {
        return vec![BEYOND];
    }
    let mut corners = vec![int.low(), int.high()];
    corners.extend([-1, 0].into_iter().chain(OPEN_ENDS).filter(|v| int.contains(*v)));
    corners.sort_unstable();
    corners.dedup();
    corners
}

/// The sizes at which the length is minimal or maximal: between them it is monotonic.
fn turning_points(dim: &Dim, start: i128, end: i128) -> Vec<i128> {
    let high = if dim.high() == Dim::UNBOUNDED { UNBOUNDED } else { dim.high().into() };
    let low = i128::from(dim.low()).min(high);
    let near = [start, -start, end, -end].into_iter().flat_map(|at| [at - 1, at, at + 1]);
    let mut points: Vec<i128> = near.filter(|at| low < *at && *at < high).chain([low, high]).collect();
    points.sort_unstable();
    points.dedup();
    points
}

/// The least and greatest number of elements that runtimes return for exact numbers.
fn count(size: i128, start: i128, end: i128, step: i128) -> (u64, u64) {
    let from_start = |at: i128| if at < 0 { at + size } else { at };
    let (start, end) = (from_start(start), from_start(end));
    let steps = |distance: i128| {
        let step = step.unsigned_abs();
        let steps = distance.max(0).unsigned_abs().div_ceil(step);
        u64::try_from(steps).unwrap_or(Dim::UNBOUNDED)
    };
    if size == 0 {
        return (0, 0);
    }
    if step > 0 {
        let length = steps(end.clamp(0, size) - start.clamp(0, size));
        return (length, length);
    }
    // A start before the first element is the first one in both specifications; NumPy returns nothing.
    let fewest = steps(start.clamp(-1, size - 1) - end.clamp(-1, size - 1));
    let end = if OPEN_ENDS.contains(&end) { -1 } else { end.clamp(-1, size - 1) };
    (fewest, steps(start.clamp(0, size - 1) - end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slice(start: SymInt, end: SymInt, step: i128) -> Slice {
        Slice { start: Some(start), end: Some(end), step: Some(step) }
    }

    fn exact(start: i64, end: i64, step: i128, dim: Dim) -> String {
        slice(SymInt::exact(start), SymInt::exact(end), step).length(&dim).to_string()
    }

    #[test]
    fn exact_numbers() {
        let five = || Dim::exact(5);
        assert_eq!(exact(1, 4, 1, five()), "3");
        assert_eq!(exact(1, 5, 2, five()), "2");
        assert_eq!(exact(-3, -1, 1, five()), "2");
        assert_eq!(exact(0, i64::MAX, 1, five()), "5");
        assert_eq!(exact(3, 1, 1, five()), "0");
        assert_eq!(exact(4, i64::MIN, -1, five()), "5");
        assert_eq!(exact(3, 0, -2, five()), "2");
        assert_eq!(exact(0, 9, 1, Dim::exact(0)), "0");
        // ONNX Runtime returns all of them, other tools none.
        assert_eq!(exact(4, i64::MAX, -1, five()), "0..5");
        // onnx.reference returns none, other tools one.
        assert_eq!(exact(-100, i64::MIN, -1, five()), "0..1");
    }

    #[test]
    fn unknown_sizes() {
        assert_eq!(exact(0, i64::MAX, 1, Dim::from("N")), "N");
        assert_eq!(exact(0, i32::MAX.into(), 1, Dim::from("N")), "N");
        assert_eq!(exact(-1, i64::MIN, -1, Dim::from("N")), "N");
        assert_eq!(exact(0, 3, 1, Dim::from("N")), "min(3,N)");
        assert_eq!(exact(1, i64::MAX, 1, Dim::from("N")), "max(0,N-1)");
        assert_eq!(exact(0, -1, 1, Dim::from("N")), "max(0,N-1)");
        assert_eq!(exact(0, i64::MAX, 2, Dim::from("N")), "floor((N-1)/2)+1");
        let sum = Dim::from("P").add(&Dim::from("S"));
        assert_eq!(slice(SymInt::from(&Dim::from("P")), SymInt::exact(i64::MAX), 1).length(&sum).to_string(), "S");
        assert_eq!(exact(1, i64::MAX, 1, Dim::interval(3, 8)), "2..7");
        assert_eq!(exact(-2, i64::MAX, 1, Dim::interval(1, 8)), "1..2");
        assert_eq!(exact(0, -1, 1, Dim::interval(0, 8)), "0..7");
        // From the second last to the third: maximal at a size of 2 to 3, empty from 5 on.
        assert_eq!(exact(-2, 3, 1, Dim::interval(0, 9)), "0..2");
    }

    #[test]
    fn every_size_within_bounds_is_covered() {
        for (start, end, step) in [-7, -3, -1, 0, 2, 6]
            .iter()
            .flat_map(|&s| [-6, -2, 0, 3, 7].into_iter().flat_map(move |e| [-3, -1, 1, 2].map(|step| (s, e, step))))
        {
            let length =
                slice(SymInt::interval(start, start + 2), SymInt::exact(end), step).length(&Dim::interval(1, 6));
            for (size, start) in (1..=6).flat_map(|n| (start..=start + 2).map(move |s| (n, s))) {
                let (fewest, most) = count(size, start, end.into(), step);
                assert!(length.contains(fewest) && length.contains(most), "{size} {start} {end} {step}: {length}");
            }
        }
    }

    #[test]
    fn ends_within_bounds() {
        let n = || Dim::from("N");
        let size = SymInt::from(&n());
        assert_eq!(slice(SymInt::exact(0), size.clone(), 1).length(&n()), n());
        assert_eq!(slice(size, SymInt::exact(i64::MAX), 1).length(&n()).to_string(), "0");
        assert_eq!(slice(SymInt::interval(0, 2), SymInt::exact(4), 1).length(&Dim::exact(9)).to_string(), "2..4");
        assert_eq!(slice(SymInt::unknown(), SymInt::exact(4), 1).length(&Dim::exact(9)).to_string(), "0..4");
        let unknown = Slice { start: None, end: None, step: None };
        assert_eq!(unknown.length(&Dim::exact(9)).to_string(), "0..9");
    }
}
