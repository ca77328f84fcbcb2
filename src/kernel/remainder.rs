//! The remainder of floats, in a bounded number of steps.
//!
//! Rust's `%` calls the C library, whose `fmod` may divide bit by bit: a remainder of numbers whose exponents are far apart
//! then takes as long as thousands of additions, and a small file can have millions of them.

/// The remainder of a division that truncates toward zero, exact: `a % b`, with any NaN as the result where there is none.
pub(crate) fn remainder(a: f64, b: f64) -> f64 {
    if !a.is_finite() || b.is_nan() || b == 0.0 {
        return f64::NAN;
    }
    if a.abs() < b.abs() {
        return a;
    }
    let ((dividend, exponent), (divisor, unit)) = (parts(a), parts(b));
    // A number that is not less in magnitude has no less an exponent.
    from_parts(shifted(dividend % divisor, exponent - unit, divisor), unit).copysign(a)
}

/// The magnitude as a number of fewer than 54 bits times a power of two, whose exponent counts from that of the least float.
fn parts(value: f64) -> (u64, u32) {
    let bits = value.abs().to_bits();
    match bits >> FRACTION {
        0 => (bits, 0),
        exponent => (bits & (HIDDEN - 1) | HIDDEN, exponent as u32 - 1),
    }
}

/// The reverse of [`parts`], of at most as many bits as these.
fn from_parts(number: u64, exponent: u32) -> f64 {
    if number == 0 {
        return 0.0;
    }
    let unused = number.leading_zeros() - HIDDEN.leading_zeros();
    let moved = unused.min(exponent);
    // The hidden bit, where there is one, adds 1 to the exponent.
    f64::from_bits((u64::from(exponent - moved) << FRACTION) + (number << moved))
}

/// `rest * 2^by` modulo the divisor, which is greater than `rest`.
fn shifted(rest: u64, by: u32, divisor: u64) -> u64 {
    match by {
        // A rest has fewer than 54 bits.
        0..=10 => (rest << by) % divisor,
        11..=74 => reduced(u128::from(rest) << by, divisor),
        _ => reduced(u128::from(rest) * u128::from(power_of_two(by, divisor)), divisor),
    }
}

/// `2^exponent` modulo the divisor. The exponent is doubled for each of its bits, from an initial one that fits a number.
fn power_of_two(exponent: u32, divisor: u64) -> u64 {
    let doublings = (u32::BITS - exponent.leading_zeros()).saturating_sub(7);
    let first = reduced(1u128 << (exponent >> doublings), divisor);
    (0..doublings).rev().fold(first, |power, bit| {
        let square = u128::from(power) * u128::from(power);
        reduced(square << (exponent >> bit & 1), divisor)
    })
}

fn reduced(number: u128, divisor: u64) -> u64 {
    (number % u128::from(divisor)) as u64
}

/// The bits of a float's fraction.
const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
/// The bit before them in a normal number.
const HIDDEN: u64 = 1 << FRACTION;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The result of `%`, bit by bit, except for the payload of NaN.
    fn is_that_of_rust(a: f64, b: f64) {
        let (expected, result) = (a % b, remainder(a, b));
        let equal = if expected.is_nan() { result.is_nan() } else { result.to_bits() == expected.to_bits() };
        assert!(equal, "{a:e} % {b:e} is {expected:e}, not {result:e}");
    }

    /// Numbers at the edges of their kinds, and one with many different bits.
    fn edges() -> impl Iterator<Item = f64> {
        let least = [0u64, 1, 2, 3, HIDDEN - 1, HIDDEN, HIDDEN + 1, 0x000f_0f0f_1234_5671].map(f64::from_bits);
        let common = [0.1, 0.5, 1.0, 1.5, 3.0, 7.5, 1e10, 1e38, 1e300, f64::MAX, f64::INFINITY, f64::NAN];
        let next = |value: f64| [value.next_down(), value, value.next_up()];
        least.into_iter().chain(common).flat_map(next).flat_map(|value| [value, -value])
    }

    #[test]
    fn remainders_of_edges_are_those_of_rust() {
        edges().for_each(|a| edges().for_each(|b| is_that_of_rust(a, b)));
    }

    /// Every distance of exponents, and so every number of doublings.
    #[test]
    fn remainders_of_all_distances_are_those_of_rust() {
        let divisors = [3u64, HIDDEN + 1, 2 * HIDDEN - 1, HIDDEN | 0x5_5555_5555, HIDDEN];
        for exponent in 0..0x7feu64 {
            for divisor in divisors {
                is_that_of_rust(
                    f64::from_bits((exponent << FRACTION) | 0x000a_bcde_f123_4567),
                    f64::from_bits(divisor),
                );
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn remainders_of_any_bits_are_those_of_rust(a: u64, b: u64) {
            is_that_of_rust(f64::from_bits(a), f64::from_bits(b));
        }

        /// Numbers of few bits, whose remainders are often 0, and numbers close to each other.
        #[test]
        fn remainders_of_similar_bits_are_those_of_rust(a: u64, zeros in 0u32..60, apart in -3i64..=3, less in 0u64..80) {
            let a = a >> zeros << zeros;
            is_that_of_rust(f64::from_bits(a), f64::from_bits(a.wrapping_add_signed(apart)));
            is_that_of_rust(f64::from_bits(a), f64::from_bits(a.saturating_sub(less << FRACTION)));
        }
    }
}
