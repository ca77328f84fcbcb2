//! The lines of a tensor along one axis, and keys that order elements.

use super::dense::Numbers;
use crate::element::ElementType;
use crate::tensor::{EvalError, Tensor};

/// A tensor as `outer` times `size` times `inner` elements; a line is what differs only in the middle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    pub(crate) outer: usize,
    pub(crate) size: usize,
    pub(crate) inner: usize,
}

impl Lines {
    /// The lines along an axis of a tensor of these sizes.
    ///
    /// # Errors
    /// There is no such axis.
    pub(crate) fn along(sizes: &[usize], axis: usize) -> Result<Lines, EvalError> {
        let &size = sizes.get(axis).ok_or(EvalError::UnknownType)?;
        // The sizes of a tensor with elements have a product; without elements, there are no lines to visit.
        let product = |sizes: &[usize]| sizes.iter().fold(1usize, |n, &size| n.saturating_mul(size));
        Ok(match sizes.contains(&0) {
            true => Lines { outer: 0, size, inner: 0 },
            false => Lines { outer: product(&sizes[..axis]), size, inner: product(&sizes[axis + 1..]) },
        })
    }

    /// The position of the first element of every line, in the order of a tensor without the axis.
    pub(crate) fn starts(self) -> impl Iterator<Item = usize> {
        (0..self.outer).flat_map(move |outer| (0..self.inner).map(move |inner| outer * self.size * self.inner + inner))
    }

    /// The positions of the elements of the line that starts here.
    pub(crate) fn line(self, start: usize) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        (0..self.size).map(move |at| start + at * self.inner)
    }
}

/// For every element of a result, row-major, its position in a source of these sizes: each axis of the result maps an
/// index to one of the source, or to none.
pub(crate) fn mapped<'a>(
    maps: &'a [Vec<Option<usize>>],
    source: &'a [usize],
) -> impl Iterator<Item = Option<usize>> + 'a {
    let count = if maps.iter().any(Vec::is_empty) { 0 } else { maps.iter().map(Vec::len).product() };
    (0..count).map(move |mut rest| {
        let (mut at, mut step) = (0, 1);
        for (map, size) in maps.iter().zip(source).rev() {
            at += map[rest % map.len()]? * step;
            (rest, step) = (rest / map.len(), step * size);
        }
        Some(at)
    })
}

/// Keys that are equal and ordered like the elements; -0 equals +0.
///
/// # Errors
/// An element is NaN, which has no order, or the elements are not numbers.
pub(crate) fn keys(tensor: &Tensor) -> Result<Vec<i64>, EvalError> {
    let reals = match Numbers::of(tensor)? {
        Numbers::Wholes(values) => {
            // Every range of integers fits, once that of 64 bits without a sign is moved.
            let moved = if tensor.element() == ElementType::U64 { i128::from(i64::MIN) } else { 0 };
            return Ok(values.into_iter().map(|value| (value + moved) as i64).collect());
        }
        Numbers::Reals(values) => values,
    };
    if let Some(at) = reals.iter().position(|value| value.is_nan()) {
        return Err(EvalError::Undefined(format!("element {at} of the data is NaN, which has no order")));
    }
    let key = |value: f64| {
        let bits = (value + 0.0).to_bits() as i64;
        if bits < 0 { i64::MIN - bits } else { bits }
    };
    Ok(reals.into_iter().map(key).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cover_the_tensor_once() {
        for axis in 0..3 {
            let lines = Lines::along(&[2, 3, 4], axis).unwrap();
            let mut all: Vec<usize> = lines.starts().flat_map(|start| lines.line(start)).collect();
            all.sort_unstable();
            assert_eq!(all, (0..24).collect::<Vec<_>>());
        }
        assert_eq!(Lines::along(&[2, 0, 4], 2).unwrap().starts().count(), 0);
        assert!(Lines::along(&[2], 1).is_err());
    }

    #[test]
    fn keys_are_ordered_like_numbers() {
        let values = vec![f64::NEG_INFINITY, -1.5, -f64::MIN_POSITIVE, -0.0, 0.0, 1.0, f64::INFINITY];
        let keys = keys(&Tensor::new([7], values).unwrap()).unwrap();
        assert!(keys.is_sorted() && keys[3] == keys[4] && keys[2] < keys[3]);
        assert!(super::keys(&Tensor::new([1], vec![f32::NAN]).unwrap()).is_err());
        let (signed, unsigned) = ([i64::MIN, -1, 0, i64::MAX], [0, 1, i64::MAX as u64, 1 << 63, u64::MAX]);
        let ordered = |tensor| super::keys(&tensor).unwrap().is_sorted_by(|a, b| a < b);
        assert!(ordered(Tensor::new([4], signed.to_vec()).unwrap()));
        assert!(ordered(Tensor::new([5], unsigned.to_vec()).unwrap()));
    }
}
