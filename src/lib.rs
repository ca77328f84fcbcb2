//! shapewright reads neural-network model files, ONNX and OpenVINO IR, into one op graph, infers the type and shape of
//! every value, and says everything that is wrong with a file at the place where it is wrong.

mod analyze;
#[cfg(feature = "cli")]
pub mod cli;
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
#[cfg(feature = "cli")]
mod render;
#[cfg(feature = "cli")]
mod report;
pub mod rules;
mod shape;
mod source;
mod type_text;

pub use analyze::{Analysis, FactStore, InputType, Options, analyze};
pub use diagnostic::{Data, Diagnostic, Label, Level, Sink};
pub use dim::{Dim, Symbol};
pub use element::{ElementType, TypeSet, UnknownElementType};
pub use elements::{Elements, Int};
pub use fact::{Content, Fact, Origin, Reason, TensorType, ValueType};
pub use limits::Limits;
pub use read::ReadOptions;
pub use shape::Shape;
pub use source::{LineColumn, LineIndex, OpenError, Source, Span};
pub use type_text::TypeTextError;
