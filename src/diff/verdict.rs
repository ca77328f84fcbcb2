//! Decides whether two values of a setting are equivalent.

use super::settings::{Meaning, Setting};
use crate::ops::counterpart::Equivalence;

/// ONNX inputs whose constants are transposed in the other model, and those with an ambiguous orientation.
pub(super) type Orientations<'a> = (&'a [usize], &'a [usize]);

/// The result of comparing two values of a setting.
pub(super) enum Verdict {
    Same,
    Different,
    /// Undecided.
    Open,
}

type Numbers = Option<Vec<f64>>;

/// Compares two values of a setting, `None` where nothing is written and there is no default.
pub(super) fn compare(
    equivalence: Equivalence,
    a: Option<&Setting>,
    b: Option<&Setting>,
    rank: Option<usize>,
    (transposed, either): Orientations<'_>,
) -> Verdict {
    let open = |setting: Option<&Setting>| setting.is_some_and(|setting| setting.meaning == Meaning::Open);
    let inputs = a.is_some_and(|a| a.input) && b.is_some_and(|b| b.input);
    if open(a) || open(b) {
        // Differences in inputs are already reported.
        return if inputs && equivalence != Equivalence::Pads { Verdict::Same } else { Verdict::Open };
    }
    let numbers = |s: Option<&Setting>| s.and_then(|s| s.meaning.numbers()).map(<[f64]>::to_vec);
    let (x, y) = (numbers(a), numbers(b));
    let silent = |s: Option<&Setting>, other: Option<&Setting>| s.is_none() && other.is_some_and(|o| o.default);
    match equivalence {
        Equivalence::Transposed(at) if either.contains(&at) => Verdict::Same,
        Equivalence::Transposed(at) => verdict((flag(&x) != flag(&y)) == transposed.contains(&at)),
        _ if silent(a, b) || silent(b, a) => Verdict::Same,
        Equivalence::Axis | Equivalence::Axes => axes(x, y, rank, equivalence == Equivalence::Axes),
        Equivalence::Order => orders(x, y, rank),
        Equivalence::Fill(number) => verdict((all_equal(&x, number) && all_equal(&y, number)) || x == y),
        Equivalence::Pads if x == y || (all_equal(&x, 0.0) && all_equal(&y, 0.0)) => Verdict::Same,
        Equivalence::Pads if x.is_some() && y.is_some() => Verdict::Different,
        Equivalence::Pads => Verdict::Open,
        _ if a.is_none() && b.is_none() => Verdict::Same,
        Equivalence::Not => verdict(flag(&x) != flag(&y)),
        Equivalence::Zeros if flag(&x) != flag(&y) => Verdict::Same,
        Equivalence::Zeros => Verdict::Open,
        Equivalence::Words(_) | Equivalence::Plain | Equivalence::Implied => match (a, b) {
            (Some(a), Some(b)) => both_present(equivalence, a, b),
            (one, other) => one.or(other).map_or(Verdict::Same, one_absent),
        },
    }
}

/// Compares two values that are both present.
fn both_present(equivalence: Equivalence, a: &Setting, b: &Setting) -> Verdict {
    if let Equivalence::Words(same) = equivalence {
        let (a, b) = (a.meaning.word(), b.meaning.word());
        let listed = |a: &str, b: &str| same.contains(&(a, b));
        return verdict(a == b || listed(&a, &b) || listed(&b, &a));
    }
    match (a.meaning.numbers(), b.meaning.numbers()) {
        (Some(x), Some(y)) => verdict(equal(x, y)),
        _ if a.meaning == b.meaning => Verdict::Same,
        _ => Verdict::Open,
    }
}

fn verdict(same: bool) -> Verdict {
    if same { Verdict::Same } else { Verdict::Different }
}

fn flag(numbers: &Numbers) -> bool {
    numbers.as_ref().is_some_and(|numbers| numbers.first() == Some(&1.0))
}

fn all_equal(numbers: &Numbers, number: f64) -> bool {
    numbers.iter().flatten().all(|&n| n == number)
}

/// Compares orders of axes, which are reversed if omitted.
fn orders(x: Numbers, y: Numbers, rank: Option<usize>) -> Verdict {
    let reversed = || -> Numbers { Some((0..rank?).rev().map(|axis| axis as f64).collect()) };
    let written = |order: Numbers| order.filter(|order| !order.is_empty()).or_else(reversed);
    match (written(x), written(y)) {
        (Some(x), Some(y)) => verdict(x == y),
        _ => Verdict::Open,
    }
}

/// Whether numbers are equal at 32-bit precision.
fn equal(x: &[f64], y: &[f64]) -> bool {
    x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x == y || (*x as f32).to_bits() == (*y as f32).to_bits())
}

/// A setting that only one side has: equivalent if it is the default or imposes no bound.
fn one_absent(setting: &Setting) -> Verdict {
    let endless = |number: &f64| number.abs() >= f64::from(f32::MAX);
    let nothing = setting.meaning.numbers().is_some_and(|numbers| numbers.iter().all(endless));
    if setting.default || nothing { Verdict::Same } else { Verdict::Open }
}

/// Compares axes counted from either end. `set`: whether they are a set, which contains all axes if omitted.
fn axes(x: Option<Vec<f64>>, y: Option<Vec<f64>>, rank: Option<usize>, set: bool) -> Verdict {
    if x == y {
        return Verdict::Same;
    }
    let wrapped = |axes: Option<Vec<f64>>| -> Option<Vec<f64>> {
        let rank = rank?;
        let Some(axes) = axes.filter(|axes| !axes.is_empty()) else {
            return set.then(|| (0..rank).map(|axis| axis as f64).collect());
        };
        let mut axes: Vec<f64> = axes.iter().map(|&axis| if axis < 0.0 { axis + rank as f64 } else { axis }).collect();
        axes.sort_by(f64::total_cmp);
        Some(axes)
    };
    let all_positive = |axes: &Option<Vec<f64>>| axes.as_ref().is_some_and(|a| a.iter().all(|&axis| axis >= 0.0));
    let comparable = all_positive(&x) && all_positive(&y);
    let known = (x.is_some(), y.is_some());
    match (wrapped(x), wrapped(y)) {
        (Some(x), Some(y)) if x == y => Verdict::Same,
        (Some(_), Some(_)) if known == (true, true) => Verdict::Different,
        _ if comparable => Verdict::Different,
        _ => Verdict::Open,
    }
}
