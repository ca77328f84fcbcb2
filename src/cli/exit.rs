//! Exit codes. `docs/ci.md` describes them.

/// No finding at or above the failure level.
pub(super) const OK: u8 = 0;
/// A finding at or above the failure level.
pub(super) const FINDINGS: u8 = 1;
/// Usage error, missing path, no matching file, or output that cannot be written.
pub(super) const USAGE: u8 = 2;
/// Internal error.
pub(super) const INTERNAL: u8 = 3;
