//! Text from files, escaped for terminals, and bytes as text.

use std::borrow::Cow;

/// The text with line breaks and other control characters escaped, so that a name in a file can neither start a line nor
/// control the terminal. Reports show names in this way. What GitHub obeys in the output of a step is escaped as well: `::` at
/// the start, and the second `#` of `##[`, with and without the bracket.
///
/// ```
/// use shapewright::render::one_line;
///
/// assert_eq!(one_line("a\u{1b}[2J\n"), r"a\u{1b}[2J\n");
/// assert_eq!(one_line("::error::x"), r"\u{3a}:error::x");
/// assert_eq!(one_line("##[error]x"), r"#\u{23}[error]x");
/// ```
pub fn one_line(text: &str) -> Cow<'_, str> {
    let Some(escapes) = Escapes::of(text) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len() + 8);
    text.char_indices().for_each(|of| escapes.push(&mut out, of));
    Cow::Owned(out)
}

/// Writes what [`one_line`] returns, piece by piece: of a long text, it may have six times the bytes.
#[cfg(feature = "cli")]
pub(crate) fn write_one_line(out: &mut dyn std::io::Write, text: &str) -> std::io::Result<()> {
    const PIECE: usize = 8 << 10;
    let Some(escapes) = Escapes::of(text) else { return out.write_all(text.as_bytes()) };
    let mut piece = String::with_capacity(text.len().min(PIECE) + 16);
    for of in text.char_indices() {
        escapes.push(&mut piece, of);
        if piece.len() >= PIECE {
            out.write_all(piece.as_bytes())?;
            piece.clear();
        }
    }
    out.write_all(piece.as_bytes())
}

/// What is escaped in a text.
struct Escapes<'t> {
    text: &'t str,
    /// The position of `::` at its start.
    command: Option<usize>,
}

impl<'t> Escapes<'t> {
    /// `None` if nothing is.
    fn of(text: &'t str) -> Option<Escapes<'t>> {
        let is_plain = |byte: u8| byte != b'#' && (b' '..=b'~').contains(&byte);
        if !matches!(text.as_bytes().first(), Some(b' ' | b':')) && text.bytes().all(is_plain) {
            return None;
        }
        let command = text.trim_start().starts_with("::").then(|| text.len() - text.trim_start().len());
        let any = command.is_some() || text.chars().any(|c| c == '#' || is_control(c));
        any.then_some(Escapes { text, command })
    }

    fn push(&self, out: &mut String, (at, c): (usize, char)) {
        if self.command == Some(at) || is_second_hash(self.text, at, c) {
            out.extend(c.escape_unicode());
        } else if is_control(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
}

/// Whether this character of a text is a `#` after another one. In the output of a step, GitHub obeys `##[command]` anywhere in
/// a line; that the bracket follows is not required, because other text may follow this one.
pub(crate) fn is_second_hash(text: &str, at: usize, c: char) -> bool {
    c == '#' && text.as_bytes()[..at].ends_with(b"#")
}

/// Whether a character does not show as itself: control characters, those that change the direction of text, and those that
/// Unicode lets programs ignore (`Default_Ignorable_Code_Point`), with which names that differ look alike.
pub(crate) fn is_control(c: char) -> bool {
    if c < '\u{ad}' {
        return c.is_control();
    }
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
        // Noncharacters, which XML cannot contain.
        || matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe
}

/// The text with such characters replaced, other than those of ASCII, and with it each `#` after another one: one character
/// for one, so that columns remain.
#[cfg(feature = "text")]
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let shown = |(at, c): (usize, char)| match !c.is_ascii() && is_control(c) || is_second_hash(text, at, c) {
        true => '\u{fffd}',
        false => c,
    };
    if text.is_ascii() && !text.contains("##") {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.char_indices().map(shown).collect())
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
        assert_eq!(
            one_line("a\u{200b}b\u{feff}\u{e0041}\u{9b}\u{ffff}"),
            "a\\u{200b}b\\u{feff}\\u{e0041}\\u{9b}\\u{ffff}"
        );
        assert!(matches!(one_line("größe 層 🙂 \u{fffd}"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_name_is_no_command_of_a_workflow() {
        assert_eq!(one_line("\u{a0} ::error::x"), "\u{a0} \\u{3a}:error::x");
        assert_eq!(one_line("aten::add # 1"), "aten::add # 1");
        assert_eq!(one_line("##[error]x###"), "#\\u{23}[error]x#\\u{23}\\u{23}");
        assert_eq!(one_line("\n::error"), "\\n\\u{3a}:error");
    }

    #[cfg(feature = "cli")]
    #[test]
    fn a_long_text_is_written_in_pieces() {
        struct Pieces(Vec<usize>, Vec<u8>);
        impl std::io::Write for Pieces {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.0.push(bytes.len());
                self.1.write(bytes)
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        for text in ["x", "", " ::a##b\u{1b}", &"#".repeat(100_000), &"\u{e0041}ö".repeat(10_000)] {
            let mut out = Pieces(Vec::new(), Vec::new());
            write_one_line(&mut out, text).expect("memory");
            assert_eq!(String::from_utf8(out.1).expect("UTF-8"), one_line(text));
            assert!(out.0.iter().all(|piece| *piece < 9_000), "{:?}", out.0);
        }
    }

    #[cfg(feature = "text")]
    #[test]
    fn columns_of_visible_text_are_those_of_the_text() {
        assert_eq!(visible("a\u{9b}b\u{200b}\n\u{e0041}c"), "a\u{fffd}b\u{fffd}\n\u{fffd}c");
        assert_eq!(visible("größe\n\t"), "größe\n\t");
        assert_eq!(visible("# ##[x]"), "# #\u{fffd}[x]");
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
