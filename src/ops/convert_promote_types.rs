//! ConvertPromoteTypes: converts two tensors to a common type.

use super::Cost;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved, diagnostics};
use crate::element::{ElementType, TypeSet};

use ElementType as E;

/// A resolved ConvertPromoteTypes.
#[derive(Clone, Copy, Debug)]
struct Promotion {
    /// Whether a scalar takes the type of a tensor that is not a scalar.
    scalar: bool,
    /// The common type of `u64` and a signed integer.
    widest: Option<ElementType>,
    /// Whether the common type may be wider than both inputs, or unable to represent one of them.
    unchecked: bool,
}

impl Promotion {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let scalar = cx.bool("pytorch_scalar_promotion").unwrap_or(false);
        let target = "u64_integer_promotion_target";
        let widest = match cx.attribute_record(target) {
            Some(_) => cx.element_attribute(target),
            None => Some(E::F32),
        };
        Resolved::operator(Promotion { scalar, widest, unchecked: cx.bool("promote_unsafe") != Some(false) })
    }

    /// OP105: the common type is wider than both inputs, or may not represent an integer.
    fn check(self, cx: &mut InferContext<'_>, [a, b]: [ElementType; 2], both: ElementType) {
        if self.unchecked || is_safe(a, b, both) {
            return;
        }
        let valid = format!("true, because {a} and {b} are promoted to {both}");
        let help = "convert one of the inputs first, or set `promote_unsafe` to true";
        diagnostics::attribute(cx, "promote_unsafe", false, valid, help);
    }

    /// The type of both results; `None` if it is uncertain.
    fn promote(self, a: ElementType, b: ElementType) -> Option<ElementType> {
        if a == b {
            return Some(a);
        }
        match (a, b) {
            (E::Bool, other) | (other, E::Bool) => Some(other),
            _ if a.is_float() && b.is_float() => float(a, b),
            _ if a.is_float() && b.is_integer() => Some(a),
            _ if b.is_float() && a.is_integer() => Some(b),
            _ if a.is_integer() && b.is_integer() => self.integer(a, b),
            _ => None,
        }
    }

    fn integer(self, a: ElementType, b: ElementType) -> Option<ElementType> {
        if a.is_unsigned() == b.is_unsigned() {
            return Some(if a.bits() > b.bits() { a } else { b });
        }
        let (signed, unsigned) = if a.is_unsigned() { (b, a) } else { (a, b) };
        match unsigned.bits() {
            // One bit does not determine the common type.
            1 => None,
            64 => self.widest,
            bits => [E::I8, E::I16, E::I32, E::I64].into_iter().find(|e| e.bits() > bits && e.bits() >= signed.bits()),
        }
    }
}

/// The wider type; `f32` if neither represents the other.
fn float(a: ElementType, b: ElementType) -> Option<ElementType> {
    let plain = |e| matches!(e, E::F64 | E::F32 | E::F16 | E::Bf16);
    match (plain(a), plain(b)) {
        (true, true) if a.bits() == b.bits() => Some(E::F32),
        (true, true) => Some(if a.bits() > b.bits() { a } else { b }),
        (true, false) => Some(a),
        (false, true) => Some(b),
        (false, false) => None,
    }
}

/// Whether a promotion is lossless and the result is not wider than both types.
fn is_safe(a: ElementType, b: ElementType, both: ElementType) -> bool {
    let (float, integer) = if a.is_float() { (a, b) } else { (b, a) };
    if a == b || a == E::Bool || b == E::Bool {
        return true;
    }
    if float.is_float() && integer.is_integer() {
        return float.bits() >= 2 * integer.bits();
    }
    let mixed = a.is_integer() && a.is_unsigned() != b.is_unsigned();
    both.bits() <= a.bits().max(b.bits()) && !(mixed && [a, b].contains(&E::U64))
}

impl Operator for Promotion {
    fn infer(&self, cx: &mut InferContext<'_>) {
        // A scalar may be converted, unless both are scalars or neither can be one.
        let [a, b] = [0, 1].map(|input| cx.shape(input));
        let alike = (a.rank() == Some(0) && b.rank() == Some(0)) || (a.min_rank() > 0 && b.min_rank() > 0);
        let element = match (cx.element(0), cx.element(1)) {
            (Some(x), Some(y)) if !self.scalar || alike || x == y => self.promote(x, y),
            _ => None,
        };
        if let (Some(x), Some(y), Some(both)) = (cx.element(0), cx.element(1), element) {
            self.check(cx, [x, y], both);
        }
        cx.set_tensor(0, element, a);
        cx.set_tensor(1, element, b);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        let converted = cx.output_shape(0).num_elements().add(&cx.output_shape(1).num_elements());
        Some(Cost::operations(converted))
    }
}

const IR: &[Signature] = &[Signature::since(14)
    .until(16)
    .inputs(&[FormalParameter::new("input_0", "T1"), FormalParameter::new("input_1", "T2")])
    .outputs(&[FormalParameter::new("output_0", "T_OUT"), FormalParameter::new("output_1", "T_OUT")])
    .attributes(&[
        AttributeSpec::default("promote_unsafe", AttributeKind::Bool, DefaultValue::Bool(false)),
        AttributeSpec::default("pytorch_scalar_promotion", AttributeKind::Bool, DefaultValue::Bool(false)),
        AttributeSpec::default("u64_integer_promotion_target", AttributeKind::Element, DefaultValue::Text("f32")),
    ])
    .variables(&[
        TypeVariable::tensors("T1", TypeSet::ALL),
        TypeVariable::tensors("T2", TypeSet::ALL),
        TypeVariable::tensors("T_OUT", TypeSet::ALL),
    ])];

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::openvino("ConvertPromoteTypes", IR, Promotion::resolve)];
