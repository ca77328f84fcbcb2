//! What a model has in one form and not in the other.

use std::collections::BTreeMap;

use crate::dialect::Format;
use crate::format::onnx::message_tree::nested;
use crate::format::onnx::schema::{
    self, Message, attribute, dim, function, graph, model, node, tensor, ty, value_info,
};
use crate::graph::Model;
use crate::protobuf::{Field, Fields, Wire};
use crate::source::Span;
use crate::suppression::Suppression;

/// Parts of one kind that a model loses in its new form.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Loss {
    /// In text: the message and the field, such as `NodeProto.doc_string`; the number of a field that ONNX does not have, or
    /// `other fields of NodeProto` where there are very many of them. In binary ONNX: `# shapewright: ignore`, comments that
    /// suppress findings.
    pub field: String,
    /// How many of them the model has.
    pub count: usize,
}

/// The comments of a text that suppress findings: binary ONNX has metadata for that, which a text may have in its header.
pub(super) fn binary_losses(model: &Model) -> Vec<Loss> {
    if model.format() != Format::OnnxText {
        return Vec::new();
    }
    let text = model.source().bytes();
    let is_comment = |suppression: &&Suppression| {
        let start = usize::try_from(suppression.span.start).ok();
        suppression.rules.is_ok() && start.and_then(|start| text.get(start)) == Some(&b'#')
    };
    let count = model.suppressions.iter().filter(is_comment).count();
    let loss = (count > 0).then(|| Loss { field: "# shapewright: ignore".to_owned(), count });
    loss.into_iter().collect()
}

/// Maximum number of fields that ONNX does not have and that are told apart: four bytes are another one.
const MOST_UNKNOWN: usize = 100;

/// The fields of a `ModelProto` that its text does not have, by name.
pub(super) fn text_losses(records: &[u8]) -> Vec<Loss> {
    let mut lost: BTreeMap<String, usize> = BTreeMap::new();
    let mut unknown = 0;
    let whole = Span::new(0, records.len() as u64);
    let mut stack = vec![(&schema::model::MESSAGE, Fields::new(records, whole))];
    while let Some((message, fields)) = stack.last_mut() {
        let message: &'static Message = message;
        match fields.next() {
            None => drop(stack.pop()),
            Some(field) if !has_syntax(message, field.number) => {
                if !is_empty(&field) {
                    let name = name(message, field.number);
                    let is_other = message.field(field.number).is_none() && !lost.contains_key(&name);
                    unknown += usize::from(is_other);
                    let name = if is_other && unknown > MOST_UNKNOWN { others(message) } else { name };
                    *lost.entry(name).or_default() += 1;
                }
            }
            Some(Field { number, value: Wire::Payload(payload), .. }) => {
                stack.extend(nested(message, number).map(|inner| (inner, Fields::new(records, payload))));
            }
            Some(_) => {}
        }
    }
    lost.into_iter().map(|(field, count)| Loss { field, count }).collect()
}

fn name(message: &Message, number: u32) -> String {
    let field = message.field(number).map_or_else(|| number.to_string(), str::to_owned);
    format!("{}.{field}", message.name)
}

fn others(message: &Message) -> String {
    format!("other fields of {}", message.name)
}

/// Whether nothing is lost, as with a documentation of no length.
fn is_empty(field: &Field) -> bool {
    matches!(field.value, Wire::Payload(payload) if payload.is_empty())
}

/// Whether the text form can represent a field of a message.
fn has_syntax(message: &Message, number: u32) -> bool {
    let lacks: &[u32] = match message.name {
        "ModelProto" => &[model::TRAINING_INFO, model::CONFIGURATION],
        // Sparse initializers are written with all of their elements.
        "GraphProto" => {
            &[graph::DOC_STRING, graph::QUANTIZATION_ANNOTATION, graph::SPARSE_INITIALIZER, graph::METADATA_PROPS]
        }
        "FunctionProto" => &[function::DOC_STRING, function::METADATA_PROPS],
        "NodeProto" => &[node::DOC_STRING, node::METADATA_PROPS, node::DEVICE_CONFIGURATIONS],
        "AttributeProto" => &[attribute::DOC_STRING],
        "ValueInfoProto" => &[value_info::DOC_STRING, value_info::METADATA_PROPS],
        "TensorProto" => &[tensor::SEGMENT, tensor::DOC_STRING, tensor::METADATA_PROPS],
        "TypeProto" => &[ty::DENOTATION, ty::OPAQUE_TYPE],
        "TensorShapeProto.Dimension" => &[dim::DENOTATION],
        _ => &[],
    };
    message.field(number).is_some() && !lacks.contains(&number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fields of one byte each that no version of ONNX has, with numbers of two bytes.
    fn unknown_fields(count: u16) -> Vec<u8> {
        let key = |number: u16| [((number << 3) & 0x7F | 0x80) as u8, (number >> 4) as u8, 1];
        (100..100 + count).flat_map(key).collect()
    }

    #[test]
    fn fields_that_onnx_does_not_have_are_told_apart_to_a_limit() {
        let most = MOST_UNKNOWN as u16;
        let losses = text_losses(&unknown_fields(most));
        assert!(losses.len() == MOST_UNKNOWN && losses[0].field == "ModelProto.100", "{losses:?}");
        let twice = [unknown_fields(most + 7), unknown_fields(most)].concat();
        let losses = text_losses(&twice);
        assert_eq!(losses.len(), MOST_UNKNOWN + 1);
        let other = Loss { field: "other fields of ModelProto".to_owned(), count: 7 };
        assert_eq!(losses.last(), Some(&other));
        assert_eq!(losses.iter().map(|loss| loss.count).sum::<usize>(), twice.len() / 3);
    }
}
