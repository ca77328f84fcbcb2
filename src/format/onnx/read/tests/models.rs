//! Whole files: versions, operator sets, truncation, metadata.

use crate::format::onnx::read::tests::*;
use crate::graph::Status;

fn identity() -> GraphProto {
    graph(vec![node("Identity", &["x"], &["y"])])
}

#[test]
fn a_sound_model_has_no_findings() {
    let read = read(&model(identity()));
    assert_eq!(codes(&read), [""; 0]);
    assert_eq!((read.status(), read.ir_version(), read.opsets().len()), (Status::Ok, Some(9), 1));
    let node = first_node(&read, 0);
    assert_eq!((read.op_type(node), read.op(node).version), ("Identity", Some(18)));
    let span = read.node(node).span();
    assert_eq!(span.of(read.source().bytes()), model(identity()).graph.unwrap().node[0].encode_to_vec());
}

#[test]
fn every_truncation_reports_what_is_missing() {
    let bytes = model(identity()).encode_to_vec();
    let full = read_bytes(bytes.clone());
    assert_eq!(full.findings().len(), 0);
    for end in 0..bytes.len() {
        let cut = read_bytes(bytes[..end].to_vec());
        // At the end of a whole field nothing can be seen of a cut but what is missing.
        let codes = codes(&cut);
        let clean = [&["FM001"][..], &["FM002"], &["FM013"]];
        assert!(clean.contains(&&codes[..]), "{end}: {codes:?}");
    }
    let cut = read_bytes(bytes[..20].to_vec());
    assert_eq!(only(&cut).2, format!("the file ends inside field `graph`: {} bytes are missing", bytes.len() - 20 - 6));
    assert_eq!(cut.status(), Status::Ok);
    assert!(cut.is_partial(GraphId::at(0)));
}

#[test]
fn a_truncated_graph_keeps_its_nodes() {
    let chain = graph(vec![node("Relu", &["x"], &["h"]), node("Relu", &["h"], &["i"]), node("Relu", &["i"], &["y"])]);
    let bytes = model(chain).encode_to_vec();
    let third = bytes.windows(4).rposition(|w| w == b"Relu").unwrap();
    let cut = read_bytes(bytes[..third].to_vec());
    assert_eq!(codes(&cut), ["FM002"]);
    assert_eq!(cut.nodes_of(GraphId::at(0)).len(), 2);
}

#[test]
fn a_file_that_is_not_a_model_is_explained() {
    assert_eq!(only(&read_bytes(Vec::new())), ("FM001", Level::Error, "the file is empty"));
    let html = read_bytes(b"<!DOCTYPE html>".to_vec());
    assert_eq!((only(&html).0, html.status()), ("FM001", Status::Unreadable));
    let no_graph = ModelProto { graph: None, ..model(identity()) };
    assert_eq!(only(&read(&no_graph)).2, "not an ONNX model: it has no `graph`");
}

#[test]
fn bytes_after_a_model_are_trailing() {
    for tail in [&b"\0\0\0"[..], b"<!DOCTYPE html>", b"\x80", b"\r\n"] {
        let mut bytes = model(identity()).encode_to_vec();
        let end = bytes.len();
        bytes.extend_from_slice(tail);
        let read = read_bytes(bytes);
        let (code, level, message) = only(&read);
        assert_eq!((code, level), ("FM009", Level::Warning), "{tail:?}");
        let counted = crate::diagnostic::counted(tail.len(), "byte");
        assert!(message.starts_with(&format!("{counted} after the model")), "{message}");
        assert_eq!(read.findings()[0].place.span.unwrap().start, end as u64);
    }
}

#[test]
fn a_repeated_graph_is_merged() {
    let mut bytes = model(graph(vec![node("Relu", &["x"], &["h"])])).encode_to_vec();
    let second = GraphProto { node: vec![node("Relu", &["h"], &["y"])], ..GraphProto::default() };
    bytes.extend(ModelProto { graph: Some(second), ..ModelProto::default() }.encode_to_vec());
    let read = read_bytes(bytes);
    assert_eq!(codes(&read), ["FM010"]);
    assert_eq!(read.nodes_of(GraphId::at(0)).len(), 2);
}

#[test]
fn ir_versions() {
    let with = |version| ModelProto { ir_version: version, ..model(identity()) };
    for version in [None, Some(0), Some(-1), Some(15)] {
        assert_eq!(only(&read(&with(version))).1, Level::Error);
    }
    assert_eq!(codes(&read(&with(Some(2)))), ["FM018"]);
    let old = ModelProto { opset_import: Vec::new(), ..with(Some(2)) };
    let old = read(&old);
    assert_eq!((codes(&old), old.op(first_node(&old, 0)).version), (vec![], Some(1)));
}

fn imports(imports: Vec<OperatorSetIdProto>) -> Model {
    read(&ModelProto { opset_import: imports, ..model(identity()) })
}

#[test]
fn operator_sets() {
    let version = |model: &Model| model.op(first_node(model, 0)).version;
    let twice = imports(vec![import("", 18), import("ai.onnx", 18)]);
    assert_eq!((only(&twice).0, only(&twice).1, version(&twice)), ("FM014", Level::Note, Some(18)));
    let differ = imports(vec![import("", 18), import("", 13)]);
    assert_eq!((only(&differ).0, only(&differ).1, version(&differ)), ("FM014", Level::Error, Some(18)));
    let newer = imports(vec![import("", 99)]);
    assert_eq!((only(&newer).0, only(&newer).1, version(&newer)), ("FM015", Level::Warning, Some(99)));
    let zero = imports(vec![OperatorSetIdProto::default()]);
    assert_eq!((only(&zero).0, version(&zero)), ("FM016", Some(28)));
    let unused = imports(vec![import("", 18), import("custom", 0)]);
    assert_eq!((only(&unused).0, only(&unused).1), ("FM016", Level::Warning));
    let none = imports(Vec::new());
    assert_eq!((only(&none).0, version(&none)), ("FM013", Some(28)));
    let other = imports(vec![import("custom", 1)]);
    assert_eq!((only(&other).0, version(&other)), ("FM013", Some(28)));
    assert_eq!(codes(&imports(vec![import("ai.onnx", 18)])), [""; 0]);
}

#[test]
fn further_imports_of_a_domain_refer_to_the_first() {
    let three = imports(vec![import("", 13), import("ai.onnx", 18), import("", 14)]);
    assert_eq!(codes(&three), ["FM014"; 2]);
    let first = three.opsets()[0].span;
    for finding in three.findings() {
        assert_eq!(finding.related[0].place.span, Some(first), "{finding:?}");
        assert!(finding.notes[0].starts_with("checked as version 18:"), "{finding:?}");
    }
}

/// Imports at different versions are an error, which leaves no advice.
#[test]
fn an_operator_set_is_newer_than_the_file_once() {
    let old = |imports| {
        let old = read(&ModelProto { opset_import: imports, ir_version: Some(8), ..model(identity()) });
        let findings = crate::analyze(&old, &crate::AnalysisOptions::default()).findings;
        let found = findings.iter().filter(|finding| finding.rule.code() == "PO101");
        found.map(|finding| finding.message.clone()).collect::<Vec<_>>()
    };
    let expected = ["operator set 23 was released with IR version 11, but the file has IR version 8"];
    assert_eq!(old(vec![import("", 23), import("ai.onnx", 23)]), expected);
}

/// An entry of `metadata_props` whose key exceeds it, in the place of one that is encoded.
#[test]
fn a_malformed_entry_is_reported_wherever_it_is() {
    let entries = || vec![StringStringEntryProto { key: Some("zz".into()), value: None }];
    let plain = || model(identity());
    let inside = |change: fn(&mut GraphProto, Vec<StringStringEntryProto>)| {
        let mut whole = plain();
        change(whole.graph.as_mut().unwrap(), entries());
        whole
    };
    let function = FunctionProto {
        name: Some("F".into()),
        domain: Some("local".into()),
        opset_import: vec![import("", 18)],
        metadata_props: entries(),
        ..FunctionProto::default()
    };
    let training = TrainingInfoProto { update_binding: entries(), ..TrainingInfoProto::default() };
    for (what, whole) in [
        ("model", ModelProto { metadata_props: entries(), ..plain() }),
        ("graph", inside(|graph, entries| graph.metadata_props = entries)),
        ("node", inside(|graph, entries| graph.node[0].metadata_props = entries)),
        ("input", inside(|graph, entries| graph.input[0].metadata_props = entries)),
        (
            "tensor",
            inside(|graph, entries| {
                graph.initializer = vec![TensorProto { metadata_props: entries, ..i64s("c", &[1]) }];
            }),
        ),
        ("function", ModelProto { functions: vec![function], ..plain() }),
        ("training", ModelProto { training_info: vec![training], ..plain() }),
    ] {
        assert_eq!(codes(&read(&whole)), [""; 0], "{what}");
        let mut bytes = whole.encode_to_vec();
        let at = bytes.windows(4).position(|window| window == b"\x0a\x02zz").expect(what);
        bytes[at + 1] = 0x7F;
        let read = read_bytes(bytes);
        let (code, level, message) = only(&read);
        assert_eq!((code, level), ("FM010", Level::Error), "{what}");
        assert!(message.contains("`key` of this `StringStringEntryProto` needs 127 bytes"), "{what}: {message}");
    }
}

#[test]
fn version_zero_of_a_domain_in_use_is_an_error() {
    let custom = NodeProto { domain: Some("custom".into()), ..node("Op", &["x"], &["y"]) };
    let imports = vec![import("", 18), import("custom", 0)];
    let read = read(&ModelProto { opset_import: imports, ..model(graph(vec![custom])) });
    assert_eq!((only(&read).0, only(&read).1), ("FM016", Level::Error));
}

#[test]
fn a_domain_that_is_spelled_out_is_reported_once() {
    let spelled = |i: &str, o: &str| NodeProto { domain: Some("ai.onnx".into()), ..node("Relu", &[i], &[o]) };
    let read = read(&model(graph(vec![spelled("x", "h"), spelled("h", "y")])));
    assert_eq!((only(&read).0, only(&read).1), ("FM013", Level::Warning));
}

#[test]
fn a_missing_import_is_reported_once_per_domain() {
    let custom = |i: &str, o: &str| NodeProto { domain: Some("custom".into()), ..node("Op", &[i], &[o]) };
    let read = read(&model(graph(vec![custom("x", "h"), custom("h", "y")])));
    assert_eq!(only(&read).2, "the model uses operator set `custom` without importing it");
}

#[test]
fn metadata_is_kept_and_its_keys_are_unique() {
    let entry = |k: &str| StringStringEntryProto { key: Some(k.into()), value: Some("v".into()) };
    let mut two = model(identity());
    two.metadata_props = vec![entry("a"), entry("b")];
    assert_eq!(codes(&read(&two)), [""; 0]);
    two.metadata_props.push(entry("a"));
    two.graph.as_mut().unwrap().metadata_props = vec![entry("g"), entry("g")];
    two.graph.as_mut().unwrap().node[0].metadata_props = vec![entry("n"), entry("n")];
    let read = read(&two);
    assert_eq!(codes(&read), ["FM017"; 3]);
    assert_eq!(read.metadata().collect::<Vec<_>>(), [("a", "v"), ("b", "v"), ("a", "v")]);
}

#[test]
fn training_graphs_see_the_main_graph() {
    let algorithm =
        GraphProto { name: Some("t".into()), node: vec![node("Relu", &["y"], &["z"])], ..GraphProto::default() };
    let mut trained = model(identity());
    trained.training_info = vec![TrainingInfoProto { algorithm: Some(algorithm), ..TrainingInfoProto::default() }];
    let sound = read(&trained);
    assert_eq!(codes(&sound), [""; 0]);
    let y = value(&sound, 0, "y");
    assert_eq!(sound.inputs(first_node(&sound, 1))[0].value(), Some(y));
    // Field 20 of the model is a training with this algorithm twice, of which decoders join the nodes.
    let mut training = trained.training_info.pop().unwrap().encode_to_vec();
    training.extend(training.clone());
    let mut bytes = trained.encode_to_vec();
    bytes.extend([0xA2, 0x01, training.len() as u8]);
    bytes.extend(training);
    let twice = read_bytes(bytes);
    let nodes = twice.graphs().nth(1).map(|graph| twice.nodes_of(graph).len());
    assert_eq!(twice.findings()[0].message, "field `algorithm` of this `TrainingInfoProto` occurs more than once");
    assert_eq!(nodes, Some(2));
}

#[test]
fn invalid_utf8_is_a_finding_and_reading_continues() {
    let mut bytes = model(graph(vec![named("na_me", node("Identity", &["x"], &["y"]))])).encode_to_vec();
    let at = bytes.windows(5).position(|w| w == b"na_me").unwrap();
    bytes[at + 2] = 0xFF;
    let read = read_bytes(bytes);
    assert_eq!(only(&read).0, "FM012");
    assert_eq!(read.name(read.node(first_node(&read, 0)).name), "na\u{fffd}me");
}

#[test]
fn invalid_utf8_in_a_decoded_record_has_the_same_code() {
    let mut bytes = model(graph(vec![node("Identity", &["x"], &["y"])]));
    bytes.opset_import.push(OperatorSetIdProto { domain: Some("do_main".to_owned()), version: Some(1) });
    let mut bytes = bytes.encode_to_vec();
    let at = bytes.windows(7).position(|w| w == b"do_main").unwrap();
    bytes[at + 2] = 0xFF;
    assert!(codes(&read_bytes(bytes)).contains(&"FM012"));
}
