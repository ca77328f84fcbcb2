//! Scatter: the data with some of its elements replaced or updated.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::scalar::{self, OneListed};
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved, gather_elements, gather_nd, indices};
use super::{diagnostics, shape_checks};

use super::{EvalContext, StaticTensorType, wide_bytes};
use crate::diagnostic::one_of;
use crate::dialect::Dialect;
use crate::element::TypeSet;
use crate::fact::Fact;
use crate::rule::Level;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

#[cfg(feature = "evaluate")]
mod evaluate;
pub(super) mod updates;

use updates::Reduction;

/// How indices select positions.
#[derive(Clone, Copy, Debug)]
enum Places {
    /// One index for each update, along an axis.
    Elements(Axis),
    /// A row of indices for each slice.
    Slices,
    /// IR: one index for each slice along an axis.
    Rows(Axis),
}

/// The axis; `None` if it is known only at run time.
#[derive(Clone, Copy, Debug)]
struct Axis(Option<i128>, OperandSource);

/// A resolved Scatter.
#[derive(Debug)]
struct Scatter {
    places: Places,
    /// How an update is combined with the existing element; `None` if the file does not say.
    reduction: Option<Reduction>,
    /// The behavior for an index out of range, if the run does not fail.
    runs: Option<&'static str>,
}

impl Operator for Scatter {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let (shape, places) = match self.places {
            Places::Elements(axis) => self.along(cx, axis, updates::of_elements),
            Places::Rows(axis) => self.along(cx, axis, updates::of_rows),
            Places::Slices => self.slices(cx),
        };
        let elements = places.zip(self.reduction).and_then(|(places, by)| updates::applied(cx, 2, &places, by));
        let elements = elements.filter(|e| data.num_elements().is(e.len() as u64));
        cx.set(0, Fact::tensor(cx.element(0), shape).with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        Ok(vec![evaluate::replaced(self, cx)?])
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let wide = if self.reduction == Some(Reduction::None) { 0 } else { wide_bytes(inputs, outputs) };
        // The starts of the updates, and their order.
        wide.saturating_add(evaluate::start_bytes(self, inputs).saturating_mul(2))
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// The updated positions, if known: for each update, the index in the data.
type Known = Option<Vec<usize>>;

impl Scatter {
    fn along(
        &self,
        cx: &mut InferContext<'_>,
        axis: Axis,
        of: fn(&mut InferContext<'_>, Option<usize>) -> (Shape, Known),
    ) -> (Shape, Known) {
        let data = cx.shape(0);
        let Axis(axis, source) = axis;
        let axis =
            axis.zip(data.rank()).and_then(|(axis, rank)| axes::wrap_one(cx, axis, rank, source, Ranked::Input(0)));
        if let (Some(axis), Some(dims)) = (axis, data.dims()) {
            indices::check(cx, 1, &dims[axis], self.runs);
        }
        of(cx, axis)
    }

    fn slices(&self, cx: &mut InferContext<'_>) -> (Shape, Known) {
        let (data, by) = (cx.shape(0), cx.shape(1));
        let help = "add a dimension";
        let fits = [0, 1].map(|input| shape_checks::rank(cx, input, 1..=usize::MAX, help));
        let (Some(from), Some((count, rows)), [true, true]) =
            (data.dims(), by.dims().and_then(<[_]>::split_last), fits)
        else {
            return (data, None);
        };
        if count.low() > from.len() as u64 {
            gather_nd::too_many(cx, count, from.len(), from.len() as u64);
            return (data, None);
        }
        let Some(count) = count.size().and_then(|n| usize::try_from(n).ok()) else { return (data, None) };
        gather_nd::check(cx, from, count, self.runs);
        let expected = [rows, &from[count..]].concat();
        // OpenVINO accepts one row of indices for single elements with updates of other ranks.
        if expected.is_empty() && self.runs.is_some() && cx.shape(2).min_rank() > 0 {
            return (data, None);
        }
        let Some(met) = updates::expect(cx, 2, &expected) else { return (data, None) };
        let shape = Shape::from_dims(from[..count].iter().chain(&met[rows.len()..]).cloned());
        let places = || gather_nd::places(&cx.exact_ints(1)?, &by.sizes()?, &data.sizes()?, 0, cx);
        (shape, places().map(|rows| rows.concat()))
    }
}

fn resolve_onnx(cx: &mut InferContext<'_>, slices: bool) -> Resolved {
    let attribute = cx.attribute_kind("reduction").is_some();
    let later = cx.version() >= 18;
    let words = if later { &["none", "add", "mul", "max", "min"][..] } else { &["none", "add", "mul"] };
    let reduction = match attribute {
        false => Some(Reduction::None),
        true if cx.has_unknown_value("reduction") || !known(cx, words, slices) => None,
        true => cx.text("reduction").and_then(Reduction::from_name),
    };
    let source = OperandSource::Attribute("axis");
    let axis = || Axis(axes::read_one(cx, source).filter(|_| !cx.has_unknown_value("axis")), source);
    let places = if slices { Places::Slices } else { Places::Elements(axis()) };
    Resolved::operator(Scatter { places, reduction, runs: None })
}

/// Whether the reduction is one of this version; ONNX Runtime accepts later ones in all versions, and ignores unknown
/// words when single elements are replaced.
fn known(cx: &mut InferContext<'_>, words: &[&str], slices: bool) -> bool {
    let Some(written) = cx.text("reduction").filter(|word| !words.contains(word)) else { return true };
    let runs = !slices || matches!(written, "min" | "max");
    let level = if runs { Level::Warning } else { Level::Error };
    let finding = diagnostics::invalid_attribute(cx, "reduction", format_args!("{written:?}"), one_of(words));
    cx.report(finding.level(level).help("set `reduction` to one of these values"));
    false
}

fn resolve_ir(cx: &mut InferContext<'_>, places: fn(Axis) -> Places) -> Resolved {
    let has_axis = !matches!(places(Axis(None, OperandSource::Input(3))), Places::Slices);
    let axis =
        (has_axis && scalar::expect(cx, 3, OneListed::Valid)).then(|| axes::read_one(cx, OperandSource::Input(3)));
    let reduction = match cx.attribute_kind("reduction") {
        None => Some(Reduction::None),
        // Without the existing elements, an update meets a value that depends on the reduction.
        Some(_) if cx.attribute_kind("use_init_val").is_some() && cx.bool("use_init_val") != Some(true) => None,
        Some(_) => cx.text("reduction").map(str::to_ascii_lowercase).as_deref().and_then(Reduction::from_name),
    };
    let places = places(Axis(axis.flatten(), OperandSource::Input(3)));
    Resolved::operator(Scatter { places, reduction, runs: Some("OpenVINO's result for such an index is undefined") })
}

fn resolve_elements(cx: &mut InferContext<'_>) -> Resolved {
    match cx.dialect() {
        Dialect::Onnx => resolve_onnx(cx, false),
        Dialect::OpenVino => resolve_ir(cx, Places::Elements),
    }
}

fn resolve_slices(cx: &mut InferContext<'_>) -> Resolved {
    match cx.dialect() {
        Dialect::Onnx => resolve_onnx(cx, true),
        Dialect::OpenVino => resolve_ir(cx, |_| Places::Slices),
    }
}

fn resolve_rows(cx: &mut InferContext<'_>) -> Resolved {
    resolve_ir(cx, Places::Rows)
}

const DATA: FormalParameter = FormalParameter::new("data", "T");
const INDICES: FormalParameter = FormalParameter::new("indices", "T_IND");
const UPDATES: FormalParameter = FormalParameter::new("updates", "T");
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const ALONG: &[FormalParameter] = &[DATA, INDICES, UPDATES, FormalParameter::new("axis", "T_AXIS")];
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::ALL),
    TypeVariable::tensors("T_IND", TypeSet::INTEGER),
    TypeVariable::tensors("T_AXIS", TypeSet::INTEGER),
];
const REDUCTION: AttributeSpec = AttributeSpec::default(
    "reduction",
    AttributeKind::Word(&["none", "sum", "prod", "min", "max", "mean"]),
    DefaultValue::Text("none"),
);
const REDUCTION_ND: AttributeSpec = AttributeSpec::default(
    "reduction",
    AttributeKind::Word(&["none", "sum", "sub", "prod", "min", "max"]),
    DefaultValue::Text("none"),
);
const USE_INIT_VAL: AttributeSpec =
    AttributeSpec::default("use_init_val", AttributeKind::Bool, DefaultValue::Bool(true));

const fn ir(since: i64, inputs: &'static [FormalParameter]) -> Signature {
    Signature::since(since).until(16).inputs(inputs).outputs(OUTPUTS).variables(VARIABLES)
}

const ROWS: &[Signature] = &[ir(3, ALONG)];
const ELEMENTS: &[Signature] = &[ir(3, ALONG), ir(12, ALONG).attributes(&[REDUCTION, USE_INIT_VAL])];
const SLICES: &[Signature] =
    &[ir(4, &[DATA, INDICES, UPDATES]), ir(15, &[DATA, INDICES, UPDATES]).attributes(&[REDUCTION_ND])];

const REDUCTIONS: SettingPair =
    SettingPair::new("reduction", &["reduction"], Equivalence::Words(&[("add", "sum"), ("mul", "prod")]));

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Scatter", resolve_elements),
    OperatorDef::onnx("ScatterElements", resolve_elements)
        .with_counterpart(Counterpart::named("ScatterElementsUpdate").settings(&[SettingPair::AXIS, REDUCTIONS])),
    OperatorDef::onnx("ScatterND", resolve_slices)
        .with_counterpart(Counterpart::named("ScatterNDUpdate").settings(&[REDUCTIONS])),
    OperatorDef::openvino("ScatterElementsUpdate", ELEMENTS, resolve_elements),
    OperatorDef::openvino("ScatterNDUpdate", SLICES, resolve_slices),
    OperatorDef::openvino("ScatterUpdate", ROWS, resolve_rows),
];

#[cfg(test)]
mod tests;
