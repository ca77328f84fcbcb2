//! Cases written as lines: `onnx Conv 1,11,22 : f32[1,3,8,8] ; f32[4,3,3,3] ; - | kernel_shape=3,3 | 1`.
//!
//! Dialect (with `:DOMAIN`), operator, versions; then inputs (`-` for one that is left out, `={1,2}` for elements,
//! `seq(f32[2])`), attributes, and the number of outputs if it is not 1.

use shapewright::{KnownValue, ElementType, Elements, Fact, NamedType, TensorType, ValueType};

use super::node::{Node, versions};

/// Every case of the file, one for each version that it names.
pub fn all() -> Vec<Node> {
    let text = std::fs::read_to_string(crate::current::path("tests/spec/signatures/cases.txt"))
        .expect("the cases can be read");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.flat_map(|line| parse(line).unwrap_or_else(|| panic!("`{line}` is no case"))).collect()
}

fn parse(line: &str) -> Option<Vec<Node>> {
    let (head, rest) = line.split_once(" :")?;
    let mut words = head.split_whitespace();
    let (dialect, name, numbers) = (words.next()?, words.next()?, words.next()?);
    let mut parts = rest.split('|').map(str::trim);
    let list = parts.next()?.split(';').map(str::trim).filter(|input| !input.is_empty());
    let inputs: Option<Vec<Option<Fact>>> =
        list.map(|text| if text == "-" { Some(None) } else { fact(text).map(Some) }).collect();
    let inputs = inputs?;
    let attributes: Option<Vec<(String, String)>> =
        parts.next().unwrap_or_default().split_whitespace().map(pair).collect();
    let attributes = attributes?;
    let outputs = parts.next().map_or(Some(1), |n| n.parse().ok())?;
    let node = |number: &str| {
        let wanted = format!("{dialect} {name}-{number}");
        let version = versions().into_iter().find(|v| v.to_string() == wanted);
        let version = version.unwrap_or_else(|| panic!("`{line}`: there is no {wanted}"));
        Node { version, attributes: attributes.clone(), inputs: inputs.clone(), outputs }
    };
    Some(numbers.split(',').map(node).collect())
}

fn pair(text: &str) -> Option<(String, String)> {
    text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()))
}

/// A fact, as in `i64[2]={1,2}`.
fn fact(text: &str) -> Option<Fact> {
    let (ty, elements) = match text.split_once("={") {
        Some((ty, list)) => (ty, Some(list.strip_suffix('}')?)),
        None => (text, None),
    };
    let mut fact = Fact::from(value_type(ty)?);
    if let Some(list) = elements {
        let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
        let elements = match fact.element().is_some_and(ElementType::is_float) {
            true => Elements::Floats(items.map(|item| item.parse().ok()).collect::<Option<Vec<f64>>>()?.into()),
            false => Elements::of_ints(items.map(|item| item.parse().ok()).collect::<Option<Vec<i64>>>()?),
        };
        fact.value = KnownValue::Elements(elements);
    }
    Some(fact)
}

fn value_type(text: &str) -> Option<ValueType> {
    let inside = |name: &str| text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')');
    if let Some(inner) = inside("seq") {
        return Some(ValueType::Sequence(value_type(inner)?.into()));
    }
    if let Some(ValueType::Tensor(dense)) = inside("sparse").and_then(value_type) {
        return Some(ValueType::Sparse(dense));
    }
    if let Some(inner) = inside("optional") {
        return Some(ValueType::Optional(value_type(inner)?.into()));
    }
    if let Some((key, inner)) = inside("map").and_then(|inner| inner.split_once(',')) {
        return Some(ValueType::Map(Some(key.parse().ok()?), value_type(inner)?.into()));
    }
    let NamedType { element, shape, .. } = format!("x:{text}").parse().ok()?;
    Some(ValueType::Tensor(TensorType { element, shape }))
}
