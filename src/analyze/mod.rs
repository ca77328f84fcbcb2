//! Analysis: structure, conformance, inference, declarations.

pub(crate) mod facts;

pub use facts::FactStore;
