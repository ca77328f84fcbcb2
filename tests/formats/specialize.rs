//! Inputs with other shapes, and what follows.

use shapewright::graph::Model;
use shapewright::specialize::{Remedy, SpecializeError, SpecializeOptions, Specialized, specialize};
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{AnalysisOptions, Dim, ReadOptions, Source, Symbol, analyze};

fn read(name: &str, bytes: impl Into<Vec<u8>>) -> Model {
    Model::read(Source::from_bytes(name, bytes.into()), &ReadOptions::default())
}

fn text(body: &str) -> Model {
    read("m.onnxtxt", format!("<ir_version: 10, opset_import: [\"\" : 18]>\n{body}"))
}

fn bytes(model: &Model) -> Vec<u8> {
    write(model, &ExternalDataPolicy::Keep).expect("a model").model.to_bytes().to_vec()
}

fn options() -> SpecializeOptions {
    SpecializeOptions::new()
}

fn named(symbol: &str) -> Dim {
    Dim::unknown().named(Symbol::new(symbol))
}

fn shaped(inputs: &[&str]) -> SpecializeOptions {
    inputs.iter().fold(options(), |options, input| options.input(input.parse().expect("a type")))
}

/// The text of the model afterwards, without its header; the binary form must say the same.
fn after(body: &str, options: &SpecializeOptions) -> Result<String, SpecializeError> {
    let (mut model, mut binary) = (text(body), read("m.onnx", text(body).records().to_vec()));
    specialize(&mut model, options)?;
    specialize(&mut binary, options)?;
    let (written, binary) = (bytes(&model), read("m.onnx", bytes(&binary)));
    let types = |model: &Model| {
        let values = model.graphs().flat_map(|graph| model.values_of(graph)).collect::<Vec<_>>();
        values.into_iter().map(|value| model.declared(value).map(ToString::to_string)).collect::<Vec<_>>()
    };
    assert_eq!(types(&read("m.onnxtxt", written.clone())), types(&binary));
    let written = String::from_utf8(written).expect("text");
    Ok(written.split_once('\n').expect("a header").1.to_owned())
}

fn why(body: &str, options: &SpecializeOptions) -> String {
    after(body, options).expect_err("refused").to_string()
}

#[test]
fn a_symbol_has_the_size_everywhere() {
    let body = "g (float[N,3] x, float[N,C] z) => (float[M,3] y, float[N,C] w) <float[N,3] h> {
        h = Neg (x)
        y = Concat <axis = 0> (h, x)
        w = Abs (z)
    }";
    let expected = body.replace("[N,3]", "[4,3]").replace("[N,C]", "[4,C]").replace("[M,3]", "[8,3]");
    assert_eq!(after(body, &options().bind("N", 4)).expect("set"), expected);
    // A shape that is given for one input says what the symbol is for others.
    assert_eq!(after(body, &shaped(&["x:[4,3]"])).expect("set"), expected);
    let renamed = body.replace("[N,", "[B,");
    assert_eq!(after(body, &shaped(&["x:f32[B,3]"])).expect("set"), renamed);
}

#[test]
fn sizes_become_others() {
    let body = "g (float[1,3,8,8] x) => (float[1,2,6,6] y) <float[1,2,6,6] c, float[2,3,3,3] w> {
        w = ConstantOfShape (s)
        c = Conv (x, w)
        y = Relu (c)
    }";
    let body = body.replace("<float[1", "<int64[4] s = {2,3,3,3}, float[1");
    let expected = body.replace("[1,3,8,8]", "[2,3,16,10]").replace("[1,2,6,6]", "[2,2,14,8]");
    assert_eq!(after(&body, &shaped(&["x:[2,3,16,10]"])).expect("set"), expected);
}

#[test]
fn sizes_become_symbols_and_symbols_sizes_again() {
    let fixed = "g (float[1,3,8,8] x) => (float[1,3,7,7] y) {
        y = MaxPool <kernel_shape = [2, 2]> (x)
    }";
    let free = after(fixed, &shaped(&["x:[N,3,H,W]"])).expect("freed");
    assert_eq!(free, fixed.replace("[1,3,8,8]", "[N,3,H,W]").replace("[1,3,7,7]", "[N,3,\"H-1\",\"W-1\"]"));
    let again = options().bind("N", 1).bind("H", 8).bind("W", 8);
    assert_eq!(after(&free, &again).expect("fixed"), fixed);
}

#[test]
fn a_symbol_becomes_another_symbol() {
    let body = "g (float[N,3] x, float[M,3] z) => (float[K,3] y) { y = Add (x, z) }";
    assert_eq!(after(body, &options().bind("N", named("B"))).expect("set"), body.replace("[N,", "[B,"));
    assert_eq!(after(body, &options().bind("M", named("N"))).expect("set"), body.replace("[M,", "[N,"));
}

#[test]
fn a_symbol_does_not_become_an_expression() {
    let body = "g (float[N,3] x) => (float[N,3] y) { y = Neg (x) }";
    let twice = Dim::from_expr("2*B".parse().expect("an expression"));
    let expected = "symbol `N` cannot be `2*B`; expected a size, an interval, or another symbol";
    assert_eq!(why(body, &options().bind("N", twice)), expected);
}

#[test]
fn an_interval_keeps_the_name_in_onnx() {
    let body = "g (float[N,3] x) => (float[M,3] y) { y = Concat <axis = 0> (x, x) }";
    assert_eq!(after(body, &options().bind("N", Dim::interval(1, 8))).expect("set"), body);
}

#[test]
fn what_a_model_does_not_have_is_an_error() {
    let body = "g (float[N,3] x, float[N] z) => (float[N,3] y) { y = Neg (x) }";
    assert_eq!(why(body, &options()), "nothing is set: no size of a symbol, and no shape of an input");
    assert_eq!(why(body, &options().bind("K", 1)), "the model has no symbolic dimension `K`; it has `N`");
    assert_eq!(why(body, &shaped(&["q:[1,3]"])), "the model has no input `q`; it has `x`, `z`");
    assert!(why(body, &shaped(&["x:i64[1,3]"])).starts_with("input `x` is f32[N,3]; another element type"));
    let two = why(body, &shaped(&["x:[2,3]", "z:[4]"]));
    assert_eq!(two, "symbol `N` would be 2 and 4; a symbol has the same size everywhere in a model");
}

fn obstacles(body: &str, options: &SpecializeOptions) -> Vec<String> {
    match after(body, options) {
        Err(SpecializeError::Obstructed { obstacles, .. }) => {
            let model = text(body);
            obstacles.iter().map(|o| o.node.map_or("-".to_owned(), |node| model.describe(node))).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn nodes_that_do_not_allow_a_size_are_named() {
    let body = "g (float[N,8] x) => (float[M,4] y) <int64[2] target = {-1,4}, float[3,8] c = {1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}> {
        [sum] s = Add (x, c)
        [split] y = Reshape (s, target)
    }";
    assert_eq!(obstacles(body, &options().bind("N", 2)), ["`sum`"]);
    let fixed = "g (float[2,8] x) => (float[4,4] y) <int64[2] target = {4,4}> { [split] y = Reshape (x, target) }";
    assert_eq!(obstacles(fixed, &shaped(&["x:[N,8]"])), ["`split`"]);
}

#[test]
fn what_leaves_more_than_one_size_is_a_condition() {
    let body = "g (float[1,8,8] x) => (float[1,8,8] y) {
        p = AveragePool <kernel_shape = [2], strides = [2]> (x)
        r = Concat <axis = 2> (p, p)
        [sum] y = Add (x, r)
    }";
    let mut model = text(body);
    let done: Specialized = specialize(&mut model, &shaped(&["x:[N,8,L]"])).expect("freed");
    let conditions: Vec<String> = done.conditions.iter().map(ToString::to_string).collect();
    assert!(conditions.iter().any(|condition| condition.contains("floor(L/2)")), "{conditions:?}");
}

/// The text after the nodes are changed, too.
fn rewritten(body: &str, inputs: &[&str]) -> String {
    after(body, &shaped(inputs).rewrite(true)).unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn fixed_sizes_of_a_reshape_follow_the_data() {
    // Flattening before a product with weights: without another target, the product fixes the batch.
    let body = "g (float[1,2,3] x) => (float[1,4] y) <int64[2] target = {1,6}, float[6,4] w = {1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}> {
        [flat] f = Reshape (x, target)
        y = MatMul (f, w)
    }";
    let new = rewritten(body, &["x:[N,2,3]"]);
    assert!(new.contains("target_1 = {0,-1}") && !new.contains("target = {1,6}"), "{new}");
    assert!(new.contains("(float[N,2,3] x) => (float[N,4] y)"), "{new}");
    // Without the option, the node is named with what it needs.
    match after(body, &shaped(&["x:[N,2,3]"])) {
        Err(SpecializeError::Obstructed { obstacles, .. }) => {
            assert_eq!(obstacles.len(), 1);
            assert_eq!(obstacles[0].message, "`flat` has the fixed sizes [1, 6]");
            assert_eq!(obstacles[0].needs, "the sizes [0, -1]");
            assert_eq!(obstacles[0].remedy, Some(Remedy::Rewrite));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_size_that_moves_into_another_one_is_fixed_too() {
    // Every batch is a valid run, but the result would have a batch of 1.
    let body = "g (float[1,2,3] x) => (float[1,6] y) <int64[2] target = {1,-1}> { [flat] y = Reshape (x, target) }";
    assert!(rewritten(body, &["x:[N,2,3]"]).contains("=> (float[N,6] y)"));
    // Heads of attention, with two symbols.
    let heads = "g (float[1,5,8] x) => (float[1,5,2,4] y) <int64[4] target = {1,5,2,4}> { y = Reshape (x, target) }";
    let new = rewritten(heads, &["x:[N,T,8]"]);
    assert!(new.contains("=> (float[N,T,2,4] y)") && new.contains("target_1 = {0,0,"), "{new}");
}

/// In IR, thousands of edges refer to one target without its name.
#[test]
fn new_targets_have_the_start_of_a_long_name() {
    let long = "s".repeat(50_000);
    let body = format!(
        "g (float[1,6] x) => (float[1,6] y, float[1,6] z) <int64[2] {long} = {{1,6}}> {{
            y = Reshape (x, {long})
            z = Reshape (x, {long})
        }}"
    );
    let new = rewritten(&body, &["x:[N,6]"]);
    assert!(new.contains("sss = {0,") && new.contains("sss_1 = {0,") && new.len() < 2_000, "{} bytes", new.len());
}

#[test]
fn targets_that_follow_each_other_are_changed() {
    // The second target is that of what the first one makes, also through a branch and in it.
    let body = "g (float[1,2,3] x, bool c) => (float[1,3,2] y) <int64[2] flat = {1,6}, int64[3] back = {1,3,2}> {
        a = Reshape (x, flat)
        b = If (c) <then_branch = t () => (float[1,6] p) { p = Reshape (a, flat) }, else_branch = e () => (float[1,6] q) { q = Relu (a) }>
        [last] y = Reshape (b, back)
    }";
    let mut model = text(body);
    let done = specialize(&mut model, &shaped(&["x:[N,2,3]"]).rewrite(true)).expect("rewritten");
    assert_eq!(done.rewritten.len(), 3);
    let new = String::from_utf8(bytes(&model)).expect("text");
    assert!(new.contains("=> (float[N,3,2] y)") && new.contains("(float[N,6] p)"), "{new}");
    assert!(!new.contains("{1,6}") && !new.contains("{1,3,2}"), "{new}");
}

#[test]
fn many_targets_that_follow_each_other_are_changed_within_a_limit() {
    let model = |targets: usize, after: usize| {
        let mut body = "g (float[1,6] x) => (y) <int64[2] t = {1,6}> {\n  a0 = Relu (x)\n".to_owned();
        (0..targets).for_each(|i| body += &format!("  a{} = Reshape (a{i}, t)\n", i + 1));
        (targets..targets + after).for_each(|i| body += &format!("  a{} = Neg (a{i})\n", i + 1));
        text(&(body + &format!("  y = Abs (a{})\n}}", targets + after)))
    };
    let changed = |targets, after| {
        let done = specialize(&mut model(targets, after), &shaped(&["x:[N,6]"]).rewrite(true));
        done.map(|done| done.rewritten.len())
    };
    assert_eq!(changed(100, 1_000).ok(), Some(100));
    // A target after the others: each of them decides what is read there.
    let long = changed(400, 10_000);
    assert!(matches!(long, Err(SpecializeError::Obstructed { .. })), "{:?}", long.ok());
}

#[test]
fn a_target_that_follows_the_data_stays() {
    let body = "g (float[1,2,3] x) => (float[1,6] y) <int64[2] target = {0,-1}> { y = Reshape (x, target) }";
    assert_eq!(rewritten(body, &["x:[N,2,3]"]), body.replace("[1,2,3]", "[N,2,3]").replace("[1,6]", "[N,6]"));
    // The 1 is not the batch.
    let body = "g (float[2,6] x) => (float[2,1,6] y) <int64[3] target = {-1,1,6}> { y = Reshape (x, target) }";
    assert_eq!(rewritten(body, &["x:[N,6]"]), body.replace("[2,", "[N,"));
}

#[test]
fn a_target_with_several_correct_forms_is_not_changed() {
    // Either of two equal sizes may be the one that is the first of the data.
    let body = "g (float[2,6] x) => (float[3,2,2] y) <int64[3] target = {3,2,2}> { [mix] y = Reshape (x, target) }";
    let refused = after(body, &shaped(&["x:[N,6]"]).rewrite(true));
    assert!(matches!(refused, Err(SpecializeError::Obstructed { .. })), "{refused:?}");
    // What is in its own place is preferred.
    let body = "g (float[1,1,8] x) => (float[1,1,8] y) <int64[3] target = {1,1,8}> { y = Reshape (x, target) }";
    assert!(rewritten(body, &["x:[N,1,8]"]).contains("=> (float[N,1,8] y)"));
}

#[test]
fn a_body_has_the_size_only_where_it_is_inferred() {
    let body = "g (float[N] x, int64 n, bool c) => (float[K] y, float[N] z) {
        y, z = Loop (n, c, x, x) <body = b (int64 i, bool ci, float[N] v, float[N] w) => (bool co, float[M] vo, float[N] wo) <float[N] h> {
            co = Identity (ci)
            vo = Concat <axis = 0> (v, v)
            h = Identity (v)
            wo = Neg (w)
        }>
    }";
    // `v` doubles in each iteration; `w` keeps its size.
    let expected = body.replace("float[N]", "float[4]");
    let expected = expected.replace("float[4] v", "float[?] v").replace("float[4] h", "float[?] h");
    assert_eq!(after(body, &options().bind("N", 4)).expect("set"), expected);
}

#[test]
fn the_symbols_of_a_function_are_its_own() {
    let function =
        "<domain: \"local\", opset_import: [\"\" : 18]> F (a) => (b) <float[N,3] t> { t = Neg (a) b = Abs (t) }";
    let text = |inputs: &str, outputs: &str| {
        format!(
            "<ir_version: 10, opset_import: [\"\" : 18, \"local\" : 1]>\ng ({inputs}) => ({outputs}) {{ y = local.F (x) z = local.F (w) }}\n{function}"
        )
    };
    let of =
        |size: &str| text(&format!("float[{size},3] x, float[5,3] w"), &format!("float[{size},3] y, float[5,3] z"));
    let mut model = read("m.onnxtxt", of("N"));
    specialize(&mut model, &options().bind("N", 4)).expect("set");
    assert_eq!(String::from_utf8(bytes(&model)).expect("text"), of("4"));
    let errors = analyze(&read("m.onnxtxt", bytes(&model)), &AnalysisOptions::default()).findings;
    assert!(errors.iter().all(|finding| finding.level != shapewright::Level::Error), "{errors:?}");
}

#[test]
fn a_given_shape_has_the_sizes_that_are_set() {
    let body = "g (float[N,3] x) => (float[N,3] y) { y = Abs (x) }";
    let both = shaped(&["x:f32[N,3]"]).bind("N", 4);
    assert_eq!(after(body, &both).expect("set"), body.replace('N', "4"));
    assert!(why(body, &shaped(&["x:f32[K,3]"]).bind("N", 4)).starts_with("symbol `N` would be 4 and K"));
    let two = "g (float[N,3] x, float[N,3] w) => (float[N,3] y) { y = Add (x, w) }";
    assert!(why(two, &shaped(&["x:[N,3]", "w:[4,3]"])).starts_with("symbol `N` would be N and 4"));
}

#[test]
fn what_depends_on_an_unknown_size_is_declared_as_it_is_inferred() {
    let body =
        "g (float[N,3] x, float[N,3] w) => (float[N,3] y, float[N,3] z) { a = Add (x, w) y = Abs (a) z = Neg (w) }";
    let inputs = body.replace("float[N,3] x", "float[?,3] x");
    let unknown = inputs.replace("float[N,3] y", "float[?,3] y");
    assert_eq!(after(body, &shaped(&["x:f32[?,3]"])).expect("set"), unknown);
    let unranked = after(body, &shaped(&["x:f32[...]"])).expect("set");
    assert!(unranked.contains("(float[] x, float[N,3] w) => (float[] y, float[N,3] z)"), "{unranked}");
}

#[test]
fn a_name_of_its_own_stays() {
    let body = "g (float[4,8] x, int64[2] shape) => (float[K,8] y) { [flat] y = Reshape (x, shape) }";
    let free = after(body, &shaped(&["x:[N,8]"])).expect("freed");
    assert_eq!(free, body.replace("[4,8]", "[N,8]").replace("[K,8]", "[K,?]"));
    // Two dimensions of one name are equal for the old size, and perhaps not for others.
    let two = body.replace("(float[K,8] y)", "(float[K,K] y)");
    let free = after(&two, &shaped(&["x:[N,8]"])).expect("freed");
    assert!(!free.contains("K"), "{free}");
}

#[test]
fn what_cannot_be_inferred_stays_unless_it_rests_on_other_inputs() {
    // Nothing is known of the results of `c.Op` but what the file declares.
    let text = |x: &str, y: &str| {
        format!(
            "<ir_version: 10, opset_import: [\"\" : 18, \"c\" : 1]>\ng (float[{x}] x, float[2] w) => (float{y} y, float[7,M] z) {{ y = c.Op (x) z = c.Op (w) }}"
        )
    };
    let set = |x: &str, y: &str, options: &SpecializeOptions| {
        let mut model = read("m.onnxtxt", text(x, y));
        specialize(&mut model, options).expect("set");
        String::from_utf8(bytes(&model)).expect("text")
    };
    assert_eq!(set("N", "[N,7]", &options().bind("N", 4)), text("4", "[4,7]"));
    assert_eq!(set("N", "[N,7]", &shaped(&["x:[K]"])), text("K", "[K,7]"));
    assert_eq!(set("4", "[4,7]", &shaped(&["x:[N]"])), text("N", "[]"));
    // The name that an input gets now meant another size of results.
    assert_eq!(set("N", "[N,M]", &shaped(&["x:[M]"])).matches("M").count(), 2);
}

const IR: &str = r#"<?xml version="1.0"?>
<net name="g" version="11">
	<layers>
		<layer id="0" name="x" type="Parameter" version="opset1">
			<data shape="1,3" element_type="f32" />
			<output>
				<port id="0" precision="FP32" names="x">
					<dim>1</dim>
					<dim>3</dim>
				</port>
			</output>
		</layer>
		<layer id="1" name="e" type="Exp" version="opset1">
			<input>
				<port id="0" precision="FP32">
					<dim>1</dim>
					<dim>3</dim>
				</port>
			</input>
			<output>
				<port id="1" precision="FP32" names="y">
					<dim>1</dim>
					<dim>3</dim>
				</port>
			</output>
		</layer>
		<layer id="2" name="r" type="Result" version="opset1">
			<input>
				<port id="0" precision="FP32">
					<dim>1</dim>
					<dim>3</dim>
				</port>
			</input>
		</layer>
	</layers>
	<edges>
		<edge from-layer="0" from-port="0" to-layer="1" to-port="0" />
		<edge from-layer="1" from-port="1" to-layer="2" to-port="0" />
	</edges>
</net>
"#;

#[test]
fn an_input_of_ir_has_several_names() {
    let text = IR.replace("names=\"x\"", "names=\"images,a\\,b\"");
    let ir =
        || Model::read_with_weights(Source::from_bytes("m.xml", text.clone()), Vec::new(), &ReadOptions::default());
    for name in ["x", "images", "a,b", "0:0"] {
        let mut model = ir();
        let input = format!("{name}:[5,3]");
        let done = specialize(&mut model, &shaped(&[&input])).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            (done.inputs, bytes(&model)),
            (1, text.replace("1,3", "5,3").replace("<dim>1</dim>", "<dim>5</dim>").into_bytes())
        );
        let shaped = AnalysisOptions {
            inputs: vec![input.replace('5', "1").parse().expect("a type")],
            ..AnalysisOptions::default()
        };
        assert!(analyze(&ir(), &shaped).findings.is_empty(), "{name}");
    }
    let error = specialize(&mut ir(), &shaped(&["a:[5,3]"])).expect_err("unknown").to_string();
    assert_eq!(error, "the model has no input `a`; it has `x` (`images`, `a,b`)");
}

#[test]
fn ir_is_reshaped_in_its_parameters_and_ports() {
    let ir = |text: &str| {
        Model::read_with_weights(Source::from_bytes("m.xml", text.to_owned()), Vec::new(), &ReadOptions::default())
    };
    let reshaped = |text: &str, shape: &str| {
        let mut model = ir(text);
        specialize(&mut model, &shaped(&[&format!("x:{shape}")])).expect("set");
        String::from_utf8(bytes(&model)).expect("text")
    };
    let larger = reshaped(IR, "[5,3]");
    assert_eq!(larger, IR.replace("1,3", "5,3").replace("<dim>1</dim>", "<dim>5</dim>"));
    let free = reshaped(IR, "[N,3]");
    assert_eq!(free, IR.replace("1,3", "?,3").replace("<dim>1</dim>", "<dim>-1</dim>"));
    let ranged = reshaped(IR, "[1..8,3]");
    assert_eq!(ranged, free.replace("?,3", "1..8,3"));
    assert_eq!(reshaped(&free, "[1,3]"), IR);
    assert!(analyze(&ir(&free), &AnalysisOptions::default()).findings.is_empty());
}

#[test]
fn an_initializer_declared_among_the_inputs_stays_one() {
    let body = "g (float[2] x, float[K] w) => (float[2] y) <float[2] w = {1,2}> {
        y = Mul (x, w)
    }";
    assert_eq!(after(body, &options().bind("K", 2)).expect("set"), body.replace("[K]", "[2]"));
}

/// A node of which nothing is known, which reads the input several times.
#[test]
fn all_outputs_that_depend_on_an_input_lose_their_shapes() {
    let head = "<ir_version: 10, opset_import: [\"\" : 18, \"my\" : 1]>";
    let nodes = "a, b = my.Foo (x, x, x)\nc = my.Foo (b, a, z)\nd = my.Foo (z)\ny = Relu (x)\n";
    let declared = "<float[7] a, float[8] b, float[9] c, float[5] d>";
    let graph = format!("g (float[2,3] x, float[5] z) => (float[2,3] y) {declared} {{\n{nodes}}}");
    let mut model = read("m.onnxtxt", format!("{head}\n{graph}"));
    specialize(&mut model, &shaped(&["x:[4,3]"])).expect("set");
    let text = String::from_utf8(bytes(&model)).expect("text");
    assert!(text.contains("<float[] a, float[] b, float[] c, float[5] d>"), "{text}");
}
