//! The registry entry for the operator of a node.

use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

use crate::dialect::Dialect;
use crate::graph::{Model, OpName};
use crate::ids::{NodeId, OpId};
use crate::ops;
use crate::ops::signature_ref::SignatureRef;
use crate::ops::{KnownOperator, OperatorDef};

/// Versions to use instead of the imported ones, by operator. Usually there are none, which needs no memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpVersions(Option<Arc<HashMap<OpId, i64>>>);

impl OpVersions {
    /// No versions: those that are imported apply.
    pub(crate) const AS_IMPORTED: OpVersions = OpVersions(None);

    pub(crate) fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (OpId, i64)> {
        self.0.iter().flat_map(|versions| versions.iter().map(|(&op, &version)| (op, version)))
    }

    fn get(&self, op: OpId) -> Option<i64> {
        self.0.as_ref()?.get(&op).copied()
    }
}

impl FromIterator<(OpId, i64)> for OpVersions {
    fn from_iter<I: IntoIterator<Item = (OpId, i64)>>(versions: I) -> OpVersions {
        OpVersions(Some(Arc::new(versions.into_iter().collect())))
    }
}

/// The registry entry for an operator name.
#[derive(Clone, Copy)]
pub(crate) struct ResolvedOp<'a> {
    pub(crate) known: Option<KnownOperator<'a>>,
    /// Whether the version in use contains the operator.
    pub(crate) held: bool,
    /// Whether only ONNX Runtime has that version.
    pub(crate) beyond: bool,
    pub(crate) signature: Option<SignatureRef<'a>>,
    /// Whether all operators of the domain are known: the model's own functions, and nobody else's.
    pub(crate) in_own_domain: bool,
}

impl ResolvedOp<'_> {
    /// The entry of an operator that is not known, of a domain whose operators are not all known.
    const UNKNOWN: ResolvedOp<'static> =
        ResolvedOp { known: None, held: false, beyond: false, signature: None, in_own_domain: false };

    /// Whether the operator is one of the caller's own.
    pub(crate) fn is_own(&self) -> bool {
        self.known.and_then(|known| known.def).is_some_and(OperatorDef::is_own)
    }
}

/// The operators of one model, each looked up once.
pub(crate) struct OpResolver<'m> {
    model: &'m Model,
    added: AddedOperators<'m>,
    versions: OpVersions,
    /// The domains of the model's functions.
    function_domains: HashSet<&'m str>,
    found: Vec<Lookup>,
    /// The entries of known operators.
    known: Vec<ResolvedOp<'m>>,
}

/// What is known of an operator so far. A file may name a different unknown operator in every node, so that this is small.
#[derive(Clone, Copy)]
enum Lookup {
    Pending,
    /// Whether all operators of its domain are known.
    Unknown {
        in_own_domain: bool,
    },
    /// The position of its entry.
    Known(u32),
}

/// The operators that a caller adds for models of one dialect, by name: there may be many.
pub(crate) struct AddedOperators<'a> {
    dialect: Dialect,
    /// By domain and name; of several with one name, the first.
    by_name: HashMap<(&'a str, &'a str), &'a OperatorDef>,
    /// The domains of those for any dialect.
    domains: HashSet<&'a str>,
}

impl<'a> AddedOperators<'a> {
    pub(crate) fn new(dialect: Dialect, added: &'a [Arc<OperatorDef>]) -> AddedOperators<'a> {
        let mut by_name = HashMap::new();
        for def in added.iter().filter(|def| def.dialect() == dialect) {
            by_name.entry((plain_domain(def.domain()), def.name())).or_insert(&**def);
        }
        AddedOperators { dialect, by_name, domains: added.iter().map(|def| def.domain()).collect() }
    }

    /// The entry of an operator: the caller's if there is one, otherwise the registry's.
    pub(crate) fn lookup(&self, model: &Model, op: &OpName) -> Option<KnownOperator<'a>> {
        let (domain, name) = (model.name(op.domain), model.name(op.name));
        let own = self.by_name.get(&(plain_domain(domain), name)).map(|def| KnownOperator::own(def));
        own.or_else(|| ops::lookup(self.dialect, domain, name).map(KnownOperator::from))
    }
}

/// The domain without its other spelling.
pub(crate) fn plain_domain(domain: &str) -> &str {
    if domain == "ai.onnx" { "" } else { domain }
}

impl<'m> OpResolver<'m> {
    /// Creates a resolver for a model with the caller's additional operators.
    pub(crate) fn new(model: &'m Model, added: &'m [Arc<OperatorDef>]) -> OpResolver<'m> {
        OpResolver {
            model,
            added: AddedOperators::new(model.dialect(), added),
            versions: OpVersions::default(),
            function_domains: model.functions().iter().map(|function| model.name(function.domain)).collect(),
            found: vec![Lookup::Pending; model.ops.len()],
            known: Vec::new(),
        }
    }

    /// Uses these versions instead of the imported ones.
    pub(crate) fn with_versions(self, versions: &OpVersions) -> OpResolver<'m> {
        OpResolver { versions: versions.clone(), ..self }
    }

    pub(crate) fn resolve(&mut self, node: NodeId) -> ResolvedOp<'m> {
        let op_id = self.model.node(node).op;
        match self.found[op_id.index()] {
            Lookup::Known(at) => return self.known[at as usize],
            Lookup::Unknown { in_own_domain } => return ResolvedOp { in_own_domain, ..ResolvedOp::UNKNOWN },
            Lookup::Pending => {}
        }
        let found = self.look_up(op_id, self.model.op(node));
        self.found[op_id.index()] = if found.known.is_some() {
            self.known.push(found);
            Lookup::Known(self.known.len() as u32 - 1)
        } else {
            Lookup::Unknown { in_own_domain: found.in_own_domain }
        };
        found
    }

    fn look_up(&self, id: OpId, op: &OpName) -> ResolvedOp<'m> {
        let known = if op.function.is_some() { None } else { self.added.lookup(self.model, op) };
        let own = known.and_then(|known| known.def).is_some_and(OperatorDef::is_own);
        let version = self.versions.get(id).or(op.version);
        let (held, signature) = match (version, known) {
            (Some(version), Some(known)) => {
                let held = known.is_in_opset(version) || (own && known.versions.is_empty());
                (held, known.signature(version).filter(|_| held))
            }
            // For an IR version that is not an opset, or a domain that is not imported: the newest version from the
            // caller.
            (None, Some(known)) if own => (true, known.versions.iter().next_back()),
            _ => (false, None),
        };
        let beyond = version.is_some_and(|version| known.is_some_and(|k| k.is_onnxruntime_only(version)));
        ResolvedOp { known, held, beyond, signature, in_own_domain: self.is_own_domain(op) }
    }

    /// Whether the model defines functions of the operator's domain, and nobody else defines operators of it.
    fn is_own_domain(&self, op: &OpName) -> bool {
        let domain = self.model.name(op.domain);
        self.function_domains.contains(domain)
            && ops::latest_version(self.model.dialect(), domain).is_none()
            && !self.added.domains.contains(domain)
    }
}
