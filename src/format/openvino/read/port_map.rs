//! `<port_map>` and `<back_edges>`: how the ports of a layer map to the layers of its body.

use hashbrown::{HashMap, HashSet};

use super::IrReader;
use super::graph::GraphFields;
use super::memory;
use super::port::NO_ID;
use crate::diagnostic::{Diagnostic, counted};
use crate::format::openvino::xml::{Tag, Xml};
use crate::graph::{BackEdge, InputMap, OutputMap, PortMap, Slicing};
use crate::ids::{GraphId, NodeId};
use crate::ir_syntax;
use crate::ops::{PARAMETER, RESULT};
use crate::place::Place;
use crate::rule::Level;
use crate::rules::{invalid_attribute_value, invalid_body};
use crate::source::Span;

/// The maximum number of ids that a help lists.
const LISTED: usize = 8;

/// A port map as written: layers of the body by id.
#[derive(Default)]
pub(crate) struct MapRecord {
    entries: Vec<Entry>,
    pub(crate) back_edges: Vec<(u64, u64, Span)>,
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

/// A layer of the body that a map names, but that does not exist.
struct MissingEnd {
    attribute: &'static str,
    id: u64,
    output: bool,
}

impl<'a> IrReader<'a> {
    /// Reads the `<port_map>` or `<back_edges>` returned last.
    pub(crate) fn port_map(&mut self, xml: &mut Xml<'a>, tag: &Tag<'a>, place: Place) -> MapRecord {
        let mut map = MapRecord::default();
        let back_edges = tag.name == "back_edges";
        while let Some(child) = xml.child() {
            match child.name {
                "edge" | "input" | "output" if !self.take(memory::MAP_ENTRY, child.span()) => {}
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

    /// Layer ids of the body become positions among its inputs and outputs.
    pub(crate) fn resolve_map(
        &mut self,
        record: &MapRecord,
        (graph, place): (GraphId, Place),
        draft: &GraphFields,
    ) -> PortMap {
        let ends = Ends::new(self, graph, draft);
        let mut said = HashSet::new();
        // A layer whose id or type is unreadable may be the missing one.
        let unsure = draft.edge_errors.ids_are_lost() || draft.edge_errors.untyped;
        let mut map = PortMap::default();
        let positions = output_positions(&record.entries);
        let ordered = self.check_output_ports(&record.entries, place);
        for (entry, position) in record.entries.iter().zip(positions) {
            let found = ends.find(entry.internal, entry.output);
            if found.is_none() && !unsure && said.insert((entry.internal, entry.output)) {
                let missing = MissingEnd { attribute: "internal_layer_id", id: entry.internal, output: entry.output };
                self.no_such_end(&missing, place.at(entry.span), record, &ends);
            }
            let (slicing, span, purpose) = (entry.slicing, entry.span, entry.purpose);
            if entry.output {
                let result = found.filter(|_| ordered || purpose);
                let execution_condition = purpose;
                map.outputs.push(OutputMap { external: position, result, concat: slicing, execution_condition, span });
            } else {
                let external = self.external_input(entry, record, place);
                // A wrong port says nothing about the parameter.
                let parameter = found.filter(|_| external.is_some() || entry.external < 0);
                let current_iteration = purpose;
                map.inputs.push(InputMap { external, parameter, slice: slicing, current_iteration, span });
            }
        }
        for &(from, to, span) in &record.back_edges {
            let (result, parameter) = (ends.find(from, true), ends.find(to, false));
            for (attribute, id, output, found) in
                [("from-layer", from, true, result), ("to-layer", to, false, parameter)]
            {
                if found.is_none() && !unsure && said.insert((id, output)) {
                    self.no_such_end(&MissingEnd { attribute, id, output }, place.at(span), record, &ends);
                }
            }
            map.back_edges.push(BackEdge { result, parameter });
        }
        map
    }

    /// OpenVINO treats the external id of an input as a position among the layer's inputs.
    fn external_input(&mut self, entry: &Entry, record: &MapRecord, place: Place) -> Option<usize> {
        let position = usize::try_from(entry.external).ok()?;
        let count = place.node.map_or(0, |n| self.model.inputs(n).len());
        if position >= count && place.node.is_some_and(|node| self.short.contains(&node)) {
            return None;
        }
        if position >= count {
            let message = format!("`external_port_id=\"{position}\"`, but the layer has {}", counted(count, "input"));
            let used: HashSet<i64> = record.entries.iter().filter(|e| !e.output).map(|e| e.external).collect();
            let free: Vec<String> =
                (0..count).filter(|&at| !used.contains(&(at as i64))).map(|at| at.to_string()).collect();
            let all = (0..count).map(|at| at.to_string()).collect();
            let finding = Diagnostic::new(&invalid_body::RULE, place.at(entry.span), message)
                .note("OpenVINO treats it as a position among the layer's inputs, counted from 0")
                .help(choice("external_port_id", "an input of the layer", &free, all))
                .data("port", position);
            self.diagnostics.report(only(finding, "external_port_id", &free));
            return None;
        }
        Some(position)
    }

    /// Whether the output entries are in an order that can be relied on. OpenVINO sorts them by their ids, which it does
    /// not compare with the ports. Entries name the ports, or count them from 0.
    fn check_output_ports(&mut self, entries: &[Entry], place: Place) -> bool {
        let Some(node) = place.node else { return true };
        let port =
            |value| ir_syntax::id(self.model.name(self.model.value(value).port)).map(|id| id.value.cast_signed());
        let Some(ports) = self.model.outputs(node).map(port).collect::<Option<Vec<i64>>>() else { return true };
        let outputs = || entries.iter().filter(|e| e.output && e.external >= 0);
        let from_zero = outputs().all(|e| e.external < ports.len() as i64);
        let wrong = outputs().find(|e| !ports.contains(&e.external)).filter(|_| !from_zero && !ports.is_empty());
        let Some(wrong) = wrong else { return true };
        let unused = ports.iter().filter(|port| outputs().all(|e| e.external != **port));
        let free: Vec<String> = unused.map(i64::to_string).collect();
        let all: Vec<String> = ports.iter().map(i64::to_string).collect();
        let (id, listed) = (wrong.external, all.join(", "));
        let message = format!("`external_port_id=\"{id}\"`, but the output ports of the layer are {listed}");
        let finding = Diagnostic::new(&invalid_body::RULE, place.at(wrong.span), message)
            .level(Level::Warning)
            .note("OpenVINO orders the outputs by these ids and does not compare them with the ports")
            .help(choice("external_port_id", "an output port of the layer", &free, all))
            .data("port", id);
        self.diagnostics.report(only(finding, "external_port_id", &free));
        ports.len() == 1
    }

    fn no_such_end(&mut self, missing: &MissingEnd, place: Place, record: &MapRecord, ends: &Ends) {
        let &MissingEnd { attribute, id, output } = missing;
        if id == NO_ID {
            return;
        }
        let what = if output { RESULT } else { PARAMETER };
        let message = format!("the body has no {what} layer with the id {id}");
        let used: HashSet<u64> = record.entries.iter().filter(|e| e.output == output).map(|e| e.internal).collect();
        let shown = |id: &u64| format!("{id} `{}`", ends.name(self, *id, output));
        let all = ends.ids(output);
        let unused: Vec<&u64> = all.iter().filter(|id| !used.contains(*id)).collect();
        let free: Vec<String> = unused.iter().map(|id| shown(id)).collect();
        let finding = Diagnostic::new(&invalid_body::RULE, place, message)
            .note("OpenVINO rejects the file")
            .help(choice(attribute, &format!("a {what} of the body"), &free, all.iter().map(shown).collect()))
            .data("layer", id);
        let ids: Vec<String> = unused.iter().map(|id| id.to_string()).collect();
        self.diagnostics.report(only(finding, attribute, &ids));
    }
}

/// The help for an id that refers to nothing: the only one that is not in use, or all.
fn choice(attribute: &str, what: &str, free: &[String], all: Vec<String>) -> String {
    match (free, all.len()) {
        ([only], _) => format!("set `{attribute}` to {only}, {what} that no entry uses"),
        (_, 0) => format!("remove the entry, or add {what}"),
        (_, count) => {
            let more = if count > LISTED { ", ..." } else { "" };
            let list = all.into_iter().take(LISTED).collect::<Vec<_>>().join(", ");
            format!("set `{attribute}` to {what}: {list}{more}")
        }
    }
}

/// A finding with the value of an attribute, if it is the only one that is not in use.
fn only(finding: Diagnostic, attribute: &'static str, free: &[String]) -> Diagnostic {
    match free {
        [only] => finding.data("attribute", attribute).data("expected", only.as_str()),
        _ => finding,
    }
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
struct Ends {
    graph: GraphId,
    positions: HashMap<(u64, bool), usize>,
}

impl Ends {
    fn new(reader: &IrReader<'_>, id: GraphId, draft: &GraphFields) -> Ends {
        let model = &reader.model;
        let graph = model.graph(id);
        let parameters = graph.inputs.iter().enumerate().filter_map(|(i, v)| Some((model.producer(*v)?, false, i)));
        let results = graph.outputs.iter().enumerate().filter_map(|(i, o)| Some((o.node?, true, i)));
        let positions: HashMap<(NodeId, bool), usize> =
            parameters.chain(results).map(|(node, output, i)| ((node, output), i)).collect();
        // Which layer a duplicate id means is unknown.
        let unique = draft.ids.iter().filter(|(_, node)| !draft.edge_errors.hiding.contains(*node));
        let by_id = unique.flat_map(|(&id, &node)| {
            let at = |output| positions.get(&(node, output)).map(|&i| ((id, output), i));
            [at(false), at(true)].into_iter().flatten()
        });
        Ends { graph: id, positions: by_id.collect() }
    }

    fn find(&self, id: u64, output: bool) -> Option<usize> {
        self.positions.get(&(id, output)).copied()
    }

    /// The ids of the Parameters or Results, in ascending order.
    fn ids(&self, output: bool) -> Vec<u64> {
        let mut ids: Vec<u64> = self.positions.keys().filter(|(_, side)| *side == output).map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids
    }

    /// The name of a layer.
    fn name<'m>(&self, reader: &'m IrReader<'_>, id: u64, output: bool) -> &'m str {
        let (model, at) = (&reader.model, self.find(id, output).unwrap_or_default());
        let graph = model.graph(self.graph);
        let node = match output {
            true => graph.outputs.get(at).and_then(|output| output.node),
            false => graph.inputs.get(at).and_then(|&value| model.producer(value)),
        };
        node.map_or("", |node| model.name(model.node(node).name))
    }
}
