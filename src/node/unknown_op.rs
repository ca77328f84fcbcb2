//! Nodes whose operator is unknown, or has no shape function.

use hashbrown::HashSet;

use super::function_call::set_all;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::fact::Fact;
use crate::graph::{Model, UNREADABLE, bodies};
use crate::ids::{GraphId, NameId};
use crate::ops::{self, BodyCall, BodyFacts, ControlFlow, InferContext, KnownOperator};
use crate::rules;
use crate::suggest;

use super::resolver::ResolvedOp;
use super::version_fit::{self, VersionSet};

/// A node that cannot be inferred: its outputs are unknown with a reason, and its bodies are still checked.
#[derive(Debug)]
pub(crate) struct UnknownOp {
    bodies: std::vec::IntoIter<GraphId>,
    held: bool,
    elsewhere: bool,
}

impl UnknownOp {
    /// `held`: whether the version in use contains the operator; `elsewhere`: whether any version does.
    pub(crate) fn new(cx: &InferContext<'_>, held: bool, elsewhere: bool) -> UnknownOp {
        let bodies: Vec<GraphId> = bodies(cx.model(), cx.node()).collect();
        UnknownOp { bodies: bodies.into_iter(), held, elsewhere }
    }
}

impl ControlFlow for UnknownOp {
    fn next_unread(&mut self) -> Option<BodyCall> {
        self.bodies.next().map(|graph| BodyCall { graph, inputs: Vec::new(), reachable: true })
    }

    fn resume(&mut self, cx: &mut InferContext<'_>, _: Option<BodyFacts>) -> Option<BodyCall> {
        if let Some(call) = self.next_unread() {
            return Some(call);
        }
        let domain = cx.model().name(cx.model().op(cx.node()).domain);
        let name = match domain {
            "" | "ai.onnx" | UNREADABLE => format!("`{}`", cx.op_type()),
            _ => format!("`{domain}.{}`", cx.op_type()),
        };
        let text = match self.held {
            true => format!("shape inference does not support {name}"),
            false if self.elsewhere => format!("{name} is not in the operator set in use"),
            false if domain == UNREADABLE => "the node could not be read".to_owned(),
            false => format!("{name} is not a known operator"),
        };
        let why = cx.unknown_because(text);
        set_all(cx, vec![Fact { unknown_reason: Some(why), ..Fact::UNKNOWN }; cx.output_count()])
    }
}

/// OP160: ONNX's default domain does not contain the operator at the version in use, but ONNX Runtime does.
pub(crate) fn report_beyond(cx: &mut InferContext<'_>, op: ResolvedOp<'_>) {
    let name = cx.op_type();
    let version = cx.model().op(cx.node()).version.unwrap_or_default();
    let versions = op.known.and_then(|known| standard_versions(cx, known));
    let nearest = versions.and_then(|versions| versions.nearest(version).map(|nearest| (versions, nearest)));
    let whose = match nearest {
        Some((versions, nearest)) => format!("not in opset {version}, only in opset {}", versions.describe(nearest)),
        None => "not in any opset of ONNX".to_owned(),
    };
    let message = format!("{name} is {whose}; ONNX Runtime runs it regardless");
    let finding = Diagnostic::new(&rules::runtime_operator::RULE, cx.place(), message).data("operator", name);
    cx.report(match nearest {
        Some((_, nearest)) => finding.data("opset", nearest),
        None => finding,
    });
}

/// The versions of ONNX's own operator set that contain an operator; `None` if there is none.
fn standard_versions(cx: &InferContext<'_>, known: KnownOperator<'_>) -> Option<VersionSet> {
    let newest = ops::latest_version(Dialect::Onnx, domain_of(cx))?;
    Some(version_fit::standard(known, version_fit::versions(known, newest, |_| true))).filter(|set| !set.is_empty())
}

/// An operator that the version in use does not contain: `reduce` C14, OP100, or a note for a third-party operator.
pub(crate) fn report_unknown(cx: &mut InferContext<'_>, resolved: ResolvedOp<'_>) {
    let known = resolved.known;
    let (model, op) = (cx.model(), cx.model().op(cx.node()));
    let (domain, name) = (model.name(op.domain), model.name(op.name));
    // A placeholder for an unreadable node already has its finding, as has a layer without a type.
    if domain == UNREADABLE || (cx.dialect() == Dialect::OpenVino && name.is_empty()) {
        return;
    }
    let foreign = match cx.dialect() {
        Dialect::Onnx => {
            let nobodys = || ops::latest_version(Dialect::Onnx, domain).is_none() || ops::is_extensible_domain(domain);
            !matches!(domain, "" | "ai.onnx") && known.is_none() && nobodys()
        }
        Dialect::OpenVino => op.version.is_none(),
    };
    let finding = match (known, op.version) {
        _ if foreign && resolved.in_own_domain => no_such_function(cx, domain, name),
        // The reader already reports that the domain is not imported; that the domain is also unknown is not a second
        // error.
        (_, None) if foreign && cx.dialect() == Dialect::Onnx => return,
        _ if foreign => foreign_operator(cx, domain, name),
        (Some(known), Some(version)) => not_in_opset(cx, known, version),
        // The reader already reports that the domain is not imported.
        (Some(_), None) => return,
        (None, _) => no_such_operator(cx, domain, name),
    };
    cx.report(finding.data("operator", name));
}

fn no_such_operator(cx: &InferContext<'_>, domain: &str, name: &str) -> Diagnostic {
    let set = if domain.is_empty() { "any known operator set".to_owned() } else { format!("`{domain}`") };
    let message = format!("there is no operator `{name}` in {set}");
    let finding = Diagnostic::new(&rules::unknown_operator::RULE, cx.place(), message);
    let own = if domain == "ai.onnx" { "" } else { domain };
    let standard = cx.dialect() == Dialect::Onnx && ops::lookup(Dialect::Onnx, "", name).is_some();
    match Some(cx.dialect()).filter(|_| !cx.is_full()).and_then(|d| ops::suggest(d, own, name)) {
        _ if standard => finding.help(format!("remove the domain: `{name}` is an operator of `ai.onnx`")),
        Some(near) => finding.help(format!("did you mean `{near}`?")),
        None => finding.help("put a custom operator in a custom domain"),
    }
}

/// An operator of a domain that only the functions of the model define, or an overload that its function does not have.
fn no_such_function(cx: &InferContext<'_>, domain: &str, name: &str) -> Diagnostic {
    let (message, help) = missing_function(cx, domain, name);
    Diagnostic::new(&rules::unknown_operator::RULE, cx.place(), message).data("domain", domain).help(help)
}

/// The names that a message lists.
const FEW: usize = 5;

/// The message about it, and what helps.
fn missing_function(cx: &InferContext<'_>, domain: &str, name: &str) -> (String, String) {
    // Of very many functions, the last ones are neither listed nor suggested: there may be very many such nodes, too.
    const MANY: usize = 50;
    const MANY_ERRORS: usize = 50;
    let (model, op) = (cx.model(), cx.model().op(cx.node()));
    // Such a finding is only counted, and there may be very many functions.
    if cx.only_counts(&rules::unknown_operator::RULE) {
        return Default::default();
    }
    let most = if cx.errors_so_far() > MANY_ERRORS { FEW + 1 } else { MANY };
    let functions = model.functions().iter().filter(|function| function.domain == op.domain);
    let overload = model.name(op.overload);
    if !functions.clone().any(|function| function.name == op.name) {
        let names = texts(model, functions.map(|function| function.name).take(most));
        let known = listed(&names);
        let message = format!(
            "there is no function `{name}` in `{domain}`; the functions that the model defines there are {known}"
        );
        let near = suggest::nearest(name, names).map(|near| format!("did you mean `{near}`?"));
        return (message, near.unwrap_or_else(|| format!("add the function `{name}` to the model")));
    }
    let overloads = functions.filter(|function| function.name == op.name).map(|function| function.overload);
    let overloads = texts(model, overloads.filter(|&overload| overload != NameId::EMPTY).take(most));
    let known = listed(&overloads);
    let message = match (overload, &*overloads) {
        (_, []) => format!("the function `{name}` in `{domain}` has no overload `{overload}`; it has none"),
        ("", _) => format!("the function `{name}` in `{domain}` only has overloads: {known}"),
        _ => format!("the function `{name}` in `{domain}` has no overload `{overload}`; its overloads are {known}"),
    };
    let near = Some(overloads).filter(|_| !overload.is_empty()).and_then(|known| suggest::nearest(overload, known));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None if overload.is_empty() => format!("add the function `{name}` to the model"),
        None => format!("add the overload `{overload}` of the function `{name}` to the model"),
    };
    (message, help)
}

/// The texts of names without repetitions, in their order.
fn texts(model: &Model, names: impl Iterator<Item = NameId>) -> Vec<&str> {
    let mut seen = HashSet::new();
    names.filter(|&name| seen.insert(name)).map(|name| model.name(name)).collect()
}

/// The first few of these names.
fn listed(names: &[&str]) -> String {
    let first: Vec<String> = names.iter().take(FEW).map(|name| format!("`{name}`")).collect();
    first.join(", ") + if names.len() > FEW { ", ..." } else { "" }
}

fn foreign_operator(cx: &InferContext<'_>, domain: &str, name: &str) -> Diagnostic {
    let whose = match cx.dialect() {
        Dialect::Onnx => format!("domain `{domain}`"),
        Dialect::OpenVino => format!("opset `{domain}`"),
    };
    let unknown = if ops::is_extensible_domain(domain) { "but is unknown there" } else { "which is unknown" };
    let message = match cx.dialect() {
        Dialect::OpenVino if domain.is_empty() => {
            format!(
                "`{name}` is not in any opset, and the layer does not name one: its outputs are taken from the file's declarations"
            )
        }
        _ => format!("`{name}` belongs to {whose}, {unknown}: its outputs are taken from the file's declarations"),
    };
    Diagnostic::new(&rules::unknown_domain::RULE, cx.place(), message).data("domain", domain)
}

/// `reduce` C14. The message names the version in use and a version that contains the operator.
fn not_in_opset(cx: &InferContext<'_>, known: KnownOperator<'_>, version: i64) -> Diagnostic {
    let name = cx.op_type();
    let versions = standard_versions(cx, known).filter(|_| cx.dialect() == Dialect::Onnx);
    let nearest = versions.and_then(|versions| versions.nearest(version).map(|nearest| (versions, nearest)));
    let only = nearest.map(|(versions, nearest)| format!(", only in opset {}", versions.describe(nearest)));
    let message = format!("{name} is not in opset {version}{}", only.unwrap_or_default());
    let finding = Diagnostic::new(&rules::operator_not_in_opset::RULE, cx.place(), message).data("version", version);
    let ranges: Vec<String> = known
        .opsets
        .iter()
        .map(|(a, b)| if a == b { format!("opset{a}") } else { format!("opset{a} to opset{b}") })
        .collect();
    if !ranges.is_empty() {
        return finding
            .note(format!("available in {}", ranges.join(", ")))
            .help(format!("write version=\"opset{}\"", known.opsets[0].0));
    }
    match nearest {
        Some((_, nearest)) => {
            let domain = domain_of(cx);
            finding.help(format!("import {}", version_fit::opset(domain, &nearest.to_string()))).data("fits", nearest)
        }
        None => finding,
    }
}

/// The domain of the node's operator as written.
fn domain_of<'a>(cx: &InferContext<'a>) -> &'a str {
    cx.model().name(cx.model().op(cx.node()).domain)
}

#[cfg(test)]
mod tests {
    use crate::analyze::analyze;
    use crate::format::ReadOptions;
    use crate::graph::Model;
    use crate::options::AnalysisOptions;
    use crate::source::Source;

    #[test]
    fn a_node_is_read_once_for_all_bodies() {
        let bodies: String = (0..20).map(|at| format!(", b{at}: graph = b () => () {{ }}")).collect();
        let text = format!(
            "<ir_version: 10, opset_import: [\"\" : 18]> g (float[2] x) => (y) {{ y = Foo <list = {:?}{bodies}> (x) }}",
            vec![1; 1_600]
        );
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        assert_eq!(model.graphs().count(), 1 + 20);
        // Each time, the list counts as a hundred nodes.
        let work = analyze(&model, &AnalysisOptions::default()).work;
        assert!((100..500).contains(&work), "{work}");
    }

    /// The message and the help of a call in a model with a function without an overload and one with four.
    fn said(call: &str) -> (String, String) {
        let function = |name: &str, overload: &str| {
            format!("<domain: \"f\", {overload}opset_import: [\"\" : 18]>\n{name} (a) => (b) {{ b = Relu (a) }}\n")
        };
        let overloads = ["one", "two", "three"].map(|name| function("Many", &format!("overload: \"{name}\", ")));
        let text = format!(
            "<ir_version: 10, opset_import: [\"\" : 18, \"f\" : 1]>\ng (float[2] x) => (y) {{ y = f.{call} (x) }}\n{}{}",
            function("Plain", ""),
            overloads.concat()
        );
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let analysis = analyze(&model, &AnalysisOptions::default());
        let found: Vec<_> = analysis.findings.iter().filter(|finding| finding.rule.code() == "OP100").collect();
        assert_eq!(found.len(), 1, "{call}: {:?}", analysis.findings);
        (found[0].message.clone(), found[0].help[0].clone())
    }

    /// After many errors, a call of the 20th function under a wrong name is compared with the first ones only.
    #[test]
    fn the_first_missing_functions_are_compared_with_all() {
        let functions: String = (0..20)
            .map(|i| {
                format!("<domain: \"f\", opset_import: [\"\" : 18]>\nFunction{i}x (a) => (b) {{ b = Relu (a) }}\n")
            })
            .collect();
        let nodes: String = (0..60).map(|i| format!("v{i} = f.Functoin19x (x)\n")).collect();
        let text = format!(
            "<ir_version: 10, opset_import: [\"\" : 18, \"f\" : 1]>\ng (float[2] x) => (float[2] y) {{\n{nodes}y = Relu (x)\n}}\n{functions}"
        );
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let analysis = analyze(&model, &AnalysisOptions::default());
        let found = || analysis.findings.iter().filter(|finding| finding.rule.code() == "OP100");
        let helps: Vec<&str> = found().map(|finding| &*finding.help[0]).collect();
        assert_eq!((helps.len(), helps[0]), (60, "did you mean `Function19x`?"));
        assert_eq!(helps[59], "did you mean `Function1x`?", "the nearest of the first ones");
        let last = &found().next_back().expect("60 findings").message;
        assert!(last.ends_with("`Function3x`, `Function4x`, ..."), "{last}");
    }

    /// The first findings of a rule are kept although those of another one are only counted, and need their texts.
    #[test]
    fn the_first_missing_functions_after_very_many_other_errors_are_named() {
        let nodes = |of: &str, count: usize| (0..count).map(|i| of.replace('#', &i.to_string())).collect::<String>();
        let (others, calls) = (nodes("v# = Relu <wrong# = 1> (x)\n", 12), nodes("w# = f.Missing# (x)\n", 40));
        let text = format!(
            "<ir_version: 10, opset_import: [\"\" : 18, \"f\" : 1]>\ng (float[2] x) => (float[2] y) {{\n{others}{calls}y = Relu (x)\n}}\n\
             <domain: \"f\", opset_import: [\"\" : 18]>\nPlain (a) => (b) {{ b = Relu (a) }}\n"
        );
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let mut options = AnalysisOptions::default();
        options.limits.max_diagnostics = 10;
        let findings = analyze(&model, &options).findings;
        let found: Vec<&str> = findings.iter().filter(|f| f.rule.code() == "OP100").map(|f| &*f.message).collect();
        let (last, listed) = found.split_last().expect("findings");
        assert_eq!((listed.len(), *last), (10, "30 more errors of this rule are not listed"));
        assert!(listed.iter().all(|message| message.starts_with("there is no function `Missing")), "{listed:?}");
    }

    #[test]
    fn a_missing_function_or_overload_is_named_with_those_that_exist() {
        for (call, message, help) in [
            (
                "Plan",
                "there is no function `Plan` in `f`; the functions that the model defines there are `Plain`, `Many`",
                "did you mean `Plain`?",
            ),
            (
                "Many:ones",
                "the function `Many` in `f` has no overload `ones`; its overloads are `one`, `two`, `three`",
                "did you mean `one`?",
            ),
            (
                "Many:other",
                "the function `Many` in `f` has no overload `other`; its overloads are `one`, `two`, `three`",
                "add the overload `other` of the function `Many` to the model",
            ),
            (
                "Many",
                "the function `Many` in `f` only has overloads: `one`, `two`, `three`",
                "add the function `Many` to the model",
            ),
            (
                "Plain:one",
                "the function `Plain` in `f` has no overload `one`; it has none",
                "add the overload `one` of the function `Plain` to the model",
            ),
        ] {
            assert_eq!(said(call), (message.to_owned(), help.to_owned()));
        }
    }
}
