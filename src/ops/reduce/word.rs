//! Elements as the signed integers of their width.

/// The bits of an element, as a signed integer.
pub(super) trait Word: Copy + Default + Ord + Send + Sync {
    /// The greatest.
    const LAST: Self;

    fn xor(self, other: Self) -> Self;

    fn wrapping_add(self, other: Self) -> Self;

    fn wrapping_sub(self, other: Self) -> Self;

    /// Flips the magnitude if the sign is set: converts sign and magnitude to two's complement, and back.
    fn flipped(self) -> Self;

    /// Flips all bits: the reverse order.
    fn reverse(self) -> Self;
}

macro_rules! words {
    ($($word:ty as $unsigned:ty),*) => {$(
        impl Word for $word {
            const LAST: $word = <$word>::MAX;

            #[inline(always)]
            fn xor(self, other: $word) -> $word {
                self ^ other
            }

            #[inline(always)]
            fn wrapping_add(self, other: $word) -> $word {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn wrapping_sub(self, other: $word) -> $word {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn flipped(self) -> $word {
                self ^ ((self >> (<$word>::BITS - 1)) as $unsigned >> 1) as $word
            }

            #[inline(always)]
            fn reverse(self) -> $word {
                !self
            }
        }
    )*};
}

words! { i8 as u8, i16 as u16, i32 as u32, i64 as u64 }
