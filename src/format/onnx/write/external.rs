//! Which files beside the model its tensors lie in.

use std::collections::{BTreeSet, HashSet};

use super::plan::Plan;
use super::{ExternalDataPolicy, tensor};
use crate::dialect::Format;
use crate::format::onnx_text::write::{self as text, tensor as text_tensor};
use crate::graph::Model;
use crate::ids::TensorId;
use crate::rewrite::{NewConstant, Rewrite, WriteError};

/// The locations of external data that a model refers to after a rewrite, each once, in the order of the model: those of
/// initializers and attributes, in bodies and functions too. With an empty rewrite, those that it refers to now.
///
/// # Errors
/// As [`rewrite`](super::rewrite) has them.
pub fn external_files(model: &Model, rewrite: &Rewrite) -> Result<Vec<String>, WriteError> {
    let stay = match model.format() {
        Format::Onnx => {
            let plan = Plan::new(model, rewrite, &ExternalDataPolicy::Keep)?;
            (0..model.tensors.len()).map(TensorId::at).filter(|&id| !plan.cuts(model, id)).collect()
        }
        Format::OnnxText => text::Plan::new(model, rewrite, &ExternalDataPolicy::Keep)?.staying(model),
        other => return Err(WriteError::Format(other.name())),
    };
    let stored = rewrite.constants.iter().filter_map(|(_, constant)| match constant {
        NewConstant::CopiedFromFile(tensor) => Some(*tensor),
        NewConstant::Tensor(_) => None,
    });
    let tensors: BTreeSet<TensorId> = stay.into_iter().chain(stored).collect();
    let mut seen = HashSet::new();
    let locations = tensors.into_iter().filter_map(|id| match model.format() {
        Format::OnnxText => text_tensor::location(model, id),
        _ => tensor::location(model.records(), model.tensor(id).span),
    });
    Ok(locations.filter(|location| seen.insert(location.clone())).collect())
}
