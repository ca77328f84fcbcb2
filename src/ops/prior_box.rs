//! PriorBox and PriorBoxClustered: boxes of several sizes and aspect ratios at each grid cell.

use std::collections::HashSet;

use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved, view};
use super::{diagnostics, shape_checks};

use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::fact::Fact;
use crate::rules;
use crate::shape::Shape;

/// A resolved PriorBox.
#[derive(Debug)]
struct PriorBox {
    /// The number of boxes per cell; `None` if the file does not say.
    boxes: Option<u64>,
}

impl Operator for PriorBox {
    fn infer(&self, cx: &mut InferContext<'_>) {
        for (input, what) in
            [(0, "list the height and width of the grid"), (1, "list the height and width of the image")]
        {
            if shape_checks::rank(cx, input, 1..=1, what) {
                two(cx, input, what);
            }
        }
        let sizes = view::known_or_any(cx, 0).and_then(|(elements, _)| elements.ints().map(<[_]>::to_vec));
        let places = sizes.filter(|sizes| sizes.len() == 2).and_then(|sizes| {
            let [height, width] = [&sizes[0], &sizes[1]].map(crate::elements::SymInt::to_dim);
            Some(height?.mul(&width?))
        });
        let numbers = match (places, self.boxes) {
            (Some(places), Some(boxes)) => places.mul(&Dim::exact(boxes)).mul(&Dim::exact(4)),
            _ => Dim::unknown(),
        };
        let why = numbers.is_unknown().then(|| cx.unknown_because("the grid size is known only at run time"));
        let shape = Shape::from_dims([Dim::exact(2), numbers]);
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(ElementType::F32, shape) });
    }
}

/// Reports a list that does not have two numbers.
fn two(cx: &mut InferContext<'_>, input: usize, help: &str) {
    let shape = cx.shape(input);
    if shape.num_elements().contains(2) {
        return;
    }
    let message = format!("input {} has {}; expected 2", cx.input_name(input), counted(shape.num_elements(), "number"));
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
    cx.report(finding.label(&shape).help(help.to_owned()).data("size", shape.num_elements().to_string()));
}

/// The number of distinct aspect ratios, including flipped ones.
fn forms(ratios: &[f32], flip: bool) -> u64 {
    let (mut forms, mut unequal) = (HashSet::from([1.0f32.to_bits()]), 0);
    for &ratio in ratios {
        for form in [Some(ratio), flip.then(|| 1.0 / ratio)].into_iter().flatten() {
            match form.is_nan() {
                true => unequal += 1,
                // Both zeros are equal.
                false => drop(forms.insert((form + 0.0).to_bits())),
            }
        }
    }
    forms.len() as u64 + unequal
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(PriorBox { boxes: boxes(cx) })
}

/// The number of boxes per cell according to the attributes.
fn boxes(cx: &InferContext<'_>) -> Option<u64> {
    let list = |name| cx.floats(name).unwrap_or_default();
    let count = |name| list(name).len() as u64;
    let forms = forms(&list("aspect_ratio"), cx.bool("flip")?);
    let (least, greatest, fixed) = (count("min_size"), count("max_size"), count("fixed_size"));
    let scaled = cx.bool("scale_all_sizes")?;
    let of_sizes = match (fixed, scaled) {
        (0, true) => forms.checked_mul(least)?.checked_add(greatest)?,
        (0, false) => forms.checked_add(least)?.checked_sub(1)?,
        (fixed, _) => forms.checked_mul(fixed)?,
    };
    let each = match count("fixed_ratio") {
        0 => forms,
        ratios => ratios,
    };
    list("density").iter().try_fold(of_sizes, |sum, &density| {
        // Implausible densities are not evaluated.
        let density = Some(density).filter(|d| (1.0..1e6).contains(d))? as u64;
        sum.checked_add(each.checked_mul(density * density - 1)?)
    })
}

fn resolve_clustered(cx: &mut InferContext<'_>) -> Resolved {
    let [widths, heights] = ["width", "height"].map(|name| cx.floats(name).map(|list| list.len() as u64));
    if let (Some(widths), Some(heights)) = (widths, heights)
        && widths != heights
    {
        diagnostics::attribute(cx, "height", counted(heights, "number"), widths, "list as many numbers as `width`");
    }
    Resolved::operator(PriorBox { boxes: widths })
}

const INPUTS: &[FormalParameter] =
    &[FormalParameter::new("output_size", "T_SIZE"), FormalParameter::new("image_size", "T_IMAGE")];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];

const fn reals(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Reals, DefaultValue::Floats(&[]))
}

const fn flag(name: &'static str, default: bool) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Bool, DefaultValue::Bool(default))
}

const fn real(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Real, DefaultValue::Float(0.0))
}

const OFFSET: AttributeSpec = AttributeSpec::required("offset", AttributeKind::Real);
const FIRST: &[AttributeSpec] = &[
    reals("min_size"),
    reals("max_size"),
    reals("aspect_ratio"),
    reals("density"),
    reals("fixed_ratio"),
    reals("fixed_size"),
    flag("clip", false),
    flag("flip", false),
    real("step"),
    OFFSET,
    reals("variance"),
    flag("scale_all_sizes", true),
];
const LATER: &[AttributeSpec] = &[
    reals("min_size"),
    reals("max_size"),
    reals("aspect_ratio"),
    reals("density"),
    reals("fixed_ratio"),
    reals("fixed_size"),
    flag("clip", false),
    flag("flip", false),
    real("step"),
    OFFSET,
    reals("variance"),
    flag("scale_all_sizes", true),
    flag("min_max_aspect_ratios_order", true),
];
const CLUSTERED_ATTRIBUTES: &[AttributeSpec] = &[
    AttributeSpec::default("width", AttributeKind::Reals, DefaultValue::Floats(&[1.0])),
    AttributeSpec::default("height", AttributeKind::Reals, DefaultValue::Floats(&[1.0])),
    flag("clip", false),
    real("step"),
    real("step_w"),
    real("step_h"),
    OFFSET,
    reals("variance"),
];
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::FLOAT),
    TypeVariable::tensors("T_SIZE", TypeSet::INTEGER),
    TypeVariable::tensors("T_IMAGE", TypeSet::INTEGER),
];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).inputs(INPUTS).outputs(OUTPUTS).variables(VARIABLES)
}

const SIGNATURES: &[Signature] = &[ir(1).attributes(FIRST), ir(8).attributes(LATER)];
const CLUSTERED: &[Signature] = &[ir(1).attributes(CLUSTERED_ATTRIBUTES).legacy_attributes(&["flip"])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::openvino("PriorBox", SIGNATURES, resolve),
    OperatorDef::openvino("PriorBoxClustered", CLUSTERED, resolve_clustered),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ratios_have_one_form_and_nan_is_equal_to_nothing() {
        assert_eq!(forms(&[2.0, 0.5, 2.0, 1.0], true), 3);
        assert_eq!(forms(&[0.0, -0.0, f32::NAN, f32::NAN], false), 4);
    }
}
