use super::*;
use crate::analyze::analyze;
use crate::read::ReadOptions;
use crate::source::Source;

/// The chains of a value of a model in text, each as `aspect: value aspect <- ... = cause`.
fn why(text: &str, options: &Options, name: &str) -> Vec<String> {
    let model = Model::read(Source::from_bytes("m.onnxtxt", text.to_owned()), &ReadOptions::default());
    let analysis = analyze(&model, options);
    let value = model.graphs().flat_map(|g| model.values_of(g)).find(|v| model.value_name(*v) == name);
    let chains = explain(&model, options, &analysis.facts, value.expect("the value"));
    let told = |chain: &Chain| {
        let steps = chain.steps.iter().map(|s| format!("{} {}", model.value_name(s.value), s.aspect));
        format!("{} = {}", steps.collect::<Vec<_>>().join(" <- "), chain.cause)
    };
    chains.iter().map(told).collect()
}

const HEAD: &str = "<ir_version: 8, opset_import: [\"\" : 18]>\n";

#[test]
fn a_symbol_leads_back_to_the_input_that_declares_it() {
    let text = format!("{HEAD}g (float[N,4] x) => (float[M,K] y) {{ a = Relu(x)  y = Transpose<perm = [1, 0]>(a) }}");
    let chains = why(&text, &Options { declared: false, ..Options::default() }, "y");
    assert_eq!(chains[1], "y dim 0 <- a dim 1 <- x dim 1 = a graph input, as the file declares it");
    assert_eq!(chains[2], "y dim 1 <- a dim 0 <- x dim 0 = a graph input, as the file declares it");
}

#[test]
fn a_size_that_elements_decide_leads_back_to_them() {
    let text = format!(
        "{HEAD}g (float[N,3,4] x) => (float[A,B] y) <int64[1] one = {{1}}, int64[1] most = {{-1}}> {{
            s = Shape(x)  n = Gather(s, one)  t = Concat<axis = 0>(n, most)  y = Reshape(x, t)
        }}"
    );
    let chains = why(&text, &Options { declared: false, ..Options::default() }, "y");
    let back =
        "y dim 0 <- t element 0 <- n element 0 <- s element 1 <- x dim 1 = a graph input, as the file declares it";
    assert_eq!(chains[1], back, "{chains:?}");
}

#[test]
fn an_unknown_leads_back_to_its_first_cause() {
    let text = format!(
        "{HEAD}g (float[2,3] x, int64[2] t) => (float[...] y) {{ c = Identity(t)  r = Reshape(x, c)  y = Relu(r) }}"
    );
    let chains = why(&text, &Options { declared: false, ..Options::default() }, "y");
    let end = "a graph input, whose elements are known only when the model runs";
    assert_eq!(chains[1], format!("y dim 0 <- r dim 0 <- c elements <- t elements = {end}"));
}

#[test]
fn what_the_caller_and_the_file_say_is_named() {
    let text = format!("{HEAD}g (float[N,3] x) => (float[A,B] y) {{ y = Relu(x) }}");
    let bound = Options { bind: vec![("N".to_owned(), 8)], ..Options::default() };
    assert!(why(&text, &bound, "y")[1].contains("--bind"), "{:?}", why(&text, &bound, "y"));
    let given = Options { inputs: vec!["x:[2,3]".parse().expect("a type")], ..Options::default() };
    assert!(why(&text, &given, "y")[1].contains("--input-shape"));
    let declared = format!("{HEAD}g (float[2,3] x, int64[2] t) => (float[5,B] y) {{ y = Reshape(x, t) }}");
    let chains = why(&declared, &Options::default(), "y");
    assert_eq!(
        chains[1],
        "y dim 0 = the file declares it; without that it is unknown: the shape asked for is known only at run time"
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
    let chains = why(&text, &Options { declared: false, ..Options::default() }, "y");
    assert_eq!(chains[1], "y dim 0 <- a dim 0 <- x dim 0 = a graph input, as the file declares it");
}
