//! Connectionist temporal classification: decoding sequences of class scores, and their loss against labels.

use super::scalar::{self, OneListed};
use super::shape_pattern::ShapeBindings;
use super::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, FormalType, ParameterOption, Signature,
    TypeConstraint, TypeVariable,
};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::element::{ElementType, TypeSet};

/// A resolved CTCGreedyDecoder.
#[derive(Debug)]
struct Decoder;

impl Operator for Decoder {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let dims = ShapeBindings::read(cx, &[(0, "time batch classes"), (1, "time batch")]);
        cx.set_tensor(0, cx.element(0), dims.shape(cx, "batch time 1 1"));
    }
}

fn resolve_decoder(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Decoder)
}

/// A resolved CTCGreedyDecoderSeqLen.
#[derive(Debug)]
struct DecoderSeqLen {
    classes: Option<ElementType>,
    lengths: Option<ElementType>,
}

impl Operator for DecoderSeqLen {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let dims = ShapeBindings::read(cx, &[(0, "batch time classes"), (1, "batch")]);
        if cx.has_input(2) {
            scalar::expect(cx, 2, OneListed::Valid);
        }
        cx.set_tensor(0, self.classes, dims.shape(cx, "batch time"));
        cx.set_tensor(1, self.lengths, dims.shape(cx, "batch"));
    }
}

fn resolve_seq_len(cx: &mut InferContext<'_>) -> Resolved {
    let element = |name: &str| match cx.attribute_record(name) {
        Some(_) => cx.element_attribute(name),
        None => Some(ElementType::I32),
    };
    let (classes, lengths) = (element("classes_index_type"), element("sequence_length_type"));
    Resolved::operator(DecoderSeqLen { classes, lengths })
}

/// A resolved CTCLoss.
#[derive(Debug)]
struct Loss;

impl Operator for Loss {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let inputs = [(0, "batch time classes"), (1, "batch"), (2, "batch time"), (3, "batch")];
        let dims = ShapeBindings::read(cx, &inputs);
        if cx.has_input(4) {
            scalar::expect(cx, 4, OneListed::Refused);
        }
        cx.set_tensor(0, cx.element(0), dims.shape(cx, "batch"));
    }
}

fn resolve_loss(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Loss)
}

const fn flag(name: &'static str, default: bool) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Bool, DefaultValue::Bool(default))
}

const fn index(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Element, DefaultValue::Text("i32"))
}

const INDEX: FormalType =
    FormalType::Fixed(TypeConstraint::tensors(TypeSet::from_types(&[ElementType::I64, ElementType::I32])));
const DECODER: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("sequence_mask", "T_MASK")])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[flag("ctc_merge_repeated", true)])
    .variables(&[TypeVariable::tensors("T", TypeSet::FLOAT), TypeVariable::tensors("T_MASK", TypeSet::NUMERIC)])];
const SEQ_LEN: &[Signature] = &[Signature::since(6)
    .until(16)
    .inputs(&[
        FormalParameter::new("data", "T"),
        FormalParameter::new("sequence_length", "T_IND"),
        FormalParameter::new("blank_index", "T_BLANK").optional(),
    ])
    .outputs(&[
        FormalParameter { name: "classes", ty: INDEX, presence: ParameterOption::Required },
        FormalParameter { name: "lengths", ty: INDEX, presence: ParameterOption::Optional },
    ])
    .attributes(&[flag("merge_repeated", true), index("classes_index_type"), index("sequence_length_type")])
    .variables(&[
        TypeVariable::tensors("T", TypeSet::FLOAT),
        TypeVariable::tensors("T_IND", TypeSet::INTEGER),
        TypeVariable::tensors("T_LABEL_LENGTH", TypeSet::INTEGER),
        TypeVariable::tensors("T_BLANK", TypeSet::INTEGER),
    ])];
const LOSS: &[Signature] = &[Signature::since(4)
    .until(16)
    .inputs(&[
        FormalParameter::new("logits", "T"),
        FormalParameter::new("logit_length", "T_LENGTH"),
        FormalParameter::new("labels", "T_IND"),
        FormalParameter::new("label_length", "T_LABEL_LENGTH"),
        FormalParameter::new("blank_index", "T_BLANK").optional(),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[flag("preprocess_collapse_repeated", false), flag("ctc_merge_repeated", true), flag("unique", false)])
    .variables(&[
        TypeVariable::tensors("T", TypeSet::FLOAT),
        TypeVariable::tensors("T_LENGTH", TypeSet::INTEGER),
        TypeVariable::tensors("T_IND", TypeSet::INTEGER),
        TypeVariable::tensors("T_LABEL_LENGTH", TypeSet::INTEGER),
        TypeVariable::tensors("T_BLANK", TypeSet::INTEGER),
    ])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::openvino("CTCGreedyDecoder", DECODER, resolve_decoder),
    OperatorDef::openvino("CTCGreedyDecoderSeqLen", SEQ_LEN, resolve_seq_len),
    OperatorDef::openvino("CTCLoss", LOSS, resolve_loss),
];
