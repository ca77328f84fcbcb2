//! What the targets were measured to run, for the operators of a model.

use hashbrown::HashMap;

use super::LintContext;
use crate::diagnostic::{Diagnostic, counted};
use crate::element::ElementType;
use crate::ids::{NodeId, ValueId};
use crate::ops::KnownOperator;
use crate::ops::signature::Signature;
use crate::ops::signature_ref::SignatureRef;
use crate::ops::support::{self, Binding, Row};
use crate::rule::Level;
use crate::target::Runtime;

/// How many nodes a finding names beside the first.
const MOST_RELATED: usize = 20;

/// Nodes that a target does not run, all for the same reason.
pub(crate) struct Gap<'w> {
    pub(crate) runtime: Runtime,
    pub(crate) rows: &'static [Row],
    pub(crate) row: Row,
    pub(crate) entry: KnownOperator<'w>,
    pub(crate) bindings: Vec<Binding>,
    /// The nodes, in file order.
    nodes: Vec<NodeId>,
    whole: &'w LintContext<'w>,
}

/// Finds the nodes that a target was measured not to run, whether for all types or for theirs.
pub(crate) fn gaps<'w>(whole: &'w LintContext<'w>) -> Vec<Gap<'w>> {
    let (mut found, mut resolver): (Vec<Gap<'w>>, _) = (Vec::new(), whole.resolver());
    let (runtimes, mut index) = (whole.runtimes(), HashMap::new());
    for node in runnable_nodes(whole) {
        let Some(entry) = resolver.resolve(node).known else { continue };
        for &runtime in &runtimes {
            let Some(gap) = gap(whole, node, entry, runtime) else { continue };
            let types: Vec<Option<ElementType>> = gap.bindings.iter().map(|binding| binding.element).collect();
            let at = *index.entry((runtime, whole.model.node(node).op, types)).or_insert_with(|| {
                found.push(gap);
                found.len() - 1
            });
            found[at].nodes.push(node);
        }
    }
    found
}

/// The nodes that a runtime has to run: those without errors whose outputs something reads.
pub(crate) fn runnable_nodes<'w>(whole: &'w LintContext<'_>) -> impl Iterator<Item = NodeId> + use<'w> {
    let findings = whole.sink.findings().iter().filter(|finding| finding.level == Level::Error);
    let wrong: hashbrown::HashSet<NodeId> = findings.filter_map(|finding| finding.place.node).collect();
    let nodes = whole.graphs().flat_map(|graph| whole.model.nodes_of(graph));
    nodes.filter(move |&node| {
        let needed = || whole.model.outputs(node).any(|value| whole.uses().is_used(value));
        whole.model.op(node).function.is_none() && !wrong.contains(&node) && needed()
    })
}

/// Nodes as the subject of a message: the first, and how many more there are.
pub(crate) fn subject(whole: &LintContext<'_>, nodes: &[NodeId]) -> String {
    let first = whole.model.describe(nodes[0]);
    match nodes.len() {
        1 => first,
        count => format!("{first} and {}", counted(count - 1, "more node")),
    }
}

/// Adds to a finding the locations of the nodes after the first.
pub(crate) fn related(whole: &LintContext<'_>, nodes: &[NodeId], finding: Diagnostic) -> Diagnostic {
    let others = nodes.iter().skip(1).take(MOST_RELATED);
    others.fold(finding, |finding, &node| finding.related(whole.place(node), "also here"))
}

fn gap<'w>(whole: &'w LintContext<'w>, node: NodeId, entry: KnownOperator<'w>, runtime: Runtime) -> Option<Gap<'w>> {
    let rows = runtime.support(&entry);
    let version = whole.model.op(node).version.filter(|&version| !rows.is_empty() && entry.is_in_opset(version))?;
    // Operators of the caller's own were not measured.
    let SignatureRef::Static(signature) = entry.signature(version)? else { return None };
    let row = rows.iter().copied().find(|row| row.0 == signature.since)?;
    let bindings = bindings(whole, node, signature);
    // OpenVINO folds constants with other implementations than those of its plugin.
    let folded = || runtime == Runtime::OpenVino && !support::is_refused(row) && whole.is_known(node);
    let runs = support::is_supported(row, &bindings) || folded();
    (!runs).then(|| Gap { runtime, rows, row, entry, bindings, nodes: Vec::new(), whole })
}

fn bindings(whole: &LintContext<'_>, node: NodeId, signature: &'static Signature) -> Vec<Binding> {
    let element = |value: ValueId| whole.analysis.facts.ty(value).as_tensor().and_then(|ty| ty.element);
    let inputs: Vec<_> = whole.model.inputs(node).iter().map(|operand| operand.value().and_then(element)).collect();
    let outputs: Vec<_> = whole.model.outputs(node).map(element).collect();
    support::bindings(signature, &inputs, &outputs)
}

impl Gap<'_> {
    pub(crate) fn title(&self) -> &'static str {
        self.runtime.title()
    }

    /// The operator with its version, as in `TopK-11`.
    pub(crate) fn operator(&self) -> String {
        format!("{}-{}", self.whole.model.op_type(self.nodes[0]), self.row.0)
    }

    pub(crate) fn subject(&self) -> String {
        subject(self.whole, &self.nodes)
    }

    /// Adds to a finding what is the same for all of them.
    pub(crate) fn complete(&self, finding: Diagnostic) -> Diagnostic {
        let version = self.runtime.measured().unwrap_or("?");
        let types = self.bindings.iter().map(|b| b.element.map_or("?", ElementType::name)).collect::<Vec<_>>();
        let finding = finding
            .note(format!("measured with {} {version}", self.title()))
            .data("target", self.runtime.name())
            .data("operator", self.operator())
            .data("types", types.join(", "))
            .data("nodes", self.nodes.len());
        related(self.whole, &self.nodes, finding)
    }

    pub(crate) fn place(&self) -> crate::place::Place {
        self.whole.place(self.nodes[0])
    }

    /// The name of the first input that has the type of a variable.
    pub(crate) fn input_of(&self, variable: &str) -> Option<&str> {
        let signature = self.entry.all_versions().find(|signature| signature.since() == self.row.0)?;
        let model = self.whole.model;
        let names = model.inputs(self.nodes[0]).iter().enumerate().filter_map(|(position, operand)| {
            let formal = signature.inputs().formal(position)?;
            let same = matches!(formal.ty, crate::ops::signature::FormalType::Variable(name) if name == variable);
            (same || formal.name == variable).then(|| operand.value().map(|value| model.value_name(value)))?
        });
        names.into_iter().next()
    }

    /// The nearest version that runs the node: the newest older one, or else the oldest newer one; with the opsets that
    /// have it, the last of which is `None` for the newest version.
    pub(crate) fn nearest_version(&self) -> Option<(i64, Option<i64>)> {
        let runs = |row: &&Row| support::is_supported(**row, &self.bindings);
        let older = self.rows.iter().rev().filter(|row| row.0 < self.row.0).find(runs);
        let found = older.or_else(|| self.rows.iter().filter(|row| row.0 > self.row.0).find(runs))?.0;
        let next = self.entry.versions.iter().map(|signature| signature.since()).find(|&since| since > found);
        Some((found, next.map(|next| next - 1)))
    }

    /// How to name the opsets of a version that runs the node, as an instruction.
    pub(crate) fn other_version(&self) -> Option<String> {
        let (since, until) = self.nearest_version()?;
        let opsets = match until {
            Some(until) if until == since => format!("opset {since}"),
            Some(until) => format!("an opset from {since} to {until}"),
            None => format!("opset {since} or later"),
        };
        let name = self.whole.model.op_type(self.nodes[0]);
        Some(format!("convert the model to {opsets}, whose {name}-{since} {} runs", self.title()))
    }
}

impl Runtime {
    /// The measured versions of an operator.
    fn support(self, entry: &KnownOperator<'_>) -> &'static [Row] {
        match self {
            Runtime::OnnxRuntime => entry.support.onnxruntime,
            Runtime::OpenVino => entry.support.openvino,
            Runtime::TensorRt => &[],
        }
    }
}
