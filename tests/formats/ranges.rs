//! Files of which only ranges were read: what is inferred is no wrong, and nothing is made of the bytes in between.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use shapewright::fold::{FoldOptions, fold};
use shapewright::graph::{Model, Storage, ValueRole};
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{Analysis, AnalysisOptions, Dim, ReadOptions, Source, Span, analyze};

use crate::build;

/// The models, binary and with their names.
fn models() -> impl Iterator<Item = (String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let paths: Vec<PathBuf> = build::files().iter().filter(|f| f.is_model()).map(|f| root.join(&f.path)).collect();
    let binary = paths.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "onnx"));
    binary.map(|path| (path.display().to_string(), fs::read(&path).expect("the file is there")))
}

fn read(source: Source) -> (Model, Analysis) {
    let model = Model::read(source, &ReadOptions::default());
    // Declarations would replace what is unknown, right or wrong.
    let analysis = analyze(&model, &AnalysisOptions { use_declared_types: false, ..AnalysisOptions::default() });
    (model, analysis)
}

/// The data of initializers in the file.
fn data(model: &Model) -> Vec<Span> {
    let values = model.graphs().flat_map(|graph| model.values_of(graph));
    let tensors = values.filter_map(|value| match model.value(value).role {
        ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) } => Some(model.tensor(tensor)),
        _ => None,
    });
    let mut spans: Vec<Span> = tensors
        .flat_map(|tensor| match &tensor.storage {
            Storage::Packed(shapewright::graph::FileId::MODEL, span) => vec![*span],
            Storage::Fields(_, runs) => runs.iter().map(|run| run.span).collect(),
            _ => Vec::new(),
        })
        .collect();
    spans.sort();
    spans
}

/// The file without these bytes.
fn without(name: &str, bytes: &[u8], unread: &[Span]) -> Source {
    let mut ranges = Vec::new();
    let mut at = 0;
    for span in unread {
        ranges.push((at, Span::new(at, span.start).of(bytes).to_vec().into()));
        at = span.end;
    }
    ranges.push((at, Span::new(at, bytes.len() as u64).of(bytes).to_vec().into()));
    Source::from_ranges(name, bytes.len() as u64, ranges).expect("the ranges are in order")
}

#[test]
fn no_fact_and_no_finding_comes_from_what_was_not_read() {
    let mut omitted = 0;
    for (name, bytes) in models() {
        let (whole, expected) = read(Source::from_bytes(name.as_str(), bytes.clone()));
        let unread = data(&whole);
        omitted += unread.len();
        let (model, analysis) = read(without(&name, &bytes, &unread));
        for value in model.graphs().flat_map(|graph| model.values_of(graph)) {
            let (weaker, exact) = (analysis.facts.get(value), expected.facts.get(value));
            let at = model.value_name(value);
            assert!(weaker.element().is_none() || weaker.element() == exact.element(), "{name}: {at}");
            let sizes = |dims: Option<&[Dim]>| dims.map(|dims| dims.iter().map(Dim::size).collect::<Vec<_>>());
            let (Some(weaker), Some(exact)) = (sizes(weaker.shape().dims()), sizes(exact.shape().dims())) else {
                continue;
            };
            assert_eq!(weaker.len(), exact.len(), "{name}: {at}");
            let differ = weaker.iter().zip(&exact).any(|(weaker, exact)| weaker.is_some() && weaker != exact);
            assert!(!differ, "{name}: {at} is {weaker:?} without its data and {exact:?} with it");
        }
        // A message may be weaker.
        let found = |analysis: &Analysis| -> BTreeSet<(String, Option<u64>)> {
            let places = analysis.findings.iter().map(|finding| (finding.rule.code(), finding.place.span));
            places.map(|(code, span)| (code.to_owned(), span.map(|span| span.start))).collect()
        };
        let more: Vec<_> = found(&analysis).difference(&found(&expected)).cloned().collect();
        assert!(more.is_empty(), "{name}: {more:?}");
    }
    assert!(omitted > 20, "{omitted}");
}

#[test]
fn elements_that_were_not_read_are_unknown_and_never_written() {
    let mut refused = 0;
    for (name, bytes) in models() {
        let (whole, _) = read(Source::from_bytes(name.as_str(), bytes.clone()));
        let unread = data(&whole);
        if unread.is_empty() {
            continue;
        }
        let (model, _) = read(without(&name, &bytes, &unread));
        assert!(data(&model).is_empty(), "{name}");
        assert!(write(&model, &ExternalDataPolicy::Keep).is_err(), "{name}");
        let folded = fold(&model, &FoldOptions { force: true, ..FoldOptions::default() });
        assert!(shapewright::write::onnx::rewrite(&model, &folded.rewrite, &ExternalDataPolicy::Keep).is_err());
        refused += 1;
    }
    assert!(refused > 5, "{refused}");
}

#[test]
fn a_wrong_length_is_found_without_the_data() {
    let (name, bytes) = models().find(|(name, _)| name.ends_with("bad-tensors.onnx")).expect("the file is there");
    let (_, expected) = read(Source::from_bytes(name.as_str(), bytes.clone()));
    // Every run of at least four bytes of the file that is the payload of `raw_data` could be omitted; here, one byte in
    // the middle of each stands for it.
    let found: Vec<_> = expected.findings.iter().filter(|found| found.rule.name() == "wrong-tensor-length").collect();
    assert!(!found.is_empty());
    for finding in found {
        let place = finding.place.span.expect("a tensor has a place");
        let unread = [Span::new(place.end - 1, place.end)];
        let (_, analysis) = read(without(&name, &bytes, &unread));
        assert!(analysis.findings.iter().any(|found| found.rule == finding.rule), "{}", finding.message);
    }
}
