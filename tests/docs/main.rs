//! What the documents say is true.

mod contributing;
mod layers;
mod operator_names;
mod readme;
mod releasing;
mod spec_citations;
