//! Elementwise operators with one input: the type stays or becomes bool, and the shape stays.

#[cfg(feature = "evaluate")]
mod evaluate;

use super::cost::{self, Cost};
use super::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, FormalType, Signature, TypeConstraint, TypeVariable,
};
use super::table::operators;
use super::{EvalContext, StaticTensorType, bytes_of_each};
use super::{InferContext, Operator, OperatorDef, Resolved, floats, integers};
use crate::dialect::Dialect;
use crate::element::{ElementType, TypeSet};
use crate::elements::{Elements, Quotient, SymFloat, SymInt};
use crate::fact::Fact;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// The function of each element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names are the specifications' own
pub(crate) enum UnaryKind {
    Abs,
    Neg,
    Ceil,
    Floor,
    Round { ties_away: bool },
    Sqrt,
    Exp,
    Log,
    Erf,
    ErfInv,
    Sign,
    Reciprocal,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Not,
    BitwiseNot,
    IsNaN,
    IsInf { negative: bool, positive: bool },
    IsFinite,
}

use UnaryKind as K;

/// A resolved operator of one input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unary {
    /// The function of each element.
    pub(crate) kind: UnaryKind,
    /// Whether results on which runtimes disagree are not evaluated: for functions of NaN and for overflows of integers
    /// narrower than 32 bits, OpenVINO's constant folding and kernels differ.
    pub(crate) cautious: bool,
}

impl Unary {
    fn resolve(kind: UnaryKind, cx: &mut InferContext<'_>) -> Resolved {
        let flag = |name| cx.int(name).map(|v| v != 0).or(cx.bool(name)).unwrap_or(true);
        let kind = match kind {
            K::Round { .. } => {
                K::Round { ties_away: cx.text("mode").is_some_and(|m| m.eq_ignore_ascii_case("half_away_from_zero")) }
            }
            K::IsInf { .. } => K::IsInf { negative: flag("detect_negative"), positive: flag("detect_positive") },
            kind => kind,
        };
        Resolved::operator(Unary { kind, cautious: cx.dialect() == Dialect::OpenVino })
    }

    fn is_predicate(self) -> bool {
        matches!(self.kind, K::IsNaN | K::IsInf { .. } | K::IsFinite)
    }

    /// The elements of the result; `None` if nothing is known about them.
    fn elements(self, data: &Elements, from: ElementType) -> Option<Elements> {
        match data {
            Elements::Ints(values) => {
                let range = from.integer_range()?;
                let values: Option<Vec<SymInt>> =
                    values.iter().map(|v| self.int(v, range, from).map(|r| integers::within(Some(r), range))).collect();
                Some(Elements::Ints(values?.into()))
            }
            Elements::Floats(values) if self.is_predicate() => {
                let holds: Option<Vec<SymInt>> =
                    values.iter().map(|&v| Some(integers::truth(Some(self.predicate(v)?)))).collect();
                Some(Elements::Ints(holds?.into()))
            }
            Elements::Floats(values) => {
                let values: Option<Vec<f64>> = values.iter().map(|&v| floats::rounded(from, self.float(v)?)).collect();
                Some(Elements::Floats(values?.into()))
            }
            Elements::SymFloats(_) if self.is_predicate() => None,
            Elements::SymFloats(values) => {
                Elements::of_floats(values.iter().map(|value| self.open_float(value, from)).collect())
            }
        }
    }

    fn int(self, value: &SymInt, (low, high): (i128, i128), element: ElementType) -> Option<SymInt> {
        if let Some(value) = value.value() {
            return self.exact_int(value, high, element).map(SymInt::exact);
        }
        let anything = SymInt::interval(low, high);
        match self.kind {
            K::Abs => Some(integers::absolute(value).unwrap_or(anything)),
            K::Neg => Some(integers::negate(value).unwrap_or(anything)),
            K::Ceil | K::Floor | K::Round { .. } => Some(value.clone()),
            K::Sign => Some(SymInt::interval(value.low().signum(), value.high().signum())),
            K::Not => integers::subtract(&SymInt::exact(1), value),
            // All bits flipped: for an unsigned number, the distance from the greatest; otherwise -x - 1.
            K::BitwiseNot if element.is_unsigned() || element == ElementType::Bool => {
                integers::subtract(&SymInt::exact(high), value)
            }
            K::BitwiseNot => integers::subtract(&SymInt::exact(-1), value),
            _ => None,
        }
    }

    /// The same for one number of a type with this greatest value: without bounds to be joined.
    fn exact_int(self, value: i128, high: i128, element: ElementType) -> Option<i128> {
        match self.kind {
            K::Abs => Some(value.abs()),
            K::Neg => Some(-value),
            K::Ceil | K::Floor | K::Round { .. } => Some(value),
            K::Sign => Some(value.signum()),
            K::Not => Some(1 - value),
            K::BitwiseNot if element.is_unsigned() || element == ElementType::Bool => Some(high - value),
            K::BitwiseNot => Some(-1 - value),
            _ => None,
        }
    }

    /// Only functions that every implementation computes to the last bit.
    fn float(self, value: f64) -> Option<f64> {
        match self.kind {
            K::Abs => Some(value.abs()),
            K::Neg => Some(-value),
            K::Ceil => Some(value.ceil()),
            K::Floor => Some(value.floor()),
            K::Round { ties_away: true } => Some(value.round()),
            K::Round { ties_away: false } => Some(value.round_ties_even()),
            K::Sqrt => Some(value.sqrt()),
            K::Reciprocal => Some(1.0 / value),
            _ => None,
        }
    }

    fn open_float(self, value: &SymFloat, element: ElementType) -> SymFloat {
        if let Some(value) = value.value() {
            return self
                .float(value)
                .and_then(|v| floats::rounded(element, v))
                .map_or(SymFloat::unknown(), SymFloat::exact);
        }
        // Integral values do not change.
        let whole = |q: &Quotient| q.whole().is_some().then(|| q.clone());
        match self.kind {
            K::Abs => floats::absolute(value),
            K::Neg => floats::negate(value),
            K::Floor => floats::rising(value, f64::floor, Quotient::floor),
            K::Ceil => floats::rising(value, f64::ceil, Quotient::ceil),
            K::Round { ties_away: true } => floats::rising(value, f64::round, whole),
            K::Round { ties_away: false } => floats::rising(value, f64::round_ties_even, whole),
            _ => SymFloat::unknown(),
        }
    }

    fn predicate(self, value: f64) -> Option<bool> {
        match self.kind {
            K::IsNaN => Some(value.is_nan()),
            K::IsFinite => Some(value.is_finite()),
            K::IsInf { negative, positive } => {
                Some((positive && value == f64::INFINITY) || (negative && value == f64::NEG_INFINITY))
            }
            _ => None,
        }
    }
}

impl Operator for Unary {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let from = cx.element(0);
        let element = if self.is_predicate() { Some(ElementType::Bool) } else { from };
        // The sign of any number is one of three values.
        let known = if self.kind == K::Sign { cx.bounded_elements(0) } else { cx.elements(0) };
        let elements = match (known, from) {
            (Some(elements), Some(from)) => self.elements(&elements, from),
            _ => None,
        };
        let fact = Fact::tensor(element, cx.shape(0));
        cx.set(0, fact.with_elements(elements));
    }

    /// The error function is a sum of up to 60 terms, and the angle of a trigonometric function may have hundreds of digits.
    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, _: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let each = match self.kind {
            K::Erf => 64,
            K::Sin | K::Cos | K::Tan => 8,
            _ => 0,
        };
        bytes_of_each(outputs, each)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        self.compute(cx.input(0)?).ok_or_else(|| cx.no_evaluator())?.map(|tensor| vec![tensor])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

const T: &[FormalParameter] = &[FormalParameter::new("input", "T")];

/// An IR operator with one input whose output has the same type.
const fn ir(since: i64, variables: &'static [TypeVariable]) -> Signature {
    Signature::since(since).until(16).inputs(T).outputs(T).variables(variables)
}

const NUMERIC: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::NUMERIC)];
const FLOAT: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::FLOAT)];
const BOOL: TypeSet = TypeSet::from_types(&[ElementType::Bool]);
const FLAGS: &[FormalParameter] = &[FormalParameter { ty: FormalType::Fixed(TypeConstraint::tensors(BOOL)), ..T[0] }];

const ARITHMETIC: &[Signature] = &[ir(1, NUMERIC)];
const HYPERBOLIC: &[Signature] = &[ir(4, NUMERIC)];
const LOGICAL: &[Signature] = &[ir(1, &[TypeVariable::tensors("T", BOOL)])];
const BITWISE: &[Signature] = &[ir(13, &[TypeVariable::tensors("T", TypeSet::INTEGER.union(BOOL))])];
const PREDICATE: &[Signature] = &[ir(10, FLOAT).outputs(FLAGS)];
const ERF_INV: &[Signature] = &[Signature::since(17).until(17).inputs(T).outputs(T).variables(FLOAT)];
const ROUND: &[Signature] = &[ir(5, NUMERIC).attributes(&[AttributeSpec::default(
    "mode",
    AttributeKind::Word(&["half_to_even", "half_away_from_zero"]),
    DefaultValue::Text("half_to_even"),
)])];
const IS_INF: &[Signature] = &[ir(10, FLOAT).outputs(FLAGS).attributes(&[
    AttributeSpec::default("detect_negative", AttributeKind::Bool, DefaultValue::Bool(true)),
    AttributeSpec::default("detect_positive", AttributeKind::Bool, DefaultValue::Bool(true)),
])];

pub(super) static OPERATORS: &[OperatorDef] = operators! { Unary::resolve:
    K::Abs => onnx "Abs" openvino "Abs" ARITHMETIC;
    K::Neg => onnx "Neg" as "Negative" openvino "Negative" ARITHMETIC;
    K::Ceil => onnx "Ceil" as "Ceiling" openvino "Ceiling" ARITHMETIC;
    K::Floor => onnx "Floor" openvino "Floor" ARITHMETIC;
    K::Round { ties_away: false } => onnx "Round" openvino "Round" ROUND;
    K::Sqrt => onnx "Sqrt" openvino "Sqrt" ARITHMETIC;
    K::Exp => onnx "Exp" openvino "Exp" ARITHMETIC;
    K::Log => onnx "Log" openvino "Log" ARITHMETIC;
    K::Erf => onnx "Erf" openvino "Erf" ARITHMETIC;
    K::ErfInv => openvino "ErfInv" ERF_INV;
    K::Sign => onnx "Sign" openvino "Sign" ARITHMETIC;
    K::Reciprocal => onnx "Reciprocal";
    K::Sin => onnx "Sin" openvino "Sin" ARITHMETIC;
    K::Cos => onnx "Cos" openvino "Cos" ARITHMETIC;
    K::Tan => onnx "Tan" openvino "Tan" ARITHMETIC;
    K::Asin => onnx "Asin" openvino "Asin" ARITHMETIC;
    K::Acos => onnx "Acos" openvino "Acos" ARITHMETIC;
    K::Atan => onnx "Atan" openvino "Atan" ARITHMETIC;
    K::Sinh => onnx "Sinh" openvino "Sinh" ARITHMETIC;
    K::Cosh => onnx "Cosh" openvino "Cosh" ARITHMETIC;
    K::Tanh => onnx "Tanh" openvino "Tanh" ARITHMETIC;
    K::Asinh => onnx "Asinh" openvino "Asinh" HYPERBOLIC;
    K::Acosh => onnx "Acosh" openvino "Acosh" HYPERBOLIC;
    K::Atanh => onnx "Atanh" openvino "Atanh" HYPERBOLIC;
    K::Not => onnx "Not" as "LogicalNot" openvino "LogicalNot" LOGICAL;
    K::BitwiseNot => onnx "BitwiseNot" openvino "BitwiseNot" BITWISE;
    K::IsNaN => onnx "IsNaN" openvino "IsNaN" PREDICATE;
    K::IsInf { negative: true, positive: true } => onnx "IsInf" openvino "IsInf" IS_INF;
    K::IsFinite => openvino "IsFinite" PREDICATE;
};
