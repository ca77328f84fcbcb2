//! Edits that are made together, and taken back together.

use crate::graph::Model;
use crate::graph::edit_log::Undo;

/// The state of a model to which [`Model::roll_back`] returns.
#[derive(Debug)]
#[must_use]
pub struct Savepoint {
    /// How to take back the edits before it that belong to an outer savepoint.
    outer: Option<Vec<Undo>>,
}

impl Model {
    /// Makes several edits, all of them or none: if `edit` returns an error, everything that it changed is taken back.
    ///
    /// ```
    /// use shapewright::graph::{At, EditError, Model, NewNode};
    /// use shapewright::{ReadOptions, Source};
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[N] x) => (float[N] y) { y = Neg (x) }"#;
    /// let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let graph = model.main_graph().unwrap();
    /// let neg = model.nodes_of(graph).next().unwrap();
    /// let x = model.graph(graph).inputs[0];
    /// let tried: Result<(), EditError> = model.transaction(|model| {
    ///     model.insert(At::Before(neg), NewNode::new("Abs").input(x))?;
    ///     model.remove(neg) // is a graph output
    /// });
    /// assert!(tried.is_err());
    /// assert_eq!(model.nodes_of(graph).len(), 1);
    /// ```
    ///
    /// # Errors
    /// Those of `edit`.
    pub fn transaction<T, E>(&mut self, edit: impl FnOnce(&mut Model) -> Result<T, E>) -> Result<T, E> {
        let savepoint = self.begin();
        let result = edit(self);
        match result {
            Ok(_) => self.commit(savepoint),
            Err(_) => self.roll_back(savepoint),
        }
        result
    }

    /// Begins several edits that are kept with [`Model::commit`] or taken back with [`Model::roll_back`], where they are not
    /// one call, as [`Model::transaction`] is. Savepoints may be nested; the last one ends first.
    ///
    /// ```
    /// use shapewright::graph::{At, Model, NewNode};
    /// use shapewright::{ReadOptions, Source};
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[N] x) => (float[N] y) { y = Neg (x) }"#;
    /// let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let graph = model.main_graph().unwrap();
    /// let x = model.graph(graph).inputs[0];
    ///
    /// let savepoint = model.begin();
    /// let node = model.insert(At::Start(graph), NewNode::new("Abs").input(x)).unwrap();
    /// model.roll_back(savepoint);
    /// assert!(model.is_removed(node));
    /// assert_eq!(model.nodes_of(graph).len(), 1);
    /// ```
    pub fn begin(&mut self) -> Savepoint {
        Savepoint { outer: self.log().undo.replace(Vec::new()) }
    }

    /// Keeps the edits since a savepoint.
    pub fn commit(&mut self, savepoint: Savepoint) {
        let own = self.end(savepoint);
        if let Some(outer) = &mut self.log().undo {
            outer.extend(own);
        }
    }

    /// Takes back the edits since a savepoint. Nodes and values that were added keep their ids, and are removed.
    pub fn roll_back(&mut self, savepoint: Savepoint) {
        self.end(savepoint).into_iter().rev().for_each(|step| self.take_back(step));
    }

    /// How to take back the edits since a savepoint.
    fn end(&mut self, savepoint: Savepoint) -> Vec<Undo> {
        std::mem::replace(&mut self.log().undo, savepoint.outer).unwrap_or_default()
    }
}
