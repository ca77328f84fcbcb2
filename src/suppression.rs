//! Suppressions: notes in a file that some findings are known and not to be reported.
//!
//! XML has `<!-- shapewright: ignore[duplicate-axis] reason -->`: within a layer for that layer, before a layer for the
//! next one, anywhere else for the file. ONNX text has the same behind a `#`: on the line of a node for that node, on a
//! line of its own for the next one, before the graph for the file. Binary ONNX has the key `shapewright.ignore` in the
//! `metadata_props` of model, graph, function or node, with rules separated by commas. A note for a node or layer holds
//! for its bodies too.

use crate::ids::{GraphId, NodeId};
use crate::source::Span;
use crate::suggest;

/// The key in `metadata_props`.
pub(crate) const KEY: &str = "shapewright.ignore";

/// How a comment begins.
const MARK: &str = "shapewright:";

/// One such note.
#[derive(Clone, Debug)]
pub(crate) struct Suppression {
    pub(crate) scope: Scope,
    /// The rules as written, separated by commas; else what cannot be understood.
    pub(crate) rules: Result<String, String>,
    /// Where it stands in the file.
    pub(crate) span: Span,
}

/// What a note is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Scope {
    File,
    Graph(GraphId),
    Node(NodeId),
    /// It stands before a node, and none follows.
    Nothing,
}

/// A comment that is meant for us.
pub(crate) struct Comment<'a> {
    /// Whether the mark is written as it must be.
    exact: bool,
    /// What stands behind the mark.
    text: &'a str,
    span: Span,
}

impl<'a> Comment<'a> {
    /// The comment at these bytes, if it is one for us; `text` is what stands between its ends.
    pub(crate) fn parse(text: &'a str, span: Span) -> Option<Comment<'a>> {
        let (mark, text) = text.trim().split_at_checked(MARK.len())?;
        let exact = mark == MARK;
        // Other letters may begin a sentence; with this word behind them they are a note.
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

/// Whether a metadata key that is not ours was probably meant to be.
pub(crate) fn is_misspelt(key: &[u8]) -> bool {
    let near = |key: &str| suggest::distance(key, KEY).is_some_and(|distance| distance <= 2);
    key != KEY.as_bytes() && std::str::from_utf8(key).is_ok_and(near)
}

/// Whether the mark stands somewhere, in whatever case.
pub(crate) fn mentions_us(text: &str) -> bool {
    let (bytes, mark) = (text.as_bytes(), MARK.as_bytes());
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b':').map(|(at, _)| at + 1);
    let mut before = ends.filter_map(|end| bytes.get(end.checked_sub(mark.len())?..end));
    before.any(|found| found.eq_ignore_ascii_case(mark))
}
