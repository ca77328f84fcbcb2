//! Metadata of a model, in the order in which its file has it.

use hashbrown::HashMap;

use super::super::unreadable;
use super::text::{Lines, Text};
use crate::format::openvino::xml::{Tag, Xml, is_name};
use crate::graph::Model;
use crate::rewrite::WriteError;

/// What becomes of an element in a section of metadata.
pub(super) enum Visited<'p> {
    Kept,
    /// Its entry has another value.
    Edited(&'p str),
    /// Its entry was removed.
    Removed,
}

/// The entries that were visited, and the elements that can hold more.
pub(super) struct Metadata<'p, E> {
    entries: Vec<(&'p str, Option<&'p str>)>,
    visited: usize,
    /// The names of the open elements.
    path: Vec<String>,
    /// Whether there is a section other than `<rt_info>`.
    is_old: bool,
    /// The elements of `<rt_info>` by path; the path of `<rt_info>` itself is empty.
    elements: HashMap<Vec<String>, E>,
}

impl<'p, E> Metadata<'p, E> {
    pub(super) fn new(model: &'p Model) -> Metadata<'p, E> {
        Metadata {
            entries: model.metadata_entries().collect(),
            visited: 0,
            path: Vec::new(),
            is_old: false,
            elements: HashMap::new(),
        }
    }

    /// Visits an element in a section of metadata.
    pub(super) fn enter(&mut self, xml: &Xml<'_>, tag: &Tag<'_>) -> Result<Visited<'p>, WriteError> {
        let name = xml.attr("name").filter(|_| tag.name == "info").map(|attr| attr.value().into_owned());
        self.path.push(name.unwrap_or_else(|| tag.name.to_owned()));
        let Some(value) = xml.attr("value") else { return Ok(Visited::Kept) };
        let entry = self.entries.get(self.visited).filter(|(key, _)| key.ends_with(self.path.last().map_or("", |n| n)));
        let Some(&(key, wanted)) = entry else { return Err(unreadable("its metadata has another order")) };
        self.visited += 1;
        match wanted {
            None => self.remove(key),
            Some(wanted) if value.value() == wanted => Ok(Visited::Kept),
            Some(wanted) => Ok(Visited::Edited(wanted)),
        }
    }

    /// Removes the element of an entry, which must be all that it holds.
    fn remove(&mut self, key: &str) -> Result<Visited<'p>, WriteError> {
        let is_inside = |other: &str| other.strip_prefix(key).is_some_and(|rest| rest.starts_with('/'));
        let inside = self.entries[self.visited..].iter().take_while(|(other, _)| is_inside(other));
        let (count, kept) = inside.fold((0, false), |(count, kept), (_, value)| (count + 1, kept || value.is_some()));
        if kept {
            let message = format!("metadata `{key}` cannot be removed, because entries are inside its element");
            return Err(WriteError::Unsupported(message));
        }
        self.visited += count;
        self.path.pop();
        Ok(Visited::Removed)
    }

    /// Leaves an element in a section of metadata; more entries can be added to it.
    pub(super) fn leave(&mut self, element: Option<E>) {
        match element {
            Some(element) => drop(self.elements.insert(self.path.clone(), element)),
            None => self.is_old = true,
        }
        self.path.pop();
    }

    /// Takes the new entries as text, with the elements to which to add them; `None`: there is no `<rt_info>`. `lines`:
    /// those of the children of an element.
    pub(super) fn new_entries(
        &mut self,
        lines: impl Fn(Option<&E>) -> Lines,
    ) -> Result<Vec<(Option<E>, Text)>, WriteError> {
        let new = self.entries.split_off(self.visited.min(self.entries.len()));
        let mut groups: Vec<(Vec<String>, Vec<Entry<'_>>)> = Vec::new();
        for (key, value) in new.into_iter().filter_map(|(key, value)| Some((key, value?))) {
            let path: Vec<String> = key.split('/').map(str::to_owned).collect();
            let known = (0..path.len()).rev().find(|&len| self.elements.contains_key(&path[..len])).unwrap_or(0);
            let (around, path) = (path[..known].to_vec(), path[known..].to_vec());
            match groups.iter_mut().find(|(other, _)| *other == around) {
                Some((_, entries)) => entries.push(Entry { path, value }),
                None => groups.push((around, vec![Entry { path, value }])),
            }
        }
        let mut texts = Vec::new();
        for (around, mut entries) in groups {
            entries.sort_by(|a, b| a.path.cmp(&b.path));
            let element = self.elements.remove(&around);
            if element.is_none() && self.is_old {
                let message = "with an `<rt_info>`, OpenVINO would ignore the older metadata of the file";
                return Err(WriteError::Unsupported(message.to_owned()));
            }
            let text = elements(&entries, &lines(element.as_ref()))?;
            texts.push((element, text));
        }
        Ok(texts)
    }
}

/// A new entry, with its path from an element of the file.
struct Entry<'p> {
    path: Vec<String>,
    value: &'p str,
}

/// Nested elements for entries in the order of their paths.
fn elements(entries: &[Entry<'_>], lines: &Lines) -> Result<Text, WriteError> {
    let mut out = Text::default();
    let mut open: Vec<&str> = Vec::new();
    let mut levels = vec![lines.clone()];
    for Entry { path, value } in entries {
        let Some((leaf, outer)) = path.split_last() else { continue };
        let common = open.iter().zip(outer).take_while(|(a, b)| **a == b.as_str()).count();
        close(&mut out, &mut open, &mut levels, common);
        for name in &outer[common..] {
            start(&mut out, name, &levels)?;
            out.push(">");
            open.push(name);
            levels.push(levels.last().map_or_else(|| lines.clone(), Lines::inner));
        }
        start(&mut out, leaf, &levels)?;
        out.attribute("value", value)?;
        out.push(" />");
    }
    close(&mut out, &mut open, &mut levels, 0);
    Ok(out)
}

/// Whether a part of a key can be the name of an element.
fn is_element(name: &str) -> bool {
    is_name(name) && name != "info"
}

fn start(out: &mut Text, name: &str, levels: &[Lines]) -> Result<(), WriteError> {
    out.push(levels.last().map_or("", Lines::child));
    if is_element(name) {
        out.push(&format!("<{name}"));
        return Ok(());
    }
    out.push("<info");
    out.attribute("name", name)
}

fn close(out: &mut Text, open: &mut Vec<&str>, levels: &mut Vec<Lines>, count: usize) {
    while open.len() > count {
        let Some(name) = open.pop() else { return };
        levels.pop();
        out.push(levels.last().map_or("", Lines::child));
        out.push(&format!("</{}>", if is_element(name) { name } else { "info" }));
    }
}
