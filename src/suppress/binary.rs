//! Suppressions as metadata of the records of binary ONNX.

use super::Wanted;
use crate::format::onnx::write::{NewMetadata, with_metadata as write};
use crate::graph::Model;
use crate::rewrite::{PatchedFile, WriteError};
use crate::suppression::KEY;

/// The file with an entry for each scope.
pub(super) fn with_metadata(model: &Model, wanted: &Wanted<'_>) -> Result<PatchedFile, WriteError> {
    let entries = wanted.scopes.iter().filter(|(_, rules)| !rules.is_empty()).map(|(scope, rules)| {
        let known = wanted.existing.get(*scope);
        let list = known.map(|(_, list)| list.to_owned()).into_iter().chain(rules.iter().cloned());
        let value = list.collect::<Vec<_>>().join(", ");
        NewMetadata { scope: *scope, replaces: known.map(|(suppression, _)| suppression.span), key: KEY, value }
    });
    write(model, entries.collect())
}
