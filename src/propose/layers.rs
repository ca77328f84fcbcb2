//! Layers of IR: ids, versions, and what ports record.

use super::tags::{attribute_value, start_tag};
use super::{Context, declarations, tags, text};
use crate::diagnostic::Diagnostic;
use crate::dialect::{Dialect, Format};
use crate::fix_edit::Fix;
use crate::graph::Model;
use crate::ids::NodeId;
use crate::ir_syntax;
use crate::ops;
use crate::rule::Level;
use crate::rules;

/// Adds an attribute that a layer lacks: the version of its operator, or the id that edges refer to.
pub(super) fn add_attribute(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, node) = (context.model, finding.place.node?);
    // The span of a port lies in that of its layer.
    if finding.place.span.is_some_and(|span| span.start != model.node(node).span().start) {
        return None;
    }
    let tag = start_tag(model, node)?;
    let insert = |name: &str, value: &str| vec![tags::insert(model, tag, name, value)];
    match text(finding, "attribute")? {
        "version" => {
            let (version, is_only) = first_version(model, node)?;
            let fix = Fix::safe(format!("add `version=\"{version}\"`"), insert("version", &version));
            Some(fix.safe_if(is_only))
        }
        "id" => {
            let text = context.edges(model.node(node).graph)?;
            let edges = text.parsed(model)?;
            let id = edges.missing.as_deref()?;
            let fits = edges.fit(context, node, id)?;
            fits.then(|| Fix::safe(format!("add `id=\"{id}\"`"), insert("id", id)))
        }
        _ => None,
    }
}

/// The first operator set that has the operator of a layer, and whether it means the same in all of them.
fn first_version(model: &Model, node: NodeId) -> Option<(String, bool)> {
    let known = ops::lookup(Dialect::OpenVino, "", model.op_type(node))?;
    Some((format!("opset{}", known.opsets.first()?.0), known.has_one_version()))
}

/// IR: writes the first operator set that has the operator. ONNX has the version in the header of the model.
pub(super) fn set_version(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, node) = (context.model, finding.place.node?);
    let tag = start_tag(model, node).filter(|_| model.dialect() == Dialect::OpenVino)?;
    let (version, is_only) = first_version(model, node)?;
    let fix = Fix::safe(format!("set `version` to {version}"), vec![tags::set(model, tag, "version", &version)]);
    Some(fix.safe_if(is_only && finding.level == Level::Error))
}

/// Sets an attribute to the value that the rest of the file states.
pub(super) fn set_expected(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, node) = (context.model, finding.place.node?);
    let (name, expected) = (text(finding, "attribute")?, text(finding, "expected")?);
    let own = finding.place.span.filter(|span| span.of(model.source().bytes()).starts_with(b"<"));
    let tag = own.or_else(|| tags::data_tag(model, node)).filter(|_| model.format() == Format::OpenVinoIr)?;
    attribute_value(model, tag, name)?;
    let fix = Fix::safe(format!("set `{name}` to {expected}"), vec![tags::set(model, tag, name, expected)]);
    // OpenVINO reads a constant that is too large.
    Some(fix.safe_if(finding.level == Level::Error && *finding.rule != rules::oversized_constant::RULE))
}

/// Gives one of two layers with the same id the only id that edges refer to and that no layer has, if only one of them
/// has the ports for it.
pub(super) fn renumber(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, second) = (context.model, finding.place.node?);
    let first = finding.related.first()?.place.node?;
    let id = text(finding, "id")?;
    let text = context.edges(model.node(second).graph)?;
    let edges = text.parsed(model)?;
    let missing = edges.missing.as_deref()?;
    let fits = |other: NodeId, own: NodeId| Some(edges.fit(context, other, missing)? && edges.fit(context, own, id)?);
    let node = match (fits(second, first)?, fits(first, second)?) {
        (true, false) => second,
        (false, true) => first,
        _ => return None,
    };
    let tag = start_tag(model, node)?;
    attribute_value(model, tag, "id")?;
    let edit = tags::set(model, tag, "id", missing);
    Some(Fix::safe(format!("set the id of {} to {missing}", model.describe(node)), vec![edit]))
}

/// Writes the version that an IR file has today, if it has none.
pub(super) fn add_net_version(model: &Model, finding: &Diagnostic) -> Option<Fix> {
    let (tag, _) = tags::tag_at(model, finding.place.span, "net")?;
    let lacks = attribute_value(model, tag, "version").is_none();
    lacks.then(|| Fix::guess("add `version=\"11\"`", vec![tags::set(model, tag, "version", "11")]))
}

/// Writes an attribute of a Const that its output port records, too.
pub(super) fn constant_as_recorded(model: &Model, node: NodeId, name: &str) -> Option<Fix> {
    let recorded = model.declared(model.outputs(node).next()?)?.as_tensor()?;
    let value = match name {
        "element_type" => ir_syntax::spelled(recorded.element?).to_owned(),
        "shape" => {
            let sizes = recorded.shape.dims()?.iter().map(|dim| dim.size().map(|size| size.to_string()));
            sizes.collect::<Option<Vec<String>>>()?.join(",")
        }
        _ => return None,
    };
    let tag = tags::data_tag(model, node).filter(|_| model.format() == Format::OpenVinoIr)?;
    attribute_value(model, tag, "offset")?;
    let edit = tags::set(model, tag, name, &value);
    Some(Fix::safe(format!("set `{name}` to {value}, as its output port records"), vec![edit]))
}

/// Records the inferred type at an output port whose precision or dimensions cannot be read.
pub(super) fn record_output(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, node) = (context.model, finding.place.node?);
    let span = finding.place.span?;
    let holds = |value: &_| {
        let declaration = model.value(*value).declaration.map(|declaration| model.declaration(declaration).span);
        declaration.is_some_and(|port| port.start <= span.start && span.end <= port.end)
    };
    declarations::declared_as_inferred(context, model.outputs(node).find(holds)?)
}
