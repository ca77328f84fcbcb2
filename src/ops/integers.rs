//! Arithmetic on integers that are exact or bounded. Every result contains all values that a run can produce.
//!
//! The results are those of unbounded integers; [`within`] replaces results that overflow a type by the range of the
//! type.

use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::expr::{Expr, Symbol};
use crate::kernel::number::whole_power;

/// The assumed maximum distance of symbolic dimensions from their minimum, for deciding whether 64-bit arithmetic
/// wraps: products of up to five of them do not.
const LARGE: i128 = 4_095;
/// The same for 32 bits: products of two do not wrap.
const LARGE_IN_32_BITS: i128 = 32_767;

/// A result that overflows the element type may be any value of the type. Exception: arithmetic on symbolic dimensions
/// in a type wide enough for sizes is assumed not to overflow, because no valid model relies on it.
pub(crate) fn within(value: Option<SymInt>, (low, high): (i128, i128)) -> SymInt {
    let value = match value {
        Some(value) if value.low() >= low && value.high() <= high => return value,
        value => value,
    };
    let anything = SymInt::interval(low, high);
    let Some(value) = value else { return anything };
    // Overflow at realistic sizes is not size arithmetic: a run wraps, and compares the wrapped value.
    let large = if high > i128::from(i32::MAX) { LARGE } else { LARGE_IN_32_BITS };
    let size = |symbol: &Symbol, more| Some(symbol.bounds().low.checked_add(more)?.min(symbol.bounds().high));
    let with = |expr: &Expr, more| expr.value_at(&|symbol| size(symbol, more));
    let fits = |expr: &Expr| [0, 64, large].iter().all(|&more| with(expr, more).is_none_or(|v| low <= v && v <= high));
    let meant = value.expr().is_some_and(fits) && high >= i128::from(i32::MAX) && (low < 0 || value.low() >= 0);
    let (least, most) = (value.low().max(low), value.high().min(high));
    if meant && least <= most { SymInt::interval(least, most).refine_with(value.expr().cloned()) } else { anything }
}

/// The elements, if any of them is known more precisely than by its type.
pub(crate) fn narrowed(elements: Elements, element: Option<ElementType>) -> Option<Elements> {
    let tells = match (&elements, element.and_then(ElementType::integer_range)) {
        (Elements::Ints(ints), Some((low, high))) => {
            ints.is_empty() || ints.iter().any(|int| int.low() > low || int.high() < high || int.expr().is_some())
        }
        _ => true,
    };
    tells.then_some(elements)
}

/// The result with the expression that `of` returns for both, if at least one is an expression. Symbolic dimensions do
/// not overflow.
fn expressed(
    result: Option<SymInt>,
    a: &SymInt,
    b: &SymInt,
    of: impl FnOnce(&Expr, &Expr) -> Option<Expr>,
) -> Option<SymInt> {
    if a.expr().is_none() && b.expr().is_none() {
        return result;
    }
    match a.to_expr().zip(b.to_expr()).and_then(|(a, b)| of(&a, &b)) {
        Some(expr) => Some(result.unwrap_or_else(SymInt::unknown).refine_with(Some(expr))),
        None => result,
    }
}

fn hull(values: impl IntoIterator<Item = Option<i128>>) -> Option<SymInt> {
    let mut values = values.into_iter();
    let first = values.next()??;
    let (low, high) = values.try_fold((first, first), |(low, high), value| value.map(|v| (low.min(v), high.max(v))))?;
    // Do not clamp: a value outside every type is an overflow, which the caller must detect.
    (low >= SymInt::MIN && high <= SymInt::MAX).then(|| SymInt::interval(low, high))
}

fn corners(a: &SymInt, b: &SymInt, of: fn(i128, i128) -> Option<i128>) -> Option<SymInt> {
    if let (Some(a), Some(b)) = (a.value(), b.value()) {
        return hull([of(a, b)]);
    }
    hull([of(a.low(), b.low()), of(a.low(), b.high()), of(a.high(), b.low()), of(a.high(), b.high())])
}

/// Whether both are provably the same number.
pub(crate) fn same(a: &SymInt, b: &SymInt) -> bool {
    (a.expr().is_some() && a.expr() == b.expr()) || (a.value().is_some() && a.value() == b.value())
}

pub(crate) fn add(a: &SymInt, b: &SymInt) -> Option<SymInt> {
    match (a.value(), b.value()) {
        (Some(0), _) => Some(b.clone()),
        (_, Some(0)) => Some(a.clone()),
        _ => {
            let sum = hull([a.low().checked_add(b.low()), a.high().checked_add(b.high())]);
            expressed(sum, a, b, Expr::add)
        }
    }
}

pub(crate) fn subtract(a: &SymInt, b: &SymInt) -> Option<SymInt> {
    if same(a, b) {
        return Some(SymInt::exact(0));
    }
    match b.value() {
        Some(0) => Some(a.clone()),
        _ => {
            let difference = hull([a.low().checked_sub(b.high()), a.high().checked_sub(b.low())]);
            expressed(difference, a, b, Expr::sub)
        }
    }
}

pub(crate) fn multiply(a: &SymInt, b: &SymInt) -> Option<SymInt> {
    match (a.value(), b.value()) {
        (Some(1), _) => Some(b.clone()),
        (_, Some(1)) => Some(a.clone()),
        _ => expressed(corners(a, b, i128::checked_mul), a, b, Expr::mul),
    }
}

fn floor_of(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// The negative and the positive part of a divisor. A run that divides by zero has no reliable result.
fn divisors(b: &SymInt) -> impl Iterator<Item = SymInt> {
    let below = (b.low() < 0).then(|| SymInt::interval(b.low(), b.high().min(-1)));
    let above = (b.high() > 0).then(|| SymInt::interval(b.low().max(1), b.high()));
    below.into_iter().chain(above)
}

/// The quotient, rounded down or toward zero. `None` if a run may divide by zero, because the result is undefined then.
pub(crate) fn divide(a: &SymInt, b: &SymInt, floor: bool) -> Option<SymInt> {
    let floored = floor || a.low() >= 0;
    let quotient = |a: &Expr, b_expr: &Expr| {
        if floored { a.floor_div(b_expr, b.low() > 0) } else { truncated(a, b_expr, b.low() > 0) }
    };
    if b.contains(0) {
        // The result of a division by zero is undefined; the expression has no value there.
        return if b.low() == 0 { expressed(None, a, b, quotient) } else { None };
    }
    if same(a, b) {
        return Some(SymInt::exact(1));
    }
    if b.value() == Some(1) {
        return Some(a.clone());
    }
    let of = if floor { floor_of } else { i128::checked_div };
    let mut parts = divisors(b).map(|b| corners(a, &b, of));
    let first = parts.next()??;
    let result = Some(parts.try_fold(first, |all, part| Some(all.join(&part?)))?);
    if b.low() > 0 { expressed(result, a, b, quotient) } else { result }
}

/// The quotient by a positive number, rounded toward zero.
fn truncated(a: &Expr, b: &Expr, positive: bool) -> Option<Expr> {
    let (zero, negated) = (Expr::constant(0), a.scaled(-1)?);
    let above = a.maximum(&zero)?.floor_div(b, positive)?;
    above.sub(&negated.maximum(&zero)?.floor_div(b, positive)?)
}

/// The remainder, with the sign of the divisor or of the dividend. `None` if a run may divide by zero.
pub(crate) fn remainder(a: &SymInt, b: &SymInt, floor: bool) -> Option<SymInt> {
    let floored = (floor || a.low() >= 0) && b.low() >= 0;
    let rest = |a: &Expr, b_expr: &Expr| if floored { a.modulo(b_expr, b.low() > 0) } else { None };
    if b.contains(0) {
        return if b.low() == 0 { expressed(None, a, b, rest).filter(|v| v.expr().is_some()) } else { None };
    }
    if let (Some(a), Some(b)) = (a.value(), b.value()) {
        let left = a.checked_rem(b)?;
        return Some(SymInt::exact(if floor && left != 0 && (left < 0) != (b < 0) { left + b } else { left }));
    }
    let least = b.low().unsigned_abs().min(b.high().unsigned_abs());
    if a.low() >= 0 && b.low() > 0 && a.high().unsigned_abs() < least {
        return Some(a.clone());
    }
    let greatest = i128::try_from(b.low().unsigned_abs().max(b.high().unsigned_abs())).ok()? - 1;
    let (low, high) = match floor {
        true => (if b.low() < 0 { -greatest } else { 0 }, if b.high() > 0 { greatest } else { 0 }),
        false => (a.low().clamp(-greatest, 0), a.high().clamp(0, greatest)),
    };
    expressed(Some(SymInt::interval(low, high)), a, b, rest)
}

pub(crate) fn power(a: &SymInt, b: &SymInt) -> Option<SymInt> {
    let exponent = u32::try_from(b.value()?).ok()?;
    if exponent == 1 {
        return Some(a.clone());
    }
    let ends = hull([a.low(), a.high()].map(|end| whole_power(end, exponent.into())));
    let even_across_zero = exponent % 2 == 0 && a.low() < 0 && a.high() > 0;
    let power = ends.map(|ends| if even_across_zero { SymInt::interval(0, ends.high()) } else { ends });
    expressed(power, a, a, |e, _| e.mul(e).filter(|_| exponent == 2))
}

/// The minimum. An operand that is provably smaller keeps its expression.
pub(crate) fn minimum(a: &SymInt, b: &SymInt) -> SymInt {
    if same(a, b) || a.high() <= b.low() {
        return a.clone();
    }
    if b.high() <= a.low() {
        return b.clone();
    }
    let least = SymInt::interval(a.low().min(b.low()), a.high().min(b.high()));
    expressed(Some(least.clone()), a, b, Expr::minimum).unwrap_or(least)
}

/// The maximum. An operand that is provably greater keeps its expression.
pub(crate) fn maximum(a: &SymInt, b: &SymInt) -> SymInt {
    if same(a, b) || a.low() >= b.high() {
        return a.clone();
    }
    if b.low() >= a.high() {
        return b.clone();
    }
    let greatest = SymInt::interval(a.low().max(b.low()), a.high().max(b.high()));
    expressed(Some(greatest.clone()), a, b, Expr::maximum).unwrap_or(greatest)
}

pub(crate) fn negate(a: &SymInt) -> Option<SymInt> {
    let negated = hull([a.low().checked_neg(), a.high().checked_neg()]);
    expressed(negated, a, a, |e, _| e.scaled(-1))
}

pub(crate) fn absolute(a: &SymInt) -> Option<SymInt> {
    if a.low() >= 0 {
        return Some(a.clone());
    }
    let ends = hull([a.low().checked_neg(), a.high().checked_abs()])?;
    let result = if a.high() > 0 { SymInt::interval(0, ends.high()) } else { ends };
    expressed(Some(result), a, a, |e, _| e.maximum(&e.scaled(-1)?))
}

/// A bitwise operation; bounds are kept for non-negative numbers.
pub(crate) fn bitwise(a: &SymInt, b: &SymInt, of: fn(i128, i128) -> i128) -> Option<SymInt> {
    if let (Some(a), Some(b)) = (a.value(), b.value()) {
        return Some(SymInt::exact(of(a, b)));
    }
    if a.low() < 0 || b.low() < 0 {
        return None;
    }
    // No bitwise operation sets a bit above the highest one of either operand.
    let highest = u128::try_from(a.high().max(b.high())).ok()?;
    let all = highest.checked_add(1)?.checked_next_power_of_two()? - 1;
    Some(SymInt::interval(0, i128::try_from(all).ok()?))
}

/// Bitwise and: at most as large as either non-negative operand.
pub(crate) fn and(a: &SymInt, b: &SymInt) -> Option<SymInt> {
    let bound = [a, b].into_iter().filter(|int| int.low() >= 0).map(SymInt::high).min();
    match (a.value().and(b.value()), bound) {
        (None, Some(high)) => Some(SymInt::interval(0, high)),
        _ => bitwise(a, b, |a, b| a & b),
    }
}

/// The number shifted by an exact number of bits, less than the bit width; bits shifted out of the type are lost.
pub(crate) fn shift(a: &SymInt, by: &SymInt, left: bool, bits: u32) -> Option<SymInt> {
    let by = u32::try_from(by.value()?).ok().filter(|&by| by < bits)?;
    match left {
        false => Some(SymInt::interval(a.low() >> by, a.high() >> by)),
        true => hull([a.low().checked_shl(by), a.high().checked_shl(by)]),
    }
}

/// 0, 1 or either: whether a comparison holds, if that is certain.
pub(crate) fn truth(certain: Option<bool>) -> SymInt {
    certain.map_or_else(|| SymInt::interval(0, 1), |holds| SymInt::exact(i128::from(holds)))
}

/// Whether both are equal, if that is certain.
pub(crate) fn equal(a: &SymInt, b: &SymInt) -> Option<bool> {
    if same(a, b) {
        return Some(true);
    }
    (less(a, b) == Some(true) || less(b, a) == Some(true)).then_some(false)
}

/// Whether the first is less, if that is certain from their bounds or from those of their difference.
pub(crate) fn less(a: &SymInt, b: &SymInt) -> Option<bool> {
    if a.high() < b.low() {
        return Some(true);
    }
    if same(a, b) || a.low() >= b.high() {
        return Some(false);
    }
    let named = a.expr().is_some() || b.expr().is_some();
    let difference = a.to_expr().filter(|_| named)?.sub(&b.to_expr()?)?.tight_bounds();
    if difference.high < 0 {
        return Some(true);
    }
    (difference.low >= 0).then_some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of arithmetic that may wrap is unknown: otherwise it would be compared and folded as if it had not
    /// wrapped.
    #[test]
    fn arithmetic_that_may_wrap_is_unknown() {
        let name = |name| SymInt::interval(0, i64::MAX.into()).refine_with(Some(Expr::symbol(Symbol::new(name))));
        let [h, w] = ["H", "W"].map(name);
        let (in_32, in_64) =
            ((i128::from(i32::MIN), i128::from(i32::MAX)), (i128::from(i64::MIN), i128::from(i64::MAX)));
        let kept = |value: &SymInt, range| within(Some(value.clone()), range).expr().is_some();
        let double = multiply(&h, &SymInt::exact(2)).unwrap();
        let area = multiply(&h, &w).unwrap();
        assert!(kept(&double, in_32) && kept(&area, in_32) && kept(&area, in_64));
        let scaled = multiply(&h, &SymInt::exact(100_000)).unwrap();
        assert!(!kept(&scaled, in_32) && kept(&scaled, in_64));
        let volume = multiply(&area, &w).unwrap();
        assert!(!kept(&volume, in_32) && kept(&volume, in_64));
        let fourth = multiply(&area, &area).unwrap();
        assert!(kept(&fourth, in_64) && !kept(&multiply(&fourth, &area).unwrap(), in_64));
    }

    type Operation = (&'static str, fn(&SymInt, &SymInt) -> Option<SymInt>, fn(i128, i128) -> Option<i128>);

    /// The result contains every run of small intervals.
    #[test]
    fn every_run_is_within_the_result() {
        let operations: &[Operation] = &[
            ("add", add, |a, b| Some(a + b)),
            ("subtract", subtract, |a, b| Some(a - b)),
            ("multiply", multiply, |a, b| Some(a * b)),
            ("truncating division", |a, b| divide(a, b, false), i128::checked_div),
            ("floor division", |a, b| divide(a, b, true), |a, b| Some((a as f64 / b as f64).floor() as i128)),
            ("remainder", |a, b| remainder(a, b, false), i128::checked_rem),
            (
                "floor remainder",
                |a, b| remainder(a, b, true),
                |a, b| Some(a - b * (a as f64 / b as f64).floor() as i128),
            ),
            ("power", power, |a, b| u32::try_from(b).ok().map(|b| a.pow(b))),
            ("minimum", |a, b| Some(minimum(a, b)), |a, b| Some(a.min(b))),
            ("maximum", |a, b| Some(maximum(a, b)), |a, b| Some(a.max(b))),
            ("absolute", |a, _| absolute(a), |a, _| Some(a.abs())),
            ("and", and, |a, b| Some(a & b)),
            ("or", |a, b| bitwise(a, b, |a, b| a | b), |a, b| Some(a | b)),
            ("xor", |a, b| bitwise(a, b, |a, b| a ^ b), |a, b| Some(a ^ b)),
        ];
        let ranges = || (-4..5i128).flat_map(|l| (l..5).map(move |h| (l, h)));
        for (name, bounds, run) in operations {
            for ((al, ah), (bl, bh)) in ranges().flat_map(|a| ranges().map(move |b| (a, b))) {
                let Some(result) = bounds(&SymInt::interval(al, ah), &SymInt::interval(bl, bh)) else { continue };
                for (a, b) in (al..=ah).flat_map(|a| (bl..=bh).map(move |b| (a, b))) {
                    let Some(value) = run(a, b) else { continue };
                    assert!(result.contains(value), "{name} of {a} in {al}..{ah} and {b} in {bl}..{bh}: {result}");
                }
            }
        }
    }

    #[test]
    fn bounds_are_tight_in_common_cases() {
        let of = SymInt::interval;
        assert_eq!(divide(&of(8, 17), &SymInt::exact(2), false), Some(of(4, 8)));
        assert_eq!(divide(&of(-7, 7), &SymInt::exact(2), true), Some(of(-4, 3)));
        assert_eq!(divide(&of(1, 2), &of(0, 2), false), None);
        assert_eq!(remainder(&of(0, 3), &of(4, 9), false), Some(of(0, 3)));
        assert_eq!(remainder(&of(-20, -1), &SymInt::exact(8), false), Some(of(-7, 0)));
        assert_eq!(power(&of(-3, 2), &SymInt::exact(2)), Some(of(0, 9)));
        assert_eq!(shift(&of(1, 9), &SymInt::exact(2), true, 8), Some(of(4, 36)));
        assert_eq!(shift(&of(1, 9), &SymInt::exact(8), false, 8), None);
    }

    #[test]
    fn overflow_may_be_any_value_of_the_type() {
        let byte = (0, 255);
        assert_eq!(within(add(&SymInt::exact(200), &SymInt::exact(100)), byte), SymInt::interval(0, 255));
        assert_eq!(within(add(&SymInt::exact(200), &SymInt::exact(50)), byte), SymInt::exact(250));
        assert_eq!(
            within(multiply(&SymInt::exact(SymInt::MAX), &SymInt::exact(SymInt::MAX)), byte),
            SymInt::interval(0, 255)
        );
    }

    #[test]
    fn identity_arithmetic_keeps_symbolic_dimensions() {
        let n = SymInt::from(&crate::dim::Dim::from("N"));
        assert_eq!(add(&n, &SymInt::exact(0)), Some(n.clone()));
        assert_eq!(multiply(&SymInt::exact(1), &n), Some(n.clone()));
        assert_eq!(divide(&n, &SymInt::exact(1), false), Some(n.clone()));
        assert_eq!(subtract(&n, &n), Some(SymInt::exact(0)));
        assert_eq!(maximum(&n, &SymInt::exact(0)), n);
        assert_eq!(equal(&n, &n), Some(true));
        let quotient = divide(&n, &n, false).expect("an expression");
        assert_eq!((quotient.low(), quotient.to_string().as_str()), (SymInt::MIN, "floor(N/N)"), "N may be 0");
    }

    #[test]
    fn arithmetic_on_symbolic_dimensions_is_symbolic() {
        let (n, one, two) = (SymInt::from(&crate::dim::Dim::from("N")), SymInt::exact(1), SymInt::exact(2));
        let before = subtract(&n, &one).unwrap();
        assert_eq!((before.low(), before.to_string().as_str()), (-1, "N-1"));
        assert_eq!(add(&before, &one), Some(n.clone()));
        assert_eq!(divide(&before, &two, true).unwrap().to_string(), "floor((N-1)/2)");
        assert_eq!(divide(&before, &two, false).unwrap().to_string(), "max(0,floor((N-1)/2))");
        let twice = within(multiply(&n, &two), (i64::MIN.into(), i64::MAX.into()));
        assert_eq!((twice.high(), twice.to_string().as_str()), (i64::MAX.into(), "2*N"));
        assert_eq!(divide(&twice, &two, false).map(|d| d.to_string()).as_deref(), Some("N"));
        assert_eq!((less(&n, &add(&n, &one).unwrap()), equal(&n, &before)), (Some(true), Some(false)));
        assert_eq!((less(&n, &before), equal(&n, &twice)), (Some(false), None));
        assert_eq!(remainder(&n, &two, false).unwrap().to_string(), "mod(N,2)");
        assert_eq!(within(multiply(&n, &two), (0, 255)), SymInt::interval(0, 255));
    }
}
