//! Evaluation of operators that move data, for elements of every width: compared with naive indexing, with each other, and
//! with inference.

use proptest::prelude::*;
use proptest::strategy::BoxedStrategy;
use shapewright::OpQuery;
use shapewright::{ElementType, KnownValue, Tensor};

const TYPES: [ElementType; 12] = [
    ElementType::F32,
    ElementType::F16,
    ElementType::I64,
    ElementType::C64,
    ElementType::C128,
    ElementType::Bool,
    ElementType::F8E5M2,
    ElementType::U1,
    ElementType::I2,
    ElementType::U4,
    ElementType::F6E2M3,
    ElementType::String,
];

/// One element of any type.
type Atom = Vec<u8>;

fn atoms(tensor: &Tensor) -> Vec<Atom> {
    if let Some(strings) = tensor.strings() {
        return strings.iter().map(|s| s.to_vec()).collect();
    }
    match tensor.codes() {
        Some(codes) => codes.iter().map(|code| vec![*code]).collect(),
        None => tensor.packed().unwrap().chunks(tensor.element().bits() as usize / 8).map(<[u8]>::to_vec).collect(),
    }
}

/// A tensor whose elements differ as much as their type allows.
fn tensor(element: ElementType, sizes: &[usize]) -> Tensor {
    let count = sizes.iter().product();
    let mixed = |i: usize| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match element.bits() {
        0 => {
            let strings: Vec<_> = (0..count).map(|i| i.to_string().into_bytes().into()).collect();
            Tensor::of_strings(sizes, strings).unwrap()
        }
        bits @ 1..=8 => {
            let bits = if element == ElementType::Bool { 1 } else { bits };
            let codes = (0..count).map(|i| (mixed(i) >> (64 - bits)) as u8).collect();
            Tensor::from_codes(element, sizes, codes).unwrap()
        }
        bits => {
            let wide = |i| [mixed(i).to_le_bytes(), mixed(i + 1).to_le_bytes()].concat();
            let bytes: Vec<u8> = (0..count).flat_map(|i| wide(i)[..bits as usize / 8].to_vec()).collect();
            Tensor::from_packed(element, sizes, bytes).unwrap()
        }
    }
}

/// Every index of a tensor of these sizes, in row-major order.
fn indices(sizes: &[usize]) -> Vec<Vec<usize>> {
    sizes.iter().fold(vec![vec![]], |all, &size| {
        all.iter().flat_map(|index| (0..size).map(|i| [index.as_slice(), &[i]].concat())).collect()
    })
}

/// The element at an index.
fn at(atoms: &[Atom], sizes: &[usize], index: &[usize]) -> Atom {
    let position = index.iter().zip(sizes).fold(0, |position, (i, size)| position * size + i);
    atoms[position].clone()
}

/// A tensor of these sizes, with each element copied from the index that `from` returns.
fn picked(data: &Tensor, sizes: &[usize], from: impl Fn(&[usize]) -> Vec<usize>) -> Vec<Atom> {
    let all = atoms(data);
    indices(sizes).iter().map(|index| at(&all, data.sizes(), &from(index))).collect()
}

fn list(values: impl IntoIterator<Item = i64>) -> Tensor {
    let values: Vec<i64> = values.into_iter().collect();
    Tensor::new([values.len()], values).unwrap()
}

fn sizes_of(tensor: &Tensor) -> Tensor {
    list(tensor.sizes().iter().map(|&size| size as i64))
}

/// The outputs, which the inferred facts contain.
fn outputs(query: impl Fn() -> OpQuery) -> Vec<Tensor> {
    let made = query().evaluate().unwrap_or_else(|refusal| panic!("{refusal}"));
    let answer = query().infer();
    for (tensor, fact) in made.iter().zip(&answer.outputs) {
        assert_eq!((fact.element(), fact.shape()), (Some(tensor.element()), &tensor.shape()));
        if let KnownValue::Elements(elements) = &fact.value {
            // NaN is the same as itself here.
            assert_eq!(format!("{:?}", tensor.elements(1024)), format!("{:?}", Some(elements)));
        }
    }
    made
}

fn one(query: impl Fn() -> OpQuery) -> Tensor {
    outputs(query).remove(0)
}

/// The output of OpenVINO's operator, which is that of ONNX's where that allows the type.
fn both(element: ElementType, openvino: impl Fn() -> OpQuery, onnx: impl Fn() -> OpQuery) -> Tensor {
    let made = one(openvino);
    if element.bits() >= 16 || matches!(element, ElementType::Bool | ElementType::String) {
        assert_eq!(one(onnx), made);
    }
    made
}

fn element() -> impl Strategy<Value = ElementType> {
    proptest::sample::select(TYPES.to_vec())
}

fn sizes(rank: std::ops::Range<usize>) -> BoxedStrategy<Vec<usize>> {
    proptest::collection::vec(prop_oneof![1 => Just(0usize), 9 => 1usize..5], rank).boxed()
}

fn data(rank: std::ops::Range<usize>) -> BoxedStrategy<Tensor> {
    (element(), sizes(rank)).prop_map(|(element, sizes)| tensor(element, &sizes)).boxed()
}

fn permuted(data: &Tensor, order: &[usize]) -> Tensor {
    let order: Vec<i64> = order.iter().map(|&dim| dim as i64).collect();
    let openvino = || OpQuery::openvino("Transpose", 1).tensor(data.clone()).tensor(list(order.clone()));
    both(data.element(), openvino, || {
        OpQuery::onnx("Transpose", 13).attribute("perm", order.clone()).tensor(data.clone())
    })
}

/// A tensor broadcast to these sizes.
fn expanded(data: &Tensor, sizes: &Tensor) -> Tensor {
    let inputs = |query: OpQuery| query.tensor(data.clone()).tensor(sizes.clone());
    both(data.element(), || inputs(OpQuery::openvino("Broadcast", 3)), || inputs(OpQuery::onnx("Expand", 13)))
}

// A module for each operator, so that its laws are found by its name.

#[allow(non_snake_case)]
mod Transpose {
    use super::*;

    proptest! {
        #[test]
        fn transpose_and_its_inverse_restore_the_data(
            (data, order) in data(0..5).prop_flat_map(|data| {
                let order: Vec<usize> = (0..data.sizes().len()).collect();
                (Just(data), Just(order).prop_shuffle())
            }),
        ) {
            let moved = permuted(&data, &order);
            let sizes: Vec<usize> = order.iter().map(|&dim| data.sizes()[dim]).collect();
            let back: Vec<usize> = (0..order.len()).map(|dim| order.iter().position(|&d| d == dim).unwrap()).collect();
            let expected = picked(&data, &sizes, |index| back.iter().map(|&to| index[to]).collect());
            prop_assert_eq!(atoms(&moved), expected);
            prop_assert_eq!(permuted(&moved, &back), data.clone());
        }
    }
}

#[allow(non_snake_case)]
mod Split {
    use super::*;

    proptest! {
        #[test]
        fn concat_of_split_parts_restores_the_data(data in data(1..5), axis in 0usize..5, cuts in [0usize..5, 0usize..5]) {
            let axis = axis % data.sizes().len();
            let size = data.sizes()[axis];
            let (a, b) = (cuts[0].min(size), cuts[1].min(size));
            let lengths = [a.min(b), a.max(b) - a.min(b), size - a.max(b)].map(|n| n as i64);
            let parts = outputs(|| {
                let query = OpQuery::openvino("VariadicSplit", 1).outputs(3).tensor(data.clone());
                query.tensor(list([axis as i64])).tensor(list([lengths[0], -1, lengths[2]]))
            });
            for (part, length) in parts.iter().zip(lengths) {
                prop_assert_eq!(part.sizes()[axis] as i64, length);
            }
            let joined = |query: OpQuery| {
                parts.iter().fold(query.attribute("axis", axis as i64), |query, part| query.tensor(part.clone()))
            };
            let element = data.element();
            let whole = both(element, || joined(OpQuery::openvino("Concat", 1)), || joined(OpQuery::onnx("Concat", 13)));
            prop_assert_eq!(whole, data);
        }
    }
}

#[allow(non_snake_case)]
mod Slice {
    use super::*;

    proptest! {
        #[test]
        fn slice_selects_the_specified_elements(
            data in data(1..4),
            numbers in proptest::collection::vec((0usize..5, 0usize..6, 1usize..4, any::<bool>(), any::<bool>()), 3),
        ) {
            let rank = data.sizes().len();
            // In each dimension from here, so many, in such steps; written from the start or the end.
            let cuts: Vec<(Vec<usize>, [i64; 3])> = data.sizes().iter().zip(numbers).map(|(&size, numbers)| {
                let (start, count, step, backwards, negative) = numbers;
                let named: Vec<usize> = match backwards {
                    false => (start..size).step_by(step).take(count).collect(),
                    true => (0..=start).rev().step_by(step).filter(|_| start < size).take(count).collect(),
                };
                let step = if backwards { -(step as i64) } else { step as i64 };
                let first = if negative { start as i64 - size as i64 } else { start as i64 };
                let end = named.last().map_or(first, |&last| {
                    let end = last as i64 + step.signum();
                    if end < 0 { i64::MIN + 1 } else if end == size as i64 { i64::from(i32::MAX) + 1 } else { end }
                });
                match named.is_empty() {
                    // Nothing, in every runtime's reading.
                    true => (named, [0, 0, 1]),
                    false => (named, [first, end, step]),
                }
            }).collect();
            let numbers = |n: usize| list(cuts.iter().map(|(_, numbers)| numbers[n]));
            let axes = || list((0..rank as i64).map(|axis| axis - rank as i64));
            let (starts, ends, steps) = (numbers(0), numbers(1), numbers(2));
            let bounds = |query: OpQuery| query.tensor(data.clone()).tensor(starts.clone()).tensor(ends.clone());
            let openvino = || bounds(OpQuery::openvino("Slice", 8)).tensor(steps.clone()).tensor(axes());
            let onnx = || bounds(OpQuery::onnx("Slice", 13)).tensor(axes()).tensor(steps.clone());
            let made = both(data.element(), openvino, onnx);
            let sizes: Vec<usize> = cuts.iter().map(|(named, _)| named.len()).collect();
            prop_assert_eq!(made.sizes(), &sizes[..]);
            let expected = picked(&data, &sizes, |index| index.iter().zip(&cuts).map(|(&i, (named, _))| named[i]).collect());
            prop_assert_eq!(atoms(&made), expected);
            let strided = || OpQuery::openvino("StridedSlice", 1).attribute("begin_mask", "").attribute("end_mask", "");
            prop_assert_eq!(one(|| bounds(strided()).tensor(steps.clone())), made);
        }
    }
}

#[allow(non_snake_case)]
mod Expand {
    use super::*;

    proptest! {
        #[test]
        fn expand_repeats_elements(data in data(0..4), repeats in proptest::collection::vec(1usize..4, 3)) {
            // Each dimension that is 1 is repeated, and new ones stand in front.
            let rank = data.sizes().len();
            let own = data.sizes().iter().zip(&repeats).map(|(&size, &repeat)| if size == 1 { repeat } else { size });
            let target: Vec<usize> = repeats[..3 - rank].iter().copied().chain(own).collect();
            let wanted = || list(target.iter().map(|&size| size as i64));
            let made = expanded(&data, &wanted());
            let expected = picked(&data, &target, |index| {
                index[3 - rank..].iter().zip(data.sizes()).map(|(&i, &size)| if size == 1 { 0 } else { i }).collect()
            });
            prop_assert_eq!(atoms(&made), expected);
            let explicit = || {
                let mapping = list((3 - rank as i64..3).collect::<Vec<_>>());
                let query = OpQuery::openvino("Broadcast", 3).attribute("mode", "explicit");
                query.tensor(data.clone()).tensor(wanted()).tensor(mapping)
            };
            prop_assert_eq!(one(explicit), made);
        }
    }
}

#[allow(non_snake_case)]
mod Tile {
    use super::*;

    proptest! {
        #[test]
        fn tile_equals_concatenated_copies(data in data(1..4), axis in 0usize..4, copies in 1usize..4) {
            let axis = axis % data.sizes().len();
            let repeats = || list((0..data.sizes().len()).map(|dim| if dim == axis { copies as i64 } else { 1 }));
            let inputs = |query: OpQuery| query.tensor(data.clone()).tensor(repeats());
            let made = both(data.element(), || inputs(OpQuery::openvino("Tile", 1)), || inputs(OpQuery::onnx("Tile", 13)));
            let row = one(|| {
                let query = OpQuery::openvino("Concat", 1).attribute("axis", axis as i64);
                (0..copies).fold(query, |query, _| query.tensor(data.clone()))
            });
            prop_assert_eq!(made, row);
        }
    }
}

#[allow(non_snake_case)]
mod Gather {
    use super::*;

    proptest! {
        #[test]
        fn gather_selects_rows(
            data in data(1..4),
            axis in 0usize..4,
            chosen in proptest::collection::vec(-4i64..4, 0..6),
            narrow in any::<bool>(),
        ) {
            let (rank, axis) = (data.sizes().len(), axis % data.sizes().len());
            let size = data.sizes()[axis] as i64;
            let chosen: Vec<i64> = chosen.into_iter().filter(|index| (-size..size).contains(index)).collect();
            let indices = || match narrow {
                true => Tensor::new([chosen.len(), 1], chosen.iter().map(|&i| i as i8).collect()).unwrap(),
                false => list(chosen.iter().copied()).reshaped([chosen.len(), 1]).unwrap(),
            };
            let openvino = || {
                let query = OpQuery::openvino("Gather", 8).tensor(data.clone()).tensor(indices());
                query.tensor(Tensor::new([], vec![axis as i64 - rank as i64]).unwrap())
            };
            let onnx = || OpQuery::onnx("Gather", 13).attribute("axis", axis as i64).tensor(data.clone()).tensor(indices());
            let made = if narrow { one(openvino) } else { both(data.element(), openvino, onnx) };
            let sizes = [&data.sizes()[..axis], &[chosen.len(), 1], &data.sizes()[axis + 1..]].concat();
            let expected = picked(&data, &sizes, |index| {
                let row = (chosen[index[axis]] + size) % size;
                [&index[..axis], &[row as usize], &index[axis + 2..]].concat()
            });
            prop_assert_eq!(made.sizes(), &sizes[..]);
            prop_assert_eq!(atoms(&made), expected);
        }

        #[test]
        fn batched_gather_selects_within_each_batch(element in element(), sizes in sizes(4..5), seed in any::<u64>()) {
            let data = tensor(element, &sizes);
            let size = sizes[2];
            let count = if size == 0 { 0 } else { 3 };
            let rows: Vec<i64> =
                (0..sizes[0] * sizes[1] * count).map(|i| ((seed >> (i % 60)) % size.max(1) as u64) as i64).collect();
            let result = [sizes[0], sizes[1], count, sizes[3]];
            let made = one(|| {
                let query = OpQuery::openvino("Gather", 8).attribute("batch_dims", 2).tensor(data.clone());
                let indices = Tensor::new([sizes[0], sizes[1], count], rows.clone()).unwrap();
                query.tensor(indices).tensor(Tensor::new([], vec![2i64]).unwrap())
            });
            let expected = picked(&data, &result, |index| {
                let row = rows[(index[0] * sizes[1] + index[1]) * count + index[2]];
                vec![index[0], index[1], row as usize, index[3]]
            });
            prop_assert_eq!(atoms(&made), expected);
        }
    }
}

#[allow(non_snake_case)]
mod Where {
    use super::*;

    proptest! {
        #[test]
        fn where_selects_element_by_element(
            element in element(),
            sizes in sizes(0..4),
            ones in proptest::collection::vec(any::<bool>(), 9),
            shorter in [0usize..3, 0usize..3, 0usize..3],
        ) {
            let own = |input: usize| -> Vec<usize> {
                let all = sizes.iter().enumerate().map(|(i, &size)| if ones[input * 3 + i] { 1 } else { size });
                all.skip(shorter[input].min(sizes.len())).collect()
            };
            let (condition, a) = (tensor(ElementType::Bool, &own(0)), tensor(element, &own(1)));
            let b = tensor(element, &[own(2).as_slice(), &[2]].concat());
            let b = one(|| {
                // Other elements than those of the first choice.
                let axis = own(2).len() as i64;
                let number = |value: i64| Tensor::new([], vec![value]).unwrap();
                OpQuery::openvino("Gather", 8).tensor(b.clone()).tensor(number(1)).tensor(number(axis))
            });
            let inputs = |query: OpQuery| query.tensor(condition.clone()).tensor(a.clone()).tensor(b.clone());
            let made = both(element, || inputs(OpQuery::openvino("Select", 1)), || inputs(OpQuery::onnx("Where", 16)));
            let stretched = |input: &Tensor| expanded(input, &sizes_of(&made));
            let (condition, a, b) = (atoms(&stretched(&condition)), atoms(&stretched(&a)), atoms(&stretched(&b)));
            let expected: Vec<Atom> =
                condition.iter().zip(a.iter().zip(b)).map(|(c, (a, b))| if c[0] == 1 { a.clone() } else { b }).collect();
            prop_assert_eq!(atoms(&made), expected);
        }
    }
}

#[allow(non_snake_case)]
mod Reshape {
    use super::*;

    proptest! {
        #[test]
        fn reshape_preserves_element_order(data in data(0..4)) {
            let count = data.num_elements();
            let element = data.element();
            let reshaped = |data: &Tensor, sizes: &Tensor| {
                let inputs = |query: OpQuery| query.tensor(data.clone()).tensor(sizes.clone());
                let openvino = || inputs(OpQuery::openvino("Reshape", 1).attribute("special_zero", false));
                both(element, openvino, || inputs(OpQuery::onnx("Reshape", 14).attribute("allowzero", 1)))
            };
            let flat = reshaped(&data, &list([count as i64]));
            prop_assert_eq!(atoms(&flat), atoms(&data));
            prop_assert_eq!(&reshaped(&flat, &sizes_of(&data)), &data);
            let ends = |query: OpQuery, data: &Tensor| query.tensor(data.clone()).tensor(list([0, -1]));
            let openvino = || ends(OpQuery::openvino("Unsqueeze", 1), &data);
            let framed = both(element, openvino, || ends(OpQuery::onnx("Unsqueeze", 13), &data));
            let openvino = || ends(OpQuery::openvino("Squeeze", 1), &framed);
            prop_assert_eq!(&both(element, openvino, || ends(OpQuery::onnx("Squeeze", 13), &framed)), &data);
            let measured = one(|| OpQuery::openvino("ShapeOf", 3).tensor(data.clone()));
            prop_assert_eq!(measured, sizes_of(&data));
        }
    }
}

#[allow(non_snake_case)]
mod Range {
    use super::*;

    proptest! {
        #[test]
        fn range_counts_in_steps(start in -20i64..20, limit in -20i64..20, step in prop_oneof![-5i64..0, 1i64..6]) {
            let expected: Vec<i64> = (0..).map(|i| start + i * step).take_while(|&v| if step > 0 { v < limit } else { v > limit }).collect();
            let scalar = |value: i64| Tensor::new([], vec![value]).unwrap();
            let ints = one(|| OpQuery::onnx("Range", 11).tensor(scalar(start)).tensor(scalar(limit)).tensor(scalar(step)));
            prop_assert_eq!(ints.values::<i64>(), Some(&expected[..]));
            let floats = one(|| {
                let query = OpQuery::openvino("Range", 4).attribute("output_type", "f32");
                query.tensor(scalar(start)).tensor(scalar(limit)).tensor(scalar(step))
            });
            let expected: Vec<f32> = expected.iter().map(|&v| v as f32).collect();
            prop_assert_eq!(floats.values::<f32>(), Some(&expected[..]));
        }
    }
}
