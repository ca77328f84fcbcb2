//! The native part of the Python module `shapewright`: types and calls of the library, without semantics of its own.

mod annotate;
mod check;
mod dim;
mod errors;
mod facts;
mod handle;
mod options;
mod run;

use pyo3::prelude::*;

/// The native part of shapewright.
#[pymodule]
mod _shapewright {
    #[pymodule_export]
    use crate::annotate::infer_shapes;
    #[pymodule_export]
    use crate::check::{Checked, check};
    #[pymodule_export]
    use crate::dim::Dim;
    #[pymodule_export]
    use crate::facts::{FactTable, infer};
    #[pymodule_export]
    use crate::handle::{ModelHandle, open_model, read_model};

    use super::*;

    /// The version of the library.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
