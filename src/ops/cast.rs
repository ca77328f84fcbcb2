//! Conversions between element types: Cast and CastLike, Convert and ConvertLike.
//!
//! How evaluation converts numbers that the target type cannot represent:
//!
//! * An out-of-range integer wraps, in both dialects.
//! * A float converted to an integer is truncated. An out-of-range float, an infinity or NaN has no defined result in
//!   either specification, and runtimes return whatever the processor does: it is not evaluated. Nor is a fraction that
//!   ONNX casts to 4 or 2 bits, which ONNX Runtime rounds and onnx.reference truncates.
//! * A float converted to a narrower float is rounded once, ties to even, and overflows to infinity. Conversion to an
//!   8-bit float saturates or not according to ONNX's tables; OpenVINO does not saturate, except for f8e8m0 and f4e2m1.
//!   NaN converted to a type without NaN is not evaluated, nor is a negative number converted to f8e8m0, nor an
//!   infinity converted to a `fnuz` type before Cast-24, where the specification and implementations differ.
//! * NaN is true in ONNX, and an integer too large for a float type becomes infinity.
//! * A value for which OpenVINO's constant folding and its plugins differ, or that OpenVINO rounds twice, is not
//!   evaluated: NaN as a bool, an integer too large for f16, bf16 that is not rounded toward zero, f16 and 8-bit floats
//!   whose result differs when converted through f32 or f16.
//! * Strings: see ONNX's specification of Cast; only those that ONNX Runtime and onnx.reference read and write
//!   identically. Bools have no string representation.

use super::cost::{self, Cost};
use super::counterpart::Counterpart;
use std::sync::Arc;

use super::EvalContext;
use super::runtime_behavior::RuntimeBehavior;
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved, attributes, diagnostics, floats, integers};
use crate::dialect::Dialect;
use crate::element::{ElementType, TypeSet};
use crate::elements::{Elements, SymFloat, SymInt};
use crate::fact::Fact;
use crate::graph::AttributeValue;
use crate::kernel::convert::{Rules, convert};
use crate::kernel::text;
use crate::target::Runtime;
use crate::tensor::EvalError;
use crate::tensor::Tensor;
use crate::tensor::half_float::HalfFormat;
use crate::tensor::small_float::PowerRounding;

/// The target type.
#[derive(Debug)]
enum Goal {
    /// This type; `None` if it is unknown.
    To(Option<ElementType>),
    /// The type of input 1.
    Like,
}

/// A resolved conversion.
#[derive(Debug)]
struct Cast {
    goal: Goal,
    /// `None` if they are unknown.
    rules: Option<Rules>,
}

impl Cast {
    fn resolved(goal: Goal, cx: &InferContext<'_>) -> Resolved {
        let rules = match cx.dialect() {
            Dialect::OpenVino => Some(OPENVINO),
            Dialect::Onnx => onnx_rules(cx),
        };
        Resolved::operator(Cast { goal, rules })
    }
}

const OPENVINO: Rules = Rules {
    saturate: false,
    infinity: false,
    power: PowerRounding::Even,
    power_limits: Some(true),
    small_truncate: true,
    cautious: true,
};

fn onnx_rules(cx: &InferContext<'_>) -> Option<Rules> {
    if cx.has_unknown_value("saturate") || cx.has_unknown_value("round_mode") {
        return None;
    }
    let saturate = cx.int("saturate") != Some(0);
    let power = match cx.text("round_mode") {
        None | Some("up") => PowerRounding::Up,
        Some("down") => PowerRounding::Down,
        Some("nearest") => PowerRounding::Nearest,
        Some(_) => return None,
    };
    // ONNX's table has two columns.
    let power_limits = match (saturate, power) {
        (true, PowerRounding::Up) | (false, PowerRounding::Nearest) => Some(saturate),
        _ => None,
    };
    Some(Rules { saturate, infinity: cx.version() >= 24, power, power_limits, small_truncate: false, cautious: false })
}

impl Operator for Cast {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let to = match self.goal {
            Goal::To(to) => to,
            Goal::Like => cx.element(1),
        };
        let elements = to.and_then(|to| elements(&cx.bounded_elements(0)?, cx.element(0), to));
        let elements = elements.and_then(|elements| integers::narrowed(elements, to));
        if elements.as_ref().and_then(Elements::ints).is_some_and(|ints| ints.iter().any(|int| int.expr().is_some())) {
            floats::demand_exact(cx, 0);
        }
        let why = match to {
            Some(_) => cx.unknown_reason(0),
            None => Some(cx.unknown_reason(1).unwrap_or_else(|| cx.unknown_because("the target type is unknown"))),
        };
        let fact = Fact { unknown_reason: why, ..Fact::tensor(to, cx.shape(0)) };
        cx.set(0, fact.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, to) = (cx.input(0)?, cx.output(0)?.element);
        let rules = self.rules.ok_or_else(|| cx.no_evaluator())?;
        if data.element() == to {
            return Ok(vec![data.clone()]);
        }
        let made = match (data.strings(), to) {
            (Some(texts), _) => text::parsed(texts, data.sizes(), to, rules),
            (None, ElementType::String) => text::written(data),
            (None, _) => convert(data, to, rules),
        };
        Ok(vec![made?])
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        let (from, to) = (cx.element(0)?, cx.outputs.first()?.element()?);
        (from == to).then_some(NodeProperty::Forwards(0, "input and output have the same type"))
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

/// The converted elements; a value on which the specifications are silent or runtimes differ is unknown.
pub(super) fn elements(from: &Elements, ty: Option<ElementType>, to: ElementType) -> Option<Elements> {
    if to == ElementType::Bool {
        return Some(Elements::Ints(match from {
            Elements::Ints(ints) => ints.iter().map(truth).collect(),
            // NaN is not zero.
            Elements::Floats(floats) => floats.iter().map(|f| SymInt::exact(i128::from(*f != 0.0))).collect(),
            Elements::SymFloats(_) => return None,
        }));
    }
    if let Some(range) = to.integer_range() {
        return Some(Elements::Ints(match from {
            Elements::Ints(ints) => ints.iter().map(|int| integer(int, range)).collect(),
            Elements::Floats(floats) => floats.iter().map(|f| truncated(*f, range)).collect(),
            Elements::SymFloats(floats) => floats.iter().map(|f| floats::to_int(f, range)).collect(),
        }));
    }
    let exact: Option<Arc<[f64]>> = match from {
        Elements::Ints(ints) => ints.iter().map(|int| float(int.value()? as f64, to, int.value())).collect(),
        Elements::Floats(floats) => floats.iter().map(|f| float(*f, to, None)).collect(),
        Elements::SymFloats(_) => None,
    };
    exact.map(Elements::Floats).or_else(|| open_floats(from, ty, to))
}

/// Elements as floats that are not all exact.
fn open_floats(from: &Elements, ty: Option<ElementType>, to: ElementType) -> Option<Elements> {
    let held = |value: f64, whole| float(value, to, whole).map_or(SymFloat::unknown(), SymFloat::exact);
    let of_int = |int: &SymInt| int.value().map_or_else(|| floats::of_int(int, to), |v| held(v as f64, Some(v)));
    let of_float = |f: &SymFloat| f.value().map_or_else(|| floats::converted(f, ty, to), |v| held(v, None));
    Elements::of_floats(match from {
        Elements::Ints(ints) => ints.iter().map(of_int).collect(),
        floats => floats.open_floats()?.iter().map(of_float).collect(),
    })
}

fn truth(int: &SymInt) -> SymInt {
    match (int.value(), int.contains(0)) {
        (Some(0), _) => SymInt::exact(0),
        (_, false) => SymInt::exact(1),
        _ => SymInt::interval(0, 1),
    }
}

/// An integer converted to another integer type. An out-of-range integer wraps in some runtimes and saturates in
/// others.
pub(super) fn integer(int: &SymInt, range: (i128, i128)) -> SymInt {
    integers::within(Some(int.clone()), range)
}

/// A float converted to an integer: exact if it has no fraction, otherwise both neighbors, because runtimes round
/// differently.
fn truncated(float: f64, (low, high): (i128, i128)) -> SymInt {
    let (floor, ceil) = (float.floor(), float.ceil());
    // The bounds of every integer type are within 2^64, which f64 represents exactly.
    if float.is_finite() && floor >= low as f64 && ceil < high as f64 + 1.0 {
        return SymInt::interval((floor as i128).max(low), (ceil as i128).min(high));
    }
    SymInt::interval(low, high)
}

/// A number as a float type; `None` unless the type represents it exactly, so that no rounding is involved.
fn float(value: f64, to: ElementType, whole: Option<i128>) -> Option<f64> {
    let held = match to {
        ElementType::F64 => value,
        ElementType::F32 => f64::from(value as f32),
        _ => HalfFormat::of(to)?.rounded(value),
    };
    let exact = held.to_bits() == value.to_bits() || (held.is_nan() && value.is_nan());
    let converted = whole.is_none_or(|int| value as i128 == int);
    (exact && converted).then_some(held)
}

/// ONNX: `to` is a number of `TensorProto.DataType`, or its name in opset 1.
fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    attributes::word(cx, "round_mode", &["up", "down", "nearest"]);
    let to = match cx.attribute("to") {
        Some(AttributeValue::Int(_)) => attributes::output_element(cx, "to", 0),
        Some(AttributeValue::String(_)) => {
            let name = cx.text("to").unwrap_or_default().to_owned();
            let to = named(&name);
            if to.is_none() {
                let help = "set it to the name of a type, such as FLOAT or INT64";
                diagnostics::attribute(cx, "to", format_args!("{name:?}"), "the name of an element type", help);
            }
            to
        }
        _ => None,
    };
    Cast::resolved(Goal::To(to), cx)
}

/// An element type by its ONNX name, as in opset 1.
fn named(name: &str) -> Option<ElementType> {
    const NAMES: [&str; 16] = [
        "FLOAT",
        "UINT8",
        "INT8",
        "UINT16",
        "INT16",
        "INT32",
        "INT64",
        "STRING",
        "BOOL",
        "FLOAT16",
        "DOUBLE",
        "UINT32",
        "UINT64",
        "COMPLEX64",
        "COMPLEX128",
        "BFLOAT16",
    ];
    let position = NAMES.iter().position(|n| n.eq_ignore_ascii_case(name))?;
    ElementType::from_onnx(position as i64 + 1)
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    Cast::resolved(Goal::To(cx.element_attribute("destination_type")), cx)
}

fn resolve_like(cx: &mut InferContext<'_>) -> Resolved {
    Cast::resolved(Goal::Like, cx)
}

const VARIABLES: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T_OUT", TypeSet::ALL)];
const CONVERT: &[Signature] = &[Signature::since(1)
    .until(17)
    .inputs(&[FormalParameter::new("data", "T")])
    .outputs(&[FormalParameter::new("output", "T_OUT")])
    .attributes(&[AttributeSpec::required("destination_type", AttributeKind::Element)])
    .variables(VARIABLES)];
const CONVERT_LIKE: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("like", "T_OUT")])
    .outputs(&[FormalParameter::new("output", "T_OUT")])
    .variables(VARIABLES)];

/// Measured with single nodes.
static BEHAVIORS: &[RuntimeBehavior] = &[RuntimeBehavior::refuses(
    Runtime::OnnxRuntime,
    |case| case.int("saturate") == Some(0) && case.result.is_some_and(|to| !to.name().starts_with("f8")),
    "rejects `saturate = 0` for results of another type than float8",
    "remove the attribute `saturate`",
)];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Cast", resolve_onnx)
        .with_properties()
        .with_counterpart(Counterpart::named("Convert"))
        .with_runtime_behaviors(BEHAVIORS),
    OperatorDef::onnx("CastLike", resolve_like).with_properties().with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("Convert", CONVERT, resolve_ir).with_properties().with_known_divergences(&[(
        "OP109",
        "OpenVINO reads a Convert without `destination_type` and leaves the type unknown",
    )]),
    OperatorDef::openvino("ConvertLike", CONVERT_LIKE, resolve_like).with_properties(),
];

#[cfg(test)]
mod tests {

    use super::*;

    fn ints(values: &[i64]) -> Elements {
        Elements::of_ints(values.iter().copied())
    }

    fn floats(values: &[f64]) -> Elements {
        Elements::Floats(values.into())
    }

    #[test]
    fn only_exact_values_are_converted() {
        assert_eq!(elements(&ints(&[0, 2, -1]), None, ElementType::Bool), Some(ints(&[0, 1, 1])));
        assert_eq!(elements(&floats(&[0.5, f64::NAN, -0.0]), None, ElementType::Bool), Some(ints(&[1, 1, 0])));
        assert_eq!(elements(&ints(&[255, 7]), None, ElementType::U8), Some(ints(&[255, 7])));
        assert_eq!(elements(&floats(&[-3.0]), None, ElementType::I32), Some(ints(&[-3])));
        assert_eq!(elements(&ints(&[3]), None, ElementType::F16), Some(floats(&[3.0])));
        assert_eq!(elements(&ints(&[16_777_217]), None, ElementType::F32), None);
        assert_eq!(elements(&ints(&[i64::MAX]), None, ElementType::F64), None);
        assert_eq!(elements(&floats(&[0.1]), None, ElementType::F32), None);
        assert_eq!(elements(&ints(&[3]), None, ElementType::F8E4M3), None);
    }

    #[test]
    fn inexact_integers_stay_within_bounds() {
        let one = |from: Elements, to| match elements(&from, None, to) {
            Some(Elements::Ints(v)) => (v[0].low(), v[0].high()),
            other => panic!("{other:?}"),
        };
        assert_eq!(one(ints(&[300]), ElementType::U8), (0, 255));
        assert_eq!(one(floats(&[2.5]), ElementType::I64), (2, 3));
        assert_eq!(one(floats(&[1e20]), ElementType::U64), (0, u64::MAX.into()));
        assert_eq!(one(floats(&[u64::MAX as f64]), ElementType::U64), (0, u64::MAX.into()));
        assert_eq!(one(floats(&[f64::INFINITY]), ElementType::I8), (-128, 127));
    }
}
