//! One pass over the XML text: what changes in it, and the referenced bytes of the weights.

mod leave;

use std::ops::Range;

use hashbrown::HashMap;

use super::super::survey::{is_constant, value_of, weights_of};
use super::super::{check_depth, unreadable};
use super::edges::{EdgeEdit, Edges};
use super::encode::{Encoder, inputs, outputs};
use super::layer::{LayerState, PortState};
use super::metadata::{Metadata, Visited};
use super::plan::{EditPlan, LayerEdit};
use super::text::{Text, escaped};
use crate::format::openvino::xml::{Mode, Tag, Xml};
use crate::graph::GraphRole;
use crate::ids::{GraphId, NodeId};
use crate::rewrite::WriteError;

/// A part of the text and what replaces it.
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) text: Text,
}

/// The result of a pass over the text.
pub(super) struct Survey {
    /// In order and without overlap.
    pub(super) edits: Vec<Edit>,
    /// Bytes of the weights that remaining elements refer to.
    pub(super) used: Vec<Range<u64>>,
    /// Bytes of the weights that removed elements refer to.
    pub(super) freed: Vec<Range<u64>>,
}

/// An open element.
#[derive(Clone, Copy)]
struct Open<'a> {
    name: &'a str,
    start: usize,
    /// Where its content starts.
    content: usize,
    first_child: Option<usize>,
    kind: Kind,
    /// It is removed, or is in a removed element.
    gone: bool,
    is_constant: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Graph(GraphId),
    Layers(GraphId),
    Edges(GraphId),
    /// A layer that may have changed: the last one of `Walk::layers`.
    Layer,
    /// The `<data>` of such a layer, which is replaced.
    Data,
    Ports,
    Port,
    /// A section with metadata, while that is edited.
    Metadata,
    Entry,
    Removed,
    Other,
}

struct Walk<'p, 'a> {
    text: &'a str,
    plan: &'p EditPlan<'p>,
    encoder: Encoder<'p>,
    open: Vec<Open<'a>>,
    /// Layers that may have changed, from the outermost one.
    layers: Vec<LayerState<'p>>,
    /// Where the first `<layers>` of a graph is.
    sections: HashMap<GraphId, Range<usize>>,
    edges: Edges<'p>,
    metadata: Metadata<'p, (Open<'a>, usize)>,
    found: Survey,
}

/// Surveys the text of a model. Returns the new constants as well.
pub(super) fn survey<'p>(text: &str, plan: &'p EditPlan<'p>) -> Result<(Survey, Encoder<'p>), WriteError> {
    let mut xml = Xml::new(text, 0..text.len(), Mode::File);
    xml.allow_text(true);
    let mut walk = Walk {
        text,
        plan,
        encoder: Encoder { model: plan.model, constants: Vec::new() },
        open: Vec::new(),
        layers: Vec::new(),
        sections: HashMap::new(),
        edges: Edges::new(plan),
        metadata: Metadata::new(plan.model),
        found: Survey { edits: Vec::new(), used: Vec::new(), freed: Vec::new() },
    };
    loop {
        while let Some((size, span)) = xml.plain_dim() {
            walk.dim(size, span.start as usize);
        }
        match xml.child() {
            Some(tag) => {
                check_depth(walk.open.len(), tag.start)?;
                walk.enter(&mut xml, &tag)?;
            }
            None => match walk.open.pop() {
                Some(open) => walk.leave(open, xml.offset())?,
                None => break,
            },
        }
    }
    if let Some(at) = xml.broken {
        return Err(unreadable(&format!("its tags do not match from byte {at}")));
    }
    walk.found.edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    Ok((walk.found, walk.encoder))
}

impl<'p, 'a> Walk<'p, 'a> {
    /// A dimension of the port that is read.
    fn dim(&mut self, size: i64, start: usize) {
        let Some(open) = self.open.last_mut().filter(|open| open.kind == Kind::Port) else { return };
        open.first_child.get_or_insert(start);
        if let Some(port) = self.layers.last_mut().and_then(|layer| layer.port.as_mut()) {
            port.found.dims.push(size);
        }
    }

    fn enter(&mut self, xml: &mut Xml<'a>, tag: &Tag<'a>) -> Result<(), WriteError> {
        if let Some(parent) = self.open.last_mut() {
            parent.first_child.get_or_insert(tag.start);
            if parent.kind == Kind::Port && tag.name == "dim" {
                let (text, _) = xml.text();
                let size = crate::ir_syntax::recorded_dim(&text).map_or(-1, |size| size.value);
                self.dim(size, tag.start);
                return Ok(());
            }
        }
        let is_gone = self.open.last().is_some_and(|open| open.gone);
        let kind = if is_gone { Kind::Other } else { self.kind(xml, tag)? };
        let gone = is_gone || kind == Kind::Removed;
        let in_constant = self.open.last().is_some_and(|open| open.is_constant);
        if let Some(range) = weights_of(xml, tag, in_constant) {
            let is_replaced = kind == Kind::Data && !self.layers.last().is_some_and(|l| l.keeps_tensor());
            if gone || is_replaced { self.found.freed.push(range) } else { self.found.used.push(range) }
        }
        let is_constant = tag.name == "layer" && is_constant(xml);
        let (start, content) = (tag.start, tag.end);
        self.open.push(Open { name: tag.name, start, content, first_child: None, kind, gone, is_constant });
        Ok(())
    }

    /// What an element that is not removed with its parent is.
    fn kind(&mut self, xml: &Xml<'a>, tag: &Tag<'a>) -> Result<Kind, WriteError> {
        let parent = self.open.last().map_or(Kind::Other, |open| open.kind);
        if let Some(graph) = self.plan.graph_at(tag.start) {
            return Ok(match (graph, parent) {
                (Some(graph), Kind::Layer) if self.keeps_body(graph) => Kind::Graph(graph),
                (_, Kind::Layer) => {
                    self.layers.last_mut().into_iter().for_each(|layer| layer.remove(tag.name));
                    Kind::Removed
                }
                (Some(graph), _) => Kind::Graph(graph),
                (None, _) => Kind::Removed,
            });
        }
        match (parent, tag.name) {
            (Kind::Graph(graph), "layers") if !self.sections.contains_key(&graph) => Ok(Kind::Layers(graph)),
            (Kind::Graph(graph), "edges") if self.edges.start(graph) => Ok(Kind::Edges(graph)),
            (Kind::Edges(graph), "edge") if self.plan.is_edited(graph) => self.edge(xml, graph),
            (Kind::Layer, _) => self.child(xml, tag),
            (Kind::Graph(_), "rt_info" | "meta_data" | "quantization_parameters") if self.plan.has_new_metadata() => {
                Ok(Kind::Metadata)
            }
            (Kind::Metadata | Kind::Entry, _) => {
                match self.metadata.enter(xml, tag)? {
                    Visited::Kept => {}
                    Visited::Edited(value) => self.replace(xml, "value", value)?,
                    Visited::Removed => return Ok(Kind::Removed),
                }
                Ok(Kind::Entry)
            }
            (Kind::Ports, "port") => {
                if let Some(layer) = self.layers.last_mut() {
                    layer.port = Some(PortState::new(xml, layer.is_output));
                }
                Ok(Kind::Port)
            }
            _ => match self.plan.layer_at(tag.start) {
                Some(LayerEdit::Removed) => Ok(Kind::Removed),
                Some(LayerEdit::Changed(node)) => {
                    self.head(xml, tag, node)?;
                    self.layers.push(LayerState::new(self.plan.model, node));
                    Ok(Kind::Layer)
                }
                None => Ok(Kind::Other),
            },
        }
    }

    /// Whether a body is still one of the layer around it.
    fn keeps_body(&mut self, graph: GraphId) -> bool {
        let model = self.plan.model;
        let Some(layer) = self.layers.last_mut() else { return false };
        let is_kept = matches!(model.graph(graph).role, GraphRole::Body { owner, .. } if owner == layer.node);
        layer.bodies += usize::from(is_kept);
        is_kept
    }

    /// Changes the start tag of a layer.
    fn head(&mut self, xml: &Xml<'a>, tag: &Tag<'a>, node: NodeId) -> Result<(), WriteError> {
        let model = self.plan.model;
        let value = |name: &str| xml.attr(name).map(|attr| attr.value());
        let mut changes: Vec<(&str, String)> = Vec::new();
        let name = model.name(model.node(node).name);
        if value("name").as_deref().unwrap_or("") != name {
            changes.push(("name", name.to_owned()));
        }
        let (kind, version) = (value("type"), value("version"));
        let new = super::encode::new_operator(model, node, kind.as_deref().unwrap_or(""), version.as_deref());
        if let Some((kind, version)) = new {
            changes.extend([("type", kind.to_owned()), ("version", version)]);
        }
        for (name, new) in changes.into_iter().filter(|(name, new)| value(name).as_deref() != Some(new)) {
            if xml.attr(name).is_some() {
                self.replace(xml, name, &new)?;
                continue;
            }
            let at = tag.start + 1 + tag.name.len();
            let text = format!(" {name}=\"{}\"", escaped(&new)?);
            self.found.edits.push(Edit { range: at..at, text: text.into() });
        }
        Ok(())
    }

    /// Replaces the value of an attribute of the start tag returned last.
    fn replace(&mut self, xml: &Xml<'a>, name: &str, new: &str) -> Result<(), WriteError> {
        let range = xml.attr(name).and_then(|attr| value_of(self.text, attr.span));
        let range = range.ok_or_else(|| unreadable("an attribute has no quotes"))?;
        let is_single = self.text.as_bytes().get(range.end) == Some(&b'\'');
        let new = escaped(new)?;
        let new = if is_single { new.replace('\'', "&apos;") } else { new.into_owned() };
        self.found.edits.push(Edit { range, text: new.into() });
        Ok(())
    }

    /// What a child of a layer that may have changed is, after elements of its name that are removed.
    fn child(&mut self, xml: &Xml<'a>, tag: &Tag<'a>) -> Result<Kind, WriteError> {
        let kind = self.part(xml, tag)?;
        let Some(layer) = self.layers.last_mut() else { return Ok(kind) };
        if kind == Kind::Removed {
            layer.remove(tag.name);
        }
        Ok(if layer.is_removed(tag.name) { Kind::Removed } else { kind })
    }

    /// What a child of a layer that may have changed is.
    fn part(&mut self, xml: &Xml<'a>, tag: &Tag<'a>) -> Result<Kind, WriteError> {
        let Some(layer) = self.layers.last_mut() else { return Ok(Kind::Other) };
        let model = self.plan.model;
        match tag.name {
            "data" if !std::mem::replace(&mut layer.has_data, true) => {
                if layer.is_data(model, xml.attributes().iter().map(|attr| (attr.name, attr.value())))? {
                    return Ok(Kind::Other);
                }
                layer.data = self.encoder.data(layer.node)?;
                Ok(if layer.data.is_empty() { Kind::Removed } else { Kind::Data })
            }
            "input" if !std::mem::replace(&mut layer.has_inputs, true) => {
                layer.start_ports(inputs(model, layer.node)?, false);
                Ok(if layer.ports.len() == 0 { Kind::Removed } else { Kind::Ports })
            }
            "output" if !std::mem::replace(&mut layer.has_outputs, true) => {
                layer.start_ports(outputs(model, layer.node), true);
                Ok(if layer.ports.len() == 0 { Kind::Removed } else { Kind::Ports })
            }
            "port_map" | "then_port_map" | "else_port_map" | "back_edges" => {
                Ok(if layer.keeps_map(model, tag.name)? { Kind::Other } else { Kind::Removed })
            }
            _ => Ok(Kind::Other),
        }
    }

    fn edge(&mut self, xml: &Xml<'a>, graph: GraphId) -> Result<Kind, WriteError> {
        match self.edges.visit(xml, graph)? {
            EdgeEdit::Kept => Ok(Kind::Other),
            EdgeEdit::Removed => Ok(Kind::Removed),
            EdgeEdit::From(layer, port) => {
                for (name, id) in [("from-layer", layer), ("from-port", port)] {
                    let id = id.to_string();
                    if xml.attr(name).is_some_and(|attr| attr.value() != id) {
                        self.replace(xml, name, &id)?;
                    }
                }
                Ok(Kind::Other)
            }
        }
    }
}
