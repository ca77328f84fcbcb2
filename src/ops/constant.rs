//! Constants, in every form that the formats have.

use super::cost::{self, Cost};
use super::ir_spelling::IrSpelling;
use super::role::OperatorRole;
use std::sync::Arc;

use super::EvalContext;
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeConstraint};
use super::{InferContext, Operator, OperatorDef, Resolved, view};
use crate::diagnostic::Diagnostic;
use crate::element::{ElementType, TypeSet};
use crate::elements::Elements;
use crate::fact::{Fact, KnownValue};
use crate::graph::{AttributeValue, SparseTensor};
use crate::ids::TensorId;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

mod sparse;

/// A resolved constant.
#[derive(Debug)]
struct Constant {
    /// The complete fact, because a constant has no inputs.
    fact: Fact,
    /// The attribute with the value, if there is exactly one.
    value: Option<AttributeValue>,
}

impl Operator for Constant {
    fn infer(&self, cx: &mut InferContext<'_>) {
        cx.set(0, self.fact.clone());
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let output = cx.output(0)?;
        let sizes = output.sizes.clone();
        let made = match self.value.as_ref().ok_or(EvalError::Unreadable)? {
            AttributeValue::Tensor(tensor) => return Ok(vec![cx.model().load(*tensor)?]),
            AttributeValue::SparseTensor(sparse) => return Ok(vec![sparse::dense(cx.model(), sparse, output)?]),
            AttributeValue::Int(value) => Tensor::new(sizes, vec![*value]),
            AttributeValue::Ints(values) => Tensor::new(sizes, values.to_vec()),
            AttributeValue::Float(value) => Tensor::new(sizes, vec![*value]),
            AttributeValue::Floats(values) => Tensor::new(sizes, values.to_vec()),
            AttributeValue::String(value) => Tensor::of_strings(sizes, [value.clone()]),
            AttributeValue::Strings(values) => Tensor::of_strings(sizes, values.to_vec()),
            _ => return Err(EvalError::Unreadable),
        };
        Ok(vec![made.map_err(|_| EvalError::Unreadable)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::nothing()
    }
}

/// ONNX: exactly one of these attributes contains the value.
const FORMS: [&str; 8] = [
    "value",
    "sparse_value",
    "value_int",
    "value_ints",
    "value_float",
    "value_floats",
    "value_string",
    "value_strings",
];

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    let given: Vec<&'static str> = FORMS.into_iter().filter(|name| cx.attribute_record(name).is_some()).collect();
    let required = cx.signature.is_some_and(|s| s.attribute("value").is_some_and(|a| a.required));
    let fact = match given.as_slice() {
        [name] => from_attribute(cx, name),
        [] => {
            // If `value` is the only form, the signature check reports that it is missing.
            if !required {
                let message = format!("{} needs an attribute with its value", cx.op_with_version());
                let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message);
                cx.report(finding.help(format!("add one of {}", FORMS.join(", "))).data("attribute", "value"));
            }
            Fact::tensor(None, Shape::UNKNOWN)
        }
        [first, second, ..] => {
            let message = format!("both `{first}` and `{second}` contain the value; expected exactly one");
            let place = cx.attribute_place(second);
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
            let finding = finding.related(cx.attribute_place(first), "also here");
            cx.report(
                finding.help("remove one of the two attributes").data("attribute", *second).data("other", *first),
            );
            Fact::tensor(None, Shape::UNKNOWN)
        }
    };
    let value = if let [name] = given.as_slice() { cx.attribute(name).cloned() } else { None };
    Resolved::operator(Constant { fact, value })
}

/// The fact that an attribute determines; the signature check reports an attribute of another type.
fn from_attribute(cx: &InferContext<'_>, name: &str) -> Fact {
    let list = |element, count: usize, elements: Option<Elements>| {
        Fact::tensor(element, Shape::from_dims([count as u64])).with_elements(elements)
    };
    let few = |count: usize| count <= cx.limits().max_tracked_elements_per_tensor;
    match (name, cx.attribute(name)) {
        ("value", Some(AttributeValue::Tensor(tensor))) => from_tensor(cx, *tensor),
        ("sparse_value", Some(AttributeValue::SparseTensor(sparse))) => from_sparse(cx, sparse),
        ("value_int", Some(AttributeValue::Int(v))) => {
            Fact::tensor(ElementType::I64, Shape::scalar()).with_elements(Some(Elements::of_ints([*v])))
        }
        ("value_ints", Some(AttributeValue::Ints(v))) => {
            let elements = few(v.len()).then(|| Elements::of_ints(v.iter().copied()));
            list(ElementType::I64, v.len(), elements)
        }
        ("value_float", Some(AttributeValue::Float(v))) => {
            let elements = Elements::Floats(Arc::new([f64::from(*v)]));
            Fact::tensor(ElementType::F32, Shape::scalar()).with_elements(Some(elements))
        }
        ("value_floats", Some(AttributeValue::Floats(v))) => {
            let elements = few(v.len()).then(|| Elements::Floats(v.iter().map(|&f| f.into()).collect()));
            list(ElementType::F32, v.len(), elements)
        }
        ("value_string", Some(AttributeValue::String(_))) => Fact::tensor(ElementType::String, Shape::scalar()),
        ("value_strings", Some(AttributeValue::Strings(v))) => list(ElementType::String, v.len(), None),
        _ => unknown(cx),
    }
}

fn unknown(cx: &InferContext<'_>) -> Fact {
    let text = if FORMS.iter().any(|name| cx.has_unknown_data(name)) {
        "the constant is a parameter of the function"
    } else {
        "the constant's type or shape is invalid"
    };
    Fact { unknown_reason: Some(cx.unknown_because(text)), ..Fact::tensor(None, Shape::UNKNOWN) }
}

/// A stored tensor: its type, and its elements on demand.
pub(super) fn from_tensor(cx: &InferContext<'_>, id: TensorId) -> Fact {
    let (element, shape) = cx.model().tensor(id).reliable_type();
    let invalid = element.is_none() || !shape.is_static();
    let why = invalid.then(|| cx.unknown_because("the constant's type or shape is invalid"));
    Fact { value: KnownValue::Constant(id), unknown_reason: why, ..Fact::tensor(element, shape) }
}

/// A sparse tensor has a dense value, with zeros at all other indices.
fn from_sparse(cx: &InferContext<'_>, sparse: &SparseTensor) -> Fact {
    let element = cx.model().tensor(sparse.values).element;
    let Some(sizes) = &sparse.shape else {
        return Fact { ty: Fact::tensor(element, Shape::UNKNOWN).ty, ..unknown(cx) };
    };
    Fact::tensor(element, Shape::from_dims(sizes.iter().copied())).with_elements(dense(cx, sparse, sizes))
}

fn dense(cx: &InferContext<'_>, sparse: &SparseTensor, sizes: &[u64]) -> Option<Elements> {
    let model = cx.model();
    let count = view::count(sizes, cx.limits())?;
    let values = model.elements(sparse.values, cx.limits().max_tracked_elements_per_tensor)?;
    let indices = model
        .elements(sparse.indices?, cx.limits().max_tracked_elements_per_tensor.saturating_mul(sizes.len().max(1)))?;
    let linear = model.tensor(sparse.indices?).shape().rank() == Some(1);
    let width = if linear { 1 } else { sizes.len().max(1) };
    let strides = if linear { vec![1] } else { view::strides(sizes)? };
    let indices = indices.exact_ints()?;
    let at = indices.chunks(width).map(|index| {
        let terms = index.iter().zip(&strides).map(|(i, stride)| i.checked_mul(*stride));
        usize::try_from(terms.into_iter().try_fold(0i128, |sum, term| sum.checked_add(term?))?).ok()
    });
    let at: Vec<usize> = at.collect::<Option<_>>()?;
    if at.len() != values.len() {
        return None;
    }
    Some(match values {
        Elements::Ints(values) => Elements::Ints(scatter(crate::elements::SymInt::exact(0), &values, &at, count)?),
        Elements::Floats(values) => Elements::Floats(scatter(0.0, &values, &at, count)?),
        Elements::SymFloats(_) => return None,
    })
}

fn scatter<T: Clone>(zero: T, values: &[T], at: &[usize], count: usize) -> Option<Arc<[T]>> {
    let mut dense = vec![zero; count];
    for (value, &at) in values.iter().zip(at) {
        *dense.get_mut(at)? = value.clone();
    }
    Some(dense.into())
}

/// IR: the reader attaches the tensor and reports its faults; a layer in an operator query may have none.
fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    let fact = match cx.tensor("value") {
        Some(tensor) => from_tensor(cx, tensor),
        None => {
            let shape = cx.shape_attribute("shape").filter(Shape::is_static);
            Fact::tensor(cx.element_attribute("element_type"), shape.unwrap_or(Shape::UNKNOWN))
        }
    };
    Resolved::operator(Constant { fact, value: cx.attribute("value").cloned() })
}

// The reader checks the attributes when it locates the data, so the signature does not.
const ATTRIBUTES: &[AttributeSpec] = &[
    AttributeSpec::optional("element_type", AttributeKind::Text),
    AttributeSpec::optional("shape", AttributeKind::Text),
    AttributeSpec::optional("offset", AttributeKind::Text),
    AttributeSpec::optional("size", AttributeKind::Text),
];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::fixed("output", TypeConstraint::tensors(TypeSet::ALL))];
const SIGNATURES: &[Signature] = &[Signature::since(1).until(16).outputs(OUTPUTS).attributes(ATTRIBUTES)];

/// The name in both formats.
pub(crate) const CONSTANT: &str = "Constant";
/// The type of its layers in IR.
pub(crate) const CONST: &str = "Const";

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx(CONSTANT, resolve_onnx).with_role(OperatorRole::Constant),
    OperatorDef::openvino(CONSTANT, SIGNATURES, resolve_ir)
        .with_role(OperatorRole::Constant)
        .with_ir_spelling(IrSpelling::written(CONST).otherwise("OpenVINO rejects the file")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::AttributeArg;
    use crate::op_query::OpQuery;

    #[test]
    fn every_form_has_its_elements() {
        let of = |name: &str, value: AttributeArg| {
            OpQuery::onnx("Constant", 13).attribute(name, value).evaluate().map(|mut made| made.remove(0)).unwrap()
        };
        // More than inference tracks.
        let many: Vec<i64> = (0..3000).collect();
        assert_eq!(of("value_ints", AttributeArg::Ints(many.clone())).values(), Some(&many[..]));
        assert_eq!(of("value_int", AttributeArg::Int(-7)), Tensor::new([], vec![-7i64]).unwrap());
        assert_eq!(of("value_float", AttributeArg::Float(0.5)), Tensor::new([], vec![0.5f32]).unwrap());
        assert_eq!(of("value_floats", AttributeArg::Floats(vec![])), Tensor::new([0], Vec::<f32>::new()).unwrap());
        let text = of("value_string", AttributeArg::Text("hello".into()));
        assert_eq!(text.strings().map(|s| s[0].to_vec()), Some(b"hello".to_vec()));
        let tensor = AttributeArg::Elements(ElementType::I4, vec![3], Elements::of_ints([1, -8, 7]));
        assert_eq!(&*of("value", tensor.clone()).codes().unwrap(), [1, 8, 7]);
        let ir = OpQuery::openvino("Constant", 1).attribute("value", tensor).evaluate().unwrap();
        assert_eq!(&*ir[0].codes().unwrap(), [1, 8, 7]);
    }
}
