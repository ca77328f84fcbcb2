use super::{Bounds, Expr, Symbol};

/// Pseudorandom numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

const SYMBOLS: [(&str, i128, i128); 4] = [("A", 0, 5), ("B", 1, 4), ("C", 2, 9), ("D", 0, i64::MAX as i128)];

fn symbol(i: usize) -> Expr {
    let (name, low, high) = SYMBOLS[i];
    Expr::symbol(Symbol::inferred(name, Bounds { low, high }))
}

/// A construction, and its value for given symbols; `None` if it is undefined.
enum Tree {
    Symbol(usize),
    Number(i64),
    Of(&'static str, Box<[Tree; 2]>),
}

const OPERATIONS: [&str; 7] = ["+", "-", "*", "floor", "ceil", "mod", "min"];

fn tree(random: &mut Random, depth: u32) -> Tree {
    match random.below(4) {
        0 => Tree::Number(random.below(9) as i64 - 3),
        _ if depth == 0 => Tree::Symbol(random.below(4) as usize),
        1 => Tree::Symbol(random.below(4) as usize),
        _ => {
            let name = OPERATIONS.get(random.below(8) as usize).copied().unwrap_or("max");
            Tree::Of(name, Box::new([tree(random, depth - 1), tree(random, depth - 1)]))
        }
    }
}

impl Tree {
    /// The expression; `swapped` builds commutative operands in reverse order.
    fn build(&self, swapped: bool) -> Option<Expr> {
        let Tree::Of(name, operands) = self else {
            return Some(match self {
                Tree::Symbol(i) => symbol(*i),
                Tree::Number(n) => Expr::constant(*n),
                Tree::Of(..) => return None,
            });
        };
        let (a, b) = (operands[0].build(swapped)?, operands[1].build(swapped)?);
        let (x, y) = if swapped { (&b, &a) } else { (&a, &b) };
        match *name {
            "+" => x.add(y),
            "-" if swapped => b.scaled(-1)?.add(&a),
            "-" => a.sub(&b),
            "*" => x.mul(y),
            "floor" => a.floor_div(&b, false),
            // An equivalent form.
            "ceil" if swapped && b.as_constant().is_some_and(|b| b > 0) => {
                a.add(&b)?.sub(&Expr::constant(1))?.floor_div(&b, false)
            }
            "ceil" => a.ceil_div(&b, false),
            "mod" => a.modulo(&b, false),
            "min" => x.minimum(y),
            _ => x.maximum(y),
        }
    }

    fn value(&self, sizes: &[i128; 4]) -> Option<i128> {
        let Tree::Of(name, operands) = self else {
            return match self {
                Tree::Symbol(i) => Some(sizes[*i]),
                Tree::Number(n) => Some((*n).into()),
                Tree::Of(..) => None,
            };
        };
        let (a, b) = (operands[0].value(sizes)?, operands[1].value(sizes)?);
        let floor = |a: i128, b: i128| if b > 0 { Some(a.div_euclid(b)) } else { None };
        match *name {
            "+" => a.checked_add(b),
            "-" => a.checked_sub(b),
            "*" => a.checked_mul(b),
            "floor" if b < 0 => floor(a.checked_neg()?, b.checked_neg()?),
            "floor" => floor(a, b),
            "ceil" if b < 0 => floor(a.checked_neg()?, b.checked_neg()?).map(|v| v + i128::from(a % b != 0)),
            "ceil" => floor(a, b).map(|v| v + i128::from(a % b != 0)),
            "mod" => {
                if b > 0 {
                    Some(a.rem_euclid(b))
                } else {
                    None
                }
            }
            "min" => Some(a.min(b)),
            _ => Some(a.max(b)),
        }
    }
}

fn value_of(expr: &Expr, sizes: &[i128; 4]) -> Option<i128> {
    let at = |symbol: &Symbol| SYMBOLS.iter().position(|(name, ..)| *name == symbol.name());
    expr.value_at(&|symbol| at(symbol).map(|i| sizes[i]))
}

#[test]
fn every_value_matches_its_construction_and_bounds() {
    let mut random = Random(7);
    let (mut built, mut compared) = (0, 0);
    for _ in 0..20_000 {
        let tree = tree(&mut random, 4);
        let Some(expr) = tree.build(false) else { continue };
        built += 1;
        for _ in 0..8 {
            let sizes = SYMBOLS.map(|(_, low, high)| low + i128::from(random.below((high.min(30) - low + 1) as u64)));
            let Some(value) = tree.value(&sizes) else { continue };
            compared += 1;
            assert_eq!(value_of(&expr, &sizes), Some(value), "{expr} for {sizes:?}");
            assert!(!u64::try_from(value).is_ok_and(|value| expr.excludes(value)), "{expr} is {value} for {sizes:?}");
            let (Bounds { low, high }, close) = (expr.range(), expr.tight_bounds());
            assert!(expr.range().contain(close), "{expr}: {close:?}");
            assert!(close.low <= value && value <= close.high, "{expr} is {value} for {sizes:?}, not within {close:?}");
            assert!(low <= value && value <= high, "{expr} is {value} for {sizes:?}, not within {low}..{high}");
        }
    }
    assert!(built > 10_000 && compared > 50_000, "{built} built, {compared} compared");
}

#[test]
fn the_order_of_construction_does_not_matter() {
    let mut random = Random(11);
    let mut compared = 0;
    for _ in 0..20_000 {
        let tree = tree(&mut random, 3);
        let (Some(a), Some(b)) = (tree.build(false), tree.build(true)) else { continue };
        assert_eq!(a, b, "{a} and {b}");
        assert_eq!(a.to_string(), b.to_string());
        compared += 1;
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn a_substitution_is_an_evaluation() {
    let mut random = Random(13);
    for _ in 0..5_000 {
        let tree = tree(&mut random, 3);
        let sizes = SYMBOLS.map(|(_, low, high)| low + i128::from(random.below((high.min(30) - low + 1) as u64)));
        let (Some(expr), Some(value)) = (tree.build(false), tree.value(&sizes)) else { continue };
        let at = |symbol: &Symbol| SYMBOLS.iter().position(|(name, ..)| *name == symbol.name());
        let bound = expr.replaced(&|symbol| at(symbol).map(|i| Expr::constant(sizes[i] as i64)));
        assert_eq!(bound.as_ref().and_then(Expr::as_constant).map(i128::from), Some(value), "{expr}");
    }
}

#[test]
fn display_forms() {
    let (h, n, one, two) = (Expr::from("H"), Expr::from("N"), Expr::constant(1), Expr::constant(2));
    let half = h.sub(&one).and_then(|e| e.floor_div(&two, false)).unwrap();
    let up = half.add(&one).unwrap();
    assert_eq!(up.to_string(), "floor((H-1)/2)+1");
    assert_eq!(h.ceil_div(&two, false), Some(up.clone()));
    assert_eq!(up.floor_div(&two, false).unwrap().to_string(), "floor((H-3)/4)+1");
    assert_eq!(n.scaled(2).unwrap().add(&one).unwrap().to_string(), "2*N+1");
    assert_eq!(one.sub(&n).unwrap().to_string(), "1-N");
    assert_eq!(n.scaled(-1).unwrap().to_string(), "-N");
    assert_eq!(n.mul(&h).unwrap().scaled(3).unwrap().to_string(), "3*H*N");
    assert_eq!(n.minimum(&Expr::constant(8)).unwrap().to_string(), "min(8,N)");
    assert_eq!(n.modulo(&Expr::constant(8), false).unwrap().to_string(), "mod(N,8)");
    assert_eq!(n.sub(&one).unwrap().floor_div(&h.add(&one).unwrap(), false).unwrap().to_string(), "floor((N-1)/(H+1))");
    let odd = Expr::from("past + 1");
    assert_eq!((odd.to_string().as_str(), odd.scaled(2).unwrap().to_string().as_str()), ("past + 1", "2*(past + 1)"));
    assert_eq!(Expr::constant(-3).to_string(), "-3");
}

#[test]
fn comparisons() {
    let (n, k) = (Expr::from("N"), Expr::constant);
    let half = n.floor_div(&k(2), false).unwrap();
    let rest = n.sub(&half).unwrap();
    assert!(n.is_at_least(&half) && rest.is_at_least(&half) && !half.is_at_least(&n));
    assert_eq!((half.minimum(&n), rest.maximum(&k(0))), (Some(half.clone()), Some(rest.clone())));
    assert_eq!(rest.sub(&half).unwrap().tight_bounds(), Bounds { low: 0, high: 1 });
    let few = n.minimum(&k(8)).unwrap();
    assert!(n.is_at_least(&few) && n.maximum(&k(8)).unwrap().is_at_least(&n));
    assert_eq!(n.minimum(&n.add(&k(3)).unwrap()), Some(n.clone()));
    let nested = few.add(&k(1)).unwrap().minimum(&"M".into()).unwrap();
    assert_eq!(nested.to_string(), "min(9,M,N+1)");
    assert!(n.is_at_least(n.modulo(&k(4), false).unwrap()));
}

/// Like [`tree`], with minima, maxima and divisions by numbers, whose operands are sometimes negative.
fn choices(random: &mut Random, depth: u32) -> Tree {
    if depth == 0 {
        let number = |random: &mut Random| Tree::Number(random.below(5) as i64 - 2);
        let symbol = Tree::Symbol(random.below(3) as usize);
        return match random.below(4) {
            0 => number(random),
            1 => Tree::Of("-", Box::new([symbol, Tree::Symbol(random.below(3) as usize)])),
            2 => Tree::Of("+", Box::new([symbol, number(random)])),
            _ => symbol,
        };
    }
    let name = ["min", "max", "floor", "ceil", "+"][random.below(5) as usize];
    let a = choices(random, depth - 1);
    let b = match name {
        "floor" | "ceil" => Tree::Number(random.below(4) as i64 + 1),
        "+" => Tree::Number(random.below(7) as i64 - 3),
        _ => choices(random, depth - 1),
    };
    Tree::Of(name, Box::new([a, b]))
}

#[test]
fn dropping_redundant_operands_keeps_the_value() {
    let mut random = Random(17);
    let mut built = 0;
    for _ in 0..1_500 {
        let tree = choices(&mut random, 4);
        let (Some(expr), other) = (tree.build(false), tree.build(true)) else { continue };
        built += 1;
        assert_eq!(Some(&expr), other.as_ref());
        let Bounds { low, high } = expr.tight_bounds();
        for (a, b, c) in (0..6).flat_map(|a| (1..5).flat_map(move |b| (2..10).map(move |c| (a, b, c)))) {
            let sizes = [a, b, c, 0];
            let value = tree.value(&sizes);
            assert_eq!(value_of(&expr, &sizes), value, "{expr} for {sizes:?}");
            assert!(value.is_some_and(|v| low <= v && v <= high), "{expr} for {sizes:?}, not within {low}..{high}");
        }
    }
    assert!(built > 1_200, "{built}");
}

#[test]
fn is_at_least_is_sound() {
    let mut random = Random(19);
    let mut certain = 0;
    for _ in 0..2_000 {
        let trees = [choices(&mut random, 2), choices(&mut random, 2)];
        let [Some(x), Some(y)] = trees.each_ref().map(|tree| tree.build(false)) else { continue };
        if !x.is_at_least(&y) {
            continue;
        }
        certain += 1;
        for (a, b, c) in (0..6).flat_map(|a| (1..5).flat_map(move |b| (2..10).map(move |c| (a, b, c)))) {
            let sizes = [a, b, c, 0];
            assert!(value_of(&x, &sizes) >= value_of(&y, &sizes), "{x} is less than {y} for {sizes:?}");
        }
    }
    assert!(certain > 500, "{certain}");
}

#[test]
fn a_minimum_of_maxima_has_one_form() {
    let mut random = Random(23);
    let mut compared = 0;
    let built = |random: &mut Random| choices(random, 1).build(false);
    for _ in 0..2_000 {
        let (Some(a), Some(b), Some(c)) = (built(&mut random), built(&mut random), built(&mut random)) else {
            continue;
        };
        let inside = b.maximum(&c).and_then(|most| most.minimum(&a));
        let outside = a.minimum(&b).zip(a.minimum(&c)).and_then(|(b, c)| c.maximum(&b));
        let (left, right) = (a.minimum(&b).and_then(|e| e.minimum(&c)), b.minimum(&c).and_then(|e| e.minimum(&a)));
        for (one, other) in inside.zip(outside).into_iter().chain(left.zip(right)) {
            assert_eq!(one, other, "{a}, {b} and {c}");
            compared += 1;
        }
    }
    assert!(compared > 3_500, "{compared}");
}

#[test]
fn minima_of_maxima_are_compared_by_operand() {
    let (h, one) = (Expr::from("H"), Expr::constant(1));
    let [floor, ceil] = [Expr::floor_div, Expr::ceil_div].map(|of| of(&h, &Expr::constant(4), false).unwrap());
    let (few, more) = (floor.minimum(&one).unwrap(), ceil.minimum(&one).unwrap());
    assert!(more.is_at_least(&few) && !few.is_at_least(&more));
    let either = floor.maximum(&more).unwrap();
    assert_eq!(either.to_string(), "max(floor(H/4),min(1,floor((H-1)/4)+1))");
    assert_eq!((either.minimum(&one), either.maximum(&few)), (Some(more.clone()), Some(either.clone())));
    assert!(ceil.is_at_least(&either) && either.is_at_least(&floor) && !either.is_at_least(&ceil));
    let (n, m) = (Expr::from("N"), Expr::from("M"));
    assert_eq!(n.maximum(&m).and_then(|e| e.minimum(&one)).unwrap().to_string(), "max(min(1,M),min(1,N))");
}

#[test]
fn rounding_up_is_a_multiple() {
    let (h, seven) = (Expr::from("H"), Expr::constant(7));
    let over = h.modulo(&seven, false).unwrap();
    let lacking = seven.sub(&over).and_then(|e| e.modulo(&seven, false)).unwrap();
    assert_eq!(lacking.to_string(), "mod(6*H,7)");
    let (up, down) = (h.ceil_div(&seven, false).unwrap(), h.floor_div(&seven, false).unwrap());
    let filled = h.add(&lacking).unwrap();
    assert_eq!((Some(&filled), filled.floor_div(&seven, false)), (up.scaled(7).as_ref(), Some(up)));
    assert_eq!((h.sub(&over), over.sub(&h)), (down.scaled(7), down.scaled(-7)));
    let more = Expr::from("N").add(&h.scaled(3).unwrap()).and_then(|e| e.add(&lacking.scaled(3)?)).unwrap();
    assert_eq!(Some(more), filled.scaled(3).and_then(|e| e.add(&"N".into())));
    let eights = h.add(&"N".into()).and_then(|e| e.modulo(&Expr::constant(8), false)).unwrap();
    assert_eq!(eights.add(&h).and_then(|e| e.modulo(&Expr::constant(4), false)).unwrap().to_string(), "mod(2*H+N,4)");
}

#[test]
fn remainders_combined_with_their_dividend_keep_their_value() {
    let mut random = Random(29);
    let mut fewer = 0;
    for _ in 0..20_000 {
        let mut number = |from: i64, to: i64| from + random.below((to - from + 1) as u64) as i64;
        let by = number(2, 6);
        let line = |a: i64, b: i64, c: i64| {
            symbol(0).scaled(a).and_then(|e| e.add(&symbol(1).scaled(b)?)).and_then(|e| e.add(&Expr::constant(c)))
        };
        let (inside, factor) = ([number(-4, 4), number(-4, 4), number(-9, 9)], number(-3, 3));
        // Half of them are constructed to be multiples.
        let fills = |n: i64, turns: i64| if turns < 0 { n.signum() + turns } else { factor * (by * (turns - 1) - n) };
        let beside = [fills(inside[0], number(-1, 2)), fills(inside[1], number(-1, 2)), number(-9, 9)];
        let [Some(a), Some(b)] = [inside, beside].map(|[a, b, c]| line(a, b, c)) else { continue };
        let rest = a.modulo(&by.into(), false).and_then(|e| e.scaled(factor));
        let Some(sum) = rest.and_then(|e| e.add(&b)) else { continue };
        fewer += usize::from(factor != 0 && a.as_constant().is_none() && !sum.to_string().contains("mod"));
        let again = sum.modulo(&(by - 1).max(2).into(), false).unwrap();
        for (x, y) in (0..6).flat_map(|x| (1..5).map(move |y| (x, y))) {
            let of = |[a, b, c]: [i64; 3]| i128::from(a) * x + i128::from(b) * y + i128::from(c);
            let value = i128::from(factor) * of(inside).rem_euclid(by.into()) + of(beside);
            let sizes = [x, y, 2, 0];
            assert_eq!(value_of(&sum, &sizes), Some(value), "{factor}*mod({a},{by})+{b} is not {sum}");
            assert_eq!(value_of(&again, &sizes), Some(value.rem_euclid((by - 1).max(2).into())), "{again}");
        }
    }
    assert!(fewer > 2_000, "{fewer}");
}

#[test]
fn repeated_broadcasts() {
    let (n, m) = (Expr::from("N"), Expr::from("M"));
    let half = n.floor_div(&Expr::constant(2), false).unwrap();
    let both = n.broadcast(&half).unwrap();
    assert_eq!(both.to_string(), "N*min(1,floor(N/2))");
    assert_eq!((both.broadcast(&n), half.broadcast(&both)), (Some(both.clone()), Some(both.clone())));
    let three = both.broadcast(&m).unwrap();
    assert_eq!(
        (three.broadcast(&half), three.broadcast(&n), m.broadcast(&three)),
        (Some(three.clone()), Some(three.clone()), Some(three.clone()))
    );
    let few = n.minimum(&Expr::constant(1)).unwrap();
    assert_eq!(n.broadcast(&few), Some(n.clone()));
}

#[test]
fn a_broadcast_of_symbols_is_what_comparing_them_gives() {
    let bounded = |name: &str, bounds| Expr::symbol(Symbol::new(name).with_bounds(bounds));
    let symbols =
        [bounded("A", 0..=i64::MAX as u64), bounded("B", 0..=4), bounded("C", 1..=8), bounded("D", 0..=1), "E".into()];
    let one = Expr::constant(1);
    for (a, b) in symbols.iter().flat_map(|a| symbols.iter().map(move |b| (a, b))) {
        let greatest = a.maximum(b).unwrap();
        let least = one.minimum(a).unwrap().minimum(b).unwrap();
        let product = if greatest.minimum(&one).unwrap() == least { greatest } else { greatest.mul(&least).unwrap() };
        assert_eq!(a.broadcast(b), Some(product), "{a}, {b}");
    }
    let [a, b, e] = [&symbols[0], &symbols[1], &symbols[4]];
    let three = a.broadcast(b).and_then(|both| both.broadcast(e));
    let greatest = a.maximum(b).and_then(|both| both.maximum(e)).unwrap();
    let least = [a, b, e].iter().try_fold(one, |all, next| all.minimum(next)).unwrap();
    assert_eq!(
        (&three, three.as_ref().unwrap().to_string()),
        (&greatest.mul(&least), "min(1,A,B,E)*max(A,B,E)".to_owned())
    );
    let four = ["F", "G", "H"].iter().try_fold(symbols[0].clone(), |all, name| all.broadcast(&Expr::from(*name)));
    assert_eq!(four, None, "more than an expression holds");
}

#[test]
fn exact_division() {
    let (c, h, n) = (Expr::from("C"), Expr::from("H"), Expr::from("N"));
    let all = c.mul(&h).unwrap().mul(&n).unwrap();
    assert_eq!(all.exact_div(&n), c.mul(&h));
    let more = n.add(&Expr::constant(1)).unwrap();
    assert_eq!(more.mul(&c).unwrap().exact_div(&more), Some(c.clone()));
    assert_eq!(n.exact_div(&c), None);
    assert_eq!(c.scaled(6).unwrap().floor_div(&Expr::constant(3), false), c.scaled(2));
    assert_eq!(c.floor_div(&Expr::constant(0), false), None);
}

#[test]
fn expressions_past_the_limits_are_rejected() {
    let long = (0..200).try_fold(Expr::constant(0), |sum, i| sum.add(&Expr::from(format!("s{i}").as_str())));
    assert_eq!(long, None);
    let deep =
        (0..200).try_fold(Expr::from("N"), |e, i| e.add(&Expr::from("M"))?.floor_div(&Expr::constant(i + 2), false));
    assert_eq!(deep, None);
    let wide = (0..70).try_fold(Expr::from("N"), |e, _| e.mul(&e));
    assert_eq!(wide, None);
    let huge = Expr::from("N").scaled(i64::MAX).unwrap();
    assert_eq!((huge.add(&huge), huge.scaled(i64::MIN)), (None, None));
    assert!(Expr::constant(i64::MIN).floor_div(&Expr::constant(-1), false).is_none());
    assert_eq!(huge.floor_div(&Expr::constant(i64::MAX), false), Some(Expr::from("N")));
}
