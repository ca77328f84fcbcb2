//! Elements that have two forms: by value, and as the entries of `int32_data`, the only form of the reference.
//!
//! A float of fewer than 32 bits is a value if it has a point or an exponent or is a word, and bits if it is an integer.
//! Integers of 2 and 4 bits are values if there are as many as elements, and otherwise entries of several elements each.

use super::cursor::{Cursor, Fault, Literal};
use super::records::RecordWriter;
use super::types::{DimText, TensorText};
use crate::element::ElementType;
use crate::format::onnx::schema::tensor as schema;
use crate::format::onnx_text::print::element_name;
use crate::format::onnx_text::values;
use crate::source::Span;
use crate::tensor::packing;

/// Parses the elements and their `}`, and writes them as entries of `int32_data`.
pub(crate) fn elements(
    cursor: &mut Cursor<'_>,
    out: &mut RecordWriter,
    element: ElementType,
    ty: &TensorText<'_>,
) -> Result<(), Fault> {
    let entries = if element.is_float() { floats(cursor, element)? } else { integers(cursor, element, count(ty))? };
    cursor.expect("}", "or `,` after an element")?;
    let packed = out.begin(schema::INT32_DATA);
    for entry in entries {
        out.varint(i64::from(entry).cast_unsigned());
    }
    out.end(packed);
    Ok(())
}

/// The number of elements of a type with sizes.
fn count(ty: &TensorText<'_>) -> Option<usize> {
    let size = |dim: &DimText<'_>| if let DimText::Size(size) = dim { usize::try_from(*size).ok() } else { None };
    ty.dims.as_ref()?.iter().try_fold(1usize, |count, dim| count.checked_mul(size(dim)?))
}

fn floats(cursor: &mut Cursor<'_>, element: ElementType) -> Result<Vec<i32>, Fault> {
    let at = cursor.start();
    let by_value = match cursor.literal()? {
        Literal::Float(_) => true,
        Literal::Int(_) => false,
        Literal::Text => return Err(cursor.wrong(at, "a string instead of a number", "a number")),
    };
    cursor.seek(at);
    let mut entries = Vec::new();
    loop {
        entries.push(if by_value { float(cursor, element)? } else { bits(cursor, element)? });
        if !cursor.eat(",") {
            break;
        }
    }
    if by_value && element.bits() == 4 {
        let codes: Vec<u8> = entries.iter().map(|&code| code as u8).collect();
        entries = packing::pack_codes(element, &codes).into_iter().map(i32::from).collect();
    }
    Ok(entries)
}

/// The bits of an element by value.
fn float(cursor: &mut Cursor<'_>, element: ElementType) -> Result<i32, Fault> {
    let name = element_name(Some(element));
    let start = cursor.start();
    match cursor.literal()? {
        Literal::Float(digits) => values::code(element, digits).map(i32::from).ok_or_else(|| {
            let valid = format!("a number that the type {name} can represent");
            cursor.wrong(start, format!("{digits} is not a {name}"), valid)
        }),
        Literal::Int(digits) => {
            let wrong = format!("{digits} among values is the bits of a {name}");
            Err(cursor.wrong(start, wrong, format!("a value with a point, such as {digits}.0")))
        }
        Literal::Text => Err(cursor.wrong(start, "a string instead of a number", "a number")),
    }
}

/// An entry of bits.
fn bits(cursor: &mut Cursor<'_>, element: ElementType) -> Result<i32, Fault> {
    let start = cursor.start();
    if let Ok(Literal::Float(digits)) = cursor.literal() {
        let wrong = format!("{digits} is a value among the bits of {} elements", element_name(Some(element)));
        return Err(cursor.wrong(start, wrong, "an integer, or a point in every element"));
    }
    cursor.seek(start);
    Ok(int32(cursor)? as i32)
}

/// An entry of `int32_data`.
pub(crate) fn int32(cursor: &mut Cursor<'_>) -> Result<i64, Fault> {
    let start = cursor.start();
    let value = cursor.int()?;
    if i32::try_from(value).is_err() {
        return Err(cursor.wrong(start, format!("{value} does not fit into 32 bits"), "a 32-bit integer"));
    }
    Ok(value)
}

fn integers(cursor: &mut Cursor<'_>, element: ElementType, count: Option<usize>) -> Result<Vec<i32>, Fault> {
    let (low, high) = element.integer_range().unwrap_or_default();
    let (mut entries, mut beyond) = (Vec::new(), None);
    loop {
        let start = cursor.start();
        let entry = int32(cursor)?;
        if !(low..=high).contains(&entry.into()) && beyond.is_none() {
            beyond = Some((entry, Span::new(start as u64, cursor.end() as u64)));
        }
        entries.push(entry as i32);
        if !cursor.eat(",") {
            break;
        }
    }
    if entries.len() == 1 || Some(entries.len()) != count {
        return Ok(entries);
    }
    if let Some((entry, span)) = beyond {
        let wrong = format!("{entry} is out of the range of {}", element_name(Some(element)));
        return Err(Fault { expected: format!("{low} to {high}").into(), span, wrong: Some(wrong.into()) });
    }
    let mask = (1 << element.bits()) - 1;
    let codes: Vec<u8> = entries.iter().map(|&value| (value & mask) as u8).collect();
    Ok(packing::pack_codes(element, &codes).into_iter().map(i32::from).collect())
}
