//! Constants: compares and describes their elements.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use super::{Comparer, Side};
use crate::dialect::Dialect;
use crate::elements::Elements;
use crate::fact::KnownValue;
use crate::graph::{AttributeValue, GraphRole, Model, Operand, ValueRole};
use crate::ids::{GraphId, TensorId, ValueId};
use crate::short_text::shortened;
use crate::tensor::Tensor;

/// Maximum number of elements that are written out.
const SHOWN: usize = 8;

/// The most bytes of what is written of a constant; the type of one may have hundreds of dimensions.
const MOST_TEXT: usize = 256;

/// Maximum number of elements of a constant that is read as a setting.
const SMALL: usize = 64;

/// How the elements of two equal constants are arranged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Likeness {
    /// Equal; leading axes of size 1 do not count, since broadcasting adds them.
    Same,
    /// With the last two axes swapped.
    Transposed,
    /// In the same order, with a different shape.
    Reshaped,
}

impl<'a> Comparer<'a> {
    /// The old or the new model.
    pub(super) fn side(&self, is_old: bool) -> Side<'a> {
        if is_old { self.before } else { self.after }
    }

    /// Whether two constants have the same type, shape and elements, bit for bit.
    pub(super) fn same_tensor(&mut self, ours: TensorId, theirs: TensorId) -> bool {
        let (before, after) = (self.before.model, self.after.model);
        let (a, b) = (before.tensor(ours), after.tensor(theirs));
        if (a.element, &a.sizes) != (b.element, &b.sizes) {
            return false;
        }
        if let Some(&same) = self.constants.get(&(ours, theirs)) {
            return same;
        }
        // Each of few constants may be compared with each of the others, so that only the first pair is read element by element.
        if self.compared.insert((true, ours)) & self.compared.insert((false, theirs)) {
            let same = match (before.load(ours), after.load(theirs)) {
                (Ok(a), Ok(b)) => a.packed() == b.packed() && a.strings() == b.strings(),
                // Elements missing from both files are not a difference.
                (a, b) => a.is_ok() == b.is_ok(),
            };
            self.constants.insert((ours, theirs), same);
            return same;
        }
        self.tensor_print(ours, true) == self.tensor_print(theirs, false)
    }

    /// The fingerprint of the elements of a constant of the old or the new model; `None` if they are missing.
    fn tensor_print(&mut self, tensor: TensorId, is_old: bool) -> Option<Fingerprint> {
        let (model, prints) = (self.side(is_old).model, &self.fingerprints);
        let print = || Some(prints.of_tensor(&model.load(tensor).ok()?));
        *self.tensor_prints.entry((is_old, tensor)).or_insert_with(print)
    }

    /// How the elements of two constants correspond; `None` if they differ, or if either value is not a constant.
    pub(super) fn likeness(&mut self, operands: (Operand, Operand)) -> Option<Likeness> {
        let Some((ours, theirs)) = self.tensors(operands) else { return self.same_elements(operands) };
        if self.same_tensor(ours, theirs) {
            return Some(Likeness::Same);
        }
        if let Some(known) = self.likenesses.get(&(ours, theirs)) {
            return *known;
        }
        let found = self.other_likeness(ours, theirs);
        self.likenesses.insert((ours, theirs), found);
        found
    }

    /// How the elements of two tensors correspond that are not the same.
    fn other_likeness(&self, ours: TensorId, theirs: TensorId) -> Option<Likeness> {
        let (a, b) = (self.before.model.tensor(ours), self.after.model.tensor(theirs));
        if a.element != b.element || a.num_elements() != b.num_elements() {
            return None;
        }
        let (a, b) = (self.before.model.load(ours).ok()?, self.after.model.load(theirs).ok()?);
        let same = a.packed() == b.packed() && a.strings() == b.strings();
        let leading =
            |tensor: &Tensor| tensor.sizes().iter().copied().skip_while(|&size| size == 1).collect::<Vec<_>>();
        match same {
            true if leading(&a) == leading(&b) => Some(Likeness::Same),
            // A filter of one channel per group has an axis more in IR, and may equal its own transpose.
            true if leading(&a).len() != leading(&b).len() => Some(Likeness::Reshaped),
            _ if is_transposed(&a, &b) => Some(Likeness::Transposed),
            same => same.then_some(Likeness::Reshaped),
        }
    }

    /// Like `likeness`, for constants that are not tensors of the file.
    fn same_elements(&mut self, (ours, theirs): (Operand, Operand)) -> Option<Likeness> {
        let ours = self.element_print(ours, true)?;
        (ours == self.element_print(theirs, false)?).then_some(Likeness::Same)
    }

    /// The fingerprint of the type, the sizes from the first other than 1 on, and the elements of an operand that is a constant.
    fn element_print(&mut self, operand: Operand, is_old: bool) -> Option<Fingerprint> {
        let side = self.side(is_old);
        let value = Some(self.outer(operand.value()?, is_old)).filter(|&value| is_constant(side, value))?;
        let prints = &self.fingerprints;
        let print = || {
            let ty = side.analysis.facts.ty(value).as_tensor()?;
            let sizes = ty.shape.sizes()?.into_iter().skip_while(|&size| size == 1).collect::<Vec<_>>();
            let elements = match side.analysis.facts.value(value) {
                KnownValue::Elements(elements) => elements.clone(),
                _ => small_elements(side, value)?,
            };
            elements.is_exact().then(|| prints.of(&(ty.element, sizes, list(&elements))))
        };
        *self.element_prints.entry((is_old, value)).or_insert_with(print)
    }

    /// Whether one constant is the transpose of the other; a symmetric matrix is its own transpose.
    pub(super) fn transposes(&mut self, operands: (Operand, Operand)) -> bool {
        let Some((ours, theirs)) = self.tensors(operands) else { return false };
        let (before, after) = (self.before.model, self.after.model);
        let compare = || match (before.load(ours), after.load(theirs)) {
            (Ok(a), Ok(b)) => a.element() == b.element() && is_transposed(&a, &b),
            _ => false,
        };
        *self.transposes.entry((ours, theirs)).or_insert_with(compare)
    }

    /// What a constant of the old or the new model is, for a report: thousands of nodes may read it.
    pub(super) fn constant_text(&mut self, value: ValueId, is_old: bool) -> String {
        let side = self.side(is_old);
        let text = || shortened(&describe_value(side, value), MOST_TEXT).into_owned();
        self.constant_texts.entry((is_old, value)).or_insert_with(text).clone()
    }

    fn tensors(&mut self, (ours, theirs): (Operand, Operand)) -> Option<(TensorId, TensorId)> {
        Some((self.tensor_of(ours, true)?, self.tensor_of(theirs, false)?))
    }

    fn tensor_of(&mut self, operand: Operand, is_old: bool) -> Option<TensorId> {
        let side = self.side(is_old);
        let value = self.outer(operand.value()?, is_old);
        is_constant(side, value).then(|| tensor(side, value)).flatten()
    }

    /// The value that an IR body receives from outside and never changes, or the value itself: ONNX refers to it by name. Very
    /// many nodes of a deeply nested body may read it.
    pub(super) fn outer(&mut self, value: ValueId, is_old: bool) -> ValueId {
        let model = self.side(is_old).model;
        if model.dialect() != Dialect::OpenVino {
            return value;
        }
        if let Some(&outer) = self.outer.get(&(is_old, value)) {
            return outer;
        }
        let mut outer = value;
        // Bodies are nested at most as deep as the number of graphs.
        for _ in 0..model.graphs.len() {
            let graph = model.value(outer).graph;
            let GraphRole::Body { .. } = model.graph(graph).role else { break };
            let captures = self.captures.entry((is_old, graph)).or_insert_with(|| captures(model, graph));
            let Some(&around) = captures.get(&outer) else { break };
            outer = around;
        }
        if outer != value {
            self.outer.insert((is_old, value), outer);
        }
        outer
    }

    /// Like `same_tensor`, for two values that contain constants.
    pub(super) fn same_constant(&mut self, ours: ValueId, theirs: ValueId) -> bool {
        match (tensor(self.before, ours), tensor(self.after, theirs)) {
            (Some(ours), Some(theirs)) => self.same_tensor(ours, theirs),
            _ => self.value_print(ours, true) == self.value_print(theirs, false),
        }
    }

    /// The fingerprint of what a constant is: one node may read it thousands of times.
    fn value_print(&mut self, value: ValueId, is_old: bool) -> Fingerprint {
        let (side, prints) = (self.side(is_old), &self.fingerprints);
        *self.value_prints.entry((is_old, value)).or_insert_with(|| prints.of(&describe_value(side, value)))
    }

    /// Whether a value is a constant of zeros. Very many nodes may read it.
    pub(super) fn is_zero(&mut self, value: ValueId, is_old: bool) -> bool {
        let side = self.side(is_old);
        let Some(tensor) = tensor(side, value).filter(|_| is_constant(side, value)) else { return false };
        let is_zero = || {
            let packed =
                side.model.load(tensor).ok().and_then(|tensor| Some(tensor.packed()?.iter().all(|&byte| byte == 0)));
            packed == Some(true)
        };
        *self.zeros.entry((is_old, tensor)).or_insert_with(is_zero)
    }
}

/// A number for the content of something. Two of different content are equal once in 2^128 comparisons, whoever made it.
pub(super) type Fingerprint = (u64, u64);

/// Makes fingerprints of one comparison.
#[derive(Default)]
pub(super) struct Fingerprints([RandomState; 2]);

impl Fingerprints {
    fn of(&self, what: &impl Hash) -> Fingerprint {
        (self.0[0].hash_one(what), self.0[1].hash_one(what))
    }

    fn of_tensor(&self, tensor: &Tensor) -> Fingerprint {
        let of = |state: &RandomState| {
            let mut hasher = state.build_hasher();
            tensor.packed().into_iter().for_each(|bytes| hasher.write(&bytes));
            tensor.strings().hash(&mut hasher);
            hasher.finish()
        };
        (of(&self.0[0]), of(&self.0[1]))
    }
}

/// Whether a value is a constant: an initializer, the output of a node that only contains a constant, or an input with
/// a default if those count as constants.
pub(super) fn is_constant(side: Side<'_>, value: ValueId) -> bool {
    match side.model.value(value).role {
        ValueRole::Initializer(_) => true,
        ValueRole::Input { default } => side.settled && default.is_some(),
        ValueRole::Output(node) => side.analysis.is_constant_node(side.model, node),
    }
}

/// The elements of a small constant.
pub(super) fn small_elements(side: Side<'_>, value: ValueId) -> Option<Elements> {
    side.model.elements(tensor(side, value)?, SMALL)
}

/// The inputs of an IR body that it receives from outside and never changes, with the values around it.
fn captures(model: &Model, body: GraphId) -> HashMap<ValueId, ValueId> {
    let GraphRole::Body { owner, attribute, .. } = model.graph(body).role else { return HashMap::new() };
    let ports = model.name(attribute).replace("body", "port_map");
    let Some(AttributeValue::PortMap(map)) = model.attribute(owner, &ports).map(|attribute| &attribute.value) else {
        return HashMap::new();
    };
    let fed: HashSet<usize> = map.back_edges.iter().filter_map(|edge| edge.parameter).collect();
    let mut seen = HashSet::new();
    let mut captures = HashMap::new();
    for entry in &map.inputs {
        let Some(position) = entry.parameter.filter(|&position| seen.insert(position)) else { continue };
        let changes = fed.contains(&position) || entry.slice.is_some() || entry.current_iteration;
        let inner = model.graph(body).inputs.get(position).filter(|_| !changes);
        let outer = entry.external.and_then(|external| model.inputs(owner).get(external)?.value());
        captures.extend(inner.copied().zip(outer));
    }
    captures
}

/// Whether one tensor is the other with the last two axes swapped.
fn is_transposed(a: &Tensor, b: &Tensor) -> bool {
    let ([.., rows, columns], [.., others, height]) = (a.sizes(), b.sizes()) else { return false };
    let (Some(x), Some(y)) = (a.packed(), b.packed()) else { return false };
    let count = a.num_elements();
    let whole = count > 0 && x.len() == y.len() && x.len() % count == 0 && b.num_elements() == count;
    if !whole || (rows, columns) != (height, others) {
        return false;
    }
    let width = x.len() / count;
    let matrix = rows * columns * width;
    x.chunks_exact(matrix).zip(y.chunks_exact(matrix)).all(|(x, y)| {
        x.chunks_exact(width).enumerate().all(|(at, element)| {
            let to = (at % columns * rows + at / columns) * width;
            y.get(to..to + width) == Some(element)
        })
    })
}

fn tensor(side: Side<'_>, value: ValueId) -> Option<TensorId> {
    match (side.model.value(value).role, side.analysis.facts.value(value)) {
        (ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) }, _) => Some(tensor),
        (_, KnownValue::Constant(tensor)) => Some(*tensor),
        _ => None,
    }
}

/// The type of a constant, and its elements or their hash.
pub(super) fn describe_value(side: Side<'_>, value: ValueId) -> String {
    match (tensor(side, value), side.analysis.facts.value(value)) {
        (Some(tensor), _) => describe(side.model, tensor),
        (None, KnownValue::Elements(elements)) => format!("{} {}", side.ty(value), list(elements)),
        _ => side.ty(value),
    }
}

/// Like `describe_value`, for a tensor of the file.
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

/// The first digits of the SHA-256 of a constant's elements.
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
