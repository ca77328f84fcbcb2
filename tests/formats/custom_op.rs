//! The example of a custom operator works as documented.

#[path = "../../examples/custom_op.rs"]
#[allow(dead_code)] // its main prints what is compared here
mod example;

#[test]
fn the_example_infers_and_checks_its_operator() {
    insta::assert_snapshot!(example::report().join("\n"));
}
