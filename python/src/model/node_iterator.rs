//! Iteration over the nodes of a graph that may be edited meanwhile.

use std::sync::Arc;

use pyo3::prelude::*;
use shapewright::graph::NodeId;

use super::problem::Problem;
use super::refs::NodeRef;
use super::state::{Shared, with};

/// The nodes that a graph had at first, without those that were removed before their turn.
#[pyclass(module = "shapewright._shapewright")]
pub struct NodeIterator {
    pub shared: Shared,
    pub order: Arc<[NodeId]>,
    pub next: usize,
}

#[pymethods]
impl NodeIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<NodeRef>> {
        let NodeIterator { shared, order, next } = self;
        with(py, shared, |state| {
            while let Some(&node) = order.get(*next) {
                *next += 1;
                let node = state.node_ref(node);
                match state.node(&node) {
                    Ok(_) => return Ok(Some(node)),
                    Err(Problem::Removed(_)) => {}
                    Err(other) => return Err(other),
                }
            }
            Ok(None)
        })
    }

    fn __length_hint__(&self) -> usize {
        self.order.len() - self.next
    }
}
