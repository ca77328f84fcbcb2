//! Operators of `ai.onnx.ml`: classical models and feature preprocessing.

use super::{InferContext, OperatorDef, Resolved};
use super::{attributes, diagnostics, shape_checks};

use super::runtime_behavior::RuntimeBehavior;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::{Fact, UnknownReason};
use crate::rule::Level;
use crate::shape::Shape;
use crate::target::Runtime;

mod classify;
mod encode;
mod features;
mod label_encoder;
mod regress;
mod trees;

/// An operator of the domain.
const fn ml(name: &'static str, resolve: fn(&mut InferContext<'_>) -> Resolved) -> OperatorDef {
    OperatorDef::onnx(name, resolve).in_domain("ai.onnx.ml")
}

/// The names of post-transforms of scores.
const TRANSFORMS: &[&str] = &["NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"];

/// The number of examples in input 0: rows of features, or one vector of them. Reports any other rank (OP203).
fn examples(cx: &mut InferContext<'_>) -> Dim {
    let fits = shape_checks::rank(cx, 0, 1..=2, "use one row of features per example");
    match cx.shape(0).dims().filter(|_| fits) {
        Some([_]) => Dim::exact(1),
        Some([rows, _]) => rows.clone(),
        _ => Dim::unknown(),
    }
}

/// Why the shape of an output is not completely known.
fn why(cx: &InferContext<'_>, shape: &Shape) -> Option<UnknownReason> {
    let vague = shape.dims().is_none_or(|dims| dims.iter().any(Dim::is_unknown));
    vague.then(|| {
        cx.unknown_reason(0)
            .unwrap_or_else(|| cx.unknown_because("neither the attributes nor the input determine the sizes"))
    })
}

fn tensor(cx: &InferContext<'_>, element: Option<ElementType>, shape: Shape) -> Fact {
    Fact { unknown_reason: why(cx, &shape), ..Fact::tensor(element, shape) }
}

/// The labels of classes: their type and number.
#[derive(Clone, Copy, Debug)]
struct Labels {
    /// `None` if it is unknown.
    element: Option<ElementType>,
    /// `None` if there are none or if it is unknown.
    count: Option<u64>,
}

/// The labels in one of two attributes. Reports both (OP105), at a level that depends on whether ONNX Runtime takes the strings
/// then; the caller reports if neither is present.
fn labels(cx: &mut InferContext<'_>, strings: &'static str, ints: &'static str, level: Level) -> Labels {
    let count = |name| attributes::length(cx, name).map(|n| n as u64);
    let (of_strings, of_ints) = (count(strings).filter(|&n| n > 0), count(ints).filter(|&n| n > 0));
    if of_strings.is_some() && of_ints.is_some() {
        report_exclusive(cx, strings, ints, level);
        return Labels { element: None, count: None };
    }
    let unknown = [strings, ints].iter().any(|name| cx.has_unknown_value(name));
    let element = match (of_strings, of_ints) {
        _ if unknown => None,
        (Some(_), _) => Some(ElementType::String),
        // By default, classes are numbered.
        (None, _) => Some(ElementType::I64),
    };
    Labels { element, count: of_strings.or(of_ints).filter(|_| !unknown) }
}

/// OP105: two mutually exclusive attributes are given.
fn report_exclusive(cx: &mut InferContext<'_>, first: &'static str, second: &'static str, level: Level) {
    let valid = format!("no value, because `{second}` is given");
    let finding = diagnostics::invalid_attribute(cx, first, "given", &valid).level(level);
    cx.report(finding.help("remove one of the two attributes"));
}

/// OP105: parallel lists must have the same length; absent or empty ones are ignored.
fn check_parallel(cx: &mut InferContext<'_>, names: &[&'static str]) {
    let lengths = names.iter().filter_map(|name| Some((*name, attributes::length(cx, name)?)));
    let lengths: Vec<_> = lengths.filter(|(_, length)| *length > 0).collect();
    let Some(&(first, expected)) = lengths.first() else { return };
    let Some(&(name, length)) = lengths.iter().find(|(_, length)| *length != expected) else { return };
    let valid = format!("{expected}, the length of `{first}`");
    let finding = diagnostics::invalid_attribute(cx, name, format_args!("{length} long"), &valid);
    cx.report(finding.help("give both lists the same length"));
}

/// Measured with single nodes.
static LABEL_ENCODER: &[RuntimeBehavior] = &[RuntimeBehavior::refuses(
    Runtime::OnnxRuntime,
    |case| case.version == 1 && !case.writes("classes_strings"),
    "rejects the node without `classes_strings`",
    "list the labels in `classes_strings`",
)];

pub(super) static OPERATORS: &[OperatorDef] = &[
    ml("ArrayFeatureExtractor", features::extractor),
    ml("Binarizer", features::binarizer),
    ml("CastMap", encode::cast_map),
    ml("CategoryMapper", encode::category_mapper),
    ml("DictVectorizer", encode::dict_vectorizer),
    ml("FeatureVectorizer", features::vectorizer),
    ml("Imputer", features::imputer),
    ml("LabelEncoder", label_encoder::resolve).with_runtime_behaviors(LABEL_ENCODER),
    ml("LinearClassifier", classify::linear),
    ml("LinearRegressor", regress::linear),
    ml("Normalizer", features::normalizer),
    ml("OneHotEncoder", encode::one_hot),
    ml("SVMClassifier", classify::support_vectors),
    ml("SVMRegressor", regress::support_vectors),
    ml("Scaler", features::scaler),
    ml("TreeEnsemble", trees::ensemble),
    ml("TreeEnsembleClassifier", trees::classifier),
    ml("TreeEnsembleRegressor", trees::regressor),
    ml("ZipMap", encode::zip_map),
];
