//! Squeeze: removes dimensions of size 1.

use super::EvalContext;
use super::OperandSource;
use super::axes::{self, Axes, Ranked};
use super::cost::{self, Cost};
use super::counterpart::Counterpart;
use super::runtime_behavior::{REJECTS_EMPTY_NAME, RuntimeBehavior, SHORTEN_INPUTS};
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved, properties, view};
use crate::constraint::ConstraintKind;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::fact::{Fact, UnknownReason};
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::target::Runtime;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// How a listed dimension whose size is not 1 is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Other {
    /// The run fails.
    Fails,
    /// The specification forbids it; the runtime keeps the dimension.
    Stays,
    /// It is kept, as specified.
    MayStay,
}

/// A resolved Squeeze.
#[derive(Debug)]
struct Squeeze {
    axes: Axes,
    source: OperandSource,
    /// Whether an empty list means every dimension of size 1, or none; `None` where runtimes disagree.
    all_if_empty: Option<bool>,
    other: Other,
}

impl Operator for Squeeze {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let shape = match &self.axes {
            Axes::All => all(&data),
            Axes::Known(list) if list.is_empty() => match self.all_if_empty {
                Some(true) => all(&data),
                Some(false) => data,
                None => all(&data).join(&data),
            },
            Axes::Known(list) => self.known(cx, &data, list),
            Axes::Runtime(count) => self.runtime(&data, count),
        };
        let elements = view::unmoved(cx, 0, &shape);
        let why = self.why(cx, &shape);
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) }.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        view::reshaped(cx.input(0)?, &cx.output(0)?.sizes)
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        properties::keeps_shape(cx)
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::view()
    }
}

/// The shape without dimensions of size 1.
fn all(data: &Shape) -> Shape {
    let Some(dims) = data.dims() else { return Shape::UNKNOWN };
    let certain: Vec<Dim> = dims.iter().filter(|d| !d.contains(1)).cloned().collect();
    let uncertain = dims.iter().any(|d| d.contains(1) && !d.is(1));
    if uncertain { Shape::with_min_rank(certain.len()) } else { Shape::from_dims(certain) }
}

impl Squeeze {
    fn known(&self, cx: &mut InferContext<'_>, data: &Shape, list: &[i128]) -> Shape {
        let Some(dims) = data.dims() else {
            axes::repeated(cx, list, self.source, Ranked::Input(0));
            let least = data.min_rank().max(axes::implied_rank(list));
            return Shape::with_min_rank(least.saturating_sub(list.len()));
        };
        let wrapped = axes::wrap(cx, list, dims.len(), self.source, Ranked::Input(0));
        let least = dims.len() - wrapped.dims.len();
        let mut left = vec![false; dims.len()];
        let mut uncertain = wrapped.out_of_range;
        for axis in wrapped.dims {
            let dim = &dims[axis];
            left[axis] = dim.contains(1);
            match self.other {
                Other::MayStay => uncertain |= left[axis] && !dim.is(1),
                Other::Fails if left[axis] => cx.require(ConstraintKind::Equal, dim, &Dim::exact(1)),
                Other::Stays if left[axis] => {}
                Other::Fails | Other::Stays => {
                    self.report(cx, axis, dim);
                    uncertain |= self.other == Other::Fails;
                }
            }
        }
        if uncertain {
            return Shape::with_min_rank(least);
        }
        Shape::from_dims(dims.iter().zip(left).filter(|(_, left)| !left).map(|(d, _)| d.clone()))
    }

    fn report(&self, cx: &mut InferContext<'_>, axis: usize, dim: &Dim) {
        let message = format!("dimension {axis} of input {} is {dim}; expected 1 to squeeze it", cx.input_name(0));
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(0), message);
        let finding = finding.label(cx.shape(0)).help("list only axes of size 1");
        let finding = match self.other {
            Other::Stays => finding.level(Level::Warning).note("OpenVINO silently keeps the dimension"),
            _ => finding,
        };
        cx.report(finding.data("dimension", axis).data("size", dim.to_string()));
    }

    /// Axes known only at run time: each of them removes a dimension that may be 1.
    fn runtime(&self, data: &Shape, count: &Dim) -> Shape {
        let most = usize::try_from(count.high()).unwrap_or(usize::MAX);
        // An empty list may mean all of them.
        let most = if count.contains(0) && self.all_if_empty != Some(false) { usize::MAX } else { most };
        let fewest = Shape::with_min_rank(data.min_rank().saturating_sub(most));
        let (Some(dims), true, true) = (data.dims(), count.is(1), self.other != Other::MayStay) else { return fewest };
        let mut candidates = (0..dims.len()).filter(|&i| dims[i].contains(1));
        let Some(first) = candidates.next() else { return fewest };
        let last = candidates.next_back().unwrap_or(first);
        // Dimensions behind the one that is removed move to the front.
        let dim = |(at, pair): (usize, &[Dim])| match (first <= at, at < last) {
            (true, true) => pair[0].join(&pair[1]),
            (true, false) => pair[1].clone(),
            (false, _) => pair[0].clone(),
        };
        Shape::from_dims(dims.windows(2).enumerate().map(dim))
    }

    fn why(&self, cx: &InferContext<'_>, shape: &Shape) -> Option<UnknownReason> {
        let text = match self.axes {
            Axes::Runtime(_) => {
                return Some(
                    cx.unknown_reason(1).unwrap_or_else(|| cx.unknown_because("the axes are known only at run time")),
                );
            }
            _ if shape.rank().is_some() => return None,
            _ => "which dimensions are 1 is known only at run time",
        };
        Some(cx.unknown_reason(0).unwrap_or_else(|| cx.unknown_because(text)))
    }
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let source = OperandSource::attribute_or_input(cx, "axes", 1);
    let axes = axes::read(cx, source);
    let (all_if_empty, other) = match cx.dialect() {
        Dialect::Onnx => (None, Other::Fails),
        Dialect::OpenVino if cx.bool("allow_axis_skip") == Some(true) => (Some(true), Other::MayStay),
        Dialect::OpenVino => (Some(true), Other::Stays),
    };
    Resolved::operator(Squeeze { axes, source, all_if_empty, other })
}

const INPUTS: &[FormalParameter] =
    &[FormalParameter::new("data", "T"), FormalParameter::new("axes", "T_IND").optional()];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const VARIABLES: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T_IND", TypeSet::INTEGER)];
const SKIP: &[AttributeSpec] =
    &[AttributeSpec::default("allow_axis_skip", AttributeKind::Bool, DefaultValue::Bool(false))];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).inputs(INPUTS).outputs(OUTPUTS).variables(VARIABLES)
}

const SIGNATURES: &[Signature] = &[ir(1), ir(15).attributes(SKIP)];

/// Measured with single nodes. OpenVINO takes the axes to be one if it does not know them.
static BEHAVIORS: &[RuntimeBehavior] = &[
    RuntimeBehavior::refuses(Runtime::OnnxRuntime, |case| case.omits(1), REJECTS_EMPTY_NAME, SHORTEN_INPUTS),
    RuntimeBehavior::refuses(
        Runtime::OpenVino,
        |case| case.is_onnx() && case.omits(1),
        REJECTS_EMPTY_NAME,
        SHORTEN_INPUTS,
    ),
    RuntimeBehavior::refuses(
        Runtime::OpenVino,
        |case| case.is_computed(1) && !matches!(case.length(1), Some(0 | 1)),
        "rejects several axes that are known only at run time",
        "make the axes a constant",
    ),
];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Squeeze", resolve)
        .with_properties()
        .with_counterpart(Counterpart::WITH_AXES)
        .with_known_divergences(&[(
            "OP103",
            "onnx and ONNX Runtime treat the axes as a set; onnx.reference rejects the model",
        )])
        .with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("Squeeze", SIGNATURES, resolve)
        .with_properties()
        .with_runtime_behaviors(BEHAVIORS)
        .with_known_divergences(&[("OP103", "OpenVINO treats the axes as a set")]),
];

#[cfg(test)]
mod tests {

    use crate::op_query::OpQuery;

    use crate::tensor::Tensor;

    #[test]
    fn elements_are_shared() {
        let data = Tensor::new([1, 2, 1], vec![1f32, 2.0]).unwrap();
        let made = OpQuery::openvino("Squeeze", 1).tensor(data.clone()).evaluate().unwrap();
        assert_eq!(made[0].sizes(), [2]);
        assert_eq!(made[0].values::<f32>().unwrap().as_ptr(), data.values::<f32>().unwrap().as_ptr());
    }
}
