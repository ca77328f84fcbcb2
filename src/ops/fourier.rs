//! Discrete Fourier transforms: of complex signals, of real signals to half a spectrum, and inverse.

use super::OperandSource;
use super::axes::{self, Axes, Ranked};
use super::counterpart::{Counterpart, SettingPair};
use super::scalar::{self, OneListed};
use super::signature::{FormalParameter, Signature, TypeVariable};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved, view};
use super::{attributes, shape_checks};

use super::runtime_behavior::{RuntimeBehavior, RuntimeCase};
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::elements::SymInt;
use crate::fact::Fact;
use crate::kernel::dense::{real_tensor, reals};
use crate::kernel::fourier;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::target::Runtime;
use crate::tensor::{EvalError, Integers, Tensor};

/// The part of the spectrum that is stored along the last transformed axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spectrum {
    /// All of it.
    Whole,
    /// The output is the first half, because the other is its mirror image.
    Halved,
    /// The input is the first half.
    Completed,
}

/// The last dimension: real and imaginary part, or only the real part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parts {
    /// Absent: real numbers.
    None,
    /// 1.
    Real,
    /// 2.
    Complex,
    /// 1 or 2.
    Either,
}

impl Parts {
    fn dim(self) -> Dim {
        match self {
            Parts::Real => Dim::exact(1),
            Parts::Complex => Dim::exact(2),
            Parts::None | Parts::Either => Dim::interval(1, 2),
        }
    }
}

/// A resolved Fourier transform.
#[derive(Clone, Debug)]
struct Fourier {
    /// `None` if it is unknown.
    spectrum: Option<Spectrum>,
    given: Parts,
    made: Parts,
    axes: Axes,
    source: OperandSource,
    /// Whether negative axes count the dimension of real and imaginary parts.
    counts_parts: bool,
    /// The input with the signal lengths, and whether it is a scalar instead of a list.
    lengths: (usize, bool),
    /// Whether the transform is inverse; `None` if it is not known.
    inverse: Option<bool>,
}

/// The length of the signal along one axis.
#[derive(Clone, Debug)]
enum Length {
    /// The length of the data.
    OfData,
    /// Truncated or padded to this length, which may be unknown.
    Of(Dim),
}

impl Fourier {
    /// The axes of the signal, counted from the start; `None` if they are unknown or invalid.
    fn positions(&self, cx: &mut InferContext<'_>, rank: usize) -> Option<Vec<usize>> {
        let Axes::Known(list) = &self.axes else { return None };
        let all = rank + usize::from(self.counts_parts && self.given != Parts::None);
        let wrapped = axes::wrap(cx, list, all, self.source, Ranked::Input(0));
        if wrapped.out_of_range || wrapped.duplicate {
            return None;
        }
        if let Some(position) = wrapped.dims.iter().position(|&dim| dim >= rank) {
            let (axis, name) = (list.get(position).copied().unwrap_or_default(), cx.input_name(0));
            let message =
                format!("axis {axis} is the last dimension of input {name}, which contains real and imaginary parts");
            let place = self.source.element_place(cx, position);
            let finding = Diagnostic::new(&rules::axis_out_of_range::RULE, place, message);
            cx.report(finding.help("use an axis of the signal").data("axis", axis).data("rank", all));
            return None;
        }
        Some(wrapped.dims)
    }

    /// The lengths along the axes.
    fn lengths(&self, cx: &mut InferContext<'_>, axes: Option<usize>) -> Vec<Length> {
        let (input, single) = self.lengths;
        let of_data = |axes: Option<usize>| vec![Length::OfData; axes.unwrap_or(0)];
        if !cx.has_input(input) {
            return of_data(axes);
        }
        let unknown = vec![Length::Of(Dim::unknown()); axes.unwrap_or(0)];
        if single {
            let length = scalar::count(cx, input, 1, "length", OneListed::ReadIfComputed);
            return vec![Length::Of(length.unwrap_or(Dim::unknown()))];
        }
        if !shape_checks::rank(cx, input, 1..=1, "reshape it to one dimension") {
            return unknown;
        }
        let count = cx.shape(input).num_elements();
        if let Some(axes) = axes.filter(|&axes| !count.contains(axes as u64)) {
            let message = format!(
                "input {} has {} for {}",
                cx.input_name(input),
                counted(&count, "length"),
                counted(axes, "axis")
            );
            let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
            cx.report(finding.help("list one length per axis; -1 keeps the length of the data").data("axes", axes));
            return unknown;
        }
        let Some((elements, _)) = view::known(cx, input) else { return unknown };
        let ints = elements.ints().unwrap_or_default();
        if let Some((position, int)) = ints.iter().enumerate().find(|(_, int)| int.high() < 1 && !int.contains(-1)) {
            report_length(cx, input, position, int);
            return unknown;
        }
        ints.iter().map(length).collect()
    }

    /// The dimensions of the transformed signal.
    fn transformed(&self, cx: &mut InferContext<'_>, signal: &[Dim]) -> Vec<Dim> {
        let positions = self.positions(cx, signal.len());
        let count = match &self.axes {
            Axes::Known(list) => Some(list.len()),
            Axes::Runtime(count) => count.size().and_then(|n| usize::try_from(n).ok()),
            Axes::All => None,
        };
        let lengths = self.lengths(cx, count.filter(|&count| count <= signal.len()));
        let Some(positions) = positions else {
            // Any axis may be transformed.
            let same = !cx.has_input(self.lengths.0) && self.spectrum == Some(Spectrum::Whole);
            return if same { signal.to_vec() } else { vec![Dim::unknown(); signal.len()] };
        };
        let mut dims = signal.to_vec();
        for (at, (&position, length)) in positions.iter().zip(&lengths).enumerate() {
            if let Some(dim) = dims.get_mut(position) {
                *dim = self.size(dim, length, at + 1 == positions.len());
            }
        }
        dims
    }

    /// The size of one transformed axis.
    fn size(&self, dim: &Dim, length: &Length, last: bool) -> Dim {
        let (one, two) = (Dim::exact(1), Dim::exact(2));
        match (self.spectrum, length) {
            (None, _) if last => Dim::unknown(),
            (Some(Spectrum::Halved), Length::OfData) if last => dim.floor_div(&two).add(&one),
            (Some(Spectrum::Halved), Length::Of(length)) if last => length.floor_div(&two).add(&one),
            (Some(Spectrum::Completed), Length::OfData) if last => dim.sub(&one).mul(&two),
            (_, Length::OfData) => dim.clone(),
            (_, Length::Of(length)) => length.clone(),
        }
    }
}

/// A length from a number: -1 keeps that of the data.
fn length(int: &SymInt) -> Length {
    match int.value() {
        Some(-1) => Length::OfData,
        _ if int.low() < 1 => Length::Of(Dim::unknown()),
        _ => Length::Of(int.to_dim().unwrap_or(Dim::unknown())),
    }
}

/// OP202 as a warning: OpenVINO accepts it.
fn report_length(cx: &mut InferContext<'_>, input: usize, position: usize, int: &SymInt) {
    let message = format!("length {position} in input {} is {int}; expected -1 or at least 1", cx.input_name(input));
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(input, position), message);
    let finding = finding.level(Level::Warning).note("OpenVINO accepts the model");
    cx.report(finding.help("set it to -1 to keep the length of the data").data("value", int.to_string()));
}

impl Operator for Fourier {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let element = cx.element(0);
        let parted = usize::from(self.given != Parts::None);
        let fits = shape_checks::rank(cx, 0, 1 + parted..=usize::MAX, "add the missing dimensions");
        let shape = cx.shape(0);
        let made = usize::from(self.made != Parts::None);
        let Some(dims) = shape.dims().filter(|_| fits) else {
            let least = (shape.min_rank().max(1 + parted) + made).saturating_sub(parted);
            let shape = if fits { Shape::with_min_rank(least) } else { Shape::UNKNOWN };
            return cx.set(0, Fact { unknown_reason: cx.unknown_reason(0), ..Fact::tensor(element, shape) });
        };
        let signal = &dims[..dims.len() - parted];
        if parted == 1 {
            shape_checks::size(
                cx,
                (0, signal.len()),
                &self.given.dim(),
                "the number of real and imaginary parts",
                "pass the real part only, or both parts",
            );
        }
        let mut dims = self.transformed(cx, signal);
        if self.made != Parts::None {
            dims.push(self.made.dim());
        }
        let vague = dims.iter().any(Dim::is_unknown);
        let why = vague.then(|| {
            cx.unknown_reason(0).unwrap_or_else(|| cx.unknown_because("axes or lengths are known only at run time"))
        });
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(element, Shape::from_dims(dims)) });
    }

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let data = inputs.first().and_then(Option::as_ref).and_then(|data| data.sizes().iter().max());
        let made = outputs.first().map_or(0, StaticTensorType::positions);
        made.saturating_mul(data.map_or(0, |&longest| longest.max(1) as u64)).saturating_mul(32)
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let (Some(spectrum), Some(inverse), Axes::Known(axes)) = (self.spectrum, self.inverse, &self.axes) else {
            return Err(cx.no_evaluator());
        };
        let &[ref signal @ .., parts] = data.sizes() else { return Err(EvalError::UnknownType) };
        let &[axis] = axes.as_slice() else { return Err(cx.no_evaluator()) };
        let axis = axes::position(axis, data.sizes().len()).filter(|&axis| axis < signal.len());
        let axis = axis.ok_or(EvalError::UnknownType)?;
        let given = signal[axis];
        let length = match cx.optional(self.lengths.0) {
            Some(length) => {
                usize::try_from(Integers::from_tensor(length)?.at(0)).map_err(|_| EvalError::UnknownType)?
            }
            None if spectrum == Spectrum::Completed => given.saturating_sub(1) * 2,
            None => given,
        };
        let inner = signal[axis + 1..].iter().fold(1usize, |n, &size| n.saturating_mul(size));
        let (values, made) = (reals(data)?, result.sizes.get(axis).copied().unwrap_or(0));
        let real = spectrum == Spectrum::Completed;
        let into = if real { 1 } else { 2 };
        let mut all = vec![0.0; result.count()];
        let lines = if result.count() == 0 { 0 } else { result.count() / (made * into) };
        for line in 0..lines {
            let at = |outer: usize, index: usize, size: usize| (outer * size + index) * inner + line % inner;
            let element = |index: usize| {
                let place = at(line / inner, index, given) * parts;
                [values[place], if parts == 2 { values[place + 1] } else { 0.0 }]
            };
            let line_given: Vec<[f64; 2]> = (0..given).map(element).collect();
            let plan = fourier::Transform { length, inverse, half: real };
            for index in 0..made {
                let number = plan.at(&line_given, index);
                let place = at(line / inner, index, made) * into;
                all[place..place + into].copy_from_slice(&number[..into]);
            }
        }
        Ok(vec![real_tensor(result.element, &result.sizes, &all)?])
    }
}

/// ONNX: one axis, real or complex numbers.
fn dft(cx: &mut InferContext<'_>) -> Resolved {
    let one_sided = attributes::flag(cx, "onesided");
    let inverse = attributes::flag(cx, "inverse");
    let (spectrum, given, made) = match (one_sided, inverse) {
        (Some(false), _) => (Some(Spectrum::Whole), Parts::Either, Parts::Complex),
        (Some(true), Some(false)) => (Some(Spectrum::Halved), Parts::Real, Parts::Complex),
        (Some(true), Some(true)) => (Some(Spectrum::Completed), Parts::Complex, Parts::Real),
        _ => (None, Parts::Either, Parts::Either),
    };
    let attribute = cx.attribute_kind("axis").is_some();
    let source = if attribute { OperandSource::Attribute("axis") } else { OperandSource::Input(2) };
    let axes = match (attribute, cx.has_input(2)) {
        (true, _) if cx.has_unknown_value("axis") => Axes::Runtime(Dim::exact(1)),
        (false, false) => Axes::Known(vec![-2]),
        (false, true) => {
            scalar::expect(cx, 2, OneListed::ReadIfComputed);
            axes::read_one(cx, source).map_or(Axes::Runtime(Dim::exact(1)), |axis| Axes::Known(vec![axis]))
        }
        _ => axes::read_one(cx, source).map_or(Axes::Runtime(Dim::exact(1)), |axis| Axes::Known(vec![axis])),
    };
    Resolved::operator(Fourier { spectrum, given, made, axes, source, counts_parts: true, lengths: (1, true), inverse })
}

/// IR: a list of axes.
fn ir(cx: &mut InferContext<'_>, spectrum: Spectrum, given: Parts, made: Parts) -> Resolved {
    let source = OperandSource::Input(1);
    let axes = match shape_checks::rank(cx, 1, 1..=1, "reshape it to one dimension") {
        true => axes::read(cx, source),
        false => Axes::Runtime(Dim::unknown()),
    };
    let spectrum = Some(spectrum);
    Resolved::operator(Fourier {
        spectrum,
        given,
        made,
        axes,
        source,
        counts_parts: false,
        lengths: (2, false),
        inverse: None,
    })
}

const INDEX: TypeSet = TypeSet::from_types(&[ElementType::I32, ElementType::I64]);
const FLOATS: TypeSet = TypeSet::from_types(&[ElementType::F32, ElementType::F16, ElementType::Bf16]);

const INPUTS: &[FormalParameter] = &[
    FormalParameter::new("data", "T"),
    FormalParameter::new("axes", "T_AXES"),
    FormalParameter::new("signal_size", "T_SIZE").optional(),
];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", FLOATS),
    TypeVariable::tensors("T_AXES", INDEX),
    TypeVariable::tensors("T_SIZE", INDEX),
];

const fn since(version: i64) -> Signature {
    Signature::since(version).until(16).inputs(INPUTS).outputs(OUTPUTS).variables(VARIABLES)
}

const COMPLEX: &[Signature] = &[since(7)];
const REAL: &[Signature] = &[since(9)];

/// Whether a DFT whose axis is an input transforms another axis than the second.
fn transforms_other_axis(case: &RuntimeCase<'_>) -> bool {
    let Some(rank) = case.rank(0) else { return false };
    let axis = match case.input(2).filter(|axis| !axis.omitted) {
        None => Some(-2),
        Some(axis) => axis.ints.as_ref().and_then(|axis| axis.first().copied()),
    };
    let from_start = axis.map(|axis| if axis < 0 { axis + rank as i128 } else { axis });
    case.version >= 20 && from_start != Some(1)
}

/// Measured with single nodes: the result is that of the axis 1, whatever the input `axis` is.
static BEHAVIORS: &[RuntimeBehavior] = &[RuntimeBehavior::differs(
    Runtime::OpenVino,
    transforms_other_axis,
    "ignores the input `axis` and transforms the axis 1",
    "transpose the data so that the signal is on the axis 1, or use opset 19",
)];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("DFT", dft)
        .with_counterpart(Counterpart::SAME_NAME.settings(&[SettingPair::AXIS, SettingPair::AXES]))
        .with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("DFT", COMPLEX, |cx| ir(cx, Spectrum::Whole, Parts::Complex, Parts::Complex)),
    OperatorDef::openvino("IDFT", COMPLEX, |cx| ir(cx, Spectrum::Whole, Parts::Complex, Parts::Complex)),
    OperatorDef::openvino("IRDFT", REAL, |cx| ir(cx, Spectrum::Completed, Parts::Complex, Parts::None)),
    OperatorDef::openvino("RDFT", REAL, |cx| ir(cx, Spectrum::Halved, Parts::None, Parts::Complex)),
];
