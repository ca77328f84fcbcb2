//! Why a value cannot become a constant of a model.

use super::record;
use super::removed_graphs::{constants_are_nodes, fits_constant, in_function};
use crate::dialect::Format;
use crate::element::ElementType;
use crate::format::onnx_text::write::tensor;
use crate::graph::{GraphRole, Model};
use crate::ids::GraphId;
use crate::tensor::Tensor;

/// Why no constant of this type can be written in a graph, or not this one if the tensor is given.
pub(crate) fn unwritable(
    model: &Model,
    graph: GraphId,
    element: ElementType,
    tensor: Option<&Tensor>,
) -> Option<String> {
    if record::data_type(element).is_none() {
        return Some(format!("ONNX has no tensors of type {element}"));
    }
    if is_node(model, graph) && !fits_constant(model, Some(element)) {
        return Some("before version 9 of the operators, `Constant` makes floats only".to_owned());
    }
    let text = model.format() == Format::OnnxText;
    tensor.filter(|_| text).and_then(tensor::loss).map(str::to_owned)
}

/// Whether a constant has to be a node of the model's operator set. A function has operator sets of its own, which are
/// those of a version that has every type.
fn is_node(model: &Model, graph: GraphId) -> bool {
    if model.format() == Format::OnnxText {
        return true;
    }
    // In the main graph it may be an input with a default.
    let main = model.graph(graph).role == GraphRole::Main;
    !main && constants_are_nodes(model, graph) && !in_function(model, graph)
}
