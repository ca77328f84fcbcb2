//! Facts that follow the edits of a model: only what depends on an edit is inferred again, producers first, and inference
//! stops where a fact stays the same.
//!
//! This is exact as long as no node has an error. Errors change how declarations and graph inputs are read far from the
//! node, so a model with errors is inferred as a whole.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::state::{Learned, Premise};
use super::walk::Inference;
use super::{Analysis, graph_inputs, import_plan, infer_model, structure};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::fact::Fact;
use crate::facts::{FactStore, Repeats, unknown_reason};
use crate::graph::{Change, GraphRole, Model, Status, Use, ValueRole};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::node::resolver::OpVersions;
use crate::ops::symbol_names::{SymbolNamer, share_words};
use crate::options::AnalysisOptions;
use crate::rule::Level;

/// The facts of a model after the edits that were made so far.
#[derive(Debug)]
pub(crate) struct Incremental {
    facts: FactStore,
    /// The number of changes that the facts include.
    changes: usize,
    /// How much work inference was so far, in nodes of a few inputs.
    work: usize,
    /// Whether the next edit can be followed, or everything must be inferred again.
    is_exact: bool,
    /// Whether a name for a data-dependent dimension was made: it depends on all names of the model.
    has_made_names: bool,
    /// Nodes of the main graph that call functions, in bodies, too: what a function computes depends on all of its calls.
    callers: HashSet<NodeId>,
}

/// Nodes of the main graph that must be inferred again, in order.
#[derive(Default)]
struct Queue {
    waiting: BinaryHeap<Reverse<(u64, NodeId)>>,
    known: HashSet<NodeId>,
}

impl Queue {
    fn push(&mut self, model: &Model, node: NodeId) {
        if self.known.insert(node) {
            self.waiting.push(Reverse((model.layout().key(node), node)));
        }
    }

    fn pop(&mut self) -> Option<NodeId> {
        let Reverse((_, node)) = self.waiting.pop()?;
        self.known.remove(&node);
        Some(node)
    }
}

/// A change that cannot be followed.
struct StartAgain;

impl Incremental {
    /// Infers a model as a whole.
    pub(crate) fn new(model: &Model, options: &AnalysisOptions) -> Incremental {
        let changes = model.changes().len();
        let whole = |work: usize| {
            let Analysis { facts, work: last, .. } = infer_model(model, options).0;
            let (is_exact, has_made_names, callers) = (false, false, HashSet::new());
            Incremental { facts, changes, work: work + last, is_exact, has_made_names, callers }
        };
        if model.status() == Status::Unreadable || !can_follow(model, options) {
            return whole(0);
        }
        let mut diagnostics = Diagnostics::new(model.dialect(), options.limits.max_diagnostics);
        structure::check(model, options, &mut diagnostics);
        let premise = Premise { model, options, versions: &OpVersions::AS_IMPORTED };
        let mut inference = Inference::new(premise, diagnostics, HashMap::new(), Some(SymbolNamer::default()));
        inference.run();
        let (is_complete, has_made_names) = (inference.is_complete(), inference.has_made_names());
        let learned = inference.finish();
        if !is_complete || !is_sound(&learned) {
            // What was learned is gone before everything is inferred again.
            let work = learned.work;
            drop(learned);
            return whole(work);
        }
        let Learned { facts, work, .. } = learned;
        Incremental { facts, changes, work, is_exact: true, has_made_names, callers: callers(model) }
    }

    /// The facts of all values.
    pub(crate) fn facts(&self) -> &FactStore {
        &self.facts
    }

    /// How much work inference was so far, in nodes of a few inputs.
    pub(crate) fn work(&self) -> usize {
        self.work
    }

    /// Whether the next edit can be followed.
    pub(crate) fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Follows the edits since the last time. Returns the number of inferred nodes of the main graph; `None` if the whole
    /// model was inferred.
    pub(crate) fn update(&mut self, model: &Model, options: &AnalysisOptions) -> Option<usize> {
        if model.changes().len() == self.changes {
            return Some(0);
        }
        let followed = if self.is_exact { self.follow(model, options) } else { Err(StartAgain) };
        match followed {
            Ok(count) => Some(count),
            Err(StartAgain) => {
                self.facts = FactStore::new(0, 0);
                let again = Incremental::new(model, options);
                *self = Incremental { work: self.work + again.work, ..again };
                None
            }
        }
    }

    fn follow(&mut self, model: &Model, options: &AnalysisOptions) -> Result<usize, StartAgain> {
        let main = model.main_graph().ok_or(StartAgain)?;
        let facts = std::mem::replace(&mut self.facts, FactStore::new(0, 0));
        let premise = Premise { model, options, versions: &OpVersions::AS_IMPORTED };
        let diagnostics = Diagnostics::new(model.dialect(), options.limits.max_diagnostics);
        let learned = Learned::continuing(premise, facts, diagnostics);
        let mut update =
            Update { premise, main, inference: Inference::continuing(premise, learned), queue: Queue::default() };
        update.take_changes(&model.changes()[self.changes..], self)?;
        let mut count = 0;
        while let Some(node) = update.queue.pop() {
            if self.callers.contains(&node) {
                return Err(StartAgain);
            }
            update.infer(node)?;
            count += 1;
        }
        let (is_complete, has_made_names) = (update.inference.is_complete(), update.inference.has_made_names());
        let learned = update.inference.finish();
        self.work += learned.work;
        if !is_complete || !is_sound(&learned) || (has_made_names && !self.has_made_names) {
            return Err(StartAgain);
        }
        self.facts = learned.facts;
        self.changes = model.changes().len();
        Ok(count)
    }
}

/// Whether facts depend only on the nodes before them: no error, no doubt about the version of a node, and no limit was
/// reached.
fn is_sound(learned: &Learned) -> bool {
    let is_open = |finding: &Arc<Diagnostic>| finding.level == Level::Error || import_plan::depends_on_import(finding);
    learned.doubts.is_empty() && !learned.diagnostics.findings().iter().any(is_open) && !learned.facts.is_full()
}

/// Whether edits of a model can be followed: it has a main graph, no other that runs on its own, no body that returns a value
/// from outside, no graph that returns a value twice, and the imports of all nodes.
fn can_follow(model: &Model, options: &AnalysisOptions) -> bool {
    let is_other = |graph| matches!(model.graph(graph).role, GraphRole::Example(_) | GraphRole::Training(..));
    let is_imported = !model.findings().iter().any(|finding| import_plan::depends_on_import(finding));
    let is_obstacle = |graph| is_other(graph) || returns_outer_value(model, graph) || Repeats::occur_in(model, graph);
    model.main_graph().is_some() && options.inputs.is_empty() && !model.graphs().any(is_obstacle) && is_imported
}

/// Whether a body returns a value of a graph around it (GR107), which may be produced after the node of the body.
fn returns_outer_value(model: &Model, graph: GraphId) -> bool {
    let record = model.graph(graph);
    let mut values = record.outputs.iter().filter_map(|output| output.operand.value());
    matches!(record.role, GraphRole::Body { .. }) && values.any(|value| model.value(value).graph != graph)
}

/// One pass over what the edits affect.
struct Update<'m> {
    premise: Premise<'m>,
    main: GraphId,
    inference: Inference<'m>,
    queue: Queue,
}

impl Update<'_> {
    fn take_changes(&mut self, changes: &[Change], known: &Incremental) -> Result<(), StartAgain> {
        let model = self.premise.model;
        if known.has_made_names && share_words(model, &self.outputs_of_changed(changes)) {
            return Err(StartAgain);
        }
        // Each of very many outputs may have changed.
        let interface = |change: &Change| if let Change::Interface(graph) = *change { Some(graph) } else { None };
        let interfaces: HashSet<GraphId> = changes.iter().filter_map(interface).collect();
        let is_obstacle = |&graph: &GraphId| {
            Repeats::occur_in(model, graph) || graph != self.main && returns_outer_value(model, graph)
        };
        if interfaces.iter().any(is_obstacle) {
            return Err(StartAgain);
        }
        for &change in changes {
            match change {
                Change::Model => return Err(StartAgain),
                Change::Node(node) if known.callers.contains(&node) => return Err(StartAgain),
                Change::Node(node) if model.is_removed(node) => {
                    model.outputs(node).for_each(|value| self.inference.set_fact(value, Fact::UNKNOWN));
                    let graph = model.node(node).graph;
                    if graph != self.main {
                        self.reach_owner(graph)?;
                    }
                }
                Change::Node(node) => self.reach(node)?,
                Change::Interface(graph) if graph == self.main => {}
                Change::Interface(graph) => self.reach_owner(graph)?,
                // Another name may change the names that are made for data-dependent dimensions.
                Change::Value(_) if known.has_made_names => return Err(StartAgain),
                Change::Value(value) if model.is_removed_value(value) => {
                    self.inference.set_fact(value, Fact::UNKNOWN);
                }
                Change::Value(value) => self.take_value(value)?,
            }
        }
        Ok(())
    }

    /// The outputs of the nodes of the main graph that were changed, added, or removed.
    fn outputs_of_changed(&self, changes: &[Change]) -> HashSet<ValueId> {
        let model = self.premise.model;
        let changed = changes.iter().filter_map(|change| match *change {
            Change::Node(node) if model.node(node).graph == self.main => Some(node),
            _ => None,
        });
        changed.flat_map(|node| model.outputs(node)).collect()
    }

    fn take_value(&mut self, value: ValueId) -> Result<(), StartAgain> {
        let model = self.premise.model;
        let graph = model.value(value).graph;
        match model.value(value).role {
            ValueRole::Output(node) => self.reach(node),
            _ if graph != self.main => self.reach_owner(graph),
            _ => {
                let before = self.inference.fact(value);
                graph_inputs::value(self.premise, self.inference.learned(), graph, value);
                self.changed(value, &before)
            }
        }
    }

    /// Queues the node of the main graph that is or contains a node.
    fn reach(&mut self, node: NodeId) -> Result<(), StartAgain> {
        let model = self.premise.model;
        let mut at = node;
        loop {
            if model.is_removed(at) {
                return Ok(());
            }
            let graph = model.node(at).graph;
            if graph == self.main {
                self.queue.push(model, at);
                return Ok(());
            }
            // What a function computes depends on all of its calls.
            let GraphRole::Body { owner, .. } = model.graph(graph).role else { return Err(StartAgain) };
            at = owner;
        }
    }

    fn reach_owner(&mut self, graph: GraphId) -> Result<(), StartAgain> {
        match self.premise.model.graph(graph).role {
            GraphRole::Body { owner, .. } => self.reach(owner),
            _ => Err(StartAgain),
        }
    }

    /// Queues the readers of a value if its fact is another one than before.
    fn changed(&mut self, value: ValueId, before: &Fact) -> Result<(), StartAgain> {
        // Behind an unknown value, reasons name what is before it, so an equal fact does not settle them.
        let facts = &self.inference.learned().facts;
        if facts.get(value) == *before && !unknown_reason::is_traced(facts, value) {
            return Ok(());
        }
        for used in self.premise.model.uses(value) {
            if let Use::Input { node, .. } = used {
                self.reach(node)?;
            }
        }
        Ok(())
    }

    fn infer(&mut self, node: NodeId) -> Result<(), StartAgain> {
        let model = self.premise.model;
        let before: Vec<Fact> = model.outputs(node).map(|value| self.inference.fact(value)).collect();
        let bodies = nested(model, node).ok_or(StartAgain)?;
        self.inference.walk_node(node);
        self.inference.walk_unvisited(&bodies);
        model.outputs(node).zip(&before).try_for_each(|(value, before)| self.changed(value, before))
    }
}

/// The nodes of the main graph that call functions, in bodies, too.
fn callers(model: &Model) -> HashSet<NodeId> {
    let main = model.main_graph().filter(|_| !model.functions().is_empty());
    let nodes = main.into_iter().flat_map(|graph| model.nodes_of(graph));
    nodes.filter(|&node| nested(model, node).is_none()).collect()
}

/// The bodies of a node and those inside them; `None` if one of the nodes calls a function.
pub(super) fn nested(model: &Model, node: NodeId) -> Option<Vec<GraphId>> {
    let mut nodes = vec![node];
    let mut graphs = Vec::new();
    while let Some(node) = nodes.pop() {
        if model.op(node).function.is_some() {
            return None;
        }
        for graph in model.bodies(node) {
            graphs.push(graph);
            nodes.extend(model.nodes_of(graph));
        }
    }
    graphs.sort_unstable();
    Some(graphs)
}
