//! OpenVINO IR.

pub(crate) mod text;
