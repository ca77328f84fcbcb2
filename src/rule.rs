//! Rules: data with a level for each dialect.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use crate::dialect::Dialect;
use crate::fix_edit::Applicability;

/// The severity of a finding. [`LevelReason`] is the policy that determines it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Worth knowing.
    Note,
    /// Tools disagree, or the model runs but probably not as intended.
    Warning,
    /// The model is invalid or does not run, or provably does not compute what it states.
    Error,
}

impl Level {
    /// The name in reports and configurations.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The policy for levels: why a rule has its level in a format.
///
/// The reference runtime is ONNX Runtime for ONNX and OpenVINO for IR, in the version that was measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum LevelReason {
    /// Error: the specification of the format or of the operator rules the model out.
    Invalid,
    /// Error: the reference runtime of the format cannot load or run the model as it is.
    DoesNotRun,
    /// Error: attributes or declarations of the model provably contradict what it computes.
    Contradiction,
    /// Error: shapewright requires it in both formats, although some tools accept the model.
    Contract,
    /// Error: the user stated an expectation, and the model does not meet it.
    Expectation,
    /// Error: a runtime that the user names as a target cannot load or run the model.
    TargetRefuses,
    /// Error: a part of the file was not checked, so the result is incomplete.
    NotChecked,
    /// Warning: tools disagree on whether the model is valid, or on what it computes.
    ToolsDisagree,
    /// Warning: the model runs, but probably not as intended.
    Unintended,
    /// Note: worth knowing, but the model needs no change.
    WorthKnowing,
    /// A rule of one's own has the level that its author chose.
    Own(Level),
}

impl LevelReason {
    /// All of them, most severe first.
    pub const ALL: [LevelReason; 10] = [
        LevelReason::Invalid,
        LevelReason::DoesNotRun,
        LevelReason::Contradiction,
        LevelReason::Contract,
        LevelReason::Expectation,
        LevelReason::TargetRefuses,
        LevelReason::NotChecked,
        LevelReason::ToolsDisagree,
        LevelReason::Unintended,
        LevelReason::WorthKnowing,
    ];

    /// The level that it implies.
    pub const fn level(self) -> Level {
        match self {
            LevelReason::Invalid
            | LevelReason::DoesNotRun
            | LevelReason::Contradiction
            | LevelReason::Contract
            | LevelReason::Expectation
            | LevelReason::TargetRefuses
            | LevelReason::NotChecked => Level::Error,
            LevelReason::ToolsDisagree | LevelReason::Unintended => Level::Warning,
            LevelReason::WorthKnowing => Level::Note,
            LevelReason::Own(level) => level,
        }
    }

    /// The sentence of the policy. Lowercase, without a period.
    pub const fn sentence(self) -> &'static str {
        match self {
            LevelReason::Invalid => "the model is invalid by its specification",
            LevelReason::DoesNotRun => "the format's reference runtime cannot load or run the model",
            LevelReason::Contradiction => {
                "what the model computes is provably not what its attributes and declarations state"
            }
            LevelReason::Contract => "shapewright requires it in both formats, although some tools accept the model",
            LevelReason::Expectation => "the model does not meet an expectation that its user stated",
            LevelReason::TargetRefuses => "a runtime that `--target` names cannot load or run the model",
            LevelReason::NotChecked => "a part of the file was not checked",
            LevelReason::ToolsDisagree => "tools disagree on whether the model is valid, or on what it computes",
            LevelReason::Unintended => "the model runs, but probably not as intended",
            LevelReason::WorthKnowing => "it is worth knowing, but the model needs no change",
            LevelReason::Own(_) => "the author of the rule chose it",
        }
    }
}

/// A rule: one kind of problem that a model can have. [`Rule::custom`] makes one of your own.
pub struct Rule {
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
    pub(crate) category: Category,
    pub(crate) lifecycle: Lifecycle,
    pub(crate) onnx: LevelReason,
    pub(crate) openvino: LevelReason,
    pub(crate) summary: &'static str,
    pub(crate) help: &'static str,
    /// How its findings can be fixed automatically, if at all; a finding has a fix only where one edit follows from the
    /// model.
    pub(crate) fixes: &'static [Applicability],
    /// The Markdown file of the page, including comments for tests. [`Rule::page`] is for readers.
    pub(crate) source: &'static str,
    /// The texts of a rule of the caller's own.
    pub(crate) own: Option<Box<OwnTexts>>,
}

/// The texts of a rule of the caller's own.
pub(crate) struct OwnTexts {
    code: String,
    name: String,
    summary: String,
    help: String,
    page: String,
}

/// A rule that a finding names: one of ours, or one of your own, which the finding keeps alive.
#[derive(Clone, Debug)]
pub struct RuleRef(Reference);

#[derive(Clone, Debug)]
enum Reference {
    Static(&'static Rule),
    Own(Arc<Rule>),
}

impl Deref for RuleRef {
    type Target = Rule;

    fn deref(&self) -> &Rule {
        match &self.0 {
            Reference::Static(rule) => rule,
            Reference::Own(rule) => rule,
        }
    }
}

impl RuleRef {
    /// The rule, if it is one of ours.
    pub fn as_static(&self) -> Option<&'static Rule> {
        match self.0 {
            Reference::Static(rule) => Some(rule),
            Reference::Own(_) => None,
        }
    }
}

impl From<&'static Rule> for RuleRef {
    fn from(rule: &'static Rule) -> RuleRef {
        RuleRef(Reference::Static(rule))
    }
}

impl From<Arc<Rule>> for RuleRef {
    fn from(rule: Arc<Rule>) -> RuleRef {
        RuleRef(Reference::Own(rule))
    }
}

impl From<&Arc<Rule>> for RuleRef {
    fn from(rule: &Arc<Rule>) -> RuleRef {
        RuleRef(Reference::Own(rule.clone()))
    }
}

impl From<&RuleRef> for RuleRef {
    fn from(rule: &RuleRef) -> RuleRef {
        rule.clone()
    }
}

impl PartialEq for RuleRef {
    fn eq(&self, other: &RuleRef) -> bool {
        **self == **other
    }
}

impl Eq for RuleRef {}

impl Hash for RuleRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code().hash(state);
    }
}

impl PartialEq<&Rule> for RuleRef {
    fn eq(&self, other: &&Rule) -> bool {
        **self == **other
    }
}

/// Prints only code and name, because the page would fill a screen.
impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Rule({} {})", self.code(), self.name())
    }
}

/// The stage of a rule's lifecycle, with the version in which it began. Rules that have left it are [`RemovedRule`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Lifecycle {
    /// The rule may still change. Its findings are reported only if its code or name is selected.
    Preview {
        /// The version that added the rule.
        since: &'static str,
    },
    /// The rule changes only as the versioning policy allows.
    Stable {
        /// The version in which the rule became stable.
        since: &'static str,
    },
    /// The rule still works, and a later version removes it.
    Deprecated {
        /// The version that deprecated the rule.
        since: &'static str,
        /// The code of the rule to use instead, if there is one.
        instead: Option<&'static str>,
    },
}

impl Lifecycle {
    /// The name of the stage in lists of rules.
    pub const fn name(self) -> &'static str {
        match self {
            Lifecycle::Preview { .. } => "preview",
            Lifecycle::Stable { .. } => "stable",
            Lifecycle::Deprecated { .. } => "deprecated",
        }
    }

    /// The version in which the stage began.
    pub const fn since(self) -> &'static str {
        match self {
            Lifecycle::Preview { since } | Lifecycle::Stable { since } | Lifecycle::Deprecated { since, .. } => since,
        }
    }

    /// The code of the rule that replaces a deprecated one.
    pub const fn instead(self) -> Option<&'static str> {
        match self {
            Lifecycle::Deprecated { instead, .. } => instead,
            Lifecycle::Preview { .. } | Lifecycle::Stable { .. } => None,
        }
    }
}

/// `preview since 0.2.0`, or `deprecated since 0.2.0; use OP103`.
impl fmt::Display for Lifecycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} since {}", self.name(), self.since())?;
        self.instead().map_or(Ok(()), |code| write!(f, "; use {code}"))
    }
}

/// A code or name that no longer exists, because its rule was removed or renamed. It is never used for another rule.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RemovedRule {
    /// The code. The code of a rule that was only renamed is still in use.
    pub code: &'static str,
    /// The name.
    pub name: &'static str,
    /// The version without it.
    pub version: &'static str,
    /// Why it was removed or renamed. Lowercase, without a period.
    pub explanation: &'static str,
    /// The code of the rule to use instead, if there is one.
    pub replacement: Option<&'static str>,
}

/// `OP199 (old-name) was removed in 0.2.0: no runtime accepts such a model; use OP103`.
impl fmt::Display for RemovedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RemovedRule { code, name, version, explanation, replacement } = self;
        let change = if *replacement == Some(code) { "renamed" } else { "removed" };
        write!(f, "{code} ({name}) was {change} in {version}: {explanation}")?;
        replacement.map_or(Ok(()), |code| write!(f, "; use {code}"))
    }
}

/// The kind of problem that a rule reports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Category {
    /// The file contradicts its specification or itself.
    Correctness,
    /// Tools read the file differently.
    Portability,
    /// The file is probably not what was intended.
    Suspicious,
    /// The model costs more than necessary.
    Performance,
    /// A matter of taste; off by default.
    Style,
}

impl Category {
    /// The name of the category on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Category::Correctness => "correctness",
            Category::Portability => "portability",
            Category::Suspicious => "suspicious",
            Category::Performance => "performance",
            Category::Style => "style",
        }
    }
}

/// Rules of one's own.
impl Rule {
    /// A rule of your own, for findings of a [`Lint`](crate::Lint) or of an operator of your own. The code and the name must
    /// differ from those of other rules: choose a prefix of your own.
    ///
    /// ```
    /// use shapewright::Level;
    /// use shapewright::rules::Rule;
    ///
    /// let rule = Rule::custom("ACME001", "odd-width", Level::Warning).with_summary("a width is not a multiple of 8");
    /// assert_eq!((rule.code(), rule.name()), ("ACME001", "odd-width"));
    /// ```
    pub fn custom(code: impl Into<String>, name: impl Into<String>, level: Level) -> Rule {
        let reason = LevelReason::Own(level);
        let (code, name) = (code.into(), name.into());
        let (summary, help, page) = Default::default();
        Rule {
            code: "",
            name: "",
            category: Category::Suspicious,
            lifecycle: Lifecycle::Stable { since: "" },
            onnx: reason,
            openvino: reason,
            summary: "",
            help: "",
            fixes: &[],
            source: "",
            own: Some(Box::new(OwnTexts { code, name, summary, help, page })),
        }
    }

    /// Sets the one-line description.
    #[must_use]
    pub fn with_summary(self, summary: impl Into<String>) -> Rule {
        self.with_texts(|texts| texts.summary = summary.into())
    }

    /// Sets how to fix the problem, for findings without a more specific help. Lowercase, without a period.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Rule {
        self.with_texts(|texts| texts.help = help.into())
    }

    /// Sets the page in Markdown, which SARIF contains.
    #[must_use]
    pub fn with_page(self, page: impl Into<String>) -> Rule {
        self.with_texts(|texts| texts.page = page.into())
    }

    /// Sets the category, which is suspicious otherwise. Rules about style are not checked unless they are enabled.
    #[must_use]
    pub fn with_category(mut self, category: Category) -> Rule {
        self.category = category;
        self
    }

    fn with_texts(mut self, change: impl FnOnce(&mut OwnTexts)) -> Rule {
        if let Some(own) = &mut self.own {
            change(own);
        }
        self
    }
}

impl Rule {
    /// The code: two letters and three digits, never reused; for one of your own, as you chose it.
    pub fn code(&self) -> &str {
        self.own.as_ref().map_or(self.code, |own| &own.code)
    }

    /// The name in kebab case. It names the problem, so that it reads well after "allow".
    pub fn name(&self) -> &str {
        self.own.as_ref().map_or(self.name, |own| &own.name)
    }

    /// The category of the problem.
    pub fn category(&self) -> Category {
        self.category
    }

    /// The stage of its lifecycle.
    pub fn lifecycle(&self) -> Lifecycle {
        self.lifecycle
    }

    /// A one-line description for lists of rules.
    pub fn summary(&self) -> &str {
        self.own.as_ref().map_or(self.summary, |own| &own.summary)
    }

    /// How to fix the problem, for findings without a more specific help. Lowercase, without a period.
    pub fn help(&self) -> &str {
        self.own.as_ref().map_or(self.help, |own| &own.help)
    }

    /// How its findings can be fixed automatically, if at all; a finding has a fix only where one edit follows from the
    /// model.
    pub fn fixes(&self) -> &'static [Applicability] {
        self.fixes
    }

    /// The default level in a dialect.
    pub fn level(&self, dialect: Dialect) -> Level {
        self.level_reason(dialect).level()
    }

    /// The reason for the default level in a dialect.
    pub fn level_reason(&self, dialect: Dialect) -> LevelReason {
        match dialect {
            Dialect::Onnx => self.onnx,
            Dialect::OpenVino => self.openvino,
        }
    }

    /// Whether the rule is reported without being selected: all rules except those about style and previews.
    pub fn is_default(&self) -> bool {
        self.category != Category::Style && !matches!(self.lifecycle, Lifecycle::Preview { .. })
    }

    /// The group of the rule: the letters of its code.
    #[cfg(feature = "cli")]
    pub(crate) fn group(&self) -> &str {
        self.code().trim_end_matches(|c: char| c.is_ascii_digit())
    }

    /// The page in Markdown: what the rule does, why it matters, an example, how to fix it, how other tools behave, and
    /// references.
    pub fn page(&self) -> String {
        self.own.as_ref().map_or_else(|| without_comments(self.source), |own| own.page.clone())
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code() == other.code()
    }
}

impl Eq for Rule {}

/// Removes the HTML comments with data for tests. Comments inside fenced examples are kept.
fn without_comments(markdown: &str) -> String {
    let mut page = String::with_capacity(markdown.len());
    let (mut lines, mut fenced) = (markdown.lines(), false);
    while let Some(line) = lines.next() {
        if !fenced && line.starts_with("<!--") {
            if !line.ends_with("-->") {
                lines.by_ref().find(|line| line.ends_with("-->"));
            }
            continue;
        }
        fenced ^= line.starts_with("```");
        // The blank line before the comment already separates the paragraphs.
        if line.is_empty() && !fenced && page.ends_with("\n\n") {
            continue;
        }
        page.push_str(line);
        page.push('\n');
    }
    page
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A rule in a stage that no rule is in yet.
    pub(crate) const fn test_rule(code: &'static str, name: &'static str, lifecycle: Lifecycle) -> Rule {
        Rule {
            code,
            name,
            category: Category::Correctness,
            lifecycle,
            onnx: LevelReason::Invalid,
            openvino: LevelReason::Invalid,
            summary: "a rule that only tests have",
            help: "do nothing",
            fixes: &[],
            source: "# OP199 test-rule\n\nLevel: error in ONNX, error in OpenVINO IR.\n\n## What it does\n",
            own: None,
        }
    }

    pub(crate) static PREVIEW: Rule = test_rule("OP197", "preview-rule", Lifecycle::Preview { since: "0.2.0" });

    pub(crate) static DEPRECATED: Rule =
        test_rule("OP198", "deprecated-rule", Lifecycle::Deprecated { since: "0.2.0", instead: Some("OP103") });

    #[test]
    fn a_preview_is_not_a_default_and_a_deprecated_rule_is() {
        assert!(!PREVIEW.is_default());
        assert!(DEPRECATED.is_default());
        assert_eq!(PREVIEW.lifecycle.to_string(), "preview since 0.2.0");
        assert_eq!(DEPRECATED.lifecycle.to_string(), "deprecated since 0.2.0; use OP103");
    }

    #[test]
    fn a_removed_and_a_renamed_rule_are_explained() {
        let removed = RemovedRule {
            code: "OP199",
            name: "old-name",
            version: "0.2.0",
            explanation: "no runtime accepts such a model",
            replacement: None,
        };
        let text = "OP199 (old-name) was removed in 0.2.0: no runtime accepts such a model";
        assert_eq!(removed.to_string(), text);
        let replaced = RemovedRule { replacement: Some("OP103"), ..removed };
        assert_eq!(replaced.to_string(), format!("{text}; use OP103"));
        let renamed = RemovedRule { replacement: Some("OP199"), ..replaced };
        assert_eq!(renamed.to_string(), text.replace("removed", "renamed") + "; use OP199");
    }

    #[test]
    fn comments_are_removed_unless_they_are_part_of_an_example() {
        let source = "a\n\n```xml\n<!-- kept -->\n```\n\n<!-- test: bin\ni64 1\n\n-->\n\n<!-- one line -->\n\nb\n";
        assert_eq!(without_comments(source), "a\n\n```xml\n<!-- kept -->\n```\n\nb\n");
    }
}
