//! Elements as the signed integers of their width.

/// The bits of an element, as a signed integer.
pub(super) trait Word: Copy + Ord + Send + Sync {
    /// The greatest.
    const LAST: Self;

    fn xor(self, other: Self) -> Self;

    fn plus(self, other: Self) -> Self;

    fn minus(self, other: Self) -> Self;

    /// The magnitude turned round if the sign is set: two's complement from sign and magnitude, and back.
    fn turned(self) -> Self;

    /// All bits turned round: the reverse order.
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
            fn plus(self, other: $word) -> $word {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: $word) -> $word {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn turned(self) -> $word {
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
