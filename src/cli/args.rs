//! Arguments that several commands share.

mod settings;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

pub(super) use settings::{ConfigArgs, FailOn, SelectionArgs, SettingsArgs, selector};

use super::glob::Glob;
use crate::dim::Dim;
use crate::format::options::ReadOptions;
use crate::limits::Limits;
use crate::options::{AnalysisOptions, OptionNames};
use crate::type_syntax::NamedType;

#[derive(Args, Debug)]
pub(super) struct Global {
    /// When to use color; `auto` depends on the terminal and on NO_COLOR
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(super) color: Color,
    /// Print no summary, no progress, and no notes or warnings about the run
    #[arg(short, long, global = true)]
    pub(super) quiet: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

/// The files, and how they are read.
#[derive(Args, Debug)]
pub(super) struct FileArgs {
    /// Model files, or directories to search for .onnx, .onnxtxt, and .xml with <net> or <layer>; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,
    /// Skip files that .gitignore excludes when a directory is searched
    #[arg(long)]
    pub(super) respect_gitignore: bool,
    /// Whether no command was named, so that the first path may be a misspelled command.
    #[arg(skip)]
    pub(super) implied: bool,
    /// Skip files and directories that match this pattern when a directory is searched, such as `archive` or
    /// `models/*.onnx`; the pattern is relative to the working directory
    #[arg(long, value_name = "PATTERN", value_parser = Glob::path)]
    pub(super) exclude: Vec<Glob>,
    /// Number of files to read in parallel; by default the number of processors
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub(super) jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(super) read: ReadArgs,
}

#[derive(Args, Debug)]
pub(super) struct ReadArgs {
    /// Do not read .bin files or external data
    #[arg(long)]
    pub(super) no_weights: bool,
    /// Follow symbolic links to external data
    #[arg(long)]
    pub(super) allow_symlinks: bool,
}

/// Facts about the model that are not in the file.
#[derive(Args, Debug)]
pub(super) struct FactArgs {
    /// The size of a symbolic dimension, or the interval that contains it, such as `B=1..8`
    #[arg(long, value_name = "NAME=SIZE", value_parser = binding)]
    pub(super) bind: Vec<(String, Dim)>,
    /// The type of a graph input, such as `x:f32[1,3,224,224]`; the element type is optional, and dimensions can be
    /// symbols or intervals
    #[arg(long, value_name = "NAME:TYPE", value_parser = str::parse::<NamedType>)]
    pub(super) input_shape: Vec<NamedType>,
    /// Ignore the types that the file declares for inner values
    #[arg(long)]
    pub(super) no_declared: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListFormat {
    /// Human-readable
    Full,
    /// One JSON object
    Json,
}

impl ReadArgs {
    pub(super) fn limits(&self) -> Limits {
        Limits { allow_symlinks: self.allow_symlinks, ..Limits::default() }
    }

    /// The options for reading files.
    pub(super) fn options(&self) -> ReadOptions {
        ReadOptions { limits: self.limits(), no_weights: self.no_weights }
    }
}

impl FactArgs {
    /// The options for the analysis.
    pub(super) fn options(&self, read: &ReadArgs) -> AnalysisOptions {
        AnalysisOptions {
            bind: self.bind.clone(),
            inputs: self.input_shape.clone(),
            option_names: OptionNames::COMMAND_LINE,
            option_source: None,
            expect: Vec::new(),
            use_declared_types: !self.no_declared,
            fold_overridable_inputs: false,
            operators: Vec::new(),
            lints: Vec::new(),
            run_lints: false,
            targets: Vec::new(),
            enabled_rules: None,
            limits: read.limits(),
            current_node: None,
        }
    }
}

fn jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected a positive number of files")
}

fn binding(text: &str) -> Result<(String, Dim), String> {
    let (name, size) = text.rsplit_once('=').ok_or("expected NAME=SIZE, such as N=8 or N=1..8")?;
    let size = size.parse::<Dim>().ok().filter(|size| size.expr().is_none() && !size.is_unknown());
    match size {
        Some(size) if !name.is_empty() => Ok((name.to_owned(), size)),
        Some(_) => Err("the name of the symbolic dimension is missing".to_owned()),
        None => Err(format!("invalid size for `{name}`: expected a non-negative integer, or an interval such as 1..8")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_binding_is_a_name_and_a_size() {
        assert_eq!(binding("N=8"), Ok(("N".to_owned(), Dim::exact(8))));
        assert_eq!(binding("a=b=8"), Ok(("a=b".to_owned(), Dim::exact(8))));
        assert_eq!(binding("B=1..8"), Ok(("B".to_owned(), Dim::interval(1, 8))));
        assert_eq!(binding("B=2.."), Ok(("B".to_owned(), Dim::at_least(2))));
        assert_eq!(jobs("2").map(NonZeroUsize::get), Ok(2));
        assert!(jobs("0").is_err() && jobs("-1").is_err());
        for wrong in ["N", "N=", "N=x", "N=-1", "=8", "N=9223372036854775808", "N=8..1", "N=?", "N=M", "N=.."] {
            assert!(binding(wrong).is_err(), "{wrong}");
        }
    }
}
