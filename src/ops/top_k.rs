//! TopK: the greatest or least elements along an axis, and their indices.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::scalar::{self, OneListed};
use super::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, FormalType, ParameterOption, Signature,
    TypeConstraint, TypeVariable,
};
use super::{EvalContext, StaticTensorType, positions, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{attributes, diagnostics};

use super::runtime_behavior::RuntimeBehavior;
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::fact::Fact;
use crate::kernel::dense::whole_tensor;
use crate::kernel::lines::{Lines, keys};
use crate::kernel::runs;
use crate::place::Place;
use crate::rules;
use crate::shape::Shape;
use crate::target::Runtime;
use crate::tensor::{EvalError, Tensor};

/// A resolved TopK.
#[derive(Debug)]
struct TopK {
    axis: Option<i128>,
    count: Count,
    /// The type of the second output.
    indices: Option<ElementType>,
    /// Whether the greatest elements are selected; `None` if it is unknown.
    largest: Option<bool>,
    /// The order of the selected elements.
    order: Order,
    /// Whether the lower of the indices of equal elements comes first; otherwise the selection is unspecified.
    stable: bool,
}

/// The order of selected elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// From the most extreme one on.
    Value,
    /// In the order of the data.
    Index,
    /// Unspecified, or not known.
    Unknown,
}

/// Where the number of elements comes from.
#[derive(Debug)]
enum Count {
    Given(Option<Dim>),
    /// In input 1, as a one-element list or as a scalar.
    Input {
        list: bool,
    },
}

impl Operator for TopK {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let (count, place) = match &self.count {
            Count::Given(count) => (count.clone(), cx.attribute_place("k")),
            Count::Input { list } => {
                let listed = if *list { OneListed::Valid } else { OneListed::Refused };
                let count = if *list && is_scalar(cx) { None } else { scalar::count(cx, 1, 0, "k", listed) };
                (count, cx.element_place(1, 0))
            }
        };
        let shape = self.shape(cx, &data, count.as_ref(), place);
        let known = count.as_ref().is_some_and(|k| !k.is_unknown());
        let why =
            (!known).then(|| cx.unknown_reason(1).unwrap_or_else(|| cx.unknown_because("k is known only at run time")));
        let fact = |element| Fact { unknown_reason: why.clone(), ..Fact::tensor(element, shape.clone()) };
        cx.set(0, fact(cx.element(0)));
        cx.set(1, fact(self.indices));
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        // The ranks of a line, besides the keys of all.
        let elements = inputs.first().and_then(Option::as_ref).map_or(0, |data| positions(data.sizes()));
        wide_bytes(inputs, outputs).saturating_add(elements.saturating_mul(8))
    }

    /// Each comparison of a sort takes about as long as reading a byte.
    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let read = inputs.first().and_then(Option::as_ref).map_or(0, |data| positions(data.sizes()));
        let made = outputs.first().map_or(0, StaticTensorType::positions);
        let comparisons = u64::from(made.max(2).ilog2());
        read.saturating_mul(8).saturating_add(made.saturating_mul(comparisons))
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let axis = self.axis.and_then(|axis| axes::position(axis, data.sizes().len())).ok_or(EvalError::UnknownType)?;
        let (lines, count) = (Lines::along(data.sizes(), axis)?, result.sizes.get(axis).copied().unwrap_or(0));
        let largest = self.largest.ok_or_else(|| undefined_order("the selected"))?;
        let keys = keys(data)?;
        let (mut chosen, mut starts) = (vec![0; result.count()], vec![0; result.count()]);
        let into = Lines { size: count, ..lines };
        for (from, to) in lines.starts().zip(into.starts()) {
            let mut line: Vec<u128> =
                lines.line(from).enumerate().map(|(at, key)| ranked(keys[key], at, largest)).collect();
            for (place, at) in into.line(to).zip(self.selected(&mut line, count)?) {
                let at = position(*at);
                (chosen[place], starts[place]) = (at as i128, from + at * lines.inner);
            }
        }
        let values = runs::gathered(data, &result.sizes, 1, |take| take(&starts)).ok_or(EvalError::UnknownType)?;
        let indices = cx.outputs().get(1).map(|indices| whole_tensor(indices.element, &indices.sizes, &chosen));
        Ok([values].into_iter().chain(indices.transpose()?).collect())
    }
}

impl TopK {
    /// The selected ones of a line of [`ranked`] elements, in order.
    fn selected<'a>(&self, line: &'a mut [u128], count: usize) -> Result<&'a [u128], EvalError> {
        // The one after them may equal the last one.
        let compared = line.len().min(count.saturating_add(1));
        if compared < line.len() {
            line.select_nth_unstable(compared - 1);
        }
        line[..compared].sort_unstable();
        if !self.stable && line[..compared].windows(2).any(|pair| pair[0] >> u64::BITS == pair[1] >> u64::BITS) {
            return Err(undefined_order("equal"));
        }
        let line = &mut line[..count.min(compared)];
        match self.order {
            Order::Value => {}
            Order::Index => line.sort_unstable_by_key(|&at| position(at)),
            Order::Unknown if count <= 1 => {}
            Order::Unknown => return Err(undefined_order("the selected")),
        }
        Ok(line)
    }

    fn shape(&self, cx: &mut InferContext<'_>, data: &Shape, count: Option<&Dim>, place: Place) -> Shape {
        let Some(dims) = data.dims() else { return Shape::with_min_rank(data.min_rank().max(1)) };
        let axis = self
            .axis
            .and_then(|axis| axes::wrap_one(cx, axis, dims.len(), OperandSource::Attribute("axis"), Ranked::Input(0)));
        let Some(axis) = axis else {
            // Only this axis is shortened.
            return Shape::from_dims(dims.iter().map(|dim| Dim::interval(0, dim.high())));
        };
        let most = Dim::interval(0, dims[axis].high());
        let mut dims = dims.to_vec();
        dims[axis] = match count {
            Some(count) if count.low() > dims[axis].high() => {
                too_many(cx, axis, &dims[axis], count, place);
                Dim::unknown()
            }
            Some(count) if !count.is_unknown() => count.meet(&most).unwrap_or(most),
            _ => cx.data_dependent_dim(0, axis, most.low(), most.high()),
        };
        Shape::from_dims(dims)
    }
}

/// An element of a line as one number, which orders like its rank, then its position. To sort these is faster than to sort
/// positions that refer to keys.
fn ranked(key: i64, at: usize, largest: bool) -> u128 {
    let ascending = key.cast_unsigned() ^ (1 << 63);
    let rank = if largest { !ascending } else { ascending };
    (u128::from(rank) << u64::BITS) | at as u128
}

/// The position of a [`ranked`] element.
fn position(ranked: u128) -> usize {
    ranked as u64 as usize
}

fn undefined_order(what: &str) -> EvalError {
    EvalError::Undefined(format!("the order of {what} elements is unspecified"))
}

/// Whether input 1 is a scalar where a one-element list is required (OP203).
fn is_scalar(cx: &mut InferContext<'_>) -> bool {
    let scalar = cx.shape(1).rank() == Some(0);
    if scalar {
        diagnostics::rank(cx, 1, "a one-element list, [1]", "unsqueeze it to a list");
    }
    scalar
}

/// OP202 or OP105: k exceeds the dimension.
fn too_many(cx: &mut InferContext<'_>, axis: usize, dim: &Dim, count: &Dim, place: Place) {
    let message =
        format!("k is {count}; expected at most {dim}, the size of dimension {axis} of input {}", cx.input_name(0));
    let attribute = cx.attribute_kind("k").is_some();
    let rule = if attribute { &rules::invalid_attribute_value::RULE } else { &rules::invalid_input_value::RULE };
    let finding = Diagnostic::new(rule, place, message).related(cx.input_place(0), cx.shape(0));
    let finding = finding.help("set k to at most the size of the dimension");
    cx.report(finding.data("k", count.to_string()).data("size", dim.to_string()));
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    let axis = axes::read_one(cx, OperandSource::Attribute("axis")).filter(|_| !cx.has_unknown_value("axis"));
    for name in ["largest", "sorted"] {
        if cx.attribute_kind(name).is_some() {
            attributes::doubtful_flag(cx, name);
        }
    }
    let count = match cx.attribute_kind("k") {
        Some(_) if attributes::at_least(cx, "k", 0) => {
            Count::Given(cx.int("k").and_then(|k| u64::try_from(k).ok()).map(Dim::exact))
        }
        Some(_) => Count::Given(None),
        None => Count::Input { list: true },
    };
    let flag = |name| match cx.attribute_kind(name) {
        Some(_) if cx.has_unknown_value(name) => None,
        Some(_) => cx.int(name).and_then(attributes::flag_value),
        None => Some(true),
    };
    let order = if flag("sorted") == Some(true) { Order::Value } else { Order::Unknown };
    let largest = flag("largest");
    Resolved::operator(TopK { axis, count, indices: Some(ElementType::I64), largest, order, stable: true })
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    let axis = axes::read_one(cx, OperandSource::Attribute("axis"));
    let indices = match cx.attribute_record("index_element_type") {
        Some(_) => cx.element_attribute("index_element_type"),
        None => Some(ElementType::I32),
    };
    if cx.bool("stable") == Some(true) && cx.text("sort").is_some_and(|sort| sort.eq_ignore_ascii_case("none")) {
        diagnostics::attribute(
            cx,
            "sort",
            "none while `stable` is true",
            "value or index",
            "set `sort` to value or index, or remove `stable`",
        );
    }
    let word = |name| cx.text(name).map(str::to_ascii_lowercase);
    let order = match word("sort").as_deref() {
        Some("value") => Order::Value,
        Some("index") => Order::Index,
        _ => Order::Unknown,
    };
    let largest = word("mode").map(|mode| mode == "max");
    let stable = cx.bool("stable") == Some(true);
    Resolved::operator(TopK { axis, count: Count::Input { list: false }, indices, largest, order, stable })
}

const INPUTS: &[FormalParameter] = &[FormalParameter::new("data", "T"), FormalParameter::new("k", "T_K")];
const INDEX: TypeSet = TypeSet::from_types(&[ElementType::I64, ElementType::I32]);
const OUTPUTS: &[FormalParameter] = &[
    FormalParameter::new("values", "T"),
    FormalParameter {
        name: "indices",
        ty: FormalType::Fixed(TypeConstraint::tensors(INDEX)),
        presence: ParameterOption::Required,
    },
];
const AXIS: AttributeSpec = AttributeSpec::required("axis", AttributeKind::Integer);
const MODE: AttributeSpec = AttributeSpec::required("mode", AttributeKind::Word(&["min", "max"]));
const SORT: AttributeSpec = AttributeSpec::required("sort", AttributeKind::Word(&["none", "index", "value"]));
const INDEX_TYPE: AttributeSpec =
    AttributeSpec::default("index_element_type", AttributeKind::Element, DefaultValue::Text("i32"));
const STABLE: AttributeSpec = AttributeSpec::default("stable", AttributeKind::Bool, DefaultValue::Bool(false));
const VARIABLES: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::NUMERIC), TypeVariable::tensors("T_K", TypeSet::INTEGER)];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).inputs(INPUTS).outputs(OUTPUTS).variables(VARIABLES)
}

const SIGNATURES: &[Signature] = &[
    ir(1).attributes(&[AXIS, MODE, SORT, INDEX_TYPE]),
    ir(3).attributes(&[AXIS, MODE, SORT, INDEX_TYPE]),
    ir(11).attributes(&[AXIS, MODE, SORT, INDEX_TYPE, STABLE]),
];

const COUNTERPART: Counterpart = Counterpart::SAME_NAME.settings(&[
    SettingPair::AXIS,
    SettingPair::new("largest", &["mode"], Equivalence::Words(&[("0", "min"), ("1", "max")])),
    SettingPair::new("sorted", &["sort"], Equivalence::Words(&[("1", "value"), ("1", "index"), ("0", "none")])),
]);

/// Measured with single nodes.
static BEHAVIORS: &[RuntimeBehavior] = &[
    RuntimeBehavior::refuses(
        Runtime::OnnxRuntime,
        |case| case.version == 1 && case.int("k") == Some(0),
        "rejects a `k` of 0",
        "remove the node: its outputs are empty",
    ),
    RuntimeBehavior::refuses(
        Runtime::OpenVino,
        |case| {
            case.is_onnx()
                && (case.int("k") == Some(0) || case.input(1).is_some_and(|k| k.ints.as_deref() == Some(&[0])))
        },
        "rejects a `k` of 0",
        "remove the node: its outputs are empty",
    ),
];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("TopK", resolve_onnx).with_counterpart(COUNTERPART).with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("TopK", SIGNATURES, resolve_ir),
];

#[cfg(all(test, feature = "evaluate"))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// A sort of all, in which equal elements keep their order.
        #[test]
        fn the_selected_are_the_first_ones_of_a_stable_sort(
            keys in prop::collection::vec(prop_oneof![-2i64..3, any::<i64>()], 0..40),
            largest: bool,
            by_index: bool,
            taken in 0usize..=40,
        ) {
            let (count, order) = (taken.min(keys.len()), if by_index { Order::Index } else { Order::Value });
            let selection = TopK { axis: None, count: Count::Given(None), indices: None, largest: None, order, stable: true };
            let mut line: Vec<u128> = keys.iter().enumerate().map(|(at, &key)| ranked(key, at, largest)).collect();
            let selected: Vec<usize> = selection.selected(&mut line, count).unwrap().iter().map(|&at| position(at)).collect();
            let mut expected: Vec<usize> = (0..keys.len()).collect();
            expected.sort_by_key(|&at| if largest { -i128::from(keys[at]) } else { keys[at].into() });
            expected.truncate(count);
            if by_index {
                expected.sort_unstable();
            }
            prop_assert_eq!(selected, expected);
        }
    }
}
