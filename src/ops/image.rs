//! Pictures cut, decoded, taken apart into patches and put together again, and in other colours.

mod col2im;
mod color;
mod crop;
mod decoder;
mod definition;
mod patches;

pub(super) use definition::OPERATORS;
