//! ReduceMin and ReduceMax of every pair of elements of at most 8 bits, and of every 16-bit element with selected others:
//! rows of two, and columns of two.

use half::{bf16, f16};
use shapewright::OpQuery;
use shapewright::{ElementType, NativeElement, Tensor};

use crate::numbers::{Number, of_code};

/// Reduces pairs, once as rows and once as columns. Both must agree.
fn reduced(op: &str, pairs: &Tensor, columns: &Tensor) -> Tensor {
    let axis = |axis: i64| Tensor::new([1], vec![axis]).expect("a list");
    let query = |data: &Tensor, of: i64| {
        let query = OpQuery::openvino(op, 1).tensor(data.clone()).tensor(axis(of));
        query.evaluate().unwrap_or_else(|refusal| panic!("{op} {}: {refusal}", data.element())).remove(0)
    };
    let (rows, columns) = (query(pairs, 1), query(columns, 0));
    assert!(rows == columns, "{op} of {}: rows and columns differ", pairs.element());
    rows
}

/// The least of two numbers as `docs/spec/reduce.md` orders them, or the greatest.
fn expected(a: Number, b: Number, greatest: bool) -> Number {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => a,
        (_, true) => b,
        _ if a.below(b) != greatest => a,
        _ => b,
    }
}

#[test]
fn all_pairs_of_8_bit_codes() {
    let numeric = |e: &&ElementType| e.is_integer() || e.is_float();
    let types: Vec<_> = ElementType::ALL.iter().filter(|e| (1..=8).contains(&e.bits())).filter(numeric).collect();
    assert_eq!(types.len(), 19 - 2, "every type of at most 8 bits but bool and nf4");
    for &&element in &types {
        let count = 1usize << element.bits();
        let pairs: Vec<(u8, u8)> = (0..count * count).map(|i| ((i / count) as u8, (i % count) as u8)).collect();
        let rows = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        let columns = pairs.iter().map(|p| p.0).chain(pairs.iter().map(|p| p.1)).collect();
        let rows = Tensor::from_codes(element, [pairs.len(), 2], rows).expect("pairs");
        let columns = Tensor::from_codes(element, [2, pairs.len()], columns).expect("pairs");
        for (op, greatest) in [("ReduceMin", false), ("ReduceMax", true)] {
            let made = reduced(op, &rows, &columns);
            let found = made.codes().expect("codes");
            for (&(a, b), &found) in pairs.iter().zip(found.iter()) {
                let (x, y, z) = (of_code(element, a), of_code(element, b), of_code(element, found));
                assert!(z.same(expected(x, y, greatest)), "{op} of {element} {a:#x} {b:#x}: {found:#x}");
            }
        }
    }
}

/// Every element with each of `others`; `place` returns the position of a number in the order, and `None` for NaN.
fn all_with<T: NativeElement + PartialEq>(of: impl Fn(u16) -> T, others: &[u16], place: impl Fn(u16) -> Option<i32>) {
    // What a pair gives by the places of its elements, a NaN before all others.
    let places: Vec<i32> = (0..=u16::MAX).map(|bits| place(bits).unwrap_or(i32::MIN)).collect();
    let reverse: Vec<i32> = (0..=u16::MAX).map(|bits| place(bits).map_or(i32::MIN, |p| -p)).collect();
    let all: Vec<T> = (0..=u16::MAX).map(&of).collect();
    for &other in others {
        let rows = Tensor::new([all.len(), 2], all.iter().flat_map(|&v| [v, of(other)]).collect()).expect("pairs");
        let columns = all.iter().copied().chain(std::iter::repeat_n(of(other), all.len())).collect();
        let columns = Tensor::new([2, all.len()], columns).expect("pairs");
        for (op, places) in [("ReduceMin", &places), ("ReduceMax", &reverse)] {
            let made = reduced(op, &rows, &columns);
            let found = made.packed().expect("numbers");
            for (bits, found) in (0..=u16::MAX).zip(found.as_chunks::<2>().0) {
                let expected = places[usize::from(bits)].min(places[usize::from(other)]);
                let found = u16::from_le_bytes(*found);
                assert_eq!(places[usize::from(found)], expected, "{op} {} {bits:#x} {other:#x}", T::ELEMENT);
            }
        }
    }
}

/// Elements near every border: zeros, the least and greatest of each exponent, infinities, NaNs, of both signs.
fn borders(mantissa: u32) -> Vec<u16> {
    let exponents = [0, 1, 2, (1u32 << (15 - mantissa)) - 2, (1 << (15 - mantissa)) - 1];
    let positive = exponents.iter().flat_map(|e| [0, 1, (1 << mantissa) - 1].map(|m| (e << mantissa | m) as u16));
    positive.flat_map(|bits| [bits, bits | 0x8000]).collect()
}

#[test]
fn all_f16_and_bf16_elements() {
    let place = |value: f32, bits: u16| {
        // By value; the sign bit tells the zeros apart.
        (!value.is_nan()).then(|| if bits >> 15 == 1 { -i32::from(bits & 0x7fff) - 1 } else { bits.into() })
    };
    all_with(f16::from_bits, &borders(10), |bits| place(f16::from_bits(bits).to_f32(), bits));
    all_with(bf16::from_bits, &borders(7), |bits| place(bf16::from_bits(bits).to_f32(), bits));
}

#[test]
fn all_16_bit_integers() {
    let others = [0, 1, 2, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff];
    all_with(|bits| bits, &others, |bits| Some(bits.into()));
    all_with(|bits| bits as i16, &others, |bits| Some((bits as i16).into()));
}

#[test]
fn order_of_f16_bits_follows_their_values() {
    // The oracle above trusts the bits; this says that it may.
    for bits in 0..0x7bff {
        assert!(f16::from_bits(bits).to_f32() < f16::from_bits(bits + 1).to_f32());
    }
    for bits in 0..0x7f7f {
        assert!(bf16::from_bits(bits).to_f32() < bf16::from_bits(bits + 1).to_f32());
    }
}
