//! Hostile IR files, including those that terminate OpenVINO's process. They are built here and never written.

use super::{Bound, FINDINGS, PER_BYTE, noisy, run, run_with_weights};

fn net(layers: &str, edges: &str) -> String {
    format!("<net name=\"m\" version=\"11\"><layers>{layers}</layers><edges>{edges}</edges></net>")
}

fn parameter(id: usize, dims: &str) -> String {
    format!(
        "<layer id=\"{id}\" name=\"p{id}\" type=\"Parameter\" version=\"opset1\"><data shape=\"{dims}\" \
         element_type=\"f32\"/><output><port id=\"0\" precision=\"FP32\"/></output></layer>"
    )
}

fn result(id: usize) -> String {
    format!(
        "<layer id=\"{id}\" name=\"r{id}\" type=\"Result\" version=\"opset1\"><input><port id=\"0\"/></input></layer>"
    )
}

fn edge(from: usize, to: usize) -> String {
    format!("<edge from-layer=\"{from}\" from-port=\"0\" to-layer=\"{to}\" to-port=\"0\"/>")
}

#[test]
fn elements_nested_100_000_deep() {
    let depth = 100_000;
    let nested = |open: &str, close: &str| format!("{}{}", open.repeat(depth), close.repeat(depth));
    for (what, text) in [
        ("anything", nested("<a>", "</a>")),
        ("open", "<a>".repeat(depth)),
        ("layers", nested("<layers>", "</layers>")),
        ("metadata", nested("<info name=\"a\">", "</info>")),
    ] {
        noisy(what, "m.xml", text.as_bytes());
        let inside = format!("<net name=\"m\" version=\"11\"><rt_info>{text}</rt_info><layers>{text}</layers></net>");
        noisy(what, "m.xml", inside.as_bytes());
    }
    let body = "<layer id=\"0\" name=\"i\" type=\"If\" version=\"opset8\"><then_body><layers>";
    let end = "</layers></then_body></layer>";
    noisy("bodies", "m.xml", net(&nested(body, end), "").as_bytes());
    let example = nested("<layer id=\"0\" type=\"If\">", "</layer>");
    noisy("bare layers", "m.xml", example.as_bytes());
}

#[test]
fn nested_ifs_of_ir() {
    // Bodies that are whole, so that every one is inferred.
    let mut inner = String::new();
    for _ in 0..400 {
        let then_body =
            format!("<layers>{}{inner}{}</layers><edges>{}</edges>", parameter(0, "2"), result(2), edge(0, 2));
        inner = format!(
            "<layer id=\"1\" name=\"i\" type=\"If\" version=\"opset8\"><then_port_map><input external_port_id=\"1\" \
             internal_layer_id=\"0\"/><output external_port_id=\"2\" internal_layer_id=\"2\"/></then_port_map>\
             <input><port id=\"0\"/><port id=\"1\"/></input><output><port id=\"2\" precision=\"FP32\"/></output>\
             <then_body>{then_body}</then_body></layer>"
        );
    }
    noisy("ifs", "m.xml", net(&inner, "").as_bytes());
}

#[test]
fn many_layers_and_edges() {
    let bound = Bound { per_byte: PER_BYTE, findings: FINDINGS };
    let count = 12_000;
    let layers: String = (0..count).map(|i| parameter(i % 7, "2")).collect();
    run("one id", "m.xml", net(&layers, "").as_bytes(), bound);
    let edges: String = (0..count).map(|_| edge(0, 1)).collect();
    run("one edge", "m.xml", net(&(parameter(0, "2") + &result(1)), &edges).as_bytes(), bound);
    let nowhere: String = (0..count).map(|i| edge(i + 5, i + 6)).collect();
    run("edges to nowhere", "m.xml", net(&(parameter(0, "2") + &result(1)), &nowhere).as_bytes(), bound);
    // Parameters and constants that nobody reads.
    let constants: String = (0..count)
        .map(|i| {
            format!(
                "<layer id=\"{}\" name=\"c\" type=\"Const\" version=\"opset1\"><data element_type=\"i64\" shape=\"\" \
                 offset=\"0\" size=\"8\"/><output><port id=\"0\" precision=\"I64\"/></output></layer>",
                i + count
            )
        })
        .collect();
    let parameters: String = (0..count).map(|i| parameter(i, "2")).collect();
    run("dead", "m.xml", net(&(parameters + &constants + &result(99_999)), &edge(0, 99_999)).as_bytes(), bound);
    let attributes: String = (0..count).map(|i| format!(" a{}=\"1\"", i % 9_000)).collect();
    let layer =
        format!("<layer id=\"0\" name=\"x\" type=\"Relu\" version=\"opset1\"{attributes}><data{attributes}/></layer>");
    run("attributes", "m.xml", net(&layer, "").as_bytes(), bound);
    let ports = "<port id=\"0\"><dim>1</dim></port>".repeat(count);
    let layer = format!(
        "<layer id=\"0\" name=\"x\" type=\"Concat\" version=\"opset1\"><input>{ports}</input><output>{ports}</output></layer>"
    );
    run("ports", "m.xml", net(&layer, "").as_bytes(), bound);
    let dims = "<dim>1</dim>".repeat(10 * count);
    let layer = format!(
        "<layer id=\"0\" name=\"x\" type=\"Relu\" version=\"opset1\"><output><port id=\"1\" precision=\"FP32\">{dims}</port></output></layer>"
    );
    run("dims", "m.xml", net(&layer, "").as_bytes(), bound);
    run("data", "m.xml", net(&format!("<layer id=\"0\">{}</layer>", "<data/>".repeat(count)), "").as_bytes(), bound);
}

#[test]
fn long_chain_and_long_cycle() {
    let relu = |id: usize| {
        format!(
            "<layer id=\"{id}\" name=\"l{id}\" type=\"ReLU\" version=\"opset1\"><input><port id=\"0\"/></input><output>\
             <port id=\"1\" precision=\"FP32\"/></output></layer>"
        )
    };
    let edge = |from: usize, port: usize, to: usize| {
        format!("<edge from-layer=\"{from}\" from-port=\"{port}\" to-layer=\"{to}\" to-port=\"0\"/>")
    };
    let count = 30_000;
    let layers: String = (1..=count).map(relu).collect();
    let edges: String = (1..=count).map(|i| edge(i - 1, usize::from(i > 1), i)).collect();
    let all = net(&(parameter(0, "2") + &layers + &result(count + 1)), &(edges + &edge(count, 1, count + 1)));
    let codes = run("chain", "m.xml", all.as_bytes(), Bound { per_byte: PER_BYTE, findings: 0 });
    assert!(codes.is_empty(), "{codes:?}");
    let ring: String = (0..1_024).map(|i| edge(i, 1, (i + 1) % 1_024)).collect();
    let layers: String = (0..1_024).map(relu).collect();
    let codes = noisy("cycle", "m.xml", net(&(layers + &result(1_024)), &(ring + &edge(0, 1, 1_024))).as_bytes());
    assert_eq!(codes, ["GR102"], "one cycle is one finding");
}

#[test]
fn overlong_names_and_numbers() {
    let long = "n".repeat(1 << 20);
    let layer = |data: &str, kind: &str, name: &str| {
        format!(
            "<layer id=\"1\" name=\"{name}\" type=\"{kind}\" version=\"opset1\"><data {data}/><input><port id=\"0\"/>\
             </input><output><port id=\"1\" precision=\"FP32\"/></output></layer>"
        )
    };
    for (what, layer) in [
        ("type", layer("", &long, "a")),
        ("name", layer("a=\"1\" b=\"2\" c=\"3\"", "ReLU", &long)),
        ("attribute", layer(&format!("{long}=\"1\""), "ReLU", "a")),
        ("value", layer(&format!("keep_dims=\"{long}\""), "ReduceMin", "a")),
        ("version", layer("", "ReLU\" version=\"opset1", "a").replace("opset1", &format!("opset{long}"))),
        ("digits", layer(&format!("axis=\"{}\"", "9".repeat(1 << 20)), "Softmax", "a")),
        ("list", layer(&format!("shape=\"{}\" element_type=\"f32\"", "1,".repeat(1 << 19)), "Parameter", "a")),
    ] {
        noisy(what, "m.xml", net(&(parameter(0, "2") + &layer + &result(2)), &edge(0, 1)).as_bytes());
    }
    let number = "9".repeat(100_000);
    noisy("ids", "m.xml", net(&parameter(0, "2").replace("id=\"0\"", &format!("id=\"{number}\"")), "").as_bytes());
}

#[test]
fn one_long_name_read_by_every_layer() {
    // Edges go by id, so the name stands in the file once.
    let first = parameter(0, "...").replace("\"p0\"", &format!("\"{}\"", "n".repeat(1 << 20)));
    let axes = "<layer id=\"1\" name=\"a\" type=\"Const\" version=\"opset1\"><data element_type=\"i64\" shape=\"1\" \
                offset=\"0\" size=\"8\"/><output><port id=\"0\" precision=\"I64\"/></output></layer>";
    let edge = |from: usize, to: usize, port: usize| {
        format!("<edge from-layer=\"{from}\" from-port=\"0\" to-layer=\"{to}\" to-port=\"{port}\"/>")
    };
    let (mut layers, mut edges) = (first + axes, String::new());
    for id in 2..5_002 {
        layers += &format!(
            "<layer id=\"{id}\" name=\"m\" type=\"ReduceMin\" version=\"opset1\"><data keepdims=\"1\"/><input><port \
             id=\"0\"/><port id=\"1\"/></input><output><port id=\"2\" precision=\"I64\"/></output></layer>"
        );
        edges += &(edge(0, id, 0) + &edge(1, id, 1));
    }
    let text = net(&layers, &edges);
    run_with_weights("readers", "m.xml", text.as_bytes(), &0i64.to_le_bytes());
}

#[test]
fn unterminated_entities_and_markup() {
    let bomb: String = (1..30).map(|i| format!("<!ENTITY e{i} \"&e{};&e{};\">", i - 1, i - 1)).collect();
    let text = format!("<!DOCTYPE net [<!ENTITY e0 \"ha\">{bomb}]><net name=\"&e29;\" version=\"11\"><layers/></net>");
    noisy("entities", "m.xml", text.as_bytes());
    for open in ["<!--", "<![CDATA[", "<?xml", "<!DOCTYPE [", "<net name=\"", "<net name='x", "&#", "<", "</"] {
        noisy(open, "m.xml", open.as_bytes());
        noisy(open, "m.xml", format!("<net name=\"m\" version=\"11\"><layers>{}", open.repeat(20_000)).as_bytes());
    }
}

/// Files that end OpenVINO's process (2026.4.1), or make it read memory that is not the file's.
#[test]
fn files_that_terminate_openvinos_process() {
    let constant = |element: &str, shape: &str, size: usize| {
        let layer = format!(
            "<layer id=\"0\" name=\"c\" type=\"Const\" version=\"opset1\"><data element_type=\"{element}\" \
             shape=\"{shape}\" offset=\"0\" size=\"{size}\"/><output><port id=\"0\" precision=\"I64\"/></output></layer>"
        );
        net(&(layer + &result(1)), &edge(0, 1))
    };
    // Elements times bits overflow 64 bits to something small.
    for shape in ["288230376151711744", "4611686018427387904", "4294967296,4294967296", "-1,-1"] {
        let codes = run_with_weights("overflow", "m.xml", constant("i64", shape, 8).as_bytes(), &[0; 8]);
        assert!(!codes.is_empty(), "{shape}");
    }
    // Fewer strings in the file than the shape says, and offsets that lead out of it or back.
    for (shape, words) in [
        ("2", vec![1, 0, 1]),
        ("1", vec![i32::MAX, 0, 1]),
        ("1", vec![-1, 0, 1]),
        ("1", vec![1, 0, i32::MAX]),
        ("2", vec![2, 0, 9, 3]),
        ("1000000", vec![1_000_000, 0]),
    ] {
        let bytes: Vec<u8> = words.iter().flat_map(|w: &i32| w.to_le_bytes()).chain([b'a']).collect();
        let text = constant("string", shape, bytes.len());
        let codes = run_with_weights("strings", "m.xml", text.as_bytes(), &bytes);
        assert!(!codes.is_empty(), "{shape} {words:?}");
    }
    // A slice of no size, a step of none, an axis that is not there.
    for slice in [
        "axis=\"0\" start=\"0\" end=\"-1\" stride=\"1\" part_size=\"0\"",
        "axis=\"0\" start=\"0\" end=\"-1\" stride=\"0\" part_size=\"1\"",
        "axis=\"7\" start=\"9223372036854775807\" end=\"-9223372036854775808\" stride=\"-1\" part_size=\"-1\"",
        "axis=\"-9223372036854775808\" start=\"-9\" end=\"9\" stride=\"-9223372036854775808\" part_size=\"9223372036854775807\"",
    ] {
        let body =
            format!("<body><layers>{}{}</layers><edges>{}</edges></body>", parameter(0, "1,2"), result(1), edge(0, 1));
        let layer = format!(
            "<layer id=\"1\" name=\"ti\" type=\"TensorIterator\" version=\"opset1\"><port_map><input \
             external_port_id=\"0\" internal_layer_id=\"0\" {slice}/><output external_port_id=\"1\" \
             internal_layer_id=\"1\" {slice}/></port_map><input><port id=\"0\"/></input><output><port id=\"0\" \
             precision=\"FP32\"/></output>{body}</layer>"
        );
        noisy(
            "slices",
            "m.xml",
            net(&(parameter(0, "3,2") + &layer + &result(2)), &(edge(0, 1) + &edge(1, 2))).as_bytes(),
        );
    }
}
