//! Facts without elements, as they are stored: to compare and copy them without their types.

use super::{FactStore, Stored};
use crate::fact::{KnownValue, Provenance};
use crate::ids::{TensorId, ValueId};

/// A type, its provenance, and the reason for what is unknown. In one store, equal facts have equal types and reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlainFact {
    ty: u32,
    why: u32,
    origin: Provenance,
}

impl PlainFact {
    /// The fact as numbers that identify it in its store.
    pub(crate) fn words(self) -> [u64; 2] {
        [u64::from(self.ty) << 32 | u64::from(self.why), self.origin as u64]
    }

    /// The number of the reason; 0 if there is none.
    pub(crate) fn reason(self) -> u32 {
        self.why
    }
}

impl FactStore {
    /// What is known of a value besides its elements.
    pub(crate) fn plain(&self, value: ValueId) -> PlainFact {
        let Stored { ty, why, origin, .. } = *self.stored(value);
        PlainFact { ty, why, origin }
    }

    /// The constant that a value has. `Err` if more of its elements is known than that.
    pub(crate) fn constant(&self, value: ValueId) -> Result<Option<TensorId>, ()> {
        match self.contents.get(self.stored(value).content) {
            KnownValue::Unknown => Ok(None),
            KnownValue::Constant(tensor) => Ok(Some(*tensor)),
            _ => Err(()),
        }
    }

    /// Whether a plain fact can be stored for any value: the text of its type does not count.
    pub(crate) fn is_short(&self, fact: PlainFact) -> bool {
        self.types.text(fact.ty) == 0
    }

    /// Replaces the fact of a value with one of another value of this store, which is short.
    pub(crate) fn set_plain(&mut self, value: ValueId, fact: PlainFact) {
        debug_assert!(self.is_short(fact), "the text of the type counts");
        let Some(&before) = self.facts.get(value.index()) else { return };
        self.text -= self.types.text(before.ty);
        self.drop_elements(value);
        let PlainFact { ty, why, origin } = fact;
        self.facts[value.index()] = Stored { ty, why, content: 0, origin };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::ElementType;
    use crate::elements::Elements;
    use crate::fact::{Fact, UnknownReason};
    use crate::shape::Shape;

    #[test]
    fn a_plain_fact_replaces_everything_about_a_value() {
        let mut store = FactStore::new(3, 100);
        let reason = UnknownReason::value("the rank is known only at run time");
        let vague = Fact { unknown_reason: Some(reason), ..Fact::tensor(ElementType::F32, Shape::UNKNOWN) };
        let list = Fact::tensor(ElementType::I64, Shape::from_dims([2u64]));
        store.set(ValueId(0), vague.clone());
        store.set(ValueId(1), list.clone().with_elements(Some(Elements::of_ints([1, 2]))));
        assert_eq!([store.constant(ValueId(0)), store.constant(ValueId(1))], [Ok(None), Err(())]);
        let (first, second) = (store.plain(ValueId(0)), store.plain(ValueId(1)));
        assert_ne!(first.words(), second.words());
        store.set_plain(ValueId(1), first);
        store.set_plain(ValueId(2), second);
        assert_eq!([store.get(ValueId(1)), store.get(ValueId(2))], [vague, list]);
        assert_eq!(store.plain(ValueId(1)), first);
        assert_eq!(store.followed, 0);
    }
}
