//! Deep models in a thread with little stack. The program gives the threads that work on models a large one, so a limit on the
//! stack of its process would prove nothing.

use std::fmt::Write as _;
use std::thread;

use crate::checks::examine::examine;
use crate::checks::models::any_model;
use crate::hostile::wire::{field, model, nest, tensor_type};
use crate::nesting::branches_of_ir;
use shapewright::annotate::{AnnotateOptions, annotate};
use shapewright::convert::{ConvertOptions, OnnxForm, convert};
use shapewright::diff::compare;
use shapewright::extract::extract;
use shapewright::fix::{FixOptions, fix};
use shapewright::fold::{FoldOptions, fold};
use shapewright::graph::{Format, Model};
use shapewright::print::{ListingOptions, listing};
use shapewright::specialize::{SpecializeOptions, specialize};
use shapewright::write::{ExternalDataPolicy, write, write_rewritten};
use shapewright::{Analysis, Level};

/// The smallest power of two that is enough in a build without optimization, whose frames are large: 128 KiB are too little for
/// shallow models as well. A function that called itself for each of 990 levels would have to do with 264 bytes each time.
const STACK: usize = 256 << 10;

/// How deep the valid models are: almost the 1,000 bodies in each other that are read.
const DEPTH: usize = 990;

/// IR takes more time.
const DEPTH_OF_IR: usize = 300;

/// Reads a model, asks for all reports, and does what commands do with it. Returns the codes of its errors. An overflow of the
/// stack ends the process of all tests.
fn errors_with_little_stack(what: &str, file: impl Into<Vec<u8>>) -> Vec<&'static str> {
    let file = file.into();
    let all = move || {
        let model = any_model(&file);
        let analysis = examine(&model);
        change(&model, &analysis);
        let errors = analysis.findings.iter().filter(|finding| finding.level == Level::Error);
        let mut codes: Vec<_> = errors.filter_map(|finding| Some(finding.rule.as_static()?.code())).collect();
        codes.dedup();
        codes
    };
    let thread = thread::Builder::new().name(what.to_owned()).stack_size(STACK).spawn(all);
    thread.expect("a thread").join().unwrap_or_else(|_| panic!("{what}"))
}

/// Everything that makes another model or a text of it.
fn change(model: &Model, analysis: &Analysis) {
    let _ = listing(model, &ListingOptions { weights: true, hashes: true });
    assert!(compare((model, analysis), (model, analysis)).differences.is_empty());
    let folded = fold(model, &FoldOptions::default());
    let _ = write_rewritten(model, &folded.rewrite, &ExternalDataPolicy::Keep);
    let form = if model.format() == Format::Onnx { OnnxForm::Text } else { OnnxForm::Binary };
    let _ = convert(model, &ConvertOptions::new(form));
    let mut annotated = model.clone();
    let _ = annotate(&mut annotated, &AnnotateOptions::new().force(true));
    let _ = write(&annotated, &ExternalDataPolicy::Keep);
    let mut specialized = model.clone();
    let sizes = match model.format() {
        Format::OpenVinoIr => SpecializeOptions::new().input("x:f32[4,3]".parse().expect("a type")),
        _ => SpecializeOptions::new().bind("N", 4),
    };
    let is_done = specialize(&mut specialized, &sizes).is_ok();
    assert!(is_done || model.format() != Format::OpenVinoIr, "the IR has no errors");
    let _ = write(&specialized, &ExternalDataPolicy::Keep);
    let _ = fix(model.clone(), &FixOptions { unsafe_fixes: true, ..FixOptions::default() }, |_, _| true);
    let last = model.main_graph().and_then(|graph| model.graph(graph).outputs.first()?.operand.value());
    if let Some(part) = last.and_then(|last| extract(model, &analysis.facts, &[], &[model.value_name(last)]).ok()) {
        let _ = write(&part, &ExternalDataPolicy::Keep);
    }
}

const HEAD: &str = "<ir_version: 9, opset_import: [\"\" : 18, \"f\" : 1]>\n";

fn branches(depth: usize) -> String {
    let mut text = format!("{HEAD}g (bool c, float[N,3] x) => (float[N,3] r) {{\n");
    text += &"r = If (c) <then_branch = t () => (float[N,3] r) {\n".repeat(depth);
    text += "r = Relu (x)";
    text += &"}, else_branch = e () => (float[N,3] q) { q = Neg (x) }>\n".repeat(depth);
    text + "}"
}

#[test]
fn bodies_in_bodies_need_little_stack() {
    let text = branches(DEPTH);
    // Other readers of ONNX follow 100 records in each other, which is an error, and the only one.
    let binary = convert(&any_model(text.as_bytes()), &ConvertOptions::new(OnnxForm::Binary)).expect("a binary form");
    assert_eq!(errors_with_little_stack("text", text), ["GR120"]);
    assert_eq!(errors_with_little_stack("binary", binary.model.to_bytes()), ["GR120"]);
    assert_eq!(errors_with_little_stack("IR", branches_of_ir(DEPTH_OF_IR)), [""; 0]);
}

/// Calls of functions, expressions of expressions, and types of types that inference makes.
#[test]
fn what_follows_from_each_other_needs_little_stack() {
    const COUNT: usize = 2_000;
    let mut text = format!("{HEAD}g (float[N,3] x) => (float[N,3] y) {{ y = f.F{COUNT} (x) }}\n");
    for k in (1..=COUNT).rev() {
        let before = k - 1;
        let _ = writeln!(
            text,
            "<domain: \"f\", opset_import: [\"\" : 18, \"f\" : 1]> F{k} (a) => (b) {{ b = f.F{before} (a) }}"
        );
    }
    text += "<domain: \"f\", opset_import: [\"\" : 18]> F0 (a) => (b) { b = Relu (a) }";
    assert_eq!(errors_with_little_stack("calls", text), [""; 0]);
    let chain = |nodes: [&str; 2]| {
        let mut text = format!("{HEAD}g (float[N,3,K] x) => (y) <int64[1] two = {{2}}> {{\nv0 = Shape (x)\n");
        for i in 0..COUNT {
            let _ = writeln!(text, "v{} = {}", i + 1, nodes[i % 2].replace('@', &format!("v{i}")));
        }
        text + &format!("y = Identity (v{COUNT}) }}")
    };
    assert_eq!(errors_with_little_stack("quotients", chain(["Add (@, two)", "Div (@, two)"])), [""; 0]);
    assert_eq!(errors_with_little_stack("maxima", chain(["Max (@, two)", "Div (@, two)"])), [""; 0]);
    assert_eq!(errors_with_little_stack("products", chain(["Mul (@, v0)", "Add (@, two)"])), [""; 0]);
    assert_eq!(errors_with_little_stack("unknown", chain(["f.Unknown (@)", "Identity (@)"])), [""; 0]);
    let sequences = errors_with_little_stack("sequences", chain(["SequenceConstruct (@)", "Optional (@)"]));
    assert!(!sequences.is_empty(), "a sequence of sequences is not allowed");
}

#[test]
fn types_in_types_need_little_stack() {
    const COUNT: usize = 10_000;
    let (open, close) = ("seq(".repeat(COUNT), ")".repeat(COUNT));
    let text = format!("{HEAD}g ({open}float[2]{close} x) => (y) {{ y = Identity (x) }}");
    assert!(!errors_with_little_stack("text", text).is_empty());
    // A sequence is a record in a record.
    let binary = model(&field(11, &[field(1, b"x"), field(2, &nest(&[4, 1], COUNT, &tensor_type(&[2])))].concat()));
    assert!(!errors_with_little_stack("binary", binary).is_empty());
}
