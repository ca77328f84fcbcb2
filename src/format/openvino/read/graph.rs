//! One graph of a file: its sections, and what connecting its layers requires.

use std::ops::Range;

use hashbrown::{HashMap, HashSet};

use super::IrReader;
use super::edge_errors::EdgeErrorFilter;
use super::example_values::ExampleValue;
use super::memory;
use super::port::NO_ID;
use crate::format::openvino::xml::{Tag, Xml};
use crate::graph::{Graph, GraphOutput, GraphRole, Operand};
use crate::ids::{GraphId, NameId, NodeId, ValueId};
use crate::place::Place;
use crate::source::Span;

/// The number of ports up to which a linear search is faster than a table.
const WIDE: usize = 16;

/// A graph while it is read.
pub(crate) struct GraphFields {
    pub(crate) graph: GraphId,
    /// Single layers: their inputs may have no producer, and much may be omitted.
    pub(crate) alone: bool,
    /// The number of enclosing bodies.
    pub(crate) depth: usize,
    pub(crate) first_node: u32,
    pub(crate) first_operand: u32,
    pub(crate) first_value: u32,
    /// The values of Parameters, in file order.
    pub(crate) inputs: Vec<ValueId>,
    /// Result layers, in file order.
    pub(crate) results: Vec<NodeId>,
    /// Operands of examples with a value in a comment.
    pub(crate) comments: Vec<(u32, ExampleValue)>,
    /// Layers by id; the last one of each id.
    pub(crate) ids: HashMap<u64, NodeId>,
    /// Errors in ids and edges.
    pub(crate) edge_errors: EdgeErrorFilter,
    /// Ids of the input ports, one for each operand of the graph.
    input_keys: Vec<u64>,
    /// Ids of the output ports, one for each value of the graph.
    output_keys: Vec<u64>,
    /// Layers with a port whose id is unreadable: an edge to a missing port may mean that one.
    with_nameless_port: HashSet<NodeId>,
    /// Ports of layers with many of them, by layer, side and id.
    wide: HashMap<(NodeId, bool, u64), usize>,
    /// Whether there is an `<edges>` at all.
    pub(crate) has_edges: bool,
    /// Layers and edges were read completely, even if the tree broke later.
    pub(crate) intact: bool,
    has_layers: bool,
    /// Edges before the layers.
    early_edges: Option<Range<usize>>,
}

impl GraphFields {
    /// Adds a layer; returns the one of the same id that it shadows.
    pub(crate) fn add_layer(&mut self, key: u64, node: NodeId) -> Option<NodeId> {
        if key == NO_ID {
            self.edge_errors.nameless.insert(node);
            return None;
        }
        let earlier = self.ids.insert(key, node)?;
        self.edge_errors.hidden.insert(earlier);
        self.edge_errors.hiding.insert(node);
        Some(earlier)
    }

    /// Adds the next input port of a layer; whether an earlier one has the same id.
    pub(crate) fn add_input(&mut self, place: Place, index: usize, key: u64) -> bool {
        self.input_keys.push(key);
        self.note_nameless(place, key);
        let first = self.input_keys.len() - 1 - index;
        add_port(&mut self.wide, &self.input_keys[first..], (place.node, false), index, key)
    }

    /// Adds the next output port of a layer; whether an earlier one has the same id.
    pub(crate) fn add_output(&mut self, place: Place, index: usize, key: u64) -> bool {
        self.output_keys.push(key);
        self.note_nameless(place, key);
        let first = self.output_keys.len() - 1 - index;
        add_port(&mut self.wide, &self.output_keys[first..], (place.node, true), index, key)
    }

    fn note_nameless(&mut self, place: Place, key: u64) {
        if key == NO_ID {
            self.with_nameless_port.extend(place.node);
        }
    }

    /// The position of the input port of this id among the inputs of a layer: where several share it, the first that
    /// `is_free`.
    pub(crate) fn input(
        &self,
        node: NodeId,
        range: Range<u32>,
        key: u64,
        is_free: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let keys = part(&self.input_keys, range, self.first_operand);
        let mut found = keys.iter().take(WIDE).enumerate().filter(|(_, k)| **k == key).map(|(i, _)| i);
        let first = found.next();
        if first.is_some_and(|i| !is_free(i)) {
            return found.find(|&i| is_free(i)).or(first);
        }
        first.or_else(|| self.wide.get(&(node, false, key)).copied())
    }

    /// The position of the output port of this id among the outputs of a layer.
    pub(crate) fn output(&self, node: NodeId, range: Range<u32>, key: u64) -> Option<usize> {
        let keys = part(&self.output_keys, range, self.first_value);
        let found = keys.iter().take(WIDE).position(|k| *k == key);
        found.or_else(|| self.wide.get(&(node, true, key)).copied())
    }

    /// Whether a layer has a port with an unreadable id.
    pub(crate) fn has_nameless_port(&self, node: NodeId) -> bool {
        self.with_nameless_port.contains(&node)
    }
}

fn part(keys: &[u64], range: Range<u32>, first: u32) -> &[u64] {
    keys.get((range.start - first) as usize..(range.end - first) as usize).unwrap_or(&[])
}

fn add_port(
    wide: &mut HashMap<(NodeId, bool, u64), usize>,
    keys: &[u64],
    (node, output): (Option<NodeId>, bool),
    index: usize,
    key: u64,
) -> bool {
    let (Some(node), false) = (node, key == NO_ID) else { return false };
    if keys.iter().take(index.min(WIDE)).any(|k| *k == key) {
        return true;
    }
    index >= WIDE
        && wide.insert((node, output, key), index).is_some_and(|earlier| {
            wide.insert((node, output, key), earlier);
            true
        })
}

impl<'a> IrReader<'a> {
    /// Adds a graph whose content is read later.
    pub(crate) fn add_graph(&mut self, name: NameId, role: GraphRole, span: Span) -> GraphId {
        let (nodes, values) = (self.model.nodes.len() as u32, self.model.values.len() as u32);
        self.model.graphs.push(Graph {
            name,
            role,
            nodes: nodes..nodes,
            values: values..values,
            inputs: Vec::new(),
            outputs: Vec::new(),
            span,
        });
        GraphId::at(self.model.graphs.len() - 1)
    }

    /// Starts reading a graph: all following nodes and values belong to it.
    pub(crate) fn draft(&self, graph: GraphId, depth: usize, alone: bool) -> GraphFields {
        GraphFields {
            graph,
            alone,
            depth,
            first_node: self.model.nodes.len() as u32,
            first_operand: self.model.operands.len() as u32,
            first_value: self.model.values.len() as u32,
            inputs: Vec::new(),
            results: Vec::new(),
            comments: Vec::new(),
            ids: HashMap::new(),
            edge_errors: EdgeErrorFilter::default(),
            input_keys: Vec::new(),
            output_keys: Vec::new(),
            with_nameless_port: HashSet::new(),
            wide: HashMap::new(),
            has_edges: false,
            intact: false,
            has_layers: false,
            early_edges: None,
        }
    }

    /// Reads one section of a `<net>` or of a body, the element returned last.
    pub(crate) fn section(&mut self, xml: &mut Xml<'a>, tag: Tag<'a>, draft: &mut GraphFields) {
        match tag.name {
            "layers" if !draft.has_layers => {
                draft.has_layers = true;
                self.layers(xml, draft);
                if let Some(part) = draft.early_edges.take() {
                    let mut early = Xml::new(self.text, part, self.mode);
                    self.edges(&mut early, draft);
                    self.done_early(early);
                }
            }
            "edges" if !draft.has_edges => {
                draft.has_edges = true;
                if draft.has_layers || draft.alone {
                    self.edges(xml, draft);
                } else {
                    let start = tag.end;
                    xml.skip();
                    draft.early_edges = Some(start..xml.offset());
                }
            }
            "layers" | "edges" => {
                self.repeated(&tag, Place::graph(draft.graph));
                xml.skip();
            }
            _ => xml.skip(),
        }
        if xml.broken.is_none() {
            draft.intact |= draft.has_layers && draft.has_edges && draft.early_edges.is_none();
        }
    }

    /// Takes the findings of a cursor over a part that another cursor has skipped.
    fn done_early(&mut self, xml: Xml<'a>) {
        self.take_faults(xml);
    }

    fn layers(&mut self, xml: &mut Xml<'a>, draft: &mut GraphFields) {
        while let Some(tag) = xml.child() {
            if tag.name != "layer" {
                self.unknown_element(xml, &tag, "<layers>");
            } else if !self.take(memory::LAYER, tag.span()) {
                self.lose(NodeId::at(self.model.nodes.len()), draft);
                xml.skip();
                while xml.child().is_some() {
                    xml.skip();
                }
                return;
            } else {
                self.layer(xml, tag, draft);
            }
        }
    }

    /// Records that a limit cut off a node, or the nodes from this one on: edges to what was not read are not reported.
    pub(crate) fn lose(&mut self, node: NodeId, draft: &mut GraphFields) {
        draft.edge_errors.nameless.insert(node);
        if self.model.incomplete_graphs.last() != Some(&draft.graph) {
            self.model.incomplete_graphs.push(draft.graph);
        }
    }

    /// Completes a graph after all its sections have been read.
    pub(crate) fn finish_graph(&mut self, mut draft: GraphFields, end: usize) -> GraphFields {
        if draft.alone {
            self.feed_alone(&mut draft);
        } else {
            self.report_unfed(&mut draft);
        }
        let outputs =
            draft.results.iter().filter(|n| !draft.edge_errors.hidden.contains(*n)).map(|&node| GraphOutput {
                operand: self.model.inputs(node).first().copied().unwrap_or(Operand::Undefined(NameId::EMPTY)),
                name: self.model.node(node).name,
                declaration: None,
                node: Some(node),
            });
        let outputs: Vec<GraphOutput> = outputs.collect();
        let (nodes, values) = (self.model.nodes.len() as u32, self.model.values.len() as u32);
        let graph = &mut self.model.graphs[draft.graph.index()];
        graph.nodes = draft.first_node..nodes;
        graph.values = draft.first_value..values;
        graph.inputs = std::mem::take(&mut draft.inputs);
        if !outputs.is_empty() || !draft.alone {
            graph.outputs = outputs;
        }
        graph.span.end = graph.span.end.max(end as u64);
        draft
    }
}
