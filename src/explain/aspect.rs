//! A property of a value that can be explained.

use std::fmt;

use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::expr::Symbol;
use crate::fact::{Fact, KnownValue, TensorType, ValueType};
use crate::shape::Shape;

/// Maximum number of dimensions examined per input.
const DIMS: usize = 16;
/// Maximum number of elements examined individually per input.
const ITEMS: usize = 32;
/// Maximum number of elements of an unknown input that are tried.
const ELEMENTS: u64 = 64;

/// A known or unknown property of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FactProperty {
    /// The whole type, for values that are not tensors.
    Type,
    /// The element type.
    Element,
    /// The number of dimensions.
    Rank,
    /// The size along an axis.
    Dim(usize),
    /// The elements.
    Elements,
    /// One element.
    Item(usize),
}

impl fmt::Display for FactProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactProperty::Type => f.write_str("type"),
            FactProperty::Element => f.write_str("element type"),
            FactProperty::Rank => f.write_str("rank"),
            FactProperty::Dim(axis) => write!(f, "dim {axis}"),
            FactProperty::Elements => f.write_str("elements"),
            FactProperty::Item(index) => write!(f, "element {index}"),
        }
    }
}

impl FactProperty {
    /// All properties of a value to explain.
    pub(crate) fn of(fact: &Fact) -> Vec<FactProperty> {
        match &fact.ty {
            ValueType::Tensor(t) => match t.shape.rank() {
                Some(0) | None => vec![FactProperty::Element, FactProperty::Rank],
                Some(rank) => std::iter::once(FactProperty::Element).chain((0..rank).map(FactProperty::Dim)).collect(),
            },
            _ => vec![FactProperty::Type],
        }
    }

    /// The property in which two contradictory types differ.
    pub(crate) fn of_clash(a: &ValueType, b: &ValueType) -> FactProperty {
        let (Some(a), Some(b)) = (a.as_tensor(), b.as_tensor()) else { return FactProperty::Type };
        if a.element.zip(b.element).is_some_and(|(a, b)| a != b) {
            return FactProperty::Element;
        }
        FactProperty::of_shapes(a, b)
    }

    /// The property in which two contradictory shapes differ.
    pub(crate) fn of_shapes(a: &TensorType, b: &TensorType) -> FactProperty {
        let (Some(a), Some(b)) = (a.shape.dims(), b.shape.dims()) else { return FactProperty::Rank };
        let apart = a.iter().zip(b).position(|(a, b)| a.meet(b).is_none() || a.provably_ne(b));
        apart.filter(|_| a.len() == b.len()).map_or(FactProperty::Rank, FactProperty::Dim)
    }

    /// The dimensions of a fact that are examined.
    pub(crate) fn dims(fact: &Fact) -> impl Iterator<Item = FactProperty> + use<> {
        (0..fact.shape().rank().unwrap_or(0).min(DIMS)).map(FactProperty::Dim)
    }

    /// The input dimension at the same position as this output dimension, counted from the end.
    pub(crate) fn aligned(self, output: &Fact, input: &Fact) -> Option<FactProperty> {
        let (outer, inner) = (output.shape().rank()?, input.shape().rank()?);
        (self.axis()? + inner).checked_sub(outer).filter(|&axis| axis < inner).map(FactProperty::Dim)
    }

    /// The fact with all sizes unknown except this one; `None` if that changes nothing.
    pub(crate) fn without_dims(fact: &Fact, but: Option<FactProperty>) -> Option<Fact> {
        let dims = fact.shape().dims().filter(|_| fact.value == KnownValue::Unknown)?;
        let kept = but.and_then(|at| at.axis());
        if dims.iter().enumerate().all(|(i, d)| Some(i) == kept || d.is_unknown()) {
            return None;
        }
        let dims = dims.iter().enumerate().map(|(i, d)| if Some(i) == kept { d.clone() } else { Dim::unknown() });
        Some(Fact { ty: ValueType::tensor(fact.element(), Shape::from_dims(dims)), ..fact.clone() })
    }

    /// The axis, for a size.
    pub(crate) fn axis(&self) -> Option<usize> {
        match self {
            FactProperty::Dim(axis) => Some(*axis),
            _ => None,
        }
    }

    /// Whether the property is the same in both facts.
    pub(crate) fn same(self, a: &Fact, b: &Fact) -> bool {
        self.equals(a, self, b)
    }

    /// Whether this property of one fact equals the other property of the other fact.
    pub(crate) fn equals(self, a: &Fact, other: FactProperty, b: &Fact) -> bool {
        match (self, other) {
            (FactProperty::Type, FactProperty::Type) => a.ty == b.ty,
            (FactProperty::Element, FactProperty::Element) => a.element() == b.element(),
            (FactProperty::Rank, FactProperty::Rank) => a.shape().rank() == b.shape().rank(),
            (FactProperty::Dim(i), FactProperty::Dim(j)) => dim(a, i) == dim(b, j),
            (FactProperty::Elements, FactProperty::Elements) => a.value == b.value,
            (FactProperty::Item(i), FactProperty::Item(j)) => item(a, i) == item(b, j),
            (FactProperty::Dim(i), FactProperty::Item(j)) => {
                dim(a, i).zip(item(b, j)).is_some_and(|(a, b)| SymInt::from(&a) == b)
            }
            (FactProperty::Item(i), FactProperty::Dim(j)) => {
                item(a, i).zip(dim(b, j)).is_some_and(|(a, b)| SymInt::from(&b) == a)
            }
            _ => false,
        }
    }

    /// Whether the property concerns elements.
    pub(crate) fn is_content(self) -> bool {
        matches!(self, FactProperty::Elements | FactProperty::Item(_))
    }

    /// The elements that are known individually.
    pub(crate) fn items(fact: &Fact) -> impl Iterator<Item = FactProperty> + use<> {
        let known = match &fact.value {
            KnownValue::Elements(elements) => elements.ints().map_or(0, <[SymInt]>::len),
            _ => 0,
        };
        (0..known.min(ITEMS)).map(FactProperty::Item)
    }

    /// The input dimension that equals this output dimension, at the same position if possible.
    pub(crate) fn alike(self, output: &Fact, input: &Fact) -> Option<FactProperty> {
        let FactProperty::Dim(axis) = self else {
            return (!self.is_content() && self.same(output, input)).then_some(self);
        };
        let dims = input.shape().dims()?;
        let places =
            self.aligned(output, input).into_iter().chain([FactProperty::Dim(axis)]).chain(FactProperty::dims(input));
        places.into_iter().find(|at| at.axis().is_some_and(|i| i < dims.len()) && self.equals(output, *at, input))
    }

    /// The same property of a body result, which may lack the iteration dimension.
    pub(crate) fn through(self, outer: &Fact, inner: &Fact) -> Option<FactProperty> {
        let fits = |at: &FactProperty| self.equals(outer, *at, inner) || (self.is_vague(outer) && at.is_vague(inner));
        let shifted = match (self, outer.shape().rank(), inner.shape().rank()) {
            (FactProperty::Dim(axis), Some(a), Some(b)) if a == b + 1 => axis.checked_sub(1).map(FactProperty::Dim),
            (FactProperty::Dim(axis), _, Some(rank)) if axis >= rank => None,
            _ => Some(self),
        };
        shifted.filter(fits)
    }

    /// Whether the property is neither a number nor a name.
    pub fn is_vague(self, fact: &Fact) -> bool {
        match self {
            FactProperty::Type => fact.ty == ValueType::Unknown,
            FactProperty::Element => fact.element().is_none(),
            FactProperty::Rank => fact.shape().rank().is_none(),
            FactProperty::Dim(axis) => dim(fact, axis).is_none_or(|d| d.size().is_none() && d.name().is_none()),
            FactProperty::Elements => fact.value == KnownValue::Unknown,
            FactProperty::Item(index) => item(fact, index).is_none_or(|i| i.value().is_none() && i.name().is_none()),
        }
    }

    /// The fact with this property weakened or, if `weaker` is false, strengthened; `None` if that is impossible.
    pub(crate) fn perturb(self, fact: &Fact, weaker: bool) -> Option<Fact> {
        let known = fact.value != KnownValue::Unknown;
        let with = |element: Option<ElementType>, shape: Shape| {
            Some(Fact {
                ty: ValueType::Tensor(TensorType { element, shape }),
                value: KnownValue::Unknown,
                ..fact.clone()
            })
        };
        match self {
            FactProperty::Type => {
                weaker.then(|| Fact { ty: ValueType::Unknown, value: KnownValue::Unknown, ..fact.clone() })
            }
            FactProperty::Elements if weaker => known.then(|| Fact { value: KnownValue::Unknown, ..fact.clone() }),
            FactProperty::Elements => ones(fact).filter(|_| !known),
            FactProperty::Item(index) => without(fact, index),
            // Known elements carry more information than the type.
            _ if known && self != FactProperty::Element => None,
            FactProperty::Element if weaker => with(None, fact.shape().clone()),
            FactProperty::Element if fact.element().is_none() => with(Some(ElementType::F32), fact.shape().clone()),
            FactProperty::Element => None,
            FactProperty::Rank if weaker => with(fact.element(), Shape::UNKNOWN),
            FactProperty::Rank if fact.shape().rank().is_none() => {
                with(fact.element(), Shape::of_rank(fact.shape().min_rank().clamp(4, DIMS)))
            }
            FactProperty::Rank => None,
            FactProperty::Dim(axis) => {
                let own = dim(fact, axis)?;
                let other = match weaker {
                    true => Dim::unknown(),
                    false => Dim::exact(own.low().max(2).min(own.high())),
                };
                let dims = fact.shape().dims()?.iter().enumerate();
                let changed = dims.map(|(i, d)| if i == axis { other.clone() } else { d.clone() });
                (other != own).then(|| with(fact.element(), Shape::from_dims(changed)))?
            }
        }
    }

    /// The symbol at this position in a declaration.
    pub(crate) fn symbol(self, declared: Option<&ValueType>) -> Option<Symbol> {
        let FactProperty::Dim(axis) = self else { return None };
        declared?.as_tensor()?.shape.dims()?.get(axis)?.name().cloned()
    }

    /// The property of a fact, in words.
    pub fn show(self, fact: &Fact) -> String {
        let unknown = || "unknown".to_owned();
        match self {
            FactProperty::Type if fact.ty == ValueType::Unknown => unknown(),
            FactProperty::Type => fact.ty.to_string(),
            FactProperty::Element => fact.element().map_or_else(unknown, |e| e.name().to_owned()),
            FactProperty::Rank => fact.shape().rank().map_or_else(unknown, |r| r.to_string()),
            FactProperty::Dim(axis) => match dim(fact, axis) {
                Some(dim) if !dim.is_unknown() => dim.to_string(),
                _ => unknown(),
            },
            FactProperty::Elements if fact.value == KnownValue::Unknown => unknown(),
            FactProperty::Elements => "known".to_owned(),
            FactProperty::Item(index) => item(fact, index).map_or_else(unknown, |i| i.to_string()),
        }
    }
}

fn dim(fact: &Fact, axis: usize) -> Option<Dim> {
    fact.shape().dims()?.get(axis).cloned()
}

fn item(fact: &Fact, index: usize) -> Option<SymInt> {
    match &fact.value {
        KnownValue::Elements(elements) => elements.ints()?.get(index).cloned(),
        _ => None,
    }
}

/// The fact with one element unknown.
fn without(fact: &Fact, index: usize) -> Option<Fact> {
    item(fact, index)?;
    let KnownValue::Elements(Elements::Ints(ints)) = &fact.value else { return None };
    let ints = ints.iter().enumerate().map(|(i, int)| if i == index { SymInt::unknown() } else { int.clone() });
    Some(fact.clone().with_elements(Some(Elements::Ints(ints.collect()))))
}

/// The fact with ones as elements, if it is a small integer tensor.
fn ones(fact: &Fact) -> Option<Fact> {
    let integers = fact.element().is_some_and(|e| e.is_integer() || e == ElementType::Bool);
    let count = fact.shape().num_elements().size().filter(|&n| integers && n <= ELEMENTS)?;
    Some(fact.clone().with_elements(Some(Elements::Ints((0..count).map(|_| SymInt::exact(1)).collect()))))
}
