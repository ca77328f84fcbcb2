//! Real models against stored runs, where they are there.

mod corpus;
mod ir_corpus;
mod node_cases;
#[path = "../common/shared.rs"]
mod shared;
