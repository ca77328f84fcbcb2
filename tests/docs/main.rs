//! What the documents say is true.

mod contributing;
mod layers;
mod readme;
mod releasing;
mod spec_citations;
