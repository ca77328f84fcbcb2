//! The effective settings of one file: the command line, then its configuration, then the defaults.

use std::collections::{HashMap, HashSet};

use super::Config;
use crate::cli::args::{FailOn, ReadArgs, SettingsArgs};
use crate::cli::input::Input;
use crate::cli::selection::{Selection, Selector, add_selectors};
use crate::diagnostic::Diagnostic;
use crate::graph::Model;
use crate::ids::NodeId;
use crate::options::{AnalysisOptions, OptionSource};
use crate::report::Verdict;
use crate::rule::Level;
use crate::rule::{Rule, RuleRef};
use crate::rules::{self, RULES};
use crate::target::Target;

/// The settings that all files with one configuration share.
pub(crate) struct Profile<'a> {
    selection: Selection,
    /// The rules that are checked; `None` for the default ones.
    enabled_rules: Option<Vec<RuleRef>>,
    fail_level: Option<Level>,
    min_level: Level,
    targets: &'a [Target],
    config: Option<&'a Config>,
}

impl<'a> Profile<'a> {
    pub(crate) fn new(args: &'a SettingsArgs, config: Option<&'a Config>) -> Profile<'a> {
        let own = args.rules.selection();
        let selection = config.map_or_else(|| own.clone(), |config| own.or_else(&config.selection));
        let enabled = || RULES.iter().copied().filter(|rule| selection.includes(rule)).map(RuleRef::from).collect();
        let enabled_rules = (!selection.is_default()).then(enabled);
        let fail_level = args.fail_on.or_else(|| config?.fail_on).unwrap_or(FailOn::Error).level();
        let min_level = args.min_level.or_else(|| config?.min_level).unwrap_or(Level::Warning);
        let configured = config.map(|config| config.targets.as_slice()).filter(|_| args.target.is_empty());
        let targets = configured.unwrap_or(&args.target);
        Profile { selection, enabled_rules, fail_level, min_level, targets, config }
    }

    /// The options that decide which rules are checked.
    pub(crate) fn lint_options(&self) -> AnalysisOptions {
        AnalysisOptions {
            run_lints: true,
            targets: self.targets.to_vec(),
            enabled_rules: self.enabled_rules.clone(),
            ..AnalysisOptions::default()
        }
    }
}

/// The effective settings of one file.
pub(crate) struct Settings<'a> {
    profile: &'a Profile<'a>,
    /// The rules that the configuration ignores in the whole file.
    ignored: Vec<Selector>,
    /// The rules that it ignores at some nodes of the file, by the pattern for nodes.
    ignored_at: HashMap<usize, Vec<Selector>>,
}

impl<'a> Settings<'a> {
    /// The settings of an input.
    pub(crate) fn new(profile: &'a Profile<'a>, input: &Input) -> Settings<'a> {
        let (mut ignored, mut ignored_at) = (Vec::new(), HashMap::new());
        if let Some(config) = profile.config {
            let files = config.files_matching(input);
            let lists = files.iter().filter_map(|files| config.file_ignores.get(files));
            add_selectors(&mut ignored, lists.flatten().copied());
            // Once for the file: many of its nodes may have findings, and many patterns may match both.
            for ((_, nodes), list) in config.node_ignores.iter().filter(|((pattern, _), _)| files.contains(pattern)) {
                add_selectors(ignored_at.entry(*nodes).or_default(), list.iter().copied());
            }
        }
        Settings { profile, ignored, ignored_at }
    }

    /// The minimum level that fails the run.
    pub(crate) fn fail_level(&self) -> Option<Level> {
        self.profile.fail_level
    }

    /// The options that decide which rules are checked.
    pub(crate) fn lint_options(&self) -> AnalysisOptions {
        self.profile.lint_options()
    }

    /// Whether a rule is enabled.
    pub(crate) fn enables(&self, rule: &Rule) -> bool {
        self.profile.selection.includes(rule)
    }

    /// Whether a finding is shown, before baselines: it is selected, not suppressed, and of a level that is shown or fails.
    pub(crate) fn shows(&self, model: &Model, finding: &Diagnostic) -> bool {
        matches!(self.verdict(model, finding, false), Verdict::Report(_))
    }

    /// The minimum level of findings that are shown. Those that fail the run are always shown.
    pub(crate) fn shown_from(&self) -> Level {
        let Profile { fail_level, min_level, .. } = *self.profile;
        fail_level.map_or(min_level, |fails| fails.min(min_level))
    }

    /// The verdict on a finding. One below the levels that are shown is hidden, unless a baseline may list it.
    pub(crate) fn verdict(&self, model: &Model, finding: &Diagnostic, has_baseline: bool) -> Verdict {
        match self.judge(model, finding) {
            Verdict::Report(level) if level < self.shown_from() && !has_baseline => Verdict::Hide(level),
            verdict => verdict,
        }
    }

    /// The verdict on a finding, of whatever level.
    fn judge(&self, model: &Model, finding: &Diagnostic) -> Verdict {
        let optional = self.profile.config.is_some_and(|config| config.optional_weights);
        let default = match *finding.rule == rules::missing_weights::RULE && optional {
            true => Level::Note,
            false => finding.level,
        };
        match self.profile.selection.judge(&finding.rule, default) {
            Verdict::Report(_) if self.ignores(model, finding) => Verdict::Suppress,
            verdict => verdict,
        }
    }

    /// Whether the configuration ignores the rule of a finding in this file or at this node.
    fn ignores(&self, model: &Model, finding: &Diagnostic) -> bool {
        let Some(config) = self.profile.config else { return false };
        let includes = |selectors: &[Selector]| selectors.iter().any(|selector| selector.includes(&finding.rule));
        if includes(&self.ignored) {
            return true;
        }
        let node = finding.place.node.filter(|node| node.index() < model.nodes.len());
        let Some(node) = node.filter(|_| !self.ignored_at.is_empty()) else { return false };
        let nodes = config.nodes.matching_name(node_name(model, node));
        nodes.iter().filter_map(|nodes| self.ignored_at.get(nodes)).any(|selectors| includes(selectors))
    }
}

/// The name of a node in configurations: its own, or that of its first output.
pub(super) fn node_name(model: &Model, node: NodeId) -> &str {
    match model.name(model.node(node).name) {
        "" => model.outputs(node).next().map_or("", |output| model.value_name(output)),
        name => name,
    }
}

impl Config {
    /// The patterns for files that match an input.
    pub(super) fn files_matching(&self, input: &Input) -> HashSet<usize> {
        self.files.matching_path(&input.relative_to(&self.folder))
    }

    /// Adds the settings of a file to those of the command line, which take precedence.
    pub(crate) fn extend(&self, options: &mut AnalysisOptions, input: &Input) {
        let matching = self.files_matching(input);
        options.operators.extend(self.operators.iter().cloned());
        let (file, bind, inputs) = (self.name.clone(), options.bind.len(), options.inputs.len());
        options.option_source = Some(OptionSource { file, bind, inputs });
        // Later entries take precedence.
        let models = || self.models.iter().rev().filter(|model| matching.contains(&model.files));
        add(&mut options.bind, models().flat_map(|model| &model.bind), |(name, _)| name);
        add(&mut options.inputs, models().flat_map(|model| &model.inputs), |ty| &ty.name);
        add(&mut options.expect, models().flat_map(|model| &model.expect), |ty| &ty.name);
    }
}

/// Adds what has a new name.
fn add<'c, T: Clone + 'c>(list: &mut Vec<T>, more: impl Iterator<Item = &'c T>, name: impl Fn(&T) -> &str) {
    let mut known: HashSet<&str> = list.iter().map(&name).collect();
    let new: Vec<T> = more.filter(|item| known.insert(name(item))).cloned().collect();
    list.extend(new);
}

impl SettingsArgs {
    /// The options for the analysis of an input.
    pub(crate) fn options(&self, read: &ReadArgs, config: Option<&Config>, input: &Input) -> AnalysisOptions {
        let mut options = AnalysisOptions { expect: self.expect.clone(), ..self.facts.options(read) };
        if let Some(config) = config {
            config.extend(&mut options, input);
        }
        options
    }
}
