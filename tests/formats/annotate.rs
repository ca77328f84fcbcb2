//! Inferred types written into models, and what stays as it is.

use shapewright::annotate::{AnnotateError, AnnotateOptions, Annotated, Expressions, annotate, strip};
use shapewright::graph::Model;
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{AnalysisOptions, Level, ReadOptions, Source, analyze};

fn read(name: &str, bytes: impl Into<Vec<u8>>) -> Model {
    Model::read(Source::from_bytes(name, bytes.into()), &ReadOptions::default())
}

fn text(body: &str) -> Model {
    read("m.onnxtxt", format!("<ir_version: 10, opset_import: [\"\" : 18]>\n{body}"))
}

/// The same model as a binary one.
fn binary(model: &Model) -> Model {
    read("m.onnx", model.records().to_vec())
}

fn bytes(model: &Model) -> Vec<u8> {
    write(model, &ExternalDataPolicy::Keep).expect("a model").model.to_bytes().to_vec()
}

/// What is declared for every value that is the output of a node, and for every output of a graph.
fn declared(model: &Model) -> Vec<String> {
    let mut all = Vec::new();
    for graph in model.graphs() {
        for value in model.nodes_of(graph).flat_map(|node| model.outputs(node)) {
            let ty = model.declared(value).map_or("-".to_owned(), ToString::to_string);
            all.push(format!("{}: {ty}", model.value_name(value)));
        }
        for output in &model.graph(graph).outputs {
            let ty = output.declaration.map_or("-".to_owned(), |id| model.declaration(id).ty.to_string());
            all.push(format!("=> {}: {ty}", model.name(output.name)));
        }
    }
    all
}

/// Annotates the text and the binary form, which must agree, and must not change a second time.
fn annotated(body: &str, options: &AnnotateOptions) -> (Annotated, Vec<String>) {
    let original = text(body);
    let mut results = [original.clone(), binary(&original)].map(|mut model| {
        let done =
            annotate(&mut model, options).unwrap_or_else(|error| panic!("{error}: {:?}", error.analysis().findings));
        let first = bytes(&model);
        let name = model.source().name().to_owned();
        let mut again = read(&name, first.clone());
        let errors: Vec<_> = analyze(&again, &AnalysisOptions::default()).findings;
        assert!(errors.iter().all(|finding| finding.level != Level::Error), "{errors:?}");
        let types = declared(&again);
        let second = annotate(&mut again, options).expect("annotated again");
        assert!(!second.is_changed(), "{second:?}");
        assert_eq!(bytes(&again), first);
        Some((done, types))
    });
    let [Some(of_text), Some(of_binary)] = results.each_mut().map(Option::take) else { panic!("both") };
    assert_eq!(of_text.1, of_binary.1);
    of_text
}

fn counts(done: &Annotated) -> [usize; 3] {
    [done.added, done.refined, done.corrected]
}

#[test]
fn types_of_all_outputs_of_nodes_are_declared() {
    let body = "g (float[N,3] x, bool c) => (float[?,3] y) <float[3,4] w = {1,1,1,1,1,1,1,1,1,1,1,1}> {
        m = MatMul (x, w)
        t = If (c) <then_branch = a () => (float[?,?] p) { p = Neg (m) }, else_branch = b () => (q) { q = Abs (m) }>
        s = Shape (t)
        y = Relu (x)
    }";
    let (done, types) = annotated(body, &AnnotateOptions::new());
    assert_eq!(
        types,
        [
            "m: f32[N,4]",
            "t: f32[N,4]",
            "s: i64[2]",
            "y: f32[N,3]",
            "=> y: f32[N,3]",
            "p: f32[N,4]",
            "=> p: f32[N,4]",
            "q: f32[N,4]",
            "=> q: f32[N,4]",
        ]
    );
    assert_eq!(counts(&done), [4, 2, 0]);
}

#[test]
fn declarations_that_are_as_precise_stay() {
    // `K` and `L` are names of the author; the dimension of `y` that is known is not a name any more.
    let body = "g (float[N,3] x) => (float[L,C] y) <float[K,3] h> { h = Concat <axis = 0> (x, x)  y = Abs (h) }";
    let (done, types) = annotated(body, &AnnotateOptions::new());
    assert_eq!(types, ["h: f32[K,3]", "y: f32[L,3]", "=> y: f32[L,3]"]);
    assert_eq!(counts(&done), [0, 1, 0]);
}

#[test]
fn expressions_are_names_in_one_of_three_ways() {
    let body = "g (float[N] x) => (y, z) { h = Concat <axis = 0> (x, x)  y = Abs (h)  z = Concat <axis = 0> (x, h) }";
    let types = |expressions| annotated(body, &AnnotateOptions::new().expressions(expressions)).1;
    let all = |h: &str, z: &str| {
        [format!("h: {h}"), format!("y: {h}"), format!("z: {z}"), format!("=> y: {h}"), format!("=> z: {z}")]
    };
    assert_eq!(types(Expressions::Text), all("f32[2*N]", "f32[3*N]"));
    assert_eq!(types(Expressions::Symbol), all("f32[d0]", "f32[d1]"));
    assert_eq!(types(Expressions::Omit), all("f32[?]", "f32[?]"));
}

#[test]
fn a_name_that_the_file_has_for_another_size_is_not_used() {
    // Here, `2*N` is the name of the size of an input, whatever it looks like, and `d0` is another one.
    let body = "g (float[N] x, float[\"2*N\"] other, float[d0] more) => (y) { y = Concat <axis = 0> (x, x) }";
    let types = |expressions| annotated(body, &AnnotateOptions::new().expressions(expressions)).1;
    assert_eq!(types(Expressions::Text), ["y: f32[?]", "=> y: f32[?]"]);
    assert_eq!(types(Expressions::Symbol), ["y: f32[d1]", "=> y: f32[d1]"]);
}

#[test]
fn data_dependent_sizes_get_names_that_stay() {
    let body = "g (float[N,3] x) => (y) { i = NonZero (x)  t = Transpose (i)  y = GatherND (x, t) }";
    let (_, types) = annotated(body, &AnnotateOptions::new());
    assert_eq!(types, ["i: i64[2,i.1]", "t: i64[i.1,2]", "y: f32[i.1]", "=> y: f32[i.1]"]);
}

#[test]
fn contradictions_are_an_error_unless_they_are_overwritten() {
    let body = "g (float[N,3] x) => (float[N,4] y) <int64[N,3] h> { h = Neg (x)  y = Abs (h) }";
    let mut model = text(body);
    let before = bytes(&model);
    match annotate(&mut model, &AnnotateOptions::new()) {
        Err(AnnotateError::Contradicted { count: 2, .. }) => {}
        other => panic!("{other:?}"),
    }
    assert_eq!(bytes(&model), before);
    let (done, types) = annotated(body, &AnnotateOptions::new().overwrite(true));
    assert_eq!(types, ["h: f32[N,3]", "y: f32[N,3]", "=> y: f32[N,3]"]);
    assert_eq!(counts(&done), [0, 0, 2]);
}

#[test]
fn other_errors_are_ignored_on_request_only() {
    let body = "g (float[N,3] x) => (y, z) { y = Neg (x)  z = Softmax <axis = 7> (x) }";
    let mut model = text(body);
    assert!(matches!(annotate(&mut model, &AnnotateOptions::new()), Err(AnnotateError::Faulty(_))));
    let done = annotate(&mut model, &AnnotateOptions::new().force(true)).expect("forced");
    assert!(done.added >= 1 && declared(&model)[0] == "y: f32[N,3]");
}

#[test]
fn names_that_two_values_have_get_no_declaration() {
    let mut model = text("g (float[N,3] x) => (y) { a = Neg (x)  a = Shape (x)  y = Exp (x) }");
    annotate(&mut model, &AnnotateOptions::new().force(true)).expect("forced");
    assert_eq!(declared(&model), ["a: -", "a: -", "y: f32[N,3]", "=> y: f32[N,3]"]);
}

#[test]
fn functions_declare_types_from_version_10_on() {
    let body = |version: u32| {
        format!(
            "<ir_version: {version}, opset_import: [\"\" : 18, \"f\" : 1]>
            g (float[N,3] x) => (y) {{ y = f.twice (x) }}
            <domain: \"f\", opset_import: [\"\" : 18]> twice (a) => (b) {{ h = Neg (a)  b = Abs (h) }}"
        )
    };
    for (version, expected) in [(10, "h: f32[N,3]"), (9, "h: -")] {
        let mut model = binary(&read("m.onnxtxt", body(version)));
        annotate(&mut model, &AnnotateOptions::new()).expect("annotated");
        let again = read("m.onnx", bytes(&model));
        assert!(declared(&again).contains(&expected.to_owned()), "{version}: {:?}", declared(&again));
    }
}

#[test]
fn everything_that_is_not_declared_keeps_its_bytes() {
    // The bytes of nodes, inputs, and constants are found again, in this order.
    let body =
        "g (float[N,3] x) => (float[N,3] y) <float[3] w = {1,2,3}> { [first] h = Add (x, w)  [second] y = Abs (h) }";
    let model = binary(&text(body));
    let mut edited = model.clone();
    annotate(&mut edited, &AnnotateOptions::new()).expect("annotated");
    let (old, new) = (bytes(&model), bytes(&edited));
    assert!(new.len() > old.len());
    let graph = model.main_graph().expect("a graph");
    for node in model.nodes_of(graph) {
        let record = model.node(node).span().of(&old);
        assert!(new.windows(record.len()).any(|part| part == record));
    }
    // Removed again, nothing is left of it.
    let stripped = |bytes: Vec<u8>| {
        let mut model = read("m.onnx", bytes);
        assert_eq!(strip(&mut model), 1);
        self::bytes(&model)
    };
    let plain = stripped(new.clone());
    assert_eq!(declared(&read("m.onnx", plain.clone())), declared(&model));
    let mut again = read("m.onnx", plain.clone());
    annotate(&mut again, &AnnotateOptions::new()).expect("annotated");
    assert_eq!(stripped(bytes(&again)), plain);
}

#[test]
fn outputs_that_are_inputs_have_declarations_of_their_own() {
    let body = "g (float[N,3] x, bool c) => (y) {
        y = If (c) <then_branch = a () => (p) { p = Identity (x) }, else_branch = b () => (x) { }>
    }";
    let mut model = text(body);
    let done = annotate(&mut model, &AnnotateOptions::new().force(true)).expect("annotated");
    assert!(done.added >= 2, "{:?}", declared(&model));
}

const IR: &str = r#"<?xml version="1.0"?>
<net name="g" version="11">
	<layers>
		<layer id="0" name="x" type="Parameter" version="opset1">
			<data shape="?,3" element_type="f32" />
			<output>
				<port id="0" precision="FP32" names="x">
					<dim>-1</dim>
					<dim>3</dim>
				</port>
			</output>
		</layer>
		<layer id="1" name="s" type="ShapeOf" version="opset3">
			<data output_type="i64" />
			<input>
				<port id="0" precision="FP32">
					<dim>-1</dim>
					<dim>-1</dim>
				</port>
			</input>
			<output>
				<port id="1" precision="I64" names="s" />
			</output>
		</layer>
		<layer id="2" name="r" type="Result" version="opset1">
			<input>
				<port id="0" precision="I64" />
			</input>
		</layer>
	</layers>
	<edges>
		<edge from-layer="0" from-port="0" to-layer="1" to-port="0" />
		<edge from-layer="1" from-port="1" to-layer="2" to-port="0" />
	</edges>
</net>
"#;

fn ir(text: &str) -> Model {
    Model::read_with_weights(Source::from_bytes("m.xml", text.to_owned()), Vec::new(), &ReadOptions::default())
}

#[test]
fn ports_of_ir_record_what_is_inferred() {
    let mut model = ir(IR);
    let done = annotate(&mut model, &AnnotateOptions::new()).expect("annotated");
    // The input of ShapeOf, its output, and the input of the Result.
    assert_eq!(counts(&done), [0, 3, 0]);
    let written = String::from_utf8(bytes(&model)).expect("text");
    let scalar = |tabs: &str, end: &str| format!("\" names=\"s\">\n{tabs}\t<dim>2</dim>\n{tabs}{end}");
    assert!(written.contains(&format!("precision=\"I64{}", scalar("\t\t\t\t", "</port>"))), "{written}");
    assert_eq!(written.matches("<dim>2</dim>").count(), 2);
    assert_eq!(written.matches("<dim>3</dim>").count(), 2);
    let mut again = ir(&written);
    assert!(!annotate(&mut again, &AnnotateOptions::new()).expect("again").is_changed());
    assert_eq!(bytes(&again), written.as_bytes());
}

#[test]
fn contradicting_ports_of_ir_are_replaced_on_request() {
    let wrong = IR.replace(
        "<port id=\"1\" precision=\"I64\" names=\"s\" />",
        "<port id=\"1\" precision=\"I64\" names=\"s\"><dim>7</dim></port>",
    );
    let mut model = ir(&wrong);
    assert!(matches!(annotate(&mut model, &AnnotateOptions::new()), Err(AnnotateError::Contradicted { count: 1, .. })));
    let done = annotate(&mut model, &AnnotateOptions::new().overwrite(true)).expect("annotated");
    assert_eq!(counts(&done), [0, 2, 1]);
    assert!(!String::from_utf8_lossy(&bytes(&model)).contains("<dim>7</dim>"));
}
