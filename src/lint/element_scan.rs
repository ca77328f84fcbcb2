//! Statistics of the elements of constants, on several threads if there are many.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use bytes::Bytes;

use super::floats::{self, Floats};
use crate::element::ElementType;

/// The bytes that are scanned together: a multiple of every width, so few that the second pass reads them from the cache.
const PIECE: usize = 256 << 10;
/// With fewer bytes, the start of a thread takes as long as it saves.
const MIN_PARALLEL: usize = 16 << 20;
/// Few threads read as fast as memory allows.
const MAX_THREADS: usize = 4;

/// Packed elements.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    pub(crate) element: ElementType,
    pub(crate) bytes: Bytes,
}

/// Statistics of the elements of a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ElementStatistics {
    /// Whether all elements are the same.
    pub(crate) filled: bool,
    pub(crate) floats: Floats,
}

/// The statistics of each constant.
pub(crate) fn scan_all(all: &[Packed]) -> Vec<ElementStatistics> {
    let bytes = all.iter().fold(0usize, |sum, packed| sum.saturating_add(packed.bytes.len()));
    let threads = match bytes {
        MIN_PARALLEL.. => thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS),
        _ => 1,
    };
    scan_on(threads, all)
}

/// The statistics of one constant.
pub(crate) fn scan(packed: &Packed) -> ElementStatistics {
    let mut sums = Sums::default();
    packed.pieces().for_each(|piece| sums.add(packed.sums(piece)));
    packed.statistics(sums)
}

/// The statistics of each constant. Threads that cannot be started leave their work to the others.
fn scan_on(threads: usize, all: &[Packed]) -> Vec<ElementStatistics> {
    let pieces: Vec<(usize, Range<usize>)> =
        all.iter().enumerate().flat_map(|(at, packed)| packed.pieces().map(move |piece| (at, piece))).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut sums = vec![Sums::default(); all.len()];
        while let Some((at, piece)) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
            sums[*at].add(all[*at].sums(piece.clone()));
        }
        sums
    };
    let sums = thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).filter_map(start).collect();
        let mut sums = work();
        for other in others {
            let found = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            sums.iter_mut().zip(found).for_each(|(sums, found)| sums.add(found));
        }
        sums
    });
    all.iter().zip(sums).map(|(packed, sums)| packed.statistics(sums)).collect()
}

/// What pieces of a constant add up to, in any order.
#[derive(Clone, Copy, Default)]
struct Sums {
    /// Whether an element differs from the one before it.
    differs: bool,
    /// NaNs, infinities, and subnormal numbers.
    unusual: [u64; 3],
}

impl Sums {
    fn add(&mut self, other: Sums) {
        self.differs |= other.differs;
        self.unusual.iter_mut().zip(other.unusual).for_each(|(sum, count)| *sum += count);
    }
}

impl Packed {
    fn pieces(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let len = self.bytes.len();
        (0..len).step_by(PIECE).map(move |start| start..len.min(start + PIECE))
    }

    fn sums(&self, piece: Range<usize>) -> Sums {
        let unusual = floats::count_unusual(self.element, &self.bytes[piece.clone()]);
        Sums { differs: self.differs(piece), unusual }
    }

    /// Whether an element of a piece differs from the one before it. For types smaller than a byte, the bytes are compared.
    fn differs(&self, piece: Range<usize>) -> bool {
        let width = self.element.packed_bytes(1).map_or(1, |width| width as usize).max(1);
        let start = piece.start.max(width);
        start < piece.end && self.bytes[start..piece.end] != self.bytes[start - width..piece.end - width]
    }

    fn statistics(&self, sums: Sums) -> ElementStatistics {
        ElementStatistics { filled: !sums.differs, floats: Floats::new(self.element, &self.bytes, sums.unusual) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(element: ElementType, bytes: &[u8]) -> Packed {
        Packed { element, bytes: Bytes::copy_from_slice(bytes) }
    }

    #[test]
    fn filled_means_every_element() {
        let is_filled = |element, bytes: &[u8]| scan(&packed(element, bytes)).filled;
        assert!(is_filled(ElementType::I16, &[1, 2, 1, 2]) && !is_filled(ElementType::I16, &[1, 2, 1, 3]));
        assert!(is_filled(ElementType::F32, &[0; 4]) && is_filled(ElementType::F32, &[7; 2 * PIECE]));
        for at in [0, PIECE - 1, PIECE, 2 * PIECE] {
            let mut bytes = vec![7; 2 * PIECE + 4];
            bytes[at] = 8;
            assert!(!is_filled(ElementType::F32, &bytes), "{at}");
        }
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let floats = |len: usize, unusual: &[(usize, f32)]| {
            let mut values = vec![1.5f32; len];
            unusual.iter().for_each(|&(at, value)| values[at] = value);
            packed(ElementType::F32, &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>())
        };
        let per_piece = PIECE / 4;
        let all = [
            floats(3 * per_piece + 1, &[(0, f32::NAN), (per_piece, f32::NAN), (3 * per_piece, 1e-40)]),
            floats(5, &[]),
            // What varies is in another piece than the infinity.
            floats(4 * per_piece, &[(1, f32::INFINITY), (3 * per_piece, 2.5)]),
            floats(2 * per_piece, &[(per_piece, f32::INFINITY)]),
            packed(ElementType::I8, &vec![3; 2 * PIECE]),
        ];
        let alone: Vec<ElementStatistics> = all.iter().map(scan).collect();
        let float = |at: usize| (alone[at].floats.nan, alone[at].floats.infinite, alone[at].floats.subnormal);
        assert_eq!([0, 2, 3].map(float), [(2, 0, 1), (0, 1, 0), (0, 1, 0)]);
        assert_eq!([0, 1, 2, 3, 4].map(|at| alone[at].filled), [false, true, false, false, true]);
        assert_eq!([2, 3].map(|at| alone[at].floats.varied), [true, false]);
        for threads in 1..=5 {
            assert_eq!(scan_on(threads, &all), alone, "{threads}");
        }
    }
}
