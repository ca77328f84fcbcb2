//! CenterCropPad: crops or pads axes around their center.

use crate::diagnostic::counted;
use crate::fact::Fact;
use crate::kernel::lines::mapped;
use crate::kernel::runs::{self, Run};
use crate::ops::OperandSource;
use crate::ops::axes::{self, Ranked};
use crate::ops::diagnostics;
use crate::ops::{EvalContext, InferContext, Operator, Resolved, StaticTensorType, map_bytes, target_shape};
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved CenterCropPad.
#[derive(Debug)]
pub(super) struct Crop {
    /// The axes; `None` for all of them.
    axes: Option<Vec<i128>>,
}

impl Crop {
    pub(super) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let axes = cx.attribute_record("axes").and_then(|_| cx.ints("axes"));
        Resolved::operator(Crop { axes: axes.map(|list| list.iter().map(|&axis| axis.into()).collect()) })
    }

    fn shape(&self, cx: &mut InferContext<'_>, sizes: &Shape) -> Shape {
        let data = cx.shape(0);
        let rank = data.rank().or(sizes.rank().filter(|&rank| self.axes.is_none() && rank >= data.min_rank()));
        let Some(rank) = rank else { return data };
        let axes = match &self.axes {
            None => (0..rank).collect(),
            Some(list) => {
                let wrapped = axes::wrap(cx, list, rank, OperandSource::Attribute("axes"), Ranked::Paired(0));
                if wrapped.out_of_range || wrapped.duplicate {
                    return Shape::of_rank(rank);
                }
                wrapped.dims
            }
        };
        let mut dims = data.dims().map_or_else(|| vec![crate::dim::Dim::unknown(); rank], <[crate::dim::Dim]>::to_vec);
        let given = sizes.dims().filter(|sizes| sizes.len() == axes.len());
        if given.is_none() && sizes.rank().is_some() {
            let count = sizes.rank().unwrap_or(0);
            let message = format!(
                "input {} has {} for {}",
                cx.input_name(1),
                counted(count, "size"),
                counted(axes.len(), "axis")
            );
            // ONNX Runtime ignores what is missing or too much, unless it knows the sizes when it loads the model.
            let report = if cx.is_stored(1) { diagnostics::shapes } else { diagnostics::doubtful_shapes };
            report(cx, [1, 0], message, "list one size per axis");
        }
        for (position, &axis) in axes.iter().enumerate() {
            dims[axis] = given.and_then(|sizes| sizes.get(position).cloned()).unwrap_or(crate::dim::Dim::unknown());
        }
        Shape::from_dims(dims)
    }
}

impl Operator for Crop {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let listed = cx.shape(1).rank().is_none_or(|rank| rank == 1);
        let sizes = if listed {
            target_shape::read(cx, 1)
        } else {
            diagnostics::doubtful_rank(cx, 1, 1, "reshape the sizes to a list with one per axis");
            Shape::UNKNOWN
        };
        let shape = self.shape(cx, &sizes);
        let why = target_shape::why(cx, 1, &sizes);
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) });
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, _: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        map_bytes(outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let maps: Vec<Vec<Option<usize>>> = match result.sizes.contains(&0) {
            true => vec![Vec::new(); result.sizes.len()],
            false => data.sizes().iter().zip(&*result.sizes).map(|(&from, &to)| centered(from, to)).collect(),
        };
        let each = mapped(&maps, data.sizes()).map(|at| Run { from: at.map(|at| (0, at)), count: 1 });
        Ok(vec![runs::joined(result.element, &result.sizes, &[data], each).ok_or(EvalError::UnknownType)?])
    }
}

/// For each index of the result, that of the data; an odd element is cropped or added at the end.
fn centered(from: usize, to: usize) -> Vec<Option<usize>> {
    let (skipped, added) = (from.saturating_sub(to) / 2, to.saturating_sub(from) / 2);
    (0..to).map(|at| at.checked_sub(added).map(|at| at + skipped).filter(|&at| at < from)).collect()
}
