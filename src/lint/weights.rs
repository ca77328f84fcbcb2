//! Statistics of constants, computed in place and once for all rules.

use bytes::Bytes;

use super::LintContext;
use crate::element::ElementType;
use crate::graph::{AttributeValue, ValueRole};
use crate::ids::{NodeId, TensorId, ValueId};
use crate::place::Place;

/// Maximum number of bytes of constants read per model; later constants are not examined.
const MAX_BYTES: u64 = 512 << 20;

/// A constant of the model.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    pub(crate) tensor: TensorId,
    pub(crate) place: Place,
    /// The initializer, or the output of the node that contains it.
    pub(crate) value: ValueId,
}

/// Statistics of a constant of floats or integers.
#[derive(Clone, Debug)]
pub(crate) struct Scanned {
    pub(crate) constant: Constant,
    pub(crate) element: ElementType,
    /// The number of elements.
    pub(crate) count: u64,
    pub(crate) bytes: u64,
    /// Whether all elements are the same.
    pub(crate) filled: bool,
    pub(crate) floats: Floats,
}

/// The number of floats of each unusual kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Floats {
    pub(crate) nan: u64,
    pub(crate) infinite: u64,
    pub(crate) subnormal: u64,
    /// Whether they include two different finite nonzero numbers.
    pub(crate) varied: bool,
}

/// The constants of the model: initializers, then those in nodes.
pub(crate) fn constants(whole: &LintContext<'_>) -> Vec<Constant> {
    let model = whole.model;
    let mut found = Vec::new();
    for graph in whole.graphs() {
        for value in model.values_of(graph) {
            let (ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) }) = model.value(value).role
            else {
                continue;
            };
            found.push(Constant { tensor, place: Place::value(graph, value), value });
        }
        found.extend(model.nodes_of(graph).filter_map(|node| held(whole, node)));
    }
    found
}

/// The tensor that a node without inputs contains.
fn held(whole: &LintContext<'_>, node: NodeId) -> Option<Constant> {
    let model = whole.model;
    if !model.inputs(node).is_empty() || whole.faulty.contains(&node) {
        return None;
    }
    let value = model.outputs(node).next()?;
    let tensor = model.attributes(node).iter().find_map(|a| match a.value {
        AttributeValue::Tensor(tensor) => Some(tensor),
        _ => None,
    })?;
    Some(Constant { tensor, place: whole.place(node), value })
}

/// Scans the constants in file order until the byte limit is reached.
pub(crate) fn scan(whole: &LintContext<'_>) -> Vec<Scanned> {
    let mut left = MAX_BYTES;
    let mut scanned = Vec::new();
    for constant in constants(whole) {
        let tensor = whole.model.tensor(constant.tensor);
        let (Some(element), Some(count)) = (tensor.element, tensor.num_elements()) else { continue };
        let Some(size) = element.packed_bytes(count).filter(|&size| size > 0 && size <= left) else { continue };
        left -= size;
        let Some(bytes) = whole.bytes(&constant) else { continue };
        let filled = is_filled(element, &bytes);
        scanned.push(Scanned { element, count, bytes: size, filled, floats: floats(element, &bytes), constant });
    }
    scanned
}

impl LintContext<'_> {
    /// The packed bytes of a constant, without a copy if they are packed in the file.
    pub(crate) fn bytes(&self, constant: &Constant) -> Option<Bytes> {
        if self.model.tensor(constant.tensor).element == Some(ElementType::String) {
            return None;
        }
        self.model.load(constant.tensor).ok()?.packed_bytes()
    }
}

/// Whether every element has the same bytes as the first. For types smaller than a byte, the bytes must be equal.
fn is_filled(element: ElementType, bytes: &[u8]) -> bool {
    let width = element.packed_bytes(1).map_or(1, |width| width as usize).max(1);
    bytes.get(width..).is_some_and(|rest| *rest == bytes[..bytes.len() - width])
}

fn floats(element: ElementType, bytes: &[u8]) -> Floats {
    let half = |bytes: &[u8]| u32::from(u16::from_le_bytes([bytes[0], bytes[1]]));
    match element {
        ElementType::F32 => {
            let (words, _) = bytes.as_chunks::<4>();
            kinds(words.iter().map(|w| u64::from(u32::from_le_bytes(*w))), 23, 8)
        }
        ElementType::F64 => {
            let (words, _) = bytes.as_chunks::<8>();
            kinds(words.iter().map(|w| u64::from_le_bytes(*w)), 52, 11)
        }
        ElementType::F16 => kinds(bytes.as_chunks::<2>().0.iter().map(|w| half(w).into()), 10, 5),
        ElementType::Bf16 => kinds(bytes.as_chunks::<2>().0.iter().map(|w| half(w).into()), 7, 8),
        _ => Floats::default(),
    }
}

/// Classifies floats by their bits: `fraction` bits of fraction, then `exponent` bits of exponent above them.
fn kinds(words: impl Iterator<Item = u64>, fraction: u32, exponent: u32) -> Floats {
    let fractions = (1u64 << fraction) - 1;
    let exponents = ((1u64 << exponent) - 1) << fraction;
    let mut found = Floats::default();
    let mut finite = None;
    for word in words {
        let (head, tail) = (word & exponents, word & fractions);
        found.nan += u64::from(head == exponents && tail != 0);
        found.infinite += u64::from(head == exponents && tail == 0);
        found.subnormal += u64::from(head == 0 && tail != 0);
        if head != exponents && head | tail != 0 {
            found.varied |= *finite.get_or_insert(word) != word;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f32]) -> Floats {
        floats(ElementType::F32, &values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>())
    }

    #[test]
    fn floats_are_told_by_their_bits() {
        let inf = f32::INFINITY;
        assert_eq!(of(&[f32::NAN, -f32::NAN, 1.0]), Floats { nan: 2, ..Floats::default() });
        assert_eq!(of(&[inf, -inf, 0.0, -0.0]), Floats { infinite: 2, ..Floats::default() });
        assert_eq!(of(&[1e-40, f32::MIN_POSITIVE, -1e-45]), Floats { subnormal: 2, varied: true, ..Floats::default() });
        assert_eq!(of(&[]), Floats::default());
        let halves: Vec<u8> = [0x7e00u16, 0x7c00, 0x0001, 0x3c00].iter().flat_map(|h| h.to_le_bytes()).collect();
        assert_eq!(floats(ElementType::F16, &halves), Floats { nan: 1, infinite: 1, subnormal: 1, varied: true });
        let doubles: Vec<u8> = [f64::NAN, 1e-310].iter().flat_map(|d| d.to_le_bytes()).collect();
        assert_eq!(floats(ElementType::F64, &doubles), Floats { nan: 1, subnormal: 1, ..Floats::default() });
        assert_eq!(floats(ElementType::Bf16, &[0x80, 0x7f]), Floats { infinite: 1, ..Floats::default() });
    }

    #[test]
    fn filled_means_every_element() {
        assert!(is_filled(ElementType::I16, &[1, 2, 1, 2]) && !is_filled(ElementType::I16, &[1, 2, 1, 3]));
        assert!(is_filled(ElementType::F32, &[0; 4]) && !is_filled(ElementType::F32, &[]));
    }
}
