//! Random numbers: with a given shape, with the shape of an input, one per probability, or sampled classes.

use super::cost::{self, Cost};
use super::scalar::{self, OneListed};
use super::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeConstraint, TypeVariable,
};
use super::{InferContext, Operator, OperatorDef, Resolved, target_shape};
use super::{attributes, diagnostics, shape_checks};

use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::elements::Elements;
use crate::fact::Fact;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

/// Where the shape comes from.
#[derive(Clone, Debug)]
enum Of {
    /// The attribute `shape`; `None` if unknown.
    Attribute(Option<Shape>),
    /// The sizes in input 0.
    Sizes,
    /// The shape of input 0.
    Like,
}

/// Resolved random numbers.
#[derive(Clone, Debug)]
struct Random {
    of: Of,
    /// The element type.
    element: Option<ElementType>,
    /// Whether inputs 1 and 2 are the bounds.
    bounded: bool,
}

impl Operator for Random {
    fn infer(&self, cx: &mut InferContext<'_>) {
        if self.bounded {
            check_bounds(cx, self.element);
        }
        let (shape, why) = match &self.of {
            Of::Attribute(Some(shape)) => (shape.clone(), None),
            Of::Attribute(None) => (Shape::UNKNOWN, Some(cx.unknown_because("the attribute `shape` is unknown"))),
            Of::Like => (cx.shape(0), cx.unknown_reason(0)),
            Of::Sizes => {
                let shape = target_shape::read(cx, 0);
                let why = target_shape::why(cx, 0, &shape);
                (shape, why)
            }
        };
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(self.element, shape) });
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

/// IR: the bounds are single numbers of the output type, lower bound first.
fn check_bounds(cx: &mut InferContext<'_>, element: Option<ElementType>) {
    for input in [1, 2] {
        let shape = cx.shape(input);
        let fits = shape_checks::rank(cx, input, 0..=1, "use a single number");
        if fits && shape.rank() == Some(1) {
            super::body::check_single(cx, input);
        }
    }
    // Bounds of different types are reported elsewhere.
    let given = cx.element(1).filter(|given| cx.element(2).is_none_or(|other| other == *given));
    if let (Some(wanted), Some(given)) = (element, given)
        && wanted != given
    {
        let message = format!("input {} is {given}; expected {wanted}, the value of `output_type`", cx.input_name(1));
        let finding = Diagnostic::new(&rules::mismatched_types::RULE, cx.input_place(1), message);
        cx.report(finding.help("give the bounds the type in `output_type`").data("type", given.name()));
    }
    let bound = |input| match cx.elements(input)? {
        Elements::Ints(ints) => ints.first()?.value().map(|v| v as f64),
        Elements::Floats(floats) => floats.first().copied(),
        Elements::SymFloats(floats) => floats.first()?.value(),
    };
    let (Some(least), Some(most)) = (bound(1), bound(2)) else { return };
    if least >= most {
        let message = format!("the lower bound is {least}; expected less than the upper bound, {most}");
        let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.input_place(1), message);
        cx.report(finding.related(cx.input_place(2), most).help("put the lower bound in input 1"));
    }
}

/// The ONNX attribute `shape`; reports negative sizes.
fn shape_attribute(cx: &mut InferContext<'_>) -> Option<Shape> {
    let sizes =
        cx.ints("shape").filter(|sizes| !cx.has_unknown_value("shape") && sizes.len() <= cx.limits().max_rank)?;
    if let Some(position) = sizes.iter().position(|&size| size < 0) {
        let written = format!("{:?}", &sizes[..sizes.len().min(16)]);
        let finding = diagnostics::invalid_attribute(cx, "shape", written, "sizes of at least 0");
        cx.report(finding.help(format!("set size {position} to at least 0")).data("position", position));
    }
    Some(Shape::from_dims(sizes.iter().map(|&size| u64::try_from(size).map_or(Dim::unknown(), Dim::exact))))
}

/// The distribution parameters of RandomNormal and RandomUniform.
fn check_distribution(cx: &mut InferContext<'_>) {
    if let Some(scale) = cx.float("scale").filter(|scale| *scale < 0.0 && cx.attribute_kind("scale").is_some()) {
        let finding = diagnostics::invalid_attribute(cx, "scale", scale, "at least 0");
        cx.report(finding.help("set `scale` to a nonnegative standard deviation"));
    }
    let (low, high) = (cx.float("low").unwrap_or(0.0), cx.float("high").unwrap_or(1.0));
    if cx.attribute_kind("low").is_some() && low > high {
        let finding = diagnostics::invalid_attribute(cx, "low", low, format!("at most `high`, {high}"));
        cx.report(finding.help("set `low` to the lower bound"));
    }
}

fn by_shape(cx: &mut InferContext<'_>) -> Resolved {
    check_distribution(cx);
    let shape = shape_attribute(cx);
    let element = attributes::output_element(cx, "dtype", 0);
    Resolved::operator(Random { of: Of::Attribute(shape), element, bounded: false })
}

/// The element type is that of the input unless an attribute sets it.
fn like(cx: &mut InferContext<'_>) -> Resolved {
    check_distribution(cx);
    let element = match cx.attribute_record("dtype") {
        Some(_) => attributes::output_element(cx, "dtype", 0),
        None => {
            let element = cx.element(0);
            let formal = cx.signature.and_then(|s| Some(s.allowed(&s.outputs().get(0)?)));
            if let (Some(element), Some(formal)) = (element, formal)
                && !formal.tensor.contains(element)
            {
                no_type(cx, element, formal);
            }
            element
        }
    };
    Resolved::operator(Random { of: Of::Like, element, bounded: false })
}

/// A warning: without `dtype`, the numbers would have an invalid type.
fn no_type(cx: &mut InferContext<'_>, element: ElementType, formal: TypeConstraint) {
    let message = format!(
        "{} without `dtype` produces the type of its input, {element}; expected {}",
        cx.op_with_version(),
        formal.tensor
    );
    let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message).level(Level::Warning);
    let finding = finding.related(cx.input_place(0), element).note("ONNX Runtime rejects the model");
    cx.report(finding.help("add `dtype` with a valid type").data("attribute", "dtype"));
}

fn uniform(cx: &mut InferContext<'_>) -> Resolved {
    let element = cx.element_attribute("output_type");
    Resolved::operator(Random { of: Of::Sizes, element, bounded: true })
}

/// Multinomial: a number of sampled classes for each row of probabilities.
#[derive(Clone, Debug)]
struct Multinomial {
    element: Option<ElementType>,
    /// The number of samples; `None` if input 1 provides it.
    samples: Option<Dim>,
}

impl Operator for Multinomial {
    fn infer(&self, cx: &mut InferContext<'_>) {
        shape_checks::rank(cx, 0, 2..=2, "reshape the input to [batch, classes]");
        let [rows, _] = &shape_checks::dims(cx, 0, 2)[..] else { return };
        let samples = match &self.samples {
            Some(samples) => samples.clone(),
            None => scalar::count(cx, 1, 0, "number of samples", OneListed::Valid).unwrap_or(Dim::unknown()),
        };
        let why = samples.is_unknown().then(|| cx.unknown_because("the number of samples is unknown"));
        cx.set(
            0,
            Fact { unknown_reason: why, ..Fact::tensor(self.element, Shape::from_dims([rows.clone(), samples])) },
        );
    }
}

fn multinomial_onnx(cx: &mut InferContext<'_>) -> Resolved {
    let element = attributes::output_element(cx, "dtype", 0);
    let samples = attributes::positive(cx, "sample_size", None).map_or(Dim::unknown(), Dim::exact);
    Resolved::operator(Multinomial { element, samples: Some(samples) })
}

fn multinomial_ir(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Multinomial { element: cx.element_attribute("convert_type"), samples: None })
}

const SEEDS: [AttributeSpec; 2] = [
    AttributeSpec::default("global_seed", AttributeKind::Integer, DefaultValue::Int(0)),
    AttributeSpec::default("op_seed", AttributeKind::Integer, DefaultValue::Int(0)),
];
const ALIGNMENT: AttributeSpec = AttributeSpec::default(
    "alignment",
    AttributeKind::Word(&["tensorflow", "pytorch"]),
    DefaultValue::Text("tensorflow"),
);
const INDEX: TypeSet = TypeSet::from_types(&[ElementType::I32, ElementType::I64]);
const UNIFORM: &[Signature] = &[Signature::since(8)
    .until(16)
    .inputs(&[
        FormalParameter::new("shape", "T_SHAPE"),
        FormalParameter::new("min_val", "T"),
        FormalParameter::new("max_val", "T"),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[AttributeSpec::required("output_type", AttributeKind::Element), SEEDS[0], SEEDS[1], ALIGNMENT])
    .variables(&[TypeVariable::tensors("T_SHAPE", INDEX), TypeVariable::tensors("T", TypeSet::NUMERIC)])];
const DRAWN: &[Signature] = &[Signature::since(13)
    .until(16)
    .inputs(&[FormalParameter::new("probs", "T_IN"), FormalParameter::new("num_samples", "T_SAMPLES")])
    .outputs(&[FormalParameter::new("output", "T_OUT")])
    .attributes(&[
        AttributeSpec::required("convert_type", AttributeKind::Element),
        AttributeSpec::required("with_replacement", AttributeKind::Bool),
        AttributeSpec::required("log_probs", AttributeKind::Bool),
        SEEDS[0],
        SEEDS[1],
    ])
    .variables(&[
        TypeVariable::tensors("T_IN", TypeSet::FLOAT),
        TypeVariable::tensors("T_SAMPLES", INDEX),
        TypeVariable::tensors("T_OUT", TypeSet::NUMERIC),
    ])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Bernoulli", like).is_nondeterministic(),
    OperatorDef::onnx("Multinomial", multinomial_onnx).is_nondeterministic(),
    OperatorDef::onnx("RandomNormal", by_shape).is_nondeterministic(),
    OperatorDef::onnx("RandomNormalLike", like).is_nondeterministic(),
    OperatorDef::onnx("RandomUniform", by_shape).is_nondeterministic(),
    OperatorDef::onnx("RandomUniformLike", like).is_nondeterministic(),
    OperatorDef::openvino("Multinomial", DRAWN, multinomial_ir).is_nondeterministic(),
    OperatorDef::openvino("RandomUniform", UNIFORM, uniform).is_nondeterministic(),
];
