//! The edges of a graph of IR as text, which is searched and parsed once for all findings about it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashSet;
use std::rc::Rc;

use super::Context;
use super::tags::{attributes_after, edges_of, plain};
use crate::graph::Model;
use crate::ids::{GraphId, NodeId};

/// The text of the edges of a graph.
pub(super) struct EdgesText<'m> {
    graph: GraphId,
    /// Where it starts, if it can be found.
    pub(super) text: Option<(u64, &'m str)>,
    parsed: OnceCell<Option<Edges<'m>>>,
}

impl<'m> EdgesText<'m> {
    /// What the edges connect, if all can be read.
    pub(super) fn parsed(&self, model: &'m Model) -> Option<&Edges<'m>> {
        let parse = || Edges::of(model, self.graph, self.text?.1);
        self.parsed.get_or_init(parse).as_ref()
    }
}

impl<'a> Context<'a> {
    /// The edges of a graph. `None` if there is no work left to look for them.
    pub(super) fn edges(&self, graph: GraphId) -> Option<Rc<EdgesText<'a>>> {
        /// So many bytes are searched in about the time in which one record is looked at.
        const BYTES_OF_A_RECORD: usize = 64;
        let mut last = self.edges.borrow_mut();
        match &*last {
            Some(known) if known.graph == graph => Some(Rc::clone(known)),
            _ => {
                self.search()?;
                self.look_through(self.model.source().bytes().len() / BYTES_OF_A_RECORD)?;
                let found = Rc::new(EdgesText { graph, text: edges_of(self.model, graph), parsed: OnceCell::new() });
                Some(Rc::clone(last.insert(found)))
            }
        }
    }
}

/// The ends of the edges of a graph.
pub(super) struct Edges<'m> {
    from: Ends<'m>,
    to: Ends<'m>,
    /// The only id that edges name and that no layer has.
    pub(super) missing: Option<Cow<'m, str>>,
}

/// Layers and ports, sorted.
struct Ends<'m>(Vec<[Cow<'m, str>; 2]>);

impl<'m> Ends<'m> {
    fn new(mut ends: Vec<[Cow<'m, str>; 2]>) -> Ends<'m> {
        ends.sort_unstable();
        ends.dedup();
        Ends(ends)
    }

    /// Those at the layer with this id.
    fn of(&self, id: &str) -> &[[Cow<'m, str>; 2]] {
        let start = self.0.partition_point(|[layer, _]| &**layer < id);
        let count = self.0[start..].partition_point(|[layer, _]| layer == id);
        &self.0[start..start + count]
    }

    /// The ids of layers, each at least once.
    fn layers(&self) -> impl Iterator<Item = &Cow<'m, str>> {
        self.0.iter().map(|[layer, _]| layer)
    }
}

impl<'m> Edges<'m> {
    /// The edges of a graph from their text, if all can be read.
    fn of(model: &'m Model, graph: GraphId, text: &'m str) -> Option<Edges<'m>> {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for tag in text.split("<edge ").skip(1) {
            let tag = tag.split('>').next()?;
            let value = |name: &str| {
                attributes_after(tag, 0).find(|(known, ..)| *known == name).map(|(_, value, _)| plain(value))
            };
            from.push([value("from-layer")?, value("from-port")?]);
            to.push([value("to-layer")?, value("to-port")?]);
        }
        let (from, to) = (Ends::new(from), Ends::new(to));
        let layers: HashSet<&str> = model.nodes_of(graph).map(|node| model.name(model.node(node).layer)).collect();
        let missing = || from.layers().chain(to.layers()).filter(|layer| !layers.contains(&***layer));
        let only = missing().next().filter(|only| missing().all(|other| other == *only)).cloned();
        Some(Edges { from, to, missing: only })
    }

    /// Whether a layer has exactly the input ports that edges into this id name, and all output ports that they read. `None` if
    /// there is no work left to find out.
    pub(super) fn fit(&self, context: &Context<'_>, node: NodeId, id: &str) -> Option<bool> {
        let model = context.model;
        let (to, from) = (self.to.of(id), self.from.of(id));
        context.look_through(to.len() + from.len() + model.inputs(node).len() + model.outputs(node).len())?;
        let inputs = (0..model.inputs(node).len()).filter_map(|input| model.input_port(node, input));
        let inputs: HashSet<&str> = inputs.map(|port| model.name(port.id)).collect();
        let outputs = model.outputs(node).map(|value| model.name(model.output_port(value).id));
        let outputs: HashSet<&str> = outputs.collect();
        let has_inputs = to.len() == inputs.len() && to.iter().all(|[_, port]| inputs.contains(&**port));
        Some(has_inputs && from.iter().all(|[_, port]| outputs.contains(&**port)))
    }
}
