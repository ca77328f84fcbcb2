//! Matrix products.

use super::dense::Number;
use super::loop_nest::{Nest, Operand};
use super::number::{Real, Whole, with_real, with_whole};
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// One operand: its strides between rows, between columns, and between matrices for each batch axis.
#[derive(Clone, Debug)]
pub(crate) struct Matrices {
    pub(crate) row: usize,
    pub(crate) column: usize,
    pub(crate) batch: Vec<i128>,
}

/// The sizes of a product: batch axes of the result, rows, columns, and the inner dimension.
#[derive(Clone, Debug)]
pub(crate) struct Sizes<'a> {
    pub(crate) batch: &'a [usize],
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) inner: usize,
}

/// The elements of the product, row by row. Floats are summed in `f64` in order and rounded once; integers wrap.
pub(crate) fn multiply(
    tensors: [&Tensor; 2],
    of: [&Matrices; 2],
    sizes: &Sizes<'_>,
    into: &[usize],
) -> Result<Tensor, EvalError> {
    let element = tensors[0].element();
    if into.contains(&0) {
        return Tensor::empty(element, into).map_err(|_| EvalError::UnknownType);
    }
    let starts = starts(tensors.map(Tensor::num_elements), of, sizes).ok_or(EvalError::UnknownType)?;
    let floats = with_real!(element, T => {
        let made = each(values::<T>(tensors)?, of, sizes, &starts, T::real, |sum: f64, x, y| sum + x * y, T::rounded);
        Tensor::new(into, made).map_err(|_| EvalError::UnknownType)
    });
    let made = match floats {
        Some(made) => Some(made),
        None => with_whole!(element, T => {
            let step = |sum: i128, x: i128, y| sum.wrapping_add(x.wrapping_mul(y));
            let made = each(values::<T>(tensors)?, of, sizes, &starts, T::whole, step, T::wrap);
            Tensor::new(into, made).map_err(|_| EvalError::UnknownType)
        }),
    };
    made.unwrap_or(Err(EvalError::Type(element)))
}

/// The product of numbers of one width, row by row.
///
/// # Errors
/// A matrix leaves its operand.
pub(crate) fn multiply_numbers<T: Number>(
    values: [&[T]; 2],
    of: [&Matrices; 2],
    sizes: &Sizes<'_>,
) -> Result<Vec<T>, EvalError> {
    if sizes.batch.contains(&0) || sizes.rows == 0 || sizes.columns == 0 {
        return Ok(Vec::new());
    }
    let starts = starts(values.map(<[T]>::len), of, sizes).ok_or(EvalError::UnknownType)?;
    Ok(each(values, of, sizes, &starts, |x| x, |sum: T, x, y| sum.plus(x.times(y)), |sum| sum))
}

fn values<T: crate::tensor::NativeElement>(tensors: [&Tensor; 2]) -> Result<[&[T]; 2], EvalError> {
    let [a, b] = tensors.map(|tensor| tensor.values::<T>().ok_or(EvalError::UnknownType));
    Ok([a?, b?])
}

/// The start of both matrices for each matrix of the result; `None` if one would leave its operand.
fn starts(elements: [usize; 2], of: [&Matrices; 2], sizes: &Sizes<'_>) -> Option<Vec<[usize; 2]>> {
    if sizes.inner == 0 {
        return Some(vec![[0, 0]; sizes.batch.iter().product()]);
    }
    let operand = |at: usize| Operand { offset: 0, elements: elements[at], steps: &of[at].batch };
    let starts: Vec<[usize; 2]> = Nest::new(sizes.batch, [operand(0), operand(1)])?.positions().collect();
    let last = |lines: usize, line: usize, step: usize| (lines - 1) * line + (sizes.inner - 1) * step;
    let ends = [last(sizes.rows, of[0].row, of[0].column), last(sizes.columns, of[1].column, of[1].row)];
    starts.iter().all(|start| (0..2).all(|at| start[at] + ends[at] < elements[at])).then_some(starts)
}

/// Each element is the sum of products of a row of the first operand and a column of the second.
fn each<T: Copy, S: Copy + Default>(
    [a, b]: [&[T]; 2],
    of: [&Matrices; 2],
    sizes: &Sizes<'_>,
    starts: &[[usize; 2]],
    read: impl Fn(T) -> S,
    step: impl Fn(S, S, S) -> S,
    write: impl Fn(S) -> T,
) -> Vec<T> {
    let mut made = Vec::with_capacity(starts.len() * sizes.rows * sizes.columns);
    let mut sums = vec![S::default(); sizes.columns];
    for [first, second] in starts {
        for row in 0..sizes.rows {
            sums.fill(S::default());
            for inner in 0..sizes.inner {
                let x = read(a[first + row * of[0].row + inner * of[0].column]);
                let line = second + inner * of[1].row;
                for (column, sum) in sums.iter_mut().enumerate() {
                    *sum = step(*sum, x, read(b[line + column * of[1].column]));
                }
            }
            made.extend(sums.iter().map(|&sum| write(sum)));
        }
    }
    made
}
