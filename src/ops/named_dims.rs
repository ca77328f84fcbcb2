//! Dimensions that a specification names: equal names denote equal sizes.

use super::InferContext;
use super::diagnostics;
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::rules;
use crate::shape::Shape;

/// The sizes bound to the dimension names of an operator's specification.
///
/// A pattern names the dimensions of an input, as in `"batch boxes 4"`; a number denotes that size, `_` any size, and
/// `1|4` either of these.
#[derive(Debug, Default)]
pub(crate) struct NamedDims {
    seen: Vec<Seen>,
}

#[derive(Debug)]
struct Seen {
    name: &'static str,
    dim: Dim,
    input: usize,
    axis: usize,
}

impl NamedDims {
    /// Matches these inputs; reports ranks and sizes that do not fit.
    pub(crate) fn read(cx: &mut InferContext<'_>, inputs: &[(usize, &'static str)]) -> NamedDims {
        let mut dims = NamedDims::default();
        for (input, pattern) in inputs {
            dims.add(cx, *input, pattern);
        }
        dims
    }

    /// Matches one more input, if it is present.
    pub(crate) fn add(&mut self, cx: &mut InferContext<'_>, input: usize, pattern: &'static str) {
        let names: Vec<&'static str> = pattern.split_whitespace().collect();
        let shape = cx.shape(input);
        if shape.min_rank() > names.len() || shape.rank().is_some_and(|rank| rank != names.len()) {
            return NamedDims::wrong_rank(cx, input, &names);
        }
        for (axis, (dim, name)) in shape.dims().unwrap_or_default().iter().zip(names).enumerate() {
            self.bind(cx, Seen { name, dim: dim.clone(), input, axis });
        }
    }

    fn bind(&mut self, cx: &mut InferContext<'_>, new: Seen) {
        let allowed = |dim: &Dim| new.name.split('|').filter_map(|n| n.parse().ok()).any(|size| dim.contains(size));
        if new.name.starts_with(|c: char| c.is_ascii_digit()) {
            if !allowed(&new.dim) {
                NamedDims::wrong_size(cx, &new);
            }
            return;
        }
        if new.name == "_" {
            return;
        }
        let Some(at) = self.seen.iter().position(|seen| seen.name == new.name) else {
            return self.seen.push(new);
        };
        match cx.unify(&self.seen[at].dim, &new.dim) {
            Some(dim) => self.seen[at].dim = dim,
            None => {
                self.report_mismatch(cx, at, &new);
                // With two different sizes, neither is certain.
                self.seen[at].dim = Dim::unknown();
            }
        }
    }

    /// The size bound to this name; unknown if no input binds it.
    pub(crate) fn get(&self, name: &str) -> Dim {
        self.seen.iter().find(|seen| seen.name == name).map_or_else(Dim::unknown, |seen| seen.dim.clone())
    }

    /// The shape of a pattern.
    pub(crate) fn shape(&self, pattern: &str) -> Shape {
        let dim = |name: &str| name.parse().map_or_else(|_| self.get(name), Dim::exact);
        Shape::from_dims(pattern.split_whitespace().map(dim))
    }

    fn wrong_rank(cx: &mut InferContext<'_>, input: usize, names: &[&str]) {
        let finding = diagnostics::invalid_rank(cx, input, names.len());
        let finding = match names {
            [] => finding.help("squeeze the input to a scalar"),
            _ => finding.help(format!("reshape the input to [{}]", names.join(", ").replace('_', "?"))),
        };
        cx.report(finding);
    }

    fn wrong_size(cx: &mut InferContext<'_>, new: &Seen) {
        let valid = new.name.replace('|', " or ");
        let message =
            format!("dimension {} of input {} is {}; expected {valid}", new.axis, cx.input_name(new.input), new.dim);
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(new.input), message);
        let finding = finding.label(cx.shape(new.input).to_string());
        let finding = finding.help(format!("set the size of the dimension to {valid}"));
        cx.report(finding.data("dimension", new.axis).data("size", new.dim.to_string()));
    }

    fn report_mismatch(&self, cx: &mut InferContext<'_>, at: usize, new: &Seen) {
        let (input, axis, dim) = (self.seen[at].input, self.seen[at].axis, self.seen[at].dim.clone());
        let message = format!(
            "dimension {} of input {} is {}; expected {dim}, the size of dimension {axis} of input {} (both are `{}`)",
            new.axis,
            cx.input_name(new.input),
            new.dim,
            cx.input_name(input),
            new.name,
        );
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(new.input), message);
        let finding = finding.label(cx.shape(new.input).to_string());
        let finding = finding.related(cx.input_place(input), cx.shape(input).to_string());
        let finding = finding.help("make the two dimensions the same size");
        cx.report(finding.data("dimension", new.axis).data("size", new.dim.to_string()));
    }
}
