//! Facts without elements, as they are stored: to compare and copy them without their types.

use super::{FactStore, Stored};
use crate::fact::{KnownValue, Provenance};
use crate::ids::{NodeId, TensorId, ValueId};

/// A type, its provenance, and the reason for what is unknown. In one store, equal facts have equal types and reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlainFact {
    pub(super) ty: u32,
    /// The index of the cause of what is unknown, counted from 1, or 0 for none; with [`DECLARED`] unless the fact is inferred.
    cause: u32,
    /// The node of that cause.
    node: Option<NodeId>,
}

/// There are fewer causes, each of which has a text.
const DECLARED: u32 = 1 << 31;

impl PlainFact {
    pub(super) fn new(ty: u32, (cause, node): (u32, Option<NodeId>), origin: Provenance) -> PlainFact {
        let origin = if origin == Provenance::Declared { DECLARED } else { 0 };
        PlainFact { ty, cause: cause | origin, node }
    }

    pub(super) fn origin(self) -> Provenance {
        if self.cause & DECLARED == 0 { Provenance::Inferred } else { Provenance::Declared }
    }

    /// The index of the cause of what is unknown, counted from 1, or 0 for none; and its node.
    pub(super) fn cause(self) -> (u32, Option<NodeId>) {
        (self.cause & !DECLARED, self.node)
    }

    /// The fact as numbers that identify it in its store.
    pub(crate) fn words(self) -> [u64; 2] {
        let node = self.node.map_or(0, |node| u64::from(node.position()) + 1);
        [u64::from(self.ty) << 32 | u64::from(self.cause), node]
    }

    /// Whether it has a reason for what is unknown.
    pub(crate) fn has_reason(self) -> bool {
        self.cause().0 != 0
    }

    /// Whether a node is the reason for what is unknown, and not the one that produces the value.
    #[cfg(feature = "cli")]
    pub(crate) fn is_caused_elsewhere(self, producer: Option<NodeId>) -> bool {
        self.node.is_some() && self.node != producer
    }

    /// Whether the reason for what is unknown is that of another fact.
    pub(crate) fn has_reason_of(self, other: PlainFact) -> bool {
        self.cause() == other.cause()
    }
}

impl FactStore {
    /// What is known of a value besides its elements.
    pub(crate) fn plain(&self, value: ValueId) -> PlainFact {
        self.stored(value).plain
    }

    /// The constant that a value has. `Err` with what is known of its elements if that is something else.
    pub(crate) fn constant(&self, value: ValueId) -> Result<Option<TensorId>, &KnownValue> {
        match self.contents.get(self.stored(value).content) {
            KnownValue::Unknown => Ok(None),
            KnownValue::Constant(tensor) => Ok(Some(*tensor)),
            other => Err(other),
        }
    }

    /// Whether there is room for the texts of the types if values get these facts.
    pub(crate) fn has_room_for(&self, facts: impl Iterator<Item = (ValueId, PlainFact)>) -> bool {
        let text: u64 = facts.map(|(value, fact)| self.text_of_type(value, fact.ty)).sum();
        text == 0 || self.text + text <= self.max_text
    }

    /// Replaces the fact of a value with one of another value of this store, for whose text there is room.
    pub(crate) fn set_plain(&mut self, value: ValueId, fact: PlainFact) {
        let Some(&before) = self.facts.get(value.index()) else { return };
        self.text -= self.text_of_type(value, before.plain.ty);
        self.text += self.text_of_type(value, fact.ty);
        self.drop_elements(value);
        self.facts[value.index()] = Stored { plain: fact, content: 0 };
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
        store.set(ValueId::new(0), vague.clone());
        store.set(ValueId::new(1), list.clone().with_elements(Some(Elements::of_ints([1, 2]))));
        assert_eq!(store.constant(ValueId::new(0)), Ok(None));
        assert!(store.constant(ValueId::new(1)).is_err());
        let (first, second) = (store.plain(ValueId::new(0)), store.plain(ValueId::new(1)));
        assert_ne!(first.words(), second.words());
        store.set_plain(ValueId::new(1), first);
        store.set_plain(ValueId::new(2), second);
        assert_eq!([store.get(ValueId::new(1)), store.get(ValueId::new(2))], [vague, list]);
        assert_eq!(store.plain(ValueId::new(1)), first);
        assert_eq!(store.followed, 0);
    }

    #[test]
    fn the_text_of_a_plain_fact_counts() {
        let mut store = FactStore::new(3, 100).with_max_memory(1_000, u64::MAX);
        let name = "N".repeat(400);
        store.set(ValueId::new(0), Fact::tensor(ElementType::F32, Shape::from_dims([&*name])));
        // `f32[N…]`
        assert_eq!(store.text, 405);
        let long = store.plain(ValueId::new(0));
        let has_room_for = |store: &FactStore, facts: &[PlainFact]| {
            store.has_room_for(facts.iter().map(|&fact| (ValueId::new(1), fact)))
        };
        assert!(has_room_for(&store, &[long]) && !has_room_for(&store, &[long, long]));
        store.set_plain(ValueId::new(1), long);
        assert_eq!((store.text, has_room_for(&store, &[long])), (810, false));
        let short = store.plain(ValueId::new(2));
        assert!(has_room_for(&store, &[short; 9]), "a short text does not count");
        store.set_plain(ValueId::new(0), short);
        store.set_plain(ValueId::new(1), short);
        assert_eq!(store.text, 0);
    }
}
