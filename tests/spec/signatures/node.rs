//! One node without a model: an operator version, its attributes, what is known of its inputs.

use std::fmt;

use shapewright::graph::{AttributeType, Dialect};
use shapewright::ops::operators;
use shapewright::ops::signature::{AttributeKind, Signature};
use shapewright::{EvalError, Fact, KnownValue, Level, Tensor};
use shapewright::{OpQuery, OpQueryResult};

/// One version of an operator.
#[derive(Clone, Copy)]
pub struct Version {
    pub dialect: Dialect,
    pub domain: &'static str,
    pub name: &'static str,
    pub signature: &'static Signature,
    /// Whether it has a shape function.
    pub shaped: bool,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dialect = if self.dialect == Dialect::Onnx { "onnx" } else { "openvino" };
        let colon = if self.domain.is_empty() { "" } else { ":" };
        write!(f, "{dialect}{colon}{} {}-{}", self.domain, self.name, self.signature.since)
    }
}

/// Every version of every operator whose signature is known, sorted.
pub fn versions() -> Vec<Version> {
    let mut all = Vec::new();
    for dialect in [Dialect::Onnx, Dialect::OpenVino] {
        for (domain, name, known) in operators(dialect) {
            let shaped = known.def.is_some();
            let versions = known.onnxruntime_signatures.iter().chain(known.signatures).filter(|s| !s.deprecated);
            all.extend(versions.map(|signature| Version { dialect, domain, name, signature, shaped }));
        }
    }
    all.sort_by_key(|v| (v.dialect == Dialect::OpenVino, v.domain, v.name, v.signature.since));
    all
}

/// A node.
#[derive(Clone)]
pub struct Node {
    pub version: Version,
    pub attributes: Vec<(String, String)>,
    pub inputs: Vec<Option<Fact>>,
    pub outputs: usize,
}

impl Node {
    fn query(&self) -> OpQuery {
        let Version { dialect, name, domain, signature, .. } = self.version;
        let query = match dialect {
            Dialect::Onnx => OpQuery::onnx(name, signature.since).domain(domain),
            Dialect::OpenVino => OpQuery::openvino(name, signature.since),
        };
        let attributes = self.attributes.iter();
        let with = |query, (name, text): &(String, String)| attribute(query, signature, name, text);
        attributes.fold(query.outputs(self.outputs), with)
    }

    /// What is inferred of it.
    pub fn infer(&self) -> OpQueryResult {
        let given = |query: OpQuery, input: &Option<Fact>| match input {
            Some(fact) => query.input(fact.clone()),
            None => query.absent(),
        };
        self.inputs.iter().fold(self.query(), given).infer()
    }

    /// What is computed of it; `None` if its inputs cannot be made.
    pub fn evaluate(&self) -> Option<Result<Vec<Tensor>, EvalError>> {
        let mut query = self.query();
        for input in &self.inputs {
            query = match input {
                Some(fact) => query.tensor(tensor(fact)?),
                None => query.absent(),
            };
        }
        Some(query.evaluate())
    }
}

/// The query with an attribute whose text is read as the signature says.
fn attribute(query: OpQuery, signature: &Signature, name: &str, text: &str) -> OpQuery {
    fn list<T: std::str::FromStr>(text: &str) -> Vec<T> {
        let items = text.split(',').filter(|item| !item.is_empty());
        items.map(|item| item.parse().ok().unwrap_or_else(|| panic!("`{item}` is no number"))).collect()
    }
    match signature.attribute(name).map(|spec| spec.kind) {
        Some(AttributeKind::Onnx(AttributeType::Int)) => query.attribute(name, list::<i64>(text)[0]),
        Some(AttributeKind::Onnx(AttributeType::Ints)) => query.attribute(name, list::<i64>(text)),
        Some(AttributeKind::Onnx(AttributeType::Float)) => query.attribute(name, list::<f32>(text)[0]),
        Some(AttributeKind::Onnx(AttributeType::Floats)) => query.attribute(name, list::<f32>(text)),
        Some(AttributeKind::Onnx(AttributeType::Strings)) => query.attribute(name, text.split(',').collect::<Vec<_>>()),
        _ => query.attribute(name, text),
    }
}

/// A tensor of this type, with the elements that are known or zeros.
fn tensor(fact: &Fact) -> Option<Tensor> {
    let sizes: Option<Vec<usize>> = fact.shape().dims()?.iter().map(|d| usize::try_from(d.size()?).ok()).collect();
    let (sizes, element) = (sizes?, fact.element()?);
    let count: usize = sizes.iter().product();
    let elements = match &fact.value {
        KnownValue::Elements(elements) => elements.clone(),
        _ if element.is_float() => shapewright::Elements::Floats(vec![1.0; count].into()),
        _ => shapewright::Elements::of_ints(vec![1i64; count]),
    };
    Tensor::from_elements(element, sizes, &elements).ok()
}

/// The findings of a case that does not pass: any above a note.
pub fn faults(answer: &OpQueryResult) -> Vec<String> {
    let faults = answer.findings.iter().filter(|f| f.level > Level::Note);
    faults.map(|f| format!("{}: {}", f.rule.code, f.message)).collect()
}
