//! Seeds and dictionaries of the fuzz targets in `fuzz/`.
//!
//! `SHAPEWRIGHT_FUZZ_SEEDS=fuzz cargo test --test robustness fuzz_seeds` writes `fuzz/corpus/TARGET/` and
//! `fuzz/dictionaries/FORMAT.dict`, which are not committed. Without the variable, nothing is written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use shapewright::graph::Dialect;
use shapewright::ops::operators;

use crate::checks::SEPARATOR;
use crate::seeds::{Seed, seeds};

/// The targets that read a kind of file. In `edits`, a byte that selects what is done precedes it.
const TARGETS: [(&str, &[&str]); 8] = [
    ("onnx_bytes", &["onnx"]),
    ("onnx_text", &["onnxtxt"]),
    ("openvino_ir", &["xml"]),
    ("spec_page", &["rst", "md"]),
    ("fold", &["onnx", "onnxtxt", "xml"]),
    ("print", &["onnx", "onnxtxt", "xml"]),
    ("edits", &["onnx", "onnxtxt", "xml"]),
    ("diff", &["onnx", "onnxtxt", "xml"]),
];

/// Larger files make a target slow and add little.
const LONGEST: usize = 1 << 13;

fn write(path: PathBuf, bytes: &[u8]) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, bytes).expect("the file can be written");
}

/// A file and its weights.
fn input(seed: &Seed) -> Vec<u8> {
    let weights = seed.weights.iter().flat_map(|weights| [SEPARATOR, weights]).flatten();
    seed.bytes.iter().chain(weights).copied().collect()
}

/// A line of a dictionary.
fn entry(text: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'"' | b'\\' | 0..0x20 | 0x7F.. => format!("\\x{byte:02X}"),
        _ => char::from(byte).to_string(),
    };
    format!("\"{}\"\n", text.bytes().map(escaped).collect::<String>())
}

/// Names of operators and attributes, and what else the formats spell in one way.
fn words(dialect: Dialect) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for (domain, name, entry) in operators(dialect) {
        words.extend([domain.to_owned(), name.to_owned()]);
        let attributes = entry.signatures.iter().flat_map(|signature| signature.attributes);
        words.extend(attributes.map(|attribute| attribute.name.to_owned()));
    }
    let common = [
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551615",
        "4294967296",
        "nan",
        "-inf",
        "1e400",
        "\n%%%%\n",
    ];
    let own: &[&str] = match dialect {
        Dialect::Onnx => &[
            "<ir_version: 9, opset_import: [\"\" : 18]>",
            "float[N] x",
            "seq(tensor(float))",
            "optional(float[?])",
            "=> (",
            "graph = ",
            "<@attr",
            "\u{ff}\u{1}",
            "# shapewright: allow",
        ],
        Dialect::OpenVino => &[
            "<?xml version=\"1.0\"?>",
            "<net name=\"g\" version=\"11\">",
            "<layer id=\"0\" name=\"a\" type=\"",
            "<data ",
            "element_type=\"i64\" shape=\"2,2\" offset=\"0\" size=\"8\"",
            "<port id=\"0\" precision=\"FP32\" names=\"a,b\">",
            "<dim>-1</dim>",
            "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"1\" to-port=\"0\"/>",
            "<body>",
            "<port_map>",
            "<back_edges>",
            "<rt_info>",
            "<![CDATA[",
            "&#x0;",
        ],
    };
    words.extend(common.into_iter().chain(own.iter().copied()).map(str::to_owned));
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn fuzz_seeds_are_written_where_asked() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(folder) = env::var_os("SHAPEWRIGHT_FUZZ_SEEDS").map(|folder| root.join(folder)) else { return };
    let mut last: Option<Vec<u8>> = None;
    for (index, seed) in seeds(root).iter().filter(|seed| seed.bytes.len() <= LONGEST).enumerate() {
        for (target, endings) in TARGETS {
            // All calls of all operators for the readers, some for what takes longer.
            let is_too_many = endings.len() > 1 && seed.name.contains("cases-ops") && !index.is_multiple_of(8);
            if is_too_many || !endings.iter().any(|ending| seed.name.ends_with(&format!(".{ending}"))) {
                continue;
            }
            let mut bytes = input(seed);
            if target == "edits" {
                bytes.insert(0, index as u8);
            }
            if target == "diff" {
                // Each file with the one before it, which is often the same operator.
                let before = last.replace(seed.bytes.clone()).unwrap_or_default();
                bytes = [&seed.bytes[..], SEPARATOR, &before].concat();
            }
            write(folder.join("corpus").join(target).join(&seed.name), &bytes);
        }
    }
    let configuration = fs::read(root.join("tests/readme/shapewright.toml")).expect("a configuration");
    let sample = fs::read(root.join("src/cli/config/sample.toml")).expect("a configuration");
    let types = ["f32[N,3,2*N+1,?,1..5]", "seq(i64[...])", "optional(map(string,f32[]))", "floor(N/2) + max(M, 3)"];
    let texts = [&configuration, &sample].into_iter().map(|bytes| (0u8, bytes.clone()));
    let texts = texts.chain(types.iter().map(|text| (1u8, text.as_bytes().to_vec())));
    for (index, (kind, bytes)) in texts.enumerate() {
        write(folder.join(format!("corpus/syntax/{index}")), &[vec![kind], bytes].concat());
    }
    for length in [16, 64, 200, 600] {
        let bytes: Vec<u8> = (0..length).map(|i: usize| (i * 37 % 251) as u8).collect();
        write(folder.join(format!("corpus/graphs/{length}")), &bytes);
    }
    for (name, dialect) in [("onnx", Dialect::Onnx), ("openvino", Dialect::OpenVino)] {
        let lines: String = words(dialect).iter().map(|word| entry(word)).collect();
        write(folder.join(format!("dictionaries/{name}.dict")), lines.as_bytes());
    }
}
