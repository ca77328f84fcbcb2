//! `explain`: the page of a rule or of an operator.

use clap::Args;

use super::output::Output;
use super::{console, exit};
use crate::{ops, render, rules, suggest};

#[derive(Args, Debug)]
pub(super) struct ExplainArgs {
    /// A rule's code (OP102) or name (axis-out-of-range), or an operator (ReduceMin)
    #[arg(value_name = "CODE|NAME|OP")]
    subject: String,
}

/// `explain`: a rule's page, or an operator's contract.
pub(super) fn explain(args: &ExplainArgs) -> u8 {
    let subject = args.subject.as_str();
    let page = match rules::lookup(subject) {
        Some(rule) => Some(render::rule_page(rule)),
        None => render::operator_page(subject),
    };
    let Some(page) = page else {
        let near =
            suggest::nearest(subject, subjects()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        console::error(&format!("`{subject}` is neither a rule nor an operator{near}"));
        return exit::USAGE;
    };
    let mut out = Output::new();
    out.write(|out| out.write_all(page.as_bytes()));
    out.end(exit::OK)
}

/// The names of rules and operators.
fn subjects() -> impl Iterator<Item = &'static str> {
    use crate::dialect::Dialect;
    let rules = rules::RULES.iter().flat_map(|rule| [rule.code, rule.name]);
    let operators = [Dialect::Onnx, Dialect::OpenVino].into_iter().flat_map(ops::operators);
    rules.chain(operators.map(|(_, name, _)| name))
}
