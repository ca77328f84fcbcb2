//! Constant folding: what is folded, what is not, and why.

use shapewright::fold::{FoldOptions, Folded, fold};
use shapewright::graph::Model;
use shapewright::write::ExternalDataPolicy;
use shapewright::write::{NewConstant, write_rewritten};
use shapewright::{AnalysisOptions, ReadOptions, Source};

/// A binary model of IR version 9 and opset 18, from its text without the header.
fn model(text: &str) -> Model {
    binary(&format!("<ir_version: 9, opset_import: [\"\" : 18]>\n{text}"))
}

fn binary(text: &str) -> Model {
    let read = |source| Model::read(source, &ReadOptions::default());
    let records = read(Source::from_bytes("m.onnxtxt", text.to_owned())).records().clone();
    read(Source::from_bytes("m.onnx", records))
}

/// `constants | removed nodes | removed initializers`, each by name.
fn changes(model: &Model, folded: &Folded) -> String {
    let rewrite = &folded.rewrite;
    let constants = rewrite.constants.iter().map(|(value, constant)| match constant {
        NewConstant::Tensor(tensor) => format!("{} = {tensor:?}", model.value_name(*value)),
        NewConstant::CopiedFromFile(_) => format!("{} as stored", model.value_name(*value)),
    });
    let nodes = rewrite.nodes.iter().map(|&node| model.op_type(node).to_owned());
    let initializers = rewrite.initializers.iter().map(|&value| model.value_name(value).to_owned());
    let list = |items: Vec<String>| items.join(", ");
    format!("{} | {} | {}", list(constants.collect()), list(nodes.collect()), list(initializers.collect()))
}

fn changed(text: &str, options: &FoldOptions) -> String {
    let model = model(text);
    changes(&model, &fold(&model, options))
}

/// Why nodes are left, each as ``Op: reason``.
fn left(text: &str, options: &FoldOptions) -> Vec<String> {
    let model = model(text);
    let kept = fold(&model, options).report.kept;
    kept.iter().map(|kept| format!("{}: {}", model.op_type(kept.node), kept.why)).collect()
}

/// The models of these tests are so small that most constants make them larger.
fn usual() -> FoldOptions {
    FoldOptions { allow_growth: u64::MAX, ..FoldOptions::default() }
}

#[test]
fn constant_chain_folds_to_its_last_value() {
    let text = "g (float[3] x) => (float[3] y) <int64[2,2] c = {4, 2, 9, 3}, int64[1] axes = {-1}> {
        least = ReduceMin <keepdims = 0> (c, axes)
        real = Cast <to = 1> (least)
        one = ReduceMax <keepdims = 0> (real)
        y = Add (x, one)
    }";
    assert_eq!(changed(text, &usual()), "one = f32[] [3.0] | ReduceMin, Cast, ReduceMax | c, axes");
}

#[test]
fn constants_with_other_readers_are_kept() {
    let text = "g (float[2] x) => (float[2] y, float[2] z) <float[2] c = {4, 2}> {
        negative = Neg (c)
        positive = Abs (negative)
        y = Add (x, positive)
        z = Mul (x, c)
        t = Sub (x, negative)
    }";
    assert_eq!(
        changed(text, &usual()),
        "negative = f32[2] [-4.0, -2.0], positive = f32[2] [4.0, 2.0] | Neg, Abs | ",
        "`c` is read by Mul; a reader whose output nobody needs is a reader all the same"
    );
}

#[test]
fn constant_node_becomes_an_initializer_with_its_record() {
    let text = "g (float[2] x) => (float[2] y) {
        c = Constant <value = float[2] {1, 2}> ()
        s = Constant <value_float = 2.0> ()
        d = Mul (x, c)
        y = Mul (d, s)
    }";
    assert_eq!(changed(text, &usual()), "c as stored, s = f32[] [2.0] | Constant, Constant | ");
}

#[test]
fn inferred_values_are_folded_and_their_unused_producers_removed() {
    let text = "g (float[2,3] x, float[N] n) => (int64[1] y, float[N] z) <int64[1] axes = {0}> {
        a = Relu (x)
        shape = Shape (a)
        y = ReduceMin (shape, axes)
        named = Shape (n)
        z = Expand (n, named)
    }";
    assert_eq!(changed(text, &usual()), "y = i64[1] [2] | Relu, Shape, ReduceMin | axes");
}

#[test]
fn known_condition_is_folded_but_its_where_is_kept() {
    let text = "g (float[2] x) => (float[2] y) <int64 a = {1}, int64 b = {2}> {
        c = Less (a, b)
        y = If (c) <
            then_branch = t () => (float[2] r) { r = Identity (x) },
            else_branch = e () => (float[2] s) { s = Neg (x) }
        >
    }";
    assert_eq!(changed(text, &usual()), "c = bool[] [1] | Less | a, b");
}

#[test]
fn bodies_are_folded_but_functions_are_not() {
    let text = "g (float[2] x, bool c) => (float[2] y) <float[2] w = {1, -2}> {
        y = If (c) <
            then_branch = t () => (float[2] r) { v = Neg (w) r = Add (x, v) },
            else_branch = e () => (float[2] s) { s = Add (x, w) }
        >
    }";
    assert_eq!(changed(text, &usual()), "v = f32[2] [-1.0, 2.0] | Neg | ");
    let text = "<ir_version: 9, opset_import: [\"\" : 18, \"local\" : 1]>
        g (float[1] x) => (float[1] y) { y = local.f (x) }
        <domain: \"local\", opset_import: [\"\" : 18]>
        f (a) => (b) { c = Constant <value_floats = [1.0]> () d = Neg (c) b = Add (a, d) }";
    let model = binary(text);
    assert_eq!(changes(&model, &fold(&model, &usual())), " |  | ");
}

const NAN: &str = "g (float[2] x) => (float[2] y) <float[2] zero = {0, 1}, float[2] null = {0, 1}> {
    q = Div (zero, null)
    least = ReduceMin <keepdims = 0> (q)
    double = Add (least, least)
    y = Add (x, double)
}";

#[test]
fn nan_is_folded_only_on_request() {
    assert_eq!(changed(NAN, &usual()), " |  | ");
    let why = "Div: an input or output contains NaN, which runtimes handle differently (--nan folds it)";
    assert_eq!(left(NAN, &usual()), [why], "what depends on it is not named again");
    let options = FoldOptions { fold_nan: true, ..usual() };
    assert_eq!(changed(NAN, &options), "double = f32[] [NaN] | Div, ReduceMin, Add | zero, null");
}

#[test]
fn inputs_of_an_unfoldable_node_become_constants() {
    let text = "g (int32[2] x) => (int32[2] y) <int32[2] a = {6, 1}, int32[2] zero = {2, 0}> {
        b = Add (a, a)
        q = Div (b, zero)
        y = Add (x, q)
    }";
    assert_eq!(changed(text, &usual()), "b = i32[2] [12, 2] | Add | a");
    assert_eq!(left(text, &usual()).len(), 1);
}

#[test]
fn large_result_must_replace_at_least_as_many_bytes() {
    let fill = "g (float[1] x) => (float[1024,1024] y) <int64[2] sizes = {1024, 1024}> {
        c = ConstantOfShape (sizes)
        y = Add (x, c)
    }";
    assert_eq!(changed(fill, &usual()), " |  | ");
    let why = "ConstantOfShape: its result of 1048576 elements takes 4194304 bytes and replaces 16 bytes \
        (--max-bytes and --max-elements allow more)";
    assert_eq!(left(fill, &usual()), [why]);
    let options = FoldOptions { max_bytes: 4 << 20, ..usual() };
    assert!(changed(fill, &options).starts_with("c = f32[1024,1024] "));
    let options = FoldOptions { max_elements: 1 << 19, ..options };
    assert_eq!(changed(fill, &options), " |  | ");
}

/// `c` is 2 MiB, so the 4 MiB result of Expand is rejected; the result of Neg replaces `c` nevertheless.
#[test]
fn bytes_kept_by_an_unfoldable_reader_do_not_count_as_replaced() {
    let numbers = vec!["1"; 1 << 18].join(", ");
    let text = format!(
        "g (int64[1] x) => (int64[2,262144] y) <int64[262144] c = {{{numbers}}}, int64[2] sizes = {{2, 262144}}> {{
            n = Neg (c)
            e = Expand (n, sizes)
            y = Add (x, e)
        }}"
    );
    let changes = changed(&text, &usual());
    assert!(changes.starts_with("n = i64[262144] ") && changes.ends_with(" | Neg | c"), "{changes:.80}");
}

#[test]
fn inferred_values_do_not_count_as_replaced_bytes() {
    let text = "g (float[2,3] x) => (int32[2] y) { s = Shape (x) y = Cast <to = 6> (s) }";
    let nothing = FoldOptions { max_bytes: 0, ..usual() };
    assert_eq!(changed(text, &nothing), " |  | ");
    assert_eq!(changed(text, &usual()), "y = i32[2] [2, 3] | Shape, Cast | ");
}

#[test]
fn large_intermediate_values_do_not_prevent_folding() {
    let text = "g (float[1] x) => (float[1] y) <int64[2] sizes = {1024, 1024}> {
        c = ConstantOfShape (sizes)
        least = ReduceMin <keepdims = 0> (c)
        y = Add (x, least)
    }";
    assert_eq!(changed(text, &usual()), "least = f32[] [0.0] | ConstantOfShape, ReduceMin | sizes");
}

#[test]
fn oversized_results_are_rejected_before_allocation() {
    let text = "g (float[1] x) => (float[1] y) <int64[2] sizes = {131072, 131072}> {
        c = ConstantOfShape (sizes)
        least = ReduceMin <keepdims = 0> (c)
        y = Add (x, least)
    }";
    assert_eq!(changed(text, &usual()), " |  | ");
    let options = usual();
    let limit = options.analysis.limits.max_resident_bytes + 4 * model(text).source().bytes().len() as u64;
    let why = format!(
        "ConstantOfShape: evaluation takes 68719476736 bytes of memory; expected at most {limit} (`max_resident_bytes`); `--max-memory` allows more"
    );
    assert_eq!(left(text, &options), [why]);
}

#[test]
fn overridable_initializer_is_not_constant() {
    let text = "g (float[2] x, float[2] c) => (float[2] y) <float[2] c = {1, 2}> {
        n = Neg (c)
        y = Add (x, n)
    }";
    assert_eq!(changed(text, &usual()), " |  | ");
    let analysis = AnalysisOptions { fold_overridable_inputs: true, ..AnalysisOptions::default() };
    let options = FoldOptions { analysis, ..usual() };
    assert_eq!(changed(text, &options), "n = f32[2] [-1.0, -2.0] | Neg | ", "the input keeps its default");
}

#[test]
fn only_selected_operators_are_folded() {
    let text = "g (float[2] x) => (float[2] y) <float[2] c = {1, -2}> {
        n = Neg (c)
        least = ReduceMin <keepdims = 0> (n)
        a = Abs (c)
        b = Add (x, least)
        y = Add (b, a)
    }";
    let options = FoldOptions { only_ops: vec!["ReduceMin".to_owned()], ..usual() };
    assert_eq!(changed(text, &options), "least = f32[] [-1.0] | Neg, ReduceMin | ");
}

#[test]
fn forced_folding_skips_nodes_with_findings() {
    let text = "g (float[2] x) => (float[2] y) <float[2] c = {1, 2}, int64[1] axes = {5}> {
        n = Neg (c)
        bad = ReduceMin <keepdims = 0> (c, axes)
        a = Add (x, n)
        y = Add (a, bad)
    }";
    assert_eq!(changed(text, &usual()), " |  | ");
    assert_eq!(changed(text, &FoldOptions { force: true, ..usual() }), "n = f32[2] [-1.0, -2.0] | Neg | ");
}

#[test]
fn random_numbers_are_not_folded() {
    let text = "g (float[2] x) => (float[2] y) <float[2] c = {1, 2}> {
        r = RandomNormalLike (c)
        y = Add (x, r)
    }";
    assert_eq!(changed(text, &usual()), " |  | ");
}

#[test]
fn long_chain_needs_neither_stack_nor_much_memory() {
    let nodes: Vec<String> = (0..20_000).map(|i| format!("v{} = Add (v{i}, one)", i + 1)).collect();
    let text = format!(
        "g (int64[1] x) => (int64[1] y) <int64[1] v0 = {{0}}, int64[1] one = {{1}}> {{ {} y = Add (x, v20000) }}",
        nodes.join("\n")
    );
    let changes = changed(&text, &usual());
    assert!(changes.starts_with("v20000 = i64[1] [20000] | "), "{}", &changes[..60]);
}

/// A Loop whose body has an initializer of the name of its input `s`.
fn loop_of(header: &str, statements: &str) -> Model {
    binary(&format!(
        "<{header}> g (float[2] x, int64 n, bool c) => (float[2] y) <int64 n = {{3}}, bool c = {{1}}> {{
            y = Loop (n, c, x) <body = b (int64 i, bool k, float[2] s) => (bool k2, float[2] t) <float[2] s = {{1, 2}}> {{
                k2 = Identity (k)
                {statements}
            }}>
        }}"
    ))
}

#[test]
fn body_input_with_an_initializer_is_not_constant() {
    let analysis = AnalysisOptions { fold_overridable_inputs: true, ..AnalysisOptions::default() };
    let options = FoldOptions { force: true, analysis, ..usual() };
    for header in ["ir_version: 3, opset_import: [\"\" : 9]", "ir_version: 9, opset_import: [\"\" : 18]"] {
        let model = loop_of(header, "d = Neg (s) t = Add (d, d)");
        // The body runs only where the condition holds.
        let condition = "k2 = bool[] [1] | Identity | ";
        assert_eq!(changes(&model, &fold(&model, &options)), condition, "{header}");
        let model = loop_of(header, "d = Shape (s) t = Reshape (x, d)");
        let folded = fold(&model, &options);
        assert_eq!(changes(&model, &folded), "k2 = bool[] [1], d = i64[1] [2] | Identity, Shape | ", "{header}");
    }
}

/// The new model has no findings, and nothing is left to fold in it.
fn written(model: &Model, options: &FoldOptions) -> Model {
    let bytes = write_rewritten(model, &fold(model, options).rewrite, &ExternalDataPolicy::Keep)
        .expect("a model")
        .model
        .to_bytes();
    let new = Model::read(Source::from_bytes(model.source().name(), bytes.to_vec()), &ReadOptions::default());
    let again = fold(&new, options);
    assert_eq!(again.analysis.findings.iter().map(|f| f.message.clone()).collect::<Vec<_>>(), [""; 0]);
    assert!(again.rewrite.is_empty());
    new
}

fn reasons(model: &Model, options: &FoldOptions) -> Vec<String> {
    let kept = fold(model, options).report.kept;
    kept.iter().map(|kept| format!("{}: {}", model.op_type(kept.node), kept.why)).collect()
}

#[test]
fn types_that_constant_nodes_do_not_support_are_kept() {
    let text = "<ir_version: 3, opset_import: [\"\" : 8]>
    g (float[2] x, bool c, float[2] w) => (float[2] y) <float[2] w = {1, -2}> {
        y = If (c) <
            then_branch = t () => (float[2] r) {
                v = Neg (w)
                i = Cast <to = 6> (w)
                j = Cast <to = 6> (x)
                k = Add (i, j)
                f = Cast <to = 1> (k)
                r = Add (f, v)
            },
            else_branch = e () => (float[2] s) { s = Add (x, w) }
        >
    }";
    let read = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    for model in [binary(text), read] {
        assert_eq!(changes(&model, &fold(&model, &usual())), "v = f32[2] [-1.0, 2.0] | Neg | ");
        let why = "Cast: its result cannot be written: before operator set 9, `Constant` produces only floats";
        assert_eq!(reasons(&model, &usual()), [why]);
        written(&model, &usual());
    }
}

#[test]
fn values_that_text_cannot_represent_are_kept() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("fold-text");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("w.bin"), 0x7FC0_0001u32.to_le_bytes()).expect("a file");
    let text = "<ir_version: 9, opset_import: [\"\" : 18]>
    g (float[1] x) => (float[1] y, float[1] z)
    <float[1] bits = [\"location\": \"w.bin\", \"offset\": \"0\", \"length\": \"4\"], float[1] w = {2}> {
        nan = Identity (bits)
        y = Add (x, nan)
        n = Abs (w)
        z = Mul (x, n)
    }";
    let path = folder.join("m.onnxtxt");
    std::fs::write(&path, text).expect("a file");
    let model = Model::read(Source::open(&path).expect("a file"), &ReadOptions::default());
    let options = FoldOptions { fold_nan: true, ..usual() };
    assert_eq!(changes(&model, &fold(&model, &options)), "n = f32[1] [2.0] | Abs | w");
    let why = "Identity: its result cannot be written: a NaN has a payload, which `nan` loses";
    assert_eq!(reasons(&model, &options), [why]);
    write_rewritten(&model, &fold(&model, &options).rewrite, &ExternalDataPolicy::Keep).expect("a text");
}

#[test]
fn compressed_weights_are_kept_where_ports_record_the_stored_type() {
    let text = r#"<net name="g" version="11"><layers>
<layer id="0" name="w" type="Const" version="opset1"><data element_type="f16" shape="2" offset="0" size="4"/>
  <output><port id="0" precision="FP16"><dim>2</dim></port></output></layer>
<layer id="1" name="z" type="Convert" version="opset1"><data destination_type="f32"/>
  <input><port id="0" precision="FP16"><dim>2</dim></port></input>
  <output><port id="1" precision="FP16"><dim>2</dim></port></output></layer>
<layer id="2" name="out" type="Result" version="opset1">
  <input><port id="0" precision="FP16"><dim>2</dim></port></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
<edge from-layer="1" from-port="1" to-layer="2" to-port="0"/>
</edges></net>"#;
    let of = |text: &str| {
        let source = Source::from_bytes("m.xml", text.as_bytes().to_vec());
        Model::read_with_weights(source, vec![0, 0x3C, 0, 0x40], &ReadOptions::default())
    };
    let options = usual();
    let why = "Convert: its result cannot be written: the file records its output as f16";
    assert_eq!(reasons(&of(text), &options), [why]);
    // Where the port records what the conversion returns, it is folded.
    let record = r#"<port id="1" precision="FP16">"#;
    let (start, result) = text.split_at(text.find(record).expect("a port"));
    let usual_port = of(&format!("{start}{}", result.replace("FP16", "FP32")));
    assert_eq!(reasons(&usual_port, &options), [""; 0]);
    assert_eq!(changes(&usual_port, &fold(&usual_port, &options)), "z = f32[2] [1.0, 2.0] | Constant, Convert | ");
}

#[test]
fn report_names_operators_that_are_never_folded() {
    let text = "g (float[2] x) => (float[1,1,1,2] y)
    <float[2] c = {1, 2}, float[1,1,1,1] d = {1}, float[1,4] regions = {0, 0, 1, 1}, int64[1] batch = {0}> {
        r = RandomNormalLike (c)
        s = RoiAlign (d, regions, batch)
        a = Add (x, r)
        y = Add (a, s)
    }";
    assert_eq!(
        left(text, &usual()),
        ["RandomNormalLike: its result is determined at run time", "RoiAlign: RoiAlign is not evaluated"]
    );
}

/// By how many bytes folding makes the file of a model larger.
fn growth(model: &Model, options: &FoldOptions) -> i64 {
    let written = write_rewritten(model, &fold(model, options).rewrite, &ExternalDataPolicy::Keep).expect("a model");
    written.len() as i64 - model.file_len() as i64
}

#[test]
fn constants_that_make_the_file_larger_are_left_out() {
    // `big` fills 100 elements; `least` takes less than the nodes and the initializer that it replaces.
    let text = "g (float[1] x) => (float[100] y, float[1] z)
        <int64[1] sizes = {100}, float[3] c = {1, 2, 3}, int64[1] axes = {0}> {
        big = ConstantOfShape (sizes)
        y = Add (x, big)
        n = Neg (c)
        least = ReduceMin <keepdims = 1> (n, axes)
        z = Add (x, least)
    }";
    let small = "least = f32[1] [-3.0] | Neg, ReduceMin | c, axes";
    assert_eq!(changed(text, &FoldOptions::default()), small);
    let reasons = left(text, &FoldOptions::default());
    let [reason] = &reasons[..] else { panic!("{reasons:?}") };
    assert!(reason.starts_with("ConstantOfShape: as a constant, its result makes the file "), "{reason}");
    let model = model(text);
    let all = growth(&model, &usual());
    assert!(all > 0 && growth(&model, &FoldOptions::default()) < 0, "{all}");
    // To the byte.
    let allowing = |bytes: i64| FoldOptions { allow_growth: bytes as u64, ..FoldOptions::default() };
    assert_eq!(growth(&model, &allowing(all)), all);
    assert_eq!(changed(text, &allowing(all - 1)), small);
}

#[test]
fn many_constants_that_make_the_file_larger_are_left_out() {
    // Each shares a chain with all others, so that leaving out some does not suffice.
    let nodes: String = (0..300).map(|i| format!("c{i} = Expand (one, sizes)  y{i} = Add (x, c{i})\n")).collect();
    let outputs: Vec<String> = (0..300).map(|i| format!("float[40] y{i}")).collect();
    let text = format!(
        "g (float[40] x) => ({}) <int64[1] twenty = {{20}}, float one = {{1}}> {{
            sizes = Add (twenty, twenty)
            {nodes}
        }}",
        outputs.join(", ")
    );
    let model = model(&text);
    assert!(growth(&model, &usual()) > 300);
    assert!(growth(&model, &FoldOptions::default()) <= 0);
    assert_eq!(changes(&model, &fold(&model, &FoldOptions::default())), "sizes = i64[1] [40] | Add | twenty");
    let some = FoldOptions { allow_growth: 1000, ..FoldOptions::default() };
    assert!((1..=1000).contains(&growth(&model, &some)), "{}", growth(&model, &some));
}

#[test]
fn constant_is_removed_with_its_last_reader() {
    // `s` is small and folds; only then does `n` replace `c`, of which it is the last reader.
    let text = "g (float[2] x) => (float[2] y) <float[2] c = {1, 2}> {
        n = Neg (c)
        s = ReduceSum <keepdims = 0> (c)
        a = Add (x, n)
        y = Add (a, s)
    }";
    let options = FoldOptions { max_bytes: 4, ..usual() };
    assert_eq!(changed(text, &options), "n = f32[2] [-1.0, -2.0], s = f32[] [3.0] | Neg, ReduceSum | c");
}

#[test]
fn dequantized_constants_stay_where_runtimes_fuse_them() {
    let text = |reader: &str| {
        format!(
            "g (float[2] x) => (float[2] y, float[2] z) <int8[2] c = {{2, 4}}, float scale = {{0.5}}> {{
                d = DequantizeLinear (c, scale)
                {reader}
                y = Add (x, x)
            }}"
        )
    };
    let read = text("z = Mul (x, d)");
    let why =
        "DequantizeLinear: runtimes fuse it with the nodes that read its result (--only DequantizeLinear folds it)";
    assert_eq!(left(&read, &usual()), [why]);
    let only = FoldOptions { only_ops: vec!["DequantizeLinear".to_owned()], ..usual() };
    assert_eq!(left(&read, &only), [""; 0]);
    // Readers that are folded as well need no constant in its place.
    assert_eq!(left(&text("n = Neg (d)\nz = Mul (x, n)"), &usual()), [""; 0]);
}
