//! Columns: corresponding elements of all rows are reduced to one result.

use super::{Fold, STREAMS};

/// Results per tile, so that they stay in the L2 cache, and parts of rows are long enough to be fetched ahead.
pub(super) const fn tile<S>() -> usize {
    (1 << 17) / size_of::<S>().next_power_of_two()
}

/// Adjacent rows that are read together.
const ADJACENT: usize = 8;

/// Below this number of columns, several rows are processed side by side.
const NARROW: usize = 128;

/// Adds the elements of each column to its result, for the columns of `data` from `first` on.
#[inline(always)]
pub(super) fn fold<F: Fold>(fold: &F, data: &[F::Element], width: usize, first: usize, states: &mut [F::State]) {
    if width <= NARROW / 2 && data.len() >= 2 * NARROW {
        debug_assert_eq!((first, states.len()), (0, width), "all columns");
        return narrow(fold, data, width, states);
    }
    let at_once = tile::<F::State>();
    for (index, tile) in states.chunks_mut(at_once).enumerate() {
        let start = first + index * at_once;
        // Parts of rows are contiguous only as far as the tile, wherever the rows are.
        if F::ANY_ORDER && width <= at_once {
            distant(fold, data, width, start, tile);
        } else {
            adjacent(fold, data, width, start, tile);
        }
    }
}

/// Reads distant rows together, each with those that follow it: the locations that are read in parallel are contiguous.
#[inline(always)]
fn distant<F: Fold>(fold: &F, data: &[F::Element], width: usize, start: usize, tile: &mut [F::State]) {
    let part = data.len() / width / STREAMS * width;
    for row in (start..part).step_by(width) {
        add(fold, std::array::from_fn::<_, STREAMS, _>(|k| &data[k * part + row..][..tile.len()]), tile);
    }
    for row in data[STREAMS * part..].chunks_exact(width) {
        add(fold, [&row[start..][..tile.len()]], tile);
    }
}

/// Reads rows in order.
#[inline(always)]
fn adjacent<F: Fold>(fold: &F, data: &[F::Element], width: usize, start: usize, tile: &mut [F::State]) {
    let mut groups = data.chunks_exact(width * ADJACENT);
    for group in &mut groups {
        add(fold, std::array::from_fn::<_, ADJACENT, _>(|k| &group[k * width + start..][..tile.len()]), tile);
    }
    for row in groups.remainder().chunks_exact(width) {
        add(fold, [&row[start..][..tile.len()]], tile);
    }
}

/// Treats several rows as one, whose columns are merged at the end.
#[inline(always)]
fn narrow<F: Fold>(fold: &F, data: &[F::Element], width: usize, states: &mut [F::State]) {
    let side_by_side = NARROW / width;
    let wide = side_by_side * width;
    let (mut made, made_of) = ([fold.start(); NARROW], data.len() / wide * wide);
    let (all, tile) = (&data[..made_of], &mut made[..wide]);
    if F::ANY_ORDER {
        distant(fold, all, wide, 0, tile)
    } else {
        adjacent(fold, all, wide, 0, tile)
    }
    for made in made[..wide].chunks_exact(width) {
        states.iter_mut().zip(made).for_each(|(state, &made)| *state = fold.merge(*state, made));
    }
    for row in data[made_of..].chunks_exact(width) {
        add(fold, [row], states);
    }
}

/// Adds the elements of rows, in order, to the results.
#[inline(always)]
fn add<F: Fold, const N: usize>(fold: &F, rows: [&[F::Element]; N], tile: &mut [F::State]) {
    let rows = rows.map(|row| &row[..tile.len()]);
    for (i, state) in tile.iter_mut().enumerate() {
        *state = rows.iter().fold(*state, |state, row| fold.add(state, row[i]));
    }
}
