//! The memory that a model takes.

use super::Model;

impl Model {
    /// The bytes, about, that its records take, without those of the file. An analysis has its findings. A text is kept as
    /// binary records, too.
    pub(crate) fn memory(&self) -> usize {
        /// A declared type, which few declarations share.
        const TYPE: usize = 48;
        let graphs = self.graphs.iter().map(|graph| list(&graph.inputs) + list(&graph.outputs)).sum::<usize>();
        let functions = self.functions.iter().map(|function| list(&function.attributes) + list(&function.opsets));
        let structure = list(&self.graphs) + graphs + list(&self.functions) + functions.sum::<usize>();
        let nodes = list(&self.nodes) + list(&self.operands) + list(&self.attributes) + list(&self.ops);
        let values = list(&self.values) + list(&self.ports) + list(&self.tensors) + list(&self.infos);
        let declarations = list(&self.declarations) + TYPE * self.declarations.len();
        let copy = if self.has_records_of_file() { 0 } else { self.records.len() };
        self.names.memory() + structure + nodes + values + declarations + copy
    }
}

fn list<T>(items: &[T]) -> usize {
    size_of_val(items)
}
