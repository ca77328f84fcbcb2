//! Copy-on-write parts of a model: a copy of a model that is edited needs memory only for what the edits change.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A value that its clones share, once it is shared, until one of them changes it.
#[derive(Clone, Debug)]
pub(crate) enum Shared<T> {
    /// Not shared yet: a change needs no look at a count of references, which takes longer than most changes of a reader.
    Own(T),
    Shared(Arc<T>),
}

impl<T: Default> Shared<T> {
    /// Lets clones share the value from now on.
    pub(crate) fn share(&mut self) {
        if let Shared::Own(value) = self {
            *self = Shared::Shared(Arc::new(std::mem::take(value)));
        }
    }
}

impl<T: Default> Default for Shared<T> {
    fn default() -> Shared<T> {
        Shared::Own(T::default())
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Shared::Own(value) => value,
            Shared::Shared(value) => value,
        }
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        match self {
            Shared::Own(value) => value,
            Shared::Shared(value) => Arc::make_mut(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_seen_by_one_clone() {
        let mut changed: Shared<Vec<u8>> = Shared::default();
        changed.push(1);
        let copied = changed.clone();
        changed.share();
        let kept = changed.clone();
        assert!(std::ptr::eq(&*changed, &*kept), "clones share the value");
        changed.push(2);
        assert_eq!((&changed[..], &kept[..], &copied[..]), (&[1, 2][..], &[1][..], &[1][..]));
    }
}
