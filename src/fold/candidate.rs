//! The nodes that could be folded, before anything is evaluated.

use hashbrown::{HashMap, HashSet};

use super::Run;
use super::reason::NotFoldedReason;
use crate::fact::{KnownValue, Provenance};
use crate::graph::bodies;
use crate::graph::label::cut_name;
use crate::graph::{Operand, ValueRole};
use crate::ids::{NodeId, ValueId};
use crate::node::resolver::{OpResolver, ResolvedOp};
use crate::rule::Level;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// Nodes that could be folded.
pub(super) struct Candidates {
    /// By value: whether it depends on constants alone, or inference knows it exactly.
    pub(super) known: Vec<bool>,
    /// By node: how its outputs can be known, if it is a candidate.
    pub(super) how: Vec<Option<How>>,
    /// Nodes whose inputs are known and whose operator is never folded.
    pub(super) excluded: HashMap<NodeId, NotFoldedReason>,
    /// Candidates whose operator runtimes compute together with its readers.
    pub(super) fused: HashSet<NodeId>,
}

/// How the outputs of a candidate are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// They are evaluated from its inputs.
    Computed,
    /// Inference knows them, though not all inputs are known.
    Inferred,
}

impl Candidates {
    /// All candidates except those that could not be evaluated.
    pub(super) fn find(run: &Run<'_>, refused: &HashMap<NodeId, NotFoldedReason>) -> Candidates {
        let model = run.model;
        let known = (0..model.values.len()).map(|v| run.is_source(ValueId::at(v))).collect();
        let how = vec![None; model.nodes.len()];
        let mut candidates = Candidates { known, how, excluded: HashMap::new(), fused: HashSet::new() };
        let mut lookups = OpResolver::new(model, &run.options.analysis.operators);
        let faulty = run.faulty();
        for &node in &run.order {
            if run.is_constant(node) || faulty.contains(&node) || refused.contains_key(&node) {
                continue;
            }
            let computed = model.inputs(node).iter().all(|operand| match operand {
                Operand::Value(value) => candidates.known[value.index()],
                Operand::Absent => true,
                Operand::Undefined(_) => false,
            });
            let is_inferred = || model.outputs(node).all(|value| candidates.known[value.index()]);
            if model.outputs(node).len() == 0 || (!computed && !is_inferred()) {
                continue;
            }
            let lookup = lookups.resolve(node);
            if lookup.known.and_then(|known| known.def).is_some_and(|def| def.fused_with_readers) {
                candidates.fused.insert(node);
            }
            if let Some(why) = exclusion(run, node, lookup) {
                let used = model.outputs(node).any(|v| run.uses.is_used(v));
                if computed && used && !model.inputs(node).is_empty() && bodies(model, node).next().is_none() {
                    candidates.excluded.insert(node, why);
                }
                continue;
            }
            candidates.how[node.index()] = Some(if computed { How::Computed } else { How::Inferred });
            if computed {
                for value in model.outputs(node) {
                    candidates.known[value.index()] = true;
                }
            }
        }
        candidates
    }
}

/// Why an operator is never folded, if it is not.
fn exclusion(run: &Run<'_>, node: NodeId, lookup: ResolvedOp<'_>) -> Option<NotFoldedReason> {
    let def = lookup.known.and_then(|known| known.def).filter(|_| lookup.held);
    match def {
        None => Some(EvalError::NoEvaluator(run.model.op_type(node).to_owned()).into()),
        Some(def) => (def.has_side_effects || def.runtime_dependent).then_some(NotFoldedReason::RunTime),
    }
}

impl Run<'_> {
    /// Whether the elements of a value are known without evaluation: a constant, or exactly inferred.
    pub(super) fn is_source(&self, value: ValueId) -> bool {
        if self.is_body_input(value) {
            return false;
        }
        match self.model.value(value).role {
            ValueRole::Initializer(_) => true,
            ValueRole::Input { default } => default.is_some() && self.options.analysis.fold_overridable_inputs,
            ValueRole::Output(_) => {
                let facts = &self.analysis.facts;
                let exact = match facts.value(value) {
                    KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_) => false,
                    KnownValue::Constant(_) => true,
                    KnownValue::Elements(elements) => elements.is_exact(),
                };
                let ty = facts.ty(value).as_tensor();
                exact
                    && facts.provenance(value) == Provenance::Inferred
                    && ty.is_some_and(|t| t.element.is_some() && t.shape.is_static())
            }
        }
    }

    /// Whether the value is an input of a body. Its owner passes the inputs, regardless of their initializers.
    pub(super) fn is_body_input(&self, value: ValueId) -> bool {
        !matches!(self.model.value(value).role, ValueRole::Output(_)) && self.body_inputs.contains(&value)
    }

    /// The elements of a source.
    pub(super) fn source(&self, value: ValueId) -> Result<Tensor, EvalError> {
        match self.model.value(value).role {
            ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) } => self.model.load(tensor),
            _ => self.inferred(value),
        }
    }

    fn inferred(&self, value: ValueId) -> Result<Tensor, EvalError> {
        let facts = &self.analysis.facts;
        match facts.value(value) {
            KnownValue::Constant(tensor) => self.model.load(*tensor),
            KnownValue::Elements(elements) => {
                let ty = facts.ty(value).as_tensor().ok_or(EvalError::UnknownType)?;
                let sizes = ty.shape.sizes().ok_or(EvalError::UnknownType)?;
                let sizes: Option<Vec<usize>> = sizes.into_iter().map(|s| usize::try_from(s).ok()).collect();
                let element = ty.element.ok_or(EvalError::UnknownType)?;
                let tensor = Tensor::from_elements(element, sizes.ok_or(EvalError::UnknownType)?, elements);
                tensor.map_err(|_| EvalError::UnknownType)
            }
            KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_) => {
                Err(EvalError::NotConstant(cut_name(self.model.value_name(value)).into_owned()))
            }
        }
    }

    /// The nodes of errors that the file suppresses, and of all findings if folding was forced.
    fn faulty(&self) -> HashSet<NodeId> {
        let known = self.analysis.suppressed.iter().filter(|f| f.level == Level::Error);
        let forced = self.analysis.findings.iter().filter(|_| self.options.force);
        known.chain(forced).filter_map(|f| f.place.node).collect()
    }
}
