//! One operator call per line: `Gather-11,13(f32[N,3], i64[]={1}, axis=1) -> f32[N]`.
//!
//! The number after the name is the version of the operator set in which the call is made, or a list of versions. An argument
//! is an input, `-` for an omitted input, or an attribute `name=value`. An input is a type as reports print it, with its known
//! elements: `i64[2]={1,N}`, `seq(f32[2])={f32[2], f32[2]}`; `f32[?,?,...]` has at least two dimensions. An attribute is a
//! number, a word, a quoted string, a list in brackets or a tensor.

use shapewright::graph::{AttributeType, Dialect};
use shapewright::ops::lookup;
use shapewright::ops::signature::AttributeKind;
use shapewright::{
    AttributeArg, Diagnostic, Dim, ElementType, Elements, EvalError, Fact, KnownValue, Level, Limits, OpQuery,
    OpQueryResult, Shape, SymInt, Tensor, TensorType, ValueType,
};

/// Neither an output nor a finding.
const NONE: &str = "none";

/// One operator, its attributes, and the facts about its inputs.
#[derive(Clone)]
pub struct Call {
    pub dialect: Dialect,
    pub domain: String,
    pub name: String,
    /// Of the operator set.
    pub version: i64,
    pub inputs: Vec<Option<Fact>>,
    pub attributes: Vec<(String, AttributeArg)>,
    pub outputs: usize,
}

impl Call {
    fn query(&self) -> OpQuery {
        let query = match self.dialect {
            Dialect::Onnx => OpQuery::onnx(&self.name, self.version).domain(&self.domain),
            Dialect::OpenVino => OpQuery::openvino(&self.name, self.version),
        };
        let attributes = self.attributes.iter();
        attributes.fold(query.outputs(self.outputs), |query, (name, value)| query.attribute(name, value.clone()))
    }

    /// What is inferred of it.
    pub fn infer(&self) -> OpQueryResult {
        let given = |query: OpQuery, input: &Option<Fact>| match input {
            Some(fact) => query.input(fact.clone()),
            None => query.absent(),
        };
        self.inputs.iter().fold(self.query(), given).infer()
    }

    /// The evaluated outputs; `of` converts the fact about an input to a tensor. `None` if it cannot.
    pub fn evaluate(&self, of: impl Fn(&Fact) -> Option<Tensor>) -> Option<Result<Vec<Tensor>, EvalError>> {
        let mut query = self.query();
        for input in &self.inputs {
            query = match input {
                Some(fact) => query.tensor(of(fact)?),
                None => query.absent(),
            };
        }
        Some(query.evaluate())
    }
}

/// Whether a finding is about the node as written. Every node of an operator that only ONNX Runtime adds has OP160.
pub fn is_fault(finding: &Diagnostic) -> bool {
    finding.level > Level::Note && finding.rule.name() != "runtime-operator"
}

/// The findings that are more than notes.
pub fn faults(answer: &OpQueryResult) -> Vec<String> {
    let faults = answer.findings.iter().filter(|f| is_fault(f));
    faults.map(|f| format!("{}: {}", f.rule.code(), f.message)).collect()
}

/// A tensor of exactly the elements that are known.
pub fn tensor(fact: &Fact) -> Option<Tensor> {
    let sizes: Option<Vec<usize>> = fact.shape().dims()?.iter().map(|d| usize::try_from(d.size()?).ok()).collect();
    let KnownValue::Elements(elements) = &fact.value else { return None };
    Tensor::from_elements(fact.element()?, sizes?, elements).ok()
}

/// The calls of a line, one for each version, and the text after the arrow.
pub fn parse(line: &str, dialect: Dialect) -> Result<(Vec<Call>, Option<String>), String> {
    let (call, expected) = match line.split_once(" -> ") {
        Some((call, expected)) => (call.trim(), Some(expected.trim().to_owned())),
        None => (line.trim(), None),
    };
    let head = call.split_once('(').and_then(|(head, rest)| Some((head, rest.strip_suffix(')')?)));
    let (head, arguments) = head.ok_or("a call is `Name-VERSION(ARGUMENTS)`")?;
    let (name, versions) = head.rsplit_once('-').ok_or("the version is missing")?;
    let (domain, name) = name.rsplit_once('.').unwrap_or(("", name));
    let is_output = |part: &&str| *part != NONE && !is_finding(part);
    let outputs = expected.as_deref().map_or(1, |text| parts(text).into_iter().filter(is_output).count());
    let mut calls = Vec::new();
    for version in versions.split(',') {
        let version = version.parse().map_err(|_| format!("`{version}` is not a version"))?;
        let (domain, name) = (domain.to_owned(), name.to_owned());
        let mut call = Call { dialect, domain, name, version, inputs: Vec::new(), attributes: Vec::new(), outputs };
        for argument in parts(arguments) {
            match argument.split_once('=').filter(|(name, _)| is_name(name)) {
                Some((name, text)) => {
                    let value =
                        attribute(&call, name, text).ok_or_else(|| format!("`{argument}` is not an attribute"))?;
                    call.attributes.push((name.to_owned(), value));
                }
                None if argument == "-" => call.inputs.push(None),
                None => call.inputs.push(Some(fact(argument).ok_or_else(|| format!("`{argument}` is not an input"))?)),
            }
        }
        calls.push(call);
    }
    Ok((calls, expected))
}

/// The parts of a list, split at commas outside of brackets and quotes.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start, mut parts) = (0, false, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

fn is_finding(part: &str) -> bool {
    ["error ", "warning ", "note "].iter().any(|level| part.starts_with(level))
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// The value of an attribute. In IR, every value is text.
fn attribute(call: &Call, name: &str, text: &str) -> Option<AttributeArg> {
    if let Some((ty, _)) = text.split_once("={").filter(|(ty, _)| ty.ends_with(']')) {
        let ty = value_type(ty)?;
        let element = ty.as_tensor()?.element?;
        let sizes = ty.as_tensor()?.shape.dims()?.iter().map(Dim::size).collect::<Option<Vec<u64>>>()?;
        let KnownValue::Elements(elements) = fact(text)?.value else { return None };
        return Some(AttributeArg::Elements(element, sizes, elements));
    }
    let list = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    if call.dialect == Dialect::OpenVino {
        return Some(AttributeArg::Text(list.unwrap_or(unquoted(text)).to_owned()));
    }
    let Some(list) = list else {
        return Some(match (text.parse::<i64>(), float(text)) {
            (Ok(int), _) => AttributeArg::Int(int),
            (_, Some(float)) => AttributeArg::Float(float),
            _ => AttributeArg::Text(unquoted(text).to_owned()),
        });
    };
    let items = parts(list);
    if items.is_empty() {
        // The signature says of what there are none.
        let known = lookup(call.dialect, &call.domain, &call.name);
        let kind = known.and_then(|known| known.signature(call.version)?.attribute(name).map(|spec| spec.kind));
        return Some(match kind {
            Some(AttributeKind::Onnx(AttributeType::Floats)) => AttributeArg::Floats(Vec::new()),
            Some(AttributeKind::Onnx(AttributeType::Strings)) => AttributeArg::Texts(Vec::new()),
            _ => AttributeArg::Ints(Vec::new()),
        });
    }
    if let Ok(ints) = items.iter().map(|item| item.parse()).collect::<Result<Vec<i64>, _>>() {
        return Some(AttributeArg::Ints(ints));
    }
    Some(match items.iter().map(|item| float(item)).collect::<Option<Vec<f32>>>() {
        Some(floats) => AttributeArg::Floats(floats),
        None => AttributeArg::Texts(items.iter().map(|item| unquoted(item).to_owned()).collect()),
    })
}

fn float(text: &str) -> Option<f32> {
    let number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-') || matches!(text, "inf" | "NaN");
    number.then(|| text.parse().ok())?
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text)
}

/// A fact, as in `i64[2]={1,2}`.
pub fn fact(text: &str) -> Option<Fact> {
    let (ty, list) = match text.split_once("={") {
        Some((ty, list)) => (value_type(ty)?, Some(parts(list.strip_suffix('}')?))),
        None => (value_type(text)?, None),
    };
    let mut fact = Fact::from(ty);
    let Some(list) = list else { return Some(fact) };
    fact.value = match (&fact.ty, fact.element()) {
        (ValueType::Tensor(_), Some(element)) if element.is_float() => {
            let float = |item: &&str| match element {
                ElementType::F32 => item.parse::<f32>().ok().map(f64::from),
                _ => item.parse().ok(),
            };
            KnownValue::Elements(Elements::Floats(list.iter().map(float).collect::<Option<_>>()?))
        }
        (ValueType::Tensor(_), _) => {
            KnownValue::Elements(Elements::Ints(list.iter().map(|item| int(item)).collect::<Option<_>>()?))
        }
        _ => KnownValue::Items(list.iter().map(|item| self::fact(item)).collect::<Option<_>>()?),
    };
    Some(fact)
}

/// An integer, an interval or a symbol.
fn int(text: &str) -> Option<SymInt> {
    if let Ok(value) = text.parse::<i128>() {
        return Some(SymInt::exact(value));
    }
    match text.split_once("..") {
        Some((low, high)) => Some(SymInt::interval(low.parse().ok()?, high.parse().ok()?)),
        None => Some(SymInt::from(&text.parse::<Dim>().ok()?)),
    }
}

fn value_type(text: &str) -> Option<ValueType> {
    let inside = |name: &str| text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')');
    if let Some(inner) = inside("seq") {
        return Some(ValueType::Sequence(value_type(inner)?.into()));
    }
    if let Some(inner) = inside("optional") {
        return Some(ValueType::Optional(value_type(inner)?.into()));
    }
    let Some((element, dims)) = text.strip_suffix(",...]").and_then(|text| text.split_once('[')) else {
        return text.parse().ok();
    };
    let element = if element == "?" { None } else { Some(element.parse().ok()?) };
    let least = dims.split(',').map(|dim| (dim == "?").then_some(())).collect::<Option<Vec<_>>>()?;
    Some(ValueType::Tensor(TensorType { element, shape: Shape::with_min_rank(least.len()) }))
}

/// A type as reports print it, but with the least rank.
fn type_text(ty: &ValueType) -> String {
    match ty {
        ValueType::Sequence(inner) => format!("seq({})", type_text(inner)),
        ValueType::Optional(inner) => format!("optional({})", type_text(inner)),
        ValueType::Tensor(TensorType { element, shape }) if shape.dims().is_none() && shape.min_rank() > 0 => {
            let element = element.map_or("?".to_owned(), |element| element.to_string());
            format!("{element}[{}...]", "?,".repeat(shape.min_rank()))
        }
        other => other.to_string(),
    }
}

/// All that is known of a value.
pub fn fact_text(fact: &Fact) -> String {
    let ty = type_text(&fact.ty);
    match &fact.value {
        KnownValue::Unknown => ty,
        KnownValue::Constant(_) => format!("{ty}={{constant}}"),
        KnownValue::Elements(elements) => format!("{ty}={{{}}}", elements_text(fact.element(), elements)),
        KnownValue::Items(items) => {
            format!("{ty}={{{}}}", items.iter().map(fact_text).collect::<Vec<_>>().join(", "))
        }
        KnownValue::Split(split) => {
            let kept = match split.kept {
                Some(true) => "kept",
                Some(false) => "dropped",
                None => "kept or dropped",
            };
            format!("{ty}={{{} parts of {} along axis {}, {kept}}}", split.count, split.size, split.axis)
        }
    }
}

fn elements_text(element: Option<ElementType>, elements: &Elements) -> String {
    let float = |value: f64| match element {
        _ if value.abs() >= 1e16 && value.is_finite() => format!("{value:e}"),
        Some(ElementType::F32) => (value as f32).to_string(),
        _ => value.to_string(),
    };
    let list: Vec<String> = match elements {
        Elements::Ints(ints) => ints.iter().map(ToString::to_string).collect(),
        Elements::Floats(floats) => floats.iter().map(|&value| float(value)).collect(),
        Elements::SymFloats(floats) => floats.iter().map(ToString::to_string).collect(),
    };
    list.join(",")
}

/// What is inferred: the outputs, then level and code of each finding.
pub fn inferred(answer: &OpQueryResult) -> String {
    let outputs = answer.outputs.iter().map(fact_text);
    let findings = answer.findings.iter().map(|f| format!("{} {}", f.level, f.rule.code()));
    let parts: Vec<String> = outputs.chain(findings).collect();
    if parts.is_empty() { NONE.to_owned() } else { parts.join(", ") }
}

/// What is computed: the outputs, or the kind of refusal.
pub fn evaluated(answer: &Result<Vec<Tensor>, EvalError>) -> String {
    match answer {
        Ok(outputs) => outputs.iter().map(|t| fact_text(&t.fact(&Limits::default()))).collect::<Vec<_>>().join(", "),
        Err(EvalError::NotConstant(_)) => "not constant".to_owned(),
        Err(EvalError::NoEvaluator(_)) => "no evaluator".to_owned(),
        Err(EvalError::Type(_)) => "type not evaluated".to_owned(),
        Err(EvalError::Unreadable) => "unreadable".to_owned(),
        Err(EvalError::UnknownType) => "unknown type".to_owned(),
        Err(EvalError::TooLarge { .. }) => "too large".to_owned(),
        Err(EvalError::Undefined(_)) => "undefined".to_owned(),
        Err(EvalError::Invalid(_)) => "invalid".to_owned(),
        Err(other) => panic!("a refusal without a notation: {other}"),
    }
}
