//! The elements of constant tensors, in one of two forms. The form that `onnx.parser` reads has entries of the field that
//! ONNX uses for the type, which are bits for small floats and several elements for types of fewer than 8 bits. Listings
//! have elements of these types by value.

use std::borrow::Cow;

use hashbrown::HashMap;

use super::text::Text;
use crate::element::ElementType;
use crate::elements::Elements;
use crate::format::onnx_text::values;
use crate::graph::{DataChunk, Model, Storage, TypedDataField};
use crate::ids::TensorId;
use crate::tensor::{Tensor, packing, typed_data};

/// The number of elements up to which a tensor is written in full.
const FEW: u64 = 8;
/// The number of bytes up to which the strings of a tensor are written in full.
const SHORT: u64 = 256;

/// The elements of a tensor.
pub(crate) enum Source<'a> {
    Empty,
    Packed(ElementType, &'a [u8], u64),
    Fields(TypedDataField, &'a [DataChunk], &'a [u8]),
    Texts(Vec<&'a [u8]>),
    /// By value, from packed bytes.
    Values(ElementType, Cow<'a, [u8]>, usize),
    Dense(ElementType, &'a Elements),
}

/// The elements to write; `None` if they are omitted or unknown. `bits`: small floats and integers have the form that
/// other readers know, not that of people.
pub(crate) fn shown(model: &Model, id: TensorId, weights: bool, bits: bool) -> Option<Source<'_>> {
    let tensor = model.tensor(id);
    let (element, count) = (tensor.element?, tensor.num_elements()?);
    if count == 0 {
        return Some(Source::Empty);
    }
    if count > FEW && !weights {
        return None;
    }
    let short = |length: u64| weights || length <= SHORT;
    if !bits || matches!(tensor.storage, Storage::Dense(_)) {
        let values = by_value(model, &tensor.storage, element, count);
        if values.is_some() {
            return values;
        }
    }
    Some(match &tensor.storage {
        Storage::Missing | Storage::Mismatched => return None,
        Storage::Packed(file, span) => whole(element, span.of(model.file_bytes(*file)?), count)?,
        Storage::Owned(bytes) => whole(element, bytes, count)?,
        Storage::Fields(field, runs) => Source::Fields(*field, runs, &model.records),
        Storage::Strings(spans) if short(spans.iter().map(|s| s.len()).sum()) => {
            Source::Texts(spans.iter().map(|s| s.of(&model.records)).collect())
        }
        Storage::OwnedStrings(texts) if short(texts.iter().map(|t| t.len() as u64).sum()) => {
            Source::Texts(texts.iter().map(|t| &t[..]).collect())
        }
        Storage::Strings(_) | Storage::OwnedStrings(_) => return None,
        // As bits, which dense elements do not have.
        Storage::Dense(_) if element.bits() < if element.is_float() { 32 } else { 8 } => return None,
        Storage::Dense(elements) => Source::Dense(element, elements),
    })
}

/// The elements by value, if the type has this form and the elements lose nothing by it.
fn by_value<'a>(model: &'a Model, storage: &'a Storage, element: ElementType, count: u64) -> Option<Source<'a>> {
    if !values::has_two_forms(element) {
        return None;
    }
    let count = usize::try_from(count).ok()?;
    let bytes = match storage {
        Storage::Packed(file, span) => Cow::Borrowed(span.of(model.file_bytes(*file)?)),
        Storage::Owned(bytes) => Cow::Borrowed(&bytes[..]),
        Storage::Dense(elements) => {
            Cow::Owned(Tensor::from_elements(element, [count], elements).ok()?.packed()?.into_owned())
        }
        Storage::Fields(field, runs) => Cow::Owned(typed_data::pack(element, *field, runs, &model.records, count)?),
        Storage::Missing | Storage::Mismatched | Storage::Strings(_) | Storage::OwnedStrings(_) => return None,
    };
    let complete = bytes.len() as u64 >= element.packed_bytes(count as u64)?;
    let has_payload = |code: u16| values::value(element, code).is_nan() && values::digits(element, code).is_none();
    let kept = !element.is_float() || !(0..count).any(|i| has_payload(bits_at(element, &bytes, i)));
    (complete && kept).then_some(Source::Values(element, bytes, count))
}

/// The bits of element `i` of a type of at most 16 bits.
fn bits_at(element: ElementType, bytes: &[u8], i: usize) -> u16 {
    let byte = |n: usize| bytes.get(n).copied().unwrap_or(0);
    if element.bits() == 16 {
        u16::from_le_bytes([byte(2 * i), byte(2 * i + 1)])
    } else {
        packing::code_at(element, bytes, i).into()
    }
}

/// The digits of floats that were written before: the fewest digits take long to find, and 16 bits have few values.
#[derive(Default)]
struct Known(HashMap<u16, Option<String>>);

impl Known {
    /// Writes an element by value.
    fn write(&mut self, text: &mut Text, element: ElementType, bits: u16) {
        if !element.is_float() {
            let negative = element.integer_range().is_some_and(|(_, greatest)| i128::from(bits) > greatest);
            return text.display(i32::from(bits) - if negative { 1 << element.bits() } else { 0 });
        }
        match self.0.entry(bits).or_insert_with(|| values::digits(element, bits)) {
            Some(digits) => text.value(digits, values::value(element, bits)),
            // `by_value` has none of these.
            None => text.display(bits),
        }
    }
}

fn whole(element: ElementType, bytes: &[u8], count: u64) -> Option<Source<'_>> {
    let needed = usize::try_from(element.packed_bytes(count)?).ok()?;
    bytes.get(..needed).map(|bytes| Source::Packed(element, bytes, count))
}

/// Writes `{1,2}`.
pub(crate) fn write(text: &mut Text, source: &Source<'_>) {
    text.push("{");
    match source {
        Source::Empty => {}
        Source::Packed(element, bytes, count) => packed(text, *element, bytes, *count),
        Source::Fields(field, runs, records) => fields(text, *field, runs, records),
        Source::Texts(texts) => text.elements(", ", texts, |text, bytes| text.quoted_bytes(bytes)),
        Source::Values(element, bytes, count) => {
            let mut known = Known::default();
            text.elements(",", 0..*count, |text, i| known.write(text, *element, bits_at(*element, bytes, i)));
        }
        Source::Dense(element, elements) => dense(text, *element, elements),
    }
    text.push("}");
}

fn packed(text: &mut Text, element: ElementType, bytes: &[u8], count: u64) {
    use ElementType as E;
    match element {
        E::F64 | E::C128 => words(text, bytes, |text, word| text.double(f64::from_le_bytes(word))),
        E::F32 | E::C64 => words(text, bytes, |text, word| text.float(f32::from_le_bytes(word))),
        E::I64 => words(text, bytes, |text, word| text.display(i64::from_le_bytes(word))),
        E::U64 => words(text, bytes, |text, word| text.display(u64::from_le_bytes(word))),
        E::I32 => words(text, bytes, |text, word| text.display(i32::from_le_bytes(word))),
        E::U32 => words(text, bytes, |text, word| text.display(u32::from_le_bytes(word))),
        E::I16 => words(text, bytes, |text, word| text.display(i16::from_le_bytes(word))),
        E::U16 | E::F16 | E::Bf16 => words(text, bytes, |text, word| text.display(u16::from_le_bytes(word))),
        E::I8 => text.elements(",", bytes, |text, byte| text.display(byte.cast_signed())),
        E::F6E2M3 | E::F6E3M2 => text.elements(",", 0..count, |text, i| text.display(six_bits(bytes, i))),
        // Bytes as is: small floats are written as bits, and a byte of a narrower type is one entry.
        _ => text.elements(",", bytes, Text::display),
    }
}

fn words<const N: usize>(text: &mut Text, bytes: &[u8], mut write: impl FnMut(&mut Text, [u8; N])) {
    text.elements(",", bytes.chunks_exact(N), |text, chunk| {
        write(text, chunk.try_into().unwrap_or([0; N]));
    });
}

/// Element `i` of a stream of six bits each, from the lowest bit up.
fn six_bits(bytes: &[u8], i: u64) -> u8 {
    let bit = i.saturating_mul(6);
    let byte = |n: u64| usize::try_from(n).ok().and_then(|n| bytes.get(n)).copied().unwrap_or(0);
    let pair = u16::from(byte(bit / 8)) | u16::from(byte(bit / 8 + 1)) << 8;
    ((pair >> (bit % 8)) & 63) as u8
}

/// The entries of a typed field, as in the file.
fn fields(text: &mut Text, field: TypedDataField, runs: &[DataChunk], records: &[u8]) {
    let mut first = true;
    for run in runs {
        let mut bytes = run.span.of(records);
        while let Some(entry) = entry(field, run.packed, &mut bytes) {
            if !std::mem::take(&mut first) {
                text.push(",");
            }
            match field {
                TypedDataField::Float => text.float(f32::from_bits(entry as u32)),
                TypedDataField::Double => text.double(f64::from_bits(entry)),
                // A negative number has ten bytes; an `int32` keeps the lowest four.
                TypedDataField::Int32 => text.display(entry as u32 as i32),
                TypedDataField::Int64 => text.display(entry.cast_signed()),
                TypedDataField::Uint64 => text.display(entry),
            }
        }
    }
}

/// The next entry of a run, as bits.
fn entry(field: TypedDataField, packed: bool, bytes: &mut &[u8]) -> Option<u64> {
    if !packed {
        varint(bytes)?;
    }
    match field {
        TypedDataField::Float => take::<4>(bytes).map(|word| u32::from_le_bytes(word).into()),
        TypedDataField::Double => take::<8>(bytes).map(u64::from_le_bytes),
        TypedDataField::Int32 | TypedDataField::Int64 | TypedDataField::Uint64 => varint(bytes),
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (word, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*word)
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..70).step_by(7) {
        let [byte] = take(bytes)?;
        value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// Elements that the reader made dense.
fn dense(text: &mut Text, element: ElementType, elements: &Elements) {
    match elements {
        Elements::Ints(ints) => text.elements(",", ints.iter(), Text::display),
        Elements::Floats(floats) if element == ElementType::F32 => {
            text.elements(",", floats.iter(), |text, &f| text.float(f as f32));
        }
        Elements::Floats(floats) => text.elements(",", floats.iter(), |text, &f| text.double(f)),
        Elements::SymFloats(floats) => text.elements(",", floats.iter(), Text::display),
    }
}

/// The form of omitted elements: `{… sha256:…}`, or `{…}` if there is nothing to hash.
pub(crate) fn elided(text: &mut Text, model: &Model, id: TensorId, hashed: bool) {
    match stated(model, id) {
        Some(stated) => text.push(&stated),
        None => match digest(model, id, hashed) {
            Some(digits) => text.display(format_args!("{{… sha256:{digits}}}")),
            None => text.push("{…}"),
        },
    }
}

/// The form of elements that the text itself omits, so that a listing of a listing is the same.
fn stated(model: &Model, id: TensorId) -> Option<Cow<'_, str>> {
    let tensor = model.tensor(id);
    if model.format() != crate::dialect::Format::OnnxText
        || !matches!(tensor.storage, Storage::Missing | Storage::Mismatched)
    {
        return None;
    }
    let written = tensor.span.of(model.source().bytes());
    let start = written.iter().rposition(|&b| b == b'{')?;
    let stated = std::str::from_utf8(&written[start..]).ok()?;
    let digits = stated.strip_prefix("{… sha256:")?.strip_suffix('}')?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then_some(Cow::Borrowed(stated))
}

/// The SHA-256 of the elements as the file stores them, in hexadecimal; dots if it is not requested.
#[cfg(feature = "cli")]
fn digest(model: &Model, id: TensorId, hashed: bool) -> Option<String> {
    use sha2::{Digest, Sha256};
    if !hashed {
        return stored(model, id, |_| ()).then(|| ".".repeat(2 * Sha256::output_size()));
    }
    let mut hasher = Sha256::new();
    let found = stored(model, id, |bytes| hasher.update(bytes));
    found.then(|| hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(not(feature = "cli"))]
fn digest(_: &Model, _: TensorId, _: bool) -> Option<String> {
    None
}

/// Passes the bytes of a tensor's elements to `take`, chunk by chunk; strings with their lengths before them. `false`
/// if there are none.
#[cfg(feature = "cli")]
fn stored(model: &Model, id: TensorId, mut take: impl FnMut(&[u8])) -> bool {
    let mut texts = |text: &[u8]| {
        take(&(text.len() as u64).to_le_bytes());
        take(text);
    };
    match &model.tensor(id).storage {
        Storage::Strings(spans) => spans.iter().for_each(|s| texts(s.of(&model.records))),
        Storage::OwnedStrings(strings) => strings.iter().for_each(|t| texts(t)),
        Storage::Packed(file, span) => match model.file_bytes(*file) {
            Some(bytes) => take(span.of(bytes)),
            None => return false,
        },
        Storage::Owned(bytes) => take(bytes),
        Storage::Fields(_, runs) => runs.iter().for_each(|r| take(r.span.of(&model.records))),
        Storage::Missing | Storage::Mismatched | Storage::Dense(_) => return false,
    }
    true
}
