//! ReverseSequence: reverses the beginning of each sequence of a batch.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{EvalContext, InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::elements::SymInt;
use crate::fact::Fact;
use crate::kernel::dense::floats;
use crate::kernel::lines::Lines;
use crate::kernel::runs::{self, Run};
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved ReverseSequence.
#[derive(Debug)]
struct ReverseSequence {
    /// The batch axis and the time axis with their attributes; `None` if the file does not say.
    batch: (Option<i64>, &'static str),
    time: (Option<i64>, &'static str),
    /// Whether the number of lengths must equal the batch size, so that either determines the other.
    strict: bool,
    /// A note on tools that accept one axis for both.
    same_axis_readers: Option<&'static str>,
}

impl Operator for ReverseSequence {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        shape_checks::rank(cx, 0, 2..=usize::MAX, "add a batch and a time dimension");
        shape_checks::rank(cx, 1, 1..=1, "use a list with one length per sequence");
        let axis = |cx: &mut InferContext<'_>, (axis, name): (Option<i64>, &'static str)| {
            axes::wrap_one(cx, axis?.into(), data.rank()?, OperandSource::Attribute(name), Ranked::Input(0))
        };
        let (batch, time) = (axis(cx, self.batch), axis(cx, self.time));
        if batch.is_some() && batch == time {
            self.same_axis(cx);
        }
        if let Some(size) = time.and_then(|time| data.dims()?.get(time).cloned()) {
            check_lengths(cx, &size);
        }
        let shape = match (data.dims(), batch) {
            (Some(dims), Some(batch)) => {
                let lengths = cx.shape(1).num_elements();
                let mut dims = dims.to_vec();
                match cx.unify(&dims[batch], &lengths) {
                    Some(dim) if self.strict => dims[batch] = dim,
                    Some(_) => {}
                    None => report_count(cx, batch),
                }
                Shape::from_dims(dims)
            }
            _ => data,
        };
        cx.set(0, Fact::tensor(cx.element(0), shape));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let data = cx.input(0)?;
        let axis = |axis: Option<i64>| axes::position(axis?.into(), data.sizes().len());
        let (Some(batch), Some(time)) = (axis(self.batch.0), axis(self.time.0)) else { return Err(cx.no_evaluator()) };
        let [batch, time] = [Lines::along(data.sizes(), batch)?, Lines::along(data.sizes(), time)?];
        let lengths = floats(cx.input(1)?)?;
        let valid = |length: &f64| length.trunc() == *length && (0.0..=time.size as f64).contains(length);
        if lengths.len() != batch.size || !lengths.iter().all(valid) {
            return Err(EvalError::Invalid(format!("expected {} lengths in 0..={}", batch.size, time.size)));
        }
        let from = |at: usize| {
            let length = lengths[at / batch.inner % batch.size] as usize;
            let step = at / time.inner % time.size;
            let source = if step < length { length - 1 - step } else { step };
            at - step * time.inner + source * time.inner
        };
        let each = (0..data.num_elements()).map(|at| Run { from: Some((0, from(at))), count: 1 });
        Ok(vec![runs::joined(data.element(), data.sizes(), &[data], each).ok_or(EvalError::UnknownType)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

impl ReverseSequence {
    fn same_axis(&self, cx: &mut InferContext<'_>) {
        let message = format!("`{}` and `{}` denote the same dimension", self.batch.1, self.time.1);
        let place = cx.attribute_place(self.time.1);
        let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
        let finding = match self.same_axis_readers {
            None => finding,
            Some(note) => finding.level(Level::Warning).note(note),
        };
        cx.report(finding.help("set the two axes to different dimensions").data("attribute", self.time.1));
    }
}

/// OP202: a length that is negative, or greater than the time dimension.
fn check_lengths(cx: &mut InferContext<'_>, size: &Dim) {
    let Some(elements) = cx.elements(1) else { return };
    let Some(lengths) = elements.ints() else { return };
    let wrong = |length: &SymInt| length.high() < 0 || length.low() > i128::from(size.high());
    let Some((at, length)) = lengths.iter().enumerate().find(|(_, length)| wrong(length)) else { return };
    let message = format!(
        "length {at} in {} is {length}; expected 0..={size}, the size of the time dimension",
        diagnostics::described(cx, 1)
    );
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(1, at), message);
    let finding = finding.label(length).help("set the length to at most the size of the time dimension");
    cx.report(finding.data("value", length.to_string()).data("input", 1usize));
}

fn report_count(cx: &mut InferContext<'_>, batch: usize) {
    let (data, lengths) = (cx.shape(0), cx.shape(1));
    let message = format!(
        "input {1} has {0} lengths, but dimension {batch} of input {2} is {3}",
        lengths.num_elements(),
        cx.input_name(1),
        cx.input_name(0),
        data.dims().and_then(|dims| dims.get(batch)).map(ToString::to_string).unwrap_or_default()
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    let finding = finding.label(&lengths).related(cx.input_place(0), &data);
    cx.report(finding.help("list one length for each sequence of the batch").data("dimension", batch));
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let time = match cx.dialect() {
        Dialect::Onnx => "time_axis",
        Dialect::OpenVino => "seq_axis",
    };
    let of = |name: &'static str| (cx.int(name).filter(|_| !cx.has_unknown_value(name)), name);
    let (batch, time) = (of("batch_axis"), of(time));
    if cx.dialect() == Dialect::Onnx {
        for (axis, name) in [batch, time] {
            if let Some(axis) = axis.filter(|axis| !matches!(axis, 0 | 1)) {
                // ONNX Runtime checks the upper end only.
                let level = if axis < 0 { Level::Warning } else { Level::Error };
                let finding = diagnostics::invalid_attribute(cx, name, axis, "0 or 1").level(level);
                cx.report(finding.help("set the attribute to 0 or 1"));
            }
        }
    }
    // After a report, the axis is uncertain.
    let certain =
        |(axis, name): (Option<i64>, _)| (axis.filter(|a| cx.dialect() != Dialect::Onnx || matches!(a, 0 | 1)), name);
    Resolved::operator(ReverseSequence {
        batch: certain(batch),
        time: certain(time),
        strict: cx.dialect() == Dialect::OpenVino,
        same_axis_readers: (cx.dialect() == Dialect::OpenVino).then_some("OpenVINO does not check it"),
    })
}

const SIGNATURES: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("seq_lengths", "T_SEQ")])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[
        AttributeSpec::default("batch_axis", AttributeKind::Integer, DefaultValue::Int(0)),
        AttributeSpec::default("seq_axis", AttributeKind::Integer, DefaultValue::Int(1)),
    ])
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T_SEQ", TypeSet::NUMERIC)])];

pub(super) static OPERATORS: &[OperatorDef] =
    &[OperatorDef::onnx("ReverseSequence", resolve), OperatorDef::openvino("ReverseSequence", SIGNATURES, resolve)];
