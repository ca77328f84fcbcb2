//! Short-time Fourier transforms: from a signal to the spectra of its frames, and back.

use super::scalar::{self, OneListed};
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{attributes, shape_checks};

use super::runtime_behavior::RuntimeBehavior;
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::fact::Fact;
use crate::kernel::dense::{real_tensor, reals};
use crate::kernel::fourier::Transform;
use crate::rules;
use crate::shape::Shape;
use crate::target::Runtime;
use crate::tensor::{EvalError, Integers, Tensor};

/// The positions of the inputs.
#[derive(Clone, Copy, Debug)]
struct Inputs {
    window: usize,
    frame: usize,
    step: usize,
}

/// A resolved STFT.
#[derive(Clone, Copy, Debug)]
struct Stft {
    inputs: Inputs,
    /// Whether half of the spectrum is kept; `None` if unknown.
    one_sided: Option<bool>,
    /// Whether frequencies precede frames.
    transposed: Option<bool>,
    /// Whether the window must have the frame length; otherwise it is padded.
    window_fills: bool,
    /// How a one-element list is treated for frame and step.
    listed: OneListed,
    /// The valid ranks of a signal: with or without a batch, with or without complex parts.
    ranks: (usize, usize),
}

impl Stft {
    /// The frame length.
    fn frame(&self, cx: &mut InferContext<'_>) -> Dim {
        if self.listed == OneListed::Read && ![self.inputs.window, self.inputs.frame].iter().any(|&at| cx.has_input(at))
        {
            let message = format!("{} needs a window or a frame length, but has neither", cx.op_with_version());
            let finding = Diagnostic::new(&rules::missing_input::RULE, cx.place(), message);
            cx.report(finding.help("set `frame_length` or `window`").data("input", "frame_length"));
        }
        let listed = if self.listed == OneListed::Read { OneListed::ReadIfComputed } else { self.listed };
        let frame = scalar::count(cx, self.inputs.frame, 1, "frame length", listed);
        let frame = frame.unwrap_or(Dim::interval(1, Dim::UNBOUNDED));
        let window = self.inputs.window;
        if !cx.has_input(window) || !shape_checks::rank(cx, window, 1..=1, "reshape the window to one dimension") {
            return frame;
        }
        if self.window_fills {
            return shape_checks::size(cx, (window, 0), &frame, "the frame length", "give the window the frame length")
                .unwrap_or(Dim::unknown());
        }
        let length = &shape_checks::dims(cx, window, 1)[0];
        if length.is(0) || length.low() > frame.high() {
            let message = format!(
                "the length of window {} is {length}; expected 1..={frame} (the frame length)",
                cx.input_name(window)
            );
            let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(window), message);
            cx.report(finding.help("shorten the window to the frame length").data("size", length.to_string()));
        }
        frame
    }

    /// The number of frames in the signal.
    fn frames(&self, cx: &mut InferContext<'_>, signal: &Dim, frame: &Dim) -> Dim {
        let step = scalar::count(cx, self.inputs.step, 1, "frame step", self.listed);
        if frame.low() > signal.high() {
            let message = format!(
                "the frame length is {frame}; expected at most {signal}, the length of signal {}",
                cx.input_name(0)
            );
            let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(0), message);
            cx.report(finding.label(cx.shape(0)).help("shorten the frame or pad the signal"));
            return Dim::unknown();
        }
        signal.sub(frame).floor_div(&step.unwrap_or(Dim::unknown())).add(&Dim::exact(1))
    }
}

impl Operator for Stft {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (least, most) = self.ranks;
        let fits = shape_checks::rank(cx, 0, least..=most, "reshape the signal to the expected rank");
        let frame = self.frame(cx);
        let shape = cx.shape(0);
        let dims = shape.dims().filter(|_| fits);
        let batched = dims.is_some_and(|dims| dims.len() > 1);
        let signal = dims.and_then(|dims| dims.get(usize::from(batched))).cloned().unwrap_or(Dim::unknown());
        if let Some(dims) = dims.filter(|dims| dims.len() == 3) {
            let parts = Dim::interval(1, 2);
            shape_checks::size(
                cx,
                (0, dims.len() - 1),
                &parts,
                "the number of real and imaginary parts",
                "use the last dimension for the real part, or for both parts",
            );
        }
        let frames = self.frames(cx, &signal, &frame);
        let bins = match self.one_sided {
            Some(true) => frame.floor_div(&Dim::exact(2)).add(&Dim::exact(1)),
            Some(false) => frame,
            None => Dim::unknown(),
        };
        let [first, second] = match self.transposed {
            Some(true) => [bins, frames],
            Some(false) => [frames, bins],
            None => [Dim::unknown(), Dim::unknown()],
        };
        let batch = dims.filter(|_| batched).and_then(|dims| dims.first()).cloned();
        let out = match (dims, least) {
            (Some(_), _) => Shape::from_dims(batch.into_iter().chain([first, second, Dim::exact(2)])),
            // ONNX signals are batched.
            (None, 2..) => Shape::from_dims([Dim::unknown(), first, second, Dim::exact(2)]),
            (None, _) => Shape::with_min_rank(3),
        };
        let vague = out.dims().is_none_or(|dims| dims.iter().any(Dim::is_unknown));
        let why = vague
            .then(|| cx.unknown_reason(0).unwrap_or_else(|| cx.unknown_because("signal, frame or step is unknown")));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), out) });
    }

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, _: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let Some(result) = outputs.first() else { return 0 };
        // A frame is at most twice as long as its spectrum.
        let frame = result.sizes.get(2).map_or(0, |&size| size.max(1) as u64).saturating_mul(2);
        result.positions().saturating_mul(frame).saturating_mul(32)
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        if !self.window_fills || self.one_sided.is_none() {
            return Err(cx.no_evaluator());
        }
        let (samples, parts) = match *data.sizes() {
            [_, samples] => (samples, 1),
            [_, samples, parts] => (samples, parts),
            _ => return Err(EvalError::UnknownType),
        };
        let &[_, frames, bins, _] = &*result.sizes else { return Err(EvalError::UnknownType) };
        let window = cx.optional(self.inputs.window).map(reals).transpose()?;
        let integer = |input: usize| {
            usize::try_from(Integers::from_tensor(cx.input(input)?)?.at(0)).map_err(|_| EvalError::UnknownType)
        };
        let length = match (cx.optional(self.inputs.frame), &window) {
            (Some(_), _) => integer(self.inputs.frame)?,
            (None, Some(window)) => window.len(),
            (None, None) => samples,
        };
        let (step, values) = (integer(self.inputs.step)?, reals(data)?);
        let plan = Transform { length, inverse: false, half: false };
        let mut all = Vec::with_capacity(result.count());
        for frame in 0..result.count().checked_div(bins * 2).unwrap_or(0) {
            let first = frame / frames * samples + frame % frames * step;
            let element = |at: usize| {
                let weight = window.as_ref().map_or(Some(1.0), |window| window.get(at).copied())?;
                let place = (first + at) * parts;
                let imaginary = if parts == 2 { *values.get(place + 1)? } else { 0.0 };
                Some([values.get(place)? * weight, imaginary * weight])
            };
            let given = (0..length).map(element).collect::<Option<Vec<_>>>().ok_or(EvalError::UnknownType)?;
            (0..bins).for_each(|bin| all.extend(plan.at(&given, bin)));
        }
        Ok(vec![real_tensor(result.element, &result.sizes, &all)?])
    }
}

/// A resolved ISTFT.
#[derive(Clone, Copy, Debug)]
struct Inverse {
    center: Option<bool>,
}

impl Inverse {
    /// The signal length.
    fn length(&self, cx: &mut InferContext<'_>, frames: &Dim, frame: &Dim) -> Dim {
        let step = scalar::count(cx, 3, 1, "frame step", OneListed::Refused).unwrap_or(Dim::unknown());
        if shape_checks::rank(cx, 1, 1..=1, "reshape the window to one dimension") {
            let window = &shape_checks::dims(cx, 1, 1)[0];
            if window.is(0) || window.low() > frame.high() {
                let message = format!(
                    "the length of window {} is {window}; expected 1..={frame} (the frame length)",
                    cx.input_name(1)
                );
                let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
                cx.report(finding.help("shorten the window to the frame length").data("size", window.to_string()));
            }
        }
        if cx.has_input(4) {
            return scalar::count(cx, 4, 0, "signal length", OneListed::Valid).unwrap_or(Dim::unknown());
        }
        let steps = frames.sub(&Dim::exact(1)).mul(&step);
        match self.center {
            // Half a frame, rounded down, is removed at both ends.
            Some(true) => steps.add(&frame.modulo(&Dim::exact(2))),
            Some(false) => steps.add(frame),
            None => Dim::unknown(),
        }
    }
}

impl Operator for Inverse {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let fits = shape_checks::rank(cx, 0, 3..=4, "reshape the spectra to the expected rank");
        let shape = cx.shape(0);
        let dims = shape.dims().filter(|_| fits);
        let frames = dims.and_then(|dims| dims.get(dims.len() - 2)).cloned().unwrap_or(Dim::unknown());
        let frame = scalar::count(cx, 2, 1, "frame length", OneListed::Refused).unwrap_or(Dim::unknown());
        if let Some(dims) = dims {
            let bins = frame.floor_div(&Dim::exact(2)).add(&Dim::exact(1));
            let noun = "half the frame length plus one";
            shape_checks::size(cx, (0, dims.len() - 3), &bins, noun, "use half of a spectrum, and its frame length");
        }
        let length = self.length(cx, &frames, &frame);
        let out = match dims {
            Some([_, _, _]) => Shape::from_dims([length]),
            Some([batch, ..]) => Shape::from_dims([batch.clone(), length]),
            _ => Shape::with_min_rank(1),
        };
        let vague = out.dims().is_none_or(|dims| dims.iter().any(Dim::is_unknown));
        let why = vague.then(|| {
            cx.unknown_reason(0)
                .unwrap_or_else(|| cx.unknown_because("the frames, their length or the step is unknown"))
        });
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), out) });
    }
}

fn onnx(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Stft {
        inputs: Inputs { window: 2, frame: 3, step: 1 },
        one_sided: attributes::flag(cx, "onesided"),
        transposed: Some(false),
        window_fills: true,
        listed: OneListed::Read,
        ranks: (2, 3),
    })
}

fn ir(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Stft {
        inputs: Inputs { window: 1, frame: 2, step: 3 },
        one_sided: Some(true),
        transposed: cx.bool("transpose_frames"),
        window_fills: false,
        listed: OneListed::Refused,
        ranks: (1, 2),
    })
}

const INDEX: TypeSet = TypeSet::from_types(&[ElementType::I32, ElementType::I64]);
const VARIABLES: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::FLOAT), TypeVariable::tensors("T_INT", INDEX)];
const STFT: &[Signature] = &[Signature::since(15)
    .until(16)
    .inputs(&[
        FormalParameter::new("signal", "T"),
        FormalParameter::new("window", "T"),
        FormalParameter::new("frame_size", "T_INT"),
        FormalParameter::new("frame_step", "T_INT"),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[AttributeSpec::required("transpose_frames", AttributeKind::Bool)])
    .variables(VARIABLES)];
const ISTFT: &[Signature] = &[Signature::since(16)
    .until(16)
    .inputs(&[
        FormalParameter::new("data", "T"),
        FormalParameter::new("window", "T"),
        FormalParameter::new("frame_size", "T_INT"),
        FormalParameter::new("frame_step", "T_INT"),
        FormalParameter::new("signal_length", "T_INT").optional(),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[
        AttributeSpec::default("center", AttributeKind::Bool, DefaultValue::Bool(false)),
        AttributeSpec::default("normalized", AttributeKind::Bool, DefaultValue::Bool(false)),
    ])
    .variables(VARIABLES)];

/// Measured with single nodes.
static BEHAVIORS: &[RuntimeBehavior] = &[RuntimeBehavior::refuses(
    Runtime::OpenVino,
    |case| case.is_computed(1),
    "rejects a `frame_step` that is known only at run time",
    "make `frame_step` a constant",
)];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("STFT", onnx).with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("ISTFT", ISTFT, |cx| Resolved::operator(Inverse { center: cx.bool("center") })),
    OperatorDef::openvino("STFT", STFT, ir),
];
