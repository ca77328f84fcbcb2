//! Copy-on-write parts of a model: a copy of a model that is edited needs memory only for what the edits change.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A value that its clones share until one of them changes it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Shared<T>(Arc<T>);

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_seen_by_one_clone() {
        let mut changed: Shared<Vec<u8>> = Shared::default();
        changed.push(1);
        let kept = changed.clone();
        assert!(std::ptr::eq(&*changed, &*kept), "clones share the value");
        changed.push(2);
        assert_eq!((&changed[..], &kept[..]), (&[1, 2][..], &[1][..]));
    }
}
