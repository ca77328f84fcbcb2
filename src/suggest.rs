//! Suggestions for misspelled names: one distance for all of them.

/// Maximum length of compared names. Longer names are generated or hostile.
const MAX_NAME_LENGTH: usize = 200;

/// The distance between two names, ignoring case; `None` if one is unlikely to be a misspelling of the other.
pub(crate) fn distance(text: &str, known: &str) -> Option<usize> {
    let (shorter, longer) = (text.len().min(known.len()), text.len().max(known.len()));
    let max = 1 + shorter / 4;
    // The difference in length alone is too large.
    if longer > MAX_NAME_LENGTH || longer - shorter > max {
        return None;
    }
    let distance = strsim::damerau_levenshtein(&text.to_lowercase(), &known.to_lowercase());
    // At least one character must match.
    (distance <= max && distance < longer).then_some(distance)
}

/// The closest of these names, if one is close enough.
pub(crate) fn nearest<'k>(text: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let near = known.into_iter().filter_map(|known| Some((distance(text, known)?, known)));
    near.min().map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maximum_distance_depends_on_the_shorter_name() {
        for (text, known) in [
            ("yy", "y"),
            ("n", "N"),
            ("bnd", "bind"),
            ("snpa", "snap"),
            ("OP1O2", "OP102"),
            ("axis-of-rnage", "axis-of-range"),
        ] {
            assert!(distance(text, known).is_some(), "{text} {known}");
        }
        for (text, known) in [("nope", "op"), ("x", "y"), ("", "y"), ("in", "op"), ("tvm", "tract")] {
            assert_eq!(distance(text, known), None, "{text} {known}");
        }
        let long = "a".repeat(MAX_NAME_LENGTH + 1);
        assert_eq!(distance(&long, &long), None);
        assert_eq!(nearest("lnit", ["fold", "list", "lint"]), Some("lint"));
    }
}
