//! How a window slides: strides, dilations and padding, as both dialects write them.

use super::{Padding, Rounding, UndersizedInput, Window, numbers};
use crate::diagnostic::Diagnostic;
use crate::ops::{InferContext, diagnostics};
use crate::rule::Level;
use crate::rules;

/// How a window slides, whatever its size; omitted lists are empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WindowParams {
    pub(crate) strides: Vec<u64>,
    pub(crate) dilations: Vec<u64>,
    pub(crate) padding: Padding,
}

impl WindowParams {
    /// The window of this size with these parameters.
    pub(crate) fn window(self, kernel: Vec<u64>, rounding: Rounding, too_short: UndersizedInput) -> Window {
        let WindowParams { strides, dilations, padding } = self;
        Window { kernel, strides, dilations, padding, rounding, too_short }
    }

    /// The number of spatial axes in the lists that are present.
    pub(crate) fn spatial(&self) -> Option<usize> {
        let padding = match &self.padding {
            Padding::Explicit { begin, .. } => begin.len(),
            _ => 0,
        };
        [self.strides.len(), self.dilations.len(), padding].into_iter().find(|&n| n > 0)
    }
}

/// Whether the node has the attribute, in a version of the operator that defines it.
pub(crate) fn is_given(cx: &InferContext<'_>, name: &str) -> bool {
    cx.attribute_record(name).is_some() && cx.attribute_kind(name).is_some()
}

/// The numbers of an attribute; empty if it is omitted, `None` after OP105.
fn given(cx: &mut InferContext<'_>, name: &'static str, count: Option<usize>, least: i64) -> Option<Vec<u64>> {
    if is_given(cx, name) { numbers(cx, name, count, least) } else { Some(Vec::new()) }
}

/// The number of spatial axes according to the first list that is present.
fn listed(cx: &InferContext<'_>, lists: &[(&'static str, usize)]) -> Option<usize> {
    lists.iter().find_map(|&(name, times)| {
        let list = cx.ints(name).filter(|_| is_given(cx, name))?;
        (!list.is_empty() && list.len() % times == 0).then_some(list.len() / times)
    })
}

/// ONNX's attributes for this many spatial axes; `None` after OP105. SAME padding may depend on the dilation.
pub(crate) fn onnx(cx: &mut InferContext<'_>, spatial: Option<usize>, despite_dilation: bool) -> Option<WindowParams> {
    let spatial = spatial.or_else(|| listed(cx, &[("strides", 1), ("dilations", 1), ("pads", 2)]));
    let [strides, dilations] = ["strides", "dilations"].map(|name| given(cx, name, spatial, 1));
    let padded = is_given(cx, "pads");
    let pads = given(cx, "pads", spatial.map(|s| s * 2), 0);
    let padding = onnx_padding(cx, padded, &pads?, despite_dilation)?;
    Some(WindowParams { strides: strides?, dilations: dilations?, padding })
}

/// Combines `auto_pad` and `pads`; OP105 if they contradict each other.
fn onnx_padding(cx: &mut InferContext<'_>, given: bool, pads: &[u64], convolution: bool) -> Option<Padding> {
    let automatic = match cx.text("auto_pad") {
        written @ (None | Some("NOTSET" | "")) => {
            if written == Some("") {
                report_empty_word(cx);
            }
            let (begin, end) = pads.split_at(pads.len() / 2);
            return Some(Padding::Explicit { begin: begin.to_vec(), end: end.to_vec() });
        }
        Some(word @ ("SAME_UPPER" | "SAME_LOWER")) => {
            Padding::Same { despite_dilation: convolution, lower: word == "SAME_LOWER" }
        }
        Some("VALID") => Padding::Valid,
        Some(written) => {
            let message =
                format!("attribute `auto_pad` is {written:?}; expected one of NOTSET, SAME_UPPER, SAME_LOWER, VALID");
            let place = cx.attribute_place("auto_pad");
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
            let finding = finding.help("set `auto_pad` to NOTSET and list `pads`").data("attribute", "auto_pad");
            cx.report(finding.data("value", written));
            return None;
        }
    };
    // Zeros are equivalent to VALID.
    if !given || (automatic == Padding::Valid && pads.iter().all(|&p| p == 0)) {
        return Some(automatic);
    }
    report_both(cx, convolution);
    Some(Padding::Unknown)
}

/// OP105: `pads` of zeros beside `auto_pad` VALID, which is equivalent, but which transposed convolutions forbid.
pub(crate) fn report_idle_pads(cx: &mut InferContext<'_>) {
    let zeros = cx.ints("pads").is_some_and(|pads| pads.iter().all(|&pad| pad == 0));
    if zeros && is_given(cx, "pads") && cx.text("auto_pad") == Some("VALID") {
        report_both(cx, true);
    }
}

fn report_both(cx: &mut InferContext<'_>, convolution: bool) {
    let written = cx.text("auto_pad").unwrap_or_default();
    let message = format!("attribute `pads` is set while `auto_pad` is {written}");
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place("pads"), message);
    let finding = match convolution {
        true => finding.note("ONNX Runtime rejects the model"),
        false => finding.level(Level::Warning).note("onnx's shape inference uses `pads`, ONNX Runtime `auto_pad`"),
    };
    cx.report(finding.help("remove `pads`, or set `auto_pad` to NOTSET").data("attribute", "pads"));
}

/// OP105: `auto_pad` without a word, which onnx and ONNX Runtime read as NOTSET.
fn report_empty_word(cx: &mut InferContext<'_>) {
    let finding = diagnostics::invalid_attribute(cx, "auto_pad", "\"\"", "NOTSET, SAME_UPPER, SAME_LOWER, VALID");
    let finding = finding.level(Level::Warning).note("onnx and ONNX Runtime read it as NOTSET");
    cx.report(finding.help("remove `auto_pad`, or set it to NOTSET").data("value", ""));
}

/// IR's attributes for this many spatial axes; `None` after OP105.
pub(crate) fn openvino(cx: &mut InferContext<'_>, spatial: Option<usize>) -> Option<WindowParams> {
    let names = [("strides", 1), ("dilations", 1), ("pads_begin", 0), ("pads_end", 0)];
    let spatial = spatial.or_else(|| listed(cx, &names.map(|(name, _)| (name, 1))));
    let [strides, dilations] = ["strides", "dilations"].map(|name| given(cx, name, spatial, 1));
    // OpenVINO ignores the attribute for operators that do not define it.
    let automatic =
        cx.text("auto_pad").filter(|_| cx.attribute_kind("auto_pad").is_some()).map(str::to_ascii_lowercase);
    let padding = match automatic.as_deref() {
        None | Some("explicit") => ir_padding(cx, spatial)?,
        Some(word @ ("same_upper" | "same_lower")) => {
            unused_padding(cx, spatial, Padding::Same { despite_dilation: true, lower: word == "same_lower" })?
        }
        Some("valid") => unused_padding(cx, spatial, Padding::Valid)?,
        // The signature check reports invalid words for every node.
        Some(_) => return None,
    };
    Some(WindowParams { strides: strides?, dilations: dilations?, padding })
}

/// Automatic padding; `None` after OP105. OpenVINO ignores the numbers, but not how many there are, unless there are none.
fn unused_padding(cx: &mut InferContext<'_>, spatial: Option<usize>, padding: Padding) -> Option<Padding> {
    for name in ["pads_begin", "pads_end"] {
        let count = cx.ints(name).map_or(0, |list| list.len());
        if is_given(cx, name) && count > 0 && spatial.is_some_and(|spatial| spatial != count) {
            numbers(cx, name, spatial, i64::MIN)?;
        }
    }
    Some(padding)
}

/// Explicit padding; `None` after OP105. OpenVINO accepts negative numbers, although no specification allows them.
fn ir_padding(cx: &mut InferContext<'_>, spatial: Option<usize>) -> Option<Padding> {
    for name in ["pads_begin", "pads_end"] {
        let negative = cx.ints(name).and_then(|list| list.iter().copied().find(|&n| n < 0));
        if let Some(negative) = negative.filter(|_| is_given(cx, name)) {
            let message = format!("attribute `{name}` contains {negative}; expected at least 0");
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
            let finding = finding.level(Level::Warning).note("OpenVINO crops the data instead");
            cx.report(
                finding.help("crop the data with a preceding Slice").data("attribute", name).data("value", negative),
            );
            return Some(Padding::Unknown);
        }
    }
    let [begin, end] = ["pads_begin", "pads_end"].map(|name| given(cx, name, spatial, 0));
    Some(Padding::Explicit { begin: begin?, end: end? })
}
