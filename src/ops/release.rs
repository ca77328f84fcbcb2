//! The IR version with which each operator set of ONNX was released.

/// The first operator set that was released with each IR version, as (operator set, IR version).
const DEFAULT: &[(i64, i64)] =
    &[(1, 3), (9, 4), (10, 5), (11, 6), (12, 7), (15, 8), (19, 9), (21, 10), (23, 11), (24, 12), (25, 13), (28, 14)];
/// The same for `ai.onnx.ml`.
const ML: &[(i64, i64)] = &[(1, 3), (2, 6), (3, 8), (4, 9), (5, 10)];

fn table(domain: &str) -> &'static [(i64, i64)] {
    match domain {
        "" | "ai.onnx" => DEFAULT,
        "ai.onnx.ml" => ML,
        _ => &[],
    }
}

/// The IR version with which an operator set was released; `None` for a domain whose releases are not known.
pub(crate) fn ir_version_of(domain: &str, opset: i64) -> Option<i64> {
    table(domain).iter().rfind(|(first, _)| *first <= opset).map(|(_, ir)| *ir)
}

/// The first operator set that was released with an IR version, or before it.
pub(crate) fn opset_of(domain: &str, ir_version: i64) -> Option<i64> {
    table(domain).iter().rfind(|(_, ir)| *ir <= ir_version).map(|(first, _)| *first)
}
