//! What nodes that stand in the way would return if they allowed the new shapes: so that those after them are found, too.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use super::fixed_sizes::{Sized, list_input};
use super::freed::Freed;
use super::has_names;
use super::size_lists::{NODES_OF_A_TRIAL, NewList, most_work, needed};
use crate::dim::Dim;
use crate::fact::{Fact, TensorType, ValueType};
use crate::graph::label::cut_name;
use crate::graph::{EditError, Model, Operand};
use crate::ids::{NodeId, ValueId};
use crate::infer::Analysis;
use crate::infer::node_inference::NodeInference;
use crate::options::AnalysisOptions;
use crate::shape::Shape;
use crate::type_syntax::NamedType;

/// A model in which the outputs of nodes that stand in the way are inputs, with the types that they would have.
pub(super) struct Assumed {
    pub(super) model: Model,
    pub(super) options: AnalysisOptions,
    pub(super) freed: Freed,
    /// How much work it was to try lists, in nodes that are inferred.
    pub(super) tried: Cell<usize>,
}

impl Assumed {
    /// The types that outputs of a node would have.
    pub(super) fn outputs(&mut self, node: NodeId, before: &Analysis, after: &Analysis) -> Vec<(ValueId, TensorType)> {
        if let Some((output, list)) = self.model.outputs(node).next().zip(self.list(node, before, after)) {
            return vec![(output, TensorType { element: before.facts.get(output).element(), shape: list.shape })];
        }
        let sized = Sized { model: &self.model, node, before: &before.facts, facts: &after.facts, freed: &self.freed };
        let rule = match list_input(&self.model, node) {
            Some(_) => Rule::Regrouped,
            None if sized.operands().next().is_some() => Rule::Sized,
            None => Rule::Aligned,
        };
        let operands: Vec<Fact> = operands(&self.model, node, after);
        let inputs = match rule {
            Rule::Aligned => operands.iter().map(|fact| self.weakened(fact)).collect(),
            _ => operands.clone(),
        };
        let (inferred, _) = NodeInference::new(&self.model, &self.options).infer(node, &inputs);
        let outputs: Vec<ValueId> = self.model.outputs(node).collect();
        let mut types = Vec::new();
        for (&output, inferred) in outputs.iter().zip(inferred) {
            let Some(old) = before.facts.ty(output).as_tensor() else { continue };
            let Some(dims) = old.shape.dims() else { continue };
            let dims = self.dims(output, dims, (&inferred, &operands), rule);
            types.push((output, TensorType { element: old.element, shape: Shape::from_dims(dims) }));
        }
        types
    }

    /// The list of sizes that has one correct form; `None`, too, if too many lists were tried.
    pub(super) fn list(&self, node: NodeId, before: &Analysis, after: &Analysis) -> Option<NewList> {
        let Assumed { model, options, freed, tried } = self;
        if tried.get() > most_work(model) {
            return None;
        }
        let sized = Sized { model, node, before: &before.facts, facts: &after.facts, freed };
        let inference = OnceCell::new();
        let list = needed(sized, options, &inference);
        let more = inference.into_inner().map_or(0, |tried| tried.into_inner().questions);
        tried.set(tried.get() + NODES_OF_A_TRIAL * more);
        list
    }

    /// The dimensions that an output would have, where it had these.
    fn dims(&mut self, output: ValueId, old: &[Dim], (inferred, operands): (&Fact, &[Fact]), rule: Rule) -> Vec<Dim> {
        let shapes = || operands.iter().filter_map(|fact| fact.shape().dims());
        let data = shapes().next().unwrap_or_default();
        let regrouped = if rule == Rule::Regrouped { self.regrouped(data, old) } else { Vec::new() };
        // Constraints repeat the name, and a cut one may be that of other outputs.
        let name = match cut_name(self.model.value_name(output)) {
            Cow::Owned(cut) => format!("{cut}#{}", output.index()),
            whole => whole.into_owned(),
        };
        let mut dims = old.to_vec();
        for (axis, dim) in dims.iter_mut().enumerate() {
            let Some(size) = dim.size() else { continue };
            let follows = |dim: &&Dim| self.freed.is_in(dim) && self.freed.old(dim) == Some(size);
            let same_rank = shapes().filter(|shape| shape.len() == old.len() && rule != Rule::Regrouped);
            let known = inferred.shape().dims().into_iter().chain(same_rank);
            if let Some(known) = known.filter_map(|shape| shape.get(axis)).find(follows) {
                *dim = known.clone();
                continue;
            }
            let is_new = match rule {
                Rule::Aligned => false,
                Rule::Sized => data.get(axis).is_some_and(|dim| self.freed.is_in(dim)),
                Rule::Regrouped => regrouped.contains(&axis),
            };
            if is_new {
                let symbol = format!("{name}.{axis}");
                self.freed.assume(&symbol, size);
                *dim = Dim::from(symbol.as_str());
            }
        }
        dims
    }

    /// The axes of the output of a Reshape that hold elements of axes of the data with new symbols: axes from the left whose
    /// sizes have the same product are the same elements.
    fn regrouped(&self, data: &[Dim], old: &[Dim]) -> Vec<usize> {
        let mut found = Vec::new();
        let (mut from, mut to) = (0, 0);
        while from < data.len() && to < old.len() {
            let (first, start) = (from, to);
            let size = |dim: Option<&Dim>| dim.and_then(|dim| self.freed.old(dim)).map(u128::from);
            let (Some(mut a), Some(mut b)) = (size(data.get(from)), size(old.get(to))) else { return Vec::new() };
            (from, to) = (from + 1, to + 1);
            while a != b {
                let next = if a < b { size(data.get(from)) } else { size(old.get(to)) };
                match next {
                    Some(next) if a < b => (a, from) = (a.saturating_mul(next), from + 1),
                    Some(next) => (b, to) = (b.saturating_mul(next), to + 1),
                    None => return Vec::new(),
                }
            }
            let group = &data[first..from];
            if group.iter().any(|dim| self.freed.is_in(dim)) {
                let mut staying: Vec<u64> =
                    group.iter().filter(|d| !self.freed.is_in(d)).filter_map(Dim::size).collect();
                found.extend((start..to).filter(|&axis| {
                    let stays = staying.iter().position(|&size| old[axis].is(size)).map(|at| staying.remove(at));
                    stays.is_none() && (!old[axis].is(1) || to == start + 1)
                }));
            }
        }
        found
    }

    /// An operand that does not follow, without its sizes.
    fn weakened(&self, fact: &Fact) -> Fact {
        match fact.shape().dims() {
            Some(dims)
                if !dims.iter().any(|dim| self.freed.is_in(dim))
                    && fact.element().is_none_or(|element| element.is_float()) =>
            {
                Fact::tensor(fact.element(), Shape::of_rank(dims.len()))
            }
            _ => fact.clone(),
        }
    }

    /// Makes outputs of a node inputs of the model, and removes the node.
    pub(super) fn cut(&mut self, node: NodeId, outputs: Vec<(ValueId, TensorType)>) -> Result<(), EditError> {
        let Some(main) = self.model.main_graph().filter(|&main| self.model.node(node).graph == main) else {
            return Ok(());
        };
        for (output, ty) in outputs {
            let name = self.model.value_name(output).to_owned();
            let name = self.model.unique_name(&name);
            let input = self.model.add_input(main, &name, ValueType::Tensor(ty.clone()))?;
            self.model.replace_uses(output, input)?;
            if !has_names(&self.model) {
                self.options.inputs.push(NamedType { name, element: ty.element, shape: ty.shape });
            }
        }
        self.model.remove(node)
    }
}

/// How the sizes of the output follow from those of the data.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// An axis of an operand is the same axis of the output.
    Aligned,
    /// An operand states the size of an axis.
    Sized,
    /// The elements are arranged in other axes.
    Regrouped,
}

/// The facts of a node's inputs.
fn operands(model: &Model, node: NodeId, after: &Analysis) -> Vec<Fact> {
    let fact = |operand: &Operand| operand.value().map_or(Fact::UNKNOWN, |value| after.facts.get(value));
    model.inputs(node).iter().map(fact).collect()
}
