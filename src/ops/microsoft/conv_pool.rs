//! Convolutions and pools that are fused, quantized or reordered, with channels second or last.

use super::pattern::element;
use crate::dim::Dim;
use crate::fact::Fact;
use crate::ops::cost::{self, Cost};
use crate::ops::diagnostics;
use crate::ops::window::slide;
use crate::ops::window::slide::WindowParams;
use crate::ops::window::{Extent, Rounding, UndersizedInput, Window, numbers};
use crate::ops::{InferContext, Operator, OperatorDef, Resolved, attributes};
use crate::shape::Shape;

/// A resolved sliding-window operator.
#[derive(Clone, Debug)]
struct Windows {
    filters: Option<Filters>,
    /// Whether the channels are last; `None` if unknown.
    channels_last: Option<bool>,
    /// The kernel shape in the attribute.
    kernel: Option<Vec<u64>>,
    /// Strides, dilations and padding; `None` if the attributes do not determine them.
    slide: Option<WindowParams>,
    /// How the number of positions is rounded; `None` if unknown.
    rounding: Option<Rounding>,
}

/// The filters of a convolution.
#[derive(Clone, Copy, Debug)]
struct Filters {
    input: usize,
    /// Whether the kernel dimensions follow the channels; runtimes disagree on filters with channels last.
    sized: bool,
}

impl Windows {
    fn read(cx: &mut InferContext<'_>, filters: Option<Filters>, channels_last: Option<bool>) -> Windows {
        let given = slide::is_given(cx, "kernel_shape");
        let kernel = if given { numbers(cx, "kernel_shape", None, 1) } else { None };
        let ranks = [filters.map(|f| f.input), Some(0)].map(|input| cx.shape(input?).rank()?.checked_sub(2));
        let spatial = kernel.as_ref().map(Vec::len).or(ranks[0]).or(ranks[1]);
        let rounding = match cx.int("ceil_mode") {
            _ if cx.has_unknown_value("ceil_mode") => None,
            None | Some(0) => Some(Rounding::Floor),
            Some(_) => Some(Rounding::CeilInside),
        };
        Windows { filters, channels_last, kernel, slide: slide::onnx(cx, spatial, false), rounding }
    }

    /// The window; `None` if its size is unknown.
    fn window(&self, cx: &InferContext<'_>) -> Option<Window> {
        let sizes = match (&self.kernel, self.filters) {
            (Some(kernel), _) => kernel.clone(),
            (None, Some(filters)) if filters.sized => cx.shape(filters.input).sizes()?.get(2..)?.to_vec(),
            _ => return None,
        };
        // A size of 0 is invalid.
        let sizes = Some(sizes).filter(|sizes| sizes.iter().all(|&size| size > 0))?;
        Some(self.slide.clone()?.window(sizes, self.rounding?, UndersizedInput::Unsettled))
    }

    /// Whether data and filters have one axis per kernel dimension; OP203 if not.
    fn ranks(&self, cx: &mut InferContext<'_>) -> bool {
        let help = "use batch, channels and one axis per kernel dimension";
        let wanted = self.kernel.as_ref().map(|kernel| kernel.len() + 2);
        let inputs = [Some(0), self.filters.map(|filters| filters.input)];
        let mut known = wanted;
        inputs.into_iter().flatten().all(|input| {
            let shape = cx.shape(input);
            let short = shape.rank().is_some_and(|rank| rank < 3);
            let differs =
                known.is_some_and(|known| shape.rank().map_or(shape.min_rank() > known, |rank| rank != known));
            if short || differs {
                let valid = known.map_or("at least 3".to_owned(), |known| known.to_string());
                diagnostics::rank(cx, input, valid, help);
            }
            known = known.or(shape.rank());
            !short && !differs
        })
    }

    fn products(&self, cx: &InferContext<'_>) -> Option<Cost> {
        let result = cx.output_shape(0);
        if let Some(filters) = self.filters {
            let channels = if self.channels_last? { result.rank().unwrap_or(1).saturating_sub(1) } else { 1 };
            return cost::convolution(&result, channels, &cx.shape(filters.input));
        }
        let window = self.kernel.as_ref()?.iter().fold(Dim::exact(1), |n, &size| n.mul(&Dim::exact(size)));
        Some(Cost::operations(result.num_elements().mul(&window)))
    }

    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let shape = cx.shape(0);
        let windowless = self.kernel.as_ref().is_some_and(Vec::is_empty);
        if windowless || !self.ranks(cx) {
            return Shape::UNKNOWN;
        }
        let Some(dims) = shape.dims() else {
            let spatial = self.kernel.as_ref().map(|kernel| kernel.len().min(cx.limits().max_rank) + 2);
            return spatial.map_or(Shape::with_min_rank(shape.min_rank().max(3)), |rank| {
                if shape.min_rank() > rank { Shape::UNKNOWN } else { Shape::of_rank(rank) }
            });
        };
        let Some(last) = self.channels_last else { return Shape::of_rank(dims.len()) };
        let (channels, first) = if last { (dims.len() - 1, 1) } else { (1, 2) };
        let window = self.window(cx);
        let made = |(at, dim): (usize, &Dim)| match self.filters {
            _ if at == 0 => dim.clone(),
            Some(filters) if at == channels => {
                let filters = cx.shape(filters.input);
                filters.dims().and_then(<[Dim]>::first).cloned().unwrap_or(Dim::unknown())
            }
            None if at == channels => dim.clone(),
            _ => match window.as_ref().map(|window| window.extent(at - first, dim)) {
                Some(Extent::Of(positions)) => positions,
                _ => Dim::unknown(),
            },
        };
        Shape::from_dims(dims.iter().enumerate().map(made))
    }
}

impl Operator for Windows {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        let why = (self.slide.is_none()).then(|| cx.unknown_because("the window is not valid"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(element(cx, 0), shape) });
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        self.products(cx)
    }
}

/// A transposed convolution whose padding is an input.
#[derive(Clone, Debug)]
struct Spread {
    slide: Option<WindowParams>,
    kernel: Option<Vec<u64>>,
    extra: Option<Vec<u64>>,
    groups: Option<u64>,
}

impl Spread {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let mut given = |name: &'static str, least| match slide::is_given(cx, name) {
            true => numbers(cx, name, None, least),
            false => Some(Vec::new()),
        };
        let (extra, kernel) = (given("output_padding", 0), given("kernel_shape", 1).filter(|list| !list.is_empty()));
        let groups = cx.int("group").filter(|_| !cx.has_unknown_value("group"));
        let groups = groups.and_then(|n| u64::try_from(n).ok()).filter(|&n| n > 0);
        let padded = cx.text("auto_pad").is_some_and(|word| word != "NOTSET") || cx.has_unknown_value("auto_pad");
        let spatial = cx.shape(1).rank().and_then(|rank| rank.checked_sub(2));
        let slide = slide::onnx(cx, spatial, false).filter(|_| !padded);
        Resolved::operator(Spread { slide, kernel, extra, groups })
    }

    /// The output size of an axis.
    fn length(&self, axis: usize, from: &Dim, kernel: u64, pads: &[u64]) -> Option<Dim> {
        let slide = self.slide.as_ref()?;
        let of = |list: &[u64], default| list.get(axis).copied().unwrap_or(default);
        let window = kernel.checked_sub(1)?.checked_mul(of(&slide.dilations, 1))?.checked_add(1)?;
        let behind = window.checked_add(of(self.extra.as_ref()?, 0))?;
        let padding = pads.get(axis)?.checked_add(*pads.get(axis + pads.len() / 2)?)?;
        let spread = from.sub(&Dim::exact(1)).mul(&Dim::exact(of(&slide.strides, 1)));
        Some(spread.add(&Dim::exact(behind)).sub(&Dim::exact(padding)))
    }
}

impl Operator for Spread {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let help = "use batch, channels and one axis per kernel dimension";
        let ranks = [0, 1].map(|input| {
            let short = cx.shape(input).rank().is_some_and(|rank| rank < 3);
            if short {
                diagnostics::rank(cx, input, "at least 3", help);
            }
            !short
        });
        let (data, filters) = (cx.shape(0), cx.shape(1));
        if ranks != [true, true] {
            return cx.set_tensor(0, cx.element(0), Shape::UNKNOWN);
        }
        let Some(dims) = data.dims().filter(|dims| dims.len() > 2) else {
            return cx.set_tensor(0, cx.element(0), Shape::with_min_rank(3));
        };
        let pads = cx.exact_ints(2).and_then(|pads| pads.iter().map(|&pad| u64::try_from(pad).ok()).collect());
        let pads: Option<Vec<u64>> = pads.filter(|pads: &Vec<u64>| pads.len() == 2 * (dims.len() - 2));
        let sizes = self.kernel.clone().or_else(|| Some(filters.sizes()?.get(2..)?.to_vec()));
        let channels = filters.dims().and_then(|dims| dims.get(1)).zip(self.groups);
        let channels = channels.map_or(Dim::unknown(), |(dim, groups)| dim.mul(&Dim::exact(groups)));
        let length = |(axis, from): (usize, &Dim)| {
            let (pads, kernel) = (pads.as_ref()?, sizes.as_ref()?.get(axis)?);
            self.length(axis, from, *kernel, pads)
        };
        let spread = dims[2..].iter().enumerate().map(|pair| length(pair).unwrap_or(Dim::unknown()));
        let shape = Shape::from_dims([dims[0].clone(), channels].into_iter().chain(spread));
        cx.set_tensor(0, cx.element(0), shape);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::convolution(&cx.shape(0), 1, &cx.shape(1))
    }
}

fn pool(cx: &mut InferContext<'_>, channels_last: Option<bool>) -> Resolved {
    Resolved::operator(Windows::read(cx, None, channels_last))
}

fn convolution(cx: &mut InferContext<'_>, input: usize, channels_last: Option<bool>, sized: bool) -> Resolved {
    Resolved::operator(Windows::read(cx, Some(Filters { input, sized }), channels_last))
}

/// Whether an attribute puts the channels last.
fn last(cx: &InferContext<'_>) -> Option<bool> {
    attributes::nonzero_or(cx, "channels_last", false)
}

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::microsoft("ConvTransposeWithDynamicPads", Spread::resolve),
    OperatorDef::microsoft("FusedConv", |cx| convolution(cx, 1, Some(false), true)),
    OperatorDef::microsoft("MaxpoolWithMask", |cx| pool(cx, Some(false))),
    OperatorDef::microsoft("NhwcConv", |cx| convolution(cx, 1, Some(true), false)),
    OperatorDef::microsoft("NhwcFusedConv", |cx| convolution(cx, 1, Some(true), true)),
    OperatorDef::microsoft("NhwcMaxPool", |cx| pool(cx, Some(true))),
    OperatorDef::microsoft("QLinearAveragePool", |cx| {
        let channels_last = last(cx);
        pool(cx, channels_last)
    }),
    OperatorDef::microsoft("QLinearConv", |cx| {
        let channels_last = last(cx);
        convolution(cx, 3, channels_last, true)
    }),
];
