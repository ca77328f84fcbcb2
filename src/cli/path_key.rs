//! Relative paths as text that tells all paths apart, for files that have only text.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// The text of a relative path, with `/` on every system. Bytes that are not UTF-8 are written as `\xff`, and a backslash in a
/// name as two.
pub(super) fn path_key(path: &Path) -> String {
    let part = |part: &std::ffi::OsStr| {
        let chunks = part.as_encoded_bytes().utf8_chunks().map(|chunk| {
            let invalid: String = chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")).collect();
            chunk.valid().replace('\\', "\\\\") + &invalid
        });
        chunks.collect::<String>()
    };
    let parts = path.components().map(|name| match name {
        Component::RootDir => String::new(),
        name => part(name.as_os_str()),
    });
    parts.collect::<Vec<_>>().join("/")
}

/// The path that has this text.
pub(super) fn path_of_key(key: &str) -> PathBuf {
    let mut bytes = Vec::with_capacity(key.len());
    let mut rest = key.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, after) = match (first, after) {
            (b'\\', [b'x', high, low, after @ ..]) => {
                (hex(*high).zip(hex(*low)).map_or(b'\\', |(h, l)| h << 4 | l), after)
            }
            (b'\\', [b'\\', after @ ..]) => (b'\\', after),
            (other, after) => (*other, after),
        };
        bytes.push(byte);
        rest = after;
    }
    PathBuf::from(os_text(&bytes))
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|digit| digit as u8)
}

/// The text of bytes, such as those of a path that another program wrote.
#[cfg(unix)]
pub(super) fn os_text(bytes: &[u8]) -> OsString {
    <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).to_owned()
}

#[cfg(not(unix))]
pub(super) fn os_text(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_a_text_of_its_own() {
        for (path, key) in
            [("m/a.onnx", "m/a.onnx"), ("../größe.onnx", "../größe.onnx"), ("-", "-"), ("/m/a.onnx", "/m/a.onnx")]
        {
            assert_eq!(path_key(Path::new(path)), key);
            assert_eq!(path_of_key(key), Path::new(path));
        }
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_not_utf8_differ_from_backslashes() {
        let cases: [(&[u8], &str); 4] = [
            (b"d\xff/a\xfe.onnx", r"d\xff/a\xfe.onnx"),
            (br"a\xff.onnx", r"a\\xff.onnx"),
            (b"a\\\xff", r"a\\\xff"),
            ("a\u{fffd}".as_bytes(), "a\u{fffd}"),
        ];
        for (bytes, key) in cases {
            let path = PathBuf::from(os_text(bytes));
            assert_eq!(path_key(&path), key);
            assert_eq!(path_of_key(key), path);
        }
        // Nothing writes these.
        assert_eq!([r"a\", r"a\x", r"\y"].map(path_of_key), [r"a\", r"a\x", r"\y"].map(PathBuf::from));
    }
}
