//! Suggestions for misspelled names: the nearest defined name.

use crate::graph::Names;
use crate::ids::NameId;
use crate::suggest;

/// Names longer than this are generated; similar ones are no help.
const LONGEST: usize = 64;

/// The work that suggestions may still do for this file.
pub(crate) struct Suggest {
    /// Names that may be examined.
    looks: usize,
    /// Names that may be compared.
    comparisons: usize,
}

impl Default for Suggest {
    fn default() -> Suggest {
        Suggest { looks: 5_000_000, comparisons: 100_000 }
    }
}

impl Suggest {
    /// The candidate nearest to `name`, if one is near enough to suggest.
    pub(crate) fn nearest(
        &mut self,
        name: NameId,
        names: &Names,
        candidates: impl Iterator<Item = NameId>,
    ) -> Option<NameId> {
        let wanted = names.get(name);
        let most = 1 + wanted.len() / 4;
        if wanted.is_empty() || wanted.len() > LONGEST {
            return None;
        }
        self.looks = self.looks.checked_sub(names.len())?;
        let near = |id: &NameId| names.get(*id).len().abs_diff(wanted.len()) <= most;
        let candidates: Vec<NameId> = candidates.filter(near).take(self.comparisons).collect();
        self.comparisons -= candidates.len();
        let best = candidates.iter().filter_map(|&id| Some((suggest::distance(wanted, names.get(id))?, id))).min();
        best.map(|(_, id)| id)
    }
}
