//! Graphs and functions: what stands before their nodes, and the walk over bodies within bodies, without recursion.

use std::collections::HashSet;

use super::Index;
use super::node::{Resume, Writer};
use super::types::is_type_word;
use crate::graph::{
    DeclarationId, Dialect, Function, GraphId, GraphRole, Model, NodeId, Operand, TensorId, ValueId, ValueRole,
};
use crate::source::Span;

/// One entry of what stands before the nodes of a graph.
#[derive(Clone, Copy)]
pub(super) enum Item {
    Input(ValueId),
    Output(usize),
    Initializer(TensorId, ValueId),
    /// The name is a value's, if there is such a value.
    Info(DeclarationId, Named),
}

/// What a value info is about.
#[derive(Clone, Copy)]
pub(super) enum Named {
    Value(ValueId),
    Name(crate::graph::NameId),
}

/// Every entry of what stands before the nodes of a graph, in the order of the text.
pub(super) fn items(model: &Model, graph: GraphId) -> Vec<Item> {
    let record = model.graph(graph);
    let mut items: Vec<Item> = record.inputs.iter().map(|&v| Item::Input(v)).collect();
    items.extend((0..record.outputs.len()).map(Item::Output));
    items.extend(initializers(model, graph));
    match model.dialect() {
        Dialect::Onnx => {
            items.extend(model.value_infos(graph).iter().map(|i| Item::Info(i.declaration, Named::Name(i.name))));
        }
        Dialect::OpenVino => {
            let outputs = record.outputs.iter().filter_map(|o| o.operand.value());
            let shown: HashSet<ValueId> = record.inputs.iter().copied().chain(outputs).collect();
            let hidden = model.values_of(graph).filter(|v| !shown.contains(v));
            let declared = hidden.filter_map(|v| Some(Item::Info(model.value(v).declaration?, Named::Value(v))));
            items.extend(declared);
        }
    }
    items
}

/// Initializers in file order, those that are defaults of inputs among them.
fn initializers(model: &Model, graph: GraphId) -> Vec<Item> {
    let tensor = |v: ValueId| match model.value(v).role {
        ValueRole::Input { default } => default,
        ValueRole::Initializer(tensor) => Some(tensor),
        ValueRole::Output { .. } => None,
    };
    let mut found: Vec<(TensorId, ValueId)> = model
        .values_of(graph)
        .map_while(|v| match model.value(v).role {
            ValueRole::Output { .. } => None,
            _ => Some(tensor(v).map(|t| (t, v))),
        })
        .flatten()
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(t, v)| Item::Initializer(t, v)).collect()
}

/// A graph that the walk is in.
struct Frame {
    graph: GraphId,
    next: u32,
    indent: usize,
    /// A node whose attributes go on behind a body.
    pending: Option<(NodeId, Resume)>,
}

/// Writes graphs, and notes where everything stands.
pub(super) struct Walk<'a> {
    pub(super) writer: Writer<'a>,
    pub(super) index: Index,
}

impl Walk<'_> {
    fn model(&self) -> &Model {
        self.writer.model
    }

    /// Writes the whole model.
    pub(super) fn model_text(&mut self) {
        let model = self.writer.model;
        let mut first = true;
        if model.graphs().next().is_some() {
            self.header();
        }
        for graph in model.graphs() {
            match model.graph(graph).role {
                GraphRole::Main | GraphRole::Example(_) => {
                    self.writer.text.push(if std::mem::take(&mut first) { "" } else { "\n" });
                    self.graph(graph);
                }
                _ => {}
            }
        }
        for function in model.functions() {
            if !matches!(model.graph(function.graph).role, GraphRole::Function(_)) {
                continue;
            }
            self.writer.text.push("\n");
            self.function(function);
        }
    }

    /// `<ir_version: …, …>`; a spec page has none.
    fn header(&mut self) {
        let model = self.writer.model;
        let version = model.ir_version();
        if model.dialect() == Dialect::OpenVino && version.is_none() {
            return;
        }
        let text = &mut self.writer.text;
        text.display(format_args!("<\n   ir_version: {}", version.unwrap_or(0)));
        text.push(",\n   opset_import: [");
        if model.dialect() == Dialect::OpenVino {
            // The newest operator set that a layer is of: it holds the older ones.
            let newest = model.ops.iter().filter_map(|op| op.version).max().unwrap_or(1);
            text.display(format_args!("\"openvino\" : {newest}"));
        }
        text.list(", ", model.opsets(), |text, import| {
            text.quoted(model.name(import.domain));
            text.display(format_args!(" : {}", import.version));
        });
        text.push("]");
        self.notes();
        self.writer.text.push("\n>\n");
    }

    fn notes(&mut self) {
        let model = self.writer.model;
        let text = &mut self.writer.text;
        let header = model.header();
        let entries = [
            ("producer_name", header.producer_name),
            ("producer_version", header.producer_version),
            ("domain", header.domain),
        ];
        let quoted = |text: &mut super::text::Text, key: &str, id| {
            text.display(format_args!(",\n   {key}: "));
            text.quoted(model.name(id));
        };
        for (key, id) in entries {
            if let Some(id) = id {
                quoted(text, key, id);
            }
        }
        if let Some(version) = header.model_version {
            text.display(format_args!(",\n   model_version: {version}"));
        }
        if let Some(id) = header.doc_string {
            quoted(text, "doc_string", id);
        }
        if model.dialect() == Dialect::Onnx && model.metadata().next().is_some() {
            text.push(",\n   metadata_props: [");
            text.list(", ", model.metadata(), |text, (key, value)| {
                text.quoted(key);
                text.push(": ");
                text.quoted(value);
            });
            text.push("]");
        }
    }

    fn graph(&mut self, graph: GraphId) {
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
                _ => self.writer.text.name(&model.path(graph)),
            },
            (name, _) => self.writer.text.name(name),
        }
        let end = self.writer.text.position();
        let items = items(model, graph);
        let first = self.index.items.len() as u32;
        self.writer.text.push(" ");
        let inputs = items.iter().take_while(|i| matches!(i, Item::Input(_))).count();
        let outputs = model.graph(graph).outputs.len();
        self.list("(", &items[..inputs], ")", graph);
        self.writer.text.push(" => ");
        self.list("(", &items[inputs..inputs + outputs], ")", graph);
        self.writer.text.push(" ");
        let rest = &items[inputs + outputs..];
        if !rest.is_empty() {
            self.writer.text.push("\n");
            self.writer.text.spaces(indent);
            self.list("<", rest, ">", graph);
            self.writer.text.push("\n");
        }
        self.writer.text.push("{\n");
        let entry = &mut self.index.graphs[graph.index()];
        (entry.name, entry.items) = (Span::new(start, end), first);
    }

    fn list(&mut self, open: &str, items: &[Item], close: &str, graph: GraphId) {
        self.writer.text.push(open);
        for (i, &item) in items.iter().enumerate() {
            self.writer.text.push(if i > 0 { ", " } else { "" });
            let start = self.writer.text.position();
            self.item(item, graph);
            self.index.items.push(Span::new(start, self.writer.text.position()));
        }
        self.writer.text.push(close);
    }

    fn item(&mut self, item: Item, graph: GraphId) {
        let model = self.writer.model;
        match item {
            Item::Input(value) => self.typed(model.value(value).declaration, Operand::Value(value)),
            Item::Output(i) => {
                let output = &model.graph(graph).outputs[i];
                match (model.dialect(), output.operand) {
                    (Dialect::OpenVino, Operand::Value(value)) => {
                        self.typed(output.declaration.or(model.value(value).declaration), output.operand);
                    }
                    (Dialect::OpenVino, operand) => self.typed(output.declaration, operand),
                    _ => self.typed(output.declaration, Operand::Undefined(output.name)),
                }
            }
            Item::Initializer(tensor, _) => self.writer.tensor(tensor, true),
            Item::Info(declaration, Named::Value(value)) => self.typed(Some(declaration), Operand::Value(value)),
            Item::Info(declaration, Named::Name(name)) => self.typed(Some(declaration), Operand::Undefined(name)),
        }
    }

    /// A type, nothing where none is declared, a space, and a name.
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
        if untyped && is_type_word(name) && model.dialect() == Dialect::Onnx {
            self.writer.text.quoted(name);
        } else {
            self.writer.names.operand(&mut self.writer.text, model, operand);
        }
    }

    /// Writes the nodes of a graph, and the bodies in them, up to the `}` of the graph.
    fn nodes(&mut self, graph: GraphId, indent: usize) {
        let first = |model: &Model, graph| model.graph(graph).nodes.start;
        let mut stack = vec![Frame { graph, next: first(self.model(), graph), indent, pending: None }];
        while let Some(frame) = stack.last_mut() {
            let node = match frame.pending.take() {
                Some(pending) => Some(pending),
                None if frame.next < self.writer.model.graph(frame.graph).nodes.end => {
                    let node = NodeId(frame.next);
                    frame.next += 1;
                    self.writer.text.spaces(frame.indent);
                    self.index.nodes[node.index()] = self.writer.text.position();
                    self.writer.node(node).map(|resume| (node, resume))
                }
                None => {
                    self.close(frame.graph, frame.indent);
                    stack.pop();
                    continue;
                }
            };
            let body = node.and_then(|(node, resume)| Some((node, self.writer.attributes(node, resume)?)));
            match body {
                None => self.writer.text.push("\n"),
                Some((node, (body, resume))) => {
                    frame.pending = Some((node, resume));
                    let indent = frame.indent + 3;
                    self.open(body, indent);
                    stack.push(Frame { graph: body, next: first(self.model(), body), indent, pending: None });
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

    /// A function; its value infos follow its outputs, and its defaults are among its attributes.
    fn function(&mut self, function: &Function) {
        let model = self.writer.model;
        let text = &mut self.writer.text;
        text.push("<\n  domain: ");
        text.quoted(model.name(function.domain));
        if !function.overload.is_empty() {
            text.push(",\n  overload: ");
            text.quoted(model.name(function.overload));
        }
        text.push(",\n  opset_import: [");
        text.list(",", &function.opsets, |text, import| {
            text.quoted(model.name(import.domain));
            text.display(format_args!(" : {}", import.version));
        });
        text.push("]\n>\n");
        let start = text.position();
        text.name(model.name(function.name));
        let name = Span::new(start, text.position());
        text.push(" ");
        self.parameters(function);
        self.signature(function.graph, name);
        self.nodes(function.graph, 3);
    }

    fn parameters(&mut self, function: &Function) {
        let model = self.writer.model;
        if function.attributes.is_empty() {
            return;
        }
        self.writer.text.push("<");
        for (i, parameter) in function.attributes.iter().enumerate() {
            self.writer.text.push(if i > 0 { "," } else { "" });
            match &parameter.default {
                None => self.writer.text.word(model.name(parameter.name), None),
                Some(default) => self.writer.parameter(model.name(parameter.name), default),
            }
        }
        self.writer.text.push(">");
    }

    fn signature(&mut self, graph: GraphId, name: Span) {
        let model = self.writer.model;
        let first = self.index.items.len() as u32;
        let record = model.graph(graph);
        let inputs = record.inputs.iter().map(|&v| model.value(v).name);
        let names: Vec<_> = inputs.chain(record.outputs.iter().map(|o| o.name)).collect();
        for (i, &name) in names.iter().enumerate() {
            let between = if i == record.inputs.len() { ") => (" } else { ", " };
            self.writer.text.push(if i == 0 { "(" } else { between });
            self.writer.text.push(if i == 0 && record.inputs.is_empty() { ") => (" } else { "" });
            let start = self.writer.text.position();
            self.writer.text.name(model.name(name));
            self.index.items.push(Span::new(start, self.writer.text.position()));
        }
        let end = match (names.len(), record.outputs.len()) {
            (0, _) => "() => ()\n",
            (_, 0) => ") => ()\n",
            _ => ")\n",
        };
        self.writer.text.push(end);
        let items = items(model, graph);
        let infos = items.get(names.len()..).unwrap_or(&[]);
        if !infos.is_empty() {
            self.writer.text.spaces(3);
            self.list("<", infos, ">", graph);
            self.writer.text.push("\n");
        }
        self.writer.text.push("{\n");
        let entry = &mut self.index.graphs[graph.index()];
        (entry.name, entry.items) = (name, first);
    }
}
