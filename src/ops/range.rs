//! Range: numbers from a start to a limit, exclusive, with a constant step.

use super::cost::{self, Cost};
use crate::ops::size_operand::SizeOperand;
use std::sync::Arc;

use super::EvalContext;
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved, cast, floats, scalar, view};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::elements::{Elements, SymInt};
use crate::expr::Expr;
use crate::fact::Fact;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

mod values;

/// A resolved Range.
#[derive(Debug)]
struct Range {
    /// The type of the result; `None` for the type of the start.
    output: Option<ElementType>,
    /// Whether some runtimes accept a one-element list as a scalar.
    list_of_one: bool,
    /// Whether each float is its predecessor plus the step, as in ONNX Runtime; OpenVINO multiplies the step.
    adds: bool,
    /// Whether 16-bit floats are computed in 32 bits.
    widens: bool,
}

/// Start, limit and step: integers as far as they are known, or exact floats.
enum Numbers {
    Ints([SymInt; 3]),
    Floats([f64; 3]),
}

impl Operator for Range {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let element = self.output.or(cx.element(0));
        let scalars = (0..3).fold(true, |all, input| all & self.is_one_number(cx, input));
        let numbers = if scalars { numbers(cx, element) } else { None };
        let zero = match cx.elements(2).filter(|_| scalars) {
            Some(Elements::Ints(step)) => step.first().is_some_and(|step| step.value() == Some(0)),
            Some(Elements::Floats(step)) => step.first() == Some(&0.0),
            Some(Elements::SymFloats(_)) | None => false,
        };
        if zero {
            let finding = Diagnostic::new(
                &rules::invalid_input_value::RULE,
                cx.input_place(2),
                "the step is 0; expected nonzero",
            );
            cx.report(
                finding
                    .label("0")
                    .help("set the step to a positive number to count up or a negative one to count down"),
            );
        }
        let (count, elements) = match numbers.filter(|_| !zero) {
            Some(Numbers::Ints(ints)) => (integer_count(&ints), integers(cx, &ints, element)),
            Some(Numbers::Floats(floats)) => (float_count(floats, element), whole_floats(cx, floats, element)),
            None => (Dim::unknown(), None),
        };
        if count.expr().is_some() {
            (0..3).for_each(|input| floats::demand_exact(cx, input));
        }
        let open = count.size().is_none() && count.expr().is_none();
        let count = if open { cx.data_dependent_dim(0, 0, count.low(), count.high()) } else { count };
        let why = count.is_unknown().then(|| cx.unknown_because("start, limit or step is known only at run time"));
        let fact = Fact { unknown_reason: why, ..Fact::tensor(element, Shape::from_dims([count.clone()])) };
        cx.set(0, fact.with_elements(elements.filter(|e| count.is(e.len() as u64))));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        Ok(vec![values::compute(self, cx, cx.output(0)?)?])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

impl Range {
    /// Reports an input that is not a scalar.
    fn is_one_number(&self, cx: &mut InferContext<'_>, input: usize) -> bool {
        let shape = cx.shape(input);
        if shape.min_rank() == 0 {
            return true;
        }
        let message = format!("input {} has shape {shape}; expected a scalar, []", cx.input_name(input));
        let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
        let finding = finding.label(&shape).help("squeeze the input to a scalar").data("rank", shape.min_rank());
        let read = self.list_of_one && shape.min_rank() == 1 && shape.num_elements().contains(1);
        // ONNX Runtime checks the shapes when it loads the model only if it knows all three numbers.
        let level = if (0..3).all(|input| cx.is_stored(input)) { Level::Error } else { Level::Warning };
        cx.report(match read {
            true => finding.level(level).note(scalar::ONLY_COMPUTED),
            false => finding,
        });
        read
    }
}

/// Start, limit or step as stored in the file.
enum Number {
    Int(SymInt),
    Float(f64),
}

impl Number {
    fn from_input(cx: &InferContext<'_>, input: usize) -> Option<Number> {
        match cx.elements(input) {
            Some(Elements::Ints(ints)) => ints.first().cloned().map(Number::Int),
            Some(Elements::Floats(floats)) => floats.first().copied().filter(|f| f.is_finite()).map(Number::Float),
            Some(Elements::SymFloats(floats)) => {
                let whole = floats.first()?.quotient()?.whole()?.clone();
                Some(Number::Int(SymInt::unknown().refine_with(Some(whole))))
            }
            None => view::any_of(cx.element(input)?).map(Number::Int),
        }
    }

    /// As an integer of the result's type. Runtimes round fractions differently.
    fn integer(&self, range: (i128, i128)) -> Option<SymInt> {
        match self {
            // OpenVINO counts with values outside the type's range and converts afterwards.
            Number::Int(int) if int.high() < range.0 || int.low() > range.1 => None,
            Number::Int(int) => Some(cast::integer(int, range)),
            Number::Float(float) => {
                is_small_and_whole(*float).then(|| cast::integer(&SymInt::exact(*float as i64), range))
            }
        }
    }

    fn float(&self) -> Option<f64> {
        match self {
            Number::Int(int) => int.value().map(|value| value as f64),
            Number::Float(float) => Some(*float),
        }
    }

    /// An integer that a float represents exactly. A symbolic dimension is assumed to fit, or the model would be
    /// meaningless.
    fn small(&self) -> Option<SymInt> {
        let int = self.integer((SymInt::MIN, SymInt::MAX))?;
        let small = is_small_and_whole(int.low() as f64) && is_small_and_whole(int.high() as f64);
        (small || int.expr().is_some()).then_some(int)
    }
}

/// The numbers in the result's type; other types are converted.
fn numbers(cx: &InferContext<'_>, element: Option<ElementType>) -> Option<Numbers> {
    let element = element?;
    let all = [Number::from_input(cx, 0)?, Number::from_input(cx, 1)?, Number::from_input(cx, 2)?];
    fn three<T>(all: impl Iterator<Item = Option<T>>) -> Option<[T; 3]> {
        all.collect::<Option<Vec<T>>>()?.try_into().ok()
    }
    match element.integer_range() {
        Some(range) => three(all.iter().map(|n| n.integer(range))).map(Numbers::Ints),
        None => match three(all.iter().map(Number::float)) {
            Some(floats) => Some(Numbers::Floats(floats)),
            None if is_wide(Some(element)) => three(all.iter().map(Number::small)).map(Numbers::Ints),
            None => None,
        },
    }
}

/// The number of integers: decreasing in the start, increasing in the limit.
fn integer_count([start, limit, step]: &[SymInt; 3]) -> Dim {
    let count = |start: i128, limit: i128, step: i128| {
        let distance = if step > 0 { limit - start } else { start - limit };
        u64::try_from(distance.max(0).unsigned_abs().div_ceil(step.unsigned_abs())).unwrap_or(Dim::UNBOUNDED)
    };
    match step.value() {
        Some(1) if start.value() == Some(0) && limit.low() >= 0 => limit.to_dim().unwrap_or(Dim::exact(0)),
        Some(step) if step > 0 => {
            Dim::interval(count(start.high(), limit.low(), step), count(start.low(), limit.high(), step))
        }
        Some(step) if step < 0 => {
            Dim::interval(count(start.low(), limit.high(), step), count(start.high(), limit.low(), step))
        }
        _ => Dim::unknown(),
    }
    .refine_with(counted(start, limit, step))
}

/// The number of integers as an expression.
fn counted(start: &SymInt, limit: &SymInt, step: &SymInt) -> Option<Expr> {
    let step = i64::try_from(step.value()?).ok().filter(|_| start.expr().is_some() || limit.expr().is_some())?;
    let (from, to) = if step > 0 { (start, limit) } else { (limit, start) };
    let distance = to.to_expr()?.sub(&from.to_expr()?)?;
    distance.ceil_div(&Expr::constant(step.checked_abs()?), false)?.maximum(&Expr::constant(0))
}

/// The integers themselves, if few.
fn integers(cx: &InferContext<'_>, numbers: &[SymInt; 3], element: Option<ElementType>) -> Option<Elements> {
    let [start, _, step] = [numbers[0].value()?, numbers[1].value()?, numbers[2].value()?];
    let count = usize::try_from(integer_count(numbers).size()?)
        .ok()
        .filter(|&n| n <= cx.limits().max_tracked_elements_per_tensor)?;
    let (low, high) = element?.integer_range()?;
    let all: Option<Arc<[SymInt]>> = (0..count as i128)
        .map(|i| start.checked_add(i.checked_mul(step)?).filter(|v| (low..=high).contains(v)).map(SymInt::exact))
        .collect();
    all.map(Elements::Ints)
}

/// The number of floats. Runtimes divide in different precision, so a quotient near an integer is uncertain.
fn float_count([start, limit, step]: [f64; 3], element: Option<ElementType>) -> Dim {
    let quotient = (limit - start) / step;
    if !quotient.is_finite() {
        return Dim::unknown();
    }
    let wide = is_wide(element);
    let relative = if wide { 1e-6 } else { 1e-2 };
    let exact = wide && [start, limit, step].into_iter().all(is_small_and_whole);
    let slack = if exact { 0.0 } else { (quotient.abs() + (start / step).abs()) * relative };
    // The cast saturates.
    let count = |quotient: f64| quotient.ceil().max(0.0) as u64;
    Dim::interval(count(quotient - slack), count(quotient + slack))
}

/// Whether the type represents small integers exactly.
fn is_wide(element: Option<ElementType>) -> bool {
    matches!(element, Some(ElementType::F32 | ElementType::F64))
}

/// Whether every method of computation agrees. A quotient n/d that is not an integer is at least 1/d away from one, and
/// 32 bits round it by at most n/d * 2^-24: with n = limit - start below 2^23, rounding does not cross an integer.
fn is_small_and_whole(value: f64) -> bool {
    value.fract() == 0.0 && value.abs() < 4_194_304.0
}

/// Floats that are small integers.
fn whole_floats(cx: &InferContext<'_>, numbers: [f64; 3], element: Option<ElementType>) -> Option<Elements> {
    let count = float_count(numbers, element).size().and_then(|n| usize::try_from(n).ok())?;
    if !is_wide(element)
        || !numbers.into_iter().all(is_small_and_whole)
        || count > cx.limits().max_tracked_elements_per_tensor
    {
        return None;
    }
    Some(Elements::Floats((0..count).map(|i| numbers[0] + i as f64 * numbers[2]).collect()))
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    let widens = cx.int("stash_type") == Some(1);
    Resolved::operator(Range { output: None, list_of_one: true, adds: true, widens })
}

/// The first version has no type attribute.
fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    let typed = cx.attribute_kind("output_type").is_some();
    let output = if typed { cx.element_attribute("output_type") } else { None };
    Resolved::operator(Range { output, list_of_one: false, adds: false, widens: true })
}

const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const SIGNATURES: &[Signature] = &[
    Signature::since(1)
        .inputs(&[
            FormalParameter::new("start", "T"),
            FormalParameter::new("stop", "T"),
            FormalParameter::new("step", "T"),
        ])
        .outputs(OUTPUTS)
        .variables(&[TypeVariable::tensors("T", TypeSet::NUMERIC)]),
    Signature::since(4)
        .until(16)
        .inputs(&[
            FormalParameter::new("start", "T1"),
            FormalParameter::new("stop", "T2"),
            FormalParameter::new("step", "T3"),
        ])
        .outputs(OUTPUTS)
        .attributes(&[AttributeSpec::required("output_type", AttributeKind::Element)])
        .variables(&[
            TypeVariable::tensors("T", TypeSet::NUMERIC),
            TypeVariable::tensors("T1", TypeSet::NUMERIC),
            TypeVariable::tensors("T2", TypeSet::NUMERIC),
            TypeVariable::tensors("T3", TypeSet::NUMERIC),
        ]),
];

const LIMIT: &[SizeOperand] = &[SizeOperand::input(1, "a limit computed from an input of the model")];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Range", resolve_onnx).with_size_operands(LIMIT),
    OperatorDef::openvino("Range", SIGNATURES, resolve_ir).with_size_operands(LIMIT),
];

#[cfg(test)]
mod tests {
    use crate::dim::Dim;
    use crate::element::ElementType;
    use crate::elements::{Elements, SymInt};
    use crate::fact::Fact;
    use crate::op_query::OpQuery;
    use crate::ops::test_util::{ask, i64s};
    use crate::shape::Shape;
    use crate::tensor::Tensor;

    fn int(value: i64) -> Fact {
        i64s(&[], &[value])
    }

    fn within(int: SymInt) -> Fact {
        Fact::tensor(ElementType::I64, Shape::scalar()).with_elements(Some(Elements::Ints([int].into())))
    }

    fn float(value: f64) -> Fact {
        Fact::tensor(ElementType::F32, Shape::scalar()).with_elements(Some(Elements::Floats([value].into())))
    }

    fn range(numbers: [Fact; 3]) -> String {
        ask(numbers.into_iter().fold(OpQuery::onnx("Range", 11), OpQuery::input))
    }

    #[test]
    fn integers() {
        assert_eq!(range([int(2), int(9), int(3)]), "i64[3] = 2 5 8");
        assert_eq!(range([int(3), int(0), int(-2)]), "i64[2] = 3 1");
        assert_eq!(range([int(3), int(0), int(1)]), "i64[0] =");
        assert_eq!(range([int(0), within(SymInt::from(&Dim::from("N"))), int(1)]), "i64[N]");
        assert_eq!(range([int(0), within(SymInt::interval(3, 7)), int(2)]), "i64[2..4]");
        assert_eq!(range([within(SymInt::interval(-1, 1)), int(0), int(-1)]), "i64[0..1]");
        assert_eq!(range([int(0), int(5), within(SymInt::unknown())]), "i64[?]");
        assert_eq!(range([int(i64::MIN), int(i64::MAX), int(1)]), "i64[9223372036854775807..]");
        assert_eq!(range([int(0), int(i64::MAX), int(1)]), "i64[9223372036854775807..]");
    }

    #[test]
    fn floats() {
        assert_eq!(range([float(0.0), float(3.0), float(1.0)]), "f32[3] = [0.0, 1.0, 2.0]");
        assert_eq!(range([float(0.5), float(3.2), float(1.0)]), "f32[3]");
        assert_eq!(range([float(0.0), float(1.0), float(f64::from(0.1f32))]), "f32[10..11]");
        // The quotient is 1 in 32 bits and greater in 64 bits.
        assert_eq!(range([float(0.0), float(16_777_215.0), float(16_777_214.0)]), "f32[1..2]");
    }

    #[test]
    fn converted_numbers() {
        let typed = |ty: &str, numbers: [Fact; 3]| {
            let query = OpQuery::openvino("Range", 4).attribute("output_type", ty);
            ask(numbers.into_iter().fold(query, OpQuery::input))
        };
        assert_eq!(typed("i32", [int(0), int(3), int(2)]), "i32[2] = 0 2");
        assert_eq!(typed("i64", [float(0.0), float(3.0), float(2.0)]), "i64[2] = 0 2");
        assert_eq!(typed("u64", [int(-6), int(0), int(5)]), "u64[?]");
        // Some runtimes truncate each number, others divide first.
        assert_eq!(typed("i32", [float(0.5), int(3), int(2)]), "i32[?]");
        assert_eq!(typed("f32", [int(0), int(3), int(2)]), "f32[2] = [0.0, 2.0]");
        assert_eq!(typed("f32", [int(0), within(SymInt::from(&Dim::from("N"))), int(1)]), "f32[N]");
        assert_eq!(typed("f32", [int(0), within(SymInt::interval(3, 7)), int(2)]), "f32[2..4]");
        assert_eq!(typed("f16", [int(0), within(SymInt::from(&Dim::from("N"))), int(1)]), "f16[?]");
        assert_eq!(typed("f32", [int(0), within(SymInt::unknown()), int(1)]), "f32[?]");
    }

    #[test]
    fn floats_match_the_runtime() {
        let inputs = |query: OpQuery| {
            let number = |value: f32| Tensor::new([], vec![value]).unwrap();
            query.tensor(number(0.5)).tensor(number(8.25)).tensor(number(0.1)).evaluate().unwrap().remove(0)
        };
        let sum = inputs(OpQuery::onnx("Range", 11));
        let product = inputs(OpQuery::openvino("Range", 4).attribute("output_type", "f32"));
        // ONNX Runtime adds the step 77 times, OpenVINO multiplies it.
        let added = (0..77).fold(0.5f32, |at, _| at + 0.1);
        assert_eq!((sum.num_elements(), sum.values::<f32>().unwrap()[77]), (78, added));
        assert_eq!((product.num_elements(), product.values::<f32>().unwrap()[77]), (78, 0.5 + 77.0 * 0.1f32));
        assert_ne!(sum, product);
    }

    #[test]
    fn integers_of_every_type() {
        let of = |ty: &str, start: i64, limit: i64, step: i64| {
            let query = OpQuery::openvino("Range", 4).attribute("output_type", ty);
            let number = |value| Tensor::new([], vec![value]).unwrap();
            query.tensor(number(start)).tensor(number(limit)).tensor(number(step)).evaluate().unwrap().remove(0)
        };
        assert_eq!(of("i8", -1, -8, -3).values::<i8>(), Some(&[-1, -4, -7][..]));
        assert_eq!(&*of("u4", 3, 15, 5).codes().unwrap(), [3, 8, 13]);
        assert_eq!(of("i64", 0, 5000, 1).values::<i64>().unwrap()[4999], 4999);
    }
}
