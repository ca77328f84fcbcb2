//! Rows, each reduced to one result.

use super::Fold;

/// Elements that are added side by side.
const LANES: usize = 32;

/// Merges the state of each row into its result.
#[inline(always)]
pub(super) fn fold<F: Fold>(fold: &F, data: &[F::Element], run: usize, states: &mut [F::State]) {
    for (row, state) in data.chunks_exact(run).zip(states) {
        *state = fold.merge(*state, one(fold, row));
    }
}

/// The state of one row.
#[inline(always)]
fn one<F: Fold>(fold: &F, row: &[F::Element]) -> F::State {
    if row.len() < 2 * LANES {
        return row.iter().fold(fold.start(), |state, &element| fold.add(state, element));
    }
    let mut lanes = [fold.start(); LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, &element) in lanes.iter_mut().zip(chunk) {
            *lane = fold.add(*lane, element);
        }
    }
    for (lane, &element) in lanes.iter_mut().zip(rest) {
        *lane = fold.add(*lane, element);
    }
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] = fold.merge(lanes[i], lanes[i + half]);
        }
        half /= 2;
    }
    lanes[0]
}
