//! The reductions to measure, computed with the public API, and ways to read the same bytes.

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
pub const CASES: [(&str, Make); 14] = [
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
    ("bool last", || Case::new(LARGE, [2], |v| v > 0.0)),
    ("bool first", || Case::new(LARGE, [0], |v| v > 0.0)),
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

    /// Computes a reduction; `None` if it has no such element type.
    pub fn reduce(&self, operator: &str) -> Option<Tensor> {
        // Only OpenVINO has logical reductions.
        let query = if operator.starts_with("ReduceLogical") {
            OpQuery::openvino(operator, 1)
        } else {
            OpQuery::onnx(operator, 20)
        };
        Some(query.tensor(self.data.clone()).tensor(self.axes.clone()).evaluate().ok()?.remove(0))
    }

    /// Returns the bytes of the tensor as words.
    pub fn words(&self) -> Vec<u64> {
        let bytes = self.data.packed().expect("numbers");
        bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect()
    }
}

/// A way to read all words.
pub type Read = fn(&[u64]) -> u64;

/// Ways to read all words, of which the fastest is the limit of a machine. Several locations keep more requests to memory
/// in flight, and reading ahead does if the processor does not fetch ahead itself. It is an ordinary load, because the
/// instruction for it needs unsafe code.
pub const READS: [(&str, Read); 8] = [
    ("in order", sum_in_order),
    ("4 parts", sum_of_parts::<4>),
    ("8 parts", sum_of_parts::<8>),
    ("4 pages", sum_of_pages::<4, false>),
    ("8 pages", sum_of_pages::<8, false>),
    ("page, next one ahead", sum_of_pages::<1, true>),
    ("4 pages, next ones ahead", sum_of_pages::<4, true>),
    ("8 pages, next ones ahead", sum_of_pages::<8, true>),
];

fn sum_in_order(words: &[u64]) -> u64 {
    words.iter().fold(0, |sum, &word| sum.wrapping_add(word))
}

/// Sums all words, a cache line of each part in turn.
fn sum_of_parts<const PARTS: usize>(words: &[u64]) -> u64 {
    let part = words.len() / PARTS;
    let parts: [&[u64]; PARTS] = std::array::from_fn(|k| &words[k * part..][..part]);
    sum_in_turn(parts).wrapping_add(sum_in_order(&words[PARTS * part..]))
}

/// Sums all words in blocks of pages, a cache line of each page in turn; `AHEAD` touches the next block before.
fn sum_of_pages<const PAGES: usize, const AHEAD: bool>(words: &[u64]) -> u64 {
    const PAGE: usize = 4096 / 8;
    let mut blocks = words.chunks_exact(PAGES * PAGE).peekable();
    let mut sum = sum_in_order(&words[words.len() / (PAGES * PAGE) * (PAGES * PAGE)..]);
    while let Some(block) = blocks.next() {
        if let Some(next) = blocks.peek().filter(|_| AHEAD) {
            let touched = next.as_chunks::<8>().0.iter().fold(0, |all, line| all | line[0]);
            std::hint::black_box(touched);
        }
        sum = sum.wrapping_add(sum_in_turn::<PAGES>(std::array::from_fn(|k| &block[k * PAGE..][..PAGE])));
    }
    sum
}

/// Sums parts of equal length, a cache line of each in turn.
fn sum_in_turn<const N: usize>(parts: [&[u64]; N]) -> u64 {
    let lines = parts.map(|part| part.as_chunks::<8>().0);
    let mut sums = [0u64; 8];
    for i in 0..lines[0].len() {
        for lines in lines {
            sums.iter_mut().zip(&lines[i]).for_each(|(sum, &word)| *sum = sum.wrapping_add(word));
        }
    }
    let rest = parts.iter().map(|part| sum_in_order(part.as_chunks::<8>().1));
    sums.into_iter().chain(rest).fold(0, u64::wrapping_add)
}
