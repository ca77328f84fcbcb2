//! Name resolution: a walk over the graphs, subgraphs within their owners, with one table of the current meaning of
//! every name. A graph's names are entered when the walk reaches it and undone when it leaves.

use std::sync::Arc;

use hashbrown::HashSet;

use super::reader::Reader;
use super::suggest::Suggest;
use crate::diagnostic::Diagnostic;
use crate::graph::{GraphRole, Model, Node, Operand};
use crate::ids::{GraphId, NameId, NodeId, ValueId};
use crate::place::{Part, Place};
use crate::rule::Level;
use crate::rules::{duplicate_value, undefined_graph_output, undefined_value};

/// No value, in memory that is not touched before a name has one.
const NONE: u32 = 0;

/// The meaning of names, and how to undo what the innermost graphs entered.
pub(crate) struct Scope {
    /// The value that each name refers to, counted from 1.
    meaning: Vec<u32>,
    /// The previous meanings of names, in the order of the changes.
    undo: Vec<(NameId, u32)>,
    /// Names reported as undefined.
    missing: HashSet<NameId>,
    /// Names reported as defined twice: their declarations are about different values.
    pub(crate) twice: HashSet<NameId>,
    suggest: Suggest,
    /// The names that nodes and graph outputs read, once they are needed.
    read: Option<HashSet<NameId>>,
}

/// A graph that the walk is in.
pub(crate) struct ScopeFrame {
    pub(crate) graph: GraphId,
    /// The next subgraph to visit.
    next: Option<usize>,
    /// Where the changes of this graph start.
    undo: usize,
    partial: bool,
}

/// For every graph its first subgraph and its next sibling.
struct Tree {
    first: Vec<Option<usize>>,
    beside: Vec<Option<usize>>,
}

impl Scope {
    fn new(names: usize) -> Scope {
        Scope {
            meaning: vec![NONE; names],
            undo: Vec::new(),
            missing: HashSet::new(),
            twice: HashSet::new(),
            suggest: Suggest::default(),
            read: None,
        }
    }

    pub(crate) fn get(&self, name: NameId) -> Option<ValueId> {
        let value = self.meaning.get(name.index())?.checked_sub(1)?;
        Some(ValueId::new(value))
    }

    /// Lets a name refer to a value. The previous meaning is saved, except in an outermost graph, where there is none.
    pub(crate) fn set(&mut self, name: NameId, value: ValueId, outermost: bool) {
        if let Some(meaning) = self.meaning.get_mut(name.index()) {
            if !outermost {
                self.undo.push((name, *meaning));
            }
            *meaning = value.position() + 1;
        }
    }

    fn forget(&mut self, name: NameId) {
        if let Some(meaning) = self.meaning.get_mut(name.index()) {
            *meaning = NONE;
        }
    }

    fn leave(&mut self, mark: usize) {
        for (name, before) in self.undo.drain(mark.min(self.undo.len())..).rev() {
            if let Some(meaning) = self.meaning.get_mut(name.index()) {
                *meaning = before;
            }
        }
    }

    /// The defined name nearest to `name`, if one is near enough to suggest.
    fn nearest(&mut self, name: NameId, model: &Model) -> Option<NameId> {
        let read = self.read.get_or_insert_with(|| read(model));
        let defined = self.meaning.iter().enumerate().filter(|(_, value)| **value != NONE);
        let defined = defined.map(|(index, _)| NameId::at(index));
        self.suggest.nearest(name, &model.names, defined, |candidate| read.contains(&candidate))
    }
}

fn read(model: &Model) -> HashSet<NameId> {
    let operands = model.operands.iter().filter_map(|operand| match *operand {
        Operand::Value(value) => Some(model.value(value).name),
        Operand::Undefined(name) => Some(name),
        Operand::Absent => None,
    });
    operands.chain(model.graphs.iter().flat_map(|graph| graph.outputs.iter().map(|output| output.name))).collect()
}

impl Reader<'_> {
    /// Resolves every name of every graph.
    pub(crate) fn resolve(&mut self) {
        self.report_zero_imports();
        let mut scope = Scope::new(self.model.names.len());
        // All names are known: what follows has the memory that the table of a large model took until now.
        self.model.names.settle();
        let tree = self.tree();
        let mut stack: Vec<ScopeFrame> = Vec::new();
        let roots: Vec<usize> = (0..self.work.len()).filter(|&g| self.work[g].outer.is_none()).collect();
        for root in roots {
            scope.missing.clear();
            scope.twice.clear();
            let mut arrived = Some(root);
            loop {
                if let Some(graph) = arrived {
                    let frame = self.enter(GraphId::at(graph), &tree, &mut scope, &stack);
                    stack.push(frame);
                }
                let Some(frame) = stack.last_mut() else { break };
                arrived = frame.next;
                match frame.next {
                    Some(inside) => frame.next = tree.beside[inside],
                    None => {
                        scope.leave(frame.undo);
                        stack.pop();
                    }
                }
            }
            for value in self.model.values_of(GraphId::at(root)) {
                scope.forget(self.model.value(value).name);
            }
        }
    }

    fn tree(&self) -> Tree {
        let count = self.work.len();
        let mut tree = Tree { first: vec![None; count], beside: vec![None; count] };
        for (graph, work) in self.work.iter().enumerate().rev() {
            if let Some(outer) = work.outer.map(GraphId::index) {
                tree.beside[graph] = tree.first[outer].replace(graph);
            }
        }
        tree
    }

    fn enter(&mut self, graph: GraphId, tree: &Tree, scope: &mut Scope, stack: &[ScopeFrame]) -> ScopeFrame {
        let partial = self.left() == 0 || self.work[graph.index()].partial || stack.last().is_some_and(|f| f.partial);
        if partial {
            self.model.incomplete_graphs.push(graph);
        }
        let undo = scope.undo.len();
        self.define(graph, scope, stack, partial);
        self.apply_infos(graph, scope, partial);
        self.resolve_operands(graph, scope, partial);
        self.resolve_outputs(graph, scope, partial);
        self.check_annotations(graph, |name| partial || scope.get(name).is_some());
        if self.model.graph(graph).role == GraphRole::Main && !self.open && !partial {
            self.check_interface(graph);
        }
        ScopeFrame { graph, next: tree.first[graph.index()], undo, partial }
    }

    fn resolve_operands(&mut self, graph: GraphId, scope: &mut Scope, partial: bool) {
        for node in self.model.graph(graph).nodes.clone().map(NodeId::new) {
            let inputs = self.model.node(node).inputs.clone();
            let mut has_undefined = false;
            for operand in &mut self.model.operands[inputs.start as usize..inputs.end as usize] {
                let Operand::Undefined(name) = *operand else { continue };
                match scope.get(name) {
                    Some(value) => *operand = Operand::Value(value),
                    None => has_undefined = true,
                }
            }
            if has_undefined && (self.open || !partial) {
                self.undefined_operands(node, scope);
            }
        }
    }

    /// Reports the undefined inputs of a node, each name once. In a part of a model, they are its free names.
    fn undefined_operands(&mut self, node: NodeId, scope: &mut Scope) {
        let Node { graph, inputs, .. } = self.model.node(node).clone();
        for (input, at) in (0..).zip(inputs) {
            let Operand::Undefined(name) = self.model.operands[at as usize] else { continue };
            if !scope.missing.insert(name) {
                continue;
            }
            match self.open {
                true => self.free.push(name),
                false => self.report_undefined(name, Place::node(graph, node).part(Part::Input(input)), scope),
            }
        }
    }

    fn report_undefined(&mut self, name: NameId, place: Place, scope: &mut Scope) {
        let nearest = scope.nearest(name, &self.model);
        if nearest.is_none() && self.is_overwritten(name) {
            return;
        }
        let name = self.model.name(name);
        let (index, node) = match (place.part, place.node) {
            (Part::Input(index), Some(node)) => (index, self.model.describe(node)),
            _ => return,
        };
        let message = format!("input {index} of {node} is `{name}`, which is not defined");
        let mut finding = Diagnostic::new(&undefined_value::RULE, place, message).data("name", name);
        finding = match nearest.map(|nearest| self.model.name(nearest)) {
            Some(nearest) => finding.help(format!("did you mean `{nearest}`?")).data("nearest", nearest),
            None => finding.help(format!("add a node, an input or an initializer that defines `{name}`")),
        };
        self.diagnostics.report(finding);
    }

    /// Whether a node output that has a name of another value should have this one: the finding on that says so then.
    fn is_overwritten(&mut self, name: NameId) -> bool {
        if self.model.ambiguous.is_empty() {
            return false;
        }
        let (rule, name) = (&duplicate_value::RULE, self.shown(name));
        let node_of = |(at, finding): (usize, &Arc<Diagnostic>)| {
            let is_twice = *finding.rule == *rule && matches!(finding.place.part, Part::Output(_));
            Some((at, finding.place.node.filter(|_| is_twice)?))
        };
        let findings = self.diagnostics.findings();
        let Some((at, node)) = findings.iter().enumerate().skip(self.explained).find_map(node_of) else {
            self.explained = findings.len();
            return false;
        };
        let help =
            format!("rename the output of {} to `{name}`, which is read but not defined", self.model.describe(node));
        let name = name.into_owned();
        self.diagnostics.change(at, |finding| {
            finding.help = vec![help];
            finding.data.push(("meant", name.into()));
        });
        self.explained = at + 1;
        true
    }

    fn resolve_outputs(&mut self, graph: GraphId, scope: &mut Scope, partial: bool) {
        let mut listed = HashSet::new();
        for index in 0..self.model.graph(graph).outputs.len() {
            let output = &mut self.model.graphs[graph.index()].outputs[index];
            let (name, declaration) = (output.name, output.declaration);
            let value = scope.get(name);
            if let Some(value) = value {
                output.operand = Operand::Value(value);
            }
            let own = value.filter(|&value| self.model.value(value).graph == graph);
            match (own, declaration) {
                (Some(_), _) if scope.twice.contains(&name) => {}
                (Some(value), Some(declaration)) => self.restate(value, declaration),
                (None, _) if !partial && scope.missing.insert(name) => {
                    self.report_output(graph, name, index, value, scope);
                }
                _ => {}
            }
            if !listed.insert(name) {
                self.report_listed_twice(graph, name);
            }
        }
    }

    fn report_output(&mut self, graph: GraphId, name: NameId, index: usize, outer: Option<ValueId>, scope: &mut Scope) {
        let nearest = if outer.is_none() { scope.nearest(name, &self.model) } else { None };
        // A body does not return a value of a graph around it.
        let is_own = |&near: &NameId| scope.get(near).is_some_and(|value| self.model.value(value).graph == graph);
        let nearest = nearest.filter(is_own);
        let place = Place::graph(graph).part(Part::Name(name));
        let name = self.model.name(name);
        let message = match outer {
            Some(_) => format!("output {index} of the graph, `{name}`, is a value of an outer graph"),
            None => format!("output {index} of the graph, `{name}`, is not produced by any node"),
        };
        let mut finding = Diagnostic::new(&undefined_graph_output::RULE, place, message).data("name", name);
        finding = match (outer, nearest.map(|nearest| self.model.name(nearest))) {
            (Some(_), _) => finding.help("pass it through an Identity node"),
            (None, Some(nearest)) => finding.help(format!("did you mean `{nearest}`?")).data("nearest", nearest),
            (None, None) => finding.help(format!("add the node that produces `{name}`, or remove the output")),
        };
        self.diagnostics.report(finding);
    }

    fn report_listed_twice(&mut self, graph: GraphId, name: NameId) {
        let place = Place::graph(graph).part(Part::Name(name));
        let name = self.model.name(name);
        let message = format!("`{name}` is listed twice among the outputs of the graph");
        let function = matches!(self.model.graph(graph).role, GraphRole::Function(_));
        let level = if function { Level::Error } else { Level::Warning };
        let finding = Diagnostic::new(&duplicate_value::RULE, place, message).level(level);
        self.diagnostics.report(finding.data("output", name));
    }
}
