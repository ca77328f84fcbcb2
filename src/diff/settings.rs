//! Settings: what an attribute, or an input that is constant, says of what an operator does, whichever dialect says it.

use crate::dialect::Dialect;
use crate::elements::Elements;
use crate::fact::KnownValue;
use crate::graph::{AttributeValue, Model, Operand};
use crate::ids::NodeId;
use crate::ops;
use crate::ops::signature::{DefaultValue, Signature};

use super::{Side, constant};

/// How the two dialects' values of a setting compare.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Rule {
    /// As numbers, or as the same text.
    Plain,
    /// Axes, which may count from the end; of `Axes` the order does not matter.
    Axis,
    Axes,
    /// An order of axes; reversed where it is left out.
    Order,
    /// All of this number where it is left out.
    Fill(f64),
    /// `pads`, or `pads_begin` and `pads_end`; nothing where an automatic padding is asked for.
    Pads,
    /// Words that mean the same.
    Words(&'static [(&'static str, &'static str)]),
    /// One dialect says the opposite.
    Not,
    /// The same of what a zero means, which does not matter where there is none.
    Zeros,
    /// Whether the constant at this input is read transposed.
    Transposed(usize),
    /// What the other dialect says by the name of its operator or by the shape of an input.
    Group,
    Truncates,
}

/// A setting that the dialects call or write otherwise: ONNX's name, those of IR, how they compare.
pub(super) type Row = (&'static str, &'static [&'static str], Rule);

pub(super) const ROWS: &[Row] = &[
    ("allowzero", &["special_zero"], Rule::Zeros),
    ("alpha", &["alpha", "slope"], Rule::Plain),
    ("auto_pad", &["auto_pad"], Rule::Words(&[("notset", "explicit")])),
    ("axes", &["axes", "reduction_axes"], Rule::Axes),
    ("axis", &["axis"], Rule::Axis),
    ("blocksize", &["block_size"], Rule::Plain),
    ("ceil_mode", &["rounding_type"], Rule::Words(&[("0", "floor"), ("1", "ceil"), ("1", "ceil_torch")])),
    ("center_point_box", &["box_encoding"], Rule::Words(&[("0", "corner"), ("1", "center")])),
    ("count_include_pad", &["exclude-pad"], Rule::Not),
    ("dilations", &["dilations"], Rule::Fill(1.0)),
    ("direction", &["direction"], Rule::Words(&[])),
    ("ends", &["stop"], Rule::Plain),
    ("epsilon", &["epsilon", "eps"], Rule::Plain),
    ("fmod", &[], Rule::Truncates),
    ("gamma", &["lambda"], Rule::Plain),
    ("group", &[], Rule::Group),
    ("keepdims", &["keep_dims"], Rule::Plain),
    ("largest", &["mode"], Rule::Words(&[("0", "min"), ("1", "max")])),
    (
        "mode",
        &["mode", "pad_mode"],
        Rule::Words(&[
            ("dcr", "blocks_first"),
            ("crd", "depth_first"),
            ("linear", "linear_onnx"),
            ("bilinear", "linear"),
        ]),
    ),
    ("num_outputs", &["num_splits"], Rule::Plain),
    ("output_height", &["pooled_h"], Rule::Plain),
    ("output_padding", &["output_padding"], Rule::Fill(0.0)),
    ("output_width", &["pooled_w"], Rule::Plain),
    ("pads", &["pads_begin", "pads_end"], Rule::Pads),
    ("perm", &["input_order"], Rule::Order),
    ("reduction", &["reduction"], Rule::Words(&[("add", "sum"), ("mul", "prod")])),
    ("sorted", &["sort"], Rule::Words(&[("1", "value"), ("1", "index"), ("0", "none")])),
    ("split", &["split_lengths"], Rule::Plain),
    ("starts", &["start"], Rule::Plain),
    ("steps", &["step"], Rule::Fill(1.0)),
    ("strides", &["strides"], Rule::Fill(1.0)),
    ("transA", &["transpose_a"], Rule::Transposed(0)),
    ("transB", &["transpose_b"], Rule::Transposed(1)),
];

/// What the types of inputs and outputs say, and what says nothing of its own.
const TOLD_BY_TYPES: &[&str] = &[
    "activations",
    "auto_broadcast",
    "destination_type",
    "dtype",
    "element_type",
    "end",
    "hidden_size",
    "index_element_type",
    "kernel",
    "kernel_shape",
    "kernel_type",
    "output_type",
    "start",
    "to",
];

/// What a setting says.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Meaning {
    Numbers(Vec<f64>),
    Text(String),
    /// What a run decides, or what no number or text says.
    Open,
}

impl Meaning {
    /// Lower-case text.
    pub(super) fn word(&self) -> String {
        match self {
            Meaning::Numbers(numbers) => numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(","),
            Meaning::Text(text) => text.to_lowercase(),
            Meaning::Open => "?".to_owned(),
        }
    }

    pub(super) fn numbers(&self) -> Option<&[f64]> {
        match self {
            Meaning::Numbers(numbers) => Some(numbers),
            _ => None,
        }
    }
}

/// A setting of one node.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Setting {
    pub(super) meaning: Meaning,
    /// Whether it is what the specification gives where nothing is written.
    pub(super) default: bool,
    /// Whether an input says it.
    pub(super) input: bool,
}

/// The rows that a pair of nodes has: those with a name that either side's signature or node knows.
pub(super) fn rows(sides: [(Side<'_>, NodeId); 2]) -> Vec<(String, Vec<String>, Rule)> {
    let mut rows: Vec<(String, Vec<String>, Rule)> = Vec::new();
    for (side, node) in sides {
        for name in names(side.model, node) {
            if TOLD_BY_TYPES.contains(&name.as_str())
                || rows.iter().any(|(onnx, ir, _)| match side.model.dialect() {
                    Dialect::Onnx => *onnx == name,
                    Dialect::OpenVino => ir.contains(&name),
                })
            {
                continue;
            }
            let known = ROWS.iter().find(|(onnx, ..)| *onnx == name).or_else(|| {
                let ir = side.model.dialect() == Dialect::OpenVino;
                ROWS.iter().find(|(_, names, _)| ir && names.contains(&name.as_str()))
            });
            rows.push(match known {
                Some((onnx, ir, rule)) => ((*onnx).to_owned(), ir.iter().map(|&name| name.to_owned()).collect(), *rule),
                None => (name.clone(), vec![name], Rule::Plain),
            });
        }
    }
    rows
}

/// The names of a node's attributes, those of its signature and those that are written; bodies are compared as graphs.
fn names(model: &Model, node: NodeId) -> Vec<String> {
    let graph = |value: &AttributeValue| !value.graphs().is_empty() || matches!(value, AttributeValue::PortMap(_));
    let written = model.attributes(node).iter().filter(|attribute| !graph(&attribute.value));
    let mut names: Vec<String> = written.map(|attribute| model.name(attribute.name).to_owned()).collect();
    let known = signature(model, node).map_or(&[][..], |signature| signature.attributes);
    names.extend(known.iter().filter(|spec| spec.default.is_some()).map(|spec| spec.name.to_owned()));
    // Axes may be left out, and mean all of them then; so may orders.
    let silent = |name: &&str| matches!(*name, "axes" | "perm");
    names.extend(known.iter().map(|spec| spec.name).filter(silent).map(str::to_owned));
    let formals = signature(model, node).map_or(&[][..], |signature| signature.inputs);
    let axes =
        |name: &&str| matches!(*name, "axes" | "axis" | "reduction_axes" | "steps" | "step" | "min" | "max" | "pads");
    names.extend(formals.iter().map(|formal| formal.name).filter(axes).map(str::to_owned));
    names
}

pub(super) fn signature(model: &Model, node: NodeId) -> Option<&'static Signature> {
    let op = model.op(node);
    ops::lookup(model.dialect(), model.name(op.domain), model.name(op.name))?.signature(op.version?)
}

/// What a node says under one of these names: as an attribute, as a constant input, or by default.
pub(super) fn setting(side: Side<'_>, node: NodeId, names: &[String]) -> Option<Setting> {
    let model = side.model;
    let signature = signature(model, node);
    for name in names {
        if let Some(attribute) = model.attribute(node, name) {
            let meaning = of_attribute(model, &attribute.value);
            let known = signature.and_then(|s| s.attribute(name)).and_then(|spec| spec.default);
            let default = known.is_some_and(|known| of_default(&known) == meaning);
            return Some(Setting { meaning, default, input: false });
        }
        let position = signature.and_then(|s| s.inputs.iter().position(|formal| formal.name == name.as_str()));
        if let Some(Operand::Value(value)) = position.and_then(|at| model.inputs(node).get(at)) {
            let meaning = match side.analysis.facts.value(*value) {
                _ if !constant::is_constant(side, *value) => Meaning::Open,
                KnownValue::Elements(elements) => of_elements(elements),
                _ => constant::small(side, *value).map_or(Meaning::Open, |elements| of_elements(&elements)),
            };
            return Some(Setting { meaning, default: false, input: true });
        }
    }
    let default = |name: &String| signature?.attribute(name)?.default;
    let default = names.iter().find_map(default)?;
    Some(Setting { meaning: of_default(&default), default: true, input: false })
}

fn of_default(default: &DefaultValue) -> Meaning {
    match default {
        DefaultValue::Bool(value) => Meaning::Numbers(vec![f64::from(u8::from(*value))]),
        DefaultValue::Int(value) => Meaning::Numbers(vec![*value as f64]),
        DefaultValue::Ints(values) => Meaning::Numbers(values.iter().map(|&value| value as f64).collect()),
        DefaultValue::Float(value) => Meaning::Numbers(vec![f64::from(*value)]),
        DefaultValue::Floats(values) => Meaning::Numbers(values.iter().map(|&value| f64::from(value)).collect()),
        DefaultValue::Text(text) => Meaning::Text((*text).to_owned()),
        DefaultValue::Texts(texts) => Meaning::Text(texts.join(",")),
    }
}

fn of_attribute(model: &Model, value: &AttributeValue) -> Meaning {
    match value {
        AttributeValue::Int(value) => Meaning::Numbers(vec![*value as f64]),
        AttributeValue::Float(value) => Meaning::Numbers(vec![f64::from(*value)]),
        AttributeValue::Ints(values) => Meaning::Numbers(values.iter().map(|&value| value as f64).collect()),
        AttributeValue::Floats(values) => Meaning::Numbers(values.iter().map(|&value| f64::from(value)).collect()),
        AttributeValue::String(text) => Meaning::Text(String::from_utf8_lossy(text).into_owned()),
        AttributeValue::Text(text) => of_text(model.name(*text)),
        _ => Meaning::Open,
    }
}

/// IR's text: a truth value, numbers with commas, or words. Floats are written with the digits of 32 bits.
fn of_text(text: &str) -> Meaning {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" => return Meaning::Numbers(vec![1.0]),
        "false" => return Meaning::Numbers(vec![0.0]),
        "" => return Meaning::Numbers(Vec::new()),
        _ => {}
    }
    let number = |part: &str| -> Option<f64> {
        let part = part.trim();
        part.parse::<i64>().ok().map(|int| int as f64).or_else(|| part.parse::<f32>().ok().map(f64::from))
    };
    let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
    numbers.map_or_else(|| Meaning::Text(text.to_owned()), Meaning::Numbers)
}

fn of_elements(elements: &Elements) -> Meaning {
    let ints = elements.exact_ints().map(|ints| ints.iter().map(|&int| int as f64).collect());
    ints.or_else(|| elements.floats().map(<[f64]>::to_vec)).map_or(Meaning::Open, Meaning::Numbers)
}
