//! Real models compared with recorded runs, if these are present.

mod corpus;
mod edits;
mod ir_corpus;
mod neutral_edits;
mod node_cases;
#[path = "../common/shared.rs"]
mod shared;
