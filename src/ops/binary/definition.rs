//! Names and IR signatures of arithmetic with several inputs.

use super::{Binary, K};
use crate::element::{ElementType, TypeSet};
use crate::ops::OperatorDef;
use crate::ops::broadcast::AUTO_BROADCAST;
use crate::ops::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use crate::ops::table::operators;

const INPUTS: &[FormalParameter] = &[FormalParameter::new("A", "T"), FormalParameter::new("B", "T")];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("C", "T")];

/// IR arithmetic of two inputs of one type.
const fn ir(since: i64, variables: &'static [TypeVariable]) -> Signature {
    let signature = Signature::since(since).until(16).inputs(INPUTS).outputs(OUTPUTS);
    signature.attributes(&[AUTO_BROADCAST]).variables(variables)
}

const NUMERIC: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::NUMERIC)];
const INTEGER: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::INTEGER)];
const BITS: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::INTEGER.union(TypeSet::from_types(&[ElementType::Bool])))];

const ARITHMETIC: &[Signature] = &[ir(1, NUMERIC)];
const BITWISE: &[Signature] = &[ir(13, BITS)];
const SHIFT: &[Signature] = &[ir(15, INTEGER)];
const DIVIDE: &[Signature] = &[ir(1, NUMERIC).attributes(&[
    AUTO_BROADCAST,
    AttributeSpec::default("m_pythondiv", AttributeKind::Bool, DefaultValue::Bool(true)),
])];
pub(crate) static OPERATORS: &[OperatorDef] = operators! { Binary::resolve:
    K::Add => onnx "Add" openvino "Add" ARITHMETIC;
    K::Add => onnx "Sum";
    K::Sub => onnx "Sub" openvino "Subtract" ARITHMETIC;
    K::Mul => onnx "Mul" openvino "Multiply" ARITHMETIC;
    K::Div { floor: false } => onnx "Div" openvino "Divide" DIVIDE;
    K::Pow => onnx "Pow" openvino "Power" ARITHMETIC;
    K::Mod { floor: false } => onnx "Mod" openvino "Mod" ARITHMETIC;
    K::Mod { floor: true } => openvino "FloorMod" ARITHMETIC;
    K::Min => onnx "Min" openvino "Minimum" ARITHMETIC;
    K::Max => onnx "Max" openvino "Maximum" ARITHMETIC;
    K::Mean => onnx "Mean";
    K::SquaredDifference => openvino "SquaredDifference" ARITHMETIC;
    K::BitwiseAnd => onnx "BitwiseAnd" openvino "BitwiseAnd" BITWISE;
    K::BitwiseOr => onnx "BitwiseOr" openvino "BitwiseOr" BITWISE;
    K::BitwiseXor => onnx "BitwiseXor" openvino "BitwiseXor" BITWISE;
    K::ShiftLeft => onnx "BitShift" openvino "BitwiseLeftShift" SHIFT;
    K::ShiftRight => openvino "BitwiseRightShift" SHIFT;
    K::SwiGlu => onnx "SwiGLU";
};
