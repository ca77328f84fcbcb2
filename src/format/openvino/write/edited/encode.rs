//! The text of new layers, and of the parts of layers that were edited.

use std::collections::HashSet;

use super::super::constant::{self, Constant};
use super::plan::label;
use super::text::{Lines, Text};
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::format::openvino::read::opset_of;
use crate::graph::{AttributeValue, Model, Operand};
use crate::ids::{DeclarationId, NodeId, TensorId};
use crate::ops;
use crate::ops::role::OperatorRole;
use crate::rewrite::{NewConstant, WriteError};
use crate::source::Span;

/// What a `<port>` says.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Port {
    pub(super) id: String,
    pub(super) names: String,
    pub(super) element: Option<ElementType>,
    /// -1: unknown. Empty: a scalar, or an unknown rank.
    pub(super) dims: Vec<i64>,
}

impl Port {
    fn new(model: &Model, id: &str, names: &str, declaration: Option<DeclarationId>) -> Port {
        let (element, dims) = recorded(declaration.map(|id| &*model.declaration(id).ty));
        Port { id: id.to_owned(), names: names.to_owned(), element, dims }
    }

    /// The text, with the elements that a port of the file has in addition to its dimensions.
    pub(super) fn text(&self, lines: &Lines, is_output: bool, others: &[&str]) -> Result<Text, WriteError> {
        let mut out = Text::default();
        out.push("<port");
        out.attribute("id", &self.id)?;
        match self.element.and_then(constant::precision) {
            Some(precision) => out.attribute("precision", precision)?,
            // OpenVINO requires the attribute, and infers the type itself.
            None if is_output => out.attribute("precision", "dynamic")?,
            None => {}
        }
        if !self.names.is_empty() {
            out.attribute("names", &self.names)?;
        }
        if self.dims.is_empty() && others.is_empty() {
            out.push(" />");
            return Ok(out);
        }
        out.push(">");
        for dim in self.dims.iter().map(|dim| format!("<dim>{dim}</dim>")) {
            out.push(lines.child());
            out.push(&dim);
        }
        for other in others {
            out.push(lines.child());
            out.push(other);
        }
        out.push(lines.end());
        out.push("</port>");
        Ok(out)
    }
}

/// What a port records of a type.
fn recorded(ty: Option<&ValueType>) -> (Option<ElementType>, Vec<i64>) {
    let Some(tensor) = ty.and_then(ValueType::as_tensor) else { return (None, Vec::new()) };
    let size = |dim: &crate::dim::Dim| dim.size().and_then(|size| i64::try_from(size).ok()).unwrap_or(-1);
    (tensor.element, tensor.shape.dims().unwrap_or(&[]).iter().map(size).collect())
}

/// Encodes parts of a model.
pub(super) struct Encoder<'a> {
    pub(super) model: &'a Model,
    /// The new constants.
    pub(super) constants: Vec<Constant>,
}

impl<'a> Encoder<'a> {
    /// A new layer. `lines`: those of the layers of its graph.
    pub(super) fn layer(&mut self, node: NodeId, lines: &Lines) -> Result<Text, WriteError> {
        let (model, inner) = (self.model, lines.inner());
        if model.bodies(node).next().is_some() {
            let message = format!("{} is new and has a body; bodies cannot be written elsewhere", label(model, node));
            return Err(WriteError::Unsupported(message));
        }
        let mut out = Text::default();
        let (kind, version) = written_operator(model, node);
        out.push(lines.child());
        out.push("<layer");
        let record = model.node(node);
        for (name, value) in [("id", model.name(record.layer)), ("name", model.name(record.name))] {
            out.attribute(name, value)?;
        }
        out.attribute("type", kind)?;
        out.attribute("version", &version)?;
        let mut content = Text::default();
        let data = self.data(node)?;
        if !data.is_empty() {
            content.push(inner.child());
            content.append(data);
        }
        content.append(section("input", &inputs(model, node)?, &inner)?);
        content.append(section("output", &outputs(model, node), &inner)?);
        if content.is_empty() {
            out.push(" />");
        } else {
            out.push(">");
            out.append(content);
            out.push(inner.end());
            out.push("</layer>");
        }
        Ok(out)
    }

    /// The `<data>` of a layer; empty if it needs none.
    pub(super) fn data(&mut self, node: NodeId) -> Result<Text, WriteError> {
        let model = self.model;
        let texts = text_attributes(model, node).collect::<Result<Vec<_>, _>>()?;
        let constant = new_tensor(model, node);
        let mut out = Text::default();
        if texts.is_empty() && constant.is_none() {
            return Ok(out);
        }
        if is_constant(model, node) && !matches!(value(model, node), Some(AttributeValue::Tensor(_))) {
            return Err(WriteError::Inconsistent(format!("{} has no value", label(model, node))));
        }
        out.push("<data");
        if let Some(tensor) = constant {
            let constant = Constant::new(model, &NewConstant::CopiedFromFile(tensor))?;
            let sizes: Vec<String> = constant.sizes.iter().map(usize::to_string).collect();
            out.attribute("element_type", constant.element_type)?;
            out.attribute("shape", &sizes.join(", "))?;
            out.push(" offset=\"");
            out.push_offset(self.constants.len());
            out.push(&format!("\" size=\"{}\"", constant.bytes.len()));
            self.constants.push(constant);
        }
        let is_derived = |name: &str| constant.is_some() && CONSTANT_ATTRIBUTES.contains(&name);
        for (name, value) in texts.into_iter().filter(|(name, _)| !is_derived(name)) {
            if !crate::format::openvino::xml::is_name(name) {
                return Err(WriteError::Unsupported(format!("`{name}` is not a name of an XML attribute")));
            }
            out.attribute(name, value)?;
        }
        out.push(" />");
        Ok(out)
    }
}

/// The attributes that say what a constant is and where.
const CONSTANT_ATTRIBUTES: [&str; 4] = ["element_type", "shape", "offset", "size"];

/// A list of ports; empty if there are none.
pub(super) fn section(name: &str, ports: &[Port], lines: &Lines) -> Result<Text, WriteError> {
    let mut out = Text::default();
    if ports.is_empty() {
        return Ok(out);
    }
    let inner = lines.inner();
    out.push(lines.child());
    out.push(&format!("<{name}>"));
    for port in ports {
        out.push(inner.child());
        out.append(port.text(&inner.inner(), name == "output", &[])?);
    }
    out.push(inner.end());
    out.push(&format!("</{name}>"));
    Ok(out)
}

/// The attributes of a layer that `<data>` states, each name once. A layer may have very many.
pub(super) fn text_attributes(
    model: &Model,
    node: NodeId,
) -> impl Iterator<Item = Result<(&str, &str), WriteError>> + '_ {
    let mut seen = HashSet::new();
    model.attributes(node).iter().filter_map(move |attribute| match attribute.value {
        AttributeValue::Text(text) => {
            seen.insert(attribute.name).then(|| Ok((model.name(attribute.name), model.name(text))))
        }
        AttributeValue::Graph(_) | AttributeValue::PortMap(_) => None,
        AttributeValue::Tensor(_) if is_constant(model, node) && model.name(attribute.name) == "value" => None,
        _ => {
            let (name, node) = (model.name(attribute.name), label(model, node));
            Some(Err(WriteError::Unsupported(format!("attribute `{name}` of {node} has no form in IR"))))
        }
    })
}

fn value(model: &Model, node: NodeId) -> Option<&AttributeValue> {
    model.attribute(node, "value").map(|attribute| &attribute.value)
}

fn is_constant(model: &Model, node: NodeId) -> bool {
    ops::role(Dialect::OpenVino, model.op_type(node)) == OperatorRole::Constant
}

/// The value of a constant, unless it is where the file has it.
pub(super) fn new_tensor(model: &Model, node: NodeId) -> Option<TensorId> {
    let attribute = model.attribute(node, "value").filter(|_| is_constant(model, node))?;
    match attribute.value {
        AttributeValue::Tensor(id) => {
            let is_read = attribute.span != Span::default() && model.tensor(id).span == attribute.span;
            (!is_read).then_some(id)
        }
        _ => None,
    }
}

/// The input ports of a layer. Nothing tells OpenVINO of an omitted input but the number of ports.
pub(super) fn inputs(model: &Model, node: NodeId) -> Result<Vec<Port>, WriteError> {
    let operands = model.inputs(node);
    let count = operands.iter().rposition(|&operand| operand != Operand::Absent).map_or(0, |last| last + 1);
    if let Some(index) = operands.iter().take(count).position(|&operand| operand == Operand::Absent) {
        let message = format!("input {index} of {} is omitted, which IR has no form for", label(model, node));
        return Err(WriteError::Unsupported(message));
    }
    let ports = (0..count).filter_map(|index| model.input_port(node, index));
    Ok(ports.map(|port| Port::new(model, model.name(port.id), "", port.declaration)).collect())
}

/// The output ports of a layer.
pub(super) fn outputs(model: &Model, node: NodeId) -> Vec<Port> {
    let constant = new_tensor(model, node).map(|id| model.tensor(id));
    let ports = model.outputs(node).map(|value| {
        let (output, declaration) = (model.output_port(value), model.value(value).declaration);
        let port = Port::new(model, model.name(output.id), model.name(output.tensor_names), declaration);
        let Some(tensor) = constant.filter(|_| declaration.is_none()) else { return port };
        let (element, dims) = recorded(Some(&ValueType::tensor(tensor.element, tensor.shape())));
        Port { element, dims, ..port }
    });
    ports.collect()
}

/// The `type` and `version` of a layer.
fn written_operator(model: &Model, node: NodeId) -> (&str, String) {
    let op = model.op(node);
    let (name, domain) = (model.name(op.name), model.name(op.domain));
    let usual = ops::ir_spelling(name).written.filter(|_| op.written == op.name);
    let version = match op.version {
        Some(version) if domain.is_empty() => format!("opset{version}"),
        _ => domain.to_owned(),
    };
    (usual.unwrap_or(model.name(op.written)), version)
}

/// The `type` and `version` of a layer of the file, if it no longer has those that are written there.
pub(super) fn new_operator<'m>(
    model: &'m Model,
    node: NodeId,
    written: &str,
    version: Option<&str>,
) -> Option<(&'m str, String)> {
    let op = model.op(node);
    let same_version = version.is_none_or(|version| match opset_of(model.name(op.name), version) {
        None => op.version.is_none() && model.name(op.domain) == version,
        number => op.version == number && op.domain.is_empty(),
    });
    (model.name(op.written) != written || !same_version).then(|| written_operator(model, node))
}
