//! Locations of findings in a listing. Only the start of each node and graph entry is stored: the line of a node is
//! written again when the location of one of its parts is requested.

use hashbrown::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Listing;
use super::graph::{Item, Named, items};
use super::node::{Tokens, Writer};
use crate::format::onnx_text::print::Text;
#[cfg(feature = "cli")]
use crate::graph::ValueRole;
use crate::graph::{Model, Operand};
use crate::ids::{GraphId, NameId, NodeId, ValueId};
use crate::place::{Part, Place};
use crate::source::{LineIndex, LineOffsets, Span};

/// A range within one line of a listing; lines and columns count from 1, columns in Unicode scalar values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ListingSpan {
    /// The line.
    pub line: u64,
    /// The first column.
    pub column: u64,
    /// One past the last column.
    pub end_column: u64,
}

/// The parts of nodes that were located.
pub(super) type Recent = Mutex<Located>;

/// Maximum number of nodes of which the parts are kept that were located last.
const KEPT: usize = 4;

/// A node with more parts takes long to locate, and thousands of findings may refer to it: its parts stay.
const LONG: usize = 1_000;

/// Maximum number of parts that stay, of all nodes together.
const MOST: usize = 300_000;

/// The nodes whose parts are kept.
#[derive(Default)]
pub(super) struct Located {
    /// Those that were located last.
    recent: Vec<(NodeId, Arc<Parts>)>,
    /// Those with many parts.
    long: Vec<(NodeId, Arc<Parts>)>,
    /// How many parts these have.
    count: usize,
}

impl Located {
    fn get(&self, node: NodeId) -> Option<Arc<Parts>> {
        let mut known = self.recent.iter().chain(&self.long);
        known.find(|(known, _)| *known == node).map(|(_, parts)| parts.clone())
    }

    fn add(&mut self, node: NodeId, parts: &Arc<Parts>) {
        let count = parts.count();
        if count > LONG && (self.count == 0 || self.count + count <= MOST) {
            self.count += count;
            self.long.push((node, parts.clone()));
        } else {
            self.recent.truncate(KEPT - 1);
            self.recent.insert(0, (node, parts.clone()));
        }
    }
}

/// The locations of the parts of one node: by position, and by what they are, the first of several. A node may have as many
/// findings as parts, so none is searched for.
pub(super) struct Parts {
    tokens: Tokens,
    /// The position of each attribute.
    attributes: HashMap<NameId, u32>,
    /// The position among the inputs, and after them the outputs.
    values: HashMap<ValueId, u32>,
    undefined: HashMap<NameId, u32>,
}

impl Parts {
    fn new(model: &Model, node: NodeId, tokens: Tokens) -> Parts {
        let (mut attributes, mut values, mut undefined) = (HashMap::new(), HashMap::new(), HashMap::new());
        for (attribute, at) in model.attributes(node).iter().zip(0..) {
            attributes.entry(attribute.name).or_insert(at);
        }
        let ports = model.inputs(node).iter().copied().chain(model.outputs(node).map(Operand::Value));
        for (operand, at) in ports.zip(0..) {
            match operand {
                Operand::Value(value) => values.entry(value).or_insert(at),
                Operand::Undefined(name) => undefined.entry(name).or_insert(at),
                Operand::Absent => continue,
            };
        }
        Parts { tokens, attributes, values, undefined }
    }

    fn count(&self) -> usize {
        let Tokens { inputs, outputs, attributes, bodies } = &self.tokens;
        inputs.len() + outputs.len() + attributes.len() + bodies
    }

    /// The location of an input, or of an output after them.
    fn port(&self, at: u32) -> Option<Span> {
        let Tokens { inputs, outputs, .. } = &self.tokens;
        inputs.iter().chain(outputs).nth(at as usize).copied()
    }

    fn find(&self, part: Part) -> Option<Span> {
        let at = |spans: &[Span], i: u32| spans.get(i as usize).copied();
        match part {
            Part::Whole => None,
            Part::Input(i) | Part::Element(i, _) => at(&self.tokens.inputs, i),
            Part::Output(i) => at(&self.tokens.outputs, i),
            Part::Attribute(name) => at(&self.tokens.attributes, *self.attributes.get(&name)?),
            Part::Value(value) => self.port(*self.values.get(&value)?),
            Part::Name(name) => self.port(*self.undefined.get(&name)?),
        }
    }
}

/// The entries before the nodes of all graphs, by position in the index.
#[derive(Default)]
pub(super) struct Sites {
    /// The entry of each input or initializer.
    values: Positions<ValueId>,
    /// The output or value info of each name.
    names: Positions<(GraphId, NameId)>,
    /// By the location of the record in the file.
    records: Positions<Span>,
}

/// Positions by key, the first one of a key. A sorted list takes less memory than a hash table.
struct Positions<K>(Vec<(K, u32)>);

impl<K> Default for Positions<K> {
    fn default() -> Positions<K> {
        Positions(Vec::new())
    }
}

impl<K: Ord + Copy> Positions<K> {
    fn get(&self, key: K) -> Option<u32> {
        let at = self.0.partition_point(|&(known, _)| known < key);
        self.0.get(at).filter(|(known, _)| *known == key).map(|&(_, position)| position)
    }
}

impl Listing {
    /// The location in the listing of a location in the model; `None` if the listing does not contain it.
    pub fn locate(&self, model: &Model, place: &Place) -> Option<ListingSpan> {
        let span = self.first_line(self.whole_span(model, place)?);
        let (start, end) = (self.lines().locate(span.start), self.lines().locate(span.end));
        Some(ListingSpan { line: start.line, column: start.column, end_column: end.column })
    }

    /// The bytes in the listing of a location in the model, those of the first line.
    #[cfg(feature = "text")]
    pub(crate) fn byte_span(&self, model: &Model, place: &Place) -> Option<Span> {
        Some(self.first_line(self.whole_span(model, place)?))
    }

    /// The bytes of a span that are in its first line.
    fn first_line(&self, span: Span) -> Span {
        let line = self.lines().line(self.lines().locate(span.start).line);
        Span::new(span.start, span.end.min(line.end).max(span.start))
    }

    /// Removes the lines from this offset on.
    #[cfg(feature = "cli")]
    pub(crate) fn cut(&mut self, length: usize) {
        self.text.truncate(length);
        self.text.shrink_to_fit();
    }

    /// Whether an offset is in the listing; [`NOWHERE`](super::NOWHERE) is not.
    fn contains(&self, offset: u64) -> bool {
        offset < self.text.len() as u64
    }

    fn whole_span(&self, model: &Model, place: &Place) -> Option<Span> {
        let span = match (place.node, place.graph) {
            (Some(node), _) => self.part_of_node(model, node, place.part),
            (None, Some(graph)) => self.part_of_graph(model, graph, place),
            (None, None) => None,
        };
        span.filter(|span| self.contains(span.start))
    }

    pub(crate) fn lines(&self) -> LineIndex<'_> {
        let offsets = self.lines.get_or_init(|| Arc::new(LineOffsets::new(self.text.as_bytes())));
        LineIndex::shared(self.text.as_bytes(), offsets.clone())
    }

    /// The line where a value is defined: that of its node, or of its graph entry.
    #[cfg(feature = "cli")]
    pub(crate) fn line_of(&self, model: &Model, value: ValueId) -> Option<u64> {
        let start = match model.value(value).role {
            ValueRole::Output(node) => *self.index.nodes.get(node.index())?,
            _ => self.item(self.sites(model).values.get(value)?)?.start,
        };
        self.contains(start).then(|| self.lines().locate(start).line)
    }

    /// The name of a value in the listing.
    #[cfg(feature = "cli")]
    pub(crate) fn name_of(&self, model: &Model, value: ValueId) -> String {
        let mut text = Text::default();
        self.names.value(&mut text, model, value);
        text.into_string()
    }

    fn part_of_node(&self, model: &Model, node: NodeId, part: Part) -> Option<Span> {
        let start = self.index.nodes.get(node.index()).copied().filter(|&start| self.contains(start))?;
        let whole = Span::new(start, self.text.len() as u64);
        let found = if part == Part::Whole { None } else { self.parts(model, node, start).find(part) };
        Some(found.unwrap_or(whole))
    }

    /// The locations of the parts of a node. Those of the last nodes are kept, because findings about one node follow each
    /// other, and a node may have as many findings as parts.
    fn parts(&self, model: &Model, node: NodeId, start: u64) -> Arc<Parts> {
        let mut located = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(parts) = located.get(node) {
            return parts;
        }
        let parts = Arc::new(Parts::new(model, node, self.write_tokens(model, node, start)));
        located.add(node, &parts);
        parts
    }

    /// Writes a node again to locate its parts.
    fn write_tokens(&self, model: &Model, node: NodeId, start: u64) -> Tokens {
        let options = super::ListingOptions { hashes: false, ..self.options.clone() };
        let mut writer = Writer {
            model,
            options: &options,
            is_file: false,
            names: &self.names,
            text: Text::at(start).with_cut_from(self.cut_from).forgetting(),
            omitted: 0,
            tokens: Some(Tokens::default()),
        };
        let (mut resume, mut bodies) = (writer.node(node), 0);
        while let Some((body, next)) = resume.and_then(|resume| writer.attributes(node, resume)) {
            bodies += 1;
            writer.text.skip_to(self.index.graphs.get(body.index()).map_or(start, |g| g.end));
            resume = Some(next);
        }
        Tokens { bodies, ..writer.tokens.unwrap_or_default() }
    }

    fn part_of_graph(&self, model: &Model, graph: GraphId, place: &Place) -> Option<Span> {
        let entry = self.index.graphs.get(graph.index()).filter(|entry| entry.end > 0)?;
        let sites = self.sites(model);
        let item = |position: Option<u32>| position.and_then(|position| self.item(position));
        let record = place.span.and_then(|span| sites.records.get(span));
        let found = item(record).or_else(|| match place.part {
            Part::Value(value) => item(sites.values.get(value)).or_else(|| self.produced(model, value)),
            Part::Name(name) => item(sites.names.get((graph, name))),
            _ => None,
        });
        Some(found.unwrap_or(entry.name))
    }

    /// The location in a node of the name of a value that it produces.
    fn produced(&self, model: &Model, value: ValueId) -> Option<Span> {
        let (node, index) = model.producing_output(value)?;
        self.part_of_node(model, node, Part::Output(index))
    }

    fn item(&self, position: u32) -> Option<Span> {
        self.index.items.get(position as usize).copied()
    }

    fn sites(&self, model: &Model) -> &Sites {
        self.sites.get_or_init(|| {
            let mut sites = Sites::default();
            sites.records.0.reserve_exact(self.index.items.len());
            for graph in model.graphs() {
                let Some(entry) = self.index.graphs.get(graph.index()).filter(|entry| entry.end > 0) else { continue };
                for (item, position) in items(model, graph).into_iter().zip(entry.items..) {
                    sites.add(model, graph, item, position);
                }
            }
            sites.finish();
            sites
        })
    }
}

impl Sites {
    fn add(&mut self, model: &Model, graph: GraphId, item: Item, position: u32) {
        let declared = |id: Option<_>| id.map(|id| model.declaration(id).span);
        let record = match item {
            Item::Input(value) => {
                self.values.0.push((value, position));
                declared(model.value(value).declaration)
            }
            Item::Initializer(tensor, value) => {
                self.values.0.push((value, position));
                Some(model.tensor(tensor).span)
            }
            Item::Output(i) => {
                let output = &model.graph(graph).outputs[i];
                self.names.0.push(((graph, output.name), position));
                declared(output.declaration)
            }
            Item::Info(declaration, named) => {
                if let Named::Name(name) = named {
                    self.names.0.push(((graph, name), position));
                }
                declared(Some(declaration))
            }
        };
        self.records.0.extend(record.map(|record| (record, position)));
    }

    /// Ends the recording; lookups need the order.
    fn finish(&mut self) {
        self.values.0.sort_unstable();
        self.names.0.sort_unstable();
        self.records.0.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(count: usize) -> Arc<Parts> {
        let tokens = Tokens { outputs: vec![Span::default(); count], ..Tokens::default() };
        let (attributes, values, undefined) = (HashMap::new(), HashMap::new(), HashMap::new());
        Arc::new(Parts { tokens, attributes, values, undefined })
    }

    #[test]
    fn the_parts_of_a_long_node_stay_while_those_of_others_are_located() {
        let mut located = Located::default();
        located.add(NodeId::at(0), &parts(LONG + 1));
        (1..10).for_each(|node| located.add(NodeId::at(node), &parts(LONG)));
        let known = |located: &Located| -> Vec<usize> {
            (0..30).filter(|&node| located.get(NodeId::at(node)).is_some()).collect()
        };
        assert_eq!(known(&located), [0, 6, 7, 8, 9]);
        located.add(NodeId::at(10), &parts(MOST));
        assert_eq!(known(&located), [0, 7, 8, 9, 10]);
        (20..24).for_each(|node| located.add(NodeId::at(node), &parts(1)));
        assert_eq!(known(&located), [0, 20, 21, 22, 23], "more parts than stay");
    }
}
