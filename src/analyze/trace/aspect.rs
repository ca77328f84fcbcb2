//! One thing about a value: that which is explained.

use std::fmt;

use crate::dim::{Dim, Symbol};
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::fact::{KnownValue, Fact, TensorType, ValueType};
use crate::shape::Shape;

/// Dimensions of one input that are looked at.
const DIMS: usize = 16;
/// Elements of one input that are looked at one by one.
const ITEMS: usize = 32;
/// Elements of an unknown input that are tried out.
const ELEMENTS: u64 = 64;

/// One thing that is known of a value, or is not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aspect {
    /// The type as a whole, of what is no tensor.
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

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Aspect::Type => f.write_str("type"),
            Aspect::Element => f.write_str("element type"),
            Aspect::Rank => f.write_str("rank"),
            Aspect::Dim(axis) => write!(f, "dim {axis}"),
            Aspect::Elements => f.write_str("elements"),
            Aspect::Item(index) => write!(f, "element {index}"),
        }
    }
}

impl Aspect {
    /// All that is to be explained of a value.
    pub(super) fn of(fact: &Fact) -> Vec<Aspect> {
        match &fact.ty {
            ValueType::Tensor(t) => match t.shape.rank() {
                Some(0) | None => vec![Aspect::Element, Aspect::Rank],
                Some(rank) => std::iter::once(Aspect::Element).chain((0..rank).map(Aspect::Dim)).collect(),
            },
            _ => vec![Aspect::Type],
        }
    }

    /// What two types that contradict each other contradict each other in.
    pub(crate) fn of_clash(a: &ValueType, b: &ValueType) -> Aspect {
        let (Some(a), Some(b)) = (a.as_tensor(), b.as_tensor()) else { return Aspect::Type };
        if a.element.zip(b.element).is_some_and(|(a, b)| a != b) {
            return Aspect::Element;
        }
        let (Some(a), Some(b)) = (a.shape.dims(), b.shape.dims()) else { return Aspect::Rank };
        let apart = a.iter().zip(b).position(|(a, b)| a.meet(b).is_none() || a.differs(b));
        apart.filter(|_| a.len() == b.len()).map_or(Aspect::Rank, Aspect::Dim)
    }

    /// The dimensions of a fact that are looked at.
    pub(super) fn dims(fact: &Fact) -> impl Iterator<Item = Aspect> + use<> {
        (0..fact.shape().rank().unwrap_or(0).min(DIMS)).map(Aspect::Dim)
    }

    /// The dimension of the input in the same place as this one of the output, counted from the end.
    pub(super) fn aligned(self, output: &Fact, input: &Fact) -> Option<Aspect> {
        let (outer, inner) = (output.shape().rank()?, input.shape().rank()?);
        (self.axis()? + inner).checked_sub(outer).filter(|&axis| axis < inner).map(Aspect::Dim)
    }

    /// The fact with all sizes unknown but this one; `None` if that is nothing new.
    pub(super) fn without_dims(fact: &Fact, but: Option<Aspect>) -> Option<Fact> {
        let dims = fact.shape().dims().filter(|_| fact.value == KnownValue::Unknown)?;
        let kept = but.and_then(|at| at.axis());
        if dims.iter().enumerate().all(|(i, d)| Some(i) == kept || d.is_any()) {
            return None;
        }
        let dims = dims.iter().enumerate().map(|(i, d)| if Some(i) == kept { d.clone() } else { Dim::any() });
        Some(Fact { ty: ValueType::tensor(fact.element(), Shape::of(dims)), ..fact.clone() })
    }

    /// The axis, of a size.
    pub(super) fn axis(&self) -> Option<usize> {
        match self {
            Aspect::Dim(axis) => Some(*axis),
            _ => None,
        }
    }

    /// Whether both facts say the same about it.
    pub(super) fn same(self, a: &Fact, b: &Fact) -> bool {
        self.equals(a, self, b)
    }

    /// Whether this of one fact is that of the other.
    pub(super) fn equals(self, a: &Fact, other: Aspect, b: &Fact) -> bool {
        match (self, other) {
            (Aspect::Type, Aspect::Type) => a.ty == b.ty,
            (Aspect::Element, Aspect::Element) => a.element() == b.element(),
            (Aspect::Rank, Aspect::Rank) => a.shape().rank() == b.shape().rank(),
            (Aspect::Dim(i), Aspect::Dim(j)) => dim(a, i) == dim(b, j),
            (Aspect::Elements, Aspect::Elements) => a.value == b.value,
            (Aspect::Item(i), Aspect::Item(j)) => item(a, i) == item(b, j),
            (Aspect::Dim(i), Aspect::Item(j)) => dim(a, i).zip(item(b, j)).is_some_and(|(a, b)| SymInt::from(&a) == b),
            (Aspect::Item(i), Aspect::Dim(j)) => item(a, i).zip(dim(b, j)).is_some_and(|(a, b)| SymInt::from(&b) == a),
            _ => false,
        }
    }

    /// Whether it is about elements.
    pub(super) fn is_content(self) -> bool {
        matches!(self, Aspect::Elements | Aspect::Item(_))
    }

    /// The elements that are known one by one.
    pub(super) fn items(fact: &Fact) -> impl Iterator<Item = Aspect> + use<> {
        let known = match &fact.value {
            KnownValue::Elements(elements) => elements.ints().map_or(0, <[SymInt]>::len),
            _ => 0,
        };
        (0..known.min(ITEMS)).map(Aspect::Item)
    }

    /// The dimension of the input that is the same as this one of the output, in the same place if there is one.
    pub(super) fn alike(self, output: &Fact, input: &Fact) -> Option<Aspect> {
        let Aspect::Dim(axis) = self else {
            return (!self.is_content() && self.same(output, input)).then_some(self);
        };
        let dims = input.shape().dims()?;
        let places = self.aligned(output, input).into_iter().chain([Aspect::Dim(axis)]).chain(Aspect::dims(input));
        places.into_iter().find(|at| at.axis().is_some_and(|i| i < dims.len()) && self.equals(output, *at, input))
    }

    /// The same thing of a result of a body, which may lack the dimension of the iterations.
    pub(super) fn through(self, outer: &Fact, inner: &Fact) -> Option<Aspect> {
        let fits = |at: &Aspect| self.equals(outer, *at, inner) || (self.is_vague(outer) && at.is_vague(inner));
        let shifted = match (self, outer.shape().rank(), inner.shape().rank()) {
            (Aspect::Dim(axis), Some(a), Some(b)) if a == b + 1 => axis.checked_sub(1).map(Aspect::Dim),
            (Aspect::Dim(axis), _, Some(rank)) if axis >= rank => None,
            _ => Some(self),
        };
        shifted.filter(fits)
    }

    /// Whether neither a number nor a name says it.
    pub fn is_vague(self, fact: &Fact) -> bool {
        match self {
            Aspect::Type => fact.ty == ValueType::Unknown,
            Aspect::Element => fact.element().is_none(),
            Aspect::Rank => fact.shape().rank().is_none(),
            Aspect::Dim(axis) => dim(fact, axis).is_none_or(|d| d.size().is_none() && d.name().is_none()),
            Aspect::Elements => fact.value == KnownValue::Unknown,
            Aspect::Item(index) => item(fact, index).is_none_or(|i| i.value().is_none() && i.name().is_none()),
        }
    }

    /// The fact with this known less well or, where `weaker` is false, better; `None` if it cannot be.
    pub(super) fn perturb(self, fact: &Fact, weaker: bool) -> Option<Fact> {
        let known = fact.value != KnownValue::Unknown;
        let with = |element: Option<ElementType>, shape: Shape| {
            Some(Fact {
                ty: ValueType::Tensor(TensorType { element, shape }),
                value: KnownValue::Unknown,
                ..fact.clone()
            })
        };
        match self {
            Aspect::Type => weaker.then(|| Fact { ty: ValueType::Unknown, value: KnownValue::Unknown, ..fact.clone() }),
            Aspect::Elements if weaker => known.then(|| Fact { value: KnownValue::Unknown, ..fact.clone() }),
            Aspect::Elements => ones(fact).filter(|_| !known),
            Aspect::Item(index) => without(fact, index),
            // Elements that are known say more than the type does.
            _ if known && self != Aspect::Element => None,
            Aspect::Element if weaker => with(None, fact.shape().clone()),
            Aspect::Element if fact.element().is_none() => with(Some(ElementType::F32), fact.shape().clone()),
            Aspect::Element => None,
            Aspect::Rank if weaker => with(fact.element(), Shape::UNKNOWN),
            Aspect::Rank if fact.shape().rank().is_none() => {
                with(fact.element(), Shape::of_rank(fact.shape().min_rank().clamp(4, DIMS)))
            }
            Aspect::Rank => None,
            Aspect::Dim(axis) => {
                let own = dim(fact, axis)?;
                let other = match weaker {
                    true => Dim::any(),
                    false => Dim::exact(own.low().max(2).min(own.high())),
                };
                let dims = fact.shape().dims()?.iter().enumerate();
                let changed = dims.map(|(i, d)| if i == axis { other.clone() } else { d.clone() });
                (other != own).then(|| with(fact.element(), Shape::of(changed)))?
            }
        }
    }

    /// The symbol that a declaration has there.
    pub(super) fn symbol(self, declared: Option<&ValueType>) -> Option<Symbol> {
        let Aspect::Dim(axis) = self else { return None };
        declared?.as_tensor()?.shape.dims()?.get(axis)?.name().cloned()
    }

    /// What a fact says of it, in words.
    pub fn show(self, fact: &Fact) -> String {
        let unknown = || "unknown".to_owned();
        match self {
            Aspect::Type if fact.ty == ValueType::Unknown => unknown(),
            Aspect::Type => fact.ty.to_string(),
            Aspect::Element => fact.element().map_or_else(unknown, |e| e.name().to_owned()),
            Aspect::Rank => fact.shape().rank().map_or_else(unknown, |r| r.to_string()),
            Aspect::Dim(axis) => match dim(fact, axis) {
                Some(dim) if !dim.is_any() => dim.to_string(),
                _ => unknown(),
            },
            Aspect::Elements if fact.value == KnownValue::Unknown => unknown(),
            Aspect::Elements => "known".to_owned(),
            Aspect::Item(index) => item(fact, index).map_or_else(unknown, |i| i.to_string()),
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
    let ints = ints.iter().enumerate().map(|(i, int)| if i == index { SymInt::any() } else { int.clone() });
    Some(fact.clone().with_elements(Some(Elements::Ints(ints.collect()))))
}

/// The fact with ones for elements, if it is a small tensor of integers.
fn ones(fact: &Fact) -> Option<Fact> {
    let integers = fact.element().is_some_and(|e| e.is_integer() || e == ElementType::Bool);
    let count = fact.shape().elements().size().filter(|&n| integers && n <= ELEMENTS)?;
    Some(fact.clone().with_elements(Some(Elements::Ints((0..count).map(|_| SymInt::exact(1)).collect()))))
}
