//! Signatures of every ONNX operator in every version. Written by `tools/onnx_signatures.py` from onnx 1.23.2; do not edit.

#![cfg_attr(rustfmt, rustfmt_skip)]

use super::signature::{AttributeKind as A, AttributeSpec as S, DefaultValue as D, FormalParameter as F, TypeConstraint, Signature, TypeVariable as V};
use crate::element::{ElementType as E, TypeSet};
use crate::graph::AttributeType;

const K0: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16]), ..TypeConstraint::NONE };
const K1: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8]), ..TypeConstraint::NONE };
const K2: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8]), ..TypeConstraint::NONE };
const K3: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16]), ..TypeConstraint::NONE };
const K4: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::U64, E::U32]), ..TypeConstraint::NONE };
const K5: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::U64, E::U32]), ..TypeConstraint::NONE };
const K6: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I64]), ..TypeConstraint::NONE };
const K7: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::Bool]), ..TypeConstraint::NONE };
const K8: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool]), ..TypeConstraint::NONE };
const K9: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), ..TypeConstraint::NONE };
const K10: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::U64, E::U32, E::U16, E::U8]), ..TypeConstraint::NONE };
const K11: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8]), ..TypeConstraint::NONE };
const K12: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I64, E::I32]), ..TypeConstraint::NONE };
const K13: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool]), ..TypeConstraint::NONE };
const K14: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String]), ..TypeConstraint::NONE };
const K15: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String]), ..TypeConstraint::NONE };
const K16: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), ..TypeConstraint::NONE };
const K17: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), ..TypeConstraint::NONE };
const K18: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F4E2M1]), ..TypeConstraint::NONE };
const K19: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), ..TypeConstraint::NONE };
const K20: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), ..TypeConstraint::NONE };
const K21: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F6E2M3, E::F6E3M2, E::F4E2M1]), ..TypeConstraint::NONE };
const K22: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F32, E::F16, E::Bf16]), ..TypeConstraint::NONE };
const K23: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F32]), ..TypeConstraint::NONE };
const K24: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K25: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K26: TypeConstraint = TypeConstraint { sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K27: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), ..TypeConstraint::NONE };
const K28: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), ..TypeConstraint::NONE };
const K29: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F4E2M1]), ..TypeConstraint::NONE };
const K30: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), ..TypeConstraint::NONE };
const K31: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), ..TypeConstraint::NONE };
const K32: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), ..TypeConstraint::NONE };
const K33: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), ..TypeConstraint::NONE };
const K34: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F4E2M1]), ..TypeConstraint::NONE };
const K35: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), ..TypeConstraint::NONE };
const K36: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), ..TypeConstraint::NONE };
const K37: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I8, E::U8]), ..TypeConstraint::NONE };
const K38: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I32]), ..TypeConstraint::NONE };
const K39: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::I64, E::I32, E::U64, E::U32]), ..TypeConstraint::NONE };
const K40: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I32, E::I8, E::U8]), ..TypeConstraint::NONE };
const K41: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I32, E::I8, E::U8, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), ..TypeConstraint::NONE };
const K42: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I32, E::I16, E::I8, E::U16, E::U8, E::I4, E::U4, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), ..TypeConstraint::NONE };
const K43: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I32, E::I16, E::I8, E::U16, E::U8, E::I4, E::U4, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F4E2M1]), ..TypeConstraint::NONE };
const K44: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F32, E::F16, E::Bf16, E::F8E8M0]), ..TypeConstraint::NONE };
const K45: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I32, E::I16, E::I8, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F4E2M1]), ..TypeConstraint::NONE };
const K46: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I32, E::I16, E::I8, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F6E2M3, E::F6E3M2, E::F4E2M1]), ..TypeConstraint::NONE };
const K47: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), ..TypeConstraint::NONE };
const K48: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::U8]), ..TypeConstraint::NONE };
const K49: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I64, E::I32, E::Bool]), ..TypeConstraint::NONE };
const K50: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K51: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K52: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K53: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K54: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F4E2M1]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K55: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K56: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K57: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K58: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K59: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K60: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K61: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F4E2M1]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F4E2M1]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F4E2M1]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K62: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K63: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F4E2M1]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K64: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32]), ..TypeConstraint::NONE };
const K65: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F32, E::Bf16]), ..TypeConstraint::NONE };
const K66: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::I8, E::U8]), ..TypeConstraint::NONE };
const K67: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I8, E::U8]), ..TypeConstraint::NONE };
const K68: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8]), ..TypeConstraint::NONE };
const K69: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8]), ..TypeConstraint::NONE };
const K70: TypeConstraint = TypeConstraint { optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K71: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F6E2M3, E::F6E3M2, E::F4E2M1]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F6E2M3, E::F6E3M2, E::F4E2M1]), ..TypeConstraint::NONE };
const K72: TypeConstraint = TypeConstraint { optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F6E2M3, E::F6E3M2, E::F4E2M1]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F6E2M3, E::F6E3M2, E::F4E2M1]), ..TypeConstraint::NONE };
const K73: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K74: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F6E2M3, E::F6E3M2, E::F4E2M1]), sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F6E2M3, E::F6E3M2, E::F4E2M1]), optional: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F6E2M3, E::F6E3M2, E::F4E2M1]), optional_sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::Bool, E::String, E::C64, E::C128, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F8E8M0, E::F6E2M3, E::F6E3M2, E::F4E2M1]), ..TypeConstraint::NONE };
const K75: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32]), ..TypeConstraint::NONE };
const K76: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32]), ..TypeConstraint::NONE };
const K77: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I8, E::U8, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), ..TypeConstraint::NONE };
const K78: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F32, E::I32]), ..TypeConstraint::NONE };
const K79: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F32, E::F16, E::Bf16, E::I32]), ..TypeConstraint::NONE };
const K80: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I16, E::I8, E::U16, E::U8, E::I4, E::U4, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz]), ..TypeConstraint::NONE };
const K81: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I16, E::I8, E::U16, E::U8, E::I4, E::U4, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F4E2M1]), ..TypeConstraint::NONE };
const K82: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F32, E::F16, E::Bf16, E::I32, E::F8E8M0]), ..TypeConstraint::NONE };
const K83: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I16, E::I8, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F4E2M1]), ..TypeConstraint::NONE };
const K84: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I16, E::I8, E::U16, E::U8, E::I4, E::U4, E::I2, E::U2, E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F6E2M3, E::F6E3M2, E::F4E2M1]), ..TypeConstraint::NONE };
const K85: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::I64, E::I32, E::I16]), ..TypeConstraint::NONE };
const K86: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16]), ..TypeConstraint::NONE };
const K87: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::I8, E::U64, E::U32, E::U8]), ..TypeConstraint::NONE };
const K88: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I8, E::U64, E::U32, E::U8]), ..TypeConstraint::NONE };
const K89: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I8, E::U64, E::U32, E::U8, E::Bool]), ..TypeConstraint::NONE };
const K90: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::String]), ..TypeConstraint::NONE };
const K91: TypeConstraint = TypeConstraint { sequence: TypeSet::of(&[E::F64, E::F32, E::F16, E::Bf16, E::I64, E::I32, E::I16, E::I8, E::U64, E::U32, E::U16, E::U8, E::Bool, E::String, E::C64, E::C128]), ..TypeConstraint::NONE };
const K92: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I64, E::I32, E::String]), ..TypeConstraint::NONE };
const K93: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::F16, E::I64, E::I32, E::Bool]), ..TypeConstraint::NONE };
const K94: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::I64, E::I32, E::String]), ..TypeConstraint::NONE };
const K95: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::I64, E::I32]), ..TypeConstraint::NONE };
const K96: TypeConstraint = TypeConstraint { map: true, ..TypeConstraint::NONE };
const K97: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F32, E::I64, E::String]), ..TypeConstraint::NONE };
const K98: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::I64, E::String]), ..TypeConstraint::NONE };
const K99: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::I64, E::String]), ..TypeConstraint::NONE };
const K100: TypeConstraint = TypeConstraint { tensor: TypeSet::of(&[E::F64, E::F32, E::I64, E::I32, E::I16, E::String]), ..TypeConstraint::NONE };

/// Domain, name, and versions from oldest to newest.
pub(super) static OPERATORS: &[(&str, &str, &[Signature])] = &[
    ("", "Abs", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(13).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "Acos", &[
        Signature::since(7).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Acosh", &[
        Signature::since(9).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Add", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(7).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(14).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "AffineGrid", &[
        Signature::since(20).inputs(&[F::of("theta", "T1"), F::of("size", "T2")]).outputs(&[F::of("grid", "T1")]).attributes(&[S::default("align_corners", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K6 }]),
    ]),
    ("", "And", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K7 }, V { name: "T1", allowed: K7 }]),
        Signature::since(7).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K7 }, V { name: "T1", allowed: K7 }]),
    ]),
    ("", "ArgMax", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::fixed("reduced", K6)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::fixed("reduced", K6)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(12).inputs(&[F::of("data", "T")]).outputs(&[F::fixed("reduced", K6)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("select_last_index", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::fixed("reduced", K6)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("select_last_index", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "ArgMin", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::fixed("reduced", K6)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::fixed("reduced", K6)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(12).inputs(&[F::of("data", "T")]).outputs(&[F::fixed("reduced", K6)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("select_last_index", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::fixed("reduced", K6)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("select_last_index", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "Asin", &[
        Signature::since(7).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Asinh", &[
        Signature::since(9).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Atan", &[
        Signature::since(7).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Atanh", &[
        Signature::since(9).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Attention", &[
        Signature::since(23).inputs(&[F::of("Q", "T1"), F::of("K", "T1"), F::of("V", "T2"), F::of("attn_mask", "U").optional(), F::of("past_key", "T1").optional(), F::of("past_value", "T2").optional()]).outputs(&[F::of("Y", "T1"), F::of("present_key", "T1").optional(), F::of("present_value", "T2").optional(), F::of("qk_matmul_output", "T1").optional()]).attributes(&[S::default("is_causal", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("kv_num_heads", A::Onnx(AttributeType::Int)), S::optional("q_num_heads", A::Onnx(AttributeType::Int)), S::default("qk_matmul_output_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("softcap", A::Onnx(AttributeType::Float), D::Float(0.0)), S::optional("softmax_precision", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K3 }, V { name: "U", allowed: K8 }]),
        Signature::since(24).inputs(&[F::of("Q", "T1"), F::of("K", "T1"), F::of("V", "T2"), F::of("attn_mask", "U").optional(), F::of("past_key", "T1").optional(), F::of("past_value", "T2").optional(), F::fixed("nonpad_kv_seqlen", K6).optional()]).outputs(&[F::of("Y", "T1"), F::of("present_key", "T1").optional(), F::of("present_value", "T2").optional(), F::of("qk_matmul_output", "T1").optional()]).attributes(&[S::default("is_causal", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("kv_num_heads", A::Onnx(AttributeType::Int)), S::optional("q_num_heads", A::Onnx(AttributeType::Int)), S::default("qk_matmul_output_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("softcap", A::Onnx(AttributeType::Float), D::Float(0.0)), S::optional("softmax_precision", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K3 }, V { name: "U", allowed: K8 }]),
        Signature::since(25).inputs(&[F::of("Q", "T1"), F::of("K", "T1"), F::of("V", "T2"), F::of("attn_mask", "U").optional(), F::of("past_key", "T1").optional(), F::of("past_value", "T2").optional(), F::fixed("nonpad_kv_seqlen", K6).optional()]).outputs(&[F::of("Y", "T1"), F::of("present_key", "T1").optional(), F::of("present_value", "T2").optional(), F::of("qk_matmul_output", "T1").optional()]).attributes(&[S::default("is_causal", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("kv_num_heads", A::Onnx(AttributeType::Int)), S::default("left_window_size", A::Onnx(AttributeType::Int), D::Int(-1)), S::optional("q_num_heads", A::Onnx(AttributeType::Int)), S::default("qk_matmul_output_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::default("right_window_size", A::Onnx(AttributeType::Int), D::Int(-1)), S::optional("scale", A::Onnx(AttributeType::Float)), S::default("softcap", A::Onnx(AttributeType::Float), D::Float(0.0)), S::optional("softmax_precision", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K3 }, V { name: "U", allowed: K8 }]),
    ]),
    ("", "AveragePool", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(7).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("count_include_pad", A::Onnx(AttributeType::Int), D::Int(0)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::default("count_include_pad", A::Onnx(AttributeType::Int), D::Int(0)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(11).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::default("count_include_pad", A::Onnx(AttributeType::Int), D::Int(0)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(19).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::default("count_include_pad", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::default("count_include_pad", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "BatchNormalization", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("scale", "T"), F::of("B", "T"), F::of("mean", "T"), F::of("var", "T")]).outputs(&[F::of("Y", "T"), F::of("mean", "T").optional(), F::of("var", "T").optional(), F::of("saved_mean", "T").optional(), F::of("saved_var", "T").optional()]).attributes(&[S::required("consumed_inputs", A::Onnx(AttributeType::Ints)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("is_test", A::Onnx(AttributeType::Int), D::Int(0)), S::default("momentum", A::Onnx(AttributeType::Float), D::Float(0.9)), S::default("spatial", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T"), F::of("scale", "T"), F::of("B", "T"), F::of("mean", "T"), F::of("var", "T")]).outputs(&[F::of("Y", "T"), F::of("mean", "T").optional(), F::of("var", "T").optional(), F::of("saved_mean", "T").optional(), F::of("saved_var", "T").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("is_test", A::Onnx(AttributeType::Int), D::Int(0)), S::default("momentum", A::Onnx(AttributeType::Float), D::Float(0.9)), S::default("spatial", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(7).inputs(&[F::of("X", "T"), F::of("scale", "T"), F::of("B", "T"), F::of("mean", "T"), F::of("var", "T")]).outputs(&[F::of("Y", "T"), F::of("mean", "T").optional(), F::of("var", "T").optional(), F::of("saved_mean", "T").optional(), F::of("saved_var", "T").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("momentum", A::Onnx(AttributeType::Float), D::Float(0.9)), S::default("spatial", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(9).inputs(&[F::of("X", "T"), F::of("scale", "T"), F::of("B", "T"), F::of("mean", "T"), F::of("var", "T")]).outputs(&[F::of("Y", "T"), F::of("mean", "T").optional(), F::of("var", "T").optional(), F::of("saved_mean", "T").optional(), F::of("saved_var", "T").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("momentum", A::Onnx(AttributeType::Float), D::Float(0.9))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(14).inputs(&[F::of("X", "T"), F::of("scale", "T"), F::of("B", "T"), F::of("input_mean", "U"), F::of("input_var", "U")]).outputs(&[F::of("Y", "T"), F::of("running_mean", "U").optional(), F::of("running_var", "U").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("momentum", A::Onnx(AttributeType::Float), D::Float(0.9)), S::default("training_mode", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K3 }, V { name: "U", allowed: K3 }]),
        Signature::since(15).inputs(&[F::of("X", "T"), F::of("scale", "T1"), F::of("B", "T1"), F::of("input_mean", "T2"), F::of("input_var", "T2")]).outputs(&[F::of("Y", "T"), F::of("running_mean", "T2").optional(), F::of("running_var", "T2").optional()]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("momentum", A::Onnx(AttributeType::Float), D::Float(0.9)), S::default("training_mode", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K3 }, V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K3 }]),
    ]),
    ("", "Bernoulli", &[
        Signature::since(15).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("dtype", A::Onnx(AttributeType::Int)), S::optional("seed", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T1", allowed: K0 }, V { name: "T2", allowed: K8 }]),
        Signature::since(22).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("dtype", A::Onnx(AttributeType::Int)), S::optional("seed", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K8 }]),
    ]),
    ("", "BitCast", &[
        Signature::since(26).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::required("to", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K9 }, V { name: "T2", allowed: K9 }]),
    ]),
    ("", "BitShift", &[
        Signature::since(11).inputs(&[F::of("X", "T"), F::of("Y", "T")]).outputs(&[F::of("Z", "T")]).attributes(&[S::required("direction", A::Onnx(AttributeType::String))]).variables(&[V { name: "T", allowed: K10 }]),
        Signature::since(28).inputs(&[F::of("X", "T"), F::of("Y", "T")]).outputs(&[F::of("Z", "T")]).attributes(&[S::required("direction", A::Onnx(AttributeType::String))]).variables(&[V { name: "T", allowed: K11 }]),
    ]),
    ("", "BitwiseAnd", &[
        Signature::since(18).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K11 }]),
    ]),
    ("", "BitwiseNot", &[
        Signature::since(18).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K11 }]),
    ]),
    ("", "BitwiseOr", &[
        Signature::since(18).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K11 }]),
    ]),
    ("", "BitwiseXor", &[
        Signature::since(18).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K11 }]),
    ]),
    ("", "BlackmanWindow", &[
        Signature::since(17).inputs(&[F::of("size", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("output_datatype", A::Onnx(AttributeType::Int), D::Int(1)), S::default("periodic", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K12 }, V { name: "T2", allowed: K2 }]),
    ]),
    ("", "Cast", &[
        Signature::since(1).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::required("to", A::Onnx(AttributeType::String))]).variables(&[V { name: "T1", allowed: K13 }, V { name: "T2", allowed: K13 }]),
        Signature::since(6).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::required("to", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K13 }, V { name: "T2", allowed: K13 }]),
        Signature::since(9).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::required("to", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K14 }, V { name: "T2", allowed: K14 }]),
        Signature::since(13).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::required("to", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K15 }, V { name: "T2", allowed: K15 }]),
        Signature::since(19).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1)), S::required("to", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K16 }, V { name: "T2", allowed: K16 }]),
        Signature::since(21).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1)), S::required("to", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K17 }, V { name: "T2", allowed: K17 }]),
        Signature::since(23).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1)), S::required("to", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K18 }, V { name: "T2", allowed: K18 }]),
        Signature::since(24).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("round_mode", A::Onnx(AttributeType::String), D::Text("up")), S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1)), S::required("to", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K19 }, V { name: "T2", allowed: K19 }]),
        Signature::since(25).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("round_mode", A::Onnx(AttributeType::String), D::Text("up")), S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1)), S::required("to", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K20 }, V { name: "T2", allowed: K20 }]),
        Signature::since(28).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("round_mode", A::Onnx(AttributeType::String), D::Text("up")), S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1)), S::required("to", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K21 }, V { name: "T2", allowed: K21 }]),
    ]),
    ("", "CastLike", &[
        Signature::since(15).inputs(&[F::of("input", "T1"), F::of("target_type", "T2")]).outputs(&[F::of("output", "T2")]).variables(&[V { name: "T1", allowed: K15 }, V { name: "T2", allowed: K15 }]),
        Signature::since(19).inputs(&[F::of("input", "T1"), F::of("target_type", "T2")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K16 }, V { name: "T2", allowed: K16 }]),
        Signature::since(21).inputs(&[F::of("input", "T1"), F::of("target_type", "T2")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K17 }, V { name: "T2", allowed: K17 }]),
        Signature::since(23).inputs(&[F::of("input", "T1"), F::of("target_type", "T2")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K18 }, V { name: "T2", allowed: K18 }]),
        Signature::since(24).inputs(&[F::of("input", "T1"), F::of("target_type", "T2")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("round_mode", A::Onnx(AttributeType::String), D::Text("up")), S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K19 }, V { name: "T2", allowed: K19 }]),
        Signature::since(25).inputs(&[F::of("input", "T1"), F::of("target_type", "T2")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("round_mode", A::Onnx(AttributeType::String), D::Text("up")), S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K20 }, V { name: "T2", allowed: K20 }]),
    ]),
    ("", "CausalConvWithState", &[
        Signature::since(27).inputs(&[F::of("input", "T"), F::of("weight", "T"), F::of("bias", "T").optional(), F::of("past_state", "T").optional()]).outputs(&[F::of("output", "T"), F::of("present_state", "T")]).attributes(&[S::default("activation", A::Onnx(AttributeType::String), D::Text("none"))]).variables(&[V { name: "T", allowed: K22 }]),
    ]),
    ("", "Ceil", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Celu", &[
        Signature::since(12).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K23 }]),
        Signature::since(28).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "CenterCropPad", &[
        Signature::since(18).inputs(&[F::of("input_data", "T"), F::of("shape", "Tind")]).outputs(&[F::of("output_data", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K24 }, V { name: "Tind", allowed: K12 }]),
    ]),
    ("", "Clip", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints)), S::optional("max", A::Onnx(AttributeType::Float)), S::optional("min", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("max", A::Onnx(AttributeType::Float), D::Float(3.4028235e+38)), S::default("min", A::Onnx(AttributeType::Float), D::Float(-3.4028235e+38))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(11).inputs(&[F::of("input", "T"), F::of("min", "T").optional(), F::of("max", "T").optional()]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(12).inputs(&[F::of("input", "T"), F::of("min", "T").optional(), F::of("max", "T").optional()]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(13).inputs(&[F::of("input", "T"), F::of("min", "T").optional(), F::of("max", "T").optional()]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "Col2Im", &[
        Signature::since(18).inputs(&[F::of("input", "T"), F::fixed("image_shape", K6), F::fixed("block_shape", K6)]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("dilations", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K24 }]),
    ]),
    ("", "Compress", &[
        Signature::since(9).inputs(&[F::of("input", "T"), F::of("condition", "T1")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K25 }, V { name: "T1", allowed: K7 }]),
        Signature::since(11).inputs(&[F::of("input", "T"), F::of("condition", "T1")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K25 }, V { name: "T1", allowed: K7 }]),
        Signature::since(28).inputs(&[F::of("input", "T"), F::of("condition", "T1")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K24 }, V { name: "T1", allowed: K7 }]),
    ]),
    ("", "Concat", &[
        Signature::since(1).inputs(&[F::of("inputs", "T").variadic(1, true)]).outputs(&[F::of("concat_result", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(4).inputs(&[F::of("inputs", "T").variadic(1, true)]).outputs(&[F::of("concat_result", "T")]).attributes(&[S::required("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(11).inputs(&[F::of("inputs", "T").variadic(1, true)]).outputs(&[F::of("concat_result", "T")]).attributes(&[S::required("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("inputs", "T").variadic(1, true)]).outputs(&[F::of("concat_result", "T")]).attributes(&[S::required("axis", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K24 }]),
    ]),
    ("", "ConcatFromSequence", &[
        Signature::since(11).inputs(&[F::of("input_sequence", "S")]).outputs(&[F::of("concat_result", "T")]).attributes(&[S::required("axis", A::Onnx(AttributeType::Int)), S::default("new_axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "S", allowed: K26 }, V { name: "T", allowed: K25 }]),
    ]),
    ("", "Constant", &[
        Signature::since(1).outputs(&[F::of("output", "T")]).attributes(&[S::required("value", A::Onnx(AttributeType::Tensor))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(9).outputs(&[F::of("output", "T")]).attributes(&[S::required("value", A::Onnx(AttributeType::Tensor))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(11).outputs(&[F::of("output", "T")]).attributes(&[S::optional("sparse_value", A::Onnx(AttributeType::SparseTensor)), S::optional("value", A::Onnx(AttributeType::Tensor))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(12).outputs(&[F::of("output", "T")]).attributes(&[S::optional("sparse_value", A::Onnx(AttributeType::SparseTensor)), S::optional("value", A::Onnx(AttributeType::Tensor)), S::optional("value_float", A::Onnx(AttributeType::Float)), S::optional("value_floats", A::Onnx(AttributeType::Floats)), S::optional("value_int", A::Onnx(AttributeType::Int)), S::optional("value_ints", A::Onnx(AttributeType::Ints)), S::optional("value_string", A::Onnx(AttributeType::String)), S::optional("value_strings", A::Onnx(AttributeType::Strings))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).outputs(&[F::of("output", "T")]).attributes(&[S::optional("sparse_value", A::Onnx(AttributeType::SparseTensor)), S::optional("value", A::Onnx(AttributeType::Tensor)), S::optional("value_float", A::Onnx(AttributeType::Float)), S::optional("value_floats", A::Onnx(AttributeType::Floats)), S::optional("value_int", A::Onnx(AttributeType::Int)), S::optional("value_ints", A::Onnx(AttributeType::Ints)), S::optional("value_string", A::Onnx(AttributeType::String)), S::optional("value_strings", A::Onnx(AttributeType::Strings))]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(19).outputs(&[F::of("output", "T")]).attributes(&[S::optional("sparse_value", A::Onnx(AttributeType::SparseTensor)), S::optional("value", A::Onnx(AttributeType::Tensor)), S::optional("value_float", A::Onnx(AttributeType::Float)), S::optional("value_floats", A::Onnx(AttributeType::Floats)), S::optional("value_int", A::Onnx(AttributeType::Int)), S::optional("value_ints", A::Onnx(AttributeType::Ints)), S::optional("value_string", A::Onnx(AttributeType::String)), S::optional("value_strings", A::Onnx(AttributeType::Strings))]).variables(&[V { name: "T", allowed: K27 }]),
        Signature::since(21).outputs(&[F::of("output", "T")]).attributes(&[S::optional("sparse_value", A::Onnx(AttributeType::SparseTensor)), S::optional("value", A::Onnx(AttributeType::Tensor)), S::optional("value_float", A::Onnx(AttributeType::Float)), S::optional("value_floats", A::Onnx(AttributeType::Floats)), S::optional("value_int", A::Onnx(AttributeType::Int)), S::optional("value_ints", A::Onnx(AttributeType::Ints)), S::optional("value_string", A::Onnx(AttributeType::String)), S::optional("value_strings", A::Onnx(AttributeType::Strings))]).variables(&[V { name: "T", allowed: K28 }]),
        Signature::since(23).outputs(&[F::of("output", "T")]).attributes(&[S::optional("sparse_value", A::Onnx(AttributeType::SparseTensor)), S::optional("value", A::Onnx(AttributeType::Tensor)), S::optional("value_float", A::Onnx(AttributeType::Float)), S::optional("value_floats", A::Onnx(AttributeType::Floats)), S::optional("value_int", A::Onnx(AttributeType::Int)), S::optional("value_ints", A::Onnx(AttributeType::Ints)), S::optional("value_string", A::Onnx(AttributeType::String)), S::optional("value_strings", A::Onnx(AttributeType::Strings))]).variables(&[V { name: "T", allowed: K29 }]),
        Signature::since(24).outputs(&[F::of("output", "T")]).attributes(&[S::optional("sparse_value", A::Onnx(AttributeType::SparseTensor)), S::optional("value", A::Onnx(AttributeType::Tensor)), S::optional("value_float", A::Onnx(AttributeType::Float)), S::optional("value_floats", A::Onnx(AttributeType::Floats)), S::optional("value_int", A::Onnx(AttributeType::Int)), S::optional("value_ints", A::Onnx(AttributeType::Ints)), S::optional("value_string", A::Onnx(AttributeType::String)), S::optional("value_strings", A::Onnx(AttributeType::Strings))]).variables(&[V { name: "T", allowed: K30 }]),
        Signature::since(25).outputs(&[F::of("output", "T")]).attributes(&[S::optional("sparse_value", A::Onnx(AttributeType::SparseTensor)), S::optional("value", A::Onnx(AttributeType::Tensor)), S::optional("value_float", A::Onnx(AttributeType::Float)), S::optional("value_floats", A::Onnx(AttributeType::Floats)), S::optional("value_int", A::Onnx(AttributeType::Int)), S::optional("value_ints", A::Onnx(AttributeType::Ints)), S::optional("value_string", A::Onnx(AttributeType::String)), S::optional("value_strings", A::Onnx(AttributeType::Strings))]).variables(&[V { name: "T", allowed: K31 }]),
    ]),
    ("", "ConstantOfShape", &[
        Signature::since(9).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("value", A::Onnx(AttributeType::Tensor))]).variables(&[V { name: "T1", allowed: K6 }, V { name: "T2", allowed: K13 }]),
        Signature::since(20).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("value", A::Onnx(AttributeType::Tensor))]).variables(&[V { name: "T1", allowed: K6 }, V { name: "T2", allowed: K32 }]),
        Signature::since(21).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("value", A::Onnx(AttributeType::Tensor))]).variables(&[V { name: "T1", allowed: K6 }, V { name: "T2", allowed: K33 }]),
        Signature::since(23).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("value", A::Onnx(AttributeType::Tensor))]).variables(&[V { name: "T1", allowed: K6 }, V { name: "T2", allowed: K34 }]),
        Signature::since(24).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("value", A::Onnx(AttributeType::Tensor))]).variables(&[V { name: "T1", allowed: K6 }, V { name: "T2", allowed: K35 }]),
        Signature::since(25).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("value", A::Onnx(AttributeType::Tensor))]).variables(&[V { name: "T1", allowed: K6 }, V { name: "T2", allowed: K36 }]),
    ]),
    ("", "Conv", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("B", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(11).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("B", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("B", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "ConvInteger", &[
        Signature::since(10).inputs(&[F::of("x", "T1"), F::of("w", "T2"), F::of("x_zero_point", "T1").optional(), F::of("w_zero_point", "T2").optional()]).outputs(&[F::of("y", "T3")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T1", allowed: K37 }, V { name: "T2", allowed: K37 }, V { name: "T3", allowed: K38 }]),
    ]),
    ("", "ConvTranspose", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("B", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("output_padding", A::Onnx(AttributeType::Ints)), S::optional("output_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(11).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("B", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("output_padding", A::Onnx(AttributeType::Ints)), S::optional("output_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("B", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("output_padding", A::Onnx(AttributeType::Ints)), S::optional("output_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Cos", &[
        Signature::since(7).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Cosh", &[
        Signature::since(9).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "CumProd", &[
        Signature::since(26).inputs(&[F::of("x", "T"), F::of("axis", "T2")]).outputs(&[F::of("y", "T")]).attributes(&[S::default("exclusive", A::Onnx(AttributeType::Int), D::Int(0)), S::default("reverse", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }, V { name: "T2", allowed: K12 }]),
    ]),
    ("", "CumSum", &[
        Signature::since(11).inputs(&[F::of("x", "T"), F::of("axis", "T2")]).outputs(&[F::of("y", "T")]).attributes(&[S::default("exclusive", A::Onnx(AttributeType::Int), D::Int(0)), S::default("reverse", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K39 }, V { name: "T2", allowed: K12 }]),
        Signature::since(14).inputs(&[F::of("x", "T"), F::of("axis", "T2")]).outputs(&[F::of("y", "T")]).attributes(&[S::default("exclusive", A::Onnx(AttributeType::Int), D::Int(0)), S::default("reverse", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }, V { name: "T2", allowed: K12 }]),
    ]),
    ("", "DFT", &[
        Signature::since(17).inputs(&[F::of("input", "T1"), F::of("dft_length", "T2").optional()]).outputs(&[F::of("output", "T1")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("inverse", A::Onnx(AttributeType::Int), D::Int(0)), S::default("onesided", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K12 }]),
        Signature::since(20).inputs(&[F::of("input", "T1"), F::of("dft_length", "T2").optional(), F::fixed("axis", K6).optional()]).outputs(&[F::of("output", "T1")]).attributes(&[S::default("inverse", A::Onnx(AttributeType::Int), D::Int(0)), S::default("onesided", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K12 }]),
    ]),
    ("", "DeformConv", &[
        Signature::since(19).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("offset", "T"), F::of("B", "T").optional(), F::of("mask", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::default("offset_group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("offset", "T"), F::of("B", "T").optional(), F::of("mask", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::default("offset_group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "DepthToSpace", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::required("blocksize", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(11).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::required("blocksize", A::Onnx(AttributeType::Int)), S::default("mode", A::Onnx(AttributeType::String), D::Text("DCR"))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::required("blocksize", A::Onnx(AttributeType::Int)), S::default("mode", A::Onnx(AttributeType::String), D::Text("DCR"))]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(28).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::required("blocksize", A::Onnx(AttributeType::Int)), S::default("mode", A::Onnx(AttributeType::String), D::Text("DCR"))]).variables(&[V { name: "T", allowed: K24 }]),
    ]),
    ("", "DequantizeLinear", &[
        Signature::since(10).inputs(&[F::of("x", "T"), F::fixed("x_scale", K23), F::of("x_zero_point", "T").optional()]).outputs(&[F::fixed("y", K23)]).variables(&[V { name: "T", allowed: K40 }]),
        Signature::since(13).inputs(&[F::of("x", "T"), F::fixed("x_scale", K23), F::of("x_zero_point", "T").optional()]).outputs(&[F::fixed("y", K23)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K40 }]),
        Signature::since(19).inputs(&[F::of("x", "T1"), F::of("x_scale", "T2"), F::of("x_zero_point", "T1").optional()]).outputs(&[F::of("y", "T2")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K41 }, V { name: "T2", allowed: K22 }]),
        Signature::since(21).inputs(&[F::of("x", "T1"), F::of("x_scale", "T2"), F::of("x_zero_point", "T1").optional()]).outputs(&[F::of("y", "T2")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("block_size", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K42 }, V { name: "T2", allowed: K22 }]),
        Signature::since(23).inputs(&[F::of("x", "T1"), F::of("x_scale", "T2"), F::of("x_zero_point", "T1").optional()]).outputs(&[F::of("y", "T3")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("block_size", A::Onnx(AttributeType::Int), D::Int(0)), S::default("output_dtype", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K43 }, V { name: "T2", allowed: K22 }, V { name: "T3", allowed: K22 }]),
        Signature::since(24).inputs(&[F::of("x", "T1"), F::of("x_scale", "T2"), F::of("x_zero_point", "T1").optional()]).outputs(&[F::of("y", "T3")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("block_size", A::Onnx(AttributeType::Int), D::Int(0)), S::default("output_dtype", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K43 }, V { name: "T2", allowed: K44 }, V { name: "T3", allowed: K22 }]),
        Signature::since(25).inputs(&[F::of("x", "T1"), F::of("x_scale", "T2"), F::of("x_zero_point", "T1").optional()]).outputs(&[F::of("y", "T3")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("block_size", A::Onnx(AttributeType::Int), D::Int(0)), S::default("output_dtype", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K45 }, V { name: "T2", allowed: K44 }, V { name: "T3", allowed: K22 }]),
        Signature::since(28).inputs(&[F::of("x", "T1"), F::of("x_scale", "T2"), F::of("x_zero_point", "T1").optional()]).outputs(&[F::of("y", "T3")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("block_size", A::Onnx(AttributeType::Int), D::Int(0)), S::default("output_dtype", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K46 }, V { name: "T2", allowed: K44 }, V { name: "T3", allowed: K22 }]),
    ]),
    ("", "Det", &[
        Signature::since(11).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Div", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(7).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(14).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "Dropout", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("output", "T"), F::of("mask", "T").optional()]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints)), S::default("is_test", A::Onnx(AttributeType::Int), D::Int(0)), S::default("ratio", A::Onnx(AttributeType::Float), D::Float(0.5))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("data", "T")]).outputs(&[F::of("output", "T"), F::of("mask", "T").optional()]).attributes(&[S::default("is_test", A::Onnx(AttributeType::Int), D::Int(0)), S::default("ratio", A::Onnx(AttributeType::Float), D::Float(0.5))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(7).inputs(&[F::of("data", "T")]).outputs(&[F::of("output", "T"), F::of("mask", "T").optional()]).attributes(&[S::default("ratio", A::Onnx(AttributeType::Float), D::Float(0.5))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(10).inputs(&[F::of("data", "T")]).outputs(&[F::of("output", "T"), F::of("mask", "T1").optional()]).attributes(&[S::default("ratio", A::Onnx(AttributeType::Float), D::Float(0.5))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K7 }]),
        Signature::since(12).inputs(&[F::of("data", "T"), F::of("ratio", "T1").optional(), F::of("training_mode", "T2").optional()]).outputs(&[F::of("output", "T"), F::of("mask", "T2").optional()]).attributes(&[S::optional("seed", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K0 }, V { name: "T2", allowed: K7 }]),
        Signature::since(13).inputs(&[F::of("data", "T"), F::of("ratio", "T1").optional(), F::of("training_mode", "T2").optional()]).outputs(&[F::of("output", "T"), F::of("mask", "T2").optional()]).attributes(&[S::optional("seed", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K3 }, V { name: "T1", allowed: K0 }, V { name: "T2", allowed: K7 }]),
        Signature::since(22).inputs(&[F::of("data", "T"), F::of("ratio", "T1").optional(), F::of("training_mode", "T2").optional()]).outputs(&[F::of("output", "T"), F::of("mask", "T2").optional()]).attributes(&[S::optional("seed", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K47 }, V { name: "T1", allowed: K47 }, V { name: "T2", allowed: K7 }]),
    ]),
    ("", "DynamicQuantizeLinear", &[
        Signature::since(11).inputs(&[F::of("x", "T1")]).outputs(&[F::of("y", "T2"), F::fixed("y_scale", K23), F::of("y_zero_point", "T2")]).variables(&[V { name: "T1", allowed: K23 }, V { name: "T2", allowed: K48 }]),
    ]),
    ("", "Einsum", &[
        Signature::since(12).inputs(&[F::of("Inputs", "T").variadic(1, true)]).outputs(&[F::of("Output", "T")]).attributes(&[S::required("equation", A::Onnx(AttributeType::String))]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(28).inputs(&[F::of("Inputs", "T").variadic(1, true)]).outputs(&[F::of("Output", "T")]).attributes(&[S::required("equation", A::Onnx(AttributeType::String))]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "Elu", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Equal", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K49 }, V { name: "T1", allowed: K7 }]),
        Signature::since(7).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K49 }, V { name: "T1", allowed: K7 }]),
        Signature::since(11).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K13 }, V { name: "T1", allowed: K7 }]),
        Signature::since(13).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K8 }, V { name: "T1", allowed: K7 }]),
        Signature::since(19).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K15 }, V { name: "T1", allowed: K7 }]),
    ]),
    ("", "Erf", &[
        Signature::since(9).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(13).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Exp", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Expand", &[
        Signature::since(8).inputs(&[F::of("input", "T"), F::fixed("shape", K6)]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("input", "T"), F::fixed("shape", K6)]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K24 }]),
    ]),
    ("", "EyeLike", &[
        Signature::since(9).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("dtype", A::Onnx(AttributeType::Int)), S::default("k", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K13 }, V { name: "T2", allowed: K13 }]),
        Signature::since(22).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("dtype", A::Onnx(AttributeType::Int)), S::default("k", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T1", allowed: K8 }, V { name: "T2", allowed: K8 }]),
    ]),
    ("", "Flatten", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(9).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(11).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(21).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K28 }]),
        Signature::since(23).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K29 }]),
        Signature::since(24).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K30 }]),
        Signature::since(25).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K31 }]),
    ]),
    ("", "Floor", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "GRU", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T")]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("foward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("output_sequence", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K38 }]),
        Signature::since(3).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("linear_before_reset", A::Onnx(AttributeType::Int), D::Int(0)), S::default("output_sequence", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K38 }]),
        Signature::since(7).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("linear_before_reset", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K38 }]),
        Signature::since(14).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("layout", A::Onnx(AttributeType::Int), D::Int(0)), S::default("linear_before_reset", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K38 }]),
        Signature::since(22).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("layout", A::Onnx(AttributeType::Int), D::Int(0)), S::default("linear_before_reset", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K3 }, V { name: "T1", allowed: K38 }]),
    ]),
    ("", "Gather", &[
        Signature::since(1).inputs(&[F::of("data", "T"), F::of("indices", "Tind")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K25 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(11).inputs(&[F::of("data", "T"), F::of("indices", "Tind")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K25 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(13).inputs(&[F::of("data", "T"), F::of("indices", "Tind")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K24 }, V { name: "Tind", allowed: K12 }]),
    ]),
    ("", "GatherElements", &[
        Signature::since(11).inputs(&[F::of("data", "T"), F::of("indices", "Tind")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K25 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(13).inputs(&[F::of("data", "T"), F::of("indices", "Tind")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K24 }, V { name: "Tind", allowed: K12 }]),
    ]),
    ("", "GatherND", &[
        Signature::since(11).inputs(&[F::of("data", "T"), F::fixed("indices", K6)]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(12).inputs(&[F::of("data", "T"), F::fixed("indices", K6)]).outputs(&[F::of("output", "T")]).attributes(&[S::default("batch_dims", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("data", "T"), F::fixed("indices", K6)]).outputs(&[F::of("output", "T")]).attributes(&[S::default("batch_dims", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K24 }]),
    ]),
    ("", "Gelu", &[
        Signature::since(20).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("approximate", A::Onnx(AttributeType::String), D::Text("none"))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Gemm", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T"), F::of("C", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("A", "T"), F::of("B", "T"), F::of("C", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(7).inputs(&[F::of("A", "T"), F::of("B", "T"), F::of("C", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(9).inputs(&[F::of("A", "T"), F::of("B", "T"), F::of("C", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(11).inputs(&[F::of("A", "T"), F::of("B", "T"), F::of("C", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("A", "T"), F::of("B", "T"), F::of("C", "T").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("transA", A::Onnx(AttributeType::Int), D::Int(0)), S::default("transB", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("", "GlobalAveragePool", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "GlobalLpPool", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("p", A::Onnx(AttributeType::Float), D::Float(2.0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(2).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("p", A::Onnx(AttributeType::Int), D::Int(2))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("p", A::Onnx(AttributeType::Int), D::Int(2))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "GlobalMaxPool", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Greater", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K7 }]),
        Signature::since(7).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K7 }]),
        Signature::since(9).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K1 }, V { name: "T1", allowed: K7 }]),
        Signature::since(13).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K2 }, V { name: "T1", allowed: K7 }]),
    ]),
    ("", "GreaterOrEqual", &[
        Signature::since(12).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K1 }, V { name: "T1", allowed: K7 }]),
        Signature::since(16).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K2 }, V { name: "T1", allowed: K7 }]),
    ]),
    ("", "GridSample", &[
        Signature::since(16).inputs(&[F::of("X", "T1"), F::of("grid", "T2")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("align_corners", A::Onnx(AttributeType::Int), D::Int(0)), S::default("mode", A::Onnx(AttributeType::String), D::Text("bilinear")), S::default("padding_mode", A::Onnx(AttributeType::String), D::Text("zeros"))]).variables(&[V { name: "T1", allowed: K25 }, V { name: "T2", allowed: K0 }]),
        Signature::since(20).inputs(&[F::of("X", "T1"), F::of("grid", "T2")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("align_corners", A::Onnx(AttributeType::Int), D::Int(0)), S::default("mode", A::Onnx(AttributeType::String), D::Text("linear")), S::default("padding_mode", A::Onnx(AttributeType::String), D::Text("zeros"))]).variables(&[V { name: "T1", allowed: K25 }, V { name: "T2", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T1"), F::of("grid", "T2")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("align_corners", A::Onnx(AttributeType::Int), D::Int(0)), S::default("mode", A::Onnx(AttributeType::String), D::Text("linear")), S::default("padding_mode", A::Onnx(AttributeType::String), D::Text("zeros"))]).variables(&[V { name: "T1", allowed: K24 }, V { name: "T2", allowed: K3 }]),
    ]),
    ("", "GroupNormalization", &[
        Signature::since(18).inputs(&[F::of("X", "T"), F::of("scale", "T"), F::of("bias", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::required("num_groups", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K3 }]).deprecated(),
        Signature::since(21).inputs(&[F::of("X", "T"), F::of("scale", "T"), F::of("bias", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::required("num_groups", A::Onnx(AttributeType::Int)), S::default("stash_type", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "HammingWindow", &[
        Signature::since(17).inputs(&[F::of("size", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("output_datatype", A::Onnx(AttributeType::Int), D::Int(1)), S::default("periodic", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K12 }, V { name: "T2", allowed: K2 }]),
    ]),
    ("", "HannWindow", &[
        Signature::since(17).inputs(&[F::of("size", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("output_datatype", A::Onnx(AttributeType::Int), D::Int(1)), S::default("periodic", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K12 }, V { name: "T2", allowed: K2 }]),
    ]),
    ("", "HardSigmoid", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(0.2)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(0.5)), S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(0.2)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(0.5))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(0.2)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(0.5))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "HardSwish", &[
        Signature::since(14).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Hardmax", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(11).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Identity", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(14).inputs(&[F::of("input", "V")]).outputs(&[F::of("output", "V")]).variables(&[V { name: "V", allowed: K50 }]),
        Signature::since(16).inputs(&[F::of("input", "V")]).outputs(&[F::of("output", "V")]).variables(&[V { name: "V", allowed: K51 }]),
        Signature::since(19).inputs(&[F::of("input", "V")]).outputs(&[F::of("output", "V")]).variables(&[V { name: "V", allowed: K52 }]),
        Signature::since(21).inputs(&[F::of("input", "V")]).outputs(&[F::of("output", "V")]).variables(&[V { name: "V", allowed: K53 }]),
        Signature::since(23).inputs(&[F::of("input", "V")]).outputs(&[F::of("output", "V")]).variables(&[V { name: "V", allowed: K54 }]),
        Signature::since(24).inputs(&[F::of("input", "V")]).outputs(&[F::of("output", "V")]).variables(&[V { name: "V", allowed: K55 }]),
        Signature::since(25).inputs(&[F::of("input", "V")]).outputs(&[F::of("output", "V")]).variables(&[V { name: "V", allowed: K56 }]),
    ]),
    ("", "If", &[
        Signature::since(1).inputs(&[F::of("cond", "B")]).outputs(&[F::of("outputs", "V").variadic(1, false)]).attributes(&[S::required("else_branch", A::Onnx(AttributeType::Graph)), S::required("then_branch", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K25 }, V { name: "B", allowed: K7 }]),
        Signature::since(11).inputs(&[F::of("cond", "B")]).outputs(&[F::of("outputs", "V").variadic(1, false)]).attributes(&[S::required("else_branch", A::Onnx(AttributeType::Graph)), S::required("then_branch", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K25 }, V { name: "B", allowed: K7 }]),
        Signature::since(13).inputs(&[F::of("cond", "B")]).outputs(&[F::of("outputs", "V").variadic(1, false)]).attributes(&[S::required("else_branch", A::Onnx(AttributeType::Graph)), S::required("then_branch", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K57 }, V { name: "B", allowed: K7 }]),
        Signature::since(16).inputs(&[F::of("cond", "B")]).outputs(&[F::of("outputs", "V").variadic(1, false)]).attributes(&[S::required("else_branch", A::Onnx(AttributeType::Graph)), S::required("then_branch", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K58 }, V { name: "B", allowed: K7 }]),
        Signature::since(19).inputs(&[F::of("cond", "B")]).outputs(&[F::of("outputs", "V").variadic(1, false)]).attributes(&[S::required("else_branch", A::Onnx(AttributeType::Graph)), S::required("then_branch", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K59 }, V { name: "B", allowed: K7 }]),
        Signature::since(21).inputs(&[F::of("cond", "B")]).outputs(&[F::of("outputs", "V").variadic(1, false)]).attributes(&[S::required("else_branch", A::Onnx(AttributeType::Graph)), S::required("then_branch", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K60 }, V { name: "B", allowed: K7 }]),
        Signature::since(23).inputs(&[F::of("cond", "B")]).outputs(&[F::of("outputs", "V").variadic(1, false)]).attributes(&[S::required("else_branch", A::Onnx(AttributeType::Graph)), S::required("then_branch", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K61 }, V { name: "B", allowed: K7 }]),
        Signature::since(24).inputs(&[F::of("cond", "B")]).outputs(&[F::of("outputs", "V").variadic(1, false)]).attributes(&[S::required("else_branch", A::Onnx(AttributeType::Graph)), S::required("then_branch", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K62 }, V { name: "B", allowed: K7 }]),
        Signature::since(25).inputs(&[F::of("cond", "B")]).outputs(&[F::of("outputs", "V").variadic(1, false)]).attributes(&[S::required("else_branch", A::Onnx(AttributeType::Graph)), S::required("then_branch", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K63 }, V { name: "B", allowed: K7 }]),
    ]),
    ("", "ImageDecoder", &[
        Signature::since(20).inputs(&[F::of("encoded_stream", "T1")]).outputs(&[F::of("image", "T2")]).attributes(&[S::default("pixel_format", A::Onnx(AttributeType::String), D::Text("RGB"))]).variables(&[V { name: "T1", allowed: K48 }, V { name: "T2", allowed: K48 }]),
    ]),
    ("", "InstanceNormalization", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("scale", "T"), F::of("B", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("input", "T"), F::of("scale", "T"), F::of("B", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T"), F::of("scale", "T"), F::of("B", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "IsInf", &[
        Signature::since(10).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).attributes(&[S::default("detect_negative", A::Onnx(AttributeType::Int), D::Int(1)), S::default("detect_positive", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K64 }, V { name: "T2", allowed: K7 }]),
        Signature::since(20).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).attributes(&[S::default("detect_negative", A::Onnx(AttributeType::Int), D::Int(1)), S::default("detect_positive", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K47 }, V { name: "T2", allowed: K7 }]),
    ]),
    ("", "IsNaN", &[
        Signature::since(9).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).variables(&[V { name: "T1", allowed: K0 }, V { name: "T2", allowed: K7 }]),
        Signature::since(13).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).variables(&[V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K7 }]),
        Signature::since(20).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).variables(&[V { name: "T1", allowed: K47 }, V { name: "T2", allowed: K7 }]),
    ]),
    ("", "LRN", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(0.0001)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(0.75)), S::default("bias", A::Onnx(AttributeType::Float), D::Float(1.0)), S::required("size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(0.0001)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(0.75)), S::default("bias", A::Onnx(AttributeType::Float), D::Float(1.0)), S::required("size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "LSTM", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional(), F::of("initial_c", "T").optional(), F::of("P", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional(), F::of("Y_c", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("input_forget", A::Onnx(AttributeType::Int), D::Int(0)), S::default("output_sequence", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K38 }]),
        Signature::since(7).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional(), F::of("initial_c", "T").optional(), F::of("P", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional(), F::of("Y_c", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("input_forget", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K38 }]),
        Signature::since(14).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional(), F::of("initial_c", "T").optional(), F::of("P", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional(), F::of("Y_c", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("input_forget", A::Onnx(AttributeType::Int), D::Int(0)), S::default("layout", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K38 }]),
        Signature::since(22).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional(), F::of("initial_c", "T").optional(), F::of("P", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional(), F::of("Y_c", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::optional("activations", A::Onnx(AttributeType::Strings)), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("input_forget", A::Onnx(AttributeType::Int), D::Int(0)), S::default("layout", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K3 }, V { name: "T1", allowed: K38 }]),
    ]),
    ("", "LayerNormalization", &[
        Signature::since(17).inputs(&[F::of("X", "T"), F::of("Scale", "T"), F::of("B", "T").optional()]).outputs(&[F::of("Y", "T"), F::of("Mean", "U").optional(), F::of("InvStdDev", "U").optional()]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("stash_type", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K3 }, V { name: "U", allowed: K65 }]),
    ]),
    ("", "LeakyRelu", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(0.01)), S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(0.01))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(16).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(0.01))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Less", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K7 }]),
        Signature::since(7).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K7 }]),
        Signature::since(9).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K1 }, V { name: "T1", allowed: K7 }]),
        Signature::since(13).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K2 }, V { name: "T1", allowed: K7 }]),
    ]),
    ("", "LessOrEqual", &[
        Signature::since(12).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K1 }, V { name: "T1", allowed: K7 }]),
        Signature::since(16).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K2 }, V { name: "T1", allowed: K7 }]),
    ]),
    ("", "LinearAttention", &[
        Signature::since(27).inputs(&[F::of("query", "T"), F::of("key", "T"), F::of("value", "T"), F::of("past_state", "S").optional(), F::of("decay", "T").optional(), F::of("beta", "T").optional()]).outputs(&[F::of("output", "T"), F::of("present_state", "S")]).attributes(&[S::default("chunk_size", A::Onnx(AttributeType::Int), D::Int(64)), S::required("kv_num_heads", A::Onnx(AttributeType::Int)), S::required("q_num_heads", A::Onnx(AttributeType::Int)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("update_rule", A::Onnx(AttributeType::String), D::Text("gated_delta"))]).variables(&[V { name: "T", allowed: K22 }, V { name: "S", allowed: K22 }]),
    ]),
    ("", "Log", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "LogSoftmax", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(11).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Loop", &[
        Signature::since(1).inputs(&[F::of("M", "I").optional(), F::of("cond", "B").optional(), F::of("v_initial", "V").variadic(1, false)]).outputs(&[F::of("v_final_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K25 }, V { name: "I", allowed: K6 }, V { name: "B", allowed: K7 }]),
        Signature::since(11).inputs(&[F::of("M", "I").optional(), F::of("cond", "B").optional(), F::of("v_initial", "V").variadic(0, false)]).outputs(&[F::of("v_final_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K25 }, V { name: "I", allowed: K6 }, V { name: "B", allowed: K7 }]),
        Signature::since(13).inputs(&[F::of("M", "I").optional(), F::of("cond", "B").optional(), F::of("v_initial", "V").variadic(0, false)]).outputs(&[F::of("v_final_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K57 }, V { name: "I", allowed: K6 }, V { name: "B", allowed: K7 }]),
        Signature::since(16).inputs(&[F::of("M", "I").optional(), F::of("cond", "B").optional(), F::of("v_initial", "V").variadic(0, false)]).outputs(&[F::of("v_final_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K58 }, V { name: "I", allowed: K6 }, V { name: "B", allowed: K7 }]),
        Signature::since(19).inputs(&[F::of("M", "I").optional(), F::of("cond", "B").optional(), F::of("v_initial", "V").variadic(0, false)]).outputs(&[F::of("v_final_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K59 }, V { name: "I", allowed: K6 }, V { name: "B", allowed: K7 }]),
        Signature::since(21).inputs(&[F::of("M", "I").optional(), F::of("cond", "B").optional(), F::of("v_initial", "V").variadic(0, false)]).outputs(&[F::of("v_final_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K60 }, V { name: "I", allowed: K6 }, V { name: "B", allowed: K7 }]),
        Signature::since(23).inputs(&[F::of("M", "I").optional(), F::of("cond", "B").optional(), F::of("v_initial", "V").variadic(0, false)]).outputs(&[F::of("v_final_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K61 }, V { name: "I", allowed: K6 }, V { name: "B", allowed: K7 }]),
        Signature::since(24).inputs(&[F::of("M", "I").optional(), F::of("cond", "B").optional(), F::of("v_initial", "V").variadic(0, false)]).outputs(&[F::of("v_final_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K62 }, V { name: "I", allowed: K6 }, V { name: "B", allowed: K7 }]),
        Signature::since(25).inputs(&[F::of("M", "I").optional(), F::of("cond", "B").optional(), F::of("v_initial", "V").variadic(0, false)]).outputs(&[F::of("v_final_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "V", allowed: K63 }, V { name: "I", allowed: K6 }, V { name: "B", allowed: K7 }]),
    ]),
    ("", "LpNormalization", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("p", A::Onnx(AttributeType::Int), D::Int(2))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("p", A::Onnx(AttributeType::Int), D::Int(2))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "LpPool", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::default("p", A::Onnx(AttributeType::Float), D::Float(2.0)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(2).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::default("p", A::Onnx(AttributeType::Int), D::Int(2)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(11).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::default("p", A::Onnx(AttributeType::Int), D::Int(2)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(18).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::default("p", A::Onnx(AttributeType::Int), D::Int(2)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::default("p", A::Onnx(AttributeType::Int), D::Int(2)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "MatMul", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(9).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("", "MatMulInteger", &[
        Signature::since(10).inputs(&[F::of("A", "T1"), F::of("B", "T2"), F::of("a_zero_point", "T1").optional(), F::of("b_zero_point", "T2").optional()]).outputs(&[F::of("Y", "T3")]).variables(&[V { name: "T1", allowed: K37 }, V { name: "T2", allowed: K37 }, V { name: "T3", allowed: K38 }]),
    ]),
    ("", "Max", &[
        Signature::since(1).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("max", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("max", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(8).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("max", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(12).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("max", "T")]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(13).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("max", "T")]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "MaxPool", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(8).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T"), F::of("Indices", "I").optional()]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::default("storage_order", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }, V { name: "I", allowed: K6 }]),
        Signature::since(10).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T"), F::of("Indices", "I").optional()]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::default("storage_order", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }, V { name: "I", allowed: K6 }]),
        Signature::since(11).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T"), F::of("Indices", "I").optional()]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::default("storage_order", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }, V { name: "I", allowed: K6 }]),
        Signature::since(12).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T"), F::of("Indices", "I").optional()]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::default("storage_order", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K66 }, V { name: "I", allowed: K6 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T"), F::of("Indices", "I").optional()]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::default("ceil_mode", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::default("storage_order", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K67 }, V { name: "I", allowed: K6 }]),
    ]),
    ("", "MaxRoiPool", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("rois", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::required("pooled_shape", A::Onnx(AttributeType::Ints)), S::default("spatial_scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T"), F::of("rois", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::required("pooled_shape", A::Onnx(AttributeType::Ints)), S::default("spatial_scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "MaxUnpool", &[
        Signature::since(9).inputs(&[F::of("X", "T1"), F::of("I", "T2"), F::of("output_shape", "T2").optional()]).outputs(&[F::of("output", "T1")]).attributes(&[S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T1", allowed: K0 }, V { name: "T2", allowed: K6 }]),
        Signature::since(11).inputs(&[F::of("X", "T1"), F::of("I", "T2"), F::of("output_shape", "T2").optional()]).outputs(&[F::of("output", "T1")]).attributes(&[S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T1", allowed: K0 }, V { name: "T2", allowed: K6 }]),
        Signature::since(22).inputs(&[F::of("X", "T1"), F::of("I", "T2"), F::of("output_shape", "T2").optional()]).outputs(&[F::of("output", "T1")]).attributes(&[S::required("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K6 }]),
    ]),
    ("", "Mean", &[
        Signature::since(1).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("mean", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("mean", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(8).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("mean", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("mean", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "MeanVarianceNormalization", &[
        Signature::since(9).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("axes", A::Onnx(AttributeType::Ints), D::Ints(&[0, 2, 3]))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("axes", A::Onnx(AttributeType::Ints), D::Ints(&[0, 2, 3]))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "MelWeightMatrix", &[
        Signature::since(17).inputs(&[F::of("num_mel_bins", "T1"), F::of("dft_length", "T1"), F::of("sample_rate", "T1"), F::of("lower_edge_hertz", "T2"), F::of("upper_edge_hertz", "T2")]).outputs(&[F::of("output", "T3")]).attributes(&[S::default("output_datatype", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K12 }, V { name: "T2", allowed: K3 }, V { name: "T3", allowed: K2 }]),
    ]),
    ("", "Min", &[
        Signature::since(1).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("min", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("min", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(8).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("min", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(12).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("min", "T")]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(13).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("min", "T")]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "Mish", &[
        Signature::since(18).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Mod", &[
        Signature::since(10).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).attributes(&[S::default("fmod", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(13).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).attributes(&[S::default("fmod", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K2 }]),
        Signature::since(28).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).attributes(&[S::default("fmod", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "Mul", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(7).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(14).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "Multinomial", &[
        Signature::since(7).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("dtype", A::Onnx(AttributeType::Int), D::Int(6)), S::default("sample_size", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("seed", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T1", allowed: K0 }, V { name: "T2", allowed: K12 }]),
        Signature::since(22).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::default("dtype", A::Onnx(AttributeType::Int), D::Int(6)), S::default("sample_size", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("seed", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K12 }]),
    ]),
    ("", "Neg", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K68 }]),
        Signature::since(13).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K69 }]),
    ]),
    ("", "NegativeLogLikelihoodLoss", &[
        Signature::since(12).inputs(&[F::of("input", "T"), F::of("target", "Tind"), F::of("weight", "T").optional()]).outputs(&[F::of("loss", "T")]).attributes(&[S::optional("ignore_index", A::Onnx(AttributeType::Int)), S::default("reduction", A::Onnx(AttributeType::String), D::Text("mean"))]).variables(&[V { name: "T", allowed: K0 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(13).inputs(&[F::of("input", "T"), F::of("target", "Tind"), F::of("weight", "T").optional()]).outputs(&[F::of("loss", "T")]).attributes(&[S::optional("ignore_index", A::Onnx(AttributeType::Int)), S::default("reduction", A::Onnx(AttributeType::String), D::Text("mean"))]).variables(&[V { name: "T", allowed: K0 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(22).inputs(&[F::of("input", "T"), F::of("target", "Tind"), F::of("weight", "T").optional()]).outputs(&[F::of("loss", "T")]).attributes(&[S::optional("ignore_index", A::Onnx(AttributeType::Int)), S::default("reduction", A::Onnx(AttributeType::String), D::Text("mean"))]).variables(&[V { name: "T", allowed: K3 }, V { name: "Tind", allowed: K12 }]),
    ]),
    ("", "NonMaxSuppression", &[
        Signature::since(10).inputs(&[F::fixed("boxes", K23), F::fixed("scores", K23), F::fixed("max_output_boxes_per_class", K6).optional(), F::fixed("iou_threshold", K23).optional(), F::fixed("score_threshold", K23).optional()]).outputs(&[F::fixed("selected_indices", K6)]).attributes(&[S::default("center_point_box", A::Onnx(AttributeType::Int), D::Int(0))]),
        Signature::since(11).inputs(&[F::fixed("boxes", K23), F::fixed("scores", K23), F::fixed("max_output_boxes_per_class", K6).optional(), F::fixed("iou_threshold", K23).optional(), F::fixed("score_threshold", K23).optional()]).outputs(&[F::fixed("selected_indices", K6)]).attributes(&[S::default("center_point_box", A::Onnx(AttributeType::Int), D::Int(0))]),
    ]),
    ("", "NonZero", &[
        Signature::since(9).inputs(&[F::of("X", "T")]).outputs(&[F::fixed("Y", K6)]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("X", "T")]).outputs(&[F::fixed("Y", K6)]).variables(&[V { name: "T", allowed: K24 }]),
    ]),
    ("", "Not", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K7 }]),
    ]),
    ("", "OneHot", &[
        Signature::since(9).inputs(&[F::of("indices", "T1"), F::of("depth", "T2"), F::of("values", "T3")]).outputs(&[F::of("output", "T3")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T1", allowed: K1 }, V { name: "T2", allowed: K1 }, V { name: "T3", allowed: K25 }]),
        Signature::since(11).inputs(&[F::of("indices", "T1"), F::of("depth", "T2"), F::of("values", "T3")]).outputs(&[F::of("output", "T3")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T1", allowed: K1 }, V { name: "T2", allowed: K1 }, V { name: "T3", allowed: K25 }]),
        Signature::since(28).inputs(&[F::of("indices", "T1"), F::of("depth", "T2"), F::of("values", "T3")]).outputs(&[F::of("output", "T3")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T1", allowed: K1 }, V { name: "T2", allowed: K1 }, V { name: "T3", allowed: K24 }]),
    ]),
    ("", "Optional", &[
        Signature::since(15).inputs(&[F::of("input", "V").optional()]).outputs(&[F::of("output", "O")]).attributes(&[S::optional("type", A::Onnx(AttributeType::Type))]).variables(&[V { name: "V", allowed: K57 }, V { name: "O", allowed: K70 }]),
        Signature::since(28).inputs(&[F::of("input", "V").optional()]).outputs(&[F::of("output", "O")]).attributes(&[S::optional("type", A::Onnx(AttributeType::Type))]).variables(&[V { name: "V", allowed: K71 }, V { name: "O", allowed: K72 }]),
    ]),
    ("", "OptionalGetElement", &[
        Signature::since(15).inputs(&[F::of("input", "O")]).outputs(&[F::of("output", "V")]).variables(&[V { name: "O", allowed: K70 }, V { name: "V", allowed: K57 }]),
        Signature::since(18).inputs(&[F::of("input", "O")]).outputs(&[F::of("output", "V")]).variables(&[V { name: "O", allowed: K73 }, V { name: "V", allowed: K57 }]),
        Signature::since(28).inputs(&[F::of("input", "O")]).outputs(&[F::of("output", "V")]).variables(&[V { name: "O", allowed: K74 }, V { name: "V", allowed: K71 }]),
    ]),
    ("", "OptionalHasElement", &[
        Signature::since(15).inputs(&[F::of("input", "O")]).outputs(&[F::of("output", "B")]).variables(&[V { name: "O", allowed: K70 }, V { name: "B", allowed: K7 }]),
        Signature::since(18).inputs(&[F::of("input", "O").optional()]).outputs(&[F::of("output", "B")]).variables(&[V { name: "O", allowed: K73 }, V { name: "B", allowed: K7 }]),
        Signature::since(28).inputs(&[F::of("input", "O").optional()]).outputs(&[F::of("output", "B")]).variables(&[V { name: "O", allowed: K74 }, V { name: "B", allowed: K7 }]),
    ]),
    ("", "Or", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K7 }, V { name: "T1", allowed: K7 }]),
        Signature::since(7).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K7 }, V { name: "T1", allowed: K7 }]),
    ]),
    ("", "PRelu", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("slope", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T"), F::of("slope", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(7).inputs(&[F::of("X", "T"), F::of("slope", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(9).inputs(&[F::of("X", "T"), F::of("slope", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(16).inputs(&[F::of("X", "T"), F::of("slope", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("", "Pad", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("constant")), S::required("paddings", A::Onnx(AttributeType::Ints)), S::default("value", A::Onnx(AttributeType::Float), D::Float(0.0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(2).inputs(&[F::of("data", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("constant")), S::required("pads", A::Onnx(AttributeType::Ints)), S::default("value", A::Onnx(AttributeType::Float), D::Float(0.0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(11).inputs(&[F::of("data", "T"), F::fixed("pads", K6), F::of("constant_value", "T").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("constant"))]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(13).inputs(&[F::of("data", "T"), F::fixed("pads", K6), F::of("constant_value", "T").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("constant"))]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(18).inputs(&[F::of("data", "T"), F::fixed("pads", K6), F::of("constant_value", "T").optional(), F::of("axes", "Tind").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("constant"))]).variables(&[V { name: "T", allowed: K24 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(19).inputs(&[F::of("data", "T"), F::fixed("pads", K6), F::of("constant_value", "T").optional(), F::of("axes", "Tind").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("constant"))]).variables(&[V { name: "T", allowed: K24 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(21).inputs(&[F::of("data", "T"), F::fixed("pads", K6), F::of("constant_value", "T").optional(), F::of("axes", "Tind").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("constant"))]).variables(&[V { name: "T", allowed: K28 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(23).inputs(&[F::of("data", "T"), F::fixed("pads", K6), F::of("constant_value", "T").optional(), F::of("axes", "Tind").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("constant"))]).variables(&[V { name: "T", allowed: K29 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(24).inputs(&[F::of("data", "T"), F::fixed("pads", K6), F::of("constant_value", "T").optional(), F::of("axes", "Tind").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("constant"))]).variables(&[V { name: "T", allowed: K30 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(25).inputs(&[F::of("data", "T"), F::fixed("pads", K6), F::of("constant_value", "T").optional(), F::of("axes", "Tind").optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("constant"))]).variables(&[V { name: "T", allowed: K31 }, V { name: "Tind", allowed: K12 }]),
    ]),
    ("", "Pow", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("Y", "T")]).outputs(&[F::of("Z", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(7).inputs(&[F::of("X", "T"), F::of("Y", "T")]).outputs(&[F::of("Z", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(12).inputs(&[F::of("X", "T"), F::of("Y", "T1")]).outputs(&[F::of("Z", "T")]).variables(&[V { name: "T", allowed: K75 }, V { name: "T1", allowed: K1 }]),
        Signature::since(13).inputs(&[F::of("X", "T"), F::of("Y", "T1")]).outputs(&[F::of("Z", "T")]).variables(&[V { name: "T", allowed: K76 }, V { name: "T1", allowed: K1 }]),
        Signature::since(15).inputs(&[F::of("X", "T"), F::of("Y", "T1")]).outputs(&[F::of("Z", "T")]).variables(&[V { name: "T", allowed: K76 }, V { name: "T1", allowed: K2 }]),
    ]),
    ("", "QLinearConv", &[
        Signature::since(10).inputs(&[F::of("x", "T1"), F::fixed("x_scale", K23), F::of("x_zero_point", "T1"), F::of("w", "T2"), F::fixed("w_scale", K23), F::of("w_zero_point", "T2"), F::fixed("y_scale", K23), F::of("y_zero_point", "T3"), F::of("B", "T4").optional()]).outputs(&[F::of("y", "T3")]).attributes(&[S::default("auto_pad", A::Onnx(AttributeType::String), D::Text("NOTSET")), S::optional("dilations", A::Onnx(AttributeType::Ints)), S::default("group", A::Onnx(AttributeType::Int), D::Int(1)), S::optional("kernel_shape", A::Onnx(AttributeType::Ints)), S::optional("pads", A::Onnx(AttributeType::Ints)), S::optional("strides", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T1", allowed: K37 }, V { name: "T2", allowed: K37 }, V { name: "T3", allowed: K37 }, V { name: "T4", allowed: K38 }]),
    ]),
    ("", "QLinearMatMul", &[
        Signature::since(10).inputs(&[F::of("a", "T1"), F::fixed("a_scale", K23), F::of("a_zero_point", "T1"), F::of("b", "T2"), F::fixed("b_scale", K23), F::of("b_zero_point", "T2"), F::fixed("y_scale", K23), F::of("y_zero_point", "T3")]).outputs(&[F::of("y", "T3")]).variables(&[V { name: "T1", allowed: K37 }, V { name: "T2", allowed: K37 }, V { name: "T3", allowed: K37 }]),
        Signature::since(21).inputs(&[F::of("a", "T1"), F::of("a_scale", "TS"), F::of("a_zero_point", "T1"), F::of("b", "T2"), F::of("b_scale", "TS"), F::of("b_zero_point", "T2"), F::of("y_scale", "TS"), F::of("y_zero_point", "T3")]).outputs(&[F::of("y", "T3")]).variables(&[V { name: "TS", allowed: K22 }, V { name: "T1", allowed: K77 }, V { name: "T2", allowed: K77 }, V { name: "T3", allowed: K77 }]),
    ]),
    ("", "QuantizeLinear", &[
        Signature::since(10).inputs(&[F::of("x", "T1"), F::fixed("y_scale", K23), F::of("y_zero_point", "T2").optional()]).outputs(&[F::of("y", "T2")]).variables(&[V { name: "T1", allowed: K78 }, V { name: "T2", allowed: K37 }]),
        Signature::since(13).inputs(&[F::of("x", "T1"), F::fixed("y_scale", K23), F::of("y_zero_point", "T2").optional()]).outputs(&[F::of("y", "T2")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K78 }, V { name: "T2", allowed: K37 }]),
        Signature::since(19).inputs(&[F::of("x", "T1"), F::of("y_scale", "T1"), F::of("y_zero_point", "T2").optional()]).outputs(&[F::of("y", "T2")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K79 }, V { name: "T2", allowed: K77 }]),
        Signature::since(21).inputs(&[F::of("x", "T1"), F::of("y_scale", "T1"), F::of("y_zero_point", "T2").optional()]).outputs(&[F::of("y", "T2")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("block_size", A::Onnx(AttributeType::Int), D::Int(0)), S::default("output_dtype", A::Onnx(AttributeType::Int), D::Int(0)), S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K79 }, V { name: "T2", allowed: K80 }]),
        Signature::since(23).inputs(&[F::of("x", "T1"), F::of("y_scale", "T2"), F::of("y_zero_point", "T3").optional()]).outputs(&[F::of("y", "T3")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("block_size", A::Onnx(AttributeType::Int), D::Int(0)), S::default("output_dtype", A::Onnx(AttributeType::Int), D::Int(0)), S::default("precision", A::Onnx(AttributeType::Int), D::Int(0)), S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K79 }, V { name: "T2", allowed: K79 }, V { name: "T3", allowed: K81 }]),
        Signature::since(24).inputs(&[F::of("x", "T1"), F::of("y_scale", "T2"), F::of("y_zero_point", "T3").optional()]).outputs(&[F::of("y", "T3")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("block_size", A::Onnx(AttributeType::Int), D::Int(0)), S::default("output_dtype", A::Onnx(AttributeType::Int), D::Int(0)), S::default("precision", A::Onnx(AttributeType::Int), D::Int(0)), S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K79 }, V { name: "T2", allowed: K82 }, V { name: "T3", allowed: K81 }]),
        Signature::since(25).inputs(&[F::of("x", "T1"), F::of("y_scale", "T2"), F::of("y_zero_point", "T3").optional()]).outputs(&[F::of("y", "T3")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("block_size", A::Onnx(AttributeType::Int), D::Int(0)), S::default("output_dtype", A::Onnx(AttributeType::Int), D::Int(0)), S::default("precision", A::Onnx(AttributeType::Int), D::Int(0)), S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K79 }, V { name: "T2", allowed: K82 }, V { name: "T3", allowed: K83 }]),
        Signature::since(28).inputs(&[F::of("x", "T1"), F::of("y_scale", "T2"), F::of("y_zero_point", "T3").optional()]).outputs(&[F::of("y", "T3")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("block_size", A::Onnx(AttributeType::Int), D::Int(0)), S::default("output_dtype", A::Onnx(AttributeType::Int), D::Int(0)), S::default("precision", A::Onnx(AttributeType::Int), D::Int(0)), S::default("saturate", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K79 }, V { name: "T2", allowed: K82 }, V { name: "T3", allowed: K84 }]),
    ]),
    ("", "RMSNormalization", &[
        Signature::since(23).inputs(&[F::of("X", "T"), F::of("scale", "V")]).outputs(&[F::of("Y", "V")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-05)), S::default("stash_type", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K3 }, V { name: "V", allowed: K3 }]),
    ]),
    ("", "RNN", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::default("activations", A::Onnx(AttributeType::Strings), D::Texts(&["Tanh", "Tanh"])), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("output_sequence", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K38 }]),
        Signature::since(7).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::default("activations", A::Onnx(AttributeType::Strings), D::Texts(&["Tanh", "Tanh"])), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K38 }]),
        Signature::since(14).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::default("activations", A::Onnx(AttributeType::Strings), D::Texts(&["Tanh", "Tanh"])), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("layout", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K38 }]),
        Signature::since(22).inputs(&[F::of("X", "T"), F::of("W", "T"), F::of("R", "T"), F::of("B", "T").optional(), F::of("sequence_lens", "T1").optional(), F::of("initial_h", "T").optional()]).outputs(&[F::of("Y", "T").optional(), F::of("Y_h", "T").optional()]).attributes(&[S::optional("activation_alpha", A::Onnx(AttributeType::Floats)), S::optional("activation_beta", A::Onnx(AttributeType::Floats)), S::default("activations", A::Onnx(AttributeType::Strings), D::Texts(&["Tanh", "Tanh"])), S::optional("clip", A::Onnx(AttributeType::Float)), S::default("direction", A::Onnx(AttributeType::String), D::Text("forward")), S::optional("hidden_size", A::Onnx(AttributeType::Int)), S::default("layout", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K3 }, V { name: "T1", allowed: K38 }]),
    ]),
    ("", "RandomNormal", &[
        Signature::since(1).outputs(&[F::of("output", "T")]).attributes(&[S::default("dtype", A::Onnx(AttributeType::Int), D::Int(1)), S::default("mean", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(1.0)), S::optional("seed", A::Onnx(AttributeType::Float)), S::required("shape", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).outputs(&[F::of("output", "T")]).attributes(&[S::default("dtype", A::Onnx(AttributeType::Int), D::Int(1)), S::default("mean", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(1.0)), S::optional("seed", A::Onnx(AttributeType::Float)), S::required("shape", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "RandomNormalLike", &[
        Signature::since(1).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("dtype", A::Onnx(AttributeType::Int)), S::default("mean", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(1.0)), S::optional("seed", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T1", allowed: K25 }, V { name: "T2", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("dtype", A::Onnx(AttributeType::Int)), S::default("mean", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("scale", A::Onnx(AttributeType::Float), D::Float(1.0)), S::optional("seed", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T1", allowed: K24 }, V { name: "T2", allowed: K3 }]),
    ]),
    ("", "RandomUniform", &[
        Signature::since(1).outputs(&[F::of("output", "T")]).attributes(&[S::default("dtype", A::Onnx(AttributeType::Int), D::Int(1)), S::default("high", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("low", A::Onnx(AttributeType::Float), D::Float(0.0)), S::optional("seed", A::Onnx(AttributeType::Float)), S::required("shape", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).outputs(&[F::of("output", "T")]).attributes(&[S::default("dtype", A::Onnx(AttributeType::Int), D::Int(1)), S::default("high", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("low", A::Onnx(AttributeType::Float), D::Float(0.0)), S::optional("seed", A::Onnx(AttributeType::Float)), S::required("shape", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "RandomUniformLike", &[
        Signature::since(1).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("dtype", A::Onnx(AttributeType::Int)), S::default("high", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("low", A::Onnx(AttributeType::Float), D::Float(0.0)), S::optional("seed", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T1", allowed: K25 }, V { name: "T2", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T1")]).outputs(&[F::of("output", "T2")]).attributes(&[S::optional("dtype", A::Onnx(AttributeType::Int)), S::default("high", A::Onnx(AttributeType::Float), D::Float(1.0)), S::default("low", A::Onnx(AttributeType::Float), D::Float(0.0)), S::optional("seed", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T1", allowed: K24 }, V { name: "T2", allowed: K3 }]),
    ]),
    ("", "Range", &[
        Signature::since(11).inputs(&[F::of("start", "T"), F::of("limit", "T"), F::of("delta", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K85 }]),
        Signature::since(27).inputs(&[F::of("start", "T"), F::of("limit", "T"), F::of("delta", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("stash_type", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K86 }]),
    ]),
    ("", "Reciprocal", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "ReduceL1", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(18).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("", "ReduceL2", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(18).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("", "ReduceLogSum", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(18).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(28).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "ReduceLogSumExp", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(18).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(28).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "ReduceMax", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(12).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K87 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K88 }]),
        Signature::since(18).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K88 }]),
        Signature::since(20).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K89 }]),
    ]),
    ("", "ReduceMean", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(18).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("", "ReduceMin", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(12).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K87 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K88 }]),
        Signature::since(18).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K88 }]),
        Signature::since(20).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K89 }]),
    ]),
    ("", "ReduceProd", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(18).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("", "ReduceSum", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("", "ReduceSumSquare", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::of("reduced", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(18).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("reduced", "T")]).attributes(&[S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1)), S::default("noop_with_empty_axes", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K5 }]),
    ]),
    ("", "RegexFullMatch", &[
        Signature::since(20).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).attributes(&[S::optional("pattern", A::Onnx(AttributeType::String))]).variables(&[V { name: "T1", allowed: K90 }, V { name: "T2", allowed: K7 }]),
    ]),
    ("", "Relu", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
        Signature::since(14).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K69 }]),
    ]),
    ("", "Reshape", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("reshaped", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints)), S::optional("shape", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(5).inputs(&[F::of("data", "T"), F::fixed("shape", K6)]).outputs(&[F::of("reshaped", "T")]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("data", "T"), F::fixed("shape", K6)]).outputs(&[F::of("reshaped", "T")]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(14).inputs(&[F::of("data", "T"), F::fixed("shape", K6)]).outputs(&[F::of("reshaped", "T")]).attributes(&[S::default("allowzero", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(19).inputs(&[F::of("data", "T"), F::fixed("shape", K6)]).outputs(&[F::of("reshaped", "T")]).attributes(&[S::default("allowzero", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K27 }]),
        Signature::since(21).inputs(&[F::of("data", "T"), F::fixed("shape", K6)]).outputs(&[F::of("reshaped", "T")]).attributes(&[S::default("allowzero", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K28 }]),
        Signature::since(23).inputs(&[F::of("data", "T"), F::fixed("shape", K6)]).outputs(&[F::of("reshaped", "T")]).attributes(&[S::default("allowzero", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K29 }]),
        Signature::since(24).inputs(&[F::of("data", "T"), F::fixed("shape", K6)]).outputs(&[F::of("reshaped", "T")]).attributes(&[S::default("allowzero", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K30 }]),
        Signature::since(25).inputs(&[F::of("data", "T"), F::fixed("shape", K6)]).outputs(&[F::of("reshaped", "T")]).attributes(&[S::default("allowzero", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K31 }]),
    ]),
    ("", "Resize", &[
        Signature::since(10).inputs(&[F::of("X", "T"), F::fixed("scales", K23)]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("nearest"))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(11).inputs(&[F::of("X", "T1"), F::of("roi", "T2"), F::fixed("scales", K23), F::fixed("sizes", K6).optional()]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("coordinate_transformation_mode", A::Onnx(AttributeType::String), D::Text("half_pixel")), S::default("cubic_coeff_a", A::Onnx(AttributeType::Float), D::Float(-0.75)), S::default("exclude_outside", A::Onnx(AttributeType::Int), D::Int(0)), S::default("extrapolation_value", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("mode", A::Onnx(AttributeType::String), D::Text("nearest")), S::default("nearest_mode", A::Onnx(AttributeType::String), D::Text("round_prefer_floor"))]).variables(&[V { name: "T1", allowed: K25 }, V { name: "T2", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("X", "T1"), F::of("roi", "T2").optional(), F::fixed("scales", K23).optional(), F::fixed("sizes", K6).optional()]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("coordinate_transformation_mode", A::Onnx(AttributeType::String), D::Text("half_pixel")), S::default("cubic_coeff_a", A::Onnx(AttributeType::Float), D::Float(-0.75)), S::default("exclude_outside", A::Onnx(AttributeType::Int), D::Int(0)), S::default("extrapolation_value", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("mode", A::Onnx(AttributeType::String), D::Text("nearest")), S::default("nearest_mode", A::Onnx(AttributeType::String), D::Text("round_prefer_floor"))]).variables(&[V { name: "T1", allowed: K24 }, V { name: "T2", allowed: K0 }]),
        Signature::since(18).inputs(&[F::of("X", "T1"), F::of("roi", "T2").optional(), F::fixed("scales", K23).optional(), F::fixed("sizes", K6).optional()]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("antialias", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("coordinate_transformation_mode", A::Onnx(AttributeType::String), D::Text("half_pixel")), S::default("cubic_coeff_a", A::Onnx(AttributeType::Float), D::Float(-0.75)), S::default("exclude_outside", A::Onnx(AttributeType::Int), D::Int(0)), S::default("extrapolation_value", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("keep_aspect_ratio_policy", A::Onnx(AttributeType::String), D::Text("stretch")), S::default("mode", A::Onnx(AttributeType::String), D::Text("nearest")), S::default("nearest_mode", A::Onnx(AttributeType::String), D::Text("round_prefer_floor"))]).variables(&[V { name: "T1", allowed: K24 }, V { name: "T2", allowed: K0 }]),
        Signature::since(19).inputs(&[F::of("X", "T1"), F::of("roi", "T2").optional(), F::fixed("scales", K23).optional(), F::fixed("sizes", K6).optional()]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("antialias", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("axes", A::Onnx(AttributeType::Ints)), S::default("coordinate_transformation_mode", A::Onnx(AttributeType::String), D::Text("half_pixel")), S::default("cubic_coeff_a", A::Onnx(AttributeType::Float), D::Float(-0.75)), S::default("exclude_outside", A::Onnx(AttributeType::Int), D::Int(0)), S::default("extrapolation_value", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("keep_aspect_ratio_policy", A::Onnx(AttributeType::String), D::Text("stretch")), S::default("mode", A::Onnx(AttributeType::String), D::Text("nearest")), S::default("nearest_mode", A::Onnx(AttributeType::String), D::Text("round_prefer_floor"))]).variables(&[V { name: "T1", allowed: K24 }, V { name: "T2", allowed: K0 }]),
    ]),
    ("", "ReverseSequence", &[
        Signature::since(10).inputs(&[F::of("input", "T"), F::fixed("sequence_lens", K6)]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("batch_axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("time_axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(28).inputs(&[F::of("input", "T"), F::fixed("sequence_lens", K6)]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("batch_axis", A::Onnx(AttributeType::Int), D::Int(1)), S::default("time_axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K24 }]),
    ]),
    ("", "RoiAlign", &[
        Signature::since(10).inputs(&[F::of("X", "T1"), F::of("rois", "T1"), F::of("batch_indices", "T2")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("avg")), S::default("output_height", A::Onnx(AttributeType::Int), D::Int(1)), S::default("output_width", A::Onnx(AttributeType::Int), D::Int(1)), S::default("sampling_ratio", A::Onnx(AttributeType::Int), D::Int(0)), S::default("spatial_scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T1", allowed: K0 }, V { name: "T2", allowed: K6 }]),
        Signature::since(16).inputs(&[F::of("X", "T1"), F::of("rois", "T1"), F::of("batch_indices", "T2")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("coordinate_transformation_mode", A::Onnx(AttributeType::String), D::Text("half_pixel")), S::default("mode", A::Onnx(AttributeType::String), D::Text("avg")), S::default("output_height", A::Onnx(AttributeType::Int), D::Int(1)), S::default("output_width", A::Onnx(AttributeType::Int), D::Int(1)), S::default("sampling_ratio", A::Onnx(AttributeType::Int), D::Int(0)), S::default("spatial_scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T1", allowed: K0 }, V { name: "T2", allowed: K6 }]),
        Signature::since(22).inputs(&[F::of("X", "T1"), F::of("rois", "T1"), F::of("batch_indices", "T2")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::default("coordinate_transformation_mode", A::Onnx(AttributeType::String), D::Text("half_pixel")), S::default("mode", A::Onnx(AttributeType::String), D::Text("avg")), S::default("output_height", A::Onnx(AttributeType::Int), D::Int(1)), S::default("output_width", A::Onnx(AttributeType::Int), D::Int(1)), S::default("sampling_ratio", A::Onnx(AttributeType::Int), D::Int(0)), S::default("spatial_scale", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K6 }]),
    ]),
    ("", "RotaryEmbedding", &[
        Signature::since(23).inputs(&[F::of("X", "T"), F::of("cos_cache", "T"), F::of("sin_cache", "T"), F::of("position_ids", "M").optional()]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("interleaved", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("num_heads", A::Onnx(AttributeType::Int)), S::default("rotary_embedding_dim", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K22 }, V { name: "M", allowed: K6 }]),
    ]),
    ("", "Round", &[
        Signature::since(11).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "STFT", &[
        Signature::since(17).inputs(&[F::of("signal", "T1"), F::of("frame_step", "T2"), F::of("window", "T1").optional(), F::of("frame_length", "T2").optional()]).outputs(&[F::of("output", "T1")]).attributes(&[S::default("onesided", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K3 }, V { name: "T2", allowed: K12 }]),
    ]),
    ("", "Scan", &[
        Signature::since(8).inputs(&[F::of("sequence_lens", "I").optional(), F::of("initial_state_and_scan_inputs", "V").variadic(1, false)]).outputs(&[F::of("final_state_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph)), S::optional("directions", A::Onnx(AttributeType::Ints)), S::required("num_scan_inputs", A::Onnx(AttributeType::Int))]).variables(&[V { name: "I", allowed: K6 }, V { name: "V", allowed: K25 }]),
        Signature::since(9).inputs(&[F::of("initial_state_and_scan_inputs", "V").variadic(1, false)]).outputs(&[F::of("final_state_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph)), S::required("num_scan_inputs", A::Onnx(AttributeType::Int)), S::optional("scan_input_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_input_directions", A::Onnx(AttributeType::Ints)), S::optional("scan_output_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_output_directions", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "V", allowed: K25 }]),
        Signature::since(11).inputs(&[F::of("initial_state_and_scan_inputs", "V").variadic(1, false)]).outputs(&[F::of("final_state_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph)), S::required("num_scan_inputs", A::Onnx(AttributeType::Int)), S::optional("scan_input_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_input_directions", A::Onnx(AttributeType::Ints)), S::optional("scan_output_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_output_directions", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "V", allowed: K25 }]),
        Signature::since(16).inputs(&[F::of("initial_state_and_scan_inputs", "V").variadic(1, false)]).outputs(&[F::of("final_state_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph)), S::required("num_scan_inputs", A::Onnx(AttributeType::Int)), S::optional("scan_input_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_input_directions", A::Onnx(AttributeType::Ints)), S::optional("scan_output_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_output_directions", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "V", allowed: K24 }]),
        Signature::since(19).inputs(&[F::of("initial_state_and_scan_inputs", "V").variadic(1, false)]).outputs(&[F::of("final_state_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph)), S::required("num_scan_inputs", A::Onnx(AttributeType::Int)), S::optional("scan_input_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_input_directions", A::Onnx(AttributeType::Ints)), S::optional("scan_output_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_output_directions", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "V", allowed: K27 }]),
        Signature::since(21).inputs(&[F::of("initial_state_and_scan_inputs", "V").variadic(1, false)]).outputs(&[F::of("final_state_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph)), S::required("num_scan_inputs", A::Onnx(AttributeType::Int)), S::optional("scan_input_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_input_directions", A::Onnx(AttributeType::Ints)), S::optional("scan_output_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_output_directions", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "V", allowed: K28 }]),
        Signature::since(23).inputs(&[F::of("initial_state_and_scan_inputs", "V").variadic(1, false)]).outputs(&[F::of("final_state_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph)), S::required("num_scan_inputs", A::Onnx(AttributeType::Int)), S::optional("scan_input_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_input_directions", A::Onnx(AttributeType::Ints)), S::optional("scan_output_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_output_directions", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "V", allowed: K29 }]),
        Signature::since(24).inputs(&[F::of("initial_state_and_scan_inputs", "V").variadic(1, false)]).outputs(&[F::of("final_state_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph)), S::required("num_scan_inputs", A::Onnx(AttributeType::Int)), S::optional("scan_input_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_input_directions", A::Onnx(AttributeType::Ints)), S::optional("scan_output_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_output_directions", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "V", allowed: K30 }]),
        Signature::since(25).inputs(&[F::of("initial_state_and_scan_inputs", "V").variadic(1, false)]).outputs(&[F::of("final_state_and_scan_outputs", "V").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph)), S::required("num_scan_inputs", A::Onnx(AttributeType::Int)), S::optional("scan_input_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_input_directions", A::Onnx(AttributeType::Ints)), S::optional("scan_output_axes", A::Onnx(AttributeType::Ints)), S::optional("scan_output_directions", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "V", allowed: K31 }]),
    ]),
    ("", "Scatter", &[
        Signature::since(9).inputs(&[F::of("data", "T"), F::of("indices", "Tind"), F::of("updates", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K25 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(11).inputs(&[F::of("data", "T"), F::of("indices", "Tind"), F::of("updates", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K25 }, V { name: "Tind", allowed: K12 }]).deprecated(),
    ]),
    ("", "ScatterElements", &[
        Signature::since(11).inputs(&[F::of("data", "T"), F::of("indices", "Tind"), F::of("updates", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K25 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(13).inputs(&[F::of("data", "T"), F::of("indices", "Tind"), F::of("updates", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K24 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(16).inputs(&[F::of("data", "T"), F::of("indices", "Tind"), F::of("updates", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("reduction", A::Onnx(AttributeType::String), D::Text("none"))]).variables(&[V { name: "T", allowed: K24 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(18).inputs(&[F::of("data", "T"), F::of("indices", "Tind"), F::of("updates", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("reduction", A::Onnx(AttributeType::String), D::Text("none"))]).variables(&[V { name: "T", allowed: K24 }, V { name: "Tind", allowed: K12 }]),
    ]),
    ("", "ScatterND", &[
        Signature::since(11).inputs(&[F::of("data", "T"), F::fixed("indices", K6), F::of("updates", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("data", "T"), F::fixed("indices", K6), F::of("updates", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(16).inputs(&[F::of("data", "T"), F::fixed("indices", K6), F::of("updates", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("reduction", A::Onnx(AttributeType::String), D::Text("none"))]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(18).inputs(&[F::of("data", "T"), F::fixed("indices", K6), F::of("updates", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("reduction", A::Onnx(AttributeType::String), D::Text("none"))]).variables(&[V { name: "T", allowed: K24 }]),
    ]),
    ("", "Selu", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.6732)), S::optional("consumed_inputs", A::Onnx(AttributeType::Ints)), S::default("gamma", A::Onnx(AttributeType::Float), D::Float(1.0507))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.6732632)), S::default("gamma", A::Onnx(AttributeType::Float), D::Float(1.050701))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.6732632)), S::default("gamma", A::Onnx(AttributeType::Float), D::Float(1.050701))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "SequenceAt", &[
        Signature::since(11).inputs(&[F::of("input_sequence", "S"), F::of("position", "I")]).outputs(&[F::of("tensor", "T")]).variables(&[V { name: "S", allowed: K26 }, V { name: "T", allowed: K25 }, V { name: "I", allowed: K12 }]),
    ]),
    ("", "SequenceConstruct", &[
        Signature::since(11).inputs(&[F::of("inputs", "T").variadic(1, true)]).outputs(&[F::of("output_sequence", "S")]).variables(&[V { name: "T", allowed: K25 }, V { name: "S", allowed: K26 }]),
    ]),
    ("", "SequenceEmpty", &[
        Signature::since(11).outputs(&[F::of("output", "S")]).attributes(&[S::optional("dtype", A::Onnx(AttributeType::Int))]).variables(&[V { name: "S", allowed: K26 }]),
    ]),
    ("", "SequenceErase", &[
        Signature::since(11).inputs(&[F::of("input_sequence", "S"), F::of("position", "I").optional()]).outputs(&[F::of("output_sequence", "S")]).variables(&[V { name: "S", allowed: K26 }, V { name: "I", allowed: K12 }]),
    ]),
    ("", "SequenceInsert", &[
        Signature::since(11).inputs(&[F::of("input_sequence", "S"), F::of("tensor", "T"), F::of("position", "I").optional()]).outputs(&[F::of("output_sequence", "S")]).variables(&[V { name: "T", allowed: K25 }, V { name: "S", allowed: K26 }, V { name: "I", allowed: K12 }]),
    ]),
    ("", "SequenceLength", &[
        Signature::since(11).inputs(&[F::of("input_sequence", "S")]).outputs(&[F::of("length", "I")]).variables(&[V { name: "S", allowed: K26 }, V { name: "I", allowed: K6 }]),
    ]),
    ("", "SequenceMap", &[
        Signature::since(17).inputs(&[F::of("input_sequence", "S"), F::of("additional_inputs", "V").variadic(0, false)]).outputs(&[F::of("out_sequence", "S").variadic(1, false)]).attributes(&[S::required("body", A::Onnx(AttributeType::Graph))]).variables(&[V { name: "S", allowed: K26 }, V { name: "V", allowed: K57 }]),
    ]),
    ("", "Shape", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("shape", "T1")]).variables(&[V { name: "T", allowed: K25 }, V { name: "T1", allowed: K6 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::of("shape", "T1")]).variables(&[V { name: "T", allowed: K24 }, V { name: "T1", allowed: K6 }]),
        Signature::since(15).inputs(&[F::of("data", "T")]).outputs(&[F::of("shape", "T1")]).attributes(&[S::optional("end", A::Onnx(AttributeType::Int)), S::default("start", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K24 }, V { name: "T1", allowed: K6 }]),
        Signature::since(19).inputs(&[F::of("data", "T")]).outputs(&[F::of("shape", "T1")]).attributes(&[S::optional("end", A::Onnx(AttributeType::Int)), S::default("start", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K27 }, V { name: "T1", allowed: K6 }]),
        Signature::since(21).inputs(&[F::of("data", "T")]).outputs(&[F::of("shape", "T1")]).attributes(&[S::optional("end", A::Onnx(AttributeType::Int)), S::default("start", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K28 }, V { name: "T1", allowed: K6 }]),
        Signature::since(23).inputs(&[F::of("data", "T")]).outputs(&[F::of("shape", "T1")]).attributes(&[S::optional("end", A::Onnx(AttributeType::Int)), S::default("start", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K29 }, V { name: "T1", allowed: K6 }]),
        Signature::since(24).inputs(&[F::of("data", "T")]).outputs(&[F::of("shape", "T1")]).attributes(&[S::optional("end", A::Onnx(AttributeType::Int)), S::default("start", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K30 }, V { name: "T1", allowed: K6 }]),
        Signature::since(25).inputs(&[F::of("data", "T")]).outputs(&[F::of("shape", "T1")]).attributes(&[S::optional("end", A::Onnx(AttributeType::Int)), S::default("start", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K31 }, V { name: "T1", allowed: K6 }]),
    ]),
    ("", "Shrink", &[
        Signature::since(9).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("bias", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("lambd", A::Onnx(AttributeType::Float), D::Float(0.5))]).variables(&[V { name: "T", allowed: K1 }]),
    ]),
    ("", "Sigmoid", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Sign", &[
        Signature::since(9).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K1 }]),
        Signature::since(13).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "Sin", &[
        Signature::since(7).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Sinh", &[
        Signature::since(9).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Size", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("size", "T1")]).variables(&[V { name: "T", allowed: K25 }, V { name: "T1", allowed: K6 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::of("size", "T1")]).variables(&[V { name: "T", allowed: K24 }, V { name: "T1", allowed: K6 }]),
        Signature::since(19).inputs(&[F::of("data", "T")]).outputs(&[F::of("size", "T1")]).variables(&[V { name: "T", allowed: K27 }, V { name: "T1", allowed: K6 }]),
        Signature::since(21).inputs(&[F::of("data", "T")]).outputs(&[F::of("size", "T1")]).variables(&[V { name: "T", allowed: K28 }, V { name: "T1", allowed: K6 }]),
        Signature::since(23).inputs(&[F::of("data", "T")]).outputs(&[F::of("size", "T1")]).variables(&[V { name: "T", allowed: K29 }, V { name: "T1", allowed: K6 }]),
        Signature::since(24).inputs(&[F::of("data", "T")]).outputs(&[F::of("size", "T1")]).variables(&[V { name: "T", allowed: K30 }, V { name: "T1", allowed: K6 }]),
        Signature::since(25).inputs(&[F::of("data", "T")]).outputs(&[F::of("size", "T1")]).variables(&[V { name: "T", allowed: K31 }, V { name: "T1", allowed: K6 }]),
    ]),
    ("", "Slice", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints)), S::required("ends", A::Onnx(AttributeType::Ints)), S::required("starts", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(10).inputs(&[F::of("data", "T"), F::of("starts", "Tind"), F::of("ends", "Tind"), F::of("axes", "Tind").optional(), F::of("steps", "Tind").optional()]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K25 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(11).inputs(&[F::of("data", "T"), F::of("starts", "Tind"), F::of("ends", "Tind"), F::of("axes", "Tind").optional(), F::of("steps", "Tind").optional()]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K25 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(13).inputs(&[F::of("data", "T"), F::of("starts", "Tind"), F::of("ends", "Tind"), F::of("axes", "Tind").optional(), F::of("steps", "Tind").optional()]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K24 }, V { name: "Tind", allowed: K12 }]),
    ]),
    ("", "Softmax", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(11).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "SoftmaxCrossEntropyLoss", &[
        Signature::since(12).inputs(&[F::of("scores", "T"), F::of("labels", "Tind"), F::of("weights", "T").optional()]).outputs(&[F::of("output", "T"), F::of("log_prob", "T").optional()]).attributes(&[S::optional("ignore_index", A::Onnx(AttributeType::Int)), S::default("reduction", A::Onnx(AttributeType::String), D::Text("mean"))]).variables(&[V { name: "T", allowed: K0 }, V { name: "Tind", allowed: K12 }]),
        Signature::since(13).inputs(&[F::of("scores", "T"), F::of("labels", "Tind"), F::of("weights", "T").optional()]).outputs(&[F::of("output", "T"), F::of("log_prob", "T").optional()]).attributes(&[S::optional("ignore_index", A::Onnx(AttributeType::Int)), S::default("reduction", A::Onnx(AttributeType::String), D::Text("mean"))]).variables(&[V { name: "T", allowed: K3 }, V { name: "Tind", allowed: K12 }]),
    ]),
    ("", "Softplus", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Softsign", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "SpaceToDepth", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::required("blocksize", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::required("blocksize", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(28).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::required("blocksize", A::Onnx(AttributeType::Int)), S::default("mode", A::Onnx(AttributeType::String), D::Text("DCR"))]).variables(&[V { name: "T", allowed: K24 }]),
    ]),
    ("", "Split", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("split", "T").optional()]).outputs(&[F::of("outputs...", "T").variadic(1, true)]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::optional("split", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(2).inputs(&[F::of("input", "T")]).outputs(&[F::of("outputs", "T").variadic(1, true)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("split", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(11).inputs(&[F::of("input", "T")]).outputs(&[F::of("outputs", "T").variadic(1, true)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("split", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("input", "T"), F::fixed("split", K6).optional()]).outputs(&[F::of("outputs", "T").variadic(1, true)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(18).inputs(&[F::of("input", "T"), F::fixed("split", K6).optional()]).outputs(&[F::of("outputs", "T").variadic(1, true)]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("num_outputs", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K24 }]),
    ]),
    ("", "SplitToSequence", &[
        Signature::since(11).inputs(&[F::of("input", "T"), F::of("split", "I").optional()]).outputs(&[F::of("output_sequence", "S")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K25 }, V { name: "I", allowed: K12 }, V { name: "S", allowed: K26 }]),
        Signature::since(24).inputs(&[F::of("input", "T"), F::of("split", "I").optional()]).outputs(&[F::of("output_sequence", "S")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(0)), S::default("keepdims", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K24 }, V { name: "I", allowed: K12 }, V { name: "S", allowed: K91 }]),
    ]),
    ("", "Sqrt", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Squeeze", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("squeezed", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::of("squeezed", "T")]).attributes(&[S::optional("axes", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("squeezed", "T")]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(21).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("squeezed", "T")]).variables(&[V { name: "T", allowed: K28 }]),
        Signature::since(23).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("squeezed", "T")]).variables(&[V { name: "T", allowed: K29 }]),
        Signature::since(24).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("squeezed", "T")]).variables(&[V { name: "T", allowed: K30 }]),
        Signature::since(25).inputs(&[F::of("data", "T"), F::fixed("axes", K6).optional()]).outputs(&[F::of("squeezed", "T")]).variables(&[V { name: "T", allowed: K31 }]),
    ]),
    ("", "StringConcat", &[
        Signature::since(20).inputs(&[F::of("X", "T"), F::of("Y", "T")]).outputs(&[F::of("Z", "T")]).variables(&[V { name: "T", allowed: K90 }]),
    ]),
    ("", "StringNormalizer", &[
        Signature::since(10).inputs(&[F::fixed("X", K90)]).outputs(&[F::fixed("Y", K90)]).attributes(&[S::default("case_change_action", A::Onnx(AttributeType::String), D::Text("NONE")), S::default("is_case_sensitive", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("locale", A::Onnx(AttributeType::String)), S::optional("stopwords", A::Onnx(AttributeType::Strings))]),
    ]),
    ("", "StringSplit", &[
        Signature::since(20).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2"), F::of("Z", "T3")]).attributes(&[S::optional("delimiter", A::Onnx(AttributeType::String)), S::optional("maxsplit", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K90 }, V { name: "T2", allowed: K90 }, V { name: "T3", allowed: K6 }]),
    ]),
    ("", "Sub", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0)), S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(7).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K4 }]),
        Signature::since(13).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K5 }]),
        Signature::since(14).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T")]).variables(&[V { name: "T", allowed: K2 }]),
    ]),
    ("", "Sum", &[
        Signature::since(1).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("sum", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("sum", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(8).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("sum", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("data_0", "T").variadic(1, true)]).outputs(&[F::of("sum", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "SwiGLU", &[
        Signature::since(28).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Swish", &[
        Signature::since(24).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Tan", &[
        Signature::since(7).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Tanh", &[
        Signature::since(1).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).attributes(&[S::optional("consumed_inputs", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(6).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(13).inputs(&[F::of("input", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "TensorScatter", &[
        Signature::since(24).inputs(&[F::of("past_cache", "T"), F::of("update", "T"), F::fixed("write_indices", K6).optional()]).outputs(&[F::of("present_cache", "T")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-2)), S::default("mode", A::Onnx(AttributeType::String), D::Text("linear"))]).variables(&[V { name: "T", allowed: K30 }]),
    ]),
    ("", "TfIdfVectorizer", &[
        Signature::since(9).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::required("max_gram_length", A::Onnx(AttributeType::Int)), S::required("max_skip_count", A::Onnx(AttributeType::Int)), S::required("min_gram_length", A::Onnx(AttributeType::Int)), S::required("mode", A::Onnx(AttributeType::String)), S::required("ngram_counts", A::Onnx(AttributeType::Ints)), S::required("ngram_indexes", A::Onnx(AttributeType::Ints)), S::optional("pool_int64s", A::Onnx(AttributeType::Ints)), S::optional("pool_strings", A::Onnx(AttributeType::Strings)), S::optional("weights", A::Onnx(AttributeType::Floats))]).variables(&[V { name: "T", allowed: K92 }, V { name: "T1", allowed: K23 }]),
    ]),
    ("", "ThresholdedRelu", &[
        Signature::since(10).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K0 }]),
        Signature::since(22).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(1.0))]).variables(&[V { name: "T", allowed: K3 }]),
    ]),
    ("", "Tile", &[
        Signature::since(1).inputs(&[F::of("input", "T"), F::of("tiles", "T"), F::of("axis", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K0 }, V { name: "T1", allowed: K6 }]),
        Signature::since(6).inputs(&[F::of("input", "T"), F::of("repeats", "T1")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K25 }, V { name: "T1", allowed: K6 }]),
        Signature::since(13).inputs(&[F::of("input", "T"), F::of("repeats", "T1")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "T", allowed: K24 }, V { name: "T1", allowed: K6 }]),
    ]),
    ("", "TopK", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Values", "T"), F::of("Indices", "I")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::required("k", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T", allowed: K0 }, V { name: "I", allowed: K6 }]),
        Signature::since(10).inputs(&[F::of("X", "T"), F::fixed("K", K6)]).outputs(&[F::of("Values", "T"), F::of("Indices", "I")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1))]).variables(&[V { name: "T", allowed: K0 }, V { name: "I", allowed: K6 }]),
        Signature::since(11).inputs(&[F::of("X", "T"), F::fixed("K", K6)]).outputs(&[F::of("Values", "T"), F::of("Indices", "I")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("largest", A::Onnx(AttributeType::Int), D::Int(1)), S::default("sorted", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K1 }, V { name: "I", allowed: K6 }]),
        Signature::since(24).inputs(&[F::of("X", "T"), F::fixed("K", K6)]).outputs(&[F::of("Values", "T"), F::of("Indices", "I")]).attributes(&[S::default("axis", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("largest", A::Onnx(AttributeType::Int), D::Int(1)), S::default("sorted", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K2 }, V { name: "I", allowed: K6 }]),
    ]),
    ("", "Transpose", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("transposed", "T")]).attributes(&[S::optional("perm", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("data", "T")]).outputs(&[F::of("transposed", "T")]).attributes(&[S::optional("perm", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(21).inputs(&[F::of("data", "T")]).outputs(&[F::of("transposed", "T")]).attributes(&[S::optional("perm", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K28 }]),
        Signature::since(23).inputs(&[F::of("data", "T")]).outputs(&[F::of("transposed", "T")]).attributes(&[S::optional("perm", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K29 }]),
        Signature::since(24).inputs(&[F::of("data", "T")]).outputs(&[F::of("transposed", "T")]).attributes(&[S::optional("perm", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K30 }]),
        Signature::since(25).inputs(&[F::of("data", "T")]).outputs(&[F::of("transposed", "T")]).attributes(&[S::optional("perm", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K31 }]),
    ]),
    ("", "Trilu", &[
        Signature::since(14).inputs(&[F::of("input", "T"), F::fixed("k", K6).optional()]).outputs(&[F::of("output", "T")]).attributes(&[S::default("upper", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K24 }]),
    ]),
    ("", "Unique", &[
        Signature::since(11).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T"), F::fixed("indices", K6).optional(), F::fixed("inverse_indices", K6).optional(), F::fixed("counts", K6).optional()]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("sorted", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(28).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T"), F::fixed("indices", K6).optional(), F::fixed("inverse_indices", K6).optional(), F::fixed("counts", K6).optional()]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("sorted", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K24 }]),
    ]),
    ("", "Unsqueeze", &[
        Signature::since(1).inputs(&[F::of("data", "T")]).outputs(&[F::of("expanded", "T")]).attributes(&[S::required("axes", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(11).inputs(&[F::of("data", "T")]).outputs(&[F::of("expanded", "T")]).attributes(&[S::required("axes", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(13).inputs(&[F::of("data", "T"), F::fixed("axes", K6)]).outputs(&[F::of("expanded", "T")]).variables(&[V { name: "T", allowed: K24 }]),
        Signature::since(21).inputs(&[F::of("data", "T"), F::fixed("axes", K6)]).outputs(&[F::of("expanded", "T")]).variables(&[V { name: "T", allowed: K28 }]),
        Signature::since(23).inputs(&[F::of("data", "T"), F::fixed("axes", K6)]).outputs(&[F::of("expanded", "T")]).variables(&[V { name: "T", allowed: K29 }]),
        Signature::since(24).inputs(&[F::of("data", "T"), F::fixed("axes", K6)]).outputs(&[F::of("expanded", "T")]).variables(&[V { name: "T", allowed: K30 }]),
        Signature::since(25).inputs(&[F::of("data", "T"), F::fixed("axes", K6)]).outputs(&[F::of("expanded", "T")]).variables(&[V { name: "T", allowed: K31 }]),
    ]),
    ("", "Upsample", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::required("height_scale", A::Onnx(AttributeType::Float)), S::default("mode", A::Onnx(AttributeType::String), D::Text("nearest")), S::required("width_scale", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T", allowed: K93 }]),
        Signature::since(7).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("nearest")), S::required("scales", A::Onnx(AttributeType::Floats))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(9).inputs(&[F::of("X", "T"), F::fixed("scales", K23)]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("nearest"))]).variables(&[V { name: "T", allowed: K25 }]),
        Signature::since(10).inputs(&[F::of("X", "T"), F::fixed("scales", K23)]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("mode", A::Onnx(AttributeType::String), D::Text("nearest"))]).variables(&[V { name: "T", allowed: K25 }]).deprecated(),
    ]),
    ("", "Where", &[
        Signature::since(9).inputs(&[F::of("condition", "B"), F::of("X", "T"), F::of("Y", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "B", allowed: K7 }, V { name: "T", allowed: K25 }]),
        Signature::since(16).inputs(&[F::of("condition", "B"), F::of("X", "T"), F::of("Y", "T")]).outputs(&[F::of("output", "T")]).variables(&[V { name: "B", allowed: K7 }, V { name: "T", allowed: K24 }]),
    ]),
    ("", "Xor", &[
        Signature::since(1).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).attributes(&[S::optional("axis", A::Onnx(AttributeType::Int)), S::default("broadcast", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K7 }, V { name: "T1", allowed: K7 }]),
        Signature::since(7).inputs(&[F::of("A", "T"), F::of("B", "T")]).outputs(&[F::of("C", "T1")]).variables(&[V { name: "T", allowed: K7 }, V { name: "T1", allowed: K7 }]),
    ]),
    ("ai.onnx.ml", "ArrayFeatureExtractor", &[
        Signature::since(1).inputs(&[F::of("X", "T"), F::fixed("Y", K6)]).outputs(&[F::of("Z", "T")]).variables(&[V { name: "T", allowed: K94 }]),
    ]),
    ("ai.onnx.ml", "Binarizer", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("threshold", A::Onnx(AttributeType::Float), D::Float(0.0))]).variables(&[V { name: "T", allowed: K95 }]),
    ]),
    ("ai.onnx.ml", "CastMap", &[
        Signature::since(1).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).attributes(&[S::default("cast_to", A::Onnx(AttributeType::String), D::Text("TO_FLOAT")), S::default("map_form", A::Onnx(AttributeType::String), D::Text("DENSE")), S::default("max_map", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T1", allowed: K96 }, V { name: "T2", allowed: K97 }]),
    ]),
    ("ai.onnx.ml", "CategoryMapper", &[
        Signature::since(1).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).attributes(&[S::optional("cats_int64s", A::Onnx(AttributeType::Ints)), S::optional("cats_strings", A::Onnx(AttributeType::Strings)), S::default("default_int64", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("default_string", A::Onnx(AttributeType::String), D::Text("_Unused"))]).variables(&[V { name: "T1", allowed: K98 }, V { name: "T2", allowed: K98 }]),
    ]),
    ("ai.onnx.ml", "DictVectorizer", &[
        Signature::since(1).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).attributes(&[S::optional("int64_vocabulary", A::Onnx(AttributeType::Ints)), S::optional("string_vocabulary", A::Onnx(AttributeType::Strings))]).variables(&[V { name: "T1", allowed: K96 }, V { name: "T2", allowed: K99 }]),
    ]),
    ("ai.onnx.ml", "FeatureVectorizer", &[
        Signature::since(1).inputs(&[F::of("X", "T1").variadic(1, true)]).outputs(&[F::fixed("Y", K23)]).attributes(&[S::optional("inputdimensions", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T1", allowed: K95 }]),
    ]),
    ("ai.onnx.ml", "Imputer", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::optional("imputed_value_floats", A::Onnx(AttributeType::Floats)), S::optional("imputed_value_int64s", A::Onnx(AttributeType::Ints)), S::default("replaced_value_float", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("replaced_value_int64", A::Onnx(AttributeType::Int), D::Int(0))]).variables(&[V { name: "T", allowed: K95 }]),
    ]),
    ("ai.onnx.ml", "LabelEncoder", &[
        Signature::since(1).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).attributes(&[S::optional("classes_strings", A::Onnx(AttributeType::Strings)), S::default("default_int64", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("default_string", A::Onnx(AttributeType::String), D::Text("_Unused"))]).variables(&[V { name: "T1", allowed: K98 }, V { name: "T2", allowed: K98 }]),
        Signature::since(2).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).attributes(&[S::default("default_float", A::Onnx(AttributeType::Float), D::Float(-0.0)), S::default("default_int64", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("default_string", A::Onnx(AttributeType::String), D::Text("_Unused")), S::optional("keys_floats", A::Onnx(AttributeType::Floats)), S::optional("keys_int64s", A::Onnx(AttributeType::Ints)), S::optional("keys_strings", A::Onnx(AttributeType::Strings)), S::optional("values_floats", A::Onnx(AttributeType::Floats)), S::optional("values_int64s", A::Onnx(AttributeType::Ints)), S::optional("values_strings", A::Onnx(AttributeType::Strings))]).variables(&[V { name: "T1", allowed: K97 }, V { name: "T2", allowed: K97 }]),
        Signature::since(4).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2")]).attributes(&[S::default("default_float", A::Onnx(AttributeType::Float), D::Float(-0.0)), S::default("default_int64", A::Onnx(AttributeType::Int), D::Int(-1)), S::default("default_string", A::Onnx(AttributeType::String), D::Text("_Unused")), S::optional("default_tensor", A::Onnx(AttributeType::Tensor)), S::optional("keys_floats", A::Onnx(AttributeType::Floats)), S::optional("keys_int64s", A::Onnx(AttributeType::Ints)), S::optional("keys_strings", A::Onnx(AttributeType::Strings)), S::optional("keys_tensor", A::Onnx(AttributeType::Tensor)), S::optional("values_floats", A::Onnx(AttributeType::Floats)), S::optional("values_int64s", A::Onnx(AttributeType::Ints)), S::optional("values_strings", A::Onnx(AttributeType::Strings)), S::optional("values_tensor", A::Onnx(AttributeType::Tensor))]).variables(&[V { name: "T1", allowed: K100 }, V { name: "T2", allowed: K100 }]),
    ]),
    ("ai.onnx.ml", "LinearClassifier", &[
        Signature::since(1).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2"), F::fixed("Z", K23)]).attributes(&[S::optional("classlabels_ints", A::Onnx(AttributeType::Ints)), S::optional("classlabels_strings", A::Onnx(AttributeType::Strings)), S::required("coefficients", A::Onnx(AttributeType::Floats)), S::optional("intercepts", A::Onnx(AttributeType::Floats)), S::default("multi_class", A::Onnx(AttributeType::Int), D::Int(0)), S::default("post_transform", A::Onnx(AttributeType::String), D::Text("NONE"))]).variables(&[V { name: "T1", allowed: K95 }, V { name: "T2", allowed: K98 }]),
    ]),
    ("ai.onnx.ml", "LinearRegressor", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::fixed("Y", K23)]).attributes(&[S::optional("coefficients", A::Onnx(AttributeType::Floats)), S::optional("intercepts", A::Onnx(AttributeType::Floats)), S::default("post_transform", A::Onnx(AttributeType::String), D::Text("NONE")), S::default("targets", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K95 }]),
    ]),
    ("ai.onnx.ml", "Normalizer", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::fixed("Y", K23)]).attributes(&[S::default("norm", A::Onnx(AttributeType::String), D::Text("MAX"))]).variables(&[V { name: "T", allowed: K95 }]),
    ]),
    ("ai.onnx.ml", "OneHotEncoder", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::fixed("Y", K23)]).attributes(&[S::optional("cats_int64s", A::Onnx(AttributeType::Ints)), S::optional("cats_strings", A::Onnx(AttributeType::Strings)), S::default("zeros", A::Onnx(AttributeType::Int), D::Int(1))]).variables(&[V { name: "T", allowed: K94 }]),
    ]),
    ("ai.onnx.ml", "SVMClassifier", &[
        Signature::since(1).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2"), F::fixed("Z", K23)]).attributes(&[S::optional("classlabels_ints", A::Onnx(AttributeType::Ints)), S::optional("classlabels_strings", A::Onnx(AttributeType::Strings)), S::optional("coefficients", A::Onnx(AttributeType::Floats)), S::optional("kernel_params", A::Onnx(AttributeType::Floats)), S::default("kernel_type", A::Onnx(AttributeType::String), D::Text("LINEAR")), S::default("post_transform", A::Onnx(AttributeType::String), D::Text("NONE")), S::optional("prob_a", A::Onnx(AttributeType::Floats)), S::optional("prob_b", A::Onnx(AttributeType::Floats)), S::optional("rho", A::Onnx(AttributeType::Floats)), S::optional("support_vectors", A::Onnx(AttributeType::Floats)), S::optional("vectors_per_class", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T1", allowed: K95 }, V { name: "T2", allowed: K98 }]),
    ]),
    ("ai.onnx.ml", "SVMRegressor", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::fixed("Y", K23)]).attributes(&[S::optional("coefficients", A::Onnx(AttributeType::Floats)), S::optional("kernel_params", A::Onnx(AttributeType::Floats)), S::default("kernel_type", A::Onnx(AttributeType::String), D::Text("LINEAR")), S::default("n_supports", A::Onnx(AttributeType::Int), D::Int(0)), S::default("one_class", A::Onnx(AttributeType::Int), D::Int(0)), S::default("post_transform", A::Onnx(AttributeType::String), D::Text("NONE")), S::optional("rho", A::Onnx(AttributeType::Floats)), S::optional("support_vectors", A::Onnx(AttributeType::Floats))]).variables(&[V { name: "T", allowed: K95 }]),
    ]),
    ("ai.onnx.ml", "Scaler", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::fixed("Y", K23)]).attributes(&[S::optional("offset", A::Onnx(AttributeType::Floats)), S::optional("scale", A::Onnx(AttributeType::Floats))]).variables(&[V { name: "T", allowed: K95 }]),
    ]),
    ("ai.onnx.ml", "TreeEnsemble", &[
        Signature::since(5).inputs(&[F::of("X", "T")]).outputs(&[F::of("Y", "T")]).attributes(&[S::default("aggregate_function", A::Onnx(AttributeType::Int), D::Int(1)), S::required("leaf_targetids", A::Onnx(AttributeType::Ints)), S::required("leaf_weights", A::Onnx(AttributeType::Tensor)), S::optional("membership_values", A::Onnx(AttributeType::Tensor)), S::optional("n_targets", A::Onnx(AttributeType::Int)), S::required("nodes_falseleafs", A::Onnx(AttributeType::Ints)), S::required("nodes_falsenodeids", A::Onnx(AttributeType::Ints)), S::required("nodes_featureids", A::Onnx(AttributeType::Ints)), S::optional("nodes_hitrates", A::Onnx(AttributeType::Tensor)), S::optional("nodes_missing_value_tracks_true", A::Onnx(AttributeType::Ints)), S::required("nodes_modes", A::Onnx(AttributeType::Tensor)), S::required("nodes_splits", A::Onnx(AttributeType::Tensor)), S::required("nodes_trueleafs", A::Onnx(AttributeType::Ints)), S::required("nodes_truenodeids", A::Onnx(AttributeType::Ints)), S::default("post_transform", A::Onnx(AttributeType::Int), D::Int(0)), S::required("tree_roots", A::Onnx(AttributeType::Ints))]).variables(&[V { name: "T", allowed: K0 }]),
    ]),
    ("ai.onnx.ml", "TreeEnsembleClassifier", &[
        Signature::since(1).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2"), F::fixed("Z", K23)]).attributes(&[S::optional("base_values", A::Onnx(AttributeType::Floats)), S::optional("class_ids", A::Onnx(AttributeType::Ints)), S::optional("class_nodeids", A::Onnx(AttributeType::Ints)), S::optional("class_treeids", A::Onnx(AttributeType::Ints)), S::optional("class_weights", A::Onnx(AttributeType::Floats)), S::optional("classlabels_int64s", A::Onnx(AttributeType::Ints)), S::optional("classlabels_strings", A::Onnx(AttributeType::Strings)), S::optional("nodes_falsenodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_featureids", A::Onnx(AttributeType::Ints)), S::optional("nodes_hitrates", A::Onnx(AttributeType::Floats)), S::optional("nodes_missing_value_tracks_true", A::Onnx(AttributeType::Ints)), S::optional("nodes_modes", A::Onnx(AttributeType::Strings)), S::optional("nodes_nodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_treeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_truenodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_values", A::Onnx(AttributeType::Floats)), S::default("post_transform", A::Onnx(AttributeType::String), D::Text("NONE"))]).variables(&[V { name: "T1", allowed: K95 }, V { name: "T2", allowed: K98 }]),
        Signature::since(3).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2"), F::fixed("Z", K23)]).attributes(&[S::optional("base_values", A::Onnx(AttributeType::Floats)), S::optional("base_values_as_tensor", A::Onnx(AttributeType::Tensor)), S::optional("class_ids", A::Onnx(AttributeType::Ints)), S::optional("class_nodeids", A::Onnx(AttributeType::Ints)), S::optional("class_treeids", A::Onnx(AttributeType::Ints)), S::optional("class_weights", A::Onnx(AttributeType::Floats)), S::optional("class_weights_as_tensor", A::Onnx(AttributeType::Tensor)), S::optional("classlabels_int64s", A::Onnx(AttributeType::Ints)), S::optional("classlabels_strings", A::Onnx(AttributeType::Strings)), S::optional("nodes_falsenodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_featureids", A::Onnx(AttributeType::Ints)), S::optional("nodes_hitrates", A::Onnx(AttributeType::Floats)), S::optional("nodes_hitrates_as_tensor", A::Onnx(AttributeType::Tensor)), S::optional("nodes_missing_value_tracks_true", A::Onnx(AttributeType::Ints)), S::optional("nodes_modes", A::Onnx(AttributeType::Strings)), S::optional("nodes_nodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_treeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_truenodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_values", A::Onnx(AttributeType::Floats)), S::optional("nodes_values_as_tensor", A::Onnx(AttributeType::Tensor)), S::default("post_transform", A::Onnx(AttributeType::String), D::Text("NONE"))]).variables(&[V { name: "T1", allowed: K95 }, V { name: "T2", allowed: K98 }]),
        Signature::since(5).inputs(&[F::of("X", "T1")]).outputs(&[F::of("Y", "T2"), F::fixed("Z", K23)]).attributes(&[S::optional("base_values", A::Onnx(AttributeType::Floats)), S::optional("base_values_as_tensor", A::Onnx(AttributeType::Tensor)), S::optional("class_ids", A::Onnx(AttributeType::Ints)), S::optional("class_nodeids", A::Onnx(AttributeType::Ints)), S::optional("class_treeids", A::Onnx(AttributeType::Ints)), S::optional("class_weights", A::Onnx(AttributeType::Floats)), S::optional("class_weights_as_tensor", A::Onnx(AttributeType::Tensor)), S::optional("classlabels_int64s", A::Onnx(AttributeType::Ints)), S::optional("classlabels_strings", A::Onnx(AttributeType::Strings)), S::optional("nodes_falsenodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_featureids", A::Onnx(AttributeType::Ints)), S::optional("nodes_hitrates", A::Onnx(AttributeType::Floats)), S::optional("nodes_hitrates_as_tensor", A::Onnx(AttributeType::Tensor)), S::optional("nodes_missing_value_tracks_true", A::Onnx(AttributeType::Ints)), S::optional("nodes_modes", A::Onnx(AttributeType::Strings)), S::optional("nodes_nodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_treeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_truenodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_values", A::Onnx(AttributeType::Floats)), S::optional("nodes_values_as_tensor", A::Onnx(AttributeType::Tensor)), S::default("post_transform", A::Onnx(AttributeType::String), D::Text("NONE"))]).variables(&[V { name: "T1", allowed: K95 }, V { name: "T2", allowed: K98 }]).deprecated(),
    ]),
    ("ai.onnx.ml", "TreeEnsembleRegressor", &[
        Signature::since(1).inputs(&[F::of("X", "T")]).outputs(&[F::fixed("Y", K23)]).attributes(&[S::default("aggregate_function", A::Onnx(AttributeType::String), D::Text("SUM")), S::optional("base_values", A::Onnx(AttributeType::Floats)), S::optional("n_targets", A::Onnx(AttributeType::Int)), S::optional("nodes_falsenodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_featureids", A::Onnx(AttributeType::Ints)), S::optional("nodes_hitrates", A::Onnx(AttributeType::Floats)), S::optional("nodes_missing_value_tracks_true", A::Onnx(AttributeType::Ints)), S::optional("nodes_modes", A::Onnx(AttributeType::Strings)), S::optional("nodes_nodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_treeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_truenodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_values", A::Onnx(AttributeType::Floats)), S::default("post_transform", A::Onnx(AttributeType::String), D::Text("NONE")), S::optional("target_ids", A::Onnx(AttributeType::Ints)), S::optional("target_nodeids", A::Onnx(AttributeType::Ints)), S::optional("target_treeids", A::Onnx(AttributeType::Ints)), S::optional("target_weights", A::Onnx(AttributeType::Floats))]).variables(&[V { name: "T", allowed: K95 }]),
        Signature::since(3).inputs(&[F::of("X", "T")]).outputs(&[F::fixed("Y", K23)]).attributes(&[S::default("aggregate_function", A::Onnx(AttributeType::String), D::Text("SUM")), S::optional("base_values", A::Onnx(AttributeType::Floats)), S::optional("base_values_as_tensor", A::Onnx(AttributeType::Tensor)), S::optional("n_targets", A::Onnx(AttributeType::Int)), S::optional("nodes_falsenodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_featureids", A::Onnx(AttributeType::Ints)), S::optional("nodes_hitrates", A::Onnx(AttributeType::Floats)), S::optional("nodes_hitrates_as_tensor", A::Onnx(AttributeType::Tensor)), S::optional("nodes_missing_value_tracks_true", A::Onnx(AttributeType::Ints)), S::optional("nodes_modes", A::Onnx(AttributeType::Strings)), S::optional("nodes_nodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_treeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_truenodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_values", A::Onnx(AttributeType::Floats)), S::optional("nodes_values_as_tensor", A::Onnx(AttributeType::Tensor)), S::default("post_transform", A::Onnx(AttributeType::String), D::Text("NONE")), S::optional("target_ids", A::Onnx(AttributeType::Ints)), S::optional("target_nodeids", A::Onnx(AttributeType::Ints)), S::optional("target_treeids", A::Onnx(AttributeType::Ints)), S::optional("target_weights", A::Onnx(AttributeType::Floats)), S::optional("target_weights_as_tensor", A::Onnx(AttributeType::Tensor))]).variables(&[V { name: "T", allowed: K95 }]),
        Signature::since(5).inputs(&[F::of("X", "T")]).outputs(&[F::fixed("Y", K23)]).attributes(&[S::default("aggregate_function", A::Onnx(AttributeType::String), D::Text("SUM")), S::optional("base_values", A::Onnx(AttributeType::Floats)), S::optional("base_values_as_tensor", A::Onnx(AttributeType::Tensor)), S::optional("n_targets", A::Onnx(AttributeType::Int)), S::optional("nodes_falsenodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_featureids", A::Onnx(AttributeType::Ints)), S::optional("nodes_hitrates", A::Onnx(AttributeType::Floats)), S::optional("nodes_hitrates_as_tensor", A::Onnx(AttributeType::Tensor)), S::optional("nodes_missing_value_tracks_true", A::Onnx(AttributeType::Ints)), S::optional("nodes_modes", A::Onnx(AttributeType::Strings)), S::optional("nodes_nodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_treeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_truenodeids", A::Onnx(AttributeType::Ints)), S::optional("nodes_values", A::Onnx(AttributeType::Floats)), S::optional("nodes_values_as_tensor", A::Onnx(AttributeType::Tensor)), S::default("post_transform", A::Onnx(AttributeType::String), D::Text("NONE")), S::optional("target_ids", A::Onnx(AttributeType::Ints)), S::optional("target_nodeids", A::Onnx(AttributeType::Ints)), S::optional("target_treeids", A::Onnx(AttributeType::Ints)), S::optional("target_weights", A::Onnx(AttributeType::Floats)), S::optional("target_weights_as_tensor", A::Onnx(AttributeType::Tensor))]).variables(&[V { name: "T", allowed: K95 }]).deprecated(),
    ]),
    ("ai.onnx.ml", "ZipMap", &[
        Signature::since(1).inputs(&[F::fixed("X", K23)]).outputs(&[F::of("Z", "T")]).attributes(&[S::optional("classlabels_int64s", A::Onnx(AttributeType::Ints)), S::optional("classlabels_strings", A::Onnx(AttributeType::Strings))]).variables(&[V { name: "T", allowed: K96 }]),
    ]),
    ("ai.onnx.preview", "FlexAttention", &[
        Signature::since(1).inputs(&[F::of("Q", "T1"), F::of("K", "T1"), F::of("V", "T1")]).outputs(&[F::of("Y", "T1")]).attributes(&[S::optional("prob_mod", A::Onnx(AttributeType::Graph)), S::optional("scale", A::Onnx(AttributeType::Float)), S::optional("score_mod", A::Onnx(AttributeType::Graph)), S::optional("softmax_precision", A::Onnx(AttributeType::Int))]).variables(&[V { name: "T1", allowed: K3 }]),
    ]),
    ("ai.onnx.preview.training", "Adagrad", &[
        Signature::since(1).inputs(&[F::of("R", "T1"), F::of("T", "T2"), F::of("inputs", "T3").variadic(1, false)]).outputs(&[F::of("outputs", "T3").variadic(1, false)]).attributes(&[S::default("decay_factor", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06)), S::default("norm_coefficient", A::Onnx(AttributeType::Float), D::Float(0.0))]).variables(&[V { name: "T1", allowed: K64 }, V { name: "T2", allowed: K6 }, V { name: "T3", allowed: K64 }]),
    ]),
    ("ai.onnx.preview.training", "Adam", &[
        Signature::since(1).inputs(&[F::of("R", "T1"), F::of("T", "T2"), F::of("inputs", "T3").variadic(1, false)]).outputs(&[F::of("outputs", "T3").variadic(1, false)]).attributes(&[S::default("alpha", A::Onnx(AttributeType::Float), D::Float(0.9)), S::default("beta", A::Onnx(AttributeType::Float), D::Float(0.999)), S::default("epsilon", A::Onnx(AttributeType::Float), D::Float(1e-06)), S::default("norm_coefficient", A::Onnx(AttributeType::Float), D::Float(0.0)), S::default("norm_coefficient_post", A::Onnx(AttributeType::Float), D::Float(0.0))]).variables(&[V { name: "T1", allowed: K64 }, V { name: "T2", allowed: K6 }, V { name: "T3", allowed: K64 }]),
    ]),
    ("ai.onnx.preview.training", "Gradient", &[
        Signature::since(1).inputs(&[F::of("Inputs", "T1").variadic(1, false)]).outputs(&[F::of("Outputs", "T2").variadic(1, false)]).attributes(&[S::required("xs", A::Onnx(AttributeType::Strings)), S::required("y", A::Onnx(AttributeType::String)), S::optional("zs", A::Onnx(AttributeType::Strings))]).variables(&[V { name: "T1", allowed: K25 }, V { name: "T2", allowed: K0 }]),
    ]),
    ("ai.onnx.preview.training", "Momentum", &[
        Signature::since(1).inputs(&[F::of("R", "T1"), F::of("T", "T2"), F::of("inputs", "T3").variadic(1, false)]).outputs(&[F::of("outputs", "T3").variadic(1, false)]).attributes(&[S::required("alpha", A::Onnx(AttributeType::Float)), S::required("beta", A::Onnx(AttributeType::Float)), S::required("mode", A::Onnx(AttributeType::String)), S::required("norm_coefficient", A::Onnx(AttributeType::Float))]).variables(&[V { name: "T1", allowed: K64 }, V { name: "T2", allowed: K6 }, V { name: "T3", allowed: K64 }]),
    ]),
];

/// The newest version of each domain.
pub(super) static NEWEST: &[(&str, i64)] = &[("", 28), ("ai.onnx.ml", 5), ("ai.onnx.preview", 28), ("ai.onnx.preview.training", 1), ("ai.onnx.training", 1)];
