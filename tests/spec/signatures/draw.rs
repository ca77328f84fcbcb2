//! Nodes that are generated from a signature only.

use std::collections::HashMap;

use shapewright::graph::AttributeType;
use shapewright::ops::signature::{
    AttributeKind, AttributeSpec, FormalParameter, FormalType, ParameterOption, TypeConstraint,
};
use shapewright::{ElementType, Elements, Fact, Shape, ValueType};

use super::node::Version;
use crate::mutate::Random;
use crate::operators::notation::Call;

fn pick<T: Copy>(list: &[T], random: &mut Random) -> T {
    list[random.below(list.len())]
}

/// A node of this version, most often one that makes sense; `None` where a node cannot be drawn.
pub fn node(version: Version, random: &mut Random) -> Option<Call> {
    let signature = version.signature;
    let base: Vec<u64> = (0..pick(&[0, 1, 2, 3, 4, 4, 4, 5], random)).map(|_| 1 + random.below(4) as u64).collect();
    let mut types: HashMap<&str, ValueType> = HashMap::new();
    let mut inputs = Vec::new();
    for formal in signature.inputs {
        let count = match formal.presence {
            ParameterOption::Required => 1,
            ParameterOption::Optional => random.below(2),
            ParameterOption::Variadic { min, .. } => usize::from(min).max(1) + random.below(2),
        };
        if count == 0 {
            inputs.push(None);
        }
        for _ in 0..count {
            inputs.push(Some(input(formal, version, &base, &mut types, random)?));
        }
    }
    while inputs.last().is_some_and(Option::is_none) {
        inputs.pop();
    }
    let mut attributes = Vec::new();
    for spec in signature.attributes {
        if spec.required || random.below(4) == 0 {
            match argument(spec, base.len(), random) {
                Some(text) => attributes.push((spec.name, text)),
                None if spec.required => return None,
                None => {}
            }
        }
    }
    let required = signature.outputs.iter().rposition(|f| matches!(f.presence, ParameterOption::Required));
    let outputs = required.map_or(1, |last| last + 1) + random.below(2);
    Some(version.call(inputs, &attributes, outputs.min(signature.outputs.len().max(1))))
}

/// What is known of one input: values of one variable are of one type.
fn input(
    formal: &FormalParameter<'static>,
    version: Version,
    base: &[u64],
    types: &mut HashMap<&'static str, ValueType>,
    random: &mut Random,
) -> Option<Fact> {
    let variable = match formal.ty {
        FormalType::Variable(name) => Some(name),
        FormalType::Fixed(_) => None,
    };
    let known = variable.and_then(|name| types.get(name)).cloned();
    let kind = match known {
        Some(known) => known,
        None => kind(version.signature.allowed(formal), random)?,
    };
    types.extend(variable.map(|name| (name, kind.clone())));
    Some(fill(&kind, base, random))
}

/// A type that is allowed; the shape is filled in later.
fn kind(allowed: TypeConstraint, random: &mut Random) -> Option<ValueType> {
    let tensor = |set: shapewright::TypeSet, random: &mut Random| {
        let common = [ElementType::F32, ElementType::I64, ElementType::I32, ElementType::Bool, ElementType::U8];
        let common: Vec<ElementType> = common.into_iter().filter(|e| set.contains(*e)).collect();
        let element = if common.is_empty() { set.iter().next()? } else { pick(&common, random) };
        Some(ValueType::tensor(element, Shape::UNKNOWN))
    };
    if !allowed.tensor.is_empty() {
        tensor(allowed.tensor, random)
    } else if !allowed.sequence.is_empty() {
        Some(ValueType::Sequence(tensor(allowed.sequence, random)?.into()))
    } else if !allowed.optional.is_empty() {
        Some(ValueType::Optional(tensor(allowed.optional, random)?.into()))
    } else if allowed.map {
        Some(ValueType::Map(Some(ElementType::I64), ValueType::tensor(ElementType::F32, Shape::scalar()).into()))
    } else {
        None
    }
}

/// The type with a shape: that of the base, one that broadcasts with it, a short list, a scalar, or anything.
fn fill(kind: &ValueType, base: &[u64], random: &mut Random) -> Fact {
    let inner = |ty: &ValueType, random: &mut Random| fill(ty, base, random).ty.into();
    let element = match kind {
        ValueType::Tensor(t) => t.element,
        ValueType::Sequence(ty) => return ValueType::Sequence(inner(ty, random)).into(),
        ValueType::Optional(ty) => return ValueType::Optional(inner(ty, random)).into(),
        other => return other.clone().into(),
    };
    let integer = element.is_some_and(ElementType::is_integer);
    let sizes: Vec<u64> = match random.below(10) {
        0..4 => base.to_vec(),
        4 => base.iter().map(|&s| if random.below(2) == 0 { 1 } else { s }).collect(),
        5 => vec![1 + random.below(4) as u64],
        6 | 7 => Vec::new(),
        _ => (0..random.below(5)).map(|_| 1 + random.below(4) as u64).collect(),
    };
    let sizes = if integer && random.below(2) == 0 { vec![base.len() as u64] } else { sizes };
    let count = sizes.iter().product::<u64>();
    let fact = Fact::tensor(element, Shape::from_dims(sizes));
    if count > 16 || random.below(8) == 0 {
        return fact;
    }
    if element.is_some_and(ElementType::is_float) {
        return fact.with_elements(Some(Elements::Floats((0..count).map(|_| 1.0).collect())));
    }
    let Some((low, high)) = element.and_then(ElementType::integer_range) else { return fact };
    let way = random.below(4);
    let ints = (0..count).map(|i| match way {
        0 => i as i64,
        1 => base.get(i as usize).copied().unwrap_or(1) as i64,
        2 => 1,
        _ => random.below(4) as i64 - 1,
    });
    let ints: Vec<i64> = ints.map(|v| i128::from(v).clamp(low, high) as i64).collect();
    fact.with_elements(Some(Elements::of_ints(ints)))
}

/// An attribute's value as text, read by its kind.
fn argument(spec: &AttributeSpec, rank: usize, random: &mut Random) -> Option<String> {
    let list = |random: &mut Random| {
        let spatial = rank.saturating_sub(2);
        let len = pick(&[rank, spatial, spatial, 2 * spatial, 1, random.below(4)], random);
        let way = random.below(3);
        let item = |i: usize, random: &mut Random| match way {
            0 => i,
            1 => 1,
            _ => random.below(4),
        };
        (0..len).map(|i| item(i, random).to_string()).collect::<Vec<_>>().join(",")
    };
    Some(match spec.kind {
        AttributeKind::Onnx(AttributeType::Int) | AttributeKind::Integer => {
            pick(&["0", "1", "1", "2", "3", "-1", "6", "7"], random).to_owned()
        }
        AttributeKind::Onnx(AttributeType::Ints) | AttributeKind::Integers => list(random),
        AttributeKind::Onnx(AttributeType::Float) | AttributeKind::Real => "0.5".to_owned(),
        AttributeKind::Onnx(AttributeType::Floats) | AttributeKind::Reals => "1".to_owned(),
        AttributeKind::Word(words) => pick(words, random).to_owned(),
        AttributeKind::Bool => pick(&["true", "false"], random).to_owned(),
        AttributeKind::Element => pick(&["i32", "i64", "f32", "boolean"], random).to_owned(),
        AttributeKind::Shape => pick(&["", "2,3"], random).to_owned(),
        AttributeKind::Onnx(AttributeType::String) | AttributeKind::Text => {
            pick(&["NOTSET", "VALID", "none", "linear", "LEFT", "FLOAT", "INT64S", "bilinear"], random).to_owned()
        }
        _ => return None,
    })
}
