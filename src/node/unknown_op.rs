//! Nodes whose operator is unknown, or has no shape function.

use super::function_call::set_all;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::fact::Fact;
use crate::graph::{UNREADABLE, bodies};
use crate::ids::GraphId;
use crate::ops::{self, BodyCall, BodyFacts, ControlFlow, InferContext, OperatorEntry};
use crate::rule::Level;
use crate::rules;

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
    fn resume(&mut self, cx: &mut InferContext<'_>, _: Option<BodyFacts>) -> Option<BodyCall> {
        if let Some(graph) = self.bodies.next() {
            return Some(BodyCall { graph, inputs: Vec::new(), reachable: true });
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
pub(crate) fn report_beyond(cx: &mut InferContext<'_>) {
    let name = cx.op_type();
    let message = format!("`{name}` is not an ONNX operator at this version; only ONNX Runtime runs it");
    let finding = Diagnostic::new(&rules::runtime_operator::RULE, cx.place(), message);
    cx.report(finding.data("operator", name));
}

/// An operator that the version in use does not contain: `reduce` C14, OP100, or a note for a third-party operator.
pub(crate) fn report_unknown(cx: &mut InferContext<'_>, known: Option<OperatorEntry>) {
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
        // The reader already reports that the domain is not imported; that the domain is also unknown is not a second
        // error.
        (_, None) if foreign && cx.dialect() == Dialect::Onnx => return,
        _ if foreign => foreign_operator(cx, domain, name),
        (Some(known), Some(version)) => not_in_opset(cx, known, version),
        // The reader already reports that the domain is not imported.
        (Some(_), None) => return,
        (None, _) => {
            let set = if domain.is_empty() { "any known operator set".to_owned() } else { format!("`{domain}`") };
            let finding = Diagnostic::new(
                &rules::unknown_operator::RULE,
                cx.place(),
                format!("there is no operator `{name}` in {set}"),
            );
            let own = if domain == "ai.onnx" { "" } else { domain };
            match Some(cx.dialect()).filter(|_| !cx.is_full()).and_then(|d| ops::suggest(d, own, name)) {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help("put a custom operator in a custom domain"),
            }
        }
    };
    cx.report(finding.data("operator", name));
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

/// `reduce` C14.
fn not_in_opset(cx: &InferContext<'_>, known: OperatorEntry, version: i64) -> Diagnostic {
    let name = cx.op_type();
    let message = format!("{name} is not in opset {version}");
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
    let newer = known.signatures.iter().find(|s| s.since > version);
    match newer {
        Some(signature) => {
            finding.help(format!("convert the model to opset {}, the first that contains it", signature.since))
        }
        None => finding.level(Level::Error),
    }
}
