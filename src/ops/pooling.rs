//! Pooling: one number for each window, or for a whole plane.

use super::Cost;
use super::OperandSource;
use super::axes::{self, Ranked};
use super::window::slide;
use super::window::{Extent, Padding, Rounding, UndersizedInput, Window, numbers};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, Resolved};
use super::{attributes, consensus, diagnostics};

use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

mod adaptive;
mod definition;
mod evaluate;
mod global;
mod kind;
mod runtimes;
mod unpool;

pub(super) use definition::OPERATORS;
use kind::PoolingKind;

/// A resolved window pooling.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    /// The window; `None` if the attributes do not determine one.
    pub(crate) window: Option<Window>,
    /// The number of spatial axes, if known.
    pub(crate) spatial: Option<usize>,
    /// The type of the second output, if present.
    pub(crate) indices: Option<ElementType>,
    /// IR: the axis from which indices are counted.
    pub(crate) axis: Option<i64>,
    /// The number of a window; `None` if it is not known.
    function: Option<evaluate::Function>,
}

impl Pool {
    fn resolve(kind: PoolingKind, cx: &mut InferContext<'_>) -> Resolved {
        let pool = match cx.dialect() {
            Dialect::Onnx => onnx(kind, cx),
            Dialect::OpenVino => openvino(kind, cx),
        };
        Resolved::operator(pool)
    }

    /// One operation for each element of each window.
    fn cost_of_windows(&self, cx: &InferContext<'_>) -> Option<Cost> {
        let window = self.window.as_ref()?.kernel.iter().fold(Dim::exact(1), |n, &size| n.mul(&Dim::exact(size)));
        Some(Cost::operations(cx.output_shape(0).num_elements().mul(&window)))
    }

    /// Batch and channels, then the positions along every other axis.
    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let shape = cx.shape(0);
        let rank = self.spatial.map(|s| s + 2);
        let Some(dims) = shape.dims() else { return self.unranked(cx, &shape) };
        if dims.len() < 3 || rank.is_some_and(|rank| rank != dims.len()) {
            self.wrong_rank(cx);
            return Shape::UNKNOWN;
        }
        let Some(window) = &self.window else {
            return Shape::from_dims(
                dims.iter().enumerate().map(|(i, d)| if i < 2 { d.clone() } else { Dim::unknown() }),
            );
        };
        let mut out = Vec::with_capacity(dims.len());
        for (at, dim) in dims.iter().enumerate() {
            out.push(match at.checked_sub(2).map(|axis| (axis, window.extent(axis, dim))) {
                None => dim.clone(),
                Some((_, Extent::Of(positions))) => positions,
                Some((axis, Extent::TooLong { window: length, axis: room })) => {
                    too_long(cx, at, axis, (length, room), window.too_short);
                    unfilled(window, axis, dim, length.saturating_sub(room))
                }
            });
        }
        Shape::from_dims(out)
    }

    /// For data of unknown rank, the window determines the rank.
    fn unranked(&self, cx: &InferContext<'_>, shape: &Shape) -> Shape {
        let Some(spatial) = self.spatial else { return Shape::with_min_rank(shape.min_rank().max(3)) };
        match super::view::rank(cx.limits(), spatial as u64 + 2) {
            Some(rank) if shape.min_rank() <= rank => Shape::of_rank(rank),
            _ => Shape::UNKNOWN,
        }
    }

    /// OP203.
    fn wrong_rank(&self, cx: &mut InferContext<'_>) {
        let valid = self.spatial.map_or_else(|| "at least 3".to_owned(), |s| format!("{}", s + 2));
        let finding = diagnostics::invalid_rank(cx, 0, valid)
            .note(format!("{}: batch, channels, then one axis for each number in the kernel", cx.op_with_version()))
            .help("list one number in the kernel for each spatial axis of the input");
        cx.report(finding);
    }
}

/// The positions of a window that exceeds its axis by `lack`: runtimes for ONNX divide and truncate toward zero.
fn unfilled(window: &Window, axis: usize, dim: &Dim, lack: u64) -> Dim {
    let stride = window.strides.get(axis).copied().unwrap_or(1).max(1);
    match (window.too_short, window.rounding, dim.size()) {
        (UndersizedInput::Fails, ..) => Dim::unknown(),
        (_, Rounding::Floor, Some(_)) if lack < stride => Dim::exact(1),
        (_, Rounding::Floor, Some(_)) if lack < stride.saturating_mul(2) => Dim::exact(0),
        _ => Dim::interval(0, 1),
    }
}

/// OP105: no position fits. If runtimes accept such a model, that is a warning.
fn too_long(
    cx: &mut InferContext<'_>,
    dim: usize,
    axis: usize,
    (window, room): (u64, u64),
    too_short: UndersizedInput,
) {
    let attribute = if cx.attribute_kind("kernel").is_some() { "kernel" } else { "kernel_shape" };
    let name = cx.input_name(0);
    let message = format!(
        "the window size on spatial axis {axis} is {window}; expected at most {room}, the padded dimension {dim} of input {name}"
    );
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(attribute), message);
    let finding = finding.related(cx.input_place(0), cx.shape(0));
    let finding = finding.help("reduce the kernel or its dilation, or increase the padding");
    let finding = match too_short {
        UndersizedInput::Fails => finding,
        _ => finding
            .level(Level::Warning)
            .note("the ONNX specification does not say; ONNX Runtime returns no position or a partial one"),
    };
    cx.report(finding.data("attribute", attribute).data("window", window).data("room", room));
}

impl Operator for Pool {
    fn infer(&self, cx: &mut InferContext<'_>) {
        if let (Some(axis), Some(rank)) = (self.axis, cx.shape(0).rank()) {
            axes::wrap(cx, &[axis.into()], rank, OperandSource::Attribute("axis"), Ranked::Input(0));
        }
        let shape = self.shape(cx);
        let unknown = self.window.is_none().then(|| cx.unknown_because("the window is not valid"));
        let fact = |element: Option<ElementType>| Fact {
            unknown_reason: unknown.clone(),
            ..Fact::tensor(element, shape.clone())
        };
        cx.set(0, fact(cx.element(0)));
        cx.set(1, fact(self.indices));
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
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        self.compute(cx)
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        self.cost_of_windows(cx)
    }
}

fn onnx(kind: PoolingKind, cx: &mut InferContext<'_>) -> Pool {
    for name in ["ceil_mode", "storage_order", "count_include_pad"] {
        attributes::flag(cx, name);
    }
    let spatial = consensus::agreed_axes(cx, &[(0, 2)]);
    let kernel = numbers(cx, "kernel_shape", spatial, 1);
    let slide = slide::onnx(cx, spatial, false);
    let rounding = match (cx.int("ceil_mode"), cx.version() < 22) {
        (None | Some(0), _) => Rounding::Floor,
        // Since version 22, the last position counts only if it starts inside the data; ONNX Runtime always behaves so.
        (_, true) => Rounding::CeilEither,
        (_, false) => Rounding::CeilInside,
    };
    let window = kernel.zip(slide).map(|(kernel, slide)| slide.window(kernel, rounding, UndersizedInput::TowardsZero));
    if let Some(window) = &window {
        check_padding(cx, window);
    }
    let function = evaluate::Function::onnx(kind, cx);
    Pool { window, spatial, indices: Some(ElementType::I64), axis: None, function }
}

/// OP105: padding at least as long as the kernel, so that some windows contain nothing but padding.
fn check_padding(cx: &mut InferContext<'_>, window: &Window) {
    let Padding::Explicit { begin, end } = &window.padding else { return };
    let mut both = begin.iter().zip(&window.kernel).chain(end.iter().zip(&window.kernel));
    let Some((padding, kernel)) = both.find(|(padding, kernel)| padding >= kernel) else { return };
    let message = format!("attribute `pads` contains {padding}; expected less than {kernel}, the kernel size");
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place("pads"), message);
    let finding = finding.note("ONNX Runtime rejects the model; onnx accepts it");
    let finding = finding.help("reduce the padding, or insert a Pad node").data("attribute", "pads");
    cx.report(finding.data("value", *padding));
}

fn openvino(kind: PoolingKind, cx: &mut InferContext<'_>) -> Pool {
    let spatial = consensus::agreed_axes(cx, &[(0, 2)]);
    let kernel = numbers(cx, "kernel", spatial, 1);
    let slide = slide::openvino(cx, spatial);
    let rounding = match cx.text("rounding_type").map(str::to_ascii_lowercase).as_deref() {
        Some("ceil") => Some(Rounding::Ceil),
        Some("ceil_torch") => Some(Rounding::CeilInside),
        None | Some("floor") => Some(Rounding::Floor),
        Some(_) => None,
    };
    let window = match (kernel, slide, rounding) {
        (Some(kernel), Some(slide), Some(rounding)) => Some(slide.window(kernel, rounding, UndersizedInput::Fails)),
        _ => None,
    };
    let axis = cx.attribute_kind("axis").and_then(|_| cx.int("axis"));
    let indices = if kind == PoolingKind::Max { index_type(cx) } else { None };
    let function = evaluate::Function::openvino(kind, cx);
    Pool { window, spatial, indices, axis, function }
}

/// IR: the type of the indices that a pool returns besides its values.
fn index_type(cx: &InferContext<'_>) -> Option<ElementType> {
    match cx.attribute_record("index_element_type") {
        Some(_) => cx.element_attribute("index_element_type"),
        None => Some(ElementType::I64),
    }
}
