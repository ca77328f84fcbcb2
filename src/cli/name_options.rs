//! Names in options, and whether any file contains them.

use std::borrow::Cow;

use hashbrown::HashSet;

use super::args::FactArgs;
use super::suggestions::ClosestName;
use crate::graph::find_value::{inputs, names_of, symbols};
use crate::graph::{Model, Status};
use crate::render::ValueNames;

/// For how many missing names a similar one is searched: each is compared with all names of a file.
const SUGGESTED: usize = 20;

/// A name that some file should contain.
#[derive(Clone, Debug)]
struct Name {
    kind: Kind,
    text: String,
    found: bool,
    /// The closest name in the files.
    near: ClosestName,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Symbol,
    Input,
    Value,
}

/// The names in the options of a command.
#[derive(Clone, Debug)]
pub(crate) struct NameOptions {
    names: Vec<Name>,
    /// Whether some file could not be read and may contain the missing names.
    unreadable: bool,
}

impl NameOptions {
    /// The names in `--bind` and `--input-shape`, and the value after `--why`.
    pub(crate) fn new(facts: &FactArgs, why: Option<&str>) -> NameOptions {
        let symbols = facts.bind.iter().map(|(symbol, _)| Name::new(Kind::Symbol, symbol));
        let inputs = facts.input_shape.iter().map(|input| Name::new(Kind::Input, &input.name));
        let values = why.map(|value| Name::new(Kind::Value, value));
        NameOptions { names: symbols.chain(inputs).chain(values).collect(), unreadable: false }
    }

    /// The messages for names in these options that none of the models contains.
    pub(crate) fn missing_in(facts: &FactArgs, models: &[&Model]) -> Vec<String> {
        let mut names = NameOptions::new(facts, None);
        models.iter().for_each(|model| names.search(model));
        names.missing()
    }

    /// Searches a model for every name.
    pub(crate) fn search(&mut self, model: &Model) {
        self.unreadable |= model.status() != Status::Ok;
        if self.names.is_empty() {
            return;
        }
        let symbols: HashSet<Cow<'_, str>> = symbols(model).map(Cow::Borrowed).collect();
        let inputs: HashSet<Cow<'_, str>> = inputs(model).iter().flat_map(|&value| names_of(model, value)).collect();
        for name in &mut self.names {
            name.found |= match name.kind {
                Kind::Symbol => symbols.contains(name.text.as_str()),
                Kind::Input => inputs.contains(name.text.as_str()),
                Kind::Value => !ValueNames::new(model).find(&name.text).is_empty(),
            };
        }
        for Name { kind, text, near, .. } in self.names.iter_mut().filter(|name| !name.found).take(SUGGESTED) {
            match kind {
                Kind::Symbol => symbols.iter().for_each(|known| near.compare(text, known)),
                Kind::Input => inputs.iter().for_each(|known| near.compare(text, known)),
                Kind::Value => ValueNames::new(model).each(|known| near.compare(text, known)),
            }
        }
    }

    /// Merges the result for another file.
    pub(crate) fn add(&mut self, other: NameOptions) {
        self.unreadable |= other.unreadable;
        for (name, other) in self.names.iter_mut().zip(other.names) {
            name.found |= other.found;
            name.near.add(other.near);
        }
    }

    /// The messages for names that no file contains.
    pub(crate) fn missing(&self) -> Vec<String> {
        let missing = self.names.iter().filter(|name| !name.found && !self.unreadable);
        missing.map(Name::message).collect()
    }
}

impl Name {
    fn new(kind: Kind, text: &str) -> Name {
        Name { kind, text: text.to_owned(), found: false, near: ClosestName::default() }
    }

    fn message(&self) -> String {
        let (option, what) = match self.kind {
            Kind::Symbol => ("--bind", "symbol"),
            Kind::Input => ("--input-shape", "input"),
            Kind::Value => ("--why", "value"),
        };
        let near = self.near.suggestion("; `shapewright shapes PATH` lists them");
        format!("{option} names `{}`, but no file has such {} {what}{near}", self.text, article(what))
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with('i') { "an" } else { "a" }
}
