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
    /// Whether the operand states a limit, such as the end of a slice: it replaces a size only where it is that size.
    pub(crate) is_limit: bool,
}

impl SizeOperand {
    /// An input that lists sizes.
    pub(crate) const fn input(index: usize, instead: &'static str) -> SizeOperand {
        SizeOperand { source: SizeSource::Input(index), instead, is_limit: false }
    }

    /// An attribute that lists sizes.
    pub(crate) const fn attribute(name: &'static str, instead: &'static str) -> SizeOperand {
        SizeOperand { source: SizeSource::Attribute(name), instead, is_limit: false }
    }

    /// The ends of a slice.
    pub(crate) const fn ends(source: SizeSource) -> SizeOperand {
        SizeOperand { source, instead: "an end after every size, such as 9223372036854775807", is_limit: true }
    }
}
