use crate::op_query::OpQuery;
use crate::tensor::{EvalError, Tensor};

#[test]
fn tensors_in_memory_are_updated() {
    let data = || Tensor::new([2, 3], vec![1u8, 2, 3, 4, 5, 6]).unwrap();
    let indices = |sizes: &[usize], list: &[i64]| Tensor::new(sizes, list.to_vec()).unwrap();
    let updates = |sizes: &[usize], list: &[u8]| Tensor::new(sizes, list.to_vec()).unwrap();
    let values = |made: Result<Vec<Tensor>, EvalError>| made.map(|made| made[0].values::<u8>().unwrap().to_vec());
    let nd =
        |by: Tensor, with| values(OpQuery::onnx("ScatterND", 13).tensor(data()).tensor(by).tensor(with).evaluate());
    assert_eq!(nd(indices(&[1, 1], &[-1]), updates(&[1, 3], &[7, 8, 9])), Ok(vec![1, 2, 3, 7, 8, 9]));
    assert_eq!(nd(indices(&[2, 2], &[1, 1, 0, 0]), updates(&[2], &[7, 8])), Ok(vec![8, 2, 3, 4, 7, 6]));
    assert!(matches!(nd(indices(&[2, 1], &[1, 1]), updates(&[2, 3], &[0; 6])), Err(EvalError::Undefined(_))));
    let elements = OpQuery::onnx("ScatterElements", 13).attribute("axis", 1).tensor(data());
    let elements = elements.tensor(indices(&[2, 1], &[2, 0])).tensor(updates(&[2, 1], &[8, 9]));
    assert_eq!(values(elements.evaluate()), Ok(vec![1, 2, 8, 9, 5, 6]));
    let rows = OpQuery::openvino("ScatterUpdate", 3).tensor(data()).tensor(indices(&[2], &[2, 0]));
    let rows = rows.tensor(updates(&[2, 2], &[7, 8, 9, 0])).tensor(indices(&[], &[1]));
    assert_eq!(values(rows.evaluate()), Ok(vec![8, 2, 7, 0, 5, 9]));
    let far = OpQuery::openvino("ScatterUpdate", 3).tensor(data()).tensor(indices(&[1], &[3]));
    let far = far.tensor(updates(&[2, 1], &[7, 8])).tensor(indices(&[], &[1]));
    assert!(matches!(far.evaluate(), Err(EvalError::Invalid(_))));
}
