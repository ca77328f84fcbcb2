//! Text from files, escaped for terminals, and bytes as text.

use std::borrow::Cow;

/// The text with line breaks and other control characters escaped, so that a name in a file can neither start a line nor
/// control the terminal.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_control(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// Control characters, and those that change the direction of text.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Base 64 with padding.
#[cfg(feature = "render")]
pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for digit in 0..4 {
            let value = (word >> (18 - 6 * digit)) as usize % 64;
            out.push(if digit <= chunk.len() { char::from(DIGITS[value]) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_control_the_terminal() {
        assert_eq!(one_line("a\u{1b}[2Jb\nc"), "a\\u{1b}[2Jb\\nc");
        assert_eq!(one_line("\u{202e}gpj.exe"), "\\u{202e}gpj.exe");
        assert!(matches!(one_line("größe 層"), Cow::Borrowed(_)));
    }

    #[cfg(feature = "render")]
    #[test]
    fn base64_follows_rfc_4648() {
        for (text, code) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(text.as_bytes()), code);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }
}
