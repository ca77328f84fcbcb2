//! Values of ports in comments of examples.
//!
//! Pages have no weights, so comments state the axes, sizes and depths that determine a shape, in many forms:
//! `value is [2, 3]`, `axes: [0]`, `[1, 2, 3]`, `axis = 1`, `The tensor contains 2 elements: 0, 4`.

use std::sync::Arc;

use super::IrReader;
use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::element::{ElementType, TypeSet};
use crate::graph::{Port, Storage, StoredTensor};
use crate::ids::{NameId, OpId, TensorId};
use crate::ir_syntax;
use crate::ops;
use crate::ops::signature_ref::Formals;
use crate::place::Place;
use crate::rules::example_value_mismatch;
use crate::source::Span;

/// Words before a list in brackets that show that the list is not the value.
const NO_VALUES: [&str; 9] =
    ["shape", "shapes", "range", "interval", "dims", "dimensions", "layout", "between", "promoted to"];

/// The integers in a comment.
pub(crate) struct ExampleValue {
    values: Vec<i64>,
    /// They form a list, whose length must be the port's number of elements.
    list: bool,
    span: Span,
}

/// The integers in the text of a comment, and whether they form a list.
fn integers(comment: &str) -> Option<(Vec<i64>, bool)> {
    let text = comment.strip_prefix("<!--").unwrap_or(comment);
    let text = text.strip_suffix("-->").unwrap_or(text).trim();
    if let Some((before, rest)) = text.split_once('[') {
        let before = before.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '='));
        let other = |word: &&str| before.strip_suffix(*word).is_some_and(|b| b.is_empty() || b.ends_with(' '));
        if NO_VALUES.iter().any(other) {
            return None;
        }
        return Some((whole_numbers(rest.split_once(']')?.0)?, true));
    }
    let behind = text.split_once(" is ").or_else(|| text.rsplit_once([':', '=']));
    let value = match behind {
        Some((_, value)) => value.trim(),
        // Only a number.
        None => return Some((vec![ir_syntax::whole_int(text)?.value], false)),
    };
    if value.contains(',')
        && value.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        && let Some(values) = whole_numbers(value)
    {
        return Some((values, true));
    }
    // Prose may follow the number, but not more digits.
    let end = value.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit()).map_or(value.len(), |(at, _)| at);
    let (number, rest) = value.split_at(end);
    let fraction = rest.strip_prefix('.').is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()));
    if fraction || rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return None;
    }
    Some((vec![ir_syntax::whole_int(number)?.value], false))
}

fn whole_numbers(list: &str) -> Option<Vec<i64>> {
    let list = list.trim();
    if list.is_empty() {
        return Some(Vec::new());
    }
    list.strip_suffix(',')
        .unwrap_or(list)
        .split(',')
        .map(|item| Some(ir_syntax::whole_int(item.trim())?.value))
        .collect()
}

impl IrReader<'_> {
    /// The value in the first of these comments that has one for an input.
    pub(crate) fn stated(&self, op: OpId, input: usize, comments: &[Span]) -> Option<ExampleValue> {
        if comments.is_empty() || !self.takes_integers(op, input) {
            return None;
        }
        comments.iter().find_map(|&span| {
            let (values, list) = integers(self.text.get(span.start as usize..span.end as usize)?)?;
            Some(ExampleValue { values, list, span })
        })
    }

    /// Whether an input can only be integers. The type of data shown in a comment is unknown.
    fn takes_integers(&self, op: OpId, input: usize) -> bool {
        let Some(op) = self.model.ops.get(op.index()) else { return false };
        let known = ops::lookup(Dialect::OpenVino, self.model.name(op.domain), self.model.name(op.name));
        let Some(signature) = op.version.and_then(|version| known?.signature(version)) else { return true };
        let Some(formal) = Formals::Static(signature.inputs).formal(input) else { return false };
        let allowed = signature.allowed(&formal).tensor;
        !allowed.is_empty() && allowed.difference(TypeSet::INTEGER).is_empty()
    }

    /// The constant in a comment, and whether the port's dimensions agree with it. `None` if the port shows that the
    /// comment means something else.
    pub(crate) fn stated_tensor(
        &mut self,
        stated: &ExampleValue,
        name: NameId,
        port: Port,
        place: Place,
    ) -> Option<(TensorId, bool)> {
        let count = stated.values.len() as u64;
        let declared = port.declaration.and_then(|d| self.model.declaration(d).ty.as_tensor());
        let element = declared.and_then(|t| t.element).unwrap_or(ElementType::I64);
        let bytes: Arc<[u8]> = match element {
            ElementType::I64 => stated.values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            ElementType::I32 => {
                let narrow: Option<Vec<i32>> = stated.values.iter().map(|v| i32::try_from(*v).ok()).collect();
                narrow?.iter().flat_map(|v| v.to_le_bytes()).collect()
            }
            _ => return None,
        };
        let recorded = declared.and_then(|t| t.shape.sizes());
        let product = recorded.as_ref().map(|s| s.iter().try_fold(1u64, |n, &d| n.checked_mul(d)));
        let own: Vec<u64> = if stated.list { vec![count] } else { Vec::new() };
        let agrees = product.is_none_or(|product| product == Some(count));
        let sizes = match product {
            Some(Some(product)) if product == count => recorded.unwrap_or(own),
            Some(_) if !stated.list => return None,
            Some(_) => {
                self.report_count(stated, &recorded.unwrap_or_default(), place);
                own
            }
            None => own,
        };
        self.model.tensors.push(StoredTensor {
            name,
            element: Some(element),
            sizes: Some(sizes.into()),
            storage: Storage::Owned(bytes::Bytes::copy_from_slice(&bytes)),
            span: stated.span,
        });
        Some((TensorId::at(self.model.tensors.len() - 1), agrees))
    }

    fn report_count(&mut self, stated: &ExampleValue, recorded: &[u64], place: Place) {
        let count = stated.values.len();
        let message =
            format!("the comment contains {}, but the port records the shape {recorded:?}", counted(count, "value"));
        let finding = Diagnostic::new(&example_value_mismatch::RULE, place.at(stated.span), message)
            .help("correct the `<dim>`s or the comment")
            .data("values", count);
        self.diagnostics.report(finding);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(comment: &str) -> Option<Vec<i64>> {
        integers(&format!("<!-- {comment} -->")).map(|(values, list)| {
            assert!(list, "{comment}");
            values
        })
    }

    fn number(comment: &str) -> Option<i64> {
        let (values, list) = integers(&format!("<!-- {comment} -->"))?;
        assert!(!list, "{comment}");
        values.first().copied()
    }

    #[test]
    fn lists_are_in_brackets_or_after_a_colon() {
        for said in
            ["value is [2, -3] that means more", "axes: [2,-3]", "x = [2, -3] - the 2nd", "[2, -3] becomes [1, 2, -3]"]
        {
            assert_eq!(list(said), Some(vec![2, -3]), "{said}");
        }
        assert_eq!(list("The tensor contains 3 elements: 0, -1, 4"), Some(vec![0, -1, 4]));
        assert_eq!(list("The tensor holds 2 of them: [7, 8] (axes)."), Some(vec![7, 8]));
        assert_eq!(list("axes: []"), Some(vec![]));
        assert_eq!(list("axes: [1, 2, ]"), Some(vec![1, 2]));
        for other in
            ["scales: [0.5, 2.0]", "data: [[1], [2]]", "of shape [2, 3]", "[begin, end]", "range: [0, 5]", "[1"]
        {
            assert_eq!(list(other), None, "{other}");
        }
    }

    #[test]
    fn a_number_is_after_a_sign_or_a_word() {
        for said in ["axis = -4", "depth value: -4", "value is -4, counted", "axis: -4."] {
            assert_eq!(number(said), Some(-4), "{said}");
        }
        assert_eq!(number("10"), Some(10));
        for other in
            ["pad_value = 15.0", "axis", "3 values", "step: 0.5", "k = N", "is: ", "size: 3x3", "9".repeat(40).as_str()]
        {
            assert_eq!(number(other), None, "{other}");
        }
    }
}
