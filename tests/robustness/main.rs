//! Any input produces a report, within bounds on time and memory.

mod allocations;
mod fold_hostile;
mod hostile;
mod ir_hostile;
#[path = "../common/mutate.rs"]
mod mutate;
mod mutations;
mod nesting;
mod proportion;
