//! What changes in the declarations of a model.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::known::Known;
use crate::declarable::{Names, declarable, is_empty, refined};
use crate::dialect::Dialect;
use crate::fact::ValueType;
use crate::graph::{Function, GraphRole, Model, Operand};
use crate::ids::{DeclarationId, GraphId, NameId, NodeId, ValueId};
use crate::infer::declared::{Agreement, agreement};

/// What is declared.
#[derive(Clone, Copy)]
enum Target {
    Value(ValueId),
    /// An output of a graph that has a declaration of its own.
    Output(GraphId, u32),
    /// IR: an input port.
    Port(NodeId, u32),
}

/// Why a declaration changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Added,
    Refined,
    Corrected,
}

/// A declaration that changes.
struct Planned {
    target: Target,
    /// The place of its type in [`Plan::types`].
    ty: u32,
    change: Change,
}

/// The declarations that change.
#[derive(Default)]
pub(super) struct Plan {
    changes: Vec<Planned>,
    /// The new types, each once.
    types: Vec<Arc<ValueType>>,
    /// The number of declarations that contradict what is inferred.
    pub(super) contradictions: usize,
    /// Whether a change rests on a declaration of an inner value.
    pub(super) rests_on_declared: bool,
    /// Values with a new declaration that rests on that of another value.
    pub(super) unconfirmed: Vec<ValueId>,
}

/// How what is declared is treated.
#[derive(Default)]
pub(super) struct Treatment {
    /// Values whose declarations are replaced by what is inferred, whatever they say.
    pub(super) replaced: HashSet<ValueId>,
    /// Whether declarations that are true for some sizes of the inputs only are replaced as well.
    pub(super) overwrite: bool,
}

/// The oldest version of the format in which functions can declare types.
const FUNCTIONS_SINCE: i64 = 10;

impl Plan {
    /// The bytes, about, that the declarations take in a text, until it is written.
    pub(super) fn memory(&self) -> usize {
        const CHANGE: usize = 80;
        CHANGE * self.changes.len()
    }

    pub(super) fn new(model: &Model, known: &Known<'_>, names: &Names, treatment: &Treatment) -> Plan {
        let mut planner = Planner::new((model, known, names, treatment), true);
        for graph in model.graphs().filter(|&graph| has_types(model, graph)) {
            planner.graph(graph);
        }
        planner.plan
    }

    /// What changes of the present declarations, and of those of `replaced` values, which may have none: those of the inputs
    /// of bodies, too, which follow from what a node passes.
    pub(super) fn of_declared(model: &Model, known: &Known<'_>, names: &Names, treatment: &Treatment) -> Plan {
        let mut planner = Planner::new((model, known, names, treatment), false);
        for graph in model.graphs().filter(|&graph| has_types(model, graph)) {
            if matches!(model.graph(graph).role, GraphRole::Body { .. }) {
                planner.inputs(graph);
            }
            planner.graph(graph);
        }
        planner.plan
    }

    /// Makes the changes. Returns how many declarations were added, refined, and corrected.
    pub(super) fn apply(self, model: &mut Model) -> [usize; 3] {
        let mut counts = [0; 3];
        model.reserve_declarations(self.distinct());
        for Planned { target, ty, change } in self.changes {
            let ty = &self.types[ty as usize];
            match target {
                Target::Value(value) => model.declare_shared(value, ty),
                Target::Output(graph, index) => model.declare_output_shared(graph, index as usize, ty),
                Target::Port(node, index) => model.declare_port(node, index as usize, ty),
            }
            counts[change as usize] += 1;
        }
        counts
    }

    /// The number of declarations, where values in a row that have one type share one.
    fn distinct(&self) -> usize {
        let is_same = |pair: &&[Planned]| pair[0].ty == pair[1].ty && matches!(pair[1].target, Target::Value(_));
        self.changes.len() - self.changes.windows(2).filter(is_same).count()
    }
}

/// Whether the values of a graph can have declarations.
fn has_types(model: &Model, graph: GraphId) -> bool {
    match model.graph(graph).role {
        GraphRole::Main => true,
        GraphRole::Body { .. } => is_main(model, graph) || declares_functions(model),
        GraphRole::Function(_) => declares_functions(model),
        GraphRole::Example(_) | GraphRole::Training(..) => false,
    }
}

fn is_main(model: &Model, graph: GraphId) -> bool {
    model.graph(model.root(graph)).role == GraphRole::Main
}

fn declares_functions(model: &Model) -> bool {
    model.ir_version().is_some_and(|version| version >= FUNCTIONS_SINCE)
}

struct Planner<'a> {
    model: &'a Model,
    known: &'a Known<'a>,
    names: &'a Names,
    treatment: &'a Treatment,
    /// Whether values without a declaration get one, not only those to be replaced.
    adds: bool,
    /// The names that several values of a graph have: what a declaration of one means is uncertain.
    repeated: HashSet<(GraphId, NameId)>,
    /// The functions by domain, name, and overload.
    functions: HashMap<[NameId; 3], &'a Function>,
    /// The places of the new types in the plan.
    types: HashMap<Arc<ValueType>, u32>,
    plan: Plan,
}

impl<'a> Planner<'a> {
    fn new(
        (model, known, names, treatment): (&'a Model, &'a Known<'a>, &'a Names, &'a Treatment),
        adds: bool,
    ) -> Planner<'a> {
        let place = |&value: &ValueId| (model.value(value).graph, model.value(value).name);
        let repeated = model.ambiguous.iter().map(place).collect();
        let key = |function: &'a Function| ([function.domain, function.name, function.overload], function);
        // The first of several wins.
        let functions = model.functions().iter().rev().map(key).collect();
        let (types, plan) = (HashMap::new(), Plan::default());
        Planner { model, known, names, treatment, adds, repeated, functions, types, plan }
    }

    fn graph(&mut self, graph: GraphId) {
        let model = self.model;
        for node in model.nodes_of(graph) {
            for value in model.outputs(node) {
                // An omitted output of ONNX has no name.
                let name = model.value(value).name;
                let is_named = !name.is_empty() && !self.repeated.contains(&(graph, name));
                if model.dialect() == Dialect::OpenVino || is_named {
                    self.compare(Target::Value(value), value, model.value(value).declaration);
                }
            }
            if model.dialect() == Dialect::OpenVino {
                self.ports(node);
            }
        }
        if model.dialect() == Dialect::Onnx && !matches!(model.graph(graph).role, GraphRole::Function(_)) {
            self.outputs(graph);
        }
    }

    fn inputs(&mut self, graph: GraphId) {
        for &value in &self.model.graph(graph).inputs {
            self.compare(Target::Value(value), value, self.model.value(value).declaration);
        }
    }

    fn ports(&mut self, node: NodeId) {
        for (index, operand) in self.model.inputs(node).iter().enumerate() {
            if let (Operand::Value(value), Some(port)) = (*operand, self.model.input_port(node, index)) {
                self.compare(Target::Port(node, index as u32), value, port.declaration);
            }
        }
    }

    /// The outputs of a graph after its values: a declaration of a value is one of its output, too.
    fn outputs(&mut self, graph: GraphId) {
        for (index, output) in self.model.graph(graph).outputs.iter().enumerate() {
            let Some(value) = output.operand.value() else { continue };
            if self.repeated.contains(&(graph, output.name)) {
                continue;
            }
            let own = self.model.value(value).declaration;
            let is_own = self.model.producer(value).is_some() && self.model.value(value).graph == graph;
            if !is_own || own != output.declaration {
                self.compare(Target::Output(graph, index as u32), value, output.declaration);
            }
        }
    }

    fn compare(&mut self, target: Target, value: ValueId, declaration: Option<DeclarationId>) {
        if declaration.is_none() && !self.adds && !self.treatment.replaced.contains(&value) {
            return;
        }
        let declared = declaration.map(|id| &*self.model.declaration(id).ty);
        let fact = self.known.ty(value);
        if declared.is_none() && self.is_disputed(value, &fact) {
            return;
        }
        let Some((ty, change)) = self.change(value, declared, &fact) else { return };
        if change == Change::Corrected && !self.treatment.replaced.contains(&value) {
            self.plan.contradictions += 1;
        }
        if declared == Some(&ty) || is_empty(&ty) {
            return;
        }
        if self.known.is_declared(value) {
            self.plan.rests_on_declared = true;
            let alone = self.known.alone(value).and_then(|alone| self.change(value, declared, alone));
            let is_confirmed = alone.is_some_and(|(alone, _)| alone == ty);
            if !is_confirmed && !matches!(target, Target::Port(..)) {
                self.plan.unconfirmed.push(value);
            }
        }
        let ty = self.planned(ty);
        self.plan.changes.push(Planned { target, ty, change });
    }

    /// The place of a new type in the plan.
    fn planned(&mut self, ty: ValueType) -> u32 {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        let (ty, at) = (Arc::new(ty), self.plan.types.len() as u32);
        self.plan.types.push(ty.clone());
        self.types.insert(ty, at);
        at
    }

    /// Whether the model has a function of the same name as the operator that computes a value, and the function returns
    /// something else. ONNX Runtime runs its own operator, and `onnx` the function.
    fn is_disputed(&self, value: ValueId, fact: &ValueType) -> bool {
        let model = self.model;
        let Some((node, index)) = model.producing_output(value) else { return false };
        let op = model.op(node);
        let function = self.functions.get(&[op.domain, op.name, op.overload]);
        let Some(function) = function.filter(|_| op.function.is_none()) else { return false };
        let output = model.graph(function.graph).outputs.get(index as usize);
        let returned = output.and_then(|output| output.operand.value());
        returned.is_some_and(|returned| !self.known.facts.ty(returned).intersects(fact))
    }

    /// What a declaration becomes if this is known of its value; `None` if it stays.
    fn change(&self, value: ValueId, declared: Option<&ValueType>, fact: &ValueType) -> Option<(ValueType, Change)> {
        let wanted = declarable(self.names, fact);
        let Some(declared) = declared else { return Some((wanted, Change::Added)) };
        let agreement = agreement(self.model, value, fact, declared);
        let is_replaced = self.treatment.replaced.contains(&value) && !is_empty(&wanted);
        let is_stale = self.treatment.overwrite && self.known.is_restricting(declared, fact);
        match agreement {
            Agreement::Excused => None,
            Agreement::Contradicts => Some((wanted, Change::Corrected)),
            Agreement::Agrees if is_scalar_port(self.model, declared, &wanted) => None,
            Agreement::Agrees if is_replaced || is_stale => Some((wanted, Change::Corrected)),
            Agreement::Agrees => Some((refined(declared, &wanted), Change::Refined)),
        }
    }
}

/// Whether a port of IR has the element type of a scalar: it has no dimensions that say more.
fn is_scalar_port(model: &Model, declared: &ValueType, wanted: &ValueType) -> bool {
    let (Some(declared), Some(wanted)) = (declared.as_tensor(), wanted.as_tensor()) else { return false };
    let is_same = declared.element == wanted.element && declared.shape.rank().is_none();
    model.dialect() == Dialect::OpenVino && is_same && wanted.shape.rank().is_none_or(|rank| rank == 0)
}
