//! The native part of the Python module `shapewright`: types and calls of the library, without semantics of its own.

mod check;
mod destination;
mod dim;
mod edits;
mod errors;
mod facts;
mod fit;
mod handle;
mod inspect;
mod model;
mod op;
mod options;
mod run;
mod show;
mod tensors;

use pyo3::prelude::*;

/// The native part of shapewright.
#[pymodule]
mod _shapewright {
    #[pymodule_export]
    use crate::check::{CheckSettings, Checked, check};
    #[pymodule_export]
    use crate::dim::Dim;
    #[pymodule_export]
    use crate::edits::{annotate, extract, fix, fold, infer_shapes, specialize};
    #[pymodule_export]
    use crate::facts::{FactTable, infer};
    #[pymodule_export]
    use crate::handle::{ModelHandle, open_model, read_model, read_ranges};
    #[pymodule_export]
    use crate::inspect::inspect;
    #[pymodule_export]
    use crate::model::{Editor, Elements, GraphRef, NodeIterator, NodeRef, Reader, ValueRef, edit};
    #[pymodule_export]
    use crate::op::{Query, attribute_kind, evaluate, query};
    #[pymodule_export]
    use crate::options::require_type;
    #[pymodule_export]
    use crate::show::{convert, diff, explain, one_line, print_model, rules, snapshot};

    use super::*;

    /// The version of the library.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
