//! Attributes of a node with the defaults of its operator.

use super::resolver::OpResolver;
use crate::graph::{AttributeArg, AttributeValue, Model};
use crate::ids::NodeId;
use crate::ir_syntax;
use crate::ops::signature::{AttributeKind, AttributeSpec, DefaultValue};
use crate::options::AnalysisOptions;

impl Model {
    /// The value of an attribute, or its default in the version of the operator that applies to the node. The text of IR
    /// is read as the operator reads it, so numbers, flags, and text of both formats are the same plain variants
    /// ([`AttributeArg::as_int`] and its like); only what has no plain form, a type or a tensor for example, is an
    /// [`AttributeArg::Value`]. `None` if the node has no such attribute and the operator no default for it, or if the text
    /// is not a value.
    ///
    /// ```
    /// use shapewright::graph::Model;
    /// use shapewright::{AnalysisOptions, ReadOptions, Source};
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[2,3] x) => (float[1,1] y) { y = ReduceMin (x) }"#;
    /// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let node = model.nodes_of(model.main_graph().unwrap()).next().unwrap();
    /// let keepdims = model.attribute_or_default(node, "keepdims", &AnalysisOptions::default());
    /// assert_eq!(keepdims.and_then(|value| value.as_int()), Some(1));
    /// ```
    pub fn attribute_or_default(&self, node: NodeId, name: &str, options: &AnalysisOptions) -> Option<AttributeArg> {
        let spec = || OpResolver::new(self, &options.operators).resolve(node).signature?.attribute(name);
        match self.attribute(node, name).map(|attribute| &attribute.value) {
            Some(AttributeValue::Text(text)) => read(self.name(*text), spec()),
            Some(value) => Some(plain(value)),
            None => spec()?.default.map(from_default),
        }
    }
}

/// The text of an IR attribute as a value of the type that its operator expects.
fn read(text: &str, spec: Option<AttributeSpec<'_>>) -> Option<AttributeArg> {
    let Some(spec) = spec else { return Some(AttributeArg::Text(text.to_owned())) };
    match spec.kind {
        AttributeKind::Bool => ir_syntax::bool(text).map(|parsed| AttributeArg::Bool(parsed.value)),
        AttributeKind::Integer => ir_syntax::int(text).map(|parsed| AttributeArg::Int(parsed.value)),
        AttributeKind::Integers => ir_syntax::ints(text).map(|parsed| AttributeArg::Ints(parsed.value)),
        AttributeKind::Real => ir_syntax::real(text).map(|parsed| AttributeArg::Float(parsed.value as f32)),
        AttributeKind::Reals => {
            ir_syntax::reals(text).map(|parsed| AttributeArg::Floats(parsed.value.iter().map(|&v| v as f32).collect()))
        }
        _ => Some(AttributeArg::Text(text.to_owned())),
    }
}

fn plain(value: &AttributeValue) -> AttributeArg {
    let text = |bytes: &[u8]| std::str::from_utf8(bytes).map(str::to_owned).ok();
    match value {
        AttributeValue::Int(value) => AttributeArg::Int(*value),
        AttributeValue::Ints(values) => AttributeArg::Ints(values.to_vec()),
        AttributeValue::Float(value) => AttributeArg::Float(*value),
        AttributeValue::Floats(values) => AttributeArg::Floats(values.to_vec()),
        AttributeValue::Graph(graph) => AttributeArg::Graph(*graph),
        AttributeValue::String(bytes) => {
            text(bytes).map_or_else(|| AttributeArg::Value(value.clone()), AttributeArg::Text)
        }
        AttributeValue::Strings(strings) => {
            let texts: Option<Vec<String>> = strings.iter().map(|bytes| text(bytes)).collect();
            texts.map_or_else(|| AttributeArg::Value(value.clone()), AttributeArg::Texts)
        }
        other => AttributeArg::Value(other.clone()),
    }
}

fn from_default(default: DefaultValue<'_>) -> AttributeArg {
    match default {
        DefaultValue::Bool(value) => AttributeArg::Bool(value),
        DefaultValue::Int(value) => AttributeArg::Int(value),
        DefaultValue::Ints(values) => AttributeArg::Ints(values.to_vec()),
        DefaultValue::Float(value) => AttributeArg::Float(value),
        DefaultValue::Floats(values) => AttributeArg::Floats(values.to_vec()),
        DefaultValue::Text(text) => AttributeArg::Text(text.to_owned()),
        DefaultValue::Strings(texts) => AttributeArg::Texts(texts.to_vec()),
        DefaultValue::Texts(texts) => AttributeArg::Texts(texts.iter().map(|&text| text.to_owned()).collect()),
    }
}
