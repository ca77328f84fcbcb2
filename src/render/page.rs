//! Rules as text: pages, and the list of all rules.

use std::io::{self, Write};

use crate::fix_edit::Applicability;
use crate::rule::{Lifecycle, RemovedRule, Rule};

/// One line per rule: the level in both dialects, or in ONNX and in IR; the lifecycle of a rule that is not stable. Then
/// one line per rule that was removed.
pub(crate) fn write_rule_table(
    out: &mut dyn Write,
    rules: &[&'static Rule],
    removed: &[RemovedRule],
) -> io::Result<()> {
    let widest = rules.iter().map(|rule| rule.name().len()).max().unwrap_or(0);
    for rule in rules {
        let level = level(rule);
        let lifecycle = unstable(rule).map(|lifecycle| format!(" ({lifecycle})")).unwrap_or_default();
        let fixes = fixes(rule).map(|fixes| format!(" [{fixes}]")).unwrap_or_default();
        writeln!(out, "{}  {:widest$}  {level:15}  {}{lifecycle}{fixes}", rule.code(), rule.name(), rule.summary())?;
    }
    removed.iter().try_for_each(|rule| writeln!(out, "{rule}"))
}

/// How `lint --fix` repairs its findings: `fix`, `unsafe fix`, or both.
fn fixes(rule: &Rule) -> Option<&'static str> {
    match rule.fixes {
        [] => None,
        [Applicability::Safe] => Some("fix"),
        [Applicability::Unsafe] => Some("unsafe fix"),
        _ => Some("fix, unsafe fix"),
    }
}

/// The lifecycle of a rule that is not stable.
fn unstable(rule: &Rule) -> Option<Lifecycle> {
    Some(rule.lifecycle()).filter(|lifecycle| !matches!(lifecycle, Lifecycle::Stable { .. }))
}

/// A rule's page in Markdown, with sentences after its level: about its lifecycle if it is not stable, and about fixes.
pub(super) fn whole_page(rule: &Rule) -> String {
    let lifecycle = unstable(rule).map(|lifecycle| {
        let stage = match lifecycle {
            Lifecycle::Preview { .. } => "; reported only if its code or name is selected",
            _ => "",
        };
        format!("\n\nLifecycle: {lifecycle}{stage}.")
    });
    let fixes = fixes(rule).map(|_| match rule.fixes {
        [Applicability::Safe] => "\n\n`lint --fix` repairs it where one edit follows from the model.",
        [Applicability::Unsafe] => "\n\n`lint --fix --unsafe-fixes` repairs it where one edit follows from the model.",
        _ => {
            "\n\n`lint --fix` repairs it where one edit follows from the model, with `--unsafe-fixes` also where that is a guess."
        }
    });
    let head = format!("{}{}\n\n## ", lifecycle.unwrap_or_default(), fixes.unwrap_or_default());
    rule.page().replacen("\n\n## ", &head, 1)
}

/// The level in both dialects, or in ONNX and then in IR.
fn level(rule: &Rule) -> String {
    match (rule.onnx.level().name(), rule.openvino.level().name()) {
        (onnx, openvino) if onnx == openvino => onnx.to_owned(),
        (onnx, openvino) => format!("{onnx}/{openvino}"),
    }
}

/// The page of a rule as plain text.
pub(crate) fn rule_page(rule: &Rule) -> String {
    plain_page(&whole_page(rule))
}

/// The page of a rule in self-contained Markdown: links into the repository are absolute.
pub(crate) fn rule_markdown(rule: &Rule) -> String {
    const ROOT: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/v", env!("CARGO_PKG_VERSION"), "/");
    whole_page(rule).replace("](../../", &format!("]({ROOT}"))
}

/// Markdown as plain text: markup is removed, and examples are indented.
fn plain_page(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut fenced = false;
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            out.push_str(if line.is_empty() { "" } else { "    " });
            out.push_str(line);
        } else if let Some(heading) = line.strip_prefix('#') {
            out.push_str(heading.trim_start_matches('#').trim_start());
        } else {
            prose(line, &mut out);
        }
        out.push('\n');
    }
    out
}

/// A line without `**` and with `[text](address)` as `text (address)`; a relative address starts at the repository's root.
fn prose(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some(at) = rest.find(['[', '*', '`']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((code, after)) = rest.strip_prefix('`').and_then(|r| r.split_once('`')) {
            out.push('`');
            out.push_str(code);
            out.push('`');
            rest = after;
        } else if let Some(after) = rest.strip_prefix("**") {
            rest = after;
        } else if let Some((text, address, after)) = link(rest) {
            out.push_str(text);
            out.push_str(" (");
            out.push_str(address.trim_start_matches("../"));
            out.push(')');
            rest = after;
        } else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
}

fn link(text: &str) -> Option<(&str, &str, &str)> {
    let (label, after) = text.strip_prefix('[')?.split_once(']')?;
    let (address, after) = after.strip_prefix('(')?.split_once(')')?;
    Some((label, address, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::tests::{DEPRECATED, PREVIEW};
    use crate::rules;

    #[test]
    fn the_lifecycle_is_shown_where_a_rule_is_not_stable() {
        let stable = rules::lookup("cycle").expect("a rule");
        let mut out = Vec::new();
        write_rule_table(&mut out, &[stable, &PREVIEW, &DEPRECATED], rules::REMOVED).expect("a vector takes it");
        let table = String::from_utf8(out).expect("UTF-8");
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines[0].ends_with(stable.summary));
        assert!(lines[1].ends_with("a rule that only tests have (preview since 0.2.0)"));
        assert!(lines[2].ends_with("a rule that only tests have (deprecated since 0.2.0; use OP103)"));
        assert_eq!(lines[3..], [rules::REMOVED[0].to_string()]);
        assert_eq!(rule_page(stable), plain_page(&stable.page()));
        let fixable = rules::lookup("unsorted-nodes").expect("a rule");
        let mut out = Vec::new();
        write_rule_table(&mut out, &[fixable], &[]).expect("a vector takes it");
        assert!(out.ends_with(format!("{} [fix]\n", fixable.summary).as_bytes()));
        assert!(rule_page(fixable).contains("\n\n`lint --fix` repairs it where one edit follows from the model.\n"));
        let preview = "\n\nLifecycle: preview since 0.2.0; reported only if its code or name is selected.\n\nWhat";
        assert!(rule_page(&PREVIEW).contains(preview), "{}", rule_page(&PREVIEW));
        assert!(rule_markdown(&DEPRECATED).contains("\n\nLifecycle: deprecated since 0.2.0; use OP103.\n\n## What"));
    }

    #[test]
    fn markup_is_removed_and_code_is_kept() {
        let page =
            "# OP1 name\n\nAn **axis** in `[-r, r-1]` ([spec](https://a/b)); a * b [1].\n\n```text\ny = *x*\n```\n";
        let plain = "OP1 name\n\nAn axis in `[-r, r-1]` (spec (https://a/b)); a * b [1].\n\n    y = *x*\n";
        assert_eq!(plain_page(page), plain);
        assert_eq!(
            plain_page("[`reduce` C4](../../docs/spec/reduce.md#c4).\n"),
            "`reduce` C4 (docs/spec/reduce.md#c4).\n"
        );
    }

    #[test]
    fn self_contained_markdown_has_absolute_links() {
        for rule in crate::rules::RULES {
            let page = rule_markdown(rule);
            assert!(!page.contains("](.."), "{}: {page}", rule.code());
            assert_eq!(page.contains("/docs/spec/reduce.md#c"), rule.page().contains("`reduce` C"), "{}", rule.code());
        }
    }
}
