//! Rows, each reduced to one result.

use super::{Fold, LANES, STREAMS};

/// Shorter rows are not read in parallel.
const SHORT: usize = 32;
/// Longer rows are read at several locations in parallel.
const LONG: usize = 1 << 13;
/// Parts of a long row whose order matters: another number would change results.
const PARTS: usize = 8;

/// Merges the state of each row into its result.
#[inline(always)]
pub(super) fn fold<F: Fold>(fold: &F, data: &[F::Element], run: usize, states: &mut [F::State]) {
    let together = states.len() / STREAMS;
    if run < SHORT {
        return fold.short_rows(data, run, states);
    }
    // Lanes of several rows do not fit in the registers, so rows whose order matters are not read in parallel.
    if run >= LONG || together == 0 || !F::ANY_ORDER {
        for (row, state) in data.chunks_exact(run).zip(states) {
            *state = fold.merge(*state, long(fold, row));
        }
        return;
    }
    // Divides the rows into groups and reads the first rows of all groups in parallel, then the second ones, and so on.
    let group = together * run;
    for i in 0..together {
        let rows: [_; STREAMS] = std::array::from_fn(|k| &data[k * group + i * run..][..run]);
        for (k, made) in of_rows(fold, rows).into_iter().enumerate() {
            let state = &mut states[k * together + i];
            *state = fold.merge(*state, made);
        }
    }
    let done = STREAMS * together;
    one_by_one(fold, &data[done * run..], run, &mut states[done..]);
}

/// Merges the state of each row into its result.
#[inline(always)]
pub(crate) fn one_by_one<F: Fold + ?Sized>(fold: &F, data: &[F::Element], run: usize, states: &mut [F::State]) {
    for (row, state) in data.chunks_exact(run).zip(states) {
        *state = fold.merge(*state, of_row(fold, row));
    }
}

/// The state of one row, folded in an order that depends on its length alone.
#[inline(always)]
fn of_row<F: Fold + ?Sized>(fold: &F, row: &[F::Element]) -> F::State {
    if F::ANY_ORDER {
        // The compiler knows the fastest order.
        return row.iter().fold(fold.start(), |state, &element| fold.add(state, element));
    }
    in_lanes(fold, row)
}

/// The states of rows of equal length, each as that of [`of_row`].
#[inline(always)]
fn of_rows<F: Fold, const N: usize>(fold: &F, rows: [&[F::Element]; N]) -> [F::State; N] {
    let mut states = [fold.start(); N];
    if !F::ANY_ORDER {
        // No closure of `map`, which would not be inlined.
        for (state, row) in states.iter_mut().zip(rows) {
            *state = of_row(fold, row);
        }
        return states;
    }
    let length = rows[0].len();
    let rows = rows.map(|row| &row[..length]);
    for i in 0..length {
        for (state, row) in states.iter_mut().zip(rows) {
            *state = fold.add(*state, row[i]);
        }
    }
    states
}

/// The state of one row; a long one is read at several locations in parallel.
#[inline(always)]
fn long<F: Fold>(fold: &F, row: &[F::Element]) -> F::State {
    match row.len() {
        ..LONG => of_row(fold, row),
        _ if F::ANY_ORDER => in_parts::<F, STREAMS>(fold, row),
        _ => in_parts::<F, PARTS>(fold, row),
    }
}

/// The state of one row, read at several locations in parallel.
#[inline(always)]
fn in_parts<F: Fold, const N: usize>(fold: &F, row: &[F::Element]) -> F::State {
    let part = row.len() / N;
    let parts = of_rows::<F, N>(fold, std::array::from_fn(|k| &row[k * part..][..part]));
    let rest = of_row(fold, &row[N * part..]);
    fold.merge(in_halves(fold, parts), rest)
}

/// The state of one row, accumulated in parallel lanes.
#[inline(always)]
fn in_lanes<F: Fold + ?Sized>(fold: &F, row: &[F::Element]) -> F::State {
    if row.len() < 2 * LANES {
        return row.iter().fold(fold.start(), |state, &element| fold.add(state, element));
    }
    let mut lanes = [fold.start(); LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    fold.add_lanes(&mut lanes, chunks);
    for (lane, &element) in lanes.iter_mut().zip(rest) {
        *lane = fold.add(*lane, element);
    }
    in_halves(fold, lanes)
}

/// Merges all states, half with half.
#[inline(always)]
fn in_halves<F: Fold + ?Sized, const N: usize>(fold: &F, mut states: [F::State; N]) -> F::State {
    let mut half = N / 2;
    while half > 0 {
        for i in 0..half {
            states[i] = fold.merge(states[i], states[i + half]);
        }
        half /= 2;
    }
    states[0]
}
