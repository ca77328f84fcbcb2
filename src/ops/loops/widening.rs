//! Facts that hold for every iteration: joined at first, then widened until they converge.

use crate::dim::Dim;
use crate::elements::{Elements, SymInt};
use crate::fact::{Fact, KnownValue, TensorType, ValueType};
use crate::shape::Shape;

/// The fact that covers both the previous facts and another round; `None` if that is not new.
///
/// The first round joins. Later rounds drop every bound that still changes; from `limit` on, all bounds of what still
/// changes. From twice the limit on, nothing is kept of any carried value but its element type: states that take each
/// other's places change one after the other, and there may be thousands of them.
pub(crate) fn step(known: &Fact, next: &Fact, round: usize, limit: usize) -> Option<Fact> {
    let joined = known.join(next);
    let ty = match round {
        1 => joined.ty.clone(),
        _ if round < limit => widened(&known.ty, &joined.ty),
        _ if round < 2 * limit => top(&known.ty, &joined.ty),
        _ => whatever(&joined.ty),
    };
    let content = match (&known.value, &joined.value) {
        (a, b) if a == b && round < 2 * limit => b.clone(),
        (_, b) if round == 1 => b.clone(),
        (KnownValue::Elements(Elements::Ints(a)), KnownValue::Elements(Elements::Ints(b))) if round < limit => {
            KnownValue::Elements(Elements::Ints(a.iter().zip(b.iter()).map(|(a, b)| int(a, b)).collect()))
        }
        _ => KnownValue::Unknown,
    };
    let new = ty != known.ty || content != known.value;
    new.then_some(Fact { ty, value: content, provenance: joined.provenance, unknown_reason: joined.unknown_reason })
}

fn int(known: &SymInt, joined: &SymInt) -> SymInt {
    if known == joined {
        return joined.clone();
    }
    let low = if joined.low() < known.low() { SymInt::MIN } else { joined.low() };
    let high = if joined.high() > known.high() { SymInt::MAX } else { joined.high() };
    SymInt::interval(low, high)
}

fn dim(known: &Dim, joined: &Dim) -> Dim {
    if known == joined {
        return joined.clone();
    }
    let low = if joined.low() < known.low() { 0 } else { joined.low() };
    let high = if joined.high() > known.high() { Dim::UNBOUNDED } else { joined.high() };
    Dim::interval(low, high)
}

fn widened(known: &ValueType, joined: &ValueType) -> ValueType {
    match (known, joined) {
        (a, b) if a == b => b.clone(),
        (ValueType::Tensor(a), ValueType::Tensor(b)) => ValueType::Tensor(TensorType {
            element: b.element,
            shape: match (a.shape.dims(), b.shape.dims()) {
                (Some(a), Some(b)) if a.len() == b.len() => Shape::from_dims(a.iter().zip(b).map(|(a, b)| dim(a, b))),
                _ if a.shape == b.shape => b.shape.clone(),
                _ => Shape::UNKNOWN,
            },
        }),
        // The elements of a sequence may change in any way.
        (ValueType::Sequence(_), ValueType::Sequence(inner)) => {
            let element = inner.as_tensor().and_then(|t| t.element);
            ValueType::Sequence(ValueType::tensor(element, Shape::UNKNOWN).into())
        }
        _ => top(known, joined),
    }
}

/// The fact that holds whatever else changes.
fn top(known: &ValueType, joined: &ValueType) -> ValueType {
    match (known, joined) {
        (a, b) if a == b => b.clone(),
        (ValueType::Tensor(_), ValueType::Tensor(_)) => whatever(joined),
        _ => ValueType::Unknown,
    }
}

/// The type that covers every shape.
fn whatever(ty: &ValueType) -> ValueType {
    match ty {
        ValueType::Tensor(tensor) => ValueType::tensor(tensor.element, Shape::UNKNOWN),
        _ => ValueType::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::test_util::fact;

    /// The fact after a loop with this body.
    fn settle(initial: &str, body: impl Fn(&Fact) -> Fact) -> (String, usize) {
        let mut known = fact(initial);
        for round in 1..20 {
            match step(&known, &body(&known), round, 8) {
                Some(wider) => known = wider,
                None => return (known.ty.to_string(), round),
            }
        }
        panic!("it never converges: {}", known.ty);
    }

    #[test]
    fn invariant_facts_are_kept() {
        assert_eq!(settle("f32[N,3]", Clone::clone), ("f32[N,3]".into(), 1));
    }

    #[test]
    fn growing_bounds_are_dropped() {
        let grow = |f: &Fact| {
            let dims = f.shape().dims().unwrap();
            Fact::tensor(f.element(), Shape::from_dims([dims[0].add(&Dim::exact(2)), dims[1].clone()]))
        };
        assert_eq!(settle("f32[1,3]", grow).0, "f32[1..,3]");
    }

    #[test]
    fn a_growing_rank_is_dropped() {
        let grow = |f: &Fact| match f.shape().dims() {
            Some(dims) => Fact::tensor(f.element(), Shape::of_rank(dims.len() + 1)),
            None => f.clone(),
        };
        assert_eq!(settle("f32[1]", grow).0, "f32[...]");
    }

    #[test]
    fn values_that_take_each_others_places_converge_together() {
        let mut known: Vec<Fact> = (1..=100).map(|size| fact(&format!("f32[{size},N]"))).collect();
        let mut round = 1;
        loop {
            let mut next = known.clone();
            next.rotate_left(1);
            let wider: Vec<_> = known.iter().zip(&next).map(|(known, next)| step(known, next, round, 8)).collect();
            if wider.iter().all(Option::is_none) {
                break;
            }
            known = known.into_iter().zip(wider).map(|(known, wider)| wider.unwrap_or(known)).collect();
            round += 1;
        }
        assert!(round <= 17, "{round} rounds");
        assert!(known.iter().all(|fact| fact.element() == Some(crate::ElementType::F32)));
    }

    #[test]
    fn counters_keep_their_constant_bound() {
        let up = |f: &Fact| {
            let KnownValue::Elements(Elements::Ints(v)) = &f.value else { panic!() };
            let next = SymInt::interval(v[0].low() + 1, v[0].high() + 1);
            f.clone().with_elements(Some(Elements::Ints([next].into())))
        };
        let mut known = fact("i64[]").with_elements(Some(Elements::of_ints([0])));
        let mut round = 1;
        while let Some(wider) = step(&known, &up(&known), round, 8) {
            (known, round) = (wider, round + 1);
        }
        let KnownValue::Elements(Elements::Ints(v)) = &known.value else { panic!("no bounds") };
        assert_eq!((v[0].low(), v[0].high()), (0, SymInt::MAX));
    }

    #[test]
    fn nan_does_not_prevent_convergence() {
        let nan = fact("f32[]").with_elements(Some(Elements::Floats([f64::NAN].into())));
        let second = step(&nan, &nan, 2, 8);
        assert!(second.is_none_or(|f| step(&f, &nan, 3, 8).is_none()));
    }
}
