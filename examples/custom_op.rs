//! Custom operators with signatures, shape functions, and evaluation, defined outside the crate.
//!
//! `com.example.Patches` cuts an image into patches: `[N,C,H,W]` becomes `[N,(H/size)*(W/size),C*size*size]`.
//! `com.example.Scale` multiplies by a number that the compiler chooses at run time.

use shapewright::graph::{AttributeType, Dialect, Model};
use shapewright::ops::{InferContext, OperatorDef, OperatorVersion};
use shapewright::{
    AnalysisOptions, Diagnostic, Dim, Fact, ReadOptions, Shape, Source, Tensor, TypeSet, analyze, evaluate, rules,
};

fn patches() -> OperatorDef {
    let version = OperatorVersion::since(1)
        .input("image", "T")
        .output("patches", "T")
        .attribute("size", AttributeType::Int, 16)
        .types("T", TypeSet::FLOAT);
    OperatorDef::custom(Dialect::Onnx, "com.example", "Patches").version(version).infer(|cx| {
        let side = Dim::exact(size(cx));
        let shape = match cx.shape(0).dims() {
            Some([batch, channels, height, width]) => {
                let patches = height.floor_div(&side) * width.floor_div(&side);
                Shape::from_dims([batch.clone(), patches, channels * &side * &side])
            }
            _ => Shape::of_rank(3),
        };
        let element = cx.element(0);
        cx.set_tensor(0, element, shape);
    })
}

/// Reads an attribute, and reports an invalid value.
fn size(cx: &mut InferContext<'_>) -> u64 {
    let written = cx.int("size").unwrap_or(1);
    let size = u64::try_from(written).ok().filter(|&size| size > 0);
    if let (None, Some(rule)) = (size, rules::lookup("OP105")) {
        let message = format!("attribute `size` is {written}; expected at least 1");
        let finding = Diagnostic::new(rule, cx.attribute_place("size"), message);
        cx.report(finding.help("set `size` to the side of a patch").data("attribute", "size").data("value", written));
    }
    size.unwrap_or(1)
}

/// The name and the factor are known only at run time.
fn scale(name: &str, factor: f32) -> OperatorDef {
    let version = OperatorVersion::since(1).input("x", "T").output("y", "T").types("T", TypeSet::FLOAT);
    OperatorDef::custom(Dialect::Onnx, "com.example", name).version(version).outputs_like_inputs([(0, 0)]).evaluate(
        move |cx| {
            let x = cx.input(0)?;
            let values = x.values::<f32>().ok_or_else(|| cx.no_evaluator())?;
            let scaled = values.iter().map(|value| value * factor).collect::<Vec<_>>();
            Ok(vec![Tensor::new(x.sizes().to_vec(), scaled).map_err(|_| cx.no_evaluator())?])
        },
    )
}

const MODEL: &str = r#"
    <ir_version: 9, opset_import: ["" : 18, "com.example" : 1]>
    g (float[N,3,224,224] image) => (float[P,Q,R] y) {
        p = com.example.Patches <size = 16> (image)
        y = Relu (p)
    }"#;

const CONSTANT: &str = r#"
    <ir_version: 9, opset_import: ["" : 18, "com.example" : 1]>
    g () => (float[2] y) <float[2] x = {1, 2}> { y = com.example.Scale3 (x) }"#;

fn read(text: &str) -> Model {
    Model::read(Source::from_bytes("m.onnxtxt", text.to_owned()), &ReadOptions::default())
}

/// Returns what is inferred for the model's output with and without the operator, the findings for invalid attributes,
/// and what is computed.
pub fn report() -> Vec<String> {
    let operators = vec![patches().into(), scale("Scale3", 3.0).into()];
    let options = AnalysisOptions { operators, run_lints: false, ..AnalysisOptions::default() };
    let describe = |text: &str, options: &AnalysisOptions| {
        let model = read(text);
        let analysis = analyze(&model, options);
        let value = model.main_graph().and_then(|g| model.graph(g).outputs.first()?.operand.value());
        let fact = value.map(|v| analysis.facts.get(v)).unwrap_or(Fact::UNKNOWN);
        let findings = analysis.findings.iter().map(|f| format!("{}: {}", f.rule.code(), f.message));
        std::iter::once(format!("y is {} ({:?})", fact.ty, fact.provenance)).chain(findings).collect::<Vec<_>>()
    };
    let mut lines = describe(MODEL, &options);
    lines.extend(describe(MODEL, &AnalysisOptions::default()));
    lines.extend(describe(&MODEL.replace("size = 16", "size = 0"), &options));
    lines.extend(describe(&MODEL.replace("size = 16", "sise = 16"), &options));
    let model = read(CONSTANT);
    let y = model.main_graph().and_then(|g| model.graph(g).outputs.first()?.operand.value());
    let computed =
        y.map(|y| evaluate(&model, &[y], [], &options).map(|found| format!("{:?}", found[0].values::<f32>())));
    lines.push(format!("y is computed: {computed:?}"));
    lines
}

fn main() {
    for line in report() {
        println!("{line}");
    }
}
