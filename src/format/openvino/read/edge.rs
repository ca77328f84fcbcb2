//! `<edge>`: connects an output to an input.

use std::sync::Arc;

use hashbrown::HashSet;

use super::IrReader;
use super::graph::GraphFields;
use super::plain_edge::{PlainEdge, plain_edge};
use super::port::NO_ID;
use crate::diagnostic::{Diagnostic, DiagnosticValue};
use crate::dialect::Dialect;
use crate::format::openvino::xml::{Tag, Xml};
use crate::graph::label::cut_name;
use crate::graph::{Model, Operand};
use crate::ids::{NameId, NodeId, ValueId};
use crate::ir_syntax;
use crate::ops;
use crate::place::{Part, Place};
use crate::rule::Level;
use crate::rules::{dangling_edge, duplicate_edge, undefined_value};
use crate::source::Span;

/// The most ports that a finding lists.
const LISTED: usize = 8;

/// Searching all layers is expensive; the help is useful only for the first findings.
const MOST_SEARCHES: usize = 100;

/// The attributes of an edge that leaves an output.
fn end(model: &Model, output: ValueId) -> Option<String> {
    let (layer, port) = (model.node(model.producer(output)?).layer, model.output_port(output).id);
    let name = |name| cut_name(model.name(name));
    Some(format!("`from-layer` {} and `from-port` {}", name(layer), name(port)))
}

/// One end of an edge, as written and as numbers.
struct End {
    layer: NameId,
    layer_key: u64,
    port: NameId,
    port_key: u64,
}

impl End {
    /// An end whose ids are plain numbers: findings write the numbers, which are the text of the file.
    fn plain(layer_key: u64, port_key: u64) -> End {
        End { layer: NameId::EMPTY, layer_key, port: NameId::EMPTY, port_key }
    }
}

/// The input port that an edge leads to.
struct Target {
    node: NodeId,
    operand: usize,
    place: Place,
}

impl<'a> IrReader<'a> {
    /// Reads the `<edges>` returned last.
    pub(crate) fn edges(&mut self, xml: &mut Xml<'a>, draft: &mut GraphFields) {
        loop {
            if let Some(PlainEdge { span, ids: [from_layer, from_port, to_layer, to_port] }) = plain_edge(xml) {
                let place = Place::graph(draft.graph).at(span);
                self.connect(&End::plain(from_layer, from_port), &End::plain(to_layer, to_port), place, draft);
                continue;
            }
            match xml.child() {
                Some(tag) if tag.name == "edge" => {
                    self.edge(xml, &tag, draft);
                    xml.skip();
                }
                Some(tag) => self.unknown_element(xml, &tag, "<edges>"),
                None => return,
            }
        }
    }

    fn edge(&mut self, xml: &Xml<'a>, tag: &Tag<'a>, draft: &mut GraphFields) {
        let place = Place::graph(draft.graph).at(tag.span());
        let from = self.end(xml, tag, ["from-layer", "from-port"], place);
        let to = self.end(xml, tag, ["to-layer", "to-port"], place);
        if [from.layer_key, from.port_key, to.layer_key, to.port_key].contains(&NO_ID) {
            // Already reported; its missing target must not be reported as well.
            match draft.ids.get(&to.layer_key) {
                Some(&node) => draft.edge_errors.miss(node),
                None => draft.edge_errors.unreadable_target(),
            }
            return;
        }
        self.connect(&from, &to, place, draft);
    }

    fn connect(&mut self, from: &End, to: &End, place: Place, draft: &mut GraphFields) {
        let Some(target) = self.target(from, to, place, draft) else { return };
        let operand = self.origin(from, &target, draft);
        if let Some(slot) = self.model.operands.get_mut(target.operand) {
            *slot = operand;
        }
    }

    fn end(&mut self, xml: &Xml<'a>, tag: &Tag<'a>, [layer, port]: [&'static str; 2], place: Place) -> End {
        let (layer, layer_key) = self.edge_id(xml, tag, layer, place);
        let (port, port_key) = self.edge_id(xml, tag, port, place);
        End { layer, layer_key, port, port_key }
    }

    /// An id of an edge; its text is kept only if a finding needs it, which is rare.
    fn edge_id(&mut self, xml: &Xml<'a>, tag: &Tag<'a>, name: &'static str, place: Place) -> (NameId, u64) {
        let plain = xml.attr(name).and_then(|attr| ir_syntax::plain_id(attr.value().as_bytes()));
        plain.map_or_else(|| self.id_attribute(xml, tag, name, place), |number| (NameId::EMPTY, number))
    }

    /// The input that an edge leads to, if it exists and is free.
    fn target(&mut self, from: &End, to: &End, place: Place, draft: &mut GraphFields) -> Option<Target> {
        let Some(&node) = draft.ids.get(&to.layer_key) else {
            let mut edge_errors = std::mem::take(&mut draft.edge_errors);
            edge_errors.stray(to.layer_key, || self.no_such_target(from, to, place, draft));
            draft.edge_errors = edge_errors;
            return None;
        };
        // With a duplicate id, the edge may lead to the other layer: the finding on the id reports it.
        if draft.edge_errors.hiding.contains(&node) {
            return None;
        }
        let range = self.model.node(node).inputs.clone();
        let first = range.start as usize;
        let operands = &self.model.operands;
        let is_free = |i: usize| operands.get(first + i) == Some(&Operand::Absent);
        let place = Place { node: Some(node), ..place };
        let Some(index) = draft.input(node, range, to.port_key, is_free) else {
            self.short.insert(node);
            self.no_such_port(node, to, "input", place, draft);
            draft.edge_errors.miss(node);
            return None;
        };
        let place = place.part(Part::Input(index as u32));
        if !is_free(index) {
            self.second_edge(node, to, place);
            draft.edge_errors.miss(node);
            return None;
        }
        Some(Target { node, operand: first + index, place })
    }

    /// The source of an edge.
    fn origin(&mut self, from: &End, target: &Target, draft: &mut GraphFields) -> Operand {
        let Some(&node) = draft.ids.get(&from.layer_key) else {
            return self.no_such_layer(from, target, draft);
        };
        // With a duplicate id, which layer is intended is uncertain; the finding on the id reports it.
        if draft.edge_errors.hiding.contains(&node) {
            return Operand::Undefined(self.model.node(node).name);
        }
        let range = self.model.node(node).outputs.clone();
        match draft.output(node, range.clone(), from.port_key) {
            Some(index) => Operand::Value(ValueId::new(range.start + index as u32)),
            None => {
                if draft.edge_errors.is_new_output(node, from.port_key) {
                    self.no_such_port(node, from, "output", target.place, draft);
                }
                Operand::Undefined(self.model.node(node).name)
            }
        }
    }

    fn number(&self, written: NameId, key: u64) -> String {
        if written.is_empty() { key.to_string() } else { self.model.name(written).to_owned() }
    }

    /// A layer in a message: id, name and type.
    pub(crate) fn layer_label(&self, node: NodeId) -> String {
        let record = self.model.node(node);
        let name = |name| cut_name(self.model.name(name));
        format!("layer {} `{}` ({})", name(record.layer), name(record.name), name(self.model.op(node).written))
    }

    fn no_such_layer(&mut self, from: &End, target: &Target, draft: &mut GraphFields) -> Operand {
        let id = self.number(from.layer, from.layer_key);
        if !draft.edge_errors.is_new_missing(from.layer_key) {
            return Operand::Undefined(self.model.names.intern(&id));
        }
        let message =
            format!("the edge to {} comes from layer {id}, which does not exist", self.layer_label(target.node));
        let mut finding = Diagnostic::new(&undefined_value::RULE, target.place, message)
            .label("no such layer")
            .note("OpenVINO rejects the file, and its message names another layer")
            .data("layer", id.as_str());
        let fits = |node| node != target.node && self.model.outputs(node).len() > 0;
        if let Some(help) = self.nearest_layer(from.layer_key, draft, fits) {
            finding = finding.help(help);
        }
        self.diagnostics.report(finding);
        Operand::Undefined(self.model.names.intern(&id))
    }

    fn no_such_target(&self, from: &End, to: &End, place: Place, draft: &GraphFields) -> Diagnostic {
        let id = self.number(to.layer, to.layer_key);
        // The edge belongs to the layer that it leaves.
        let place = Place { node: draft.ids.get(&from.layer_key).copied(), ..place };
        let finding =
            Diagnostic::new(&dangling_edge::RULE, place, format!("the edge leads to layer {id}, which does not exist"))
                .label("no such layer")
                .note("OpenVINO silently skips such an edge")
                .data("layer", id.as_str());
        let fits = |node| Some(node) != place.node && !self.model.inputs(node).is_empty();
        match self.nearest_layer(to.layer_key, draft, fits) {
            Some(help) => finding.help(help),
            None => finding,
        }
    }

    /// The layer whose id is nearest to one that does not exist, among those that fit the other end of the edge.
    fn nearest_layer(&self, key: u64, draft: &GraphFields, fits: impl Fn(NodeId) -> bool) -> Option<String> {
        if self.diagnostics.findings().len() > MOST_SEARCHES {
            return None;
        }
        let layers = draft.ids.iter().filter(|(_, node)| fits(**node));
        let (_, nearest) = layers.min_by_key(|(id, _)| (id.abs_diff(key), **id))?;
        Some(format!("the nearest id belongs to {}", self.layer_label(*nearest)))
    }

    fn no_such_port(&mut self, node: NodeId, end: &End, side: &str, place: Place, draft: &GraphFields) {
        if side == "output" && self.lacks_outputs(node) {
            return;
        }
        let unsure = draft.edge_errors.hiding.contains(&node) || draft.edge_errors.doubled.contains(&node);
        if unsure || draft.has_nameless_port(node) {
            return;
        }
        let id = self.number(end.port, end.port_key);
        let label = self.layer_label(node);
        let message = format!("{label} has no {side} port {id}");
        let ports = self.port_ids(node, side);
        let mut finding = Diagnostic::new(&dangling_edge::RULE, place, message)
            .label("no such port")
            .related(
                Place { graph: place.graph, ..Place::node(self.model.node(node).graph, node) }
                    .at(self.model.node(node).span()),
                "the layer",
            )
            .note("OpenVINO rejects the file")
            .data("port", id.as_str());
        finding = match ports.as_str() {
            "" => finding.help(format!("the layer has no {side} port at all")),
            ports => finding.help(format!("its {side} ports are {ports}")),
        };
        self.diagnostics.report(finding);
    }

    /// Whether a layer lists none of the outputs that its operator has, which is reported at the layer.
    fn lacks_outputs(&self, node: NodeId) -> bool {
        let op = self.model.op(node);
        let entry = ops::lookup(Dialect::OpenVino, self.model.name(op.domain), self.model.name(op.name));
        let signature = entry.zip(op.version).and_then(|(entry, version)| entry.signature(version));
        self.model.outputs(node).len() == 0 && signature.is_some_and(|signature| signature.output_range().0 > 0)
    }

    fn port_ids(&self, node: NodeId, side: &str) -> String {
        let record = self.model.node(node);
        let mut ids: Vec<&str> = if side == "input" {
            let range = record.inputs.start as usize..record.inputs.end as usize;
            self.model.ports.get(range).unwrap_or(&[]).iter().take(LISTED + 1).map(|p| self.model.name(p.id)).collect()
        } else {
            self.model.outputs(node).take(LISTED + 1).map(|v| self.model.name(self.model.output_port(v).id)).collect()
        };
        if ids.len() > LISTED {
            ids[LISTED] = "…";
        }
        ids.join(", ")
    }

    fn second_edge(&mut self, node: NodeId, to: &End, place: Place) {
        let id = self.number(to.port, to.port_key);
        let message = format!("a second edge leads to input port {id} of {}", self.layer_label(node));
        let finding = Diagnostic::new(&duplicate_edge::RULE, place, message)
            .note("OpenVINO counts it as another input and rejects the file")
            .help("remove one of the two edges")
            .data("port", id.as_str());
        self.diagnostics.report(finding);
    }

    /// Reports unconnected input ports and dangling edges.
    ///
    /// An edge with a wrong target leaves a port unconnected: that is one fault, and it is reported at the edge.
    pub(crate) fn report_unfed(&mut self, draft: &mut GraphFields) {
        let unfed = self.unfed(draft);
        let excused = draft.edge_errors.excused();
        let mut left = unfed.len();
        let (mut astray, more) = draft.edge_errors.take_astray();
        if let ([finding], [(node, index)]) = (&mut astray[..], &unfed[..]) {
            finding.help = vec![self.free_port_help(*node, *index)];
        }
        for finding in astray {
            // If every port has an edge, this one makes no difference.
            self.diagnostics.report(if left > 0 { finding } else { finding.level(Level::Warning) });
            left = left.saturating_sub(1);
        }
        let rule = &dangling_edge::RULE;
        self.diagnostics.count_dropped(rule, rule.level(self.diagnostics.dialect()), more.min(left));
        self.diagnostics.count_dropped(rule, Level::Warning, more.saturating_sub(left));
        self.name_unread(draft);
        let silent = self.broken.is_some();
        if !silent && !draft.has_edges && unfed.len() > 1 {
            return self.no_edges(draft, unfed.len());
        }
        let unread = if unfed.is_empty() { Vec::new() } else { self.unread(draft) };
        for &(node, index) in unfed.iter().skip(excused).filter(|_| !silent) {
            self.report_unfed_port(node, index, &unread);
        }
    }

    /// Marks operands without an edge as undefined; returns those that no other finding explains.
    fn unfed(&mut self, draft: &mut GraphFields) -> Vec<(NodeId, usize)> {
        let mut unfed = Vec::new();
        for node in (draft.first_node..self.model.nodes.len() as u32).map(NodeId::new) {
            let range = self.model.node(node).inputs.clone();
            for at in range.start as usize..range.end as usize {
                if self.model.operands.get(at) != Some(&Operand::Absent) {
                    continue;
                }
                let index = at - range.start as usize;
                let id = self.model.ports.get(at).map_or(NameId::EMPTY, |p| p.id);
                let name = format!("port {}", self.model.name(id));
                self.model.operands[at] = Operand::Undefined(self.model.names.intern(&name));
                if !draft.edge_errors.is_missed(node) {
                    unfed.push((node, index));
                }
            }
        }
        unfed
    }

    /// The only port without an edge is where the only edge to a missing layer should lead.
    fn free_port_help(&self, node: NodeId, index: usize) -> String {
        let layer = self.model.name(self.model.node(node).layer);
        let port = self.model.input_port(node, index).map_or("", |port| self.model.name(port.id));
        format!(
            "set `to-layer` to {layer} and `to-port` to {port}: no edge leads to this port of {}",
            self.layer_label(node)
        )
    }

    /// The outputs of a graph's layers that no edge leaves, if they are few.
    fn unread(&self, draft: &GraphFields) -> Vec<ValueId> {
        if self.diagnostics.findings().len() > MOST_SEARCHES {
            return Vec::new();
        }
        let nodes = (draft.first_node..self.model.nodes.len() as u32).map(NodeId::new);
        let nodes = nodes.filter(|&node| self.model.node(node).graph == draft.graph);
        let values: Vec<ValueId> = nodes.clone().flat_map(|node| self.model.outputs(node)).collect();
        let read: HashSet<ValueId> =
            nodes.flat_map(|node| self.model.inputs(node)).filter_map(|operand| operand.value()).collect();
        values.into_iter().filter(|value| !read.contains(value)).collect()
    }

    /// Where an edge from a missing layer should probably come from: the only output that no edge leaves.
    fn name_unread(&mut self, draft: &GraphFields) {
        if !draft.edge_errors.has_missing() {
            return;
        }
        let unread = self.unread(draft);
        let (model, removed) = (&self.model, |id: &str| draft.edge_errors.is_removed(id));
        let help = |finding: &Diagnostic| {
            let id = finding.data.iter().find_map(|(key, value)| match value {
                DiagnosticValue::Text(id) if *key == "layer" => Some(id.as_str()),
                _ => None,
            })?;
            match unread[..] {
                _ if removed(id) => Some(format!("add layer {id} again, or remove its edges: one leads to it, too")),
                [value] => Some(format!("set {}: no edge leaves this output", end(model, value)?)),
                _ => None,
            }
        };
        self.diagnostics.revise(|finding| {
            let is_missing = *finding.rule == undefined_value::RULE && finding.place.graph == Some(draft.graph);
            if let Some(help) = is_missing.then(|| help(finding)).flatten() {
                Arc::make_mut(finding).help = vec![help];
            }
            true
        });
    }

    fn report_unfed_port(&mut self, node: NodeId, index: usize, unread: &[ValueId]) {
        let record = self.model.node(node);
        let port = self.model.input_port(node, index).copied();
        let id = port.map_or("", |p| self.model.name(p.id)).to_owned();
        let declared = port.and_then(|p| p.declaration).map(|d| self.model.declaration(d).span);
        let place = Place::node(record.graph, node).part(Part::Input(index as u32));
        let message = format!("no edge leads to input port {id} of {}", self.layer_label(node));
        let finding = Diagnostic::new(&undefined_value::RULE, place.at(declared.unwrap_or(record.span())), message)
            .note("OpenVINO counts the edges, not the ports: it rejects the file or passes the layer fewer inputs")
            .help(match unread {
                [value] => match end(&self.model, *value) {
                    Some(end) => format!("add an `<edge>` to it with {end}: no edge leaves this output"),
                    None => "add an `<edge>` to it, or remove the port".to_owned(),
                },
                _ => "add an `<edge>` to it, or remove the port".to_owned(),
            })
            .data("port", id);
        self.diagnostics.report(finding);
    }

    fn no_edges(&mut self, draft: &GraphFields, ports: usize) {
        let span = self.model.graph(draft.graph).span;
        let start = Span::new(span.start, span.end.min(span.start + 1).max(span.start));
        let message = format!("there is no `<edges>`, so {ports} input ports are not connected");
        let finding =
            Diagnostic::new(&undefined_value::RULE, Place::graph(draft.graph).at(start), message).data("ports", ports);
        self.diagnostics.report(finding);
    }
}
