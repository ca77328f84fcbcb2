//! Unique: the distinct elements or slices, and their positions.

use super::attributes;
use super::counterpart::Counterpart;
use super::scalar::{self, OneListed};
use std::cmp::Ordering;

use super::OperandSource;
use super::axes::{self, Ranked};
use super::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, FormalType, ParameterOption, Signature,
    TypeConstraint, TypeVariable,
};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved, view};
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::elements::Elements;
use crate::fact::Fact;
use crate::kernel::dense::whole_tensor;
use crate::kernel::{lines, runs};
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved Unique.
#[derive(Debug)]
struct Unique {
    axis: Axis,
    /// Whether the result is sorted, or in the order of the data; `None` if the file does not say.
    sorted: Option<bool>,
    /// The types of indices and counts.
    positions: Option<ElementType>,
    counts: Option<ElementType>,
}

#[derive(Clone, Copy, Debug)]
enum Axis {
    /// The data is flattened.
    Flat,
    At(i128, OperandSource),
    Unknown,
}

impl Operator for Unique {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        // The compared slices, and the shape of the unique ones.
        let (all, at) = match (self.axis, data.dims()) {
            (Axis::Flat, _) => (data.num_elements(), Some(0)),
            (Axis::At(axis, source), Some(dims)) => {
                let at = axes::wrap_one(cx, axis, dims.len(), source, Ranked::Input(0));
                (at.map_or_else(Dim::unknown, |at| dims[at].clone()), at)
            }
            _ => (Dim::unknown(), None),
        };
        let exact = match self.axis {
            Axis::Flat => self.exact(cx, None),
            _ => at.and_then(|at| self.exact(cx, Some(at))),
        };
        let kept = match &exact {
            Some(exact) => Dim::exact(exact.len() as u64),
            None if all.high() <= 1 => all.clone(),
            None => cx.data_dependent_dim(0, at.unwrap_or(0), all.low().min(1), all.high()),
        };
        let shape = match (self.axis, data.dims(), at) {
            (Axis::Flat, ..) => Shape::from_dims([kept.clone()]),
            (_, Some(dims), Some(at)) => Shape::from_dims(
                dims.iter().enumerate().map(|(i, dim)| if i == at { kept.clone() } else { dim.clone() }),
            ),
            (Axis::At(..), Some(dims), None) => Shape::of_rank(dims.len()),
            _ => Shape::with_min_rank(data.min_rank().max(1)),
        };
        let list = |element: Option<ElementType>, dim: &Dim| Fact::tensor(element, Shape::from_dims([dim.clone()]));
        let known = |of: fn(&Kept) -> &Vec<i64>| exact.as_ref().map(|kept| Elements::of_ints(of(kept).iter().copied()));
        let values = exact.as_ref().and_then(|kept| kept.values.clone());
        cx.set(0, Fact::tensor(cx.element(0), shape).with_elements(values));
        cx.set(1, list(self.positions, &kept).with_elements(known(|kept| &kept.first)));
        cx.set(2, list(self.positions, &all).with_elements(known(|kept| &kept.inverse)));
        cx.set(3, list(self.counts, &kept).with_elements(known(|kept| &kept.counts)));
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let data = cx.input(0)?;
        let at = match self.axis {
            Axis::Flat => None,
            Axis::At(axis, _) => Some(axes::position(axis, data.sizes().len()).ok_or(EvalError::UnknownType)?),
            Axis::Unknown => return Err(cx.no_evaluator()),
        };
        let sorted = self.sorted.ok_or_else(|| cx.no_evaluator())?;
        let keys = lines::keys(data)?.into_iter().map(i128::from).collect();
        let slices = Slices::along(keys, data.sizes(), at).ok_or(EvalError::UnknownType)?;
        let kept = Kept::of(&slices, sorted);
        let made = cx.outputs().iter().enumerate().map(|(output, result)| {
            let list = match output {
                0 => {
                    let positions: Vec<usize> = kept.positions(&slices).collect();
                    let made = runs::gathered(data, &result.sizes, 1, |take| take(&positions));
                    return made.ok_or(EvalError::UnknownType);
                }
                1 => &kept.first,
                2 => &kept.inverse,
                _ => &kept.counts,
            };
            let list: Vec<i128> = list.iter().map(|&n| n.into()).collect();
            whole_tensor(result.element, &result.sizes, &list)
        });
        made.collect()
    }
}

/// The unique slices of a constant.
#[derive(Default)]
struct Kept {
    values: Option<Elements>,
    /// The first position of each.
    first: Vec<i64>,
    /// The unique slice of each slice of the data.
    inverse: Vec<i64>,
    counts: Vec<i64>,
}

impl Kept {
    /// The unique ones of these slices.
    fn of(slices: &Slices, sorted: bool) -> Kept {
        let mut kept = Kept { inverse: vec![0; slices.count], ..Kept::default() };
        for (to, group) in slices.groups(sorted).iter().enumerate() {
            kept.first.push(group[0] as i64);
            kept.counts.push(group.len() as i64);
            for &slice in group {
                kept.inverse[slice] = to as i64;
            }
        }
        kept
    }

    /// The positions of the elements of the unique slices.
    fn positions(&self, slices: &Slices) -> impl Iterator<Item = usize> {
        let (count, inner) = (slices.count, slices.inner);
        let row = move |o: usize| self.first.iter().flat_map(move |&f| (0..inner).map(move |i| (o, f as usize, i)));
        (0..slices.outer).flat_map(row).map(move |(o, f, i)| (o * count + f) * inner + i)
    }

    fn len(&self) -> usize {
        self.first.len()
    }
}

/// Constant data as slices along an axis: `outer` times `count` times `inner` elements.
struct Slices {
    keys: Vec<i128>,
    outer: usize,
    count: usize,
    inner: usize,
}

impl Slices {
    fn along(keys: Vec<i128>, sizes: &[usize], at: Option<usize>) -> Option<Slices> {
        let product = |sizes: &[usize]| sizes.iter().try_fold(1usize, |n, &size| n.checked_mul(size));
        Some(match at {
            None => Slices { count: keys.len(), keys, outer: 1, inner: 1 },
            Some(at) => {
                let (outer, rest) = sizes.split_at_checked(at)?;
                let (&count, inner) = rest.split_first()?;
                Slices { keys, outer: product(outer)?, count, inner: product(inner)? }
            }
        })
    }

    /// The positions of a slice's elements.
    fn positions(&self, slice: usize) -> impl Iterator<Item = usize> {
        let (count, inner) = (self.count, self.inner);
        (0..self.outer).flat_map(move |o| (0..inner).map(move |i| (o * count + slice) * inner + i))
    }

    fn order(&self, a: usize, b: usize) -> Ordering {
        let keys = |slice| self.positions(slice).map(|at| self.keys.get(at));
        keys(a).cmp(keys(b))
    }

    /// Groups of equal slices, each in the order of the data.
    fn groups(&self, sorted: bool) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.count).collect();
        order.sort_by(|&a, &b| self.order(a, b));
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for slice in order {
            match groups.last_mut().filter(|group| self.order(group[0], slice).is_eq()) {
                Some(group) => group.push(slice),
                None => groups.push(vec![slice]),
            }
        }
        if !sorted {
            groups.sort_by_key(|group| group[0]);
        }
        groups
    }
}

/// Keys that are equal and ordered like the elements; NaN has no order.
fn keys(elements: &Elements) -> Option<Vec<i128>> {
    let Some(floats) = elements.floats() else { return elements.exact_ints() };
    let key = |&float: &f64| {
        let bits = (float + 0.0).to_bits() as i64;
        (!float.is_nan()).then_some(i128::from(if bits < 0 { i64::MIN - bits } else { bits }))
    };
    floats.iter().map(key).collect()
}

impl Unique {
    /// The unique slices of constant data, whole or along this axis.
    fn exact(&self, cx: &InferContext<'_>, at: Option<usize>) -> Option<Kept> {
        let (elements, sizes) = view::known(cx, 0)?;
        let sizes: Option<Vec<usize>> = sizes.iter().map(|&size| usize::try_from(size).ok()).collect();
        // Without elements, there may be any number of slices.
        let slices = Slices::along(keys(&elements)?, &sizes?, at).filter(|slices| !slices.keys.is_empty())?;
        let mut kept = Kept::of(&slices, self.sorted?);
        kept.values = elements.gather(kept.positions(&slices));
        Some(kept)
    }
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    let axis = match cx.int("axis") {
        _ if cx.has_unknown_value("axis") => Axis::Unknown,
        Some(axis) => Axis::At(axis.into(), OperandSource::Attribute("axis")),
        None if cx.attribute_record("axis").is_some() => Axis::Unknown,
        None => Axis::Flat,
    };
    let sorted = attributes::doubtful_flag(cx, "sorted");
    let element = Some(ElementType::I64);
    Resolved::operator(Unique { axis, sorted, positions: element, counts: element })
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    let source = OperandSource::Input(1);
    let axis = match cx.has_input(1) {
        false => Axis::Flat,
        true if scalar::expect(cx, 1, OneListed::Valid) => {
            axes::read_one(cx, source).map_or(Axis::Unknown, |axis| Axis::At(axis, source))
        }
        true => Axis::Unknown,
    };
    let element = |name: &str| match cx.attribute_record(name) {
        Some(_) => cx.element_attribute(name),
        None => Some(ElementType::I64),
    };
    let (positions, counts) = (element("index_element_type"), element("count_element_type"));
    Resolved::operator(Unique { axis, sorted: cx.bool("sorted"), positions, counts })
}

const INDEX: FormalType =
    FormalType::Fixed(TypeConstraint::tensors(TypeSet::from_types(&[ElementType::I64, ElementType::I32])));
const fn index(name: &'static str) -> FormalParameter<'static> {
    FormalParameter { name, ty: INDEX, presence: ParameterOption::Optional }
}
const SIGNATURES: &[Signature] = &[Signature::since(10)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("axis", "T_AXIS").optional()])
    .outputs(&[FormalParameter::new("output", "T"), index("indices"), index("inverse_indices"), index("counts")])
    .attributes(&[
        AttributeSpec::default("sorted", AttributeKind::Bool, DefaultValue::Bool(true)),
        AttributeSpec::default("index_element_type", AttributeKind::Element, DefaultValue::Text("i64")),
        AttributeSpec::default("count_element_type", AttributeKind::Element, DefaultValue::Text("i64")),
    ])
    .variables(&[
        TypeVariable::tensors("T", TypeSet::ALL),
        TypeVariable::tensors("T_AXIS", TypeSet::from_types(&[ElementType::I64, ElementType::I32])),
    ])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Unique", resolve_onnx).with_counterpart(Counterpart::WITH_AXIS),
    OperatorDef::openvino("Unique", SIGNATURES, resolve_ir),
];
