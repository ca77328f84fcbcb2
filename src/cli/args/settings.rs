//! Arguments that a configuration can contain, too, and the arguments that choose the configuration.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::FactArgs;
use crate::cli::selection::{self, Selection, Selector, add_selectors, set_levels};
use crate::rule::Level;
use crate::target::Target;
use crate::type_syntax::NamedType;

/// The source of the configuration.
#[derive(Args, Debug)]
pub(crate) struct ConfigArgs {
    /// The configuration of all files, instead of the nearest one above each file
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    pub(crate) config: Option<PathBuf>,
    /// Do not read a configuration
    #[arg(long)]
    pub(crate) isolated: bool,
}

/// Settings that a configuration can contain, too.
#[derive(Args, Debug)]
pub(crate) struct SettingsArgs {
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    /// The minimum level at which the exit code is 1; by default `error`
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(crate) fail_on: Option<FailOn>,
    /// The minimum level that reports show; by default `warning`. All findings are counted, and findings that fail the
    /// run are always shown
    #[arg(long, value_name = "LEVEL", value_parser = PossibleValuesParser::new(["error", "warning", "note"]).try_map(|text| selection::level(&text)))]
    pub(crate) min_level: Option<Level>,
    #[command(flatten)]
    pub(crate) rules: SelectionArgs,
    /// Report what these runtimes reject or interpret differently, such as onnxruntime>=1.20,openvino
    ///
    /// For onnxruntime and openvino, every operator, version, and type was measured on the CPU. For tensorrt, only the
    /// newest operator set and the narrowing of 64-bit numbers are known, as documented.
    #[arg(long, value_name = "RUNTIME[>=VERSION],...", value_delimiter = ',', value_parser = str::parse::<Target>)]
    pub(crate) target: Vec<Target>,
    /// Omit the findings that are listed in this file, which `--write-baseline` writes
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) facts: FactArgs,
    /// The type that a value must provably have, such as `y:f32[N,10]`; the element type is optional
    #[arg(long, value_name = "NAME:TYPE", value_parser = str::parse::<NamedType>)]
    pub(crate) expect: Vec<NamedType>,
}

/// The rules to report. RULE is a code, a prefix of a code, a name, a category, or ALL.
#[derive(Args, Debug, Default)]
pub(crate) struct SelectionArgs {
    /// Report only these rules: codes (OP102), prefixes (OP, SH2), names, categories (correctness), or ALL; preview
    /// rules only by code or name
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = selector)]
    pub(crate) select: Vec<Selector>,
    /// Also report these rules
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = selector)]
    pub(crate) extend_select: Vec<Selector>,
    /// Do not report these rules, unless a longer prefix of their code is selected
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = selector)]
    pub(crate) ignore: Vec<Selector>,
    /// Report the findings of a rule at this level: error, warning, or note
    #[arg(long, value_name = "RULE=LEVEL,...", value_delimiter = ',', value_parser = severity)]
    pub(crate) severity: Vec<(Selector, Level)>,
}

impl SelectionArgs {
    /// Warnings about deprecated rules among them.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = String> {
        let levels = self.severity.iter().map(|(selector, _)| selector);
        let all = self.select.iter().chain(&self.extend_select).chain(&self.ignore).chain(levels);
        all.filter_map(|selector| selector.deprecation())
    }

    /// The selection.
    pub(crate) fn selection(&self) -> Selection {
        let mut selection = Selection::default();
        add_selectors(&mut selection.select, self.select.iter().copied());
        add_selectors(&mut selection.extend, self.extend_select.iter().copied());
        add_selectors(&mut selection.ignore, self.ignore.iter().copied());
        set_levels(&mut selection.severity, self.severity.iter().copied());
        selection
    }
}

/// Parses a selector.
pub(crate) fn selector(text: &str) -> Result<Selector, String> {
    Selector::parse(text.trim()).map_err(|error| error.to_string())
}

fn severity(text: &str) -> Result<(Selector, Level), String> {
    let (rule, level_name) = text.split_once('=').ok_or("expected RULE=LEVEL, such as OP103=error")?;
    let (rule, level_name) = (rule.trim(), level_name.trim());
    let advice = |error: String| error.replace("use `ignore`", &format!("use `--ignore {rule}`"));
    Ok((selector(rule)?, selection::level(level_name).map_err(advice)?))
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailOn {
    Error,
    Warning,
    Note,
    Never,
}

impl FailOn {
    /// The minimum level that fails the run.
    pub(crate) fn level(self) -> Option<Level> {
        match self {
            FailOn::Error => Some(Level::Error),
            FailOn::Warning => Some(Level::Warning),
            FailOn::Note => Some(Level::Note),
            FailOn::Never => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deprecated_rule_is_warned_about_and_a_removed_one_explained() {
        let deprecated = || selector("OP198").expect("a deprecated rule");
        let args = SelectionArgs {
            select: vec![deprecated(), Selector::All],
            extend_select: vec![deprecated()],
            ignore: vec![deprecated()],
            severity: vec![severity("OP198=note").expect("a level"), severity("OP102=note").expect("a level")],
        };
        let warnings: Vec<String> = args.warnings().collect();
        assert_eq!(warnings, vec!["OP198 (deprecated-rule) is deprecated since 0.2.0; use OP103"; 4]);
        let removed = "OP199 (old-name) was removed in 0.2.0: no runtime accepts such a model; use OP103";
        assert_eq!(selector("old-name"), Err(removed.to_owned()));
        assert_eq!(severity("OP199=error"), Err(removed.to_owned()));
    }
}
