//! Lists of axes: repeated ones, those of another integer type, and those that are an attribute in this version.

use std::collections::HashSet;

use super::numbers::{Numbers, Site};
use super::{Context, text, values};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::fact::Provenance;
use crate::fix_edit::{Fix, FixEdit, FixValue};
use crate::graph::Operand;
use crate::rule::Level;

/// Keeps the first of axes that denote one dimension, where a tool that accepts them treats them as a set. Of an operator
/// that adds dimensions, they may as well denote others; values that other lists pair with an axis cannot be merged.
pub(super) fn keep_distinct(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, list) = (context.model, Numbers::of(context.model, finding)?);
    if model.dialect() == Dialect::OpenVino {
        return values::correct(context, finding);
    }
    let (node, axes) = (list.node, &list.items);
    let ranked = text(finding, "ranked");
    // Which dimension of an output a negative axis denotes, and with that which axes are equal, can depend on how many
    // axes remain.
    if ranked == Some("paired") || ranked == Some("output") && axes.iter().any(|&axis| axis < 0) {
        return None;
    }
    let data = model.inputs(node).first()?.value()?;
    let fact = context.analysis.facts.get(data);
    let rank = fact.shape().rank().and_then(|rank| i64::try_from(rank).ok());
    let mut seen = HashSet::new();
    let dim = |axis: i64| if axis < 0 { rank.map_or(axis, |rank| axis + rank) } else { axis };
    let kept: Vec<i64> = axes.iter().copied().filter(|&axis| seen.insert(dim(axis))).collect();
    let is_shorter = kept.len() < axes.len();
    let what = if kept.len() == 1 { "axis" } else { "axes" };
    let fix = is_shorter.then(|| Fix::safe(format!("keep {what} {}", listed(&kept)), vec![list.edit(&kept)]))?;
    // The rank decides whether axes from both ends are equal.
    let is_from_both_ends = axes.iter().any(|&axis| axis < 0) && axes.iter().any(|&axis| axis >= 0);
    let is_proven = !is_from_both_ends || fact.provenance == Provenance::Inferred;
    Some(fix.safe_if(ranked.is_none() && is_proven))
}

/// Writes constant axes as i64.
pub(super) fn as_i64(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let found = Numbers::of(context.model, finding)?;
    let Site::Input { input, element, shape } = found.site else { return None };
    let is_other = context.model.dialect() == Dialect::Onnx && element != ElementType::I64;
    let written = Numbers { site: Site::Input { input, element: ElementType::I64, shape }, ..found };
    is_other.then(|| Fix::safe("write the axes as i64", vec![written.edit(&written.items)]))
}

fn listed(axes: &[i64]) -> String {
    axes.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// Writes an input that a later version has as the attribute of this version.
pub(super) fn as_attribute(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, node) = (context.model, finding.place.node?);
    let resolved = context.resolve(node);
    let (known, signature) = (resolved.known?, resolved.signature?);
    let inputs = model.inputs(node);
    let from = signature.inputs().len();
    let later = known.versions.iter().filter(|later| later.since() > signature.since());
    let extra = later.filter_map(|later| later.inputs().get(from)).map(|formal| formal.name).next()?;
    let name = signature.attribute(extra)?.name;
    let is_free = inputs.len() == from + 1 && model.attribute(node, name).is_none();
    let list = Numbers::of_input(model, node, from).filter(|list| list.is_list())?;
    let elements = Some(list.items).filter(|_| is_free && finding.level == Level::Error)?;
    let is_read = matches!(inputs.get(from), Some(Operand::Value(_)));
    let edits = vec![
        FixEdit::SetAttribute { node, name: name.to_owned(), value: FixValue::Ints(elements) },
        FixEdit::RemoveInputs { node, from },
    ];
    is_read.then(|| Fix::safe(format!("write `{name}` as an attribute"), edits))
}
