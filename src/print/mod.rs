//! Canonical text of a model.

use crate::graph::{Model, Place};

/// What a listing shows.
#[derive(Clone, Debug, Default)]
pub struct ListingOptions {
    /// Whether the elements of weights are written out.
    pub weights: bool,
}

/// The text of a model.
#[derive(Debug, Default)]
pub struct Listing {
    /// The text.
    pub text: String,
}

/// Where a place stands in a listing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListingSpan {
    /// The line.
    pub line: u64,
    /// The first column.
    pub column: u64,
    /// One past the last column.
    pub end_column: u64,
}

impl Listing {
    /// Where a place stands.
    pub fn locate(&self, _model: &Model, _place: &Place) -> Option<ListingSpan> {
        None
    }
}

/// The listing of a model.
pub fn listing(_model: &Model, _options: &ListingOptions) -> Listing {
    Listing::default()
}
