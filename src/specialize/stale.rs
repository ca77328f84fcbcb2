//! Declarations that the new inputs make stale.

use super::request::Request;
use crate::dim::Dim;
use crate::fact::{TensorType, ValueType};
use crate::graph::{GraphRole, Model, ValueRole};
use crate::ids::{DeclarationId, GraphId, NodeId, ValueId};
use crate::shape::Shape;

/// A declaration of something that is not an input of the main graph.
enum Site {
    Value(ValueId),
    Output(GraphId, usize),
    Port(NodeId, usize),
}

/// Replaces symbols by what they become, and sizes that may be others by unknown ones.
pub(super) fn forget(model: &mut Model, request: &Request) {
    let changed: Vec<(Site, ValueType)> = sites(model)
        .into_iter()
        .filter_map(|(site, declaration)| {
            let old = &*model.declaration(declaration).ty;
            let new = adapted(old, request);
            (new != *old).then_some((site, new))
        })
        .collect();
    for (site, ty) in changed {
        match site {
            Site::Value(value) => model.declare(value, ty),
            Site::Output(graph, index) => model.declare_output(graph, index, ty),
            Site::Port(node, index) => model.declare_port(node, index, ty),
        }
    }
}

/// The values before the outputs that have declarations of their own.
fn sites(model: &Model) -> Vec<(Site, DeclarationId)> {
    let mut sites = Vec::new();
    let inputs = |graph: GraphId| model.graph(graph).inputs.clone();
    for graph in model.graphs() {
        let is_main = model.graph(graph).role == GraphRole::Main;
        for value in model.values_of(graph) {
            let is_fixed = is_main && inputs(graph).contains(&value);
            let is_stored = matches!(model.value(value).role, ValueRole::Initializer(_));
            if let Some(declaration) = model.value(value).declaration.filter(|_| !is_fixed && !is_stored) {
                sites.push((Site::Value(value), declaration));
            }
        }
        for node in model.nodes_of(graph) {
            for index in 0..model.inputs(node).len() {
                let port = model.input_port(node, index).and_then(|port| port.declaration);
                sites.extend(port.map(|declaration| (Site::Port(node, index), declaration)));
            }
        }
        for (index, output) in model.graph(graph).outputs.iter().enumerate() {
            let own = output.operand.value().and_then(|value| model.value(value).declaration);
            let separate = output.declaration.filter(|&declaration| Some(declaration) != own);
            sites.extend(separate.map(|declaration| (Site::Output(graph, index), declaration)));
        }
    }
    sites
}

fn adapted(ty: &ValueType, request: &Request) -> ValueType {
    let tensor = |ty: &TensorType| {
        let dims = ty.shape.dims().map(|dims| Shape::from_dims(dims.iter().map(|dim| dimension(dim, request))));
        TensorType { element: ty.element, shape: dims.unwrap_or_else(|| ty.shape.clone()) }
    };
    match ty {
        ValueType::Tensor(ty) => ValueType::Tensor(tensor(ty)),
        ValueType::Sparse(ty) => ValueType::Sparse(tensor(ty)),
        ValueType::Sequence(inner) => ValueType::Sequence(adapted(inner, request).into()),
        ValueType::Optional(inner) => ValueType::Optional(adapted(inner, request).into()),
        ValueType::Map(key, inner) => ValueType::Map(*key, adapted(inner, request).into()),
        ValueType::Unknown => ValueType::Unknown,
    }
}

fn dimension(dim: &Dim, request: &Request) -> Dim {
    match dim.size() {
        Some(_) if !request.is_narrower => Dim::unknown(),
        _ => request.dimension(dim),
    }
}

/// The number of declarations of values, other than those of inputs, that are not as before.
pub(super) fn changed(before: &Model, after: &Model) -> usize {
    let old = sites(before);
    let new = sites(after);
    let ty = |model: &Model, declaration| model.declaration(declaration).ty.clone();
    old.iter().zip(&new).filter(|((_, a), (_, b))| ty(before, *a) != ty(after, *b)).count()
}
