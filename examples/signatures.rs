//! Prints every version of every operator as one JSON object per line: what the scripts in `tools` know of IR operators.
//!
//! Run with `cargo run --example signatures`.

use shapewright::graph::Dialect;
use shapewright::ops::operators;
use shapewright::ops::signature::{FormalParameter, FormalType, ParameterOption, Signature};

fn names(types: impl Iterator<Item = impl std::fmt::Display>) -> String {
    format!("[{}]", types.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(","))
}

/// A parameter: its name, its variable or `null`, its types, and whether it may be omitted or repeated.
fn parameter(signature: &Signature, formal: &FormalParameter) -> String {
    let variable = match formal.ty {
        FormalType::Variable(name) => format!("\"{name}\""),
        FormalType::Fixed(_) => "null".to_owned(),
    };
    let types = names(signature.allowed(formal).tensor.iter());
    let presence = match formal.presence {
        ParameterOption::Required => "required",
        ParameterOption::Optional => "optional",
        ParameterOption::Variadic { same: true, .. } => "variadic",
        ParameterOption::Variadic { same: false, .. } => "variadic of any types",
    };
    let name = formal.name;
    format!("{{\"name\":\"{name}\",\"variable\":{variable},\"types\":{types},\"presence\":\"{presence}\"}}")
}

fn line(dialect: Dialect, domain: &str, name: &str, signature: &Signature) -> String {
    let all = |formals: &[FormalParameter]| {
        formals.iter().map(|formal| parameter(signature, formal)).collect::<Vec<_>>().join(",")
    };
    let (inputs, outputs) = (all(signature.inputs), all(signature.outputs));
    let (since, until) = (signature.since, signature.until.map_or("null".to_owned(), |until| until.to_string()));
    format!(
        "{{\"dialect\":\"{dialect:?}\",\"domain\":\"{domain}\",\"name\":\"{name}\",\"since\":{since},\"until\":{until},\
         \"inputs\":[{inputs}],\"outputs\":[{outputs}]}}"
    )
}

fn main() {
    for dialect in [Dialect::Onnx, Dialect::OpenVino] {
        let mut all: Vec<_> = operators(dialect).collect();
        all.sort_by_key(|(domain, name, _)| (*domain, *name));
        for (domain, name, entry) in all {
            for signature in entry.onnxruntime_signatures.iter().chain(entry.signatures) {
                println!("{}", line(dialect, domain, name, signature));
            }
        }
    }
}
