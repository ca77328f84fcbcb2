//! Gemm: a matrix product plus a matrix.

use super::matmul::Product;
use super::{InferContext, Operator, OperatorDef, Resolved, binary};
use super::{attributes, diagnostics, shape_checks};

use crate::shape::Shape;

/// How the matrix that is added must lie over the product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Addend {
    /// It stretches by numpy's rule.
    Stretched,
    /// It is of the product's shape.
    Whole,
    /// The file does not say.
    Unknown,
}

/// A resolved Gemm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gemm {
    /// What is multiplied; `None` if that is not known.
    pub(crate) product: Option<Product>,
    /// What the third input must be.
    pub(crate) addend: Addend,
}

impl Gemm {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let [a, b] = ["transA", "transB"].map(|name| attributes::nonzero_or(cx, name, false));
        let product = a.zip(b).map(|(a, b)| Product { inputs: [0, 1], transposed: [a, b] });
        let addend = match cx.attribute_kind("broadcast").and_then(|_| cx.int("broadcast")) {
            _ if cx.is_unbound("broadcast") => Addend::Unknown,
            Some(0) => Addend::Whole,
            _ => Addend::Stretched,
        };
        Resolved::operator(Gemm { product, addend })
    }
}

impl Operator for Gemm {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let matrices = [0, 1].map(|input| shape_checks::rank(cx, input, 2..=2, "flatten it to two dimensions"));
        let mut shape = match self.product {
            Some(product) if matrices == [true, true] => product.of_matrices(cx),
            _ => Shape::of_rank(2),
        };
        if cx.has_input(2) {
            shape = self.with_addend(cx, shape);
        }
        let element = binary::common_element(cx, &[0, 1, 2]);
        cx.set_tensor(0, element, shape);
    }
}

impl Gemm {
    /// The product's shape, with what the third input tells of it; reports one that does not fit.
    fn with_addend(self, cx: &mut InferContext<'_>, product: Shape) -> Shape {
        let help = "reshape it: the product's columns come last";
        match self.addend {
            Addend::Unknown => product,
            Addend::Stretched => shape_checks::stretches(cx, 2, &product, "the product", help),
            Addend::Whole if cx.shape(2).rank().is_some_and(|rank| rank != 2) => {
                diagnostics::rank(cx, 2, "2", "write broadcast = 1 to stretch it over the product");
                product
            }
            Addend::Whole => {
                let dims = product.dims().unwrap_or_default();
                let help = "write broadcast = 1 to stretch it";
                Shape::from_dims(dims.iter().enumerate().map(|(axis, dim)| {
                    shape_checks::size(cx, (2, axis), dim, "the product's", help).unwrap_or_else(|| dim.clone())
                }))
            }
        }
    }
}

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::onnx("Gemm", Gemm::resolve)];
