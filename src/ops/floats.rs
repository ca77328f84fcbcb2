//! Arithmetic on floats that are exact, bounded, or quotients of symbolic expressions. Every result contains all values
//! that a run can produce.
//!
//! Bounds propagate through operations that round to nearest in 32 or 64 bits, because rounding is monotonic. Some
//! implementations compute narrower types in more bits, so only numbers that need no rounding have a defined result
//! there.

use super::{InferContext, integers};
use crate::constraint::ConstraintKind;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::{Elements, Quotient, SymFloat, SymInt};
use crate::kernel::number::Real;
use crate::tensor::half_float::HalfFormat;

/// The magnitude up to which the type represents every integer; `None` for types with few values.
fn most(element: ElementType) -> Option<i64> {
    match element {
        ElementType::F64 => Some(1 << 53),
        ElementType::F32 => Some(1 << 24),
        ElementType::F16 => Some(1 << 11),
        ElementType::Bf16 => Some(1 << 8),
        _ => None,
    }
}

/// Whether all implementations round identically in this type.
fn rounds_alike(element: ElementType) -> bool {
    matches!(element, ElementType::F32 | ElementType::F64)
}

/// A result rounded to the element type, as a single operation in that type rounds it.
///
/// Sums, products, quotients and roots of the narrower types are exact enough in `f64` that rounding twice is rounding
/// once. A NaN has neither sign nor payload, as in evaluation.
pub(crate) fn rounded(element: ElementType, value: f64) -> Option<f64> {
    match element {
        ElementType::F64 => Some(f64::rounded(value)),
        ElementType::F32 => Some(f32::rounded(value).real()),
        _ => HalfFormat::of(element).map(|format| format.rounded(value)),
    }
}

/// An inexact integer, as a float.
pub(crate) fn of_int(int: &SymInt, to: ElementType) -> SymFloat {
    let Some(most) = most(to) else { return SymFloat::unknown() };
    // Beyond the consecutive integers, the type still represents every power of two.
    let end = |value: i128| {
        let held = value.unsigned_abs() <= most.unsigned_abs().into();
        let beyond = || value.unsigned_abs().checked_next_power_of_two().map(|v| v as f64 * value.signum() as f64);
        if held { Some(value as f64) } else { beyond().filter(|_| rounds_alike(to)) }
    };
    let within =
        end(int.low()).zip(end(int.high())).map_or(SymFloat::unknown(), |(low, high)| SymFloat::interval(low, high));
    within.refine_with(Quotient::integer(int, most))
}

/// An inexact float, as another float type.
pub(crate) fn converted(float: &SymFloat, from: Option<ElementType>, to: ElementType) -> SymFloat {
    let (Some(most), Some(before)) = (most(to), from.and_then(most)) else { return SymFloat::unknown() };
    if before <= most {
        return float.clone();
    }
    let held = |value: f64| rounded(to, value).is_some_and(|held| held.to_bits() == value.to_bits());
    let bounds = if held(float.low()) && held(float.high()) {
        SymFloat::interval(float.low(), float.high())
    } else {
        SymFloat::unknown()
    };
    bounds.refine_with(float.quotient().and_then(|q| q.narrowed(most)))
}

/// An inexact float, truncated to an integer. Rounding differs between runtimes, unless the float is provably a
/// quotient.
pub(crate) fn to_int(float: &SymFloat, (low, high): (i128, i128)) -> SymInt {
    let (floor, ceil) = (float.low().floor(), float.high().ceil());
    let fits = floor >= low as f64 && ceil < high as f64 + 1.0;
    let bounds = if fits { SymInt::interval(floor as i128, ceil as i128) } else { SymInt::interval(low, high) };
    let wide = high >= i128::from(i32::MAX);
    let Some(quotient) = float.quotient().filter(|_| wide) else { return bounds };
    let (dividend, divisor) = quotient.parts();
    let named = SymInt::unknown().refine_with(Some(dividend.clone()));
    let cut = integers::divide(&named, &SymInt::exact(divisor), false);
    let cut = integers::within(cut, (low, high));
    SymInt::interval(bounds.low().max(cut.low()), bounds.high().min(cut.high())).refine_with(cut.expr().cloned())
}

/// Records the constraints under which the floats of an input are exactly the quotients that they are assumed to be.
pub(crate) fn demand_exact(cx: &mut InferContext<'_>, input: usize) {
    let Some(Elements::SymFloats(floats)) = cx.elements(input) else { return };
    for condition in floats.iter().filter_map(|float| float.quotient()?.condition()) {
        cx.require(
            ConstraintKind::AtLeast,
            &Dim::exact(condition.most.unsigned_abs()),
            &Dim::from_expr(condition.greatest.clone()),
        );
    }
}

/// The bounds of a function whose extrema are at the bounds of its operands.
fn corners(a: &SymFloat, b: &SymFloat, element: ElementType, of: impl Fn(f64, f64) -> f64) -> SymFloat {
    let pairs = [(a.low(), b.low()), (a.low(), b.high()), (a.high(), b.low()), (a.high(), b.high())];
    let values: Option<Vec<f64>> = pairs.into_iter().map(|(a, b)| rounded(element, of(a, b))).collect();
    let Some(values) = values.filter(|v| rounds_alike(element) && v.iter().all(|v| v.is_finite())) else {
        return SymFloat::unknown();
    };
    let least = values.iter().copied().min_by(f64::total_cmp);
    let greatest = values.iter().copied().max_by(f64::total_cmp);
    least.zip(greatest).map_or(SymFloat::unknown(), |(low, high)| SymFloat::interval(low, high))
}

/// The quotient of two operands, if at least one is a quotient and the other is a quotient or a number.
fn combined(
    (a, b): (&SymFloat, &SymFloat),
    element: ElementType,
    of: impl Fn(&Quotient, &Quotient, i64) -> Option<Quotient>,
) -> Option<Quotient> {
    let most = most(element)?;
    let quotient = |x: &SymFloat| x.value().map_or(x.quotient().cloned(), |value| Quotient::number(value, most));
    of(&quotient(a)?, &quotient(b)?, most)
}

pub(crate) fn add(a: &SymFloat, b: &SymFloat, element: ElementType) -> SymFloat {
    corners(a, b, element, |a, b| a + b).refine_with(combined((a, b), element, Quotient::add))
}

pub(crate) fn subtract(a: &SymFloat, b: &SymFloat, element: ElementType) -> SymFloat {
    let of = |a: &Quotient, b: &Quotient, most| a.add(&b.negated()?, most);
    corners(a, b, element, |a, b| a - b).refine_with(combined((a, b), element, of))
}

pub(crate) fn multiply(a: &SymFloat, b: &SymFloat, element: ElementType) -> SymFloat {
    corners(a, b, element, |a, b| a * b).refine_with(combined((a, b), element, Quotient::mul))
}

pub(crate) fn divide(a: &SymFloat, b: &SymFloat, element: ElementType) -> SymFloat {
    if b.low() <= 0.0 && b.high() >= 0.0 {
        return SymFloat::unknown();
    }
    corners(a, b, element, |a, b| a / b).refine_with(combined((a, b), element, Quotient::by))
}

pub(crate) fn minimum(a: &SymFloat, b: &SymFloat, element: ElementType) -> SymFloat {
    corners(a, b, element, f64::min).refine_with(combined((a, b), element, |a, b, _| a.chosen(b, false)))
}

pub(crate) fn maximum(a: &SymFloat, b: &SymFloat, element: ElementType) -> SymFloat {
    corners(a, b, element, f64::max).refine_with(combined((a, b), element, |a, b, _| a.chosen(b, true)))
}

/// A non-decreasing function, and its effect on a quotient.
pub(crate) fn rising(
    a: &SymFloat,
    of: impl Fn(f64) -> f64,
    quotient: impl Fn(&Quotient) -> Option<Quotient>,
) -> SymFloat {
    SymFloat::interval(of(a.low()), of(a.high())).refine_with(a.quotient().and_then(quotient))
}

pub(crate) fn negate(a: &SymFloat) -> SymFloat {
    SymFloat::interval(-a.high(), -a.low()).refine_with(a.quotient().and_then(Quotient::negated))
}

pub(crate) fn absolute(a: &SymFloat) -> SymFloat {
    if a.low() >= 0.0 {
        return a.clone();
    }
    let named = a.quotient().filter(|q| q.parts().0.range().low >= 0);
    SymFloat::interval(0.0, a.high().max(-a.low())).refine_with(named.cloned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Symbol;
    use crate::expr::{Bounds, Expr};
    use crate::op_query::OpQuery;
    use crate::ops::test_util::{floats, sizes, values};

    /// A symbolic dimension that the type represents exactly.
    fn size(high: i128) -> SymFloat {
        let int = SymInt::unknown().refine_with(Some(Expr::symbol(Symbol::inferred("N", Bounds { low: 0, high }))));
        of_int(&int, ElementType::F16)
    }

    /// A quotient in a narrow type, rounded once, stays between the same integers.
    #[test]
    fn a_quotient_stays_between_its_integers() {
        for element in [ElementType::F16, ElementType::Bf16] {
            let most: i32 = if element == ElementType::Bf16 { 256 } else { 2_048 };
            for by in (1..=most).step_by(3) {
                for of in -most..=most {
                    let quotient = rounded(element, f64::from(of) / f64::from(by)).unwrap();
                    assert_eq!(quotient.floor(), f64::from(of.div_euclid(by)), "{of}/{by}");
                }
            }
        }
    }

    #[test]
    fn symbolic_arithmetic_matches_concrete_runs() {
        let element = ElementType::F16;
        let rounded = |value: f64| super::rounded(element, value).unwrap();
        let numbers = [0.5, 2.0, 1.5, 3.0, 7.0, -2.0, 0.1];
        for (a, b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (*a, *b))) {
            let n = size(300);
            let made = divide(
                &add(&multiply(&n, &SymFloat::exact(a), element), &SymFloat::exact(1.0), element),
                &SymFloat::exact(b),
                element,
            );
            let floor = rising(&made, f64::floor, Quotient::floor);
            let Some(whole) = floor.quotient().and_then(Quotient::whole) else { continue };
            for size in 0..=300 {
                let run = rounded(rounded(rounded(f64::from(size) * a) + 1.0) / b).floor();
                let of = |expr: &Expr| expr.value_at(&|_| Some(i128::from(size)));
                let condition = floor.quotient().and_then(Quotient::condition);
                if condition.is_some_and(|c| of(&c.greatest).is_none_or(|greatest| greatest > c.most.into())) {
                    continue;
                }
                let said = of(whole);
                assert_eq!(said, Some(run as i128), "floor(({size} * {a} + 1) / {b}) is {whole}");
            }
        }
        let third = divide(&size(300), &SymFloat::exact(3.0), element);
        assert_eq!(third.to_string(), "(N)/3");
        assert_eq!(multiply(&third, &SymFloat::exact(3.0), element), SymFloat::unknown(), "rounded twice");
        assert_eq!(multiply(&size(300), &SymFloat::exact(0.1), element), SymFloat::unknown(), "0.1 is not a quotient");
    }

    #[test]
    fn bounds_propagate() {
        let (x, element) = (SymFloat::interval(1.0, 8.0), ElementType::F32);
        assert_eq!(multiply(&x, &SymFloat::exact(-2.0), element), SymFloat::interval(-16.0, -2.0));
        assert_eq!(divide(&x, &SymFloat::interval(-1.0, 1.0), element), SymFloat::unknown());
        assert_eq!(subtract(&x, &x, element), SymFloat::interval(-7.0, 7.0));
        assert_eq!(multiply(&x, &x, ElementType::F16), SymFloat::unknown(), "rounded in 16 or in 32 bits");
        assert_eq!(to_int(&SymFloat::interval(-0.5, 2.5), (0, 255)), SymInt::interval(0, 255));
        assert_eq!(to_int(&SymFloat::interval(0.5, 2.5), (0, 255)), SymInt::interval(0, 3));
        assert_eq!(absolute(&SymFloat::interval(-3.0, 2.0)), SymFloat::interval(0.0, 3.0));
    }

    #[test]
    fn symbolic_dimensions_propagate_through_operators() {
        let cast = |to: i64, input| OpQuery::onnx("Cast", 13).attribute("to", to).input(input);
        let through = |query: OpQuery| query.infer().outputs[0].clone();
        let wide = through(cast(1, sizes("3,H,1..4")));
        let scaled = through(OpQuery::onnx("Mul", 14).input(wide).input(floats("f32", &[2.0, 0.5, 1.0])));
        assert_eq!(values(cast(7, through(OpQuery::onnx("Floor", 13).input(scaled)))), ["6", "floor(H/2)", "1..4"]);
    }
}
