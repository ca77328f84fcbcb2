//! Calls of model-local functions.

use hashbrown::HashMap;
use std::collections::BTreeSet;

use super::{AttributeArg, EditError};
use crate::graph::attribute::{Attribute, AttributeValue};
use crate::graph::{GraphOutput, GraphRole, Model, Node, OpName, Operand, ValueRole};
use crate::ids::{GraphId, NameId, NodeId, OpId, ValueId};

/// A copy of nodes in another graph: of the body of a function in the place of a call, or the reverse.
#[derive(Default)]
pub(super) struct Copy {
    /// What the values of the originals are there.
    pub(super) values: HashMap<ValueId, Operand>,
    /// The attributes of the call, and the defaults of those that it does not have.
    parameters: HashMap<NameId, AttributeValue>,
    /// Bodies whose nodes are not copied yet: the original and the copy.
    bodies: Vec<(GraphId, GraphId)>,
}

impl Model {
    /// Replaces a call of a model-local function by the nodes of the function. Returns the new nodes, in order. The
    /// function stays in the model ([`Model::remove_unused_functions`]).
    ///
    /// # Errors
    /// The node does not call a function of the model or passes it a body, the function uses an operator set in another
    /// version than the graph around the call, or its nodes are on a cycle. Then nothing changes.
    pub fn inline_call(&mut self, call: NodeId) -> Result<Vec<NodeId>, EditError> {
        self.check_present(call)?;
        let function =
            self.op(call).function.ok_or(EditError::Unsupported("the node calls no function of the model"))?;
        let (graph, around) = (self.functions[function as usize].graph, self.node(call).graph);
        let mut copy = Copy { parameters: self.arguments(call, function), ..Copy::default() };
        if self.attributes(call).iter().any(|attribute| !attribute.value.graphs().is_empty()) {
            return Err(EditError::Unsupported("the call passes a body to the function"));
        }
        for (at, input) in self.graph(graph).inputs.iter().enumerate() {
            let given = self.inputs(call).get(at).copied().unwrap_or(Operand::Absent);
            copy.values.insert(*input, given);
        }
        self.transaction(|model| {
            let mut nodes = Vec::new();
            for node in model.topological_order(graph) {
                let after = model.layout().previous(call);
                nodes.push(model.copy_node(node, around, after, &mut copy)?);
            }
            model.copy_bodies(&mut copy)?;
            let results = model.graph(graph).outputs.iter().map(|output| copy.operand(output.operand));
            let results: Vec<Operand> = results.collect::<Result<_, _>>()?;
            for (output, result) in model.outputs(call).collect::<Vec<_>>().into_iter().zip(results) {
                match result {
                    Operand::Value(result) => model.replace_uses(output, result)?,
                    _ if model.is_unused(output) => {}
                    _ => return Err(EditError::Unsupported("an output of the function has no value at this call")),
                }
            }
            model.remove(call)?;
            Ok(nodes)
        })
    }

    /// Removes the function at this position of [`Model::functions`]; those after it move up by one.
    ///
    /// ```
    /// use shapewright::graph::Model;
    /// use shapewright::{ReadOptions, Source};
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18, "local" : 1]>
    ///     g (float[N] x) => (float[N] y) { y = local.F (x) }
    ///     <domain: "local", opset_import: ["" : 18]> F (a) => (b) { b = Neg (a) }"#;
    /// let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let call = model.nodes_of(model.main_graph().unwrap()).next().unwrap();
    /// let refused = model.remove_function(0).unwrap_err();
    /// assert_eq!(refused.to_string(), "function `local::F` cannot be removed: it is still called by node #0 (F)");
    ///
    /// model.inline_call(call).unwrap();
    /// model.remove_function(0).unwrap();
    /// assert!(model.functions().is_empty());
    /// ```
    ///
    /// # Errors
    /// There is no such function, or a node calls it.
    pub fn remove_function(&mut self, index: usize) -> Result<(), EditError> {
        let count = self.functions.len();
        let Some(function) = self.functions.get(index) else {
            return Err(EditError::NoSuchPosition { place: "the model".to_owned(), what: "function", index, count });
        };
        let calls = |&node: &NodeId| self.op(node).function == Some(index as u32);
        if let Some(caller) = self.graphs().flat_map(|graph| self.nodes_of(graph)).find(calls) {
            let name = self.function_label(function);
            return Err(EditError::StillCalled { name, caller: self.describe(caller) });
        }
        self.take_functions(&BTreeSet::from([index]));
        Ok(())
    }

    /// Removes the functions that no graph of the model calls, not even through other functions. Returns their number.
    pub fn remove_unused_functions(&mut self) -> usize {
        let is_function = |graph: &GraphId| matches!(self.graph(self.root(*graph)).role, GraphRole::Function(_));
        let mut open: Vec<GraphId> = self.graphs().filter(|graph| !is_function(graph)).collect();
        let mut unused: BTreeSet<usize> = (0..self.functions.len()).collect();
        while let Some(graph) = open.pop() {
            for node in self.nodes_of(graph) {
                let called = self.op(node).function.map(|function| function as usize);
                if let Some(called) = called.filter(|called| unused.remove(called)) {
                    let body = self.functions[called].graph;
                    open.extend(std::iter::once(body).chain(self.nodes_of(body).flat_map(|node| self.nested(node))));
                }
            }
        }
        if !unused.is_empty() {
            self.take_functions(&unused);
        }
        unused.len()
    }

    fn arguments(&self, call: NodeId, function: u32) -> HashMap<NameId, AttributeValue> {
        let parameters = &self.functions[function as usize].attributes;
        let defaults = parameters.iter().filter_map(|parameter| Some((parameter.name, parameter.default.clone()?)));
        let given = self.attributes(call).iter().map(|attribute| (attribute.name, attribute.value.clone()));
        defaults.chain(given).collect()
    }

    /// Copies a node with its outputs; its bodies are copied later.
    pub(super) fn copy_node(
        &mut self,
        from: NodeId,
        graph: GraphId,
        after: Option<NodeId>,
        copy: &mut Copy,
    ) -> Result<NodeId, EditError> {
        let op = self.op_around(from, graph)?;
        let inputs = self.inputs(from).iter().map(|&operand| copy.operand(operand));
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        let inputs = self.push_operands(&inputs);
        let node = NodeId::at(self.nodes.len());
        let attributes = self.copy_attributes(from, node, copy);
        let first = self.values.len() as u32;
        for output in self.outputs(from) {
            let value = self.copy_value(output, graph, ValueRole::Output(node));
            copy.values.insert(output, Operand::Value(value));
        }
        let outputs = first..self.values.len() as u32;
        let name = match self.name(self.node(from).name).to_owned() {
            name if name.is_empty() => NameId::EMPTY,
            name => {
                let name = self.unique_name(&name);
                self.names.intern(&name)
            }
        };
        let place = crate::source::PackedSpan::default();
        self.nodes.push(Node { graph, op, name, layer: NameId::EMPTY, inputs, outputs, attributes, place });
        self.put_in(node, after);
        Ok(node)
    }

    /// A value like another one, of another name.
    pub(super) fn copy_value(&mut self, from: ValueId, graph: GraphId, role: ValueRole) -> ValueId {
        let name = match self.value_name(from).to_owned() {
            // An omitted output.
            name if name.is_empty() => NameId::EMPTY,
            name => {
                let name = self.unique_name(&name);
                self.names.intern(&name)
            }
        };
        self.push_value(graph, name, role)
    }

    /// The operator of a node, for a copy of the node in another graph.
    fn op_around(&mut self, from: NodeId, graph: GraphId) -> Result<OpId, EditError> {
        let op: OpName = self.op(from).clone();
        let plain = |domain: &str| if domain == "ai.onnx" { String::new() } else { domain.to_owned() };
        let domain = plain(self.name(op.domain));
        let import = self.imports_of(graph).iter().find(|import| plain(self.name(import.domain)) == domain);
        match import {
            Some(import) if Some(import.version) == op.version => Ok(self.op_id(op)),
            Some(_) => Err(EditError::Unsupported("the function imports another version of an operator set")),
            None => Err(EditError::MissingImport(domain)),
        }
    }

    fn copy_attributes(&mut self, from: NodeId, node: NodeId, copy: &mut Copy) -> std::ops::Range<u32> {
        let mut attributes = Vec::new();
        for attribute in self.attributes(from).to_vec() {
            let value = match attribute.value {
                AttributeValue::Reference(parameter, _) => match copy.parameters.get(&parameter) {
                    Some(bound) => bound.clone(),
                    // Neither given nor with a default: the attribute is absent.
                    None => continue,
                },
                AttributeValue::Graph(body) => {
                    AttributeValue::Graph(self.start_body(body, (node, attribute.name, 0), copy))
                }
                AttributeValue::Graphs(bodies) => {
                    let made = bodies.iter().enumerate();
                    let made = made.map(|(at, &body)| self.start_body(body, (node, attribute.name, at as u32), copy));
                    AttributeValue::Graphs(made.collect())
                }
                value => value,
            };
            attributes.push((attribute.name, AttributeArg::Value(value)));
        }
        let start = self.attributes.len() as u32;
        for (name, value) in attributes {
            let value = value.value(self);
            self.attributes.push(Attribute { name, value, span: Default::default() });
        }
        start..self.attributes.len() as u32
    }

    /// An empty copy of a body, to be filled later.
    fn start_body(
        &mut self,
        body: GraphId,
        (owner, attribute, index): (NodeId, NameId, u32),
        copy: &mut Copy,
    ) -> GraphId {
        let made = self.push_graph(self.graph(body).name, GraphRole::Body { owner, attribute, index });
        copy.bodies.push((body, made));
        made
    }

    /// Fills the bodies of copied nodes.
    pub(super) fn copy_bodies(&mut self, copy: &mut Copy) -> Result<(), EditError> {
        while let Some((from, to)) = copy.bodies.pop() {
            self.copy_body(from, to, copy)?;
        }
        Ok(())
    }

    fn copy_body(&mut self, from: GraphId, to: GraphId, copy: &mut Copy) -> Result<(), EditError> {
        let inputs = self.graph(from).inputs.clone();
        let own = self.values_of(from).filter(|&value| self.producer(value).is_none()).collect::<Vec<_>>();
        for value in own {
            let made = self.copy_value(value, to, self.value(value).role);
            if let Some(ty) = self.declared(value).cloned() {
                self.declare(made, ty);
            }
            copy.values.insert(value, Operand::Value(made));
        }
        let made = inputs.iter().filter_map(|input| copy.values.get(input)?.value()).collect();
        self.put_inputs(to, made);
        for node in self.topological_order(from) {
            let after = self.layout().last(to);
            self.copy_node(node, to, after, copy)?;
        }
        let outputs = self.graph(from).outputs.clone().into_iter().map(|output| {
            let operand = copy.operand(output.operand)?;
            let name = operand.value().map_or(output.name, |value| self.value(value).name);
            Ok(GraphOutput { operand, name, ..output })
        });
        let outputs = outputs.collect::<Result<_, EditError>>()?;
        self.put_outputs(to, outputs);
        Ok(())
    }
}

impl Copy {
    /// What an operand of the originals is in the copy. It is an error if its value is not copied yet.
    pub(super) fn operand(&self, operand: Operand) -> Result<Operand, EditError> {
        let Some(value) = operand.value() else { return Ok(operand) };
        let copied = self.values.get(&value).copied();
        copied.ok_or(EditError::Unsupported("a node reads a value that is produced later"))
    }
}
