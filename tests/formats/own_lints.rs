//! Lints of a caller's own: they run beside ours, are selected and suppressed like ours, and every report has their findings.

use std::sync::Arc;

use shapewright::graph::Model;
use shapewright::render::{Color, Report};
use shapewright::rules::{Category, Rule};
use shapewright::{AnalysisOptions, Diagnostic, Level, Lint, LintRun, ReadOptions, Source, analyze};

#[path = "../../examples/custom_lint.rs"]
#[allow(dead_code)] // its main prints what is checked here
mod example;

/// Reports every Identity by a rule of this code, and by one that it does not list.
#[derive(Debug)]
struct Passes {
    rule: Arc<Rule>,
    unlisted: Arc<Rule>,
}

impl Lint for Passes {
    fn rules(&self) -> Vec<Arc<Rule>> {
        vec![self.rule.clone()]
    }

    fn check(&self, run: &LintRun<'_>) {
        for node in run.nodes().filter(|&node| run.model().op_type(node) == "Identity") {
            run.report(Diagnostic::new(&self.rule, run.place(node), "an Identity"));
            run.report(Diagnostic::new(&self.unlisted, run.place(node), "not reported"));
        }
    }
}

fn options(rule: Rule) -> AnalysisOptions {
    let unlisted = Rule::custom("ACME999", "unlisted", Level::Error).into();
    let lint = Passes { rule: Arc::new(rule), unlisted };
    AnalysisOptions { lints: vec![Arc::new(lint)], ..AnalysisOptions::default() }
}

fn rule() -> Rule {
    Rule::custom(format!("ACME{:03}", 1), "pass", Level::Warning).with_help("remove the node")
}

fn model(comment: &str) -> Model {
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\n{comment}\ng (float[2] x) => (float[2] y) {{ [n] h = Identity (x)  y = Relu (h) }}\n"
    );
    Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default())
}

fn codes(comment: &str, options: &AnalysisOptions) -> Vec<String> {
    let analysis = analyze(&model(comment), options);
    analysis.findings.iter().map(|finding| format!("{} {}", finding.rule.code(), finding.level)).collect()
}

#[test]
fn a_lint_runs_beside_ours_and_only_if_its_rule_is_enabled() {
    assert_eq!(codes("", &options(rule())), ["PF103 note", "ACME001 warning"]);
    assert_eq!(codes("", &AnalysisOptions { run_lints: false, ..options(rule()) }), [""; 0]);
    let style = options(rule().with_category(Category::Style));
    assert_eq!(codes("", &style), ["PF103 note"], "rules of style are off by default");
    let mut only = style;
    only.enabled_rules = Some(vec![only.rule("acme001").expect("a rule of the lint")]);
    assert_eq!(codes("", &only), ["ACME001 warning"]);
    let mut without = options(rule());
    without.enabled_rules = Some(without.rules().filter(|rule| rule.is_default() && rule.name() != "pass").collect());
    assert_eq!(codes("", &without), ["PF103 note"]);
}

#[test]
fn a_file_suppresses_a_rule_of_a_lint_like_ours() {
    let suppressed = |name: &str| codes(&format!("# shapewright: ignore[PF103, {name}] generated"), &options(rule()));
    assert_eq!(suppressed("ACME001"), [""; 0]);
    assert_eq!(suppressed("pass"), [""; 0]);
    assert_eq!(suppressed("ACME002"), ["SU001 warning", "ACME001 warning"], "no rule has this code");
    let mut disabled = options(rule());
    disabled.enabled_rules = Some(vec![disabled.rule("SU001").expect("one of ours")]);
    let unused = codes("# shapewright: ignore[ACME001] generated", &disabled);
    assert_eq!(unused, [""; 0], "a rule that is not checked may be suppressed");
}

#[test]
fn a_finding_has_the_texts_of_its_rule_and_keeps_them() {
    let finding = {
        let options = options(rule());
        analyze(&model(""), &options).findings.pop().expect("a finding")
    };
    assert_eq!((finding.rule.code(), finding.rule.name(), &*finding.help[0]), ("ACME001", "pass", "remove the node"));
}

#[test]
fn reports_show_findings_of_lints_as_text_json_and_sarif() {
    let mut report = Report::new();
    assert_eq!(report.text(Color::Never), "");
    report.add(&model(""), &analyze(&model(""), &options(rule().with_page("# ACME001 pass\n\nWhy.\n"))));
    let text = report.text(Color::Never);
    assert_eq!(text, report.to_string());
    let expected = "warning[ACME001]: an Identity\n --> m.onnxtxt:3:";
    assert!(text.contains(expected) && text.contains("= help: remove the node"), "{text}");
    assert!(!text.contains('\u{1b}') && report.text(Color::Always).contains("\u{1b}["));

    let json: serde_json::Value = serde_json::from_str(&report.json()).expect("JSON");
    let last = json["diagnostics"].as_array().and_then(|all| all.last()).expect("a finding");
    assert_eq!((&last["code"], &last["level"]), (&"ACME001".into(), &"warning".into()));

    let log: serde_sarif::sarif::Sarif = serde_json::from_str(&report.sarif()).expect("SARIF");
    let rules = log.runs[0].tool.driver.rules.as_ref().expect("rules");
    let own = rules.iter().find(|rule| rule.id == "ACME001").expect("the rule of the lint");
    assert_eq!(own.help.as_ref().map(|help| help.text.trim_end()), Some("ACME001 pass\n\nWhy."));
}

#[test]
fn the_example_reports_its_finding() {
    let log: serde_sarif::sarif::Sarif = serde_json::from_str(&example::report()).expect("SARIF");
    let results = log.runs[0].results.as_ref().expect("results");
    let ids: Vec<Option<&str>> = results.iter().map(|result| result.rule_id.as_deref()).collect();
    assert_eq!(ids, [Some("ACME001"), Some("PF103")]);
    let message = results[0].message.text.as_deref().unwrap_or_default();
    assert!(message.starts_with("`product` has 100 columns; expected a multiple of 16\nhelp: pad"), "{message}");
}
