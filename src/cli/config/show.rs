//! `config`: the effective settings and their sources, as TOML.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::document::{key_text, quoted};
use super::{Config, Configs, SettingEntry};
use crate::cli::args::SettingsArgs;
use crate::cli::input::Input;
use crate::cli::output::Output;
use crate::cli::{console, exit};
use crate::rule::Level;
use crate::type_syntax::NamedType;

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// A model file or a directory; by default the working directory
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Keys with one value each, and their defaults; `None` if the key is not set by default.
const KEYS: [(&str, Option<&str>); 10] = [
    ("include", Some("[]")),
    ("exclude", Some("[]")),
    ("baseline", None),
    ("weights", Some("\"required\"")),
    ("lint.select", Some("[]")),
    ("lint.extend-select", Some("[]")),
    ("lint.ignore", Some("[]")),
    ("lint.fail-on", Some("\"error\"")),
    ("lint.min-level", Some("\"warning\"")),
    ("lint.target", Some("[]")),
];

/// Keys whose values are tables, empty by default.
const TABLES: [&str; 4] = ["lint.severity", "lint.per-file-ignores", "lint.per-node-ignores", "operators"];

/// `config`: shows the settings for a path or for the working directory.
pub(crate) fn config(args: &ShowArgs) -> u8 {
    let path = args.path.as_deref().unwrap_or(Path::new("."));
    if !path.exists() && path != Path::new("-") {
        console::error(&format!("`{}` does not exist", path.display()));
        return exit::USAGE;
    }
    let input = Input::new(path);
    let folder = if path.is_dir() {
        std::fs::canonicalize(path).unwrap_or_else(|_| path.into())
    } else {
        input.folder().to_owned()
    };
    let Ok(config) = Configs::load_for(&args.settings.config, &folder) else { return exit::USAGE };
    let file = (!path.is_dir()).then_some(&input);
    let mut out = Output::new();
    out.write(|out| write(out, &args.settings, config.as_ref(), file));
    out.end(exit::OK)
}

fn write(out: &mut dyn Write, args: &SettingsArgs, config: Option<&Config>, file: Option<&Input>) -> io::Result<()> {
    match config {
        Some(config) => writeln!(out, "# {}", config.name)?,
        None => writeln!(out, "# no configuration file")?,
    }
    let arguments = from_arguments(args);
    let entries: Vec<&SettingEntry> = config.map(|config| config.entries_for(file)).unwrap_or_default();
    let source = |entry: &SettingEntry| format!("{}:{}", config.map_or("", |config| &config.name), entry.line);
    for (key, default) in KEYS {
        if let Some((_, value)) = arguments.iter().find(|(known, _)| known == key) {
            writeln!(out, "{key} = {value}  # command line")?;
        } else if let Some(entry) = entries.iter().find(|entry| entry.key == key) {
            writeln!(out, "{key} = {}  # {}", entry.value, source(entry))?;
        } else if let Some(default) = default {
            writeln!(out, "{key} = {default}  # default")?;
        } else {
            writeln!(out, "# {key} is not set  # default")?;
        }
    }
    for table in TABLES {
        let is_in_table = |key: &str| key.strip_prefix(table).is_some_and(|rest| rest.starts_with('.'));
        if !arguments.iter().any(|(key, _)| is_in_table(key)) && !entries.iter().any(|entry| is_in_table(&entry.key)) {
            writeln!(out, "{table} = {{}}  # default")?;
        }
    }
    let single = |key: &str| KEYS.iter().any(|(known, _)| *known == key) || key == "model";
    for (key, value) in arguments.iter().filter(|(key, _)| !single(key)) {
        writeln!(out, "{key} = {value}  # command line")?;
    }
    let hidden = |key: &str| single(key) || arguments.iter().any(|(known, _)| known == key);
    for entry in entries.iter().filter(|entry| !hidden(&entry.key)) {
        writeln!(out, "{} = {}  # {}", entry.key, entry.value, source(entry))?;
    }
    let models = entries.iter().filter(|entry| entry.key == "model");
    let models = models.map(|entry| (entry.value.clone(), source(entry)));
    let own =
        arguments.iter().filter(|(key, _)| key == "model").map(|(_, value)| (value.clone(), "command line".to_owned()));
    let models: Vec<(String, String)> = models.chain(own).collect();
    if models.is_empty() {
        return writeln!(out, "model = []  # default");
    }
    writeln!(out, "model = [")?;
    models.iter().try_for_each(|(value, source)| writeln!(out, "  {value},  # {source}"))?;
    writeln!(out, "]")
}

impl Config {
    /// The entries that apply to a file, or to any file.
    fn entries_for(&self, file: Option<&Input>) -> Vec<&SettingEntry> {
        let matching = file.map(|file| self.files_matching(file));
        let applies = |entry: &&SettingEntry| {
            entry.files.zip(matching.as_ref()).is_none_or(|(files, matching)| matching.contains(&files))
        };
        self.entries.iter().filter(applies).collect()
    }
}

/// The settings on the command line, as keys and values.
fn from_arguments(args: &SettingsArgs) -> Vec<(String, String)> {
    let mut settings = Vec::new();
    let rules = &args.rules;
    let lists =
        [("lint.select", &rules.select), ("lint.extend-select", &rules.extend_select), ("lint.ignore", &rules.ignore)];
    for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        let texts: Vec<String> = list.iter().map(|selector| quoted(&selector.to_string())).collect();
        settings.push((key.to_owned(), format!("[{}]", texts.join(", "))));
    }
    if let Some(level) = args.fail_on {
        settings.push(("lint.fail-on".to_owned(), quoted(level.level().map_or("never", Level::name))));
    }
    if let Some(level) = args.min_level {
        settings.push(("lint.min-level".to_owned(), quoted(level.name())));
    }
    if !args.target.is_empty() {
        let texts: Vec<String> = args.target.iter().map(|target| quoted(&target.written())).collect();
        settings.push(("lint.target".to_owned(), format!("[{}]", texts.join(", "))));
    }
    if let Some(path) = &args.baseline {
        settings.push(("baseline".to_owned(), quoted(&path.display().to_string())));
    }
    for (selector, level) in &rules.severity {
        settings.push((format!("lint.severity.{}", key_text(&selector.to_string())), quoted(level.name())));
    }
    settings.extend(model(args).map(|value| ("model".to_owned(), value)));
    settings
}

/// The settings for models on the command line.
fn model(args: &SettingsArgs) -> Option<String> {
    let bind = args.facts.bind.iter().map(|(name, size)| {
        let text = size.to_string();
        (name.as_str(), if size.size().is_some() { text } else { quoted(&text) })
    });
    let types = |types: &[NamedType]| {
        let text = |ty: &NamedType| {
            let ty = crate::fact::TensorType { element: ty.element, shape: ty.shape.clone() };
            quoted(&ty.to_string())
        };
        types.iter().map(|ty| (ty.name.clone(), text(ty))).collect::<Vec<_>>()
    };
    let tables = [
        ("bind", bind.map(|(name, size)| (name.to_owned(), size)).collect()),
        ("input-shape", types(&args.facts.input_shape)),
        ("expect", types(&args.expect)),
    ];
    let tables = tables.into_iter().filter(|(_, entries): &(_, Vec<(String, String)>)| !entries.is_empty());
    let tables: Vec<String> = tables
        .map(|(key, entries)| {
            let entries: Vec<String> = entries.iter().map(|(k, v)| format!("{} = {v}", key_text(k))).collect();
            format!("{key} = {{ {} }}", entries.join(", "))
        })
        .collect();
    (!tables.is_empty()).then(|| format!("{{ path = \"**\", {} }}", tables.join(", ")))
}
