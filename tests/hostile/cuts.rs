//! Every truncation of a small file of each kind, and random bytes changed in all of them.

use std::fs;
use std::path::Path;

use super::mutate::{Random, mutate};
use super::{Bound, FINDINGS, bounded};

const BOUND: Bound = Bound { per_byte: 2_000, findings: FINDINGS };

fn testdata(path: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(path)).expect("a file of testdata")
}

#[test]
fn every_truncation() {
    for path in ["onnx/detector.onnx", "onnx/functions.onnx", "openvino/misspelt.xml", "openvino/reduce-min-page.rst"] {
        let bytes = testdata(path);
        for end in 0..bytes.len() {
            bounded(&format!("{path} cut at {end}"), path, &bytes[..end], BOUND);
        }
    }
    for end in 0..TEXT.len() {
        bounded(&format!("text cut at {end}"), "m.onnxtxt", &TEXT.as_bytes()[..end], BOUND);
    }
}

/// A text with every construct that the syntax has.
pub const TEXT: &str = r#"<ir_version: 10, opset_import: ["" : 18, "local" : 1], producer_name: "p", metadata_props: ["k" : "v"]>
main (float[N,3] x, bool[] c) => (float[N] y, float[N,1] z)
  <int64[1] axes = {1}, float[2,2] w = {1.5, -2, inf, nan}, float[N,3] hidden> {
  # a comment
  [min] y = ReduceMin <keepdims: int = 0> (x, axes)
  z = If (c) <then_branch = t () => (float[N,1] a) { a = local.Least <keep = 1> (x, axes) },
              else_branch = e () => (float[N,1] b) { b = ReduceMin (x, axes) }>
  q = local.Custom <f = 0.5, i = -7, s = "q\"\n", fs = [1.0, 2], is = [1, 2], ss = ["a"], t = int8[2] {1, 2}, ty = seq(float[2])> ()
}
<domain: "local", opset_import: ["" : 18]> Least <keep, other: int = 3> (x, axes) => (y) {
  y = ReduceMin <keepdims: int = @keep> (x, axes)
}
"#;

#[test]
fn a_few_thousand_mutations() {
    let seeds: Vec<(String, Vec<u8>)> = super::seeds();
    let mut random = Random::new(1);
    for round in 0..4_000 {
        let (path, bytes) = &seeds[random.below(seeds.len())];
        let other = &seeds[random.below(seeds.len())].1;
        let changed = mutate(bytes, other, &mut random);
        bounded(&format!("{path}, round {round}"), path, &changed, BOUND);
    }
}
