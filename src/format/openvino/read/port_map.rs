//! `<port_map>` and `<back_edges>`: how the ports of a layer map to the layers of its body.

use std::cell::OnceCell;
use std::fmt;
use std::hash::Hash;

use hashbrown::{HashMap, HashSet};

use super::IrReader;
use super::graph::GraphFields;
use super::memory;
use super::port::NO_ID;
use crate::diagnostic::{Diagnostic, counted};
use crate::format::openvino::xml::{Tag, Xml};
use crate::graph::label::cut_name;
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
        let inputs = OnceCell::new();
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
                let external = self.external_input(entry, (record, &inputs), place);
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
    fn external_input(
        &mut self,
        entry: &Entry,
        (record, inputs): (&MapRecord, &OnceCell<Choices<i64>>),
        place: Place,
    ) -> Option<usize> {
        let position = usize::try_from(entry.external).ok()?;
        let count = place.node.map_or(0, |n| self.model.inputs(n).len());
        if position >= count && place.node.is_some_and(|node| self.short.contains(&node)) {
            return None;
        }
        if position >= count {
            let message = format!("`external_port_id=\"{position}\"`, but the layer has {}", counted(count, "input"));
            let choices = inputs.get_or_init(|| {
                let used = record.entries.iter().filter(|e| !e.output).map(|e| e.external).collect();
                Choices::new(&Vec::from_iter(0..count as i64), &used)
            });
            let finding = Diagnostic::new(&invalid_body::RULE, place.at(entry.span), message)
                .note("OpenVINO treats it as a position among the layer's inputs, counted from 0")
                .data("port", position);
            let help = |at: &i64| at.to_string();
            self.diagnostics.report(choices.suggest(finding, ("external_port_id", "an input of the layer"), help));
            return None;
        }
        Some(position)
    }

    /// Whether the output entries are in an order that can be relied on. OpenVINO sorts them by their ids, which it does
    /// not compare with the ports. Entries name the ports, or count them from 0.
    fn check_output_ports(&mut self, entries: &[Entry], place: Place) -> bool {
        let Some(node) = place.node else { return true };
        let port =
            |value| ir_syntax::id(self.model.name(self.model.output_port(value).id)).map(|id| id.value.cast_signed());
        let Some(ports) = self.model.outputs(node).map(port).collect::<Option<Vec<i64>>>() else { return true };
        let outputs = || entries.iter().filter(|e| e.output && e.external >= 0);
        let from_zero = outputs().all(|e| e.external < ports.len() as i64);
        let known: HashSet<i64> = ports.iter().copied().collect();
        let wrong = outputs().find(|e| !known.contains(&e.external)).filter(|_| !from_zero && !ports.is_empty());
        let Some(wrong) = wrong else { return true };
        let choices = Choices::new(&ports, &outputs().map(|e| e.external).collect());
        let all: Vec<String> = ports.iter().map(i64::to_string).collect();
        let (id, listed) = (wrong.external, all.join(", "));
        let message = format!("`external_port_id=\"{id}\"`, but the output ports of the layer are {listed}");
        let finding = Diagnostic::new(&invalid_body::RULE, place.at(wrong.span), message)
            .level(Level::Warning)
            .note("OpenVINO orders the outputs by these ids and does not compare them with the ports")
            .data("port", id);
        let help = |port: &i64| port.to_string();
        self.diagnostics.report(choices.suggest(finding, ("external_port_id", "an output port of the layer"), help));
        ports.len() == 1
    }

    fn no_such_end(&mut self, missing: &MissingEnd, place: Place, record: &MapRecord, ends: &Ends) {
        let &MissingEnd { attribute, id, output } = missing;
        if id == NO_ID {
            return;
        }
        let what = if output { RESULT } else { PARAMETER };
        let message = format!("the body has no {what} layer with the id {id}");
        let choices = ends.choices[usize::from(output)].get_or_init(|| {
            let used = record.entries.iter().filter(|e| e.output == output).map(|e| e.internal).collect();
            Choices::new(&ends.ids(output), &used)
        });
        let shown = |id: &u64| format!("{id} `{}`", cut_name(ends.name(self, *id, output)));
        let finding =
            Diagnostic::new(&invalid_body::RULE, place, message).note("OpenVINO rejects the file").data("layer", id);
        let finding = choices.suggest(finding, (attribute, &format!("a {what} of the body")), shown);
        self.diagnostics.report(finding);
    }
}

/// The ids that exist on one side of a map: what an id that refers to nothing may be instead.
struct Choices<T> {
    /// The only one that no entry uses.
    only: Option<T>,
    /// The first ones.
    first: Vec<T>,
    count: usize,
}

impl<T: Copy + Eq + Hash + fmt::Display> Choices<T> {
    fn new(all: &[T], used: &HashSet<T>) -> Choices<T> {
        let mut unused = all.iter().filter(|id| !used.contains(*id));
        let only = unused.next().copied().filter(|_| unused.next().is_none());
        Choices { only, first: all.iter().take(LISTED).copied().collect(), count: all.len() }
    }

    /// Adds the help for an id that refers to nothing, and the value of the attribute if only one is not in use.
    fn suggest(
        &self,
        finding: Diagnostic,
        (attribute, what): (&'static str, &str),
        shown: impl Fn(&T) -> String,
    ) -> Diagnostic {
        if let Some(only) = &self.only {
            let help = format!("set `{attribute}` to {}, {what} that no entry uses", shown(only));
            return finding.help(help).data("attribute", attribute).data("expected", only.to_string());
        }
        let more = if self.count > LISTED { ", ..." } else { "" };
        let list = self.first.iter().map(shown).collect::<Vec<_>>().join(", ");
        finding.help(match self.count {
            0 => format!("remove the entry, or add {what}"),
            _ => format!("set `{attribute}` to {what}: {list}{more}"),
        })
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
    /// The ids of the Parameters, and of the Results.
    choices: [OnceCell<Choices<u64>>; 2],
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
        Ends { graph: id, positions: by_id.collect(), choices: Default::default() }
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
