//! Compares declarations in the file with inferred facts: `reduce` C10, C11, C15.
//!
//! A contradiction is a finding, and the inferred fact is kept. A declaration of an inner value fills what inference
//! leaves unknown, dimension by dimension; facts that depend on it are marked as declared.

pub(crate) mod constant;
mod port;

use std::collections::BTreeSet;
use std::fmt::Display;

use super::state::{Learned, Premise};
use crate::constraint::{Constraint, ConstraintKind, Constraints};
use crate::declarable::{Names, declarable};
use crate::diagnostic::{Diagnostic, Diagnostics, Visit};
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::explain;
use crate::explain::FactProperty;
use crate::fact::{Fact, Provenance, ValueType};
use crate::facts::without_names;
use crate::graph::{GraphRole, Model, Operand};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::ops::{Doubt, InferContext, runs_bodies_once};
use crate::place::{Part, Place};
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::short_text::{LONGEST_TEXT, start_up_to};

/// Maximum number of steps in such a chain.
const CHAIN: usize = 7;

/// How two types contradict each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clash {
    Type,
    Shape,
}

/// Whether two types contradict each other for every assignment of their symbolic dimensions.
fn clash(a: &ValueType, b: &ValueType) -> Option<Clash> {
    if a.intersects(b) {
        return None;
    }
    match (a.as_tensor(), b.as_tensor()) {
        (Some(a), Some(b)) if a.element.is_none() || b.element.is_none() || a.element == b.element => {
            Some(Clash::Shape)
        }
        _ => Some(Clash::Type),
    }
}

/// How a declaration in this graph contradicts what is inferred. Where an old writer recorded another precision, only the
/// shape can be wrong.
fn clash_in(model: &Model, graph: GraphId, inferred: &ValueType, declared: &ValueType) -> Option<Clash> {
    match clash(inferred, declared) {
        Some(Clash::Type) if !records_single_precision(model, declared, inferred) => Some(Clash::Type),
        _ if shapes_clash(model, graph, inferred, declared) => Some(Clash::Shape),
        other => other,
    }
}

/// Whether two tensors have different shapes. A symbol has one size per run of a graph, so `N` never equals `N+1` there; a
/// declaration in a body applies to each iteration separately.
fn shapes_clash(model: &Model, graph: GraphId, a: &ValueType, b: &ValueType) -> bool {
    let (Some(a), Some(b)) = (a.as_tensor(), b.as_tensor()) else { return false };
    let is_apart = || {
        let (Some(a), Some(b)) = (a.shape.dims(), b.shape.dims()) else { return false };
        model.graph(graph).role == GraphRole::Main && a.iter().zip(b).any(|(a, b)| a.provably_ne(b))
    };
    !a.shape.intersects(&b.shape) || is_apart()
}

/// How a declaration relates to what is inferred.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Agreement {
    /// Both can be true.
    Agrees,
    /// It is another type, in a way that writers of valid models are known for.
    Excused,
    /// Both cannot be true.
    Contradicts,
}

/// How a declaration of a value, or of a port that reads it, relates to what is inferred.
pub(crate) fn agreement(model: &Model, value: ValueId, inferred: &ValueType, declared: &ValueType) -> Agreement {
    let Some(kind) = clash_in(model, model.value(value).graph, inferred, declared) else { return Agreement::Agrees };
    let producer = model.producer(value);
    let is_decompressed = producer.is_some_and(|node| constant::is_decompressed(model, node, inferred, declared));
    match is_decompressed || kind == Clash::Type && records_single_precision(model, declared, inferred) {
        true => Agreement::Excused,
        false => Agreement::Contradicts,
    }
}

/// The location of a value's declaration.
pub(super) fn place(model: &Model, value: ValueId) -> Place {
    let record = model.value(value);
    let place = Place::value(record.graph, value);
    record.declaration.map_or(place, |d| place.at(model.declaration(d).span))
}

/// What is done about an output that contradicts its declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ContradictionReport {
    /// It is reported.
    New,
    /// Another finding already reports it, and the inferred fact is certain.
    Explained,
    /// The node has an error that makes its outputs uncertain, so they are what the file declares.
    AtFault,
    /// An input contradicts its declaration, too, and that was reported.
    Consequence,
}

/// Compares an output with its declaration, and fills the fact from it. `doubt`: what faults before it make uncertain.
pub(super) fn output(
    premise: Premise<'_>,
    learned: &mut Learned,
    visit: Visit,
    (node, value): (NodeId, ValueId),
    fact: Fact,
    (report, doubt): (ContradictionReport, Doubt),
) -> Fact {
    let model = premise.model;
    learned.see(&fact.ty);
    let Some(declared) = model.declared(value) else {
        learned.set_doubt(value, doubt);
        return fact;
    };
    let declared = learned.given.bound(premise.options, declared.clone());
    let place = Place { node: Some(node), ..place(model, value) };
    if let Some(kind) = clash_in(model, model.value(value).graph, &fact.ty, &declared) {
        learned.contradictions += 1;
        if constant::is_decompressed(model, node, &fact.ty, &declared) {
            return fact;
        }
        if report == ContradictionReport::AtFault || constant::is_of(model, node, &declared) {
            learned.set_doubt(value, Doubt::Nothing);
            return Fact { provenance: Provenance::Declared, ..declared.into() };
        }
        let own = match kind {
            Clash::Type if records_single_precision(model, &declared, &fact.ty) => Doubt::RecordedPrecision,
            Clash::Type => Doubt::Everything,
            Clash::Shape => Doubt::Shape,
        };
        learned.set_doubt(value, doubt.max(own));
        // Another type or shape does not follow from the precision that an old writer recorded.
        let is_news = report == ContradictionReport::Consequence && own > doubt && doubt == Doubt::RecordedPrecision;
        if report == ContradictionReport::New || is_news {
            let property = match (kind, fact.ty.as_tensor(), declared.as_tensor()) {
                (Clash::Shape, Some(inferred), Some(declared)) => FactProperty::of_shapes(inferred, declared),
                _ => FactProperty::of_clash(&fact.ty, &declared),
            };
            let place = port::narrowed(model, place, property);
            let finding = contradiction(model, value, kind, &fact.ty, &declared, place);
            let finding = with_chain(premise, learned, finding, (value, &fact), property);
            learned.diagnostics.report_in(visit, finding);
        }
        return fact;
    }
    // A complete declaration that agrees settles what is in doubt.
    let is_settled = declared.as_tensor().is_some_and(|t| t.element.is_some() && t.shape.is_static());
    learned.set_doubt(value, if is_settled { Doubt::Nothing } else { doubt });
    // The symbols of a body may have a different size in each iteration, and those of a function in each call.
    if let (Some(a), Some(b), true) = (fact.ty.as_tensor(), declared.as_tensor(), runs_once(model, value)) {
        learned.symbols.compare(&a.shape, &b.shape, place);
        if visit.reachable {
            same_names(&mut learned.constraints, node, &a.shape, &b.shape);
        }
    }
    fill(premise, learned, value, fact, &declared)
}

/// Whether a value is neither in a body nor in a function, which may run several times.
fn runs_once(model: &Model, value: ValueId) -> bool {
    !matches!(model.graph(model.value(value).graph).role, GraphRole::Body { .. } | GraphRole::Function(_))
}

/// Records the constraint under which a declaration that uses other inferred symbols is true, for example `N` declared
/// for an inferred `2*N`. A declaration with new symbols only introduces names.
fn same_names(constraints: &mut Constraints, node: NodeId, inferred: &Shape, declared: &Shape) {
    let (Some(inferred), Some(declared)) = (inferred.dims(), declared.dims()) else { return };
    for (dim, own) in inferred.iter().zip(declared) {
        let (Some(expr), Some(written)) = (dim.expr(), own.expr()) else { continue };
        let (mut names, mut known) = (BTreeSet::new(), true);
        expr.each_symbol(&mut |symbol| {
            names.insert(symbol.clone());
        });
        written.each_symbol(&mut |symbol| known &= names.contains(symbol));
        if let Some(constraint) = Constraint::new_if_open(ConstraintKind::Equal, dim, own, node).filter(|_| known) {
            constraints.add(constraint);
        }
    }
}

/// Whether a graph may run several times in one run of the model, as functions and the bodies of loops do.
fn may_run_again(model: &Model, mut graph: GraphId) -> bool {
    loop {
        match model.graph(graph).role {
            GraphRole::Function(_) => return true,
            GraphRole::Body { owner, .. } if runs_bodies_once(model, owner) => graph = model.node(owner).graph,
            GraphRole::Body { .. } => return true,
            GraphRole::Main | GraphRole::Example(_) | GraphRole::Training(..) => return false,
        }
    }
}

/// Fills unknown parts of the fact from the declaration. A name is one size only within one run of a graph: where others may
/// follow, it would make a size of one run that of another one.
fn fill(premise: Premise<'_>, learned: &mut Learned, value: ValueId, fact: Fact, declared: &ValueType) -> Fact {
    if !premise.options.use_declared_types {
        return fact;
    }
    let narrowed = |declared: &ValueType| fact.ty.meet(declared).filter(|ty| *ty != fact.ty);
    let Some(mut ty) = narrowed(declared) else { return fact };
    if may_run_again(premise.model, premise.model.value(value).graph) {
        let Some(unnamed) = narrowed(&without_names(declared)) else { return fact };
        ty = unnamed;
    }
    learned.see(&ty);
    let known = ty.as_tensor().is_some_and(|t| t.element.is_some() && t.shape.is_static());
    Fact {
        unknown_reason: if known { None } else { fact.unknown_reason },
        ty,
        provenance: Provenance::Declared,
        value: fact.value,
    }
}

/// The value's name in backquotes, or its port if the layer of an example has no name.
fn label(model: &Model, value: ValueId) -> String {
    match model.value_name(value) {
        "" => format!("port {}", model.name(model.output_port(value).id)),
        name => format!("`{name}`"),
    }
}

/// A type as the format can state it, for a message.
fn in_format(model: &Model, ty: &ValueType) -> String {
    shown(declarable(&Names::of_format(model), ty))
}

/// Reports `reduce` C10 or C11 for one value.
fn contradiction(
    model: &Model,
    value: ValueId,
    kind: Clash,
    inferred: &ValueType,
    declared: &ValueType,
    place: Place,
) -> Diagnostic {
    let name = label(model, value);
    let shape = |ty: &ValueType| match ty.as_tensor() {
        // An unknown rank contradicts a declaration only through its minimum rank.
        Some(t) if t.shape.rank().is_none() => format!("of rank {} or more", t.shape.min_rank()),
        Some(t) => shown(&t.shape),
        None => shown(ty),
    };
    let finding = match kind {
        Clash::Type => {
            let kinds = (declared.kind_name(), inferred.kind_name());
            // The element types of sequences and optionals may differ only in shape.
            let same_kind = kinds.0 == kinds.1;
            let (a, b) = if same_kind { (shown(declared), shown(inferred)) } else { kinds };
            let message = format!("{name} is declared as {a}, but it is {b}");
            let finding = Diagnostic::new(&rules::declared_type_mismatch::RULE, place, message)
                .label(format!("declared {a}, inferred {b}"))
                .help(format!("declare it as {}", if same_kind { in_format(model, inferred) } else { b }));
            if records_single_precision(model, declared, inferred) {
                finding.level(Level::Note).note("writers of IR version 10 record FP32 for results of FP16 models")
            } else {
                finding
            }
        }
        Clash::Shape => {
            let (a, b) = (shape(declared), shape(inferred));
            let ranked = inferred.as_tensor().is_none_or(|t| t.shape.rank().is_some());
            let help = if ranked {
                format!("declare it as {}", in_format(model, inferred))
            } else {
                format!("declare a shape {b}")
            };
            let message = format!("{name} is declared with shape {a}, but its shape is {b}");
            Diagnostic::new(&rules::declared_shape_mismatch::RULE, place, message)
                .label(format!("declared {a}, inferred {b}"))
                .help(help)
        }
    };
    let finding = match model.dialect() {
        Dialect::OpenVino => finding.note("OpenVINO ignores the recorded type and computes it again"),
        Dialect::Onnx => finding,
    };
    finding.data("declared", shown(declared)).data("inferred", shown(inferred))
}

/// The start of a type or a shape: thousands of values may have one of hundreds of kilobytes, and contradict what is declared
/// of them.
fn shown(ty: impl Display) -> String {
    start_up_to(ty, LONGEST_TEXT)
}

/// Whether a port of an old IR records f32 where the value is f16. Old writers did so in models that run anyway.
fn records_single_precision(model: &Model, declared: &ValueType, inferred: &ValueType) -> bool {
    let element = |ty: &ValueType| ty.as_tensor().and_then(|t| t.element);
    model.dialect() == Dialect::OpenVino
        && model.ir_version().is_some_and(|version| version <= 10)
        && element(declared) == Some(ElementType::F32)
        && element(inferred) == Some(ElementType::F16)
}

/// Adds the chain of operators that led to the inferred fact to the finding.
fn with_chain(
    premise: Premise<'_>,
    learned: &mut Learned,
    finding: Diagnostic,
    (value, fact): (ValueId, &Fact),
    property: FactProperty,
) -> Diagnostic {
    // Only the first findings get a chain.
    let Some(left) = learned.chains.left.checked_sub(1) else { return finding };
    learned.chains.left = left;
    let tracer = explain::Explainer::new(premise.model, premise.options, &learned.facts, learned.chains.budget);
    let mut tracer = tracer.with_names(&learned.chains.names);
    let chain = tracer.follow(value, fact, property, CHAIN);
    learned.chains.budget = tracer.work;
    // A chain that contains only the value itself is not useful.
    if chain.cut && chain.steps.len() == 1 {
        return finding;
    }
    let shown = explain::sentence(premise.model, &learned.facts, fact, &chain);
    finding.note(shown.text).data("chain", shown.nodes)
}

/// Compares a constant with its declaration (`reduce` C15); the constant takes precedence.
pub(super) fn compare_constant(
    model: &Model,
    diagnostics: &mut Diagnostics,
    visit: Visit,
    value: ValueId,
    constant: &ValueType,
) {
    let Some(declared) = model.declared(value).filter(|d| clash(constant, d).is_some()) else { return };
    let name = model.value_name(value);
    let message = format!("`{name}` is declared as {declared}, but its initializer is {constant}");
    let finding = Diagnostic::new(&rules::recorded_input_mismatch::RULE, place(model, value), message);
    let finding = finding.help(format!("declare it as {constant}"));
    let finding = finding.data("declared", declared.to_string()).data("inferred", constant.to_string());
    diagnostics.report_in(visit, finding);
}

/// Compares what a caller passes to a body input with the body's declaration of that input.
pub(super) fn handed(premise: Premise<'_>, learned: &mut Learned, visit: Visit, value: ValueId, fact: Fact) -> Fact {
    let model = premise.model;
    let Some(declared) = model.declared(value).cloned() else { return fact };
    if let Some(kind) = clash(&fact.ty, &declared) {
        // A carried value has another type only after the first iteration, which its operator reports.
        let carried = visit.revisit && matches!(model.graph(model.value(value).graph).role, GraphRole::Body { .. });
        if carried && kind == Clash::Type {
            return Fact { provenance: Provenance::Declared, ..declared.into() };
        }
        let place = port::narrowed(model, place(model, value), FactProperty::of_clash(&fact.ty, &declared));
        let finding = contradiction(model, value, kind, &fact.ty, &declared, place);
        let finding = match model.graph(model.value(value).graph).role {
            GraphRole::Body { owner, .. } => {
                let passes = format!("{} passes {}", explain::operator(model, owner), shown(&fact.ty));
                finding.related(Place::node(model.node(owner).graph, owner), passes)
            }
            _ => finding,
        };
        learned.diagnostics.report_in(visit, finding);
        learned.set_doubt(value, if kind == Clash::Type { Doubt::Everything } else { Doubt::Shape });
        return fact;
    }
    fill(premise, learned, value, fact, &declared)
}

/// Checks declarations of graph outputs that do not declare a node's output: inputs, initializers and outer values that
/// are returned under a separate declaration.
pub(super) fn graph_outputs(premise: Premise<'_>, learned: &mut Learned, visit: Visit, graph: GraphId) {
    let model = premise.model;
    for output in &model.graph(graph).outputs {
        let (Some(declaration), Operand::Value(value)) = (output.declaration, output.operand) else { continue };
        if model.value(value).declaration == Some(declaration) {
            continue;
        }
        let declared = learned.given.bound(premise.options, (*model.declaration(declaration).ty).clone());
        let fact = learned.facts.get(value);
        // Each problem is reported once: an error in the producer's own declaration is reported there.
        let own = model.declared(value).is_some_and(|own| clash(own, &declared).is_none());
        let clash = clash_in(model, graph, &fact.ty, &declared);
        let Some(kind) = clash.filter(|_| !own) else { continue };
        let place = Place { node: output.node, ..Place::value(graph, value) }.at(model.declaration(declaration).span);
        let finding = contradiction(model, value, kind, &fact.ty, &declared, place);
        learned.diagnostics.report_in(visit, finding);
    }
}

/// `reduce` C15 for the input ports of an IR layer: the recorded type agrees with the producer. A port that repeats the
/// record of the producer's port is not reported again.
pub(crate) fn input_ports(cx: &mut InferContext<'_>) {
    let (model, node) = (cx.model(), cx.node());
    for (index, operand) in model.inputs(node).iter().enumerate() {
        let Some(declaration) = model.input_port(node, index).and_then(|p| p.declaration) else { continue };
        let Operand::Value(value) = *operand else { continue };
        let recorded = &model.declaration(declaration).ty;
        let inferred = cx.ty(index).clone();
        let clashes = clash(&inferred, recorded).is_some();
        let repeats =
            model.declared(value).is_some_and(|d| clash(d, recorded).is_none() && clash(d, &inferred).is_some());
        if !clashes || repeats {
            continue;
        }
        let name = model.value_name(value);
        let port = model.input_port(node, index).map_or("", |p| model.name(p.id));
        let message = format!(
            "input port {port} of {} records {}, but `{name}` is {}",
            model.describe(node),
            shown(recorded),
            shown(&inferred)
        );
        let place = cx.place().part(Part::Input(index as u32)).at(model.declaration(declaration).span);
        let place = port::narrowed(model, place, FactProperty::of_clash(&inferred, recorded));
        let finding = Diagnostic::new(&rules::recorded_input_mismatch::RULE, place, message);
        let finding = finding.note("OpenVINO ignores the type recorded at an input port");
        let finding = finding.help(format!("record {}", in_format(model, &inferred)));
        cx.report(finding.data("recorded", shown(recorded)).data("inferred", shown(&inferred)));
    }
}

/// Whether the declarations of a node's outputs allow these facts.
pub(super) fn allows_outputs(model: &Model, node: NodeId, outputs: &[Fact]) -> bool {
    let declared = model.outputs(node).map(|value| model.declared(value));
    declared.zip(outputs).all(|(declared, fact)| declared.is_none_or(|declared| clash(&fact.ty, declared).is_none()))
}

/// Which reading of misspelled attributes the recorded types of a node's outputs support.
pub(crate) enum RecordedReading {
    /// Only the probably intended one: the recorded type, and the one with the attributes ignored.
    AsIntended { recorded: String, inferred: String },
    /// Only the one in which they are ignored.
    AsIgnored,
    /// Both or neither, or nothing is recorded.
    Undecided,
}

/// Compares the recorded types of a node's outputs with those that follow if misspelled attributes are ignored, and if
/// they are read as probably `meant`.
pub(crate) fn recorded_reading(model: &Model, node: NodeId, ignored: &[Fact], meant: &[Fact]) -> RecordedReading {
    for (value, (ignored, meant)) in model.outputs(node).zip(ignored.iter().zip(meant)) {
        let Some(recorded) = model.declared(value) else { continue };
        match (clash(&ignored.ty, recorded), clash(&meant.ty, recorded)) {
            (Some(_), None) => {
                let (recorded, inferred) = (recorded.to_string(), ignored.ty.to_string());
                return RecordedReading::AsIntended { recorded, inferred };
            }
            (None, Some(_)) => return RecordedReading::AsIgnored,
            _ => {}
        }
    }
    RecordedReading::Undecided
}
