//! A TOML document that is read key by key. Problems are collected with their locations, and reading continues.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::counted;
use crate::dim::Dim;
use crate::short_text::{SHORT_TEXT, shorten, shortened};
use crate::source::LineIndex;
use crate::suggest;

pub(super) type Item<'t> = Spanned<DeValue<'t>>;
pub(super) type Table<'t> = DeTable<'t>;

/// How many problems are listed. A file may have one in each byte.
const MAX_PROBLEMS: usize = 100;

/// An interval of sizes, such as `1..8`.
fn interval(text: &str) -> Result<Dim, String> {
    let sizes = text.parse::<Dim>().ok().filter(|sizes| text.contains("..") && !sizes.is_unknown());
    let expected = "expected an integer without quotes, or an interval such as \"1..8\"";
    sizes.ok_or_else(|| format!("`{text}` is not an interval of sizes; {expected}"))
}

/// A document, and the problems that reading it found.
pub(super) struct Document<'t> {
    /// The name in messages.
    name: &'t str,
    lines: LineIndex<'t>,
    problems: Vec<(usize, String)>,
    /// The number of problems that are not listed.
    further: usize,
}

impl<'t> Document<'t> {
    /// A document with this text.
    pub(super) fn new(name: &'t str, text: &'t str) -> Document<'t> {
        Document { name, lines: LineIndex::new(text.as_bytes()), problems: Vec::new(), further: 0 }
    }

    /// The line of an offset.
    pub(super) fn line(&self, offset: usize) -> u64 {
        self.lines.locate(offset as u64).line
    }

    /// Adds a problem at an offset.
    pub(super) fn problem(&mut self, offset: usize, text: impl Into<String>) {
        if self.problems.len() == MAX_PROBLEMS {
            self.further += 1;
            return;
        }
        let mut text = text.into();
        shorten(&mut text);
        self.problems.push((offset, text));
    }

    /// The problems in the order of the file, each with its location.
    pub(super) fn into_problems(mut self) -> Vec<String> {
        self.problems.sort();
        let further = (self.further > 0).then(|| format!("{}: {}", self.name, counted(self.further, "more problem")));
        self.problems.iter().map(|(offset, text)| self.located(*offset, text)).chain(further).collect()
    }

    /// A message with the location of an offset.
    pub(super) fn located(&self, offset: usize, text: &str) -> String {
        let at = self.lines.locate(offset as u64);
        format!("{}:{}:{}: {text}", self.name, at.line, at.column)
    }

    /// Adds the problem that a table has no such key.
    pub(super) fn unknown_key(&mut self, offset: usize, table: &str, key: &str, valid: &[&str]) {
        let hint = match nearest(key, valid) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("expected one of {}", valid.join(", ")),
        };
        let parent = if table.is_empty() { String::new() } else { format!(" in `{table}`") };
        self.problem(offset, format!("unknown key `{key}`{parent}; {hint}"));
    }

    /// Adds the problem that a table has no such key, but another table has.
    pub(super) fn misplaced_key(&mut self, offset: usize, key: &str, known: &str) {
        self.problem(offset, format!("unknown key `{key}`; did you mean `{known}`?"));
    }

    fn wrong_type(&mut self, key: &str, item: &Item<'_>, expected: &str) {
        // Many elements may be wrong below one long key.
        let key = shortened(key, SHORT_TEXT);
        let article = if item.get_ref().type_str().starts_with(['a', 'i']) { "an" } else { "a" };
        self.problem(
            item.span().start,
            format!("`{key}` is {article} {}; expected {expected}", item.get_ref().type_str()),
        );
    }

    /// A table, with its entries in the order of the file.
    pub(super) fn table<'a>(&mut self, key: &str, item: &'a Item<'t>) -> Vec<(&'a str, usize, &'a Item<'t>)> {
        match item.get_ref() {
            DeValue::Table(table) => entries(table),
            _ => {
                self.wrong_type(key, item, "a table");
                Vec::new()
            }
        }
    }

    /// Several tables, `[[key]]`.
    pub(super) fn tables<'a>(&mut self, key: &str, item: &'a Item<'t>) -> Vec<&'a Item<'t>> {
        match item.get_ref() {
            DeValue::Array(items) if items.iter().all(|item| item.get_ref().is_table()) => items.iter().collect(),
            _ => {
                self.wrong_type(key, item, &format!("an array of tables, `[[{key}]]`"));
                Vec::new()
            }
        }
    }

    /// A string.
    pub(super) fn string<'a>(&mut self, key: &str, item: &'a Item<'t>) -> Option<&'a str> {
        let text = item.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(key, item, "a string");
        }
        text
    }

    /// Strings, each with its offset.
    pub(super) fn strings<'a>(&mut self, key: &str, item: &'a Item<'t>) -> Vec<(usize, &'a str)> {
        let DeValue::Array(items) = item.get_ref() else {
            self.wrong_type(key, item, "an array of strings");
            return Vec::new();
        };
        let mut found = Vec::new();
        for item in items.iter() {
            match item.get_ref().as_str() {
                Some(text) => found.push((item.span().start, text)),
                None => self.wrong_type(key, item, "an array of strings"),
            }
        }
        found
    }

    /// A size, a non-negative integer, or an interval of sizes.
    pub(super) fn sizes(&mut self, key: &str, item: &Item<'_>) -> Option<Dim> {
        if let Some(text) = item.get_ref().as_str() {
            return self.read(item.span().start, text, interval);
        }
        let number = item.get_ref().as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
        let size = number.and_then(|number| u64::try_from(number).ok());
        match size {
            Some(_) => {}
            None if item.get_ref().is_integer() => {
                let range =
                    format!("`{key}` is {}; expected an integer from 0 to {}", to_text(item.get_ref()), i64::MAX);
                self.problem(item.span().start, range);
            }
            None => self.wrong_type(key, item, "an integer or an interval such as \"1..8\""),
        }
        size.map(Dim::exact)
    }

    /// Parses a string with `read`.
    pub(super) fn read<T>(
        &mut self,
        offset: usize,
        text: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        read(text).map_err(|problem| self.problem(offset, problem)).ok()
    }
}

/// The valid key that is closest to a misspelled one.
pub(super) fn nearest<'k>(key: &str, valid: &[&'k str]) -> Option<&'k str> {
    suggest::nearest(key, valid.iter().copied())
}

/// The entries of a table in the order of the file: key, its offset, value.
pub(super) fn entries<'a, 't>(table: &'a Table<'t>) -> Vec<(&'a str, usize, &'a Item<'t>)> {
    let mut entries: Vec<_> =
        table.iter().map(|(key, item)| (key.get_ref().as_ref(), key.span().start, item)).collect();
    entries.sort_by_key(|(_, offset, _)| *offset);
    entries
}

/// A value as TOML on one line.
pub(super) fn to_text(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => quoted(text),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(value) => value.to_string(),
        DeValue::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| to_text(item.get_ref())).collect();
            format!("[{}]", items.join(", "))
        }
        DeValue::Table(table) => {
            let entries = entries(table);
            let entries =
                entries.iter().map(|(key, _, item)| format!("{} = {}", key_text(key), to_text(item.get_ref())));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

/// A key, in quotes if necessary.
pub(super) fn key_text(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { quoted(key) }
}

/// A string in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\U{:08X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
