//! Text from files, escaped for terminals.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_control_the_terminal() {
        assert_eq!(one_line("a\u{1b}[2Jb\nc"), "a\\u{1b}[2Jb\\nc");
        assert_eq!(one_line("\u{202e}gpj.exe"), "\\u{202e}gpj.exe");
        assert!(matches!(one_line("größe 層"), Cow::Borrowed(_)));
    }
}
