//! Declarations that inference does without, because they are not to be used or contradict each other.

use std::borrow::Cow;
use std::collections::HashSet;

use super::strip::inner;
use crate::declarable::{Names, declarable, is_empty};
use crate::diagnostic::{Diagnostic, DiagnosticValue};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::facts::FactStore;
use crate::graph::{Model, ValueRole};
use crate::ids::ValueId;
use crate::infer::{Analysis, analyze_without_lints};
use crate::options::AnalysisOptions;
use crate::place::Part;
use crate::rules;

/// The inner values with a declaration that says nothing that is not inferred without it.
pub(crate) fn unneeded(model: &Model, options: &AnalysisOptions) -> HashSet<ValueId> {
    let (facts, names) = (alone(model, options), Names::of_format(model));
    let is_known = |value: &ValueId| !is_empty(&declarable(&names, facts.ty(*value)));
    model.graphs().flat_map(|graph| inner(model, graph)).filter(is_known).collect()
}

/// What is inferred from the inputs alone, without any declaration of an inner value.
pub(super) fn alone(model: &Model, options: &AnalysisOptions) -> FactStore {
    let all = model.graphs().flat_map(|graph| inner(model, graph)).collect();
    let options = AnalysisOptions { use_declared_types: false, ..options.clone() };
    analyze_without_lints(&without(model, &all), &options).facts
}

/// The model without the declarations of these values.
pub(crate) fn without<'a>(model: &'a Model, values: &HashSet<ValueId>) -> Cow<'a, Model> {
    if values.is_empty() {
        return Cow::Borrowed(model);
    }
    let mut bare = model.clone();
    for &value in values {
        bare.remove_declaration(value);
        if bare.dialect() == Dialect::OpenVino {
            bare.remove_port_declarations(value);
        }
    }
    Cow::Owned(bare)
}

/// The values whose declarations give a symbol two sizes; `None` if the finding says something else, or if it concerns the
/// declaration of an input, which stays.
pub(super) fn conflicting(model: &Model, finding: &Diagnostic) -> Option<Vec<ValueId>> {
    if *finding.rule != rules::symbol_conflict::RULE {
        return None;
    }
    let places = finding.related.iter().map(|related| related.place).chain([finding.place]);
    let values = places.map(|place| match place.part {
        Part::Value(value) => Some(value).filter(|&value| matches!(model.value(value).role, ValueRole::Output(_))),
        _ => None,
    });
    values.collect()
}

/// The values whose declarations give one of the symbols in conflict a size, by what is inferred from the inputs alone.
pub(super) fn stating(model: &Model, analysis: &Analysis, options: &AnalysisOptions) -> Vec<ValueId> {
    let conflicts = analysis.findings.iter().filter(|finding| conflicting(model, finding).is_some());
    let symbol = |(key, value): &'_ (&str, DiagnosticValue)| match value {
        DiagnosticValue::Text(name) if *key == "symbol" => Some(name.clone()),
        _ => None,
    };
    let symbols: HashSet<String> = conflicts.flat_map(|finding| finding.data.iter().filter_map(symbol)).collect();
    let names = |dim: &Dim| dim.name().is_some_and(|name| symbols.contains(name.name()));
    let is_sized = |(a, b): (&Dim, &Dim)| names(a) && b.size().is_some() || names(b) && a.size().is_some();
    let facts = alone(model, options);
    let states = |value: &ValueId| {
        let declared = model.declared(*value)?.as_tensor()?.shape.dims()?;
        let inferred = facts.ty(*value).as_tensor()?.shape.dims()?;
        Some(declared.iter().zip(inferred).any(is_sized))
    };
    computed(model).filter(|value| states(value).unwrap_or(false)).collect()
}

/// The values that nodes compute and that have a declaration.
pub(super) fn computed(model: &Model) -> impl Iterator<Item = ValueId> + '_ {
    let values = model.graphs().flat_map(|graph| model.values_of(graph)).map(|value| (value, model.value(value)));
    let declared = values.filter(|(_, record)| record.declaration.is_some());
    declared.filter(|(_, record)| matches!(record.role, ValueRole::Output(_))).map(|(value, _)| value)
}
