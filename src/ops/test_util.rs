//! Queries and their results in one line each, for tests.

use crate::element::ElementType;
use crate::elements::Elements;
use crate::fact::{Fact, KnownValue};
use crate::op_query::OpQuery;
use crate::shape::Shape;

/// A float tensor of this shape.
pub(crate) fn f32(shape: Shape) -> Fact {
    Fact::tensor(ElementType::F32, shape)
}

/// An integer tensor of these sizes and elements.
pub(crate) fn i64s(sizes: &[u64], elements: &[i64]) -> Fact {
    let fact = Fact::tensor(ElementType::I64, Shape::from_dims(sizes.iter().copied()));
    fact.with_elements(Some(Elements::of_ints(elements.iter().copied())))
}

/// A list of integers of known length and unknown values.
pub(crate) fn runtime(count: u64) -> Fact {
    Fact::tensor(ElementType::I64, Shape::from_dims([count]))
}

/// Everything in a fact: `i64[2] = 3 N`.
pub(crate) fn text(fact: &Fact) -> String {
    match &fact.value {
        KnownValue::Elements(Elements::Ints(v)) if v.is_empty() => format!("{} =", fact.ty),
        KnownValue::Elements(Elements::Ints(v)) => {
            let ints: Vec<String> = v.iter().map(ToString::to_string).collect();
            format!("{} = {}", fact.ty, ints.join(" "))
        }
        KnownValue::Elements(Elements::Floats(v)) => format!("{} = {v:?}", fact.ty),
        _ => fact.ty.to_string(),
    }
}

/// The outputs of a query, then the codes of its findings: `i64[2] = 3 N OP202`.
pub(crate) fn ask(query: OpQuery) -> String {
    let answer = query.infer();
    let outputs: Vec<String> = answer.outputs.iter().map(text).collect();
    let codes: Vec<&str> = answer.findings.iter().map(|f| f.rule.code).collect();
    [outputs.join(" | ").as_str()].into_iter().chain(codes).collect::<Vec<_>>().join(" ")
}
