use super::{Category, Rule};
use crate::analyze::advice::{LintContext, is_vague};
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::{NodeId, Part};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SH901",
    name: "unknown-shape",
    category: Category::Style,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "a rank or dimension stays unknown, and this is where it begins",
    help: "bind it with --input-shape or declare the shape in the file",
    page: include_str!("unknown_shape.md"),
};

/// Looks for the first values on each path that are not known.
pub(crate) fn check(whole: &LintContext<'_>) {
    let nodes: Vec<NodeId> = whole.nodes().collect();
    for node in nodes {
        for (index, value) in whole.model.outputs(node).enumerate() {
            let fact = whole.analysis.facts.get(value);
            let Some(why) = fact.unknown_reason.as_ref().filter(|why| why.node == Some(node) && is_vague(&fact)) else { continue };
            let name = whole.model.value_name(value);
            let message = format!("the type of `{name}` is known only as {}: {}", fact.ty, why.text);
            let place = whole.place(node).part(Part::Output(index as u32));
            whole.report(Diagnostic::new(&RULE, place, message).data("name", name));
        }
    }
}
