//! Constants whose weights were not read, so that rules about weights find nothing in them.

use super::{LintContext, wants};
use crate::element::ElementType;
use crate::graph::{Model, Storage};
use crate::ids::TensorId;
use crate::rule::Rule;
use crate::rules::{duplicate_weights, filled_weights, nan_weights, subnormal_weights, wide_integers};
use crate::unread_weights::UnreadWeights;

/// The rules that read weights for every target.
static READERS: [&Rule; 4] =
    [&nan_weights::RULE, &filled_weights::RULE, &subnormal_weights::RULE, &duplicate_weights::RULE];

/// Counts them by reason, after the checks.
pub(super) fn count(whole: &LintContext<'_>) -> UnreadWeights {
    let narrows = whole.options.targets.iter().any(|target| target.narrows_integers().is_some());
    let of_targets = narrows.then_some(&wide_integers::RULE);
    if !READERS.into_iter().chain(of_targets).any(|rule| wants(whole.options, rule)) {
        return UnreadWeights::default();
    }
    let lacking = whole.all_constants().iter().filter(|constant| lacks_bytes(whole.model, constant.tensor)).count();
    let (no_weights, unavailable) = if whole.model.omits_weights { (lacking, 0) } else { (0, lacking) };
    UnreadWeights { no_weights, unavailable, limit: whole.beyond_limit.borrow().len() }
}

/// Whether a constant has elements other than strings, but no bytes.
fn lacks_bytes(model: &Model, tensor: TensorId) -> bool {
    let tensor = model.tensor(tensor);
    let has_bytes = match &tensor.storage {
        Storage::Missing | Storage::Mismatched => false,
        Storage::Packed(file, _) => model.file_bytes(*file).is_some(),
        _ => true,
    };
    let is_numeric = tensor.element.is_some_and(|element| element != ElementType::String);
    !has_bytes && is_numeric && tensor.num_elements().is_some_and(|count| count > 0)
}
