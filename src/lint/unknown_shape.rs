//! See the page of `unknown-shape`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::facts::is_vague;
use crate::ids::NodeId;
use crate::place::Part;
use crate::rules::unknown_shape::RULE;

/// Reports the first unknown value on each path.
pub(crate) fn check(whole: &LintContext<'_>) {
    let nodes: Vec<NodeId> = whole.nodes().collect();
    for node in nodes {
        for (index, value) in whole.model.outputs(node).enumerate() {
            let facts = &whole.analysis.facts;
            let cause = facts.unknown_reason(value).filter(|why| why.node() == Some(node));
            let Some(why) = cause.filter(|_| is_vague(facts.ty(value))) else { continue };
            let name = whole.model.value_name(value);
            let message = format!("the type of `{name}` is known only as {}: {why}", facts.ty(value));
            let place = whole.place(node).part(Part::Output(index as u32));
            whole.report(Diagnostic::new(&RULE, place, message).data("name", name));
        }
    }
}
