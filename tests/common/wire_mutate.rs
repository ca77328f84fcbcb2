//! Mutations of binary ONNX that know its records: what they change is a field, a length, or a number of a record.

#![allow(dead_code)] // every user needs a part of it

use crate::mutate::{Random, mutate};

/// Integers at which arithmetic overflows or a convention changes.
pub const EXTREMES: [i64; 20] = [
    0,
    1,
    -1,
    2,
    -2,
    7,
    16,
    255,
    1_025,
    65_536,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    1 << 32,
    (1 << 53) + 1,
    1 << 62,
    i64::MAX,
    i64::MAX - 1,
    i64::MIN,
    i64::MIN + 1,
];

const FLOATS: [f32; 8] = [0.0, -0.0, 1.0, -1.0, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE, f32::MAX];

/// Deeper records are kept as bytes.
const DEPTH: usize = 40;

/// A kind of record of ONNX.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Record {
    Model,
    Graph,
    Node,
    Attribute,
    Tensor,
    SparseTensor,
    ValueInfo,
    Type,
    TensorType,
    ElementType,
    Map,
    Shape,
    Dim,
    Function,
    Other,
}

impl Record {
    fn child(self, field: u64) -> Option<Record> {
        use Record::*;
        Some(match (self, field) {
            (Model, 7) | (Attribute, 6 | 11) => Graph,
            (Model, 25) => Function,
            (Model, 8 | 14) | (Graph, 14 | 16) | (Node, 9) | (Tensor, 13 | 16) | (Function, 9 | 14) => Other,
            (Graph, 1) | (Function, 7) => Node,
            (Graph, 5) | (Attribute, 5 | 10) | (SparseTensor, 1 | 2) => Tensor,
            (Graph, 15) | (Attribute, 22 | 23) => SparseTensor,
            (Graph, 11..=13) | (Function, 12) => ValueInfo,
            (Node, 5) | (Function, 11) => Attribute,
            (ValueInfo, 2) | (Attribute, 14 | 15) | (ElementType, 1) | (Map, 2) => Type,
            (Type, 1 | 8) => TensorType,
            (Type, 4 | 9) => ElementType,
            (Type, 5) => Map,
            (TensorType, 2) => Shape,
            (Shape, 1) => Dim,
            _ => return None,
        })
    }
}

#[derive(Clone)]
enum Payload {
    Number(u64),
    Fixed(Vec<u8>),
    Bytes(Vec<u8>),
    Record(Record, Vec<Field>),
    /// Bytes with another length than they have.
    Lie(u64, Vec<u8>),
}

#[derive(Clone)]
struct Field {
    number: u64,
    payload: Payload,
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn parse(mut bytes: &[u8], record: Record, depth: usize) -> Option<Vec<Field>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let tag = varint(&mut bytes)?;
        let number = tag >> 3;
        let mut take = |count: usize| {
            let (taken, rest) = bytes.split_at_checked(count)?;
            bytes = rest;
            Some(taken.to_vec())
        };
        let payload = match tag & 7 {
            0 => Payload::Number(varint(&mut bytes)?),
            1 => Payload::Fixed(take(8)?),
            5 => Payload::Fixed(take(4)?),
            2 => {
                let len = usize::try_from(varint(&mut bytes)?).ok()?;
                let (taken, rest) = bytes.split_at_checked(len)?;
                bytes = rest;
                let child = record.child(number).filter(|_| depth < DEPTH);
                let fields = child.and_then(|child| Some((child, parse(taken, child, depth + 1)?)));
                fields.map_or_else(|| Payload::Bytes(taken.to_vec()), |(child, fields)| Payload::Record(child, fields))
            }
            _ => return None,
        };
        fields.push(Field { number, payload });
    }
    Some(fields)
}

fn put_varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn encode(fields: &[Field], out: &mut Vec<u8>) {
    for field in fields {
        let tag = |kind: u64, out: &mut Vec<u8>| put_varint((field.number << 3) | kind, out);
        match &field.payload {
            Payload::Number(value) => {
                tag(0, out);
                put_varint(*value, out);
            }
            Payload::Fixed(bytes) => {
                tag(if bytes.len() == 8 { 1 } else { 5 }, out);
                out.extend(bytes);
            }
            Payload::Bytes(bytes) => {
                tag(2, out);
                put_varint(bytes.len() as u64, out);
                out.extend(bytes);
            }
            Payload::Lie(len, bytes) => {
                tag(2, out);
                put_varint(*len, out);
                out.extend(bytes);
            }
            Payload::Record(_, fields) => {
                let mut inner = Vec::new();
                encode(fields, &mut inner);
                tag(2, out);
                put_varint(inner.len() as u64, out);
                out.extend(inner);
            }
        }
    }
}

/// The number of records, this one included.
fn count(fields: &[Field]) -> usize {
    let inner = |field: &Field| match &field.payload {
        Payload::Record(_, fields) => count(fields),
        _ => 0,
    };
    1 + fields.iter().map(inner).sum::<usize>()
}

/// Applies a change to the record of this index, in the order of the file.
fn at(record: Record, fields: &mut Vec<Field>, index: &mut usize, change: &mut dyn FnMut(Record, &mut Vec<Field>)) {
    if *index == 0 {
        change(record, fields);
    }
    *index = index.wrapping_sub(1);
    for field in fields {
        if *index > usize::MAX / 2 {
            return;
        }
        if let Payload::Record(record, fields) = &mut field.payload {
            at(*record, fields, index, change);
        }
    }
}

/// Every text or list of bytes.
fn texts<'a>(fields: &'a [Field], found: &mut Vec<&'a [u8]>) {
    for field in fields {
        match &field.payload {
            Payload::Bytes(bytes) => found.push(bytes),
            Payload::Record(_, fields) => texts(fields, found),
            _ => {}
        }
    }
}

/// The records of a kind.
fn records<'a>(fields: &'a [Field], kind: Record, found: &mut Vec<&'a [Field]>) {
    for field in fields {
        if let Payload::Record(record, fields) = &field.payload {
            if *record == kind {
                found.push(fields);
            }
            records(fields, kind, found);
        }
    }
}

/// One to four changes of records of a file; `other` is a file from which some of the new content comes.
pub fn mutate_records(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let Some(mut model) = parse(bytes, Record::Model, 0) else { return mutate(bytes, other, random) };
    let other = parse(other, Record::Model, 0).unwrap_or_else(|| model.clone());
    for _ in 0..=random.below(4) {
        let mut index = random.below(count(&model));
        at(Record::Model, &mut model, &mut index, &mut |record, fields| change(record, fields, &other, random));
    }
    let mut out = Vec::with_capacity(bytes.len() + 64);
    encode(&model, &mut out);
    out
}

/// One change of a record.
fn change(record: Record, fields: &mut Vec<Field>, other: &[Field], random: &mut Random) {
    let (first, second) = (random.below(fields.len()), random.below(fields.len()));
    if fields.is_empty() || random.below(12) == 0 {
        // Most fields of ONNX have numbers below 32.
        let (number, payload) = (1 + random.below(31) as u64, Payload::Number(extreme(random) as u64));
        return fields.insert(second, Field { number, payload });
    }
    match random.below(10) {
        0 => {
            let payload = fields[first].payload.clone();
            fields[first].payload = std::mem::replace(&mut fields[second].payload, payload);
        }
        1 => fields.insert(second, fields[first].clone()),
        2 => drop(fields.remove(first)),
        3 => fields[first].number = (fields[first].number + [1, 30, 2, 1 << 28][random.below(4)]) % (1 << 29),
        4 => {
            let mut inner = Vec::new();
            encode(&fields[first..=first], &mut inner);
            let len = [inner.len() as i64 + random.below(9) as i64 - 4, extreme(random)][random.below(2)];
            fields[first].payload = Payload::Lie(len as u64, inner);
        }
        5 => {
            let mut found = Vec::new();
            records(other, record, &mut found);
            if let Some(new) = found.get(random.below(found.len())) {
                *fields = new.to_vec();
            }
        }
        6 => {
            let nested = Field { number: fields[first].number, payload: Payload::Record(record, fields.clone()) };
            fields.push(nested);
        }
        _ => set(&mut fields[first].payload, other, random),
    }
}

fn extreme(random: &mut Random) -> i64 {
    EXTREMES[random.below(EXTREMES.len())]
}

/// Other content of the same kind.
fn set(payload: &mut Payload, other: &[Field], random: &mut Random) {
    match payload {
        Payload::Number(value) => *value = extreme(random) as u64,
        Payload::Fixed(bytes) if bytes.len() == 4 => {
            *bytes = FLOATS[random.below(FLOATS.len())].to_le_bytes().to_vec();
        }
        Payload::Fixed(bytes) => *bytes = extreme(random).to_le_bytes().to_vec(),
        Payload::Bytes(bytes) => match random.below(4) {
            0 => *bytes = mutate(bytes, b"", random),
            1 if bytes.len() >= 8 => {
                let at = 8 * random.below(bytes.len() / 8);
                bytes[at..at + 8].copy_from_slice(&extreme(random).to_le_bytes());
            }
            2 if bytes.len() >= 4 => {
                let at = 4 * random.below(bytes.len() / 4);
                bytes[at..at + 4].copy_from_slice(&FLOATS[random.below(FLOATS.len())].to_le_bytes());
            }
            _ => {
                let mut found = Vec::new();
                texts(other, &mut found);
                if let Some(text) = found.get(random.below(found.len())) {
                    *bytes = text.to_vec();
                }
            }
        },
        Payload::Record(record, fields) => {
            let number = [1, 2, 3, 8][random.below(4)];
            if *record != Record::Model {
                fields.push(Field { number, payload: Payload::Number(extreme(random) as u64) });
            }
        }
        Payload::Lie(..) => {}
    }
}
