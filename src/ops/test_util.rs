//! Queries and their results in one line each, for tests.

use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::Elements;
use crate::fact::{Fact, KnownValue, TensorType, ValueType};
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
    let codes: Vec<&str> = answer.findings.iter().map(|f| f.rule.code()).collect();
    [outputs.join(" | ").as_str()].into_iter().chain(codes).collect::<Vec<_>>().join(" ")
}

/// The fact `f32[N,3,1..4,?]`, `?[...]`, ….
pub(crate) fn fact(text: &str) -> Fact {
    let (element, shape) = text.split_once('[').expect("a type has brackets");
    let shape = shape.strip_suffix(']').expect("brackets close");
    let shape = match shape {
        "..." => Shape::UNKNOWN,
        "" => Shape::scalar(),
        dims => Shape::from_dims(dims.split(',').map(dim)),
    };
    let element = (element != "?").then(|| element.parse::<ElementType>().expect("an element type"));
    ValueType::Tensor(TensorType { element, shape }).into()
}

fn dim(text: &str) -> Dim {
    let number = |t: &str| t.parse::<u64>().ok();
    match (text, text.split_once("..")) {
        ("?", _) => Dim::unknown(),
        (_, Some((low, ""))) => Dim::interval(number(low).unwrap(), Dim::UNBOUNDED),
        (_, Some((low, high))) => Dim::interval(number(low).unwrap(), number(high).unwrap()),
        (text, None) => number(text).map_or_else(|| Dim::from(text), Dim::exact),
    }
}

/// A tensor of rank 1 that contains these integers.
pub(crate) fn ints(element: &str, list: &[i64]) -> Fact {
    fact(&format!("{element}[{}]", list.len())).with_elements(Some(Elements::of_ints(list.iter().copied())))
}

/// A tensor of rank 1 that contains these floats.
pub(crate) fn floats(element: &str, list: &[f64]) -> Fact {
    fact(&format!("{element}[{}]", list.len())).with_elements(Some(Elements::Floats(list.into())))
}

/// The sizes of a shape, as `Shape` returns them.
pub(crate) fn sizes(shape: &str) -> Fact {
    let of = fact(&format!("f32[{shape}]"));
    let ints: Vec<_> = of.shape().dims().unwrap().iter().map(Into::into).collect();
    fact(&format!("i64[{}]", ints.len())).with_elements(Some(Elements::Ints(ints.into())))
}

/// The type of the first output, and the codes of the findings.
pub(crate) fn type_and_codes(query: OpQuery) -> (String, Vec<&'static str>) {
    let answer = query.infer();
    (
        answer.outputs[0].ty.to_string(),
        answer.findings.iter().map(|f| f.rule.as_static().map_or("", |rule| rule.code())).collect(),
    )
}

/// The elements of the first output; empty if they are unknown.
pub(crate) fn values(query: OpQuery) -> Vec<String> {
    match &query.infer().outputs[0].value {
        KnownValue::Elements(Elements::Ints(v)) => v.iter().map(ToString::to_string).collect(),
        KnownValue::Elements(Elements::Floats(v)) => v.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}
