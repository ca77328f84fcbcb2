//! Limits on what a file may make us do.

/// Bounds that are checked before work is done. The defaults let every real model pass and keep a hostile one cheap.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bodies within bodies, and XML elements within elements of a body. Deeper ones are a finding and not read.
    pub depth: usize,
    /// Records (nodes, values, attributes, tensors) of one file.
    pub records: usize,
    /// Elements that a tensor may have for its values to be followed.
    pub elements: usize,
    /// Elements of all values together that are followed. Past it only those of short lists are, as shapes are.
    pub followed: usize,
    /// Dimensions that a shape may have.
    pub rank: usize,
    /// Findings of each level that are kept of one file; the report says how many were dropped.
    pub findings: usize,
    /// Iterations of a loop body before facts are widened to unknown.
    pub iterations: usize,
    /// Bytes that the values of one evaluation may take at the same time.
    pub evaluated: u64,
    /// Bytes that one evaluation may read and write in all: a bound on time.
    pub work: u64,
    /// Files beside the model that may be opened.
    pub files: usize,
    /// Whether external data may lie behind symbolic links.
    pub allow_symlinks: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: 1_000,
            records: 50_000_000,
            elements: 1_024,
            followed: 2_000_000,
            rank: 1_024,
            findings: 10_000,
            iterations: 8,
            evaluated: 2 << 30,
            work: 256 << 30,
            files: 10_000,
            allow_symlinks: false,
        }
    }
}
