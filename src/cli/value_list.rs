//! Lists of values on the command line: names, each with a type if it needs one.

use std::cell::LazyCell;

use hashbrown::HashSet;

use crate::graph::Model;
use crate::graph::find_value::option_names;
use crate::type_syntax::NamedType;

/// A value on the command line.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ListedValue {
    pub(super) name: String,
    pub(super) ty: Option<NamedType>,
}

/// The values of a list such as `a, b:f32[N,4], "c,d"`. All of an entry is the name if the model has such a value: names may
/// contain colons.
pub(super) fn values(model: &Model, lists: &[String]) -> Result<Vec<ListedValue>, String> {
    let entries = lists.iter().map(|list| split(list)).collect::<Result<Vec<_>, _>>()?;
    let names = LazyCell::new(|| {
        let values = model.main_graph().into_iter().flat_map(|graph| model.values_of(graph));
        values.flat_map(|value| option_names(model, value)).collect::<HashSet<_>>()
    });
    entries.into_iter().flatten().map(|entry| value(entry, |name| names.contains(name))).collect()
}

/// An entry of a list: a name in quotes, if there is one, and the rest.
struct Entry {
    quoted: Option<String>,
    rest: String,
}

fn value(entry: Entry, exists: impl Fn(&str) -> bool) -> Result<ListedValue, String> {
    let Entry { quoted, rest } = entry;
    let rest = rest.trim();
    match quoted {
        Some(name) if rest.is_empty() => Ok(ListedValue { name, ty: None }),
        Some(name) if !rest.starts_with(':') => {
            Err(format!("`{name}` is followed by `{rest}`; expected a comma, or a type after a colon"))
        }
        Some(name) => {
            // The name is not part of the syntax of types.
            let ty: NamedType = format!("value{rest}").parse().map_err(|error| format!("`{name}`: {error}"))?;
            Ok(ListedValue { ty: Some(NamedType { name: name.clone(), ..ty }), name })
        }
        None => match rest.parse::<NamedType>() {
            Ok(ty) if !exists(rest) && (exists(&ty.name) || rest.ends_with(']')) => {
                Ok(ListedValue { name: ty.name.clone(), ty: Some(ty) })
            }
            _ => Ok(ListedValue { name: rest.to_owned(), ty: None }),
        },
    }
}

/// The entries between commas, apart from commas in brackets, in quotes, and after a backslash.
fn split(list: &str) -> Result<Vec<Entry>, String> {
    let mut entries = vec![Entry { quoted: None, rest: String::new() }];
    let (mut depth, mut chars) = (0usize, list.chars());
    while let Some(c) = chars.next() {
        let Some(entry) = entries.last_mut() else { break };
        match c {
            '\\' => entry.rest.push(chars.next().unwrap_or('\\')),
            '"' if entry.quoted.is_none() && entry.rest.trim().is_empty() => {
                entry.quoted = Some(in_quotes(&mut chars).ok_or_else(|| format!("`{list}`: a quote is not closed"))?);
                entry.rest.clear();
            }
            ',' if depth == 0 => entries.push(Entry { quoted: None, rest: String::new() }),
            _ => {
                match c {
                    '[' => depth += 1,
                    ']' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                entry.rest.push(c);
            }
        }
    }
    let is_empty = |entry: &Entry| entry.quoted.is_none() && entry.rest.trim().is_empty();
    match entries.iter().any(is_empty) {
        true => Err(format!("`{list}`: a name is missing between commas; expected NAME,NAME")),
        false => Ok(entries),
    }
}

/// The text up to the closing quote, without escapes.
fn in_quotes(chars: &mut std::str::Chars<'_>) -> Option<String> {
    let mut name = String::new();
    loop {
        match chars.next()? {
            '"' => return Some(name),
            '\\' => name.push(chars.next()?),
            c => name.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(text: &str, known: &[&str]) -> Result<Vec<String>, String> {
        let shown = |found: ListedValue| match found.ty {
            Some(ty) => format!("{} = {}", found.name, ty.shape),
            None => found.name,
        };
        split(text)?.into_iter().map(|entry| value(entry, |name| known.contains(&name)).map(shown)).collect()
    }

    #[test]
    fn entries_are_names_and_types() {
        let ok = |text: &str, known: &[&str]| listed(text, known).expect("a list");
        assert_eq!(ok("a, b ,c", &[]), ["a", "b", "c"]);
        assert_eq!(ok("a:f32[N,4],b", &["a"]), ["a = [N,4]", "b"]);
        assert_eq!(ok("a:0,t:0:f32[2]", &["a:0", "t:0"]), ["a:0", "t:0 = [2]"]);
        assert_eq!(ok("\"na,me\",c\\,d", &[]), ["na,me", "c,d"]);
        assert_eq!(ok("\"a:f32[2]\" : f32[3]", &[]), ["a:f32[2] = [3]"]);
        for wrong in ["a,,b", ",", "\"a", "\"a\":x[", "\"a\"b:f32[2]", "\"a\"b"] {
            assert!(listed(wrong, &[]).is_err(), "{wrong}");
        }
    }
}
