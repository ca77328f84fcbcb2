//! Elements as words of their width: code that moves elements needs only the width of their type.

/// Evaluates an expression with `$word` as the word of an element type of whole bytes, and `$other` for every other type.
macro_rules! by_word {
    ($element:expr, $word:ident => $made:expr, $other:expr) => {
        match ($element, $element.bits()) {
            // Aligned to half of its size only.
            (crate::element::ElementType::C64, _) => {
                type $word = [u32; 2];
                $made
            }
            (crate::element::ElementType::C128, _) => {
                type $word = [u64; 2];
                $made
            }
            (_, 8) => {
                type $word = u8;
                $made
            }
            (_, 16) => {
                type $word = u16;
                $made
            }
            (_, 32) => {
                type $word = u32;
                $made
            }
            (_, 64) => {
                type $word = u64;
                $made
            }
            _ => $other,
        }
    };
}
pub(crate) use by_word;
