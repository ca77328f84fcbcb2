//! Rows of which all first elements are reduced to one result, all second ones, and so on.

use super::Fold;

/// Results at a time, so that they stay in the nearest cache.
const TILE: usize = 2048;

/// Adds the elements of each column to its result.
#[inline(always)]
pub(super) fn fold<F: Fold>(fold: &F, data: &[F::Element], width: usize, states: &mut [F::State]) {
    for (index, tile) in states.chunks_mut(TILE).enumerate() {
        let start = index * TILE;
        for row in data.chunks_exact(width) {
            for (state, &element) in tile.iter_mut().zip(&row[start..]) {
                *state = fold.add(*state, element);
            }
        }
    }
}
