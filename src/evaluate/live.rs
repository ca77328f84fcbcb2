//! Evaluated values, each until its last use.

use hashbrown::HashMap;

use crate::ids::ValueId;

/// Evaluated values that are still to be used.
pub(crate) struct LiveValues<T> {
    /// The number of remaining uses of each value.
    uses: HashMap<ValueId, u32>,
    values: HashMap<ValueId, T>,
}

impl<T> LiveValues<T> {
    pub(crate) fn new() -> LiveValues<T> {
        LiveValues { uses: HashMap::new(), values: HashMap::new() }
    }

    /// Adds a use to come.
    pub(crate) fn add_use(&mut self, value: ValueId) {
        *self.uses.entry(value).or_default() += 1;
    }

    /// The number of remaining uses.
    pub(crate) fn uses_left(&self, value: ValueId) -> u32 {
        self.uses.get(&value).copied().unwrap_or_default()
    }

    pub(crate) fn insert(&mut self, value: ValueId, what: T) {
        self.values.insert(value, what);
    }

    pub(crate) fn get(&self, value: ValueId) -> Option<&T> {
        self.values.get(&value)
    }

    /// Counts a use. After the last one, the value is no longer live, and is returned.
    pub(crate) fn count_use(&mut self, value: ValueId) -> Option<T> {
        let left = self.uses.get_mut(&value).filter(|left| **left > 0)?;
        *left -= 1;
        if *left == 0 { self.values.remove(&value) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_live_until_its_last_use() {
        let mut live = LiveValues::new();
        let [used, unused] = [0, 1].map(ValueId::at);
        (0..2).for_each(|_| live.add_use(used));
        live.insert(used, "a");
        assert_eq!((live.uses_left(used), live.uses_left(unused)), (2, 0));
        assert_eq!((live.count_use(used), live.get(used)), (None, Some(&"a")));
        assert_eq!((live.count_use(used), live.get(used)), (Some("a"), None));
        assert_eq!((live.count_use(used), live.count_use(unused)), (None, None));
    }
}
