//! Which reader a file is for, by its content; the name decides only where the content leaves a choice.

use super::{encoding, foreign, onnx_text, spec_page};
use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// What a file looks like.
pub(super) enum Kind {
    /// XML: IR, or XML whose root the IR reader names.
    OpenVino,
    /// A page of the specification.
    SpecPage,
    /// Binary ONNX.
    Onnx,
    /// ONNX text.
    OnnxText,
    /// No model, and what it is.
    Foreign(Box<Diagnostic>),
}

/// The bytes that are looked at to tell text from binary.
const HEAD: usize = 4096;

/// What a file looks like.
pub(super) fn kind(source: &Source) -> Kind {
    let bytes = source.bytes();
    let ending = source.name().rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    if let Some(finding) = foreign::by_magic(bytes) {
        return Kind::Foreign(Box::new(finding));
    }
    if is_text(bytes) {
        return text_kind(source, &ending);
    }
    if let Some(finding) = foreign::tensorflow(bytes) {
        return Kind::Foreign(Box::new(finding));
    }
    match ending.as_str() {
        // A damaged file is of the kind that its name says.
        "xml" => Kind::OpenVino,
        "onnx" => Kind::Onnx,
        _ if foreign::looks_like_onnx(bytes) => Kind::Onnx,
        _ => Kind::Foreign(Box::new(foreign::unknown_binary(bytes, &ending))),
    }
}

/// Whether the file begins like text: in UTF-16 or UTF-32, or without control characters.
fn is_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD)];
    let wide = matches!(head, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..])
        || head.starts_with(b"<\0")
        || head.starts_with(b"\0<")
        || head.starts_with(b"\0\0\0<");
    let start = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    // Markup counts as text even where a damaged byte stands in it.
    let markup = start.starts_with(b"<")
        && start.get(1).is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'?' | b'!' | b' ' | b'\n' | b'\r'));
    let control = |b: &u8| *b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0C) || *b == 0x7F;
    wide || markup || !head.iter().any(control)
}

fn text_kind(source: &Source, ending: &str) -> Kind {
    // Nearly every IR file shows its root at once; the rest of it need not be looked at.
    let head = &source.bytes()[..source.bytes().len().min(HEAD)];
    if std::str::from_utf8(head).is_ok_and(has_net) {
        return Kind::OpenVino;
    }
    let (text, _) = encoding::text_of(source.bytes());
    let text = &*text;
    if let Some(finding) = foreign::pointer(text) {
        return Kind::Foreign(Box::new(finding));
    }
    let start = text.trim_start();
    if starts_with_no_case(start, "<net") || has_net(text) {
        return Kind::OpenVino;
    }
    if onnx_text::looks_like(start.as_bytes()) {
        return Kind::OnnxText;
    }
    if let Some(finding) = foreign::html(start) {
        return Kind::Foreign(Box::new(finding));
    }
    if spec_page::is_page(text) {
        return Kind::SpecPage;
    }
    if starts_with_no_case(start, "<layer") || start.starts_with("<?xml") || start.starts_with("<!--") {
        return Kind::OpenVino;
    }
    match ending {
        "xml" => Kind::OpenVino,
        "onnxtxt" => Kind::OnnxText,
        _ if start.starts_with('<') => Kind::OpenVino,
        _ => Kind::Foreign(Box::new(foreign::other_text(start))),
    }
}

fn starts_with_no_case(text: &str, prefix: &str) -> bool {
    text.as_bytes().get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix.as_bytes()))
}

/// Whether a `<net …>` tag stands anywhere in the text.
fn has_net(text: &str) -> bool {
    let tags = text.match_indices('<').filter(|(at, _)| {
        let rest = text.as_bytes().get(at + 1..).unwrap_or(&[]);
        rest.get(..3).is_some_and(|name| name.eq_ignore_ascii_case(b"net"))
            && rest.get(3).is_some_and(|b| b.is_ascii_whitespace() || *b == b'>' || *b == b'/')
    });
    tags.take(1).count() > 0
}
