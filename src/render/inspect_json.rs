//! The JSON of `inspect`.

use super::visible_json::{Each, write_json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::rc::Rc;

use serde::{Serialize, Serializer};

use super::graph_paths::{GraphPath, GraphPaths};
use super::inspect::Inspection;
use super::json::SCHEMA_VERSION;
use super::value_ids::Ids;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::graph::{Model, Status};
use crate::ids::NodeId;
use crate::shape::Shape;
use crate::summary::{PeakMemory, PortSummary, Quantity, Summary, Work};

/// Writes one object without a line break.
pub(crate) fn write_inspection_json(out: &mut dyn Write, inspection: Inspection<'_>) -> io::Result<()> {
    write_json(out, &file(inspection))
}

#[derive(Serialize)]
struct File<'a, Ports, Operators, UnknownNodes, UnknownValues> {
    schema_version: u32,
    path: &'a str,
    format: &'static str,
    status: &'static str,
    ir_version: Option<i64>,
    name: &'a str,
    producer: Option<&'a str>,
    opsets: BTreeMap<String, Vec<i64>>,
    inputs: Ports,
    outputs: Ports,
    parameters: Parameters,
    external: Vec<External<'a>>,
    nodes: usize,
    operators: Operators,
    work: Cost,
    unknown_work: UnknownNodes,
    heaviest: Vec<HeavyNode<'a>>,
    peak: Peak<'a>,
    values: usize,
    unknown_values: UnknownValues,
    findings: Counts,
}

#[derive(Serialize)]
struct Port<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: Option<String>,
    shape: Option<Vec<Size>>,
    bytes: Option<Amount>,
}

#[derive(Serialize)]
struct Parameters {
    tensors: u64,
    elements: u64,
    bytes: u64,
    by_type: Vec<OfType>,
}

#[derive(Serialize)]
struct OfType {
    #[serde(rename = "type")]
    element: Option<&'static str>,
    tensors: u64,
    elements: u64,
    bytes: u64,
}

#[derive(Serialize)]
struct External<'a> {
    path: &'a str,
    bytes: Option<u64>,
    tensors: u64,
    tensor_bytes: u64,
}

#[derive(Serialize)]
struct Operator<'a> {
    domain: &'a str,
    name: &'a str,
    nodes: usize,
    #[serde(flatten)]
    cost: Cost,
    not_counted: usize,
    unknown: usize,
}

#[derive(Serialize)]
struct Cost {
    macs: Amount,
    operations: Amount,
    bytes: Amount,
}

#[derive(Serialize)]
struct Node<'a> {
    graph: GraphPath,
    node: &'a str,
    node_index: usize,
    op: &'a str,
}

#[derive(Serialize)]
struct HeavyNode<'a> {
    #[serde(flatten)]
    node: Node<'a>,
    #[serde(flatten)]
    cost: Cost,
}

#[derive(Serialize)]
struct UnknownNode<'a> {
    #[serde(flatten)]
    node: Node<'a>,
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct Peak<'a> {
    bytes: Option<Amount>,
    at: Option<Node<'a>>,
    unknown: usize,
}

#[derive(Serialize)]
struct Unknown<'a> {
    graph: GraphPath,
    id: String,
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct Counts {
    errors: usize,
    warnings: usize,
    notes: usize,
    suppressed: usize,
}

/// A number, or an expression.
struct Amount {
    size: Option<u64>,
    text: String,
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.size {
            Some(size) => serializer.serialize_u64(size),
            None => serializer.serialize_str(&self.text),
        }
    }
}

impl From<&Quantity> for Amount {
    fn from(quantity: &Quantity) -> Amount {
        Amount { size: quantity.size(), text: quantity.to_string() }
    }
}

/// A dimension: a number, or its text.
type Size = Amount;

impl From<&Dim> for Amount {
    fn from(dim: &Dim) -> Amount {
        let text = dim.name().map_or_else(|| dim.to_string(), |symbol| symbol.name().to_owned());
        Amount { size: dim.size(), text }
    }
}

impl From<&Work> for Cost {
    fn from(work: &Work) -> Cost {
        Cost { macs: (&work.macs).into(), operations: (&work.operations).into(), bytes: (&work.bytes).into() }
    }
}

fn file(inspection: Inspection<'_>) -> impl Serialize + '_ {
    let Inspection { model, report, summary } = inspection;
    let mut opsets: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for (domain, version) in &summary.opsets {
        opsets.entry(domain.clone()).or_default().push(*version);
    }
    File {
        schema_version: SCHEMA_VERSION,
        path: &report.path,
        format: model.format().name(),
        status: if model.status() == Status::Ok { "ok" } else { "unreadable" },
        ir_version: summary.ir_version,
        name: &summary.name,
        producer: summary.producer.as_deref(),
        opsets,
        inputs: Each(summary.inputs.iter().map(port)),
        outputs: Each(summary.outputs.iter().map(port)),
        parameters: parameters(summary),
        external: external(summary),
        nodes: summary.nodes,
        operators: operators(summary),
        work: (&summary.work).into(),
        unknown_work: unknown_work(model, summary),
        heaviest: heaviest(model, summary),
        peak: peak(model, &summary.peak),
        values: summary.values,
        unknown_values: unknown_values(model, summary),
        findings: Counts {
            errors: summary.errors,
            warnings: summary.warnings,
            notes: summary.notes,
            suppressed: summary.suppressed,
        },
    }
}

fn port(port: &PortSummary) -> Port<'_> {
    let (ty, shape) = match &port.ty {
        ValueType::Unknown => (None, None),
        ValueType::Tensor(tensor) => (tensor.element.map(|element| element.name().to_owned()), Some(&tensor.shape)),
        ValueType::Sparse(tensor) => (Some(port.ty.kind_name()), Some(&tensor.shape)),
        other => (Some(other.kind_name()), None),
    };
    let shape = shape.and_then(Shape::dims).map(|dims| dims.iter().map(Size::from).collect());
    Port { name: &port.name, ty, shape, bytes: port.bytes().as_ref().map(Amount::from) }
}

fn parameters(summary: &Summary) -> Parameters {
    let of = &summary.parameters;
    let by_type = of.by_type.iter().map(|of| OfType {
        element: of.element.map(ElementType::name),
        tensors: of.tensors,
        elements: of.elements,
        bytes: of.bytes,
    });
    Parameters { tensors: of.tensors, elements: of.elements, bytes: of.bytes, by_type: by_type.collect() }
}

fn external(summary: &Summary) -> Vec<External<'_>> {
    let files = summary.external.iter();
    files.map(|of| External { path: &of.path, bytes: of.len, tensors: of.tensors, tensor_bytes: of.bytes }).collect()
}

fn operators(summary: &Summary) -> impl Serialize + '_ {
    Each(summary.operators.iter().map(|of| Operator {
        domain: &of.domain,
        name: &of.name,
        nodes: of.nodes,
        cost: (&of.work).into(),
        not_counted: of.not_counted,
        unknown: of.unknown,
    }))
}

fn node<'m>(model: &'m Model, paths: &GraphPaths<'_>, node: NodeId) -> Node<'m> {
    Node {
        graph: paths.get(model.node(node).graph),
        node: model.name(model.node(node).name),
        node_index: model.node_index(node),
        op: model.op_type(node),
    }
}

fn heaviest<'a>(model: &'a Model, summary: &'a Summary) -> Vec<HeavyNode<'a>> {
    let (heavy, paths) = (summary.heaviest.iter(), GraphPaths::new(model));
    heavy.map(|of| HeavyNode { node: node(model, &paths, of.node), cost: (&of.work).into() }).collect()
}

fn unknown_work<'a>(model: &'a Model, summary: &'a Summary) -> impl Serialize + 'a {
    let paths = Rc::new(GraphPaths::new(model));
    Each(summary.unknown_work.iter().map(move |(of, reason)| UnknownNode { node: node(model, &paths, of), reason }))
}

fn peak<'a>(model: &'a Model, peak: &PeakMemory) -> Peak<'a> {
    let known = (!peak.candidates.is_empty()).then(|| Amount { size: peak.size(), text: peak.to_string() });
    let at = peak.node.map(|of| node(model, &GraphPaths::new(model), of));
    Peak { bytes: known, at, unknown: peak.unknown }
}

fn unknown_values<'a>(model: &'a Model, summary: &'a Summary) -> impl Serialize + 'a {
    let (ids, paths) = (Rc::new(Ids::new(model)), Rc::new(GraphPaths::new(model)));
    Each(summary.unknown_values.iter().map(move |(value, reason)| Unknown {
        graph: paths.get(model.value(value).graph),
        id: ids.get(value),
        reason,
    }))
}
