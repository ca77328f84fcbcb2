//! Advice: possible improvements and likely mistakes in a model that are not errors.
//!
//! Each rule examines the whole model after inference. A graph with structural errors gets no advice, and neither does
//! a node that has a finding: an error never causes further findings.

mod element_scan;
mod floats;
mod proof;
mod run_values;
mod target;
mod target_domain;
mod target_interface;
mod target_support;
#[cfg(test)]
mod tests;
mod unread_weights;
mod weights;

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use crate::node::run::NodeRun;
use crate::ops::Found;

use hashbrown::HashSet;

use crate::constraint::Constraint;
use crate::custom_lint::{Known, LintRun};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::elements::Elements;
use crate::expr::Symbol;
use crate::fact::Fact;
use crate::fold::cost::{Estimate, estimate};
use crate::graph::uses::Uses;
use crate::graph::{GraphRole, Model, Operand, ValueRole};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::infer::Analysis;
use crate::infer::reads::{MANY_DIMS, MANY_ELEMENTS, Reads};
use crate::node::resolver::{AddedOperators, OpResolver, ResolvedOp};
use crate::ops::{NodeProperty, OperatorDef};
use crate::options::AnalysisOptions;
use crate::place::Place;
use crate::rule::Level;
use crate::rule::Rule;
use crate::rules;
use crate::target::Runtime;
use crate::unread_weights::UnreadWeights;
use run_values::RunValues;
pub(crate) use target::known_behaviors;
pub(crate) use weights::{Constant, ReadBudget, Scanned};

/// A rule that examines a whole model, and its check function.
struct Check {
    rule: &'static Rule,
    run: fn(&LintContext<'_>),
}

/// Declares the modules of checks and lists the checks.
macro_rules! checks {
    ($($(#[$doc:meta])* $list:ident { $($module:ident)* })*) => {$(
        $(mod $module;)*

        $(#[$doc])*
        static $list: &[Check] = &[$(Check { rule: &rules::$module::RULE, run: $module::check },)*];
    )*};
}

// To add a check, create the file of the rule's name and add that name here.
checks! {
    /// The checks, in the order in which they run.
    CHECKS {
        foldable_subgraph
        duplicate_weights
        no_op_node
        overridable_initializer
        subnormal_weights
        reduction_of_one
        opset_ir_pair
        unknown_shape
        unnamed_node
        unused_opset_import
        no_producer
        unusual_name
        default_attribute
        nan_weights
        baked_batch_size
        unused_input
        constant_output
        constant_condition
        training_mode
        random_operator
        unbound_symbol
        symbols_are_equal
        filled_weights
        misdeclared_symbol
    }

    /// The checks that run if the caller names targets.
    FOR_TARGETS {
        wide_integers
        float64
        target_opset
        target_operator
        target_type
        target_difference
    }
}

/// A model with the results of its analysis.
pub(crate) struct LintContext<'a> {
    pub(crate) model: &'a Model,
    pub(crate) analysis: &'a Analysis,
    pub(crate) options: &'a AnalysisOptions,
    /// Earlier findings.
    sink: &'a Diagnostics,
    found: RefCell<Diagnostics>,
    /// Nodes that have findings.
    faulty: HashSet<NodeId>,
    remarks: OnceCell<Vec<(NodeId, NodeProperty)>>,
    has_open_inputs: OnceCell<bool>,
    uses: OnceCell<Uses>,
    /// The inputs of the main graph.
    inputs: OnceCell<HashSet<ValueId>>,
    all_constants: OnceCell<Vec<Constant>>,
    scanned: OnceCell<Vec<Scanned>>,
    /// Constants that are not read because the limit was reached.
    beyond_limit: RefCell<HashSet<ValueId>>,
    estimate: OnceCell<Option<Estimate>>,
    run_values: OnceCell<RunValues>,
    shared_names: OnceCell<HashSet<Symbol>>,
}

/// A dimension of an output of the main graph.
pub(crate) struct OutputDim<'a> {
    /// The output's name.
    pub(crate) name: &'a str,
    pub(crate) place: Place,
    /// Counted from the first axis.
    pub(crate) axis: usize,
    pub(crate) declared: &'a Dim,
    pub(crate) inferred: &'a Dim,
}

/// Runs every enabled check, if the model is suitable for advice. Returns the weights that were not read.
pub(crate) fn check(
    model: &Model,
    options: &AnalysisOptions,
    analysis: &Analysis,
    sink: &mut Diagnostics,
) -> UnreadWeights {
    if model.is_fragment() || model.main_graph().is_none() {
        return UnreadWeights::default();
    }
    let is_suitable = !is_doubtful(sink);
    let whole = LintContext::new(model, options, analysis, sink);
    if is_suitable {
        run_checks(&whole);
    }
    let unread = unread_weights::count(&whole);
    if is_suitable {
        let found = whole.found.into_inner();
        let own = custom(model, options, analysis, sink);
        sink.append(found);
        own.into_iter().for_each(|finding| sink.report(finding));
    }
    unread
}

/// The finding that rules do not know what some nodes compute, of which inference read less.
fn too_many_reads(message: &str) -> Diagnostic {
    Diagnostic::new(&rules::limit_exceeded::RULE, Place::FILE, message)
        .level(Level::Note)
        .note("rules about what nodes compute do not check further nodes that read such lists or shapes")
}

/// Whether findings about the file or its structure make advice doubtful.
fn is_doubtful(sink: &Diagnostics) -> bool {
    let structural = |f: &Diagnostic| f.level == Level::Error && f.place.node.is_none();
    let cut = [&rules::truncated_model::RULE, &rules::limit_exceeded::RULE];
    // A limit that only makes facts less precise is a note.
    let is_cut = |f: &Arc<Diagnostic>| f.level != Level::Note && cut.contains(&&*f.rule);
    let doubtful = |f: &Arc<Diagnostic>| structural(f) || is_cut(f) || crate::infer::UNRESOLVED.contains(&&*f.rule);
    sink.findings().iter().any(doubtful)
}

/// Runs the enabled checks.
fn run_checks(whole: &LintContext<'_>) {
    let options = whole.options;
    let targeted = if options.targets.is_empty() { &[] } else { FOR_TARGETS };
    let wanted: Option<HashSet<&str>> =
        options.enabled_rules.as_ref().map(|rules| rules.iter().map(|rule| rule.code()).collect());
    let wants = |rule: &Rule| wanted.as_ref().map_or(rule.is_default(), |codes| codes.contains(rule.code()));
    for check in CHECKS.iter().chain(targeted).filter(|check| wants(check.rule)) {
        (check.run)(whole);
    }
}

/// The findings of the caller's own lints.
fn custom(model: &Model, options: &AnalysisOptions, analysis: &Analysis, sink: &Diagnostics) -> Vec<Diagnostic> {
    let known = Inferred { model, options, analysis, sink };
    let mut all = Vec::new();
    for lint in &options.lints {
        let mut enabled = lint.rules();
        enabled.retain(|rule| wants(options, rule));
        if !enabled.is_empty() {
            let run = LintRun { model, known: &known, found: RefCell::default() };
            lint.check(&run);
            let found = run.found.into_inner().into_iter();
            all.extend(found.filter(|finding| enabled.iter().any(|rule| **rule == *finding.rule)));
        }
    }
    all
}

/// What the caller's own lints see.
struct Inferred<'a> {
    model: &'a Model,
    options: &'a AnalysisOptions,
    analysis: &'a Analysis,
    sink: &'a Diagnostics,
}

impl Known for Inferred<'_> {
    fn fact(&self, value: ValueId) -> Fact {
        self.analysis.facts.get(value)
    }

    fn elements(&self, value: ValueId) -> Option<Elements> {
        RunValues::elements(
            self.model,
            &self.analysis.facts,
            value,
            self.options.limits.max_tracked_elements_per_tensor,
        )
    }

    fn constraints(&self) -> &[Constraint] {
        &self.analysis.constraints
    }

    fn findings(&self) -> &[Arc<Diagnostic>] {
        self.sink.findings()
    }
}

/// Whether a rule that gives advice is enabled.
fn wants(options: &AnalysisOptions, rule: &Rule) -> bool {
    match &options.enabled_rules {
        Some(wanted) => wanted.iter().any(|wanted| **wanted == *rule),
        None => rule.is_default(),
    }
}

/// Whether the rule is checked, for a model with or without errors: a model with errors may get no advice.
pub(crate) fn looks_for(options: &AnalysisOptions, rule: &Rule, faulty: bool) -> bool {
    let of = |checks: &[Check]| checks.iter().any(|check| check.rule == rule);
    let own = || options.lints.iter().flat_map(|lint| lint.rules()).any(|own| *own == *rule);
    let (plain, targeted) = (of(CHECKS) || own(), of(FOR_TARGETS));
    let checked = options.run_lints && !faulty && wants(options, rule) && (plain || !options.targets.is_empty());
    !(plain || targeted) || checked
}

impl<'a> LintContext<'a> {
    /// The context of a model with these earlier findings.
    fn new(
        model: &'a Model,
        options: &'a AnalysisOptions,
        analysis: &'a Analysis,
        sink: &'a Diagnostics,
    ) -> LintContext<'a> {
        let faulty = sink.findings().iter().filter_map(|f| f.place.node).collect();
        LintContext {
            model,
            analysis,
            options,
            sink,
            found: RefCell::new(Diagnostics::new(model.dialect(), options.limits.max_diagnostics)),
            faulty,
            remarks: OnceCell::new(),
            has_open_inputs: OnceCell::new(),
            uses: OnceCell::new(),
            inputs: OnceCell::new(),
            all_constants: OnceCell::new(),
            scanned: OnceCell::new(),
            beyond_limit: RefCell::default(),
            estimate: OnceCell::new(),
            run_values: OnceCell::new(),
            shared_names: OnceCell::new(),
        }
    }

    pub(crate) fn report(&self, finding: Diagnostic) {
        self.found.borrow_mut().report(finding);
    }

    /// The main graph and its bodies; the results of functions depend on the call.
    pub(crate) fn graphs(&self) -> impl Iterator<Item = GraphId> + use<'a> {
        let model = self.model;
        model.graphs().filter(|&g| matches!(model.graph(g).role, GraphRole::Main | GraphRole::Body { .. }))
    }

    /// The nodes of those graphs without findings.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.graphs().flat_map(|graph| self.model.nodes_of(graph)).filter(|node| !self.faulty.contains(node))
    }

    /// The nodes of a graph without findings.
    pub(crate) fn nodes_in(&self, graph: GraphId) -> impl Iterator<Item = NodeId> {
        self.model.nodes_of(graph).filter(|node| !self.faulty.contains(node))
    }

    pub(crate) fn place(&self, node: NodeId) -> Place {
        Place::node(self.model.node(node).graph, node)
    }

    /// The location of a value: in ONNX the value, in IR the layer that produces it.
    pub(crate) fn value_place(&self, value: ValueId) -> Place {
        let place = Place::value(self.model.value(value).graph, value);
        match self.model.producer(value) {
            Some(node) if self.model.dialect() == Dialect::OpenVino => self.place(node),
            _ => place,
        }
    }

    /// The registry definition of each operator of the model.
    pub(crate) fn definitions(&self) -> Vec<Option<&'a OperatorDef>> {
        let operators = AddedOperators::new(self.model.dialect(), &self.options.operators);
        self.model.ops.iter().map(|op| operators.lookup(self.model, op)?.def).collect()
    }

    /// The readers of each value.
    pub(crate) fn uses(&self) -> &Uses {
        self.uses.get_or_init(|| Uses::new(self.model))
    }

    /// The values that are known only at run time.
    pub(crate) fn run_values(&self) -> &RunValues {
        self.run_values.get_or_init(|| RunValues::find(self.model, self.uses(), &self.analysis.facts))
    }

    /// Properties of nodes that their operators report.
    pub(crate) fn remarks(&self) -> &[(NodeId, NodeProperty)] {
        self.remarks.get_or_init(|| {
            let mut resolver = self.resolver();
            let nodes = self.nodes().filter(|&node| self.model.op(node).function.is_none());
            let known = |value| self.analysis.facts.get(value);
            let resolved = nodes.map(|node| (node, resolver.resolve(node)));
            // A debug build asks all operators, so that tests find one that does not say that it has properties.
            let has_any = |op: &ResolvedOp<'_>| {
                let def = op.known.and_then(|known| known.def);
                cfg!(debug_assertions) || def.is_some_and(OperatorDef::may_have_properties)
            };
            let mut reads = Reads::new(self.model, &self.options.limits);
            let mut limited = |fact: Fact| reads.read(self.model, fact);
            let asked = resolved.filter(|(_, op)| has_any(op));
            let properties = |(node, op)| Some((node, self.properties_of(node, op, |value| limited(known(value)))?));
            let found = asked.filter_map(properties).collect();
            let (cut, known) = (reads.cut(), self.analysis.cut_reads);
            if cut.elements && !known.elements {
                self.report(too_many_reads(MANY_ELEMENTS));
            }
            if cut.dims && !known.dims {
                self.report(too_many_reads(MANY_DIMS));
            }
            found
        })
    }

    /// The runtimes that the model targets, each once, however many versions of it are.
    pub(crate) fn runtimes(&self) -> Vec<Runtime> {
        let mut runtimes = Vec::new();
        for target in &self.options.targets {
            if !runtimes.contains(&target.runtime) {
                runtimes.push(target.runtime);
            }
        }
        runtimes
    }

    /// A resolver of the model's operators, in the versions of the analysis.
    pub(crate) fn resolver(&self) -> OpResolver<'a> {
        let resolver = OpResolver::new(self.model, &self.options.operators);
        resolver.with_versions(self.analysis.facts.op_versions())
    }

    fn properties_of(
        &self,
        node: NodeId,
        op: ResolvedOp<'_>,
        mut fact: impl FnMut(ValueId) -> Fact,
    ) -> Option<NodeProperty> {
        let read = |operand: &Operand| operand.value().map_or(Fact::UNKNOWN, &mut fact);
        let inputs = self.model.inputs(node).iter().map(read).collect();
        let outputs = self.model.outputs(node).map(&mut fact).collect();
        let mut diagnostics = Diagnostics::new(self.model.dialect(), 0);
        let found = Found { diagnostics: &mut diagnostics, constraints: None, names: None };
        NodeRun::new(self.model, self.options, op, node, inputs).properties(outputs, found)
    }

    /// Statistics of the model's constants; those that would take too long to read, and small ones that no rule reports, are
    /// omitted.
    pub(crate) fn scanned(&self) -> &[Scanned] {
        let is_reported = |scanned: &Scanned| {
            filled_weights::reports(scanned) || nan_weights::reports(scanned) || subnormal_weights::reports(scanned)
        };
        self.scanned.get_or_init(|| weights::scan(self, is_reported))
    }

    /// The dimensions of the main graph's outputs as declared in an ONNX file, with the inferred ones; none in a model
    /// with errors, where either is unreliable.
    pub(crate) fn output_dims(&self) -> Vec<OutputDim<'_>> {
        let doubtful = self.model.dialect() != Dialect::Onnx || self.has_errors();
        let Some(main) = self.model.main_graph().filter(|_| !doubtful) else { return Vec::new() };
        let mut dims = Vec::new();
        for output in &self.model.graph(main).outputs {
            let (Some(value), Some(declaration)) = (output.operand.value(), output.declaration) else { continue };
            let declared = self.model.declaration(declaration).ty.as_tensor().and_then(|ty| ty.shape.dims());
            let inferred = self.analysis.facts.ty(value).as_tensor().and_then(|ty| ty.shape.dims());
            let pairs = declared.zip(inferred).into_iter().flat_map(|(a, b)| a.iter().zip(b)).enumerate();
            let (name, place) = (self.model.name(output.name), Place::value(main, value));
            dims.extend(pairs.map(|(axis, (declared, inferred))| OutputDim { name, place, axis, declared, inferred }));
        }
        dims
    }

    /// Whether the model has errors; consequences of an error are not reported separately.
    pub(crate) fn has_errors(&self) -> bool {
        self.sink.findings().iter().any(|f| f.level == Level::Error)
    }

    /// The effect of folding; `None` for a model with errors.
    pub(crate) fn estimate(&self) -> Option<&Estimate> {
        let made = || (!self.has_errors()).then(|| estimate(self.model, self.uses(), self.analysis, self.options));
        self.estimate.get_or_init(made).as_ref()
    }

    /// Whether folding removes the node, so that advice on it would be redundant.
    pub(crate) fn is_known(&self, node: NodeId) -> bool {
        let known = |estimate: &Estimate| self.model.outputs(node).all(|value| estimate.known[value.index()]);
        self.estimate().is_some_and(known)
    }

    /// Whether the main graph has an input with a dynamic dimension.
    pub(crate) fn has_open_inputs(&self) -> bool {
        *self.has_open_inputs.get_or_init(|| {
            let inputs = self.model.main_graph().map(|g| &self.model.graph(g).inputs[..]).unwrap_or_default();
            let tensor = |value: &ValueId| self.analysis.facts.ty(*value).as_tensor();
            inputs.iter().filter_map(tensor).any(|ty| !ty.shape.is_static())
        })
    }

    /// The constants of the model with their locations, in file order.
    pub(crate) fn all_constants(&self) -> &[Constant] {
        self.all_constants.get_or_init(|| weights::all_constants(self))
    }

    /// Those that are not in nodes with findings.
    pub(crate) fn constants(&self) -> impl Iterator<Item = &Constant> {
        let is_faulty = |node: NodeId| self.faulty.contains(&node);
        self.all_constants().iter().filter(move |constant| !constant.place.node.is_some_and(is_faulty))
    }

    /// Whether a value is an input of the main graph without a default.
    pub(crate) fn is_fed(&self, value: ValueId) -> bool {
        let main = || self.model.main_graph().into_iter().flat_map(|graph| &self.model.graph(graph).inputs);
        let default = matches!(self.model.value(value).role, ValueRole::Input { default: Some(_) });
        !default && self.inputs.get_or_init(|| main().copied().collect()).contains(&value)
    }
}
