//! An estimate of what folding would do, from types and sizes only: nothing is evaluated.

use std::borrow::Cow;

use hashbrown::HashMap;

use super::candidate::Candidates;
use super::computed::Computed;
use super::selection::Choice;
use super::{FoldOptions, Run, dead_nodes};
use crate::graph::uses::Uses;
use crate::graph::{Model, ValueRole};
use crate::ids::{NodeId, ValueId};
use crate::infer::Analysis;
use crate::options::AnalysisOptions;

/// What could be folded, if every operator can be evaluated.
#[derive(Debug)]
pub(crate) struct Estimate {
    /// By value: whether it depends on constants alone, or inference knows it exactly.
    pub(crate) known: Vec<bool>,
    /// The nodes that would be folded, in topological order.
    pub(crate) nodes: Vec<NodeId>,
    /// Size of the new constants in bytes.
    pub(crate) added: u64,
    /// Size of the removed constants in bytes.
    pub(crate) removed: u64,
}

/// Maximum number of bytes of a new constant that is larger than the constants that it replaces.
pub(crate) const MAX_BYTES: u64 = 1 << 10;

/// Estimates for a model without errors.
pub(crate) fn estimate(model: &Model, uses: &Uses, analysis: &Analysis, options: &AnalysisOptions) -> Estimate {
    let options = FoldOptions { max_bytes: MAX_BYTES, analysis: options.clone(), ..FoldOptions::default() };
    let run = Run::with_uses(model, &options, analysis, Cow::Borrowed(uses));
    let candidates = Candidates::find(&run, &HashMap::new());
    let choice = Choice::decide(&run, &candidates, &Computed::default());
    let nodes = run.order.iter().copied().filter(|node| choice.folded[node.index()]).collect();
    let (gone, initializers) = dead_nodes::find_dead(&run, &choice);
    let held = gone.iter().filter(|&&node| model.inputs(node).is_empty()).flat_map(|&node| model.outputs(node));
    let stored = |value: &ValueId| matches!(model.value(*value).role, ValueRole::Output(_) | ValueRole::Initializer(_));
    let bytes = |values: &mut dyn Iterator<Item = ValueId>| {
        let sizes = values.filter(stored).filter_map(|value| bytes(analysis, value));
        sizes.fold(0u64, u64::saturating_add)
    };
    let added = bytes(&mut choice.emitted.iter().copied());
    let removed = bytes(&mut held.chain(initializers));
    Estimate { known: candidates.known, nodes, added, removed }
}

fn bytes(analysis: &Analysis, value: ValueId) -> Option<u64> {
    let ty = analysis.facts.ty(value).as_tensor()?;
    ty.element?.packed_bytes(ty.shape.num_elements().size()?)
}
