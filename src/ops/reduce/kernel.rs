//! The loops of every reduction, whatever is done with the elements.

mod columns;
mod rows;

use super::plan::{Block, Plan};

/// What is done with the elements of one run: a state that elements are added to.
pub(super) trait Fold: Sync {
    /// An element.
    type Element: Copy + Sync;
    /// What is known of the elements so far.
    type State: Copy + Send + Sync;

    /// The state of no elements: merged with another it gives the other.
    fn start(&self) -> Self::State;

    /// The state with one more element.
    fn add(&self, state: Self::State, element: Self::Element) -> Self::State;

    /// The state of the elements of both.
    fn merge(&self, a: Self::State, b: Self::State) -> Self::State;
}

/// The state of each result. The data are as long as the plan says.
pub(super) fn fold<F: Fold>(fold: &F, plan: &Plan, data: &[F::Element]) -> Vec<F::State> {
    let mut states = vec![fold.start(); plan.outputs];
    if plan.run == 0 || plan.outputs == 0 {
        return states;
    }
    let blocks = data.chunks_exact(plan.block.len());
    for (block, target) in blocks.zip(Plan::targets(&plan.outer, plan.block)) {
        let states = &mut states[target..target + plan.block.outputs()];
        match plan.block {
            Block::Rows { run, .. } => rows::fold(fold, block, run, states),
            Block::Columns { width, .. } => columns::fold(fold, block, width, states),
        }
    }
    states
}
