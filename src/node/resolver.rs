//! The registry entry for the operator of a node.

use crate::dialect::Dialect;
use crate::graph::{Model, OpName};
use crate::ids::NodeId;
use crate::ops;
use crate::ops::signature::Signature;
use crate::ops::{OperatorDef, OperatorEntry};

/// The registry entry for an operator name.
#[derive(Clone, Copy)]
pub(crate) struct ResolvedOp {
    pub(crate) known: Option<OperatorEntry>,
    /// Whether the version in use contains the operator.
    pub(crate) held: bool,
    /// Whether only ONNX Runtime has that version.
    pub(crate) beyond: bool,
    pub(crate) signature: Option<&'static Signature>,
}

/// The operators of one model, each looked up once.
pub(crate) struct OpResolver<'m> {
    model: &'m Model,
    /// Operators that the caller adds.
    added: Vec<&'static OperatorDef>,
    found: Vec<Option<ResolvedOp>>,
}

/// The entry of an operator: the caller's if there is one, otherwise the registry's.
pub(crate) fn lookup(model: &Model, op: &OpName, added: &[&'static OperatorDef]) -> Option<OperatorEntry> {
    let (domain, name) = (model.name(op.domain), model.name(op.name));
    let own = addition(model.dialect(), domain, name, added);
    let own = own.map(|def| OperatorEntry { signatures: def.signatures, def: Some(def), ..OperatorEntry::NOTHING });
    own.or_else(|| ops::lookup(model.dialect(), domain, name))
}

/// The operator of this name that the caller adds.
fn addition(
    dialect: Dialect,
    domain: &str,
    name: &str,
    added: &[&'static OperatorDef],
) -> Option<&'static OperatorDef> {
    let plain = |domain: &str| domain != "ai.onnx" && !domain.is_empty();
    let same = |other: &str| other == domain || (!plain(other) && !plain(domain));
    added.iter().copied().find(|def| def.dialect == dialect && def.name == name && same(def.domain))
}

impl<'m> OpResolver<'m> {
    /// Creates a resolver for a model with the caller's additional operators.
    pub(crate) fn new(model: &'m Model, added: &[&'static OperatorDef]) -> OpResolver<'m> {
        OpResolver { model, added: added.to_vec(), found: vec![None; model.ops.len()] }
    }

    pub(crate) fn resolve(&mut self, node: NodeId) -> ResolvedOp {
        let id = self.model.node(node).op.index();
        if let Some(found) = self.found[id] {
            return found;
        }
        let op = self.model.op(node);
        let known = if op.function.is_some() { None } else { lookup(self.model, op, &self.added) };
        let own = known.is_some_and(|k| k.def.is_some_and(|def| self.added.iter().any(|a| std::ptr::eq(*a, def))));
        let (held, signature) = match (op.version, known) {
            (Some(version), Some(known)) => {
                let held = known.is_in_opset(version) || (own && known.signatures.is_empty());
                (held, known.signature(version).filter(|_| held))
            }
            // For an IR version that is not an opset, or a domain that is not imported: the newest version from the
            // caller.
            (None, Some(known)) if own => (true, known.signatures.last()),
            _ => (false, None),
        };
        let beyond = op.version.is_some_and(|version| known.is_some_and(|k| k.is_onnxruntime_only(version)));
        let lookup = ResolvedOp { known, held, beyond, signature };
        self.found[id] = Some(lookup);
        lookup
    }
}
