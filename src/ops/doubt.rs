//! What an error of a node makes uncertain about its outputs.
//!
//! The output of a faulty node may not be what its author intended. Nodes behind it, and declarations, agree with the
//! intention, so contradictions with them are consequences of the fault and are not reported again.

use crate::diagnostic::Diagnostic;
use crate::rule::Rule;
use crate::rules;

/// What is uncertain about a value because of a fault; each includes the ones before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) enum Doubt {
    /// Nothing.
    #[default]
    Nothing,
    /// Nothing, but an old writer recorded f32 for the f16 that it is, as it does for what is computed from it.
    RecordedPrecision,
    /// The dimensions, but not the rank.
    Dims,
    /// The shape.
    Shape,
    /// The type and the shape.
    Everything,
}

impl Doubt {
    /// The doubt that an error of a node casts on its outputs; none if all tools agree on them.
    pub(crate) fn of(finding: &Diagnostic) -> Doubt {
        if !finding.prevents_evaluation() {
            return Doubt::Nothing;
        }
        use rules::{
            axis_out_of_range, incompatible_shapes, invalid_attribute_value, invalid_body, invalid_input_value,
            mismatched_types, missing_attribute, missing_input, too_many_axes, type_not_allowed, unknown_attribute,
            wrong_attribute_kind, wrong_axes_rank, wrong_axes_type, wrong_input_count, wrong_input_rank,
        };
        const EVERYTHING: [&Rule; 8] = [
            &mismatched_types::RULE,
            &type_not_allowed::RULE,
            &wrong_axes_type::RULE,
            &wrong_attribute_kind::RULE,
            &missing_attribute::RULE,
            &missing_input::RULE,
            &wrong_input_count::RULE,
            &invalid_body::RULE,
        ];
        const SHAPE: [&Rule; 7] = [
            &axis_out_of_range::RULE,
            &too_many_axes::RULE,
            &wrong_axes_rank::RULE,
            &wrong_input_rank::RULE,
            &invalid_input_value::RULE,
            &invalid_attribute_value::RULE,
            &unknown_attribute::RULE,
        ];
        match &*finding.rule {
            rule if EVERYTHING.contains(&rule) => Doubt::Everything,
            rule if SHAPE.contains(&rule) => Doubt::Shape,
            rule if *rule == incompatible_shapes::RULE => Doubt::Dims,
            _ => Doubt::Nothing,
        }
    }

    /// Whether a finding of this rule may be a consequence of this doubt about an input.
    pub(crate) fn explains(self, rule: &Rule) -> bool {
        let least = match rule {
            rule if *rule == rules::incompatible_shapes::RULE => Doubt::Dims,
            rule if [&rules::wrong_input_rank::RULE, &rules::axis_out_of_range::RULE, &rules::too_many_axes::RULE]
                .contains(&rule) =>
            {
                Doubt::Shape
            }
            rule if [&rules::mismatched_types::RULE, &rules::type_not_allowed::RULE].contains(&rule) => {
                Doubt::Everything
            }
            _ => return false,
        };
        self >= least
    }
}
