//! Limits on the work that a file may cause.

/// Limits that are checked before work is done. The defaults let every real model pass and bound the cost of a hostile
/// one.
///
/// At a limit, reading reports a finding (FM011) and continues after it if possible, inference becomes less precise and
/// gives the reason, and evaluation fails ([`EvalError::TooLarge`](crate::tensor::EvalError::TooLarge) and
/// [`EvalError::TooMuchWork`](crate::tensor::EvalError::TooMuchWork)). Exceeding a limit is never an error of the analysis.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The nesting depth of bodies: 1,000. Deeper ones are reported and not read.
    pub max_depth: usize,
    /// Records (nodes, values, attributes, tensors) of one file: 50 million. Further ones are not read.
    pub max_records: usize,
    /// Bytes of memory that the records of one file may take by an estimate of each kind, in addition to six times the bytes
    /// of the file: 24 MiB. Further records are not read: two bytes can be a record, whose memory is hundreds of bytes.
    pub max_record_bytes: u64,
    /// Inputs and outputs of one node: 65,536. A node with more is not read.
    pub max_ports: usize,
    /// Elements of a tensor whose values are tracked: 1,024.
    pub max_tracked_elements_per_tensor: usize,
    /// Elements that nodes read of constants, tracked lists, and sequences, where the dimensions of items count, too, besides the
    /// first 64 of each, in addition to one for each byte of the file: 1 million. Beyond it, the elements of longer lists are
    /// unknown for further nodes, and a note says so.
    pub max_elements_read: u64,
    /// Dimensions of shapes of more than 12 that nodes read of their inputs, in addition to 2 for each byte of the file: 100,000.
    /// Beyond it, such shapes are unknown for further nodes, and a finding says so.
    pub max_dims_read: u64,
    /// Tracked elements of all values together, where a float counts a sixth, each list three more, and an item of a sequence
    /// four and its dimensions more: 2 million, or 200,000 and one for each 64 bytes of the file if that is less. Beyond it,
    /// only lists of up to 16 elements, such as shapes, and sequences are tracked, up to one and a half times that number. A
    /// finding says so.
    pub max_tracked_elements: usize,
    /// Dimensions of a shape: 256, four times what NumPy and PyTorch allow. A declared shape with more is a finding, and
    /// unknown. An inferred one is only known to have at least this many.
    pub max_rank: usize,
    /// Bytes of the name of a dimension: 1,024. A dimension with a longer one is a finding, and unknown.
    pub max_dim_name: usize,
    /// Bytes of text that the shapes of all values, and the names in all tracked lists, may have, in addition to twice the
    /// bytes of the file: 1 MiB. Those of up to 256 bytes do not count; a shape of more than 12 dimensions counts at least 16
    /// bytes for each. Beyond it, a longer shape or list is unknown, and a finding says so: it would be written again for each
    /// value that has it.
    pub max_shape_text: u64,
    /// Bytes of memory that the expressions in shapes and tracked lists may take by an estimate, in addition to half the bytes
    /// of the file: 4 MiB, which is 17,000 sums of two symbols or 7,000 dimensions that depend on data. Beyond it, a size that
    /// would be another expression is an interval, and a finding says so.
    pub max_expression_bytes: u64,
    /// Terms of all expressions that are made to combine and compare sizes, in addition to one for each byte of the file:
    /// 200,000. Beyond it, a node of which several inputs have expressions, or one input has one that is no single symbol, reads
    /// intervals, and a finding says so.
    pub max_expression_terms: u64,
    /// Findings of each level that are kept for one file: 5,000, as many as code scanning on GitHub shows of a run. The first
    /// 20 of each rule are kept beyond that. One finding of each rule and level stands for the others
    /// ([`Diagnostic::stands_for`](crate::diagnostic::Diagnostic::stands_for)).
    pub max_diagnostics: usize,
    /// Iterations over a loop body with successively wider facts, before anything that still changes is unknown: 8.
    pub max_loop_iterations: usize,
    /// Nodes, with their inputs and attributes, and values that inference visits again because their body or function runs
    /// again, in addition to one for each 4 bytes of the file: 60,000. The values of further runs are unknown, and a finding
    /// says so. Elements of attributes count, too, except for the first 8: of nodes that are visited again, and of a call for each node of the
    /// function that refers to the attribute, whose value is unknown there beyond the limit.
    pub max_repeated_records: u64,
    /// Bytes that the values of one evaluation may occupy at the same time, in addition to four times the bytes of the
    /// model and its data files: 256 MiB.
    pub max_resident_bytes: u64,
    /// Bytes that one evaluation may read and write in total, where an element counts at least 8: 256 GiB, which bounds the
    /// time. Folding may read and write no more than 512 MiB and 128 times the bytes of the model and its data files.
    pub max_io_bytes: u64,
    /// Bytes of data files that the constants of a model may refer to, in addition to 64 times the bytes of these files: 64 MiB.
    /// Ranges may overlap. Further constants have no value, and a finding says so.
    pub max_constant_bytes: u64,
    /// Files that may be opened besides the model: 10,000. Constants in further files have no value, and are reported.
    pub max_files: usize,
    /// Whether external data may be behind symbolic links: no. It must be inside the model's folder in any case.
    pub allow_symlinks: bool,
}

/// The elements of a list that count for no limit on the work of its readers, such as those of axes and shapes.
pub(crate) const FREE_ELEMENTS: u64 = 64;

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_depth: 1_000,
            max_records: 50_000_000,
            max_record_bytes: 24 << 20,
            max_ports: 65_536,
            max_tracked_elements_per_tensor: 1_024,
            max_elements_read: 1_000_000,
            max_dims_read: 100_000,
            max_tracked_elements: 2_000_000,
            max_rank: 256,
            max_dim_name: 1_024,
            max_shape_text: 1 << 20,
            max_expression_bytes: 4 << 20,
            max_expression_terms: 200_000,
            max_diagnostics: 5_000,
            max_loop_iterations: 8,
            max_repeated_records: 60_000,
            max_resident_bytes: 256 << 20,
            max_io_bytes: 256 << 30,
            max_constant_bytes: 64 << 20,
            max_files: 10_000,
            allow_symlinks: false,
        }
    }
}

/// The bytes that copies of a model and analyses of them may take, for a file of so many bytes: eight times the file and 64 MiB,
/// without what the program, the file, and a step of the work take.
pub(crate) fn memory_of_copies(bytes: usize) -> usize {
    (32usize << 20).saturating_add(bytes.saturating_mul(6))
}
