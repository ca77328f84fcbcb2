//! Nodes that become a model-local function.

use std::collections::HashSet;

use super::functions::Copy;
use super::{At, EditError, NewNode};
use crate::dialect::Dialect;
use crate::graph::attribute::AttributeValue;
use crate::graph::{Function, GraphOutput, GraphRole, Model, Operand, OpsetImport, Use, ValueRole};
use crate::ids::{GraphId, NameId, NodeId, ValueId};

/// The first IR version with functions.
const FIRST_VERSION: i64 = 8;

/// Where a call goes.
struct Place {
    at: At,
    /// The order that the nodes of the graph must have first, if it is another one.
    order: Option<Vec<NodeId>>,
}

impl Model {
    /// Makes nodes of one graph a model-local function, and a call of it in their place: the reverse of
    /// [`Model::inline_call`]. Returns the call.
    ///
    /// The inputs of the call are what the nodes read from outside, constants included, and its outputs are what anything
    /// else reads, as [`Model::boundary`] lists them. The outputs keep their names and declared types. The domain is imported
    /// in version 1 unless the model imports it. Nodes are put into another order where the call has no place otherwise.
    ///
    /// ```
    /// use shapewright::graph::Model;
    /// use shapewright::{ReadOptions, Source};
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[N] x) => (float[N] y) { a = Neg (x)  b = Exp (a)  c = Abs (b)  y = Add (b, c) }"#;
    /// let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let graph = model.main_graph().unwrap();
    /// let nodes: Vec<_> = model.nodes_of(graph).collect();
    /// let call = model.outline(&nodes[..2], "local", "NegExp").unwrap();
    /// assert_eq!(model.nodes_of(graph).next(), Some(call));
    /// assert_eq!(model.nodes_of(model.functions()[0].graph).len(), 2);
    /// // `Abs` would run after the call that computes `b`, and before it, because `Add` reads `c`.
    /// assert!(model.outline(&[call, nodes[3]], "local", "NotConvex").is_err());
    /// ```
    ///
    /// # Errors
    /// - The model is IR, or ONNX before IR version 8, which have no functions.
    /// - The nodes are of different graphs or not of the main graph or its bodies, nothing reads their outputs, or an
    ///   attribute of them is a parameter of a function.
    /// - A node outside reads one of them and is read by another.
    /// - The domain is that of ONNX, or it has a function or an operator of the name.
    ///
    /// # Panics
    /// If an id belongs to another model and is out of range for this one.
    pub fn outline(&mut self, nodes: &[NodeId], domain: &str, name: &str) -> Result<NodeId, EditError> {
        let graph = self.check_outlined(nodes)?;
        self.check_function_name(domain, name)?;
        let mut nodes = nodes.to_vec();
        nodes.sort_by_key(|&node| self.layout().key(node));
        nodes.dedup();
        let (inputs, outputs) = self.boundary(&nodes);
        if outputs.is_empty() {
            return Err(EditError::Unsupported("nothing reads the outputs of the nodes"));
        }
        let Place { at, order } = self.place_of_call(graph, &nodes, &inputs)?;
        self.transaction(|model| {
            if let Some(order) = order {
                model.put_order(graph, order);
            }
            model.make_function(&nodes, (&inputs, &outputs), (domain, name))?;
            model.make_call(at, &nodes, (&inputs, &outputs), (domain, name))
        })
    }

    /// Whether the nodes can be part of a function. Returns their graph.
    fn check_outlined(&self, nodes: &[NodeId]) -> Result<GraphId, EditError> {
        let refused = |why| Err(EditError::Unsupported(why));
        let Some(&first) = nodes.first() else { return refused("no nodes were given") };
        nodes.iter().try_for_each(|&node| self.check_present(node))?;
        let graph = self.node(first).graph;
        if self.dialect() == Dialect::OpenVino {
            return refused("IR has no functions");
        }
        if self.ir_version().is_some_and(|version| version < FIRST_VERSION) {
            return refused("functions need IR version 8");
        }
        if nodes.iter().any(|&node| self.node(node).graph != graph) {
            return refused("the nodes belong to several graphs");
        }
        if self.graph(self.root(graph)).role != GraphRole::Main {
            return refused("the nodes are not in the main graph or its bodies");
        }
        let is_parameter =
            |node| self.attributes(node).iter().any(|a| matches!(a.value, AttributeValue::Reference(..)));
        if nodes.iter().flat_map(|&node| self.with_nested(node)).any(is_parameter) {
            return refused("an attribute of a node is a parameter of a function");
        }
        Ok(graph)
    }

    fn check_function_name(&self, domain: &str, name: &str) -> Result<(), EditError> {
        if matches!(domain, "" | "ai.onnx") || name.is_empty() {
            return Err(EditError::Unsupported("a function needs a name, and a domain other than that of ONNX"));
        }
        let is_same = |of: NameId, known: NameId| self.name(of) == domain && self.name(known) == name;
        let is_taken = self.functions.iter().any(|function| is_same(function.domain, function.name))
            || self.ops.iter().any(|op| op.function.is_none() && is_same(op.domain, op.name));
        if is_taken { Err(EditError::NameTaken(format!("{domain}.{name}"))) } else { Ok(()) }
    }

    /// A node and the nodes of its bodies.
    fn with_nested(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::once(node).chain(self.nested(node).into_iter().flat_map(|graph| self.nodes_of(graph)))
    }

    /// Where a call can stand for these nodes, which are in order, and the order of nodes that it needs.
    fn place_of_call(&self, graph: GraphId, nodes: &[NodeId], inputs: &[ValueId]) -> Result<Place, EditError> {
        let inside: HashSet<NodeId> = nodes.iter().copied().collect();
        let needed: HashSet<NodeId> = inputs.iter().filter_map(|&value| self.producer(value)).collect();
        let (mut left, mut has_place) = (inside.len(), true);
        let (mut first, mut behind, mut readers, mut last) = (Vec::new(), HashSet::new(), Vec::new(), Vec::new());
        for node in self.nodes_of(graph) {
            let reads = |from: &HashSet<NodeId>| {
                let inputs = self.with_nested(node).flat_map(|reader| self.inputs(reader));
                inputs.filter_map(|input| self.producer(input.value()?)).any(|producer| from.contains(&producer))
            };
            if left == 0 {
                last.push(node);
            } else if inside.contains(&node) {
                if reads(&behind) {
                    return Err(EditError::Unsupported(
                        "a node outside reads an output of the nodes and is read by them",
                    ));
                }
                left -= 1;
            } else if reads(&inside) || reads(&behind) {
                behind.insert(node);
                readers.push(node);
            } else {
                has_place &= readers.is_empty() || !needed.contains(&node);
                first.push(node);
            }
        }
        let at = readers.first().map_or(At::After(nodes[nodes.len() - 1]), |&reader| At::Before(reader));
        let order = (!has_place).then(|| [&first, nodes, &readers, &last].concat());
        Ok(Place { at, order })
    }

    /// Adds the function: a copy of the nodes.
    fn make_function(
        &mut self,
        nodes: &[NodeId],
        (inputs, outputs): (&[ValueId], &[ValueId]),
        (domain, name): (&str, &str),
    ) -> Result<(), EditError> {
        let opsets = self.used_opsets(nodes);
        let (domain, name) = (self.names.intern(domain), self.names.intern(name));
        let graph = self.push_graph(name, GraphRole::Function(self.functions.len() as u32));
        let (overload, attributes) = (NameId::EMPTY, Vec::new());
        self.put_function(Function { domain, name, overload, graph, attributes, opsets });
        let mut copy = Copy::default();
        let mut parameters = Vec::new();
        for &input in inputs {
            let parameter = self.copy_value(input, graph, ValueRole::Input { default: None });
            copy.values.insert(input, Operand::Value(parameter));
            parameters.push(parameter);
        }
        self.put_inputs(graph, parameters);
        for &node in nodes {
            let after = self.layout().last(graph);
            self.copy_node(node, graph, after, &mut copy)?;
        }
        self.copy_bodies(&mut copy)?;
        let result = |&output: &ValueId| {
            let operand = copy.operand(Operand::Value(output))?;
            let name = operand.value().map_or(NameId::EMPTY, |value| self.value(value).name);
            Ok(GraphOutput { operand, name, declaration: None, node: None })
        };
        let results = outputs.iter().map(result).collect::<Result<_, EditError>>()?;
        self.put_outputs(graph, results);
        Ok(())
    }

    /// The operator sets that nodes use.
    fn used_opsets(&self, nodes: &[NodeId]) -> Vec<OpsetImport> {
        let plain = |domain: NameId| Some(self.name(domain)).filter(|domain| *domain != "ai.onnx").unwrap_or("");
        let used: HashSet<&str> =
            nodes.iter().flat_map(|&node| self.with_nested(node)).map(|node| plain(self.op(node).domain)).collect();
        self.opsets.iter().filter(|import| used.contains(plain(import.domain))).cloned().collect()
    }

    /// Replaces nodes by a call of the function that was made of them.
    fn make_call(
        &mut self,
        at: At,
        nodes: &[NodeId],
        (inputs, outputs): (&[ValueId], &[ValueId]),
        (domain, name): (&str, &str),
    ) -> Result<NodeId, EditError> {
        if !self.opsets.iter().any(|import| self.name(import.domain) == domain) {
            self.set_opset(domain, 1);
        }
        let mut call = NewNode::new(name).domain(domain).inputs(inputs.iter().copied());
        for &output in outputs {
            let stem = self.value_name(output).to_owned();
            call = call.output(&self.unique_name(&stem));
        }
        let call = self.insert(at, call)?;
        let inner: HashSet<GraphId> = nodes.iter().flat_map(|&node| self.nested(node)).collect();
        let replaced: HashSet<NodeId> = nodes.iter().flat_map(|&node| self.with_nested(node)).collect();
        let is_outside = |used: Use| match used {
            Use::Input { node, .. } => !replaced.contains(&node),
            Use::Output { graph, .. } => !inner.contains(&graph),
        };
        let results: Vec<ValueId> = self.outputs(call).collect();
        let names: Vec<NameId> = outputs.iter().map(|&output| self.value(output).name).collect();
        for (&output, &result) in outputs.iter().zip(&results) {
            if let Some(ty) = self.declared(output).cloned() {
                self.declare(result, ty);
            }
            self.replace_uses_if(output, result, is_outside)?;
        }
        for &node in nodes.iter().rev() {
            self.remove(node)?;
        }
        for (&result, name) in results.iter().zip(names) {
            if self.value(result).name != name {
                self.put_name(result, name);
            }
        }
        Ok(call)
    }
}
