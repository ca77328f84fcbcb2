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
    /// The candidate nearest to `name`, if one is near enough to suggest. One that nothing reads is probably meant; one
    /// with another number is another value.
    pub(crate) fn nearest(
        &mut self,
        name: NameId,
        names: &Names,
        candidates: impl Iterator<Item = NameId>,
        is_read: impl Fn(NameId) -> bool,
    ) -> Option<NameId> {
        let wanted = names.get(name);
        let most = 1 + wanted.len() / 4;
        if wanted.is_empty() || wanted.len() > LONGEST {
            return None;
        }
        self.looks = self.looks.checked_sub(names.len())?;
        let near = |id: &NameId| names.get(*id).len().abs_diff(wanted.len()) <= most || extends(names.get(*id), wanted);
        let candidates: Vec<NameId> = candidates.filter(near).take(self.comparisons).collect();
        self.comparisons -= candidates.len();
        let ranked = candidates.iter().filter_map(|&id| {
            let (candidate, read) = (names.get(id), is_read(id));
            let distance = match suggest::distance(wanted, candidate) {
                None if !read && extends(candidate, wanted) => wanted.len(),
                distance => distance?,
            };
            (!differ_in_number(candidate, wanted)).then_some((read, distance, id))
        });
        ranked.min().map(|(.., id)| id)
    }
}

/// Whether one of two names is the other with something added, as in `out` and `out_renamed`.
fn extends(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short.len() >= 3 && short.len() < long.len() && (long.starts_with(short) || long.ends_with(short))
}

/// Whether two names are equal except for numbers, as `conv1_w` and `conv2_w`, or `add:0` and `add__6:0`.
fn differ_in_number(a: &str, b: &str) -> bool {
    let without = |name: &str| name.chars().filter(|c| !c.is_ascii_digit() && *c != '_').collect::<String>();
    a != b && without(a) == without(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_distinguish_values() {
        assert!(differ_in_number("conv1_w", "conv12_w") && differ_in_number("add:0", "add__6:0"));
        assert!(!differ_in_number("conv1_w", "conv1_v"));
        assert!(extends("attn_out", "attn_out_renamed") && !extends("y", "my_y"));
    }
}
