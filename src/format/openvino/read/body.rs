//! Bodies of If, Loop and TensorIterator.
//!
//! Bodies are read after the enclosing graph, so nesting needs no recursion.

use std::ops::Range;
use std::sync::Arc;

use super::IrReader;
use super::graph::GraphFields;
use super::port_map::MapRecord;
use crate::diagnostic::Diagnostic;
use crate::format::openvino::xml::Tag;
use crate::graph::{Attribute, AttributeValue, GraphRole, PortMap};
use crate::ids::{GraphId, NameId, NodeId};
use crate::place::Place;
use crate::rules::{invalid_body, limit_exceeded};
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

impl<'a> IrReader<'a> {
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
                let message =
                    format!("bodies nest deeper than {} (`max_depth`); this one was not read", self.limits.max_depth);
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
            let body = match name {
                "then_port_map" => "then_body",
                "else_port_map" => "else_body",
                _ => "body",
            };
            // Equal to the finding of an operator that needs the body, so that there is only one.
            let place = Place { span: None, ..place };
            let finding = Diagnostic::new(
                &invalid_body::RULE,
                place,
                format!("the layer has a `<{name}>`, but no `<{body}>` for it"),
            );
            self.diagnostics.report(finding.help(format!("add the `<{body}>`")).data("body", body));
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
            let map = self.resolve_map(&body.map, (body.graph, body.place), &draft);
            if let Some(attribute) = self.model.attributes.get_mut(body.attribute) {
                attribute.value = AttributeValue::PortMap(Arc::new(map));
            }
        }
    }
}

fn take_map(maps: &mut Vec<(&str, MapRecord)>, name: &str) -> Option<MapRecord> {
    let at = maps.iter().position(|(n, _)| *n == name)?;
    Some(maps.swap_remove(at).1)
}
