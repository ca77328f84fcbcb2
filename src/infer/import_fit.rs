//! For each import of an ONNX model: the versions that all nodes of its operator set are valid in.

use std::collections::BTreeMap;

use hashbrown::HashSet;

use crate::dialect::Dialect;
use crate::fact::ValueType;
use crate::facts::FactStore;
use crate::graph::{GraphRole, Model};
use crate::ids::{GraphId, NodeId, OpId};
use crate::node::check_signature::allows;
use crate::node::resolver::OpResolver;
use crate::node::version_fit::{self, VersionSet, conforms};
use crate::ops::signature_ref::SignatureRef;
use crate::ops::{self, KnownOperator};
use crate::options::AnalysisOptions;

/// An import: the function whose nodes it applies to (`None`: all nodes outside functions), and the domain, empty for
/// `ai.onnx`.
pub(super) type ImportKey = (Option<u32>, String);

/// The nodes to which an import applies.
#[derive(Clone)]
pub(super) struct ImportedNodes {
    /// The version in use.
    pub(super) version: i64,
    /// Their operators.
    pub(super) ops: HashSet<OpId>,
    /// The versions that all nodes are valid in. A node that is valid in none is not counted.
    pub(super) valid: VersionSet,
    /// Those of them in which ONNX itself, not only ONNX Runtime, has all operators.
    pub(super) standard: VersionSet,
    /// The versions that all misfits are valid in.
    pub(super) written_for: VersionSet,
    /// The nodes that are valid in another version but not in the one in use, the first ones in file order.
    pub(super) misfits: Vec<NodeId>,
    /// Their number.
    pub(super) misfit_count: usize,
    all_misfits: HashSet<NodeId>,
}

/// The number of misfits that are kept.
const KEPT: usize = 20;

impl ImportedNodes {
    fn new(version: i64, newest: i64) -> ImportedNodes {
        let all = VersionSet::all(newest);
        ImportedNodes {
            version,
            ops: HashSet::new(),
            valid: all,
            standard: all,
            written_for: all,
            misfits: Vec::new(),
            misfit_count: 0,
            all_misfits: HashSet::new(),
        }
    }

    /// The versions that fit all nodes, preferably those in which ONNX itself has all operators.
    pub(super) fn fitting(&self) -> VersionSet {
        if self.standard.is_empty() { self.valid } else { self.standard }
    }

    fn add(&mut self, node: NodeId, versions: NodeVersions) {
        self.valid = self.valid.intersection(versions.valid);
        self.standard = self.standard.intersection(versions.standard);
        if versions.is_misfit {
            self.written_for = self.written_for.intersection(versions.valid);
            self.add_misfit(node);
        }
    }

    /// Counts a node as not valid in the version in use, if it is not counted yet.
    pub(super) fn add_misfit(&mut self, node: NodeId) {
        if self.all_misfits.insert(node) {
            self.misfit_count += 1;
            if self.misfits.len() < KEPT {
                self.misfits.push(node);
            }
        }
    }
}

/// The versions that a node is valid in.
struct NodeVersions {
    valid: VersionSet,
    standard: VersionSet,
    /// Whether the version in use is not among them.
    is_misfit: bool,
}

/// The imports of known operator sets that nodes use.
pub(super) fn imported_nodes(
    model: &Model,
    options: &AnalysisOptions,
    facts: &FactStore,
) -> BTreeMap<ImportKey, ImportedNodes> {
    let mut imports: BTreeMap<ImportKey, ImportedNodes> = BTreeMap::new();
    let (functions, mut resolver) = (functions_of(model), OpResolver::new(model, &options.operators));
    for node in model.graphs().flat_map(|graph| model.nodes_of(graph)) {
        let (op_id, op) = (model.node(node).op, model.op(node));
        let domain = domain_key(model.name(op.domain));
        let Some(newest) = ops::latest_version(Dialect::Onnx, domain) else { continue };
        let Some(version) = op.version.filter(|_| op.function.is_none()) else { continue };
        let key = (functions[model.node(node).graph.index()], domain.to_owned());
        let import = imports.entry(key).or_insert_with(|| ImportedNodes::new(version, newest));
        import.ops.insert(op_id);
        let known = resolver.resolve(node).known;
        if let Some(versions) = known.and_then(|entry| node_versions(model, facts, node, entry, version, newest)) {
            import.add(node, versions);
        }
    }
    imports
}

/// The domain as a key: `ai.onnx` is the empty one.
pub(super) fn domain_key(domain: &str) -> &str {
    if domain == "ai.onnx" { "" } else { domain }
}

/// `None` for a node that is valid in no version. Types count only if the version in use allows them: otherwise they may
/// follow from another error.
fn node_versions(
    model: &Model,
    facts: &FactStore,
    node: NodeId,
    entry: KnownOperator<'_>,
    version: i64,
    newest: i64,
) -> Option<NodeVersions> {
    let valid = version_fit::versions(entry, newest, |signature| conforms(model, node, signature));
    if valid.is_empty() {
        return None;
    }
    let is_misfit = !valid.contains(version);
    let typed = version_fit::versions(entry, newest, |signature| types_conform(model, facts, node, signature));
    let both = valid.intersection(typed);
    let valid = match (both.is_empty(), typed.contains(version)) {
        (true, true) => return None,
        (false, true) => both,
        (false, false) if is_misfit => both,
        _ => valid,
    };
    let standard = version_fit::standard(entry, valid);
    Some(NodeVersions { valid, standard: if standard.is_empty() { valid } else { standard }, is_misfit })
}

/// Whether the known types of the inputs are allowed.
fn types_conform(model: &Model, facts: &FactStore, node: NodeId, signature: SignatureRef<'_>) -> bool {
    model.inputs(node).iter().enumerate().all(|(index, operand)| {
        let Some(formal) = signature.inputs().formal(index) else { return true };
        let ty = operand.value().map_or(&ValueType::Unknown, |value| facts.ty(value));
        allows(&signature.allowed(&formal), ty)
    })
}

/// By graph: the function that contains it.
pub(super) fn functions_of(model: &Model) -> Vec<Option<u32>> {
    let mut functions: Vec<Option<Option<u32>>> = model.graph_ids().map(|_| None).collect();
    for graph in model.graphs() {
        let mut path: Vec<GraphId> = Vec::new();
        let mut at = graph;
        let function = loop {
            if let Some(function) = functions[at.index()] {
                break function;
            }
            path.push(at);
            match model.graph(at).role {
                GraphRole::Body { owner, .. } => at = model.node(owner).graph,
                GraphRole::Function(index) => break Some(index),
                GraphRole::Main | GraphRole::Example(_) | GraphRole::Training(..) => break None,
            }
        };
        path.into_iter().for_each(|graph| functions[graph.index()] = Some(function));
    }
    functions.into_iter().map(Option::flatten).collect()
}
