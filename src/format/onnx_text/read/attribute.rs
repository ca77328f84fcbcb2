//! Attributes: `axis: int = 1`, `axes = [0, 1]`, `alpha: float = @alpha`. One value at a time, since a graph among
//! them must not cost stack.

use super::cursor::{Cursor, Fault, Literal, is_float_word};
use super::records::{Open, Records};
use super::{tensor, types};

/// The kinds as the text names them; their position is their number.
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

/// The kind of a list of this kind, and the fields of one value and of several.
fn fields(kind: usize) -> (usize, u32, u32) {
    match kind {
        FLOAT => (6, 2, 7),
        INT => (7, 3, 8),
        STRING => (8, 4, 9),
        TENSOR => (9, 5, 10),
        GRAPH => (10, 6, 11),
        SPARSE => (12, 22, 23),
        _ => (14, 14, 15),
    }
}

/// The kind of one value of a list of this kind.
fn single(kind: usize) -> usize {
    match kind {
        6..=10 => kind - 5,
        12 | 14 => kind - 1,
        _ => kind,
    }
}

fn is_list(kind: usize) -> bool {
    single(kind) != kind
}

/// An attribute that is begun and not ended.
pub(crate) struct Attribute {
    open: Open,
    /// The kind of one value, once it is known; 0 before.
    kind: usize,
    /// Whether the values stand in brackets.
    list: bool,
    /// Whether the declared kind is a list; `None` if no kind is declared.
    declared_list: Option<bool>,
    /// Nothing more may follow: a reference, an empty list, or no value.
    complete: bool,
}

/// What was taken.
pub(crate) enum Taken {
    /// A value.
    Value,
    /// The start of a graph, which follows; its record is begun.
    Graph(Open),
}

impl Attribute {
    /// Takes all before the first value.
    pub(crate) fn begin(cursor: &mut Cursor<'_>, out: &mut Records, field: u32) -> Result<Attribute, Fault> {
        let start = cursor.start();
        let name = cursor.word()?.ok_or_else(|| cursor.fault("an attribute or `>`"))?;
        Attribute::begin_named(cursor, out, field, start, &name)
    }

    /// Takes all between the name and the first value.
    pub(crate) fn begin_named(
        cursor: &mut Cursor<'_>,
        out: &mut Records,
        field: u32,
        start: usize,
        name: &[u8],
    ) -> Result<Attribute, Fault> {
        let open = out.begin_at(field, start);
        out.text(1, name);
        let mut declared = None;
        if cursor.eat(":") {
            let word = cursor.peek_identifier();
            let kind = KINDS.iter().position(|k| k.as_bytes() == word);
            declared =
                Some(kind.ok_or_else(|| cursor.fault(format!("a kind of attribute ({})", KINDS[1..].join(", "))))?);
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

    fn begin_value(&mut self, cursor: &mut Cursor<'_>, out: &mut Records, typed: bool) -> Result<(), Fault> {
        if cursor.eat("@") {
            let name = cursor.word()?.ok_or_else(|| cursor.fault("the name of a function's attribute"))?;
            out.text(21, &name);
            self.complete = true;
            return Ok(());
        }
        // The reference printer writes nothing, or half a bracket, for what it does not know.
        let untold = self.kind == SPARSE || self.kind == 0 && typed;
        let empty = untold && matches!(cursor.peek(), Some(b',' | b'>'));
        if empty || self.declared_list == Some(true) && cursor.eat("]") {
            self.complete = true;
            return Ok(());
        }
        self.list = cursor.eat("[");
        if self.list && self.declared_list == Some(false) {
            return Err(cursor.fault(format!("one {} and no list", KINDS[self.kind])));
        }
        if !self.list && self.declared_list == Some(true) {
            return Err(cursor.fault(format!("`[` before the values of {}", KINDS[fields(self.kind).0])));
        }
        if self.list && cursor.peek() == Some(b']') {
            if self.kind == 0 {
                return Err(cursor.fault("a value, as an empty list needs a kind (`: ints`)"));
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

    /// Takes one value.
    pub(crate) fn value(&mut self, cursor: &mut Cursor<'_>, out: &mut Records) -> Result<Taken, Fault> {
        let start = cursor.start();
        let kind = self.next_kind(cursor)?;
        if self.kind != 0 && self.kind != kind {
            let wanted = format!("a value of kind {}", KINDS[self.kind]);
            return Err(cursor.fault(wanted));
        }
        self.kind = kind;
        let (_, one, several) = fields(kind);
        let field = if self.list { several } else { one };
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

    /// The kind of the value that is next.
    fn next_kind(&self, cursor: &mut Cursor<'_>) -> Result<usize, Fault> {
        let word = cursor.peek_identifier();
        if !word.is_empty() {
            if types::is_next(cursor) && !matches!(self.kind, GRAPH) {
                return type_or_tensor(cursor);
            }
            return Ok(if is_float_word(word) && self.kind != GRAPH { FLOAT } else { GRAPH });
        }
        let at = cursor.start();
        let kind = match cursor.literal()? {
            Literal::Int(_) if self.kind == FLOAT => FLOAT,
            Literal::Int(_) => INT,
            Literal::Float(_) => FLOAT,
            // A graph whose name is no identifier.
            Literal::Text if self.kind == GRAPH || self.kind == 0 && cursor.peek() == Some(b'(') => GRAPH,
            Literal::Text => STRING,
        };
        cursor.seek(at);
        Ok(kind)
    }

    /// Takes what follows a value; whether that is another value.
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
    pub(crate) fn end(self, cursor: &Cursor<'_>, out: &mut Records) {
        let list = self.list || self.declared_list == Some(true);
        if self.kind != 0 {
            out.int(20, if list { fields(self.kind).0 } else { self.kind } as i64);
        }
        out.end_at(self.open, cursor.end());
    }
}

/// Whether the type that is next stands for itself or begins a tensor.
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

/// Takes `float[2] name = {1, 2}`, in which name and `=` may be missing.
fn tensor_value(cursor: &mut Cursor<'_>, out: &mut Records, field: u32, start: usize) -> Result<(), Fault> {
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
        return Err(cursor.wrong(start, "data of a type that is no tensor", "a tensor type"));
    };
    let open = out.begin_at(field, start);
    tensor::write_type(cursor, out, dense, start)?;
    if !name.is_empty() {
        out.text(8, &name);
    }
    tensor::data(cursor, out, dense.element)?;
    out.end_at(open, cursor.end());
    Ok(())
}
