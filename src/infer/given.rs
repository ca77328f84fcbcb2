//! What the caller sets for symbols and inputs, found by name: options and models may have many.

use std::sync::OnceLock;

use crate::dim::Dim;
use crate::fact::{TensorType, ValueType};
use crate::graph::Model;
use crate::graph::find_value::Positions;
use crate::ids::ValueId;
use crate::options::AnalysisOptions;
use crate::shape::Shape;

/// The positions of names in the options of one analysis, from the first question on.
#[derive(Debug, Default)]
pub(super) struct Given {
    bind: OnceLock<Positions>,
    inputs: OnceLock<Positions>,
}

impl Given {
    /// The position of a symbol in `bind`.
    pub(super) fn binding(&self, options: &AnalysisOptions, symbol: &str) -> Option<usize> {
        self.bind.get_or_init(|| Positions::new(options.bind.iter().map(|(name, _)| name.as_str()))).of(symbol)
    }

    /// The position in `inputs` of the first entry that names a value.
    pub(super) fn input(&self, options: &AnalysisOptions, model: &Model, value: ValueId) -> Option<usize> {
        let names = || Positions::new(options.inputs.iter().map(|input| input.name.as_str()));
        self.inputs.get_or_init(names).of_value(model, value)
    }

    /// The type with every bound symbol replaced by its size, or by the same symbol within its interval.
    pub(super) fn bound(&self, options: &AnalysisOptions, ty: ValueType) -> ValueType {
        let ValueType::Tensor(TensorType { element, shape: Shape::Ranked(dims) }) = &ty else { return ty };
        let bound = |dim: &Dim| {
            let symbol = dim.name()?;
            let (_, to) = &options.bind[self.binding(options, symbol.name())?];
            Some(if to.expr().is_some() { to.clone() } else { Dim::symbol(symbol.clone().with_bounds(to)) })
        };
        if options.bind.is_empty() || dims.iter().all(|d| bound(d).is_none()) {
            return ty;
        }
        let dims = dims.iter().map(|d| bound(d).unwrap_or_else(|| d.clone()));
        ValueType::tensor(*element, Shape::from_dims(dims))
    }
}
