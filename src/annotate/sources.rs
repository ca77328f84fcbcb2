//! The declarations that what is known of values rests on.

use std::collections::HashMap;

use super::known::Known;
use crate::graph::Model;
use crate::ids::{NodeId, ValueId};

/// The maximum number of declarations that are found for a value.
const MAX_SOURCES: usize = 8;

/// Finds the nearest declarations before values.
pub(super) struct Sources<'a> {
    model: &'a Model,
    known: &'a Known<'a>,
    /// By node, what its outputs rest on: `None` while its inputs are searched.
    found: HashMap<NodeId, Option<Vec<ValueId>>>,
}

impl<'a> Sources<'a> {
    pub(super) fn new(model: &'a Model, known: &'a Known<'a>) -> Sources<'a> {
        Sources { model, known, found: HashMap::new() }
    }

    /// The first declarations that what is known of a value rests on.
    pub(super) fn of(&mut self, value: ValueId) -> Vec<ValueId> {
        let Some(producer) = self.model.producer(value) else { return Vec::new() };
        let mut open = vec![producer];
        while let Some(&node) = open.last() {
            match self.found.get(&node) {
                None => {
                    self.found.insert(node, None);
                    open.extend(self.before(node).filter(|node| !self.found.contains_key(node)));
                }
                Some(None) => {
                    let sources = self.of_inputs(node);
                    self.found.insert(node, Some(sources));
                }
                Some(Some(_)) => drop(open.pop()),
            }
        }
        self.found.get(&producer).cloned().flatten().unwrap_or_default()
    }

    /// The inputs of a node that rest on declarations, or have one that is used.
    fn declared(&self, node: NodeId) -> impl Iterator<Item = ValueId> {
        let inputs = self.model.inputs(node).iter().filter_map(|operand| operand.value());
        inputs.filter(|&input| self.known.is_declared(input))
    }

    /// The nodes that compute the inputs that rest on declarations and have none.
    fn before(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let inputs = self.declared(node).filter(|&input| self.model.declared(input).is_none());
        inputs.filter_map(|input| self.model.producer(input))
    }

    fn of_inputs(&self, node: NodeId) -> Vec<ValueId> {
        let mut sources = Vec::new();
        for input in self.declared(node) {
            let own = [input];
            let found = match self.model.declared(input) {
                Some(_) => &own[..],
                None => {
                    self.model.producer(input).and_then(|node| self.found.get(&node)?.as_deref()).unwrap_or_default()
                }
            };
            for &source in found {
                if sources.len() == MAX_SOURCES {
                    return sources;
                }
                if !sources.contains(&source) {
                    sources.push(source);
                }
            }
        }
        sources
    }
}
