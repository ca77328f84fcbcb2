//! Work divided into chunks, which run on several threads with the feature `rayon`.

use super::{Fold, add, columns};
use crate::ops::reduce::plan::{Block, Extent};

/// The minimum number of elements of a chunk.
const PIECE: usize = 1 << 18;

/// A reduction in which each result needs some of the data.
pub(crate) struct Pieces<'a, F: Fold, M> {
    pub(crate) fold: &'a F,
    pub(crate) data: &'a [F::Element],
    pub(crate) outputs: usize,
    pub(crate) finish: M,
}

impl<F: Fold, R: Send, M: Fn(F::State) -> R + Sync> Pieces<'_, F, M> {
    /// Rows, each reduced to one result.
    pub(crate) fn rows(&self, run: usize) -> Vec<R> {
        let fold = self.fold;
        if run <= PIECE {
            return self.separate_outputs((PIECE / run).max(1), |first, states| {
                let rows = states.len();
                add(fold, (&[], Block::Rows { rows, run }), &self.data[first * run..][..rows * run], 0, states);
            });
        }
        let pieces: Vec<&[F::Element]> = self.data.chunks_exact(run).flat_map(|row| row.chunks(PIECE)).collect();
        let states = each(&pieces, |piece| {
            let mut states = [fold.start()];
            add(fold, (&[], Block::Rows { rows: 1, run: piece.len() }), piece, 0, &mut states);
            states[0]
        });
        let rows = states.chunks(run.div_ceil(PIECE));
        rows.map(|row| (self.finish)(row.iter().fold(fold.start(), |state, &piece| fold.merge(state, piece)))).collect()
    }

    /// Columns: corresponding elements of all rows are reduced to one result.
    pub(crate) fn columns(&self, width: usize) -> Vec<R> {
        let fill = |data: &[F::Element], first: usize, states: &mut [F::State]| {
            let block = Block::Columns { run: data.len() / width, width };
            add(self.fold, (&[], block), data, first, states);
        };
        if self.data.len() <= PIECE || width > PIECE / 128 {
            return self.separate_outputs(columns::tile::<F>(), |first, states| fill(self.data, first, states));
        }
        let pieces: Vec<&[F::Element]> = self.data.chunks(PIECE / width * width).collect();
        self.merged_outputs(&pieces, |data, states| fill(data, 0, states))
    }

    /// The outermost dimension is kept: its parts are independent.
    pub(crate) fn kept(&self, size: usize, outer: &[Extent], block: Block) -> Vec<R> {
        let (elements, outputs) = (self.data.len() / size, self.outputs / size);
        self.separate_outputs(outputs * (PIECE / elements).max(1), |first, states| {
            let size = states.len() / outputs;
            let data = &self.data[first / outputs * elements..][..size * elements];
            let first = Extent { size, reduced: false };
            add(self.fold, (&[&[first], outer].concat(), block), data, 0, states);
        })
    }

    /// The outermost dimension is reduced: its parts have their own states, which are merged in order.
    pub(crate) fn reduced(&self, size: usize, outer: &[Extent], block: Block) -> Vec<R> {
        let elements = self.data.len() / size;
        // All states together are fewer than the elements.
        let parts = (self.data.len() / PIECE).min(self.data.len() / self.outputs / 8).clamp(1, size);
        let pieces: Vec<&[F::Element]> = self.data.chunks(size.div_ceil(parts) * elements).collect();
        self.merged_outputs(&pieces, |data, states| {
            let first = Extent { size: data.len() / elements, reduced: true };
            add(self.fold, (&[&[first], outer].concat(), block), data, 0, states);
        })
    }

    /// Chunks of results; `fill` adds to the states from the given result on.
    fn separate_outputs(&self, at_once: usize, fill: impl Fn(usize, &mut [F::State]) + Sync) -> Vec<R> {
        let at_once = at_once.min(self.outputs);
        let piece = |first: usize, states: &mut [F::State], made: &mut Vec<R>| {
            let states = &mut states[..at_once.min(self.outputs - first)];
            states.fill(self.fold.start());
            fill(first, states);
            made.extend(states.iter().map(|&state| (self.finish)(state)));
        };
        let firsts: Vec<usize> = (0..self.outputs).step_by(at_once).collect();
        let states = || vec![self.fold.start(); at_once];
        if !cfg!(feature = "rayon") || firsts.len() == 1 {
            let (mut states, mut made) = (states(), Vec::with_capacity(self.outputs));
            firsts.into_iter().for_each(|first| piece(first, &mut states, &mut made));
            return made;
        }
        let pieces = each(&firsts, |&first| {
            let mut made = Vec::with_capacity(at_once);
            piece(first, &mut states(), &mut made);
            made
        });
        pieces.into_iter().flatten().collect()
    }

    /// All results of each chunk, merged in the order of the chunks.
    fn merged_outputs(&self, pieces: &[&[F::Element]], fill: impl Fn(&[F::Element], &mut [F::State]) + Sync) -> Vec<R> {
        let states = each(pieces, |data| {
            let mut states = vec![self.fold.start(); self.outputs];
            fill(data, &mut states);
            states
        });
        let merge = |mut all: Vec<F::State>, piece: Vec<F::State>| {
            all.iter_mut().zip(piece).for_each(|(state, piece)| *state = self.fold.merge(*state, piece));
            all
        };
        states.into_iter().reduce(merge).unwrap_or_default().into_iter().map(&self.finish).collect()
    }
}

/// Applies `work` to every item, in order.
#[cfg(feature = "rayon")]
fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

    if items.len() < 2 { items.iter().map(work).collect() } else { items.par_iter().map(&work).collect() }
}

/// Applies `work` to every item, in order.
#[cfg(not(feature = "rayon"))]
fn each<T, R>(items: &[T], work: impl Fn(&T) -> R) -> Vec<R> {
    items.iter().map(work).collect()
}
