//! What no safe fix does: change the result of a model that runs, or guess.

use shapewright::fix::{Applicability, FixOptions, Fixed, fix};
use shapewright::graph::Model;
use shapewright::rules::RULES;
use shapewright::{AnalysisOptions, ReadOptions, Source};

fn fixed(text: &str, unsafe_fixes: bool) -> Fixed {
    let analysis = AnalysisOptions {
        enabled_rules: Some(RULES.iter().map(|rule| (*rule).into()).collect()),
        ..AnalysisOptions::default()
    };
    let model = Model::read(Source::from_bytes("m.onnxtxt", text.to_owned()), &ReadOptions::default());
    fix(model, &FixOptions { unsafe_fixes, analysis, ..FixOptions::default() }, |_, _| true)
}

/// A model, and what a fix would do that is not safe.
struct Case {
    why: &'static str,
    /// The model after the line with the version of the format and the imports.
    graph: &'static str,
    /// The fix; `None` if nothing can be done.
    fix: Option<&'static str>,
    /// What remains.
    kept: &'static str,
}

const CASES: &[Case] = &[
    Case {
        why: "operators of similar names compute different things",
        graph: "g (float[N] x) => (float[N] y) { y = Rel (x) }",
        fix: Some("rename the operator `Rel` to `Relu`"),
        kept: "Rel (x)",
    },
    Case {
        why: "two operators are equally near",
        graph: "g (float[N] x) => (float[N] y) { y = Sinn (x) }",
        fix: None,
        kept: "Sinn",
    },
    Case {
        why: "the shape of `r` is declared, and the file may be wrong",
        graph: "g (float[N,M] x, int64[K] s) => (float[A,B] y) <float[6,1] r, int64[2] c = {6,1}> {
            r = Reshape (x, s)\n p = Relu (r)\n [q] q = Reshape (p, c)\n y = Neg (q)\n}",
        fix: Some("remove `q`"),
        kept: "q = Reshape (p, c)",
    },
    Case {
        why: "no runtime checks that both inputs have N elements",
        graph: "g (float[N] x, float[N] z) => (float[?] y) { h = Relu (x)\n s = Shape (z)\n [e] e = Expand (h, s)\n y = Neg (e) }",
        fix: Some("remove `e`"),
        kept: "e = Expand (h, s)",
    },
    Case {
        why: "a caller may pass another shape",
        graph: "g (float[2,3] x, int64[2] s = {2,3}) => (float[?,?] y) { h = Relu (x)\n r = Reshape (h, s)\n y = Neg (r) }",
        fix: Some("remove 1 initializer from the inputs of the graph"),
        kept: "r = Reshape (h, s)",
    },
    Case {
        why: "a caller may pass other axes",
        graph: "g (float[2,3] x, int64[2] a = {0,0}) => (float[?,?] y) { y = ReduceMax (x, a) }",
        fix: None,
        kept: "{0, 0}",
    },
    Case {
        why: "each axis of a slice has a start and an end",
        graph: "g (float[2,3] x) => (float[?,?] y) <int64[2] s = {0,1}, int64[2] e = {2,3}, int64[2] a = {1,1}> {
            y = Slice (x, s, e, a)\n}",
        fix: None,
        kept: "a = {1,1}",
    },
    Case {
        why: "each axis of a padding has two amounts",
        graph: "g (float[2,3] x) => (float[?,?] y) <int64[4] p = {1,2,1,2}, int64[2] a = {1,1}> { y = Pad (x, p, , a) }",
        fix: None,
        kept: "a = {1,1}",
    },
    Case {
        why: "two dimensions were added, though not which",
        graph: "g (float[2,3] x) => (float[?,?,?] y) <int64[2] a = {0,0}> { y = Unsqueeze (x, a) }",
        fix: Some("keep axis 0"),
        kept: "a = {0,0}",
    },
    Case {
        why: "the rank decides whether the axes are equal, and it is declared",
        graph: "g (float[N,M] x, int64[K] s) => (float[?,?] y) <float[2,3,4] r, int64[2] a = {1,-2}> {
            r = Reshape (x, s)\n y = ReduceMax <keepdims = 0> (r, a)\n}",
        fix: Some("keep axis 1"),
        kept: "a = {1,-2}",
    },
    Case {
        why: "the shape of the filters is declared",
        graph: "g (float[1,1,4,4] x, int64[4] s, float[K] f) => (float[?,?,?,?] y) <float[1,1,3,3] w> {
            w = Reshape (f, s)\n y = Conv <kernel_shape = [2, 2]> (x, w)\n}",
        fix: Some("set `kernel_shape` to [3, 3]"),
        kept: "kernel_shape = [2, 2]",
    },
    Case {
        why: "-0 is another value than 0",
        graph: "g (float[N] x) => (float[N] y) { y = Elu <alpha = 0.0, alpha = -0.0> (x) }",
        fix: Some("keep the first `alpha`"),
        kept: "alpha = -0.0",
    },
    Case {
        why: "a later release of ONNX Runtime may have such an attribute",
        graph: "g (float[N] x) => (float[N] y) { y = com.microsoft.QuickGelu <alpa = 2.0> (x) }",
        fix: Some("rename `alpa` to `alpha`"),
        kept: "alpa",
    },
];

/// The text of a model with this graph.
fn model(graph: &str) -> String {
    format!("<ir_version: 9, opset_import: [\"\" : 18, \"com.microsoft\" : 1]>\n{graph}\n")
}

fn text_of(fixed: &Fixed, original: &str) -> String {
    let output = fixed.output.as_ref().map(|output| output.model.to_bytes());
    output.map_or_else(|| original.to_owned(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
}

#[test]
fn guesses_need_unsafe_fixes() {
    for case in CASES {
        let text = model(case.graph);
        let safe = fixed(&text, false);
        let left = text_of(&safe, &text);
        assert!(left.replace(", ", ",").contains(&case.kept.replace(", ", ",")), "{}: {left}", case.why);
        assert!(safe.applied.iter().all(|fix| Some(&*fix.title) != case.fix), "{}", case.why);
        let all = fixed(&text, true).applied;
        let found = all.iter().find(|fix| Some(&*fix.title) == case.fix);
        let applicability = found.map(|fix| fix.applicability);
        assert_eq!(applicability, case.fix.map(|_| Applicability::Unsafe), "{}: {all:?}", case.why);
    }
}

#[test]
fn an_attribute_of_a_newer_operator_set_may_be_new() {
    let text = |opset: u32| {
        format!(
            "<ir_version: 9, opset_import: [\"\" : {opset}]>\ng (float[N,3] x) => (float[N,3] y) {{ y = Softmax <axs = 1> (x) }}\n"
        )
    };
    let renames = |text: &str| fixed(text, false).applied.iter().any(|fix| fix.title == "rename `axs` to `axis`");
    assert!(renames(&text(18)) && !renames(&text(99)));
}

/// Initializers of 256 equal floats, as inputs, too.
fn duplicates(ir_version: i64) -> String {
    let ones = vec!["1"; 256].join(",");
    format!(
        "<ir_version: {ir_version}, opset_import: [\"\" : 8]>
g (float[256] x, float[256] a = {{{ones}}}, float[256] b = {{{ones}}}) => (float[256] y) {{ t = Add (x, a)\n y = Mul (t, b) }}\n"
    )
}

#[test]
fn what_a_caller_may_override_is_no_duplicate() {
    let merges = |text: &str| fixed(text, true).applied.iter().any(|fix| fix.rule.name() == "duplicate-weights");
    let text = duplicates(4);
    let safe = fixed(&text, false);
    assert!(safe.applied.iter().all(|fix| fix.rule.name() == "unnamed-node"), "{:?}", safe.applied);
    assert!(safe.analysis.findings.iter().all(|finding| finding.rule.name() != "duplicate-weights"));
    // Before version 4, no caller can override an initializer; from it on, the same once they are no inputs.
    assert!(merges(&duplicates(3)), "{:?}", fixed(&duplicates(3), true).refused);
    assert!(merges(&text), "{:?}", fixed(&text, true).applied);
}

/// From version 4 on, a caller can override `a`.
#[test]
fn a_newer_format_must_not_change_the_interface() {
    let graph = |inputs: &str, constants: &str| {
        format!(
            "<ir_version: 3, opset_import: [\"\" : 8]>
g ({inputs}) => (float[3] y) <{constants}float[3] b = {{1,2,3}}> {{ t = Add (x, a)\n y = Mul (t, b) }}\n"
        )
    };
    let raises = |text: &str| fixed(text, false).applied.iter().any(|fix| fix.title == "set `ir_version` to 4");
    assert!(!raises(&graph("float[3] x, float[3] a = {1,2,3}", "")));
    assert!(raises(&graph("float[3] x", "float[3] a = {1,2,3}, ")));
}

/// The body cannot output it even then.
#[test]
fn no_value_of_a_graph_around_a_body_is_renamed_to_its_output() {
    let text = model(
        "g (float[N] x, bool b) => (float[N] y, float[N] hidden) {
  [h] hidden = Abs (x)
  [if] y = If (b) <then_branch = t () => (hiden) { [a] q = Abs (x) }, else_branch = e () => (w) { [n] w = Neg (x) }>
}",
    );
    let all = fixed(&text, true);
    assert!(all.applied.iter().all(|fix| fix.rule.code() != "GR107"), "{:?}", all.applied);
    assert!(text_of(&all, &text).contains("hidden = Abs (x)"));
}
