//! What differs between a file and the one that it was assembled from, for reports.

use bytes::Bytes;

use super::PatchedFile;
use crate::source::Span;

/// What replaces a range of bytes of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    pub(crate) span: Span,
    pub(crate) new: Vec<u8>,
}

impl PatchedFile {
    /// The changes that make this file of the old one, from whose bytes pieces were taken, in ascending order.
    pub(crate) fn changes(&self, old: &Bytes) -> Vec<Change> {
        let kept = self.kept(old);
        let (mut changes, mut done, mut new) = (Vec::new(), 0, Vec::new());
        for (piece, kept) in self.pieces.iter().zip(kept) {
            let Some(Span { start, end }) = kept else {
                new.extend_from_slice(piece);
                continue;
            };
            changes.push(Change { span: Span::new(done, start), new: std::mem::take(&mut new) });
            done = end;
        }
        changes.push(Change { span: Span::new(done, old.len() as u64), new });
        changes.iter_mut().for_each(|change| change.shorten(old));
        changes.retain(|change| !change.span.is_empty() || !change.new.is_empty());
        changes
    }
}

impl Change {
    /// Leaves out what is equal at both ends. Characters of UTF-8 are not cut.
    fn shorten(&mut self, old: &[u8]) {
        let is_inner = |byte: Option<&u8>| byte.is_some_and(|byte| byte & 0xC0 == 0x80);
        let replaced = self.span.of(old);
        let mut front = replaced.iter().zip(&self.new).take_while(|(a, b)| a == b).count();
        while front > 0 && (is_inner(replaced.get(front)) || is_inner(self.new.get(front))) {
            front -= 1;
        }
        let (old_rest, new_rest) = (&replaced[front..], &self.new[front..]);
        let mut back = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
        while back > 0
            && (is_inner(old_rest.get(old_rest.len() - back)) || is_inner(new_rest.get(new_rest.len() - back)))
        {
            back -= 1;
        }
        self.span = Span::new(self.span.start + front as u64, self.span.end - back as u64);
        self.new.truncate(self.new.len() - back);
        self.new.drain(..front);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(old: &[u8], changes: &[Change]) -> Vec<u8> {
        let (mut out, mut done) = (Vec::new(), 0);
        for Change { span, new } in changes {
            out.extend_from_slice(Span::new(done, span.start).of(old));
            out.extend_from_slice(new);
            done = span.end;
        }
        out.extend_from_slice(Span::new(done, old.len() as u64).of(old));
        out
    }

    #[test]
    fn the_larger_of_two_pieces_that_change_places_stays() {
        let old = Bytes::from_static(b"ab cdef g");
        let mut file = PatchedFile::default();
        for piece in [3..7, 0..3, 7..9] {
            file.push(old.slice(piece));
        }
        file.push("!");
        let changes = file.changes(&old);
        assert_eq!(applied(&old, &changes), b"cdefab  g!");
        let short: Vec<(u64, u64, &[u8])> = changes.iter().map(|c| (c.span.start, c.span.end, &c.new[..])).collect();
        assert_eq!(short, [(0, 3, &b""[..]), (7, 7, b"ab "), (9, 9, b"!")]);
    }

    #[test]
    fn only_what_differs_is_replaced_and_no_character_is_cut() {
        let old = Bytes::from("a = é;".to_owned());
        let mut file = PatchedFile::default();
        file.push("a = è;".to_owned());
        let changes = file.changes(&old);
        assert_eq!(changes, [Change { span: Span::new(4, 6), new: "è".as_bytes().to_vec() }]);
    }

    #[test]
    fn nothing_changes_in_a_copy() {
        let old = Bytes::from_static(b"abc");
        let mut file = PatchedFile::default();
        file.push(old.clone());
        assert_eq!(file.changes(&old), []);
        assert_eq!(PatchedFile::default().changes(&old), [Change { span: Span::new(0, 3), new: Vec::new() }]);
    }
}
