//! One pass over the XML text: the locations of the layers and edges of a rewrite, and the referenced bytes of the
//! weights.

use std::ops::Range;

use hashbrown::HashSet;

use super::layer::{PortText, Replaced, Style};
use super::plan::{LayerPlan, Origin};
use super::{check_depth, unreadable};
use crate::format::openvino::xml::{Mode, Tag, Xml};
use crate::ids::{GraphId, NodeId};
use crate::ir_syntax;
use crate::ops;
use crate::rewrite::WriteError;
use crate::source::Span;

/// The result of a pass over the text.
#[derive(Default)]
pub(crate) struct Survey<'a> {
    /// Changes of the text, in order and without overlap.
    pub(crate) edits: Vec<Edit<'a>>,
    /// Bytes of the weights that remaining elements refer to.
    pub(crate) used: Vec<Range<u64>>,
    /// Bytes of the weights that removed elements refer to.
    pub(crate) freed: Vec<Range<u64>>,
}

/// A part of the text and its change.
pub(crate) struct Edit<'a> {
    pub(crate) range: Range<usize>,
    pub(crate) change: Change<'a>,
}

/// The change of a part of the text.
pub(crate) enum Change<'a> {
    Cut,
    /// The id of another layer.
    Origin(u64),
    Constants(Replaced<'a>),
}

/// An open element.
struct Open {
    start: usize,
    kind: ElementKind,
    /// It is removed, or is in a removed element.
    gone: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ElementKind {
    Graph(GraphId),
    Edges(GraphId),
    /// A Const layer that remains, or one in a removed element.
    Constant,
    /// A layer of the rewrite: removed, or replaced by constants.
    Layer(NodeId),
    /// The outputs of a layer that is replaced.
    Outputs,
    Edge,
    Other,
}

struct Walk<'p, 'a> {
    text: &'a str,
    plan: &'p LayerPlan<'p>,
    open: Vec<Open>,
    /// Graphs whose `<edges>` has been visited: later ones are ignored.
    connected: HashSet<GraphId>,
    /// The layer being replaced: the innermost one, since its content is removed.
    replaced: Option<Replaced<'a>>,
    found: Survey<'a>,
}

/// Surveys the text of a model.
pub(crate) fn survey<'a>(text: &'a str, plan: &LayerPlan<'_>) -> Result<Survey<'a>, WriteError> {
    let mut xml = Xml::new(text, 0..text.len(), Mode::File);
    xml.allow_text(true);
    let (open, connected, found) = (Vec::new(), HashSet::new(), Survey::default());
    let mut walk = Walk { text, plan, open, connected, replaced: None, found };
    loop {
        while xml.plain_dim().is_some() {}
        match xml.child() {
            Some(tag) => {
                check_depth(walk.open.len(), tag.start)?;
                walk.enter(&xml, &tag)?;
            }
            None => match walk.open.pop() {
                Some(open) => walk.leave(&open, xml.offset()),
                None => break,
            },
        }
    }
    match xml.broken {
        Some(at) => Err(unreadable(&format!("its tags do not match from byte {at}"))),
        None => Ok(walk.found),
    }
}

impl<'a> Walk<'_, 'a> {
    fn enter(&mut self, xml: &Xml<'a>, tag: &Tag<'a>) -> Result<(), WriteError> {
        let (parent, gone) = self.open.last().map_or((ElementKind::Other, false), |open| (open.kind, open.gone));
        self.weights(xml, tag, parent, gone);
        let mut open = Open { start: tag.start, kind: ElementKind::Other, gone };
        if gone {
            open.kind = self.within_gone(xml, tag, parent);
        } else if let Some(graph) = self.plan.graph_at(tag.start) {
            open.kind = ElementKind::Graph(graph);
        } else if let Some(node) = self.plan.layer_at(tag.start) {
            (open.kind, open.gone) = (ElementKind::Layer(node), true);
            if !self.plan.constants_of(node).is_empty() {
                self.replaced = Some(Replaced::new(self.text, xml, tag, node));
            }
        } else {
            open.kind = match (parent, tag.name) {
                (_, "layer") if is_constant(xml) => ElementKind::Constant,
                (ElementKind::Graph(graph), "edges") if self.connected.insert(graph) => ElementKind::Edges(graph),
                (ElementKind::Edges(graph), "edge") if self.edge(xml, graph)? => ElementKind::Edge,
                _ => ElementKind::Other,
            };
        }
        self.open.push(open);
        Ok(())
    }

    /// What an element in a layer of the rewrite is.
    fn within_gone(&mut self, xml: &Xml<'a>, tag: &Tag<'a>, parent: ElementKind) -> ElementKind {
        let Some(replaced) = &mut self.replaced else {
            return if tag.name == "layer" && is_constant(xml) { ElementKind::Constant } else { ElementKind::Other };
        };
        match (parent, tag.name) {
            (ElementKind::Layer(_), _) => {
                replaced.style.see_child(self.text, tag.start);
                let outputs = tag.name == "output" && !std::mem::replace(&mut replaced.has_outputs, true);
                if outputs { ElementKind::Outputs } else { ElementKind::Other }
            }
            (ElementKind::Outputs, "port") => {
                replaced.ports.push(PortText::new(self.text, xml));
                ElementKind::Other
            }
            (_, "layer") if is_constant(xml) => ElementKind::Constant,
            _ => ElementKind::Other,
        }
    }

    /// Records a reference to the weights.
    fn weights(&mut self, xml: &Xml<'a>, tag: &Tag<'a>, parent: ElementKind, gone: bool) {
        let constant = match parent {
            ElementKind::Constant => true,
            ElementKind::Layer(node) => self.plan.model.op_type(node) == ops::CONSTANT,
            _ => false,
        };
        if let Some(range) = weights_of(xml, tag, constant) {
            if gone { self.found.freed.push(range) } else { self.found.used.push(range) }
        }
    }

    /// Visits an edge; whether it is removed.
    fn edge(&mut self, xml: &Xml<'a>, graph: GraphId) -> Result<bool, WriteError> {
        let number = |name| number(xml, name);
        let layer = |name| number(name).and_then(|id| self.plan.layer(graph, id));
        if layer("to-layer").is_some() {
            return Ok(true);
        }
        let Some(from) = layer("from-layer") else { return Ok(false) };
        match number("from-port").map_or(Origin::Gone, |port| self.plan.origin(from, port)) {
            Origin::Gone => Ok(true),
            Origin::Same => Ok(false),
            Origin::Layer(id) => {
                let range = xml.attr("from-layer").and_then(|attr| value_of(self.text, attr.span));
                let range = range.ok_or_else(|| unreadable("an attribute of an edge has no quotes"))?;
                self.found.edits.push(Edit { range, change: Change::Origin(id) });
                Ok(false)
            }
        }
    }

    fn leave(&mut self, open: &Open, end: usize) {
        let range = open.start..end;
        let edit = match open.kind {
            ElementKind::Layer(_) => match self.replaced.take() {
                Some(replaced) => Edit { range, change: Change::Constants(replaced) },
                None => Edit { range: with_line(self.text, range), change: Change::Cut },
            },
            ElementKind::Edge => Edit { range: with_line(self.text, range), change: Change::Cut },
            _ => return,
        };
        self.found.edits.push(edit);
    }
}

/// The number in an attribute of the start tag returned last.
pub(crate) fn number(xml: &Xml<'_>, name: &str) -> Option<u64> {
    xml.attr(name).and_then(|attr| ir_syntax::id(&attr.value())).map(|number| number.value)
}

/// The bytes of the weights that the start tag returned last refers to: a Const's, or those of any element except
/// `<data>` with an offset and a size.
pub(crate) fn weights_of(xml: &Xml<'_>, tag: &Tag<'_>, in_constant: bool) -> Option<Range<u64>> {
    if tag.name == "data" && !in_constant {
        return None;
    }
    let (offset, size) = (number(xml, "offset")?, number(xml, "size")?);
    (size > 0).then(|| offset..offset.saturating_add(size))
}

/// The location of an attribute's value, without its quotes.
pub(crate) fn value_of(text: &str, attribute: Span) -> Option<Range<usize>> {
    let (start, end) = (usize::try_from(attribute.start).ok()?, usize::try_from(attribute.end).ok()?.checked_sub(1)?);
    let quote = text.get(start..end)?.find(['"', '\''])?;
    text.get(start..=end)?.ends_with(['"', '\'']).then_some(start + quote + 1..end)
}

/// An element with its line, if it starts one.
pub(crate) fn with_line(text: &str, element: Range<usize>) -> Range<usize> {
    let style = Style::at(text, element.start);
    element.start - style.indent.len() - style.line_end.len()..element.end
}

/// Whether the `<layer>` returned last is a constant.
pub(crate) fn is_constant(xml: &Xml<'_>) -> bool {
    let is = |name: &str| xml.attr("type").is_some_and(|a| a.value().eq_ignore_ascii_case(name));
    is(ops::CONST) || is(ops::CONSTANT)
}
