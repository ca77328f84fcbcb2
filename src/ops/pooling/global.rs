//! Global pooling: reduces everything after batch and channels to one number.

use super::evaluate::Function;
use super::kind::PoolingKind;
use crate::dim::Dim;
use crate::fact::Fact;
use crate::kernel::dense::{real_tensor, reals};
use crate::ops::cost::{self, Cost};
use crate::ops::diagnostics;
use crate::ops::{EvalContext, InferContext, Operator, Resolved, StaticTensorType, wide_bytes};
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved global pooling.
#[derive(Debug)]
pub(super) struct Global {
    /// The number of a plane; `None` if it is not known.
    function: Option<Function>,
}

impl Global {
    pub(super) fn resolve(kind: PoolingKind, cx: &mut InferContext<'_>) -> Resolved {
        Resolved::operator(Global { function: Function::onnx(kind, cx) })
    }
}

impl Operator for Global {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let shape = match data.dims() {
            None => Shape::with_min_rank(data.min_rank().max(2)),
            Some(dims) if dims.len() < 2 => {
                diagnostics::rank(cx, 0, "at least 2", "use batch, channels, and any axes to pool");
                Shape::with_min_rank(2)
            }
            Some(dims) => Shape::from_dims(
                dims.iter().enumerate().map(|(axis, d)| if axis < 2 { d.clone() } else { Dim::exact(1) }),
            ),
        };
        cx.set(0, Fact::tensor(cx.element(0), shape));
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let function = self.function.ok_or_else(|| cx.no_evaluator())?;
        let (values, count) = (reals(data)?, result.count());
        let length = values.len().checked_div(count).unwrap_or(0);
        let made: Option<Vec<f64>> = match length {
            0 => (count == 0).then(Vec::new),
            _ => values.chunks_exact(length).map(|plane| function.of(plane, 0)).collect(),
        };
        let made = made.ok_or_else(|| EvalError::Undefined("a plane is empty or contains NaN".to_owned()))?;
        Ok(vec![real_tensor(result.element, &result.sizes, &made)?])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::per_input(cx, 1)
    }
}
