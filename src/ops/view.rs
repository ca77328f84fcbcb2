//! Elements in row-major order, and views that move them without computing.

use super::InferContext;
use crate::element::ElementType;
use crate::elements::{Elements, SymFloat, SymInt};
use crate::kernel::copy;
use crate::limits::Limits;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// How a result takes its elements from a source: the start, and for each dimension its size and its stride in the
/// source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// The position of the first element in the source.
    pub(crate) offset: i128,
    /// Size and stride of each dimension of the result.
    pub(crate) dims: Vec<(u64, i128)>,
}

impl View {
    /// A source of these sizes, unchanged.
    pub(crate) fn contiguous(sizes: &[u64]) -> Option<View> {
        let dims = sizes.iter().copied().zip(strides(sizes)?).collect();
        Some(View { offset: 0, dims })
    }

    /// A source of sizes `from` broadcast to a result: `mapping` is the dimension of the result for each dimension of
    /// the source. Sizes of 1 and unmapped dimensions repeat.
    pub(crate) fn laid(from: &[u64], mapping: &[usize], result: &[u64]) -> Option<View> {
        let mut dims: Vec<(u64, i128)> = result.iter().map(|&size| (size, 0)).collect();
        for ((&to, &size), stride) in mapping.iter().zip(from).zip(strides(from)?) {
            if size != 1 {
                dims.get_mut(to)?.1 = stride;
            }
        }
        Some(View { offset: 0, dims })
    }

    /// The result as a tensor.
    ///
    /// # Errors
    /// The view leaves its source or exceeds the available memory.
    pub(crate) fn of_tensor(&self, source: &Tensor) -> Result<Tensor, EvalError> {
        let sizes: Option<Vec<usize>> = self.dims.iter().map(|(size, _)| usize::try_from(*size).ok()).collect();
        let steps: Vec<i128> = self.dims.iter().map(|(_, stride)| *stride).collect();
        let made = sizes.and_then(|sizes| copy::strided(source, self.offset, &sizes, &steps));
        made.ok_or(EvalError::UnknownType)
    }

    /// The elements of the result; `None` if there are more than the limit or the view leaves its source.
    pub(crate) fn gather(&self, elements: &Elements, limits: &Limits) -> Option<Elements> {
        elements.gather(self.positions(limits)?)
    }

    /// The position in the source of each element of the result; `None` if there are more than the limit or the view
    /// leaves its source.
    fn positions(&self, limits: &Limits) -> Option<Vec<usize>> {
        let sizes: Vec<u64> = self.dims.iter().map(|(size, _)| *size).collect();
        if count(&sizes, limits).filter(|_| sizes.len() <= limits.max_rank)? == 0 {
            return Some(Vec::new());
        }
        // With both ends within the numbers, the positions between them need no checks.
        let end = |is_end: fn(&i128) -> bool| {
            let strides = self.dims.iter().filter(|(_, stride)| is_end(stride));
            let mut steps = strides.map(|&(size, stride)| i128::from(size - 1).checked_mul(stride));
            let end = steps.try_fold(self.offset, |at, step| at.checked_add(step?));
            isize::try_from(end?).ok()
        };
        let (first, _) = (end(|&stride| stride < 0).filter(|&first| first >= 0)?, end(|&stride| stride > 0)?);
        let mut all = vec![first.unsigned_abs()];
        // Filled from the first position in the source; a negative stride counts down to it.
        for &(size, stride) in &self.dims {
            let step = usize::try_from(stride.unsigned_abs()).unwrap_or_default();
            let mut next = Vec::with_capacity(all.len() * size as usize);
            for at in all {
                match stride < 0 {
                    false => next.extend((0..size as usize).map(|i| at + i * step)),
                    true => next.extend((0..size as usize).rev().map(|i| at + i * step)),
                }
            }
            all = next;
        }
        Some(all)
    }
}

/// The row-major stride of each dimension; `None` on overflow.
pub(crate) fn strides(sizes: &[u64]) -> Option<Vec<i128>> {
    let mut strides = vec![1i128; sizes.len()];
    for i in (1..sizes.len()).rev() {
        strides[i - 1] = strides[i].checked_mul(sizes[i].into()).filter(|&s| s <= i128::from(u64::MAX))?;
    }
    Some(strides)
}

/// The sizes of a tensor as shapes represent them.
pub(crate) fn sizes(tensor: &Tensor) -> Vec<u64> {
    wide(tensor.sizes())
}

/// Sizes in memory as shapes represent them.
pub(crate) fn wide(sizes: &[usize]) -> Vec<u64> {
    sizes.iter().map(|&size| size as u64).collect()
}

/// The same elements with the sizes of an output.
///
/// # Errors
/// Their number differs.
pub(crate) fn reshaped(tensor: &Tensor, sizes: &[usize]) -> Result<Vec<Tensor>, EvalError> {
    Ok(vec![tensor.reshaped(sizes).map_err(|_| EvalError::UnknownType)?])
}

/// The number of elements of a shape, if few enough to be tracked.
pub(crate) fn count(sizes: &[u64], limits: &Limits) -> Option<usize> {
    let empty = sizes.contains(&0);
    let count = if empty { Some(0) } else { sizes.iter().try_fold(1u64, |n, &s| n.checked_mul(s)) };
    usize::try_from(count?).ok().filter(|&n| n <= limits.max_tracked_elements_per_tensor)
}

/// The index of every element in row-major order; `None` if there are more than the limit.
pub(crate) fn positions(sizes: &[u64], limits: &Limits) -> Option<Vec<Vec<u64>>> {
    let count = count(sizes, limits).filter(|_| sizes.len() <= limits.max_rank)?;
    let mut index = vec![0u64; sizes.len()];
    let mut all = Vec::with_capacity(count);
    for _ in 0..count {
        all.push(index.clone());
        for (i, size) in index.iter_mut().zip(sizes).rev() {
            *i += 1;
            if *i < *size {
                break;
            }
            *i = 0;
        }
    }
    Some(all)
}

/// The elements of an input with its sizes, if both are known.
pub(crate) fn known(cx: &InferContext<'_>, input: usize) -> Option<(Elements, Vec<u64>)> {
    let sizes = cx.shape(input).sizes()?;
    let count = count(&sizes, cx.limits())?;
    let elements = cx.elements(input).filter(|e| e.len() == count)?;
    Some((elements, sizes))
}

/// As [`known`]; unknown numbers have the bounds of their type.
pub(crate) fn known_or_any(cx: &InferContext<'_>, input: usize) -> Option<(Elements, Vec<u64>)> {
    known(cx, input).or_else(|| {
        let sizes = cx.shape(input).sizes()?;
        let (element, count) = (cx.element(input)?, count(&sizes, cx.limits())?);
        let ints = any_of(element).map(|any| Elements::Ints(vec![any; count].into()));
        let floats = || element.is_float().then(|| Elements::SymFloats(vec![SymFloat::unknown(); count].into()));
        Some((ints.or_else(floats)?, sizes))
    })
}

/// The elements of an input with another shape, in the same order, if their number is certainly the same.
pub(crate) fn unmoved(cx: &InferContext<'_>, input: usize, shape: &Shape) -> Option<Elements> {
    cx.elements(input).filter(|e| shape.num_elements().is(e.len() as u64))
}

/// An unknown integer of this type; `None` for every other type.
pub(crate) fn any_of(element: ElementType) -> Option<SymInt> {
    element.integer_range().map(|(low, high)| SymInt::interval(low, high))
}

/// A rank that may be constructed; greater ones are unknown.
pub(crate) fn rank(limits: &Limits, rank: u64) -> Option<usize> {
    usize::try_from(rank).ok().filter(|&r| r <= limits.max_rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_move_elements() {
        let elements = Elements::of_ints(0..6);
        let limits = Limits::default();
        let pick = |offset, dims: &[(u64, i128)]| {
            let view = View { offset, dims: dims.to_vec() };
            view.gather(&elements, &limits).and_then(|e| e.exact_ints())
        };
        // A [2,3] tensor, transposed; its last column reversed; its first row broadcast; out of bounds.
        assert_eq!(pick(0, &[(3, 1), (2, 3)]), Some(vec![0, 3, 1, 4, 2, 5]));
        assert_eq!(pick(5, &[(2, -3)]), Some(vec![5, 2]));
        assert_eq!(pick(0, &[(2, 0), (3, 1)]), Some(vec![0, 1, 2, 0, 1, 2]));
        assert_eq!(pick(4, &[(3, 1)]), None);
        assert_eq!(pick(0, &[(1 << 40, 0), (1 << 40, 0)]), None);
        assert_eq!(pick(9, &[(0, 1), (u64::MAX, 1)]), Some(vec![]));
    }
}
