//! Groups of similar findings at different nodes, of which only the first is shown.

use std::collections::HashMap;

use crate::report::Finding;

/// The minimum size of a group. Fewer findings are shown individually.
const MIN_GROUP_SIZE: usize = 4;
/// Maximum number of locations in the note about the others.
const MAX_NAMED_LOCATIONS: usize = 3;

/// The findings to show, each with a note about similar ones.
pub(crate) fn grouped(findings: &[Finding]) -> Vec<(&Finding, Option<String>)> {
    let mut groups: HashMap<(&str, String), Vec<usize>> = HashMap::new();
    for (at, finding) in findings.iter().enumerate() {
        groups.entry((finding.rule.code, pattern(&finding.message))).or_default().push(at);
    }
    let shown = |(at, finding): (usize, &'_ Finding)| {
        let group = &groups[&(finding.rule.code, pattern(&finding.message))];
        match group.len() < MIN_GROUP_SIZE {
            true => Some(None),
            false => (group[0] == at).then(|| Some(others(findings, group))),
        }
    };
    let all = findings.iter().enumerate();
    all.filter_map(|(at, finding)| Some((finding, shown((at, finding))?))).collect()
}

/// `41 more like this: main/a, main/b, main/c, …; --format concise lists all`, for all but the first.
fn others(findings: &[Finding], group: &[usize]) -> String {
    let mut group = group.iter().filter_map(|at| findings.get(*at));
    let Some(first) = group.next() else { return String::new() };
    let group: Vec<&Finding> = group.collect();
    let mut locations: Vec<&str> = Vec::new();
    for location in group.iter().filter_map(|finding| location(finding, first)) {
        if locations.len() < MAX_NAMED_LOCATIONS && !locations.contains(&location) {
            locations.push(location);
        }
    }
    let more = if locations.len() < group.len() && !locations.is_empty() { ", …" } else { "" };
    let colon = if locations.is_empty() { "" } else { ": " };
    format!("{} more like this{colon}{}{more}; `--format concise` lists all", group.len(), locations.join(", "))
}

/// The node; for other findings, the name that differs from the one in the first message.
fn location<'f>(finding: &'f Finding, first: &Finding) -> Option<&'f str> {
    if finding.location.node.is_some() {
        return finding.location.path.as_deref();
    }
    let value = finding.location.value.as_deref().filter(|name| !name.is_empty());
    value.or_else(|| differing(&finding.message, &first.message))
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
