//! Window functions for signals, and the weights that map a spectrum to the mel scale.

use super::attributes;
use super::cost::{self, Cost};
use super::scalar::{self, OneListed};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::kernel::dense::{floats, real_tensor};
use crate::shape::Shape;
use crate::tensor::{EvalError, Integers, Tensor};

/// A window whose size is an input.
#[derive(Clone, Copy, Debug)]
struct Window {
    element: Option<ElementType>,
    /// The weights of the cosines of 0, 1 and 2 periods; the second is subtracted.
    weights: [f64; 3],
    /// Whether the window is one element shorter than its period; `None` if it is unknown.
    periodic: Option<bool>,
}

impl Operator for Window {
    fn infer(&self, cx: &mut InferContext<'_>) {
        // ONNX Runtime computes an empty window, but does not load a constant size of 0.
        let least = u64::from(cx.is_stored(0));
        let size = scalar::count(cx, 0, least, "size", OneListed::ReadIfComputed).unwrap_or(Dim::unknown());
        let why = size
            .is_unknown()
            .then(|| cx.unknown_reason(0).unwrap_or_else(|| cx.unknown_because("the size is known only at run time")));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(self.element, Shape::from_dims([size])) });
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (result, periodic) = (cx.output(0)?, self.periodic.ok_or_else(|| cx.no_evaluator())?);
        let count = result.count();
        let period = if periodic { count as f64 } else { count as f64 - 1.0 };
        if count > 0 && period == 0.0 {
            return Err(EvalError::Undefined("a symmetric window of one element is undefined".to_owned()));
        }
        let [constant, once, twice] = self.weights;
        let at = |n: usize| {
            let angle = std::f64::consts::TAU * n as f64 / period;
            constant - once * angle.cos() + twice * (2.0 * angle).cos()
        };
        let values: Vec<f64> = (0..count).map(at).collect();
        Ok(vec![real_tensor(result.element, &result.sizes, &values)?])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

fn window(cx: &mut InferContext<'_>, weights: [f64; 3]) -> Resolved {
    let periodic = attributes::flag(cx, "periodic");
    let element = attributes::output_element(cx, "output_datatype", 0);
    Resolved::operator(Window { element, weights, periodic })
}

const BLACKMAN: [f64; 3] = [0.42, 0.5, 0.08];
const HAMMING: [f64; 3] = [25.0 / 46.0, 21.0 / 46.0, 0.0];
const HANN: [f64; 3] = [0.5, 0.5, 0.0];

/// MelWeightMatrix: a row for each frequency of a half spectrum, a column for each bin.
#[derive(Clone, Copy, Debug)]
struct MelWeights(Option<ElementType>);

impl Operator for MelWeights {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let bins = scalar::count(cx, 0, 0, "number of bins", OneListed::ReadIfComputed).unwrap_or(Dim::unknown());
        let length = scalar::count(cx, 1, 0, "transform length", OneListed::ReadIfComputed).unwrap_or(Dim::unknown());
        scalar::expect(cx, 2, OneListed::Read);
        let rows = length.floor_div(&Dim::exact(2)).add(&Dim::exact(1));
        let vague = bins.is_unknown() || length.is_unknown();
        let why = vague.then(|| cx.unknown_because("the number of bins or the length is known only at run time"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(self.0, Shape::from_dims([rows, bins])) });
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let result = cx.output(0)?;
        let &[rows, bins] = &*result.sizes else { return Err(EvalError::UnknownType) };
        let edges = mel_edges(cx, bins)?;
        let mut values = vec![0.0; result.count()];
        for bin in 0..bins {
            let &[low, center, high] = &edges[bin..bin + 3] else { return Err(EvalError::UnknownType) };
            if high > rows || center >= rows {
                return Err(EvalError::Undefined("a frequency is greater than half of the sample rate".to_owned()));
            }
            let rising = (low..=center).map(|row| (row, (row - low) as f64 / (center - low) as f64));
            let falling = (center..high).map(|row| (row, (high - row) as f64 / (high - center) as f64));
            for (row, weight) in rising.chain(falling) {
                values[row * bins + bin] = if weight.is_nan() { 1.0 } else { weight };
            }
        }
        Ok(vec![real_tensor(result.element, &result.sizes, &values)?])
    }
}

/// The rows where bins begin, have their center and end: each bin begins at the center of the one before it.
fn mel_edges(cx: &EvalContext<'_>, bins: usize) -> Result<Vec<usize>, EvalError> {
    let integer = |input: usize| Ok(Integers::from_tensor(cx.input(input)?)?.at(0) as f64);
    let real = |input: usize| floats(cx.input(input)?)?.first().copied().ok_or(EvalError::UnknownType);
    let (length, rate) = (integer(1)?, integer(2)?);
    let mel = |hertz: f64| 2595.0 * (hertz / 700.0).ln_1p() / std::f64::consts::LN_10;
    let (low, high) = (mel(real(3)?), mel(real(4)?));
    let step = (high - low) / (bins as f64 + 2.0);
    let row = |edge: usize| {
        let hertz = 700.0 * ((low + step * edge as f64) / 2595.0 * std::f64::consts::LN_10).exp_m1();
        let row = (length + 1.0) * hertz / rate;
        // Runtimes that round to 32 bits would select the neighbor.
        let settled = (row - row.round()).abs() > 1e-4 || edge == 0 && row.abs() < 1e-12;
        if row >= 0.0 && settled {
            Ok(row.floor() as usize)
        } else {
            Err(EvalError::Undefined(format!("edge {edge} depends on how a frequency is rounded")))
        }
    };
    (0..bins + 2).map(row).collect()
}

fn mel(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(MelWeights(attributes::output_element(cx, "output_datatype", 0)))
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("BlackmanWindow", |cx| window(cx, BLACKMAN)),
    OperatorDef::onnx("HammingWindow", |cx| window(cx, HAMMING)),
    OperatorDef::onnx("HannWindow", |cx| window(cx, HANN)),
    OperatorDef::onnx("MelWeightMatrix", mel),
];
