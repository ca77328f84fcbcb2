//! The order of elements, as integers that are compared.
//!
//! The order is total, so that a least element does not depend on who is compared with whom first: NaN comes before
//! everything, then -inf, and -0 before +0. A greatest element is the least one of the order turned round, in which NaN
//! comes first again.

use std::marker::PhantomData;

use half::{bf16, f16};

use super::kernel::Fold;

/// Elements with keys that are ordered as the elements are.
pub(super) trait Ordered: Copy + Send + Sync {
    /// An integer.
    type Key: Copy + Ord + Send + Sync;
    /// What no key is greater than: the key of the greatest element.
    const LAST: Self::Key;

    /// The key; of the order turned round if asked.
    fn key(self, greatest: bool) -> Self::Key;

    /// The element of a key, a NaN as the type's quiet one.
    fn of_key(key: Self::Key, greatest: bool) -> Self;
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl Ordered for $type {
            type Key = $type;
            const LAST: $type = <$type>::MAX;

            #[inline(always)]
            fn key(self, greatest: bool) -> $type {
                if greatest { !self } else { self }
            }

            #[inline(always)]
            fn of_key(key: $type, greatest: bool) -> $type {
                if greatest { !key } else { key }
            }
        }
    )*};
}

integers! { i8, i16, i32, i64, u8, u16, u32, u64 }

macro_rules! floats {
    ($($type:ty: $unsigned:ty as $signed:ty, NaN $nan:expr, infinity $infinity:expr;)*) => {$(
        impl Ordered for $type {
            type Key = $signed;
            const LAST: $signed = <$signed>::MAX;

            #[inline(always)]
            fn key(self, greatest: bool) -> $signed {
                let bits = self.to_bits() as $signed;
                // Two's complement orders positive floats; of negative ones the magnitude is turned round.
                let total = bits ^ ((bits >> (<$signed>::BITS - 1)) as $unsigned >> 1) as $signed;
                let total = if greatest { !total } else { total };
                // NaN is at both ends. Rotated by the number of NaNs at the upper end, both are at the lower one.
                total.wrapping_add(<$signed>::MAX - $infinity)
            }

            #[inline(always)]
            fn of_key(key: $signed, greatest: bool) -> $type {
                if key < <$signed>::MIN + 2 * (<$signed>::MAX - $infinity) {
                    return <$type>::from_bits($nan);
                }
                let total = key.wrapping_sub(<$signed>::MAX - $infinity);
                let total = if greatest { !total } else { total };
                <$type>::from_bits((total ^ ((total >> (<$signed>::BITS - 1)) as $unsigned >> 1) as $signed) as $unsigned)
            }
        }
    )*};
}

floats! {
    f64: u64 as i64, NaN 0x7ff8_0000_0000_0000, infinity 0x7ff0_0000_0000_0000;
    f32: u32 as i32, NaN 0x7fc0_0000, infinity 0x7f80_0000;
    f16: u16 as i16, NaN 0x7e00, infinity 0x7c00;
    bf16: u16 as i16, NaN 0x7fc0, infinity 0x7f80;
}

impl Ordered for bool {
    type Key = u8;
    const LAST: u8 = u8::MAX;

    #[inline(always)]
    fn key(self, greatest: bool) -> u8 {
        u8::from(self != greatest)
    }

    #[inline(always)]
    fn of_key(key: u8, greatest: bool) -> bool {
        (key != 0) != greatest
    }
}

/// The least element, or the greatest.
pub(super) struct Extreme<T, const GREATEST: bool>(PhantomData<T>);

impl<T, const GREATEST: bool> Extreme<T, GREATEST> {
    pub(super) fn new() -> Self {
        Extreme(PhantomData)
    }
}

impl<T: Ordered, const GREATEST: bool> Fold for Extreme<T, GREATEST> {
    type Element = T;
    type State = T::Key;

    #[inline(always)]
    fn start(&self) -> T::Key {
        T::LAST
    }

    #[inline(always)]
    fn add(&self, state: T::Key, element: T) -> T::Key {
        state.min(element.key(GREATEST))
    }

    #[inline(always)]
    fn merge(&self, a: T::Key, b: T::Key) -> T::Key {
        a.min(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every element of a type in ascending order, NaN first.
    fn ascending<T: Ordered + PartialEq + std::fmt::Debug>(order: &[T]) {
        for (i, a) in order.iter().enumerate() {
            for (j, b) in order.iter().enumerate() {
                assert_eq!(a.key(false).cmp(&b.key(false)), i.cmp(&j), "{a:?} {b:?}");
                assert_eq!(a.key(true).cmp(&b.key(true)), j.cmp(&i), "{a:?} {b:?} turned round");
            }
            for greatest in [false, true] {
                assert_eq!(T::of_key(a.key(greatest), greatest), *a);
            }
        }
    }

    #[test]
    fn numbers_are_in_order() {
        ascending(&[f32::NEG_INFINITY, -1.0, -f32::from_bits(1)]);
        ascending(&[f64::MIN, -1.0, 0.0, f64::from_bits(1), 1.0, f64::MAX, f64::INFINITY]);
        ascending(&[i64::MIN, -1, 0, i64::MAX]);
        ascending(&[0, 1, 1 << 63, u64::MAX]);
        ascending(&[false, true]);
        assert!((-0.0f32).key(false) < 0.0f32.key(false) && (-0.0f32).key(true) > 0.0f32.key(true));
    }

    #[test]
    fn every_half_is_in_order_and_comes_back() {
        for greatest in [false, true] {
            for bits in 0..=u16::MAX {
                let (half, brain) = (f16::from_bits(bits), bf16::from_bits(bits));
                let (h, b) = (half.key(greatest), brain.key(greatest));
                // A NaN comes before the first number, which is -inf or +inf.
                let first = if greatest { f16::INFINITY.key(true) } else { f16::NEG_INFINITY.key(false) };
                assert_eq!(h < first, half.is_nan());
                let first = if greatest { bf16::INFINITY.key(true) } else { bf16::NEG_INFINITY.key(false) };
                assert_eq!(b < first, brain.is_nan());
                assert_eq!(f16::of_key(h, greatest).to_bits(), if half.is_nan() { 0x7e00 } else { bits });
                assert_eq!(bf16::of_key(b, greatest).to_bits(), if brain.is_nan() { 0x7fc0 } else { bits });
            }
        }
    }

    #[test]
    fn nothing_is_the_last() {
        assert_eq!(f32::of_key(f32::LAST, false), f32::INFINITY);
        assert_eq!(f32::of_key(f32::LAST, true), f32::NEG_INFINITY);
        assert_eq!((u8::of_key(u8::LAST, false), i64::of_key(i64::LAST, true)), (255, i64::MIN));
        assert_eq!((bool::of_key(bool::LAST, false), bool::of_key(bool::LAST, true)), (true, false));
    }
}
