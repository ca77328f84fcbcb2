//! Names and IR signatures of loops.

use super::{onnx, openvino};
use crate::element::{ElementType, TypeSet};
use crate::ops::OperatorDef;
use crate::ops::counterpart::Counterpart;
use crate::ops::signature::{FormalParameter, Signature, TypeConstraint, TypeVariable};
use crate::ops::size_operand::SizeOperand;

const ANY: &[TypeVariable] = &[TypeVariable { name: "T", allowed: TypeConstraint::ANY }];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("outputs", "T").heterogeneous_variadic(0)];
const COUNTS: TypeConstraint = TypeConstraint::tensors(TypeSet::from_types(&[ElementType::I64, ElementType::I32]));

const LOOP: &[Signature] = &[Signature::since(5)
    .until(16)
    .inputs(&[
        FormalParameter::fixed("trip_count", COUNTS),
        FormalParameter::fixed("execution_condition", TypeConstraint::tensor(ElementType::Bool)),
        FormalParameter::new("inputs", "T").heterogeneous_variadic(0),
    ])
    .outputs(OUTPUTS)
    .variables(ANY)];

const TENSOR_ITERATOR: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[FormalParameter::new("inputs", "T").heterogeneous_variadic(1)])
    .outputs(OUTPUTS)
    .variables(ANY)];

const SAME_LOOP: Counterpart = Counterpart::SAME_NAME.inputs(&[(0, 0), (1, 1)]);
/// The port map states which input is which.
const ITERATOR: Counterpart = Counterpart::named("TensorIterator").inputs(&[]);

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Loop", onnx::resolve_loop)
        .depends_on_runtime()
        .with_counterpart(SAME_LOOP)
        .with_size_operands(&[SizeOperand::count(0)]),
    OperatorDef::onnx("Scan", onnx::resolve_scan).depends_on_runtime().with_counterpart(ITERATOR),
    OperatorDef::openvino("Loop", LOOP, openvino::resolve_loop)
        .depends_on_runtime()
        .with_size_operands(&[SizeOperand::count(0)]),
    OperatorDef::openvino("TensorIterator", TENSOR_ITERATOR, openvino::resolve_tensor_iterator).depends_on_runtime(),
];
