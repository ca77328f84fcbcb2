//! `config`: every setting that holds, and where it was said. What is printed is TOML.

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
    /// A model file or a folder; the working directory by default
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Keys with one value each, and their defaults; without one the key is not set.
const KEYS: [(&str, Option<&str>); 9] = [
    ("include", Some("[]")),
    ("exclude", Some("[]")),
    ("baseline", None),
    ("lint.select", Some("[]")),
    ("lint.extend-select", Some("[]")),
    ("lint.ignore", Some("[]")),
    ("lint.fail-on", Some("\"error\"")),
    ("lint.min-level", Some("\"note\"")),
    ("lint.target", Some("[]")),
];

/// Keys whose values are tables, empty by default.
const TABLES: [&str; 4] = ["lint.severity", "lint.per-file-ignores", "lint.per-node-ignores", "operators"];

/// Shows what holds for a path, or for the working directory.
pub(crate) fn config(args: &ShowArgs) -> u8 {
    let path = args.path.as_deref().unwrap_or(Path::new("."));
    if !path.exists() && path != Path::new("-") {
        console::error(&format!("`{}` does not exist", path.display()));
        return exit::USAGE;
    }
    let input = Input::new(path);
    let folder =
        if path.is_dir() { std::fs::canonicalize(path).unwrap_or_else(|_| path.into()) } else { input.folder() };
    let Ok(config) = Configs::of_path(&args.settings.config, &folder) else { return exit::USAGE };
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
    let given = given(args);
    let spoken: Vec<&SettingEntry> = config.map(|config| config.of(file)).unwrap_or_default();
    let source = |spoken: &SettingEntry| format!("{}:{}", config.map_or("", |config| &config.name), spoken.line);
    for (key, default) in KEYS {
        if let Some((_, value)) = given.iter().find(|(known, _)| known == key) {
            writeln!(out, "{key} = {value}  # command line")?;
        } else if let Some(said) = spoken.iter().find(|said| said.key == key) {
            writeln!(out, "{key} = {}  # {}", said.value, source(said))?;
        } else if let Some(default) = default {
            writeln!(out, "{key} = {default}  # default")?;
        } else {
            writeln!(out, "# {key} is not set  # default")?;
        }
    }
    for table in TABLES {
        let holds = |key: &str| key.strip_prefix(table).is_some_and(|rest| rest.starts_with('.'));
        if !given.iter().any(|(key, _)| holds(key)) && !spoken.iter().any(|said| holds(&said.key)) {
            writeln!(out, "{table} = {{}}  # default")?;
        }
    }
    let single = |key: &str| KEYS.iter().any(|(known, _)| *known == key) || key == "model";
    for (key, value) in given.iter().filter(|(key, _)| !single(key)) {
        writeln!(out, "{key} = {value}  # command line")?;
    }
    let hidden = |key: &str| single(key) || given.iter().any(|(known, _)| known == key);
    for said in spoken.iter().filter(|said| !hidden(&said.key)) {
        writeln!(out, "{} = {}  # {}", said.key, said.value, source(said))?;
    }
    let models = spoken.iter().filter(|said| said.key == "model");
    let models = models.map(|said| (said.value.clone(), source(said)));
    let own =
        given.iter().filter(|(key, _)| key == "model").map(|(_, value)| (value.clone(), "command line".to_owned()));
    let models: Vec<(String, String)> = models.chain(own).collect();
    if models.is_empty() {
        return writeln!(out, "model = []  # default");
    }
    writeln!(out, "model = [")?;
    models.iter().try_for_each(|(value, source)| writeln!(out, "  {value},  # {source}"))?;
    writeln!(out, "]")
}

impl Config {
    /// What is said for a file, or for all.
    fn of(&self, file: Option<&Input>) -> Vec<&SettingEntry> {
        let path = file.map(|file| file.relative_to(&self.folder));
        let holds =
            |said: &&SettingEntry| said.only.as_ref().zip(path.as_ref()).is_none_or(|(glob, path)| glob.holds(path));
        self.spoken.iter().filter(holds).collect()
    }
}

/// What the command line says, as keys and values.
fn given(args: &SettingsArgs) -> Vec<(String, String)> {
    let mut given = Vec::new();
    let rules = args.rules.selection();
    let lists = [("lint.select", &rules.select), ("lint.extend-select", &rules.extend), ("lint.ignore", &rules.ignore)];
    for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        let texts: Vec<String> = list.iter().map(|selector| quoted(&selector.to_string())).collect();
        given.push((key.to_owned(), format!("[{}]", texts.join(", "))));
    }
    if let Some(level) = args.fail_on {
        given.push(("lint.fail-on".to_owned(), quoted(level.level().map_or("never", Level::name))));
    }
    if let Some(level) = args.min_level {
        given.push(("lint.min-level".to_owned(), quoted(level.name())));
    }
    if !args.target.is_empty() {
        let texts: Vec<String> = args.target.iter().map(|target| quoted(&target.written())).collect();
        given.push(("lint.target".to_owned(), format!("[{}]", texts.join(", "))));
    }
    if let Some(path) = &args.baseline {
        given.push(("baseline".to_owned(), quoted(&path.display().to_string())));
    }
    for (selector, level) in &rules.severity {
        given.push((format!("lint.severity.{}", key_text(&selector.to_string())), quoted(level.name())));
    }
    given.extend(model(args).map(|value| ("model".to_owned(), value)));
    given
}

/// What the command line says of models.
fn model(args: &SettingsArgs) -> Option<String> {
    let bind = args.facts.bind.iter().map(|(name, size)| (name.as_str(), size.to_string()));
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
