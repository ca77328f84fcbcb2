//! The readers of each value of a model, kept up to date by edits.

use std::collections::BTreeSet;

use super::records::Operand;
use crate::ids::{GraphId, NodeId, OperandId, ValueId};

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
    first: Vec<Option<OperandId>>,
    /// By operand.
    links: Vec<Link>,
}

/// The outputs of graphs that are a value, with their positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutputLists {
    outputs: BTreeSet<(ValueId, GraphId, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    reader: NodeId,
    previous: Option<OperandId>,
    next: Option<OperandId>,
}

/// A link in no list, whose reader says nothing.
const UNLINKED: Link = Link { reader: NodeId::new(0), previous: None, next: None };

impl UseLists {
    /// No uses, with room for this many values and operands.
    pub(crate) fn new(values: usize, operands: usize) -> UseLists {
        UseLists { first: vec![None; values], links: vec![UNLINKED; operands] }
    }

    /// Records that a node reads a value by the operand at this position.
    pub(crate) fn add(&mut self, at: OperandId, reader: NodeId, operand: Operand) {
        let Some(value) = operand.value() else { return };
        if self.links.len() <= at.index() {
            self.links.resize(at.index() + 1, UNLINKED);
        }
        if self.first.len() <= value.index() {
            self.first.resize(value.index() + 1, None);
        }
        let next = self.first[value.index()].replace(at);
        self.links[at.index()] = Link { reader, previous: None, next };
        if let Some(next) = next {
            self.links[next.index()].previous = Some(at);
        }
    }

    /// Forgets the operand at this position, which reads this.
    pub(crate) fn remove(&mut self, at: OperandId, operand: Operand) {
        let Some(value) = operand.value() else { return };
        let Link { previous, next, .. } = std::mem::replace(&mut self.links[at.index()], UNLINKED);
        match previous {
            Some(previous) => self.links[previous.index()].next = next,
            None => self.first[value.index()] = next,
        }
        if let Some(next) = next {
            self.links[next.index()].previous = previous;
        }
    }

    /// The operands that read a value, with their readers.
    pub(crate) fn operands(&self, value: ValueId) -> impl Iterator<Item = (OperandId, NodeId)> + '_ {
        let first = self.first.get(value.index()).copied().flatten();
        let operands = std::iter::successors(first, |&at| self.links[at.index()].next);
        operands.map(|at| (at, self.links[at.index()].reader))
    }
}

impl OutputLists {
    pub(crate) fn add(&mut self, graph: GraphId, index: usize, operand: Operand) {
        if let Some(value) = operand.value() {
            self.outputs.insert((value, graph, index as u32));
        }
    }

    pub(crate) fn remove(&mut self, graph: GraphId, index: usize, operand: Operand) {
        if let Some(value) = operand.value() {
            self.outputs.remove(&(value, graph, index as u32));
        }
    }

    /// The outputs of graphs that are a value, with their positions.
    pub(crate) fn get(&self, value: ValueId) -> impl Iterator<Item = (GraphId, u32)> + '_ {
        let outputs = self.outputs.range((value, GraphId::new(0), 0)..).take_while(move |(of, ..)| *of == value);
        outputs.map(|&(_, graph, index)| (graph, index))
    }
}
