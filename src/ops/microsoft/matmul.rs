//! Matrix products with fused transpositions, activations or quantization.

use super::pattern::element;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::SymInt;
use crate::fact::ValueType;
use crate::ops::cost::{self, Cost};
use crate::ops::matmul::Product;
use crate::ops::shape_pattern::ShapeBindings;
use crate::ops::{InferContext, Operator, OperatorDef, Resolved, attributes};
use crate::shape::Shape;

/// A product of stacks of matrices with NumPy broadcasting.
#[derive(Clone, Copy, Debug)]
struct Fused {
    /// Whether the last two dimensions of each operand are transposed; `None` if the file does not say.
    transposed: Option<[bool; 2]>,
    /// Whether the first dimension of each operand moves after the other batch dimensions.
    stacks: Option<[bool; 2]>,
    accumulator: Accumulator,
}

/// The element type of the result.
#[derive(Clone, Copy, Debug)]
enum Accumulator {
    /// The type in the signature.
    Signature,
    /// 32 bits, signed if an operand is signed.
    Wide,
}

/// Two flags; `None` if either is unknown.
fn flags(cx: &InferContext<'_>, names: [&str; 2]) -> Option<[bool; 2]> {
    let [first, second] = names.map(|name| attributes::nonzero_or(cx, name, false));
    Some([first?, second?])
}

/// An operand whose first dimension moved after the other batch dimensions.
fn restacked(shape: &Shape) -> Shape {
    let Some(mut dims) = shape.dims().filter(|dims| dims.len() > 2).map(<[Dim]>::to_vec) else { return shape.clone() };
    if let Some((_, stack)) = dims.split_last_mut() {
        stack.rotate_left(1);
    }
    Shape::from_dims(dims)
}

/// The shape of an operand, which may be sparse.
fn shape(cx: &InferContext<'_>, input: usize) -> Shape {
    match cx.ty(input) {
        ValueType::Sparse(dense) => dense.shape.clone(),
        _ => cx.shape(input),
    }
}

/// The shape of a product with a matrix of these sizes, which its input does not reveal.
fn by_matrix(cx: &mut InferContext<'_>, matrix: &Shape) -> Shape {
    ShapeBindings::read_onnxruntime(cx, &["..a ?"]);
    let a = cx.shape(0);
    match a.rank() {
        Some(0) => Shape::UNKNOWN,
        _ => Product { inputs: [0, 1], transposed: [false; 2] }.multiplied(cx, &a, matrix),
    }
}

impl Fused {
    /// The shapes of the operands with their stacks moved.
    fn stacked(self, cx: &InferContext<'_>) -> Option<[Shape; 2]> {
        let stacks = self.stacks?;
        Some([0, 1].map(|input| {
            let shape = shape(cx, input);
            if stacks[input] { restacked(&shape) } else { shape }
        }))
    }
}

impl Operator for Fused {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = match (self.transposed, self.stacked(cx)) {
            (Some(transposed), Some([a, b])) => {
                ShapeBindings::read_onnxruntime(cx, &["..a ?", "..b ?"]);
                Product { inputs: [0, 1], transposed }.multiplied(cx, &a, &b)
            }
            _ => Shape::UNKNOWN,
        };
        let element = match self.accumulator {
            Accumulator::Signature => element(cx, 0),
            Accumulator::Wide => match (cx.element(0), cx.element(1)) {
                (Some(a), Some(b)) if a.is_unsigned() && b.is_unsigned() => Some(ElementType::U32),
                (Some(a), Some(b)) if !a.is_unsigned() && !b.is_unsigned() => Some(ElementType::I32),
                _ => element(cx, 0),
            },
        };
        cx.set_tensor(0, element, shape);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        let product = Product { inputs: [0, 1], transposed: self.transposed? };
        let [a, b] = self.stacked(cx)?;
        cost::matrix_product(cx, &product.inner(&a, &b))
    }
}

/// A product of two matrices, either of which may be transposed.
#[derive(Clone, Copy, Debug)]
struct Gemm {
    /// Whether each operand is transposed; `None` if the file does not say.
    product: Option<Product>,
    /// The input that determines the element type of the result; `f32` if it is omitted.
    result: Option<usize>,
}

impl Gemm {
    fn read(cx: &mut InferContext<'_>, b: usize, result: Option<usize>) -> Resolved {
        let transposed = flags(cx, ["transA", "transB"]);
        let product = transposed.map(|transposed| Product { inputs: [0, b], transposed });
        Resolved::operator(Gemm { product, result })
    }
}

impl Operator for Gemm {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = match self.product {
            Some(product) if product.inputs.iter().all(|&i| cx.shape(i).rank().is_none_or(|rank| rank == 2)) => {
                product.of_matrices(cx)
            }
            _ => Shape::of_rank(2),
        };
        ShapeBindings::read_onnxruntime(
            cx,
            if self.result.is_none() { &["? ?", "? ?"] } else { &["? ?", "", "", "? ?"] },
        );
        let element = match self.result {
            Some(input) if cx.has_input(input) => cx.element(input),
            Some(_) => Some(ElementType::F32),
            None => match cx.int("dtype").filter(|_| cx.attribute_kind("dtype").is_some()) {
                Some(number) => ElementType::from_onnx(number),
                None => element(cx, 0),
            },
        };
        cx.set_tensor(0, element, shape);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        self.product.and_then(|product| product.cost(cx))
    }
}

/// A product with a matrix whose shape is an input.
#[derive(Clone, Copy, Debug)]
struct WithShape {
    input: usize,
}

impl Operator for WithShape {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let sizes = cx.elements(self.input).and_then(|e| e.ints().map(<[_]>::to_vec));
        // A size that may be negative is unknown.
        let dim = |int: &SymInt| int.to_dim().filter(|_| int.low() >= 0).unwrap_or(Dim::unknown());
        let dims = sizes.map(|ints| ints.iter().map(dim).collect::<Vec<_>>());
        let b = dims.filter(|dims| dims.len() == 2).map_or(Shape::of_rank(2), Shape::from_dims);
        let shape = by_matrix(cx, &b);
        cx.set_tensor(0, element(cx, 0), shape);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::matrix_product(cx, &cost::last_dim(cx, 0))
    }
}

/// A product with a matrix of 4-bit numbers, whose sizes only the attributes contain.
#[derive(Clone, Copy, Debug)]
struct Packed {
    /// The sizes of the matrix; `None` if unknown.
    sizes: Option<(u64, u64)>,
}

impl Packed {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let size =
            |name: &str| cx.int(name).filter(|_| !cx.has_unknown_value(name)).and_then(|n| u64::try_from(n).ok());
        let transposed = attributes::nonzero_or(cx, "transB", true);
        let sizes = size("K").zip(size("N")).zip(transposed);
        Resolved::operator(Packed { sizes: sizes.map(|((k, n), transposed)| if transposed { (k, n) } else { (n, k) }) })
    }
}

impl Operator for Packed {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let b = self.sizes.map_or(Shape::of_rank(2), |(from, to)| Shape::from_dims([from, to]));
        let shape = by_matrix(cx, &b);
        cx.set_tensor(0, element(cx, 0), shape);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::matrix_product(cx, &cost::last_dim(cx, 0))
    }
}

/// A product of 8-bit matrices, each followed by a scale, in cublasLt's memory orders. The shapes are those of the
/// matrices, whatever the order.
#[derive(Clone, Copy, Debug)]
struct Ordered;

impl Operator for Ordered {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = Product { inputs: [0, 2], transposed: [false; 2] }.shape(cx);
        // The schema broadcasts the lower-rank operand; the kernel keeps the rank of the first operand.
        if cx.shape(2).min_rank() > cx.shape(0).min_rank() {
            let why = cx.unknown_because("ONNX Runtime's schema and kernel disagree on a first operand of lower rank");
            return cx.set_unknown(0, element(cx, 0), why);
        }
        cx.set_tensor(0, element(cx, 0), shape);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::matrix_product(cx, &cost::last_dim(cx, 0))
    }
}

fn plain(accumulator: Accumulator) -> Resolved {
    Resolved::operator(Fused { transposed: Some([false; 2]), stacks: Some([false; 2]), accumulator })
}

fn resolve_fused(cx: &mut InferContext<'_>) -> Resolved {
    let (transposed, stacks) = (flags(cx, ["transA", "transB"]), flags(cx, ["transBatchA", "transBatchB"]));
    Resolved::operator(Fused { transposed, stacks, accumulator: Accumulator::Signature })
}

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::microsoft("DynamicQuantizeMatMul", |_| plain(Accumulator::Signature)),
    OperatorDef::microsoft("FusedGemm", |cx| Gemm::read(cx, 1, None)),
    OperatorDef::microsoft("FusedMatMul", resolve_fused),
    OperatorDef::microsoft("FusedMatMulActivation", resolve_fused),
    OperatorDef::microsoft("GemmFastGelu", |_| plain(Accumulator::Signature)),
    OperatorDef::microsoft("GemmFloat8", |cx| Gemm::read(cx, 1, None)),
    OperatorDef::microsoft("MatMulBnb4", Packed::resolve),
    OperatorDef::microsoft("MatMulFpQ4", |_| Resolved::operator(WithShape { input: 2 })),
    OperatorDef::microsoft("MatMulInteger16", |_| plain(Accumulator::Wide)),
    OperatorDef::microsoft("MatMulIntegerToFloat", |_| plain(Accumulator::Signature)),
    OperatorDef::microsoft("QGemm", |cx| Gemm::read(cx, 3, Some(8))),
    OperatorDef::microsoft("QOrderedMatMul", |_| Resolved::operator(Ordered)),
    OperatorDef::microsoft("SparseToDenseMatMul", resolve_fused),
    OperatorDef::microsoft("TransposeMatMul", resolve_fused),
];
