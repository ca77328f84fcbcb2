//! ONNX: tensors whose dims or element type do not fit their data.

use super::{Context, trial};
use crate::diagnostic::{Diagnostic, DiagnosticValue};
use crate::element::ElementType;
use crate::fix_edit::{Applicability, Fix, FixEdit};
use crate::format::onnx::raw_data;
use crate::graph::{Model, ValueRole};
use crate::ids::{TensorId, ValueId};
use crate::place::Part;

/// Changes one dimension, or the element type, so that the tensor needs exactly the bytes that it has: the only such change
/// with which the nodes that read it are valid.
pub(super) fn retype(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    let (value, tensor) = tensor_of(context, finding)?;
    let bytes = raw_data(model, tensor)?.len() as u64;
    let stored = model.tensor(tensor);
    let element = stored.element?;
    let fix = |element: ElementType, sizes: &[u64]| of_type(model, value, element, sizes);
    let Some(sizes) = &stored.sizes else {
        // A negative dimension is the one that the data determines.
        let (dims, at) = negative(finding)?;
        let others: Vec<u64> = dims.iter().filter_map(|dim| u64::try_from(*dim).ok()).collect();
        let mut sizes = others.clone();
        sizes.insert(at, quotient(element, product(&others)?, bytes)?);
        let fix = fix(element, &sizes);
        return Some(Fix { applicability: Applicability::Safe, ..fix });
    };
    let count = product(sizes)?;
    let other_sizes = (0..sizes.len()).filter_map(|at| {
        let others = match sizes[at] {
            // With another 0, there is no such size.
            0 => product(&[&sizes[..at], &sizes[at + 1..]].concat())?,
            size => count / size,
        };
        Some((element, Some((at, quotient(element, others, bytes)?))))
    });
    let types = ElementType::ALL.iter().filter(|other| **other != element && other.packed_bytes(count) == Some(bytes));
    let changes: Vec<_> = other_sizes.chain(types.map(|other| (*other, None))).collect();
    let fixes = changes.into_iter().map(|(element, size)| {
        let mut new = sizes.to_vec();
        if let Some((at, size)) = size {
            new[at] = size;
        }
        fix(element, &new)
    });
    trial::only_valid(context, finding, fixes)
}

/// The initializer that a finding is about.
fn tensor_of(context: &Context<'_>, finding: &Diagnostic) -> Option<(ValueId, TensorId)> {
    let name = match finding.place.part {
        Part::Name(name) => name,
        _ => return None,
    };
    let value = context.value_named(finding.place.graph?, name)?;
    match context.model.value(value).role {
        ValueRole::Initializer(tensor) => Some((value, tensor)),
        _ => None,
    }
}

fn of_type(model: &Model, value: ValueId, element: ElementType, sizes: &[u64]) -> Fix {
    let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
    let ty = format!("{element}[{}]", sizes.join(","));
    let title = format!("make `{}` {ty}, as which it has the right number of bytes", model.value_name(value));
    Fix::guess(title, vec![FixEdit::SetTensorType { value, ty }])
}

/// The size with which a tensor whose other sizes have this product has this many bytes.
fn quotient(element: ElementType, others: u64, bytes: u64) -> Option<u64> {
    let row = element.packed_bytes(others)?;
    let size = bytes.checked_div(row)?;
    (size > 0 && size * row == bytes).then_some(size)
}

fn product(sizes: &[u64]) -> Option<u64> {
    sizes.iter().try_fold(1u64, |count, size| count.checked_mul(*size))
}

/// The dimensions as written, if exactly one is negative, and which.
fn negative(finding: &Diagnostic) -> Option<(Vec<i64>, usize)> {
    let dims = finding.data.iter().find_map(|(key, value)| match value {
        DiagnosticValue::List(dims) if *key == "dims" => Some(dims),
        _ => None,
    })?;
    let number = |value: &DiagnosticValue| match value {
        DiagnosticValue::Int(value) => i64::try_from(*value).ok(),
        _ => None,
    };
    let dims = dims.iter().map(number).collect::<Option<Vec<i64>>>()?;
    let mut negative = dims.iter().enumerate().filter(|(_, dim)| **dim < 0).map(|(at, _)| at);
    match (negative.next(), negative.next()) {
        (Some(at), None) => Some((dims, at)),
        _ => None,
    }
}
