//! Findings that say the same of different nodes, told once.

use std::collections::HashMap;

use crate::report::Finding;

/// Fewer than these are each told.
const FEWEST: usize = 4;
/// Places that are named of those that are not told.
const NAMED: usize = 3;

/// The findings to tell, each with a note on those that say the same.
pub(crate) fn grouped(findings: &[Finding]) -> Vec<(&Finding, Option<String>)> {
    let mut groups: HashMap<(&str, String), Vec<usize>> = HashMap::new();
    for (at, finding) in findings.iter().enumerate() {
        groups.entry((finding.rule.code, pattern(&finding.message))).or_default().push(at);
    }
    let told = |(at, finding): (usize, &'_ Finding)| {
        let group = &groups[&(finding.rule.code, pattern(&finding.message))];
        match group.len() < FEWEST {
            true => Some(None),
            false => (group[0] == at).then(|| Some(others(findings, group))),
        }
    };
    let all = findings.iter().enumerate();
    all.filter_map(|(at, finding)| Some((finding, told((at, finding))?))).collect()
}

/// `41 more like this: main/a, main/b, main/c, …; --format concise lists all`, of all but the first.
fn others(findings: &[Finding], group: &[usize]) -> String {
    let mut group = group.iter().filter_map(|at| findings.get(*at));
    let Some(first) = group.next() else { return String::new() };
    let group: Vec<&Finding> = group.collect();
    let mut places: Vec<&str> = Vec::new();
    for place in group.iter().filter_map(|finding| place(finding, first)) {
        if places.len() < NAMED && !places.contains(&place) {
            places.push(place);
        }
    }
    let more = if places.len() < group.len() && !places.is_empty() { ", …" } else { "" };
    let colon = if places.is_empty() { "" } else { ": " };
    format!("{} more like this{colon}{}{more}; `--format concise` lists all", group.len(), places.join(", "))
}

/// The node; of what is no node's the name in which its message differs from the first one.
fn place<'f>(finding: &'f Finding, first: &Finding) -> Option<&'f str> {
    if finding.location.node.is_some() {
        return finding.location.path.as_deref();
    }
    let value = finding.location.value.as_deref().filter(|name| !name.is_empty());
    value.or_else(|| differing(&finding.message, &first.message))
}

/// The first name between backquotes that another message of the same pattern does not have there.
fn differing<'m>(message: &'m str, other: &str) -> Option<&'m str> {
    let pairs = message.split('`').zip(other.split('`')).skip(1).step_by(2);
    pairs.filter(|(own, other)| own != other).map(|(own, _)| own).next()
}

/// The message without the names and numbers of one node.
fn pattern(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    for (at, part) in message.split('`').enumerate() {
        // Every second part stands between backquotes.
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
    fn what_differs_from_node_to_node_is_left_out() {
        let one = pattern("axis 14 is out of range for input `x` of rank 4 (valid: -4..=3)");
        assert_eq!(one, pattern("axis 9 is out of range for input `yy` of rank 13 (valid: -13..=12)"));
        assert_ne!(one, pattern("axis 9 is listed a second time"));
    }

    #[test]
    fn a_name_is_what_differs() {
        assert_eq!(differing("`float_data` of `w1` has 2", "`float_data` of `w0` has 1"), Some("w1"));
        assert_eq!(differing("`w0` has 2", "`w0` has 1"), None);
        assert_eq!(differing("none", "none"), None);
    }
}
