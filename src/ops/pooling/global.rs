//! Global pooling: reduces everything after batch and channels to one number.

use crate::dim::Dim;
use crate::fact::Fact;
use crate::ops::diagnostics;
use crate::ops::{InferContext, Operator, Resolved};
use crate::shape::Shape;

/// A resolved global pooling.
#[derive(Debug)]
pub(super) struct Global;

impl Global {
    pub(super) fn resolve(_: &mut InferContext<'_>) -> Resolved {
        Resolved::operator(Global)
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
}
