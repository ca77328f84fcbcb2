//! Strings: concatenated, split, matched, normalized, counted, packed.

use super::broadcast::{self, Broadcast};
use super::signature::{FormalParameter, Signature, TypeConstraint, TypeVariable};
use super::{EvalContext, InferContext, Operator, OperatorDef, Resolved, StaticTensorType};
use super::{attributes, diagnostics, shape_checks};

use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::fact::Fact;
use crate::kernel::elementwise::Layout;
use crate::rule::Level;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// StringConcat: elementwise.
#[derive(Debug)]
struct Concat;

impl Operator for Concat {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (shape, why) = broadcast::shape(cx, &[0, 1], Some(Broadcast::Numpy));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(ElementType::String, shape) });
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let longest =
            |tensor: &Tensor| tensor.strings().into_iter().flatten().map(|s| s.len() as u64).max().unwrap_or(0);
        let each = inputs.iter().flatten().map(longest).fold(32u64, u64::saturating_add);
        outputs.first().map_or(0, |result| result.count() as u64).saturating_mul(each)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (a, b, result) = (cx.input(0)?, cx.input(1)?, cx.output(0)?);
        let (Some(first), Some(second)) = (a.strings(), b.strings()) else { return Err(EvalError::UnknownType) };
        let layout = Layout::numpy(a.sizes(), b.sizes()).ok_or(EvalError::UnknownType)?;
        let positions = |count: usize| (0..count).collect::<Vec<usize>>();
        let pairs = layout.map(&positions(first.len()), &positions(second.len()), |i, j| (i, j));
        let joined = pairs.into_iter().map(|(i, j)| [&*first[i], &*second[j]].concat().into());
        let made = Tensor::of_strings(&*result.sizes, joined.collect::<Vec<_>>());
        Ok(vec![made.map_err(|_| EvalError::UnknownType)?])
    }
}

/// StringSplit: the substrings of each string along a new axis, and their number.
#[derive(Clone, Copy, Debug)]
struct Split {
    /// The maximum number of substrings per string.
    most: u64,
}

impl Operator for Split {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        cx.set_tensor(1, Some(ElementType::I64), shape.clone());
        let pieces = match shape.dims() {
            Some(dims) => {
                let most = if shape.num_elements().is(0) { 0 } else { self.most };
                Shape::from_dims(dims.iter().cloned().chain([cx.data_dependent_dim(0, dims.len(), 0, most)]))
            }
            None => Shape::with_min_rank(shape.min_rank() + 1),
        };
        let why = Some(cx.unknown_because("the number of substrings depends on the data"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(ElementType::String, pieces) });
    }
}

fn split(cx: &mut InferContext<'_>) -> Resolved {
    // A negative number of splits means no limit.
    let most =
        cx.int("maxsplit").filter(|_| !cx.has_unknown_value("maxsplit")).and_then(|most| u64::try_from(most).ok());
    Resolved::operator(Split { most: most.map_or(Dim::UNBOUNDED, |most| most.saturating_add(1)) })
}

/// RegexFullMatch.
#[derive(Debug)]
struct Match;

impl Operator for Match {
    fn infer(&self, cx: &mut InferContext<'_>) {
        cx.set_tensor(0, Some(ElementType::Bool), cx.shape(0));
    }
}

fn full_match(cx: &mut InferContext<'_>) -> Resolved {
    if cx.attribute_record("pattern").is_none() {
        attributes::missing(cx, "pattern", "ONNX Runtime rejects the model without it");
    }
    Resolved::operator(Match)
}

/// StringNormalizer: a list of strings without stop words.
#[derive(Clone, Copy, Debug)]
struct Normalizer {
    /// Whether strings may be removed; `None` if unknown.
    drops: Option<bool>,
}

impl Operator for Normalizer {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let fits = shape_checks::rank(cx, 0, 1..=2, "use a list, or a table of one row");
        let shape = cx.shape(0);
        let element = Some(ElementType::String);
        let Some(dims) = shape.dims().filter(|_| fits) else {
            return cx.set_tensor(0, element, Shape::with_min_rank(1));
        };
        let last = dims.len() - 1;
        if last == 1 {
            shape_checks::size(cx, (0, 0), &Dim::exact(1), "the number of rows", "use a single row");
        }
        let some = Dim::interval(1, Dim::UNBOUNDED);
        let count = shape_checks::size(cx, (0, last), &some, "the number of strings", "provide at least one string");
        // If all are removed, one empty string remains.
        let kept = match (self.drops, count) {
            (Some(false), Some(count)) => count,
            (_, count) => cx.data_dependent_dim(0, last, 1, count.map_or(1, |count| count.high())),
        };
        let why = kept.size().is_none().then(|| cx.unknown_because("the number of kept strings depends on the data"));
        let one = (last == 1).then(|| Dim::exact(1));
        cx.set(
            0,
            Fact { unknown_reason: why, ..Fact::tensor(element, Shape::from_dims(one.into_iter().chain([kept]))) },
        );
    }
}

fn normalizer(cx: &mut InferContext<'_>) -> Resolved {
    attributes::word(cx, "case_change_action", &["LOWER", "UPPER", "NONE"]);
    attributes::flag(cx, "is_case_sensitive");
    let drops = match cx.attribute_record("stopwords") {
        None => Some(false),
        Some(_) => attributes::length(cx, "stopwords").map(|count| count > 0),
    };
    Resolved::operator(Normalizer { drops })
}

/// TfIdfVectorizer: how often each n-gram occurs in a list.
#[derive(Clone, Debug)]
struct Vectorizer {
    /// The number of n-grams.
    grams: Dim,
}

impl Operator for Vectorizer {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let fits = shape_checks::rank(cx, 0, 1..=2, "use one or two dimensions");
        let shape = match cx.shape(0).dims().filter(|_| fits) {
            Some([_]) => Shape::from_dims([self.grams.clone()]),
            Some([rows, _]) => Shape::from_dims([rows.clone(), self.grams.clone()]),
            _ => Shape::with_min_rank(1),
        };
        cx.set(0, Fact { unknown_reason: cx.unknown_reason(0), ..Fact::tensor(ElementType::F32, shape) });
    }
}

fn vectorizer(cx: &mut InferContext<'_>) -> Resolved {
    attributes::word(cx, "mode", &["TF", "IDF", "TFIDF"]);
    let positive = |cx: &mut InferContext<'_>, name| attributes::positive(cx, name, None);
    if let (Some(least), Some(most)) = (positive(cx, "min_gram_length"), positive(cx, "max_gram_length"))
        && least > most
    {
        let finding = diagnostics::invalid_attribute(
            cx,
            "min_gram_length",
            least,
            format!("at most {most}, the value of `max_gram_length`"),
        );
        cx.report(finding.help("set `min_gram_length` to at most `max_gram_length`"));
    }
    if let Some(skip) = cx.int("max_skip_count").filter(|&skip| skip < 0) {
        let finding = diagnostics::invalid_attribute(cx, "max_skip_count", skip, "at least 0");
        cx.report(finding.help("set `max_skip_count` to the number of items that may be skipped"));
    }
    let indexes = cx.data_ints("ngram_indexes").filter(|_| !cx.has_unknown_data("ngram_indexes"));
    let grams = indexes.and_then(|indexes| {
        let most = indexes.iter().copied().max();
        let negative = indexes.iter().copied().find(|&index| index < 0);
        if negative.is_some() || most.is_none() {
            let written = negative.map_or_else(|| "empty".to_owned(), |index| format!("{index} in one position"));
            let finding = diagnostics::invalid_attribute(cx, "ngram_indexes", written, "numbers of at least 0");
            cx.report(finding.help("list the position of each n-gram in the output"));
            return None;
        }
        let weights = attributes::length(cx, "weights").filter(|&count| count != indexes.len());
        if let Some(count) = weights {
            let valid = format!("{}, one for each n-gram", indexes.len());
            let finding = diagnostics::invalid_attribute(cx, "weights", format_args!("a list of {count}"), &valid);
            cx.report(finding.help("list one weight per n-gram").level(Level::Error));
        }
        most.and_then(|most| u64::try_from(most).ok()).map(|most| Dim::exact(most.saturating_add(1)))
    });
    Resolved::operator(Vectorizer { grams: grams.unwrap_or(Dim::unknown()) })
}

/// StringTensorPack: strings from a byte buffer with their start and end offsets.
#[derive(Debug)]
struct Pack;

impl Operator for Pack {
    fn infer(&self, cx: &mut InferContext<'_>) {
        shape_checks::rank(cx, 2, 1..=1, "reshape the bytes to one dimension");
        let (begins, ends) = (cx.shape(0), cx.shape(1));
        let met = match (begins.dims(), ends.rank()) {
            (Some(dims), Some(rank)) if dims.len() == rank => {
                let dims: Option<Vec<Dim>> = dims
                    .iter()
                    .enumerate()
                    .map(|(at, dim)| {
                        shape_checks::size(
                            cx,
                            (1, at),
                            dim,
                            "the size in `begins`",
                            "give `begins` and `ends` the same shape",
                        )
                    })
                    .collect();
                dims.map_or_else(|| Shape::of_rank(rank), Shape::from_dims)
            }
            (Some(dims), Some(_)) => {
                shape_checks::rank(cx, 1, dims.len()..=dims.len(), "give `begins` and `ends` the same shape");
                Shape::UNKNOWN
            }
            _ => begins.meet(&ends).unwrap_or(Shape::UNKNOWN),
        };
        cx.set(0, Fact { unknown_reason: cx.unknown_reason(0), ..Fact::tensor(ElementType::String, met) });
    }
}

/// StringTensorUnpack: the start offsets, the end offsets and the bytes of all strings.
#[derive(Debug)]
struct Unpack;

impl Operator for Unpack {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        cx.set_tensor(0, Some(ElementType::I32), shape.clone());
        cx.set_tensor(1, Some(ElementType::I32), shape);
        let bytes = cx.data_dependent_dim(2, 0, 0, Dim::UNBOUNDED);
        let why = Some(cx.unknown_because("the number of bytes depends on the data"));
        cx.set(2, Fact { unknown_reason: why, ..Fact::tensor(ElementType::U8, Shape::from_dims([bytes])) });
    }
}

const INDEX: TypeSet = TypeSet::from_types(&[ElementType::I32, ElementType::I64]);
const STRINGS: TypeConstraint = TypeConstraint::tensor(ElementType::String);
const BYTES: TypeConstraint = TypeConstraint::tensor(ElementType::U8);
const PACK: &[Signature] = &[Signature::since(15)
    .until(16)
    .inputs(&[
        FormalParameter::new("begins", "T_IDX"),
        FormalParameter::new("ends", "T_IDX"),
        FormalParameter::fixed("symbols", BYTES),
    ])
    .outputs(&[FormalParameter::fixed("output", STRINGS)])
    .variables(&[TypeVariable::tensors("T_IDX", INDEX)])];
const UNPACK: &[Signature] = &[Signature::since(15)
    .until(16)
    .inputs(&[FormalParameter::fixed("data", STRINGS)])
    .outputs(&[
        FormalParameter::new("begins", "T_IDX"),
        FormalParameter::new("ends", "T_IDX"),
        FormalParameter::fixed("symbols", BYTES),
    ])
    .variables(&[TypeVariable::tensors("T_IDX", INDEX)])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("RegexFullMatch", full_match),
    OperatorDef::onnx("StringConcat", |_| Resolved::operator(Concat)),
    OperatorDef::onnx("StringNormalizer", normalizer),
    OperatorDef::onnx("StringSplit", split),
    OperatorDef::onnx("TfIdfVectorizer", vectorizer),
    OperatorDef::openvino("StringTensorPack", PACK, |_| Resolved::operator(Pack)),
    OperatorDef::openvino("StringTensorUnpack", UNPACK, |_| Resolved::operator(Unpack)),
];

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::limits::Limits;
    use crate::op_query::OpQuery;
    use crate::options::AnalysisOptions;
    use crate::tensor::{EvalError, Tensor};

    fn strings(all: &[&str]) -> Tensor {
        let all: Vec<Arc<[u8]>> = all.iter().map(|text| text.as_bytes().into()).collect();
        Tensor::of_strings([all.len()], all).unwrap()
    }

    #[test]
    fn pairs_of_strings_are_concatenated() {
        let query = || OpQuery::onnx("StringConcat", 20).tensor(strings(&["a", ""])).tensor(strings(&["bc"]));
        assert_eq!(query().evaluate().unwrap(), [strings(&["abc", "bc"])]);
        let limits = Limits { max_resident_bytes: 64, ..Limits::default() };
        let options = AnalysisOptions { limits, ..AnalysisOptions::default() };
        assert!(matches!(query().evaluate_with(&options), Err(EvalError::TooLarge { .. })));
    }
}
