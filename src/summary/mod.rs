//! What a model consists of, and what a run of it costs: the figures that decide where it can run.
//!
//! A **multiply-accumulate** is a product of two numbers that is added to a sum. Matrix products, convolutions, recurrent
//! cells, attention, and Einsum consist of them. Whatever else an operator computes counts as **operations**: one for each
//! element that an element-wise function returns or that a reduction reads, one for each element of each window of a
//! pooling, and five for each element that a normalization reads. The **bytes** of a node are those of its inputs, read
//! once, and of its outputs. The **peak memory** is that of a plan: nodes run in the order of the file, the outputs of a
//! node are allocated when it runs and freed after their last reader; views share the memory of their input, and
//! element-wise functions compute in place where the input is not read later.
//!
//! Each operator states its own formulas ([`Operator::cost`](crate::ops::Operator::cost)). Operators without one are
//! listed, never guessed.
//!
//! ```
//! use shapewright::graph::Model;
//! use shapewright::summary::summarize;
//! use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};
//!
//! let text = r#"<ir_version: 9, opset_import: ["" : 18]>
//!     g (float[N,64] x, float[64,32] a, float[32,10] b) => (float[N,10] y) {
//!         first = MatMul (x, a)
//!         hidden = Relu (first)
//!         y = MatMul (hidden, b)
//!     }"#;
//! let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
//! let options = AnalysisOptions::default();
//! let summary = summarize(&model, &options, &analyze(&model, &options));
//!
//! // 64 * 32 and 32 * 10 for each row; Relu is an operation for each of the 32 elements of a row.
//! assert_eq!(summary.work.macs.to_string(), "2368*N");
//! assert_eq!(summary.work.operations.to_string(), "32*N");
//! // `hidden` takes the memory of `first`, 32 floats; while `y` is computed, its 10 floats exist as well.
//! assert_eq!(summary.peak.to_string(), "168*N");
//! ```

mod bytes;
mod graph_runs;
mod memory;
mod node_costs;
mod parameters;
mod quantity;
mod sums;
#[cfg(test)]
mod tests;
mod unknowns;
mod work;

pub use memory::PeakMemory;
pub use parameters::{ExternalFile, Parameters, ParametersOfType};
pub use quantity::Quantity;
pub use unknowns::Unknowns;
pub use work::{NodeWork, OperatorSummary, Work};

use std::borrow::Cow;

use crate::diagnostic::Diagnostic;
use crate::fact::ValueType;
use crate::graph::label::cut_name;
use crate::graph::{Dialect, Format, Graph, Model, ValueRole};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::infer::Analysis;
use crate::infer::unknown::{is_vague, why_unknown};
use crate::options::AnalysisOptions;
use crate::rule::Level;
use crate::rules;
use graph_runs::GraphRuns;
use sums::Sums;

/// What a model consists of, and what a run of it costs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// The format of the file.
    pub format: Format,
    /// ONNX: the version of the format. IR: the version of the file.
    pub ir_version: Option<i64>,
    /// The name of the main graph; empty if it has none.
    pub name: String,
    /// ONNX: the tool that wrote the file. IR: the conversion, as far as the file states it.
    pub producer: Option<String>,
    /// The operator sets, each domain once, with the versions that nodes use.
    pub opsets: Vec<(String, i64)>,
    /// The inputs of the main graph that have no default.
    pub inputs: Vec<PortSummary>,
    /// The outputs of the main graph.
    pub outputs: Vec<PortSummary>,
    /// The constants.
    pub parameters: Parameters,
    /// The files besides the model file.
    pub external: Vec<ExternalFile>,
    /// The number of nodes, in all graphs that a run reaches.
    pub nodes: usize,
    /// The operators, those that cost most first.
    pub operators: Vec<OperatorSummary>,
    /// What a run costs, without what `unknown_work` lists and what operators without formula compute.
    pub work: Work,
    /// The nodes that cost most.
    pub heaviest: Vec<NodeWork>,
    /// The nodes whose cost is unknown.
    pub unknown_work: Unknowns<NodeId>,
    /// The peak memory of activations.
    pub peak: PeakMemory,
    /// The number of values.
    pub values: usize,
    /// The values whose element type, rank, or a dimension is unknown.
    pub unknown_values: Unknowns<ValueId>,
    /// Findings of level error. Missing weights count as a warning, because nothing here needs them.
    pub errors: usize,
    /// Findings of level warning.
    pub warnings: usize,
    /// Findings of level note.
    pub notes: usize,
    /// Findings that the file suppresses.
    pub suppressed: usize,
}

/// An input or output of the model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PortSummary {
    /// The name as written; of a very long name of a layer, for an output without one of its own, the start and the end.
    pub name: String,
    /// The type, as far as it is known.
    pub ty: ValueType,
}

impl PortSummary {
    /// Its size in bytes; `None` if it is unknown.
    pub fn bytes(&self) -> Option<Quantity> {
        bytes::of_type(&self.ty)
    }
}

/// Summarizes a model with what was inferred of it. The elements of weights are not read.
///
/// `options` are those of the analysis. A model with errors is summarized with what is certain in spite of them.
pub fn summarize(model: &Model, options: &AnalysisOptions, analysis: &Analysis) -> Summary {
    let sums = Sums::new(model.source().bytes().len() as u64);
    let (costs, reads) = node_costs::find(model, options, analysis, &sums);
    let runs = GraphRuns::new(model, &costs, &sums);
    let totals = work::total(model, &analysis.facts, (&costs, &runs), (&sums, &reads));
    let reached = || model.graphs().filter(|&graph| runs.is_reached(graph));
    let count = |level| analysis.findings.iter().filter(|finding| level_of(finding) == level).count();
    let main = model.main_graph().map(|graph| model.graph(graph));
    Summary {
        format: model.format(),
        ir_version: model.ir_version(),
        name: main.map(|graph| model.name(graph.name).to_owned()).unwrap_or_default(),
        producer: producer(model),
        opsets: opsets(model),
        inputs: main.map(|graph| ports(analysis, inputs(model, graph))).unwrap_or_default(),
        outputs: main.map(|graph| ports(analysis, outputs(model, graph))).unwrap_or_default(),
        parameters: parameters::parameters(model, &runs),
        external: parameters::external_files(model, &runs),
        nodes: totals.operators.iter().map(|operator| operator.nodes).sum(),
        operators: totals.operators,
        work: totals.work,
        heaviest: totals.heaviest,
        unknown_work: totals.unknown,
        peak: memory::peak(model, analysis, (&costs, &runs), &sums),
        values: reached().map(|graph| model.values_of(graph).count()).sum(),
        unknown_values: unknown_values(model, analysis, reached()),
        errors: count(Level::Error),
        warnings: count(Level::Warning),
        notes: count(Level::Note),
        suppressed: analysis.suppressed.len(),
    }
}

fn level_of(finding: &Diagnostic) -> Level {
    if *finding.rule == rules::missing_weights::RULE { finding.level.min(Level::Warning) } else { finding.level }
}

/// What wrote the file, with its version.
fn producer(model: &Model) -> Option<String> {
    let header = model.header();
    let name = |id: Option<_>| id.map(|id| model.name(id)).filter(|text| !text.is_empty());
    let written = [name(header.producer_name), name(header.producer_version)];
    // IR: the version of OpenVINO that wrote the file, or before 2023 that of its Model Optimizer.
    let stated = || {
        let is_version = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        let of = |wanted| model.metadata().find(|(key, text)| *key == wanted && is_version(text)).map(|(_, text)| text);
        of("Runtime_version").or_else(|| of("MO_version")).map(|version| format!("OpenVINO {version}"))
    };
    let parts: Vec<&str> = written.into_iter().flatten().collect();
    if !parts.is_empty() {
        return Some(parts.join(" "));
    }
    stated().filter(|_| model.format() == Format::OpenVinoIr)
}

/// ONNX: the imported operator sets. IR: the versions that layers are of.
fn opsets(model: &Model) -> Vec<(String, i64)> {
    let imported = model.opsets().iter().map(|import| (model.name(import.domain).to_owned(), import.version));
    let mut sets: Vec<(String, i64)> = match model.dialect() {
        Dialect::Onnx => imported.collect(),
        Dialect::OpenVino => {
            let nodes = model.graphs().flat_map(|graph| model.nodes_of(graph));
            let of = |node| {
                // A set that is not `opsetN` has a name.
                let name = Some(model.name(model.op(node).domain)).filter(|name| !name.is_empty());
                Some((name.unwrap_or("opset").to_owned(), model.op(node).version?))
            };
            let mut sets: Vec<_> = nodes.filter_map(of).collect();
            sets.sort();
            sets
        }
    };
    // Of two imports of a domain, the first one applies.
    sets.dedup_by(|next, first| next.0 == first.0 && (model.dialect() == Dialect::Onnx || next.1 == first.1));
    sets
}

fn has_default(model: &Model, value: ValueId) -> bool {
    matches!(model.value(value).role, ValueRole::Input { default: Some(_) })
}

/// The inputs of a graph that have no default, with their names.
fn inputs<'m>(model: &'m Model, graph: &'m Graph) -> Vec<(ValueId, Cow<'m, str>)> {
    let wanted = graph.inputs.iter().filter(|&&value| !has_default(model, value));
    wanted.map(|&value| (value, Cow::Borrowed(model.value_name(value)))).collect()
}

/// The outputs of a graph, with the names that they have there. In IR, very many may be one layer with a very long name.
fn outputs<'m>(model: &'m Model, graph: &'m Graph) -> Vec<(ValueId, Cow<'m, str>)> {
    let known = graph.outputs.iter().filter_map(|output| Some((output.operand.value()?, model.name(output.name))));
    let named = |(value, name): (ValueId, &'m str)| match name {
        "" => (value, cut_name(model.value_name(value))),
        name => (value, Cow::Borrowed(name)),
    };
    known.map(named).collect()
}

fn ports(analysis: &Analysis, values: Vec<(ValueId, Cow<'_, str>)>) -> Vec<PortSummary> {
    let port = |(value, name): (ValueId, Cow<'_, str>)| PortSummary {
        name: name.into_owned(),
        ty: analysis.facts.ty(value).clone(),
    };
    values.into_iter().map(port).collect()
}

fn unknown_values(model: &Model, analysis: &Analysis, graphs: impl Iterator<Item = GraphId>) -> Unknowns<ValueId> {
    let vague = |value: &ValueId| is_vague(analysis.facts.ty(*value)) && !model.is_omitted(*value);
    let mut unknown = Unknowns::default();
    for value in graphs.flat_map(|graph| model.values_of(graph)).filter(vague) {
        unknown.push(value, || why_unknown(model, analysis, value));
    }
    unknown
}
