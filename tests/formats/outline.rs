//! Nodes become a function and a call, and nodes again.

use shapewright::graph::{At, EditError, Format, GraphId, Model, NewNode, NodeId, ValueId};
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{AnalysisOptions, Level, ReadOptions, Session, Source, analyze};

use crate::random_edits::{Numbers, read};

const MODEL: &str = r#"
    <ir_version: 9, opset_import: ["" : 18]>
    g (float[N,4] x, bool c) => (float[N,4] y, float[N,4] a) <float[4] w = {1, 2, 3, 4}, float[N,4] h> {
        [first] h = Mul (x, w)
        [branch] a = If (c) <
            then_branch = t () => (float[N,4] p) { p = Neg (h) },
            else_branch = e () => (float[N,4] q) { r = Abs (x)  q = Add (r, h) }
        >
        [other] o = Exp (x)
        [last] y = Sub (h, o)
    }"#;

fn model(text: &str) -> Model {
    Model::read(Source::from_bytes("m.onnxtxt", text.to_owned()), &ReadOptions::default())
}

fn main_of(model: &Model) -> (GraphId, Vec<NodeId>) {
    let graph = model.main_graph().expect("a main graph");
    (graph, model.nodes_of(graph).collect())
}

/// A graph and its bodies without the names of nodes and inner values: what `outline` and `inline_call` may change.
pub(crate) fn structure(model: &Model, graph: GraphId) -> String {
    let mut ids: std::collections::HashMap<ValueId, String> = std::collections::HashMap::new();
    let (mut text, mut graphs, mut at) = (String::new(), vec![graph], 0);
    while let Some(&graph) = graphs.get(at) {
        let record = model.graph(graph);
        for value in model.values_of(graph).filter(|&value| model.producer(value).is_none()) {
            let name = if at == 0 { model.value_name(value).to_owned() } else { format!("v{}", ids.len()) };
            ids.insert(value, name);
        }
        for node in model.nodes_of(graph) {
            for output in model.outputs(node) {
                ids.insert(output, format!("v{}", ids.len()));
            }
        }
        for node in model.nodes_of(graph) {
            let op = model.op(node);
            let inputs: Vec<_> = model.inputs(node).iter().map(|o| o.value().map(|v| ids[&v].as_str())).collect();
            let attributes = model.attributes(node).iter().map(|a| match a.value.graphs() {
                [] => format!("{}={:?}", model.name(a.name), a.value),
                bodies => {
                    graphs.extend(bodies);
                    format!("{}: {} bodies", model.name(a.name), bodies.len())
                }
            });
            let attributes: Vec<String> = attributes.collect();
            let op = (model.name(op.domain), model.name(op.name), op.version);
            let outputs: Vec<_> = model.outputs(node).map(|v| ids[&v].as_str()).collect();
            text += &format!("{op:?} {inputs:?} {attributes:?} {outputs:?}\n");
        }
        let outputs = record.outputs.iter().map(|o| o.operand.value().map(|v| ids[&v].as_str()));
        text += &format!("outputs {:?}\n", outputs.collect::<Vec<_>>());
        at += 1;
    }
    text
}

/// The facts of all named values of a graph, as text.
pub(crate) fn facts(model: &Model, graph: GraphId) -> Vec<(String, String)> {
    let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
    let facts = analyze(model, &options).facts;
    let values = model.values_of(graph).map(|v| (model.value_name(v).to_owned(), facts.ty(v).to_string()));
    let mut values: Vec<_> = values.filter(|(name, _)| !name.is_empty()).collect();
    values.sort();
    values
}

#[test]
fn nodes_become_a_call_with_the_same_outputs() {
    let mut model = model(MODEL);
    let (graph, nodes) = main_of(&model);
    let before = facts(&model, graph);
    // `branch` reads `h` and `x` in its bodies; `o` is read by the last node from outside.
    let call = model.outline(&[nodes[1], nodes[0]], "local", "Start").expect("the nodes are convex");
    let names = |values: Vec<ValueId>| values.into_iter().map(|v| model.value_name(v).to_owned()).collect::<Vec<_>>();
    let inputs = model.inputs(call).iter().filter_map(|operand| operand.value()).collect();
    assert_eq!(
        (names(inputs), names(model.outputs(call).collect())),
        (vec!["x".to_owned(), "w".to_owned(), "c".to_owned()], vec!["h".to_owned(), "a".to_owned()])
    );
    let types: Vec<_> = model.nodes_of(graph).map(|node| model.op_type(node)).collect();
    assert_eq!(types, ["Start", "Exp", "Sub"]);
    assert_eq!(facts(&model, graph), before);
    assert!(analyze(&model, &AnalysisOptions::default()).findings.iter().all(|f| f.level != Level::Error));
}

#[test]
fn a_written_function_is_read_again() {
    let expected = r#"
    <ir_version: 9, opset_import: ["" : 18, "local" : 1]>
    g (float[N,4] x, bool c) => (float[N,4] y, float[N,4] a) <float[4] w = {1, 2, 3, 4}, float[N,4] h> {
        h, a = local.Start (x, w, c)
        [other] o = Exp (x)
        [last] y = Sub (h, o)
    }
<domain: "local", opset_import: ["" : 18]>
Start (x_1, w_1, c_1) => (h_1, a_1) {
   [first_1] h_1 = Mul (x_1, w_1)
   [branch_1] a_1 = If (c_1) <then_branch: graph = t () => (float[N,4] p_1) {
      p_1 = Neg (h_1)
   }, else_branch: graph = e () => (float[N,4] q_1) {
      r_1 = Abs (x_1)
      q_1 = Add (r_1, h_1)
   }>
}
"#;
    let mut text = model(MODEL);
    let (_, nodes) = main_of(&text);
    text.outline(&nodes[..2], "local", "Start").expect("the nodes are convex");
    let written = write(&text, &ExternalDataPolicy::Keep).expect("a text").model.to_bytes().to_vec();
    let written = String::from_utf8(written).expect("a text");
    assert_eq!(written, expected);
    let again = model(&written);
    assert_eq!(again.findings().iter().map(|f| &f.message).collect::<Vec<_>>(), [""; 0]);
    let function = |model: &Model| structure(model, model.functions()[0].graph);
    assert_eq!(function(&again), function(&text));
    assert_eq!(structure(&again, main_of(&again).0), structure(&text, main_of(&text).0));
    assert_eq!(facts(&again, main_of(&again).0), facts(&text, main_of(&text).0));
}

#[test]
fn a_model_from_nothing_may_have_functions() {
    let mut model = Model::empty(Format::Onnx, &[("", 18)]);
    let (graph, _) = main_of(&model);
    let x = model.add_input(graph, "x", "f32[2,3]".parse().expect("a type")).expect("a new name");
    let neg = model.insert(At::End(graph), NewNode::new("Neg").input(x)).expect("x is available");
    let negative = model.outputs(neg).next().expect("an output");
    let exp = model.insert(At::End(graph), NewNode::new("Exp").input(negative).output("y")).expect("it is available");
    let y = model.outputs(exp).next().expect("an output");
    model.add_output(graph, y).expect("y is in the graph");
    model.declare(y, "f32[2,3]".parse().expect("a type"));
    model.outline(&[neg, exp], "local", "ExpNeg").expect("the nodes are convex");
    let bytes = write(&model, &ExternalDataPolicy::Keep).expect("a file").model.to_bytes().to_vec();
    let again = Model::read(Source::from_bytes("m.onnx", bytes), &ReadOptions::default());
    assert_eq!(again.findings().iter().map(|f| &f.message).collect::<Vec<_>>(), [""; 0]);
    let function = &again.functions()[0];
    assert_eq!((again.name(function.domain), again.name(function.name)), ("local", "ExpNeg"));
    assert_eq!(structure(&again, function.graph), structure(&model, model.functions()[0].graph));
    assert_eq!(
        facts(&again, main_of(&again).0),
        [("x", "f32[2,3]"), ("y", "f32[2,3]")].map(|(n, t)| (n.into(), t.into()))
    );
}

#[test]
fn what_cannot_be_a_function_is_refused() {
    let refused = |text: &str, choose: &dyn Fn(&Model) -> Vec<NodeId>, (domain, name): (&str, &str)| {
        let mut model = model(text);
        let (graph, nodes) = (choose(&model), main_of(&model).0);
        let before = structure(&model, nodes);
        let error = model.outline(&graph, domain, name).expect_err("a refusal");
        assert_eq!(
            (structure(&model, nodes), model.functions().len()),
            (before, usize::from(text.contains("domain:")))
        );
        error.to_string()
    };
    let chain = r#"<ir_version: 9, opset_import: ["" : 18, "my" : 1]> g (float[2] x) => (float[2] y) {
        a = Neg (x)  b = Abs (a)  i = Exp (x)  y = Add (b, i)  unused = Relu (x) }
        <domain: "my", opset_import: ["" : 18]> F <alpha> (x) => (y) { y = LeakyRelu <alpha: float = @alpha> (x) }"#;
    let some =
        |at: &'static [usize]| move |model: &Model| at.iter().map(|&at| main_of(model).1[at]).collect::<Vec<NodeId>>();
    let named = ("local", "F");
    assert_eq!(
        refused(chain, &some(&[0, 3]), named),
        "a node outside reads an output of the nodes and is read by them"
    );
    assert_eq!(refused(chain, &some(&[]), named), "no nodes were given");
    assert_eq!(refused(chain, &some(&[4]), named), "nothing reads the outputs of the nodes");
    assert!(refused(chain, &some(&[0]), ("my", "F")).starts_with("the name `my.F` is taken"));
    assert!(refused(chain, &some(&[0]), ("", "F")).starts_with("a function needs a name, and a domain"));
    let inner = |model: &Model| model.nodes_of(model.functions()[0].graph).collect::<Vec<_>>();
    assert_eq!(refused(chain, &inner, named), "the nodes are not in the main graph or its bodies");
    let crossed = r#"<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] b, float[2] d) {
        a = Neg (x)  b = Abs (a)  c = Exp (x)  d = Add (c, x) }"#;
    let old = crossed.replace("ir_version: 9", "ir_version: 7");
    assert_eq!(refused(&old, &some(&[0]), named), "functions need IR version 8");
    let both = |model: &Model| {
        vec![
            main_of(model).1[0],
            model.nodes_of(model.bodies(main_of(model).1[1]).next().expect("a body")).next().expect("a node"),
        ]
    };
    assert_eq!(refused(MODEL, &both, named), "the nodes belong to several graphs");
    let ir = read("openvino/detector.xml");
    let node = main_of(&ir).1[1];
    assert_eq!(ir.clone().outline(&[node], "local", "F"), Err(EditError::Unsupported("IR has no functions")));
}

#[test]
fn nodes_are_reordered_where_the_call_has_no_place() {
    let mut model = model(
        r#"<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] b, float[2] d) {
        a = Neg (x)  b = Abs (a)  c = Exp (x)  d = Add (c, x) }"#,
    );
    let (graph, nodes) = main_of(&model);
    // `Abs` reads what the call computes, which reads what `Exp` computes.
    model.outline(&[nodes[0], nodes[3]], "local", "F").expect("the nodes are convex");
    let types: Vec<_> = model.nodes_of(graph).map(|node| model.op_type(node)).collect();
    assert_eq!(types, ["Exp", "F", "Abs"]);
    let written = write(&model, &ExternalDataPolicy::Keep).expect("a text").model.to_bytes().to_vec();
    let again = self::model(&String::from_utf8(written).expect("a text"));
    assert_eq!(structure(&again, main_of(&again).0), structure(&model, graph));
}

/// Random nodes of a graph of which `outline` makes a function.
fn outlined(model: &mut Model, numbers: &mut Numbers, name: &str) -> Option<NodeId> {
    let graphs: Vec<GraphId> = model.graphs().collect();
    let graph = numbers.of(&graphs)?;
    let nodes: Vec<NodeId> = model.nodes_of(graph).collect();
    let first = numbers.below(nodes.len());
    let count = 1 + numbers.below(6);
    let some: Vec<NodeId> = nodes[first..].iter().copied().take(count).collect();
    model.outline(&some, "outlined", name).ok()
}

#[test]
fn outlined_nodes_are_inlined_to_the_same_graph() {
    let mut done = 0;
    for (seed, name) in
        ["onnx/if.onnx", "onnx/loop.onnx", "onnx/scan.onnx", "onnx/detector.onnx", "onnx/functions.onnx"]
            .into_iter()
            .enumerate()
    {
        for round in 0..40 {
            let mut numbers = Numbers((100 * seed + round) as u64);
            let before = read(name);
            let (graph, _) = main_of(&before);
            let mut session = Session::new(before.clone(), AnalysisOptions::default());
            let Some(call) = session.edit(|model| outlined(model, &mut numbers, "f")) else { continue };
            let (structure_before, facts_before) = (structure(&before, graph), facts(&before, graph));
            // What is inside the function is no longer a value of the graph, and sizes that only a run knows have no name
            // behind a call.
            let sized = |facts: Vec<(String, String)>| -> Vec<_> {
                facts.into_iter().filter(|(_, ty)| !ty.contains(['.', '?'])).collect()
            };
            let (kept, all) = (sized(facts(session.model(), graph)), sized(facts_before));
            assert!(kept.iter().all(|fact| all.contains(fact)), "{name}: {kept:?}, before {all:?}");
            session.edit(|model| model.inline_call(call)).expect("the call was just made");
            assert_eq!(structure(session.model(), graph), structure_before, "{name}, round {round}");
            done += 1;
        }
    }
    assert!(done > 60, "only {done} sets of nodes could be outlined");
}
