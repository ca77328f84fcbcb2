//! Steps of edits. Each updates the lists of uses, and can be taken back.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use crate::graph::edit_log::{Change, EditLog, Undo};
use crate::graph::layout::Layout;
use crate::graph::order;
use crate::graph::{Dialect, Function, GraphOutput, GraphRole, Model, Node, Operand, OpsetImport, Value, bodies};
use crate::ids::{DeclarationId, GraphId, NameId, NodeId, OpId, OperandId, ValueId};
use crate::source::Span;

impl Model {
    pub(crate) fn log(&mut self) -> &mut EditLog {
        if self.edits.is_none() {
            self.layout();
            self.edits = Some(Box::new(EditLog::new(self.declarations.len())));
        }
        match &mut self.edits {
            Some(edits) => edits,
            None => unreachable!("set above"),
        }
    }

    fn remember(&mut self, undo: Undo) {
        if let Some(list) = &mut self.log().undo {
            list.push(undo);
        }
    }

    /// Everything that edits changed since the model was read, in order.
    pub(crate) fn changes(&self) -> &[Change] {
        self.edits.as_ref().map_or(&[], |edits| &edits.changes)
    }

    /// The order of nodes; made when it is first needed.
    pub(crate) fn layout(&self) -> &Layout {
        self.layout.get_or_init(|| ordered(self))
    }

    pub(crate) fn layout_mut(&mut self) -> &mut Layout {
        self.layout();
        match self.layout.get_mut() {
            Some(layout) => layout,
            None => unreachable!("made above"),
        }
    }

    /// Marks a node as changed, and the graphs around it.
    pub(crate) fn touch_node(&mut self, node: NodeId) {
        let graph = self.node(node).graph;
        let log = self.log();
        log.changes.push(Change::Node(node));
        log.changed_nodes.insert(node.index());
        self.touch_graph(graph);
    }

    /// Marks a graph as changed, and the nodes and graphs around it.
    pub(crate) fn touch_graph(&mut self, mut graph: GraphId) {
        while self.log().changed_graphs.insert(graph) {
            let GraphRole::Body { owner, .. } = self.graph(graph).role else { break };
            self.log().changed_nodes.insert(owner.index());
            graph = self.node(owner).graph;
        }
    }

    pub(crate) fn touch_header(&mut self) {
        let log = self.log();
        log.changed_header = true;
        log.changes.push(Change::Model);
    }

    pub(crate) fn put_operand(&mut self, node: NodeId, at: OperandId, operand: Operand) {
        let before = self.operands[at.index()];
        // IR: the port records the type of what it now reads.
        let declaration = operand.value().and_then(|value| self.value(value).declaration);
        if let Some(port) = self.ports.get_mut(at.index()) {
            let before = std::mem::replace(&mut port.declaration, declaration);
            self.remember(Undo::Port(at.position(), before));
        }
        self.remember(Undo::Operand(node, at, before));
        self.use_lists().remove(at, before);
        self.operands[at.index()] = operand;
        self.use_lists().add(at, node, operand);
        self.touch_node(node);
    }

    /// IR: sets what an input port records.
    pub(crate) fn put_port(&mut self, node: NodeId, at: u32, declaration: Option<DeclarationId>) {
        let Some(port) = self.ports.get_mut(at as usize) else { return };
        let before = std::mem::replace(&mut port.declaration, declaration);
        self.remember(Undo::Port(at, before));
        self.touch_node(node);
    }

    /// Replaces the record of a node; its graph and its outputs stay.
    pub(crate) fn put_node(&mut self, node: NodeId, record: Node) {
        let before = self.node(node).clone();
        // What a removed node reads is in no list.
        let is_linked = self.check_present(node).is_ok();
        let has_other_inputs = is_linked && before.inputs != record.inputs;
        // Bodies may have very many nodes, and a node many edits.
        let has_other_bodies = is_linked
            && before.attributes != record.attributes
            && !self.bodies_in(&before.attributes).eq(self.bodies_in(&record.attributes));
        self.remember(Undo::Node(node, before));
        if has_other_bodies {
            self.unlink(node);
        } else if has_other_inputs {
            self.unlink_inputs(node);
        }
        self.nodes[node.index()] = record;
        if has_other_bodies {
            self.link(node);
        } else if has_other_inputs {
            self.link_inputs(node);
        }
        self.touch_node(node);
    }

    /// The bodies in these attributes.
    fn bodies_in(&self, attributes: &Range<u32>) -> impl Iterator<Item = GraphId> + '_ {
        let attributes = &self.attributes[attributes.start as usize..attributes.end as usize];
        attributes.iter().flat_map(|attribute| attribute.value.graphs()).copied()
    }

    /// Lists what a node and the nodes of its bodies read.
    fn link(&mut self, node: NodeId) {
        self.use_lists();
        self.output_lists();
        for graph in self.nested(node) {
            self.log().removed_graphs.remove(&graph);
            for node in self.nodes_of(graph).collect::<Vec<_>>() {
                self.link_inputs(node);
            }
            for (index, output) in self.graph(graph).outputs.clone().into_iter().enumerate() {
                self.output_lists().add(graph, index, output.operand);
            }
        }
        self.link_inputs(node);
    }

    fn link_inputs(&mut self, node: NodeId) {
        self.use_lists();
        for at in self.node(node).inputs.clone().rev() {
            let operand = self.operands[at as usize];
            self.use_lists().add(OperandId::new(at), node, operand);
        }
    }

    /// Removes what a node and the nodes of its bodies read from the lists.
    fn unlink(&mut self, node: NodeId) {
        self.use_lists();
        self.output_lists();
        for graph in self.nested(node) {
            self.log().removed_graphs.insert(graph);
            for node in self.nodes_of(graph).collect::<Vec<_>>() {
                self.unlink_inputs(node);
            }
            for (index, output) in self.graph(graph).outputs.clone().into_iter().enumerate() {
                self.output_lists().remove(graph, index, output.operand);
            }
        }
        self.unlink_inputs(node);
    }

    fn unlink_inputs(&mut self, node: NodeId) {
        self.use_lists();
        for at in self.node(node).inputs.clone() {
            let operand = self.operands[at as usize];
            self.use_lists().remove(OperandId::new(at), operand);
        }
    }

    /// The bodies of a node, and those inside them.
    pub(super) fn nested(&self, node: NodeId) -> Vec<GraphId> {
        let mut graphs: Vec<GraphId> = bodies(self, node).collect();
        let mut at = 0;
        while let Some(&graph) = graphs.get(at) {
            graphs.extend(self.nodes_of(graph).flat_map(|node| bodies(self, node)));
            at += 1;
        }
        graphs
    }

    /// Puts a node that is in the arena into its graph.
    pub(crate) fn put_in(&mut self, node: NodeId, after: Option<NodeId>) {
        let graph = self.node(node).graph;
        self.log();
        self.link(node);
        self.remember(Undo::Inserted(node));
        self.layout_mut().insert(graph, node, after);
        let outputs = self.node(node).outputs.clone();
        let log = self.log();
        log.removed_nodes.remove(node.index());
        outputs.for_each(|value| log.removed_values.remove(value as usize));
        self.touch_node(node);
    }

    /// Takes a node out of its graph.
    pub(crate) fn take_out(&mut self, node: NodeId) {
        let graph = self.node(node).graph;
        self.log();
        self.unlink(node);
        let before = self.layout().previous(node);
        self.remember(Undo::Removed(node, before));
        self.layout_mut().remove(graph, node);
        let outputs = self.node(node).outputs.clone();
        let log = self.log();
        log.removed_nodes.insert(node.index());
        for value in outputs {
            log.removed_values.insert(value as usize);
        }
        self.touch_node(node);
    }

    pub(crate) fn put_value(&mut self, value: ValueId, record: Value) {
        let before = std::mem::replace(&mut self.values[value.index()], record);
        let (graph, name) = (before.graph, before.name);
        let is_renamed = self.value(value).name != name;
        self.remember(Undo::Value(value, before));
        let log = self.log();
        if is_renamed {
            log.written_names.entry(value).or_insert(name);
        }
        log.changed_values.insert(value.index());
        log.changes.push(Change::Value(value));
        self.touch_graph(graph);
        // The name of an output is part of the record of its producer. IR: everything is.
        let is_part = is_renamed || self.dialect() == Dialect::OpenVino;
        if let Some(node) = self.producer(value).filter(|_| is_part) {
            self.log().changed_nodes.insert(node.index());
        }
    }

    /// Adds a value of the arena to its graph.
    pub(crate) fn add_value(&mut self, value: ValueId) {
        let graph = self.value(value).graph;
        self.remember(Undo::AddedValue(value));
        self.log().changes.push(Change::Value(value));
        self.log().values.entry(graph).or_default().push(value);
        self.touch_graph(graph);
    }

    pub(crate) fn take_value(&mut self, value: ValueId) {
        self.remember(Undo::RemovedValue(value));
        self.log().changes.push(Change::Value(value));
        self.log().removed_values.insert(value.index());
        self.touch_graph(self.value(value).graph);
    }

    pub(crate) fn put_inputs(&mut self, graph: GraphId, inputs: Vec<ValueId>) {
        let before = std::mem::replace(&mut self.graphs[graph.index()].inputs, inputs);
        self.remember(Undo::Inputs(graph, before));
        self.touch_interface(graph);
    }

    /// Adds an input to a graph, after those that it has.
    pub(crate) fn push_input(&mut self, graph: GraphId, value: ValueId) {
        self.graphs[graph.index()].inputs.push(value);
        self.remember(Undo::AddedInput(graph));
        self.touch_interface(graph);
    }

    /// Removes an input of a graph; those after it move up.
    pub(crate) fn take_input(&mut self, graph: GraphId, index: usize) -> ValueId {
        let value = self.graphs[graph.index()].inputs.remove(index);
        self.remember(Undo::RemovedInput(graph, index, value));
        self.touch_interface(graph);
        value
    }

    fn insert_input(&mut self, graph: GraphId, index: usize, value: ValueId) {
        self.graphs[graph.index()].inputs.insert(index, value);
        self.touch_interface(graph);
    }

    /// Replaces the outputs of a graph from the first one on that differs.
    pub(crate) fn put_outputs(&mut self, graph: GraphId, outputs: Vec<GraphOutput>) {
        let before = &self.graph(graph).outputs;
        let kept = before.iter().zip(&outputs).take_while(|(before, after)| before == after).count();
        for index in (kept..before.len()).rev() {
            self.take_output(graph, index);
        }
        outputs.into_iter().skip(kept).for_each(|output| self.push_output(graph, output));
    }

    /// Replaces one output of a graph.
    pub(crate) fn put_output(&mut self, graph: GraphId, index: usize, output: GraphOutput) {
        self.output_lists();
        let operand = output.operand;
        let before = std::mem::replace(&mut self.graphs[graph.index()].outputs[index], output);
        self.output_lists().remove(graph, index, before.operand);
        self.output_lists().add(graph, index, operand);
        self.remember(Undo::Output(graph, index, before));
        self.touch_interface(graph);
    }

    /// Adds an output to a graph, after the others.
    pub(crate) fn push_output(&mut self, graph: GraphId, output: GraphOutput) {
        let index = self.graph(graph).outputs.len();
        self.output_lists().add(graph, index, output.operand);
        self.graphs[graph.index()].outputs.push(output);
        self.remember(Undo::AddedOutput(graph));
        self.touch_interface(graph);
    }

    /// Removes an output of a graph; those after it move up.
    pub(crate) fn take_output(&mut self, graph: GraphId, index: usize) {
        self.output_lists();
        let removed = self.graphs[graph.index()].outputs.remove(index);
        self.output_lists().remove(graph, index, removed.operand);
        self.move_outputs(graph, index, |at| (at + 1, at));
        self.remember(Undo::RemovedOutput(graph, index, removed));
        self.touch_interface(graph);
    }

    fn insert_output(&mut self, graph: GraphId, index: usize, output: GraphOutput) {
        self.output_lists();
        let operand = output.operand;
        self.graphs[graph.index()].outputs.insert(index, output);
        self.move_outputs(graph, index + 1, |at| (at - 1, at));
        self.output_lists().add(graph, index, operand);
        self.touch_interface(graph);
    }

    /// Lists the outputs of a graph from a position on at their new positions. `places`: the old and the new one.
    fn move_outputs(&mut self, graph: GraphId, from: usize, places: impl Fn(usize) -> (usize, usize)) {
        let moved: Vec<Operand> = self.graph(graph).outputs[from..].iter().map(|output| output.operand).collect();
        let places = |at: usize| places(from + at);
        moved.iter().enumerate().for_each(|(at, &operand)| self.output_lists().remove(graph, places(at).0, operand));
        moved.iter().enumerate().for_each(|(at, &operand)| self.output_lists().add(graph, places(at).1, operand));
    }

    fn touch_interface(&mut self, graph: GraphId) {
        self.log().changes.push(Change::Interface(graph));
        self.touch_graph(graph);
    }

    /// Sets the version of a node's operator, which no record of the node states.
    pub(crate) fn put_version(&mut self, node: NodeId, op: OpId) {
        let before = std::mem::replace(&mut self.nodes[node.index()].op, op);
        self.remember(Undo::Version(node, before));
    }

    pub(crate) fn put_opsets(&mut self, opsets: Vec<OpsetImport>) {
        let before = std::mem::replace(&mut self.opsets, opsets);
        let remaining: HashSet<Span> = self.opsets.iter().map(|import| import.span).collect();
        let removed = &mut self.log().removed_imports;
        removed.retain(|span| !remaining.contains(span));
        removed.extend(before.iter().map(|import| import.span).filter(|span| !remaining.contains(span)));
        self.remember(Undo::Opsets(before));
        self.touch_header();
    }

    pub(crate) fn put_function(&mut self, function: Function) {
        self.functions.push(function);
        self.remember(Undo::AddedFunction);
        self.touch_header();
    }

    fn take_function(&mut self) {
        if let Some(function) = self.functions.pop() {
            self.log().removed_graphs.insert(function.graph);
            self.touch_header();
        }
    }

    /// Removes the functions at these positions. Nothing calls them.
    pub(crate) fn take_functions(&mut self, removed: &BTreeSet<usize>) {
        self.log();
        let calls = self.ops.iter().map(|op| op.function).collect();
        self.remember(Undo::Functions(self.functions.clone(), calls));
        let (mut kept, mut numbers) = (Vec::new(), Vec::new());
        for (at, function) in std::mem::take(&mut self.functions).into_iter().enumerate() {
            if removed.contains(&at) {
                numbers.push(None);
                let bodies = self.graphs_inside(function.graph);
                self.log().removed_graphs.extend(bodies);
                continue;
            }
            let number = kept.len() as u32;
            numbers.push(Some(number));
            if number as usize != at {
                self.put_role(function.graph, GraphRole::Function(number));
            }
            kept.push(function);
        }
        self.functions = kept;
        for op in &mut self.ops {
            op.function = op.function.and_then(|function| numbers.get(function as usize).copied().flatten());
        }
        self.op_ids.clear();
        self.touch_header();
    }

    fn put_functions(&mut self, functions: Vec<Function>, calls: &[Option<u32>]) {
        self.functions = functions;
        for graph in self.functions.iter().map(|function| function.graph).collect::<Vec<_>>() {
            let bodies = self.graphs_inside(graph);
            let log = self.log();
            bodies.iter().for_each(|body| {
                log.removed_graphs.remove(body);
            });
        }
        // Operators that were added since are those of no node anymore.
        for (at, op) in self.ops.iter_mut().enumerate() {
            op.function = calls.get(at).copied().flatten();
        }
        self.op_ids.clear();
        self.touch_header();
    }

    /// A graph with the bodies of its nodes.
    fn graphs_inside(&self, graph: GraphId) -> Vec<GraphId> {
        let bodies = self.nodes_of(graph).flat_map(|node| self.nested(node));
        std::iter::once(graph).chain(bodies).collect()
    }

    pub(crate) fn put_ir_version(&mut self, version: Option<i64>) {
        let before = std::mem::replace(&mut self.ir_version, version);
        self.remember(Undo::IrVersion(before));
        self.touch_header();
    }

    /// Puts the nodes of a graph into this order.
    pub(crate) fn put_order(&mut self, graph: GraphId, nodes: Vec<NodeId>) {
        self.log();
        let before: Vec<NodeId> = self.nodes_of(graph).collect();
        before.iter().for_each(|&node| self.layout_mut().remove(graph, node));
        for node in nodes {
            let last = self.layout().last(graph);
            self.layout_mut().insert(graph, node, last);
        }
        self.remember(Undo::Order(graph, before));
        self.log().reordered_graphs.insert(graph);
        self.touch_interface(graph);
    }

    pub(crate) fn put_metadata(&mut self, metadata: Vec<(NameId, Option<NameId>)>) {
        let before = std::mem::replace(&mut *self.metadata, metadata);
        self.remember(Undo::Metadata(before));
        self.touch_header();
    }

    /// Removes the declared types of values that a graph does not have.
    pub(crate) fn prune(&mut self, graph: GraphId) {
        if self.log().pruned_infos.insert(graph) {
            self.remember(Undo::Pruned(graph));
            self.touch_interface(graph);
        }
    }

    pub(crate) fn put_role(&mut self, graph: GraphId, role: GraphRole) {
        let before = std::mem::replace(&mut self.graphs[graph.index()].role, role);
        self.remember(Undo::Role(graph, before));
    }

    /// Takes back one step. The marks of changes stay: a record that is written anew is the same.
    pub(super) fn take_back(&mut self, step: Undo) {
        let outer = self.log().undo.take();
        match step {
            Undo::Operand(node, at, operand) => self.put_operand(node, at, operand),
            Undo::Port(at, declaration) => self.ports[at as usize].declaration = declaration,
            Undo::Node(node, record) => self.put_node(node, record),
            Undo::Inserted(node) => self.take_out(node),
            Undo::Removed(node, after) => self.put_in(node, after),
            Undo::Value(value, record) => self.put_value(value, record),
            Undo::RemovedValue(value) => {
                self.log().removed_values.remove(value.index());
                self.log().changes.push(Change::Value(value));
            }
            Undo::AddedValue(value) => {
                self.log().removed_values.insert(value.index());
                self.log().changes.push(Change::Value(value));
            }
            Undo::Inputs(graph, inputs) => self.put_inputs(graph, inputs),
            Undo::AddedInput(graph) => drop(self.take_input(graph, self.graph(graph).inputs.len() - 1)),
            Undo::RemovedInput(graph, index, value) => self.insert_input(graph, index, value),
            Undo::Output(graph, index, output) => self.put_output(graph, index, output),
            Undo::AddedOutput(graph) => self.take_output(graph, self.graph(graph).outputs.len() - 1),
            Undo::RemovedOutput(graph, index, output) => self.insert_output(graph, index, output),
            Undo::Pruned(graph) => {
                self.log().pruned_infos.remove(&graph);
                self.touch_interface(graph);
            }
            Undo::Version(node, op) => self.put_version(node, op),
            Undo::Opsets(opsets) => self.put_opsets(opsets),
            Undo::AddedFunction => self.take_function(),
            Undo::Functions(functions, calls) => self.put_functions(functions, &calls),
            Undo::IrVersion(version) => self.put_ir_version(version),
            Undo::Order(graph, nodes) => self.put_order(graph, nodes),
            Undo::Metadata(metadata) => self.put_metadata(metadata),
            Undo::Role(graph, role) => self.put_role(graph, role),
        }
        self.log().undo = outer;
    }
}

/// The nodes in file order. IR, whose files have layers in any order: producers before consumers.
fn ordered(model: &Model) -> Layout {
    let mut layout = Layout::new(model.nodes.len(), model.graphs.len());
    for graph in model.graph_ids() {
        let nodes: Vec<NodeId> = model.graph(graph).nodes.clone().map(NodeId::new).collect();
        let sorted = if model.dialect() == Dialect::OpenVino { order::sorted(model, &nodes) } else { nodes };
        sorted.into_iter().for_each(|node| layout.insert(graph, node, layout.last(graph)));
    }
    layout
}
