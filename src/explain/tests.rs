use crate::analyze::analyze;
use crate::explain::*;
use crate::format::options::ReadOptions;
use crate::source::Source;

/// The chains of a value of a model in text, each as `aspect: value aspect <- ... = cause`.
fn why(text: &str, options: &AnalysisOptions, name: &str) -> Vec<String> {
    let model = Model::read(Source::from_bytes("m.onnxtxt", text.to_owned()), &ReadOptions::default());
    let analysis = analyze(&model, options);
    let value = model.graphs().flat_map(|g| model.values_of(g)).find(|v| model.value_name(*v) == name);
    let chains = explain(&model, options, &analysis.facts, value.expect("the value"));
    let told = |chain: &Explanation| {
        let steps = chain.steps.iter().map(|s| format!("{} {}", model.value_name(s.value), s.aspect));
        format!("{} = {}", steps.collect::<Vec<_>>().join(" <- "), chain.cause)
    };
    chains.iter().map(told).collect()
}

const HEAD: &str = "<ir_version: 8, opset_import: [\"\" : 18]>\n";

#[test]
fn a_symbol_leads_back_to_the_input_that_declares_it() {
    let text = format!("{HEAD}g (float[N,4] x) => (float[M,K] y) {{ a = Relu(x)  y = Transpose<perm = [1, 0]>(a) }}");
    let chains = why(&text, &AnalysisOptions { use_declared_types: false, ..AnalysisOptions::default() }, "y");
    assert_eq!(chains[1], "y dim 0 <- a dim 1 <- x dim 1 = a graph input, as declared in the file");
    assert_eq!(chains[2], "y dim 1 <- a dim 0 <- x dim 0 = a graph input, as declared in the file");
}

#[test]
fn a_size_that_elements_decide_leads_back_to_them() {
    let text = format!(
        "{HEAD}g (float[N,3,4] x) => (float[A,B] y) <int64[1] one = {{1}}, int64[1] most = {{-1}}> {{
            s = Shape(x)  n = Gather(s, one)  t = Concat<axis = 0>(n, most)  y = Reshape(x, t)
        }}"
    );
    let chains = why(&text, &AnalysisOptions { use_declared_types: false, ..AnalysisOptions::default() }, "y");
    let back =
        "y dim 0 <- t element 0 <- n element 0 <- s element 1 <- x dim 1 = a graph input, as declared in the file";
    assert_eq!(chains[1], back, "{chains:?}");
}

#[test]
fn an_unknown_leads_back_to_its_first_cause() {
    let text = format!(
        "{HEAD}g (float[2,3] x, int64[2] t) => (float[...] y) {{ c = Identity(t)  r = Reshape(x, c)  y = Relu(r) }}"
    );
    let chains = why(&text, &AnalysisOptions { use_declared_types: false, ..AnalysisOptions::default() }, "y");
    let end = "a graph input, whose elements are known only at run time";
    assert_eq!(chains[1], format!("y dim 0 <- r dim 0 <- c elements <- t elements = {end}"));
}

#[test]
fn what_the_caller_and_the_file_say_is_named() {
    let text = format!("{HEAD}g (float[N,3] x) => (float[A,B] y) {{ y = Relu(x) }}");
    let bound = AnalysisOptions { bind: vec![("N".to_owned(), 8.into())], ..AnalysisOptions::default() };
    assert!(why(&text, &bound, "y")[1].contains("`bind`"), "{:?}", why(&text, &bound, "y"));
    let given = AnalysisOptions { inputs: vec!["x:[2,3]".parse().expect("a type")], ..AnalysisOptions::default() };
    assert!(why(&text, &given, "y")[1].contains("`inputs`"));
    let declared = format!("{HEAD}g (float[2,3] x, int64[2] t) => (float[5,B] y) {{ y = Reshape(x, t) }}");
    let chains = why(&declared, &AnalysisOptions::default(), "y");
    assert_eq!(
        chains[1],
        "y dim 0 = declared in the file; otherwise it is unknown: it depends on the elements of `t`, known only at run time"
    );
}

#[test]
fn a_branch_is_entered() {
    let text = format!(
        "{HEAD}g (float[N,3] x, bool c) => (float[A,B] y) {{
            y = If(c) <then_branch = t () => (float[A,B] a) {{ a = Relu(x) }},
                       else_branch = e () => (float[A,B] b) {{ b = Neg(x) }}>
        }}"
    );
    let chains = why(&text, &AnalysisOptions { use_declared_types: false, ..AnalysisOptions::default() }, "y");
    assert_eq!(chains[1], "y dim 0 <- a dim 0 <- x dim 0 = a graph input, as declared in the file");
}

/// The chains of a value, with how many times nodes were asked.
fn counted(text: &str, name: &str, work: ExplainBudget) -> (Vec<Explanation>, u64) {
    let model = Model::read(Source::from_bytes("m.onnxtxt", text.to_owned()), &ReadOptions::default());
    let options = AnalysisOptions { use_declared_types: false, ..AnalysisOptions::default() };
    let analysis = analyze(&model, &options);
    let value = model.graphs().flat_map(|g| model.values_of(g)).find(|v| model.value_name(*v) == name);
    let mut tracer = Explainer::new(&model, &options, &analysis.facts, work);
    let chains = tracer.explain(value.expect("the value"), 1);
    (chains, tracer.work.inferences)
}

fn list(count: usize, of: impl Fn(usize) -> String) -> String {
    (0..count).map(of).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_size_is_looked_for_in_its_own_place_first() {
    let dims = |letter: &str| list(12, |i| format!("{letter}{i}"));
    let text =
        format!("{HEAD}g (float[{}] a, float[{}] b) => (float[...] y) {{ y = Add(a, b) }}", dims("A"), dims("B"));
    let (chains, asked) = counted(&text, "y", ExplainBudget::EXPLANATION);
    assert_eq!(chains.len(), 13);
    for (axis, chain) in chains.iter().skip(1).enumerate() {
        assert_eq!(chain.steps[1].aspect, FactProperty::Dim(axis));
        assert!(!chain.cut && chain.cause.starts_with("a graph input"), "{}", chain.cause);
    }
    // The node once, its element types, and for each size the same place of both inputs.
    assert!(asked <= 1 + 2 + 12 * 2, "{asked}");
}

#[test]
fn the_work_for_a_value_is_bounded_and_its_end_is_told() {
    let dims = |letter: &str| list(200, |i| format!("{letter}{i}"));
    let text =
        format!("{HEAD}g (float[{}] a, float[{}] b) => (float[...] y) {{ y = Add(a, b) }}", dims("A"), dims("B"));
    let (chains, asked) = counted(&text, "y", ExplainBudget::of(500_000));
    assert_eq!(chains.len(), 201);
    assert!(asked <= 500_000 / 40_000 + 1, "{asked}");
    assert!(chains.iter().any(|c| c.cut && c.cause == "further inputs were not examined"));
    assert!(chains.iter().all(|c| !c.cause.is_empty()));
}

#[test]
fn a_node_of_many_inputs_does_not_use_up_the_work() {
    let outputs = list(2_000, |i| format!("s{i}"));
    let text = format!(
        "{HEAD}g (float[4000,N] x) => (float[...] y) {{
            {outputs} = Split<axis = 0, num_outputs = 2000>(x)  c = Concat<axis = 0>({outputs})  y = Relu(c)
        }}"
    );
    let (chains, asked) = counted(&text, "y", ExplainBudget::of(500_000));
    assert!(asked <= 100, "{asked}");
    let told = "a graph input, as declared in the file; further inputs were not examined";
    assert!(chains[2].cut && chains[2].cause == told, "{}", chains[2].cause);
}

#[test]
fn a_long_way_back_ends_where_the_work_does() {
    let nodes: Vec<String> = (0..2_000).map(|i| format!("v{} = Relu(v{i})", i + 1)).collect();
    let text = format!("{HEAD}g (float[N,3] v0) => (float[...] y) {{ {}  y = Neg(v2000) }}", nodes.join("  "));
    let (whole, _) = counted(&text, "y", ExplainBudget::EXPLANATION);
    assert!(whole.iter().all(|c| !c.cut && c.steps.len() == 2_002));
    let (cut, asked) = counted(&text, "y", ExplainBudget::of(10_000));
    assert!(cut.iter().all(|c| c.cut && c.steps.len() < 2_002), "{:?}", cut[0].steps.len());
    assert!(asked < 2_500, "{asked}");
}

#[test]
fn chains_of_findings_share_their_work() {
    let inputs = list(3_000, |i| format!("r{i}"));
    let relus: Vec<String> = (0..3_000).map(|i| format!("r{i} = Relu(x)")).collect();
    let uses: Vec<String> = (0..60).map(|i| format!("y{i} = Concat<axis = 0>({inputs})")).collect();
    let declared: Vec<String> = (0..60).map(|i| format!("float[3,2] y{i}")).collect();
    let text =
        format!("{HEAD}g (float[1,2] x) => ({}) {{ {}  {} }}", declared.join(", "), relus.join("  "), uses.join("  "));
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let analysis = analyze(&model, &AnalysisOptions::default());
    let clashes: Vec<_> = analysis.findings.iter().filter(|f| f.rule.code() == "SH201").collect();
    assert_eq!(clashes.len(), 60);
    let told = clashes.iter().filter(|f| f.notes.iter().any(|n| n.starts_with("inferred from"))).count();
    assert!((1..60).contains(&told), "{told}");
}

/// The reason for what is not known of a value.
fn reason(text: &str, name: &str) -> String {
    let model = Model::read(Source::from_bytes("m.onnxtxt", text.to_owned()), &ReadOptions::default());
    let analysis = analyze(&model, &AnalysisOptions { use_declared_types: false, ..AnalysisOptions::default() });
    let value = model.graphs().flat_map(|g| model.values_of(g)).find(|v| model.value_name(*v) == name);
    analysis.facts.unknown_reason(value.expect("the value")).map_or(String::new(), |why| why.to_string())
}

#[test]
fn what_a_fault_leaves_open_names_the_finding() {
    for (node, code) in [
        ("y = Reshape(x, t)", "OP201"),
        ("y = Transpose<perm = [0, 0]>(v)", "OP105"),
        ("y = Concat<axis = 7>(x, x)", "OP102"),
        ("y = Squeeze(v, one)", "OP201"),
    ] {
        let text = format!(
            "{HEAD}g (float[2,3] x, float[N,3] v) => (float[...] y) <int64[1] t = {{5}}, int64[1] one = {{1}}> {{ {node} }}"
        );
        let told = format!("the node has error {code}");
        assert_eq!(reason(&text, "y"), told, "{node}");
        let chains = why(&text, &AnalysisOptions { use_declared_types: false, ..AnalysisOptions::default() }, "y");
        assert!(chains.iter().any(|c| c.ends_with(&format!("= {told}"))), "{node}: {chains:?}");
    }
}

#[test]
fn a_reason_of_an_input_stands_where_a_fault_is_another_matter() {
    let text = format!("{HEAD}g (float[?,3] x) => (float[A,B] y) {{ y = Relu<nothing = 1>(x) }}");
    assert_eq!(reason(&text, "y"), "the declaration of graph input `x` leaves it open");
}

#[test]
fn an_unknown_operator_is_named_with_its_domain() {
    let text = "<ir_version: 8, opset_import: [\"\" : 18, \"my\" : 1]>
        g (float[2,3] x) => (float[...] y) { a = my.op(x)  y = Relu(a) }";
    assert_eq!(reason(text, "y"), "`my.op` is not a known operator");
}

/// The shape of the first state reaches the others one after the other.
#[test]
fn a_loop_that_changes_for_too_long_names_the_limit() {
    let last_of = |count: usize| {
        let list = |of: &dyn Fn(usize) -> String| (0..count).map(of).collect::<Vec<_>>().join(", ");
        let inputs = list(&|i| format!("float[{}] x{i}", if i == 0 { 1 } else { 5 }));
        let (states, results) = (list(&|i| format!("float[] s{i}")), list(&|i| format!("float[] r{i}")));
        let moved = list(&|i| format!("r{i} = Identity(s{})", i.saturating_sub(1))).replace("), ", ") ");
        let (names, outputs) = (list(&|i| format!("x{i}")), list(&|i| format!("o{i}")));
        let body = format!("b (int64 i, bool d, {states}) => (bool e, {results}) {{ e = Identity(d) {moved} }}");
        let graph = format!("g (int64 t, bool c, {inputs}) => ({})", list(&|i| format!("float[] o{i}")));
        let text = format!("{HEAD}{graph} {{ {outputs} = Loop<body = {body}>(t, c, {names}) }}");
        reason(&text, &format!("s{}", count - 1))
    };
    assert_eq!(last_of(4), "the value changes in every iteration of the loop");
    let limit = "the value still changes after 8 passes over the body, the limit `max_loop_iterations`";
    assert_eq!(last_of(9), limit);
    let twice = "values of the loop still change after 16 passes over the body, twice the limit `max_loop_iterations`";
    assert_eq!(last_of(20), twice);
}

#[test]
fn what_a_loop_widens_did_not_come_in_so() {
    let text = format!(
        "{HEAD}g (int64 n, bool c, float[N,3] x) => (float[A,B] y) {{
            y = Loop(n, c, x) <body = b (int64 i, bool go, float[?,3] v) => (bool on, float[?,3] w) {{
                on = Identity(go)  w = Concat<axis = 0>(v, v)
            }}>
        }}"
    );
    assert_eq!(reason(&text, "v"), "the value changes in every iteration of the loop");
    let chains = why(&text, &AnalysisOptions { use_declared_types: false, ..AnalysisOptions::default() }, "y");
    assert!(chains[1].ends_with("Loop #0: the value changes in every iteration of the loop"), "{chains:?}");
}

#[test]
fn a_node_in_a_function_is_asked_with_the_attributes_of_the_call() {
    let text = |calls: &str| {
        format!(
            "<ir_version: 8, opset_import: [\"\" : 18, \"my\" : 1]>
             g (float[N,3,4] x) => (float[A,B,C] y) {{ {calls} }}
             <domain: \"my\", opset_import: [\"\" : 18]>
             turned <order> (a) => (b) {{ b = Transpose <perm: ints = @order> (a) }}"
        )
    };
    let options = AnalysisOptions::default();
    let once = why(&text("y = my.turned <order = [0, 2, 1]> (x)"), &options, "b");
    assert!(once[2].starts_with("b dim 1 <- a dim 2 = "), "{once:?}");
    assert!(once[3].starts_with("b dim 2 <- a dim 1 = "), "{once:?}");
    // Where calls disagree, no one of them is asked.
    let twice =
        why(&text("z = my.turned <order = [0, 2, 1]> (x) y = my.turned <order = [0, 1, 2]> (z)"), &options, "b");
    assert_eq!(twice[2], "b dim 1 = calls of the function set its attributes to different values");
}
