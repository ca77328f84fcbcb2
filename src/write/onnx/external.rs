//! Which files beside the model its tensors lie in.

use std::collections::HashSet;

use super::plan::Plan;
use super::{External, tensor};
use crate::graph::{Format, Model, TensorId};
use crate::write::{NewConstant, Rewrite, WriteError};

/// The locations of external data that a model refers to after a rewrite, each once, in the order of the file: those of
/// initializers and attributes, in bodies and functions too. With an empty rewrite, those that it refers to now.
///
/// # Errors
/// As [`rewrite`](super::rewrite) has them.
pub fn external_files(model: &Model, rewrite: &Rewrite) -> Result<Vec<String>, WriteError> {
    if model.format() != Format::Onnx {
        return Err(WriteError::Format(model.format().name()));
    }
    let plan = Plan::new(model, rewrite, &External::Keep)?;
    let moved = rewrite.constants.iter().filter_map(|(_, constant)| match constant {
        NewConstant::Stored(tensor) => Some(*tensor),
        NewConstant::Tensor(_) => None,
    });
    let moved: HashSet<TensorId> = moved.collect();
    let mut seen = HashSet::new();
    let stay = (0..model.tensors.len()).map(TensorId::at).filter(|id| moved.contains(id) || !plan.cuts(model, *id));
    let locations = stay.filter_map(|id| tensor::location(model.records(), model.tensor(id).span));
    Ok(locations.filter(|location| seen.insert(location.clone())).collect())
}
