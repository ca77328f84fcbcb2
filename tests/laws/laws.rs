//! Laws of facts: `meet` is the conjunction of two facts, `join` the disjunction.
//!
//! If the two sides have different symbols, `meet` keeps one of them, so it commutes only up to symbols; all other facts about
//! sizes are exact.

use proptest::prelude::*;
use shapewright::{Dim, Elements, Fact, Shape, SymInt, ValueType};

use crate::strategies::{dim, holds, plain, plain_dim, plain_shape, shape, size, value_type};
use crate::support;

/// Whether everything that `a` allows is allowed by `b`.
fn dim_within(a: &Dim, b: &Dim) -> bool {
    support::is_within(a, b)
}

fn shape_within(a: &Shape, b: &Shape) -> bool {
    match (a.dims(), b.dims()) {
        (_, None) => a.min_rank() >= b.min_rank(),
        (None, Some(_)) => false,
        (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| dim_within(a, b)),
    }
}

fn type_within(a: &ValueType, b: &ValueType) -> bool {
    use ValueType::{Map, Optional, Sequence, Sparse, Tensor, Unknown};
    match (a, b) {
        (_, Unknown) => true,
        (Tensor(a), Tensor(b)) | (Sparse(a), Sparse(b)) => {
            (b.element.is_none() || a.element == b.element) && shape_within(&a.shape, &b.shape)
        }
        (Sequence(a), Sequence(b)) | (Optional(a), Optional(b)) => type_within(a, b),
        (Map(k, a), Map(l, b)) => (l.is_none() || k == l) && type_within(a, b),
        _ => false,
    }
}

fn int() -> impl Strategy<Value = SymInt> {
    prop_oneof![
        4 => (-5i128..6, 0i128..6).prop_map(|(low, more)| SymInt::interval(low, low + more)),
        2 => dim().prop_map(|d| SymInt::from(&d)),
        1 => Just(SymInt::unknown()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn dim_meet_and_join(a in dim(), b in dim(), c in dim(), n in 0u64..8) {
        let both = a.meet(&b);
        prop_assert_eq!(both.as_ref().is_some_and(|m| m.contains(n)), a.contains(n) && b.contains(n));
        prop_assert!(!(a.contains(n) || b.contains(n)) || a.join(&b).contains(n));
        prop_assert_eq!(both.as_ref().map(plain_dim), b.meet(&a).as_ref().map(plain_dim));
        prop_assert_eq!(a.join(&b), b.join(&a));
        prop_assert_eq!(a.join(&b).join(&c), a.join(&b.join(&c)));
        let (left, right) = (both.and_then(|m| m.meet(&c)), b.meet(&c).and_then(|m| a.meet(&m)));
        prop_assert_eq!(left.as_ref().map(plain_dim), right.as_ref().map(plain_dim));
        prop_assert_eq!(a.meet(&a), Some(a.clone()));
        prop_assert_eq!(a.join(&a), a.clone());
        prop_assert_eq!(a.meet(&a.join(&b)), Some(a.clone()));
        prop_assert_eq!(a.meet(&Dim::unknown()), Some(a));
    }

    #[test]
    fn wider_dim_never_gives_a_narrower_result(a in dim(), b in dim(), more in dim()) {
        let wide = b.join(&more);
        prop_assert!(dim_within(&a.join(&b), &a.join(&wide)));
        prop_assert!(dim_within(&a.add(&b), &a.add(&wide)));
        prop_assert!(dim_within(&a.mul(&b), &a.mul(&wide)));
        if let Some(narrow) = a.meet(&b) {
            prop_assert!(a.meet(&wide).is_some_and(|w| dim_within(&narrow, &w)));
        }
    }

    #[test]
    fn sums_and_products_contain_every_run(a in size(), b in size(), world in proptest::array::uniform2(0u64..5)) {
        let ((x, a), (y, b)) = ((a.value(&world), a.dim(&world)), (b.value(&world), b.dim(&world)));
        prop_assert!(holds(&a.add(&b), x + y, &world));
        prop_assert!(holds(&a.mul(&b), x * y, &world));
    }

    #[test]
    fn equal_symbols_are_equal_sizes(a in dim(), b in dim()) {
        prop_assert_eq!(a.provably_eq(&b), b.provably_eq(&a));
        // What `same` claims must be possible at all, unless the two contradict each other.
        let named = a.name().is_some() && a.name() == b.name();
        prop_assert_eq!(a.provably_eq(&b), named || (a.size().is_some() && a.size() == b.size()));
        // A symbol is kept only where it is true of every size that remains.
        for kept in [Some(a.join(&b)), a.meet(&b)].into_iter().flatten() {
            let name = kept.name();
            prop_assert!(name.is_none() || name == a.name() || name == b.name());
            prop_assert!(name.is_none() || kept.size().is_none(), "an exact size carries a symbol");
        }
        let joined = a.join(&b);
        prop_assert!(joined.name().is_none() || (joined.name() == a.name() && joined.name() == b.name()));
    }

    #[test]
    fn shape_meet_and_join(a in shape(), b in shape(), c in shape(), sizes in proptest::collection::vec(0u64..6, 0..4)) {
        let both = a.meet(&b);
        let expected = a.contains(&sizes) && b.contains(&sizes);
        prop_assert_eq!(both.as_ref().is_some_and(|m| m.contains(&sizes)), expected);
        prop_assert!(!(a.contains(&sizes) || b.contains(&sizes)) || a.join(&b).contains(&sizes));
        prop_assert_eq!(both.as_ref().map(plain_shape), b.meet(&a).as_ref().map(plain_shape));
        prop_assert_eq!(a.join(&b), b.join(&a));
        prop_assert_eq!(a.join(&b).join(&c), a.join(&b.join(&c)));
        let (left, right) = (both.and_then(|m| m.meet(&c)), b.meet(&c).and_then(|m| a.meet(&m)));
        prop_assert_eq!(left.as_ref().map(plain_shape), right.as_ref().map(plain_shape));
        prop_assert_eq!(a.meet(&a), Some(a.clone()));
        prop_assert_eq!(a.join(&a), a.clone());
        prop_assert_eq!(a.meet(&a.join(&b)), Some(a.clone()));
        prop_assert_eq!(a.meet(&Shape::UNKNOWN), Some(a.clone()));
        prop_assert!(shape_within(&a, &a.join(&b)));
        if let Some(narrow) = a.meet(&b) {
            prop_assert!(shape_within(&narrow, &a) && shape_within(&narrow, &b));
            prop_assert!(a.meet(&b.join(&c)).is_some_and(|w| shape_within(&narrow, &w)));
        }
        if let Some(product) = a.contains(&sizes).then(|| sizes.iter().product::<u64>()) {
            prop_assert!(a.num_elements().contains(product));
        }
    }

    #[test]
    fn type_meet_and_join(a in value_type(), b in value_type(), c in value_type()) {
        let both = a.meet(&b);
        prop_assert_eq!(both.as_ref().map(plain), b.meet(&a).as_ref().map(plain));
        prop_assert_eq!(a.join(&b), b.join(&a));
        prop_assert_eq!(a.join(&b).join(&c), a.join(&b.join(&c)));
        let (left, right) = (both.as_ref().and_then(|m| m.meet(&c)), b.meet(&c).and_then(|m| a.meet(&m)));
        prop_assert_eq!(left.as_ref().map(plain), right.as_ref().map(plain));
        prop_assert_eq!(a.meet(&a), Some(a.clone()));
        prop_assert_eq!(a.join(&a), a.clone());
        prop_assert_eq!(a.meet(&a.join(&b)), Some(a.clone()));
        prop_assert!(type_within(&a, &a.join(&b)) && type_within(&b, &a.join(&b)));
        if let Some(narrow) = both {
            prop_assert!(type_within(&narrow, &a) && type_within(&narrow, &b));
            prop_assert!(a.meet(&b.join(&c)).is_some_and(|w| type_within(&narrow, &w)));
        }
        // What lies in both is found by `meet`: it never says "contradiction" of two facts that agree.
        let wider = a.join(&c);
        prop_assert!(a.meet(&wider).is_some());
    }

    #[test]
    fn integer_meet_and_join(a in int(), b in int(), n in -12i128..12) {
        prop_assert_eq!(a.join(&b), b.join(&a));
        prop_assert_eq!(a.join(&a), a.clone());
        prop_assert!(!(a.contains(n) || b.contains(n)) || a.join(&b).contains(n));
        // As a dimension an integer keeps every size that it may be.
        if let Ok(size) = u64::try_from(n) {
            prop_assert_eq!(a.contains(n), a.to_dim().is_some_and(|d| d.contains(size)));
        }
    }

    #[test]
    fn dimension_survives_conversion_to_an_integer(d in dim()) {
        let back = SymInt::from(&d).to_dim();
        prop_assert_eq!(back.as_ref().map(|b| (b.lower(), b.name().cloned())), Some((d.lower(), d.name().cloned())));
        prop_assert!(back.is_some_and(|b| b.upper() == d.upper()));
    }

    #[test]
    fn fact_meet_and_join(
        types in (value_type(), value_type()),
        ints in proptest::collection::vec((int(), int()), 0..4),
        known in (any::<bool>(), any::<bool>()),
    ) {
        let (left, right): (Vec<SymInt>, Vec<SymInt>) = ints.into_iter().unzip();
        let elements = |ints: &[SymInt], known: bool| known.then(|| Elements::Ints(ints.into()));
        let a = Fact::from(types.0).with_elements(elements(&left, known.0));
        let b = Fact::from(types.1).with_elements(elements(&right, known.1));
        let joined = a.join(&b);
        prop_assert_eq!(&joined.ty, &a.ty.join(&b.ty));
        prop_assert_eq!(&a.join(&a), &a);
        let shapewright::KnownValue::Elements(Elements::Ints(all)) = &joined.value else {
            // Knowing one side's elements says nothing of the other's.
            prop_assert!(!(known.0 && known.1));
            return Ok(());
        };
        prop_assert!(known.0 && known.1);
        for (i, int) in all.iter().enumerate() {
            prop_assert_eq!(int, &left[i].join(&right[i]));
        }
    }
}
