//! The functions that a cell applies: how many, and which there are.

use super::Cell;
use crate::diagnostic::counted;
use crate::ops::InferContext;
use crate::ops::{attributes, diagnostics};
use crate::rule::Level;

/// ONNX's activation functions. Their case does not matter.
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
/// Those of OpenVINO.
const OPENVINO: &[&str] = &["hardsigmoid", "relu", "sigmoid", "tanh"];

/// How many functions a cell applies in one direction.
fn functions(cell: Cell) -> usize {
    match cell {
        Cell::Rnn => 1,
        Cell::Gru => 2,
        Cell::Lstm => 3,
    }
}

/// OP105 for ONNX's list of strings: exactly so many for each direction.
pub(super) fn check_onnx(cx: &mut InferContext<'_>, cell: Cell, directions: Option<u64>) {
    let Some(list) = attributes::strings(cx, "activations") else { return };
    if check_names(cx, &list, ONNX) {
        return;
    }
    let Some(needed) = directions.map(|n| functions(cell).saturating_mul(n as usize)).filter(|n| *n != list.len())
    else {
        return;
    };
    let finding = diagnostics::invalid_attribute(cx, "activations", list.join(", "), counted(needed, "function"));
    cx.report(finding.help("give every direction its functions").data("given", list.len()));
}

/// OP105 for IR's words between commas: at least so many; what is more is not read. A sequence without any is read, too,
/// as if it had the default, but OpenVINO's CPU plugin does not compile it.
pub(super) fn check_openvino(cx: &mut InferContext<'_>, cell: Cell, sequence: bool) {
    const UNCOMPILED: &str = "OpenVINO reads the file, but its CPU plugin does not compile the sequence";
    if sequence && cx.attribute_record("activations").is_none() {
        return attributes::missing(cx, "activations", UNCOMPILED);
    }
    let Some(written) = cx.text("activations") else { return };
    let list: Vec<String> = written.split(',').map(|word| word.trim().to_owned()).filter(|w| !w.is_empty()).collect();
    let needed = functions(cell);
    if check_names(cx, &list, OPENVINO) || list.len() == needed {
        return;
    }
    let given = if list.is_empty() { "empty".to_owned() } else { list.join(", ") };
    let finding = diagnostics::invalid_attribute(cx, "activations", given, counted(needed, "function"));
    let finding = finding.help("give the cell its functions").data("given", list.len());
    cx.report(match list.len() {
        0 if sequence => finding.level(Level::Warning).note(UNCOMPILED),
        given if given > needed => finding.level(Level::Warning).note("OpenVINO reads the first ones only"),
        _ => finding,
    });
}

/// Whether a name is none of those known, which is then reported.
fn check_names(cx: &mut InferContext<'_>, list: &[String], known: &'static [&'static str]) -> bool {
    let unknown = list.iter().find(|name| !known.iter().any(|k| k.eq_ignore_ascii_case(name)));
    let Some(name) = unknown else { return false };
    let finding = diagnostics::invalid_attribute(cx, "activations", format_args!("{name:?}"), known.join(", "));
    cx.report(finding.help("write a function that there is"));
    true
}
