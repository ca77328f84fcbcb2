//! Sums and products of integers, and functions of them.

use std::marker::PhantomData;

use super::kernel::Fold;

/// Integers as signed integers of their width.
pub(super) trait Integer: Copy + Default + Into<i128> + Send + Sync + bytemuck::Pod {
    const BITS: u32;

    /// The congruent value modulo 2 to the number of bits.
    fn wrapped(number: i128) -> Self;

    fn wrapping_add(self, other: Self) -> Self;

    fn wrapping_mul(self, other: Self) -> Self;

    fn wrapping_abs(self) -> Self;
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl Integer for $type {
            const BITS: u32 = <$type>::BITS;

            fn wrapped(number: i128) -> $type {
                number as $type
            }

            #[inline(always)]
            fn wrapping_add(self, other: $type) -> $type {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn wrapping_mul(self, other: $type) -> $type {
                self.wrapping_mul(other)
            }

            #[inline(always)]
            fn wrapping_abs(self) -> $type {
                self.wrapping_abs()
            }
        }
    )*};
}

integers! { i8, i16, i32, i64 }

/// How elements are interpreted.
#[derive(Clone, Copy)]
pub(super) struct Elements<W> {
    /// The offset of a negative element: nonzero for unsigned types.
    lift: i128,
    word: PhantomData<W>,
}

impl<W: Integer> Elements<W> {
    pub(super) fn new(unsigned: bool) -> Elements<W> {
        Elements { lift: if unsigned { 1 << W::BITS } else { 0 }, word: PhantomData }
    }

    #[inline(always)]
    fn number(self, word: W) -> i128 {
        let number: i128 = word.into();
        if number < 0 { number + self.lift } else { number }
    }
}

macro_rules! modular {
    ($($(#[$doc:meta])* $fold:ident { $start:expr; |$a:ident, $word:ident| $add:expr; $merge:ident })*) => {$(
        $(#[$doc])*
        pub(super) struct $fold<W>(pub(super) PhantomData<W>);

        impl<W: Integer> Fold for $fold<W> {
            type Element = W;
            type State = W;

            const ANY_ORDER: bool = true;

            #[inline(always)]
            fn start(&self) -> W {
                W::wrapped($start)
            }

            #[inline(always)]
            fn add(&self, $a: W, $word: W) -> W {
                $add
            }

            #[inline(always)]
            fn merge(&self, a: W, b: W) -> W {
                a.$merge(b)
            }
        }
    )*};
}

// Modulo the range of the type, in which signed and unsigned integers are the same, but for magnitudes: those are of
// signed integers.
modular! {
    WrappedSum { 0; |sum, word| sum.wrapping_add(word); wrapping_add }
    WrappedMagnitudes { 0; |sum, word| sum.wrapping_add(word.wrapping_abs()); wrapping_add }
    WrappedSquares { 0; |sum, word| sum.wrapping_add(word.wrapping_mul(word)); wrapping_add }
    WrappedProduct { 1; |product, word| product.wrapping_mul(word); wrapping_mul }
}

macro_rules! exact {
    ($($(#[$doc:meta])* $fold:ident of $state:ty, any order $any_order:literal {
        $start:expr; |$a:ident, $number:ident| $add:expr; |$b:ident, $c:ident| $merge:expr
    })*) => {$(
        $(#[$doc])*
        pub(super) struct $fold<W>(pub(super) Elements<W>);

        impl<W: Integer> Fold for $fold<W> {
            type Element = W;
            type State = $state;

            const ANY_ORDER: bool = $any_order;

            #[inline(always)]
            fn start(&self) -> $state {
                $start
            }

            #[inline(always)]
            fn add(&self, $a: $state, word: W) -> $state {
                let $number = self.0.number(word);
                $add
            }

            #[inline(always)]
            fn merge(&self, $b: $state, $c: $state) -> $state {
                $merge
            }
        }
    )*};
}

exact! {
    /// The sum, if it has no more than 63 bits and a sign.
    ShortSum of i64, any order true { 0; |a, number| a.wrapping_add(number as i64); |b, c| b.wrapping_add(c) }

    /// The sum. It does not overflow: there are fewer than 2^63 elements.
    Sum of i128, any order true { 0; |a, number| a + number; |b, c| b + c }

    /// The sum of the squares.
    Squares of Large, any order true { Large::default(); |a, number| a.plus(Large::square(number)); |b, c| b.plus(c) }

    /// The logarithm of the sum of exponentials, relative to the greatest element, rounded at every step.
    LogSumExp of Exponentials, any order false {
        Exponentials { greatest: i128::from(i64::MIN), sum: 0.0 };
        |a, number| a.plus(Exponentials { greatest: number, sum: 1.0 });
        |b, c| b.plus(c)
    }
}

/// A 192-bit number.
#[derive(Clone, Copy, Default)]
pub(super) struct Large {
    low: u128,
    high: u64,
}

impl Large {
    /// The square of a number of at most 64 bits.
    #[inline(always)]
    fn square(number: i128) -> Large {
        let magnitude = u128::from(number.unsigned_abs() as u64);
        Large { low: magnitude * magnitude, high: 0 }
    }

    #[inline(always)]
    fn plus(self, other: Large) -> Large {
        let (low, carry) = self.low.overflowing_add(other.low);
        Large { low, high: self.high + other.high + u64::from(carry) }
    }

    /// The truncated square root; 2^64 if it is greater.
    pub(super) fn root(self) -> i128 {
        if self.high > 0 { 1 << 64 } else { self.low.isqrt() as i128 }
    }
}

/// The greatest number so far, and the sum of the exponentials of all numbers relative to it.
#[derive(Clone, Copy)]
pub(super) struct Exponentials {
    greatest: i128,
    sum: f64,
}

impl Exponentials {
    fn plus(self, other: Exponentials) -> Exponentials {
        let (high, low) = if self.greatest >= other.greatest { (self, other) } else { (other, self) };
        let scale = ((low.greatest - high.greatest) as f64).exp();
        Exponentials { greatest: high.greatest, sum: high.sum + low.sum * scale }
    }

    /// The logarithm of the sum, truncated toward zero.
    pub(super) fn value(self) -> i128 {
        let more = self.sum.ln();
        let up = self.greatest + more.ceil() as i128;
        if up <= 0 { up } else { self.greatest + more.floor() as i128 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_exact() {
        let of = |numbers: &[u64]| {
            let fold = Squares(Elements::new(true));
            numbers.iter().fold(fold.start(), |state, &n| fold.add(state, n as i64))
        };
        assert_eq!(of(&[3, 4]).root(), 5);
        assert_eq!(of(&[u64::MAX]).root(), u64::MAX.into());
        assert_eq!(of(&[u64::MAX; 4]).root(), 1 << 64);
    }

    #[test]
    fn logarithms_truncate_toward_zero() {
        let of = |numbers: &[i64]| {
            let fold = LogSumExp(Elements::new(false));
            numbers.iter().fold(fold.start(), |state, &n| fold.add(state, n)).value()
        };
        assert_eq!(of(&[-7, 4]), 4);
        assert_eq!(of(&[-1, -3]), 0, "-0.87");
        assert_eq!(of(&[-9, -9]), -8, "-8.3");
        assert_eq!(of(&[i64::MAX; 3]), i128::from(i64::MAX) + 1);
        assert_eq!(of(&[i64::MIN]), i128::from(i64::MIN));
    }
}
