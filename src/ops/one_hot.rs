//! OneHot: each index becomes a row with one element set.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::counterpart::{Counterpart, SettingPair};
use super::scalar::{self, OneListed};
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{EvalContext, InferContext, Operator, OperatorDef, Resolved, StaticTensorType, diagnostics, wide_bytes};
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::fact::Fact;
use crate::kernel::dense::Numbers;
use crate::kernel::lines::Lines;
use crate::kernel::runs::{self, Run};
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved OneHot.
#[derive(Debug)]
struct OneHot {
    /// Where the new dimension is inserted; `None` if the file does not say.
    axis: Option<i128>,
    /// The size of the new dimension.
    depth: Option<Dim>,
    /// The input whose type the result has.
    value: usize,
    /// Whether a scalar index is rejected, as onnx and ONNX Runtime do.
    lists_only: bool,
    /// Whether negative indices count from the end; otherwise they select nothing. `None` if the file does not say.
    negative: Option<bool>,
}

impl Operator for OneHot {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        let element = cx.element(self.value).or(cx.element(self.value + 1));
        let why = || cx.unknown_reason(1).unwrap_or_else(|| cx.unknown_because("the depth is known only at run time"));
        let why = self.depth.as_ref().is_none_or(Dim::is_unknown).then(why);
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(element, shape) });
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let result = cx.output(0)?;
        let negative = self.negative.ok_or_else(|| cx.no_evaluator())?;
        let axis = self.axis.and_then(|axis| axes::position(axis, result.sizes.len())).ok_or(EvalError::UnknownType)?;
        let (lines, chosen) = (Lines::along(&result.sizes, axis)?, indices(cx.input(0)?)?);
        // ONNX has one list of the values, off first; IR has an input each, on first.
        let (sources, [off, on]) = match cx.optional(self.value + 1) {
            Some(off) => (vec![cx.input(self.value)?, off], [(1, 0), (0, 0)]),
            None => (vec![cx.input(self.value)?], [(0, 0), (0, 1)]),
        };
        let depth = lines.size as i128;
        let mut set = vec![false; result.count()];
        for (start, index) in lines.starts().zip(chosen) {
            let at = if negative && (-depth..0).contains(&index) { index + depth } else { index };
            if (0..depth).contains(&at) {
                set[start + at as usize * lines.inner] = true;
            }
        }
        let each = set.into_iter().map(|set| Run { from: Some(if set { on } else { off }), count: 1 });
        Ok(vec![runs::joined(result.element, &result.sizes, &sources, each).ok_or(EvalError::UnknownType)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

impl OneHot {
    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let indices = cx.shape(0);
        if self.lists_only && indices.rank() == Some(0) {
            diagnostics::rank(cx, 0, "at least 1", "reshape the indices to at least one dimension");
        }
        let Some(dims) = indices.dims() else { return Shape::with_min_rank(indices.min_rank() + 1) };
        let rank = dims.len() + 1;
        let axis =
            self.axis.and_then(|axis| axes::wrap_one(cx, axis, rank, OperandSource::Attribute("axis"), Ranked::Output));
        let Some(axis) = axis else { return Shape::of_rank(rank) };
        let depth = match &self.depth {
            Some(depth) if !depth.is_unknown() => depth.clone(),
            _ => cx.data_dependent_dim(0, axis, 0, Dim::UNBOUNDED),
        };
        let mut dims = dims.to_vec();
        dims.insert(axis, depth);
        Shape::from_dims(dims)
    }
}

/// The indices; fractions are cut off.
fn indices(tensor: &Tensor) -> Result<Vec<i128>, EvalError> {
    match Numbers::of(tensor)? {
        Numbers::Wholes(indices) => Ok(indices),
        Numbers::Reals(indices) => Ok(indices.into_iter().map(|index| index as i128).collect()),
    }
}

fn axis(cx: &InferContext<'_>) -> Option<i128> {
    axes::read_one(cx, OperandSource::Attribute("axis")).filter(|_| !cx.has_unknown_value("axis"))
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    // ONNX Runtime rejects a depth of 0.
    let depth = scalar::count(cx, 1, 1, "depth", OneListed::Valid);
    super::shape_pattern::ShapeBindings::read(cx, &[(2, "2")]);
    Resolved::operator(OneHot { axis: axis(cx), depth, value: 2, lists_only: true, negative: Some(true) })
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    let depth = scalar::count(cx, 1, 0, "depth", OneListed::Refused);
    for value in [2, 3] {
        scalar::expect(cx, value, OneListed::Refused);
    }
    let negative = match cx.text("negative_indices_mode").map(str::to_ascii_lowercase).as_deref() {
        Some("normalize") => Some(true),
        Some("ignore_negative") | None => Some(false),
        Some(_) => None,
    };
    Resolved::operator(OneHot { axis: axis(cx), depth, value: 2, lists_only: false, negative })
}

const INPUTS: &[FormalParameter] = &[
    FormalParameter::new("indices", "T_IND"),
    FormalParameter::new("depth", "T_DEPTH"),
    FormalParameter::new("on_value", "T"),
    FormalParameter::new("off_value", "T"),
];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const AXIS: AttributeSpec = AttributeSpec::required("axis", AttributeKind::Integer);
const NEGATIVE: AttributeSpec = AttributeSpec::default(
    "negative_indices_mode",
    AttributeKind::Word(&["ignore_negative", "normalize"]),
    DefaultValue::Text("ignore_negative"),
);
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::ALL),
    TypeVariable::tensors("T_IND", TypeSet::INTEGER),
    TypeVariable::tensors("T_DEPTH", TypeSet::INTEGER),
];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).inputs(INPUTS).outputs(OUTPUTS).variables(VARIABLES)
}

const SIGNATURES: &[Signature] = &[ir(1).attributes(&[AXIS]), ir(16).attributes(&[AXIS, NEGATIVE])];

const COUNTERPART: Counterpart =
    Counterpart::SAME_NAME.inputs(&[(0, 0), (1, 1)]).settings(&[SettingPair::AXIS]).axes_count_output();

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("OneHot", resolve_onnx).with_counterpart(COUNTERPART),
    OperatorDef::openvino("OneHot", SIGNATURES, resolve_ir),
];
