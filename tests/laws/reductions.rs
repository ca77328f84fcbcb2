//! The reductions of each dialect.

/// Those of ONNX.
pub const ONNX: [&str; 10] = [
    "ReduceMin",
    "ReduceMax",
    "ReduceSum",
    "ReduceMean",
    "ReduceProd",
    "ReduceL1",
    "ReduceL2",
    "ReduceLogSum",
    "ReduceLogSumExp",
    "ReduceSumSquare",
];
/// Those of OpenVINO.
pub const OPENVINO: [&str; 9] = [
    "ReduceMin",
    "ReduceMax",
    "ReduceSum",
    "ReduceMean",
    "ReduceProd",
    "ReduceL1",
    "ReduceL2",
    "ReduceLogicalAnd",
    "ReduceLogicalOr",
];

/// Makes tests of every reduction that both dialects have.
macro_rules! for_each_shared_reduction {
    ($test:ident) => {
        $test! {
            reduce_l1 ReduceL1,
            reduce_l2 ReduceL2,
            reduce_max ReduceMax,
            reduce_mean ReduceMean,
            reduce_min ReduceMin,
            reduce_prod ReduceProd,
            reduce_sum ReduceSum,
        }
    };
}

/// Makes tests of every reduction that one dialect has.
macro_rules! for_each_other_reduction {
    ($test:ident) => {
        $test! {
            reduce_log_sum ReduceLogSum,
            reduce_log_sum_exp ReduceLogSumExp,
            reduce_logical_and ReduceLogicalAnd,
            reduce_logical_or ReduceLogicalOr,
            reduce_sum_square ReduceSumSquare,
        }
    };
}

pub(crate) use {for_each_other_reduction, for_each_shared_reduction};

macro_rules! names {
    ($($module:ident $name:ident,)*) => { [$(stringify!($name)),*] };
}

#[test]
fn every_reduction_has_a_test() {
    let both: Vec<&str> = ONNX.into_iter().filter(|op| OPENVINO.contains(op)).collect();
    let mut others: Vec<&str> = ONNX.into_iter().chain(OPENVINO).filter(|op| !both.contains(op)).collect();
    let (mut shared, mut listed) = (both, for_each_other_reduction!(names));
    [&mut shared[..], &mut others[..], &mut listed[..]].iter_mut().for_each(|list| list.sort_unstable());
    assert_eq!(shared, for_each_shared_reduction!(names));
    assert_eq!(others, listed);
}
