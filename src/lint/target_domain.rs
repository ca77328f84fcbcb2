//! Operators of third-party domains, which no runtime has on its own.

use hashbrown::HashMap;

use super::LintContext;
use super::target_support::{runnable_nodes, subject};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::ids::{NodeId, OpId};
use crate::node::resolver::OpResolver;
use crate::rules::target_operator::RULE;
use crate::target::Runtime;

/// Reports the operators of a model that a measured target does not know, each at its first node.
pub(crate) fn check(whole: &LintContext<'_>) {
    if whole.model.dialect() != Dialect::Onnx {
        return;
    }
    let mut foreign: Vec<(OpId, Vec<NodeId>)> = Vec::new();
    let mut index: HashMap<OpId, usize> = HashMap::new();
    let mut resolver = whole.resolver();
    for node in runnable_nodes(whole).filter(|&node| is_foreign(whole, &mut resolver, node)) {
        let op = whole.model.node(node).op;
        let at = *index.entry(op).or_insert_with(|| {
            foreign.push((op, Vec::new()));
            foreign.len() - 1
        });
        foreign[at].1.push(node);
    }
    for (_, nodes) in &foreign {
        let measured = whole.runtimes().into_iter().filter(|runtime| runtime.limited_to().is_none());
        measured.filter_map(|runtime| finding(whole, nodes, runtime)).for_each(|finding| whole.report(finding));
    }
}

/// Whether the registry does not have the operator of a node, nor did the caller add it.
fn is_foreign(whole: &LintContext<'_>, resolver: &mut OpResolver<'_>, node: NodeId) -> bool {
    let op = whole.model.op(node);
    let plain = matches!(whole.model.name(op.domain), "" | "ai.onnx" | crate::graph::UNREADABLE);
    !plain && op.version.is_some() && resolver.resolve(node).known.is_none()
}

fn finding(whole: &LintContext<'_>, nodes: &[NodeId], runtime: Runtime) -> Option<Diagnostic> {
    let first = *nodes.first()?;
    let domain = whole.model.name(whole.model.op(first).domain);
    if extra_domains(runtime).contains(&domain) {
        return None;
    }
    let (title, operator) = (runtime.title(), whole.model.op_type(first));
    let subject = subject(whole, nodes);
    let message = format!("{subject}: {title} has no operator `{operator}` of domain `{domain}`");
    let finding = Diagnostic::new(&RULE, whole.place(first), message).data("target", runtime.name());
    let finding = finding.data("operator", operator).data("domain", domain).data("nodes", nodes.len());
    Some(finding.help(format!("declare `{domain}.{operator}` in `[operators]` if your program registers it")))
}

/// Domains of a runtime's own that are not in the registry.
fn extra_domains(runtime: Runtime) -> &'static [&'static str] {
    match runtime {
        Runtime::OnnxRuntime => &["com.microsoft.nchwc", "com.ms.internal.nhwc"],
        Runtime::OpenVino => &["org.openvinotoolkit", "org.pytorch.aten", "mmdeploy"],
        Runtime::TensorRt => &[],
    }
}
