//! Exit codes, which `docs/ci.md` describes.

/// Nothing to fail on.
pub(super) const OK: u8 = 0;
/// A finding at or above the level that fails.
pub(super) const FINDINGS: u8 = 1;
/// Wrong usage, a path that does not exist, nothing matched, output that cannot be written.
pub(super) const USAGE: u8 = 2;
/// Our own fault.
pub(super) const INTERNAL: u8 = 3;
