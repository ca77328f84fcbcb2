//! Optionals: a value or nothing.

use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::fact::{Fact, ValueType};
use crate::graph::AttributeValue;
use crate::rules;
use crate::shape::Shape;

/// Optional: the type that an empty one has.
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
}

fn make(cx: &mut InferContext<'_>) -> Resolved {
    let ty = match cx.attribute("type") {
        Some(AttributeValue::Type(ty)) => Some(ty.clone()),
        _ => None,
    };
    if !cx.has_input(0) && cx.attribute_record("type").is_none() {
        let message = format!("{} needs an input or the attribute `type`", cx.op_with_version());
        let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message);
        cx.report(finding.help("say which type the optional would have").data("attribute", "type"));
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
            // What is no optional is there.
            _ => SymInt::exact(1),
        };
        let fact = Fact::tensor(ElementType::Bool, Shape::scalar());
        cx.set(0, fact.with_elements(Some(Elements::Ints([has].into()))));
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
                    nothing(cx);
                }
                Fact::from(ValueType::clone(inner))
            }
            _ => Fact { unknown_reason: None, ..input },
        };
        cx.set(0, fact);
    }
}

/// OP202.
fn nothing(cx: &mut InferContext<'_>) {
    let message = format!("optional {} is empty: there is nothing to get", cx.input_name(0));
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.input_place(0), message);
    let finding = finding.note("ONNX Runtime ends the run with an error");
    cx.report(finding.help("ask with OptionalHasElement first"));
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Optional", make),
    OperatorDef::onnx("OptionalGetElement", |_| Resolved::operator(Get)),
    OperatorDef::onnx("OptionalHasElement", |_| Resolved::operator(Has)),
];

#[cfg(test)]
mod tests {
    use crate::op_query::OpQuery;
    use crate::ops::test_util::{ask, fact, int};

    #[test]
    fn what_is_put_in_comes_out() {
        for version in [15, 28] {
            let made = OpQuery::onnx("Optional", version).input(fact("f32[N,3]")).infer().outputs.remove(0);
            assert_eq!(made.ty.to_string(), "optional(f32[N,3])");
            assert_eq!(ask(OpQuery::onnx("OptionalGetElement", version).input(made.clone())), "f32[N,3]");
            assert_eq!(ask(OpQuery::onnx("OptionalHasElement", version).input(made)), "bool[] = 1");
        }
        let number = OpQuery::onnx("Optional", 15).input(int("i64", 7)).infer().outputs.remove(0);
        assert_eq!(ask(OpQuery::onnx("OptionalGetElement", 15).input(number)), "i64[] = 7");
    }

    #[test]
    fn what_is_no_optional_is_there() {
        assert_eq!(ask(OpQuery::onnx("OptionalGetElement", 18).input(fact("f32[N]"))), "f32[N]");
        assert_eq!(ask(OpQuery::onnx("OptionalHasElement", 18).input(fact("f32[N]"))), "bool[] = 1");
        assert_eq!(ask(OpQuery::onnx("OptionalHasElement", 18)), "bool[] = 0");
        let some = crate::fact::Fact::from(crate::fact::ValueType::Optional(fact("f32[N]").ty.into()));
        assert_eq!(ask(OpQuery::onnx("OptionalHasElement", 15).input(some.clone())), "bool[] = 0..1");
        assert_eq!(ask(OpQuery::onnx("OptionalGetElement", 15).input(some)), "f32[N]");
    }

    #[test]
    fn nothing_comes_out_of_nothing() {
        let empty = OpQuery::onnx("Optional", 15).infer();
        assert_eq!(empty.findings.len(), 1);
        let empty = empty.outputs[0].clone();
        assert_eq!(ask(OpQuery::onnx("OptionalGetElement", 15).input(empty.clone())), "? OP202");
        assert_eq!(ask(OpQuery::onnx("OptionalHasElement", 15).input(empty)), "bool[] = 0");
    }
}
