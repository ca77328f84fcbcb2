//! The activation functions of a cell: their number and valid names.

use std::borrow::Cow;

use super::Cell;
use crate::diagnostic::counted;
use crate::ops::InferContext;
use crate::ops::{attributes, diagnostics};
use crate::rule::Level;

/// ONNX's activation functions, case-insensitive.
const ONNX: &[&str] = &[
    "Affine",
    "Elu",
    "HardSigmoid",
    "LeakyRelu",
    "Relu",
    "ScaledTanh",
    "Sigmoid",
    "Softplus",
    "Softsign",
    "Tanh",
    "ThresholdedRelu",
];
/// OpenVINO's activation functions.
const OPENVINO: &[&str] = &["hardsigmoid", "relu", "sigmoid", "tanh"];

/// The number of functions that a cell applies in one direction.
fn functions(cell: Cell) -> usize {
    match cell {
        Cell::Rnn => 1,
        Cell::Gru => 2,
        Cell::Lstm => 3,
    }
}

/// OP105 for ONNX's list of strings: an exact number for each direction.
pub(super) fn check_onnx(cx: &mut InferContext<'_>, cell: Cell, directions: Option<u64>) {
    let names = attributes::strings(cx, "activations").map(|names| (names.len(), unknown(names, ONNX)));
    let Some((given, unknown)) = names else { return };
    let needed = directions.map(|n| functions(cell).saturating_mul(n as usize)).filter(|n| *n != given);
    let Some(needed) = needed.filter(|_| unknown.is_none()) else { return report_unknown(cx, unknown, ONNX) };
    let list = attributes::strings(cx, "activations").into_iter().flatten().collect::<Vec<_>>().join(", ");
    let finding = diagnostics::invalid_attribute(cx, "activations", list, counted(needed, "function"));
    cx.report(finding.help("list the functions of every direction").data("given", given));
}

/// OP105 for IR's comma-separated words: a minimum number, and the rest is ignored. A sequence without any is read as
/// if it had the default, but OpenVINO's CPU plugin does not compile it.
pub(super) fn check_openvino(cx: &mut InferContext<'_>, cell: Cell, sequence: bool) {
    const UNCOMPILED: &str = "OpenVINO reads the file, but its CPU plugin does not compile the sequence";
    if sequence && cx.attribute_record("activations").is_none() {
        return attributes::missing(cx, "activations", UNCOMPILED);
    }
    let Some(written) = cx.text("activations") else { return };
    let words = written.split(',').map(str::trim).filter(|word| !word.is_empty());
    let (needed, given) = (functions(cell), words.clone().count());
    let unknown = unknown(words.clone().map(Cow::from), OPENVINO);
    if unknown.is_some() || given == needed {
        return report_unknown(cx, unknown, OPENVINO);
    }
    let list = if given == 0 { "empty".to_owned() } else { words.collect::<Vec<_>>().join(", ") };
    let finding = diagnostics::invalid_attribute(cx, "activations", list, counted(needed, "function"));
    let finding = finding.help("list as many functions as the cell has").data("given", given);
    cx.report(match given {
        0 if sequence => finding.level(Level::Warning).note(UNCOMPILED),
        given if given > needed => finding.level(Level::Warning).note("OpenVINO reads only the first ones"),
        _ => finding,
    });
}

/// The first name that is not known.
fn unknown<'a>(mut names: impl Iterator<Item = Cow<'a, str>>, known: &[&str]) -> Option<String> {
    names.find(|name| !known.iter().any(|known| known.eq_ignore_ascii_case(name))).map(Cow::into_owned)
}

fn report_unknown(cx: &mut InferContext<'_>, unknown: Option<String>, known: &'static [&'static str]) {
    let Some(name) = unknown else { return };
    let finding = diagnostics::invalid_attribute(cx, "activations", format_args!("{name:?}"), known.join(", "));
    cx.report(finding.help("set `activations` to supported functions"));
}
