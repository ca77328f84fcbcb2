//! Sparse tensors: values, indices, and the equivalent dense tensor.

use super::reader::Reader;
use super::tensor::of_initializer;
use crate::diagnostic::{Diagnostic, counted};
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::format::onnx::schema::sparse_tensor;
use crate::graph::{SparseTensor, Storage, StoredTensor};
use crate::ids::{NameId, TensorId};
use crate::place::Place;
use crate::protobuf;
use crate::protobuf::Wire;
use crate::rules::{invalid_sparse_tensor, malformed_record};
use crate::source::Span;

/// A `SparseTensorProto` as read.
pub(crate) struct Sparse {
    pub(crate) name: NameId,
    pub(crate) tensor: SparseTensor,
    /// Whether values, indices and dims are consistent.
    sound: bool,
}

impl Reader<'_> {
    /// Reads a `SparseTensorProto`; `None` if it has no values.
    pub(crate) fn sparse(&mut self, record: Span, place: Place) -> Option<Sparse> {
        let place = place.at(place.span.unwrap_or(self.span(record)));
        let (mut values, mut indices, mut dims, mut again) = (None, None, Vec::new(), false);
        let (mut fields, rank) = (self.fields(record), self.options.limits.max_rank);
        for field in fields.by_ref() {
            match (field.number, field.value) {
                (number @ (sparse_tensor::VALUES | sparse_tensor::INDICES), Wire::Payload(tensor)) => {
                    let known = if number == sparse_tensor::VALUES { &mut values } else { &mut indices };
                    if known.replace(tensor).is_some() && !again {
                        again = true;
                        self.report_again(&sparse_tensor::MESSAGE, number, place.at(self.span(tensor)));
                    }
                }
                (sparse_tensor::DIMS, Wire::Varint(dim)) if dims.len() <= rank => dims.push(dim.cast_signed()),
                (sparse_tensor::DIMS, Wire::Payload(run)) => {
                    let room = (rank + 1).saturating_sub(dims.len());
                    dims.extend(protobuf::varints(run.of(self.bytes)).take(room).map(u64::cast_signed));
                }
                _ => self.unexpected(&sparse_tensor::MESSAGE, field, place),
            }
        }
        let broken = self.broken(&fields, &sparse_tensor::MESSAGE, record, place) || again;
        let Some(values) = values else {
            if !broken {
                let message = "a sparse tensor has no `values`";
                self.diagnostics.report(Diagnostic::new(&malformed_record::RULE, place, message));
            }
            return None;
        };
        let values = self.tensor(values, place);
        let place = of_initializer(place, self.model.tensor(values).name);
        let indices = indices.map(|indices| self.tensor(indices, place));
        Some(self.assemble(values, indices, dims, broken, place))
    }

    fn assemble(
        &mut self,
        values: TensorId,
        indices: Option<TensorId>,
        dims: Vec<i64>,
        broken: bool,
        place: Place,
    ) -> Sparse {
        let name = self.model.tensor(values).name;
        let fault = if broken { None } else { self.mismatch(values, indices, &dims) };
        if let Some(fault) = &fault {
            let label = self.model.name(name);
            let message = format!("sparse tensor `{label}`: {fault}");
            let finding = Diagnostic::new(&invalid_sparse_tensor::RULE, place, message);
            let finding = if label.is_empty() { finding } else { finding.data("tensor", label) };
            self.diagnostics.report(
                finding.note("ONNX requires values [N] and indices [N] or [N,rank] in strictly ascending order"),
            );
        }
        let shape: Option<Vec<u64>> = dims.iter().map(|&d| u64::try_from(d).ok()).collect();
        let shape = shape.filter(|s| !broken && s.iter().try_fold(1u64, |n, &d| n.checked_mul(d)).is_some());
        let tensor = SparseTensor { values, indices, shape: shape.map(Into::into) };
        Sparse { name, tensor, sound: !broken && fault.is_none() }
    }

    /// How values, indices and dims contradict each other, as far as they are known.
    fn mismatch(&self, values: TensorId, indices: Option<TensorId>, dims: &[i64]) -> Option<String> {
        if dims.is_empty() {
            return Some("it has no dims".to_owned());
        }
        if let Some((i, d)) = dims.iter().enumerate().find(|(_, d)| **d <= 0) {
            return Some(format!("dimension {i} is {d}; expected at least 1"));
        }
        let values = self.model.tensor(values).sizes.as_deref()?;
        let [entries] = *values else {
            return Some(format!("`values` has rank {}; expected 1", values.len()));
        };
        let Some(indices) = indices else {
            return (entries > 0).then(|| format!("there are no `indices` for {}", counted(entries, "value")));
        };
        let element = self.model.tensor(indices).element;
        if let Some(other) = element.filter(|e| *e != ElementType::I64) {
            return Some(format!("`indices` has type {other}; expected i64"));
        }
        let rank = dims.len() as u64;
        match self.model.tensor(indices).sizes.as_deref()? {
            [n] if *n == entries => self.misplaced(indices, dims, 1),
            [n, r] if *n == entries && *r == rank => self.misplaced(indices, dims, dims.len()),
            other => Some(format!("`indices` has shape {other:?}; expected [{entries}] or [{entries}, {rank}]")),
        }
    }

    /// An index that is out of range or out of order, if the indices are few.
    fn misplaced(&self, indices: TensorId, dims: &[i64], columns: usize) -> Option<String> {
        let numbers =
            self.model.elements(indices, self.options.limits.max_tracked_elements_per_tensor)?.exact_ints()?;
        let (dense, mut before) = (DenseShape::new(dims), -1);
        for (i, row) in numbers.chunks(columns.max(1)).enumerate() {
            let Some(at) = dense.position(row) else {
                return Some(format!("index {i}, {row:?}, is out of range; expected an index within dims {dims:?}"));
            };
            if at <= before {
                return Some(format!(
                    "index {i}, {row:?}, is not after the previous one; expected strictly ascending order"
                ));
            }
            before = at;
        }
        None
    }

    /// The dense tensor that a sparse initializer is read as.
    pub(crate) fn densify(&mut self, sparse: &Sparse, span: Span) -> TensorId {
        let element = self.model.tensor(sparse.tensor.values).element;
        let sizes = sparse.tensor.shape.clone();
        let storage = self.dense(sparse).map_or(Storage::Missing, Storage::Dense);
        self.keep(StoredTensor { name: sparse.name, element, sizes, storage, span })
    }

    /// The dense elements, if they are few and known.
    fn dense(&mut self, sparse: &Sparse) -> Option<Elements> {
        let shape = sparse.tensor.shape.as_deref().filter(|_| sparse.sound)?;
        let limit = self.options.limits.max_tracked_elements_per_tensor;
        let count = shape.iter().try_fold(1u64, |n, &d| n.checked_mul(d))?;
        let count = usize::try_from(count).ok().filter(|&n| n <= limit)?;
        let dims: Vec<i64> = shape.iter().map(|&d| d as i64).collect();
        let values = self.model.elements(sparse.tensor.values, limit)?;
        let columns = self.columns(sparse.tensor.indices);
        let indices = match sparse.tensor.indices {
            Some(indices) => self.model.elements(indices, limit.saturating_mul(dims.len()))?.exact_ints()?,
            None => Vec::new(),
        };
        let dense = DenseShape::new(&dims);
        let at = indices.chunks(columns).map(|row| usize::try_from(dense.position(row)?).ok());
        let at: Vec<usize> = at.collect::<Option<_>>()?;
        // A record of a few bytes may have as many elements as are followed.
        if !self.take(0, (count * size_of::<SymInt>()) as u64) {
            return None;
        }
        Some(match values {
            Elements::Ints(ints) => Elements::Ints(scatter(&ints, &at, SymInt::exact(0), count)?.into()),
            Elements::Floats(floats) => Elements::Floats(scatter(&floats, &at, 0.0, count)?.into()),
            Elements::SymFloats(_) => return None,
        })
    }

    fn columns(&self, indices: Option<TensorId>) -> usize {
        let sizes = indices.and_then(|i| self.model.tensor(i).sizes.as_deref());
        match sizes {
            Some([_, columns]) => usize::try_from(*columns).unwrap_or(1).max(1),
            _ => 1,
        }
    }
}

/// The shape of the dense tensor.
struct DenseShape<'a> {
    dims: &'a [i64],
    /// The number of elements; `None` if it exceeds 127 bits.
    count: Option<i128>,
}

impl DenseShape<'_> {
    fn new(dims: &[i64]) -> DenseShape<'_> {
        DenseShape { dims, count: dims.iter().try_fold(1i128, |n, &d| n.checked_mul(d.into())) }
    }

    /// The linear index of a row of coordinates or of a linear index; `None` if it is out of range.
    fn position(&self, row: &[i128]) -> Option<i128> {
        if let [at] = *row {
            return (0..self.count?).contains(&at).then_some(at);
        }
        row.iter().zip(self.dims).try_fold(0i128, |at, (&index, &dim)| {
            let dim = i128::from(dim);
            if (0..dim).contains(&index) { at.checked_mul(dim)?.checked_add(index) } else { None }
        })
    }
}

fn scatter<T: Clone>(values: &[T], at: &[usize], zero: T, count: usize) -> Option<Vec<T>> {
    let mut dense = vec![zero; count];
    for (value, &at) in values.iter().zip(at) {
        *dense.get_mut(at)? = value.clone();
    }
    (values.len() == at.len()).then_some(dense)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_and_linear_indices_are_equivalent() {
        let dense = DenseShape::new(&[3, 4]);
        assert_eq!(dense.position(&[1, 2]), Some(6));
        assert_eq!(dense.position(&[6]), Some(6));
        assert_eq!(dense.position(&[1, 4]), None);
        assert_eq!(dense.position(&[12]), None);
        assert_eq!(dense.position(&[-1]), None);
    }
}
