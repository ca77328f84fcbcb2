//! Element-wise comparison and logic on two inputs, with broadcasting; the result is boolean.

use super::EvalContext;
use super::binary::common_element;
use super::broadcast::{self, AUTO_BROADCAST, Broadcast};
use super::cost::{self, Cost};
use super::signature::{FormalParameter, FormalType, ParameterOption, Signature, TypeConstraint, TypeVariable};
use super::table::operators;
use super::{InferContext, Operator, OperatorDef, Resolved, integers};
use crate::dialect::Dialect;
use crate::element::{ElementType, TypeSet};
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::kernel::elementwise::{Layout, no_nan, pair_tests};
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// The relation between each pair of elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ComparisonKind {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,
    Or,
    Xor,
}

use ComparisonKind as K;

/// A resolved comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    /// The relation.
    pub(crate) kind: ComparisonKind,
    /// How the inputs are broadcast; `None` if the attributes are invalid.
    pub(crate) broadcast: Option<Broadcast>,
    /// Whether NaN is not compared: OpenVINO's constant folding returns false, its plugins return true for some.
    pub(crate) cautious: bool,
}

impl Comparison {
    fn resolve(kind: ComparisonKind, cx: &mut InferContext<'_>) -> Resolved {
        let broadcast = Broadcast::resolve(cx);
        Resolved::operator(Comparison { kind, broadcast, cautious: cx.dialect() == Dialect::OpenVino })
    }

    fn elements(self, a: &Elements, b: &Elements) -> Option<Elements> {
        let certain: Vec<Option<bool>> = match (a, b) {
            (Elements::Ints(a), Elements::Ints(b)) => a.iter().zip(b.iter()).map(|(a, b)| self.ints(a, b)).collect(),
            (Elements::Floats(a), Elements::Floats(b)) => {
                a.iter().zip(b.iter()).map(|(a, b)| self.floats(*a, *b)).collect()
            }
            _ => return None,
        };
        Some(Elements::Ints(certain.into_iter().map(integers::truth).collect()))
    }

    fn ints(self, a: &SymInt, b: &SymInt) -> Option<bool> {
        let either = |value: bool| {
            let is = |x: &SymInt| x.value() == Some(i128::from(value));
            is(a) || is(b)
        };
        let both = || Some((a.value()? != 0, b.value()? != 0));
        match self.kind {
            K::Equal => integers::equal(a, b),
            K::NotEqual => integers::equal(a, b).map(|equal| !equal),
            K::Less => integers::less(a, b),
            K::GreaterOrEqual => integers::less(a, b).map(|less| !less),
            K::Greater => integers::less(b, a),
            K::LessOrEqual => integers::less(b, a).map(|less| !less),
            K::And => {
                if either(false) {
                    Some(false)
                } else {
                    both().map(|(a, b)| a && b)
                }
            }
            K::Or => {
                if either(true) {
                    Some(true)
                } else {
                    both().map(|(a, b)| a || b)
                }
            }
            K::Xor => both().map(|(a, b)| a != b),
        }
    }

    fn floats(self, a: f64, b: f64) -> Option<bool> {
        match self.kind {
            K::And | K::Or | K::Xor => None,
            kind => Some(kind.holds(a, b)),
        }
    }

    fn strings(self, a: &Tensor, b: &Tensor, layout: &Layout) -> Option<Tensor> {
        let equal = match self.kind {
            K::Equal => true,
            K::NotEqual => false,
            _ => return None,
        };
        let (a, b): (Vec<&[u8]>, Vec<&[u8]>) = (bytes(a)?.collect(), bytes(b)?.collect());
        let made = layout.map(&a, &b, |a, b| (a == b) == equal);
        Tensor::new(layout.sizes(), made).ok()
    }
}

fn bytes(strings: &Tensor) -> Option<impl Iterator<Item = &[u8]>> {
    Some(strings.strings()?.iter().map(AsRef::as_ref))
}

impl ComparisonKind {
    /// Whether the relation holds between two numbers; for logic, a number above zero is true.
    fn holds<T: PartialOrd + std::default::Default>(self, a: T, b: T) -> bool {
        let (x, y) = (a > T::default(), b > T::default());
        match self {
            K::Equal => a == b,
            K::NotEqual => a != b,
            K::Less => a < b,
            K::LessOrEqual => a <= b,
            K::Greater => a > b,
            K::GreaterOrEqual => a >= b,
            K::And => x && y,
            K::Or => x || y,
            K::Xor => x != y,
        }
    }
}

impl Operator for Comparison {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (shape, why) = broadcast::shape(cx, &[0, 1], self.broadcast);
        let stretched = match (self.broadcast, &why) {
            (Some(Broadcast::Numpy | Broadcast::Equal), None) => broadcast::bounded_elements(cx, &[0, 1], &shape),
            _ => None,
        };
        // Inputs of different types are a fault, and the result of comparing them is undefined.
        let comparable = common_element(cx, &[0, 1]).is_some();
        let elements = stretched.filter(|_| comparable).and_then(|pair| match &pair[..] {
            [a, b] => integers::narrowed(self.elements(a, b)?, Some(ElementType::Bool)),
            _ => None,
        });
        let fact = Fact { unknown_reason: why, ..Fact::tensor(ElementType::Bool, shape) };
        cx.set(0, fact.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let broadcast = self.broadcast.ok_or_else(|| cx.no_evaluator())?;
        let (a, b) = (cx.input(0)?, cx.input(1)?);
        let layout = broadcast.layout(a.sizes(), b.sizes()).ok_or(EvalError::UnknownType)?;
        if a.strings().is_some() {
            return self.strings(a, b, &layout).map(|made| vec![made]).ok_or(EvalError::Type(ElementType::String));
        }
        if self.cautious {
            no_nan([a, b])?;
        }
        let made = match self.kind {
            K::Equal => pair_tests((a, b), &layout, |a, b| a == b, |a, b| a == b),
            K::Less => pair_tests((a, b), &layout, |a, b| a < b, |a, b| a < b),
            K::Greater => pair_tests((a, b), &layout, |a, b| a > b, |a, b| a > b),
            kind => pair_tests((a, b), &layout, |a, b| kind.holds(a, b), |a, b| kind.holds(a, b)),
        };
        Ok(vec![made?])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

const BOOL: TypeSet = TypeSet::from_types(&[ElementType::Bool]);
const FLAGS: FormalParameter = FormalParameter {
    name: "output",
    ty: FormalType::Fixed(TypeConstraint::tensors(BOOL)),
    presence: ParameterOption::Required,
};

const INPUTS: &[FormalParameter] = &[FormalParameter::new("A", "T"), FormalParameter::new("B", "T")];

/// An IR comparison of two inputs of one type.
const fn ir(variables: &'static [TypeVariable]) -> Signature {
    Signature::since(1).until(16).inputs(INPUTS).outputs(&[FLAGS]).attributes(&[AUTO_BROADCAST]).variables(variables)
}

const ORDER: &[Signature] = &[ir(&[TypeVariable::tensors("T", TypeSet::ALL)])];
const LOGIC: &[Signature] = &[ir(&[TypeVariable::tensors("T", BOOL)])];
const FIRST_XOR: &[Signature] = &[ir(&[TypeVariable::tensors("T", BOOL)]).until(1)];

pub(super) static OPERATORS: &[OperatorDef] = operators! { Comparison::resolve:
    K::Equal => onnx "Equal" openvino "Equal" ORDER;
    K::NotEqual => openvino "NotEqual" ORDER;
    K::Less => onnx "Less" openvino "Less" ORDER;
    K::LessOrEqual => onnx "LessOrEqual" as "LessEqual" openvino "LessEqual" ORDER;
    K::Greater => onnx "Greater" openvino "Greater" ORDER;
    K::GreaterOrEqual => onnx "GreaterOrEqual" as "GreaterEqual" openvino "GreaterEqual" ORDER;
    K::And => onnx "And" as "LogicalAnd" openvino "LogicalAnd" LOGIC;
    K::Or => onnx "Or" as "LogicalOr" openvino "LogicalOr" LOGIC;
    K::Xor => onnx "Xor" as "LogicalXor" openvino "LogicalXor" LOGIC;
    K::Xor => openvino "Xor" FIRST_XOR;
};
