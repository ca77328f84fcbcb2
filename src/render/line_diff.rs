//! The difference between two texts, line by line.

use std::hash::BuildHasher;
use std::io::{self, Write};
use std::mem;
use std::ops::Range;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use memchr::{memchr, memrchr};

use crate::escape::write_one_line;

/// Lines shown before and after a difference.
const CONTEXT: usize = 2;

/// Writes the lines that differ, with `-` for `old` and `+` for `new`, and a few lines of context.
pub(crate) fn write_line_diff(out: &mut dyn Write, old: &str, new: &str) -> io::Result<()> {
    let texts = Texts { old: Lines(old), new: Lines(new) };
    let mut changes = texts.changes().peekable();
    // The end of what is shown, and a line with its number.
    let (mut shown, mut counted) = (0, None);
    while let Some((gone, added)) = changes.next() {
        let from = (0..CONTEXT).fold(gone.start, |at, _| if at > shown { texts.old.before(at) } else { at });
        if from > shown || counted.is_none() {
            let (at, number) = counted.unwrap_or((0, 1));
            let number = number + old[at..from].lines().count();
            writeln!(out, "@@ line {number} @@")?;
            counted = Some((from, number));
        }
        let next = changes.peek().map_or(old.len(), |(gone, _)| gone.start);
        shown = (0..CONTEXT).fold(gone.end, |at, _| if at < next { texts.old.after(at) } else { at });
        let mut write = |sign: &str, lines: &str| lines.lines().try_for_each(|line| write_line(out, sign, line));
        write(" ", &old[from..gone.start])?;
        write("-", &old[gone.start..gone.end])?;
        write("+", &new[added])?;
        write(" ", &old[gone.end..shown])?;
    }
    Ok(())
}

/// Writes a line that controls nothing, with its tabs: an escape would misalign it.
fn write_line(out: &mut dyn Write, sign: &str, line: &str) -> io::Result<()> {
    write!(out, "{sign} ")?;
    for (at, part) in line.split('\t').enumerate() {
        out.write_all(if at > 0 { b"\t" } else { b"" })?;
        write_one_line(out, part)?;
    }
    writeln!(out)
}

/// A text by its lines, which may be so short that a list of them takes much more memory than the text. A line is known by
/// its position: that of its first byte.
#[derive(Clone, Copy)]
struct Lines<'t>(&'t str);

impl<'t> Lines<'t> {
    /// The line at a position, without its end.
    fn line(self, at: usize) -> &'t str {
        self.0[at..].lines().next().unwrap_or_default()
    }

    /// The position after a line.
    fn after(self, at: usize) -> usize {
        memchr(b'\n', &self.0.as_bytes()[at..]).map_or(self.0.len(), |length| at + length + 1)
    }

    /// The position of the line that ends where another one starts, or the text ends.
    fn before(self, at: usize) -> usize {
        memrchr(b'\n', &self.0.as_bytes()[..at - 1]).map_or(0, |end| end + 1)
    }

    /// The positions of all lines.
    fn all(self) -> impl Iterator<Item = usize> {
        let mut next = 0;
        self.0.split_inclusive('\n').map(move |line| {
            let after = next + line.len();
            mem::replace(&mut next, after)
        })
    }
}

/// Positions in both texts.
type Pair = (usize, usize);

#[derive(Clone, Copy)]
struct Texts<'t> {
    old: Lines<'t>,
    new: Lines<'t>,
}

impl<'t> Texts<'t> {
    /// The parts that differ: lines of `old`, and the lines of `new` that replace them.
    ///
    /// Lines that occur once in both texts are matched, as many as are in the same order, and the matches are extended to
    /// the lines around them. The work is therefore proportional to the length of the texts (times its logarithm).
    fn changes(self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + use<'t> {
        let same = in_order(self.unique_pairs()).into_iter().map(|(old, new)| (old as usize, new as usize));
        let mut from = (0, 0);
        same.chain([(self.old.0.len(), self.new.0.len())]).filter_map(move |next| {
            let start = self.after_equal(from, next);
            let end = self.before_equal(start, next);
            from = next;
            (start != end).then_some((start.0..end.0, start.1..end.1))
        })
    }

    /// The positions after the lines that are equal at the start of a part.
    fn after_equal(self, mut at: Pair, to: Pair) -> Pair {
        while at.0 < to.0 && at.1 < to.1 && self.old.line(at.0) == self.new.line(at.1) {
            at = (self.old.after(at.0), self.new.after(at.1));
        }
        at
    }

    /// The positions of the lines that are equal at the end of a part.
    fn before_equal(self, from: Pair, mut at: Pair) -> Pair {
        while at.0 > from.0 && at.1 > from.1 {
            let before = (self.old.before(at.0), self.new.before(at.1));
            if self.old.line(before.0) != self.new.line(before.1) {
                break;
            }
            at = before;
        }
        at
    }

    /// The positions of lines that occur once in both texts, in the order of the old text; none in texts of more than 4 GiB.
    fn unique_pairs(self) -> Vec<(Position, Position)> {
        let mut pairs = Vec::new();
        if self.old.0.len().max(self.new.0.len()) < REPEATED as usize {
            let hasher = DefaultHashBuilder::default();
            let parts = if self.old.0.len() < SHORT * self.old.all().count() { PARTS } else { 1 };
            (0..parts).for_each(|part| self.add_unique_pairs(&hasher, (part, parts), &mut pairs));
            pairs.sort_unstable();
        }
        pairs
    }

    /// Adds those of these pairs whose hashes are in one of these many parts.
    fn add_unique_pairs(
        self,
        hasher: &DefaultHashBuilder,
        (part, parts): (u64, u64),
        pairs: &mut Vec<(Position, Position)>,
    ) {
        let old = |at: Position| self.old.line(at as usize);
        // These bits are in the middle: a table uses the first and the last ones.
        let hash = |line: &str| Some(hasher.hash_one(line)).filter(|hash| (hash >> 32) % parts == part);
        // Each line of the old text: its first position there, and that in the new text.
        let mut table: HashTable<(Position, Position)> = HashTable::new();
        for at in self.old.all() {
            let line = self.old.line(at);
            let Some(hashed) = hash(line) else { continue };
            match table.entry(hashed, |known| old(known.0) == line, |known| hasher.hash_one(old(known.0))) {
                Entry::Occupied(mut known) => known.get_mut().1 = REPEATED,
                Entry::Vacant(free) => drop(free.insert((at as Position, ABSENT))),
            }
        }
        for at in self.new.all() {
            let line = self.new.line(at);
            let known = hash(line).and_then(|hashed| table.find_mut(hashed, |known| old(known.0) == line));
            if let Some((_, place)) = known {
                *place = if *place == ABSENT { at as Position } else { REPEATED };
            }
        }
        let unique = || table.iter().copied().filter(|&(_, place)| place < REPEATED);
        pairs.reserve_exact(unique().count());
        pairs.extend(unique());
    }
}

/// The position of a line in a text, in the least memory.
type Position = u32;

/// In place of a position: of a line that is not in a text, and of one that occurs again.
const ABSENT: Position = Position::MAX;
const REPEATED: Position = Position::MAX - 1;

/// In how many parts lines are compared that have fewer bytes on average, so that a table has only those of one part.
const PARTS: u64 = 4;
const SHORT: usize = 16;

/// The longest subsequence of pairs that is in order in both texts.
fn in_order(mut pairs: Vec<(Position, Position)>) -> Vec<(Position, Position)> {
    // By length minus one: the pair with the lowest second position that ends such a subsequence.
    let mut ends: Vec<u32> = Vec::with_capacity(pairs.len());
    // By pair: the one before it in the longest subsequence that it ends.
    let mut before = Vec::with_capacity(pairs.len());
    for (pair, at) in pairs.iter().zip(0..) {
        let length = ends.partition_point(|&end| pairs[end as usize].1 < pair.1);
        before.push(length.checked_sub(1).map_or(u32::MAX, |shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    // From its end, the subsequence is moved to the end of the list.
    let (mut at, mut kept) = (ends.last().copied().unwrap_or(u32::MAX), pairs.len());
    while let Some(&pair) = pairs.get(at as usize) {
        kept -= 1;
        pairs[kept] = pair;
        at = before[at as usize];
    }
    pairs.drain(..kept);
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn diff(old: &str, new: &str) -> String {
        let mut out = Vec::new();
        write_line_diff(&mut out, old, new).expect("written");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn a_difference_is_shown_with_context() {
        assert_eq!(diff("a\nb\n", "a\nb\n"), "");
        assert_eq!(diff("a\nb\nc\nd\ne\n", "a\nb\nc\nX\ne\n"), "@@ line 2 @@\n  b\n  c\n- d\n+ X\n  e\n");
        assert_eq!(diff("", "a\n"), "@@ line 1 @@\n+ a\n");
        assert_eq!(diff("a\na\na\n", "a\na\n"), "@@ line 1 @@\n  a\n  a\n- a\n");
        assert_eq!(diff("1\n2\n3\n4\n5\n6\n7\n8\n", "1\nx\n3\n4\n5\n6\n7\ny\n").matches("@@ line").count(), 2);
    }

    #[test]
    fn a_line_controls_nothing_and_keeps_its_tabs() {
        let new = "\t::error::x\t##[y]\u{1b}[31m\n";
        assert_eq!(diff("", new), "@@ line 1 @@\n+ \t\\u{3a}:error::x\t#\\u{23}[y]\\u{1b}[31m\n");
    }

    #[test]
    fn applying_the_difference_to_the_old_text_produces_the_new_one() {
        let texts = ["a b c d e f", "a c b d f f e", "f e d c b a", "", "a a b b a a", "b a a x b", "x"];
        let texts = texts.map(|text| text.replace(' ', "\n"));
        for (old, new) in texts.iter().flat_map(|old| texts.iter().map(move |new| (old, new))) {
            let (mut patched, mut at) = (Vec::new(), 0);
            for (gone, added) in (Texts { old: Lines(old), new: Lines(new) }).changes() {
                patched.extend(old[at..gone.start].lines().chain(new[added].lines()));
                at = gone.end;
            }
            patched.extend(old[at..].lines());
            assert_eq!(patched, new.lines().collect::<Vec<_>>(), "{old:?}");
        }
    }

    /// The same difference by lists of lines, without regard to time or memory.
    fn reference(old: &str, new: &str) -> String {
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let place = |lines: &[&str], line: &str| {
            let mut places = (0..lines.len()).filter(|&at| lines[at] == line);
            places.next().filter(|_| places.next().is_none())
        };
        let pairs = old.iter().filter_map(|line| Some((place(&old, line)? as u32, place(&new, line)? as u32)));
        let mut same: Vec<Pair> =
            in_order(pairs.collect()).into_iter().map(|(old, new)| (old as usize, new as usize)).collect();
        same.push((old.len(), new.len()));
        let (mut i, mut j, mut text, mut shown) = (0, 0, Vec::new(), 0);
        let mut changes: Vec<(Range<usize>, Range<usize>)> = Vec::new();
        for (next_old, next_new) in same {
            while i < next_old && j < next_new && old[i] == new[j] {
                (i, j) = (i + 1, j + 1);
            }
            let equal = |count: usize| {
                next_old - count > i && next_new - count > j && old[next_old - count - 1] == new[next_new - count - 1]
            };
            let count = (0..).find(|&count| !equal(count)).expect("the texts end");
            if next_old - count > i || next_new - count > j {
                changes.push((i..next_old - count, j..next_new - count));
            }
            (i, j) = (next_old, next_new);
        }
        for (at, (gone, added)) in changes.iter().enumerate() {
            let from = gone.start.saturating_sub(CONTEXT).max(shown);
            if from > shown || at == 0 {
                text.extend(format!("@@ line {} @@\n", from + 1).into_bytes());
            }
            let end = changes.get(at + 1).map_or(old.len(), |(gone, _)| gone.start).min(gone.end + CONTEXT);
            let parts = [
                (" ", &old[from..gone.start]),
                ("-", &old[gone.clone()]),
                ("+", &new[added.clone()]),
                (" ", &old[gone.end..end]),
            ];
            for (sign, lines) in parts {
                lines.iter().for_each(|line| write_line(&mut text, sign, line).expect("memory"));
            }
            shown = end;
        }
        String::from_utf8(text).expect("UTF-8")
    }

    proptest! {
        #[test]
        fn the_difference_is_that_of_lists_of_lines(
            old in "([a-f]?(\n|\r\n|\r)){0,12}[a-f]?",
            new in "([a-f]?(\n|\r\n|\r)){0,12}[a-f]?",
            part in "([a-z]{0,2}\n){0,30}",
        ) {
            // Also of texts that have much in common.
            for (old, new) in [(old.clone(), new.clone()), (format!("{part}{old}{part}"), format!("{part}{new}{part}"))] {
                prop_assert_eq!(diff(&old, &new), reference(&old, &new));
            }
        }
    }
}
