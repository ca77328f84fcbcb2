//! Nodes whose operands state sizes, whatever sizes their data has.

use super::error::{Obstacle, Remedy};
use super::freed::Freed;
use crate::dim::Dim;
use crate::fact::KnownValue;
use crate::facts::FactStore;
use crate::graph::label::cut_name;
use crate::graph::{AttributeValue, Model};
use crate::ids::{NodeId, ValueId};
use crate::ops;
use crate::ops::size_operand::{SizeOperand, SizeRole, SizeSource};

/// Longest list of sizes in a message.
const SHOWN: usize = 8;

/// What follows the data in the place of a fixed list of a Reshape.
const COMPUTED: &str = "sizes computed from its input, such as 0, -1, or those of Shape";

/// A node of a model, with the facts of the sizes that the file has and of those with new symbols.
#[derive(Clone, Copy)]
pub(super) struct Sized<'a> {
    pub(super) model: &'a Model,
    pub(super) node: NodeId,
    pub(super) before: &'a FactStore,
    pub(super) facts: &'a FactStore,
    pub(super) freed: &'a Freed,
}

impl Sized<'_> {
    /// What stands in the way, if the output keeps a size that its data has no more.
    pub(super) fn obstacle(self, described: impl Fn(NodeId) -> String) -> Option<Obstacle> {
        let (operand, instead) = match list_input(self.model, self.node) {
            Some(input) => (SizeOperand::input(input, COMPUTED), self.absorbs(input)),
            None => self.operands().map(|operand| (operand, self.is_kept_by(operand))).find(|(_, kept)| *kept)?,
        };
        instead.then(|| Obstacle { remedy: Some(Remedy::KeepFixed), ..self.named(operand, described) })
    }

    /// What the node needs, if it has an operand that states sizes.
    pub(super) fn needs(self, described: impl Fn(NodeId) -> String) -> Option<Obstacle> {
        let operand = match list_input(self.model, self.node) {
            Some(input) if self.is_fixed(input) => SizeOperand::input(input, COMPUTED),
            Some(_) => return None,
            None => self.operands().find(|operand| operand.role == SizeRole::Sizes)?,
        };
        Some(self.named(operand, described))
    }

    /// The operands of the node that state sizes and do not depend on anything.
    pub(super) fn operands(self) -> impl Iterator<Item = SizeOperand> {
        let op = self.model.op(self.node);
        let known = ops::lookup(self.model.dialect(), self.model.name(op.domain), self.model.op_type(self.node));
        let operands = known.and_then(|known| known.def).map_or(&[][..], |def| def.size_operands);
        operands.iter().copied().filter(move |operand| match operand.source {
            SizeSource::Input(input) => self.is_fixed(input),
            SizeSource::Attribute(name) => self.model.attribute(self.node, name).is_some(),
        })
    }

    fn input(self, index: usize) -> Option<ValueId> {
        self.model.inputs(self.node).get(index)?.value()
    }

    /// Whether an input is a constant, or was computed from constants alone.
    fn is_fixed(self, input: usize) -> bool {
        self.input(input).is_some_and(|value| {
            let is_none = self.facts.get(value).shape().dims().is_some_and(|dims| dims.iter().any(|dim| dim.is(0)));
            !is_none && is_constant(self.model, value)
        })
    }

    /// Whether -1 in the list of a Reshape takes what a fixed size does not: it was 1, and is so only for the old sizes.
    fn absorbs(self, list: usize) -> bool {
        let absorbs = || {
            let data = self.facts.get(self.input(0)?);
            let output = self.model.outputs(self.node).next()?;
            let (new, old) = (self.facts.ty(output).as_tensor()?, self.before.ty(output).as_tensor()?);
            let (new, old) = (new.shape.dims()?, old.shape.dims()?);
            let has_new = data.shape().dims()?.iter().any(|dim| self.freed.is_in(dim));
            let is_one = |(new, old): (&Dim, &Dim)| old.is(1) && new.size().is_none();
            let is_whole =
                self.facts.ty(output).as_tensor()?.shape.num_elements().provably_eq(&data.shape().num_elements());
            Some(self.is_fixed(list) && has_new && !is_whole && new.iter().zip(old).any(is_one))
        };
        absorbs().unwrap_or(false)
    }

    /// Whether an axis of the output has the old size because of this operand, while that of the data follows.
    fn is_kept_by(self, operand: SizeOperand) -> bool {
        let kept = || {
            if operand.role == SizeRole::Count {
                return self.is_number_of_elements(operand);
            }
            let data = self.facts.get(self.input(0)?);
            let output = self.model.outputs(self.node).next()?;
            let (data, new) = (data.shape().dims()?, self.facts.ty(output).as_tensor()?.shape.dims()?);
            let old = self.before.ty(output).as_tensor()?.shape.dims()?;
            let ends = self.integers(operand);
            let mut axes = data.iter().zip(new).zip(old);
            let is_kept = axes.any(|((data, new), old)| {
                let is_end = || self.freed.old(data).is_some_and(|size| ends.contains(&size.into()));
                let is_stated = operand.role != SizeRole::Ends || is_end();
                self.freed.is_in(data) && is_stated && old.size().is_some() && !self.freed.is_larger(new)
            });
            Some(data.len() == new.len() && new.len() == old.len() && is_kept)
        };
        kept().unwrap_or(false)
    }

    fn named(self, operand: SizeOperand, described: impl Fn(NodeId) -> String) -> Obstacle {
        let node = described(self.node);
        let stated = match operand.source {
            SizeSource::Input(input) => self.input(input).map(|value| self.shown(value)).unwrap_or_default(),
            SizeSource::Attribute(name) => format!("in attribute `{name}`"),
        };
        let message = match operand.role {
            SizeRole::Sizes => format!("{node} has the fixed sizes {stated}"),
            SizeRole::Ends => format!("{node} has the fixed ends {stated}, where its input ended"),
            SizeRole::Count => format!("{node} has the fixed trip count {stated}, the size of what its body reads"),
        };
        Obstacle { node: Some(self.node), message, needs: operand.instead.to_owned(), remedy: None }
    }

    /// Whether a trip count is a size of something that the node or its body reads, where that size follows.
    fn is_number_of_elements(self, operand: SizeOperand) -> Option<bool> {
        let [count] = self.integers(operand)[..] else { return None };
        let is_size = |dim: &Dim| self.freed.is_in(dim) && self.freed.old(dim).map(i128::from) == Some(count);
        let mut shapes = reads(self.model, self.node).map(|value| self.facts.get(value).shape().clone());
        Some(count > 1 && shapes.any(|shape| shape.dims().unwrap_or_default().iter().any(is_size)))
    }

    /// The integers of an operand; none if they are not known.
    fn integers(self, operand: SizeOperand) -> Vec<i128> {
        match operand.source {
            SizeSource::Input(input) => self.input(input).and_then(|value| self.elements(value)).unwrap_or_default(),
            SizeSource::Attribute(name) => match self.model.attribute(self.node, name).map(|found| &found.value) {
                Some(AttributeValue::Ints(ints)) => ints.iter().map(|&int| int.into()).collect(),
                _ => Vec::new(),
            },
        }
    }

    fn elements(self, value: ValueId) -> Option<Vec<i128>> {
        let fact = self.facts.get(value);
        match (&fact.value, self.model.constant(value)) {
            (KnownValue::Elements(elements), _) => elements.exact_ints(),
            (_, Some(tensor)) => self.model.elements(tensor, SHOWN)?.exact_ints(),
            _ => None,
        }
    }

    /// The integers of a value, or its name, which may be long and that of one list of very many nodes.
    fn shown(self, value: ValueId) -> String {
        let elements = self.elements(value).filter(|elements| elements.len() <= SHOWN);
        let name = || format!("`{}`", cut_name(self.model.value_name(value)));
        elements.map_or_else(name, |sizes| format!("{sizes:?}"))
    }
}

/// The position of a node's list of sizes.
pub(super) fn list_input(model: &Model, node: NodeId) -> Option<usize> {
    let op = model.op(node);
    ops::lookup(model.dialect(), model.name(op.domain), model.op_type(node))?.def?.size_list
}

/// Whether a value is a constant, or computed from constants alone.
pub(super) fn is_constant(model: &Model, value: ValueId) -> bool {
    const MAX_STEPS: usize = 100;
    const MAX_INPUTS: usize = 1_000;
    let (mut open, mut left) = (vec![value], MAX_INPUTS);
    for _ in 0..MAX_STEPS {
        let Some(value) = open.pop() else { return true };
        if model.constant(value).is_some() {
            continue;
        }
        let Some(node) = model.producer(value).filter(|&node| !model.inputs(node).is_empty()) else { return false };
        let inputs = model.inputs(node);
        let Some(rest) = left.checked_sub(inputs.len()) else { return false };
        left = rest;
        open.extend(inputs.iter().filter_map(|operand| operand.value()));
    }
    false
}

/// What a node reads, with what its bodies read.
pub(super) fn reads(model: &Model, node: NodeId) -> impl Iterator<Item = ValueId> + '_ {
    let (mut open, mut nodes) = (vec![node], Vec::new());
    while let Some(node) = open.pop() {
        open.extend(model.bodies(node).flat_map(|body| model.nodes_of(body)));
        nodes.push(node);
    }
    nodes.into_iter().flat_map(|node| model.inputs(node)).filter_map(|operand| operand.value())
}
