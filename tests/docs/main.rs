//! The documents agree with the code.

mod contributing;
mod layers;
mod limits;
mod operator_names;
mod public_api;
mod readme;
mod releasing;
mod security;
mod spec_citations;
