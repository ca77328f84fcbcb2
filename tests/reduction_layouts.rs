//! Reductions of every layout that the loops treat differently, compared with the definition, element by element.
//!
//! With the feature `rayon`, each runs on one thread, as without the feature, and on three, which divides the work otherwise.

#[cfg(feature = "rayon")]
use std::sync::LazyLock;

use half::{bf16, f16};
#[cfg(feature = "rayon")]
use rayon::{ThreadPool, ThreadPoolBuilder};
use shapewright::{NativeElement, OpQuery, Tensor};

/// Sizes and reduced axes.
type Layout = (Vec<usize>, Vec<i64>);

/// Rows that are too short to be read in parallel, that are not, and that are cut into parts; of a few numbers of rows,
/// because four are read in parallel.
fn rows() -> Vec<Layout> {
    let short = [2, 3, 5, 6, 8, 10, 12, 16, 24, 30, 31, 32, 33, 64, 65];
    let some = short.into_iter().flat_map(|run| [3, 4, 9, 300].map(|rows| (vec![rows, run], vec![1])));
    let long = [8191, 8192, 8193].into_iter().flat_map(|run| [1, 5].map(|rows| (vec![rows, run], vec![1])));
    some.chain(long).collect()
}

/// Columns that are processed side by side or not, in rows of which eight are read together.
fn columns() -> Vec<Layout> {
    let widths = [2, 7, 40, 63, 64, 65, 127, 128, 129];
    widths.into_iter().flat_map(|width| [3, 8, 9, 17, 300].map(|rows| (vec![rows, width], vec![0]))).collect()
}

/// More elements than a piece has, which is 2^18, or more columns than a tile has.
fn pieces() -> Vec<Layout> {
    let layouts: [(&[usize], &[i64]); 14] = [
        (&[262_145], &[0]),
        (&[2, 262_145], &[1]),
        (&[40_001, 8], &[1]),
        (&[90_001, 3], &[1]),
        (&[1001, 263], &[1]),
        (&[4100, 64], &[0]),
        (&[4100, 65], &[0]),
        (&[131_073, 2], &[0]),
        (&[130, 2049], &[0]),
        (&[9, 32_769], &[0]),
        (&[17, 131_073], &[0]),
        (&[37, 41, 431], &[1]),
        (&[37, 41, 431], &[0, 2]),
        (&[11, 13, 17, 311], &[1, 3]),
    ];
    layouts.into_iter().map(|(sizes, axes)| (sizes.to_vec(), axes.to_vec())).collect()
}

/// Reproducible numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

/// An element type.
trait Number: NativeElement + PartialEq {
    /// A whole number, which is representable.
    fn of(number: i64) -> Self;

    /// An element for a minimum, where several are as likely as not to have equal numbers with different bits.
    fn ordered(random: &mut Random, run: usize) -> Self;

    /// The same order with the signs reversed.
    fn reversed(self) -> Self;

    /// Whether this is the minimum of the two: NaN, then the numbers in their total order.
    fn is_less(self, other: Self) -> bool;

    /// The sum and the product.
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl Number for $type {
            fn of(number: i64) -> $type {
                number as $type
            }

            fn ordered(random: &mut Random, _: usize) -> $type {
                (random.next() << 33 | random.next()) as $type
            }

            fn reversed(self) -> $type {
                !self
            }

            fn is_less(self, other: $type) -> bool {
                self < other
            }

            fn plus(self, other: $type) -> $type {
                self.wrapping_add(other)
            }

            fn times(self, other: $type) -> $type {
                self.wrapping_mul(other)
            }
        }
    )*};
}

macro_rules! floats {
    ($($type:ty, $of:expr;)*) => {$(
        impl Number for $type {
            fn of(number: i64) -> $type {
                $of(number as f64)
            }

            fn ordered(random: &mut Random, run: usize) -> $type {
                match random.next() % (2 * run as u64 + 1) {
                    0 => $of(0.0),
                    1 => $of(-0.0),
                    2 if random.next().is_multiple_of(8) => <$type>::NAN,
                    _ => $of((1 + random.next() % 100) as f64),
                }
            }

            fn reversed(self) -> $type {
                if self.is_nan() { self } else { -self }
            }

            fn is_less(self, other: $type) -> bool {
                !other.is_nan() && (self.is_nan() || self.total_cmp(&other).is_lt())
            }

            fn plus(self, other: $type) -> $type {
                self + other
            }

            fn times(self, other: $type) -> $type {
                self * other
            }
        }
    )*};
}

integers! { i8, u8, i16, u16, i32, u32, i64, u64 }
floats! {
    f64, |v: f64| v;
    f32, |v: f64| v as f32;
    f16, f16::from_f64;
    bf16, bf16::from_f64;
}

/// The result of the operator.
fn computed<T: NativeElement>(op: &str, (sizes, axes): &Layout, values: &[T]) -> Tensor {
    let data = Tensor::new(sizes.clone(), values.to_vec()).expect("as many elements as the sizes ask for");
    let axes = Tensor::new([axes.len()], axes.clone()).expect("a list");
    let query = OpQuery::openvino(op, 4).tensor(data).tensor(axes);
    let evaluate =
        || query.evaluate().unwrap_or_else(|refusal| panic!("{op} of {} {sizes:?}: {refusal}", T::ELEMENT)).remove(0);
    on_any_number_of_threads(evaluate, |one, three| {
        assert!(
            one.packed() == three.packed(),
            "{op} of {} {sizes:?}: {one:?} on one thread, {three:?} on three",
            T::ELEMENT
        );
    })
}

/// The result on one thread, after a comparison with that on three.
#[cfg(feature = "rayon")]
fn on_any_number_of_threads(run: impl Fn() -> Tensor + Sync, compare: impl Fn(&Tensor, &Tensor)) -> Tensor {
    static POOLS: LazyLock<[ThreadPool; 2]> =
        LazyLock::new(|| [1, 3].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")));
    let [one, three] = POOLS.each_ref().map(|pool| pool.install(&run));
    compare(&one, &three);
    one
}

#[cfg(not(feature = "rayon"))]
fn on_any_number_of_threads(run: impl Fn() -> Tensor, _: impl Fn(&Tensor, &Tensor)) -> Tensor {
    run()
}

/// The definition: adds each element to its result, in the order of the elements.
fn defined<T: Copy>((sizes, axes): &Layout, values: &[T], start: T, add: impl Fn(T, T) -> T) -> Vec<T> {
    let is_kept = |dim: usize| !axes.contains(&(dim as i64));
    let kept: Vec<usize> = (0..sizes.len()).map(|dim| if is_kept(dim) { sizes[dim] } else { 1 }).collect();
    let mut results = vec![start; kept.iter().product()];
    for (i, &value) in values.iter().enumerate() {
        let (mut rest, mut result, mut stride) = (i, 0, 1);
        for dim in (0..sizes.len()).rev() {
            result += if is_kept(dim) { rest % sizes[dim] * stride } else { 0 };
            rest /= sizes[dim];
            stride *= kept[dim];
        }
        results[result] = add(results[result], value);
    }
    results
}

#[track_caller]
fn assert_bits<T: NativeElement>(op: &str, layout: &Layout, found: &Tensor, expected: Vec<T>) {
    let expected = Tensor::new(found.sizes().to_vec(), expected).expect("as many results");
    assert!(found.packed() == expected.packed(), "{op} of {} {layout:?}: {found:?}, not {expected:?}", T::ELEMENT);
}

fn number_of_elements(layout: &Layout) -> usize {
    layout.0.iter().product()
}

fn run(layout: &Layout) -> usize {
    layout.1.iter().map(|&axis| layout.0[axis as usize]).product()
}

/// Compares minimum and maximum with the definition.
fn check_order<T: Number>(layouts: &[Layout]) {
    for layout in layouts {
        let mut random = Random(number_of_elements(layout) as u64);
        let values: Vec<T> = (0..number_of_elements(layout)).map(|_| T::ordered(&mut random, run(layout))).collect();
        let reversed: Vec<T> = values.iter().map(|&value| value.reversed()).collect();
        // No element is greater than the start: each result has an element, and the first one replaces it.
        let first = |values: &[T], is_less: fn(T, T) -> bool| {
            let values: Vec<_> = values.iter().map(|&value| Some(value)).collect();
            let least = |a: Option<T>, b: Option<T>| match (a, b) {
                (Some(a), Some(b)) => Some(if is_less(b, a) { b } else { a }),
                _ => a.or(b),
            };
            defined(layout, &values, None, least).into_iter().map(|least| least.expect("an element")).collect()
        };
        let is_greater = |a: T, b: T| a.reversed().is_less(b.reversed());
        assert_bits::<T>("ReduceMin", layout, &computed("ReduceMin", layout, &values), first(&values, T::is_less));
        assert_bits::<T>("ReduceMax", layout, &computed("ReduceMax", layout, &reversed), first(&reversed, is_greater));
    }
}

/// Compares sums and products with the definition, of whole numbers that floats represent, however they are added.
fn check_arithmetic<T: Number>(layouts: &[Layout], greatest_sum: u64) {
    for layout in layouts {
        let (mut random, number) = (Random(7), number_of_elements(layout));
        // Nonzero elements are so rare that no sum is greater.
        let rare = (4 * run(layout) as u64).div_ceil(greatest_sum).max(1);
        let values: Vec<T> = (0..number)
            .map(|_| match random.next() % rare {
                0 => T::of((random.next() % 4) as i64),
                _ => T::of(0),
            })
            .collect();
        let sums = defined(layout, &values, T::of(0), T::plus);
        assert_bits("ReduceSum", layout, &computed("ReduceSum", layout, &values), sums.clone());
        assert_bits("ReduceL1", layout, &computed("ReduceL1", layout, &values), sums);
        let twos = |random: &mut Random| random.next().is_multiple_of(run(layout) as u64 / 2 + 1);
        let values: Vec<T> = (0..number).map(|_| T::of(if twos(&mut random) { 2 } else { 1 })).collect();
        let products = defined(layout, &values, T::of(1), T::times);
        assert_bits("ReduceProd", layout, &computed("ReduceProd", layout, &values), products);
    }
}

macro_rules! types {
    ($($name:ident $type:ty, $greatest_sum:expr;)*) => {$(
        #[test]
        fn $name() {
            let layouts = [rows(), columns()].concat();
            check_order::<$type>(&layouts);
            check_arithmetic::<$type>(&layouts, $greatest_sum);
        }
    )*};
}

types! {
    layouts_of_f64 f64, 1 << 50;
    layouts_of_f32 f32, 1 << 20;
    layouts_of_f16 f16, 1 << 10;
    layouts_of_bf16 bf16, 1 << 7;
    layouts_of_i8 i8, u64::MAX;
    layouts_of_u8 u8, u64::MAX;
    layouts_of_i16 i16, u64::MAX;
    layouts_of_u16 u16, u64::MAX;
    layouts_of_i32 i32, u64::MAX;
    layouts_of_u32 u32, u64::MAX;
    layouts_of_i64 i64, u64::MAX;
    layouts_of_u64 u64, u64::MAX;
}

#[test]
fn pieces_of_f32() {
    check_order::<f32>(&pieces());
    check_arithmetic::<f32>(&pieces(), 1 << 20);
}

#[test]
fn pieces_of_other_types() {
    check_order::<u8>(&pieces());
    check_order::<f16>(&pieces());
    check_arithmetic::<f64>(&pieces(), 1 << 50);
    check_arithmetic::<i64>(&pieces(), u64::MAX);
}

/// A hash of the bits of results whose last bits depend on the order of additions.
fn hash<T: NativeElement>(of: impl Fn(f64) -> T) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for layout in [rows(), columns(), pieces()].concat() {
        let mut random = Random(3);
        let mut number = || 1.0 + (random.next() % 2001) as f64 / 1e5 - 0.01;
        let values: Vec<T> = (0..number_of_elements(&layout)).map(|_| of(number())).collect();
        for op in ["ReduceSum", "ReduceMean", "ReduceL2", "ReduceProd"] {
            for byte in computed(op, &layout, &values).packed().expect("numbers").iter() {
                hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    hash
}

/// The order of additions is the same on every processor.
#[test]
fn sums_have_the_same_bits_on_every_processor() {
    assert_eq!(
        [hash(|v| v), hash(|v| v as f32)].map(|hash| format!("{hash:016x}")),
        ["c85d031a6091c341", "dbcf26ad7ff5b228"]
    );
}
