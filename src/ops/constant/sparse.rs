//! Sparse constants made dense, of any size and type.

use crate::evaluate::{OutputType, Refusal};
use crate::graph::{Model, SparseTensor};
use crate::kernel::runs::{self, Run};
use crate::tensor::{Integers, Tensor};

/// The values at their places, zeros everywhere else.
pub(super) fn dense(model: &Model, sparse: &SparseTensor, output: &OutputType) -> Result<Tensor, Refusal> {
    let values = model.load(sparse.values)?;
    let indices = model.load(sparse.indices.ok_or(Refusal::Unreadable)?)?;
    let mut places: Vec<(usize, usize)> = places(&indices, output)?.into_iter().zip(0..).collect();
    if places.len() != values.count() {
        return Err(Refusal::Invalid(format!("{} values have {} indices", values.count(), places.len())));
    }
    places.sort_unstable();
    if let Some(pair) = places.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let message = format!("values {} and {} have the same index", pair[0].1, pair[1].1);
        return Err(Refusal::Invalid(message));
    }
    let count = output.count();
    let mut next = 0;
    let values_and_gaps = places.iter().copied().chain([(count, usize::MAX)]).flat_map(|(place, value)| {
        let gap = Run { from: None, count: place - next };
        next = place + 1;
        [Some(gap), (value != usize::MAX).then_some(Run { from: Some((0, value)), count: 1 })].into_iter().flatten()
    });
    runs::joined(output.element, &output.sizes, &[&values], values_and_gaps).ok_or(Refusal::Unreadable)
}

/// Positions in row-major order: given as such in a list, or as coordinates in rows.
fn places(indices: &Tensor, output: &OutputType) -> Result<Vec<usize>, Refusal> {
    let integers = Integers::of(indices)?;
    let linear = [output.count()];
    let sizes = if indices.sizes().len() == 1 { &linear } else { &*output.sizes };
    let coordinate = |(at, &size): (usize, &usize)| {
        let index = integers.at(at);
        let valid = || format!("index {index} of the sparse tensor is out of range (valid: 0 or more, below {size})");
        usize::try_from(index).ok().filter(|&i| i < size).ok_or_else(|| Refusal::Invalid(valid()))
    };
    let place = |first: usize| {
        (first..).zip(sizes).try_fold(0usize, |place, (at, size)| {
            let index = coordinate((at, size))?;
            place.checked_mul(*size).and_then(|p| p.checked_add(index)).ok_or(Refusal::Unreadable)
        })
    };
    (0..integers.len()).step_by(sizes.len().max(1)).map(place).collect()
}
