//! A signature that applies to a node: one of a specification, which is static, or one of the caller.

use super::operator_version::{self, OperatorVersion};
use super::signature::{AttributeSpec, FormalParameter, FormalType, ParameterOption, Signature, TypeConstraint};

/// A signature.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SignatureRef<'a> {
    Static(&'static Signature),
    Own(&'a OperatorVersion),
}

/// The versions of an operator, oldest first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Versions<'a> {
    Static(&'static [Signature]),
    Own(&'a [OperatorVersion]),
}

/// The inputs or outputs of a signature.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Formals<'a> {
    Static(&'static [FormalParameter<'static>]),
    Own(&'a [operator_version::Parameter]),
}

impl<'a> Versions<'a> {
    pub(crate) fn is_empty(self) -> bool {
        match self {
            Versions::Static(list) => list.is_empty(),
            Versions::Own(list) => list.is_empty(),
        }
    }

    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = SignatureRef<'a>> + Clone {
        let (fixed, own): (&'static [Signature], &'a [OperatorVersion]) = match self {
            Versions::Static(list) => (list, &[]),
            Versions::Own(list) => (&[], list),
        };
        fixed.iter().map(SignatureRef::Static).chain(own.iter().map(SignatureRef::Own))
    }
}

impl<'a> Formals<'a> {
    pub(crate) const NONE: Formals<'static> = Formals::Static(&[]);

    pub(crate) fn len(self) -> usize {
        match self {
            Formals::Static(list) => list.len(),
            Formals::Own(list) => list.len(),
        }
    }

    pub(crate) fn get(self, index: usize) -> Option<FormalParameter<'a>> {
        match self {
            Formals::Static(list) => list.get(index).copied(),
            Formals::Own(list) => list.get(index).map(operator_version::Parameter::formal),
        }
    }

    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = FormalParameter<'a>> + Clone {
        let (fixed, own): (&'static [FormalParameter<'static>], &'a [operator_version::Parameter]) = match self {
            Formals::Static(list) => (list, &[]),
            Formals::Own(list) => (&[], list),
        };
        fixed.iter().copied().chain(own.iter().map(operator_version::Parameter::formal))
    }

    /// The formal parameter at a position; a variadic last one also represents all that follow. `None` past the last.
    #[inline]
    pub(crate) fn formal(self, index: usize) -> Option<FormalParameter<'a>> {
        match self {
            Formals::Static(list) => at(list, index, |formal| formal.presence).copied(),
            Formals::Own(list) => at(list, index, |own| own.presence()).map(operator_version::Parameter::formal),
        }
    }

    /// Whether the parameter at a position may be omitted or repeated, like [`Formals::formal`].
    #[inline]
    pub(crate) fn option(self, index: usize) -> Option<ParameterOption> {
        match self {
            Formals::Static(list) => at(list, index, |formal| formal.presence).map(|formal| formal.presence),
            Formals::Own(list) => at(list, index, |own| own.presence()).map(|own| own.presence()),
        }
    }

    /// The least and greatest number of arguments; `None` if unbounded.
    pub(crate) fn arity_range(self) -> (usize, Option<usize>) {
        match self {
            Formals::Static(list) => ParameterOption::range(list.iter().map(|formal| formal.presence)),
            Formals::Own(list) => ParameterOption::range(list.iter().map(|own| own.presence())),
        }
    }
}

/// The parameter at a position, by reference: most are read by one field.
#[inline]
fn at<T>(list: &[T], index: usize, option: impl Fn(&T) -> ParameterOption) -> Option<&T> {
    list.get(index).or_else(|| list.last().filter(|last| matches!(option(last), ParameterOption::Variadic { .. })))
}

impl<'a> SignatureRef<'a> {
    /// The first operator set version that it applies to.
    pub(crate) fn since(self) -> i64 {
        match self {
            SignatureRef::Static(signature) => signature.since,
            SignatureRef::Own(version) => version.number(),
        }
    }

    /// IR: the last opset that contains this version; `None` for the newest.
    pub(crate) fn until(self) -> Option<i64> {
        match self {
            SignatureRef::Static(signature) => signature.until,
            SignatureRef::Own(_) => None,
        }
    }

    pub(crate) fn is_deprecated(self) -> bool {
        matches!(self, SignatureRef::Static(signature) if signature.deprecated)
    }

    pub(crate) fn inputs(self) -> Formals<'a> {
        match self {
            SignatureRef::Static(signature) => Formals::Static(signature.inputs),
            SignatureRef::Own(version) => Formals::Own(version.inputs()),
        }
    }

    pub(crate) fn outputs(self) -> Formals<'a> {
        match self {
            SignatureRef::Static(signature) => Formals::Static(signature.outputs),
            SignatureRef::Own(version) => Formals::Own(version.outputs()),
        }
    }

    pub(crate) fn attributes(self) -> impl Iterator<Item = AttributeSpec<'a>> + Clone {
        let (fixed, own): (&'static [AttributeSpec<'static>], &'a [operator_version::Attribute]) = match self {
            SignatureRef::Static(signature) => (signature.attributes, &[]),
            SignatureRef::Own(version) => (&[], version.attributes()),
        };
        fixed.iter().copied().chain(own.iter().map(operator_version::Attribute::spec))
    }

    /// The attribute with this name. `None` if the version has none.
    pub(crate) fn attribute(self, name: &str) -> Option<AttributeSpec<'a>> {
        match self {
            SignatureRef::Static(signature) => signature.attribute(name).copied(),
            SignatureRef::Own(version) => {
                version.attributes().iter().find(|own| own.name() == name).map(operator_version::Attribute::spec)
            }
        }
    }

    /// The types that a formal parameter allows.
    pub(crate) fn allowed(self, formal: &FormalParameter<'_>) -> TypeConstraint {
        match (self, formal.ty) {
            (SignatureRef::Static(signature), _) => signature.allowed(formal),
            (_, FormalType::Fixed(allowed)) => allowed,
            (SignatureRef::Own(version), FormalType::Variable(name)) => {
                version.variable(name).unwrap_or(TypeConstraint::ANY)
            }
        }
    }

    /// Whether an attribute of this name was written by the Model Optimizer although the operation does not define it.
    pub(crate) fn is_legacy(self, attribute: &str) -> bool {
        matches!(self, SignatureRef::Static(signature) if signature.legacy_attributes.contains(&attribute))
    }

    /// Whether it is the same record.
    pub(crate) fn is(self, other: SignatureRef<'_>) -> bool {
        match (self, other) {
            (SignatureRef::Static(a), SignatureRef::Static(b)) => std::ptr::eq(a, b),
            (SignatureRef::Own(a), SignatureRef::Own(b)) => std::ptr::eq(a, b),
            _ => false,
        }
    }
}
