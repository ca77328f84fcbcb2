//! Einsum: products of inputs, summed over the dimensions that are not in the output.

mod equation;
#[cfg(feature = "evaluate")]
mod evaluate;

use super::cost::{self, Cost};
use super::shape_checks;
use std::collections::{BTreeMap, HashSet};

use equation::{Equation, Grammar, Label, Term};

use super::broadcast::{self, Broadcast};
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved, binary};
use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::fact::Fact;
use crate::rules;
use crate::shape::Shape;
use crate::short_text::start_of;
use crate::tensor::{EvalError, Tensor};

/// A resolved Einsum.
#[derive(Clone, Debug)]
struct Einsum {
    /// The equation; `None` if it is absent or invalid.
    equation: Option<Equation>,
    /// Whether all ellipses stand for the same number of dimensions, and none is summed over.
    strict: bool,
}

impl Einsum {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let strict = cx.dialect() == Dialect::Onnx;
        let grammar = Grammar { spaces: strict, repeated: !strict };
        let equation = cx.text("equation").map(|text| (text, Equation::parse(text, grammar)));
        let equation = match equation {
            Some((text, Err(fault))) => {
                report(cx, &format!("attribute `equation` is {text:?}, which {fault}"), "correct the equation");
                None
            }
            Some((_, Ok(equation))) if equation.terms.len() != cx.input_count() => {
                let (terms, inputs) = (equation.terms.len(), cx.input_count());
                let message = format!(
                    "attribute `equation` has {}; expected one for each of the {}",
                    counted(terms, "term"),
                    counted(inputs, "input")
                );
                report(cx, &message, "set `equation` to one term per input, separated by commas");
                None
            }
            Some((_, equation)) => equation.ok(),
            None => None,
        };
        Resolved::operator(Einsum { equation, strict })
    }
}

/// OP105.
fn report(cx: &mut InferContext<'_>, message: &str, help: &'static str) {
    let place = cx.attribute_place("equation");
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
    cx.report(finding.help(help).data("attribute", "equation"));
}

/// The dimensions that the inputs determine for the labels.
#[derive(Default)]
struct Sizes {
    letters: BTreeMap<u8, Dim>,
    /// The dimensions that were merged for each letter: many terms may have the same.
    merged: HashSet<(u8, Dim)>,
    /// The broadcast shape of all ellipses, if there are any; of unknown rank if not all are known.
    ellipsis: Option<Shape>,
    /// The dimensions of each ellipsis.
    known: HashSet<Shape>,
}

impl Operator for Einsum {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let inputs: Vec<usize> = (0..cx.input_count()).collect();
        let element = binary::common_element(cx, &inputs);
        let shape = self.equation.as_ref().and_then(|equation| {
            let sizes = self.sizes(cx, &equation.terms);
            self.result(cx, equation.output.as_ref()?, &sizes)
        });
        let why = shape.is_none().then(|| cx.unknown_because("the equation does not determine the output"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(element, shape.unwrap_or(Shape::UNKNOWN)) });
    }

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        self.reads(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        self.compute(cx).map(|made| vec![made])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        self.products(cx)
    }
}

impl Einsum {
    /// For each combination of indices, one product less than there are inputs; nothing is said of the order in which a
    /// runtime multiplies more than two.
    fn products(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        let equation = self.equation.as_ref()?;
        let sizes = self.sizes(cx, &equation.terms);
        let ellipsis = sizes.ellipsis.map_or(Dim::exact(1), |shape| shape.num_elements());
        let indices = sizes.letters.values().fold(ellipsis, |n, dim| n.mul(dim));
        match equation.terms.len() as u64 {
            1 => Some(Cost::operations(indices)),
            terms => cost::products(indices.mul(&Dim::exact(terms.saturating_sub(1)))),
        }
    }

    fn sizes(&self, cx: &mut InferContext<'_>, terms: &[Term]) -> Sizes {
        let mut sizes = Sizes::default();
        for (input, term) in terms.iter().enumerate() {
            let ellipsis = term.contains(&Label::Ellipsis);
            let letters = term.len() - usize::from(ellipsis);
            let most = if ellipsis { usize::MAX } else { letters };
            let help = "use one letter per dimension in the term, or an ellipsis for the remaining dimensions";
            let shape = match shape_checks::rank(cx, input, letters..=most, help) {
                true => cx.shape(input),
                false => Shape::UNKNOWN,
            };
            self.term(cx, input, term, &shape, &mut sizes);
        }
        sizes
    }

    /// Adds the dimensions of one input.
    fn term(&self, cx: &mut InferContext<'_>, input: usize, term: &Term, shape: &Shape, sizes: &mut Sizes) {
        let Some(dims) = shape.dims() else {
            if term.contains(&Label::Ellipsis) {
                self.ellipsis(cx, input, &Shape::UNKNOWN, sizes);
            }
            for label in term {
                // The dimension may be 1, and then another input determines the size.
                if let Label::Letter(letter) = label {
                    self.letter(cx, input, *letter, &Dim::unknown(), sizes);
                }
            }
            return;
        };
        let covered = (dims.len() + 1).saturating_sub(term.len());
        let mut own: BTreeMap<u8, Dim> = BTreeMap::new();
        let mut at = 0;
        for label in term {
            match label {
                Label::Ellipsis => {
                    let these = dims.get(at..at + covered).unwrap_or_default();
                    self.ellipsis(cx, input, &Shape::from_dims(these.iter().cloned()), sizes);
                    at += covered;
                }
                Label::Letter(letter) => {
                    let Some(dim) = dims.get(at) else { break };
                    let diagonal = match own.get(letter) {
                        Some(before) => cx.unify(before, dim),
                        None => Some(dim.clone()),
                    };
                    if diagonal.is_none() {
                        report_clash(cx, input, *letter, &own[letter], dim);
                    }
                    own.insert(*letter, diagonal.unwrap_or(Dim::unknown()));
                    at += 1;
                }
            }
        }
        for (letter, dim) in own {
            self.letter(cx, input, letter, &dim, sizes);
        }
    }

    fn letter(&self, cx: &mut InferContext<'_>, input: usize, letter: u8, dim: &Dim, sizes: &mut Sizes) {
        if !sizes.merged.insert((letter, dim.clone())) {
            return;
        }
        let merged = match sizes.letters.get(&letter) {
            Some(before) => broadcast::stretched(cx, before, dim).unwrap_or_else(|| {
                report_clash(cx, input, letter, before, dim);
                Dim::unknown()
            }),
            None => dim.clone(),
        };
        sizes.letters.insert(letter, merged);
    }

    /// Broadcasts the dimensions of the ellipsis of one input with those of previous inputs.
    fn ellipsis(&self, cx: &mut InferContext<'_>, input: usize, shape: &Shape, sizes: &mut Sizes) {
        // Many inputs may have the same shape, which changes the result once.
        if !sizes.known.insert(shape.clone()) {
            return;
        }
        let Some(before) = sizes.ellipsis.take() else {
            sizes.ellipsis = Some(shape.clone());
            return;
        };
        let ranks = before.rank().zip(shape.rank());
        if self.strict && ranks.is_some_and(|(a, b)| a != b) {
            let message = format!(
                "the ellipsis of input {} stands for {}; expected {}, as in the inputs before it",
                cx.input_name(input),
                counted(shape.min_rank(), "dimension"),
                before.min_rank()
            );
            let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
            let finding = finding.note(format!(
                "{}: an ellipsis stands for the same number of dimensions in every term",
                cx.op_with_version()
            ));
            cx.report(finding.help("insert dimensions of size 1 into the input").data("dimensions", shape.min_rank()));
            sizes.ellipsis = Some(Shape::UNKNOWN);
            return;
        }
        // If all have the same rank, a known one determines it; an unknown dimension may be broadcast.
        let rank = before.rank().or(shape.rank()).filter(|_| self.strict);
        let [a, b] = [before, shape.clone()].map(|s| match rank {
            Some(rank) if s.rank().is_none() => Shape::of_rank(rank),
            _ => s,
        });
        let merged = broadcast::merged(&a, &b);
        if merged.is_some() {
            broadcast::require(cx, Broadcast::Numpy, &a, &b);
        }
        if merged.is_none() {
            let message = format!(
                "the ellipsis of input {} has shape {b}, which cannot be broadcast with {a}",
                cx.input_name(input)
            );
            let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
            cx.report(finding.help("make the sizes equal, or 1").data("shapes", [&a, &b].map(start_of).to_vec()));
        }
        sizes.ellipsis = Some(merged.unwrap_or(Shape::UNKNOWN));
    }

    fn result(&self, cx: &mut InferContext<'_>, output: &Term, sizes: &Sizes) -> Option<Shape> {
        let ellipsis = sizes.ellipsis.clone().unwrap_or_else(Shape::scalar);
        let kept = output.contains(&Label::Ellipsis);
        if !kept && self.strict && ellipsis.min_rank() > 0 {
            let message = "attribute `equation` has an ellipsis in an input but not in the output";
            report(cx, message, "add the ellipsis to the output, or use letters for dimensions to sum over");
            return None;
        }
        let letters = output.len() - usize::from(kept);
        if kept && ellipsis.rank().is_none() {
            return Some(Shape::with_min_rank(letters + ellipsis.min_rank()));
        }
        // An equation may have millions of letters, which are more than the limit `max_rank`.
        let most = cx.limits().max_rank;
        if letters > most {
            return Some(Shape::with_min_rank(letters));
        }
        let mut dims = Vec::with_capacity(output.len());
        for label in output {
            match label {
                Label::Ellipsis => dims.extend(ellipsis.dims().unwrap_or_default().iter().cloned()),
                Label::Letter(letter) => dims.push(sizes.letters.get(letter).cloned().unwrap_or(Dim::unknown())),
            }
        }
        Some(Shape::from_dims(dims))
    }
}

/// OP201: a letter stands for two different sizes.
fn report_clash(cx: &mut InferContext<'_>, input: usize, letter: u8, before: &Dim, dim: &Dim) {
    if cx.shapes_differ {
        // Another one of this node is not kept.
        let message = "a letter stands for two different sizes";
        return cx.report(Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message));
    }
    let (name, letter) = (cx.input_name(input), char::from(letter));
    let message = format!(
        "'{letter}' in the equation is {dim} in input {name}; expected {before}, its size in the inputs before it"
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
    let finding = finding.label(cx.shape(input));
    let finding = finding.help("give all dimensions of one letter the same size, or 1");
    cx.report(finding.data("letter", letter.to_string()).data("sizes", [&before, &dim].map(start_of).to_vec()));
}

const SIGNATURES: &[Signature] = &[Signature::since(7)
    .until(16)
    .inputs(&[FormalParameter::new("inputs", "T").variadic(1)])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[AttributeSpec::required("equation", AttributeKind::Text)])
    .variables(&[TypeVariable::tensors("T", TypeSet::NUMERIC)])];

pub(super) static OPERATORS: &[OperatorDef] =
    &[OperatorDef::onnx("Einsum", Einsum::resolve), OperatorDef::openvino("Einsum", SIGNATURES, Einsum::resolve)];
