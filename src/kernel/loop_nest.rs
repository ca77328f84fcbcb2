//! Nested loops over several operands at once, reduced to as few as possible.

/// One loop: its count, and its stride in each operand, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Loop<const N: usize> {
    pub(crate) count: usize,
    pub(crate) steps: [isize; N],
}

/// A start in each operand and the loops, outermost first; none of them runs only once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Nest<const N: usize> {
    pub(crate) start: [usize; N],
    pub(crate) loops: Vec<Loop<N>>,
}

/// One operand: its start, its number of elements, and its stride in each loop.
pub(crate) struct Operand<'a> {
    pub(crate) offset: i128,
    pub(crate) elements: usize,
    pub(crate) steps: &'a [i128],
}

impl<const N: usize> Nest<N> {
    /// Loops with these counts, each at least 1, over these operands. `None` if a loop leaves an operand, or an operand
    /// has another number of strides.
    pub(crate) fn new(counts: &[usize], operands: [Operand<'_>; N]) -> Option<Nest<N>> {
        let mut start = [0; N];
        for (start, operand) in start.iter_mut().zip(&operands) {
            *start = operand.start(counts)?;
        }
        let mut loops: Vec<Loop<N>> = Vec::new();
        for (i, &count) in counts.iter().enumerate().filter(|(_, count)| **count != 1) {
            let mut steps = [0; N];
            for (step, operand) in steps.iter_mut().zip(&operands) {
                *step = isize::try_from(*operand.steps.get(i)?).ok()?;
            }
            let goes_on = |outer: &Loop<N>| {
                (0..N)
                    .all(|n| isize::try_from(count).ok().and_then(|c| c.checked_mul(steps[n])) == Some(outer.steps[n]))
            };
            match loops.last_mut() {
                // The stride of the outer loop equals the extent of the inner one.
                Some(outer) if goes_on(outer) => *outer = Loop { count: outer.count.checked_mul(count)?, steps },
                _ => loops.push(Loop { count, steps }),
            }
        }
        Some(Nest { start, loops })
    }

    /// The innermost loop, and the loops around it.
    pub(crate) fn split_inner(&self) -> (Loop<N>, Nest<N>) {
        let mut outer = self.clone();
        let inner = outer.loops.pop().unwrap_or(Loop { count: 1, steps: [0; N] });
        (inner, outer)
    }

    /// The positions in all operands, in order.
    pub(crate) fn positions(self) -> Positions<N> {
        let left = self.loops.iter().fold(1usize, |n, l| n.saturating_mul(l.count));
        Positions { at: self.start, index: vec![0; self.loops.len()], loops: self.loops, left }
    }
}

impl Operand<'_> {
    /// The start, if no loop leaves the operand.
    fn start(&self, counts: &[usize]) -> Option<usize> {
        if self.steps.len() != counts.len() {
            return None;
        }
        let (mut low, mut high) = (self.offset, self.offset);
        for (&count, &step) in counts.iter().zip(self.steps).filter(|(count, _)| **count != 1) {
            let reach = step.checked_mul(count.checked_sub(1)? as i128)?;
            let end = if step < 0 { &mut low } else { &mut high };
            *end = end.checked_add(reach)?;
        }
        (low >= 0 && high < self.elements as i128).then(|| usize::try_from(self.offset).ok())?
    }
}

/// The iterator of [`Nest::positions`].
pub(crate) struct Positions<const N: usize> {
    at: [usize; N],
    index: Vec<usize>,
    loops: Vec<Loop<N>>,
    left: usize,
}

impl<const N: usize> Iterator for Positions<N> {
    type Item = [usize; N];

    fn next(&mut self) -> Option<[usize; N]> {
        self.left = self.left.checked_sub(1)?;
        let at = self.at;
        for (index, l) in self.index.iter_mut().zip(&self.loops).rev() {
            *index += 1;
            let done = *index == l.count;
            // Positions stay within the operand, so wrapping is only intermediate.
            let back = if done { std::mem::take(index) - 1 } else { 0 };
            for (at, &step) in self.at.iter_mut().zip(&l.steps) {
                *at = match done {
                    true => at.wrapping_sub(step.wrapping_mul(back as isize) as usize),
                    false => at.wrapping_add(step as usize),
                };
            }
            if !done {
                break;
            }
        }
        Some(at)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nest(counts: &[usize], offset: i128, elements: usize, steps: &[i128]) -> Option<Nest<1>> {
        Nest::new(counts, [Operand { offset, elements, steps }])
    }

    #[test]
    fn neighbors_become_one_loop() {
        let loops = |counts: &[usize], steps: &[i128]| {
            let nest = nest(counts, 11, 24, steps).unwrap();
            nest.loops.iter().map(|l| (l.count, l.steps[0])).collect::<Vec<_>>()
        };
        assert_eq!(loops(&[2, 3, 2], &[6, 2, 1]), [(12, 1)]);
        assert_eq!(loops(&[2, 1, 6], &[6, i128::MAX, -1]), [(2, 6), (6, -1)]);
        assert_eq!(loops(&[2, 3], &[-3, -1]), [(6, -1)]);
        assert_eq!(loops(&[4, 5], &[0, 0]), [(20, 0)]);
        assert_eq!(loops(&[1, 1], &[7, 7]), []);
    }

    #[test]
    fn positions_are_in_order() {
        let at = |nest: Nest<1>| nest.positions().map(|[at]| at).collect::<Vec<_>>();
        assert_eq!(at(nest(&[3, 2], 0, 6, &[1, 3]).unwrap()), [0, 3, 1, 4, 2, 5]);
        assert_eq!(at(nest(&[2, 3], 5, 6, &[-3, -1]).unwrap()), [5, 4, 3, 2, 1, 0]);
        assert_eq!(at(nest(&[2, 2, 2], 1, 4, &[0, 2, -1]).unwrap()), [1, 0, 3, 2, 1, 0, 3, 2]);
        assert_eq!(at(nest(&[], 3, 4, &[]).unwrap()), [3]);
    }

    #[test]
    fn positions_stay_within_operands() {
        assert_eq!(nest(&[3], 4, 6, &[1]), None);
        assert_eq!(nest(&[3], 1, 6, &[-1]), None);
        assert_eq!(nest(&[2], 0, usize::MAX, &[i128::MAX]), None);
        assert_eq!(nest(&[1], -1, 6, &[0]), None);
        assert_eq!(nest(&[2], 0, 6, &[]), None);
    }
}
