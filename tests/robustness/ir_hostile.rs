//! Hostile IR files: any bytes produce a report, quickly and without a panic.

use std::fmt::Write;

use shapewright::graph::{Model, Status};
use shapewright::{Level, ReadOptions, Source};

const SMALL: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!-- a model --><net name="m" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2,?" element_type="f32"/><output><port id="0" precision="FP32" names="x,a\,b"><dim>2</dim><dim>-1</dim></port></output></layer>
<layer id="1" name="c" type="Const" version="opset1"><data element_type="i64" shape="1" offset="0" size="8"/><output><port id="0" precision="I64"><dim>1</dim></port></output></layer>
<layer id="2" name="l" type="Loop" version="opset5"><input><port id="0"/><port id="1"><dim>2</dim></port></input><output><port id="2" precision="FP32"/></output>
<port_map><input external_port_id="0" internal_layer_id="0"/><output external_port_id="2" internal_layer_id="1" axis="1" start="0"/></port_map><back_edges><edge from-layer="1" to-layer="0"/></back_edges>
<body><layers><layer id="0" name="p" type="Parameter" version="opset1"><data shape="..." element_type="f32"/><output><port id="0" precision="FP32"/></output></layer><layer id="1" name="r" type="Result" version="opset1"><input><port id="0"/></input></layer></layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></body></layer>
<layer id="3" name="y" type="Result" version="opset1"><input><port id="0" precision="FP32"/></input><rt_info><attribute name="layout" version="0"/></rt_info></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0"/><edge from-layer="1" from-port="0" to-layer="2" to-port="1"/><edge from-layer="2" from-port="2" to-layer="3" to-port="0"/></edges>
<meta_data><cli_parameters><a value="&lt;1&#x3e;"/></cli_parameters></meta_data><rt_info><a><b value="1"/></a></rt_info></net>
"#;

const PAGE: &str = r#"Page
<layer id="1" type="ReduceMin" ...>
  <data keep_dims="true" /><input><port id="0"><dim>6</dim></port><port id="1"><dim>1</dim> <!-- value is [0] --></port></input>
  <output><port id="2"><dim>1</dim></port></output>
</layer>
"#;

fn read(bytes: impl Into<Vec<u8>>) -> Model {
    let source = Source::from_bytes("m.xml", bytes.into());
    Model::read_with_weights(source, vec![0; 8], &ReadOptions::default())
}

/// Looks at everything that a later pass may look at.
fn walk(model: &Model) {
    assert!(model.status() == Status::Ok || model.graphs().count() == 0 || !model.findings().is_empty());
    for graph in model.graphs() {
        assert!(!model.path(graph).is_empty());
        for output in &model.graph(graph).outputs {
            output.operand.value().map(|v| model.value(v));
        }
        model.values_of(graph).for_each(|v| assert_eq!(model.value(v).graph, graph));
        for node in model.nodes_of(graph) {
            assert_eq!(model.node(node).graph, graph);
            for (i, operand) in model.inputs(node).iter().enumerate() {
                operand.value().map(|v| model.declared(v));
                assert!(model.input_port(node, i).is_some(), "ports and operands go together");
            }
            model.outputs(node).for_each(|v| assert_eq!(model.producer(v), Some(node)));
            for attribute in model.attributes(node) {
                attribute.value.graphs().iter().for_each(|g| assert!(model.graphs().any(|h| h == *g)));
            }
        }
    }
    let len = model.source().bytes().len() as u64;
    let spans = model.findings().iter().filter_map(|f| f.place.span);
    spans.for_each(|s| assert!(s.start <= len, "{s:?} of {len} bytes"));
}

#[test]
fn small_models_have_no_error() {
    assert_eq!(read(SMALL).findings(), []);
    assert_eq!(read(PAGE).findings(), []);
}

#[test]
fn every_truncation_is_an_error() {
    for text in [SMALL, PAGE] {
        let end = text.rfind("</").expect("there");
        for len in 0..text.len() {
            let model = read(&text.as_bytes()[..len]);
            walk(&model);
            let error = model.findings().iter().any(|f| f.level == Level::Error);
            assert!(error || len > end || (text == PAGE && len < 40), "cut at {len}: {:?}", model.findings());
        }
    }
}

#[test]
fn every_missing_byte_and_every_suffix() {
    for text in [SMALL, PAGE] {
        for at in 0..text.len() {
            let mut bytes = text.as_bytes().to_vec();
            bytes.remove(at);
            walk(&read(bytes));
            walk(&read(&text.as_bytes()[at..]));
        }
    }
}

/// A generator of numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}

#[test]
fn random_changes_produce_a_report() {
    let pieces: [&[u8]; 16] = [
        b"<",
        b">",
        b"\"",
        b"'",
        b"/>",
        b"</",
        b"<!--",
        b"-->",
        b"&",
        b"\0",
        b"\xFF",
        b"-1",
        b"99999999999999999999",
        b"<body>",
        b"<![CDATA[",
        b"id=\"0\"",
    ];
    let mut numbers = Numbers(1);
    for round in 0..6_000 {
        let mut bytes = if round % 4 == 0 { PAGE } else { SMALL }.as_bytes().to_vec();
        for _ in 0..=numbers.next(4) {
            let at = numbers.next(bytes.len());
            match numbers.next(4) {
                0 => bytes[at] = numbers.next(256) as u8,
                1 => bytes[at] ^= 1 << numbers.next(8),
                2 => {
                    let piece = pieces[numbers.next(pieces.len())];
                    bytes.splice(at..at, piece.iter().copied());
                }
                _ => {
                    let (from, len) = (numbers.next(bytes.len()), numbers.next(200));
                    let copy = bytes[from..(from + len).min(bytes.len())].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
        }
        walk(&read(bytes));
    }
}

fn in_net(content: &str) -> String {
    format!("<net version=\"11\"><layers>{content}</layers><edges/></net>")
}

#[test]
fn deep_nesting_needs_no_stack() {
    let nested = |name: &str, depth: usize| format!("<{name}>").repeat(depth) + &format!("</{name}>").repeat(depth);
    for text in [
        nested("a", 300_000),
        in_net(&nested("a", 300_000)),
        in_net(&nested("layer", 100_000)),
        format!("<net version=\"11\"><rt_info>{}</rt_info></net>", nested("a", 300_000)),
        format!("<layer type=\"If\">{}</layer>", nested("then_body", 100_000)),
        "<a>".repeat(300_000),
        "</a>".repeat(300_000),
        "<a></b>".repeat(100_000),
    ] {
        walk(&read(text));
    }
}

#[test]
fn nested_bodies_are_read_once() {
    let layer = |body: &str| {
        format!(
            "<layer id=\"0\" name=\"n\" type=\"If\" version=\"opset8\"><then_body><layers>{body}</layers><edges/></then_body></layer>"
        )
    };
    let mut text = String::new();
    for _ in 0..900 {
        text = layer(&text);
    }
    let model = read(in_net(&text));
    walk(&model);
    assert_eq!(model.graphs().count(), 901);
    assert_eq!(model.findings(), []);
}

#[test]
fn many_attributes_ports_and_edges() {
    let mut attributes = String::new();
    let mut ports = String::new();
    let mut edges = String::new();
    for i in 0..100_000 {
        write!(attributes, " a{i}=\"1\"").expect("memory");
        write!(ports, "<port id=\"{i}\"/>").expect("memory");
        write!(edges, "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"1\" to-port=\"{i}\"/>").expect("memory");
    }
    let source = "<layer id=\"0\" name=\"a\" type=\"A\" version=\"x\"><output><port id=\"0\" precision=\"FP32\"/></output></layer>";
    let wide = format!("{source}<layer id=\"1\" name=\"b\" type=\"B\" version=\"x\"><input>{ports}</input></layer>");
    let text = in_net(&wide).replace("<edges/>", &format!("<edges>{edges}</edges>"));
    let model = read(text);
    assert_eq!(model.findings(), []);
    walk(&model);
    for text in [
        in_net(&format!("<layer id=\"0\" name=\"a\" type=\"A\" version=\"x\"><data{attributes}/></layer>")),
        in_net(&"<layer id=\"0\" name=\"a\" type=\"A\" version=\"x\"/>".repeat(50_000)),
        in_net(&"<layer/>".repeat(50_000)),
        in_net(&format!(
            "<layer id=\"0\" name=\"a\" type=\"A\" version=\"x\"><output><port id=\"0\">{}</port></output></layer>",
            "<dim>1</dim>".repeat(200_000)
        )),
        in_net(&format!(
            "{source}<layer id=\"1\" name=\"b\" type=\"B\" version=\"x\"><input>{}</input></layer>",
            "<port id=\"0\"/>".repeat(50_000)
        )),
        format!("<net version=\"11\"><layers/><edges>{edges}</edges></net>"),
        format!(
            "<net version=\"11\"><rt_info><{0}>{1}</{0}></rt_info></net>",
            "n".repeat(100_000),
            "<a value=\"\"/>".repeat(20_000)
        ),
        "<layer type ".repeat(100_000),
        "prose <layer type=\"A\"><input><port id=\"0\"><!-- value is [1] --></port></input></layer>".repeat(10_000),
        "<layer type=\"A\"><input><port id=\"0\"><!-- value is [1] --></port></input></layer>".repeat(10_000),
    ] {
        walk(&read(text));
    }
}

/// Each of these takes minutes if the same blanks are looked at for each of the many parts.
#[test]
fn blanks_are_looked_at_once() {
    let blanks = " ".repeat(2_000_000);
    let body = "<layer id=\"0\" name=\"n\" type=\"If\" version=\"opset8\"><then_body> </then_body></layer>";
    let sized = |size: &str, more: &str| {
        format!(
            "<layer id=\"0\" name=\"a\" type=\"A\" version=\"x\"><output><port id=\"0\"><dim>{size}</dim></port>{more}</output></layer>"
        )
    };
    for text in [
        in_net(&body.repeat(20_000)) + &blanks,
        format!("prose {}{blanks}", "<layer type=\"A\" id=\"1\"></layer>".repeat(20_000)),
        in_net(&sized(&format!("{blanks}1{}", "&lt;".repeat(50_000)), "")),
        format!("prose {}", sized(&blanks, &"<port id=\"0\">".repeat(20_000))),
    ] {
        walk(&read(text));
    }
    let ends_inside =
        |text: &str| read(text).findings().iter().any(|f| f.message == "the example ends inside `<input>`");
    let open = "prose <layer type=\"A\" id=\"1\"><input>";
    assert!(ends_inside(&format!("{open}  {open}</input></layer>")) && !ends_inside(&format!("{open}  ")));
}

#[test]
fn number_of_findings_is_limited() {
    let options = ReadOptions {
        limits: shapewright::Limits { max_diagnostics: 100, ..Default::default() },
        ..Default::default()
    };
    let text = in_net(&"<layer id=\"0\" name=\"a\" type=\"A\" version=\"x\"/>".repeat(1_000));
    let model = Model::read(Source::from_bytes("m.xml", text), &options);
    assert!(model.findings().len() <= 101, "{}", model.findings().len());
    let options =
        ReadOptions { limits: shapewright::Limits { max_records: 100, ..Default::default() }, ..Default::default() };
    let text = in_net(&"<layer id=\"0\" name=\"a\" type=\"A\" version=\"x\"><data a=\"1\"/></layer>".repeat(1_000));
    let model = Model::read(Source::from_bytes("m.xml", text), &options);
    assert!(model.findings().iter().any(|f| f.rule.code() == "FM011"));
    assert!(model.graphs().map(|g| model.nodes_of(g).len()).sum::<usize>() <= 100);
}
