//! The selection of rules, and the levels of their findings.

use std::fmt;

use crate::report::Verdict;
use crate::rule::Level;
use crate::rule::{Category, Lifecycle, RemovedRule, Rule};
use crate::rules;
use crate::rules::RULES;
use crate::suggest;

/// A set of rules, as named in a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Selector {
    All,
    Category(Category),
    /// Rules whose code has this prefix.
    Prefix(&'static str),
    Rule(&'static Rule),
}

/// Text that is not a selector.
#[derive(Debug)]
pub(super) enum SelectorError {
    Unknown { text: String, nearest: Option<&'static str> },
    Removed(&'static RemovedRule),
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectorError::Unknown { text, nearest: Some(near) } => {
                write!(f, "unknown rule, prefix, or category `{text}`; did you mean `{near}`?")
            }
            SelectorError::Unknown { text, nearest: None } => {
                write!(f, "unknown rule, prefix, or category `{text}`; `shapewright rules` lists all rules")
            }
            SelectorError::Removed(rule) => rule.fmt(f),
        }
    }
}

const CATEGORIES: [Category; 5] =
    [Category::Correctness, Category::Portability, Category::Suspicious, Category::Performance, Category::Style];

impl Selector {
    /// Parses `ALL`, a category, a code, a prefix of a code, or a name.
    pub(super) fn parse(text: &str) -> Result<Selector, SelectorError> {
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
            !text.is_empty() && rule.code().get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text))
        };
        match (RULES.iter().find(prefix), rules::lookup_removed(text)) {
            (Some(rule), _) => Ok(Selector::Prefix(&rule.code()[..text.len()])),
            (None, Some(removed)) => Err(SelectorError::Removed(removed)),
            (None, None) => Err(SelectorError::Unknown { text: text.to_owned(), nearest: nearest(text) }),
        }
    }

    /// A warning if the selector is a deprecated rule.
    pub(super) fn deprecation(self) -> Option<String> {
        match self {
            Selector::Rule(Rule { code, name, lifecycle: lifecycle @ Lifecycle::Deprecated { .. }, .. }) => {
                Some(format!("{code} ({name}) is {lifecycle}"))
            }
            _ => None,
        }
    }

    /// Whether a rule is in the set.
    pub(super) fn includes(self, rule: &Rule) -> bool {
        match self {
            Selector::All => true,
            Selector::Category(category) => rule.category() == category,
            Selector::Prefix(prefix) => rule.code().starts_with(prefix),
            Selector::Rule(one) => one == rule,
        }
    }

    /// How specific the selector is. More specific selectors take precedence.
    fn specificity(self) -> usize {
        match self {
            Selector::All => 0,
            Selector::Category(_) => 1,
            Selector::Prefix(prefix) => 1 + prefix.len(),
            Selector::Rule(_) => usize::MAX,
        }
    }

    /// The specificity of the most specific selector that includes a rule.
    fn max_specificity(all: &[Selector], rule: &Rule) -> Option<usize> {
        all.iter().filter(|selector| selector.includes(rule)).map(|selector| selector.specificity()).max()
    }

    /// The specificity of the most specific selector that selects a rule. A preview is selected only by its code or name.
    fn selects(all: &[Selector], rule: &Rule) -> Option<usize> {
        let exact = matches!(rule.lifecycle(), Lifecycle::Preview { .. });
        Selector::max_specificity(all, rule).filter(|specificity| !exact || *specificity == usize::MAX)
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Selector::All => "ALL",
            Selector::Category(category) => category.name(),
            Selector::Prefix(prefix) => prefix,
            Selector::Rule(rule) => rule.name(),
        })
    }
}

/// Adds selectors to a list that has each once, so that its length is bounded by the number of rules.
pub(super) fn add_selectors(list: &mut Vec<Selector>, more: impl IntoIterator<Item = Selector>) {
    for selector in more {
        if !list.contains(&selector) {
            list.push(selector);
        }
    }
}

/// Sets the levels of selectors in a list that has each once.
pub(super) fn set_levels(list: &mut Vec<(Selector, Level)>, more: impl IntoIterator<Item = (Selector, Level)>) {
    for (selector, level) in more {
        match list.iter_mut().find(|(known, _)| *known == selector) {
            Some((_, known)) => *known = level,
            None => list.push((selector, level)),
        }
    }
}

/// Parses a level.
pub(super) fn level(text: &str) -> Result<Level, String> {
    let named = [Level::Error, Level::Warning, Level::Note].into_iter().find(|known| known.name() == text);
    let hint = match text.to_ascii_lowercase().as_str() {
        "off" | "none" | "ignore" | "never" | "allow" | "disabled" | "0" => "; to disable a rule, use `ignore`",
        "warn" => "; did you mean `warning`?",
        "info" | "notice" | "hint" => "; did you mean `note`?",
        _ => "",
    };
    named.ok_or_else(|| format!("unknown level `{text}`; expected error, warning, or note{hint}"))
}

fn nearest(text: &str) -> Option<&'static str> {
    rules::suggest(text).or_else(|| suggest::nearest(text, CATEGORIES.map(Category::name)))
}

/// The reported rules, and the levels of their findings.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    /// Report only these; by default, all except style and previews.
    pub(super) select: Vec<Selector>,
    /// Also report these.
    pub(super) extend: Vec<Selector>,
    /// Do not report these, unless a more specific selector selects a rule.
    pub(super) ignore: Vec<Selector>,
    /// Levels that replace the default level. The most specific entry counts.
    pub(super) severity: Vec<(Selector, Level)>,
    /// Levels for findings that `severity` does not cover.
    pub(super) fallback: Vec<(Selector, Level)>,
}

impl Selection {
    /// This selection, with the other one for what it does not set.
    pub(super) fn or_else(&self, other: &Selection) -> Selection {
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

    /// Whether the rules are reported that are by default.
    pub(super) fn is_default(&self) -> bool {
        [&self.select, &self.extend, &self.ignore].into_iter().all(Vec::is_empty)
    }

    /// Whether a rule is reported.
    pub(super) fn includes(&self, rule: &Rule) -> bool {
        let by_default = (self.select.is_empty() && rule.is_default()).then_some(0);
        let selected = Selector::selects(&self.select, rule).max(Selector::selects(&self.extend, rule)).max(by_default);
        match (selected, Selector::max_specificity(&self.ignore, rule)) {
            (Some(selected), Some(ignored)) => selected > ignored,
            (selected, None) => selected.is_some(),
            (None, Some(_)) => false,
        }
    }

    /// The verdict on a finding with this default level: whether it is reported, and at which level.
    pub(super) fn judge(&self, rule: &Rule, default: Level) -> Verdict {
        if !self.includes(rule) {
            return Verdict::Drop;
        }
        let chosen = |levels: &[(Selector, Level)]| {
            let matching = levels.iter().filter(|(selector, _)| selector.includes(rule));
            matching.max_by_key(|(selector, _)| selector.specificity()).map(|(_, level)| *level)
        };
        let level = chosen(&self.severity).or_else(|| chosen(&self.fallback));
        Verdict::Report(level.unwrap_or(default))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::tests::{DEPRECATED, PREVIEW};

    fn selection(select: &[&str], extend: &[&str], ignore: &[&str]) -> Selection {
        let all = |texts: &[&str]| texts.iter().map(|text| Selector::parse(text).expect("a selector")).collect();
        Selection { select: all(select), extend: all(extend), ignore: all(ignore), ..Selection::default() }
    }

    fn includes(selection: &Selection, rule: &str) -> bool {
        selection.includes(rules::lookup(rule).expect("a rule"))
    }

    #[test]
    fn the_more_specific_selector_counts() {
        assert!(includes(&selection(&[], &[], &[]), "OP102"));
        assert!(!includes(&selection(&["SH"], &[], &[]), "OP102"));
        assert!(includes(&selection(&["SH"], &["axis-out-of-range"], &[]), "OP102"));
        assert!(!includes(&selection(&["OP"], &[], &["OP102"]), "OP102"));
        assert!(includes(&selection(&["OP102"], &[], &["OP"]), "OP102"));
        assert!(!includes(&selection(&["OP102"], &[], &["OP102"]), "OP102"));
        assert!(!includes(&selection(&["ALL"], &[], &["correctness"]), "OP102"));
        assert!(!includes(&selection(&[], &[], &["op1"]), "OP102"));
    }

    #[test]
    fn the_most_specific_level_counts_and_then_the_last_one() {
        let level = |severity: &[(&str, Level)]| {
            let severity = severity.iter().map(|(text, level)| (Selector::parse(text).expect("a selector"), *level));
            let mut selection = Selection::default();
            set_levels(&mut selection.severity, severity);
            let rule = rules::lookup("OP102").expect("a rule");
            selection.judge(rule, Level::Error)
        };
        assert_eq!(level(&[("OP102", Level::Note), ("OP", Level::Warning)]), Verdict::Report(Level::Note));
        assert_eq!(level(&[("OP", Level::Note), ("OP", Level::Warning)]), Verdict::Report(Level::Warning));
    }

    #[test]
    fn a_list_has_each_selector_once() {
        let (mut list, mut levels) = (vec![Selector::All], vec![(Selector::All, Level::Error)]);
        let same =
            ["OP102", "op102", "axis-out-of-range", "ALL"].map(|text| Selector::parse(text).expect("a selector"));
        add_selectors(&mut list, same);
        assert_eq!(list, [Selector::All, same[0]]);
        set_levels(&mut levels, same.map(|selector| (selector, Level::Note)));
        assert_eq!(levels, [(Selector::All, Level::Note), (same[0], Level::Note)]);
    }

    #[test]
    fn a_preview_is_selected_by_its_code_or_name_only() {
        let with = |select: &[Selector], extend: &[Selector], ignore: &[Selector]| {
            let (select, extend, ignore) = (select.to_vec(), extend.to_vec(), ignore.to_vec());
            Selection { select, extend, ignore, ..Selection::default() }.includes(&PREVIEW)
        };
        let exact = [Selector::Rule(&PREVIEW)];
        assert!(!with(&[], &[], &[]));
        for wide in [Selector::All, Selector::Category(PREVIEW.category), Selector::Prefix("OP19")] {
            assert!(wide.includes(&PREVIEW));
            assert!(!with(&[wide], &[], &[]), "{wide}");
            assert!(!with(&[], &[wide], &[]), "{wide}");
            assert!(with(&exact, &[], &[wide]), "{wide}");
        }
        assert!(with(&exact, &[], &[]) && with(&[], &exact, &[]));
        assert!(!with(&exact, &[], &exact));
    }

    #[test]
    fn a_deprecated_rule_is_reported_and_warned_about_where_it_is_named() {
        assert!(Selection::default().includes(&DEPRECATED));
        let warning = "OP198 (deprecated-rule) is deprecated since 0.2.0; use OP103";
        assert_eq!(Selector::Rule(&DEPRECATED).deprecation().as_deref(), Some(warning));
        assert_eq!(Selector::Prefix("OP19").deprecation(), None);
        assert_eq!(Selector::Rule(&PREVIEW).deprecation(), None);
    }

    #[test]
    fn a_removed_rule_is_explained() {
        let removed = "OP199 (old-name) was removed in 0.2.0: no runtime accepts such a model; use OP103";
        for text in ["OP199", "op199", "old-name"] {
            assert_eq!(Selector::parse(text).expect_err("a removed rule").to_string(), removed);
        }
        assert!(Selector::parse("OP19").expect_err("no rule").to_string().starts_with("unknown rule"));
    }

    #[test]
    fn an_unknown_rule_gets_a_suggestion() {
        let error = |text: &str| Selector::parse(text).expect_err("no rule").to_string();
        assert_eq!(error("OP1O2"), "unknown rule, prefix, or category `OP1O2`; did you mean `OP102`?");
        assert!(error("axis-out-of-rnage").ends_with("did you mean `axis-out-of-range`?"));
        assert!(error("QQ").ends_with("`shapewright rules` lists all rules"), "{}", error("QQ"));
        assert!(error("").ends_with("lists all rules"));
    }
}
