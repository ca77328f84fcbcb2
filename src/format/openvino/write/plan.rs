//! The effect of a rewrite on the layers and edges of each graph, before the text is scanned.

use std::borrow::Cow;
use std::ops::Range;

use hashbrown::{HashMap, HashSet};

use crate::graph::{Model, ValueRole};
use crate::ids::{GraphId, NameId, NodeId, ValueId};
use crate::ir_syntax;
use crate::ops;
use crate::ops::role::OperatorRole;
use crate::rewrite::{NewConstant, RemovedGraphs, Rewrite, WriteError};
use crate::short_text::shortened;

/// The effect of a rewrite on a file.
pub(crate) struct LayerPlan<'a> {
    pub(crate) model: &'a Model,
    /// The new constants, in ascending order of their values, except in removed bodies.
    pub(crate) constants: Vec<(ValueId, &'a NewConstant)>,
    /// Graphs by the offset of the start tag of their `<net>` or body.
    graphs: HashMap<usize, GraphId>,
    /// Layers that are removed or become constants, by the offset of their start tag.
    layers: HashMap<usize, NodeId>,
    /// The same layers by graph and id.
    ids: HashMap<(GraphId, u64), NodeId>,
    /// The new origin of edges from the output ports of these layers.
    origins: HashMap<(NodeId, u64), Origin>,
    /// Constants, by position, that need another id and name than the layer's.
    fresh: HashMap<usize, Fresh>,
}

/// A new layer.
pub(crate) struct Fresh {
    pub(crate) id: u64,
    /// The suffix to the name of the layer that it replaces.
    pub(crate) suffix: String,
    /// The whole name, if that of the layer is too long to be repeated for each of its outputs.
    pub(crate) short_name: Option<String>,
}

/// The longest name of a layer that is repeated for each of its outputs: a name of megabytes would be most of the new file.
const LONGEST_REPEATED: usize = 256;

/// The new origin of an edge from a layer of the rewrite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// The port is removed.
    Gone,
    /// The same layer and port.
    Same,
    /// The layer of this id.
    Layer(u64),
}

impl<'a> LayerPlan<'a> {
    pub(crate) fn new(model: &'a Model, rewrite: &'a Rewrite) -> Result<LayerPlan<'a>, WriteError> {
        check_order(model, rewrite)?;
        let removed_graphs = RemovedGraphs::new(model, rewrite);
        let stays = |graph: GraphId| !removed_graphs.contains(graph);
        let of_value = |value: ValueId| stays(model.value(value).graph);
        let constants =
            rewrite.constants.iter().filter(|(v, _)| of_value(*v)).map(|(v, constant)| (*v, constant)).collect();
        let removed: Vec<NodeId> = rewrite.nodes.iter().copied().filter(|&n| stays(model.node(n).graph)).collect();
        let mut plan = LayerPlan {
            model,
            constants,
            graphs: model.graphs().map(|g| (model.graph(g).span.start as usize, g)).collect(),
            layers: removed.iter().map(|&n| (model.node(n).span().start as usize, n)).collect(),
            ids: HashMap::new(),
            origins: HashMap::new(),
            fresh: HashMap::new(),
        };
        plan.check_constants(rewrite)?;
        plan.check_readers(rewrite, stays)?;
        plan.add_ids(&removed)?;
        plan.add_fresh(&removed)?;
        plan.add_origins(&removed);
        Ok(plan)
    }

    /// The graph whose start tag starts here.
    pub(crate) fn graph_at(&self, start: usize) -> Option<GraphId> {
        self.graphs.get(&start).copied()
    }

    /// The layer of the rewrite whose start tag starts here.
    pub(crate) fn layer_at(&self, start: usize) -> Option<NodeId> {
        self.layers.get(&start).copied()
    }

    /// The layer of the rewrite that has this id.
    pub(crate) fn layer(&self, graph: GraphId, id: u64) -> Option<NodeId> {
        self.ids.get(&(graph, id)).copied()
    }

    /// The positions of the constants that the outputs of a layer become.
    pub(crate) fn constants_of(&self, node: NodeId) -> Range<usize> {
        let outputs = self.model.node(node).outputs.clone();
        let at = |value: u32| self.constants.partition_point(|(v, _)| *v < ValueId::new(value));
        at(outputs.start)..at(outputs.end)
    }

    /// The new layer for a constant, if another one has the id of the old layer.
    pub(crate) fn fresh(&self, constant: usize) -> Option<&Fresh> {
        self.fresh.get(&constant)
    }

    /// The new origin of an edge from this port of a layer of the rewrite.
    pub(crate) fn origin(&self, node: NodeId, port: u64) -> Origin {
        self.origins.get(&(node, port)).copied().unwrap_or(Origin::Gone)
    }

    /// Checks that every constant is an output of a removed layer.
    fn check_constants(&self, rewrite: &Rewrite) -> Result<(), WriteError> {
        for (value, _) in &self.constants {
            match self.model.value(*value).role {
                ValueRole::Output(node) if rewrite.removes(node) => {}
                _ => {
                    let name = self.model.name(self.model.value(*value).name);
                    return Err(WriteError::Inconsistent(format!(
                        "`{name}` becomes a constant, but its layer is not removed"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Checks that remaining layers read no removed value.
    fn check_readers(&self, rewrite: &Rewrite, stays: impl Fn(GraphId) -> bool) -> Result<(), WriteError> {
        let model = self.model;
        let staying =
            model.graphs().filter(|g| stays(*g)).flat_map(|g| model.nodes_of(g)).filter(|&n| !rewrite.removes(n));
        for node in staying {
            for value in model.inputs(node).iter().filter_map(|operand| operand.value()) {
                let known = self.constants.binary_search_by_key(&value, |(v, _)| *v).is_ok();
                if let Some(producer) = model.producer(value).filter(|&p| rewrite.removes(p) && !known) {
                    let (reader, producer) = (label(model, node), label(model, producer));
                    return Err(WriteError::Inconsistent(format!("{reader} reads {producer}, which is removed")));
                }
            }
        }
        Ok(())
    }

    /// Edges refer to layers by id, so the id must be unique.
    fn add_ids(&mut self, removed: &[NodeId]) -> Result<(), WriteError> {
        let model = self.model;
        for &node in removed {
            let graph = model.node(node).graph;
            let unclear = || WriteError::Inconsistent(format!("the id of {} is not unique", label(model, node)));
            let id = layer_id(model, node).ok_or_else(unclear)?;
            if self.ids.insert((graph, id), node).is_some() {
                return Err(unclear());
            }
        }
        let touched: HashSet<GraphId> = self.ids.keys().map(|(graph, _)| *graph).collect();
        for node in touched.iter().flat_map(|&g| model.nodes_of(g)) {
            let id = layer_id(model, node).and_then(|id| self.layer(model.node(node).graph, id));
            if id.is_some_and(|other| other != node) {
                return Err(WriteError::Inconsistent(format!("the id of {} is not unique", label(model, node))));
            }
        }
        Ok(())
    }

    /// Assigns ids and names to all constants of a layer except the first.
    fn add_fresh(&mut self, removed: &[NodeId]) -> Result<(), WriteError> {
        let mut last_ids: HashMap<GraphId, u64> = HashMap::new();
        let mut names = FreshNames::default();
        for &node in removed {
            for constant in self.constants_of(node).skip(1) {
                let graph = self.model.node(node).graph;
                let last = last_ids.entry(graph).or_insert_with(|| greatest_id(self.model, graph));
                // OpenVINO reads ids as signed numbers.
                let next = i64::try_from(*last).ok().and_then(|n| n.checked_add(1)).and_then(|n| u64::try_from(n).ok());
                *last = next.ok_or_else(|| WriteError::Inconsistent("no id is left for a new layer".to_owned()))?;
                let id = *last;
                let (suffix, short_name) = names.suffix(self.model, node, self.constants[constant].0);
                self.fresh.insert(constant, Fresh { id, suffix, short_name });
            }
        }
        Ok(())
    }

    fn add_origins(&mut self, removed: &[NodeId]) {
        for (node, value) in removed.iter().flat_map(|&n| self.model.outputs(n).map(move |v| (n, v))) {
            let origin = match self.constants.binary_search_by_key(&value, |(v, _)| *v) {
                Err(_) => Origin::Gone,
                Ok(constant) => self.fresh(constant).map_or(Origin::Same, |fresh| Origin::Layer(fresh.id)),
            };
            if let Some(port) = ir_syntax::id(self.model.name(self.model.output_port(value).id)) {
                // An edge refers to the first port of its id.
                self.origins.entry((node, port.value)).or_insert(origin);
            }
        }
    }
}

/// Unused layer names.
#[derive(Default)]
struct FreshNames {
    /// The names that were given, by that of the layer and the suffix, which is what follows the last dot.
    given: HashSet<(NameId, String)>,
    tried: u64,
}

impl FreshNames {
    /// The suffix that turns the name of a layer into that of one of its outputs: `.1` as OpenVINO would, or a longer
    /// one. With it, the whole name if the layer's loses its middle.
    fn suffix(&mut self, model: &Model, node: NodeId, value: ValueId) -> (String, Option<String>) {
        let layer = model.node(node).name;
        let name = shortened(model.name(layer), LONGEST_REPEATED);
        let is_short = matches!(name, Cow::Owned(_));
        let index = model.producing_output(value).map_or(0, |(_, index)| index);
        // Without their middles, names of two layers may be equal: the count tells their outputs apart.
        let mut suffix = if is_short { self.counted_suffix(index) } else { format!(".{index}") };
        loop {
            let whole = format!("{name}{suffix}");
            if model.names().find(&whole).is_none() && self.given.insert((layer, suffix.clone())) {
                return (suffix, is_short.then_some(whole));
            }
            suffix = self.counted_suffix(index);
        }
    }

    /// A suffix that no other name has: the count continues over all names, so that no file makes this slow.
    fn counted_suffix(&mut self, index: u32) -> String {
        self.tried += 1;
        format!(".{index}_{}", self.tried)
    }
}

fn check_order(model: &Model, rewrite: &Rewrite) -> Result<(), WriteError> {
    let sorted = rewrite.nodes.is_sorted_by(|a, b| a < b) && rewrite.constants.is_sorted_by(|(a, _), (b, _)| a < b);
    let inside = rewrite.nodes.last().is_none_or(|n| n.index() < model.nodes.len())
        && rewrite.constants.last().is_none_or(|(v, _)| v.index() < model.values.len());
    if !sorted || !inside || !rewrite.initializers.is_empty() {
        return Err(WriteError::Inconsistent("the rewrite is not for this model".to_owned()));
    }
    // The ports of a model and the maps of a body name these layers.
    let is_end = |n: &NodeId| {
        matches!(ops::role(model.dialect(), model.op_type(*n)), OperatorRole::Parameter | OperatorRole::Result)
    };
    match rewrite.nodes.iter().find(|n| is_end(n)) {
        Some(&node) => Err(WriteError::Inconsistent(format!("{} cannot be removed", label(model, node)))),
        None => Ok(()),
    }
}

fn layer_id(model: &Model, node: NodeId) -> Option<u64> {
    ir_syntax::id(model.name(model.node(node).layer)).map(|id| id.value)
}

fn greatest_id(model: &Model, graph: GraphId) -> u64 {
    model.nodes_of(graph).filter_map(|node| layer_id(model, node)).max().unwrap_or(0)
}

/// A layer in a message.
pub(crate) fn label(model: &Model, node: NodeId) -> String {
    let layer = model.node(node);
    format!("layer {} `{}` ({})", model.name(layer.layer), model.name(layer.name), model.name(model.op(node).written))
}
