//! Models converted between binary and text, and weights moved into models and out of them.

use std::path::{Path, PathBuf};

use prost::Message as _;
use shapewright::convert::{ConvertError, ConvertOptions, Converted, OnnxForm, Weights, convert};
use shapewright::diff::diff;
use shapewright::graph::Model;
use shapewright::write::{ExternalDataPolicy, WriteError, openvino};
use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};

use crate::build::onnx_build as b;
use crate::onnx_proto::{ModelProto, NodeProto, TensorProto};

fn read(name: &str, bytes: impl Into<Vec<u8>>) -> Model {
    Model::read(Source::from_bytes(name, bytes.into()), &ReadOptions::default())
}

fn converted(model: &Model, form: OnnxForm) -> Converted {
    convert(model, &ConvertOptions::new(form)).expect("it is converted")
}

fn text_of(model: &Model) -> (String, Vec<String>) {
    let done = converted(model, OnnxForm::Text);
    let text = String::from_utf8(done.model.to_bytes().to_vec()).expect("a text");
    (text, done.losses.iter().map(|loss| format!("{}x {}", loss.count, loss.field)).collect())
}

fn binary_of(text: &str) -> Vec<u8> {
    converted(&read("m.onnxtxt", text), OnnxForm::Binary).model.to_bytes().to_vec()
}

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/onnx").join(name)
}

fn open(name: &str) -> Model {
    Model::open(testdata(name), &ReadOptions::default()).expect("a file")
}

/// A folder for models with data next to them.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("convert-{name}"));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// A model at this path, where its data is found.
    fn place(&self, name: &str, bytes: &[u8]) -> Model {
        std::fs::write(self.0.join(name), bytes).expect("a file");
        Model::open(self.0.join(name), &ReadOptions::default()).expect("a file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[test]
fn a_model_that_was_edited_is_written_first() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = Neg (x) }"#;
    let serialized = converted(&read("m.onnxtxt", text), OnnxForm::Binary).model.to_bytes();
    for mut model in [read("m.onnxtxt", text), read("m.onnx", serialized)] {
        let neg = model.nodes_of(model.main_graph().unwrap()).next().unwrap();
        model.set_op_type(neg, "Abs").unwrap();
        for form in [OnnxForm::Binary, OnnxForm::Text] {
            let refused = convert(&model, &ConvertOptions::new(form)).map(|done| done.model.to_bytes());
            assert!(matches!(refused, Err(ConvertError::Write(WriteError::Edited))), "{form:?}: {refused:?}");
        }
    }
}

/// Attributes, types, and elements of every kind, subgraphs, functions, defaults of inputs, and faults of each kind.
const SERIALIZED: [&str; 17] = [
    "attributes",
    "bad-attributes",
    "bad-declarations",
    "bad-opsets",
    "bad-structure",
    "bad-types",
    "detector",
    "dynamic",
    "element-types",
    "functions",
    "if",
    "loop",
    "overridable-axes",
    "reductions-18",
    "scan",
    "upsample",
    "value-types",
];

#[test]
fn a_model_of_a_serializer_comes_back_from_text_with_the_same_bytes() {
    for name in SERIALIZED {
        let name = format!("{name}.onnx");
        let (text, losses) = text_of(&open(&name));
        assert_eq!(losses, [""; 0], "{name}");
        assert!(binary_of(&text) == std::fs::read(testdata(&name)).expect("a file"), "{name}\n{text}");
    }
}

#[test]
fn header_fields_come_back() {
    let mut model = b::model(9, 18, b::graph("g", "float[N] x", "float[N] y", vec![], vec![b::node("y = Neg(x)")]));
    model.producer_version = Some("1.2".to_owned());
    model.domain = Some("org.example".to_owned());
    model.model_version = Some(7);
    model.doc_string = Some("a \"quoted\" \\ text\non two lines".to_owned());
    model.metadata_props = vec![b::entry("key", "value"), b::entry("empty", "")];
    model.opset_import.push(b::opset("com.example", 2));
    let bytes = model.encode_to_vec();
    let (text, losses) = text_of(&read("m.onnx", bytes.clone()));
    assert_eq!(losses, [""; 0]);
    assert_eq!(ModelProto::decode(&*binary_of(&text)), Ok(model));
    assert_eq!(binary_of(&text), bytes);
}

#[test]
fn elements_become_raw_data() {
    let (text, _) = text_of(&open("typed-fields.onnx"));
    let binary = binary_of(&text);
    let model = ModelProto::decode(&*binary).expect("a model");
    let has_typed = |tensor: &TensorProto| {
        !(tensor.float_data.is_empty() && tensor.int32_data.is_empty() && tensor.int64_data.is_empty())
    };
    let graph = model.graph.expect("a graph");
    assert!(graph.initializer.iter().all(|tensor| tensor.raw_data.is_some() == tensor.string_data.is_empty()));
    assert!(!graph.initializer.iter().any(has_typed));
    let analyzed = |model: &Model| analyze(model, &AnalysisOptions::default());
    let (first, second) = (open("typed-fields.onnx"), read("m.onnx", binary.clone()));
    let found = diff((&first, &analyzed(&first)), (&second, &analyzed(&second)));
    assert_eq!(found, []);
    // From here on, nothing changes anymore.
    let (again, _) = text_of(&second);
    assert_eq!((again.as_str(), binary_of(&again)), (text.as_str(), binary));
}

/// Raw data of the type cannot represent them.
#[test]
fn elements_out_of_range_are_found_in_both_forms() {
    const TENSORS: [&str; 6] = [
        "int8[2] w = {300,5}",
        "uint16[1] w = {-1}",
        "uint32[1] w = {4294967297}",
        "bool[2] w = {5,0}",
        "uint4[3] w = {300,1}",
        "float16[1] w = {65536}",
    ];
    let found = |model: &Model| -> Vec<String> {
        model.findings().iter().map(|finding| format!("{}: {}", finding.rule.code(), finding.message)).collect()
    };
    for tensor in TENSORS {
        let ty = tensor.split_once(" w").expect("a type").0;
        let text = format!("<ir_version: 10, opset_import: [\"\" : 21]>\ng () => ({ty} w) <{tensor}> {{ }}");
        let text = read("m.onnxtxt", text);
        let wrong = found(&text);
        assert!(wrong.len() == 1 && wrong[0].starts_with("TN105"), "{tensor}: {wrong:?}");
        let binary = converted(&text, OnnxForm::Binary).model.to_bytes();
        assert_eq!(found(&read("m.onnx", binary)), wrong, "{tensor}");
        let in_one_file = convert(&text, &ConvertOptions::new(OnnxForm::Binary).weights(in_one_file(0)));
        let in_one_file = in_one_file.expect("it is converted").model.to_bytes();
        assert_eq!(found(&read("m.onnx", in_one_file)), wrong, "{tensor}");
    }
    // Not all elements of a large tensor are looked at.
    let large = format!("int8[2000] w = {{{}}}", ["300"; 2000].join(","));
    let text = format!("<ir_version: 10, opset_import: [\"\" : 21]>\ng () => (int8[2000] w) <{large}> {{ }}");
    assert!(text_of(&read("m.onnx", binary_of(&text))).0.contains("300,300"));
}

#[test]
fn text_without_syntax_for_a_field_says_what_is_lost() {
    let (_, losses) = text_of(&open("metadata.onnx"));
    assert!(losses.iter().any(|loss| loss.ends_with("x GraphProto.metadata_props")), "{losses:?}");
    assert_eq!(text_of(&open("training.onnx")).1, ["1x ModelProto.training_info"]);
    assert_eq!(
        text_of(&open("multi-device.onnx")).1,
        ["1x ModelProto.configuration", "1x NodeProto.device_configurations"]
    );
    assert_eq!(text_of(&open("sparse.onnx")).1, ["1x GraphProto.sparse_initializer"]);
    let mut node = b::node("y = Neg(x)");
    (node.doc_string, node.name) = (Some(String::new()), Some("n".to_owned()));
    let of = |node: NodeProto| {
        let bytes = b::model(9, 18, b::graph("g", "float[N] x", "float[N] y", vec![], vec![node])).encode_to_vec();
        text_of(&read("m.onnx", bytes)).1
    };
    assert_eq!(of(node.clone()), [""; 0], "nothing is in it");
    node.doc_string = Some("twice".to_owned());
    assert_eq!(of(node), ["1x NodeProto.doc_string"]);
}

#[test]
fn elements_that_text_cannot_represent_are_refused() {
    let with = |tensor: TensorProto| {
        let graph = b::graph("g", "", "float[1] y", vec![tensor], vec![b::node("y = Neg(w)")]);
        let model = read("m.onnx", b::model(9, 18, graph).encode_to_vec());
        convert(&model, &ConvertOptions::new(OnnxForm::Text)).map(|_| ())
    };
    let payload = b::raw("float[1] w", &0x7fc0_0001u32.to_le_bytes());
    let why = "a NaN has a payload, which `nan` loses";
    assert_eq!(with(payload), Err(ConvertError::Write(WriteError::Text { name: "w".to_owned(), why })));
    assert_eq!(with(b::raw("float[1] w", &f32::NAN.to_le_bytes())), Ok(()));
    assert_eq!(with(b::raw("float[2] w", &[0; 4])), Err(ConvertError::NoData("w".to_owned())));
    let mut attribute = b::string("mode", "");
    attribute.s = Some(vec![0xff].into());
    let graph = b::graph("g", "float[1] x", "float[1] y", vec![], vec![b::node("y = Neg(x)").with(attribute)]);
    let model = read("m.onnx", b::model(9, 18, graph).encode_to_vec());
    let refused = convert(&model, &ConvertOptions::new(OnnxForm::Text)).map(|_| ()).expect_err("a refusal");
    assert!(refused.to_string().contains("not valid UTF-8"), "{refused}");
}

/// A model with 40 and 4 elements in raw data, and its weights in one file from 64 bytes on.
fn weighty() -> Vec<u8> {
    let numbers: Vec<f32> = (0..40).map(|i| i as f32 / 3.0).collect();
    let weights = vec![b::raw_floats("float[40] large", &numbers), b::raw_floats("float[4] small", &numbers[..4])];
    let constant = b::node("c = Constant()").with(b::tensor_attribute("value", b::raw_floats("float[40]", &numbers)));
    let nodes = vec![constant, b::node("s = Mul(large, c)"), b::node("y = Concat(s, small)").with(b::int("axis", 0))];
    b::model(9, 18, b::graph("g", "", "float[44] y", weights, nodes)).encode_to_vec()
}

fn in_one_file(min_bytes: u64) -> Weights {
    Weights::OneFile { location: "w.data".to_owned(), min_bytes }
}

#[test]
fn weights_come_back_from_their_file_with_the_same_bytes() {
    let (folder, original) = (Folder::new("one-file"), weighty());
    for form in [OnnxForm::Binary, OnnxForm::Text] {
        let name = if form == OnnxForm::Text { "m.onnxtxt" } else { "m.onnx" };
        let options = ConvertOptions::new(form).weights(in_one_file(64));
        let done = convert(&read("m.onnx", original.clone()), &options).expect("it is converted");
        std::fs::write(folder.0.join("w.data"), done.data.expect("a file of data").to_bytes()).expect("a file");
        let moved = folder.place(name, &done.model.to_bytes());
        assert_eq!(moved.findings(), []);
        // The data of an attribute stays, and so does that of a small initializer.
        assert_eq!(moved.data_files().iter().map(|file| file.len()).collect::<Vec<_>>(), [160]);
        let inline = Weights::Stored(ExternalDataPolicy::Embed);
        let back = convert(&moved, &ConvertOptions::new(OnnxForm::Binary).weights(inline)).expect("it is converted");
        assert!(back.model.to_bytes() == original, "{name}");
    }
}

/// Text with all of its data is not read again in its binary form.
#[test]
fn data_of_text_moves_as_that_of_its_binary_form() {
    let weighty = text_of(&read("m.onnx", weighty())).0;
    let texts = SERIALIZED.map(|name| text_of(&open(&format!("{name}.onnx"))).0).into_iter().chain([weighty]);
    let mut bytes = 0;
    for text in texts {
        let binary = read("m.onnx", binary_of(&text));
        let text = read("m.onnxtxt", text);
        for min_bytes in [0, 64] {
            let options = ConvertOptions::new(OnnxForm::Binary).weights(in_one_file(min_bytes));
            let of =
                |model| convert(model, &options).map(|done| (done.model.to_bytes(), done.data.map(|d| d.to_bytes())));
            let (of_text, of_binary) = (of(&text).expect("it is converted"), of(&binary).expect("it is converted"));
            assert!(of_text == of_binary, "{min_bytes}: {:?}", String::from_utf8_lossy(text.source().bytes()));
            bytes += of_text.1.map_or(0, |data| data.len());
        }
    }
    assert!(bytes > 1_000, "{bytes} bytes moved");
}

#[test]
fn weights_move_from_one_file_to_another() {
    let (folder, original) = (Folder::new("gather"), weighty());
    let options = |min_bytes| ConvertOptions::new(OnnxForm::Binary).weights(in_one_file(min_bytes));
    let first = convert(&read("m.onnx", original), &options(1)).expect("it is converted");
    let data = first.data.expect("a file of data").to_bytes();
    assert_eq!(data.len(), 192 + 16, "each starts at a multiple of 64");
    std::fs::write(folder.0.join("w.data"), &data).expect("a file");
    let moved = folder.place("m.onnx", &first.model.to_bytes());
    let location = Weights::OneFile { location: "v.data".to_owned(), min_bytes: 64 };
    let again = convert(&moved, &ConvertOptions::new(OnnxForm::Binary).weights(location)).expect("it is converted");
    // What is too small for the file goes into the model.
    assert_eq!(again.data.expect("a file of data").to_bytes(), data[..160]);
    let model = ModelProto::decode(again.model.to_bytes()).expect("a model");
    let weights = &model.graph.expect("a graph").initializer;
    assert_eq!(weights[0].external_data[0], b::entry("location", "v.data"));
    assert_eq!(weights[1].raw_data.as_deref(), Some(&data[192..208]));
}

#[test]
fn text_refers_to_data_in_other_files() {
    let (text, losses) = text_of(&open("external.onnx"));
    assert_eq!(losses, [""; 0]);
    let entries = r#"float[4] w = ["location": "external.data", "offset": "0", "length": "16"]"#;
    assert!(text.contains(entries), "{text}");
    assert_eq!(binary_of(&text), std::fs::read(testdata("external.onnx")).expect("a file"));
}

#[test]
fn a_text_that_stays_text_keeps_its_layout() {
    let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2] x)   # input\n => (float[2] y) { y = Neg (x) }";
    let same = converted(&read("m.onnxtxt", text), OnnxForm::Text).model.to_bytes();
    assert_eq!(same, text);
}

#[test]
fn omitted_data_is_not_converted() {
    let options = ConvertOptions::new(OnnxForm::Text).weights(Weights::Omitted);
    let text = convert(&read("m.onnx", weighty()), &options).expect("it is converted").model.to_bytes();
    let model = read("m.onnxtxt", text.to_vec());
    let refused = convert(&model, &ConvertOptions::new(OnnxForm::Binary)).map(|_| ()).expect_err("a refusal");
    let why = "the text omits the data of tensor `large`; convert the model that it was printed from";
    assert_eq!(refused.to_string(), why);
    let binary = ConvertOptions::new(OnnxForm::Binary).weights(Weights::Omitted);
    assert_eq!(convert(&read("m.onnx", weighty()), &binary).map(|_| ()), Err(ConvertError::NothingToOmit));
}

#[test]
fn other_formats_and_incomplete_models_are_refused() {
    let ir = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/openvino/if.xml");
    let ir = Model::open(ir, &ReadOptions::default()).expect("a file");
    assert!(openvino::edited_xml(&ir).is_ok());
    let refused = convert(&ir, &ConvertOptions::new(OnnxForm::Binary)).map(|_| ()).expect_err("a refusal");
    assert!(matches!(refused, ConvertError::Format(_)), "{refused}");
    let cut = open("cut.onnx");
    assert_eq!(convert(&cut, &ConvertOptions::new(OnnxForm::Text)).map(|_| ()), Err(ConvertError::Incomplete));
    let faulty =
        read("m.onnxtxt", "<ir_version: 9, opset_import: [\"\" : 18]> g (float[2] x) => (float[2] y) { y = Neg x }");
    assert_eq!(convert(&faulty, &ConvertOptions::new(OnnxForm::Binary)).map(|_| ()), Err(ConvertError::Incomplete));
}
