//! Compares two models of the same or different formats.
//!
//! Nodes are matched by name and by the names of their outputs, then by structure: the same operator with matched
//! inputs, then the same operator with the same readers, and finally the order among nodes of one operator. Every step
//! takes linear time. Matched nodes are compared: operators, attributes, inputs, inferred types and shapes, and the
//! elements of constants. Names of inner values, documentation and metadata are not compared.
//!
//! Across formats, the tensor names that a converter leaves on IR ports identify the ONNX values. Equivalent operators
//! match regardless of their names. Their attributes are compared by meaning, even if IR uses an input instead;
//! attributes without a counterpart are listed as not compared. A node that became a different operator, or several, is
//! reported as such. In constants, leading axes of size 1 do not count, and a matrix may be stored transposed if the
//! multiplication is set accordingly. ONNX inputs with a default then count as constants, as converters treat them.

mod across;
mod attribute;
mod constant;
mod graphs;
mod matching;
mod nodes;
mod settings;
mod verdict;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::dialect::Dialect;
use crate::graph::Model;
use crate::ids::{GraphId, NodeId, OpId, TensorId, ValueId};
use crate::infer::Analysis;

/// One difference.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub struct Difference {
    /// The path of the graph in the first model, or in the second if the first does not contain it.
    pub graph: Arc<str>,
    /// The node, as messages name it; `None` if the difference concerns the graph or the model.
    pub node: Option<Arc<str>>,
    /// What differs.
    pub aspect: Aspect,
    /// The first model's value; `None` if absent.
    pub before: Option<Arc<str>>,
    /// The second model's value; `None` if absent.
    pub after: Option<Arc<str>>,
}

/// An attribute that was not compared across formats: it has no counterpart, or its value is unknown. After 1,000 of them, one
/// whose names are `...` stands for the others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub struct NotCompared {
    /// The operator, by its name in the first model.
    pub operator: String,
    /// The attribute.
    pub attribute: String,
    /// The number of nodes whose attribute was not compared.
    pub nodes: usize,
}

/// The result of comparing two models.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// All differences; of very many in nodes, inputs, and outputs, some are counted only ([`Aspect::Further`]).
    pub differences: Vec<Difference>,
    /// Attributes that were not compared; empty for two models of one format.
    pub not_compared: Vec<NotCompared>,
}

/// The part of a graph or a node that differs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Aspect {
    /// The version of an operator set, by domain.
    Opset(String),
    /// A whole graph that is in only one model.
    Graph,
    /// The type of a graph's input, by name; or the input itself, if it is in only one model.
    GraphInput(String),
    /// A constant that a caller of the graph may override, by name.
    Default(String),
    /// The type of a graph's output, by name; or the output itself, if it is in only one model.
    GraphOutput(String),
    /// The source of a graph's output, by name.
    Source(String),
    /// A whole node that is in only one model: its operator.
    Node,
    /// The name of a node.
    Name,
    /// The operator of a node.
    Operator,
    /// An attribute, by name.
    Attribute(String),
    /// How many further attributes, inputs, and outputs of a node differ, which are not listed: of all nodes, 100,000 are, or one
    /// for each 64 bytes of both models if that is more. Or how many further inputs or outputs of a graph differ: of
    /// all, as many are listed. Each 64 bytes of types, and of what is an input, count as one more.
    Further(usize),
    /// An input of a node, by position.
    Input(usize),
    /// The elements or the type of a constant that a node reads, by position.
    Constant(usize),
    /// The type of a node's output, by position.
    Output(usize),
}

impl Aspect {
    /// The aspect as one word.
    pub const fn word(&self) -> &'static str {
        match self {
            Aspect::Opset(_) => "opset",
            Aspect::Graph => "graph",
            Aspect::GraphInput(_) => "graph-input",
            Aspect::Default(_) => "default",
            Aspect::GraphOutput(_) => "graph-output",
            Aspect::Source(_) => "source",
            Aspect::Node => "node",
            Aspect::Name => "name",
            Aspect::Operator => "operator",
            Aspect::Attribute(_) => "attribute",
            Aspect::Further(_) => "further",
            Aspect::Input(_) => "input",
            Aspect::Constant(_) => "constant",
            Aspect::Output(_) => "output",
        }
    }

    /// The name or position that distinguishes it from others with the same word, or the number of further differences. `None` if
    /// there is only one.
    pub fn detail(&self) -> Option<String> {
        match self {
            Aspect::Opset(name)
            | Aspect::GraphInput(name)
            | Aspect::Default(name)
            | Aspect::GraphOutput(name)
            | Aspect::Source(name)
            | Aspect::Attribute(name) => Some(name.clone()),
            Aspect::Input(at) | Aspect::Constant(at) | Aspect::Output(at) => Some(at.to_string()),
            Aspect::Further(count) => Some(count.to_string()),
            Aspect::Graph | Aspect::Node | Aspect::Name | Aspect::Operator => None,
        }
    }
}

/// One of the two models.
#[derive(Clone, Copy)]
struct Side<'a> {
    model: &'a Model,
    analysis: &'a Analysis,
    skipped: &'a [bool],
    /// Whether inputs with a default count as constants, which is their only form in IR.
    settled: bool,
}

impl Side<'_> {
    fn ty(&self, value: ValueId) -> String {
        self.analysis.facts.ty(value).to_string()
    }

    /// Whether something is compared as a node.
    fn counts(&self, node: NodeId) -> bool {
        !self.skipped[node.index()]
    }
}

/// For each node, whether it is compared where it is used: a constant, a Parameter, a Result.
fn skipped(model: &Model, analysis: &Analysis) -> Vec<bool> {
    let constant = |index| analysis.is_constant_node(model, NodeId::at(index));
    let mut skipped: Vec<bool> = (0..model.nodes.len()).map(constant).collect();
    for graph in model.graphs().map(|graph| model.graph(graph)) {
        let parameters = graph.inputs.iter().filter_map(|&value| model.producer(value));
        let results = graph.outputs.iter().filter_map(|output| output.node);
        parameters.chain(results).for_each(|node| skipped[node.index()] = true);
    }
    skipped
}

/// The names of one value.
type Names = Rc<HashSet<String>>;

/// Two models, and the parts that are known to match.
struct Comparer<'a> {
    before: Side<'a>,
    after: Side<'a>,
    /// Whether the models are of two dialects.
    across: bool,
    /// For each node of the first model, its match in the second, and vice versa.
    nodes: (Vec<Option<NodeId>>, Vec<Option<NodeId>>),
    /// For each graph input of the first model, its match.
    inputs: HashMap<ValueId, ValueId>,
    /// For each value: equal for values with the same structure.
    tokens: (Vec<u64>, Vec<u64>),
    /// For each IR layer that adds a bias, the layer that computes its input: a single ONNX node does both.
    cores: (HashMap<NodeId, NodeId>, HashMap<NodeId, NodeId>),
    /// Models of two dialects: the names of values with long lists of them. Thousands of nodes may read such a value.
    names: RefCell<HashMap<(Dialect, ValueId), Names>>,
    /// Whether such a value has a name in common with another one.
    named_same: RefCell<HashMap<(ValueId, ValueId), bool>>,
    /// Operators and attributes that were not compared, with the number of nodes.
    open: BTreeMap<(String, String), usize>,
    /// Results for constants already compared.
    constants: HashMap<(TensorId, TensorId), bool>,
    /// The same for constants that are not the same but alike, and for transposed ones.
    likenesses: HashMap<(TensorId, TensorId), Option<constant::Likeness>>,
    transposes: HashMap<(TensorId, TensorId), bool>,
    /// Constants of the old or the new model, as in the following, that were compared with another one.
    compared: HashSet<(bool, TensorId)>,
    fingerprints: constant::Fingerprints,
    /// Those of elements of the file, of what else is constant, and of elements across dialects; `None` if there are none.
    tensor_prints: HashMap<(bool, TensorId), Option<constant::Fingerprint>>,
    value_prints: HashMap<(bool, ValueId), constant::Fingerprint>,
    element_prints: HashMap<(bool, ValueId), Option<constant::Fingerprint>>,
    /// For bodies of IR, their inputs that are values around them.
    captures: HashMap<(bool, GraphId), HashMap<ValueId, ValueId>>,
    /// For those inputs, the outermost values that they are.
    outer: HashMap<(bool, ValueId), ValueId>,
    /// Whether constants are zeros.
    zeros: HashMap<(bool, TensorId), bool>,
    /// Texts of constants of the old or the new model.
    constant_texts: HashMap<(bool, ValueId), String>,
    found: Vec<Difference>,
    /// How many more differences of attributes, inputs, and outputs are listed one by one.
    parts_left: usize,
    /// The same for inputs and outputs of graphs, whose texts count as well.
    ends_left: usize,
    /// How many of the current node, or of the inputs or outputs of the current graph, are not listed.
    unlisted: usize,
    /// The graph of the last difference and its path, which further differences there share.
    last_graph: Option<(GraphId, Arc<str>)>,
    /// The node of the last difference and its label.
    last_node: Option<(NodeId, Arc<str>)>,
    /// The operator of the last node that is in only one model, whether that is the old one, and its label.
    last_operator: Option<((bool, OpId), Arc<str>)>,
}

/// The differences, as in [`Comparison::differences`]: the first model's graphs and nodes in file order, then those only in the second.
///
/// ```
/// use shapewright::graph::Model;
/// use shapewright::{AnalysisOptions, ReadOptions, Source, analyze, diff};
///
/// let read = |keepdims: &str| {
///     let text = format!(
///         "<ir_version: 8, opset_import: [\"\" : 13]>
///          g (float[N,4] x) => (float[N,K] y) {{ [rmin] y = ReduceMin <axes = [1], keepdims = {keepdims}> (x) }}"
///     );
///     let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
///     let analysis = analyze(&model, &AnalysisOptions::default());
///     (model, analysis)
/// };
/// let (one, other) = (read("1"), read("0"));
/// let differences = diff::diff((&one.0, &one.1), (&other.0, &other.1));
/// assert_eq!(differences[0].aspect, diff::Aspect::Attribute("keepdims".to_owned()));
/// assert_eq!((differences[0].before.as_deref(), differences[0].after.as_deref()), (Some("1"), Some("0")));
/// assert!(diff::diff((&one.0, &one.1), (&one.0, &one.1)).is_empty());
/// ```
pub fn diff(before: (&Model, &Analysis), after: (&Model, &Analysis)) -> Vec<Difference> {
    compare(before, after).differences
}

/// The bytes of both models for which one difference is listed.
const BYTES_OF_A_PART: usize = 64;

/// How many differences in nodes are listed one by one. One takes more memory than an attribute or an input of a few bytes.
fn most_parts(before: &Side<'_>, after: &Side<'_>) -> usize {
    const LEAST: usize = 100_000;
    let bytes = before.model.source().bytes().len().saturating_add(after.model.source().bytes().len());
    LEAST.max(bytes / BYTES_OF_A_PART)
}

/// Like `diff`, but also lists what was not compared.
pub fn compare(before: (&Model, &Analysis), after: (&Model, &Analysis)) -> Comparison {
    let skipped = (skipped(before.0, before.1), skipped(after.0, after.1));
    let across = before.0.dialect() != after.0.dialect();
    let before = Side { model: before.0, analysis: before.1, skipped: &skipped.0, settled: across };
    let after = Side { model: after.0, analysis: after.1, skipped: &skipped.1, settled: across };
    let mut comparison = Comparer {
        before,
        after,
        across,
        nodes: (vec![None; before.model.nodes.len()], vec![None; after.model.nodes.len()]),
        inputs: HashMap::new(),
        tokens: (vec![0; before.model.values.len()], vec![0; after.model.values.len()]),
        cores: (HashMap::new(), HashMap::new()),
        names: RefCell::default(),
        named_same: RefCell::default(),
        open: BTreeMap::new(),
        constants: HashMap::new(),
        compared: HashSet::new(),
        fingerprints: constant::Fingerprints::default(),
        tensor_prints: HashMap::new(),
        value_prints: HashMap::new(),
        element_prints: HashMap::new(),
        captures: HashMap::new(),
        outer: HashMap::new(),
        zeros: HashMap::new(),
        likenesses: HashMap::new(),
        transposes: HashMap::new(),
        constant_texts: HashMap::new(),
        found: Vec::new(),
        parts_left: most_parts(&before, &after),
        ends_left: most_parts(&before, &after),
        unlisted: 0,
        last_graph: None,
        last_node: None,
        last_operator: None,
    };
    comparison.opsets();
    comparison.graphs();
    Comparison { differences: comparison.found, not_compared: across::listed(comparison.open) }
}
