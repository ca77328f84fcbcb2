//! Reports differences between matched nodes, and unmatched nodes.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::graphs::{node_label, shared};
use super::matching::{has_long_names, operator, value_names};
use super::{Aspect, Comparer, Difference, constant};
use crate::dialect::Dialect;
use crate::graph::label::cut_name;
use crate::graph::{Attribute, Model, Operand};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::ops;

/// The attributes of a node in the order of their names; of several with one name, the first.
fn by_name(model: &Model, node: NodeId) -> Vec<&Attribute> {
    let mut attributes: Vec<&Attribute> = model.attributes(node).iter().collect();
    attributes.sort_by_key(|attribute| model.name(attribute.name));
    attributes.dedup_by_key(|attribute| attribute.name);
    attributes
}

impl Comparer<'_> {
    /// Compares the nodes of two graphs.
    pub(super) fn nodes(&mut self, before: GraphId, after: GraphId) {
        let (ours, theirs) = (self.before, self.after);
        for node in ours.model.nodes_of(before).filter(|&node| ours.counts(node)) {
            match self.nodes.0[node.index()] {
                // The input of a bias is compared with the layer that adds it.
                Some(other) if self.nodes.1[other.index()] != Some(node) => {}
                Some(other) => self.node(node, other),
                None => {
                    let label = self.only_operator(node, true);
                    self.report_shared((before, Some(node)), Aspect::Node, Some(label), None);
                }
            }
        }
        let path: Arc<str> = ours.model.path(before).into();
        for node in theirs.model.nodes_of(after).filter(|&node| theirs.counts(node)) {
            if self.nodes.1[node.index()].is_none() {
                let after = Some(self.only_operator(node, false));
                self.found.push(Difference {
                    graph: Arc::clone(&path),
                    node: Some(node_label(theirs.model, node).into()),
                    aspect: Aspect::Node,
                    before: None,
                    after,
                });
            }
        }
    }

    /// The label of the operator of a node that is only in the old or the new model. There may be very many of one operator.
    fn only_operator(&mut self, node: NodeId, is_old: bool) -> Arc<str> {
        let model = self.side(is_old).model;
        shared(&mut self.last_operator, (is_old, model.node(node).op), || operator_label(model, node))
    }

    fn node(&mut self, ours: NodeId, theirs: NodeId) {
        self.parts(ours, theirs);
        self.further(self.place_of(ours));
    }

    fn parts(&mut self, ours: NodeId, theirs: NodeId) {
        let (before, after) = (self.before.model, self.after.model);
        if self.across {
            self.node_across(ours, theirs);
            return self.types(ours, theirs);
        }
        let place = (before.node(ours).graph, Some(ours));
        let names = (before.name(before.node(ours).name), after.name(after.node(theirs).name));
        if names.0 != names.1 {
            let name = |name: &str| (!name.is_empty()).then(|| name.to_owned());
            self.report(place, Aspect::Name, name(names.0), name(names.1));
        }
        let operators = (operator_label(before, ours), operator_label(after, theirs));
        let same = operator(self.before, ours, false) == operator(self.after, theirs, false);
        if operators.0 != operators.1 {
            self.report(place, Aspect::Operator, operators.0, operators.1);
        }
        if same {
            self.attributes(ours, theirs);
        }
        self.inputs(ours, theirs);
        self.types(ours, theirs);
    }

    fn attributes(&mut self, ours: NodeId, theirs: NodeId) {
        let (before, after) = (self.before.model, self.after.model);
        let mut old_left = by_name(before, ours).into_iter().peekable();
        let mut new_left = by_name(after, theirs).into_iter().peekable();
        loop {
            let next = [old_left.peek().map(|a| before.name(a.name)), new_left.peek().map(|a| after.name(a.name))];
            let Some(name) = next.into_iter().flatten().min() else { break };
            let old = old_left.next_if(|attribute| before.name(attribute.name) == name);
            let new = new_left.next_if(|attribute| after.name(attribute.name) == name);
            if old.zip(new).is_some_and(|(old, new)| self.same_attribute(&old.value, &new.value)) {
                continue;
            }
            let text = |model: &Model, attribute: &Attribute| super::attribute::text(model, &attribute.value);
            let (old, new) = (old.map(|old| text(before, old)), new.map(|new| text(after, new)));
            self.report(self.place_of(ours), Aspect::Attribute(name.to_owned()), old, new);
        }
    }

    fn place_of(&self, node: NodeId) -> (GraphId, Option<NodeId>) {
        (self.before.model.node(node).graph, Some(node))
    }

    fn inputs(&mut self, ours: NodeId, theirs: NodeId) {
        let (before, after) = (self.before.model, self.after.model);
        let (our_inputs, their_inputs) = (before.inputs(ours), after.inputs(theirs));
        for at in 0..our_inputs.len().max(their_inputs.len()) {
            let operand = |inputs: &[Operand]| inputs.get(at).copied().unwrap_or(Operand::Absent);
            if let Some((constants, old, new)) = self.operands(operand(our_inputs), operand(their_inputs)) {
                let aspect = if constants { Aspect::Constant(at) } else { Aspect::Input(at) };
                self.report((before.node(ours).graph, Some(ours)), aspect, old, new);
            }
        }
    }

    /// Whether two operands are both constants, and their descriptions; `None` if they are the same.
    pub(super) fn operands(
        &mut self,
        ours: Operand,
        theirs: Operand,
    ) -> Option<(bool, Option<String>, Option<String>)> {
        let (before, after) = (self.before, self.after);
        let mut outer = |operand: Operand, is_old| match operand {
            Operand::Value(value) if self.across => Operand::Value(self.outer(value, is_old)),
            operand => operand,
        };
        let (ours, theirs) = (outer(ours, true), outer(theirs, false));
        let constants = |operand: Operand, side| operand.value().filter(|&value| constant::is_constant(side, value));
        let (a, b) = (constants(ours, before), constants(theirs, after));
        let same = match (ours, theirs) {
            (Operand::Absent, Operand::Absent) => true,
            (Operand::Undefined(ours), Operand::Undefined(theirs)) => {
                before.model.name(ours) == after.model.name(theirs)
            }
            (Operand::Value(ours), Operand::Value(theirs)) => match (a, b) {
                (Some(ours), Some(theirs)) => self.same_constant(ours, theirs),
                (None, None) => self.same_value(ours, theirs),
                _ => false,
            },
            _ => false,
        };
        (!same).then(|| (a.is_some() && b.is_some(), self.operand_text(ours, true), self.operand_text(theirs, false)))
    }

    /// What an operand of the old or the new model is.
    fn operand_text(&mut self, operand: Operand, is_old: bool) -> Option<String> {
        let side = self.side(is_old);
        match operand {
            Operand::Absent => None,
            Operand::Undefined(name) => Some(cut_name(side.model.name(name)).into_owned()),
            Operand::Value(value) if constant::is_constant(side, value) => Some(self.constant_text(value, is_old)),
            Operand::Value(value) => Some(cut_name(side.model.value_name(value)).into_owned()),
        }
    }

    /// Whether two values come from matched nodes, or are matched inputs.
    fn same_value(&self, ours: ValueId, theirs: ValueId) -> bool {
        let (before, after) = (self.before.model, self.after.model);
        if self.inputs.get(&ours).is_some_and(|&other| other == theirs) {
            return true;
        }
        match (before.producing_output(ours), after.producing_output(theirs)) {
            (Some((a, i)), Some((b, j))) => {
                let matched = self.nodes.0[a.index()] == Some(b) && self.nodes.1[b.index()] == Some(a);
                (matched && i == j) || self.same_names(ours, theirs)
            }
            _ => self.same_names(ours, theirs),
        }
    }

    /// Whether a converter kept the ONNX name on the IR value; where it removed a node, one value has several names.
    fn same_names(&self, ours: ValueId, theirs: ValueId) -> bool {
        if !self.across {
            return false;
        }
        // To look for a long name takes as long as to read it.
        let keeps = has_long_names(self.before.model, ours) || has_long_names(self.after.model, theirs);
        if let Some(same) = keeps.then(|| self.named_same.borrow().get(&(ours, theirs)).copied()).flatten() {
            return same;
        }
        let names = [(self.before.model, ours), (self.after.model, theirs)].map(|(model, value)| {
            let named = || Rc::new(value_names(model, value).into_iter().collect());
            match has_long_names(model, value) {
                true => self.names.borrow_mut().entry((model.dialect(), value)).or_insert_with(named).clone(),
                false => named(),
            }
        });
        let [few, many] =
            if names[0].len() <= names[1].len() { [&names[0], &names[1]] } else { [&names[1], &names[0]] };
        let same = few.iter().any(|name| many.contains(name));
        if keeps {
            self.named_same.borrow_mut().insert((ours, theirs), same);
        }
        same
    }

    fn types(&mut self, ours: NodeId, theirs: NodeId) {
        let (before, after) = (self.before, self.after);
        let outputs = |model: &Model, node| -> Vec<ValueId> { model.outputs(node).collect() };
        let (our_outputs, their_outputs) = (outputs(before.model, ours), outputs(after.model, theirs));
        let count = our_outputs.len().max(their_outputs.len());
        if self.across && (our_outputs.len() > 1 || their_outputs.len() > 1) {
            return self.types_by_names(ours, &our_outputs, &their_outputs);
        }
        for at in 0..count {
            let ty = |side: super::Side<'_>, outputs: &[ValueId]| {
                let left_out =
                    |v: ValueId| side.model.dialect() == Dialect::Onnx && side.model.value_name(v).is_empty();
                outputs.get(at).filter(|&&v| !left_out(v)).map(|&v| side.ty(v))
            };
            let (old, new) = (ty(before, &our_outputs), ty(after, &their_outputs));
            if old != new {
                self.report((before.model.node(ours).graph, Some(ours)), Aspect::Output(at), old, new);
            }
        }
    }
}

impl Comparer<'_> {
    /// Compares the types of outputs that share a name: different operators may produce them at different positions.
    fn types_by_names(&mut self, node: NodeId, ours: &[ValueId], theirs: &[ValueId]) {
        let mut positions: HashMap<String, usize> = HashMap::new();
        for (position, &other) in theirs.iter().enumerate() {
            for name in value_names(self.after.model, other) {
                positions.entry(name).or_insert(position);
            }
        }
        for (at, &value) in ours.iter().enumerate() {
            let names = value_names(self.before.model, value);
            let Some(&other) = names.iter().filter_map(|name| positions.get(name)).min() else { continue };
            let (old, new) = (self.before.ty(value), self.after.ty(theirs[other]));
            if old != new {
                self.report((self.before.model.node(node).graph, Some(node)), Aspect::Output(at), old, new);
            }
        }
    }
}

/// `Relu`, `com.microsoft.FastGelu`; in IR with the version, which is specific to each layer.
pub(super) fn operator_label(model: &Model, node: NodeId) -> String {
    let op = model.op(node);
    let (domain, name) = (model.name(op.domain), model.name(op.name));
    let label = if matches!(domain, "" | "ai.onnx") { name.to_owned() } else { format!("{domain}.{name}") };
    if model.dialect() == Dialect::Onnx {
        return label;
    }
    let known = ops::lookup(model.dialect(), domain, name);
    let signature = op.version.and_then(|version| known?.signature(version));
    signature.map_or(label.clone(), |signature| format!("{label}-{}", signature.since))
}
