//! The known name that a wrong one was probably meant to be: one measure for all suggestions.

/// Longer names are generated, or hostile: they are compared with none.
const LONGEST: usize = 200;

/// How far apart two names are, whatever their case; `None` where one can hardly have been meant by the other.
pub(crate) fn distance(text: &str, known: &str) -> Option<usize> {
    let (shorter, longer) = (text.len().min(known.len()), text.len().max(known.len()));
    let most = 1 + shorter / 4;
    // Names of other lengths are too far away, whatever they say.
    if longer > LONGEST || longer - shorter > most {
        return None;
    }
    let distance = strsim::damerau_levenshtein(&text.to_lowercase(), &known.to_lowercase());
    // Of `x` nothing is left in `y`.
    (distance <= most && distance < longer).then_some(distance)
}

/// The nearest of these names, if one is near.
pub(crate) fn nearest<'k>(text: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let near = known.into_iter().filter_map(|known| Some((distance(text, known)?, known)));
    near.min().map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_depends_on_the_shorter_name() {
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
        let long = "a".repeat(LONGEST + 1);
        assert_eq!(distance(&long, &long), None);
        assert_eq!(nearest("lnit", ["fold", "list", "lint"]), Some("lint"));
    }
}
