//! Products of matrices with something fused to them: transpositions, activations, quantization.

use super::pattern::{Names, element};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::ops::broadcast;
use crate::ops::{NodeCx, Operator, OperatorDef, Resolved};
use crate::rules;
use crate::shape::Shape;

/// A product of stacks of matrices, broadcast as numpy does it.
#[derive(Clone, Copy, Debug)]
struct Product {
    a: Option<Turn>,
    b: Option<Turn>,
    accumulator: Accumulator,
}

/// How an operand is turned before it is multiplied.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    /// Whether its last two dimensions change places.
    matrix: bool,
    /// Whether its first dimension goes behind those of the stack.
    stack: bool,
}

/// The element type of the result.
#[derive(Clone, Copy, Debug)]
enum Accumulator {
    /// As the signature says.
    Signature,
    /// 32 bits, with a sign if an operand has one.
    Wide,
}

impl Turn {
    /// Reads two flags; `None` if one is not known.
    fn read(cx: &NodeCx<'_>, matrix: &str, stack: &str) -> Option<Turn> {
        let flag = |name: &str| (!cx.is_unbound(name)).then(|| cx.int(name).unwrap_or(0) != 0);
        Some(Turn { matrix: flag(matrix)?, stack: flag(stack)? })
    }

    fn apply(self, shape: &Shape) -> Shape {
        let Some(dims) = shape.dims() else { return shape.clone() };
        let mut dims = dims.to_vec();
        let rank = dims.len();
        if self.stack && rank > 2 {
            dims[..rank - 1].rotate_left(1);
        }
        if self.matrix && rank > 1 {
            dims.swap(rank - 2, rank - 1);
        }
        Shape::of(dims)
    }
}

/// The shape of a product of these inputs, which are turned already; `None` if they do not fit (reported, OP201).
pub(super) fn product(cx: &mut NodeCx<'_>, a: &Shape, b: &Shape) -> Shape {
    let (Some(x), Some(y)) = (a.dims(), b.dims()) else {
        let least = a.min_rank().max(b.min_rank());
        let lost = usize::from(a.min_rank() < 2) + usize::from(b.min_rank() < 2);
        return Shape::at_least(least.saturating_sub(lost));
    };
    let (Some((inner, rows)), Some((last, stack))) = (x.split_last(), y.split_last()) else {
        return Shape::UNKNOWN;
    };
    let (depth, columns, stack) = match stack.split_last() {
        None => (last, None, stack),
        Some((depth, stack)) => (depth, Some(last.clone()), stack),
    };
    let (row, outer) = match rows.split_last() {
        None => (None, rows),
        Some((row, outer)) => (Some(row.clone()), outer),
    };
    if cx.unify(inner, depth).is_none() {
        let message = format!("the product sums over {inner} elements of `A` and {depth} of `B`: they must be as many");
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.place(), message);
        let finding = finding.label(format!("{a} times {b}"));
        cx.report(finding.help("transpose an operand, or make the inner sizes equal"));
    }
    let rank = outer.len().max(stack.len());
    let at = |dims: &[Dim], i: usize| (i + dims.len()).checked_sub(rank).and_then(|i| dims.get(i)).cloned();
    let together = |i| match (at(outer, i), at(stack, i)) {
        (Some(a), Some(b)) => broadcast::dim(&a, &b).unwrap_or(Dim::any()),
        (a, b) => a.or(b).unwrap_or(Dim::any()),
    };
    let stacked: Vec<Dim> = (0..rank).map(together).collect();
    Shape::of(stacked.into_iter().chain(row).chain(columns))
}

impl Operator for Product {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        Names::read(cx, &["..a ?", "..b ?"]);
        let (a, b) = (cx.shape(0), cx.shape(1));
        let shape = match (self.a, self.b) {
            (Some(x), Some(y)) => {
                let (a, b) = (x.apply(&a), y.apply(&b));
                product(cx, &a, &b)
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
}

/// A product of two matrices, each perhaps transposed.
#[derive(Clone, Copy, Debug)]
struct Gemm {
    a: Option<Turn>,
    b: (usize, Option<Turn>),
    /// The input whose element type the result has, if it is there; `f32` if it is not.
    result: Option<usize>,
}

impl Gemm {
    fn read(cx: &mut NodeCx<'_>, b: usize, result: Option<usize>) -> Resolved {
        let (a, turned) = (Turn::read(cx, "transA", ""), Turn::read(cx, "transB", ""));
        Resolved::operator(Gemm { a, b: (b, turned), result })
    }
}

impl Operator for Gemm {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        Names::read(cx, if self.b.0 == 1 { &["? ?", "? ?"] } else { &["? ?", "", "", "? ?"] });
        let side = |cx: &NodeCx<'_>, input: usize, turn: Option<Turn>, at: usize| {
            let shape = turn.map_or(Shape::UNKNOWN, |turn| turn.apply(&cx.shape(input)));
            shape.dims().filter(|dims| dims.len() == 2).and_then(|dims| dims.get(at)).cloned().unwrap_or(Dim::any())
        };
        let (b, turn) = self.b;
        let shape = Shape::of([side(cx, 0, self.a, 0), side(cx, b, turn, 1)]);
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
}

/// A product with a matrix whose sizes are the elements of an input.
#[derive(Clone, Copy, Debug)]
struct WithShape {
    input: usize,
}

impl Operator for WithShape {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        Names::read(cx, &["..a ?"]);
        let sizes = cx.elements(self.input).and_then(|e| e.ints().map(<[_]>::to_vec));
        let dims = sizes.map(|ints| ints.iter().map(|int| int.to_dim().unwrap_or(Dim::any())).collect::<Vec<_>>());
        let b = dims.filter(|dims| dims.len() == 2).map_or(Shape::of_rank(2), Shape::of);
        let a = cx.shape(0);
        let shape = product(cx, &a, &b);
        cx.set_tensor(0, element(cx, 0), shape);
    }
}

/// A product with a matrix of 4-bit numbers, of which the attributes alone tell the sizes.
#[derive(Clone, Copy, Debug)]
struct Packed {
    /// The sizes of the matrix; `None` where they are not known.
    sizes: Option<(u64, u64)>,
}

impl Packed {
    fn resolve(cx: &mut NodeCx<'_>) -> Resolved {
        let size = |name: &str| cx.int(name).filter(|_| !cx.is_unbound(name)).and_then(|n| u64::try_from(n).ok());
        let turned = (!cx.is_unbound("transB")).then(|| cx.int("transB").unwrap_or(1) != 0);
        let sizes = size("K").zip(size("N")).zip(turned);
        Resolved::operator(Packed { sizes: sizes.map(|((k, n), turned)| if turned { (k, n) } else { (n, k) }) })
    }
}

impl Operator for Packed {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        Names::read(cx, &["..a ?"]);
        let b = self.sizes.map_or(Shape::of_rank(2), |(from, to)| Shape::of([from, to]));
        let a = cx.shape(0);
        let shape = product(cx, &a, &b);
        cx.set_tensor(0, element(cx, 0), shape);
    }
}

fn plain(_: &mut NodeCx<'_>) -> Resolved {
    let turn = Some(Turn::default());
    Resolved::operator(Product { a: turn, b: turn, accumulator: Accumulator::Signature })
}

fn wide(_: &mut NodeCx<'_>) -> Resolved {
    let turn = Some(Turn::default());
    Resolved::operator(Product { a: turn, b: turn, accumulator: Accumulator::Wide })
}

fn turned(cx: &mut NodeCx<'_>) -> Resolved {
    let (a, b) = (Turn::read(cx, "transA", "transBatchA"), Turn::read(cx, "transB", "transBatchB"));
    Resolved::operator(Product { a, b, accumulator: Accumulator::Signature })
}

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::microsoft("DynamicQuantizeMatMul", plain),
    OperatorDef::microsoft("FusedGemm", |cx| Gemm::read(cx, 1, None)),
    OperatorDef::microsoft("FusedMatMul", turned),
    OperatorDef::microsoft("FusedMatMulActivation", turned),
    OperatorDef::microsoft("GemmFastGelu", plain),
    OperatorDef::microsoft("GemmFloat8", |cx| Gemm::read(cx, 1, None)),
    OperatorDef::microsoft("MatMulBnb4", Packed::resolve),
    OperatorDef::microsoft("MatMulFpQ4", |_| Resolved::operator(WithShape { input: 2 })),
    OperatorDef::microsoft("MatMulInteger16", wide),
    OperatorDef::microsoft("MatMulIntegerToFloat", plain),
    OperatorDef::microsoft("QGemm", |cx| Gemm::read(cx, 3, Some(8))),
    OperatorDef::microsoft("SparseToDenseMatMul", turned),
    OperatorDef::microsoft("TransposeMatMul", turned),
];
