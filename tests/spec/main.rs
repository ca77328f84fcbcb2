//! Operators, rules and signatures compared with their specifications.

mod cases;
mod current;
mod measured_evaluation;
mod measured_reductions;
#[path = "../common/mutate.rs"]
mod mutate;
mod one_cause;
mod openvino_signatures;
mod operators;
#[path = "../common/operators_list.rs"]
mod operators_list;
mod python_examples;
mod registry;
mod rule_pages;
#[path = "../common/shared.rs"]
mod shared;
mod signatures;
mod spec_pages;
#[path = "../common/support.rs"]
mod support;
mod target_behaviors;
