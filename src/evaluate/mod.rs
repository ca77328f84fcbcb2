//! Evaluation: the elements of values whose inputs are known.
//!
//! A node is resolved and inferred with what is known of its input tensors, so that its output types are exact before
//! anything is computed; the budget is checked against them, and only then the resolved operator computes.

mod budget;
mod cone;
mod node;

pub(crate) use budget::Budget;
pub use cone::evaluate;
pub(crate) use node::NodeEvaluator;
