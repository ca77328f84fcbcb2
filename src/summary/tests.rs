//! Counts that were computed by hand, from the formulas on the page about `inspect`.

use super::{Summary, summarize};
use crate::analyze::analyze;
use crate::dim::Dim;
use crate::format::options::ReadOptions;
use crate::graph::Model;
use crate::options::AnalysisOptions;
use crate::source::Source;

fn onnx(graph: &str) -> Summary {
    with(graph, &AnalysisOptions::default())
}

fn with(graph: &str, options: &AnalysisOptions) -> Summary {
    let text =
        format!("<ir_version: 10, opset_import: [\"\" : 23, \"my\" : 1, \"com.microsoft\" : 1]>\n{}", expanded(graph));
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    summarize(&model, options, &analyze(&model, options))
}

/// The text with each `ones(N)` replaced by a list of as many numbers.
fn expanded(text: &str) -> String {
    let mut parts = text.split("ones(");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (count, rest) = part.split_once(')').expect("a count");
        all.push_str(&format!("{{{}}}{rest}", vec!["1"; count.parse().expect("a number")].join(",")));
    }
    all
}

/// Multiply-accumulates, operations, and bytes.
fn work(summary: &Summary) -> [String; 3] {
    [&summary.work.macs, &summary.work.operations, &summary.work.bytes].map(ToString::to_string)
}

/// The multiply-accumulates of one node.
fn macs(graph: &str) -> String {
    let summary = onnx(graph);
    assert!(summary.unknown_work.is_empty(), "{:?}", summary.unknown_work);
    assert_eq!(summary.errors, 0);
    summary.work.macs.to_string()
}

/// 60 reductions read 200 dimensions each.
#[test]
fn a_cost_that_is_unknown_for_a_limit_on_reads_names_it() {
    let nodes: String = (0..60).map(|i| format!("y{i} = ReduceMin <keepdims = 0> (x)\n")).collect();
    let graph = format!("g (float[{}] x) => (float[] y0) {{ {nodes} }}", vec!["1"; 200].join(","));
    assert!(onnx(&graph).unknown_work.is_empty());
    let mut options = AnalysisOptions::default();
    options.limits.max_dims_read = 0;
    let unknown = with(&graph, &options).unknown_work;
    assert!((1..60).contains(&unknown.len()), "{unknown:?}");
    assert!(unknown.iter().all(|(_, why)| why.is_some_and(|why| why.contains("`max_dims_read`"))), "{unknown:?}");
}

/// In IR, thousands of edges refer to a value without its name.
#[test]
fn a_reason_has_the_start_of_a_long_name() {
    let name = "x".repeat(100_000);
    let summary = onnx(&format!("g (float[?] {name}) => (float y) {{ y = ReduceMax <keepdims = 0> ({name}) }}"));
    let (_, why) = summary.unknown_work.iter().next().expect("a node");
    let why = why.expect("a reason");
    assert!(why.starts_with("the size of `xxx") && why.len() < 5_000, "{} bytes", why.len());
}

/// Each node computes with a symbol of its own, which costs 240 bytes and more in each of its figures.
#[test]
fn costs_in_terms_of_many_symbols_are_unknown() {
    let inputs: Vec<String> = (0..20).map(|i| format!("float[S{i}] x{i}")).collect();
    let nodes: String = (0..20).map(|i| format!("y{i} = Relu (x{i})\n")).collect();
    let graph = format!("g ({}) => (y0) {{ {nodes} }}", inputs.join(", "));
    assert!(onnx(&graph).unknown_work.is_empty());
    let mut options = AnalysisOptions::default();
    options.limits.max_expression_bytes = 2_000;
    let summary = with(&graph, &options);
    assert!((10..19).contains(&summary.unknown_work.len()), "{:?}", summary.unknown_work);
    assert!(summary.unknown_work.iter().all(|(_, why)| why.is_some_and(|why| why.contains("too many terms"))));
    assert_eq!(summary.errors, 0, "symbols alone are exact");
}

#[test]
fn a_convolutional_network() {
    let summary = onnx(
        "g (float[1,3,8,8] x) => (float[1,10] y) <float[4,3,3,3] w = ones(108), float[4] b = ones(4), float[64,10] v = ones(640)> {
            c = Conv <pads = [1, 1, 1, 1]> (x, w, b)
            r = Relu (c)
            p = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (r)
            f = Flatten (p)
            y = MatMul (f, v)
        }",
    );
    // Conv: 8 * 8 positions, 4 filters of 3 * 3 * 3: 64 * 108 = 6912. MatMul: 64 * 10 = 640. The bias is not counted.
    // Relu: 256 elements. MaxPool: 4 * 4 * 4 windows of 4 elements: 256.
    // Bytes, in floats: Conv reads 192 + 108 + 4 and writes 256: 560. Relu: 256 + 256 = 512. MaxPool: 256 + 64 = 320.
    // Flatten moves nothing. MatMul: 64 + 640 + 10 = 714. Together 2106 floats.
    assert_eq!(work(&summary), ["7552", "512", "8424"]);
    // `r` takes the memory of `c`, 256 floats; `p` has another 64.
    assert_eq!(summary.peak.size(), Some(1280));
    let weights = &summary.parameters;
    assert_eq!((weights.tensors, weights.elements, weights.bytes), (3, 108 + 4 + 640, 4 * 752));
    let names: Vec<_> = summary.operators.iter().map(|operator| (operator.name.as_str(), operator.nodes)).collect();
    assert_eq!(names, [("Conv", 1), ("MatMul", 1), ("Relu", 1), ("MaxPool", 1), ("Flatten", 1)]);
    assert_eq!(summary.heaviest.len(), 4, "Flatten costs nothing");
}

#[test]
fn attention_of_symbolic_length() {
    let summary = onnx(
        "g (float[N,T,8] x) => (float[N,T,8] y) <float[8,24] w = ones(192)> {
            qkv = MatMul (x, w)
            q, k, v = Split <axis = 2, num_outputs = 3> (qkv)
            t = Transpose <perm = [0, 2, 1]> (k)
            s = MatMul (q, t)
            p = Softmax (s)
            y = MatMul (p, v)
        }",
    );
    // 8 * 24 for each token; T * 8 twice for each token.
    assert_eq!(summary.work.macs.to_string(), "16*N*T*T+192*N*T");
    // Softmax: five for each of the N * T * T scores.
    assert_eq!(summary.work.operations.to_string(), "5*N*T*T");
    // `qkv`: 24 floats per token. While it is split, its parts are another 24; afterwards `q`, `k`, `v`, 8 floats each.
    // With `s` and `p`: `v` (8) and both score matrices (2 * T).
    let peak = |n, t| summary.peak.evaluate(|symbol| Some(if symbol.name() == "N" { n } else { t }));
    assert_eq!((peak(1, 4), peak(2, 100)), (Some(4 * 4 * 48), Some(2 * 100 * 4 * (8 + 200))));
    let bind = vec![("N".to_owned(), Dim::exact(2)), ("T".to_owned(), Dim::exact(100))];
    let bound = with(
        "g (float[N,T,8] x) => (float[N,T,T] s) { t = Transpose <perm = [0, 2, 1]> (x)  s = MatMul (x, t) }",
        &AnalysisOptions { bind, ..AnalysisOptions::default() },
    );
    assert_eq!(bound.work.macs.size(), Some(2 * 100 * 100 * 8));
}

#[test]
fn products_of_each_family() {
    // 2 groups: each of the 6 * 6 positions multiplies 4 filters of 2 * 3 * 3.
    let grouped = "g (float[1,4,8,8] x, float[4,2,3,3] w) => (float[1,4,6,6] y) { y = Conv <group = 2> (x, w) }";
    assert_eq!(macs(grouped), (36 * 4 * 18).to_string());
    // Transposed: each of the 5 * 5 elements of 3 channels is multiplied by 2 * 4 * 4.
    let transposed = "g (float[N,3,5,5] x, float[3,2,4,4] w) => (float[N,2,8,8] y) { y = ConvTranspose (x, w) }";
    assert_eq!(macs(transposed), format!("{}*N", 25 * 3 * 32));
    let gemm = "g (float[6,M] a, float[5,6] b, float[5] c) => (float[M,5] y) {
        y = Gemm <transA = 1, transB = 1> (a, b, c) }";
    assert_eq!(macs(gemm), "30*M");
    // i, j, k, l: 2 * 3 * 4 * 5 indices, one product less than there are inputs for each.
    let einsum = "g (float[2,3] a, float[3,4] b, float[4,5] c) => (float[2,5] y) {
        y = Einsum <equation = \"ij,jk,kl->il\"> (a, b, c) }";
    assert_eq!(macs(einsum), (120 * 2).to_string());
    let integer = "g (uint8[7,3] a, uint8[3,2] b) => (int32[7,2] y) { y = MatMulInteger (a, b) }";
    assert_eq!(macs(integer), "42");
    // Two directions, 5 steps, a batch of 2, four gates of 4 units: 3 inputs and 4 states for each unit.
    let lstm = "g (float[5,2,3] x, float[2,16,3] w, float[2,16,4] r) => (float[5,2,2,4] y) {
        y = LSTM <hidden_size = 4, direction = \"bidirectional\"> (x, w, r) }";
    assert_eq!(macs(lstm), (2 * 5 * 2 * 16 * (3 + 4)).to_string());
    // 4 heads: 3 queries against 7 keys of size 8, and values of size 6.
    let attention = "g (float[2,4,3,8] q, float[2,4,7,8] k, float[2,4,7,6] v) => (float[2,4,3,6] y) {
        y = Attention (q, k, v) }";
    assert_eq!(macs(attention), (2 * 4 * 3 * 7 * (8 + 6)).to_string());
    let packed = "g (float[N,64] x, uint8[32,2,16] b, float[64] s) => (float[N,32] y) {
        y = com.microsoft.MatMulNBits <K = 64, N = 32, bits = 4, block_size = 32> (x, b, s) }";
    assert_eq!(macs(packed), "2048*N");
}

#[test]
fn bodies_run_as_often_as_their_nodes_say() {
    let body = "<body = b (int64 i, bool c, float[4,4] a) => (bool d, float[4,4] s) {
        d = Identity (c)  s = MatMul (a, w) }>";
    let fixed = format!(
        "g (float[4,4] x) => (float[4,4] y) <int64 n = {{10}}, bool go = {{1}}, float[4,4] w = ones(16)> {{
            y = Loop {body} (n, go, x) }}"
    );
    let summary = onnx(&fixed);
    assert_eq!(summary.work.macs.to_string(), "640", "{:?}", summary.unknown_work);
    // The result of the loop and that of its body: the input is the caller's.
    assert_eq!(summary.peak.size(), Some(128));
    let open = fixed.replace("(float[4,4] x)", "(float[4,4] x, int64 n)").replace("int64 n = {10}, ", "");
    let summary = onnx(&open);
    assert!(summary.work.macs.is_zero());
    let reasons: Vec<&str> = summary.unknown_work.iter().map(|(_, reason)| reason.expect("a reason")).collect();
    assert_eq!(reasons, ["it is unknown how often `body` of node #0 (Loop) runs"; 2]);
    // The branch that costs more: 2 * 2 * 3 against 2 * 2 * 2 multiply-accumulates.
    let branches = "g (bool c, float[2,2] x) => (float[2,2] y) <float[2,3] w = ones(6), float[3,2] v = ones(6)> {
        y = If (c) <
            then_branch = t () => (float[2,2] a) { a = MatMul (x, x) },
            else_branch = e () => (float[2,2] b) { h = MatMul (x, w)  b = MatMul (h, v) }> }";
    assert_eq!(macs(branches), "24");
    let known = branches
        .replace("(bool c, float[2,2] x)", "(float[2,2] x)")
        .replace("<float[2,3]", "<bool c = {1}, float[2,3]");
    assert_eq!(macs(&known), "8");
}

#[test]
fn a_branch_of_unknown_cost_may_be_the_one_that_counts() {
    let text = "g (bool c, float[4,4] x, int64[2] s) => (float[] y) {
        y = If (c) <
            then_branch = t () => (float[] a) { r = Reshape (x, s)  a = MatMul (r, r) },
            else_branch = e () => (float[] b) { b = Relu (x) }> }";
    let summary = onnx(text);
    assert!(summary.work.macs.is_zero());
    let nodes: Vec<_> = summary.operators.iter().map(|o| (o.name.as_str(), o.unknown)).collect();
    for name in ["MatMul", "Relu"] {
        assert!(nodes.contains(&(name, 1)), "{nodes:?}");
    }
    assert!(summary.unknown_work.len() >= 2, "{:?}", summary.unknown_work);
}

#[test]
fn functions_count_once_for_each_call() {
    let text = "g (float[2,4] x) => (float[2,4] y) <float[4,4] w = ones(16)> {
        h = my.dense (x, w)  y = my.dense (h, w) }
        <domain: \"my\", opset_import: [\"\" : 23]> dense (a, b) => (c) { m = MatMul (a, b)  c = Relu (m) }
        <domain: \"my\", opset_import: [\"\" : 23]> unused (a, b) => (c) { c = MatMul (a, b) }";
    let summary = onnx(text);
    assert_eq!(work(&summary)[..2], ["64", "16"], "2 * 4 * 4 and 2 * 4, twice");
    let names: Vec<_> = summary.operators.iter().map(|operator| (operator.name.as_str(), operator.nodes)).collect();
    assert_eq!(names, [("MatMul", 1), ("Relu", 1), ("dense", 2)]);
    // `h` and `y`, and inside the second call `m`, whose memory `c` takes.
    assert_eq!(summary.peak.size(), Some(3 * 32));
    let recursive = text.replace("c = Relu (m)", "c = my.dense (m, b)");
    assert_eq!(onnx(&recursive).work.macs.to_string(), "0");
}

#[test]
fn operators_of_a_caller_state_their_own_cost() {
    use crate::ops::{Cost, OperatorDef};
    let graph = "g (float[N,8] x) => (float[N,8] y) { y = my.Mix (x) }";
    let mix = || OperatorDef::custom(crate::graph::Dialect::Onnx, "my", "Mix").outputs_like_inputs([(0, 0)]);
    let of =
        |def: OperatorDef| with(graph, &AnalysisOptions { operators: vec![def.into()], ..AnalysisOptions::default() });
    assert_eq!(of(mix()).operators[0].not_counted, 1);
    let counted = of(mix().cost(|cx| Some(Cost::multiply_accumulates(cx.output_shape(0).num_elements() * 4))));
    assert_eq!((counted.operators[0].not_counted, counted.work.macs.to_string().as_str()), (0, "32*N"));
}

#[test]
fn what_has_no_formula_is_listed() {
    let summary = onnx(
        "g (float[N,4,6,6] x, float[N,5,5,2] grid) => (float[N,4,5,5] y) {
            s = GridSample (x, grid)  y = my.Custom (s) }",
    );
    assert!(summary.work.macs.is_zero() && summary.work.operations.is_zero());
    let missing: Vec<_> = summary.operators.iter().map(|o| (o.name.as_str(), o.not_counted, o.unknown)).collect();
    // What Custom returns is declared by the output, so its bytes are known.
    assert_eq!(missing, [("GridSample", 1, 0), ("Custom", 1, 0)]);
    // 144 + 50 floats in and 100 out, then 100 in and 100 out.
    assert_eq!(summary.work.bytes.to_string(), "1976*N");
}

#[test]
fn unknown_values_have_reasons() {
    let summary = onnx("g (float[] x, float[4] z) => (float[] y) { h = Relu (x)  y = Add (h, z) }");
    assert_eq!(summary.unknown_values.len(), 3);
    assert!(summary.unknown_values.iter().all(|(_, reason)| reason.is_some()));
    assert_eq!((summary.unknown_work.len(), summary.peak.unknown), (2, 2));
    assert_eq!(summary.peak.size(), Some(0), "what is unknown is not included");
}

#[test]
fn hostile_sizes_do_not_overflow() {
    let huge = "9223372036854775807";
    let summary = onnx(&format!(
        "g (float[{huge},{huge}] x, float[{huge},{huge}] w) => (float[{huge},{huge}] y) {{
            y = MatMul (x, w)  z = Relu (y)  v = Add (z, z) }}"
    ));
    assert!(summary.work.macs.is_zero() && summary.unknown_work.len() == 3);
    let (_, first) = summary.unknown_work.iter().next().expect("a node");
    assert!(first.is_some_and(|why| why.contains("whose size in bytes is unknown")), "{first:?}");
    let large = "3037000499";
    let summary = onnx(&format!(
        "g (int8[{large},{large}] x) => (int8[{large},{large}] y) {{ a = Neg (x)  b = Neg (a)  y = Neg (b) }}"
    ));
    // The bytes of three nodes exceed 64 bits, but the sum is exact.
    assert_eq!((summary.work.bytes.to_string().as_str(), summary.work.bytes.size()), ("55340232185557494006", None));
}

#[test]
fn views_share_memory_and_move_nothing() {
    let summary = onnx(
        "g (float[8,8] x) => (float[64] y) <int64[1] s = {-1}> {
            a = Relu (x)  v = Reshape (a, s)  w = Unsqueeze (v, s)  y = Squeeze (w, s) }",
    );
    assert_eq!(summary.work.bytes.size(), Some(512));
    assert_eq!(summary.peak.size(), Some(256));
}

#[test]
fn elementwise_outputs_take_memory_that_is_not_read_later() {
    let peak = |nodes: &str| onnx(&format!("g (float[8,8] x) => (float[8,8] y) {{ {nodes} }}")).peak.size();
    // `x` is the caller's; each other value has 256 bytes.
    assert_eq!(peak("a = Relu (x)  b = Neg (a)  y = Abs (b)"), Some(256));
    assert_eq!(peak("a = Relu (x)  b = Neg (a)  y = Add (a, b)"), Some(512));
    assert_eq!(peak("a = Relu (x)  b = Transpose (a)  y = Abs (b)"), Some(512));
    // An output of the graph keeps its memory.
    let kept = onnx("g (float[8,8] x) => (float[8,8] a, float[8,8] y) { a = Relu (x)  y = Abs (a) }");
    assert_eq!(kept.peak.size(), Some(512));
    // A view that is read later keeps it, too.
    let viewed = "a = Relu (x)  v = Flatten (a)  b = Neg (a)  y = Add (b, v)";
    assert_eq!(peak(viewed), Some(512));
}

#[test]
fn openvino_models_are_counted_alike() {
    let port = |id: u32, dims: &[u32]| {
        let dims: String = dims.iter().map(|dim| format!("<dim>{dim}</dim>")).collect();
        format!("<port id=\"{id}\" precision=\"FP32\">{dims}</port>")
    };
    let parameter = |id: u32, dims: &[u32]| {
        let shape = dims.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        format!(
            "<layer id=\"{id}\" name=\"in{id}\" type=\"Parameter\" version=\"opset1\">\
             <data element_type=\"f32\" shape=\"{shape}\"/><output>{}</output></layer>",
            port(0, dims)
        )
    };
    let text = format!(
        "<net name=\"n\" version=\"11\"><layers>{}{}\
         <layer id=\"2\" name=\"c\" type=\"GroupConvolution\" version=\"opset1\">\
         <data strides=\"1,1\" dilations=\"1,1\" pads_begin=\"0,0\" pads_end=\"0,0\" auto_pad=\"explicit\"/>\
         <input>{}{}</input><output>{}</output></layer>\
         <layer id=\"3\" name=\"out\" type=\"Result\" version=\"opset1\"><input>{}</input></layer></layers><edges>\
         <edge from-layer=\"0\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/>\
         <edge from-layer=\"1\" from-port=\"0\" to-layer=\"2\" to-port=\"1\"/>\
         <edge from-layer=\"2\" from-port=\"2\" to-layer=\"3\" to-port=\"0\"/></edges></net>",
        parameter(0, &[1, 4, 8, 8]),
        parameter(1, &[2, 3, 2, 3, 3]),
        port(0, &[1, 4, 8, 8]),
        port(1, &[2, 3, 2, 3, 3]),
        port(2, &[1, 6, 6, 6]),
        port(0, &[1, 6, 6, 6]),
    );
    let model = Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
    let options = AnalysisOptions::default();
    let summary = summarize(&model, &options, &analyze(&model, &options));
    assert_eq!(summary.errors, 0);
    // 6 * 6 positions, two groups of 3 filters of 2 * 3 * 3.
    assert_eq!(summary.work.macs.size(), Some(36 * 2 * 3 * 18));
    assert_eq!(summary.work.bytes.size(), Some(4 * (256 + 108 + 216)));
    assert_eq!(summary.peak.size(), Some(4 * 216), "parameters are the caller's");
    assert_eq!(summary.opsets, [("opset".to_owned(), 1)]);
    let names: Vec<_> = summary.inputs.iter().map(|port| port.name.as_str()).collect();
    assert_eq!((names, summary.outputs.len()), (vec!["in0", "in1"], 1));
}
