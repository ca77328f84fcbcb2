//! Signatures of IR operators compared with the installed openvino package, if `SHAPEWRIGHT_OPENVINO` names a Python
//! interpreter that has it.

use std::io::Write;
use std::process::{Command, Stdio};

use shapewright::graph::Dialect;
use shapewright::ops::operators;
use shapewright::ops::signature::{AttributeKind, Signature};

/// What differs for a reason, as the tool prints it: constructors that make the missing inputs themselves.
const KNOWN: &[&str] =
    &["GRUCell-3: takes 5 to 5 inputs, openvino also 4", "LRN-1: takes 2 to 2 inputs, openvino also 1"];

fn kind(kind: AttributeKind) -> &'static str {
    match kind {
        AttributeKind::Bool => "bool",
        AttributeKind::Integer => "integer",
        AttributeKind::Integers => "integers",
        AttributeKind::Real => "real",
        AttributeKind::Reals => "reals",
        AttributeKind::Word(_) | AttributeKind::OneOf(_) => "word",
        AttributeKind::Element => "element",
        AttributeKind::Shape => "shape",
        _ => "text",
    }
}

/// A version as the tool reads it.
fn line(name: &str, signature: &Signature) -> String {
    let (least, most) = signature.input_range();
    let most = most.map_or("null".to_owned(), |most| most.to_string());
    let attributes = signature.attributes.iter().map(|a| format!("[\"{}\",\"{}\"]", a.name, kind(a.kind)));
    let attributes = attributes.collect::<Vec<_>>().join(",");
    let since = signature.since;
    format!("{{\"name\":\"{name}\",\"since\":{since},\"inputs\":[{least},{most}],\"attributes\":[{attributes}]}}\n")
}

#[test]
fn attributes_and_inputs_match_the_openvino_package() {
    let Some(python) = std::env::var_os("SHAPEWRIGHT_OPENVINO") else { return };
    let mut all: Vec<_> = operators(Dialect::OpenVino).collect();
    all.sort_by_key(|(_, name, _)| *name);
    let lines = all.iter().flat_map(|(_, name, known)| known.signatures.iter().map(|s| line(name, s)));
    let lines = lines.collect::<String>();
    let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/openvino_signatures.py");
    let mut command = Command::new(python);
    let command = command.arg(tool).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = command.spawn().expect("the tool can be started");
    let mut stdin = running.stdin.take().expect("the tool reads");
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = running.wait_with_output().expect("the tool ends");
    writer.join().expect("the writer ends").expect("the tool reads all");
    let told = String::from_utf8_lossy(&output.stdout);
    let new: Vec<&str> = told.lines().filter(|line| !KNOWN.contains(line)).collect();
    assert!(output.status.code().is_some_and(|code| code <= 1), "the tool failed");
    assert!(new.is_empty(), "{}", new.join("\n"));
}
