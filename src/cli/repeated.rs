//! Options that name something once each: of two for the same name, neither could be ignored without saying so.

use clap::ArgMatches;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use crate::dim::Dim;
use crate::type_syntax::NamedType;

/// Why the arguments of a command contradict themselves: two sizes of one symbol, or two types of one input.
pub(super) fn contradiction(matches: &ArgMatches) -> Option<String> {
    let (_, arguments) = matches.subcommand()?;
    let bound = arguments.try_get_many::<(String, Dim)>("bind").ok().flatten().unwrap_or_default();
    let typed = arguments.try_get_many::<NamedType>("input_shape").ok().flatten().unwrap_or_default();
    let sizes = bound.map(|(name, size)| (name.as_str(), size.to_string()));
    let types = typed.map(|input| {
        let element = input.element.map_or(String::new(), |element| element.to_string());
        (input.name.as_str(), format!("{element}{}", input.shape))
    });
    two_of_one_name(sizes)
        .map(|(name, [a, b])| format!("--bind gives `{name}` two sizes, {a} and {b}; give it one"))
        .or_else(|| {
            let (name, [a, b]) = two_of_one_name(types)?;
            Some(format!("--input-shape gives `{name}` two types, {a} and {b}; give it one"))
        })
}

/// The first name that has two different values.
fn two_of_one_name<'a>(mut given: impl Iterator<Item = (&'a str, String)>) -> Option<(&'a str, [String; 2])> {
    let mut known: HashMap<&str, String> = HashMap::new();
    given.find_map(|(name, value)| match known.entry(name) {
        Entry::Occupied(before) if *before.get() != value => Some((name, [before.get().clone(), value])),
        Entry::Occupied(_) => None,
        Entry::Vacant(free) => {
            free.insert(value);
            None
        }
    })
}
