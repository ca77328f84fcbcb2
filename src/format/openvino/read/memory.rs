//! The limits on records, and estimates of the memory that a record of each kind takes in the model and its analysis, in
//! bytes: the file states some of them in a few bytes. They are low enough for models of any size.

use super::IrReader;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::rules::limit_exceeded;
use crate::source::Span;

pub(crate) const LAYER: u64 = 160;
/// A type or a version of a layer that no other layer has.
pub(crate) const OPERATOR: u64 = 640;
pub(crate) const ATTRIBUTE: u64 = 160;
pub(crate) const INPUT_PORT: u64 = 240;
pub(crate) const OUTPUT_PORT: u64 = 360;
pub(crate) const BODY: u64 = 400;
/// An example of a page, which is a graph of its own.
pub(crate) const EXAMPLE: u64 = 320;
/// An entry of a port map, or a pair of `<back_edges>`.
pub(crate) const MAP_ENTRY: u64 = 160;

/// An entry of metadata. Its key contains the names of the elements around it, in a text that may have as much room again.
pub(crate) fn of_metadata(key: &str) -> u64 {
    64 + 2 * key.len() as u64
}

impl IrReader<'_> {
    /// Takes a record at `span` and the bytes of memory that it occupies from the limits. `false`, and one finding for the
    /// file, if less is left.
    pub(crate) fn take(&mut self, memory: u64, span: Span) -> bool {
        if self.cut.is_some() {
            return false;
        }
        let model = &self.model;
        let used = model.nodes.len() + model.values.len() + model.operands.len() + model.attributes.len();
        let (records, bytes) = (self.limits.max_records, self.limits.max_record_bytes);
        let (message, limit) = if used >= records.min(u32::MAX as usize / 2) {
            (
                format!("the file has more than {records} records (`max_records`); the rest of the file was not read"),
                records as u64,
            )
        } else if let Some(left) = self.bytes_left.checked_sub(memory) {
            self.bytes_left = left;
            return true;
        } else {
            let message = format!(
                "the records of the file take more memory than {bytes} bytes and six times the file, `max_record_bytes`; \
                 the rest of the file was not read"
            );
            (message, bytes)
        };
        self.cut = Some(Diagnostic::new(&limit_exceeded::RULE, Place::bytes(span), message).data("limit", limit));
        false
    }
}
