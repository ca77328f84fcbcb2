//! Patterns for paths and for names.

use globset::{GlobBuilder, GlobMatcher};

/// A pattern.
#[derive(Clone, Debug)]
pub(super) struct Glob(GlobMatcher);

impl Glob {
    /// A pattern for paths: `*` does not match `/`, and `**` does. A pattern without `/` matches names in any directory;
    /// a pattern that matches a directory matches everything in it.
    pub(super) fn path(text: &str) -> Result<Glob, String> {
        let text = text.strip_prefix("./").unwrap_or(text).trim_end_matches('/');
        let anywhere = if text.contains('/') { text.to_owned() } else { format!("**/{text}") };
        Glob::build(&anywhere, true)
    }

    /// A pattern for names: `*` matches everything.
    pub(super) fn name(text: &str) -> Result<Glob, String> {
        Glob::build(text, false)
    }

    fn build(text: &str, separated: bool) -> Result<Glob, String> {
        let glob = GlobBuilder::new(text).literal_separator(separated).build();
        glob.map(|glob| Glob(glob.compile_matcher())).map_err(|error| error.kind().to_string())
    }

    /// The pattern as written, except for a leading `./` or trailing `/`.
    pub(super) fn text(&self) -> &str {
        let text = self.0.glob().glob();
        text.strip_prefix("**/").unwrap_or(text)
    }

    /// Whether it matches this path or a directory that contains it.
    pub(super) fn matches(&self, path: &str) -> bool {
        let folders = path.match_indices('/').map(|(at, _)| path.get(..at).unwrap_or(path));
        self.matches_exactly(path)
            || folders.filter(|folder| !folder.is_empty()).any(|folder| self.matches_exactly(folder))
    }

    /// Whether it matches this text, without regard to directories.
    pub(super) fn matches_exactly(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_matched_by_its_name_or_its_directory() {
        let matches = |pattern: &str, path: &str| Glob::path(pattern).expect("a pattern").matches(path);
        for (pattern, path) in [
            ("models/*.onnx", "models/a.onnx"),
            ("models", "models/sub/a.onnx"),
            ("./models/", "models/a.onnx"),
            ("archive", "models/archive/a.onnx"),
            ("*.onnx", "models/a.onnx"),
            ("models/**/a.onnx", "models/a.onnx"),
            ("../other/*", "../other/a.onnx"),
        ] {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in
            [("models/*.onnx", "models/sub/a.onnx"), ("sub/*", "models/sub/a.onnx"), ("mod", "models/a")]
        {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
        assert!(Glob::name("/encoder/*").is_ok_and(|glob| glob.matches_exactly("/encoder/layer.0/Add")));
        assert!(Glob::path("a[").is_err());
    }
}
