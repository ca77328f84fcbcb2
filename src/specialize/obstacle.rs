//! Nodes that do not allow the new shapes, and what each needs.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use super::assumed::Assumed;
use super::error::Obstacle;
use super::fixed_sizes::{Sized, reads};
use super::request::Request;
use crate::annotate::{is_correctable, is_error};
use crate::constraint::Constraint;
use crate::graph::Model;
use crate::graph::label::cut_name;
use crate::ids::{NodeId, ValueId};
use crate::infer::{Analysis, analyze_without_lints};
use crate::limits::memory_of_copies;
use crate::options::AnalysisOptions;
use crate::short_text::start_of;

/// How often nodes are searched after those that were found, each time with their outputs as they should be: fewer times if
/// inference is much work.
const MAX_ROUNDS: usize = 200;
const MIN_ROUNDS: usize = 2;

/// How much work all of these rounds are, in nodes of a few inputs, and for how many bytes of the file there is one more.
const LEAST_WORK: usize = 100_000;
const BYTES_OF_A_NODE: usize = 4;

/// How many nodes are looked at to find what states the size that a node requires, and how many in all of a search: these, and
/// another one for so many bytes of the file. Whether a node states sizes takes a look at up to a thousand others.
const NODES_OF_A_SOURCE: usize = 1_000;
const NODES_OF_SOURCES: usize = 20_000;
const BYTES_OF_A_SOURCE: usize = 16;

/// What stands in the way of new shapes.
pub(super) struct Search<'a> {
    /// The model before anything was changed.
    file: &'a Model,
    before: &'a Analysis,
    assumed: Assumed,
    found: Vec<Obstacle>,
    seen: HashSet<NodeId>,
    /// Whether nodes that only keep a size are in the way, too.
    keep_fixed: bool,
    /// How many nodes may still be looked at to find what states a size.
    sources: Cell<usize>,
}

/// The constraints that leave new symbols more than one size.
pub(super) fn conditions(request: &Request, before: &Analysis, after: &Analysis) -> Vec<Constraint> {
    let new = after.constraints.iter().filter(|constraint| !before.constraints.contains(constraint));
    new.filter(|c| !request.freed.symbols(c).is_empty() && request.freed.is_open(c)).cloned().collect()
}

impl<'a> Search<'a> {
    pub(super) fn new(
        (file, model): (&'a Model, Model),
        request: &Request,
        before: &'a Analysis,
        options: &AnalysisOptions,
        keep_fixed: bool,
    ) -> Search<'a> {
        let tried = Cell::new(0);
        let assumed = Assumed { model, options: options.clone(), freed: request.freed.clone(), tried };
        let sources = Cell::new(NODES_OF_SOURCES + file.source().bytes().len() / BYTES_OF_A_SOURCE);
        Search { file, before, assumed, found: Vec::new(), seen: HashSet::new(), keep_fixed, sources }
    }

    /// Adds obstacles that are known.
    pub(super) fn add(&mut self, obstacles: impl Iterator<Item = Obstacle>) {
        self.found.extend(obstacles);
    }

    /// The obstacles, in the order of the nodes: those that are in the way at first, and those that are in the way of what
    /// they should return. Also returns whether these are all, and the model: as it was, if nothing is in the way.
    pub(super) fn run(mut self, after: &Analysis) -> (Vec<Obstacle>, bool, Model) {
        let model = self.file;
        let mut nodes = self.round(after);
        let mut latest = None;
        let bytes = model.source().bytes().len();
        let most = if self.fits(after, bytes) { rounds(after.work, bytes) } else { 0 };
        for _ in 0..most {
            if nodes.is_empty() || self.assumed.freed.is_empty() {
                break;
            }
            for node in nodes {
                let outputs = self.assumed.outputs(node, self.before, latest.as_ref().unwrap_or(after));
                // What cannot be cut hides what is after it.
                let _ = self.assumed.cut(node, outputs);
            }
            // What the search holds at once is several times the model.
            drop(latest.take());
            let analysis = analyze_without_lints(&self.assumed.model, &self.assumed.options);
            nodes = self.round(&analysis);
            latest = Some(analysis);
        }
        drop(latest);
        if self.found.len() > 1 {
            let wanted: HashSet<NodeId> = self.found.iter().filter_map(|obstacle| obstacle.node).collect();
            let order = model.graphs().flat_map(|graph| model.topological_order(graph)).enumerate();
            let places: HashMap<NodeId, usize> =
                order.filter(|(_, node)| wanted.contains(node)).map(|(place, node)| (node, place)).collect();
            self.found.sort_by_key(|obstacle| obstacle.node.and_then(|node| places.get(&node).copied()));
        }
        let is_complete = nodes.is_empty() || self.assumed.freed.is_empty();
        (self.found, is_complete, self.assumed.model)
    }

    /// Whether there is memory for a round: it holds two models and three analyses.
    fn fits(&self, after: &Analysis, bytes: usize) -> bool {
        let held = 2 * self.assumed.model.memory() + 3 * after.facts.memory();
        held <= memory_of_copies(bytes)
    }

    /// Notes the obstacles of an analysis. Returns their nodes.
    fn round(&mut self, after: &Analysis) -> Vec<NodeId> {
        let is_first = self.seen.is_empty();
        let mut new: Vec<Obstacle> = Vec::new();
        let model = &self.assumed.model;
        for finding in after.findings.iter().filter(|finding| is_error(finding) && !is_correctable(model, finding)) {
            let needs = finding.help.first().cloned().unwrap_or_else(|| "another shape".to_owned());
            if is_first || finding.place.node.is_some() {
                let message = finding.message.clone();
                new.push(Obstacle { node: finding.place.node, message, needs, remedy: None });
            }
        }
        let open: Vec<&Constraint> =
            after.constraints.iter().filter(|constraint| self.is_in_the_way(constraint)).collect();
        let mut fixed: Vec<Obstacle> = Vec::new();
        if !self.keep_fixed && !self.assumed.freed.is_empty() {
            let nodes = model.graphs().flat_map(|graph| model.nodes_of(graph));
            fixed.extend(nodes.filter_map(|node| self.sized(node, after).obstacle(|node| self.described(node))));
        }
        let described = new.iter().chain(&fixed).filter_map(|obstacle| obstacle.node);
        let first = firsts(model, &described.chain(open.iter().map(|constraint| constraint.node)).collect());
        let mut nodes = Vec::new();
        new.into_iter().for_each(|obstacle| self.note(obstacle, &first, &mut nodes));
        for constraint in open {
            // What states a size may be far away, and is not sought again in each round for all that wait.
            if first.contains(&constraint.node) && !self.seen.contains(&constraint.node) {
                let obstacle = self.required(constraint, after);
                self.note(obstacle, &first, &mut nodes);
            }
        }
        fixed.into_iter().for_each(|obstacle| self.note(obstacle, &first, &mut nodes));
        nodes
    }

    /// Whether only the old sizes of new symbols satisfy a constraint.
    fn is_in_the_way(&self, constraint: &Constraint) -> bool {
        let freed = &self.assumed.freed;
        !self.before.constraints.contains(constraint)
            && !freed.symbols(constraint).is_empty()
            && !freed.is_open(constraint)
    }

    /// Adds an obstacle, and its node to those of the round, unless it is known or follows from another one, without which it
    /// may be none.
    fn note(&mut self, obstacle: Obstacle, first: &HashSet<NodeId>, nodes: &mut Vec<NodeId>) {
        match obstacle.node {
            Some(node) if !first.contains(&node) || !self.seen.insert(node) => return,
            node => nodes.extend(node),
        }
        self.found.push(obstacle);
    }

    /// A node as it is named in the file: without a name by its number, which is another one once nodes before it are cut.
    fn described(&self, node: NodeId) -> String {
        let is_of_file = node.index() < self.file.nodes.len();
        if is_of_file { self.file.describe(node) } else { self.assumed.model.describe(node) }
    }

    fn sized<'b>(&'b self, node: NodeId, after: &'b Analysis) -> Sized<'b> {
        let Assumed { model, freed, .. } = &self.assumed;
        Sized { model, node, before: &self.before.facts, facts: &after.facts, freed }
    }

    /// A node that requires what only the old sizes satisfy.
    fn required(&self, constraint: &Constraint, after: &Analysis) -> Obstacle {
        let node = constraint.node;
        if let Some(list) = self.assumed.list(node, self.before, after) {
            return list.obstacle(self.described(node), None);
        }
        let stated = self.sized(node, after).needs(|node| self.described(node));
        let requires = format!("{} requires {constraint}", self.described(node));
        match stated {
            Some(stated) if self.is_assumed(constraint) => stated,
            Some(stated) => Obstacle { message: requires, ..stated },
            None => {
                let fixed = self.fixed_operand(constraint, after);
                let fixed = fixed.map(|fixed| format!(": {fixed}")).unwrap_or_default();
                let needs = format!("a size that follows its input instead of a fixed one{fixed}");
                Obstacle { node: Some(node), message: requires, needs, remedy: None }
            }
        }
    }

    fn is_assumed(&self, constraint: &Constraint) -> bool {
        self.assumed.freed.symbols(constraint).iter().any(|symbol| self.assumed.freed.is_assumed(symbol))
    }

    /// The one operand with the size that a node requires, and what states it.
    fn fixed_operand(&self, constraint: &Constraint, after: &Analysis) -> Option<String> {
        let (model, freed) = (&self.assumed.model, &self.assumed.freed);
        let size = constraint.sizes.iter().find_map(|dim| dim.size())?;
        let operands = model.inputs(constraint.node).iter().filter_map(|operand| operand.value());
        let mut fixed = operands.filter(|&value| {
            let dims = after.facts.ty(value).as_tensor().and_then(|ty| ty.shape.dims()).unwrap_or_default();
            dims.iter().any(|dim| dim.is(size)) && !dims.iter().any(|dim| freed.is_in(dim))
        });
        let value = fixed.next().filter(|_| fixed.next().is_none())?;
        let stated = self.source(value, after).map(|node| format!(", from {}", self.described(node)));
        let (name, ty) = (cut_name(model.value_name(value)), start_of(after.facts.ty(value)));
        Some(format!("`{name}` is {ty}{}", stated.unwrap_or_default()))
    }

    /// The node that states the sizes of a value: the first one before it that has an operand for that. Very many nodes may
    /// each have a long way to it, which only the message of the first of them names.
    fn source(&self, value: ValueId, after: &Analysis) -> Option<NodeId> {
        let model = &self.assumed.model;
        let (mut open, mut seen) = (vec![value], HashSet::from([value]));
        while let Some(value) = open.pop().filter(|_| seen.len() < NODES_OF_A_SOURCE) {
            let Some(node) = model.producer(value) else {
                continue;
            };
            self.sources.set(self.sources.get().checked_sub(1)?);
            if self.sized(node, after).operands().next().is_some() {
                return Some(node);
            }
            let inputs = model.inputs(node).iter().filter_map(|operand| operand.value());
            open.extend(inputs.filter(|&input| seen.insert(input)));
        }
        None
    }
}

/// How often nodes are searched if inference is this much work, in a file of so many bytes.
fn rounds(work: usize, bytes: usize) -> usize {
    ((LEAST_WORK + bytes / BYTES_OF_A_NODE) / work.max(1)).clamp(MIN_ROUNDS, MAX_ROUNDS)
}

/// Those of these nodes that depend on no other of them.
fn firsts(model: &Model, found: &HashSet<NodeId>) -> HashSet<NodeId> {
    let Some(main) = model.main_graph() else { return found.clone() };
    let outer = |node: NodeId| model.ancestor_in(node, main);
    let around: HashSet<NodeId> = found.iter().filter_map(|&node| outer(node)).collect();
    let (mut after, mut first) = (HashSet::new(), HashSet::new());
    for node in model.topological_order(main) {
        let depends = reads(model, node).any(|value| after.contains(&value));
        if around.contains(&node) && !depends {
            first.insert(node);
        }
        if depends || around.contains(&node) {
            after.extend(model.outputs(node));
        }
    }
    found.iter().copied().filter(|&node| outer(node).is_none_or(|node| first.contains(&node))).collect()
}

#[cfg(test)]
mod tests {
    use super::rounds;

    #[test]
    fn large_models_are_searched_a_few_times() {
        let of_file = |nodes: usize| rounds(nodes, 64 * nodes);
        assert_eq!([0, 1, 500, 1_000, 10_000, 1_000_000].map(of_file), [200, 200, 200, 116, 26, 16]);
        assert_eq!(rounds(300_000, 20_000), 2, "a small file that is much work");
    }
}
