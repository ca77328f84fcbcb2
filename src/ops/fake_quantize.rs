//! FakeQuantize and FakeConvert: simulate quantization in the type of the data.

use super::broadcast::{self, AUTO_BROADCAST, Broadcast};
use super::cost::{self, Cost};
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::element::{ElementType, TypeSet};

/// A resolved FakeQuantize: data, and the bounds of the input range and the output range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FakeQuantize {
    /// How the bounds are broadcast to the data; `None` if it is unknown.
    pub(crate) broadcast: Option<Broadcast>,
}

impl FakeQuantize {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        if let Some(levels) = cx.int("levels").filter(|&levels| levels < 2) {
            diagnostics::doubtful_attribute(
                cx,
                "levels",
                levels,
                "at least 2",
                "set `levels` to the number of steps, such as 256 for 8 bits",
            );
        }
        Resolved::operator(FakeQuantize { broadcast: Broadcast::resolve(cx) })
    }
}

impl Operator for FakeQuantize {
    fn infer(&self, cx: &mut InferContext<'_>) {
        if self.broadcast.is_some() {
            // OpenVINO checks that they are compatible; the result always has the shape of the data.
            broadcast::shape(cx, &[0, 1, 2, 3, 4], self.broadcast);
        }
        cx.set_tensor(0, cx.element(0), cx.shape(0));
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

/// A resolved FakeConvert: data, scale and shift.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FakeConvert;

impl Operator for FakeConvert {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let mut data = cx.shape(0);
        for input in [1, 2] {
            if cx.has_input(input) {
                let help = "give it trailing dimensions of size 1 or of the size of the data";
                data = shape_checks::stretches(cx, input, &data, "the data", help);
            }
        }
        cx.set_tensor(0, cx.element(0), data);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

const OUTPUT: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const FAKE_QUANTIZE: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[
        FormalParameter::new("data", "T"),
        FormalParameter::new("input_low", "T"),
        FormalParameter::new("input_high", "T"),
        FormalParameter::new("output_low", "T"),
        FormalParameter::new("output_high", "T"),
    ])
    .outputs(OUTPUT)
    .attributes(&[AttributeSpec::required("levels", AttributeKind::Integer), AUTO_BROADCAST])
    .variables(&[TypeVariable::tensors("T", TypeSet::NUMERIC)])];
const CONVERTED: TypeSet = TypeSet::from_types(&[ElementType::F32, ElementType::F16, ElementType::Bf16]);
const FAKE_CONVERT: &[Signature] = &[Signature::since(13)
    .until(16)
    .inputs(&[
        FormalParameter::new("data", "T"),
        FormalParameter::new("scale", "T"),
        FormalParameter::new("shift", "T").optional(),
    ])
    .outputs(OUTPUT)
    .attributes(&[AttributeSpec::default(
        "destination_type",
        AttributeKind::Word(&["f8e4m3", "f8e5m2"]),
        DefaultValue::Text("f8e4m3"),
    )])
    .variables(&[TypeVariable::tensors("T", CONVERTED)])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::openvino("FakeQuantize", FAKE_QUANTIZE, FakeQuantize::resolve),
    OperatorDef::openvino("FakeConvert", FAKE_CONVERT, |_| Resolved::operator(FakeConvert)),
];
