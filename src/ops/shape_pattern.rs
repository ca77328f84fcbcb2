//! Shapes as patterns of named dimensions: equal names denote equal sizes.
//!
//! A pattern is a list of terms, one per dimension; `scalar` has none, and an empty pattern matches anything.
//!
//! In an input pattern, a name is the same size wherever it occurs; `...` or `..name` matches any number of dimensions,
//! `?` any size, a number or `@attribute` that size, `3|4` either size. ` or ` separates alternatives of different rank.
//!
//! In an output pattern, a term is computed from names, numbers, `@attribute`, `$input` (the integer in an input; `$2.1`
//! is the second one of input 2) and `#input` (its number of elements) with `+ - * / ^` (`^` is the maximum), from left
//! to right.

use super::InferContext;
use super::diagnostics;
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::rules;
use crate::shape::Shape;

/// The sizes bound to the names of a node's patterns.
#[derive(Debug, Default)]
pub(crate) struct ShapeBindings {
    dims: Vec<BoundDim>,
    rests: Vec<(&'static str, Shape)>,
    /// Whether ONNX Runtime's implementation is the only specification.
    by_onnxruntime: bool,
}

/// A term of an input pattern, and the dimension that it matches.
#[derive(Debug)]
struct BoundDim {
    term: &'static str,
    dim: Dim,
    input: usize,
    axis: usize,
}

/// The terms of a pattern before and after its rest (`...`), if it has one.
struct Terms {
    before: Vec<&'static str>,
    rest: Option<&'static str>,
    after: Vec<&'static str>,
}

impl Terms {
    fn parse(pattern: &'static str) -> Terms {
        let all: Vec<&str> = pattern.split_whitespace().filter(|term| *term != "scalar").collect();
        let Some(at) = all.iter().position(|t| t.starts_with("..")) else {
            return Terms { before: all, rest: None, after: Vec::new() };
        };
        Terms { before: all[..at].to_vec(), rest: Some(all[at]), after: all[at + 1..].to_vec() }
    }

    fn alternatives(pattern: &'static str) -> impl Iterator<Item = Terms> {
        pattern.split(" or ").map(Terms::parse)
    }

    fn count(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// Whether a shape of this rank can match; of an unknown rank, the minimum.
    fn allows(&self, shape: &Shape) -> bool {
        match (shape.rank(), self.rest) {
            (Some(rank), Some(_)) => rank >= self.count(),
            (Some(rank), None) => rank == self.count(),
            (None, Some(_)) => true,
            (None, None) => shape.min_rank() <= self.count(),
        }
    }
}

impl ShapeBindings {
    /// Matches these inputs; reports ranks and sizes that do not fit (OP203, OP201).
    pub(crate) fn read(cx: &mut InferContext<'_>, inputs: &[(usize, &'static str)]) -> ShapeBindings {
        let mut bindings = ShapeBindings::default();
        for (input, pattern) in inputs {
            bindings.add(cx, *input, pattern);
        }
        bindings
    }

    /// As [`ShapeBindings::read`], one pattern per input, of an operator that only ONNX Runtime defines.
    pub(crate) fn read_onnxruntime(cx: &mut InferContext<'_>, patterns: &[&'static str]) -> ShapeBindings {
        let mut bindings = ShapeBindings { by_onnxruntime: true, ..ShapeBindings::default() };
        for (input, pattern) in patterns.iter().enumerate() {
            bindings.add(cx, input, pattern);
        }
        bindings
    }

    /// Matches one more input, if it is present.
    pub(crate) fn add(&mut self, cx: &mut InferContext<'_>, input: usize, pattern: &'static str) {
        if pattern.is_empty() || !cx.has_input(input) {
            return;
        }
        let shape = cx.shape(input);
        let Some(terms) = Terms::alternatives(pattern).find(|terms| terms.allows(&shape)) else {
            return self.wrong_rank(cx, input, pattern);
        };
        let Some(dims) = shape.dims() else {
            // With an unknown rank, only the rest can be bound, where there are no alternatives.
            if let (Some(rest), None) = (terms.rest, Terms::alternatives(pattern).nth(1)) {
                let min_rank = shape.min_rank().saturating_sub(terms.count());
                self.bind_rest(cx, input, rest, Shape::with_min_rank(min_rank));
            }
            return;
        };
        let (front, back) = (terms.before.len(), dims.len() - terms.after.len());
        let axes = (0..front).chain(back..dims.len());
        for (axis, term) in axes.zip(terms.before.iter().chain(&terms.after)) {
            self.bind(cx, BoundDim { term, dim: dims[axis].clone(), input, axis });
        }
        if let Some(rest) = terms.rest {
            self.bind_rest(cx, input, rest, Shape::from_dims(dims[front..back].iter().cloned()));
        }
    }

    fn bind_rest(&mut self, cx: &mut InferContext<'_>, input: usize, name: &'static str, shape: Shape) {
        let Some((_, known)) = self.rests.iter_mut().find(|(n, _)| *n == name) else {
            return self.rests.push((name, shape));
        };
        match known.meet(&shape) {
            Some(both) => *known = both,
            None => {
                let (name, known) = (cx.input_name(input), known.clone());
                let message =
                    format!("leading dimensions of input {name} are {shape}; expected {known}, as in other inputs");
                let finding = mismatch(cx, input, message);
                cx.report(finding.help("make the dimensions the same size in all inputs that share them"));
            }
        }
    }

    fn bind(&mut self, cx: &mut InferContext<'_>, mut new: BoundDim) {
        if new.term == "?" {
            return;
        }
        if new.term.contains('|') {
            if !new.term.split('|').filter_map(|size| size.parse().ok()).any(|size| new.dim.contains(size)) {
                wrong_size(cx, &new, &new.term.replace('|', " or "));
            }
            return;
        }
        if new.term.starts_with(|c: char| c == '@' || c.is_ascii_digit()) {
            let size = self.term(cx, new.term);
            match cx.unify(&size, &new.dim) {
                Some(dim) => new.dim = dim,
                None => return wrong_size(cx, &new, &size.to_string()),
            }
        }
        let Some(at) = self.dims.iter().position(|seen| seen.term == new.term) else {
            return self.dims.push(new);
        };
        match cx.unify(&self.dims[at].dim, &new.dim) {
            Some(dim) => self.dims[at].dim = dim,
            None => {
                differs(cx, &self.dims[at], &new);
                // With two different sizes, neither is certain; where no specification says so, the first is kept.
                if !self.by_onnxruntime {
                    self.dims[at].dim = Dim::unknown();
                }
            }
        }
    }

    /// The size bound to this name; unknown if no input binds it.
    pub(crate) fn get(&self, name: &str) -> Dim {
        self.dims.iter().find(|seen| seen.term == name).map_or_else(Dim::unknown, |seen| seen.dim.clone())
    }

    /// The shape of an output; unknown for an empty pattern.
    pub(crate) fn shape(&self, cx: &InferContext<'_>, pattern: &'static str) -> Shape {
        if pattern.is_empty() {
            return Shape::UNKNOWN;
        }
        let terms = Terms::parse(pattern);
        let rest = match terms.rest {
            None => Shape::scalar(),
            Some(name) => self.rests.iter().find(|(n, _)| *n == name).map_or(Shape::UNKNOWN, |(_, s)| s.clone()),
        };
        let Some(rest) = rest.dims() else { return Shape::with_min_rank(rest.min_rank() + terms.count()) };
        let sizes = |terms: &[&'static str]| terms.iter().map(|term| self.expression(cx, term)).collect::<Vec<_>>();
        Shape::from_dims([sizes(&terms.before), rest.to_vec(), sizes(&terms.after)].concat())
    }

    fn expression(&self, cx: &InferContext<'_>, text: &'static str) -> Dim {
        let operators = ['+', '-', '*', '/', '^'];
        let end = |text: &str| text.find(operators).unwrap_or(text.len());
        let (first, mut rest) = text.split_at(end(text));
        let mut value = self.term(cx, first);
        while let Some(operator) = rest.chars().next() {
            let (term, after) = rest[1..].split_at(end(&rest[1..]));
            let by = self.term(cx, term);
            rest = after;
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
    fn term(&self, cx: &InferContext<'_>, term: &str) -> Dim {
        if let Some(attribute) = term.strip_prefix('@') {
            let known = cx.int(attribute).filter(|_| !cx.has_unknown_value(attribute));
            return known.and_then(|n| u64::try_from(n).ok()).map_or(Dim::unknown(), Dim::exact);
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
        term.parse().map_or_else(|_| self.get(term), Dim::exact)
    }

    /// OP203.
    fn wrong_rank(&self, cx: &mut InferContext<'_>, input: usize, pattern: &'static str) {
        let ranks = Terms::alternatives(pattern).map(|terms| match terms.rest {
            None => terms.count().to_string(),
            Some(_) => format!("at least {}", terms.count()),
        });
        let finding = diagnostics::invalid_rank(cx, input, ranks.collect::<Vec<_>>().join(" or "));
        let finding = match self.by_onnxruntime {
            true => finding.note(format!("ONNX Runtime rejects other ranks for this input of {}", cx.op_type())),
            false => finding,
        };
        let shapes = pattern.split(" or ").map(|terms| format!("[{}]", terms.replace(' ', ", ")));
        cx.report(match pattern {
            "scalar" => finding.help("squeeze the input to a scalar"),
            _ => finding.help(format!("reshape the input to {}", shapes.collect::<Vec<_>>().join(" or "))),
        });
    }
}

/// OP201, to be completed.
fn mismatch(cx: &InferContext<'_>, input: usize, message: String) -> Diagnostic {
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
    finding.label(cx.shape(input))
}

/// OP201: a dimension has none of the valid sizes.
fn wrong_size(cx: &mut InferContext<'_>, new: &BoundDim, valid: &str) {
    let message =
        format!("dimension {} of input {} is {}; expected {valid}", new.axis, cx.input_name(new.input), new.dim);
    let finding = mismatch(cx, new.input, message).help(format!("set the size of the dimension to {valid}"));
    cx.report(finding.data("dimension", new.axis).data("size", new.dim.to_string()));
}

/// OP201: two dimensions of the same name differ.
fn differs(cx: &mut InferContext<'_>, seen: &BoundDim, new: &BoundDim) {
    let message = format!(
        "dimension {} of input {} is {}; expected {}, as dimension {} of input {} (both are `{}`)",
        new.axis,
        cx.input_name(new.input),
        new.dim,
        seen.dim,
        seen.axis,
        cx.input_name(seen.input),
        new.term,
    );
    let finding = mismatch(cx, new.input, message);
    let finding = finding.related(cx.input_place(seen.input), cx.shape(seen.input));
    let finding = finding.help("make the two dimensions the same size");
    cx.report(finding.data("dimension", new.axis).data("size", new.dim.to_string()));
}
