//! Readers: any bytes become a model with a report.

use std::sync::OnceLock;

use shapewright::cli::check::{inspect, snapshot};
use shapewright::graph::{Model, Part, Place};
use shapewright::print::{ListingOptions, listing};
use shapewright::render::{Color, Report};
use shapewright::{Analysis, AnalysisOptions, Limits, ReadOptions, Source, analyze, explain};

use super::models::{any_model, read};
use super::parts;

/// The options of every target: evaluation has a budget that takes less time than a unit may.
pub fn options() -> &'static AnalysisOptions {
    static OPTIONS: OnceLock<AnalysisOptions> = OnceLock::new();
    OPTIONS.get_or_init(|| {
        let limits = Limits { max_io_bytes: 64 << 20, ..Limits::default() };
        AnalysisOptions { limits, ..AnalysisOptions::default() }
    })
}

/// Analyzes a model, and asks for everything that reports ask for.
pub fn examine(model: &Model) -> Analysis {
    let analysis = analyze(model, options());
    let mut report = Report::new();
    report.add(model, &analysis);
    let _ = (report.text(Color::Never), report.json(), report.sarif());
    let _ = (snapshot(model, options()), inspect(model, options()));
    let listing = listing(model, &ListingOptions::default());
    for finding in &analysis.findings {
        for place in finding.related.iter().map(|label| &label.place).chain([&finding.place]) {
            look_at(model, place);
            let _ = listing.locate(model, place);
        }
    }
    for value in model.graphs().flat_map(|graph| model.values_of(graph)).take(8) {
        let _ = explain(model, options(), &analysis.facts, value);
    }
    analysis
}

fn look_at(model: &Model, place: &Place) {
    let _ = place.graph.map(|graph| model.display_path(graph));
    let _ = place.node.map(|node| model.describe(node));
    let _ = match place.part {
        Part::Attribute(name) | Part::Name(name) => model.name(name).len(),
        Part::Value(value) => model.value_name(value).len(),
        _ => 0,
    };
}

fn source(name: &str, data: &[u8]) -> Source {
    Source::from_bytes(name, data.to_vec())
}

/// Bytes of a binary ONNX file, of any quality.
pub fn onnx_bytes(data: &[u8]) {
    examine(&Model::from_onnx(source("m.onnx", data), &ReadOptions::default()));
}

/// Bytes of an ONNX text.
pub fn onnx_text(data: &[u8]) {
    examine(&Model::from_onnx_text(source("m.onnxtxt", data), &ReadOptions::default()));
}

/// An IR file, then its weights.
pub fn openvino_ir(data: &[u8]) {
    let (xml, weights) = parts(data);
    let weights = weights.unwrap_or_default().to_vec();
    examine(&Model::read_with_weights(source("m.xml", xml), weights, &ReadOptions::default()));
}

/// A page of an operator specification, or whatever the content is.
pub fn spec_page(data: &[u8]) {
    examine(&read("page.rst", data, None));
}

/// A model of any format, with its weights.
pub fn any(data: &[u8]) {
    examine(&any_model(data));
}
