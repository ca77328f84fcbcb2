//! The twelve reductions to measure, computed with the public API, and the fastest way to read the same bytes.

use half::f16;
use shapewright::OpQuery;
use shapewright::{NativeElement, Tensor};

/// A tensor and the axes to reduce.
pub struct Case {
    pub data: Tensor,
    axes: Tensor,
}

/// Creates a case.
type Make = fn() -> Case;

const LARGE: [usize; 3] = [64, 512, 1024];
const WIDE: [usize; 3] = [64, 512, 512];

/// All cases, each with its name and constructor.
pub const CASES: [(&str, Make); 12] = [
    ("f32 last", || Case::new(LARGE, [2], |v| v as f32)),
    ("f32 mid", || Case::new(LARGE, [1], |v| v as f32)),
    ("f32 first", || Case::new(LARGE, [0], |v| v as f32)),
    ("f32 all", || Case::new(LARGE, [0, 1, 2], |v| v as f32)),
    ("f32 0,2", || Case::new(LARGE, [0, 2], |v| v as f32)),
    ("f32 small-inner", || Case::new([1 << 20, 8], [1], |v| v as f32)),
    ("f16 last", || Case::new(LARGE, [2], f16::from_f64)),
    ("f16 first", || Case::new(LARGE, [0], f16::from_f64)),
    ("i8 last", || Case::new(LARGE, [2], |v| v as i8)),
    ("u8 first", || Case::new(LARGE, [0], |v| v as i8 as u8)),
    ("i64 mid", || Case::new(WIDE, [1], |v| v as i64)),
    ("f64 last", || Case::new(WIDE, [2], |v| v)),
];

impl Case {
    /// Creates a tensor of reproducible numbers from -100 to 100.
    fn new<T: NativeElement, const R: usize, const A: usize>(
        sizes: [usize; R],
        axes: [i64; A],
        of: fn(f64) -> T,
    ) -> Case {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut number = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1u64 << 53) as f64 * 200.0 - 100.0
        };
        let values = (0..sizes.iter().product()).map(|_| of(number())).collect::<Vec<T>>();
        let data = Tensor::new(sizes.to_vec(), values).expect("as many elements as the sizes ask for");
        Case { data, axes: Tensor::new([A], axes.to_vec()).expect("a list") }
    }

    /// Computes the ReduceMin.
    pub fn reduce(&self) -> Tensor {
        let query = OpQuery::onnx("ReduceMin", 20).tensor(self.data.clone()).tensor(self.axes.clone());
        query.evaluate().expect("every case is evaluated").remove(0)
    }

    /// Returns the bytes of the tensor as words.
    pub fn words(&self) -> Vec<u64> {
        let bytes = self.data.packed().expect("numbers");
        bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect()
    }
}

/// Sums all words in order.
pub fn sum_in_order(words: &[u64]) -> u64 {
    words.iter().fold(0, |sum, &word| sum.wrapping_add(word))
}

/// Sums all words from eight positions at the same time.
pub fn sum_of_parts(words: &[u64]) -> u64 {
    let part = words.len() / 8;
    let parts: [&[u64]; 8] = std::array::from_fn(|k| &words[k * part..][..part]);
    let together = |i: usize| parts.iter().fold(0u64, |sum, part| sum.wrapping_add(part[i]));
    (0..part).fold(sum_in_order(&words[8 * part..]), |sum, i| sum.wrapping_add(together(i)))
}
