//! Gemm: a matrix product plus a matrix.

use super::Cost;
use super::matmul::Product;
use super::{Alternative, InferContext, Operator, OperatorDef, Resolved, binary};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{attributes, diagnostics, shape_checks};

use super::runtime_behavior::{REJECTS_EMPTY_NAME, RuntimeBehavior, SHORTEN_INPUTS};
use crate::kernel::dense::{Number, Numbers};
use crate::kernel::elementwise::Layout;
use crate::shape::Shape;
use crate::target::Runtime;
use crate::tensor::{EvalError, Tensor};

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
    /// The factors of the product and of the third input; `None` if they are unknown.
    pub(crate) factors: Option<[f32; 2]>,
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
        let unknown = ["alpha", "beta"].iter().any(|name| cx.has_unknown_value(name));
        let factors = cx.float("alpha").zip(cx.float("beta")).filter(|_| !unknown).map(|(a, b)| [a, b]);
        Resolved::operator(Gemm { product, addend, factors })
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

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        self.product.map_or(0, |product| product.reads(inputs, outputs))
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let result = cx.output(0)?;
        let (Some(product), Some(factors)) = (self.product, self.factors) else { return Err(cx.no_evaluator()) };
        let plan = product.plan(cx)?;
        let made = plan.product(Numbers::of(cx.input(0)?)?, Numbers::of(cx.input(1)?)?)?;
        let made = match (made, cx.optional(2).map(Numbers::of).transpose()?) {
            (Numbers::Reals(product), addend) => {
                let factors = factors.map(f64::from);
                let addend = addend.map(|addend| match addend {
                    Numbers::Reals(addend) => Ok(addend),
                    Numbers::Wholes(_) => Err(EvalError::UnknownType),
                });
                Numbers::Reals(self.sum(cx, product, addend.transpose()?, factors)?)
            }
            // How integers are multiplied by other factors is unspecified.
            (Numbers::Wholes(_), _) if factors != [1.0, 1.0] => return Err(EvalError::Type(result.element)),
            (Numbers::Wholes(product), None) => Numbers::Wholes(product),
            (Numbers::Wholes(product), Some(Numbers::Wholes(addend))) => {
                Numbers::Wholes(self.sum(cx, product, Some(addend), [1, 1])?)
            }
            _ => return Err(EvalError::UnknownType),
        };
        Ok(vec![made.into_tensor(result.element, &result.sizes)?])
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

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        self.product.and_then(|product| product.cost(cx))
    }
}

impl Gemm {
    /// The product and the third input, each times its factor.
    fn sum<T: Number>(
        self,
        cx: &EvalContext<'_>,
        product: Vec<T>,
        addend: Option<Vec<T>>,
        [alpha, beta]: [T; 2],
    ) -> Result<Vec<T>, EvalError> {
        let Some(addend) = addend else { return Ok(product.into_iter().map(|x| x.times(alpha)).collect()) };
        let layout = Layout::numpy(&cx.output(0)?.sizes, cx.input(2)?.sizes()).ok_or(EvalError::UnknownType)?;
        Ok(layout.map(&product, &addend, |x, y| x.times(alpha).plus(y.times(beta))))
    }

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
