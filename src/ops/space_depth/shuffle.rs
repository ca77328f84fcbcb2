//! ShuffleChannels and Reverse: elements are permuted along axes, and the shape is kept.

use crate::fact::Fact;
use crate::ops::OperandSource;
use crate::ops::axes;
use crate::ops::axes::{Axes, Ranked};
use crate::ops::cost::{self, Cost};
use crate::ops::diagnostics;
use crate::ops::{InferContext, Operator, Resolved};
use crate::shape::Shape;

/// A resolved ShuffleChannels.
#[derive(Debug)]
pub(crate) struct Shuffle {
    axis: Option<i64>,
    /// The number of groups; `None` if the attribute is invalid.
    groups: Option<u64>,
}

impl Shuffle {
    pub(crate) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let written = cx.int("group");
        let groups = written.and_then(|n| u64::try_from(n).ok()).filter(|&n| n > 0);
        if let (Some(written), None) = (written, groups) {
            diagnostics::attribute(cx, "group", written, "at least 1", "set `group` to the number of groups");
        }
        Resolved::operator(Shuffle { axis: cx.int("axis"), groups })
    }
}

impl Operator for Shuffle {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        if let (Some(dims), Some(axis)) = (data.dims(), self.axis) {
            let axis = axes::wrap_one(cx, axis.into(), dims.len(), OperandSource::Attribute("axis"), Ranked::Input(0));
            if let Some((axis, groups)) = axis.zip(self.groups)
                && dims[axis].size().is_some_and(|size| size % groups != 0)
            {
                super::uneven(cx, axis, &dims[axis], &groups.into());
            }
        }
        let shape = if data.rank().is_none() { Shape::with_min_rank(data.min_rank().max(1)) } else { data };
        cx.set(0, Fact::tensor(cx.element(0), shape));
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// A resolved Reverse.
#[derive(Debug)]
pub(crate) struct Reverse {
    /// Whether the axes are numbers; otherwise there is a flag for each axis.
    numbers: bool,
}

impl Reverse {
    pub(crate) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        Resolved::operator(Reverse { numbers: cx.text("mode").is_none_or(|mode| mode.eq_ignore_ascii_case("index")) })
    }
}

impl Operator for Reverse {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        if let Some(rank) = data.rank() {
            if self.numbers {
                if let Axes::Known(list) = axes::read(cx, OperandSource::Input(1)) {
                    axes::wrap(cx, &list, rank, OperandSource::Input(1), Ranked::Input(0));
                }
            } else if cx.shape(1).dims().is_some_and(|dims| dims.len() == 1 && !dims[0].contains(rank as u64)) {
                let message =
                    format!("input {} has shape {}, but the data has rank {rank}", cx.input_name(1), cx.shape(1));
                diagnostics::shapes(cx, [1, 0], message, "list one flag per axis");
            }
        }
        cx.set(0, Fact::tensor(cx.element(0), data));
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}
