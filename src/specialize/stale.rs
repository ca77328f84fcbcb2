//! Declarations that the new inputs make stale.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::request::Request;
use crate::dim::{Dim, Symbol};
use crate::fact::{TensorType, ValueType};
use crate::graph::find_value::inputs;
use crate::graph::{GraphRole, Model, Use, ValueRole};
use crate::ids::{DeclarationId, GraphId, NodeId, ValueId};
use crate::shape::Shape;

/// A declaration of something that is not an input of the main graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Site {
    Value(ValueId),
    Output(GraphId, usize),
    Port(NodeId, usize),
}

/// Replaces symbols by what they become, and what the new inputs may make false by what is unknown.
pub(super) fn forget(model: &mut Model, request: &Request) {
    let dependents = dependents(model, &request.widened);
    // The declaration before, which often has the same type: a node may have thousands of outputs.
    let mut last: Option<(Arc<ValueType>, Premise, Arc<ValueType>)> = None;
    for (site, declaration) in sites(model) {
        let premise = premise(model, &site, request, &dependents);
        let old = model.declaration(declaration).ty.clone();
        let known = last.take().filter(|(ty, of, _)| *ty == old && *of == premise).map(|(_, _, new)| new);
        let new = known.unwrap_or_else(|| adapted(&old, &|shape| premise.shape(shape, request)).into());
        if new != old {
            declare(model, site, &new);
        }
        last = Some((old, premise, new));
    }
}

/// On what a declaration rests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Premise {
    /// On nothing that changes: its symbols are those of the inputs.
    Inputs,
    /// It is that of a body of the main graph, where a symbol of this name may have another size in each iteration.
    Iteration,
    /// It is that of a function, whose symbols have another meaning in each call.
    Call,
    /// On inputs that may have other shapes.
    Widened,
}

impl Premise {
    fn shape(self, shape: &Shape, request: &Request) -> Shape {
        let Some(dims) = shape.dims() else { return shape.clone() };
        match self {
            Premise::Call => shape.clone(),
            Premise::Widened => Shape::UNKNOWN,
            Premise::Inputs | Premise::Iteration => Shape::from_dims(dims.iter().map(|dim| self.dim(dim, request))),
        }
    }

    fn dim(self, dim: &Dim, request: &Request) -> Dim {
        let Some(symbol) = dim.name() else { return dim.clone() };
        let new = request.dimension(dim);
        match self {
            Premise::Inputs if new != *dim => new,
            _ if new != *dim || request.rebound.contains(symbol.name()) => Dim::unknown(),
            _ => new,
        }
    }
}

fn premise(model: &Model, site: &Site, request: &Request, dependents: &HashSet<ValueId>) -> Premise {
    let (graph, value) = match *site {
        Site::Value(value) => (model.value(value).graph, Some(value)),
        Site::Output(graph, index) => (graph, model.graph(graph).outputs[index].operand.value()),
        Site::Port(node, index) => (model.node(node).graph, model.inputs(node)[index].value()),
    };
    let is_main = model.graph(graph).role == GraphRole::Main;
    let is_widened = match is_main {
        true => value.is_some_and(|value| dependents.contains(&value)),
        false => !request.widened.is_empty(),
    };
    match model.graph(model.root(graph)).role {
        _ if is_widened => Premise::Widened,
        GraphRole::Main if is_main => Premise::Inputs,
        GraphRole::Main => Premise::Iteration,
        _ => Premise::Call,
    }
}

/// The values of the main graph that are computed from any of these, which are among them.
fn dependents(model: &Model, inputs: &[ValueId]) -> HashSet<ValueId> {
    let Some(main) = model.main_graph() else { return HashSet::new() };
    let (mut found, mut open): (HashSet<ValueId>, _) = (inputs.iter().copied().collect(), inputs.to_vec());
    // A node with thousands of outputs may read one value thousands of times.
    let mut expanded: HashSet<NodeId> = HashSet::new();
    while let Some(value) = open.pop() {
        let readers = model.uses(value).filter_map(|used| match used {
            Use::Input { node, .. } => model.ancestor_in(node, main),
            // The result of a body may be a value from outside.
            Use::Output { graph, .. } => match model.graph(graph).role {
                GraphRole::Body { owner, .. } => model.ancestor_in(owner, main),
                _ => None,
            },
        });
        let outputs = readers.filter(|&node| expanded.insert(node)).flat_map(|node| model.outputs(node));
        open.extend(outputs.filter(|&output| found.insert(output)));
    }
    found
}

/// The values before the outputs that have declarations of their own.
fn sites(model: &Model) -> Vec<(Site, DeclarationId)> {
    let mut sites = Vec::new();
    let main = model.main_graph().map_or(&[][..], |graph| &model.graph(graph).inputs);
    let fixed: HashSet<ValueId> = main.iter().copied().collect();
    for graph in model.graphs() {
        for value in model.values_of(graph) {
            let is_fixed = fixed.contains(&value);
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

fn adapted(ty: &ValueType, shape: &dyn Fn(&Shape) -> Shape) -> ValueType {
    let tensor = |ty: &TensorType| TensorType { element: ty.element, shape: shape(&ty.shape) };
    match ty {
        ValueType::Tensor(ty) => ValueType::Tensor(tensor(ty)),
        ValueType::Sparse(ty) => ValueType::Sparse(tensor(ty)),
        ValueType::Sequence(inner) => ValueType::Sequence(adapted(inner, shape).into()),
        ValueType::Optional(inner) => ValueType::Optional(adapted(inner, shape).into()),
        ValueType::Map(key, inner) => ValueType::Map(*key, adapted(inner, shape).into()),
        ValueType::Unknown => ValueType::Unknown,
    }
}

/// Names again what had a name of its own, such as a result of unknown size: one that no input and no other declaration has,
/// so that it states nothing that new inputs could make false.
pub(super) fn keep_names(before: &Model, after: &mut Model) {
    let names = |ty: &ValueType| -> Vec<Symbol> {
        let dims = ty.as_tensor().and_then(|ty| ty.shape.dims()).unwrap_or_default();
        dims.iter().filter_map(Dim::name).cloned().collect()
    };
    let mut counts: HashMap<Symbol, usize> = HashMap::new();
    let mut old: Vec<(Site, DeclarationId)> = sites(before);
    for (_, declaration) in &old {
        names(&before.declaration(*declaration).ty).into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
    }
    for model in [before, &*after] {
        for name in inputs(model).iter().filter_map(|&input| model.declared(input)).flat_map(names) {
            counts.remove(&name);
        }
    }
    let is_own = |name: &Symbol| counts.get(name) == Some(&1);
    old.retain(|(_, declaration)| names(&before.declaration(*declaration).ty).iter().any(is_own));
    if old.is_empty() {
        return;
    }
    let declared: HashMap<Site, DeclarationId> = sites(after).into_iter().collect();
    for (site, old) in old {
        let Some(&new) = declared.get(&site) else { continue };
        let (old, new) = (&before.declaration(old).ty, after.declaration(new).ty.clone());
        let (Some(old), ValueType::Tensor(new)) = (old.as_tensor(), &*new) else { continue };
        let (Some(old), Some(dims)) = (old.shape.dims(), new.shape.dims()) else { continue };
        let own = |dim: &Dim| dim.name().filter(|name| is_own(name)).cloned();
        let again = |(old, new): (&Dim, &Dim)| match own(old) {
            Some(name) if new.is_unknown() => new.clone().named(name),
            _ => new.clone(),
        };
        if old.len() == dims.len() {
            let shape = Shape::from_dims(old.iter().zip(dims).map(again).collect::<Vec<_>>());
            if shape != new.shape {
                declare(after, site, &ValueType::Tensor(TensorType { element: new.element, shape }).into());
            }
        }
    }
}

fn declare(model: &mut Model, site: Site, ty: &Arc<ValueType>) {
    match site {
        Site::Value(value) => model.declare_shared(value, ty),
        Site::Output(graph, index) => model.declare_output_shared(graph, index, ty),
        Site::Port(node, index) => model.declare_port(node, index, ty),
    }
}

/// The number of declarations of values, other than those of inputs, that are not as before.
pub(super) fn changed(before: &Model, after: &Model) -> usize {
    let mut new = sites(after);
    new.sort_unstable_by_key(|(site, _)| *site);
    let is_same = |(site, old): &(Site, DeclarationId)| {
        let at = new.binary_search_by_key(site, |(site, _)| *site);
        at.is_ok_and(|at| before.declaration(*old).ty == after.declaration(new[at].1).ty)
    };
    sites(before).iter().filter(|site| !is_same(site)).count()
}
