//! The wire format of protocol buffers: the fields of one record after another, without recursion and without
//! allocation. A record that ends too early or contains an invalid field yields the fields before it and a fault.

use crate::source::Span;

/// The nesting limit of groups in the reference decoders.
const GROUP_DEPTH: usize = 100;

/// The fields of one record.
#[derive(Clone)]
pub(crate) struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
    fault: Option<Fault>,
}

/// One field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Field {
    /// Its number.
    pub(crate) number: u32,
    /// Its value.
    pub(crate) value: Wire,
    /// Where its tag starts.
    pub(crate) start: usize,
}

/// A value on the wire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Wire {
    /// A variable-length integer.
    Varint(u64),
    /// Eight bytes.
    Fixed64(u64),
    /// A length-delimited payload: a record, a string, packed numbers.
    Payload(Span),
    /// Four bytes.
    Fixed32(u32),
    /// A group, which ONNX never uses.
    Group,
}

impl Wire {
    /// Its name in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Wire::Varint(_) => "a varint",
            Wire::Fixed64(_) => "8 fixed bytes",
            Wire::Payload(_) => "a payload with a length",
            Wire::Fixed32(_) => "4 fixed bytes",
            Wire::Group => "a group",
        }
    }
}

/// Why the fields of a record end before the record does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fault {
    /// Where the field's tag starts.
    pub(crate) start: usize,
    /// The field's number, 0 if it is unknown.
    pub(crate) number: u32,
    /// What is wrong.
    pub(crate) kind: FaultKind,
}

/// What is wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FaultKind {
    /// The record ends inside the field's tag, length or number.
    Cut,
    /// The payload is longer than the rest of the record.
    Overrun {
        /// Where the payload starts.
        payload: usize,
        /// The number of bytes it should have.
        needed: u64,
        /// The number of bytes left.
        left: usize,
    },
    /// Not a field: an unknown wire type, the number 0, a number of more than 64 bits, or a group that does not end or
    /// nests too deep.
    NoField,
}

impl<'a> Fields<'a> {
    /// The fields of the record at `span`, truncated to the bytes that exist.
    pub(crate) fn new(bytes: &'a [u8], span: Span) -> Fields<'a> {
        let end = usize::try_from(span.end).unwrap_or(usize::MAX).min(bytes.len());
        let at = usize::try_from(span.start).unwrap_or(usize::MAX).min(end);
        Fields { bytes: &bytes[..end], at, fault: None }
    }

    /// Why the fields ended, if that was not the end of the record.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Where the next field starts and the previous one ends.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// The next field if it has one of the most common forms: a tag of one byte, followed by a complete payload with a
    /// length of one or two bytes, by a number of one or two bytes, or by a float.
    #[inline]
    fn short(&mut self) -> Option<Field> {
        let start = self.at;
        let (&tag, rest) = self.bytes[start..].split_first()?;
        let (value, length) = match tag & 7 {
            0 => {
                let (number, length) = short_varint(rest)?;
                (Wire::Varint(number.into()), length)
            }
            2 => {
                let (size, length) = short_varint(rest)?;
                let (payload, end) = (start + 1 + length, length + usize::from(size));
                if end > rest.len() {
                    return None;
                }
                (Wire::Payload(Span::new(payload as u64, (start + 1 + end) as u64)), end)
            }
            5 => (Wire::Fixed32(u32::from_le_bytes(*rest.first_chunk()?)), 4),
            _ => return None,
        };
        if !(8..0x80).contains(&tag) {
            return None;
        }
        self.at += 1 + length;
        Some(Field { number: u32::from(tag >> 3), value, start })
    }

    /// Reads the fields that follow, up to the first that is not a float with this field number, which is below 16.
    ///
    /// Elements of a list may be fields of their own. This takes a few instructions for each of them.
    pub(crate) fn next_floats(&mut self, number: u32, mut each: impl FnMut(f32)) {
        let wanted = (number << 3 | 5) as u8;
        let (fields, _) = self.bytes[self.at..].as_chunks::<5>();
        for [tag, bits @ ..] in fields {
            if *tag != wanted {
                break;
            }
            each(f32::from_le_bytes(*bits));
            self.at += 5;
        }
    }

    /// Reads the fields that follow, up to the first that is not a varint of one or two bytes with this field number, which is
    /// below 16.
    pub(crate) fn next_varints(&mut self, number: u32, mut each: impl FnMut(u64)) {
        let wanted = (number << 3) as u8;
        while let Some((tag, rest)) = self.bytes[self.at..].split_first()
            && *tag == wanted
            && let Some((value, length)) = short_varint(rest)
        {
            each(value.into());
            self.at += 1 + length;
        }
    }

    fn field(&mut self) -> Result<Field, Fault> {
        let start = self.at;
        let fault = |number, kind| Fault { start, number, kind };
        let tag = self.varint().map_err(|kind| fault(0, kind))?;
        let number = u32::try_from(tag >> 3).ok().filter(|&n| (1..1 << 29).contains(&n));
        let Some(number) = number else { return Err(fault(0, FaultKind::NoField)) };
        match self.value(number, tag & 7) {
            Ok(value) => Ok(Field { number, value, start }),
            Err(kind) => Err(fault(number, kind)),
        }
    }

    fn value(&mut self, number: u32, wire_type: u64) -> Result<Wire, FaultKind> {
        Ok(match wire_type {
            0 => Wire::Varint(self.varint()?),
            1 => Wire::Fixed64(u64::from_le_bytes(self.fixed()?)),
            2 => Wire::Payload(self.payload()?),
            3 => self.group(number)?,
            5 => Wire::Fixed32(u32::from_le_bytes(self.fixed()?)),
            _ => return Err(FaultKind::NoField),
        })
    }

    fn payload(&mut self) -> Result<Span, FaultKind> {
        let needed = self.varint()?;
        let (payload, left) = (self.at, self.bytes.len() - self.at);
        match usize::try_from(needed) {
            Ok(length) if length <= left => {
                self.at += length;
                Ok(Span::new(payload as u64, self.at as u64))
            }
            _ => Err(FaultKind::Overrun { payload, needed, left }),
        }
    }

    fn fixed<const N: usize>(&mut self) -> Result<[u8; N], FaultKind> {
        let word = self.bytes[self.at..].first_chunk::<N>().ok_or(FaultKind::Cut)?;
        self.at += N;
        Ok(*word)
    }

    fn varint(&mut self) -> Result<u64, FaultKind> {
        let (value, length) = varint(&self.bytes[self.at..])?;
        self.at += length;
        Ok(value)
    }

    /// Skips the fields of a group up to its end.
    fn group(&mut self, number: u32) -> Result<Wire, FaultKind> {
        let mut open = vec![number];
        while let Some(&inner) = open.last() {
            let tag = self.varint()?;
            let number = u32::try_from(tag >> 3).map_err(|_| FaultKind::NoField)?;
            match tag & 7 {
                3 if open.len() < GROUP_DEPTH => open.push(number),
                4 if number == inner => drop(open.pop()),
                3 | 4 => return Err(FaultKind::NoField),
                other => drop(self.value(number, other)?),
            }
        }
        Ok(Wire::Group)
    }
}

impl Iterator for Fields<'_> {
    type Item = Field;

    #[inline]
    fn next(&mut self) -> Option<Field> {
        if self.at >= self.bytes.len() || self.fault.is_some() {
            return None;
        }
        if let Some(field) = self.short() {
            return Some(field);
        }
        match self.field() {
            Ok(field) => Some(field),
            Err(fault) => {
                self.fault = Some(fault);
                None
            }
        }
    }
}

/// The number at the start of `bytes`, and its length, if it has at most two bytes.
#[inline]
fn short_varint(bytes: &[u8]) -> Option<(u16, usize)> {
    match bytes {
        [byte, ..] if *byte < 0x80 => Some((u16::from(*byte), 1)),
        [low, high, ..] if *high < 0x80 => Some((u16::from(low & 0x7F) | u16::from(*high) << 7, 2)),
        _ => None,
    }
}

/// The number at the start of `bytes`, and its length in bytes.
pub(crate) fn varint(bytes: &[u8]) -> Result<(u64, usize), FaultKind> {
    if let Some((number, length)) = short_varint(bytes) {
        return Ok((number.into(), length));
    }
    let mut value = 0;
    for (i, byte) in bytes.iter().take(10).enumerate() {
        value |= u64::from(byte & 0x7F).checked_shl(7 * i as u32).unwrap_or(0);
        if byte & 0x80 == 0 {
            return if i == 9 && *byte > 1 { Err(FaultKind::NoField) } else { Ok((value, i + 1)) };
        }
    }
    Err(if bytes.len() < 10 { FaultKind::Cut } else { FaultKind::NoField })
}

/// The numbers of a packed payload, up to the first malformed one.
pub(crate) fn varints(mut bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    std::iter::from_fn(move || {
        let (value, length) = varint(bytes).ok()?;
        bytes = bytes.get(length..)?;
        Some(value)
    })
}

/// The count of numbers in a packed payload: each ends with a byte below 128. `None` if the last one does not end.
pub(crate) fn count_varints(bytes: &[u8]) -> Option<u64> {
    match bytes.last() {
        Some(last) if *last >= 0x80 => None,
        _ => Some(bytes.iter().filter(|b| **b < 0x80).count() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> (Vec<Field>, Option<Fault>) {
        let mut fields = Fields::new(bytes, Span::new(0, bytes.len() as u64));
        (fields.by_ref().collect(), fields.fault())
    }

    #[test]
    fn every_wire_type_is_read_with_its_location() {
        let bytes =
            [8, 0x96, 1, 0x11, 1, 0, 0, 0, 0, 0, 0, 0, 0x1A, 2, 7, 7, 0x25, 2, 0, 0, 0, 0x2B, 0x30, 5, 0x2C, 0x38, 1];
        let (fields, fault) = all(&bytes);
        let values: Vec<_> = fields.iter().map(|f| (f.number, f.start, f.value)).collect();
        let expected = [
            (1, 0, Wire::Varint(150)),
            (2, 3, Wire::Fixed64(1)),
            (3, 12, Wire::Payload(Span::new(14, 16))),
            (4, 16, Wire::Fixed32(2)),
            (5, 21, Wire::Group),
            (7, 25, Wire::Varint(1)),
        ];
        assert_eq!((values.as_slice(), fault), (&expected[..], None));
    }

    #[test]
    fn short_forms_are_read_as_any_field_is() {
        for (tag, next, length) in
            (0..=255).flat_map(|tag| (0..=255).flat_map(move |next| (0..8).map(move |length| (tag, next, length))))
        {
            let bytes = &[tag, next, 1, 2, 3, 4, 5][..usize::min(length, 7)];
            let whole = Span::new(0, bytes.len() as u64);
            let (mut short, mut any) = (Fields::new(bytes, whole), Fields::new(bytes, whole));
            match short.short() {
                Some(found) => assert_eq!((any.field(), any.at), (Ok(found), short.at), "{bytes:?}"),
                None => assert_eq!(short.at, 0),
            }
        }
    }

    #[test]
    fn a_truncated_record_keeps_the_fields_before() {
        let (fields, fault) = all(&[8, 1, 0x3A, 5, 1, 2]);
        assert_eq!(fields.len(), 1);
        let kind = FaultKind::Overrun { payload: 4, needed: 5, left: 2 };
        assert_eq!(fault, Some(Fault { start: 2, number: 7, kind }));
        assert_eq!(all(&[8, 0x80]).1.map(|f| (f.number, f.kind)), Some((1, FaultKind::Cut)));
        assert_eq!(all(&[0x80]).1.map(|f| (f.number, f.kind)), Some((0, FaultKind::Cut)));
        assert_eq!(all(&[0x0D, 0, 0]).1.map(|f| (f.number, f.kind)), Some((1, FaultKind::Cut)));
    }

    #[test]
    fn an_invalid_field_ends_the_record() {
        for bytes in
            [&[0, 1][..], b"<!DOCTYPE", &[0x0F, 1], &[0x0C], &[8, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2]]
        {
            let (fields, fault) = all(bytes);
            assert_eq!((fields.len(), fault.map(|f| f.kind)), (0, Some(FaultKind::NoField)), "{bytes:?}");
        }
    }

    #[test]
    fn groups_end_with_their_own_number_and_nest_within_bounds() {
        assert_eq!(all(&[0x0B, 0x14]).1.map(|f| f.kind), Some(FaultKind::NoField));
        let nested = |depth: usize| [vec![0x0B; depth], vec![0x0C; depth]].concat();
        assert_eq!(all(&nested(100)).1, None);
        assert_eq!(all(&nested(101)).1.map(|f| f.kind), Some(FaultKind::NoField));
    }

    #[test]
    fn numbers_are_counted_as_they_are_read() {
        let bytes = [1, 0x80, 1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1];
        assert_eq!(varints(&bytes).collect::<Vec<_>>(), [1, 128, u64::MAX]);
        assert_eq!(count_varints(&bytes), Some(3));
        assert_eq!(count_varints(&[1, 0x80]), None);
        assert_eq!(count_varints(&[]), Some(0));
    }
}
