//! `explain`: the page of a rule or of an operator.

use std::fmt;

use clap::Args;

use super::output::Output;
use super::{console, exit};
use crate::element::ElementType;
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
    let page = match page(subject) {
        Ok(page) => page,
        Err(error) => {
            console::error(&error.to_string());
            return exit::USAGE;
        }
    };
    let mut out = Output::new();
    out.write(|out| out.write_all(page.as_bytes()));
    out.end(exit::OK)
}

/// The page of a rule, by its code or name, or of an operator; for a removed rule, its explanation.
///
/// ```
/// use shapewright::cli::explain::page;
///
/// assert!(page("OP102").unwrap().starts_with("OP102 axis-out-of-range\n"));
/// assert!(page("ReduceMin").unwrap().contains("keepdims"));
/// assert_eq!(
///     page("ReduceMinn").unwrap_err().to_string(),
///     "unknown rule or operator `ReduceMinn`; did you mean `ReduceMin`?",
/// );
/// ```
///
/// # Errors
/// There is no such rule or operator.
pub fn page(subject: &str) -> Result<String, UnknownSubject> {
    let removed = || rules::lookup_removed(subject).map(|rule| format!("{rule}\n"));
    let page = rules::lookup(subject).map(render::rule_page);
    let page = page.or_else(|| render::operator_page(subject)).or_else(removed);
    page.ok_or_else(|| UnknownSubject { name: subject.to_owned(), suggestion: suggestion(subject) })
}

/// A name that neither a rule nor an operator has.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownSubject {
    /// The name.
    pub name: String,
    /// What may have been meant, as the end of a sentence; may be empty.
    pub suggestion: String,
}

impl fmt::Display for UnknownSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown rule or operator `{}`{}", self.name, self.suggestion)
    }
}

impl std::error::Error for UnknownSubject {}

/// Maximum number of suggested rules.
const MAX_SUGGESTIONS: usize = 3;

/// Names of element types that are not those of reports.
const ELEMENT_TYPES: [&str; 18] = [
    "float", "float16", "float32", "double", "half", "bfloat16", "fp16", "fp32", "fp64", "boolean", "int8", "int16",
    "int32", "int64", "uint8", "uint16", "uint32", "uint64",
];

/// What the subject may have meant.
fn suggestion(subject: &str) -> String {
    let lower = subject.to_ascii_lowercase();
    if ElementType::ALL.iter().any(|ty| ty.name() == lower) || ELEMENT_TYPES.contains(&lower.as_str()) {
        return ", which is an element type; `shapewright explain OP` lists the types of an operator".to_owned();
    }
    // A word of a name is a better match than a name that differs by as many letters.
    let with_word = rules::RULES.iter().filter(|rule| rule.name().split('-').any(|word| word == lower));
    let with_word: Vec<String> = with_word.take(MAX_SUGGESTIONS).map(|rule| format!("`{}`", rule.name())).collect();
    match with_word.as_slice() {
        [] => suggest::nearest(subject, subjects()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default(),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}

/// The names of rules and operators.
fn subjects() -> impl Iterator<Item = &'static str> {
    use crate::dialect::Dialect;
    let rules = rules::RULES.iter().flat_map(|rule| [rule.code(), rule.name()]);
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
            assert_eq!(page(subject).as_deref(), Ok(removed));
        }
        assert!(page("OP196").is_err());
    }

    #[test]
    fn a_suggestion_is_about_the_same_word() {
        assert_eq!(suggestion("axis"), "; did you mean `axis-out-of-range` or `duplicate-axis`?");
        assert_eq!(suggestion("ReduceMinn"), "; did you mean `ReduceMin`?");
        for name in ["float32", "FP16", "i64"] {
            assert!(suggestion(name).starts_with(", which is an element type; "), "{name}");
        }
        assert_eq!(suggestion("quux"), "");
    }
}
