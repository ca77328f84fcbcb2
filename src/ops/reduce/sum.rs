//! Sums and products of floats, and functions of them.

use std::marker::PhantomData;

use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};

use super::kernel::{Fold, LANES, add_lanes};

/// Chunks that are converted together, so few that they stay in the cache.
const CONVERTED: usize = 16;

/// Elements that are real numbers.
pub(super) trait Real: Copy + Send + Sync {
    /// The accumulator of such elements, which is more precise than they are.
    type Total: Total;
    /// A type that has all of these numbers and is fast to add.
    type Wide: Real<Total = Self::Total>;

    /// The number.
    fn real(self) -> f64;

    /// Calls `add` with all chunks, converted.
    fn widen(chunks: &[[Self; LANES]], add: impl FnMut(&[[Self::Wide; LANES]]));
}

/// Passes the chunks as they are.
#[inline(always)]
fn unchanged<E>(chunks: &[[E; LANES]], mut add: impl FnMut(&[[E; LANES]])) {
    add(chunks);
}

/// Converts the chunks with the processor's own instructions, if it has them. The compiler does not use these for [`of_half`].
#[inline(always)]
fn converted<E>(chunks: &[[E; LANES]], mut add: impl FnMut(&[[f32; LANES]]))
where
    [E]: HalfFloatSliceExt,
{
    let mut wide = [[0.0; LANES]; CONVERTED];
    for chunks in chunks.chunks(CONVERTED) {
        let wide = &mut wide[..chunks.len()];
        chunks.as_flattened().convert_to_f32_slice(wide.as_flattened_mut());
        add(wide);
    }
}

/// As in the `half` crate, in a form that the compiler vectorizes.
#[inline(always)]
fn of_half(half: f16) -> f64 {
    let bits = u32::from(half.to_bits());
    let magnitude = (bits & 0x7fff) << 13;
    // Applies the exponent's bias by an exact multiplication, which also handles subnormal numbers.
    let finite = f32::from_bits(magnitude) * f32::from_bits((254 - 15) << 23);
    let special = f32::from_bits(magnitude | 0x7f80_0000);
    let magnitude = if bits & 0x7c00 == 0x7c00 { special } else { finite };
    f64::from(f32::from_bits(magnitude.to_bits() | (bits & 0x8000) << 16))
}

#[inline(always)]
fn of_bf16(half: bf16) -> f64 {
    f64::from(f32::from_bits(u32::from(half.to_bits()) << 16))
}

/// A sum of numbers.
pub(super) trait Total: Copy + Send + Sync {
    /// The empty sum: -0, which preserves even a -0.
    const NOTHING: Self;

    fn plus(self, number: f64) -> Self;

    fn merge(self, other: Self) -> Self;

    fn value(self) -> f64;

    /// Adds a term of each element to its lane, chunk by chunk.
    #[inline(always)]
    fn add_lanes<E: Real<Total = Self>, T: Term>(lanes: &mut [Self; LANES], chunks: &[[E; LANES]]) {
        add_lanes(&Sum::<E, T>::new(), lanes, chunks);
    }
}

impl Total for f64 {
    const NOTHING: f64 = -0.0;

    #[inline(always)]
    fn plus(self, number: f64) -> f64 {
        self + number
    }

    #[inline(always)]
    fn merge(self, other: f64) -> f64 {
        self + other
    }

    fn value(self) -> f64 {
        self
    }
}

/// A sum and its rounding errors.
#[derive(Clone, Copy)]
pub(super) struct Compensated {
    sum: f64,
    lost: f64,
}

impl Total for Compensated {
    const NOTHING: Compensated = Compensated { sum: -0.0, lost: 0.0 };

    #[inline(always)]
    fn plus(self, number: f64) -> Compensated {
        let sum = self.sum + number;
        let added = sum - self.sum;
        let lost = (self.sum - (sum - added)) + (number - added);
        Compensated { sum, lost: self.lost + lost }
    }

    #[inline(always)]
    fn merge(self, other: Compensated) -> Compensated {
        let both = self.plus(other.sum);
        Compensated { sum: both.sum, lost: both.lost + other.lost }
    }

    fn value(self) -> f64 {
        // For an infinite sum, the rounding error is NaN; for -0, there is none.
        if self.sum.is_finite() && self.lost != 0.0 { self.sum + self.lost } else { self.sum }
    }

    /// Sums and errors are in arrays of their own, so that the compiler vectorizes the loop.
    #[inline(always)]
    fn add_lanes<E: Real<Total = Self>, T: Term>(lanes: &mut [Self; LANES], chunks: &[[E; LANES]]) {
        let (mut sums, mut lost) = (lanes.map(|lane| lane.sum), lanes.map(|lane| lane.lost));
        for chunk in chunks {
            for ((sum, lost), element) in sums.iter_mut().zip(&mut lost).zip(chunk) {
                Compensated { sum: *sum, lost: *lost } =
                    Compensated { sum: *sum, lost: *lost }.plus(T::apply(element.real()));
            }
        }
        for ((lane, sum), lost) in lanes.iter_mut().zip(sums).zip(lost) {
            *lane = Compensated { sum, lost };
        }
    }
}

macro_rules! real {
    ($($type:ty: $total:ty, $real:expr, $wide:ty, $widen:expr;)*) => {$(
        impl Real for $type {
            type Total = $total;
            type Wide = $wide;

            #[inline(always)]
            fn real(self) -> f64 {
                $real(self)
            }

            #[inline(always)]
            fn widen(chunks: &[[Self; LANES]], add: impl FnMut(&[[$wide; LANES]])) {
                $widen(chunks, add)
            }
        }
    )*};
}

real! {
    f64: Compensated, |x| x, f64, unchanged;
    f32: f64, f64::from, f32, unchanged;
    f16: f64, of_half, f32, converted;
    bf16: f64, of_bf16, bf16, unchanged;
}

/// The function of an element that is added.
pub(super) trait Term: Send + Sync {
    fn apply(number: f64) -> f64;
}

/// The number itself.
pub(super) struct Plain;
/// Its magnitude.
pub(super) struct Magnitude;
/// Its square.
pub(super) struct Square;

impl Term for Plain {
    #[inline(always)]
    fn apply(number: f64) -> f64 {
        number
    }
}

impl Term for Magnitude {
    #[inline(always)]
    fn apply(number: f64) -> f64 {
        number.abs()
    }
}

impl Term for Square {
    #[inline(always)]
    fn apply(number: f64) -> f64 {
        number * number
    }
}

/// The sum of a term of each element.
pub(super) struct Sum<E, T>(PhantomData<(E, T)>);

impl<E, T> Sum<E, T> {
    pub(super) fn new() -> Self {
        Sum(PhantomData)
    }
}

impl<E: Real, T: Term> Fold for Sum<E, T> {
    type Element = E;
    type State = E::Total;

    const ANY_ORDER: bool = false;

    #[inline(always)]
    fn start(&self) -> E::Total {
        E::Total::NOTHING
    }

    #[inline(always)]
    fn add(&self, state: E::Total, element: E) -> E::Total {
        state.plus(T::apply(element.real()))
    }

    #[inline(always)]
    fn merge(&self, a: E::Total, b: E::Total) -> E::Total {
        a.merge(b)
    }

    #[inline(always)]
    fn add_lanes(&self, lanes: &mut [E::Total; LANES], chunks: &[[E; LANES]]) {
        E::widen(
            chunks,
            #[inline(always)]
            |chunks| E::Total::add_lanes::<_, T>(lanes, chunks),
        );
    }
}

/// The product of the elements.
pub(super) struct Product<E>(PhantomData<E>);

impl<E> Product<E> {
    pub(super) fn new() -> Self {
        Product(PhantomData)
    }
}

impl<E: Real> Fold for Product<E> {
    type Element = E;
    type State = f64;

    const ANY_ORDER: bool = false;

    #[inline(always)]
    fn start(&self) -> f64 {
        1.0
    }

    #[inline(always)]
    fn add(&self, state: f64, element: E) -> f64 {
        state * element.real()
    }

    #[inline(always)]
    fn merge(&self, a: f64, b: f64) -> f64 {
        a * b
    }

    #[inline(always)]
    fn add_lanes(&self, lanes: &mut [f64; LANES], chunks: &[[E; LANES]]) {
        E::widen(
            chunks,
            #[inline(always)]
            |chunks| add_lanes(&Product::<E::Wide>::new(), lanes, chunks),
        );
    }
}

/// The logarithm of the sum of exponentials, relative to the greatest element, so that none overflows.
pub(super) struct LogSumExp<E>(PhantomData<E>);

/// The greatest number so far, and the sum of the exponentials of all numbers relative to it.
#[derive(Clone, Copy)]
pub(super) struct Exponentials {
    greatest: f64,
    sum: f64,
}

impl<E> LogSumExp<E> {
    pub(super) fn new() -> Self {
        LogSumExp(PhantomData)
    }
}

impl Exponentials {
    pub(super) fn value(self) -> f64 {
        if self.greatest.is_finite() { self.greatest + self.sum.ln() } else { self.greatest }
    }
}

impl<E: Real> Fold for LogSumExp<E> {
    type Element = E;
    type State = Exponentials;

    const ANY_ORDER: bool = false;

    fn start(&self) -> Exponentials {
        Exponentials { greatest: f64::NEG_INFINITY, sum: 0.0 }
    }

    fn add(&self, state: Exponentials, element: E) -> Exponentials {
        self.merge(state, Exponentials { greatest: element.real(), sum: 1.0 })
    }

    fn merge(&self, a: Exponentials, b: Exponentials) -> Exponentials {
        if a.greatest.is_nan() || b.greatest.is_nan() {
            return Exponentials { greatest: f64::NAN, sum: f64::NAN };
        }
        let (high, low) = if a.greatest >= b.greatest { (a, b) } else { (b, a) };
        // If the greatest is infinite, the sum is meaningless and not used.
        let scale = if high.greatest == low.greatest { 1.0 } else { (low.greatest - high.greatest).exp() };
        Exponentials { greatest: high.greatest, sum: high.sum + low.sum * scale }
    }
}

/// The number as a float of at least 24 bits, rounded to odd: rounding it to fewer than 23 bits equals rounding the
/// number at once.
pub(super) fn to_odd(number: f64) -> f32 {
    let near = number as f32;
    if f64::from(near) == number || near.is_nan() {
        return near;
    }
    let away = f64::from(near).abs() > number.abs();
    let towards_zero = near.to_bits() - u32::from(away);
    f32::from_bits(towards_zero | 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compensation_recovers_rounding_errors() {
        let numbers = [1.0, 1e100, 1.0, -1e100];
        let sum = numbers.iter().fold(Compensated::NOTHING, |sum, &n| sum.plus(n));
        assert_eq!(sum.value(), 2.0);
        let split = Compensated::NOTHING.plus(1.0).plus(1e100);
        let rest = Compensated::NOTHING.plus(1.0).plus(-1e100);
        assert_eq!(split.merge(rest).value(), 2.0);
        let beyond = Compensated::NOTHING.plus(f64::MAX).plus(f64::MAX);
        assert_eq!(beyond.value(), f64::INFINITY);
        assert!(beyond.plus(f64::NEG_INFINITY).value().is_nan());
        assert!(Compensated::NOTHING.plus(-0.0).value().is_sign_negative());
    }

    #[test]
    fn every_half() {
        for half in (0..=u16::MAX).map(f16::from_bits) {
            let (found, expected) = (half.real(), half.to_f64());
            assert!(found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan()), "{half:?}");
        }
    }

    #[test]
    fn converted_halves_are_the_same_numbers() {
        let halves: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
        let (chunks, _) = halves.as_chunks::<LANES>();
        // The last conversion has fewer chunks than the others.
        let chunks = &chunks[..chunks.len() - 1];
        let mut numbers = Vec::new();
        f16::widen(chunks, |wide| numbers.extend(wide.as_flattened().iter().map(|number| number.real())));
        assert_eq!(numbers.len(), chunks.len() * LANES);
        for (half, number) in halves.iter().zip(numbers) {
            let expected = half.to_f64();
            assert!(number.to_bits() == expected.to_bits() || (number.is_nan() && expected.is_nan()), "{half:?}");
        }
    }

    #[test]
    fn one_rounding() {
        // Halfway between two f16 values, plus slightly more than f32 can represent.
        let tie = 1.0 + 2f64.powi(-11);
        let above = tie + 2f64.powi(-40);
        assert_eq!(f16::from_f32(to_odd(tie)).to_bits(), 0x3c00);
        assert_eq!(f16::from_f32(to_odd(above)).to_bits(), 0x3c01);
        assert_eq!(f16::from_f32(to_odd(-above)).to_bits(), 0xbc01);
        assert_eq!(bf16::from_f32(to_odd(f64::MAX)), bf16::INFINITY);
        assert_eq!(to_odd(f64::from_bits(1)), f32::from_bits(1));
        assert_eq!(to_odd(f64::NEG_INFINITY), f32::NEG_INFINITY);
    }

    #[test]
    fn log_sum_exp_does_not_overflow() {
        let of = |numbers: &[f64]| {
            let fold = LogSumExp::new();
            numbers.iter().fold(fold.start(), |state, &n| fold.add(state, n)).value()
        };
        assert_eq!(of(&[1000.0, 1000.0]), 1000.0 + 2f64.ln());
        assert_eq!(of(&[f64::NEG_INFINITY, f64::NEG_INFINITY]), f64::NEG_INFINITY);
        assert_eq!(of(&[1.0, f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY]), f64::INFINITY);
        assert!(of(&[f64::INFINITY, f64::NAN]).is_nan() && of(&[f64::NAN, f64::INFINITY]).is_nan());
        assert_eq!(of(&[f64::NEG_INFINITY, -3.0]), -3.0);
    }
}
