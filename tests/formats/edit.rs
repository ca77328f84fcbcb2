//! A compiler pass edits a model and infers again, without reading the file again.

use shapewright::graph::{At, AttributeValue, EditError, Format, Model, NewNode, NodeId, Operand, Use, ValueId};
use shapewright::write::{ExternalDataPolicy, Rewrite, write, write_rewritten};
use shapewright::{
    AnalysisOptions, ElementType, Elements, Fact, Level, NodeInference, OpQuery, ReadOptions, Session, Shape, Source,
    ValueType, analyze,
};

const MODEL: &str = r#"
    <ir_version: 9, opset_import: ["" : 18]>
    g (float[2,3,4] x, float[5,6] other) => (float[?,?,?] y) <int64[1] axes = {1}> {
        [rmin] y = ReduceMin <keepdims = 1> (x, axes)
    }"#;

fn read() -> (Model, NodeId) {
    let model = Model::read(Source::from_bytes("m.onnxtxt", MODEL), &ReadOptions::default());
    let main = model.main_graph().expect("a main graph");
    let node = model.nodes_of(main).next().expect("a node");
    (model, node)
}

fn value(model: &Model, name: &str) -> ValueId {
    let main = model.main_graph().expect("a main graph");
    model.values_of(main).find(|&v| model.value_name(v) == name).expect("a value of this name")
}

fn text(body: &str) -> Model {
    let text = format!("<ir_version: 9, opset_import: [\"\" : 18]>\n{body}");
    Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default())
}

fn written(model: &Model) -> Model {
    let bytes = write(model, &ExternalDataPolicy::Keep).expect("a model").model.to_bytes();
    Model::read(Source::from_bytes("m.onnxtxt", bytes), &ReadOptions::default())
}

fn output(model: &Model, node: NodeId) -> String {
    let output = model.outputs(node).next().expect("an output");
    analyze(model, &AnalysisOptions::default()).facts.ty(output).to_string()
}

#[test]
fn changed_input_changes_the_shape() {
    let (mut model, node) = read();
    assert_eq!(output(&model, node), "f32[2,1,4]");
    let other = value(&model, "other");
    model.set_input(node, 0, other).expect("`other` is an input of the graph");
    assert_eq!(output(&model, node), "f32[5,1]");
    // Without axes every one is reduced.
    model.set_input(node, 1, Operand::Absent).expect("the node has two inputs");
    assert_eq!(output(&model, node), "f32[1,1]");
}

#[test]
fn changed_attribute_changes_the_shape() {
    let (mut model, node) = read();
    model.set_attribute(node, "keepdims", AttributeValue::Int(0));
    let analysis = analyze(&model, &AnalysisOptions::default());
    let y = model.outputs(node).next().expect("an output");
    assert_eq!(analysis.facts.ty(y).to_string(), "f32[2,4]");
    // The declared rank 3 is a contradiction now, and the only one.
    let codes: Vec<_> = analysis.findings.iter().filter(|f| f.rule.code() != "GR109").map(|f| f.rule.code()).collect();
    assert_eq!(codes, ["SH201"]);
    model.remove_attribute(node, "keepdims");
    assert_eq!(output(&model, node), "f32[2,1,4]");
}

#[test]
fn changed_declaration_changes_the_shape() {
    let (mut model, node) = read();
    let x = value(&model, "x");
    model.declare(x, ValueType::tensor(ElementType::F16, Shape::from_dims([7u64, 8, 9])));
    let y = model.outputs(node).next().expect("an output");
    model.declare(y, ValueType::Unknown);
    assert_eq!(output(&model, node), "f16[7,1,9]");
}

#[test]
fn refused_edits_name_the_reason() {
    let (mut model, node) = read();
    let y = model.outputs(node).next().expect("an output");
    let graph = model.main_graph().expect("a main graph");
    let refused = |result: Result<(), EditError>| result.expect_err("a refusal").to_string();
    assert_eq!(refused(model.remove(node)), "`y` cannot be removed: it is still read by output 0 of graph `main`");
    assert_eq!(refused(model.set_input(node, 7, Operand::Absent)), "`rmin` has no input 7; it has 2");
    assert_eq!(refused(model.set_input(node, 0, y)), "`y` is not available at `rmin`: the node itself produces it");
    let early = model.insert(At::Before(node), NewNode::new("Neg").input(y)).map(drop);
    assert_eq!(refused(early), "`y` is not available at node #0 (Neg): it is produced later");
    let taken = model.insert(At::End(graph), NewNode::new("Neg").input(y).output("x")).map(drop);
    assert_eq!(refused(taken), "the name `x` is taken; `Model::unique_name` makes one that is not");
    let foreign = model.insert(At::End(graph), NewNode::new("FastGelu").domain("com.microsoft").input(y)).map(drop);
    let missing = "the model imports no operator set of domain `com.microsoft`; import it with `Model::set_opset`";
    assert_eq!(refused(foreign), missing);
    assert_eq!(model.nodes_of(graph).collect::<Vec<_>>(), [node]);
}

#[test]
fn a_name_is_taken_where_a_value_could_hide_another_one() {
    let mut model = text(
        "g (float[N] x, bool c) => (float[N] y) {
            a = Abs (x)
            y = If (c) <then_branch = t () => (p) { i = Neg (a) p = Neg (i) }, else_branch = e () => (q) { o = Exp (a) q = Exp (o) }>
        }",
    );
    let of = |model: &Model, name: &str| {
        let mut values = model.graphs().flat_map(|graph| model.values_of(graph));
        values.find(|&value| model.value_name(value) == name).expect("a value of this name")
    };
    let (a, i) = (of(&model, "a"), of(&model, "i"));
    for (value, name) in [(a, "x"), (a, "i"), (a, "o"), (i, "a"), (i, "p")] {
        assert_eq!(model.rename_value(value, name), Err(EditError::NameTaken(name.to_owned())));
    }
    // The other branch cannot read it.
    model.rename_value(i, "o").expect("a free name");
    let written = write(&model, &ExternalDataPolicy::Keep).expect("a model").model.to_bytes();
    assert!(String::from_utf8_lossy(&written).contains("{ o = Neg (a) p = Neg (o) }"));
}

#[test]
fn an_output_keeps_its_name() {
    let (mut model, node) = read();
    let graph = model.main_graph().expect("a main graph");
    let (x, y) = (value(&model, "x"), model.outputs(node).next().expect("an output"));
    let relu = model.insert(At::End(graph), NewNode::new("Relu").input(y)).expect("y is available");
    let r = model.outputs(relu).next().expect("an output");
    model.set_output(graph, 0, r).expect("the value is in the graph");
    assert_eq!((model.value_name(r), model.value_name(y)), ("y", "Relu_1"));
    // The name of the operator itself is taken. A graph input keeps its own name, so an Identity passes it on.
    model.set_output(graph, 0, x).expect("the value is in the graph");
    let output = model.graph(graph).outputs[0].operand.value().expect("a value");
    let identity = model.producer(output).expect("a node");
    assert_eq!((model.value_name(output), model.op_type(identity)), ("y", "Identity"));
    assert_eq!(model.inputs(identity), [Operand::Value(x)]);
}

#[test]
fn an_input_that_is_an_output_keeps_its_name() {
    let mut model = text("g (float[N] x) => (float[N] y, float[N] x) { y = Relu (x) }");
    let graph = model.main_graph().expect("a main graph");
    let cast = NewNode::new("Cast").input(value(&model, "x")).attribute("to", 10);
    let cast = model.insert(At::End(graph), cast).expect("x is available");
    let half = model.outputs(cast).next().expect("an output");
    let refused = model.set_output(graph, 1, half).expect_err("x cannot have another name");
    assert!(refused.to_string().starts_with("an input of an ONNX model that is also an output"), "{refused}");
    assert_eq!(model.value_name(model.graph(graph).inputs[0]), "x");
}

#[test]
fn a_new_output_has_the_declaration_of_the_output() {
    let mut model = text("g (float[N] x) => (float[N] y) { y = Relu (x) }");
    let graph = model.main_graph().expect("a main graph");
    let cast = NewNode::new("Cast").input(value(&model, "y")).attribute("to", 10);
    let cast = model.insert(At::End(graph), cast).expect("y is available");
    let half = model.outputs(cast).next().expect("an output");
    model.set_output(graph, 0, half).expect("the value is in the graph");
    let declared = |model: &Model, value| model.declared(value).map(ToString::to_string);
    assert_eq!(declared(&model, half).as_deref(), Some("f32[N]"));
    model.declare(half, "f16[N]".parse().expect("a type"));
    let again = written(&model);
    assert_eq!(declared(&again, value(&again, "y")).as_deref(), Some("f16[N]"));
}

#[test]
fn a_call_is_inlined_with_its_arguments() {
    let text = r#"
        <ir_version: 9, opset_import: ["" : 18, "my" : 1]>
        g (float[2,3] x, bool c) => (float[2] y) { y = my.Smallest <keep = 0> (x, c) }
        <domain: "my", opset_import: ["" : 18]>
        Smallest <keep> (x, c) => (y) {
            axes = Constant <value = int64[1] {1}> ()
            y = If (c) <
                then_branch = t () => (a) { a = ReduceMin <keepdims: int = @keep> (x, axes) },
                else_branch = e () => (b) { n = Neg (x)  b = ReduceMin <keepdims: int = @keep> (n, axes) }
            >
        }"#;
    let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let graph = model.main_graph().expect("a main graph");
    let call = model.nodes_of(graph).next().expect("a call");
    let before = output(&model, call);
    let nodes = model.inline_call(call).expect("the versions agree");
    assert_eq!(nodes.iter().map(|&node| model.op_type(node)).collect::<Vec<_>>(), ["Constant", "If"]);
    assert_eq!((before.as_str(), output(&model, nodes[1]).as_str()), ("f32[2]", "f32[2]"));
    let bodies: Vec<_> = model.bodies(nodes[1]).collect();
    let inner = model.nodes_of(bodies[1]).last().expect("a node");
    assert_eq!(model.attribute(inner, "keepdims").map(|a| &a.value), Some(&AttributeValue::Int(0)));
    assert!(analyze(&model, &AnalysisOptions::default()).findings.iter().all(|f| f.level != Level::Error));
}

#[test]
fn a_description_like_a_node_calls_the_same_overload() {
    let text = r#"
        <ir_version: 10, opset_import: ["" : 18, "my" : 1]>
        g (float[3] x) => (float[3] y) { y = my.F:second <size = 2> (x) }
        <domain: "my", opset_import: ["" : 18]>
        F (x) => (y) { y = Neg (x) }
        <domain: "my", overload: "second", opset_import: ["" : 18]>
        F <size> (x) => (y) { y = Abs (x) }"#;
    let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let graph = model.main_graph().expect("a main graph");
    let call = model.nodes_of(graph).next().expect("a call");
    let x = model.graph(graph).inputs[0];
    let again = model.insert(At::Before(call), NewNode::like(&model, call).input(x)).expect("the function is there");
    assert_eq!((model.op(again), model.op(again).function), (model.op(call), Some(1)));
    assert_eq!(model.attribute(again, "size").map(|a| &a.value), Some(&AttributeValue::Int(2)));
}

#[test]
fn a_body_belongs_to_one_node() {
    let text = r#"
        <ir_version: 9, opset_import: ["" : 18]>
        g (float[3] x, bool c, bool d) => (float[3] y) {
            y = If (c) <then_branch = t () => (a) { a = Neg (x) }, else_branch = e () => (b) { b = Abs (x) }>
        }"#;
    let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let graph = model.main_graph().expect("a main graph");
    let branch = model.nodes_of(graph).next().expect("a node");
    let d = model.graph(graph).inputs[2];
    let other = || NewNode::like(&model, branch).input(d);
    let (copy, own) = (other(), other());
    let refused = model.insert(At::End(graph), copy).expect_err("the bodies are those of the first node");
    assert_eq!(refused.to_string(), "a body belongs to another node; `Model::add_body` makes a new one");
    model.replace_node(branch, own).expect("the bodies stay where they are");
    assert_eq!((model.inputs(branch), model.bodies(branch).count()), (&[Operand::Value(d)][..], 2));
}

#[test]
#[should_panic(expected = "value 100 does not belong to this model, which has 4 of them")]
fn an_id_of_another_model_is_refused() {
    let mut other = Model::empty(Format::Onnx, &[("", 18)]);
    let graph = other.main_graph().expect("a main graph");
    let add =
        |other: &mut Model, at| other.add_input(graph, &format!("x{at}"), ValueType::Unknown).expect("a new name");
    let last = (0..=100).map(|at| add(&mut other, at)).last().expect("inputs");
    read().0.value(last);
}

#[test]
#[should_panic(expected = "value 4 does not belong to this model, which has 4 of them")]
fn facts_do_not_know_values_added_later() {
    let (mut model, node) = read();
    let facts = analyze(&model, &AnalysisOptions::default()).facts;
    let x = value(&model, "x");
    let new = model.insert(At::Before(node), NewNode::new("Relu").input(x)).expect("x is available");
    facts.get(model.outputs(new).next().expect("an output"));
}

#[test]
fn layers_of_ir_are_in_topological_order() {
    let text = r#"<net name="m" version="11"><layers>
        <layer id="2" name="r" type="Result" version="opset1"><input><port id="0"/></input></layer>
        <layer id="1" name="a" type="ReLU" version="opset1"><input><port id="0"/></input><output><port id="1"/></output></layer>
        <layer id="0" name="x" type="Parameter" version="opset1"><data shape="2" element_type="f32"/><output><port id="0"/></output></layer>
        </layers><edges>
        <edge from-layer="0" from-port="0" to-layer="1" to-port="0"/><edge from-layer="1" from-port="1" to-layer="2" to-port="0"/>
        </edges></net>"#;
    let model = Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
    let graph = model.main_graph().expect("a main graph");
    let types = |nodes: Vec<NodeId>| nodes.into_iter().map(|node| model.op_type(node)).collect::<Vec<_>>();
    assert_eq!(types(model.nodes_of(graph).collect()), ["Result", "Relu", "Parameter"]);
    assert_eq!(types(model.topological_order(graph)), ["Parameter", "Relu", "Result"]);
}

#[test]
fn a_rewrite_that_removes_what_is_read_is_refused() {
    let (model, node) = read();
    let rewrite = Rewrite { nodes: vec![node], ..Rewrite::default() };
    let refused = write_rewritten(&model, &rewrite, &ExternalDataPolicy::Keep).map(drop);
    let expected = "`y` cannot be removed: an output of graph `main` reads it";
    assert_eq!(refused.expect_err("a refusal").to_string(), expected);
}

#[test]
fn a_fact_of_another_model_brings_no_constant_of_it() {
    let (model, node) = read();
    let facts = analyze(&model, &AnalysisOptions::default()).facts;
    let axes = model.inputs(node)[1].value().expect("an input");
    let data = Fact::tensor(ElementType::F32, Shape::from_dims([8u64, 16]));
    // The query has a constant of its own, which the fact of `axes` must not be taken for.
    let query = OpQuery::onnx("ReduceMin", 18).attribute("keepdims", 0).input(data.clone());
    let unread = query.clone().input(facts.get(axes)).infer();
    assert_eq!(unread.outputs[0].ty.to_string(), "f32[8..16]");
    let read = query.input(facts.with_elements(&model, axes, 10)).infer();
    assert_eq!(read.outputs[0].ty.to_string(), "f32[8]");
}

#[test]
fn a_node_is_inferred_with_other_facts() {
    let (model, node) = read();
    let options = AnalysisOptions::default();
    let mut inference = NodeInference::new(&model, &options);
    let fact = |text: &str| Fact::from(text.parse::<ValueType>().expect("a type"));
    let axes = fact("i64[1]").with_elements(Some(Elements::of_ints([5])));
    let (outputs, findings) = inference.infer(node, &[fact("f32[2,3]"), axes]);
    assert_eq!(findings.iter().map(|finding| finding.rule.code()).collect::<Vec<_>>(), ["OP102"]);
    // The axis is wrong, so only the rank is certain.
    assert_eq!(outputs[0].ty.to_string(), "f32[?,?]");
    // Nothing of one question is left in the next.
    let (outputs, findings) = inference.infer(node, &[fact("f32[7,3]")]);
    assert_eq!((outputs[0].ty.to_string().as_str(), findings.len()), ("f32[1..7,1..3]", 0));
}

#[test]
fn a_version_is_taken_back_with_its_transaction() {
    let (mut model, node) = read();
    let refused = model.transaction(|model| {
        model.set_opset("ai.onnx", 13);
        assert_eq!((model.opsets()[0].version, model.op(node).version), (13, Some(13)));
        model.remove(node)
    });
    assert!(refused.is_err());
    assert_eq!((model.opsets().len(), model.opsets()[0].version, model.op(node).version), (1, 18, Some(18)));
}

#[test]
fn the_boundary_of_nodes_includes_what_bodies_read() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x, float[2] z, bool c) => (float[2] y) {
            a = Neg (x)
            b = If (c) <then_branch = t () => (p) { q = Abs (z)  p = Add (q, a) }, else_branch = e () => (r) { r = Abs (a) }>
            y = Relu (b)
        }"#;
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let nodes: Vec<NodeId> = model.nodes_of(model.main_graph().expect("a main graph")).collect();
    let names = |values: Vec<ValueId>| values.into_iter().map(|v| model.value_name(v)).collect::<Vec<_>>().join(" ");
    let boundary = |nodes: &[NodeId]| {
        let (inputs, outputs) = model.boundary(nodes);
        (names(inputs), names(outputs))
    };
    assert_eq!(boundary(&nodes[..1]), ("x".to_owned(), "a".to_owned()));
    assert_eq!(boundary(&nodes[1..2]), ("c z a".to_owned(), "b".to_owned()));
    // Only the body reads `a`, and it is inside.
    assert_eq!(boundary(&nodes[..2]), ("x c z".to_owned(), "b".to_owned()));
    assert_eq!(boundary(&nodes), ("x c z".to_owned(), "y".to_owned()));
}

#[test]
fn only_a_constant_operator_is_a_constant() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18, "com.example" : 1]>
        g () => (float[1] y, float[1] z) {
            y = Constant <value = float[1] {1}> ()
            z = com.example.Constant <value = float[1] {1}> ()
        }"#;
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let outputs = model.nodes_of(model.main_graph().expect("a main graph")).flat_map(|node| model.outputs(node));
    assert_eq!(outputs.map(|value| model.constant(value).is_some()).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn a_function_forgets_the_calls_that_are_removed() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
        g (float[2,3] x, float[4,3] w) => (float[2,3] y) { y = my.F (x)  unused = my.F (w) }
        <domain: "my", opset_import: ["" : 18]>
        F (a) => (b) { b = Relu (a) }"#;
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let unused = model.nodes_of(model.main_graph().expect("a main graph")).last().expect("a call");
    let parameter = model.graph(model.functions()[0].graph).inputs[0];
    let mut session = Session::new(model, AnalysisOptions::default());
    assert_eq!(session.facts().ty(parameter).to_string(), "f32[2..4,3]");
    session.edit(|model| model.remove(unused)).expect("nothing reads it");
    assert_eq!(session.facts().ty(parameter).to_string(), "f32[2,3]");
}

/// A model in ONNX text of opset 18.
fn of_text(graph: &str) -> Model {
    let text = format!("<ir_version: 8, opset_import: [\"\" : 18]>\n{graph}");
    Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default())
}

#[test]
fn names_of_new_outputs_are_distinct_and_omitted_ones_have_none() {
    let mut model = of_text("g (float[4] x, int64[1] k) => (float[4] y) { y = Neg (x) }");
    let (graph, x, k) = (model.main_graph().expect("there"), value(&model, "x"), value(&model, "k"));
    let twice = NewNode::new("Split").input(x).output("a").output("a").attribute("num_outputs", 2);
    assert_eq!(model.insert(At::End(graph), twice), Err(EditError::NameTaken("a".to_owned())));
    for name in ["first", "second"] {
        let top = NewNode::new("TopK").inputs([x, k]).output("").output(name);
        assert!(model.insert(At::End(graph), top).is_ok(), "{name}");
    }
    assert!(matches!(model.rename_value(x, ""), Err(EditError::Unsupported(_))));
}

#[test]
fn what_is_removed_reads_nothing_anymore() {
    let text = "g (float[4] x, bool c) => (float[4] y) {
        a = Abs (x)
        s = Softmax (a)
        q = Neg (x)
        r = If (c) <then_branch = t () => (float[4] u) { u = Neg (q) }, else_branch = e () => (float[4] v) { v = Abs (q) }>
        y = Relu (x)
    }";
    let mut model = of_text(text);
    let node = |model: &Model, name: &str| model.producer(value(model, name)).expect("there");
    let [abs, softmax, neg, branch] = ["a", "s", "q", "r"].map(|name| node(&model, name));
    model.remove(softmax).expect("there");
    model.set_attribute(softmax, "axis", 0);
    assert_eq!(model.remove(abs), Ok(()));
    let body = model.bodies(branch).next().expect("there");
    let inner = model.nodes_of(body).next().expect("there");
    model.remove(branch).expect("there");
    let q = value(&model, "q");
    let removed = |result: Result<_, EditError>| matches!(result, Err(EditError::Removed(_)));
    assert!(removed(model.insert(At::End(body), NewNode::new("Abs").input(q)).map(|_| ())));
    assert!(removed(model.insert(At::Before(inner), NewNode::new("Abs").input(q)).map(|_| ())));
    assert!(removed(model.set_input(inner, 0, q)));
    assert!(removed(model.add_output(body, q)));
    model.set_attribute(inner, "alpha", 1);
    assert_eq!(model.remove(neg), Ok(()));
}

#[test]
fn outputs_are_taken_back_one_by_one() {
    let mut model =
        of_text("g (float[4] x) => (float[4] a, float[4] b, float[4] c) { a = Abs (x) b = Neg (x) c = Relu (x) }");
    let graph = model.main_graph().expect("there");
    let [a, b, c, x] = ["a", "b", "c", "x"].map(|name| value(&model, name));
    let before = (model.graph(graph).outputs.clone(), [a, b, c, x].map(|v| model.uses(v).collect::<Vec<_>>()));
    let tried: Result<(), EditError> = model.transaction(|model| {
        model.remove_output(graph, 0)?;
        model.add_output(graph, a)?;
        model.declare_output(graph, 1, "i64[7]".parse().expect("a type"));
        model.remove_output(graph, 0)?;
        model.rename_value(c, "other")?;
        model.add_output(graph, x)?;
        assert_eq!(model.uses(c).collect::<Vec<_>>(), [Use::Output { graph, index: 0 }]);
        Err(EditError::Unsupported("stop"))
    });
    assert!(tried.is_err());
    let after = (model.graph(graph).outputs.clone(), [a, b, c, x].map(|v| model.uses(v).collect::<Vec<_>>()));
    assert_eq!(before, after);
}
