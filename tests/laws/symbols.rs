//! Symbolic dimensions through whole models: the inferred expressions, and the constraints.

use shapewright::graph::Model;
use shapewright::{Analysis, AnalysisOptions, Dim, Level, ReadOptions, Source, ValueType, analyze};

use crate::support;

fn analyzed(text: &str) -> (Model, Analysis) {
    let text = format!("<ir_version: 8, opset_import: [\"\" : 18]>\n{text}");
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let analysis = analyze(&model, &AnalysisOptions { run_lints: false, ..AnalysisOptions::default() });
    assert!(analysis.findings.iter().all(|finding| finding.level == Level::Note), "{:?}", analysis.findings);
    (model, analysis)
}

/// The shape of a value, and the constraints.
fn shape(text: &str, value: &str) -> (String, Vec<String>) {
    let (model, analysis) = analyzed(text);
    let shape = support::shape_of(&model, &analysis, value).expect(value);
    (shape, analysis.constraints.iter().map(ToString::to_string).collect())
}

#[test]
fn interpolation_sizes_pass_through_floats() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/onnx/upsample.onnx");
    let model = Model::read(Source::open(path).unwrap(), &ReadOptions::default());
    let analysis = analyze(&model, &AnalysisOptions::default());
    let shape = |value| support::shape_of(&model, &analysis, value).expect(value);
    assert_eq!(shape("resized"), "f32[N,3,2*H,floor(W/2)]");
    // A size of 0 would be copied from the data.
    assert!(shape("rows").starts_with("f32[2*H,"), "{}", shape("rows"));
    let holds: Vec<String> = analysis.constraints.iter().map(ToString::to_string).collect();
    assert!(holds.contains(&"16777216 >= 2*H".to_owned()), "{holds:?}");
    assert!(holds.contains(&"16777216 >= W".to_owned()), "{holds:?}");
}

#[test]
fn concat_of_split_halves_has_the_original_size() {
    let text = "g (float[B,D] x) => (float[B,?] y)
        <int64 one = {1}, int64[1] axis = {1}, int64[1] zero = {0}, int64[1] two = {2}, int64[1] end = {9223372036854775807}>
        {
            s = Shape (x)
            d = Gather (s, axis)
            h = Div (d, two)
            a = Slice (x, zero, h, axis)
            b = Slice (x, h, end, axis)
            n = Neg (b)
            y = Concat <axis = 1> (n, a)
            z = Add (x, y)
        }";
    assert_eq!(shape(text, "y"), ("f32[B,D]".into(), vec![]));
}

#[test]
fn reshape_to_quotients_keeps_symbolic_dimensions() {
    let sizes = "s = Shape (x) n = Gather (s, zero) c = Gather (s, one) h = Gather (s, two) w = Gather (s, three)";
    let constants = "int64[1] zero = {0}, int64[1] one = {1}, int64[1] two = {2}, int64[1] three = {3},
        int64[1] four = {4}, int64[1] seven = {7}, int64[1] rest = {-1}";
    let of = |input: &str, body: &str, value: &str| {
        shape(&format!("g (float[{input}] x) => (int64[1] n) <{constants}> {{ {sizes} {body} }}"), value)
    };
    // A pixel shuffle.
    let body = "q = Div (c, four) t = Concat <axis = 0> (n, q, two, two, h, w) y = Reshape (x, t)
        z = Transpose <perm = [0, 1, 4, 2, 5, 3]> (y) h2 = Mul (h, two) w2 = Mul (w, two)
        t2 = Concat <axis = 0> (n, q, h2, w2) out = Reshape (z, t2)";
    let (shuffled, conditions) = of("N,C,H,W", body, "y");
    assert_eq!(shuffled, "f32[N,floor(C/4),2,2,H,W]");
    assert_eq!(conditions, ["floor(C/4) >= 1"]);
    assert_eq!(of("N,C,H,W", body, "out").0, "f32[N,floor(C/4),2*H,2*W]");
    // Windows of a picture, cut and put together.
    let body = "a = Div (c, seven) b = Div (h, seven) t = Concat <axis = 0> (n, a, seven, b, seven, w)
        cut = Reshape (x, t) moved = Transpose <perm = [0, 1, 3, 2, 4, 5]> (cut)
        t2 = Concat <axis = 0> (rest, seven, seven, w) parts = Reshape (moved, t2)
        t3 = Concat <axis = 0> (n, a, b, seven, seven, rest) y = Reshape (parts, t3)";
    assert_eq!(of("N,H,W,96", body, "parts").0, "f32[N*floor(H/7)*floor(W/7),7,7,96]");
    let (whole, conditions) = of("N,H,W,96", body, "y");
    assert_eq!(whole, "f32[N,floor(H/7),floor(W/7),7,7,96]");
    assert!(conditions.contains(&"floor(H/7) >= 1".into()) && conditions.contains(&"floor(W/7) >= 1".into()));
    // In floats, as tracing writes it.
    let body = "f = Cast <to = 1> (h) k = Cast <to = 1> (seven) d = Div (f, k) r = Floor (d) a = Cast <to = 7> (r)
        t = Concat <axis = 0> (n, c, a, seven, rest) y = Reshape (x, t)";
    assert!(of("N,C,H,W", body, "y").0.starts_with("f32[N,C,floor(H/7),7,"));
    // A difference may be 0 or -1, which mean other sizes.
    let body = "l = Sub (h, one) t = Concat <axis = 0> (l, rest) y = Reshape (x, t)";
    let (less, conditions) = of("N,C,H,W", body, "y");
    assert!(less.starts_with("f32[H-1,") && conditions.contains(&"H-1 >= 1".into()), "{less} {conditions:?}");
}

#[test]
fn dimension_padded_to_a_multiple_divides_evenly() {
    let text = "g (float[N,H,96] x) => (int64[1] n)
        <int64[1] zero = {0}, int64[1] one = {1}, int64[1] seven = {7}, int64[1] rest = {-1}> {
            s = Shape (x) n = Gather (s, zero) h = Gather (s, one)
            r = Mod (h, seven) d = Sub (seven, r) p = Mod (d, seven)
            pads = Concat <axis = 0> (zero, zero, zero, zero, p, zero) padded = Pad (x, pads)
            sp = Shape (padded) hp = Gather (sp, one) q = Div (hp, seven)
            t = Concat <axis = 0> (n, q, seven, rest) parts = Reshape (padded, t)
            t2 = Concat <axis = 0> (n, hp, rest) whole = Reshape (parts, t2)
            sum = Add (whole, padded) cut = Slice (sum, zero, h, one)
        }";
    assert_eq!(shape(text, "padded").0, "f32[N,7*floor((H-1)/7)+7,96]");
    assert_eq!(shape(text, "parts").0, "f32[N,floor((H-1)/7)+1,7,96]");
    assert_eq!(shape(text, "sum").0, "f32[N,7*floor((H-1)/7)+7,96]");
    assert_eq!(shape(text, "cut").0, "f32[N,H,96]");
}

#[test]
fn dim_param_is_one_symbol_whatever_its_spelling() {
    let text = "<ir_version: 8, opset_import: [\"\" : 18]>
        g (float[B,past] p, float[B,1] o, float[B,\"past + 1\"] mask) => (float[B,?] y, float[B,?] z) {
            y = Concat <axis = 1> (p, o) z = Relu (mask)
        }";
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    // No runtime holds a run to it: a mask of 8 beside a past of 4 is read as well.
    let bind = vec![("past".to_owned(), 4.into()), ("past + 1".to_owned(), 8.into())];
    let analysis = analyze(&model, &AnalysisOptions { bind, run_lints: false, ..AnalysisOptions::default() });
    assert!(analysis.findings.is_empty(), "{:?}", analysis.findings);
    let of = |value| support::shape_of(&model, &analysis, value).expect(value);
    assert_eq!((of("y").as_str(), of("z").as_str()), ("f32[B,5]", "f32[B,8]"));
}

#[test]
fn requirements_of_operators_become_constraints() {
    let holds = |text: &str, value: &str| shape(text, value).1;
    let gemm = "g (float[M,3] a, float[3,K] b, float[N] c) => (float[?,?] y) { y = Gemm (a, b, c) }";
    assert_eq!(holds(gemm, "y"), ["N = K or N = 1"]);
    let prelu = "g (float[M,3] x, float[S,3] s) => (float[?,?] y) { y = PRelu (x, s) }";
    assert_eq!(holds(prelu, "y"), ["S = M or S = 1"]);
    let einsum = "g (float[I,J] a, float[K,L] b) => (float[?,?] y) { y = Einsum <equation = \"ij,jk->ik\"> (a, b) }";
    assert_eq!(holds(einsum, "y"), ["J = K or one is 1"]);
    let scan = "g (float[1] s, float[A,1] x, float[B,1] z) => (float[?] t, float[?,1] y) {
            t, y = Scan <num_scan_inputs = 2, body = b (float[1] c, float[1] u, float[1] v) => (float[1] d, float[1] w)
                { d = Add (c, u) w = Add (u, v) }> (s, x, z)
        }";
    assert_eq!(holds(scan, "y"), ["A = B"]);
    let special = "g (float[N] x) => (float[N] y) { y = Concat <axis = 0> (x, x) }";
    assert_eq!(holds(special, "y"), ["N = 2*N"]);
    let named = "g (float[N] x) => (float[M] y) { y = Concat <axis = 0> (x, x) }";
    assert_eq!(holds(named, "y"), [] as [&str; 0]);
}

fn repeated(count: &str, body: &str) -> String {
    format!(
        "g (float[N,2] x, float[M,2] more, bool go, int64 any) => (float[?,?] last, float[?,1] parts)
        <int64 count = {{{count}}}>
        {{ last, parts = Loop <body = b (int64 i, bool on, float[?,2] c) => (bool again, float[?,2] d, float[1] one) {body}> (HOW, x) }}"
    )
}

#[test]
fn loop_with_constant_growth_has_a_symbolic_size() {
    let grows = "{ again = Identity (on) d = Concat <axis = 0> (c, more) k = Constant <value_float = 0.5> () s = Constant <value_ints = [1]> () one = Reshape (k, s) }";
    let counted = repeated("100", grows).replace("HOW", "count,");
    assert_eq!(shape(&counted, "last").0, "f32[100*M+N,2]");
    assert_eq!(shape(&counted, "parts").0, "f32[100,1]");
    let given = repeated("100", grows).replace("HOW", "any,");
    assert_eq!(shape(&given, "last").0, "f32[M*parts.0+N,2]");
    assert_eq!(shape(&given, "parts").0, "f32[parts.0,1]");
    let open = repeated("100", grows).replace("HOW", ", go");
    assert_eq!(shape(&open, "parts").0, "f32[parts.0,1]");
    let doubled = repeated("100", &grows.replace("(c, more)", "(c, c)")).replace("HOW", "count,");
    assert_eq!(shape(&doubled, "last").0, "f32[?,2]");
}

#[test]
fn sum_of_split_parts_is_the_original_size() {
    let text = "g (float[N,M] x) => (float[?,?] y, int64 n, float[?,?] z) <int64 three = {3}, int64[1] one = {1}> {
            s = SplitToSequence <axis = 1> (x, three)
            y = ConcatFromSequence <axis = 1> (s)
            n = SequenceLength (s)
            z = ConcatFromSequence <axis = 0> (s)
            t = SplitToSequence <axis = 0, keepdims = 0> (x)
            u = ConcatFromSequence <axis = 1, new_axis = 1> (t)
            n1 = Reshape (n, one)
            r = Expand (three, n1)
        }";
    assert_eq!(shape(text, "y").0, "f32[N,M]");
    assert_eq!(shape(text, "z").0, "f32[?,1..3]");
    assert_eq!(shape(text, "u").0, "f32[M,N]");
    assert_eq!(shape(text, "r").0, "i64[floor((M-1)/3)+1]");
}

/// The main graph's values, inferred with these bindings.
fn bound(text: &str, bind: &[(&str, Dim)]) -> (Model, Analysis) {
    let text = format!("<ir_version: 8, opset_import: [\"\" : 18]>\n{text}");
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let bind = bind.iter().map(|(name, to)| ((*name).to_owned(), to.clone())).collect();
    let analysis = analyze(&model, &AnalysisOptions { bind, run_lints: false, ..AnalysisOptions::default() });
    (model, analysis)
}

fn dim(model: &Model, analysis: &Analysis, name: &str, axis: usize) -> Dim {
    let value = model.values_of(model.main_graph().unwrap()).find(|&value| model.value_name(value) == name).unwrap();
    analysis.facts.ty(value).as_tensor().unwrap().shape.dims().unwrap()[axis].clone()
}

#[test]
fn a_symbol_within_bounds_bounds_what_follows() {
    let text = "g (float[B,H] x, float[3,H] z) => (float[C,H] y, float[?] flat, float[?,H] half)
        <int64[1] all = {-1}, int64[1] zero = {0}, int64[1] two = {2}, int64[1] far = {9223372036854775807}> {
            y = Concat <axis = 0> (x, z)
            flat = Reshape (y, all)
            half = Slice (x, zero, far, zero, two)
        }";
    let (model, analysis) = bound(text, &[("B", Dim::interval(1, 8)), ("H", Dim::at_least(2))]);
    assert!(analysis.findings.is_empty(), "{:?}", analysis.findings);
    let bounds = |name, axis| {
        let dim = dim(&model, &analysis, name, axis);
        (dim.to_string(), dim.lower(), dim.upper())
    };
    assert_eq!(bounds("x", 0), ("B".into(), 1, Some(8)));
    assert_eq!(bounds("y", 0), ("B+3".into(), 4, Some(11)));
    assert_eq!(bounds("flat", 0), ("B*H+3*H".into(), 8, None));
    assert_eq!(bounds("half", 0), ("floor((B-1)/2)+1".into(), 1, Some(4)));
    let symbols: Vec<String> = analysis.symbols.iter().map(|(symbol, dim)| format!("{symbol}: {dim}")).collect();
    assert_eq!(symbols, ["B: 1..8", "H: 2.."]);
    // Facts of symbols bound other expressions over them.
    let rows = Dim::from("B") * 2;
    assert_eq!(rows.with_bounds(|symbol| analysis.symbols.get(symbol)).upper(), Some(16));
}

#[test]
fn bounds_of_a_symbol_decide_constraints() {
    let text = "g (float[B,4] x) => (float[?,?] y) <int64[1] one = {1}, int64[1] rest = {-1}> {
            s = Shape <end = 1> (x) less = Sub (s, one) t = Concat <axis = 0> (less, rest) y = Reshape (x, t)
        }";
    let holds = |bind: &[(&str, Dim)]| {
        let (model, analysis) = bound(text, bind);
        let holds: Vec<String> = analysis.constraints.iter().map(ToString::to_string).collect();
        (dim(&model, &analysis, "y", 0).to_string(), holds)
    };
    assert_eq!(holds(&[]), ("B-1".into(), vec!["mod(4,B-1) = 0".into(), "B-1 >= 1".into()]));
    assert_eq!(holds(&[("B", Dim::at_least(2))]), ("B-1".into(), vec!["mod(4,B-1) = 0".into()]));
}

#[test]
fn a_symbol_is_replaced_by_another() {
    let text = "g (float[N,2] x, float[M,2] z) => (float[N,2] y) { y = Add (x, z) }";
    let (model, analysis) = bound(text, &[("M", Dim::from("N"))]);
    assert_eq!((dim(&model, &analysis, "z", 0).to_string().as_str(), analysis.constraints.len()), ("N", 0));
}

/// Models of the test data with the names of their symbols.
fn models_with_symbols() -> impl Iterator<Item = (String, Model, Vec<String>)> {
    let folders =
        [concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/onnx"), concat!(env!("CARGO_MANIFEST_DIR"), "/tests/readme")];
    let files = folders.into_iter().flat_map(|folder| std::fs::read_dir(folder).expect("the folder can be read"));
    files.filter_map(|file| {
        let path = file.expect("an entry").path();
        let model = Model::read(Source::open(&path).ok()?, &ReadOptions::default());
        let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
        let names = analyze(&model, &options).symbols.into_keys().filter(|symbol| !symbol.is_inferred());
        let names: Vec<String> = names.map(|symbol| symbol.name().to_owned()).collect();
        (!names.is_empty()).then(|| (path.display().to_string(), model, names))
    })
}

/// Whether the shape within bounds allows every shape that the exact sizes give.
fn allows(within: &ValueType, exact: &ValueType) -> bool {
    let [Some(within), Some(exact)] = [within, exact].map(ValueType::as_tensor) else { return true };
    let (Some(within), Some(exact)) = (within.shape.dims(), exact.shape.dims()) else { return true };
    within.len() == exact.len() && within.iter().zip(exact).all(|(within, exact)| support::is_within(exact, within))
}

#[test]
fn an_interval_contains_what_its_sizes_give() {
    let (mut models, mut narrower) = (0, 0);
    for (path, model, names) in models_with_symbols() {
        let analysis = |dim: &dyn Fn(u64) -> Dim| {
            let bind = names.iter().zip(2..).map(|(name, size)| (name.clone(), dim(size))).collect();
            analyze(&model, &AnalysisOptions { bind, run_lints: false, ..AnalysisOptions::default() })
        };
        let errors = |analysis: &Analysis| analysis.findings.iter().filter(|f| f.level == Level::Error).count();
        let (open, exact) = (analysis(&|_| Dim::unknown()), analysis(&Dim::exact));
        // No run has sizes that contradict the file.
        if errors(&exact) > 0 {
            continue;
        }
        models += 1;
        for (below, above) in [(0, 1), (1, 0), (1, 7)] {
            let within = analysis(&|size| Dim::interval(size - below, size + above));
            assert_eq!(errors(&within), 0, "{path}: {:?}", within.findings);
            for value in model.graphs().flat_map(|graph| model.values_of(graph)) {
                let [open, within, exact] = [&open, &within, &exact].map(|analysis| analysis.facts.ty(value));
                assert!(allows(within, exact), "{path}: `{}` is {within}, but {exact}", model.value_name(value));
                narrower += usize::from(allows(open, within) && !allows(within, open));
            }
        }
    }
    assert!(models > 5 && narrower > 20, "{models}, {narrower}");
}
