//! Operators from a configuration file, which declares only that outputs have the type and shape of inputs.

use super::{InferContext, Operator, Resolved};
use crate::fact::Fact;

/// Pairs of an output and the input whose type and shape it has.
#[derive(Debug)]
struct Copies(&'static [(usize, usize)]);

impl Operator for Copies {
    fn infer(&self, cx: &mut InferContext<'_>) {
        for index in 0..cx.output_count() {
            match self.0.iter().find(|(output, _)| *output == index) {
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
}

pub(crate) fn resolve(copies: &'static [(usize, usize)]) -> Resolved {
    Resolved::operator(Copies(copies))
}
