//! A custom operator with a signature and a shape function, defined outside the crate.
//!
//! `com.example.Patches` cuts an image into patches: `[N,C,H,W]` becomes `[N,(H/size)*(W/size),C*size*size]`.

use shapewright::graph::{AttributeType, Dialect, Model};
use shapewright::ops::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable,
};
use shapewright::ops::{InferContext, Operator, OperatorDef, Resolved};
use shapewright::{AnalysisOptions, Diagnostic, Dim, ElementType, ReadOptions, Shape, Source, TypeSet, analyze, rules};

/// A resolved Patches.
#[derive(Debug)]
struct Patches {
    size: u64,
}

/// Reads the attributes and reports invalid values.
fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let written = cx.int("size").unwrap_or(1);
    let size = u64::try_from(written).ok().filter(|&size| size > 0);
    if let (None, Some(rule)) = (size, rules::lookup("OP105")) {
        let message = format!("attribute `size` is {written}; expected at least 1");
        let finding = Diagnostic::new(rule, cx.attribute_place("size"), message);
        cx.report(finding.help("set `size` to the side of a patch").data("attribute", "size").data("value", written));
    }
    Resolved::operator(Patches { size: size.unwrap_or(1) })
}

impl Operator for Patches {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let side = Dim::exact(self.size);
        let shape = match cx.shape(0).dims() {
            Some([batch, channels, height, width]) => {
                let patches = height.floor_div(&side).mul(&width.floor_div(&side));
                Shape::from_dims([batch.clone(), patches, channels.mul(&side).mul(&side)])
            }
            _ => Shape::of_rank(3),
        };
        let element = cx.element(0);
        cx.set_tensor(0, element, shape);
    }
}

/// The inputs, outputs, attributes, and types of the operator. All generic checks are derived from it.
static SIGNATURES: &[Signature] = &[Signature::since(1)
    .inputs(&[FormalParameter::new("image", "T")])
    .outputs(&[FormalParameter::new("patches", "T")])
    .attributes(&[AttributeSpec::default("size", AttributeKind::Onnx(AttributeType::Int), DefaultValue::Int(16))])
    .variables(&[TypeVariable::tensors("T", TypeSet::from_types(&[ElementType::F32, ElementType::F16]))])];

static PATCHES: OperatorDef = OperatorDef::custom(Dialect::Onnx, "com.example", "Patches", SIGNATURES, resolve);

const MODEL: &str = r#"
    <ir_version: 9, opset_import: ["" : 18, "com.example" : 1]>
    g (float[N,3,224,224] image) => (float[P,Q,R] y) {
        p = com.example.Patches <size = 16> (image)
        y = Relu (p)
    }"#;

/// Returns what is inferred for the model's output with and without the operator, and the findings for invalid
/// attributes.
pub fn report() -> Vec<String> {
    let options = AnalysisOptions { operators: vec![&PATCHES], run_lints: false, ..AnalysisOptions::default() };
    let describe = |text: &str, options: &AnalysisOptions| {
        let model = Model::read(Source::from_bytes("m.onnxtxt", text.to_owned()), &ReadOptions::default());
        let analysis = analyze(&model, options);
        let value = model.main_graph().and_then(|g| model.graph(g).outputs.first()?.operand.value());
        let fact = value.map(|v| analysis.facts.get(v)).unwrap_or(shapewright::Fact::UNKNOWN);
        let findings = analysis.findings.iter().map(|f| format!("{}: {}", f.rule.code, f.message));
        std::iter::once(format!("y is {} ({:?})", fact.ty, fact.provenance)).chain(findings).collect::<Vec<_>>()
    };
    let mut lines = describe(MODEL, &options);
    lines.extend(describe(MODEL, &AnalysisOptions::default()));
    lines.extend(describe(&MODEL.replace("size = 16", "size = 0"), &options));
    lines.extend(describe(&MODEL.replace("size = 16", "sise = 16"), &options));
    lines
}

fn main() {
    for line in report() {
        println!("{line}");
    }
}
