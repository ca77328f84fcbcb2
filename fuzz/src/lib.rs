//! What the fuzz targets do with their inputs. Each function panics if a promise is broken.

#[path = "../../tests/common/checks/mod.rs"]
mod checks;
mod graphs;
#[path = "../../tests/common/mutate.rs"]
mod mutate;
mod mutations;
#[path = "../../tests/spec/operators/notation.rs"]
#[allow(dead_code)] // the seeds need a part of it
mod notation;
#[path = "../../tests/common/seeds.rs"]
mod seeds;
mod syntax;
#[path = "../../tests/common/token_mutate.rs"]
mod token_mutate;
#[path = "../../tests/common/wire_mutate.rs"]
mod wire_mutate;

pub use checks::examine::{onnx_bytes, onnx_text, openvino_ir, spec_page};
pub use checks::invariants::{diff, edits, fold, print};
pub use graphs::graphs;
pub use mutations::{mutate_fields, mutations};
pub use syntax::syntax;
