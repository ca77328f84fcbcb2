//! GridSample and AffineGrid: samples an image at the points of a grid; the grid of an affine transformation.

mod evaluate;

use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved, target_shape};
use super::{attributes, diagnostics, shape_checks};

use super::runtime_behavior::RuntimeBehavior;
use crate::diagnostic::counted;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::fact::Fact;
use crate::shape::Shape;
use crate::target::Runtime;
use crate::tensor::{EvalError, Tensor};

/// A resolved GridSample.
#[derive(Debug)]
struct Sample {
    /// The only rank that tools accept; `None` for three and above.
    rank: Option<usize>,
    /// How elements are computed; `None` if it is not known.
    sampling: Option<evaluate::Sampling>,
}

impl Operator for Sample {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        cx.set(0, Fact::tensor(cx.element(0), shape));
    }

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, _: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let Some(result) = outputs.first() else { return 0 };
        // At most four elements along every axis.
        let axes = u32::try_from(result.sizes.len()).unwrap_or(u32::MAX);
        result.positions().saturating_mul(4u64.saturating_pow(axes)).saturating_mul(8)
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let made = self.sampling.ok_or_else(|| cx.no_evaluator())?.sampled(cx)?;
        Ok(vec![made])
    }
}

impl Sample {
    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let (data, grid) = (cx.shape(0), cx.shape(1));
        let rank = self.rank.or(data.rank()).or(grid.rank());
        let Some(rank) = rank else { return Shape::with_min_rank(data.min_rank().max(grid.min_rank()).max(3)) };
        if rank < 3 {
            diagnostics::rank(
                cx,
                usize::from(data.rank().is_none()),
                "at least 3",
                "use data of shape [batch, channels, spatial axes...]",
            );
            return Shape::with_min_rank(3);
        }
        let help = "give data and grid the same rank";
        let fits = [0, 1].map(|input| shape_checks::rank(cx, input, rank..=rank, help));
        let any = vec![Dim::unknown(); rank];
        let from = data.dims().filter(|_| fits[0]).unwrap_or(&any);
        let points = grid.dims().filter(|_| fits[1]).unwrap_or(&any);
        let batch = cx.unify(&from[0], &points[0]).unwrap_or_else(|| {
            let message =
                format!("input {} has {}; the grid has {}", cx.input_name(0), counted(&from[0], "image"), points[0]);
            diagnostics::shapes(cx, [1, 0], message, "use one grid per image");
            Dim::unknown()
        });
        let coordinates = &points[rank - 1];
        if !coordinates.contains(rank as u64 - 2) {
            let message = format!(
                "the points of grid {} have {}; expected {}",
                cx.input_name(1),
                counted(coordinates, "coordinate"),
                rank - 2
            );
            diagnostics::shapes(cx, [1, 0], message, "use one coordinate per spatial axis");
        }
        Shape::from_dims([batch, from[1].clone()].into_iter().chain(points[1..rank - 1].iter().cloned()))
    }

    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        if cx.dialect() == Dialect::OpenVino {
            return Resolved::operator(Sample { rank: Some(4), sampling: None });
        }
        let modes = if cx.version() < 20 { "bilinear, nearest, bicubic" } else { "linear, nearest, cubic" };
        for (name, words) in [("mode", modes), ("padding_mode", "zeros, border, reflection")] {
            if let Some(written) = cx.text(name).filter(|written| !words.split(", ").any(|word| word == *written)) {
                let valid = format!("one of {words}");
                diagnostics::attribute(cx, name, format!("{written:?}"), valid, "set it to one of these values");
            }
        }
        Resolved::operator(Sample { rank: None, sampling: evaluate::Sampling::onnx(cx) })
    }
}

/// A resolved AffineGrid.
#[derive(Debug)]
struct Affine {
    /// Whether -1 and 1 are the centers of the outermost elements; otherwise their edges. `None` if it is unknown.
    align_corners: Option<bool>,
}

impl Operator for Affine {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let size = target_shape::read(cx, 1);
        let shape = affine(cx, &size);
        let why = target_shape::why(cx, 1, &size);
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) });
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let made = evaluate::affine(cx, self.align_corners.ok_or_else(|| cx.no_evaluator())?)?;
        Ok(vec![made])
    }
}

/// Batch, spatial axes, and one coordinate per spatial axis.
fn affine(cx: &mut InferContext<'_>, size: &Shape) -> Shape {
    let theta = cx.shape(0);
    let fits = shape_checks::rank(cx, 0, 3..=3, "use one matrix per image");
    let matrix = theta.dims().filter(|_| fits);
    let by_matrix = matrix.and_then(|dims| match (dims[1].size(), dims[2].size()) {
        (Some(2), _) | (_, Some(3)) => Some(2usize),
        (Some(3), _) | (_, Some(4)) => Some(3),
        _ => None,
    });
    let spatial = match size.rank() {
        Some(rank @ (4 | 5)) => Some(rank - 2),
        Some(rank) => {
            let message = format!("input {} has {}; expected 4 or 5", cx.input_name(1), counted(rank, "size"));
            diagnostics::shapes(cx, [1, 0], message, "list batch, channels, and two or three spatial axes");
            by_matrix
        }
        None => by_matrix,
    };
    let batch = matrix.map_or_else(Dim::unknown, |dims| dims[0].clone());
    let Some(spatial) = spatial else { return Shape::with_min_rank(4) };
    if let Some(dims) = matrix {
        let edges = [spatial as u64, spatial as u64 + 1];
        if dims[1..].iter().zip(edges).any(|(dim, edge)| !dim.contains(edge)) {
            let message =
                format!("the matrices {} have shape {theta}; expected [N,{},{}]", cx.input_name(0), edges[0], edges[1]);
            diagnostics::shapes(cx, [0, 1], message, "use one row per spatial axis, and one more column than rows");
        }
    }
    let unknown = vec![Dim::unknown(); spatial + 2];
    let sizes = size.dims().filter(|dims| dims.len() == spatial + 2).unwrap_or(&unknown);
    let batch = cx.unify(&batch, &sizes[0]).unwrap_or_else(|| {
        let message = format!("batch sizes differ: {} and {}", counted(&batch, "matrix"), counted(&sizes[0], "image"));
        diagnostics::shapes(cx, [1, 0], message, "use one matrix per image");
        Dim::unknown()
    });
    Shape::from_dims([batch].into_iter().chain(sizes[2..].iter().cloned()).chain([Dim::exact(spatial as u64)]))
}

const fn word(name: &'static str, words: &'static [&'static str], default: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Word(words), DefaultValue::Text(default))
}

const ATTRIBUTES: &[AttributeSpec] = &[
    AttributeSpec::default("align_corners", AttributeKind::Bool, DefaultValue::Bool(false)),
    word("mode", &["bilinear", "bicubic", "nearest"], "bilinear"),
    word("padding_mode", &["zeros", "border", "reflection"], "zeros"),
];
const SIGNATURES: &[Signature] = &[Signature::since(9)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("grid", "T1")])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(ATTRIBUTES)
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T1", TypeSet::FLOAT)])];

const MODES: Counterpart = Counterpart::SAME_NAME.settings(&[SettingPair::new(
    "mode",
    &["mode"],
    Equivalence::Words(&[("linear", "bilinear")]),
)]);

/// Measured with single nodes.
static BEHAVIORS: &[RuntimeBehavior] = &[RuntimeBehavior::refuses(
    Runtime::OpenVino,
    |case| case.is_onnx() && case.rank(0).is_some_and(|rank| rank > 4),
    "samples only two spatial axes",
    "sample every slice of the data separately",
)];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("GridSample", Sample::resolve).with_counterpart(MODES).with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("GridSample", SIGNATURES, Sample::resolve),
    OperatorDef::onnx("AffineGrid", |cx| {
        Resolved::operator(Affine { align_corners: attributes::nonzero_or(cx, "align_corners", false) })
    }),
];
