//! Optionals: a value or nothing.

use super::{NodeCx, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::elements::{Elements, Int};
use crate::fact::{Fact, ValueType};
use crate::graph::AttributeValue;
use crate::rules;
use crate::shape::Shape;

/// Optional: the type that an empty one has.
#[derive(Debug)]
struct Make(Option<ValueType>);

impl Operator for Make {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        let fact = if cx.has_input(0) {
            let held = Fact { why: None, ..cx.input(0).clone() };
            Fact::from(ValueType::Optional(held.ty.clone().into())).with_items(Some(vec![held]))
        } else {
            let inner = self.0.clone().unwrap_or(ValueType::Unknown);
            Fact::from(ValueType::Optional(inner.into())).with_items(Some(Vec::new()))
        };
        cx.set(0, fact);
    }
}

fn make(cx: &mut NodeCx<'_>) -> Resolved {
    let ty = match cx.attribute("type") {
        Some(AttributeValue::Type(ty)) => Some(ty.clone()),
        _ => None,
    };
    if !cx.has_input(0) && cx.attribute_record("type").is_none() {
        let message = format!("{} needs an input or the attribute `type`", cx.versioned());
        let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message);
        cx.report(finding.help("say which type the optional would have").data("attribute", "type"));
    }
    Resolved::operator(Make(ty))
}

/// OptionalHasElement.
#[derive(Debug)]
struct Has;

impl Operator for Has {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        let input = cx.input(0);
        let has = match &input.ty {
            _ if !cx.has_input(0) => Int::exact(0),
            ValueType::Unknown => Int::interval(0, 1),
            ValueType::Optional(_) => {
                input.items().map_or_else(|| Int::interval(0, 1), |items| Int::exact(i64::from(!items.is_empty())))
            }
            // What is no optional is there.
            _ => Int::exact(1),
        };
        let fact = Fact::tensor(ElementType::Bool, Shape::scalar());
        cx.set(0, fact.with_elements(Some(Elements::Ints([has].into()))));
    }
}

/// OptionalGetElement.
#[derive(Debug)]
struct Get;

impl Operator for Get {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        let input = cx.input(0).clone();
        let fact = match (&input.ty, input.items()) {
            (ValueType::Optional(_), Some([held])) => held.clone(),
            (ValueType::Optional(inner), items) => {
                if items.is_some() {
                    nothing(cx);
                }
                Fact::from(ValueType::clone(inner))
            }
            _ => Fact { why: None, ..input },
        };
        cx.set(0, fact);
    }
}

/// OP202.
fn nothing(cx: &mut NodeCx<'_>) {
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
    use crate::ops::Query;
    use crate::ops::sample::{fact, int};
    use crate::ops::testing::ask;

    #[test]
    fn what_is_put_in_comes_out() {
        for version in [15, 28] {
            let made = Query::onnx("Optional", version).input(fact("f32[N,3]")).infer().outputs.remove(0);
            assert_eq!(made.ty.to_string(), "optional(f32[N,3])");
            assert_eq!(ask(Query::onnx("OptionalGetElement", version).input(made.clone())), "f32[N,3]");
            assert_eq!(ask(Query::onnx("OptionalHasElement", version).input(made)), "bool[] = 1");
        }
        let number = Query::onnx("Optional", 15).input(int("i64", 7)).infer().outputs.remove(0);
        assert_eq!(ask(Query::onnx("OptionalGetElement", 15).input(number)), "i64[] = 7");
    }

    #[test]
    fn what_is_no_optional_is_there() {
        assert_eq!(ask(Query::onnx("OptionalGetElement", 18).input(fact("f32[N]"))), "f32[N]");
        assert_eq!(ask(Query::onnx("OptionalHasElement", 18).input(fact("f32[N]"))), "bool[] = 1");
        assert_eq!(ask(Query::onnx("OptionalHasElement", 18)), "bool[] = 0");
        let some = crate::Fact::from(crate::ValueType::Optional(fact("f32[N]").ty.into()));
        assert_eq!(ask(Query::onnx("OptionalHasElement", 15).input(some.clone())), "bool[] = 0..1");
        assert_eq!(ask(Query::onnx("OptionalGetElement", 15).input(some)), "f32[N]");
    }

    #[test]
    fn nothing_comes_out_of_nothing() {
        let empty = Query::onnx("Optional", 15).infer();
        assert_eq!(empty.findings.len(), 1);
        let empty = empty.outputs[0].clone();
        assert_eq!(ask(Query::onnx("OptionalGetElement", 15).input(empty.clone())), "? OP202");
        assert_eq!(ask(Query::onnx("OptionalHasElement", 15).input(empty)), "bool[] = 0");
    }
}
