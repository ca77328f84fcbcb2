//! Evaluation of matrix products.

use super::{MatMul, MatMulKind, Product};
use crate::kernel::dense::{Numbers, floats, whole_tensor, wholes};
use crate::kernel::matmul::{Matrices, Sizes, multiply, multiply_numbers};
use crate::kernel::requantize::requantized;
use crate::ops::{EvalContext, StaticTensorType, positions};
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

impl Product {
    /// The matrices of the operands, broadcast to those of the first output.
    pub(in crate::ops) fn plan(self, cx: &EvalContext<'_>) -> Result<Plan, EvalError> {
        let into = &cx.output(0)?.sizes;
        let [a, b] = self.operands(cx.inputs()).ok_or(EvalError::UnknownType)?;
        // A vector removes a dimension of the result.
        let mut kept = 0;
        for input in self.inputs {
            kept += usize::from(cx.input(input)?.sizes().len() > 1);
        }
        let batch = into.len().checked_sub(kept).and_then(|n| into.get(..n)).ok_or(EvalError::UnknownType)?;
        let [Some(first), Some(second)] = [a.matrices(batch), b.matrices(batch)] else {
            return Err(EvalError::UnknownType);
        };
        let (rows, columns, inner) = (a.rows, b.columns, a.columns);
        Ok(Plan { batch: batch.to_vec(), rows, columns, inner, of: [first, second] })
    }

    /// Bytes of memory for where the matrices of each product start.
    pub(in crate::ops) fn start_bytes(self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let is_matrix = |&&at: &&usize| inputs.get(at).and_then(Option::as_ref).is_some_and(|t| t.sizes().len() > 1);
        let kept = self.inputs.iter().filter(is_matrix).count();
        let sizes = outputs.first().map_or(&[][..], |made| &made.sizes);
        positions(&sizes[..sizes.len().saturating_sub(kept)]).saturating_mul(16)
    }

    /// The number of bytes that the products read.
    pub(in crate::ops) fn reads(self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let inner = self.operands(inputs).map_or(0, |[a, _]| a.columns.max(1) as u64);
        let made = outputs.first().map_or(0, StaticTensorType::positions);
        made.saturating_mul(inner).saturating_mul(2)
    }
}

impl MatMul {
    pub(super) fn compute(self, cx: &EvalContext<'_>) -> Result<Tensor, EvalError> {
        let result = cx.output(0)?;
        match self.kind {
            MatMulKind::Plain => {
                let plan = self.product.plan(cx)?;
                let tensors = [cx.input(self.product.inputs[0])?, cx.input(self.product.inputs[1])?];
                multiply(tensors, plan.of(), &plan.sizes(), &result.sizes)
            }
            MatMulKind::Integer => whole_tensor(result.element, &result.sizes, &self.sums(cx, [2, 3])?),
            MatMulKind::Quantized => self.quantized(cx, &self.sums(cx, [2, 5])?),
        }
    }

    /// The sums of products of both operands minus their zero points, which are at these inputs.
    fn sums(self, cx: &EvalContext<'_>, zeros: [usize; 2]) -> Result<Vec<i128>, EvalError> {
        let plan = self.product.plan(cx)?;
        let mut values = [wholes(cx.input(self.product.inputs[0])?)?, wholes(cx.input(self.product.inputs[1])?)?];
        for (at, values) in values.iter_mut().enumerate() {
            if let Some(zero) = cx.optional(zeros[at]) {
                let fits = is_line(zero.sizes(), at == 1);
                let zero = wholes(zero)?;
                let line = plan.line(at, zero.len()).filter(|_| fits).ok_or_else(|| cx.no_evaluator())?;
                values.iter_mut().enumerate().for_each(|(i, value)| *value -= zero[line.at(i)]);
            }
        }
        multiply_numbers([&values[0], &values[1]], plan.of(), &plan.sizes())
    }

    /// The sums times the scales of the operands divided by that of the result, rounded and shifted by its zero point.
    fn quantized(self, cx: &EvalContext<'_>, sums: &[i128]) -> Result<Tensor, EvalError> {
        let (result, plan) = (cx.output(0)?, self.product.plan(cx)?);
        let [a, b, y] = [floats(cx.input(1)?)?, floats(cx.input(4)?)?, floats(cx.input(6)?)?];
        let zero = wholes(cx.input(7)?)?;
        let range = result.element.integer_range().ok_or(EvalError::Type(result.element))?;
        for (input, columns) in [(1, false), (4, true), (6, false), (7, false)] {
            if !is_line(cx.input(input)?.sizes(), columns) {
                return Err(cx.no_evaluator());
            }
        }
        let into = Grid { rows: plan.rows, columns: plan.columns };
        let of_rows = |count| into.line(false, count).ok_or_else(|| cx.no_evaluator());
        let [row, of_y, of_zero] = [of_rows(a.len())?, of_rows(y.len())?, of_rows(zero.len())?];
        let column = into.line(true, b.len()).ok_or_else(|| cx.no_evaluator())?;
        let each = sums.iter().enumerate().map(|(i, &sum)| {
            let scale = f64::from((a[row.at(i)] * b[column.at(i)]) as f32) / y[of_y.at(i)];
            let made = requantized(sum, scale, zero[of_zero.at(i)], range);
            made.ok_or_else(|| EvalError::Undefined(format!("element {i} depends on how a tie is rounded")))
        });
        whole_tensor(result.element, &result.sizes, &each.collect::<Result<Vec<_>, _>>()?)
    }
}

/// The matrices of a product.
pub(in crate::ops) struct Plan {
    batch: Vec<usize>,
    rows: usize,
    columns: usize,
    inner: usize,
    of: [Matrices; 2],
}

/// Matrices in row-major order.
struct Grid {
    rows: usize,
    columns: usize,
}

/// The position in a list with one number for each row or column, or with a single one.
struct Line {
    divisor: usize,
    count: usize,
}

impl Line {
    fn at(&self, element: usize) -> usize {
        element / self.divisor.max(1) % self.count.max(1)
    }
}

/// Whether a tensor of these sizes is a list, or the same for all matrices: a column of numbers, one for each row, or a row.
fn is_line(sizes: &[usize], row: bool) -> bool {
    match sizes {
        [outer @ .., rows, columns] => outer.iter().chain([if row { rows } else { columns }]).all(|&size| size == 1),
        _ => true,
    }
}

impl Grid {
    /// `None` for a list of another length.
    fn line(&self, columns: bool, count: usize) -> Option<Line> {
        let (divisor, lines) = if columns { (1, self.columns) } else { (self.columns, self.rows) };
        (count == 1 || count == lines).then_some(Line { divisor, count })
    }
}

impl Plan {
    fn sizes(&self) -> Sizes<'_> {
        Sizes { batch: &self.batch, rows: self.rows, columns: self.columns, inner: self.inner }
    }

    fn of(&self) -> [&Matrices; 2] {
        [&self.of[0], &self.of[1]]
    }

    /// The rows of the first operand, or the columns of the second, neither of which is transposed.
    fn line(&self, operand: usize, count: usize) -> Option<Line> {
        match operand {
            0 => Grid { rows: self.rows, columns: self.inner }.line(false, count),
            _ => Grid { rows: self.inner, columns: self.columns }.line(true, count),
        }
    }

    /// The product of numbers of the same kind.
    pub(in crate::ops) fn product(&self, a: Numbers, b: Numbers) -> Result<Numbers, EvalError> {
        let multiplied = |a: &[f64], b: &[f64]| multiply_numbers([a, b], self.of(), &self.sizes());
        match (a, b) {
            (Numbers::Reals(a), Numbers::Reals(b)) => Ok(Numbers::Reals(multiplied(&a, &b)?)),
            (Numbers::Wholes(a), Numbers::Wholes(b)) => {
                Ok(Numbers::Wholes(multiply_numbers([&a, &b], self.of(), &self.sizes())?))
            }
            _ => Err(EvalError::UnknownType),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::Limits;
    use crate::op_query::OpQuery;
    use crate::options::AnalysisOptions;
    use crate::tensor::{EvalError, Tensor};

    fn counted(sizes: &[usize]) -> Tensor {
        Tensor::new(sizes, (1..=sizes.iter().product::<usize>()).map(|n| n as f32).collect()).unwrap()
    }

    #[test]
    fn expensive_products_are_rejected_up_front() {
        let limits = Limits { max_io_bytes: 1 << 10, ..Limits::default() };
        let options = AnalysisOptions { limits, ..AnalysisOptions::default() };
        let query = OpQuery::onnx("MatMul", 13).tensor(counted(&[10, 10])).tensor(counted(&[10, 10]));
        assert!(matches!(query.evaluate_with(&options), Err(EvalError::TooMuchWork { .. })));
    }
}
