//! `fold` on hostile files and on targets that cannot be written: the exit code is correct, memory is bounded, and the old
//! contents of the target are preserved.
//!
//! `SHAPEWRIGHT_LARGE_FILES=1 cargo test --release --test robustness fold_hostile` also runs it on a model with more than 2 GiB
//! of external data, a sparse file. Unix only, because of `ulimit`.
#![cfg(all(unix, feature = "cli"))]

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use shapewright::graph::{Model, ValueRole};
use shapewright::{ReadOptions, Source, Tensor};

use crate::hostile::wire::{attribute, field, ints, model, node, number, tensor_type, value};

/// The maximum address space for a small model.
const MEGABYTES: u64 = 256;
const UNWRITABLE: i32 = 2;

/// A folder for the files of a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fold-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).expect("the file can be written");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("the file is there")
    }

    /// `fold` in this folder after these commands of the shell, which set its limits.
    fn limited(&self, limits: &str, arguments: &[&str]) -> Output {
        let mut sh = Command::new("sh");
        sh.args(["-c", &format!("{limits}; exec \"$0\" fold \"$@\""), env!("CARGO_BIN_EXE_shapewright")]);
        sh.args(arguments).current_dir(&self.0).output().expect("sh runs")
    }

    fn fold(&self, arguments: &[&str]) -> Output {
        self.limited(&format!("ulimit -v {}", MEGABYTES << 10), arguments)
    }

    /// Folds a model to `out.onnx` successfully, and returns the report.
    fn report(&self, limits: &str, input: &str) -> Value {
        let output = self.limited(limits, &[input, "-o", "out.onnx", "--format", "json"]);
        assert_eq!(output.status.code(), Some(0), "{input}: {}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("the report is JSON")
    }

    /// The names of the files in the directory.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder").flatten();
        let mut names: Vec<String> = entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// That a run ended so and named this.
fn ends(output: &Output, code: i32, named: &str) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(error.contains(named), "`{named}` is not named: {error}");
}

fn kept(report: &Value) -> Vec<&str> {
    report["kept"].as_array().expect("a list").iter().map(|k| k["op"].as_str().expect("an operator")).collect()
}

/// The value of an initializer of the main graph.
fn initializer(path: &Path, name: &str) -> Tensor {
    let model = Model::read(Source::open(path).expect("the model"), &ReadOptions::default());
    let values: Vec<_> = model.values_of(model.main_graph().expect("a main graph")).collect();
    let found = values.into_iter().find(|&v| model.value_name(v) == name).expect("the value");
    match model.value(found).role {
        ValueRole::Initializer(tensor) => model.load(tensor).expect("its elements"),
        role => panic!("`{name}` is no initializer: {role:?}"),
    }
}

/// A type of 64-bit integers of unknown shape.
fn integers() -> Vec<u8> {
    field(1, &number(1, 7))
}

/// A tensor type of floats, shape unknown.
fn floats() -> Vec<u8> {
    field(1, &number(1, 1))
}

/// 64 GiB of zeros that are asked for in a few bytes.
fn bomb() -> Vec<u8> {
    let body = [ints("s", &[1 << 34]), node("ConstantOfShape", &["s"], &["y"], &[]), value(12, "y", &floats())];
    model(&body.concat())
}

#[test]
fn huge_constant_is_not_folded_and_not_allocated() {
    let folder = Folder::new("bomb");
    let bytes = bomb();
    assert!(bytes.len() <= 116, "{} bytes", bytes.len());
    folder.write("bomb.onnx", &bytes);
    let report = folder.report(&format!("ulimit -v {}", MEGABYTES << 10), "bomb.onnx");
    assert_eq!(kept(&report), ["ConstantOfShape"]);
    let why = report["kept"][0]["why"].as_str().expect("a reason");
    assert!(why.contains(&(1u64 << 36).to_string()), "the reason says how many bytes it takes: {why}");
    assert_eq!(report["folded"], Value::Array(Vec::new()));
    assert!(folder.read("out.onnx") == bytes, "what is not folded stays byte for byte");
}

/// What is huge only in between is not computed either, however little comes out.
#[test]
fn huge_intermediate_value_is_not_evaluated() {
    let huge: [(&str, Vec<u8>); 4] = [
        ("Expand", node("Expand", &["one", "size"], &["c"], &[])),
        ("Tile", node("Tile", &["one", "size"], &["c"], &[])),
        ("Range", node("Range", &["zero", "limit", "step"], &["c"], &[])),
        ("ConstantOfShape", node("ConstantOfShape", &["sizes"], &["c"], &[])),
    ];
    for (op, made) in huge {
        let folder = Folder::new(&format!("huge-{op}"));
        let scalar = |name: &str, value: i64| {
            let body = [number(2, 7), field(8, name.as_bytes()), field(9, &value.to_le_bytes())].concat();
            field(5, &body)
        };
        let body = [
            ints("one", &[1]),
            ints("size", &[1 << 40]),
            ints("sizes", &[1 << 31, 1 << 31, 1 << 31]),
            scalar("zero", 0),
            scalar("limit", 1 << 60),
            scalar("step", 1),
            made,
            node("ReduceMin", &["c"], &["y"], &[]),
            value(12, "y", &if op == "ConstantOfShape" { floats() } else { integers() }),
        ];
        folder.write("m.onnx", &model(&body.concat()));
        let report = folder.report(&format!("ulimit -v {}", MEGABYTES << 10), "m.onnx");
        assert_eq!(kept(&report), [op], "{report}");
    }
}

/// An IR model that broadcasts one zero to this many elements, and its weights.
fn broadcast(count: i64) -> (String, Vec<u8>) {
    let port =
        |id: u32, precision: &str, dims: &str| format!(r#"<port id="{id}" precision="{precision}">{dims}</port>"#);
    let layer = |id: u32, name: &str, kind: &str, opset: u32, body: &str| {
        format!(r#"<layer id="{id}" name="{name}" type="{kind}" version="opset{opset}">{body}</layer>"#)
    };
    let (one, all) = ("<dim>1</dim>", format!("<dim>{count}</dim>"));
    let constant = |id: u32, name: &str, offset: u32| {
        let data = format!(r#"<data element_type="i64" shape="1" offset="{offset}" size="8"/>"#);
        layer(id, name, "Const", 1, &format!("{data}<output>{}</output>", port(0, "I64", one)))
    };
    let (inputs, output) = ([port(0, "I64", one), port(1, "I64", one)].concat(), port(2, "I64", &all));
    let body = format!(r#"<data mode="numpy"/><input>{inputs}</input><output>{output}</output>"#);
    let layers = [
        constant(0, "zero", 0),
        constant(1, "size", 8),
        layer(2, "many", "Broadcast", 3, &body),
        layer(3, "r", "Result", 1, &format!("<input>{}</input>", port(0, "I64", &all))),
    ];
    let edge = |from: u32, out: u32, to: u32, into: u32| {
        format!(r#"<edge from-layer="{from}" from-port="{out}" to-layer="{to}" to-port="{into}"/>"#)
    };
    let edges = [edge(0, 0, 2, 0), edge(1, 0, 2, 1), edge(2, 2, 3, 0)].concat();
    let body = format!("<layers>{}</layers><edges>{edges}</edges>", layers.concat());
    let xml = format!(r#"<?xml version="1.0"?><net name="m" version="11">{body}</net>"#);
    (xml, [0i64.to_le_bytes(), count.to_le_bytes()].concat())
}

#[test]
fn huge_constant_in_ir_is_not_folded() {
    let folder = Folder::new("bomb-ir");
    let (xml, weights) = broadcast(1 << 34);
    folder.write("m.xml", xml.as_bytes());
    folder.write("m.bin", &weights);
    let output = folder.fold(&["m.xml", "-o", "out.xml", "--format", "json"]);
    ends(&output, 0, "");
    let report: Value = serde_json::from_slice(&output.stdout).expect("the report is JSON");
    assert_eq!(kept(&report), ["Broadcast"]);
    assert_eq!(text(&folder.read("out.xml")), xml);
    assert!(folder.read("out.bin") == weights);
}

/// 100,000 additions of 1 become their sum, without recursion and without storing intermediate results.
#[test]
fn chain_of_100_000_constant_nodes() {
    const NODES: i64 = 100_000;
    let folder = Folder::new("chain");
    let mut body = [ints("v0", &[7]), ints("one", &[1])].concat();
    for i in 0..NODES {
        body.extend(node("Add", &[&format!("v{i}"), "one"], &[&format!("v{}", i + 1)], &[]));
    }
    body.extend(node("Add", &["x", &format!("v{NODES}")], &["y"], &[]));
    body.extend([value(11, "x", &integers()), value(12, "y", &integers())].concat());
    folder.write("chain.onnx", &model(&body));
    let report = folder.report(&format!("ulimit -v {}; ulimit -s 1024", 1 << 20), "chain.onnx");
    assert_eq!(report["folded"].as_array().map(Vec::len), Some(NODES as usize));
    let sum = initializer(&folder.0.join("out.onnx"), &format!("v{NODES}"));
    assert_eq!(sum.values::<i64>(), Some(&[7 + NODES][..]));
    let size = folder.read("out.onnx").len();
    assert!(size < 200, "one addition is left in {size} bytes");
}

/// A model that folds to about 1 MB: one constant is kept, and one is computed.
fn sizable() -> Vec<u8> {
    let data: Vec<i64> = (0..1 << 17).collect();
    let body = [
        ints("w", &data),
        ints("c", &[3, -4]),
        node("Neg", &["c"], &["d"], &[]),
        node("Add", &["x", "w"], &["y"], &[]),
        node("Add", &["u", "d"], &["z"], &[]),
        value(11, "x", &integers()),
        value(11, "u", &integers()),
        value(12, "y", &integers()),
        value(12, "z", &integers()),
    ];
    model(&body.concat())
}

/// Files are limited to 32 KB here: a write beyond the limit fails as on a full disk.
#[test]
fn full_disk_leaves_the_old_file() {
    let folder = Folder::new("full-disk");
    folder.write("m.onnx", &sizable());
    let full = "trap '' XFSZ; ulimit -f 64";
    for old in [None, Some(&b"what stood here before"[..])] {
        if let Some(old) = old {
            folder.write("out.onnx", old);
        }
        let before = folder.names();
        ends(&folder.limited(full, &["m.onnx", "-o", "out.onnx"]), UNWRITABLE, "out.onnx");
        assert_eq!(folder.names(), before, "nothing is left behind");
        if let Some(old) = old {
            assert_eq!(folder.read("out.onnx"), old);
        }
    }
    ends(&folder.limited(full, &["m.onnx", "-o", "m.onnx"]), UNWRITABLE, "m.onnx");
    assert!(folder.read("m.onnx") == sizable(), "nor is the model itself lost when it is the target");
}

/// A device that is always full. If the test is allowed to, it creates its own device.
fn full_device(folder: &Folder) -> Option<PathBuf> {
    let own = folder.0.join("full");
    let made = Command::new("mknod").arg(&own).args(["c", "1", "7"]).output();
    if made.is_ok_and(|m| m.status.success()) && File::options().write(true).open(&own).is_ok() {
        return Some(own);
    }
    Some(PathBuf::from("/dev/full")).filter(|path| path.exists())
}

#[test]
fn full_device_is_reported_and_not_replaced() {
    let folder = Folder::new("full-device");
    let Some(device) = full_device(&folder) else {
        eprintln!("skipped: this system has no device that is always full");
        return;
    };
    folder.write("m.onnx", &sizable());
    let name = device.to_string_lossy();
    ends(&folder.fold(&["m.onnx", "-o", &name]), UNWRITABLE, &name);
    assert!(fs::metadata(&device).expect("it is there").file_type().is_char_device(), "it is replaced by a file");
}

#[test]
fn unwritable_target_is_reported() {
    let folder = Folder::new("unwritable");
    folder.write("m.onnx", &sizable());
    folder.write("file", b"no folder");
    fs::create_dir(folder.0.join("folder.onnx")).expect("a folder");
    folder.write("locked.onnx", b"old");
    fs::set_permissions(folder.0.join("locked.onnx"), Permissions::from_mode(0o444)).expect("a permission");
    let before = folder.names();
    for target in ["missing/out.onnx", "file/out.onnx", "folder.onnx", "locked.onnx"] {
        ends(&folder.fold(&["m.onnx", "-o", target]), UNWRITABLE, target);
        assert_eq!(folder.names(), before, "{target}");
    }
    assert_eq!(folder.read("locked.onnx"), b"old");
    assert!(fs::read_dir(folder.0.join("folder.onnx")).expect("a folder").next().is_none());
}

/// Both files of an IR are written, or none.
#[test]
fn failed_write_of_weights_leaves_both_files() {
    let folder = Folder::new("unwritable-ir");
    let (xml, weights) = broadcast(3);
    folder.write("m.xml", xml.as_bytes());
    folder.write("m.bin", &weights);
    folder.write("out.xml", b"old");
    fs::create_dir(folder.0.join("out.bin")).expect("a folder");
    ends(&folder.fold(&["m.xml", "-o", "out.xml"]), UNWRITABLE, "out.bin");
    assert_eq!(folder.read("out.xml"), b"old");
    assert_eq!(folder.names(), ["m.bin", "m.xml", "out.bin", "out.xml"]);
    // With nothing in the way the same is folded.
    ends(&folder.fold(&["m.xml", "-o", "other"]), 0, "1 node");
    assert!(text(&folder.read("other.xml")).contains(r#"name="many" type="Const""#));
    assert_eq!(folder.read("other.bin"), [0; 24]);
}

#[test]
fn a_model_with_errors_is_not_folded() {
    let folder = Folder::new("errors");
    let keep = attribute("keepdims", 2, &number(3, 2));
    let body =
        [value(11, "x", &tensor_type(&[2, 3])), node("ReduceMin", &["x"], &["y"], &keep), value(12, "y", &floats())];
    folder.write("m.onnx", &model(&body.concat()));
    ends(&folder.fold(&["m.onnx", "-o", "out.onnx"]), 1, "m.onnx");
    assert_eq!(folder.names(), ["m.onnx"]);
}

/// More than 2 GiB of weights next to the model: they are neither copied nor read, except where a constant is computed
/// from them.
#[test]
fn two_gigabytes_of_external_data() {
    if std::env::var_os("SHAPEWRIGHT_LARGE_FILES").is_none_or(|v| v != "1") {
        eprintln!("skipped: SHAPEWRIGHT_LARGE_FILES=1 makes a sparse file of 2.16 GB");
        return;
    }
    const ROWS: u64 = 540_000;
    const BYTES: u64 = ROWS * 1000 * 4;
    let folder = Folder::new("large");
    let data = File::create(folder.0.join("weights.data")).expect("a file");
    data.set_len(BYTES).expect("a sparse file");
    let entry = |key: &str, value: &str| field(13, &[field(1, key.as_bytes()), field(2, value.as_bytes())].concat());
    let large = |name: &str| {
        let dims = [number(1, ROWS), number(1, 1000)].concat();
        let place = [entry("location", "weights.data"), entry("length", &BYTES.to_string()), number(14, 1)].concat();
        field(5, &[dims, number(2, 1), field(8, name.as_bytes()), place].concat())
    };
    let body = [
        large("w"),
        node("ReduceMin", &["w"], &["least"], &attribute("keepdims", 2, &number(3, 0))),
        node("MatMul", &["x", "w"], &["p"], &[]),
        node("Add", &["p", "least"], &["y"], &[]),
        value(11, "x", &tensor_type(&[1, ROWS])),
        value(12, "y", &tensor_type(&[1, 1000])),
    ];
    folder.write("m.onnx", &model(&body.concat()));
    // The file is mapped: it takes address space, and nothing else does.
    let report = folder.report(&format!("ulimit -v {}", (BYTES >> 10) + (MEGABYTES << 10)), "m.onnx");
    let folded: Vec<&str> =
        report["folded"].as_array().expect("a list").iter().filter_map(|f| f["op"].as_str()).collect();
    assert_eq!(folded, ["ReduceMin"]);
    let least = initializer(&folder.0.join("out.onnx"), "least");
    assert_eq!((least.values::<f32>(), least.sizes()), (Some(&[0.0f32][..]), &[][..]));
    assert!(folder.read("out.onnx").len() < 1000);
    assert_eq!(folder.names(), ["m.onnx", "out.onnx", "weights.data"], "external data stays where it is");
    fs::create_dir(folder.0.join("beneath")).expect("a folder");
    let output = folder.limited("true", &["m.onnx", "-o", "beneath/out.onnx"]);
    ends(&output, UNWRITABLE, "--external inline");
    ends(&output, UNWRITABLE, "--external copy");
    assert!(fs::read_dir(folder.0.join("beneath")).expect("a folder").next().is_none());
    // No protobuf holds more than 2 GiB.
    ends(&folder.limited("true", &["m.onnx", "-o", "beneath/out.onnx", "--external", "inline"]), UNWRITABLE, "m.onnx");
}
