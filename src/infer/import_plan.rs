//! What is wrong with the imports of an ONNX model, judged by all nodes.
//!
//! If several nodes are valid only in another version of the operator set that the model imports, the import is wrong, not
//! each of the nodes: there is one finding, and the nodes are checked as the version that fits all of them. The nodes are
//! inspected only if a finding suggests it.

use std::collections::BTreeMap;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::import_fit::{self, ImportKey, ImportedNodes, domain_key};
use super::import_search::Candidate;
use crate::diagnostic::{Diagnostic, DiagnosticValue, Diagnostics, counted};
use crate::dialect::Dialect;
use crate::facts::FactStore;
use crate::graph::{Model, Status};
use crate::ids::{NodeId, OpId};
use crate::node::resolver::OpVersions;
use crate::node::version_fit::opset;
use crate::ops::release;
use crate::options::AnalysisOptions;
use crate::rule::{Level, Rule};
use crate::rules;

/// Rules that report an import, where the version to use is a guess.
const OF_IMPORTS: [&Rule; 3] =
    [&rules::missing_opset_import::RULE, &rules::invalid_opset_version::RULE, &rules::unknown_opset_version::RULE];

/// Rules that report a node that may be written for another version.
const OF_NODES: [&Rule; 9] = [
    &rules::wrong_input_count::RULE,
    &rules::unknown_attribute::RULE,
    &rules::missing_attribute::RULE,
    &rules::wrong_attribute_kind::RULE,
    &rules::wrong_output_count::RULE,
    &rules::operator_not_in_opset::RULE,
    &rules::deprecated_operator::RULE,
    &rules::missing_input::RULE,
    &rules::runtime_operator::RULE,
];

/// A version to import.
struct Suggested {
    help: String,
    fits: i64,
    /// The version in use instead of the reported one.
    in_use: Option<i64>,
}

/// What to change in the findings of a first analysis.
#[derive(Default)]
pub(super) struct ImportPlan {
    /// The versions to use where the import is reported for another reason.
    pub(super) versions: OpVersions,
    /// Imports that may be of the wrong version.
    pub(super) candidates: Vec<Candidate>,
    /// The version to import, and as help, by reported import.
    imports: BTreeMap<ImportKey, Suggested>,
    /// The help and the version for nodes whose finding remains.
    nodes: HashMap<NodeId, (String, i64)>,
    /// The same by operator, for those that only ONNX Runtime has in the version in use.
    runtime_ops: HashMap<OpId, String>,
    /// By operator that only ONNX Runtime has: its number of nodes.
    runtime_nodes: HashMap<OpId, usize>,
    functions: Vec<Option<u32>>,
}

/// Whether a finding is about an import, or may be the consequence of a wrong one: nodes may be inferred as another version.
pub(super) fn depends_on_import(finding: &Diagnostic) -> bool {
    OF_IMPORTS.iter().chain(&OF_NODES).any(|rule| finding.rule == *rule)
}

/// The plan for a model with these findings; `None` if none of them depends on an import.
pub(super) fn plan(
    model: &Model,
    options: &AnalysisOptions,
    facts: &FactStore,
    findings: &[Arc<Diagnostic>],
) -> Option<ImportPlan> {
    if model.dialect() != Dialect::Onnx || model.status() != Status::Ok || model.fragment {
        return None;
    }
    findings.iter().find(|finding| depends_on_import(finding))?;
    let functions = import_fit::functions_of(model);
    let mut plan = ImportPlan { functions, ..ImportPlan::default() };
    let reported: HashSet<ImportKey> = findings.iter().filter_map(|finding| plan.import_of(model, finding)).collect();
    let mut versions = HashMap::new();
    for (key, nodes) in import_fit::imported_nodes(model, options, facts) {
        if !reported.contains(&key) {
            plan.judge(model, key, nodes);
        } else if let Some(version) = plan.suggest(model, &key, &nodes) {
            versions.extend(nodes.ops.iter().map(|&op| (op, version)));
        }
    }
    plan.versions = versions.into_iter().collect();
    plan.group_runtime_nodes(model, findings);
    Some(plan)
}

impl ImportPlan {
    /// The import that a finding reports.
    fn import_of(&self, model: &Model, finding: &Diagnostic) -> Option<ImportKey> {
        OF_IMPORTS.iter().find(|rule| finding.rule == **rule)?;
        if *finding.rule == rules::missing_opset_import::RULE && finding.level < Level::Error {
            return None;
        }
        let function = finding.place.graph.and_then(|graph| self.functions[graph.index()]);
        let domain = finding.data.iter().find(|(key, _)| *key == "domain").map(|(_, domain)| domain);
        match domain {
            Some(DiagnosticValue::Text(domain)) => Some((function, domain_key(domain).to_owned())),
            _ if model.opsets().is_empty() => Some((function, String::new())),
            _ => None,
        }
    }

    /// Records the version to import where the import is reported for another reason. Returns the version to use.
    fn suggest(&mut self, model: &Model, key: &ImportKey, nodes: &ImportedNodes) -> Option<i64> {
        let (fitting, domain) = (nodes.fitting(), key.1.as_str());
        let likely = model.ir_version().and_then(|ir| release::opset_of(domain, ir)).unwrap_or(1);
        let version = fitting.nearest(likely)?;
        let help = format!("import {}", opset(domain, &version.to_string()));
        let help = format!("{help}; all nodes are valid in {}", opset(domain, &fitting.describe(version)));
        let in_use = (nodes.misfit_count > 0).then_some(version);
        self.imports.insert(key.clone(), Suggested { help, fits: version, in_use });
        in_use
    }

    /// Records an import whose nodes are valid in another version.
    fn judge(&mut self, model: &Model, key: ImportKey, nodes: ImportedNodes) {
        let is_standard = !nodes.standard.is_empty();
        let Some(candidate) = Candidate::new(model, key, nodes) else { return };
        let (help, nodes) = (candidate.help(), candidate.nodes());
        if is_standard {
            self.runtime_ops.extend(nodes.ops.iter().map(|&op| (op, help.clone())));
        }
        if let [node] = nodes.misfits.as_slice() {
            self.nodes.insert(*node, (format!("{help}, which fits all nodes"), candidate.version()));
        }
        if nodes.misfit_count > 0 {
            self.candidates.push(candidate);
        }
    }

    /// The versions of the plan and these.
    pub(super) fn with_versions(&self, versions: &OpVersions) -> OpVersions {
        self.versions.iter().chain(versions.iter()).collect()
    }

    /// Counts the nodes of operators that only ONNX Runtime has.
    fn group_runtime_nodes(&mut self, model: &Model, findings: &[Arc<Diagnostic>]) {
        let reported = findings.iter().filter(|finding| *finding.rule == rules::runtime_operator::RULE);
        for node in reported.filter_map(|finding| finding.place.node) {
            *self.runtime_nodes.entry(model.node(node).op).or_default() += 1;
        }
    }

    /// Completes the findings of the last analysis.
    pub(super) fn apply(mut self, model: &Model, diagnostics: &mut Diagnostics) {
        diagnostics.revise(|finding| self.revise(model, finding));
    }

    /// Completes a finding. Returns `false` if another one includes it.
    fn revise(&mut self, model: &Model, finding: &mut Arc<Diagnostic>) -> bool {
        if let Some(suggested) = self.import_of(model, finding).and_then(|key| self.imports.get(&key)) {
            let finding = Arc::make_mut(finding);
            finding.help = vec![suggested.help.clone()];
            finding.data.push(("fits", suggested.fits.into()));
            if let Some(version) = suggested.in_use {
                finding.notes = vec![format!("checked as version {version}, which fits all nodes")];
            }
            return true;
        }
        let Some(node) = finding.place.node.filter(|_| OF_NODES.contains(&&*finding.rule)) else {
            return true;
        };
        if let Some((help, version)) = self.nodes.get(&node) {
            let finding = Arc::make_mut(finding);
            finding.help = vec![help.clone()];
            finding.data.push(("fits", (*version).into()));
        }
        *finding.rule != rules::runtime_operator::RULE || self.is_first_of_runtime(model, node, Arc::make_mut(finding))
    }

    /// An operator that only ONNX Runtime has is reported once, at its first node.
    fn is_first_of_runtime(&mut self, model: &Model, node: NodeId, finding: &mut Diagnostic) -> bool {
        let op = model.node(node).op;
        let Some(nodes) = self.runtime_nodes.remove(&op) else { return false };
        if nodes > 1 {
            finding.message = format!("{} ({} of this kind)", finding.message, counted(nodes, "node"));
        }
        let is_standard = finding.data.iter().any(|(key, _)| *key == "opset");
        if let Some(help) = self.runtime_ops.get(&op).filter(|_| is_standard) {
            finding.help = vec![help.clone()];
        }
        true
    }
}
