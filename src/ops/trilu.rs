//! Trilu: the upper or lower triangle of matrices.

use super::cost::{self, Cost};
use super::scalar::{self, OneListed};
use super::{EvalContext, attributes, shape_checks};
use super::{InferContext, Operator, OperatorDef, Resolved, view};

use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::kernel::runs::{self, Run};
use crate::tensor::{EvalError, Integers, Tensor};

/// A resolved Trilu.
#[derive(Debug)]
struct Trilu {
    /// Whether the upper triangle is kept; `None` if the file does not say.
    upper: Option<bool>,
}

impl Operator for Trilu {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let help = "use at least two dimensions";
        shape_checks::rank(cx, 0, 2..=usize::MAX, help);
        if cx.has_input(1) {
            scalar::expect(cx, 1, OneListed::Valid);
        }
        let shape = cx.shape(0);
        let elements = self.elements(cx).filter(|e| shape.num_elements().is(e.len() as u64));
        cx.set(0, Fact::tensor(cx.element(0), shape).with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, upper) = (cx.input(0)?, self.upper.ok_or_else(|| cx.no_evaluator())?);
        let shift = cx.optional(1).map_or(Ok(0), |k| Ok(Integers::from_tensor(k)?.at(0)))?;
        let &[.., rows, columns] = data.sizes() else { return Err(EvalError::UnknownType) };
        let lines = data.num_elements().checked_div(columns).unwrap_or(0);
        let row = |line: usize| {
            // The first column that is kept, or the first one after those that are.
            let edge = (line % rows) as i128 + shift + i128::from(!upper);
            let edge = edge.clamp(0, columns as i128) as usize;
            let (from, to) = if upper { (edge, columns) } else { (0, edge) };
            let kept = Run { from: Some((0, line * columns + from)), count: to - from };
            [Run { from: None, count: from }, kept, Run { from: None, count: columns - to }]
        };
        let all = (0..lines).flat_map(row).filter(|run| run.count > 0);
        Ok(vec![runs::joined(data.element(), data.sizes(), &[data], all).ok_or(EvalError::UnknownType)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

impl Trilu {
    fn elements(&self, cx: &InferContext<'_>) -> Option<Elements> {
        let (elements, sizes) = view::known(cx, 0)?;
        let upper = self.upper?;
        let shift = if cx.has_input(1) { scalar::integer(cx, 1)?.value()? } else { 0 };
        let keeps = |at: &Vec<u64>| {
            let (row, column) = (i128::from(*at.get(at.len().checked_sub(2)?)?), i128::from(*at.last()?));
            let edge = row.checked_add(shift)?;
            Some(if upper { column >= edge } else { column <= edge })
        };
        let kept: Vec<bool> = view::positions(&sizes, cx.limits())?.iter().map(keeps).collect::<Option<_>>()?;
        Some(match elements {
            Elements::Ints(ints) => {
                let kept = ints.iter().zip(kept).map(|(int, keep)| if keep { int.clone() } else { SymInt::exact(0) });
                Elements::Ints(kept.collect())
            }
            Elements::Floats(floats) => {
                Elements::Floats(floats.iter().zip(kept).map(|(&float, keep)| if keep { float } else { 0.0 }).collect())
            }
            Elements::SymFloats(_) => return None,
        })
    }
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Trilu { upper: attributes::doubtful_flag(cx, "upper") })
}

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::onnx("Trilu", resolve)];
