//! Bodies of If, Loop and TensorIterator, and how the ports of the layer map to them.
//!
//! Bodies are read after the enclosing graph, so nesting needs no recursion.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::IrReader;
use super::graph::GraphFields;
use super::port::NO_ID;
use crate::diagnostic::Diagnostic;
use crate::format::openvino::xml::{Tag, Xml};
use crate::graph::{Attribute, AttributeValue, BackEdge, GraphRole, InputMap, OutputMap, PortMap, Slicing};
use crate::ids::{GraphId, NameId, NodeId};
use crate::ir_syntax;
use crate::ops::{PARAMETER, RESULT};
use crate::place::Place;
use crate::rules::{invalid_attribute_value, invalid_body, limit_exceeded};
use crate::source::Span;

/// A body element of a layer and the range of its content.
pub(crate) struct BodyRecord<'a> {
    pub(crate) tag: Tag<'a>,
    pub(crate) content: Range<usize>,
}

/// A body that has an id but has not been read yet.
pub(crate) struct Pending {
    graph: GraphId,
    content: Range<usize>,
    depth: usize,
    /// The attribute that takes the port map once the body's layers are known.
    attribute: usize,
    map: MapRecord,
    place: Place,
}

/// A port map as written: layers of the body by id.
#[derive(Default)]
pub(crate) struct MapRecord {
    entries: Vec<Entry>,
    back_edges: Vec<(u64, u64, Span)>,
}

/// One `<input>` or `<output>` of a port map.
struct Entry {
    output: bool,
    external: i64,
    internal: u64,
    slicing: Option<Slicing>,
    /// The one purpose that an entry of its side may have.
    purpose: bool,
    span: Span,
}

impl<'a> IrReader<'a> {
    /// Reads the `<port_map>` or `<back_edges>` returned last.
    pub(crate) fn port_map(&mut self, xml: &mut Xml<'a>, tag: &Tag<'a>, place: Place) -> MapRecord {
        let mut map = MapRecord::default();
        let back_edges = tag.name == "back_edges";
        while let Some(child) = xml.child() {
            match child.name {
                "edge" if back_edges => {
                    let from = self.id_attribute(xml, &child, "from-layer", place).1;
                    let to = self.id_attribute(xml, &child, "to-layer", place).1;
                    map.back_edges.push((from, to, child.span()));
                }
                "input" | "output" if !back_edges => map.entries.push(self.map_entry(xml, &child, place)),
                _ => {
                    self.unknown_element(xml, &child, &format!("<{}>", tag.name));
                    continue;
                }
            }
            xml.skip();
        }
        map
    }

    fn map_entry(&mut self, xml: &Xml<'a>, tag: &Tag<'a>, place: Place) -> Entry {
        let output = tag.name == "output";
        let external = match xml.attr("external_port_id") {
            Some(_) => self.map_number(xml, "external_port_id", place).unwrap_or(-1),
            None => {
                self.missing_attribute(tag, "external_port_id", place);
                -1
            }
        };
        let internal = self.id_attribute(xml, tag, "internal_layer_id", place).1;
        let number = |this: &mut Self, name, default| this.map_number(xml, name, place).unwrap_or(default);
        let slicing = xml.attr("axis").is_some().then(|| Slicing {
            axis: number(self, "axis", 0),
            start: number(self, "start", 0),
            end: number(self, "end", -1),
            stride: number(self, "stride", 1),
            part_size: number(self, "part_size", 1),
        });
        let expected = if output { "execution_condition" } else { "current_iteration" };
        let purpose = xml.attr("purpose").filter(|a| !a.value().is_empty());
        if let Some(attr) = purpose.filter(|a| a.value() != expected) {
            let message =
                format!("`purpose=\"{}\"` is not a purpose of an <{}>; expected `{expected}`", attr.value(), tag.name);
            let finding = Diagnostic::new(&invalid_body::RULE, place.at(attr.span), message)
                .help(format!("set `purpose` to `{expected}`, or remove it"))
                .data("purpose", &*attr.value());
            self.diagnostics.report(finding);
        }
        let purpose = purpose.is_some_and(|a| a.value() == expected);
        Entry { output, external, internal, slicing, purpose, span: tag.span() }
    }

    fn map_number(&mut self, xml: &Xml<'a>, name: &'static str, place: Place) -> Option<i64> {
        let attr = xml.attr(name)?;
        let value = attr.value();
        let parsed = ir_syntax::whole_int(&value);
        if parsed.is_none() {
            let message = format!("`{name}=\"{value}\"` of a port map is not a number");
            self.report(&invalid_attribute_value::RULE, place.at(attr.span), message);
        }
        parsed.map(|p| p.value)
    }

    /// Assigns ids to the bodies of a layer and adds the attributes for them; the bodies are read later.
    pub(crate) fn attach_bodies(
        &mut self,
        place: Place,
        bodies: Vec<BodyRecord<'a>>,
        mut maps: Vec<(&'a str, MapRecord)>,
        draft: &GraphFields,
    ) {
        for body in bodies {
            if draft.depth >= self.limits.max_depth {
                let message = format!("bodies nest deeper than {}; this one was not read", self.limits.max_depth);
                return self.report(&limit_exceeded::RULE, place.at(body.tag.span()), message);
            }
            let map_name = match body.tag.name {
                "then_body" => "then_port_map",
                "else_body" => "else_port_map",
                _ => "port_map",
            };
            let mut map = take_map(&mut maps, map_name).unwrap_or_default();
            if map_name == "port_map" {
                map.back_edges = take_map(&mut maps, "back_edges").map_or(Vec::new(), |m| m.back_edges);
            }
            self.attach_body(place, body, map_name, map, draft.depth);
        }
        for (name, _) in maps {
            let message = format!("the layer has a `<{name}>`, but no body for it");
            self.report(&invalid_body::RULE, place, message);
        }
    }

    fn attach_body(&mut self, place: Place, body: BodyRecord<'a>, map_name: &str, map: MapRecord, depth: usize) {
        let owner = place.node.unwrap_or(NodeId::at(0));
        let attribute = self.model.names.intern(body.tag.name);
        let span = Span::new(body.tag.start as u64, body.content.end as u64);
        let graph = self.add_graph(NameId::EMPTY, GraphRole::Body { owner, attribute, index: 0 }, span);
        let held = Attribute { name: attribute, value: AttributeValue::Graph(graph), span: body.tag.span() };
        let name = self.model.names.intern(map_name);
        let mapped = AttributeValue::PortMap(Arc::new(PortMap::default()));
        self.model.attributes.push(held);
        self.model.attributes.push(Attribute { name, value: mapped, span: body.tag.span() });
        self.queue.push_back(Pending {
            graph,
            content: body.content,
            depth: depth + 1,
            attribute: self.model.attributes.len() - 1,
            map,
            place,
        });
    }

    /// Reads every queued body and the bodies in it.
    pub(crate) fn read_bodies(&mut self) {
        while let Some(body) = self.queue.pop_front() {
            let mut draft = self.draft(body.graph, body.depth, false);
            let end = body.content.end;
            let mut xml = self.xml(body.content.clone());
            while let Some(tag) = xml.child() {
                self.section(&mut xml, tag, &mut draft);
            }
            self.done(xml);
            let draft = self.finish_graph(draft, end);
            let map = self.resolve_map(&body, &draft);
            if let Some(attribute) = self.model.attributes.get_mut(body.attribute) {
                attribute.value = AttributeValue::PortMap(Arc::new(map));
            }
        }
    }

    /// Layer ids of the body become positions among its inputs and outputs.
    fn resolve_map(&mut self, body: &Pending, draft: &GraphFields) -> PortMap {
        let ends = Ends::new(self, body.graph, draft);
        let mut said = HashSet::new();
        // A layer whose id or type is unreadable may be the missing one.
        let unsure = draft.edge_errors.ids_are_lost() || draft.edge_errors.untyped;
        let mut map = PortMap::default();
        let positions = output_positions(&body.map.entries);
        for (entry, position) in body.map.entries.iter().zip(positions) {
            let found = ends.find(entry.internal, entry.output);
            if found.is_none() && !unsure && said.insert((entry.internal, entry.output)) {
                self.no_such_end(entry.internal, entry.output, entry.span, body.place);
            }
            let (slicing, span) = (entry.slicing, entry.span);
            if entry.output {
                let execution_condition = entry.purpose;
                map.outputs.push(OutputMap {
                    external: position,
                    result: found,
                    concat: slicing,
                    execution_condition,
                    span,
                });
            } else {
                let external = self.external_input(entry, body.place);
                let current_iteration = entry.purpose;
                map.inputs.push(InputMap { external, parameter: found, slice: slicing, current_iteration, span });
            }
        }
        for &(from, to, span) in &body.map.back_edges {
            let (result, parameter) = (ends.find(from, true), ends.find(to, false));
            for (id, output, found) in [(from, true, result), (to, false, parameter)] {
                if found.is_none() && !unsure && said.insert((id, output)) {
                    self.no_such_end(id, output, span, body.place);
                }
            }
            map.back_edges.push(BackEdge { result, parameter });
        }
        map
    }

    /// OpenVINO treats the external id of an input as a position among the layer's inputs.
    fn external_input(&mut self, entry: &Entry, place: Place) -> Option<usize> {
        let position = usize::try_from(entry.external).ok()?;
        let count = place.node.map_or(0, |n| self.model.inputs(n).len());
        if position >= count && place.node.is_some_and(|node| self.short.contains(&node)) {
            return None;
        }
        if position >= count {
            let message = format!(
                "`external_port_id=\"{position}\"`, but the layer has {}",
                crate::diagnostic::counted(count, "input")
            );
            let finding = Diagnostic::new(&invalid_body::RULE, place.at(entry.span), message)
                .note("OpenVINO treats it as a position among the layer's inputs, counted from 0")
                .data("port", position);
            self.diagnostics.report(finding);
            return None;
        }
        Some(position)
    }

    fn no_such_end(&mut self, id: u64, output: bool, span: Span, place: Place) {
        if id == NO_ID {
            return;
        }
        let what = if output { RESULT } else { PARAMETER };
        let message = format!("the body has no {what} layer with the id {id}");
        let finding = Diagnostic::new(&invalid_body::RULE, place.at(span), message)
            .note("OpenVINO rejects the file")
            .data("layer", id);
        self.diagnostics.report(finding);
    }
}

fn take_map(maps: &mut Vec<(&str, MapRecord)>, name: &str) -> Option<MapRecord> {
    let at = maps.iter().position(|(n, _)| *n == name)?;
    Some(maps.swap_remove(at).1)
}

/// The position of every output entry among the layer's outputs: they are numbered by ascending external id.
fn output_positions(entries: &[Entry]) -> Vec<Option<usize>> {
    let outside = |e: &Entry| e.output && e.external >= 0;
    let mut ids: Vec<i64> = entries.iter().filter(|e| outside(e)).map(|e| e.external).collect();
    ids.sort_unstable();
    ids.dedup();
    entries.iter().map(|e| if outside(e) { ids.binary_search(&e.external).ok() } else { None }).collect()
}

/// The Parameters and Results of a body by layer id.
struct Ends(HashMap<(u64, bool), usize>);

impl Ends {
    fn new(reader: &IrReader<'_>, graph: GraphId, draft: &GraphFields) -> Ends {
        let model = &reader.model;
        let graph = model.graph(graph);
        let parameters = graph.inputs.iter().enumerate().filter_map(|(i, v)| Some((model.producer(*v)?, false, i)));
        let results = graph.outputs.iter().enumerate().filter_map(|(i, o)| Some((o.node?, true, i)));
        let positions: HashMap<(NodeId, bool), usize> =
            parameters.chain(results).map(|(node, output, i)| ((node, output), i)).collect();
        let by_id = draft.ids.iter().flat_map(|(&id, &node)| {
            let at = |output| positions.get(&(node, output)).map(|&i| ((id, output), i));
            [at(false), at(true)].into_iter().flatten()
        });
        Ends(by_id.collect())
    }

    fn find(&self, id: u64, output: bool) -> Option<usize> {
        self.0.get(&(id, output)).copied()
    }
}
