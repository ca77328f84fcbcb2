//! References to the parts of a model.

use pyo3::prelude::*;
use shapewright::graph::{GraphId, NodeId, ValueId};

macro_rules! refs {
    ($($(#[$doc:meta])* $name:ident: $id:ident)*) => {$(
        $(#[$doc])*
        #[pyclass(frozen, eq, hash, module = "shapewright._shapewright", from_py_object)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name {
            /// The number of the model.
            pub model: u64,
            pub id: $id,
        }
    )*};
}

refs! {
    /// A graph of a model.
    GraphRef: GraphId
    /// A node of a model.
    NodeRef: NodeId
    /// A value of a model.
    ValueRef: ValueId
}
