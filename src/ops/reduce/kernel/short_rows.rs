//! The minimum keys of rows of a few elements each.

use super::STREAMS;
use crate::ops::reduce::word::Word;

/// Keys of each group per tile, so that they stay in the L1 cache.
const KEYS: usize = 512;
/// Rows of each group per tile, for the same reason.
const BATCH: usize = 128;

/// Rows of `N` elements, several distant ones in parallel: memory is faster when a few locations are read at once.
#[inline(always)]
pub(crate) fn rows_of<W: Word, const N: usize>(data: &[W], states: &mut [W], key: impl Fn(W) -> W) {
    let (rows, _) = data.as_chunks::<N>();
    let least = |row: &[W; N]| row[1..].iter().fold(key(row[0]), |least, &element| least.min(key(element)));
    let group = states.len() / STREAMS;
    for first in (0..group).step_by(BATCH) {
        let batch = BATCH.min(group - first);
        let sources: [_; STREAMS] = std::array::from_fn(|k| &rows[k * group + first..][..batch]);
        // The results are separate from the states, so that the compiler sees that they do not alias the data.
        let mut made = [[W::LAST; BATCH]; STREAMS];
        for i in 0..batch {
            for k in 0..STREAMS {
                made[k][i] = least(&sources[k][i]);
            }
        }
        for (k, made) in made.iter().enumerate() {
            let states = &mut states[k * group + first..][..batch];
            states.iter_mut().zip(made).for_each(|(state, &made)| *state = (*state).min(made));
        }
    }
    let done = group * STREAMS;
    for (row, state) in rows[done..].iter().zip(&mut states[done..]) {
        *state = (*state).min(least(row));
    }
}

/// Rows of an even number of elements: compares neighbors of all rows at once until each row has an odd number of keys.
/// The first comparison reads several distant groups of rows in parallel.
#[inline(always)]
pub(crate) fn even_rows<W: Word>(data: &[W], run: usize, states: &mut [W], key: impl Fn(W) -> W) {
    let (mut made, mut halves) = ([[W::LAST; KEYS]; STREAMS], [W::LAST; KEYS / 2]);
    let group = states.len() / STREAMS;
    let at_once = 2 * KEYS / run;
    for first in (0..group).step_by(at_once) {
        let rows = at_once.min(group - first);
        let count = KEYS.min(rows * run / 2);
        let sources: [_; STREAMS] = std::array::from_fn(|k| {
            let (pairs, _) = data[(k * group + first) * run..].as_chunks::<2>();
            &pairs[..count]
        });
        for i in 0..count {
            for k in 0..STREAMS {
                let [a, b] = sources[k][i];
                made[k][i] = key(a).min(key(b));
            }
        }
        for (k, made) in made.iter_mut().enumerate() {
            let states = &mut states[k * group + first..][..rows];
            halve_and_merge(&mut made[..count], &mut halves, run / 2, states);
        }
    }
    let done = group * STREAMS;
    for (row, state) in data[done * run..].chunks_exact(run).zip(&mut states[done..]) {
        *state = row.iter().fold(*state, |least, &element| least.min(key(element)));
    }
}

/// Merges the minimum of each row's keys. Both buffers are overwritten.
#[inline(always)]
fn halve_and_merge<W: Word>(keys: &mut [W], halves: &mut [W], mut run: usize, states: &mut [W]) {
    let mut count = keys.len();
    let (mut from, mut to) = (keys, halves);
    while run.is_multiple_of(2) {
        count = halve(&from[..count], to);
        (from, to) = (to, from);
        run /= 2;
    }
    merge(&from[..count], run, states);
}

/// The lesser key of each pair; returns how many.
#[inline(always)]
fn halve<W: Word>(keys: &[W], halves: &mut [W]) -> usize {
    let count = keys.len() / 2;
    let (keys, halves) = (&keys[..2 * count], &mut halves[..count]);
    for i in 0..count {
        halves[i] = keys[2 * i].min(keys[2 * i + 1]);
    }
    count
}

/// Merges the minimum of each row's keys.
#[inline(always)]
fn merge<W: Word>(keys: &[W], run: usize, states: &mut [W]) {
    match run {
        1 => states.iter_mut().zip(keys).for_each(|(state, &key)| *state = (*state).min(key)),
        3 => merge_of::<W, 3>(keys, states),
        5 => merge_of::<W, 5>(keys, states),
        _ => {
            for (row, state) in keys.chunks_exact(run).zip(states) {
                *state = row.iter().fold(*state, |least, &key| least.min(key));
            }
        }
    }
}

#[inline(always)]
fn merge_of<W: Word, const N: usize>(keys: &[W], states: &mut [W]) {
    for (row, state) in keys.as_chunks::<N>().0.iter().zip(states) {
        *state = row.iter().fold(*state, |least, &key| least.min(key));
    }
}
