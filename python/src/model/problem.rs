//! Why a call is refused.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shapewright::EvalError;
use shapewright::graph::EditError;

use crate::errors;

/// Why a call is refused. It becomes an exception once the model is unlocked.
pub enum Problem {
    Edit(EditError),
    /// Elements of a constant cannot be read.
    Elements(EvalError),
    /// A removed node, value, or graph.
    Removed(String),
    /// A graph, node, or value of another model.
    Foreign(&'static str),
    Missing(String),
    /// Another thread is in a transaction.
    Busy,
    /// The library panicked, here or in an earlier call.
    Internal,
}

impl From<EditError> for Problem {
    fn from(error: EditError) -> Problem {
        Problem::Edit(error)
    }
}

impl Problem {
    /// The exception.
    pub fn raise(self, py: Python<'_>) -> PyErr {
        let message = match self {
            Problem::Edit(error) => in_python(error),
            Problem::Elements(error) => error.to_string(),
            Problem::Removed(what) => format!("{what} was removed from the model"),
            Problem::Foreign(what) => {
                return PyValueError::new_err(format!("the {what} belongs to another model"));
            }
            Problem::Missing(message) => message,
            Problem::Busy => "another thread is in a transaction of the model; wait until it ends".to_owned(),
            Problem::Internal => return errors::internal(py),
        };
        errors::model(py, message, None)
    }
}

/// The message of an error, with the names that Python has for what repairs it.
fn in_python(error: EditError) -> String {
    match error {
        EditError::NameTaken(name) => {
            format!("the name `{name}` is taken; `model.unique_name({name:?})` makes one that is not")
        }
        EditError::MissingImport(domain) => format!(
            "the model imports no operator set of domain `{domain}`; import it with `model.opsets[{domain:?}] = 1`"
        ),
        error => error.to_string().replace("`Model::add_body`", "`node.add_body`"),
    }
}
