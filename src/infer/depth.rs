//! Nesting depth of ONNX messages: GR120.

use hashbrown::HashSet;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dialect::Dialect;
use crate::graph::{AttributeValue, GraphRole, Model, is_body};
use crate::ids::GraphId;
use crate::place::Place;
use crate::rules;

/// Maximum message depth that protobuf-based readers accept.
const LIMIT: usize = 100;
/// Messages between a graph and the body of one of its nodes: node, attribute, graph.
const PER_BODY: usize = 3;

/// Reports the outermost bodies whose messages are nested too deeply.
pub(crate) fn check(model: &Model, sink: &mut Diagnostics) {
    if model.dialect() != Dialect::Onnx || !model.graphs().any(|graph| is_body(model, graph)) {
        return;
    }
    // Computed once per graph, since a graph may contain many bodies.
    let below: Vec<usize> = model.graph_ids().map(|graph| below(model, graph)).collect();
    let mut depths = vec![0usize; below.len()];
    let mut told = HashSet::new();
    for graph in model.graphs() {
        // An enclosing graph precedes its bodies.
        let GraphRole::Body { owner, attribute, .. } = model.graph(graph).role else { continue };
        let outer = model.node(owner).graph;
        let around = depths.get(outer.index()).copied().unwrap_or(0);
        if let Some(depth) = depths.get_mut(graph.index()) {
            *depth = around + 1;
        }
        let level =
            |depth: usize, graph: GraphId| 1 + PER_BODY * depth + below.get(graph.index()).copied().unwrap_or(0);
        let covered = level(around, outer) > LIMIT;
        if level(around + 1, graph) <= LIMIT || covered || !told.insert(outer) {
            continue;
        }
        let (depth, name) = (around + 1, model.name(attribute));
        let message = format!("body `{name}` is inside {around} others, and its records nest more than {LIMIT} deep");
        let place = Place::node(outer, owner);
        let finding = Diagnostic::new(&rules::bodies_too_deep::RULE, place, message);
        let finding = finding.note("protobuf readers, including ONNX Runtime, reject the whole file");
        sink.report(finding.data("depth", depth).data("limit", LIMIT));
    }
}

/// The nesting depth of messages below a graph, excluding bodies.
fn below(model: &Model, graph: GraphId) -> usize {
    // Value, type, tensor type, shape, dimension.
    let ranked = |value| {
        let shape = model.declared(value).and_then(|ty| ty.as_tensor()).and_then(|t| t.shape.rank());
        shape.map_or(0, |rank| if rank == 0 { 4 } else { 5 })
    };
    let values = model.values_of(graph).map(ranked).max().unwrap_or(0);
    let node = |node| {
        let attributes = model.attributes(node).iter().map(|a| match a.value {
            AttributeValue::Tensor(_) => 3,
            _ => 2,
        });
        attributes.max().unwrap_or(1)
    };
    values.max(model.nodes_of(graph).map(node).max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use crate::analyze::analyze;
    use crate::format::options::ReadOptions;
    use crate::graph::Model;
    use crate::options::AnalysisOptions;
    use crate::source::Source;

    /// The rule codes reported for a model with this many nested bodies.
    fn nested(count: usize) -> Vec<&'static str> {
        let inner = (0..count).fold("r = Relu (x)".to_owned(), |inner, _| {
            format!(
                "r = If (c) <then_branch = t () => (float[2] r) {{ {inner} }}, else_branch = e () => (float[2] q) {{ q = Neg (x) }}>"
            )
        });
        let text =
            format!("<ir_version: 8, opset_import: [\"\" : 18]> g (bool c, float[2] x) => (float[2] r) {{ {inner} }}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        analyze(&model, &AnalysisOptions::default())
            .findings
            .iter()
            .map(|f| f.rule.as_static().map_or("", |rule| rule.code()))
            .collect()
    }

    #[test]
    fn protobuf_reads_31_bodies_that_declare_shapes() {
        assert!(nested(31).is_empty());
        assert_eq!(nested(32), ["GR120"]);
        assert_eq!(nested(60), ["GR120"]);
    }
}
