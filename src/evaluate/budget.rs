//! The remaining budget of an evaluation, checked before each step.

use crate::element::ElementType;
use crate::limits::Limits;
use crate::ops::StaticTensorType;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// Bytes in use, and total bytes read and written.
pub(crate) struct Budget {
    held: u64,
    done: u64,
    most_held: u64,
    most_done: u64,
}

impl Budget {
    pub(crate) fn new(limits: &Limits) -> Budget {
        Budget { held: 0, done: 0, most_held: limits.max_resident_bytes, most_done: limits.max_io_bytes }
    }

    /// The same budget with `held` bytes already in use.
    pub(crate) fn holding(self, held: u64) -> Budget {
        Budget { held, ..self }
    }

    /// Reserves the bytes that a node needs for its inputs, additional reads and outputs.
    pub(super) fn take(
        &mut self,
        inputs: &[Option<Tensor>],
        outputs: &[StaticTensorType],
        again: u64,
    ) -> Result<(), EvalError> {
        let read = inputs.iter().flatten().fold(0u64, |n, t| n.saturating_add(t.byte_len() as u64));
        let written = outputs.iter().fold(0u64, |n, o| n.saturating_add(bytes(o)));
        let held = self.held.saturating_add(written);
        if held > self.most_held {
            return Err(EvalError::TooLarge { needed: held, limit: self.most_held });
        }
        let done = self.done.saturating_add(read).saturating_add(written).saturating_add(again);
        if done > self.most_done {
            return Err(EvalError::TooLarge { needed: done, limit: self.most_done });
        }
        (self.held, self.done) = (held, done);
        Ok(())
    }

    /// Releases the bytes of a value that is no longer needed.
    pub(crate) fn give_back(&mut self, tensor: &Tensor) {
        self.held = self.held.saturating_sub(tensor.byte_len() as u64);
    }
}

/// The bytes of an output. An element of a string counts as a pointer and a length.
fn bytes(output: &StaticTensorType) -> u64 {
    if output.sizes.contains(&0) {
        return 0;
    }
    let count = output.sizes.iter().try_fold(1u64, |n, &s| n.checked_mul(s as u64));
    let bytes = count.and_then(|count| match output.element {
        ElementType::String => count.checked_mul(16),
        element => element.packed_bytes(count),
    });
    bytes.unwrap_or(u64::MAX)
}
