//! Files that are not models: what they are, and what to do next.

use std::path::Path;

use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::rules::{foreign_format, git_lfs_pointer, unreadable_model};
use crate::source::Span;

const LFS: &str = "version https://git-lfs.github.com/spec/";

fn found(what: impl std::fmt::Display, next: &str) -> Diagnostic {
    Diagnostic::new(&foreign_format::RULE, Place::FILE, format!("this is {what}, not an ONNX or OpenVINO model"))
        .help(next)
        .data("format", what.to_string())
}

const CONVERT: &str = "convert it to ONNX or to OpenVINO IR first";
const UNPACK: &str = "unpack it, and pass the model file in it";

/// Formats with a signature: its offset, the signature, what the file is, what to do.
const MARKS: &[(usize, &[u8], &str, &str)] = &[
    (4, b"TFL3", "a TensorFlow Lite model", "convert it with OpenVINO (`ovc`) or `tf2onnx --tflite`"),
    (4, b"ORTM", "an ONNX Runtime model (ORT format)", "pass the `.onnx` file that it was converted from"),
    (
        0,
        b"RR_UPCVO",
        "a compiled OpenVINO blob",
        "pass the IR (`.xml` and `.bin`) or ONNX file that it was compiled from",
    ),
    (0, b"GGUF", "a GGUF file", CONVERT),
    (0, b"\x89HDF\r\n\x1a\n", "an HDF5 file, perhaps a Keras model", CONVERT),
    (0, b"\x93NUMPY", "a NumPy array", "pass the model, not its data"),
    (0, b"\x1f\x8b", "a gzip archive", UNPACK),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", UNPACK),
    (0, b"\xfd7zXZ\0", "an xz archive", UNPACK),
    (0, b"BZh", "a bzip2 archive", UNPACK),
    (0, b"\x28\xb5\x2f\xfd", "a Zstandard archive", UNPACK),
    (257, b"ustar", "a tar archive", UNPACK),
    (0, b"ptrt", "a TensorRT engine", "pass the `.onnx` file that it was built from"),
    (0, b"ftrt", "a TensorRT engine", "pass the `.onnx` file that it was built from"),
    (0, b"\x7fELF", "a program or library", "pass a model file"),
    (0, b"%PDF-", "a PDF document", "pass a model file"),
    (0, b"\x89PNG", "a PNG image", "pass a model file"),
    (0, b"\xff\xd8\xff", "a JPEG image", "pass a model file"),
];

/// The maximum number of bytes searched for names in an archive.
const ARCHIVE_HEAD: usize = 1 << 16;

/// A format with a signature in its first bytes.
pub(crate) fn by_magic(bytes: &[u8]) -> Option<Diagnostic> {
    if bytes.is_empty() {
        let finding = Diagnostic::new(&unreadable_model::RULE, Place::FILE, "the file is empty")
            .help("export or download it again");
        return Some(finding);
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Some(zip(bytes));
    }
    let marked = MARKS.iter().find(|(at, mark, ..)| bytes.get(*at..).is_some_and(|rest| rest.starts_with(mark)));
    if let Some((.., what, next)) = marked {
        return Some(found(what, next));
    }
    if let Some(finding) = pickle(bytes) {
        return Some(finding);
    }
    if is_safetensors(bytes) {
        return Some(found("a safetensors file: weights without a graph", "export the model that they belong to"));
    }
    is_blob(bytes).then(|| {
        found("a compiled OpenVINO blob", "pass the IR (`.xml` and `.bin`) or ONNX file that it was compiled from")
    })
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(bytes, part).is_some()
}

fn zip(bytes: &[u8]) -> Diagnostic {
    let head = &bytes[..bytes.len().min(ARCHIVE_HEAD)];
    if contains(head, b"data.pkl") || contains(head, b"/version") && contains(head, b"/data/") {
        return found("a PyTorch file", "export the model with `torch.onnx.export`");
    }
    if contains(head, b"model.weights.h5") {
        return found("a Keras model", CONVERT);
    }
    if contains(head, b".npy") {
        return found("NumPy arrays (`.npz`)", "pass the model, not its data");
    }
    found("a zip archive", UNPACK)
}

fn pickle(bytes: &[u8]) -> Option<Diagnostic> {
    let [0x80, 2..=5, rest @ ..] = bytes else { return None };
    // The number that PyTorch wrote before files were zip archives.
    if rest.starts_with(b"\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19") {
        return Some(found("a PyTorch file in the legacy format", "export the model with `torch.onnx.export`"));
    }
    Some(found("a Python pickle", "load it with a tool that you trust, and export the model to ONNX"))
}

fn is_safetensors(bytes: &[u8]) -> bool {
    let Some((length, rest)) = bytes.split_first_chunk::<8>() else { return false };
    let length = u64::from_le_bytes(*length);
    rest.starts_with(b"{\"") && (2..=100_000_000).contains(&length)
}

/// Blobs contain the IR as XML after a binary header, or start with another root.
fn is_blob(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(ARCHIVE_HEAD)];
    head.starts_with(b"<cnndata")
        || head.starts_with(b"<compiled_blob")
        || contains(head, b"<cnndata") && head.contains(&0)
        || binary_before_xml(head) && !looks_like_onnx(bytes)
}

fn binary_before_xml(head: &[u8]) -> bool {
    let Some(at) = memchr::memmem::find(&head[..head.len().min(516)], b"<?xml") else { return false };
    at >= 16 && head[..at].contains(&0)
}

/// A Git LFS pointer.
pub(crate) fn pointer(text: &str, name: &str) -> Option<Diagnostic> {
    if !text.starts_with(LFS) || text.len() > 1024 {
        return None;
    }
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("").trim().to_owned();
    let size = field("size ");
    let bytes = if size.is_empty() { String::new() } else { format!(" of {size} bytes") };
    let finding = Diagnostic::new(
        &git_lfs_pointer::RULE,
        Place::FILE,
        format!("this is a Git LFS pointer to a file{bytes}, not the file"),
    )
    .help(fetch(name))
    .data("oid", field("oid "))
    .data("size", size);
    Some(finding)
}

/// How to fetch the file from Git LFS. Its name without folders is a pattern that works from any directory.
pub(crate) fn fetch(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    match name {
        "" | "-" => "fetch the file: `git lfs pull`".to_owned(),
        _ if name.contains(char::is_whitespace) => format!("fetch the file: `git lfs pull --include \"{name}\"`"),
        _ => format!("fetch the file: `git lfs pull --include {name}`"),
    }
}

/// Whether a small file is a Git LFS pointer; larger ones are not even opened.
pub(crate) fn is_small_pointer(path: &Path, len: u64) -> bool {
    len <= 1024 && std::fs::read(path).is_ok_and(|bytes| bytes.starts_with(LFS.as_bytes()))
}

/// An HTML page.
pub(crate) fn html(start: &str) -> Option<Diagnostic> {
    let head: String = start.chars().take(200).collect::<String>().to_ascii_lowercase();
    let is_html = head.starts_with("<!doctype html") || head.starts_with("<html") || head.contains("<html");
    is_html.then(|| {
        found("an HTML page", "the download returned a web page: use the link to the raw file, or sign in first")
    })
}

/// XML whose root is not one of IR's.
pub(crate) fn other_xml(root: &str, span: Span) -> Diagnostic {
    let what = match root.to_ascii_lowercase().as_str() {
        "html" => "an HTML page".to_owned(),
        "compiled_blob" | "cnndata" => "a compiled OpenVINO blob".to_owned(),
        _ => format!("XML with the root `<{root}>`"),
    };
    Diagnostic::new(&foreign_format::RULE, Place::bytes(span), format!("this is {what}, not an OpenVINO model"))
        .help("an OpenVINO model is XML with the root `<net>`")
        .data("root", root)
}

/// Text that is not a model.
pub(crate) fn other_text(start: &str) -> Diagnostic {
    if start.is_empty() {
        return Diagnostic::new(&unreadable_model::RULE, Place::FILE, "the file contains only white space")
            .help("export or download it again");
    }
    if start.starts_with(['{', '[']) {
        return found("JSON", "pass the model file itself");
    }
    let first: String = start.lines().next().unwrap_or("").chars().take(40).collect();
    found(format!("text that starts with `{first}`"), "pass the model file itself")
}

/// Bytes that no reader supports.
pub(crate) fn unknown_binary(bytes: &[u8], ending: &str) -> Diagnostic {
    if ending == "bin" {
        return found("a file of weights (`.bin`) without its model", "pass the `.xml` next to it");
    }
    let shown: Vec<String> = bytes.iter().take(8).map(|b| format!("{b:02x}")).collect();
    Diagnostic::new(
        &unreadable_model::RULE,
        Place::FILE,
        format!("unknown file format; the file starts with {}", shown.join(" ")),
    )
    .help("ONNX and OpenVINO IR are supported; check that the file is complete")
}

/// One field of a protobuf message: number, wire type, payload of a length-delimited field, and what follows.
fn field(bytes: &[u8]) -> Option<(u64, u8, &[u8], &[u8])> {
    let (key, rest) = varint(bytes)?;
    let (number, wire) = (key >> 3, (key & 7) as u8);
    match wire {
        0 => varint(rest).map(|(_, rest)| (number, wire, &rest[..0], rest)),
        1 => Some((number, wire, &[], rest.get(8..)?)),
        5 => Some((number, wire, &[], rest.get(4..)?)),
        2 => {
            let (len, rest) = varint(rest)?;
            let len = usize::try_from(len).ok()?;
            // A file truncated within the field is still recognized.
            let (payload, rest) = rest.split_at(len.min(rest.len()));
            Some((number, wire, payload, rest))
        }
        _ => None,
    }
}

fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0u64;
    for (i, &byte) in bytes.iter().take(10).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * i).min(63);
        if byte < 0x80 {
            return Some((value, &bytes[i + 1..]));
        }
    }
    None
}

/// The wire types of `ModelProto`'s fields.
fn model_field(number: u64, wire: u8) -> bool {
    match number {
        1 | 5 => wire == 0,
        2..=4 | 6..=8 | 14 | 20 | 25 | 26 => wire == 2,
        _ => false,
    }
}

/// Whether the first fields are those of an ONNX model.
pub(crate) fn looks_like_onnx(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    for seen in 0..4 {
        match field(rest) {
            Some((number, wire, _, after)) if model_field(number, wire) => rest = after,
            _ => return seen > 0 && rest.is_empty(),
        }
    }
    true
}

/// TensorFlow: a frozen graph, a saved model, or a meta graph.
pub(crate) fn tensorflow(bytes: &[u8]) -> Option<Diagnostic> {
    if is_graph_def(bytes) {
        return Some(found("a TensorFlow graph (`GraphDef`)", "convert it with OpenVINO (`ovc`) or `tf2onnx`"));
    }
    // SavedModel: schema version 1, then meta graphs, which start with their own information.
    if let Some((1, 0, _, rest)) = field(bytes)
        && let Some((2, 2, meta, _)) = field(rest)
        && meta.starts_with(b"\x0a")
        && is_meta_graph(meta)
    {
        return Some(found("a TensorFlow SavedModel", "convert its folder with OpenVINO (`ovc`) or `tf2onnx`"));
    }
    is_meta_graph(bytes).then(|| found("a TensorFlow meta graph", "convert it with OpenVINO (`ovc`) or `tf2onnx`"))
}

fn is_meta_graph(bytes: &[u8]) -> bool {
    let Some((1, 2, info, rest)) = field(bytes) else { return false };
    let Some((2, 2, graph, _)) = field(rest) else { return false };
    // The information contains a list of operators, tags, or the version of TensorFlow.
    field(info).is_some_and(|(number, ..)| number <= 9) && is_graph_def(graph)
}

/// A `GraphDef` starts with nodes of one name and one operator each; nodes of an ONNX graph start with their inputs and
/// have the operator in another field.
fn is_graph_def(bytes: &[u8]) -> bool {
    const FIRST: [&str; 12] = [
        "Placeholder",
        "Const",
        "NoOp",
        "VarHandleOp",
        "VariableV2",
        "Variable",
        "Identity",
        "PlaceholderWithDefault",
        "StatefulPartitionedCall",
        "IteratorV2",
        "HashTableV2",
        "_Arg",
    ];
    let Some((1, 2, node, _)) = field(bytes) else { return false };
    let Some((1, 2, name, rest)) = field(node) else { return false };
    let Some((2, 2, op, rest)) = field(rest) else { return false };
    let attributes = field(rest).is_none_or(|(number, ..)| matches!(number, 3 | 4 | 5 | 7));
    !name.is_empty() && attributes && FIRST.iter().any(|f| f.as_bytes() == op)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(finding: Option<Diagnostic>) -> String {
        finding.map(|f| f.message).unwrap_or_default()
    }

    /// A length-delimited protobuf field.
    fn delimited(number: u8, payload: &[u8]) -> Vec<u8> {
        [&[number << 3 | 2, payload.len() as u8], payload].concat()
    }

    #[test]
    fn tensorflow_is_not_onnx() {
        let node = [delimited(1, b"x"), delimited(2, b"Placeholder"), delimited(5, b"\x0a\x05dtype")].concat();
        let graph = delimited(1, &node);
        assert!(message(tensorflow(&graph)).contains("GraphDef"));
        let meta = [delimited(1, &delimited(4, b"serve")), delimited(2, &graph)].concat();
        let saved = [vec![8, 1], delimited(2, &meta)].concat();
        assert!(message(tensorflow(&saved)).contains("SavedModel"));
        let onnx = [vec![8, 8], delimited(2, b"pytorch"), delimited(7, &delimited(1, &delimited(1, b"x")))].concat();
        assert!(tensorflow(&onnx).is_none());
        assert!(looks_like_onnx(&onnx));
        assert!(!looks_like_onnx(&graph));
    }

    #[test]
    fn signatures_distinguish_formats() {
        for (bytes, what) in [
            (&b"\x1c\0\0\0TFL3"[..], "TensorFlow Lite"),
            (b"\x1c\0\0\0ORTM", "ORT format"),
            (b"PK\x03\x04....archive/data.pkl", "PyTorch"),
            (b"PK\x03\x04....readme.txt", "zip"),
            (b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", "PyTorch"),
            (b"\x80\x04\x95", "pickle"),
            (b"\x40\0\0\0\0\0\0\0{\"w\":{", "safetensors"),
            (b"\x1f\x8b\x08", "gzip"),
            (b"GGUF\x03", "GGUF"),
            (b"", "empty"),
        ] {
            assert!(message(by_magic(bytes)).contains(what), "{what}");
        }
        assert!(by_magic(b"\x08\x08\x12\x07pytorch").is_none());
    }

    #[test]
    fn a_pointer_names_what_to_fetch() {
        let text = "version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 12345\n";
        assert!(message(pointer(text, "-")).contains("12345 bytes"));
        assert!(pointer("version 1", "-").is_none());
        assert_eq!(fetch("-"), "fetch the file: `git lfs pull`");
        assert_eq!(fetch("m/a b.onnx"), "fetch the file: `git lfs pull --include \"a b.onnx\"`");
        assert!(pointer(text, "m.onnx").is_some_and(|found| found.help == [fetch("m.onnx")]));
    }
}
