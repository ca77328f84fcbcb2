//! Feature preprocessing: selection, concatenation, scaling, imputation.

use super::{report_exclusive, tensor};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::ops::{InferContext, Operator, Resolved};
use crate::ops::{attributes, diagnostics, shape_checks};
use crate::rule::Level;

use crate::rules;
use crate::shape::Shape;

/// An operator that preserves the shape, and the type unless it returns floats.
#[derive(Clone, Debug)]
struct Kept {
    floats: bool,
    /// The minimum and maximum rank.
    ranks: (usize, usize),
    /// Attributes with one number for all features, or one per feature.
    each: &'static [&'static str],
}

impl Operator for Kept {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (least, most) = self.ranks;
        shape_checks::rank(cx, 0, least..=most, "use one row of features per example");
        self.check_each(cx);
        let element = if self.floats { Some(ElementType::F32) } else { cx.element(0) };
        let shape = cx.shape(0);
        cx.set(0, Fact { unknown_reason: cx.unknown_reason(0), ..Fact::tensor(element, shape) });
    }
}

impl Kept {
    /// OP105: a list has neither one element nor one per feature.
    fn check_each(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        let Some(features) = shape.dims().and_then(|dims| dims.get(usize::from(dims.len() > 1))) else { return };
        for name in self.each {
            let Some(length) = attributes::length(cx, name) else { continue };
            if length != 1 && !features.contains(length as u64) {
                let valid = format!("1 or {features}, the number of features");
                let finding = diagnostics::invalid_attribute(cx, name, format_args!("{length} long"), &valid);
                let finding = finding.related(cx.input_place(0), &shape);
                return cx.report(finding.help("list one number, or one per feature"));
            }
        }
    }
}

pub(super) fn binarizer(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Kept { floats: false, ranks: (0, usize::MAX), each: &[] })
}

pub(super) fn normalizer(cx: &mut InferContext<'_>) -> Resolved {
    attributes::word(cx, "norm", &["MAX", "L1", "L2"]);
    Resolved::operator(Kept { floats: true, ranks: (1, 2), each: &[] })
}

pub(super) fn scaler(cx: &mut InferContext<'_>) -> Resolved {
    let length = |name| attributes::length(cx, name).unwrap_or(0);
    if length("scale") == 0 && !cx.has_unknown_value("scale") {
        attributes::missing(cx, "scale", "ONNX Runtime rejects the model without it");
    } else if length("offset") != length("scale") && !cx.has_unknown_value("offset") && !cx.has_unknown_value("scale") {
        // An absent list has length 0.
        let (scale, offset) = (length("scale"), length("offset"));
        let finding = diagnostics::invalid_attribute(
            cx,
            "offset",
            format_args!("{offset} long"),
            format!("{scale}, the length of `scale`"),
        );
        let finding = finding.level(if offset == 0 { Level::Warning } else { Level::Error });
        cx.report(finding.note("ONNX Runtime rejects the model").help("list one scale and one offset per feature"));
        return Resolved::operator(Kept { floats: true, ranks: (1, usize::MAX), each: &[] });
    }
    Resolved::operator(Kept { floats: true, ranks: (1, usize::MAX), each: &["scale"] })
}

/// Imputer: exactly one list of values, of the type of the input.
pub(super) fn imputer(cx: &mut InferContext<'_>) -> Resolved {
    let [floats, ints] = ["imputed_value_floats", "imputed_value_int64s"];
    let given = |name| cx.attribute_record(name).is_some();
    // The specification has no list for 32-bit integers.
    let integers = cx.element(0).filter(|e| *e != ElementType::I32).map(|e| e == ElementType::I64);
    match (given(floats), given(ints), integers) {
        (true, true, _) => report_exclusive(cx, floats, ints, Level::Error),
        (false, false, _) => {
            attributes::missing(cx, floats, "ONNX Runtime rejects a model without replacement values");
        }
        (true, false, Some(true)) => report_other_type(cx, floats, ints),
        (false, true, Some(false)) => report_other_type(cx, ints, floats),
        _ => {}
    }
    Resolved::operator(Kept { floats: false, ranks: (1, usize::MAX), each: &[] })
}

/// OP105: the values are of the other type.
fn report_other_type(cx: &mut InferContext<'_>, given: &'static str, meant: &'static str) {
    let element = cx.element(0).map_or("?", ElementType::name);
    let finding =
        diagnostics::invalid_attribute(cx, given, "given", format!("`{meant}`, because the input is {element}"));
    let finding = finding.related(cx.input_place(0), element);
    cx.report(finding.note("ONNX Runtime fails at run time").help(format!("move the values to `{meant}`")));
}

/// ArrayFeatureExtractor: selects elements of the last dimension.
#[derive(Debug)]
struct Extractor;

impl Operator for Extractor {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let fits = shape_checks::rank(cx, 0, 1..=usize::MAX, "use features with at least one dimension");
        let (shape, count) = (cx.shape(0), cx.shape(1).num_elements());
        let chosen = match shape.dims().filter(|_| fits) {
            // A vector counts as one row.
            Some([features]) => {
                check_indices(cx, features);
                Shape::from_dims([Dim::exact(1), count])
            }
            Some([rows @ .., features]) => {
                check_indices(cx, features);
                Shape::from_dims(rows.iter().cloned().chain([count]))
            }
            _ => Shape::with_min_rank(shape.min_rank().max(2)),
        };
        let fact = tensor(cx, cx.element(0), chosen);
        cx.set(0, fact);
    }
}

/// OP202: an index is outside the features.
fn check_indices(cx: &mut InferContext<'_>, features: &Dim) {
    let Some(elements) = cx.elements(1) else { return };
    let most = if features.high() == Dim::UNBOUNDED { i128::MAX } else { features.high().into() };
    let ints = elements.ints().unwrap_or_default();
    let outside = ints.iter().enumerate().find(|(_, int)| int.high() < 0 || int.low() >= most);
    let Some((position, int)) = outside else { return };
    let message = format!("index {int} is out of range for {features} features of input {}", cx.input_name(0));
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(1, position), message);
    let finding = finding.label(format!("element {position} is {int}")).note("ONNX Runtime fails at run time");
    cx.report(
        finding
            .help("use a non-negative index below the number of features")
            .data("index", int.to_string())
            .data("size", features.to_string()),
    );
}

pub(super) fn extractor(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Extractor)
}

/// FeatureVectorizer: concatenates the features of all inputs.
#[derive(Clone, Debug)]
struct Vectorizer {
    /// The total number of features.
    total: Dim,
}

impl Operator for Vectorizer {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let mut rows = Dim::unknown();
        for input in 0..cx.input_count() {
            shape_checks::rank(cx, input, 1..=usize::MAX, "use one row of features per example");
            let shape = cx.shape(input);
            let own = match shape.dims() {
                Some([_]) => Dim::exact(1),
                Some([own, ..]) => own.clone(),
                _ => continue,
            };
            let Some(met) = cx.unify(&rows, &own) else {
                let message = format!(
                    "input {} has {own} rows; expected {rows}, as in the inputs before it",
                    cx.input_name(input)
                );
                let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
                cx.report(finding.label(&shape).help("give all inputs the same number of rows").data("input", input));
                rows = Dim::unknown();
                break;
            };
            rows = met;
        }
        let fact = tensor(cx, Some(ElementType::F32), Shape::from_dims([rows, self.total.clone()]));
        cx.set(0, fact);
    }
}

pub(super) fn vectorizer(cx: &mut InferContext<'_>) -> Resolved {
    let name = "inputdimensions";
    let sizes = cx.ints(name).filter(|_| !cx.has_unknown_value(name));
    if cx.attribute_record(name).is_none() {
        attributes::missing(cx, name, "ONNX Runtime rejects the model without it");
    }
    let mut total = Dim::unknown();
    if let Some(sizes) = sizes {
        let inputs = cx.input_count();
        if sizes.len() != inputs {
            let valid = format!("{inputs}, one per input");
            let finding = diagnostics::invalid_attribute(cx, name, format_args!("{} long", sizes.len()), &valid);
            cx.report(
                finding.note("ONNX Runtime fails at run time").help("list the number of features of every input"),
            );
        } else if let Some(size) = sizes.iter().find(|&&size| size < 0) {
            let finding = diagnostics::invalid_attribute(cx, name, size, "at least 0");
            cx.report(finding.help("set it to the number of features"));
        } else {
            let sizes = sizes.iter().filter_map(|&size| u64::try_from(size).ok());
            total = sizes.fold(Dim::exact(0), |sum, size| sum.add(&Dim::exact(size)));
        }
    }
    Resolved::operator(Vectorizer { total })
}
