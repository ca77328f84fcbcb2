//! GatherElements: selects one element per index along an axis.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::counterpart::Counterpart;
use super::indices::starts;
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{EvalContext, StaticTensorType};
use super::{InferContext, Operator, OperatorDef, Resolved, indices, view};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::elements::Elements;
use crate::fact::Fact;
use crate::kernel::runs;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved GatherElements.
#[derive(Debug)]
struct GatherElements {
    /// The axis; `None` if it is unknown.
    axis: Option<i128>,
    /// Whether sizes off the axis must be equal, or the indices may be smaller.
    equal: bool,
    /// What runtimes return for an out-of-range index, if they do not fail.
    runs: Option<&'static str>,
}

impl Operator for GatherElements {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (data, by) = (cx.shape(0), cx.shape(1));
        let rank = data.rank().or(by.rank());
        let axis = self.axis.zip(rank).and_then(|(axis, rank)| {
            let ranked = Ranked::Input(usize::from(data.rank().is_none()));
            axes::wrap_one(cx, axis, rank, OperandSource::Attribute("axis"), ranked)
        });
        if let (Some(axis), Some(dims)) = (axis, data.dims()) {
            indices::check(cx, 1, &dims[axis], self.runs);
        }
        let shape = if same_rank(cx, &data, &by) { self.shape(cx, &data, &by, axis) } else { by };
        let elements = axis.and_then(|axis| elements(cx, axis));
        let elements = elements.filter(|e| shape.num_elements().is(e.len() as u64));
        cx.set(0, Fact::tensor(cx.element(0), shape).with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], _: &[StaticTensorType]) -> u64 {
        starts::bytes_of_elements(inputs.get(1).and_then(Option::as_ref))
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let axis = self.axis.and_then(|axis| axes::position(axis, data.sizes().len())).ok_or(EvalError::UnknownType)?;
        let starts = starts::of_elements(cx.input(1)?, data.sizes(), axis)?;
        let made = runs::gathered(data, &result.sizes, 1, |take| starts.chunks(BLOCK).for_each(take));
        Ok(vec![made.ok_or(EvalError::UnknownType)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::part(0)
    }
}

/// The number of positions that are gathered at once.
const BLOCK: usize = 4096;

impl GatherElements {
    /// The shape of the indices, whose dimensions off the axis are equal to those of the data, or at most as large.
    fn shape(&self, cx: &mut InferContext<'_>, data: &Shape, by: &Shape, axis: Option<usize>) -> Shape {
        let Some(from) = data.dims() else { return by.clone() };
        let any = vec![Dim::unknown(); from.len()];
        let by = by.dims().unwrap_or(&any);
        let mut dims = Vec::with_capacity(from.len());
        for (at, (from, by)) in from.iter().zip(by).enumerate() {
            let met = match axis {
                None => Some(by.clone()),
                Some(axis) if axis == at => Some(by.clone()),
                Some(_) if self.equal => cx.unify(from, by),
                // The indices are known more precisely than by the bound of the data.
                Some(_) if by.high() <= from.high() => Some(by.clone()),
                Some(_) => by.meet(&Dim::interval(0, from.high())),
            };
            dims.push(met.unwrap_or_else(|| {
                self.report_mismatch(cx, at, from, by);
                by.clone()
            }));
        }
        Shape::from_dims(dims)
    }

    fn report_mismatch(&self, cx: &mut InferContext<'_>, dim: usize, data: &Dim, by: &Dim) {
        let valid = if self.equal { format!("{data}") } else { format!("at most {data}") };
        let message = format!(
            "dimension {dim} of indices {} is {by}; expected {valid}, the size in input {}",
            cx.input_name(1),
            cx.input_name(0)
        );
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
        let finding = finding.label(cx.shape(1)).related(cx.input_place(0), cx.shape(0));
        let finding = finding.help("use indices that differ in size from the data only along the axis");
        cx.report(finding.data("dimension", dim).data("size", by.to_string()));
    }
}

/// Whether indices and data may have the same rank; reports ranks that differ.
pub(super) fn same_rank(cx: &mut InferContext<'_>, data: &Shape, by: &Shape) -> bool {
    let exceeds = |a: &Shape, b: &Shape| a.rank().is_some_and(|rank| rank < b.min_rank());
    if !exceeds(data, by) && !exceeds(by, data) {
        return true;
    }
    let (rank, expected) = (by.min_rank(), data.min_rank());
    let message = format!(
        "indices {} have rank {rank}; expected the rank of input {}, {expected}",
        cx.input_name(1),
        cx.input_name(0)
    );
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(1), message);
    let finding = finding.label(by).related(cx.input_place(0), data);
    cx.report(finding.help("reshape the indices or the input").data("rank", rank).data("expected", expected));
    false
}

/// The position in the data of every element that is indexed along an axis.
pub(super) fn places(
    indices: &[i128],
    by: &[u64],
    data: &[u64],
    axis: usize,
    cx: &InferContext<'_>,
) -> Option<Vec<usize>> {
    let strides = view::strides(data)?;
    let size = *data.get(axis)?;
    let all = view::positions(by, cx.limits())?.into_iter().zip(indices).map(|(mut at, index)| {
        *at.get_mut(axis)? = indices::place(*index, size)?;
        let inside = at.iter().zip(data).all(|(at, size)| at < size);
        let place: i128 = at.iter().zip(&strides).map(|(&at, stride)| i128::from(at) * stride).sum();
        usize::try_from(place).ok().filter(|_| inside)
    });
    all.collect()
}

fn elements(cx: &InferContext<'_>, axis: usize) -> Option<Elements> {
    let (data, sizes) = view::known(cx, 0)?;
    let (indices, by) = (cx.exact_ints(1)?, cx.shape(1).sizes()?);
    data.gather(places(&indices, &by, &sizes, axis, cx)?)
}

fn resolve(cx: &mut InferContext<'_>, equal: bool, runs: Option<&'static str>) -> Resolved {
    let axis = axes::read_one(cx, OperandSource::Attribute("axis")).filter(|_| !cx.has_unknown_value("axis"));
    Resolved::operator(GatherElements { axis, equal, runs })
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    resolve(cx, false, None)
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    resolve(cx, true, Some("OpenVINO's result for such an index is undefined"))
}

const SIGNATURES: &[Signature] = &[Signature::since(6)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("indices", "T_IND")])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[AttributeSpec::required("axis", AttributeKind::Integer)])
    .variables(&[
        TypeVariable::tensors("T", TypeSet::ALL),
        TypeVariable::tensors("T_IND", TypeSet::from_types(&[ElementType::I64, ElementType::I32])),
    ])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("GatherElements", resolve_onnx).with_counterpart(Counterpart::WITH_AXIS),
    OperatorDef::openvino("GatherElements", SIGNATURES, resolve_ir),
];

#[cfg(test)]
mod tests {

    use crate::op_query::OpQuery;

    use crate::tensor::{EvalError, Tensor};

    #[test]
    fn elements_in_memory_are_taken() {
        let query = |index: i32| {
            let indices = Tensor::new([2, 2], vec![2i32, 0, 1, index]).unwrap();
            let data = Tensor::new([3, 3], vec![1u8, 2, 3, 4, 5, 6, 7, 8, 9]).unwrap();
            OpQuery::onnx("GatherElements", 13).attribute("axis", 1).tensor(data).tensor(indices).evaluate()
        };
        assert_eq!(query(-1).unwrap()[0].values::<u8>().unwrap(), [3, 1, 5, 6]);
        assert!(matches!(query(3), Err(EvalError::Invalid(_))));
    }
}
