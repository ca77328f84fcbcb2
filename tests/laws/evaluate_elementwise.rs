//! Evaluation of element-wise operators, compared with inference from the same inputs.

use half::f16;
use shapewright::OpQuery;
use shapewright::{ElementType, Elements, EvalError, KnownValue, NativeElement, Tensor};

fn list<T: NativeElement>(values: &[T]) -> Tensor {
    Tensor::new([values.len()], values.to_vec()).unwrap()
}

fn onnx(op: &str, version: i64, inputs: &[&Tensor]) -> Result<Tensor, EvalError> {
    of(OpQuery::onnx(op, version), inputs)
}

fn openvino(op: &str, opset: i64, inputs: &[&Tensor]) -> Result<Tensor, EvalError> {
    of(OpQuery::openvino(op, opset), inputs)
}

fn of(query: OpQuery, inputs: &[&Tensor]) -> Result<Tensor, EvalError> {
    let query = inputs.iter().fold(query, |query, &input| query.tensor(input.clone()));
    query.evaluate().map(|mut outputs| outputs.remove(0))
}

fn floats(tensor: Result<Tensor, EvalError>) -> Vec<f32> {
    tensor.unwrap().values::<f32>().unwrap().to_vec()
}

/// All pairs of i8, against the arithmetic of Rust.
#[test]
fn arithmetic_on_8_bit_integers_is_exhaustive() {
    let all: Vec<i8> = (i8::MIN..=i8::MAX).collect();
    let (column, row) = (Tensor::new([256, 1], all.clone()).unwrap(), list(&all));
    type Operation = (&'static str, fn(i8, i8) -> i8);
    let operations: [Operation; 5] = [
        ("Add", i8::wrapping_add),
        ("Sub", i8::wrapping_sub),
        ("Mul", i8::wrapping_mul),
        ("Min", i8::min),
        ("Max", i8::max),
    ];
    for (op, f) in operations {
        let expected = all.iter().flat_map(|&a| all.iter().map(move |&b| f(a, b))).collect();
        assert_eq!(onnx(op, 14, &[&column, &row]), Ok(Tensor::new([256, 256], expected).unwrap()), "{op}");
    }
    let divisors: Vec<i8> = all.iter().copied().filter(|&b| b != 0 && b != -1).collect();
    for (query, f) in [
        (OpQuery::onnx("Div", 14), (|a, b| a / b) as fn(i8, i8) -> i8),
        (OpQuery::onnx("Mod", 13), |a, b| (f64::from(a) - f64::from(b) * (f64::from(a) / f64::from(b)).floor()) as i8),
        (OpQuery::onnx("Mod", 13).attribute("fmod", 1), |a, b| a % b),
        (OpQuery::openvino("Divide", 1), |a, b| (f64::from(a) / f64::from(b)).floor() as i8),
    ] {
        let expected = all.iter().flat_map(|&a| divisors.iter().map(move |&b| f(a, b))).collect();
        let found = of(query, &[&column, &list(&divisors)]);
        assert_eq!(found, Ok(Tensor::new([256, divisors.len()], expected).unwrap()));
    }
}

#[test]
fn undefined_results_are_not_evaluated() {
    let refused =
        |result: Result<Tensor, EvalError>| assert!(matches!(result, Err(EvalError::Undefined(_))), "{result:?}");
    let (one, zero) = (list(&[1i32]), list(&[0i32]));
    refused(onnx("Div", 14, &[&one, &zero]));
    refused(onnx("Mod", 13, &[&one, &zero]));
    refused(onnx("Div", 14, &[&list(&[i32::MIN]), &list(&[-1i32])]));
    refused(onnx("Pow", 15, &[&list(&[2i32]), &list(&[-1i32])]));
    refused(onnx("Pow", 15, &[&list(&[2i32]), &list(&[31i32])]));
    refused(of(OpQuery::onnx("BitShift", 11).attribute("direction", "LEFT"), &[&list(&[1u8]), &list(&[8u8])]));
    // OpenVINO folds one value and computes another.
    refused(openvino("Add", 1, &[&list(&[250u8]), &list(&[10u8])]));
    refused(openvino("Minimum", 1, &[&list(&[f32::NAN]), &list(&[1f32])]));
    refused(openvino("Greater", 1, &[&list(&[f32::NAN]), &list(&[1f32])]));
    refused(openvino("Relu", 1, &[&list(&[f32::NAN])]));
    assert_eq!(openvino("Add", 1, &[&list(&[i32::MAX]), &list(&[1i32])]), Ok(list(&[i32::MIN])));
    // Nothing is divided where there is nothing.
    let none = Tensor::new([0], Vec::<i32>::new()).unwrap();
    assert_eq!(onnx("Div", 14, &[&none, &zero]), Ok(none.clone()));
}

#[test]
fn empty_results_need_no_intermediate_memory() {
    let ones = |sizes: [usize; 2]| Tensor::new(sizes, vec![1f32; 1 << 20]).unwrap();
    let none = Tensor::new([0, 1, 1], Vec::<f32>::new()).unwrap();
    // The first two alone are 2^40 elements.
    let sum = onnx("Sum", 13, &[&ones([1 << 20, 1]), &ones([1, 1 << 20]), &none]).unwrap();
    assert_eq!(sum.sizes(), [0, 1 << 20, 1 << 20]);
    let empty = Tensor::new([0, 1 << 40, 1 << 40], Vec::<f32>::new()).unwrap();
    for op in ["Softmax", "Abs", "Exp", "Relu"] {
        assert_eq!(onnx(op, 13, &[&empty]), Ok(empty.clone()), "{op}");
    }
    let scalar = Tensor::new([], vec![1f32]).unwrap();
    assert_eq!(onnx("Add", 14, &[&empty, &scalar]), Ok(empty.clone()));
    let flags = Tensor::new([0, 1 << 40, 1 << 40], Vec::<bool>::new()).unwrap();
    assert_eq!(onnx("Less", 13, &[&scalar, &empty]), Ok(flags.clone()));
    assert_eq!(onnx("Not", 1, &[&flags]), Ok(flags));
}

#[test]
fn float_results_are_rounded_once() {
    let of = |op, a: f16, b: f16| onnx(op, 14, &[&list(&[a]), &list(&[b])]).unwrap().values::<f16>().unwrap()[0];
    // 2049 is a tie between 2048 and 2050, and 2050 is odd.
    assert_eq!(of("Add", f16::from_f32(2048.0), f16::ONE), f16::from_f32(2048.0));
    assert_eq!(of("Add", f16::from_f32(2048.0), f16::from_f32(1.001)), f16::from_f32(2050.0));
    assert_eq!(of("Mul", f16::MAX, f16::from_f32(2.0)), f16::INFINITY);
    let third = onnx("Div", 14, &[&list(&[1f32]), &list(&[3f32])]);
    assert_eq!(floats(third), [1.0 / 3.0]);
    // More than two inputs are added from the left, each sum rounded.
    let sum = onnx("Sum", 13, &[&list(&[1e8f32]), &list(&[1f32]), &list(&[-1e8f32])]);
    assert_eq!(floats(sum), [0.0]);
    assert_eq!(floats(onnx("Mean", 13, &[&list(&[1f32, 2.0]), &list(&[4f32]), &list(&[4f32])])), [3.0, 10.0 / 3.0]);
}

#[test]
fn nan_and_signed_zeros_follow_the_specification() {
    let (a, b) = (list(&[f32::NAN, 1.0, 0.0, -0.0]), list(&[1.0, f32::NAN, -0.0, 0.0]));
    let least = floats(onnx("Min", 13, &[&a, &b]));
    assert!(least[0].is_nan() && least[1].is_nan() && least[2..].iter().all(|x| x.is_sign_negative()));
    let greatest = floats(onnx("Max", 13, &[&a, &b]));
    assert!(greatest[0].is_nan() && greatest[1].is_nan() && greatest[2..].iter().all(|x| x.is_sign_positive()));
    assert_eq!(onnx("Equal", 13, &[&a, &b]), Ok(list(&[false, false, true, true])));
    assert_eq!(onnx("Less", 13, &[&a, &b]), Ok(list(&[false; 4])));
    let signs = floats(onnx("Sign", 13, &[&list(&[f32::NAN, -0.0, -3.0])]));
    assert!(signs[0].is_nan() && signs[1..] == [0.0, -1.0]);
    assert!(floats(onnx("Relu", 14, &[&list(&[f32::NAN])]))[0].is_nan());
    assert!(floats(onnx("Relu", 14, &[&list(&[-0f32])]))[0].is_sign_positive());
}

#[test]
fn unary_functions_match_reference_values() {
    let of = |op, version, x: f32| floats(onnx(op, version, &[&list(&[x])]))[0];
    assert_eq!([0.5, 1.5, 2.5, -0.5].map(|x| of("Round", 11, x)), [0.0, 2.0, 2.0, 0.0]);
    let away = OpQuery::openvino("Round", 5).attribute("mode", "half_away_from_zero");
    assert_eq!(floats(self::of(away, &[&list(&[0.5f32, 2.5, -0.5])])), [1.0, 3.0, -1.0]);
    assert_eq!(of("Exp", 13, 1.0), std::f32::consts::E);
    assert_eq!(of("Erf", 13, 1.0), 0.842_700_8);
    assert_eq!(of("Sqrt", 13, 2.0), std::f32::consts::SQRT_2);
    assert_eq!(of("Sigmoid", 13, 0.0), 0.5);
    assert_eq!(of("Tanh", 13, 1.0), 0.761_594_2);
    assert_eq!(of("LeakyRelu", 16, -100.0), -1.0);
    assert_eq!(of("Elu", 6, -1.0), -0.632_120_55);
    assert_eq!(of("Selu", 6, 1.0), 1.050_701);
    assert_eq!(of("HardSigmoid", 6, 1.0), 0.7);
    assert_eq!(of("HardSwish", 14, 3.0), 3.0);
    assert_eq!(of("Softplus", 1, 0.0), std::f32::consts::LN_2);
    assert_eq!(of("Gelu", 20, 1.0), 0.841_344_8);
    assert_eq!(of("Reciprocal", 13, 3.0), 1.0 / 3.0);
    let unary = |op, version, x: i8| onnx(op, version, &[&list(&[x])]).unwrap().values::<i8>().unwrap()[0];
    assert_eq!([unary("Abs", 13, -128), unary("Neg", 13, -128), unary("BitwiseNot", 18, 5)], [-128, -128, -6]);
    assert_eq!(onnx("Not", 1, &[&list(&[true, false])]), Ok(list(&[false, true])));
}

#[test]
fn pdpd_broadcast_aligns_the_second_input_at_an_axis() {
    let data = Tensor::new([2, 2, 2], (0..8).collect::<Vec<i32>>()).unwrap();
    let column = Tensor::new([2, 1], vec![10i32, 20]).unwrap();
    let made = |list: [i32; 8]| Ok(Tensor::new([2, 2, 2], list.to_vec()).unwrap());
    let numpy = openvino("Add", 1, &[&data, &column]);
    assert_eq!(numpy, made([10, 11, 22, 23, 14, 15, 26, 27]));
    let pdpd = of(OpQuery::openvino("Add", 1).attribute("auto_broadcast", "pdpd"), &[&data, &column]);
    assert_eq!(pdpd, made([10, 11, 12, 13, 24, 25, 26, 27]));
    let old = OpQuery::onnx("Add", 6).attribute("broadcast", 1).attribute("axis", 1);
    assert_eq!(of(old, &[&data, &list(&[10i32, 20])]), made([10, 11, 22, 23, 14, 15, 26, 27]));
    // OpenVINO's slope of rank 1 is one value a channel, even where the last dimension is as long.
    let data = Tensor::new([1, 2, 2], vec![-1f32; 4]).unwrap();
    let slope = list(&[2f32, 3.0]);
    assert_eq!(floats(openvino("PRelu", 1, &[&data, &slope])), [-2.0, -2.0, -3.0, -3.0]);
    assert_eq!(floats(onnx("PRelu", 16, &[&data, &slope])), [-2.0, -3.0, -2.0, -3.0]);
}

#[test]
fn clip_bounds_and_softmax_rows() {
    let data = list(&[-4i32, 2, 7]);
    let clamp = OpQuery::openvino("Clamp", 1).attribute("min", 0.5f32).attribute("max", 2.5f32);
    assert_eq!(of(clamp, &[&data]), Ok(list(&[1i32, 2, 2])));
    let scalar = |value: i32| Tensor::new([], vec![value]).unwrap();
    assert_eq!(onnx("Clip", 13, &[&data, &scalar(9), &scalar(5)]), Ok(list(&[5i32; 3])), "the upper end wins");
    let rows = Tensor::new([2, 2], vec![0f32, 0.0, 0.0, f32::NEG_INFINITY]).unwrap();
    assert_eq!(floats(onnx("Softmax", 13, &[&rows])), [0.5, 0.5, 1.0, 0.0]);
    let column = OpQuery::onnx("Softmax", 13).attribute("axis", 0);
    assert_eq!(floats(of(column, &[&rows])), [0.5, 1.0, 0.5, 0.0]);
    // Before version 13 everything from the axis on is one row.
    let equal = Tensor::new([1, 2, 2], vec![7f32; 4]).unwrap();
    assert_eq!(floats(onnx("Softmax", 11, &[&equal])), [0.25; 4]);
    assert_eq!(floats(onnx("Softmax", 13, &[&equal])), [0.5; 4]);
    assert_eq!(floats(onnx("Hardmax", 13, &[&list(&[1f32, 3.0, 3.0])])), [0.0, 1.0, 0.0]);
    assert_eq!(floats(onnx("LogSoftmax", 13, &[&list(&[5f32, 5.0])])), [-std::f32::consts::LN_2; 2]);
}

/// The inferred elements contain the computed ones.
#[test]
fn inference_contains_evaluation() {
    let binary = ["Add", "Sub", "Mul", "Div", "Min", "Max", "Mod", "Pow", "Less", "Equal", "GreaterOrEqual"];
    let unary = ["Abs", "Neg", "Sign", "Ceil", "Floor", "Round", "Sqrt", "Reciprocal", "Relu", "Identity"];
    let tensors = [
        (list(&[-7i64, 0, 5, i64::MAX]), Tensor::new([2, 1], vec![3i64, -2]).unwrap()),
        (list(&[-7i32, 0, 5, i32::MIN]), Tensor::new([2, 1], vec![3i32, -2]).unwrap()),
        (list(&[0.1f32, -0.0, 2.5, -1e30]), Tensor::new([2, 1], vec![3f32, -0.7]).unwrap()),
        (list(&[0f32, -0.0]), Tensor::new([2, 1], vec![0f32, -0.0]).unwrap()),
        (list(&[0.1f64, -0.0, 2.5, f64::INFINITY]), Tensor::new([2, 1], vec![3f64, -0.7]).unwrap()),
        (list(&[0.1f32, -0.0, 2.5, 65504.0].map(f16::from_f32)), list(&[f16::from_f32(0.3)])),
    ];
    let mut compared = 0;
    for (a, b) in &tensors {
        let modulo =
            |op: &str| if op == "Mod" { OpQuery::onnx(op, 20).attribute("fmod", 1) } else { OpQuery::onnx(op, 20) };
        for (op, inputs) in binary.map(|op| (op, vec![a, b])).into_iter().chain(unary.map(|op| (op, vec![a]))) {
            let query = || inputs.iter().fold(modulo(op), |query, &input| query.tensor(input.clone()));
            let KnownValue::Elements(known) = &query().infer().outputs[0].value else { continue };
            let Ok(made) = query().evaluate() else { continue };
            agree(op, known, &made[0]);
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared} compared");
}

fn agree(op: &str, known: &Elements, made: &Tensor) {
    let element: ElementType = made.element();
    match (known, made.elements(1024)) {
        (Elements::Ints(bounds), Some(Elements::Ints(values))) => {
            assert_eq!(bounds.len(), values.len());
            for (bound, value) in bounds.iter().zip(values.iter()) {
                assert!(bound.contains(value.value().unwrap()), "{op} of {element}: {value} is not in {bound}");
            }
        }
        (Elements::Floats(known), Some(Elements::Floats(values))) => {
            let bits = |list: &[f64]| list.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(known), bits(&values), "{op} of {element}: {known:?} {values:?}");
        }
        (known, values) => panic!("{op} of {element}: {known:?} {values:?}"),
    }
}
