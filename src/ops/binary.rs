//! Element-wise arithmetic on two or more inputs of one type, with broadcasting.

mod definition;
mod evaluate;
mod runtimes;

pub(super) use definition::OPERATORS;

use super::cost::{self, Cost};
use std::sync::Arc;

use super::broadcast::{self, Broadcast};
use super::floats::rounded;
use super::{EvalContext, StaticTensorType, bytes_of_each};
use super::{InferContext, Operator, Resolved, attributes, floats, integers};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::elements::{Elements, SymFloat, SymInt};
use crate::fact::Fact;
use crate::kernel::remainder::remainder;
use crate::rules;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// The operation applied to each pair of elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names are those of the specifications
pub(crate) enum BinaryKind {
    Add,
    Sub,
    Mul,
    /// Integer division rounds down (`floor`) or toward zero.
    Div {
        floor: bool,
    },
    Pow,
    /// The remainder has the sign of the divisor (`floor`) or of the dividend.
    Mod {
        floor: bool,
    },
    Min,
    Max,
    Mean,
    SquaredDifference,
    BitwiseAnd,
    BitwiseOr,
    BitwiseXor,
    ShiftLeft,
    ShiftRight,
    /// A shift whose direction is unknown.
    Shift,
    SwiGlu,
}

use BinaryKind as K;

/// Resolved arithmetic on two or more inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binary {
    /// The operation applied to each pair of elements; more than two inputs are combined from left to right.
    pub(crate) kind: BinaryKind,
    /// How the inputs are broadcast; `None` if the attributes are invalid.
    pub(crate) broadcast: Option<Broadcast>,
    /// Whether results on which runtimes disagree are not computed: OpenVINO's constant folding and its plugins differ
    /// for the minimum of NaN and a number, sums that overflow fewer than 32 bits and remainders of floats.
    pub(crate) cautious: bool,
    /// Whether a shift by a negative number, or by at least the bit width, is defined: it shifts out all bits.
    pub(crate) fills: bool,
    /// The factor in SwiGLU's sigmoid; `None` if it is unknown.
    pub(crate) alpha: Option<f32>,
}

impl Binary {
    fn resolve(kind: BinaryKind, cx: &mut InferContext<'_>) -> Resolved {
        let kind = match kind {
            // IR's attribute selects integer rounding; ONNX has no such attribute.
            K::Div { floor } => K::Div { floor: cx.bool("m_pythondiv").unwrap_or(floor) },
            K::Mod { floor } => K::Mod { floor: fmod(cx).map_or(floor, |fmod| !fmod) },
            K::ShiftLeft => direction(cx),
            kind => kind,
        };
        // Variadic ONNX operators do not broadcast before version 8.
        let variadic = matches!(kind, K::Min | K::Max | K::Mean | K::Add) && cx.attribute_kind("broadcast").is_none();
        let broadcast = match cx.dialect() {
            _ if kind == K::SwiGlu => Some(Broadcast::Equal),
            Dialect::Onnx if variadic && cx.version() < 7 => Some(Broadcast::Equal),
            _ => Broadcast::resolve(cx),
        };
        let cautious = cx.dialect() == Dialect::OpenVino;
        let alpha = match kind {
            K::SwiGlu if cx.has_unknown_value("alpha") => None,
            K::SwiGlu => cx.float("alpha"),
            _ => Some(1.0),
        };
        Resolved::operator(Binary { kind, broadcast, cautious, fills: !cautious && cx.version() >= 28, alpha })
    }

    fn elements(self, inputs: &[Elements], element: ElementType) -> Option<Elements> {
        let (first, rest) = inputs.split_first()?;
        let mut result = first.clone();
        for next in rest {
            result = self.pair(&result, next, element)?;
        }
        Some(result)
    }

    /// Whether one input bounds the result, whatever the other one is.
    fn narrows(self) -> bool {
        matches!(self.kind, K::Min | K::Max | K::Mod { .. } | K::BitwiseAnd)
    }

    fn pair(self, a: &Elements, b: &Elements, element: ElementType) -> Option<Elements> {
        match (a, b) {
            (Elements::Ints(a), Elements::Ints(b)) => {
                let range = element.integer_range()?;
                let of = |(a, b): (&SymInt, &SymInt)| integers::within(self.int(a, b, element.bits()), range);
                Some(Elements::Ints(a.iter().zip(b.iter()).map(of).collect()))
            }
            (Elements::Floats(x), Elements::Floats(y)) => {
                let of = |(&a, &b): (&f64, &f64)| rounded(element, self.float(a, b)?);
                let exact: Option<Arc<[f64]>> = x.iter().zip(y.iter()).map(of).collect();
                exact.map(Elements::Floats).or_else(|| self.open_pairs(&a.open_floats()?, &b.open_floats()?, element))
            }
            _ => self.open_pairs(&a.open_floats()?, &b.open_floats()?, element),
        }
    }

    fn open_pairs(self, a: &[SymFloat], b: &[SymFloat], element: ElementType) -> Option<Elements> {
        Elements::of_floats(a.iter().zip(b).map(|(a, b)| self.open_float(a, b, element)).collect())
    }

    fn open_float(self, a: &SymFloat, b: &SymFloat, element: ElementType) -> SymFloat {
        if let (Some(a), Some(b)) = (a.value(), b.value()) {
            return self.float(a, b).and_then(|v| rounded(element, v)).map_or(SymFloat::unknown(), SymFloat::exact);
        }
        match self.kind {
            K::Add => floats::add(a, b, element),
            K::Sub => floats::subtract(a, b, element),
            K::Mul => floats::multiply(a, b, element),
            K::Div { .. } => floats::divide(a, b, element),
            K::Min => floats::minimum(a, b, element),
            K::Max => floats::maximum(a, b, element),
            _ => SymFloat::unknown(),
        }
    }

    fn int(self, a: &SymInt, b: &SymInt, bits: u32) -> Option<SymInt> {
        match self.kind {
            K::Add => integers::add(a, b),
            K::Sub => integers::subtract(a, b),
            K::Mul => integers::multiply(a, b),
            K::Div { floor } => integers::divide(a, b, floor),
            K::Mod { floor } => integers::remainder(a, b, floor),
            K::Pow => integers::power(a, b),
            K::Min => Some(integers::minimum(a, b)),
            K::Max => Some(integers::maximum(a, b)),
            K::BitwiseAnd => integers::and(a, b),
            K::BitwiseOr => integers::bitwise(a, b, |a, b| a | b),
            K::BitwiseXor => integers::bitwise(a, b, |a, b| a ^ b),
            K::ShiftLeft | K::ShiftRight => integers::shift(a, b, self.kind == K::ShiftLeft, bits),
            K::SquaredDifference => {
                let difference = integers::subtract(a, b)?;
                integers::power(&difference, &SymInt::exact(2))
            }
            K::Mean | K::Shift | K::SwiGlu => None,
        }
    }

    /// Only operations that every implementation computes bit-exactly.
    fn float(self, a: f64, b: f64) -> Option<f64> {
        let number = !a.is_nan() && !b.is_nan();
        match self.kind {
            K::Add => Some(a + b),
            K::Sub => Some(a - b),
            K::Mul => Some(a * b),
            K::Div { .. } => Some(a / b),
            K::Mod { floor: false } if number && b != 0.0 => Some(remainder(a, b)),
            K::Min if number => Some(evaluate::minimum(a, b)),
            K::Max if number => Some(evaluate::maximum(a, b)),
            _ => None,
        }
    }
}

/// The element type that inputs of one type share; unknown if they differ because of a fault.
pub(super) fn common_element(cx: &InferContext<'_>, inputs: &[usize]) -> Option<ElementType> {
    let mut known = inputs.iter().filter_map(|&i| cx.element(i));
    let first = known.next()?;
    known.all(|other| other == first).then_some(first)
}

impl Operator for Binary {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let inputs: Vec<usize> = (0..cx.input_count()).collect();
        let (shape, why) = broadcast::shape(cx, &inputs, self.broadcast);
        // The exponent may be of a different type.
        let element = if self.kind == K::Pow { cx.element(0) } else { common_element(cx, &inputs) };
        let stretched = match (self.broadcast, &why) {
            (Some(Broadcast::Numpy | Broadcast::Equal), None) if self.narrows() => {
                broadcast::bounded_elements(cx, &inputs, &shape)
            }
            (Some(Broadcast::Numpy | Broadcast::Equal), None) => broadcast::elements(cx, &inputs, &shape),
            _ => None,
        };
        let elements = stretched.zip(element).and_then(|(inputs, element)| self.elements(&inputs, element));
        let elements = elements.and_then(|elements| integers::narrowed(elements, element));
        let fact = Fact { unknown_reason: why, ..Fact::tensor(element, shape) };
        cx.set(0, fact.with_elements(elements));
    }

    /// A power or a remainder takes several times as long as a sum.
    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, _: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        match self.kind {
            K::Pow | K::Mod { .. } => bytes_of_each(outputs, 16),
            _ => 0,
        }
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        self.compute(cx).map(|tensor| vec![tensor])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

/// Whether ONNX's Mod takes the sign of the dividend; `None` if the operator has no such attribute.
fn fmod(cx: &mut InferContext<'_>) -> Option<bool> {
    let value = cx.int("fmod")?;
    let fmod = attributes::flag_value(value);
    match fmod {
        Some(true) => {}
        Some(false) => check_fmod(cx),
        None => {
            let finding = attributes::invalid_flag(cx, "fmod", value);
            cx.report(finding.help("set `fmod` to 0 or 1").data("value", value));
        }
    }
    Some(fmod.unwrap_or(true))
}

/// Before version 28, the default is valid for integers only.
fn check_fmod(cx: &mut InferContext<'_>) {
    let Some(element) = cx.element(0).filter(|e| e.is_float() && cx.version() < 28) else { return };
    let message = format!("attribute `fmod` is 0 and input {} is {element}; expected 1", cx.input_name(0));
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place("fmod"), message);
    let finding = finding.note(format!("{}: `fmod` 0 requires integer inputs", cx.op_with_version()));
    cx.report(finding.help("set `fmod` to 1").data("attribute", "fmod").data("value", 0i64));
}

/// The direction of ONNX's BitShift; IR has one operator per direction.
fn direction(cx: &mut InferContext<'_>) -> BinaryKind {
    match cx.text("direction") {
        Some("RIGHT") => K::ShiftRight,
        Some("LEFT") | None => K::ShiftLeft,
        Some(written) => {
            let place = cx.attribute_place("direction");
            let message = format!("attribute `direction` is {written:?}; expected `LEFT` or `RIGHT`");
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
            cx.report(
                finding
                    .help("set `direction` to `LEFT` or `RIGHT`")
                    .data("attribute", "direction")
                    .data("value", written),
            );
            K::Shift
        }
    }
}

#[cfg(test)]
mod tests;
