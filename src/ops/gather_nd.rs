//! GatherND: slices of the data, each selected by a row of indices.

use super::cost::{self, Cost};
use super::indices::starts;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved, indices, view};
use super::{attributes, shape_checks};

use super::{EvalContext, StaticTensorType};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::kernel::runs;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved GatherND.
#[derive(Debug)]
struct GatherNd {
    /// The number of batch dimensions of data and indices; `None` if it is unknown.
    batch: Option<usize>,
    /// IR: the first version flattens all batch dimensions into one.
    flat: bool,
    /// Whether the result has the batch dimensions of the indices if those of the data differ.
    by_indices: bool,
    /// What runtimes return for an out-of-range index, if they do not fail.
    runs: Option<&'static str>,
}

impl Operator for GatherNd {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let least = self.batch.unwrap_or(0) + 1;
        let help = "add at least one dimension after the batch dimensions";
        let fits = [0, 1].map(|input| shape_checks::rank(cx, input, least..=usize::MAX, help));
        let shape = if fits == [true; 2] { self.shape(cx) } else { Shape::UNKNOWN };
        let elements = self.elements(cx).filter(|e| shape.num_elements().is(e.len() as u64));
        let why = shape.rank().is_none().then(|| cx.unknown_because("the number of indices per slice is unknown"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) }.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], _: &[StaticTensorType]) -> u64 {
        starts::bytes_of_slices(inputs.get(1).and_then(Option::as_ref))
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let batch = self.batch.ok_or(EvalError::UnknownType)?;
        let empty = || Tensor::empty(result.element, &result.sizes).map_err(|_| EvalError::UnknownType);
        // There may be any number of rows without an index.
        if result.sizes.contains(&0) && cx.input(1)?.num_elements() == 0 {
            return Ok(vec![empty()?]);
        }
        let (starts, slice) = starts::of_slices(cx.input(1)?, data.sizes(), batch)?;
        if result.sizes.contains(&0) {
            return Ok(vec![empty()?]);
        }
        let made = runs::gathered(data, &result.sizes, slice, |take| take(&starts));
        Ok(vec![made.ok_or(EvalError::UnknownType)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::part(0)
    }
}

impl GatherNd {
    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let (data, by) = (cx.shape(0), cx.shape(1));
        let Some(batch) = self.batch else { return Shape::UNKNOWN };
        let leading = if self.flat { batch.min(1) } else { batch };
        let (Some(by), Some(from)) = (by.dims(), data.dims()) else {
            let between = by.min_rank().saturating_sub(batch + 1);
            return Shape::with_min_rank(leading + between);
        };
        let Some((count, rows)) = by.split_last() else { return Shape::UNKNOWN };
        let Some(mut dims) = self.batch_dims(cx, &from[..batch], &rows[..batch]) else { return Shape::UNKNOWN };
        if self.flat && batch > 0 {
            dims = vec![dims.iter().fold(Dim::exact(1), |n, dim| n.mul(dim))];
        }
        dims.extend_from_slice(&rows[batch..]);
        let most = (from.len() - batch) as u64;
        if count.low() > most {
            too_many(cx, count, from.len(), most);
            return Shape::with_min_rank(dims.len());
        }
        let Some(count) = count.size().and_then(|n| usize::try_from(n).ok()) else {
            return Shape::with_min_rank(dims.len());
        };
        check(cx, &from[batch..], count, self.runs);
        dims.extend_from_slice(&from[batch + count..]);
        Shape::from_dims(dims)
    }

    fn elements(&self, cx: &InferContext<'_>) -> Option<Elements> {
        let (data, sizes) = view::known(cx, 0)?;
        let by = cx.shape(1).sizes()?;
        let places = places(&cx.exact_ints(1)?, &by, &sizes, self.batch?, cx)?;
        data.gather(places.concat())
    }
}

impl GatherNd {
    /// The batch dimensions that both share; reports those that differ.
    fn batch_dims(&self, cx: &mut InferContext<'_>, from: &[Dim], by: &[Dim]) -> Option<Vec<Dim>> {
        let mut dims = Vec::with_capacity(from.len());
        for (at, (from, by)) in from.iter().zip(by).enumerate() {
            let Some(dim) = cx.unify(from, by) else {
                let message = format!(
                    "batch dimension {at} differs: {from} in input {}, {by} in indices {}",
                    cx.input_name(0),
                    cx.input_name(1)
                );
                let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
                let finding = finding.label(cx.shape(1)).related(cx.input_place(0), cx.shape(0));
                let finding = finding.help("make the first `batch_dims` sizes of both equal").data("dimension", at);
                if self.by_indices {
                    cx.report(match divides(from, by) {
                        true => finding.level(Level::Warning).note("ONNX Runtime uses the sizes of the indices"),
                        false => finding,
                    });
                    dims.push(by.clone());
                    continue;
                }
                cx.report(finding);
                return None;
            };
            dims.push(dim);
        }
        Some(dims)
    }
}

/// OP201: a row of indices is longer than the data has dimensions.
pub(super) fn too_many(cx: &mut InferContext<'_>, count: &Dim, rank: usize, most: u64) {
    let message = format!(
        "the last dimension of indices {} is {count}; input {} of rank {rank} has {most} dimensions to index",
        cx.input_name(1),
        cx.input_name(0),
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    let finding = finding.label(cx.shape(1)).related(cx.input_place(0), cx.shape(0));
    let finding = finding.help("use one index per dimension in each row of the indices");
    cx.report(finding.data("size", count.to_string()).data("rank", rank));
}

/// Reports the first index that is out of range for every possible size of its dimension.
pub(super) fn check(cx: &mut InferContext<'_>, dims: &[Dim], count: usize, runs: Option<&'static str>) {
    let Some(elements) = cx.elements(1).filter(|_| count > 0) else { return };
    let outside = |(at, int): &(usize, &SymInt)| {
        let high = dims.get(at % count).map_or(Dim::UNBOUNDED, Dim::high);
        high != Dim::UNBOUNDED && (int.low() >= i128::from(high) || int.high() < -i128::from(high))
    };
    let Some((at, int)) = elements.ints().unwrap_or_default().iter().enumerate().find(outside) else { return };
    indices::report(cx, (1, at), int, &dims[at % count], runs);
}

/// For every row of the indices, the positions in the data of the slice that it selects.
pub(super) fn places(
    indices: &[i128],
    by: &[u64],
    data: &[u64],
    batch: usize,
    cx: &InferContext<'_>,
) -> Option<Vec<Vec<usize>>> {
    let (count, rows) = by.split_last()?;
    let count = usize::try_from(*count).ok()?;
    let strides = view::strides(data)?;
    let (chosen, rest) = data.get(batch..)?.split_at_checked(count)?;
    let slice = view::count(rest, cx.limits())?;
    let rows = view::positions(rows, cx.limits())?;
    view::count(&[rows.len() as u64, slice as u64], cx.limits())?;
    let start = |(row, at): (usize, &Vec<u64>)| {
        let list = indices.get(row * count..(row + 1) * count)?;
        let inner = list.iter().zip(chosen).map(|(&index, &size)| indices::place(index, size));
        let lead = at.iter().take(batch).zip(data).map(|(&at, &size)| (at < size).then_some(at));
        let mut sum = 0i128;
        for (place, stride) in lead.chain(inner).zip(&strides) {
            sum += i128::from(place?) * stride;
        }
        let start = usize::try_from(sum).ok()?;
        Some((start..start.checked_add(slice)?).collect())
    };
    rows.iter().enumerate().map(start).collect()
}

fn resolve(cx: &mut InferContext<'_>, flat: bool, runs: Option<&'static str>) -> Resolved {
    let by_indices = cx.dialect() == Dialect::Onnx;
    let batch = match cx.attribute_kind("batch_dims") {
        None => Some(0),
        Some(_) if cx.has_unknown_value("batch_dims") || !attributes::at_least(cx, "batch_dims", 0) => None,
        Some(_) => cx.int("batch_dims").and_then(|n| usize::try_from(n).ok()).filter(|&n| n <= cx.limits().max_rank),
    };
    Resolved::operator(GatherNd { batch, flat, by_indices, runs })
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    resolve(cx, false, None)
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    let flat = cx.version() < 8;
    resolve(cx, flat, Some("OpenVINO's result for such an index is undefined"))
}

const INPUTS: &[FormalParameter] = &[FormalParameter::new("data", "T"), FormalParameter::new("indices", "T_IND")];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const BATCH_DIMS: &[AttributeSpec] =
    &[AttributeSpec::default("batch_dims", AttributeKind::Integer, DefaultValue::Int(0))];
const VARIABLES: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T_IND", TypeSet::INTEGER)];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).inputs(INPUTS).outputs(OUTPUTS).attributes(BATCH_DIMS).variables(VARIABLES)
}

const SIGNATURES: &[Signature] = &[ir(5), ir(8)];

/// Whether one size may be a multiple of the other: ONNX Runtime divides the indices among the batches of the data.
fn divides(data: &Dim, indices: &Dim) -> bool {
    match (data.size(), indices.size()) {
        (Some(data), Some(indices)) => data != 0 && indices % data == 0,
        _ => true,
    }
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("GatherND", resolve_onnx),
    // ONNX Runtime has one implementation for both domains.
    OperatorDef::microsoft("GatherND", resolve_onnx),
    OperatorDef::openvino("GatherND", SIGNATURES, resolve_ir),
];

#[cfg(test)]
mod tests {

    use crate::op_query::OpQuery;

    use crate::tensor::{EvalError, Tensor};

    #[test]
    fn slices_in_memory_are_taken() {
        let query = |batch: i64, sizes: [usize; 2], list: [i64; 2]| {
            let data = Tensor::new([2, 3], vec![1i16, 2, 3, 4, 5, 6]).unwrap();
            let query = OpQuery::onnx("GatherND", 13).attribute("batch_dims", batch).tensor(data);
            query.tensor(Tensor::new(sizes, list.to_vec()).unwrap()).evaluate()
        };
        assert_eq!(query(0, [2, 1], [1, 0]).unwrap()[0].values::<i16>().unwrap(), [4, 5, 6, 1, 2, 3]);
        assert_eq!(query(0, [1, 2], [1, -1]).unwrap()[0].values::<i16>().unwrap(), [6]);
        assert_eq!(query(1, [2, 1], [2, 0]).unwrap()[0].values::<i16>().unwrap(), [3, 4]);
        assert!(matches!(query(1, [2, 1], [3, 0]), Err(EvalError::Invalid(_))));
    }
}
