//! Suggestions for misspelled names: one distance for all of them.

/// Maximum length of compared names. Longer names are generated or hostile.
pub(crate) const MAX_NAME_LENGTH: usize = 64;

/// The distance between two names, ignoring case; `None` if one is unlikely to be a misspelling of the other.
pub(crate) fn distance(text: &str, known: &str) -> Option<usize> {
    distance_within(text, known, usize::MAX)
}

/// Their distance, if it is at most this one, too.
fn distance_within(text: &str, known: &str, most: usize) -> Option<usize> {
    let (shorter, longer) = (text.len().min(known.len()), text.len().max(known.len()));
    let max = most.min(1 + shorter / 4);
    // The difference in length alone is too large.
    if longer > MAX_NAME_LENGTH || longer - shorter > max {
        return None;
    }
    if letters_apart(text, known) > max {
        return None;
    }
    let [text, known] = [text, known].map(|name| name.to_lowercase().chars().collect::<Vec<char>>());
    // At least one character must match.
    edits(&text, &known, max).filter(|&distance| distance < longer)
}

/// The least number of letters to replace, add, remove, or exchange with their neighbor; `None` if that is more than `max`.
/// Compares only letters whose positions differ by at most `max`, and stops when the beginnings of the names are too far
/// apart: a file may have very many names.
fn edits(a: &[char], b: &[char], max: usize) -> Option<usize> {
    let far = max + 1;
    let mut rows = [vec![far; b.len() + 2], (0..b.len() + 2).collect(), vec![far; b.len() + 2]];
    let mut least = [0; 2];
    for i in 1..=a.len() {
        let [before, last, row] = &mut rows;
        let (low, high) = (i.saturating_sub(max).max(1), b.len().min(i + max));
        row[low - 1] = if low == 1 { i } else { far };
        row[high + 1] = far;
        least = [row[low - 1], least[0]];
        for j in low..=high {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let exchanges = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            let exchanged = if exchanges { before[j - 2] + 1 } else { far };
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1).min(exchanged);
            least[0] = least[0].min(row[j]);
        }
        if least.iter().all(|&least| least > max) {
            return None;
        }
        rows.rotate_left(1);
    }
    rows[1].get(b.len()).copied().filter(|&distance| distance <= max)
}

/// A lower bound of the distance that is cheap: the letters that only one of the names has. Each edit changes one, and a
/// transposition none. 0 if `known` has letters other than those of ASCII, whose lower case may have another length; of `text`, they count.
fn letters_apart(text: &str, known: &str) -> usize {
    if !known.is_ascii() {
        return 0;
    }
    if !text.is_ascii() {
        return others(text);
    }
    let mut counts = [0i16; 128];
    text.bytes().for_each(|letter| counts[usize::from(letter.to_ascii_lowercase())] += 1);
    known.bytes().for_each(|letter| counts[usize::from(letter.to_ascii_lowercase())] -= 1);
    // Without a branch, so that several are added at once.
    let (only_text, only_known) = counts.iter().fold((0, 0), |(a, b), &count| (a + count.max(0), b + (-count).max(0)));
    only_text.max(only_known).unsigned_abs().into()
}

/// The number of letters whose lower case is certainly not one of ASCII.
fn others(name: &str) -> usize {
    name.chars().filter(|letter| !letter.is_ascii() && !letter.is_uppercase()).count()
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
    let mut nearest: Option<(usize, &str)> = None;
    for known in known {
        // The distance of one that is farther than the nearest so far need not be known.
        let most = nearest.map_or(usize::MAX, |(distance, _)| distance);
        let found = distance_within(text, known, most).map(|distance| (distance, known));
        nearest = found.into_iter().chain(nearest).min();
    }
    nearest.map(|(_, known)| known)
}

/// A name that is probably meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Neighbor<'k> {
    pub(crate) name: &'k str,
    /// Whether only the case of letters differs.
    pub(crate) is_respelled: bool,
}

/// The only one of these names that differs in the case of its letters alone; if none does, the only one at distance 1.
/// Of several names that are equally near, none is meant more than the others.
pub(crate) fn only_neighbor<'k>(text: &str, known: impl IntoIterator<Item = &'k str>) -> Option<Neighbor<'k>> {
    let near = known.into_iter().filter_map(|known| Some((distance_within(text, known, 1)?, known)));
    let near: Vec<(usize, &str)> = near.collect();
    let nearest = near.iter().map(|(distance, _)| *distance).min()?;
    let mut nearest = near.into_iter().filter(|(distance, _)| *distance == nearest);
    match (nearest.next(), nearest.next()) {
        (Some((distance, name)), None) => Some(Neighbor { name, is_respelled: distance == 0 }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_other_than_those_of_ascii_count_as_any_others() {
        assert_eq!(distance("Répeat", "Repeat"), Some(1));
        assert_eq!(distance("Rééééat", "Repeat"), None);
        // The Kelvin sign is a `k` in lower case.
        assert_eq!(distance("\u{212a}eepdims", "keepdims"), Some(0));
        assert_eq!(distance("É", "é"), Some(0));
    }

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
            let exact = strsim::osa_distance(&text.to_lowercase(), &known.to_lowercase());
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
            let names = || index.0.iter().map(|&(name, _)| name);
            let closest = names().filter_map(|name| Some((distance(text, name)?, name))).min();
            assert_eq!(nearest(text, names().rev()), closest.map(|(_, name)| name), "{text}");
        }
        assert_eq!(index.candidates("Strange123").count(), 0, "nothing is compared");
        let long = "a".repeat(MAX_NAME_LENGTH + 1);
        assert_eq!(distance(&long, &long), None);
        assert_eq!(nearest("lnit", ["fold", "list", "lint"]), Some("lint"));
    }

    #[test]
    fn edits_are_counted_up_to_a_maximum() {
        // All words of up to 5 letters of 3, with those of up to 4 letters of 2.
        let words = |letters: &'static [char], most: usize| -> Vec<Vec<char>> {
            let mut all = vec![Vec::new()];
            let mut first = 0;
            for _ in 0..most {
                let end = all.len();
                for at in first..end {
                    all.extend(letters.iter().map(|&letter| [&all[at][..], &[letter]].concat()).collect::<Vec<_>>());
                }
                first = end;
            }
            all
        };
        let (ours, theirs) = (words(&['a', 'b', 'c'], 5), words(&['b', 'a'], 4));
        for (a, b) in ours.iter().flat_map(|a| theirs.iter().map(move |b| (a, b))) {
            let exact = strsim::osa_distance(&a.iter().collect::<String>(), &b.iter().collect::<String>());
            for max in 0..6 {
                assert_eq!(edits(a, b, max), Some(exact).filter(|&exact| exact <= max), "{a:?} {b:?} {max}");
                assert_eq!(edits(b, a, max), Some(exact).filter(|&exact| exact <= max), "{b:?} {a:?} {max}");
            }
        }
    }

    #[test]
    fn of_equally_near_names_none_is_the_neighbor() {
        let known = ["Sin", "Sinh", "Asin", "Relu", "LRelu", "Cosh"];
        let only = |text: &str| only_neighbor(text, known).map(|found| (found.name, found.is_respelled));
        assert_eq!(only("RELU"), Some(("Relu", true)));
        assert_eq!(only("Rel"), Some(("Relu", false)));
        assert_eq!(only("sinh"), Some(("Sinh", true)));
        // At distance 1 of Sin and Sinh; of Relu and LRelu.
        assert_eq!((only("Sinn"), only("ReLu6"), only("Mul")), (None, Some(("Relu", false)), None));
        assert_eq!(only_neighbor("xs", ["x", "xss", "y"]), None);
    }
}
