//! TensorScatter: writes an update into a cache along one axis.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::{EvalContext, InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::kernel::lines::Lines;
use crate::kernel::runs::{self, Run};
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Integers, Tensor};

/// A resolved TensorScatter: cache, update and optional write positions of each sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TensorScatter {
    /// The axis along which the cache is written, as given; `None` if unknown.
    pub(crate) axis: Option<i64>,
    /// Whether positions past the end continue at the start; `None` if unknown.
    pub(crate) circular: Option<bool>,
}

impl TensorScatter {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        if let Some(mode) = cx.text("mode").filter(|mode| !matches!(*mode, "linear" | "circular")) {
            diagnostics::attribute(
                cx,
                "mode",
                format!("{mode:?}"),
                "linear or circular",
                "set `mode` to linear or circular",
            );
        }
        let circular = match cx.text("mode").filter(|_| !cx.has_unknown_value("mode")) {
            Some("linear") => Some(false),
            Some("circular") => Some(true),
            _ => None,
        };
        Resolved::operator(TensorScatter { axis: cx.int("axis").filter(|_| !cx.has_unknown_value("axis")), circular })
    }

    /// The axis in a cache of this rank; reports one that does not exist, and the batch axis.
    fn axis(self, cx: &mut InferContext<'_>, rank: usize) -> Option<usize> {
        let axis = self.axis?;
        let at = axes::wrap_one(cx, axis.into(), rank, OperandSource::Attribute("axis"), Ranked::Input(0))?;
        if at == 0 {
            let valid = "an axis other than 0, which is the batch";
            diagnostics::attribute(cx, "axis", axis, valid, "set `axis` to the axis along which the cache is written");
            return None;
        }
        Some(at)
    }
}

impl Operator for TensorScatter {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let cache = cx.shape(0);
        let shape = match cache.dims() {
            Some(dims) => {
                let axis = self.axis(cx, dims.len());
                let help = "make cache and update equal except along the axis";
                let fits = shape_checks::rank(cx, 1, dims.len()..=dims.len(), help);
                let merged = dims.iter().enumerate().map(|(at, dim)| match axis {
                    Some(axis) if fits && at != axis => {
                        shape_checks::agree(cx, (0, at), (1, at), help).unwrap_or_else(|| dim.clone())
                    }
                    Some(axis) if fits && at == axis => {
                        check_length(cx, at, dim);
                        dim.clone()
                    }
                    _ => dim.clone(),
                });
                Shape::from_dims(merged.collect::<Vec<_>>())
            }
            None => Shape::with_min_rank(cache.min_rank().max(2)),
        };
        if cx.has_input(2) {
            shape_checks::list(cx, 2, &shape_checks::dim(cx, (0, 0)), "the batch size");
        }
        cx.set_tensor(0, cx.element(0), shape);
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (cache, update) = (cx.input(0)?, cx.input(1)?);
        let (Some(axis), Some(circular)) = (self.axis, self.circular) else { return Err(cx.no_evaluator()) };
        let axis = axes::position(axis.into(), cache.sizes().len()).ok_or(EvalError::UnknownType)?;
        let [into, from] = [Lines::along(cache.sizes(), axis)?, Lines::along(update.sizes(), axis)?];
        let samples = cache.sizes().first().copied().unwrap_or(0);
        let positions = cx.optional(2).map(Integers::from_tensor).transpose()?;
        let start = |sample: usize| positions.map_or(0, |positions| positions.at(sample));
        let valid = |sample| start(sample) >= 0 && (circular || start(sample) + from.size as i128 <= into.size as i128);
        if !(0..samples).all(valid) {
            return Err(EvalError::Invalid("a write position is out of range of the cache".to_owned()));
        }
        let each = (0..cache.num_elements()).map(|at| {
            let (outer, step, inner) = (at / into.inner / into.size, at / into.inner % into.size, at % into.inner);
            let offset = (step as i128 - start(outer * samples / into.outer)).rem_euclid(into.size as i128) as usize;
            let updated = (outer * from.size + offset) * from.inner + inner;
            Run { from: Some(if offset < from.size { (1, updated) } else { (0, at) }), count: 1 }
        });
        Ok(vec![runs::joined(cache.element(), cache.sizes(), &[cache, update], each).ok_or(EvalError::UnknownType)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// OP201: an update that is longer than the cache.
fn check_length(cx: &mut InferContext<'_>, axis: usize, cache: &Dim) {
    let update = shape_checks::dim(cx, (1, axis));
    if update.low() <= cache.high() {
        return;
    }
    let name = cx.input_name(1);
    let message = format!("dimension {axis} of update {name} is {update}; expected at most {cache}, as in the cache");
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    let finding = finding.label(cx.shape(1)).related(cx.input_place(0), cx.shape(0));
    cx.report(finding.help("enlarge the cache, or update it in parts").data("dimension", axis));
}

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::onnx("TensorScatter", TensorScatter::resolve)];
