//! Sums of quantized numbers as numbers of another scale.

/// A sum times a scale, rounded to an integer, plus a zero point, within the range of a type. `None` if tools disagree:
/// they multiply in different types, and add the zero point before or after rounding to even.
pub(crate) fn requantized(sum: i128, scale: f64, zero: i128, (low, high): (i128, i128)) -> Option<i128> {
    let exact = sum as f64 * f64::from(scale as f32);
    let within = |value: f64| value.clamp(low as f64, high as f64);
    let after = |value: f64| within(value.round_ties_even() + zero as f64);
    let all = [after(exact), after(f64::from(exact as f32)), within((exact + zero as f64).round_ties_even())];
    (!exact.is_nan() && all.iter().all(|&other| other == all[0])).then_some(all[0] as i128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_that_tools_round_differently_have_no_result() {
        let range = (0, 255);
        assert_eq!(requantized(7, 0.25, 1, range), Some(3));
        assert_eq!(requantized(10, 0.25, 0, range), Some(2), "2.5 is rounded to even");
        assert_eq!(requantized(10, 0.25, 1, range), None, "2 + 1 or 3.5 rounded to 4");
        assert_eq!([-5, 5000].map(|sum| requantized(sum, 1.0, 0, range)), [Some(0), Some(255)]);
        assert_eq!(requantized(1, f64::NAN, 0, range), None);
    }
}
