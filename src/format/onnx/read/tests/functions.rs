//! Model-local functions.

use crate::format::onnx::read::tests::*;
use crate::graph::GraphRole;

fn function(name: &str, nodes: Vec<NodeProto>) -> FunctionProto {
    FunctionProto {
        domain: Some("local".into()),
        name: Some(name.into()),
        input: vec!["a".into()],
        output: vec!["b".into()],
        node: nodes,
        opset_import: vec![import("", 17)],
        ..FunctionProto::default()
    }
}

fn call(name: &str) -> NodeProto {
    NodeProto { domain: Some("local".into()), ..node(name, &["x"], &["y"]) }
}

fn with_functions(caller: NodeProto, functions: Vec<FunctionProto>) -> Model {
    let mut calling = model(graph(vec![caller]));
    calling.opset_import.push(import("local", 1));
    calling.functions = functions;
    read(&calling)
}

#[test]
fn a_function_is_a_graph_with_its_own_operator_sets() {
    let f = function("F", vec![node("Relu", &["a"], &["h"]), node("Relu", &["h"], &["b"])]);
    let read = with_functions(call("F"), vec![f]);
    assert_eq!(codes(&read), [""; 0]);
    let (caller, inner) = (first_node(&read, 0), first_node(&read, 1));
    assert_eq!((read.op(caller).function, read.op(caller).version), (Some(0), Some(1)));
    assert_eq!((read.op(inner).function, read.op(inner).version), (None, Some(17)));
    let f = &read.functions()[0];
    assert_eq!((f.graph, read.graph(f.graph).role), (GraphId::at(1), GraphRole::Function(0)));
    assert_eq!(read.path(f.graph), "function local::F");
    assert_eq!(read.graph(f.graph).inputs.len(), 1);
    assert_eq!(read.graph(f.graph).outputs[0].operand.value(), Some(value(&read, 1, "b")));
}

#[test]
fn a_function_sees_no_values_of_its_callers() {
    let read = with_functions(call("F"), vec![function("F", vec![node("Add", &["a", "x"], &["b"])])]);
    assert_eq!(only(&read).2, "input 1 of node #0 (Add) is `x`, which is not defined");
    let unmade = with_functions(call("F"), vec![function("F", vec![node("Relu", &["a"], &["c"])])]);
    assert_eq!(only(&unmade).0, "GR107");
}

#[test]
fn overloads_distinguish_functions() {
    let overloaded =
        |name: &str| FunctionProto { overload: Some(name.into()), ..function("F", vec![node("Relu", &["a"], &["b"])]) };
    let caller = NodeProto { overload: Some("two".into()), ..call("F") };
    let read = with_functions(caller.clone(), vec![overloaded("one"), overloaded("two")]);
    assert_eq!((codes(&read), read.op(first_node(&read, 0)).function), (vec![], Some(1)));
    let twice = with_functions(caller, vec![overloaded("two"), overloaded("two")]);
    assert_eq!((only(&twice).0, twice.op(first_node(&twice, 0)).function), ("FN101", Some(0)));
}

#[test]
fn a_standard_operator_takes_precedence() {
    let standard = |name: &str| FunctionProto { domain: None, ..function(name, vec![node("Abs", &["a"], &["b"])]) };
    let caller = |name: &str| {
        read(&ModelProto { functions: vec![standard(name)], ..model(graph(vec![node(name, &["x"], &["y"])])) })
    };
    let function = |read: &Model| read.op(first_node(read, 0)).function;
    assert_eq!(function(&caller("Relu")), None);
    // Gelu came with operator set 20; the model imports 18.
    assert_eq!(function(&caller("Gelu")), Some(0));
    assert_eq!(function(&caller("Mine")), Some(0));
}

#[test]
fn references_name_parameters() {
    let refer =
        |name: &str| AttributeProto { ref_attr_name: Some(name.into()), ..attribute("alpha", AttributeType::Float) };
    let relu = |name: &str| with(node("LeakyRelu", &["a"], &["b"]), refer(name));
    let mut f = function("F", vec![relu("alpha")]);
    f.attribute = vec!["alpha".into()];
    let sound = with_functions(call("F"), vec![f.clone()]);
    assert_eq!((codes(&sound), sound.functions()[0].attributes.len()), (vec![], 1));
    f.attribute = vec!["beta".into()];
    f.attribute_proto = vec![AttributeProto { f: Some(0.5), ..attribute("gamma", AttributeType::Float) }];
    let undeclared = with_functions(call("F"), vec![f.clone()]);
    assert_eq!(only(&undeclared).2, "function `local::F` has no attribute parameter `alpha`");
    f.node = vec![relu("gamma")];
    assert_eq!(codes(&with_functions(call("F"), vec![f.clone()])), [""; 0]);
    f.node = vec![with(
        node("If", &["a"], &["b"]),
        body(
            "then_branch",
            GraphProto {
                name: Some("branch".into()),
                node: vec![with(node("LeakyRelu", &["a"], &["c"]), refer("beta"))],
                output: vec![info("c", &[1])],
                ..GraphProto::default()
            },
        ),
    )];
    assert_eq!(codes(&with_functions(call("F"), vec![f])), [""; 0]);
    let main = read(&model(graph(vec![with(node("LeakyRelu", &["x"], &["y"]), refer("alpha"))])));
    assert_eq!(only(&main).0, "FN102");
}

#[test]
fn a_function_declares_each_output_and_parameter_once() {
    let relu = || vec![node("Relu", &["a"], &["b"])];
    let twice = FunctionProto { output: vec!["b".into(), "b".into()], ..function("F", relu()) };
    let read = with_functions(call("F"), vec![twice]);
    assert_eq!((only(&read).0, only(&read).1), ("GR105", Level::Error));
    let twice = FunctionProto { attribute: vec!["p".into(), "p".into()], ..function("F", relu()) };
    let read = with_functions(call("F"), vec![twice]);
    assert_eq!((only(&read).0, only(&read).1), ("OP111", Level::Warning));
    let unnamed = FunctionProto { name: None, ..function("F", relu()) };
    let read = with_functions(node("Relu", &["x"], &["y"]), vec![unnamed]);
    assert_eq!((only(&read).0, only(&read).1), ("GR113", Level::Warning));
}

#[test]
fn a_function_and_the_model_import_the_same_versions_of_operators() {
    let other =
        FunctionProto { opset_import: vec![import("", 12)], ..function("F", vec![node("Relu", &["a"], &["b"])]) };
    let read = with_functions(call("F"), vec![other]);
    assert_eq!((only(&read).0, only(&read).1), ("FM014", Level::Warning));
}
