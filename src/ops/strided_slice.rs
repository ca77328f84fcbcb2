//! StridedSlice: slices of leading dimensions, with masks that insert, remove or skip dimensions.

use super::EvalContext;
use super::cost::{self, Cost};
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::slice::{List, slice_elements, view};
use super::slice_arithmetic::Slice;
use super::{InferContext, Operator, OperatorDef, Resolved, diagnostics, view};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::elements::SymInt;
use crate::fact::Fact;
use crate::ops::size_operand::{SizeOperand, SizeSource};
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved StridedSlice. Masks shorter than the lists are padded with zeros.
#[derive(Debug)]
struct StridedSlice {
    begin: List,
    end: List,
    strides: List,
    begin_mask: Vec<bool>,
    end_mask: Vec<bool>,
    new_axis: Vec<bool>,
    shrink: Vec<bool>,
    ellipsis: Vec<bool>,
}

/// The effect of one position of the lists.
#[derive(Clone, Debug)]
enum Step {
    /// Slices the next dimension.
    Cut(Slice),
    /// Takes one element of the next dimension, which is removed.
    Shrink(SymInt),
    /// Inserts a dimension of size 1.
    New,
}

impl Step {
    /// The slice of a dimension of the data; a single element is a slice of one.
    fn slice(&self) -> Option<Slice> {
        match self {
            Step::Cut(slice) => Some(slice.clone()),
            Step::Shrink(at) => Some(single(at)),
            Step::New => None,
        }
    }
}

fn is_set(mask: &[bool], position: usize) -> bool {
    mask.get(position).copied().unwrap_or(false)
}

impl Operator for StridedSlice {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let fits = self.begin.same_length(cx, &self.end) & self.begin.same_length(cx, &self.strides);
        let count = self.begin.len().or(self.end.len()).or_else(|| self.strides.len()).filter(|_| fits);
        let steps = match (count, data.rank()) {
            (Some(count), Some(rank)) => self.steps(cx, count, rank),
            _ => None,
        };
        let (shape, elements) = match (&steps, data.dims()) {
            (Some(steps), Some(dims)) => {
                let cut = cut(cx, steps, dims);
                let shape = shape(steps, &cut, dims);
                let elements = slice_elements(cx, &cut);
                (shape.clone(), elements.filter(|e| shape.num_elements().is(e.len() as u64)))
            }
            _ => (self.weakest(&data, fits), None),
        };
        let why = (steps.is_none() && fits).then(|| cx.unknown_because("the slice is known only at run time"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) }.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let data = cx.input(0)?;
        let sizes = view::sizes(data);
        let count = self.begin.len().or(self.end.len()).ok_or(EvalError::UnknownType)?;
        let steps =
            self.laid_out(count, sizes.len(), |position| self.step(position, self.strides.known_step(position)));
        let steps = steps.ok_or(EvalError::UnknownType)?;
        self.check(&steps, &sizes)?;
        let slices: Vec<Slice> = steps.iter().filter_map(Step::slice).collect();
        let view = view(&sizes, &slices).ok_or(EvalError::UnknownType)?;
        view::reshaped(&view.of_tensor(data)?, &cx.output(0)?.sizes)
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::part(0)
    }
}

impl StridedSlice {
    /// Rejects what runtimes interpret differently or reject.
    fn check(&self, steps: &[Step], sizes: &[u64]) -> Result<(), EvalError> {
        let twice = |&i: &usize| is_set(&self.ellipsis, i) && (is_set(&self.new_axis, i) || is_set(&self.shrink, i));
        if let Some(position) = (0..self.ellipsis.len()).find(twice) {
            let message = format!("position {position} is set in `ellipsis_mask` and in another mask");
            return Err(EvalError::Undefined(message));
        }
        let dims = steps.iter().filter(|step| !matches!(step, Step::New)).zip(sizes).enumerate();
        for (dim, (step, &size)) in dims {
            let Step::Shrink(at) = step else { continue };
            let index = at.value().ok_or(EvalError::UnknownType)?;
            if !(-i128::from(size)..i128::from(size)).contains(&index) {
                let valid = format!("expected -{size}..={}", i128::from(size) - 1);
                let message = format!("index {index} is out of range for dimension {dim} of size {size}; {valid}");
                return Err(EvalError::Invalid(message));
            }
        }
        Ok(())
    }

    /// The shape if the number of positions is unknown.
    fn weakest(&self, data: &Shape, fits: bool) -> Shape {
        let set = |mask: &[bool]| mask.iter().filter(|m| **m).count();
        match data.dims() {
            Some(dims) if fits && set(&self.new_axis) + set(&self.shrink) == 0 => {
                Shape::from_dims(dims.iter().map(|d| Dim::interval(0, d.high())))
            }
            _ => Shape::with_min_rank(data.min_rank().saturating_sub(set(&self.shrink))),
        }
    }

    /// The steps in order, with the ellipsis expanded; reports more positions than dimensions.
    fn steps(&self, cx: &mut InferContext<'_>, count: usize, rank: usize) -> Option<Vec<Step>> {
        let (_, new, taken) = self.counted(count);
        let limit = view::rank(cx.limits(), (rank + new) as u64);
        if taken > rank || limit.is_none() {
            self.too_many(cx, taken, rank);
            return None;
        }
        self.laid_out(count, rank, |position| {
            let cuts = !is_set(&self.new_axis, position) && !is_set(&self.shrink, position);
            let step = if cuts { self.strides.step(cx, position) } else { None };
            self.step(position, step)
        })
    }

    /// The position of the ellipsis, the number of new dimensions, and the number of dimensions that the lists cover.
    fn counted(&self, count: usize) -> (Option<usize>, usize, usize) {
        let ellipsis = (0..self.ellipsis.len().min(count)).find(|&i| self.ellipsis[i]);
        let new = (0..self.new_axis.len().min(count)).filter(|&i| self.new_axis[i] && Some(i) != ellipsis).count();
        (ellipsis, new, count - new - usize::from(ellipsis.is_some()))
    }

    /// The steps in order; `None` if there are more positions than dimensions.
    fn laid_out(&self, count: usize, rank: usize, mut step: impl FnMut(usize) -> Step) -> Option<Vec<Step>> {
        let (ellipsis, new, taken) = self.counted(count);
        let rest = rank.checked_sub(taken)?;
        let mut steps = Vec::with_capacity(rank + new);
        for position in 0..count {
            if Some(position) == ellipsis {
                steps.extend(std::iter::repeat_n(Step::Cut(Slice::ALL), rest));
            } else {
                steps.push(step(position));
            }
        }
        if ellipsis.is_none() {
            steps.extend(std::iter::repeat_n(Step::Cut(Slice::ALL), rest));
        }
        Some(steps)
    }

    fn step(&self, position: usize, step: Option<i128>) -> Step {
        if is_set(&self.new_axis, position) {
            return Step::New;
        }
        let masked = is_set(&self.begin_mask, position);
        if is_set(&self.shrink, position) {
            return Step::Shrink(if masked { SymInt::unknown() } else { self.begin.get(position) });
        }
        let start = (!masked).then(|| self.begin.get(position));
        let end = (!is_set(&self.end_mask, position)).then(|| self.end.get(position));
        Step::Cut(Slice { start, end, step })
    }

    fn too_many(&self, cx: &mut InferContext<'_>, taken: usize, rank: usize) {
        let name = cx.input_name(0);
        let message = format!(
            "the slice covers {}, but input {name} has rank {rank}",
            crate::diagnostic::counted(taken, "dimension")
        );
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, self.begin.place(cx, 0), message);
        let finding = finding.help("list at most one position per dimension, or mark new ones in `new_axis_mask`");
        cx.report(finding.data("count", taken).data("rank", rank));
    }
}

/// The slice of every dimension of the data. Reports an index out of range.
fn cut(cx: &mut InferContext<'_>, steps: &[Step], dims: &[Dim]) -> Vec<Slice> {
    let mut slices = Vec::with_capacity(dims.len());
    for step in steps {
        if let (Step::Shrink(at), Some(dim)) = (step, dims.get(slices.len())) {
            check_index(cx, at, dim, slices.len());
        }
        let dim = dims.get(slices.len());
        slices.extend(step.slice().map(|slice| backwards(slice, dim)));
    }
    slices
}

/// A slice with negative steps as IR defines it: an end past the elements is an ordinary end, and a start before the
/// first element is the first one. Other dialects differ.
fn backwards(slice: Slice, dim: Option<&Dim>) -> Slice {
    if slice.step.is_none_or(|step| step > 0) {
        return slice;
    }
    let past = |end: SymInt| if end.low() >= i128::from(i32::MAX) { SymInt::exact(i64::MAX - 1) } else { end };
    let first = dim.and_then(Dim::size).filter(|&size| size > 0).map(|size| -i128::from(size));
    let start = slice.start.map(|start| match first {
        Some(first) if start.high() < first => SymInt::exact(first),
        _ => start,
    });
    Slice { start, end: slice.end.map(past), ..slice }
}

/// A slice of one element; an index out of range is reported separately.
fn single(at: &SymInt) -> Slice {
    let end = at.value().map(|v| if v == -1 { SymInt::exact(i64::MAX) } else { SymInt::exact(v.saturating_add(1)) });
    Slice { start: Some(at.clone()), end: end.or(Some(SymInt::unknown())), step: Some(1) }
}

fn check_index(cx: &mut InferContext<'_>, at: &SymInt, dim: &Dim, axis: usize) {
    let high = i128::from(dim.high());
    if dim.high() == Dim::UNBOUNDED || (at.low() < high && at.high() >= -high) {
        return;
    }
    let message =
        format!("index {at} is out of range for dimension {axis} of input {}, whose size is {dim}", cx.input_name(0));
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.input_place(1), message);
    let finding = match high {
        0 => finding.help("make the dimension nonempty"),
        _ => finding.help(format!("choose an index in -{high}..={}", high - 1)),
    };
    // The behavior depends on whether the data is constant.
    let finding =
        finding.level(Level::Warning).note("OpenVINO does not fold it; its CPU plugin uses the nearest element");
    cx.report(finding.data("index", at.to_string()).data("size", dim.to_string()).data("dimension", axis));
}

fn shape(steps: &[Step], cut: &[Slice], dims: &[Dim]) -> Shape {
    let mut sizes = dims.iter().zip(cut);
    let size = |step: &Step| match step {
        Step::New => Some(Dim::exact(1)),
        Step::Cut(_) => sizes.next().map(|(dim, slice)| slice.length(dim)),
        Step::Shrink(_) => {
            sizes.next();
            None
        }
    };
    Shape::from_dims(steps.iter().filter_map(size))
}

const MASKS: [&str; 5] = ["begin_mask", "end_mask", "new_axis_mask", "shrink_axis_mask", "ellipsis_mask"];

/// OP105: a mask contains numbers other than 0 and 1.
fn check_masks(cx: &mut InferContext<'_>) {
    for name in MASKS {
        let wrong = cx.ints(name).and_then(|mask| mask.iter().copied().find(|bit| !(0..=1).contains(bit)));
        if let Some(wrong) = wrong {
            return diagnostics::attribute(
                cx,
                name,
                format!("{wrong} in one position"),
                "0 or 1",
                "set each position of the mask to 0 or 1",
            );
        }
    }
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    check_masks(cx);
    let mask = |name| cx.ints(name).map(|list| list.iter().map(|v| *v == 1).collect()).unwrap_or_default();
    Resolved::operator(StridedSlice {
        begin: List::input(cx, 1, "begins"),
        end: List::input(cx, 2, "ends"),
        strides: List::input(cx, 3, "strides"),
        begin_mask: mask("begin_mask"),
        end_mask: mask("end_mask"),
        new_axis: mask("new_axis_mask"),
        shrink: mask("shrink_axis_mask"),
        ellipsis: mask("ellipsis_mask"),
    })
}

const fn mask(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Integers, DefaultValue::Ints(&[]))
}

// The specification has one type for all three lists; OpenVINO accepts any for each.
const SIGNATURES: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[
        FormalParameter::new("data", "T"),
        FormalParameter::new("begin", "T_BEGIN"),
        FormalParameter::new("end", "T_END"),
        FormalParameter::new("stride", "T_STRIDE").optional(),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[
        AttributeSpec::required("begin_mask", AttributeKind::Integers),
        AttributeSpec::required("end_mask", AttributeKind::Integers),
        mask("new_axis_mask"),
        mask("shrink_axis_mask"),
        mask("ellipsis_mask"),
    ])
    .variables(&[
        TypeVariable::tensors("T", TypeSet::ALL),
        TypeVariable::tensors("T_BEGIN", TypeSet::INTEGER),
        TypeVariable::tensors("T_END", TypeSet::INTEGER),
        TypeVariable::tensors("T_STRIDE", TypeSet::INTEGER),
    ])];

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::openvino("StridedSlice", SIGNATURES, resolve)
    .with_size_operands(&[SizeOperand::ends(SizeSource::Input(2))])];

#[cfg(test)]
mod tests {

    use crate::op_query::OpQuery;

    use crate::tensor::{EvalError, Tensor};

    fn evaluated(sizes: &[usize], lists: [&[i64]; 3], masks: [&str; 5]) -> Result<(Vec<usize>, Vec<i32>), EvalError> {
        let data = Tensor::new(sizes, (0..sizes.iter().product::<usize>() as i32).collect()).unwrap();
        let names = ["begin_mask", "end_mask", "new_axis_mask", "shrink_axis_mask", "ellipsis_mask"];
        let list = |values: &[i64]| Tensor::new([values.len()], values.iter().map(|&v| v as i32).collect()).unwrap();
        let query = lists.into_iter().fold(OpQuery::openvino("StridedSlice", 1).tensor(data), |q, l| q.tensor(list(l)));
        let made = names.into_iter().zip(masks).fold(query, |q, (name, mask)| q.attribute(name, mask)).evaluate()?;
        Ok((made[0].sizes().to_vec(), made[0].values::<i32>().unwrap().to_vec()))
    }

    #[test]
    fn an_index_out_of_range_is_not_evaluated() {
        let taken = |at, ellipsis| evaluated(&[3], [&[at], &[0], &[1]], ["", "", "", "1", ellipsis]);
        assert_eq!(taken(-3, ""), Ok((vec![], vec![0])));
        let message = "index 3 is out of range for dimension 0 of size 3; expected -3..=2";
        assert_eq!(taken(3, ""), Err(EvalError::Invalid(message.to_owned())));
        assert!(matches!(taken(0, "1"), Err(EvalError::Undefined(_))), "an ellipsis in another mask");
    }
}
