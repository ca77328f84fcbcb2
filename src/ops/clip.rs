//! Clip and Clamp: limits every element to an interval.

use super::EvalContext;
use super::activation::no_scalar;
use super::cost::{self, Cost};
use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::floats::rounded;
use super::runtime_behavior::{RuntimeBehavior, RuntimeCase};
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved, floats, integers};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::element::TypeSet;
use crate::elements::{Elements, SymFloat, SymInt};
use crate::fact::Fact;
use crate::kernel::elementwise::{all_reals, all_wholes, no_nan, reals, wholes};
use crate::rule::Level;
use crate::rules;
use crate::target::Runtime;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// One bound of the interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Bound {
    /// Unbounded.
    Open,
    /// This number.
    Number(f32),
    /// The scalar at this input.
    Input(usize),
    /// Not known.
    Unknown,
}

/// A resolved Clip or Clamp.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clip {
    /// The lower bound.
    pub(crate) low: Bound,
    /// The upper bound, which takes precedence if the lower one is above it.
    pub(crate) high: Bound,
    /// Whether NaN is not evaluated: OpenVINO's constant folding returns NaN, its plugins return a bound.
    pub(crate) cautious: bool,
}

impl Clip {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let by_attribute = cx.attribute_kind("min").is_some();
        let bound = |name: &str, input: usize| match by_attribute {
            true if cx.has_unknown_value(name) => Bound::Unknown,
            true => cx.float(name).map_or(Bound::Open, Bound::Number),
            false if cx.has_input(input) => Bound::Input(input),
            false => Bound::Open,
        };
        let cautious = cx.dialect() == Dialect::OpenVino;
        let clip = Clip { low: bound("min", 1), high: bound("max", 2), cautious };
        if cautious {
            clip.check(cx);
        }
        Resolved::operator(clip)
    }

    /// IR: the lower bound must not be above the upper one. In ONNX the upper one takes precedence.
    fn check(self, cx: &mut InferContext<'_>) {
        let (Bound::Number(low), Bound::Number(high)) = (self.low, self.high) else { return };
        if low <= high {
            return;
        }
        let message = format!("attribute `min` is {low}; expected at most `max`, {high}");
        let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place("min"), message);
        let finding = finding.label(format!("{low}")).related(cx.attribute_place("max"), format!("{high}"));
        cx.report(finding.help("set `min` to at most `max`").data("attribute", "min"));
    }

    fn elements(self, cx: &InferContext<'_>) -> Option<Elements> {
        match cx.bounded_elements(0)? {
            Elements::Ints(values) => {
                let (least, greatest) = cx.element(0)?.integer_range()?;
                let low = int(cx, self.low, f32::ceil, least)?;
                let high = int(cx, self.high, f32::floor, greatest)?;
                let of = |v| integers::minimum(&integers::maximum(v, &low), &high);
                Some(Elements::Ints(values.iter().map(of).collect()))
            }
            Elements::Floats(values) => {
                let low = float(cx, self.low, f64::NEG_INFINITY)?;
                let high = float(cx, self.high, f64::INFINITY)?;
                let number = !low.is_nan() && !high.is_nan() && values.iter().all(|v| !v.is_nan());
                number.then(|| Elements::Floats(values.iter().map(|&v| between(v, low, high)).collect()))
            }
            Elements::SymFloats(values) => {
                let element = cx.element(0)?;
                let low = float(cx, self.low, f64::NEG_INFINITY)?;
                let high = float(cx, self.high, f64::INFINITY)?;
                if low.is_nan() || high.is_nan() {
                    return None;
                }
                let of = |v: &SymFloat| {
                    let open = low == f64::NEG_INFINITY;
                    let raised = if open { v.clone() } else { floats::maximum(v, &SymFloat::exact(low), element) };
                    let open = high == f64::INFINITY;
                    if open { raised } else { floats::minimum(&raised, &SymFloat::exact(high), element) }
                };
                Elements::of_floats(values.iter().map(of).collect())
            }
        }
    }
}

impl Clip {
    fn compute(self, cx: &EvalContext<'_>) -> Result<Tensor, EvalError> {
        let data = cx.input(0)?;
        let element = data.element();
        if let Some((least, greatest)) = element.integer_range() {
            let end = |bound, round: fn(f32) -> f32, open| match bound {
                Bound::Open => Some(open),
                Bound::Number(number) if number.is_nan() => None,
                Bound::Number(number) => Some(round(number) as i128),
                Bound::Input(input) => all_wholes(cx.optional(input)?)?.first().copied(),
                Bound::Unknown => None,
            };
            let ends = end(self.low, f32::ceil, least).zip(end(self.high, f32::floor, greatest));
            let (low, high) = ends.ok_or_else(|| cx.no_evaluator())?;
            let made = wholes(data, |x| Some(x.max(low).min(high)).filter(|x| (least..=greatest).contains(x)))?;
            return made.ok_or_else(|| EvalError::Undefined(format!("a bound is out of range for {element}")));
        }
        let end = |bound, open| match bound {
            Bound::Open => Some(open),
            Bound::Number(number) => Some(f64::from(number)),
            Bound::Input(input) => all_reals(cx.optional(input)?)?.first().copied(),
            Bound::Unknown => None,
        };
        let ends = end(self.low, f64::NEG_INFINITY).zip(end(self.high, f64::INFINITY));
        let (low, high) = ends.ok_or_else(|| cx.no_evaluator())?;
        if low.is_nan() || high.is_nan() {
            return Err(EvalError::Undefined("a bound is NaN, which runtimes treat differently".into()));
        }
        if self.cautious {
            no_nan([data])?;
        }
        reals(data, |x| between(x, low, high))
    }
}

/// Limits a float to an interval; the upper bound takes precedence. NaN propagates, and a zero at a bound keeps its
/// sign.
fn between(x: f64, low: f64, high: f64) -> f64 {
    let raised = if x < low { low } else { x };
    if raised > high { high } else { raised }
}

fn int(cx: &InferContext<'_>, bound: Bound, round: fn(f32) -> f32, open: i128) -> Option<SymInt> {
    match bound {
        Bound::Open => Some(SymInt::exact(open)),
        // `as` saturates; a bound outside the range of the type has no effect.
        Bound::Number(number) => (!number.is_nan()).then(|| {
            let bound = round(number) as i128;
            SymInt::exact(bound.clamp(SymInt::MIN, SymInt::MAX))
        }),
        Bound::Input(input) => match cx.bounded_elements(input)?.ints()? {
            [only] => Some(only.clone()),
            _ => None,
        },
        Bound::Unknown => None,
    }
}

fn float(cx: &InferContext<'_>, bound: Bound, open: f64) -> Option<f64> {
    match bound {
        Bound::Open => Some(open),
        Bound::Number(number) => rounded(cx.element(0)?, number.into()),
        Bound::Input(input) => match cx.elements(input)?.floats()? {
            [only] => Some(*only),
            _ => None,
        },
        Bound::Unknown => None,
    }
}

impl Operator for Clip {
    fn infer(&self, cx: &mut InferContext<'_>) {
        for bound in [self.low, self.high] {
            if let Bound::Input(input) = bound {
                check_scalar(cx, input);
            }
        }
        let elements = self.elements(cx).and_then(|elements| integers::narrowed(elements, cx.element(0)));
        let fact = Fact::tensor(cx.element(0), cx.shape(0));
        cx.set(0, fact.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        self.compute(cx).map(|tensor| vec![tensor])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

/// OP203. Every tool accepts one element of rank 1, so that is only worth a note.
fn check_scalar(cx: &mut InferContext<'_>, input: usize) {
    let Some(finding) = no_scalar(cx, input) else { return };
    let shape = cx.shape(input);
    let single = shape.min_rank() <= 1 && shape.num_elements().contains(1);
    cx.report(match single {
        true => finding.level(Level::Note).note("onnx, ONNX Runtime, and OpenVINO also accept one element of rank 1"),
        false => finding,
    });
}

const CLAMP: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T")])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[
        AttributeSpec::required("min", AttributeKind::Real),
        AttributeSpec::required("max", AttributeKind::Real),
    ])
    .variables(&[TypeVariable::tensors("T", TypeSet::NUMERIC)])];

const COUNTERPART: Counterpart = Counterpart::named("Clamp").inputs(&[(0, 0)]).settings(&[
    SettingPair::new("min", &["min"], Equivalence::Plain).or_input(),
    SettingPair::new("max", &["max"], Equivalence::Plain).or_input(),
]);

/// Whether the bounds are attributes that no value fits.
fn crossed(case: &RuntimeCase<'_>) -> bool {
    case.float("min").zip(case.float("max")).is_some_and(|(min, max)| min > max)
}

/// Measured with single nodes below opset 11, where the bounds are attributes.
static BEHAVIORS: &[RuntimeBehavior] = &[
    RuntimeBehavior::refuses(Runtime::OnnxRuntime, crossed, "rejects a `min` above `max`", "swap `min` and `max`"),
    RuntimeBehavior::refuses(Runtime::OpenVino, crossed, "rejects a `min` above `max`", "swap `min` and `max`"),
];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Clip", Clip::resolve).with_counterpart(COUNTERPART).with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("Clamp", CLAMP, Clip::resolve),
];
