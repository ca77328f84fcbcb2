//! The order of elements, as integers that are compared.
//!
//! The order is total, so that a minimum does not depend on the order of comparisons: NaN comes first, then -inf, and
//! -0 orders before +0. A maximum is the minimum of the reversed order, in which NaN is first again.
//!
//! Elements of every type are compared as signed integers of their width, so that one loop per width suffices.

use half::{bf16, f16};

use super::kernel::{Fold, rows, short_rows};
use super::word::Word;

/// Keys whose order is that of the elements.
pub(super) trait Order: Copy + Sync {
    type Word: Word;

    fn key(self, word: Self::Word) -> Self::Word;

    /// The element of a key. The greatest key is that of the last element.
    fn word(self, key: Self::Word) -> Self::Word;
}

/// Integers.
#[derive(Clone, Copy)]
pub(super) struct Integers<W> {
    /// The bits that convert to the order of signed integers.
    flip: W,
}

/// Floats.
#[derive(Clone, Copy)]
pub(super) struct Floats<W, const GREATEST: bool> {
    /// The number of NaNs of either sign.
    nans: W,
    /// The quiet NaN.
    nan: W,
}

impl<W: Word> Order for Integers<W> {
    type Word = W;

    #[inline(always)]
    fn key(self, word: W) -> W {
        word.xor(self.flip)
    }

    #[inline(always)]
    fn word(self, key: W) -> W {
        key.xor(self.flip)
    }
}

impl<W: Word, const GREATEST: bool> Order for Floats<W, GREATEST> {
    type Word = W;

    #[inline(always)]
    fn key(self, word: W) -> W {
        let total = if GREATEST { word.flipped().reverse() } else { word.flipped() };
        // NaN is at both ends. Rotating by the number of NaNs at the upper end moves both to the lower one.
        total.wrapping_add(self.nans)
    }

    #[inline(always)]
    fn word(self, key: W) -> W {
        let first = W::LAST.reverse().wrapping_add(self.nans).wrapping_add(self.nans);
        let total = key.wrapping_sub(self.nans);
        let word = if GREATEST { total.reverse().flipped() } else { total.flipped() };
        if key < first { self.nan } else { word }
    }
}

/// Rust types whose elements are ordered.
pub(super) trait Ordered: bytemuck::Pod {
    type Word: Word + bytemuck::Pod;
    type Least: Order<Word = Self::Word>;
    type Greatest: Order<Word = Self::Word>;

    const LEAST: Self::Least;
    const GREATEST: Self::Greatest;
}

macro_rules! integers {
    ($($type:ty as $word:ty, flip $flip:expr;)*) => {$(
        impl Ordered for $type {
            type Word = $word;
            type Least = Integers<$word>;
            type Greatest = Integers<$word>;

            const LEAST: Integers<$word> = Integers { flip: $flip };
            const GREATEST: Integers<$word> = Integers { flip: !$flip };
        }
    )*};
}

integers! {
    i8 as i8, flip 0; u8 as i8, flip i8::MIN;
    i16 as i16, flip 0; u16 as i16, flip i16::MIN;
    i32 as i32, flip 0; u32 as i32, flip i32::MIN;
    i64 as i64, flip 0; u64 as i64, flip i64::MIN;
}

macro_rules! floats {
    ($($type:ty as $word:ty, infinity $infinity:expr, NaN $nan:expr;)*) => {$(
        impl Ordered for $type {
            type Word = $word;
            type Least = Floats<$word, false>;
            type Greatest = Floats<$word, true>;

            const LEAST: Floats<$word, false> = Floats { nans: <$word>::MAX - $infinity, nan: $nan };
            const GREATEST: Floats<$word, true> = Floats { nans: <$word>::MAX - $infinity, nan: $nan };
        }
    )*};
}

floats! {
    f64 as i64, infinity 0x7ff0_0000_0000_0000, NaN 0x7ff8_0000_0000_0000;
    f32 as i32, infinity 0x7f80_0000, NaN 0x7fc0_0000;
    f16 as i16, infinity 0x7c00, NaN 0x7e00;
    bf16 as i16, infinity 0x7f80, NaN 0x7fc0;
}

/// The minimum key.
pub(super) struct Least<O>(pub(super) O);

impl<O: Order> Fold for Least<O> {
    type Element = O::Word;
    type State = O::Word;

    const ANY_ORDER: bool = true;

    #[inline(always)]
    fn start(&self) -> O::Word {
        O::Word::LAST
    }

    #[inline(always)]
    fn add(&self, state: O::Word, element: O::Word) -> O::Word {
        state.min(self.0.key(element))
    }

    #[inline(always)]
    fn merge(&self, a: O::Word, b: O::Word) -> O::Word {
        a.min(b)
    }

    #[inline(always)]
    fn short_rows(&self, data: &[O::Word], run: usize, states: &mut [O::Word]) {
        let key = |element: O::Word| self.0.key(element);
        match run {
            3 if size_of::<O::Word>() >= 4 => short_rows::rows_of::<_, 3>(data, states, key),
            _ if run.is_multiple_of(2) => short_rows::even_rows(data, run, states, key),
            _ => rows::one_by_one(self, data, run, states),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys<T: Ordered>(element: T) -> (T::Word, T::Word) {
        let word: T::Word = bytemuck::cast_slice(&[element])[0];
        (T::LEAST.key(word), T::GREATEST.key(word))
    }

    fn of_word<T: Ordered>(word: T::Word) -> T {
        bytemuck::cast(word)
    }

    /// Elements in ascending order.
    fn ascending<T: Ordered + PartialEq + std::fmt::Debug>(order: &[T]) {
        for (i, &a) in order.iter().enumerate() {
            for (j, &b) in order.iter().enumerate() {
                assert_eq!(keys(a).0.cmp(&keys(b).0), i.cmp(&j), "{a:?} {b:?}");
                assert_eq!(keys(a).1.cmp(&keys(b).1), j.cmp(&i), "{a:?} {b:?} reversed");
            }
            assert_eq!(of_word::<T>(T::LEAST.word(keys(a).0)), a);
            assert_eq!(of_word::<T>(T::GREATEST.word(keys(a).1)), a);
        }
    }

    #[test]
    fn numbers_are_ordered() {
        ascending(&[f32::NEG_INFINITY, -1.0, -f32::from_bits(1)]);
        ascending(&[f64::MIN, -1.0, 0.0, f64::from_bits(1), 1.0, f64::MAX, f64::INFINITY]);
        ascending(&[i64::MIN, -1, 0, i64::MAX]);
        ascending(&[0, 1, 1 << 63, u64::MAX]);
        assert!(keys(-0.0f32).0 < keys(0.0f32).0 && keys(-0.0f32).1 > keys(0.0f32).1);
    }

    #[test]
    fn every_f16_is_ordered_and_round_trips() {
        for half in (0..=u16::MAX).map(f16::from_bits) {
            let (least, greatest) = keys(half);
            // A NaN comes before the first number, which is -inf or +inf.
            assert_eq!(least < keys(f16::NEG_INFINITY).0, half.is_nan());
            assert_eq!(greatest < keys(f16::INFINITY).1, half.is_nan());
            let back = [of_word::<f16>(f16::LEAST.word(least)), of_word::<f16>(f16::GREATEST.word(greatest))];
            let expected = if half.is_nan() { 0x7e00 } else { half.to_bits() };
            assert_eq!(back.map(f16::to_bits), [expected; 2]);
        }
    }

    #[test]
    fn no_elements_order_last() {
        assert_eq!(of_word::<f32>(f32::LEAST.word(i32::LAST)), f32::INFINITY);
        assert_eq!(of_word::<f32>(f32::GREATEST.word(i32::LAST)), f32::NEG_INFINITY);
        assert_eq!(
            (of_word::<u8>(u8::LEAST.word(i8::LAST)), of_word::<i64>(i64::GREATEST.word(i64::LAST))),
            (255, i64::MIN)
        );
        assert_eq!(
            (of_word::<u32>(u32::GREATEST.word(i32::LAST)), of_word::<i16>(i16::LEAST.word(i16::LAST))),
            (0, i16::MAX)
        );
    }
}
