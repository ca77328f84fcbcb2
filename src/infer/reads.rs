//! How much nodes read of long lists and of shapes with many dimensions: thousands of nodes may read one of them.

use crate::fact::{Fact, KnownValue, UnknownReason};
use crate::facts::without_shape;
use crate::graph::Model;
use crate::limits::{FREE_ELEMENTS, Limits};
use crate::shape::Shape;

/// The dimensions that nodes may read for each byte of the file.
const DIMS_OF_A_BYTE: u64 = 2;
pub(crate) const MANY_DIMS: &str = "nodes read more dimensions of shapes of more than 12 than `max_dims_read` allows";
pub(crate) const MANY_ELEMENTS: &str =
    "nodes read more elements of lists and sequences of more than 64 than `max_elements_read` allows";

/// What nodes did not read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct CutReads {
    /// Elements of long lists.
    pub(crate) elements: bool,
    /// Shapes with many dimensions.
    pub(crate) dims: bool,
}

impl CutReads {
    pub(crate) fn any(self) -> bool {
        self.elements || self.dims
    }
}

/// What nodes may still read.
#[derive(Debug)]
pub(crate) struct Reads {
    elements: u64,
    /// Longer constants are not read.
    longest: u64,
    dims: u64,
    cut: CutReads,
}

impl Reads {
    pub(crate) fn new(model: &Model, limits: &Limits) -> Reads {
        let bytes = model.source().bytes().len() as u64;
        Reads {
            elements: limits.max_elements_read.saturating_add(bytes),
            longest: limits.max_tracked_elements_per_tensor as u64,
            dims: limits.max_dims_read.saturating_add(DIMS_OF_A_BYTE.saturating_mul(bytes)),
            cut: CutReads::default(),
        }
    }

    /// Counts the elements of these inputs of a node.
    pub(crate) fn count(&mut self, model: &Model, inputs: &[Fact]) {
        let read = inputs.iter().map(|input| self.long_part(model, input)).sum();
        self.elements = self.elements.saturating_sub(read);
    }

    /// Makes the elements of long lists unknown if too many were read before. Counts the dimensions of shapes with many, and
    /// makes those shapes unknown for which there is no room.
    pub(crate) fn limit(&mut self, model: &Model, inputs: &mut [Fact]) {
        for input in inputs {
            self.limit_dims(input);
            self.limit_elements(model, input);
        }
    }

    /// Makes unknown what a node did not read of its inputs. Nothing counts twice: once a shape was cut, there is no room for
    /// further ones.
    pub(crate) fn limit_again(&mut self, model: &Model, inputs: &mut [Fact]) {
        for input in inputs {
            if self.cut.dims {
                self.limit_dims(input);
            }
            if self.cut.elements {
                self.limit_elements(model, input);
            }
        }
    }

    fn limit_elements(&mut self, model: &Model, input: &mut Fact) {
        if self.elements == 0 && self.long_part(model, input) > 0 {
            input.value = KnownValue::Unknown;
            self.cut.elements = true;
        }
    }

    fn limit_dims(&mut self, input: &mut Fact) {
        let Some(rank) = input.shape().rank().filter(|&rank| rank > Shape::USUAL_RANK) else { return };
        match self.dims.checked_sub(rank as u64) {
            Some(left) => self.dims = left,
            None => {
                (self.dims, self.cut.dims) = (0, true);
                input.ty = without_shape(&input.ty);
                input.unknown_reason = Some(UnknownReason::value(MANY_DIMS));
            }
        }
    }

    /// Counts what a fact has of elements and dimensions, and makes unknown what is too much.
    pub(crate) fn read(&mut self, model: &Model, mut fact: Fact) -> Fact {
        self.limit(model, std::slice::from_mut(&mut fact));
        self.count(model, std::slice::from_ref(&fact));
        fact
    }

    /// The limit for which this input of a node was made unknown, at least in part, if it is read after all others.
    pub(crate) fn why_cut(&self, model: &Model, input: &Fact) -> Option<&'static str> {
        let is_wide = input.shape().rank().is_some_and(|rank| rank > Shape::USUAL_RANK);
        match () {
            () if self.cut.dims && is_wide => Some(MANY_DIMS),
            () if self.cut.elements && self.long_part(model, input) > 0 => Some(MANY_ELEMENTS),
            () => None,
        }
    }

    /// What was made unknown.
    pub(crate) fn cut(&self) -> CutReads {
        self.cut
    }

    /// The dimensions and the elements of an item of a sequence.
    fn whole(&self, model: &Model, item: &Fact) -> u64 {
        item.shape().rank().unwrap_or(0) as u64 + self.long_part(model, item)
    }

    fn long_part(&self, model: &Model, input: &Fact) -> u64 {
        let count = match &input.value {
            KnownValue::Elements(elements) => elements.len() as u64,
            KnownValue::Constant(id) => model.tensor(*id).num_elements().filter(|&n| n <= self.longest).unwrap_or(0),
            KnownValue::Items(items) => items.iter().map(|item| self.whole(model, item)).sum(),
            KnownValue::Unknown | KnownValue::Split(_) => 0,
        };
        count.saturating_sub(FREE_ELEMENTS)
    }
}
