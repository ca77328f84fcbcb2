//! Views copied to tensors: strided, permuted or repeated elements.

use bytemuck::Pod;

use super::loop_nest::{Loop, Nest, Operand};
use super::word::by_word;
use crate::element::ElementType;
use crate::tensor::Tensor;

/// The elements of `source` from `offset` on, with a stride for each dimension: 0 repeats, negative ones go backward.
/// Contiguous elements are shared. `None` if the view leaves the source or the result exceeds the available memory.
pub(crate) fn strided(source: &Tensor, offset: i128, sizes: &[usize], steps: &[i128]) -> Option<Tensor> {
    if sizes.contains(&0) {
        return Tensor::empty(source.element(), sizes).ok();
    }
    let count = sizes.iter().try_fold(1usize, |n, &s| n.checked_mul(s))?;
    let nest = Nest::new(sizes, [Operand { offset, elements: source.num_elements(), steps }])?;
    if matches!(nest.loops.as_slice(), [] | [Loop { steps: [1], .. }]) {
        return source.run(nest.start[0], sizes).ok();
    }
    if let Some(strings) = source.strings() {
        let selected: Vec<_> = nest.positions().map(|[at]| strings[at].clone()).collect();
        return Tensor::of_strings(sizes, selected).ok();
    }
    let element = source.element();
    by_word!(
        element,
        Word => Tensor::of_words(element, sizes, words::<Word>(source.words()?, &nest, count)).ok(),
        codes(source, sizes, count, nest)
    )
}

/// The maximum number of elements that are unpacked at once; more would take too much memory.
const UNPACKED: usize = 1 << 24;

/// Elements narrower than a byte.
fn codes(source: &Tensor, sizes: &[usize], count: usize, nest: Nest<1>) -> Option<Tensor> {
    let element = source.element();
    if source.num_elements().max(count) <= UNPACKED {
        return Tensor::from_codes(element, sizes, words(&source.codes()?, &nest, count)).ok();
    }
    Tensor::collect_codes(element, sizes, count, nest.positions().map(|[at]| source.code_at(at))).ok()
}

fn words<W: Pod>(source: &[W], nest: &Nest<1>, count: usize) -> Vec<W> {
    let mut out = vec![W::zeroed(); count];
    let (inner, outer) = nest.split_inner();
    // If another loop than the innermost is contiguous in the source, lines are read side by side.
    let along = (0..outer.loops.len()).filter(|&i| outer.loops[i].steps != [0]);
    let along = along.min_by_key(|&i| outer.loops[i].steps[0].unsigned_abs());
    match along.filter(|&i| outer.loops[i].steps[0].unsigned_abs() < inner.steps[0].unsigned_abs()) {
        Some(along) => planes(source, &mut out, &outer, (along, inner)),
        None => rows(source, &mut out, outer, inner),
    }
    out
}

fn rows<T: Copy>(source: &[T], out: &mut [T], outer: Nest<1>, inner: Loop<1>) {
    let copy = |(to, from): (&mut T, &T)| *to = *from;
    for (row, [at]) in out.chunks_exact_mut(inner.count).zip(outer.positions()) {
        match inner.steps[0] {
            0 => row.fill(source[at]),
            1 => row.copy_from_slice(&source[at..at + inner.count]),
            -1 => row.iter_mut().zip(source[..=at].iter().rev()).for_each(copy),
            step if step > 0 => row.iter_mut().zip(source[at..].iter().step_by(step.unsigned_abs())).for_each(copy),
            step => row.iter_mut().zip(source[..=at].iter().rev().step_by(step.unsigned_abs())).for_each(copy),
        }
    }
}

/// Lines of the source that are read side by side: as many as fit in the cache, whatever their distance.
const LINES: usize = 32;

/// Planes of two loops: one of `outer`, and the innermost one.
fn planes<T: Copy>(source: &[T], out: &mut [T], outer: &Nest<1>, (along, inner): (usize, Loop<1>)) {
    // The stride of each loop in the result.
    let mut strides = vec![inner.count; outer.loops.len()];
    for i in (1..strides.len()).rev() {
        strides[i - 1] = strides[i] * outer.loops[i].count;
    }
    // The stride of a vector in memory fits.
    let with_result = |(l, to): (&Loop<1>, usize)| Loop { count: l.count, steps: [l.steps[0], to as isize] };
    let mut around: Vec<Loop<2>> = outer.loops.iter().zip(strides).map(with_result).collect();
    let row = around.remove(along);
    for [from, to] in (Nest { start: [outer.start[0], 0], loops: around }).positions() {
        for first in (0..inner.count).step_by(LINES) {
            let from = step(from, inner.steps[0], first);
            let columns =
                Columns { from, to: to + first, row, count: LINES.min(inner.count - first), step: inner.steps[0] };
            match row.steps[0] {
                1 => columns.side_by_side(source, out),
                _ => columns.one_by_one(source, out),
            }
        }
    }
}

/// Advances by a number of steps. Visited positions lie in the source, so wrapping is only intermediate.
fn step(at: usize, step: isize, times: usize) -> usize {
    at.wrapping_add(step.wrapping_mul(times as isize) as usize)
}

/// Neighboring columns of a plane of the result: their positions in source and result, the stride between rows in each,
/// and the stride between columns in the source.
struct Columns {
    from: usize,
    to: usize,
    row: Loop<2>,
    count: usize,
    step: isize,
}

impl Columns {
    /// Columns that are lines of the source.
    fn side_by_side<T: Copy>(&self, source: &[T], out: &mut [T]) {
        let mut lines = [&source[..0]; LINES];
        for (j, line) in lines.iter_mut().enumerate().take(self.count) {
            let at = step(self.from, self.step, j);
            *line = &source[at..at + self.row.count];
        }
        for i in 0..self.row.count {
            let to = step(self.to, self.row.steps[1], i);
            out[to..to + self.count].iter_mut().zip(&lines).for_each(|(to, line)| *to = line[i]);
        }
    }

    fn one_by_one<T: Copy>(&self, source: &[T], out: &mut [T]) {
        for i in 0..self.row.count {
            let (from, to) = (step(self.from, self.row.steps[0], i), step(self.to, self.row.steps[1], i));
            for (j, slot) in out[to..to + self.count].iter_mut().enumerate() {
                *slot = source[step(from, self.step, j)];
            }
        }
    }
}

/// A tensor with all elements equal.
pub(crate) fn filled(one: &Tensor, sizes: &[usize]) -> Option<Tensor> {
    strided(one, 0, sizes, &vec![0; sizes.len()])
}

/// The element of a type whose bits are all 0, as a tensor of rank 0; an empty string.
pub(crate) fn zero(element: ElementType) -> Option<Tensor> {
    if element == ElementType::String {
        return Tensor::of_strings([], [std::sync::Arc::from([])]).ok();
    }
    Tensor::from_packed(element, [], vec![0; usize::try_from(element.packed_bytes(1)?).ok()?]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(sizes: &[usize]) -> Tensor {
        let count: usize = sizes.iter().product();
        Tensor::new(sizes, (0..count as i32).collect()).unwrap()
    }

    fn selected(source: &Tensor, offset: i128, sizes: &[usize], steps: &[i128]) -> Option<Vec<i32>> {
        strided(source, offset, sizes, steps).map(|t| t.values::<i32>().unwrap().to_vec())
    }

    #[test]
    fn steps_of_every_kind() {
        let source = ints(&[2, 3]);
        assert_eq!(selected(&source, 0, &[3, 2], &[1, 3]).unwrap(), [0, 3, 1, 4, 2, 5]);
        assert_eq!(selected(&source, 5, &[3], &[-2]).unwrap(), [5, 3, 1]);
        assert_eq!(selected(&source, 1, &[2, 2, 2], &[0, 3, 1]).unwrap(), [1, 2, 4, 5, 1, 2, 4, 5]);
        assert_eq!(selected(&source, 2, &[2, 2], &[3, 0]).unwrap(), [2, 2, 5, 5]);
        assert_eq!(selected(&source, 9, &[0, 7], &[1, 1]), Some(vec![]));
        assert_eq!(selected(&source, 4, &[3], &[1]), None);
        assert_eq!(strided(&source, 0, &[usize::MAX, 2], &[0, 0]), None);
    }

    #[test]
    fn lines_side_by_side_cover_the_plane() {
        // Sizes that the number of lines does not divide, backward in both directions, inside another dimension.
        let (a, b, c) = (3, 37, 43);
        let source = ints(&[a, b, c]);
        let at = |i: usize, j: usize, k: usize| ((i * b + j) * c + k) as i32;
        let forwards = selected(&source, 0, &[c, a, b], &[1, (b * c) as i128, c as i128]).unwrap();
        let expected = (0..c).flat_map(|k| (0..a).flat_map(move |i| (0..b).map(move |j| at(i, j, k))));
        assert_eq!(forwards, expected.collect::<Vec<_>>());
        let last = (a * b * c - 1) as i128;
        let backwards = selected(&source, last, &[a, c, b], &[-((b * c) as i128), -1, -(c as i128)]).unwrap();
        let expected =
            (0..a).rev().flat_map(|i| (0..c).rev().flat_map(move |k| (0..b).rev().map(move |j| at(i, j, k))));
        assert_eq!(backwards, expected.collect::<Vec<_>>());
    }

    #[test]
    fn every_type_is_copied() {
        for &element in ElementType::ALL {
            let one = match element {
                ElementType::String => Tensor::of_strings([], [b"x".as_slice().into()]).unwrap(),
                _ if element.bits() <= 8 => Tensor::from_codes(element, [], vec![1]).unwrap(),
                _ => Tensor::from_packed(element, [], vec![1; element.bits() as usize / 8]).unwrap(),
            };
            let all = filled(&one, &[3, 5]).unwrap();
            assert_eq!((all.num_elements(), all.element()), (15, element));
            assert_eq!(strided(&all, 14, &[], &[]).unwrap(), one, "{element}");
            assert_ne!(zero(element).unwrap(), one, "{element}");
        }
    }

    #[test]
    fn contiguous_elements_are_shared_unless_they_retain_much_memory() {
        let source = ints(&[4, 8]);
        let address = |t: &Tensor| t.values::<i32>().unwrap().as_ptr();
        let half = strided(&source, 8, &[3, 8], &[8, 1]).unwrap();
        assert_eq!(address(&half), address(&source).wrapping_add(8));
        // A few elements do not keep all the others in memory, not even through a view.
        let few = strided(&half, 0, &[8], &[1]).unwrap();
        assert_ne!(address(&few), address(&half));
        assert_eq!(few.values::<i32>().unwrap(), [8, 9, 10, 11, 12, 13, 14, 15]);
    }
}
