//! Valid graphs of any operators, made from choices in the input, and what must hold of them.

use std::sync::OnceLock;

use arbitrary::{Result, Unstructured};
use shapewright::graph::{At, AttributeType, Dialect, Format, Model, NewNode, Operand, ValueId};
use shapewright::ops::signature::{AttributeKind, AttributeSpec, FormalParameter, ParameterOption, Signature};
use shapewright::ops::{OperatorEntry, latest_version, operators};
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{
    AttributeArg, Dim, ElementType, Elements, Level, Session, Shape, SymFloat, SymInt, Symbol, Tensor, ValueType,
    analyze, evaluate,
};

use crate::checks::examine::{examine, options};
use crate::checks::follow_edits;
use crate::checks::invariants::{check_annotate, check_convert, check_fold, check_print, random};
use crate::checks::models::{file_name, outputs, read};

const TYPES: [ElementType; 9] = [
    ElementType::F32,
    ElementType::I64,
    ElementType::F32,
    ElementType::I64,
    ElementType::I32,
    ElementType::Bool,
    ElementType::F16,
    ElementType::U8,
    ElementType::F64,
];

const WORDS: [&str; 8] = ["", "NOTSET", "SAME_UPPER", "VALID", "linear", "nearest", "reflect", "bij,bjk->bik"];

/// A graph, and the values that its inputs have in the run that it is compared with.
struct Built {
    model: Model,
    given: Vec<(ValueId, Tensor)>,
}

/// Makes a graph, and checks what is promised of every valid graph.
pub fn graphs(data: &[u8]) {
    let mut choices = Unstructured::new(data);
    let Ok(Some(built)) = build(&mut choices) else { return };
    let Ok(written) = write(&built.model, &ExternalDataPolicy::Keep) else { return };
    let weights = written.weights.as_ref().map(|weights| weights.to_bytes());
    let bytes = written.model.to_bytes();
    if std::env::var_os("SHAPEWRIGHT_SHOW").is_some() {
        let listing = shapewright::print::listing(&built.model, &shapewright::print::ListingOptions::default());
        eprintln!("{}\n{:?}", listing.text, built.given);
    }
    inference_contains_evaluation(&built);
    let reread = || read(file_name(&built.model), &bytes, weights.as_deref());
    let again = reread();
    let types = |model: &Model| {
        let facts = analyze(model, options()).facts;
        outputs(model).into_iter().map(|value| facts.ty(value).to_string()).collect::<Vec<_>>()
    };
    // IR has no names for dimensions.
    if built.model.dialect() == Dialect::Onnx {
        assert_eq!(types(&again), types(&built.model), "writing changed types");
    }
    examine(&again);
    check_fold(&again);
    check_print(&again);
    check_convert(&again, true, false);
    check_annotate(reread(), true, true);
    follow_edits(again, &mut random(data));
}

/// The operators of a dialect with a signature.
fn all_operators(dialect: Dialect) -> &'static [(&'static str, &'static str, OperatorEntry)] {
    static ONNX: OnceLock<Vec<(&str, &str, OperatorEntry)>> = OnceLock::new();
    static OPENVINO: OnceLock<Vec<(&str, &str, OperatorEntry)>> = OnceLock::new();
    let list = if dialect == Dialect::Onnx { &ONNX } else { &OPENVINO };
    list.get_or_init(|| {
        let is_own = |domain: &str| dialect == Dialect::OpenVino || domain.is_empty();
        let mut all: Vec<_> =
            operators(dialect).filter(|(domain, _, entry)| is_own(domain) && entry.def.is_some()).collect();
        all.sort_by_key(|(domain, name, _)| (*domain, *name));
        all
    })
}

fn build(choices: &mut Unstructured<'_>) -> Result<Option<Built>> {
    let dialect = if choices.ratio(1, 3)? { Dialect::OpenVino } else { Dialect::Onnx };
    let latest = latest_version(dialect, "").unwrap_or(21);
    let opset = choices.int_in_range(if dialect == Dialect::Onnx { 7..=latest } else { 1..=latest.max(1) })?;
    let model = match dialect {
        Dialect::Onnx => Model::empty(Format::Onnx, &[("", opset)]),
        Dialect::OpenVino => Model::empty(Format::OpenVinoIr, &[]),
    };
    let Some(graph) = model.main_graph() else { return Ok(None) };
    let mut session = Session::new(model, options().clone());
    let (mut values, mut given) = (Vec::new(), Vec::new());
    for index in 0..choices.int_in_range(1..=3)? {
        let tensor = tensor(choices, 4)?;
        let ty = input_type(choices, &tensor)?;
        let Ok(value) = session.edit(|model| model.add_input(graph, &format!("x{index}"), ty)) else { return Ok(None) };
        values.push(value);
        given.push((value, tensor));
    }
    for index in 0..choices.int_in_range(0..=4)? {
        let tensor = tensor(choices, 2)?;
        let added = session.edit(|model| model.add_constant(graph, &format!("c{index}"), &tensor));
        values.extend(added);
    }
    let all = all_operators(dialect);
    for index in 0..choices.int_in_range(1..=6)? {
        let (domain, name, entry) = choices.choose(all)?;
        let version = if dialect == Dialect::Onnx { opset } else { choices.int_in_range(1..=latest.max(1))? };
        let Some(signature) = entry.signature(version) else { continue };
        let mut node = NewNode::new(name).domain(if dialect == Dialect::Onnx { domain } else { "" });
        if dialect == Dialect::OpenVino {
            node = node.opset(version);
        }
        for formal in signature.inputs {
            let count = match formal.presence {
                ParameterOption::Required => 1,
                ParameterOption::Optional => choices.int_in_range(0..=1)?,
                ParameterOption::Variadic { min, .. } => choices.int_in_range(min..=min.max(3))?,
            };
            if count == 0 && formal.presence == ParameterOption::Optional {
                node = node.input(Operand::Absent);
            }
            for _ in 0..count {
                node = node.input(Operand::Value(operand(choices, &session, signature, formal, &values)?));
            }
        }
        for spec in signature.attributes {
            if spec.required || choices.ratio(1, 4)? {
                if let Some(value) = attribute(choices, dialect, spec)? {
                    node = node.attribute(spec.name, value);
                }
            }
        }
        let (min, max) = signature.output_range();
        for output in 0..choices.int_in_range(min.max(1)..=max.unwrap_or(3).clamp(min.max(1), min.max(4)))? {
            node = node.output(&format!("n{index}_{output}"));
        }
        let Ok(node) = session.edit(|model| model.insert(At::End(graph), node)) else { continue };
        if session.analysis().findings.iter().any(|finding| finding.level == Level::Error) {
            let _ = session.edit(|model| model.remove(node));
            continue;
        }
        values.extend(session.model().outputs(node));
    }
    let mut model = session.into_model();
    for value in values {
        if model.producer(value).is_some() && model.is_unused(value) && model.add_output(graph, value).is_err() {
            return Ok(None);
        }
    }
    let has_outputs = !model.graph(graph).outputs.is_empty();
    let is_valid =
        |model: &Model| analyze(model, options()).findings.iter().all(|finding| finding.level != Level::Error);
    Ok((has_outputs && is_valid(&model)).then_some(Built { model, given }))
}

/// A value of a type that the parameter allows, if there is one.
fn operand(
    choices: &mut Unstructured<'_>,
    session: &Session,
    signature: &Signature,
    formal: &FormalParameter<'_>,
    values: &[ValueId],
) -> Result<ValueId> {
    let allowed = signature.allowed(formal).tensor;
    let is_fit = |value: &&ValueId| {
        let element = session.facts().ty(**value).as_tensor().and_then(|tensor| tensor.element);
        element.is_none_or(|element| allowed.contains(element))
    };
    let fit: Vec<ValueId> = values.iter().filter(is_fit).copied().collect();
    choices.choose(if fit.is_empty() { values } else { &fit }).copied()
}

fn tensor(choices: &mut Unstructured<'_>, max_rank: usize) -> Result<Tensor> {
    let element = *choices.choose(&TYPES)?;
    let rank = choices.int_in_range(0..=max_rank)?;
    let sizes = (0..rank).map(|_| choices.int_in_range(0..=4usize)).collect::<Result<Vec<_>>>()?;
    let count: usize = sizes.iter().product();
    let (first, step) = (choices.int_in_range(-2..=4i64)?, choices.int_in_range(-1..=2i64)?);
    let number = |i: usize| match element {
        ElementType::Bool => (first + i as i64).rem_euclid(2),
        ElementType::U8 => (first + step * i as i64).rem_euclid(5),
        _ => (first + step * i as i64).clamp(-9, 9),
    };
    let elements = match element.is_float() {
        true => Elements::Floats((0..count).map(|i| number(i) as f64).collect()),
        false => Elements::of_ints((0..count).map(number)),
    };
    Ok(Tensor::from_elements(element, sizes, &elements).expect("elements of the type"))
}

/// The declared type of an input: some sizes are symbols, the same for the same size.
fn input_type(choices: &mut Unstructured<'_>, tensor: &Tensor) -> Result<ValueType> {
    let mut dims: Vec<Dim> = Vec::new();
    for &size in tensor.sizes() {
        let symbol = format!("S{size}");
        dims.push(if choices.ratio(1, 2)? { symbol.as_str().into() } else { (size as u64).into() });
    }
    Ok(ValueType::tensor(tensor.element(), Shape::from_dims(dims)))
}

fn attribute(
    choices: &mut Unstructured<'_>,
    dialect: Dialect,
    spec: &AttributeSpec<'_>,
) -> Result<Option<AttributeArg>> {
    let ints = |choices: &mut Unstructured<'_>| -> Result<Vec<i64>> {
        let count = choices.int_in_range(0..=4)?;
        (0..count).map(|_| choices.int_in_range(-2..=3)).collect()
    };
    let floats = |choices: &mut Unstructured<'_>| -> Result<Vec<f32>> {
        Ok(ints(choices)?.into_iter().map(|value| value as f32 / 2.0).collect())
    };
    let value = match spec.kind {
        AttributeKind::Onnx(AttributeType::Int) | AttributeKind::Integer => {
            AttributeArg::Int(choices.int_in_range(-2..=7)?)
        }
        AttributeKind::Onnx(AttributeType::Ints) | AttributeKind::Integers => AttributeArg::Ints(ints(choices)?),
        AttributeKind::Onnx(AttributeType::Float) | AttributeKind::Real => {
            AttributeArg::Float(choices.int_in_range(-4..=8i8)?.into())
        }
        AttributeKind::Onnx(AttributeType::Floats) | AttributeKind::Reals => AttributeArg::Floats(floats(choices)?),
        AttributeKind::Onnx(AttributeType::String) | AttributeKind::Text => {
            AttributeArg::Text((*choices.choose(&WORDS)?).to_owned())
        }
        AttributeKind::Onnx(AttributeType::Tensor) => AttributeArg::Tensor(tensor(choices, 1)?),
        AttributeKind::Bool => AttributeArg::Bool(choices.ratio(1, 2)?),
        AttributeKind::Word(words) if !words.is_empty() => AttributeArg::Text((*choices.choose(words)?).to_owned()),
        AttributeKind::Element => AttributeArg::Text(choices.choose(&TYPES)?.to_string()),
        AttributeKind::Shape => {
            let sizes = ints(choices)?;
            AttributeArg::Text(sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(","))
        }
        _ => return Ok(None),
    };
    // Every attribute of IR is text.
    Ok(Some(match (dialect, value) {
        (Dialect::Onnx, value) => value,
        (_, AttributeArg::Int(int)) => AttributeArg::Text(int.to_string()),
        (_, AttributeArg::Float(float)) => AttributeArg::Text(float.to_string()),
        (_, AttributeArg::Bool(value)) => AttributeArg::Text(value.to_string()),
        (_, AttributeArg::Ints(ints)) => {
            AttributeArg::Text(ints.iter().map(i64::to_string).collect::<Vec<_>>().join(","))
        }
        (_, AttributeArg::Floats(floats)) => {
            AttributeArg::Text(floats.iter().map(f32::to_string).collect::<Vec<_>>().join(","))
        }
        (_, value) => value,
    }))
}

/// Whether what is known of the elements of a value holds of those that were computed.
fn contains_elements(known: &Elements, computed: &Elements, size_of: &dyn Fn(&Symbol) -> Option<u64>) -> bool {
    let is_int = |(known, computed): (&SymInt, &SymInt)| {
        let Some(value) = computed.value() else { return false };
        let expected = known.expr().and_then(|expr| expr.evaluate(|symbol| size_of(symbol)));
        known.contains(value) && expected.is_none_or(|expected| i128::from(expected) == value)
    };
    let is_float = |(known, computed): (&SymFloat, &SymFloat)| match (known.value(), computed.value()) {
        (Some(known), Some(value)) => known == value || (known.is_nan() && value.is_nan()),
        (None, Some(value)) => value.is_nan() || (known.low()..=known.high()).contains(&value),
        (_, None) => false,
    };
    if known.len() != computed.len() {
        return false;
    }
    match (known.ints(), computed.ints()) {
        (Some(known), Some(computed)) => known.iter().zip(computed).all(is_int),
        _ => match (known.open_floats(), computed.open_floats()) {
            (Some(known), Some(computed)) => known.iter().zip(&computed).all(is_float),
            _ => false,
        },
    }
}

/// Every value that can be computed has the inferred type, shape, and elements.
fn inference_contains_evaluation(built: &Built) {
    let model = &built.model;
    let analysis = analyze(model, options());
    let size_of = |symbol: &shapewright::Symbol| symbol.name().strip_prefix('S')?.parse().ok();
    let values = model.graphs().take(1).flat_map(|graph| model.values_of(graph)).collect::<Vec<_>>();
    for value in values {
        let Ok(computed) = evaluate(model, &[value], built.given.clone(), options()) else { continue };
        let (tensor, fact) = (&computed[0], analysis.facts.with_elements(model, value, 1_024));
        let what = || format!("`{}` is {fact:?}, but computed as {tensor:?}", model.value_name(value));
        assert!(fact.element().is_none_or(|element| element == tensor.element()), "{}", what());
        let sizes: Vec<u64> = tensor.sizes().iter().map(|&size| size as u64).collect();
        assert!(fact.shape().min_rank() <= sizes.len(), "{}", what());
        if let Some(dims) = fact.shape().dims() {
            assert_eq!(dims.len(), sizes.len(), "{}", what());
            for (dim, &size) in dims.iter().zip(&sizes) {
                assert!(dim.contains(size), "{}", what());
                assert!(dim.evaluate(size_of).is_none_or(|known| known == size), "{}", what());
            }
        }
        if let shapewright::KnownValue::Elements(elements) = &fact.value {
            let computed = tensor.elements(1_024).unwrap_or_else(|| panic!("{}", what()));
            assert!(contains_elements(elements, &computed, &size_of), "{}", what());
        }
    }
}
