//! Types: `float[N,3]`, `seq(map(string, int64))`, `opaque(ai.x, name)`.

use std::borrow::Cow;

use super::cursor::{Cursor, Fault, Word};
use super::records::{Open, RecordWriter};
use crate::element::ElementType;
use crate::format::onnx::schema;
use crate::format::onnx_text::print::element_name;

/// The numbers of ONNX's element types. 0 means none, which the reference printer writes as `undefined`.
const ELEMENTS: std::ops::RangeInclusive<i64> = 0..=28;

/// One dimension of a shape.
pub(crate) enum DimText<'a> {
    Unknown,
    Size(i64),
    Symbol(Word<'a>),
}

/// A tensor type: its element type by number, and its dims if the rank is known.
pub(crate) struct TensorText<'a> {
    pub(crate) element: i64,
    pub(crate) dims: Option<Vec<DimText<'a>>>,
}

/// The type inside all wrappers.
enum Core<'a> {
    Tensor(TensorText<'a>),
    Sparse(TensorText<'a>),
    Opaque(Vec<u8>, Word<'a>),
    /// `seq()`: the reference printer's form of a type without an element type.
    Nothing,
}

enum Wrapper {
    Sequence,
    Optional,
    Map(i64),
}

/// A type as written.
pub(crate) struct TypeText<'a> {
    /// From the outside in, so that nesting needs no stack.
    wrappers: Vec<Wrapper>,
    core: Core<'a>,
}

fn element(name: &[u8]) -> Option<i64> {
    ELEMENTS.into_iter().find(|&number| element_name(ElementType::from_onnx(number)).as_bytes() == name)
}

/// Whether this is the name of an element type, which `undefined` is, too.
pub(crate) fn is_element(name: &[u8]) -> bool {
    element(name).is_some()
}

/// Whether a type is next. `undefined` is also a name, unless a name or dims follow.
pub(crate) fn is_next(cursor: &mut Cursor<'_>) -> bool {
    let word = cursor.peek_identifier();
    match element(word) {
        Some(0) => {
            let at = cursor.start();
            cursor.identifier();
            let typed = matches!(cursor.peek(), Some(b'"' | b'[')) || !cursor.peek_identifier().is_empty();
            cursor.seek(at);
            typed
        }
        Some(_) => true,
        None => matches!(word, b"seq" | b"map" | b"optional" | b"sparse_tensor" | b"opaque"),
    }
}

/// Parses a type.
pub(crate) fn parse<'a>(cursor: &mut Cursor<'a>) -> Result<TypeText<'a>, Fault> {
    let mut wrappers = Vec::new();
    let core = loop {
        let start = cursor.start();
        if !wrappers.is_empty() && cursor.peek() == Some(b')') {
            break Core::Nothing;
        }
        let word = cursor.identifier();
        let wrapper = match word {
            b"seq" => Wrapper::Sequence,
            b"optional" => Wrapper::Optional,
            b"map" => {
                cursor.expect("(", "after `map`")?;
                wrappers.push(Wrapper::Map(expect_element(cursor)?));
                cursor.expect(",", "after the key type of a map")?;
                continue;
            }
            b"sparse_tensor" => break sparse(cursor)?,
            b"opaque" => break opaque(cursor)?,
            _ => match element(word) {
                Some(element) => break Core::Tensor(TensorText { element, dims: shape(cursor)? }),
                None => {
                    cursor.seek(start);
                    return Err(cursor.fault("a type"));
                }
            },
        };
        cursor.expect("(", "after `seq` or `optional`")?;
        wrappers.push(wrapper);
    };
    for _ in &wrappers {
        cursor.expect(")", "after a type in parentheses")?;
    }
    Ok(TypeText { wrappers, core })
}

fn expect_element(cursor: &mut Cursor<'_>) -> Result<i64, Fault> {
    match element(cursor.peek_identifier()) {
        Some(element) => {
            cursor.identifier();
            Ok(element)
        }
        None => Err(cursor.fault("an element type")),
    }
}

/// The dims after an element type: without any it is a scalar; `[]` is an unknown rank.
fn shape<'a>(cursor: &mut Cursor<'a>) -> Result<Option<Vec<DimText<'a>>>, Fault> {
    let start = cursor.start();
    if !cursor.eat("[") {
        return Ok(Some(Vec::new()));
    }
    if cursor.eat("]") {
        return Ok(None);
    }
    let mut dims = Vec::new();
    loop {
        dims.push(match cursor.peek() {
            Some(b'?') => {
                cursor.eat("?");
                DimText::Unknown
            }
            Some(b'"') => DimText::Symbol(cursor.quoted()?),
            _ if !cursor.peek_identifier().is_empty() => DimText::Symbol(cursor.identifier().into()),
            _ => DimText::Size(cursor.int().map_err(|f| Fault { expected: "a size, a name or `?`".into(), ..f })?),
        });
        if cursor.eat("]") {
            return Ok(Some(dims));
        }
        if dims.len() == 1 && matches!(dims[0], DimText::Symbol(_)) && cursor.peek() == Some(b':') {
            // Not dims but `["location": …]`, the external data of a scalar.
            cursor.seek(start);
            return Ok(Some(Vec::new()));
        }
        cursor.expect(",", "or `]` after a dimension")?;
    }
}

/// `sparse_tensor(float[5])`
fn sparse<'a>(cursor: &mut Cursor<'a>) -> Result<Core<'a>, Fault> {
    cursor.expect("(", "after `sparse_tensor`")?;
    let element = expect_element(cursor)?;
    let dims = shape(cursor)?;
    cursor.expect(")", "after the tensor type")?;
    Ok(Core::Sparse(TensorText { element, dims }))
}

/// `opaque()`, `opaque(name)` or `opaque(domain, name)`.
fn opaque<'a>(cursor: &mut Cursor<'a>) -> Result<Core<'a>, Fault> {
    cursor.expect("(", "after `opaque`")?;
    if cursor.eat(")") {
        return Ok(Core::Opaque(Vec::new(), Cow::Borrowed(&[])));
    }
    let word = |cursor: &mut Cursor<'a>| cursor.word()?.ok_or_else(|| cursor.fault("a name"));
    let mut first = word(cursor)?;
    while cursor.eat(".") {
        let next = word(cursor)?;
        // In place: a copy for each of very many words would take as long as their square.
        let joined = first.to_mut();
        joined.push(b'.');
        joined.extend_from_slice(&next);
    }
    let core = if cursor.eat(",") {
        let name = if cursor.peek() == Some(b')') { Cow::Borrowed(&[][..]) } else { word(cursor)? };
        Core::Opaque(first.into_owned(), name)
    } else {
        Core::Opaque(Vec::new(), first)
    };
    cursor.expect(")", "after `opaque`")?;
    Ok(core)
}

impl<'a> TypeText<'a> {
    /// The dense tensor type, if it is one.
    pub(crate) fn tensor(&self) -> Option<&TensorText<'a>> {
        match &self.core {
            Core::Tensor(tensor) if self.wrappers.is_empty() => Some(tensor),
            _ => None,
        }
    }

    /// The sparse tensor type, if it is one.
    pub(crate) fn sparse(&self) -> Option<&TensorText<'a>> {
        match &self.core {
            Core::Sparse(tensor) if self.wrappers.is_empty() => Some(tensor),
            _ => None,
        }
    }

    /// Writes it as a `TypeProto` in this field.
    pub(crate) fn write(&self, records: &mut RecordWriter, field: u32) {
        let mut open: Vec<Open> = vec![records.begin(field)];
        for wrapper in &self.wrappers {
            let (kind, inner) = match wrapper {
                Wrapper::Sequence => (schema::ty::SEQUENCE_TYPE, schema::sequence_type::ELEM_TYPE),
                Wrapper::Optional => (schema::ty::OPTIONAL_TYPE, schema::optional_type::ELEM_TYPE),
                Wrapper::Map(_) => (schema::ty::MAP_TYPE, schema::map_type::VALUE_TYPE),
            };
            open.push(records.begin(kind));
            if let Wrapper::Map(key) = wrapper {
                records.int(schema::map_type::KEY_TYPE, *key);
            }
            open.push(records.begin(inner));
        }
        match &self.core {
            Core::Tensor(tensor) => tensor.write(records, schema::ty::TENSOR_TYPE),
            Core::Sparse(tensor) => tensor.write(records, schema::ty::SPARSE_TENSOR_TYPE),
            Core::Nothing => {}
            Core::Opaque(domain, name) => {
                let opaque = records.begin(schema::ty::OPAQUE_TYPE);
                for (field, text) in [(schema::opaque_type::DOMAIN, &domain[..]), (schema::opaque_type::NAME, name)] {
                    if !text.is_empty() {
                        records.text(field, text);
                    }
                }
                records.end(opaque);
            }
        }
        for open in open.into_iter().rev() {
            records.end(open);
        }
    }
}

impl TensorText<'_> {
    fn write(&self, records: &mut RecordWriter, field: u32) {
        let tensor = records.begin(field);
        records.int(schema::tensor_type::ELEM_TYPE, self.element);
        if let Some(dims) = &self.dims {
            let shape = records.begin(schema::tensor_type::SHAPE);
            for dim in dims {
                let open = records.begin(schema::shape::DIM);
                match dim {
                    DimText::Unknown => {}
                    DimText::Size(size) => records.int(schema::dim::DIM_VALUE, *size),
                    DimText::Symbol(name) => records.text(schema::dim::DIM_PARAM, name),
                }
                records.end(open);
            }
            records.end(shape);
        }
        records.end(tensor);
    }
}
