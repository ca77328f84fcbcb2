//! The tokens, types and tensor data of ONNX text, as the listing and the writer print them.

mod attribute;
mod constant;
pub(crate) mod data;
mod text;
mod types;

pub(crate) use attribute::kind_name;
pub(crate) use constant::{data_text, name_text, quoted_text, type_text};
pub(crate) use text::Text;
pub(crate) use types::element_name;
