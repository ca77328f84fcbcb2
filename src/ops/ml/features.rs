//! What prepares features: chosen, joined, scaled, filled in.

use super::{either, tensor};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::ops::{InferContext, Operator, Resolved};
use crate::ops::{attributes, diagnostics, shape_checks};
use crate::rule::Level;

use crate::rules;
use crate::shape::Shape;

/// One that keeps the shape, and the type unless it gives floats.
#[derive(Clone, Debug)]
struct Kept {
    floats: bool,
    /// The most dimensions, and whether there must be one.
    ranks: (usize, usize),
    /// Attributes that have one number for all features or one for each.
    each: &'static [&'static str],
}

impl Operator for Kept {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (least, most) = self.ranks;
        shape_checks::rank(cx, 0, least..=most, "give a row of features for each example");
        self.check_each(cx);
        let element = if self.floats { Some(ElementType::F32) } else { cx.element(0) };
        let shape = cx.shape(0);
        cx.set(0, Fact { unknown_reason: cx.unknown_reason(0), ..Fact::tensor(element, shape) });
    }
}

impl Kept {
    /// OP105: a list that is neither one number nor as long as there are features.
    fn check_each(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        let Some(features) = shape.dims().and_then(|dims| dims.get(usize::from(dims.len() > 1))) else { return };
        for name in self.each {
            let Some(length) = attributes::length(cx, name) else { continue };
            if length != 1 && !features.contains(length as u64) {
                let valid = format!("1 or {features}, the number of features");
                let finding = diagnostics::invalid_attribute(cx, name, format_args!("{length} long"), &valid);
                let finding = finding.related(cx.input_place(0), shape.to_string());
                return cx.report(finding.help("give one number, or one for each feature"));
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
    if length("scale") == 0 && !cx.is_unbound("scale") {
        attributes::missing(cx, "scale", "ONNX Runtime refuses the model without it");
    } else if length("offset") != length("scale") && !cx.is_unbound("offset") && !cx.is_unbound("scale") {
        // One left out is as short as can be.
        let (scale, offset) = (length("scale"), length("offset"));
        let finding =
            diagnostics::invalid_attribute(cx, "offset", format_args!("{offset} long"), format!("{scale}, as `scale`"));
        let finding = finding.level(if offset == 0 { Level::Warning } else { Level::Error });
        cx.report(finding.note("ONNX Runtime refuses the model").help("give every feature a scale and an offset"));
        return Resolved::operator(Kept { floats: true, ranks: (1, usize::MAX), each: &[] });
    }
    Resolved::operator(Kept { floats: true, ranks: (1, usize::MAX), each: &["scale"] })
}

/// Imputer: exactly one list of values, of the input's kind.
pub(super) fn imputer(cx: &mut InferContext<'_>) -> Resolved {
    let [floats, ints] = ["imputed_value_floats", "imputed_value_int64s"];
    let given = |name| cx.attribute_record(name).is_some();
    // Of 32 bits the text has no list of its own.
    let integers = cx.element(0).filter(|e| *e != ElementType::I32).map(|e| e == ElementType::I64);
    match (given(floats), given(ints), integers) {
        (true, true, _) => either(cx, floats, ints),
        (false, false, _) => {
            attributes::missing(cx, floats, "ONNX Runtime refuses a model without values to put in");
        }
        (true, false, Some(true)) => other_kind(cx, floats, ints),
        (false, true, Some(false)) => other_kind(cx, ints, floats),
        _ => {}
    }
    Resolved::operator(Kept { floats: false, ranks: (1, usize::MAX), each: &[] })
}

/// OP105: values of the other kind.
fn other_kind(cx: &mut InferContext<'_>, given: &'static str, meant: &'static str) {
    let element = cx.element(0).map_or("?", ElementType::name);
    let finding =
        diagnostics::invalid_attribute(cx, given, "given", format!("`{meant}`, since the input is {element}"));
    let finding = finding.related(cx.input_place(0), element);
    cx.report(finding.note("ONNX Runtime ends the run with an error").help(format!("write the values as `{meant}`")));
}

/// ArrayFeatureExtractor: chosen elements of the last dimension.
#[derive(Debug)]
struct Extractor;

impl Operator for Extractor {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let fits = shape_checks::rank(cx, 0, 1..=usize::MAX, "give the features a dimension");
        let (shape, count) = (cx.shape(0), cx.shape(1).num_elements());
        let chosen = match shape.dims().filter(|_| fits) {
            // A list counts as one row.
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

/// OP202: an index outside the features.
fn check_indices(cx: &mut InferContext<'_>, features: &Dim) {
    let Some(elements) = cx.elements(1) else { return };
    let most = if features.high() == Dim::UNBOUNDED { i128::MAX } else { features.high().into() };
    let ints = elements.ints().unwrap_or_default();
    let outside = ints.iter().enumerate().find(|(_, int)| int.high() < 0 || int.low() >= most);
    let Some((position, int)) = outside else { return };
    let message = format!("index {int} is out of range for {features} features of input {}", cx.input_name(0));
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(1, position), message);
    let finding = finding.label(format!("element {position} is {int}")).note("ONNX Runtime ends the run with an error");
    cx.report(
        finding.help("choose an index from 0 on").data("index", int.to_string()).data("size", features.to_string()),
    );
}

pub(super) fn extractor(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Extractor)
}

/// FeatureVectorizer: the features of all inputs beside each other.
#[derive(Clone, Debug)]
struct Vectorizer {
    /// How many there are in all.
    total: Dim,
}

impl Operator for Vectorizer {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let mut rows = Dim::unknown();
        for input in 0..cx.input_count() {
            shape_checks::rank(cx, input, 1..=usize::MAX, "give a row of features for each example");
            let shape = cx.shape(input);
            let own = match shape.dims() {
                Some([_]) => Dim::exact(1),
                Some([own, ..]) => own.clone(),
                _ => continue,
            };
            let Some(met) = cx.unify(&rows, &own) else {
                let message = format!("input {} has {own} rows, but {rows} are in those before", cx.input_name(input));
                let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
                cx.report(finding.label(shape.to_string()).help("give all inputs as many rows").data("input", input));
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
    let sizes = cx.ints(name).filter(|_| !cx.is_unbound(name));
    if cx.attribute_record(name).is_none() {
        attributes::missing(cx, name, "ONNX Runtime refuses the model without it");
    }
    let mut total = Dim::unknown();
    if let Some(sizes) = sizes {
        let inputs = cx.input_count();
        if sizes.len() != inputs {
            let valid = format!("{inputs}, one for each input");
            let finding = diagnostics::invalid_attribute(cx, name, format_args!("{} long", sizes.len()), &valid);
            cx.report(finding.note("ONNX Runtime ends the run with an error").help("give the features of every input"));
        } else if let Some(size) = sizes.iter().find(|&&size| size < 0) {
            let finding = diagnostics::invalid_attribute(cx, name, size, "0 or more");
            cx.report(finding.help("give the number of features"));
        } else {
            let sizes = sizes.iter().filter_map(|&size| u64::try_from(size).ok());
            total = sizes.fold(Dim::exact(0), |sum, size| sum.add(&Dim::exact(size)));
        }
    }
    Resolved::operator(Vectorizer { total })
}
