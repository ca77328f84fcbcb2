//! Patterns of paths and of names.

use globset::{GlobBuilder, GlobMatcher};

/// A pattern.
#[derive(Clone, Debug)]
pub(super) struct Glob(GlobMatcher);

impl Glob {
    /// Of paths: `*` stops at `/`, `**` does not. One without `/` is for names in any folder; one that holds a folder
    /// holds everything in it.
    pub(super) fn path(text: &str) -> Result<Glob, String> {
        let text = text.strip_prefix("./").unwrap_or(text).trim_end_matches('/');
        let anywhere = if text.contains('/') { text.to_owned() } else { format!("**/{text}") };
        Glob::build(&anywhere, true)
    }

    /// Of names: `*` is anything.
    pub(super) fn name(text: &str) -> Result<Glob, String> {
        Glob::build(text, false)
    }

    fn build(text: &str, separated: bool) -> Result<Glob, String> {
        let glob = GlobBuilder::new(text).literal_separator(separated).build();
        glob.map(|glob| Glob(glob.compile_matcher())).map_err(|error| error.kind().to_string())
    }

    /// The pattern as it was written, but for what says that the folder is any.
    pub(super) fn text(&self) -> &str {
        let text = self.0.glob().glob();
        text.strip_prefix("**/").unwrap_or(text)
    }

    /// Whether it holds this path, with `/` in it, or a folder around it.
    pub(super) fn holds(&self, path: &str) -> bool {
        let folders = path.match_indices('/').map(|(at, _)| path.get(..at).unwrap_or(path));
        self.is(path) || folders.filter(|folder| !folder.is_empty()).any(|folder| self.is(folder))
    }

    /// Whether it is the pattern of this very text.
    pub(super) fn is(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_held_by_itself_or_its_folder() {
        let holds = |pattern: &str, path: &str| Glob::path(pattern).expect("a pattern").holds(path);
        for (pattern, path) in [
            ("models/*.onnx", "models/a.onnx"),
            ("models", "models/sub/a.onnx"),
            ("./models/", "models/a.onnx"),
            ("archive", "models/archive/a.onnx"),
            ("*.onnx", "models/a.onnx"),
            ("models/**/a.onnx", "models/a.onnx"),
            ("../other/*", "../other/a.onnx"),
        ] {
            assert!(holds(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in
            [("models/*.onnx", "models/sub/a.onnx"), ("sub/*", "models/sub/a.onnx"), ("mod", "models/a")]
        {
            assert!(!holds(pattern, path), "{pattern} {path}");
        }
        assert!(Glob::name("/encoder/*").is_ok_and(|glob| glob.is("/encoder/layer.0/Add")));
        assert!(Glob::path("a[").is_err());
    }
}
