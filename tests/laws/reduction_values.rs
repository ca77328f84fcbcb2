//! Every reduction in both dialects compared with its definition, element by element, over random shapes, axes, types and
//! elements; what is inferred from the same constants must contain the result.

use proptest::prelude::*;
use shapewright::OpQuery;
use shapewright::{AnalysisOptions, ElementType, Elements, EvalError, KnownValue, Limits, NativeElement, Tensor};

use crate::numbers::{self, Number, numbers, of_code};
use crate::reductions::{ONNX, OPENVINO, for_each_other_reduction, for_each_shared_reduction};

/// One node whose inputs are known.
#[derive(Clone, Debug)]
struct Node {
    onnx: bool,
    op: &'static str,
    element: ElementType,
    sizes: Vec<usize>,
    axes: Vec<i64>,
    keep: bool,
    noop: bool,
    bits: Vec<u64>,
}

/// The version that allows most types.
fn version(op: &str) -> i64 {
    match op {
        "ReduceMin" | "ReduceMax" => 20,
        "ReduceSum" => 13,
        _ => 18,
    }
}

fn is_extreme(op: &str) -> bool {
    op == "ReduceMin" || op == "ReduceMax" || op.starts_with("ReduceLogical")
}

fn allowed(onnx: bool, op: &str) -> Vec<ElementType> {
    use ElementType::*;
    match (onnx, op) {
        (true, "ReduceMin" | "ReduceMax") => vec![F16, F32, F64, Bf16, I8, U8, I32, I64, U32, U64, Bool],
        (true, _) => vec![F16, F32, F64, Bf16, I32, I64, U32, U64],
        (false, "ReduceLogicalAnd" | "ReduceLogicalOr") => vec![Bool],
        (false, _) => ElementType::ALL.iter().copied().filter(|e| e.is_integer() || e.is_float()).collect(),
    }
}

/// The bits of an element: small numbers mostly, of integers and where the order alone matters any.
fn bits(element: ElementType, whole: bool) -> BoxedStrategy<u64> {
    let small = prop::sample::select(vec![0.0f64, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, f64::INFINITY, f64::NAN]);
    let finite = prop::sample::select(vec![0.0f64, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0]);
    let float = move |bits: fn(f64) -> u64| prop_oneof![1 => small.clone(), 8 => finite.clone()].prop_map(bits);
    let all = any::<u64>();
    match element {
        ElementType::Bool => (0u64..2).boxed(),
        ElementType::F64 if !whole => float(f64::to_bits).boxed(),
        ElementType::F32 if !whole => float(|v| (v as f32).to_bits().into()).boxed(),
        ElementType::F16 if !whole => float(|v| half::f16::from_f64(v).to_bits().into()).boxed(),
        ElementType::Bf16 if !whole => float(|v| half::bf16::from_f64(v).to_bits().into()).boxed(),
        // Borders of every width.
        _ => prop_oneof![2 => all, 1 => (0u64..64, any::<u64>()).prop_map(|(shift, v)| v >> shift)].boxed(),
    }
}

fn node(op: &'static str) -> impl Strategy<Value = Node> {
    let dialects: Vec<bool> = [(true, &ONNX[..]), (false, &OPENVINO)]
        .into_iter()
        .filter(|(_, ops)| ops.contains(&op))
        .map(|(onnx, _)| onnx)
        .collect();
    let kind = prop::sample::select(dialects);
    let typed = kind.prop_flat_map(move |onnx| (Just(onnx), prop::sample::select(allowed(onnx, op))));
    let size = prop_oneof![1 => Just(0usize), 3 => Just(1), 4 => 2usize..5, 2 => 5usize..18, 1 => 60usize..70];
    let sizes = prop::collection::vec(size, 0..6).prop_map(|sizes| {
        // At most 600 elements: the size that would make more is 1.
        let mut total = 1;
        let fit = |s: usize| {
            let s = if total * s > 600 { 1 } else { s };
            total *= s.max(1);
            s
        };
        sizes.into_iter().map(fit).collect::<Vec<_>>()
    });
    (typed, sizes, any::<(bool, bool)>()).prop_flat_map(move |((onnx, element), sizes, (keep, noop))| {
        let rank = sizes.len() as i64;
        let axes = prop::sample::subsequence((0..rank).collect::<Vec<_>>(), 0..=sizes.len()).prop_shuffle();
        let axes = axes.prop_flat_map(move |axes| {
            let signs = prop::collection::vec(any::<bool>(), axes.len());
            signs
                .prop_map(move |s| axes.iter().zip(s).map(|(&a, s)| if s { a - rank } else { a }).collect::<Vec<i64>>())
        });
        let elements = prop::collection::vec(bits(element, is_extreme(op)), sizes.iter().product::<usize>());
        (axes, elements).prop_map(move |(axes, bits)| {
            let sizes = sizes.clone();
            Node { onnx, op, element, sizes, axes, keep, noop, bits }
        })
    })
}

impl Node {
    fn data(&self) -> Tensor {
        numbers::tensor(self.element, &self.sizes, &self.bits)
    }

    fn query(&self) -> OpQuery {
        let axes = Tensor::new([self.axes.len()], self.axes.clone()).expect("a list");
        let query = match self.onnx {
            true => OpQuery::onnx(self.op, version(self.op))
                .attribute("keepdims", i64::from(self.keep))
                .attribute("noop_with_empty_axes", i64::from(self.noop)),
            false => OpQuery::openvino(self.op, 16).attribute("keep_dims", self.keep),
        };
        query.tensor(self.data()).tensor(axes)
    }

    fn reduced(&self) -> Vec<bool> {
        let rank = self.sizes.len() as i64;
        let all = self.axes.is_empty() && self.onnx && !self.noop;
        (0..rank).map(|d| all || self.axes.iter().any(|&a| a == d || a + rank == d)).collect()
    }

    /// The elements of each run, by position of the result.
    fn runs(&self) -> (Vec<usize>, Vec<Vec<Number>>) {
        let reduced = self.reduced();
        let dims = self.sizes.iter().zip(&reduced);
        let kept: Vec<usize> = dims.clone().map(|(&s, &r)| if r { 1 } else { s }).collect();
        let mut runs = vec![Vec::new(); kept.iter().product()];
        for (index, number) in numbers(&self.data()).into_iter().enumerate() {
            let (mut rest, mut target, mut stride) = (index, 0, 1);
            for ((&size, &kept), &reduced) in self.sizes.iter().zip(&kept).zip(&reduced).rev() {
                target += if reduced { 0 } else { rest % size * stride };
                stride *= kept;
                rest /= size;
            }
            runs[target].push(number);
        }
        let shape = dims.filter(|(_, r)| self.keep || !**r).map(|(&s, &r)| if r { 1 } else { s });
        (shape.collect(), runs)
    }
}

/// The expected result of a run.
enum Expected {
    Exactly(Number),
    /// This number but for rounding: exact but for an error of the second number, then rounded to the type.
    About(f64, f64),
    Undefined,
}

fn expected(node: &Node, run: &[Number]) -> Expected {
    let untouched = !node.onnx && node.axes.is_empty();
    match run {
        [only] if untouched => Expected::Exactly(*only),
        [] if !node.onnx || node.op == "ReduceMean" => Expected::Undefined,
        _ if is_extreme(node.op) => Expected::Exactly(extreme(node, run)),
        _ if node.element.is_integer() => {
            integer(node, run).map_or(Expected::Undefined, |n| Expected::Exactly(Number::Int(n)))
        }
        _ => float(node.op, run),
    }
}

fn extreme(node: &Node, run: &[Number]) -> Number {
    let greatest = matches!(node.op, "ReduceMax" | "ReduceLogicalOr");
    let last = match (node.element.integer_range(), greatest) {
        (Some((low, _)), true) => Number::Int(low),
        (Some((_, high)), false) => Number::Int(high),
        (None, true) => Number::Float(f64::NEG_INFINITY),
        (None, false) => Number::Float(f64::INFINITY),
    };
    if let Some(nan) = run.iter().find(|n| n.is_nan()) {
        return *nan;
    }
    let better = |a: Number, b: Number| if greatest { b.below(a) } else { a.below(b) };
    run.iter().copied().reduce(|best, n| if better(n, best) { n } else { best }).unwrap_or(last)
}

/// The number of the type that is equal modulo its range.
fn wrapped(element: ElementType, number: i128) -> i128 {
    let (low, high) = element.integer_range().expect("an integer type");
    number.wrapping_sub(low).rem_euclid(high - low + 1) + low
}

fn integer(node: &Node, run: &[Number]) -> Option<i128> {
    let (low, high) = node.element.integer_range().expect("an integer type");
    let numbers = run.iter().map(|n| n.int());
    let floats = run.iter().map(|n| n.float());
    let squares: f64 = floats.clone().map(|n| n * n).sum();
    Some(match node.op {
        "ReduceSum" => wrapped(node.element, numbers.sum()),
        "ReduceL1" => wrapped(node.element, numbers.map(i128::abs).sum()),
        "ReduceProd" => numbers.fold(1, |product, n| wrapped(node.element, product.wrapping_mul(n))),
        "ReduceSumSquare" => {
            numbers.fold(0, |sum, n| wrapped(node.element, sum + wrapped(node.element, n.wrapping_mul(n))))
        }
        // Far from the end of f64's integers the float's root is good enough.
        "ReduceL2" if squares < 1e15 => (squares.sqrt() as i128).min(high),
        "ReduceL2" => exact_root(numbers).min(high),
        _ if run.is_empty() => return None,
        "ReduceMean" => numbers.sum::<i128>() / run.len() as i128,
        "ReduceLogSum" => match numbers.sum::<i128>() {
            sum if sum > 0 => (sum as f64).ln() as i128,
            _ => return None,
        },
        _ => {
            let greatest = run.iter().map(|n| n.int()).max()?;
            let sum: f64 = numbers.map(|n| ((n - greatest) as f64).exp()).sum();
            let (up, down) = (greatest + sum.ln().ceil() as i128, greatest + sum.ln().floor() as i128);
            (if up <= 0 { up } else { down }).clamp(low, high)
        }
    })
}

/// The greatest number whose square is not above the sum of the squares, up to 2^64.
fn exact_root(numbers: impl Iterator<Item = i128>) -> i128 {
    let sum = numbers.map(i128::unsigned_abs).try_fold(0u128, |sum, n| sum.checked_add(n.checked_mul(n)?));
    let (mut low, mut high) = (0u128, 1 << 64);
    let Some(sum) = sum else { return 1 << 64 };
    while low < high {
        let middle = (low + high).div_ceil(2);
        if middle.checked_mul(middle).is_some_and(|square| square <= sum) { low = middle } else { high = middle - 1 }
    }
    low as i128
}

fn float(op: &str, run: &[Number]) -> Expected {
    let numbers: Vec<f64> = run.iter().map(|n| n.float()).collect();
    let sum = |of: fn(f64) -> f64| numbers.iter().map(|&n| of(n)).sum::<f64>();
    // Error of a sum: that of each step is at most one unit in the last place of the sum of magnitudes.
    let error = |of: fn(f64) -> f64| sum(of).abs() * 1e-13;
    let count = numbers.len() as f64;
    let (value, error) = match op {
        "ReduceSum" => (sum(|n| n), error(f64::abs)),
        "ReduceMean" => (sum(|n| n) / count, error(f64::abs) / count),
        "ReduceL1" => (sum(f64::abs), error(f64::abs)),
        "ReduceSumSquare" => (sum(|n| n * n), error(|n| n * n)),
        "ReduceL2" => (sum(|n| n * n).sqrt(), sum(|n| n * n).sqrt() * 1e-13),
        // Where a part of the product may be out of range its value is a matter of order.
        "ReduceProd" if sum(magnitude) > 900.0 => (f64::NAN, 0.0),
        "ReduceProd" => (numbers.iter().product(), 0.0),
        "ReduceLogSum" => (sum(|n| n).ln(), if sum(|n| n) > 0.0 { error(f64::abs) / sum(|n| n) + 1e-13 } else { 0.0 }),
        _ => {
            let greatest =
                numbers.iter().copied().fold(f64::NEG_INFINITY, |a, b| if b > a || b.is_nan() { b } else { a });
            let parts = || numbers.iter().map(|&n| (n - greatest).exp()).sum::<f64>();
            let nan = numbers.iter().any(|n| n.is_nan());
            (
                if nan {
                    f64::NAN
                } else if greatest.is_infinite() {
                    greatest
                } else {
                    greatest + parts().ln()
                },
                1e-12,
            )
        }
    };
    Expected::About(value, if error.is_finite() { error } else { 0.0 })
}

/// By how many powers of two a factor moves a product.
fn magnitude(factor: f64) -> f64 {
    if factor.is_finite() && factor != 0.0 { factor.abs().log2().abs() } else { 0.0 }
}

/// Whether an element is a correct rounding of the exact number, which is known within an error.
fn is_rounded(element: ElementType, finite: &[f64], found: f64, value: f64, error: f64) -> bool {
    if element.bits() <= 8 {
        let greatest = finite.iter().copied().fold(0.0, f64::max);
        let nearest = finite.iter().map(|c| (c - value).abs()).fold(f64::INFINITY, f64::min);
        // What is out of the type's range is a matter of the encoding, which has its own tests.
        let out_of_range = value.abs() > greatest || element == ElementType::F8E8M0 && value < 2f64.powi(-127);
        return value.is_nan() || out_of_range || (found - value).abs() <= nearest + error;
    }
    let (unit, least, greatest) = match element {
        ElementType::F64 => (2f64.powi(-53), 0.0, f64::MAX),
        ElementType::F32 => (2f64.powi(-24), 2f64.powi(-150), f32::MAX.into()),
        ElementType::F16 => (2f64.powi(-11), 2f64.powi(-25), 65504.0),
        _ => (2f64.powi(-8), 2f64.powi(-134), 3.3895313892515355e38),
    };
    match value {
        _ if value.is_nan() => found.is_nan(),
        _ if value.abs() <= greatest => (found - value).abs() <= value.abs() * unit + least + error,
        _ => found == value.signum() * f64::INFINITY || found == value.signum() * greatest,
    }
}

fn check(node: &Node) -> Result<(), TestCaseError> {
    let (shape, runs) = node.runs();
    let expected: Vec<Expected> = runs.iter().map(|run| expected(node, run)).collect();
    let answer = node.query().evaluate();
    if expected.iter().any(|e| matches!(e, Expected::Undefined)) {
        prop_assert!(matches!(answer, Err(EvalError::Undefined(_))), "{answer:?} of an undefined result");
        return Ok(());
    }
    let found = match answer {
        Ok(mut outputs) => outputs.remove(0),
        Err(refusal) => return Err(TestCaseError::fail(refusal.to_string())),
    };
    prop_assert_eq!(found.sizes(), shape);
    let codes = 0..if node.element.is_float() && node.element.bits() <= 8 { 1u16 << node.element.bits() } else { 0 };
    let finite = codes.map(|code| of_code(node.element, code as u8).float()).filter(|c| c.is_finite());
    let finite: Vec<f64> = finite.collect();
    for (i, (found, expected)) in numbers(&found).into_iter().zip(&expected).enumerate() {
        match expected {
            Expected::Exactly(number) => prop_assert!(found.same(*number), "result {i} is {found:?}, not {number:?}"),
            Expected::About(value, error) => {
                let right = is_rounded(node.element, &finite, found.float(), *value, *error);
                prop_assert!(right, "result {i} is {found:?}, not {value} within {error}");
            }
            Expected::Undefined => {}
        }
    }
    contained(node, &found)
}

/// The fact inferred from the same constants contains the computed result.
fn contained(node: &Node, found: &Tensor) -> Result<(), TestCaseError> {
    let fact = node.query().infer().outputs.remove(0);
    if let KnownValue::Elements(Elements::Ints(ints)) = &fact.value {
        prop_assert_eq!(ints.len(), found.num_elements());
        for (int, number) in ints.iter().zip(numbers(found)) {
            prop_assert!(int.contains(number.int()), "{int:?} was inferred, {number:?} computed");
        }
    }
    Ok(())
}

macro_rules! definitions {
    ($($module:ident $name:ident,)*) => {$(
        mod $module {
            use proptest::prelude::*;

            proptest! {
                #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

                #[test]
                #[allow(non_snake_case)] // the name of the operator, so that its test is found by it
                fn $name(node in super::node(stringify!($name))) {
                    super::check(&node)?;
                }
            }
        }
    )*};
}

for_each_shared_reduction!(definitions);
for_each_other_reduction!(definitions);

/// The index of the result to which an element contributes.
fn target(sizes: &[usize], axes: &[i64], index: usize) -> usize {
    let (mut rest, mut target, mut stride) = (index, 0, 1);
    for (dim, &size) in sizes.iter().enumerate().rev() {
        if !axes.contains(&(dim as i64)) {
            target += rest % size * stride;
            stride *= size;
        }
        rest /= size;
    }
    target
}

fn least_is_found<T: NativeElement + PartialEq + From<u8>>(sizes: &[usize], axes: &[i64]) {
    let count: usize = sizes.iter().product();
    for place in [0, 1, count / 3, count / 2, count - 2, count - 1] {
        let mut values: Vec<T> = (0..count).map(|i| T::from(2 + (i % 7) as u8)).collect();
        values[place] = T::from(1);
        let data = Tensor::new(sizes, values).expect("as many elements as the sizes ask for");
        let axes = Tensor::new([axes.len()], axes.to_vec()).expect("a list");
        let made = OpQuery::openvino("ReduceMin", 1).tensor(data).tensor(axes.clone()).evaluate();
        let made = made.unwrap_or_else(|refusal| panic!("{refusal}")).remove(0);
        let found: Vec<usize> = made
            .values::<T>()
            .expect("its type")
            .iter()
            .enumerate()
            .filter(|(_, v)| **v == T::from(1))
            .map(|(i, _)| i)
            .collect();
        assert_eq!(found, [target(sizes, axes.values::<i64>().expect("a list"), place)], "{sizes:?} {axes:?} {place}");
    }
}

/// Rows, columns and alternations of sizes that use different loops.
const LAYOUTS: [(&[usize], &[i64]); 13] = [
    (&[40, 300], &[1]),
    (&[20_000], &[0]),
    (&[300_000], &[0]),
    (&[300, 40], &[0]),
    (&[70_000, 5], &[0]),
    (&[3, 5000], &[0]),
    (&[5, 70_001], &[0]),
    (&[1000, 24], &[1]),
    (&[1001, 8], &[1]),
    (&[1001, 4], &[1]),
    (&[1001, 3], &[1]),
    (&[7, 30, 9, 11], &[0, 2]),
    (&[7, 30, 9, 11], &[1, 3]),
];

/// A unique minimum at any position.
#[test]
fn minimum_is_found_at_every_position() {
    for (sizes, axes) in LAYOUTS {
        least_is_found::<u8>(sizes, axes);
        least_is_found::<f32>(sizes, axes);
        least_is_found::<i64>(sizes, axes);
    }
}

fn integers_are_summed<T>(sizes: &[usize], axes: &[i64], wrapped: fn(i128) -> T)
where
    T: NativeElement + Into<i128> + PartialEq + std::fmt::Debug,
{
    let count: usize = sizes.iter().product();
    let values: Vec<T> = (0..count).map(|i| wrapped((i as i128 * 0x9e37_79b9_7f4a_7c15) >> 16)).collect();
    let outputs = (0..count).map(|i| target(sizes, axes, i)).max().expect("elements") + 1;
    let (mut sums, mut magnitudes) = (vec![0i128; outputs], vec![0i128; outputs]);
    for (index, &value) in values.iter().enumerate() {
        let (target, value) = (target(sizes, axes, index), value.into());
        sums[target] += value;
        magnitudes[target] += value.abs();
    }
    let run = (count / outputs) as i128;
    let data = Tensor::new(sizes, values).expect("as many elements as the sizes ask for");
    let axes = Tensor::new([axes.len()], axes.to_vec()).expect("a list");
    let check = |op: &str, expected: Vec<T>| {
        let query = OpQuery::openvino(op, 4).tensor(data.clone()).tensor(axes.clone());
        let made = query.evaluate().unwrap_or_else(|refusal| panic!("{refusal}")).remove(0);
        assert_eq!(made.values::<T>().expect("its type"), expected, "{op} of {} {sizes:?}", T::ELEMENT);
    };
    check("ReduceSum", sums.iter().map(|&sum| wrapped(sum)).collect());
    check("ReduceMean", sums.iter().map(|&sum| wrapped(sum / run)).collect());
    check("ReduceL1", magnitudes.iter().map(|&sum| wrapped(sum)).collect());
}

/// Sums wrap around, and means are of exact sums.
#[test]
fn sums_of_integers_are_exact() {
    for (sizes, axes) in LAYOUTS {
        integers_are_summed(sizes, axes, |number| number as i8);
        integers_are_summed(sizes, axes, |number| number as u32);
        integers_are_summed(sizes, axes, |number| number as i64);
    }
}

/// A result that would be larger than memory is refused before it is made.
#[test]
fn budget_is_checked_before_allocation() {
    let data = Tensor::new([0, 1 << 20, 1 << 20], Vec::<f32>::new()).expect("no elements");
    let query =
        || OpQuery::onnx("ReduceMin", 18).tensor(data.clone()).tensor(Tensor::new([1], vec![0i64]).expect("a list"));
    assert!(matches!(query().evaluate(), Err(EvalError::TooLarge { needed, .. }) if needed == 4 << 40));
    let small = Tensor::new([2, 8], vec![0f32; 16]).expect("sixteen");
    let query =
        || OpQuery::onnx("ReduceMin", 18).tensor(small.clone()).tensor(Tensor::new([1], vec![0i64]).expect("a list"));
    let within = |bytes: u64| {
        let limits = Limits { max_resident_bytes: bytes, ..Limits::default() };
        query().evaluate_with(&AnalysisOptions { limits, ..AnalysisOptions::default() })
    };
    assert!(within(31).is_err());
    assert!(within(32).is_ok());
}
