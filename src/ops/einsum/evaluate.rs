//! Evaluation of Einsum: for each element of the result, a sum over all other labels.

use std::collections::BTreeMap;

use super::{Einsum, Label, Term};
use crate::kernel::dense::{Number, Numbers};
use crate::kernel::loop_nest::{Nest, Operand, Positions};
use crate::ops::{EvalContext, StaticTensorType};
use crate::tensor::{EvalError, Tensor};

/// A label of one axis: a letter, or a dimension of the ellipsis, counted from its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Axis {
    Ellipsis(usize),
    Letter(u8),
}

/// The loops: those of the result, then those that are summed over.
struct Plan {
    /// For each input, the label of each axis.
    axes: Vec<Vec<Axis>>,
    loops: Vec<(Axis, usize)>,
    /// The number of elements that are summed.
    summed: usize,
}

/// The labels of the axes of a tensor of this rank.
fn labels(term: &Term, rank: usize) -> Option<Vec<Axis>> {
    let letters = term.iter().filter(|label| **label != Label::Ellipsis).count();
    let rest = rank.checked_sub(letters)?;
    let each = term.iter().flat_map(|label| match label {
        Label::Ellipsis => (0..rest).rev().map(Axis::Ellipsis).collect(),
        Label::Letter(letter) => vec![Axis::Letter(*letter)],
    });
    Some(each.collect::<Vec<_>>()).filter(|all| all.len() == rank)
}

impl Einsum {
    fn plan(&self, inputs: &[Option<Tensor>], result: &StaticTensorType) -> Option<Plan> {
        let equation = self.equation.as_ref()?;
        let tensors: Vec<&Tensor> = inputs.iter().map(Option::as_ref).collect::<Option<_>>()?;
        let axes = equation.terms.iter().zip(&tensors).map(|(term, tensor)| labels(term, tensor.sizes().len()));
        let axes: Vec<Vec<Axis>> = axes.collect::<Option<_>>()?;
        let mut sizes: BTreeMap<Axis, usize> = BTreeMap::new();
        for (axis, &size) in axes.iter().zip(&tensors).flat_map(|(axes, tensor)| axes.iter().zip(tensor.sizes())) {
            let known = sizes.entry(*axis).or_insert(1);
            // A dimension of size 1 is repeated.
            *known = if *known == 1 { size } else { *known };
        }
        let kept = labels(equation.output.as_ref()?, result.sizes.len())?;
        // What is not on the diagonal of the result is unspecified.
        if kept.iter().enumerate().any(|(at, axis)| kept[..at].contains(axis)) {
            return None;
        }
        let summed = sizes.iter().filter(|(axis, _)| !kept.contains(axis));
        let summed: Vec<(Axis, usize)> = summed.map(|(axis, size)| (*axis, *size)).collect();
        let count = summed.iter().try_fold(1usize, |n, (_, size)| n.checked_mul(*size))?;
        let kept = kept.iter().map(|axis| Some((*axis, *sizes.get(axis)?))).collect::<Option<Vec<_>>>()?;
        Some(Plan { axes, loops: kept.into_iter().chain(summed).collect(), summed: count })
    }

    /// The number of bytes that the sums read.
    pub(super) fn reads(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let Some(result) = outputs.first() else { return 0 };
        // Without a plan, there is no evaluation.
        let summed = self.plan(inputs, result).map_or(0, |plan| plan.summed.max(1) as u64);
        result.positions().saturating_mul(summed).saturating_mul(inputs.len() as u64).saturating_mul(8)
    }

    pub(super) fn compute(&self, cx: &EvalContext<'_>) -> Result<Tensor, EvalError> {
        let result = cx.output(0)?;
        let plan = self.plan(cx.inputs(), result).ok_or_else(|| cx.no_evaluator())?;
        let (mut reals, mut wholes) = (Vec::new(), Vec::new());
        for tensor in cx.inputs().iter().flatten() {
            match Numbers::of(tensor)? {
                Numbers::Reals(values) => reals.push(values),
                Numbers::Wholes(values) => wholes.push(values),
            }
        }
        let count = result.count();
        let made = match wholes.is_empty() {
            true => Numbers::Reals(plan.sums(&reals, cx.inputs(), count).ok_or(EvalError::UnknownType)?),
            false => Numbers::Wholes(plan.sums(&wholes, cx.inputs(), count).ok_or(EvalError::UnknownType)?),
        };
        made.into_tensor(result.element, &result.sizes)
    }
}

impl Plan {
    fn sums<T: Number>(&self, values: &[Vec<T>], inputs: &[Option<Tensor>], count: usize) -> Option<Vec<T>> {
        if count == 0 || self.summed == 0 {
            return Some(vec![T::default(); count]);
        }
        let counts: Vec<usize> = self.loops.iter().map(|(_, size)| *size).collect();
        let positions = self.axes.iter().zip(inputs).map(|(axes, input)| {
            let sizes = input.as_ref()?.sizes();
            self.positions(axes, sizes, &counts)
        });
        let mut positions: Vec<Positions<1>> = positions.collect::<Option<_>>()?;
        let mut sums = Vec::with_capacity(count);
        for _ in 0..count {
            let mut sum = T::default();
            for _ in 0..self.summed {
                let mut product = T::ONE;
                for (values, positions) in values.iter().zip(&mut positions) {
                    let [at] = positions.next()?;
                    product = product.times(*values.get(at)?);
                }
                sum = sum.plus(product);
            }
            sums.push(sum);
        }
        Some(sums)
    }

    /// The position in an input for each step of the loops; a label that an input repeats selects a diagonal.
    fn positions(&self, axes: &[Axis], sizes: &[usize], counts: &[usize]) -> Option<Positions<1>> {
        let mut steps = vec![0i128; self.loops.len()];
        let mut step = 1i128;
        for (axis, &size) in axes.iter().zip(sizes).rev() {
            let at = self.loops.iter().position(|(label, _)| label == axis)?;
            steps[at] += if size == 1 { 0 } else { step };
            step = step.checked_mul(size as i128)?;
        }
        let elements = usize::try_from(step).ok()?;
        Some(Nest::new(counts, [Operand { offset: 0, elements, steps: &steps }])?.positions())
    }
}
