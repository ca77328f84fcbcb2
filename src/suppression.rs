//! Suppressions: comments or metadata in a file that keep findings from being reported.
//!
//! XML uses `<!-- shapewright: ignore[duplicate-axis] reason -->`: in a layer it applies to that layer, before a layer
//! to the next one, anywhere else to the file. ONNX text uses the same after a `#`: on the line of a node it applies to
//! that node, on a separate line to the next one, before the graph to the file. Binary ONNX uses the key
//! `shapewright.ignore` in the `metadata_props` of the model, a graph, a function or a node, with comma-separated
//! rules. A suppression of a node or layer includes its bodies.

use crate::ids::{GraphId, NodeId};
use crate::source::Span;
use crate::suggest;

/// The key in `metadata_props`.
pub(crate) const KEY: &str = "shapewright.ignore";

/// The prefix of a comment.
const MARK: &str = "shapewright:";

/// One suppression.
#[derive(Clone, Debug)]
pub(crate) struct Suppression {
    pub(crate) scope: Scope,
    /// The rules as written, separated by commas; otherwise what is malformed.
    pub(crate) rules: Result<String, String>,
    /// Its location in the file.
    pub(crate) span: Span,
}

/// What a suppression applies to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Scope {
    File,
    Graph(GraphId),
    Node(NodeId),
    /// Nothing: it is before a node, but none follows.
    Nothing,
}

/// A comment with the prefix of a suppression.
pub(crate) struct Comment<'a> {
    /// Whether the prefix is spelled exactly.
    exact: bool,
    /// The text after the prefix.
    text: &'a str,
    span: Span,
}

impl<'a> Comment<'a> {
    /// The suppression comment at these bytes, if it is one; `text` is its content.
    pub(crate) fn parse(text: &'a str, span: Span) -> Option<Comment<'a>> {
        let (mark, text) = text.trim().split_at_checked(MARK.len())?;
        let exact = mark == MARK;
        // In another case the prefix may start a sentence; before this word it is a suppression.
        let word = || text.trim_start().get(..6).is_some_and(|word| word.eq_ignore_ascii_case("ignore"));
        (exact || mark.eq_ignore_ascii_case(MARK) && word()).then_some(Comment { exact, text, span })
    }

    pub(crate) fn suppression(&self, scope: Scope) -> Suppression {
        let list = self.text.trim_start().strip_prefix("ignore").map(str::trim_start);
        let list = list.filter(|_| self.exact).and_then(|list| list.strip_prefix('[')?.split_once(']'));
        let rules = list.map(|(list, _)| list.to_owned()).ok_or_else(|| "this comment".to_owned());
        Suppression { scope, rules, span: self.span }
    }
}

/// Whether a metadata key is probably a misspelling of ours.
pub(crate) fn is_misspelt(key: &[u8]) -> bool {
    let near = |key: &str| suggest::distance(key, KEY).is_some_and(|distance| distance <= 2);
    key != KEY.as_bytes() && std::str::from_utf8(key).is_ok_and(near)
}

/// Whether the prefix occurs anywhere, in any case.
pub(crate) fn mentions_us(text: &str) -> bool {
    let (bytes, mark) = (text.as_bytes(), MARK.as_bytes());
    let ends = memchr::memchr_iter(b':', bytes).map(|at| at + 1);
    let mut before = ends.filter_map(|end| bytes.get(end.checked_sub(mark.len())?..end));
    before.any(|found| found.eq_ignore_ascii_case(mark))
}
