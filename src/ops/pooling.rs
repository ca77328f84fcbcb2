//! Pooling: one number for every window, or for a whole plane.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::window::slide;
use super::window::{Extent, Padding, Rounding, UndersizedInput, Window, numbers};
use super::{InferContext, Operator, Resolved};
use super::{attributes, diagnostics};

use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

mod adaptive;
mod definition;
mod global;
mod unpool;

pub(super) use definition::OPERATORS;

/// A resolved pooling by windows.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    /// The window; `None` if the attributes do not make one.
    pub(crate) window: Option<Window>,
    /// How many spatial axes there are, if that is known.
    pub(crate) spatial: Option<usize>,
    /// The type of the second output, where there is one.
    pub(crate) indices: Option<ElementType>,
    /// IR: the axis from which indices are counted.
    pub(crate) axis: Option<i64>,
}

impl Pool {
    fn resolve(kind: definition::Kind, cx: &mut InferContext<'_>) -> Resolved {
        let pool = match cx.dialect() {
            Dialect::Onnx => onnx(cx),
            Dialect::OpenVino => openvino(kind, cx),
        };
        Resolved::operator(pool)
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

    /// Data of unknown rank: it has the window's.
    fn unranked(&self, cx: &InferContext<'_>, shape: &Shape) -> Shape {
        let Some(spatial) = self.spatial else { return Shape::with_min_rank(shape.min_rank().max(3)) };
        match super::view::rank(cx.limits(), spatial as u64 + 2) {
            Some(rank) if shape.min_rank() <= rank => Shape::of_rank(rank),
            _ => Shape::UNKNOWN,
        }
    }

    /// OP203.
    fn wrong_rank(&self, cx: &mut InferContext<'_>) {
        let valid = self.spatial.map_or_else(|| "3 or more".to_owned(), |s| format!("{}", s + 2));
        let finding = diagnostics::invalid_rank(cx, 0, valid)
            .note(format!("{}: batch, channels, then one axis for each number of the kernel", cx.op_with_version()))
            .help("give the kernel as many numbers as the input has spatial axes");
        cx.report(finding);
    }
}

/// The positions of a window that lacks so much room: ONNX's readers divide what is lacking and round towards zero.
fn unfilled(window: &Window, axis: usize, dim: &Dim, lack: u64) -> Dim {
    let stride = window.strides.get(axis).copied().unwrap_or(1).max(1);
    match (window.too_short, window.rounding, dim.size()) {
        (UndersizedInput::Fails, ..) => Dim::unknown(),
        (_, Rounding::Floor, Some(_)) if lack < stride => Dim::exact(1),
        (_, Rounding::Floor, Some(_)) if lack < stride.saturating_mul(2) => Dim::exact(0),
        _ => Dim::interval(0, 1),
    }
}

/// OP105: no position fits. Where such a model runs all the same, that is a warning.
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
        "the window is {window} long on spatial axis {axis}, but dimension {dim} of input {name} is {room} with its padding"
    );
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(attribute), message);
    let finding = finding.related(cx.input_place(0), cx.shape(0).to_string());
    let finding = finding.help("make the kernel or its dilation smaller, or the padding greater");
    let finding = match too_short {
        UndersizedInput::Fails => finding,
        _ => finding.level(Level::Warning).note(
            "ONNX's text is silent: ONNX Runtime gives an empty result, or one position that the input does not fill",
        ),
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
}

fn onnx(cx: &mut InferContext<'_>) -> Pool {
    for name in ["ceil_mode", "storage_order", "count_include_pad"] {
        attributes::flag(cx, name);
    }
    let kernel = numbers(cx, "kernel_shape", None, 1);
    let spatial = kernel.as_ref().map(Vec::len);
    let slide = slide::onnx(cx, spatial, false);
    let rounding = match (cx.int("ceil_mode"), cx.version() < 22) {
        (None | Some(0), _) => Rounding::Floor,
        // Since version 22 the text counts a last position only if it begins inside; ONNX Runtime always did.
        (_, true) => Rounding::CeilEither,
        (_, false) => Rounding::CeilInside,
    };
    let window = kernel.zip(slide).map(|(kernel, slide)| slide.window(kernel, rounding, UndersizedInput::TowardsZero));
    if let Some(window) = &window {
        padded_apart(cx, window);
    }
    Pool { window, spatial, indices: Some(ElementType::I64), axis: None }
}

/// OP105: padding as long as the kernel, so that windows stand in nothing but padding.
fn padded_apart(cx: &mut InferContext<'_>, window: &Window) {
    let Padding::Explicit { begin, end } = &window.padding else { return };
    let mut both = begin.iter().zip(&window.kernel).chain(end.iter().zip(&window.kernel));
    let Some((padding, kernel)) = both.find(|(padding, kernel)| padding >= kernel) else { return };
    let message = format!("attribute `pads` holds {padding} for a kernel of {kernel} (valid: less than the kernel)");
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place("pads"), message);
    let finding = finding.level(Level::Warning).note("ONNX Runtime refuses the model; onnx takes it");
    let finding = finding.help("make the padding smaller, or pad with a Pad before").data("attribute", "pads");
    cx.report(finding.data("value", *padding));
}

fn openvino(kind: definition::Kind, cx: &mut InferContext<'_>) -> Pool {
    let kernel = numbers(cx, "kernel", None, 1);
    let spatial = kernel.as_ref().map(Vec::len);
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
    let indices = if kind == definition::Kind::Max { index_type(cx) } else { None };
    Pool { window, spatial, indices, axis }
}

/// IR: the type of the positions that a pool gives beside its numbers.
fn index_type(cx: &InferContext<'_>) -> Option<ElementType> {
    match cx.attribute_record("index_element_type") {
        Some(_) => cx.element_attribute("index_element_type"),
        None => Some(ElementType::I64),
    }
}
