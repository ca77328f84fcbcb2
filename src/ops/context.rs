//! The context of an operator: attributes with defaults, facts of inputs, outputs to set, a sink for findings.

mod attributes;

use std::borrow::Cow;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

use super::doubt::Doubt;
use super::held::Held;
use super::signature_ref::SignatureRef;
use super::symbol_names::SymbolNamer;
use crate::constraint::{Constraint, ConstraintKind, Constraints};
use crate::diagnostic::{Diagnostic, Diagnostics, Visit};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::expr::Symbol;
use crate::expr::{Bounds, Expr};
use crate::fact::{Fact, KnownValue, TensorType, UnknownReason, ValueType};
use crate::graph::{Attribute, AttributeValue, Model, Operand, ValueRole};
use crate::ids::{GraphId, NameId, NodeId};
use crate::limits::Limits;
use crate::place::{Part, Place};
use crate::rule::{Level, Rule, RuleRef};
use crate::rules;
use crate::shape::Shape;
use crate::short_text::{LONGEST_TEXT, shorten, shortened};
pub(crate) use attributes::{MOST_INTS, bound};

/// The bytes of a name from which its middle is missing: that of a text with it is missing, too, and is in this one.
const LONGEST_NAME: usize = 2 * LONGEST_TEXT;

/// The node and the facts, without the model.
impl fmt::Debug for InferContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("InferContext");
        shown.field("node", &self.node).field("inputs", &self.inputs).field("outputs", &self.outputs);
        shown.finish_non_exhaustive()
    }
}

/// Everything that an operator may access while its node is inferred.
pub struct InferContext<'a> {
    pub(crate) model: &'a Model,
    pub(crate) node: NodeId,
    /// The version of the operator that applies; `None` if it is unknown.
    pub(crate) signature: Option<SignatureRef<'a>>,
    /// Faults of this operator on which tools diverge, by rule code.
    pub(crate) known_divergences: &'static [(&'static str, &'static str)],
    /// Misspelled attributes that are read under the name that was probably meant: as written, as meant.
    pub(crate) spelling_overrides: Cow<'a, [(NameId, String)]>,
    /// Attributes that are probably meant by misspelled ones, whether or not those are read as such.
    pub(crate) misspelled: Vec<String>,
    pub(crate) inputs: Vec<Fact>,
    pub(crate) outputs: Vec<Fact>,
    /// What the outputs hold.
    pub(crate) held: Held,
    /// The values of the function's attribute parameters, if the node is in a function.
    pub(crate) bindings: &'a [(NameId, AttributeValue)],
    pub(crate) limits: &'a Limits,
    pub(crate) visit: Visit,
    pub(crate) found: Found<'a>,
    /// The rule of the first error.
    pub(crate) first_error: Option<RuleRef>,
    /// What the errors of the node make uncertain about its outputs.
    pub(crate) doubt: Doubt,
    /// What is uncertain about the inputs and attributes because of faults that are reported elsewhere.
    pub(crate) inputs_in_doubt: Doubt,
    /// Whether a contradiction between shapes was found at the node.
    pub(crate) shapes_differ: bool,
    /// Whether a contradiction between types was found at the node.
    pub(crate) types_differ: bool,
    /// Whether the operator used more than attributes and facts: the node itself, the model around it, or names. Atomic
    /// only so that the context can be shared.
    pub(crate) uses_node: AtomicBool,
    /// An attribute whose list is too long to be read, if the operator reads it.
    pub(crate) long_list: OnceLock<NameId>,
    /// The attributes that were asked for by name, if the node has very many.
    pub(crate) asked: Mutex<Vec<(String, Option<&'a Attribute>)>>,
    /// Whether the operator used more of its inputs than their types and reasons: what is known of their elements.
    pub(crate) uses_elements: AtomicBool,
}

/// The destinations of findings, constraints and symbols.
pub(crate) struct Found<'a> {
    pub(crate) diagnostics: &'a mut Diagnostics,
    /// The constraints that every valid run satisfies; `None` if they are not requested.
    pub(crate) constraints: Option<&'a mut Constraints>,
    /// Names for data-dependent dimensions; `None` makes such a dimension an interval.
    pub(crate) names: Option<&'a SymbolNamer>,
}

/// A request to infer a body with these facts for its inputs.
#[derive(Debug)]
pub struct BodyCall {
    /// The body.
    pub graph: GraphId,
    /// Facts of its inputs, by position; missing ones are unknown.
    pub inputs: Vec<Fact>,
    /// Whether the body may run. In an unreachable body, errors become warnings.
    pub reachable: bool,
}

/// The facts of a body's outputs, by position.
pub type BodyFacts = Vec<Fact>;

impl<'a> InferContext<'a> {
    /// The model that contains the node.
    pub fn model(&self) -> &'a Model {
        self.note_use_of_node();
        self.model
    }

    /// The node that is being inferred, for information that only the model has.
    pub fn node(&self) -> NodeId {
        self.note_use_of_node();
        self.node
    }

    fn note_use_of_node(&self) {
        self.uses_node.store(true, Ordering::Relaxed);
    }

    /// Resource limits: check a rank or a count from the file against them before allocating for it.
    pub fn limits(&self) -> &Limits {
        self.limits
    }

    /// The specification that the node follows: for resolving attributes, not for inference.
    pub fn dialect(&self) -> Dialect {
        self.model.dialect()
    }

    /// The `since` of the operator version that applies; 0 if it is unknown.
    pub fn version(&self) -> i64 {
        self.signature.map_or(0, SignatureRef::since)
    }

    /// The operator type as written.
    pub fn op_type(&self) -> &'a str {
        self.model.op_type(self.node)
    }

    // --- inputs ---

    /// The number of inputs of the node, including absent ones.
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// Whether an input is present.
    pub fn has_input(&self, index: usize) -> bool {
        self.model.inputs(self.node).get(index).is_some_and(|o| *o != Operand::Absent)
    }

    /// The fact of an input; unknown if the input is absent.
    pub fn input(&self, index: usize) -> &Fact {
        if self.knows_elements(index) {
            self.uses_elements.store(true, Ordering::Relaxed);
        }
        self.fact(index)
    }

    /// The fact of an input of which only the type and the reason are used.
    fn fact(&self, index: usize) -> &Fact {
        self.inputs.get(index).unwrap_or(&Fact::UNKNOWN)
    }

    /// Whether anything is known of the elements of an input.
    pub(crate) fn knows_elements(&self, index: usize) -> bool {
        self.fact(index).value != KnownValue::Unknown
    }

    /// The type of an input; unknown if the input is absent.
    pub(crate) fn ty(&self, index: usize) -> &ValueType {
        &self.fact(index).ty
    }

    /// The element type of an input; `None` if it is unknown, the input is absent, or it is not a tensor.
    pub fn element(&self, index: usize) -> Option<ElementType> {
        self.fact(index).element()
    }

    /// The shape of an input, in elements; [`Shape::UNKNOWN`] if it is unknown, the input is absent, or it is not a
    /// tensor.
    pub fn shape(&self, index: usize) -> Shape {
        self.fact(index).shape().clone()
    }

    /// The shape of an output as set so far; [`Shape::UNKNOWN`] if it is unknown, absent, or not a tensor.
    pub fn output_shape(&self, index: usize) -> Shape {
        self.outputs.get(index).map_or(Shape::UNKNOWN, |output| output.shape().clone())
    }

    /// The elements of an input, exact or within bounds, if it is small enough to be tracked.
    ///
    /// Reads a constant from the file.
    pub fn elements(&self, index: usize) -> Option<Elements> {
        self.elements_of(self.input(index))
    }

    /// The elements of a fact, like [`InferContext::elements`]. `None` if they are not tracked.
    pub fn elements_of(&self, fact: &Fact) -> Option<Elements> {
        match &fact.value {
            KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_) => None,
            KnownValue::Elements(elements) => Some(elements.clone()),
            KnownValue::Constant(tensor) => self.model.elements(*tensor, self.limits.max_tracked_elements_per_tensor),
        }
    }

    /// The elements of an input, like [`InferContext::elements`]; a few unknown integers or booleans get the bounds of
    /// their type. For operators that narrow bounds.
    pub(crate) fn bounded_elements(&self, index: usize) -> Option<Elements> {
        const FEW: u64 = 64;
        if self.knows_elements(index) {
            return self.elements(index);
        }
        let (low, high) = self.element(index)?.integer_range()?;
        let count = self.fact(index).shape().num_elements().size().filter(|&count| count <= FEW)?;
        Some(Elements::Ints((0..count).map(|_| SymInt::interval(low, high)).collect()))
    }

    /// The integers of an input, if all are exact.
    pub fn exact_ints(&self, index: usize) -> Option<Vec<i128>> {
        self.elements(index)?.exact_ints()
    }

    /// The name of an input for messages, in backquotes. A very long one loses its middle: the node may list a value thousands
    /// of times.
    pub fn input_name(&self, index: usize) -> String {
        self.note_use_of_node();
        let name = match self.model.inputs(self.node).get(index) {
            Some(Operand::Value(value)) => self.model.value_name(*value),
            Some(Operand::Undefined(name)) => self.model.name(*name),
            Some(Operand::Absent) | None => "",
        };
        match name {
            "" => format!("#{index}"),
            name => format!("`{}`", shortened(name, LONGEST_NAME)),
        }
    }

    /// Why the fact of an input is unknown, and the node where that started; propagate it to outputs that are unknown
    /// for the same reason.
    pub fn unknown_reason(&self, index: usize) -> Option<UnknownReason> {
        self.fact(index).unknown_reason.clone()
    }

    /// A reason that starts at this node: a clause in lower case, such as `the axes are known only at run time`.
    pub fn unknown_because(&self, text: impl Into<String>) -> UnknownReason {
        let mut text = text.into();
        shorten(&mut text);
        UnknownReason::operator(self.node, text)
    }

    // --- dimensions ---

    /// A data-dependent dimension in `low..=high`: a symbol named after the output, `VALUE.AXIS`.
    ///
    /// Repeated calls return the same symbol. Values in bodies and functions differ between runs, so there the result
    /// is an interval.
    pub fn data_dependent_dim(&self, output: usize, axis: usize, low: u64, high: u64) -> Dim {
        // A bound beyond the signed range is not a bound.
        let interval = Dim::interval(low, if high >= i64::MAX as u64 { Dim::UNBOUNDED } else { high });
        if interval.size().is_some() {
            return interval;
        }
        self.note_use_of_node();
        let name = self.found.names.and_then(|names| names.name(self.model, self.node, output, axis));
        let bounds = Bounds { low: interval.low().into(), high: interval.high().into() };
        let symbol = |name: String| Expr::symbol(Symbol::inferred(&name, bounds.within_sizes()));
        interval.refine_with(name.map(symbol))
    }

    /// The common value of two dimensions that must be equal; `None` if they cannot be.
    ///
    /// If equality is possible but not provable, records a constraint. Of two expressions, returns the first, but
    /// prefers one in symbols of the file over one with an inferred symbol.
    pub fn unify(&mut self, a: &Dim, b: &Dim) -> Option<Dim> {
        let second = b.expr().is_some() && a.needs_inferred_symbol() && !b.needs_inferred_symbol();
        let met = if second { b.meet(a) } else { a.meet(b) }.filter(|_| !a.provably_ne(b))?;
        self.require(ConstraintKind::Equal, a, b);
        Some(met)
    }

    /// Records a constraint that every valid run satisfies, unless it is provable.
    pub fn require(&mut self, demand: ConstraintKind, a: &Dim, b: &Dim) {
        if let Some(constraint) = Constraint::new_if_open(demand, a, b, self.node) {
            // Unreachable code has no constraints.
            if let Some(constraints) = self.found.constraints.as_mut().filter(|_| self.visit.reachable) {
                constraints.add(constraint);
            }
        }
    }

    /// The number of outputs of the node.
    pub fn output_count(&self) -> usize {
        self.outputs.len()
    }

    /// The number of outputs that the node names; in ONNX, those without a name are omitted.
    pub(crate) fn named_output_count(&self) -> usize {
        self.model.outputs(self.node).filter(|&value| !self.model.value(value).name.is_empty()).count()
    }

    /// Sets the fact of an output. Ignored if the node does not list the output.
    pub fn set(&mut self, index: usize, fact: impl Into<Fact>) {
        let mut fact = fact.into();
        if fact.ty.is_too_deep() {
            let why = self.unknown_because("sequences and optionals are nested too deeply");
            fact = Fact { unknown_reason: Some(why), ..Fact::UNKNOWN };
        }
        self.limit_rank(&mut fact);
        if self.held.limit(&mut fact) {
            self.report(Held::finding(self.place()));
        }
        if let Some(output) = self.outputs.get_mut(index) {
            *output = fact;
        }
    }

    /// What has more than `max_rank` dimensions is only known to have at least as many.
    fn limit_rank(&self, fact: &mut Fact) {
        let most = self.limits().max_rank;
        let ValueType::Tensor(TensorType { element, shape }) = &mut fact.ty else { return };
        if shape.min_rank() > most {
            // A rank that is unknown anyway may have a reason of its own.
            let own = fact.unknown_reason.take().filter(|_| shape.rank().is_none());
            let limit = || format!("it would have more than {most} dimensions, the limit `max_rank`");
            let why = own.unwrap_or_else(|| self.unknown_because(limit()));
            *fact = Fact { unknown_reason: Some(why), ..Fact::tensor(*element, Shape::with_min_rank(most)) };
        }
    }

    /// Sets type and shape of an output whose elements are unknown.
    pub fn set_tensor(&mut self, index: usize, element: Option<ElementType>, shape: Shape) {
        self.set(index, Fact::tensor(element, shape));
    }

    /// Sets an output of unknown shape, with the reason.
    pub fn set_unknown(&mut self, index: usize, element: Option<ElementType>, why: UnknownReason) {
        self.set(index, Fact { unknown_reason: Some(why), ..Fact::tensor(element, Shape::UNKNOWN) });
    }

    // --- findings ---

    /// The location of the node as a whole, for findings about no particular input, output or attribute.
    pub fn place(&self) -> Place {
        Place::node(self.model.node(self.node).graph, self.node)
    }

    /// The location of an input, counted from 0 including absent ones; valid for inputs that the node does not list.
    pub fn input_place(&self, index: usize) -> Place {
        self.place().part(Part::Input(index as u32))
    }

    /// Whether an input is an initializer or the output of a constant node, whose elements a runtime knows when it
    /// loads the model.
    pub(crate) fn is_stored(&self, index: usize) -> bool {
        self.note_use_of_node();
        let Some(Operand::Value(value)) = self.model.inputs(self.node).get(index).copied() else { return false };
        match self.model.value(value).role {
            ValueRole::Initializer(_) => true,
            ValueRole::Output(node) => self.model.inputs(node).is_empty() && self.elements(index).is_some(),
            _ => false,
        }
    }

    /// The location of one element of a constant input.
    pub fn element_place(&self, input: usize, element: usize) -> Place {
        self.place().part(Part::Element(input as u32, element as u32))
    }

    /// The location of an attribute; that of the node if the attribute is absent.
    pub fn attribute_place(&self, name: &str) -> Place {
        match self.attribute_record(name) {
            Some(record) => self.place().part(Part::Attribute(record.name)).at(record.span),
            None => self.place(),
        }
    }

    /// Reports a finding, with a note on tools that diverge on such a fault, if there are any.
    pub fn report(&mut self, finding: Diagnostic) {
        let note = self.known_divergences.iter().find(|(code, _)| *code == finding.rule.code());
        let finding = match note {
            Some((_, note)) => finding.note(*note),
            None => finding,
        };
        if finding.level_in(self.dialect()) == Level::Error {
            self.first_error.get_or_insert_with(|| finding.rule.clone());
            self.doubt = self.doubt.max(Doubt::of(&finding));
            if self.is_repeated(&finding.rule) || self.inputs_in_doubt.explains(&finding.rule) {
                self.found.diagnostics.omit_consequence(self.visit);
                return;
            }
        }
        self.found.diagnostics.report_in(self.visit, finding);
    }

    /// Reports a finding that compares the node with what `doubt` is about. If that is in doubt because of a fault
    /// elsewhere, the finding is a consequence.
    pub(crate) fn report_unless(&mut self, doubt: Doubt, finding: Diagnostic) {
        let consequence = finding.level_in(self.dialect()) == Level::Error && self.inputs_in_doubt >= doubt;
        if !consequence {
            return self.report(finding);
        }
        self.first_error.get_or_insert_with(|| finding.rule.clone());
        self.doubt = self.doubt.max(Doubt::of(&finding));
        self.found.diagnostics.omit_consequence(self.visit);
    }

    /// Whether a rule compares inputs with each other, and such a contradiction was already reported for the node: one
    /// wrong shape or type contradicts several others. The shape of an input of a wrong type is not the intended one.
    fn is_repeated(&mut self, rule: &Rule) -> bool {
        let one_of = |rules: &[&Rule]| rules.contains(&rule);
        if one_of(&[&rules::type_not_allowed::RULE, &rules::wrong_axes_type::RULE]) {
            self.shapes_differ = true;
        }
        if one_of(&[&rules::incompatible_shapes::RULE, &rules::wrong_input_rank::RULE, &rules::wrong_axes_rank::RULE]) {
            return std::mem::replace(&mut self.shapes_differ, true);
        }
        one_of(&[&rules::mismatched_types::RULE]) && std::mem::replace(&mut self.types_differ, true)
    }

    /// Whether further errors are only counted, so that their messages need not be built.
    pub(crate) fn is_full(&self) -> bool {
        self.found.diagnostics.is_full_of(self.error_level())
    }

    /// Whether further errors of this rule are only counted, so that their messages need not be built. The first ones are
    /// kept even where those of other rules are only counted.
    pub(crate) fn only_counts(&self, rule: &'static Rule) -> bool {
        self.found.diagnostics.only_counts(rule, self.error_level())
    }

    /// The level of errors here: they are warnings in code that never runs.
    fn error_level(&self) -> Level {
        if self.visit.reachable { Level::Error } else { Level::Warning }
    }

    /// The number of errors in the model that are kept so far.
    pub(crate) fn errors_so_far(&self) -> usize {
        self.found.diagnostics.kept_of(Level::Error)
    }

    /// Whether a further error of this rule, of which the node has one, is only counted, or omitted as a consequence, so that no
    /// message is built. A list may have thousands of wrong elements.
    pub(crate) fn skips_another(&mut self, rule: &'static Rule) -> bool {
        if self.inputs_in_doubt.explains(rule) {
            self.found.diagnostics.omit_consequence(self.visit);
            return true;
        }
        if self.is_full() {
            self.found.diagnostics.count_dropped(rule, self.error_level(), 1);
            return true;
        }
        false
    }

    /// Operator and version for messages, such as `ReduceMin-18`.
    pub fn op_with_version(&self) -> String {
        match self.signature {
            Some(signature) => format!("{}-{}", self.op_type(), signature.since()),
            None => self.op_type().to_owned(),
        }
    }
}
