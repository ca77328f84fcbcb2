//! Name resolution.

use crate::format::onnx::read::tests::*;
use crate::graph::Operand;

fn then(nodes: Vec<NodeProto>, output: &str) -> AttributeProto {
    let output = vec![ValueInfoProto { name: Some(output.into()), ..ValueInfoProto::default() }];
    body("then_branch", GraphProto { name: Some("b".into()), node: nodes, output, ..GraphProto::default() })
}

#[test]
fn subgraphs_see_outer_values() {
    let inner = with(node("If", &["x"], &["b"]), then(vec![node("Add", &["h", "x"], &["c"])], "c"));
    let outer = with(node("If", &["x"], &["y"]), then(vec![inner], "b"));
    let read = read(&model(graph(vec![node("Relu", &["x"], &["h"]), outer])));
    assert_eq!(codes(&read), [""; 0]);
    assert_eq!(read.path(GraphId::at(2)), "main/#1/then_branch/#0/then_branch");
    let add = first_node(&read, 2);
    assert_eq!(read.inputs(add)[0].value(), Some(value(&read, 0, "h")));
    assert_eq!(read.inputs(add)[1].value(), Some(value(&read, 0, "x")));
}

#[test]
fn a_graph_does_not_see_values_of_subgraphs() {
    let branch = with(node("If", &["x"], &["y"]), then(vec![node("Relu", &["x"], &["inner"])], "inner"));
    let read = read(&model(graph(vec![branch, node("Relu", &["inner"], &["z"])])));
    assert_eq!(only(&read).2, "input 0 of node #1 (Relu) is `inner`, which is not defined");
}

#[test]
fn an_undefined_value_is_reported_once_with_the_nearest_name() {
    let nodes = vec![node("Relu", &["x"], &["hidden"]), node("Add", &["hiden", "hiden"], &["y"])];
    let read = read(&model(graph(nodes)));
    assert_eq!(only(&read).0, "GR101");
    assert_eq!(read.findings()[0].help, ["did you mean `hidden`?"]);
    let add = read.nodes_of(GraphId::at(0)).nth(1).unwrap();
    let name = read.names().find("hiden").unwrap();
    assert_eq!(read.inputs(add), [Operand::Undefined(name); 2]);
}

#[test]
fn later_definitions_are_found() {
    let read = read(&model(graph(vec![node("Relu", &["h"], &["y"]), node("Relu", &["x"], &["h"])])));
    assert_eq!(codes(&read), [""; 0]);
    assert_eq!(read.inputs(first_node(&read, 0))[0].value(), Some(value(&read, 0, "h")));
}

#[test]
fn empty_names_are_omitted() {
    let read = read(&model(graph(vec![node("Clip", &["x", "", "x"], &["y", ""])])));
    assert_eq!(codes(&read), [""; 0]);
    assert_eq!(read.inputs(first_node(&read, 0))[1], Operand::Absent);
    assert_eq!(read.outputs(first_node(&read, 0)).len(), 2);
}

#[test]
fn two_definitions_are_an_error_and_the_first_is_used() {
    let nodes = vec![node("Relu", &["x"], &["h"]), node("Abs", &["x"], &["h"]), node("Relu", &["h"], &["y"])];
    let read = read(&model(graph(nodes)));
    assert_eq!(
        only(&read).2,
        "value `h` is defined twice: as output 0 of node #0 (Relu) and as output 0 of node #1 (Abs)"
    );
    let last = read.nodes_of(GraphId::at(0)).nth(2).unwrap();
    let first = read.outputs(first_node(&read, 0)).next();
    assert_eq!(read.inputs(last)[0].value(), first);
}

#[test]
fn inputs_and_initializers_are_defined_once() {
    let mut twice = graph(vec![node("Identity", &["x"], &["y"])]);
    twice.input.push(info("x", &[2, 3]));
    twice.initializer = vec![i64s("w", &[1]), i64s("w", &[1])];
    assert_eq!(codes(&read(&model(twice))), ["GR105", "GR105"]);
}

#[test]
fn outputs_in_subgraphs_do_not_shadow_visible_names() {
    let hides = |name: &str| with(node("If", &["x"], &["y"]), then(vec![node("Relu", &["x"], &[name])], name));
    assert_eq!(codes(&read(&model(graph(vec![hides("x")])))), ["GR105"]);
    // The output of the node itself, and what comes after it, is not visible in its body.
    assert_eq!(codes(&read(&model(graph(vec![hides("y")])))), [""; 0]);
    let later = vec![hides("z"), node("Relu", &["y"], &["z"])];
    assert_eq!(codes(&read(&model(graph(later)))), [""; 0]);
    let mut input = hides("w");
    input.attribute[0].g.as_mut().unwrap().input = vec![info("x", &[1])];
    assert_eq!(codes(&read(&model(graph(vec![input])))), [""; 0]);
}

#[test]
fn outputs_are_produced_in_their_own_graph() {
    let none = read(&model(graph(vec![node("Relu", &["x"], &["yy"])])));
    assert_eq!((only(&none).0, only(&none).2), ("GR107", "output 0 of the graph, `y`, is not produced by any node"));
    let outer = with(node("If", &["x"], &["y"]), then(vec![node("Relu", &["x"], &["a"])], "x"));
    let outer = read(&model(graph(vec![outer])));
    assert_eq!(only(&outer).2, "output 0 of the graph, `x`, is a value of an outer graph");
    let x = value(&outer, 0, "x");
    assert_eq!(outer.graph(GraphId::at(1)).outputs[0].operand.value(), Some(x));
}

#[test]
fn a_value_is_suggested_for_an_output_only_if_the_graph_may_return_it() {
    let help_of = |produced: &str, returned: &str| {
        let before = node("Relu", &["x"], &["weights"]);
        let choice = with(node("If", &["x"], &["y"]), then(vec![node("Relu", &["x"], &[produced])], returned));
        let read = read(&model(graph(vec![before, choice])));
        read.findings().iter().find(|finding| finding.rule.code() == "GR107").expect("a finding").help.clone()
    };
    assert_eq!(help_of("result", "resultt"), ["did you mean `result`?"]);
    assert_eq!(help_of("a", "weightss"), ["add the node that produces `weightss`, or remove the output"]);
}

#[test]
fn an_undefined_value_that_is_also_an_output_is_one_finding() {
    let mut lost = graph(vec![node("Relu", &["lost"], &["y"])]);
    lost.output.push(info("lost", &[1]));
    assert_eq!(codes(&read(&model(lost))), ["GR101"]);
}

#[test]
fn an_output_listed_twice_is_a_warning() {
    let mut twice = graph(vec![node("Relu", &["x"], &["y"])]);
    twice.output.push(info("y", &[2, 3]));
    let read = read(&model(twice));
    assert_eq!((only(&read).0, only(&read).1), ("GR105", Level::Warning));
}

#[test]
fn bodies_nest_up_to_the_limit() {
    let mut nested = graph(vec![node("Relu", &["x"], &["y"])]);
    for _ in 0..20 {
        nested = graph(vec![with(node("If", &["x"], &["y"]), body("then_branch", nested))]);
        nested.input.clear();
    }
    nested.input = vec![info("x", &[2, 3])];
    let bytes = model(nested).encode_to_vec();
    let mut options = ReadOptions::default();
    options.limits.max_depth = 7;
    let read = crate::format::onnx::read::read(Source::from_bytes("test", bytes), &options);
    assert_eq!(codes(&read), ["FM011"]);
    assert_eq!(read.graphs().count(), 9);
    assert!(read.is_partial(GraphId::at(8)) && !read.is_partial(GraphId::at(7)));
}
