//! Every operator with a shape function: what is inferred from less precise inputs contains what is inferred from more
//! precise ones, and a node without a finding for precise inputs has none for less precise inputs.
//!
//! Nodes are generated from the signatures only, so new operators are tested automatically. `--nocapture` shows how many
//! nodes of each operator were valid.

use std::collections::HashMap;

use shapewright::graph::{AttributeType, Dialect};
use shapewright::ops::operators;
use shapewright::ops::signature::{
    AttributeKind, AttributeSpec, FormalParameter, FormalType, ParameterOption, Signature,
};
use shapewright::{Dim, ElementType, Elements, Fact, KnownValue, Level, Shape, SymInt, Symbol};
use shapewright::{OpQuery, OpQueryResult};

use crate::mutate::Random;
use crate::operators_list::for_each_operator;
use crate::strategies::{SYMBOLS, World, holds, int_holds};
use crate::support;

/// Nodes that are tried for each version of each operator; `SHAPEWRIGHT_TRIES` names another number.
fn tries() -> usize {
    std::env::var("SHAPEWRIGHT_TRIES").map_or(150, |n| n.parse().expect("SHAPEWRIGHT_TRIES is a number"))
}

/// One input of a run.
#[derive(Clone, Debug)]
struct Input {
    element: ElementType,
    sizes: Vec<u64>,
    /// Its integers, if it has few.
    ints: Option<Vec<i64>>,
}

impl Input {
    /// All of the truth.
    fn exact(&self) -> Fact {
        let elements = self.ints.as_ref().map(|ints| Elements::of_ints(ints.iter().copied()));
        Fact::tensor(self.element, Shape::from_dims(self.sizes.iter().copied())).with_elements(elements)
    }

    /// A part of the truth.
    fn partly(&self, world: &World, random: &mut Random) -> Fact {
        let element = if random.below(12) == 0 { None } else { Some(self.element) };
        if random.below(10) == 0 {
            return Fact::tensor(element, Shape::with_min_rank(random.below(self.sizes.len() + 1)));
        }
        let dims = self.sizes.iter().map(|&size| partly_dim(size, world, random)).collect::<Vec<_>>();
        let exact = dims.iter().all(|d| d.size().is_some());
        let ints = self.ints.as_ref().filter(|_| exact && random.below(3) > 0);
        let ints = ints.map(|ints| ints.iter().map(|&int| partly_int(int, world, random)).collect());
        Fact::tensor(element, Shape::from_dims(dims)).with_elements(ints.map(Elements::Ints))
    }
}

fn partly_dim(size: u64, world: &World, random: &mut Random) -> Dim {
    let named = world.iter().position(|&s| s == size);
    let (below, above) = (random.below(3) as u64, random.below(3) as u64);
    match (random.below(6), named) {
        (0, Some(symbol)) => Dim::from(SYMBOLS[symbol]),
        (1, Some(symbol)) => {
            Dim::interval(size.saturating_sub(below), size + above).named(Symbol::new(SYMBOLS[symbol]))
        }
        (2, _) => Dim::interval(size.saturating_sub(below), size + above),
        (3, _) => Dim::at_least(size.saturating_sub(below)),
        _ => Dim::exact(size),
    }
}

fn partly_int(value: i64, world: &World, random: &mut Random) -> SymInt {
    let named = world.iter().position(|&s| i64::try_from(s) == Ok(value));
    let (below, above) = (random.below(3) as i64, random.below(3) as i64);
    match (random.below(6), named) {
        (0, Some(symbol)) if value > 0 => SymInt::from(&Dim::from(SYMBOLS[symbol])),
        (1, _) => SymInt::interval((value - below).into(), (value + above).into()),
        (2, _) if value >= 0 => SymInt::from(&Dim::at_least((value - below.min(value)) as u64)),
        _ => SymInt::exact(value),
    }
}

/// One node in one run.
struct Node<'a> {
    dialect: Dialect,
    domain: &'a str,
    name: &'a str,
    version: i64,
    inputs: Vec<Option<Input>>,
    attributes: Vec<(&'static str, Argument)>,
    outputs: usize,
}

#[derive(Clone, Debug)]
enum Argument {
    Int(i64),
    Ints(Vec<i64>),
    Float(f32),
    Floats(Vec<f32>),
    Bool(bool),
    Text(&'static str),
}

impl Node<'_> {
    fn infer(&self, mut fact: impl FnMut(&Input) -> Fact) -> (OpQueryResult, Vec<Option<Fact>>) {
        let mut query = match self.dialect {
            Dialect::Onnx => OpQuery::onnx(self.name, self.version).domain(self.domain),
            Dialect::OpenVino => OpQuery::openvino(self.name, self.version),
        };
        for (name, argument) in &self.attributes {
            query = match argument.clone() {
                Argument::Int(v) => query.attribute(name, v),
                Argument::Ints(v) => query.attribute(name, v),
                Argument::Float(v) => query.attribute(name, v),
                Argument::Floats(v) => query.attribute(name, v),
                Argument::Bool(v) => query.attribute(name, v),
                Argument::Text(v) => query.attribute(name, v),
            };
        }
        let mut facts = Vec::new();
        for input in &self.inputs {
            let fact = input.as_ref().map(&mut fact);
            query = match &fact {
                Some(fact) => query.input(fact.clone()),
                None => query.absent(),
            };
            facts.push(fact);
        }
        (query.outputs(self.outputs).infer(), facts)
    }
}

fn pick<T: Copy>(list: &[T], random: &mut Random) -> T {
    list[random.below(list.len())]
}

/// A node of this version, most often one that makes sense.
fn node<'a>(
    dialect: Dialect,
    (domain, name): (&'a str, &'a str),
    version: i64,
    signature: &'static Signature,
    random: &mut Random,
) -> Option<Node<'a>> {
    // Of Reshape a size that has a name is taken not to be 0, which would mean another size.
    let least = u64::from(name == "Reshape");
    let base: Vec<u64> = (0..random.below(5)).map(|_| least.max(random.below(5) as u64)).collect();
    let mut types: HashMap<&str, ElementType> = HashMap::new();
    let mut inputs = Vec::new();
    for formal in signature.inputs {
        let count = match formal.presence {
            ParameterOption::Required => 1,
            ParameterOption::Optional if random.below(2) == 0 => {
                inputs.push(None);
                continue;
            }
            ParameterOption::Optional => 1,
            ParameterOption::Variadic { min, .. } => usize::from(min).max(1) + random.below(3),
        };
        for _ in 0..count {
            let element = element(formal, signature, &mut types, random)?;
            inputs.push(Some(input(element, &base, least, random)));
        }
    }
    while inputs.last().is_some_and(Option::is_none) {
        inputs.pop();
    }
    let chosen = signature.attributes.iter().filter(|spec| spec.required || random.below(2) == 0).collect::<Vec<_>>();
    let attributes = chosen.into_iter().filter_map(|spec| Some((spec.name, argument(spec, base.len(), random)?)));
    let attributes = attributes.collect();
    let outputs = match signature.outputs.last().map(|f| f.presence) {
        Some(ParameterOption::Variadic { .. }) => signature.outputs.len() + random.below(3),
        _ => signature.outputs.len(),
    };
    Some(Node { dialect, domain, name, version, inputs, attributes, outputs })
}

fn element(
    formal: &FormalParameter<'static>,
    signature: &Signature,
    types: &mut HashMap<&'static str, ElementType>,
    random: &mut Random,
) -> Option<ElementType> {
    let variable = match formal.ty {
        FormalType::Variable(name) => Some(name),
        FormalType::Fixed(_) => None,
    };
    if let Some(known) = variable.and_then(|name| types.get(name)) {
        return Some(*known);
    }
    let allowed = signature.allowed(formal).tensor;
    let common = [ElementType::F32, ElementType::I64, ElementType::I32, ElementType::Bool];
    let common: Vec<ElementType> = common.into_iter().filter(|e| allowed.contains(*e)).collect();
    let element = if common.is_empty() { allowed.iter().next()? } else { pick(&common, random) };
    types.extend(variable.map(|name| (name, element)));
    Some(element)
}

/// A tensor like the base: the same, one that broadcasts with it, a short list, or anything.
fn input(element: ElementType, base: &[u64], least: u64, random: &mut Random) -> Input {
    let sizes: Vec<u64> = match random.below(8) {
        0..3 => base.to_vec(),
        3 => {
            base.iter().skip(random.below(base.len() + 1)).map(|&s| if random.below(2) == 0 { 1 } else { s }).collect()
        }
        4 | 5 => vec![least.max(random.below(4) as u64)],
        6 => Vec::new(),
        _ => (0..random.below(5)).map(|_| least.max(random.below(5) as u64)).collect(),
    };
    let sizes = if element.is_integer() && random.below(2) == 0 { vec![base.len() as u64] } else { sizes };
    let count = sizes.iter().product::<u64>() as usize;
    let (low, high) = element.integer_range().unwrap_or((0, 0));
    let bound = |v: i64| i128::from(v).clamp(low, high) as i64;
    let known = (low < high && count <= 16).then(|| {
        let order: Vec<i64> = (0..count as i64).collect();
        match random.below(4) {
            // A permutation, sizes of the base, small numbers.
            0 => order.into_iter().rev().map(bound).collect(),
            1 => order.iter().map(|&i| bound(base.get(i as usize).copied().unwrap_or(1) as i64)).collect(),
            _ => order.iter().map(|_| bound(random.below(6) as i64 - 2)).collect(),
        }
    });
    Input { element, sizes, ints: known }
}

fn argument(spec: &AttributeSpec<'static>, rank: usize, random: &mut Random) -> Option<Argument> {
    let small = |random: &mut Random| random.below(6) as i64 - 2;
    let list = |random: &mut Random| {
        // As long as the rank, the spatial rank, a pair for each spatial dimension, or anything.
        let spatial = rank.saturating_sub(2);
        let len = pick(&[rank, spatial, spatial, 2 * spatial, random.below(4)], random);
        (0..len).map(|_| random.below(4) as i64).collect::<Vec<i64>>()
    };
    Some(match spec.kind {
        AttributeKind::Onnx(AttributeType::Int) | AttributeKind::Integer => Argument::Int(small(random)),
        AttributeKind::Onnx(AttributeType::Ints) | AttributeKind::Integers => Argument::Ints(list(random)),
        AttributeKind::Onnx(AttributeType::Float) | AttributeKind::Real => Argument::Float(0.5),
        AttributeKind::Onnx(AttributeType::Floats) | AttributeKind::Reals => {
            Argument::Floats(vec![1.0; random.below(3)])
        }
        AttributeKind::Onnx(AttributeType::String) | AttributeKind::Text => {
            Argument::Text(pick(&["", "NOTSET", "SAME_UPPER", "VALID", "none"], random))
        }
        AttributeKind::Word(words) => Argument::Text(pick(words, random)),
        AttributeKind::Bool => Argument::Bool(random.below(2) == 0),
        AttributeKind::Element => Argument::Text(pick(&["i32", "i64", "f32", "boolean"], random)),
        AttributeKind::Shape => Argument::Text(pick(&["", "2,3", "?", "1..4,2"], random)),
        _ => return None,
    })
}

fn errors(answer: &OpQueryResult) -> Vec<&str> {
    answer.findings.iter().filter(|f| f.level == Level::Error).map(|f| f.message.as_str()).collect()
}

/// What of an output contradicts the output of the same node with everything known.
fn contradiction(part: &Fact, all: &Fact, world: &World) -> Option<String> {
    if part.element().is_some() && all.element().is_some() && part.element() != all.element() {
        return Some("element type".into());
    }
    match (part.shape().dims(), all.shape().dims()) {
        (None, _) if part.shape().min_rank() > all.shape().min_rank() => return Some("least rank".into()),
        (None, _) => {}
        (Some(_), None) => return Some("rank known from less".into()),
        (Some(p), Some(a)) if p.len() != a.len() => return Some("rank".into()),
        (Some(p), Some(a)) => {
            let allowed = |(p, a): (&Dim, &Dim)| match a.size() {
                Some(size) => holds(p, size, world),
                // Not even the whole truth tells: what is not an error is left open.
                None => a.is_unknown() || support::is_within(a, p),
            };
            if !p.iter().zip(a).all(allowed) {
                return Some("dimension".into());
            }
        }
    }
    match (&part.value, &all.value) {
        (KnownValue::Elements(Elements::Ints(p)), KnownValue::Elements(Elements::Ints(a))) => {
            let allowed = |(p, a): (&SymInt, &SymInt)| match a.value() {
                Some(value) => int_holds(p, value, world),
                None => p.low() <= a.low() && p.high() >= a.high(),
            };
            (p.len() != a.len() || !p.iter().zip(a.iter()).all(allowed)).then(|| "elements".into())
        }
        _ => None,
    }
}

macro_rules! tests {
    ($($module:ident: $($name:ident)+,)*) => {$(
        mod $module {$(
            #[test]
            #[allow(non_snake_case)] // the name of the operator, so that its test is found by it
            fn $name() {
                super::less_knowledge_is_weaker_and_never_wrong(stringify!($name));
            }
        )+}
    )*};
}

for_each_operator!(tests);

fn less_knowledge_is_weaker_and_never_wrong(name: &str) {
    // A seed of its own, so that operators that are added change nothing for the others.
    let seed = name.bytes().fold(7u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    let (mut random, tries) = (Random::new(seed), tries());
    let mut failures: Vec<String> = Vec::new();
    for dialect in [Dialect::Onnx, Dialect::OpenVino] {
        let mut own: Vec<_> = operators(dialect).filter(|(_, other, _)| *other == name).collect();
        own.sort_by_key(|(domain, ..)| *domain);
        for (domain, _, known) in own {
            for signature in known.onnxruntime_signatures.iter().chain(known.signatures).filter(|s| !s.deprecated) {
                let mut valid = 0;
                for _ in 0..tries {
                    let Some(law) = law(dialect, (domain, name), signature, &mut random) else { continue };
                    valid += 1;
                    if let Err(failure) = law {
                        failures.push(failure);
                        break;
                    }
                }
                println!("{dialect:?} {name}-{}: {valid} of {tries} valid", signature.since);
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Generates a node and returns whether the law applies to it; `None` if the node is invalid.
fn law(
    dialect: Dialect,
    (domain, name): (&str, &str),
    signature: &'static Signature,
    random: &mut Random,
) -> Option<Result<(), String>> {
    let world: World = [random.below(5) as u64, random.below(5) as u64];
    let node = node(dialect, (domain, name), signature.since, signature, random)?;
    let (exact, _) = node.infer(Input::exact);
    // A warning, too, says that the run is not one that the specification allows.
    if exact.findings.iter().any(|f| f.level > Level::Note && f.rule.code() != "SH301") {
        return None;
    }
    let (part, told) = node.infer(|input| input.partly(&world, random));
    let wrong = match errors(&part).first() {
        Some(error) => Some(format!("wrong only with less known: {error}")),
        None => part.outputs.iter().zip(&exact.outputs).find_map(|(p, a)| contradiction(p, a, &world)),
    };
    let Some(why) = wrong else { return Some(Ok(())) };
    let inputs: Vec<String> = told.iter().map(|f| f.as_ref().map_or("-".into(), show)).collect();
    let truth: Vec<String> = node.inputs.iter().map(|i| i.as_ref().map_or("-".into(), |i| show(&i.exact()))).collect();
    let outputs: Vec<String> = part.outputs.iter().map(show).collect();
    let exact: Vec<String> = exact.outputs.iter().map(show).collect();
    Some(Err(format!(
        "{dialect:?} {name}-{} {:?} {why}\n  told  {}\n  gives {}\n  truth {}\n  gives {}\n  {world:?}",
        signature.since,
        node.attributes,
        inputs.join(" "),
        outputs.join(" "),
        truth.join(" "),
        exact.join(" ")
    )))
}

fn show(fact: &Fact) -> String {
    match &fact.value {
        KnownValue::Elements(Elements::Ints(ints)) => {
            let ints: Vec<String> = ints.iter().map(ToString::to_string).collect();
            format!("{}={{{}}}", fact.ty, ints.join(","))
        }
        KnownValue::Elements(Elements::Floats(floats)) => format!("{}={floats:?}", fact.ty),
        _ => fact.ty.to_string(),
    }
}
