//! Which findings are reported, and at which level.

use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::report::Verdict;
use crate::rule::Level;
use crate::rule::{Category, Rule};
use crate::rules;
use crate::rules::RULES;
use crate::suggest;

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
        if let Some(rule) = rules::lookup(text) {
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

    /// Whether a rule is one of the set.
    pub(super) fn holds(self, rule: &Rule) -> bool {
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

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Selector::All => "ALL",
            Selector::Category(category) => category.name(),
            Selector::Prefix(prefix) => prefix,
            Selector::Rule(rule) => rule.name,
        })
    }
}

/// The level of this name.
pub(super) fn level(text: &str) -> Result<Level, String> {
    let named = [Level::Error, Level::Warning, Level::Note].into_iter().find(|known| known.name() == text);
    named.ok_or_else(|| format!("`{text}` is no level (valid: error, warning, note)"))
}

fn nearest(text: &str) -> Option<&'static str> {
    rules::suggest(text).or_else(|| suggest::nearest(text, CATEGORIES.map(Category::name)))
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
    /// Levels for findings of which `severity` says nothing.
    pub(super) fallback: Vec<(Selector, Level)>,
}

impl Selection {
    /// This selection where it says something, the other where it does not.
    pub(super) fn over(&self, other: &Selection) -> Selection {
        let list =
            |own: &Vec<Selector>, other: &Vec<Selector>| if own.is_empty() { other.clone() } else { own.clone() };
        Selection {
            select: list(&self.select, &other.select),
            extend: list(&self.extend, &other.extend),
            ignore: list(&self.ignore, &other.ignore),
            severity: self.severity.clone(),
            fallback: other.severity.clone(),
        }
    }

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

    /// Whether a finding is reported, and at which level.
    pub(super) fn judge(&self, finding: &Diagnostic) -> Verdict {
        if !self.holds(finding.rule) {
            return Verdict::Drop;
        }
        let chosen = |levels: &[(Selector, Level)]| {
            let of = levels.iter().filter(|(selector, _)| selector.holds(finding.rule));
            of.max_by_key(|(selector, _)| selector.weight()).map(|(_, level)| *level)
        };
        let level = chosen(&self.severity).or_else(|| chosen(&self.fallback));
        Verdict::Report(level.unwrap_or(finding.level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(select: &[&str], extend: &[&str], ignore: &[&str]) -> Selection {
        let all = |texts: &[&str]| texts.iter().map(|text| Selector::parse(text).expect("a selector")).collect();
        Selection { select: all(select), extend: all(extend), ignore: all(ignore), ..Selection::default() }
    }

    fn holds(selection: &Selection, rule: &str) -> bool {
        selection.holds(rules::lookup(rule).expect("a rule"))
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
            let rule = rules::lookup("OP102").expect("a rule");
            let finding = Diagnostic::new(rule, crate::place::Place::default(), "");
            selection.judge(&finding)
        };
        assert_eq!(level(&[("OP102", Level::Note), ("OP", Level::Warning)]), Verdict::Report(Level::Note));
        assert_eq!(level(&[("OP", Level::Note), ("OP", Level::Warning)]), Verdict::Report(Level::Warning));
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
