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

/// `explain`: prints the page of a rule or of an operator.
pub(super) fn explain(args: &ExplainArgs) -> u8 {
    let subject = args.subject.as_str();
    let Some(page) = page(subject) else {
        let near =
            suggest::nearest(subject, subjects()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        console::error(&format!("unknown rule or operator `{subject}`{near}"));
        return exit::USAGE;
    };
    let mut out = Output::new();
    out.write(|out| out.write_all(page.as_bytes()));
    out.end(exit::OK)
}

/// The page of a rule or of an operator, or the explanation of a removed rule.
fn page(subject: &str) -> Option<String> {
    let removed = || rules::lookup_removed(subject).map(|rule| format!("{rule}\n"));
    let rule = rules::lookup(subject).map(render::rule_page);
    rule.or_else(|| render::operator_page(subject)).or_else(removed)
}

/// The names of rules and operators.
fn subjects() -> impl Iterator<Item = &'static str> {
    use crate::dialect::Dialect;
    let rules = rules::RULES.iter().flat_map(|rule| [rule.code, rule.name]);
    let operators = [Dialect::Onnx, Dialect::OpenVino].into_iter().flat_map(ops::operators);
    rules.chain(operators.map(|(_, name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removed_rule_is_explained() {
        let removed = "OP199 (old-name) was removed in 0.2.0: no runtime accepts such a model; use OP103\n";
        for subject in ["OP199", "op199", "old-name"] {
            assert_eq!(page(subject).as_deref(), Some(removed));
        }
        assert_eq!(page("OP196"), None);
    }
}
