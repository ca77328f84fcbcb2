//! How many constants the lints could not look into.

/// The number of constants whose weights the lints did not read, by reason. All are 0 if no enabled rule reads weights.
///
/// ```
/// use shapewright::graph::Model;
/// use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};
///
/// let text = "<ir_version: 9, opset_import: [\"\" : 18]>
/// g (float[3] x) => (float[3] y) <float[3] w = [\"location\": \"w.bin\"]> { y = Add (x, w) }";
/// let options = ReadOptions { no_weights: true, ..ReadOptions::default() };
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &options);
/// let unread = analyze(&model, &AnalysisOptions::default()).unread_weights;
/// assert_eq!((unread.no_weights, unread.total()), (1, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct UnreadWeights {
    /// [`ReadOptions::no_weights`](crate::ReadOptions::no_weights) is set.
    pub no_weights: usize,
    /// The data are missing or invalid: a file that does not exist, or data that do not fit the type and shape.
    pub unavailable: usize,
    /// The constants have more bytes than rules about weights read of a model.
    pub limit: usize,
}

impl UnreadWeights {
    /// The number of constants.
    pub fn total(&self) -> usize {
        self.no_weights + self.unavailable + self.limit
    }
}

/// Adds the constants of another model.
impl std::ops::AddAssign for UnreadWeights {
    fn add_assign(&mut self, other: UnreadWeights) {
        self.no_weights += other.no_weights;
        self.unavailable += other.unavailable;
        self.limit += other.limit;
    }
}
