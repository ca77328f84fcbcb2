//! What was edited in a model since it was read, and how to take edits back.

use hashbrown::{HashMap, HashSet};

use super::bit_set::BitSet;
use super::records::{Function, GraphOutput, GraphRole, Node, Operand, OpsetImport, Value};
use crate::ids::{DeclarationId, GraphId, NameId, NodeId, OpId, OperandId, ValueId};
use crate::source::Span;

/// The edits of a model.
#[derive(Clone, Debug)]
pub(crate) struct EditLog {
    /// New values, by graph.
    pub(crate) values: HashMap<GraphId, Vec<ValueId>>,
    /// Removed nodes, by the positions of their ids, like all sets of nodes and values here.
    pub(crate) removed_nodes: BitSet,
    pub(crate) removed_values: BitSet,
    /// Bodies of removed nodes, and those of removed functions.
    pub(crate) removed_graphs: HashSet<GraphId>,
    /// Nodes of the file with another operator, name, input, attribute, or body.
    pub(crate) changed_nodes: BitSet,
    /// Values of the file with another name or declaration.
    pub(crate) changed_values: BitSet,
    /// The names that the file has for renamed values.
    pub(crate) written_names: HashMap<ValueId, NameId>,
    /// The number of declarations before the first edit.
    pub(crate) read_declarations: usize,
    /// Graphs in which anything changed, including their bodies.
    pub(crate) changed_graphs: HashSet<GraphId>,
    /// Whether operator sets, metadata, or functions changed.
    pub(crate) changed_header: bool,
    /// ONNX: removed imports of operator sets, by their record.
    pub(crate) removed_imports: HashSet<Span>,
    /// Graphs without the declared types of values that they do not have.
    pub(crate) pruned_infos: HashSet<GraphId>,
    /// Graphs whose nodes of the file are in another order.
    pub(crate) reordered_graphs: HashSet<GraphId>,
    /// Everything that changed, in order; facts follow from here.
    pub(crate) changes: Vec<Change>,
    /// How to take back the edits of the current transaction.
    pub(super) undo: Option<Vec<Undo>>,
}

/// What a change may affect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// A node, its inputs, or its attributes.
    Node(NodeId),
    /// The name or the declaration of a value.
    Value(ValueId),
    /// Inputs or outputs of a graph.
    Interface(GraphId),
    /// What applies to the whole model: operator sets, functions.
    Model,
}

/// The state before an edit.
#[derive(Clone, Debug)]
pub(super) enum Undo {
    Operand(NodeId, OperandId, Operand),
    /// IR: the type that an input port records.
    Port(u32, Option<DeclarationId>),
    Node(NodeId, Node),
    Inserted(NodeId),
    Removed(NodeId, Option<NodeId>),
    Value(ValueId, Value),
    RemovedValue(ValueId),
    AddedValue(ValueId),
    Inputs(GraphId, Vec<ValueId>),
    AddedInput(GraphId),
    RemovedInput(GraphId, usize, ValueId),
    Output(GraphId, usize, GraphOutput),
    /// The last one.
    AddedOutput(GraphId),
    RemovedOutput(GraphId, usize, GraphOutput),
    /// A graph whose declarations of values that it does not have were removed.
    Pruned(GraphId),
    /// The operator of a node, in the version that the model imported.
    Version(NodeId, OpId),
    Opsets(Vec<OpsetImport>),
    AddedFunction,
    /// The functions, and for each operator the one that it is.
    Functions(Vec<Function>, Vec<Option<u32>>),
    IrVersion(Option<i64>),
    /// The order of the nodes of a graph.
    Order(GraphId, Vec<NodeId>),
    Metadata(Vec<(NameId, Option<NameId>)>),
    Role(GraphId, GraphRole),
}

impl EditLog {
    /// No edits yet of a model with this many declarations.
    pub(super) fn new(read_declarations: usize) -> EditLog {
        EditLog {
            values: HashMap::new(),
            removed_nodes: BitSet::default(),
            removed_values: BitSet::default(),
            removed_graphs: HashSet::new(),
            changed_nodes: BitSet::default(),
            changed_values: BitSet::default(),
            written_names: HashMap::new(),
            read_declarations,
            changed_graphs: HashSet::new(),
            changed_header: false,
            removed_imports: HashSet::new(),
            pruned_infos: HashSet::new(),
            reordered_graphs: HashSet::new(),
            changes: Vec::new(),
            undo: None,
        }
    }
}
