//! The attributes and inputs of ONNX's Resize and Upsample.

use super::{Keep, Resize, Target, sampling};
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::graph::AttributeValue;
use crate::ops::OperandSource;
use crate::ops::axes::Axes;
use crate::ops::diagnostics;
use crate::ops::{InferContext, target_shape};
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

/// Words that attributes have in some version.
const WORDS: &[(&str, &str)] = &[
    ("mode", "nearest, linear, cubic"),
    ("nearest_mode", "round_prefer_floor, round_prefer_ceil, floor, ceil, simple"),
    (
        "coordinate_transformation_mode",
        "half_pixel, half_pixel_symmetric, pytorch_half_pixel, align_corners, asymmetric, tf_half_pixel_for_nn, \
         tf_crop_and_resize",
    ),
    ("keep_aspect_ratio_policy", "stretch, not_larger, not_smaller"),
];

/// A Resize or Upsample of any version.
pub(super) fn resize(cx: &mut InferContext<'_>) -> Resize {
    for (name, words) in WORDS {
        word(cx, name, words);
    }
    let upsample = cx.attribute_kind("height_scale").is_some();
    let (target, least) = match cx.attribute_kind("scales").is_some() {
        _ if upsample => (Target::Scales(plane(cx).map(all_known), OperandSource::Attribute("height_scale")), 1.0),
        true => (Target::Scales(listed(cx).map(all_known), OperandSource::Attribute("scales")), 1.0),
        false => target(cx),
    };
    let axes = match cx.attribute_record("axes").filter(|_| cx.attribute_kind("axes").is_some()) {
        None => Axes::All,
        Some(_) => cx
            .ints("axes")
            .map_or(Axes::Runtime(Dim::unknown()), |list| Axes::Known(list.iter().map(|&axis| axis.into()).collect())),
    };
    let padding = Some([Vec::new(), Vec::new()]);
    let axes_source = OperandSource::Attribute("axes");
    let sampling = sampling::onnx(cx);
    let rank = upsample.then_some(4);
    Resize { target, axes, axes_source, padding, doubtful_padding: false, least, rank, sampling }
}

/// OP105: a word that no version has. Words of other versions are not reported, since runtimes accept them.
fn word(cx: &mut InferContext<'_>, name: &'static str, words: &'static str) {
    if cx.attribute_kind(name).is_none() {
        return;
    }
    if let Some(written) = cx.text(name).filter(|written| !words.split(", ").any(|word| word == *written)) {
        diagnostics::attribute(
            cx,
            name,
            format!("{written:?}"),
            format_args!("one of {words}"),
            "set the attribute to one of these values",
        );
    }
}

/// The scales of the first Upsample: those of height and width.
fn plane(cx: &InferContext<'_>) -> Option<Vec<f32>> {
    Some(vec![1.0, 1.0, cx.float("height_scale")?, cx.float("width_scale")?])
}

fn listed(cx: &InferContext<'_>) -> Option<Vec<f32>> {
    match cx.attribute("scales")? {
        AttributeValue::Floats(list) if list.len() <= cx.limits().max_rank => Some(list.to_vec()),
        _ => None,
    }
}

/// The target from the inputs: `scales` is second at first, and follows `roi` later.
fn target(cx: &mut InferContext<'_>) -> (Target, f32) {
    let formals =
        cx.signature.map_or(crate::ops::signature_ref::Formals::NONE, crate::ops::signature_ref::SignatureRef::inputs);
    let position = |name: &str| formals.iter().position(|formal| formal.name == name);
    let (Some(scales), sizes) = (position("scales"), position("sizes")) else { return (Target::Unknown, 0.0) };
    let Some(sizes) = sizes else {
        // Upsample does not shrink.
        let least = if cx.op_type() == "Upsample" { 1.0 } else { 0.0 };
        return (Target::Scales(floats(cx, scales), OperandSource::Input(scales)), least);
    };
    region(cx, position("roi"));
    let target = match [scales, sizes].map(|input| given(cx, input)) {
        [Some(true), Some(true)] => {
            both(cx, sizes);
            Target::Unknown
        }
        [Some(false), Some(false)] => {
            neither(cx);
            Target::Unknown
        }
        [Some(false), _] | [None, Some(true)] => by_sizes(cx, sizes),
        [_, Some(false)] | [Some(true), None] => by_scales(cx, scales),
        [None, None] => Target::Unknown,
    };
    (target, 0.0)
}

/// Whether an input is present and not empty; `None` if uncertain.
fn given(cx: &InferContext<'_>, input: usize) -> Option<bool> {
    if !cx.has_input(input) {
        return Some(false);
    }
    let count = cx.shape(input).num_elements();
    match (count.low(), count.high()) {
        (_, 0) => Some(false),
        (0, _) => None,
        _ => Some(true),
    }
}

fn by_scales(cx: &mut InferContext<'_>, scales: usize) -> Target {
    if cx.text("keep_aspect_ratio_policy").is_some_and(|policy| policy != "stretch") {
        let written = cx.text("keep_aspect_ratio_policy").unwrap_or_default();
        let name = "keep_aspect_ratio_policy";
        diagnostics::attribute(
            cx,
            name,
            format!("{written:?}"),
            "stretch with scales",
            "use `sizes` instead of `scales`, or set the policy to stretch",
        );
    }
    Target::Scales(floats(cx, scales), OperandSource::Input(scales))
}

fn by_sizes(cx: &mut InferContext<'_>, input: usize) -> Target {
    let keep = match cx.text("keep_aspect_ratio_policy").filter(|_| cx.attribute_kind("axes").is_some()) {
        Some("not_larger") => Keep::NotLarger,
        Some("not_smaller") => Keep::NotSmaller,
        _ => Keep::Nothing,
    };
    Target::Sizes { sizes: target_shape::read(cx, input), input, keep }
}

fn all_known(scales: Vec<f32>) -> Vec<Option<f32>> {
    scales.into_iter().map(Some).collect()
}

/// The floats in an input; reports an input that is not a list.
fn floats(cx: &mut InferContext<'_>, input: usize) -> Option<Vec<Option<f32>>> {
    if cx.shape(input).rank().is_some_and(|rank| rank != 1) {
        diagnostics::doubtful_rank(cx, input, 1, "use a list with one scale per axis");
    }
    super::scales(cx, input)
}

fn both(cx: &mut InferContext<'_>, sizes: usize) {
    let message = format!("both scales and sizes {} are set; expected one of them", cx.input_name(sizes));
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.input_place(sizes), message);
    cx.report(finding.help("omit one, or make it empty"));
}

fn neither(cx: &mut InferContext<'_>) {
    let message = format!("{} needs scales or sizes, but has neither", cx.op_with_version());
    let finding = Diagnostic::new(&rules::missing_input::RULE, cx.place(), message);
    cx.report(finding.help("set one of them").data("input", "sizes"));
}

/// Checks the regions, which some coordinate modes require: two numbers for each resized axis.
fn region(cx: &mut InferContext<'_>, roi: Option<usize>) {
    let Some(roi) = roi.filter(|_| cx.text("coordinate_transformation_mode") == Some("tf_crop_and_resize")) else {
        return;
    };
    if given(cx, roi) == Some(false) {
        let message = "`coordinate_transformation_mode` is tf_crop_and_resize, but `roi` is missing";
        let place = cx.attribute_place("coordinate_transformation_mode");
        let finding = Diagnostic::new(&rules::missing_input::RULE, place, message.to_owned());
        let finding = finding.level(Level::Warning).note("ONNX Runtime uses default regions");
        cx.report(finding.help("set `roi` to the normalized start and end of each axis").data("input", "roi"));
    } else if cx.shape(roi).rank().is_some_and(|rank| rank != 1) {
        let message = format!("input {} has shape {}; expected a list", cx.input_name(roi), cx.shape(roi));
        let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(roi), message);
        cx.report(
            finding.level(Level::Warning).label(Shape::to_string(&cx.shape(roi))).help("use a one-dimensional list"),
        );
    } else {
        region_length(cx, roi);
    }
}

/// OP201: the regions have a start and an end for each axis of the data, or for each of `axes`.
fn region_length(cx: &mut InferContext<'_>, roi: usize) {
    let axes = cx.ints("axes").map(|axes| axes.len()).or_else(|| cx.shape(0).rank());
    let (Some(axes), Some(length)) = (axes, cx.shape(roi).num_elements().size()) else { return };
    if length == 2 * axes as u64 {
        return;
    }
    let message = format!(
        "input {} has {}; expected {}, a start and an end for each axis",
        cx.input_name(roi),
        counted(length, "number"),
        2 * axes
    );
    diagnostics::shapes(cx, [roi, 0], message, "list the starts of all axes, then the ends");
}
