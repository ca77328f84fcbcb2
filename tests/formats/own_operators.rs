//! Operators that a caller makes at run time: every question sees them, and nothing of them outlives the options.

use std::sync::Arc;

use shapewright::fold::{FoldOptions, fold};
use shapewright::graph::{AttributeArg, AttributeType, Dialect, Model, NewNode, NodeId};
use shapewright::ops::signature::AttributeKind;
use shapewright::ops::{OperatorDef, OperatorVersion};
use shapewright::{
    AnalysisOptions, Dim, ElementType, EvalError, Fact, FactProperty, NodeInference, OpQuery, ReadOptions, Session,
    Shape, Source, Tensor, TypeSet, ValueType, analyze, evaluate, explain,
};

/// `com.example.<name>`: repeats a vector `times` times and adds `offset` to each element.
fn tile(name: &str, offset: f32) -> OperatorDef {
    let version = OperatorVersion::since(1)
        .input("x", "T")
        .optional_input(format!("{name}_bias"), "T")
        .output("y", "T")
        .attribute("times", AttributeType::Int, 2)
        .types("T", TypeSet::FLOAT);
    OperatorDef::custom(Dialect::Onnx, "com.example", name)
        .version(version)
        .infer(|cx| {
            let times = u64::try_from(cx.int("times").unwrap_or(1)).unwrap_or(1);
            let shape = match cx.shape(0).dims() {
                Some([length]) => Shape::from_dims([length * &Dim::exact(times)]),
                _ => Shape::of_rank(1),
            };
            let element = cx.element(0);
            cx.set_tensor(0, element, shape);
        })
        .evaluate(move |cx| {
            let times = cx.int("times").and_then(|times| usize::try_from(times).ok()).unwrap_or(1);
            let values = cx.input(0)?.values::<f32>().ok_or(EvalError::UnknownType)?;
            let sum: Vec<f32> = values.iter().map(|value| value + offset).collect();
            Tensor::new([times * sum.len()], sum.repeat(times)).map(|y| vec![y]).map_err(|_| EvalError::UnknownType)
        })
}

fn with(operators: impl IntoIterator<Item = OperatorDef>) -> AnalysisOptions {
    let operators = operators.into_iter().map(Arc::new).collect();
    AnalysisOptions { operators, ..AnalysisOptions::default() }
}

fn read(body: &str) -> Model {
    let text = format!("<ir_version: 9, opset_import: [\"\" : 18, \"com.example\" : 1]>\n{body}");
    Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default())
}

fn output(model: &Model) -> shapewright::graph::ValueId {
    model.graph(model.main_graph().expect("a graph")).outputs[0].operand.value().expect("an output")
}

fn first(model: &Model) -> NodeId {
    model.nodes_of(model.main_graph().expect("a graph")).next().expect("a node")
}

fn findings(body: &str, options: &AnalysisOptions) -> Vec<String> {
    let analysis = analyze(&read(body), options);
    analysis.findings.iter().map(|finding| format!("{} {}", finding.rule.code(), finding.message)).collect()
}

const CONSTANT: &str =
    "g () => (float[N] y) <float[2] x = {1, 2}> { h = com.example.Tile <times = 3> (x)  y = Relu (h) }";

#[test]
fn nothing_of_an_operator_outlives_its_options() {
    let held = Arc::new(());
    let captured = held.clone();
    let operator = OperatorDef::custom(Dialect::Onnx, "com.example", "Held").infer(move |cx| {
        assert!(Arc::strong_count(&captured) > 1);
        cx.set_tensor(0, Some(ElementType::F32), Shape::from_dims([7u64]));
    });
    let options = with([operator]);
    let model = read("g (float[2] x) => (float[N] y) { y = com.example.Held (x) }");
    let analysis = analyze(&model, &options);
    assert_eq!(analysis.facts.ty(output(&model)).to_string(), "f32[7]");
    let session = Session::new(model, options.clone());
    assert_eq!(Arc::strong_count(&held), 2, "the options share one definition");
    drop((options, session));
    assert_eq!(Arc::strong_count(&held), 1);
}

#[test]
fn a_signature_of_owned_data_is_checked_like_those_of_the_specifications() {
    let options = with([tile("Tile", 0.0)]);
    let found =
        |call: &str| findings(&format!("g (float[2] x, int32[2] i) => (float[N] y) {{ y = {call} }}"), &options);
    let only = |call: &str| found(call).into_iter().find(|text| !text.starts_with("SU")).unwrap_or_default();
    assert_eq!(only("com.example.Tile (x)"), "");
    assert_eq!(only("com.example.Tile ()"), "OP101 Tile-1 has 0 inputs; expected 1 to 2");
    assert_eq!(only("com.example.Tile (x, x, x)"), "OP101 Tile-1 has 3 inputs; expected 1 to 2");
    assert_eq!(only("com.example.Tile <tims = 3> (x)"), "OP104 Tile-1 has no attribute `tims`");
    let kind = "OP110 attribute `times` of Tile-1 has type FLOAT; expected INT";
    assert_eq!(only("com.example.Tile <times = 3.5> (x)"), kind);
    assert!(only("com.example.Tile (i)").starts_with("TY101 input `i` (`x`) of Tile-1 is i32; expected "));
    assert!(only("com.example.Tile (x, i)").starts_with("TY101 input `i` (`Tile_bias`) of Tile-1 is i32; expected "));
}

#[test]
fn a_misspelled_attribute_is_read_as_intended() {
    let model = read("g (float[2] x) => (float[N] y) { y = com.example.Tile <tims = 5> (x) }");
    let analysis = analyze(&model, &with([tile("Tile", 0.0)]));
    assert_eq!(analysis.facts.ty(output(&model)).to_string(), "f32[10]");
    assert_eq!(analysis.findings[0].help, ["did you mean `times`?"]);
}

#[test]
fn the_version_that_is_imported_applies() {
    let version = |since: i64, name: &str| OperatorVersion::since(since).input(name, ElementType::F32).output("y", "T");
    let operator = OperatorDef::custom(Dialect::Onnx, "com.example", "Two").version(version(3, "new"));
    let options =
        with([operator.version(version(1, "old").input("more", ElementType::F32)).outputs_like_inputs([(0, 0)])]);
    let count = |import: i64| {
        let text = format!("<ir_version: 9, opset_import: [\"\" : 18, \"com.example\" : {import}]>\n");
        let text = text + "g (float[2] x) => (float[N] y) { y = com.example.Two (x) }";
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let analysis = analyze(&model, &options);
        analysis.findings.iter().find(|finding| finding.rule.code() == "OP101").map(|finding| finding.message.clone())
    };
    assert_eq!(count(2).as_deref(), Some("Two-1 has 1 input; expected 2"));
    assert_eq!(count(3), None);
    assert_eq!(count(9), None);
}

#[test]
fn an_operator_is_evaluated_and_folded() {
    let options = with([tile("Tile", 0.5)]);
    let model = read(CONSTANT);
    let y = output(&model);
    let values = evaluate(&model, &[y], [], &options).expect("it is evaluated");
    assert_eq!(values[0].values::<f32>(), Some(&[1.5, 2.5, 1.5, 2.5, 1.5, 2.5][..]));
    let unknown = evaluate(&model, &[y], [], &AnalysisOptions::default());
    assert_eq!(unknown, Err(EvalError::NoEvaluator("Tile".to_owned())));

    let folded = fold(&model, &FoldOptions { analysis: options, ..FoldOptions::default() });
    let names: Vec<&str> = folded.report.folded.iter().map(|node| model.op_type(node.node)).collect();
    assert_eq!(names, ["Tile", "Relu"]);
    assert!(fold(&model, &FoldOptions::default()).report.folded.is_empty());
    let random = FoldOptions { analysis: with([tile("Tile", 0.5).is_nondeterministic()]), ..FoldOptions::default() };
    assert!(fold(&model, &random).report.folded.is_empty());
}

#[test]
fn a_definition_that_computes_what_it_does_not_infer_is_an_error() {
    let model = read("g () => (float[N] y) <float[2] x = {1, 2}> { y = com.example.Tile (x) }");
    let wrong = |tensors: fn() -> Vec<Tensor>| {
        let options = with([tile("Tile", 0.0).evaluate(move |_| Ok(tensors()))]);
        evaluate(&model, &[output(&model)], [], &options).expect_err("a wrong definition").to_string()
    };
    let expected = "the definition of Tile computes i64[1]; expected f32[4], which it infers";
    assert_eq!(wrong(|| vec![Tensor::new([1], vec![1i64]).expect("a tensor")]), expected);
    assert_eq!(wrong(Vec::new), "the definition of Tile computes 0 outputs; expected 1");
}

#[test]
fn queries_see_operators_of_ones_own() {
    let options = with([tile("Tile", 1.0)]);
    let query = OpQuery::onnx("Tile", 1).domain("com.example").attribute("times", 4);
    let known = query.clone().input(Fact::tensor(ElementType::F32, Shape::from_dims([Dim::from("N")])));
    assert_eq!(known.infer_with(&options).outputs[0].ty.to_string(), "f32[4*N]");
    let computed = query.tensor(Tensor::new([1], vec![2f32]).expect("a tensor")).evaluate_with(&options);
    assert_eq!(computed.expect("it is evaluated")[0].values::<f32>(), Some(&[3.0; 4][..]));
}

#[test]
fn single_nodes_explanations_and_defaults_see_operators_of_ones_own() {
    let options = with([tile("Tile", 0.0)]);
    let model = read("g (float[K] x) => (float[N] y) { y = com.example.Tile (x) }");
    let node = first(&model);
    let ty: ValueType = "f32[5]".parse().expect("a type");
    let (outputs, findings) = NodeInference::new(&model, &options).infer(node, &[Fact::from(ty)]);
    assert_eq!((outputs[0].ty.to_string().as_str(), findings.len()), ("f32[10]", 0));

    let analysis = analyze(&model, &options);
    let chains = explain(&model, &options, &analysis.facts, output(&model));
    let chain = chains.iter().find(|chain| chain.aspect == FactProperty::Dim(0)).expect("a chain");
    let path: Vec<&str> = chain.steps.iter().map(|step| model.value_name(step.value)).collect();
    assert_eq!(path, ["y", "x"]);

    let times = model.attribute_or_default(node, "times", &options);
    assert!(matches!(times, Some(AttributeArg::Int(2))), "{times:?}");
}

#[test]
fn a_session_follows_edits_around_operators_of_ones_own() {
    let model = read("g (float[K] x) => (float[N] y) { h = Relu (x)  y = Relu (h) }");
    let mut session = Session::new(model, with([tile("Tile", 0.0)]));
    let node = first(session.model());
    let new =
        |model: &Model| NewNode::new("Tile").domain("com.example").attribute("times", 3).input(model.inputs(node)[0]);
    session.edit(|model| model.replace_node(node, new(model))).expect("an edit");
    let y = output(session.model());
    assert_eq!(session.facts().ty(y).to_string(), "f32[3*K]");
    let fresh = analyze(session.model(), session.options());
    assert_eq!(fresh.facts.ty(y), session.facts().ty(y));
}

#[test]
fn a_layer_of_ir_is_checked_against_words_and_defaults() {
    let version = OperatorVersion::since(1)
        .input("x", TypeSet::FLOAT)
        .output("y", TypeSet::FLOAT)
        .word_attribute("mode", &["keep", "drop"])
        .attribute("count", AttributeKind::Integer, 3);
    let operator = OperatorDef::custom(Dialect::OpenVino, "example", "Mode").version(version).infer(|cx| {
        let last = if cx.text("mode") == Some("keep") { 2 } else { 1 };
        let count = u64::try_from(cx.int("count").unwrap_or(0)).unwrap_or(0);
        cx.set_tensor(0, cx.element(0), Shape::from_dims([count, last]));
    });
    let options = with([operator]);
    let layer = |data: &str| {
        let text = format!(
            r#"<net name="g" version="11"><layers>
            <layer id="0" name="x" type="Parameter" version="opset1"><data element_type="f32" shape="4"/><output><port id="0" precision="FP32"><dim>4</dim></port></output></layer>
            <layer id="1" name="m" type="Mode" version="example">{data}<input><port id="0"><dim>4</dim></port></input><output><port id="1" precision="FP32"><dim>-1</dim><dim>-1</dim></port></output></layer>
            <layer id="2" name="r" type="Result" version="opset1"><input><port id="0"><dim>-1</dim><dim>-1</dim></port></input></layer>
            </layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/><edge from-layer="1" from-port="1" to-layer="2" to-port="0"/></edges></net>"#
        );
        let model = Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
        let analysis = analyze(&model, &options);
        let errors = analysis.findings.iter().filter(|finding| finding.rule.code().starts_with("OP"));
        (
            analysis.facts.ty(output(&model)).to_string(),
            errors.map(|finding| finding.message.clone()).collect::<Vec<_>>(),
        )
    };
    assert_eq!(layer("").0, "f32[3,2]");
    assert_eq!(layer(r#"<data mode="drop" count="5"/>"#), ("f32[5,1]".to_owned(), Vec::new()));
    let wrong = "attribute `mode` is \"hold\"; expected keep or drop".to_owned();
    assert_eq!(layer(r#"<data mode="hold"/>"#).1, [wrong]);
}

/// The first of several operators with one name applies, and `ai.onnx` is the standard domain.
#[test]
fn the_first_operator_of_a_name_applies() {
    let named = |dialect, domain: &str, length| {
        let version = OperatorVersion::since(1).input("x", "T").output("y", "T").types("T", TypeSet::FLOAT);
        OperatorDef::custom(dialect, domain, "Fixed").version(version).infer(move |cx| {
            cx.set_tensor(0, cx.element(0), Shape::from_dims([Dim::exact(length)]));
        })
    };
    for (domain, written) in [("", "Fixed"), ("ai.onnx", "Fixed"), ("com.example", "com.example.Fixed")] {
        let others = [named(Dialect::OpenVino, domain, 1), named(Dialect::Onnx, "com.other", 2)];
        let own = [named(Dialect::Onnx, domain, 3), named(Dialect::Onnx, domain, 4)];
        let model = read(&format!("g (float[9] x) => (y) {{ y = {written} (x) }}"));
        let analysis = analyze(&model, &with(others.into_iter().chain(own)));
        assert_eq!(analysis.facts.ty(output(&model)).to_string(), "f32[3]", "{domain}");
    }
}
