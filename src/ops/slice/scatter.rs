//! SliceScatter: the data with its slices replaced.

use super::SliceAxes;
use super::view;
use crate::dim::Dim;
use crate::elements::Elements;
use crate::fact::Fact;
use crate::ops::cost::{self, Cost};
use crate::ops::scatter::updates;
use crate::ops::signature::{FormalParameter, Signature};
use crate::ops::slice_arithmetic::Slice;
use crate::ops::{InferContext, Operator, OperatorDef, Resolved};

/// A resolved SliceScatter: the updates, input 1, replace the slices.
#[derive(Debug)]
struct SliceScatter(SliceAxes);

impl Operator for SliceScatter {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let lists = [&self.0.ends, &self.0.axes_list, &self.0.steps];
        let fits = lists.iter().fold(true, |fits, list| fits & self.0.starts.same_length(cx, list));
        let slices = if fits { self.0.slices(cx, &data) } else { None };
        let elements = match (&slices, data.dims()) {
            (Some(slices), Some(dims)) => {
                let expected: Vec<Dim> = dims.iter().zip(slices).map(|(dim, slice)| slice.length(dim)).collect();
                updates::expect(cx, 1, &expected).and_then(|_| updated(cx, slices))
            }
            (None, Some(dims)) => {
                expect_rank(cx, dims.len());
                None
            }
            _ => None,
        };
        let elements = elements.filter(|e| data.num_elements().is(e.len() as u64));
        cx.set(0, Fact::tensor(cx.element(0), data).with_elements(elements));
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// The updates have the rank of the data, whatever is replaced.
fn expect_rank(cx: &mut InferContext<'_>, rank: usize) {
    updates::expect(cx, 1, &vec![Dim::unknown(); rank]);
}

fn updated(cx: &InferContext<'_>, slices: &[Slice]) -> Option<Elements> {
    let sizes = cx.shape(0).sizes()?;
    let count = view::count(&sizes, cx.limits())?;
    let places = view(&sizes, slices)?.gather(&Elements::of_ints(0..count as u64), cx.limits())?.exact_ints()?;
    let places: Vec<usize> = places.into_iter().filter_map(|place| usize::try_from(place).ok()).collect();
    updates::applied(cx, 1, &places, updates::Reduction::None)
}

pub(super) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(SliceScatter(SliceAxes::from_inputs(cx, [2, 3, 4, 5])))
}

const SIGNATURES: &[Signature] = &[Signature::since(15)
    .until(16)
    .inputs(&[
        FormalParameter::new("data", "T"),
        FormalParameter::new("updates", "T"),
        FormalParameter::new("start", "T_START"),
        FormalParameter::new("stop", "T_STOP"),
        FormalParameter::new("step", "T_STEP"),
        FormalParameter::new("axes", "T_AXIS").optional(),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .variables(super::VARIABLES)];

pub(super) const DEFINITION: OperatorDef = OperatorDef::openvino("SliceScatter", SIGNATURES, resolve);
