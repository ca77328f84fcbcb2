//! Facts about a value: its type, its shape, its elements if known, and why anything is unknown.

use crate::rule::RuleRef;
use std::fmt;
use std::sync::Arc;

use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::ids::{NodeId, TensorId};
use crate::shape::Shape;

/// Element type and shape of a tensor, each as far as it is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TensorType {
    /// The element type, `None` when unknown.
    pub element: Option<ElementType>,
    /// The shape, whose rank may be unknown.
    pub shape: Shape,
}

impl TensorType {
    /// A tensor of unknown type and shape.
    pub const UNKNOWN: TensorType = TensorType { element: None, shape: Shape::UNKNOWN };

    /// A tensor type with this element type and shape.
    pub fn new(element: impl Into<Option<ElementType>>, shape: Shape) -> TensorType {
        TensorType { element: element.into(), shape }
    }

    /// The bytes that the elements occupy, packed as in a file; `None` if the element type is unknown or `string`.
    ///
    /// ```
    /// use shapewright::TensorType;
    ///
    /// let bytes = |ty: &str| ty.parse::<TensorType>().unwrap().byte_size().map(|size| size.to_string());
    /// assert_eq!(bytes("f32[N,3]"), Some("12*N".to_owned()));
    /// assert_eq!(bytes("i4[3,3]"), Some("5".to_owned())); // two elements a byte
    /// assert_eq!(bytes("?[3]"), None);
    /// ```
    pub fn byte_size(&self) -> Option<Dim> {
        let (count, group) = (self.shape.num_elements(), |elements, bytes| (Dim::exact(elements), bytes));
        let (elements, bytes) = match self.element? {
            // The groups of `ElementType::packed_bytes`.
            ElementType::U3 => group(8, 3),
            ElementType::U6 => group(4, 3),
            element => match u64::from(element.bits()) {
                0 => return None,
                bits @ 1..8 => group(8 / bits, 1),
                bits => return Some(count * (bits / 8)),
            },
        };
        Some(count.ceil_div(&elements) * bytes)
    }
}

impl fmt::Display for TensorType {
    /// `f32[N,3]`, `?[2]` for an unknown element type, `f32[...]` for an unknown rank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.element.map_or("?", ElementType::name), self.shape)
    }
}

/// The type of a value: most are tensors.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ValueType {
    /// Even the kind is unknown.
    Unknown,
    /// A dense tensor.
    Tensor(TensorType),
    /// A sparse tensor; the shape is that of the equivalent dense tensor.
    Sparse(TensorType),
    /// A sequence of values of one type.
    Sequence(Arc<ValueType>),
    /// A value or nothing.
    Optional(Arc<ValueType>),
    /// A map from keys (an integer type or `string`) to values.
    Map(Option<ElementType>, Arc<ValueType>),
}

/// The bytes, about, that a shared list takes besides its items: counters of those that share it, and a header of the allocator.
pub(crate) const SHARED_LIST: usize = 24;

impl ValueType {
    /// A tensor with this element type and shape.
    pub fn tensor(element: impl Into<Option<ElementType>>, shape: Shape) -> ValueType {
        ValueType::Tensor(TensorType::new(element, shape))
    }

    /// The tensor type, if this is a dense tensor.
    pub fn as_tensor(&self) -> Option<&TensorType> {
        match self {
            ValueType::Tensor(t) => Some(t),
            _ => None,
        }
    }

    /// Whether sequences, optionals, and maps contain each other deeper than inference follows: each of many nodes may
    /// wrap the type of the one before.
    pub(crate) fn is_too_deep(&self) -> bool {
        const DEEPEST: usize = 32;
        let mut inner = Some(self);
        for _ in 0..=DEEPEST {
            inner = match inner {
                Some(ValueType::Sequence(item) | ValueType::Optional(item) | ValueType::Map(_, item)) => Some(&**item),
                _ => return false,
            };
        }
        true
    }

    /// The bytes, about, of this type and its dimensions; those that it wraps are usually shared.
    pub(crate) fn memory(&self) -> usize {
        let dims = match self {
            ValueType::Tensor(tensor) | ValueType::Sparse(tensor) => tensor.shape.dims(),
            _ => None,
        };
        size_of::<ValueType>() + dims.map_or(0, |dims| SHARED_LIST + size_of_val(dims))
    }

    /// The union: the most precise type that includes both.
    pub fn join(&self, other: &ValueType) -> ValueType {
        use ValueType::{Map, Optional, Sequence, Sparse, Tensor, Unknown};
        let tensor = |a: &TensorType, b: &TensorType| TensorType {
            element: if a.element == b.element { a.element } else { None },
            shape: a.shape.join(&b.shape),
        };
        match (self, other) {
            (Tensor(a), Tensor(b)) => Tensor(tensor(a, b)),
            (Sparse(a), Sparse(b)) => Sparse(tensor(a, b)),
            (Sequence(a), Sequence(b)) => Sequence(a.join(b).into()),
            (Optional(a), Optional(b)) => Optional(a.join(b).into()),
            (Map(k, a), Map(l, b)) => Map(if k == l { *k } else { None }, a.join(b).into()),
            _ => Unknown,
        }
    }

    /// The intersection; `None` if it is empty.
    pub fn meet(&self, other: &ValueType) -> Option<ValueType> {
        use ValueType::{Map, Optional, Sequence, Sparse, Tensor, Unknown};
        fn element(a: Option<ElementType>, b: Option<ElementType>) -> Option<Option<ElementType>> {
            match (a, b) {
                (Some(a), Some(b)) if a != b => None,
                _ => Some(a.or(b)),
            }
        }
        let tensor = |a: &TensorType, b: &TensorType| {
            Some(TensorType { element: element(a.element, b.element)?, shape: a.shape.meet(&b.shape)? })
        };
        Some(match (self, other) {
            (Unknown, known) | (known, Unknown) => known.clone(),
            (Tensor(a), Tensor(b)) => Tensor(tensor(a, b)?),
            (Sparse(a), Sparse(b)) => Sparse(tensor(a, b)?),
            (Sequence(a), Sequence(b)) => Sequence(a.meet(b)?.into()),
            (Optional(a), Optional(b)) => Optional(a.meet(b)?.into()),
            (Map(k, a), Map(l, b)) => Map(element(*k, *l)?, a.meet(b)?.into()),
            _ => return None,
        })
    }

    /// Whether [`ValueType::meet`] has a result, without computing it.
    pub(crate) fn intersects(&self, other: &ValueType) -> bool {
        match (self, other) {
            (ValueType::Tensor(a), ValueType::Tensor(b)) => {
                let same_element = a.element.is_none() || b.element.is_none() || a.element == b.element;
                same_element && a.shape.intersects(&b.shape)
            }
            // Values that are not dense tensors are rare.
            _ => self.meet(other).is_some(),
        }
    }

    /// The name of the type without the shape, as in reports: `f32`, `seq(f32)`, `?` if unknown.
    pub fn kind_name(&self) -> String {
        let element = |t: &TensorType| t.element.map_or("?", ElementType::name).to_owned();
        match self {
            ValueType::Unknown => "?".to_owned(),
            ValueType::Tensor(t) => element(t),
            ValueType::Sparse(t) => format!("sparse({})", element(t)),
            ValueType::Sequence(inner) => format!("seq({})", inner.kind_name()),
            ValueType::Optional(inner) => format!("optional({})", inner.kind_name()),
            ValueType::Map(key, inner) => {
                format!("map({},{})", key.map_or("?", ElementType::name), inner.kind_name())
            }
        }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueType::Unknown => f.write_str("?"),
            ValueType::Tensor(t) => t.fmt(f),
            ValueType::Sparse(t) => write!(f, "sparse({t})"),
            ValueType::Sequence(inner) => write!(f, "seq({inner})"),
            ValueType::Optional(inner) => write!(f, "optional({inner})"),
            ValueType::Map(key, inner) => write!(f, "map({},{inner})", key.map_or("?", ElementType::name)),
        }
    }
}

/// Why something is unknown, and the node where the information was lost. It displays as a lowercase clause.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum UnknownReason {
    /// An error of this rule leaves the outputs of the node unknown.
    AtFault {
        /// The rule of the error.
        rule: RuleRef,
        /// The node that has the error.
        node: NodeId,
    },
    /// The operator of the node does not determine more, as in "the axes are known only at run time".
    Operator {
        /// The node.
        node: NodeId,
        /// The cause.
        cause: Arc<str>,
    },
    /// The value itself is unknown: a graph input, an invalid constant, or a name that no node produces.
    Value {
        /// The cause.
        cause: Arc<str>,
    },
}

impl UnknownReason {
    /// The operator of this node does not determine more.
    pub fn operator(node: NodeId, cause: impl Into<Arc<str>>) -> UnknownReason {
        UnknownReason::Operator { node, cause: cause.into() }
    }

    /// The value itself is unknown.
    pub fn value(cause: impl Into<Arc<str>>) -> UnknownReason {
        UnknownReason::Value { cause: cause.into() }
    }

    /// The node where the information was lost; `None` for a value that no node produces.
    pub fn node(&self) -> Option<NodeId> {
        match self {
            UnknownReason::AtFault { node, .. } | UnknownReason::Operator { node, .. } => Some(*node),
            UnknownReason::Value { .. } => None,
        }
    }
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::AtFault { rule, .. } => write!(f, "the node has error {}", rule.code()),
            UnknownReason::Operator { cause, .. } | UnknownReason::Value { cause } => f.write_str(cause),
        }
    }
}

/// Where a fact comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Provenance {
    /// From graph inputs, initializers and operators alone. These facts are sound.
    #[default]
    Inferred,
    /// From a declaration of an inner value as well, here or upstream.
    Declared,
}

/// What is known about the elements of a value. At run time, no memory is needed for a [`KnownValue::Constant`], which the
/// file contains, and for [`KnownValue::Elements`] that are all exact ([`Elements::is_exact`]), which the compiler can
/// write down; elements within bounds, items, and parts are computed by the run.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum KnownValue {
    /// Nothing.
    #[default]
    Unknown,
    /// A constant in the file, read only on demand.
    Constant(TensorId),
    /// Known element by element, exactly or within bounds.
    Elements(Elements),
    /// The items of a sequence, in order, or the content of an optional: one value or none.
    Items(Arc<[Fact]>),
    /// The parts of a split tensor, which are not known individually.
    Split(Arc<TensorSplit>),
}

impl KnownValue {
    /// What the elements or items that are known one by one count for `max_tracked_elements`, in proportion to their memory:
    /// an integer or a dimension of an item 1, a float a sixth, a list 3 besides its elements, and an item of a sequence 4
    /// besides its elements and dimensions.
    pub(crate) fn tracking_cost(&self) -> usize {
        match self {
            KnownValue::Elements(elements) => elements.memory() / size_of::<SymInt>() + 3,
            KnownValue::Items(items) => {
                let cost = |item: &Fact| 4 + item.shape().rank().unwrap_or(0) + item.value.tracking_cost();
                2 + items.iter().map(cost).sum::<usize>()
            }
            _ => 0,
        }
    }
}

/// How a tensor was split along an axis into the items of a sequence.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct TensorSplit {
    /// The axis, counted from the start.
    pub axis: usize,
    /// The total size of the parts along the axis.
    pub size: Dim,
    /// The number of parts.
    pub count: Dim,
    /// Whether the parts keep the axis, if certain.
    pub kept: Option<bool>,
}

/// Everything known about a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// Kind, element type and shape.
    pub ty: ValueType,
    /// The elements.
    pub value: KnownValue,
    /// Where the type and shape come from.
    pub provenance: Provenance,
    /// Why the type or shape is not completely known, if it is not.
    pub unknown_reason: Option<UnknownReason>,
}

impl Fact {
    /// What the fact says without its model: a constant of the file is no longer referred to, so its elements are unknown,
    /// and a reason no longer names a node.
    #[must_use]
    pub fn detached(self) -> Fact {
        let value = match self.value {
            KnownValue::Constant(_) => KnownValue::Unknown,
            KnownValue::Items(items) => KnownValue::Items(items.iter().cloned().map(Fact::detached).collect()),
            value => value,
        };
        Fact { value, unknown_reason: None, ..self }
    }

    /// An unknown value, without a reason.
    pub const UNKNOWN: Fact = Fact {
        ty: ValueType::Unknown,
        value: KnownValue::Unknown,
        provenance: Provenance::Inferred,
        unknown_reason: None,
    };

    /// A tensor of this type and shape whose elements are unknown.
    pub fn tensor(element: impl Into<Option<ElementType>>, shape: Shape) -> Fact {
        ValueType::tensor(element, shape).into()
    }

    /// The element type, if this is a tensor whose element type is known.
    pub fn element(&self) -> Option<ElementType> {
        self.ty.as_tensor()?.element
    }

    /// The shape; unknown for anything except a dense tensor.
    pub fn shape(&self) -> &Shape {
        self.ty.as_tensor().map_or(&Shape::UNKNOWN, |t| &t.shape)
    }

    /// The same fact with known elements.
    pub fn with_elements(self, elements: Option<Elements>) -> Fact {
        Fact { value: elements.map_or(KnownValue::Unknown, KnownValue::Elements), ..self }
    }

    /// The same fact for a sequence or an optional with these items.
    pub fn with_items(self, items: Option<Vec<Fact>>) -> Fact {
        Fact { value: items.map_or(KnownValue::Unknown, |items| KnownValue::Items(items.into())), ..self }
    }

    /// The items of a sequence or an optional, if known.
    pub fn items(&self) -> Option<&[Fact]> {
        match &self.value {
            KnownValue::Items(items) => Some(items),
            _ => None,
        }
    }

    /// The union of the types. An empty container implies nothing about its item type.
    fn join_types(&self, other: &Fact) -> ValueType {
        let same_kind = std::mem::discriminant(&self.ty) == std::mem::discriminant(&other.ty);
        match (self.items(), other.items()) {
            (Some([]), _) if same_kind => other.ty.clone(),
            (_, Some([])) if same_kind => self.ty.clone(),
            _ => self.ty.join(&other.ty),
        }
    }

    /// The union of the facts. A shared constant stays a constant.
    pub fn join(&self, other: &Fact) -> Fact {
        let content = match (&self.value, &other.value) {
            (KnownValue::Items(a), KnownValue::Items(b)) if a.len() == b.len() => {
                KnownValue::Items(a.iter().zip(b.iter()).map(|(a, b)| a.join(b)).collect())
            }
            (KnownValue::Elements(a), KnownValue::Elements(b)) => {
                a.join(b).map_or(KnownValue::Unknown, KnownValue::Elements)
            }
            (KnownValue::Constant(a), KnownValue::Constant(b)) if a == b => self.value.clone(),
            (KnownValue::Split(a), KnownValue::Split(b)) if a == b => self.value.clone(),
            _ => KnownValue::Unknown,
        };
        let declared = self.provenance == Provenance::Declared || other.provenance == Provenance::Declared;
        Fact {
            ty: self.join_types(other),
            value: content,
            provenance: if declared { Provenance::Declared } else { Provenance::Inferred },
            unknown_reason: self.unknown_reason.clone().or_else(|| other.unknown_reason.clone()),
        }
    }
}

impl From<ValueType> for Fact {
    fn from(ty: ValueType) -> Fact {
        Fact { ty, ..Fact::UNKNOWN }
    }
}
