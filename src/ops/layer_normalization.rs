//! LayerNormalization and RMSNormalization: normalize all dimensions from an axis on together.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::runtime_behavior::{RuntimeBehavior, SHORTEN_INPUTS};
use super::shape_checks;
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::dim::Dim;
use crate::element::ElementType;
use crate::kernel::dense::{real_tensor, reals};
use crate::kernel::elementwise::Layout;
use crate::kernel::statistics::mean_and_variance;
use crate::shape::Shape;
use crate::target::Runtime;
use crate::tensor::{EvalError, Tensor};

/// A resolved LayerNormalization or RMSNormalization.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayerNormalization {
    /// The first normalized dimension, as written; `None` if it is unknown.
    pub(crate) axis: Option<i64>,
    /// The input whose type the result has.
    pub(crate) typed_by: usize,
    /// The type of mean and standard deviation, which are further outputs.
    pub(crate) statistics: Option<ElementType>,
    /// The number that is added to the variance; `None` if it is unknown.
    pub(crate) epsilon: Option<f32>,
    /// Whether the mean is subtracted.
    pub(crate) centered: bool,
}

impl LayerNormalization {
    fn resolve(cx: &mut InferContext<'_>, typed_by: usize, centered: bool) -> Resolved {
        let known = |name| !cx.has_unknown_value(name);
        let axis = cx.int("axis").filter(|_| known("axis"));
        let statistics = cx.int("stash_type").filter(|_| known("stash_type")).and_then(ElementType::from_onnx);
        let epsilon = cx.float("epsilon").filter(|_| known("epsilon"));
        Resolved::operator(LayerNormalization { axis, typed_by, statistics, epsilon, centered })
    }

    /// Normalized data times the scale, plus the bias.
    fn transformed(self, cx: &EvalContext<'_>, values: Vec<f64>) -> Result<Vec<f64>, EvalError> {
        let sizes = cx.input(0)?.sizes();
        let layout = |tensor: &Tensor| Layout::numpy(sizes, tensor.sizes()).ok_or(EvalError::UnknownType);
        let scaled = layout(cx.input(1)?)?.map(&values, &reals(cx.input(1)?)?, |x, scale| x * scale);
        let Some(bias) = cx.optional(2).filter(|_| self.centered) else { return Ok(scaled) };
        Ok(layout(bias)?.map(&scaled, &reals(bias)?, |x, bias| x + bias))
    }

    /// The shape of the data with normalized dimensions replaced by 1.
    pub(crate) fn reduced(self, data: &Shape) -> Shape {
        let (Some(dims), Some(axis)) = (data.dims(), self.axis) else {
            return data.rank().map_or_else(|| Shape::with_min_rank(data.min_rank().max(1)), Shape::of_rank);
        };
        let Some(axis) = axes::position(axis.into(), dims.len()) else { return Shape::of_rank(dims.len()) };
        Shape::from_dims(dims.iter().enumerate().map(|(i, d)| if i < axis { d.clone() } else { Dim::exact(1) }))
    }

    /// The shape of the data, refined with those of scale and bias; checks the axis, and that they can be broadcast.
    pub(crate) fn checked(self, cx: &mut InferContext<'_>, data: Shape, parameters: &[usize]) -> Shape {
        if let (Some(axis), Some(rank)) = (self.axis, data.rank()) {
            axes::wrap(cx, &[axis.into()], rank, OperandSource::Attribute("axis"), Ranked::Input(0));
        }
        let help = "give it the shape of the normalized dimensions";
        let mut shape = data;
        for &input in parameters {
            if cx.has_input(input) {
                shape = shape_checks::stretches(cx, input, &shape, "the data", help);
            }
        }
        shape
    }
}

impl Operator for LayerNormalization {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let data = self.checked(cx, data, &[1, 2]);
        let shape = match (data.rank(), self.axis) {
            (None, Some(axis)) => {
                let least = axes::implied_rank(&[axis.into()]).min(cx.limits().max_rank);
                Shape::with_min_rank(data.min_rank().max(least))
            }
            _ => data.clone(),
        };
        cx.set_tensor(0, cx.element(self.typed_by), shape.clone());
        for output in 1..cx.output_count() {
            cx.set_tensor(output, self.statistics, self.reduced(&shape));
        }
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let data = cx.input(0)?;
        let (Some(axis), Some(epsilon)) = (self.axis, self.epsilon) else { return Err(cx.no_evaluator()) };
        let axis = axes::position(axis.into(), data.sizes().len()).ok_or(EvalError::UnknownType)?;
        let length = data.sizes()[axis..].iter().fold(1usize, |n, &size| n.saturating_mul(size));
        let (mut values, mut statistics) = (reals(data)?, [Vec::new(), Vec::new()]);
        for row in values.chunks_exact_mut(length.max(1)) {
            let (mean, variance) = match self.centered {
                true => mean_and_variance(row.iter().copied()),
                false => (0.0, row.iter().map(|x| x * x).sum::<f64>() / length as f64),
            };
            let scale = 1.0 / (variance + f64::from(epsilon)).sqrt();
            row.iter_mut().for_each(|x| *x = (*x - mean) * scale);
            statistics[0].push(mean);
            statistics[1].push(scale);
        }
        let values = self.transformed(cx, values)?;
        let made = cx.outputs().iter().enumerate().map(|(at, output)| match at {
            0 => real_tensor(output.element, &output.sizes, &values),
            at => real_tensor(output.element, &output.sizes, statistics.get(at - 1).ok_or(EvalError::UnknownType)?),
        });
        made.collect()
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::normalization(cx)
    }
}

/// Measured with single nodes; with float64, the node runs.
static BEHAVIORS: &[RuntimeBehavior] = &[RuntimeBehavior::refuses(
    Runtime::OnnxRuntime,
    |case| case.omits(2) && case.has(&[ElementType::F32]),
    "crashes on a bias that an empty name leaves out",
    SHORTEN_INPUTS,
)];

pub(super) static OPERATORS: &[OperatorDef] = &[
    // Below opset 17 the operator is ONNX Runtime's own, whose result has the type of the scale.
    OperatorDef::onnx("LayerNormalization", |cx| LayerNormalization::resolve(cx, usize::from(cx.version() < 17), true))
        .with_runtime_behaviors(BEHAVIORS),
    OperatorDef::onnx("RMSNormalization", |cx| LayerNormalization::resolve(cx, 1, false)),
];
