//! Random byte changes, identical in every run.

#![allow(dead_code)] // every test binary uses a part of it

/// Marsaglia's xorshift: no crate, no clock.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.next() >> 11) as usize % bound }
    }
}

/// Numbers and pieces of text that readers trip over.
const TRAPS: [&[u8]; 16] = [
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
    b"\xff\xff\xff\xff\x0f",
    b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02",
    b"\x00",
    b"\x80",
    b"\x7f",
    b"-1",
    b"9223372036854775808",
    b"-9223372036854775808",
    b"\"",
    b"<layer id=\"0\" name=\"a\" type=\"If\" version=\"opset8\">",
    b"</layers>",
    b"<!--",
    b"&amp;&#x0;",
    b"{",
    b"\xc3",
];

/// A few changes of a file: bits, bytes, pieces cut out, doubled, moved in from another file, or traps.
pub fn mutate(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(out.len() + 1);
        let len = 1 + random.below(24);
        let end = (at + len).min(out.len());
        match random.below(8) {
            0 if at < out.len() => out[at] ^= 1 << random.below(8),
            1 if at < out.len() => out[at] = random.next() as u8,
            2 if at < out.len() => out[at] = out[at].wrapping_add(if random.below(2) == 0 { 1 } else { 255 }),
            3 => drop(out.drain(at..end)),
            4 => {
                let piece = out[at..end].to_vec();
                out.splice(at..at, piece);
            }
            5 => {
                let from = random.below(other.len());
                let piece = &other[from..(from + len).min(other.len())];
                out.splice(at..end, piece.iter().copied());
            }
            6 => drop(out.splice(at..at, TRAPS[random.below(TRAPS.len())].iter().copied())),
            7 => out.truncate(at),
            _ => {}
        }
    }
    out
}
