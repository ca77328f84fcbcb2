//! Placement of new constants in the weights.
//!
//! What remains keeps its offset. Bytes to which only removed constants referred are free.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use bytes::Bytes;
use hashbrown::{HashMap, HashSet};

use crate::rewrite::PatchedFile;
use crate::rewrite::WriteError;

/// The weights of remaining layers are missing.
pub(crate) fn missing() -> WriteError {
    WriteError::Inconsistent("remaining layers refer to weights that are missing or truncated: put the complete .bin next to the .xml, with the same name".to_owned())
}

/// The offset of each new constant, given with its alignment, and the new file.
///
/// `used` and `freed` are the ranges of remaining and of removed constants, in any order and number.
pub(crate) fn place(
    old: &Bytes,
    used: &[Range<u64>],
    freed: &[Range<u64>],
    new: &[(Bytes, usize)],
) -> Result<(Vec<usize>, PatchedFile), WriteError> {
    let inside = |range: &Range<u64>| {
        let range = usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?;
        (range.end <= old.len()).then_some(range)
    };
    let mut used: Vec<Range<usize>> = used.iter().map(inside).collect::<Option<_>>().ok_or_else(missing)?;
    let freed: Vec<Range<usize>> = freed.iter().filter_map(inside).collect();
    let mut places = as_they_lie(old, &freed, new);
    used.extend(places.iter().map(|(bytes, &offset)| offset..offset + bytes.len()));
    let used = merged(used);
    let end = used.last().map_or(0, |range| range.end);
    let mut space = Space::new(minus(merged(freed), &used), end);
    let mut written = space.fill(new, &mut places);
    for (bytes, alignment) in new {
        if !places.contains_key(&bytes[..]) {
            let offset = space.append(bytes.len(), *alignment).ok_or_else(too_large)?;
            places.insert(bytes, offset);
            written.push((offset, bytes.clone()));
        }
    }
    let offsets = new.iter().map(|(bytes, _)| places.get(&bytes[..]).copied().unwrap_or(0)).collect();
    written.sort_unstable_by_key(|(offset, _)| *offset);
    Ok((offsets, assembled(&old.slice(..end), written)))
}

fn too_large() -> WriteError {
    WriteError::Inconsistent("the new weights do not fit into memory".to_owned())
}

/// New constants with the bytes of a removed one: they reuse its bytes.
fn as_they_lie<'a>(old: &[u8], freed: &[Range<usize>], new: &'a [(Bytes, usize)]) -> HashMap<&'a [u8], usize> {
    let lengths: HashSet<usize> = new.iter().map(|(bytes, _)| bytes.len()).collect();
    let mut there: HashMap<&[u8], usize> = HashMap::new();
    for range in freed.iter().filter(|r| lengths.contains(&r.len())) {
        let offset = there.entry(old.get(range.clone()).unwrap_or(&[])).or_insert(range.start);
        *offset = range.start.min(*offset);
    }
    new.iter().filter_map(|(bytes, _)| Some((&bytes[..], *there.get(&bytes[..])?))).collect()
}

/// The same ranges, sorted and merged.
fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|r| (r.start, r.end));
    let mut out: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match out.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => out.push(range),
        }
    }
    out
}

/// The first ranges minus the second; both sorted and disjoint.
fn minus(from: Vec<Range<usize>>, taken: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut taken = taken.iter().peekable();
    for mut range in from {
        while let Some(next) = taken.peek().filter(|t| t.start < range.end) {
            if range.start < next.start {
                out.push(range.start..next.start);
            }
            range.start = range.start.max(next.end);
            if next.end > range.end {
                break;
            }
            taken.next();
        }
        if range.start < range.end {
            out.push(range);
        }
    }
    out
}

/// Free bytes: gaps, and everything after the end.
struct Space {
    /// Length and start of each gap.
    gaps: BTreeSet<(usize, usize)>,
    end: usize,
}

impl Space {
    /// Gaps beyond the end are dropped.
    fn new(gaps: Vec<Range<usize>>, end: usize) -> Space {
        let gaps = gaps.into_iter().filter(|gap| gap.end <= end).map(|gap| (gap.len(), gap.start)).collect();
        Space { gaps, end }
    }

    /// Places new constants in gaps, the largest first: small ones fit into what is left.
    fn fill<'a>(&mut self, new: &'a [(Bytes, usize)], places: &mut HashMap<&'a [u8], usize>) -> Vec<(usize, Bytes)> {
        let mut by_size: Vec<&(Bytes, usize)> = new.iter().collect();
        by_size.sort_by_key(|(bytes, _)| Reverse(bytes.len()));
        let mut written = Vec::new();
        for (bytes, alignment) in by_size {
            if !places.contains_key(&bytes[..])
                && let Some(offset) = self.take(bytes.len(), *alignment)
            {
                places.insert(bytes, offset);
                written.push((offset, bytes.clone()));
            }
        }
        written
    }

    /// Takes this many bytes of a gap, aligned if possible.
    fn take(&mut self, len: usize, alignment: usize) -> Option<usize> {
        let (gap, offset) = self.gap(len, alignment)?;
        let (size, start) = gap;
        self.gaps.remove(&gap);
        for (left, at) in [(offset - start, start), (start + size - offset - len, offset + len)] {
            if left > 0 {
                self.gaps.insert((left, at));
            }
        }
        Some(offset)
    }

    /// Takes this many bytes at the end, aligned.
    fn append(&mut self, len: usize, alignment: usize) -> Option<usize> {
        let offset = self.end.checked_next_multiple_of(alignment)?;
        self.end = offset.checked_add(len)?;
        Some(offset)
    }

    /// A small gap that is large enough, and the offset of the bytes in it.
    fn gap(&self, len: usize, alignment: usize) -> Option<((usize, usize), usize)> {
        let smallest = |len: usize| self.gaps.range((len, 0)..).next().copied();
        let first = smallest(len)?;
        let fits = |(size, start): (usize, usize)| {
            let offset = start.checked_next_multiple_of(alignment)?;
            (offset.checked_add(len)? <= start + size).then_some(((size, start), offset))
        };
        let roomy = || smallest(len.checked_add(alignment - 1)?).and_then(fits);
        // OpenVINO itself packs constants without regard to their type.
        fits(first).or_else(roomy).or(Some((first, first.1)))
    }
}

/// The old bytes, overwritten by new ones and extended.
fn assembled(old: &Bytes, written: Vec<(usize, Bytes)>) -> PatchedFile {
    let mut file = PatchedFile::default();
    let mut at = 0;
    let copy = |file: &mut PatchedFile, from: usize, to: usize| {
        let kept = to.min(old.len());
        file.push(old.slice(from.min(kept)..kept));
        // Padding between constants at the end, less than an element.
        file.push(vec![0; to - from.max(kept)]);
    };
    for (offset, bytes) in written {
        copy(&mut file, at, offset);
        at = offset + bytes.len();
        file.push(bytes);
    }
    if at < old.len() {
        copy(&mut file, at, old.len());
    }
    file
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranges_are_subtracted() {
        assert_eq!(minus(vec![0..10, 20..30], &[2..3, 5..22, 25..26, 29..40]), [0..2, 3..5, 22..25, 26..29]);
        assert!(minus(vec![0..4, 6..7], &[0..4, 5..8]).is_empty());
        assert_eq!(merged(vec![4..6, 0..2, 1..3, 3..4, 8..9]), [0..6, 8..9]);
    }

    #[test]
    fn a_gap_is_split() {
        let mut space = Space::new(vec![1..12, 20..22, 30..40], 24);
        assert_eq!(space.take(4, 4), Some(4), "aligned, 1..4 and 8..12 are left");
        assert_eq!(space.take(4, 8), Some(8));
        assert_eq!(space.take(3, 2), Some(1), "not aligned, but in a gap");
        assert_eq!(space.take(2, 2), Some(20));
        assert_eq!(space.take(1, 1), None, "30..40 lies beyond the end");
        assert_eq!((space.append(3, 8), space.append(8, 8)), (Some(24), Some(32)));
    }

    #[test]
    fn offsets_near_the_maximum_do_not_panic() {
        let mut space = Space::new(vec![], usize::MAX - 2);
        assert_eq!((space.append(1, 8), space.append(8, 1)), (None, None));
    }

    proptest! {
        #[test]
        fn old_bytes_remain_and_new_bytes_are_added(
            ranges in prop::collection::vec((0usize..90, 1usize..20, any::<bool>()), 0..12),
            new in prop::collection::vec((prop::collection::vec(0u8..3, 1..12), 0u32..4), 0..8),
        ) {
            let old: Bytes = (0..100u8).map(|i| i % 5).collect::<Vec<_>>().into();
            let of = |stays| ranges.iter().filter(move |r| r.2 == stays).map(|r| r.0..(r.0 + r.1).min(100));
            let wide = |r: Range<usize>| r.start as u64..r.end as u64;
            let (used, freed): (Vec<_>, Vec<_>) = (of(true).map(wide).collect(), of(false).map(wide).collect());
            let new: Vec<(Bytes, usize)> = new.into_iter().map(|(bytes, a)| (bytes.into(), 1 << a)).collect();
            let (offsets, file) = place(&old, &used, &freed, &new).unwrap();
            let file = file.to_bytes();
            for range in of(true) {
                prop_assert_eq!(&file[range.clone()], &old[range]);
            }
            for ((bytes, _), &offset) in new.iter().zip(&offsets) {
                prop_assert_eq!(&file[offset..offset + bytes.len()], &bytes[..]);
            }
            let kept = of(true).map(|r| r.end).max().unwrap_or(0);
            let most: usize = new.iter().map(|(bytes, alignment)| bytes.len() + alignment - 1).sum();
            prop_assert!(file.len() <= kept.max(of(false).map(|r| r.end).max().unwrap_or(0)) + most);
            if new.is_empty() {
                prop_assert_eq!(file.len(), kept);
            }
        }
    }
}
