//! The number of iterations of a loop.

use crate::dim::Dim;
use crate::elements::SymInt;
use crate::graph::Slicing;
use crate::ops::{InferContext, integers};

/// The bounds on the number of iterations from outside the body.
#[derive(Clone, Debug)]
pub(crate) struct TripCount {
    /// The maximum number of iterations, as far as it is known.
    pub(crate) limit: SymInt,
    /// Whether only the body's condition ends the loop.
    pub(crate) endless: bool,
    /// Whether the first iteration runs if the limit allows it, if that is certain.
    pub(crate) starts: Option<bool>,
}

impl TripCount {
    /// Exactly this number.
    pub(crate) fn from_dim(dim: &Dim) -> TripCount {
        TripCount { limit: SymInt::from(dim), endless: false, starts: Some(true) }
    }

    /// A trip count and a condition at inputs of the node. In IR, a negative trip count means no limit.
    pub(crate) fn from_inputs(
        cx: &InferContext<'_>,
        trips: usize,
        condition: usize,
        negative_is_endless: bool,
    ) -> TripCount {
        let starts = match cx.exact_ints(condition).as_deref() {
            Some([value]) => Some(*value != 0),
            _ if !cx.has_input(condition) => Some(true),
            _ => None,
        };
        let any = TripCount { limit: SymInt::unknown(), endless: true, starts };
        if !cx.has_input(trips) {
            return any;
        }
        let limit = match cx.elements(trips).as_ref().and_then(|e| e.ints()) {
            Some([only]) => only.clone(),
            _ => SymInt::unknown(),
        };
        match limit.low() < 0 && negative_is_endless {
            true if limit.high() < 0 => any,
            true => TripCount { limit: SymInt::unknown(), endless: false, starts },
            false => TripCount { limit, endless: false, starts },
        }
    }

    /// The number of iterations, where `going` is the body's condition, if it is certain.
    pub(crate) fn trips(&self, going: Option<bool>) -> Dim {
        let most = if self.endless { Dim::unknown() } else { dim(&self.limit) };
        let least = u64::from(self.starts == Some(true)).min(most.low());
        match (self.starts, going) {
            (Some(false), _) => Dim::exact(0),
            (Some(true), Some(true)) => most,
            (None, Some(true)) => Dim::interval(0, most.high()),
            (_, Some(false)) => Dim::interval(least, most.high().min(1)),
            (_, None) => Dim::interval(least, most.high()),
        }
    }
}

/// A limit as a dimension; zero if it is negative.
fn dim(limit: &SymInt) -> Dim {
    let plain = integers::maximum(limit, &SymInt::exact(0)).to_dim().unwrap_or(Dim::exact(0));
    // The range of an i64 is not a bound.
    if plain.high() < i64::MAX as u64 {
        return plain;
    }
    let open = Dim::interval(plain.low(), Dim::UNBOUNDED);
    open.refine_with(plain.expr().cloned())
}

/// The number of iterations over a sliced axis of this size. `None` if no number fits.
///
/// OpenVINO's shape inference treats `end` as inclusive and ignores the stride; its CPU plugin treats it as exclusive
/// and steps by the stride. Where they disagree, either may be right.
pub(crate) fn of_slices(size: &Dim, cut: &Slicing) -> Option<Dim> {
    let part = u64::try_from(cut.part_size).ok().filter(|&p| p > 0)?;
    let step = cut.stride.unsigned_abs();
    let whole = matches!((cut.start, cut.end), (0, -1) | (-1, 0));
    if whole && step == part {
        return Some(size.floor_div(&Dim::exact(part)));
    }
    let Some(size) = size.size().and_then(|n| i64::try_from(n).ok()) else { return Some(Dim::unknown()) };
    let inner = |x: i64| if x < 0 { size.checked_add(x) } else { Some(x) };
    let included = inner(cut.end)?.checked_sub(inner(cut.start)?)?.unsigned_abs().checked_add(1)? / part;
    let outer = |x: i64| if x < 0 { size.checked_add(x)?.checked_add(1) } else { Some(x) };
    let (from, to) = if cut.stride < 0 { (cut.end, cut.start) } else { (cut.start, cut.end) };
    let length = outer(to)?.checked_sub(outer(from)?)?;
    let stepped = u64::try_from(length).ok().filter(|n| step > 0 && n % step == 0).map(|n| n / step);
    Some(Dim::interval(included, stepped.unwrap_or(included)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(start: i64, end: i64, stride: i64, part_size: i64) -> Slicing {
        Slicing { axis: 0, start, end, stride, part_size }
    }

    #[test]
    fn slices_determine_the_iterations() {
        let of = |size: &Dim, cut| of_slices(size, &cut).map(|d| d.to_string());
        let seven = Dim::exact(7);
        assert_eq!(of(&seven, cut(0, -1, 1, 1)).as_deref(), Some("7"));
        assert_eq!(of(&seven, cut(-1, 0, -1, 1)).as_deref(), Some("7"));
        assert_eq!(of(&seven, cut(0, -1, 2, 2)).as_deref(), Some("3"));
        assert_eq!(of(&Dim::from("N"), cut(0, -1, 1, 1)).as_deref(), Some("N"));
        assert_eq!(of(&Dim::interval(4, 9), cut(0, -1, 2, 2)).as_deref(), Some("2..4"));
        // OpenVINO's shape inference returns 4, its CPU plugin 3.
        assert_eq!(of(&seven, cut(1, 4, 1, 1)).as_deref(), Some("3..4"));
        assert_eq!(of(&seven, cut(0, -1, 1, 0)), None);
        assert_eq!(of(&Dim::unknown(), cut(i64::MIN, i64::MAX, i64::MIN, i64::MAX)).as_deref(), Some("?"));
        assert_eq!(of(&seven, cut(i64::MIN, i64::MAX, 1, 1)), None);
    }

    #[test]
    fn conditions_bound_the_iterations() {
        let of = |limit: SymInt, starts, going| TripCount { limit, endless: false, starts }.trips(going).to_string();
        let n = || SymInt::from(&Dim::from("N"));
        assert_eq!(of(SymInt::exact(5), Some(true), Some(true)), "5");
        assert_eq!(of(n(), Some(true), Some(true)), "N");
        assert_eq!(of(n(), None, Some(true)), "?");
        assert_eq!(of(SymInt::exact(5), Some(true), None), "1..5");
        assert_eq!(of(SymInt::exact(5), Some(true), Some(false)), "1");
        assert_eq!(of(n(), Some(true), Some(false)), "0..1");
        assert_eq!(of(SymInt::exact(5), Some(false), None), "0");
        assert_eq!(of(SymInt::exact(-5), Some(true), Some(true)), "0");
        let fewer = integers::subtract(&n(), &SymInt::exact(5)).expect("no overflow");
        assert_eq!(of(fewer, Some(true), Some(true)), "max(0,N-5)");
    }
}
