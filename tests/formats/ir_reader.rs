//! The IR reader: how a faulty file is read, and the one finding that reports the fault.

use shapewright::graph::{AttributeValue, Format, GraphRole, Model, Operand, Status, ValueRole};
use shapewright::{Level, LineColumn, LineIndex, ReadOptions, Source};

const MODEL: &str = r#"<?xml version="1.0"?>
<net name="m" version="11">
	<layers>
		<layer id="0" name="x" type="Parameter" version="opset1">
			<data shape="2,3" element_type="f32"/>
			<output>
				<port id="0" precision="FP32" names="x"><dim>2</dim><dim>3</dim></port>
			</output>
		</layer>
		<layer id="1" name="axes" type="Const" version="opset1">
			<data element_type="i64" shape="1" offset="0" size="8"/>
			<output>
				<port id="0" precision="I64"><dim>1</dim></port>
			</output>
		</layer>
		<layer id="2" name="rmin" type="ReduceMin" version="opset1">
			<data keep_dims="true"/>
			<input>
				<port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port>
				<port id="1" precision="I64"><dim>1</dim></port>
			</input>
			<output>
				<port id="2" precision="FP32" names="y"><dim>2</dim><dim>1</dim></port>
			</output>
		</layer>
		<layer id="3" name="y" type="Result" version="opset1">
			<input>
				<port id="0" precision="FP32"><dim>2</dim><dim>1</dim></port>
			</input>
		</layer>
	</layers>
	<edges>
		<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
		<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
		<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
	</edges>
</net>
"#;

fn read(text: impl Into<Vec<u8>>) -> Model {
    let source = Source::from_bytes("m.xml", text.into());
    Model::read_with_weights(source, 1i64.to_le_bytes().to_vec(), &ReadOptions::default())
}

/// The model with one place changed, which must be there.
fn with(from: &str, to: &str) -> String {
    assert!(MODEL.contains(from), "{from}");
    MODEL.replacen(from, to, 1)
}

fn found(model: &Model) -> Vec<(&'static str, Level)> {
    model.findings().iter().map(|f| (f.rule.as_static().map_or("", |rule| rule.code()), f.level)).collect()
}

/// What a reader of a report needs to know of a graph, a line each.
fn dump(model: &Model) -> String {
    let mut out = String::new();
    for graph in model.graphs() {
        out += &format!("{} {}\n", model.path(graph), model.name(model.graph(graph).name));
        for node in model.nodes_of(graph) {
            let operand = |o: &Operand| match o {
                Operand::Value(v) => format!("{}:{}", model.value_name(*v), model.name(model.output_port(*v).id)),
                Operand::Undefined(name) => format!("?{}", model.name(*name)),
                Operand::Absent => "-".to_owned(),
            };
            let inputs: Vec<String> = model.inputs(node).iter().map(operand).collect();
            let outputs: Vec<String> =
                model.outputs(node).map(|v| model.declared(v).map_or("?".to_owned(), |t| t.to_string())).collect();
            let (layer, op) = (model.name(model.node(node).layer), model.op(node));
            out += &format!(
                "{layer} {} {}-{}({}) -> {}\n",
                model.name(model.node(node).name),
                model.op_type(node),
                op.version.unwrap_or(0),
                inputs.join(", "),
                outputs.join(", ")
            );
        }
    }
    out
}

const GRAPH: &str = "\
main m
0 x Parameter-1() -> f32[2,3]
1 axes Constant-1() -> i64[1]
2 rmin ReduceMin-1(x:0, axes:0) -> f32[2,1]
3 y Result-1(rmin:2) -> \n";

#[test]
fn model_written_by_openvino_has_no_finding() {
    let model = read(MODEL);
    assert_eq!(found(&model), []);
    assert_eq!((model.format(), model.status()), (Format::OpenVinoIr, Status::Ok));
    assert_eq!(dump(&model), GRAPH);
    let graph = model.graph(model.main_graph().expect("main"));
    assert_eq!(graph.inputs.iter().map(|v| model.value_name(*v)).collect::<Vec<_>>(), ["x"]);
    let node = model.nodes_of(model.main_graph().expect("main")).nth(1).expect("the Const");
    let Some(AttributeValue::Tensor(tensor)) = model.attribute(node, "value").map(|a| a.value.clone()) else {
        panic!("a Const has a tensor")
    };
    assert_eq!(model.elements(tensor, 1).and_then(|e| e.exact_ints()), Some(vec![1]));
    assert_eq!(
        model
            .input_port(model.nodes_of(model.main_graph().expect("main")).nth(2).expect("rmin"), 1)
            .map(|p| model.name(p.id)),
        Some("1")
    );
}

#[test]
fn only_digits_are_references_to_characters() {
    for (written, name) in
        [("&#65;&#x41;&#x0a;", "AA\n"), ("&#+65;", "&#+65;"), ("&#x+41;", "&#x+41;"), ("&#4a;", "&#4a;")]
    {
        let model = read(with("name=\"rmin\"", &format!("name=\"{written}\"")));
        let node = model.nodes_of(model.main_graph().expect("main")).nth(2).expect("rmin");
        assert_eq!(model.name(model.node(node).name), name, "{written}");
    }
}

/// What OpenVINO reads: the same graph, with these findings and none of level error.
#[test]
fn spellings_that_openvino_accepts_give_the_same_graph() {
    use Level::{Note, Warning};
    type Findings = Vec<(&'static str, Level)>;
    let cases: Vec<(&str, String, Findings)> = vec![
        ("CRLF", MODEL.replace('\n', "\r\n"), vec![]),
        ("a mark", format!("\u{FEFF}{MODEL}"), vec![]),
        ("single quotes", MODEL.replace('"', "'"), vec![]),
        ("comments and instructions", with("<layers>", "<!-- a --><?b c?><layers><!-- <layer> -->"), vec![]),
        ("CDATA", with("<dim>3</dim>", "<dim><![CDATA[3]]></dim>"), vec![]),
        ("a reference", with("name=\"rmin\"", "name=\"r&#109;i&#x6e;\""), vec![]),
        ("DOCTYPE", with("<net", "<!DOCTYPE net [<!ENTITY k \"true\">]><net"), vec![]),
        ("old precisions", MODEL.replace("FP32", "f32").replace("I64", "i64"), vec![]),
        (
            "no precision on inputs",
            MODEL.replacen(
                "<port id=\"0\" precision=\"FP32\"><dim>2</dim><dim>3</dim></port>\n\t\t\t\t<port id=\"1\"",
                "<port id=\"0\"><dim>2</dim><dim>3</dim></port>\n\t\t\t\t<port id=\"1\"",
                1,
            ),
            vec![],
        ),
        ("zero bytes at the end", format!("{MODEL}\0\0"), vec![]),
        ("late declaration", format!("\n{MODEL}"), vec![("FM021", Note)]),
        ("text in front", format!("junk\n{MODEL}"), vec![("FM020", Warning)]),
        ("text behind", format!("{MODEL}// "), vec![("FM020", Warning)]),
        ("a second root", format!("{MODEL}<net/>"), vec![("FM020", Warning)]),
        ("text between", with("<layers>", "<layers>text"), vec![("FM020", Warning)]),
        ("bare characters", with("<layer id=\"0\"", "<layer a=\"<&\" id=\"0\""), vec![("FM021", Warning)]),
        ("an attribute twice", with("id=\"0\"", "id=\"0\" id=\"7\""), vec![("OP111", Warning)]),
        (
            "data attribute twice",
            with("keep_dims=\"true\"", "keep_dims=\"true\" keep_dims=\"false\""),
            vec![("OP111", Warning)],
        ),
        (
            "a second data",
            with("<data keep_dims=\"true\"/>", "<data keep_dims=\"true\"/><data keep_dims=\"false\"/>"),
            vec![("FM022", Warning)],
        ),
        ("second layers", with("</edges>", "</edges><layers><layer/></layers>"), vec![("FM022", Warning)]),
        ("dim with a tail", with("<dim>3</dim>", "<dim>3abc</dim>"), vec![("FM026", Warning)]),
        ("wrong case", with("ReduceMin", "reducemin"), vec![("FM023", Warning)]),
        ("root in capitals", MODEL.replace("<net", "<NET").replace("/net>", "/NET>"), vec![("FM023", Warning)]),
        ("version with zeros", with("version=\"11\"", "version=\"011\""), vec![("FM026", Warning)]),
        ("an id with a plus", with("id=\"2\"", "id=\"+2\"").replace("2 rmin", "+2 rmin"), vec![("FM026", Warning)]),
        ("an unknown element", with("<layers>", "<layers><foo/>"), vec![("FM031", Warning)]),
        (
            "an input precision",
            with("<port id=\"1\" precision=\"I64\">", "<port id=\"1\" precision=\"fp\">"),
            vec![("FM024", Warning)],
        ),
        (
            "a Result with an output",
            with("</layer>\n\t</layers>", "<output><port id=\"1\" precision=\"FP32\"/></output></layer>\n\t</layers>"),
            vec![("OP112", Warning)],
        ),
        (
            "an edge to nowhere",
            with("<edges>", "<edges><edge from-layer=\"0\" from-port=\"0\" to-layer=\"9\" to-port=\"0\"/>"),
            vec![("GR116", Warning)],
        ),
        (
            "a constant too large",
            with("size=\"8\"", "size=\"7\"").replace("shape=\"1\"", "shape=\"0\""),
            vec![("FM030", Warning)],
        ),
    ];
    for (what, text, expected) in cases {
        let model = read(text);
        assert_eq!(
            found(&model),
            expected,
            "{what}: {:?}",
            model.findings().iter().map(|f| &f.message).collect::<Vec<_>>()
        );
        let graph = dump(&model).replace("+2 rmin", "2 rmin");
        assert_eq!(graph, GRAPH, "{what}");
    }
}

/// Files that OpenVINO rejects or misreads: one finding of level error, and its location.
#[test]
fn each_fault_is_one_error_at_its_location() {
    let cases = [
        ("no version", with(" version=\"11\"", ""), "FM008", "<net name"),
        ("version 7", with("version=\"11\"", "version=\"7\""), "FM008", "version=\"7\""),
        ("version 12", with("version=\"11\"", "version=\"12\""), "FM008", "version=\"12\""),
        ("version with a tail", with("version=\"11\"", "version=\"11 \""), "FM008", "version=\"11 \""),
        ("an unquoted value", with("id=\"2\"", "id=2"), "FM001", "id=2"),
        ("no space", with("name=\"rmin\" ", "name=\"rmin\""), "FM001", "type=\"ReduceMin\""),
        ("no value", with("name=\"rmin\"", "name=\"rmin\" foo"), "FM001", "foo type"),
        ("no tag", with("<edges>", "<edges>< edge/>"), "FM001", "< edge/>"),
        ("a stray end tag", format!("{MODEL}</net>"), "FM001", "</net>"),
        ("a zero byte", with("name=\"rmin\"", "name=\"r\0min\""), "FM001", "\0min"),
        ("an end tag missing", with("</port>", ""), "FM001", "</output>"),
        ("an end tag misspelt", with("</layer>", "</layr>"), "FM001", "</layr>"),
        ("a dim of -2", with("<dim>3</dim>", "<dim>-2</dim>"), "FM025", "-2</dim>"),
        ("an empty dim", with("<dim>3</dim>", "<dim></dim>"), "FM025", "<dim></dim>"),
        ("an unknown precision", with("precision=\"FP32\"", "precision=\"fp32\""), "FM024", "precision=\"fp32\""),
        ("no precision", with(" precision=\"FP32\"", ""), "FM024", "<port id=\"0\" names"),
        ("a layer without id", with("id=\"0\" name", "name"), "FM027", "<layer name=\"x\""),
        ("a layer without name", with("name=\"rmin\"", ""), "FM027", "<layer id=\"2\""),
        ("a layer without type", with("type=\"ReduceMin\"", ""), "FM027", "<layer id=\"2\""),
        ("a layer without version", with(" version=\"opset1\"", ""), "FM027", "<layer id=\"0\""),
        ("a port without id", with("<port id=\"0\"", "<port"), "FM027", "<port precision=\"FP32\" names=\"x\""),
        ("an id that is no number", with("<port id=\"0\"", "<port id=\"a\""), "FM028", "id=\"a\""),
        ("an edge without an end", with(" to-port=\"0\"/>", "/>"), "FM027", "<edge from-layer=\"0\""),
        (
            "an edge without a layer",
            with("to-layer=\"2\" to-port=\"0\"", "to-port=\"0\""),
            "FM027",
            "<edge from-layer=\"0\"",
        ),
        ("an edge to a taken port", with("to-port=\"1\"", "to-port=\"0\""), "GR115", "<edge from-layer=\"1\""),
        (
            "an id that another layer has",
            with("id=\"1\" name", "id=\"0\" name"),
            "GR117",
            "<layer id=\"0\" name=\"axes\"",
        ),
        ("a missing quote", with("type=\"ReduceMin\"", "type=ReduceMin\""), "FM001", "type=ReduceMin"),
        ("a tag that is none", with("<data keep", "<2data keep"), "FM001", "<2data"),
        ("an instruction that is none", with("<?xml", "<? xml"), "FM001", "<? xml"),
        ("no layer of an id", with("<layer id=\"2\"", "<layer id=\"5\""), "GR101", "<edge from-layer=\"2\""),
        ("a missing layer", with("from-layer=\"1\"", "from-layer=\"8\""), "GR101", "<edge from-layer=\"8\""),
        ("a missing output port", with("from-port=\"2\"", "from-port=\"3\""), "GR116", "<edge from-layer=\"2\""),
        ("a missing input port", with("to-port=\"1\"", "to-port=\"3\""), "GR116", "<edge from-layer=\"1\""),
        (
            "a missing edge",
            with("\t\t<edge from-layer=\"0\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/>\n", ""),
            "GR101",
            "<port id=\"0\" precision=\"FP32\"><dim>2</dim><dim>3</dim></port>\n\t\t\t\t<port id=\"1\"",
        ),
        ("an edge to a wrong layer", with("to-layer=\"3\"", "to-layer=\"4\""), "GR116", "<edge from-layer=\"2\""),
        (
            "an edge twice",
            with("\t</edges>", "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/></edges>"),
            "GR115",
            "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/></edges>",
        ),
        ("no edges", MODEL.replace("edges>", "edgs>"), "GR101", "<net"),
        (
            "a layer id twice",
            with("<layer id=\"3\"", "<layer id=\"3\" name=\"z\" type=\"Foo\" version=\"opset1\"/><layer id=\"3\""),
            "GR117",
            "<layer id=\"3\" name=\"y\"",
        ),
        (
            "a port id twice",
            with("<port id=\"1\" precision", "<port id=\"0\" precision").replace("to-port=\"1\"", "to-port=\"0\""),
            "FM029",
            "<port id=\"0\" precision=\"I64\"><dim>1</dim></port>\n\t\t\t</input>",
        ),
        ("result in lower case", with("\"Result\"", "\"result\""), "FM023", "type=\"result\""),
        ("Constant", with("\"Const\"", "\"Constant\""), "FM023", "type=\"Constant\""),
        ("a Const without shape", with(" shape=\"1\"", ""), "OP109", "<layer id=\"1\""),
        ("an element type", with("element_type=\"i64\"", "element_type=\"I65\""), "OP105", "element_type=\"I65\""),
        ("a negative size", with("shape=\"1\"", "shape=\"-1\""), "OP105", "shape=\"-1\""),
        ("too few bytes", with("shape=\"1\"", "shape=\"2\""), "FM005", "<data element_type"),
        (
            "too many bits",
            with("shape=\"1\"", "shape=\"288230376151711744,288230376151711744\""),
            "FM005",
            "<data element_type",
        ),
        ("past the end", with("offset=\"0\"", "offset=\"1\""), "FM005", "<data element_type"),
        ("far past the end", with("offset=\"0\"", "offset=\"9223372036854775807\""), "FM005", "<data element_type"),
    ];
    for (what, text, code, place) in cases {
        let model = read(text);
        let messages: Vec<&String> = model.findings().iter().map(|f| &f.message).collect();
        let errors: Vec<_> = model.findings().iter().filter(|f| f.level == Level::Error).collect();
        assert_eq!(errors.iter().map(|f| f.rule.code()).collect::<Vec<_>>(), [code], "{what}: {messages:?}");
        let span = errors[0].place.span.unwrap_or_else(|| panic!("{what}: no place"));
        let there = String::from_utf8_lossy(&model.source().bytes()[span.start as usize..]).into_owned();
        assert!(there.starts_with(place), "{what}: the finding is at {there:.40}");
    }
}

#[test]
fn truncated_file_names_the_open_element() {
    let end = MODEL.find("<dim>3").expect("there") + 6;
    let model = read(&MODEL[..end]);
    assert_eq!(model.status(), Status::Unreadable);
    assert_eq!(model.graphs().count(), 0, "half a graph would only breed findings");
    let [finding] = model.findings() else { panic!("{:?}", model.findings()) };
    assert_eq!(finding.rule.code(), "FM002");
    assert_eq!(finding.message, "the file ends inside `<dim>`");
    assert_eq!(finding.notes, ["still open: <net> <layers> <layer> <output> <port> <dim>"]);

    let late = read(&MODEL[..MODEL.find("</net>").expect("there")]);
    assert_eq!(found(&late), [("FM002", Level::Error)]);
    assert_eq!(dump(&late), GRAPH, "everything that matters was there");
}

#[test]
fn sections_may_be_in_any_order() {
    let (start, end) = (MODEL.find("\t<edges>").expect("there"), MODEL.find("</net>").expect("there"));
    let edges = &MODEL[start..end];
    let text = MODEL.replace(edges, "").replacen("\t<layers>", &format!("{edges}\t<layers>"), 1);
    assert_eq!(dump(&read(text)), GRAPH);
}

#[test]
fn other_encodings_preserve_lines_and_columns() {
    let text = with("name=\"rmin\"", "name=\"größe\"").replace("<dim>3</dim>", "<dim>?</dim>");
    let wide: Vec<u8> = format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [text.clone().into_bytes(), wide] {
        let model = read(bytes);
        let index = LineIndex::new(model.source().bytes());
        let places: Vec<_> =
            model.findings().iter().filter_map(|f| f.place.span).map(|s| index.locate(s.start)).collect();
        assert_eq!(places, [LineColumn { line: 7, column: 62 }, LineColumn { line: 19, column: 52 }]);
        assert!(dump(&model).contains("größe"));
    }
    let latin: Vec<u8> = with("<?xml version=\"1.0\"?>", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>")
        .replace("rmin", "größe")
        .chars()
        .map(|c| c as u8)
        .collect();
    assert!(dump(&read(latin.clone())).contains("größe"));
    let undeclared: Vec<u8> = String::from_utf8_lossy(&latin).replace("encoding", "encodin_").into_bytes();
    assert_eq!(found(&read(undeclared)), [], "replacement characters are valid text");
    let mut broken = MODEL.as_bytes().to_vec();
    let at = MODEL.find("rmin").expect("there");
    broken[at] = 0xFF;
    assert_eq!(found(&read(broken)), [("FM012", Level::Warning)]);
}

#[test]
fn single_layer_is_a_graph() {
    let start = MODEL.find("<layer id=\"2\"").expect("there");
    let end = MODEL[start..].find("</layer>").expect("there") + start + 8;
    let text = MODEL[start..end]
        .replace(" version=\"opset1\"", " ...")
        .replace("<dim>1</dim></port>\n\t\t\t</input>", "<dim>1</dim> <!-- value is [-1] --></port>\n\t\t\t</input>");
    let model = read(text);
    assert_eq!(found(&model), []);
    assert_eq!((model.format(), model.status()), (Format::OpenVinoIr, Status::Ok));
    assert_eq!(dump(&model), "main \n2 rmin ReduceMin-16(port:0:0, port:1:1) -> f32[2,1]\n");
    let main = model.main_graph().expect("main");
    let graph = model.graph(main);
    assert_eq!(graph.inputs.iter().map(|v| model.value_name(*v)).collect::<Vec<_>>(), ["port:0"]);
    assert_eq!(graph.outputs.len(), 1);
    let axes = model.values_of(main).nth(1).expect("port:1");
    let ValueRole::Initializer(tensor) = model.value(axes).role else { panic!("{:?}", model.value(axes)) };
    assert_eq!(model.elements(tensor, 9).and_then(|e| e.exact_ints()), Some(vec![-1]));
}

#[test]
fn layers_without_a_net_are_connected_by_their_edges() {
    let layers = MODEL[MODEL.find("<layers>").expect("there")..].replace("</net>", "");
    let model = read(layers.clone());
    assert_eq!(found(&model), []);
    assert_eq!(dump(&model), GRAPH.replace("main m", "main "));
    let unconnected = &layers[..layers.find("<edges>").expect("there")];
    let model = read(unconnected);
    let main = model.main_graph().expect("main");
    let names: Vec<&str> = model.graph(main).inputs.iter().map(|v| model.value_name(*v)).collect();
    assert_eq!(names, ["port:0", "port:1", "port:3:0", "x"], "every free port has a name of its own");
}

const PAGE: &str = r#"ReduceThing
===========

Prose with `<layer>`, a < b & "an unmatched quote, it's < !-- here.

.. code-block:: xml

    <layer id="1" type="ReduceMin" ...>
        <data keep_dims="true" />
        <input>
            <port id="0"> <dim>6</dim> <dim>12</dim> </port>
            <port id="1">
                <dim>2</dim>   < !-- value is [0, 1] that's it -->
            </port>
        </input>
        <output>
            <port id="2"> <dim>1</dim> <dim>1</dim> </port>
        </output>>
    </layer>

More prose.

    <layer id="1" type="ReduceMin" ...>
        <data keep_dims="false" />
        <input> <port id="0"> <dim>6</dim> </port> <port id="1"> <dim>3</dim> <!-- value is [0, 1] --> </port> </input>
        <output> <port id="2"/> </output>
    </layer>
"#;

#[test]
fn each_example_of_a_page_is_a_graph() {
    for name in ["page.rst", "page.md", "page.txt"] {
        let model = Model::read(Source::from_bytes(name, PAGE), &ReadOptions::default());
        assert_eq!((model.format(), model.status()), (Format::SpecExample, Status::Ok));
        let roles: Vec<GraphRole> = model.graphs().map(|g| model.graph(g).role).collect();
        assert_eq!(roles, [GraphRole::Example(1), GraphRole::Example(2)]);
        assert_eq!(
            dump(&model),
            "example/1 \n1  ReduceMin-16(port:0:0, port:1:1) -> ?[1,1]\n\
             example/2 \n1  ReduceMin-16(port:0:0, port:1:1) -> ?[...]\n"
        );
        assert_eq!(found(&model), [("FM034", Level::Warning)], "two values, three in the dims");
        let span = model.findings()[0].place.span.expect("a place in the page");
        assert_eq!(span.of(PAGE.as_bytes()), b"<!-- value is [0, 1] -->");
    }
}

#[test]
fn port_maps_resolve_to_positions() {
    let port = |id: u32| format!("<port id=\"{id}\" precision=\"FP32\"><dim>2</dim></port>");
    let body = "<layers>\
        <layer id=\"10\" name=\"a\" type=\"Parameter\" version=\"opset1\"><data shape=\"2\" element_type=\"f32\"/><output><port id=\"0\" precision=\"FP32\"/></output></layer>\
        <layer id=\"11\" name=\"b\" type=\"Parameter\" version=\"opset1\"><data shape=\"2\" element_type=\"f32\"/><output><port id=\"0\" precision=\"FP32\"/></output></layer>\
        <layer id=\"12\" name=\"r\" type=\"Result\" version=\"opset1\"><input><port id=\"0\"/></input></layer>\
        <layer id=\"13\" name=\"s\" type=\"Result\" version=\"opset1\"><input><port id=\"0\"/></input></layer></layers>\
        <edges><edge from-layer=\"10\" from-port=\"0\" to-layer=\"13\" to-port=\"0\"/><edge from-layer=\"11\" from-port=\"0\" to-layer=\"12\" to-port=\"0\"/></edges>";
    let map = "<input external_port_id=\"1\" internal_layer_id=\"11\" axis=\"0\" stride=\"-1\"/>\
        <input external_port_id=\"-1\" internal_layer_id=\"10\" purpose=\"current_iteration\"/>\
        <output external_port_id=\"3\" internal_layer_id=\"12\"/><output external_port_id=\"2\" internal_layer_id=\"13\"/>\
        <output external_port_id=\"-1\" internal_layer_id=\"13\" purpose=\"execution_condition\"/>";
    let layer = format!(
        "<layer id=\"2\" name=\"loop\" type=\"Loop\" version=\"opset5\"><port_map>{map}</port_map>\
         <back_edges><edge from-layer=\"13\" to-layer=\"11\"/></back_edges><input>{}{}</input><output>{}{}</output><body>{body}</body></layer>",
        port(0),
        port(1),
        port(2),
        port(3)
    );
    let start = MODEL.find("<layer id=\"2\"").expect("there");
    let end = start + MODEL[start..].find("</layer>").expect("there") + 8;
    let model = read(MODEL.replace(&MODEL[start..end], &layer));
    assert_eq!(found(&model), []);
    let main = model.main_graph().expect("main");
    let node = model.nodes_of(main).nth(2).expect("the Loop");
    let Some(AttributeValue::PortMap(map)) = model.attribute(node, "port_map").map(|a| a.value.clone()) else {
        panic!("no port map")
    };
    let inputs: Vec<_> = map.inputs.iter().map(|i| (i.external, i.parameter, i.current_iteration)).collect();
    assert_eq!(inputs, [(Some(1), Some(1), false), (None, Some(0), true)]);
    assert_eq!(map.inputs[0].slice.map(|s| (s.axis, s.start, s.end, s.stride, s.part_size)), Some((0, 0, -1, -1, 1)));
    let outputs: Vec<_> = map.outputs.iter().map(|o| (o.external, o.result, o.execution_condition)).collect();
    assert_eq!(outputs, [(Some(1), Some(0), false), (Some(0), Some(1), false), (None, Some(1), true)]);
    assert_eq!(map.back_edges.iter().map(|e| (e.result, e.parameter)).collect::<Vec<_>>(), [(Some(1), Some(1))]);
    let paths: Vec<String> = model.graphs().map(|g| model.path(g)).collect();
    assert_eq!(paths, ["main", "main/loop/body"]);
}

/// A folder of its own, removed in the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("shapewright-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn weights_are_found_next_to_the_model() {
    let folder = Folder::new("weights");
    let (xml, bin) = (folder.0.join("a.b.xml"), folder.0.join("a.b.bin"));
    std::fs::write(&xml, MODEL).expect("written");
    let codes = |options: &ReadOptions| found(&Model::open(&xml, options).expect("it is there"));
    assert_eq!(codes(&ReadOptions::default()), [("FM004", Level::Error)]);
    assert_eq!(codes(&ReadOptions { no_weights: true, ..Default::default() }), []);
    std::fs::write(&bin, "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 8\n").expect("written");
    assert_eq!(codes(&ReadOptions::default()), [("FM003", Level::Error)]);
    std::fs::write(&bin, [0; 7]).expect("written");
    assert_eq!(codes(&ReadOptions::default()), [("FM005", Level::Error)]);
    std::fs::write(&bin, [0; 8]).expect("written");
    assert_eq!(codes(&ReadOptions::default()), []);
    assert!(
        Model::open(folder.0.join("none.xml"), &ReadOptions::default()).is_err(),
        "only a missing file is an error"
    );
}

#[cfg(unix)]
#[test]
fn weights_behind_a_link_are_read_only_on_request() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("ir-link");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let layer = "<layer id='0' name='w' type='Const' version='opset1'><data element_type='u8' shape='4' offset='0' size='4'/>\
                 <output><port id='0' precision='U8'><dim>4</dim></port></output></layer>";
    let text = format!("<net name='m' version='11'><layers>{layer}</layers><edges/></net>");
    std::fs::write(folder.join("m.xml"), text).expect("a file");
    std::fs::write(folder.join("secret"), [7; 4]).expect("a file");
    std::os::unix::fs::symlink("secret", folder.join("m.bin")).expect("a link");
    let read = |allow_symlinks| {
        let mut options = ReadOptions::default();
        options.limits.allow_symlinks = allow_symlinks;
        Model::open(folder.join("m.xml"), &options).expect("a file")
    };
    let refused = read(false);
    let [finding] = refused.findings() else { panic!("{:?}", refused.findings()) };
    assert_eq!((finding.rule.code(), finding.level), ("FM006", Level::Warning));
    assert!(
        finding.message.contains("`m.bin` is a symbolic link, which is not followed, so constant `w` has no value")
    );
    assert!(refused.data_files().is_empty());
    let allowed = read(true);
    assert_eq!(
        (allowed.findings().len(), allowed.data_files()[0].bytes().map(|bytes| bytes.to_vec())),
        (0, Some(vec![7; 4]))
    );
    std::fs::remove_file(folder.join("m.bin")).expect("removed");
    std::fs::create_dir(folder.join("m.bin")).expect("a folder");
    assert!(read(false).findings()[0].message.contains("`m.bin` is not a regular file"));
}

#[test]
fn weights_of_another_model_are_one_finding() {
    let layers: String = (10..30)
        .map(|i| {
            format!(
                "<layer id=\"{i}\" name=\"c{i}\" type=\"Const\" version=\"opset1\"><data element_type=\"f32\" shape=\"2\" \
                 offset=\"{}\" size=\"8\"/><output><port id=\"0\" precision=\"FP32\"/></output></layer>",
                i * 8
            )
        })
        .collect();
    let model = read(with("</layers>", &format!("{layers}</layers>")));
    assert_eq!(found(&model), [("FM005", Level::Error)]);
    assert!(model.findings()[0].message.contains("and 19 more constants"), "{:?}", model.findings()[0]);
}

#[test]
fn foreign_files_are_identified() {
    let lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 12\n";
    let cases: [(&str, &[u8], &str, &str); 16] = [
        ("m.onnx", b"", "FM001", "empty"),
        ("m.onnx", b" \n", "FM001", "white space"),
        ("m.xml", lfs.as_bytes(), "FM003", "Git LFS"),
        ("m.onnx", b"<!DOCTYPE html><html></html>", "FM007", "HTML"),
        ("m.onnx", b"PK\x03\x04\0\0", "FM007", "zip"),
        ("m.onnx", b"\x1f\x8b\x08\0", "FM007", "gzip"),
        ("m.tflite", b"\x1c\0\0\0TFL3\0\0", "FM007", "TensorFlow Lite"),
        ("m.ort", b"\x1c\0\0\0ORTM\0\0", "FM007", "ORT"),
        ("m.pt", b"PK\x03\x04\0\0archive/data.pkl", "FM007", "PyTorch"),
        ("m.safetensors", b"\x10\0\0\0\0\0\0\0{\"a\":1}", "FM007", "safetensors"),
        ("m.bin", b"\x80\x3f\0\0\x80\x3f", "FM007", "`.bin`"),
        ("m.xml", b"<?xml version=\"1.0\"?><svg/>", "FM007", "`<svg>`"),
        ("m.xml", b"<o:net version=\"11\"/>", "FM007", "`<o:net>`"),
        ("m.json", b"{\"a\": 1}", "FM007", "JSON"),
        ("m.txt", b"Hello, world", "FM007", "Hello, world"),
        ("m", b"\xde\xad\xbe\xef", "FM001", "de ad be ef"),
    ];
    for (name, bytes, code, said) in cases {
        let model = Model::read(Source::from_bytes(name, bytes), &ReadOptions::default());
        assert_eq!((model.status(), model.graphs().count()), (Status::Unreadable, 0), "{name}");
        assert_eq!(found(&model), [(code, Level::Error)], "{name}: {:?}", model.findings());
        assert!(model.findings()[0].message.contains(said), "{}", model.findings()[0].message);
    }
}

#[test]
fn long_ids_are_their_numbers() {
    let (zeros, letters) = ("0".repeat(1_000), "n".repeat(1_000));
    let text = format!(
        r#"<net name="g" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2" element_type="f32"/><output><port id="{zeros}7"/></output></layer>
<layer id="{zeros}1" type="ReLU" version="opset1"><input><port id="0"/></input><output><port id="{letters}" precision="FP32"><dim>2</dim></port></output></layer>
</layers><edges><edge from-layer="0" from-port="7" to-layer="1" to-port="{zeros}"/></edges></net>"#
    );
    let model = Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
    let nodes: Vec<_> = model.nodes_of(model.main_graph().unwrap()).collect();
    assert_eq!(model.name(model.node(nodes[1]).layer), "1");
    let port = |node| model.name(model.output_port(model.outputs(node).next().unwrap()).id);
    assert_eq!((port(nodes[0]), port(nodes[1]).len()), ("7", 45));
    assert!(model.inputs(nodes[1])[0].value().is_some());
}
