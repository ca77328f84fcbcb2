//! Inputs, outputs, operator sets, and metadata of a model.

use super::role::OperatorRole;
use super::{CONSTANT, IDENTITY, PARAMETER, RESULT, role};
use crate::dialect::Dialect;
use crate::fact::ValueType;
use crate::graph::{
    At, AttributeValue, EditError, GraphOutput, GraphRole, Model, NewNode, OpName, Operand, OpsetImport, Use, Value,
    ValueRole,
};
use crate::ids::{GraphId, NameId, NodeId, OperandId, TensorId, ValueId};
use crate::ir_syntax;
use crate::source::Span;
use crate::tensor::Tensor;

const INPUT_IS_OUTPUT: &str = "an input of an ONNX model that is also an output cannot be replaced there, because both have its \
    name; remove the output and add one with another name";

const NO_PARAMETER: &str = "a Parameter of IR needs an element type and a shape whose dimensions are sizes or ranges";

impl Model {
    /// Adds an input to a graph, after those that it has. IR: a Parameter layer, whose tensor has the name as well.
    ///
    /// # Errors
    /// The name is taken. IR: the type has no shape that a Parameter could state.
    pub fn add_input(&mut self, graph: GraphId, name: &str, ty: ValueType) -> Result<ValueId, EditError> {
        let value = match self.dialect() {
            Dialect::Onnx => {
                self.check_name(name)?;
                let name = self.names.intern(name);
                self.push_value(graph, name, ValueRole::Input { default: None })
            }
            Dialect::OpenVino => {
                let (shape, element) = ir_syntax::parameter_type(&ty).ok_or(EditError::Unsupported(NO_PARAMETER))?;
                let new = NewNode::new(PARAMETER).name(name);
                let new = new.attribute("shape", shape.as_str()).attribute("element_type", element.as_str());
                let node = self.insert(At::Start(graph), new.output(name))?;
                self.outputs(node).next().ok_or(EditError::Unsupported("a Parameter has one output"))?
            }
        };
        self.declare(value, ty);
        self.push_input(graph, value);
        Ok(value)
    }

    /// Sets the type of an input of a graph. IR: of a Parameter layer, in its attributes and at its port.
    ///
    /// # Errors
    /// The value is not an input. IR: the type has no shape that a Parameter could state.
    pub fn set_input_type(&mut self, value: ValueId, ty: ValueType) -> Result<(), EditError> {
        let graph = self.value(value).graph;
        if !self.graph(graph).inputs.contains(&value) {
            return Err(EditError::Unsupported("only inputs of graphs have types that can be set"));
        }
        self.declare_input(value, ty)
    }

    /// [`Model::set_input_type`] of what is known to be an input.
    pub(crate) fn declare_input(&mut self, value: ValueId, ty: ValueType) -> Result<(), EditError> {
        if let Some(node) = self.producer(value) {
            let (shape, element) = ir_syntax::parameter_type(&ty).ok_or(EditError::Unsupported(NO_PARAMETER))?;
            for (name, text) in [("shape", shape), ("element_type", element)] {
                if !self.has_text(node, name, &text) {
                    self.set_attribute(node, name, text.as_str());
                }
            }
        }
        self.declare(value, ty);
        Ok(())
    }

    /// Adds a constant to a graph: an initializer of ONNX, a Const layer of IR. The bytes of the tensor are shared.
    ///
    /// # Errors
    /// The name is taken, or the graph is the body of a function, which has no initializers: insert a `Constant` node.
    pub fn add_constant(&mut self, graph: GraphId, name: &str, tensor: &Tensor) -> Result<ValueId, EditError> {
        if self.dialect() == Dialect::OpenVino {
            let new = NewNode::new(CONSTANT).name(name).attribute("value", tensor.clone());
            let node = self.insert(At::Start(graph), new)?;
            return self.outputs(node).next().ok_or(EditError::Unsupported("a constant has one output"));
        }
        if matches!(self.graph(graph).role, GraphRole::Function(_)) {
            return Err(EditError::Unsupported("a function has no initializers; insert a `Constant` node"));
        }
        self.check_name(name)?;
        let name = self.names.intern(name);
        let id = self.store_tensor(tensor);
        self.tensors[id.index()].name = name;
        Ok(self.push_value(graph, name, ValueRole::Initializer(id)))
    }

    /// Adds a constant that a node may read: as [`Model::add_constant`], or a node before it where the graph has no
    /// initializers, or has only those that are inputs.
    pub(crate) fn add_constant_before(
        &mut self,
        node: NodeId,
        name: &str,
        tensor: &Tensor,
    ) -> Result<ValueId, EditError> {
        let graph = self.node(node).graph;
        let in_function = matches!(self.graph(self.root(graph)).role, GraphRole::Function(_));
        let is_old = self.dialect() == Dialect::Onnx && self.ir_version().is_some_and(|version| version < 4);
        if !in_function && !is_old {
            return self.add_constant(graph, name, tensor);
        }
        let new = NewNode::new(CONSTANT).attribute("value", tensor.clone()).output(name);
        let made = self.insert(At::Before(node), new)?;
        self.outputs(made).next().ok_or(EditError::Unsupported("a constant has one output"))
    }

    /// The tensor that a value is, as far as the model itself says: an initializer, or a node that only holds one.
    pub fn constant(&self, value: ValueId) -> Option<TensorId> {
        match self.value(value).role {
            ValueRole::Initializer(tensor) => Some(tensor),
            ValueRole::Input { .. } => None,
            ValueRole::Output(node) => {
                let is_plain =
                    self.name(self.op(node).domain).is_empty() || self.name(self.op(node).domain) == "ai.onnx";
                let holds = is_plain && role(self.dialect(), self.op_type(node)) == OperatorRole::Constant;
                match self.attribute(node, "value").filter(|_| holds)?.value {
                    AttributeValue::Tensor(tensor) => Some(tensor),
                    _ => None,
                }
            }
        }
    }

    /// Removes an input of a graph that nothing reads.
    ///
    /// # Errors
    /// It is still read, or the graph has no such input. IR: the graph is a body, or the layer has several outputs.
    pub fn remove_input(&mut self, graph: GraphId, index: usize) -> Result<(), EditError> {
        self.check_unmapped(graph)?;
        let inputs = &self.graph(graph).inputs;
        let Some(&value) = inputs.get(index) else {
            return Err(self.no_such_port(graph, "input", index, inputs.len()));
        };
        self.take_input_value(value)?;
        self.take_input(graph, index);
        Ok(())
    }

    /// Removes the inputs that `keep` rejects, as [`Model::remove_input`] does, in one pass.
    pub(crate) fn retain_inputs(&mut self, graph: GraphId, keep: impl Fn(ValueId) -> bool) -> Result<(), EditError> {
        let (kept, removed): (Vec<ValueId>, Vec<ValueId>) =
            self.graph(graph).inputs.iter().partition(|value| keep(**value));
        if removed.is_empty() {
            return Ok(());
        }
        self.check_unmapped(graph)?;
        self.transaction(|model| {
            removed.into_iter().try_for_each(|value| model.take_input_value(value))?;
            model.put_inputs(graph, kept);
            Ok(())
        })
    }

    /// Removes what an input is: in IR a layer.
    fn take_input_value(&mut self, value: ValueId) -> Result<(), EditError> {
        self.check_unused(value)?;
        match self.producer(value) {
            Some(node) if self.outputs(node).len() > 1 => {
                return Err(EditError::Unsupported("a Parameter with several outputs cannot be removed; give it one"));
            }
            Some(node) => self.take_out(node),
            None => self.take_value(value),
        }
        Ok(())
    }

    /// Adds an output to a graph, after those that it has. ONNX: it has the name of the value.
    ///
    /// # Errors
    /// The value is not available there.
    pub fn add_output(&mut self, graph: GraphId, value: ValueId) -> Result<(), EditError> {
        self.check_in(graph, value)?;
        let node = match self.dialect() {
            Dialect::Onnx => None,
            Dialect::OpenVino => {
                Some(self.insert(At::End(graph), NewNode::new(RESULT).input(value).without_outputs())?)
            }
        };
        let name = node.map_or(self.value(value).name, |node| self.node(node).name);
        self.push_output(graph, GraphOutput { operand: Operand::Value(value), name, declaration: None, node });
        Ok(())
    }

    /// Makes an output of a graph another value. The output keeps its name: in ONNX, the names of the two values are
    /// exchanged, or an `Identity` is added where the new value must keep its own; in IR, the tensor names of the port move
    /// to that of the new value, unless the old value is also an input or another output. Before IR version 11, the layers
    /// exchange their names.
    ///
    /// ONNX: a value without a declaration gets that of the output.
    ///
    /// # Errors
    /// The graph has no such output, or the value is not available there. ONNX: an input of the model is the output, and
    /// would lose its name to the new value.
    pub fn set_output(&mut self, graph: GraphId, index: usize, value: ValueId) -> Result<(), EditError> {
        let count = self.graph(graph).outputs.len();
        let Some(output) = self.graph(graph).outputs.get(index) else {
            return Err(self.no_such_port(graph, "output", index, count));
        };
        let (before, result, name) = (output.operand.value(), output.node, output.name);
        self.check_in(graph, value)?;
        if before == Some(value) {
            return Ok(());
        }
        if let Some(result) = result {
            // The Result layer reads the value as well.
            let at = self.node(result).inputs.start;
            if self.producer(value).is_some_and(|producer| !self.runs_before(producer, result)) {
                self.take_out(result);
                self.put_in(result, self.layout().last(graph));
            }
            match self.inputs(result) {
                // The file has no port for it.
                [] => self.put_inputs_of(result, &[Operand::Value(value)]),
                _ => self.put_operand(result, OperandId::new(at), Operand::Value(value)),
            }
            self.put_output_value(graph, index, value);
            if let Some(before) = before {
                self.move_names(before, value);
            }
            return Ok(());
        }
        let is_main_input = |value| {
            let Value { graph, role, .. } = self.value(value);
            self.graph(*graph).role == GraphRole::Main && matches!(role, ValueRole::Input { .. })
        };
        if before.is_some_and(is_main_input) {
            return Err(EditError::Unsupported(INPUT_IS_OUTPUT));
        }
        let is_free = |used| matches!(used, Use::Output { .. });
        let own = self.producer(value).is_some_and(|node| self.node(node).graph == graph);
        if own && !self.uses(value).any(is_free) {
            let other = self.value(value).name;
            self.put_output_value(graph, index, value);
            if let Some(before) = before.filter(|&before| self.value(before).name == name) {
                self.put_name(before, other);
            }
            self.put_name(value, name);
            return Ok(());
        }
        let passed = self.insert(At::End(graph), NewNode::new(IDENTITY).input(value))?;
        let passed = self.outputs(passed).next().ok_or(EditError::Unsupported("Identity has one output"))?;
        self.set_output(graph, index, passed)
    }

    /// IR: the names by which callers find an output become those of its new value. These are the tensor names, and before
    /// version 11 the name of the layer. A value that is an input or another output keeps its names.
    fn move_names(&mut self, before: ValueId, value: ValueId) {
        let outputs = |value| self.uses(value).filter(|used| matches!(used, Use::Output { .. })).count();
        let is_input = |value| self.graph(self.value(value).graph).inputs.contains(&value);
        if outputs(before) > 0 || is_input(before) {
            return;
        }
        let is_free = outputs(value) == 1 && !is_input(value);
        if let (Some(from), Some(to)) = (self.producer(before), self.producer(value))
            && self.ir_version().is_some_and(|version| version < 11)
            && is_free
            && self.outputs(from).len() == 1
            && self.outputs(to).len() == 1
        {
            let [from_name, to_name] = [from, to].map(|node| self.name(self.node(node).name).to_owned());
            self.rename_node(from, &to_name);
            self.rename_node(to, &from_name);
        }
        let moved = self.output_port(before).tensor_names;
        if moved.is_empty() {
            return;
        }
        let names = match self.name(self.output_port(value).tensor_names) {
            "" => moved,
            own => {
                let names = format!("{},{own}", self.name(moved));
                self.names.intern(&names)
            }
        };
        self.put_tensor_names(before, NameId::EMPTY);
        self.put_tensor_names(value, names);
    }

    /// IR: the port map of a layer names the inputs and outputs of its body by position.
    fn check_unmapped(&self, graph: GraphId) -> Result<(), EditError> {
        let is_body = matches!(self.graph(graph).role, GraphRole::Body { .. });
        if is_body && self.dialect() == Dialect::OpenVino {
            let why = "inputs and outputs of a body of IR cannot be removed: the port map of its layer names them";
            return Err(EditError::Unsupported(why));
        }
        Ok(())
    }

    fn put_output_value(&mut self, graph: GraphId, index: usize, value: ValueId) {
        let output = self.graph(graph).outputs[index].clone();
        // What was declared since is about the value that it was.
        let is_new = output.declaration.is_some_and(|declaration| self.is_new_declaration(declaration));
        let record = self.value(value).clone();
        let declaration = if is_new { record.declaration } else { output.declaration };
        if record.declaration.is_none() && declaration.is_some() {
            self.put_value(value, Value { declaration, ..record });
        }
        self.put_output(graph, index, GraphOutput { operand: Operand::Value(value), declaration, ..output });
    }

    /// Removes an output of a graph; the value and what computes it stay.
    ///
    /// # Errors
    /// The graph has no such output. IR: the graph is a body.
    pub fn remove_output(&mut self, graph: GraphId, index: usize) -> Result<(), EditError> {
        self.check_unmapped(graph)?;
        let outputs = &self.graph(graph).outputs;
        let Some(removed) = outputs.get(index) else {
            return Err(self.no_such_port(graph, "output", index, outputs.len()));
        };
        let result = removed.node;
        self.take_output(graph, index);
        if let Some(result) = result {
            self.take_out(result);
        }
        Ok(())
    }

    /// Whether an output of the graph may be this value.
    fn check_in(&self, graph: GraphId, value: ValueId) -> Result<(), EditError> {
        self.check_graph(graph)?;
        let why = if self.is_removed_value(value) {
            "it was removed"
        } else if self.value(value).graph != graph && !self.is_inside(graph, self.value(value).graph) {
            "it belongs to a graph that is not around it"
        } else {
            return Ok(());
        };
        let place = format!("the outputs of `{}`", self.display_path(graph));
        Err(EditError::NotAvailable { name: self.value_name(value).to_owned(), place, why })
    }

    fn has_text(&self, node: NodeId, name: &str, text: &str) -> bool {
        let known = self.attribute(node, name).map(|attribute| &attribute.value);
        matches!(known, Some(&AttributeValue::Text(known)) if self.name(known) == text)
    }

    /// Whether a graph is inside another one.
    fn is_inside(&self, mut graph: GraphId, outer: GraphId) -> bool {
        while let GraphRole::Body { owner, .. } = self.graph(graph).role {
            graph = self.node(owner).graph;
            if graph == outer {
                return self.dialect() == Dialect::Onnx;
            }
        }
        false
    }

    fn no_such_port(&self, graph: GraphId, what: &'static str, index: usize, count: usize) -> EditError {
        EditError::NoSuchPosition { place: format!("graph `{}`", self.display_path(graph)), what, index, count }
    }

    /// ONNX: imports an operator set, or changes the version that is imported. Every node of the domain is then of this
    /// version. IR: nothing, because every layer names its set.
    pub fn set_opset(&mut self, domain: &str, version: i64) {
        if self.dialect() == Dialect::OpenVino {
            return;
        }
        let plain = |domain: &str| if domain == "ai.onnx" { String::new() } else { domain.to_owned() };
        let domain_read = plain(domain);
        let is_same = |known: &str| plain(known) == domain_read;
        let mut opsets = self.opsets.clone();
        let id = self.names.intern(domain);
        match opsets.iter_mut().find(|import| is_same(self.names.get(import.domain))) {
            Some(import) => import.version = version,
            None => opsets.push(OpsetImport { domain: id, version, span: Span::default() }),
        }
        self.put_opsets(opsets);
        let nodes = self
            .graphs()
            .filter(|&graph| !matches!(self.graph(self.root(graph)).role, GraphRole::Function(_)))
            .flat_map(|graph| self.nodes_of(graph));
        let nodes: Vec<NodeId> = nodes.filter(|&node| is_same(self.name(self.op(node).domain))).collect();
        for node in nodes {
            let op = OpName { version: Some(version), ..self.op(node).clone() };
            let op = self.op_id(op);
            self.put_version(node, op);
        }
    }

    /// Sets a metadata entry of the model.
    pub fn set_metadata(&mut self, key: &str, value: &str) {
        let (key, value) = (self.names.intern(key), self.names.intern(value));
        let mut metadata = self.metadata.to_vec();
        match metadata.iter_mut().find(|(known, _)| *known == key) {
            Some(entry) => entry.1 = Some(value),
            None => metadata.push((key, Some(value))),
        }
        self.put_metadata(metadata);
    }

    /// Removes the entries of the metadata of the model with a key. Returns whether there was one.
    ///
    /// ```
    /// use shapewright::graph::Model;
    /// use shapewright::{ReadOptions, Source};
    ///
    /// let text = "<ir_version: 9, opset_import: [\"\" : 18]> g (float[3] x) => (float[3] y) { y = Relu (x) }";
    /// let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// model.set_metadata("task", "detection");
    /// assert!(model.remove_metadata("task") && !model.remove_metadata("task"));
    /// assert_eq!(model.metadata().count(), 0);
    /// ```
    pub fn remove_metadata(&mut self, key: &str) -> bool {
        let is_there = self.metadata().any(|(known, _)| known == key);
        if is_there {
            // The entries keep their places, by which the writers find them in the file.
            let kept = |&(known, value)| (known, if self.name(known) == key { None } else { value });
            self.put_metadata(self.metadata.iter().map(kept).collect());
        }
        is_there
    }
}
