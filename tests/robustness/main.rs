//! Any input produces a report, within bounds on time and memory.

mod allocations;
#[path = "../common/checks/mod.rs"]
mod checks;
mod counted;
mod crossed;
mod data_files;
mod differences;
mod fold_hostile;
mod format_mutations;
mod found;
mod fuzz_seeds;
mod hostile;
mod ir_hostile;
mod line_diffs;
mod linear_edits;
#[path = "../common/mutate.rs"]
mod mutate;
mod mutations;
mod nesting;
#[path = "../spec/operators/notation.rs"]
#[allow(dead_code)] // the seeds need a part of it
mod notation;
mod peaks;
mod proportion;
mod record_memory;
#[path = "../common/seeds.rs"]
mod seeds;
mod stack;
#[path = "../common/token_mutate.rs"]
mod token_mutate;
#[path = "../common/wire_mutate.rs"]
mod wire_mutate;
