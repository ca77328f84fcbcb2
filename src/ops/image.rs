//! Operators on images: cropping, decoding, patch extraction and its inverse, color conversion.

mod col2im;
mod color;
mod crop;
mod decoder;
mod definition;
mod patches;

pub(super) use definition::OPERATORS;
