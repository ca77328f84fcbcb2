//! Text files in any encoding, converted to UTF-8; locations refer to the text that an editor shows.

use std::borrow::Cow;

use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::rules::invalid_utf8;
use crate::source::Span;

/// The text of a file, without a byte order mark. The finding reports bytes that are not text.
pub(crate) fn text_of(bytes: &[u8]) -> (Cow<'_, str>, Option<Diagnostic>) {
    if let Some(text) = decode_wide(bytes) {
        return (Cow::Owned(text), None);
    }
    let (mark, body) = bytes.strip_prefix(b"\xEF\xBB\xBF").map_or((false, bytes), |body| (true, body));
    let at = match std::str::from_utf8(body) {
        Ok(text) => return (Cow::Borrowed(text), None),
        Err(error) => error.valid_up_to(),
    };
    if !mark && declares_latin1(body) {
        return (body.iter().map(|&b| char::from(b)).collect(), None);
    }
    (String::from_utf8_lossy(body), Some(invalid(body, at)))
}

fn invalid(bytes: &[u8], at: usize) -> Diagnostic {
    let byte = bytes.get(at).copied().unwrap_or(0);
    let place = Place::bytes(Span::new(at as u64, at as u64 + 3));
    Diagnostic::new(&invalid_utf8::RULE, place, format!("byte 0x{byte:02x} is not valid UTF-8"))
        .note("it is read as U+FFFD, as is every further one")
        .help("save the file as UTF-8, or declare its encoding in `<?xml … encoding=\"…\"?>`")
        .data("byte", u64::from(byte))
}

/// An encoding with units of two or four bytes.
struct Wide {
    /// The length of the byte order mark.
    mark: usize,
    width: usize,
    big: bool,
}

/// UTF-32 and UTF-16 of either byte order, detected by the mark or by how markup and white space start.
fn wide(bytes: &[u8]) -> Option<Wide> {
    let text_start = |b: u8| matches!(b, b'<' | b' ' | b'\t' | b'\r' | b'\n');
    let (mark, width, big) = match bytes {
        [0xFF, 0xFE, 0, 0, ..] => (4, 4, false),
        [0, 0, 0xFE, 0xFF, ..] => (4, 4, true),
        [0xFF, 0xFE, ..] => (2, 2, false),
        [0xFE, 0xFF, ..] => (2, 2, true),
        [b, 0, 0, 0, ..] if text_start(*b) => (0, 4, false),
        [0, 0, 0, b, ..] if text_start(*b) => (0, 4, true),
        [b, 0, c, 0, ..] if text_start(*b) && *c != 0 => (0, 2, false),
        [0, b, 0, c, ..] if text_start(*b) && *c != 0 => (0, 2, true),
        _ => return None,
    };
    Some(Wide { mark, width, big })
}

fn decode_wide(bytes: &[u8]) -> Option<String> {
    let Wide { mark, width, big } = wide(bytes)?;
    let units = bytes[mark..].chunks(width).map(|unit| {
        let value = |n, &b: &u8| (n << 8) | u32::from(b);
        if big { unit.iter().fold(0, value) } else { unit.iter().rev().fold(0, value) }
    });
    if width == 4 {
        return Some(units.map(|u| char::from_u32(u).unwrap_or(char::REPLACEMENT_CHARACTER)).collect());
    }
    let chars = char::decode_utf16(units.map(|u| u as u16));
    Some(chars.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

/// A text in the encoding of a file, with its byte order mark; `None` if that encoding cannot represent it.
pub(crate) fn encode_like(file: &[u8], text: &str) -> Option<Vec<u8>> {
    let Some(Wide { mark, width, big }) = wide(file) else {
        return match file.strip_prefix(b"\xEF\xBB\xBF") {
            Some(_) => Some([b"\xEF\xBB\xBF", text.as_bytes()].concat()),
            None if std::str::from_utf8(file).is_ok() => Some(text.as_bytes().to_vec()),
            None if declares_latin1(file) => text.chars().map(|c| u8::try_from(c).ok()).collect(),
            None => None,
        };
    };
    let mut out = file[..mark].to_vec();
    let mut push = |unit: u32| {
        let bytes = if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        out.extend_from_slice(if big { &bytes[4 - width..] } else { &bytes[..width] });
    };
    match width {
        4 => text.chars().for_each(|c| push(c.into())),
        _ => text.encode_utf16().for_each(|unit| push(unit.into())),
    }
    Some(out)
}

/// Whether the XML declaration at the very start names Latin-1.
fn declares_latin1(bytes: &[u8]) -> bool {
    let head = bytes.strip_prefix(b"<?xml").and_then(|rest| rest.split(|&b| b == b'?').next());
    let declaration = head.unwrap_or(&[]).to_ascii_lowercase();
    let names = |name: &[u8]| declaration.windows(name.len()).any(|w| w == name);
    names(b"encoding") && (names(b"iso-8859-1") || names(b"latin1") || names(b"latin-1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: Vec<u8>) -> (String, bool) {
        let (text, finding) = text_of(&bytes);
        (text.into_owned(), finding.is_some())
    }

    fn utf16(text: &str, big: bool) -> Vec<u8> {
        text.encode_utf16().flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() }).collect()
    }

    #[test]
    fn every_encoding_becomes_the_same_text() {
        let text = "<net name=\"ä\u{1F600}\"/>";
        for bytes in [
            text.as_bytes().to_vec(),
            format!("\u{FEFF}{text}").into_bytes(),
            utf16(text, false),
            utf16(text, true),
            utf16(&format!("\u{FEFF}{text}"), false),
            utf16(&format!("\u{FEFF}{text}"), true),
            text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect(),
        ] {
            assert_eq!(encode_like(&bytes, text), Some(bytes.clone()), "as it was read");
            assert_eq!(read(bytes), (text.to_owned(), false));
        }
    }

    #[test]
    fn latin1_is_written_if_possible() {
        let file = b"<?xml version='1.0' encoding='ISO-8859-1'?><net name='\xE4'/>";
        assert_eq!(encode_like(file, "\u{e4}b"), Some(vec![0xE4, b'b']));
        assert_eq!(encode_like(file, "\u{20ac}"), None);
        assert_eq!(encode_like(b"<net name='\xE4'/>", "x"), None, "no text to begin with");
    }

    #[test]
    fn latin1_must_be_declared() {
        let declared = b"<?xml version='1.0' encoding='ISO-8859-1'?><net name='\xE4'/>".to_vec();
        assert_eq!(read(declared), ("<?xml version='1.0' encoding='ISO-8859-1'?><net name='ä'/>".to_owned(), false));
        assert_eq!(read(b"<net name='\xE4'/>".to_vec()), ("<net name='\u{FFFD}'/>".to_owned(), true));
    }

    #[test]
    fn half_a_unit_does_not_panic() {
        assert_eq!(read(b"\xFF\xFE<\0n".to_vec()).0, "<n");
        assert_eq!(read(b"\xFF\xFE\0".to_vec()).0, "\0");
    }
}
