//! SparseFillEmptyRows: the elements of a sparse matrix, with one more in every empty row.

use super::scalar::{self, OneListed};
use super::shape_pattern::ShapeBindings;
use super::signature::{FormalParameter, FormalType, ParameterOption, Signature, TypeConstraint, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved, view};
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::fact::Fact;
use crate::shape::Shape;

/// A resolved SparseFillEmptyRows; it has no attributes.
#[derive(Debug)]
struct SparseFillEmptyRows;

impl Operator for SparseFillEmptyRows {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let dims = ShapeBindings::read(cx, &[(0, "values"), (1, "2"), (2, "values 2")]);
        scalar::expect(cx, 3, OneListed::Refused);
        let shape = view::known_or_any(cx, 1).and_then(|(elements, _)| elements.ints().map(<[_]>::to_vec));
        let rows = shape.filter(|sizes| sizes.len() == 2).and_then(|sizes| sizes[0].to_dim());
        let rows = rows.unwrap_or_else(Dim::unknown);
        let filled = match empty(cx, &rows) {
            Some(empty) => dims.get("values").add(&Dim::exact(empty)),
            None => {
                let values = dims.get("values");
                // Every value is in a row, which is then not empty.
                let most = values.high().saturating_add(rows.high());
                let most = if values.low() > 0 && most != Dim::UNBOUNDED { most - 1 } else { most };
                cx.data_dependent_dim(0, 0, values.low().max(rows.low()).min(most), most)
            }
        };
        cx.set(0, Fact::tensor(cx.element(2).or(cx.element(1)), Shape::from_dims([filled.clone(), Dim::exact(2)])));
        cx.set(1, Fact::tensor(cx.element(0), Shape::from_dims([filled])));
        cx.set(2, Fact::tensor(ElementType::Bool, Shape::from_dims([rows])));
    }
}

/// The number of empty rows, if certain.
fn empty(cx: &InferContext<'_>, rows: &Dim) -> Option<u64> {
    let rows = rows.size()?;
    let mut used: Vec<i128> = cx.exact_ints(2)?.into_iter().step_by(2).collect();
    used.sort_unstable();
    used.dedup();
    used.retain(|&row| row >= 0 && row < i128::from(rows));
    rows.checked_sub(used.len() as u64)
}

fn resolve(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(SparseFillEmptyRows)
}

const BOOL: FormalType = FormalType::Fixed(TypeConstraint::tensor(ElementType::Bool));
const SIGNATURES: &[Signature] = &[Signature::since(16)
    .until(16)
    .inputs(&[
        FormalParameter::new("values", "T"),
        FormalParameter::new("dense_shape", "T_IDX"),
        FormalParameter::new("indices", "T_IDX"),
        FormalParameter::new("default_value", "T_DEFAULT"),
    ])
    .outputs(&[
        FormalParameter::new("output_indices", "T_IDX"),
        FormalParameter::new("output_values", "T"),
        FormalParameter { name: "empty_row_indicator", ty: BOOL, presence: ParameterOption::Required },
    ])
    .variables(&[
        TypeVariable::tensors("T", TypeSet::ALL),
        TypeVariable::tensors("T_DEFAULT", TypeSet::ALL),
        TypeVariable::tensors("T_IDX", TypeSet::INTEGER),
    ])];

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::openvino("SparseFillEmptyRows", SIGNATURES, resolve)];
