//! The data of tensors: `{1, 2}`, `["location": "w.bin"]`, and `{… sha256:…}` where a listing omits it.

use super::cursor::{Cursor, Fault, Literal};
use super::records::RecordWriter;
use super::two_forms;
use super::types;
use super::types::{DimText, TensorText, TypeText};
use crate::element::ElementType;
use crate::format::onnx::read::ELIDED;
use crate::format::onnx::schema::{entry, sparse_tensor, tensor as schema};
use crate::format::onnx_text::values;

/// `TensorProto`'s data fields.
#[derive(Clone, Copy, PartialEq)]
enum Field {
    Float,
    Int32,
    Text,
    Int64,
    Double,
    Uint64,
}

impl Field {
    fn for_element(element: i64) -> Option<Field> {
        Some(match element {
            1 | 14 => Field::Float,
            7 => Field::Int64,
            8 => Field::Text,
            11 | 15 => Field::Double,
            12 | 13 => Field::Uint64,
            2..=28 => Field::Int32,
            _ => return None,
        })
    }

    fn number(self) -> u32 {
        match self {
            Field::Float => schema::FLOAT_DATA,
            Field::Int32 => schema::INT32_DATA,
            Field::Text => schema::STRING_DATA,
            Field::Int64 => schema::INT64_DATA,
            Field::Double => schema::DOUBLE_DATA,
            Field::Uint64 => schema::UINT64_DATA,
        }
    }
}

/// Writes the element type and the dims of a dense type. The dims must be sizes.
pub(crate) fn write_type(
    cursor: &Cursor<'_>,
    out: &mut RecordWriter,
    ty: &TensorText<'_>,
    start: usize,
) -> Result<(), Fault> {
    let Some(dims) = &ty.dims else {
        return Err(cursor.wrong(start, "a tensor with data of unknown rank", "its sizes in brackets"));
    };
    for dim in dims {
        match dim {
            DimText::Size(size) => out.int(schema::DIMS, *size),
            _ => return Err(cursor.wrong(start, "a tensor with data of unknown shape", "its sizes in brackets")),
        }
    }
    out.int(schema::DATA_TYPE, ty.element);
    Ok(())
}

/// Parses the data of a tensor, which is optional, and writes it.
pub(crate) fn data(cursor: &mut Cursor<'_>, out: &mut RecordWriter, ty: &TensorText<'_>) -> Result<(), Fault> {
    let field = Field::for_element(ty.element);
    if cursor.eat("...") {
        // The reference printer writes this for data that it cannot print.
        elided(out, b"");
        return Ok(());
    }
    if cursor.eat("[") {
        return external(cursor, out);
    }
    if field == Some(Field::Text) && cursor.eat("}") {
        // The reference printer writes an empty tensor of strings like this.
        return Ok(());
    }
    if !cursor.eat("{") || cursor.eat("}") {
        return Ok(());
    }
    if cursor.eat("…") || cursor.eat("...") {
        let start = cursor.start();
        while cursor.word()?.is_some() || cursor.eat(":") {}
        elided(out, &cursor.text()[start..cursor.end().max(start)]);
        return cursor.expect("}", "after the omitted data");
    }
    let small = ElementType::from_onnx(ty.element).filter(|&element| values::has_two_forms(element));
    match (field, small) {
        (_, Some(element)) => two_forms::elements(cursor, out, element, ty),
        (Some(field), None) => numbers(cursor, out, field),
        (None, None) => Err(cursor.fault("no data, as the element type is undefined")),
    }
}

/// Marks a tensor's data as omitted.
pub(crate) fn elided(out: &mut RecordWriter, hash: &[u8]) {
    entry(out, schema::EXTERNAL_DATA, ELIDED.as_bytes(), hash);
    out.int(schema::DATA_LOCATION, 1);
}

fn entry(out: &mut RecordWriter, field: u32, key: &[u8], value: &[u8]) {
    let entry = out.begin(field);
    out.text(entry::KEY, key);
    out.text(entry::VALUE, value);
    out.end(entry);
}

/// Parses `"key": "value"` pairs up to `]` and writes them as entries of a field.
pub(crate) fn entries(cursor: &mut Cursor<'_>, out: &mut RecordWriter, field: u32) -> Result<(), Fault> {
    if cursor.eat("]") {
        return Ok(());
    }
    loop {
        let key = cursor.quoted()?;
        cursor.expect(":", "after a key")?;
        entry(out, field, &key, &cursor.quoted()?);
        if !cursor.eat(",") {
            return cursor.expect("]", "or `,` after a value");
        }
    }
}

fn external(cursor: &mut Cursor<'_>, out: &mut RecordWriter) -> Result<(), Fault> {
    entries(cursor, out, schema::EXTERNAL_DATA)?;
    out.int(schema::DATA_LOCATION, 1);
    Ok(())
}

fn numbers(cursor: &mut Cursor<'_>, out: &mut RecordWriter, field: Field) -> Result<(), Fault> {
    if field == Field::Text {
        loop {
            out.text(field.number(), &cursor.quoted()?);
            if !cursor.eat(",") {
                return cursor.expect("}", "or `,` after an element");
            }
        }
    }
    let packed = out.begin(field.number());
    loop {
        number(cursor, out, field)?;
        if !cursor.eat(",") {
            break;
        }
    }
    out.end(packed);
    cursor.expect("}", "or `,` after an element")
}

fn number(cursor: &mut Cursor<'_>, out: &mut RecordWriter, field: Field) -> Result<(), Fault> {
    match field {
        Field::Float => out.raw(&float(cursor)?.to_le_bytes()),
        Field::Double => out.raw(&double(cursor)?.to_le_bytes()),
        Field::Uint64 => out.varint(unsigned(cursor)?),
        Field::Int64 | Field::Text => out.varint(cursor.int()?.cast_unsigned()),
        Field::Int32 => out.varint(two_forms::int32(cursor)?.cast_unsigned()),
    }
    Ok(())
}

/// An unsigned 64-bit integer; a negative one wraps around, as in the reference.
fn unsigned(cursor: &mut Cursor<'_>) -> Result<u64, Fault> {
    let start = cursor.start();
    match cursor.literal()? {
        Literal::Int(digits) => digits
            .parse::<u64>()
            .or_else(|_| digits.parse::<i64>().map(i64::cast_unsigned))
            .map_err(|_| cursor.wrong(start, format!("{digits} does not fit into 64 bits"), "a 64-bit integer")),
        _ => Err(cursor.wrong(start, "an element that is not an integer", "an integer")),
    }
}

/// A float, or an integer in its place.
pub(crate) fn float(cursor: &mut Cursor<'_>) -> Result<f32, Fault> {
    let start = cursor.start();
    let digits = digits(cursor)?;
    match digits.parse::<f32>() {
        Ok(value) if value.is_nan() => Ok(f32::NAN.copysign(if digits.starts_with('-') { -1.0 } else { 1.0 })),
        Ok(value) if value.is_finite() || digits.contains(['i', 'I']) => Ok(value),
        _ => Err(cursor.wrong(start, format!("{digits} is not a 32-bit float"), "a 32-bit float")),
    }
}

fn double(cursor: &mut Cursor<'_>) -> Result<f64, Fault> {
    let start = cursor.start();
    let digits = digits(cursor)?;
    match digits.parse::<f64>() {
        Ok(value) if value.is_nan() => Ok(f64::NAN.copysign(if digits.starts_with('-') { -1.0 } else { 1.0 })),
        Ok(value) if value.is_finite() || digits.contains(['i', 'I']) => Ok(value),
        _ => Err(cursor.wrong(start, format!("{digits} is not a 64-bit float"), "a 64-bit float")),
    }
}

fn digits<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str, Fault> {
    let start = cursor.start();
    match cursor.literal()? {
        Literal::Int(digits) | Literal::Float(digits) => Ok(digits),
        Literal::Text => Err(cursor.wrong(start, "a string instead of a number", "a number")),
    }
}

/// Parses `{values, indices}` of a sparse tensor and writes the fields of its `SparseTensorProto`. This form is ours;
/// the reference syntax has none for sparse tensors. Values without a name of their own have the given one.
pub(crate) fn sparse(
    cursor: &mut Cursor<'_>,
    out: &mut RecordWriter,
    ty: &TensorText<'_>,
    name: &[u8],
    start: usize,
) -> Result<(), Fault> {
    let sizes = ty.dims.iter().flatten().map(|d| if let DimText::Size(size) = d { Some(*size) } else { None });
    let sizes: Option<Vec<i64>> = if ty.dims.is_some() { sizes.collect() } else { None };
    let Some(sizes) = sizes else {
        return Err(cursor.wrong(start, "a sparse tensor with data of unknown shape", "its sizes in brackets"));
    };
    cursor.expect("{", "before the values of a sparse tensor")?;
    for (field, name) in [(sparse_tensor::VALUES, name), (sparse_tensor::INDICES, &b""[..])] {
        let at = cursor.start();
        let part: TypeText<'_> = types::parse(cursor)?;
        let part = part.tensor().ok_or_else(|| cursor.wrong(at, "not a dense tensor", "a dense tensor"))?;
        let open = out.begin_at(field, at);
        write_type(cursor, out, part, at)?;
        let own = cursor.name()?.unwrap_or_default();
        cursor.eat("=");
        let name = if own.is_empty() { name } else { &own };
        if !name.is_empty() {
            out.text(schema::NAME, name);
        }
        data(cursor, out, part)?;
        out.end_at(open, cursor.end());
        if !cursor.eat(",") {
            break;
        }
    }
    for size in sizes {
        out.int(sparse_tensor::DIMS, size);
    }
    cursor.expect("}", "after the indices of a sparse tensor")
}
