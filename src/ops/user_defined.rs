//! Operators of which only is known that outputs have the type and shape of inputs.

use super::InferContext;
use crate::fact::Fact;

/// Sets the outputs, by pairs of an output and the input whose type and shape it has.
pub(super) fn copy(copies: &[(usize, usize)], cx: &mut InferContext<'_>) {
    for index in 0..cx.output_count() {
        match copies.iter().find(|(output, _)| *output == index) {
            Some(&(_, input)) if cx.has_input(input) => {
                let like = cx.input(input);
                // The elements differ.
                let fact = Fact {
                    unknown_reason: cx.unknown_reason(input),
                    provenance: like.provenance,
                    ..Fact::from(like.ty.clone())
                };
                cx.set(index, fact);
            }
            Some((_, input)) => {
                let why = cx.unknown_because(format!("it has the type of input {input}, which is omitted"));
                cx.set_unknown(index, None, why);
            }
            None => {
                let why = cx.unknown_because("the configuration does not declare this output");
                cx.set_unknown(index, None, why);
            }
        }
    }
}
