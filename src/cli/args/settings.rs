//! Arguments that a configuration may give too, and where it comes from.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::FactArgs;
use crate::cli::selection::{self, Selection, Selector};
use crate::rule::Level;
use crate::target::Target;
use crate::type_syntax::NamedType;

/// Where configuration comes from.
#[derive(Args, Debug)]
pub(crate) struct ConfigArgs {
    /// The configuration of all files, in place of the nearest above each
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    pub(crate) config: Option<PathBuf>,
    /// Read no configuration
    #[arg(long)]
    pub(crate) isolated: bool,
}

/// What a configuration may say too.
#[derive(Args, Debug)]
pub(crate) struct SettingsArgs {
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    /// The least level at which the exit code is 1; `error` if nobody says otherwise
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(crate) fail_on: Option<FailOn>,
    /// The least level that reports show, and others are counted; `note` if nobody says otherwise. What fails the run is
    /// always shown, so the exit code stays the same
    #[arg(long, value_name = "LEVEL", value_parser = PossibleValuesParser::new(["error", "warning", "note"]).try_map(|text| selection::level(&text)))]
    pub(crate) min_level: Option<Level>,
    #[command(flatten)]
    pub(crate) rules: SelectionArgs,
    /// Report what these runtimes refuse or read otherwise, as in onnxruntime>=1.20,openvino,tract,tensorrt
    #[arg(long, value_name = "RUNTIME[>=VERSION],...", value_delimiter = ',', value_parser = str::parse::<Target>)]
    pub(crate) target: Vec<Target>,
    /// Report no finding that this file lists, as `--write-baseline` wrote it
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) facts: FactArgs,
    /// The type that a value must provably have, as in `y:f32[N,10]`; the element type may be left out
    #[arg(long, value_name = "NAME:TYPE", value_parser = str::parse::<NamedType>)]
    pub(crate) expect: Vec<NamedType>,
}

/// Which rules are reported. RULE is a code, the beginning of one, a name, a category or ALL.
#[derive(Args, Debug)]
pub(crate) struct SelectionArgs {
    /// Report these rules only: codes (OP102), prefixes (OP, SH2), names, categories (correctness) or ALL
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = selector)]
    select: Vec<Selector>,
    /// Report these rules too
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = selector)]
    extend_select: Vec<Selector>,
    /// Leave these rules out; a rule that is selected by more of its code stays
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = selector)]
    ignore: Vec<Selector>,
    /// Report findings of a rule at a level: error, warning or note
    #[arg(long, value_name = "RULE=LEVEL,...", value_delimiter = ',', value_parser = severity)]
    severity: Vec<(Selector, Level)>,
}

impl SelectionArgs {
    /// Warnings about deprecated rules among them.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = String> {
        let levels = self.severity.iter().map(|(selector, _)| selector);
        let all = self.select.iter().chain(&self.extend_select).chain(&self.ignore).chain(levels);
        all.filter_map(|selector| selector.deprecation())
    }

    /// What is reported.
    pub(crate) fn selection(&self) -> Selection {
        Selection {
            select: self.select.clone(),
            extend: self.extend_select.clone(),
            ignore: self.ignore.clone(),
            severity: self.severity.clone(),
            ..Selection::default()
        }
    }
}

fn selector(text: &str) -> Result<Selector, String> {
    Selector::parse(text.trim()).map_err(|error| error.to_string())
}

fn severity(text: &str) -> Result<(Selector, Level), String> {
    let (rule, level) = text.split_once('=').ok_or("write RULE=LEVEL, as in OP103=error")?;
    Ok((selector(rule)?, selection::level(level.trim())?))
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailOn {
    Error,
    Warning,
    Note,
    Never,
}

impl FailOn {
    /// The least level that fails.
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
