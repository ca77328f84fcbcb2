//! Categories and maps: encoding, conversion to and from tensors.

use super::{Labels, check_parallel, examples, labels, tensor};
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::{Fact, ValueType};
use crate::ops::{InferContext, Operator, Resolved};
use crate::ops::{attributes, shape_checks};
use crate::rule::Level;

use crate::shape::Shape;

/// CategoryMapper: maps strings to integers, or integers to strings.
#[derive(Debug)]
struct CategoryMapper;

impl Operator for CategoryMapper {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let element = exchanged(cx.element(0));
        let shape = cx.shape(0);
        cx.set(0, Fact { unknown_reason: cx.unknown_reason(0), ..Fact::tensor(element, shape) });
    }
}

/// The other of the two types, string and integer.
pub(super) fn exchanged(element: Option<ElementType>) -> Option<ElementType> {
    match element? {
        ElementType::String => Some(ElementType::I64),
        ElementType::I64 => Some(ElementType::String),
        _ => None,
    }
}

pub(super) fn category_mapper(cx: &mut InferContext<'_>) -> Resolved {
    for name in ["cats_strings", "cats_int64s"] {
        if cx.attribute_record(name).is_none() {
            let finding = attributes::left_out(cx, name, "onnx and ONNX Runtime reject the model without it");
            cx.report(finding);
            return Resolved::operator(CategoryMapper);
        }
    }
    check_parallel(cx, &["cats_strings", "cats_int64s"]);
    Resolved::operator(CategoryMapper)
}

/// OneHotEncoder: adds a last dimension of ones and zeros.
#[derive(Clone, Debug)]
struct OneHot {
    categories: Dim,
}

impl Operator for OneHot {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        let shape = match shape.dims() {
            Some(dims) => Shape::from_dims(dims.iter().cloned().chain([self.categories.clone()])),
            None => Shape::with_min_rank(shape.min_rank() + 1),
        };
        let fact = tensor(cx, Some(ElementType::F32), shape);
        cx.set(0, fact);
    }
}

pub(super) fn one_hot(cx: &mut InferContext<'_>) -> Resolved {
    attributes::doubtful_flag(cx, "zeros");
    let [strings, ints] = ["cats_strings", "cats_int64s"];
    let given = [strings, ints].iter().any(|name| cx.attribute_record(name).is_some());
    let categories = if given {
        labels(cx, strings, ints, Level::Error)
    } else {
        let finding = attributes::left_out(cx, ints, "onnx and ONNX Runtime reject the model without categories");
        cx.report(finding);
        Labels { element: None, count: None }
    };
    Resolved::operator(OneHot { categories: categories.count.map_or(Dim::unknown(), Dim::exact) })
}

/// Exactly one of two lists.
fn one_list(cx: &mut InferContext<'_>, strings: &'static str, ints: &'static str) -> Labels {
    if [strings, ints].iter().all(|name| cx.attribute_record(name).is_none()) {
        attributes::missing(cx, ints, "onnx and ONNX Runtime reject the model without one of the two lists");
        return Labels { element: None, count: None };
    }
    labels(cx, strings, ints, Level::Error)
}

/// DictVectorizer: the values of a map, one per word of a vocabulary.
#[derive(Clone, Debug)]
struct DictVectorizer;

impl Operator for DictVectorizer {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let element = match cx.ty(0) {
            ValueType::Map(_, inner) => inner.as_tensor().and_then(|t| t.element),
            _ => None,
        };
        // The specification has a vector; ONNX Runtime returns a matrix with one row.
        let why = Some(cx.unknown_because("the specification has a vector, ONNX Runtime returns a matrix"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(element, Shape::with_min_rank(1)) });
    }
}

pub(super) fn dict_vectorizer(cx: &mut InferContext<'_>) -> Resolved {
    one_list(cx, "string_vocabulary", "int64_vocabulary");
    Resolved::operator(DictVectorizer)
}

/// CastMap: the values of a map in a row.
#[derive(Clone, Debug)]
struct CastMap {
    element: Option<ElementType>,
    size: Dim,
}

impl Operator for CastMap {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let fact = tensor(cx, self.element, Shape::from_dims([Dim::exact(1), self.size.clone()]));
        cx.set(0, fact);
    }
}

pub(super) fn cast_map(cx: &mut InferContext<'_>) -> Resolved {
    let element = match attributes::word(cx, "cast_to", &["TO_FLOAT", "TO_STRING", "TO_INT64"]) {
        Some("TO_FLOAT") => Some(ElementType::F32),
        Some("TO_STRING") => Some(ElementType::String),
        Some(_) => Some(ElementType::I64),
        None => None,
    };
    let sparse = attributes::word(cx, "map_form", &["DENSE", "SPARSE"]) == Some("SPARSE");
    let most = if sparse { attributes::positive(cx, "max_map", None) } else { None };
    Resolved::operator(CastMap { element, size: most.map_or(Dim::unknown(), Dim::exact) })
}

/// ZipMap: one map per row, with the labels as keys.
#[derive(Clone, Copy, Debug)]
struct ZipMap(Labels);

/// The maximum number of rows that are tracked separately.
const FOLLOWED: u64 = 64;

impl Operator for ZipMap {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let rows = examples(cx);
        let shape = cx.shape(0);
        if let (Some(count), Some(1 | 2)) = (self.0.count, shape.rank()) {
            let last = shape.rank().unwrap_or(1) - 1;
            let help = "list one label per column";
            shape_checks::size(cx, (0, last), &Dim::exact(count), "the number of labels", help);
        }
        let value = ValueType::tensor(ElementType::F32, Shape::scalar());
        let map = ValueType::Map(self.0.element, value.into());
        let items = rows.size().filter(|&rows| rows <= FOLLOWED);
        let items = items.map(|rows| vec![Fact::from(map.clone()); usize::try_from(rows).unwrap_or(0)]);
        cx.set(0, Fact::from(ValueType::Sequence(map.into())).with_items(items));
    }
}

pub(super) fn zip_map(cx: &mut InferContext<'_>) -> Resolved {
    let labels = one_list(cx, "classlabels_strings", "classlabels_int64s");
    Resolved::operator(ZipMap(labels))
}
