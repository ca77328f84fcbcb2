//! Numbers in ONNX's typed tensor fields.

use super::packing::unpack;
use crate::element::ElementType;
use crate::elements::Elements;
use crate::protobuf;
use crate::protobuf::{Fields, Wire};
use crate::source::Span;

/// ONNX's typed data fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names are ONNX's own
pub enum TypedDataField {
    Float,
    Int32,
    Int64,
    Double,
    Uint64,
}

/// A range of the model file with numbers of a typed field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataChunk {
    /// The range: only the numbers if they are packed, otherwise the fields with their tags.
    pub span: Span,
    /// Whether the numbers are contiguous, without tags.
    pub packed: bool,
}

/// The first `count` elements in the chunks.
pub(crate) fn elements(
    element: ElementType,
    field: TypedDataField,
    runs: &[DataChunk],
    bytes: &[u8],
    count: usize,
) -> Option<Elements> {
    unpack(element, &pack(element, field, runs, bytes, count)?, count)
}

/// The first `count` elements in the chunks, packed like raw data. `None` if there are fewer, or if the field does not
/// contain elements of this type.
pub(crate) fn pack(
    element: ElementType,
    field: TypedDataField,
    runs: &[DataChunk],
    bytes: &[u8],
    count: usize,
) -> Option<Vec<u8>> {
    let entries = usize::try_from(entries(element, field, count as u64)?).ok()?;
    let numbers = numbers(field, runs, bytes).take(entries);
    if element.bits() == 6 {
        return sextets(numbers, entries);
    }
    let width = match (field, element) {
        (TypedDataField::Float, _) => 4,
        (TypedDataField::Double, _) => 8,
        _ => element.bits().div_ceil(8) as usize,
    };
    let mut packed = Vec::new();
    let mut found = 0;
    for number in numbers {
        let number = if element == ElementType::Bool { u64::from(number != 0) } else { number };
        packed.extend_from_slice(number.to_le_bytes().get(..width)?);
        found += 1;
    }
    (found == entries).then_some(packed)
}

/// 6-bit elements as a stream of bits, lowest first.
fn sextets(numbers: impl Iterator<Item = u64>, entries: usize) -> Option<Vec<u8>> {
    let mut packed = Vec::new();
    let (mut found, mut bits, mut held) = (0, 0u32, 0);
    for number in numbers {
        bits |= ((number & 63) as u32) << held;
        held += 6;
        found += 1;
        while held >= 8 {
            packed.push(bits as u8);
            bits >>= 8;
            held -= 8;
        }
    }
    if held > 0 {
        packed.push(bits as u8);
    }
    (found == entries).then_some(packed)
}

/// How many numbers of a field `count` elements take; `None` if the field does not contain elements of this type.
pub(crate) fn entries(element: ElementType, field: TypedDataField, count: u64) -> Option<u64> {
    use ElementType as E;
    match (field, element) {
        (TypedDataField::Float, E::F32) | (TypedDataField::Double, E::F64) | (TypedDataField::Int64, E::I64) => {
            Some(count)
        }
        (TypedDataField::Uint64, E::U64 | E::U32) => Some(count),
        (TypedDataField::Float, E::C64) | (TypedDataField::Double, E::C128) => count.checked_mul(2),
        (TypedDataField::Int32, E::I64 | E::U64 | E::U32 | E::F32 | E::F64 | E::C64 | E::C128 | E::String) => None,
        (TypedDataField::Int32, _) => Some(match element.bits() {
            4 => count.div_ceil(2),
            2 => count.div_ceil(4),
            _ => count,
        }),
        _ => None,
    }
}

/// The least and greatest valid number in `int32_data` or `uint64_data` for an element, or for the elements that share
/// an entry.
pub(crate) fn range(element: ElementType) -> (i64, i64) {
    match element.integer_range() {
        Some((low, high)) if element.bits() >= 8 || element == ElementType::Bool => {
            (low.clamp(i64::MIN.into(), 0) as i64, high.min(i64::MAX.into()) as i64)
        }
        _ if element.bits() == 6 => (0, 63),
        _ if element.bits() < 8 => (0, 255),
        _ => (0, (1 << element.bits().min(32)) - 1),
    }
}

/// The number of entries in the chunks; `None` if a chunk ends within one.
pub(crate) fn count(field: TypedDataField, runs: &[DataChunk], bytes: &[u8]) -> Option<u64> {
    let width = match field {
        TypedDataField::Float => 4,
        TypedDataField::Double => 8,
        TypedDataField::Int32 | TypedDataField::Int64 | TypedDataField::Uint64 => 0,
    };
    runs.iter().try_fold(0u64, |sum, run| {
        let packed = run.span.of(bytes);
        let here = match (run.packed, width) {
            (false, _) => Fields::new(bytes, run.span).count() as u64,
            (true, 0) => protobuf::count_varints(packed)?,
            (true, width) if packed.len() % width != 0 => return None,
            (true, width) => (packed.len() / width) as u64,
        };
        Some(sum + here)
    })
}

/// The numbers in the chunks: integers sign-extended to 64 bits, floats as their bits.
pub(crate) fn numbers<'a>(
    field: TypedDataField,
    runs: &'a [DataChunk],
    bytes: &'a [u8],
) -> impl Iterator<Item = u64> + 'a {
    runs.iter().flat_map(move |run| -> Box<dyn Iterator<Item = u64> + 'a> {
        let packed = run.span.of(bytes);
        if !run.packed {
            return Box::new(Fields::new(bytes, run.span).map(|field| match field.value {
                Wire::Varint(number) | Wire::Fixed64(number) => number,
                Wire::Fixed32(number) => number.into(),
                Wire::Payload(_) | Wire::Group => 0,
            }));
        }
        match field {
            TypedDataField::Float => Box::new(
                packed
                    .chunks_exact(4)
                    .filter_map(|c| c.first_chunk().copied())
                    .map(|c| u64::from(u32::from_le_bytes(c))),
            ),
            TypedDataField::Double => {
                Box::new(packed.chunks_exact(8).filter_map(|c| c.first_chunk().copied()).map(u64::from_le_bytes))
            }
            TypedDataField::Int32 | TypedDataField::Int64 | TypedDataField::Uint64 => {
                Box::new(protobuf::varints(packed))
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn packed(bytes: &[u8]) -> [DataChunk; 1] {
        [DataChunk { span: Span::new(0, bytes.len() as u64), packed: true }]
    }

    #[test]
    fn narrow_types_are_bits_in_int32_data() {
        let ints = |e, bytes: &[u8], n| {
            elements(e, TypedDataField::Int32, &packed(bytes), bytes, n).and_then(|v| v.exact_ints())
        };
        let minus_one = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1];
        assert_eq!(ints(ElementType::I8, &minus_one, 1), Some(vec![-1]));
        assert_eq!(ints(ElementType::U16, &[0xE8, 0x07], 1), Some(vec![1000]));
        assert_eq!(ints(ElementType::I4, &[0xF7, 0x01, 0x02], 3), Some(vec![7, -1, 2]));
        assert_eq!(ints(ElementType::U2, &[0xE4, 0x01, 0x01], 5), Some(vec![0, 1, 2, 3, 1]));
        assert_eq!(ints(ElementType::Bool, &[0, 1, 2], 3), Some(vec![0, 1, 1]));
        assert_eq!(ints(ElementType::I8, &[1], 2), None);
        let half = [0x80, 0x78];
        let half = elements(ElementType::F16, TypedDataField::Int32, &packed(&half), &half, 1);
        assert_eq!(half.as_ref().and_then(Elements::floats), Some(&[1.0][..]));
    }

    #[test]
    fn unpacked_numbers_are_read_with_their_tags() {
        let bytes = [0x38, 5, 0x38, 0x80, 1, 7];
        let runs =
            [DataChunk { span: Span::new(0, 5), packed: false }, DataChunk { span: Span::new(5, 6), packed: true }];
        let ints = elements(ElementType::I64, TypedDataField::Int64, &runs, &bytes, 3).and_then(|v| v.exact_ints());
        assert_eq!(ints, Some(vec![5, 128, 7]));
        assert_eq!(count(TypedDataField::Int64, &runs, &bytes), Some(3));
    }

    #[test]
    fn six_bit_elements_are_a_stream() {
        let bytes = [0x3F, 1, 0x20, 3];
        let stream = pack(ElementType::F6E2M3, TypedDataField::Int32, &packed(&bytes), &bytes, 4);
        assert_eq!(stream, Some(vec![0x7F, 0x00, 0x0E]));
    }

    #[test]
    fn ranges_match_the_type_or_its_bits() {
        assert_eq!(range(ElementType::I8), (-128, 127));
        assert_eq!(range(ElementType::Bool), (0, 1));
        assert_eq!(range(ElementType::F16), (0, 65535));
        assert_eq!(range(ElementType::U4), (0, 255));
        assert_eq!(range(ElementType::U32), (0, u32::MAX.into()));
        assert_eq!(range(ElementType::I32), (i32::MIN.into(), i32::MAX.into()));
    }
}
