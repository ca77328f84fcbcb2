//! Captures: values of outer graphs that bodies read.

use super::{GraphRole, Model};
use crate::dialect::Dialect;
use crate::ids::{GraphId, NodeId, ValueId};

/// A node inside a body that reads a value of an outer graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Capture {
    /// The node of the value's graph that owns the body, perhaps through several levels.
    owner: NodeId,
    /// The reader inside the body.
    pub(crate) reader: NodeId,
    pub(crate) value: ValueId,
}

/// All reads of outer values, by the node that owns the body.
#[derive(Debug, Default)]
pub(crate) struct Captures(Vec<Capture>);

impl Captures {
    /// The captures of a model. IR bodies have none: they receive all values through ports.
    pub(crate) fn new(model: &Model) -> Captures {
        let mut captures = Vec::new();
        if model.dialect() == Dialect::Onnx {
            let bodies = model.graphs().filter(|&graph| matches!(model.graph(graph).role, GraphRole::Body { .. }));
            let mut owners = Owners::default();
            for reader in bodies.flat_map(|graph| model.nodes_of(graph)) {
                let own = model.node(reader).graph;
                let values = model.inputs(reader).iter().filter_map(|operand| operand.value());
                let outer = values.filter(|&v| model.value(v).graph != own && model.producer(v).is_some());
                let capture = |value| {
                    let owner = owners.find(model, own, model.value(value).graph)?;
                    Some(Capture { owner, reader, value })
                };
                captures.extend(outer.filter_map(capture));
            }
        }
        captures.sort_unstable();
        Captures(captures)
    }

    /// What the bodies of a node read from the node's own graph.
    pub(crate) fn of_node(&self, node: NodeId) -> &[Capture] {
        let start = self.0.partition_point(|capture| capture.owner < node);
        let rest = self.0.get(start..).unwrap_or_default();
        &rest[..rest.partition_point(|capture| capture.owner == node)]
    }
}

/// The nodes that own a graph and those around it. A node may read values of several graphs that are far outside by turns, so
/// that none is searched for.
#[derive(Default)]
struct Owners {
    /// The graph whose owners follow.
    inner: Option<GraphId>,
    /// Sorted by the graph in which they are.
    around: Vec<(GraphId, NodeId)>,
}

impl Owners {
    /// The node of an outer graph that owns this one, perhaps through several levels.
    fn find(&mut self, model: &Model, inner: GraphId, outer: GraphId) -> Option<NodeId> {
        if self.inner.replace(inner) != Some(inner) {
            self.around.clear();
            let mut graph = inner;
            while let Some(owner) = owner(model, graph) {
                graph = model.node(owner).graph;
                self.around.push((graph, owner));
            }
            self.around.sort_unstable();
        }
        let at = self.around.binary_search_by_key(&outer, |(graph, _)| *graph).ok()?;
        Some(self.around[at].1)
    }
}

/// The node that owns a body.
fn owner(model: &Model, graph: GraphId) -> Option<NodeId> {
    match model.graph(graph).role {
        GraphRole::Body { owner, .. } => Some(owner),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::analyze;
    use crate::format::options::ReadOptions;
    use crate::graph::Model;
    use crate::options::AnalysisOptions;
    use crate::source::Source;

    /// Codes and nodes of all findings.
    fn codes(text: &str) -> Vec<String> {
        let text = format!("<ir_version: 8, opset_import: [\"\" : 18, \"my\" : 1]>\n{text}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let node =
            |f: &crate::diagnostic::Diagnostic| f.place.node.map_or("", |n| model.name(model.node(n).name)).to_owned();
        let analysis = analyze(&model, &AnalysisOptions { run_lints: false, ..AnalysisOptions::default() });
        analysis.findings.iter().map(|f| format!("{} {}", f.rule.code(), node(f))).collect()
    }

    /// An If whose first branch is this.
    fn branch(then: &str) -> String {
        let other = "else_branch = e () => (float[2] b) { b = Identity (x) }";
        format!("[if] y = If (c) <then_branch = t () => (float[2] a) {{ {then} }}, {other}>")
    }

    fn main(nodes: &str) -> String {
        format!("g (bool c, float[2] x) => (float[2] y) {{ {nodes} }}")
    }

    #[test]
    fn a_subgraph_reads_values_before_its_node() {
        let (reads, late) = (branch("[inner] a = Relu (z)"), "[late] z = Abs (x)");
        assert_eq!(codes(&main(&format!("{reads} {late}"))), ["GR104 inner"]);
        assert!(codes(&main(&format!("{late} {reads}"))).is_empty());
    }

    #[test]
    fn a_subgraph_does_not_read_outputs_of_its_node() {
        assert_eq!(codes(&main(&branch("[inner] a = Relu (y)"))), ["GR102 if"]);
        let through = format!("{} [late] z = Abs (y)", branch("[inner] a = Relu (z)"));
        assert_eq!(codes(&main(&through)), ["GR102 if"]);
    }

    #[test]
    fn the_graph_of_the_value_decides() {
        let deep = |after: &str| {
            let inside = branch("[inner] a = Relu (z)").replace("] y =", "] a =").replace("[if]", "[mid]");
            branch(&format!("{inside} {after}"))
        };
        let late = "[late] z = Abs (x)";
        assert_eq!(codes(&main(&format!("{} {late}", deep("")))), ["GR104 inner"]);
        assert_eq!(codes(&main(&deep(late))), ["GR104 inner"]);
        assert!(codes(&main(&format!("{late} {}", deep("")))).is_empty());
        let function = format!("<domain: \"my\", opset_import: [\"\" : 18]> f (c, x) => (y) {{ {} {late} }}", deep(""));
        assert_eq!(codes(&format!("{}\n{function}", main("y = my.f (c, x)"))), ["GR104 inner"]);
    }

    #[test]
    fn the_owners_of_a_graph_are_collected_once() {
        let inside = branch("[inner] a = Sum (z, q, z, q)").replace("] y =", "] a =").replace("[if]", "[mid]");
        let text = main(&format!("z = Abs (x) {}", branch(&format!("q = Neg (x) {inside}"))));
        let text = format!("<ir_version: 8, opset_import: [\"\" : 18]>\n{text}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let nodes = || model.graphs().flat_map(|graph| model.nodes_of(graph));
        let named = |name: &str| nodes().find(|&node| model.name(model.node(node).name) == name).expect(name);
        let [outer, mid, inner] = ["if", "mid", "inner"].map(named);
        let graph = |node: NodeId| model.node(node).graph;
        let mut owners = Owners::default();
        let mut find = |node: NodeId| owners.find(&model, graph(inner), graph(node));
        assert_eq!([outer, mid, inner].map(&mut find), [Some(outer), Some(mid), None]);
        // Nothing is searched for again.
        owners.around[0].1 = inner;
        assert_eq!(owners.find(&model, graph(inner), graph(mid)), Some(mid));
        assert_eq!(owners.find(&model, graph(inner), graph(inner)), None);
        assert_eq!(owners.find(&model, graph(inner), graph(outer)), Some(inner), "those of before");
        assert_eq!(owners.find(&model, graph(mid), graph(outer)), Some(outer));
        let captures = Captures::new(&model);
        assert_eq!([outer, mid].map(|node| captures.of_node(node).len()), [2, 2]);
    }

    #[test]
    fn a_name_of_a_subgraph_is_local() {
        let own = format!("{} [late] z = Abs (x)", branch("[own] z = Neg (x) [inner] a = Relu (z)"));
        assert_eq!(codes(&main(&own)), ["GR109 late"]);
    }
}
