//! Results do not depend on the number of threads: they are bit-identical with 1, 2 and 7.

use half::f16;
use shapewright::OpQuery;
use shapewright::{NativeElement, Tensor};

const THREADS: [usize; 3] = [1, 2, 7];

/// Layouts that are cut into pieces in every way there is.
const LAYOUTS: [(&[usize], &[i64]); 9] = [
    (&[900_001], &[0]),
    (&[3, 300_000], &[1]),
    (&[1001, 700], &[1]),
    (&[1001, 700], &[0]),
    (&[7, 100_003], &[0]),
    (&[200_003, 5], &[0]),
    (&[37, 41, 431], &[1]),
    (&[37, 41, 431], &[0, 2]),
    (&[11, 13, 17, 311], &[1, 3]),
];

fn check<T: NativeElement>(ops: &[&str], of: impl Fn(f64) -> T) {
    for (sizes, axes) in LAYOUTS {
        let mut state = 1u64;
        let mut number = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64 * 3.0 - 1.0
        };
        let values = (0..sizes.iter().product()).map(|_| of(number())).collect();
        let data = Tensor::new(sizes.to_vec(), values).expect("as many elements as the sizes ask for");
        let axes = Tensor::new([axes.len()], axes.to_vec()).expect("a list");
        for op in ops {
            let version = if *op == "ReduceSum" { 13 } else { 18 };
            let run = || OpQuery::onnx(op, version).tensor(data.clone()).tensor(axes.clone()).evaluate();
            let found = THREADS.map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                pool.install(run).unwrap_or_else(|refusal| panic!("{op} of {}: {refusal}", T::ELEMENT)).remove(0)
            });
            assert!(found[0] == found[1] && found[1] == found[2], "{op} of {} {sizes:?} {axes:?}", T::ELEMENT);
        }
    }
}

#[test]
fn minimum_and_maximum() {
    check(&["ReduceMin", "ReduceMax"], |v| v as f32);
    check(&["ReduceMin"], |v| (v * 40.0) as i8);
    check(&["ReduceMax"], f16::from_f64);
}

#[test]
fn sums_and_products() {
    check(&["ReduceSum", "ReduceL2", "ReduceProd", "ReduceLogSumExp"], |v| v);
    check(&["ReduceMean", "ReduceL1"], |v| v as f32);
    check(&["ReduceSumSquare"], |v| (v * 1e9) as i64);
}
