//! Laws of all facts, operators and evaluations.

mod evaluate_cast;
mod evaluate_elementwise;
mod evaluation_laws;
mod expressions;
mod huge_sizes;
mod laws;
#[path = "../common/mutate.rs"]
mod mutate;
mod numbers;
mod operator_laws;
#[path = "../common/operators_list.rs"]
mod operators_list;
mod printed_expressions;
mod reduction_laws;
mod reduction_pairs;
mod reduction_values;
mod reductions;
mod strategies;
#[path = "../common/support.rs"]
mod support;
mod symbols;
