//! The selection: which candidates are folded, and which of their outputs become constants of the model.

use hashbrown::HashSet;

use super::Run;
use super::candidate::{Candidates, How};
use super::computed::Computed;
use super::reason::NotFoldedReason;
use crate::graph::{Model, ValueRole};
use crate::ids::{NodeId, ValueId};
use crate::infer::declared::constant;
use crate::write::unwritable;

/// The nodes to fold.
pub(crate) struct Choice {
    /// By node: whether it is folded.
    pub(crate) folded: Vec<bool>,
    /// The values that become constants, ascending.
    pub(crate) emitted: Vec<ValueId>,
    /// The candidates that are not folded, and why; in no order.
    pub(crate) kept: Vec<(NodeId, NotFoldedReason)>,
}

/// Maximum number of nodes that are visited to find the constants that one large result replaces.
const MAX_CONE_NODES: usize = 4_096;
/// The inputs or readers that are looked at in the time in which a node is visited.
const EDGES_OF_A_NODE: usize = 4;

/// Maximum number of nodes that are visited for all large results of one pass, for each node of the model. Real models have
/// few large results.
const CONE_NODES_PER_NODE: usize = 64;

/// Maximum number of nodes that are visited in all passes of all attempts and rounds of a model, and for each byte of its
/// file: a file can be made to need hundreds of passes.
const ALL_CONE_NODES: usize = 1 << 20;
const CONE_NODES_PER_BYTE: usize = 8;

/// Maximum number of passes. A model needs two or three.
const MAX_PASSES: usize = 16;

impl Choice {
    /// Folds nothing.
    pub(crate) fn none(model: &Model) -> Choice {
        Choice { folded: vec![false; model.nodes.len()], emitted: Vec::new(), kept: Vec::new() }
    }

    /// Repeats the selection while it allows more nodes to be folded: a constant is removed only if all its readers are.
    pub(crate) fn decide(run: &Run<'_>, candidates: &Candidates, computed: &Computed) -> Choice {
        let mut choice = Choice::none(run.model);
        for _ in 0..MAX_PASSES {
            let next = Choice::after(&choice.folded, run, candidates, computed);
            if next.folded == choice.folded {
                return next;
            }
            choice = next;
        }
        choice
    }

    /// Readers are decided before their producers. `before` contains the nodes of the previous pass.
    fn after(before: &[bool], run: &Run<'_>, candidates: &Candidates, computed: &Computed) -> Choice {
        let mut choice = Choice::none(run.model);
        let mut replaced = HashSet::new();
        let only_ops = run.options.only_ops.iter().map(String::as_str).collect();
        let visitable = visitable(run.model, computed);
        let mut cone_nodes = visitable;
        for &node in run.order.iter().rev() {
            let Some(how) = candidates.how[node.index()] else { continue };
            let outputs: Vec<ValueId> = run.model.outputs(node).filter(|&v| run.uses.is_used(v)).collect();
            if outputs.is_empty() {
                continue;
            }
            let demanded: Vec<ValueId> = outputs.into_iter().filter(|&v| choice.demands(run, v)).collect();
            let (replaced, cone_nodes) = (&mut replaced, &mut cone_nodes);
            let only_ops = &only_ops;
            let mut chooser = Chooser { run, only_ops, candidates, computed, before, replaced, cone_nodes };
            match demanded.iter().try_for_each(|&value| chooser.admit(node, how, value)) {
                Ok(()) => {
                    choice.folded[node.index()] = true;
                    choice.emitted.extend(demanded);
                }
                Err(why) => choice.kept.push((node, why)),
            }
        }
        computed.visited.set(computed.visited.get().saturating_add(visitable - cone_nodes));
        choice.emitted.sort_unstable();
        choice
    }

    /// Whether a remaining node needs a value.
    fn demands(&self, run: &Run<'_>, value: ValueId) -> bool {
        run.uses.is_pinned(value) || run.uses.readers(value).iter().any(|reader| !self.folded[reader.index()])
    }
}

/// How many nodes the next pass may visit.
fn visitable(model: &Model, computed: &Computed) -> usize {
    let bytes = usize::try_from(model.file_len()).unwrap_or(usize::MAX);
    let all = ALL_CONE_NODES.saturating_add(CONE_NODES_PER_BYTE.saturating_mul(bytes));
    let of_pass = MAX_CONE_NODES + CONE_NODES_PER_NODE * model.nodes.len();
    of_pass.min(all.saturating_sub(computed.visited.get()))
}

struct Chooser<'a, 'r> {
    run: &'a Run<'r>,
    /// The names of the operators that are folded; all if there are none.
    only_ops: &'a HashSet<&'r str>,
    candidates: &'a Candidates,
    computed: &'a Computed,
    /// By node: whether the previous pass folded it.
    before: &'a [bool],
    /// Constants that already count as replaced by another large result.
    replaced: &'a mut HashSet<ValueId>,
    /// The number of nodes that may still be visited.
    cone_nodes: &'a mut usize,
}

impl Chooser<'_, '_> {
    /// Whether a value may become a constant of the model.
    fn admit(&mut self, node: NodeId, how: How, value: ValueId) -> Result<(), NotFoldedReason> {
        let (model, options) = (self.run.model, self.run.options);
        let written = model.name(model.op(node).written);
        if !self.only_ops.is_empty() && !self.only_ops.contains(written) {
            return Err(NotFoldedReason::NotAsked);
        }
        if self.only_ops.is_empty() && self.candidates.fused.contains(&node) && !self.run.uses.readers(value).is_empty()
        {
            return Err(NotFoldedReason::Fused(written.to_owned()));
        }
        let element = self.run.analysis.facts.ty(value).as_tensor().and_then(|ty| ty.element);
        let graph = model.value(value).graph;
        if let Some(why) = element.and_then(|element| unwritable(model, graph, element, None)) {
            return Err(NotFoldedReason::Unwritable(why));
        }
        // A constant has the type that its port records, and so has what its readers record.
        if model
            .declared(value)
            .is_some_and(|recorded| constant::is_decompressed(model, node, self.run.analysis.facts.ty(value), recorded))
        {
            return Err(NotFoldedReason::Unwritable("the file records its output as f16".into()));
        }
        if let Some(&bytes) = self.computed.too_growing.get(&node) {
            return Err(NotFoldedReason::Grows { bytes });
        }
        // The bytes of a constant node are already in the file.
        let Some((count, bytes)) = self.size(value).filter(|_| self.run.record(value).is_none()) else { return Ok(()) };
        if count <= options.max_elements && bytes <= options.max_bytes {
            return Ok(());
        }
        let replaces = if how == How::Computed { self.replaces(node, bytes) } else { Some((0, Vec::new())) };
        match replaces {
            Some((replaced, going)) if replaced >= bytes => {
                self.replaced.extend(going);
                Ok(())
            }
            replaces => {
                Err(NotFoldedReason::TooLarge { count, bytes, replaced: replaces.map(|(replaced, _)| replaced) })
            }
        }
    }

    /// The number of elements and of bytes of a value, if they are known.
    fn size(&self, value: ValueId) -> Option<(u64, u64)> {
        if let Some(size) = self.computed.size(value) {
            return Some(size);
        }
        let ty = self.run.analysis.facts.ty(value).as_tensor()?;
        let count = ty.shape.num_elements().size()?;
        Some((count, ty.element?.packed_bytes(count)?))
    }

    /// The constants that are removed if this node is folded, and their size in bytes; `None` if it depends on too many
    /// nodes. Stops when the size is at least `enough`.
    fn replaces(&mut self, node: NodeId, enough: u64) -> Option<(u64, Vec<ValueId>)> {
        let (cone, sources) = self.cone(node)?;
        let own = cone.iter().flat_map(|&n| self.run.model.outputs(n));
        let (mut bytes, mut going) = (0u64, Vec::new());
        for value in sources.into_iter().chain(own) {
            if bytes >= enough {
                break;
            }
            if self.run.uses.is_pinned(value) || !self.is_stored(value) {
                continue;
            }
            let readers = self.run.uses.readers(value);
            let stays = readers.iter().position(|r| !cone.contains(r) && !self.before[r.index()]);
            self.visit(stays.unwrap_or(readers.len()))?;
            if stays.is_none() && !self.replaced.contains(&value) {
                bytes = bytes.saturating_add(self.size(value).map_or(0, |(_, bytes)| bytes));
                going.push(value);
            }
        }
        Some((bytes, going))
    }

    /// Whether the file contains the bytes of a value. An inferred value takes none.
    fn is_stored(&self, value: ValueId) -> bool {
        matches!(self.run.model.value(value).role, ValueRole::Initializer(_)) || self.run.record(value).is_some()
    }

    /// Counts the visit of a node, with so many inputs or readers; `None` if too many were visited. Then no more are: the
    /// readers were looked at, and very many results may have the same ones.
    fn visit(&mut self, edges: usize) -> Option<()> {
        let left = self.cone_nodes.checked_sub(1 + edges / EDGES_OF_A_NODE);
        *self.cone_nodes = left.unwrap_or(0);
        left.map(drop)
    }

    /// The nodes that this one is computed from, including itself, and the values that they start from.
    fn cone(&mut self, node: NodeId) -> Option<(HashSet<NodeId>, Vec<ValueId>)> {
        let model = self.run.model;
        let mut cone = HashSet::from([node]);
        let mut stack = vec![node];
        let mut sources = Vec::new();
        while let Some(node) = stack.pop() {
            for value in model.inputs(node).iter().filter_map(|o| o.value()) {
                match model.producer(value).filter(|p| self.candidates.how[p.index()] == Some(How::Computed)) {
                    Some(producer) if cone.insert(producer) => stack.push(producer),
                    Some(_) => {}
                    None => sources.push(value),
                }
            }
            self.visit(model.inputs(node).len())?;
            if cone.len() > MAX_CONE_NODES {
                return None;
            }
        }
        sources.sort_unstable();
        sources.dedup();
        Some((cone, sources))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReadOptions;
    use crate::fold::FoldOptions;
    use crate::infer::analyze_without_lints;
    use crate::source::Source;

    /// `n` is larger than allowed, and takes the place of `c`, which is as large.
    fn with_run(check: impl FnOnce(&Run<'_>)) {
        let text = "<ir_version: 9, opset_import: [\"\" : 18]>
            g () => (float[2] n) <float[2] c = {1, 2}> { n = Neg (c) }";
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let options = FoldOptions { max_bytes: 4, ..FoldOptions::default() };
        let analysis = analyze_without_lints(&model, &options.analysis);
        check(&Run::new(&model, &options, &analysis));
    }

    #[test]
    fn visits_are_counted_for_all_passes_together() {
        with_run(|run| {
            let (candidates, computed) = (Candidates::find(run, &hashbrown::HashMap::new()), Computed::default());
            assert_eq!(Choice::decide(run, &candidates, &computed).folded, [true]);
            let once = computed.visited.get();
            assert!(once > 0);
            Choice::decide(run, &candidates, &computed);
            assert_eq!(computed.visited.get(), 2 * once);
            computed.visited.set(usize::MAX);
            let choice = Choice::decide(run, &candidates, &computed);
            assert_eq!(choice.folded, [false]);
            let [(_, NotFoldedReason::TooLarge { replaced: None, .. })] = choice.kept[..] else {
                panic!("{:?}", choice.kept)
            };
        });
    }

    #[test]
    fn what_cannot_be_counted_ends_the_visits() {
        with_run(|run| {
            let (candidates, computed) = (Candidates::find(run, &hashbrown::HashMap::new()), Computed::default());
            let (only_ops, mut replaced, mut cone_nodes) = (HashSet::new(), HashSet::new(), 10);
            let mut chooser = Chooser {
                run,
                only_ops: &only_ops,
                candidates: &candidates,
                computed: &computed,
                before: &[false],
                replaced: &mut replaced,
                cone_nodes: &mut cone_nodes,
            };
            assert!(chooser.visit(4 * EDGES_OF_A_NODE).is_some());
            assert!(chooser.visit(5 * EDGES_OF_A_NODE).is_none() && chooser.visit(0).is_none());
        });
    }
}
