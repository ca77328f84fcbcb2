//! Sums and products of integers, and what is made of them.

use std::marker::PhantomData;

use super::kernel::Fold;

/// Elements that are integers of at most 64 bits.
pub(super) trait Integer: Copy + Send + Sync {
    /// The number.
    fn wide(self) -> i128;

    /// The number modulo 2^64.
    fn low(self) -> u64;

    /// The number of the type that is equal modulo its range.
    fn wrapped(number: i128) -> Self;
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl Integer for $type {
            #[inline(always)]
            fn wide(self) -> i128 {
                self.into()
            }

            #[inline(always)]
            fn low(self) -> u64 {
                self as u64
            }

            fn wrapped(number: i128) -> $type {
                number as $type
            }
        }
    )*};
}

integers! { i8, i16, i32, i64, u8, u16, u32, u64 }

/// What of an element is added.
pub(super) trait Term: Send + Sync {
    /// Modulo 2^64.
    fn of(number: i128) -> u64;
}

/// The number itself.
pub(super) struct Plain;
/// Its magnitude.
pub(super) struct Magnitude;
/// Its square.
pub(super) struct Square;

impl Term for Plain {
    #[inline(always)]
    fn of(number: i128) -> u64 {
        number as u64
    }
}

impl Term for Magnitude {
    #[inline(always)]
    fn of(number: i128) -> u64 {
        number.unsigned_abs() as u64
    }
}

impl Term for Square {
    #[inline(always)]
    fn of(number: i128) -> u64 {
        (number as u64).wrapping_mul(number as u64)
    }
}

/// A way to fold elements that carries nothing.
macro_rules! folds {
    ($($(#[$doc:meta])* $fold:ident<E $(, $term:ident)?> of $state:ty {
        $start:expr; |$a:ident, $e:ident| $add:expr; |$b:ident, $c:ident| $merge:expr
    })*) => {$(
        $(#[$doc])*
        pub(super) struct $fold<E $(, $term)?>(PhantomData<(E, $($term)?)>);

        impl<E $(, $term)?> $fold<E $(, $term)?> {
            pub(super) fn new() -> Self {
                $fold(PhantomData)
            }
        }

        impl<E: Integer $(, $term: Term)?> Fold for $fold<E $(, $term)?> {
            type Element = E;
            type State = $state;

            #[inline(always)]
            fn start(&self) -> $state {
                $start
            }

            #[inline(always)]
            fn add(&self, $a: $state, $e: E) -> $state {
                $add
            }

            #[inline(always)]
            fn merge(&self, $b: $state, $c: $state) -> $state {
                $merge
            }
        }
    )*};
}

folds! {
    /// The sum of a term of each element modulo 2^64, so modulo the range of any narrower type too.
    Sum<E, T> of u64 { 0; |a, e| a.wrapping_add(T::of(e.wide())); |b, c| b.wrapping_add(c) }

    /// The product of the elements modulo 2^64.
    Product<E> of u64 { 1; |a, e| a.wrapping_mul(e.low()); |b, c| b.wrapping_mul(c) }

    /// The sum of the elements, exact: there are fewer than 2^63 of them.
    ExactSum<E> of i128 { 0; |a, e| a + e.wide(); |b, c| b + c }

    /// The sum of the squares, exact up to 2^128.
    ExactSquares<E> of u128 {
        0; |a, e| a.saturating_add(e.wide().unsigned_abs().pow(2)); |b, c| b.saturating_add(c)
    }

    /// The logarithm of the sum of exponentials, relative to the greatest element.
    LogSumExp<E> of Exponentials {
        Exponentials { greatest: i128::from(i64::MIN), sum: 0.0 };
        |a, e| a.plus(Exponentials { greatest: e.wide(), sum: 1.0 });
        |b, c| b.plus(c)
    }
}

/// The greatest number so far, and the sum of the exponentials of all numbers less that.
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

    /// The logarithm of the whole sum, cut off towards zero.
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
    fn a_logarithm_is_cut_off_towards_zero() {
        let of = |numbers: &[i64]| {
            let fold = LogSumExp::new();
            numbers.iter().fold(fold.start(), |state, &n| fold.add(state, n)).value()
        };
        assert_eq!(of(&[-7, 4]), 4);
        assert_eq!(of(&[-1, -3]), 0, "-0.87");
        assert_eq!(of(&[-9, -9]), -8, "-8.3");
        assert_eq!(of(&[i64::MAX; 3]), i128::from(i64::MAX) + 1);
        assert_eq!(of(&[i64::MIN]), i128::from(i64::MIN));
    }
}
