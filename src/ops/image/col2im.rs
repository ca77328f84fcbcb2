//! Col2Im: assembles images from columns of blocks.

use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::kernel::dense::{Number, Numbers, with_numbers};
use crate::kernel::windows::{Cover, Windows};
use crate::ops::cost::{self, Cost};
use crate::ops::diagnostics;
use crate::ops::space_depth::{divided, uneven};
use crate::ops::window::placed::placed;
use crate::ops::window::slide;
use crate::ops::window::{Extent, Rounding, UndersizedInput, WindowParams};
use crate::ops::{EvalContext, InferContext, Operator, Resolved, StaticTensorType, target_shape, wide_bytes};
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Integers, Tensor};

/// A resolved Col2Im.
#[derive(Debug)]
pub(super) struct Columns {
    /// Strides, dilations and padding of the blocks; `None` if they are unknown.
    slide: Option<WindowParams>,
    /// Whether the batch may be absent, and images have exactly two axes.
    flat: bool,
}

impl Columns {
    pub(super) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let spatial = [1, 2].into_iter().find_map(|input| match cx.shape(input).dims()? {
            [length] => usize::try_from(length.size()?).ok(),
            _ => None,
        });
        Resolved::operator(match cx.dialect() {
            Dialect::Onnx => Columns { slide: slide::onnx(cx, spatial, true), flat: false },
            Dialect::OpenVino => Columns { slide: slide::openvino(cx, Some(2)), flat: true },
        })
    }

    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let data = cx.shape(0);
        let fits = match data.rank() {
            Some(2) => self.flat,
            Some(rank) => rank == 3,
            None => data.min_rank() <= 3,
        };
        if !fits {
            let valid = if self.flat { "2 or 3" } else { "3" };
            diagnostics::rank(cx, 0, valid, "use data of shape [batch, channels times block, blocks]");
        }
        let [image, block] = [1, 2].map(|input| target_shape::read(cx, input));
        let met = self.axes(cx, &image, &block);
        let volume = block.num_elements();
        let dims = data.dims().filter(|_| fits);
        let (batch, channels, count) = match dims {
            Some([batch, channels, count]) => (Some(batch.clone()), channels.clone(), count.clone()),
            Some([channels, count]) => (None, channels.clone(), count.clone()),
            _ => (Some(Dim::unknown()), Dim::unknown(), Dim::unknown()),
        };
        let axis = usize::from(batch.is_some());
        let made = divided(&channels, &volume).unwrap_or_else(|| {
            uneven(cx, axis, &channels, &volume);
            Dim::unknown()
        });
        let Some(spatial) = met else { return Shape::with_min_rank(3) };
        let any = Shape::of_rank(spatial);
        let sizes = image.dims().or(any.dims()).unwrap_or_default();
        self.check_count(cx, (axis + 1, &count), sizes, &block);
        if self.flat && dims.is_none() {
            return Shape::with_min_rank(3);
        }
        Shape::from_dims(batch.into_iter().chain([made]).chain(sizes.iter().cloned()))
    }

    /// The number of spatial axes of an image; reports blocks with a different number.
    fn axes(&self, cx: &mut InferContext<'_>, image: &Shape, block: &Shape) -> Option<usize> {
        let wanted = if self.flat { Some(2) } else { None };
        let spatial =
            wanted.or(image.rank()).or(block.rank()).or(self.slide.as_ref().and_then(WindowParams::spatial))?;
        for (input, given) in [(1, image), (2, block)] {
            if given.rank().is_some_and(|rank| rank != spatial) {
                let message = format!(
                    "input {} has {}; expected {spatial}",
                    cx.input_name(input),
                    counted(given.min_rank(), "size")
                );
                diagnostics::shapes(
                    cx,
                    [input, 3 - input],
                    message,
                    "list one size per spatial axis for both image and block",
                );
                return wanted;
            }
        }
        Some(spatial)
    }

    /// OP202: a block without elements.
    fn check_block(&self, cx: &mut InferContext<'_>) {
        let zero = |ints: &[SymInt]| ints.iter().position(|int| int.high() < 1);
        let Some(at) = cx.elements(2).as_ref().and_then(Elements::ints).and_then(zero) else { return };
        let message = format!("size {at} in {} is less than 1", diagnostics::described(cx, 2));
        let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(2, at), message);
        cx.report(finding.help("set every size of the block to at least 1").data("input", 2usize));
    }

    /// OP201: the number of blocks differs from the number of positions in the image.
    fn check_count(&self, cx: &mut InferContext<'_>, (axis, count): (usize, &Dim), image: &[Dim], block: &Shape) {
        let kernel = block.sizes().filter(|kernel| kernel.len() == image.len() && !kernel.contains(&0));
        let Some((slide, kernel)) = self.slide.clone().zip(kernel) else { return };
        let window = slide.window(kernel, Rounding::Floor, UndersizedInput::Fails);
        let mut positions = Dim::exact(1);
        for (axis, size) in image.iter().enumerate() {
            positions = match window.extent(axis, size) {
                Extent::Of(extent) => positions.mul(&extent),
                Extent::TooLong { .. } => return,
            };
        }
        if cx.unify(count, &positions).is_none() {
            let message = format!(
                "dimension {axis} of input {} is {count}; expected one column for each of {}",
                cx.input_name(0),
                counted(&positions, "position")
            );
            diagnostics::shapes(cx, [0, 1], message, "use one column per position");
        }
    }
}

impl Operator for Columns {
    fn infer(&self, cx: &mut InferContext<'_>) {
        self.check_block(cx);
        let shape = self.shape(cx);
        let vague = shape.dims().is_none_or(|dims| dims.iter().any(Dim::is_unknown));
        let unknown = vague && (cx.elements(1).is_none() || cx.elements(2).is_none());
        let why = unknown.then(|| cx.unknown_because("the sizes of image and block are known only at run time"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) });
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let result = cx.output(0)?;
        let windows = self.windows(cx).ok_or_else(|| cx.no_evaluator())?;
        let made = with_numbers!(Numbers::of(cx.input(0)?)?, values => {
            assembled(&values, &windows, result.count()).ok_or(EvalError::UnknownType)?
        });
        Ok(vec![made.into_tensor(result.element, &result.sizes)?])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::per_input(cx, 1)
    }
}

/// The sums of the elements of all blocks that cover an element of an image.
fn assembled<T: Number>(values: &[T], windows: &Windows, count: usize) -> Option<Vec<T>> {
    let (positions, kernel, plane) = (windows.positions(), windows.kernel(), windows.plane());
    let mut sums = vec![T::default(); count];
    for (image, sums) in sums.chunks_exact_mut(plane.max(1)).enumerate() {
        for position in 0..positions {
            for (tap, cover) in windows.at(position).enumerate() {
                let Cover::Element(element) = cover else { continue };
                let value = values.get((image * kernel + tap) * positions + position)?;
                let sum = sums.get_mut(element)?;
                *sum = sum.plus(*value);
            }
        }
    }
    Some(sums)
}

impl Columns {
    /// The blocks in an image.
    fn windows(&self, cx: &EvalContext<'_>) -> Option<Windows> {
        let slide = self.slide.as_ref()?;
        let list = |input: usize| Integers::from_tensor(cx.input(input).ok()?).ok()?.indices();
        let (image, block) = (list(1)?, list(2)?);
        let mut windows = placed(slide, &block, &image, &vec![1; image.len()])?;
        for axis in &mut windows.axes {
            let reach = axis.kernel.checked_sub(1)?.checked_mul(axis.dilation)?.checked_add(1)?;
            axis.positions = (axis.begin + axis.size + axis.end).checked_sub(reach)? / axis.stride + 1;
        }
        let count = cx.input(0).ok()?.sizes().last().copied()?;
        (windows.positions() == count).then_some(windows)
    }
}
