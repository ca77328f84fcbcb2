//! What is known of values, and what of it rests on declarations of inner values.

use std::collections::HashSet;

use super::ignored;
use crate::dim::Dim;
use crate::expr::Symbol;
use crate::fact::{Provenance, TensorType, ValueType};
use crate::facts::FactStore;
use crate::graph::Model;
use crate::ids::ValueId;
use crate::options::AnalysisOptions;
use crate::shape::Shape;

/// What is inferred, and optionally what is inferred from the inputs alone.
pub(super) struct Known<'a> {
    pub(super) facts: &'a FactStore,
    alone: Option<FactStore>,
    /// The symbols of the inputs: sizes that differ from run to run.
    symbols: HashSet<Symbol>,
}

impl<'a> Known<'a> {
    pub(super) fn new(model: &Model, facts: &'a FactStore) -> Known<'a> {
        Known { facts, alone: None, symbols: input_symbols(model) }
    }

    /// Infers from the inputs alone, too. A declaration of an inner value then fixes no symbol of the inputs elsewhere: it
    /// may be from a run with one size.
    pub(super) fn compare(&mut self, model: &Model, options: &AnalysisOptions) {
        self.alone = Some(ignored::alone(model, options));
    }

    pub(super) fn ty(&self, value: ValueId) -> ValueType {
        let fact = self.facts.ty(value);
        match self.alone(value) {
            Some(alone) => self.filled(alone, fact),
            None => fact.clone(),
        }
    }

    /// What is inferred of a value from the inputs alone, if a declaration of an inner value had a part in what is known.
    pub(super) fn alone(&self, value: ValueId) -> Option<&ValueType> {
        let alone = self.alone.as_ref().filter(|_| self.is_declared(value))?;
        Some(alone.ty(value))
    }

    pub(super) fn is_declared(&self, value: ValueId) -> bool {
        self.facts.provenance(value) == Provenance::Declared
    }

    /// Whether a declaration names a symbol of the inputs for another size: it is true for some sizes of the inputs only.
    pub(super) fn is_restricting(&self, declared: &ValueType, inferred: &ValueType) -> bool {
        let dims = |ty: &ValueType| ty.as_tensor().and_then(|ty| ty.shape.dims().map(<[Dim]>::to_vec));
        let (Some(declared), Some(inferred)) = (dims(declared), dims(inferred)) else { return false };
        let restricts = |(own, dim): (&Dim, &Dim)| {
            let is_input = own.name().is_some_and(|name| self.symbols.contains(name));
            is_input && self.is_certain(dim) && !own.provably_eq(dim)
        };
        declared.iter().zip(&inferred).any(restricts)
    }

    fn filled(&self, alone: &ValueType, fact: &ValueType) -> ValueType {
        let (Some(a), Some(b)) = (alone.as_tensor(), fact.as_tensor()) else { return fact.clone() };
        let (Some(own), Some(filled)) = (a.shape.dims(), b.shape.dims()) else { return fact.clone() };
        let dims = own.iter().zip(filled).map(|(own, filled)| if self.is_certain(own) { own } else { filled });
        let shape = Shape::from_dims(dims.cloned());
        ValueType::Tensor(TensorType { element: a.element.or(b.element), shape })
    }

    /// Whether a dimension is a size, or an expression over the symbols of the inputs.
    fn is_certain(&self, dim: &Dim) -> bool {
        let mut known = true;
        if let Some(expr) = dim.expr() {
            expr.each_symbol(&mut |symbol| known &= self.symbols.contains(symbol));
        }
        known && (dim.size().is_some() || dim.expr().is_some())
    }
}

fn input_symbols(model: &Model) -> HashSet<Symbol> {
    let inputs = model.main_graph().map(|graph| &model.graph(graph).inputs[..]).unwrap_or_default();
    let shapes = inputs.iter().filter_map(|&input| model.declared(input)?.as_tensor()?.shape.dims());
    shapes.flatten().filter_map(|dim| dim.name().cloned()).collect()
}
