//! Which bytes of a file are in the one that was assembled from it, and where.

use std::collections::BTreeMap;

use bytes::Bytes;

use super::PatchedFile;
use crate::source::Span;

/// Where bytes of a file are in the one that was assembled from it.
#[derive(Clone, Debug)]
pub(crate) struct KeptPieces {
    /// Where a piece was, and where it starts now; in ascending order.
    pieces: Vec<(Span, u64)>,
}

impl KeptPieces {
    /// Where a byte of the old file is now; `None` if it was replaced.
    pub(crate) fn new_place(&self, old: u64) -> Option<u64> {
        let after = self.pieces.partition_point(|(span, _)| span.start <= old);
        let (span, now) = self.pieces.get(after.checked_sub(1)?)?;
        (old < span.end).then(|| now + (old - span.start))
    }
}

impl PatchedFile {
    /// The pieces of the old file that this one has, without those that others changed places with.
    pub(crate) fn kept_pieces(&self, old: &Bytes) -> KeptPieces {
        let mut now = 0;
        let places = self.pieces.iter().zip(self.kept(old)).filter_map(|(piece, kept)| {
            let start = now;
            now += piece.len() as u64;
            kept.map(|span| (span, start))
        });
        KeptPieces { pieces: places.collect() }
    }

    /// For every piece: where it is in the old file, if it stays there while others move around it. Of all choices, the one
    /// that keeps the most bytes.
    pub(super) fn kept(&self, old: &Bytes) -> Vec<Option<Span>> {
        let place = |piece: &Bytes| {
            let start = (piece.as_ptr() as usize).checked_sub(old.as_ptr() as usize)?;
            (start + piece.len() <= old.len()).then(|| Span::new(start as u64, (start + piece.len()) as u64))
        };
        let places: Vec<Option<Span>> = self.pieces.iter().map(place).collect();
        // The chains of pieces that keep the most bytes, by where they end: later ends only with more bytes.
        let mut best: BTreeMap<u64, (u64, usize)> = BTreeMap::new();
        let mut before: Vec<Option<usize>> = vec![None; places.len()];
        for (at, place) in places.iter().enumerate() {
            let Some(Span { start, end }) = *place else { continue };
            let previous = best.range(..=start).next_back().map(|(_, &chain)| chain);
            before[at] = previous.map(|(_, last)| last);
            let bytes = previous.map_or(0, |(bytes, _)| bytes) + (end - start);
            if best.range(..=end).next_back().is_none_or(|(_, &(most, _))| most < bytes) {
                let worse = best.range(end..).take_while(|(_, (most, _))| *most <= bytes).map(|(&end, _)| end);
                for end in worse.collect::<Vec<_>>() {
                    best.remove(&end);
                }
                best.insert(end, (bytes, at));
            }
        }
        let mut kept = vec![None; places.len()];
        let mut last = best.last_key_value().map(|(_, &(_, last))| last);
        while let Some(at) = last {
            kept[at] = places[at];
            last = before[at];
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_kept_pieces_have_a_new_place() {
        let old = Bytes::from_static(b"abcdef");
        let mut file = PatchedFile::default();
        for piece in [old.slice(0..2), Bytes::from_static(b"xyz"), old.slice(3..6)] {
            file.push(piece);
        }
        let kept = file.kept_pieces(&old);
        assert_eq!(
            (0..7).map(|at| kept.new_place(at)).collect::<Vec<_>>(),
            [Some(0), Some(1), None, Some(5), Some(6), Some(7), None]
        );
    }
}
