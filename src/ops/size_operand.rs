//! What of a node sets sizes of its output, whatever sizes its data has.

/// Where a node states sizes of its output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SizeSource {
    /// At an input.
    Input(usize),
    /// In an attribute.
    Attribute(&'static str),
}

/// An operand that states sizes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SizeOperand {
    pub(crate) source: SizeSource,
    /// What follows the data instead, for a person: "scales".
    pub(crate) instead: &'static str,
    pub(crate) role: SizeRole,
}

/// What the sizes of an operand are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SizeRole {
    /// Those of the output.
    Sizes,
    /// Limits, such as the end of a slice: one keeps a size only where it is that size.
    Ends,
    /// The number of iterations of a body, which reads one element of something after the other.
    Count,
}

impl SizeOperand {
    /// An input that lists sizes.
    pub(crate) const fn input(index: usize, instead: &'static str) -> SizeOperand {
        SizeOperand { source: SizeSource::Input(index), instead, role: SizeRole::Sizes }
    }

    /// An attribute that lists sizes.
    pub(crate) const fn attribute(name: &'static str, instead: &'static str) -> SizeOperand {
        SizeOperand { source: SizeSource::Attribute(name), instead, role: SizeRole::Sizes }
    }

    /// A trip count.
    pub(crate) const fn count(index: usize) -> SizeOperand {
        let instead = "a trip count computed from the shape of what the body reads";
        SizeOperand { source: SizeSource::Input(index), instead, role: SizeRole::Count }
    }

    /// The ends of a slice.
    pub(crate) const fn ends(source: SizeSource) -> SizeOperand {
        SizeOperand { source, instead: "an end after every size, such as 9223372036854775807", role: SizeRole::Ends }
    }
}
