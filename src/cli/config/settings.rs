//! The effective settings of one file: the command line, then its configuration, then the defaults.

use super::Config;
use crate::cli::args::{FailOn, ReadArgs, SettingsArgs};
use crate::cli::input::Input;
use crate::cli::selection::{Selection, Selector};
use crate::diagnostic::Diagnostic;
use crate::graph::Model;
use crate::ids::NodeId;
use crate::options::{AnalysisOptions, OptionSource};
use crate::report::Verdict;
use crate::rule::Level;
use crate::rule::{Rule, RuleRef};
use crate::rules::{self, RULES};
use crate::target::Target;
use crate::type_syntax::NamedType;

/// The effective settings of one file.
pub(crate) struct Settings<'a> {
    selection: Selection,
    /// The minimum level that fails the run.
    pub(crate) fail_level: Option<Level>,
    /// The minimum level that is shown.
    pub(crate) min_level: Level,
    targets: &'a [Target],
    config: Option<&'a Config>,
    /// The path relative to the configuration.
    path: String,
}

impl<'a> Settings<'a> {
    /// The settings of an input.
    pub(crate) fn new(args: &'a SettingsArgs, config: Option<&'a Config>, input: &Input) -> Settings<'a> {
        let own = args.rules.selection();
        let selection = config.map_or_else(|| own.clone(), |config| own.or_else(&config.selection));
        let fail_level = args.fail_on.or_else(|| config?.fail_on).unwrap_or(FailOn::Error).level();
        let min_level = args.min_level.or_else(|| config?.min_level).unwrap_or(Level::Warning);
        let configured = config.map(|config| config.targets.as_slice()).filter(|_| args.target.is_empty());
        let targets = configured.unwrap_or(&args.target);
        let path = config.map(|config| input.relative_to(&config.folder)).unwrap_or_default();
        Settings { selection, fail_level, min_level, targets, config, path }
    }

    /// The runtimes that must run the model: those on the command line, or else those in the configuration.
    pub(crate) fn targets(&self) -> Vec<Target> {
        self.targets.to_vec()
    }

    /// Whether a rule is enabled.
    pub(crate) fn enables(&self, rule: &Rule) -> bool {
        self.selection.includes(rule)
    }

    /// The rules that are checked; `None` for the default ones.
    pub(crate) fn enabled_rules(&self) -> Option<Vec<RuleRef>> {
        let enabled = || RULES.iter().copied().filter(|rule| self.enables(rule)).map(RuleRef::from).collect();
        (!self.selection.is_default()).then(enabled)
    }

    /// Whether a finding is shown, before baselines: it is selected, not suppressed, and of a level that is shown or fails.
    pub(crate) fn shows(&self, model: &Model, finding: &Diagnostic) -> bool {
        matches!(self.verdict(model, finding, false), Verdict::Report(_))
    }

    /// The minimum level of findings that are shown. Those that fail the run are always shown.
    pub(crate) fn shown_from(&self) -> Level {
        self.fail_level.map_or(self.min_level, |fails| fails.min(self.min_level))
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
        let optional = self.config.is_some_and(|config| config.optional_weights);
        let default = match *finding.rule == rules::missing_weights::RULE && optional {
            true => Level::Note,
            false => finding.level,
        };
        match self.selection.judge(&finding.rule, default) {
            Verdict::Report(_) if self.ignores(model, finding) => Verdict::Suppress,
            verdict => verdict,
        }
    }

    /// Whether the configuration ignores the rule of a finding in this file or at this node.
    fn ignores(&self, model: &Model, finding: &Diagnostic) -> bool {
        let Some(config) = self.config else { return false };
        let includes = |selectors: &[Selector]| selectors.iter().any(|selector| selector.includes(&finding.rule));
        let file = |(glob, selectors): &(super::Glob, Vec<Selector>)| includes(selectors) && glob.matches(&self.path);
        if config.file_ignores.iter().any(file) {
            return true;
        }
        let node = finding.place.node.filter(|node| node.index() < model.nodes.len());
        let Some(node) = node else { return false };
        let name = node_name(model, node);
        let mut ignores = config.node_ignores.iter();
        ignores.any(|(files, nodes, selectors)| {
            includes(selectors) && nodes.matches_exactly(name) && files.matches(&self.path)
        })
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
    /// Adds the settings of a file to those of the command line, which take precedence.
    pub(crate) fn extend(&self, options: &mut AnalysisOptions, input: &Input) {
        let path = input.relative_to(&self.folder);
        options.operators.extend(self.operators.iter().cloned());
        let (file, bind, inputs) = (self.name.clone(), options.bind.len(), options.inputs.len());
        options.option_source = Some(OptionSource { file, bind, inputs });
        // Later entries take precedence.
        for model in self.models.iter().rev().filter(|model| model.path.matches(&path)) {
            let AnalysisOptions { bind, inputs, expect, .. } = options;
            for (name, size) in &model.bind {
                if !bind.iter().any(|(known, _)| known == name) {
                    bind.push((name.clone(), size.clone()));
                }
            }
            add(inputs, &model.inputs);
            add(expect, &model.expect);
        }
    }
}

fn add(types: &mut Vec<NamedType>, more: &[NamedType]) {
    let known: Vec<String> = types.iter().map(|ty| ty.name.clone()).collect();
    types.extend(more.iter().filter(|ty| !known.contains(&ty.name)).cloned());
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
