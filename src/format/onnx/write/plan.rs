//! The edits of the records of a file.

use super::representable::unwritable;
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;

use bytes::Bytes;

use super::constant_form::{constants_are_nodes, fits_constant, is_constant};
use super::{ExternalDataPolicy, record, tensor};
use crate::element::ElementType;
use crate::format::onnx::schema;
use crate::graph::{GraphRole, Model, ValueRole};
use crate::ids::{GraphId, NodeId, TensorId, ValueId};
use crate::rewrite::{NewConstant, RemovedGraphs, Rewrite, WriteError};
use crate::source::Span;

/// The changes of a file.
pub(crate) struct EditPlan<'a> {
    /// In the order of the file.
    pub(crate) targets: Vec<Target<'a>>,
}

/// A record of the file that changes.
pub(crate) struct Target<'a> {
    /// Its payload.
    pub(crate) record: Span,
    pub(crate) edit: Edit<'a>,
}

/// The edit of a record.
pub(crate) enum Edit<'a> {
    /// The field is removed.
    Cut,
    /// Other fields replace it.
    Replace(Vec<Bytes>),
    /// The field gets another payload.
    Payload(Vec<Bytes>),
    /// The record of a graph or function gets new fields and loses those about removed values.
    Graph(Box<GraphEdit<'a>>),
}

/// Changes of a graph other than removed nodes and initializers.
#[derive(Default)]
pub(crate) struct GraphEdit<'a> {
    /// New `initializer` fields.
    pub(crate) initializers: Vec<Bytes>,
    /// New `input` fields.
    pub(crate) inputs: Vec<Bytes>,
    /// Removed values.
    pub(crate) gone: HashSet<&'a [u8]>,
    /// Removed inputs.
    pub(crate) gone_inputs: HashSet<&'a [u8]>,
    /// Another field, and what it replaces.
    pub(crate) other: Option<(Span, Vec<Bytes>)>,
}

/// The form of a new constant.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Initializer,
    /// With an input of the same name, as IR versions before 4 require.
    DefaultedInput,
    /// A `Constant` node that replaces the producer of the value.
    Node,
}

/// Collects targets.
struct Builder<'a> {
    model: &'a Model,
    rewrite: &'a Rewrite,
    external: &'a ExternalDataPolicy,
    removed_graphs: RemovedGraphs,
    graphs: BTreeMap<GraphId, GraphEdit<'a>>,
    /// Nodes that are replaced by others.
    replaced: HashMap<NodeId, Vec<Bytes>>,
    /// `Constant` nodes that remain, since their replacements would be the same.
    kept: HashSet<NodeId>,
}

impl<'a> EditPlan<'a> {
    /// The edits for a rewrite.
    pub(crate) fn new(
        model: &'a Model,
        rewrite: &'a Rewrite,
        external: &'a ExternalDataPolicy,
    ) -> Result<EditPlan<'a>, WriteError> {
        let mut builder = Builder::new(model, rewrite, external);
        for (value, constant) in &rewrite.constants {
            builder.constant(*value, constant)?;
        }
        let mut targets = Vec::new();
        rewrite.nodes.iter().for_each(|&node| targets.extend(builder.node(node)));
        for &value in &rewrite.initializers {
            targets.extend(builder.initializer(value)?);
        }
        for (graph, edit) in builder.graphs {
            targets.push(Target { record: model.graph(graph).span, edit: Edit::Graph(Box::new(edit)) });
        }
        targets.sort_by_key(|target| target.record);
        Ok(EditPlan { targets })
    }

    /// Adds the edits of external data in remaining tensors.
    pub(crate) fn add_external(&mut self, model: &Model, external: &ExternalDataPolicy) -> Result<(), WriteError> {
        if matches!(external, ExternalDataPolicy::Keep) {
            return Ok(());
        }
        let mut added = Vec::new();
        for id in (0..model.tensors.len()).map(TensorId::at).filter(|&id| !self.cuts(model, id)) {
            if let Some(record) = tensor::stored(model, id, None, external)? {
                added.push(Target { record: model.tensor(id).span, edit: Edit::Payload(record) });
            }
        }
        self.targets.extend(added);
        self.targets.sort_by_key(|target| target.record);
        Ok(())
    }

    /// Whether the record of a tensor is removed.
    pub(crate) fn cuts(&self, model: &Model, tensor: TensorId) -> bool {
        let span = model.tensor(tensor).span;
        let after = self.targets.partition_point(|target| target.record.start <= span.start);
        // Removed records do not overlap, but enclosing graphs may start between them and the tensor.
        let before = self.targets[..after].iter().rev();
        let mut nearest = before.filter(|target| !matches!(target.edit, Edit::Graph(_) | Edit::Payload(_)));
        nearest.next().is_some_and(|target| target.record.end >= span.end)
    }
}

impl<'a> Builder<'a> {
    fn new(model: &'a Model, rewrite: &'a Rewrite, external: &'a ExternalDataPolicy) -> Builder<'a> {
        let (graphs, replaced, kept) = (BTreeMap::new(), HashMap::new(), HashSet::new());
        Builder { model, rewrite, external, removed_graphs: RemovedGraphs::new(model, rewrite), graphs, replaced, kept }
    }

    fn constant(&mut self, value: ValueId, constant: &NewConstant) -> Result<(), WriteError> {
        let (model, at) = (self.model, self.model.value(value));
        let ValueRole::Output(node) = at.role else { return Err(WriteError::Request(self.label(value))) };
        if !self.rewrite.removes(node) {
            return Err(WriteError::Request(self.label(value)));
        }
        if self.removed_graphs.contains(at.graph) || at.name.is_empty() {
            return Ok(());
        }
        let (element, sizes) = type_and_shape(model, constant);
        let form = self.form(at.graph, element);
        let name = model.name(at.name);
        if form != Form::Initializer && is_constant(model, node) {
            self.kept.insert(node);
            return Ok(());
        }
        if form == Form::Node {
            if let Some(why) = element.and_then(|element| unwritable(model, at.graph, element)) {
                return Err(WriteError::Unsupported(format!("the constant `{name}` cannot be written: {why}")));
            }
            let record = self.record(constant, "", name)?;
            let field = if self.is_function(at.graph) { schema::function::NODE } else { schema::graph::NODE };
            let nodes = self.replaced.entry(node).or_default();
            let label = if nodes.is_empty() { model.name(model.node(node).name) } else { "" };
            nodes.extend(record::field(field, record::constant(name, label, record)));
            return Ok(());
        }
        let record = self.record(constant, name, name)?;
        let edit = self.graphs.entry(at.graph).or_default();
        edit.initializers.extend(record::field(schema::graph::INITIALIZER, record));
        if form == Form::DefaultedInput {
            let unknown = || WriteError::structure(model.node(node).span().start, "the constant has no type");
            let data_type = element.and_then(record::data_type).ok_or_else(unknown)?;
            edit.inputs.extend(record::field(schema::graph::INPUT, record::value_info(name, data_type, &sizes)));
        }
        Ok(())
    }

    /// A constant's `TensorProto`.
    fn record(&self, constant: &NewConstant, name: &str, value: &str) -> Result<Vec<Bytes>, WriteError> {
        let id = match constant {
            NewConstant::Tensor(tensor) => return tensor::made(tensor, name, value),
            NewConstant::CopiedFromFile(id) => *id,
        };
        let name = Some(name).filter(|name| !name.is_empty());
        let record = tensor::stored(self.model, id, name, self.external)?;
        Ok(record.unwrap_or_else(|| vec![record::slice(self.model.records(), self.model.tensor(id).span)]))
    }

    fn form(&self, graph: GraphId, element: Option<ElementType>) -> Form {
        if !constants_are_nodes(self.model, graph) {
            return Form::Initializer;
        }
        let main = self.model.graph(graph).role == GraphRole::Main;
        if main && !fits_constant(self.model, element) { Form::DefaultedInput } else { Form::Node }
    }

    fn is_function(&self, graph: GraphId) -> bool {
        matches!(self.model.graph(graph).role, GraphRole::Function(_))
    }

    fn label(&self, value: ValueId) -> String {
        self.model.value_name(value).to_owned()
    }

    /// The edit of a removed node's record.
    fn node(&mut self, id: NodeId) -> Option<Target<'a>> {
        let (model, node) = (self.model, self.model.node(id));
        if self.removed_graphs.contains(node.graph) || self.kept.contains(&id) {
            return None;
        }
        let constants = &self.rewrite.constants;
        let is_constant = |value: &ValueId| constants.binary_search_by_key(value, |(value, _)| *value).is_ok();
        let mut gone = model.outputs(id).filter(|v| !model.value(*v).name.is_empty() && !is_constant(v)).peekable();
        if gone.peek().is_some() {
            let edit = self.graphs.entry(node.graph).or_default();
            edit.gone.extend(gone.map(|value| model.value_name(value).as_bytes()));
        }
        let edit = self.replaced.remove(&id).map_or(Edit::Cut, Edit::Replace);
        Some(Target { record: node.span(), edit })
    }

    /// The edit of a removed initializer's record.
    fn initializer(&mut self, value: ValueId) -> Result<Option<Target<'a>>, WriteError> {
        let (model, at) = (self.model, self.model.value(value));
        let (ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) }) = at.role else {
            return Err(WriteError::Request(self.label(value)));
        };
        if self.removed_graphs.contains(at.graph) {
            return Ok(None);
        }
        if let ValueRole::Initializer(_) = at.role {
            let graph = model.graph(at.graph);
            let position = value.index().saturating_sub(graph.values.start as usize);
            // Inputs come first among the values of a graph.
            let input = position < graph.inputs.len();
            // The node that runs a subgraph relies on its inputs: removing one, or its initializer, may change their
            // number.
            if input && graph.role != GraphRole::Main {
                return Ok(None);
            }
            let name = model.name(at.name).as_bytes();
            let edit = self.graphs.entry(at.graph).or_default();
            edit.gone.insert(name);
            if input {
                edit.gone_inputs.insert(name);
            }
        }
        Ok(Some(Target { record: model.tensor(tensor).span, edit: Edit::Cut }))
    }
}

/// Element type and shape of a constant.
fn type_and_shape(model: &Model, constant: &NewConstant) -> (Option<ElementType>, Vec<u64>) {
    match constant {
        NewConstant::Tensor(tensor) => (Some(tensor.element()), tensor.sizes().iter().map(|&s| s as u64).collect()),
        NewConstant::CopiedFromFile(id) => {
            let tensor = model.tensor(*id);
            (tensor.element, tensor.sizes.as_deref().unwrap_or(&[]).to_vec())
        }
    }
}
