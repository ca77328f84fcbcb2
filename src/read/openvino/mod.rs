//! OpenVINO IR.

pub(crate) mod text;
pub(crate) mod xml;
