//! Lists of what is unknown, with reasons.

/// The most reasons that a list holds. Each is a text of its own.
const MAX_REASONS: usize = 10_000;

/// What is unknown, in the order of the file. The first 10,000 have a reason, if one is known.
#[derive(Clone, Debug)]
pub struct Unknowns<T> {
    items: Vec<T>,
    reasons: Vec<Option<Box<str>>>,
}

impl<T> Default for Unknowns<T> {
    fn default() -> Unknowns<T> {
        Unknowns { items: Vec::new(), reasons: Vec::new() }
    }
}

impl<T: Copy> Unknowns<T> {
    /// Adds an item; `reason` is only asked for if it is kept.
    pub(super) fn push(&mut self, item: T, reason: impl FnOnce() -> Option<String>) {
        if self.reasons.len() < MAX_REASONS {
            self.reasons.push(reason().map(String::into_boxed_str));
        }
        self.items.push(item);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Each with the reason, as a clause.
    pub fn iter(&self) -> impl Iterator<Item = (T, Option<&str>)> + Clone {
        let reasons = self.reasons.iter().map(Option::as_deref).chain(std::iter::repeat(None));
        self.items.iter().copied().zip(reasons)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_have_reasons() {
        let mut list = Unknowns::default();
        for item in 0..MAX_REASONS + 2 {
            list.push(item, || (item != 1).then(|| item.to_string()));
        }
        assert_eq!(list.len(), MAX_REASONS + 2);
        assert_eq!(list.iter().take(3).collect::<Vec<_>>(), [(0, Some("0")), (1, None), (2, Some("2"))]);
        let last = MAX_REASONS.to_string();
        let end = [(MAX_REASONS - 1, true), (MAX_REASONS, false), (MAX_REASONS + 1, false)];
        assert_eq!(list.iter().skip(MAX_REASONS - 1).map(|(item, why)| (item, why.is_some())).collect::<Vec<_>>(), end);
        assert!(list.iter().all(|(_, why)| why != Some(&last)));
    }
}
