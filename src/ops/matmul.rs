//! MatMul: rows of one tensor times columns of another, matrix by matrix; with its quantized forms.

mod evaluate;

use super::shape_checks;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::table::operators;
use super::{EvalContext, StaticTensorType};
use super::{InferContext, Operator, OperatorDef, Resolved, binary, broadcast};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// Which product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MatMulKind {
    /// Of numbers of one type.
    Plain,
    /// Of integers less their zero points, summed in `i32`.
    Integer,
    /// Of quantized numbers, quantized again.
    Quantized,
}

use MatMulKind as K;

/// The operands of a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Product {
    /// The inputs that are multiplied.
    pub(crate) inputs: [usize; 2],
    /// Whether the last two dimensions of each are swapped; a list is not touched.
    pub(crate) transposed: [bool; 2],
}

/// A resolved MatMul.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatMul {
    /// Which product.
    pub(crate) kind: MatMulKind,
    /// What is multiplied.
    pub(crate) product: Product,
}

/// An operand taken apart: how many matrices, their rows and columns. A list has one of the two.
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
    /// The shape of the result; reports operands that cannot be multiplied.
    pub(crate) fn shape(self, cx: &mut InferContext<'_>) -> Shape {
        let [a, b] = self.inputs;
        let help = "a list is one row or one column; a scalar is neither: use Mul";
        let scalar = [a, b].map(|input| !shape_checks::rank(cx, input, 1..=usize::MAX, help));
        if scalar.contains(&true) {
            return Shape::UNKNOWN;
        }
        let (first, second) = (cx.shape(a), cx.shape(b));
        self.multiplied(cx, &first, &second)
    }

    /// The shape of the product of two operands of these shapes; reports those that cannot be multiplied.
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

    /// The shape of the result where both operands are one matrix, even if their ranks are not known.
    pub(crate) fn of_matrices(self, cx: &mut InferContext<'_>) -> Shape {
        let [x, y] = self.inputs.map(|input| match cx.shape(input) {
            Shape::Unranked { .. } => Shape::of_rank(2),
            shape => shape,
        });
        self.multiplied(cx, &x, &y)
    }

    /// The leading dimensions, broadcast together.
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
            let what = format!("the matrices do not pair: batch dimension {at} of the result is {a} and {b}");
            self.report(cx, &what, "batch dimensions must be equal or 1, aligned at the last two dimensions");
        }
        dims
    }

    fn report_inner(self, cx: &mut InferContext<'_>, x: &Dim, y: &Dim) {
        let word = |transposed: bool, plain, other| if transposed { other } else { plain };
        let columns = word(self.transposed[0], "columns", "rows");
        let rows = word(self.transposed[1], "rows", "columns");
        let what = format!("{x} {columns} of the first meet {y} {rows} of the second");
        self.report(cx, &what, "transpose or reshape one of the two");
    }

    /// OP201.
    fn report(self, cx: &mut InferContext<'_>, what: &str, help: &'static str) {
        let [a, b] = self.inputs;
        let shapes = (cx.shape(a), cx.shape(b));
        let (x, y) = (cx.input_name(a), cx.input_name(b));
        let message =
            format!("inputs {x} of shape {} and {y} of shape {} cannot be multiplied: {what}", shapes.0, shapes.1);
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(b), message);
        let finding = finding.label(shapes.1.to_string()).related(cx.input_place(a), shapes.0.to_string()).help(help);
        cx.report(finding.data("shapes", vec![shapes.0.to_string(), shapes.1.to_string()]));
    }
}

/// The shape of a product one of whose ranks is not known: a list takes a dimension away, matrices keep the greater rank.
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
        let shape = self.product.shape(cx);
        cx.set_tensor(0, element, shape);
    }

    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        MatMul::reads(*self, inputs, outputs)
    }

    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        self.compute(cx)
    }
}

/// Whether a list of scales or zero points has one for each row or each column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Row,
    Column,
}

/// OP201 for a list that has neither one element nor one for each row or column of an operand.
pub(super) fn per_line(cx: &mut InferContext<'_>, input: usize, operand: usize, line: Line) {
    let (shape, matrix) = (cx.shape(input), cx.shape(operand));
    let (Some([size]), Some([.., rows, columns])) = (shape.dims(), matrix.dims()) else { return };
    let (lines, what) = match line {
        Line::Row => (rows, "the number of rows"),
        Line::Column => (columns, "the number of columns"),
    };
    if !size.contains(1) {
        shape_checks::size(cx, (input, 0), lines, what, "give one element, or one for each row or column");
    }
}

const A_B: &[FormalParameter] = &[FormalParameter::new("a", "T"), FormalParameter::new("b", "T")];
const C: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const NUMERIC: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::NUMERIC)];
const IR: &[Signature] = &[Signature::since(1).until(16).inputs(A_B).outputs(C).variables(NUMERIC).attributes(&[
    AttributeSpec::default("transpose_a", AttributeKind::Bool, DefaultValue::Bool(false)),
    AttributeSpec::default("transpose_b", AttributeKind::Bool, DefaultValue::Bool(false)),
])];

pub(super) static OPERATORS: &[OperatorDef] = operators! { MatMul::resolve:
    K::Plain => onnx "MatMul" openvino "MatMul" IR;
    K::Integer => onnx "MatMulInteger";
    K::Quantized => onnx "QLinearMatMul";
};
