//! What commands do for one model, for programs: its settings, its configuration, and its report.

use std::fmt;
use std::path::{Path, PathBuf};

use super::args::{ConfigArgs, FactArgs, SettingsArgs};
use super::args::{SelectionArgs, selector};
use super::baseline::Baselines;
use super::config::{Config, Configs, Profile, Settings};
use super::input::Input;
use super::snap;
use crate::analyze::analyze;
use crate::diagnostic::Diagnostic;
use crate::diff::Comparison;
use crate::dim::Dim;
use crate::fix::{FixOptions, Fixed};
use crate::format::ReadOptions;
use crate::graph::Model;
use crate::limits::Limits;
use crate::options::{AnalysisOptions, OptionNames};
use crate::render::{self, Report};
use crate::report::{FileReport, Verdict};
use crate::rule::Level;
use crate::rules;
use crate::summary::Summary;
use crate::target::Target;
use crate::type_syntax::NamedType;
use crate::unread_weights::UnreadWeights;

/// The source of the configuration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Configuration {
    /// No configuration is read.
    #[default]
    None,
    /// The nearest one above the model, or above the working directory if the model is in memory.
    Nearest,
    /// This file.
    File(PathBuf),
}

/// The settings of a check, as on the command line. Each takes precedence over the configuration.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// The source of the configuration.
    pub configuration: Configuration,
    /// Report only these rules: codes, prefixes of codes, names, categories, or `ALL`.
    pub select: Vec<String>,
    /// Also report these rules.
    pub extend_select: Vec<String>,
    /// Do not report these rules.
    pub ignore: Vec<String>,
    /// The levels of the findings of rules.
    pub severity: Vec<(String, Level)>,
    /// The minimum level of findings that are reported; by default, warnings.
    pub min_level: Option<Level>,
    /// The runtimes that must run the model.
    pub targets: Vec<Target>,
    /// The sizes of symbolic dimensions.
    pub bind: Vec<(String, Dim)>,
    /// The types of graph inputs.
    pub inputs: Vec<NamedType>,
    /// The types that values must have.
    pub expect: Vec<NamedType>,
    /// How messages spell `bind` and `inputs`.
    pub option_names: OptionNames,
    /// Bounds on the work.
    pub limits: Limits,
}

/// A setting or a configuration that cannot be used: one message for each problem.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CheckError {
    /// The problems; those of a configuration have their locations.
    pub problems: Vec<String>,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("\n"))
    }
}

impl std::error::Error for CheckError {}

/// The result of a check.
#[derive(Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The findings at the minimum level or above.
    pub report: Report,
    /// Whether a finding is at the level that fails a run, which is `error` if the configuration sets no other.
    pub failed: bool,
    /// The number of findings below the minimum level.
    pub hidden: usize,
    /// The number of findings that the file or the configuration suppresses.
    pub suppressed: usize,
    /// The number of findings that were dropped because there were too many.
    pub dropped: usize,
    /// The constants whose weights the rules did not read.
    pub unread_weights: UnreadWeights,
    /// Warnings about the settings: deprecated rules.
    pub warnings: Vec<String>,
}

/// Checks a model as `lint` does.
///
/// ```
/// use shapewright::cli::check::{CheckOptions, check};
/// use shapewright::graph::Model;
/// use shapewright::{ReadOptions, Source};
///
/// let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[3] x) => (float[3] y) { y = Relo (x) }";
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let checked = check(&model, &CheckOptions::default()).unwrap();
/// assert!(checked.failed);
/// let codes = |checked: &shapewright::cli::check::Checked| -> Vec<String> {
///     checked.report.findings().map(|finding| finding.rule().code().to_owned()).collect()
/// };
/// assert_eq!(codes(&checked), ["OP100"]);
///
/// let options = CheckOptions { ignore: vec!["OP1".to_owned()], ..CheckOptions::default() };
/// assert!(codes(&check(&model, &options).unwrap()).is_empty());
/// ```
///
/// # Errors
/// A setting names an unknown rule, or the configuration cannot be read. The content of the model is never an error.
pub fn check(model: &Model, options: &CheckOptions) -> Result<Checked, CheckError> {
    let (args, input, configs) = options.resolve(model)?;
    let (input, config) = (&input, configs.get(&input));
    let baselines = Baselines::read(None, None, &configs);
    let baselines = baselines.map_err(|problem| CheckError { problems: vec![problem] })?;
    let profile = Profile::new(&args, config);
    let settings = Settings::new(&profile, input);
    let analysis = analyze(model, &analysis_options(options, config, &profile, input));
    let name = model.source().name().replace('\\', "/");
    // Findings that need weights are missing, so their suppressions are not unused.
    let unread = !model.source().unread().is_empty();
    let position = configs.position(input);
    let has_baseline = baselines.compares(position);
    let mut file = FileReport::new(&name, model, &analysis, |finding| match &*finding.rule {
        rule if unread && *rule == rules::unused_suppression::RULE => Verdict::Drop,
        _ => settings.verdict(model, finding, has_baseline),
    });
    file.set_levels(settings.fail_level(), settings.shown_from());
    baselines.apply(position, input, &mut file, |_| false);
    file.hide();
    let configured = configs.all().iter().flat_map(|config| config.warnings.iter().cloned());
    Ok(Checked {
        failed: file.has_failed(),
        hidden: file.hidden.at_least(Level::Note),
        suppressed: file.suppressed,
        dropped: file.dropped,
        unread_weights: file.unread_weights,
        warnings: args.rules.warnings().chain(configured).collect(),
        report: Report::of(file),
    })
}

/// Fixes the findings of a model that [`check`] reports, as `lint --fix` does, but in memory.
///
/// ```
/// use shapewright::cli::check::{CheckOptions, fix};
/// use shapewright::graph::Model;
/// use shapewright::{ReadOptions, Source};
///
/// let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[3] x) => (float[3] y) { y = Relo (x) }";
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let fixed = fix(model, &CheckOptions::default(), true).unwrap();
/// assert!(String::from_utf8_lossy(fixed.model.source().bytes()).contains("y = Relu (x)"));
/// assert!(fixed.analysis.findings.is_empty());
/// ```
///
/// Findings of a baseline are fixed as well.
///
/// # Errors
/// As for [`check`].
pub fn fix(model: Model, options: &CheckOptions, unsafe_fixes: bool) -> Result<Fixed, CheckError> {
    let (args, input, configs) = options.resolve(&model)?;
    let (input, config) = (&input, configs.get(&input));
    let profile = Profile::new(&args, config);
    let settings = Settings::new(&profile, input);
    let analysis = analysis_options(options, config, &profile, input);
    let read = ReadOptions { limits: options.limits.clone(), ..ReadOptions::default() };
    let is_shown = |model: &Model, finding: &Diagnostic| settings.shows(model, finding);
    Ok(crate::fix::fix(model, &FixOptions { unsafe_fixes, read, analysis }, is_shown))
}

/// The snapshot of a model, as `snap` writes it without a configuration: types, shapes, and findings as a small text for
/// review in version control.
///
/// ```
/// use shapewright::cli::check::snapshot;
/// use shapewright::graph::Model;
/// use shapewright::{AnalysisOptions, ReadOptions, Source};
///
/// let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N] x) => (float[N] y) { y = Relu (x) }";
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// assert!(snapshot(&model, &AnalysisOptions::default()).contains("f32[N]"));
/// ```
pub fn snapshot(model: &Model, options: &AnalysisOptions) -> String {
    snap::text(model, options)
}

/// The result of an inspection.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Inspected {
    /// What the model consists of, and what a run of it costs.
    pub summary: Summary,
    /// The screen of `inspect`.
    pub text: String,
    /// What `inspect --format json` writes.
    pub json: String,
}

/// Inspects a model as `inspect` does without a configuration.
///
/// ```
/// use shapewright::cli::check::inspect;
/// use shapewright::graph::Model;
/// use shapewright::{AnalysisOptions, ReadOptions, Source};
///
/// let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N] x) => (float[N] y) { y = Relu (x) }";
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let inspected = inspect(&model, &AnalysisOptions::default());
/// assert_eq!(inspected.summary.work.operations.to_string(), "N");
/// assert!(inspected.text.starts_with("m.onnxtxt  ONNX text, IR version 9, opset 18"));
/// ```
pub fn inspect(model: &Model, options: &AnalysisOptions) -> Inspected {
    let (summary, text, json) = super::inspect::of_model(model, options);
    Inspected { summary, text, json }
}

/// The differences between two models of these names as the terminal shows them, with what was not compared; empty if
/// there are none.
///
/// ```
/// use shapewright::cli::check::diff_text;
/// use shapewright::diff::compare;
/// use shapewright::graph::Model;
/// use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};
///
/// let text = "<ir_version: 9, opset_import: [\"\" : 18]> g (float[N] x) => (float[N] y) { [act] y = Relu (x) }";
/// let [a, b] = [text.to_owned(), text.replace("Relu", "Abs")].map(|text| {
///     let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
///     let analysis = analyze(&model, &AnalysisOptions::default());
///     (model, analysis)
/// });
/// let compared = compare((&a.0, &a.1), (&b.0, &b.1));
/// let shown = diff_text(("a.onnxtxt", "b.onnxtxt"), &compared);
/// assert!(shown.ends_with("~ act operator: Relu -> Abs\n"), "{shown}");
/// ```
pub fn diff_text(names: (&str, &str), compared: &Comparison) -> String {
    let mut text = Vec::new();
    // A vector takes everything.
    let _ = render::write_diff(&mut text, names, &compared.differences);
    let _ = render::write_not_compared(&mut text, compared);
    String::from_utf8_lossy(&text).into_owned()
}

fn analysis_options(
    options: &CheckOptions,
    config: Option<&Config>,
    profile: &Profile<'_>,
    input: &Input,
) -> AnalysisOptions {
    let mut analysis = AnalysisOptions {
        bind: options.bind.clone(),
        inputs: options.inputs.clone(),
        expect: options.expect.clone(),
        option_names: options.option_names,
        limits: options.limits.clone(),
        ..profile.lint_options()
    };
    if let Some(config) = config {
        config.extend(&mut analysis, input);
    }
    analysis
}

impl CheckOptions {
    /// Whether the rules exist and the configuration is valid. The nearest configuration is known only with a model.
    ///
    /// ```
    /// use shapewright::cli::check::CheckOptions;
    ///
    /// let options = CheckOptions { ignore: vec!["OP900".to_owned()], ..CheckOptions::default() };
    /// assert!(options.validate().unwrap_err().to_string().contains("OP900"));
    /// ```
    ///
    /// # Errors
    /// As for [`check`].
    pub fn validate(&self) -> Result<(), CheckError> {
        let args = self.arguments()?;
        Configs::try_load(&args.config, &mut Vec::new()).map(drop).map_err(|problems| CheckError { problems })
    }

    /// The settings as arguments, with the input and its configuration.
    fn resolve(&self, model: &Model) -> Result<(SettingsArgs, Input, Configs), CheckError> {
        let args = self.arguments()?;
        let input = || Input::new(model.source().path().unwrap_or(Path::new("-")));
        let configs = Configs::try_load(&args.config, &mut vec![input()]);
        let configs = configs.map_err(|problems| CheckError { problems })?;
        Ok((args, input(), configs))
    }

    /// The settings as arguments of the command line.
    fn arguments(&self) -> Result<SettingsArgs, CheckError> {
        let rules = self.rules().map_err(|problem| CheckError { problems: vec![problem] })?;
        let config = match &self.configuration {
            Configuration::None => ConfigArgs { config: None, isolated: true },
            Configuration::Nearest => ConfigArgs { config: None, isolated: false },
            Configuration::File(path) => ConfigArgs { config: Some(path.clone()), isolated: false },
        };
        Ok(SettingsArgs {
            config,
            fail_on: None,
            min_level: self.min_level,
            rules,
            target: self.targets.clone(),
            baseline: None,
            facts: FactArgs { bind: Vec::new(), input_shape: Vec::new(), no_declared: false },
            expect: Vec::new(),
        })
    }

    fn rules(&self) -> Result<SelectionArgs, String> {
        let list = |texts: &[String]| texts.iter().map(|text| selector(text)).collect::<Result<Vec<_>, _>>();
        let levels = self.severity.iter().map(|(text, level)| Ok((selector(text)?, *level)));
        Ok(SelectionArgs {
            select: list(&self.select)?,
            extend_select: list(&self.extend_select)?,
            ignore: list(&self.ignore)?,
            severity: levels.collect::<Result<_, String>>()?,
        })
    }
}
