//! Operators that move, select or rearrange elements, where the ONNX operator of that name differs or came later.

use super::pattern::element;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::SymInt;
use crate::fact::Fact;
use crate::ops::OperandSource;
use crate::ops::axes;
use crate::ops::axes::Ranked;
use crate::ops::cost::{self, Cost};
use crate::ops::diagnostics;
use crate::ops::shape_pattern::ShapeBindings;
use crate::ops::{InferContext, Operator, OperatorDef, Resolved};
use crate::shape::Shape;

/// Inserts a dimension of size 1 at the axis in an input.
#[derive(Clone, Copy, Debug)]
struct ExpandDims;

impl Operator for ExpandDims {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        let shape = match (shape.dims(), cx.exact_ints(1).as_deref()) {
            (Some(dims), Some([axis])) => {
                let at = axes::wrap_one(cx, *axis, dims.len() + 1, OperandSource::Input(1), Ranked::Output);
                let mut dims = dims.to_vec();
                match at {
                    Some(at) => dims.insert(at, Dim::exact(1)),
                    None => dims = vec![Dim::unknown(); dims.len() + 1],
                }
                Shape::from_dims(dims)
            }
            (Some(dims), _) => Shape::of_rank(dims.len() + 1),
            (None, _) => Shape::with_min_rank(shape.min_rank() + 1),
        };
        cx.set_tensor(0, cx.element(0), shape);
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::view()
    }
}

/// Slices of block-quantized data.
#[derive(Clone, Copy, Debug)]
struct GatherBlocks {
    axis: Option<i128>,
    /// How many output elements a byte packs; `None` if unknown.
    in_byte: Option<u64>,
}

impl GatherBlocks {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let int = |name: &str, default| (!cx.has_unknown_value(name)).then(|| cx.int(name).unwrap_or(default));
        let bits = int("bits", 4).and_then(|bits| u64::try_from(bits).ok()).filter(|&bits| bits > 0);
        let in_byte = match cx.element(0) {
            Some(ElementType::U8) => bits.map(|bits| (8 / bits).max(1)),
            Some(_) => Some(1),
            None => None,
        };
        Resolved::operator(GatherBlocks { axis: int("gather_axis", 0).map(i128::from), in_byte })
    }

    fn shape(self, cx: &mut InferContext<'_>) -> Shape {
        let (data, indices) = (cx.shape(0), cx.shape(1));
        let (Some(dims), Some(chosen)) = (data.dims(), indices.dims()) else {
            return Shape::with_min_rank((data.min_rank() + indices.min_rank()).saturating_sub(1));
        };
        let Some(rank) = (dims.len() + chosen.len()).checked_sub(1) else { return Shape::UNKNOWN };
        let source = OperandSource::Attribute("gather_axis");
        let axis = self.axis.and_then(|axis| axes::wrap_one(cx, axis, dims.len(), source, Ranked::Input(0)));
        let Some(axis) = axis else { return Shape::of_rank(rank) };
        let mut dims = dims.to_vec();
        if let Some(last) = dims.last_mut() {
            *last = self.in_byte.map_or(Dim::unknown(), |count| last.mul(&Dim::exact(count)));
        }
        Shape::from_dims([&dims[..axis], chosen, &dims[axis + 1..]].concat())
    }
}

impl Operator for GatherBlocks {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        cx.set_tensor(0, element(cx, 0), shape);
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::part(0)
    }
}

/// Padding before and after every axis, from an input; negative values crop.
#[derive(Clone, Copy, Debug)]
struct Pad;

impl Operator for Pad {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (shape, pads) = (cx.shape(0), cx.elements(1));
        let Some(dims) = shape.dims() else { return cx.set_tensor(0, cx.element(0), shape) };
        let pads = pads.and_then(|e| e.ints().map(<[SymInt]>::to_vec)).filter(|pads| pads.len() == 2 * dims.len());
        let padded = |(at, dim): (usize, &Dim)| {
            let pads = pads.as_deref()?;
            let sum = pads.get(at)?.value()?.checked_add(pads.get(at + dims.len())?.value()?)?;
            let by = Dim::exact(u64::try_from(sum.unsigned_abs()).ok()?);
            Some(if sum < 0 { dim.sub(&by) } else { dim.add(&by) })
        };
        let dims: Vec<Dim> = dims.iter().enumerate().map(|pair| padded(pair).unwrap_or(Dim::unknown())).collect();
        cx.set_tensor(0, cx.element(0), Shape::from_dims(dims));
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// A range from a start to a limit, exclusive; the step is 1 by default.
#[derive(Clone, Copy, Debug)]
struct Range;

impl Operator for Range {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let int = |input: usize| match cx.exact_ints(input).as_deref() {
            Some([int]) => Some(*int),
            _ => None,
        };
        let step = if cx.has_input(2) { int(2) } else { Some(1) };
        let count = int(0).zip(int(1)).zip(step.filter(|&step| step != 0)).and_then(|((start, limit), step)| {
            let whole = limit.checked_sub(start)?.checked_div(step)?;
            let behind = limit.checked_sub(start)?.checked_rem(step)? != 0 && (limit > start) == (step > 0);
            u64::try_from(whole.max(0).checked_add(i128::from(behind && whole >= 0))?).ok()
        });
        cx.set_tensor(0, cx.element(0), Shape::from_dims([count.map_or(Dim::unknown(), Dim::exact)]));
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

/// All windows of one size along an axis, as a new last dimension.
#[derive(Clone, Copy, Debug)]
struct Unfold {
    axis: Option<i128>,
    size: Option<u64>,
    step: Option<u64>,
}

impl Unfold {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let int = |name: &str| cx.int(name).filter(|_| !cx.has_unknown_value(name));
        let positive = |name: &str| int(name).and_then(|n| u64::try_from(n).ok()).filter(|&n| n > 0);
        let (size, step) = (positive("size"), positive("step"));
        Resolved::operator(Unfold { axis: int("dim").map(i128::from), size, step })
    }

    /// The number of windows along an axis; reports an axis that is shorter than a window (OP105).
    fn slices(self, cx: &mut InferContext<'_>, axis: usize, dim: &Dim) -> Dim {
        let (Some(size), Some(step)) = (self.size, self.step) else { return Dim::unknown() };
        if dim.high() < size {
            let valid = format!("at most {dim}, the size of dimension {axis}");
            diagnostics::attribute(cx, "size", size, valid, "set `size` to at most the size of the dimension");
            return Dim::unknown();
        }
        dim.sub(&Dim::exact(size)).floor_div(&Dim::exact(step)).add(&Dim::exact(1))
    }
}

impl Operator for Unfold {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        let size = self.size.map_or(Dim::unknown(), Dim::exact);
        let Some(dims) = shape.dims() else {
            return cx.set_tensor(0, cx.element(0), Shape::with_min_rank(shape.min_rank() + 1));
        };
        let source = OperandSource::Attribute("dim");
        let axis = self.axis.and_then(|axis| axes::wrap_one(cx, axis, dims.len(), source, Ranked::Input(0)));
        let mut dims = dims.to_vec();
        match axis {
            Some(axis) => dims[axis] = self.slices(cx, axis, &dims[axis]),
            None => dims.fill(Dim::unknown()),
        }
        dims.push(size);
        cx.set_tensor(0, cx.element(0), Shape::from_dims(dims));
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// The upper or lower triangle of each matrix.
#[derive(Clone, Copy, Debug)]
struct Triangle;

impl Operator for Triangle {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        cx.set_tensor(0, cx.element(0), shape);
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// Combines several streams into one.
#[derive(Clone, Copy, Debug)]
struct Mixed {
    /// How many streams the last dimension concatenates; 0 if they have a dimension of their own.
    branches: Option<u64>,
}

impl Mixed {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let name = "num_branches";
        let written = (!cx.has_unknown_value(name)).then(|| cx.int(name).unwrap_or(0));
        Resolved::operator(Mixed { branches: written.map(|n| u64::try_from(n).unwrap_or(0)) })
    }
}

impl Operator for Mixed {
    fn infer(&self, cx: &mut InferContext<'_>) {
        ShapeBindings::read_onnxruntime(cx, if self.branches == Some(0) { &["... ? ?"] } else { &["... ?"] });
        let shape = cx.shape(0);
        let shape = match (shape.dims().and_then(<[Dim]>::split_last), self.branches) {
            (Some((last, before)), Some(0)) => {
                let before = before.split_last().map_or(before, |(_, before)| before);
                Shape::from_dims(before.iter().cloned().chain([last.clone()]))
            }
            (Some((last, before)), Some(branches)) => {
                Shape::from_dims(before.iter().cloned().chain([last.floor_div(&Dim::exact(branches))]))
            }
            _ => Shape::with_min_rank(shape.min_rank().saturating_sub(1)),
        };
        cx.set_tensor(0, cx.element(0), shape);
    }
}

/// Normalization that also outputs its statistics, one per row from the axis on.
#[derive(Clone, Copy, Debug)]
struct Normalized {
    axis: Option<i128>,
    /// The element type of the statistics.
    statistics: Option<ElementType>,
}

impl Normalized {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let axis = (!cx.has_unknown_value("axis")).then(|| cx.int("axis").unwrap_or(-1).into());
        let stash = cx.int("stash_type").filter(|_| !cx.has_unknown_value("stash_type"));
        // Runtimes disagree on the statistics of 64-bit data.
        let wide = cx.element(0).is_none_or(|element| element == ElementType::F64);
        let statistics = stash.filter(|_| !wide).and_then(ElementType::from_onnx);
        Resolved::operator(Normalized { axis, statistics })
    }
}

impl Operator for Normalized {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        let source = OperandSource::Attribute("axis");
        let rank = shape.rank();
        let axis = self.axis.zip(rank).and_then(|(a, r)| axes::wrap_one(cx, a, r, source, Ranked::Input(0)));
        let statistics = match (shape.dims(), axis) {
            (Some(dims), Some(axis)) => {
                let row = |(at, dim): (usize, &Dim)| if at < axis { dim.clone() } else { Dim::exact(1) };
                Shape::from_dims(dims.iter().enumerate().map(row))
            }
            (Some(dims), None) => Shape::of_rank(dims.len()),
            (None, _) => shape.clone(),
        };
        cx.set_tensor(0, element(cx, 0), shape);
        cx.set_tensor(1, self.statistics, statistics);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::normalization(cx)
    }
}

/// Samples of a map at the locations in a grid.
#[derive(Clone, Copy, Debug)]
struct GridSample;

impl Operator for GridSample {
    fn infer(&self, cx: &mut InferContext<'_>) {
        ShapeBindings::read_onnxruntime(cx, &["N C ? ?", "N H W 2"]);
        let (map, grid) = (cx.shape(0), cx.shape(1));
        let dim = |shape: &Shape, at: usize| shape.dims().and_then(|d| d.get(at)).cloned().unwrap_or(Dim::unknown());
        let batch = cx.unify(&dim(&map, 0), &dim(&grid, 0)).unwrap_or(Dim::unknown());
        let dims = [batch, dim(&map, 1), dim(&grid, 1), dim(&grid, 2)];
        cx.set_tensor(0, cx.element(0), Shape::from_dims(dims));
    }
}

/// The tokens of each string, padded to the largest number of tokens.
#[derive(Clone, Copy, Debug)]
struct Tokenizer;

impl Operator for Tokenizer {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        let Some(dims) = shape.dims() else { return cx.set_tensor(0, cx.element(0), Shape::with_min_rank(1)) };
        let mut dims = dims.to_vec();
        // Without strings, ONNX Runtime empties the last axis instead of adding one.
        if dims.iter().any(|dim| dim.size() == Some(0)) {
            *dims.last_mut().expect("an empty tensor has an axis") = Dim::exact(0);
        } else if dims.iter().any(|dim| dim.contains(0)) {
            let why = cx.unknown_because("Tokenizer adds an axis only if the input has strings, which is not known");
            let fact = Fact::tensor(cx.element(0), Shape::with_min_rank(dims.len()));
            return cx.set(0, Fact { unknown_reason: Some(why), ..fact });
        } else {
            dims.push(Dim::unknown());
        }
        cx.set_tensor(0, cx.element(0), Shape::from_dims(dims));
    }
}

macro_rules! of {
    ($operator:expr) => {
        |_| Resolved::operator($operator)
    };
}

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::microsoft("ExpandDims", of!(ExpandDims)),
    OperatorDef::microsoft("GatherBlockQuantized", GatherBlocks::resolve),
    OperatorDef::microsoft("GridSample", of!(GridSample)),
    OperatorDef::microsoft("HyperConnectionPreMix", Mixed::resolve),
    OperatorDef::microsoft("Pad", of!(Pad)),
    OperatorDef::microsoft("Range", of!(Range)),
    OperatorDef::microsoft("Tokenizer", of!(Tokenizer)),
    OperatorDef::microsoft("Trilu", of!(Triangle)),
    OperatorDef::microsoft("UnfoldTensor", Unfold::resolve),
    OperatorDef::onnx("SimplifiedLayerNormalization", Normalized::resolve),
];
