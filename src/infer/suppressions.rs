//! Matches findings against suppressions.

use hashbrown::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dialect::{Dialect, Format};
use crate::graph::{GraphRole, Model};
use crate::infer::Analysis;
use crate::options::AnalysisOptions;
use crate::place::Place;
use crate::rule::Level;
use crate::rule::{Rule, RuleRef};
use crate::rules;
use crate::rules::{RULES, RemovedRule, unused_suppression};
use crate::suppression::{KEY, Scope, Suppression};

/// One rule of one suppression.
struct Entry<'m> {
    suppression: &'m Suppression,
    rule: RuleRef,
    used: bool,
}

/// Moves suppressed findings out of the list, and reports unused suppressions.
pub(crate) fn apply(
    model: &Model,
    options: &AnalysisOptions,
    analysis: &mut Analysis,
    looks_for: impl Fn(&Rule, bool) -> bool,
) {
    if model.suppressions.is_empty() {
        return;
    }
    let mut sink = Diagnostics::new(model.dialect(), options.limits.max_diagnostics);
    let mut suggestions = Suggestions::new();
    let mut entries = Vec::new();
    let mut index: HashMap<(Scope, RuleRef), usize> = HashMap::new();
    for suppression in &model.suppressions {
        named(model, options, suppression, (&mut sink, &mut suggestions), |rule| {
            // Of two equal entries, the second never suppresses anything.
            index.entry((suppression.scope, rule.clone())).or_insert(entries.len());
            entries.push(Entry { suppression, rule, used: false });
        });
    }
    let findings = std::mem::take(&mut analysis.findings);
    for finding in findings {
        let held =
            scopes(model, &finding.place).into_iter().find_map(|s| index.get(&(s, finding.rule.clone())).copied());
        match held.and_then(|entry| entries.get_mut(entry)) {
            Some(entry) => {
                entry.used = true;
                analysis.suppressed.push(finding);
            }
            None => analysis.findings.push(finding),
        }
    }
    // Findings dropped beyond the limit may have matched the suppressions.
    if analysis.dropped == 0 {
        let faulty = analysis.findings.iter().chain(&analysis.suppressed).any(|f| f.level == Level::Error);
        let looked = |entry: &&Entry<'_>| looks_for(&entry.rule, faulty);
        entries.iter().filter(|entry| !entry.used).filter(looked).for_each(|entry| sink.report(unused(model, entry)));
    }
    analysis.findings.extend(sink.into_findings());
}

/// The scopes that contain a location, narrowest first.
fn scopes(model: &Model, place: &Place) -> Vec<Scope> {
    let mut scopes: Vec<Scope> = place.node.into_iter().map(Scope::Node).collect();
    let mut graph = place.graph;
    while let Some(around) = graph {
        scopes.push(Scope::Graph(around));
        graph = match model.graph(around).role {
            GraphRole::Body { owner, .. } => {
                scopes.push(Scope::Node(owner));
                Some(model.node(owner).graph)
            }
            _ => None,
        };
    }
    scopes.push(Scope::File);
    scopes
}

/// The rules that are probably meant by names, so that each is looked for once.
type Suggestions<'m> = HashMap<&'m str, Option<&'static str>>;

/// Gives the rules that a suppression names to `found`; unknown names are reported.
fn named<'m>(
    model: &Model,
    options: &AnalysisOptions,
    suppression: &'m Suppression,
    (sink, suggestions): (&mut Diagnostics, &mut Suggestions<'m>),
    mut found: impl FnMut(RuleRef),
) {
    let place = place(model, suppression);
    let list = match &suppression.rules {
        Ok(list) => list,
        Err(what) => {
            let finding = Diagnostic::new(&unused_suppression::RULE, place, format!("{what} is not understood"));
            sink.report(finding.help(format!("write `{}`", example(model))));
            return;
        }
    };
    let mut reported = HashSet::new();
    for name in list.split(',').map(str::trim) {
        match options.rule(name) {
            Some(rule) => found(rule),
            // One finding is enough for a name that is repeated.
            None if !reported.insert(name) => {}
            None => {
                // What is only counted needs no suggestion, which takes long.
                let near = match sink.is_full_of(Level::Warning) {
                    true => None,
                    false => *suggestions.entry(name).or_insert_with(|| rules::suggest(name)),
                };
                let unknown = || unknown(place, name, near);
                sink.report(rules::lookup_removed(name).map_or_else(unknown, |rule| removed(place, rule)))
            }
        }
    }
}

/// An example of a valid suppression.
fn example(model: &Model) -> String {
    match (model.format(), model.dialect()) {
        (Format::Onnx, _) => KEY.to_owned(),
        (_, Dialect::OpenVino) => "<!-- shapewright: ignore[rule, ...] reason -->".to_owned(),
        _ => "# shapewright: ignore[rule, ...] reason".to_owned(),
    }
}

fn unknown(place: Place, name: &str, near: Option<&str>) -> Diagnostic {
    let message = match name {
        "" => "a suppression does not name a rule".to_owned(),
        _ => format!("`{name}` is not the code or name of a rule"),
    };
    let finding = Diagnostic::new(&unused_suppression::RULE, place, message);
    let finding = finding.data("rule", name);
    match near {
        Some(near) => finding.help(format!("did you mean `{near}`?")),
        None if name.contains(char::is_whitespace) => finding.help("separate rules with commas"),
        None => finding.help(format!("write a complete code or name; `shapewright rules` lists all {}", RULES.len())),
    }
}

fn removed(place: Place, rule: &RemovedRule) -> Diagnostic {
    let finding = Diagnostic::new(&unused_suppression::RULE, place, rule.to_string()).data("rule", rule.code);
    match rule.replacement {
        Some(code) => finding.help(format!("write {code} instead of {} ({})", rule.code, rule.name)),
        None => finding,
    }
}

fn unused(model: &Model, entry: &Entry<'_>) -> Diagnostic {
    let Entry { suppression, rule, .. } = entry;
    let what = match suppression.scope {
        Scope::Node(node) => format!("{} has no {} finding to suppress", model.describe(node), rule.name()),
        Scope::Graph(graph) => format!("`{}` has no {} finding to suppress", model.display_path(graph), rule.name()),
        Scope::File => format!("the file has no {} finding to suppress", rule.name()),
        Scope::Nothing => format!("{} is suppressed for the next node, but none follows", rule.name()),
    };
    let finding = Diagnostic::new(&unused_suppression::RULE, place(model, suppression), what);
    let finding = finding.help(format!("remove {} from the {}", rule.name(), form(model)));
    finding.data("rule", rule.code())
}

/// The form of suppressions in this file format.
fn form(model: &Model) -> String {
    match model.format() {
        Format::Onnx => format!("value of `{KEY}`"),
        _ => "comment".to_owned(),
    }
}

fn place(model: &Model, suppression: &Suppression) -> Place {
    let place = match suppression.scope {
        Scope::Node(node) => Place::node(model.node(node).graph, node),
        Scope::Graph(graph) => Place::graph(graph),
        Scope::File | Scope::Nothing => Place::FILE,
    };
    place.at(suppression.span)
}

#[cfg(test)]
mod tests {
    use crate::analyze::analyze;
    use crate::format::options::ReadOptions;
    use crate::graph::Model;
    use crate::options::AnalysisOptions;
    use crate::source::Source;

    #[test]
    fn a_removed_rule_in_a_suppression_is_explained() {
        let text = "<ir_version: 8, opset_import: [\"\" : 18]>\n# shapewright: ignore[old-name] reason\n\
            g (float[2] x) => (float[2] y) { y = Relu (x) }\n";
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let analysis = analyze(&model, &AnalysisOptions::default());
        let [finding] = &analysis.findings[..] else { panic!("one finding: {:?}", analysis.findings) };
        assert_eq!(finding.rule.code(), "SU001");
        let removed = "OP199 (old-name) was removed in 0.2.0: no runtime accepts such a model; use OP103";
        assert_eq!(finding.message, removed);
        assert_eq!(finding.help, ["write OP103 instead of OP199 (old-name)"]);
    }
}
