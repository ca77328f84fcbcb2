//! Attention: the sizes of the outputs and of the updated caches follow from the hidden sizes of query, key and value.
//!
//! A hidden size concatenates the heads; a cache has a dimension for them: batch, heads, sequence length, head size.

use super::pattern::element;
use crate::constraint::ConstraintKind;
use crate::dim::Dim;
use crate::graph::Operand;
use crate::ops::cost::{self, Cost};
use crate::ops::shape_pattern::ShapeBindings;
use crate::ops::{InferContext, Operator, OperatorDef, Resolved, attributes};
use crate::shape::Shape;

/// A dimension of an input; unknown if the shape does not provide it.
fn dim(cx: &InferContext<'_>, input: usize, at: usize) -> Dim {
    cx.shape(input).dims().and_then(|dims| dims.get(at)).cloned().unwrap_or(Dim::unknown())
}

/// An attribute that is a head count or a size; `None` unless it is positive.
fn count(cx: &InferContext<'_>, name: &str) -> Option<Dim> {
    let written = cx.int(name).filter(|_| !cx.has_unknown_value(name))?;
    u64::try_from(written).ok().filter(|&n| n > 0).map(Dim::exact)
}

fn quotient(of: &Dim, by: Option<&Dim>) -> Dim {
    by.map_or(Dim::unknown(), |by| of.floor_div(by))
}

/// Whether past and present share one buffer, whose length is then fixed.
fn shares_buffer(cx: &InferContext<'_>) -> Option<bool> {
    attributes::nonzero_or(cx, "past_present_share_buffer", false)
}

/// The sequence length of a cache after the tokens of this run are appended.
fn positions(past: &Dim, new: &Dim, shared: Option<bool>) -> Dim {
    match shared {
        Some(true) => past.clone(),
        Some(false) => past.add(new),
        None => past.join(&past.add(new)),
    }
}

fn set(cx: &mut InferContext<'_>, output: usize, shape: Shape) {
    cx.set_tensor(output, element(cx, output), shape);
}

/// Attention that projects query, key and value from one input with one weight matrix.
#[derive(Clone, Copy, Debug)]
struct Projecting {
    /// The input with the past keys and values; `None` for packed tokens, which have none.
    past: Option<usize>,
}

impl Projecting {
    /// The hidden sizes of keys and of values.
    fn widths(cx: &InferContext<'_>) -> (Dim, Dim) {
        let sizes = cx.ints("qkv_hidden_sizes").filter(|_| !cx.has_unknown_value("qkv_hidden_sizes"));
        if let Some([_, key, value]) = sizes.as_deref() {
            let size = |n: &i64| u64::try_from(*n).map_or(Dim::unknown(), Dim::exact);
            return (size(key), size(value));
        }
        let (weights, bias) = (dim(cx, 1, 1), dim(cx, 2, 0));
        let all = if weights.size().is_some() || !cx.has_input(2) { weights } else { bias };
        let third = all.floor_div(&Dim::exact(3));
        (third.clone(), third)
    }
}

impl Projecting {
    /// The number of keys, with those at the input for past ones.
    fn length(self, cx: &InferContext<'_>, past: usize) -> Dim {
        let new = dim(cx, 0, 1);
        if cx.has_input(past) { positions(&dim(cx, past, 3), &new, shares_buffer(cx)) } else { new }
    }

    /// A mask of shape (batch, length) covers every position, past ones included, or has length 1.
    fn mask(self, cx: &mut InferContext<'_>, positions: &Dim) {
        let mask = if self.past == Some(8) { 5 } else { 3 };
        // A shared buffer may be longer than the mask.
        let grows = shares_buffer(cx) == Some(false);
        if grows && cx.has_input(mask) && cx.shape(mask).rank() == Some(2) {
            let own = dim(cx, mask, 1);
            cx.require(ConstraintKind::BroadcastCompatible, &own, positions);
        }
    }
}

impl Operator for Projecting {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let patterns: &[&str] = match self.past {
            None => &["T W", "W A", "A"],
            Some(8) => &["B S W", "W A", "A", "", "", "", "", "", "2 B N P H"],
            Some(_) => &["B S W", "W A", "A", "", "2 B N P H"],
        };
        ShapeBindings::read_onnxruntime(cx, patterns);
        let (key, value) = Projecting::widths(cx);
        let Some(past) = self.past else { return set(cx, 0, Shape::from_dims([dim(cx, 0, 0), value])) };
        let (batch, new) = (dim(cx, 0, 0), dim(cx, 0, 1));
        set(cx, 0, Shape::from_dims([batch.clone(), new.clone(), value.clone()]));
        let heads = count(cx, "num_heads");
        let all = self.length(cx, past);
        self.mask(cx, &all);
        // If the hidden sizes of keys and values differ, ONNX Runtime's kernel sizes the common buffer by the values.
        let width = if key == value { value } else { key.join(&value) };
        let head = quotient(&width, heads.as_ref());
        set(cx, 1, Shape::from_dims([Dim::exact(2), batch, heads.unwrap_or(Dim::unknown()), all, head]));
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        let past = self.past?;
        let (batch, new) = (dim(cx, 0, 0), dim(cx, 0, 1));
        let projected = cx.shape(0).num_elements().mul(&dim(cx, 1, 1));
        let (key, value) = Projecting::widths(cx);
        let scores = cost::attention(&batch, [&new, &self.length(cx, past)], [&key, &value])?;
        cost::products(projected.add(&scores.macs))
    }
}

/// Attention over separate query, key and value inputs, each with its own heads.
#[derive(Clone, Copy, Debug)]
struct MultiHead {
    /// The input with the past keys; the past values follow it.
    past: usize,
    /// The input whose presence indicates a shared buffer: the length of its filled part.
    filled: usize,
    /// Whether omitted keys and values are packed after the queries along the hidden dimension.
    side_by_side: bool,
}

/// Sizes inferred from the shapes of query, key and value.
struct Widths {
    /// The hidden size of the result.
    result: Dim,
    /// The sequence length of keys and values.
    length: Dim,
    /// The head sizes of keys and of values.
    heads: [Dim; 2],
}

impl MultiHead {
    fn widths(self, cx: &InferContext<'_>, heads: Option<&Dim>) -> Widths {
        let of_heads = |size: Dim| heads.map_or(Dim::unknown(), |heads| heads.mul(&size));
        let any = || Dim::unknown();
        let unknown = || Widths { result: any(), length: any(), heads: [any(), any()] };
        let rank = |input| cx.has_input(input).then(|| cx.shape(input).rank());
        match (rank(0), rank(1), rank(2)) {
            // Packed query, key and value in one input.
            (Some(Some(5)), None, _) => {
                let head = dim(cx, 0, 4);
                Widths { result: of_heads(head.clone()), length: dim(cx, 0, 1), heads: [head.clone(), head] }
            }
            (_, None, _) if self.side_by_side => Widths { length: dim(cx, 0, 1), ..unknown() },
            (_, Some(Some(5)), None) => {
                let head = dim(cx, 1, 4);
                Widths { result: of_heads(head.clone()), length: dim(cx, 1, 1), heads: [head.clone(), head] }
            }
            (_, Some(_), Some(Some(4))) => {
                let (length, head) = (dim(cx, 2, 2), dim(cx, 2, 3));
                let key = if rank(1) == Some(Some(4)) { dim(cx, 1, 3) } else { any() };
                Widths { result: of_heads(head.clone()), length, heads: [key, head] }
            }
            (_, Some(_), Some(Some(3))) => {
                let (length, width) = (dim(cx, 2, 1), dim(cx, 2, 2));
                let key = match rank(1) {
                    Some(Some(3)) => quotient(&dim(cx, 1, 2), heads),
                    _ => any(),
                };
                Widths { heads: [key, quotient(&width, heads)], result: width, length }
            }
            _ => unknown(),
        }
    }
}

impl Operator for MultiHead {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let patterns: &[&str] = match self.side_by_side {
            true => &["B S W", "B L K or B N T H", "B L V or B N T X", "", "", "B N P H", "B N P X"],
            false => &[
                "B S W or B S N 3 H",
                "B L K or B N L H or B L N 2 H",
                "B L V or B N L X",
                "",
                "",
                "",
                "B N P H",
                "B N P X",
            ],
        };
        ShapeBindings::read_onnxruntime(cx, patterns);
        let heads = count(cx, "num_heads");
        let widths = self.widths(cx, heads.as_ref());
        let (batch, new) = (dim(cx, 0, 0), dim(cx, 0, 1));
        set(cx, 0, Shape::from_dims([batch.clone(), new.clone(), widths.result]));
        let heads = heads.unwrap_or(Dim::unknown());
        // Either an attribute or the input with the filled length indicates a shared buffer.
        let shared = match shares_buffer(cx) {
            Some(false) if cx.has_input(self.filled) => None,
            said => said,
        };
        let mut total = widths.length.clone();
        for (at, head) in widths.heads.into_iter().enumerate() {
            let past = self.past + at;
            let (all, head) = match cx.has_input(past) {
                true => (positions(&dim(cx, past, 2), &widths.length, shared), dim(cx, past, 3)),
                false => (widths.length.clone(), head),
            };
            total = all.clone();
            set(cx, 1 + at, Shape::from_dims([batch.clone(), heads.clone(), all, head]));
        }
        set(cx, 3, Shape::from_dims([batch, heads, new, total]));
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        let heads = count(cx, "num_heads");
        let widths = self.widths(cx, heads.as_ref());
        let query = match cx.shape(0).rank() {
            Some(5) => dim(cx, 0, 2).mul(&dim(cx, 0, 4)),
            _ => dim(cx, 0, 2),
        };
        // A present output has the keys of previous runs, too.
        let present = cx.output_shape(1);
        let total = present.dims().and_then(|dims| dims.get(2)).cloned();
        let past = if cx.has_input(self.past) { dim(cx, self.past, 2) } else { Dim::exact(0) };
        let total = total.unwrap_or_else(|| past.add(&widths.length));
        cost::attention(&dim(cx, 0, 0), [&dim(cx, 0, 1), &total], [&query, &widths.result])
    }
}

/// Attention over packed tokens with separate query, key and value inputs.
#[derive(Clone, Copy, Debug)]
struct PackedMultiHead;

impl Operator for PackedMultiHead {
    fn infer(&self, cx: &mut InferContext<'_>) {
        ShapeBindings::read_onnxruntime(cx, &["T W or T N 3 H", "T K", "T V"]);
        let width = match cx.has_input(2) {
            true => dim(cx, 2, 1),
            false => dim(cx, 0, 1).mul(&dim(cx, 0, 3)),
        };
        set(cx, 0, Shape::from_dims([dim(cx, 0, 0), width]));
    }
}

/// Grouped-query attention: groups of query heads share a key and value head.
#[derive(Clone, Copy, Debug)]
struct Grouped {
    /// The input with the past keys; the past values follow it.
    past: usize,
    /// The patterns of the inputs.
    inputs: &'static [&'static str],
    cache: Cache,
}

/// How the caches change.
#[derive(Clone, Copy, Debug)]
enum Cache {
    /// They keep their shape.
    Kept,
    /// They grow to the total length that this input contains, unless they are already longer.
    Grows(usize),
    /// They may grow.
    Unknown,
}

impl Grouped {
    /// The shape of the queries with the hidden size of the result, and the head size.
    fn result(cx: &InferContext<'_>) -> (Shape, Dim) {
        let shape = cx.shape(0);
        let (heads, groups) = (count(cx, "num_heads"), count(cx, "kv_num_heads"));
        let Some((width, before)) = shape.dims().and_then(<[Dim]>::split_last) else {
            return (shape, Dim::unknown());
        };
        // Omitted keys and values are packed after the queries along the hidden dimension.
        let all = match (cx.has_input(1), &heads, &groups) {
            (true, heads, _) => heads.clone(),
            (false, Some(heads), Some(groups)) => Some(heads.add(&groups.mul(&Dim::exact(2)))),
            _ => None,
        };
        let head = quotient(width, all.as_ref());
        let of_value = count(cx, "v_head_size").unwrap_or(head.clone());
        let width = match (cx.has_input(1), heads) {
            (true, _) if of_value == head => width.clone(),
            (_, Some(heads)) => heads.mul(&of_value),
            _ => Dim::unknown(),
        };
        (Shape::from_dims(before.iter().cloned().chain([width])), head)
    }

    /// The shape of the present keys or values.
    fn cache(self, cx: &InferContext<'_>, past: usize, head: &Dim) -> Shape {
        let shape = cx.shape(past);
        if let (true, Cache::Kept) = (cx.has_input(past), self.cache) {
            return shape;
        }
        let any = Dim::unknown();
        let total = match self.cache {
            Cache::Grows(input) => {
                let int = cx.elements(input).and_then(|e| e.ints().and_then(|ints| ints.first().cloned()));
                int.and_then(|int| int.to_dim()).unwrap_or(any.clone())
            }
            _ => any.clone(),
        };
        if !cx.has_input(past) {
            let groups = count(cx, "kv_num_heads").unwrap_or(any);
            return Shape::from_dims([dim(cx, 0, 0), groups, total, head.clone()]);
        }
        let [batch, groups, length, head] = [0, 1, 2, 3].map(|at| dim(cx, past, at));
        // A sliding window keeps the length of the cache.
        let slides = cx.has_unknown_value("sliding_window_cache") || cx.int("sliding_window_cache").unwrap_or(0) != 0;
        let all = if slides { length.clone() } else { length.max(&total) };
        Shape::from_dims([
            batch,
            groups,
            if cx.has_unknown_value("sliding_window_cache") { Dim::unknown() } else { all },
            head,
        ])
    }
}

impl Operator for Grouped {
    fn infer(&self, cx: &mut InferContext<'_>) {
        ShapeBindings::read_onnxruntime(cx, self.inputs);
        let (shape, head) = Grouped::result(cx);
        set(cx, 0, shape);
        for at in [0, 1] {
            let past = self.past + at;
            let quantized = ["kv_cache_bit_width", "k_quant_type", "v_quant_type"];
            let plain = quantized.iter().all(|name| cx.attribute_record(name).is_none());
            // Without a past input, the caches have the element type of the queries, unless they are quantized.
            let own = cx.model().inputs(cx.node()).get(past).is_some_and(|o| *o != Operand::Absent);
            let element = if own { cx.element(past) } else { cx.element(0).filter(|_| plain) };
            let cache = self.cache(cx, past, &head);
            cx.set_tensor(1 + at, element, cache);
        }
        if let Cache::Grows(input) = self.cache {
            let int = cx.elements(input).and_then(|e| e.ints().and_then(|ints| ints.first().cloned()));
            let total = int.and_then(|int| int.to_dim()).unwrap_or(Dim::unknown());
            let heads = count(cx, "num_heads").unwrap_or(Dim::unknown());
            set(cx, 3, Shape::from_dims([dim(cx, 0, 0), heads, dim(cx, 0, 1), total]));
        }
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        if !matches!(self.cache, Cache::Grows(_)) {
            return None;
        }
        let (result, head) = Grouped::result(cx);
        let query = count(cx, "num_heads").unwrap_or(Dim::unknown()).mul(&head);
        let value = result.dims().and_then(<[Dim]>::last).cloned().unwrap_or(Dim::unknown());
        let present = self.cache(cx, self.past, &head);
        let total = present.dims().and_then(|dims| dims.get(2)).cloned().unwrap_or(Dim::unknown());
        cost::attention(&dim(cx, 0, 0), [&dim(cx, 0, 1), &total], [&query, &value])
    }
}

/// Padded sequences: query, key, value and their caches.
const DENSE: &[&str] = &["B S W", "B L K", "B L V", "B G P H", "B G P X"];
/// Packed tokens, whose caches are paged.
const PACKED: &[&str] = &["T W", "T K", "T V", "C S G H", "C S G X"];

macro_rules! of {
    ($operator:expr) => {
        |_| Resolved::operator($operator)
    };
}

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::microsoft("Attention", of!(Projecting { past: Some(4) })),
    OperatorDef::microsoft("DecoderMaskedSelfAttention", of!(Projecting { past: Some(4) })),
    OperatorDef::microsoft("QAttention", of!(Projecting { past: Some(8) })),
    OperatorDef::microsoft("PackedAttention", of!(Projecting { past: None })),
    OperatorDef::microsoft("MultiHeadAttention", of!(MultiHead { past: 6, filled: 8, side_by_side: false })),
    OperatorDef::microsoft(
        "DecoderMaskedMultiHeadAttention",
        of!(MultiHead { past: 5, filled: 7, side_by_side: true }),
    ),
    OperatorDef::microsoft("PackedMultiHeadAttention", of!(PackedMultiHead)),
    OperatorDef::microsoft("GroupQueryAttention", of!(Grouped { past: 3, inputs: DENSE, cache: Cache::Grows(6) })),
    OperatorDef::microsoft("SparseAttention", of!(Grouped { past: 3, inputs: DENSE, cache: Cache::Kept })),
    OperatorDef::microsoft("PagedAttention", of!(Grouped { past: 3, inputs: PACKED, cache: Cache::Kept })),
    OperatorDef::microsoft("SparsePagedAttention", of!(Grouped { past: 3, inputs: PACKED, cache: Cache::Kept })),
    OperatorDef::microsoft("DynamicSparseAttention", of!(Grouped { past: 3, inputs: DENSE, cache: Cache::Unknown })),
];
