//! Arithmetic on sizes up to the greatest one: a result beyond it, which no run has, is not exact.

use proptest::prelude::*;
use shapewright::Dim;

const GREATEST: u64 = i64::MAX as u64;

/// A size of a run, and a dimension that contains it.
fn sized() -> impl Strategy<Value = (u64, Dim)> {
    let size = || prop_oneof![0u64..9, (0u32..63).prop_map(|bit| 1 << bit), GREATEST - 3..=GREATEST, 0..=GREATEST];
    let bounds = (size(), size(), size()).prop_map(|(size, low, high)| {
        let high = if high == GREATEST { u64::MAX } else { high.max(size) };
        (size, Dim::interval(low.min(size), high))
    });
    prop_oneof![size().prop_map(|size| (size, Dim::exact(size))), bounds]
}

type Operation = (&'static str, fn(&Dim, &Dim) -> Dim, fn(u128, u128) -> u128);
const GROWING: [Operation; 2] = [("sum", |a, b| a + b, |x, y| x + y), ("product", |a, b| a * b, |x, y| x * y)];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn results_contain_every_run_and_are_exact_only_if_there_is_one((x, a) in sized(), (y, b) in sized()) {
        for (name, of_dims, of_sizes) in GROWING {
            let (dim, size) = (of_dims(&a, &b), of_sizes(x.into(), y.into()));
            match u64::try_from(size).ok().filter(|&size| size <= GREATEST) {
                Some(size) => prop_assert!(dim.contains(size), "the {name} of {a} and {b} is {dim}, not {size}"),
                None => prop_assert_eq!(dim.upper(), None, "the {} of {} and {} is {}", name, a, b, dim),
            }
        }
    }

    #[test]
    fn sums_and_products_commute((_, a) in sized(), (_, b) in sized()) {
        prop_assert_eq!(&a + &b, &b + &a);
        prop_assert_eq!(&a * &b, &b * &a);
    }

    /// The smallest interval around both is the less precise one.
    #[test]
    fn a_more_precise_size_has_no_less_precise_result((x, a) in sized(), (y, b) in sized()) {
        for (name, of_dims, _) in GROWING {
            let (wide, narrow) = (of_dims(&a, &b), of_dims(&Dim::exact(x), &Dim::exact(y)));
            prop_assert_eq!(wide.join(&narrow), wide, "the {} of {} and {}, and of {} and {}", name, a, b, x, y);
        }
    }

    #[test]
    fn differences_and_quotients_contain_every_run((x, a) in sized(), (y, b) in sized()) {
        prop_assert!(x < y || (&a - &b).contains(x - y), "{a} less {b}");
        prop_assert!(y == 0 || a.floor_div(&b).contains(x / y), "{a} by {b}");
        prop_assert!(y == 0 || a.ceil_div(&b).contains(x.div_ceil(y)), "{a} by {b}, rounded up");
        if y > 0 && x % y == 0 {
            prop_assert!(a.exact_div(&b).is_some_and(|dim| dim.contains(x / y)), "{a} by {b} without a remainder");
        }
    }
}
