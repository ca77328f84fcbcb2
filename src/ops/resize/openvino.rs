//! The attributes and inputs of Interpolate.

use super::{Keep, Resize, Target};
use crate::dim::Dim;
use crate::ops::OperandSource;
use crate::ops::axes::Axes;
use crate::ops::diagnostics;
use crate::ops::window::slide::is_given;
use crate::ops::{InferContext, target_shape};

/// An Interpolate of any version.
pub(super) fn resize(cx: &mut InferContext<'_>) -> Resize {
    // The first version has the axes in an attribute, and supports only sizes. What it pads besides these axes, OpenVINO's
    // reader and the shapes in its files leave out, and a run adds.
    let first = cx.attribute_kind("axes").is_some();
    let by_scales = !first && cx.text("shape_calculation_mode").is_some_and(|m| m.eq_ignore_ascii_case("scales"));
    // In the fourth version, sizes and scales have an input each.
    let apart = !first && cx.signature.is_some_and(|signature| signature.inputs().len() == 4);
    let target = match (by_scales, apart) {
        (false, _) => Target::Sizes { sizes: target_shape::read(cx, 1), input: 1, keep: Keep::Nothing },
        (true, true) => Target::Scales(floats(cx, 2), OperandSource::Input(2)),
        (true, false) => Target::Scales(floats(cx, 1), OperandSource::Input(1)),
    };
    let axes_source =
        if first { OperandSource::Attribute("axes") } else { OperandSource::Input(if apart { 3 } else { 2 }) };
    let axes = match axes_source {
        OperandSource::Attribute(name) => attribute(cx, name),
        OperandSource::Input(input) => from_input(cx, input),
    };
    let axes = from_the_start(cx, axes, axes_source);
    let padding = padding(cx);
    let padding = if first { Some(padding.unwrap_or_default()) } else { padding };
    let target = trimmed(target, &axes);
    Resize { target, axes, axes_source, padding, doubtful_padding: first, least: 0.0, rank: None, sampling: None }
}

/// OpenVINO keeps the axes as a set: the first size is that of the lowest axis, whatever their order in the file.
fn attribute(cx: &InferContext<'_>, name: &str) -> Axes {
    let mut list: Vec<i128> = cx.ints(name).unwrap_or_default().iter().map(|&axis| axis.into()).collect();
    list.sort_unstable();
    Axes::Known(list)
}

fn from_input(cx: &InferContext<'_>, input: usize) -> Axes {
    if !cx.has_input(input) {
        return Axes::All;
    }
    cx.exact_ints(input).map_or(Axes::Runtime(Dim::unknown()), Axes::Known)
}

/// Reports a negative axis, which OpenVINO rejects here.
fn from_the_start(cx: &mut InferContext<'_>, axes: Axes, source: OperandSource) -> Axes {
    let Axes::Known(list) = &axes else { return axes };
    let Some(at) = list.iter().position(|&axis| axis < 0) else { return axes };
    const HELP: &str = "count the axes from the start";
    diagnostics::operand(cx, (source, at), list[at], "at least 0", HELP);
    Axes::Runtime(Dim::unknown())
}

/// OpenVINO ignores numbers beyond the number of axes.
fn trimmed(target: Target, axes: &Axes) -> Target {
    let Axes::Known(list) = axes else { return target };
    match target {
        Target::Sizes { sizes, input, keep } => {
            let sizes = match sizes.dims() {
                Some(dims) if dims.len() > list.len() => {
                    crate::shape::Shape::from_dims(dims[..list.len()].iter().cloned())
                }
                _ => sizes,
            };
            Target::Sizes { sizes, input, keep }
        }
        Target::Scales(Some(mut scales), place) => {
            scales.truncate(list.len());
            Target::Scales(Some(scales), place)
        }
        target => target,
    }
}

fn floats(cx: &mut InferContext<'_>, input: usize) -> Option<Vec<Option<f32>>> {
    if cx.shape(input).rank().is_some_and(|rank| rank != 1) {
        diagnostics::doubtful_rank(cx, input, 1, "use a list with one scale per axis");
    }
    super::scales(cx, input)
}

/// Padding that is added to the axes first; `None` after OP105.
fn padding(cx: &mut InferContext<'_>) -> Option<[Vec<u64>; 2]> {
    let mut both = [Vec::new(), Vec::new()];
    for (list, name) in both.iter_mut().zip(["pads_begin", "pads_end"]) {
        if is_given(cx, name) {
            *list = crate::ops::window::numbers(cx, name, None, 0)?;
        }
    }
    Some(both)
}
