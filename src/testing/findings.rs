//! The findings that a snapshot shows, and the location of each one.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::graph::{GraphRole, Model};
use crate::ids::GraphId;
use crate::place::Place;
use crate::snapshot::SnapshotFinding;
use crate::source::Span;

/// The findings of the default selection of rules.
pub(super) fn default_findings(findings: &[Arc<Diagnostic>]) -> impl Iterator<Item = &Diagnostic> {
    findings.iter().map(|finding| &**finding).filter(|finding| finding.rule.is_default())
}

/// A finding as a snapshot shows it.
pub(super) fn snapshot_of(model: &Model, finding: &Diagnostic) -> SnapshotFinding {
    SnapshotFinding { level: finding.level, rule: finding.rule.clone(), location: place(model, finding) }
}

/// The path of the graph and node of a finding.
fn place(model: &Model, finding: &Diagnostic) -> String {
    let Place { graph, node, .. } = finding.place;
    match (graph, node) {
        (Some(graph), Some(node)) => format!("{}/{}", model.display_path(graph), model.display_label(node)),
        (Some(graph), None) => model.display_path(graph),
        _ => String::new(),
    }
}

/// The number of the example that a finding is about, or that contains its bytes.
pub(super) fn example_of(model: &Model, finding: &Diagnostic) -> Option<u32> {
    let number = |graph: GraphId| match model.graph(root(model, graph)).role {
        GraphRole::Example(number) => Some(number),
        _ => None,
    };
    let contains = |graph: &GraphId, span: Span| {
        let example = model.graph(*graph);
        let within = match span.is_empty() {
            // An unclosed example ends where the next one begins, and the finding is located there.
            true => example.span.start < span.start && span.start <= example.span.end,
            false => example.span.start <= span.start && span.start < example.span.end,
        };
        within && matches!(example.role, GraphRole::Example(_))
    };
    let by_bytes = || {
        let span = finding.place.span?;
        model.graphs().find(|graph| contains(graph, span)).and_then(number)
    };
    finding.place.graph.and_then(number).or_else(by_bytes)
}

/// The outermost graph that contains a body.
pub(super) fn root(model: &Model, mut graph: GraphId) -> GraphId {
    while let GraphRole::Body { owner, .. } = model.graph(graph).role {
        graph = model.node(owner).graph;
    }
    graph
}
