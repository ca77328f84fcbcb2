//! The edges of edited graphs.

use hashbrown::{HashMap, HashSet};

use super::super::survey::number;
use super::super::unreadable;
use super::plan::{EditPlan, is_of_file, label};
use super::text::{Lines, Text};
use crate::format::openvino::xml::Xml;
use crate::graph::{Model, Operand};
use crate::ids::{GraphId, NodeId};
use crate::ir_syntax;
use crate::rewrite::WriteError;

/// What happens to an edge of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EdgeEdit {
    Kept,
    Removed,
    /// It comes from this layer and port.
    From(u64, u64),
}

/// The edges that were visited.
pub(super) struct Edges<'p> {
    plan: &'p EditPlan<'p>,
    /// Graphs whose `<edges>` has been visited: later ones are ignored.
    visited: HashSet<GraphId>,
    /// The inputs without an edge so far, by port id, of layers that may have changed. The first one is last.
    free: HashMap<NodeId, HashMap<u64, Vec<usize>>>,
}

impl<'p> Edges<'p> {
    pub(super) fn new(plan: &'p EditPlan<'p>) -> Edges<'p> {
        Edges { plan, visited: HashSet::new(), free: HashMap::new() }
    }

    /// Starts the `<edges>` of a graph; whether it is the first one.
    pub(super) fn start(&mut self, graph: GraphId) -> bool {
        self.visited.insert(graph)
    }

    /// Visits the `<edge>` returned last.
    pub(super) fn visit(&mut self, xml: &Xml<'_>, graph: GraphId) -> Result<EdgeEdit, WriteError> {
        let (plan, model) = (self.plan, self.plan.model);
        let end = |layer, port| Some((number(xml, layer)?, number(xml, port)?));
        let ends = end("from-layer", "from-port").zip(end("to-layer", "to-port"));
        let Some((from, (to, port))) = ends else { return Ok(EdgeEdit::Kept) };
        let Some(node) = plan.layer(graph, to) else { return Ok(EdgeEdit::Kept) };
        if model.is_removed(node) {
            return Ok(EdgeEdit::Removed);
        }
        if !plan.is_changed(node) {
            return Ok(EdgeEdit::Kept);
        }
        let free = self.free.entry(node).or_insert_with(|| inputs_by_port(model, node));
        let Some(index) = free.get_mut(&port).and_then(Vec::pop) else { return Ok(EdgeEdit::Removed) };
        match model.inputs(node)[index] {
            Operand::Value(value) => {
                let origin = plan.origin(value)?;
                Ok(if origin == from { EdgeEdit::Kept } else { EdgeEdit::From(origin.0, origin.1) })
            }
            // The edge comes from nowhere. A new layer may have the id that it names.
            Operand::Undefined(_) if plan.layer(graph, from.0).is_none_or(|from| is_of_file(model, from)) => {
                Ok(EdgeEdit::Kept)
            }
            _ => Ok(EdgeEdit::Removed),
        }
    }

    /// The edges to all inputs that no edge of the file leads to.
    pub(super) fn missing(&mut self, graph: GraphId, lines: &Lines) -> Result<Text, WriteError> {
        let (plan, model) = (self.plan, self.plan.model);
        let mut out = Text::default();
        for node in model.nodes_of(graph).filter(|&node| plan.is_changed(node)) {
            let mut indexes: Vec<usize> = match self.free.remove(&node) {
                Some(free) => free.into_values().flatten().collect(),
                None => (0..model.inputs(node).len()).collect(),
            };
            indexes.sort_unstable();
            for index in indexes {
                let Operand::Value(value) = model.inputs(node)[index] else { continue };
                let (layer, port) = plan.origin(value)?;
                let to = model.input_port(node, index).map_or("", |port| model.name(port.id));
                if ir_syntax::id(to).is_none() {
                    return Err(unreadable(&format!("an input port of {} has no id", label(model, node))));
                }
                let id = model.name(model.node(node).layer);
                out.push(lines.child());
                out.push(&format!("<edge from-layer=\"{layer}\" from-port=\"{port}\""));
                out.attribute("to-layer", id)?;
                out.attribute("to-port", to)?;
                out.push(" />");
            }
        }
        Ok(out)
    }
}

fn inputs_by_port(model: &Model, node: NodeId) -> HashMap<u64, Vec<usize>> {
    let mut free: HashMap<u64, Vec<usize>> = HashMap::new();
    for index in (0..model.inputs(node).len()).rev() {
        let id = model.input_port(node, index).and_then(|port| ir_syntax::id(model.name(port.id)));
        if let Some(id) = id {
            free.entry(id.value).or_default().push(index);
        }
    }
    free
}
