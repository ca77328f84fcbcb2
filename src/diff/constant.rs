//! Constants: whether two have the same elements, and what is said of them.

use super::{Comparison, Side};
use crate::elements::Elements;
use crate::fact::Content;
use crate::graph::{Model, TensorId, ValueId, ValueRole};

/// Elements that are written out.
const SHOWN: usize = 8;

impl Comparison<'_> {
    /// Whether two constants are of one type, one shape and the same elements, bit for bit.
    pub(super) fn same_tensor(&mut self, ours: TensorId, theirs: TensorId) -> bool {
        let (before, after) = (self.before.model, self.after.model);
        *self.constants.entry((ours, theirs)).or_insert_with(|| {
            let (a, b) = (before.tensor(ours), after.tensor(theirs));
            if (a.element, &a.sizes) != (b.element, &b.sizes) {
                return false;
            }
            match (before.load(ours), after.load(theirs)) {
                (Ok(a), Ok(b)) => a.packed() == b.packed() && a.strings() == b.strings(),
                // Elements that neither file has are no difference.
                (a, b) => a.is_ok() == b.is_ok(),
            }
        })
    }

    /// The same of two values that hold constants.
    pub(super) fn same_constant(&mut self, ours: ValueId, theirs: ValueId) -> bool {
        match (tensor(self.before, ours), tensor(self.after, theirs)) {
            (Some(ours), Some(theirs)) => self.same_tensor(ours, theirs),
            _ => describe_value(self.before, ours) == describe_value(self.after, theirs),
        }
    }
}

/// Whether a value is a constant of the file: an initializer, or what a node without inputs holds.
pub(super) fn is_constant(side: Side<'_>, value: ValueId) -> bool {
    match side.model.value(value).role {
        ValueRole::Initializer(_) => true,
        ValueRole::Input { default } => side.settled && default.is_some(),
        ValueRole::Output { node, .. } => side.analysis.is_constant_node(side.model, node),
    }
}

fn tensor(side: Side<'_>, value: ValueId) -> Option<TensorId> {
    match (side.model.value(value).role, side.analysis.facts.content(value)) {
        (ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) }, _) => Some(tensor),
        (_, Content::Constant(tensor)) => Some(*tensor),
        _ => None,
    }
}

/// The type of a constant, and its elements or their hash.
pub(super) fn describe_value(side: Side<'_>, value: ValueId) -> String {
    match (tensor(side, value), side.analysis.facts.content(value)) {
        (Some(tensor), _) => describe(side.model, tensor),
        (None, Content::Elements(elements)) => format!("{} {}", side.ty(value), list(elements)),
        _ => side.ty(value),
    }
}

/// The same of a tensor of the file.
pub(super) fn describe(model: &Model, tensor: TensorId) -> String {
    let stored = model.tensor(tensor);
    let element = stored.element.map_or("?", |element| element.name());
    let ty = format!("{element}{}", stored.shape());
    match model.elements(tensor, SHOWN) {
        Some(elements) => format!("{ty} {}", list(&elements)),
        None => digest(model, tensor).map_or(ty.clone(), |digest| format!("{ty} sha256:{digest}")),
    }
}

fn list(elements: &Elements) -> String {
    let ints = elements.ints().unwrap_or_default().iter().map(ToString::to_string);
    let floats = elements.floats().unwrap_or_default().iter().map(ToString::to_string);
    format!("{{{}}}", ints.chain(floats).collect::<Vec<_>>().join(","))
}

/// The beginning of the SHA-256 of a constant's elements.
#[cfg(feature = "cli")]
fn digest(model: &Model, tensor: TensorId) -> Option<String> {
    use sha2::{Digest, Sha256};
    let tensor = model.load(tensor).ok()?;
    let mut hasher = Sha256::new();
    if let Some(bytes) = tensor.packed() {
        hasher.update(&bytes);
    }
    for text in tensor.strings().unwrap_or_default() {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    Some(hasher.finalize()[..6].iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(not(feature = "cli"))]
fn digest(_: &Model, _: TensorId) -> Option<String> {
    None
}
