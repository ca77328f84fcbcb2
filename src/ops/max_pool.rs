//! MaxPool: the greatest element of every window, and where it stands.

use super::axes::{self, AxesSource, Ranked};
use super::signature::{
    AttributeKind, AttributeSpec, Default, Formal, FormalType, Kinds, Presence, Signature, TypeVariable,
};
use super::window::{Extent, Padding, Rounding, Window, numbers};
use super::{NodeCx, Operator, OperatorDef, Resolved};
use crate::diagnostic::{Diagnostic, Level};
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::fact::Fact;
use crate::graph::Dialect;
use crate::rules;
use crate::shape::Shape;

/// A resolved MaxPool.
#[derive(Clone, Debug)]
pub(crate) struct MaxPool {
    /// The window; `None` if the attributes do not make one.
    pub(crate) window: Option<Window>,
    /// How many spatial axes there are, if that is known.
    pub(crate) spatial: Option<usize>,
    /// The type of the second output.
    pub(crate) indices: Option<ElementType>,
    /// IR: the axis from which indices are counted.
    pub(crate) axis: Option<i64>,
}

impl MaxPool {
    fn resolve(cx: &mut NodeCx<'_>) -> Resolved {
        let pool = match cx.dialect() {
            Dialect::Onnx => onnx(cx),
            Dialect::OpenVino => openvino(cx),
        };
        Resolved::operator(pool)
    }

    /// Batch and channels, then the positions along every other axis.
    fn shape(&self, cx: &mut NodeCx<'_>) -> Shape {
        let shape = cx.shape(0);
        let (Some(dims), rank) = (shape.dims(), self.spatial.map(|s| s + 2)) else {
            return self.spatial.map_or_else(
                || Shape::at_least(shape.min_rank().max(3)),
                |s| {
                    if shape.min_rank() > s + 2 { Shape::UNKNOWN } else { Shape::of_rank(s + 2) }
                },
            );
        };
        if dims.len() < 3 || rank.is_some_and(|rank| rank != dims.len()) {
            self.wrong_rank(cx, &shape);
            return Shape::UNKNOWN;
        }
        let Some(window) = &self.window else {
            return Shape::of(dims.iter().enumerate().map(|(i, d)| if i < 2 { d.clone() } else { Dim::any() }));
        };
        let mut out = Vec::with_capacity(dims.len());
        for (at, dim) in dims.iter().enumerate() {
            out.push(match at.checked_sub(2).map(|axis| (axis, window.extent(axis, dim))) {
                None => dim.clone(),
                Some((_, Extent::Of(positions))) => positions,
                Some((axis, Extent::TooLong { window: length, axis: room })) => {
                    too_long(cx, at, axis, (length, room), window.must_fit);
                    Dim::any()
                }
            });
        }
        Shape::of(out)
    }

    /// OP203.
    fn wrong_rank(&self, cx: &mut NodeCx<'_>, shape: &Shape) {
        let name = cx.input_name(0);
        let valid = self.spatial.map_or_else(|| "3 or more".to_owned(), |s| format!("{}", s + 2));
        let rank = shape.min_rank();
        let message = format!("input {name} of shape {shape} has rank {rank} (valid: {valid})");
        let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(0), message);
        let finding = finding
            .label(shape.to_string())
            .note(format!("{}: batch, channels, then one axis for each number of the kernel", cx.versioned()))
            .help("give the kernel as many numbers as the input has spatial axes");
        cx.report(finding.data("rank", rank));
    }
}

/// OP105: no position fits. Where such a model runs all the same, that is a warning.
fn too_long(cx: &mut NodeCx<'_>, dim: usize, axis: usize, (window, room): (u64, u64), must_fit: bool) {
    let attribute = if cx.attribute_kind("kernel").is_some() { "kernel" } else { "kernel_shape" };
    let name = cx.input_name(0);
    let message = format!(
        "the window is {window} long on spatial axis {axis}, but dimension {dim} of input {name} is {room} with its padding"
    );
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(attribute), message);
    let finding = finding.related(cx.input_place(0), cx.shape(0).to_string());
    let finding = finding.help("make the kernel or its dilation smaller, or the padding greater");
    let finding = match must_fit {
        true => finding,
        false => finding.level(Level::Warning).note(
            "ONNX's text is silent: ONNX Runtime gives an empty result, or one position that the input does not fill",
        ),
    };
    cx.report(finding.data("attribute", attribute).data("window", window).data("room", room));
}

impl Operator for MaxPool {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        if let (Some(axis), Some(rank)) = (self.axis, cx.shape(0).rank()) {
            axes::wrap(cx, &[axis.into()], rank, AxesSource::Attribute("axis"), Ranked::Input(0));
        }
        let shape = self.shape(cx);
        let unknown = self.window.is_none().then(|| cx.reason("the window is not valid"));
        let fact = |element: Option<ElementType>| Fact { why: unknown.clone(), ..Fact::tensor(element, shape.clone()) };
        cx.set(0, fact(cx.element(0)));
        cx.set(1, fact(self.indices));
    }
}

fn onnx(cx: &mut NodeCx<'_>) -> MaxPool {
    for name in ["ceil_mode", "storage_order"] {
        flag(cx, name);
    }
    let kernel = numbers(cx, "kernel_shape", None, 1);
    let spatial = kernel.as_ref().map(Vec::len);
    let lists = [("strides", 1, 1), ("dilations", 1, 1), ("pads", 0, 2)].map(|(name, least, times)| {
        let given = cx.attribute_record(name).is_some() && cx.attribute_kind(name).is_some();
        let list = if given { numbers(cx, name, spatial.map(|s| s * times), least) } else { Some(Vec::new()) };
        list.map(|list| (given, list))
    });
    let ceil = match (cx.int("ceil_mode"), cx.version() < 22) {
        (None | Some(0), _) => Rounding::Floor,
        // Since version 22 the text counts a last position only if it begins inside; ONNX Runtime always did.
        (_, true) => Rounding::CeilEither,
        (_, false) => Rounding::CeilInside,
    };
    let [strides, dilations, pads] = lists;
    let padding = pads.and_then(|(given, pads)| onnx_padding(cx, given, &pads));
    let window = match (kernel, strides, dilations, padding) {
        (Some(kernel), Some((_, strides)), Some((_, dilations)), Some(padding)) => {
            Some(Window { kernel, strides, dilations, padding, rounding: ceil, must_fit: false })
        }
        _ => None,
    };
    MaxPool { window, spatial, indices: Some(ElementType::I64), axis: None }
}

/// `auto_pad` and `pads` together, and OP105 if they contradict each other.
fn onnx_padding(cx: &mut NodeCx<'_>, given: bool, pads: &[u64]) -> Option<Padding> {
    let automatic = match cx.text("auto_pad") {
        None | Some("NOTSET") => {
            let (begin, end) = pads.split_at(pads.len() / 2);
            return Some(Padding::Explicit { begin: begin.to_vec(), end: end.to_vec() });
        }
        Some("SAME_UPPER" | "SAME_LOWER") => Padding::Same { despite_dilation: false },
        Some("VALID") => Padding::Valid,
        Some(written) => {
            let message = format!("attribute `auto_pad` is {written:?} (valid: NOTSET, SAME_UPPER, SAME_LOWER, VALID)");
            let place = cx.attribute_place("auto_pad");
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
            cx.report(
                finding.help("write NOTSET and give `pads`").data("attribute", "auto_pad").data("value", written),
            );
            return None;
        }
    };
    // Zeros say the same as VALID.
    if !given || (automatic == Padding::Valid && pads.iter().all(|&p| p == 0)) {
        return Some(automatic);
    }
    let written = cx.text("auto_pad").unwrap_or_default();
    let message = format!("attribute `pads` is given although `auto_pad` is {written}");
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place("pads"), message);
    let finding = finding.note("onnx's shape inference takes `pads`, ONNX Runtime takes `auto_pad`");
    cx.report(finding.help("remove one of the two").data("attribute", "pads"));
    Some(Padding::Unknown)
}

fn openvino(cx: &mut NodeCx<'_>) -> MaxPool {
    let kernel = numbers(cx, "kernel", None, 1);
    let spatial = kernel.as_ref().map(Vec::len);
    let lists = [("strides", 1), ("dilations", 1), ("pads_begin", 0), ("pads_end", 0)].map(|(name, least)| {
        let given = cx.attribute_record(name).is_some() && cx.attribute_kind(name).is_some();
        if given { numbers(cx, name, spatial, least) } else { Some(Vec::new()) }
    });
    let rounding = match cx.text("rounding_type").map(str::to_ascii_lowercase).as_deref() {
        Some("ceil") => Some(Rounding::Ceil),
        Some("ceil_torch") => Some(Rounding::CeilInside),
        None | Some("floor") => Some(Rounding::Floor),
        Some(_) => None,
    };
    let automatic = cx.text("auto_pad").map(str::to_ascii_lowercase);
    let [strides, dilations, begin, end] = lists;
    let padding = match (automatic.as_deref(), begin, end) {
        (None | Some("explicit"), Some(begin), Some(end)) => Some(Padding::Explicit { begin, end }),
        (Some("same_upper" | "same_lower"), ..) => Some(Padding::Same { despite_dilation: true }),
        (Some("valid"), ..) => Some(Padding::Valid),
        _ => None,
    };
    let window = match (kernel, strides, dilations, padding, rounding) {
        (Some(kernel), Some(strides), Some(dilations), Some(padding), Some(rounding)) => {
            Some(Window { kernel, strides, dilations, padding, rounding, must_fit: true })
        }
        _ => None,
    };
    let indices = match cx.attribute_record("index_element_type") {
        Some(_) => cx.element_attribute("index_element_type"),
        None => Some(ElementType::I64),
    };
    let axis = cx.attribute_kind("axis").and_then(|_| cx.int("axis"));
    MaxPool { window, spatial, indices, axis }
}

/// OP105: an ONNX flag is 0 or 1.
fn flag(cx: &mut NodeCx<'_>, name: &'static str) {
    let Some(value) = cx.int(name).filter(|v| !matches!(v, 0 | 1)) else { return };
    let message = format!("attribute `{name}` is {value} (valid: 0 or 1)");
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
    cx.report(finding.help("write 0 or 1").data("attribute", name).data("value", value));
}

const X: &[Formal] = &[Formal::of("data", "T")];
const VALUES: Formal = Formal::of("output", "T");
const INDEX: TypeSet = TypeSet::of(&[ElementType::I64, ElementType::I32]);
const INDICES: Formal =
    Formal { name: "indices", ty: FormalType::Fixed(Kinds::tensors(INDEX)), presence: Presence::Required };
const AUTO_PAD: AttributeSpec = AttributeSpec::default(
    "auto_pad",
    AttributeKind::Word(&["explicit", "same_upper", "same_lower", "valid"]),
    Default::Text("explicit"),
);
const ROUNDING: AttributeSpec =
    AttributeSpec::default("rounding_type", AttributeKind::Word(&["floor", "ceil"]), Default::Text("floor"));
const ROUNDING_14: AttributeSpec = AttributeSpec::default(
    "rounding_type",
    AttributeKind::Word(&["floor", "ceil", "ceil_torch"]),
    Default::Text("floor"),
);
const STRIDES: AttributeSpec = AttributeSpec::required("strides", AttributeKind::Integers);
const PADS_BEGIN: AttributeSpec = AttributeSpec::required("pads_begin", AttributeKind::Integers);
const PADS_END: AttributeSpec = AttributeSpec::required("pads_end", AttributeKind::Integers);
const KERNEL: AttributeSpec = AttributeSpec::required("kernel", AttributeKind::Integers);
const DILATIONS: AttributeSpec = AttributeSpec::optional("dilations", AttributeKind::Integers);
const INDEX_TYPE: AttributeSpec =
    AttributeSpec::default("index_element_type", AttributeKind::Element, Default::Text("i64"));
const AXIS: AttributeSpec = AttributeSpec::default("axis", AttributeKind::Integer, Default::Int(0));
const NUMERIC: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::NUMERIC)];

const IR: &[Signature] = &[
    Signature::since(1)
        .until(16)
        .inputs(X)
        .outputs(&[VALUES])
        .attributes(&[STRIDES, PADS_BEGIN, PADS_END, KERNEL, ROUNDING, AUTO_PAD])
        .variables(NUMERIC),
    Signature::since(8)
        .until(16)
        .inputs(X)
        .outputs(&[VALUES, INDICES])
        .attributes(&[STRIDES, DILATIONS, PADS_BEGIN, PADS_END, KERNEL, ROUNDING, AUTO_PAD, INDEX_TYPE, AXIS])
        .variables(NUMERIC),
    Signature::since(14)
        .until(16)
        .inputs(X)
        .outputs(&[VALUES, INDICES])
        .attributes(&[STRIDES, DILATIONS, PADS_BEGIN, PADS_END, KERNEL, ROUNDING_14, AUTO_PAD, INDEX_TYPE, AXIS])
        .variables(NUMERIC),
];

pub(super) static OPERATORS: &[OperatorDef] =
    &[OperatorDef::onnx("MaxPool", MaxPool::resolve), OperatorDef::openvino("MaxPool", IR, MaxPool::resolve)];

#[cfg(test)]
mod tests {
    use super::super::sample::{ask, fact};
    use crate::ops::Query;

    fn onnx(version: i64) -> Query {
        Query::onnx("MaxPool", version).attribute("kernel_shape", vec![3, 3])
    }

    fn ir(opset: i64) -> Query {
        let query = Query::openvino("MaxPool", opset).attribute("kernel", vec![3, 3]).attribute("strides", vec![2, 3]);
        query.attribute("pads_begin", vec![0, 0]).attribute("pads_end", vec![0, 0])
    }

    #[test]
    fn every_version_slides_the_same_window() {
        for version in [1, 8, 10, 11, 12, 22] {
            let query = onnx(version).attribute("strides", vec![2, 3]).input(fact("f32[N,3,8,7]"));
            assert_eq!(ask(query), ("f32[N,3,3,2]".into(), vec![]));
        }
        for opset in [1, 8, 14] {
            let outputs = if opset < 8 { 1 } else { 2 };
            let query = ir(opset).input(fact("f32[N,3,8,7]")).outputs(outputs);
            assert_eq!(ask(query), ("f32[N,3,3,2]".into(), vec![]));
            let query = ir(opset).attribute("rounding_type", "ceil").input(fact("f32[N,3,8,7]")).outputs(outputs);
            assert_eq!(ask(query), ("f32[N,3,4,3]".into(), vec![]));
        }
    }

    #[test]
    fn indices_have_a_type_of_their_own() {
        let answer = ir(8).attribute("index_element_type", "i32").input(fact("f16[N,3,8,7]")).outputs(2).infer();
        assert_eq!(answer.outputs[1].ty.to_string(), "i32[N,3,3,2]");
        let answer = onnx(12).input(fact("f16[N,3,8,7]")).outputs(2).infer();
        assert_eq!(answer.outputs[1].ty.to_string(), "i64[N,3,6,5]");
    }

    #[test]
    fn padding_is_one_thing_or_the_other() {
        let same = || onnx(12).attribute("auto_pad", "SAME_UPPER").attribute("strides", vec![2, 3]);
        assert_eq!(ask(same().input(fact("f32[1,3,8,7]"))), ("f32[1,3,4,3]".into(), vec![]));
        let both = same().attribute("pads", vec![1, 1, 1, 1]).input(fact("f32[1,3,8,7]"));
        assert_eq!(ask(both), ("f32[1,3,?,?]".into(), vec!["OP105"]));
        let valid = onnx(12).attribute("auto_pad", "VALID").attribute("pads", vec![0, 0, 0, 0]);
        assert_eq!(ask(valid.input(fact("f32[1,3,8,7]"))), ("f32[1,3,6,5]".into(), vec![]));
        let padded = onnx(12).attribute("pads", vec![1, 0, 1, 2]).input(fact("f32[1,3,H,7]"));
        assert_eq!(ask(padded), ("f32[1,3,H,7]".into(), vec![]));
    }

    #[test]
    fn a_fault_is_one_finding_and_the_rest_is_kept() {
        let of = |query: Query, shape: &str| ask(query.input(fact(shape)));
        assert_eq!(of(onnx(12), "f32[N,3,8]"), ("f32[...]".into(), vec!["OP203"]));
        assert_eq!(of(onnx(12), "f32[N,3,8,1..2]"), ("f32[N,3,6,?]".into(), vec!["OP105"]));
        assert_eq!(
            of(onnx(12).attribute("strides", vec![0, 1]), "f32[N,3,8,8]"),
            ("f32[N,3,?,?]".into(), vec!["OP105"])
        );
        assert_eq!(of(onnx(12).attribute("pads", vec![1, 1]), "f32[N,3,8,8]").1, ["OP105"]);
        assert_eq!(of(onnx(12).attribute("ceil_mode", 2), "f32[N,3,8,8]").1, ["OP105"]);
        assert_eq!(of(onnx(12), "f32[...]"), ("f32[?,?,?,?]".into(), vec![]));
        assert_eq!(of(ir(8).attribute("axis", 4).outputs(2), "f32[N,3,8,7]").1, ["OP102"]);
        assert_eq!(of(ir(8).attribute("rounding_type", "ceil_torch").outputs(2), "f32[N,3,8,7]").1, ["OP105"]);
    }
}
