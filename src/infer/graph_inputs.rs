//! Facts that are known before the first node: graph inputs, initializers, and the caller's additions.

use std::borrow::Cow;

use hashbrown::{HashMap, HashSet};

use crate::graph::is_body;

use super::declared;
use super::given::Given;
use super::state::{Learned, Premise};
use crate::diagnostic::{Diagnostic, Diagnostics, Visit};
use crate::dim::Dim;
use crate::fact::{Fact, KnownValue, Provenance, TensorType, UnknownReason, ValueType};
use crate::graph::find_value::{inputs, listed_inputs, option_names, symbols};
use crate::graph::{GraphRole, Model, ValueRole};
use crate::ids::{GraphId, TensorId, ValueId};
use crate::options::AnalysisOptions;
use crate::place::Place;
use crate::rules;
use crate::shape::Shape;

/// The options in the data of diagnostics about them, as configurations name them.
const BIND: &str = "bind";
const INPUTS: &str = "input-shape";

/// Checks the caller's options against the file: each must name an existing value or symbol.
pub(super) fn check_options(premise: Premise<'_>, diagnostics: &mut Diagnostics) {
    let Premise { model, options, .. } = premise;
    let known: HashSet<Cow<'_, str>> = match options.inputs.is_empty() {
        true => HashSet::new(),
        false => inputs(model).iter().flat_map(|&value| option_names(model, value)).collect(),
    };
    for (at, given) in options.inputs.iter().enumerate() {
        if !known.contains(given.name.as_str()) {
            let message =
                format!("{} names `{}`, but the model has no such input", options.input_source(at), given.name);
            let finding = Diagnostic::new(&rules::unused_option::RULE, Place::FILE, message);
            let finding = finding.data("option", INPUTS).data("name", given.name.as_str());
            diagnostics.report(finding.help(inputs_help(model)));
        }
    }
    let known: HashSet<&str> = match options.bind.is_empty() {
        true => HashSet::new(),
        false => symbols(model).collect(),
    };
    for (at, (symbol, size)) in options.bind.iter().enumerate() {
        if !known.contains(symbol.as_str()) {
            let message = format!("{} names `{symbol}`, but the model has no such symbol", options.bind_source(at));
            let finding = Diagnostic::new(&rules::unused_option::RULE, Place::FILE, message);
            let finding = finding.data("option", BIND).data("name", symbol.as_str());
            diagnostics.report(match size.size() {
                Some(size) => finding.data("size", size),
                None => finding.data("size", size.to_string()),
            });
        }
    }
}

fn inputs_help(model: &Model) -> String {
    let names = listed_inputs(model);
    if names.is_empty() {
        "remove the setting: the model has no inputs".to_owned()
    } else {
        format!("name one of the inputs {}", names.join(", "))
    }
}

/// Sets the facts of a graph's inputs and initializers. `inputs` are the facts that a caller passes to a body; without
/// them, the graph starts from its declarations. Returns facts for inputs that nodes of the graph produce (IR
/// Parameters).
pub(super) fn graph(
    premise: Premise<'_>,
    learned: &mut Learned,
    visit: Visit,
    graph: GraphId,
    inputs: Option<Vec<Fact>>,
) -> HashMap<ValueId, Fact> {
    let model = premise.model;
    let mut given = HashMap::new();
    for value in model.values_of(graph) {
        match model.value(value).role {
            // In a file, initializers and inputs come first.
            ValueRole::Output(_) if model.edits.is_none() => break,
            ValueRole::Output(_) => {}
            ValueRole::Input { .. } | ValueRole::Initializer(_) => source(premise, learned, visit, graph, value),
        }
    }
    let handed = inputs.unwrap_or_default();
    for (position, &value) in model.graph(graph).inputs.iter().enumerate() {
        let is_output = matches!(model.value(value).role, ValueRole::Output(_));
        let from_caller = handed.get(position).filter(|f| **f != Fact::UNKNOWN);
        match from_caller {
            Some(fact) if is_output => {
                given.insert(value, fact.clone());
            }
            Some(fact) => {
                let fact = declared::handed(premise, learned, visit, value, fact.clone());
                learned.facts.set(value, fact);
            }
            None if is_output => {
                if let Some(fact) = learned.supposed.get(&value) {
                    given.insert(value, fact.clone());
                } else if let Some(fact) = asked(premise, learned, visit, (graph, value), None) {
                    given.insert(value, fact);
                }
            }
            // The caller passes an unknown value, which is not the initializer of the same name.
            None if position < handed.len() && model.value(value).role != (ValueRole::Input { default: None }) => {
                let fact = input(premise, learned, visit, graph, value);
                learned.facts.set(value, fact);
            }
            None => {}
        }
    }
    given
}

/// Sets the fact of an input or an initializer of the main graph.
pub(super) fn value(premise: Premise<'_>, learned: &mut Learned, graph: GraphId, value: ValueId) {
    source(premise, learned, Visit::FIRST, graph, value);
}

/// Sets the fact of an input or an initializer without its caller.
fn source(premise: Premise<'_>, learned: &mut Learned, visit: Visit, graph: GraphId, value: ValueId) {
    let model = premise.model;
    match model.value(value).role {
        ValueRole::Initializer(tensor) => {
            let fact = initializer(model, tensor);
            declared::compare_constant(model, &mut learned.diagnostics, visit, value, &fact.ty);
            learned.facts.set(value, fact);
        }
        ValueRole::Input { default } => {
            let supposed = learned.supposed.get(&value).cloned();
            let mut fact = supposed.unwrap_or_else(|| input(premise, learned, visit, graph, value));
            if let Some(tensor) = default {
                fact = overridable(premise, &mut learned.diagnostics, visit, (value, tensor), fact);
            }
            learned.see(&fact.ty);
            learned.set(value, fact);
        }
        ValueRole::Output(_) => {}
    }
}

/// A constant of the file: its type, and its elements on demand.
pub(crate) fn initializer(model: &Model, id: TensorId) -> Fact {
    let (element, shape) = model.tensor(id).reliable_type();
    let why = (element.is_none() || !shape.is_static())
        .then(|| UnknownReason::value("the constant's type or shape is invalid"));
    Fact { value: KnownValue::Constant(id), unknown_reason: why, ..Fact::tensor(element, shape) }
}

/// A graph input: the declaration in the file, narrowed by the caller's options.
fn input(premise: Premise<'_>, learned: &mut Learned, visit: Visit, graph: GraphId, value: ValueId) -> Fact {
    let declared = premise.model.declared(value).cloned();
    asked(premise, learned, visit, (graph, value), declared.as_ref()).unwrap_or_else(|| {
        let ty = declared.unwrap_or(ValueType::Unknown);
        let ty = learned.given.bound(premise.options, ty);
        let vague = ty.as_tensor().is_none_or(|t| t.element.is_none() || !t.shape.is_static());
        let why = vague.then(|| {
            let name = premise.model.value_name(value);
            UnknownReason::value(format!("the declaration of graph input `{name}` leaves it open"))
        });
        // A body's declaration of an input declares an inner value; declarations of main graph inputs are premises.
        let inner = is_body(premise.model, graph) && ty != ValueType::Unknown;
        let origin = if inner { Provenance::Declared } else { Provenance::Inferred };
        Fact { unknown_reason: why, provenance: origin, ..Fact::from(ty) }
    })
}

/// The type that `--input-shape` sets for an input of the main graph, checked against the declaration.
fn asked(
    premise: Premise<'_>,
    learned: &mut Learned,
    visit: Visit,
    (graph, value): (GraphId, ValueId),
    declared: Option<&ValueType>,
) -> Option<Fact> {
    let model = premise.model;
    if model.graph(graph).role != GraphRole::Main {
        return None;
    }
    let options = premise.options;
    let at = learned.given.input(options, model, value)?;
    let given = &options.inputs[at];
    let recorded = declared.or_else(|| model.declared(value)).cloned().unwrap_or(ValueType::Unknown);
    let recorded = recorded.as_tensor().cloned().unwrap_or(TensorType::UNKNOWN);
    let asked = TensorType { element: given.element.or(recorded.element), shape: given.shape.clone() };
    let agrees = |with: &TensorType| {
        with.element.is_none_or(|e| asked.element == Some(e)) && with.shape.meet(&asked.shape).is_some()
    };
    let known = learned.given.bound(premise.options, ValueType::Tensor(recorded.clone()));
    if !known.as_tensor().is_none_or(agrees) {
        let name = model.value_name(value);
        let source = options.input_source(at);
        let other = match agrees(&recorded) {
            true => format!("{} sets it to", bind_source(options, &learned.given, &recorded.shape)),
            false => "the file declares".to_owned(),
        };
        let known = with_bounds_shown(known);
        let message = format!("{source} sets `{name}` to {asked}, but {other} {known}");
        let finding = Diagnostic::new(&rules::declared_shape_mismatch::RULE, Place::value(graph, value), message);
        let finding = finding.help("specify a shape that the declaration allows, or change the declaration");
        let finding = finding.data("option", INPUTS).data("name", name);
        let finding = finding.data("asked", asked.to_string()).data("declared", known.to_string());
        learned.diagnostics.report_in(visit, finding);
        // The declaration takes precedence, so that consequences of the option are not reported as errors in the file.
        return None;
    }
    learned.symbols.compare(&recorded.shape, &asked.shape, Place::value(graph, value));
    learned.symbols.see(&asked.shape);
    let ty = learned.given.bound(premise.options, ValueType::Tensor(asked));
    Some(Fact::from(ty))
}

/// The type with the intervals of bounded symbols instead of their names, for a message about these intervals.
fn with_bounds_shown(ty: ValueType) -> ValueType {
    let ValueType::Tensor(TensorType { element, shape: Shape::Ranked(dims) }) = &ty else { return ty };
    let shown = |dim: &Dim| match (dim.low(), dim.upper()) {
        (0, None) => dim.clone(),
        _ => Dim::interval(dim.low(), dim.high()),
    };
    ValueType::tensor(*element, Shape::from_dims(dims.iter().map(shown)))
}

/// The source of the binding of the first bound symbol in a shape, in words.
fn bind_source(options: &AnalysisOptions, given: &Given, shape: &Shape) -> String {
    let names = shape.dims().unwrap_or_default().iter().filter_map(Dim::name);
    let mut at = names.filter_map(|name| given.binding(options, name.name()));
    options.bind_source(at.next().unwrap_or_default())
}

/// An input with an initializer of the same name: a caller may override it, so only its type is known.
fn overridable(
    premise: Premise<'_>,
    diagnostics: &mut Diagnostics,
    visit: Visit,
    (value, tensor): (ValueId, TensorId),
    declared: Fact,
) -> Fact {
    let default = initializer(premise.model, tensor);
    declared::compare_constant(premise.model, diagnostics, visit, value, &default.ty);
    if premise.options.fold_overridable_inputs {
        return default;
    }
    if declared.ty == ValueType::Unknown { Fact { value: KnownValue::Unknown, ..default } } else { declared }
}
