//! Suppression comments of ONNX text, and the nodes to which they apply.

use super::read::comments;
use crate::graph::Model;
use crate::ids::NodeId;
use crate::source::Span;
use crate::suppression::{Comment, Scope, Suppression};

/// The suppressions in the comments of a file.
pub(crate) fn suppressions(model: &Model, text: &str) -> Vec<Suppression> {
    let mut nodes: Vec<(Span, NodeId)> =
        model.nodes.iter().enumerate().map(|(i, node)| (node.span(), NodeId::at(i))).collect();
    nodes.sort_unstable_by_key(|(span, _)| span.start);
    let graph = model.main_graph().map_or(0, |graph| model.graph(graph).span.start);
    let mut found = Vec::new();
    for (start, comment) in comments(text) {
        let span = Span::new(start as u64, (start + 1 + comment.len()) as u64);
        let Some(comment) = Comment::parse(comment, span) else { continue };
        let next = nodes.partition_point(|(node, _)| node.start < span.start);
        let line = text.get(..start).unwrap_or("").rfind('\n').map_or(0, |end| end + 1);
        let alone = text.get(line..start).is_none_or(|before| before.trim().is_empty());
        let before = next.checked_sub(1).and_then(|last| nodes.get(last));
        let before = before.filter(|(node, _)| !alone && node.end > line as u64);
        let scope = match before.or_else(|| nodes.get(next)) {
            _ if span.start < graph => Scope::File,
            Some((_, node)) => Scope::Node(*node),
            None => Scope::Nothing,
        };
        found.push(comment.suppression(scope));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_extends_to_the_end_of_its_line() {
        let found: Vec<_> = comments("# a\n \"#\\\"#\" x # b # c\r\ny#").collect();
        assert_eq!(found, [(0, " a"), (14, " b # c"), (24, "")]);
    }
}
