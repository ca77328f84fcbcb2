//! The tests of OpenVINO's IR frontend (`ir_frontend_tests.openvino.json`), one model for each row about content: a model
//! that OpenVINO accepts has no finding of level error, and one that it rejects has one. Missing weights are only a warning
//! here. Omitted: rows about programming interfaces (`add_output`, nonexistent paths), and rows that the comparison of
//! attributes with their signatures decides (marked below).

use shapewright::graph::{AttributeValue, GraphRole, Model, Operand, Status};
use shapewright::{Level, ReadOptions, Source};

const PARAMETER: &str = r#"<layer id="0" name="x" type="Parameter" version="opset1">
<data element_type="f32" shape="1,3,22,22"/>
<output><port id="0" precision="FP32"><dim>1</dim><dim>3</dim><dim>22</dim><dim>22</dim></port></output></layer>"#;
const RELU: &str = r#"<layer id="1" name="activation" type="ReLU" version="opset1">
<input><port id="1" precision="FP32"><dim>1</dim><dim>3</dim><dim>22</dim><dim>22</dim></port></input>
<output><port id="2" precision="FP32"><dim>1</dim><dim>3</dim><dim>22</dim><dim>22</dim></port></output></layer>"#;
const RESULT: &str = r#"<layer id="2" name="output" type="Result" version="opset1">
<input><port id="0" precision="FP32"><dim>1</dim><dim>3</dim><dim>22</dim><dim>22</dim></port></input></layer>"#;
const EDGES: &str = r#"<edge from-layer="0" from-port="0" to-layer="1" to-port="1"/>
<edge from-layer="1" from-port="2" to-layer="2" to-port="0"/>"#;

fn net(version: &str, layers: &str, edges: &str, more: &str) -> String {
    format!(
        "<?xml version=\"1.0\" ?>\n<net name=\"Network\" version=\"{version}\">\n<layers>\n{layers}\n</layers>\n\
         <edges>\n{edges}\n</edges>\n{more}</net>\n"
    )
}

fn relu_net(version: &str) -> String {
    net(version, &[PARAMETER, RELU, RESULT].concat(), EDGES, "")
}

/// A Const that feeds a Result.
fn const_net(element: &str, shape: &str, size: u64) -> String {
    let layers = format!(
        r#"<layer id="0" name="c" type="Const" version="opset1">
<data element_type="{element}" shape="{shape}" offset="0" size="{size}"/>
<output><port id="0" precision="I64"/></output></layer>
<layer id="1" name="r" type="Result" version="opset1"><input><port id="0"/></input></layer>"#
    );
    net("11", &layers, r#"<edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>"#, "")
}

fn read(text: &str, weights: &[u8]) -> Model {
    Model::read_with_weights(
        Source::from_bytes("model.xml", text.to_owned()),
        weights.to_vec(),
        &ReadOptions::default(),
    )
}

fn findings(model: &Model, level: Level) -> Vec<(&'static str, String)> {
    model
        .findings()
        .iter()
        .filter(|f| f.level == level)
        .map(|f| (f.rule.as_static().map_or("", |rule| rule.code()), f.message.clone()))
        .collect()
}

#[track_caller]
fn accepts_with(text: &str, weights: &[u8]) -> Model {
    let model = read(text, weights);
    assert_eq!(model.status(), Status::Ok);
    assert_eq!(findings(&model, Level::Error), []);
    model
}

#[track_caller]
fn accepts(text: &str) -> Model {
    accepts_with(text, &[])
}

/// The text is rejected with one error, of this rule.
#[track_caller]
fn rejects(text: &str, code: &str) {
    let found = findings(&read(text, &[]), Level::Error);
    assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), [code], "{found:?}");
}

#[test]
fn elementary_network_read() {
    assert_eq!(accepts(&relu_net("11")).ir_version(), Some(11));
    assert_eq!(accepts(&relu_net("10")).ir_version(), Some(10));
    rejects(&relu_net("9"), "FM008");
}

#[test]
fn network_with_missing_weights() {
    let text = const_net("i64", "4", 32);
    let model = Model::read(Source::from_bytes("model.xml", text), &ReadOptions::default());
    assert_eq!(findings(&model, Level::Error).len(), 1, "OpenVINO rejects a model without its weights");
    assert_eq!(findings(&model, Level::Warning), []);
}

/// The elements of the Const that is the first layer.
fn first_constant(model: &Model) -> Option<Vec<i128>> {
    let node = model.nodes_of(model.main_graph()?).next()?;
    match model.attribute(node, "value")?.value {
        AttributeValue::Tensor(tensor) => model.elements(tensor, 10)?.exact_ints(),
        _ => None,
    }
}

#[test]
fn network_with_weights() {
    let weights: Vec<u8> = [0i64, 3, 2, 1].iter().flat_map(|v| v.to_le_bytes()).collect();
    let model = accepts_with(&format!("\n{}", const_net("i64", "4", 32)), &weights);
    assert_eq!(first_constant(&model), Some(vec![0, 3, 2, 1]));
}

#[test]
fn model_with_low_precision_weights() {
    let model = accepts_with(&const_net("u4", "", 1), &[0x18]);
    assert_eq!(first_constant(&model), Some(vec![8]), "the low nibble");
}

#[test]
fn model_with_wrong_shape() {
    let model = read(&const_net("i64", "4", 16), &[0; 16]);
    assert_eq!(findings(&model, Level::Error).iter().map(|f| f.0).collect::<Vec<_>>(), ["FM005"]);
}

#[test]
fn model_with_underallocated_weights() {
    let model = read(&const_net("i64", "4", 32), &[0; 24]);
    assert_eq!(findings(&model, Level::Error).iter().map(|f| f.0).collect::<Vec<_>>(), ["FM005"]);
}

#[test]
fn missing_layer_data() {
    let layers = [&PARAMETER.replace(r#"<data element_type="f32" shape="1,3,22,22"/>"#, ""), RELU, RESULT].concat();
    rejects(&net("11", &layers, EDGES, ""), "OP109");
}

#[test]
fn model_with_wrong_dimensions() {
    rejects(&relu_net("11").replacen("<dim>22</dim>", "<dim>-2</dim>", 1), "FM025");
}

#[test]
fn name_is_not_unique() {
    accepts(&relu_net("11").replace("\"activation\"", "\"x\""));
}

#[test]
fn edge_has_wrong_port_id() {
    rejects(&relu_net("11").replace("to-layer=\"2\" to-port=\"0\"", "to-layer=\"2\" to-port=\"10\""), "GR116");
}

#[test]
fn edge_has_wrong_layer_id() {
    rejects(&relu_net("11").replace("to-layer=\"2\"", "to-layer=\"3\""), "GR116");
}

#[test]
fn not_opset1() {
    let shape_of =
        RELU.replace("ReLU\" version=\"opset1\">", "ShapeOf\" version=\"opset3\"><data output_type=\"i32\"/>");
    let model = accepts(&net("11", &[PARAMETER, &shape_of, RESULT].concat(), EDGES, ""));
    let node = model.nodes_of(model.main_graph().expect("main")).nth(1).expect("the ShapeOf");
    assert_eq!(model.op(node).version, Some(3));
}

#[test]
fn wrong_opset() {
    // Read as an opset of an extension: what stands in it is described as declared. The pass over operators says so.
    let model = accepts(&net("11", &[&PARAMETER.replace("opset1", "wrongOpset"), RELU, RESULT].concat(), EDGES, ""));
    let node = model.nodes_of(model.main_graph().expect("main")).next().expect("the Parameter");
    assert_eq!(model.name(model.op(node).domain), "wrongOpset");
    assert_eq!(model.op(node).version, None);
}

#[test]
fn extension_proposal_network() {
    let port = |id: u32| format!(r#"<port id="{id}" precision="FP32"><dim>1</dim></port>"#);
    let proposal = format!(
        r#"<layer id="1" name="proposal" type="Proposal" version="extension"><data feat_stride="16"/>
<input>{}{}{}</input><output>{}{}</output></layer>"#,
        port(1),
        port(2),
        port(3),
        port(3),
        port(4)
    );
    let edges = r#"<edge from-layer="0" from-port="0" to-layer="1" to-port="1"/>
<edge from-layer="0" from-port="0" to-layer="1" to-port="2"/>
<edge from-layer="0" from-port="0" to-layer="1" to-port="3"/>
<edge from-layer="1" from-port="4" to-layer="2" to-port="0"/>"#;
    let model = accepts(&net("11", &[PARAMETER, &proposal, RESULT].concat(), edges, ""));
    let node = model.nodes_of(model.main_graph().expect("main")).nth(1).expect("the Proposal");
    assert_eq!(model.op(node).version, Some(6), "taken from opset 6");
    let second = model.outputs(node).nth(1).expect("port 4");
    assert_eq!(model.graph(model.node(node).graph).outputs[0].operand, Operand::Value(second));
}

#[test]
fn tensor_names() {
    let named = |names: &str| relu_net("10").replace("<port id=\"2\"", &format!("<port id=\"2\" names=\"{names}\""));
    accepts(&named("output 0([1 4 512])"));
    accepts(&named("a;b/c"));
    let model = accepts(&named("relu\\,t, identity_t"));
    let node = model.nodes_of(model.main_graph().expect("main")).nth(1).expect("the ReLU");
    let value = model.outputs(node).next().expect("its output");
    assert_eq!(model.name(model.output_port(value).tensor_names), "relu\\,t, identity_t", "kept as written");
    assert_eq!(model.tensor_names(value).collect::<Vec<_>>(), ["relu,t", " identity_t"], "without the escape");
    accepts(&relu_net("11").replace("name=\"output\"", "name=\"output\" output_names=\"relu\\,t,custom\\, name\""));
}

#[test]
fn detection_output() {
    let layer = RELU.replace(
        "ReLU\" version=\"opset1\">",
        "DetectionOutput\" version=\"opset1\"><data background_label_id=\"0\" code_type=\"caffe.PriorBoxParameter.CENTER_SIZE\" \
         confidence_threshold=\"0.1\" decrease_label_id=\"false\" keep_top_k=\"1\" nms_threshold=\"0.7\" num_classes=\"2\"/>",
    );
    accepts(&net("11", &[PARAMETER, &layer, RESULT].concat(), EDGES, ""));
}

#[test]
fn long_comment_and_very_short_model() {
    accepts(&relu_net("11").replacen("<net", &format!("<!-- {} -->\n<net", "a".repeat(1000)), 1));
    accepts("<net name=\"n\" version=\"11\"><layers></layers><edges></edges></net>");
}

#[test]
fn shapes_with_boundaries() {
    // What the attribute's grammar rejects (`...,...`, `1,...,2`, `1s,2`, `1..g,2`) the check of attributes reports.
    for shape in ["1,3,100..200,120..320", "1,?,..200,120..", "..."] {
        accepts(&relu_net("11").replace("shape=\"1,3,22,22\"", &format!("shape=\"{shape}\"")));
    }
}

#[test]
fn pre_processing() {
    let section = |channels: usize| {
        let mean: String = (0..channels)
            .map(|i| format!("<channel id=\"{i}\"><mean offset=\"{}\" size=\"1936\"/></channel>", i * 1936))
            .collect();
        format!("<pre-process mean-precision=\"FP32\" reference-layer-name=\"x\">{mean}</pre-process>")
    };
    let model = |channels| net("10", &[PARAMETER, RELU, RESULT].concat(), EDGES, &section(channels));
    accepts(&model(3));
    rejects(&model(2), "FM032");
}

#[test]
fn names_after_reading_and_text_behind_the_model() {
    let text = relu_net("11").replace("FP32", "f32").replace("<port id=\"1\"", "<port id=\"2\"");
    accepts(&format!("{}// ", text.replace("to-layer=\"1\" to-port=\"1\"", "to-layer=\"1\" to-port=\"2\"")));
}

#[test]
fn runtime_attributes() {
    let with = |version: &str, attributes: &str| {
        let relu = RELU.replace("<input>", &format!("<rt_info>{attributes}</rt_info><input>"));
        net(version, &[PARAMETER, &relu, RESULT].concat(), EDGES, "")
    };
    let fused = "<attribute name=\"fused_names\" version=\"0\" value=\"    Round 1  ,  Round 2  \"/>";
    accepts(&with("11", fused));
    rejects(&with("11", &fused.repeat(2)), "FM017");
    accepts(&with("10", &fused.repeat(2)));
    accepts(&with(
        "11",
        "<user_data name=\"a\" value=\"1\"/><user_data name=\"a\"><user_data name=\"b\" value=\"2\"/></user_data>",
    ));
    accepts(&with("11", &format!("{fused}<user_data name=\"fused_names\" value=\"1\"/>")));
    let layout = "<rt_info><attribute name=\"layout\" version=\"0\" layout=\"[N,C,H,W]\"/></rt_info></port>";
    accepts(&relu_net("11").replacen("</port>", layout, 1));
    for (name, valid, invalid) in [
        ("old_api_map_element_type", "value=\"f16\"", "value=\"FP16\""),
        ("old_api_map_order", "value=\"0,3,1,2\"", "value=\"0,a\""),
        ("layout", "layout=\"NC...\"", "layout=\"[N,C\""),
    ] {
        let of = |version, value| format!("<attribute name=\"{name}\" version=\"{version}\" {value}/>");
        accepts(&with("11", &of("0", valid)));
        rejects(&with("11", &of("0", invalid)), "FM032");
        // OpenVINO reads attributes of no other version, and none in IR version 10.
        accepts(&with("11", &of("1", invalid)));
        accepts(&with("10", &of("0", invalid)));
    }
}

#[test]
fn names_collision_v10() {
    rejects(&relu_net("10").replace("<port id=\"2\"", "<port id=\"2\" names=\"x\""), "GR103");
    accepts(&relu_net("11").replace("<port id=\"2\"", "<port id=\"2\" names=\"x\""));
    accepts(&relu_net("10").replace("<port id=\"2\"", "<port id=\"2\" names=\"activation\""));
}

#[test]
fn results_keep_the_order_of_the_file() {
    let second = RESULT.replace("id=\"2\" name=\"output\"", "id=\"7\" name=\"output2\"");
    let edges = format!("{EDGES}<edge from-layer=\"0\" from-port=\"0\" to-layer=\"7\" to-port=\"0\"/>");
    let model = accepts(&net("11", &[PARAMETER, RELU, &second, RESULT].concat(), &edges, ""));
    let graph = model.graph(model.main_graph().expect("main"));
    let names: Vec<&str> = graph.outputs.iter().map(|o| model.name(o.name)).collect();
    assert_eq!(names, ["output2", "output"]);
}

#[test]
fn meta_data() {
    let with = |more: &str| net("11", &[PARAMETER, RELU, RESULT].concat(), EDGES, more);
    let model = accepts(&with(
        "<meta_data><MO_version value=\"TestVersion\"/><cli_parameters><input_shape value=\"[1, 3, 22, 22]\"/>\
         </cli_parameters></meta_data><quantization_parameters><config>{ 'a': 1 }</config>\
         <version value=\"x\"/></quantization_parameters>",
    ));
    let metadata: Vec<(&str, &str)> = model.metadata().collect();
    assert!(metadata.contains(&("conversion_parameters/input_shape", "[1, 3, 22, 22]")), "{metadata:?}");
    assert!(metadata.contains(&("optimization/version", "x")), "{metadata:?}");
    rejects(&with("<meta_data><other/></meta_data>"), "FM032");
    let model =
        accepts(&with("<rt_info><sec><info name=\"a b\" value=\"1\"/></sec></rt_info><meta_data><other/></meta_data>"));
    assert_eq!(model.metadata().collect::<Vec<_>>(), [("sec/a b", "1")]);
}

/// A TensorIterator or Loop whose body is one ReLU.
fn iterator(kind: &str, version: &str, map: &str, back_edges: &str) -> String {
    let layer = RELU.replace(
        "ReLU\" version=\"opset1\">",
        &format!(
            "{kind}\" version=\"{version}\"><port_map>{map}</port_map><back_edges>{back_edges}</back_edges>\
             <body><layers>{PARAMETER}{RELU}{RESULT}</layers><edges>{EDGES}</edges></body>"
        ),
    );
    net("11", &[PARAMETER, &layer, RESULT].concat(), EDGES, "")
}

#[test]
fn tensor_iterators_and_loops() {
    let merged = "<input external_port_id=\"0\" internal_layer_id=\"0\"/><output external_port_id=\"2\" internal_layer_id=\"2\"/>";
    let sliced = merged.replace(
        "internal_layer_id=\"0\"",
        "internal_layer_id=\"0\" axis=\"1\" start=\"0\" end=\"-1\" stride=\"1\" part_size=\"1\"",
    );
    let edge = "<edge from-layer=\"2\" from-port=\"0\" to-layer=\"0\" to-port=\"0\"/>";
    accepts(&iterator("TensorIterator", "opset1", merged, edge));
    accepts(&iterator("TensorIterator", "opset1", &sliced, ""));
    let condition =
        format!("{merged}<output external_port_id=\"-1\" internal_layer_id=\"2\" purpose=\"execution_condition\"/>");
    accepts(&iterator("Loop", "opset5", &condition, edge));
    rejects(&iterator("Loop", "opset5", &condition, &edge.replace("to-layer=\"0\"", "to-layer=\"9\"")), "OP204");
    rejects(&iterator("Loop", "opset5", &condition.replace("execution_condition", "nothing"), edge), "OP204");
}

/// An If within an If, `depth` times; both branches are needed, but the else branch is not nested.
fn nested_if(depth: usize) -> String {
    let branch = |body: String, name: &str| {
        format!(
            "<{name}_port_map><output external_port_id=\"2\" internal_layer_id=\"2\"/></{name}_port_map>\
             <{name}_body><layers>{body}</layers><edges>{EDGES}</edges></{name}_body>"
        )
    };
    let mut text = [PARAMETER, RELU, RESULT].concat();
    for _ in 0..depth {
        let bodies = branch(text, "then") + &branch([PARAMETER, RELU, RESULT].concat(), "else");
        text = [
            PARAMETER,
            &RELU.replace("ReLU\" version=\"opset1\">", &format!("If\" version=\"opset8\">{bodies}")),
            RESULT,
        ]
        .concat();
    }
    net("11", &text, EDGES, "")
}

#[test]
fn nested_ifs() {
    let model = accepts(&nested_if(64));
    assert_eq!(model.graphs().count(), 129);
    let around = |graph| match model.graph(graph).role {
        GraphRole::Body { owner, .. } => Some(model.node(owner).graph),
        _ => None,
    };
    let depth = |graph| std::iter::successors(around(graph), |&graph| around(graph)).count();
    assert_eq!(model.graphs().map(depth).max(), Some(64));
    // OpenVINO 2026.4 has no limit; a later one has 64. Ours says where it stops reading.
    rejects(&nested_if(1001), "FM011");
}
