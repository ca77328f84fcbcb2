//! Configuration: what a file next to the models, or above them, says of them.

mod document;
mod find;
mod glob;
mod operators;
mod sample;
mod schema;
mod settings;
mod show;
mod unused_settings;

use std::path::PathBuf;

pub(super) use find::Configs;
pub(super) use sample::{InitArgs, init};
pub(super) use settings::Settings;
pub(super) use show::{ShowArgs, config};
pub(super) use unused_settings::SettingUsage;

use super::args::FailOn;
use super::selection::{Selection, Selector};
use crate::ops::OperatorDef;
use crate::rule::Level;
use crate::target::Target;
use crate::type_syntax::NamedType;
use glob::Glob;

/// What one file says. Paths in it are relative to its folder.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// Its name in messages.
    name: String,
    folder: PathBuf,
    /// Files that are taken of a folder; all if nothing is said.
    include: Vec<Glob>,
    /// Files and folders that are not.
    exclude: Vec<Glob>,
    pub(super) baseline: Option<PathBuf>,
    selection: Selection,
    fail_on: Option<FailOn>,
    min_level: Option<Level>,
    pub(super) targets: Vec<Target>,
    /// Rules that are not reported in some files.
    file_ignores: Vec<(Glob, Vec<Selector>)>,
    /// Rules that are not reported at some nodes of some files.
    node_ignores: Vec<(Glob, Glob, Vec<Selector>)>,
    operators: Vec<&'static OperatorDef>,
    models: Vec<ModelSettings>,
    /// Warnings about deprecated rules that it names, each with its location.
    pub(super) warnings: Vec<String>,
    /// What is said, as it stands in the file.
    spoken: Vec<SettingEntry>,
}

/// What is said of some models.
#[derive(Debug)]
struct ModelSettings {
    path: Glob,
    bind: Vec<(String, u64)>,
    inputs: Vec<NamedType>,
    expect: Vec<NamedType>,
}

/// One key as it stands in a file.
#[derive(Debug)]
struct SettingEntry {
    /// The whole key, `lint.select`; `model` for one `[[model]]`.
    key: String,
    /// The value, as TOML.
    value: String,
    line: u64,
    /// Files that it is for, if not all.
    only: Option<Glob>,
    /// Nodes of those files that it is for, if not all.
    nodes: Option<Glob>,
}
