//! Gather: slices along one axis, selected by indices.

use super::EvalContext;
use super::OperandSource;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::counterpart::Counterpart;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved, indices, view};
use crate::diagnostic::Diagnostic;
use crate::element::TypeSet;
use crate::elements::Elements;
use crate::fact::Fact;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::{Integers, Tensor};

mod rows;

/// A resolved Gather.
#[derive(Debug)]
struct Gather {
    /// The axis; `None` if it is not known statically.
    axis: Option<i128>,
    source: OperandSource,
    /// The number of batch dimensions of data and indices; a negative number counts from the rank of the indices.
    batch_dims: Option<i64>,
    /// Whether an out-of-range index returns zeros instead of failing.
    zeros: bool,
    /// Whether all tools count negative indices from the end. In early versions, OpenVINO's constant folding does so,
    /// while its plugins treat them as out of range.
    from_end: bool,
}

impl Operator for Gather {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (data, by) = (cx.shape(0), cx.shape(1));
        let axis = self.axis(cx, &data);
        let batch = self.batch(cx, &data, &by, axis);
        if let (Some(axis), Some(dims)) = (axis, data.dims()) {
            let zeros = self.zeros.then_some("OpenVINO returns zeros for such an index");
            indices::check(cx, 1, &dims[axis], zeros);
        }
        let shape = shape(cx, &data, &by, axis, batch);
        let elements = match (axis, batch) {
            (Some(axis), Some(batch)) => elements(cx, axis, batch, self.from_end),
            _ => None,
        };
        let elements = elements.filter(|e| shape.num_elements().is(e.len() as u64));
        let why = (self.axis.is_none()).then(|| cx.unknown_because("the axis is known only at run time"));
        let fact = Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) };
        cx.set(0, fact.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, indices) = (cx.input(0)?, cx.input(1)?);
        let axis = self.axis.and_then(|axis| axes::position(axis, data.sizes().len())).ok_or(EvalError::UnknownType)?;
        let batch = self.batch_of(indices.sizes().len()).filter(|&b| b <= axis).ok_or(EvalError::UnknownType)?;
        let integers = Integers::from_tensor(indices)?;
        if !self.from_end && integers.iter().any(|index| index < 0) {
            return Err(EvalError::Undefined("only later versions define negative indices".to_owned()));
        }
        Ok(vec![rows::gathered(data, indices, (axis, batch), self.zeros, cx.output(0)?)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::part(0)
    }
}

impl Gather {
    fn axis(&self, cx: &mut InferContext<'_>, data: &Shape) -> Option<usize> {
        axes::wrap_one(cx, self.axis?, data.rank()?, self.source, Ranked::Input(0))
    }

    /// The number of batch dimensions for indices of this rank.
    fn batch_of(&self, rank: usize) -> Option<usize> {
        let written = i128::from(self.batch_dims?);
        let batch = if written < 0 { written + rank as i128 } else { written };
        usize::try_from(batch).ok().filter(|&batch| batch <= rank)
    }

    /// The number of batch dimensions, if it is certain and valid.
    fn batch(&self, cx: &mut InferContext<'_>, data: &Shape, indices: &Shape, axis: Option<usize>) -> Option<usize> {
        let written = self.batch_dims?;
        if written == 0 {
            return Some(0);
        }
        let rank = indices.rank()?;
        let most = rank.min(axis.or(data.rank()).unwrap_or(usize::MAX));
        if let Some(batch) = self.batch_of(rank).filter(|&b| b <= most) {
            return Some(batch);
        }
        let message = format!(
            "attribute `batch_dims` is {written}; expected 0..={most}, within the axis and rank {rank} of {}",
            cx.input_name(1)
        );
        let place = cx.attribute_place("batch_dims");
        let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
        let finding =
            finding.help("set `batch_dims` to the number of dimensions before the axis that data and indices share");
        cx.report(finding.data("attribute", "batch_dims").data("value", written));
        None
    }
}

/// The shape of the data with the axis replaced by the dimensions of the indices; reports batch dimensions that differ.
fn shape(cx: &mut InferContext<'_>, data: &Shape, indices: &Shape, axis: Option<usize>, batch: Option<usize>) -> Shape {
    let least = (data.min_rank() + indices.min_rank()).saturating_sub(1 + batch.unwrap_or(indices.min_rank()));
    let (Some(from), Some(by), Some(batch)) = (data.dims(), indices.dims(), batch) else {
        return Shape::with_min_rank(least);
    };
    let Some(rank) = view::rank(cx.limits(), least as u64) else { return Shape::UNKNOWN };
    let Some(axis) = axis else { return Shape::of_rank(rank) };
    let mut dims = from[..axis].to_vec();
    for (i, (dim, other)) in dims.iter_mut().zip(&by[..batch]).enumerate() {
        let Some(met) = cx.unify(dim, other) else {
            report_batch(cx, i, data, indices);
            return Shape::of_rank(rank);
        };
        *dim = met;
    }
    dims.extend_from_slice(&by[batch..]);
    dims.extend_from_slice(&from[axis + 1..]);
    Shape::from_dims(dims)
}

fn report_batch(cx: &mut InferContext<'_>, dim: usize, data: &Shape, indices: &Shape) {
    let message = format!(
        "batch dimension {dim} differs: input {} has shape {data}, indices {} have shape {indices}",
        cx.input_name(0),
        cx.input_name(1)
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    let finding = finding.label(indices).related(cx.input_place(0), data);
    cx.report(finding.help("make the first `batch_dims` sizes of both equal").data("dimension", dim));
}

fn elements(cx: &InferContext<'_>, axis: usize, batch: usize, from_end: bool) -> Option<Elements> {
    let (data, sizes) = view::known(cx, 0)?;
    let indices = cx.exact_ints(1)?;
    let by = cx.shape(1).sizes()?;
    let (strides, index_strides) = (view::strides(&sizes)?, view::strides(&by)?);
    let chosen = axis..axis + by.len().checked_sub(batch)?;
    let result: Vec<u64> = [&sizes[..axis], &by[batch..], &sizes[axis + 1..]].concat();
    let size = i128::from(*sizes.get(axis)?);
    let dot =
        |index: &[u64], strides: &[i128]| index.iter().zip(strides).map(|(&i, s)| i128::from(i) * s).sum::<i128>();
    let positions = view::positions(&result, cx.limits())?.into_iter().map(|at| {
        let row = [&at[..batch], &at[chosen.clone()]].concat();
        let index = *indices.get(usize::try_from(dot(&row, &index_strides)).ok()?)?;
        let index = if index < 0 && from_end { index + size } else { index };
        let index = u64::try_from(index).ok().filter(|_| index < size)?;
        let from = [&at[..axis], &[index], &at[chosen.end..]].concat();
        usize::try_from(dot(&from, &strides)).ok()
    });
    data.gather(positions.collect::<Option<Vec<usize>>>()?)
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    let source = OperandSource::Attribute("axis");
    let axis = axes::read_one(cx, source);
    Resolved::operator(Gather { axis, source, batch_dims: Some(0), zeros: false, from_end: true })
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    let source = OperandSource::Input(2);
    // The first version has no batch dimensions.
    let batch_dims = if cx.attribute_kind("batch_dims").is_some() { cx.int("batch_dims") } else { Some(0) };
    let axis = axes::read_one(cx, source);
    Resolved::operator(Gather { axis, source, batch_dims, zeros: true, from_end: cx.version() >= 8 })
}

const INPUTS: &[FormalParameter] = &[
    FormalParameter::new("data", "T"),
    FormalParameter::new("indices", "T_IND"),
    FormalParameter::new("axis", "T_AXIS"),
];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::ALL),
    TypeVariable::tensors("T_IND", TypeSet::INTEGER),
    TypeVariable::tensors("T_AXIS", TypeSet::INTEGER),
];
const BATCH_DIMS: &[AttributeSpec] =
    &[AttributeSpec::default("batch_dims", AttributeKind::Integer, DefaultValue::Int(0))];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).inputs(INPUTS).outputs(OUTPUTS).variables(VARIABLES)
}

const SIGNATURES: &[Signature] = &[ir(1), ir(7).attributes(BATCH_DIMS), ir(8).attributes(BATCH_DIMS)];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Gather", resolve_onnx).with_counterpart(Counterpart::WITH_AXIS),
    OperatorDef::openvino("Gather", SIGNATURES, resolve_ir),
];

#[cfg(test)]
mod tests {

    use crate::op_query::OpQuery;

    use crate::tensor::{EvalError, Tensor};

    #[test]
    fn all_indices_of_a_long_list_are_checked() {
        let data = || Tensor::new([2, 3], vec![1i16, 2, 3, 4, 5, 6]).unwrap();
        let many = |last: i32| Tensor::new([2000], [vec![-1; 1999], vec![last]].concat()).unwrap();
        let axis = || Tensor::new([], vec![1i32]).unwrap();
        let onnx = |indices| OpQuery::onnx("Gather", 13).attribute("axis", 1).tensor(data()).tensor(indices).evaluate();
        let message = "index 3 is out of range for dimension 1 of size 3; expected -3..=2";
        assert_eq!(onnx(many(3)), Err(EvalError::Invalid(message.to_owned())));
        let made = onnx(many(0)).unwrap();
        assert_eq!((made[0].sizes(), &made[0].values::<i16>().unwrap()[1998..2001]), (&[2, 2000][..], &[3, 1, 6][..]));
        let openvino = |version, indices| {
            OpQuery::openvino("Gather", version).tensor(data()).tensor(indices).tensor(axis()).evaluate()
        };
        // OpenVINO returns zeros for out-of-range indices.
        let made = openvino(8, many(3)).unwrap();
        assert_eq!(made[0].values::<i16>().unwrap()[1998..2001], [3, 0, 6]);
        assert!(matches!(openvino(7, many(0)), Err(EvalError::Undefined(_))), "-1 before version 8");
    }
}
