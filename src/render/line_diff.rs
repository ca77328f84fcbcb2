//! The difference between two texts, line by line.

use std::hash::BuildHasher;
use std::io::{self, Write};
use std::ops::Range;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

/// Lines shown before and after a difference.
const CONTEXT: usize = 2;

/// Writes the lines that differ, with `-` for `old` and `+` for `new`, and a few lines of context.
pub(crate) fn write_line_diff(out: &mut dyn Write, old: &str, new: &str) -> io::Result<()> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut shown = 0;
    let changes = changes(&old, &new);
    for (at, (gone, added)) in changes.iter().enumerate() {
        let from = gone.start.saturating_sub(CONTEXT).max(shown);
        if from > shown || at == 0 {
            writeln!(out, "@@ line {} @@", from + 1)?;
        }
        old.get(from..gone.start).unwrap_or_default().iter().try_for_each(|line| writeln!(out, "  {line}"))?;
        old.get(gone.clone()).unwrap_or_default().iter().try_for_each(|line| writeln!(out, "- {line}"))?;
        new.get(added.clone()).unwrap_or_default().iter().try_for_each(|line| writeln!(out, "+ {line}"))?;
        let next = changes.get(at + 1).map_or(old.len(), |(gone, _)| gone.start);
        shown = (gone.end + CONTEXT).min(next);
        old.get(gone.end..shown).unwrap_or_default().iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    Ok(())
}

/// The ranges that differ: lines of `old`, and the lines of `new` that replace them.
///
/// Lines that occur once in both texts are matched, as many as are in the same order, and the matches are extended to
/// the lines around them. The work is therefore proportional to the length of the texts (times its logarithm).
fn changes(old: &[&str], new: &[&str]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut same = in_order(&unique_pairs(old, new));
    same.push((old.len(), new.len()));
    let (mut i, mut j) = (0, 0);
    let mut changes: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    for (next_old, next_new) in same {
        while i < next_old && j < next_new && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        }
        let (mut end_old, mut end_new) = (next_old.max(i), next_new.max(j));
        while end_old > i && end_new > j && old[end_old - 1] == new[end_new - 1] {
            (end_old, end_new) = (end_old - 1, end_new - 1);
        }
        if end_old > i || end_new > j {
            changes.push((i..end_old, j..end_new));
        }
        (i, j) = (next_old.max(i), next_new.max(j));
    }
    changes
}

/// The position of a line in a text.
type Line = u32;

/// In place of a position: of a line that is not in a text, and of one that occurs again.
const ABSENT: Line = Line::MAX;
const REPEATED: Line = Line::MAX - 1;

/// The positions of lines that occur once in both texts, in the order of the old text.
fn unique_pairs(old: &[&str], new: &[&str]) -> Vec<(Line, Line)> {
    let hasher = DefaultHashBuilder::default();
    let hash = |line: &str| hasher.hash_one(line);
    // Each line of the old text, as its first position there.
    let mut first: HashTable<Line> = HashTable::with_capacity(old.len());
    // By this position: that in the new text.
    let mut places = vec![ABSENT; old.len()];
    for (&line, at) in old.iter().zip(0..) {
        match first.entry(hash(line), |&known| old[known as usize] == line, |&known| hash(old[known as usize])) {
            Entry::Occupied(known) => places[*known.get() as usize] = REPEATED,
            Entry::Vacant(free) => drop(free.insert(at)),
        }
    }
    for (&line, at) in new.iter().zip(0..) {
        if let Some(&known) = first.find(hash(line), |&known| old[known as usize] == line) {
            let place = &mut places[known as usize];
            *place = if *place == ABSENT { at } else { REPEATED };
        }
    }
    (0..).zip(places).filter(|&(_, place)| place < REPEATED).collect()
}

/// The longest subsequence of pairs that is in order in both texts.
fn in_order(pairs: &[(Line, Line)]) -> Vec<(usize, usize)> {
    // By length minus one: the pair with the lowest second position that ends such a subsequence.
    let mut ends: Vec<Line> = Vec::new();
    let mut before = vec![Line::MAX; pairs.len()];
    for (pair, at) in pairs.iter().zip(0..) {
        let length = ends.partition_point(|&end| pairs[end as usize].1 < pair.1);
        before[at as usize] = length.checked_sub(1).map_or(Line::MAX, |shorter| ends[shorter]);
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut list = Vec::with_capacity(ends.len() + 1);
    let mut at = ends.last().copied().unwrap_or(Line::MAX);
    while let Some(&(old, new)) = pairs.get(at as usize) {
        list.push((old as usize, new as usize));
        at = before[at as usize];
    }
    list.reverse();
    list
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn applying_the_difference_to_the_old_text_produces_the_new_one() {
        let texts = ["a b c d e f", "a c b d f f e", "f e d c b a", "", "a a b b a a", "b a a x b", "x"];
        for (old, new) in texts.iter().flat_map(|old| texts.iter().map(move |new| (old, new))) {
            let (old, new): (Vec<_>, Vec<_>) = (old.split_whitespace().collect(), new.split_whitespace().collect());
            let (mut patched, mut at) = (Vec::new(), 0);
            for (gone, added) in changes(&old, &new) {
                patched.extend_from_slice(&old[at..gone.start]);
                patched.extend_from_slice(&new[added]);
                at = gone.end;
            }
            patched.extend_from_slice(&old[at..]);
            assert_eq!(patched, new, "{old:?}");
        }
    }
}
