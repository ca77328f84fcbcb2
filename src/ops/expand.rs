//! Expand, Broadcast and Tile: repeat elements along dimensions.

use super::EvalContext;
use super::cost::{self, Cost};
use super::counterpart::Counterpart;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{
    InferContext, NodeProperty, Operator, OperatorDef, Resolved, axes, broadcast, properties, target_shape, view,
};
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::ops::size_operand::SizeOperand;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::{Integers, Tensor};

mod tile;

/// How the data is broadcast to the target shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Aligned at the end; a dimension of size 1 in either is broadcast.
    Bidirectional,
    /// Aligned at the end; the result has the target shape.
    Numpy,
    /// Input 2 maps each dimension of the data to one of the target shape.
    Explicit,
    /// The result has the target shape; the alignment of the data is not tracked.
    Free,
}

/// A resolved Expand or Broadcast.
#[derive(Debug)]
struct Expand {
    /// `None` if the attribute is invalid.
    mode: Option<Mode>,
}

impl Operator for Expand {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (data, target) = (cx.shape(0), target_shape::read(cx, 1));
        let (shape, mapping) = match self.mode {
            Some(Mode::Bidirectional) => bidirectional(cx, &data, &target),
            Some(Mode::Numpy) => numpy(cx, &data, &target),
            Some(Mode::Explicit) => explicit(cx, &data, &target),
            Some(Mode::Free) => (target.clone(), None),
            None => (Shape::UNKNOWN, None),
        };
        let elements = mapping.and_then(|mapping| repeated(cx, &shape, &mapping));
        let why = target_shape::why(cx, 1, &shape);
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) }.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, view::wide(&cx.output(0)?.sizes));
        let mapping = match self.mode {
            Some(Mode::Bidirectional | Mode::Numpy) => aligned(data.sizes().len(), result.len()),
            Some(Mode::Explicit) if data.sizes().is_empty() => Vec::new(),
            Some(Mode::Explicit) => {
                let mapping = Integers::from_tensor(cx.input(2)?)?.indices().ok_or(EvalError::UnknownType)?;
                if mapping.windows(2).any(|pair| pair[0] >= pair[1]) {
                    return Err(EvalError::Invalid("the axes of the mapping are not in increasing order".into()));
                }
                mapping
            }
            Some(Mode::Free) | None => return Err(cx.no_evaluator()),
        };
        let view = view::View::laid(&view::sizes(data), &mapping, &result).ok_or(EvalError::UnknownType)?;
        Ok(vec![view.of_tensor(data)?])
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        properties::keeps_shape(cx)
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// For each dimension of the data, the corresponding dimension of the result.
type Mapping = Vec<usize>;

fn repeated(cx: &InferContext<'_>, shape: &Shape, mapping: &Mapping) -> Option<Elements> {
    let (data, sizes) = view::known(cx, 0)?;
    view::View::laid(&sizes, mapping, &shape.sizes()?)?.gather(&data, cx.limits())
}

fn aligned(data: usize, result: usize) -> Mapping {
    (result.saturating_sub(data)..result).collect()
}

fn bidirectional(cx: &mut InferContext<'_>, data: &Shape, target: &Shape) -> (Shape, Option<Mapping>) {
    let (Some(from), Some(to)) = (data.dims(), target.dims()) else {
        return (Shape::with_min_rank(data.min_rank().max(target.min_rank())), None);
    };
    let rank = from.len().max(to.len());
    let one = Dim::exact(1);
    let at = |dims: &[Dim], i: usize| (i + dims.len()).checked_sub(rank).map_or(one.clone(), |i| dims[i].clone());
    let mut dims = Vec::with_capacity(rank);
    for i in 0..rank {
        let Some(dim) = broadcast::stretched(cx, &at(from, i), &at(to, i)) else {
            report_mismatch(cx, data, target, i + from.len() - rank, &at(to, i));
            return (Shape::of_rank(rank), None);
        };
        dims.push(dim);
    }
    (Shape::from_dims(dims), Some(aligned(from.len(), rank)))
}

fn numpy(cx: &mut InferContext<'_>, data: &Shape, target: &Shape) -> (Shape, Option<Mapping>) {
    let (Some(from), Some(to)) = (data.dims(), target.dims()) else {
        let shape = Shape::with_min_rank(data.min_rank()).meet(target);
        return (shape.unwrap_or(target.clone()), None);
    };
    if from.len() > to.len() {
        let message = format!(
            "the target shape has rank {}; expected at least the rank of input {}, {}",
            to.len(),
            cx.input_name(0),
            from.len()
        );
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
        let finding = finding.label(target).related(cx.input_place(0), data);
        cx.report(finding.help("add leading dimensions to the target shape").data("rank", from.len()));
        return (target.clone(), None);
    }
    fill(cx, data, target, aligned(from.len(), to.len()))
}

/// Broadcasts the data to the target; reports the first dimension that is incompatible.
fn fill(cx: &mut InferContext<'_>, data: &Shape, target: &Shape, mapping: Mapping) -> (Shape, Option<Mapping>) {
    let (Some(from), Some(to)) = (data.dims(), target.dims()) else { return (target.clone(), None) };
    let mut dims = to.to_vec();
    for (i, (from, &at)) in from.iter().zip(&mapping).enumerate() {
        let Some(dim) = dims.get_mut(at) else { continue };
        match dim.meet(from) {
            // A dimension other than 1 is not broadcast, so it determines the target.
            Some(met) if !from.contains(1) => *dim = met,
            Some(_) => {}
            None if from.contains(1) => {}
            None => {
                report_mismatch(cx, data, target, i, &to[at]);
                return (target.clone(), None);
            }
        }
    }
    (Shape::from_dims(dims), Some(mapping))
}

fn report_mismatch(cx: &mut InferContext<'_>, data: &Shape, target: &Shape, dim: usize, to: &Dim) {
    let size = data.dims().and_then(|d| d.get(dim)).cloned().unwrap_or(Dim::unknown());
    let message = format!("dimension {dim} of input {} is {size}; expected 1 or {to}", cx.input_name(0));
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    let finding = finding.label(target).related(cx.input_place(0), data);
    let finding = finding.help("reshape the input, or change the target shape");
    cx.report(finding.data("dimension", dim).data("size", size.to_string()).data("target", to.to_string()));
}

/// IR's explicit mode: each dimension of the data is 1 or equal to the mapped dimension of the target.
fn explicit(cx: &mut InferContext<'_>, data: &Shape, target: &Shape) -> (Shape, Option<Mapping>) {
    let (Some(from), Some(to)) = (data.dims(), target.dims()) else { return (target.clone(), None) };
    let Some(mapping) = mapped(cx, from, to) else { return (target.clone(), None) };
    if from.is_empty() {
        return (target.clone(), Some(Vec::new()));
    }
    fill(cx, data, target, mapping)
}

/// The mapping in input 2; reports an invalid one.
fn mapped(cx: &mut InferContext<'_>, from: &[Dim], to: &[Dim]) -> Option<Mapping> {
    let list: Vec<i128> = target_shape::list(cx, 2, "axes")?.iter().map(SymInt::value).collect::<Option<_>>()?;
    if let Some(position) = list.iter().position(|axis| *axis < 0) {
        report_negative(cx, position, list[position], to.len());
        return None;
    }
    let wrapped = axes::wrap(cx, &list, to.len(), super::OperandSource::Input(2), axes::Ranked::Output);
    if wrapped.out_of_range || wrapped.duplicate {
        return None;
    }
    let mapping = wrapped.dims;
    // OpenVINO treats a scalar as one dimension if it maps to a dimension of size 1.
    let scalar = from.is_empty() && matches!(mapping.as_slice(), [at] if to[*at].contains(1));
    if mapping.len() != from.len() && !scalar {
        let message = format!(
            "the mapping has {}; expected one for each dimension of input {}, {}",
            counted(mapping.len(), "axis"),
            cx.input_name(0),
            from.len()
        );
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(2), message);
        cx.report(finding.help("map each dimension of the data to one axis of the target").data("axes", mapping.len()));
        return None;
    }
    if let Some(position) = mapping.windows(2).position(|pair| pair[0] > pair[1]) {
        let message = "the axes of the mapping are not in increasing order: broadcasting does not transpose";
        let place = cx.element_place(2, position + 1);
        let finding = Diagnostic::new(&rules::invalid_input_value::RULE, place, message);
        cx.report(finding.help("transpose the input first").data("element", position + 1));
        return None;
    }
    Some(mapping)
}

/// Axes of a mapping do not count from the end.
fn report_negative(cx: &mut InferContext<'_>, position: usize, axis: i128, rank: usize) {
    let valid = match rank {
        0 => "a scalar has no axis".to_owned(),
        _ => format!("expected 0..={}", rank - 1),
    };
    let message = format!("axis {axis} is out of range for the output of rank {rank}; {valid}");
    let finding = Diagnostic::new(&rules::axis_out_of_range::RULE, cx.element_place(2, position), message);
    let finding = finding.label(format!("element {position} of input {} is {axis}", cx.input_name(2)));
    let finding = finding.help("count the axes of the mapping from the start");
    cx.report(finding.data("axis", axis).data("rank", rank).data("element", position));
}

fn resolve_expand(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Expand { mode: Some(Mode::Bidirectional) })
}

fn resolve_broadcast(cx: &mut InferContext<'_>) -> Resolved {
    let mode = match cx.text("mode").map(str::to_ascii_lowercase).as_deref() {
        // The default mode of version 1 differs between the specification and OpenVINO.
        _ if cx.version() == 1 && cx.attribute_record("mode").is_none() && cx.has_input(2) => Some(Mode::Free),
        // OpenVINO interprets version 1 in this way.
        Some("explicit" | "none") if cx.version() == 1 && !cx.has_input(2) => Some(Mode::Numpy),
        Some("explicit" | "none") => Some(Mode::Explicit),
        Some("numpy") => Some(Mode::Numpy),
        Some("bidirectional") => Some(Mode::Bidirectional),
        Some("pdpd") => Some(Mode::Free),
        _ => None,
    };
    let explicit = mode == Some(Mode::Explicit);
    if cx.version() > 1 && mode.is_some() && explicit != cx.has_input(2) {
        let (word, count) = if explicit { ("explicit", 3usize) } else { ("non-explicit", 2) };
        let message = format!("{} requires {count} inputs in {word} mode", cx.op_with_version());
        let finding = Diagnostic::new(&rules::wrong_input_count::RULE, cx.place(), message);
        let help = "connect the axes mapping, input 2, in explicit mode only";
        cx.report(finding.help(help).data("given", cx.input_count()).data("least", count));
    }
    Resolved::operator(Expand { mode })
}

const INPUTS: &[FormalParameter] = &[
    FormalParameter::new("data", "T"),
    FormalParameter::new("target_shape", "T_SHAPE"),
    FormalParameter::new("axes_mapping", "T_SHAPE2").optional(),
];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::ALL),
    TypeVariable::tensors("T_SHAPE", TypeSet::INTEGER),
    TypeVariable::tensors("T_SHAPE2", TypeSet::INTEGER),
];
// OpenVINO writes the explicit mode as `none`: both are the same value of its enum.
const MODE_1: &[AttributeSpec] = &[AttributeSpec::default(
    "mode",
    AttributeKind::Word(&["numpy", "explicit", "none", "pdpd"]),
    DefaultValue::Text("numpy"),
)];
const MODE_3: &[AttributeSpec] = &[AttributeSpec::default(
    "mode",
    AttributeKind::Word(&["numpy", "explicit", "none", "bidirectional", "pdpd"]),
    DefaultValue::Text("numpy"),
)];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).inputs(INPUTS).outputs(OUTPUTS).variables(VARIABLES)
}

const BROADCAST: &[Signature] = &[ir(1).attributes(MODE_1), ir(3).attributes(MODE_3)];

const SHAPE: &[SizeOperand] = &[SizeOperand::input(1, "a shape computed from an input of the model")];
const REPEATS: &[SizeOperand] = &[SizeOperand::input(1, "repeats computed from an input of the model")];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::openvino("Broadcast", BROADCAST, resolve_broadcast).with_properties().with_size_operands(SHAPE),
    OperatorDef::onnx("Expand", resolve_expand)
        .with_properties()
        .with_counterpart(Counterpart::named("Broadcast"))
        .with_size_operands(SHAPE),
    OperatorDef::onnx("Tile", tile::resolve_onnx)
        .with_properties()
        .with_counterpart(Counterpart::WITH_AXIS)
        .with_size_operands(REPEATS),
    OperatorDef::openvino("Tile", tile::SIGNATURES, tile::resolve_ir).with_properties().with_size_operands(REPEATS),
];
