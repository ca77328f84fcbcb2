//! Signatures that ONNX Runtime has beyond ONNX. Written by `tools/microsoft_signatures.py` from onnxruntime 1.31.1; do not edit.

#![cfg_attr(rustfmt, rustfmt_skip)]

use crate::ops::signature::{AttributeKind as A, AttributeSpec as S, DefaultValue as D, FormalParameter as F, Signature, TypeConstraint, TypeVariable as V};
use crate::element::{ElementType as E, TypeSet};
use crate::graph::AttributeType;

const K0: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F64, E::F32, E::F16]), ..TypeConstraint::NONE };
const K1: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F32, E::F16]), ..TypeConstraint::NONE };
const K2: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K3: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::I64, E::I32]), ..TypeConstraint::NONE };
const K4: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::I32]), ..TypeConstraint::NONE };
const K5: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F64, E::F32, E::F16, E::Bf16]), ..TypeConstraint::NONE };
const K6: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F64, E::F32]), ..TypeConstraint::NONE };
const K7: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), sequence: TypeSet::from_types(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::C64, E::C128]), ..TypeConstraint::NONE };
const K8: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F32]), ..TypeConstraint::NONE };
const K9: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F32, E::F16, E::Bf16]), ..TypeConstraint::NONE };
const K10: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F32, E::F16, E::I32]), ..TypeConstraint::NONE };
const K11: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::Bool]), ..TypeConstraint::NONE };
const K12: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::I64]), ..TypeConstraint::NONE };
const K13: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::U32]), ..TypeConstraint::NONE };
const K14: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::U8]), ..TypeConstraint::NONE };
const K15: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::I32, E::I16, E::I8, E::U16, E::U8, E::I4, E::U4]), ..TypeConstraint::NONE };
const K16: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::I8]), ..TypeConstraint::NONE };
const K17: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::I8, E::U8]), ..TypeConstraint::NONE };
const K18: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool]), ..TypeConstraint::NONE };
const K19: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::U64, E::U32]), ..TypeConstraint::NONE };
const K20: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::U8, E::I4, E::U4, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F4E2M1]), ..TypeConstraint::NONE };
const K21: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F32, E::F16, E::Bf16, E::F8E4M3, E::F8E5M2]), ..TypeConstraint::NONE };
const K22: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F16]), ..TypeConstraint::NONE };
const K23: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F32, E::F16, E::Bf16, E::I8, E::U8, E::F8E4M3]), ..TypeConstraint::NONE };
const K24: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F16, E::Bf16]), ..TypeConstraint::NONE };
const K25: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F8E4M3]), ..TypeConstraint::NONE };
const K26: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::I16, E::U16]), ..TypeConstraint::NONE };
const K27: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::I32, E::U32]), ..TypeConstraint::NONE };
const K28: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F32, E::F16, E::Bf16, E::U8]), ..TypeConstraint::NONE };
const K29: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F64, E::F32, E::I64, E::I32, E::U64, E::U32, E::String]), ..TypeConstraint::NONE };
const K30: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F16, E::Bf16, E::I8, E::U8, E::F8E4M3]), ..TypeConstraint::NONE };
const K31: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F32, E::I8, E::U8]), ..TypeConstraint::NONE };
const K32: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::U8, E::F8E4M3]), ..TypeConstraint::NONE };
const K33: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F32, E::F16, E::Bf16, E::F8E4M3, E::F8E8M0]), ..TypeConstraint::NONE };
const K34: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::I16, E::I8, E::U16, E::U8, E::I4, E::U4]), ..TypeConstraint::NONE };
const K35: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F64, E::F32, E::I64, E::I32, E::I16]), ..TypeConstraint::NONE };
const K36: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F32, E::U16, E::U8]), ..TypeConstraint::NONE };
const K37: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F16, E::Bf16, E::I8]), ..TypeConstraint::NONE };
const K38: TypeConstraint = TypeConstraint { sparse: TypeSet::from_types(&[E::F64, E::F32, E::I64, E::I32, E::U64, E::U32]), ..TypeConstraint::NONE };
const K39: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F64, E::F32, E::I64, E::I32, E::U64, E::U32]), ..TypeConstraint::NONE };
const K40: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::String]), ..TypeConstraint::NONE };
const K41: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8]), ..TypeConstraint::NONE };
const K42: TypeConstraint = TypeConstraint { tensor: TypeSet::from_types(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };

/// Domain, name, and versions from oldest to newest.
pub(crate) static OPERATORS: &[(&str, &str, &[Signature])] = &[
    ("", "Affine", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(0.0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(0.0))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "Crop", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("border", A::Onnx(AttributeType::Ints)), S::optional("scale", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::required("border", A::Onnx(AttributeType::Ints)), S::optional("scale", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "DisentangledAttention_TRT", &[
        Signature::since(1).inputs(&[F::of("c2c_attention", "T"), F::of("c2p_attention", "T"), F::of("p2c_attention", "T")]).outputs(&[F::of("disentangled_attention", "T")]).attributes(&[S::required("factor", A::Onnx(AttributeType::Float)), S::required("span", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }]),
    ]),
    ("", "DynamicSlice", &[
        Signature::since(1).inputs(&[F::of("data", "T"), F::of("starts", "Tind"), F::of("ends", "Tind"), F::of("axes", "Tind").optional()]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K2 }, V { name: "Tind", allowed: K3 }]),
        Signature::since(10).inputs(&[F::of("data", "T"), F::of("starts", "Tind"), F::of("ends", "Tind"), F::of("axes", "Tind").optional()]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K2 }, V { name: "Tind", allowed: K3 }]).deprecated(),
    ]),
    ("", "EfficientNMS_TRT", &[
        Signature::since(1).inputs(&[F::of("boxes", "T"), F::of("scores", "T"), F::of("anchors", "T").optional()]).outputs(&[F::fixed("num_detections", K4), F::of("detection_boxes", "T"), F::of("detection_scores", "T"), F::fixed("detection_classes", K4)]).attributes(&[S::required("background_class", A::Onnx(AttributeType::Int)), S::required("box_coding", A::Onnx(AttributeType::Int)), S::required("iou_threshold", A::Onnx(AttributeType::Float)), S::required("max_output_boxes", A::Onnx(AttributeType::Int)), S::required("plugin_version", A::Onnx(AttributeType::String)), S::required("score_activation", A::Onnx(AttributeType::Int)), S::required("score_threshold", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K1 }]),
    ]),
    ("", "GRUUnit", &[
        Signature::since(1).inputs(&[F::of("hidden_prev", "T"), F::of("gates", "T"), F::of("seq_lengths", "T"), F::of("t", "T")]).outputs(&[F::of("hidden", "T")]).attributes(&[S::optional("drop_states", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::of("hidden_prev", "T"), F::of("gates", "T"), F::of("seq_lengths", "T"), F::of("t", "T")]).outputs(&[F::of("hidden", "T")]).attributes(&[S::optional("drop_states", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "GivenTensorFill", &[
        Signature::since(1).inputs(&[F::of("shape", "T").optional()]).outputs(&[F::of("X", "T")]).attributes(&[S::optional("extra_shape", A::Onnx(AttributeType::Ints)), S::optional("input_as_shape", A::Onnx(AttributeType::Int)), S::optional("shape", A::Onnx(AttributeType::Ints)), S::optional("values", A::Onnx(AttributeType::Floats))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::of("shape", "T").optional()]).outputs(&[F::of("X", "T")]).attributes(&[S::optional("extra_shape", A::Onnx(AttributeType::Ints)), S::optional("input_as_shape", A::Onnx(AttributeType::Int)), S::optional("shape", A::Onnx(AttributeType::Ints)), S::optional("values", A::Onnx(AttributeType::Floats))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "ImageScaler", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("bias", A::Onnx(AttributeType::Floats)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("bias", A::Onnx(AttributeType::Floats)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "LayerNormalization", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("Scale", "V"), F::of("B", "V").optional()]).outputs(&[F::of("Y", "V"), F::of("Mean", "U").optional(), F::of("InvStdDev", "U").optional()]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("stash_type", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K5 }, V { name: "U", allowed: K6 }, V { name: "V", allowed: K5 }]),
    ]),
    ("", "MeanVarianceNormalization", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("across_channels", A::Onnx(AttributeType::Int), D::Int(0)), S::default("normalize_variance", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("", "MemcpyFromHost", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K7 }]),
    ]),
    ("", "MemcpyToHost", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K7 }]),
    ]),
    ("", "MultilevelCropAndResize_TRT", &[
        Signature::since(1).inputs(&[F::of("boxes", "T"), F::of("feature_map_0", "T"), F::of("feature_map_1", "T"), F::of("feature_map_2", "T"), F::of("feature_map_3", "T")]).outputs(&[F::of("patches", "T")]).attributes(&[S::required("image_size", A::Onnx(AttributeType::Ints)), S::required("plugin_version", A::Onnx(AttributeType::String)), S::required("pooled_size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K8 }]),
    ]),
    ("", "ParametricSoftplus", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("alpha", A::Onnx(AttributeType::Float)), S::optional("beta", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("alpha", A::Onnx(AttributeType::Float)), S::optional("beta", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "PyramidROIAlign_TRT", &[
        Signature::since(1).inputs(&[F::of("boxes", "T"), F::of("feature_map_0", "T"), F::of("feature_map_1", "T"), F::of("feature_map_2", "T"), F::of("feature_map_3", "T")]).outputs(&[F::of("patches", "T")]).attributes(&[S::required("plugin_version", A::Onnx(AttributeType::String)), S::required("pooled_size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K8 }]),
    ]),
    ("", "Scale", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "ScaledTanh", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("alpha", A::Onnx(AttributeType::Float)), S::optional("beta", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("alpha", A::Onnx(AttributeType::Float)), S::optional("beta", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "SimplifiedLayerNormalization", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("scale", "V")]).outputs(&[F::of("Y", "V"), F::of("inv_std_var", "U").optional()]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("stash_type", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K5 }, V { name: "U", allowed: K6 }, V { name: "V", allowed: K5 }]),
    ]),
    ("", "ThresholdedRelu", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "Attention", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("weights", "T"), F::of("bias", "T").optional(), F::of("mask_index", "M").optional(), F::of("past", "T").optional(), F::of("attention_bias", "T").optional(), F::of("past_sequence_length", "M").optional()]).outputs(&[F::of("output", "T"), F::of("present", "T").optional()]).attributes(&[S::optional("do_rotary", A::Onnx(AttributeType::Int)), S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("past_present_share_buffer", A::Onnx(AttributeType::Int)), S::optional("qkv_hidden_sizes", A::Onnx(AttributeType::Ints)), S::optional("rotary_embedding_dim", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("unidirectional", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "AttnLSTM", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional(), F::of("initial_c", "T").optional(), F::of("P", "T").optional(), F::of("QW", "T").optional(), F::of("MW", "T").optional(), F::of("V", "T").optional(), F::of("M", "T").optional(), F::of("memory_seq_lens", "T1").optional(), F::of("AW", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional(), F::of("Y_c", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("input_forget", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K6 }, V { name: "T1", allowed: K4 }]),
    ]),
    ("com.microsoft", "BeamSearch", &[
        Signature::since(1).inputs(&[F::of("input_ids", "F"), F::of("max_length", "I"), F::of("min_length", "I").optional(), F::of("num_beams", "I"), F::of("num_return_sequences", "I"), F::of("length_penalty", "T").optional(), F::of("repetition_penalty", "T").optional(), F::of("vocab_mask", "M").optional(), F::of("prefix_vocab_mask", "M").optional(), F::of("attention_mask", "I").optional(), F::of("decoder_input_ids", "I").optional(), F::of("logits_processor", "I").optional()]).outputs(&[F::of("sequences", "I"), F::of("sequences_scores", "T").optional(), F::of("scores", "T").optional()]).attributes(&[S::required("decoder", A::Onnx(AttributeType::Graph)), S::default("decoder_start_token_id", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("early_stopping", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("encoder", A::Onnx(AttributeType::Graph)), S::required("eos_token_id", A::Onnx(AttributeType::Int)), S::optional("init_decoder", A::Onnx(AttributeType::Graph)), S::default("model_type", A::Onnx(AttributeType::Int), D::Int(0)), S::default("no_repeat_ngram_size", A::Onnx(AttributeType::Int), D::Int(0)), S::required("pad_token_id", A::Onnx(AttributeType::Int)), S::default("vocab_size", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K1 }, V { name: "F", allowed: K10 }, V { name: "I", allowed: K4 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "BiasAdd", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("bias", "T"), F::of("skip", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K1 }]),
    ]),
    ("com.microsoft", "BiasDropout", &[
        Signature::since(1).inputs(&[F::of("data", "T"), F::of("bias", "T"), F::of("residual", "T").optional(), F::of("ratio", "T1").optional(), F::of("training_mode", "T2").optional()]).outputs(&[F::of("output", "T"), F::of("mask", "T2").optional()]).attributes(&[S::optional("seed", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K5 }, V { name: "T1", allowed: K5 }, V { name: "T2", allowed: K11 }]),
    ]),
    ("com.microsoft", "BiasGelu", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "BiasSoftmax", &[
        Signature::since(1).inputs(&[F::of("data", "T"), F::of("bias", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::required("is_inner_broadcast", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "BiasSplitGelu", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("bias", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K1 }]),
    ]),
    ("com.microsoft", "BifurcationDetector", &[
        Signature::since(1).inputs(&[F::of("src_tokens", "T"), F::of("cur_tokens", "T"), F::of("prev_suffix_match_idx", "T"), F::of("pred_tokens", "T").optional()]).outputs(&[F::of("tokens", "T"), F::of("suffix_match_idx", "T")]).attributes(&[S::default("max_ngram_size", A::Onnx(AttributeType::Int), D::Int(3)), S::default("min_ngram_size", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K12 }]),
    ]),
    ("com.microsoft", "BitmaskBiasDropout", &[
        Signature::since(1).inputs(&[F::of("data", "T"), F::of("bias", "T"), F::of("residual", "T").optional(), F::of("ratio", "T1").optional(), F::of("training_mode", "T2").optional()]).outputs(&[F::of("output", "T"), F::of("mask", "T3").optional()]).attributes(&[S::optional("seed", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K5 }, V { name: "T1", allowed: K5 }, V { name: "T2", allowed: K11 }, V { name: "T3", allowed: K13 }]),
    ]),
    ("com.microsoft", "BitmaskDropout", &[
        Signature::since(1).inputs(&[F::of("data", "T"), F::of("ratio", "T1").optional(), F::of("training_mode", "T2").optional()]).outputs(&[F::of("output", "T"), F::of("mask", "T3").optional()]).attributes(&[S::optional("seed", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K5 }, V { name: "T1", allowed: K5 }, V { name: "T2", allowed: K11 }, V { name: "T3", allowed: K13 }]),
    ]),
    ("com.microsoft", "BranchwiseRMSNorm", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("scale", "M").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("num_branches", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K9 }]),
    ]),
    ("com.microsoft", "CDist", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).attributes(&[S::default("metric", A::Onnx(AttributeType::String), D::Text("sqeuclidean"))]).variables(&[V { name: "T", allowed: K6 }]),
    ]),
    ("com.microsoft", "CausalConvWithState", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("weight", "T"), F::of("bias", "T").optional(), F::of("past_state", "T").optional()]).outputs(&[F::of("output", "T"), F::of("present_state", "T")]).attributes(&[S::default("activation", A::Onnx(AttributeType::String), D::Text("none")), S::default("channels_last", A::Onnx(AttributeType::Int), D::Int(0)), S::default("dilation", A::Onnx(AttributeType::Int), D::Int(1)), S::default("ndim", A::Onnx(AttributeType::Int), D::Int(1)), S::default("state_window", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }]),
    ]),
    ("com.microsoft", "ComplexMul", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "ComplexMulConj", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "ConvTransposeWithDynamicPads", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("W", "T"), F::fixed("Pads", K12).optional(), F::of("B", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("output_padding", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "CropAndResize", &[
        Signature::since(1).inputs(&[F::of("X", "T1"), F::of("rois", "T1"), F::of("batch_indices", "T2"), F::of("crop_size", "T2")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("extrapolation_value", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("mode", A::Onnx(AttributeType::String), D::Text("bilinear"))]).variables(&[V { name: "T1", allowed: K0 }, V { name: "T2", allowed: K4 }]),
    ]),
    ("com.microsoft", "DecoderAttention", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T"), F::of("q_weight", "T"), F::of("kv_weight", "T"), F::of("bias", "T"), F::of("key_padding_mask", "B").optional(), F::of("key_cache", "T").optional(), F::of("value_cache", "T").optional(), F::of("static_kv", "B"), F::of("use_past", "B"), F::of("has_layer_state", "B"), F::of("has_key_padding_mask", "B")]).outputs(&[F::of("output", "T"), F::of("new_key_cache", "T").optional(), F::of("new_value_cache", "T").optional()]).attributes(&[S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }, V { name: "B", allowed: K11 }]),
    ]),
    ("com.microsoft", "DecoderMaskedMultiHeadAttention", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T").optional(), F::of("value", "T").optional(), F::of("mask_index", "M").optional(), F::of("attention_bias", "T").optional(), F::of("past_key", "T").optional(), F::of("past_value", "T").optional(), F::of("past_sequence_length", "M").optional(), F::of("beam_width", "M").optional(), F::of("cache_indirection", "M").optional(), F::of("bias", "T").optional()]).outputs(&[F::of("output", "T"), F::of("present_key", "T").optional(), F::of("present_value", "T").optional(), F::of("qk", "QK").optional()]).attributes(&[S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("output_qk", A::Onnx(AttributeType::Int)), S::optional("past_present_share_buffer", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K1 }, V { name: "QK", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "DecoderMaskedSelfAttention", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("weights", "T"), F::of("bias", "T"), F::of("mask_index", "M").optional(), F::of("past", "T"), F::of("attention_bias", "T").optional(), F::of("past_sequence_length", "M"), F::of("beam_width", "M").optional(), F::of("cache_indirection", "M").optional()]).outputs(&[F::of("output", "T"), F::of("present", "T")]).attributes(&[S::optional("do_rotary", A::Onnx(AttributeType::Int)), S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("past_present_share_buffer", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "DequantizeBFP", &[
        Signature::since(1).inputs(&[F::of("x", "T1"), F::of("shape", "T2"), F::of("strides", "T2")]).outputs(&[F::of("y", "T3")]).attributes(&[S::required("bfp_type", A::Onnx(AttributeType::Int)), S::default("block_dim", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("dtype", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K14 }, V { name: "T2", allowed: K12 }, V { name: "T3", allowed: K9 }]),
    ]),
    ("com.microsoft", "DequantizeLinear", &[
        Signature::since(1).inputs(&[F::of("x", "T1"), F::of("x_scale", "T2"), F::of("x_zero_point", "T1").optional()]).outputs(&[F::of("y", "T2")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K15 }, V { name: "T2", allowed: K1 }]),
    ]),
    ("com.microsoft", "DequantizeWithOrder", &[
        Signature::since(1).inputs(&[F::of("input", "Q"), F::of("scale_input", "S")]).outputs(&[F::of("output", "F")]).attributes(&[S::required("order_input", A::Onnx(AttributeType::Int)), S::required("order_output", A::Onnx(AttributeType::Int)), S::required("to", A::Onnx(AttributeType::Int))]).variables(&[V { name: "Q", allowed: K16 }, V { name: "F", allowed: K1 }, V { name: "S", allowed: K8 }]),
    ]),
    ("com.microsoft", "DynamicQuantizeLSTM", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("W", "T2"), F::of("R", "T2"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional(), F::of("initial_c", "T").optional(), F::of("P", "T").optional(), F::of("W_scale", "T"), F::of("W_zero_point", "T2"), F::of("R_scale", "T"), F::of("R_zero_point", "T2")]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional(), F::of("Y_c", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("input_forget", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K8 }, V { name: "T1", allowed: K4 }, V { name: "T2", allowed: K17 }]),
    ]),
    ("com.microsoft", "DynamicQuantizeMatMul", &[
        Signature::since(1).inputs(&[F::of("A", "T1"), F::of("B", "T2"), F::of("b_scale", "T1"), F::of("b_zero_point", "T2").optional(), F::of("bias", "T1").optional()]).outputs(&[F::of("Y", "T1")]).variables(&[V { name: "T1", allowed: K8 }, V { name: "T2", allowed: K17 }]),
    ]),
    ("com.microsoft", "DynamicSparseAttention", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T").optional(), F::of("value", "T").optional(), F::of("past_key", "T").optional(), F::of("past_value", "T").optional(), F::of("auxiliary_key", "T").optional(), F::of("auxiliary_value", "T").optional(), F::of("selected_indices", "M"), F::of("selected_counts", "M"), F::of("seqlens_k", "M"), F::of("total_sequence_length", "M"), F::of("cos_cache", "T").optional(), F::of("sin_cache", "T").optional(), F::fixed("position_ids", K12).optional(), F::of("q_norm_weight", "T").optional(), F::of("k_norm_weight", "T").optional(), F::of("head_sink", "T").optional()]).outputs(&[F::of("output", "T"), F::of("present_key", "T").optional(), F::of("present_value", "T").optional()]).attributes(&[S::default("attention_mode", A::Onnx(AttributeType::String), D::Text("selected_only")), S::default("auxiliary_kv_shared", A::Onnx(AttributeType::Int), D::Int(0)), S::default("do_rotary", A::Onnx(AttributeType::Int), D::Int(0)), S::default("is_causal", A::Onnx(AttributeType::Int), D::Int(1)), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::default("local_window_size", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::default("qk_norm_epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06)), S::default("rotary_interleaved", A::Onnx(AttributeType::Int), D::Int(0)), S::default("rotary_offset", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("selected_kv_source", A::Onnx(AttributeType::String), D::Text("main")), S::default("smooth_softmax", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "DynamicTimeWarping", &[
        Signature::since(1).inputs(&[F::of("input", "F")]).outputs(&[F::of("output", "I")]).variables(&[V { name: "F", allowed: K8 }, V { name: "I", allowed: K4 }]),
    ]),
    ("com.microsoft", "EPContext", &[
        Signature::since(1).inputs(&[F::of("inputs", "T").variadic(0, false)]).outputs(&[F::of("outputs", "T").variadic(1, false)]).attributes(&[S::default("embed_mode", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("ep_cache_context", A::Onnx(AttributeType::String)), S::optional("ep_sdk_version", A::Onnx(AttributeType::String)), S::optional("hardware_architecture", A::Onnx(AttributeType::String)), S::default("main_context", A::Onnx(AttributeType::Int), D::Int(1)), S::default("max_size", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("notes", A::Onnx(AttributeType::String)), S::optional("onnx_model_filename", A::Onnx(AttributeType::String)), S::optional("partition_name", A::Onnx(AttributeType::String)), S::optional("source", A::Onnx(AttributeType::String))]).variables(&[V { name: "T", allowed: K18 }]),
    ]),
    ("com.microsoft", "EmbedLayerNormalization", &[
        Signature::since(1).inputs(&[F::of("input_ids", "T1"), F::of("segment_ids", "T1").optional(), F::of("word_embedding", "T"), F::of("position_embedding", "T"), F::of("segment_embedding", "T").optional(), F::of("gamma", "T"), F::of("beta", "T"), F::of("mask", "T1").optional(), F::of("position_ids", "T1").optional()]).outputs(&[F::of("output", "T"), F::of("mask_index", "T1").optional(), F::of("embedding_sum", "T").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-12)), S::optional("mask_index_type", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K4 }, V { name: "T", allowed: K1 }]),
    ]),
    ("com.microsoft", "EngramGate", &[
        Signature::since(1).inputs(&[F::of("key", "T"), F::of("query", "T"), F::of("value", "T"), F::of("key_norm_scale", "T"), F::of("query_norm_scale", "T"), F::of("conv_norm_scale", "T").optional()]).outputs(&[F::of("output", "T"), F::of("gated_value_normed", "T").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05))]).variables(&[V { name: "T", allowed: K9 }]),
    ]),
    ("com.microsoft", "ExpandDims", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::fixed("axis", K4)]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("com.microsoft", "FastGelu", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("bias", "T").optional()]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "FusedConv", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("B", "T").optional(), F::of("Z", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("activation", A::Onnx(AttributeType::String)), S::optional("activation_params", A::Onnx(AttributeType::Floats)), S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "FusedGemm", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T"), F::of("C", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("activation", A::Onnx(AttributeType::String)), S::optional("activation_alpha", A::Onnx(AttributeType::Float)), S::optional("activation_beta", A::Onnx(AttributeType::Float)), S::optional("activation_gamma", A::Onnx(AttributeType::Float)), S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K19 }]),
    ]),
    ("com.microsoft", "FusedMatMul", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transBatchA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transBatchB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "FusedMatMulActivation", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::required("activation", A::Onnx(AttributeType::String)), S::optional("activation_alpha", A::Onnx(AttributeType::Float)), S::optional("activation_axis", A::Onnx(AttributeType::Int)), S::optional("activation_beta", A::Onnx(AttributeType::Float)), S::optional("activation_gamma", A::Onnx(AttributeType::Float)), S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transBatchA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transBatchB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "GatedAdd", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("Y", "T"), F::of("gate", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K9 }]),
    ]),
    ("com.microsoft", "GatedDeltaNet", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T").optional(), F::of("value", "T").optional(), F::of("cu_seqlens", "TI").optional(), F::of("decay", "TS").optional(), F::of("beta", "TS").optional(), F::of("initial_state", "TS").optional(), F::of("a_log", "TS").optional(), F::of("dt_bias", "TS").optional(), F::of("capture_count", "TI").optional(), F::of("state_update_active", "TI").optional()]).outputs(&[F::of("output", "T"), F::of("final_state", "TS").optional(), F::of("state_update", "TS").optional()]).attributes(&[S::default("beta_activation", A::Onnx(AttributeType::String), D::Text("none")), S::default("chunk_size", A::Onnx(AttributeType::Int), D::Int(64)), S::default("gate_activation", A::Onnx(AttributeType::String), D::Text("none")), S::default("qk_l2_norm", A::Onnx(AttributeType::Int), D::Int(0)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("state_update_capacity", A::Onnx(AttributeType::Int), D::Int(0)), S::default("update_rule", A::Onnx(AttributeType::String), D::Text("gated_delta"))]).variables(&[V { name: "T", allowed: K9 }, V { name: "TS", allowed: K8 }, V { name: "TI", allowed: K4 }]),
    ]),
    ("com.microsoft", "GatedRMSNorm", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("scale", "T"), F::of("gate", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("activation", A::Onnx(AttributeType::String), D::Text("silu")), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05))]).variables(&[V { name: "T", allowed: K9 }]),
    ]),
    ("com.microsoft", "GatedRelativePositionBias", &[
        Signature::since(1).inputs(&[F::of("query_layer", "T"), F::of("query_bias", "T"), F::of("rel_pos", "T"), F::of("weight", "T"), F::of("bias", "T"), F::of("eco_a", "T"), F::of("token_offset", "M").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::required("num_heads", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "GatherBlockQuantized", &[
        Signature::since(1).inputs(&[F::of("data", "T1"), F::of("indices", "Tind"), F::of("scales", "T2"), F::of("zero_points", "T1").optional()]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("bits", A::Onnx(AttributeType::Int), D::Int(4)), S::default("block_size", A::Onnx(AttributeType::Int), D::Int(128)), S::default("gather_axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("quantize_axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K20 }, V { name: "T2", allowed: K9 }, V { name: "Tind", allowed: K3 }]),
    ]),
    ("com.microsoft", "GatherND", &[
        Signature::since(1).inputs(&[F::of("data", "T"), F::of("indices", "Tind")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K2 }, V { name: "Tind", allowed: K3 }]),
    ]),
    ("com.microsoft", "Gelu", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "GemmFastGelu", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("bias", "T").optional()]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K9 }]),
    ]),
    ("com.microsoft", "GemmFloat8", &[
        Signature::since(1).inputs(&[F::of("A", "TA"), F::of("B", "TB"), F::of("C", "TC").optional(), F::of("scaleA", "TS").optional(), F::of("scaleB", "TS").optional(), F::of("scaleY", "TS").optional()]).outputs(&[F::of("Y", "TR")]).attributes(&[S::optional("activation", A::Onnx(AttributeType::String)), S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("dtype", A::Onnx(AttributeType::Int), D::Int(1)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "TA", allowed: K21 }, V { name: "TB", allowed: K21 }, V { name: "TC", allowed: K9 }, V { name: "TR", allowed: K21 }, V { name: "TS", allowed: K8 }]),
    ]),
    ("com.microsoft", "GemmaRotaryEmbedding", &[
        Signature::since(1).inputs(&[F::of("emb", "U"), F::of("q", "T"), F::of("q_rot", "T"), F::of("k", "T"), F::of("k_rot", "T")]).outputs(&[F::of("output1", "T"), F::of("output2", "T")]).variables(&[V { name: "T", allowed: K22 }, V { name: "U", allowed: K8 }]),
    ]),
    ("com.microsoft", "GreedySearch", &[
        Signature::since(1).inputs(&[F::of("input_ids", "I"), F::of("max_length", "I"), F::of("min_length", "I").optional(), F::of("repetition_penalty", "T").optional(), F::of("vocab_mask", "I").optional(), F::of("prefix_vocab_mask", "I").optional(), F::of("attention_mask", "I").optional()]).outputs(&[F::of("sequences", "I")]).attributes(&[S::required("decoder", A::Onnx(AttributeType::Graph)), S::default("decoder_start_token_id", A::Onnx(AttributeType::Int), D::Int(-1)), S::optional("encoder", A::Onnx(AttributeType::Graph)), S::required("eos_token_id", A::Onnx(AttributeType::Int)), S::optional("init_decoder", A::Onnx(AttributeType::Graph)), S::default("model_type", A::Onnx(AttributeType::Int), D::Int(0)), S::default("no_repeat_ngram_size", A::Onnx(AttributeType::Int), D::Int(0)), S::required("pad_token_id", A::Onnx(AttributeType::Int)), S::default("vocab_size", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K8 }, V { name: "I", allowed: K4 }]),
    ]),
    ("com.microsoft", "GridSample", &[
        Signature::since(1).inputs(&[F::of("X", "T1"), F::of("Grid", "T1")]).outputs(&[F::of("Y", "T2")]).attributes(&[S::default("align_corners", A::Onnx(AttributeType::Int), D::Int(0)), S::default("mode", A::Onnx(AttributeType::String), D::Text("bilinear")), S::default("padding_mode", A::Onnx(AttributeType::String), D::Text("zeros"))]).variables(&[V { name: "T1", allowed: K2 }, V { name: "T2", allowed: K0 }]),
    ]),
    ("com.microsoft", "GroupNorm", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("gamma", "M"), F::of("beta", "M")]).outputs(&[F::of("Y", "T")]).attributes(&[S::required("activation", A::Onnx(AttributeType::Int)), S::default("channels_last", A::Onnx(AttributeType::Int), D::Int(1)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::required("groups", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K1 }]),
    ]),
    ("com.microsoft", "GroupQueryAttention", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T").optional(), F::of("value", "T").optional(), F::of("past_key", "T_CACHE").optional(), F::of("past_value", "T_CACHE").optional(), F::of("seqlens_k", "M"), F::of("total_sequence_length", "M"), F::of("cos_cache", "T").optional(), F::of("sin_cache", "T").optional(), F::fixed("position_ids", K12).optional(), F::of("attention_bias", "T").optional(), F::of("head_sink", "T").optional(), F::of("k_scale", "T_KV_SCALE").optional(), F::of("v_scale", "T_KV_SCALE").optional(), F::of("q_norm_weight", "T").optional(), F::of("k_norm_weight", "T").optional()]).outputs(&[F::of("output", "T"), F::of("present_key", "T_CACHE").optional(), F::of("present_value", "T_CACHE").optional(), F::of("output_qk", "T").optional()]).attributes(&[S::default("causal", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("do_rotary", A::Onnx(AttributeType::Int)), S::default("k_quant_type", A::Onnx(AttributeType::String), D::Text("NONE")), S::optional("kv_cache_bit_width", A::Onnx(AttributeType::Int)), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::default("local_window_size", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::default("qk_norm_epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06)), S::default("qk_output", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("rotary_interleaved", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("sliding_window_cache", A::Onnx(AttributeType::Int), D::Int(0)), S::default("smooth_softmax", A::Onnx(AttributeType::Int), D::Int(-1)), S::optional("softcap", A::Onnx(AttributeType::Float)), S::default("v_quant_type", A::Onnx(AttributeType::String), D::Text("NONE"))]).variables(&[V { name: "T", allowed: K9 }, V { name: "T_CACHE", allowed: K23 }, V { name: "T_KV_SCALE", allowed: K8 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "HyperConnectionPostMix", &[
        Signature::since(1).inputs(&[F::of("streams", "T"), F::of("block_output", "T"), F::of("post_mix", "M"), F::of("stream_mix", "M").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("num_branches", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K9 }]),
    ]),
    ("com.microsoft", "HyperConnectionPreMix", &[
        Signature::since(1).inputs(&[F::of("streams", "T"), F::of("pre_mix", "M")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("num_branches", A::Onnx(AttributeType::Int), D::Int(0)), S::default("reduction_scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K9 }]),
    ]),
    ("com.microsoft", "Inverse", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "Irfft", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("normalized", A::Onnx(AttributeType::Int), D::Int(0)), S::default("onesided", A::Onnx(AttributeType::Int), D::Int(1)), S::required("signal_ndim", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "IsAllFinite", &[
        Signature::since(1).inputs(&[F::of("input", "V").variadic(1, true)]).outputs(&[F::of("output", "T")]).attributes(&[S::default("isinf_only", A::Onnx(AttributeType::Int), D::Int(0)), S::default("isnan_only", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "V", allowed: K5 }, V { name: "T", allowed: K11 }]),
    ]),
    ("com.microsoft", "LinearAttention", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T"), F::of("value", "T"), F::of("past_state", "S").optional(), F::of("decay", "T").optional(), F::of("beta", "T").optional()]).outputs(&[F::of("output", "T"), F::of("present_state", "S")]).attributes(&[S::default("chunk_size", A::Onnx(AttributeType::Int), D::Int(64)), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::required("q_num_heads", A::Onnx(AttributeType::Int)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("state_window", A::Onnx(AttributeType::Int), D::Int(0)), S::default("update_rule", A::Onnx(AttributeType::String), D::Text("gated_delta"))]).variables(&[V { name: "T", allowed: K9 }, V { name: "S", allowed: K9 }]),
    ]),
    ("com.microsoft", "LinearAttentionGate", &[
        Signature::since(1).inputs(&[F::of("a", "T"), F::of("dt_bias", "TF"), F::of("decay_scale", "TF"), F::of("b", "T").optional()]).outputs(&[F::of("decay", "T"), F::of("beta", "T").optional()]).variables(&[V { name: "T", allowed: K9 }, V { name: "TF", allowed: K8 }]),
    ]),
    ("com.microsoft", "LongformerAttention", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("weight", "T"), F::of("bias", "T"), F::of("mask", "T"), F::of("global_weight", "T"), F::of("global_bias", "T"), F::of("global", "G")]).outputs(&[F::of("output", "T")]).attributes(&[S::required("num_heads", A::Onnx(AttributeType::Int)), S::required("window", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }, V { name: "G", allowed: K4 }]),
    ]),
    ("com.microsoft", "MRotaryEmbedding", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("position_ids", "M"), F::of("cos_cache", "T"), F::of("sin_cache", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("interleaved", A::Onnx(AttributeType::Int)), S::optional("is_packed_batching", A::Onnx(AttributeType::Int)), S::optional("mrope_layout", A::Onnx(AttributeType::Int)), S::required("mrope_section", A::Onnx(AttributeType::Ints)), S::optional("num_heads", A::Onnx(AttributeType::Int)), S::optional("rotary_embedding_dim", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K12 }]),
    ]),
    ("com.microsoft", "MatMulBlockQuantizedFp4Weight", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T1"), F::of("weight_scale", "T2"), F::of("weight_scale_2", "T3"), F::of("input_scale", "T3").optional(), F::of("bias", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("block_size", A::Onnx(AttributeType::Int), D::Int(16))]).variables(&[V { name: "T", allowed: K24 }, V { name: "T1", allowed: K14 }, V { name: "T2", allowed: K14 }, V { name: "T3", allowed: K8 }]),
    ]),
    ("com.microsoft", "MatMulBlockQuantizedFp8Weight", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T1"), F::of("b_scale", "T2"), F::of("a_scale", "T2").optional(), F::of("bias", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("block_size", A::Onnx(AttributeType::Int), D::Int(128))]).variables(&[V { name: "T", allowed: K24 }, V { name: "T1", allowed: K25 }, V { name: "T2", allowed: K8 }]),
    ]),
    ("com.microsoft", "MatMulBnb4", &[
        Signature::since(1).inputs(&[F::of("A", "T1"), F::of("B", "T2"), F::of("absmax", "T1")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::required("K", A::Onnx(AttributeType::Int)), S::required("N", A::Onnx(AttributeType::Int)), S::required("block_size", A::Onnx(AttributeType::Int)), S::required("quant_type", A::Onnx(AttributeType::Int)), S::default("training_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K9 }, V { name: "T2", allowed: K14 }]),
    ]),
    ("com.microsoft", "MatMulFpQ4", &[
        Signature::since(1).inputs(&[F::of("A", "T1"), F::of("B", "T2"), F::of("B_shape", "T3")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("blk_quant_type", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K8 }, V { name: "T2", allowed: K14 }, V { name: "T3", allowed: K12 }]),
    ]),
    ("com.microsoft", "MatMulInteger16", &[
        Signature::since(1).inputs(&[F::of("A", "T1"), F::of("B", "T2")]).outputs(&[F::of("Y", "T3")]).variables(&[V { name: "T1", allowed: K26 }, V { name: "T2", allowed: K26 }, V { name: "T3", allowed: K27 }]),
    ]),
    ("com.microsoft", "MatMulIntegerToFloat", &[
        Signature::since(1).inputs(&[F::of("A", "T1"), F::of("B", "T2"), F::of("a_scale", "T3"), F::of("b_scale", "T3"), F::of("a_zero_point", "T1").optional(), F::of("b_zero_point", "T2").optional(), F::of("bias", "T3").optional()]).outputs(&[F::of("Y", "T3")]).variables(&[V { name: "T1", allowed: K17 }, V { name: "T2", allowed: K17 }, V { name: "T3", allowed: K1 }]),
    ]),
    ("com.microsoft", "MatMulNBits", &[
        Signature::since(1).inputs(&[F::of("A", "T1"), F::of("B", "T2"), F::of("scales", "T1"), F::of("zero_points", "T3").optional(), F::of("g_idx", "T4").optional(), F::of("bias", "T1").optional()]).outputs(&[F::of("Y", "T1")]).attributes(&[S::required("K", A::Onnx(AttributeType::Int)), S::required("N", A::Onnx(AttributeType::Int)), S::default("accuracy_level", A::Onnx(AttributeType::Int), D::Int(0)), S::default("bits", A::Onnx(AttributeType::Int), D::Int(4)), S::required("block_size", A::Onnx(AttributeType::Int)), S::default("weight_prepacked", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K9 }, V { name: "T2", allowed: K14 }, V { name: "T3", allowed: K28 }, V { name: "T4", allowed: K4 }]),
    ]),
    ("com.microsoft", "MatMulNBitsMlp", &[
        Signature::since(1).inputs(&[F::of("A", "T1"), F::of("skip", "T1").optional(), F::of("norm_scale", "T1").optional(), F::of("gate_B", "T2"), F::of("gate_scales", "T1"), F::of("gate_bias", "T1").optional(), F::of("up_B", "T2"), F::of("up_scales", "T1"), F::of("up_bias", "T1").optional()]).outputs(&[F::of("Y", "T1"), F::of("input_skip_bias_sum", "T1").optional()]).attributes(&[S::required("K", A::Onnx(AttributeType::Int)), S::required("N", A::Onnx(AttributeType::Int)), S::default("accuracy_level", A::Onnx(AttributeType::Int), D::Int(0)), S::required("activation", A::Onnx(AttributeType::String)), S::default("bits", A::Onnx(AttributeType::Int), D::Int(4)), S::required("block_size", A::Onnx(AttributeType::Int)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05))]).variables(&[V { name: "T1", allowed: K9 }, V { name: "T2", allowed: K14 }]),
    ]),
    ("com.microsoft", "MatMulNBitsQkv", &[
        Signature::since(1).inputs(&[F::of("A", "T1"), F::of("skip", "T1").optional(), F::of("norm_scale", "T1"), F::of("q_B", "T2"), F::of("q_scales", "T1"), F::of("q_bias", "T1").optional(), F::of("k_B", "T2"), F::of("k_scales", "T1"), F::of("k_bias", "T1").optional(), F::of("v_B", "T2"), F::of("v_scales", "T1"), F::of("v_bias", "T1").optional()]).outputs(&[F::of("Q", "T1"), F::of("K", "T1"), F::of("V", "T1"), F::of("input_skip_bias_sum", "T1").optional()]).attributes(&[S::required("K", A::Onnx(AttributeType::Int)), S::required("Nkv", A::Onnx(AttributeType::Int)), S::required("Nq", A::Onnx(AttributeType::Int)), S::default("accuracy_level", A::Onnx(AttributeType::Int), D::Int(0)), S::default("bits", A::Onnx(AttributeType::Int), D::Int(4)), S::required("block_size", A::Onnx(AttributeType::Int)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06))]).variables(&[V { name: "T1", allowed: K9 }, V { name: "T2", allowed: K14 }]),
    ]),
    ("com.microsoft", "MaxpoolWithMask", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::fixed("M", K4)]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::default("storage_order", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K8 }]),
    ]),
    ("com.microsoft", "MoE", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("router_probs", "T"), F::of("fc1_experts_weights", "T"), F::of("fc1_experts_bias", "T").optional(), F::of("fc2_experts_weights", "T"), F::of("fc2_experts_bias", "T").optional(), F::of("fc3_experts_weights", "T").optional(), F::of("fc3_experts_bias", "T").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("activation_alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("activation_beta", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("activation_type", A::Onnx(AttributeType::String), D::Text("relu")), S::default("k", A::Onnx(AttributeType::Int), D::Int(1)), S::default("normalize_routing_weights", A::Onnx(AttributeType::Int), D::Int(0)), S::default("swiglu_fusion", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("swiglu_limit", A::Onnx(AttributeType::Float)), S::default("use_sparse_mixer", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }]),
    ]),
    ("com.microsoft", "MulInteger", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("A_zero_point", "T").optional(), F::of("B", "T"), F::of("B_zero_point", "T").optional()]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K17 }, V { name: "T1", allowed: K4 }]),
    ]),
    ("com.microsoft", "MultiHeadAttention", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T").optional(), F::of("value", "T").optional(), F::of("bias", "T").optional(), F::of("key_padding_mask", "M").optional(), F::of("attention_bias", "T").optional(), F::of("past_key", "T").optional(), F::of("past_value", "T").optional(), F::of("past_sequence_length", "M").optional(), F::of("cache_indirection", "M").optional()]).outputs(&[F::of("output", "T"), F::of("present_key", "T").optional(), F::of("present_value", "T").optional(), F::of("qk", "QK").optional()]).attributes(&[S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("unidirectional", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "QK", allowed: K9 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "MurmurHash3", &[
        Signature::since(1).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).attributes(&[S::default("positive", A::Onnx(AttributeType::Int), D::Int(1)), S::default("seed", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K29 }, V { name: "T2", allowed: K27 }]),
    ]),
    ("com.microsoft", "NGramHashMapping", &[
        Signature::since(1).inputs(&[F::of("input_ids", "M"), F::of("multipliers", "M"), F::of("vocab_sizes", "M"), F::of("past_ids", "M").optional(), F::of("head_offsets", "M").optional(), F::of("eos_token_id", "M").optional(), F::fixed("segment_ids", K4).optional()]).outputs(&[F::of("hash_ids", "M"), F::of("present_ids", "M").optional()]).attributes(&[S::required("max_ngram_size", A::Onnx(AttributeType::Int)), S::required("n_head_per_ngram", A::Onnx(AttributeType::Int)), S::required("pad_id", A::Onnx(AttributeType::Int)), S::default("reset_on_eos", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "M", allowed: K3 }]),
    ]),
    ("com.microsoft", "NGramRepeatBlock", &[
        Signature::since(1).inputs(&[F::of("input_ids", "Tid"), F::of("scores", "T")]).outputs(&[F::of("scores_out", "T")]).attributes(&[S::required("ngram_size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "Tid", allowed: K12 }, V { name: "T", allowed: K8 }]),
    ]),
    ("com.microsoft", "NhwcConv", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("B", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "NhwcFusedConv", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("B", "T").optional(), F::of("Z", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("activation", A::Onnx(AttributeType::String)), S::optional("activation_params", A::Onnx(AttributeType::Floats)), S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K1 }]),
    ]),
    ("com.microsoft", "NhwcMaxPool", &[
        Signature::since(1).inputs(&[F::of("x", "T")]).outputs(&[F::of("y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "PackedAttention", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("weights", "T"), F::of("bias", "T"), F::of("token_offset", "M"), F::of("cumulative_sequence_length", "M"), F::of("attention_bias", "T").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("qkv_hidden_sizes", A::Onnx(AttributeType::Ints)), S::optional("scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "PackedMultiHeadAttention", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T").optional(), F::of("value", "T").optional(), F::of("bias", "T").optional(), F::of("token_offset", "M"), F::of("cumulative_sequence_length", "M"), F::of("attention_bias", "T").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "PackedSparseAttentionIndexer", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T").optional(), F::of("query_norm_weight", "T"), F::of("key_norm_weight", "T"), F::of("cos_cache", "T"), F::of("sin_cache", "T"), F::of("cumulative_sequence_lengths", "M"), F::of("past_sequence_lengths", "M"), F::of("gate", "T").optional(), F::of("position_bias", "T").optional(), F::of("head_weights", "T").optional(), F::of("position_ids", "I").optional(), F::of("past_key_state", "T"), F::of("past_kv_buffer", "T"), F::of("past_gate_buffer", "T").optional(), F::of("past_state_lengths", "M"), F::of("state_update_capture_count", "M").optional(), F::of("state_update_active", "M").optional()]).outputs(&[F::of("selected_indices", "M"), F::of("selected_counts", "M"), F::of("present_key_state", "T"), F::of("present_kv_buffer", "T"), F::of("present_gate_buffer", "T").optional(), F::of("present_state_lengths", "M"), F::of("state_update", "T").optional()]).attributes(&[S::required("compress_ratio", A::Onnx(AttributeType::Int)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06)), S::optional("head_weight_scale", A::Onnx(AttributeType::Float)), S::optional("index_topk", A::Onnx(AttributeType::Int)), S::required("policy_mode", A::Onnx(AttributeType::String)), S::optional("scale", A::Onnx(AttributeType::Float)), S::required("state_capacity", A::Onnx(AttributeType::Int)), S::default("state_update_capacity", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("token_budget", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K9 }, V { name: "I", allowed: K12 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "Pad", &[
        Signature::since(1).inputs(&[F::of("data", "T"), F::fixed("pads", K12), F::of("value", "T").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("constant"))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "PagedAttention", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T").optional(), F::of("value", "T").optional(), F::of("key_cache", "T_CACHE"), F::of("value_cache", "T_CACHE").optional(), F::of("cumulative_sequence_length", "S"), F::of("past_seqlens", "S"), F::of("block_table", "S"), F::of("cos_cache", "T").optional(), F::of("sin_cache", "T").optional(), F::of("slot_mapping", "S").optional(), F::of("head_sink", "T").optional(), F::of("q_norm_weight", "T").optional(), F::of("k_norm_weight", "T").optional(), F::of("k_scale", "T_KV_SCALE").optional(), F::of("v_scale", "T_KV_SCALE").optional(), F::of("attention_metadata", "S").optional()]).outputs(&[F::of("output", "T"), F::of("key_cache_out", "T_CACHE").optional(), F::of("value_cache_out", "T_CACHE").optional()]).attributes(&[S::optional("do_rotary", A::Onnx(AttributeType::Int)), S::default("is_causal", A::Onnx(AttributeType::Int), D::Int(1)), S::default("k_cache_dtype", A::Onnx(AttributeType::String), D::Text("")), S::default("k_quant_type", A::Onnx(AttributeType::String), D::Text("NONE")), S::default("kv_cache_layout", A::Onnx(AttributeType::String), D::Text("SEPARATE")), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::default("local_window_size", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("qk_norm_epsilon", A::Onnx(AttributeType::Float)), S::optional("rotary_interleaved", A::Onnx(AttributeType::Int)), S::optional("rotary_offset", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float)), S::optional("softcap", A::Onnx(AttributeType::Float)), S::default("v_cache_dtype", A::Onnx(AttributeType::String), D::Text("")), S::optional("v_head_size", A::Onnx(AttributeType::Int)), S::default("v_quant_type", A::Onnx(AttributeType::String), D::Text("NONE"))]).variables(&[V { name: "T", allowed: K24 }, V { name: "T_CACHE", allowed: K30 }, V { name: "T_KV_SCALE", allowed: K8 }, V { name: "S", allowed: K4 }]),
    ]),
    ("com.microsoft", "QAttention", &[
        Signature::since(1).inputs(&[F::of("input", "T1"), F::of("weight", "T2"), F::of("bias", "T3"), F::of("input_scale", "T3"), F::of("weight_scale", "T3"), F::of("mask_index", "T4").optional(), F::of("input_zero_point", "T1").optional(), F::of("weight_zero_point", "T2").optional(), F::of("past", "T3").optional()]).outputs(&[F::of("output", "T3"), F::of("present", "T3").optional()]).attributes(&[S::optional("do_rotary", A::Onnx(AttributeType::Int)), S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("past_present_share_buffer", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("unidirectional", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K17 }, V { name: "T2", allowed: K17 }, V { name: "T3", allowed: K1 }, V { name: "T4", allowed: K4 }]),
    ]),
    ("com.microsoft", "QEmbedLayerNormalization", &[
        Signature::since(1).inputs(&[F::of("input_ids", "T1"), F::of("segment_ids", "T1").optional(), F::of("word_embedding_quant", "T2"), F::of("position_embedding_quant", "T2"), F::of("segment_embedding", "T2").optional(), F::of("gamma_quant", "T2"), F::of("beta_quant", "T2"), F::of("mask", "T1").optional(), F::of("word_embedding_scale", "T"), F::of("position_embedding_scale", "T"), F::of("segment_embedding_scale", "T").optional(), F::of("gamma_scale", "T"), F::of("beta_scale", "T"), F::of("word_embedding_zero_point", "T2"), F::of("position_embedding_zero_point", "T2"), F::of("segment_embedding_zero_point", "T2").optional(), F::of("gamma_zero_point", "T2"), F::of("beta_zero_point", "T2")]).outputs(&[F::of("layernorm_out", "T"), F::of("mask_index_out", "T1")]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-12))]).variables(&[V { name: "T1", allowed: K4 }, V { name: "T2", allowed: K17 }, V { name: "T", allowed: K8 }]),
    ]),
    ("com.microsoft", "QGemm", &[
        Signature::since(1).inputs(&[F::of("A", "TA"), F::of("a_scale", "T"), F::of("a_zero_point", "TA"), F::of("B", "TB"), F::of("b_scale", "T"), F::of("b_zero_point", "TB"), F::of("C", "TC").optional(), F::of("y_scale", "T").optional(), F::of("y_zero_point", "TYZ").optional()]).outputs(&[F::of("Y", "TY")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K8 }, V { name: "TA", allowed: K17 }, V { name: "TB", allowed: K17 }, V { name: "TC", allowed: K4 }, V { name: "TYZ", allowed: K17 }, V { name: "TY", allowed: K31 }]),
    ]),
    ("com.microsoft", "QLinearAdd", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::fixed("A_scale", K8), F::of("A_zero_point", "T").optional(), F::of("B", "T"), F::fixed("B_scale", K8), F::of("B_zero_point", "T").optional(), F::fixed("C_scale", K8), F::of("C_zero_point", "T").optional()]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearAveragePool", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::fixed("x_scale", K8), F::of("x_zero_point", "T").optional(), F::fixed("y_scale", K8), F::of("y_zero_point", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::default("channels_last", A::Onnx(AttributeType::Int), D::Int(0)), S::default("count_include_pad", A::Onnx(AttributeType::Int), D::Int(0)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearConcat", &[
        Signature::since(1).inputs(&[F::of("Y_scale", "TF"), F::of("Y_zero_point", "T8"), F::of("inputs", "TV").variadic(1, false)]).outputs(&[F::of("Y", "T8")]).attributes(&[S::required("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T8", allowed: K17 }, V { name: "TF", allowed: K8 }, V { name: "TV", allowed: K31 }]),
    ]),
    ("com.microsoft", "QLinearConv", &[
        Signature::since(1).inputs(&[F::of("x", "T1"), F::fixed("x_scale", K8), F::of("x_zero_point", "T1"), F::of("w", "T2"), F::fixed("w_scale", K8), F::of("w_zero_point", "T2"), F::fixed("y_scale", K8), F::of("y_zero_point", "T3"), F::of("B", "T4").optional()]).outputs(&[F::of("y", "T3")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("channels_last", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T1", allowed: K17 }, V { name: "T2", allowed: K17 }, V { name: "T3", allowed: K17 }, V { name: "T4", allowed: K4 }]),
    ]),
    ("com.microsoft", "QLinearGlobalAveragePool", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::fixed("x_scale", K8), F::of("x_zero_point", "T"), F::fixed("y_scale", K8), F::of("y_zero_point", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("channels_last", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearLeakyRelu", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::fixed("X_scale", K8), F::of("X_zero_point", "T").optional(), F::fixed("Y_scale", K8), F::of("Y_zero_point", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(0.01))]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearMul", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::fixed("A_scale", K8), F::of("A_zero_point", "T").optional(), F::of("B", "T"), F::fixed("B_scale", K8), F::of("B_zero_point", "T").optional(), F::fixed("C_scale", K8), F::of("C_zero_point", "T").optional()]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearReduceMean", &[
        Signature::since(1).inputs(&[F::of("data", "T"), F::fixed("data_scale", K8), F::of("data_zero_point", "T").optional(), F::fixed("reduced_scale", K8), F::of("reduced_zero_point", "T").optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::required("axes", A::Onnx(AttributeType::Ints)), S::required("keepdims", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearSigmoid", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::fixed("X_scale", K8), F::of("X_zero_point", "T").optional(), F::fixed("Y_scale", K8), F::of("Y_zero_point", "T").optional()]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearSoftmax", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::fixed("X_scale", K8), F::of("x_zero_point", "T").optional(), F::fixed("y_scale", K8), F::of("y_zero_point", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("opset", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearWhere", &[
        Signature::since(1).inputs(&[F::of("condition", "B"), F::of("X", "T"), F::of("x_scale", "TF"), F::of("x_zero_point", "T"), F::of("Y", "T"), F::of("y_scale", "TF"), F::of("y_zero_point", "T"), F::of("z_scale", "TF"), F::of("z_zero_point", "T")]).outputs(&[F::of("Z", "T")]).variables(&[V { name: "B", allowed: K11 }, V { name: "TF", allowed: K8 }, V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QMoE", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("router_probs", "T"), F::of("fc1_experts_weights", "T1"), F::of("fc1_scales", "T2").optional(), F::of("fc1_experts_bias", "T").optional(), F::of("fc2_experts_weights", "T1"), F::of("fc2_scales", "T2").optional(), F::of("fc2_experts_bias", "T").optional(), F::of("fc3_experts_weights", "T1").optional(), F::of("fc3_scales", "T2").optional(), F::of("fc3_experts_bias", "T").optional(), F::of("fc1_zero_points", "T1").optional(), F::of("fc2_zero_points", "T1").optional(), F::of("fc3_zero_points", "T1").optional(), F::of("router_weights", "T").optional(), F::of("fc1_global_scale", "T4").optional(), F::of("fc2_global_scale", "T4").optional(), F::of("fc1_act_scale", "T4").optional(), F::of("fc2_act_scale", "T4").optional(), F::of("fc1_act_block_scale", "T2").optional(), F::of("fc2_act_block_scale", "T2").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("accuracy_level", A::Onnx(AttributeType::Int), D::Int(0)), S::default("activation_alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("activation_beta", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("activation_type", A::Onnx(AttributeType::String), D::Text("relu")), S::optional("block_size", A::Onnx(AttributeType::Int)), S::default("expert_weight_bits", A::Onnx(AttributeType::Int), D::Int(4)), S::optional("fc1_expert_weight_bits", A::Onnx(AttributeType::Int)), S::optional("fc2_expert_weight_bits", A::Onnx(AttributeType::Int)), S::optional("fc3_expert_weight_bits", A::Onnx(AttributeType::Int)), S::default("k", A::Onnx(AttributeType::Int), D::Int(1)), S::default("normalize_routing_weights", A::Onnx(AttributeType::Int), D::Int(0)), S::default("quant_type", A::Onnx(AttributeType::String), D::Text("int")), S::default("swiglu_fusion", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("swiglu_limit", A::Onnx(AttributeType::Float)), S::default("use_sparse_mixer", A::Onnx(AttributeType::Int), D::Int(0)), S::default("weights_prepacked", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K9 }, V { name: "T1", allowed: K32 }, V { name: "T2", allowed: K33 }, V { name: "T4", allowed: K8 }]),
    ]),
    ("com.microsoft", "QOrderedAttention", &[
        Signature::since(1).inputs(&[F::of("input", "Q"), F::of("scale_input", "S"), F::of("scale_Q_gemm", "S"), F::of("scale_K_gemm", "S"), F::of("scale_V_gemm", "S"), F::of("Q_weight", "Q"), F::of("K_weight", "Q"), F::of("V_weight", "Q"), F::of("scale_Q_weight", "S"), F::of("scale_K_weight", "S"), F::of("scale_V_weight", "S"), F::of("Q_bias", "S"), F::of("K_bias", "S"), F::of("V_bias", "S"), F::of("scale_QKT_gemm", "S").optional(), F::of("scale_QKT_softmax", "S").optional(), F::of("scale_values_gemm", "S"), F::of("mask_index", "G").optional(), F::of("past", "Q").optional(), F::of("attention_bias", "S").optional()]).outputs(&[F::of("output", "Q")]).attributes(&[S::required("num_heads", A::Onnx(AttributeType::Int)), S::required("order_input", A::Onnx(AttributeType::Int)), S::required("order_output", A::Onnx(AttributeType::Int)), S::required("order_weight", A::Onnx(AttributeType::Int)), S::optional("qkv_hidden_sizes", A::Onnx(AttributeType::Ints)), S::default("unidirectional", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "Q", allowed: K16 }, V { name: "S", allowed: K8 }, V { name: "G", allowed: K4 }]),
    ]),
    ("com.microsoft", "QOrderedGelu", &[
        Signature::since(1).inputs(&[F::of("X", "Q"), F::of("scale_X", "S"), F::of("scale_Y", "S")]).outputs(&[F::of("Y", "Q")]).attributes(&[S::optional("order_X", A::Onnx(AttributeType::Int)), S::optional("order_Y", A::Onnx(AttributeType::Int))]).variables(&[V { name: "Q", allowed: K16 }, V { name: "S", allowed: K8 }]),
    ]),
    ("com.microsoft", "QOrderedLayerNormalization", &[
        Signature::since(1).inputs(&[F::of("X", "Q"), F::of("scale_X", "S"), F::of("scale", "F"), F::of("B", "F").optional(), F::of("scale_Y", "S")]).outputs(&[F::of("Y", "Q")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("order_X", A::Onnx(AttributeType::Int), D::Int(1)), S::default("order_Y", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "F", allowed: K1 }, V { name: "S", allowed: K8 }, V { name: "Q", allowed: K16 }]),
    ]),
    ("com.microsoft", "QOrderedLongformerAttention", &[
        Signature::since(1).inputs(&[F::of("input", "Q"), F::of("scale_input", "S"), F::of("weight", "Q"), F::of("scale_weight", "S"), F::of("bias", "S"), F::of("scale_bias", "S"), F::of("scale_qkv_gemm", "S"), F::of("mask", "F"), F::of("global_weight", "Q"), F::of("scale_global_weight", "S"), F::of("global_bias", "S"), F::of("scale_global_gemm", "S"), F::of("global", "G"), F::of("scale_output", "S")]).outputs(&[F::of("output", "Q")]).attributes(&[S::required("num_heads", A::Onnx(AttributeType::Int)), S::required("order_global_weight", A::Onnx(AttributeType::Int)), S::required("order_input", A::Onnx(AttributeType::Int)), S::required("order_output", A::Onnx(AttributeType::Int)), S::required("order_weight", A::Onnx(AttributeType::Int)), S::required("window", A::Onnx(AttributeType::Int))]).variables(&[V { name: "Q", allowed: K16 }, V { name: "S", allowed: K8 }, V { name: "G", allowed: K4 }, V { name: "F", allowed: K22 }]),
    ]),
    ("com.microsoft", "QOrderedMatMul", &[
        Signature::since(1).inputs(&[F::of("A", "Q"), F::of("scale_A", "S"), F::of("B", "Q"), F::of("scale_B", "S"), F::of("scale_Y", "S"), F::of("bias", "S").optional(), F::of("C", "Q").optional(), F::of("scale_C", "S").optional()]).outputs(&[F::of("Y", "Q")]).attributes(&[S::required("order_A", A::Onnx(AttributeType::Int)), S::required("order_B", A::Onnx(AttributeType::Int)), S::required("order_Y", A::Onnx(AttributeType::Int))]).variables(&[V { name: "Q", allowed: K16 }, V { name: "S", allowed: K8 }]),
    ]),
    ("com.microsoft", "QuantizeBFP", &[
        Signature::since(1).inputs(&[F::of("x", "T1")]).outputs(&[F::of("y", "T2"), F::of("shape", "T3"), F::of("strides", "T3")]).attributes(&[S::required("bfp_type", A::Onnx(AttributeType::Int)), S::default("block_dim", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T1", allowed: K9 }, V { name: "T2", allowed: K14 }, V { name: "T3", allowed: K12 }]),
    ]),
    ("com.microsoft", "QuantizeLinear", &[
        Signature::since(1).inputs(&[F::of("x", "T1"), F::of("y_scale", "T1"), F::of("y_zero_point", "T2").optional()]).outputs(&[F::of("y", "T2")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K1 }, V { name: "T2", allowed: K34 }]),
    ]),
    ("com.microsoft", "QuantizeWithOrder", &[
        Signature::since(1).inputs(&[F::of("input", "F"), F::of("scale_input", "S")]).outputs(&[F::of("output", "Q")]).attributes(&[S::required("order_input", A::Onnx(AttributeType::Int)), S::required("order_output", A::Onnx(AttributeType::Int))]).variables(&[V { name: "Q", allowed: K16 }, V { name: "F", allowed: K1 }, V { name: "S", allowed: K8 }]),
    ]),
    ("com.microsoft", "QuickGelu", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.702))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "Range", &[
        Signature::since(1).inputs(&[F::of("start", "T"), F::of("limit", "T"), F::of("delta", "T").optional()]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K35 }]),
    ]),
    ("com.microsoft", "ReduceSumInteger", &[
        Signature::since(1).inputs(&[F::of("data", "T1")]).outputs(&[F::of("reduced", "T2")]).attributes(&[S::required("axes", A::Onnx(AttributeType::Ints)), S::required("keepdims", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K17 }, V { name: "T2", allowed: K27 }]),
    ]),
    ("com.microsoft", "RelativePositionBias", &[
        Signature::since(1).inputs(&[F::of("bias_table", "T"), F::of("query_length", "U"), F::of("key_length", "U")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("is_bidirectional", A::Onnx(AttributeType::Int), D::Int(0)), S::required("max_distance", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }, V { name: "U", allowed: K12 }]),
    ]),
    ("com.microsoft", "RemovePadding", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("sequence_token_count", "M")]).outputs(&[F::of("output", "T"), F::of("token_offset", "M"), F::of("cumulated_seq_len", "M"), F::of("max_seq_len", "M")]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "RestorePadding", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("token_offset", "M")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "Rfft", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("normalized", A::Onnx(AttributeType::Int), D::Int(0)), S::default("onesided", A::Onnx(AttributeType::Int), D::Int(1)), S::default("signal_ndim", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "RotaryEmbedding", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("position_ids", "M"), F::of("cos_cache", "T"), F::of("sin_cache", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("interleaved", A::Onnx(AttributeType::Int)), S::optional("is_packed_batching", A::Onnx(AttributeType::Int)), S::optional("num_heads", A::Onnx(AttributeType::Int)), S::optional("rotary_embedding_dim", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K12 }]),
    ]),
    ("com.microsoft", "SampleOp", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K19 }]),
    ]),
    ("com.microsoft", "Sampling", &[
        Signature::since(1).inputs(&[F::of("input_ids", "I"), F::of("max_length", "I"), F::of("min_length", "I").optional(), F::of("repetition_penalty", "T").optional(), F::of("vocab_mask", "I").optional(), F::of("prefix_vocab_mask", "I").optional(), F::of("attention_mask", "I").optional(), F::of("presence_mask", "I").optional(), F::of("seed", "I").optional()]).outputs(&[F::of("sequences", "I"), F::of("filtered_logits", "T").optional()]).attributes(&[S::default("custom", A::Onnx(AttributeType::Int), D::Int(0)), S::required("decoder", A::Onnx(AttributeType::Graph)), S::default("decoder_start_token_id", A::Onnx(AttributeType::Int), D::Int(-1)), S::optional("encoder", A::Onnx(AttributeType::Graph)), S::required("eos_token_id", A::Onnx(AttributeType::Int)), S::default("filter_value", A::Onnx(AttributeType::Float), D::Float(-1e+20)), S::optional("init_decoder", A::Onnx(AttributeType::Graph)), S::default("min_tokens_to_keep", A::Onnx(AttributeType::Int), D::Int(0)), S::default("model_type", A::Onnx(AttributeType::Int), D::Int(0)), S::default("no_repeat_ngram_size", A::Onnx(AttributeType::Int), D::Int(0)), S::required("pad_token_id", A::Onnx(AttributeType::Int)), S::default("presence_penalty", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("temperature", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("top_p", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("vocab_size", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K8 }, V { name: "I", allowed: K4 }]),
    ]),
    ("com.microsoft", "ScaledSiLU", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("scale", "M").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K9 }]),
    ]),
    ("com.microsoft", "SkipGroupNorm", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("gamma", "M"), F::of("beta", "M"), F::of("skip", "T"), F::of("bias", "T").optional()]).outputs(&[F::of("Y", "T"), F::of("S", "T").optional()]).attributes(&[S::required("activation", A::Onnx(AttributeType::Int)), S::default("channels_last", A::Onnx(AttributeType::Int), D::Int(1)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::required("groups", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K1 }]),
    ]),
    ("com.microsoft", "SkipLayerNormalization", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("skip", "T"), F::of("gamma", "T"), F::of("beta", "T").optional(), F::of("bias", "T").optional()]).outputs(&[F::of("output", "T"), F::of("mean", "U").optional(), F::of("inv_std_var", "U").optional(), F::of("input_skip_bias_sum", "T").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-12))]).variables(&[V { name: "T", allowed: K9 }, V { name: "U", allowed: K8 }]),
    ]),
    ("com.microsoft", "SkipSimplifiedLayerNormalization", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("skip", "T"), F::of("gamma", "T"), F::of("bias", "T").optional()]).outputs(&[F::of("output", "T"), F::of("mean", "U").optional(), F::of("inv_std_var", "U").optional(), F::of("input_skip_bias_sum", "T").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-12))]).variables(&[V { name: "T", allowed: K9 }, V { name: "U", allowed: K8 }]),
    ]),
    ("com.microsoft", "Snpe", &[
        Signature::since(1).inputs(&[F::of("inputs", "T").variadic(1, true)]).outputs(&[F::of("outputs", "T").variadic(1, true)]).attributes(&[S::required("DLC", A::Onnx(AttributeType::String)), S::optional("notes", A::Onnx(AttributeType::String)), S::optional("snpe_version", A::Onnx(AttributeType::String)), S::optional("target_device", A::Onnx(AttributeType::String))]).variables(&[V { name: "T", allowed: K36 }]),
    ]),
    ("com.microsoft", "SparseAttention", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T").optional(), F::of("value", "T").optional(), F::of("past_key", "T"), F::of("past_value", "T"), F::of("block_row_indices", "M"), F::of("block_col_indices", "M"), F::of("total_sequence_length", "M"), F::of("key_total_sequence_lengths", "M"), F::of("cos_cache", "T").optional(), F::of("sin_cache", "T").optional()]).outputs(&[F::of("output", "T"), F::of("present_key", "T"), F::of("present_value", "T")]).attributes(&[S::optional("do_rotary", A::Onnx(AttributeType::Int)), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("rotary_interleaved", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float)), S::required("sparse_block_size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "SparseAttentionIndexer", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T").optional(), F::of("query_norm_weight", "T"), F::of("key_norm_weight", "T"), F::of("cos_cache", "T"), F::of("sin_cache", "T"), F::of("mask", "TB").optional(), F::of("past_key", "T"), F::of("gate", "T").optional(), F::of("position_bias", "T").optional(), F::of("head_weights", "T").optional(), F::of("position_ids", "I").optional(), F::of("past_sequence_length", "M").optional(), F::of("past_proj_buffer", "T").optional()]).outputs(&[F::of("selected_indices", "M"), F::of("present_key", "T"), F::of("present_proj_buffer", "T").optional()]).attributes(&[S::required("compress_ratio", A::Onnx(AttributeType::Int)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06)), S::optional("head_weight_scale", A::Onnx(AttributeType::Float)), S::optional("index_topk", A::Onnx(AttributeType::Int)), S::required("policy_mode", A::Onnx(AttributeType::String)), S::optional("scale", A::Onnx(AttributeType::Float)), S::optional("token_budget", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K9 }, V { name: "TB", allowed: K12 }, V { name: "I", allowed: K12 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "SparsePagedAttention", &[
        Signature::since(1).inputs(&[F::of("query", "T"), F::of("key", "T").optional(), F::of("value", "T").optional(), F::of("key_cache", "T_CACHE"), F::of("value_cache", "T_CACHE"), F::of("cumulative_sequence_length", "S"), F::of("past_seqlens", "S"), F::of("block_table", "S"), F::of("slot_mapping", "S").optional(), F::of("selected_indices", "S"), F::of("selected_counts", "S"), F::of("auxiliary_key", "T").optional(), F::of("auxiliary_value", "T").optional(), F::of("auxiliary_lengths", "S").optional(), F::of("cos_cache", "T").optional(), F::of("sin_cache", "T").optional(), F::of("head_sink", "T").optional(), F::of("q_norm_weight", "T").optional(), F::of("k_norm_weight", "T").optional(), F::of("k_scale", "T_KV_SCALE").optional(), F::of("v_scale", "T_KV_SCALE").optional(), F::of("attention_metadata", "S").optional()]).outputs(&[F::of("output", "T"), F::of("key_cache_out", "T_CACHE").optional(), F::of("value_cache_out", "T_CACHE").optional()]).attributes(&[S::default("attention_mode", A::Onnx(AttributeType::String), D::Text("selected_only")), S::default("auxiliary_cache_layout", A::Onnx(AttributeType::String), D::Text("contiguous")), S::default("auxiliary_kv_shared", A::Onnx(AttributeType::Int), D::Int(0)), S::default("do_rotary", A::Onnx(AttributeType::Int), D::Int(0)), S::default("is_causal", A::Onnx(AttributeType::Int), D::Int(1)), S::default("k_quant_type", A::Onnx(AttributeType::String), D::Text("NONE")), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::default("local_window_size", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::default("qk_norm_epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06)), S::default("rotary_interleaved", A::Onnx(AttributeType::Int), D::Int(0)), S::default("rotary_offset", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("selected_kv_source", A::Onnx(AttributeType::String), D::Text("main")), S::optional("softcap", A::Onnx(AttributeType::Float)), S::default("v_quant_type", A::Onnx(AttributeType::String), D::Text("NONE"))]).variables(&[V { name: "T", allowed: K24 }, V { name: "T_CACHE", allowed: K37 }, V { name: "T_KV_SCALE", allowed: K8 }, V { name: "S", allowed: K4 }]),
    ]),
    ("com.microsoft", "SparseToDenseMatMul", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T1")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K38 }, V { name: "T1", allowed: K39 }]),
    ]),
    ("com.microsoft", "Tokenizer", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::required("mark", A::Onnx(AttributeType::Int)), S::required("mincharnum", A::Onnx(AttributeType::Int)), S::required("pad_value", A::Onnx(AttributeType::String)), S::optional("separators", A::Onnx(AttributeType::Strings)), S::optional("tokenexp", A::Onnx(AttributeType::String))]).variables(&[V { name: "T", allowed: K40 }]),
    ]),
    ("com.microsoft", "TorchEmbedding", &[
        Signature::since(1).inputs(&[F::of("weight", "T"), F::fixed("indices", K12), F::fixed("padding_idx", K12).optional(), F::fixed("scale_grad_by_freq", K11).optional()]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K41 }]),
    ]),
    ("com.microsoft", "TransposeMatMul", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "Trilu", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::fixed("k", K12).optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("upper", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K18 }]),
    ]),
    ("com.microsoft", "UnfoldTensor", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("dim", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("size", A::Onnx(AttributeType::Int)), S::default("step", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K42 }]),
    ]),
    ("com.microsoft", "Unique", &[
        Signature::since(1).inputs(&[F::of("x", "T")]).outputs(&[F::of("y", "T"), F::fixed("idx", K12), F::fixed("counts", K12)]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("com.microsoft", "VarlenCausalConvWithState", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("weight", "T"), F::of("cumulative_sequence_length", "M"), F::of("bias", "T").optional(), F::of("initial_state", "T"), F::of("capture_count", "M").optional()]).outputs(&[F::of("output", "T"), F::of("final_state", "T"), F::of("state_update", "T").optional()]).attributes(&[S::default("activation", A::Onnx(AttributeType::String), D::Text("none")), S::default("dilation", A::Onnx(AttributeType::Int), D::Int(1)), S::default("state_update_capacity", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "VarlenNGramHashMapping", &[
        Signature::since(1).inputs(&[F::of("input_ids", "M"), F::of("multipliers", "M"), F::of("vocab_sizes", "M"), F::of("cumulative_sequence_length", "S"), F::of("past_ids", "M").optional(), F::of("head_offsets", "M").optional(), F::of("eos_token_id", "M").optional(), F::fixed("segment_ids", K4).optional(), F::of("past_segment_ids", "S").optional(), F::of("capture_count", "S").optional()]).outputs(&[F::of("hash_ids", "M"), F::of("present_ids", "M").optional(), F::of("present_segment_ids", "S").optional(), F::of("state_update", "M").optional()]).attributes(&[S::required("max_ngram_size", A::Onnx(AttributeType::Int)), S::required("n_head_per_ngram", A::Onnx(AttributeType::Int)), S::required("pad_id", A::Onnx(AttributeType::Int)), S::default("reset_on_eos", A::Onnx(AttributeType::Int), D::Int(0)), S::default("state_update_capacity", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "M", allowed: K3 }, V { name: "S", allowed: K4 }]),
    ]),
    ("com.microsoft", "WhisperBeamSearch", &[
        Signature::since(1).inputs(&[F::of("input_ids", "F"), F::of("max_length", "I"), F::of("min_length", "I").optional(), F::of("num_beams", "I"), F::of("num_return_sequences", "I"), F::of("length_penalty", "T").optional(), F::of("repetition_penalty", "T").optional(), F::of("vocab_mask", "M").optional(), F::of("prefix_vocab_mask", "M").optional(), F::of("attention_mask", "I").optional(), F::of("decoder_input_ids", "I").optional(), F::of("logits_processor", "I").optional(), F::of("cross_qk_layer_head", "I").optional(), F::of("extra_decoding_ids", "I").optional(), F::of("temperature", "T").optional()]).outputs(&[F::of("sequences", "I"), F::of("sequences_scores", "T").optional(), F::of("scores", "T").optional(), F::of("cross_qk", "V").optional(), F::of("non_speech_probs", "T").optional()]).attributes(&[S::optional("beginning_timestamp_token_id", A::Onnx(AttributeType::Int)), S::required("decoder", A::Onnx(AttributeType::Graph)), S::optional("decoder_output_cross_qk", A::Onnx(AttributeType::Int)), S::default("decoder_start_token_id", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("early_stopping", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("encoder", A::Onnx(AttributeType::Graph)), S::required("eos_token_id", A::Onnx(AttributeType::Int)), S::optional("init_decoder", A::Onnx(AttributeType::Graph)), S::default("model_type", A::Onnx(AttributeType::Int), D::Int(2)), S::default("no_repeat_ngram_size", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("no_speech_token_id", A::Onnx(AttributeType::Int)), S::optional("no_timestamps_token_id", A::Onnx(AttributeType::Int)), S::required("pad_token_id", A::Onnx(AttributeType::Int)), S::optional("start_of_lm_token_id", A::Onnx(AttributeType::Int)), S::optional("transcribe_token_id", A::Onnx(AttributeType::Int)), S::optional("translate_token_id", A::Onnx(AttributeType::Int)), S::default("vocab_size", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K1 }, V { name: "F", allowed: K10 }, V { name: "I", allowed: K4 }, V { name: "M", allowed: K4 }, V { name: "V", allowed: K8 }]),
    ]),
    ("com.microsoft", "WordConvEmbedding", &[
        Signature::since(1).inputs(&[F::of("Sequence", "T"), F::of("W", "T1"), F::of("B", "T1"), F::of("C", "T1")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::optional("char_embedding_size", A::Onnx(AttributeType::Int)), S::optional("conv_window_size", A::Onnx(AttributeType::Int)), S::optional("embedding_size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K4 }, V { name: "T1", allowed: K8 }]),
    ]),
];
