//! What the documents say is true.

mod contributing;
mod readme;
mod releasing;
mod spec_citations;
