//! The form of new constants: where they are `Constant` nodes, and of which types these can be.

use crate::dialect::Format;
use crate::element::ElementType;
use crate::format::onnx::schema::NEWEST_IR;
use crate::graph::{GraphRole, Model};
use crate::ids::{GraphId, NodeId};
use crate::ops;

/// Whether new constants of a graph are written as `Constant` nodes, so that existing ones remain: in functions and
/// subgraphs in them, before IR version 4, where initializers must be inputs, and in text.
pub fn constants_are_nodes(model: &Model, graph: GraphId) -> bool {
    model.format() == Format::OnnxText || ir_version(model) < 4 || in_function(model, graph)
}

pub(crate) fn in_function(model: &Model, mut graph: GraphId) -> bool {
    loop {
        match model.graph(graph).role {
            GraphRole::Function(_) => return true,
            GraphRole::Body { owner, .. } => graph = model.node(owner).graph,
            _ => return false,
        }
    }
}

/// The version that the model is read as.
fn ir_version(model: &Model) -> i64 {
    model.ir_version().filter(|&version| version > 0).unwrap_or(NEWEST_IR)
}

/// Whether a node is one of ONNX's own `Constant`.
pub(crate) fn is_constant(model: &Model, node: NodeId) -> bool {
    model.op_type(node) == ops::CONSTANT && matches!(model.name(model.op(node).domain), "" | "ai.onnx")
}

/// Whether a `Constant` of the model's operator set supports this type: before version 9, it produces only floats.
pub(crate) fn fits_constant(model: &Model, element: Option<ElementType>) -> bool {
    let imports = model.opsets().iter().filter(|import| matches!(model.name(import.domain), "" | "ai.onnx"));
    let old = imports.map(|import| import.version).max().is_none_or(|version| version < 9);
    !old || matches!(element, Some(ElementType::F16 | ElementType::F32 | ElementType::F64))
}
