//! Attention: queries against keys, heads side by side, and the values that they choose.

pub(super) mod heads;

use super::shape_checks;
use heads::{Heads, Packed};

use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::rules;
use crate::shape::Shape;

/// A resolved Attention: query, key and value are the first three inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attention {
    /// How many heads the query has, and key and value, where the file says.
    pub(crate) heads: [Option<u64>; 2],
    /// Whether inputs of three dimensions are allowed, whose last holds all heads.
    pub(crate) packs: bool,
    /// Whether there may be a mask and keys and values of former runs.
    pub(crate) past: bool,
}

const PAST_KEY: usize = 4;
const PAST_VALUE: usize = 5;
const LENGTHS: usize = 6;

/// The sizes that all of it is made of.
struct Sizes {
    query: Heads,
    key: Heads,
    value: Heads,
    /// The length of keys with those of former runs.
    total: Dim,
}

impl Attention {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let heads = ["q_num_heads", "kv_num_heads"].map(|name| heads::written(cx, name));
        Resolved::operator(Attention { heads, packs: true, past: true })
    }

    /// Checks the inputs against each other.
    fn sizes(self, cx: &mut InferContext<'_>, packed: Packed) -> Sizes {
        let [of_query, of_key] = self.heads;
        let mut query = Heads::from_input(cx, 0, packed, ("q_num_heads", of_query));
        let mut key = Heads::from_input(cx, 1, packed, ("kv_num_heads", of_key));
        let mut value = Heads::from_input(cx, 2, packed, ("kv_num_heads", of_key));
        let help = "query, key and value are of the same batch";
        let mut batch = query.batch.clone();
        batch = heads::shared(cx, 0, batch, "the batch of the query", help);
        let length = if packed == Packed::Yes { 1 } else { 2 };
        let lengths = shape_checks::agree(cx, (1, length), (2, length), "there is one value for each key");
        key.length = lengths.unwrap_or(key.length);
        if packed == Packed::No {
            let both = shape_checks::agree(cx, (1, 1), (2, 1), "key and value have the same heads");
            key.heads = both.unwrap_or(key.heads);
            value.heads = key.heads.clone();
        }
        match cx.unify(&query.size, &key.size) {
            Some(size) => {
                query.size = size.clone();
                key.size = size;
            }
            None => report_size(cx, &query.size, &key.size),
        }
        check_groups(cx, &query.heads, &key.heads);
        let total = self.past(cx, &mut batch, &mut key, &mut value);
        query.batch = batch;
        Sizes { query, key, value, total }
    }

    /// Takes keys and values of former runs; the length of all keys.
    fn past(self, cx: &mut InferContext<'_>, batch: &mut Dim, key: &mut Heads, value: &mut Heads) -> Dim {
        let given = [PAST_KEY, PAST_VALUE].map(|input| self.past && cx.has_input(input));
        if given[0] != given[1] {
            let (there, lacking) = if given[0] { ("past_key", "past_value") } else { ("past_value", "past_key") };
            let message = format!("`{there}` is given without `{lacking}`");
            let finding = Diagnostic::new(&rules::missing_input::RULE, cx.place(), message);
            cx.report(finding.help("give both, or neither").data("input", lacking));
        }
        let mut total = key.length.clone();
        for (input, own) in [(PAST_KEY, &mut *key), (PAST_VALUE, value)] {
            let help = "past keys and values have batch, heads, length and head size";
            if !self.past || !cx.has_input(input) || !shape_checks::rank(cx, input, 4..=4, help) {
                continue;
            }
            *batch = shape_checks::size(cx, (input, 0), batch, "the batch", help).unwrap_or_else(|| batch.clone());
            own.heads = shape_checks::size(cx, (input, 1), &own.heads, "the number of key heads", help)
                .unwrap_or_else(|| own.heads.clone());
            own.size = shape_checks::size(cx, (input, 3), &own.size, "the head size", help)
                .unwrap_or_else(|| own.size.clone());
            if input == PAST_KEY {
                total = shape_checks::dim(cx, (input, 2)).add(&total);
            }
        }
        if given == [true, true] {
            let past =
                shape_checks::agree(cx, (PAST_KEY, 2), (PAST_VALUE, 2), "there is one past value for each past key");
            total = past.map_or(total, |past| past.add(&key.length));
        }
        if self.past && cx.has_input(LENGTHS) {
            *batch = shape_checks::list(cx, LENGTHS, batch, "the batch").unwrap_or_else(|| batch.clone());
        }
        total
    }
}

impl Operator for Attention {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let packed = heads::packed(cx, self.packs);
        if packed == Packed::Yes {
            for (name, heads) in ["q_num_heads", "kv_num_heads"].into_iter().zip(self.heads) {
                heads::required(cx, name, heads, 0);
            }
        }
        let sizes = self.sizes(cx, packed);
        let Sizes { query, key, value, total } = &sizes;
        let [batch, heads, length] = [&query.batch, &query.heads, &query.length].map(Dim::clone);
        let scores = Shape::from_dims([batch.clone(), heads.clone(), length.clone(), total.clone()]);
        if self.past && cx.has_input(3) {
            check_mask(cx, &scores);
        }
        let output = match packed {
            Packed::Yes => Shape::from_dims([batch.clone(), length, heads.mul(&value.size)]),
            Packed::No => Shape::from_dims([batch.clone(), heads, length, value.size.clone()]),
            Packed::Unknown => Shape::with_min_rank(3),
        };
        let present = |of: &Heads| Shape::from_dims([batch.clone(), key.heads.clone(), total.clone(), of.size.clone()]);
        cx.set_tensor(0, cx.element(0), output);
        cx.set_tensor(1, cx.element(1), present(key));
        cx.set_tensor(2, cx.element(2), present(value));
        cx.set_tensor(3, cx.element(0), scores);
    }
}

/// OP201: a query and a key that are not of one size.
fn report_size(cx: &mut InferContext<'_>, query: &Dim, key: &Dim) {
    let (q, k) = (cx.input_name(0), cx.input_name(1));
    let message = format!("a head of query {q} has size {query}, but one of key {k} has {key}");
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    let finding = finding.label(cx.shape(1).to_string()).related(cx.input_place(0), cx.shape(0).to_string());
    cx.report(finding.help("query and key are multiplied: give their heads one size"));
}

/// OP201: query heads that key heads do not divide.
fn check_groups(cx: &mut InferContext<'_>, query: &Dim, key: &Dim) {
    let (Some(of_query), Some(of_key)) = (query.size(), key.size()) else { return };
    if of_key == 0 || of_query % of_key == 0 {
        return;
    }
    let message =
        format!("the query has {}, which is no multiple of the {of_key} of key and value", counted(of_query, "head"));
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(0), message);
    cx.report(finding.help("as many query heads share each key head").data("heads", vec![of_query, of_key]));
}

/// A mask stretches over the scores; it may be too short at the end.
fn check_mask(cx: &mut InferContext<'_>, scores: &Shape) {
    let Some([batch, heads, length, _]) = scores.dims() else { return };
    let allowed = Shape::from_dims([batch.clone(), heads.clone(), length.clone(), Dim::unknown()]);
    shape_checks::stretches(cx, 3, &allowed, "the scores", "aligned at the end, each size is 1 or that of the scores");
}

/// FlexAttention, whose scores are changed by bodies that keep their shape.
fn resolve_flex(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Attention { heads: [None, None], packs: false, past: false })
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Attention", Attention::resolve),
    OperatorDef::onnx("FlexAttention", resolve_flex).in_domain("ai.onnx.preview"),
];
