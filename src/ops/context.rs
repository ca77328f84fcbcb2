//! The context of an operator: attributes with defaults, facts of inputs, outputs to set, a sink for findings.

use std::borrow::Cow;
use std::sync::Arc;

use super::doubt::Doubt;
use super::signature::{AttributeKind, DefaultValue, Signature};
use super::symbol_names::SymbolNamer;
use crate::constraint::{Constraint, ConstraintKind, Constraints};
use crate::diagnostic::{Diagnostic, Diagnostics, Visit, shorten};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::expr::Symbol;
use crate::expr::{Bounds, Expr};
use crate::fact::{Fact, KnownValue, UnknownReason};
use crate::graph::{Attribute, AttributeValue, Model, Operand, ValueRole};
use crate::ids::{GraphId, NameId, NodeId, TensorId};
use crate::ir_syntax;
use crate::limits::Limits;
use crate::place::{Part, Place};
use crate::rule::{Level, Rule};
use crate::rules;
use crate::shape::Shape;

/// Everything that an operator may access while its node is inferred.
pub struct InferContext<'a> {
    pub(crate) model: &'a Model,
    pub(crate) node: NodeId,
    /// The version of the operator that applies; `None` if it is unknown.
    pub(crate) signature: Option<&'static Signature>,
    /// Faults of this operator on which tools diverge, by rule code.
    pub(crate) known_divergences: &'static [(&'static str, &'static str)],
    /// Misspelled attributes that are read under the name that was probably meant: as written, as meant.
    pub(crate) spelling_overrides: Cow<'a, [(NameId, &'static str)]>,
    pub(crate) inputs: Vec<Fact>,
    pub(crate) outputs: Vec<Fact>,
    /// The values of the function's attribute parameters, if the node is in a function.
    pub(crate) bindings: &'a [(String, AttributeValue)],
    pub(crate) limits: &'a Limits,
    pub(crate) visit: Visit,
    pub(crate) found: Found<'a>,
    /// The rule of the first error.
    pub(crate) first_error: Option<&'static Rule>,
    /// What the errors of the node make uncertain about its outputs.
    pub(crate) doubt: Doubt,
    /// What is uncertain about the inputs and attributes because of faults that are reported elsewhere.
    pub(crate) inputs_in_doubt: Doubt,
    /// Whether a contradiction between shapes was found at the node.
    pub(crate) shapes_differ: bool,
    /// Whether a contradiction between types was found at the node.
    pub(crate) types_differ: bool,
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
        self.model
    }

    /// The node that is being inferred, for information that only the model has.
    pub fn node(&self) -> NodeId {
        self.node
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
        self.signature.map_or(0, |s| s.since)
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
        self.inputs.get(index).unwrap_or(&Fact::UNKNOWN)
    }

    /// The element type of an input; `None` if it is unknown, the input is absent, or it is not a tensor.
    pub fn element(&self, index: usize) -> Option<ElementType> {
        self.input(index).element()
    }

    /// The shape of an input, in elements; [`Shape::UNKNOWN`] if it is unknown, the input is absent, or it is not a
    /// tensor.
    pub fn shape(&self, index: usize) -> Shape {
        self.input(index).shape().clone()
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
        if self.input(index).value != KnownValue::Unknown {
            return self.elements(index);
        }
        let (low, high) = self.element(index)?.integer_range()?;
        let count = self.input(index).shape().num_elements().size().filter(|&count| count <= FEW)?;
        Some(Elements::Ints((0..count).map(|_| SymInt::interval(low, high)).collect()))
    }

    /// The integers of an input, if all are exact.
    pub fn exact_ints(&self, index: usize) -> Option<Vec<i128>> {
        self.elements(index)?.exact_ints()
    }

    /// The name of an input for messages, in backquotes.
    pub fn input_name(&self, index: usize) -> String {
        match self.model.inputs(self.node).get(index) {
            Some(Operand::Value(value)) => match self.model.value_name(*value) {
                "" => format!("#{index}"),
                name => format!("`{name}`"),
            },
            Some(Operand::Undefined(name)) => format!("`{}`", self.model.name(*name)),
            Some(Operand::Absent) | None => format!("#{index}"),
        }
    }

    /// Why the fact of an input is unknown, and the node where that started; propagate it to outputs that are unknown
    /// for the same reason.
    pub fn unknown_reason(&self, index: usize) -> Option<UnknownReason> {
        self.input(index).unknown_reason.clone()
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

    // --- attributes ---

    /// The attribute of this name; a parameter of a function is replaced by the value that the caller bound to it.
    /// `None` if it is absent, or the bound value is unknown.
    pub fn attribute(&self, name: &str) -> Option<&'a AttributeValue> {
        let attribute = self.attribute_record(name)?;
        match &attribute.value {
            AttributeValue::Reference(parameter, _) => {
                let parameter = self.model.name(*parameter);
                self.bindings.iter().find(|(n, _)| n == parameter).map(|(_, value)| value)
            }
            value => Some(value),
        }
    }

    /// The record of the attribute of this name, as written, also under a misspelled name that was probably meant to be
    /// this one. `None` if there is none.
    pub fn attribute_record(&self, name: &str) -> Option<&'a Attribute> {
        self.model.attribute(self.node, name).or_else(|| {
            let (written, _) = self.spelling_overrides.iter().find(|(_, meant)| *meant == name)?;
            self.model.attributes(self.node).iter().find(|a| a.name == *written)
        })
    }

    /// Whether the attribute is given, but its value is unknown here: it refers to a function parameter without a
    /// value, or it is of a kind that the signature does not allow, which is reported (OP110).
    pub fn is_unbound(&self, name: &str) -> bool {
        let Some(record) = self.attribute_record(name) else { return false };
        match self.attribute(name) {
            None => matches!(record.value, AttributeValue::Reference(..)),
            Some(value) => self.is_of_wrong_kind(name, value),
        }
    }

    fn is_of_wrong_kind(&self, name: &str, value: &AttributeValue) -> bool {
        let spec = self.signature.and_then(|signature| signature.attribute(name));
        match spec.map(|spec| spec.kind) {
            Some(AttributeKind::Onnx(kind)) => {
                value.kind() != Some(kind) || matches!(value, AttributeValue::Malformed(_))
            }
            Some(AttributeKind::Bool) => !self.is_bool(name),
            _ => false,
        }
    }

    fn default(&self, name: &str) -> Option<DefaultValue> {
        self.signature?.attribute(name)?.default
    }

    fn text_of(&self, name: &str) -> Option<&'a str> {
        match self.attribute(name)? {
            AttributeValue::Text(id) => Some(self.model.name(*id)),
            AttributeValue::String(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// An integer, or its default. IR text is parsed as in OpenVINO. `None` if the attribute is of another type, or
    /// there is neither a value nor a default.
    pub fn int(&self, name: &str) -> Option<i64> {
        let written = match self.attribute(name) {
            Some(AttributeValue::Int(value)) => Some(*value),
            Some(AttributeValue::Text(id)) => ir_syntax::int(self.model.name(*id)).map(|p| p.value),
            _ => None,
        };
        written.or(match self.default(name) {
            Some(DefaultValue::Int(value)) => Some(value),
            _ => None,
        })
    }

    /// A list of integers, or its default. IR text is parsed as in OpenVINO. `None` if the attribute is of another
    /// type, or there is neither a value nor a default. The file determines the length: check it before using it as a
    /// rank.
    pub fn ints(&self, name: &str) -> Option<Arc<[i64]>> {
        let written = match self.attribute(name) {
            Some(AttributeValue::Ints(values)) => Some(values.clone()),
            Some(AttributeValue::Text(id)) => ir_syntax::ints(self.model.name(*id)).map(|p| p.value.into()),
            _ => None,
        };
        written.or_else(|| match self.default(name) {
            Some(DefaultValue::Ints(values)) => Some(values.into()),
            _ => None,
        })
    }

    /// A float, or its default. IR numbers are parsed as in OpenVINO and rounded to `f32`. `None` if the attribute
    /// is of another type, or there is neither a value nor a default.
    pub fn float(&self, name: &str) -> Option<f32> {
        let written = match self.attribute(name) {
            Some(AttributeValue::Float(value)) => Some(*value),
            Some(AttributeValue::Text(id)) => ir_syntax::real(self.model.name(*id)).map(|p| p.value as f32),
            _ => None,
        };
        written.or(match self.default(name) {
            Some(DefaultValue::Float(value)) => Some(value),
            _ => None,
        })
    }

    /// A list of floats, or its default, like [`InferContext::float`]. The file determines the length: check it before
    /// using it as a size.
    pub fn floats(&self, name: &str) -> Option<Vec<f32>> {
        let written = match self.attribute(name) {
            Some(AttributeValue::Floats(values)) => Some(values.to_vec()),
            Some(AttributeValue::Text(id)) => {
                ir_syntax::reals(self.model.name(*id)).map(|p| p.value.iter().map(|v| *v as f32).collect())
            }
            _ => None,
        };
        written.or_else(|| match self.default(name) {
            Some(DefaultValue::Floats(values)) => Some(values.to_vec()),
            _ => None,
        })
    }

    /// A string (ONNX string, IR text or keyword), or its default. `None` as for [`InferContext::int`], and for bytes
    /// that are not UTF-8.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.text_of(name).or(match self.default(name) {
            Some(DefaultValue::Text(text)) => Some(text),
            _ => None,
        })
    }

    /// IR: a boolean, or its default. A value that is not a boolean is ignored, as in OpenVINO. `None` if there is no
    /// default either.
    pub fn bool(&self, name: &str) -> Option<bool> {
        self.text_of(name).and_then(ir_syntax::bool).map(|p| p.value).or(match self.default(name) {
            Some(DefaultValue::Bool(value)) => Some(value),
            _ => None,
        })
    }

    /// IR: whether the attribute is written as a boolean.
    pub fn is_bool(&self, name: &str) -> bool {
        self.text_of(name).is_some_and(|t| ir_syntax::bool(t).is_some())
    }

    /// The body in an attribute, the first one of several; `None` if there is none.
    pub fn graph(&self, name: &str) -> Option<GraphId> {
        self.attribute(name)?.graphs().first().copied()
    }

    /// The constant in an attribute; `None` if there is none or the attribute is of another type. Its elements are read
    /// by [`Model::elements`] or [`Model::load`].
    pub fn tensor(&self, name: &str) -> Option<TensorId> {
        match self.attribute(name)? {
            AttributeValue::Tensor(tensor) => Some(*tensor),
            _ => None,
        }
    }

    /// IR: an element type by its IR name, such as `f32` or `boolean`; `None` if it is unknown.
    pub fn element_attribute(&self, name: &str) -> Option<ElementType> {
        ir_syntax::element_type(self.text_of(name)?)
    }

    /// IR: a shape in elements, possibly partial: `1,-1,3..5`, or `...` for an unknown rank. `None` if the text is not
    /// a shape.
    pub fn shape_attribute(&self, name: &str) -> Option<Shape> {
        ir_syntax::shape(self.text_of(name)?).map(|p| p.value)
    }

    /// The type of an attribute in the signature. `None` if the signature is unknown or has no such attribute.
    pub fn attribute_kind(&self, name: &str) -> Option<AttributeKind> {
        self.signature?.attribute(name).map(|a| a.kind)
    }

    // --- outputs ---

    /// The number of outputs of the node.
    pub fn output_count(&self) -> usize {
        self.outputs.len()
    }

    /// Sets the fact of an output. Ignored if the node does not list the output.
    pub fn set(&mut self, index: usize, fact: impl Into<Fact>) {
        if let Some(output) = self.outputs.get_mut(index) {
            *output = fact.into();
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
        let Some(Operand::Value(value)) = self.model.inputs(self.node).get(index).copied() else { return false };
        match self.model.value(value).role {
            ValueRole::Initializer(_) => true,
            ValueRole::Output { node, .. } => self.model.inputs(node).is_empty() && self.elements(index).is_some(),
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
        let note = self.known_divergences.iter().find(|(code, _)| *code == finding.rule.code);
        let finding = match note {
            Some((_, note)) => finding.note(*note),
            None => finding,
        };
        if finding.level_in(self.dialect()) == Level::Error {
            self.first_error.get_or_insert(finding.rule);
            self.doubt = self.doubt.max(Doubt::of(&finding));
            if self.is_repeated(finding.rule) || self.inputs_in_doubt.explains(finding.rule) {
                return;
            }
        }
        self.found.diagnostics.report_in(self.visit, finding);
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
        self.found.diagnostics.is_full()
    }

    /// Operator and version for messages, such as `ReduceMin-18`.
    pub fn op_with_version(&self) -> String {
        match self.signature {
            Some(signature) => format!("{}-{}", self.op_type(), signature.since),
            None => self.op_type().to_owned(),
        }
    }
}
