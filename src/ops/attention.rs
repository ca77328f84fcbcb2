//! Attention: scaled dot-product attention over several heads.

mod evaluate;
pub(super) mod heads;

use super::cost::{self, Cost};
use super::{diagnostics, shape_checks};
use heads::{Heads, Packed};

use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved Attention: query, key and value are the first three inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attention {
    /// The number of heads of the query, and of key and value, if the attributes specify them.
    pub(crate) heads: [Option<u64>; 2],
    /// Whether three-dimensional inputs are allowed, whose last dimension packs all heads.
    pub(crate) packs: bool,
    /// Whether the operator takes a mask, and keys and values of previous runs.
    pub(crate) past: bool,
    /// How scores are computed; `None` if it is not known.
    settings: Option<evaluate::Settings>,
}

const PAST_KEY: usize = 4;
const PAST_VALUE: usize = 5;
const LENGTHS: usize = 6;

/// The dimensions of query, key and value.
struct Sizes {
    query: Heads,
    key: Heads,
    value: Heads,
    /// The number of keys, including those of previous runs.
    total: Dim,
}

impl Attention {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let heads = ["q_num_heads", "kv_num_heads"].map(|name| heads::written(cx, name));
        let mode = cx.int("qk_matmul_output_mode").filter(|_| !cx.has_unknown_value("qk_matmul_output_mode"));
        if let Some(mode) = mode.filter(|mode| !(0..=3).contains(mode)) {
            diagnostics::attribute(cx, "qk_matmul_output_mode", mode, "0..=3", "set it to a stage of the computation");
        }
        let settings = evaluate::Settings::onnx(cx);
        Resolved::operator(Attention { heads, packs: true, past: true, settings })
    }

    /// Checks that the inputs agree.
    fn sizes(self, cx: &mut InferContext<'_>, packed: Packed) -> Sizes {
        let [of_query, of_key] = self.heads;
        let mut query = Heads::from_input(cx, 0, packed, ("q_num_heads", of_query));
        let mut key = Heads::from_input(cx, 1, packed, ("kv_num_heads", of_key));
        let mut value = Heads::from_input(cx, 2, packed, ("kv_num_heads", of_key));
        let help = "give query, key and value the same batch size";
        let mut batch = query.batch.clone();
        batch = heads::shared(cx, 0, batch, "the batch size of the query", help);
        let length = if packed == Packed::Yes { 1 } else { 2 };
        let lengths = shape_checks::agree(cx, (1, length), (2, length), "give key and value the same sequence length");
        key.length = lengths.unwrap_or(key.length);
        if packed == Packed::No {
            let both = shape_checks::agree(cx, (1, 1), (2, 1), "give key and value the same number of heads");
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

    /// Scores of all queries and keys, whether or not a mask excludes them.
    fn products(self, cx: &mut InferContext<'_>) -> Option<Cost> {
        let packed = heads::packed(cx, self.packs);
        let Sizes { query, value, total, .. } = self.sizes(cx, packed);
        let heads = query.batch.mul(&query.heads);
        cost::attention(&heads, [&query.length, &total], [&query.size, &value.size])
    }

    /// Adds keys and values of previous runs; returns the total number of keys.
    fn past(self, cx: &mut InferContext<'_>, batch: &mut Dim, key: &mut Heads, value: &mut Heads) -> Dim {
        let given = [PAST_KEY, PAST_VALUE].map(|input| self.past && cx.has_input(input));
        if given[0] != given[1] {
            let (there, lacking) = if given[0] { ("past_key", "past_value") } else { ("past_value", "past_key") };
            let message = format!("`{there}` is present without `{lacking}`");
            let finding = Diagnostic::new(&rules::missing_input::RULE, cx.place(), message);
            cx.report(finding.help("connect both inputs or neither").data("input", lacking));
        }
        let mut total = key.length.clone();
        for (input, own) in [(PAST_KEY, &mut *key), (PAST_VALUE, value)] {
            let help = "use past keys and values of shape [batch, heads, length, head size]";
            if !self.past || !cx.has_input(input) || !shape_checks::rank(cx, input, 4..=4, help) {
                continue;
            }
            *batch = shape_checks::size(cx, (input, 0), batch, "the batch size", help).unwrap_or_else(|| batch.clone());
            own.heads = shape_checks::size(cx, (input, 1), &own.heads, "the number of key heads", help)
                .unwrap_or_else(|| own.heads.clone());
            own.size = shape_checks::size(cx, (input, 3), &own.size, "the head size", help)
                .unwrap_or_else(|| own.size.clone());
            if input == PAST_KEY {
                total = shape_checks::dim(cx, (input, 2)).add(&total);
            }
        }
        if given == [true, true] {
            let past = shape_checks::agree(
                cx,
                (PAST_KEY, 2),
                (PAST_VALUE, 2),
                "give past keys and past values the same length",
            );
            total = past.map_or(total, |past| past.add(&key.length));
        }
        if self.past && cx.has_input(LENGTHS) && given == [true, true] {
            let message = "`nonpad_kv_seqlen` is present with `past_key` and `past_value`";
            let finding = Diagnostic::new(&rules::wrong_input_count::RULE, cx.input_place(LENGTHS), message);
            cx.report(finding.help("omit the lengths, or the past keys and values").data("input", "nonpad_kv_seqlen"));
        }
        if self.past && cx.has_input(LENGTHS) {
            *batch = shape_checks::list(cx, LENGTHS, batch, "the batch size").unwrap_or_else(|| batch.clone());
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

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], _: &[StaticTensorType]) -> u64 {
        self.reads(inputs)
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        // Keys and values of previous runs are copied even if they are not outputs.
        wide_bytes(inputs, outputs).saturating_mul(2)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        self.compute(cx)
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        self.products(cx)
    }
}

/// OP201: the head sizes of query and key differ.
fn report_size(cx: &mut InferContext<'_>, query: &Dim, key: &Dim) {
    let (q, k) = (cx.input_name(0), cx.input_name(1));
    let message = format!("head sizes differ: {query} in query {q} and {key} in key {k}");
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    let finding = finding.label(cx.shape(1)).related(cx.input_place(0), cx.shape(0));
    cx.report(finding.help("give the heads of query and key the same size"));
}

/// OP201: the number of query heads is not a multiple of the number of key heads.
fn check_groups(cx: &mut InferContext<'_>, query: &Dim, key: &Dim) {
    let (Some(of_query), Some(of_key)) = (query.size(), key.size()) else { return };
    if of_query.is_multiple_of(of_key) {
        return;
    }
    let message = format!(
        "the query has {}; expected a multiple of {of_key}, the number of heads of key and value",
        counted(of_query, "head")
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(0), message);
    cx.report(
        finding
            .help("set the number of query heads to a multiple of the number of key heads")
            .data("heads", vec![of_query, of_key]),
    );
}

/// The mask is broadcast to the scores; its last dimension may be shorter.
fn check_mask(cx: &mut InferContext<'_>, scores: &Shape) {
    let Some([batch, heads, length, _]) = scores.dims() else { return };
    let allowed = Shape::from_dims([batch.clone(), heads.clone(), length.clone(), Dim::unknown()]);
    shape_checks::stretches(
        cx,
        3,
        &allowed,
        "the scores",
        "give the mask trailing dimensions of size 1 or of the size of the scores",
    );
}

/// FlexAttention, whose bodies modify the scores and preserve their shape.
fn resolve_flex(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Attention { heads: [None, None], packs: false, past: false, settings: None })
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Attention", Attention::resolve),
    OperatorDef::onnx("FlexAttention", resolve_flex).in_domain("ai.onnx.preview"),
];
