//! The loops of every reduction, independent of the fold.
//!
//! The order in which elements are added to states depends on the plan alone, never on the number of threads: work is
//! divided into the same chunks however many there are.

mod chunks;
mod columns;
pub(super) mod rows;
pub(super) mod short_rows;

use super::plan::{Block, Extent, ReducePlan, Targets};
use chunks::Pieces;

/// Rows that are read at the same time: memory is faster when a few locations are read in parallel. Of 1, 2, 4, and 8
/// rows, 4 were the fastest (`docs/performance.md`).
pub(super) const STREAMS: usize = 4;

/// Elements of a row that are accumulated in parallel lanes, if their order matters: another number would change results.
pub(super) const LANES: usize = 32;

/// A fold: how elements are added to the state of a result.
pub(super) trait Fold: Sync {
    /// An element.
    type Element: Copy + Sync;
    /// The state of the elements so far.
    type State: Copy + Send + Sync;

    /// Whether elements may be added in any order, with the same result.
    const ANY_ORDER: bool;

    /// The state of no elements, the identity of `merge`.
    fn start(&self) -> Self::State;

    /// The state with one more element.
    fn add(&self, state: Self::State, element: Self::Element) -> Self::State;

    /// The state of the elements of both.
    fn merge(&self, a: Self::State, b: Self::State) -> Self::State;

    /// Adds each element to its lane, chunk by chunk.
    #[inline(always)]
    fn add_lanes(&self, lanes: &mut [Self::State; LANES], chunks: &[[Self::Element; LANES]]) {
        add_lanes(self, lanes, chunks);
    }

    /// Merges the states of rows that are too short for [`rows::fold`], if there is a faster way than one by one.
    #[inline(always)]
    fn short_rows(&self, data: &[Self::Element], run: usize, states: &mut [Self::State]) {
        rows::one_by_one(self, data, run, states);
    }
}

/// Adds each element to its lane, in a copy of the lanes, which the compiler keeps in registers.
#[inline(always)]
pub(super) fn add_lanes<F: Fold + ?Sized>(fold: &F, lanes: &mut [F::State; LANES], chunks: &[[F::Element; LANES]]) {
    let mut states = *lanes;
    for chunk in chunks {
        for (state, &element) in states.iter_mut().zip(chunk) {
            *state = fold.add(*state, element);
        }
    }
    *lanes = states;
}

/// Runs the work with AVX2 if the processor has it. Everything in it must be inlined to benefit, closures too.
#[inline(always)]
fn with_avx2(work: impl FnOnce()) {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx2) = fearless_simd::Level::new().as_avx2() {
        return fearless_simd::Simd::vectorize(avx2, work);
    }
    work();
}

/// Applies `finish` to the state of each result. The length of the data matches the plan.
pub(super) fn fold<F: Fold, R: Clone + Default + Send>(
    fold: &F,
    plan: &ReducePlan,
    data: &[F::Element],
    finish: impl Fn(F::State) -> R + Sync,
) -> Vec<R> {
    if plan.outputs == 0 {
        return Vec::new();
    }
    if plan.run == 0 {
        return vec![finish(fold.start()); plan.outputs];
    }
    let pieces = Pieces {
        elements: data.len(),
        outputs: plan.outputs,
        start: fold.start(),
        add: &|blocks: (&[Extent], Block), range, first, states: &mut [F::State]| {
            add(fold, blocks, &data[range], first, states);
        },
        merge: &|states: &mut [F::State], others: &[F::State]| {
            for (state, &other) in states.iter_mut().zip(others) {
                *state = fold.merge(*state, other);
            }
        },
        finish: &|states: &[F::State], results: &mut [R]| {
            for (result, &state) in results.iter_mut().zip(states) {
                *result = finish(state);
            }
        },
    };
    match (plan.outer.split_first(), plan.block) {
        (None, Block::Rows { run, .. }) => pieces.rows(run),
        (None, Block::Columns { width, .. }) => pieces.columns(width),
        (Some((first, outer)), block) if first.reduced => pieces.reduced(first.size, outer, block),
        (Some((first, outer)), block) => pieces.kept(first.size, outer, block),
    }
}

/// Adds the data to the states block by block, in the order of the data; for columns, from the first one on.
///
/// Not inlined, so that the loops of a fold are compiled once.
#[inline(never)]
fn add<F: Fold>(
    fold: &F,
    (outer, block): (&[Extent], Block),
    data: &[F::Element],
    first: usize,
    states: &mut [F::State],
) {
    with_avx2(
        #[inline(always)]
        || {
            let mut targets = Targets::new(outer, block);
            for data in data.chunks_exact(block.len()) {
                let target = targets.advance();
                let end = states.len().min(target + block.outputs());
                let states = &mut states[target..end];
                match block {
                    Block::Rows { run, .. } => rows::fold(fold, data, run, states),
                    Block::Columns { width, .. } => columns::fold(fold, data, width, first, states),
                }
            }
        },
    );
}
