//! What computes elements: functions of slices and layouts that know nothing of operators.

pub(crate) mod convert;
pub(crate) mod elementwise;
pub(crate) mod number;
pub(crate) mod rows;
pub(crate) mod special;
pub(crate) mod text;
