//! What holds for one file: the command line, then its configuration, then the defaults.

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
use crate::rule::Rule;
use crate::target::Target;
use crate::type_syntax::NamedType;

/// What holds for one file.
pub(crate) struct Settings<'a> {
    selection: Selection,
    /// The least level that fails.
    pub(crate) fails_at: Option<Level>,
    /// The least level that is shown; all if nobody says otherwise.
    pub(crate) shows: Option<Level>,
    targets: &'a [Target],
    config: Option<&'a Config>,
    /// The path that the configuration knows the file by.
    path: String,
}

impl<'a> Settings<'a> {
    /// Of an input.
    pub(crate) fn new(args: &'a SettingsArgs, config: Option<&'a Config>, input: &Input) -> Settings<'a> {
        let given = args.rules.selection();
        let selection = config.map_or_else(|| given.clone(), |config| given.over(&config.selection));
        let fails_at = args.fail_on.or_else(|| config?.fail_on).unwrap_or(FailOn::Error).level();
        let shows = args.min_level.or_else(|| config?.min_level);
        let said = config.map(|config| config.targets.as_slice()).filter(|_| args.target.is_empty());
        let targets = said.unwrap_or(&args.target);
        let path = config.map(|config| input.relative_to(&config.folder)).unwrap_or_default();
        Settings { selection, fails_at, shows, targets, config, path }
    }

    /// Runtimes that must run the model: those of the command line, or else of the configuration.
    pub(crate) fn targets(&self) -> Vec<Target> {
        self.targets.to_vec()
    }

    /// Whether findings of a rule are asked for.
    pub(crate) fn asks(&self, rule: &Rule) -> bool {
        self.selection.holds(rule)
    }

    /// What becomes of a finding.
    pub(crate) fn judge(&self, model: &Model, finding: &Diagnostic) -> Verdict {
        match self.selection.judge(finding) {
            Verdict::Report(_) if self.ignores(model, finding) => Verdict::Suppress,
            verdict => verdict,
        }
    }

    /// Whether the configuration has rules of the finding ignored in this file or at this node.
    fn ignores(&self, model: &Model, finding: &Diagnostic) -> bool {
        let Some(config) = self.config else { return false };
        let holds = |selectors: &[Selector]| selectors.iter().any(|selector| selector.holds(finding.rule));
        let file = |(glob, selectors): &(super::Glob, Vec<Selector>)| holds(selectors) && glob.holds(&self.path);
        if config.file_ignores.iter().any(file) {
            return true;
        }
        let node = finding.place.node.filter(|node| node.index() < model.nodes.len());
        let Some(node) = node else { return false };
        let name = node_name(model, node);
        let mut ignores = config.node_ignores.iter();
        ignores.any(|(files, nodes, selectors)| holds(selectors) && nodes.is(name) && files.holds(&self.path))
    }
}

/// What a configuration knows a node by: its name, or its first output's.
pub(super) fn node_name(model: &Model, node: NodeId) -> &str {
    match model.name(model.node(node).name) {
        "" => model.outputs(node).next().map_or("", |output| model.value_name(output)),
        name => name,
    }
}

impl Config {
    /// Adds what it says of a file to what the command line says. What is said first of a name counts.
    pub(crate) fn extend(&self, options: &mut AnalysisOptions, input: &Input) {
        let path = input.relative_to(&self.folder);
        options.operators.extend(&self.operators);
        let (file, bind, inputs) = (self.name.clone(), options.bind.len(), options.inputs.len());
        options.option_source = Some(OptionSource { file, bind, inputs });
        // Of two that hold for a file, the later one counts.
        for model in self.models.iter().rev().filter(|model| model.path.holds(&path)) {
            let AnalysisOptions { bind, inputs, expect, .. } = options;
            for (name, size) in &model.bind {
                if !bind.iter().any(|(known, _)| known == name) {
                    bind.push((name.clone(), *size));
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
    /// What analysis is told of an input.
    pub(crate) fn options(&self, read: &ReadArgs, config: Option<&Config>, input: &Input) -> AnalysisOptions {
        let mut options = AnalysisOptions { expect: self.expect.clone(), ..self.facts.options(read) };
        if let Some(config) = config {
            config.extend(&mut options, input);
        }
        options
    }
}
