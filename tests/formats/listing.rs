//! Listings of real models are read back as the same models.

use std::path::{Path, PathBuf};

use shapewright::graph::Model;
use shapewright::print::{ListingOptions, listing};
use shapewright::{ReadOptions, Source};

fn models(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            models(&path, found);
        } else if path.extension().is_some_and(|e| e == "onnx") {
            found.push(path);
        }
    }
}

fn read_text(text: &str) -> Model {
    Model::from_onnx_text(Source::from_bytes("listing", text.to_owned()), &ReadOptions::default())
}

#[test]
fn corpus_listings_round_trip() {
    let mut found = Vec::new();
    models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/onnx"), &mut found);
    if found.is_empty() {
        #[allow(clippy::print_stderr)]
        {
            eprintln!("skipped: there is no corpus here");
        }
    }
    for path in found {
        let source = Source::open(&path).expect("a file");
        let model = Model::from_onnx(source, &ReadOptions::default());
        let full = ListingOptions { weights: model.source().bytes().len() < 1 << 16, hashes: true };
        for options in [ListingOptions::default(), full] {
            let text = listing(&model, &options).text;
            let again = read_text(&text);
            assert!(
                again.findings().iter().all(|f| f.rule.name() != "syntax-error"),
                "{path:?}: {:?}",
                again.findings()
            );
            let second = listing(&again, &options).text;
            let differs = text.lines().zip(second.lines()).find(|(a, b)| a != b);
            assert!(second == text, "{path:?}: {differs:?}");
        }
    }
}
