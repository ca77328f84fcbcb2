//! ReverseSequence: the beginning of each sequence of a batch turned round.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::element::TypeSet;
use crate::fact::Fact;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

/// A resolved ReverseSequence.
#[derive(Debug)]
struct ReverseSequence {
    /// The axes of the batch and of time, by the attributes that name them; `None` if the file does not say.
    batch: (Option<i64>, &'static str),
    time: (Option<i64>, &'static str),
    /// Whether as many sequences as lengths is enforced, so that one tells the other.
    strict: bool,
    /// Of the readers that accept one axis for both; the note on them.
    same_axis_readers: Option<&'static str>,
}

impl Operator for ReverseSequence {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        shape_checks::rank(cx, 0, 2..=usize::MAX, "the data has a batch dimension and one of time");
        shape_checks::rank(cx, 1, 1..=1, "give one length for each sequence, as a list");
        let axis = |cx: &mut InferContext<'_>, (axis, name): (Option<i64>, &'static str)| {
            axes::wrap_one(cx, axis?.into(), data.rank()?, OperandSource::Attribute(name), Ranked::Input(0))
        };
        let (batch, time) = (axis(cx, self.batch), axis(cx, self.time));
        if batch.is_some() && batch == time {
            self.same_axis(cx);
        }
        let shape = match (data.dims(), batch) {
            (Some(dims), Some(batch)) => {
                let lengths = cx.shape(1).num_elements();
                let mut dims = dims.to_vec();
                match cx.unify(&dims[batch], &lengths) {
                    Some(dim) if self.strict => dims[batch] = dim,
                    Some(_) => {}
                    None => differs(cx, batch),
                }
                Shape::from_dims(dims)
            }
            _ => data,
        };
        cx.set(0, Fact::tensor(cx.element(0), shape));
    }
}

impl ReverseSequence {
    fn same_axis(&self, cx: &mut InferContext<'_>) {
        let message = format!("`{}` and `{}` name the same dimension", self.batch.1, self.time.1);
        let place = cx.attribute_place(self.time.1);
        let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
        let finding = match self.same_axis_readers {
            None => finding,
            Some(note) => finding.level(Level::Warning).note(note),
        };
        cx.report(
            finding.help("each sequence lies along another dimension than the batch").data("attribute", self.time.1),
        );
    }
}

fn differs(cx: &mut InferContext<'_>, batch: usize) {
    let (data, lengths) = (cx.shape(0), cx.shape(1));
    let message = format!(
        "there are {} lengths in input {}, but dimension {batch} of input {} is {}",
        lengths.num_elements(),
        cx.input_name(1),
        cx.input_name(0),
        data.dims().and_then(|dims| dims.get(batch)).map(ToString::to_string).unwrap_or_default()
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    let finding = finding.label(lengths.to_string()).related(cx.input_place(0), data.to_string());
    cx.report(finding.help("give one length for each sequence of the batch").data("dimension", batch));
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let time = match cx.dialect() {
        Dialect::Onnx => "time_axis",
        Dialect::OpenVino => "seq_axis",
    };
    let of = |name: &'static str| (cx.int(name).filter(|_| !cx.is_unbound(name)), name);
    let (batch, time) = (of("batch_axis"), of(time));
    if cx.dialect() == Dialect::Onnx {
        for (axis, name) in [batch, time] {
            if let Some(axis) = axis.filter(|axis| !matches!(axis, 0 | 1)) {
                // ONNX Runtime looks at the upper end only.
                let level = if axis < 0 { Level::Warning } else { Level::Error };
                let finding = diagnostics::invalid_attribute(cx, name, axis, "0 or 1").level(level);
                cx.report(finding.help("write 0 or 1"));
            }
        }
    }
    // Of an axis that is reported nothing is certain.
    let certain =
        |(axis, name): (Option<i64>, _)| (axis.filter(|a| cx.dialect() != Dialect::Onnx || matches!(a, 0 | 1)), name);
    Resolved::operator(ReverseSequence {
        batch: certain(batch),
        time: certain(time),
        strict: cx.dialect() == Dialect::OpenVino,
        same_axis_readers: (cx.dialect() == Dialect::OpenVino).then_some("OpenVINO does not look"),
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
