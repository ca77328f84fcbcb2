//! Window functions for signals, and the weights that map a spectrum to the mel scale.

use super::attributes;
use super::scalar::{self, OneListed};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::shape::Shape;

/// A window whose size is an input.
#[derive(Clone, Copy, Debug)]
struct Window(Option<ElementType>);

impl Operator for Window {
    fn infer(&self, cx: &mut InferContext<'_>) {
        // ONNX Runtime computes an empty window, but does not load a constant size of 0.
        let least = u64::from(cx.is_stored(0));
        let size = scalar::count(cx, 0, least, "size", OneListed::ReadIfComputed).unwrap_or(Dim::unknown());
        let why = size
            .is_unknown()
            .then(|| cx.unknown_reason(0).unwrap_or_else(|| cx.unknown_because("the size is known only at run time")));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(self.0, Shape::from_dims([size])) });
    }
}

fn window(cx: &mut InferContext<'_>) -> Resolved {
    attributes::flag(cx, "periodic");
    Resolved::operator(Window(attributes::output_element(cx, "output_datatype", 0)))
}

/// MelWeightMatrix: a row for each frequency of a half spectrum, a column for each bin.
#[derive(Clone, Copy, Debug)]
struct MelWeights(Option<ElementType>);

impl Operator for MelWeights {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let bins = scalar::count(cx, 0, 0, "number of bins", OneListed::ReadIfComputed).unwrap_or(Dim::unknown());
        let length = scalar::count(cx, 1, 0, "transform length", OneListed::ReadIfComputed).unwrap_or(Dim::unknown());
        scalar::expect(cx, 2, OneListed::Read);
        let rows = length.floor_div(&Dim::exact(2)).add(&Dim::exact(1));
        let vague = bins.is_unknown() || length.is_unknown();
        let why = vague.then(|| cx.unknown_because("the number of bins or the length is known only at run time"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(self.0, Shape::from_dims([rows, bins])) });
    }
}

fn mel(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(MelWeights(attributes::output_element(cx, "output_datatype", 0)))
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("BlackmanWindow", window),
    OperatorDef::onnx("HammingWindow", window),
    OperatorDef::onnx("HannWindow", window),
    OperatorDef::onnx("MelWeightMatrix", mel),
];
