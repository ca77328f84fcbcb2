//! The attributes of convolutions, in both dialects.

use super::definition::ConvolutionKind;
use super::filters::Groups;
use super::transposed::{Same, Spread};
use super::{Convolution, Demands, Layout, Result};
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::ops::diagnostics;
use crate::ops::window::slide;
use crate::ops::window::{WindowParams, numbers};
use crate::ops::{InferContext, consensus, target_shape};
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

/// Resolves an ONNX node.
pub(super) fn onnx(kind: ConvolutionKind, cx: &mut InferContext<'_>) -> Convolution {
    let inputs_first = kind == ConvolutionKind::Transposed;
    let groups = Groups::Attribute(divisor(cx, "group"));
    let filters = if kind == ConvolutionKind::LinearQuantized { 3 } else { 1 };
    let bias = match kind {
        ConvolutionKind::IntegerQuantized => None,
        ConvolutionKind::LinearQuantized => Some(8),
        ConvolutionKind::Deformable => Some(3),
        _ => Some(2),
    };
    let spatial = consensus::agreed_axes(cx, &[(filters, 2), (0, 2)]);
    let kernel = slide::is_given(cx, "kernel_shape").then(|| kernel(cx, spatial, filters)).flatten();
    let slide = slide::onnx(cx, spatial, true);
    if inputs_first && cx.version() >= 11 {
        slide::report_idle_pads(cx);
    }
    let spatial = spatial.or(slide.as_ref().and_then(WindowParams::spatial));
    Convolution {
        filters,
        bias,
        layout: Layout { inputs_first, groups },
        kernel,
        spread: inputs_first.then(|| onnx_spread(cx, spatial, slide.as_ref())),
        slide,
        result: match kind {
            ConvolutionKind::IntegerQuantized => Result::Of(ElementType::I32),
            ConvolutionKind::LinearQuantized => Result::Input(7),
            _ => Result::Input(0),
        },
        most_rank: cx.limits().max_rank,
        demands: match kind {
            ConvolutionKind::Deformable => Demands::Deformable { groups: divisor(cx, "offset_group"), mask: 4 },
            ConvolutionKind::IntegerQuantized => Demands::Quantized { single: &[2], by_channel: &[3] },
            ConvolutionKind::LinearQuantized => Demands::Quantized { single: &[1, 2, 6, 7], by_channel: &[4, 5] },
            _ => Demands::None,
        },
    }
}

/// The window sizes in the attribute; `None` after OP105. The filters determine what they should be.
fn kernel(cx: &mut InferContext<'_>, spatial: Option<usize>, filters: usize) -> Option<Vec<u64>> {
    let name = "kernel_shape";
    let sizes = cx.shape(filters).sizes().and_then(|sizes| Some(sizes.get(2..)?.to_vec()));
    let (Some(list), Some(sizes)) = (cx.ints(name), sizes.filter(|sizes| Some(sizes.len()) == spatial)) else {
        return numbers(cx, name, spatial, 1);
    };
    if list.len() == sizes.len() || list.iter().any(|&size| size < 1) {
        return numbers(cx, name, spatial, 1);
    }
    let message = format!(
        "attribute `{name}` has {}; expected {}",
        crate::diagnostic::counted(list.len(), "number"),
        sizes.len()
    );
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
    let finding = finding.help(format!("set `{name}` to {}", diagnostics::listed(&sizes)));
    let statements = consensus::spatial_axes(cx, &[(filters, 2), (0, 2)]);
    let finding = consensus::with_agreeing(finding, &statements, &sizes.len());
    cx.report(finding.data("attribute", name).data("value", list.iter().copied().take(16).collect::<Vec<_>>()));
    None
}

/// An attribute of at least 1; `None` after OP105.
fn divisor(cx: &mut InferContext<'_>, name: &'static str) -> Option<u64> {
    let written = cx.int(name)?;
    let groups = u64::try_from(written).ok().filter(|&groups| groups > 0);
    if groups.is_none() {
        diagnostics::attribute(
            cx,
            name,
            written,
            "at least 1",
            "set it to the number of groups, or to 1 for a single group",
        );
    }
    groups
}

fn onnx_spread(cx: &mut InferContext<'_>, spatial: Option<usize>, slide: Option<&WindowParams>) -> Spread {
    let asked = slide::is_given(cx, "output_shape").then(|| {
        let sizes = numbers(cx, "output_shape", spatial, 1);
        sizes.map_or(Shape::UNKNOWN, Shape::from_dims)
    });
    let extra = extra(cx, spatial);
    // With explicit output sizes, the padding is derived from them.
    if let (Some(extra), Some(slide), None) = (&extra, slide, &asked) {
        check_extra(cx, extra, slide);
    }
    Spread { asked, extra, same: Same::Cuts }
}

/// The `output_padding` attribute; `None` after OP105.
fn extra(cx: &mut InferContext<'_>, spatial: Option<usize>) -> Option<Vec<u64>> {
    match slide::is_given(cx, "output_padding") {
        true => numbers(cx, "output_padding", spatial, 0),
        false => Some(Vec::new()),
    }
}

/// OP105: the output padding is not less than both stride and dilation.
fn check_extra(cx: &mut InferContext<'_>, extra: &[u64], slide: &WindowParams) {
    let of = |list: &[u64], axis: usize| list.get(axis).copied().unwrap_or(1);
    let too_much = extra.iter().enumerate().find_map(|(axis, &extra)| {
        let most = of(&slide.strides, axis).max(of(&slide.dilations, axis));
        (extra >= most).then_some((extra, most))
    });
    if let Some((extra, most)) = too_much {
        let valid = format!("less than {most}, the larger of stride and dilation");
        diagnostics::attribute(cx, "output_padding", extra, &valid, "reduce it, or increase the stride");
    }
}

/// OP109, once for all attributes that the specification requires and OpenVINO defaults. One that is misspelled is
/// reported as such.
fn report_defaulted(cx: &mut InferContext<'_>) {
    let padded = cx.text("auto_pad").is_some_and(|word| !word.eq_ignore_ascii_case("explicit"));
    let demanded: &[_] =
        if padded { &["strides", "dilations"] } else { &["strides", "dilations", "pads_begin", "pads_end"] };
    let is_absent =
        |name: &&str| cx.attribute_record(name).is_none() && !cx.misspelled.iter().any(|meant| meant == name);
    let absent = demanded.iter().copied().filter(is_absent);
    let missing: Vec<String> = absent.map(|name| format!("`{name}`")).collect();
    if missing.is_empty() {
        return;
    }
    let (word, names) = (if missing.len() == 1 { "attribute" } else { "attributes" }, missing.join(", "));
    let message = format!("{} needs the {word} {names}", cx.op_with_version());
    let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message).level(Level::Warning);
    let finding = finding.note("OpenVINO silently defaults to strides and dilations of 1 and pads of 0");
    cx.report(finding.help(format!("add {names}")).data("attribute", missing));
}

/// Resolves an OpenVINO layer.
pub(super) fn openvino(kind: ConvolutionKind, cx: &mut InferContext<'_>) -> Convolution {
    let transposed = matches!(kind, ConvolutionKind::Transposed | ConvolutionKind::GroupedTransposed);
    let grouped = matches!(kind, ConvolutionKind::Grouped | ConvolutionKind::GroupedTransposed);
    let filters = if kind == ConvolutionKind::Deformable { 2 } else { 1 };
    let leading = if grouped { 3 } else { 2 };
    let spatial = consensus::agreed_axes(cx, &[(0, 2), (filters, leading)]);
    report_defaulted(cx);
    let slide = slide::openvino(cx, spatial);
    let attribute = if kind == ConvolutionKind::Deformable { divisor(cx, "group") } else { Some(1) };
    let spread = transposed.then(|| Spread {
        asked: cx.has_input(2).then(|| target_shape::read(cx, 2)),
        extra: extra(cx, spatial),
        same: Same::KeepsAll,
    });
    Convolution {
        filters,
        bias: None,
        layout: Layout {
            inputs_first: transposed,
            groups: if grouped { Groups::Axis } else { Groups::Attribute(attribute) },
        },
        kernel: None,
        slide,
        spread,
        result: Result::Input(0),
        most_rank: 5,
        demands: match kind {
            ConvolutionKind::Deformable => Demands::Deformable { groups: divisor(cx, "deformable_group"), mask: 3 },
            _ => Demands::None,
        },
    }
}
