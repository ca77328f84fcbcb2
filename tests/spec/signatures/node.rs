//! The versions of operators with known signatures.

use std::fmt;
use std::sync::OnceLock;

use shapewright::graph::{AttributeType, Dialect};
use shapewright::ops::operators;
use shapewright::ops::signature::{AttributeKind, Signature};
use shapewright::{AttributeArg, Elements, Fact, KnownValue, Tensor};

use crate::operators::notation::Call;

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
pub fn versions() -> &'static [Version] {
    static ALL: OnceLock<Vec<Version>> = OnceLock::new();
    ALL.get_or_init(|| {
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
    })
}

impl Version {
    /// A call of this version.
    pub fn call(&self, inputs: Vec<Option<Fact>>, attributes: &[(&str, String)], outputs: usize) -> Call {
        let Version { dialect, domain, name, signature, .. } = *self;
        let attributes = attributes.iter().map(|(name, text)| ((*name).to_owned(), argument(signature, name, text)));
        let attributes = attributes.collect();
        let (domain, name) = (domain.to_owned(), name.to_owned());
        Call { dialect, domain, name, version: signature.since, inputs, attributes, outputs }
    }
}

/// An attribute whose text is parsed according to the signature.
fn argument(signature: &Signature, name: &str, text: &str) -> AttributeArg {
    fn list<T: std::str::FromStr>(text: &str) -> Vec<T> {
        let items = text.split(',').filter(|item| !item.is_empty());
        items.map(|item| item.parse().ok().unwrap_or_else(|| panic!("`{item}` is no number"))).collect()
    }
    match signature.attribute(name).map(|spec| spec.kind) {
        Some(AttributeKind::Onnx(AttributeType::Int)) => list::<i64>(text)[0].into(),
        Some(AttributeKind::Onnx(AttributeType::Ints)) => list::<i64>(text).into(),
        Some(AttributeKind::Onnx(AttributeType::Float)) => list::<f32>(text)[0].into(),
        Some(AttributeKind::Onnx(AttributeType::Floats)) => list::<f32>(text).into(),
        Some(AttributeKind::Onnx(AttributeType::Strings)) => text.split(',').collect::<Vec<_>>().into(),
        _ => text.into(),
    }
}

/// The most elements of a tensor that is made: some cases have dimensions close to the greatest size.
const MOST: usize = 1 << 20;

/// A tensor of this type, with the elements that are known or ones; `None` if these are very many.
pub fn tensor(fact: &Fact) -> Option<Tensor> {
    let sizes: Option<Vec<usize>> = fact.shape().dims()?.iter().map(|d| usize::try_from(d.size()?).ok()).collect();
    let (sizes, element) = (sizes?, fact.element()?);
    let count = sizes.iter().try_fold(1usize, |n, &size| n.checked_mul(size)).filter(|&count| count <= MOST)?;
    let elements = match &fact.value {
        KnownValue::Elements(elements) => elements.clone(),
        _ if element.is_float() => Elements::Floats(vec![1.0; count].into()),
        _ => Elements::of_ints(vec![1i64; count]),
    };
    Tensor::from_elements(element, sizes, &elements).ok()
}
