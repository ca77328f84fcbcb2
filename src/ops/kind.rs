//! What operators are for, in drawings.

use super::registry::lookup;
use super::{FAMILIES, FAMILY_NAMES, OperatorDef};
use crate::dialect::Dialect;

/// What an operator is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OperatorKind {
    /// Products with weights: convolutions, matrix products, recurrent cells, attention.
    Linear,
    /// Each element of the output follows from one element of each input.
    Elementwise,
    Normalization,
    /// Windows and axes are reduced.
    Reduction,
    /// Elements are moved, selected, or reinterpreted.
    Movement,
    /// Subgraphs, sequences, and optional values.
    ControlFlow,
    /// Constants, inputs, and random values.
    Source,
    Other,
}

impl OperatorKind {
    /// The kind of an operator; `Other` if it is unknown.
    pub(crate) fn of(dialect: Dialect, domain: &str, name: &str) -> OperatorKind {
        let Some(def) = lookup(dialect, domain, name).and_then(|entry| entry.def) else { return OperatorKind::Other };
        let has = |family: &&'static [OperatorDef]| family.iter().any(|own| std::ptr::eq(own, def));
        let family = FAMILIES.iter().position(has).and_then(|at| FAMILY_NAMES.get(at));
        family.map_or(OperatorKind::Other, |family| of_family(family))
    }
}

/// The kind of the operators in a file of this directory.
fn of_family(family: &str) -> OperatorKind {
    match family {
        "attention" | "causal_convolution" | "convolution" | "einsum" | "embedding" | "gemm" | "linear_algebra"
        | "linear_attention" | "matmul" | "recurrent" | "scaled_dot_product" => OperatorKind::Linear,
        "activation"
        | "binary"
        | "bit_cast"
        | "cast"
        | "clip"
        | "comparison"
        | "convert_promote_types"
        | "dropout"
        | "fake_quantize"
        | "identity"
        | "prelu"
        | "quantize"
        | "rotary_embedding"
        | "select"
        | "unary" => OperatorKind::Elementwise,
        "batch_normalization" | "channel_normalization" | "layer_normalization" | "normalization" | "softmax" => {
            OperatorKind::Normalization
        }
        "arg_extremum" | "cumulative" | "pooling" | "reduce" | "roi_pooling" | "segment_max" | "top_k" => {
            OperatorKind::Reduction
        }
        "compress" | "concat" | "expand" | "gather" | "gather_elements" | "gather_nd" | "gather_tree"
        | "grid_sample" | "non_zero" | "one_hot" | "pad" | "reshape" | "resize" | "reverse_sequence" | "roll"
        | "scatter" | "slice" | "space_depth" | "split" | "squeeze" | "strided_slice" | "tensor_scatter"
        | "transpose" | "trilu" | "unique" | "unsqueeze" => OperatorKind::Movement,
        "conditional" | "loops" | "optional" | "sequence" | "sequence_map" => OperatorKind::ControlFlow,
        "constant" | "constant_of_shape" | "eye" | "parameter" | "random" | "range" | "shape_of" | "variable" => {
            OperatorKind::Source
        }
        _ => OperatorKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_is_the_same_in_both_formats() {
        let kind = |dialect, name| OperatorKind::of(dialect, "", name);
        for (onnx, openvino, expected) in [
            ("Conv", "GroupConvolution", OperatorKind::Linear),
            ("Relu", "Relu", OperatorKind::Elementwise),
            ("ReduceMin", "ReduceMin", OperatorKind::Reduction),
            ("If", "If", OperatorKind::ControlFlow),
            ("Quux", "Quux", OperatorKind::Other),
        ] {
            assert_eq!(kind(Dialect::Onnx, onnx), expected, "{onnx}");
            assert_eq!(kind(Dialect::OpenVino, openvino), expected, "{openvino}");
        }
    }

    #[test]
    fn every_named_family_exists() {
        let source = include_str!("kind.rs").split("fn of_family").nth(1).unwrap_or_default();
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        let names: Vec<&str> = source.split('"').skip(1).step_by(2).collect();
        assert!(names.len() > 40 && names.iter().all(|name| FAMILY_NAMES.contains(name)), "{names:?}");
    }
}
