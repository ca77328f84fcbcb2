//! shapewright reads ONNX and OpenVINO IR models into one graph, infers the type and shape of every value, and reports
//! every problem in a file with its exact location. The command line `shapewright` is built on this library; this page
//! is about the library.
//!
//! ```
//! use shapewright::graph::Model;
//! use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};
//!
//! let text = r#"
//!     <ir_version: 9, opset_import: ["" : 18]>
//!     g (float[N,3,4] x) => (float[N,4] y) <int64[1] axes = {3}> {
//!         [rmin] y = ReduceMin <keepdims = 0> (x, axes)
//!     }"#;
//! let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
//! let analysis = analyze(&model, &AnalysisOptions::default());
//! let finding = &analysis.findings[0];
//! assert_eq!(finding.rule.name(), "axis-out-of-range");
//! assert_eq!(finding.message, "axis 3 is out of range for input `x` of rank 3; expected -3..=2");
//! ```
//!
//! ```toml
//! [dependencies]
//! shapewright = "0.1" # to fold and evaluate as well: { version = "0.1", features = ["evaluate"] }
//! ```
//!
//! # How it works
//!
//! Facts flow one way: bytes, records, graph, facts, report.
//!
//! 1. **Bytes** are a [`Source`]: a mapped file or memory. Weights are not copied, and not read unless a value is needed.
//! 2. **Records**: a reader scans the file and keeps the location of every node, attribute, constant, and declaration. A
//!    problem in the file becomes a [`Diagnostic`], and reading continues. The content of a file never causes an `Err`;
//!    only a file that cannot be opened does.
//! 3. **Graph**: a [`graph::Model`] holds graphs, nodes, and values of either dialect in arenas, with names and declared
//!    types as written. Bodies of control flow, functions, and the examples of a specification page are graphs like the
//!    main graph.
//! 4. **Facts**: [`analyze()`] walks every graph, producers first. Each node is checked against the signature of its own
//!    version, resolved into one struct, and inferred, which yields a [`Fact`] for each output. Declarations in the file
//!    are compared with inferred facts; a contradiction is a finding, and inference continues with the inferred fact.
//! 5. **Report**: the findings in file order, each with a [rule](rules::Rule), a location, a message, and the next step.
//!
//! # One model, end to end
//!
//! The model in the next sections splits tokens into four attention heads and merges them again. Read your own models
//! with [`Model::open`](graph::Model::open).
//!
//! ```
//! use shapewright::graph::Model;
//! use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};
//!
//! const TEXT: &str = r#"
//!     <ir_version: 9, opset_import: ["" : 18]>
//!     attention (float[N,T,256] tokens) => (float[N,T,256] merged)
//!     <int64[4] split = {0, 0, 4, 64}, int64[1] width = {-1}>
//!     {
//!         parts = Reshape (tokens, split)
//!         heads = Transpose <perm = [0, 2, 1, 3]> (parts)
//!         back = Transpose <perm = [0, 2, 1, 3]> (heads)
//!         sizes = Shape <end = 2> (tokens)
//!         target = Concat <axis = 0> (sizes, width)
//!         merged = Reshape (back, target)
//!     }"#;
//! let model = Model::read(Source::from_bytes("attention.onnxtxt", TEXT), &ReadOptions::default());
//! let analysis = analyze(&model, &AnalysisOptions::default());
//! assert!(analysis.findings.is_empty());
//!
//! let graph = model.main_graph().expect("a model that could be read");
//! let types = model.nodes_of(graph).flat_map(|node| model.outputs(node)).map(|value| {
//!     format!("{}: {}", model.value_name(value), analysis.facts.ty(value))
//! });
//! assert_eq!(types.collect::<Vec<_>>(), [
//!     "parts: f32[N,T,4,64]",
//!     "heads: f32[N,4,T,64]",
//!     "back: f32[N,T,4,64]",
//!     "sizes: i64[2]",
//!     "target: i64[3]",
//!     "merged: f32[N,T,256]", // inferred without the declaration in the file
//! ]);
//! ```
//!
//! [`AnalysisOptions`] hold what the caller knows beyond the file: values of symbolic dimensions, types of inputs, types
//! that values must have, custom operators, and the runtimes that the model targets.
//!
//! ## Findings
//!
//! A [`Diagnostic`] has a [`rules::Rule`] with code, name and page, a [`Level`], a message with the value as written and
//! the valid range, a [`graph::Place`] from the graph down to the element, notes, and the next step. Inference continues
//! from the weakest sound result of a node at fault, so one cause is one finding. [`rules::RULES`] lists all rules.
//! [`Analysis::suppressed`] holds the findings that the file itself suppresses.
//!
//! ## Facts
//!
//! A [`Fact`] describes what is certain about a value: it contains every value that a valid run can produce.
//!
//! * A [`Dim`] is a number of elements: an interval, possibly with an [expression](Expr) over [symbols](Symbol): `4`,
//!   `1..4`, `2..`, `N`, `2*N+1`, `?`.
//! * A [`Shape`] is a list of dimensions, or an unknown rank with a minimum. `[]` is a scalar and `[...]` an unknown rank.
//! * [`Elements`] of small integer tensors are tracked, each exactly or within bounds: above, `target` is `N`, `T`, -1.
//! * An unknown property has an [`UnknownReason`] with the node at which it became unknown.
//! * A fact that rests on a declaration of an inner value is marked as [`Provenance::Declared`]. It is as reliable as the
//!   declaration.
//! * [`Analysis::constraints`] are the conditions on symbolic dimensions that a valid run requires.
//!
//! ## Expressions
//!
//! Symbolic sizes are computed with: `+`, `-` and `*` on [`Dim`], whose bounds follow from those of its symbols. What a
//! caller knows of a symbol for every run, its size or an interval, is an entry of [`AnalysisOptions::bind`], which inference
//! uses everywhere; what holds for one variant of the generated code is asked of one dimension afterwards
//! ([`Dim::with_bounds`], [`Dim::substitute`]). For code generation, module [`expr`] has the structure of an expression, and
//! the repository's `examples/codegen` prints it as C, Rust, SymPy, and MLIR.
//!
//! ```
//! use shapewright::expr::Factor;
//! use shapewright::graph::Model;
//! use shapewright::{AnalysisOptions, Dim, ReadOptions, Source, analyze};
//!
//! # const TEXT: &str = r#"
//! # <ir_version: 9, opset_import: ["" : 18]>
//! # attention (float[N,T,256] tokens) => (float[N,T,256] merged)
//! # <int64[4] split = {0, 0, 4, 64}, int64[1] width = {-1}>
//! # {
//! #     parts = Reshape (tokens, split)
//! #     heads = Transpose <perm = [0, 2, 1, 3]> (parts)
//! #     back = Transpose <perm = [0, 2, 1, 3]> (heads)
//! #     sizes = Shape <end = 2> (tokens)
//! #     target = Concat <axis = 0> (sizes, width)
//! #     merged = Reshape (back, target)
//! # }"#;
//! let model = Model::read(Source::from_bytes("attention.onnxtxt", TEXT), &ReadOptions::default());
//! let bind = vec![("N".to_owned(), Dim::exact(2)), ("T".to_owned(), Dim::interval(1, 512))];
//! let analysis = analyze(&model, &AnalysisOptions { bind, ..AnalysisOptions::default() });
//! let merged = model.graph(model.main_graph().unwrap()).outputs[0].operand.value().unwrap();
//!
//! // A memory plan: a size for code, the most memory for all runs, and the alignment of what follows.
//! let bytes = analysis.facts.ty(merged).as_tensor().unwrap().byte_size().unwrap();
//! assert_eq!((bytes.to_string().as_str(), bytes.upper()), ("2048*T", Some(1 << 20)));
//! assert!(bytes.is_multiple_of(64));
//! assert_eq!(bytes.evaluate(|symbol| (symbol.name() == "T").then_some(10)), Some(20_480));
//!
//! // A tiling: the loop, and whether a last, smaller tile needs code of its own.
//! let tokens = Dim::from("T");
//! let (tiles, rest) = (tokens.ceil_div(&Dim::exact(64)), tokens.modulo(&Dim::exact(64)));
//! assert_eq!((tiles.to_string().as_str(), rest.provably_eq(&Dim::exact(0))), ("floor((T-1)/64)+1", false));
//! let loop_end = tiles.to_expr().unwrap();
//! let term = loop_end.terms().next().unwrap();
//! assert!(matches!(term.factors().next(), Some(Factor::FloorDiv { divisor, .. }) if divisor.as_constant() == Some(64)));
//! ```
//!
//! ## Explanations
//!
//! [`explain`] traces each dimension of a value back to its origin, or to the reason why it is unknown.
//!
//! ```
//! use shapewright::graph::Model;
//! use shapewright::{FactProperty, AnalysisOptions, ReadOptions, Source, analyze, explain};
//!
//! # const TEXT: &str = r#"
//! # <ir_version: 9, opset_import: ["" : 18]>
//! # attention (float[N,T,256] tokens) => (float[N,T,256] merged)
//! # <int64[4] split = {0, 0, 4, 64}, int64[1] width = {-1}>
//! # {
//! #     parts = Reshape (tokens, split)
//! #     heads = Transpose <perm = [0, 2, 1, 3]> (parts)
//! #     back = Transpose <perm = [0, 2, 1, 3]> (heads)
//! #     sizes = Shape <end = 2> (tokens)
//! #     target = Concat <axis = 0> (sizes, width)
//! #     merged = Reshape (back, target)
//! # }"#;
//! let model = Model::read(Source::from_bytes("attention.onnxtxt", TEXT), &ReadOptions::default());
//! let options = AnalysisOptions::default();
//! let analysis = analyze(&model, &options);
//! let merged = model.graph(model.main_graph().unwrap()).outputs[0].operand.value().unwrap();
//! let chains = explain(&model, &options, &analysis.facts, merged);
//! let second = chains.iter().find(|chain| chain.aspect == FactProperty::Dim(1)).unwrap();
//! let path: Vec<&str> = second.steps.iter().map(|step| model.value_name(step.value)).collect();
//! assert_eq!(path, ["merged", "target", "sizes", "tokens"]);
//! ```
//!
//! ## Folding
//!
//! With the feature `evaluate`, [`fold::fold`] computes the values of a model that are constant;
//! [`write::write_rewritten()`] writes the model back and copies every other byte. Here, nothing is constant until the
//! symbolic dimensions are bound.
//!
//! ```
//! use shapewright::fold::{FoldOptions, fold};
//! use shapewright::graph::Model;
//! use shapewright::write::{ExternalDataPolicy, write_rewritten};
//! use shapewright::{AnalysisOptions, ReadOptions, Source};
//!
//! # const TEXT: &str = r#"
//! # <ir_version: 9, opset_import: ["" : 18]>
//! # attention (float[N,T,256] tokens) => (float[N,T,256] merged)
//! # <int64[4] split = {0, 0, 4, 64}, int64[1] width = {-1}>
//! # {
//! #     parts = Reshape (tokens, split)
//! #     heads = Transpose <perm = [0, 2, 1, 3]> (parts)
//! #     back = Transpose <perm = [0, 2, 1, 3]> (heads)
//! #     sizes = Shape <end = 2> (tokens)
//! #     target = Concat <axis = 0> (sizes, width)
//! #     merged = Reshape (back, target)
//! # }"#;
//! let model = Model::read(Source::from_bytes("attention.onnxtxt", TEXT), &ReadOptions::default());
//! let mut options = FoldOptions::default();
//! assert!(fold(&model, &options).rewrite.is_empty());
//!
//! options.analysis.bind = vec![("N".to_owned(), 1.into()), ("T".to_owned(), 8.into())];
//! let folded = fold(&model, &options);
//! let gone: Vec<&str> = folded.report.folded.iter().map(|node| model.op_type(node.node)).collect();
//! assert_eq!(gone, ["Shape", "Concat"]);
//! let written = write_rewritten(&model, &folded.rewrite, &ExternalDataPolicy::Keep).unwrap();
//! assert!(!String::from_utf8_lossy(&written.model.to_bytes()).contains("Concat"));
//! ```
//!
//! [`diff::diff`] compares two models, of the same format or across formats.
//!
//! # One operator without a file
//!
//! An [`OpQuery`] asks about one operator, as a compiler pass does: its name and version, its attributes, and what is known
//! of its inputs.
//!
//! ```
//! use shapewright::{ElementType, Fact, Shape, Tensor, OpQuery};
//!
//! // The reduced axis is known only at run time: the rank is certain, the dimensions are not.
//! let data = Fact::tensor(ElementType::F32, Shape::from_dims([2u64, 3, 4]));
//! let axes = Fact::tensor(ElementType::I64, Shape::from_dims([1u64]));
//! let answer = OpQuery::onnx("ReduceMin", 18).attribute("keepdims", 0).input(data).input(axes).infer();
//! assert_eq!(answer.outputs[0].ty.to_string(), "f32[2..3,3..4]");
//!
//! // With elements, the result is exact: NaN propagates, and -0 orders before +0.
//! let data = Tensor::new([2, 2], vec![4.0f32, f32::NAN, 0.0, -0.0]).unwrap();
//! let axes = Tensor::new([1], vec![1i64]).unwrap();
//! let least = OpQuery::openvino("ReduceMin", 1).attribute("keep_dims", true).tensor(data).tensor(axes).evaluate().unwrap();
//! let least = least[0].values::<f32>().unwrap();
//! assert!(least[0].is_nan() && least[1].is_sign_negative());
//! ```
//!
//! [`evaluate()`] computes values of a graph from constants and given inputs. Each operator is first inferred with the
//! elements of its inputs, so that its output types are exact, and memory and work are compared with [`Limits`] before
//! anything is computed. An [`EvalError`] explains why a value is not computed.
//!
//! # Custom operators
//!
//! An [`ops::OperatorDef`] is made at run time: a name, the inputs, outputs, and attributes of its versions, against which
//! nodes are checked, and closures that infer the outputs and compute them. They may capture what they need, and are freed
//! with the last options that hold them. Inference, folding, [`Session`], [`NodeInference`], and [`OpQuery`] treat such an
//! operator like one of a specification. `examples/custom_op.rs` also reports findings.
//!
//! ```
//! use shapewright::graph::{AttributeType, Dialect, Model};
//! use shapewright::ops::{OperatorDef, OperatorVersion};
//! use shapewright::{AnalysisOptions, Dim, EvalError, ReadOptions, Shape, Source, Tensor, TypeSet, analyze, evaluate};
//!
//! let version = OperatorVersion::since(1)
//!     .input("x", "T")
//!     .output("y", "T")
//!     .attribute("step", AttributeType::Int, 2) // with its default
//!     .types("T", TypeSet::FLOAT);
//! let every = OperatorDef::custom(Dialect::Onnx, "com.example", "Every")
//!     .version(version)
//!     .infer(|cx| {
//!         let step = cx.int("step").and_then(|step| u64::try_from(step).ok()).filter(|&step| step > 0);
//!         let shape = match (cx.shape(0).dims(), step) {
//!             (Some([length]), Some(step)) => Shape::from_dims([length.ceil_div(&Dim::exact(step))]),
//!             _ => Shape::of_rank(1),
//!         };
//!         let element = cx.element(0);
//!         cx.set_tensor(0, element, shape);
//!     })
//!     .evaluate(|cx| {
//!         let step = cx.int("step").and_then(|step| usize::try_from(step).ok()).ok_or(EvalError::UnknownType)?;
//!         let kept: Vec<f32> = cx.input(0)?.values().ok_or_else(|| cx.no_evaluator())?.iter().copied().step_by(step).collect();
//!         Tensor::new([kept.len()], kept).map(|y| vec![y]).map_err(|_| EvalError::UnknownType)
//!     });
//! let options = AnalysisOptions { operators: vec![every.into()], ..AnalysisOptions::default() };
//!
//! let text = r#"
//!     <ir_version: 9, opset_import: ["" : 18, "com.example" : 1]>
//!     g (float[N] x) => (float[M] y) { y = com.example.Every <step = 3> (x) }"#;
//! let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
//! let analysis = analyze(&model, &options);
//! let graph = model.graph(model.main_graph().unwrap());
//! let (x, y) = (graph.inputs[0], graph.outputs[0].operand.value().unwrap());
//! assert_eq!(analysis.facts.ty(y).to_string(), "f32[floor((N-1)/3)+1]");
//! let given = Tensor::new([4], vec![1f32, 2.0, 3.0, 4.0]).unwrap();
//! assert_eq!(evaluate(&model, &[y], [(x, given)], &options).unwrap()[0].values::<f32>(), Some(&[1.0, 4.0][..]));
//! ```
//!
//! A [`Lint`] examines whole models, with rules of its own, beside ours: `examples/custom_lint.rs` reports its findings as
//! SARIF.
//!
//! # Compiler passes
//!
//! A [`Session`] holds a model that a pass edits, and facts that follow: after an edit, only what depends on it is inferred
//! again. Edits are methods of [`graph::Model`]: [`insert`](graph::Model::insert),
//! [`replace_node`](graph::Model::replace_node), [`replace_uses`](graph::Model::replace_uses),
//! [`remove`](graph::Model::remove), [`set_input`](graph::Model::set_input), inputs, outputs, and constants of graphs,
//! [`inline_call`](graph::Model::inline_call), and nodes become a function with
//! [`outline`](graph::Model::outline); [`transaction`](graph::Model::transaction) makes several of them, all or
//! none. An edit that would leave a value undefined is an [`EditError`](graph::EditError). Ids stay valid.
//! [`Model::uses`](graph::Model::uses) lists the readers of a value, [`Model::nodes_of`](graph::Model::nodes_of) the nodes in
//! file order, and [`Model::topological_order`](graph::Model::topological_order) producers before consumers in any file.
//!
//! An edit that changes the shape of a value should call [`remove_declaration`](graph::Model::remove_declaration):
//! otherwise the old declaration is a finding, and while a model has errors, a session infers all of it after each edit
//! ([`Session::is_incremental`]). An operator of another domain needs an import, which
//! [`set_opset`](graph::Model::set_opset) adds.
//!
//! ```
//! use shapewright::graph::{EditError, Model, NewNode, NodeId};
//! use shapewright::{AnalysisOptions, ReadOptions, Session, Source};
//!
//! /// Makes `Add (MatMul (x, w), b)` one `Gemm`, if nothing else reads the product.
//! fn fuse(session: &mut Session, add: NodeId) -> Result<bool, EditError> {
//!     let model = session.model();
//!     let [Some(product), Some(bias)] = [0, 1].map(|at| model.inputs(add)[at].value()) else { return Ok(false) };
//!     let Some(matmul) = model.producer(product).filter(|&node| model.op_type(node) == "MatMul") else { return Ok(false) };
//!     let is_matrix = session.facts().get(product).shape().rank() == Some(2);
//!     if !is_matrix || model.uses(product).count() > 1 {
//!         return Ok(false);
//!     }
//!     let factors: Vec<_> = model.inputs(matmul).iter().filter_map(|operand| operand.value()).collect();
//!     session.edit(|model| {
//!         model.transaction(|model| {
//!             model.replace_node(add, NewNode::new("Gemm").inputs(factors).input(bias))?;
//!             model.remove(matmul)?;
//!             Ok(true)
//!         })
//!     })
//! }
//!
//! let text = r#"<ir_version: 9, opset_import: ["" : 18]>
//!     g (float[N,8] x, float[8,4] w, float[4] b) => (float[N,4] y) { m = MatMul (x, w)  y = Add (m, b) }"#;
//! let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
//! let mut session = Session::new(model, AnalysisOptions::default());
//! let graph = session.model().main_graph().unwrap();
//! let add = session.model().nodes_of(graph).last().unwrap();
//! assert!(fuse(&mut session, add).unwrap());
//! let y = session.model().outputs(add).next().unwrap();
//! assert_eq!(session.facts().ty(y).to_string(), "f32[N,4]");
//! assert_eq!(session.model().nodes_of(graph).len(), 1);
//! ```
//!
//! [`NodeInference`] infers one node with other facts, before an edit. [`Model::empty`](graph::Model::empty) starts a model
//! from nothing. [`write::write()`] writes the model as edits left it, with the bytes of every record that did not change;
//! [`write::write_rewritten()`] writes what folding removes and replaces. `examples/passes` fuses and removes nodes;
//! `examples/compiler_pass.rs` reads every shape and constant, and `examples/codegen` generates code from symbolic shapes.
//!
//! # Untrusted files
//!
//! Any input produces a report: no panic, no recursion whose depth a file controls, no allocation sized by an unchecked
//! number, no access outside the model's directory. Every bound on the work that a file can cause is in [`Limits`] and is
//! checked before the work is done; nesting uses memory in proportion to the size of the file.
//!
//! ```
//! use shapewright::graph::Model;
//! use shapewright::{Limits, AnalysisOptions, ReadOptions, Source, analyze};
//!
//! let limits = Limits { max_depth: 16, max_records: 100_000, ..Limits::default() };
//! let model = Model::read(
//!     Source::from_bytes("upload.onnx", vec![0x3a, 0xff, 0xff, 0xff, 0x7f]),
//!     &ReadOptions { limits: limits.clone(), no_weights: true },
//! );
//! let analysis = analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() });
//! assert_eq!(analysis.findings[0].rule.name(), "truncated-model");
//! ```
//!
//! One limit remains: if another program truncates a mapped file while it is read, the operating system ends the process.
//! If that can happen, read the bytes first and use [`Source::from_bytes`].
//!
//! # Features
//!
//! None is on by default: reading, inference, lints, explanations, edits, and writing need none.
//!
//! | feature | |
//! |---|---|
//! | `evaluate` | the values of tensors: `evaluate`, `OpQuery::evaluate`, module `fold`, `ops::Operator::evaluate`, and elements as `half::f16` and `half::bf16`; inference tracks the elements of small integer tensors without it, so no fact depends on it |
//! | `cli` | the command line, in module `cli`, and its dependencies; only the program needs it |
//! | `text` | module `render`: findings as text |
//! | `render` | module `render` with findings as text, JSON, and SARIF |
//! | `testing` | module `testing`: snapshots of models and specification pages for tests with insta; adds no dependency |
//! | `rayon` | reductions of large tensors on several threads, with bit-identical results |
//!
//! # Versions
//!
//! The crate follows semantic versioning, which includes the command-line interface that scripts rely on. Rule codes
//! are never reused. A new rule of level error, and a higher default level of an existing rule, are listed as breaking
//! changes; a more precise fact is not. JSON output has a `schema_version`. Requiring a Rust version newer than 1.88 is
//! a minor change. The public interface contains [`bytes::Bytes`] and, through [`NativeElement`], traits of `bytemuck` and,
//! with the feature `evaluate`, types of `half`.

// What only evaluation calls is not used without it, and the guide mentions it.
#![cfg_attr(
    not(feature = "evaluate"),
    allow(dead_code, unused_imports, unused_macros, rustdoc::broken_intra_doc_links)
)]
// Nothing but the command line writes to the terminal.
#![warn(clippy::print_stdout, clippy::print_stderr)]

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod analyze;
pub mod annotate;
#[cfg(feature = "cli")]
pub mod cli;
mod constraint;
pub mod convert;
mod custom_lint;
mod declarable;
mod diagnostic;
mod dialect;
pub mod diff;
mod dim;
mod element;
mod elements;
#[cfg(any(feature = "text", feature = "testing"))]
mod escape;
#[cfg(feature = "evaluate")]
mod evaluate;
mod explain;
pub mod expr;
pub mod extract;
mod fact;
mod facts;
pub mod fix;
mod fix_edit;
#[cfg(feature = "evaluate")]
pub mod fold;
#[cfg(not(feature = "evaluate"))]
mod fold;
mod format;
pub mod graph;
mod ids;
mod infer;
mod ir_syntax;
mod kernel;
mod limits;
mod lint;
mod node;
mod op_query;
pub mod ops;
mod options;
mod place;
pub mod print;
mod propose;
mod protobuf;
#[cfg(feature = "text")]
pub mod render;
#[cfg(feature = "text")]
mod report;
mod rewrite;
mod rule;
pub mod rules;
mod session;
mod shape;
mod short_text;
#[cfg(any(feature = "cli", feature = "testing"))]
mod snapshot;
mod source;
pub mod specialize;
mod suggest;
pub mod summary;
pub mod suppress;
mod suppression;
mod target;
mod tensor;
#[cfg(feature = "testing")]
pub mod testing;
mod type_syntax;
mod unread_weights;
pub mod write;

pub use analyze::analyze;
pub use constraint::{Constraint, ConstraintKind};
pub use custom_lint::{Lint, LintRun};
pub use diagnostic::{Diagnostic, DiagnosticValue, Diagnostics, Label};
pub use dim::Dim;
pub use element::{ElementType, TypeSet, UnknownElementType};
pub use elements::{Elements, SymFloat, SymInt};
#[cfg(feature = "evaluate")]
pub use evaluate::evaluate;
pub use explain::{Explanation, ExplanationStep, FactProperty, explain};
pub use expr::{Expr, Symbol};
pub use fact::{Fact, KnownValue, Provenance, TensorSplit, TensorType, UnknownReason, ValueType};
pub use facts::FactStore;
pub use format::ReadOptions;
pub use graph::AttributeArg;
pub use infer::Analysis;
pub use infer::node_inference::NodeInference;
pub use limits::Limits;
pub use op_query::{OpQuery, OpQueryResult};
#[cfg(feature = "evaluate")]
pub use ops::{EvalContext, StaticTensorType};
pub use options::{AnalysisOptions, CurrentNode, OptionNames, OptionSource};
pub use rule::Level;
pub use session::Session;
pub use shape::Shape;
pub use source::{LineColumn, LineIndex, OpenError, Source, Span};
pub use target::{ParseTargetError, Runtime, Target};
pub use tensor::{EvalError, NativeElement, Tensor, TensorError};
pub use type_syntax::{NamedType, ParseTypeError};
pub use unread_weights::UnreadWeights;
