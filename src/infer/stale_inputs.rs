//! Graph inputs whose declaration is out of date: if another type or shape of one input removes several errors without
//! causing others, the declaration is their common cause.
//!
//! The model is inferred again for each type that is tried, so the work is bounded, and a model without errors costs
//! nothing.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::again::work_of;
use super::declared;
use super::state::{Learned, Premise};
use super::walk::Inference;
use crate::constraint::{Constraint, ConstraintKind};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dim::Dim;
use crate::element::ElementType;
use crate::expr::Symbol;
use crate::fact::{Fact, TensorType, ValueType};
use crate::graph::{GraphRole, Model, Status, ValueRole};
use crate::ids::{NodeId, ValueId};
use crate::ops::consensus;
use crate::ops::symbol_names::SymbolNamer;
use crate::place::{Part, Place};
use crate::rule::Level;
use crate::rule::RuleRef;
use crate::rules;
use crate::shape::Shape;

/// The maximum number of inputs that are tried.
const MOST_INPUTS: usize = 8;
/// The maximum number of times that a model is inferred again, and of nodes that are inferred again in total: one for so
/// many bytes of the file, within a range. Two values count as a node, since each has a fact.
const MOST_TRIALS: usize = 40;
const BYTES_OF_A_NODE: usize = 16;
const LEAST_NODES: usize = 20_000;
const MOST_NODES: usize = 200_000;
/// The maximum rank of a declaration of which each dimension is tried, and the maximum size that is tried.
const MOST_AXES: usize = 6;
const MOST_SIZE: u64 = 4_096;
/// The name of a size that is sought; no file can contain it.
const SOUGHT: &str = "\u{0}";

/// What identifies an error in different analyses of a model.
type ErrorKey = (RuleRef, Place);

/// Another declaration of an input, and the errors that it removes.
struct Explanation {
    input: ValueId,
    ty: TensorType,
    removed: HashSet<ErrorKey>,
}

/// The result of inferring the model with another declaration.
struct Trial {
    removed: HashSet<ErrorKey>,
    constraints: Vec<Constraint>,
}

struct Search<'m> {
    premise: Premise<'m>,
    errors: HashSet<ErrorKey>,
    left: usize,
    /// The work of all trials.
    work: usize,
}

/// Replaces errors since position `before` by one about the declaration that causes them.
pub(super) fn check(premise: Premise<'_>, learned: &mut Learned, before: usize) {
    let model = premise.model;
    let errors = keys(&learned.diagnostics.findings()[before..]);
    // Errors that were dropped cannot be compared.
    let comparable = learned.diagnostics.dropped() == 0 && model.status() == Status::Ok;
    if errors.is_empty() || !comparable || !premise.options.inputs.is_empty() {
        return;
    }
    let nodes = (model.source().bytes().len() / BYTES_OF_A_NODE).clamp(LEAST_NODES, MOST_NODES);
    let work = work_of(learned.work, learned.diagnostics.received()).max(model.values.len() / 2).max(1);
    let left = (nodes / work).min(MOST_TRIALS);
    let mut search = Search { premise, errors, left, work: 0 };
    let mut best: Option<Explanation> = None;
    for input in inputs_before(model, &search.errors) {
        let found =
            if search.errors.len() == 1 { search.recorded(learned, input) } else { search.explain(learned, input) };
        let Some(found) = found else { continue };
        if best.as_ref().is_none_or(|best| found.removed.len() > best.removed.len()) {
            best = Some(found);
        }
    }
    learned.work += search.work;
    if let Some(best) = best {
        report(model, learned, before, &best);
    }
}

fn key(finding: &Diagnostic) -> ErrorKey {
    (finding.rule.clone(), Place { span: None, ..finding.place })
}

fn keys(findings: &[Arc<Diagnostic>]) -> HashSet<ErrorKey> {
    findings.iter().filter(|finding| finding.level == Level::Error).map(|finding| key(finding)).collect()
}

/// The inputs of the main graph on which nodes with errors depend, in file order.
fn inputs_before(model: &Model, errors: &HashSet<ErrorKey>) -> Vec<ValueId> {
    let Some(main) = model.main_graph() else { return Vec::new() };
    let at_fault: HashSet<NodeId> = errors.iter().filter_map(|(_, place)| place.node).collect();
    let mut open: Vec<NodeId> = at_fault.iter().copied().collect();
    let (mut seen, mut read): (HashSet<NodeId>, HashSet<ValueId>) = (at_fault.clone(), HashSet::new());
    while let Some(node) = open.pop() {
        let owner = match model.graph(model.node(node).graph).role {
            GraphRole::Body { owner, .. } => Some(owner),
            _ => None,
        };
        let values = model.inputs(node).iter().filter_map(|operand| operand.value());
        let producers = values.filter_map(|value| {
            read.insert(value);
            model.producer(value)
        });
        open.extend(producers.chain(owner).filter(|&node| seen.insert(node)));
    }
    let is_plain = |value: &ValueId| match model.value(*value).role {
        ValueRole::Input { default } => default.is_none(),
        ValueRole::Output(_) => true,
        ValueRole::Initializer(_) => false,
    };
    let counts = |v: &ValueId| read.contains(v) || model.producer(*v).is_some_and(|node| at_fault.contains(&node));
    model.graph(main).inputs.iter().copied().filter(counts).filter(is_plain).take(MOST_INPUTS).collect()
}

impl Search<'_> {
    /// The declaration of an input that explains the most errors.
    fn explain(&mut self, learned: &Learned, input: ValueId) -> Option<Explanation> {
        let declared = learned.facts.get(input).ty.as_tensor().cloned()?;
        let types = self.other_types(learned, &declared);
        let mut best: Option<Explanation> = None;
        for ty in types {
            best = self.better(best, input, ty);
        }
        if best.is_none() {
            best = self.other_shape(input, &declared);
        }
        best
    }

    /// IR: the type at the port of a Parameter whose attributes contradict it, if what reads the Parameter agrees with the
    /// port.
    fn recorded(&mut self, learned: &Learned, input: ValueId) -> Option<Explanation> {
        let model = self.premise.model;
        let own = |(_, place): &ErrorKey| place.node.is_some() && place.node == model.producer(input);
        if self.left < 2 || !self.errors.iter().all(own) {
            return None;
        }
        let written = learned.facts.get(input).ty.as_tensor().cloned()?;
        if self.try_out(input, &written).is_some() {
            return None;
        }
        let ty = model.declared(input)?.as_tensor().cloned()?;
        let removed = self.try_out(input, &ty)?.removed;
        (!removed.is_empty()).then_some(Explanation { input, ty, removed })
    }

    fn better(&mut self, best: Option<Explanation>, input: ValueId, ty: TensorType) -> Option<Explanation> {
        let Some(trial) = self.try_out(input, &ty).filter(|trial| is_enough(&trial.removed)) else { return best };
        let more = best.as_ref().is_none_or(|best| trial.removed.len() > best.removed.len());
        if more { Some(Explanation { input, ty, removed: trial.removed }) } else { best }
    }

    /// The declared shape with the element types that nodes with errors get from other inputs.
    fn other_types(&self, learned: &Learned, declared: &TensorType) -> Vec<TensorType> {
        let model = self.premise.model;
        let is_type = |rule: &str| {
            [&rules::mismatched_types::RULE, &rules::type_not_allowed::RULE, &rules::declared_type_mismatch::RULE]
                .iter()
                .any(|known| known.code == rule)
        };
        // A node may have thousands of errors.
        let errors = self.errors.iter().filter(|(rule, _)| is_type(rule.code()));
        let nodes: HashSet<NodeId> = errors.filter_map(|(_, place)| place.node).collect();
        let values = nodes.iter().flat_map(|&node| model.inputs(node).iter().filter_map(|operand| operand.value()));
        let recorded = self.errors.iter().filter(|(rule, _)| *rule == &rules::declared_type_mismatch::RULE);
        let recorded: HashSet<NodeId> = recorded.filter_map(|(_, place)| place.node).collect();
        let recorded = recorded.iter().flat_map(|&node| model.outputs(node));
        // An integer where the file records a float is rather a missing conversion.
        let alike = |element: &ElementType| declared.element.is_some_and(|own| own.is_float() == element.is_float());
        let recorded = recorded.filter_map(|value| model.declared(value)?.as_tensor()?.element).filter(alike);
        let read = values.filter_map(|value| learned.facts.ty(value).as_tensor()?.element);
        let elements: HashSet<ElementType> = read.chain(recorded).filter(|e| Some(*e) != declared.element).collect();
        let mut elements: Vec<ElementType> = elements.into_iter().collect();
        elements.sort_by_key(|element| element.name());
        elements.into_iter().map(|element| TensorType::new(Some(element), declared.shape.clone())).collect()
    }

    /// A shape that differs in one dimension, or in the first axis.
    fn other_shape(&mut self, input: ValueId, declared: &TensorType) -> Option<Explanation> {
        let dims = declared.shape.dims().filter(|dims| dims.len() <= MOST_AXES)?.to_vec();
        let of = |dims: Vec<Dim>| TensorType::new(declared.element, Shape::from_dims(dims));
        let mut best = None;
        for axis in (0..dims.len()).filter(|&axis| dims[axis].size().is_some()) {
            let mut open = dims.clone();
            open[axis] = Dim::from(SOUGHT);
            let Some(trial) = self.try_out(input, &of(open.clone())).filter(|t| is_enough(&t.removed)) else {
                continue;
            };
            let Some(size) = sought(&trial.constraints, dims[axis].size().unwrap_or_default()) else { continue };
            open[axis] = Dim::exact(size);
            best = self.better(best, input, of(open));
        }
        if best.is_none() {
            let longer = [Dim::unknown()].into_iter().chain(dims.iter().cloned()).collect();
            best = self.better(best, input, of(longer));
            best = self.better(best, input, of(dims.get(1..).unwrap_or_default().to_vec()));
        }
        best
    }

    /// Infers the model with another type of an input; `None` if that causes errors.
    fn try_out(&mut self, input: ValueId, ty: &TensorType) -> Option<Trial> {
        self.left = self.left.checked_sub(1)?;
        let Premise { model, options, .. } = self.premise;
        let diagnostics = Diagnostics::new(model.dialect(), options.limits.max_diagnostics);
        let mut inference = Inference::new(self.premise, diagnostics, HashMap::new(), Some(SymbolNamer::default()));
        inference.suppose(input, Fact::from(ValueType::Tensor(ty.clone())));
        inference.run();
        let learned = inference.finish();
        self.work += learned.work;
        let errors = keys(learned.diagnostics.findings());
        let removed = self.errors.difference(&errors).cloned().collect();
        let constraints = learned.constraints.into_list();
        errors.is_subset(&self.errors).then_some(Trial { removed, constraints })
    }
}

/// Whether these errors are independent statements: at several nodes, of several values that the file declares, or a type
/// that it records besides.
fn is_enough(removed: &HashSet<ErrorKey>) -> bool {
    let declared = removed.iter().filter(|(rule, _)| *rule == &rules::declared_type_mismatch::RULE).count();
    let nodes: HashSet<Option<NodeId>> = removed.iter().map(|(_, place)| place.node).collect();
    let recorded = removed.iter().any(|(rule, _)| *rule == &rules::recorded_input_mismatch::RULE);
    nodes.len() >= 2 || declared >= 2 || (recorded && removed.len() >= 2)
}

/// The size that most constraints require of the dimension that is sought; of several, the one closest to `declared`.
fn sought(constraints: &[Constraint], declared: u64) -> Option<u64> {
    let symbol = Symbol::new(SOUGHT);
    let evaluated = |dim: &Dim, size: u64| match dim.expr() {
        Some(expr) => expr.value_at(&|s| (*s == symbol).then_some(size.into())),
        None => dim.size().map(i128::from),
    };
    let open = constraints.iter().filter(|c| c.kind != ConstraintKind::AtLeast).take(64);
    let fits = |constraint: &Constraint, size: u64| {
        let [a, b] = [0, 1].map(|at| evaluated(&constraint.sizes[at], size));
        a.is_some() && a == b
    };
    let mut sizes: Vec<u64> = (1..=MOST_SIZE.min(declared.saturating_mul(4).max(64))).collect();
    sizes.sort_by_key(|size| size.abs_diff(declared));
    let required: Vec<u64> =
        open.filter_map(|constraint| sizes.iter().copied().find(|&size| fits(constraint, size))).collect();
    consensus::majority(&required).copied()
}

/// Replaces the errors that the declaration causes by one about it.
fn report(model: &Model, learned: &mut Learned, before: usize, found: &Explanation) {
    let declared = learned.facts.get(found.input).ty;
    let belongs = |finding: &Diagnostic| found.removed.contains(&key(finding));
    let errors = learned.diagnostics.findings()[before..].iter().filter(|f| f.level == Level::Error && belongs(f));
    let errors: Vec<Arc<Diagnostic>> = errors.cloned().collect();
    let same_type = declared.as_tensor().map(|t| t.element) == Some(found.ty.element);
    let rule = if same_type { &rules::declared_shape_mismatch::RULE } else { &rules::declared_type_mismatch::RULE };
    let message = format!(
        "graph input `{}` is declared as {declared}; expected {}, which {}",
        model.value_name(found.input),
        found.ty,
        requiring(model, found)
    );
    let place = Place { node: model.producer(found.input), ..declared::place(model, found.input) };
    let finding = Diagnostic::new(rule, place, message).label(format!("declared {declared}"));
    let finding = errors.iter().take(8).fold(finding, |finding, error| match error.place.part {
        Part::Input(_) | Part::Whole => finding.related(error.place, error.message.clone()),
        _ => finding,
    });
    let finding = finding.help(format!("declare it as {}", found.ty));
    let finding = finding.data("declared", declared.to_string()).data("inferred", found.ty.to_string());
    if let Some(kept) = learned.diagnostics.keep_one(before, belongs, |_| 0) {
        *kept = finding;
    }
}

/// What requires the other declaration.
fn requiring(model: &Model, found: &Explanation) -> String {
    let nodes: HashSet<Option<NodeId>> = found.removed.iter().map(|(_, place)| place.node).collect();
    match nodes.len() {
        1 if model.producer(found.input).is_some_and(|node| nodes.contains(&Some(node))) => {
            "its port and its readers state".to_owned()
        }
        1 => "1 node requires".to_owned(),
        count => format!("{count} nodes require"),
    }
}
