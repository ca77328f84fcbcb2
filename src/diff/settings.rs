//! Settings: the meaning of an attribute or constant input for the operator, independent of the dialect.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use crate::dialect::Dialect;
use crate::elements::Elements;
use crate::fact::KnownValue;
use crate::graph::{Attribute, AttributeValue, Model, Operand};
use crate::ids::NodeId;
use crate::ops;
use crate::ops::MOST_INTS;
use crate::ops::counterpart::{Counterpart, Equivalence, is_told_by_types};
use crate::ops::signature::{DefaultValue, Signature};

use super::{Side, constant};

/// The meaning of a setting.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Meaning {
    Numbers(Vec<f64>),
    Text(String),
    /// Determined at run time, or not a number or text.
    Open,
}

impl Meaning {
    /// Lower-case text.
    pub(super) fn word(&self) -> String {
        match self {
            Meaning::Numbers(numbers) => {
                let mut text = String::new();
                for (at, number) in numbers.iter().enumerate() {
                    // Writing to a string cannot fail.
                    let _ = write!(text, "{}{number}", if at > 0 { "," } else { "" });
                }
                text
            }
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
    /// Whether it is the default of the specification.
    pub(super) default: bool,
    /// Whether it comes from an input.
    pub(super) input: bool,
}

/// A setting of a pair of nodes: its name in ONNX, its names in IR, and how two values compare.
pub(super) type Row<'a> = (&'a str, Cow<'a, [&'a str]>, Equivalence);

/// The settings of a pair of nodes: those with a name in either side's signature or node. Settings that the records do
/// not pair have the same name in both formats.
pub(super) fn rows<'a>(counterpart: &Counterpart, sides: [(Side<'a>, NodeId); 2]) -> Vec<Row<'a>> {
    let (mut rows, mut seen): (Vec<Row<'a>>, [HashSet<&'a str>; 2]) = Default::default();
    for (side, node) in sides {
        let dialect = side.model.dialect();
        for name in names(counterpart, side.model, node) {
            if is_told_by_types(name) || seen[usize::from(dialect == Dialect::OpenVino)].contains(name) {
                continue;
            }
            let row: Row<'a> = match counterpart.setting(dialect, name) {
                Some(pair) => (pair.onnx, Cow::Borrowed(pair.ir), pair.equivalence),
                None => (name, Cow::Owned(vec![name]), Equivalence::Plain),
            };
            seen[0].insert(row.0);
            seen[1].extend(row.1.iter().copied());
            rows.push(row);
        }
    }
    rows
}

/// The names of a node's settings, from its signature and as written; bodies are compared as graphs.
fn names<'a>(counterpart: &Counterpart, model: &'a Model, node: NodeId) -> Vec<&'a str> {
    let graph = |value: &AttributeValue| !value.graphs().is_empty() || matches!(value, AttributeValue::PortMap(_));
    let written = model.attributes(node).iter().filter(|attribute| !graph(&attribute.value));
    let mut names: Vec<&str> = written.map(|attribute| model.name(attribute.name)).collect();
    let pair = |name: &str| counterpart.setting(model.dialect(), name);
    let (known, formals) =
        signature(model, node).map(|signature| (signature.attributes, signature.inputs)).unwrap_or_default();
    names.extend(known.iter().filter(|spec| spec.default.is_some()).map(|spec| spec.name));
    // If axes are omitted, all axes apply; orders may be omitted too.
    let silent =
        |name: &&str| pair(name).is_some_and(|p| matches!(p.equivalence, Equivalence::Axes | Equivalence::Order));
    names.extend(known.iter().map(|spec| spec.name).filter(silent));
    let input = |name: &&str| pair(name).is_some_and(|pair| pair.may_be_input);
    names.extend(formals.iter().map(|formal| formal.name).filter(input));
    names
}

pub(super) fn signature(model: &Model, node: NodeId) -> Option<&'static Signature> {
    let op = model.op(node);
    ops::lookup(model.dialect(), model.name(op.domain), model.name(op.name))?.signature(op.version?)
}

/// The settings of one node. It may have very many attributes.
pub(super) struct Settings<'a> {
    pub(super) side: Side<'a>,
    pub(super) node: NodeId,
    signature: Option<&'static Signature>,
    /// The attributes by name; of several with one name, the first.
    attributes: HashMap<&'a str, &'a Attribute>,
}

impl<'a> Settings<'a> {
    pub(super) fn new(side: Side<'a>, node: NodeId) -> Settings<'a> {
        let model = side.model;
        let attributes = model.attributes(node).iter().rev().map(|attribute| (model.name(attribute.name), attribute));
        Settings { side, node, signature: signature(model, node), attributes: attributes.collect() }
    }

    /// The value of a setting under one of these names: an attribute, a constant input, or a default.
    pub(super) fn get(&self, names: &[&str]) -> Option<Setting> {
        let Settings { side, signature, .. } = *self;
        let model = side.model;
        for name in names {
            if let Some(attribute) = self.attributes.get(name) {
                let meaning = of_attribute(model, &attribute.value);
                let known = signature.and_then(|s| s.attribute(name)).and_then(|spec| spec.default);
                let default = known.is_some_and(|known| of_default(&known) == meaning);
                return Some(Setting { meaning, default, input: false });
            }
            let position = signature.and_then(|s| s.inputs.iter().position(|formal| formal.name == *name));
            if let Some(Operand::Value(value)) = position.and_then(|at| model.inputs(self.node).get(at)) {
                let meaning = match side.analysis.facts.value(*value) {
                    _ if !constant::is_constant(side, *value) => Meaning::Open,
                    KnownValue::Elements(elements) => of_elements(elements),
                    _ => {
                        constant::small_elements(side, *value).map_or(Meaning::Open, |elements| of_elements(&elements))
                    }
                };
                return Some(Setting { meaning, default: false, input: true });
            }
        }
        let default = |name: &&str| signature?.attribute(name)?.default;
        let default = names.iter().find_map(default)?;
        Some(Setting { meaning: of_default(&default), default: true, input: false })
    }
}

fn of_default(default: &DefaultValue<'_>) -> Meaning {
    match default {
        DefaultValue::Bool(value) => Meaning::Numbers(vec![f64::from(u8::from(*value))]),
        DefaultValue::Int(value) => Meaning::Numbers(vec![*value as f64]),
        DefaultValue::Ints(values) => Meaning::Numbers(values.iter().map(|&value| value as f64).collect()),
        DefaultValue::Float(value) => Meaning::Numbers(vec![f64::from(*value)]),
        DefaultValue::Floats(values) => Meaning::Numbers(values.iter().map(|&value| f64::from(value)).collect()),
        DefaultValue::Text(text) => Meaning::Text((*text).to_owned()),
        DefaultValue::Strings(texts) => Meaning::Text(texts.join(",")),
        DefaultValue::Texts(texts) => Meaning::Text(texts.join(",")),
    }
}

fn of_attribute(model: &Model, value: &AttributeValue) -> Meaning {
    match value {
        AttributeValue::Int(value) => Meaning::Numbers(vec![*value as f64]),
        AttributeValue::Float(value) => Meaning::Numbers(vec![f64::from(*value)]),
        AttributeValue::Ints(values) if values.len() <= MOST_INTS => {
            Meaning::Numbers(values.iter().map(|&value| value as f64).collect())
        }
        AttributeValue::Floats(values) if values.len() <= MOST_INTS => {
            Meaning::Numbers(values.iter().map(|&value| f64::from(value)).collect())
        }
        AttributeValue::String(text) => Meaning::Text(String::from_utf8_lossy(text).into_owned()),
        AttributeValue::Text(text) => of_text(model.name(*text)),
        _ => Meaning::Open,
    }
}

/// IR text: a boolean, comma-separated numbers, or words. Floats are written with 32-bit precision.
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
    if text.len() > MOST_INTS && text.bytes().filter(|&byte| byte == b',').count() >= MOST_INTS {
        return Meaning::Open;
    }
    let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
    numbers.map_or_else(|| Meaning::Text(text.to_owned()), Meaning::Numbers)
}

fn of_elements(elements: &Elements) -> Meaning {
    let ints = elements.exact_ints().map(|ints| ints.iter().map(|&int| int as f64).collect());
    ints.or_else(|| elements.floats().map(<[f64]>::to_vec)).map_or(Meaning::Open, Meaning::Numbers)
}
