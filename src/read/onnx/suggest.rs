//! The name that was probably meant: the nearest one that is defined.

use super::scope::Scope;
use crate::graph::{NameId, Names};

/// Names longer than this are generated; their neighbours say nothing.
const LONGEST: usize = 64;

/// How many names may still be compared in this file.
pub(super) struct Suggest(usize);

impl Default for Suggest {
    fn default() -> Suggest {
        Suggest(100_000)
    }
}

impl Scope {
    /// The defined name nearest to `name`, if one is near enough to suggest.
    pub(super) fn nearest(&mut self, name: NameId, names: &Names) -> Option<NameId> {
        let wanted = names.get(name);
        let most = 1 + wanted.len() / 4;
        if wanted.is_empty() || wanted.len() > LONGEST {
            return None;
        }
        let left = self.suggest.0;
        let near = |id: &NameId| names.get(*id).len().abs_diff(wanted.len()) <= most;
        let candidates: Vec<NameId> = self.names().take(left).filter(near).collect();
        let best = candidates.iter().map(|&id| (strsim::damerau_levenshtein(wanted, names.get(id)), id)).min();
        self.suggest.0 = left.saturating_sub(self.names().take(left).count());
        best.filter(|&(distance, _)| distance <= most).map(|(_, id)| id)
    }
}
