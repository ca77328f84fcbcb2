//! Names that the caller gave, and whether any file has them.

use super::args::FactArgs;
use super::suggestions::Near;
use crate::graph::find_value::symbols;
use crate::graph::find_value::{input_names, is_named};
use crate::graph::{Model, Status};
use crate::render::ValueNames;

/// A name that some file should have.
#[derive(Clone, Debug)]
struct Name {
    kind: Kind,
    text: String,
    found: bool,
    /// The name in the files that is nearest.
    near: Near,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Symbol,
    Input,
    Value,
}

/// Every name that the caller gave.
#[derive(Clone, Debug)]
pub(crate) struct NameOptions {
    names: Vec<Name>,
    /// Whether some file could not be read, so that what is missing may be in it.
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

    /// The names that facts are given of and none of these models has, in words.
    pub(crate) fn missing_in(facts: &FactArgs, models: &[&Model]) -> Vec<String> {
        let mut wanted = NameOptions::new(facts, None);
        models.iter().for_each(|model| wanted.look(model));
        wanted.missing()
    }

    /// Looks for every name in a model.
    pub(crate) fn look(&mut self, model: &Model) {
        self.unreadable |= model.status() != Status::Ok;
        for name in &mut self.names {
            match name.kind {
                Kind::Symbol => symbols(model).for_each(|known| name.compare(known)),
                Kind::Input => {
                    let inputs = model.main_graph().map(|g| &model.graph(g).inputs[..]).unwrap_or_default();
                    name.found |= inputs.iter().any(|&v| is_named(model, v, &name.text));
                    input_names(model).for_each(|known| name.compare(known));
                }
                Kind::Value => {
                    name.found |= !ValueNames::new(model).find(&name.text).is_empty();
                    if !name.found {
                        ValueNames::new(model).each(|known| name.compare(known));
                    }
                }
            }
        }
    }

    /// Adds what another file showed.
    pub(crate) fn add(&mut self, other: NameOptions) {
        self.unreadable |= other.unreadable;
        for (name, other) in self.names.iter_mut().zip(other.names) {
            name.found |= other.found;
            name.near.add(other.near);
        }
    }

    /// What no file has, in words.
    pub(crate) fn missing(&self) -> Vec<String> {
        let missing = self.names.iter().filter(|name| !name.found && !self.unreadable);
        missing.map(Name::complaint).collect()
    }
}

impl Name {
    fn new(kind: Kind, text: &str) -> Name {
        Name { kind, text: text.to_owned(), found: false, near: Near::default() }
    }

    fn compare(&mut self, known: &str) {
        self.found |= known == self.text;
        if !self.found {
            self.near.compare(&self.text, known);
        }
    }

    fn complaint(&self) -> String {
        let (option, what) = match self.kind {
            Kind::Symbol => ("--bind", "symbol"),
            Kind::Input => ("--input-shape", "input"),
            Kind::Value => ("--why", "value"),
        };
        let near = self.near.suggestion("; `shapewright shapes PATH` lists what there is");
        format!("{option} names `{}`, but no file has such {} {what}{near}", self.text, article(what))
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with('i') { "an" } else { "a" }
}
