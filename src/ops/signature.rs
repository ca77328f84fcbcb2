//! Signatures: the inputs, outputs and attributes of an operator version. Data only; one generic checker uses them.

use crate::element::{ElementType, TypeSet};
use crate::graph::AttributeType;

/// One version of an operator.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The first operator set version that it applies to. IR: the number of the opset that introduced it.
    pub since: i64,
    /// IR: the last opset that contains this version; `None` for the newest.
    pub until: Option<i64>,
    /// Whether this version only marks the operator as deprecated.
    pub deprecated: bool,
    /// Inputs, in order.
    pub inputs: &'static [FormalParameter<'static>],
    /// Outputs, in order.
    pub outputs: &'static [FormalParameter<'static>],
    /// Attributes.
    pub attributes: &'static [AttributeSpec<'static>],
    /// Type variables that inputs and outputs share.
    pub variables: &'static [TypeVariable<'static>],
    /// IR: attributes that the Model Optimizer wrote although the operation does not define them; no reader uses them.
    pub legacy_attributes: &'static [&'static str],
}

impl Signature {
    /// A version without inputs and outputs, to be completed by the methods below.
    pub const fn since(version: i64) -> Signature {
        Signature {
            since: version,
            until: None,
            deprecated: false,
            inputs: &[],
            outputs: &[],
            attributes: &[],
            variables: &[],
            legacy_attributes: &[],
        }
    }

    /// With these inputs, in order. Optional ones come last, except where a later required one needs their position; a
    /// variadic one is last.
    pub const fn inputs(self, inputs: &'static [FormalParameter<'static>]) -> Signature {
        Signature { inputs, ..self }
    }

    /// With these outputs, in order, like [`Signature::inputs`].
    pub const fn outputs(self, outputs: &'static [FormalParameter<'static>]) -> Signature {
        Signature { outputs, ..self }
    }

    /// With these attributes; any other attribute of a node is a finding (OP104).
    pub const fn attributes(self, attributes: &'static [AttributeSpec<'static>]) -> Signature {
        Signature { attributes, ..self }
    }

    /// With these type variables: inputs and outputs with the same variable have the same type, one of those allowed.
    pub const fn variables(self, variables: &'static [TypeVariable<'static>]) -> Signature {
        Signature { variables, ..self }
    }

    /// With attributes that the Model Optimizer wrote although the operation does not define them.
    pub const fn legacy_attributes(self, legacy_attributes: &'static [&'static str]) -> Signature {
        Signature { legacy_attributes, ..self }
    }

    /// IR: contained in no later opset. Without it, the newest opset contains the version.
    pub const fn until(self, version: i64) -> Signature {
        Signature { until: Some(version), ..self }
    }

    /// Deprecated from this version on.
    pub const fn deprecated(self) -> Signature {
        Signature { deprecated: true, ..self }
    }

    /// The least and greatest number of inputs; `None` if unbounded.
    pub fn input_range(&self) -> (usize, Option<usize>) {
        ParameterOption::range(self.inputs.iter().map(|formal| formal.presence))
    }

    /// The least and greatest number of outputs; `None` if unbounded.
    pub fn output_range(&self) -> (usize, Option<usize>) {
        ParameterOption::range(self.outputs.iter().map(|formal| formal.presence))
    }

    /// The attribute with this name. `None` if the version has none.
    pub fn attribute(&self, name: &str) -> Option<&'static AttributeSpec<'static>> {
        self.attributes.iter().find(|a| a.name == name)
    }

    /// The types that a formal parameter allows.
    pub fn allowed(&self, formal: &FormalParameter<'_>) -> TypeConstraint {
        match formal.ty {
            FormalType::Fixed(kinds) => kinds,
            FormalType::Variable(name) => {
                self.variables.iter().find(|v| v.name == name).map_or(TypeConstraint::ANY, |v| v.allowed)
            }
        }
    }
}

/// A formal input or output.
#[derive(Clone, Copy, Debug)]
pub struct FormalParameter<'a> {
    /// The specification's name.
    pub name: &'a str,
    /// Its type.
    pub ty: FormalType<'a>,
    /// Whether it may be omitted or repeated.
    pub presence: ParameterOption,
}

impl<'a> FormalParameter<'a> {
    /// A required parameter whose type is a variable.
    pub const fn new(name: &'a str, variable: &'a str) -> FormalParameter<'a> {
        FormalParameter { name, ty: FormalType::Variable(variable), presence: ParameterOption::Required }
    }

    /// A required tensor of one of these element types.
    pub const fn fixed(name: &'a str, kinds: TypeConstraint) -> FormalParameter<'a> {
        FormalParameter { name, ty: FormalType::Fixed(kinds), presence: ParameterOption::Required }
    }

    /// May be omitted.
    pub const fn optional(self) -> FormalParameter<'a> {
        FormalParameter { presence: ParameterOption::Optional, ..self }
    }

    /// May be repeated, at least `min` times. All have the same type.
    pub const fn variadic(self, min: u8) -> FormalParameter<'a> {
        FormalParameter { presence: ParameterOption::Variadic { min, same: true }, ..self }
    }

    /// May be repeated, at least `min` times. Each may have a type of its own.
    pub const fn heterogeneous_variadic(self, min: u8) -> FormalParameter<'a> {
        FormalParameter { presence: ParameterOption::Variadic { min, same: false }, ..self }
    }
}

/// The type of a formal parameter.
#[derive(Clone, Copy, Debug)]
pub enum FormalType<'a> {
    /// The type of a variable, by name.
    Variable(&'a str),
    /// One of these.
    Fixed(TypeConstraint),
}

/// Whether a parameter may be omitted or repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterOption {
    /// Exactly one.
    Required,
    /// At most one.
    Optional,
    /// Any number, at least `min`.
    Variadic {
        /// The minimum number.
        min: u8,
        /// Whether all must have the same type.
        same: bool,
    },
}

impl ParameterOption {
    /// The least and greatest number of arguments for parameters with these options; `None` if unbounded.
    pub(super) fn range(
        mut options: impl DoubleEndedIterator<Item = ParameterOption> + ExactSizeIterator + Clone,
    ) -> (usize, Option<usize>) {
        let count = options.len();
        let variadic = options.clone().any(|option| matches!(option, ParameterOption::Variadic { .. }));
        // A required parameter after optional ones needs their positions too.
        let last = options.rfind(|option| option.required() > 0).map_or(0, ParameterOption::required);
        (options.len() + last, if variadic { None } else { Some(count) })
    }

    fn required(self) -> usize {
        match self {
            ParameterOption::Required => 1,
            ParameterOption::Optional => 0,
            ParameterOption::Variadic { min, .. } => min.into(),
        }
    }
}

/// A type variable and its valid types.
#[derive(Clone, Copy, Debug)]
pub struct TypeVariable<'a> {
    /// The specification's name, such as `T` or `T_IND`.
    pub name: &'a str,
    /// The valid types.
    pub allowed: TypeConstraint,
}

impl<'a> TypeVariable<'a> {
    /// A variable over tensors of these element types.
    pub const fn tensors(name: &'a str, allowed: TypeSet) -> TypeVariable<'a> {
        TypeVariable { name, allowed: TypeConstraint::tensors(allowed) }
    }
}

/// A set of value types: element types for each kind of value. Map keys and values are not distinguished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeConstraint {
    /// Dense tensors of these.
    pub tensor: TypeSet,
    /// Sparse tensors of these.
    pub sparse: TypeSet,
    /// Sequences of tensors of these.
    pub sequence: TypeSet,
    /// Optional tensors of these.
    pub optional: TypeSet,
    /// Optional sequences of tensors of these.
    pub optional_sequence: TypeSet,
    /// Maps, and sequences of maps.
    pub map: bool,
}

impl TypeConstraint {
    /// Nothing.
    pub const NONE: TypeConstraint = TypeConstraint {
        tensor: TypeSet::EMPTY,
        sparse: TypeSet::EMPTY,
        sequence: TypeSet::EMPTY,
        optional: TypeSet::EMPTY,
        optional_sequence: TypeSet::EMPTY,
        map: false,
    };
    /// Everything.
    pub const ANY: TypeConstraint = TypeConstraint {
        tensor: TypeSet::ALL,
        sparse: TypeSet::ALL,
        sequence: TypeSet::ALL,
        optional: TypeSet::ALL,
        optional_sequence: TypeSet::ALL,
        map: true,
    };

    /// Dense tensors of these element types.
    pub const fn tensors(allowed: TypeSet) -> TypeConstraint {
        TypeConstraint { tensor: allowed, ..TypeConstraint::NONE }
    }

    /// Dense tensors of one element type.
    pub const fn tensor(element: ElementType) -> TypeConstraint {
        TypeConstraint::tensors(TypeSet::from_types(&[element]))
    }
}

/// An attribute of a signature.
#[derive(Clone, Copy, Debug)]
pub struct AttributeSpec<'a> {
    /// The name.
    pub name: &'a str,
    /// The kind of its value.
    pub kind: AttributeKind<'a>,
    /// Whether it is required.
    pub required: bool,
    /// The default value, if the specification defines one.
    pub default: Option<DefaultValue<'a>>,
}

impl<'a> AttributeSpec<'a> {
    /// An optional attribute without a default.
    pub const fn optional(name: &'a str, kind: AttributeKind<'a>) -> AttributeSpec<'a> {
        AttributeSpec { name, kind, required: false, default: None }
    }

    /// A required attribute.
    pub const fn required(name: &'a str, kind: AttributeKind<'a>) -> AttributeSpec<'a> {
        AttributeSpec { name, kind, required: true, default: None }
    }

    /// An attribute with a default.
    pub const fn default(name: &'a str, kind: AttributeKind<'a>, default: DefaultValue<'a>) -> AttributeSpec<'a> {
        AttributeSpec { name, kind, required: false, default: Some(default) }
    }
}

/// The kind of an attribute's value.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum AttributeKind<'a> {
    /// ONNX: one of its kinds.
    Onnx(AttributeType),
    /// IR: `true` or `false`.
    Bool,
    /// IR: a 64-bit integer.
    Integer,
    /// IR: comma-separated integers.
    Integers,
    /// IR: a floating-point number.
    Real,
    /// IR: comma-separated floating-point numbers.
    Reals,
    /// IR: any text.
    Text,
    /// IR: one of these words, case-insensitive.
    Word(&'a [&'a str]),
    /// IR: one of these words, like [`AttributeKind::Word`].
    OneOf(&'a [String]),
    /// IR: the name of an element type.
    Element,
    /// IR: a shape, which may be partial.
    Shape,
}

impl<'a> AttributeKind<'a> {
    /// The words of a kind that has a list of them.
    pub(crate) fn words(self) -> Option<Vec<&'a str>> {
        match self {
            AttributeKind::Word(words) => Some(words.to_vec()),
            AttributeKind::OneOf(words) => Some(words.iter().map(String::as_str).collect()),
            _ => None,
        }
    }
}

impl From<AttributeType> for AttributeKind<'_> {
    fn from(kind: AttributeType) -> Self {
        AttributeKind::Onnx(kind)
    }
}

/// A default value.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)] // self-explanatory
pub enum DefaultValue<'a> {
    Bool(bool),
    Int(i64),
    Ints(&'a [i64]),
    Float(f32),
    Floats(&'a [f32]),
    Text(&'a str),
    Texts(&'a [&'a str]),
    Strings(&'a [String]),
}

impl std::fmt::Display for DefaultValue<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DefaultValue::Bool(value) => value.fmt(f),
            DefaultValue::Int(value) => value.fmt(f),
            DefaultValue::Ints(values) => write!(f, "{values:?}"),
            DefaultValue::Float(value) => value.fmt(f),
            DefaultValue::Floats(values) => write!(f, "{values:?}"),
            DefaultValue::Text(text) => text.fmt(f),
            DefaultValue::Texts(texts) => write!(f, "{texts:?}"),
            DefaultValue::Strings(texts) => write!(f, "{texts:?}"),
        }
    }
}
