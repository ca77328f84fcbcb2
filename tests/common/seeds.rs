//! Small models of every kind, made from the files of `testdata`, the models in Markdown files, and the operator calls of
//! `tests/cases/ops`. Mutations and fuzzing start from them.

#![allow(dead_code)] // every user needs a part of it

use std::fs;
use std::path::{Path, PathBuf};

use shapewright::graph::{At, Dialect, Format, Model, NewNode, Operand};
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{Elements, Fact, KnownValue, Tensor};

use crate::notation::{self, Call};

/// A model file.
#[derive(Clone)]
pub struct Seed {
    /// The name, whose extension states the format.
    pub name: String,
    pub bytes: Vec<u8>,
    /// The weights next to an IR file.
    pub weights: Option<Vec<u8>>,
}

/// What an IR model of a Markdown file reads: the 64-bit integers 3, 0, 1, 2.
const WEIGHTS: [i64; 4] = [3, 0, 1, 2];

/// All seeds that can be made from the repository at this path.
pub fn seeds(root: &Path) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for folder in ["testdata/onnx", "testdata/openvino", "testdata/foreign", "tests/readme", "examples/pages"] {
        for path in files(&root.join(folder)) {
            let name = name_of(root, &path);
            if ["onnx", "onnxtxt", "xml", "rst", "md"].iter().any(|ext| name.ends_with(&format!(".{ext}"))) {
                let weights = name.ends_with(".xml").then(|| fs::read(path.with_extension("bin")).ok()).flatten();
                seeds.push(Seed { name, bytes: fs::read(&path).expect("a file"), weights });
            }
        }
    }
    for folder in ["src/rules", "tests/cases"] {
        for path in files(&root.join(folder)).into_iter().filter(|path| path.extension().is_some_and(|e| e == "md")) {
            let text = fs::read_to_string(&path).expect("a text");
            for (index, (info, body)) in blocks(&text).into_iter().enumerate() {
                seeds.extend(from_block(&format!("{}-{index}", name_of(root, &path)), info, &body));
            }
        }
    }
    seeds
}

/// The files of a folder and of the folders in it, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn name_of(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace(['/', '\\'], "-")
}

/// The blocks of a Markdown file: their info strings and contents.
fn blocks(text: &str) -> Vec<(&str, String)> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) {
            blocks.push((info, lines.by_ref().take_while(|line| *line != "```").collect::<Vec<_>>().join("\n")));
        }
    }
    blocks
}

fn from_block(name: &str, info: &str, body: &str) -> Vec<Seed> {
    let dialect = match info {
        "infer onnx" | "evaluate onnx" => Dialect::Onnx,
        "infer openvino" | "evaluate openvino" => Dialect::OpenVino,
        _ => {
            let ending = match info.split_whitespace().next() {
                Some("onnx") => "onnxtxt",
                Some("xml") => "xml",
                _ => return Vec::new(),
            };
            let weights = (ending == "xml").then(|| WEIGHTS.iter().flat_map(|n| n.to_le_bytes()).collect());
            let bytes = body.replace("OPSET", "18").into_bytes();
            return vec![Seed { name: format!("{name}.{ending}"), bytes, weights }];
        }
    };
    let calls = body.lines().filter_map(|line| notation::parse(line, dialect).ok()?.0.pop());
    let models = calls.enumerate().filter_map(|(index, call)| from_call(&format!("{name}-{index}"), &call));
    models.collect()
}

/// A model that consists of one call.
fn from_call(name: &str, call: &Call) -> Option<Seed> {
    let (format, ending) = match call.dialect {
        Dialect::Onnx => (Format::Onnx, "onnx"),
        Dialect::OpenVino => (Format::OpenVinoIr, "xml"),
    };
    let opset = [(call.domain.as_str(), call.version)];
    let mut model = Model::empty(format, if call.dialect == Dialect::Onnx { &opset } else { &[] });
    let graph = model.main_graph()?;
    let mut node = NewNode::new(&call.name).domain(&call.domain);
    if call.dialect == Dialect::OpenVino {
        node = node.opset(call.version);
    }
    for (index, input) in call.inputs.iter().enumerate() {
        node = node.input(match input {
            None => Operand::Absent,
            Some(fact) => Operand::Value(match tensor(fact) {
                Some(tensor) => model.add_constant(graph, &format!("c{index}"), &tensor).ok()?,
                None => model.add_input(graph, &format!("x{index}"), fact.ty.clone()).ok()?,
            }),
        });
    }
    for (name, value) in &call.attributes {
        node = node.attribute(name, value.clone());
    }
    for index in 0..call.outputs {
        node = node.output(&format!("y{index}"));
    }
    let node = model.insert(At::End(graph), node).ok()?;
    for value in model.outputs(node).collect::<Vec<_>>() {
        model.add_output(graph, value).ok()?;
    }
    let written = write(&model, &ExternalDataPolicy::Keep).ok()?;
    let weights = written.weights.map(|weights| weights.to_bytes().to_vec());
    Some(Seed { name: format!("{name}.{ending}"), bytes: written.model.to_bytes().to_vec(), weights })
}

/// The tensor of a fact whose elements are all known.
fn tensor(fact: &Fact) -> Option<Tensor> {
    let KnownValue::Elements(elements) = &fact.value else { return None };
    let is_exact = matches!(elements, Elements::Floats(_)) || elements.exact_ints().is_some();
    is_exact.then(|| notation::tensor(fact)).flatten()
}
