//! Tensors in memory as text.

use super::data::{self, Source};
use super::text::Text;
use super::types::element_name;
use crate::tensor::Tensor;

/// The type of a tensor in ONNX text, as in `float[2,3]`.
pub(crate) fn type_text(tensor: &Tensor) -> String {
    let mut text = Text::default();
    text.push(element_name(Some(tensor.element())));
    if !tensor.sizes().is_empty() {
        text.push("[");
        text.list(",", tensor.sizes(), Text::display);
        text.push("]");
    }
    text.into_string()
}

/// The elements of a tensor in ONNX text, as in `{1,2}`.
pub(crate) fn data_text(tensor: &Tensor) -> String {
    let mut text = Text::default();
    let packed = tensor.packed();
    let source = match (&packed, tensor.strings()) {
        _ if tensor.num_elements() == 0 => Source::Empty,
        (Some(bytes), _) => Source::Packed(tensor.element(), bytes, tensor.num_elements() as u64),
        (None, strings) => Source::Texts(strings.unwrap_or(&[]).iter().map(|s| &**s).collect()),
    };
    data::write(&mut text, &source);
    text.into_string()
}

/// A name in ONNX text, in quotes unless it is an identifier.
pub(crate) fn name_text(name: &str) -> String {
    let mut text = Text::default();
    text.name(name);
    text.into_string()
}

/// A string in quotes.
pub(crate) fn quoted_text(inner: &str) -> String {
    let mut text = Text::default();
    text.quoted(inner);
    text.into_string()
}
