//! A file assembled from pieces of the old one and new bytes.

use std::io::{self, Write};

use bytes::Bytes;

/// The bytes of a new file, in pieces. Pieces of the old file are shared, not copied.
#[derive(Clone, Debug, Default)]
pub struct PatchedFile {
    pub(super) pieces: Vec<Bytes>,
}

impl PatchedFile {
    /// Adds a piece at the end.
    pub(crate) fn push(&mut self, piece: impl Into<Bytes>) {
        let piece = piece.into();
        if !piece.is_empty() {
            self.pieces.push(piece);
        }
    }

    /// Adds all pieces of another file at the end.
    pub(crate) fn append(&mut self, other: PatchedFile) {
        self.pieces.extend(other.pieces);
    }

    /// The pieces, in order.
    pub(crate) fn into_pieces(self) -> Vec<Bytes> {
        self.pieces
    }

    /// The number of bytes.
    pub fn len(&self) -> u64 {
        self.pieces.iter().fold(0, |n, p| n.saturating_add(p.len() as u64))
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Writes the file.
    ///
    /// # Errors
    /// As for the writer.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        self.pieces.iter().try_for_each(|piece| out.write_all(piece))
    }

    /// All bytes in one piece.
    pub fn to_bytes(&self) -> Bytes {
        match self.pieces.as_slice() {
            [only] => only.clone(),
            pieces => pieces.concat().into(),
        }
    }
}
