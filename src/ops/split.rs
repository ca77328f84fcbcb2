//! Split: divides a tensor into parts along one axis.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{EvalContext, StaticTensorType};
use super::{InferContext, Operator, OperatorDef, Resolved, diagnostics, view};
use crate::constraint::ConstraintKind;
use crate::diagnostic::{Diagnostic, are, counted};
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::graph::Operand;
use crate::ops::size_operand::SizeOperand;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// The sizes of the parts.
#[derive(Clone, Debug)]
enum Parts {
    /// A number of equal parts.
    Equal(u64),
    /// A number of equal parts, except that the last may be smaller.
    Chunks(u64),
    /// These sizes, as far as they are known.
    Sizes(Sizes),
    /// Uncertain or invalid.
    Unknown,
}

/// The sizes of the parts that a node states.
#[derive(Clone, Debug)]
struct Sizes {
    list: Vec<SymInt>,
    source: OperandSource,
    /// Whether a size of -1 is inferred.
    infers_rest: bool,
}

/// A resolved Split.
#[derive(Debug)]
struct Split {
    axis: Option<i128>,
    source: OperandSource,
    parts: Parts,
}

impl Operator for Split {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let element = cx.element(0);
        let axis = data.rank().zip(self.axis);
        let axis = axis.and_then(|(rank, axis)| axes::wrap_one(cx, axis, rank, self.source, Ranked::Input(0)));
        let (Some(dims), Some(axis)) = (data.dims(), axis) else {
            let shape = data.rank().map_or(data.clone(), Shape::of_rank);
            let why = self.axis.is_none().then(|| cx.unknown_because("the axis is unknown"));
            for output in 0..cx.output_count() {
                cx.set(output, Fact { unknown_reason: why.clone(), ..Fact::tensor(element, shape.clone()) });
            }
            return;
        };
        let sizes = self.sizes(cx, &dims[axis]);
        let known = view::known(cx, 0);
        let mut start = Some(0);
        for output in 0..cx.output_count() {
            // Invalid sizes imply nothing about the parts: runtimes interpret them differently.
            let at_fault = sizes.is_none() && matches!(self.parts, Parts::Sizes(_));
            let most = if at_fault { Dim::unknown() } else { Dim::interval(0, dims[axis].high()) };
            let size = sizes.as_ref().and_then(|s| s.get(output)).cloned().unwrap_or(most);
            let shape = Shape::from_dims(
                dims.iter().enumerate().map(|(i, d)| if i == axis { size.clone() } else { d.clone() }),
            );
            let elements = start.and_then(|start| part(cx, known.as_ref()?, axis, start, size.size()?));
            start = start.and_then(|start: u64| start.checked_add(size.size()?));
            let given = matches!(self.parts, Parts::Sizes(_)) && size.is_unknown();
            let why = (sizes.is_none() || given).then(|| cx.unknown_because("the sizes of the parts are uncertain"));
            cx.set(output, Fact { unknown_reason: why, ..Fact::tensor(element, shape) }.with_elements(elements));
        }
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let data = cx.input(0)?;
        let sizes = view::sizes(data);
        let axis = self.axis.and_then(|axis| axes::position(axis, sizes.len())).ok_or(EvalError::UnknownType)?;
        let mut start = 0u64;
        let part = |output: &StaticTensorType| {
            let size = *output.sizes.get(axis).ok_or(EvalError::UnknownType)? as u64;
            let view = part_view(&sizes, axis, start, size).ok_or(EvalError::UnknownType)?;
            start = start.saturating_add(size);
            view.of_tensor(data)
        };
        cx.outputs().iter().map(part).collect()
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// The elements of one part.
fn part(
    cx: &InferContext<'_>,
    (data, sizes): &(Elements, Vec<u64>),
    axis: usize,
    start: u64,
    size: u64,
) -> Option<Elements> {
    part_view(sizes, axis, start, size)?.gather(data, cx.limits())
}

/// A range of the sizes along the axis, from `start` on.
fn part_view(sizes: &[u64], axis: usize, start: u64, size: u64) -> Option<view::View> {
    let mut view = view::View::contiguous(sizes)?;
    let dim = view.dims.get_mut(axis)?;
    dim.0 = size;
    view.offset = dim.1.checked_mul(start.into())?;
    Some(view)
}

impl Split {
    /// The size of each part; reports sizes that do not sum to the dimension.
    fn sizes(&self, cx: &mut InferContext<'_>, dim: &Dim) -> Option<Vec<Dim>> {
        match &self.parts {
            Parts::Unknown => None,
            Parts::Equal(1) | Parts::Chunks(1) => Some(vec![dim.clone()]),
            Parts::Equal(count) => {
                let Some(part) = dim.exact_div(&Dim::exact(*count)) else {
                    uneven(cx, dim, *count, "choose a number of parts that divides the dimension");
                    return None;
                };
                cx.require(ConstraintKind::Equal, &dim.exact_div_remainder(&Dim::exact(*count)), &Dim::exact(0));
                Some(vec![part; cx.output_count().min(usize::try_from(*count).unwrap_or(usize::MAX))])
            }
            Parts::Chunks(count) => chunks(cx, dim, *count),
            Parts::Sizes(sizes) => given(cx, dim, sizes),
        }
    }
}

fn uneven(cx: &mut InferContext<'_>, dim: &Dim, count: u64, help: &'static str) {
    let finding = unevenly(cx, dim, count).help(help);
    cx.report(finding);
}

/// OP201, to be completed: a dimension that does not divide evenly into this many parts.
fn unevenly(cx: &InferContext<'_>, dim: &Dim, count: u64) -> Diagnostic {
    let message = format!("a dimension of size {dim} of input {} is split into {count} parts", cx.input_name(0));
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(0), message);
    finding.label(cx.shape(0)).data("size", dim.to_string()).data("parts", count)
}

/// Equal parts, rounded up; the last one is the remainder.
fn chunks(cx: &mut InferContext<'_>, dim: &Dim, count: u64) -> Option<Vec<Dim>> {
    let chunk = |size: u64| if size == Dim::UNBOUNDED { size } else { size.div_ceil(count) };
    let last = |size: u64| size.checked_sub(chunk(size).checked_mul(count - 1)?);
    if dim.size().is_some_and(|size| last(size).is_none()) {
        uneven(cx, dim, count, "split into fewer parts: rounded up, they exceed the dimension");
        return None;
    }
    if dim.size().and_then(last) == Some(0) {
        let finding = unevenly(cx, dim, count).level(Level::Warning);
        let finding = finding.note("onnx and onnx.reference return an empty last part; ONNX Runtime rejects it");
        cx.report(finding.help("split into fewer parts: rounded up, they leave the last one empty"));
    }
    let each = dim.ceil_div(&Dim::exact(count));
    let last = match dim.size() {
        Some(size) => Dim::exact(last(size)?),
        None => {
            let left = dim.sub(&each.mul(&Dim::exact(count - 1)));
            Dim::interval(0, each.high()).refine_with(left.expr().cloned())
        }
    };
    let outputs = cx.output_count().min(usize::try_from(count).unwrap_or(usize::MAX));
    Some((0..outputs).map(|i| if i as u64 + 1 == count { last.clone() } else { each.clone() }).collect())
}

/// Sizes in the file: nonnegative, with a single -1 where it is allowed, and their sum is the dimension.
fn given(cx: &mut InferContext<'_>, dim: &Dim, sizes: &Sizes) -> Option<Vec<Dim>> {
    let (sizes, source, rest) = (&sizes.list[..], sizes.source, sizes.infers_rest);
    if sizes.len() != cx.output_count() {
        // In IR, unused parts at the end may be omitted.
        let spare = rest && sizes.len() > cx.output_count();
        miscounted(cx, sizes.len(), source, spare);
        if !spare {
            return None;
        }
    }
    if let Some((position, size)) = negative(sizes, rest) {
        let message = format!(
            "split size {position} is {size}; expected {}",
            if rest { "at least -1, with -1 at most once" } else { "at least 0" }
        );
        let finding = Diagnostic::new(&rules::invalid_input_value::RULE, source.element_place(cx, position), message);
        let finding = if rest { finding.note("one size may be -1 and is then inferred") } else { finding };
        cx.report(
            finding.help("set every size to at least 0").data("element", position).data("value", size.to_string()),
        );
        return None;
    }
    let open = |int: &SymInt| rest && int.low() < 0;
    let least: i128 = sizes.iter().map(|s| s.low().max(0)).sum();
    let most: i128 = sizes.iter().map(|s| if open(s) { i128::from(u64::MAX) } else { s.high() }).sum();
    let unbounded = dim.high() == Dim::UNBOUNDED;
    if (least > dim.high().into() && !unbounded) || most < dim.low().into() {
        sum(cx, dim, sizes, source);
        return None;
    }
    let others = sizes.iter().filter(|s| !open(s)).filter_map(SymInt::to_dim);
    let others = others.fold(Dim::exact(0), |sum, size| sum.add(&size));
    if !sizes.iter().any(open) {
        cx.require(ConstraintKind::Equal, dim, &others);
    }
    let part = |int: &SymInt| match open(int) {
        // The remainder.
        true if sizes.iter().filter(|s| open(s)).count() == 1 => dim.sub(&others),
        true => Dim::interval(0, dim.high()),
        false => int.to_dim().and_then(|size| size.meet(&Dim::interval(0, dim.high()))).unwrap_or(Dim::unknown()),
    };
    Some(sizes.iter().map(part).collect())
}

/// OP201: more or fewer sizes than outputs.
fn miscounted(cx: &mut InferContext<'_>, sizes: usize, source: OperandSource, spare: bool) {
    let outputs = cx.output_count();
    let verb = are(sizes);
    let message = format!("there {verb} {}, but {}", counted(sizes, "size"), counted(outputs, "output"));
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, source.place(cx), message);
    let finding = finding.help("list one size for each output").data("sizes", sizes).data("outputs", outputs);
    cx.report(if spare {
        finding.level(Level::Warning).note("OpenVINO also computes the unused parts")
    } else {
        finding
    });
}

/// A size that is certainly too small, or the second -1.
fn negative(sizes: &[SymInt], rest: bool) -> Option<(usize, SymInt)> {
    let mut left = rest;
    let is_fault = |int: &SymInt| match int.value() {
        Some(-1) if rest => !std::mem::replace(&mut left, false),
        _ => int.high() < 0,
    };
    let position = sizes.iter().map(is_fault).position(|fault| fault)?;
    Some((position, sizes[position].clone()))
}

fn sum(cx: &mut InferContext<'_>, dim: &Dim, sizes: &[SymInt], source: OperandSource) {
    let list = diagnostics::listed(sizes);
    let message = format!("split sizes {list} do not sum to {dim}, the size of the axis of input {}", cx.input_name(0));
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, source.place(cx), message);
    let finding = finding.label(list).related(cx.input_place(0), cx.shape(0));
    cx.report(finding.help("choose sizes that sum to the size of the axis").data("size", dim.to_string()));
}

fn from_input(cx: &mut InferContext<'_>, position: usize, rest: bool) -> Parts {
    let shape = cx.shape(position);
    if let Some(rank) = shape.rank().filter(|&rank| rank != 1) {
        let message = format!("the split sizes in input {} have rank {rank}; expected 1", cx.input_name(position));
        let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(position), message);
        cx.report(finding.label(&shape).help("use a one-dimensional list of sizes").data("rank", rank));
        return Parts::Unknown;
    }
    let ints = view::known_or_any(cx, position).and_then(|(elements, _)| elements.ints().map(<[SymInt]>::to_vec));
    let sizes = |list| Parts::Sizes(Sizes { list, source: OperandSource::Input(position), infers_rest: rest });
    ints.map_or(Parts::Unknown, sizes)
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    let outputs = cx.output_count() as u64;
    let by_number = cx.attribute_kind("num_outputs").is_some();
    let parts = match cx.ints("split") {
        _ if cx.has_unknown_value("split") || cx.has_unknown_value("num_outputs") => Parts::Unknown,
        Some(list) => Parts::Sizes(Sizes {
            list: list.iter().map(|v| SymInt::exact(*v)).collect(),
            source: OperandSource::Attribute("split"),
            infers_rest: false,
        }),
        None if by_number => by_number_or_sizes(cx, outputs),
        None if cx.has_input(1) => from_input(cx, 1, false),
        None => Parts::Equal(outputs.max(1)),
    };
    let axis = match cx.int("axis") {
        _ if cx.has_unknown_value("axis") => None,
        axis => Some(axis.unwrap_or(0).into()),
    };
    Resolved::operator(Split { axis, source: OperandSource::Attribute("axis"), parts })
}

/// The size of the axis to split, if every tool knows it: the data is a graph input or a constant.
fn split_size(cx: &InferContext<'_>) -> Option<u64> {
    let Some(&Operand::Value(value)) = cx.model().inputs(cx.node()).first() else { return None };
    let data = cx.shape(0);
    if cx.model().producer(value).is_some() {
        return None;
    }
    let axis = axes::position(cx.int("axis").unwrap_or(0).into(), data.rank()?)?;
    data.dims()?[axis].size()
}

/// From opset 18 on, the file has either the sizes or the number of parts.
fn by_number_or_sizes(cx: &mut InferContext<'_>, outputs: u64) -> Parts {
    let number = cx.int("num_outputs");
    let (place, message) = match (number, cx.has_input(1)) {
        (None, true) => return from_input(cx, 1, false),
        (Some(n), false) if u64::try_from(n) == Ok(outputs) && n > 0 => return Parts::Chunks(outputs),
        (Some(n), false) => {
            (cx.attribute_place("num_outputs"), format!("attribute `num_outputs` is {n}; expected {}", outputs))
        }
        (Some(_), true) => (
            cx.attribute_place("num_outputs"),
            "both `num_outputs` and the input `split` are set; expected one of them".to_owned(),
        ),
        (None, false) => {
            let message = format!("{} needs the attribute `num_outputs` or the input `split`", cx.op_with_version());
            let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message);
            // The specification says "should"; onnx accepts it, and ONNX Runtime splits the data evenly over the
            // outputs.
            // onnx's shape inference, which ONNX Runtime calls, rejects the node once it knows the size to split.
            let finding = match split_size(cx) {
                Some(_) => finding.note("ONNX Runtime rejects the model"),
                None => finding.level(Level::Warning).note("ONNX Runtime splits into equal parts, one per output"),
            };
            cx.report(finding.help(format!("add num_outputs={outputs}")).data("attribute", "num_outputs"));
            return Parts::Unknown;
        }
    };
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
    cx.report(
        finding.help(format!("set num_outputs={outputs}, and remove the sizes")).data("attribute", "num_outputs"),
    );
    Parts::Unknown
}

fn resolve_split(cx: &mut InferContext<'_>) -> Resolved {
    let source = OperandSource::Input(1);
    let outputs = cx.output_count();
    let parts = match cx.int("num_splits") {
        // Unused parts need no port.
        Some(count) if count > 0 && outputs as u64 <= count.unsigned_abs() => Parts::Equal(count.unsigned_abs()),
        Some(count) if count > 0 => {
            let message =
                format!("attribute `num_splits` is {count}, but the layer has {}", counted(outputs, "output"));
            let finding = Diagnostic::new(&rules::wrong_output_count::RULE, cx.place(), message);
            let finding = finding.help(format!("set num_splits=\"{outputs}\", or remove the ports past {count}"));
            cx.report(finding.data("given", outputs).data("least", count));
            Parts::Unknown
        }
        Some(count) => {
            let place = cx.attribute_place("num_splits");
            let message = format!("attribute `num_splits` is {count}; expected at least 1");
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
            cx.report(
                finding
                    .help("set `num_splits` to the number of outputs")
                    .data("attribute", "num_splits")
                    .data("value", count),
            );
            Parts::Unknown
        }
        None => Parts::Unknown,
    };
    Resolved::operator(Split { axis: one_axis(cx, false), source, parts })
}

/// IR: the axis in input 1; reports one that is not a single number.
fn one_axis(cx: &mut InferContext<'_>, list_of_one: bool) -> Option<i128> {
    let shape = cx.shape(1);
    let fits = match shape.rank() {
        Some(0) | None => true,
        Some(rank) => list_of_one && rank == 1 && shape.num_elements().contains(1),
    };
    if fits {
        return axes::read_one(cx, OperandSource::Input(1));
    }
    let valid = if list_of_one { "a scalar or a one-element list" } else { "a scalar" };
    let message = format!("the axis in input {} has shape {shape}; expected {valid}", cx.input_name(1));
    let finding = Diagnostic::new(&rules::wrong_axes_rank::RULE, cx.input_place(1), message);
    cx.report(finding.label(&shape).help("use a scalar").data("rank", shape.min_rank()));
    None
}

fn resolve_variadic(cx: &mut InferContext<'_>) -> Resolved {
    let source = OperandSource::Input(1);
    Resolved::operator(Split { axis: one_axis(cx, true), source, parts: from_input(cx, 2, true) })
}

const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("outputs", "T").variadic(1)];
const SPLIT: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("axis", "T_AXIS")])
    .outputs(OUTPUTS)
    .attributes(&[AttributeSpec::required("num_splits", AttributeKind::Integer)])
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T_AXIS", TypeSet::INTEGER)])];
const VARIADIC: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[
        FormalParameter::new("data", "T"),
        FormalParameter::new("axis", "T1"),
        FormalParameter::new("split_lengths", "T2"),
    ])
    .outputs(OUTPUTS)
    .variables(&[
        TypeVariable::tensors("T", TypeSet::ALL),
        TypeVariable::tensors("T1", TypeSet::INTEGER),
        TypeVariable::tensors("T2", TypeSet::INTEGER),
    ])];

const COUNTERPART: Counterpart = Counterpart::SAME_NAME.inputs(&[(0, 0)]).settings(&[
    SettingPair::AXIS,
    SettingPair::new("num_outputs", &["num_splits"], Equivalence::Plain),
    SettingPair::new("split", &["split_lengths"], Equivalence::Plain),
]);

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Split", resolve_onnx).with_counterpart(COUNTERPART).with_size_operands(&[
        SizeOperand::input(1, "sizes computed from its input, or equal parts"),
        SizeOperand::attribute("split", "sizes computed from its input, or equal parts"),
    ]),
    OperatorDef::openvino("Split", SPLIT, resolve_split),
    OperatorDef::openvino("VariadicSplit", VARIADIC, resolve_variadic)
        .with_counterpart(Counterpart::named("Split"))
        .with_size_operands(&[SizeOperand::input(2, "sizes computed from its input, or -1 for one part")]),
];
