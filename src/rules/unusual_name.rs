use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::{Part, Place};

/// See the page.
pub static RULE: Rule = Rule {
    code: "ST104",
    name: "unusual-name",
    category: Category::Style,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "a name of the interface holds blanks or unusual letters",
    help: "use letters, digits and underscores in names",
    page: include_str!("unusual_name.md"),
};

/// Looks at the names of inputs and outputs.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let Some(main) = model.main_graph() else { return };
    let inputs = model.graph(main).inputs.iter().map(|&value| model.value(value).name);
    let outputs = model.graph(main).outputs.iter().map(|output| output.name);
    for name in inputs.chain(outputs) {
        let text = model.name(name);
        if text.chars().all(|c| c.is_ascii_graphic()) {
            continue;
        }
        let message = format!("the name {text:?} is hard to type");
        let place = Place::graph(main).part(Part::Name(name));
        whole.report(Diagnostic::new(&RULE, place, message).data("name", text));
    }
}
