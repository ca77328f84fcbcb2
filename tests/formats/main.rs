//! Reading, editing, folding and writing of each format.

mod annotate;
mod build;
mod convert;
mod custom_op;
mod edit;
mod extract;
mod fix;
mod fix_safety;
mod fold;
mod ir_frontend;
mod ir_one_cause;
mod ir_reader;
mod ir_samples;
mod listing;
mod onnx_decoder;
#[path = "../../src/format/onnx/records.rs"]
mod onnx_proto;
mod outline;
mod own_lints;
mod own_operators;
mod proto;
mod random_edits;
mod ranges;
#[cfg(feature = "testing")]
#[path = "../common/shared.rs"]
mod shared;
mod specialize;
mod specialize_obstacles;
#[path = "../common/support.rs"]
mod support;
mod testdata;
#[cfg(feature = "testing")]
mod testing;
mod write_edited;
mod write_edited_records;
mod write_ir;
mod write_onnx;
mod write_onnx_text;
