//! The readers of a value.

use super::Model;
use super::use_lists::{OutputLists, Use, UseLists};
use crate::ids::{GraphId, NodeId, OperandId, ValueId};

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
        let lists = self.use_lists.get_or_init(|| listed(self));
        let inputs = lists
            .operands(value)
            .map(|(at, node)| Use::Input { node, index: (at.position() - self.node(node).inputs.start) as usize });
        let output = |(graph, index)| Use::Output { graph, index: index as usize };
        inputs.chain(self.outputs_of(value).map(output))
    }

    /// The outputs of graphs that are a value, with their positions.
    pub(crate) fn outputs_of(&self, value: ValueId) -> impl Iterator<Item = (GraphId, u32)> + '_ {
        self.output_lists.get_or_init(|| listed_outputs(self)).get(value)
    }

    /// Whether nothing reads a value.
    pub fn is_unused(&self, value: ValueId) -> bool {
        self.uses(value).next().is_none()
    }

    pub(crate) fn use_lists(&mut self) -> &mut UseLists {
        if self.use_lists.get().is_none() {
            let lists = listed(self);
            self.use_lists.set(lists).ok();
        }
        match self.use_lists.get_mut() {
            Some(lists) => lists,
            None => unreachable!("set above"),
        }
    }

    pub(crate) fn output_lists(&mut self) -> &mut OutputLists {
        self.output_lists.get_or_init(|| listed_outputs(self));
        match self.output_lists.get_mut() {
            Some(lists) => lists,
            None => unreachable!("set above"),
        }
    }
}

/// The operands that read each value.
fn listed(model: &Model) -> UseLists {
    let mut lists = UseLists::new(model.values.len(), model.operands.len());
    let nodes: Vec<NodeId> = model.graphs().flat_map(|graph| model.nodes_of(graph)).collect();
    // A list starts with the operand that was added last; so readers are in file order.
    for node in nodes.into_iter().rev() {
        for at in model.node(node).inputs.clone().rev().map(OperandId::new) {
            lists.add(at, node, model.operands[at.index()]);
        }
    }
    lists
}

fn listed_outputs(model: &Model) -> OutputLists {
    let mut lists = OutputLists::default();
    for graph in model.graphs() {
        for (index, output) in model.graph(graph).outputs.iter().enumerate() {
            lists.add(graph, index, output.operand);
        }
    }
    lists
}
