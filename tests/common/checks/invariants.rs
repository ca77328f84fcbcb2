//! Services that transform a model: what they promise of the result.

use shapewright::annotate::{AnnotateOptions, annotate, strip};
use shapewright::convert::{ConvertOptions, OnnxForm, Weights, convert};
use shapewright::extract::extract;
use shapewright::fix::{FixOptions, fix as apply_fixes};
use shapewright::fold::{FoldOptions, Folded, fold as fold_constants};
use shapewright::graph::{Dialect, Format, Model, Status};
use shapewright::print::{ListingOptions, listing};
use shapewright::specialize::{SpecializeOptions, specialize};
use shapewright::write::{ExternalDataPolicy, WriteOutput, write, write_rewritten};
use shapewright::{Analysis, analyze};

use super::examine::{examine, options};
use super::models::{any_model, file_name, is_same, is_valid, read, results};
use super::session::follow_edits;
use super::{models, parts};
use crate::mutate::Random;

/// A model that was written, read again.
fn again(model: &Model, written: &WriteOutput) -> Model {
    let weights = written.weights.as_ref().map(|weights| weights.to_bytes());
    read(file_name(model), &written.model.to_bytes(), weights.as_deref())
}

fn errors(analysis: &Analysis) -> Vec<String> {
    let findings = analysis.findings.iter().chain(&analysis.suppressed);
    let errors = findings.filter(|finding| finding.level == shapewright::Level::Error);
    errors.map(|finding| format!("{}: {}", finding.rule.code(), finding.message)).collect()
}

/// What was written of a valid model is valid.
fn assert_valid(what: &str, model: &Model) {
    let analysis = examine(model);
    assert!(is_valid(model, &analysis), "{what} made errors: {:?}", errors(&analysis));
}

fn folded(model: &Model) -> Folded {
    fold_constants(model, &FoldOptions { analysis: options().clone(), ..FoldOptions::default() })
}

/// A model that is folded, written, and read again computes the same, and has nothing left to fold.
pub fn fold(data: &[u8]) {
    check_fold(&any_model(data));
}

/// The same for a model.
pub fn check_fold(model: &Model) {
    let first = folded(model);
    let Ok(written) = write_rewritten(model, &first.rewrite, &ExternalDataPolicy::Keep) else { return };
    if first.rewrite.is_empty() {
        // A text in another encoding, or with invalid bytes, was decoded.
        let is_verbatim = model.file_len() == model.source().bytes().len() as u64;
        let is_same = written.model.to_bytes() == model.source().bytes();
        assert!(is_same || !is_verbatim, "nothing was folded, but the file changed");
        return;
    }
    if !is_valid(model, &first.analysis) {
        let _ = examine(&again(model, &written));
        return;
    }
    let after = again(model, &written);
    assert_valid("folding", &after);
    for (before, after) in results(model).into_iter().zip(results(&after)) {
        if let (Ok(before), Ok(after)) = (before, after) {
            assert!(is_same(&before, &after), "folding changed a result: {before:?}, now {after:?}");
        }
    }
    let second = folded(&after);
    assert!(second.rewrite.is_empty(), "folding twice is more than once: {:?}", second.rewrite);
}

/// The text of an ONNX model is read back, and is printed as the same text.
pub fn print(data: &[u8]) {
    check_print(&any_model(data));
}

/// The same for a model.
pub fn check_print(model: &Model) {
    for weights in [false, true] {
        let options = ListingOptions { weights, hashes: true };
        let text = listing(model, &options).text;
        if model.dialect() != Dialect::Onnx || model.status() != Status::Ok {
            continue;
        }
        let again = read("m.onnxtxt", text.as_bytes(), None);
        assert_eq!(again.format(), Format::OnnxText, "the listing is not recognized:\n{text}");
        let syntax = again.findings().iter().find(|finding| finding.rule.name() == "syntax-error");
        assert!(syntax.is_none(), "{syntax:?}\n{text}");
        if model.findings().is_empty() {
            let second = listing(&again, &options).text;
            let differs = text.lines().zip(second.lines()).find(|(a, b)| a != b);
            assert!(second == text, "{differs:?}\n{text}");
        }
    }
}

/// Two models: no difference between each and itself, and a comparison of both.
pub fn diff(data: &[u8]) {
    let (before, after) = parts(data);
    let (before, after) = (any_model(before), any_model(after.unwrap_or_default()));
    let analyses = (analyze(&before, options()), analyze(&after, options()));
    let itself = shapewright::diff::diff((&before, &analyses.0), (&before, &analyses.0));
    assert!(itself.is_empty(), "a model differs from itself: {itself:?}");
    let _ = shapewright::diff::compare((&before, &analyses.0), (&after, &analyses.1));
    let _ = shapewright::diff::compare((&after, &analyses.1), (&before, &analyses.0));
}

/// A byte that selects an edit, then a model.
pub fn edits(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else { return };
    let model = any_model(data);
    let analysis = analyze(&model, options());
    let was_valid = is_valid(&model, &analysis);
    match kind % 8 {
        0 | 1 => check_annotate(model, was_valid, kind & 8 == 8),
        2 => check_specialize(model, was_valid, 1 + u64::from(kind >> 4)),
        3 | 4 => check_fix(model, kind & 8 == 8),
        5 => check_extract(&model, &analysis, was_valid, usize::from(kind >> 3)),
        6 => check_convert(&model, was_valid, kind & 8 == 8),
        _ => follow_edits(model, &mut random(data)),
    }
}

/// Choices that the bytes determine.
pub fn random(data: &[u8]) -> Random {
    Random::new(data.iter().fold(0, |seed, &byte| seed * 257 % (1 << 55) + u64::from(byte)))
}

pub fn check_annotate(mut model: Model, was_valid: bool, overwrite: bool) {
    let annotating = AnnotateOptions::new().analysis(options().clone()).overwrite(overwrite);
    if annotate(&mut model, &annotating).is_err() {
        return;
    }
    if let Ok(written) = write(&model, &ExternalDataPolicy::Keep) {
        let mut after = again(&model, &written);
        if was_valid {
            assert_valid("annotating", &after);
            let twice = annotate(&mut after, &annotating);
            assert!(twice.is_ok_and(|twice| !twice.is_changed()), "annotating twice is more than once");
        }
    }
    strip(&mut model);
    let _ = write(&model, &ExternalDataPolicy::Keep);
}

fn check_specialize(mut model: Model, was_valid: bool, size: u64) {
    let graph = model.main_graph().map(|graph| model.graph(graph).inputs.clone()).unwrap_or_default();
    let declared = graph.iter().filter_map(|&input| model.declared(input)?.as_tensor());
    let dims = declared.flat_map(|tensor| tensor.shape.dims().unwrap_or_default());
    let symbol = dims.filter_map(|dim| dim.name()).next().map(|symbol| symbol.to_string());
    let Some(symbol) = symbol else { return };
    let wanted =
        SpecializeOptions::new().analysis(options().clone()).rewrite(size.is_multiple_of(2)).bind(&symbol, size);
    let done = specialize(&mut model, &wanted);
    if let (Ok(_), Ok(written)) = (&done, write(&model, &ExternalDataPolicy::Keep)) {
        let after = again(&model, &written);
        if was_valid {
            assert_valid("specializing", &after);
        }
    }
}

fn check_fix(model: Model, unsafe_fixes: bool) {
    let wanted = FixOptions { unsafe_fixes, analysis: options().clone(), ..FixOptions::default() };
    let before = analyze(&model, options());
    let fixed = apply_fixes(model, &wanted, |_, _| true);
    let (before, after) = (errors(&before).len(), errors(&fixed.analysis).len());
    assert!(after <= before, "fixing made errors: {before}, then {:?}", errors(&fixed.analysis));
    let _ = examine(&fixed.model);
}

fn check_extract(model: &Model, analysis: &Analysis, was_valid: bool, index: usize) {
    let Some(graph) = model.main_graph() else { return };
    let nodes: Vec<_> = model.nodes_of(graph).collect();
    let Some(&node) = nodes.get(index % nodes.len().max(1)) else { return };
    let Some(output) = model.outputs(node).next() else { return };
    let inputs: Vec<&str> = match index % 2 {
        0 => Vec::new(),
        _ => model.inputs(node).iter().filter_map(|input| Some(model.value_name(input.value()?))).collect(),
    };
    let Ok(part) = extract(model, &analysis.facts, &inputs, &[model.value_name(output)]) else { return };
    let _ = examine(&part);
    if let Ok(written) = write(&part, &ExternalDataPolicy::Keep) {
        let after = again(model, &written);
        if was_valid {
            assert_valid("extracting", &after);
        }
    }
}

/// A model in the other form of ONNX says the same, and in its own form again, too.
pub fn check_convert(model: &Model, was_valid: bool, is_stored: bool) {
    let (form, name, back, back_name) = match model.format() {
        Format::Onnx => (OnnxForm::Text, "m.onnxtxt", OnnxForm::Binary, "m.onnx"),
        _ => (OnnxForm::Binary, "m.onnx", OnnxForm::Text, "m.onnxtxt"),
    };
    let with_weights = |form| match is_stored {
        true => ConvertOptions::new(form),
        false => ConvertOptions::new(form).weights(Weights::Stored(ExternalDataPolicy::Embed)),
    };
    let Ok(converted) = convert(model, &with_weights(form)) else { return };
    let other = read(name, &converted.model.to_bytes(), None);
    if was_valid {
        assert_valid("converting", &other);
        let types = |model: &Model| {
            let facts = analyze(model, options()).facts;
            models::outputs(model).into_iter().map(|value| facts.ty(value).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(types(model), types(&other), "converting changed types");
    }
    if let Ok(converted) = convert(&other, &with_weights(back)) {
        let again = read(back_name, &converted.model.to_bytes(), None);
        if was_valid {
            assert_valid("converting twice", &again);
        }
    }
}
