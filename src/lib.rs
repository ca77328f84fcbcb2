//! shapewright reads neural-network model files, ONNX and OpenVINO IR, into one op graph, infers the type and shape of
//! every value, and says everything that is wrong with a file at the place where it is wrong.

mod analyze;
mod diagnostic;
mod dim;
mod element;
mod elements;
mod fact;
pub mod graph;
mod limits;
pub mod ops;
pub mod print;
mod read;
pub mod rules;
mod shape;
mod source;

pub use analyze::FactStore;
pub use diagnostic::{Data, Diagnostic, Label, Level, Sink};
pub use dim::{Dim, Symbol};
pub use element::{ElementType, TypeSet, UnknownElementType};
pub use elements::{Elements, Int};
pub use fact::{Content, Fact, Origin, Reason, TensorType, ValueType};
pub use limits::Limits;
pub use read::ReadOptions;
pub use shape::Shape;
pub use source::{LineColumn, LineIndex, OpenError, Source, Span};
