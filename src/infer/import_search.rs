//! Imports of the wrong version: the model is inferred as other versions, and the best one is reported.
//!
//! The signatures of the nodes tell which versions are possible. Some changes of an operator are not visible in its
//! signature, such as broadcasting in operator set 7, so errors that remain are a reason to try the next version.

use std::sync::Arc;

use hashbrown::HashSet;

use super::import_fit::{ImportKey, ImportedNodes, domain_key};
use crate::diagnostic::{Diagnostic, Diagnostics, counted};
use crate::graph::{Model, OpsetImport};
use crate::ids::NodeId;
use crate::node::resolver::{OpResolver, OpVersions};
use crate::node::version_fit::opset;
use crate::place::Place;
use crate::rule::Level;
use crate::rules;

/// The number of further versions that are tried.
const STEPS: usize = 3;

/// An import that may be of the wrong version.
#[derive(Clone)]
pub(super) struct Candidate {
    key: ImportKey,
    nodes: ImportedNodes,
    import: OpsetImport,
    /// The version to try.
    version: i64,
    /// Whether this is not the nearest version that the signatures of the nodes allow.
    is_further: bool,
}

impl Candidate {
    /// An import with nodes that are not valid in its version. `None` if no other version fits all nodes.
    pub(super) fn new(model: &Model, key: ImportKey, nodes: ImportedNodes) -> Option<Candidate> {
        let version = nodes.fitting().nearest(nodes.version).filter(|version| *version != nodes.version)?;
        let import = import_record(model, &key)?;
        Some(Candidate { key, nodes, import, version, is_further: false })
    }

    /// The next step, in the imperative.
    pub(super) fn help(&self) -> String {
        format!("import {}", opset(&self.key.1, &self.version.to_string()))
    }

    /// The version to try.
    pub(super) fn version(&self) -> i64 {
        self.version
    }

    pub(super) fn nodes(&self) -> &ImportedNodes {
        &self.nodes
    }

    /// The next version in the same direction in which the operator of a faulty node changes.
    fn next(&self, model: &Model, resolver: &mut OpResolver<'_>, faulty: &HashSet<NodeId>) -> Option<Candidate> {
        let own = faulty.iter().filter(|node| self.nodes.ops.contains(&model.node(**node).op));
        let entries = own.filter_map(|&node| resolver.resolve(node).known);
        let fitting = self.nodes.fitting();
        let version = if self.version > self.nodes.version {
            let later =
                entries.filter_map(|e| e.versions.iter().map(|s| s.since()).find(|&since| since > self.version));
            later.min().and_then(|version| fitting.from(version)).filter(|version| *version > self.version)
        } else {
            let earlier =
                entries.filter_map(|entry| entry.signature(self.version)).map(|signature| signature.since() - 1);
            earlier.max().filter(|&version| fitting.contains(version))
        };
        version.map(|version| Candidate { version, is_further: true, ..self.clone() })
    }

    /// Counts nodes whose errors are gone, and whose operator differs between the versions, as misfits.
    fn add_cured(&mut self, model: &Model, resolver: &mut OpResolver<'_>, cured: &[NodeId]) {
        for &node in cured {
            let own = self.nodes.ops.contains(&model.node(node).op);
            let Some(entry) = resolver.resolve(node).known.filter(|_| own) else { continue };
            let since = |version| entry.signature(version).map(|signature| signature.since());
            if since(self.version) != since(self.nodes.version) {
                self.nodes.add_misfit(node);
            }
        }
    }

    /// The finding on the import.
    fn finding(&self, model: &Model) -> Diagnostic {
        let Candidate { nodes, import, version, .. } = self;
        let (function, domain) = &self.key;
        let raised = *version > import.version;
        let written_for = match (self.is_further, raised) {
            (false, _) => nodes.written_for.describe(*version),
            (true, true) => format!("{version} or later"),
            (true, false) => format!("{version} or earlier"),
        };
        let mut message = format!(
            "operator set `{}` is imported at version {}; expected {written_for}, which {} are written for, the first of \
             them {}",
            if domain.is_empty() { "ai.onnx" } else { domain },
            import.version,
            counted(nodes.misfit_count, "node"),
            nodes.misfits.first().map(|&node| model.describe(node)).unwrap_or_default(),
        );
        if !self.is_further && nodes.written_for.nearest(import.version) != Some(*version) {
            let bound = if raised { "lowest" } else { "highest" };
            message += &format!("; the {bound} version that fits all nodes is {version}");
        }
        let place = function.map_or(Place::FILE, |index| Place::graph(model.functions()[index as usize].graph));
        let finding = Diagnostic::new(&rules::wrong_opset_import::RULE, place.at(import.span), message);
        let finding = finding.note(format!("all nodes are checked as {}", opset(domain, &version.to_string())));
        let finding = nodes.misfits.iter().fold(finding, |finding, &node| {
            let place = Place::node(model.node(node).graph, node);
            finding.related(place, format!("not valid in opset {}", import.version))
        });
        let finding = finding.data("domain", domain.as_str()).data("version", import.version);
        finding.data("fits", *version).data("nodes", nodes.misfit_count).help(self.help())
    }
}

/// The record of an import: of several, the highest, which applies.
fn import_record(model: &Model, (function, domain): &ImportKey) -> Option<OpsetImport> {
    let imports = match function {
        Some(index) => &model.functions()[*index as usize].opsets,
        None => &model.opsets,
    };
    let own = imports.iter().filter(|import| domain_key(model.name(import.domain)) == domain);
    own.max_by_key(|import| import.version).copied()
}

/// The imports that are reported, and the last inference.
pub(super) struct Found<T> {
    pub(super) findings: Vec<Diagnostic>,
    pub(super) inferred: T,
}

/// Searches for the versions that the nodes are written for. `None` if no import is wrong: a single misfit is reported at
/// its node, unless other errors vanish with it. `infer` returns `None` if inferring the model again is too much work.
pub(super) fn search<T>(
    model: &Model,
    mut resolver: OpResolver<'_>,
    candidates: &[Candidate],
    before: &[Arc<Diagnostic>],
    mut infer: impl FnMut(&OpVersions) -> Option<(T, Diagnostics)>,
) -> Option<Found<(T, Diagnostics)>> {
    let faulty_before = faulty_nodes(before);
    let several = |candidate: &&Candidate| candidate.nodes.misfit_count > 1;
    let certain: Vec<Candidate> = candidates.iter().filter(several).cloned().collect();
    let mut tried = match (certain.is_empty(), candidates) {
        (false, _) => certain,
        (true, [only]) if faulty_before.len() > 1 => vec![only.clone()],
        (true, _) => return None,
    };
    let mut inferred = infer(&versions(&tried))?;
    let mut faulty = faulty_nodes(inferred.1.findings());
    let (mut next, mut remaining) = (tried.clone(), faulty.clone());
    for _ in 0..STEPS {
        if !step(model, &mut resolver, &mut next, &remaining) {
            break;
        }
        let Some(further) = infer(&versions(&next)) else { break };
        remaining = faulty_nodes(further.1.findings());
        if remaining.len() < faulty.len() {
            (tried, inferred, faulty) = (next.clone(), further, remaining.clone());
        }
    }
    let mut cured: Vec<NodeId> = faulty_before.difference(&faulty).copied().collect();
    cured.sort_unstable();
    tried.iter_mut().for_each(|candidate| candidate.add_cured(model, &mut resolver, &cured));
    tried.retain(|candidate| candidate.nodes.misfit_count > 1);
    let findings = tried.iter().map(|candidate| candidate.finding(model)).collect();
    (!tried.is_empty()).then_some(Found { findings, inferred })
}

/// Moves the candidates to their next versions. Returns `false` if there are none.
fn step(model: &Model, resolver: &mut OpResolver<'_>, candidates: &mut [Candidate], faulty: &HashSet<NodeId>) -> bool {
    let mut moved = false;
    for candidate in candidates {
        if let Some(next) = candidate.next(model, resolver, faulty) {
            (*candidate, moved) = (next, true);
        }
    }
    moved
}

fn versions(candidates: &[Candidate]) -> OpVersions {
    candidates.iter().flat_map(|candidate| candidate.nodes.ops.iter().map(|&op| (op, candidate.version))).collect()
}

fn faulty_nodes(findings: &[Arc<Diagnostic>]) -> HashSet<NodeId> {
    let errors = findings.iter().filter(|finding| finding.level == Level::Error);
    errors.filter_map(|finding| finding.place.node).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::graph::Model;
    use crate::{AnalysisOptions, Diagnostic, ReadOptions, Source, analyze};

    /// The findings above notes of a model with these imports and nodes.
    fn findings(imports: &str, nodes: &str) -> Vec<Arc<Diagnostic>> {
        let text = format!(
            "<ir_version: 8{imports}>\ng (float[2,8,1,1] x, float[8] w) => (float[2,8] y) <int64[1] last = {{-1}}> {{ {nodes} }}"
        );
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let findings = analyze(&model, &AnalysisOptions::default()).findings;
        findings.into_iter().filter(|finding| finding.level > crate::Level::Note).collect()
    }

    fn only(imports: &str, nodes: &str) -> (String, String) {
        let [finding] = &findings(imports, nodes)[..] else {
            panic!("not one finding: {:?}", findings(imports, nodes))
        };
        (finding.message.clone(), finding.help.join("; "))
    }

    #[test]
    fn the_message_names_both_versions_and_the_lowest_that_fits_all() {
        let nodes = "[a] s = Squeeze (x, last) [b] t = Squeeze (s, last) [norm] y = LayerNormalization (t, w)";
        let (message, help) = only(", opset_import: [\"\" : 12]", nodes);
        assert_eq!(
            message,
            "operator set `ai.onnx` is imported at version 12; expected 13 or later, which 2 nodes are written for, the \
             first of them `a`; the lowest version that fits all nodes is 17"
        );
        assert_eq!(help, "import opset 17");
    }

    #[test]
    fn at_most_20_nodes_are_related() {
        let nodes: String = (0..30).map(|i| format!("n{i} = Squeeze (x, last) ")).collect();
        let all = findings(", opset_import: [\"\" : 12]", &format!("{nodes} y = Squeeze (n0, last)"));
        assert_eq!((all.len(), all[0].related.len()), (1, 20), "{all:?}");
    }

    #[test]
    fn the_help_of_a_single_node_names_the_version_that_fits_all() {
        let nodes = "[a] s = Squeeze <axes = [3]> (x) [b] t = Squeeze <axes = [2]> (s) [c] y = Relu (t)";
        assert!(findings(", opset_import: [\"\" : 12]", nodes).is_empty());
        let nodes = "[a] s = Squeeze (x, last) [b] y = Squeeze (s)";
        let (message, help) = only(", opset_import: [\"\" : 12]", nodes);
        assert_eq!(message, "Squeeze-11 has 2 inputs; expected 1 (the node is written for opset 13 or later, not 12)");
        assert_eq!(help, "import opset 13, which fits all nodes");
    }

    #[test]
    fn an_operator_of_onnx_runtime_is_reported_once_with_its_version() {
        let nodes = "[a] s = Squeeze <axes = [3]> (x) [b] t = Squeeze <axes = [2]> (s) \
                     [first] u = LayerNormalization (t, w) [second] y = LayerNormalization (u, w)";
        let (message, _) = only(", opset_import: [\"\" : 12]", nodes);
        assert_eq!(
            message,
            "LayerNormalization is not in opset 12, only in opset 17 or later; ONNX Runtime runs it regardless (2 nodes of \
             this kind)"
        );
    }

    #[test]
    fn a_missing_import_names_a_version_that_fits_all_nodes() {
        let (_, help) = only("", "[a] s = Squeeze (x, last) [b] y = Squeeze (s, last)");
        assert_eq!(help, "import opset 18; all nodes are valid in opset 13 or later");
    }
}
