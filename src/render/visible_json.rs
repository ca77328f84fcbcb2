//! JSON that shows everything in it.

use std::io::{self, Write};

use serde_json::ser::{Formatter, Serializer};

use crate::escape::{is_control, is_second_hash};

/// Writes a value as JSON without white space.
///
/// # Errors
/// The output cannot be written.
pub(crate) fn write_json(out: impl Write, value: &(impl serde::Serialize + ?Sized)) -> io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, Visible))?)
}

/// A list whose items are made while they are written: there may be one for each node.
#[cfg(feature = "cli")]
pub(super) struct Each<I>(pub(super) I);

#[cfg(feature = "cli")]
impl<I: Iterator<Item: serde::Serialize> + Clone> serde::Serialize for Each<I> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

/// Escapes what does not show as itself, and what GitHub obeys in the output of a step: JSON must not control what prints it
/// either.
struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut plain = 0;
        let active = |&(at, c): &(usize, char)| is_control(c) || is_second_hash(fragment, at, c);
        for (at, c) in fragment.char_indices().filter(active) {
            out.write_all(&fragment.as_bytes()[plain..at])?;
            plain = at + c.len_utf8();
            c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| out.write_all(&unit_escape(*unit)))?;
        }
        out.write_all(&fragment.as_bytes()[plain..])
    }
}

/// `\u202e`: it is not formatted, because a text that is written very often may consist of such characters.
fn unit_escape(unit: u16) -> [u8; 6] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let [a, b, c, d] = [12, 8, 4, 0].map(|shift| DIGITS[usize::from(unit >> shift & 15)]);
    [b'\\', b'u', a, b, c, d]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped_and_read_back() {
        let text = "a\u{202e}b\u{9b}\u{7f}\u{e0041}c\u{200d}\"\\\nd\u{feff} é # ##[x]";
        let mut out = Vec::new();
        write_json(&mut out, &[text]).expect("memory");
        let json = String::from_utf8(out).expect("UTF-8");
        assert_eq!(json, r#"["a\u202eb\u009b\u007f\udb40\udc41c\u200d\"\\\nd\ufeff é # #\u0023[x]"]"#);
        assert_eq!(serde_json::from_str::<[String; 1]>(&json).expect("JSON"), [text]);
    }
}
