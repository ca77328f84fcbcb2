//! Encoded records, in pieces: data of the file is shared, not copied.

use bytes::Bytes;

use crate::element::ElementType;
use crate::format::onnx::schema;
use crate::graph::AttributeType;
use crate::ops;
use crate::source::Span;

/// Pieces up to this many bytes are appended to the previous one.
const SMALL: usize = 512;

/// The number of bytes after which a new piece begins.
const LONG: usize = 64 << 10;

/// The fields of a record written so far.
#[derive(Default)]
pub(crate) struct Fields {
    pieces: Vec<Bytes>,
    /// The bytes after the pieces.
    last: Vec<u8>,
}

impl Fields {
    /// An integer field.
    pub(crate) fn int(&mut self, number: u32, value: u64) {
        self.number(u64::from(number) << 3);
        self.number(value);
    }

    /// A field of a float.
    pub(crate) fn float(&mut self, number: u32, value: f32) {
        self.number(u64::from(number) << 3 | 5);
        self.last.extend_from_slice(&value.to_le_bytes());
    }

    /// Makes room for this many bytes.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.last.reserve_exact(bytes);
    }

    /// A field of text or bytes.
    pub(crate) fn text(&mut self, number: u32, text: &[u8]) {
        self.begin(number, text.len() as u64);
        self.last.extend_from_slice(text);
    }

    /// A field of shared bytes.
    pub(crate) fn bytes(&mut self, number: u32, bytes: Bytes) {
        self.message(number, vec![bytes]);
    }

    /// A field that is a record.
    pub(crate) fn message(&mut self, number: u32, record: Vec<Bytes>) {
        self.begin(number, len(&record));
        record.into_iter().for_each(|piece| self.raw(piece));
    }

    /// A field that is a record, which `fill` writes in place: integers, floats, text, and such records, but no pieces.
    pub(crate) fn nested<E>(&mut self, number: u32, fill: impl FnOnce(&mut Fields) -> Result<(), E>) -> Result<(), E> {
        self.number(u64::from(number) << 3 | 2);
        let (start, pieces) = (self.last.len(), self.pieces.len());
        // The length of most records takes one byte.
        self.last.push(0);
        fill(self)?;
        debug_assert_eq!(pieces, self.pieces.len(), "pieces within a record that is written in place");
        match self.last.len() - start - 1 {
            length @ ..0x80 => self.last[start] = length as u8,
            length => drop(self.last.splice(start..=start, varint(length as u64))),
        }
        Ok(())
    }

    /// Encoded fields, copied from a file.
    pub(crate) fn raw(&mut self, piece: Bytes) {
        if piece.len() <= SMALL {
            self.last.extend_from_slice(&piece);
            return;
        }
        self.flush();
        self.pieces.push(piece);
    }

    /// The record.
    pub(crate) fn finish(mut self) -> Vec<Bytes> {
        self.flush();
        self.pieces.shrink_to_fit();
        self.pieces
    }

    /// Between two fields: ends a long piece, so that it does not grow to a multiple of what is in it.
    pub(crate) fn split(&mut self) {
        if self.last.len() >= LONG {
            self.flush();
        }
    }

    /// Ends a piece, without the room into which it may have grown: a file may have very many.
    fn flush(&mut self) {
        if !self.last.is_empty() {
            self.last.shrink_to_fit();
            self.pieces.push(std::mem::take(&mut self.last).into());
        }
    }

    fn begin(&mut self, number: u32, length: u64) {
        self.number(u64::from(number) << 3 | 2);
        self.number(length);
    }

    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.last.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.last.push(value as u8);
    }
}

/// A number on its own.
pub(crate) fn varint(value: u64) -> Bytes {
    // A file may have very many small ones, which take no memory of their own.
    if let Some(at) = usize::try_from(value).ok().filter(|&at| at < SMALL_NUMBERS.len()) {
        return Bytes::from_static(&SMALL_NUMBERS[at..=at]);
    }
    let mut fields = Fields::default();
    fields.number(value);
    fields.last.into_boxed_slice().into()
}

/// The numbers that are one byte.
static SMALL_NUMBERS: [u8; 128] = {
    let mut all = [0; 128];
    let mut at = 0;
    while at < all.len() {
        all[at] = at as u8;
        at += 1;
    }
    all
};

/// The number of bytes of all pieces.
pub(crate) fn len(pieces: &[Bytes]) -> u64 {
    pieces.iter().map(|piece| piece.len() as u64).sum()
}

/// A range of a file, shared and truncated to the bytes that exist.
pub(crate) fn slice(source: &Bytes, span: Span) -> Bytes {
    let end = usize::try_from(span.end).unwrap_or(usize::MAX).min(source.len());
    let start = usize::try_from(span.start).unwrap_or(usize::MAX).min(end);
    source.slice(start..end)
}

/// A field that is a record, on its own.
pub(crate) fn field(number: u32, record: Vec<Bytes>) -> Vec<Bytes> {
    let mut fields = Fields::default();
    fields.message(number, record);
    fields.finish()
}

/// A `Constant` node with the value of a `TensorProto`.
pub(crate) fn constant(output: &str, name: &str, tensor: Vec<Bytes>) -> Vec<Bytes> {
    let mut attribute = Fields::default();
    attribute.text(schema::attribute::NAME, b"value");
    attribute.message(schema::attribute::T, tensor);
    attribute.int(schema::attribute::TYPE, schema::attribute_type_number(AttributeType::Tensor));
    let mut node = Fields::default();
    node.text(schema::node::OUTPUT, output.as_bytes());
    if !name.is_empty() {
        node.text(schema::node::NAME, name.as_bytes());
    }
    node.text(schema::node::OP_TYPE, ops::CONSTANT.as_bytes());
    node.message(schema::node::ATTRIBUTE, attribute.finish());
    node.finish()
}

/// A `ValueInfoProto` of a dense tensor.
pub(crate) fn value_info(name: &str, data_type: u64, sizes: &[u64]) -> Vec<Bytes> {
    let mut shape = Fields::default();
    for &size in sizes {
        let mut dim = Fields::default();
        dim.int(schema::dim::DIM_VALUE, size);
        shape.message(schema::shape::DIM, dim.finish());
    }
    let mut tensor = Fields::default();
    tensor.int(schema::tensor_type::ELEM_TYPE, data_type);
    tensor.message(schema::tensor_type::SHAPE, shape.finish());
    let mut info = Fields::default();
    info.text(schema::value_info::NAME, name.as_bytes());
    info.message(schema::value_info::TYPE, field(schema::ty::TENSOR_TYPE, tensor.finish()));
    info.finish()
}

/// The number of an element type in `TensorProto.DataType`; `None` if ONNX has no such type.
pub(crate) fn data_type(element: ElementType) -> Option<u64> {
    (1..=28).find(|&number| ElementType::from_onnx(number) == Some(element)).map(i64::cast_unsigned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_type_of_onnx_has_its_number() {
        assert_eq!(data_type(ElementType::F32), Some(1));
        assert_eq!(data_type(ElementType::F6E3M2), Some(28));
        assert_eq!(data_type(ElementType::U1), None);
        assert_eq!(ElementType::ALL.iter().filter(|&&e| data_type(e).is_some()).count(), 28);
    }

    #[test]
    fn numbers_take_the_fewest_bytes() {
        assert_eq!(&varint(0)[..], [0]);
        assert_eq!(&varint(127)[..], [127]);
        assert_eq!(&varint(128)[..], [0x80, 1]);
        assert_eq!(varint(u64::MAX).len(), 10);
    }

    #[test]
    fn a_record_that_is_written_in_place_is_that_of_its_own() {
        for length in [0, 1, 124, 125, 126, 127, 128, 20_000] {
            let name = vec![b'n'; length];
            let fill = |out: &mut Fields| {
                out.int(1, 300);
                out.nested::<()>(2, |inner| {
                    inner.text(3, &name);
                    Ok(())
                })
            };
            let mut own = Fields::default();
            fill(&mut own).unwrap();
            let (mut apart, mut place) = (Fields::default(), Fields::default());
            apart.int(7, 7);
            place.int(7, 7);
            apart.message(9, own.finish());
            place.nested(9, fill).unwrap();
            assert_eq!(place.finish().concat(), apart.finish().concat(), "{length}");
        }
    }

    #[test]
    fn large_pieces_are_shared() {
        let data = Bytes::from(vec![7; 1000]);
        let pieces = field(9, vec![data.clone()]);
        assert_eq!((&pieces[0][..], pieces[1].as_ptr()), (&[0x4A, 0xE8, 7][..], data.as_ptr()));
    }
}
