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
    if letters_apart(text, known) > max {
        return None;
    }
    let distance = strsim::damerau_levenshtein(&text.to_lowercase(), &known.to_lowercase());
    // At least one character must match.
    (distance <= max && distance < longer).then_some(distance)
}

/// A lower bound of the distance that is cheap: the letters that only one of the names has. Each edit changes one, and a
/// transposition none. 0 if there are letters other than those of ASCII, whose lower case may have another length.
fn letters_apart(text: &str, known: &str) -> usize {
    if !text.is_ascii() || !known.is_ascii() {
        return 0;
    }
    let mut counts = [0i16; 128];
    text.bytes().for_each(|letter| counts[usize::from(letter.to_ascii_lowercase())] += 1);
    known.bytes().for_each(|letter| counts[usize::from(letter.to_ascii_lowercase())] -= 1);
    let sum = |wanted: fn(&i16) -> bool| counts.iter().copied().filter(wanted).map(i16::unsigned_abs).sum::<u16>();
    sum(|count| *count > 0).max(sum(|count| *count < 0)).into()
}

/// Names that are compared with many others: sorted by length, each with its letters, so that a name is compared only with
/// those that may be close.
pub(crate) struct Index(Vec<(&'static str, u64)>);

impl Index {
    pub(crate) fn new(names: impl IntoIterator<Item = &'static str>) -> Index {
        let mut names: Vec<_> = names.into_iter().map(|name| (name, letters(name))).collect();
        names.sort_unstable_by_key(|&(name, _)| (name.len(), name));
        Index(names)
    }

    /// The names that [`distance`] may accept for `text`, shortest first.
    pub(crate) fn candidates<'a>(&'static self, text: &'a str) -> impl Iterator<Item = &'static str> + use<'a> {
        let most = 1 + text.len() / 4;
        // A longer name allows no more edits, because the shorter of both counts.
        let first = self.0.partition_point(|(name, _)| name.len() + 1 + name.len() / 4 < text.len());
        let near = self.0[first..].iter().take_while(move |(name, _)| name.len() <= text.len() + most);
        // The lower case of other letters than those of ASCII may be any number of letters.
        let own = text.is_ascii().then(|| letters(text));
        near.filter(move |(name, other)| {
            let max = (1 + text.len().min(name.len()) / 4) as u32;
            own.is_none_or(|own| (own & !other).count_ones().max((other & !own).count_ones()) <= max)
        })
        .map(|&(name, _)| name)
    }
}

/// The letters and digits of a name, ignoring case, as bits: each edit adds or removes at most one.
fn letters(name: &str) -> u64 {
    let bit = |byte: u8| match byte.to_ascii_lowercase() {
        letter @ b'a'..=b'z' => 1u64 << (letter - b'a'),
        digit @ b'0'..=b'9' => 1 << (26 + digit - b'0'),
        _ => 0,
    };
    name.bytes().fold(0, |letters, byte| letters | bit(byte))
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
        for (text, known) in [("Rleu", "Relu"), ("axis", "axes"), ("Über", "uber"), ("ReduceMim", "ReduceMin")] {
            let exact = strsim::damerau_levenshtein(&text.to_lowercase(), &known.to_lowercase());
            assert!(letters_apart(text, known) <= exact, "{text} {known}");
        }
        let index: &Index = Box::leak(Box::new(Index::new([
            "Relu",
            "Elu",
            "Selu",
            "ReduceMin",
            "ReduceMax",
            "Conv",
            "LayerNormalization",
        ])));
        for text in ["Rleu", "relu", "ReduceMn", "Convv", "LayerNormalisation", "x", "", "Cönv", "ReduceMinimumOfAll"]
        {
            let found = index.candidates(text).filter(|name| distance(text, name).is_some());
            let all = index.0.iter().map(|&(name, _)| name).filter(|name| distance(text, name).is_some());
            assert_eq!(found.collect::<Vec<_>>(), all.collect::<Vec<_>>(), "{text}");
        }
        assert_eq!(index.candidates("Strange123").count(), 0, "nothing is compared");
        let long = "a".repeat(MAX_NAME_LENGTH + 1);
        assert_eq!(distance(&long, &long), None);
        assert_eq!(nearest("lnit", ["fold", "list", "lint"]), Some("lint"));
    }
}
