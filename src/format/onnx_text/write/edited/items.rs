//! The lists of a graph: inputs, outputs, initializers, and types of inner values.

use std::borrow::Cow;

use hashbrown::{HashMap, HashSet};

use super::Printer;
use super::list::Items;
use super::scan;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::format::onnx::write::record;
use crate::format::onnx_text::print::{Text, name_text, quoted_text};
use crate::graph::{BitSet, GraphOutput, GraphRole, ValueInfo, ValueRole};
use crate::ids::{DeclarationId, GraphId, NameId, ValueId};
use crate::rewrite::WriteError;
use crate::source::Span;

impl Printer<'_> {
    /// The inputs of a graph.
    pub(super) fn inputs(&self, graph: GraphId, read: &[Span]) -> Result<Items, WriteError> {
        let (known, new) = self.edits.inputs(graph);
        let mut items = Items::default();
        for (at, &item) in read.iter().enumerate() {
            let value = ValueId::new(self.model.graph(graph).values.start + at as u32);
            match known.get(&(at as u32)) {
                Some(&value) if self.edits.is_changed_value(value) => {
                    items.write(Some(at), &self.read_input(value, item)?);
                }
                None if self.edits.is_within(graph, value) && self.edits.is_no_input(value) => {}
                // Of a graph that was not read completely, the rest is copied.
                _ => items.keep(at),
            }
        }
        for value in new {
            items.write(None, &self.input(value)?);
        }
        Ok(items)
    }

    /// An input in the place of this item. A default that stands in the list of initializers stays there.
    fn read_input(&self, value: ValueId, item: Span) -> Result<String, WriteError> {
        match scan::value_of(self.text, item) {
            Some(_) => self.input(value),
            None => typed(self.model.declared(value), self.model.value_name(value)),
        }
    }

    fn input(&self, value: ValueId) -> Result<String, WriteError> {
        let name = self.model.value_name(value);
        match self.model.value(value).role {
            ValueRole::Input { default: Some(tensor) } | ValueRole::Initializer(tensor) => {
                self.tensor(tensor, Some(name), name)
            }
            _ => typed(self.model.declared(value), name),
        }
    }

    /// The outputs of a graph.
    pub(super) fn outputs(&self, graph: GraphId, read: &[Span]) -> Result<Items, WriteError> {
        let starts: HashMap<u64, usize> = read.iter().enumerate().map(|(at, item)| (item.start, at)).collect();
        let (mut is_taken, mut first_free, mut by_name) = (vec![false; read.len()], 0, None);
        // The name of the first free item, which may be long and stay free while all others are taken.
        let mut next_name: Option<(usize, Cow<'_, str>)> = None;
        let mut items = Items::default();
        for output in &self.model.graph(graph).outputs {
            let name = self.model.name(output.name);
            let start = output.declaration.map(|declaration| self.model.declaration(declaration).span.start);
            let declared = start.and_then(|start| starts.get(&start).copied()).filter(|&at| !is_taken[at]);
            first_free += is_taken[first_free..].iter().take_while(|is_taken| **is_taken).count();
            // Without a declaration, an output is usually the next item. To search all others for each of very many
            // outputs would take as long as their square.
            let mut next = || {
                let item = *read.get(first_free)?;
                next_name.take_if(|(at, _)| *at != first_free);
                let (at, next) = next_name.get_or_insert_with(|| (first_free, scan::name_of(self.text, item)));
                (*next == *name).then_some(*at)
            };
            let any = || by_name.get_or_insert_with(|| ByName::new(self.text, read)).first(name, &is_taken);
            let found = declared.or_else(&mut next).or_else(any);
            found.into_iter().for_each(|at| is_taken[at] = true);
            let declared = self.output_type(graph, output, found.is_none());
            match found {
                Some(at)
                    if declared == output.declaration
                        && !declared.is_some_and(|declaration| self.model.is_new_declaration(declaration))
                        && self.is_named(read[at], name) =>
                {
                    items.keep(at);
                }
                found => {
                    let ty = declared.map(|declaration| &*self.model.declaration(declaration).ty);
                    items.write(found, &typed(ty, name)?);
                }
            }
        }
        Ok(items)
    }

    /// The declaration of an output: that of its value if it was made since the text was read, or if the output was.
    fn output_type(&self, graph: GraphId, output: &GraphOutput, is_new: bool) -> Option<DeclarationId> {
        if output.declaration.is_some_and(|declaration| self.model.is_new_declaration(declaration)) {
            return output.declaration;
        }
        let value = output.operand.value()?;
        if matches!(self.model.graph(graph).role, GraphRole::Function(_)) {
            return output.declaration;
        }
        let own = self.model.value(value).declaration;
        let is_own = self.edits.is_changed_value(value) || is_new && output.declaration.is_none();
        own.filter(|_| is_own).or(output.declaration)
    }

    /// Whether the name at the end of an item, before its value, is this one.
    fn is_named(&self, item: Span, name: &str) -> bool {
        *scan::name_of(self.text, item) == *name
    }

    /// Initializers, and the types of inner values, of a graph with this number of inputs in the text.
    pub(super) fn values(&self, graph: GraphId, read: &[Span], inputs: usize) -> Result<Items, WriteError> {
        let (mut items, mut declared) = (Items::default(), BitSet::default());
        items.reserve(read.len());
        // A graph without such a list may get one that is as long as the graph.
        let known = if read.is_empty() { Known::default() } else { self.known(graph) };
        for (at, &item) in read.iter().enumerate() {
            match self.read_value(&known, item, &mut declared)? {
                Kept::No => {}
                Kept::Same => items.keep(at),
                Kept::As(text) => items.write(Some(at), &text),
            }
        }
        drop(known);
        for name in self.port_types(graph) {
            declared.insert(name.index());
        }
        for value in self.new_constants(graph, inputs) {
            items.write(None, &self.input(value)?);
        }
        for (value, tensor) in self.edits.new_initializers(graph) {
            let name = self.model.value_name(value);
            if matches!(self.model.value(value).role, ValueRole::Initializer(_)) {
                items.write(None, &self.tensor(tensor, Some(name), name)?);
            }
        }
        let new: Vec<ValueId> = self.edits.newly_declared(graph).collect();
        if read.is_empty() {
            items.reserve(new.len());
        }
        for value in new {
            let (name, ty) = (self.model.value(value).name, self.model.declared(value));
            if ty != Some(&ValueType::Unknown) && !name.is_empty() && !declared.contains(name.index()) {
                declared.insert(name.index());
                items.write(None, &typed(ty, self.model.name(name))?);
            }
        }
        Ok(items)
    }

    /// Of so many inputs in the text those that became constants and have their values there; other values are in the
    /// list of initializers already. Before IR version 4, constants are among the inputs and stay there.
    fn new_constants(&self, graph: GraphId, inputs: usize) -> Vec<ValueId> {
        let first = self.model.graph(graph).values.start;
        let (present, _) = self.edits.inputs(graph);
        let is_new = |&value: &ValueId| {
            self.edits.is_within(graph, value)
                && matches!(self.model.value(value).role, ValueRole::Initializer(_))
                && !present.contains_key(&(value.position() - first))
                && !self.model.is_removed_value(value)
        };
        let mut new: Vec<ValueId> = (first..first + inputs as u32).map(ValueId::new).filter(is_new).collect();
        if !new.is_empty() {
            let head = scan::head(self.text, self.model.graph(graph).span);
            let items = head.and_then(|head| head.inputs).map_or_else(Vec::new, |list| list.items);
            let has_value = |item: &Span| scan::value_of(self.text, *item).is_some();
            new.retain(|value| items.get((value.position() - first) as usize).is_some_and(has_value));
        }
        new
    }

    /// The names of inputs and outputs of a function, whose types are in their lists.
    fn port_types(&self, graph: GraphId) -> Vec<NameId> {
        let record = self.model.graph(graph);
        if !matches!(record.role, GraphRole::Function(_)) {
            return Vec::new();
        }
        let inputs = record.inputs.iter().map(|&value| self.model.value(value).name);
        let declared = record.outputs.iter().filter_map(|output| output.operand.value());
        let infos: HashSet<NameId> = self.model.value_infos(graph).iter().map(|info| info.name).collect();
        let outputs = declared.map(|value| self.edits.written_name_id(value)).filter(|name| infos.contains(name));
        inputs.chain(outputs).collect()
    }

    fn known(&self, graph: GraphId) -> Known<'_> {
        let (renamed, declarable) = (self.edits.renamed(graph).collect(), self.edits.declarable_names(graph));
        let mut known = Known { renamed, declarable, ..Known::default() };
        for (tensor, value) in self.edits.initializers(graph).into_values() {
            match super::is_written(self.model, tensor) {
                true => drop(known.initializers.insert(self.model.tensor(tensor).span.start, value)),
                false => {
                    known.sparse.entry(self.model.name(self.model.tensor(tensor).name)).or_insert(value);
                }
            }
        }
        known.infos = self.model.value_infos(graph);
        known
    }

    fn read_value<'s>(&'s self, known: &Known<'s>, item: Span, declared: &mut BitSet) -> Result<Kept, WriteError> {
        if scan::value_of(self.text, item).is_some() {
            let named = || known.sparse.get(&*scan::name_of(self.text, item));
            let sparse = || if known.sparse.is_empty() { None } else { named() };
            return Ok(match known.initializers.get(&item.start).or_else(sparse) {
                None => Kept::Same,
                Some(None) => Kept::No,
                Some(&Some(value)) => Kept::As(self.renamed(item, value)?),
            });
        }
        let start = |info: &ValueInfo| self.model.declaration(info.declaration).span.start;
        let Ok(at) = known.infos.binary_search_by_key(&item.start, start) else { return Ok(Kept::Same) };
        let id = known.infos[at].name;
        let name = self.model.name(id);
        if known.declarable.as_ref().is_some_and(|names| !names.contains(name)) {
            return Ok(Kept::No);
        }
        let Some(&changed) = known.renamed.get(&id) else {
            declared.insert(id.index());
            return Ok(Kept::Same);
        };
        let Some((value, ty)) = changed.and_then(|value| Some((value, self.model.declared(value)?))) else {
            return Ok(Kept::No);
        };
        let name = self.model.value(value).name;
        declared.insert(name.index());
        Ok(Kept::As(typed(Some(ty), self.model.name(name))?))
    }

    /// An initializer with the name that its value has now.
    fn renamed(&self, item: Span, value: ValueId) -> Result<String, WriteError> {
        let head = scan::head_of(self.text, item);
        let written = String::from_utf8_lossy(head.of(self.text)).into_owned();
        let name = self.edits.written_name(value);
        let names = [name_text(name), quoted_text(name)];
        let ty = names.iter().find_map(|name| written.strip_suffix(name.as_str()));
        let rest = self.copied(Span::new(head.end, item.end))?;
        let lost = || WriteError::structure(item.start, "the name of the initializer is not found");
        Ok(format!("{}{}{rest}", ty.ok_or_else(lost)?, name_text(self.model.value_name(value))))
    }
}

/// What changed in the list of initializers and types.
#[derive(Default)]
struct Known<'m> {
    /// By name in the text: values that were changed or, if `None`, removed.
    renamed: HashMap<NameId, Option<ValueId>>,
    /// The initializers of such values, by where they start.
    initializers: HashMap<u64, Option<ValueId>>,
    /// Sparse ones, which have no location, by name.
    sparse: HashMap<&'m str, Option<ValueId>>,
    /// The names whose declared types stay, if not all do.
    declarable: Option<HashSet<&'m str>>,
    /// The declared values, in the order of the text.
    infos: &'m [ValueInfo],
}

/// The items of a list by their names.
struct ByName<'t> {
    /// Sorted; those of one name are in the order of the text.
    items: Vec<(Cow<'t, str>, usize)>,
    /// For the first item of a name: how many of its name are known to be taken.
    taken: Vec<u32>,
}

impl<'t> ByName<'t> {
    fn new(text: &'t [u8], read: &[Span]) -> ByName<'t> {
        let named = read.iter().enumerate().map(|(at, &item)| (scan::name_of(text, item), at));
        let mut items: Vec<(Cow<'t, str>, usize)> = named.collect();
        items.sort_unstable();
        ByName { taken: vec![0; items.len()], items }
    }

    /// The first item of this name that is not taken.
    fn first(&mut self, name: &str, is_taken: &[bool]) -> Option<usize> {
        let first = self.items.partition_point(|(other, _)| **other < *name);
        let taken = self.taken.get_mut(first)?;
        loop {
            let (_, item) = self.items.get(first + *taken as usize).filter(|(other, _)| **other == *name)?;
            if !is_taken[*item] {
                return Some(*item);
            }
            *taken += 1;
        }
    }
}

/// What becomes of an item of the text.
enum Kept {
    No,
    Same,
    As(String),
}

/// A name in a list, with its type before it.
fn typed(ty: Option<&ValueType>, name: &str) -> Result<String, WriteError> {
    let mut text = Text::default();
    if let Some(ty) = ty {
        check_elements(ty, name)?;
        text.onnx_type(ty);
    }
    if text.position() == 0 {
        text.untyped_name(name);
    } else {
        text.push(" ");
        text.name(name);
    }
    Ok(text.into_string())
}

/// Refuses element types that ONNX does not have.
fn check_elements(ty: &ValueType, name: &str) -> Result<(), WriteError> {
    let check = |element: Option<ElementType>| match element.filter(|&element| record::data_type(element).is_none()) {
        Some(element) => Err(WriteError::ElementType { name: name.to_owned(), element }),
        None => Ok(()),
    };
    let mut at = ty;
    loop {
        at = match at {
            ValueType::Sequence(inner) | ValueType::Optional(inner) => inner,
            ValueType::Map(key, inner) => {
                check(*key)?;
                inner
            }
            ValueType::Tensor(tensor) | ValueType::Sparse(tensor) => return check(tensor.element),
            ValueType::Unknown => return Ok(()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_one_name_are_found_in_their_order() {
        let text = r#"b, "a", float[2] "\b", b"#;
        let spans = |at: &[(u64, u64)]| at.iter().map(|&(start, end)| Span::new(start, end)).collect::<Vec<_>>();
        let mut by_name = ByName::new(text.as_bytes(), &spans(&[(0, 1), (3, 6), (8, 21), (23, 24)]));
        let mut is_taken = [false; 4];
        assert_eq!((by_name.first("a", &is_taken), by_name.first("c", &is_taken)), (Some(1), None));
        for expected in [Some(0), Some(2), Some(3), None] {
            let found = by_name.first("b", &is_taken);
            assert_eq!(found, expected);
            found.into_iter().for_each(|at| is_taken[at] = true);
        }
    }
}
