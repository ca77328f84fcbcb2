//! The readers of each value of a model, kept up to date by edits.

use std::collections::HashMap;

use super::{Model, Operand};
use crate::ids::{GraphId, NodeId, ValueId};

/// One place that reads a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Use {
    /// An input of a node: of the value's own graph, or of a body that captures the value.
    Input {
        /// The node that reads.
        node: NodeId,
        /// The position among its inputs.
        index: usize,
    },
    /// An output of a graph.
    Output {
        /// The graph.
        graph: GraphId,
        /// The position among its outputs.
        index: usize,
    },
}

/// A list for each value, linked through the operands that read it.
#[derive(Clone, Debug, Default)]
pub(crate) struct UseLists {
    /// By value: the first operand that reads it.
    first: Vec<Option<u32>>,
    /// By operand.
    links: Vec<Link>,
    outputs: HashMap<ValueId, Vec<(GraphId, usize)>>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    reader: NodeId,
    previous: Option<u32>,
    next: Option<u32>,
}

const UNLINKED: Link = Link { reader: NodeId(u32::MAX), previous: None, next: None };

impl UseLists {
    pub(crate) fn new(model: &Model) -> UseLists {
        let (values, operands) = (model.values.len(), model.operands.len());
        let mut lists =
            UseLists { first: vec![None; values], links: vec![UNLINKED; operands], outputs: HashMap::new() };
        // A list starts with the operand that was added last; so readers are in file order.
        for node in model.graphs().flat_map(|graph| model.nodes_of(graph)).collect::<Vec<_>>().into_iter().rev() {
            for at in model.node(node).inputs.clone().rev() {
                lists.add(at, node, model.operands[at as usize]);
            }
        }
        for graph in model.graphs() {
            for (index, output) in model.graph(graph).outputs.iter().enumerate() {
                lists.add_output(graph, index, output.operand);
            }
        }
        lists
    }

    /// Records that a node reads a value by the operand at this position.
    pub(crate) fn add(&mut self, at: u32, reader: NodeId, operand: Operand) {
        let Some(value) = operand.value() else { return };
        if self.links.len() <= at as usize {
            self.links.resize(at as usize + 1, UNLINKED);
        }
        if self.first.len() <= value.index() {
            self.first.resize(value.index() + 1, None);
        }
        let next = self.first[value.index()].replace(at);
        self.links[at as usize] = Link { reader, previous: None, next };
        if let Some(next) = next {
            self.links[next as usize].previous = Some(at);
        }
    }

    /// Forgets the operand at this position, which reads this.
    pub(crate) fn remove(&mut self, at: u32, operand: Operand) {
        let Some(value) = operand.value() else { return };
        let Link { previous, next, .. } = std::mem::replace(&mut self.links[at as usize], UNLINKED);
        match previous {
            Some(previous) => self.links[previous as usize].next = next,
            None => self.first[value.index()] = next,
        }
        if let Some(next) = next {
            self.links[next as usize].previous = previous;
        }
    }

    pub(crate) fn add_output(&mut self, graph: GraphId, index: usize, operand: Operand) {
        if let Some(value) = operand.value() {
            self.outputs.entry(value).or_default().push((graph, index));
        }
    }

    pub(crate) fn remove_output(&mut self, graph: GraphId, index: usize, operand: Operand) {
        let Some(list) = operand.value().and_then(|value| self.outputs.get_mut(&value)) else { return };
        list.retain(|&output| output != (graph, index));
    }

    /// The uses of a value: inputs of nodes, then outputs of graphs.
    fn of<'m>(&'m self, model: &'m Model, value: ValueId) -> impl Iterator<Item = Use> + 'm {
        let first = self.first.get(value.index()).copied().flatten();
        let inputs = std::iter::successors(first, |&at| self.links[at as usize].next).map(|at| {
            let node = self.links[at as usize].reader;
            Use::Input { node, index: (at - model.node(node).inputs.start) as usize }
        });
        let outputs = self.outputs.get(&value).into_iter().flatten();
        inputs.chain(outputs.map(|&(graph, index)| Use::Output { graph, index }))
    }
}

impl Model {
    /// Everything that reads a value: inputs of nodes, of its own graph and of bodies that capture it, then outputs of
    /// graphs. The first call for a model takes time in proportion to the model; edits keep the lists up to date.
    ///
    /// ```
    /// use shapewright::graph::{Model, Use};
    /// use shapewright::{ReadOptions, Source};
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[N] x) => (float[N] y) { y = Mul (x, x) }"#;
    /// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let graph = model.main_graph().unwrap();
    /// let mul = model.nodes_of(graph).next().unwrap();
    /// let uses: Vec<Use> = model.uses(model.graph(graph).inputs[0]).collect();
    /// assert_eq!(uses, [Use::Input { node: mul, index: 0 }, Use::Input { node: mul, index: 1 }]);
    /// ```
    pub fn uses(&self, value: ValueId) -> impl Iterator<Item = Use> + '_ {
        self.use_lists.get_or_init(|| UseLists::new(self)).of(self, value)
    }

    /// Whether nothing reads a value.
    pub fn is_unused(&self, value: ValueId) -> bool {
        self.uses(value).next().is_none()
    }
}
