//! Suggestions for misspelled names: the nearest defined name.

use crate::graph::Names;
use crate::ids::NameId;
use crate::suggest;

/// The work that suggestions may still do for this file.
pub(crate) struct Suggest {
    /// Names that may be examined.
    looks: usize,
    /// Names that may be compared.
    comparisons: usize,
}

impl Default for Suggest {
    fn default() -> Suggest {
        Suggest { looks: 5_000_000, comparisons: 25_000 }
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
        if wanted.is_empty() || wanted.len() > suggest::MAX_NAME_LENGTH {
            return None;
        }
        self.looks = self.looks.checked_sub(names.len())?;
        let stem_of_wanted = stem(wanted);
        let near = |id: &NameId| {
            let known = names.get(*id);
            let near = known.len().abs_diff(wanted.len()) <= most || extends(known, wanted);
            near && (known == wanted || stem(known) != stem_of_wanted)
        };
        let candidates: Vec<NameId> = candidates.filter(near).take(self.comparisons).collect();
        self.comparisons -= candidates.len();
        let ranked = candidates.iter().filter_map(|&id| {
            let (candidate, read) = (names.get(id), is_read(id));
            let distance = match suggest::distance(wanted, candidate) {
                None if !read && extends(candidate, wanted) => wanted.len(),
                distance => distance?,
            };
            Some((read, distance, id))
        });
        ranked.min().map(|(.., id)| id)
    }
}

/// Whether one of two names is the other with something added, as in `out` and `out_renamed`.
fn extends(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short.len() >= 3 && short.len() < long.len() && (long.starts_with(short) || long.ends_with(short))
}

/// A name without its numbers: two with the same stem are those of two values of a generated series, neither of which is a
/// misspelling of the other.
fn stem(text: &str) -> String {
    let (mut stem, mut in_number) = (String::with_capacity(text.len()), false);
    for c in text.chars() {
        let is_digit = c.is_ascii_digit();
        match (is_digit, in_number) {
            // The first name of a series has no number: `x`, `x_1`, `x_2`.
            (true, false) if stem.ends_with(['_', '.']) => {
                stem.truncate(stem.trim_end_matches(['_', '.']).len());
            }
            (true, false) => stem.push('0'),
            (true, true) => {}
            (false, _) => stem.push(c),
        }
        in_number = is_digit;
    }
    stem
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_one_series_differ_in_number() {
        for (a, b, alike) in [
            ("/Constant_3_output_0", "/Constant_1_output_0", true),
            ("/Constant_3_output_0", "/Constant_output_0", true),
            ("conv_1", "conv_10", true),
            ("add:0", "add__6:0", true),
            ("12", "13", true),
            ("bias", "bias1", false),
            ("conv1", "convl", false),
            ("a1b", "ab1", false),
            ("x1", "x1", false),
        ] {
            assert_eq!(a != b && stem(a) == stem(b), alike, "{a} {b}");
        }
    }
    #[test]
    fn a_name_may_have_something_added() {
        assert!(extends("attn_out", "attn_out_renamed") && !extends("y", "my_y"));
    }
}
