//! Gemm: a matrix product plus a matrix.

use super::matmul::Product;
use super::{Alternative, InferContext, Operator, OperatorDef, Resolved, binary};
use super::{attributes, diagnostics, shape_checks};

use super::runtime_behavior::{REJECTS_EMPTY_NAME, RuntimeBehavior, SHORTEN_INPUTS};
use crate::shape::Shape;
use crate::target::Runtime;

/// How the third input is added to the product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Addend {
    /// Broadcast to the product under NumPy rules.
    Stretched,
    /// With the shape of the product.
    Whole,
    /// Not known.
    Unknown,
}

/// A resolved Gemm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gemm {
    /// The operands of the product; `None` if they are unknown.
    pub(crate) product: Option<Product>,
    /// How the third input is added.
    pub(crate) addend: Addend,
}

impl Gemm {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let [a, b] = ["transA", "transB"].map(|name| attributes::nonzero_or(cx, name, false));
        let product = a.zip(b).map(|(a, b)| Product { inputs: [0, 1], transposed: [a, b] });
        let addend = match cx.attribute_kind("broadcast").and_then(|_| cx.int("broadcast")) {
            _ if cx.has_unknown_value("broadcast") => Addend::Unknown,
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

    fn alternatives(&self, _: &InferContext<'_>) -> Vec<Alternative> {
        let Some(product) = self.product else { return Vec::new() };
        let flipped = [("transA", 0), ("transB", 1)].map(|(attribute, operand)| Alternative {
            attribute,
            value: i32::from(!product.transposed[operand]).to_string(),
            operator: Box::new(Gemm { product: Some(product.flipped(operand)), ..*self }),
        });
        flipped.into()
    }
}

impl Gemm {
    /// The shape of the product, refined with that of the third input; reports an incompatible one.
    fn with_addend(self, cx: &mut InferContext<'_>, product: Shape) -> Shape {
        let help = "reshape it so that the columns of the product come last";
        match self.addend {
            Addend::Unknown => product,
            Addend::Stretched => shape_checks::stretches(cx, 2, &product, "the product", help),
            Addend::Whole if cx.shape(2).rank().is_some_and(|rank| rank != 2) => {
                diagnostics::rank(cx, 2, "2", "set `broadcast` to 1 to broadcast it to the product");
                product
            }
            Addend::Whole => {
                let dims = product.dims().unwrap_or_default();
                let help = "set `broadcast` to 1 to broadcast it to the product";
                Shape::from_dims(dims.iter().enumerate().map(|(axis, dim)| {
                    shape_checks::size(cx, (2, axis), dim, "the size in the product", help)
                        .unwrap_or_else(|| dim.clone())
                }))
            }
        }
    }
}

/// Measured with single nodes.
static BEHAVIORS: &[RuntimeBehavior] =
    &[RuntimeBehavior::refuses(Runtime::OpenVino, |case| case.omits(2), REJECTS_EMPTY_NAME, SHORTEN_INPUTS)];

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::onnx("Gemm", Gemm::resolve)
    .with_counterpart(super::matmul::COUNTERPART)
    .with_runtime_behaviors(BEHAVIORS)];
