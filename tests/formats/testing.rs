//! The module `testing`: examples of pages with all the faults of published pages, and snapshots of models.

use std::fs;
use std::path::{Path, PathBuf};

use shapewright::testing::{
    NothingToTest, SpecExamples, assert_model_snapshot, model_snapshot, spec_examples, try_model_snapshot,
    try_spec_examples,
};

use crate::shared;

/// The block of the README; a test of the documents compares it with this file.
#[path = "../readme/snapshots.rs"]
mod readme;

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("testing");
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The examples of a page of this text.
fn page(name: &str, text: &str) -> SpecExamples {
    let path = folder().join(name);
    fs::write(&path, text).expect("the page can be written");
    spec_examples(path)
}

/// The reports of a page of this text, without their first lines.
fn reports(name: &str, text: &str) -> Vec<String> {
    let report = |text: String| text.split_once('\n').map(|(_, rest)| rest.to_owned()).unwrap_or_default();
    page(name, text).into_iter().map(|example| report(example.report())).collect()
}

/// A layer of one reduction over the axes in `port`.
fn reduction(tag: &str, port: &str, output: &str) -> String {
    format!(
        "{tag}\n<data keep_dims=\"false\"/>\n<input>\n<port id=\"0\"><dim>6</dim><dim>12</dim><dim>10</dim></port>\n\
         {port}\n</input>\n<output>\n<port id=\"2\">{output}</port>\n</output>\n</layer>\n"
    )
}

const TAG: &str = "<layer id=\"1\" type=\"ReduceMin\" ...>";
const SIZES: &str = "<dim>6</dim><dim>10</dim>";

fn reduced(axes: &str) -> String {
    format!(
        "ReduceMin-1 keep_dims=false\nin   0 data  ?[6,12,10]\nin   1 axes  {axes}, from a comment\n\
         out  2  declared ?[6,10], inferred ?[6,10]: ok\nfindings: none\n"
    )
}

#[test]
fn axes_are_read_from_every_form_of_comment() {
    let ports = [
        ("<port id=\"1\"><dim>1</dim> <!-- value is [1] that means the rows --></port>", "i64[1] = [1]"),
        ("<port id=\"1\"><dim>1</dim> < !-- axes: [1] --></port>", "i64[1] = [1]"),
        ("<port id=\"1\"> <!-- axes = [-2] -->\n<dim>1</dim></port>", "i64[1] = [-2]"),
        ("<port id=\"1\"><dim>1</dim> <!-- [1] is -2 --></port>", "i64[1] = [1]"),
        ("<port id=\"1\"><dim>1</dim> <!-- The tensor contains 1 elements: 1 --></port>", "i64[1] = [1]"),
        ("<port id=\"1\"/>  <!-- axis = 1 -->", "i64[] = [1]"),
        ("<port id=\"1\" precision=\"I32\"></port> <!-- axis value: 1. -->", "i32[] = [1]"),
        ("<port id=\"1\"><!-- the axes --><dim>1</dim><!-- value is [1] --></port>", "i64[1] = [1]"),
    ];
    for (port, axes) in ports {
        let text = format!("Text\n====\n\n{}", reduction(TAG, port, SIZES));
        assert_eq!(reports("axes.rst", &text), [reduced(axes)], "{port}");
    }
    // Neither what stands on the next line nor what is no value is taken for one.
    for port in ["<port id=\"1\"/>\n<!-- axis = 1 -->", "<port id=\"1\"/> <!-- of shape [1] -->"] {
        let report = reports("axes.rst", &format!("Text\n{}", reduction(TAG, port, SIZES))).remove(0);
        assert!(report.contains("in   1 axes  ?[...]\n") && report.contains(": open\n"), "{port}: {report}");
    }
}

#[test]
fn start_tags_of_pages_are_accepted() {
    let port = "<port id=\"1\"><dim>1</dim> <!-- value is [1] --></port>";
    for tag in [
        TAG,
        "<layer ... type=\"ReduceMin\" ... >",
        "<layer type=\"ReduceMin\">",
        "<layer id=\"1\" type=\"ReduceMin\" ...>>",
        "<layer … type=\"ReduceMin\"…>",
        "<layer ... type=\"ReduceMin\"...>",
        "<layer id=\"1\"\n   name=\"min\" type=\"ReduceMin\" version=\"opset1\">",
    ] {
        let text = format!("Text\n\n.. code-block:: xml\n   :force:\n\n{}\nmore", reduction(tag, port, SIZES));
        let indented = text.replace('\n', "\n      ");
        let fenced = format!("# Text\n\n```xml\n{}```\n", reduction(tag, port, SIZES));
        for (name, text) in [("page.rst", text), ("page.txt", indented), ("page.md", fenced)] {
            assert_eq!(reports(name, &text), [reduced("i64[1] = [1]")], "{name}: {tag}");
        }
    }
}

#[test]
fn layer_without_a_version_has_the_version_of_its_page() {
    let layer = "<layer ... type=\"Interpolate\" ...>\n\
        <data mode=\"linear\" shape_calculation_mode=\"sizes\"/>\n<input>\n\
        <port id=\"0\"><dim>1</dim><dim>48</dim></port>\n\
        <port id=\"1\"><dim>1</dim><!-- [24] --></port>\n\
        <port id=\"2\"><dim>1</dim><!-- [0.5] --></port>\n\
        <port id=\"3\"><dim>1</dim><!-- [1] --></port>\n</input>\n\
        <output>\n<port id=\"4\"><dim>1</dim><dim>24</dim></port>\n</output>\n</layer>\n";
    let report = reports("v4.rst", &format!("**Versioned name**: *Interpolate-4*\n\n{layer}")).remove(0);
    assert!(report.starts_with("Interpolate-4 mode=linear"), "{report}");
    assert!(report.contains("inferred ?[1,24]: ok\nfindings: none\n"), "{report}");
    let newest = reports("v.rst", &format!("Interpolate\n\n{layer}")).remove(0);
    assert!(newest.starts_with("Interpolate-11") && newest.contains("error OP101"), "{newest}");
}

#[test]
fn unclosed_tags_are_reported_and_read_past() {
    let port = "<port id=\"1\"><dim>1</dim> <!-- value is [1] --></port>";
    let whole = reduction(TAG, port, SIZES);
    let found = "findings\n  warning FM021 not-well-formed\n";
    for (name, broken, finding) in [
        ("input", whole.replace("</input>\n", ""), found),
        ("data", whole.replace("\"false\"/>", "\"false\">"), found),
        ("port", whole.replacen("</port>\n<port", "\n<port", 1), found),
        ("dim", whole.replacen("<dim>6</dim>", "<dim>6", 1), found),
        ("comma", whole.replacen("id=\"1\" type", "id=\"1\", type", 1), found),
        ("end", whole.replacen("6</dim>", "6</xdim>", 1), found),
        ("last", whole.replacen("[1] --></port>", "[1] -->", 1), found),
        ("half", whole.replacen("6</dim>", "6/dim>", 1), "findings\n  warning FM026 sloppy-number example/1/#0\n"),
    ] {
        assert_ne!(broken, whole, "{name}");
        let report = reports("broken.rst", &format!("Text\n{broken}\nText\n{whole}")).remove(0);
        let expected = reduced("i64[1] = [1]").replace("findings: none\n", finding);
        assert_eq!(report, expected, "{name}");
    }
}

#[test]
fn unclosed_layer_does_not_affect_the_next_one() {
    let port = "<port id=\"1\"><dim>1</dim> <!-- value is [1] --></port>";
    let whole = reduction(TAG, port, SIZES);
    let open = whole.replace("</layer>", "");
    let all = reports("open.rst", &format!("Text\n{open}\nText\n{whole}\nText"));
    assert_eq!(all.len(), 2);
    assert_eq!(all[1], reduced("i64[1] = [1]"));
    assert_eq!(all[0], reduced("i64[1] = [1]").replace(": none", "\n  error FM002 truncated-model"));
}

/// A page cut off anywhere still has the examples that are whole.
#[test]
fn truncated_page_keeps_its_complete_examples() {
    let port = "<port id=\"1\"><dim>1</dim> <!-- value is [1] --></port>";
    let whole = reduction(TAG, port, SIZES);
    let text = format!("Text\n{whole}Text\n{whole}");
    for end in (text.len() / 2 + TAG.len())..text.len() - 1 {
        let all = reports("cut.rst", &text[..end]);
        assert_eq!(all.len(), 2, "{end}");
        assert_eq!(all[0], reduced("i64[1] = [1]"), "{end}");
    }
}

#[test]
fn ports_in_a_second_input_are_read() {
    let text = "Unsqueeze-1\n<layer ... type=\"Unsqueeze\">\n<input>\n<port id=\"0\"><dim>2</dim></port>\n</input>\n<input>\n\
        <port id=\"1\"><dim>1</dim> <!-- value is [0] --></port>\n</input>\n<output>\n\
        <port id=\"2\"><dim>1</dim><dim>2</dim></port>\n</output>\n</layer>\n";
    assert_eq!(
        reports("second.rst", text),
        ["Unsqueeze-1\nin   0 data  ?[2]\nin   1 axes  i64[1] = [0], from a comment\n\
          out  2  declared ?[1,2], inferred ?[1,2]: ok\n\
          findings\n  warning FM022 repeated-section example/1/#0\n"]
    );
}

/// The examples of a page are independent models.
#[test]
fn assign_example_without_read_value_is_valid() {
    let text = "Assign-3\n<layer ... type=\"Assign\" ...>\n<data variable_id=\"v\"/>\n<input>\n\
        <port id=\"0\"><dim>2</dim></port>\n</input>\n</layer>\n";
    let report = reports("assign.rst", text).remove(0);
    assert!(report.starts_with("Assign-3 variable_id=v\n") && report.ends_with("findings: none\n"), "{report}");
}

/// Omissions that an example marks with an ellipsis are not faults; unmarked ones are.
#[test]
fn ellipsis_marks_omitted_parts() {
    let text = "TensorIterator-1\n<layer type=\"TensorIterator\" ... >\n<input> ... </input>\n<output> ... </output>\n\
        <port_map>\n<input external_port_id=\"0\" internal_layer_id=\"0\" axis=\"1\"/>\n...\n</port_map>\n\
        <body><layers> ... </layers><edges> ... </edges></body>\n</layer>\n";
    let report = reports("dots.rst", text).remove(0);
    assert!(report.ends_with("findings: none\n"), "{report}");
    let report = reports("dots.rst", &text.replace("...", "")).remove(0);
    assert!(report.contains("error OP101") && report.contains("error OP204"), "{report}");
}

#[test]
fn wrong_page_gives_a_different_report() {
    let port = "<port id=\"1\"><dim>1</dim> <!-- value is [1] --></port>";
    let text = format!("Text\n{}", reduction(TAG, port, "<dim>6</dim><dim>12</dim>"));
    let expected = reduced("i64[1] = [1]")
        .replace("declared ?[6,10], inferred ?[6,10]: ok", "declared ?[6,12], inferred ?[6,10]: differs")
        .replace(": none", "\n  error SH201 declared-shape-mismatch example/1/#0");
    assert_eq!(reports("wrong.rst", &text), [expected]);
    let text = format!("Text\n{}", reduction(TAG, &port.replace("[1]", "[1, 0]"), "<dim>10</dim>"));
    let report = reports("wrong.rst", &text).remove(0);
    assert!(report.contains("= [1,0], from a comment") && report.contains("inferred ?[10]: ok"), "{report}");
    assert!(report.ends_with("findings\n  warning FM034 example-value-mismatch example/1/#0\n"), "{report}");
}

#[test]
fn examples_have_names_and_line_numbers() {
    let examples = spec_examples(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/openvino/reduce-min-page.rst"));
    let names: Vec<(String, u32, u64)> = examples.iter().map(|e| (e.name(), e.number(), e.line())).collect();
    assert_eq!(examples.len(), 4);
    assert_eq!(names[0], ("reduce-min-page-example-1".to_owned(), 1, 10));
    assert_eq!(names[3], ("reduce-min-page-example-4".to_owned(), 4, 88));
    for example in &examples {
        assert_eq!(example.model().nodes_of(example.graph()).len(), 1);
        assert_eq!(example.findings().count(), 0);
        insta::assert_snapshot!(example.name(), example.report());
    }
}

#[test]
fn models_match_their_snapshots() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_model_snapshot!(root.join("testdata/onnx/detector.onnx"));
    assert_model_snapshot!("detector-ir", root.join("testdata/openvino/detector.xml"));
    // Nothing depends on where the file lies.
    let moved = folder().join("elsewhere.onnx");
    fs::copy(root.join("testdata/onnx/detector.onnx"), &moved).expect("a copy");
    let texts = [model_snapshot(root.join("testdata/onnx/detector.onnx")), model_snapshot(&moved)];
    assert_eq!(texts[0], texts[1]);
    assert!(!texts[0].contains(env!("CARGO_MANIFEST_DIR")) && !texts[0].contains("bytes"));
    let ir = model_snapshot(root.join("testdata/openvino/detector.xml"));
    assert_eq!(ir.matches("offset: string = \"...\", size").count(), 2, "{ir}");
}

#[test]
fn test_without_examples_panics() {
    let write = |name: &str, text: &str| {
        let path = folder().join(name);
        fs::write(&path, text).expect("the file can be written");
        path
    };
    let page = |path: PathBuf| try_spec_examples(path).expect_err("no example");
    assert!(matches!(page(folder().join("missing.rst")), NothingToTest::Open(_)));
    assert!(matches!(page(folder()), NothingToTest::Open(_)));
    for text in ["", "Only text.\n", "<net name=\"g\" version=\"11\"><layers/><edges/></net>", "text of a `<layer>`\n"]
    {
        let error = page(write("none.rst", text));
        assert!(matches!(error, NothingToTest::NoExample { .. }), "{text}: {error}");
        assert!(error.to_string().contains("none.rst` contains no example"), "{error}");
    }
    let model = try_model_snapshot(write("none.onnx", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"));
    assert!(matches!(model, Err(NothingToTest::NoModel { .. })), "{model:?}");
    let caught = std::panic::catch_unwind(|| spec_examples("no/such/page.rst"));
    let message = *caught.expect_err("a panic").downcast::<String>().expect("a message");
    assert!(message.contains("no/such/page.rst") && message.contains("Cargo.toml"), "{message}");
}

/// Every published page next to the repository: each example is read, without false findings.
#[test]
fn published_pages_are_read() {
    let Some(folder) = shared::folder("spec") else { return };
    for page in fs::read_dir(folder).expect("the folder can be read").flatten() {
        let name = page.file_name().to_string_lossy().into_owned();
        if name.starts_with("openvino-") {
            let examples = spec_examples(page.path());
            assert_eq!(examples.len(), 4, "{name}");
            for example in examples {
                let report = example.report();
                assert!(report.contains(": ok\n") && report.ends_with("findings: none\n"), "{report}");
            }
        }
    }
}
