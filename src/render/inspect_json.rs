//! The JSON of `inspect`.

use super::visible_json::{Each, write_json};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
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
#[derive(Clone)]
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
        inputs: ports(&summary.inputs),
        outputs: ports(&summary.outputs),
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

/// Maximum number of types whose sizes are kept.
const MOST_SIZES: usize = 10_000;

fn ports(ports: &[PortSummary]) -> impl Serialize + '_ {
    // Very many outputs may be few values, and the product of symbols takes long to make.
    let sizes = Rc::new(RefCell::new(HashMap::new()));
    Each(ports.iter().map(move |of| port(of, &mut sizes.borrow_mut())))
}

fn port<'a>(port: &'a PortSummary, sizes: &mut HashMap<&'a ValueType, Option<Amount>>) -> Port<'a> {
    let (ty, shape) = match &port.ty {
        ValueType::Unknown => (None, None),
        ValueType::Tensor(tensor) => (tensor.element.map(|element| element.name().to_owned()), Some(&tensor.shape)),
        ValueType::Sparse(tensor) => (Some(port.ty.kind_name()), Some(&tensor.shape)),
        other => (Some(other.kind_name()), None),
    };
    let shape = shape.and_then(Shape::dims).map(|dims| dims.iter().map(Size::from).collect());
    let bytes = sizes.get(&port.ty).cloned().unwrap_or_else(|| {
        let bytes = port.bytes().as_ref().map(Amount::from);
        if sizes.len() < MOST_SIZES {
            sizes.insert(&port.ty, bytes.clone());
        }
        bytes
    });
    Port { name: &port.name, ty, shape, bytes }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnalysisOptions, ReadOptions, Source, analyze};

    #[test]
    fn the_size_of_a_type_is_made_once_for_all_outputs_of_it() {
        let text =
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N,M] x, float[3] z) => (y, y, z) { y = Relu (x) }";
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let options = AnalysisOptions::default();
        let summary = crate::summary::summarize(&model, &options, &analyze(&model, &options));
        let mut sizes = HashMap::new();
        let shown: Vec<_> =
            summary.outputs.iter().map(|output| port(output, &mut sizes).bytes.map(|it| it.text)).collect();
        let expected = ["4*M*N", "4*M*N", "12"].map(|text| Some(text.to_owned()));
        assert_eq!((shown.as_slice(), sizes.len()), (&expected[..], 2));
        // What is known is not made again.
        sizes.values_mut().for_each(|size| *size = None);
        assert!(summary.outputs.iter().all(|output| port(output, &mut sizes).bytes.is_none()));
    }
}
