//! Normalizations whose shape is the data's: over axes (MVN, NormalizeL2, LpNormalization) or over near channels (LRN).

mod definition;

pub(super) use definition::OPERATORS;

use super::{diagnostics, shape_checks};
use std::ops::RangeInclusive;

use super::OperandSource;
use super::axes::{self, Axes, Ranked};
use super::{InferContext, Operator, Resolved};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

/// Which normalization.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NormalizationKind {
    /// Less the mean, over the deviation; of all but the first two dimensions unless axes are given.
    MeanVariance,
    /// Over the Euclidean length.
    L2,
    /// Over the length of the first or second degree.
    Lp,
    /// Over what stands near.
    Local,
    /// Over the length of all channels.
    Global,
}

use NormalizationKind as K;

/// A resolved normalization.
#[derive(Clone, Debug)]
pub(crate) struct Normalization {
    /// Over which dimensions, and where that is written; `None` if the operator has no axes.
    pub(crate) axes: Option<(Vec<i128>, OperandSource)>,
    /// The ranks that the data may have.
    pub(crate) ranks: RangeInclusive<usize>,
}

impl Normalization {
    fn resolve(kind: NormalizationKind, cx: &mut InferContext<'_>) -> Resolved {
        let ir = cx.dialect() == Dialect::OpenVino;
        check_attributes(kind, cx);
        let axes = match kind {
            K::Lp => axis(cx),
            K::MeanVariance if !ir => mean_axes(cx),
            // IR's first version has flags in place of axes.
            K::MeanVariance if cx.version() < 6 => None,
            K::MeanVariance | K::L2 => listed(cx, kind == K::L2),
            K::Local if ir => listed(cx, false),
            K::Local | K::Global => None,
        };
        let ranks = match kind {
            K::Global => 2..=4,
            K::Local if !ir => 2..=usize::MAX,
            _ => 0..=usize::MAX,
        };
        Resolved::operator(Normalization { axes, ranks })
    }
}

impl Operator for Normalization {
    fn infer(&self, cx: &mut InferContext<'_>) {
        shape_checks::rank(cx, 0, self.ranks.clone(), "batch and channels come first");
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
}

fn axis(cx: &InferContext<'_>) -> Option<(Vec<i128>, OperandSource)> {
    let source = OperandSource::Attribute("axis");
    let axis = cx.int("axis").filter(|_| !cx.is_unbound("axis"))?;
    Some((vec![axis.into()], source))
}

/// The axes that are written. ONNX Runtime leaves those out that the default names and the data lack.
fn mean_axes(cx: &InferContext<'_>) -> Option<(Vec<i128>, OperandSource)> {
    let source = OperandSource::Attribute("axes");
    cx.attribute("axes")?;
    let list: Vec<i128> = cx.ints("axes")?.iter().map(|&axis| axis.into()).collect();
    if matches!(list.as_slice(), [0, 2, 3] | [0, 1, 2, 3]) {
        return None;
    }
    Some((once(cx, &list)?, source))
}

/// IR: the axes in input 1.
fn listed(cx: &mut InferContext<'_>, scalar: bool) -> Option<(Vec<i128>, OperandSource)> {
    let source = OperandSource::Input(1);
    if !scalar && cx.shape(1).rank() == Some(0) {
        cx.report(axes::rank_finding(cx, 1, false));
        return None;
    }
    let Axes::Known(list) = axes::read(cx, source) else { return None };
    Some((once(cx, &list)?, source))
}

/// The axes without those that name a dimension again, which does no harm; `None` where there are too many to compare.
fn once(cx: &InferContext<'_>, list: &[i128]) -> Option<Vec<i128>> {
    let rank = cx.shape(0).rank().unwrap_or(usize::MAX);
    let twice = |at: usize| list[..at].iter().any(|earlier| same(*earlier, list[at], rank));
    let few = list.len() <= cx.limits().max_rank;
    few.then(|| (0..list.len()).filter(|&at| !twice(at)).map(|at| list[at]).collect())
}

fn same(a: i128, b: i128, rank: usize) -> bool {
    a == b || axes::position(a, rank).is_some_and(|at| axes::position(b, rank) == Some(at))
}

/// What the pages demand of numbers.
fn check_attributes(kind: NormalizationKind, cx: &mut InferContext<'_>) {
    if let (K::Lp, Some(p)) = (kind, cx.int("p").filter(|p| !matches!(p, 1 | 2))) {
        diagnostics::attribute(cx, "p", p, "1 or 2", "write 1 for the sum of magnitudes, 2 for the Euclidean length");
    }
    let Some(size) = cx.int("size").filter(|_| kind == K::Local) else { return };
    if size < 1 {
        diagnostics::attribute(cx, "size", size, "1 or more", "it is the number of channels that are summed");
    } else if size % 2 == 0 && cx.dialect() == Dialect::Onnx {
        let place = cx.attribute_place("size");
        let message = format!("attribute `size` is {size}, which has no middle");
        let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
        let finding = finding.level(Level::Warning).note("ONNX Runtime refuses an even size");
        cx.report(finding.help("write an odd size").data("attribute", "size").data("value", size));
    }
}
