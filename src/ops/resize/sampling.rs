//! How a resized element follows from its neighbors.

use crate::ops::InferContext;

/// Which neighbors count, and how much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Interpolation {
    /// One neighbor.
    Nearest(Nearest),
    /// The two neighbors.
    Linear,
    /// Four neighbors; the number is the coefficient of the formula.
    Cubic(f64),
}

/// Which neighbor is the nearest one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Nearest {
    PreferFloor,
    PreferCeil,
    Floor,
    Ceil,
    /// The lower one; unsettled where the result is smaller than the data.
    Simple,
}

/// The position in the data of an element of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coordinates {
    HalfPixel,
    HalfPixelSymmetric,
    PytorchHalfPixel,
    AlignCorners,
    Asymmetric,
    TfHalfPixelForNn,
    /// Within a region, which is in this input.
    TfCropAndResize(usize),
}

/// How elements are computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sampling {
    pub(super) interpolation: Interpolation,
    pub(super) coordinates: Coordinates,
    /// Whether more neighbors count where the result is smaller than the data.
    pub(super) antialias: bool,
    /// Whether positions outside of the data do not count; otherwise the edge is repeated.
    pub(super) exclude_outside: bool,
    /// The value outside of the region.
    pub(super) extrapolated: f64,
}

/// ONNX's attributes; `None` for a value that is unknown or from another version.
pub(super) fn onnx(cx: &InferContext<'_>) -> Option<Sampling> {
    let names = [
        "mode",
        "nearest_mode",
        "coordinate_transformation_mode",
        "cubic_coeff_a",
        "exclude_outside",
        "extrapolation_value",
        "antialias",
    ];
    if names.iter().any(|name| cx.has_unknown_value(name)) {
        return None;
    }
    // Before version 11, positions are not specified, and all tools have these.
    let early = cx.attribute_kind("coordinate_transformation_mode").is_none();
    let number =
        |name: &str, default: f64| cx.attribute_kind(name).and_then(|_| cx.float(name)).map_or(default, f64::from);
    let flag = |name: &str| cx.attribute_kind(name).and_then(|_| cx.int(name)).is_some_and(|value| value != 0);
    let (coordinates, nearest) = (coordinates(cx, early)?, nearest(cx, early)?);
    let interpolation = match cx.text("mode")? {
        "nearest" => Interpolation::Nearest(nearest),
        "linear" => Interpolation::Linear,
        "cubic" => Interpolation::Cubic(number("cubic_coeff_a", -0.75)),
        _ => return None,
    };
    let (antialias, exclude_outside) = (flag("antialias"), flag("exclude_outside"));
    // Tools disagree on these combinations.
    let settled = match interpolation {
        Interpolation::Nearest(_) => !antialias && !exclude_outside,
        Interpolation::Linear => !exclude_outside || antialias,
        Interpolation::Cubic(_) => true,
    };
    let extrapolated = number("extrapolation_value", 0.0);
    settled.then_some(Sampling { interpolation, coordinates, antialias, exclude_outside, extrapolated })
}

fn coordinates(cx: &InferContext<'_>, early: bool) -> Option<Coordinates> {
    Some(match cx.text("coordinate_transformation_mode") {
        _ if early => Coordinates::Asymmetric,
        Some("half_pixel") => Coordinates::HalfPixel,
        Some("half_pixel_symmetric") => Coordinates::HalfPixelSymmetric,
        Some("pytorch_half_pixel") => Coordinates::PytorchHalfPixel,
        Some("align_corners") => Coordinates::AlignCorners,
        Some("asymmetric") => Coordinates::Asymmetric,
        Some("tf_half_pixel_for_nn") => Coordinates::TfHalfPixelForNn,
        Some("tf_crop_and_resize") => Coordinates::TfCropAndResize(1),
        _ => return None,
    })
}

fn nearest(cx: &InferContext<'_>, early: bool) -> Option<Nearest> {
    Some(match cx.text("nearest_mode") {
        _ if early => Nearest::Simple,
        Some("floor") => Nearest::Floor,
        Some("round_prefer_floor") => Nearest::PreferFloor,
        Some("round_prefer_ceil") => Nearest::PreferCeil,
        Some("ceil") => Nearest::Ceil,
        _ => return None,
    })
}
