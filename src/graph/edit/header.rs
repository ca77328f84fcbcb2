//! Operator sets and the version of the format.

use std::collections::BTreeSet;

use crate::dialect::Dialect;
use crate::graph::{Model, Value, ValueRole};
use crate::ids::GraphId;

impl Model {
    /// ONNX: sets `ir_version`. IR: nothing, because other versions have other layers.
    pub fn set_ir_version(&mut self, version: i64) {
        if self.dialect() == Dialect::Onnx && self.ir_version != Some(version) {
            self.put_ir_version(Some(version));
        }
    }

    /// ONNX: removes the declared types of values that a graph does not have.
    pub(crate) fn remove_unknown_declarations(&mut self, graph: GraphId) {
        self.prune(graph);
    }

    /// ONNX: makes an input that has a default a constant, so that callers cannot override it. Returns whether it has one.
    pub(crate) fn make_constant(&mut self, graph: GraphId, index: usize) -> bool {
        let value = self.graph(graph).inputs[index];
        let ValueRole::Input { default: Some(tensor) } = self.value(value).role else { return false };
        self.take_input(graph, index);
        // The tensor states the type.
        let record = Value { role: ValueRole::Initializer(tensor), declaration: None, ..self.value(value).clone() };
        self.put_value(value, record);
        true
    }

    /// ONNX: removes the import at this position of [`Model::opsets`]; nothing if there is none.
    pub fn remove_opset(&mut self, index: usize) {
        self.remove_opsets(&BTreeSet::from([index]));
    }

    /// ONNX: removes the imports at these positions of [`Model::opsets`].
    pub(crate) fn remove_opsets(&mut self, indexes: &BTreeSet<usize>) {
        if indexes.first().is_none_or(|&first| first >= self.opsets.len()) {
            return;
        }
        let kept = self.opsets.iter().enumerate().filter(|(at, _)| !indexes.contains(at)).map(|(_, import)| *import);
        let kept = kept.collect();
        self.put_opsets(kept);
    }
}
