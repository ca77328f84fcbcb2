//! The layout of a reduction in canonical form: which elements belong to the same result.

/// Dimensions of size 1 are dropped, and neighbors that are both reduced or both kept are merged, so that reduced and
/// kept dimensions alternate. The plan depends on sizes and axes alone, and so does the order of every sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ReducePlan {
    /// Dimensions outside the block, outermost first.
    pub(super) outer: Vec<Extent>,
    /// The innermost, contiguous elements.
    pub(super) block: Block,
    /// The number of results.
    pub(super) outputs: usize,
    /// The number of elements of each result.
    pub(super) run: usize,
}

/// A dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extent {
    pub(super) size: usize,
    pub(super) reduced: bool,
}

/// The innermost one or two dimensions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Block {
    /// Rows, each reduced to one result.
    Rows { rows: usize, run: usize },
    /// Columns: corresponding elements of all rows are reduced to one result.
    Columns { run: usize, width: usize },
}

impl Block {
    /// The number of elements.
    pub(super) fn len(self) -> usize {
        match self {
            Block::Rows { rows, run } => rows.saturating_mul(run),
            Block::Columns { run, width } => run.saturating_mul(width),
        }
    }

    /// The number of results.
    pub(super) fn outputs(self) -> usize {
        match self {
            Block::Rows { rows, .. } => rows,
            Block::Columns { width, .. } => width,
        }
    }
}

impl ReducePlan {
    /// The plan for a tensor of these sizes and reduced dimensions.
    pub(super) fn new(sizes: &[usize], reduced: &[bool]) -> ReducePlan {
        let mut outer: Vec<Extent> = Vec::with_capacity(sizes.len());
        for (&size, &reduced) in sizes.iter().zip(reduced).filter(|(size, _)| **size != 1) {
            match outer.last_mut() {
                Some(last) if last.reduced == reduced => last.size = last.size.saturating_mul(size),
                _ => outer.push(Extent { size, reduced }),
            }
        }
        let product = |reduced: bool| {
            let extents = outer.iter().filter(|e| e.reduced == reduced);
            extents.fold(1usize, |all, e| if all == 0 || e.size == 0 { 0 } else { all.saturating_mul(e.size) })
        };
        let (outputs, run) = (product(false), product(true));
        let last = outer.pop().unwrap_or(Extent { size: 1, reduced: false });
        let before = outer.pop().map_or(1, |e| e.size);
        let block = match last.reduced {
            true => Block::Rows { rows: before, run: last.size },
            false => Block::Columns { run: before, width: last.size },
        };
        ReducePlan { outer, block, outputs, run }
    }
}

/// The first result of each block, block by block in the order of the data.
pub(super) struct Targets {
    dims: Vec<Counter>,
    next: usize,
}

struct Counter {
    size: usize,
    /// The distance in results from one index to the next.
    stride: usize,
    index: usize,
}

impl Targets {
    /// The blocks of these outer dimensions.
    pub(super) fn new(outer: &[Extent], block: Block) -> Targets {
        let mut stride = block.outputs();
        let counter = |e: &Extent| {
            let here = if e.reduced { 0 } else { stride };
            stride = if e.reduced { stride } else { stride.saturating_mul(e.size) };
            Counter { size: e.size, stride: here, index: 0 }
        };
        // Innermost first.
        Targets { dims: outer.iter().rev().map(counter).collect(), next: 0 }
    }

    /// The next one; after the last block, the first one again.
    pub(super) fn advance(&mut self) -> usize {
        let target = self.next;
        for dim in &mut self.dims {
            dim.index += 1;
            self.next += dim.stride;
            if dim.index < dim.size {
                break;
            }
            self.next -= dim.stride * dim.size;
            dim.index = 0;
        }
        target
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(sizes: &[usize], axes: &[usize]) -> ReducePlan {
        let reduced: Vec<bool> = (0..sizes.len()).map(|d| axes.contains(&d)).collect();
        ReducePlan::new(sizes, &reduced)
    }

    #[test]
    fn neighbors_are_merged_and_ones_dropped() {
        assert_eq!(plan(&[2, 3, 4], &[1, 2]), plan(&[2, 12], &[1]));
        assert_eq!(plan(&[2, 1, 3, 4, 1], &[1, 2]), plan(&[2, 3, 4], &[1]));
        assert_eq!(plan(&[2, 3, 4], &[1]).block, Block::Columns { run: 3, width: 4 });
        assert_eq!(plan(&[2, 3, 4], &[0, 2]).block, Block::Rows { rows: 3, run: 4 });
        assert_eq!(plan(&[], &[]).block, Block::Columns { run: 1, width: 1 });
        assert_eq!(plan(&[5, 7], &[]).block, Block::Columns { run: 1, width: 35 });
        assert_eq!(plan(&[5, 7], &[0, 1]).block, Block::Rows { rows: 1, run: 35 });
    }

    #[test]
    fn counts() {
        let p = plan(&[2, 3, 4, 5], &[0, 2]);
        assert_eq!((p.outputs, p.run), (15, 8));
        let p = plan(&[0, usize::MAX, usize::MAX], &[1, 2]);
        assert_eq!(p.outputs, 0);
    }

    #[test]
    fn targets_follow_the_kept_dimensions() {
        let p = plan(&[2, 3, 2, 5], &[0, 2]);
        let mut targets = Targets::new(&p.outer, p.block);
        assert_eq!(std::array::from_fn(|_| targets.advance()), [0, 5, 10, 0, 5, 10, 0]);
    }
}
