//! Elements narrower than a byte, as both specifications pack them: types that both define are packed alike.
//!
//! ONNX: the comments on the fields of `TensorProto` (`proto/onnx.proto`). IR: as OpenVINO 2026.4.1 writes them; for
//! u1, u3 and u6, the first element is in the highest bits.

use super::half_float::HalfFormat;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};

/// The bits of element `i` of a type of fewer than 8 bits. Missing bytes count as 0.
pub(crate) fn code_at(element: ElementType, bytes: &[u8], i: usize) -> u8 {
    let byte = |n: usize| bytes.get(n).copied().unwrap_or(0);
    match (element, element.bits()) {
        (ElementType::U1, _) => (byte(i / 8) >> (7 - i % 8)) & 1,
        (ElementType::U3, _) => {
            let group = i / 8 * 3;
            let (low, high) = (byte(group + i % 8 / 4) >> (6 - 2 * (i % 4)), byte(group + 2) >> (7 - i % 8));
            (low & 3) | ((high & 1) << 2)
        }
        (ElementType::U6, _) => {
            let group = i / 4 * 3;
            let (low, high) = (byte(group + i % 4 / 2) >> (4 - 4 * (i % 2)), byte(group + 2) >> (6 - 2 * (i % 4)));
            (low & 15) | ((high & 3) << 4)
        }
        (_, 2) => (byte(i / 4) >> (2 * (i % 4))) & 3,
        (_, 4) => (byte(i / 2) >> (4 * (i % 2))) & 15,
        (_, 6) => {
            // A stream of bits, lowest first: four elements in three bytes.
            let group = i / 4 * 3;
            let stream = u32::from_le_bytes([byte(group), byte(group + 1), byte(group + 2), 0]);
            (stream >> (6 * (i % 4))) as u8 & 63
        }
        _ => byte(i),
    }
}

/// The bits of each of `count` elements of a type of fewer than 8 bits.
pub(crate) fn unpack_codes(element: ElementType, bytes: &[u8], count: usize) -> Vec<u8> {
    (0..count).map(|i| code_at(element, bytes, i)).collect()
}

/// The reverse of [`unpack_codes`]; bits after the last element are 0.
pub(crate) fn pack_codes(element: ElementType, codes: &[u8]) -> Vec<u8> {
    let per_group: usize = match element.bits() {
        bits @ (1 | 2 | 4) => 8 / bits as usize,
        3 => 8,
        6 => 4,
        _ => 1,
    };
    let mut packed = Vec::with_capacity(element.packed_bytes(codes.len() as u64).unwrap_or(0) as usize);
    for group in codes.chunks(if element == ElementType::U1 { 8 } else { per_group }) {
        let bits = element.bits();
        let lowest_first =
            || group.iter().enumerate().fold(0u32, |all, (i, &c)| all | (u32::from(c) << (bits * i as u32)));
        match element {
            ElementType::U1 => packed.push(group.iter().enumerate().fold(0, |all, (i, &c)| all | ((c & 1) << (7 - i)))),
            ElementType::U3 => packed.extend(pack_u3(group)),
            ElementType::U6 => packed.extend(pack_u6(group)),
            _ if bits == 6 => {
                let bytes = (group.len() * 6).div_ceil(8);
                packed.extend_from_slice(&lowest_first().to_le_bytes()[..bytes]);
            }
            _ => packed.push(lowest_first() as u8),
        }
    }
    packed
}

/// Packs codes as they arrive, so that they need not be in memory all at once.
pub(crate) struct Packer {
    element: ElementType,
    packed: Vec<u8>,
    block: Vec<u8>,
}

impl Packer {
    /// A multiple of the group size of every type.
    const BLOCK: usize = 4096;

    pub(crate) fn new(element: ElementType, count: usize) -> Packer {
        let packed = Vec::with_capacity(element.packed_bytes(count as u64).unwrap_or(0) as usize);
        Packer { element, packed, block: Vec::with_capacity(count.min(Packer::BLOCK)) }
    }

    pub(crate) fn push(&mut self, code: u8) {
        self.block.push(code);
        if self.block.len() == Packer::BLOCK {
            self.packed.extend_from_slice(&pack_codes(self.element, &self.block));
            self.block.clear();
        }
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.packed.extend_from_slice(&pack_codes(self.element, &self.block));
        self.packed
    }
}

/// OpenVINO's u3: eight elements in three bytes. Two bytes contain the low two bits of four elements each, most
/// significant first; the third contains the high bits, most significant first.
fn pack_u3(group: &[u8]) -> [u8; 3] {
    let mut bytes = [0; 3];
    for (i, &code) in group.iter().enumerate() {
        bytes[i / 4] |= (code & 3) << (6 - 2 * (i % 4));
        bytes[2] |= ((code >> 2) & 1) << (7 - i);
    }
    bytes
}

/// OpenVINO's u6: four elements in three bytes. Two bytes contain the low nibbles of two elements each, the first in
/// the high nibble; the third contains the high two bits, most significant first.
fn pack_u6(group: &[u8]) -> [u8; 3] {
    let mut bytes = [0; 3];
    for (i, &code) in group.iter().enumerate() {
        bytes[i / 2] |= (code & 15) << (4 - 4 * (i % 2));
        bytes[2] |= ((code >> 4) & 3) << (6 - 2 * i);
    }
    bytes
}

/// Exact elements as packed bytes; `None` if one is not exact or out of range, or if inference does not track the type.
pub(super) fn pack_elements(element: ElementType, elements: &Elements) -> Option<Vec<u8>> {
    match elements {
        Elements::Ints(ints) => {
            let (low, high) = element.integer_range()?;
            let values = ints.iter().map(SymInt::value).map(|v| v.filter(|v| (low..=high).contains(v)));
            if element.bits() < 8 {
                let mask = (1u8 << element.bits()) - 1;
                let codes: Option<Vec<u8>> = values.map(|v| v.map(|v| v as u8 & mask)).collect();
                return codes.map(|codes| pack_codes(element, &codes));
            }
            let width = element.bits() as usize / 8;
            let mut packed = Vec::with_capacity(ints.len() * width);
            for value in values {
                packed.extend_from_slice(&value?.to_le_bytes()[..width]);
            }
            Some(packed)
        }
        Elements::SymFloats(_) => None,
        Elements::Floats(floats) => {
            let mut packed = Vec::with_capacity(floats.len() * element.bits() as usize / 8);
            for &value in floats.iter() {
                match element {
                    ElementType::F64 => packed.extend_from_slice(&value.to_le_bytes()),
                    ElementType::F32 => packed.extend_from_slice(&(value as f32).to_le_bytes()),
                    _ => packed.extend_from_slice(&HalfFormat::of(element)?.bits(value).to_le_bytes()),
                }
            }
            Some(packed)
        }
    }
}
/// The first `count` elements of packed bytes as integers or floats. `None` if bytes are missing or the type is neither
/// (strings, complex numbers, code books).
pub(crate) fn unpack(element: ElementType, bytes: &[u8], count: usize) -> Option<Elements> {
    let needed = element.packed_bytes(count as u64)?;
    if (bytes.len() as u64) < needed {
        return None;
    }
    // Whether an element can be read depends only on the type, so all can be collected without an intermediate list.
    if element.is_float() {
        let readable = count == 0 || float_at(element, bytes, 0).is_some();
        let floats = || (0..count).map(|i| float_at(element, bytes, i).unwrap_or_default()).collect();
        return readable.then(|| Elements::Floats(floats()));
    }
    let readable = count == 0 || int_at(element, bytes, 0).is_some();
    let ints = || (0..count).map(|i| SymInt::exact(int_at(element, bytes, i).unwrap_or_default())).collect();
    readable.then(|| Elements::Ints(ints()))
}

fn float_at(element: ElementType, bytes: &[u8], i: usize) -> Option<f64> {
    Some(match element {
        ElementType::F64 => f64::from_le_bytes(word(bytes, i)),
        ElementType::F32 => f32::from_le_bytes(word(bytes, i)).into(),
        _ => HalfFormat::of(element)?.value(u16::from_le_bytes(word(bytes, i))),
    })
}

fn int_at(element: ElementType, bytes: &[u8], i: usize) -> Option<i128> {
    use ElementType as E;
    let code = || code_at(element, bytes, i);
    let signed = |bits: u32| i128::from((code() << (8 - bits)).cast_signed() >> (8 - bits));
    Some(match element {
        E::I64 => i64::from_le_bytes(word(bytes, i)).into(),
        E::I32 => i32::from_le_bytes(word(bytes, i)).into(),
        E::I16 => i16::from_le_bytes(word(bytes, i)).into(),
        E::I8 => i8::from_le_bytes(word(bytes, i)).into(),
        E::U64 => u64::from_le_bytes(word(bytes, i)).into(),
        E::U32 => u32::from_le_bytes(word(bytes, i)).into(),
        E::U16 => u16::from_le_bytes(word(bytes, i)).into(),
        E::U8 => bytes[i].into(),
        E::Bool => i128::from(bytes[i] != 0),
        E::I4 => signed(4),
        E::I2 => signed(2),
        E::U1 | E::U2 | E::U3 | E::U4 | E::U6 => code().into(),
        _ => return None,
    })
}

fn word<const N: usize>(bytes: &[u8], index: usize) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(&bytes[index * N..][..N]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sub_byte_types_unpack_as_specified() {
        let ints = |e, bytes: &[u8], n| unpack(e, bytes, n).and_then(|v| v.exact_ints());
        assert_eq!(ints(ElementType::U3, &[0x1b, 0x1b, 0x0f], 8), Some((0..8).collect()));
        assert_eq!(ints(ElementType::U6, &[0x12, 0x34, 0x1b], 4), Some(vec![1, 18, 35, 52]));
        assert_eq!(ints(ElementType::U4, &[0x18], 1), Some(vec![8]));
        assert_eq!(ints(ElementType::I4, &[0xf7], 2), Some(vec![7, -1]));
        assert_eq!(ints(ElementType::U2, &[0b1110_0100], 4), Some(vec![0, 1, 2, 3]));
        assert_eq!(ints(ElementType::U1, &[0b1000_0001], 8), Some(vec![1, 0, 0, 0, 0, 0, 0, 1]));
        assert_eq!(ints(ElementType::I2, &[0b1000], 2), Some(vec![0, -2]));
    }

    #[test]
    fn too_few_bytes_return_none() {
        assert_eq!(unpack(ElementType::I64, &[0; 15], 2), None);
        assert_eq!(unpack(ElementType::U3, &[0; 2], 8), None);
        assert_eq!(unpack(ElementType::String, &[0; 8], 1), None);
    }
}
