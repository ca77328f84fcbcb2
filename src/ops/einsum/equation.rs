//! The equation of Einsum: one term of letters per input, and one for the output.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A label for one dimension, or for several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Label {
    /// The dimensions that have no letter.
    Ellipsis,
    /// One dimension. The letter is ASCII, and a text may have millions of them.
    Letter(u8),
}

/// The labels of one input or of the output.
pub(super) type Term = Vec<Label>;

/// A well-formed equation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Equation {
    /// One per input.
    pub(super) terms: Vec<Term>,
    /// The output term; `None` if the equation omits it and tools disagree on the default.
    pub(super) output: Option<Term>,
}

/// The grammar that a specification allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grammar {
    /// Whether spaces are ignored.
    pub(super) spaces: bool,
    /// Whether a letter may appear twice in the output; if so, its meaning without `->` is uncertain.
    pub(super) repeated: bool,
}

impl Equation {
    /// Parses an equation.
    ///
    /// # Errors
    /// The fault, as a clause that follows "the equation, which".
    pub(super) fn parse(text: &str, grammar: Grammar) -> Result<Equation, String> {
        let skipped = match grammar.spaces && text.contains(' ') {
            true => Cow::Owned(text.replace(' ', "")),
            false => Cow::Borrowed(text),
        };
        let (inputs, output) = match skipped.split_once("->") {
            Some((inputs, output)) => (inputs, Some(output)),
            None => (&*skipped, None),
        };
        let terms = inputs.split(',').map(term).collect::<Result<Vec<Term>, String>>()?;
        let output = match output {
            Some(output) => {
                let output = term(output)?;
                check_output(&terms, &output, grammar)?;
                Some(output)
            }
            None => implicit(&terms, grammar),
        };
        Ok(Equation { terms, output })
    }
}

fn term(text: &str) -> Result<Term, String> {
    let mut labels = Term::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(behind) = rest.strip_prefix("...") {
            if labels.contains(&Label::Ellipsis) {
                return Err(format!("has two ellipses in the term {text:?}"));
            }
            labels.push(Label::Ellipsis);
            rest = behind;
        } else if first.is_ascii_alphabetic() {
            labels.push(Label::Letter(first as u8));
            rest = &rest[1..];
        } else {
            return Err(format!("has {first:?} in the term {text:?}; expected letters and at most one ellipsis"));
        }
    }
    Ok(labels)
}

fn check_output(terms: &[Term], output: &Term, grammar: Grammar) -> Result<(), String> {
    // To collect would sort a list of all.
    let mut read: BTreeSet<&Label> = BTreeSet::new();
    read.extend(terms.iter().flatten());
    let mut seen = BTreeSet::new();
    for label in output {
        let Label::Letter(letter) = label else { continue };
        if !read.contains(label) {
            return Err(format!("has '{}' in the output but in no input", char::from(*letter)));
        }
        if !seen.insert(label) && !grammar.repeated {
            return Err(format!("has '{}' twice in the output", char::from(*letter)));
        }
    }
    Ok(())
}

/// The implicit output: the ellipsis, then the letters that appear once, in the order of their code points.
fn implicit(terms: &[Term], grammar: Grammar) -> Option<Term> {
    let mut counts = BTreeMap::new();
    for label in terms.iter().flatten() {
        *counts.entry(*label).or_insert(0u32) += 1;
    }
    let twice = |term: &Term| term.iter().enumerate().any(|(i, label)| term[..i].contains(label));
    if grammar.repeated && terms.iter().any(|term| term.len() > 53 || twice(term)) {
        return None;
    }
    Some(counts.into_iter().filter(|&(label, count)| label == Label::Ellipsis || count == 1).map(|(l, _)| l).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONNX: Grammar = Grammar { spaces: true, repeated: false };

    fn output(text: &str) -> Result<String, String> {
        let write = |label: &Label| match label {
            Label::Ellipsis => "...".to_owned(),
            Label::Letter(letter) => char::from(*letter).to_string(),
        };
        Equation::parse(text, ONNX).map(|e| e.output.iter().flatten().map(write).collect())
    }

    #[test]
    fn the_implicit_output_is_sorted() {
        for (text, expected) in
            [("ij,jk", "ik"), ("ii", ""), ("bA , Ac", "bc"), ("Zb...,ba", "...Za"), ("i->i", "i"), ("", ""), ("->", "")]
        {
            assert_eq!(output(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn faults_are_described() {
        for (text, fault) in [
            ("i..j", "has '.' in the term \"i..j\"; expected letters and at most one ellipsis"),
            ("......", "has two ellipses in the term \"......\""),
            ("i1->i", "has '1' in the term \"i1\"; expected letters and at most one ellipsis"),
            ("ij->k", "has 'k' in the output but in no input"),
            ("i->ii", "has 'i' twice in the output"),
            ("i->j->k", "has '-' in the term \"j->k\"; expected letters and at most one ellipsis"),
        ] {
            assert_eq!(output(text), Err(fault.to_owned()));
        }
        let ir = Grammar { spaces: false, repeated: true };
        assert!(Equation::parse("i ,i", ir).is_err());
        assert_eq!(Equation::parse("ii", ir).map(|e| e.output), Ok(None));
    }
}
