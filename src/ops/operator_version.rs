//! The signature of one version of an operator of the caller's own, which owns what it consists of.

use super::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, FormalType, ParameterOption, TypeConstraint,
};
use crate::element::{ElementType, TypeSet};
use crate::graph::AttributeArg;
#[cfg(doc)]
use crate::graph::AttributeType;

/// One version of an operator of one's own: its inputs, outputs, attributes, and types, in order. Nodes are checked
/// against it. Optional inputs follow required ones, and a variadic one is last.
///
/// ```
/// use shapewright::TypeSet;
/// use shapewright::graph::AttributeType;
/// use shapewright::ops::OperatorVersion;
///
/// let version = OperatorVersion::since(1)
///     .input("image", "T")
///     .optional_input("mask", TypeSet::FLOAT)
///     .output("patches", "T")
///     .attribute("size", AttributeType::Int, 16)
///     .types("T", TypeSet::FLOAT);
/// ```
#[derive(Clone, Debug)]
pub struct OperatorVersion {
    since: i64,
    inputs: Vec<Parameter>,
    outputs: Vec<Parameter>,
    attributes: Vec<Attribute>,
    variables: Vec<(String, TypeConstraint)>,
}

/// The type of an input or output of an operator of one's own: the name of a type variable, or element types.
#[derive(Clone, Debug)]
pub struct ParameterType(Type);

#[derive(Clone, Debug)]
enum Type {
    Variable(String),
    Fixed(TypeConstraint),
}

impl From<&str> for ParameterType {
    fn from(variable: &str) -> ParameterType {
        ParameterType(Type::Variable(variable.to_owned()))
    }
}

impl From<String> for ParameterType {
    fn from(variable: String) -> ParameterType {
        ParameterType(Type::Variable(variable))
    }
}

impl From<TypeConstraint> for ParameterType {
    fn from(allowed: TypeConstraint) -> ParameterType {
        ParameterType(Type::Fixed(allowed))
    }
}

impl From<TypeSet> for ParameterType {
    fn from(allowed: TypeSet) -> ParameterType {
        TypeConstraint::tensors(allowed).into()
    }
}

impl From<ElementType> for ParameterType {
    fn from(element: ElementType) -> ParameterType {
        TypeConstraint::tensor(element).into()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    name: String,
    ty: Type,
    presence: ParameterOption,
}

impl Parameter {
    pub(super) fn presence(&self) -> ParameterOption {
        self.presence
    }

    pub(super) fn formal(&self) -> FormalParameter<'_> {
        let ty = match &self.ty {
            Type::Variable(name) => FormalType::Variable(name),
            Type::Fixed(allowed) => FormalType::Fixed(*allowed),
        };
        FormalParameter { name: &self.name, ty, presence: self.presence }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Attribute {
    name: String,
    kind: Kind,
    required: bool,
    default: Option<AttributeArg>,
}

#[derive(Clone, Debug)]
enum Kind {
    Plain(AttributeKind<'static>),
    OneOf(Vec<String>),
}

impl Attribute {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn spec(&self) -> AttributeSpec<'_> {
        let kind = match &self.kind {
            Kind::Plain(kind) => *kind,
            Kind::OneOf(words) => AttributeKind::OneOf(words),
        };
        let integer = matches!(kind, AttributeKind::Onnx(_));
        let default = self.default.as_ref().and_then(|default| match default {
            AttributeArg::Bool(value) if integer => Some(DefaultValue::Int((*value).into())),
            AttributeArg::Bool(value) => Some(DefaultValue::Bool(*value)),
            AttributeArg::Int(value) => Some(DefaultValue::Int(*value)),
            AttributeArg::Ints(values) => Some(DefaultValue::Ints(values)),
            AttributeArg::Float(value) => Some(DefaultValue::Float(*value)),
            AttributeArg::Floats(values) => Some(DefaultValue::Floats(values)),
            AttributeArg::Text(text) => Some(DefaultValue::Text(text)),
            AttributeArg::Texts(texts) => Some(DefaultValue::Strings(texts)),
            // The value of such an attribute belongs to a model.
            AttributeArg::Elements(..) | AttributeArg::Tensor(_) | AttributeArg::Graph(_) | AttributeArg::Value(_) => {
                None
            }
        });
        AttributeSpec { name: &self.name, kind, required: self.required, default }
    }
}

impl OperatorVersion {
    /// A version that applies from this version of the operator set on, until the next one.
    pub fn since(version: i64) -> OperatorVersion {
        let (inputs, outputs, attributes, variables) = Default::default();
        OperatorVersion { since: version, inputs, outputs, attributes, variables }
    }

    /// Adds an input of this type: the name of a type variable, a [`TypeSet`], or an [`ElementType`].
    #[must_use]
    pub fn input(self, name: impl Into<String>, ty: impl Into<ParameterType>) -> OperatorVersion {
        self.with_input(name.into(), ty.into(), ParameterOption::Required)
    }

    /// Adds an input that may be omitted.
    #[must_use]
    pub fn optional_input(self, name: impl Into<String>, ty: impl Into<ParameterType>) -> OperatorVersion {
        self.with_input(name.into(), ty.into(), ParameterOption::Optional)
    }

    /// Adds an input that is repeated at least `min` times, always with the same type.
    #[must_use]
    pub fn variadic_input(self, name: impl Into<String>, ty: impl Into<ParameterType>, min: u8) -> OperatorVersion {
        self.with_input(name.into(), ty.into(), ParameterOption::Variadic { min, same: true })
    }

    fn with_input(mut self, name: String, ty: ParameterType, presence: ParameterOption) -> OperatorVersion {
        self.inputs.push(Parameter { name, ty: ty.0, presence });
        self
    }

    /// Adds an output, like [`OperatorVersion::input`].
    #[must_use]
    pub fn output(self, name: impl Into<String>, ty: impl Into<ParameterType>) -> OperatorVersion {
        self.with_output(name.into(), ty.into(), ParameterOption::Required)
    }

    /// Adds an output that may be omitted.
    #[must_use]
    pub fn optional_output(self, name: impl Into<String>, ty: impl Into<ParameterType>) -> OperatorVersion {
        self.with_output(name.into(), ty.into(), ParameterOption::Optional)
    }

    /// Adds an output that is repeated at least `min` times, always with the same type.
    #[must_use]
    pub fn variadic_output(self, name: impl Into<String>, ty: impl Into<ParameterType>, min: u8) -> OperatorVersion {
        self.with_output(name.into(), ty.into(), ParameterOption::Variadic { min, same: true })
    }

    fn with_output(mut self, name: String, ty: ParameterType, presence: ParameterOption) -> OperatorVersion {
        self.outputs.push(Parameter { name, ty: ty.0, presence });
        self
    }

    /// Adds an attribute with a default. ONNX: the kind is an [`AttributeType`]; IR: another [`AttributeKind`].
    #[must_use]
    pub fn attribute(
        self,
        name: impl Into<String>,
        kind: impl Into<AttributeKind<'static>>,
        default: impl Into<AttributeArg>,
    ) -> OperatorVersion {
        self.with_attribute(name.into(), Kind::Plain(kind.into()), false, Some(default.into()))
    }

    /// Adds an attribute that may be absent and has no default.
    #[must_use]
    pub fn optional_attribute(
        self,
        name: impl Into<String>,
        kind: impl Into<AttributeKind<'static>>,
    ) -> OperatorVersion {
        self.with_attribute(name.into(), Kind::Plain(kind.into()), false, None)
    }

    /// Adds an attribute that must be given.
    #[must_use]
    pub fn required_attribute(
        self,
        name: impl Into<String>,
        kind: impl Into<AttributeKind<'static>>,
    ) -> OperatorVersion {
        self.with_attribute(name.into(), Kind::Plain(kind.into()), true, None)
    }

    /// Adds an attribute of IR that is one of these words; the first is the default.
    #[must_use]
    pub fn word_attribute(self, name: impl Into<String>, words: &[impl AsRef<str>]) -> OperatorVersion {
        let words: Vec<String> = words.iter().map(|word| word.as_ref().to_owned()).collect();
        let default = words.first().cloned().map(AttributeArg::Text);
        self.with_attribute(name.into(), Kind::OneOf(words), false, default)
    }

    fn with_attribute(
        mut self,
        name: String,
        kind: Kind,
        required: bool,
        default: Option<AttributeArg>,
    ) -> OperatorVersion {
        self.attributes.push(Attribute { name, kind, required, default });
        self
    }

    /// The types that a type variable allows; inputs and outputs with the same variable have the same type. A variable
    /// without this allows every type.
    #[must_use]
    pub fn types(mut self, variable: impl Into<String>, allowed: TypeSet) -> OperatorVersion {
        self.variables.push((variable.into(), TypeConstraint::tensors(allowed)));
        self
    }

    pub(super) fn number(&self) -> i64 {
        self.since
    }

    pub(super) fn inputs(&self) -> &[Parameter] {
        &self.inputs
    }

    pub(super) fn outputs(&self) -> &[Parameter] {
        &self.outputs
    }

    pub(super) fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    pub(super) fn variable(&self, name: &str) -> Option<TypeConstraint> {
        self.variables.iter().find(|(known, _)| known == name).map(|(_, allowed)| *allowed)
    }
}
