//! Edges of IR: ends that do not exist, ports without an edge, and duplicate edges.
//!
//! An edge with a wrong end leaves an output or an input without an edge. If it is the only one, or the only one of the type
//! that the other end records, it may be the right end. It is for certain only if it is the only one with the layer or the
//! port that the edge states, whether others have an edge or not.

use std::borrow::Cow;

use super::tags::{attributes, escaped, plain, removed, set, tag_at};
use super::{Context, layers, names};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::fact::ValueType;
use crate::fix_edit::{Fix, FixEdit};
use crate::graph::{Model, Operand};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::place::Part;
use crate::rule::Level;
use crate::source::Span;

/// An input port of a layer.
type Port = (NodeId, usize);

/// An edge as written, with the ends that exist.
struct Edge<'m> {
    graph: GraphId,
    tag: Span,
    from: Stated<'m>,
    to: Stated<'m>,
}

/// Layer and port of an end as stated.
type Stated<'m> = [Option<Cow<'m, str>>; 2];

/// An end that fits, and whether nothing else does.
struct Choice<T> {
    end: T,
    is_certain: bool,
}

impl<'m> Edge<'m> {
    fn of(model: &'m Model, finding: &Diagnostic) -> Option<Edge<'m>> {
        let (tag, text) = tag_at(model, finding.place.span, "edge")?;
        let value = |name: &str| attributes(text).find(|(known, ..)| *known == name).map(|(_, value, _)| plain(value));
        let graph = finding.place.graph?;
        let (from, to) = ([value("from-layer"), value("from-port")], [value("to-layer"), value("to-port")]);
        Some(Edge { graph, tag, from, to })
    }

    fn source(&self, model: &Model) -> Option<ValueId> {
        let node = layer(model, self.graph, self.from[0].as_deref()?)?;
        model.outputs(node).find(|&value| Some(model.name(model.output_port(value).id)) == self.from[1].as_deref())
    }

    fn target(&self, model: &Model) -> Option<Port> {
        let node = layer(model, self.graph, self.to[0].as_deref()?)?;
        let stated = self.to[1].as_deref();
        let is_it = |input: &usize| model.input_port(node, *input).map(|port| model.name(port.id)) == stated;
        (0..model.inputs(node).len()).find(is_it).map(|input| (node, input))
    }
}

fn layer(model: &Model, graph: GraphId, id: &str) -> Option<NodeId> {
    let mut layers = model.nodes_of(graph).filter(|&node| model.name(model.node(node).layer) == id);
    match (layers.next(), layers.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

fn recorded(model: &Model, (node, input): Port) -> Option<&ValueType> {
    Some(&model.declaration(model.input_port(node, input)?.declaration?).ty)
}

/// The only one of several ends, or the only one of them with this type.
fn choose<T: Copy>(ends: &[T], fits: impl Fn(T) -> bool) -> Option<T> {
    let fitting: Vec<T> = ends.iter().copied().filter(|&end| fits(end)).collect();
    match (ends, &fitting[..]) {
        ([end], _) | (_, [end]) => Some(*end),
        _ => None,
    }
}

/// Whether an end is the layer or the port that an edge states; without either, it may be any.
fn is_stated(stated: &Stated<'_>, ids: Option<[&str; 2]>) -> bool {
    let is_silent = stated.iter().all(Option::is_none);
    is_silent || ids.is_some_and(|ids| stated.iter().zip(ids).any(|(stated, id)| stated.as_deref() == Some(id)))
}

/// The output that no edge leaves and that fits an input port.
fn source_for(model: &Model, graph: GraphId, port: Port, stated: &Stated<'_>) -> Option<Choice<ValueId>> {
    let of = stated[0].as_deref().and_then(|id| layer(model, graph, id));
    let layers = model.nodes_of(graph).filter(|&node| node != port.0);
    let all: Vec<ValueId> = layers.flat_map(|node| model.outputs(node)).collect();
    let outputs = all.iter().copied().filter(|&value| of.is_none_or(|of| model.producer(value) == Some(of)));
    let outputs: Vec<ValueId> = outputs.collect();
    let is_read = |value: ValueId| model.uses(value).next().is_some();
    let unread: Vec<ValueId> = outputs.iter().copied().filter(|&value| !is_read(value)).collect();
    // If the layer exists, its only output is meant even if others read it, too.
    let ends = if of.is_some() && outputs.len() == 1 { &outputs } else { &unread };
    let ty = recorded(model, port);
    let end = choose(ends, |value| ty.is_some() && model.declared(value) == ty)?;
    // One without a type may be of any.
    let fits = |value: ValueId| model.declared(value).is_none_or(|declared| ty == Some(declared));
    let mut meant = all.into_iter().filter(|&value| fits(value) && is_stated(stated, output_ids(model, value)));
    let is_only = meant.next() == Some(end) && meant.next().is_none();
    // Nothing says that the model needs an input that no layer reads.
    let is_used = is_read(end) || !model.graph(graph).inputs.contains(&end);
    let is_certain = is_only && is_used && model.declared(end).is_some();
    Some(Choice { end, is_certain })
}

/// The input port that no edge leads to and that fits an output.
fn target_for(model: &Model, graph: GraphId, source: ValueId, stated: &Stated<'_>) -> Option<Choice<Port>> {
    let of = stated[0].as_deref().and_then(|id| layer(model, graph, id));
    let layers = model.nodes_of(graph);
    let ports = layers.flat_map(|node| (0..model.inputs(node).len()).map(move |input| (node, input)));
    let is_free = |&(node, input): &Port| matches!(model.inputs(node)[input], Operand::Undefined(_) | Operand::Absent);
    let all: Vec<Port> = ports.filter(is_free).collect();
    let free: Vec<Port> = all.iter().copied().filter(|&(node, _)| of.is_none_or(|of| of == node)).collect();
    let ty = model.declared(source);
    let fits = |port: Port| ty.is_some() && recorded(model, port) == ty;
    let end = choose(&free, fits)?;
    // Every input needs an edge, so one that has one is not meant.
    let is_certain = all.len() == 1 && fits(end) && is_stated(stated, input_ids(model, end));
    Some(Choice { end, is_certain })
}

/// Corrects an end of an edge.
pub(super) fn reconnect(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    let edge = Edge::of(model, finding)?;
    if finding.level < Level::Error {
        // OpenVINO skips it.
        let edit = removed(model, edge.tag);
        let is_whole = edge.tag.of(model.source().bytes()).ends_with(b"/>");
        return is_whole.then(|| Fix::safe("remove the edge", vec![edit]));
    }
    context.search()?;
    match (edge.source(model), edge.target(model)) {
        (None, Some(port)) => {
            let Choice { end, is_certain } = source_for(model, edge.graph, port, &edge.from)?;
            let [layer, port] = output_ids(model, end)?;
            Some(ends(model, edge.tag, ["from-layer", "from-port"], [layer, port]).safe_if(is_certain))
        }
        (Some(source), None) => {
            let Choice { end, is_certain } = target_for(model, edge.graph, source, &edge.to)?;
            let [layer, port] = input_ids(model, end)?;
            Some(ends(model, edge.tag, ["to-layer", "to-port"], [layer, port]).safe_if(is_certain))
        }
        _ => None,
    }
}

fn output_ids(model: &Model, value: ValueId) -> Option<[&str; 2]> {
    let layer = model.node(model.producer(value)?).layer;
    Some([model.name(layer), model.name(model.output_port(value).id)])
}

fn input_ids(model: &Model, (node, input): Port) -> Option<[&str; 2]> {
    Some([model.name(model.node(node).layer), model.name(model.input_port(node, input)?.id)])
}

/// Sets one end of an edge.
fn ends(model: &Model, tag: Span, names: [&str; 2], ids: [&str; 2]) -> Fix {
    let edits = names.iter().zip(ids).map(|(name, id)| set(model, tag, name, id)).collect();
    Fix::safe(format!("set `{}` to {} and `{}` to {}", names[0], ids[0], names[1], ids[1]), edits)
}

/// Connects an input: in ONNX to the value whose name is similar, in IR by its edge or a new one.
pub(super) fn connect(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    if model.dialect() == Dialect::Onnx {
        return names::read(context, finding);
    }
    if Edge::of(model, finding).is_some() {
        return reconnect(context, finding);
    }
    let (Part::Input(input), Some(node), Some(graph)) = (finding.place.part, finding.place.node, finding.place.graph)
    else {
        return None;
    };
    context.search()?;
    let port = (node, input as usize);
    let Choice { end, is_certain } = source_for(model, graph, port, &[None, None])?;
    let ([from_layer, from_port], [to_layer, to_port]) = (output_ids(model, end)?, input_ids(model, port)?);
    let [from_layer, from_port, to_layer, to_port] = [from_layer, from_port, to_layer, to_port].map(escaped);
    let text = format!(
        "<edge from-layer=\"{from_layer}\" from-port=\"{from_port}\" to-layer=\"{to_layer}\" to-port=\"{to_port}\"/>\n"
    );
    let edges = context.edges(graph)?;
    let (start, edges) = edges.text?;
    let at = start + edges.len() as u64;
    let edit = FixEdit::ReplaceText { span: Span::new(at, at), text };
    let title = format!("add an edge from port {from_port} of layer {from_layer}");
    Some(Fix::safe(title, vec![edit]).safe_if(is_certain))
}

/// An attribute that an edge lacks follows from the other end; a layer's from its operator or from its edges.
pub(super) fn complete(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    if Edge::of(context.model, finding).is_some() {
        reconnect(context, finding)
    } else {
        layers::add_attribute(context, finding)
    }
}

/// Removes the second edge into a port if it repeats the first, or if only the first keeps its output in use.
pub(super) fn remove_second(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    let edge = Edge::of(model, finding).filter(|edge| edge.tag.of(model.source().bytes()).ends_with(b"/>"))?;
    context.search()?;
    let (node, input) = edge.target(model)?;
    let (first, second) = (model.inputs(node)[input].value()?, edge.source(model)?);
    let needs_first = model.uses(first).count() == 1 && model.uses(second).next().is_some();
    let port = recorded(model, (node, input));
    let fits_first = port.is_some() && model.declared(first) == port && model.declared(second) != port;
    let edit = removed(model, edge.tag);
    let fix = Fix::safe("remove the second edge", vec![edit]);
    (first == second || needs_first || fits_first).then(|| fix.safe_if(first == second))
}
