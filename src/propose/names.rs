//! ONNX: names that nothing defines.

use super::{Context, text};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::fix_edit::{Fix, FixEdit};
use crate::graph::{Model, Operand};
use crate::ids::{GraphId, ValueId};
use crate::place::Part;

/// Makes every node that reads a name that nothing defines read the value whose name is similar.
pub(super) fn read(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    let (name, nearest) = (text(finding, "name")?, text(finding, "nearest")?);
    context.search()?;
    let value = named(model, finding.place.graph?, nearest)?;
    let is_it = |operand: &Operand| matches!(operand, Operand::Undefined(id) if model.name(*id) == name);
    // In other graphs, the same name may mean something else, and the value does not exist there.
    let scope = model.value(value).graph;
    let nodes = model.graphs().flat_map(|graph| model.nodes_of(graph));
    let readers = nodes.filter(|&node| model.ancestor_in(node, scope).is_some()).flat_map(|node| {
        let inputs = model.inputs(node).iter().enumerate().filter(move |(_, operand)| is_it(operand));
        inputs.map(move |(input, _)| FixEdit::SetInput { node, input, value })
    });
    let edits: Vec<FixEdit> = readers.collect();
    (!edits.is_empty()).then(|| Fix::guess(format!("read `{nearest}` in place of `{name}`"), edits))
}

/// Gives the value whose name is similar to an output that nothing produces this name: the interface stays as it is.
pub(super) fn produce(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    let (name, nearest) = (text(finding, "name")?, text(finding, "nearest")?);
    context.search()?;
    let value = named(model, finding.place.graph?, nearest)?;
    // A body cannot output a value of a graph around it.
    let is_here = finding.place.graph == Some(model.value(value).graph);
    let is_produced = is_here && model.producer(value).is_some() && matches!(finding.place.part, Part::Name(_));
    let edit = FixEdit::RenameValue { value, name: name.to_owned() };
    is_produced.then(|| Fix::guess(format!("rename `{nearest}` to `{name}`"), vec![edit]))
}

/// The value of this name in a graph or in one around it.
fn named(model: &Model, graph: GraphId, name: &str) -> Option<ValueId> {
    let mut graphs = std::iter::successors(Some(graph), |&graph| super::nodes::owner(model, graph))
        .filter(|_| model.dialect() == Dialect::Onnx);
    graphs.find_map(|graph| model.values_of(graph).find(|&value| model.value_name(value) == name))
}
