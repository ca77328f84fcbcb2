//! The order of findings in reports that are read from the top, or of which services show only the first.

use std::collections::HashMap;

use crate::report::{Cause, Finding};
use crate::rule::Level;

/// GitHub shows at most this many annotations of each level for a step.
pub(super) const MAX_ANNOTATIONS: usize = 10;

/// Findings of all files, to be put in order.
pub(super) struct BySeverity<T> {
    entries: Vec<Entry<T>>,
    causes: HashMap<Cause, usize>,
    /// How many findings of the current file have a level and a cause.
    alike: HashMap<(Level, usize), usize>,
    files: usize,
}

struct Entry<T> {
    level: Level,
    cause: usize,
    file: usize,
    what: T,
}

impl<T> Default for BySeverity<T> {
    fn default() -> BySeverity<T> {
        BySeverity { entries: Vec::new(), causes: HashMap::new(), alike: HashMap::new(), files: 0 }
    }
}

impl<T> BySeverity<T> {
    /// The number of findings.
    #[cfg(feature = "render")]
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The next findings are those of another file.
    pub(super) fn next_file(&mut self) {
        self.files += 1;
        self.alike.clear();
    }

    /// Adds a finding of the current file, from whether it may be one of the first of its level.
    pub(super) fn push(&mut self, finding: &Finding, what: impl FnOnce(bool) -> T) {
        let next = self.causes.len();
        let cause = *self.causes.entry(Cause::of(finding)).or_insert(next);
        // Of those with one file and one cause, those that come first go first.
        let alike = self.alike.entry((finding.level, cause)).or_insert(0);
        *alike += 1;
        let what = what(*alike <= MAX_ANNOTATIONS);
        self.entries.push(Entry { level: finding.level, cause, file: self.files, what });
    }

    /// The findings by level. The first [`MAX_ANNOTATIONS`] of each level cover as many causes and files as possible; the
    /// others are in file order.
    pub(super) fn sorted(self) -> Vec<(Level, T)> {
        let mut entries = self.entries;
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.level));
        let mut sorted = Vec::with_capacity(entries.len());
        let mut rest = entries.into_iter().peekable();
        while let Some(level) = rest.peek().map(|entry| entry.level) {
            let mut of_level = Vec::new();
            while let Some(entry) = rest.next_if(|entry| entry.level == level) {
                of_level.push(entry);
            }
            let first = diverse(&mut of_level);
            sorted.extend(first.into_iter().chain(of_level).map(|entry| (level, entry.what)));
        }
        sorted
    }
}

/// Takes the first entries: one of every file, of causes that are not among them yet, before a second of any file.
fn diverse<T>(entries: &mut Vec<Entry<T>>) -> Vec<Entry<T>> {
    let mut counts = HashMap::new();
    entries.iter().for_each(|entry| *counts.entry(entry.cause).or_insert(0usize) += 1);
    let (mut causes, mut files) = (HashMap::new(), HashMap::new());
    let mut taken = Vec::new();
    while taken.len() < MAX_ANNOTATIONS && !entries.is_empty() {
        // Of several minima, the first. A rare cause goes first, because other files can show a frequent one.
        let rank = |entry: &Entry<T>| {
            let of = |uses: &HashMap<usize, usize>, key: usize| uses.get(&key).copied().unwrap_or(0);
            (of(&files, entry.file), of(&causes, entry.cause), of(&counts, entry.cause))
        };
        let at = (0..entries.len()).min_by_key(|&at| rank(&entries[at])).unwrap_or(0);
        let entry = entries.remove(at);
        *causes.entry(entry.cause).or_insert(0usize) += 1;
        *files.entry(entry.file).or_insert(0usize) += 1;
        taken.push(entry);
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(entries: &[(Level, usize, usize)]) -> Vec<usize> {
        let entry = |(what, &(level, cause, file)): (usize, &(Level, usize, usize))| Entry { level, cause, file, what };
        let entries = entries.iter().enumerate().map(entry).collect();
        let all = BySeverity { entries, ..BySeverity::default() };
        all.sorted().into_iter().map(|(_, what)| what).collect()
    }

    #[test]
    fn every_file_and_every_cause_come_before_a_second_of_either() {
        let (e, w) = (Level::Error, Level::Warning);
        // The first file has three errors of one cause and one of another, the second one of each, the third a warning
        // and an error.
        let all = [(e, 0, 0), (e, 0, 0), (e, 0, 0), (e, 1, 0), (e, 0, 1), (e, 1, 1), (w, 0, 2), (e, 0, 2)];
        assert_eq!(sorted(&all), [3, 4, 7, 5, 0, 1, 2, 6]);
    }

    #[test]
    fn one_file_does_not_take_all_annotations() {
        let mut all: Vec<_> = (0..84).map(|cause| (Level::Error, cause, 0)).collect();
        all.extend((1..6).map(|file| (Level::Error, 0, file)));
        let first = &sorted(&all)[..MAX_ANNOTATIONS];
        assert!((84..89).all(|other| first.contains(&other)), "{first:?}");
        assert_eq!(sorted(&all).len(), 89);
    }
}
