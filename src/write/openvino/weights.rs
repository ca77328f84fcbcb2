//! Where new constants lie in the weights.
//!
//! What stays keeps its offset. Bytes that only constants that go referred to are free.

use std::collections::BTreeSet;
use std::ops::Range;

use bytes::Bytes;
use hashbrown::{HashMap, HashSet};

use crate::write::{Edited, WriteError};

/// The weights that layers that stay refer to are not there.
pub(super) fn missing() -> WriteError {
    WriteError::Inconsistent("layers that stay refer to weights that are missing, or lie beyond their end".to_owned())
}

/// The offset of each new constant, given with what the offset should be a multiple of, and the new file.
///
/// `used` and `freed` are the ranges that constants that stay and that go refer to, in any order and number.
pub(super) fn place(
    old: &Bytes,
    used: &[Range<u64>],
    freed: &[Range<u64>],
    new: &[(Bytes, usize)],
) -> Result<(Vec<usize>, Edited), WriteError> {
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
    let mut written: Vec<(usize, Bytes)> = Vec::new();
    for (bytes, alignment) in new.iter().filter(|(bytes, _)| !bytes.is_empty()) {
        if !places.contains_key(&bytes[..]) {
            let offset = space.take(bytes.len(), *alignment).ok_or_else(too_large)?;
            places.insert(bytes, offset);
            written.push((offset, bytes.clone()));
        }
    }
    let offsets = new.iter().map(|(bytes, _)| places.get(&bytes[..]).copied().unwrap_or(0)).collect();
    written.sort_unstable_by_key(|(offset, _)| *offset);
    Ok((offsets, assembled(&old.slice(..end), written)))
}

fn too_large() -> WriteError {
    WriteError::Inconsistent("the new weights are greater than memory".to_owned())
}

/// New constants with the bytes of one that goes: they stay where they are, and are not even written anew.
fn as_they_lie<'a>(old: &[u8], freed: &[Range<usize>], new: &'a [(Bytes, usize)]) -> HashMap<&'a [u8], usize> {
    let lengths: HashSet<usize> = new.iter().map(|(bytes, _)| bytes.len()).collect();
    let mut there: HashMap<&[u8], usize> = HashMap::new();
    for range in freed.iter().filter(|r| lengths.contains(&r.len())) {
        let offset = there.entry(old.get(range.clone()).unwrap_or(&[])).or_insert(range.start);
        *offset = range.start.min(*offset);
    }
    new.iter().filter_map(|(bytes, _)| Some((&bytes[..], *there.get(&bytes[..])?))).collect()
}

/// The same ranges, sorted, those that touch made one.
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

/// What of the first ranges is in none of the second; both sorted and apart.
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

/// Free bytes: gaps, and everything from the end on.
struct Space {
    /// Length and start of each gap.
    gaps: BTreeSet<(usize, usize)>,
    end: usize,
}

impl Space {
    /// Gaps beyond the end are no gaps.
    fn new(gaps: Vec<Range<usize>>, end: usize) -> Space {
        let gaps = gaps.into_iter().filter(|gap| gap.end <= end).map(|gap| (gap.len(), gap.start)).collect();
        Space { gaps, end }
    }

    /// Takes `len` bytes, at an offset that `alignment` divides unless that would make the file grow.
    fn take(&mut self, len: usize, alignment: usize) -> Option<usize> {
        if let Some((gap, offset)) = self.gap(len, alignment) {
            let (size, start) = gap;
            self.gaps.remove(&gap);
            for (left, at) in [(offset - start, start), (start + size - offset - len, offset + len)] {
                if left > 0 {
                    self.gaps.insert((left, at));
                }
            }
            return Some(offset);
        }
        let offset = self.end.checked_next_multiple_of(alignment)?;
        self.end = offset.checked_add(len)?;
        Some(offset)
    }

    /// A small gap that is large enough, and where in it the bytes lie.
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

/// The old bytes with new ones written over them and behind them.
fn assembled(old: &Bytes, written: Vec<(usize, Bytes)>) -> Edited {
    let mut file = Edited::default();
    let mut at = 0;
    let copy = |file: &mut Edited, from: usize, to: usize| {
        let kept = to.min(old.len());
        file.push(old.slice(from.min(kept)..kept));
        // Between constants at the end, fewer bytes than an element has.
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
