//! Nodes whose operands state sizes, whatever sizes their data has.

use super::error::Obstacle;
use super::freed::Freed;
use super::size_lists::list_input;
use crate::facts::FactStore;
use crate::graph::Model;
use crate::ids::{NodeId, ValueId};
use crate::ops;
use crate::ops::size_operand::{SizeOperand, SizeSource};

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
    pub(super) fn obstacle(self) -> Option<Obstacle> {
        let (operand, instead) = match list_input(self.model, self.node) {
            Some(input) => (SizeOperand::input(input, COMPUTED), self.absorbs(input)),
            None => self.operands().map(|operand| (operand, self.is_kept_by(operand))).find(|(_, kept)| *kept)?,
        };
        instead.then(|| self.named(operand))
    }

    /// What the node needs, if it has an operand that states sizes.
    pub(super) fn needs(self) -> Option<Obstacle> {
        match list_input(self.model, self.node) {
            Some(input) if self.is_fixed(input) => Some(self.named(SizeOperand::input(input, COMPUTED))),
            Some(_) => None,
            None => self.operands().find(|operand| !operand.is_limit).map(|operand| self.named(operand)),
        }
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
            let is_one = |(new, old): (&crate::dim::Dim, &crate::dim::Dim)| old.is(1) && new.size().is_none();
            let is_whole =
                self.facts.ty(output).as_tensor()?.shape.num_elements().provably_eq(&data.shape().num_elements());
            Some(self.is_fixed(list) && has_new && !is_whole && new.iter().zip(old).any(is_one))
        };
        absorbs().unwrap_or(false)
    }

    /// Whether an axis of the output has the old size because of this operand, while that of the data follows.
    fn is_kept_by(self, operand: SizeOperand) -> bool {
        let kept = || {
            let data = self.facts.get(self.input(0)?);
            let output = self.model.outputs(self.node).next()?;
            let (data, new) = (data.shape().dims()?, self.facts.ty(output).as_tensor()?.shape.dims()?);
            let old = self.before.ty(output).as_tensor()?.shape.dims()?;
            let mut axes = data.iter().zip(new).zip(old);
            let is_kept = axes.any(|((data, new), old)| {
                let is_whole = !operand.is_limit || self.freed.old(data) == old.size();
                self.freed.is_in(data) && is_whole && old.size().is_some() && !self.freed.is_larger(new)
            });
            Some(data.len() == new.len() && new.len() == old.len() && is_kept)
        };
        kept().unwrap_or(false)
    }

    fn named(self, operand: SizeOperand) -> Obstacle {
        let node = self.model.describe(self.node);
        let stated = match operand.source {
            SizeSource::Input(input) => self.input(input).map(|value| self.shown(value)).unwrap_or_default(),
            SizeSource::Attribute(name) => format!("in attribute `{name}`"),
        };
        let message = match operand.is_limit {
            true => format!("{node} has the fixed ends {stated}, and its input had no more"),
            false => format!("{node} has the fixed sizes {stated}"),
        };
        Obstacle { node: Some(self.node), message, needs: operand.instead.to_owned() }
    }

    /// The integers of a value, or its name.
    fn shown(self, value: ValueId) -> String {
        let named = || format!("`{}`", self.model.value_name(value));
        let Some(tensor) = self.model.constant(value) else { return named() };
        let elements = self.model.elements(tensor, SHOWN).and_then(|elements| elements.exact_ints());
        elements.map_or_else(named, |sizes| format!("{sizes:?}"))
    }
}

/// Whether a value is a constant, or computed from constants alone.
pub(super) fn is_constant(model: &Model, value: ValueId) -> bool {
    const MAX_STEPS: usize = 100;
    let mut open = vec![value];
    for _ in 0..MAX_STEPS {
        let Some(value) = open.pop() else { return true };
        if model.constant(value).is_some() {
            continue;
        }
        let Some(node) = model.producer(value).filter(|&node| !model.inputs(node).is_empty()) else { return false };
        open.extend(model.inputs(node).iter().filter_map(|operand| operand.value()));
    }
    false
}
