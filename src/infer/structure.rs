//! Structural errors in a graph that do not depend on its operators: names, outputs, unused nodes.

use std::sync::Arc;

use crate::graph::bodies;
use crate::graph::is_body;
use hashbrown::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dialect::Dialect;
use crate::graph::{BitSet, GraphRole, Model, OpName, Operand, ValueRole};
use crate::ids::{GraphId, NameId, NodeId, OpId, ValueId};
use crate::node::resolver::AddedOperators;
use crate::ops::OperatorDef;
use crate::options::AnalysisOptions;
use crate::place::{Part, Place};
use crate::rules;

/// Checks every graph of the model.
pub(crate) fn check(model: &Model, options: &AnalysisOptions, sink: &mut Diagnostics) {
    let whole = is_whole(model, sink);
    let mut seen = BitSet::default();
    for graph in model.graphs() {
        if matches!(model.graph(graph).role, GraphRole::Example(_)) {
            continue;
        }
        if whole {
            outputs(model, graph, sink);
        }
        names(model, graph, &mut seen, sink);
    }
    let operators = AddedOperators::new(model.dialect(), &options.operators);
    let definition = |op: &OpName| operators.lookup(model, op)?.def;
    let definitions: Vec<Option<&OperatorDef>> = model.ops.iter().map(definition).collect();
    if whole {
        unused(model, options, &definitions, sink);
    }
    for (index, def) in definitions.into_iter().enumerate() {
        if let Some(check) = def.and_then(|def| def.check_model) {
            check(model, OpId::at(index), sink);
        }
    }
}

/// Whether the whole model was read, so that anything missing is missing from the file.
fn is_whole(model: &Model, sink: &Diagnostics) -> bool {
    let cut = [rules::truncated_model::RULE.code(), rules::limit_exceeded::RULE.code()];
    !model.is_fragment() && !sink.findings().iter().any(|f| cut.contains(&f.rule.code()))
}

/// GR106: a model without outputs computes nothing. Bodies may have none where their operator allows it.
fn outputs(model: &Model, graph: GraphId, sink: &mut Diagnostics) {
    let main = model.graph(graph).role == GraphRole::Main;
    // A layer without a type may be the Result.
    let untyped = |f: &Arc<Diagnostic>| f.rule == &rules::missing_xml_attribute::RULE && f.place.node.is_some();
    if !main || !model.graph(graph).outputs.is_empty() || sink.findings().iter().any(untyped) {
        return;
    }
    let finding = Diagnostic::new(&rules::missing_graph_output::RULE, Place::graph(graph), "the graph has no output");
    sink.report(match model.dialect() {
        Dialect::Onnx => finding.help("list the values that the model computes as graph outputs"),
        Dialect::OpenVino => finding.help("add a Result layer for each value that the model computes"),
    });
}

/// GR103. Layer names need not be unique in IR version 11. `seen` is for the names of this graph, and is left empty.
fn names(model: &Model, graph: GraphId, seen: &mut BitSet, sink: &mut Diagnostics) {
    if model.dialect() == Dialect::OpenVino && model.ir_version() != Some(10) {
        return;
    }
    let named = || model.nodes_of(graph).map(|node| (node, model.node(node).name)).filter(|(_, name)| !name.is_empty());
    let again: Vec<(NodeId, NameId)> = named().filter(|(_, name)| !seen.insert(name.index())).collect();
    named().for_each(|(_, name)| seen.remove(name.index()));
    if again.is_empty() {
        return;
    }
    let mut first: HashMap<NameId, NodeId> = HashMap::new();
    for (node, name) in named() {
        first.entry(name).or_insert(node);
    }
    for (node, name) in again {
        let (written, earlier) = (model.name(name), first[&name]);
        let place = Place::node(graph, node);
        let finding = Diagnostic::new(
            &rules::duplicate_name::RULE,
            place,
            format!("node #{} is named `{written}`, like node #{}", model.node_index(node), model.node_index(earlier)),
        );
        let finding = finding.related(Place::node(graph, earlier), "first used here");
        let finding = finding.note("ONNX Runtime rejects models in which two nodes have the same name");
        sink.report(finding.help("rename one of them").data("name", written));
    }
}

/// Names and edges that resolve to nothing or are ambiguous.
pub(crate) const UNRESOLVED: [&rules::Rule; 6] = [
    &rules::undefined_value::RULE,
    &rules::undefined_graph_output::RULE,
    &rules::duplicate_value::RULE,
    &rules::duplicate_layer_id::RULE,
    &rules::duplicate_edge::RULE,
    &rules::dangling_edge::RULE,
];

/// GR109 and GR110: nodes and values that no output of the model depends on.
fn unused(model: &Model, options: &AnalysisOptions, definitions: &[Option<&OperatorDef>], sink: &mut Diagnostics) {
    let live = live(model, definitions);
    // The intended target of a wrong name is unknown, so unused nodes cannot be determined either.
    let wrong = sink.findings().iter().filter(|f| UNRESOLVED.contains(&&*f.rule));
    let unresolved: HashSet<GraphId> = wrong.filter_map(|f| f.place.graph).collect();
    // Quantization parameters are used by readers of the annotations.
    let annotations = model.quantization().iter();
    let noted: HashSet<(GraphId, NameId)> =
        annotations.flat_map(|a| a.parameters.iter().map(|&(_, name)| (a.graph, name))).collect();
    for graph in model.graphs() {
        let role = model.graph(graph).role;
        let runs = matches!(role, GraphRole::Main | GraphRole::Body { .. });
        // Without outputs everything is unused, and GR106 already reports the cause.
        if !runs || model.graph(graph).outputs.is_empty() || unresolved.contains(&graph) {
            continue;
        }
        let inputs: HashSet<ValueId> = model.graph(graph).inputs.iter().copied().collect();
        let is_dead = |node: &NodeId| !live.nodes[node.index()] && !is_input(model, *node, &inputs);
        let mut dead: Vec<NodeId> = model.nodes_of(graph).filter(is_dead).collect();
        // If there are more than are kept, the last ones are: these can be removed first.
        let excess = dead.len().saturating_sub(options.limits.max_diagnostics);
        dead.rotate_left(excess);
        for node in dead {
            let message = format!("no model output depends on {}", model.describe(node));
            let finding = Diagnostic::new(&rules::dead_node::RULE, Place::node(graph, node), message);
            sink.report(finding.help("remove the node, or make one of its outputs an output of the graph"));
        }
        for value in model.values_of(graph) {
            if noted.contains(&(graph, model.value(value).name)) {
                continue;
            }
            if !matches!(model.value(value).role, ValueRole::Initializer(_)) || live.values[value.index()] {
                continue;
            }
            let name = model.value_name(value);
            let place = Place { part: Part::Value(value), ..Place::graph(graph) };
            let finding =
                Diagnostic::new(&rules::unused_initializer::RULE, place, format!("initializer `{name}` is never read"));
            sink.report(finding.help("remove the initializer").data("name", name));
        }
    }
}

/// The inputs of IR are nodes too; unused ones belong to the model's interface.
fn is_input(model: &Model, node: NodeId, inputs: &HashSet<ValueId>) -> bool {
    model.inputs(node).is_empty() && model.outputs(node).any(|v| inputs.contains(&v))
}

struct Live {
    nodes: Vec<bool>,
    values: Vec<bool>,
}

/// Everything that the model's outputs depend on. A node without outputs (Result, Assign) has a side effect.
fn live(model: &Model, definitions: &[Option<&OperatorDef>]) -> Live {
    let mut live = Live { nodes: vec![false; model.nodes.len()], values: vec![false; model.values.len()] };
    let mut work: Vec<NodeId> = Vec::new();
    let mut graphs: Vec<GraphId> = model.graphs().filter(|&g| !is_body(model, g)).collect();
    let mut effects: HashMap<GraphId, Vec<NodeId>> = HashMap::new();
    let has_effect = |op: OpId| definitions[op.index()].is_some_and(|def| def.has_side_effects);
    for node in model.graphs().flat_map(|graph| model.nodes_of(graph)) {
        if model.outputs(node).len() == 0 || has_effect(model.node(node).op) {
            effects.entry(model.node(node).graph).or_default().push(node);
        }
    }
    loop {
        while let Some(graph) = graphs.pop() {
            let outputs: Vec<Operand> = model.graph(graph).outputs.iter().map(|o| o.operand).collect();
            outputs.into_iter().for_each(|operand| mark(model, operand, &mut live, &mut work));
            for node in effects.remove(&graph).unwrap_or_default() {
                if !std::mem::replace(&mut live.nodes[node.index()], true) {
                    work.push(node);
                }
            }
        }
        let Some(node) = work.pop() else { return live };
        for &operand in model.inputs(node) {
            mark(model, operand, &mut live, &mut work);
        }
        graphs.extend(bodies(model, node));
    }
}

fn mark(model: &Model, operand: Operand, live: &mut Live, work: &mut Vec<NodeId>) {
    let Some(value) = operand.value() else { return };
    live.values[value.index()] = true;
    if let Some(node) = model.producer(value)
        && !std::mem::replace(&mut live.nodes[node.index()], true)
    {
        work.push(node);
    }
}
