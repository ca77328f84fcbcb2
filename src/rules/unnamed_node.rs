use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::{Dialect, Place};

/// See the page.
pub static RULE: Rule = Rule {
    code: "ST101",
    name: "unnamed-node",
    category: Category::Style,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "nodes have no name, so nobody can speak of them",
    help: "let the exporter name its nodes",
    page: include_str!("unnamed_node.md"),
};

/// Counts nodes without a name.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let graphs: Vec<_> = whole.graphs().filter(|_| model.dialect() == Dialect::Onnx).collect();
    for graph in graphs {
        let mut unnamed = model.nodes_of(graph).filter(|&node| model.node(node).name.is_empty());
        let Some(first) = unnamed.next() else { continue };
        let (count, of) = (1 + unnamed.count(), model.nodes_of(graph).len());
        let have = if count == 1 { "node has" } else { "nodes have" };
        let message = format!("{count} of {of} {have} no name, the first is {}", model.describe(first));
        whole.report(Diagnostic::new(&RULE, Place::node(graph, first), message).data("count", count));
    }
}
