//! Real IR files and specification pages, if the directory with them is present.
#![allow(clippy::print_stderr)] // a skipped test says so

use std::path::{Path, PathBuf};

use shapewright::ReadOptions;
use shapewright::graph::{Format, Model, Status, ValueRole};

/// A directory next to the repository; `None` in a fresh clone.
fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(folder);
    if !path.is_dir() {
        eprintln!("skipped: there is no ../shared/{folder}");
        return None;
    }
    Some(path)
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn open(path: &Path) -> Model {
    Model::open(path, &ReadOptions::default()).expect("the file is there")
}

#[test]
fn samples_written_by_openvino_have_no_finding() {
    let Some(folder) = shared("cases/ir_samples") else { return };
    let samples = files(&folder, "xml");
    assert_eq!(samples.len(), 39);
    for path in samples {
        let model = open(&path);
        assert_eq!(model.findings(), [], "{}", path.display());
        assert_eq!((model.format(), model.status()), (Format::OpenVinoIr, Status::Ok));
    }
}

#[test]
fn real_files_have_no_error() {
    let Some(folder) = shared("corpus/ir") else { return };
    for path in files(&folder, "xml") {
        let model = open(&path);
        let with_weights = path.with_extension("bin").is_file();
        for finding in model.findings() {
            assert!(finding.rule.code() == "FM004" && !with_weights, "{}: {finding:?}", path.display());
        }
        assert!(model.main_graph().is_some_and(|g| model.nodes_of(g).len() > 0), "{}", path.display());
    }
}

/// The port's declared shape, or the values of the constant that it is.
fn describe(model: &Model, value: shapewright::graph::ValueId) -> String {
    match model.value(value).role {
        ValueRole::Initializer(tensor) => format!("{:?}", model.elements(tensor, 9).and_then(|e| e.exact_ints())),
        _ => model.declared(value).map_or(String::new(), |t| t.to_string()),
    }
}

#[test]
fn specification_page_has_four_examples() {
    let Some(folder) = shared("spec") else { return };
    let pages: Vec<PathBuf> = [files(&folder, "rst"), files(&folder, "txt")].concat();
    let pages: Vec<&PathBuf> = pages.iter().filter(|p| p.to_string_lossy().contains("openvino")).collect();
    assert_eq!(pages.len(), 3);
    for page in pages {
        let model = open(page);
        assert_eq!(model.findings(), []);
        assert_eq!(model.format(), Format::SpecExample);
        let examples: Vec<String> = model
            .graphs()
            .map(|g| {
                let values: Vec<String> = model.values_of(g).map(|v| describe(&model, v)).collect();
                let node = model.nodes_of(g).next().expect("one layer");
                let keep = model.attribute(node, "keep_dims").map(|a| format!("{:?}", a.span.len()));
                format!("{} {} {} {}", model.path(g), model.op_type(node), values.join(" "), keep.unwrap_or_default())
            })
            .collect();
        assert_eq!(
            examples,
            [
                "example/1 ReduceMin ?[6,12,10,24] Some([2, 3]) ?[6,12,1,1] 16",
                "example/2 ReduceMin ?[6,12,10,24] Some([2, 3]) ?[6,12] 17",
                "example/3 ReduceMin ?[6,12,10,24] Some([1]) ?[6,10,24] 17",
                "example/4 ReduceMin ?[6,12,10,24] Some([-2]) ?[6,12,24] 17",
            ],
            "{}",
            page.display()
        );
    }
}
