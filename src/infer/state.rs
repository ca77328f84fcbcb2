//! The input of inference, and its results so far.

use std::collections::HashSet;

use super::symbols::Symbols;
use crate::constraint::Constraints;
use crate::diagnostic::Diagnostics;
use crate::dim::Dim;
use crate::explain::ExplainBudget;
use crate::fact::{TensorType, ValueType};
use crate::facts::FactStore;
use crate::graph::Model;
use crate::ids::{NodeId, ValueId};
use crate::options::AnalysisOptions;
use crate::shape::Shape;

/// The model and the caller's options. Both are immutable.
#[derive(Clone, Copy)]
pub(super) struct Premise<'m> {
    pub(super) model: &'m Model,
    pub(super) options: &'m AnalysisOptions,
}

/// The type with every bound symbol replaced by its size.
pub(super) fn bind_symbols(options: &AnalysisOptions, ty: ValueType) -> ValueType {
    let ValueType::Tensor(TensorType { element, shape: Shape::Ranked(dims) }) = &ty else { return ty };
    let size = |dim: &Dim| {
        let name = dim.name()?;
        options.bind.iter().find(|(n, _)| n == name.name()).map(|(_, size)| *size)
    };
    if options.bind.is_empty() || dims.iter().all(|d| size(d).is_none()) {
        return ty;
    }
    let dims = dims.iter().map(|d| size(d).map_or_else(|| d.clone(), Dim::exact));
    ValueType::tensor(*element, Shape::from_dims(dims))
}

/// Results from the graphs walked so far.
pub(super) struct Learned {
    pub(super) facts: FactStore,
    pub(super) symbols: Symbols,
    pub(super) constraints: Constraints,
    pub(super) diagnostics: Diagnostics,
    pub(super) chains: Chains,
    /// Values whose fact contradicts their declaration, or follows from one that does.
    pub(super) contested: HashSet<ValueId>,
    /// The number of faulty nodes for which an edit may still be looked for.
    pub(super) repairs: usize,
}

/// The number of contradictions that may still be explained by a chain of operators, and the work budget for it.
pub(super) struct Chains {
    pub(super) left: usize,
    pub(super) budget: ExplainBudget,
}

impl Learned {
    pub(super) fn new(premise: Premise<'_>, diagnostics: Diagnostics) -> Learned {
        let Premise { model, options } = premise;
        Learned {
            facts: FactStore::new(model.values.len(), options.limits.max_tracked_elements),
            symbols: Symbols::default(),
            constraints: Constraints::default(),
            diagnostics,
            chains: Chains { left: 100, budget: ExplainBudget::FINDINGS },
            contested: HashSet::new(),
            repairs: 100,
        }
    }

    /// Whether an input of a node is contested: a contradiction at the node may be a consequence of that.
    pub(super) fn is_contested(&self, model: &Model, node: NodeId) -> bool {
        let inputs = || model.inputs(node).iter().filter_map(|operand| operand.value());
        !self.contested.is_empty() && inputs().any(|value| self.contested.contains(&value))
    }
}
