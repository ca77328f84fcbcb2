//! Writing ONNX text: everything outside a rewrite is preserved.

use std::collections::BTreeMap;
use std::sync::Arc;

use shapewright::graph::{AttributeValue, Model, ValueId, ValueRole};
use shapewright::write::onnx::{self, ExternalDataPolicy, constants_are_nodes, external_files};
use shapewright::write::{NewConstant, Rewrite, WriteError};
use shapewright::{AnalysisOptions, ElementType, ReadOptions, Source, Tensor, analyze};

const HEADER: &str = "<ir_version: 9, opset_import: [\"\" : 18, \"F\" : 1]>\n";

fn read(text: &str) -> Model {
    Model::from_onnx_text(
        Source::from_bytes("m.onnxtxt", format!("{HEADER}{text}").into_bytes()),
        &ReadOptions::default(),
    )
}

fn value(model: &Model, name: &str) -> ValueId {
    let mut values = model.graphs().flat_map(|g| model.values_of(g));
    values.find(|&v| model.value_name(v) == name).unwrap_or_else(|| panic!("no value `{name}`"))
}

fn rewrite_of(model: &Model, constants: &[(&str, NewConstant)], dead: &[&str], initializers: &[&str]) -> Rewrite {
    let outputs = constants.iter().map(|(name, _)| *name).chain(dead.iter().copied());
    let mut rewrite = Rewrite {
        constants: constants.iter().map(|(name, constant)| (value(model, name), constant.clone())).collect(),
        nodes: outputs.map(|name| model.producer(value(model, name)).expect("a node")).collect(),
        initializers: initializers.iter().map(|name| value(model, name)).collect(),
    };
    rewrite.constants.sort_by_key(|(value, _)| *value);
    rewrite.nodes.sort();
    rewrite.nodes.dedup();
    rewrite.initializers.sort();
    rewrite
}

fn write(model: &Model, rewrite: &Rewrite, external: &ExternalDataPolicy) -> Result<String, WriteError> {
    let bytes = onnx::rewrite(model, rewrite, external)?.to_bytes();
    Ok(String::from_utf8(bytes.to_vec()).expect("a text").strip_prefix(HEADER).expect("the header").to_owned())
}

fn findings(model: &Model) -> Vec<String> {
    let findings = analyze(model, &AnalysisOptions { run_lints: false, ..AnalysisOptions::default() }).findings;
    // Nobody knows what is in domain `F`.
    findings.iter().map(|f| f.message.clone()).filter(|message| !message.contains("domain `F`")).collect()
}

/// The text after a rewrite; the reader has no finding before or after it.
#[track_caller]
fn becomes(before: &str, constants: &[(&str, NewConstant)], dead: &[&str], initializers: &[&str], after: &str) {
    let model = read(before);
    assert_eq!(findings(&model), [""; 0]);
    let written = write(&model, &rewrite_of(&model, constants, dead, initializers), &ExternalDataPolicy::Keep);
    assert_eq!(written.as_deref(), Ok(after));
    assert_eq!(findings(&read(after)), [""; 0]);
}

fn floats(values: &[f32]) -> NewConstant {
    NewConstant::Tensor(Tensor::new([values.len()], values.to_vec()).expect("a tensor"))
}

#[test]
fn statements_are_replaced_and_removed() {
    let before = r#"g (float[1] x)   =>   (float[1] y)
    # a comment
    <float[1] w = {1},  float[1] gone,
     float[1] n>
{
    [first] n = Neg(w)   # what stands behind a statement stays

    # and what stands before it
    gone = Abs (
        w
    )
    "odd name" = Abs(gone)  other = Neg(w)
    y = Sum(x, n, "odd name", other)
}
"#;
    let after = r#"g (float[1] x)   =>   (float[1] y)
    # a comment
    <
     float[1] n>
{
    [first] n = Constant <value = float[1] {-1}> ()   # what stands behind a statement stays

    # and what stands before it
    "odd name" = Constant <value = float[1] {1}> ()  other = Constant <value = float[1] {0.5}> ()
    y = Sum(x, n, "odd name", other)
}
"#;
    let constants = [("n", floats(&[-1.0])), ("odd name", floats(&[1.0])), ("other", floats(&[0.5]))];
    becomes(before, &constants, &["gone"], &["w"], after);
}

#[test]
fn empty_rewrite_gives_the_same_text() {
    let text = "g (float[1] x) => (float[1] y) { y = Neg(x) }\n\n# the end";
    becomes(text, &[], &[], &[], text);
}

#[test]
fn constants_for_several_outputs_are_consecutive() {
    let before = "g () => (float[1] y) {\n  [n] a, , c = F.Make()\n  y = Add(a, c) }";
    let after = "g () => (float[1] y) {\n  [n] a = Constant <value = float[1] {1}> ()\n  c = Constant <value = float[1] {2}> ()\n  y = Add(a, c) }";
    becomes(before, &[("a", floats(&[1.0])), ("c", floats(&[2.0]))], &[], &[], after);
    let before = "g () => (float[1] y) { a, c = F.Make() y = Add(a, c) }";
    let after = "g () => (float[1] y) { a = Constant <value = float[1] {1}> () c = Constant <value = float[1] {2}> () y = Add(a, c) }";
    becomes(before, &[("a", floats(&[1.0])), ("c", floats(&[2.0]))], &[], &[], after);
}

#[test]
fn bodies_and_functions_are_edited_in_place() {
    let before = r#"g (bool c, float[1] x) => (float[1] y) {
    b = If (c) <
        then_branch = t () => (float[1] p) <float[1] w = {3}> { m = Neg(w)  p = Add(x, m) },
        else_branch = e () => (float[1] q) { q = Neg(x) }
    >
    k = Constant <value = float[1] {2}> ()
    f = F.G(x)
    y = Sum(b, k, f)
}
<domain: "F", opset_import: ["" : 18]>
G (a) => (r) <float[1] s> { s = Abs(a)  u = Constant <value_float = 1.0>()  r = Mul(a, u) }
"#;
    let after = r#"g (bool c, float[1] x) => (float[1] y) {
    b = If (c) <
        then_branch = t () => (float[1] p) <> { m = Constant <value = float[1] {-3}> ()  p = Add(x, m) },
        else_branch = e () => (float[1] q) { q = Neg(x) }
    >
    k = Constant <value = float[1] {2}> ()
    f = F.G(x)
    y = Sum(b, k, f)
}
<domain: "F", opset_import: ["" : 18]>
G (a) => (r) <> { u = Constant <value_float = 1.0>()  r = Mul(a, u) }
"#;
    // `Constant` nodes stay as they are.
    let scalar = NewConstant::Tensor(Tensor::new([], vec![1f32]).expect("a tensor"));
    let model = read(before);
    assert!(model.graphs().all(|graph| constants_are_nodes(&model, graph)));
    let constants = [("m", floats(&[-3.0])), ("k", floats(&[2.0])), ("u", scalar)];
    let rewrite = rewrite_of(&model, &constants, &["s"], &["w"]);
    assert_eq!(write(&model, &rewrite, &ExternalDataPolicy::Keep).as_deref(), Ok(after));
    assert_eq!(findings(&read(after)), [""; 0]);
    // What lies in a node that goes is not looked at.
    let rewrite = rewrite_of(&model, &[("m", floats(&[-3.0])), ("b", floats(&[1.0]))], &["q"], &["w"]);
    let written = write(&model, &rewrite, &ExternalDataPolicy::Keep).expect("a text");
    assert!(written.contains("{\n    b = Constant <value = float[1] {1}> ()\n    k = Constant"), "{written}");
}

#[test]
fn initializers_without_their_own_statement_are_kept() {
    let before = "g (float[1] x, float[1] d = {1}) => (float[1] y) <sparse_tensor(float[1]) s = {float[1] {1}, int64[1] {0}}> { y = Sum(x, d, s) }";
    let model = read(before);
    let rewrite = rewrite_of(&model, &[], &[], &["d", "s"]);
    assert_eq!(write(&model, &rewrite, &ExternalDataPolicy::Keep).as_deref(), Ok(before));
}

#[test]
fn every_element_type_round_trips() {
    for element in (1..=28).filter_map(ElementType::from_onnx) {
        for count in [0, 1, 5] {
            let sizes: Arc<[usize]> = [count].into();
            let tensor = match element.packed_bytes(count as u64) {
                None => {
                    let strings: Vec<Arc<[u8]>> =
                        ["", "\"\\", "é\n", "#", "}"].iter().take(count).map(|s| s.as_bytes().into()).collect();
                    Tensor::of_strings(sizes, strings)
                }
                Some(bytes) => Tensor::from_packed(element, sizes, vec![1; bytes as usize]),
            };
            same_after_writing(&tensor.expect("a tensor"));
        }
    }
    same_after_writing(
        &Tensor::new([2, 2], vec![f32::INFINITY, f32::NAN, -0.0, f32::MIN_POSITIVE / 8.0]).expect("a tensor"),
    );
    same_after_writing(&Tensor::new([], vec![f64::NEG_INFINITY]).expect("a tensor"));
    same_after_writing(&Tensor::new([2], vec![i64::MIN, i64::MAX]).expect("a tensor"));
    same_after_writing(&Tensor::new([1], vec![u64::MAX]).expect("a tensor"));
}

fn same_after_writing(tensor: &Tensor) {
    let model = Model::from_onnx_text(
        Source::from_bytes(
            "m.onnxtxt",
            "<ir_version: 14, opset_import: [\"\" : 26, \"F\" : 1]> g () => () { y = F.Make() F.Take(y) }",
        ),
        &ReadOptions::default(),
    );
    let rewrite = rewrite_of(&model, &[("y", NewConstant::Tensor(tensor.clone()))], &[], &[]);
    let written = onnx::rewrite(&model, &rewrite, &ExternalDataPolicy::Keep).expect("a text").to_bytes();
    let shown = String::from_utf8_lossy(&written).into_owned();
    let written = Model::from_onnx_text(Source::from_bytes("m.onnxtxt", written), &ReadOptions::default());
    assert_eq!(written.findings().len(), model.findings().len(), "{shown}");
    let node = written.producer(value(&written, "y")).expect("a node");
    match written.attribute(node, "value").map(|a| &a.value) {
        Some(AttributeValue::Tensor(id)) => assert_eq!(written.load(*id).as_ref(), Ok(tensor), "{shown}"),
        other => panic!("{shown}: {other:?}"),
    }
}

#[test]
fn values_that_text_cannot_represent_are_rejected() {
    let model = read("g () => (float[1] y) { y = F.Make() }");
    let refused = |tensor: Tensor| {
        let rewrite = rewrite_of(&model, &[("y", NewConstant::Tensor(tensor))], &[], &[]);
        write(&model, &rewrite, &ExternalDataPolicy::Keep).expect_err("a refusal")
    };
    let nan = |bits: u32| Tensor::from_packed(ElementType::F32, [1], bits.to_le_bytes().to_vec()).expect("a tensor");
    assert!(matches!(refused(nan(0x7FC0_0001)), WriteError::Text { .. }));
    assert!(matches!(refused(nan(0xFF80_0001)), WriteError::Text { .. }));
    let string: Arc<[u8]> = [0xFF].into();
    assert!(matches!(refused(Tensor::of_strings([1], [string]).expect("a tensor")), WriteError::Text { .. }));
    let tensor = Tensor::from_packed(ElementType::U3, [1], vec![0; 3]).expect("a tensor");
    assert!(matches!(refused(tensor), WriteError::ElementType { .. }));
}

#[test]
fn external_data_is_listed_moved_and_embedded() {
    let text = |w: &str, k: &str| {
        format!(
            "g (float[1] x) => (float[1] y) <float[1] w = {w}> {{\n  k = Constant <value = float[1] {k}> ()\n  n = Neg(w)\n  y = Sum(x, n, k) }}"
        )
    };
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("write-text");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("m.onnxtxt");
    std::fs::write(folder.join("w.bin"), [1f32, 2.0].map(f32::to_le_bytes).concat()).expect("a file");
    let located =
        |at: usize, location: &str| format!("[\"location\": \"{location}\", \"offset\": \"{at}\", \"length\" : \"4\"]");
    let before = text(&located(0, "w.bin"), &located(4, "w.bin"));
    std::fs::write(&path, format!("{HEADER}{before}")).expect("a file");
    let model = Model::from_onnx_text(Source::open(&path).expect("a file"), &ReadOptions::default());
    assert_eq!(findings(&model), [""; 0]);
    assert_eq!(external_files(&model, &Rewrite::default()), Ok(vec!["w.bin".to_owned()]));
    let empty = Rewrite::default();
    let moved = ExternalDataPolicy::Relocate(BTreeMap::from([("w.bin".to_owned(), "far/\"w\".bin".to_owned())]));
    let new = r#"far/\"w\".bin"#;
    assert_eq!(write(&model, &empty, &moved), Ok(text(&located(0, new), &located(4, new))));
    assert_eq!(write(&model, &empty, &ExternalDataPolicy::Embed), Ok(text("{1}", "{2}")));

    // Comments and any white space may be in between.
    let apart = |at: usize, location: &str| {
        format!("[\"location\" # where\n : \x0b {location}, \"offset\"\x0b: # at\n \"{at}\", \"length\": \"4\"]")
    };
    std::fs::write(&path, format!("{HEADER}{}", text(&apart(0, "\"w.bin\""), &apart(4, "\"w.bin\"")))).expect("a file");
    let spaced = Model::from_onnx_text(Source::open(&path).expect("a file"), &ReadOptions::default());
    assert_eq!(external_files(&spaced, &empty), Ok(vec!["w.bin".to_owned()]));
    let new = r#""far/\"w\".bin""#;
    assert_eq!(write(&spaced, &empty, &moved), Ok(text(&apart(0, new), &apart(4, new))));
    assert_eq!(write(&spaced, &empty, &ExternalDataPolicy::Embed), Ok(text("{1}", "{2}")));

    // `Constant` nodes stay, and their data is what is left outside.
    let ValueRole::Output(node) = model.value(value(&model, "k")).role else { panic!("no output") };
    let Some(AttributeValue::Tensor(id)) = model.attribute(node, "value").map(|a| &a.value) else {
        panic!("no tensor")
    };
    let rewrite = rewrite_of(&model, &[("k", NewConstant::CopiedFromFile(*id)), ("n", floats(&[-1.0]))], &[], &["w"]);
    let after = text("W", "{2}").replace("float[1] w = W", "").replace("Neg(w)", "Constant <value = float[1] {-1}> ()");
    assert_eq!(write(&model, &rewrite, &ExternalDataPolicy::Embed), Ok(after));
    assert_eq!(external_files(&model, &rewrite), Ok(vec!["w.bin".to_owned()]));
    let rewrite = rewrite_of(&model, &[("n", floats(&[-1.0]))], &["k"], &["w"]);
    assert_eq!(external_files(&model, &rewrite), Ok(vec![]));
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

/// A rewrite that removes everything produces a text or is rejected, for any input.
#[test]
fn rewriting_broken_text_succeeds_or_is_rejected() {
    let text = r#"g (bool c, float[1] x) => (float[1] y) <float[1] w = ["location": "w.bin"], float[1] s, # here
      float[1] k> {
    b = If (c) < then_branch = t () => (float[1] p) <float[1] v = {3}> { m = Neg(v)  p = Add(x, m) },
                 else_branch = e () => (float[1] q) { q = Neg(x) } >
    [n] k, , l = F.Make <a = float[1] {2}> (w)
    s = Abs(k)
    y = Sum(b, k, s, l)
}
"#;
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let marks = b"<>(){}[],=\"#\n .:w";
    for _ in 0..4000 {
        let mut bytes = format!("{HEADER}{text}").into_bytes();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(3) {
                0 => bytes[at] = marks[random(marks.len())],
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, marks[random(marks.len())]),
            }
        }
        let model = Model::from_onnx_text(Source::from_bytes("m.onnxtxt", bytes), &ReadOptions::default());
        let mut rewrite = Rewrite::default();
        for graph in model.graphs() {
            for node in model.nodes_of(graph) {
                if random(2) == 0 {
                    continue;
                }
                let constants = model.outputs(node).filter(|_| random(2) == 0);
                rewrite.constants.extend(constants.map(|value| (value, floats(&[1.0]))));
                rewrite.nodes.push(node);
            }
            let constants =
                model.values_of(graph).filter(|&v| matches!(model.value(v).role, ValueRole::Initializer(_)));
            rewrite.initializers.extend(constants);
        }
        rewrite.constants.sort_by_key(|(value, _)| *value);
        rewrite.nodes.sort();
        rewrite.initializers.sort();
        drop(external_files(&model, &rewrite));
        for external in [ExternalDataPolicy::Keep, ExternalDataPolicy::Embed] {
            if let Ok(edited) = onnx::rewrite(&model, &rewrite, &external) {
                Model::from_onnx_text(Source::from_bytes("m.onnxtxt", edited.to_bytes()), &ReadOptions::default());
            }
        }
    }
}
