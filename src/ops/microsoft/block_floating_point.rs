//! Block floating point: numbers that share an exponent, packed into bytes.

use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::ops::{InferContext, Operator, OperatorDef, Resolved, attributes, shape_checks, shape_of, target_shape};
use crate::shape::Shape;

/// QuantizeBFP: the bytes, and the shape and strides of the packed numbers.
#[derive(Clone, Copy, Debug)]
struct Pack;

impl Operator for Pack {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let why = cx.unknown_because("the number of bytes depends on the hardware");
        let bytes =
            Fact::tensor(Some(ElementType::U8), Shape::from_dims([cx.data_dependent_dim(0, 0, 0, Dim::UNBOUNDED)]));
        cx.set(0, Fact { unknown_reason: Some(why), ..bytes });
        let shape = cx.shape(0);
        let rank = match shape.rank() {
            Some(rank) => Dim::exact(rank as u64),
            None => Dim::interval(shape.min_rank() as u64, Dim::UNBOUNDED),
        };
        let list = Fact {
            unknown_reason: cx.unknown_reason(0),
            ..Fact::tensor(Some(ElementType::I64), Shape::from_dims([rank]))
        };
        let known = shape.dims().filter(|dims| dims.len() <= cx.limits().max_tracked_elements_per_tensor);
        let sizes = known.map(|dims| shape_of::sizes(dims, Some(ElementType::I64)));
        cx.set(1, list.clone().with_elements(sizes));
        cx.set(2, list);
    }
}

/// DequantizeBFP: the unpacked numbers, whose shape is an input.
#[derive(Clone, Copy, Debug)]
struct Unpack {
    element: Option<ElementType>,
}

impl Operator for Unpack {
    fn infer(&self, cx: &mut InferContext<'_>) {
        shape_checks::rank(cx, 0, 1..=1, "reshape the bytes to one dimension");
        let shape = target_shape::read(cx, 1);
        let why = target_shape::why(cx, 1, &shape);
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(self.element, shape) });
    }
}

fn unpack(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Unpack { element: attributes::output_element(cx, "dtype", 0) })
}

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::microsoft("DequantizeBFP", unpack),
    OperatorDef::microsoft("QuantizeBFP", |_| Resolved::operator(Pack)),
];
