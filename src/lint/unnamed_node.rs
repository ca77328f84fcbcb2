//! See the page of `unnamed-node`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::place::Place;
use crate::rules::unnamed_node::RULE;

/// Counts the nodes without a name in each graph.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let graphs: Vec<_> = whole.graphs().filter(|_| model.dialect() == Dialect::Onnx).collect();
    for graph in graphs {
        let mut unnamed = model.nodes_of(graph).filter(|&node| model.node(node).name.is_empty());
        let Some(first) = unnamed.next() else { continue };
        let (count, of) = (1 + unnamed.count(), model.nodes_of(graph).len());
        let have = if count == 1 { "node has" } else { "nodes have" };
        let message = format!("{count} of {of} {have} no name; the first is {}", model.describe(first));
        whole.report(Diagnostic::new(&RULE, Place::node(graph, first), message).data("count", count));
    }
}
