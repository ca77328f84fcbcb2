//! Laws of expressions, through the public interface: what is stated of an expression holds for the values that it has
//! at sizes within the bounds of its symbols.

use shapewright::expr::{Bounds, Expr, Factor, Symbol, Term};
use shapewright::{Dim, SymInt};

use crate::mutate::Random;

/// The symbols, and the sizes that they may have.
pub const SYMBOLS: [(&str, u64, u64); 4] = [("A", 0, 6), ("B", 1, 4), ("long name", 2, 9), ("D", 0, u64::MAX)];

/// A size of every symbol.
pub type Sizes = [u64; SYMBOLS.len()];

fn symbol(at: usize) -> Symbol {
    let (name, low, high) = SYMBOLS[at];
    if high == u64::MAX { Symbol::new(name) } else { Symbol::new(name).with_bounds(low..=high) }
}

pub fn position(symbol: &Symbol) -> usize {
    SYMBOLS.iter().position(|(name, ..)| *name == symbol.name()).expect("a symbol of the test")
}

/// Some expression; `None` past the limits.
pub fn expression(random: &mut Random, depth: u32) -> Option<Expr> {
    match random.below(5) {
        0 => return Some(Expr::constant(random.below(20) as i64 - 6)),
        1 => return Some(symbol(random.below(4)).into()),
        _ if depth == 0 => return Some(symbol(random.below(4)).into()),
        _ => {}
    }
    let (a, b) = (expression(random, depth - 1)?, expression(random, depth - 1)?);
    match random.below(9) {
        0 | 1 => a.checked_add(b),
        2 => a.checked_sub(b),
        3 => a.checked_mul(b),
        4 => a.checked_mul(1 + random.below(12) as i64),
        5 => a.checked_floor_div(if random.below(2) == 0 { b } else { Expr::constant(1 + random.below(8) as i64) }),
        6 => a.checked_modulo(if random.below(2) == 0 { b } else { Expr::constant(1 + random.below(8) as i64) }),
        7 => a.checked_min(b),
        _ => a.checked_max(b),
    }
}

pub fn sizes(random: &mut Random) -> Sizes {
    SYMBOLS.map(|(_, low, high)| low + random.below((high.min(40) - low + 1) as usize) as u64)
}

/// The value, by the public structure alone.
fn walked(expr: &Expr, sizes: &Sizes) -> Option<i128> {
    let factor = |factor: Factor<'_>| match factor {
        Factor::Symbol(symbol) => Some(i128::from(sizes[position(symbol)])),
        Factor::FloorDiv { dividend, divisor, .. } => {
            let (dividend, divisor) = (walked(dividend, sizes)?, walked(divisor, sizes)?);
            (divisor > 0).then(|| dividend.div_euclid(divisor))
        }
        Factor::Modulo { dividend, divisor, .. } => {
            let (dividend, divisor) = (walked(dividend, sizes)?, walked(divisor, sizes)?);
            (divisor > 0).then(|| dividend.rem_euclid(divisor))
        }
        Factor::Min(all) => all.map(|operand| walked(operand, sizes)).collect::<Option<Vec<_>>>()?.into_iter().min(),
        Factor::Max(all) => all.map(|operand| walked(operand, sizes)).collect::<Option<Vec<_>>>()?.into_iter().max(),
        other => panic!("unknown factor {other:?}"),
    };
    let term = |term: Term<'_>| {
        term.factors().try_fold(i128::from(term.coefficient()), |product, next| Some(product * factor(next)?))
    };
    expr.terms().try_fold(0, |sum, next| Some(sum + term(next)?))
}

pub fn value(expr: &Expr, sizes: &Sizes) -> Option<i64> {
    expr.evaluate(|symbol| Some(sizes[position(symbol)]))
}

/// Calls `check` with expressions and sizes at which they have a value; returns the number of expressions.
pub fn for_each(seed: u64, count: usize, mut check: impl FnMut(&Expr, &Sizes, i64, &mut Random)) -> usize {
    let (mut random, mut checked) = (Random::new(seed), 0);
    for _ in 0..count {
        let Some(expr) = expression(&mut random, 4) else { continue };
        checked += 1;
        for _ in 0..4 {
            let sizes = sizes(&mut random);
            if let Some(value) = value(&expr, &sizes) {
                check(&expr, &sizes, value, &mut random);
            }
        }
    }
    checked
}

#[test]
fn walking_is_evaluating() {
    let count = for_each(1, 10_000, |expr, sizes, value, _| {
        assert_eq!(walked(expr, sizes), Some(value.into()), "{expr} at {sizes:?}");
        assert_eq!(expr.terms().len(), expr.terms().count());
    });
    assert!(count > 7_500, "{count}");
}

#[test]
fn a_text_is_read_as_the_expression_that_it_shows() {
    let (mut read, mut refused) = (0, 0);
    for_each(9, 10_000, |expr, sizes, value, _| match expr.to_string().parse::<Expr>() {
        // The symbols of a text have no bounds, so what relies on them may be larger than an expression can be.
        Err(_) => refused += 1,
        Ok(again) => {
            read += 1;
            assert_eq!(walked(&again, sizes), Some(value.into()), "{expr} was read as {again}, at {sizes:?}");
        }
    });
    assert!(read > 20_000 && refused < read / 20, "{read} {refused}");
}

#[test]
fn a_text_that_is_no_expression_is_refused() {
    for (text, place) in [
        ("2*", "its end"),
        ("2*N)", "`)`"),
        ("N**2", "`*2`"),
        ("floor(N/2", "its end"),
        ("N//0", "its end"),
        ("", "its end"),
        ("9223372036854775808", "`9223372036854775808`"),
        ("3 N", "`N`"),
    ] {
        let error = text.parse::<Expr>().expect_err(text).to_string();
        let expected =
            format!("`{text}` is not an expression: it cannot be read at {place}; expected one such as `2*N+1`");
        assert_eq!(error, expected);
    }
    let deep = format!("{}N{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(deep.parse::<Expr>().is_err());
    assert_eq!(" batch size ".parse::<Expr>(), Ok(Symbol::new("batch size").into()));
}

#[test]
fn terms_are_whole_and_symbols_distinct() {
    for_each(2, 5_000, |expr, _, _, _| {
        assert!(expr.terms().all(|term| term.coefficient() != 0), "{expr}");
        let constants = expr.terms().filter(|term| term.factors().len() == 0).count();
        assert_eq!(constants, usize::from(expr.terms().last().is_some_and(|term| term.factors().len() == 0)), "{expr}");
        let symbols: Vec<&Symbol> = expr.symbols().collect();
        assert!(symbols.is_sorted_by(|a, b| a < b), "{expr}: {symbols:?}");
        assert_eq!(symbols.is_empty(), expr.as_constant().is_some(), "{expr}");
    });
}

#[test]
fn bounds_contain_every_value() {
    let mut bounded = 0;
    for_each(3, 4_000, |expr, sizes, value, random| {
        let bounds = expr.bounds();
        assert!(bounds.contains(value), "{expr} is {value} at {sizes:?}, not within {bounds}");
        bounded += usize::from(bounds.upper().is_some() && expr.as_constant().is_none());
        // Bounds of one symbol around its size.
        let at = random.below(SYMBOLS.len());
        let near = sizes[at].saturating_sub(random.below(3) as u64)..=sizes[at] + random.below(3) as u64;
        let narrow = expr.with_bounds(|symbol| (position(symbol) == at).then(|| near.clone()));
        assert!(narrow.bounds().contains(value), "{expr} is {value} at {sizes:?}, not within {}", narrow.bounds());
        assert_eq!(self::value(&narrow, sizes), Some(value), "{expr} is {narrow} at {sizes:?} within {near:?}");
        if let Ok(size) = u64::try_from(value) {
            let dim = Dim::from_expr(expr.clone());
            assert!(dim.lower() <= size && dim.upper().is_none_or(|high| size <= high), "{expr}: {size}");
        }
    });
    assert!(bounded > 2_000, "{bounded}");
}

#[test]
fn bounds_of_every_symbol_bound_the_expression() {
    let mut count = 0;
    for_each(4, 5_000, |expr, sizes, value, _| {
        let known = expr.with_bounds(|symbol| Some(sizes[position(symbol)]));
        let divides = format!("{expr}").contains("floor") || format!("{expr}").contains("mod");
        assert!(divides || known.as_constant() == Some(value), "{expr} at {sizes:?} is {known}");
        count += usize::from(known.as_constant() == Some(value));
    });
    assert!(count > 15_000, "{count}");
}

#[test]
fn substitution_and_evaluation_commute() {
    let mut count = 0;
    for_each(5, 10_000, |expr, sizes, _, random| {
        let (at, Some(by)) = (random.below(SYMBOLS.len()), expression(random, 2)) else { return };
        // The replaced symbol has the size of the other expression.
        let Some(size) = value(&by, sizes).and_then(|size| u64::try_from(size).ok()) else { return };
        let (_, low, high) = SYMBOLS[at];
        let mut replaced = *sizes;
        replaced[at] = size;
        let Some(expected) = value(expr, &replaced).filter(|_| low <= size && size <= high) else { return };
        if let Some(new) = expr.substitute(|symbol| (position(symbol) == at).then_some(&by)) {
            count += usize::from(new != *expr);
            assert_eq!(value(&new, sizes), Some(expected), "{expr} with {by} is {new} at {sizes:?}");
        }
    });
    assert!(count > 2_000, "{count}");
}

#[test]
fn multiples_are_multiples() {
    let mut count = 0;
    for_each(6, 10_000, |expr, sizes, value, _| {
        let divisor = expr.known_divisor();
        assert!(if divisor == 0 { value == 0 } else { value.unsigned_abs() % divisor == 0 }, "{expr} at {sizes:?}");
        for n in 1..=16 {
            let known = expr.is_multiple_of(n);
            count += usize::from(known && n > 1 && expr.as_constant().is_none());
            assert!(!known || value % n as i64 == 0, "{expr} is {value} at {sizes:?}, no multiple of {n}");
        }
    });
    assert!(count > 5_000, "{count}");
}

#[test]
fn what_is_provable_holds() {
    let (mut equal, mut unequal, mut ordered) = (0, 0, 0);
    for_each(7, 1_200, |a, sizes, value_of_a, random| {
        let other = expression(random, 3);
        let near = a.checked_add(random.below(5) as i64 - 2);
        let split = a.checked_floor_div(4).zip(a.checked_modulo(4));
        let again = split.and_then(|(whole, rest)| whole.checked_mul(4)?.checked_add(rest));
        for b in [other, near, again].into_iter().flatten() {
            let Some(value_of_b) = value(&b, sizes) else { continue };
            let context = || format!("{a} and {b} at {sizes:?}");
            assert!(!a.provably_eq(&b) || value_of_a == value_of_b, "{}", context());
            assert!(!a.provably_ne(&b) || value_of_a != value_of_b, "{}", context());
            assert!(!a.is_at_least(&b) || value_of_a >= value_of_b, "{}", context());
            equal += usize::from(a.provably_eq(&b));
            unequal += usize::from(a.provably_ne(&b));
            ordered += usize::from(a.is_at_least(&b));
        }
    });
    assert!(equal > 1_000 && unequal > 1_000 && ordered > 1_000, "{equal}, {unequal}, {ordered}");
}

#[test]
fn operators_agree_with_numbers() {
    for_each(8, 1_500, |a, sizes, value_of_a, random| {
        let Some(b) = expression(random, 3) else { return };
        let Some(value_of_b) = value(&b, sizes) else { return };
        let results = [
            (a + &b, value_of_a.checked_add(value_of_b)),
            (a - &b, value_of_a.checked_sub(value_of_b)),
            (a * &b, value_of_a.checked_mul(value_of_b)),
        ];
        for (int, expected) in results {
            let Some(expected) = expected else { continue };
            assert!(int.contains(expected.into()), "{a} and {b} at {sizes:?}: {int:?} does not contain {expected}");
            let exact = int.expr().map(|expr| value(expr, sizes));
            assert!(exact.is_none_or(|exact| exact == Some(expected)), "{a} and {b} at {sizes:?}: {int}");
        }
        let dims = [a, &b].map(|expr| Dim::from_expr(expr.clone()));
        let (Ok(x), Ok(y)) = (u64::try_from(value_of_a), u64::try_from(value_of_b)) else { return };
        for (dim, size) in [(&dims[0] + &dims[1], x.checked_add(y)), (&dims[0] * &dims[1], x.checked_mul(y))] {
            assert!(size.is_none_or(|size| dim.contains(size)), "{} and {} at {sizes:?}", dims[0], dims[1]);
        }
        assert!(x < y || (&dims[0] - &dims[1]).contains(x - y), "{} and {} at {sizes:?}", dims[0], dims[1]);
    });
}

#[test]
fn operators_take_integers_on_either_side() {
    let n = Dim::from("N");
    assert_eq!([1 + &n, &n + 1, 1 + n.clone(), n.clone() + 1].map(|dim| dim.to_string()), ["N+1"; 4]);
    assert_eq!([8 - &n, &n - 8, 2 * &n].map(|dim| dim.to_string()), ["8-N", "N-8", "2*N"]);
    assert_eq!((&n * &n - &n).to_string(), "N*N-N");
    assert_eq!((Dim::exact(u64::MAX) + 1).upper(), None);
    let e = Expr::from("N");
    assert_eq!([1 + &e, &e + 1, 1 - &e, &e * -2].map(|int| int.to_string()), ["N+1", "N+1", "1-N", "-2*N"]);
    assert_eq!((SymInt::exact(u64::MAX) + 1).value(), None);
    // Past the limits of an expression, an interval remains.
    let many = (0..40).fold(SymInt::exact(1), |sum, i| sum + Expr::from(format!("s{i}").as_str()));
    assert_eq!((many.expr(), many.low()), (None, 1));
}

#[test]
fn bounds_are_what_they_convert_from() {
    let (high, low) = (8, 1);
    assert_eq!(Bounds::from(high..=low), Bounds::from(1..=8));
    let shown = [Bounds::from(4), (1..=4).into(), (2..).into(), (0..=u64::MAX).into()].map(|bounds| bounds.to_string());
    assert_eq!(shown, ["4", "1..4", "2..", "0.."]);
    assert_eq!(Bounds::from(&Dim::interval(1, 4)), (1..=4).into());
    let half = Expr::from("N").checked_floor_div(2).unwrap();
    assert_eq!((half.bounds().upper(), half.bounds().value()), (None, None));
    // A contradiction leaves the symbol's own bounds.
    assert_eq!(symbol(0).with_bounds(7..=9).bounds(), (0..=6).into());
}

#[test]
fn quotients_are_exact_at_the_least_integers() {
    let least = Expr::from("K").checked_add(Expr::constant(i64::MIN)).expect("it is within the limits");
    let quotient = least.checked_floor_div(5).expect("it is within the limits");
    assert_eq!(quotient.evaluate(|_| Some(2)), Some((i64::MIN + 2).div_euclid(5)));
    let greatest = Expr::from("K").checked_add(8).and_then(|k| k.checked_max(Expr::constant(i64::MIN)));
    let quotient = greatest.and_then(|k| k.checked_ceil_div(3)).expect("it is within the limits");
    assert_eq!(quotient.evaluate(|_| Some(2)), Some(4));
}
