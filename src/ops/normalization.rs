//! Normalizations that keep the shape of the data: over axes (MVN, NormalizeL2, LpNormalization) or over neighboring
//! channels (LRN).

mod definition;
mod evaluate;
mod runtimes;

pub(super) use definition::OPERATORS;

use super::cost::{self, Cost};
use super::{diagnostics, shape_checks};
use std::ops::RangeInclusive;

use super::OperandSource;
use super::axes::{self, Axes, Ranked};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, Resolved};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// The kinds of normalization.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NormalizationKind {
    /// By mean and standard deviation; over all but the first two dimensions by default.
    MeanVariance,
    /// By the Euclidean norm.
    L2,
    /// By the L1 or L2 norm.
    Lp,
    /// By neighboring channels.
    Local,
    /// By the norm of all channels.
    Global,
}

use NormalizationKind as K;

/// A resolved normalization.
#[derive(Clone, Debug)]
pub(crate) struct Normalization {
    /// The normalized axes and where they are written; `None` if the operator has no axes.
    pub(crate) axes: Option<(Vec<i128>, OperandSource)>,
    /// The valid ranks of the data.
    pub(crate) ranks: RangeInclusive<usize>,
    /// What is computed; `None` if it is not known.
    formula: Option<evaluate::Formula>,
}

impl Normalization {
    fn resolve(kind: NormalizationKind, cx: &mut InferContext<'_>) -> Resolved {
        let ir = cx.dialect() == Dialect::OpenVino;
        check_attributes(kind, cx);
        let axes = match kind {
            K::Lp => axis(cx),
            K::MeanVariance if !ir => mean_axes(cx),
            // The first IR version has flags instead of axes.
            K::MeanVariance if cx.version() < 6 => None,
            K::MeanVariance | K::L2 => axes_input(cx, kind == K::L2),
            K::Local if ir => axes_input(cx, false),
            K::Local | K::Global => None,
        };
        let ranks = match kind {
            K::Global => 2..=4,
            K::Local if !ir => 2..=usize::MAX,
            _ => 0..=usize::MAX,
        };
        let formula = if ir { None } else { evaluate::Formula::onnx(kind, cx) };
        Resolved::operator(Normalization { axes, ranks, formula })
    }
}

impl Operator for Normalization {
    fn infer(&self, cx: &mut InferContext<'_>) {
        shape_checks::rank(cx, 0, self.ranks.clone(), "use batch, channels and any spatial dimensions");
        let data = cx.shape(0);
        let mut least = data.min_rank().max(*self.ranks.start());
        if let Some((list, source)) = &self.axes {
            match data.rank() {
                Some(rank) => {
                    axes::wrap(cx, list, rank, *source, Ranked::Input(0));
                }
                None => least = least.max(axes::implied_rank(list).min(cx.limits().max_rank)),
            }
        }
        let shape = if data.rank().is_some() { data } else { Shape::with_min_rank(least) };
        cx.set_tensor(0, cx.element(0), shape);
    }

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], _: &[StaticTensorType]) -> u64 {
        self.formula.as_ref().map_or(0, |formula| formula.reads(inputs))
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let made = self.formula.as_ref().ok_or_else(|| cx.no_evaluator())?.of(cx.input(0)?)?;
        Ok(vec![made])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::normalization(cx)
    }
}

fn axis(cx: &InferContext<'_>) -> Option<(Vec<i128>, OperandSource)> {
    let source = OperandSource::Attribute("axis");
    let axis = cx.int("axis").filter(|_| !cx.has_unknown_value("axis"))?;
    Some((vec![axis.into()], source))
}

/// The axes in the attribute. ONNX Runtime ignores default axes that exceed the rank of the data.
fn mean_axes(cx: &InferContext<'_>) -> Option<(Vec<i128>, OperandSource)> {
    let source = OperandSource::Attribute("axes");
    cx.attribute("axes")?;
    let list: Vec<i128> = cx.ints("axes")?.iter().map(|&axis| axis.into()).collect();
    if matches!(list.as_slice(), [0, 2, 3] | [0, 1, 2, 3]) {
        return None;
    }
    Some((distinct(cx, &list)?, source))
}

/// IR: the axes in input 1.
fn axes_input(cx: &mut InferContext<'_>, scalar: bool) -> Option<(Vec<i128>, OperandSource)> {
    let source = OperandSource::Input(1);
    if !scalar && cx.shape(1).rank() == Some(0) {
        cx.report(axes::rank_finding(cx, 1, false));
        return None;
    }
    let Axes::Known(list) = axes::read(cx, source) else { return None };
    Some((distinct(cx, &list)?, source))
}

/// The axes without harmless duplicates; `None` if there are too many to compare.
fn distinct(cx: &InferContext<'_>, list: &[i128]) -> Option<Vec<i128>> {
    let rank = cx.shape(0).rank().unwrap_or(usize::MAX);
    let twice = |at: usize| list[..at].iter().any(|earlier| same(*earlier, list[at], rank));
    let few = list.len() <= cx.limits().max_rank;
    few.then(|| (0..list.len()).filter(|&at| !twice(at)).map(|at| list[at]).collect())
}

fn same(a: i128, b: i128, rank: usize) -> bool {
    a == b || axes::position(a, rank).is_some_and(|at| axes::position(b, rank) == Some(at))
}

/// The specification's constraints on numeric attributes.
fn check_attributes(kind: NormalizationKind, cx: &mut InferContext<'_>) {
    if let (K::Lp, Some(p)) = (kind, cx.int("p").filter(|p| !matches!(p, 1 | 2))) {
        diagnostics::attribute(
            cx,
            "p",
            p,
            "1 or 2",
            "set `p` to 1 for the sum of absolute values or 2 for the Euclidean norm",
        );
    }
    let Some(size) = cx.int("size").filter(|_| kind == K::Local) else { return };
    if size < 1 {
        diagnostics::attribute(cx, "size", size, "at least 1", "set `size` to the number of channels to sum over");
    } else if size % 2 == 0 && cx.dialect() == Dialect::Onnx {
        let place = cx.attribute_place("size");
        let message = format!("attribute `size` is {size}; expected an odd number");
        let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
        let finding = finding.note("ONNX Runtime rejects an even size");
        cx.report(finding.help("set `size` to an odd number").data("attribute", "size").data("value", size));
    }
}
