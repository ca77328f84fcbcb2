//! All rules. Each rule has its own file, with its page next to it.
//!
//! A rule is data: a code that is never reused, a name that reads well after "allow", a category, a level for each
//! dialect, and a page whose examples are tests. The check lives where the problem is detected: in the reader, in the
//! pass, or in the operator's file. A rule that is reported from several of these builds its finding in its own file.

pub use crate::rule::{Category, LevelReason, Lifecycle, RemovedRule, Rule, RuleRef};
use crate::suggest;

/// Returns the rule with this code (in any case) or name (case-sensitive), or `None` if there is none.
pub fn lookup(code_or_name: &str) -> Option<&'static Rule> {
    let mut rules = RULES.iter().chain(TEST_RULES).copied();
    rules.find(|rule| is_named(rule, code_or_name))
}

/// Whether a rule has this code (in any case) or name (case-sensitive).
pub(crate) fn is_named(rule: &Rule, code_or_name: &str) -> bool {
    rule.code().eq_ignore_ascii_case(code_or_name) || rule.name() == code_or_name
}

/// Rules in stages that no rule is in yet. Only unit tests have them.
#[cfg(not(test))]
const TEST_RULES: &[&Rule] = &[];
#[cfg(test)]
const TEST_RULES: &[&Rule] = &[&crate::rule::tests::PREVIEW, &crate::rule::tests::DEPRECATED];

/// Codes and names that no longer exist, sorted by code.
#[cfg(not(test))]
pub static REMOVED: &[RemovedRule] = &[];

/// An entry for tests, as long as there is no real one.
#[cfg(test)]
pub static REMOVED: &[RemovedRule] = &[RemovedRule {
    code: "OP199",
    name: "old-name",
    version: "0.2.0",
    explanation: "no runtime accepts such a model",
    replacement: Some("OP103"),
}];

/// Returns what is known of a code (in any case) or name (case-sensitive) that no longer exists.
pub fn lookup_removed(code_or_name: &str) -> Option<&'static RemovedRule> {
    REMOVED.iter().find(|r| {
        let is_code = r.code.eq_ignore_ascii_case(code_or_name) && lookup(r.code).is_none();
        is_code || r.name == code_or_name
    })
}

/// Returns the code or name closest to a misspelled one.
pub(crate) fn suggest(text: &str) -> Option<&'static str> {
    suggest::nearest(text, RULES.iter().flat_map(|rule| [rule.code, rule.name]))
}

/// Declares the modules of rules and lists the rules.
macro_rules! rules {
    ($($module:ident)*) => {
        $(pub(crate) mod $module;)*

        /// Every rule, sorted by code.
        pub static RULES: &[&Rule] = &[$(&$module::RULE,)*];
    };
}

// To add a rule, create its file and its page, and add its name here, in the order of the codes.
rules! {
    unreadable_model
    truncated_model
    git_lfs_pointer
    missing_weights
    weights_out_of_bounds
    unsafe_weights_path
    foreign_format
    unknown_ir_version
    trailing_bytes
    malformed_record
    limit_exceeded
    invalid_utf8
    missing_opset_import
    duplicate_opset_import
    unknown_opset_version
    invalid_opset_version
    duplicate_metadata_key
    unexpected_opset_import
    invalid_external_data
    stray_text
    not_well_formed
    repeated_section
    unusual_spelling
    invalid_precision
    invalid_dim
    sloppy_number
    missing_xml_attribute
    invalid_id
    duplicate_port_id
    oversized_constant
    unknown_element
    invalid_metadata
    invalid_string_constant
    example_value_mismatch
    wrong_opset_import
    syntax_error
    missing_text_header
    unused_option
    duplicate_function
    undeclared_parameter
    undefined_value
    cycle
    duplicate_name
    unsorted_nodes
    duplicate_value
    missing_graph_output
    undefined_graph_output
    initializer_not_input
    dead_node
    unused_initializer
    unknown_value_declared
    conflicting_declarations
    unnamed_graph
    incomplete_declaration
    duplicate_edge
    dangling_edge
    duplicate_layer_id
    recursive_function
    unpaired_variable
    bodies_too_deep
    dangling_annotation
    unknown_operator
    wrong_input_count
    axis_out_of_range
    duplicate_axis
    unknown_attribute
    invalid_attribute_value
    wrong_axes_type
    wrong_axes_rank
    too_many_axes
    missing_attribute
    wrong_attribute_kind
    duplicate_attribute
    wrong_output_count
    operator_not_in_opset
    deprecated_operator
    missing_input
    unknown_domain
    unusual_attribute_form
    runtime_operator
    incompatible_shapes
    invalid_input_value
    wrong_input_rank
    invalid_body
    foldable_subgraph
    duplicate_weights
    no_op_node
    overridable_initializer
    subnormal_weights
    reduction_of_one
    opset_ir_pair
    wide_integers
    float64
    target_opset
    target_operator
    target_type
    target_difference
    declared_shape_mismatch
    symbol_conflict
    negative_dim
    broken_contract
    reduce_over_empty
    unknown_shape
    unnamed_node
    unused_opset_import
    no_producer
    unusual_name
    default_attribute
    unused_suppression
    nan_weights
    baked_batch_size
    unused_input
    constant_output
    constant_condition
    training_mode
    random_operator
    unbound_symbol
    symbols_are_equal
    filled_weights
    misdeclared_symbol
    invalid_tensor_shape
    unknown_element_type
    wrong_tensor_field
    wrong_tensor_length
    tensor_value_out_of_range
    segmented_tensor
    invalid_sparse_tensor
    type_not_allowed
    mismatched_types
    declared_type_mismatch
    recorded_input_mismatch
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_sees_nothing_that_only_a_test_reads() {
        for rule in RULES {
            assert!(rule.source.contains("<!-- test: ") || ["FM011", "GR120"].contains(&rule.code), "{rule:?}");
            let page = rule.page();
            let hidden = ["<!-- test", "```findings", "```bin", "```hex", "```xml-bytes", "\n\n\n"];
            assert!(hidden.iter().all(|text| !page.contains(text)), "{rule:?}: {page}");
        }
    }
}
