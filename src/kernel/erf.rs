//! Functions that the standard library lacks.

/// 2 / sqrt(pi).
const SCALE: f64 = std::f64::consts::FRAC_2_SQRT_PI;

/// The error function, to a few units in the last place.
pub(crate) fn erf(x: f64) -> f64 {
    match x.abs() {
        small if small < 2.5 => series(x),
        // Also for NaN.
        large => (1.0 - tail(large)).copysign(x),
    }
}

/// 1 - erf(x), without cancellation.
pub(crate) fn erfc(x: f64) -> f64 {
    if x < 0.5 {
        1.0 - erf(x)
    } else if x < 2.5 {
        1.0 - series(x)
    } else {
        tail(x)
    }
}

/// exp(-x²) times a sum whose terms all have the sign of x, so that nothing cancels.
fn series(x: f64) -> f64 {
    let square = x * x;
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > sum.abs() * f64::EPSILON / 4.0 {
        odd += 2.0;
        term *= 2.0 * square / odd;
        sum += term;
    }
    SCALE * (-square).exp() * sum
}

/// erfc of a number of at least 2.5: a continued fraction, evaluated from its end.
fn tail(x: f64) -> f64 {
    // Beyond it, the result is less than the least subnormal number.
    if x > 28.0 {
        return 0.0;
    }
    let square = x * x;
    let fraction = (1..=60).rev().fold(x, |rest, k| x + f64::from(k) / 2.0 / rest);
    (-square).exp() / (fraction * std::f64::consts::PI.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table values with 16 digits.
    #[test]
    fn the_error_function_matches_tables() {
        for (x, value) in [
            (0.0, 0.0),
            (0.1, 0.112_462_916_018_284_89),
            (0.5, 0.520_499_877_813_046_5),
            (1.0, 0.842_700_792_949_714_9),
            (2.0, 0.995_322_265_018_952_7),
            (2.5, 0.999_593_047_982_555),
            (3.0, 0.999_977_909_503_001_4),
            (f64::INFINITY, 1.0),
        ] {
            assert!((erf(x) - value).abs() <= 4.0 * f64::EPSILON * value, "{x}: {}", erf(x));
            assert_eq!(erf(-x), -erf(x));
        }
        assert!(erf(f64::NAN).is_nan());
        assert!((erfc(3.0) / 2.209_049_699_858_544e-5 - 1.0).abs() < 1e-14);
        assert!((erfc(10.0) / 2.088_487_583_762_545e-45 - 1.0).abs() < 1e-13);
        assert_eq!((erfc(f64::INFINITY), erfc(f64::NEG_INFINITY)), (0.0, 2.0));
    }
}
