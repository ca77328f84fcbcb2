//! What an error of a node makes uncertain about its outputs.
//!
//! The output of a faulty node is not what the author intended. Facts that follow from the fault would contradict
//! declarations and other nodes, and one fault would be reported many times.

use crate::diagnostic::Diagnostic;
use crate::fact::{Fact, KnownValue, ValueType};
use crate::rule::Rule;
use crate::rules;
use crate::shape::Shape;

/// What is uncertain about the outputs of a faulty node; each includes the ones before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) enum Doubt {
    /// Nothing: the fault has no influence on the outputs, or everybody agrees on them.
    #[default]
    Nothing,
    /// The dimensions, but not the rank.
    Dims,
    /// The shape.
    Shape,
    /// The type and the shape.
    Everything,
}

impl Doubt {
    /// The doubt that an error casts.
    pub(crate) fn of(finding: &Diagnostic) -> Doubt {
        use rules::{
            axis_out_of_range, incompatible_shapes, invalid_attribute_value, invalid_body, invalid_input_value,
            mismatched_types, missing_attribute, missing_input, too_many_axes, wrong_attribute_kind, wrong_axes_rank,
            wrong_input_count, wrong_input_rank,
        };
        let is_any = |rules: &[&Rule]| rules.contains(&finding.rule);
        if !finding.prevents_evaluation() {
            return Doubt::Nothing;
        }
        let everything = [
            &mismatched_types::RULE,
            &wrong_attribute_kind::RULE,
            &missing_attribute::RULE,
            &missing_input::RULE,
            &wrong_input_count::RULE,
            &invalid_body::RULE,
        ];
        let shape = [
            &axis_out_of_range::RULE,
            &too_many_axes::RULE,
            &wrong_axes_rank::RULE,
            &wrong_input_rank::RULE,
            &invalid_input_value::RULE,
            &invalid_attribute_value::RULE,
        ];
        match () {
            () if is_any(&everything) => Doubt::Everything,
            () if is_any(&shape) => Doubt::Shape,
            () if is_any(&[&incompatible_shapes::RULE]) => Doubt::Dims,
            () => Doubt::Nothing,
        }
    }

    /// Whether a rule compares the shapes of inputs, so that one wrong shape suffices for a finding.
    pub(crate) fn compares_shapes(rule: &Rule) -> bool {
        [&rules::incompatible_shapes::RULE, &rules::wrong_input_rank::RULE].contains(&rule)
    }

    /// The fact without what is uncertain.
    pub(crate) fn weaken(self, fact: Fact) -> Fact {
        let ty = match (self, fact.ty) {
            (Doubt::Nothing, ty) => return Fact { ty, ..fact },
            (Doubt::Dims, ValueType::Tensor(t)) if t.shape.rank().is_some() => {
                let rank = t.shape.rank().unwrap_or_default();
                ValueType::tensor(t.element, Shape::of_rank(rank))
            }
            (Doubt::Dims | Doubt::Shape, ValueType::Tensor(t)) => ValueType::tensor(t.element, Shape::UNKNOWN),
            (Doubt::Dims | Doubt::Shape, ty) => ty,
            (Doubt::Everything, _) => ValueType::Unknown,
        };
        Fact { ty, value: KnownValue::Unknown, ..fact }
    }
}
