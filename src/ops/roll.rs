//! Roll: shifts elements along axes; those shifted out at one end enter at the other.

use super::OperandSource;
use super::axes::{self, Axes, Ranked};
use super::cost::{self, Cost};
use super::shape_checks;
use super::signature::{FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved, view};
use crate::diagnostic::{Diagnostic, counted};
use crate::element::{ElementType, TypeSet};
use crate::elements::Elements;
use crate::fact::Fact;
use crate::rules;

/// A resolved Roll.
#[derive(Debug)]
struct Roll {
    axes: Axes,
}

impl Operator for Roll {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        shape_checks::rank(cx, 1, 0..=1, "use a scalar, or a list with one shift per axis");
        let dims = match (&self.axes, data.rank()) {
            // An axis may be repeated; both shifts apply.
            (Axes::Known(list), Some(rank)) => list
                .iter()
                .map(|&axis| axes::wrap_one(cx, axis, rank, OperandSource::Input(2), Ranked::Input(0)))
                .collect::<Option<Vec<usize>>>(),
            _ => None,
        };
        self.check_count(cx);
        let elements = dims.and_then(|dims| rolled(cx, &dims));
        cx.set(0, Fact::tensor(cx.element(0), data).with_elements(elements));
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

impl Roll {
    /// Checks for as many shifts as axes, or one for all.
    fn check_count(&self, cx: &mut InferContext<'_>) {
        let (shifts, axes) = (cx.shape(1), cx.shape(2));
        if shifts.rank() != Some(1) || shifts.num_elements().meet(&axes.num_elements()).is_some() || axes.min_rank() > 1
        {
            return;
        }
        let message = format!(
            "input {} has {} for {} in input {}",
            cx.input_name(1),
            counted(shifts.num_elements(), "shift"),
            counted(axes.num_elements(), "axis"),
            cx.input_name(2)
        );
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
        let finding = finding.label(&shifts).related(cx.input_place(2), &axes);
        cx.report(finding.help("list one shift per axis, or use a scalar for all"));
    }
}

fn rolled(cx: &InferContext<'_>, dims: &[usize]) -> Option<Elements> {
    let (data, sizes) = view::known(cx, 0)?;
    let (shifts, strides) = (cx.exact_ints(1)?, view::strides(&sizes)?);
    let one = cx.shape(1).rank() == Some(0);
    if !one && shifts.len() != dims.len() {
        return None;
    }
    let mut total = vec![0i128; sizes.len()];
    for (at, &dim) in dims.iter().enumerate() {
        let shift = *shifts.get(if one { 0 } else { at })?;
        total[dim] = total[dim].checked_add(shift)?;
    }
    let from = view::positions(&sizes, cx.limits())?.into_iter().map(|at| {
        let places = at.iter().zip(&sizes).zip(&total).zip(&strides);
        let place: i128 = places
            .map(|(((&at, &size), shift), stride)| {
                (i128::from(at) - shift % i128::from(size)).rem_euclid(size.into()) * stride
            })
            .sum();
        usize::try_from(place).ok()
    });
    data.gather(from.collect::<Option<Vec<usize>>>()?)
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Roll { axes: axes::read(cx, OperandSource::Input(2)) })
}

const SIGNATURES: &[Signature] = &[Signature::since(7)
    .until(16)
    .inputs(&[
        FormalParameter::new("data", "T"),
        FormalParameter::new("shift", "T_SHIFT"),
        FormalParameter::new("axes", "T_AXES"),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .variables(&[
        TypeVariable::tensors("T", TypeSet::ALL),
        TypeVariable::tensors("T_SHIFT", TypeSet::from_types(&[ElementType::I64, ElementType::I32])),
        TypeVariable::tensors("T_AXES", TypeSet::from_types(&[ElementType::I64, ElementType::I32])),
    ])];

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::openvino("Roll", SIGNATURES, resolve)];
