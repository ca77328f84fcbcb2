//! Evaluation: computes the elements of values whose inputs are known.
//!
//! A node is resolved and inferred from its input tensors, so that its output types are exact before anything is
//! computed. The budget is checked against these types before the resolved operator computes.

mod budget;
mod cone;
mod live;
mod node;

pub(crate) use budget::{Budget, resident_bytes};
pub use cone::evaluate;
pub(crate) use live::LiveValues;
pub(crate) use node::NodeEvaluator;
