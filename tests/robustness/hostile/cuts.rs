//! Every truncation of a small file of each kind, and random byte changes in all of them.

use std::fs;
use std::path::Path;

use super::{Bound, FINDINGS, PER_BYTE, bounded};
use crate::mutate::{Random, mutate};

const BOUND: Bound = Bound { per_byte: PER_BYTE, findings: FINDINGS };

fn testdata(path: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(path)).expect("a file of testdata")
}

#[test]
fn every_truncation() {
    for path in [
        "onnx/detector.onnx",
        "onnx/functions.onnx",
        "onnx/text.onnxtxt",
        "openvino/misspelt.xml",
        "openvino/reduce-min-page.rst",
    ] {
        let bytes = testdata(path);
        for end in 0..bytes.len() {
            bounded(&format!("{path} cut at {end}"), path, &bytes[..end], BOUND);
        }
    }
}

#[test]
fn thousands_of_mutations() {
    let seeds: Vec<(String, Vec<u8>)> = super::seeds();
    let mut random = Random::new(1);
    for round in 0..4_000 {
        let (path, bytes) = &seeds[random.below(seeds.len())];
        let other = &seeds[random.below(seeds.len())].1;
        let changed = mutate(bytes, other, &mut random);
        bounded(&format!("{path}, round {round}"), path, &changed, BOUND);
    }
}
