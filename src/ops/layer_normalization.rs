//! LayerNormalization and RMSNormalization: normalize all dimensions from an axis on together.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::runtime_behavior::{RuntimeBehavior, SHORTEN_INPUTS};
use super::shape_checks;
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::dim::Dim;
use crate::element::ElementType;
use crate::shape::Shape;
use crate::target::Runtime;

/// A resolved LayerNormalization or RMSNormalization.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayerNormalization {
    /// The first normalized dimension, as written; `None` if it is unknown.
    pub(crate) axis: Option<i64>,
    /// The input whose type the result has.
    pub(crate) typed_by: usize,
    /// The type of mean and standard deviation, which are further outputs.
    pub(crate) statistics: Option<ElementType>,
}

impl LayerNormalization {
    fn resolve(cx: &mut InferContext<'_>, typed_by: usize) -> Resolved {
        let known = |name| !cx.has_unknown_value(name);
        let axis = cx.int("axis").filter(|_| known("axis"));
        let statistics = cx.int("stash_type").filter(|_| known("stash_type")).and_then(ElementType::from_onnx);
        Resolved::operator(LayerNormalization { axis, typed_by, statistics })
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
    OperatorDef::onnx("LayerNormalization", |cx| LayerNormalization::resolve(cx, usize::from(cx.version() < 17)))
        .with_runtime_behaviors(BEHAVIORS),
    OperatorDef::onnx("RMSNormalization", |cx| LayerNormalization::resolve(cx, 1)),
];
