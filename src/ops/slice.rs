//! Slice: ranges of elements along some axes.

use super::EvalContext;
use super::OperandSource;
use super::axes::{self, Axes, Ranked};
use super::cost::{self, Cost};
use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::shape_checks;
use super::signature::{FormalParameter, Signature, TypeVariable};
use super::slice_arithmetic::Slice;
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved, properties, view};
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::ops::size_operand::{SizeOperand, SizeSource};
use crate::place::Place;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

mod scatter;

/// A list of numbers of a node: starts, ends or steps.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub(super) name: &'static str,
    source: Option<OperandSource>,
    /// The number of elements.
    count: Dim,
    /// The numbers, if anything is known about them.
    ints: Option<Vec<SymInt>>,
}

impl List {
    fn attribute(cx: &InferContext<'_>, name: &'static str) -> List {
        let ints: Option<Vec<SymInt>> = cx.ints(name).map(|list| list.iter().map(|v| SymInt::exact(*v)).collect());
        let count = ints.as_ref().map_or(Dim::unknown(), |list| Dim::exact(list.len() as u64));
        List { name, source: Some(OperandSource::Attribute(name)), count, ints }
    }

    /// The list at an input; an omitted one has no source.
    pub(super) fn input(cx: &InferContext<'_>, input: usize, name: &'static str) -> List {
        let source = cx.has_input(input).then_some(OperandSource::Input(input));
        let shape = cx.shape(input);
        let elements = view::known_or_any(cx, input).filter(|(_, sizes)| sizes.len() <= 1);
        let ints = elements.and_then(|(elements, _)| elements.ints().map(<[SymInt]>::to_vec));
        // What is no list is reported as such, and the product of its many dimensions takes long.
        let count = if shape.min_rank() <= 1 { shape.num_elements() } else { Dim::unknown() };
        List { name, source, count, ints }
    }

    pub(super) fn is_given(&self) -> bool {
        self.source.is_some()
    }

    /// The number of elements, if known.
    pub(super) fn len(&self) -> Option<usize> {
        self.count.size().and_then(|n| usize::try_from(n).ok())
    }

    /// The number at a position, as far as it is known.
    pub(super) fn get(&self, position: usize) -> SymInt {
        self.ints.as_ref().and_then(|list| list.get(position)).cloned().unwrap_or(SymInt::unknown())
    }

    /// The place of a number of the list.
    pub(super) fn place(&self, cx: &InferContext<'_>, position: usize) -> Place {
        match self.source {
            Some(OperandSource::Attribute(name)) => cx.attribute_place(name),
            Some(OperandSource::Input(input)) => cx.element_place(input, position),
            None => cx.place(),
        }
    }

    /// The step at a position, `None` if unknown; a step of zero is reported and treated as unknown.
    pub(super) fn step(&self, cx: &mut InferContext<'_>, position: usize) -> Option<i128> {
        if !self.is_given() {
            return Some(1);
        }
        match self.get(position).value() {
            Some(0) => {
                // One finding for the list: it is at the first zero.
                let position = (0..position).find(|&p| self.get(p).value() == Some(0)).unwrap_or(position);
                let place = self.place(cx, position);
                let finding = Diagnostic::new(
                    &rules::invalid_input_value::RULE,
                    place,
                    "the step of a slice is 0; expected nonzero",
                );
                let finding = finding.label(format!("element {position} of {} is 0", self.name));
                cx.report(
                    finding
                        .help("set the step to at least 1 to go forward, or at most -1 to go backward")
                        .data("element", position),
                );
                None
            }
            step => step,
        }
    }

    /// The step at a position, if known.
    pub(super) fn known_step(&self, position: usize) -> Option<i128> {
        if self.is_given() { self.get(position).value().filter(|step| *step != 0) } else { Some(1) }
    }

    /// Reports numbers at an input that is not a list (OP203). Returns whether they may be one.
    fn is_list(&self, cx: &mut InferContext<'_>) -> bool {
        match self.source {
            Some(OperandSource::Input(input)) => {
                shape_checks::rank(cx, input, 1..=1, "reshape the input to one dimension")
            }
            _ => true,
        }
    }

    /// Reports lists of different lengths. Returns whether they may have the same length.
    pub(super) fn same_length(&self, cx: &mut InferContext<'_>, other: &List) -> bool {
        if !other.is_given() || !self.is_given() || self.count.meet(&other.count).is_some() {
            return true;
        }
        let message = format!(
            "the node has {} {}, but {} {}; expected one of each per axis",
            self.count, self.name, other.count, other.name
        );
        let place = match other.source {
            Some(OperandSource::Input(input)) => cx.input_place(input),
            _ => other.place(cx, 0),
        };
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, place, message);
        let finding = finding.help(format!("list as many {} as {}", other.name, self.name));
        cx.report(finding.data("list", other.name).data("other", self.name));
        false
    }
}

/// A resolved Slice.
#[derive(Debug)]
struct SliceAxes {
    starts: List,
    ends: List,
    steps: List,
    axes: Axes,
    axes_list: List,
    source: OperandSource,
}

impl Operator for SliceAxes {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let listed = [&self.starts, &self.ends, &self.steps].iter().fold(true, |all, list| all & list.is_list(cx));
        let lists = [&self.ends, &self.axes_list, &self.steps];
        let fits = listed && lists.iter().fold(true, |fits, list| fits & self.starts.same_length(cx, list));
        let slices = if fits { self.slices(cx, &data) } else { None };
        let (shape, elements) = match (&slices, data.dims()) {
            (Some(slices), Some(dims)) => {
                let shape = Shape::from_dims(dims.iter().zip(slices).map(|(dim, slice)| slice.length(dim)));
                let elements = slice_elements(cx, slices);
                (shape, elements)
            }
            // The sliced axes are unknown, but no axis grows.
            (None, Some(dims)) => (Shape::from_dims(dims.iter().map(|d| Dim::interval(0, d.high()))), None),
            (_, None) => (data, None),
        };
        let unknown = slices.is_none() && fits;
        let why = unknown.then(|| cx.unknown_because("the slices are known only at run time"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) }.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let data = cx.input(0)?;
        let slices = self.certain(data.sizes().len()).ok_or(EvalError::UnknownType)?;
        let view = view(&view::sizes(data), &slices).ok_or(EvalError::UnknownType)?;
        Ok(vec![view.of_tensor(data)?])
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        let forwards = !self.steps.is_given() || (0..self.steps.len()?).all(|at| self.steps.known_step(at) == Some(1));
        properties::keeps_shape(cx)
            .filter(|_| forwards)
            .map(|_| NodeProperty::Forwards(0, "the slice covers every element"))
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::part(0)
    }
}

/// The elements of the slices, if completely known.
pub(super) fn slice_elements(cx: &InferContext<'_>, slices: &[Slice]) -> Option<Elements> {
    let (data, sizes) = view::known(cx, 0)?;
    view(&sizes, slices)?.gather(&data, cx.limits())
}

/// The layout of the slices in a tensor of these sizes, if completely known.
pub(super) fn view(sizes: &[u64], slices: &[Slice]) -> Option<view::View> {
    let mut view = view::View::contiguous(sizes)?;
    for ((dim, slice), size) in view.dims.iter_mut().zip(slices).zip(sizes) {
        let length = slice.length(&Dim::exact(*size)).size()?;
        let (first, stride) = (slice.first(*size)?, dim.1);
        // The stride of a single element is never used.
        let step = if length > 1 { slice.step? } else { 1 };
        *dim = (length, stride.checked_mul(step)?);
        view.offset = view.offset.checked_add(stride.checked_mul(first)?)?;
    }
    Some(view)
}

impl SliceAxes {
    /// The slice of each dimension; `None` if the axes are uncertain.
    fn slices(&self, cx: &mut InferContext<'_>, data: &Shape) -> Option<Vec<Slice>> {
        let named: Vec<i128> = match &self.axes {
            Axes::All => {
                let count = self.starts.len().or(self.ends.len())?;
                match data.rank() {
                    Some(rank) if count > rank => {
                        self.too_many(cx, count, rank);
                        return None;
                    }
                    Some(_) => (0..count as i128).collect(),
                    None => return None,
                }
            }
            Axes::Known(list) => list.clone(),
            Axes::Runtime(_) => return None,
        };
        let Some(rank) = data.rank() else {
            axes::repeated(cx, &named, self.source, Ranked::Paired(0));
            return None;
        };
        let mut slices = vec![Slice::ALL; rank];
        let wrapped = axes::wrap(cx, &named, rank, self.source, Ranked::Paired(0));
        if wrapped.out_of_range || wrapped.duplicate {
            return None;
        }
        for (position, axis) in wrapped.dims.into_iter().enumerate() {
            let step = self.steps.step(cx, position);
            slices[axis] = self.slice(position, step);
        }
        Some(slices)
    }

    fn slice(&self, position: usize, step: Option<i128>) -> Slice {
        Slice { start: Some(self.starts.get(position)), end: Some(self.ends.get(position)), step }
    }

    /// The slice of each dimension of a tensor of this rank, if valid.
    fn certain(&self, rank: usize) -> Option<Vec<Slice>> {
        let named: Vec<i128> = match &self.axes {
            Axes::All => (0..self.starts.len()? as i128).collect(),
            Axes::Known(list) => list.clone(),
            Axes::Runtime(_) => return None,
        };
        let mut slices = vec![Slice::ALL; rank];
        for (position, axis) in named.into_iter().enumerate() {
            slices[axes::position(axis, rank)?] = self.slice(position, self.steps.known_step(position));
        }
        Some(slices)
    }

    fn too_many(&self, cx: &mut InferContext<'_>, count: usize, rank: usize) {
        let name = self.starts.name;
        let message = format!(
            "{name} without axes has {}, but input {} has rank {rank}",
            counted(count, "number"),
            cx.input_name(0)
        );
        let place = self.starts.place(cx, rank);
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, place, message);
        cx.report(
            finding
                .help("list at most one number per dimension, or list the axes")
                .data("count", count)
                .data("rank", rank),
        );
    }
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    if cx.attribute_kind("starts").is_none() {
        return Resolved::operator(SliceAxes::from_inputs(cx, [1, 2, 4, 3]));
    }
    let (starts, ends, axes_list) =
        (List::attribute(cx, "starts"), List::attribute(cx, "ends"), List::attribute(cx, "axes"));
    let steps = List { name: "steps", source: None, count: Dim::unknown(), ints: None };
    let source = OperandSource::Attribute("axes");
    let axes = axes::read(cx, source);
    Resolved::operator(SliceAxes { starts, ends, steps, axes, axes_list, source })
}

impl SliceAxes {
    /// The slices in the inputs; in ONNX the axes precede the steps, in OpenVINO they follow.
    fn from_inputs(cx: &mut InferContext<'_>, [starts, ends, steps, axes]: [usize; 4]) -> SliceAxes {
        let source = OperandSource::Input(axes);
        SliceAxes {
            starts: List::input(cx, starts, "starts"),
            ends: List::input(cx, ends, "ends"),
            steps: List::input(cx, steps, "steps"),
            axes_list: List::input(cx, axes, "axes"),
            axes: axes::read_list(cx, source),
            source,
        }
    }
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(SliceAxes::from_inputs(cx, [1, 2, 3, 4]))
}

// The specification has one type for all three lists; OpenVINO accepts any for each.
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::ALL),
    TypeVariable::tensors("T_START", TypeSet::INTEGER),
    TypeVariable::tensors("T_STOP", TypeSet::INTEGER),
    TypeVariable::tensors("T_STEP", TypeSet::INTEGER),
    TypeVariable::tensors("T_AXIS", TypeSet::INTEGER),
];

const SIGNATURES: &[Signature] = &[Signature::since(8)
    .until(16)
    .inputs(&[
        FormalParameter::new("data", "T"),
        FormalParameter::new("start", "T_START"),
        FormalParameter::new("stop", "T_STOP"),
        FormalParameter::new("step", "T_STEP"),
        FormalParameter::new("axes", "T_AXIS").optional(),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .variables(VARIABLES)];

const COUNTERPART: Counterpart = Counterpart::SAME_NAME.inputs(&[(0, 0), (1, 1), (2, 2), (3, 4), (4, 3)]).settings(&[
    SettingPair::AXES,
    SettingPair::new("ends", &["stop"], Equivalence::Plain),
    SettingPair::new("starts", &["start"], Equivalence::Plain),
    SettingPair::new("steps", &["step"], Equivalence::Fill(1.0)).or_input(),
]);

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Slice", resolve_onnx).with_properties().with_counterpart(COUNTERPART).with_size_operands(&[
        SizeOperand::ends(SizeSource::Input(2)),
        SizeOperand::ends(SizeSource::Attribute("ends")),
    ]),
    OperatorDef::openvino("Slice", SIGNATURES, resolve_ir)
        .with_properties()
        .with_size_operands(&[SizeOperand::ends(SizeSource::Input(2))]),
    scatter::DEFINITION,
];

#[cfg(test)]
mod tests {

    use crate::op_query::OpQuery;

    use crate::tensor::{EvalError, Tensor};

    #[test]
    fn slices_of_a_large_tensor_are_evaluated() {
        let data = || Tensor::new([3, 1000], (0..3000).collect::<Vec<i32>>()).unwrap();
        let list = |values: &[i64]| Tensor::new([values.len()], values.to_vec()).unwrap();
        let cut = |starts: &[i64], ends: &[i64], steps: &[i64]| {
            let query = OpQuery::openvino("Slice", 8).tensor(data()).tensor(list(starts)).tensor(list(ends));
            query.tensor(list(steps)).evaluate().map(|made| made[0].values::<i32>().unwrap().to_vec())
        };
        assert_eq!(cut(&[-1, 998], &[i64::MIN, i64::MAX], &[-2, 1]), Ok(vec![2998, 2999, 998, 999]));
        assert_eq!(cut(&[1, 999], &[2, 0], &[1, -333]), Ok(vec![1999, 1666, 1333]));
        // ONNX Runtime reads this end as omitted, other tools as a large number.
        assert_eq!(cut(&[0], &[i64::MAX], &[-1]), Err(EvalError::UnknownType));
        let first = OpQuery::onnx("Slice", 1)
            .attribute("starts", vec![-2])
            .attribute("ends", vec![9])
            .attribute("axes", vec![1]);
        let made = first.tensor(Tensor::new([1, 3], vec![1f32, 2.0, 3.0]).unwrap()).evaluate().unwrap();
        assert_eq!(made[0], Tensor::new([1, 2], vec![2f32, 3.0]).unwrap());
    }
}
