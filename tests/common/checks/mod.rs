//! What must hold of any model, and of any valid one. Tests check it of mutated models, fuzz targets of what they find. Each
//! function panics if a promise is broken.

#![allow(dead_code, unused_imports)] // every user needs a part of it

pub mod examine;
pub mod invariants;
pub mod models;
mod session;

pub use session::follow_edits;

/// What separates the parts of an input: a file from its weights, or two files.
pub const SEPARATOR: &[u8] = b"\n%%%%\n";

/// The parts before and after the first separator.
pub fn parts(data: &[u8]) -> (&[u8], Option<&[u8]>) {
    match data.windows(SEPARATOR.len()).position(|window| window == SEPARATOR) {
        Some(at) => (&data[..at], Some(&data[at + SEPARATOR.len()..])),
        None => (data, None),
    }
}

/// What is done with a model: one of all targets that take a model.
pub fn check(choice: usize, kind: u8, input: &[u8]) {
    match choice % 5 {
        0 => invariants::fold(input),
        1 => invariants::print(input),
        2 => invariants::edits(&[&[kind], input].concat()),
        3 => invariants::diff(input),
        _ => examine::any(input),
    }
}
