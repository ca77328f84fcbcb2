//! Selects the reader of a file by its content; the name decides only ambiguous cases.

use super::onnx_text::read;
use super::{encoding, spec_page, unsupported_format};
use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// The detected kind of a file.
pub(crate) enum FileKind {
    /// XML: IR, or XML whose root the IR reader reports.
    OpenVino,
    /// A page of the specification.
    SpecPage,
    /// Binary ONNX.
    Onnx,
    /// ONNX text.
    OnnxText,
    /// Not a model, and what it is.
    Foreign(Box<Diagnostic>),
}

/// The bytes that are examined to distinguish text from binary.
const HEAD: usize = 4096;

/// The detected kind of a file.
pub(crate) fn kind(source: &Source) -> FileKind {
    let bytes = source.bytes();
    if !source.unread().is_empty() {
        // Only files of this kind are read in ranges.
        return FileKind::Onnx;
    }
    let ending = source.name().rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    // The name of a graph may be what another format starts with.
    if is_text(bytes) && read::looks_like(bytes) {
        return FileKind::OnnxText;
    }
    if let Some(finding) = unsupported_format::by_magic(bytes) {
        return FileKind::Foreign(Box::new(finding));
    }
    if is_text(bytes) {
        return text_kind(source, &ending);
    }
    if let Some(finding) = unsupported_format::tensorflow(bytes) {
        return FileKind::Foreign(Box::new(finding));
    }
    match ending.as_str() {
        // The name decides the kind of a damaged file.
        "xml" => FileKind::OpenVino,
        "onnx" => FileKind::Onnx,
        // A name in a text may contain control characters.
        "onnxtxt" => FileKind::OnnxText,
        _ if unsupported_format::looks_like_onnx(bytes) => FileKind::Onnx,
        _ => FileKind::Foreign(Box::new(unsupported_format::unknown_binary(bytes, &ending))),
    }
}

/// Whether the file starts like text: in UTF-16 or UTF-32, or without control characters.
fn is_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD)];
    let wide = matches!(head, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..])
        || head.starts_with(b"<\0")
        || head.starts_with(b"\0<")
        || head.starts_with(b"\0\0\0<");
    let mut start = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    // Comments may precede the header of ONNX text.
    while let Some(comment) = start.strip_prefix(b"#") {
        let end = memchr::memchr(b'\n', comment).unwrap_or(comment.len());
        start = comment[end..].trim_ascii_start();
    }
    // Markup counts as text even with a damaged byte in it.
    let markup = start.starts_with(b"<")
        && start.get(1).is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'?' | b'!' | b' ' | b'\n' | b'\r'));
    let control = |b: &u8| *b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0C) || *b == 0x7F;
    wide || markup || (!head.iter().any(control) && is_mostly_ascii_or_utf8(head))
}

/// Text in an old encoding is mostly ASCII; random bytes are not.
fn is_mostly_ascii_or_utf8(head: &[u8]) -> bool {
    // The last character may be truncated by the limit.
    let utf8 = std::str::from_utf8(head).map_or_else(|e| e.error_len().is_none(), |_| true);
    utf8 || head.iter().filter(|b| b.is_ascii()).count() * 4 >= head.len() * 3
}

fn text_kind(source: &Source, ending: &str) -> FileKind {
    // Nearly every IR file starts with its root; the rest need not be examined.
    let head = &source.bytes()[..source.bytes().len().min(HEAD)];
    let markup = head.trim_ascii_start().starts_with(b"<") && ending != "onnxtxt";
    if markup && std::str::from_utf8(head).is_ok_and(has_net) {
        return FileKind::OpenVino;
    }
    let (text, _) = encoding::text_of(source.bytes());
    let text = &*text;
    if let Some(finding) = unsupported_format::pointer(text, source.name()) {
        return FileKind::Foreign(Box::new(finding));
    }
    let start = text.trim_start();
    if read::looks_like(start.as_bytes()) {
        return FileKind::OnnxText;
    }
    // In damaged ONNX text, a tag may be part of a string.
    let markup = start.starts_with("<?") || start.starts_with("<!") || starts_with_no_case(start, "<net");
    if (markup || ending != "onnxtxt") && has_net(text) {
        return FileKind::OpenVino;
    }
    if let Some(finding) = unsupported_format::html(start) {
        return FileKind::Foreign(Box::new(finding));
    }
    if spec_page::is_page(text) {
        return FileKind::SpecPage;
    }
    if starts_with_no_case(start, "<layer") || start.starts_with("<?xml") || start.starts_with("<!--") {
        return FileKind::OpenVino;
    }
    match ending {
        "xml" => FileKind::OpenVino,
        "onnxtxt" => FileKind::OnnxText,
        _ if start.starts_with('<') => FileKind::OpenVino,
        _ => FileKind::Foreign(Box::new(unsupported_format::other_text(start))),
    }
}

fn starts_with_no_case(text: &str, prefix: &str) -> bool {
    text.as_bytes().get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix.as_bytes()))
}

/// Whether the text contains a `<net …>` tag.
fn has_net(text: &str) -> bool {
    let tags = text.match_indices('<').filter(|(at, _)| {
        let rest = text.as_bytes().get(at + 1..).unwrap_or(&[]);
        rest.get(..3).is_some_and(|name| name.eq_ignore_ascii_case(b"net"))
            && rest.get(3).is_some_and(|b| b.is_ascii_whitespace() || *b == b'>' || *b == b'/')
    });
    tags.take(1).count() > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(file: &str, content: &[u8]) -> &'static str {
        match kind(&Source::from_bytes(file, content.to_vec())) {
            FileKind::OpenVino => "ir",
            FileKind::SpecPage => "page",
            FileKind::Onnx => "onnx",
            FileKind::OnnxText => "onnx text",
            FileKind::Foreign(_) => "foreign",
        }
    }

    #[test]
    fn the_content_decides() {
        for (content, expected) in [
            (&b"<?xml version=\"1.0\"?>\n<net version=\"11\"/>"[..], "ir"),
            (b"\xEF\xBB\xBFjunk <NET version=\"11\">", "ir"),
            (b"<\0n\0e\0t\0 \0/\0>\0", "ir"),
            (b"<layer id=\"0\" type=\"Relu\"/>", "ir"),
            (b"Prose\n<layer id=\"0\" type=\"Relu\" ...></layer>", "page"),
            (b"\x08\x08\x12\x07pytorch\x3a\x00", "onnx"),
            (b"\x3a\x00", "onnx"),
            (b"<\n  ir_version: 8,\n  opset_import: [\"\" : 18]\n>\ng (float[N] x) => (float[N] y) {}", "onnx text"),
            (b"<opset_import: [\"\" : 18]>", "onnx text"),
            (b"# a comment\ng (float[N] x) => (float[N] y) { y = Relu(x) }", "onnx text"),
            // Strings may contain control characters.
            (b"# a\n# b\n<\nir_version: 8, doc_string: \"\x1b\">\ng () => () {}", "onnx text"),
            // A string or a comment of ONNX text may contain a tag.
            (
                b"<ir_version: 8, opset_import: [\"\" : 18], doc_string: \"<net name='x'/>\">\ng () => () {}",
                "onnx text",
            ),
            (b"# <net name='x'>\ng (float[N] x) => (float[N] y) { y = Relu <s = \"<net/>\"> (x) }", "onnx text"),
            // The name of a graph may be the magic number of another format.
            (b"GGUF () => () {}", "onnx text"),
            (b"f (x) of text", "foreign"),
            (b"\xde\xad\xbe\xef", "foreign"),
        ] {
            assert_eq!(name("m", content), expected, "{}", String::from_utf8_lossy(content));
        }
    }

    #[test]
    fn the_name_decides_ambiguous_content() {
        assert_eq!(name("m.onnx", b"\xde\xad\xbe\xef"), "onnx");
        assert_eq!(name("m.xml", b"\xde\xad\xbe\xef"), "ir");
        assert_eq!(name("m.onnxtxt", b"anything"), "onnx text");
        assert_eq!(name("m.onnxtxt", b"# a comment\ng (float[N] x) => (float[N] \"\x1b[31m\") {}"), "onnx text");
        assert_eq!(name("m.onnxtxt", b"< ir_versoin: 8, doc_string: \"<net name='x'/>\" >"), "onnx text");
        assert_eq!(name("m.onnxtxt", b"<!-- not text --><net name='x'/>"), "ir");
    }
}
