//! Evaluation of sparse constants of any size and type.

use crate::diagnostic::counted;
use crate::graph::{Model, SparseTensor};
use crate::kernel::runs::{self, Run};
use crate::ops::StaticTensorType;
use crate::tensor::EvalError;
use crate::tensor::{Integers, Tensor};

/// The values at their indices, zeros everywhere else.
pub(super) fn dense(model: &Model, sparse: &SparseTensor, output: &StaticTensorType) -> Result<Tensor, EvalError> {
    let values = model.load(sparse.values)?;
    let indices = model.load(sparse.indices.ok_or(EvalError::Unreadable)?)?;
    let mut places: Vec<(usize, usize)> = places(&indices, output)?.into_iter().zip(0..).collect();
    if places.len() != values.num_elements() {
        return Err(EvalError::Invalid(format!(
            "the sparse tensor has {} for {}",
            counted(places.len(), "index"),
            counted(values.num_elements(), "value")
        )));
    }
    places.sort_unstable();
    if let Some(pair) = places.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let message = format!("values {} and {} have the same index", pair[0].1, pair[1].1);
        return Err(EvalError::Invalid(message));
    }
    let count = output.count();
    let mut next = 0;
    let values_and_gaps = places.iter().copied().chain([(count, usize::MAX)]).flat_map(|(place, value)| {
        let gap = Run { from: None, count: place - next };
        next = place + 1;
        [Some(gap), (value != usize::MAX).then_some(Run { from: Some((0, value)), count: 1 })].into_iter().flatten()
    });
    runs::joined(output.element, &output.sizes, &[&values], values_and_gaps).ok_or(EvalError::Unreadable)
}

/// Positions in row-major order, from linear indices or from coordinates.
fn places(indices: &Tensor, output: &StaticTensorType) -> Result<Vec<usize>, EvalError> {
    let integers = Integers::from_tensor(indices)?;
    let linear = [output.count()];
    let sizes = if indices.sizes().len() == 1 { &linear } else { &*output.sizes };
    let coordinate = |(at, &size): (usize, &usize)| {
        let index = integers.at(at);
        let fault = || match size {
            0 => format!("index {index} of the sparse tensor is out of range: the dimension is empty"),
            _ => format!("index {index} of the sparse tensor is out of range; expected 0..={}", size - 1),
        };
        usize::try_from(index).ok().filter(|&i| i < size).ok_or_else(|| EvalError::Invalid(fault()))
    };
    let place = |first: usize| {
        (first..).zip(sizes).try_fold(0usize, |place, (at, size)| {
            let index = coordinate((at, size))?;
            place.checked_mul(*size).and_then(|p| p.checked_add(index)).ok_or(EvalError::Unreadable)
        })
    };
    (0..integers.len()).step_by(sizes.len().max(1)).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Format;
    use crate::element::ElementType;
    use crate::elements::Elements;
    use crate::graph::{Storage, StoredTensor};
    use crate::ids::{NameId, TensorId};
    use crate::source::{Source, Span};

    /// A sparse tensor of u4 values, made dense.
    fn made(values: &[i64], sizes: &[u64], indices: &[i64], result: &[usize]) -> Result<Tensor, EvalError> {
        let mut model = Model::new(Source::from_bytes("", Vec::new()), Format::Onnx);
        let mut add = |element, sizes: &[u64], elements: &[i64]| {
            let storage = Storage::Dense(Elements::of_ints(elements.iter().copied()));
            let (name, span) = (NameId::EMPTY, Span::default());
            model.tensors.push(StoredTensor { name, element: Some(element), sizes: Some(sizes.into()), storage, span });
            TensorId::at(model.tensors.len() - 1)
        };
        let values = add(ElementType::U4, &[values.len() as u64], values);
        let indices = Some(add(ElementType::I64, sizes, indices));
        let output = StaticTensorType { element: ElementType::U4, sizes: result.into() };
        let shape = Some(result.iter().map(|&size| size as u64).collect());
        dense(&model, &SparseTensor { values, indices, shape }, &output)
    }

    #[test]
    fn values_are_placed_at_their_indices() {
        let large = made(&[5, 7], &[2], &[1, 2999], &[3, 1000]).unwrap();
        let codes = large.codes().unwrap();
        assert_eq!((codes[1], codes[2999], codes.iter().filter(|&&c| c == 0).count()), (5, 7, 2998));
        let coordinates = made(&[5, 7], &[2, 2], &[1, 0, 0, 1], &[2, 2]).unwrap();
        assert_eq!(&*coordinates.codes().unwrap(), [0, 7, 5, 0]);
        assert_eq!(made(&[], &[0], &[], &[2, 0]).unwrap().sizes(), [2, 0]);
    }

    #[test]
    fn faults_are_reported() {
        let message = |made: Result<Tensor, EvalError>| made.unwrap_err().to_string();
        assert_eq!(
            message(made(&[5], &[1], &[4], &[2, 2])),
            "index 4 of the sparse tensor is out of range; expected 0..=3"
        );
        assert_eq!(
            message(made(&[5], &[1, 2], &[0, -1], &[2, 2])),
            "index -1 of the sparse tensor is out of range; expected 0..=1"
        );
        assert_eq!(message(made(&[5, 6], &[2], &[1, 1], &[2, 2])), "values 0 and 1 have the same index");
        assert_eq!(message(made(&[5, 6], &[1], &[1], &[2, 2])), "the sparse tensor has 1 index for 2 values");
    }
}
