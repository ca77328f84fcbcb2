//! Snapshots: types, shapes, and findings as a small text for review in version control.
//!
//! A snapshot does not depend on the path of the file, on the version of this crate, on the wording of messages, or on
//! ids that a converter generates. It changes only if the model does.

use std::collections::HashSet;
use std::fmt::Write;

use crate::dialect::Dialect;
use crate::escape::one_line;
use crate::fact::KnownValue;
use crate::graph::label::LONGEST_NAME;
use crate::graph::{GraphRole, Model, Operand, ValueRole};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::infer::Analysis;
use crate::rule::Level;
use crate::rule::RuleRef;

/// Maximum number of elements of a constant whose elements are written.
const MAX_SHOWN_ELEMENTS: usize = 8;

/// A finding in a snapshot.
pub(crate) struct SnapshotFinding {
    pub(crate) level: Level,
    pub(crate) rule: RuleRef,
    /// The path of the graph, followed by the node.
    pub(crate) location: String,
}

/// The most bytes of the snapshot of a file. Those of a line for an output may be a hundred times those of its name.
pub(crate) fn most_bytes(model: &Model) -> usize {
    const MORE: u64 = 16 << 20;
    const TIMES: u64 = 2;
    usize::try_from(model.file_len().saturating_mul(TIMES).saturating_add(MORE)).unwrap_or(usize::MAX)
}

/// The snapshot of a model.
#[cfg(feature = "testing")]
pub(crate) fn snapshot(model: &Model, analysis: &Analysis, reported: impl Iterator<Item = SnapshotFinding>) -> String {
    snapshot_within(model, analysis, reported, usize::MAX).unwrap_or_default()
}

/// The snapshot of a model; `None` if it has more than this number of bytes.
pub(crate) fn snapshot_within(
    model: &Model,
    analysis: &Analysis,
    reported: impl Iterator<Item = SnapshotFinding>,
    most: usize,
) -> Option<String> {
    let mut text = Snapshot { model, analysis, text: model.format().name().to_owned(), most };
    // A text that grows is copied, and takes its memory twice. Memory that is not written to is not taken.
    let _ = text.text.try_reserve(most);
    let mut domains = HashSet::new();
    for import in model.opsets().iter().filter(|o| domains.insert(o.domain)) {
        let domain = model.name(import.domain);
        let domain = if domain.is_empty() { "" } else { &format!(" {}", one_line(domain)) };
        text.push(format_args!(", opset{domain} {}", import.version));
    }
    text.push(format_args!("\n"));
    for graph in graphs(model) {
        text.graph(graph);
    }
    text.push(format_args!("\n"));
    findings(&mut text.text, reported);
    (!text.is_too_long()).then_some(text.text)
}

/// The snapshot of one graph.
#[cfg(feature = "testing")]
pub(crate) fn graph(model: &Model, analysis: &Analysis, graph: GraphId) -> String {
    let mut text = Snapshot { model, analysis, text: String::new(), most: usize::MAX };
    text.graph(graph);
    text.text
}

/// The last part of a snapshot: the findings, without their messages.
pub(crate) fn findings(text: &mut String, reported: impl Iterator<Item = SnapshotFinding>) {
    let start = text.len();
    for SnapshotFinding { level, rule, location } in reported {
        let line = format!("  {} {} {} {}", level.name(), rule.code(), rule.name(), one_line(&location));
        text.push_str(line.trim_end_matches(' '));
        text.push('\n');
    }
    text.insert_str(start, if text.len() == start { "findings: none\n" } else { "findings\n" });
}

/// Graphs in the order of reports: the main graph and its bodies, then training information, then functions.
pub(crate) fn graphs(model: &Model) -> Vec<GraphId> {
    let rank = |mut graph| loop {
        match model.graph(graph).role {
            GraphRole::Main | GraphRole::Example(_) => break 0,
            GraphRole::Training(..) => break 1,
            GraphRole::Function(_) => break 2,
            GraphRole::Body { owner, .. } => graph = model.node(owner).graph,
        }
    };
    let mut graphs: Vec<_> = model.graphs().collect();
    graphs.sort_by_cached_key(|&graph| rank(graph));
    graphs
}

struct Snapshot<'a> {
    model: &'a Model,
    analysis: &'a Analysis,
    text: String,
    /// Nothing is added to a text with more bytes.
    most: usize,
}

impl Snapshot<'_> {
    fn is_too_long(&self) -> bool {
        self.text.len() > self.most
    }

    fn push(&mut self, what: std::fmt::Arguments<'_>) {
        if !self.is_too_long() {
            // Writing to a string cannot fail.
            let _ = self.text.write_fmt(what);
        }
    }

    /// Ends a line, and removes spaces at its end.
    fn line(&mut self) {
        if self.is_too_long() {
            return;
        }
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
    }

    fn graph(&mut self, graph: GraphId) {
        let model = self.model;
        let path = match model.graph(graph).role {
            GraphRole::Main => "main".to_owned(),
            _ => model.display_path(graph),
        };
        self.push(format_args!("\n{}\n", one_line(&path)));
        for &value in &model.graph(graph).inputs {
            self.end("in", value);
        }
        for value in model.values_of(graph) {
            if matches!(model.value(value).role, ValueRole::Initializer(_)) {
                self.end("const", value);
            }
        }
        // In IR, a Parameter is an input.
        let inputs: HashSet<ValueId> = model.graph(graph).inputs.iter().copied().collect();
        let is_input = |node| model.outputs(node).any(|value| inputs.contains(&value));
        for node in model.nodes_of(graph).filter(|&node| !is_input(node)) {
            self.node(node);
        }
        for value in model.graph(graph).outputs.iter().filter_map(|output| output.operand.value()) {
            self.end("out", value);
        }
    }

    fn end(&mut self, kind: &str, value: ValueId) {
        let name = self.name(value);
        self.push(format_args!("  {kind} {name} {}", one_line(&self.analysis.facts.ty(value).to_string())));
        self.elements(value);
        self.line();
    }

    /// `NAME OP(INPUTS) -> OUTPUT TYPE, …`
    fn node(&mut self, node: NodeId) {
        let model = self.model;
        let name = one_line(model.name(model.node(node).name));
        let blank = if name.is_empty() { "" } else { " " };
        self.push(format_args!("  {name}{blank}{}(", one_line(model.op_type(node))));
        for (at, operand) in model.inputs(node).iter().enumerate() {
            let name = match operand {
                Operand::Value(value) => self.name(*value),
                Operand::Undefined(name) => format!("?{}", one_line(model.name(*name))),
                Operand::Absent => String::new(),
            };
            self.push(format_args!("{}{name}", if at > 0 { ", " } else { "" }));
        }
        self.push(format_args!(")"));
        for (at, value) in model.outputs(node).enumerate() {
            let name = self.name(value);
            let ty = self.analysis.facts.ty(value).to_string();
            self.push(format_args!("{} {name} {}", if at > 0 { "," } else { " ->" }, one_line(&ty)));
            self.elements(value);
        }
        self.line();
    }

    /// Writes the elements of a small constant.
    fn elements(&mut self, value: ValueId) {
        let elements = match self.analysis.facts.value(value) {
            KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_) => None,
            KnownValue::Constant(tensor) => self.model.elements(*tensor, MAX_SHOWN_ELEMENTS),
            KnownValue::Elements(elements) => Some(elements.clone()).filter(|e| e.len() <= MAX_SHOWN_ELEMENTS),
        };
        if let Some(elements) = elements {
            self.push(format_args!(" = {}", one_line(&elements.list().to_string())));
        }
    }

    /// The tensor name; for a layer with several ports, the layer name followed by the port, and for one with a very long name
    /// its id.
    fn name(&self, value: ValueId) -> String {
        let model = self.model;
        let (mut name, producer) = (model.value_name(value), model.producer(value));
        let is_ir = model.dialect() == Dialect::OpenVino;
        let mut several = producer.is_some_and(|node| model.outputs(node).len() > 1);
        // A file of IR has the name of a layer once, and the text has it wherever a value of the layer is read.
        if let Some(node) = producer.filter(|_| is_ir && name.len() > LONGEST_NAME) {
            (name, several) = (model.name(model.node(node).layer), true);
        }
        let name = one_line(name);
        match model.dialect() {
            Dialect::OpenVino if several || name.is_empty() => {
                format!("{name}:{}", one_line(model.name(model.output_port(value).id)))
            }
            _ => name.into_owned(),
        }
    }
}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use crate::graph::Model;
    use crate::ids::GraphId;
    use crate::snapshot::graph;
    use crate::{AnalysisOptions, ReadOptions, Source, analyze};

    #[test]
    fn a_very_long_name_of_a_layer_is_written_once() {
        let written = |length: usize| {
            let name = "n".repeat(length);
            let layer = |id: usize, name: &str| {
                format!(
                    "<layer id=\"{id}\" name=\"{name}\" type=\"ReLU\" version=\"opset1\"><input><port id=\"0\"/></input>\
                     <output><port id=\"1\"/></output></layer>"
                )
            };
            let text = format!(
                "<net name=\"m\" version=\"11\"><layers>{}{}</layers><edges><edge from-layer=\"7\" from-port=\"1\" to-layer=\"8\" \
                 to-port=\"0\"/></edges></net>",
                layer(7, &name),
                layer(8, "reader")
            );
            let model = Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
            let text = graph(&model, &analyze(&model, &AnalysisOptions::default()), GraphId::at(0));
            (text.matches(&name).count(), text.matches("7:1").count())
        };
        // The layer, its output, and where that is read.
        assert_eq!(written(1_024), (3, 0));
        assert_eq!(written(1_025), (1, 2));
    }
}
