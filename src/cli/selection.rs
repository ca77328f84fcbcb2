//! Which findings are reported, and at which level.

use std::fmt;

use crate::diagnostic::{Diagnostic, Level};
use crate::rules::{self, Category, RULES, Rule};

/// A set of rules, as a person names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Selector {
    All,
    Category(Category),
    /// Rules whose code begins so.
    Prefix(&'static str),
    Rule(&'static Rule),
}

/// Text that names no rule.
#[derive(Debug)]
pub(super) struct UnknownRule {
    text: String,
    nearest: Option<&'static str>,
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no code, prefix, name or category of a rule", self.text)?;
        match self.nearest {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => write!(f, "; `shapewright rules` lists all"),
        }
    }
}

const CATEGORIES: [Category; 5] =
    [Category::Correctness, Category::Portability, Category::Suspicious, Category::Performance, Category::Style];

impl Selector {
    /// `ALL`, a category, a code, the beginning of one, or a name.
    pub(super) fn parse(text: &str) -> Result<Selector, UnknownRule> {
        if text.eq_ignore_ascii_case("all") {
            return Ok(Selector::All);
        }
        if let Some(category) = CATEGORIES.into_iter().find(|c| c.name() == text) {
            return Ok(Selector::Category(category));
        }
        if let Some(rule) = rules::find(text) {
            return Ok(Selector::Rule(rule));
        }
        let prefix = |rule: &&&Rule| {
            !text.is_empty() && rule.code.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text))
        };
        match RULES.iter().find(prefix) {
            Some(rule) => Ok(Selector::Prefix(&rule.code[..text.len()])),
            None => Err(UnknownRule { text: text.to_owned(), nearest: nearest(text) }),
        }
    }

    fn holds(self, rule: &Rule) -> bool {
        match self {
            Selector::All => true,
            Selector::Category(category) => rule.category == category,
            Selector::Prefix(prefix) => rule.code.starts_with(prefix),
            Selector::Rule(one) => one == rule,
        }
    }

    /// What says more counts more.
    fn weight(self) -> usize {
        match self {
            Selector::All => 0,
            Selector::Category(_) => 1,
            Selector::Prefix(prefix) => 1 + prefix.len(),
            Selector::Rule(_) => usize::MAX,
        }
    }

    /// The weight of the one that says most of a rule.
    fn most(all: &[Selector], rule: &Rule) -> Option<usize> {
        all.iter().filter(|selector| selector.holds(rule)).map(|selector| selector.weight()).max()
    }
}

fn nearest(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let names = RULES.iter().flat_map(|rule| [rule.code, rule.name]).chain(CATEGORIES.map(Category::name));
    let near = names.map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), name)).min();
    near.filter(|(distance, name)| *distance <= 1 + name.len() / 4).map(|(_, name)| name)
}

/// Which rules are reported, and at which level.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    /// Only these; all but style if there is none.
    pub(super) select: Vec<Selector>,
    /// These too.
    pub(super) extend: Vec<Selector>,
    /// But not these, unless what selects a rule says more of it than what leaves it out.
    pub(super) ignore: Vec<Selector>,
    /// Levels other than a finding's own; what says more of a rule counts, then what comes later.
    pub(super) severity: Vec<(Selector, Level)>,
}

impl Selection {
    /// Whether findings of a rule are reported.
    pub(super) fn holds(&self, rule: &Rule) -> bool {
        let by_default = (self.select.is_empty() && rule.category != Category::Style).then_some(0);
        let selected = Selector::most(&self.select, rule).max(Selector::most(&self.extend, rule)).max(by_default);
        match (selected, Selector::most(&self.ignore, rule)) {
            (Some(selected), Some(ignored)) => selected > ignored,
            (selected, None) => selected.is_some(),
            (None, Some(_)) => false,
        }
    }

    /// The level at which a finding is reported, if it is.
    pub(super) fn level(&self, finding: &Diagnostic) -> Option<Level> {
        if !self.holds(finding.rule) {
            return None;
        }
        let of = self.severity.iter().filter(|(selector, _)| selector.holds(finding.rule));
        let chosen = of.max_by_key(|(selector, _)| selector.weight());
        Some(chosen.map_or(finding.level, |(_, level)| *level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(select: &[&str], extend: &[&str], ignore: &[&str]) -> Selection {
        let all = |texts: &[&str]| texts.iter().map(|text| Selector::parse(text).expect("a selector")).collect();
        Selection { select: all(select), extend: all(extend), ignore: all(ignore), severity: Vec::new() }
    }

    fn holds(selection: &Selection, rule: &str) -> bool {
        selection.holds(rules::find(rule).expect("a rule"))
    }

    #[test]
    fn what_says_more_of_a_rule_counts() {
        assert!(holds(&selection(&[], &[], &[]), "OP102"));
        assert!(!holds(&selection(&["SH"], &[], &[]), "OP102"));
        assert!(holds(&selection(&["SH"], &["axis-out-of-range"], &[]), "OP102"));
        assert!(!holds(&selection(&["OP"], &[], &["OP102"]), "OP102"));
        assert!(holds(&selection(&["OP102"], &[], &["OP"]), "OP102"));
        assert!(!holds(&selection(&["OP102"], &[], &["OP102"]), "OP102"));
        assert!(!holds(&selection(&["ALL"], &[], &["correctness"]), "OP102"));
        assert!(!holds(&selection(&[], &[], &["op1"]), "OP102"));
    }

    #[test]
    fn the_most_telling_level_wins_and_then_the_later_one() {
        let level = |severity: &[(&str, Level)]| {
            let severity = severity.iter().map(|(text, level)| (Selector::parse(text).expect("a selector"), *level));
            let selection = Selection { severity: severity.collect(), ..Selection::default() };
            let rule = rules::find("OP102").expect("a rule");
            let finding = Diagnostic::new(rule, crate::graph::Place::default(), "");
            selection.level(&finding)
        };
        assert_eq!(level(&[("OP102", Level::Note), ("OP", Level::Warning)]), Some(Level::Note));
        assert_eq!(level(&[("OP", Level::Note), ("OP", Level::Warning)]), Some(Level::Warning));
    }

    #[test]
    fn an_unknown_rule_gets_a_suggestion() {
        let error = |text: &str| Selector::parse(text).expect_err("no rule").to_string();
        assert_eq!(error("OP1O2"), "`OP1O2` is no code, prefix, name or category of a rule; did you mean `OP102`?");
        assert!(error("axis-out-of-rnage").ends_with("did you mean `axis-out-of-range`?"));
        assert!(error("QQ").ends_with("`shapewright rules` lists all"), "{}", error("QQ"));
        assert!(error("").ends_with("lists all"));
    }
}
