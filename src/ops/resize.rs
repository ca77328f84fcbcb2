//! Resize: axes are scaled, to sizes or by scales.

use super::OperandSource;
use super::axes::{self, Axes, Ranked};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, Resolved};
use super::{diagnostics, shape_checks, view};

use crate::diagnostic::counted;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::elements::Elements;
use crate::fact::Fact;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

mod definition;
#[cfg(feature = "evaluate")]
mod evaluate;
mod onnx;
mod openvino;
mod runtimes;
mod sampling;
mod scale;
#[cfg(test)]
mod tests;

pub(super) use definition::OPERATORS;

/// What the axes are resized to.
#[derive(Clone, Debug)]
enum Target {
    /// These sizes, which are in an input.
    Sizes { sizes: Shape, input: usize, keep: Keep },
    /// By these scales, and where they are; `None` for scales known only at run time.
    Scales(Option<Vec<Option<f32>>>, OperandSource),
    /// Uncertain or invalid.
    Unknown,
}

/// How sizes are interpreted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Keep {
    /// As given.
    Nothing,
    /// As an upper bound; proportions are kept.
    NotLarger,
    /// As a lower bound; proportions are kept.
    NotSmaller,
}

/// A resolved Resize.
#[derive(Debug)]
struct Resize {
    target: Target,
    axes: Axes,
    /// Where the axes are stated.
    axes_source: OperandSource,
    /// Padding that is added before and after each axis first.
    padding: Option<[Vec<u64>; 2]>,
    /// Whether the shape may also be that without the padding.
    doubtful_padding: bool,
    /// The minimum scale, besides being positive.
    least: f32,
    /// The only valid rank.
    rank: Option<usize>,
    /// How the elements are computed; `None` if it is not known.
    sampling: Option<sampling::Sampling>,
}

impl Resize {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        Resolved::operator(match cx.dialect() {
            Dialect::Onnx => onnx::resize(cx),
            Dialect::OpenVino => openvino::resize(cx),
        })
    }

    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let data = cx.shape(0);
        if let Some(rank) = self.rank
            && !shape_checks::rank(cx, 0, rank..=rank, "use batch, channels, height and width")
        {
            return Shape::of_rank(rank);
        }
        let rank = data.rank().or(self.rank).or_else(|| self.listed(cx).filter(|&rank| rank >= data.min_rank()));
        let Some(rank) = rank else { return Shape::with_min_rank(data.min_rank()) };
        let Some(axes) = self.axes(cx, rank) else { return Shape::of_rank(rank) };
        let mut dims = data.dims().map_or_else(|| vec![Dim::unknown(); rank], <[Dim]>::to_vec);
        self.pad(&mut dims);
        match &self.target {
            Target::Unknown => axes.iter().for_each(|&axis| dims[axis] = Dim::unknown()),
            Target::Scales(scales, place) => self.scale(cx, &mut dims, &axes, (scales.as_deref(), *place)),
            Target::Sizes { sizes, input, keep } => self.size(cx, &mut dims, &axes, (sizes, *input, *keep)),
        }
        Shape::from_dims(dims)
    }

    /// The number of listed numbers, if there is one for every axis.
    fn listed(&self, cx: &InferContext<'_>) -> Option<usize> {
        let listed = match (&self.axes, &self.target) {
            (Axes::All, Target::Sizes { sizes, .. }) => sizes.rank(),
            (Axes::All, Target::Scales(Some(scales), _)) => Some(scales.len()),
            _ => None,
        };
        listed.and_then(|n| super::view::rank(cx.limits(), n as u64))
    }

    fn axes(&self, cx: &mut InferContext<'_>, rank: usize) -> Option<Vec<usize>> {
        match &self.axes {
            Axes::All => Some((0..rank).collect()),
            Axes::Runtime(_) => None,
            Axes::Known(list) => {
                let wrapped = axes::wrap(cx, list, rank, self.axes_source, Ranked::Paired(0));
                (!wrapped.out_of_range && !wrapped.duplicate).then_some(wrapped.dims)
            }
        }
    }

    fn pad(&self, dims: &mut [Dim]) {
        match &self.padding {
            None => dims.iter_mut().for_each(|dim| *dim = Dim::unknown()),
            Some(both) => {
                for list in both {
                    for (dim, &amount) in dims.iter_mut().zip(list) {
                        let padded = dim.add(&Dim::exact(amount));
                        *dim = if self.doubtful_padding { dim.join(&padded) } else { padded };
                    }
                }
            }
        }
    }

    fn scale(
        &self,
        cx: &mut InferContext<'_>,
        dims: &mut [Dim],
        axes: &[usize],
        (scales, place): (Option<&[Option<f32>]>, OperandSource),
    ) {
        let Some(scales) = scales.filter(|scales| self.fits(cx, scales.len(), axes.len(), place)) else {
            axes.iter().for_each(|&axis| dims[axis] = Dim::unknown());
            return;
        };
        for (at, (&axis, &scale)) in axes.iter().zip(scales).enumerate() {
            let Some(scale) = scale else {
                dims[axis] = Dim::unknown();
                continue;
            };
            // NaN compares false.
            if scale > 0.0 && scale >= self.least {
                dims[axis] = scale::scaled(&dims[axis], scale);
                continue;
            }
            let valid = if self.least > 0.0 { format!("at least {}", self.least) } else { "greater than 0".to_owned() };
            let help = "set the scale to the new size divided by the old size";
            diagnostics::operand(cx, (place, at), scale, &valid, help);
            dims[axis] = Dim::unknown();
        }
    }

    fn size(
        &self,
        cx: &mut InferContext<'_>,
        dims: &mut [Dim],
        axes: &[usize],
        (sizes, input, keep): (&Shape, usize, Keep),
    ) {
        let sizes = sizes.dims().filter(|sizes| self.fits(cx, sizes.len(), axes.len(), OperandSource::Input(input)));
        let Some(sizes) = sizes else {
            axes.iter().for_each(|&axis| dims[axis] = Dim::unknown());
            return;
        };
        let from: Vec<Dim> = axes.iter().map(|&axis| dims[axis].clone()).collect();
        let to = match keep {
            Keep::Nothing => sizes.to_vec(),
            _ => scale::proportional(&from, sizes, keep == Keep::NotSmaller),
        };
        for (&axis, size) in axes.iter().zip(to) {
            dims[axis] = size;
        }
    }

    /// Whether there are as many numbers as axes; OP201 if not.
    fn fits(&self, cx: &mut InferContext<'_>, given: usize, axes: usize, place: OperandSource) -> bool {
        if given == axes {
            return true;
        }
        let help = "list one number for each resized axis";
        match place {
            OperandSource::Attribute(name) => {
                diagnostics::attribute(cx, name, counted(given, "number"), counted(axes, "number"), help);
            }
            OperandSource::Input(input) => {
                let name = cx.input_name(input);
                let message =
                    format!("input {name} has {} for {} to resize", counted(given, "number"), counted(axes, "axis"));
                diagnostics::shapes(cx, [input, 0], message, help);
            }
        }
        false
    }
}

/// The scales in an input; `None` for those known only at run time.
fn scales(cx: &InferContext<'_>, input: usize) -> Option<Vec<Option<f32>>> {
    let (elements, _) = view::known(cx, input)?;
    let exact = |floats: &[f64]| floats.iter().map(|&float| Some(float as f32)).collect();
    let scales = match &elements {
        Elements::Ints(_) => None,
        Elements::Floats(floats) => Some(exact(floats)),
        Elements::SymFloats(floats) => Some(floats.iter().map(|f| f.value().map(|float| float as f32)).collect()),
    };
    scales.filter(|list: &Vec<_>| list.len() <= cx.limits().max_rank)
}

impl Operator for Resize {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        let known = match &self.target {
            Target::Sizes { sizes, .. } => sizes.dims().is_some_and(|dims| !dims.iter().any(Dim::is_unknown)),
            Target::Scales(scales, _) => scales.as_ref().is_some_and(|scales| scales.iter().all(Option::is_some)),
            Target::Unknown => false,
        };
        let why = (!known).then(|| cx.unknown_because("the new sizes are known only at run time"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) });
    }

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        // For each axis, at most so many neighbors of every element before or after it.
        const NEIGHBORS: u64 = 8;
        let rank = outputs.first().map_or(0, |output| output.sizes.len() as u64);
        wide_bytes(inputs, outputs).saturating_mul(rank).saturating_mul(NEIGHBORS)
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        // The weights of neighbors besides the elements before and after an axis.
        wide_bytes(inputs, outputs).saturating_mul(8)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        self.compute(cx).map(|made| vec![made])
    }
}
