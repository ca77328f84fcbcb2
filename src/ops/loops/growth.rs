//! Carried dimensions with constant growth per iteration: the number of iterations determines their final size.
//!
//! During analysis of the body, such a dimension is a loop-local symbol for its size in any iteration. If the body
//! always returns that symbol plus a loop-invariant size, the growth is known.

use std::collections::HashSet;
use std::ops::Range;

use crate::dim::Dim;
use crate::elements::{Elements, SymInt};
use crate::expr::Symbol;
use crate::expr::{Bounds, Expr};
use crate::fact::{Fact, KnownValue, TensorType, ValueType};
use crate::ids::NodeId;
use crate::shape::Shape;

/// A dimension that may grow.
#[derive(Clone, Debug)]
struct GrowingDim {
    /// The input of the body that has it.
    entry: usize,
    axis: usize,
    /// Its size in any iteration.
    size: Symbol,
    /// Its size before the first iteration.
    base: Dim,
    /// Its growth per iteration.
    step: Option<Dim>,
}

/// The dimensions of one loop that may grow.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinearGrowth {
    /// In the order of the inputs of the body.
    dims: Vec<GrowingDim>,
    /// The symbols of all of them.
    sizes: HashSet<Symbol>,
}

impl LinearGrowth {
    /// The fact of an input of the body after the first round, which is asked for each input in order; a dimension that has
    /// changed may be growing.
    pub(crate) fn begin(&mut self, node: NodeId, entry: usize, known: &Fact, next: &Fact, wider: Fact) -> Fact {
        let Some([old, new, joined]) = ranked([known, next, &wider]) else { return wider };
        let mut dims = joined.to_vec();
        for (axis, dim) in dims.iter_mut().enumerate() {
            let (Some(base), Some(new)) = (old.get(axis), new.get(axis)) else { continue };
            if base.provably_eq(new) || !may_grow(base, new) {
                continue;
            }
            let bounds = Bounds { low: base.low().into(), ..Bounds::SIZE }.within_sizes();
            let size = Symbol::loop_local(&format!("turn.{}.{entry}.{axis}", node.index()), bounds);
            *dim = Dim::symbol(size.clone());
            self.sizes.insert(size.clone());
            self.dims.push(GrowingDim { entry, axis, size, base: base.clone(), step: None });
        }
        with_dims(wider, dims)
    }

    /// The results of the body, where the size in this iteration plus a step is the size in the next one. Every other
    /// use of a loop-local size is dropped.
    pub(crate) fn hold(&mut self, entry: usize, next: Fact) -> Fact {
        let dims = next.shape().dims().map(<[Dim]>::to_vec);
        let mut held = self.without_loop_locals(next);
        let own = |symbol: &Symbol| self.sizes.contains(symbol);
        let of_entry = self.of_entry(entry);
        for growing in &mut self.dims[of_entry] {
            let dim = dims.as_ref().and_then(|dims| dims.get(growing.axis));
            growing.step = dim.and_then(|dim| step(dim, &growing.size));
            let fixed = growing.step.as_ref().is_some_and(|step| !mentions(step, &own));
            let Some(dims) = held.shape().dims().filter(|_| fixed) else { continue };
            let mut dims = dims.to_vec();
            if let Some(dim) = dims.get_mut(growing.axis) {
                *dim = Dim::symbol(growing.size.clone());
            }
            held = with_dims(held, dims);
        }
        held
    }

    /// Drops what no longer holds for the inputs of the body.
    pub(crate) fn settle(&mut self, inputs: &[Fact]) {
        self.dims.retain(|growing| {
            let dims = inputs.get(growing.entry).and_then(|fact| fact.shape().dims());
            let dim = dims.and_then(|dims| dims.get(growing.axis));
            dim.and_then(Dim::name) == Some(&growing.size) && growing.step.is_some()
        });
        self.sizes = self.dims.iter().map(|growing| growing.size.clone()).collect();
    }

    /// The fact of a carried value after the loop, given the number of iterations.
    pub(crate) fn after(&self, entry: usize, fact: Fact, trips: &Dim) -> Fact {
        let Some(dims) = fact.shape().dims() else { return fact };
        let mut dims = dims.to_vec();
        for growing in &self.dims[self.of_entry(entry)] {
            if let (Some(dim), Some(step)) = (dims.get_mut(growing.axis), &growing.step) {
                *dim = growing.base.add(&trips.mul(step));
            }
        }
        // A completely known shape needs no reason.
        let known = dims.iter().all(|dim| dim.size().is_some() || dim.expr().is_some());
        let why = fact.unknown_reason.clone().filter(|_| !known);
        with_dims(Fact { unknown_reason: why, ..fact }, dims)
    }

    /// Where the dimensions of an input of the body are in the list.
    fn of_entry(&self, entry: usize) -> Range<usize> {
        let before = |end: usize| self.dims.partition_point(|growing| growing.entry < end);
        before(entry)..before(entry + 1)
    }

    /// The fact with bounds in place of loop-local symbols.
    pub(crate) fn without_loop_locals(&self, fact: Fact) -> Fact {
        if self.sizes.is_empty() {
            return fact;
        }
        freed(fact, &|symbol| self.sizes.contains(symbol))
    }
}

/// The dimensions of facts of the same rank.
fn ranked(facts: [&Fact; 3]) -> Option<[&[Dim]; 3]> {
    let [a, b, c] = facts.map(|fact| fact.shape().dims());
    let (a, b, c) = (a?, b?, c?);
    (a.len() == b.len() && b.len() == c.len()).then_some([a, b, c])
}

fn with_dims(fact: Fact, dims: Vec<Dim>) -> Fact {
    let ty = ValueType::tensor(fact.element(), Shape::from_dims(dims));
    Fact { ty, ..fact }
}

/// Whether a size may be this one plus a size that is the same in every iteration.
fn may_grow(base: &Dim, new: &Dim) -> bool {
    match base.expr().zip(new.expr()) {
        Some((base, new)) => new.sub(base).is_none_or(|more| more.range().low >= 0),
        None => new.low() >= base.low(),
    }
}

/// The difference between a size and this symbol, if it is not negative.
fn step(dim: &Dim, size: &Symbol) -> Option<Dim> {
    let more = dim.expr()?.sub(&Expr::symbol(size.clone()))?;
    (more.range().low >= 0).then(|| match more.as_constant() {
        Some(constant) => Dim::exact(constant.unsigned_abs()),
        None => Dim::from_expr(more),
    })
}

type Own<'o> = &'o dyn Fn(&Symbol) -> bool;

fn mentions(dim: &Dim, own: Own<'_>) -> bool {
    dim.expr().is_some_and(|expr| has(expr, own))
}

fn has(expr: &Expr, own: Own<'_>) -> bool {
    let mut found = false;
    expr.each_symbol(&mut |symbol| found |= own(symbol));
    found
}

/// The bounds only, without those that no size reaches.
fn bounds(dim: &Dim) -> Dim {
    let open = dim.high() > i64::MAX as u64 / 2;
    Dim::interval(dim.low(), if open { Dim::UNBOUNDED } else { dim.high() })
}

fn freed(fact: Fact, own: Own<'_>) -> Fact {
    let content = match fact.value {
        KnownValue::Elements(Elements::Ints(ints))
            if ints.iter().any(|int| int.expr().is_some_and(|e| has(e, own))) =>
        {
            let of = |int: &SymInt| match int.expr().is_some_and(|e| has(e, own)) {
                true => SymInt::interval(int.low(), int.high()),
                false => int.clone(),
            };
            KnownValue::Elements(Elements::Ints(ints.iter().map(of).collect()))
        }
        KnownValue::Elements(Elements::SymFloats(_)) => KnownValue::Unknown,
        KnownValue::Items(items) => KnownValue::Items(items.iter().map(|item| freed(item.clone(), own)).collect()),
        KnownValue::Split(cut) if mentions(&cut.size, own) || mentions(&cut.count, own) => KnownValue::Unknown,
        content => content,
    };
    Fact { ty: freed_type(fact.ty, own), value: content, ..fact }
}

fn freed_type(ty: ValueType, own: Own<'_>) -> ValueType {
    let tensor = |t: TensorType| match t.shape.dims() {
        Some(dims) => {
            let of = |dim: &Dim| if mentions(dim, own) { bounds(dim) } else { dim.clone() };
            TensorType { shape: Shape::from_dims(dims.iter().map(of).collect::<Vec<_>>()), ..t }
        }
        None => t,
    };
    match ty {
        ValueType::Tensor(t) => ValueType::Tensor(tensor(t)),
        ValueType::Sparse(t) => ValueType::Sparse(tensor(t)),
        ValueType::Sequence(inner) => ValueType::Sequence(freed_type(ValueType::clone(&inner), own).into()),
        ValueType::Optional(inner) => ValueType::Optional(freed_type(ValueType::clone(&inner), own).into()),
        ValueType::Map(key, inner) => ValueType::Map(key, freed_type(ValueType::clone(&inner), own).into()),
        ValueType::Unknown => ValueType::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of an input of the body after the first round of a loop that turns one into the other.
    fn begin(known: [Dim; 2], next: [Dim; 2]) -> String {
        let [known, next] = [known, next].map(|dims| Fact::tensor(None, Shape::from_dims(dims)));
        let wider = known.join(&next);
        LinearGrowth::default().begin(NodeId::at(0), 0, &known, &next, wider).shape().to_string()
    }

    #[test]
    fn only_a_size_that_may_grow_gets_a_symbol() {
        let (n, m) = (Dim::from("N"), Dim::from("M"));
        let grown = begin([Dim::exact(2), n.clone()], [Dim::exact(3), n.add(&m)]);
        assert_eq!(grown, "[turn.0.0.0,turn.0.0.1]");
        // Another size in its place, such as that of another state, is no growth.
        assert_eq!(begin([n, Dim::exact(4)], [m, Dim::exact(3)]), "[?,3..4]");
    }
}
