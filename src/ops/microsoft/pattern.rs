//! Shapes as patterns of named dimensions, for operators that their input shapes describe completely.
//!
//! A pattern is a list of terms, one per dimension. In an input pattern, a name is the same size wherever it occurs;
//! `...` or `..name` matches any number of dimensions, `?` any size, a number or `@attribute` that size; `|` separates
//! alternatives of different rank, and an empty pattern matches anything. In an output pattern, a term is computed from
//! names, numbers, `@attribute`, `$input` (the integer in an input; `$2.1` is the second one of input 2) and `#input`
//! (its number of elements) with `+ - * / ^` (`^` is the maximum), from left to right.

use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::ops::diagnostics;
use crate::ops::signature::{FormalType, Signature};
use crate::ops::{InferContext, Operator, Resolved};
use crate::rules;
use crate::shape::Shape;

/// The patterns of an operator's inputs and outputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern {
    inputs: &'static [&'static str],
    outputs: &'static [&'static str],
}

impl Pattern {
    pub(crate) fn resolve(inputs: &'static [&'static str], outputs: &'static [&'static str]) -> Resolved {
        Resolved::operator(Pattern { inputs, outputs })
    }
}

impl Operator for Pattern {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let names = Names::read(cx, self.inputs);
        for (output, pattern) in self.outputs.iter().enumerate() {
            let shape = names.shape(cx, pattern);
            cx.set_tensor(output, element(cx, output), shape);
        }
    }
}

/// The element type of an output in the signature: that of an input with the same type variable, or the only valid one.
pub(crate) fn element(cx: &InferContext<'_>, output: usize) -> Option<ElementType> {
    let signature = cx.signature?;
    let formal = Signature::formal(signature.outputs, output)?;
    if let FormalType::Variable(variable) = formal.ty {
        let same = |index: &usize| {
            let input = Signature::formal(signature.inputs, *index);
            input.is_some_and(|f| matches!(f.ty, FormalType::Variable(v) if v == variable))
        };
        if let Some(element) = (0..cx.input_count()).filter(same).find_map(|index| cx.element(index)) {
            return Some(element);
        }
    }
    let mut allowed = signature.allowed(formal).tensor.iter();
    allowed.next().filter(|_| allowed.next().is_none())
}

/// The sizes bound to the names of a pattern, each with the input that bound it.
#[derive(Debug, Default)]
pub(crate) struct Names {
    dims: Vec<(&'static str, Dim, usize)>,
    rests: Vec<(&'static str, Shape)>,
}

/// The terms of a pattern before and after its rest (`...`), if it has one.
struct Terms {
    before: Vec<&'static str>,
    rest: Option<&'static str>,
    behind: Vec<&'static str>,
}

impl Terms {
    fn of(pattern: &'static str) -> Terms {
        let all: Vec<&str> = pattern.split_whitespace().collect();
        let Some(at) = all.iter().position(|t| t.starts_with("..")) else {
            return Terms { before: all, rest: None, behind: Vec::new() };
        };
        Terms { before: all[..at].to_vec(), rest: Some(all[at]), behind: all[at + 1..].to_vec() }
    }

    fn count(&self) -> usize {
        self.before.len() + self.behind.len()
    }

    fn allows(&self, rank: usize) -> bool {
        if self.rest.is_some() { rank >= self.count() } else { rank == self.count() }
    }
}

impl Names {
    /// Matches the inputs against their patterns; reports mismatches (OP203, OP201).
    pub(crate) fn read(cx: &mut InferContext<'_>, patterns: &'static [&'static str]) -> Names {
        let mut names = Names::default();
        for (input, pattern) in patterns.iter().enumerate() {
            if !pattern.is_empty() && cx.has_input(input) {
                names.bind(cx, input, pattern);
            }
        }
        names
    }

    fn bind(&mut self, cx: &mut InferContext<'_>, input: usize, pattern: &'static str) {
        let shape = cx.shape(input);
        let mut ways = pattern.split('|').map(Terms::of);
        let Some(dims) = shape.dims() else {
            // With an unknown rank, only a pattern that is a rest alone can be bound.
            if let (Some(Terms { rest: Some(rest), before, behind }), None) = (ways.next(), ways.next()) {
                let least = shape.min_rank().saturating_sub(before.len() + behind.len());
                self.rest(cx, input, rest, Shape::with_min_rank(least));
            }
            return;
        };
        let Some(terms) = ways.find(|terms| terms.allows(dims.len())) else {
            return wrong_rank(cx, input, pattern);
        };
        let (front, back) = (terms.before.len(), dims.len() - terms.behind.len());
        let fixed = terms.before.iter().zip(dims).chain(terms.behind.iter().zip(&dims[back..]));
        for (term, dim) in fixed {
            self.dim(cx, input, term, dim);
        }
        if let Some(rest) = terms.rest {
            self.rest(cx, input, rest, Shape::from_dims(dims[front..back].iter().cloned()));
        }
    }

    fn rest(&mut self, cx: &mut InferContext<'_>, input: usize, name: &'static str, shape: Shape) {
        let Some((_, known)) = self.rests.iter_mut().find(|(n, _)| *n == name) else {
            return self.rests.push((name, shape));
        };
        match known.meet(&shape) {
            Some(both) => *known = both,
            None => {
                let (name, known) = (cx.input_name(input), known.clone());
                let message =
                    format!("leading dimensions of input {name} are {shape}; expected {known}, as in other inputs");
                mismatch(cx, input, message);
            }
        }
    }

    fn dim(&mut self, cx: &mut InferContext<'_>, input: usize, term: &'static str, dim: &Dim) {
        if term == "?" {
            return;
        }
        let fixed = term.starts_with(|c: char| c == '@' || c.is_ascii_digit());
        let (known, other) = match self.dims.iter().find(|(name, ..)| *name == term) {
            Some((_, known, other)) => (known.clone(), Some(*other)),
            None if fixed => (self.term(cx, term), None),
            None => return self.dims.push((term, dim.clone(), input)),
        };
        if let Some(both) = cx.unify(&known, dim) {
            self.dims.retain(|(name, ..)| *name != term);
            return self.dims.push((term, both, other.unwrap_or(input)));
        }
        let name = cx.input_name(input);
        let demanded = match other {
            Some(other) if other != input => format!("{known}, as in input {}", cx.input_name(other)),
            _ => known.to_string(),
        };
        mismatch(cx, input, format!("dimension `{term}` of input {name} is {dim}; expected {demanded}"));
    }

    /// The shape of an output.
    pub(crate) fn shape(&self, cx: &InferContext<'_>, pattern: &'static str) -> Shape {
        if pattern.is_empty() {
            return Shape::UNKNOWN;
        }
        if pattern == "scalar" {
            return Shape::scalar();
        }
        let terms = Terms::of(pattern);
        let rest = match terms.rest {
            None => Shape::scalar(),
            Some(name) => self.rests.iter().find(|(n, _)| *n == name).map_or(Shape::UNKNOWN, |(_, s)| s.clone()),
        };
        let Some(rest) = rest.dims() else { return Shape::with_min_rank(rest.min_rank() + terms.count()) };
        let of = |terms: &[&'static str]| terms.iter().map(|term| self.expression(cx, term)).collect::<Vec<_>>();
        Shape::from_dims([of(&terms.before), rest.to_vec(), of(&terms.behind)].concat())
    }

    fn expression(&self, cx: &InferContext<'_>, text: &'static str) -> Dim {
        let operators = ['+', '-', '*', '/', '^'];
        let end = |text: &str| text.find(operators).unwrap_or(text.len());
        let (first, mut rest) = text.split_at(end(text));
        let mut value = self.term(cx, first);
        while let Some(operator) = rest.chars().next() {
            let (term, behind) = rest[1..].split_at(end(&rest[1..]));
            let by = self.term(cx, term);
            rest = behind;
            value = match operator {
                '+' => value.add(&by),
                '-' => value.sub(&by),
                '*' => value.mul(&by),
                '/' => value.floor_div(&by),
                _ => value.max(&by),
            };
        }
        value
    }

    /// The size of a term.
    pub(crate) fn term(&self, cx: &InferContext<'_>, term: &str) -> Dim {
        let size = |n: u64| Dim::exact(n);
        if let Some(attribute) = term.strip_prefix('@') {
            let known = cx.int(attribute).filter(|_| !cx.is_unbound(attribute));
            return known.and_then(|n| u64::try_from(n).ok()).map_or(Dim::unknown(), size);
        }
        if let Some(input) = term.strip_prefix('#') {
            return input.parse().map_or(Dim::unknown(), |input| cx.shape(input).num_elements());
        }
        if let Some(place) = term.strip_prefix('$') {
            let (input, at) = place.split_once('.').unwrap_or((place, "0"));
            let (Ok(input), Ok(at)) = (input.parse(), at.parse::<usize>()) else { return Dim::unknown() };
            let int = cx.elements(input).and_then(|e| e.ints().and_then(|ints| ints.get(at).cloned()));
            return int.and_then(|int| int.to_dim()).unwrap_or(Dim::unknown());
        }
        if let Ok(number) = term.parse() {
            return size(number);
        }
        self.dims.iter().find(|(name, ..)| *name == term).map_or(Dim::unknown(), |(_, dim, _)| dim.clone())
    }
}

/// OP203.
fn wrong_rank(cx: &mut InferContext<'_>, input: usize, pattern: &'static str) {
    let ranks = pattern.split('|').map(Terms::of).map(|terms| match terms.rest {
        None => terms.count().to_string(),
        Some(_) => format!("at least {}", terms.count()),
    });
    let finding = diagnostics::invalid_rank(cx, input, ranks.collect::<Vec<_>>().join(" or "));
    let finding = finding.note(format!("ONNX Runtime rejects other ranks for this input of {}", cx.op_type()));
    cx.report(finding.help("reshape the input to the expected rank"));
}

/// OP201.
fn mismatch(cx: &mut InferContext<'_>, input: usize, message: String) {
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
    let finding = finding.label(cx.shape(input).to_string());
    cx.report(finding.help("make the dimension the same size in all inputs that share it"));
}
