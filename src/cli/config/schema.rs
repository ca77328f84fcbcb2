//! The keys of a configuration, and their values.

use std::path::{Path, PathBuf};

use super::document::{Document, Item, Table, entries, key_text, nearest, to_text};
use super::{Config, Glob, Globs, ModelSettings, SettingEntry, operators};
use crate::cli::args::FailOn;
use crate::cli::selection::{Selector, add_selectors, level, set_levels};
use crate::dim::Dim;
use crate::fact::TensorType;
use crate::short_text::shortened;
use crate::target::Target;
use crate::type_syntax::NamedType;

/// Top-level keys.
const ROOT: [&str; 7] = ["include", "exclude", "baseline", "weights", "lint", "operators", "model"];
/// Keys of `[lint]`.
const LINT: [&str; 9] = [
    "select",
    "extend-select",
    "ignore",
    "fail-on",
    "min-level",
    "target",
    "severity",
    "per-file-ignores",
    "per-node-ignores",
];
/// Keys of a `[[model]]`.
const MODEL: [&str; 4] = ["path", "bind", "input-shape", "expect"];

/// The most bytes of the patterns of all configurations of a run, where each pattern counts as a few more: a compiled pattern
/// takes hundreds of times its bytes.
const MAX_PATTERN_BYTES: usize = 64 << 10;

/// What a pattern counts as besides its bytes.
const BYTES_OF_PATTERN: usize = 8;

/// The bytes of a pattern that are repeated in the keys of many settings.
const LONGEST_KEY: usize = 200;

/// Reads one file.
pub(super) struct Reader<'t, 'c> {
    doc: Document<'t>,
    config: Config,
    /// The bytes of the patterns of all configurations.
    pattern_bytes: &'c mut usize,
}

/// Reads the settings in a table. `name` is the name of the file in messages; paths are relative to `folder`. Adds the bytes of
/// its patterns to those of other configurations.
///
/// # Errors
/// The problems, each with its location.
pub(super) fn read(
    name: &str,
    folder: &Path,
    text: &str,
    table: &Table<'_>,
    pattern_bytes: &mut usize,
) -> Result<Config, Vec<String>> {
    let config = Config { name: name.to_owned(), folder: folder.to_owned(), ..Config::default() };
    let mut reader = Reader { doc: Document::new(name, text), config, pattern_bytes };
    for (key, offset, item) in entries(table) {
        reader.root(key, offset, item);
    }
    let problems = reader.doc.into_problems();
    if problems.is_empty() { Ok(reader.config) } else { Err(problems) }
}

/// Whether the weights need not be there.
fn are_optional(text: &str) -> Result<bool, String> {
    match text {
        "required" => Ok(false),
        "optional" => Ok(true),
        _ => Err(format!("unknown value `{text}`; expected required or optional")),
    }
}

impl<'t> Reader<'t, '_> {
    fn root(&mut self, key: &str, offset: usize, item: &Item<'t>) {
        match key {
            "include" => self.config.include = self.globs(key, item),
            "exclude" => self.config.exclude = self.globs(key, item),
            "baseline" => {
                let path = self.doc.string(key, item).map(PathBuf::from);
                self.config.baseline = path.map(|path| self.config.folder.join(path));
            }
            "weights" => {
                let text = self.doc.string(key, item);
                let optional = text.and_then(|text| self.doc.read(item.span().start, text, are_optional));
                self.config.optional_weights = optional.unwrap_or(false);
            }
            "lint" => {
                for (key, offset, item) in self.doc.table(key, item) {
                    self.lint(key, offset, item);
                }
                return;
            }
            "operators" => return self.operators(item),
            "model" => return self.models(item),
            _ => {
                let elsewhere = nearest(key, &LINT).filter(|_| nearest(key, &ROOT).is_none());
                return match elsewhere {
                    Some(near) => self.doc.misplaced_key(offset, key, &format!("lint.{near}")),
                    None => self.doc.unknown_key(offset, "", key, &ROOT),
                };
            }
        }
        self.record(key.to_owned(), offset, item, None);
    }

    fn lint(&mut self, key: &str, offset: usize, item: &Item<'t>) {
        let path = format!("lint.{key}");
        match key {
            "select" => self.config.selection.select = self.selectors(&path, item),
            "extend-select" => self.config.selection.extend = self.selectors(&path, item),
            "ignore" => self.config.selection.ignore = self.selectors(&path, item),
            "fail-on" => {
                let text = self.doc.string(&path, item);
                let read = |text: &str| <FailOn as clap::ValueEnum>::from_str(text, false);
                let wrong = |text: &str| format!("unknown level `{text}`; expected error, warning, note, or never");
                self.config.fail_on =
                    text.and_then(|text| self.doc.read(item.span().start, text, |t| read(t).map_err(|_| wrong(t))));
            }
            "min-level" => {
                let text = self.doc.string(&path, item);
                self.config.min_level = text.and_then(|text| self.doc.read(item.span().start, text, level));
            }
            "target" => self.config.targets = self.targets(&path, item),
            "severity" => return self.severity(&path, item),
            "per-file-ignores" => return self.file_ignores(&path, item),
            "per-node-ignores" => return self.node_ignores(&path, item),
            _ => return self.doc.unknown_key(offset, "lint", key, &LINT),
        }
        self.record(path, offset, item, None);
    }

    fn severity(&mut self, path: &str, item: &Item<'t>) {
        for (rule, offset, item) in self.doc.table(path, item) {
            let selector = self.selector(offset, rule);
            let text = self.doc.string(&format!("{path}.{rule}"), item);
            let level = text.and_then(|text| self.doc.read(item.span().start, text, level));
            set_levels(&mut self.config.selection.severity, selector.zip(level));
            self.record(format!("{path}.{}", key_text(rule)), offset, item, None);
        }
    }

    fn file_ignores(&mut self, path: &str, item: &Item<'t>) {
        for (pattern, offset, item) in self.doc.table(path, item) {
            let files = self.files(offset, pattern);
            let selectors = self.selectors(&format!("{path}.{pattern}"), item);
            self.record(format!("{path}.{}", key_text(pattern)), offset, item, files);
            if let Some(files) = files {
                add_selectors(self.config.file_ignores.entry(files).or_default(), selectors);
            }
        }
    }

    fn node_ignores(&mut self, path: &str, item: &Item<'t>) {
        for (pattern, offset, item) in self.doc.table(path, item) {
            let files = self.files(offset, pattern);
            // Each entry below has the key of its own.
            let path = format!("{path}.{}", shortened(&key_text(pattern), LONGEST_KEY));
            for (pattern, offset, item) in self.doc.table(&path, item) {
                let nodes = self.glob(offset, pattern, Glob::name).map(|glob| self.config.nodes.add(glob));
                let selectors = self.selectors(&format!("{path}.{pattern}"), item);
                self.record(format!("{path}.{}", key_text(pattern)), offset, item, files);
                if let Some(entry) = self.config.entries.last_mut() {
                    entry.nodes = nodes;
                }
                if let Some(both) = files.zip(nodes) {
                    add_selectors(self.config.node_ignores.entry(both).or_default(), selectors);
                }
            }
        }
    }

    fn operators(&mut self, item: &Item<'t>) {
        for (key, offset, item) in self.doc.table("operators", item) {
            let path = format!("operators.{}", key_text(key));
            let texts = match item.get_ref().as_str() {
                Some(text) => vec![(item.span().start, text)],
                None => self.doc.strings(&path, item),
            };
            let copies = texts.into_iter().filter_map(|(offset, text)| self.doc.read(offset, text, operators::copy));
            let copies: Vec<_> = copies.collect();
            let defined = self.doc.read(offset, key, |key| operators::define(key, &copies));
            self.config.operators.extend(defined.unwrap_or_default());
            self.record(path, offset, item, None);
        }
    }

    fn models(&mut self, item: &Item<'t>) {
        for item in self.doc.tables("model", item) {
            let (mut files, mut bind, mut inputs, mut expect) = (None, Vec::new(), Vec::new(), Vec::new());
            for (key, offset, item) in self.doc.table("model", item) {
                match key {
                    "path" => {
                        let text = self.doc.string("path", item);
                        files = text.map(|text| self.files(item.span().start, text));
                    }
                    "bind" => bind = self.bind(item),
                    "input-shape" => inputs = self.types(key, item),
                    "expect" => expect = self.types(key, item),
                    _ => self.doc.unknown_key(offset, "model", key, &MODEL),
                }
            }
            match files {
                Some(Some(files)) => {
                    self.record("model".to_owned(), item.span().start, item, Some(files));
                    self.config.models.push(ModelSettings { files, bind, inputs, expect });
                }
                Some(None) => {}
                None => self.doc.problem(item.span().start, "a `[[model]]` requires a `path`, which selects its files"),
            }
        }
    }

    fn bind(&mut self, item: &Item<'t>) -> Vec<(String, Dim)> {
        let table = self.doc.table("bind", item);
        let sizes = table.into_iter().map(|(name, _, item)| Some((name.to_owned(), self.doc.sizes(name, item)?)));
        sizes.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    fn types(&mut self, key: &str, item: &Item<'t>) -> Vec<NamedType> {
        let mut found = Vec::new();
        for (name, _, item) in self.doc.table(key, item) {
            let Some(text) = self.doc.string(name, item) else { continue };
            let read = |text: &str| text.parse::<TensorType>().map_err(|error| error.to_string());
            if let Some(TensorType { element, shape }) = self.doc.read(item.span().start, text, read) {
                found.push(NamedType { name: name.to_owned(), element, shape });
            }
        }
        found
    }

    fn globs(&mut self, key: &str, item: &Item<'t>) -> Globs {
        let mut globs = Globs::default();
        let texts = self.doc.strings(key, item);
        globs.extend(texts.into_iter().filter_map(|(offset, text)| self.glob(offset, text, Glob::path)));
        globs
    }

    /// A pattern that selects the files of a setting.
    fn files(&mut self, offset: usize, text: &str) -> Option<usize> {
        self.glob(offset, text, Glob::path).map(|glob| self.config.files.add(glob))
    }

    /// A pattern, unless there are too many of them.
    fn glob(&mut self, offset: usize, text: &str, parse: fn(&str) -> Result<Glob, String>) -> Option<Glob> {
        let before = *self.pattern_bytes;
        *self.pattern_bytes += text.len() + BYTES_OF_PATTERN;
        if *self.pattern_bytes > MAX_PATTERN_BYTES {
            // The first one that is too many says so.
            if before <= MAX_PATTERN_BYTES {
                self.doc.problem(offset, too_many_patterns());
            }
            return None;
        }
        self.doc.read(offset, text, |text| parse(text).map_err(|why| format!("invalid pattern `{text}`: {why}")))
    }

    fn selectors(&mut self, key: &str, item: &Item<'t>) -> Vec<Selector> {
        let texts = self.doc.strings(key, item);
        let mut selectors = Vec::new();
        add_selectors(&mut selectors, texts.into_iter().filter_map(|(offset, text)| self.selector(offset, text)));
        selectors
    }

    fn selector(&mut self, offset: usize, text: &str) -> Option<Selector> {
        let selector = self.doc.read(offset, text, |text| Selector::parse(text).map_err(|error| error.to_string()))?;
        let warning = selector.deprecation().map(|text| self.doc.located(offset, &text));
        self.config.warnings.extend(warning);
        Some(selector)
    }

    fn targets(&mut self, key: &str, item: &Item<'t>) -> Vec<Target> {
        let texts = self.doc.strings(key, item);
        let read = |text: &str| text.parse::<Target>().map_err(|error| error.to_string());
        texts.into_iter().filter_map(|(offset, text)| self.doc.read(offset, text, read)).collect()
    }

    fn record(&mut self, key: String, offset: usize, item: &Item<'t>, files: Option<usize>) {
        let (value, line) = (to_text(item.get_ref()), self.doc.line(offset));
        self.config.entries.push(SettingEntry { key, value, line, files, nodes: None });
    }
}

fn too_many_patterns() -> String {
    format!(
        "the patterns of this configuration, and of others in this run, have more than {MAX_PATTERN_BYTES} bytes, where each \
         counts as {BYTES_OF_PATTERN} more; remove some"
    )
}

#[cfg(test)]
mod tests {
    use toml::de::DeTable;

    use super::*;

    fn read_text(text: &str) -> Result<Config, Vec<String>> {
        let table = DeTable::parse(text).expect("TOML");
        read("c.toml", Path::new("."), text, table.get_ref(), &mut 0)
    }

    #[test]
    fn a_removed_rule_is_explained_wherever_it_is_named() {
        let removed = "OP199 (old-name) was removed in 0.2.0: no runtime accepts such a model; use OP103";
        for text in [
            "lint.select = [\"old-name\"]",
            "lint.ignore = [\"op199\"]",
            "lint.severity = { OP199 = \"note\" }",
            "lint.per-file-ignores = { \"*\" = [\"OP199\"] }",
        ] {
            let problems = read_text(text).expect_err(text);
            assert!(problems.len() == 1 && problems[0].ends_with(&format!(": {removed}")), "{problems:?}");
        }
    }

    #[test]
    fn a_deprecated_rule_is_warned_about_wherever_it_is_named() {
        let warning = "OP198 (deprecated-rule) is deprecated since 0.2.0; use OP103";
        for (text, location) in [
            ("lint.select = [\"OP102\", \"OP198\"]", "1:25"),
            ("lint.severity = { deprecated-rule = \"note\" }", "1:19"),
            ("\nlint.per-node-ignores = { \"*\" = { \"*\" = [\"OP198\"] } }", "2:42"),
        ] {
            let warnings = read_text(text).expect(text).warnings;
            assert_eq!(warnings, [format!("c.toml:{location}: {warning}")]);
        }
        assert!(read_text("lint.ignore = [\"OP1\", \"ALL\", \"OP102\"]").is_ok_and(|c| c.warnings.is_empty()));
    }
}
