//! Configuration: settings in a file next to the models or above them.

mod document;
mod find;
mod operators;
mod sample;
mod schema;
mod settings;
mod show;
mod unused_settings;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

pub(super) use find::Configs;
pub(super) use sample::{InitArgs, init};
pub(super) use settings::{Profile, Settings};
pub(super) use show::{ShowArgs, config};
pub(super) use unused_settings::SettingUsage;

use super::args::FailOn;
use super::glob::{Glob, Globs};
use super::selection::{Selection, Selector};
use crate::dim::Dim;
use crate::ops::OperatorDef;
use crate::rule::Level;
use crate::target::Target;
use crate::type_syntax::NamedType;

/// The settings in one file. Its paths are relative to its directory.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// The name in messages.
    name: String,
    folder: PathBuf,
    /// Files to check in a directory; all if empty.
    include: Globs,
    /// Files and directories to skip.
    exclude: Globs,
    pub(super) baseline: Option<PathBuf>,
    selection: Selection,
    fail_on: Option<FailOn>,
    min_level: Option<Level>,
    /// Whether the weights of models need not be there.
    optional_weights: bool,
    pub(super) targets: Vec<Target>,
    /// The patterns that select the files of settings, which have their positions.
    files: Globs,
    /// The patterns that select nodes.
    nodes: Globs,
    /// Rules to ignore in some files.
    file_ignores: HashMap<usize, Vec<Selector>>,
    /// Rules to ignore at some nodes of some files, by the patterns for both.
    node_ignores: HashMap<(usize, usize), Vec<Selector>>,
    operators: Vec<Arc<OperatorDef>>,
    models: Vec<ModelSettings>,
    /// Warnings about deprecated rules, each with its location.
    pub(super) warnings: Vec<String>,
    /// The settings as written in the file.
    entries: Vec<SettingEntry>,
}

/// The `[[model]]` settings of some models.
#[derive(Debug)]
struct ModelSettings {
    files: usize,
    bind: Vec<(String, Dim)>,
    inputs: Vec<NamedType>,
    expect: Vec<NamedType>,
}

/// A setting as written in a file.
#[derive(Debug)]
struct SettingEntry {
    /// The whole key, `lint.select`; `model` for one `[[model]]`.
    key: String,
    /// The value, as TOML.
    value: String,
    line: u64,
    /// The pattern for the files that it applies to; all if `None`.
    files: Option<usize>,
    /// The pattern for the nodes of those files that it applies to; all if `None`.
    nodes: Option<usize>,
}
