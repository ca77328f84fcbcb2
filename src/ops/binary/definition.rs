//! Names and IR signatures of arithmetic on two or more inputs.

use super::runtimes::{REMAINDER, SATURATES, VARIADIC};
use super::{Binary, K};
use crate::element::{ElementType, TypeSet};
use crate::ops::OperatorDef;
use crate::ops::broadcast::AUTO_BROADCAST;
use crate::ops::counterpart::{Counterpart, Equivalence, ImpliedSetting, SettingPair};
use crate::ops::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use crate::ops::table::operators;

const INPUTS: &[FormalParameter] = &[FormalParameter::new("A", "T"), FormalParameter::new("B", "T")];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("C", "T")];

/// An IR operator on two inputs of one type.
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
// Of the sign of a remainder, ONNX states by an attribute what IR states by the operator.
const MOD: Counterpart = Counterpart::SAME_NAME.settings(&[SettingPair::new("fmod", &[], Equivalence::Implied)]);
const TRUNCATED: Counterpart = Counterpart::SAME_NAME.implies(&[("fmod", ImpliedSetting::Number(1.0))]);
const FLOORED: Counterpart = Counterpart::named("Mod").implies(&[("fmod", ImpliedSetting::Number(0.0))]);

pub(crate) static OPERATORS: &[OperatorDef] = operators! { Binary::resolve:
    K::Add => onnx "Add" {.with_runtime_behaviors(SATURATES)} openvino "Add" ARITHMETIC;
    K::Add => onnx "Sum" as "Add" {.with_runtime_behaviors(VARIADIC)};
    K::Sub => onnx "Sub" as "Subtract" {.with_runtime_behaviors(SATURATES)} openvino "Subtract" ARITHMETIC;
    K::Mul => onnx "Mul" as "Multiply" {.with_runtime_behaviors(SATURATES)} openvino "Multiply" ARITHMETIC;
    K::Div { floor: false } => onnx "Div" as "Divide" openvino "Divide" DIVIDE;
    K::Pow => onnx "Pow" as "Power" openvino "Power" ARITHMETIC;
    K::Mod { floor: false } => onnx "Mod" {.with_counterpart(MOD).with_runtime_behaviors(REMAINDER)}
        openvino "Mod" ARITHMETIC {.with_counterpart(TRUNCATED)};
    K::Mod { floor: true } => openvino "FloorMod" ARITHMETIC {.with_counterpart(FLOORED)};
    K::Min => onnx "Min" as "Minimum" {.with_runtime_behaviors(VARIADIC)} openvino "Minimum" ARITHMETIC;
    K::Max => onnx "Max" as "Maximum" {.with_runtime_behaviors(VARIADIC)} openvino "Maximum" ARITHMETIC;
    K::Mean => onnx "Mean" {.with_runtime_behaviors(VARIADIC)};
    K::SquaredDifference => openvino "SquaredDifference" ARITHMETIC;
    K::BitwiseAnd => onnx "BitwiseAnd" openvino "BitwiseAnd" BITWISE;
    K::BitwiseOr => onnx "BitwiseOr" openvino "BitwiseOr" BITWISE;
    K::BitwiseXor => onnx "BitwiseXor" openvino "BitwiseXor" BITWISE;
    K::ShiftLeft => onnx "BitShift" openvino "BitwiseLeftShift" SHIFT;
    K::ShiftRight => openvino "BitwiseRightShift" SHIFT;
    K::SwiGlu => onnx "SwiGLU";
};
