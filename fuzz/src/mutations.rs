//! Models with changes that know the format.

use std::path::Path;
use std::sync::OnceLock;

use crate::checks::invariants::random;
use crate::checks::models::name_of;
use crate::checks::{SEPARATOR, check};
use crate::mutate::Random;
use crate::seeds::{Seed, seeds};
use crate::token_mutate::mutate_tokens;
use crate::wire_mutate::mutate_records;

/// Numbers that choose a seed, its changes, and what is done with the model.
pub fn mutations(data: &[u8]) {
    static SEEDS: OnceLock<Vec<Seed>> = OnceLock::new();
    let all = SEEDS.get_or_init(|| seeds(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")));
    let mut random = random(data);
    let (seed, other) = (&all[random.below(all.len())], &all[random.below(all.len())]);
    let bytes = match seed.name.ends_with(".onnx") {
        true => mutate_records(&seed.bytes, &other.bytes, &mut random),
        false => mutate_tokens(&seed.bytes, &other.bytes, &mut random),
    };
    let weights = seed.weights.iter().flat_map(|weights| [SEPARATOR, weights]).flatten();
    let input: Vec<u8> = bytes.iter().chain(weights).copied().collect();
    if std::env::var_os("SHAPEWRIGHT_SHOW").is_some() {
        eprintln!("{}\n{}", seed.name, String::from_utf8_lossy(&input).escape_debug());
    }
    check(random.below(5), random.next() as u8, &input);
}

/// Changes an input in place as its format has it, and returns the new length: a mutator for libFuzzer.
pub fn mutate_fields(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random::new(seed.into());
    let new = match name_of(&data[..size]) {
        "m.onnx" => mutate_records(&data[..size], &[], &mut random),
        _ => mutate_tokens(&data[..size], b"", &mut random),
    };
    let len = new.len().min(max_size).min(data.len());
    data[..len].copy_from_slice(&new[..len]);
    len
}
