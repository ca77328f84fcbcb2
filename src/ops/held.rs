//! What the inputs or outputs of one node hold at the same time: thousands of them may have long lists or shapes.

use crate::diagnostic::Diagnostic;
use crate::fact::{Fact, KnownValue, TensorType, UnknownReason, ValueType};
use crate::place::Place;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

/// The elements and dimensions that all inputs, all outputs, or all results of the body of a node may have: 10 MB.
const MOST: usize = 300_000;
/// So many inputs or outputs hold less, except for sequences, which are limited together.
const FEW: usize = 64;
const WHY: &str = "the inputs or outputs of one node have more than 300,000 elements and dimensions";

/// The elements, and dimensions of shapes of a high rank, for which there is room.
#[derive(Debug)]
pub(crate) struct Held {
    left: usize,
    /// Whether there was no room for something.
    is_cut: bool,
}

impl Held {
    /// Room for this many inputs or outputs.
    pub(crate) fn new(count: usize) -> Held {
        Held { left: if count > FEW { MOST } else { usize::MAX }, is_cut: false }
    }

    /// Whether there has been room for everything.
    pub(crate) fn has_room(&self) -> bool {
        !self.is_cut
    }

    /// Counts what a fact has, and removes it if there is no room. Returns whether it is the first one for which there is none.
    pub(crate) fn limit(&mut self, fact: &mut Fact) -> bool {
        let rank = fact.shape().rank().filter(|&rank| rank > Shape::USUAL_RANK).unwrap_or(0);
        let elements = fact.value.tracking_cost();
        if let Some(left) = self.left.checked_sub(rank + elements) {
            self.left = left;
            return false;
        }
        if elements > 0 {
            fact.value = KnownValue::Unknown;
        }
        if rank > 0 {
            fact.unknown_reason = Some(UnknownReason::value(WHY));
            if let ValueType::Tensor(tensor) = &fact.ty {
                fact.ty = ValueType::Tensor(TensorType { element: tensor.element, shape: Shape::UNKNOWN });
            }
        }
        self.left = 0;
        !std::mem::replace(&mut self.is_cut, true)
    }

    /// Limits what facts have together. Returns whether something was removed.
    pub(crate) fn limit_all(facts: &mut [Fact]) -> bool {
        let (mut held, mut is_cut) = (Held::new(facts.len()), false);
        facts.iter_mut().for_each(|fact| is_cut |= held.limit(fact));
        is_cut
    }

    /// The finding that something was removed at a node.
    pub(crate) fn finding(place: Place) -> Diagnostic {
        let message = format!("{WHY}: those of further ones are unknown");
        Diagnostic::new(&rules::limit_exceeded::RULE, place, message).level(Level::Note).data("limit", MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dim::Dim;
    use crate::elements::Elements;

    #[test]
    fn facts_are_cut_from_the_first_one_without_room() {
        let list = Fact::tensor(None, Shape::from_dims([997u64])).with_elements(Some(Elements::of_ints(vec![1; 997])));
        let wide = Fact::tensor(None, Shape::from_dims(vec![Dim::exact(2); 200]));
        let usual = Fact::tensor(None, Shape::from_dims(vec![Dim::exact(2); 12]));
        // 299 lists of 1,000 each with what a list takes, and five shapes.
        let facts =
            [vec![list.clone(); 299], vec![usual.clone()], vec![wide.clone(); 6], vec![list.clone(), usual.clone()]];
        let (mut all, before) = (facts.concat(), facts.concat());
        assert!(Held::limit_all(&mut all));
        assert_eq!(all[..305], before[..305]);
        assert_eq!((all[305].shape(), &all[306].value), (&Shape::UNKNOWN, &KnownValue::Unknown));
        assert_eq!(all[307], usual);
        assert!(!Held::limit_all(&mut all[..305]));
    }
}
