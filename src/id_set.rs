//! Sets of ids of one arena, with a bit for each id up to the largest one.

use std::marker::PhantomData;

use crate::ids::Id;

#[derive(Clone, Debug)]
pub(crate) struct IdSet<I> {
    words: Vec<u64>,
    ids: PhantomData<I>,
}

impl<I> Default for IdSet<I> {
    fn default() -> IdSet<I> {
        IdSet { words: Vec::new(), ids: PhantomData }
    }
}

impl<I: Id> IdSet<I> {
    pub(crate) fn insert(&mut self, id: I) {
        let (word, bit) = place(id);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= bit;
    }

    pub(crate) fn remove(&mut self, id: I) {
        let (word, bit) = place(id);
        if let Some(word) = self.words.get_mut(word) {
            *word &= !bit;
        }
    }

    pub(crate) fn contains(&self, id: I) -> bool {
        let (word, bit) = place(id);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// The ids in this set or in another one, in ascending order.
    pub(crate) fn union<'a>(&'a self, other: &'a IdSet<I>) -> impl Iterator<Item = I> + 'a {
        let words = 0..self.words.len().max(other.words.len());
        let word = |set: &IdSet<I>, at: usize| set.words.get(at).copied().unwrap_or(0);
        words.flat_map(move |at| bits(word(self, at) | word(other, at)).map(move |bit| I::at(at * 64 + bit)))
    }
}

/// The word of an id, and its bit there.
fn place(id: impl Id) -> (usize, u64) {
    (id.index() / 64, 1 << (id.index() % 64))
}

/// The positions of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then_some(word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::ids::NodeId;

    proptest! {
        #[test]
        fn a_set_of_bits_is_a_set(steps in prop::collection::vec((any::<bool>(), 0_usize..300), 0..60), more in prop::collection::vec(0_usize..500, 0..20)) {
            let (mut set, mut model) = (IdSet::default(), BTreeSet::new());
            for (adds, index) in steps {
                let id = NodeId::at(index);
                if adds {
                    set.insert(id);
                    model.insert(id);
                } else {
                    set.remove(id);
                    model.remove(&id);
                }
            }
            let mut other = IdSet::default();
            more.iter().for_each(|&index| other.insert(NodeId::at(index)));
            for index in 0..600 {
                prop_assert_eq!(set.contains(NodeId::at(index)), model.contains(&NodeId::at(index)));
            }
            let both: BTreeSet<NodeId> = model.into_iter().chain(more.into_iter().map(NodeId::at)).collect();
            prop_assert_eq!(set.union(&other).collect::<Vec<_>>(), both.into_iter().collect::<Vec<_>>());
        }
    }
}
