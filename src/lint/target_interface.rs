//! Inputs and outputs of a model whose types a target cannot exchange with a program.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::element::ElementType::{self, C64, C128, F6E2M3, F6E3M2, F8E4M3Fnuz, F8E5M2Fnuz, I2, U2};
use crate::fact::ValueType;
use crate::ids::ValueId;
use crate::rules::target_type::RULE;
use crate::target::Runtime;

/// Reports the inputs and outputs of a model whose types a measured target does not load.
pub(crate) fn check(whole: &LintContext<'_>) {
    let Some(main) = whole.model.main_graph() else { return };
    let graph = whole.model.graph(main);
    let outputs = graph.outputs.iter().filter_map(|output| output.operand.value());
    for runtime in whole.runtimes() {
        let inputs = graph.inputs.iter().copied().filter(|&value| whole.uses().is_used(value));
        inputs.filter_map(|value| input(whole, runtime, value)).for_each(|finding| whole.report(finding));
        let outputs = outputs.clone().filter_map(|value| output(whole, runtime, value));
        outputs.for_each(|finding| whole.report(finding));
    }
}

fn input(whole: &LintContext<'_>, runtime: Runtime, value: ValueId) -> Option<Diagnostic> {
    let ty = whole.analysis.facts.ty(value);
    let element = ty.as_tensor().and_then(|ty| ty.element);
    let from_onnx = whole.model.dialect() == Dialect::Onnx;
    if from_onnx && element.is_some_and(|element| unreadable(runtime).contains(&element)) {
        let finding = finding(whole, runtime, value, "input", "a type that it has");
        return Some(finding.help("convert the data to another type before it is passed to the model"));
    }
    if runtime == Runtime::OpenVino && ty.as_tensor().is_some_and(|ty| ty.shape.dims().is_none()) {
        let finding = finding(whole, runtime, value, "input", "a known number of dimensions");
        return Some(finding.help("declare the number of dimensions of the input, each of which may be dynamic"));
    }
    let finding = || finding(whole, runtime, value, "input", "a tensor");
    is_container(runtime, ty).then(|| finding().help("pass the items as tensors, each as an input of its own"))
}

fn output(whole: &LintContext<'_>, runtime: Runtime, value: ValueId) -> Option<Diagnostic> {
    let finding = || finding(whole, runtime, value, "output", "a tensor");
    is_container(runtime, whole.analysis.facts.ty(value))
        .then(|| finding().help("return tensors instead of their container"))
}

fn finding(whole: &LintContext<'_>, runtime: Runtime, value: ValueId, role: &str, expected: &str) -> Diagnostic {
    let (name, title) = (whole.model.value_name(value), runtime.title());
    let kind = whole.analysis.facts.ty(value).to_string();
    let message = format!("{role} `{name}` of the model is {kind}; expected for {title}: {expected}");
    let finding = Diagnostic::new(&RULE, whole.value_place(value), message);
    let finding = finding.note(format!("measured with {title} {}", runtime.measured().unwrap_or("?")));
    finding.data("target", runtime.name()).data("type", kind)
}

/// Whether a runtime has values of this kind only inside of a model, where it replaces them by tensors.
fn is_container(runtime: Runtime, ty: &ValueType) -> bool {
    runtime == Runtime::OpenVino && matches!(ty, ValueType::Sequence(_) | ValueType::Optional(_) | ValueType::Map(..))
}

/// The element types with which a runtime loads no input of an ONNX model, whatever reads it.
fn unreadable(runtime: Runtime) -> &'static [ElementType] {
    match runtime {
        Runtime::OnnxRuntime => &[C64, C128, F6E2M3, F6E3M2],
        Runtime::OpenVino => &[C64, C128, F8E4M3Fnuz, F8E5M2Fnuz, I2, U2, F6E2M3, F6E3M2],
        Runtime::TensorRt => &[],
    }
}
