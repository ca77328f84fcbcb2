//! What differs between two models, of one format or of both.
//!
//! Nodes are matched by name and by what they give, then by structure: the same operator over inputs that are matched,
//! the same operator with the same readers, and at last the order among those of one operator. Every step takes time in
//! proportion to the models. What is matched is compared: operators, attributes, inputs, types and shapes as inferred,
//! constants by their elements. Names of inner values, documentation and metadata are not.
//!
//! Across formats the tensor names that a converter leaves on the ports of IR tell what became of an ONNX value.
//! Operators that do the same are the same, whatever they are called. Their attributes are compared by what they mean,
//! also where IR has an input for it; those that have no counterpart are listed as not compared. A node that became
//! another operator, or several, is told as that. Of constants, leading axes of one element do not count, and a matrix
//! may be stored transposed where the multiplication says so. ONNX inputs with a default count as constants then, which is what a converter makes of them.

mod across;
mod attribute;
mod constant;
mod graphs;
mod matching;
mod nodes;
mod settings;
mod verdict;

use std::collections::{BTreeMap, HashMap};

use crate::graph::Model;
use crate::ids::{NodeId, TensorId, ValueId};
use crate::infer::Analysis;

/// One thing that differs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Difference {
    /// The path of the graph: of the first model's, or of the second's where the first has none.
    pub graph: String,
    /// The node, as messages name it; `None` where it is about the graph or the model.
    pub node: Option<String>,
    /// What of it differs.
    pub aspect: Aspect,
    /// What the first model has; `None` if it has nothing there.
    pub before: Option<String>,
    /// What the second model has; `None` if it has nothing there.
    pub after: Option<String>,
}

/// What was not compared across formats: an attribute that has no counterpart, or whose value is not known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NotCompared {
    /// The operator, as the first model calls it.
    pub operator: String,
    /// The attribute.
    pub attribute: String,
    /// The nodes of which it was not compared.
    pub nodes: usize,
}

/// What comes of comparing two models.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Comparison {
    /// Everything that differs.
    pub differences: Vec<Difference>,
    /// What was not compared; nothing for two models of one format.
    pub not_compared: Vec<NotCompared>,
}

/// What of a graph or a node differs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Aspect {
    /// The version of an operator set, by domain.
    Opset(String),
    /// A whole graph that only one model has.
    Graph,
    /// The type of a graph's input, by name; or the input, if only one model has it.
    GraphInput(String),
    /// A constant that a caller of the graph may override, by name.
    Default(String),
    /// The type of a graph's output, by name; or the output, if only one model has it.
    GraphOutput(String),
    /// What a graph's output is taken from, by name.
    Source(String),
    /// A whole node that only one model has: its operator.
    Node,
    /// The name of a node.
    Name,
    /// The operator of a node.
    Operator,
    /// An attribute, by name.
    Attribute(String),
    /// What a node reads, by position.
    Input(usize),
    /// The elements or the type of a constant that a node reads, by position.
    Constant(usize),
    /// The type of what a node gives, by position.
    Output(usize),
}

impl Aspect {
    /// One word for it.
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
            Aspect::Input(_) => "input",
            Aspect::Constant(_) => "constant",
            Aspect::Output(_) => "output",
        }
    }

    /// The name or the position that tells it from others of the same word. `None` where there is only one.
    pub fn detail(&self) -> Option<String> {
        match self {
            Aspect::Opset(name)
            | Aspect::GraphInput(name)
            | Aspect::Default(name)
            | Aspect::GraphOutput(name)
            | Aspect::Source(name)
            | Aspect::Attribute(name) => Some(name.clone()),
            Aspect::Input(at) | Aspect::Constant(at) | Aspect::Output(at) => Some(at.to_string()),
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
    /// Whether inputs with a default are taken as constants: IR has no other form of them.
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

/// By node, whether it is compared where it is used: a constant, a Parameter, a Result.
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

/// Two models, and what of them is the same so far.
struct Comparer<'a> {
    before: Side<'a>,
    after: Side<'a>,
    /// Whether the models are of two dialects.
    across: bool,
    /// By node of the first model, the node of the second that it is matched with; and the other way round.
    nodes: (Vec<Option<NodeId>>, Vec<Option<NodeId>>),
    /// By graph input of the first model.
    inputs: HashMap<ValueId, ValueId>,
    /// By value: equal for values that are the same as far as structure tells.
    tokens: (Vec<u64>, Vec<u64>),
    /// By layer of IR that adds a bias, the layer that it adds it to: one node of ONNX does both.
    cores: (HashMap<NodeId, NodeId>, HashMap<NodeId, NodeId>),
    /// Operators and attributes that were not compared, and of how many nodes.
    open: BTreeMap<(String, String), usize>,
    /// Constants that were compared before.
    constants: HashMap<(TensorId, TensorId), bool>,
    found: Vec<Difference>,
}

/// Everything that differs, the first model's graphs and nodes in file order, then what only the second has.
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

/// The same, with what was not compared.
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
        open: BTreeMap::new(),
        constants: HashMap::new(),
        found: Vec::new(),
    };
    comparison.opsets();
    comparison.graphs();
    Comparison { differences: comparison.found, not_compared: across::listed(comparison.open) }
}
