//! Convolution: the dot product of every window of the data with the filters; transposed, the filters scaled by every
//! element of the data.
//!
//! Plain, grouped, transposed, deformable and quantized convolutions differ in the layout of the filters and in further
//! constraints; channels and window arithmetic are the same.

use super::cost::{self, Cost};
use super::window::{Padding, WindowParams};
use super::{Alternative, InferContext, Operator, Resolved};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{consensus, diagnostics, shape_checks};

use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::{Fact, Provenance};
use crate::fix_edit::{Fix, FixEdit, FixValue};
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

mod definition;
mod deformable;
mod deformed;
#[cfg(feature = "evaluate")]
mod evaluate;
mod filters;
mod forward;
mod plan;
mod quantized;
mod resolve;
mod runtimes;
mod transposed;

pub(super) use definition::OPERATORS;
pub(super) use filters::{Filters, Groups, Layout};
pub(super) use transposed::Spread;

/// A resolved convolution.
#[derive(Clone, Debug)]
pub(super) struct Convolution {
    /// The input with the filters; the data is the first input.
    pub(super) filters: usize,
    /// The input with one element per output channel, if the operator has one.
    pub(super) bias: Option<usize>,
    /// The layout of the filters.
    pub(super) layout: Layout,
    /// The window size from the attribute.
    pub(super) kernel: Option<Vec<u64>>,
    /// Strides, dilations and padding; `None` if they are unknown.
    pub(super) slide: Option<WindowParams>,
    /// The parameters of a transposed convolution; `None` if it is not transposed.
    pub(super) spread: Option<Spread>,
    /// The element type of the result.
    pub(super) result: Result,
    /// The maximum rank of the data that tools accept.
    pub(super) most_rank: usize,
    /// Further constraints.
    pub(super) demands: Demands,
}

/// The source of the element type of a result.
#[derive(Clone, Copy, Debug)]
pub(super) enum Result {
    /// The type of this input.
    Input(usize),
    /// It is always this one.
    Of(ElementType),
}

/// The constraints of a convolution besides those on channels.
#[derive(Clone, Debug)]
pub(super) enum Demands {
    /// Nothing.
    None,
    /// Offsets for every position of the window, and optionally a mask.
    Deformable { groups: Option<u64>, mask: usize },
    /// Scales and zero points at these inputs: one element, or one per output channel.
    Quantized { single: &'static [usize], by_channel: &'static [usize] },
}

impl Operator for Convolution {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let element = match self.result {
            Result::Input(input) => cx.element(input),
            Result::Of(element) => Some(element),
        };
        let shape = self.shape(cx);
        let why = self.slide.is_none().then(|| cx.unknown_because("the window is invalid"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(element, shape) });
    }

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        self.reads(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> std::result::Result<Vec<Tensor>, EvalError> {
        self.compute(cx).map(|made| vec![made])
    }

    fn alternatives(&self, cx: &InferContext<'_>) -> Vec<Alternative> {
        let (channels, filters) = (shape_checks::dim(cx, (0, 1)), cx.shape(self.filters));
        let Some(groups) = self.layout.fitting_groups(&channels, filters.dims().unwrap_or_default()) else {
            return Vec::new();
        };
        let layout = Layout { groups: Groups::Attribute(Some(groups)), ..self.layout };
        let operator = Box::new(Convolution { layout, ..self.clone() });
        vec![Alternative { attribute: "group", value: groups.to_string(), operator }]
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        self.products(cx)
    }
}

impl Convolution {
    /// The positions of the filters are those of the result; of a transposed convolution, those of the data.
    fn products(&self, cx: &InferContext<'_>) -> Option<Cost> {
        let positions = if self.spread.is_some() { cx.shape(0) } else { cx.output_shape(0) };
        cost::convolution(&positions, 1, &cx.shape(self.filters))
    }

    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let data = cx.shape(0);
        let Some((rank, filters)) = self.rank(cx, &data) else { return Shape::with_min_rank(3) };
        let filters = filters.unwrap_or_else(|| Filters::unknown(rank - 2));
        let Some(rank) = super::view::rank(cx.limits(), rank as u64) else { return Shape::with_min_rank(3) };
        let any = vec![Dim::unknown(); rank];
        let dims = data.dims().unwrap_or(&any);
        let filters = self.agree(cx, &dims[1], filters);
        let kernel = self.window(cx, &filters);
        let mut batch = dims[0].clone();
        let mut out = match &self.spread {
            None => forward::positions(cx, self, &dims[2..], &kernel),
            Some(spread) => spread.sizes(cx, self.slide.as_ref(), &dims[2..], &kernel),
        };
        match &self.demands {
            Demands::None => {}
            Demands::Deformable { groups, mask } => {
                deformable::agree(cx, (*groups, *mask), &mut batch, (&dims[1], &kernel), &mut out);
            }
            Demands::Quantized { single, by_channel } => quantized::agree(cx, single, by_channel, &filters.output),
        }
        Shape::from_dims([batch, filters.output].into_iter().chain(out))
    }

    /// The rank of the data, with the dimensions of the filters if they are known; `None` if neither is certain.
    fn rank(&self, cx: &mut InferContext<'_>, data: &Shape) -> Option<(usize, Option<Filters>)> {
        let weights = cx.shape(self.filters);
        let leading = self.layout.leading();
        let spatial = self.spatial_without_data(&weights);
        if data.rank().is_some_and(|rank| !(3..=self.most_rank).contains(&rank)) || data.min_rank() > self.most_rank {
            diagnostics::rank(
                cx,
                0,
                if self.most_rank == 5 { "3..=5" } else { "at least 3" },
                "use data of shape [batch, channels, spatial axes...]",
            );
            return None;
        }
        if let Some(axes) = self.is_outvoted(cx, data) {
            self.report_data(cx, axes);
            return None;
        }
        let rank = data.rank().or(spatial.map(|s| s + 2)).filter(|&rank| rank >= 3)?;
        if weights.rank().is_some_and(|r| r != rank - 2 + leading) || weights.min_rank() > rank - 2 + leading {
            let help =
                format!("use filters with {}, as data of rank {rank} requires", counted(rank - 2, "spatial axis"));
            diagnostics::rank(cx, self.filters, rank - 2 + leading, &help);
            return Some((rank, None));
        }
        if data.min_rank() > rank {
            return None;
        }
        Some((rank, weights.dims().map(|dims| self.layout.read(dims))))
    }

    /// The number of spatial axes according to the first of filters, window size, and lists that states it.
    fn spatial_without_data(&self, weights: &Shape) -> Option<usize> {
        let spatial = weights.rank().map(|rank| rank.saturating_sub(self.layout.leading()));
        let spatial = spatial.or(self.kernel.as_ref().map(Vec::len));
        spatial.or(self.slide.as_ref().and_then(WindowParams::spatial))
    }

    /// The number of spatial axes that the filters and most of the attributes state, if the data has another.
    fn is_outvoted(&self, cx: &InferContext<'_>, data: &Shape) -> Option<usize> {
        let of_filters = cx.shape(self.filters).rank()?.checked_sub(self.layout.leading())?;
        if data.rank()? == of_filters + 2 {
            return None;
        }
        let agreed = consensus::agreed_axes(cx, &[(0, 2), (self.filters, self.layout.leading())])?;
        (of_filters == agreed).then_some(agreed)
    }

    /// OP203: the data has another number of spatial axes than everything else states.
    fn report_data(&self, cx: &mut InferContext<'_>, axes: usize) {
        let statements = consensus::spatial_axes(cx, &[(0, 2), (self.filters, self.layout.leading())]);
        let finding = diagnostics::invalid_rank(cx, 0, axes + 2);
        let help = format!("use data with {}, as the filters and the attributes state", counted(axes, "spatial axis"));
        cx.report(consensus::with_agreeing(finding.help(help), &statements, &axes));
    }

    /// Unifies the filters with the channels of the data and of the bias; reports those that differ.
    fn agree(&self, cx: &mut InferContext<'_>, channels: &Dim, mut filters: Filters) -> Filters {
        filters.settle_groups(channels);
        if cx.unify(channels, &filters.input).is_none() {
            let message = format!(
                "input {} has {}; the filters {} expect {}",
                cx.input_name(0),
                counted(channels, "channel"),
                cx.input_name(self.filters),
                filters.input
            );
            diagnostics::shapes(
                cx,
                [self.filters, 0],
                message,
                "make the input channels of the filters times the groups equal to the channels of the data",
            );
        }
        self.layout.check_groups(cx, &filters, channels);
        let Some(bias) = self.bias.filter(|&bias| cx.has_input(bias)) else { return filters };
        if !shape_checks::rank(cx, bias, 1..=1, "reshape the bias to one element per output channel") {
            return filters;
        }
        if let Some(length) = cx.shape(bias).dims().and_then(|dims| dims.first()).cloned() {
            match cx.unify(&filters.output, &length) {
                Some(met) => filters.output = met,
                None => {
                    let message = format!(
                        "bias {} has {} for {}",
                        cx.input_name(bias),
                        counted(length, "element"),
                        counted(&filters.output, "output channel")
                    );
                    let inputs = [bias, self.filters];
                    diagnostics::shapes(cx, inputs, message, "use one bias element per output channel");
                }
            }
        }
        filters
    }

    /// The window size along each spatial axis, from the attribute or the filters; reports a difference.
    fn window(&self, cx: &mut InferContext<'_>, filters: &Filters) -> Vec<Dim> {
        let sizes = filters.kernel.clone();
        let Some(kernel) = &self.kernel else { return sizes };
        if kernel.len() == sizes.len() && kernel.iter().zip(&sizes).all(|(&k, size)| size.contains(k)) {
            return kernel.iter().map(|&k| Dim::exact(k)).collect();
        }
        let written: Vec<String> = kernel.iter().take(16).map(u64::to_string).collect();
        let shape = Shape::from_dims(sizes.iter().cloned());
        let valid = format!("{shape}, the spatial dimensions of the filters");
        let finding = diagnostics::invalid_attribute(cx, "kernel_shape", written.join(","), &valid)
            .help("remove it: the filters determine the window size");
        let known: Option<Vec<i64>> = sizes.iter().map(|size| i64::try_from(size.size()?).ok()).collect();
        let fix = known.filter(|_| cx.dialect() == Dialect::Onnx).map(|sizes| {
            let (node, name, title) =
                (cx.node(), "kernel_shape".to_owned(), format!("set `kernel_shape` to {sizes:?}"));
            let fix = Fix::safe(title, vec![FixEdit::SetAttribute { node, name, value: FixValue::Ints(sizes) }]);
            fix.safe_if(cx.input(self.filters).provenance == Provenance::Inferred)
        });
        cx.report(fix.into_iter().fold(finding, Diagnostic::fix));
        sizes
    }

    /// Reads a convolution of either dialect.
    fn resolve(kind: definition::ConvolutionKind, cx: &mut InferContext<'_>) -> Resolved {
        Resolved::operator(match cx.dialect() {
            Dialect::Onnx => resolve::onnx(kind, cx),
            Dialect::OpenVino => resolve::openvino(kind, cx),
        })
    }
}

/// The padding at both ends of an axis, if it does not depend on the size.
fn padding(slide: &WindowParams, axis: usize) -> Option<(u64, u64)> {
    match &slide.padding {
        Padding::Explicit { begin, end } => {
            Some((begin.get(axis).copied().unwrap_or(0), end.get(axis).copied().unwrap_or(0)))
        }
        Padding::Valid => Some((0, 0)),
        Padding::Same { .. } | Padding::Unknown => None,
    }
}
