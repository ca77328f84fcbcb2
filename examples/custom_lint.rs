//! A lint with a rule of its own, run beside the lints of this crate, and the findings of both as SARIF.
//!
//! The compiler's accelerator has vectors of a width that is known only at run time. The lint warns of products whose rows
//! do not fill them.

use std::error::Error;
use std::sync::Arc;

use shapewright::graph::Model;
use shapewright::render::Report;
use shapewright::rules::{Category, Rule};
use shapewright::{AnalysisOptions, Diagnostic, Dim, Level, Lint, LintRun, ReadOptions, Source, analyze};

/// Warns of products whose last dimension is not a multiple of the width of a vector.
#[derive(Debug)]
struct PartialVectors {
    width: u64,
    rule: Arc<Rule>,
}

impl PartialVectors {
    fn new(width: u64) -> PartialVectors {
        let rule = Rule::custom("ACME001", "partial-vectors", Level::Warning)
            .with_category(Category::Performance)
            .with_summary("the rows of a product do not fill vectors")
            .with_help(format!("pad the weights to a multiple of {width} columns"))
            .with_page("# ACME001 partial-vectors\n\nA row that does not fill its last vector wastes lanes.\n");
        PartialVectors { width, rule: Arc::new(rule) }
    }
}

impl Lint for PartialVectors {
    fn rules(&self) -> Vec<Arc<Rule>> {
        vec![self.rule.clone()]
    }

    fn check(&self, run: &LintRun<'_>) {
        let model = run.model();
        for node in run.nodes().filter(|&node| model.op_type(node) == "MatMul") {
            let Some(fact) = model.outputs(node).next().map(|value| run.fact(value)) else { continue };
            let columns = fact.shape().dims().and_then(|dims| dims.last()).and_then(Dim::size);
            if let Some(columns) = columns.filter(|columns| columns % self.width != 0) {
                let message =
                    format!("{} has {columns} columns; expected a multiple of {}", model.describe(node), self.width);
                run.report(Diagnostic::new(&self.rule, run.place(node), message).data("columns", columns));
            }
        }
    }
}

const TEXT: &str = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N,64] x, float[64,100] w) => (float[N,100] z) {
    copy = Identity (x)
    [product] y = MatMul (copy, w)
    z = Relu (y)
}"#;

/// Returns the findings as SARIF.
pub fn report() -> String {
    let options = AnalysisOptions { lints: vec![Arc::new(PartialVectors::new(16))], ..AnalysisOptions::default() };
    let model = Model::read(Source::from_bytes("product.onnxtxt", TEXT), &ReadOptions::default());
    let mut report = Report::new();
    report.add(&model, &analyze(&model, &options));
    report.sarif()
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", report());
    Ok(())
}
