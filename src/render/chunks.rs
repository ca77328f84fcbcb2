//! Text that is kept until the end of a run: in pieces, since a list that grows holds what it has twice.

use std::io::{self, Write};

/// The bytes of a piece.
const PIECE: usize = 1 << 18;

/// Bytes in pieces.
#[derive(Default)]
pub(crate) struct Chunks(Vec<Vec<u8>>);

impl Chunks {
    /// Writes all pieces.
    pub(crate) fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0.iter().try_for_each(|piece| out.write_all(piece))
    }
}

impl Write for Chunks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.last_mut() {
            Some(last) if last.len() + bytes.len() <= PIECE => last.extend_from_slice(bytes),
            _ => {
                // The first piece grows: the section of a small file is small.
                let mut piece = Vec::with_capacity(if self.0.is_empty() { 0 } else { PIECE });
                piece.extend_from_slice(bytes);
                self.0.push(piece);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_back_in_order() {
        let mut chunks = Chunks::default();
        let texts = ["a".repeat(10), "b".repeat(PIECE - 5), "c".repeat(3 * PIECE), "d".to_owned()];
        texts.iter().for_each(|text| chunks.write_all(text.as_bytes()).expect("it does not fail"));
        let mut out = Vec::new();
        chunks.write_to(&mut out).expect("it does not fail");
        assert!(out == texts.concat().into_bytes());
        assert!(chunks.0.iter().all(|piece| piece.capacity() <= 3 * PIECE));
    }
}
