//! Patterns for paths and for names.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::OnceLock;

use globset::{Candidate, ErrorKind, GlobBuilder, GlobSet};

/// The depth of braces within which the parser's own recursion is safe. Regular expressions nest less.
const MAX_BRACES: usize = 1_000;

const TOO_LARGE: &str = "it is too long, or its braces are nested too deeply";

/// A pattern.
#[derive(Clone, Debug)]
pub(super) struct Glob(globset::Glob);

impl Glob {
    /// A pattern for paths: `*` does not match `/`, and `**` does. A pattern without `/` matches names in any directory;
    /// a pattern that matches a directory matches everything in it.
    pub(super) fn path(text: &str) -> Result<Glob, String> {
        let text = text.strip_prefix("./").unwrap_or(text).trim_end_matches('/');
        let anywhere = match text.strip_suffix('.').filter(|name| !name.contains(['[', '{', '\\'])) {
            _ if text.contains('/') => text.to_owned(),
            // A set of patterns finds a file name that ends with a dot only by a class.
            Some(name) => format!("**/{name}[.]"),
            None => format!("**/{text}"),
        };
        Glob::build(&anywhere, true)
    }

    /// A pattern for names: `*` matches everything.
    pub(super) fn name(text: &str) -> Result<Glob, String> {
        Glob::build(text, false)
    }

    fn build(text: &str, separated: bool) -> Result<Glob, String> {
        if brace_depth(text) > MAX_BRACES {
            return Err(TOO_LARGE.to_owned());
        }
        let glob = GlobBuilder::new(text).literal_separator(separated).build();
        // What can be parsed may still be too large to be compiled.
        let compiled = glob.and_then(|glob| GlobSet::new([&glob]).map(|_| glob));
        compiled.map(Glob).map_err(|error| match error.kind() {
            ErrorKind::Regex(_) => TOO_LARGE.to_owned(),
            kind => kind.to_string(),
        })
    }

    /// The pattern as written, except for a leading `./` or trailing `/`.
    fn text(&self) -> &str {
        let text = self.0.glob();
        text.strip_prefix("**/").unwrap_or(text)
    }
}

/// How deeply braces are nested, at most.
fn brace_depth(text: &str) -> usize {
    let depths = text.bytes().scan(0usize, |depth, byte| {
        *depth = match byte {
            b'{' => *depth + 1,
            b'}' => depth.saturating_sub(1),
            _ => *depth,
        };
        Some(*depth)
    });
    depths.max().unwrap_or(0)
}

/// Patterns that are matched together, each once.
#[derive(Debug, Default)]
pub(super) struct Globs {
    all: Vec<Glob>,
    by_text: HashMap<String, usize>,
    /// What is compiled, with the position of its first pattern.
    sets: OnceLock<Vec<(usize, GlobSet)>>,
}

impl Globs {
    /// Adds a pattern. Returns its position.
    pub(super) fn add(&mut self, glob: Glob) -> usize {
        self.sets = OnceLock::new();
        *self.by_text.entry(glob.0.glob().to_owned()).or_insert_with(|| {
            self.all.push(glob);
            self.all.len() - 1
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The pattern at a position, as written except for a leading `./` or trailing `/`.
    pub(super) fn text(&self, position: usize) -> &str {
        self.all.get(position).map_or("", Glob::text)
    }

    /// Whether one matches this path or a directory that contains it.
    pub(super) fn match_path(&self, path: &Path) -> bool {
        let is_match = |path: &Path| {
            let text = Candidate::new(path);
            self.sets().iter().any(|(_, set)| set.is_match_candidate(&text))
        };
        with_folders(path).any(is_match)
    }

    /// The positions of the patterns that match this path or a directory that contains it.
    pub(super) fn matching_path(&self, path: &Path) -> HashSet<usize> {
        with_folders(path).flat_map(|path| self.matching(&Candidate::new(path))).collect()
    }

    /// The positions of the patterns that match this text, without regard to directories, in order.
    pub(super) fn matching_name(&self, text: &str) -> Vec<usize> {
        self.matching(&Candidate::new(text))
    }

    fn matching(&self, text: &Candidate<'_>) -> Vec<usize> {
        let of_set = |(first, set): &(usize, GlobSet)| {
            let mut found = set.matches_candidate(text);
            found.iter_mut().for_each(|position| *position += first);
            found
        };
        self.sets().iter().flat_map(of_set).collect()
    }

    fn sets(&self) -> &[(usize, GlobSet)] {
        self.sets.get_or_init(|| {
            let mut sets = Vec::new();
            compile(&self.all, 0, &mut sets);
            sets
        })
    }
}

impl Extend<Glob> for Globs {
    fn extend<T: IntoIterator<Item = Glob>>(&mut self, globs: T) {
        globs.into_iter().for_each(|glob| _ = self.add(glob));
    }
}

/// Compiles patterns, the first of which has the position `first`.
fn compile(globs: &[Glob], first: usize, sets: &mut Vec<(usize, GlobSet)>) {
    match GlobSet::new(globs.iter().map(|glob| &glob.0)) {
        Ok(set) => sets.push((first, set)),
        // Each can be compiled, but together they are too large.
        Err(_) if globs.len() > 1 => {
            let (head, tail) = globs.split_at(globs.len() / 2);
            compile(head, first, sets);
            compile(tail, first + head.len(), sets);
        }
        Err(_) => {}
    }
}

/// A path, and the directories that contain it.
fn with_folders(path: &Path) -> impl Iterator<Item = &Path> {
    path.ancestors().filter(|folder| folder.file_name().is_some() || folder.ends_with(".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn globs(patterns: impl IntoIterator<Item = Result<Glob, String>>) -> Globs {
        let mut globs = Globs::default();
        globs.extend(patterns.into_iter().map(|glob| glob.expect("a pattern")));
        globs
    }

    #[test]
    fn a_path_is_matched_by_its_name_or_its_directory() {
        let matches = |pattern: &str, path: &str| {
            let globs = globs([Glob::path(pattern)]);
            let path = Path::new(path);
            assert_eq!(globs.match_path(path), globs.matching_path(path).contains(&0), "{pattern} {path:?}");
            globs.match_path(path)
        };
        for (pattern, path) in [
            ("models/*.onnx", "models/a.onnx"),
            ("models", "models/sub/a.onnx"),
            ("./models/", "models/a.onnx"),
            ("archive", "models/archive/a.onnx"),
            ("*.onnx", "models/a.onnx"),
            ("models/**/a.onnx", "models/a.onnx"),
            ("../other/*", "../other/a.onnx"),
            ("/models", "/models/a.onnx"),
            ("**", "a.onnx"),
            ("v1.", "models/v1./a.onnx"),
            ("*.", "models/v1./a.onnx"),
            ("..", "../a.onnx"),
        ] {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in
            [("models/*.onnx", "models/sub/a.onnx"), ("sub/*", "models/sub/a.onnx"), ("mod", "models/a")]
        {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
        let name = globs([Glob::name("/encoder/*")]);
        assert_eq!(name.matching_name("/encoder/layer.0/Add"), [0]);
        assert!(["a[", "a[."].iter().all(|pattern| Glob::path(pattern).is_err()));
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_not_utf8_are_matched_as_they_are() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"d\xff/a\xfe.onnx"));
        for (pattern, matches) in
            [("a\u{fffd}.onnx", false), (r"a\\xfe.onnx", false), ("a?.onnx", true), ("d*", true), ("**/*.onnx", true)]
        {
            assert_eq!(globs([Glob::path(pattern)]).match_path(path), matches, "{pattern}");
        }
    }

    #[test]
    fn equal_patterns_have_one_position() {
        let mut globs = globs(["a", "*.onnx", "./a"].map(Glob::path));
        assert_eq!(globs.matching_path(Path::new("a/b.onnx")), HashSet::from([0, 1]));
        // What is added after a match counts as well.
        assert_eq!(Glob::path("b.*").map(|glob| globs.add(glob)), Ok(2));
        assert_eq!(globs.matching_path(Path::new("a/b.onnx")), HashSet::from([0, 1, 2]));
        assert_eq!([0, 1, 2].map(|position| globs.text(position)), ["a", "*.onnx", "b.*"]);
    }

    #[test]
    fn patterns_that_are_too_large_together_match() {
        let long = |i: usize| format!("{}{i}*", "?".repeat(40_000));
        let globs = globs((0..8).map(|i| Glob::name(&long(i))));
        assert_eq!(globs.matching_name(&format!("{}5x", "a".repeat(40_000))), [5]);
        assert!(globs.sets().len() > 1);
    }

    #[test]
    fn a_pattern_that_cannot_be_compiled_is_an_error() {
        let nested = |depth: usize| format!("{}b{}", "{a,".repeat(depth), "}".repeat(depth));
        assert!(globs([Glob::path(&nested(50))]).match_path(Path::new("b")));
        for large in [nested(150), nested(1_000_000), "?".repeat(200_000)] {
            assert_eq!(Glob::path(&large).map(drop), Err(TOO_LARGE.to_owned()));
            assert_eq!(Glob::name(&large).map(drop), Err(TOO_LARGE.to_owned()));
        }
    }
}
