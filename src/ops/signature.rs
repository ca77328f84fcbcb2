//! Signatures: the inputs, outputs and attributes of an operator version. Data only; one generic checker uses them.

use crate::element::{ElementType, TypeSet};
use crate::graph::AttributeType;

/// One version of an operator.
#[derive(Debug)]
pub struct Signature {
    /// The first operator set version that it applies to. IR: the number of the opset that introduced it.
    pub since: i64,
    /// IR: the last opset that contains this version; `None` for the newest.
    pub until: Option<i64>,
    /// Whether this version only marks the operator as deprecated.
    pub deprecated: bool,
    /// Inputs, in order.
    pub inputs: &'static [FormalParameter],
    /// Outputs, in order.
    pub outputs: &'static [FormalParameter],
    /// Attributes.
    pub attributes: &'static [AttributeSpec],
    /// Type variables that inputs and outputs share.
    pub variables: &'static [TypeVariable],
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
    pub const fn inputs(self, inputs: &'static [FormalParameter]) -> Signature {
        Signature { inputs, ..self }
    }

    /// With these outputs, in order, like [`Signature::inputs`].
    pub const fn outputs(self, outputs: &'static [FormalParameter]) -> Signature {
        Signature { outputs, ..self }
    }

    /// With these attributes; any other attribute of a node is a finding (OP104).
    pub const fn attributes(self, attributes: &'static [AttributeSpec]) -> Signature {
        Signature { attributes, ..self }
    }

    /// With these type variables: inputs and outputs with the same variable have the same type, one of those allowed.
    pub const fn variables(self, variables: &'static [TypeVariable]) -> Signature {
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

    /// The least and greatest number of arguments for a list of formal parameters; `None` if unbounded.
    pub fn arity_range(formals: &[FormalParameter]) -> (usize, Option<usize>) {
        let least = formals.iter().rposition(|f| f.presence.required() > 0).map_or(0, |last| {
            // A required parameter after optional ones needs their positions too.
            last + formals[last].presence.required()
        });
        let variadic = formals.iter().any(|f| matches!(f.presence, ParameterOption::Variadic { .. }));
        (least, if variadic { None } else { Some(formals.len()) })
    }

    /// The formal parameter at a position; a variadic last one also represents all that follow. `None` past the last.
    pub fn formal(formals: &[FormalParameter], index: usize) -> Option<&FormalParameter> {
        formals.get(index).or_else(|| formals.last().filter(|f| matches!(f.presence, ParameterOption::Variadic { .. })))
    }

    /// The attribute with this name. `None` if the version has none.
    pub fn attribute(&self, name: &str) -> Option<&'static AttributeSpec> {
        self.attributes.iter().find(|a| a.name == name)
    }

    /// The types that a formal parameter allows.
    pub fn allowed(&self, formal: &FormalParameter) -> TypeConstraint {
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
pub struct FormalParameter {
    /// The specification's name.
    pub name: &'static str,
    /// Its type.
    pub ty: FormalType,
    /// Whether it may be omitted or repeated.
    pub presence: ParameterOption,
}

impl FormalParameter {
    /// A required parameter whose type is a variable.
    pub const fn new(name: &'static str, variable: &'static str) -> FormalParameter {
        FormalParameter { name, ty: FormalType::Variable(variable), presence: ParameterOption::Required }
    }

    /// A required tensor of one of these element types.
    pub const fn fixed(name: &'static str, kinds: TypeConstraint) -> FormalParameter {
        FormalParameter { name, ty: FormalType::Fixed(kinds), presence: ParameterOption::Required }
    }

    /// May be omitted.
    pub const fn optional(self) -> FormalParameter {
        FormalParameter { presence: ParameterOption::Optional, ..self }
    }

    /// May be repeated, at least `min` times; `same` if all must have the same type.
    pub const fn variadic(self, min: u8, same: bool) -> FormalParameter {
        FormalParameter { presence: ParameterOption::Variadic { min, same }, ..self }
    }
}

/// The type of a formal parameter.
#[derive(Clone, Copy, Debug)]
pub enum FormalType {
    /// The type of a variable, by name.
    Variable(&'static str),
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
pub struct TypeVariable {
    /// The specification's name, such as `T` or `T_IND`.
    pub name: &'static str,
    /// The valid types.
    pub allowed: TypeConstraint,
}

impl TypeVariable {
    /// A variable over tensors of these element types.
    pub const fn tensors(name: &'static str, allowed: TypeSet) -> TypeVariable {
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
pub struct AttributeSpec {
    /// The name.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: AttributeKind,
    /// Whether it is required.
    pub required: bool,
    /// The default value, if the specification defines one.
    pub default: Option<DefaultValue>,
}

impl AttributeSpec {
    /// An optional attribute without a default.
    pub const fn optional(name: &'static str, kind: AttributeKind) -> AttributeSpec {
        AttributeSpec { name, kind, required: false, default: None }
    }

    /// A required attribute.
    pub const fn required(name: &'static str, kind: AttributeKind) -> AttributeSpec {
        AttributeSpec { name, kind, required: true, default: None }
    }

    /// An attribute with a default.
    pub const fn default(name: &'static str, kind: AttributeKind, default: DefaultValue) -> AttributeSpec {
        AttributeSpec { name, kind, required: false, default: Some(default) }
    }
}

/// The kind of an attribute's value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AttributeKind {
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
    Word(&'static [&'static str]),
    /// IR: the name of an element type.
    Element,
    /// IR: a shape, which may be partial.
    Shape,
}

/// A default value.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)] // self-explanatory
pub enum DefaultValue {
    Bool(bool),
    Int(i64),
    Ints(&'static [i64]),
    Float(f32),
    Floats(&'static [f32]),
    Text(&'static str),
    Texts(&'static [&'static str]),
}

impl std::fmt::Display for DefaultValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DefaultValue::Bool(value) => value.fmt(f),
            DefaultValue::Int(value) => value.fmt(f),
            DefaultValue::Ints(values) => write!(f, "{values:?}"),
            DefaultValue::Float(value) => value.fmt(f),
            DefaultValue::Floats(values) => write!(f, "{values:?}"),
            DefaultValue::Text(text) => text.fmt(f),
            DefaultValue::Texts(texts) => write!(f, "{texts:?}"),
        }
    }
}
