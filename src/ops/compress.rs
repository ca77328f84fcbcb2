//! Compress: the slices along an axis that a condition selects.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::{EvalContext, InferContext, Operator, OperatorDef, Resolved, diagnostics, view};
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::elements::Elements;
use crate::fact::Fact;
use crate::kernel::lines::Lines;
use crate::kernel::runs;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved Compress.
#[derive(Debug)]
struct Compress {
    axis: Axis,
}

#[derive(Clone, Copy, Debug)]
enum Axis {
    /// The data is flattened.
    Flat,
    At(i128),
    Unknown,
}

impl Operator for Compress {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        if data.rank() == Some(0) && matches!(self.axis, Axis::Flat) {
            diagnostics::rank(cx, 0, "at least 1", "use data with at least one dimension");
        }
        let fits = is_list(cx);
        let (shape, elements) = match (self.axis, data.dims()) {
            (Axis::Flat, _) => {
                let all = data.num_elements();
                (Shape::from_dims([selected(cx, 0, &all, fits)]), self.elements(cx, None, fits))
            }
            (Axis::At(axis), Some(dims)) => {
                let at = axes::wrap_one(cx, axis, dims.len(), OperandSource::Attribute("axis"), Ranked::Input(0));
                match at {
                    Some(at) => {
                        let mut dims = dims.to_vec();
                        dims[at] = selected(cx, at, &dims[at], fits);
                        (Shape::from_dims(dims), self.elements(cx, Some(at), fits))
                    }
                    None => (Shape::of_rank(dims.len()), None),
                }
            }
            (Axis::At(_), None) => (Shape::with_min_rank(data.min_rank().max(1)), None),
            (Axis::Unknown, _) => (Shape::with_min_rank(1), None),
        };
        let elements = elements.filter(|e| shape.num_elements().is(e.len() as u64));
        cx.set(0, Fact::tensor(cx.element(0), shape).with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let lines = match self.axis {
            Axis::Flat => Lines { outer: 1, size: data.num_elements(), inner: 1 },
            Axis::At(axis) => {
                let axis = axes::position(axis, data.sizes().len()).ok_or(EvalError::UnknownType)?;
                Lines::along(data.sizes(), axis)?
            }
            Axis::Unknown => return Err(cx.no_evaluator()),
        };
        let conditions = cx.input(1)?.values::<bool>().ok_or(EvalError::UnknownType)?;
        let selected = (0..lines.size).filter(|&at| conditions.get(at) == Some(&true));
        let selected: Vec<usize> = selected.collect();
        let row = |outer: usize| selected.iter().map(move |at| (outer * lines.size + at) * lines.inner);
        let made = runs::gathered(data, &result.sizes, lines.inner, |take| {
            (0..lines.outer).for_each(|outer| take(&row(outer).collect::<Vec<_>>()))
        });
        Ok(vec![made.ok_or(EvalError::UnknownType)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// Whether the condition may be one-dimensional.
fn is_list(cx: &mut InferContext<'_>) -> bool {
    let shape = cx.shape(1);
    if shape.rank().is_none_or(|rank| rank == 1) {
        return shape.rank().is_some() || shape.min_rank() <= 1;
    }
    let message = format!("condition {} has rank {}; expected 1", cx.input_name(1), shape.min_rank());
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(1), message);
    let finding = finding.level(Level::Warning).note("ONNX Runtime flattens the condition");
    let finding = finding.label(&shape).help("reshape the condition to one dimension");
    cx.report(finding.data("rank", shape.min_rank()));
    false
}

/// The number of selected slices out of `dim`.
fn selected(cx: &mut InferContext<'_>, axis: usize, dim: &Dim, fits: bool) -> Dim {
    if !fits {
        return Dim::interval(0, dim.high());
    }
    let conditions = cx.shape(1).num_elements();
    if conditions.low() > dim.high() {
        report_excess(cx, &conditions, dim);
    }
    // Conditions past the end select nothing.
    let places = usize::try_from(dim.high()).unwrap_or(usize::MAX);
    let (least, most) = match cx.elements(1).as_ref().and_then(Elements::ints) {
        Some(ints) => {
            let count = |of: fn(i128, i128) -> bool, places| {
                ints.iter().take(places).filter(|int| of(int.low(), int.high())).count() as u64
            };
            let certain = usize::try_from(dim.low()).unwrap_or(usize::MAX);
            (count(|low, _| low > 0, certain), count(|_, high| high > 0, places))
        }
        None => (0, dim.high().min(conditions.high())),
    };
    if least == most { Dim::exact(least) } else { cx.data_dependent_dim(0, axis, least, most) }
}

fn report_excess(cx: &mut InferContext<'_>, conditions: &Dim, dim: &Dim) {
    let message =
        format!("input {} has {} for {}", cx.input_name(1), counted(conditions, "condition"), counted(dim, "slice"));
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    let finding = finding.level(Level::Warning).related(cx.input_place(0), cx.shape(0));
    let finding = finding.note("ONNX Runtime ignores those past the end");
    cx.report(finding.help("use at most one condition per slice").data("conditions", conditions.to_string()));
}

impl Compress {
    fn elements(&self, cx: &InferContext<'_>, axis: Option<usize>, fits: bool) -> Option<Elements> {
        let (data, sizes) = view::known(cx, 0).filter(|_| fits)?;
        let conditions = cx.exact_ints(1)?;
        let (stride, size) = match axis {
            None => (1, data.len()),
            Some(axis) => {
                let stride = usize::try_from(*view::strides(&sizes)?.get(axis)?).ok()?;
                (stride, usize::try_from(*sizes.get(axis)?).ok()?)
            }
        };
        let holds = |at: &usize| conditions.get(at / stride % size).is_some_and(|&condition| condition != 0);
        data.gather((0..data.len()).filter(holds))
    }
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let axis = match cx.int("axis") {
        _ if cx.has_unknown_value("axis") => Axis::Unknown,
        Some(axis) => Axis::At(axis.into()),
        None if cx.attribute_record("axis").is_some() => Axis::Unknown,
        None => Axis::Flat,
    };
    Resolved::operator(Compress { axis })
}

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::onnx("Compress", resolve)];
