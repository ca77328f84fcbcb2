//! Protobuf bytes that no encoder writes.

pub fn varint(mut value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
    out
}

/// A field of bytes.
pub fn field(number: u64, body: &[u8]) -> Vec<u8> {
    [&varint(number << 3 | 2), &varint(body.len() as u64), body].concat()
}

/// A field of one number.
pub fn number(number: u64, value: u64) -> Vec<u8> {
    [varint(number << 3), varint(value)].concat()
}

/// Messages within messages: `core` inside `depth` rounds of these fields, outermost first.
///
/// Built from the inside out with the headers backwards, so that it takes time linear in what it gives.
pub fn nest(rounds: &[u64], depth: usize, core: &[u8]) -> Vec<u8> {
    let mut backwards: Vec<u8> = core.iter().rev().copied().collect();
    for _ in 0..depth {
        for &number in rounds.iter().rev() {
            let header = [varint(number << 3 | 2), varint(backwards.len() as u64)].concat();
            backwards.extend(header.iter().rev());
        }
    }
    backwards.reverse();
    backwards
}

/// A node: operator, inputs, outputs, and further fields as they are.
pub fn node(op: &str, inputs: &[&str], outputs: &[&str], more: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    inputs.iter().for_each(|i| body.extend(field(1, i.as_bytes())));
    outputs.iter().for_each(|o| body.extend(field(2, o.as_bytes())));
    body.extend(field(4, op.as_bytes()));
    body.extend(more);
    field(1, &body)
}

/// An attribute with a name, a kind and a value field.
pub fn attribute(name: &str, kind: u64, value: &[u8]) -> Vec<u8> {
    field(5, &[&field(1, name.as_bytes()), value, &number(20, kind)].concat())
}

/// A tensor type of element type 1 and these sizes.
pub fn tensor_type(sizes: &[u64]) -> Vec<u8> {
    let dims: Vec<u8> = sizes.iter().flat_map(|&s| field(1, &number(1, s))).collect();
    field(1, &[number(1, 1), field(2, &dims)].concat())
}

/// A graph input (11), output (12) or value info (13).
pub fn value(list: u64, name: &str, ty: &[u8]) -> Vec<u8> {
    field(list, &[field(1, name.as_bytes()), field(2, ty)].concat())
}

/// An initializer of 64-bit integers.
pub fn ints(name: &str, values: &[i64]) -> Vec<u8> {
    let raw: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    let body = [number(1, values.len() as u64), number(2, 7), field(8, name.as_bytes()), field(9, &raw)].concat();
    field(5, &body)
}

/// A model around the fields of a graph, at opset 18.
pub fn model(graph: &[u8]) -> Vec<u8> {
    let graph = [graph, &field(2, b"g")].concat();
    [number(1, 8), field(8, &[field(1, b""), number(2, 18)].concat()), field(7, &graph)].concat()
}
