//! `Model`: a model that is edited, with facts that follow.
//!
//! Graphs, nodes, and values are references that Python holds on to; every call looks them up under a lock, so that one
//! that was removed is an exception.

mod attributes;
mod constants;
mod edits;
mod node_iterator;
mod problem;
mod queries;
mod refs;
mod state;

pub use constants::Elements;
pub use edits::{Editor, edit};
pub use node_iterator::NodeIterator;
pub use queries::Reader;
pub use refs::{GraphRef, NodeRef, ValueRef};
