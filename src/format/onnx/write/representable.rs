//! Why a value cannot become a constant of a model.

use std::sync::Arc;

use super::constant_form::{constants_are_nodes, fits_constant, in_function};
use super::record;
use crate::dialect::Format;
use crate::element::ElementType;
use crate::graph::{GraphRole, Model};
use crate::ids::GraphId;
use crate::tensor::Tensor;

/// Why no constant of this type can be written in a graph.
pub(crate) fn unwritable(model: &Model, graph: GraphId, element: ElementType) -> Option<String> {
    if record::data_type(element).is_none() {
        return Some(format!("ONNX has no tensors of type {element}"));
    }
    if is_node(model, graph) && !fits_constant(model, Some(element)) {
        return Some("before operator set 9, `Constant` produces only floats".to_owned());
    }
    None
}

/// Whether a constant must be a node of the model's operator set. Functions have their own operator sets, at versions
/// that support every type.
fn is_node(model: &Model, graph: GraphId) -> bool {
    if model.format() == Format::OnnxText {
        return true;
    }
    // In the main graph it may be an input with a default.
    let main = model.graph(graph).role == GraphRole::Main;
    !main && constants_are_nodes(model, graph) && !in_function(model, graph)
}

/// Why strings cannot be the data of a tensor: those of an attribute may be any bytes.
pub(crate) fn invalid_text(tensor: &Tensor) -> Option<&'static str> {
    let is_invalid = |strings: &[Arc<[u8]>]| strings.iter().any(|text| std::str::from_utf8(text).is_err());
    tensor.strings().is_some_and(is_invalid).then_some("a string is not valid UTF-8")
}
