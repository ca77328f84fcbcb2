//! Groups of similar findings at different nodes, of which reports for people show only the first.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{FileReport, Finding};

/// The minimum size of a group. Fewer findings are shown individually.
const MIN_GROUP_SIZE: usize = 4;
/// Maximum number of locations in the note about the others.
const MAX_NAMED_LOCATIONS: usize = 3;

/// A finding to show, and the similar findings that it stands for.
pub(crate) struct Group<'f> {
    pub(crate) finding: &'f Finding,
    /// The position of the finding in its file.
    pub(crate) index: usize,
    /// The positions of the similar ones, and the findings.
    pub(crate) similar: Vec<(usize, &'f Finding)>,
}

impl FileReport {
    /// The findings to show, in file order.
    pub(crate) fn groups(&self) -> Vec<Group<'_>> {
        let (mut groups, mut known): (Vec<Vec<usize>>, HashMap<Cause, usize>) = Default::default();
        let mut group_of = Vec::with_capacity(self.findings.len());
        for (at, finding) in self.findings.iter().enumerate() {
            let group = *known.entry(Cause::of(finding)).or_insert(groups.len());
            groups.resize_with(groups.len().max(group + 1), Vec::new);
            groups[group].push(at);
            group_of.push(group);
        }
        let shown = |(index, finding): (usize, _)| {
            let group = &groups[group_of[index]][..];
            if group.len() < MIN_GROUP_SIZE || self.individually {
                return Some(Group { finding, index, similar: Vec::new() });
            }
            let similar = || group[1..].iter().map(|&at| (at, &self.findings[at])).collect();
            (group[0] == index).then(|| Group { finding, index, similar: similar() })
        };
        self.findings.iter().enumerate().filter_map(shown).collect()
    }
}

impl Group<'_> {
    /// `41 more like this: main/a, main/b, main/c, …`, if there are more.
    pub(crate) fn note(&self) -> Option<String> {
        let mut locations = Vec::new();
        for location in self.similar.iter().filter_map(|(_, finding)| location(finding, self.finding)) {
            if !locations.contains(&location) {
                locations.push(location);
            }
            if locations.len() == MAX_NAMED_LOCATIONS {
                break;
            }
        }
        let number = self.similar.len();
        let more = if locations.len() < number && !locations.is_empty() { ", …" } else { "" };
        let colon = if locations.is_empty() { "" } else { ": " };
        (number > 0).then(|| format!("{number} more like this{colon}{}{more}", locations.join(", ")))
    }
}

/// The cause of a finding, as far as a report can tell: equal for the same rule with the same message about other names
/// and numbers.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Cause(String, String);

impl Cause {
    /// The cause of a finding.
    pub(crate) fn of(finding: &Finding) -> Cause {
        Cause(finding.rule().code().to_owned(), pattern(finding.message()))
    }
}

/// The node; for other findings, the name that differs from the one in the first message.
fn location<'f>(finding: &'f Finding, first: &Finding) -> Option<Cow<'f, str>> {
    if finding.location.node.is_some() {
        return finding.location.path().map(Cow::Owned);
    }
    let value = finding.location.value.as_deref().filter(|name| !name.is_empty());
    value.or_else(|| differing(finding.message(), first.message())).map(Cow::Borrowed)
}

/// The first name in backticks that differs from the name at the same position of another message.
fn differing<'m>(message: &'m str, other: &str) -> Option<&'m str> {
    let pairs = message.split('`').zip(other.split('`')).skip(1).step_by(2);
    pairs.filter(|(own, other)| own != other).map(|(own, _)| own).next()
}

/// The message without the names and numbers of one node.
fn pattern(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    for (at, part) in message.split('`').enumerate() {
        // Every second part is between backticks.
        if at % 2 == 1 {
            out.push('`');
            continue;
        }
        let mut digits = false;
        for c in part.chars() {
            if !c.is_ascii_digit() {
                out.push(c);
            } else if !digits {
                out.push('#');
            }
            digits = c.is_ascii_digit();
        }
    }
    // Reports keep it as long as the finding.
    out.shrink_to_fit();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_not_part_of_the_pattern() {
        let one = pattern("axis 14 is out of range for input `x` of rank 4; expected -4..=3");
        assert_eq!(one, pattern("axis 9 is out of range for input `yy` of rank 13; expected -13..=12"));
        assert_ne!(one, pattern("axis 9 appears twice"));
    }

    #[test]
    fn the_first_differing_name_is_found() {
        assert_eq!(differing("`float_data` of `w1` has 2", "`float_data` of `w0` has 1"), Some("w1"));
        assert_eq!(differing("`w0` has 2", "`w0` has 1"), None);
        assert_eq!(differing("none", "none"), None);
    }
}
