//! CenterCropPad: crops or pads axes around their center.

use crate::diagnostic::counted;
use crate::fact::Fact;
use crate::ops::OperandSource;
use crate::ops::axes::{self, Ranked};
use crate::ops::diagnostics;
use crate::ops::{InferContext, Operator, Resolved, target_shape};
use crate::shape::Shape;

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
                let wrapped = axes::wrap(cx, list, rank, OperandSource::Attribute("axes"), Ranked::Input(0));
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
}
