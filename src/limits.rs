//! Limits on what a file may make us do.

/// Bounds that are checked before work is done. The defaults let every real model pass and keep a hostile one cheap.
///
/// Reading stops at a bound with a finding (FM011) and goes on behind it where it can; inference knows less past one,
/// and says why; evaluation refuses ([`EvalError::TooLarge`](crate::tensor::EvalError::TooLarge)). None of them is ever an error to
/// the caller.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bodies within bodies, and XML elements within elements of a body: 1,000. Deeper ones are a finding and not read.
    pub max_depth: usize,
    /// Records (nodes, values, attributes, tensors) of one file: 50 million. Those that follow are not read.
    pub max_records: usize,
    /// Elements that one tensor may have for its values to be followed: 1,024.
    pub max_tracked_elements_per_tensor: usize,
    /// Elements of all values together that are followed: 2 million. Past it only those of short lists are, as shapes
    /// are.
    pub max_tracked_elements: usize,
    /// Dimensions that a shape may have: 1,024. A declared shape of more is a finding, an inferred one is not known.
    pub max_rank: usize,
    /// Findings of each level that are kept of one file: 10,000; [`Analysis::dropped`](crate::infer::Analysis::dropped) says
    /// how many were not.
    pub max_diagnostics: usize,
    /// How often a loop body is walked, each time with wider facts, before what still changes is unknown: 8.
    pub max_loop_iterations: usize,
    /// Bytes that the values of one evaluation may take at the same time: 2 GiB.
    pub max_resident_bytes: u64,
    /// Bytes that one evaluation may read and write in all: 256 GiB, a bound on time.
    pub max_io_bytes: u64,
    /// Files beside the model that may be opened: 10,000. Constants in further ones have no value, and a finding.
    pub max_files: usize,
    /// Whether external data may lie behind symbolic links: no. It must lie beneath the model's folder in any case.
    pub allow_symlinks: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_depth: 1_000,
            max_records: 50_000_000,
            max_tracked_elements_per_tensor: 1_024,
            max_tracked_elements: 2_000_000,
            max_rank: 1_024,
            max_diagnostics: 10_000,
            max_loop_iterations: 8,
            max_resident_bytes: 2 << 30,
            max_io_bytes: 256 << 30,
            max_files: 10_000,
            allow_symlinks: false,
        }
    }
}
