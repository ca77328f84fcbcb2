//! shapewright reads neural-network model files, ONNX and OpenVINO IR, into one op graph, infers the type and shape of
//! every value, and says everything that is wrong with a file at the place where it is wrong.
//!
//! ```
//! use shapewright::graph::Model;
//! use shapewright::{Options, ReadOptions, Source, analyze};
//!
//! let text = r#"
//!     <ir_version: 9, opset_import: ["" : 18]>
//!     g (float[N,3,4] x) => (float[N,4] y) <int64[1] axes = {3}> {
//!         [rmin] y = ReduceMin <keepdims = 0> (x, axes)
//!     }"#;
//! let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
//! let analysis = analyze(&model, &Options::default());
//! let finding = &analysis.findings[0];
//! assert_eq!(finding.rule.name, "axis-out-of-range");
//! assert_eq!(finding.message, "axis 3 is out of range for input `x` of rank 3 (valid: -3..=2)");
//! ```
//!
//! # How it works
//!
//! Facts flow one way: bytes, records, graph, facts, report.
//!
//! 1. **Bytes** are a [`Source`]: a mapped file or memory. Weights are not copied, and not read unless a value is needed.
//! 2. **Records**: a reader scans the file and keeps the place of every node, attribute, constant and declaration. What is
//!    wrong with the file becomes a [`Diagnostic`], and reading goes on. Nothing about a file is ever an `Err`; only a
//!    file that cannot be opened is.
//! 3. **Graph**: a [`graph::Model`] holds graphs, nodes and values of either dialect in arenas, names and declared types as
//!    written. Bodies of control flow, functions and the examples of a specification page are graphs like the main one.
//! 4. **Facts**: [`analyze()`] walks every graph once, producers first. Each node is checked against the signature of its
//!    own version, resolved into one struct, and asked for what is certain of its outputs: a [`Fact`] each. What the file
//!    declares is compared with what is inferred; a contradiction is a finding, and the inferred fact stands.
//! 5. **Report**: the findings in file order, each with a [rule](rules::Rule), a place, a message, and what to do next.
//!
//! # What a fact says
//!
//! * A [`Dim`] is an interval of sizes, perhaps with a [`Symbol`]: `4`, `1..4`, `2..`, `N`, `?`.
//! * A [`Shape`] is a list of dimensions, or an unknown rank with a least rank. `[]` is a scalar, `[...]` an unknown rank;
//!   the two are never confused.
//! * [`Elements`] of small integer tensors are followed, each exactly or within bounds, so that
//!   `Shape -> ReduceMin -> Reshape` keeps its bounds.
//! * An unknown has a [`Reason`] and the node it came from.
//!
//! An inferred fact contains everything that a correct run can produce. A fact in which a declaration of an inner value
//! had a part is marked as [`Origin::Declared`]: it is as true as the declaration.
//!
//! # For compiler passes
//!
//! One operator without a file is an [`ops::Query`]. A pass that changes a model ([`graph::Model::set_input`],
//! [`graph::Model::set_attribute`]) calls [`analyze()`] again; the file is not read anew.
//!
//! # Evaluation and folding
//!
//! A [`Tensor`] holds elements: it borrows the file's bytes where it can. [`ops::Query::evaluate`] computes one operator,
//! [`evaluate()`] what some values of a graph depend on. The operator is resolved and inferred with the elements of its
//! inputs first, so its output types are exact, and memory and work are compared with [`Limits`] before anything is
//! computed. ReduceMin gives NaN if there is one anywhere and orders -0 below +0, so no result depends on the order of
//! evaluation.
//!
//! [`fold::fold`] finds what of a model can be constants, [`write::write()`] writes the model back with every other byte as
//! it was.
//!
//! # Two models
//!
//! [`diff::diff`] says what differs between two, of one format or of both.
//!
//! # Limits
//!
//! Every bound on what a file may make us do is in [`Limits`] and is checked before the work is done. Nesting costs memory
//! in proportion to the file and no recursion.
//!
//! # Features
//!
//! `cli` (on by default) is the command line and everything that only it needs. A library user turns it off.

// Nothing but the command line writes to the terminal.
#![warn(clippy::print_stdout, clippy::print_stderr)]

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod analyze;
#[cfg(feature = "cli")]
pub mod cli;
mod constraint;
mod diagnostic;
pub mod diff;
mod dim;
mod element;
mod elements;
mod evaluate;
mod expr;
mod fact;
pub mod fold;
pub mod graph;
mod kernel;
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
mod suppress;
mod targets;
mod tensor;
mod type_text;
pub mod write;

pub use analyze::{Analysis, Aspect, Chain, FactStore, InputType, Options, Step, analyze, explain};
pub use constraint::{Constraint, Demand};
pub use diagnostic::{Data, Diagnostic, Label, Level, Sink};
pub use dim::{Dim, Symbol};
pub use element::{ElementType, TypeSet, UnknownElementType};
pub use elements::{Elements, Float, Int};
pub use evaluate::{Evaluation, OutputType, Refusal, evaluate};
pub use expr::Expr;
pub use fact::{Content, Cut, Fact, Origin, Reason, TensorType, ValueType};
pub use limits::Limits;
pub use read::ReadOptions;
pub use shape::Shape;
pub use source::{LineColumn, LineIndex, OpenError, Source, Span};
pub use targets::{Runtime, Target, UnknownTarget};
pub use tensor::{Native, Tensor, TensorError};
pub use type_text::TypeTextError;
