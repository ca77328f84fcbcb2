//! Models of inputs, and what they compute.

use shapewright::graph::{Dialect, Format, Model, Status, ValueId};
use shapewright::{Analysis, EvalError, Level, ReadOptions, Source, Tensor, evaluate};

use super::examine::options;
use super::parts;

pub fn read(name: &str, bytes: &[u8], weights: Option<&[u8]>) -> Model {
    let source = Source::from_bytes(name, bytes.to_vec());
    match weights {
        Some(weights) => Model::read_with_weights(source, weights.to_vec(), &ReadOptions::default()),
        None => Model::read(source, &ReadOptions::default()),
    }
}

/// The model of an input: its content says which format it has.
pub fn any_model(data: &[u8]) -> Model {
    let (bytes, weights) = parts(data);
    read(name_of(bytes), bytes, Some(weights.unwrap_or_default()))
}

pub fn name_of(bytes: &[u8]) -> &'static str {
    match bytes.trim_ascii_start() {
        [b'<', b'?' | b'!' | b'n', ..] => "m.xml",
        [b'<', ..] => "m.onnxtxt",
        _ => "m.onnx",
    }
}

/// Whether a model is read as a whole and has no error.
pub fn is_valid(model: &Model, analysis: &Analysis) -> bool {
    // A suppression may be lost, as a comment is in binary ONNX.
    let mut findings = analysis.findings.iter().chain(&analysis.suppressed);
    model.status() == Status::Ok && findings.all(|finding| finding.level != Level::Error)
}

/// The name under which a model in memory is read again.
pub fn file_name(model: &Model) -> &'static str {
    match (model.format(), model.dialect()) {
        (Format::OnnxText, _) => "m.onnxtxt",
        (_, Dialect::OpenVino) => "m.xml",
        _ => "m.onnx",
    }
}

/// The values that the main graph returns.
pub fn outputs(model: &Model) -> Vec<ValueId> {
    let graph = model.main_graph().map(|graph| model.graph(graph));
    let outputs = graph.map_or(&[][..], |graph| &graph.outputs);
    outputs.iter().filter_map(|output| output.operand.value()).collect()
}

/// Every output of the main graph that can be computed without its inputs.
pub fn results(model: &Model) -> Vec<Result<Tensor, EvalError>> {
    let one = |value| Ok(evaluate(model, &[value], [], options())?.remove(0));
    outputs(model).into_iter().map(one).collect()
}

/// Whether two tensors are the same bits, type, and sizes.
pub fn is_same(a: &Tensor, b: &Tensor) -> bool {
    // NaN is the same as itself here.
    a.element() == b.element() && a.sizes() == b.sizes() && a.packed() == b.packed() && a.strings() == b.strings()
}
