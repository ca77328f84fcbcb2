//! The document that lists the rules: by category, with the level in each dialect and a link to the page.

use std::fmt::Write;

use shapewright::Level;
use shapewright::graph::Dialect;
use shapewright::rules::{Category, LevelReason, Lifecycle, REMOVED, RULES, Rule};

/// Every category, with the meaning of its findings.
const CATEGORIES: [(Category, &str); 5] = [
    (Category::Correctness, "the file violates its specification or contradicts itself"),
    (Category::Portability, "tools interpret it differently, or some reject it"),
    (Category::Suspicious, "valid, but probably unintended"),
    (Category::Performance, "more expensive than necessary"),
    (Category::Style, "a matter of taste; off by default"),
];

const DIALECTS: [Dialect; 2] = [Dialect::Onnx, Dialect::OpenVino];

/// Whether a rule applies to a dialect, according to its page.
fn applies(rule: &Rule, dialect: Dialect) -> bool {
    let name = match dialect {
        Dialect::Onnx => "in ONNX",
        Dialect::OpenVino => "in OpenVINO IR",
    };
    rule.page().lines().nth(2).is_some_and(|line| line.contains(name))
}

fn rules_of(category: Category) -> impl Iterator<Item = &'static Rule> {
    RULES.iter().copied().filter(move |rule| rule.category() == category)
}

/// `docs/rules.md`.
pub fn page() -> String {
    let mut page = "# Rules\n\n\
        This page is generated from the rules and their pages by `SHAPEWRIGHT_BLESS=1 cargo test --test spec is_current`.\n\
        `shapewright explain CODE` prints the page of a rule, and `shapewright rules` prints this list.\n\n\
        A code consists of two letters and three digits, and is never reused. The letters denote the subject: FM the file, \
        FN functions,\nGR the graph, OP operators, TY types, SH shapes, and TN constants. PF (performance), PO \
        (portability), SU (suspicious), and ST\n(style) are lints that inspect a whole valid model. If a level is empty, \
        the rule does not apply to that format.\n\n\
        The column \"fix\" says how `lint --fix` repairs findings of a rule, where one edit follows from the model: `safe` keeps \
        what the\nmodel computes, or repairs a file that no tool reads; `unsafe` guesses the intention or changes the \
        interface, and needs\n`--unsafe-fixes`.\n\n\
        A rule is stable unless its summary states otherwise; see [lifecycle of rules](configuration.md#lifecycle-of-rules).\n"
        .to_owned();
    page.push_str(&policy());
    for (category, meaning) in CATEGORIES {
        let mut name = category.name().to_owned();
        name[..1].make_ascii_uppercase();
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "\n## {name}\n\nMeaning: {meaning}.\n\n| rule | ONNX | OpenVINO IR | fix | summary |\n|---|---|---|---|---|\n"
        );
        for rule in rules_of(category) {
            let level = |dialect| if applies(rule, dialect) { rule.level(dialect).name() } else { "" };
            let [onnx, ir] = DIALECTS.map(level);
            let file = rule.name().replace('-', "_");
            let (code, name, summary) = (rule.code(), rule.name(), rule.summary().replace('|', "\\|"));
            let lifecycle = match rule.lifecycle() {
                Lifecycle::Stable { .. } => String::new(),
                lifecycle => format!(" ({lifecycle})"),
            };
            let fixes: Vec<&str> = rule.fixes().iter().map(|fix| fix.name()).collect();
            let fixes = fixes.join(", ");
            let _ = writeln!(
                page,
                "| [{code}](../src/rules/{file}.md) {name} | {onnx} | {ir} | {fixes} | {summary}{lifecycle} |"
            );
        }
    }
    if !REMOVED.is_empty() {
        page.push_str("\n## Removed\n\n");
        REMOVED.iter().for_each(|rule| page.push_str(&format!("* {rule}.\n")));
    }
    page
}

/// The policy for levels: what each level means.
fn policy() -> String {
    let mut text = "\n## Levels\n\nEvery rule has its level for one of these reasons, which its page states. The reference \
        runtime is ONNX Runtime for ONNX and\nOpenVINO for IR. A finding deviates from the level of its rule only if a note \
        on it says why; in code that no run reaches,\nan error becomes a warning.\n\n| level | reason |\n|---|---|\n"
        .to_owned();
    for reason in LevelReason::ALL {
        let _ = writeln!(text, "| {} | {} |", reason.level(), reason.sentence());
    }
    text
}

/// The README's table: how many of each category there are, by the higher of the levels in the two dialects.
pub fn figures() -> String {
    let mut table = "| category | rules | error | warning | note | meaning |\n|---|---|---|---|---|---|\n".to_owned();
    for (category, meaning) in CATEGORIES {
        let higher = |rule: &Rule| DIALECTS.iter().filter(|d| applies(rule, **d)).map(|d| rule.level(*d)).max();
        let levels = [Level::Error, Level::Warning, Level::Note]
            .map(|level| rules_of(category).filter(|rule| higher(rule) == Some(level)).count().to_string());
        let (name, count) = (category.name(), rules_of(category).count());
        let _ = writeln!(table, "| {name} | {count} | {} | {meaning} |", levels.join(" | "));
    }
    table
}
