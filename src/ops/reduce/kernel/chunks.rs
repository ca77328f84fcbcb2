//! Work divided into chunks, which run on several threads with the feature `rayon`.

use std::ops::Range;

use super::columns;
use crate::ops::reduce::plan::{Block, Extent};

/// The minimum number of elements of a chunk.
const PIECE: usize = 1 << 18;

/// Adds elements, given by their indices, to the states of blocks, from a position on.
type AddBlocks<'a, S> = dyn Fn((&[Extent], Block), Range<usize>, usize, &mut [S]) + Sync + 'a;

/// A reduction in which each result needs some of the data.
///
/// It depends on the types of states and results alone, and is compiled once for each pair of them. What depends on the
/// fold and on the type of the elements is called once for each piece.
pub(crate) struct Pieces<'a, S, R> {
    /// The number of elements.
    pub(crate) elements: usize,
    pub(crate) outputs: usize,
    /// The state of no elements.
    pub(crate) start: S,
    /// Adds elements, given by their indices, to the states of blocks; of columns to those from the first one on.
    pub(crate) add: &'a AddBlocks<'a, S>,
    /// Merges each state of the second with that of the first.
    pub(crate) merge: &'a (dyn Fn(&mut [S], &[S]) + Sync),
    /// Makes a result of each state.
    pub(crate) finish: &'a (dyn Fn(&[S], &mut [R]) + Sync),
}

impl<S: Copy + Send + Sync, R: Clone + Default + Send> Pieces<'_, S, R> {
    /// Rows, each reduced to one result.
    pub(crate) fn rows(&self, run: usize) -> Vec<R> {
        if run <= PIECE {
            return self.separate_outputs((PIECE / run).max(1), &|first, states| {
                let rows = states.len();
                (self.add)((&[], Block::Rows { rows, run }), first * run..(first + rows) * run, 0, states);
            });
        }
        let pieces = cut_rows(self.elements, run);
        let states = each(&pieces, &|piece| {
            let mut states = [self.start];
            (self.add)((&[], Block::Rows { rows: 1, run: piece.len() }), piece, 0, &mut states);
            states[0]
        });
        let mut merged = vec![self.start; self.outputs];
        for (state, row) in merged.chunks_mut(1).zip(states.chunks(run.div_ceil(PIECE))) {
            row.chunks(1).for_each(|piece| (self.merge)(state, piece));
        }
        self.finished(&merged)
    }

    /// Columns: corresponding elements of all rows are reduced to one result.
    pub(crate) fn columns(&self, width: usize) -> Vec<R> {
        let fill = |data: Range<usize>, first: usize, states: &mut [S]| {
            let block = Block::Columns { run: data.len() / width, width };
            (self.add)((&[], block), data, first, states);
        };
        if self.elements <= PIECE || width > PIECE / 128 {
            let tile = columns::tile::<S>();
            // Several threads need several tiles. The order of additions is the same for tiles of any size, as long as
            // rows are not so short that several are processed side by side, which takes all columns.
            let divide = self.elements > PIECE && has_several_threads();
            let tile = if divide { tile.min(width.div_ceil(4)) } else { tile };
            return self.separate_outputs(tile, &|first, states| fill(0..self.elements, first, states));
        }
        self.merged_outputs(PIECE / width * width, &|data, states| fill(data, 0, states))
    }

    /// The outermost dimension is kept: its parts are independent.
    pub(crate) fn kept(&self, size: usize, outer: &[Extent], block: Block) -> Vec<R> {
        let (elements, outputs) = (self.elements / size, self.outputs / size);
        self.separate_outputs(outputs * (PIECE / elements).max(1), &|first, states| {
            let (start, size) = (first / outputs * elements, states.len() / outputs);
            let first = Extent { size, reduced: false };
            (self.add)((&[&[first], outer].concat(), block), start..start + size * elements, 0, states);
        })
    }

    /// The outermost dimension is reduced: its parts have their own states, which are merged in order.
    pub(crate) fn reduced(&self, size: usize, outer: &[Extent], block: Block) -> Vec<R> {
        let elements = self.elements / size;
        // All states together are fewer than the elements.
        let parts = (self.elements / PIECE).min(self.elements / self.outputs / 8).clamp(1, size);
        self.merged_outputs(size.div_ceil(parts) * elements, &|data, states| {
            let first = Extent { size: data.len() / elements, reduced: true };
            (self.add)((&[&[first], outer].concat(), block), data, 0, states);
        })
    }

    /// Chunks of results; `fill` adds to the states from the given result on.
    fn separate_outputs(&self, at_once: usize, fill: &(dyn Fn(usize, &mut [S]) + Sync)) -> Vec<R> {
        let at_once = at_once.min(self.outputs);
        let mut results = vec![R::default(); self.outputs];
        let make = |index: usize, results: &mut [R], states: &mut [S]| {
            let states = &mut states[..results.len()];
            states.fill(self.start);
            fill(index * at_once, states);
            (self.finish)(states, results);
        };
        #[cfg(feature = "rayon")]
        if at_once < self.outputs && has_several_threads() {
            use rayon::iter::{IndexedParallelIterator, ParallelIterator};
            use rayon::slice::ParallelSliceMut;

            let pieces = results.par_chunks_mut(at_once).enumerate();
            pieces.for_each(|(index, results)| make(index, results, &mut vec![self.start; at_once]));
            return results;
        }
        let mut states = vec![self.start; at_once];
        for (index, results) in results.chunks_mut(at_once).enumerate() {
            make(index, results, &mut states);
        }
        results
    }

    /// All results of each piece of so many elements, merged in the order of the pieces.
    fn merged_outputs(&self, at_once: usize, fill: &(dyn Fn(Range<usize>, &mut [S]) + Sync)) -> Vec<R> {
        let states = each(&cut(0..self.elements, at_once), &|data| {
            let mut states = vec![self.start; self.outputs];
            fill(data, &mut states);
            states
        });
        let merged = states.into_iter().reduce(|mut all, piece| {
            (self.merge)(&mut all, &piece);
            all
        });
        self.finished(&merged.unwrap_or_default())
    }

    fn finished(&self, states: &[S]) -> Vec<R> {
        let mut results = vec![R::default(); states.len()];
        (self.finish)(states, &mut results);
        results
    }
}

/// Whether chunks run on several threads. With one, a reduction does what it does without the feature `rayon`.
/// The first call starts the threads, so only large reductions ask.
fn has_several_threads() -> bool {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads() > 1;
    #[cfg(not(feature = "rayon"))]
    return false;
}

/// Ranges of so many indices; the last one may be shorter.
fn cut(range: Range<usize>, size: usize) -> Vec<Range<usize>> {
    range.clone().step_by(size).map(|start| start..range.end.min(start + size)).collect()
}

/// The pieces of every row of so many elements.
fn cut_rows(elements: usize, run: usize) -> Vec<Range<usize>> {
    cut(0..elements, run).into_iter().flat_map(|row| cut(row, PIECE)).collect()
}

/// What `work` makes of every piece, in the order of the pieces.
fn each<R: Send>(pieces: &[Range<usize>], work: &(dyn Fn(Range<usize>) -> R + Sync)) -> Vec<R> {
    #[cfg(feature = "rayon")]
    if pieces.len() > 1 && has_several_threads() {
        use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

        return pieces.par_iter().map(|piece| work(piece.clone())).collect();
    }
    pieces.iter().map(|piece| work(piece.clone())).collect()
}
