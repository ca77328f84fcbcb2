//! Graphs: the entries before their nodes, and the non-recursive walk over nested bodies.

use hashbrown::HashSet;

use super::Index;
use super::node::{Resume, Writer};
use crate::dialect::Dialect;
use crate::graph::{GraphRole, Model, NodeIds, Operand, ValueRole};
use crate::ids::{DeclarationId, GraphId, NodeId, TensorId, ValueId};
use crate::source::Span;

/// An entry before the nodes of a graph.
#[derive(Clone, Copy)]
pub(super) enum Item {
    Input(ValueId),
    Output(usize),
    Initializer(TensorId, ValueId),
    /// The name belongs to a value, if it resolves to one.
    Info(DeclarationId, Named),
}

/// The subject of a value info.
#[derive(Clone, Copy)]
pub(super) enum Named {
    Value(ValueId),
    Name(crate::ids::NameId),
}

/// All entries before the nodes of a graph, in the order of the text.
pub(super) fn items(model: &Model, graph: GraphId) -> Vec<Item> {
    let record = model.graph(graph);
    let mut items: Vec<Item> = record.inputs.iter().map(|&v| Item::Input(v)).collect();
    items.extend((0..record.outputs.len()).map(Item::Output));
    items.extend(initializers(model, graph).into_iter().map(|(tensor, value)| Item::Initializer(tensor, value)));
    match model.dialect() {
        Dialect::Onnx if model.edits.is_none() => {
            items.extend(model.value_infos(graph).iter().map(|i| Item::Info(i.declaration, Named::Name(i.name))));
        }
        // The list of the file is out of date once the model is edited.
        Dialect::Onnx | Dialect::OpenVino => {
            let outputs = record.outputs.iter().filter_map(|o| o.operand.value());
            let shown: HashSet<ValueId> = record.inputs.iter().copied().chain(outputs).collect();
            let hidden = model.values_of(graph).filter(|v| !shown.contains(v));
            let declared = hidden.filter_map(|v| Some(Item::Info(model.value(v).declaration?, Named::Value(v))));
            items.extend(declared);
        }
    }
    items
}

/// Initializers in file order, including those that are defaults of inputs.
fn initializers(model: &Model, graph: GraphId) -> Vec<(TensorId, ValueId)> {
    let tensor = |v: ValueId| match model.value(v).role {
        ValueRole::Input { default } => default,
        ValueRole::Initializer(tensor) => Some(tensor),
        ValueRole::Output(_) => None,
    };
    let mut found: Vec<(TensorId, ValueId)> =
        model.values_of(graph).filter_map(|value| Some((tensor(value)?, value))).collect();
    found.sort_unstable();
    found
}

/// A graph in progress.
struct Frame<'m> {
    graph: GraphId,
    nodes: NodeIds<'m>,
    indent: usize,
    /// A node whose attributes continue after a body.
    pending: Option<(NodeId, Resume)>,
}

/// Writes graphs, and records the location of each part.
pub(super) struct Walk<'a> {
    pub(super) writer: Writer<'a>,
    pub(super) index: Index,
    /// The values among the outputs so far of the graph that is opened.
    pub(super) shown: HashSet<ValueId>,
}

impl<'a> Walk<'a> {
    fn model(&self) -> &'a Model {
        self.writer.model
    }

    /// Writes a top-level graph.
    pub(super) fn graph(&mut self, graph: GraphId) {
        self.open(graph, 3);
        self.nodes(graph, 3);
    }

    /// `name (inputs) => (outputs)`, the initializers and value infos, and `{`.
    fn open(&mut self, graph: GraphId, indent: usize) {
        let model = self.writer.model;
        let start = self.writer.text.position();
        match (model.name(model.graph(graph).name), model.dialect()) {
            ("", Dialect::OpenVino) => match model.graph(graph).role {
                GraphRole::Body { attribute, .. } => self.writer.text.name(model.name(attribute)),
                _ => self.writer.text.name(&model.display_path(graph)),
            },
            (name, _) => self.writer.text.name(name),
        }
        let end = self.writer.text.position();
        let items = items(model, graph);
        let first = self.index.items.len() as u32;
        self.index.items.reserve(items.len());
        self.writer.text.push(" ");
        let inputs = items.iter().take_while(|i| matches!(i, Item::Input(_))).count();
        let outputs = model.graph(graph).outputs.len();
        self.shown.clear();
        self.list("(", &items[..inputs], ")", graph);
        self.writer.text.push(" => ");
        self.list("(", &items[inputs..inputs + outputs], ")", graph);
        self.writer.text.push(" ");
        let rest = &items[inputs + outputs..];
        if !rest.is_empty() {
            self.writer.text.push("\n");
            self.lines(rest, graph, indent);
        }
        self.writer.text.push("{\n");
        let entry = &mut self.index.graphs[graph.index()];
        (entry.name, entry.items) = (Span::new(start, end), first);
    }

    pub(super) fn list(&mut self, open: &str, items: &[Item], close: &str, graph: GraphId) {
        self.writer.text.push(open);
        for (i, &item) in items.iter().enumerate() {
            self.writer.text.push(if i > 0 { ", " } else { "" });
            self.entry(item, graph);
        }
        self.writer.text.push(close);
    }

    /// Initializers and value infos, one per line, so that a location in the listing names one of them.
    pub(super) fn lines(&mut self, items: &[Item], graph: GraphId, indent: usize) {
        self.writer.text.spaces(indent);
        self.writer.text.push("<\n");
        for (i, &item) in items.iter().enumerate() {
            self.writer.text.spaces(indent + 3);
            self.entry(item, graph);
            self.writer.text.push(if i + 1 < items.len() { ",\n" } else { "\n" });
        }
        self.writer.text.spaces(indent);
        self.writer.text.push(">\n");
    }

    /// Writes an entry, and records its location.
    fn entry(&mut self, item: Item, graph: GraphId) {
        let start = self.writer.text.position();
        self.item(item, graph);
        self.index.items.push(Span::new(start, self.writer.text.position()));
    }

    fn item(&mut self, item: Item, graph: GraphId) {
        let model = self.writer.model;
        match item {
            Item::Input(value) => self.typed(model.value(value).declaration, Operand::Value(value)),
            Item::Output(i) => {
                let output = &model.graph(graph).outputs[i];
                match (model.dialect(), output.operand) {
                    (Dialect::OpenVino, Operand::Value(value)) => {
                        // Thousands of results may read one value with a long type, which the first one shows.
                        let is_first = self.shown.insert(value);
                        let declared = model.value(value).declaration.filter(|_| is_first);
                        self.typed(output.declaration.or(declared), output.operand);
                    }
                    (Dialect::OpenVino, operand) => self.typed(output.declaration, operand),
                    _ => self.typed(output.declaration, Operand::Undefined(output.name)),
                }
            }
            Item::Initializer(tensor, value) => self.writer.tensor(tensor, Some(value)),
            Item::Info(declaration, Named::Value(value)) => self.typed(Some(declaration), Operand::Value(value)),
            Item::Info(declaration, Named::Name(name)) => self.typed(Some(declaration), Operand::Undefined(name)),
        }
    }

    /// A type (if declared), a space, and a name.
    fn typed(&mut self, declaration: Option<DeclarationId>, operand: Operand) {
        let model = self.writer.model;
        let start = self.writer.text.position();
        if let Some(declaration) = declaration {
            self.writer.text.ty(&model.declaration(declaration).ty);
        }
        let untyped = self.writer.text.position() == start;
        self.writer.text.push(" ");
        let name = match operand {
            Operand::Undefined(name) => model.name(name),
            Operand::Value(value) => model.value_name(value),
            Operand::Absent => "",
        };
        if untyped && model.dialect() == Dialect::Onnx {
            self.writer.text.untyped_name(name);
        } else {
            self.writer.names.operand(&mut self.writer.text, model, operand);
        }
    }

    /// Writes the nodes of a graph and their bodies, up to the closing `}` of the graph.
    pub(super) fn nodes(&mut self, graph: GraphId, indent: usize) {
        let mut stack = vec![Frame { graph, nodes: self.model().nodes_of(graph), indent, pending: None }];
        while let Some(frame) = stack.last_mut() {
            let node = if let Some(pending) = frame.pending.take() {
                Some(pending)
            } else if let Some(node) = frame.nodes.next() {
                self.writer.text.spaces(frame.indent);
                // A file has no index.
                let position = self.writer.text.position();
                self.index.nodes.get_mut(node.index()).into_iter().for_each(|entry| *entry = position);
                self.writer.node(node).map(|resume| (node, resume))
            } else {
                self.close(frame.graph, frame.indent);
                stack.pop();
                continue;
            };
            let body = node.and_then(|(node, resume)| Some((node, self.writer.attributes(node, resume)?)));
            match body {
                None => self.writer.text.push("\n"),
                Some((node, (body, resume))) => {
                    frame.pending = Some((node, resume));
                    let indent = frame.indent + 3;
                    self.open(body, indent);
                    stack.push(Frame { graph: body, nodes: self.model().nodes_of(body), indent, pending: None });
                }
            }
        }
    }

    fn close(&mut self, graph: GraphId, indent: usize) {
        if indent > 3 {
            self.writer.text.spaces(indent - 3);
        }
        self.writer.text.push("}");
        self.index.graphs[graph.index()].end = self.writer.text.position();
    }
}
