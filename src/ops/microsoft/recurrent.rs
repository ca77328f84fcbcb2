//! Operators that carry state from one part of a sequence to the next.

use super::pattern::element;
use crate::dim::Dim;
use crate::ops::cost::{self, Cost};
use crate::ops::shape_pattern::ShapeBindings;
use crate::ops::{InferContext, Operator, OperatorDef, Resolved};
use crate::shape::Shape;

/// A positive size in an attribute.
fn size(cx: &InferContext<'_>, name: &str) -> Option<u64> {
    let written = cx.int(name).filter(|_| !cx.has_unknown_value(name))?;
    u64::try_from(written).ok().filter(|&n| n > 0)
}

fn dim(cx: &InferContext<'_>, input: usize, at: usize) -> Dim {
    cx.shape(input).dims().and_then(|dims| dims.get(at)).cloned().unwrap_or(Dim::unknown())
}

/// The shape of the state: that of the input or else this one, once per step of a window if there is one.
fn state(cx: &InferContext<'_>, past: usize, one: Vec<Dim>) -> Shape {
    match (cx.has_input(past), size(cx, "state_window")) {
        (true, _) => cx.shape(past),
        _ if cx.has_unknown_value("state_window") => Shape::with_min_rank(one.len()),
        (false, None) => Shape::from_dims(one),
        (false, Some(window)) => Shape::from_dims([Dim::exact(window)].into_iter().chain(one)),
    }
}

/// Linear attention: keys and values accumulate in one matrix per head.
#[derive(Clone, Copy, Debug)]
struct Linear {
    queries: Option<u64>,
    keys: Option<u64>,
}

impl Linear {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        Resolved::operator(Linear { queries: size(cx, "q_num_heads"), keys: size(cx, "kv_num_heads") })
    }
}

impl Operator for Linear {
    fn infer(&self, cx: &mut InferContext<'_>) {
        ShapeBindings::read_onnxruntime(cx, &["B T Q", "B T K", "B T V"]);
        let heads = self.keys.map(Dim::exact);
        let part = |width: Dim| heads.as_ref().map_or(Dim::unknown(), |heads| width.floor_div(heads));
        let (key, value) = (part(dim(cx, 1, 2)), part(dim(cx, 2, 2)));
        let most = self.queries.zip(self.keys).map(|(q, k)| Dim::exact(q.max(k)));
        let width = most.map_or(Dim::unknown(), |most| most.mul(&value));
        let (batch, length) = (dim(cx, 0, 0), dim(cx, 0, 1));
        cx.set_tensor(0, element(cx, 0), Shape::from_dims([batch.clone(), length, width]));
        let present = state(cx, 3, vec![batch, heads.clone().unwrap_or(Dim::unknown()), key, value]);
        cx.set_tensor(1, element(cx, 1), present);
    }
}

/// A causal convolution over time, one channel at a time.
#[derive(Clone, Copy, Debug)]
struct Causal;

impl Operator for Causal {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let last = cx.has_unknown_value("channels_last") || cx.int("channels_last").unwrap_or(0) != 0;
        let dilation = (!cx.has_unknown_value("dilation")).then(|| cx.int("dilation").unwrap_or(1));
        let dilation = dilation.and_then(|n| u64::try_from(n).ok()).map_or(Dim::unknown(), Dim::exact);
        let present = match (data.dims(), last) {
            // Only with a single time axis is the length of the look-back certain.
            (Some([batch, channels, _]), false) => {
                let back = dim(cx, 1, 2).sub(&Dim::exact(1)).mul(&dilation);
                state(cx, 3, vec![batch.clone(), channels.clone(), back])
            }
            _ if cx.has_input(3) => cx.shape(3),
            _ => Shape::UNKNOWN,
        };
        cx.set_tensor(0, element(cx, 0), data);
        cx.set_tensor(1, element(cx, 1), present);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::matrix_product(cx, &dim(cx, 1, 2))
    }
}

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::microsoft("CausalConvWithState", |_| Resolved::operator(Causal)),
    OperatorDef::microsoft("LinearAttention", Linear::resolve),
];
