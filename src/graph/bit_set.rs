//! Sets of positions in an arena, with a bit for each position up to the largest one.

#[derive(Clone, Debug, Default)]
pub(crate) struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// Adds a position. Whether it is new.
    pub(crate) fn insert(&mut self, index: usize) -> bool {
        let (word, bit) = place(index);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    pub(crate) fn remove(&mut self, index: usize) {
        let (word, bit) = place(index);
        if let Some(word) = self.words.get_mut(word) {
            *word &= !bit;
        }
    }

    pub(crate) fn contains(&self, index: usize) -> bool {
        let (word, bit) = place(index);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// What is in this set or in another one, in ascending order.
    pub(crate) fn union<'a>(&'a self, other: &'a BitSet) -> impl Iterator<Item = usize> + 'a {
        let words = 0..self.words.len().max(other.words.len());
        let word = |set: &BitSet, at: usize| set.words.get(at).copied().unwrap_or(0);
        words.flat_map(move |at| bits(word(self, at) | word(other, at)).map(move |bit| at * 64 + bit))
    }
}

/// The word of an index, and its bit there.
fn place(index: usize) -> (usize, u64) {
    (index / 64, 1 << (index % 64))
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

    proptest! {
        #[test]
        fn a_set_of_bits_is_a_set(
            steps in prop::collection::vec((any::<bool>(), 0_usize..300), 0..60),
            more in prop::collection::vec(0_usize..500, 0..20),
        ) {
            let (mut set, mut model) = (BitSet::default(), BTreeSet::new());
            for (adds, index) in steps {
                if adds {
                    set.insert(index);
                    model.insert(index);
                } else {
                    set.remove(index);
                    model.remove(&index);
                }
            }
            let mut other = BitSet::default();
            more.iter().for_each(|&index| {
                other.insert(index);
            });
            for index in 0..600 {
                prop_assert_eq!(set.contains(index), model.contains(&index));
            }
            model.extend(more);
            prop_assert_eq!(set.union(&other).collect::<Vec<_>>(), model.into_iter().collect::<Vec<_>>());
        }
    }
}
