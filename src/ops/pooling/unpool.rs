//! MaxUnpool: restores the elements that a MaxPool selected to their positions.

use crate::diagnostic::counted;
use crate::dim::Dim;
use crate::fact::Fact;
use crate::kernel::runs::{self, Run};
use crate::ops::cost::{self, Cost};
use crate::ops::window::slide;
use crate::ops::window::{Padding, WindowParams, numbers};
use crate::ops::{EvalContext, InferContext, Operator, Resolved, StaticTensorType, target_shape, view, wide_bytes};
use crate::ops::{consensus, diagnostics, shape_checks};

use crate::shape::Shape;
use crate::tensor::{EvalError, Integers, Tensor};

/// A resolved MaxUnpool.
#[derive(Debug)]
pub(super) struct Unpool {
    /// The window and its parameters.
    window: Option<(Vec<u64>, WindowParams)>,
    /// The number of spatial axes, if known.
    spatial: Option<usize>,
}

impl Unpool {
    pub(super) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let spatial = consensus::agreed_axes(cx, &[(0, 2)]);
        let kernel = numbers(cx, "kernel_shape", spatial, 1);
        let slide = slide::onnx(cx, spatial, false);
        Resolved::operator(Unpool { window: kernel.zip(slide), spatial })
    }

    /// The output size along a spatial axis by default.
    fn size(&self, axis: usize, dim: &Dim) -> Dim {
        let Some((kernel, slide)) = &self.window else { return Dim::unknown() };
        let of = |list: &[u64], default| Dim::exact(list.get(axis).copied().unwrap_or(default));
        let Padding::Explicit { begin, end } = &slide.padding else { return Dim::unknown() };
        let spread = dim.sub(&Dim::exact(1)).mul(&of(&slide.strides, 1)).add(&of(kernel, 1));
        let size = spread.sub(&of(begin, 0).add(&of(end, 0)));
        // An empty axis has no window to invert.
        if dim.low() == 0 { Dim::interval(0, size.high()) } else { size }
    }

    /// The shape that data and indices share, expanded by the window.
    fn spread(&self, cx: &mut InferContext<'_>) -> Option<Vec<Dim>> {
        let (data, indices) = (cx.shape(0), cx.shape(1));
        let Some(met) = data.meet(&indices) else {
            let message = format!("input {} has shape {data}, but the indices have shape {indices}", cx.input_name(0));
            diagnostics::shapes(cx, [1, 0], message, "give the indices the same shape as the data");
            return self.spread_of(&data);
        };
        if let Some(rank) = self.spatial.map(|s| s + 2) {
            let help = "list one number in the kernel for each spatial axis of the input";
            if !shape_checks::rank(cx, 0, rank..=rank, help) {
                return None;
            }
            if met.rank().is_none() && view::rank(cx.limits(), rank as u64).is_some() {
                return self.spread_of(&Shape::of_rank(rank));
            }
        }
        self.spread_of(&met)
    }

    fn spread_of(&self, shape: &Shape) -> Option<Vec<Dim>> {
        let sized = |(at, dim): (usize, &Dim)| at.checked_sub(2).map_or(dim.clone(), |axis| self.size(axis, dim));
        Some(shape.dims()?.iter().enumerate().map(sized).collect())
    }
}

impl Operator for Unpool {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let spread = self.spread(cx);
        let shape = match (cx.has_input(2), spread) {
            (false, spread) => spread.map_or(Shape::with_min_rank(3), Shape::from_dims),
            (true, spread) => {
                let asked = target_shape::read(cx, 2);
                agree(cx, &asked, spread)
            }
        };
        let why = self.window.is_none().then(|| cx.unknown_because("the window is not valid"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) });
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let spread = self.spread_of(&data.shape()).and_then(|dims| Shape::from_dims(dims).sizes());
        let spread: Option<Vec<usize>> =
            spread.and_then(|all| all.iter().map(|&size| usize::try_from(size).ok()).collect());
        let spread = spread.ok_or_else(|| cx.no_evaluator())?;
        let indices = Integers::from_tensor(cx.input(1)?)?;
        let mut sources = vec![None; result.count()];
        for at in 0..data.num_elements() {
            // Indices count the elements of the windows; a given shape adds zeros behind them.
            let index = usize::try_from(indices.at(at)).ok();
            let place = index.and_then(|index| moved(index, &spread, &result.sizes));
            let place = place.and_then(|place| sources.get_mut(place));
            *place.ok_or_else(|| EvalError::Invalid(format!("index {} is out of range", indices.at(at))))? =
                Some((0, at));
        }
        let each = sources.into_iter().map(|from| Run { from, count: 1 });
        Ok(vec![runs::joined(result.element, &result.sizes, &[data], each).ok_or(EvalError::UnknownType)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// The position in a tensor of sizes `to` of an element of one of sizes `from`.
fn moved(mut index: usize, from: &[usize], to: &[usize]) -> Option<usize> {
    let (mut at, mut step) = (0usize, 1usize);
    for (&from, &to) in from.iter().zip(to).rev() {
        let own = index.checked_rem(from).filter(|&own| own < to)?;
        (at, step, index) = (at.checked_add(own.checked_mul(step)?)?, step.checked_mul(to)?, index / from);
    }
    (index == 0).then_some(at)
}

/// The given output shape: batch and channels of the data, and spatial sizes that fit every window.
fn agree(cx: &mut InferContext<'_>, asked: &Shape, spread: Option<Vec<Dim>>) -> Shape {
    let Some(spread) = spread else { return asked.clone() };
    let kept = |axis: usize, dim: &Dim| if axis < 2 { dim.clone() } else { Dim::unknown() };
    let own = || Shape::from_dims(spread.iter().enumerate().map(|(axis, dim)| kept(axis, dim)));
    let Some(sizes) = asked.dims() else { return own() };
    if sizes.len() != spread.len() {
        let message =
            format!("the output shape has {}, but the data has rank {}", counted(sizes.len(), "size"), spread.len());
        diagnostics::shapes(cx, [2, 0], message, "list the complete shape, including batch and channels");
        return own();
    }
    let mut out = Vec::with_capacity(sizes.len());
    for (axis, (size, spread)) in sizes.iter().zip(&spread).enumerate() {
        let met = if axis < 2 { cx.unify(spread, size) } else { Some(size.clone()) };
        if met.is_none() {
            let message = format!("size {axis} of the output shape is {size}; expected {spread}, as in the data");
            diagnostics::shapes(cx, [2, 0], message, "use the batch and channel sizes of the data");
        } else if axis >= 2 && size.high() < spread.low() {
            let valid = format!("at least {}", spread.low());
            diagnostics::element(cx, (2, axis), size, &valid, "increase the size to fit every window");
        }
        out.push(met.unwrap_or_else(Dim::unknown));
    }
    Shape::from_dims(out)
}
