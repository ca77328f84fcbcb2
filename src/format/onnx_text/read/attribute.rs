//! Attributes: `axis: int = 1`, `axes = [0, 1]`, `alpha: float = @alpha`. One value at a time, since a graph among
//! them must not cost stack.

use super::cursor::{Cursor, Fault, Literal, is_float_word};
use super::records::{Open, RecordWriter};
use super::{tensor, types};
use crate::format::onnx::schema;

/// The attribute types as the text names them; their position is their number.
const KINDS: [&str; 15] = [
    "undefined",
    "float",
    "int",
    "string",
    "tensor",
    "graph",
    "floats",
    "ints",
    "strings",
    "tensors",
    "graphs",
    "sparse_tensor",
    "sparse_tensors",
    "type_proto",
    "type_protos",
];

const FLOAT: usize = 1;
const INT: usize = 2;
const STRING: usize = 3;
const TENSOR: usize = 4;
const GRAPH: usize = 5;
const SPARSE: usize = 11;
const TYPE: usize = 13;

/// The attribute type of a list of values of this type.
fn list_of(kind: usize) -> usize {
    match kind {
        FLOAT..=GRAPH => kind + 5,
        _ => kind + 1,
    }
}

/// The attribute type of one value of a list of this type.
fn single(kind: usize) -> usize {
    match kind {
        6..=10 => kind - 5,
        12 | 14 => kind - 1,
        _ => kind,
    }
}

/// The field that holds a value of this attribute type.
fn value_field(kind: usize) -> u32 {
    schema::ATTRIBUTE_TYPES[kind - 1].1
}

fn is_list(kind: usize) -> bool {
    single(kind) != kind
}

/// An open attribute.
pub(crate) struct Attribute {
    open: Open,
    /// The type of one value, once it is known; 0 before.
    kind: usize,
    /// Whether the values are in brackets.
    list: bool,
    /// Whether the declared type is a list; `None` if no type is declared.
    declared_list: Option<bool>,
    /// Nothing more may follow: a reference, an empty list, or no value.
    complete: bool,
}

/// What was parsed.
pub(crate) enum Taken {
    /// A value.
    Value,
    /// The start of a graph, which follows; its record is open.
    Graph(Open),
}

impl Attribute {
    /// Parses everything before the first value.
    pub(crate) fn begin(cursor: &mut Cursor<'_>, out: &mut RecordWriter, field: u32) -> Result<Attribute, Fault> {
        let start = cursor.start();
        let name = cursor.word()?.ok_or_else(|| cursor.fault("an attribute or `>`"))?;
        Attribute::begin_named(cursor, out, field, start, &name)
    }

    /// Parses everything between the name and the first value.
    pub(crate) fn begin_named(
        cursor: &mut Cursor<'_>,
        out: &mut RecordWriter,
        field: u32,
        start: usize,
        name: &[u8],
    ) -> Result<Attribute, Fault> {
        let open = out.begin_at(field, start);
        out.text(schema::attribute::NAME, name);
        let mut declared = None;
        if cursor.eat(":") {
            let word = cursor.peek_identifier();
            let kind = KINDS.iter().position(|k| k.as_bytes() == word);
            declared =
                Some(kind.ok_or_else(|| cursor.fault(format!("an attribute type ({})", KINDS[1..].join(", "))))?);
            cursor.identifier();
        }
        cursor.expect("=", "after the name of an attribute")?;
        let kind = declared.filter(|&k| k != 0);
        let mut attribute = Attribute {
            open,
            kind: kind.map_or(0, single),
            list: false,
            declared_list: kind.map(is_list),
            complete: false,
        };
        attribute.begin_value(cursor, out, declared.is_some())?;
        Ok(attribute)
    }

    fn begin_value(&mut self, cursor: &mut Cursor<'_>, out: &mut RecordWriter, typed: bool) -> Result<(), Fault> {
        if cursor.eat("@") {
            let name = cursor.word()?.ok_or_else(|| cursor.fault("the name of a function's attribute"))?;
            out.text(schema::attribute::REF_ATTR_NAME, &name);
            self.complete = true;
            return Ok(());
        }
        // The reference printer writes nothing, or half a bracket, for unknown types.
        let untold = self.kind == SPARSE || self.kind == 0 && typed;
        let empty = untold && matches!(cursor.peek(), Some(b',' | b'>'));
        if empty || self.declared_list == Some(true) && cursor.eat("]") {
            self.complete = true;
            return Ok(());
        }
        self.list = cursor.eat("[");
        if self.list && self.declared_list == Some(false) {
            return Err(cursor.fault(format!("one {}, not a list", KINDS[self.kind])));
        }
        if !self.list && self.declared_list == Some(true) {
            return Err(cursor.fault(format!("`[` before the values of {}", KINDS[list_of(self.kind)])));
        }
        if self.list && cursor.peek() == Some(b']') {
            if self.kind == 0 {
                return Err(cursor.fault("a value, as an empty list needs a type (`: ints`)"));
            }
            cursor.eat("]");
            self.complete = true;
        }
        Ok(())
    }

    /// Whether another value follows.
    pub(crate) fn wants_value(&self) -> bool {
        !self.complete
    }

    /// Parses one value.
    pub(crate) fn value(&mut self, cursor: &mut Cursor<'_>, out: &mut RecordWriter) -> Result<Taken, Fault> {
        let start = cursor.start();
        let kind = self.next_kind(cursor)?;
        if self.kind != 0 && self.kind != kind {
            let wanted = format!("a value of type {}", KINDS[self.kind]);
            return Err(cursor.fault(wanted));
        }
        self.kind = kind;
        let field = value_field(if self.list { list_of(kind) } else { kind });
        match kind {
            INT => out.int(field, cursor.int()?),
            FLOAT => out.float(field, tensor::float(cursor)?),
            STRING => out.text(field, &cursor.quoted()?),
            GRAPH => return Ok(Taken::Graph(out.begin_at(field, start))),
            TYPE => types::parse(cursor)?.write(out, field),
            _ => tensor_value(cursor, out, field, start)?,
        }
        Ok(Taken::Value)
    }

    /// The type of the next value.
    fn next_kind(&self, cursor: &mut Cursor<'_>) -> Result<usize, Fault> {
        let word = cursor.peek_identifier();
        if !word.is_empty() {
            // Where a tensor or a type is declared, `undefined` is an element type even before data or at the end.
            let declared = matches!(self.kind, TENSOR | SPARSE | TYPE) && types::is_element(word);
            if declared || types::is_next(cursor) && self.kind != GRAPH {
                return type_or_tensor(cursor);
            }
            return Ok(if is_float_word(word) && self.kind != GRAPH { FLOAT } else { GRAPH });
        }
        let at = cursor.start();
        let kind = match cursor.literal()? {
            Literal::Int(_) if self.kind == FLOAT => FLOAT,
            Literal::Int(_) => INT,
            Literal::Float(_) => FLOAT,
            // A graph whose name is not an identifier.
            Literal::Text if self.kind == GRAPH || self.kind == 0 && cursor.peek() == Some(b'(') => GRAPH,
            Literal::Text => STRING,
        };
        cursor.seek(at);
        Ok(kind)
    }

    /// Parses the separator after a value; whether another value follows.
    pub(crate) fn next(&mut self, cursor: &mut Cursor<'_>) -> Result<bool, Fault> {
        if !self.list || self.complete {
            return Ok(false);
        }
        if cursor.eat(",") {
            return Ok(true);
        }
        cursor.expect("]", "or `,` after a value")?;
        Ok(false)
    }

    /// Ends the record.
    pub(crate) fn end(self, cursor: &Cursor<'_>, out: &mut RecordWriter) {
        let list = self.list || self.declared_list == Some(true);
        if self.kind != 0 {
            out.int(schema::attribute::TYPE, if list { list_of(self.kind) } else { self.kind } as i64);
        }
        out.end_at(self.open, cursor.end());
    }
}

/// Whether the next type is a value or the start of a tensor.
fn type_or_tensor(cursor: &mut Cursor<'_>) -> Result<usize, Fault> {
    let at = cursor.start();
    let ty = types::parse(cursor)?;
    let named = !cursor.peek_identifier().is_empty();
    let data = named || matches!(cursor.peek(), Some(b'{' | b'=' | b'[' | b'"' | b'.'));
    cursor.seek(at);
    Ok(match data {
        true if ty.sparse().is_some() => SPARSE,
        true => TENSOR,
        false => TYPE,
    })
}

/// Parses `float[2] name = {1, 2}`, in which name and `=` are optional.
fn tensor_value(cursor: &mut Cursor<'_>, out: &mut RecordWriter, field: u32, start: usize) -> Result<(), Fault> {
    let ty = types::parse(cursor)?;
    let end = cursor.end();
    let name = cursor.name()?.unwrap_or_default();
    cursor.eat("=");
    if let Some(sparse) = ty.sparse() {
        let open = out.begin(field);
        tensor::sparse(cursor, out, sparse, &name, start)?;
        out.end(open);
        return Ok(());
    }
    let Some(dense) = ty.tensor() else {
        cursor.seek(end);
        return Err(cursor.wrong(start, "data of a type that is not a tensor", "a tensor type"));
    };
    let open = out.begin_at(field, start);
    tensor::write_type(cursor, out, dense, start)?;
    if !name.is_empty() {
        out.text(schema::tensor::NAME, &name);
    }
    tensor::data(cursor, out, dense)?;
    out.end_at(open, cursor.end());
    Ok(())
}
