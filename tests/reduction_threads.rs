//! A reduction gives the same bits on one thread and on several. Needs the feature `rayon`.

#![cfg(feature = "rayon")]

use shapewright::ops::Query;
use shapewright::{Native, Tensor};

/// Numbers of both signs and very different sizes, so that sums in another order would differ; the same each time.
fn numbers(count: usize) -> Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let step = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (sign, power) = ((state >> 63) as f64, (state >> 58 & 15) as i32 - 8);
        (1.0 - 2.0 * sign) * (state >> 33) as f64 * 10f64.powi(power)
    };
    (0..count).map(step).collect()
}

/// Sizes and axes that are cut into pieces in every way: long rows, one row, many short rows, columns, wide columns,
/// and both kinds of nests.
const LAYOUTS: [(&[usize], &[i64]); 8] = [
    (&[3, 600_001], &[1]),
    (&[1_200_007], &[0]),
    (&[300_001, 5], &[1]),
    (&[200_003, 7], &[0]),
    (&[9, 120_000], &[0]),
    (&[12, 300, 400], &[1]),
    (&[700, 30, 70], &[0, 2]),
    (&[20, 60, 30, 50], &[1, 3]),
];

fn same_on_any_number_of_threads<T: Native>(of: impl Fn(f64) -> T) {
    for operator in ["ReduceMin", "ReduceMax", "ReduceSum", "ReduceMean", "ReduceL2", "ReduceLogSumExp", "ReduceProd"] {
        for (sizes, axes) in LAYOUTS {
            let data = numbers(sizes.iter().product()).into_iter().map(&of).collect();
            let data = Tensor::new(sizes, data).expect("as many as the sizes ask for");
            let axes = Tensor::new([axes.len()], axes.to_vec()).expect("a list");
            let on = |threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                let query = Query::onnx(operator, 18).tensor(data.clone()).tensor(axes.clone());
                pool.install(|| query.evaluate()).expect("it is evaluated").remove(0)
            };
            let one = on(1);
            for threads in [2, 7] {
                assert!(on(threads) == one, "{operator} of {sizes:?} over {axes:?} differs on {threads} threads");
            }
        }
    }
}

#[test]
fn floats() {
    same_on_any_number_of_threads::<f32>(|x| if x == 0.0 { f32::NAN } else { x as f32 });
}

#[test]
fn wide_floats() {
    same_on_any_number_of_threads::<f64>(|x| x);
}

#[test]
fn integers() {
    same_on_any_number_of_threads::<i32>(|x| x as i32);
}
