//! What runtimes were measured to run: for each version of an operator, the types of its variables.
//!
//! `tools/runtime_support.py` measures and writes the tables in `generated`.

use super::signature::{FormalParameter, FormalType, ParameterOption, Signature};
use super::signature_ref::Formals;
use crate::element::{ElementType, TypeSet};

/// A version of an operator, and its types as text: `*` if a runtime runs it with all types, `-` if with none, otherwise
/// products such as `T: f32 f64, I: i64 | T: f16`. After `!`, they are the refused ones. A variable without types has
/// all of them, and `not` introduces those that it does not have.
pub(crate) type Row = (i64, &'static str);

/// The measurements of an operator.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuntimeSupport {
    /// Of ONNX Runtime's CPU provider.
    pub(crate) onnxruntime: &'static [Row],
    /// Of OpenVINO's CPU plugin.
    pub(crate) openvino: &'static [Row],
}

impl RuntimeSupport {
    /// No measurements.
    pub(crate) const UNKNOWN: RuntimeSupport = RuntimeSupport { onnxruntime: &[], openvino: &[] };
}

/// A type variable of a node, or a parameter with several types, and its type in the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Binding {
    pub(crate) variable: &'static str,
    /// `None` if the type is unknown.
    pub(crate) element: Option<ElementType>,
    pub(crate) allowed: TypeSet,
}

/// The types of a node's variables. Each list has the element types of the arguments by position, `None` for one that
/// is unknown or not a tensor.
pub(crate) fn bindings(
    signature: &'static Signature,
    inputs: &[Option<ElementType>],
    outputs: &[Option<ElementType>],
) -> Vec<Binding> {
    let mut found: Vec<Binding> = Vec::new();
    for (formals, elements) in [(signature.inputs, inputs), (signature.outputs, outputs)] {
        for (position, &element) in elements.iter().enumerate() {
            let Some(formal) = Formals::Static(formals).formal(position) else { continue };
            let Some(variable) = variable(signature, &formal) else { continue };
            match found.iter_mut().find(|known| known.variable == variable) {
                Some(known) => known.element = known.element.or(element),
                None => found.push(Binding { variable, element, allowed: signature.allowed(&formal).tensor }),
            }
        }
    }
    found
}

/// The variable of a parameter whose type varies.
fn variable<'a>(signature: &Signature, formal: &FormalParameter<'a>) -> Option<&'a str> {
    match (formal.presence, formal.ty) {
        (ParameterOption::Variadic { same: false, .. }, _) => None,
        (_, FormalType::Variable(name)) => Some(name),
        (_, FormalType::Fixed(_)) => (signature.allowed(formal).tensor.iter().count() > 1).then_some(formal.name),
    }
}

/// Whether the row of a version has no types at all.
pub(crate) fn is_refused(row: Row) -> bool {
    row.1 == "-"
}

/// Whether a runtime may run a node with these types; true where a type is unknown.
pub(crate) fn is_supported(row: Row, bindings: &[Binding]) -> bool {
    match (row.1, row.1.strip_prefix('!')) {
        ("*", _) => true,
        ("-", _) => false,
        (_, Some(refused)) => !refused.split('|').any(|product| matches(product, bindings, false)),
        (products, None) => products.split('|').any(|product| matches(product, bindings, true)),
    }
}

/// Whether the types are in a product. A variable of unknown type, or one that the node does not have, counts as `other`.
fn matches(product: &str, bindings: &[Binding], other: bool) -> bool {
    product.split(',').all(|part| {
        let Some((variable, types)) = part.split_once(':') else { return part.trim() == "*" };
        let known = bindings.iter().find(|binding| binding.variable == variable.trim());
        let Some(element) = known.and_then(|binding| binding.element) else { return other };
        let mut names = types.split_ascii_whitespace().peekable();
        let listed = names.next_if_eq(&"not").is_none();
        names.any(|name| name == element.name()) == listed
    })
}

/// The types of a variable with which a runtime runs the node, if all others stay as they are.
pub(crate) fn alternatives(row: Row, bindings: &[Binding], index: usize) -> Vec<ElementType> {
    let mut changed = bindings.to_vec();
    let allowed = bindings[index].allowed.iter();
    let runs = |&element: &ElementType| {
        changed[index].element = Some(element);
        is_supported(row, &changed)
    };
    allowed.filter(runs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ElementType::{Bf16, F16, F32, F64, I64, U8};

    fn bound(variable: &'static str, element: impl Into<Option<ElementType>>) -> Binding {
        let allowed = TypeSet::from_types(&[F64, F32, F16, Bf16, I64, U8]);
        Binding { variable, element: element.into(), allowed }
    }

    #[test]
    fn products_list_types_that_run() {
        let row = (13, "T: f32 f64, I: i64 | T: f16");
        assert!(is_supported(row, &[bound("T", F32), bound("I", I64)]));
        assert!(!is_supported(row, &[bound("T", F32), bound("I", U8)]));
        assert!(is_supported(row, &[bound("T", F16), bound("I", U8)]));
        assert!(!is_supported(row, &[bound("T", Bf16), bound("I", I64)]));
        assert!(is_supported(row, &[bound("T", None), bound("I", U8)]), "an unknown type may be supported");
        assert!(is_supported(row, &[bound("T", F64)]), "a variable that the node does not have matters not");
    }

    #[test]
    fn refused_products_list_types_that_do_not_run() {
        let row = (9, "! T: f32, I: u8 | T: not f32 f64 i64");
        assert!(!is_supported(row, &[bound("T", F32), bound("I", U8)]));
        assert!(is_supported(row, &[bound("T", F64), bound("I", U8)]));
        assert!(!is_supported(row, &[bound("T", Bf16), bound("I", I64)]));
        assert!(is_supported(row, &[bound("T", F32)]));
        assert!(is_supported(row, &[bound("T", None), bound("I", U8)]));
    }

    /// Every variable that a row names is one of the version, and every name of a type is one.
    #[test]
    fn rows_fit_the_signatures() {
        for &(dialect, domain, name, support) in crate::ops::generated::support_table::OPERATORS {
            let entry = crate::ops::lookup(dialect, domain, name).expect("a measured operator is known");
            for &(since, text) in support.onnxruntime.iter().chain(support.openvino) {
                let mut versions = entry.signatures.iter().chain(entry.onnxruntime_signatures);
                let signature = versions.find(|signature| signature.since == since);
                let signature = signature.unwrap_or_else(|| panic!("{name}-{since} is not a version"));
                let formals = || signature.inputs.iter().chain(signature.outputs);
                for part in text.trim_start_matches('!').split(['|', ',']).filter(|part| part.contains(':')) {
                    let (variable, types) = part.split_once(':').expect("a variable and its types");
                    let known = |formal: &FormalParameter| super::variable(signature, formal) == Some(variable.trim());
                    assert!(formals().any(known), "{name}-{since}: {variable}");
                    let types = types.split_ascii_whitespace().skip_while(|&word| word == "not");
                    types.for_each(|word| assert!(word.parse::<ElementType>().is_ok(), "{name}-{since}: {word}"));
                }
            }
        }
    }

    #[test]
    fn a_row_may_have_all_types_or_none() {
        assert!(is_supported((1, "*"), &[bound("T", U8)]) && !is_supported((1, "-"), &[]));
        assert!(is_refused((1, "-")) && !is_refused((1, "*")) && !is_refused((1, "T: f32")));
    }

    #[test]
    fn alternatives_are_what_runs_with_the_other_types() {
        let row = (13, "T: f32 f64, I: i64 | T: f16");
        assert_eq!(alternatives(row, &[bound("T", Bf16), bound("I", U8)], 0), [F16]);
        assert_eq!(alternatives(row, &[bound("T", F32), bound("I", U8)], 1), [I64]);
    }
}
