//! LabelEncoder: replaces every element by the value for its key.

use super::encode::exchanged;
use super::{check_parallel, report_exclusive};
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::ops::{InferContext, Operator, Resolved, constant};
use crate::ops::{attributes, diagnostics};
use crate::rule::Level;

use crate::rules;

/// A resolved LabelEncoder.
#[derive(Clone, Copy, Debug)]
struct LabelEncoder {
    /// The type of the values; `None` if it is unknown.
    to: Option<ElementType>,
}

impl Operator for LabelEncoder {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        cx.set(0, Fact { unknown_reason: cx.unknown_reason(0), ..Fact::tensor(self.to, shape) });
    }
}

const KEYS: [&str; 4] = ["keys_strings", "keys_int64s", "keys_floats", "keys_tensor"];
const VALUES: [&str; 4] = ["values_strings", "values_int64s", "values_floats", "values_tensor"];

/// A list: its attribute, the type and number of its elements, as far as known.
type List = (&'static str, Option<ElementType>, Option<usize>);

pub(super) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    if cx.version() < 2 {
        check_parallel(cx, &["classes_strings"]);
        return Resolved::operator(LabelEncoder { to: exchanged(cx.element(0)) });
    }
    let (keys, values) = (list(cx, KEYS), list(cx, VALUES));
    if let Some((name, Some(element), _)) = keys {
        check_keys(cx, name, element);
    }
    if let (Some((keys, _, Some(of_keys))), Some((values, _, Some(of_values)))) = (keys, values)
        && of_keys != of_values
    {
        let valid = format!("{of_keys}, the length of `{keys}`");
        let finding = diagnostics::invalid_attribute(cx, values, format_args!("{of_values} long"), &valid);
        cx.report(finding.help("list one value per key"));
    }
    check_default(cx, values.and_then(|(_, element, _)| element));
    Resolved::operator(LabelEncoder { to: values.and_then(|(_, element, _)| element) })
}

/// The only one of these lists that is present; reports several, and none.
fn list(cx: &mut InferContext<'_>, names: [&'static str; 4]) -> Option<List> {
    let given = names.iter().copied().filter(|name| cx.attribute_record(name).is_some());
    match given.collect::<Vec<_>>()[..] {
        [] => {
            let note = "onnx and ONNX Runtime reject the model without keys and values";
            let finding = attributes::left_out(cx, names[1], note);
            cx.report(finding);
            None
        }
        [name] => {
            let held = cx.tensor(name).map(|tensor| constant::from_tensor(cx, tensor));
            let element = match (name.rsplit('_').next(), &held) {
                (Some("strings"), _) => Some(ElementType::String),
                (Some("int64s"), _) => Some(ElementType::I64),
                (Some("floats"), _) => Some(ElementType::F32),
                (_, held) => held.as_ref().and_then(Fact::element),
            };
            if let Some(shape) = held.as_ref().map(Fact::shape).filter(|shape| shape.rank() != Some(1)) {
                let finding = diagnostics::invalid_attribute(cx, name, format_args!("of shape {shape}"), "a list");
                cx.report(finding.help("reshape the tensor to one dimension"));
            }
            let count = match held {
                Some(held) => held.shape().num_elements().size().and_then(|count| usize::try_from(count).ok()),
                None => attributes::length(cx, name),
            };
            Some((name, element, count))
        }
        [first, second, ..] => {
            report_exclusive(cx, first, second, Level::Error);
            None
        }
    }
}

/// TY101: the type of the keys differs from that of the elements.
fn check_keys(cx: &mut InferContext<'_>, name: &'static str, keys: ElementType) {
    let Some(element) = cx.element(0).filter(|&element| element != keys) else { return };
    let message = format!("input {} is {element}, but attribute `{name}` contains {keys}", cx.input_name(0));
    let finding = Diagnostic::new(&rules::mismatched_types::RULE, cx.input_place(0), message);
    let finding = finding.related(cx.attribute_place(name), keys);
    cx.report(
        finding.help("use keys of the type of the input").data("type", element.name()).data("other", keys.name()),
    );
}

/// OP105: the default must be a single value of the type of the values.
fn check_default(cx: &mut InferContext<'_>, values: Option<ElementType>) {
    let Some(tensor) = cx.tensor("default_tensor") else { return };
    let fact = constant::from_tensor(cx, tensor);
    let shape = fact.shape();
    if let (Some(element), Some(values)) = (fact.element(), values)
        && element != values
    {
        let valid = format!("{values}, the type of the values");
        let finding = diagnostics::invalid_attribute(cx, "default_tensor", format_args!("of type {element}"), &valid);
        cx.report(finding.help("use a default of the type of the values"));
    }
    if shape.rank().is_some_and(|rank| rank > 1) || !shape.num_elements().contains(1) {
        let finding = diagnostics::invalid_attribute(cx, "default_tensor", format_args!("of shape {shape}"), "[1]");
        cx.report(finding.help("use a tensor of shape [1]"));
    }
}
