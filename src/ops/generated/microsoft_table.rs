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
        Signature::since(1).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(0.0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(0.0))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "Crop", &[
        Signature::since(1).inputs(&[F::new("input", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::optional("border", A::Onnx(AttributeType::Ints)), S::optional("scale", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::new("input", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::required("border", A::Onnx(AttributeType::Ints)), S::optional("scale", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "DisentangledAttention_TRT", &[
        Signature::since(1).inputs(&[F::new("c2c_attention", "T"), F::new("c2p_attention", "T"), F::new("p2c_attention", "T")]).outputs(&[F::new("disentangled_attention", "T")]).attributes(&[S::required("factor", A::Onnx(AttributeType::Float)), S::required("span", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }]),
    ]),
    ("", "DynamicSlice", &[
        Signature::since(1).inputs(&[F::new("data", "T"), F::new("starts", "Tind"), F::new("ends", "Tind"), F::new("axes", "Tind").optional()]).outputs(&[F::new("output", "T")]).variables(&[V { name: "T", allowed: K2 }, V { name: "Tind", allowed: K3 }]),
        Signature::since(10).inputs(&[F::new("data", "T"), F::new("starts", "Tind"), F::new("ends", "Tind"), F::new("axes", "Tind").optional()]).outputs(&[F::new("output", "T")]).variables(&[V { name: "T", allowed: K2 }, V { name: "Tind", allowed: K3 }]).deprecated(),
    ]),
    ("", "EfficientNMS_TRT", &[
        Signature::since(1).inputs(&[F::new("boxes", "T"), F::new("scores", "T"), F::new("anchors", "T").optional()]).outputs(&[F::fixed("num_detections", K4), F::new("detection_boxes", "T"), F::new("detection_scores", "T"), F::fixed("detection_classes", K4)]).attributes(&[S::required("background_class", A::Onnx(AttributeType::Int)), S::required("box_coding", A::Onnx(AttributeType::Int)), S::required("iou_threshold", A::Onnx(AttributeType::Float)), S::required("max_output_boxes", A::Onnx(AttributeType::Int)), S::required("plugin_version", A::Onnx(AttributeType::String)), S::required("score_activation", A::Onnx(AttributeType::Int)), S::required("score_threshold", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K1 }]),
    ]),
    ("", "GRUUnit", &[
        Signature::since(1).inputs(&[F::new("hidden_prev", "T"), F::new("gates", "T"), F::new("seq_lengths", "T"), F::new("t", "T")]).outputs(&[F::new("hidden", "T")]).attributes(&[S::optional("drop_states", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::new("hidden_prev", "T"), F::new("gates", "T"), F::new("seq_lengths", "T"), F::new("t", "T")]).outputs(&[F::new("hidden", "T")]).attributes(&[S::optional("drop_states", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "GivenTensorFill", &[
        Signature::since(1).inputs(&[F::new("shape", "T").optional()]).outputs(&[F::new("X", "T")]).attributes(&[S::optional("extra_shape", A::Onnx(AttributeType::Ints)), S::optional("input_as_shape", A::Onnx(AttributeType::Int)), S::optional("shape", A::Onnx(AttributeType::Ints)), S::optional("values", A::Onnx(AttributeType::Floats))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::new("shape", "T").optional()]).outputs(&[F::new("X", "T")]).attributes(&[S::optional("extra_shape", A::Onnx(AttributeType::Ints)), S::optional("input_as_shape", A::Onnx(AttributeType::Int)), S::optional("shape", A::Onnx(AttributeType::Ints)), S::optional("values", A::Onnx(AttributeType::Floats))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "ImageScaler", &[
        Signature::since(1).inputs(&[F::new("input", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::optional("bias", A::Onnx(AttributeType::Floats)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::new("input", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::optional("bias", A::Onnx(AttributeType::Floats)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "LayerNormalization", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("Scale", "V"), F::new("B", "V").optional()]).outputs(&[F::new("Y", "V"), F::new("Mean", "U").optional(), F::new("InvStdDev", "U").optional()]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("stash_type", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K5 }, V { name: "U", allowed: K6 }, V { name: "V", allowed: K5 }]),
    ]),
    ("", "MeanVarianceNormalization", &[
        Signature::since(1).inputs(&[F::new("input", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::default("across_channels", A::Onnx(AttributeType::Int), D::Int(0)), S::default("normalize_variance", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("", "MemcpyFromHost", &[
        Signature::since(1).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K7 }]),
    ]),
    ("", "MemcpyToHost", &[
        Signature::since(1).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K7 }]),
    ]),
    ("", "MultilevelCropAndResize_TRT", &[
        Signature::since(1).inputs(&[F::new("boxes", "T"), F::new("feature_map_0", "T"), F::new("feature_map_1", "T"), F::new("feature_map_2", "T"), F::new("feature_map_3", "T")]).outputs(&[F::new("patches", "T")]).attributes(&[S::required("image_size", A::Onnx(AttributeType::Ints)), S::required("plugin_version", A::Onnx(AttributeType::String)), S::required("pooled_size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K8 }]),
    ]),
    ("", "ParametricSoftplus", &[
        Signature::since(1).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::optional("alpha", A::Onnx(AttributeType::Float)), S::optional("beta", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::optional("alpha", A::Onnx(AttributeType::Float)), S::optional("beta", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "PyramidROIAlign_TRT", &[
        Signature::since(1).inputs(&[F::new("boxes", "T"), F::new("feature_map_0", "T"), F::new("feature_map_1", "T"), F::new("feature_map_2", "T"), F::new("feature_map_3", "T")]).outputs(&[F::new("patches", "T")]).attributes(&[S::required("plugin_version", A::Onnx(AttributeType::String)), S::required("pooled_size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K8 }]),
    ]),
    ("", "Scale", &[
        Signature::since(1).inputs(&[F::new("input", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::default("scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::new("input", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::default("scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "ScaledTanh", &[
        Signature::since(1).inputs(&[F::new("input", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::optional("alpha", A::Onnx(AttributeType::Float)), S::optional("beta", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::new("input", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::optional("alpha", A::Onnx(AttributeType::Float)), S::optional("beta", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K0 }]).deprecated(),
    ]),
    ("", "SimplifiedLayerNormalization", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("scale", "V")]).outputs(&[F::new("Y", "V"), F::new("inv_std_var", "U").optional()]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("stash_type", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K5 }, V { name: "U", allowed: K6 }, V { name: "V", allowed: K5 }]),
    ]),
    ("", "ThresholdedRelu", &[
        Signature::since(1).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "Attention", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("weights", "T"), F::new("bias", "T").optional(), F::new("mask_index", "M").optional(), F::new("past", "T").optional(), F::new("attention_bias", "T").optional(), F::new("past_sequence_length", "M").optional()]).outputs(&[F::new("output", "T"), F::new("present", "T").optional()]).attributes(&[S::optional("do_rotary", A::Onnx(AttributeType::Int)), S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("past_present_share_buffer", A::Onnx(AttributeType::Int)), S::optional("qkv_hidden_sizes", A::Onnx(AttributeType::Ints)), S::optional("rotary_embedding_dim", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("unidirectional", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "AttnLSTM", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("W", "T"), F::new("R", "T"), F::new("B", "T").optional(), F::new("sequence_lens", "T1").optional(), F::new("initial_h", "T").optional(), F::new("initial_c", "T").optional(), F::new("P", "T").optional(), F::new("QW", "T").optional(), F::new("MW", "T").optional(), F::new("V", "T").optional(), F::new("M", "T").optional(), F::new("memory_seq_lens", "T1").optional(), F::new("AW", "T").optional()]).outputs(&[F::new("Y", "T").optional(), F::new("Y_h", "T").optional(), F::new("Y_c", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("input_forget", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K6 }, V { name: "T1", allowed: K4 }]),
    ]),
    ("com.microsoft", "BeamSearch", &[
        Signature::since(1).inputs(&[F::new("input_ids", "F"), F::new("max_length", "I"), F::new("min_length", "I").optional(), F::new("num_beams", "I"), F::new("num_return_sequences", "I"), F::new("length_penalty", "T").optional(), F::new("repetition_penalty", "T").optional(), F::new("vocab_mask", "M").optional(), F::new("prefix_vocab_mask", "M").optional(), F::new("attention_mask", "I").optional(), F::new("decoder_input_ids", "I").optional(), F::new("logits_processor", "I").optional()]).outputs(&[F::new("sequences", "I"), F::new("sequences_scores", "T").optional(), F::new("scores", "T").optional()]).attributes(&[S::required("decoder", A::Onnx(AttributeType::Graph)), S::default("decoder_start_token_id", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("early_stopping", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("encoder", A::Onnx(AttributeType::Graph)), S::required("eos_token_id", A::Onnx(AttributeType::Int)), S::optional("init_decoder", A::Onnx(AttributeType::Graph)), S::default("model_type", A::Onnx(AttributeType::Int), D::Int(0)), S::default("no_repeat_ngram_size", A::Onnx(AttributeType::Int), D::Int(0)), S::required("pad_token_id", A::Onnx(AttributeType::Int)), S::default("vocab_size", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K1 }, V { name: "F", allowed: K10 }, V { name: "I", allowed: K4 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "BiasAdd", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("bias", "T"), F::new("skip", "T")]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K1 }]),
    ]),
    ("com.microsoft", "BiasDropout", &[
        Signature::since(1).inputs(&[F::new("data", "T"), F::new("bias", "T"), F::new("residual", "T").optional(), F::new("ratio", "T1").optional(), F::new("training_mode", "T2").optional()]).outputs(&[F::new("output", "T"), F::new("mask", "T2").optional()]).attributes(&[S::optional("seed", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K5 }, V { name: "T1", allowed: K5 }, V { name: "T2", allowed: K11 }]),
    ]),
    ("com.microsoft", "BiasGelu", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::new("B", "T")]).outputs(&[F::new("C", "T")]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "BiasSoftmax", &[
        Signature::since(1).inputs(&[F::new("data", "T"), F::new("bias", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::required("is_inner_broadcast", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "BiasSplitGelu", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("bias", "T")]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K1 }]),
    ]),
    ("com.microsoft", "BifurcationDetector", &[
        Signature::since(1).inputs(&[F::new("src_tokens", "T"), F::new("cur_tokens", "T"), F::new("prev_suffix_match_idx", "T"), F::new("pred_tokens", "T").optional()]).outputs(&[F::new("tokens", "T"), F::new("suffix_match_idx", "T")]).attributes(&[S::default("max_ngram_size", A::Onnx(AttributeType::Int), D::Int(3)), S::default("min_ngram_size", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K12 }]),
    ]),
    ("com.microsoft", "BitmaskBiasDropout", &[
        Signature::since(1).inputs(&[F::new("data", "T"), F::new("bias", "T"), F::new("residual", "T").optional(), F::new("ratio", "T1").optional(), F::new("training_mode", "T2").optional()]).outputs(&[F::new("output", "T"), F::new("mask", "T3").optional()]).attributes(&[S::optional("seed", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K5 }, V { name: "T1", allowed: K5 }, V { name: "T2", allowed: K11 }, V { name: "T3", allowed: K13 }]),
    ]),
    ("com.microsoft", "BitmaskDropout", &[
        Signature::since(1).inputs(&[F::new("data", "T"), F::new("ratio", "T1").optional(), F::new("training_mode", "T2").optional()]).outputs(&[F::new("output", "T"), F::new("mask", "T3").optional()]).attributes(&[S::optional("seed", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K5 }, V { name: "T1", allowed: K5 }, V { name: "T2", allowed: K11 }, V { name: "T3", allowed: K13 }]),
    ]),
    ("com.microsoft", "BranchwiseRMSNorm", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("scale", "M").optional()]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("num_branches", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K9 }]),
    ]),
    ("com.microsoft", "CDist", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::new("B", "T")]).outputs(&[F::new("C", "T")]).attributes(&[S::default("metric", A::Onnx(AttributeType::String), D::Text("sqeuclidean"))]).variables(&[V { name: "T", allowed: K6 }]),
    ]),
    ("com.microsoft", "CausalConvWithState", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("weight", "T"), F::new("bias", "T").optional(), F::new("past_state", "T").optional()]).outputs(&[F::new("output", "T"), F::new("present_state", "T")]).attributes(&[S::default("activation", A::Onnx(AttributeType::String), D::Text("none")), S::default("channels_last", A::Onnx(AttributeType::Int), D::Int(0)), S::default("dilation", A::Onnx(AttributeType::Int), D::Int(1)), S::default("ndim", A::Onnx(AttributeType::Int), D::Int(1)), S::default("state_window", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }]),
    ]),
    ("com.microsoft", "ComplexMul", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::new("B", "T")]).outputs(&[F::new("C", "T")]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "ComplexMulConj", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::new("B", "T")]).outputs(&[F::new("C", "T")]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "ConvTransposeWithDynamicPads", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("W", "T"), F::fixed("Pads", K12).optional(), F::new("B", "T").optional()]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("output_padding", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "CropAndResize", &[
        Signature::since(1).inputs(&[F::new("X", "T1"), F::new("rois", "T1"), F::new("batch_indices", "T2"), F::new("crop_size", "T2")]).outputs(&[F::new("Y", "T1")]).attributes(&[S::default("extrapolation_value", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("mode", A::Onnx(AttributeType::String), D::Text("bilinear"))]).variables(&[V { name: "T1", allowed: K0 }, V { name: "T2", allowed: K4 }]),
    ]),
    ("com.microsoft", "DecoderAttention", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T"), F::new("q_weight", "T"), F::new("kv_weight", "T"), F::new("bias", "T"), F::new("key_padding_mask", "B").optional(), F::new("key_cache", "T").optional(), F::new("value_cache", "T").optional(), F::new("static_kv", "B"), F::new("use_past", "B"), F::new("has_layer_state", "B"), F::new("has_key_padding_mask", "B")]).outputs(&[F::new("output", "T"), F::new("new_key_cache", "T").optional(), F::new("new_value_cache", "T").optional()]).attributes(&[S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }, V { name: "B", allowed: K11 }]),
    ]),
    ("com.microsoft", "DecoderMaskedMultiHeadAttention", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T").optional(), F::new("value", "T").optional(), F::new("mask_index", "M").optional(), F::new("attention_bias", "T").optional(), F::new("past_key", "T").optional(), F::new("past_value", "T").optional(), F::new("past_sequence_length", "M").optional(), F::new("beam_width", "M").optional(), F::new("cache_indirection", "M").optional(), F::new("bias", "T").optional()]).outputs(&[F::new("output", "T"), F::new("present_key", "T").optional(), F::new("present_value", "T").optional(), F::new("qk", "QK").optional()]).attributes(&[S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("output_qk", A::Onnx(AttributeType::Int)), S::optional("past_present_share_buffer", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K1 }, V { name: "QK", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "DecoderMaskedSelfAttention", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("weights", "T"), F::new("bias", "T"), F::new("mask_index", "M").optional(), F::new("past", "T"), F::new("attention_bias", "T").optional(), F::new("past_sequence_length", "M"), F::new("beam_width", "M").optional(), F::new("cache_indirection", "M").optional()]).outputs(&[F::new("output", "T"), F::new("present", "T")]).attributes(&[S::optional("do_rotary", A::Onnx(AttributeType::Int)), S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("past_present_share_buffer", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "DequantizeBFP", &[
        Signature::since(1).inputs(&[F::new("x", "T1"), F::new("shape", "T2"), F::new("strides", "T2")]).outputs(&[F::new("y", "T3")]).attributes(&[S::required("bfp_type", A::Onnx(AttributeType::Int)), S::default("block_dim", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("dtype", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K14 }, V { name: "T2", allowed: K12 }, V { name: "T3", allowed: K9 }]),
    ]),
    ("com.microsoft", "DequantizeLinear", &[
        Signature::since(1).inputs(&[F::new("x", "T1"), F::new("x_scale", "T2"), F::new("x_zero_point", "T1").optional()]).outputs(&[F::new("y", "T2")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K15 }, V { name: "T2", allowed: K1 }]),
    ]),
    ("com.microsoft", "DequantizeWithOrder", &[
        Signature::since(1).inputs(&[F::new("input", "Q"), F::new("scale_input", "S")]).outputs(&[F::new("output", "F")]).attributes(&[S::required("order_input", A::Onnx(AttributeType::Int)), S::required("order_output", A::Onnx(AttributeType::Int)), S::required("to", A::Onnx(AttributeType::Int))]).variables(&[V { name: "Q", allowed: K16 }, V { name: "F", allowed: K1 }, V { name: "S", allowed: K8 }]),
    ]),
    ("com.microsoft", "DynamicQuantizeLSTM", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("W", "T2"), F::new("R", "T2"), F::new("B", "T").optional(), F::new("sequence_lens", "T1").optional(), F::new("initial_h", "T").optional(), F::new("initial_c", "T").optional(), F::new("P", "T").optional(), F::new("W_scale", "T"), F::new("W_zero_point", "T2"), F::new("R_scale", "T"), F::new("R_zero_point", "T2")]).outputs(&[F::new("Y", "T").optional(), F::new("Y_h", "T").optional(), F::new("Y_c", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("input_forget", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K8 }, V { name: "T1", allowed: K4 }, V { name: "T2", allowed: K17 }]),
    ]),
    ("com.microsoft", "DynamicQuantizeMatMul", &[
        Signature::since(1).inputs(&[F::new("A", "T1"), F::new("B", "T2"), F::new("b_scale", "T1"), F::new("b_zero_point", "T2").optional(), F::new("bias", "T1").optional()]).outputs(&[F::new("Y", "T1")]).variables(&[V { name: "T1", allowed: K8 }, V { name: "T2", allowed: K17 }]),
    ]),
    ("com.microsoft", "DynamicSparseAttention", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T").optional(), F::new("value", "T").optional(), F::new("past_key", "T").optional(), F::new("past_value", "T").optional(), F::new("auxiliary_key", "T").optional(), F::new("auxiliary_value", "T").optional(), F::new("selected_indices", "M"), F::new("selected_counts", "M"), F::new("seqlens_k", "M"), F::new("total_sequence_length", "M"), F::new("cos_cache", "T").optional(), F::new("sin_cache", "T").optional(), F::fixed("position_ids", K12).optional(), F::new("q_norm_weight", "T").optional(), F::new("k_norm_weight", "T").optional(), F::new("head_sink", "T").optional()]).outputs(&[F::new("output", "T"), F::new("present_key", "T").optional(), F::new("present_value", "T").optional()]).attributes(&[S::default("attention_mode", A::Onnx(AttributeType::String), D::Text("selected_only")), S::default("auxiliary_kv_shared", A::Onnx(AttributeType::Int), D::Int(0)), S::default("do_rotary", A::Onnx(AttributeType::Int), D::Int(0)), S::default("is_causal", A::Onnx(AttributeType::Int), D::Int(1)), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::default("local_window_size", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::default("qk_norm_epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06)), S::default("rotary_interleaved", A::Onnx(AttributeType::Int), D::Int(0)), S::default("rotary_offset", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("selected_kv_source", A::Onnx(AttributeType::String), D::Text("main")), S::default("smooth_softmax", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "DynamicTimeWarping", &[
        Signature::since(1).inputs(&[F::new("input", "F")]).outputs(&[F::new("output", "I")]).variables(&[V { name: "F", allowed: K8 }, V { name: "I", allowed: K4 }]),
    ]),
    ("com.microsoft", "EPContext", &[
        Signature::since(1).inputs(&[F::new("inputs", "T").heterogeneous_variadic(0)]).outputs(&[F::new("outputs", "T").heterogeneous_variadic(1)]).attributes(&[S::default("embed_mode", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("ep_cache_context", A::Onnx(AttributeType::String)), S::optional("ep_sdk_version", A::Onnx(AttributeType::String)), S::optional("hardware_architecture", A::Onnx(AttributeType::String)), S::default("main_context", A::Onnx(AttributeType::Int), D::Int(1)), S::default("max_size", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("notes", A::Onnx(AttributeType::String)), S::optional("onnx_model_filename", A::Onnx(AttributeType::String)), S::optional("partition_name", A::Onnx(AttributeType::String)), S::optional("source", A::Onnx(AttributeType::String))]).variables(&[V { name: "T", allowed: K18 }]),
    ]),
    ("com.microsoft", "EmbedLayerNormalization", &[
        Signature::since(1).inputs(&[F::new("input_ids", "T1"), F::new("segment_ids", "T1").optional(), F::new("word_embedding", "T"), F::new("position_embedding", "T"), F::new("segment_embedding", "T").optional(), F::new("gamma", "T"), F::new("beta", "T"), F::new("mask", "T1").optional(), F::new("position_ids", "T1").optional()]).outputs(&[F::new("output", "T"), F::new("mask_index", "T1").optional(), F::new("embedding_sum", "T").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-12)), S::optional("mask_index_type", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K4 }, V { name: "T", allowed: K1 }]),
    ]),
    ("com.microsoft", "EngramGate", &[
        Signature::since(1).inputs(&[F::new("key", "T"), F::new("query", "T"), F::new("value", "T"), F::new("key_norm_scale", "T"), F::new("query_norm_scale", "T"), F::new("conv_norm_scale", "T").optional()]).outputs(&[F::new("output", "T"), F::new("gated_value_normed", "T").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05))]).variables(&[V { name: "T", allowed: K9 }]),
    ]),
    ("com.microsoft", "ExpandDims", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::fixed("axis", K4)]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("com.microsoft", "FastGelu", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("bias", "T").optional()]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "FusedConv", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("W", "T"), F::new("B", "T").optional(), F::new("Z", "T").optional()]).outputs(&[F::new("Y", "T")]).attributes(&[S::optional("activation", A::Onnx(AttributeType::String)), S::optional("activation_params", A::Onnx(AttributeType::Floats)), S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "FusedGemm", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::new("B", "T"), F::new("C", "T").optional()]).outputs(&[F::new("Y", "T")]).attributes(&[S::optional("activation", A::Onnx(AttributeType::String)), S::optional("activation_alpha", A::Onnx(AttributeType::Float)), S::optional("activation_beta", A::Onnx(AttributeType::Float)), S::optional("activation_gamma", A::Onnx(AttributeType::Float)), S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K19 }]),
    ]),
    ("com.microsoft", "FusedMatMul", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::new("B", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transBatchA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transBatchB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "FusedMatMulActivation", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::new("B", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::required("activation", A::Onnx(AttributeType::String)), S::optional("activation_alpha", A::Onnx(AttributeType::Float)), S::optional("activation_axis", A::Onnx(AttributeType::Int)), S::optional("activation_beta", A::Onnx(AttributeType::Float)), S::optional("activation_gamma", A::Onnx(AttributeType::Float)), S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transBatchA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transBatchB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "GatedAdd", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("Y", "T"), F::new("gate", "T")]).outputs(&[F::new("output", "T")]).variables(&[V { name: "T", allowed: K9 }]),
    ]),
    ("com.microsoft", "GatedDeltaNet", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T").optional(), F::new("value", "T").optional(), F::new("cu_seqlens", "TI").optional(), F::new("decay", "TS").optional(), F::new("beta", "TS").optional(), F::new("initial_state", "TS").optional(), F::new("a_log", "TS").optional(), F::new("dt_bias", "TS").optional(), F::new("capture_count", "TI").optional(), F::new("state_update_active", "TI").optional()]).outputs(&[F::new("output", "T"), F::new("final_state", "TS").optional(), F::new("state_update", "TS").optional()]).attributes(&[S::default("beta_activation", A::Onnx(AttributeType::String), D::Text("none")), S::default("chunk_size", A::Onnx(AttributeType::Int), D::Int(64)), S::default("gate_activation", A::Onnx(AttributeType::String), D::Text("none")), S::default("qk_l2_norm", A::Onnx(AttributeType::Int), D::Int(0)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("state_update_capacity", A::Onnx(AttributeType::Int), D::Int(0)), S::default("update_rule", A::Onnx(AttributeType::String), D::Text("gated_delta"))]).variables(&[V { name: "T", allowed: K9 }, V { name: "TS", allowed: K8 }, V { name: "TI", allowed: K4 }]),
    ]),
    ("com.microsoft", "GatedRMSNorm", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("scale", "T"), F::new("gate", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("activation", A::Onnx(AttributeType::String), D::Text("silu")), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05))]).variables(&[V { name: "T", allowed: K9 }]),
    ]),
    ("com.microsoft", "GatedRelativePositionBias", &[
        Signature::since(1).inputs(&[F::new("query_layer", "T"), F::new("query_bias", "T"), F::new("rel_pos", "T"), F::new("weight", "T"), F::new("bias", "T"), F::new("eco_a", "T"), F::new("token_offset", "M").optional()]).outputs(&[F::new("output", "T")]).attributes(&[S::required("num_heads", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "GatherBlockQuantized", &[
        Signature::since(1).inputs(&[F::new("data", "T1"), F::new("indices", "Tind"), F::new("scales", "T2"), F::new("zero_points", "T1").optional()]).outputs(&[F::new("output", "T2")]).attributes(&[S::default("bits", A::Onnx(AttributeType::Int), D::Int(4)), S::default("block_size", A::Onnx(AttributeType::Int), D::Int(128)), S::default("gather_axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("quantize_axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K20 }, V { name: "T2", allowed: K9 }, V { name: "Tind", allowed: K3 }]),
    ]),
    ("com.microsoft", "GatherND", &[
        Signature::since(1).inputs(&[F::new("data", "T"), F::new("indices", "Tind")]).outputs(&[F::new("output", "T")]).variables(&[V { name: "T", allowed: K2 }, V { name: "Tind", allowed: K3 }]),
    ]),
    ("com.microsoft", "Gelu", &[
        Signature::since(1).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "GemmFastGelu", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("W", "T"), F::new("bias", "T").optional()]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K9 }]),
    ]),
    ("com.microsoft", "GemmFloat8", &[
        Signature::since(1).inputs(&[F::new("A", "TA"), F::new("B", "TB"), F::new("C", "TC").optional(), F::new("scaleA", "TS").optional(), F::new("scaleB", "TS").optional(), F::new("scaleY", "TS").optional()]).outputs(&[F::new("Y", "TR")]).attributes(&[S::optional("activation", A::Onnx(AttributeType::String)), S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("dtype", A::Onnx(AttributeType::Int), D::Int(1)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "TA", allowed: K21 }, V { name: "TB", allowed: K21 }, V { name: "TC", allowed: K9 }, V { name: "TR", allowed: K21 }, V { name: "TS", allowed: K8 }]),
    ]),
    ("com.microsoft", "GemmaRotaryEmbedding", &[
        Signature::since(1).inputs(&[F::new("emb", "U"), F::new("q", "T"), F::new("q_rot", "T"), F::new("k", "T"), F::new("k_rot", "T")]).outputs(&[F::new("output1", "T"), F::new("output2", "T")]).variables(&[V { name: "T", allowed: K22 }, V { name: "U", allowed: K8 }]),
    ]),
    ("com.microsoft", "GreedySearch", &[
        Signature::since(1).inputs(&[F::new("input_ids", "I"), F::new("max_length", "I"), F::new("min_length", "I").optional(), F::new("repetition_penalty", "T").optional(), F::new("vocab_mask", "I").optional(), F::new("prefix_vocab_mask", "I").optional(), F::new("attention_mask", "I").optional()]).outputs(&[F::new("sequences", "I")]).attributes(&[S::required("decoder", A::Onnx(AttributeType::Graph)), S::default("decoder_start_token_id", A::Onnx(AttributeType::Int), D::Int(-1)), S::optional("encoder", A::Onnx(AttributeType::Graph)), S::required("eos_token_id", A::Onnx(AttributeType::Int)), S::optional("init_decoder", A::Onnx(AttributeType::Graph)), S::default("model_type", A::Onnx(AttributeType::Int), D::Int(0)), S::default("no_repeat_ngram_size", A::Onnx(AttributeType::Int), D::Int(0)), S::required("pad_token_id", A::Onnx(AttributeType::Int)), S::default("vocab_size", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K8 }, V { name: "I", allowed: K4 }]),
    ]),
    ("com.microsoft", "GridSample", &[
        Signature::since(1).inputs(&[F::new("X", "T1"), F::new("Grid", "T1")]).outputs(&[F::new("Y", "T2")]).attributes(&[S::default("align_corners", A::Onnx(AttributeType::Int), D::Int(0)), S::default("mode", A::Onnx(AttributeType::String), D::Text("bilinear")), S::default("padding_mode", A::Onnx(AttributeType::String), D::Text("zeros"))]).variables(&[V { name: "T1", allowed: K2 }, V { name: "T2", allowed: K0 }]),
    ]),
    ("com.microsoft", "GroupNorm", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("gamma", "M"), F::new("beta", "M")]).outputs(&[F::new("Y", "T")]).attributes(&[S::required("activation", A::Onnx(AttributeType::Int)), S::default("channels_last", A::Onnx(AttributeType::Int), D::Int(1)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::required("groups", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K1 }]),
    ]),
    ("com.microsoft", "GroupQueryAttention", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T").optional(), F::new("value", "T").optional(), F::new("past_key", "T_CACHE").optional(), F::new("past_value", "T_CACHE").optional(), F::new("seqlens_k", "M"), F::new("total_sequence_length", "M"), F::new("cos_cache", "T").optional(), F::new("sin_cache", "T").optional(), F::fixed("position_ids", K12).optional(), F::new("attention_bias", "T").optional(), F::new("head_sink", "T").optional(), F::new("k_scale", "T_KV_SCALE").optional(), F::new("v_scale", "T_KV_SCALE").optional(), F::new("q_norm_weight", "T").optional(), F::new("k_norm_weight", "T").optional()]).outputs(&[F::new("output", "T"), F::new("present_key", "T_CACHE").optional(), F::new("present_value", "T_CACHE").optional(), F::new("output_qk", "T").optional()]).attributes(&[S::default("causal", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("do_rotary", A::Onnx(AttributeType::Int)), S::default("k_quant_type", A::Onnx(AttributeType::String), D::Text("NONE")), S::optional("kv_cache_bit_width", A::Onnx(AttributeType::Int)), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::default("local_window_size", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::default("qk_norm_epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06)), S::default("qk_output", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("rotary_interleaved", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("sliding_window_cache", A::Onnx(AttributeType::Int), D::Int(0)), S::default("smooth_softmax", A::Onnx(AttributeType::Int), D::Int(-1)), S::optional("softcap", A::Onnx(AttributeType::Float)), S::default("v_quant_type", A::Onnx(AttributeType::String), D::Text("NONE"))]).variables(&[V { name: "T", allowed: K9 }, V { name: "T_CACHE", allowed: K23 }, V { name: "T_KV_SCALE", allowed: K8 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "HyperConnectionPostMix", &[
        Signature::since(1).inputs(&[F::new("streams", "T"), F::new("block_output", "T"), F::new("post_mix", "M"), F::new("stream_mix", "M").optional()]).outputs(&[F::new("output", "T")]).attributes(&[S::default("num_branches", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K9 }]),
    ]),
    ("com.microsoft", "HyperConnectionPreMix", &[
        Signature::since(1).inputs(&[F::new("streams", "T"), F::new("pre_mix", "M")]).outputs(&[F::new("output", "T")]).attributes(&[S::default("num_branches", A::Onnx(AttributeType::Int), D::Int(0)), S::default("reduction_scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K9 }]),
    ]),
    ("com.microsoft", "Inverse", &[
        Signature::since(1).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "Irfft", &[
        Signature::since(1).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("normalized", A::Onnx(AttributeType::Int), D::Int(0)), S::default("onesided", A::Onnx(AttributeType::Int), D::Int(1)), S::required("signal_ndim", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "IsAllFinite", &[
        Signature::since(1).inputs(&[F::new("input", "V").variadic(1)]).outputs(&[F::new("output", "T")]).attributes(&[S::default("isinf_only", A::Onnx(AttributeType::Int), D::Int(0)), S::default("isnan_only", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "V", allowed: K5 }, V { name: "T", allowed: K11 }]),
    ]),
    ("com.microsoft", "LinearAttention", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T"), F::new("value", "T"), F::new("past_state", "S").optional(), F::new("decay", "T").optional(), F::new("beta", "T").optional()]).outputs(&[F::new("output", "T"), F::new("present_state", "S")]).attributes(&[S::default("chunk_size", A::Onnx(AttributeType::Int), D::Int(64)), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::required("q_num_heads", A::Onnx(AttributeType::Int)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("state_window", A::Onnx(AttributeType::Int), D::Int(0)), S::default("update_rule", A::Onnx(AttributeType::String), D::Text("gated_delta"))]).variables(&[V { name: "T", allowed: K9 }, V { name: "S", allowed: K9 }]),
    ]),
    ("com.microsoft", "LinearAttentionGate", &[
        Signature::since(1).inputs(&[F::new("a", "T"), F::new("dt_bias", "TF"), F::new("decay_scale", "TF"), F::new("b", "T").optional()]).outputs(&[F::new("decay", "T"), F::new("beta", "T").optional()]).variables(&[V { name: "T", allowed: K9 }, V { name: "TF", allowed: K8 }]),
    ]),
    ("com.microsoft", "LongformerAttention", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("weight", "T"), F::new("bias", "T"), F::new("mask", "T"), F::new("global_weight", "T"), F::new("global_bias", "T"), F::new("global", "G")]).outputs(&[F::new("output", "T")]).attributes(&[S::required("num_heads", A::Onnx(AttributeType::Int)), S::required("window", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }, V { name: "G", allowed: K4 }]),
    ]),
    ("com.microsoft", "MRotaryEmbedding", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("position_ids", "M"), F::new("cos_cache", "T"), F::new("sin_cache", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::optional("interleaved", A::Onnx(AttributeType::Int)), S::optional("is_packed_batching", A::Onnx(AttributeType::Int)), S::optional("mrope_layout", A::Onnx(AttributeType::Int)), S::required("mrope_section", A::Onnx(AttributeType::Ints)), S::optional("num_heads", A::Onnx(AttributeType::Int)), S::optional("rotary_embedding_dim", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K12 }]),
    ]),
    ("com.microsoft", "MatMulBlockQuantizedFp4Weight", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::new("B", "T1"), F::new("weight_scale", "T2"), F::new("weight_scale_2", "T3"), F::new("input_scale", "T3").optional(), F::new("bias", "T").optional()]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("block_size", A::Onnx(AttributeType::Int), D::Int(16))]).variables(&[V { name: "T", allowed: K24 }, V { name: "T1", allowed: K14 }, V { name: "T2", allowed: K14 }, V { name: "T3", allowed: K8 }]),
    ]),
    ("com.microsoft", "MatMulBlockQuantizedFp8Weight", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::new("B", "T1"), F::new("b_scale", "T2"), F::new("a_scale", "T2").optional(), F::new("bias", "T").optional()]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("block_size", A::Onnx(AttributeType::Int), D::Int(128))]).variables(&[V { name: "T", allowed: K24 }, V { name: "T1", allowed: K25 }, V { name: "T2", allowed: K8 }]),
    ]),
    ("com.microsoft", "MatMulBnb4", &[
        Signature::since(1).inputs(&[F::new("A", "T1"), F::new("B", "T2"), F::new("absmax", "T1")]).outputs(&[F::new("Y", "T1")]).attributes(&[S::required("K", A::Onnx(AttributeType::Int)), S::required("N", A::Onnx(AttributeType::Int)), S::required("block_size", A::Onnx(AttributeType::Int)), S::required("quant_type", A::Onnx(AttributeType::Int)), S::default("training_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K9 }, V { name: "T2", allowed: K14 }]),
    ]),
    ("com.microsoft", "MatMulFpQ4", &[
        Signature::since(1).inputs(&[F::new("A", "T1"), F::new("B", "T2"), F::new("B_shape", "T3")]).outputs(&[F::new("Y", "T1")]).attributes(&[S::default("blk_quant_type", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K8 }, V { name: "T2", allowed: K14 }, V { name: "T3", allowed: K12 }]),
    ]),
    ("com.microsoft", "MatMulInteger16", &[
        Signature::since(1).inputs(&[F::new("A", "T1"), F::new("B", "T2")]).outputs(&[F::new("Y", "T3")]).variables(&[V { name: "T1", allowed: K26 }, V { name: "T2", allowed: K26 }, V { name: "T3", allowed: K27 }]),
    ]),
    ("com.microsoft", "MatMulIntegerToFloat", &[
        Signature::since(1).inputs(&[F::new("A", "T1"), F::new("B", "T2"), F::new("a_scale", "T3"), F::new("b_scale", "T3"), F::new("a_zero_point", "T1").optional(), F::new("b_zero_point", "T2").optional(), F::new("bias", "T3").optional()]).outputs(&[F::new("Y", "T3")]).variables(&[V { name: "T1", allowed: K17 }, V { name: "T2", allowed: K17 }, V { name: "T3", allowed: K1 }]),
    ]),
    ("com.microsoft", "MatMulNBits", &[
        Signature::since(1).inputs(&[F::new("A", "T1"), F::new("B", "T2"), F::new("scales", "T1"), F::new("zero_points", "T3").optional(), F::new("g_idx", "T4").optional(), F::new("bias", "T1").optional()]).outputs(&[F::new("Y", "T1")]).attributes(&[S::required("K", A::Onnx(AttributeType::Int)), S::required("N", A::Onnx(AttributeType::Int)), S::default("accuracy_level", A::Onnx(AttributeType::Int), D::Int(0)), S::default("bits", A::Onnx(AttributeType::Int), D::Int(4)), S::required("block_size", A::Onnx(AttributeType::Int)), S::default("weight_prepacked", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K9 }, V { name: "T2", allowed: K14 }, V { name: "T3", allowed: K28 }, V { name: "T4", allowed: K4 }]),
    ]),
    ("com.microsoft", "MatMulNBitsMlp", &[
        Signature::since(1).inputs(&[F::new("A", "T1"), F::new("skip", "T1").optional(), F::new("norm_scale", "T1").optional(), F::new("gate_B", "T2"), F::new("gate_scales", "T1"), F::new("gate_bias", "T1").optional(), F::new("up_B", "T2"), F::new("up_scales", "T1"), F::new("up_bias", "T1").optional()]).outputs(&[F::new("Y", "T1"), F::new("input_skip_bias_sum", "T1").optional()]).attributes(&[S::required("K", A::Onnx(AttributeType::Int)), S::required("N", A::Onnx(AttributeType::Int)), S::default("accuracy_level", A::Onnx(AttributeType::Int), D::Int(0)), S::required("activation", A::Onnx(AttributeType::String)), S::default("bits", A::Onnx(AttributeType::Int), D::Int(4)), S::required("block_size", A::Onnx(AttributeType::Int)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05))]).variables(&[V { name: "T1", allowed: K9 }, V { name: "T2", allowed: K14 }]),
    ]),
    ("com.microsoft", "MatMulNBitsQkv", &[
        Signature::since(1).inputs(&[F::new("A", "T1"), F::new("skip", "T1").optional(), F::new("norm_scale", "T1"), F::new("q_B", "T2"), F::new("q_scales", "T1"), F::new("q_bias", "T1").optional(), F::new("k_B", "T2"), F::new("k_scales", "T1"), F::new("k_bias", "T1").optional(), F::new("v_B", "T2"), F::new("v_scales", "T1"), F::new("v_bias", "T1").optional()]).outputs(&[F::new("Q", "T1"), F::new("K", "T1"), F::new("V", "T1"), F::new("input_skip_bias_sum", "T1").optional()]).attributes(&[S::required("K", A::Onnx(AttributeType::Int)), S::required("Nkv", A::Onnx(AttributeType::Int)), S::required("Nq", A::Onnx(AttributeType::Int)), S::default("accuracy_level", A::Onnx(AttributeType::Int), D::Int(0)), S::default("bits", A::Onnx(AttributeType::Int), D::Int(4)), S::required("block_size", A::Onnx(AttributeType::Int)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06))]).variables(&[V { name: "T1", allowed: K9 }, V { name: "T2", allowed: K14 }]),
    ]),
    ("com.microsoft", "MaxpoolWithMask", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::fixed("M", K4)]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::default("storage_order", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K8 }]),
    ]),
    ("com.microsoft", "MoE", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("router_probs", "T"), F::new("fc1_experts_weights", "T"), F::new("fc1_experts_bias", "T").optional(), F::new("fc2_experts_weights", "T"), F::new("fc2_experts_bias", "T").optional(), F::new("fc3_experts_weights", "T").optional(), F::new("fc3_experts_bias", "T").optional()]).outputs(&[F::new("output", "T")]).attributes(&[S::default("activation_alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("activation_beta", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("activation_type", A::Onnx(AttributeType::String), D::Text("relu")), S::default("k", A::Onnx(AttributeType::Int), D::Int(1)), S::default("normalize_routing_weights", A::Onnx(AttributeType::Int), D::Int(0)), S::default("swiglu_fusion", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("swiglu_limit", A::Onnx(AttributeType::Float)), S::default("use_sparse_mixer", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }]),
    ]),
    ("com.microsoft", "MulInteger", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::new("A_zero_point", "T").optional(), F::new("B", "T"), F::new("B_zero_point", "T").optional()]).outputs(&[F::new("C", "T1")]).variables(&[V { name: "T", allowed: K17 }, V { name: "T1", allowed: K4 }]),
    ]),
    ("com.microsoft", "MultiHeadAttention", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T").optional(), F::new("value", "T").optional(), F::new("bias", "T").optional(), F::new("key_padding_mask", "M").optional(), F::new("attention_bias", "T").optional(), F::new("past_key", "T").optional(), F::new("past_value", "T").optional(), F::new("past_sequence_length", "M").optional(), F::new("cache_indirection", "M").optional()]).outputs(&[F::new("output", "T"), F::new("present_key", "T").optional(), F::new("present_value", "T").optional(), F::new("qk", "QK").optional()]).attributes(&[S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("unidirectional", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "QK", allowed: K9 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "MurmurHash3", &[
        Signature::since(1).inputs(&[F::new("X", "T1")]).outputs(&[F::new("Y", "T2")]).attributes(&[S::default("positive", A::Onnx(AttributeType::Int), D::Int(1)), S::default("seed", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K29 }, V { name: "T2", allowed: K27 }]),
    ]),
    ("com.microsoft", "NGramHashMapping", &[
        Signature::since(1).inputs(&[F::new("input_ids", "M"), F::new("multipliers", "M"), F::new("vocab_sizes", "M"), F::new("past_ids", "M").optional(), F::new("head_offsets", "M").optional(), F::new("eos_token_id", "M").optional(), F::fixed("segment_ids", K4).optional()]).outputs(&[F::new("hash_ids", "M"), F::new("present_ids", "M").optional()]).attributes(&[S::required("max_ngram_size", A::Onnx(AttributeType::Int)), S::required("n_head_per_ngram", A::Onnx(AttributeType::Int)), S::required("pad_id", A::Onnx(AttributeType::Int)), S::default("reset_on_eos", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "M", allowed: K3 }]),
    ]),
    ("com.microsoft", "NGramRepeatBlock", &[
        Signature::since(1).inputs(&[F::new("input_ids", "Tid"), F::new("scores", "T")]).outputs(&[F::new("scores_out", "T")]).attributes(&[S::required("ngram_size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "Tid", allowed: K12 }, V { name: "T", allowed: K8 }]),
    ]),
    ("com.microsoft", "NhwcConv", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("W", "T"), F::new("B", "T").optional()]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "NhwcFusedConv", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("W", "T"), F::new("B", "T").optional(), F::new("Z", "T").optional()]).outputs(&[F::new("Y", "T")]).attributes(&[S::optional("activation", A::Onnx(AttributeType::String)), S::optional("activation_params", A::Onnx(AttributeType::Floats)), S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K1 }]),
    ]),
    ("com.microsoft", "NhwcMaxPool", &[
        Signature::since(1).inputs(&[F::new("x", "T")]).outputs(&[F::new("y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "PackedAttention", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("weights", "T"), F::new("bias", "T"), F::new("token_offset", "M"), F::new("cumulative_sequence_length", "M"), F::new("attention_bias", "T").optional()]).outputs(&[F::new("output", "T")]).attributes(&[S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("qkv_hidden_sizes", A::Onnx(AttributeType::Ints)), S::optional("scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "PackedMultiHeadAttention", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T").optional(), F::new("value", "T").optional(), F::new("bias", "T").optional(), F::new("token_offset", "M"), F::new("cumulative_sequence_length", "M"), F::new("attention_bias", "T").optional()]).outputs(&[F::new("output", "T")]).attributes(&[S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "PackedSparseAttentionIndexer", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T").optional(), F::new("query_norm_weight", "T"), F::new("key_norm_weight", "T"), F::new("cos_cache", "T"), F::new("sin_cache", "T"), F::new("cumulative_sequence_lengths", "M"), F::new("past_sequence_lengths", "M"), F::new("gate", "T").optional(), F::new("position_bias", "T").optional(), F::new("head_weights", "T").optional(), F::new("position_ids", "I").optional(), F::new("past_key_state", "T"), F::new("past_kv_buffer", "T"), F::new("past_gate_buffer", "T").optional(), F::new("past_state_lengths", "M"), F::new("state_update_capture_count", "M").optional(), F::new("state_update_active", "M").optional()]).outputs(&[F::new("selected_indices", "M"), F::new("selected_counts", "M"), F::new("present_key_state", "T"), F::new("present_kv_buffer", "T"), F::new("present_gate_buffer", "T").optional(), F::new("present_state_lengths", "M"), F::new("state_update", "T").optional()]).attributes(&[S::required("compress_ratio", A::Onnx(AttributeType::Int)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06)), S::optional("head_weight_scale", A::Onnx(AttributeType::Float)), S::optional("index_topk", A::Onnx(AttributeType::Int)), S::required("policy_mode", A::Onnx(AttributeType::String)), S::optional("scale", A::Onnx(AttributeType::Float)), S::required("state_capacity", A::Onnx(AttributeType::Int)), S::default("state_update_capacity", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("token_budget", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K9 }, V { name: "I", allowed: K12 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "Pad", &[
        Signature::since(1).inputs(&[F::new("data", "T"), F::fixed("pads", K12), F::new("value", "T").optional()]).outputs(&[F::new("output", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("constant"))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "PagedAttention", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T").optional(), F::new("value", "T").optional(), F::new("key_cache", "T_CACHE"), F::new("value_cache", "T_CACHE").optional(), F::new("cumulative_sequence_length", "S"), F::new("past_seqlens", "S"), F::new("block_table", "S"), F::new("cos_cache", "T").optional(), F::new("sin_cache", "T").optional(), F::new("slot_mapping", "S").optional(), F::new("head_sink", "T").optional(), F::new("q_norm_weight", "T").optional(), F::new("k_norm_weight", "T").optional(), F::new("k_scale", "T_KV_SCALE").optional(), F::new("v_scale", "T_KV_SCALE").optional(), F::new("attention_metadata", "S").optional()]).outputs(&[F::new("output", "T"), F::new("key_cache_out", "T_CACHE").optional(), F::new("value_cache_out", "T_CACHE").optional()]).attributes(&[S::optional("do_rotary", A::Onnx(AttributeType::Int)), S::default("is_causal", A::Onnx(AttributeType::Int), D::Int(1)), S::default("k_cache_dtype", A::Onnx(AttributeType::String), D::Text("")), S::default("k_quant_type", A::Onnx(AttributeType::String), D::Text("NONE")), S::default("kv_cache_layout", A::Onnx(AttributeType::String), D::Text("SEPARATE")), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::default("local_window_size", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("qk_norm_epsilon", A::Onnx(AttributeType::Float)), S::optional("rotary_interleaved", A::Onnx(AttributeType::Int)), S::optional("rotary_offset", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float)), S::optional("softcap", A::Onnx(AttributeType::Float)), S::default("v_cache_dtype", A::Onnx(AttributeType::String), D::Text("")), S::optional("v_head_size", A::Onnx(AttributeType::Int)), S::default("v_quant_type", A::Onnx(AttributeType::String), D::Text("NONE"))]).variables(&[V { name: "T", allowed: K24 }, V { name: "T_CACHE", allowed: K30 }, V { name: "T_KV_SCALE", allowed: K8 }, V { name: "S", allowed: K4 }]),
    ]),
    ("com.microsoft", "QAttention", &[
        Signature::since(1).inputs(&[F::new("input", "T1"), F::new("weight", "T2"), F::new("bias", "T3"), F::new("input_scale", "T3"), F::new("weight_scale", "T3"), F::new("mask_index", "T4").optional(), F::new("input_zero_point", "T1").optional(), F::new("weight_zero_point", "T2").optional(), F::new("past", "T3").optional()]).outputs(&[F::new("output", "T3"), F::new("present", "T3").optional()]).attributes(&[S::optional("do_rotary", A::Onnx(AttributeType::Int)), S::optional("mask_filter_value", A::Onnx(AttributeType::Float)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("past_present_share_buffer", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("unidirectional", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K17 }, V { name: "T2", allowed: K17 }, V { name: "T3", allowed: K1 }, V { name: "T4", allowed: K4 }]),
    ]),
    ("com.microsoft", "QEmbedLayerNormalization", &[
        Signature::since(1).inputs(&[F::new("input_ids", "T1"), F::new("segment_ids", "T1").optional(), F::new("word_embedding_quant", "T2"), F::new("position_embedding_quant", "T2"), F::new("segment_embedding", "T2").optional(), F::new("gamma_quant", "T2"), F::new("beta_quant", "T2"), F::new("mask", "T1").optional(), F::new("word_embedding_scale", "T"), F::new("position_embedding_scale", "T"), F::new("segment_embedding_scale", "T").optional(), F::new("gamma_scale", "T"), F::new("beta_scale", "T"), F::new("word_embedding_zero_point", "T2"), F::new("position_embedding_zero_point", "T2"), F::new("segment_embedding_zero_point", "T2").optional(), F::new("gamma_zero_point", "T2"), F::new("beta_zero_point", "T2")]).outputs(&[F::new("layernorm_out", "T"), F::new("mask_index_out", "T1")]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-12))]).variables(&[V { name: "T1", allowed: K4 }, V { name: "T2", allowed: K17 }, V { name: "T", allowed: K8 }]),
    ]),
    ("com.microsoft", "QGemm", &[
        Signature::since(1).inputs(&[F::new("A", "TA"), F::new("a_scale", "T"), F::new("a_zero_point", "TA"), F::new("B", "TB"), F::new("b_scale", "T"), F::new("b_zero_point", "TB"), F::new("C", "TC").optional(), F::new("y_scale", "T").optional(), F::new("y_zero_point", "TYZ").optional()]).outputs(&[F::new("Y", "TY")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K8 }, V { name: "TA", allowed: K17 }, V { name: "TB", allowed: K17 }, V { name: "TC", allowed: K4 }, V { name: "TYZ", allowed: K17 }, V { name: "TY", allowed: K31 }]),
    ]),
    ("com.microsoft", "QLinearAdd", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::fixed("A_scale", K8), F::new("A_zero_point", "T").optional(), F::new("B", "T"), F::fixed("B_scale", K8), F::new("B_zero_point", "T").optional(), F::fixed("C_scale", K8), F::new("C_zero_point", "T").optional()]).outputs(&[F::new("C", "T")]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearAveragePool", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::fixed("x_scale", K8), F::new("x_zero_point", "T").optional(), F::fixed("y_scale", K8), F::new("y_zero_point", "T").optional()]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::default("channels_last", A::Onnx(AttributeType::Int), D::Int(0)), S::default("count_include_pad", A::Onnx(AttributeType::Int), D::Int(0)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearConcat", &[
        Signature::since(1).inputs(&[F::new("Y_scale", "TF"), F::new("Y_zero_point", "T8"), F::new("inputs", "TV").heterogeneous_variadic(1)]).outputs(&[F::new("Y", "T8")]).attributes(&[S::required("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T8", allowed: K17 }, V { name: "TF", allowed: K8 }, V { name: "TV", allowed: K31 }]),
    ]),
    ("com.microsoft", "QLinearConv", &[
        Signature::since(1).inputs(&[F::new("x", "T1"), F::fixed("x_scale", K8), F::new("x_zero_point", "T1"), F::new("w", "T2"), F::fixed("w_scale", K8), F::new("w_zero_point", "T2"), F::fixed("y_scale", K8), F::new("y_zero_point", "T3"), F::new("B", "T4").optional()]).outputs(&[F::new("y", "T3")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("channels_last", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T1", allowed: K17 }, V { name: "T2", allowed: K17 }, V { name: "T3", allowed: K17 }, V { name: "T4", allowed: K4 }]),
    ]),
    ("com.microsoft", "QLinearGlobalAveragePool", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::fixed("x_scale", K8), F::new("x_zero_point", "T"), F::fixed("y_scale", K8), F::new("y_zero_point", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("channels_last", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearLeakyRelu", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::fixed("X_scale", K8), F::new("X_zero_point", "T").optional(), F::fixed("Y_scale", K8), F::new("Y_zero_point", "T").optional()]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(0.01))]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearMul", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::fixed("A_scale", K8), F::new("A_zero_point", "T").optional(), F::new("B", "T"), F::fixed("B_scale", K8), F::new("B_zero_point", "T").optional(), F::fixed("C_scale", K8), F::new("C_zero_point", "T").optional()]).outputs(&[F::new("C", "T")]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearReduceMean", &[
        Signature::since(1).inputs(&[F::new("data", "T"), F::fixed("data_scale", K8), F::new("data_zero_point", "T").optional(), F::fixed("reduced_scale", K8), F::new("reduced_zero_point", "T").optional()]).outputs(&[F::new("reduced", "T")]).attributes(&[S::required("axes", A::Onnx(AttributeType::Ints)), S::required("keepdims", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearSigmoid", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::fixed("X_scale", K8), F::new("X_zero_point", "T").optional(), F::fixed("Y_scale", K8), F::new("Y_zero_point", "T").optional()]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearSoftmax", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::fixed("X_scale", K8), F::new("x_zero_point", "T").optional(), F::fixed("y_scale", K8), F::new("y_zero_point", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("opset", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QLinearWhere", &[
        Signature::since(1).inputs(&[F::new("condition", "B"), F::new("X", "T"), F::new("x_scale", "TF"), F::new("x_zero_point", "T"), F::new("Y", "T"), F::new("y_scale", "TF"), F::new("y_zero_point", "T"), F::new("z_scale", "TF"), F::new("z_zero_point", "T")]).outputs(&[F::new("Z", "T")]).variables(&[V { name: "B", allowed: K11 }, V { name: "TF", allowed: K8 }, V { name: "T", allowed: K17 }]),
    ]),
    ("com.microsoft", "QMoE", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("router_probs", "T"), F::new("fc1_experts_weights", "T1"), F::new("fc1_scales", "T2").optional(), F::new("fc1_experts_bias", "T").optional(), F::new("fc2_experts_weights", "T1"), F::new("fc2_scales", "T2").optional(), F::new("fc2_experts_bias", "T").optional(), F::new("fc3_experts_weights", "T1").optional(), F::new("fc3_scales", "T2").optional(), F::new("fc3_experts_bias", "T").optional(), F::new("fc1_zero_points", "T1").optional(), F::new("fc2_zero_points", "T1").optional(), F::new("fc3_zero_points", "T1").optional(), F::new("router_weights", "T").optional(), F::new("fc1_global_scale", "T4").optional(), F::new("fc2_global_scale", "T4").optional(), F::new("fc1_act_scale", "T4").optional(), F::new("fc2_act_scale", "T4").optional(), F::new("fc1_act_block_scale", "T2").optional(), F::new("fc2_act_block_scale", "T2").optional()]).outputs(&[F::new("output", "T")]).attributes(&[S::default("accuracy_level", A::Onnx(AttributeType::Int), D::Int(0)), S::default("activation_alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("activation_beta", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("activation_type", A::Onnx(AttributeType::String), D::Text("relu")), S::optional("block_size", A::Onnx(AttributeType::Int)), S::default("expert_weight_bits", A::Onnx(AttributeType::Int), D::Int(4)), S::optional("fc1_expert_weight_bits", A::Onnx(AttributeType::Int)), S::optional("fc2_expert_weight_bits", A::Onnx(AttributeType::Int)), S::optional("fc3_expert_weight_bits", A::Onnx(AttributeType::Int)), S::default("k", A::Onnx(AttributeType::Int), D::Int(1)), S::default("normalize_routing_weights", A::Onnx(AttributeType::Int), D::Int(0)), S::default("quant_type", A::Onnx(AttributeType::String), D::Text("int")), S::default("swiglu_fusion", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("swiglu_limit", A::Onnx(AttributeType::Float)), S::default("use_sparse_mixer", A::Onnx(AttributeType::Int), D::Int(0)), S::default("weights_prepacked", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K9 }, V { name: "T1", allowed: K32 }, V { name: "T2", allowed: K33 }, V { name: "T4", allowed: K8 }]),
    ]),
    ("com.microsoft", "QOrderedAttention", &[
        Signature::since(1).inputs(&[F::new("input", "Q"), F::new("scale_input", "S"), F::new("scale_Q_gemm", "S"), F::new("scale_K_gemm", "S"), F::new("scale_V_gemm", "S"), F::new("Q_weight", "Q"), F::new("K_weight", "Q"), F::new("V_weight", "Q"), F::new("scale_Q_weight", "S"), F::new("scale_K_weight", "S"), F::new("scale_V_weight", "S"), F::new("Q_bias", "S"), F::new("K_bias", "S"), F::new("V_bias", "S"), F::new("scale_QKT_gemm", "S").optional(), F::new("scale_QKT_softmax", "S").optional(), F::new("scale_values_gemm", "S"), F::new("mask_index", "G").optional(), F::new("past", "Q").optional(), F::new("attention_bias", "S").optional()]).outputs(&[F::new("output", "Q")]).attributes(&[S::required("num_heads", A::Onnx(AttributeType::Int)), S::required("order_input", A::Onnx(AttributeType::Int)), S::required("order_output", A::Onnx(AttributeType::Int)), S::required("order_weight", A::Onnx(AttributeType::Int)), S::optional("qkv_hidden_sizes", A::Onnx(AttributeType::Ints)), S::default("unidirectional", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "Q", allowed: K16 }, V { name: "S", allowed: K8 }, V { name: "G", allowed: K4 }]),
    ]),
    ("com.microsoft", "QOrderedGelu", &[
        Signature::since(1).inputs(&[F::new("X", "Q"), F::new("scale_X", "S"), F::new("scale_Y", "S")]).outputs(&[F::new("Y", "Q")]).attributes(&[S::optional("order_X", A::Onnx(AttributeType::Int)), S::optional("order_Y", A::Onnx(AttributeType::Int))]).variables(&[V { name: "Q", allowed: K16 }, V { name: "S", allowed: K8 }]),
    ]),
    ("com.microsoft", "QOrderedLayerNormalization", &[
        Signature::since(1).inputs(&[F::new("X", "Q"), F::new("scale_X", "S"), F::new("scale", "F"), F::new("B", "F").optional(), F::new("scale_Y", "S")]).outputs(&[F::new("Y", "Q")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("order_X", A::Onnx(AttributeType::Int), D::Int(1)), S::default("order_Y", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "F", allowed: K1 }, V { name: "S", allowed: K8 }, V { name: "Q", allowed: K16 }]),
    ]),
    ("com.microsoft", "QOrderedLongformerAttention", &[
        Signature::since(1).inputs(&[F::new("input", "Q"), F::new("scale_input", "S"), F::new("weight", "Q"), F::new("scale_weight", "S"), F::new("bias", "S"), F::new("scale_bias", "S"), F::new("scale_qkv_gemm", "S"), F::new("mask", "F"), F::new("global_weight", "Q"), F::new("scale_global_weight", "S"), F::new("global_bias", "S"), F::new("scale_global_gemm", "S"), F::new("global", "G"), F::new("scale_output", "S")]).outputs(&[F::new("output", "Q")]).attributes(&[S::required("num_heads", A::Onnx(AttributeType::Int)), S::required("order_global_weight", A::Onnx(AttributeType::Int)), S::required("order_input", A::Onnx(AttributeType::Int)), S::required("order_output", A::Onnx(AttributeType::Int)), S::required("order_weight", A::Onnx(AttributeType::Int)), S::required("window", A::Onnx(AttributeType::Int))]).variables(&[V { name: "Q", allowed: K16 }, V { name: "S", allowed: K8 }, V { name: "G", allowed: K4 }, V { name: "F", allowed: K22 }]),
    ]),
    ("com.microsoft", "QOrderedMatMul", &[
        Signature::since(1).inputs(&[F::new("A", "Q"), F::new("scale_A", "S"), F::new("B", "Q"), F::new("scale_B", "S"), F::new("scale_Y", "S"), F::new("bias", "S").optional(), F::new("C", "Q").optional(), F::new("scale_C", "S").optional()]).outputs(&[F::new("Y", "Q")]).attributes(&[S::required("order_A", A::Onnx(AttributeType::Int)), S::required("order_B", A::Onnx(AttributeType::Int)), S::required("order_Y", A::Onnx(AttributeType::Int))]).variables(&[V { name: "Q", allowed: K16 }, V { name: "S", allowed: K8 }]),
    ]),
    ("com.microsoft", "QuantizeBFP", &[
        Signature::since(1).inputs(&[F::new("x", "T1")]).outputs(&[F::new("y", "T2"), F::new("shape", "T3"), F::new("strides", "T3")]).attributes(&[S::required("bfp_type", A::Onnx(AttributeType::Int)), S::default("block_dim", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T1", allowed: K9 }, V { name: "T2", allowed: K14 }, V { name: "T3", allowed: K12 }]),
    ]),
    ("com.microsoft", "QuantizeLinear", &[
        Signature::since(1).inputs(&[F::new("x", "T1"), F::new("y_scale", "T1"), F::new("y_zero_point", "T2").optional()]).outputs(&[F::new("y", "T2")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K1 }, V { name: "T2", allowed: K34 }]),
    ]),
    ("com.microsoft", "QuantizeWithOrder", &[
        Signature::since(1).inputs(&[F::new("input", "F"), F::new("scale_input", "S")]).outputs(&[F::new("output", "Q")]).attributes(&[S::required("order_input", A::Onnx(AttributeType::Int)), S::required("order_output", A::Onnx(AttributeType::Int))]).variables(&[V { name: "Q", allowed: K16 }, V { name: "F", allowed: K1 }, V { name: "S", allowed: K8 }]),
    ]),
    ("com.microsoft", "QuickGelu", &[
        Signature::since(1).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.702))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "Range", &[
        Signature::since(1).inputs(&[F::new("start", "T"), F::new("limit", "T"), F::new("delta", "T").optional()]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K35 }]),
    ]),
    ("com.microsoft", "ReduceSumInteger", &[
        Signature::since(1).inputs(&[F::new("data", "T1")]).outputs(&[F::new("reduced", "T2")]).attributes(&[S::required("axes", A::Onnx(AttributeType::Ints)), S::required("keepdims", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K17 }, V { name: "T2", allowed: K27 }]),
    ]),
    ("com.microsoft", "RelativePositionBias", &[
        Signature::since(1).inputs(&[F::new("bias_table", "T"), F::new("query_length", "U"), F::new("key_length", "U")]).outputs(&[F::new("output", "T")]).attributes(&[S::default("is_bidirectional", A::Onnx(AttributeType::Int), D::Int(0)), S::required("max_distance", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }, V { name: "U", allowed: K12 }]),
    ]),
    ("com.microsoft", "RemovePadding", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("sequence_token_count", "M")]).outputs(&[F::new("output", "T"), F::new("token_offset", "M"), F::new("cumulated_seq_len", "M"), F::new("max_seq_len", "M")]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "RestorePadding", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("token_offset", "M")]).outputs(&[F::new("output", "T")]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "Rfft", &[
        Signature::since(1).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("normalized", A::Onnx(AttributeType::Int), D::Int(0)), S::default("onesided", A::Onnx(AttributeType::Int), D::Int(1)), S::default("signal_ndim", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("com.microsoft", "RotaryEmbedding", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("position_ids", "M"), F::new("cos_cache", "T"), F::new("sin_cache", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::optional("interleaved", A::Onnx(AttributeType::Int)), S::optional("is_packed_batching", A::Onnx(AttributeType::Int)), S::optional("num_heads", A::Onnx(AttributeType::Int)), S::optional("rotary_embedding_dim", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K12 }]),
    ]),
    ("com.microsoft", "SampleOp", &[
        Signature::since(1).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K19 }]),
    ]),
    ("com.microsoft", "Sampling", &[
        Signature::since(1).inputs(&[F::new("input_ids", "I"), F::new("max_length", "I"), F::new("min_length", "I").optional(), F::new("repetition_penalty", "T").optional(), F::new("vocab_mask", "I").optional(), F::new("prefix_vocab_mask", "I").optional(), F::new("attention_mask", "I").optional(), F::new("presence_mask", "I").optional(), F::new("seed", "I").optional()]).outputs(&[F::new("sequences", "I"), F::new("filtered_logits", "T").optional()]).attributes(&[S::default("custom", A::Onnx(AttributeType::Int), D::Int(0)), S::required("decoder", A::Onnx(AttributeType::Graph)), S::default("decoder_start_token_id", A::Onnx(AttributeType::Int), D::Int(-1)), S::optional("encoder", A::Onnx(AttributeType::Graph)), S::required("eos_token_id", A::Onnx(AttributeType::Int)), S::default("filter_value", A::Onnx(AttributeType::Float), D::Float(-1e+20)), S::optional("init_decoder", A::Onnx(AttributeType::Graph)), S::default("min_tokens_to_keep", A::Onnx(AttributeType::Int), D::Int(0)), S::default("model_type", A::Onnx(AttributeType::Int), D::Int(0)), S::default("no_repeat_ngram_size", A::Onnx(AttributeType::Int), D::Int(0)), S::required("pad_token_id", A::Onnx(AttributeType::Int)), S::default("presence_penalty", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("temperature", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("top_p", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("vocab_size", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K8 }, V { name: "I", allowed: K4 }]),
    ]),
    ("com.microsoft", "ScaledSiLU", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("scale", "M").optional()]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K9 }]),
    ]),
    ("com.microsoft", "SkipGroupNorm", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::new("gamma", "M"), F::new("beta", "M"), F::new("skip", "T"), F::new("bias", "T").optional()]).outputs(&[F::new("Y", "T"), F::new("S", "T").optional()]).attributes(&[S::required("activation", A::Onnx(AttributeType::Int)), S::default("channels_last", A::Onnx(AttributeType::Int), D::Int(1)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::required("groups", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K1 }, V { name: "M", allowed: K1 }]),
    ]),
    ("com.microsoft", "SkipLayerNormalization", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("skip", "T"), F::new("gamma", "T"), F::new("beta", "T").optional(), F::new("bias", "T").optional()]).outputs(&[F::new("output", "T"), F::new("mean", "U").optional(), F::new("inv_std_var", "U").optional(), F::new("input_skip_bias_sum", "T").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-12))]).variables(&[V { name: "T", allowed: K9 }, V { name: "U", allowed: K8 }]),
    ]),
    ("com.microsoft", "SkipSimplifiedLayerNormalization", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("skip", "T"), F::new("gamma", "T"), F::new("bias", "T").optional()]).outputs(&[F::new("output", "T"), F::new("mean", "U").optional(), F::new("inv_std_var", "U").optional(), F::new("input_skip_bias_sum", "T").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-12))]).variables(&[V { name: "T", allowed: K9 }, V { name: "U", allowed: K8 }]),
    ]),
    ("com.microsoft", "Snpe", &[
        Signature::since(1).inputs(&[F::new("inputs", "T").variadic(1)]).outputs(&[F::new("outputs", "T").variadic(1)]).attributes(&[S::required("DLC", A::Onnx(AttributeType::String)), S::optional("notes", A::Onnx(AttributeType::String)), S::optional("snpe_version", A::Onnx(AttributeType::String)), S::optional("target_device", A::Onnx(AttributeType::String))]).variables(&[V { name: "T", allowed: K36 }]),
    ]),
    ("com.microsoft", "SparseAttention", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T").optional(), F::new("value", "T").optional(), F::new("past_key", "T"), F::new("past_value", "T"), F::new("block_row_indices", "M"), F::new("block_col_indices", "M"), F::new("total_sequence_length", "M"), F::new("key_total_sequence_lengths", "M"), F::new("cos_cache", "T").optional(), F::new("sin_cache", "T").optional()]).outputs(&[F::new("output", "T"), F::new("present_key", "T"), F::new("present_value", "T")]).attributes(&[S::optional("do_rotary", A::Onnx(AttributeType::Int)), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::optional("rotary_interleaved", A::Onnx(AttributeType::Int)), S::optional("scale", A::Onnx(AttributeType::Float)), S::required("sparse_block_size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "SparseAttentionIndexer", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T").optional(), F::new("query_norm_weight", "T"), F::new("key_norm_weight", "T"), F::new("cos_cache", "T"), F::new("sin_cache", "T"), F::new("mask", "TB").optional(), F::new("past_key", "T"), F::new("gate", "T").optional(), F::new("position_bias", "T").optional(), F::new("head_weights", "T").optional(), F::new("position_ids", "I").optional(), F::new("past_sequence_length", "M").optional(), F::new("past_proj_buffer", "T").optional()]).outputs(&[F::new("selected_indices", "M"), F::new("present_key", "T"), F::new("present_proj_buffer", "T").optional()]).attributes(&[S::required("compress_ratio", A::Onnx(AttributeType::Int)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06)), S::optional("head_weight_scale", A::Onnx(AttributeType::Float)), S::optional("index_topk", A::Onnx(AttributeType::Int)), S::required("policy_mode", A::Onnx(AttributeType::String)), S::optional("scale", A::Onnx(AttributeType::Float)), S::optional("token_budget", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K9 }, V { name: "TB", allowed: K12 }, V { name: "I", allowed: K12 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "SparsePagedAttention", &[
        Signature::since(1).inputs(&[F::new("query", "T"), F::new("key", "T").optional(), F::new("value", "T").optional(), F::new("key_cache", "T_CACHE"), F::new("value_cache", "T_CACHE"), F::new("cumulative_sequence_length", "S"), F::new("past_seqlens", "S"), F::new("block_table", "S"), F::new("slot_mapping", "S").optional(), F::new("selected_indices", "S"), F::new("selected_counts", "S"), F::new("auxiliary_key", "T").optional(), F::new("auxiliary_value", "T").optional(), F::new("auxiliary_lengths", "S").optional(), F::new("cos_cache", "T").optional(), F::new("sin_cache", "T").optional(), F::new("head_sink", "T").optional(), F::new("q_norm_weight", "T").optional(), F::new("k_norm_weight", "T").optional(), F::new("k_scale", "T_KV_SCALE").optional(), F::new("v_scale", "T_KV_SCALE").optional(), F::new("attention_metadata", "S").optional()]).outputs(&[F::new("output", "T"), F::new("key_cache_out", "T_CACHE").optional(), F::new("value_cache_out", "T_CACHE").optional()]).attributes(&[S::default("attention_mode", A::Onnx(AttributeType::String), D::Text("selected_only")), S::default("auxiliary_cache_layout", A::Onnx(AttributeType::String), D::Text("contiguous")), S::default("auxiliary_kv_shared", A::Onnx(AttributeType::Int), D::Int(0)), S::default("do_rotary", A::Onnx(AttributeType::Int), D::Int(0)), S::default("is_causal", A::Onnx(AttributeType::Int), D::Int(1)), S::default("k_quant_type", A::Onnx(AttributeType::String), D::Text("NONE")), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::default("local_window_size", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("num_heads", A::Onnx(AttributeType::Int)), S::default("qk_norm_epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06)), S::default("rotary_interleaved", A::Onnx(AttributeType::Int), D::Int(0)), S::default("rotary_offset", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("selected_kv_source", A::Onnx(AttributeType::String), D::Text("main")), S::optional("softcap", A::Onnx(AttributeType::Float)), S::default("v_quant_type", A::Onnx(AttributeType::String), D::Text("NONE"))]).variables(&[V { name: "T", allowed: K24 }, V { name: "T_CACHE", allowed: K37 }, V { name: "T_KV_SCALE", allowed: K8 }, V { name: "S", allowed: K4 }]),
    ]),
    ("com.microsoft", "SparseToDenseMatMul", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::new("B", "T1")]).outputs(&[F::new("Y", "T1")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K38 }, V { name: "T1", allowed: K39 }]),
    ]),
    ("com.microsoft", "Tokenizer", &[
        Signature::since(1).inputs(&[F::new("X", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::required("mark", A::Onnx(AttributeType::Int)), S::required("mincharnum", A::Onnx(AttributeType::Int)), S::required("pad_value", A::Onnx(AttributeType::String)), S::optional("separators", A::Onnx(AttributeType::Strings)), S::optional("tokenexp", A::Onnx(AttributeType::String))]).variables(&[V { name: "T", allowed: K40 }]),
    ]),
    ("com.microsoft", "TorchEmbedding", &[
        Signature::since(1).inputs(&[F::new("weight", "T"), F::fixed("indices", K12), F::fixed("padding_idx", K12).optional(), F::fixed("scale_grad_by_freq", K11).optional()]).outputs(&[F::new("Y", "T")]).variables(&[V { name: "T", allowed: K41 }]),
    ]),
    ("com.microsoft", "TransposeMatMul", &[
        Signature::since(1).inputs(&[F::new("A", "T"), F::new("B", "T")]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("com.microsoft", "Trilu", &[
        Signature::since(1).inputs(&[F::new("X", "T"), F::fixed("k", K12).optional()]).outputs(&[F::new("Y", "T")]).attributes(&[S::default("upper", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K18 }]),
    ]),
    ("com.microsoft", "UnfoldTensor", &[
        Signature::since(1).inputs(&[F::new("input", "T")]).outputs(&[F::new("output", "T")]).attributes(&[S::default("dim", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("size", A::Onnx(AttributeType::Int)), S::default("step", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K42 }]),
    ]),
    ("com.microsoft", "Unique", &[
        Signature::since(1).inputs(&[F::new("x", "T")]).outputs(&[F::new("y", "T"), F::fixed("idx", K12), F::fixed("counts", K12)]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("com.microsoft", "VarlenCausalConvWithState", &[
        Signature::since(1).inputs(&[F::new("input", "T"), F::new("weight", "T"), F::new("cumulative_sequence_length", "M"), F::new("bias", "T").optional(), F::new("initial_state", "T"), F::new("capture_count", "M").optional()]).outputs(&[F::new("output", "T"), F::new("final_state", "T"), F::new("state_update", "T").optional()]).attributes(&[S::default("activation", A::Onnx(AttributeType::String), D::Text("none")), S::default("dilation", A::Onnx(AttributeType::Int), D::Int(1)), S::default("state_update_capacity", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K9 }, V { name: "M", allowed: K4 }]),
    ]),
    ("com.microsoft", "VarlenNGramHashMapping", &[
        Signature::since(1).inputs(&[F::new("input_ids", "M"), F::new("multipliers", "M"), F::new("vocab_sizes", "M"), F::new("cumulative_sequence_length", "S"), F::new("past_ids", "M").optional(), F::new("head_offsets", "M").optional(), F::new("eos_token_id", "M").optional(), F::fixed("segment_ids", K4).optional(), F::new("past_segment_ids", "S").optional(), F::new("capture_count", "S").optional()]).outputs(&[F::new("hash_ids", "M"), F::new("present_ids", "M").optional(), F::new("present_segment_ids", "S").optional(), F::new("state_update", "M").optional()]).attributes(&[S::required("max_ngram_size", A::Onnx(AttributeType::Int)), S::required("n_head_per_ngram", A::Onnx(AttributeType::Int)), S::required("pad_id", A::Onnx(AttributeType::Int)), S::default("reset_on_eos", A::Onnx(AttributeType::Int), D::Int(0)), S::default("state_update_capacity", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "M", allowed: K3 }, V { name: "S", allowed: K4 }]),
    ]),
    ("com.microsoft", "WhisperBeamSearch", &[
        Signature::since(1).inputs(&[F::new("input_ids", "F"), F::new("max_length", "I"), F::new("min_length", "I").optional(), F::new("num_beams", "I"), F::new("num_return_sequences", "I"), F::new("length_penalty", "T").optional(), F::new("repetition_penalty", "T").optional(), F::new("vocab_mask", "M").optional(), F::new("prefix_vocab_mask", "M").optional(), F::new("attention_mask", "I").optional(), F::new("decoder_input_ids", "I").optional(), F::new("logits_processor", "I").optional(), F::new("cross_qk_layer_head", "I").optional(), F::new("extra_decoding_ids", "I").optional(), F::new("temperature", "T").optional()]).outputs(&[F::new("sequences", "I"), F::new("sequences_scores", "T").optional(), F::new("scores", "T").optional(), F::new("cross_qk", "V").optional(), F::new("non_speech_probs", "T").optional()]).attributes(&[S::optional("beginning_timestamp_token_id", A::Onnx(AttributeType::Int)), S::required("decoder", A::Onnx(AttributeType::Graph)), S::optional("decoder_output_cross_qk", A::Onnx(AttributeType::Int)), S::default("decoder_start_token_id", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("early_stopping", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("encoder", A::Onnx(AttributeType::Graph)), S::required("eos_token_id", A::Onnx(AttributeType::Int)), S::optional("init_decoder", A::Onnx(AttributeType::Graph)), S::default("model_type", A::Onnx(AttributeType::Int), D::Int(2)), S::default("no_repeat_ngram_size", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("no_speech_token_id", A::Onnx(AttributeType::Int)), S::optional("no_timestamps_token_id", A::Onnx(AttributeType::Int)), S::required("pad_token_id", A::Onnx(AttributeType::Int)), S::optional("start_of_lm_token_id", A::Onnx(AttributeType::Int)), S::optional("transcribe_token_id", A::Onnx(AttributeType::Int)), S::optional("translate_token_id", A::Onnx(AttributeType::Int)), S::default("vocab_size", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K1 }, V { name: "F", allowed: K10 }, V { name: "I", allowed: K4 }, V { name: "M", allowed: K4 }, V { name: "V", allowed: K8 }]),
    ]),
    ("com.microsoft", "WordConvEmbedding", &[
        Signature::since(1).inputs(&[F::new("Sequence", "T"), F::new("W", "T1"), F::new("B", "T1"), F::new("C", "T1")]).outputs(&[F::new("Y", "T1")]).attributes(&[S::optional("char_embedding_size", A::Onnx(AttributeType::Int)), S::optional("conv_window_size", A::Onnx(AttributeType::Int)), S::optional("embedding_size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K4 }, V { name: "T1", allowed: K8 }]),
    ]),
];
