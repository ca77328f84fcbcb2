//! Evaluation of matrix products.

use super::{MatMul, MatMulKind, Product};
use crate::kernel::matmul::{Matrices, Sizes, multiply};
use crate::ops::{EvalContext, StaticTensorType};
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// The sizes of an operand as matrices: a vector is one row, or one column as the second operand.
struct Operand {
    batch: Vec<usize>,
    rows: usize,
    columns: usize,
    /// The distance between rows and between columns, in elements.
    steps: [usize; 2],
}

impl Operand {
    fn from_sizes(sizes: &[usize], transposed: bool, second: bool) -> Option<Operand> {
        let (batch, [rows, columns]) = match sizes {
            [] => return None,
            [size] => (Vec::new(), if second { [*size, 1] } else { [1, *size] }),
            [batch @ .., rows, columns] => (batch.to_vec(), [*rows, *columns]),
        };
        Some(match transposed && sizes.len() > 1 {
            true => Operand { batch, rows: columns, columns: rows, steps: [1, columns] },
            false => Operand { batch, rows, columns, steps: [columns, 1] },
        })
    }

    /// The matrices for the kernel, broadcast to these batch axes.
    fn matrices(&self, into: &[usize]) -> Option<Matrices> {
        let mut batch = vec![0; into.len()];
        let mut step = i128::try_from(self.rows.checked_mul(self.columns)?).ok()?;
        for (at, &size) in self.batch.iter().enumerate().rev() {
            // A dimension of size 1 is broadcast.
            *batch.get_mut(at + into.len().checked_sub(self.batch.len())?)? = if size == 1 { 0 } else { step };
            step = step.checked_mul(i128::try_from(size).ok()?)?;
        }
        Some(Matrices { row: self.steps[0], column: self.steps[1], batch })
    }
}

impl Product {
    fn operands(self, inputs: &[Option<Tensor>]) -> Option<[Operand; 2]> {
        let operand = |at: usize| {
            let tensor = inputs.get(self.inputs[at])?.as_ref()?;
            Operand::from_sizes(tensor.sizes(), self.transposed[at], at == 1)
        };
        Some([operand(0)?, operand(1)?])
    }
}

impl MatMul {
    /// The number of bytes that the products read.
    pub(super) fn reads(self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let inner = self.product.operands(inputs).map_or(0, |[a, _]| a.columns as u64);
        let made = outputs.first().map_or(0, |output| output.count() as u64);
        made.saturating_mul(inner).saturating_mul(2)
    }

    pub(super) fn compute(self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        if self.kind != MatMulKind::Plain {
            return Err(cx.no_evaluator());
        }
        let into = &cx.output(0)?.sizes;
        let [a, b] = self.product.operands(cx.inputs()).ok_or(EvalError::UnknownType)?;
        let batch = into.len().checked_sub(usize::from(cx.input(self.product.inputs[0])?.sizes().len() > 1));
        let batch =
            batch.and_then(|n| n.checked_sub(usize::from(cx.input(self.product.inputs[1]).ok()?.sizes().len() > 1)));
        let batch = batch.and_then(|n| into.get(..n)).ok_or(EvalError::UnknownType)?;
        let of = [a.matrices(batch), b.matrices(batch)];
        let [Some(first), Some(second)] = of else { return Err(EvalError::UnknownType) };
        let sizes = Sizes { batch, rows: a.rows, columns: b.columns, inner: a.columns };
        let tensors = [cx.input(self.product.inputs[0])?, cx.input(self.product.inputs[1])?];
        Ok(vec![multiply(tensors, [&first, &second], &sizes, into)?])
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::Limits;
    use crate::op_query::OpQuery;
    use crate::tensor::{EvalError, Tensor};

    fn counted(sizes: &[usize]) -> Tensor {
        Tensor::new(sizes, (1..=sizes.iter().product::<usize>()).map(|n| n as f32).collect()).unwrap()
    }

    #[test]
    fn expensive_products_are_rejected_up_front() {
        let limits = Limits { max_io_bytes: 1 << 10, ..Limits::default() };
        let query = OpQuery::onnx("MatMul", 13).tensor(counted(&[10, 10])).tensor(counted(&[10, 10]));
        assert!(matches!(query.evaluate_within(&limits), Err(EvalError::TooLarge { .. })));
    }
}
