//! Pad: elements added before and after each axis, or removed.

use super::OperandSource;
use super::axes::{self, Axes, Ranked};
use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::diagnostics;
use super::runtime_behavior::{RuntimeBehavior, RuntimeCase};
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved, integers, target_shape, view};
use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::elements::SymInt;
use crate::fact::Fact;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::target::Runtime;

/// The padding mode, as far as it bounds the amounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// No bound.
    Free,
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

    fn properties(&self, _: &InferContext<'_>) -> Option<NodeProperty> {
        let (begin, end) = self.amounts.as_ref()?;
        let nothing = begin.iter().chain(end).all(|amount| amount.value() == Some(0));
        nothing.then_some(NodeProperty::Forwards(0, "the padding is all zeros"))
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
                let wrapped = axes::wrap(cx, list, rank, OperandSource::Input(3), Ranked::Input(0));
                (!wrapped.out_of_range && !wrapped.duplicate).then_some(wrapped.dims)
            }
            Axes::Runtime(_) => None,
        }
    }

    /// The padded size of one axis.
    fn size(&self, cx: &mut InferContext<'_>, position: usize, dim: &Dim, amounts: [&SymInt; 2]) -> Dim {
        let room = match self.mode {
            Mode::Free => None,
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
            let finding = finding.related(cx.input_place(0), cx.shape(0).to_string());
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
        let finding = finding.related(cx.input_place(0), cx.shape(0).to_string());
        cx.report(
            finding.help("list one number before and one after each axis").data("given", given).data("axes", axes),
        );
    }

    /// Reports mirrored padding that exceeds the data.
    fn too_much(&self, cx: &mut InferContext<'_>, position: usize, dim: &Dim, room: i128) {
        let message = format!(
            "mirrored padding exceeds {} at an axis of size {dim} of input {}",
            if room == 1 { "1 element".to_owned() } else { format!("{room} elements") },
            cx.input_name(0)
        );
        let finding =
            Diagnostic::new(&rules::invalid_input_value::RULE, self.source.element_place(cx, position), message);
        let finding = finding.related(cx.input_place(0), cx.shape(0).to_string());
        let finding = match self.strict {
            true => finding,
            false => finding
                .level(Level::Warning)
                .note("the ONNX specification does not say; ONNX Runtime fails at run time"),
        };
        cx.report(finding.help("reduce the padding, or split it over two Pad nodes").data("size", dim.to_string()));
    }
}

/// OP201: the fill value is one element.
fn check_value(cx: &mut InferContext<'_>, input: usize) {
    let shape = cx.shape(input);
    if cx.has_input(input) && shape.num_elements().low() > 1 {
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
        Some("reflect") => Mode::Reflect,
        None | Some("constant" | "edge" | "wrap") => Mode::Free,
        Some(written) => {
            diagnostics::attribute(
                cx,
                "mode",
                format!("{written:?}"),
                "one of constant, reflect, edge, wrap",
                "set `mode` to one of these values",
            );
            Mode::Free
        }
    };
    let value = matches!(source, OperandSource::Input(_)).then_some(2);
    Pad { source, amounts, axes, mode, strict: false, value }
}

fn openvino(cx: &mut InferContext<'_>) -> Pad {
    let mode = match cx.text("pad_mode").map(str::to_ascii_lowercase).as_deref() {
        Some("reflect") => Mode::Reflect,
        Some("symmetric") => Mode::Symmetric,
        _ => Mode::Free,
    };
    let [begin, end] = [1, 2].map(|input| numbers(cx, input));
    let source = OperandSource::Input(1);
    if let (Some(begin), Some(end)) = (&begin, &end)
        && begin.len() != end.len()
    {
        let message = format!("{} before the axes, but {} after them", counted(begin.len(), "number"), end.len());
        diagnostics::shapes(cx, [2, 1], message, "list one number before and one after each axis");
        return Pad { source, amounts: None, axes: Axes::All, mode, strict: true, value: Some(3) };
    }
    // An unknown list may still have its length from the other one.
    let any = |list: &Vec<SymInt>| vec![SymInt::unknown(); list.len()];
    let amounts = match (begin, end) {
        (None, None) => None,
        (Some(begin), None) => Some((begin.clone(), any(&begin))),
        (None, Some(end)) => Some((any(&end), end)),
        (Some(begin), Some(end)) => Some((begin, end)),
    };
    Pad { source, amounts, axes: Axes::All, mode, strict: true, value: Some(3) }
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
    OperatorDef::onnx("Pad", resolve).with_counterpart(COUNTERPART).with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("Pad", &[ir(1), ir(12)], resolve),
];
