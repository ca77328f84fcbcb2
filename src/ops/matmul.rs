//! MatMul: batched matrix products, plain and quantized.

#[cfg(feature = "evaluate")]
mod evaluate;

use super::cost::{self, Cost};
use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::shape_checks;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::table::operators;
use super::{Alternative, InferContext, Operator, OperatorDef, Resolved, binary, broadcast};
use super::{EvalContext, StaticTensorType, wide_bytes};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::rules;
use crate::shape::Shape;
use crate::short_text::start_of;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// The kind of product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MatMulKind {
    /// Of numbers of one type.
    Plain,
    /// Of integers minus their zero points, summed in `i32`.
    Integer,
    /// Of quantized numbers, with a quantized result.
    Quantized,
}

use MatMulKind as K;

/// The operands of a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Product {
    /// The inputs to multiply.
    pub(crate) inputs: [usize; 2],
    /// Whether the last two dimensions of each are swapped; vectors are not affected.
    pub(crate) transposed: [bool; 2],
}

/// A resolved MatMul.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatMul {
    /// The kind of product.
    pub(crate) kind: MatMulKind,
    /// The operands.
    pub(crate) product: Product,
}

/// An operand split into batch, rows and columns. A vector has only one of the latter two.
struct Operand {
    batch: Vec<Dim>,
    outer: Option<Dim>,
    inner: Dim,
}

impl Operand {
    fn from_dims(dims: &[Dim], transposed: bool, second: bool) -> Option<Operand> {
        match dims {
            [] => None,
            [inner] => Some(Operand { batch: Vec::new(), outer: None, inner: inner.clone() }),
            [batch @ .., rows, columns] => {
                let (rows, columns) = if transposed { (columns, rows) } else { (rows, columns) };
                let (outer, inner) = if second { (columns, rows) } else { (rows, columns) };
                Some(Operand { batch: batch.to_vec(), outer: Some(outer.clone()), inner: inner.clone() })
            }
        }
    }
}

impl Product {
    /// The product with one operand transposed, or no longer.
    pub(crate) fn flipped(mut self, operand: usize) -> Product {
        self.transposed[operand] = !self.transposed[operand];
        self
    }

    /// The shape of the result; reports incompatible operands.
    pub(crate) fn shape(self, cx: &mut InferContext<'_>) -> Shape {
        let [a, b] = self.inputs;
        let help = "use Mul to multiply by a scalar";
        let scalar = [a, b].map(|input| !shape_checks::rank(cx, input, 1..=usize::MAX, help));
        if scalar.contains(&true) {
            return Shape::UNKNOWN;
        }
        let (first, second) = (cx.shape(a), cx.shape(b));
        self.multiplied(cx, &first, &second)
    }

    /// The shape of the product of two operands of these shapes; reports incompatible ones.
    pub(crate) fn multiplied(self, cx: &mut InferContext<'_>, first: &Shape, second: &Shape) -> Shape {
        let (Some(x), Some(y)) = (first.dims(), second.dims()) else { return unranked(first, second) };
        let operands =
            (Operand::from_dims(x, self.transposed[0], false), Operand::from_dims(y, self.transposed[1], true));
        let (Some(x), Some(y)) = operands else { return Shape::UNKNOWN };
        if cx.unify(&x.inner, &y.inner).is_none() {
            self.report_inner(cx, &x.inner, &y.inner);
        }
        let mut dims = self.batch(cx, &x.batch, &y.batch);
        dims.extend(x.outer);
        dims.extend(y.outer);
        Shape::from_dims(dims)
    }

    /// The inner dimension of the product of two operands of these shapes.
    pub(crate) fn inner(self, first: &Shape, second: &Shape) -> Dim {
        let of = |shape: &Shape, transposed, second| Some(Operand::from_dims(shape.dims()?, transposed, second)?.inner);
        let both = [of(first, self.transposed[0], false), of(second, self.transposed[1], true)];
        both.into_iter().flatten().reduce(|a, b| a.meet(&b).unwrap_or(a)).unwrap_or(Dim::unknown())
    }

    /// What the product costs whose result is the first output.
    pub(crate) fn cost(self, cx: &InferContext<'_>) -> Option<Cost> {
        let [first, second] = self.inputs.map(|input| cx.shape(input));
        cost::matrix_product(cx, &self.inner(&first, &second))
    }

    /// The shape of the product of two single matrices, even if their ranks are unknown.
    pub(crate) fn of_matrices(self, cx: &mut InferContext<'_>) -> Shape {
        let [x, y] = self.inputs.map(|input| match cx.shape(input) {
            Shape::Unranked { .. } => Shape::of_rank(2),
            shape => shape,
        });
        self.multiplied(cx, &x, &y)
    }

    /// The broadcast batch dimensions.
    fn batch(self, cx: &mut InferContext<'_>, x: &[Dim], y: &[Dim]) -> Vec<Dim> {
        let rank = x.len().max(y.len());
        let at = |dims: &[Dim], i: usize| (i + dims.len()).checked_sub(rank).map(|at| dims[at].clone());
        let mut clash = None;
        let dims = (0..rank).map(|i| match (at(x, i), at(y, i)) {
            (Some(a), Some(b)) => broadcast::stretched(cx, &a, &b).unwrap_or_else(|| {
                clash = clash.take().or(Some((i, a, b)));
                Dim::unknown()
            }),
            (one, other) => one.or(other).unwrap_or(Dim::unknown()),
        });
        let dims = dims.collect();
        if let Some((at, a, b)) = clash {
            let what = format!("batch dimension {at} is {a} and {b}");
            self.report(cx, &what, "make the batch dimensions equal, or 1");
        }
        dims
    }

    fn report_inner(self, cx: &mut InferContext<'_>, x: &Dim, y: &Dim) {
        let what = format!("inner dimensions differ: {x} and {y}");
        self.report(cx, &what, "make the inner dimensions equal, for example by transposing one of the two");
    }

    /// OP201.
    fn report(self, cx: &mut InferContext<'_>, what: &str, help: &'static str) {
        let [a, b] = self.inputs;
        let shapes = (cx.shape(a), cx.shape(b));
        let (x, y) = (cx.input_name(a), cx.input_name(b));
        let message =
            format!("inputs {x} of shape {} and {y} of shape {} cannot be multiplied: {what}", shapes.0, shapes.1);
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(b), message);
        let finding = finding.label(&shapes.1).related(cx.input_place(a), &shapes.0).help(help);
        cx.report(finding.data("shapes", [&shapes.0, &shapes.1].map(start_of).to_vec()));
    }
}

/// The shape of a product if a rank is unknown: a vector removes a dimension, matrices keep the greater rank.
fn unranked(first: &Shape, second: &Shape) -> Shape {
    let (a, b) = (first.min_rank().max(1), second.min_rank().max(1));
    Shape::with_min_rank(if a.min(b) >= 2 { a.max(b) } else { a.max(b) - 1 })
}

impl MatMul {
    fn resolve(kind: MatMulKind, cx: &mut InferContext<'_>) -> Resolved {
        let transposed = match cx.dialect() {
            Dialect::OpenVino => ["transpose_a", "transpose_b"].map(|name| cx.bool(name).unwrap_or(false)),
            Dialect::Onnx => [false, false],
        };
        let inputs = if kind == K::Quantized { [0, 3] } else { [0, 1] };
        Resolved::operator(MatMul { kind, product: Product { inputs, transposed } })
    }

    fn element(self, cx: &InferContext<'_>) -> Option<ElementType> {
        match self.kind {
            K::Plain => binary::common_element(cx, &self.product.inputs),
            K::Integer => Some(ElementType::I32),
            K::Quantized => cx.element(7),
        }
    }
}

impl Operator for MatMul {
    fn infer(&self, cx: &mut InferContext<'_>) {
        match self.kind {
            K::Plain => {}
            K::Integer => {
                per_line(cx, 2, 0, Line::Row);
                per_line(cx, 3, 1, Line::Column);
            }
            K::Quantized => {
                [1, 2].into_iter().for_each(|input| per_line(cx, input, 0, Line::Row));
                [4, 5].into_iter().for_each(|input| per_line(cx, input, 3, Line::Column));
            }
        }
        let element = self.element(cx);
        let shape = match ["transpose_a", "transpose_b"].iter().any(|name| cx.has_unknown_value(name)) {
            true => unranked(&cx.shape(self.product.inputs[0]), &cx.shape(self.product.inputs[1])),
            false => self.product.shape(cx),
        };
        cx.set_tensor(0, element, shape);
    }

    fn alternatives(&self, cx: &InferContext<'_>) -> Vec<Alternative> {
        let named = [("transpose_a", 0), ("transpose_b", 1)].into_iter();
        let given = named.filter(|(attribute, _)| cx.attribute_kind(attribute).is_some());
        let flipped = given.map(|(attribute, operand)| Alternative {
            attribute,
            value: (!self.product.transposed[operand]).to_string(),
            operator: Box::new(MatMul { product: self.product.flipped(operand), ..*self }),
        });
        flipped.collect()
    }

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        self.product.reads(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let wide = if self.kind == K::Plain { 0 } else { wide_bytes(inputs, outputs) };
        wide.saturating_add(self.product.start_bytes(inputs, outputs))
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        self.compute(cx).map(|made| vec![made])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        self.product.cost(cx)
    }
}

/// Whether scales or zero points are per row or per column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Row,
    Column,
}

/// OP201 for a list with neither one element nor one per row or column of an operand.
pub(super) fn per_line(cx: &mut InferContext<'_>, input: usize, operand: usize, line: Line) {
    let (shape, matrix) = (cx.shape(input), cx.shape(operand));
    let (Some([size]), Some([.., rows, columns])) = (shape.dims(), matrix.dims()) else { return };
    let (lines, what) = match line {
        Line::Row => (rows, "the number of rows"),
        Line::Column => (columns, "the number of columns"),
    };
    if !size.contains(1) {
        shape_checks::size(cx, (input, 0), lines, what, "use one element, or one per row or column");
    }
}

const A_B: &[FormalParameter] = &[FormalParameter::new("a", "T"), FormalParameter::new("b", "T")];
const C: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const NUMERIC: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::NUMERIC)];
const IR: &[Signature] = &[Signature::since(1).until(16).inputs(A_B).outputs(C).variables(NUMERIC).attributes(&[
    AttributeSpec::default("transpose_a", AttributeKind::Bool, DefaultValue::Bool(false)),
    AttributeSpec::default("transpose_b", AttributeKind::Bool, DefaultValue::Bool(false)),
])];

/// Also of `Gemm`, whose third input IR adds in a layer of its own.
pub(super) const COUNTERPART: Counterpart = Counterpart::named("MatMul")
    .inputs(&[(0, 0), (1, 1)])
    .settings(&[
        SettingPair::new("transA", &["transpose_a"], Equivalence::Transposed(0)),
        SettingPair::new("transB", &["transpose_b"], Equivalence::Transposed(1)),
    ])
    .bias(2, "Add");

pub(super) static OPERATORS: &[OperatorDef] = operators! { MatMul::resolve:
    K::Plain => onnx "MatMul" {.with_counterpart(COUNTERPART)} openvino "MatMul" IR;
    K::Integer => onnx "MatMulInteger";
    K::Quantized => onnx "QLinearMatMul";
};
