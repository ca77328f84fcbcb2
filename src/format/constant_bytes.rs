//! How much of its data files the constants of a model may refer to.

use crate::diagnostic::Diagnostic;
use crate::limits::Limits;
use crate::place::Place;
use crate::rules::limit_exceeded;

/// How often constants may refer to all bytes of the data files: some writers share the data of equal constants.
const TIMES: u64 = 64;

/// The bytes that constants may still refer to. Ranges may overlap, so that a small file can state any number of them, and all
/// that reads constants would read the same bytes again and again.
pub(crate) struct ConstantBytes {
    allowed: u64,
    used: u64,
    /// Whether a constant referred to more, after which no further one has a value.
    is_exceeded: bool,
}

impl ConstantBytes {
    pub(crate) fn new(limits: &Limits) -> ConstantBytes {
        ConstantBytes { allowed: limits.max_constant_bytes, used: 0, is_exceeded: false }
    }

    /// Adds a data file of this many bytes.
    pub(crate) fn add_file(&mut self, bytes: u64) {
        self.allowed = self.allowed.saturating_add(bytes.saturating_mul(TIMES));
    }

    /// Takes the bytes of a constant. An error if less is left: with a finding for the first such constant of the model.
    pub(crate) fn take(&mut self, bytes: u64, place: Place) -> Result<(), Option<Box<Diagnostic>>> {
        let used = self.used.saturating_add(bytes);
        if self.is_exceeded {
            return Err(None);
        }
        if used <= self.allowed {
            self.used = used;
            return Ok(());
        }
        self.is_exceeded = true;
        let message = format!(
            "the constants up to this one refer to {used} bytes of the data files; expected at most {} \
             (`max_constant_bytes` and {TIMES} times the files)",
            self.allowed
        );
        let finding = Diagnostic::new(&limit_exceeded::RULE, place, message)
            .note("this and all further constants have no value")
            .data("bytes", used)
            .data("limit", self.allowed);
        Err(Some(Box::new(finding)))
    }
}
