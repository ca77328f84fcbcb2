//! What an operator sees of its node: attributes with their defaults, facts of inputs, outputs to fill, a sink.

use std::sync::Arc;

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
use crate::graph::{Attribute, AttributeValue, Model, Operand};
use crate::ids::{GraphId, NameId, NodeId, TensorId};
use crate::ir_syntax;
use crate::limits::Limits;
use crate::place::{Part, Place};
use crate::rule::{Level, Rule};
use crate::shape::Shape;

/// Everything that an operator may look at while one node is inferred.
pub struct InferContext<'a> {
    pub(crate) model: &'a Model,
    pub(crate) node: NodeId,
    /// The version of the operator that applies; `None` if none is known.
    pub(crate) signature: Option<&'static Signature>,
    /// Who reads faults of this operator otherwise.
    pub(crate) disagreements: &'static [(&'static str, &'static str)],
    /// Misspelt attributes read as they were probably meant: as written, as meant.
    pub(crate) spelling_overrides: &'a [(NameId, &'static str)],
    pub(crate) inputs: Vec<Fact>,
    pub(crate) outputs: Vec<Fact>,
    /// Values of the function's attribute parameters, if the node stands in a function.
    pub(crate) bindings: &'a [(String, AttributeValue)],
    pub(crate) limits: &'a Limits,
    pub(crate) visit: Visit,
    pub(crate) found: Found<'a>,
    /// The rule of the first error.
    pub(crate) first_error: Option<&'static Rule>,
}

/// Where what is found at a node goes.
pub(crate) struct Found<'a> {
    pub(crate) diagnostics: &'a mut Diagnostics,
    /// What must hold for a run to be correct; `None` if nobody asks.
    pub(crate) constraints: Option<&'a mut Constraints>,
    /// Names for data-dependent dimensions; without them such a dimension is an interval.
    pub(crate) names: Option<&'a SymbolNamer>,
}

/// A body that an operator wants inferred with these facts for its inputs.
#[derive(Debug)]
pub struct BodyCall {
    /// The body.
    pub graph: GraphId,
    /// Facts of its inputs, by position; missing ones are unknown.
    pub inputs: Vec<Fact>,
    /// Whether the body may run. In one that never does, an error is a warning.
    pub reachable: bool,
}

/// The facts of a body's outputs, by position.
pub type BodyFacts = Vec<Fact>;

impl<'a> InferContext<'a> {
    /// The model that the node is in.
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// The node that is being inferred, for what only the model's records tell.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Limits on work: a rank or a count that comes from the file is compared with them before anything is made of it.
    pub fn limits(&self) -> &Limits {
        self.limits
    }

    /// The specification that the node follows: for resolving attributes, not for inference.
    pub fn dialect(&self) -> Dialect {
        self.model.dialect()
    }

    /// The `since` of the operator version that applies; 0 if none is known.
    pub fn version(&self) -> i64 {
        self.signature.map_or(0, |s| s.since)
    }

    /// The operator's type as written.
    pub fn op_type(&self) -> &'a str {
        self.model.op_type(self.node)
    }

    // --- inputs ---

    /// The number of inputs that the node lists, absent ones included.
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// Whether something stands at an input.
    pub fn has_input(&self, index: usize) -> bool {
        self.model.inputs(self.node).get(index).is_some_and(|o| *o != Operand::Absent)
    }

    /// What is known of an input; nothing if it is absent.
    pub fn input(&self, index: usize) -> &Fact {
        self.inputs.get(index).unwrap_or(&Fact::UNKNOWN)
    }

    /// The element type of an input; `None` if it is unknown, the input is absent, or it is no tensor.
    pub fn element(&self, index: usize) -> Option<ElementType> {
        self.input(index).element()
    }

    /// The shape of an input, in elements; [`Shape::UNKNOWN`] if nothing is known, the input is absent, or it is no
    /// tensor.
    pub fn shape(&self, index: usize) -> Shape {
        self.input(index).shape().clone()
    }

    /// The elements of an input, exact or within bounds, if it is small enough to be followed.
    ///
    /// Reads a constant from the file.
    pub fn elements(&self, index: usize) -> Option<Elements> {
        self.elements_of(self.input(index))
    }

    /// The elements of a fact, as [`InferContext::elements`]. `None` if they are not followed.
    pub fn elements_of(&self, fact: &Fact) -> Option<Elements> {
        match &fact.value {
            KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_) => None,
            KnownValue::Elements(elements) => Some(elements.clone()),
            KnownValue::Constant(tensor) => self.model.elements(*tensor, self.limits.max_tracked_elements_per_tensor),
        }
    }

    /// The elements of an input, as [`InferContext::elements`]; of a few integers or booleans of which nothing is known the
    /// bounds of their type. For operators that make bounds narrower.
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

    /// The name of an input in messages, in backquotes.
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

    /// Why something of an input is unknown, and the node at which it began; to be handed on to outputs that are
    /// unknown for no reason of their own.
    pub fn unknown_reason(&self, index: usize) -> Option<UnknownReason> {
        self.input(index).unknown_reason.clone()
    }

    /// A reason that starts at this node: half a sentence in lower case, as in `the axes are known only when the model
    /// runs`.
    pub fn unknown_because(&self, text: impl Into<String>) -> UnknownReason {
        let mut text = text.into();
        shorten(&mut text);
        UnknownReason::operator(self.node, text)
    }

    // --- sizes ---

    /// A size that the data decides, between these bounds: a symbol named after the output, `VALUE.AXIS`.
    ///
    /// The same whenever it is asked for. Values of bodies and functions are others at every run, so there it is a mere
    /// interval.
    pub fn data_dependent_dim(&self, output: usize, axis: usize, low: u64, high: u64) -> Dim {
        // What bounds no signed number bounds no size.
        let interval = Dim::interval(low, if high >= i64::MAX as u64 { Dim::UNBOUNDED } else { high });
        if interval.size().is_some() {
            return interval;
        }
        let name = self.found.names.and_then(|names| names.name(self.model, self.node, output, axis));
        let bounds = Bounds { low: interval.low().into(), high: interval.high().into() };
        let symbol = |name: String| Expr::symbol(Symbol::inferred(&name, bounds.within_sizes()));
        interval.refine_with(name.map(symbol))
    }

    /// The size of two dimensions that must be the same in a correct run; `None` if they cannot be.
    ///
    /// What is possible but not certain is kept as a constraint. Of two expressions the result is the first, but one in
    /// symbols of the file before one that needs a symbol of inference's own.
    pub fn unify(&mut self, a: &Dim, b: &Dim) -> Option<Dim> {
        let second = b.expr().is_some() && a.needs_inferred_symbol() && !b.needs_inferred_symbol();
        let met = if second { b.meet(a) } else { a.meet(b) }.filter(|_| !a.provably_ne(b))?;
        self.require(ConstraintKind::Equal, a, b);
        Some(met)
    }

    /// Keeps what must hold for a run to be correct, unless it certainly does.
    pub fn require(&mut self, demand: ConstraintKind, a: &Dim, b: &Dim) {
        if let Some(constraint) = Constraint::new_if_open(demand, a, b, self.node) {
            // What never runs requires nothing.
            if let Some(constraints) = self.found.constraints.as_mut().filter(|_| self.visit.reachable) {
                constraints.add(constraint);
            }
        }
    }

    // --- attributes ---

    /// The attribute of this name, a function's parameter replaced by what the caller bound to it. `None` if it is not
    /// there, or nothing is known of what was bound.
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

    /// The record of the attribute of this name, as written. `None` if there is none, also under a name that was
    /// probably meant to be this one.
    pub fn attribute_record(&self, name: &str) -> Option<&'a Attribute> {
        self.model.attribute(self.node, name).or_else(|| {
            let (written, _) = self.spelling_overrides.iter().find(|(_, meant)| *meant == name)?;
            self.model.attributes(self.node).iter().find(|a| a.name == *written)
        })
    }

    /// Whether the attribute refers to a function parameter whose value is not known here.
    pub fn is_unbound(&self, name: &str) -> bool {
        let reference = |a: &Attribute| matches!(a.value, AttributeValue::Reference(..));
        self.attribute_record(name).is_some_and(reference) && self.attribute(name).is_none()
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

    /// An integer, or its default. IR text is read as OpenVINO reads it. `None` if the attribute is of another kind, or
    /// there is neither it nor a default.
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

    /// A list of integers, or its default. IR text is read as OpenVINO reads it. `None` if the attribute is of another
    /// kind, or there is neither it nor a default. The length is the file's: compare it before it decides a rank.
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

    /// A float, or its default. IR numbers are read as OpenVINO reads them and rounded to `f32`. `None` if the
    /// attribute is of another kind, or there is neither it nor a default.
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

    /// A list of floats, or its default, as [`InferContext::float`]. The length is the file's: compare it before it decides a
    /// size.
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

    /// A text (ONNX string, IR text or word), or its default. `None` as for [`InferContext::int`], and for bytes that are not
    /// UTF-8.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.text_of(name).or(match self.default(name) {
            Some(DefaultValue::Text(text)) => Some(text),
            _ => None,
        })
    }

    /// IR: a boolean, or its default. A word that is no boolean is ignored, as OpenVINO does. `None` if there is no
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

    /// The body that an attribute holds, the first of several; `None` if there is none.
    pub fn graph(&self, name: &str) -> Option<GraphId> {
        self.attribute(name)?.graphs().first().copied()
    }

    /// The constant that an attribute holds; `None` if there is none or it is of another kind. Its elements are read by
    /// [`Model::elements`] or [`Model::load`].
    pub fn tensor(&self, name: &str) -> Option<TensorId> {
        match self.attribute(name)? {
            AttributeValue::Tensor(tensor) => Some(*tensor),
            _ => None,
        }
    }

    /// IR: an element type by the name that IR writes, as in `f32` or `boolean`; `None` if it is not one that is known.
    pub fn element_attribute(&self, name: &str) -> Option<ElementType> {
        ir_syntax::element_type(self.text_of(name)?)
    }

    /// IR: a shape in elements, perhaps partial: `1,-1,3..5`, `...` for an unknown rank. `None` if the text is no
    /// shape.
    pub fn shape_attribute(&self, name: &str) -> Option<Shape> {
        ir_syntax::shape(self.text_of(name)?).map(|p| p.value)
    }

    /// What the signature says of an attribute's kind. `None` if no signature is known or it has no such attribute.
    pub fn attribute_kind(&self, name: &str) -> Option<AttributeKind> {
        self.signature?.attribute(name).map(|a| a.kind)
    }

    // --- outputs ---

    /// The number of outputs that the node lists.
    pub fn output_count(&self) -> usize {
        self.outputs.len()
    }

    /// Sets what is known of an output. One that the node does not list is ignored.
    pub fn set(&mut self, index: usize, fact: impl Into<Fact>) {
        if let Some(output) = self.outputs.get_mut(index) {
            *output = fact.into();
        }
    }

    /// Sets the type and shape of an output whose elements are unknown.
    pub fn set_tensor(&mut self, index: usize, element: Option<ElementType>, shape: Shape) {
        self.set(index, Fact::tensor(element, shape));
    }

    /// Sets an output of unknown shape, with the reason.
    pub fn set_unknown(&mut self, index: usize, element: Option<ElementType>, why: UnknownReason) {
        self.set(index, Fact { unknown_reason: Some(why), ..Fact::tensor(element, Shape::UNKNOWN) });
    }

    // --- findings ---

    /// The node as a whole: the place of a finding that no input, output or attribute is to blame for.
    pub fn place(&self) -> Place {
        Place::node(self.model.node(self.node).graph, self.node)
    }

    /// The place of an input, counted from 0 with absent ones; valid for inputs that the node does not list.
    pub fn input_place(&self, index: usize) -> Place {
        self.place().part(Part::Input(index as u32))
    }

    /// The place of one element of a constant input.
    pub fn element_place(&self, input: usize, element: usize) -> Place {
        self.place().part(Part::Element(input as u32, element as u32))
    }

    /// The place of an attribute; the node's if it is not there.
    pub fn attribute_place(&self, name: &str) -> Place {
        match self.attribute_record(name) {
            Some(record) => self.place().part(Part::Attribute(record.name)).at(record.span),
            None => self.place(),
        }
    }

    /// Reports a finding, with the note on who reads such a fault otherwise, if somebody does.
    pub fn report(&mut self, finding: Diagnostic) {
        let note = self.disagreements.iter().find(|(code, _)| *code == finding.rule.code);
        let finding = match note {
            Some((_, note)) => finding.note(*note),
            None => finding,
        };
        if finding.level_in(self.dialect()) == Level::Error {
            self.first_error.get_or_insert(finding.rule);
        }
        self.found.diagnostics.report_in(self.visit, finding);
    }

    /// Whether further errors are only counted, so that none need be worded well.
    pub(crate) fn is_full(&self) -> bool {
        self.found.diagnostics.is_full()
    }

    /// Operator and version as messages name them, `ReduceMin-18`.
    pub fn op_with_version(&self) -> String {
        match self.signature {
            Some(signature) => format!("{}-{}", self.op_type(), signature.since),
            None => self.op_type().to_owned(),
        }
    }
}
