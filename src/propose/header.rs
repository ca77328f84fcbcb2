//! Operator sets, the version of the format, and declarations of values that do not exist.

use std::collections::HashMap;

use super::{Context, integer, layers, text};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::fix_edit::{Fix, FixEdit};
use crate::graph::{GraphRole, Model, ValueRole};
use crate::ops;
use crate::ops::release;
use crate::rule::Level;
use crate::source::Span;

/// Where the imports of a model are, of which there may be very many.
pub(super) struct Imports<'a> {
    positions: HashMap<Span, usize>,
    /// The first two imports of each domain.
    twins: HashMap<&'a str, (usize, Option<usize>)>,
}

impl<'a> Imports<'a> {
    fn of(model: &'a Model) -> Imports<'a> {
        let imports = model.opsets();
        let positions = imports.iter().enumerate().map(|(index, import)| (import.span, index)).collect();
        let mut twins = HashMap::new();
        for (index, import) in imports.iter().enumerate() {
            let (first, second) = twins.entry(plain(model.name(import.domain))).or_insert((index, None));
            if *first < index && second.is_none() {
                *second = Some(index);
            }
        }
        Imports { positions, twins }
    }

    /// The first import of a domain except the one at this position.
    fn twin(&self, domain: &str, index: usize) -> Option<usize> {
        match *self.twins.get(domain)? {
            (first, second) if first == index => second,
            (first, _) => Some(first),
        }
    }
}

/// Removes an import that is not used, or that repeats another one.
pub(super) fn remove_import(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, span) = (context.model, finding.place.span?);
    let imports = context.imports.get_or_init(|| Imports::of(model));
    let index = *imports.positions.get(&span)?;
    let import = model.opsets()[index];
    let twin = imports.twin(plain(model.name(import.domain)), index).map(|twin| model.opsets()[twin]);
    let shown = shown(model.name(import.domain));
    match twin {
        // Of two versions, either may be meant.
        Some(other) if other.version != import.version => None,
        Some(_) => Some(Fix::safe(
            format!("remove the second import of {shown} {}", import.version),
            vec![FixEdit::RemoveOpset { index }],
        )),
        None if finding.data.iter().any(|(key, _)| *key == "operator") => None,
        None => Some(Fix::safe(format!("remove the import of {shown}"), vec![FixEdit::RemoveOpset { index }])),
    }
}

/// Imports the version with which the nodes were checked. Which one they were written for is a guess, unless every
/// version in which they are valid has the same operators.
pub(super) fn import(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    let in_function = finding.place.graph.is_some_and(|graph| is_function(model, graph));
    if finding.level < Level::Error || in_function {
        return None;
    }
    let domain = text(finding, "domain").unwrap_or("");
    let version = integer(finding, "fits")?;
    let edit = FixEdit::SetOpset { domain: domain.to_owned(), version };
    let fix = Fix::safe(format!("import {} {version}", shown(domain)), vec![edit]);
    Some(fix.safe_if(is_only_meaning(model, domain)))
}

/// Changes an import to the version that fits all nodes.
pub(super) fn change_import(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (domain, version) = (text(finding, "domain")?, integer(finding, "fits")?);
    if finding.place.graph.is_some_and(|graph| is_function(context.model, graph)) {
        return None;
    }
    let edit = FixEdit::SetOpset { domain: domain.to_owned(), version };
    Some(Fix::guess(format!("import {} {version}", shown(domain)), vec![edit]))
}

/// Whether every node of a domain has the same operator in all versions of it.
fn is_only_meaning(model: &Model, domain: &str) -> bool {
    let used = model.ops.iter().filter(|op| plain(model.name(op.domain)) == plain(domain));
    used.into_iter().all(|op| {
        let known = ops::lookup(Dialect::Onnx, domain, model.name(op.name));
        op.function.is_some() || known.is_some_and(|known| known.has_one_version())
    })
}

/// Raises the version of the format to the one with which all imported operator sets were released.
pub(super) fn raise_ir_version(context: &Context<'_>, _: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    let released = model.opsets().iter().filter_map(|i| release::ir_version_of(model.name(i.domain), i.version));
    set(released.max()?).map(|fix| fix.safe_if(model.ir_version().is_some_and(|version| version >= 4)))
}

/// Before version 4, every initializer is an input.
pub(super) fn raise_ir_version_to_4(context: &Context<'_>, _: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    let main = model.main_graph()?;
    // An initializer that is an input, too, is a constant; from version 4 on, callers can override it.
    let has_initializer = |&value: &_| !matches!(model.value(value).role, ValueRole::Input { default: None });
    let is_safe = !model.graph(main).inputs.iter().any(has_initializer);
    set(4).map(|fix| fix.safe_if(is_safe))
}

/// Sets a version that is missing or that does not exist: the one that the imported operator sets require.
pub(super) fn set_ir_version(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    if model.dialect() == Dialect::OpenVino {
        return layers::add_net_version(model, finding);
    }
    let is_missing = integer(finding, "ir_version").is_none();
    let released = model.opsets().iter().filter_map(|i| release::ir_version_of(model.name(i.domain), i.version));
    // All versions from 4 on read such a model in the same way.
    let fix = set(released.max().filter(|&version| version >= 4)?)?;
    // A newer version may have fields that are not read here.
    Some(fix.safe_if(is_missing))
}

fn set(version: i64) -> Option<Fix> {
    Some(Fix::safe(format!("set `ir_version` to {version}"), vec![FixEdit::SetIrVersion { version }]))
}

/// Removes the declared types of values that the graph does not have.
pub(super) fn remove_declarations(_: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let edit = FixEdit::RemoveUnknownDeclarations { graph: finding.place.graph? };
    Some(Fix::safe("remove the declarations of values that do not exist", vec![edit]))
}

fn is_function(model: &Model, graph: crate::ids::GraphId) -> bool {
    matches!(model.graph(model.root(graph)).role, GraphRole::Function(_))
}

fn plain(domain: &str) -> &str {
    if domain == "ai.onnx" { "" } else { domain }
}

fn shown(domain: &str) -> &str {
    if domain.is_empty() { "ai.onnx" } else { domain }
}
