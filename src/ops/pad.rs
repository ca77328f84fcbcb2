//! Pad: elements added before and after each axis, or removed.

use super::EvalContext;
use super::OperandSource;
use super::axes::{self, Axes, Ranked};
use super::cost::{self, Cost};
use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::diagnostics;
use super::runtime_behavior::{RuntimeBehavior, RuntimeCase};
use super::shape_checks::may_be_one;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved, integers, target_shape, view};
use super::{StaticTensorType, map_bytes};
use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::elements::SymInt;
use crate::fact::Fact;
use crate::kernel::copy::zero;
use crate::kernel::dense::real_tensor;
use crate::kernel::lines::mapped;
use crate::kernel::runs::{self, Run};
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::target::Runtime;
use crate::tensor::{EvalError, Tensor};

/// The padding mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// The fill value.
    Constant,
    /// The edge element.
    Edge,
    /// The elements from the other end on.
    Wrap,
    /// Not known.
    Unknown,
    /// Mirrored without the edge element.
    Reflect,
    /// Mirrored with the edge element.
    Symmetric,
}

/// A resolved Pad.
#[derive(Debug)]
struct Pad {
    /// Where the amounts are stated: in IR, those after the axes are in the next input.
    source: OperandSource,
    /// The amounts before and after each of the axes; `None` if even the number of axes is unknown.
    amounts: Option<(Vec<SymInt>, Vec<SymInt>)>,
    /// The padded axes; absent for all of them.
    axes: Axes,
    mode: Mode,
    /// Whether mirroring more elements than exist always fails.
    strict: bool,
    /// The input with the fill value.
    value: Option<usize>,
    /// The fill value in an attribute.
    written: Option<f32>,
}

impl Operator for Pad {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        if let Some(value) = self.value {
            check_value(cx, value);
        }
        let vague = shape.dims().is_none_or(|dims| dims.iter().any(Dim::is_unknown));
        let unknown = vague && self.amounts.as_ref().is_none_or(|(begin, _)| begin.iter().any(|n| n.value().is_none()));
        let why = unknown.then(|| cx.unknown_because("the padding is known only at run time"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) });
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, _: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        map_bytes(outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let maps = self.maps(data.sizes(), &result.sizes).ok_or_else(|| cx.no_evaluator())?;
        let fill = match (self.value.and_then(|value| cx.optional(value)), self.written) {
            (Some(value), _) => value.clone(),
            (None, Some(value)) => real_tensor(result.element, &[], &[value.into()])?,
            (None, None) => zero(result.element).ok_or(EvalError::Type(result.element))?,
        };
        let each =
            mapped(&maps, data.sizes()).map(|at| Run { from: at.map_or(Some((1, 0)), |at| Some((0, at))), count: 1 });
        Ok(vec![runs::joined(result.element, &result.sizes, &[data, &fill], each).ok_or(EvalError::UnknownType)?])
    }

    fn properties(&self, _: &InferContext<'_>) -> Option<NodeProperty> {
        let (begin, end) = self.amounts.as_ref()?;
        let nothing = begin.iter().chain(end).all(|amount| amount.value() == Some(0));
        nothing.then_some(NodeProperty::Forwards(0, "the padding is all zeros"))
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

impl Pad {
    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let data = cx.shape(0);
        let listed = self.amounts.as_ref().map(|(begin, _)| begin.len());
        let rank = data.rank().or(listed.filter(|_| self.axes == Axes::All && data.min_rank() <= cx.limits().max_rank));
        let Some(rank) = rank.filter(|&rank| rank >= data.min_rank()) else { return data };
        let any = vec![Dim::unknown(); rank];
        let dims = data.dims().unwrap_or(&any);
        let Some(axes) = self.axes(cx, rank) else { return Shape::of_rank(rank) };
        let Some((begin, end)) = &self.amounts else {
            let padded = |(axis, dim): (usize, &Dim)| if axes.contains(&axis) { Dim::unknown() } else { dim.clone() };
            return Shape::from_dims(dims.iter().enumerate().map(padded));
        };
        if begin.len() != axes.len() {
            self.wrong_length(cx, begin.len(), axes.len());
            return Shape::of_rank(rank);
        }
        let mut out = dims.to_vec();
        for (position, (&axis, (begin, end))) in axes.iter().zip(begin.iter().zip(end)).enumerate() {
            out[axis] = self.size(cx, position, &dims[axis], [begin, end]);
        }
        Shape::from_dims(out)
    }

    /// The padded axes in the order of the amounts; `None` if uncertain.
    fn axes(&self, cx: &mut InferContext<'_>, rank: usize) -> Option<Vec<usize>> {
        match &self.axes {
            Axes::All => Some((0..rank).collect()),
            Axes::Known(list) => {
                let wrapped = axes::wrap(cx, list, rank, OperandSource::Input(3), Ranked::Paired(0));
                (!wrapped.out_of_range && !wrapped.duplicate).then_some(wrapped.dims)
            }
            Axes::Runtime(_) => None,
        }
    }

    /// For each axis, the index in the data of each index of the result; `None` if it is uncertain.
    fn maps(&self, sizes: &[usize], padded: &[usize]) -> Option<Vec<Vec<Option<usize>>>> {
        let axes: Vec<usize> = match &self.axes {
            Axes::All => (0..sizes.len()).collect(),
            Axes::Known(list) => list.iter().map(|&axis| axes::position(axis, sizes.len())).collect::<Option<_>>()?,
            Axes::Runtime(_) => return None,
        };
        let (begins, ends) = self.amounts.as_ref()?;
        let mut begin = vec![0; sizes.len()];
        for (&axis, (before, after)) in axes.iter().zip(begins.iter().zip(ends)) {
            begin[axis] = before.value()?;
            // Whether elements are removed before others are repeated is unspecified.
            if self.mode != Mode::Constant && begin[axis].min(after.value()?) < 0 {
                return None;
            }
        }
        if padded.contains(&0) {
            return Some(vec![Vec::new(); sizes.len()]);
        }
        let axis = |axis: usize| {
            let map = |at: usize| self.mode.source(at as i128 - begin[axis], sizes[axis] as i128);
            (0..padded[axis]).map(map).collect::<Option<Vec<_>>>()
        };
        (0..sizes.len()).map(axis).collect()
    }

    /// The padded size of one axis.
    fn size(&self, cx: &mut InferContext<'_>, position: usize, dim: &Dim, amounts: [&SymInt; 2]) -> Dim {
        let room = match self.mode {
            Mode::Constant | Mode::Unknown => None,
            Mode::Edge | Mode::Wrap => (dim.high() == 0).then_some(0),
            Mode::Reflect => Some(i128::from(dim.high().saturating_sub(1))),
            Mode::Symmetric => Some(i128::from(dim.high())),
        };
        let bounded = dim.high() != Dim::UNBOUNDED;
        if let Some(room) = room.filter(|&room| bounded && amounts.iter().any(|amount| amount.low() > room)) {
            self.too_much(cx, position, dim, room.max(0));
        }
        let [begin, end] = amounts;
        let padded = integers::add(&SymInt::from(dim), begin).and_then(|n| integers::add(&n, end));
        let Some(padded) = padded else { return Dim::unknown() };
        padded.to_dim().unwrap_or_else(|| {
            let message = format!(
                "padding {begin} before and {end} after a dimension of size {dim} of input {} makes its size negative",
                cx.input_name(0)
            );
            let finding =
                Diagnostic::new(&rules::invalid_input_value::RULE, self.source.element_place(cx, position), message);
            let finding = finding.related(cx.input_place(0), cx.shape(0));
            cx.report(
                finding.help("remove at most as many elements as the dimension has").data("size", dim.to_string()),
            );
            Dim::unknown()
        })
    }

    fn wrong_length(&self, cx: &mut InferContext<'_>, given: usize, axes: usize) {
        let message = format!("the number of padded axes is {given}; expected {axes}");
        let place = self.source.place(cx);
        let finding = match self.source {
            OperandSource::Attribute(_) => Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message),
            _ => Diagnostic::new(&rules::incompatible_shapes::RULE, place, message),
        };
        let finding = finding.related(cx.input_place(0), cx.shape(0));
        cx.report(
            finding.help("list one number before and one after each axis").data("given", given).data("axes", axes),
        );
    }

    /// Reports padding that repeats more elements than the data has.
    fn too_much(&self, cx: &mut InferContext<'_>, position: usize, dim: &Dim, room: i128) {
        let name = cx.input_name(0);
        let message = match self.mode {
            Mode::Edge | Mode::Wrap => format!("padding repeats elements of an axis of input {name} that has none"),
            _ => format!(
                "mirrored padding exceeds {} at an axis of size {dim} of input {name}",
                counted(room, "element")
            ),
        };
        let finding =
            Diagnostic::new(&rules::invalid_input_value::RULE, self.source.element_place(cx, position), message);
        let finding = finding.related(cx.input_place(0), cx.shape(0));
        let finding = match self.strict {
            true => finding,
            false => finding
                .level(Level::Warning)
                .note("the ONNX specification does not say; ONNX Runtime fails at run time"),
        };
        let help = match room {
            0 => "pad the axis with a constant",
            _ => "reduce the padding, or split it over two Pad nodes",
        };
        cx.report(finding.help(help).data("size", dim.to_string()));
    }
}

impl Mode {
    /// The index in the data for one before, in or after it: `Some(None)` for the fill value, `None` if there is none.
    fn source(self, at: i128, size: i128) -> Option<Option<usize>> {
        if (0..size).contains(&at) {
            return Some(usize::try_from(at).ok());
        }
        let mirrored = |edge: i128| if at < 0 { -at - edge } else { 2 * size - 2 + edge - at };
        let at = match self {
            Mode::Constant => return Some(None),
            Mode::Edge => at.clamp(0, (size - 1).max(0)),
            Mode::Wrap => at.checked_rem_euclid(size)?,
            Mode::Reflect => mirrored(0),
            Mode::Symmetric => mirrored(1),
            Mode::Unknown => return None,
        };
        (0..size).contains(&at).then(|| usize::try_from(at).ok())
    }
}

/// OP201: the fill value is one element.
fn check_value(cx: &mut InferContext<'_>, input: usize) {
    let shape = cx.shape(input);
    if cx.has_input(input) && !may_be_one(&shape) {
        let message = format!("input {} has shape {shape}; expected one element", cx.input_name(input));
        diagnostics::shapes(cx, [input, input], message, "use a single fill value");
    }
}

/// The integers in an input, as far as they are known.
fn numbers(cx: &mut InferContext<'_>, input: usize) -> Option<Vec<SymInt>> {
    let listed = target_shape::list(cx, input, "padding amounts");
    let ints = || view::known_or_any(cx, input)?.0.ints().map(<[SymInt]>::to_vec);
    let is_list = cx.shape(input).rank() == Some(1);
    listed.or_else(|| ints().filter(|list| is_list && list.len() <= 2 * cx.limits().max_rank))
}

/// The amounts before every axis and those after, from a list of both.
fn halves(cx: &mut InferContext<'_>, source: OperandSource, list: Vec<SymInt>) -> Option<(Vec<SymInt>, Vec<SymInt>)> {
    if list.len().is_multiple_of(2) {
        let (begin, end) = list.split_at(list.len() / 2);
        return Some((begin.to_vec(), end.to_vec()));
    }
    let valid = "two per axis";
    match source {
        OperandSource::Attribute(name) => diagnostics::attribute(
            cx,
            name,
            counted(list.len(), "number"),
            valid,
            "list one number before and one after each axis",
        ),
        OperandSource::Input(input) => {
            let message =
                format!("input {} has {}; expected {valid}", cx.input_name(input), counted(list.len(), "number"));
            diagnostics::shapes(cx, [input, 0], message, "list one number before and one after each axis");
        }
    }
    None
}

fn onnx(cx: &mut InferContext<'_>) -> Pad {
    let source = match ["paddings", "pads"].into_iter().find(|name| cx.attribute_kind(name).is_some()) {
        Some(name) => OperandSource::Attribute(name),
        None => OperandSource::Input(1),
    };
    let list = match source {
        OperandSource::Attribute(name) => cx.ints(name).map(|list| list.iter().map(|&n| SymInt::exact(n)).collect()),
        OperandSource::Input(input) => numbers(cx, input),
    };
    let amounts = list.and_then(|list| halves(cx, source, list));
    let axes = if cx.has_input(3) { axes::read(cx, OperandSource::Input(3)) } else { Axes::All };
    let mode = match cx.text("mode") {
        _ if cx.has_unknown_value("mode") => Mode::Unknown,
        Some("reflect") => Mode::Reflect,
        Some("edge") => Mode::Edge,
        Some("wrap") => Mode::Wrap,
        None | Some("constant") => Mode::Constant,
        Some(written) => {
            diagnostics::attribute(
                cx,
                "mode",
                format!("{written:?}"),
                "one of constant, reflect, edge, wrap",
                "set `mode` to one of these values",
            );
            Mode::Unknown
        }
    };
    let written = cx.attribute_kind("value").and_then(|_| cx.float("value"));
    let value = matches!(source, OperandSource::Input(_)).then_some(2);
    Pad { source, amounts, axes, mode, strict: false, value, written }
}

fn openvino(cx: &mut InferContext<'_>) -> Pad {
    let mode = match cx.text("pad_mode").map(str::to_ascii_lowercase).as_deref() {
        Some("reflect") => Mode::Reflect,
        Some("symmetric") => Mode::Symmetric,
        Some("edge") => Mode::Edge,
        None | Some("constant") => Mode::Constant,
        _ => Mode::Unknown,
    };
    let [begin, end] = [1, 2].map(|input| numbers(cx, input));
    let source = OperandSource::Input(1);
    if let (Some(begin), Some(end)) = (&begin, &end)
        && begin.len() != end.len()
    {
        let message = format!("{} before the axes, but {} after them", counted(begin.len(), "number"), end.len());
        diagnostics::shapes(cx, [2, 1], message, "list one number before and one after each axis");
        return Pad { source, amounts: None, axes: Axes::All, mode, strict: true, value: Some(3), written: None };
    }
    // An unknown list may still have its length from the other one.
    let any = |list: &Vec<SymInt>| vec![SymInt::unknown(); list.len()];
    let amounts = match (begin, end) {
        (None, None) => None,
        (Some(begin), None) => Some((begin.clone(), any(&begin))),
        (None, Some(end)) => Some((any(&end), end)),
        (Some(begin), Some(end)) => Some((begin, end)),
    };
    Pad { source, amounts, axes: Axes::All, mode, strict: true, value: Some(3), written: None }
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(match cx.dialect() {
        Dialect::Onnx => onnx(cx),
        Dialect::OpenVino => openvino(cx),
    })
}

const INPUTS: &[FormalParameter] = &[
    FormalParameter::new("data", "T"),
    FormalParameter::new("pads_begin", "T_INT"),
    FormalParameter::new("pads_end", "T_INT2"),
    FormalParameter::new("pad_value", "T").optional(),
];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const ATTRIBUTES: &[AttributeSpec] = &[AttributeSpec::default(
    "pad_mode",
    AttributeKind::Word(&["constant", "edge", "reflect", "symmetric"]),
    DefaultValue::Text("constant"),
)];
// The specification has one type for both lists; OpenVINO accepts two.
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::ALL),
    TypeVariable::tensors("T_INT", TypeSet::INTEGER),
    TypeVariable::tensors("T_INT2", TypeSet::INTEGER),
];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).inputs(INPUTS).outputs(OUTPUTS).attributes(ATTRIBUTES).variables(VARIABLES)
}

const COUNTERPART: Counterpart = Counterpart::SAME_NAME.inputs(&[(0, 0), (2, 3)]).settings(&[
    SettingPair::AXES,
    SettingPair::new("mode", &["pad_mode"], Equivalence::Words(&[])),
    SettingPair::PADS,
]);

/// Whether the value to pad with is known only at run time, but not the amounts.
fn pads_with_zero(case: &RuntimeCase<'_>) -> bool {
    let constant = ["reflect", "edge", "wrap"].iter().all(|mode| !case.is_text("mode", mode));
    constant && case.is_computed(2) && !case.is_computed(1)
}

/// Measured with single nodes.
static BEHAVIORS: &[RuntimeBehavior] = &[
    RuntimeBehavior::refuses(
        Runtime::OpenVino,
        |case| case.is_text("mode", "wrap"),
        "rejects the mode `wrap`",
        "append slices of the data",
    ),
    RuntimeBehavior::differs(
        Runtime::OpenVino,
        pads_with_zero,
        "pads with 0 if `constant_value` is known only at run time",
        "make `constant_value` a constant",
    ),
];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Pad", resolve).with_properties().with_counterpart(COUNTERPART).with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("Pad", &[ir(1), ir(12)], resolve).with_properties(),
];
