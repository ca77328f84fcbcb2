//! Optionals: a value or nothing.

use super::cost::{self, Cost};
use super::{EvalContext, InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::fact::{Fact, ValueType};
use crate::graph::AttributeValue;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// Optional: the type of an empty one.
#[derive(Debug)]
struct Make(Option<ValueType>);

impl Operator for Make {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let fact = if cx.has_input(0) {
            let held = Fact { unknown_reason: None, ..cx.input(0).clone() };
            Fact::from(ValueType::Optional(held.ty.clone().into())).with_items(Some(vec![held]))
        } else {
            let inner = self.0.clone().unwrap_or(ValueType::Unknown);
            Fact::from(ValueType::Optional(inner.into())).with_items(Some(Vec::new()))
        };
        cx.set(0, fact);
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::view()
    }
}

fn make(cx: &mut InferContext<'_>) -> Resolved {
    let ty = match cx.attribute("type") {
        Some(AttributeValue::Type(ty)) => Some(ty.clone()),
        _ => None,
    };
    if !cx.has_input(0) && cx.attribute_record("type").is_none() {
        let message = format!("{} needs an input or the attribute `type`", cx.op_with_version());
        let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message);
        cx.report(finding.help("set `type` to the type of the optional").data("attribute", "type"));
    }
    Resolved::operator(Make(ty))
}

/// OptionalHasElement.
#[derive(Debug)]
struct Has;

impl Operator for Has {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let input = cx.input(0);
        let has = match &input.ty {
            _ if !cx.has_input(0) => SymInt::exact(0),
            ValueType::Unknown => SymInt::interval(0, 1),
            ValueType::Optional(_) => input
                .items()
                .map_or_else(|| SymInt::interval(0, 1), |items| SymInt::exact(i64::from(!items.is_empty()))),
            // A value that is not an optional is always present.
            _ => SymInt::exact(1),
        };
        let fact = Fact::tensor(ElementType::Bool, Shape::scalar());
        cx.set(0, fact.with_elements(Some(Elements::Ints([has].into()))));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let made = Tensor::new([], vec![cx.optional(0).is_some()]);
        Ok(vec![made.map_err(|_| EvalError::UnknownType)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::nothing()
    }
}

/// OptionalGetElement.
#[derive(Debug)]
struct Get;

impl Operator for Get {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let input = cx.input(0).clone();
        let fact = match (&input.ty, input.items()) {
            (ValueType::Optional(_), Some([held])) => held.clone(),
            (ValueType::Optional(inner), items) => {
                if items.is_some() {
                    report_empty(cx);
                }
                Fact::from(ValueType::clone(inner))
            }
            _ => Fact { unknown_reason: None, ..input },
        };
        cx.set(0, fact);
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::view()
    }
}

/// OP202.
fn report_empty(cx: &mut InferContext<'_>) {
    let message = format!("optional {} is empty", cx.input_name(0));
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.input_place(0), message);
    let finding = finding.note("ONNX Runtime fails at run time");
    cx.report(finding.help("test the optional with OptionalHasElement first"));
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Optional", make),
    OperatorDef::onnx("OptionalGetElement", |_| Resolved::operator(Get)),
    OperatorDef::onnx("OptionalHasElement", |_| Resolved::operator(Has)),
];
