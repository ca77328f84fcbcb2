//! What fuzzing and mutations found, as small as it gets.

use shapewright::annotate::{AnnotateOptions, annotate};
use shapewright::extract::extract;
use shapewright::fold::{FoldOptions, fold};
use shapewright::graph::Model;
use shapewright::print::{ListingOptions, listing};
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{AnalysisOptions, Level, ReadOptions, Session, Source, analyze};

fn read(name: &str, text: &str, weights: &[u8]) -> Model {
    let source = Source::from_bytes(name, text.as_bytes().to_vec());
    Model::read_with_weights(source, weights.to_vec(), &ReadOptions::default())
}

#[test]
fn elements_of_one_bit_are_printed() {
    let text = r#"<net name="g" version="11"><layers>
<layer id="0" name="c" type="Const" version="opset1"><data element_type="u1" shape="3" offset="0" size="1"/>
  <output><port id="0" precision="U1"><dim>3</dim></port></output></layer>
</layers><edges/></net>"#;
    let listing = listing(&read("m.xml", text, &[0b1010_0000]), &ListingOptions { weights: true, hashes: true });
    assert!(listing.text.contains("{1,0,1}"), "{}", listing.text);
}

#[test]
fn a_model_with_two_functions_of_one_name_does_not_differ_from_itself() {
    let text = r#"<ir_version: 8, opset_import: ["" : 18, "own" : 1]>
g (float[2] x) => (float[2] y) { y = own.f (x) }
<domain: "own", opset_import: ["" : 18]> f (a) => (b) { b = Relu (a) }
<domain: "own", opset_import: ["" : 18]> f (a) => (b) { c = Neg (a)  b = Abs (c) }"#;
    let model = read("m.onnxtxt", text, &[]);
    let analysis = analyze(&model, &AnalysisOptions::default());
    assert_eq!(shapewright::diff::diff((&model, &analysis), (&model, &analysis)), []);
}

#[test]
fn attributes_that_are_types_without_contents_are_read_back() {
    let text = r#"<ir_version: 8, opset_import: ["" : 18, "own" : 1]>
g () => (y) { y = own.Op <a: type_proto = opaque(), b: type_protos = [float, opaque(), map(int64, )]> () }"#;
    let options = ListingOptions { weights: true, hashes: true };
    let first = listing(&read("m.onnxtxt", text, &[]), &options).text;
    assert!(first.contains("a: type_proto = opaque(), b: type_protos = [float, opaque(), map(int64, )]"), "{first}");
    assert_eq!(listing(&read("m.onnxtxt", &first, &[]), &options).text, first);
}

#[test]
fn parameters_of_functions_may_have_names_of_types() {
    let text = r#"<ir_version: 8, opset_import: ["" : 18, "own" : 1]>
g (float[2] x) => (float[2] y) { y = own.f (x) }
<domain: "own", opset_import: ["" : 18]> f ("float") => ("seq") { seq = Relu (float) }"#;
    let options = ListingOptions { weights: true, hashes: true };
    let first = listing(&read("m.onnxtxt", text, &[]), &options).text;
    assert!(first.contains(r#"f ("float") => ("seq")"#), "{first}");
    assert_eq!(listing(&read("m.onnxtxt", &first, &[]), &options).text, first);
}

#[test]
fn names_inside_sparse_tensors_are_read_back() {
    let text = r#"<ir_version: 8, opset_import: ["" : 18]>
g () => (y) { y = Constant <sparse_value = sparse_tensor(float[5]) {float[2] v {1,2}, int64[2] i {0,3}}> () }"#;
    let options = ListingOptions { weights: true, hashes: true };
    let first = listing(&read("m.onnxtxt", text, &[]), &options).text;
    assert!(first.contains("sparse_tensor(float[5]) {float[2] v {1,2}, int64[2] i {0,3}}"), "{first}");
    assert_eq!(listing(&read("m.onnxtxt", &first, &[]), &options).text, first);
}

#[test]
fn sizes_whose_product_overflows_are_not_evaluated() {
    let text = r#"<ir_version: 10, opset_import: ["" : 20]>
g () => (y) <float[1,2,3] theta = {1,0,5,0,1,0}, int64[4] size = {1,1,8387236807785327617,4}>
{ y = AffineGrid <align_corners = 1> (theta, size) }"#;
    let model = read("m.onnxtxt", text, &[]);
    let folded = fold(&model, &FoldOptions::default());
    assert!(folded.report.folded.is_empty(), "{:?}", folded.report.folded);
}

#[test]
fn the_least_integer_is_no_float() {
    let text = r#"<ir_version: 10, opset_import: ["" : 20]>
g (float[N] x) => (float[N] y) { y = Elu <alpha: int = -9223372036854775808> (x) }"#;
    let analysis = analyze(&read("m.onnxtxt", text, &[]), &AnalysisOptions::default());
    let [finding] = &analysis.findings[..] else { panic!("{:?}", analysis.findings) };
    assert!(finding.message.contains("alpha") && finding.fix.is_none(), "{finding:?}");
}

#[test]
fn a_size_beyond_all_sizes_is_not_declared() {
    let text = r#"<ir_version: 10, opset_import: ["" : 9]>
g (float[1,2] x) => (y) <float[2] s = {1,7.4e19}> { y = Upsample (x, s) }"#;
    let mut model = read("m.onnxtxt", text, &[]);
    let options = AnnotateOptions::new();
    for added in [1, 0] {
        let done = annotate(&mut model, &options).expect("an annotated model");
        assert_eq!((done.added, done.is_changed()), (added, added == 1));
        let written = write(&model, &ExternalDataPolicy::Keep).expect("a model").model.to_bytes();
        model = Model::read(Source::from_bytes("m.onnxtxt", written), &ReadOptions::default());
    }
    let y = model.main_graph().and_then(|graph| model.graph(graph).outputs[0].operand.value()).expect("an output");
    assert_eq!(model.declared(y).map(ToString::to_string).as_deref(), Some("f32[1,?]"));
}

#[test]
fn a_session_infers_nodes_without_an_import_as_the_version_that_fits() {
    let text = r#"<ir_version: 10, opset_import: ["" : 9]>
g ( x) => ( y) { y = Upsample <height_scale: float = 2, width_scale: float = 2.5> (x) }"#;
    let mut records = read("m.onnxtxt", text, &[]).records().to_vec();
    let import = [0x0A, 0, 0x10, 9];
    let at = records.windows(4).position(|bytes| bytes == import).expect("the import");
    // No field has this wire type.
    records[at + 2] = 0x17;
    let model = Model::read(Source::from_bytes("m.onnx", records), &ReadOptions::default());
    let session = Session::new(model, AnalysisOptions::default());
    let graph = session.model().main_graph().expect("a graph");
    let y = session.model().graph(graph).outputs[0].operand.value().expect("a value");
    assert_eq!(session.facts().ty(y).to_string(), "?[?,?,?,?]", "operator set 1, whose inputs have four dimensions");
    assert_eq!(session.facts().get(y), analyze(session.model(), session.options()).facts.get(y));
}

#[test]
fn an_input_takes_its_type_from_an_output_and_keeps_it_without() {
    use crate::hostile::wire;
    let typed = |field, name| wire::value(field, name, &wire::tensor_type(&[2]));
    let input = wire::field(11, &wire::field(1, b"x"));
    let node = wire::node("Relu", &["x"], &["y"], &[]);
    let model = wire::model(&[node, input, typed(12, "x"), typed(12, "y")].concat());
    let read = |bytes: Vec<u8>| Model::read(Source::from_bytes("m.onnx", bytes), &ReadOptions::default());
    let gaps = |model: &Model| {
        let found = model.findings().iter().filter(|finding| finding.message.contains("declared without type"));
        found.map(|finding| (finding.level, finding.message.clone())).collect::<Vec<_>>()
    };
    let model = read(model);
    // ONNX Runtime runs the model, and `onnx.checker` rejects it.
    assert_eq!(gaps(&model), [(Level::Warning, "input 0 of the graph, `x`, is declared without type".to_owned())]);
    let part = extract(&model, &analyze(&model, &AnalysisOptions::default()).facts, &[], &["y"]).expect("a part");
    let written = write(&part, &ExternalDataPolicy::Keep).expect("a model").model.to_bytes();
    let part = read(written.to_vec());
    assert_eq!(gaps(&part), []);
    let x = part.graph(part.main_graph().expect("a graph")).inputs[0];
    assert_eq!(part.declared(x).map(ToString::to_string).as_deref(), Some("f32[2]"));
}

#[test]
fn strings_that_are_no_text_stay_in_their_attribute() {
    let text = r#"<ir_version: 10, opset_import: ["" : 18]>
g () => (string y) { y = Constant <value_string = "?"> () }"#;
    let source = read("m.onnxtxt", text, &[]);
    let records = source.records();
    let at = records.iter().position(|&byte| byte == b'?').expect("the string");
    for (byte, folded) in [(b'!', 1), (0xA0, 0)] {
        let mut bytes = records.to_vec();
        bytes[at] = byte;
        let model = Model::read(Source::from_bytes("m.onnx", bytes), &ReadOptions::default());
        let report = fold(&model, &FoldOptions::default()).report;
        assert_eq!(report.folded.len(), folded, "{byte}: {:?}", report.kept);
    }
}

#[test]
fn an_input_whose_layer_has_several_outputs_is_not_removed() {
    let text = r#"<net name="g" version="11"><layers>
<layer id="0" name="a" type="Parameter" version="opset1"><data element_type="f32" shape="3"/>
  <output><port id="0" precision="FP32"><dim>3</dim></port></output></layer>
<layer id="1" name="b" type="Parameter" version="opset1"><data element_type="f32" shape="3"/>
  <output><port id="0" precision="FP32"><dim>3</dim></port><port id="1" precision="FP32"><dim>3</dim></port></output></layer>
<layer id="2" name="r" type="Relu" version="opset1"><input><port id="0" precision="FP32"><dim>3</dim></port></input>
  <output><port id="1" precision="FP32"><dim>3</dim></port></output></layer>
<layer id="3" name="y" type="Result" version="opset1"><input><port id="0" precision="FP32"><dim>3</dim></port></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/><edge from-layer="2" from-port="1" to-layer="3" to-port="0"/>
</edges></net>"#;
    let mut model = read("m.xml", text, &[]);
    let graph = model.main_graph().expect("a graph");
    assert_eq!(model.graph(graph).inputs.len(), 3);
    const WHY: &str = "a Parameter with several outputs cannot be removed; give it one";
    for input in [1, 2] {
        let refused = model.remove_input(graph, input).expect_err("the other output remains");
        assert!(refused.to_string().contains(WHY), "{refused}");
    }
    let refused = extract(&model, &analyze(&model, &AnalysisOptions::default()).facts, &[], &["r"]);
    let refused = refused.expect_err("the layer cannot be removed");
    assert!(refused.to_string().contains(WHY), "{refused}");
    assert!(model.remove_input(graph, 0).is_err_and(|error| !error.to_string().contains(WHY)), "the node reads it");
    assert_eq!(model.nodes_of(graph).count(), 4);
}

/// A name for a dimension has a number where another value has the same name.
#[test]
fn a_session_names_dimensions_as_if_a_removed_node_had_never_been() {
    let text = r#"<ir_version: 10, opset_import: ["" : 13]>
g (bool[4] x) => (y) { y = NonZero (x)  y = NonZero (x) }"#;
    let mut session = Session::new(read("m.onnxtxt", text, &[]), AnalysisOptions::default());
    let graph = session.model().main_graph().expect("a graph");
    let nodes: Vec<_> = session.model().nodes_of(graph).collect();
    let first = session.model().outputs(nodes[0]).next().expect("an output");
    assert_eq!(session.facts().ty(first).to_string(), "i64[1,y:1.1]");
    session.edit(|model| model.remove(nodes[1])).expect("nothing reads it");
    assert_eq!(session.facts().ty(first).to_string(), "i64[1,y.1]");
}

/// It depends on the order of the nodes what the reason of `y` names.
#[test]
fn a_session_infers_what_a_body_returns_from_outside_as_a_fresh_analysis_does() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18]>
g (int64 m) => (float[] y) <bool c = {1}> {
  y = Loop <body = b (int64 i, bool ci, s) => (bool co, so) { }> (m, c, x)
  so = Add (s, x)
}"#;
    let mut session = Session::new(read("m.onnxtxt", text, &[]), AnalysisOptions::default());
    let graph = session.model().main_graph().expect("a graph");
    let (input, y) = (session.model().graph(graph).inputs[0], session.model().graph(graph).outputs[0].operand.value());
    session.edit(|model| model.rename_value(input, "n")).expect("the name is free");
    let fresh = analyze(session.model(), session.options());
    assert_eq!(session.facts().get(y.expect("a value")), fresh.facts.get(y.expect("a value")));
}

#[test]
fn inferred_ranks_are_limited() {
    let chain: String = (0..12).map(|i| format!("i{} = GatherND (i{i}, i{i})\n", i + 1)).collect();
    let text = format!("<ir_version: 10, opset_import: [\"\" : 18]>\ng (int64[1,1,1] i0) => (i12) {{ {chain} }}");
    let model = read("m.onnxtxt", &text, &[]);
    let analysis = analyze(&model, &AnalysisOptions::default());
    let ranks = |name: &str| {
        let value =
            model.values_of(model.main_graph().expect("a graph")).find(|&value| model.value_name(value) == name);
        let shape = &analysis.facts.ty(value.expect("a value")).as_tensor().expect("a tensor").shape;
        (shape.rank(), shape.min_rank())
    };
    assert_eq!((ranks("i7").0, ranks("i8")), (Some(130), (None, 256)));
    assert_eq!(ranks("i12").0, None);
}

#[test]
fn axes_that_no_tensor_has_imply_no_rank_beyond_the_limit() {
    let text = r#"<ir_version: 10, opset_import: ["" : 13]>
g (float[4] x, int64[K] s) => (v) <int64[1] c = {-9223372036854775808}> {
  a = Reshape (x, s)
  r = Unsqueeze (a, c)
  v = Gather (r, r)
}"#;
    let model = read("m.onnxtxt", text, &[]);
    let analysis = analyze(&model, &AnalysisOptions::default());
    let graph = model.main_graph().expect("a graph");
    let r = model.values_of(graph).find(|&value| model.value_name(value) == "r").expect("a value");
    assert_eq!(
        analysis.facts.ty(r).as_tensor().expect("a tensor").shape.min_rank(),
        AnalysisOptions::default().limits.max_rank
    );
}

/// A constant that cannot be added to the operands of a maximum.
#[test]
fn the_quotient_of_a_maximum_of_the_least_integer_ends() {
    let text = r#"<ir_version: 10, opset_import: ["" : 23]>
g (float[N] a, float[M] b) => (p) <int64[1] two = {2}, int64[1] five = {5}, int64[1] three = {3}, int64[1] least = {-9223372036854775807}, int64[2] ax = {0,1}> {
  s = Shape (a)  t = Shape (b)  s2 = Mul (s, two)  t3 = Mul (t, three)  d = Sub (s2, t3)  d5 = Sub (d, five)
  mx = Max (d5, least)  y = ConstantOfShape (mx)  r = Unsqueeze (y, ax)
  p = MaxPool <kernel_shape = [2], strides = [3]> (r)
}"#;
    let model = read("m.onnxtxt", text, &[]);
    let analysis = analyze(&model, &AnalysisOptions::default());
    let output = model.graph(model.main_graph().expect("a graph")).outputs[0].operand.value().expect("a value");
    assert_eq!(analysis.facts.ty(output).as_tensor().and_then(|ty| ty.shape.rank()), Some(3));
}

/// The first node of a text whose main graph calls a function, inlined; what is left is valid.
fn inlined(text: &str) -> Result<Model, String> {
    let mut model = read("m.onnxtxt", text, &[]);
    let graph = model.main_graph().expect("a graph");
    let call = model.nodes_of(graph).find(|&node| model.op(node).function.is_some()).expect("a call");
    model.inline_call(call).map_err(|error| error.to_string())?;
    model.remove_unused_functions();
    let findings = analyze(&model, &AnalysisOptions { run_lints: false, ..AnalysisOptions::default() }).findings;
    assert_eq!(findings, []);
    Ok(model)
}

#[test]
fn a_call_that_passes_a_body_is_not_inlined() {
    let refused = inlined(
        r#"<ir_version: 10, opset_import: ["" : 23, "l" : 1]>
g (int64 m, bool c, float[1] x) => (float[1] y) {
  k = Relu (x)
  y = l.F <bd = t (int64 i, bool d, float[1] s) => (bool e, float[1] a) { e = Identity (d)  a = Add (s, k) }> (m, c, x)
}
<domain: "l", opset_import: ["" : 23]> F <bd> (mm, cc, xx) => (z) { z = Loop <body : graph = @bd> (mm, cc, xx) }"#,
    );
    assert_eq!(refused.err().as_deref(), Some("the call passes a body to the function"));
}

#[test]
fn nodes_of_functions_are_inlined_in_the_order_of_the_data() {
    let model = inlined(
        r#"<ir_version: 10, opset_import: ["" : 23, "l" : 1]>
g (float[2] x) => (float[2] y) { y = l.F (x) }
<domain: "l", opset_import: ["" : 23]> F (d) => (z) { z = Neg (w)  w = Abs (d) }"#,
    );
    let text = listing(&model.expect("it is inlined"), &ListingOptions::default()).text;
    let (first, second) = (text.find("Abs").expect("a node"), text.find("Neg").expect("a node"));
    assert!(first < second, "{text}");
}
