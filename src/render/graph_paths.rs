//! The paths of graphs in a report that writes one for each of many values or nodes.

use std::cell::RefCell;
use std::rc::Rc;

use serde::{Serialize, Serializer};

use crate::graph::Model;
use crate::ids::GraphId;

/// The paths of the graphs of a model. That of the last graph is kept: to make one takes as long as the graph is deep, and most
/// values are of the same graph as the one before.
pub(super) struct GraphPaths<'m> {
    model: &'m Model,
    last: RefCell<Option<(GraphId, GraphPath)>>,
}

/// The path of a graph.
#[derive(Clone)]
pub(super) struct GraphPath(Rc<str>);

impl Serialize for GraphPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'m> GraphPaths<'m> {
    pub(super) fn new(model: &'m Model) -> GraphPaths<'m> {
        GraphPaths { model, last: RefCell::default() }
    }

    pub(super) fn get(&self, graph: GraphId) -> GraphPath {
        let mut last = self.last.borrow_mut();
        if let Some((_, path)) = last.as_ref().filter(|(known, _)| *known == graph) {
            return path.clone();
        }
        let path = GraphPath(self.model.path(graph).into());
        last.insert((graph, path)).1.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, Source};

    #[test]
    fn the_path_of_a_graph_is_made_once_for_the_values_of_it() {
        let body = "then_branch = b () => (float r) { r = Neg (x) }, else_branch = e () => (float s) { s = Neg (x) }";
        let text =
            format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng (bool c, float x) => (y) {{ y = If (c) <{body}> }}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let paths = GraphPaths::new(&model);
        for graph in model.graphs() {
            let [first, second] = [0, 1].map(|_| paths.get(graph).0);
            assert_eq!(*first, *model.path(graph));
            assert!(Rc::ptr_eq(&first, &second));
        }
    }
}
