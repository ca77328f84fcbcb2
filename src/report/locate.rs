//! Resolves a place in the model to names, bytes, lines, and columns.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use hashbrown::HashMap;

use super::onnx_text;
use crate::dialect::{Dialect, Format};
use crate::graph::label::{cut_name, escaped_label, node_label};
use crate::graph::{Model, Operand, ValueRole};
use crate::ids::{GraphId, NameId, NodeId, ValueId};
use crate::place::{Part, Place};
use crate::print::{Listing, ListingSpan};
use crate::source::{LineIndex, Span};

/// The location of a finding in reports. Names of more than 1,024 bytes have lost their middle.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Location {
    /// The graph's path, with escaped names.
    pub graph: Option<Arc<str>>,
    /// The same for people, with names as they are.
    pub(crate) graph_name: Option<Arc<str>>,
    /// The node's name; may be empty.
    pub node: Option<Arc<str>>,
    /// The node's position in its graph.
    pub node_index: Option<usize>,
    /// The node's operator.
    pub op: Option<Arc<str>>,
    /// The tensor or declaration.
    pub value: Option<Arc<str>>,
    /// IR: the layer's id.
    pub layer: Option<Arc<str>>,
    /// Bytes of a binary file.
    pub bytes: Option<Span>,
    /// The line of `shapewright print`, for a binary file.
    pub listing: Option<ListingSpan>,
    /// The lines of a text file.
    pub source: Option<Region>,
}

impl Location {
    /// Line and column, counted from 1: those of a text file, or those of the listing of a binary file.
    pub fn line_column(&self) -> Option<(u64, u64)> {
        let listing = self.listing.map(|l| (l.line, l.column));
        self.source.map(|s| (s.line, s.column)).or(listing)
    }

    /// The path of the graph, followed by the node, with names as they are.
    pub fn path(&self) -> Option<String> {
        let graph = self.graph_name.as_ref()?;
        Some(self.label().map_or_else(|| graph.to_string(), |node| format!("{graph}/{node}")))
    }

    /// The same with escaped names, which no two nodes share.
    pub(crate) fn pointer(&self) -> Option<String> {
        let graph = self.graph.as_ref()?;
        Some(self.label().map_or_else(|| graph.to_string(), |node| format!("{graph}/{}", escaped_label(&node))))
    }

    /// The node in a path: its name, or its position if it has none.
    fn label(&self) -> Option<Cow<'_, str>> {
        Some(node_label(self.node.as_deref()?, || self.node_index.unwrap_or_default()))
    }
}

/// A region of a text, ends exclusive, all counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Region {
    /// The first line.
    pub line: u64,
    /// The column in the first line.
    pub column: u64,
    /// The last line.
    pub end_line: u64,
    /// The column after the end, in the last line.
    pub end_column: u64,
}

impl Region {
    /// The region of these bytes.
    pub(super) fn new(lines: &LineIndex<'_>, span: Span) -> Region {
        let (start, end) = (lines.locate(span.start), lines.locate(span.end));
        Region { line: start.line, column: start.column, end_line: end.line, end_column: end.column }
    }
}

/// Resolves places in one file: in its text, or in its listing if it is binary.
pub(crate) struct Locator<'a> {
    pub(super) model: &'a Model,
    listing: Option<&'a Listing>,
    pub(super) text: &'a [u8],
    pub(super) lines: LineIndex<'a>,
    /// The paths of the graphs in locations so far. To make one takes as long as the graph is deep, and findings alternate between
    /// their own graph and one around it.
    paths: RefCell<HashMap<GraphId, [Arc<str>; 2]>>,
    /// The names in locations so far.
    names: RefCell<HashMap<NameId, Arc<str>>>,
    /// The inputs and outputs of the node in ONNX text that was looked up last.
    last_operands: RefCell<Option<(NodeId, onnx_text::Operands)>>,
    /// The records that were located, and the part of each that is shown.
    heads: RefCell<HashMap<Span, Span>>,
}

impl<'a> Locator<'a> {
    /// `text` is that of the listing if there is one, otherwise that of the file.
    pub(crate) fn new(model: &'a Model, listing: Option<&'a Listing>, text: &'a [u8]) -> Locator<'a> {
        let lines = listing.map_or_else(|| LineIndex::new(text), Listing::lines);
        Locator {
            model,
            listing,
            text,
            lines,
            paths: RefCell::default(),
            names: RefCell::default(),
            last_operands: RefCell::default(),
            heads: RefCell::default(),
        }
    }

    /// The location of a place.
    pub(super) fn location(&self, place: &Place) -> Location {
        let model = self.model;
        let place = &existing(model, *place);
        let [graph, graph_name] = place.graph.map_or([None, None], |graph| self.paths(graph).map(Some));
        let node = place.node;
        let layer = node.filter(|_| model.dialect() == Dialect::OpenVino);
        let listing = self.listing.and_then(|l| l.locate(model, place));
        Location {
            graph,
            graph_name,
            node: node.map(|n| self.name(model.node(n).name)),
            node_index: node.map(|n| model.node_index(n)),
            op: node.map(|n| self.name(model.op(n).name)),
            value: value_name(model, place).map(|name| self.name(name)),
            layer: layer.map(|n| self.name(model.node(n).layer)),
            bytes: span(model, place).filter(|_| self.listing.is_some()),
            listing,
            source: self.source_span(place).map(|s| Region::new(&self.lines, s)),
        }
    }

    /// A name, which all locations share. A report writes it for each of them, so that a very long one is cut.
    fn name(&self, name: NameId) -> Arc<str> {
        let cut = || cut_name(self.model.name(name)).into();
        self.names.borrow_mut().entry(name).or_insert_with(cut).clone()
    }

    /// The path of the graph, followed by the node, with names as they are.
    pub(crate) fn path(&self, place: &Place) -> Option<String> {
        let place = existing(self.model, *place);
        let [_, graph] = self.paths(place.graph?);
        Some(place.node.map_or_else(|| graph.to_string(), |node| format!("{graph}/{}", self.model.display_label(node))))
    }

    /// The path of a graph for people.
    pub(super) fn graph_name(&self, graph: GraphId) -> Arc<str> {
        let [_, name] = self.paths(graph);
        name
    }

    /// The path of a graph with escaped names, and with names as they are.
    fn paths(&self, graph: GraphId) -> [Arc<str>; 2] {
        let made = || {
            let escaped: Arc<str> = self.model.path(graph).into();
            let name = self.model.display_path(graph);
            // Few names have something to escape.
            let name = if *escaped == *name { escaped.clone() } else { name.into() };
            [escaped, name]
        };
        self.paths.borrow_mut().entry(graph).or_insert_with(made).clone()
    }

    /// The bytes of a place in the text of the file or of its listing.
    pub(super) fn text_span(&self, place: &Place) -> Option<Span> {
        let place = &existing(self.model, *place);
        let Some(listing) = self.listing else { return self.source_span(place) };
        listing.byte_span(self.model, place)
    }

    fn source_span(&self, place: &Place) -> Option<Span> {
        if self.listing.is_some() {
            return None;
        }
        let operand = || {
            let is_operand = matches!(place.part, Part::Output(_) | Part::Input(_) | Part::Element(..));
            let is_text = is_operand && place.span.is_none() && self.model.format() == Format::OnnxText;
            self.operand_span(place.node.filter(|_| is_text)?, place.part)
        };
        operand().or_else(|| span(self.model, place).map(|span| self.head(span)))
    }

    /// The part of a record to show. Many findings may be about one element with a very long start tag, or name it beside
    /// their own.
    fn head(&self, span: Span) -> Span {
        *self.heads.borrow_mut().entry(span).or_insert_with(|| head(self.text, span))
    }

    /// The text of an input or output of a node. Many findings may be about one node with very many of them.
    fn operand_span(&self, node: NodeId, part: Part) -> Option<Span> {
        let span = self.model.node(node).span();
        let mut last = self.last_operands.borrow_mut();
        last.take_if(|(known, _)| *known != node);
        let (_, operands) = last.get_or_insert_with(|| {
            let text = span.of(self.text);
            (node, onnx_text::Operands::new(text.get(..LONGEST_NODE).unwrap_or(text)))
        });
        let range = operands.get(part)?;
        Some(Span::new(span.start + range.start as u64, span.start + range.end as u64))
    }
}

/// The place without ids that the model does not contain: findings in an unreadable file may refer to graphs and nodes
/// that were not kept.
pub(super) fn existing(model: &Model, place: Place) -> Place {
    let graph = place.graph.filter(|g| g.index() < model.graphs.len());
    let node = place.node.filter(|n| n.index() < model.nodes.len());
    let part = match place.part {
        Part::Value(value) if value.index() >= model.values.len() => Part::Whole,
        part => part,
    };
    Place { graph, node, part, span: place.span }
}

/// The number of bytes in which an input or output of a node in ONNX text is looked for.
const LONGEST_NODE: usize = 32 << 10;

/// The part of a record to show: the start tag of an element, or the first line of another record.
fn head(text: &[u8], span: Span) -> Span {
    let bytes = span.of(text);
    let line_end = || memchr::memchr(b'\n', bytes);
    let length = if bytes.first() == Some(&b'<') {
        // An element that contains only text, such as a `<dim>`, is shown whole.
        let is_short = memchr::memchr_iter(b'<', bytes).take(3).count() == 2 && line_end().is_none();
        if is_short { bytes.len() } else { start_tag(bytes) }
    } else {
        line_end().map_or(bytes.len(), |end| end - usize::from(end > 0 && bytes[end - 1] == b'\r'))
    };
    Span::new(span.start, span.start + length as u64)
}

/// The length of the start tag of an element.
fn start_tag(element: &[u8]) -> usize {
    let mut quote = None;
    for at in memchr::memchr3_iter(b'"', b'\'', b'>', element) {
        match (quote, element[at]) {
            (None, b'>') => return at + 1,
            (None, mark) => quote = Some(mark),
            (Some(open), mark) if open == mark => quote = None,
            _ => {}
        }
    }
    element.len()
}

/// The bytes of a place in the file.
fn span(model: &Model, place: &Place) -> Option<Span> {
    let record = place.span.or_else(|| part_span(model, place));
    let node = || place.node.map(|n| model.node(n).span());
    let graph = || place.graph.map(|g| model.graph(g).span);
    let some = |span: &Span| !span.is_empty() || place.span == Some(*span);
    record.filter(some).or_else(|| node().filter(some)).or_else(|| graph().filter(some))
}

fn part_span(model: &Model, place: &Place) -> Option<Span> {
    let node = place.node;
    match place.part {
        Part::Input(input) | Part::Element(input, _) => {
            let declaration = model.input_port(node?, input as usize)?.declaration?;
            Some(model.declaration(declaration).span)
        }
        Part::Output(output) => declaration_span(model, model.outputs(node?).nth(output as usize)?),
        Part::Attribute(name) => model.attributes(node?).iter().find(|a| a.name == name).map(|a| a.span),
        Part::Value(value) => declaration_span(model, value).or_else(|| value_span(model, value)),
        Part::Whole | Part::Name(_) => None,
    }
}

fn declaration_span(model: &Model, value: ValueId) -> Option<Span> {
    model.value(value).declaration.map(|d| model.declaration(d).span)
}

fn value_span(model: &Model, value: ValueId) -> Option<Span> {
    match model.value(value).role {
        ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) } => Some(model.tensor(tensor).span),
        ValueRole::Input { default: None } => None,
        ValueRole::Output(node) => Some(model.node(node).span()),
    }
}

/// The name of the tensor or declaration that a place is about.
fn value_name(model: &Model, place: &Place) -> Option<NameId> {
    let operand = |node: NodeId, input: u32| match model.inputs(node).get(input as usize)? {
        Operand::Value(value) => Some(model.value(*value).name),
        Operand::Undefined(name) => Some(*name),
        Operand::Absent => None,
    };
    match place.part {
        Part::Whole | Part::Attribute(_) => None,
        Part::Input(input) | Part::Element(input, _) => operand(place.node?, input),
        Part::Output(output) => Some(model.value(model.outputs(place.node?).nth(output as usize)?).name),
        Part::Value(value) => Some(model.value(value).name),
        Part::Name(name) => Some(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, Source};

    #[test]
    fn an_element_is_shown_by_its_start_tag() {
        let text = b"<layer name=\"a>b\"\n id='1'>\n<data/></layer>";
        assert_eq!(head(text, Span::new(0, 42)).of(text), b"<layer name=\"a>b\"\n id='1'>");
        assert_eq!(head(b"<dim>5</dim>", Span::new(0, 12)).of(b"<dim>5</dim>"), b"<dim>5</dim>");
        let text = b"y = Relu (x)\r\nz = Relu (y)";
        assert_eq!(head(text, Span::new(0, 26)).of(text), b"y = Relu (x)");
        assert_eq!(head(b"<open", Span::new(0, 99)).of(b"<open"), b"<open");
    }

    #[test]
    fn the_path_of_a_graph_is_made_once_also_if_locations_alternate() {
        let body = "then_branch = b () => (float r) { r = Neg (x) }, else_branch = e () => (float s) { s = Neg (x) }";
        let text =
            format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng (bool c, float x) => (y) {{ y = If (c) <{body}> }}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let locator = Locator::new(&model, None, model.source().bytes());
        // As of findings in a body that name what is around it beside their own place.
        let [first, second] = [0, 1].map(|_| {
            let graphs = model.graphs().map(|graph| locator.location(&Place::graph(graph)).graph);
            graphs.collect::<Vec<_>>()
        });
        assert_eq!(first.len(), 3);
        for (first, second) in first.iter().zip(&second) {
            let [Some(first), Some(second)] = [first, second] else { panic!("each graph has a path") };
            assert!(Arc::ptr_eq(first, second), "{first}");
        }
    }

    #[test]
    fn the_start_tag_of_an_element_is_looked_for_once() {
        let layer = |id: usize| {
            format!(
                r#"<layer id="{id}" name="{id}" type="Parameter" version="opset1"><data shape="2" element_type="f32"/><output><port id="0" precision="FP32"><dim>2</dim></port></output></layer>"#
            )
        };
        let text = format!("<net name=\"m\" version=\"11\"><layers>{}{}</layers><edges/></net>", layer(0), layer(1));
        let model = Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
        let locator = Locator::new(&model, None, model.source().bytes());
        let graph = model.main_graph().expect("a graph");
        // As of findings about one element that name another one.
        for _ in 0..3 {
            for node in model.nodes_of(graph) {
                let shown = locator.source_span(&Place::node(graph, node)).expect("a layer").of(locator.text);
                assert!(shown.starts_with(b"<layer") && shown.ends_with(b"\"opset1\">"));
            }
        }
        assert_eq!(locator.heads.borrow().len(), 2);
    }
}
