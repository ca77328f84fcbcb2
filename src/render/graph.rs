//! A model as a drawing, independent of its language.

mod dot;
mod mermaid;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::io;

pub(crate) use dot::write_dot;
pub(crate) use mermaid::write_mermaid;

use super::{Shapes, count};
use crate::escape::one_line;
use crate::graph::find_value::is_named;
use crate::graph::label::cut_name;
use crate::graph::{GraphRole, Model, Operand, ValueRole};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::ops::OperatorKind;
use crate::rule::Level;

/// Maximum number of constants that a node lists.
const MAX_CONSTANTS: usize = 4;

/// The part of a model that is drawn.
pub(crate) struct Drawing<'a> {
    shapes: Shapes<'a>,
    /// By node: whether it is drawn. Constants are listed by the nodes that read them instead.
    shown: Vec<bool>,
    /// By graph: whether it is drawn.
    drawn: Vec<bool>,
    /// The title, if only a part of the model is drawn.
    title: Option<String>,
    /// The highest level of the findings of each node.
    faults: HashMap<NodeId, Level>,
    /// Values whose long types have been written.
    written: RefCell<HashSet<ValueId>>,
}

/// An element of a drawing.
enum DrawingElement {
    /// The begin of a graph.
    Open(GraphId, String),
    /// The end of a graph.
    Close,
    /// A node: its id, its lines, and its style.
    Node(String, Vec<String>, NodeStyle),
    /// An edge from one node to another, with the type of the value.
    Edge(String, String, String),
    /// An edge from a node to one of its bodies: the graph, and the first node drawn in it.
    Body(String, GraphId, String),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeStyle {
    /// A node: what its operator is for, whether it has neighbors that are not drawn, and the highest level of its
    /// findings.
    Node { kind: OperatorKind, is_truncated: bool, fault: Option<Level> },
    /// An input or an output of a graph.
    Terminal,
}

/// The name and the background of the nodes of a kind. The text is dark on all of them.
fn look(kind: OperatorKind) -> (&'static str, &'static str) {
    match kind {
        OperatorKind::Linear => ("linear", "#cfe2ff"),
        OperatorKind::Elementwise => ("elementwise", "#d8f0d3"),
        OperatorKind::Normalization => ("normalization", "#e6dcf7"),
        OperatorKind::Reduction => ("reduction", "#fde4c8"),
        OperatorKind::Movement => ("movement", "#e3e7ec"),
        OperatorKind::ControlFlow => ("control", "#fff0b8"),
        OperatorKind::Source => ("source", "#d3eef0"),
        OperatorKind::Other => ("other", "#ffffff"),
    }
}

/// The color of the border of a node with a finding.
fn border(level: Level) -> &'static str {
    match level {
        Level::Error => "#b3261e",
        Level::Warning => "#b26a00",
        Level::Note => "#0b57a4",
    }
}

impl<'a> Drawing<'a> {
    /// Draws the whole model.
    pub(crate) fn new(shapes: Shapes<'a>) -> Drawing<'a> {
        let model = shapes.model;
        let shown = (0..model.nodes.len()).map(|i| !shapes.analysis.is_constant_node(model, NodeId::at(i))).collect();
        let mut faults = HashMap::new();
        for finding in &shapes.analysis.findings {
            if let Some(node) = finding.place.node.filter(|_| finding.level > Level::Note) {
                let level = faults.entry(node).or_insert(finding.level);
                *level = finding.level.max(*level);
            }
        }
        Drawing {
            shapes,
            shown,
            drawn: vec![true; model.graphs.len()],
            title: None,
            faults,
            written: RefCell::default(),
        }
    }

    /// The nodes with a name, a layer id, or an output of this name, or with this index in the main graph.
    pub(crate) fn named(&self, name: &str) -> Vec<NodeId> {
        let model = self.shapes.model;
        let all = || (0..model.nodes.len()).map(NodeId::at);
        let index = || name.strip_prefix('#')?.parse::<usize>().ok();
        let main = |node: NodeId| Some(model.node(node).graph) == model.main_graph();
        let tests: [&dyn Fn(NodeId) -> bool; 4] = [
            &|node| model.name(model.node(node).name) == name,
            &|node| model.outputs(node).any(|value| is_named(model, value, name)),
            &|node| model.name(model.node(node).layer) == name,
            &|node| main(node) && index() == Some(model.node_index(node)),
        ];
        let mut found = tests.iter().map(|test| all().filter(|&node| test(node)).collect::<Vec<_>>());
        found.find(|nodes| !nodes.is_empty()).unwrap_or_default()
    }

    /// Draws only what is at most `depth` steps from these nodes, along values, and into and out of bodies.
    pub(crate) fn around(mut self, name: &str, centers: &[NodeId], depth: usize) -> Drawing<'a> {
        let model = self.shapes.model;
        let next = neighbors(model);
        let mut distance = vec![usize::MAX; model.nodes.len()];
        let mut queue: VecDeque<NodeId> = centers.iter().copied().collect();
        centers.iter().for_each(|center| distance[center.index()] = 0);
        while let Some(node) = queue.pop_front() {
            let far = distance[node.index()] + 1;
            for &other in next[node.index()].iter().filter(|_| far <= depth) {
                if distance[other.index()] == usize::MAX {
                    distance[other.index()] = far;
                    queue.push_back(other);
                }
            }
        }
        self.drawn = vec![false; model.graphs.len()];
        for (index, far) in distance.iter().enumerate() {
            // A constant is drawn only if it is a center.
            self.shown[index] = *far == 0 || (self.shown[index] && *far != usize::MAX);
            let mut graph = self.shown[index].then(|| model.node(NodeId::at(index)).graph);
            while let Some(id) = graph.filter(|id| !self.drawn[id.index()]) {
                self.drawn[id.index()] = true;
                graph = parent(model, id);
            }
        }
        let drawn = self.shown.iter().filter(|&&shown| shown).count();
        self.title = Some(format!("{drawn} of {}, around {name}", count(model.nodes.len(), "node")));
        self
    }

    /// Visits the elements: graphs with their nodes, bodies within them, then edges.
    fn each(&self, take: &mut dyn FnMut(DrawingElement) -> io::Result<()>) -> io::Result<()> {
        let model = self.shapes.model;
        let mut children = vec![Vec::new(); model.graphs.len()];
        let mut roots = Vec::new();
        for graph in crate::snapshot::graphs(model).into_iter().filter(|g| self.drawn[g.index()]) {
            match parent(model, graph) {
                Some(parent) => children[parent.index()].push(graph),
                None => roots.push(graph),
            }
        }
        let framed = |graph: GraphId| roots.len() > 1 || parent(model, graph).is_some();
        let mut first = vec![None; model.graphs.len()];
        // Iterative, not recursive: the file determines how deep bodies are nested.
        let mut next: Vec<(GraphId, bool)> = roots.iter().rev().map(|&graph| (graph, false)).collect();
        while let Some((graph, ends)) = next.pop() {
            match (ends, framed(graph)) {
                (true, true) => take(DrawingElement::Close)?,
                (true, false) => {}
                (false, framed) => {
                    if framed {
                        take(DrawingElement::Open(graph, self.graph_label(graph)))?;
                    }
                    first[graph.index()] = self.nodes(graph, take)?;
                    next.push((graph, true));
                    next.extend(children[graph.index()].iter().rev().map(|&child| (child, false)));
                }
            }
        }
        for graph in model.graphs().filter(|g| self.drawn[g.index()]) {
            self.edges(graph, take)?;
            let GraphRole::Body { owner, .. } = model.graph(graph).role else { continue };
            if let (true, Some(first)) = (self.shown[owner.index()], first[graph.index()].take()) {
                take(DrawingElement::Body(node_id(owner), graph, first))?;
            }
        }
        Ok(())
    }

    fn graph_label(&self, graph: GraphId) -> String {
        let model = self.shapes.model;
        match model.graph(graph).role {
            // The full path would repeat the names of all outer nodes.
            GraphRole::Body { owner, attribute, .. } => {
                format!(
                    "{} of {}",
                    one_line(&cut_name(model.name(attribute))),
                    one_line(&model.describe(owner)).replace('`', "")
                )
            }
            _ => one_line(&model.display_path(graph)).into_owned(),
        }
    }

    /// Visits the inputs, nodes, and outputs of a graph. Returns the id of the first.
    fn nodes(
        &self,
        graph: GraphId,
        take: &mut dyn FnMut(DrawingElement) -> io::Result<()>,
    ) -> io::Result<Option<String>> {
        let model = self.shapes.model;
        let record = model.graph(graph);
        let read = self.read_inputs(graph);
        let mut first = None;
        let mut draw = |id: String, lines: Vec<String>, kind: NodeStyle| {
            first.get_or_insert_with(|| id.clone());
            take(DrawingElement::Node(id, lines, kind))
        };
        for (&value, _) in record.inputs.iter().zip(&read).filter(|(_, read)| **read) {
            draw(value_id(value), self.lines(value, model.value_name(value)), NodeStyle::Terminal)?;
        }
        for node in model.nodes_of(graph).filter(|n| self.shown[n.index()]) {
            draw(node_id(node), self.node_lines(node), self.style(node))?;
        }
        // In IR, a Result is a node.
        for (index, output) in record.outputs.iter().enumerate().filter(|(_, output)| output.node.is_none()) {
            let Some(value) = output.operand.value().filter(|&v| self.title.is_none() || self.source(v).is_some())
            else {
                continue;
            };
            let name = if output.name.is_empty() { model.value_name(value) } else { model.name(output.name) };
            draw(output_id(graph, index), self.lines(value, name), NodeStyle::Terminal)?;
        }
        Ok(first)
    }

    /// By input of a graph: whether it is drawn. In a part of a model, a drawn node must read it.
    fn read_inputs(&self, graph: GraphId) -> Vec<bool> {
        let model = self.shapes.model;
        let inputs = &model.graph(graph).inputs;
        // In IR, a Parameter is a node.
        let is_input = |value: ValueId| matches!(model.value(value).role, ValueRole::Input { .. });
        if self.title.is_none() {
            return inputs.iter().map(|&value| is_input(value)).collect();
        }
        let nodes = model.nodes_of(graph).filter(|n| self.shown[n.index()]);
        let read: HashSet<ValueId> =
            nodes.flat_map(|n| model.inputs(n)).filter_map(|operand| operand.value()).collect();
        inputs.iter().map(|&value| is_input(value) && read.contains(&value)).collect()
    }

    fn style(&self, node: NodeId) -> NodeStyle {
        let model = self.shapes.model;
        let op = model.op(node);
        let kind = match op.function {
            Some(_) => OperatorKind::Other,
            None => OperatorKind::of(model.dialect(), model.name(op.domain), model.name(op.name)),
        };
        NodeStyle::Node { kind, is_truncated: self.is_truncated(node), fault: self.faults.get(&node).copied() }
    }

    /// The name and the type.
    fn lines(&self, value: ValueId, name: &str) -> Vec<String> {
        vec![one_line(name).into_owned(), self.ty(value)]
    }

    /// The type. A long one is written once, not again at each edge.
    fn ty(&self, value: ValueId) -> String {
        const SHORT: usize = 128;
        if self.written.borrow().contains(&value) {
            return "type as before".to_owned();
        }
        let text = one_line(&self.shapes.analysis.facts.ty(value).to_string()).into_owned();
        if text.len() > SHORT {
            self.written.borrow_mut().insert(value);
        }
        text
    }

    /// The operator, the name, and the constants that the node reads.
    fn node_lines(&self, node: NodeId) -> Vec<String> {
        let model = self.shapes.model;
        let mut lines = vec![one_line(model.op_type(node)).into_owned()];
        let name = model.name(model.node(node).name);
        lines.extend((!name.is_empty()).then(|| one_line(name).into_owned()));
        let values = model.inputs(node).iter().filter_map(|operand| operand.value());
        let constants = values.filter(|&value| self.is_constant(value));
        // Many nodes may read a constant with a very long name.
        let listed = constants.clone().take(MAX_CONSTANTS);
        lines.extend(listed.map(|v| self.lines(v, &cut_name(model.value_name(v))).join(" ")));
        let more = constants.count().saturating_sub(MAX_CONSTANTS);
        lines.extend((more > 0).then(|| format!("and {}", count(more, "more constant"))));
        lines
    }

    fn is_constant(&self, value: ValueId) -> bool {
        match self.shapes.model.value(value).role {
            ValueRole::Initializer(_) => true,
            ValueRole::Input { .. } => false,
            ValueRole::Output(node) => {
                !self.shown[node.index()] && self.shapes.analysis.is_constant_node(self.shapes.model, node)
            }
        }
    }

    /// Whether the producer of an input is not drawn. Readers of the node are not considered.
    fn is_truncated(&self, node: NodeId) -> bool {
        let model = self.shapes.model;
        let produced =
            |operand: &Operand| operand.value().is_some_and(|v| model.producer(v).is_some() && !self.is_constant(v));
        let reads = model.inputs(node).iter().filter(|operand| produced(operand));
        self.title.is_some()
            && reads.into_iter().any(|operand| operand.value().is_some_and(|v| self.source(v).is_none()))
    }

    /// The id of the source of a value, if it is drawn.
    fn source(&self, value: ValueId) -> Option<String> {
        match self.shapes.model.value(value).role {
            ValueRole::Input { .. } => Some(value_id(value)),
            ValueRole::Initializer(_) => None,
            ValueRole::Output(node) => self.shown[node.index()].then(|| node_id(node)),
        }
    }

    fn edges(&self, graph: GraphId, take: &mut dyn FnMut(DrawingElement) -> io::Result<()>) -> io::Result<()> {
        let model = self.shapes.model;
        for node in model.nodes_of(graph).filter(|n| self.shown[n.index()]) {
            for value in model.inputs(node).iter().filter_map(|operand| operand.value()) {
                if let Some(from) = self.source(value) {
                    take(DrawingElement::Edge(from, node_id(node), self.ty(value)))?;
                }
            }
        }
        let outputs = model.graph(graph).outputs.iter().enumerate();
        for (index, output) in outputs.filter(|(_, output)| output.node.is_none()) {
            let Some(value) = output.operand.value() else { continue };
            let from = self.source(value).filter(|_| self.title.is_none() || model.producer(value).is_some());
            if let Some(from) = from {
                take(DrawingElement::Edge(from, output_id(graph, index), self.ty(value)))?;
            }
        }
        Ok(())
    }
}

fn parent(model: &Model, graph: GraphId) -> Option<GraphId> {
    match model.graph(graph).role {
        GraphRole::Body { owner, .. } => Some(model.node(owner).graph),
        _ => None,
    }
}

/// By node: its neighbors.
fn neighbors(model: &Model) -> Vec<Vec<NodeId>> {
    let mut next = vec![Vec::new(); model.nodes.len()];
    let mut join = |a: NodeId, b: NodeId| {
        next[a.index()].push(b);
        next[b.index()].push(a);
    };
    for graph in model.graphs() {
        let owner = match model.graph(graph).role {
            GraphRole::Body { owner, .. } => Some(owner),
            _ => None,
        };
        for node in model.nodes_of(graph) {
            let producers = model.inputs(node).iter().filter_map(|operand| model.producer(operand.value()?));
            producers.chain(owner).for_each(|other| join(other, node));
        }
    }
    next
}

fn node_id(node: NodeId) -> String {
    format!("n{}", node.index())
}

fn value_id(value: ValueId) -> String {
    format!("i{}", value.index())
}

fn output_id(graph: GraphId, index: usize) -> String {
    format!("o{}_{index}", graph.index())
}
