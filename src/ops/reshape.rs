//! Reshape: the same elements in the same order with another shape.

use super::EvalContext;
use super::attributes;
use super::cost::{self, Cost};
use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{InferContext, NodeProperty, OperandSource, Operator, OperatorDef, Resolved, properties, view};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::elements::SymInt;
use crate::expr::Expr;
use crate::fact::Fact;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

mod flatten;
mod product;

/// A resolved Reshape.
#[derive(Debug)]
struct Reshape {
    target: Target,
    /// Whether a 0 copies the dimension of the data at its position; `None` if the file does not say.
    zero_copies: Option<bool>,
    /// Whether a -1 that any size would fit means 1; together with a literal 0, it is inferred from the other sizes.
    rest_is_one: bool,
    /// How to write a size of 0, for findings.
    zero_help: &'static str,
}

/// The target shape.
#[derive(Debug)]
enum Target {
    /// These sizes, as far as they are known, and their source for findings.
    Known(Vec<SymInt>, OperandSource),
    /// A number of sizes, whose values are unknown.
    Count(Dim),
}

/// One dimension of the result before the number of elements is considered.
#[derive(Clone, Debug, PartialEq)]
enum Size {
    /// This size.
    Is(Dim),
    /// The size of the data at the same position.
    Copy(Dim),
    /// What remains of the number of elements.
    Rest,
    /// Any of these: known only at run time.
    Open(Dim),
}

impl Operator for Reshape {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let shape = match &self.target {
            Target::Known(sizes, source) => self.shape(cx, &data, sizes, *source),
            Target::Count(count) => match count.size().and_then(|n| view::rank(cx.limits(), n)) {
                Some(rank) => self.shape(cx, &data, &vec![SymInt::unknown(); rank], OperandSource::Input(1)),
                None => Shape::with_min_rank(usize::try_from(count.low()).unwrap_or(0).min(cx.limits().max_rank)),
            },
        };
        let elements = view::unmoved(cx, 0, &shape);
        let why = match self.target {
            Target::Count(_) => cx.unknown_reason(1),
            Target::Known(..) => None,
        };
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) }.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let sizes = &cx.output(0)?.sizes;
        if let Target::Known(target, _) = &self.target
            && let Some(rest) = target.iter().position(|size| size.value() == Some(-1))
            && sizes.iter().enumerate().any(|(position, &size)| position != rest && size == 0)
        {
            // Any size would fit; runtimes that execute the node reject it.
            return Err(EvalError::Undefined(format!("size {rest} of the shape is -1 together with a size that is 0")));
        }
        view::reshaped(cx.input(0)?, sizes)
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        let fixed = cx.outputs.first()?.shape().is_static() && cx.shape(0).dims()?.iter().any(|d| d.size().is_none());
        if fixed { Some(NodeProperty::HardcodesShape) } else { properties::keeps_shape(cx) }
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::view()
    }
}

/// The result for a target that does not fit the data. If all sizes are exact, any of them may be wrong; a bounded size
/// is kept.
fn asked(sizes: &[Size]) -> Shape {
    let within_bounds = |size: &Size| matches!(size, Size::Is(dim) if dim.size().is_none());
    if !sizes.iter().any(within_bounds) {
        return Shape::of_rank(sizes.len());
    }
    Shape::from_dims(sizes.iter().map(|size| match size {
        Size::Is(dim) | Size::Copy(dim) => dim.clone(),
        Size::Rest | Size::Open(_) => Dim::unknown(),
    }))
}

impl Reshape {
    fn shape(&self, cx: &mut InferContext<'_>, data: &Shape, sizes: &[SymInt], source: OperandSource) -> Shape {
        let valid = check_values(cx, sizes, source) && self.check_rest(cx, data, sizes, source);
        let (mut all, mut meant) = (Vec::with_capacity(sizes.len()), Vec::new());
        for (position, int) in sizes.iter().enumerate() {
            let Some(size) = self.size(cx, data, int, position, source) else { return Shape::of_rank(sizes.len()) };
            let open = matches!(size, Size::Open(_));
            meant.extend(
                int.expr().filter(|expr| open && expr.reads_as_size()).map(|e| (position, Dim::from_expr(e.clone()))),
            );
            all.push(size);
        }
        if !valid || !self.check_copied(cx, &all, source) {
            return Shape::of_rank(sizes.len());
        }
        self.rest_of_nothing(data, &mut all);
        match product::fit_meant(data, &all, &meant) {
            Ok(product::Fit { dims, demands }) => {
                demands.iter().for_each(|(demand, a, b)| cx.require(*demand, a, b));
                Shape::from_dims(dims)
            }
            Err(product::Mismatch) => {
                mismatch(cx, data, sizes, source);
                asked(&all)
            }
        }
    }

    /// With no elements, IR reads a -1 together with a literal 0 as 1.
    fn rest_of_nothing(&self, data: &Shape, sizes: &mut [Size]) {
        let nothing = data.dims().is_some_and(|dims| dims.iter().any(|d| d.is(0)));
        let zero = sizes.iter().any(|size| matches!(size, Size::Is(dim) if dim.is(0)));
        if !(self.rest_is_one && nothing && zero) {
            return;
        }
        sizes.iter_mut().filter(|size| **size == Size::Rest).for_each(|size| *size = Size::Is(Dim::exact(1)));
    }

    /// Reports a literal 0 together with a -1: any size would fit.
    fn check_rest(&self, cx: &mut InferContext<'_>, data: &Shape, sizes: &[SymInt], source: OperandSource) -> bool {
        let at = |number: i128| sizes.iter().position(|int| int.value() == Some(number));
        let (Some(false), Some(zero), Some(rest)) = (self.zero_copies, at(0), at(-1)) else { return true };
        let possibly_empty = data.dims().is_none_or(|dims| dims.iter().any(|d| d.is(0)));
        if self.rest_is_one && possibly_empty {
            return true;
        }
        undetermined(cx, rest, &format!("size {zero}, which is 0"), source);
        false
    }

    /// Reports a 0 that copies an empty dimension together with a -1, as [`Reshape::check_rest`].
    fn check_copied(&self, cx: &mut InferContext<'_>, sizes: &[Size], source: OperandSource) -> bool {
        let rest = sizes.iter().position(|size| *size == Size::Rest).filter(|_| !self.rest_is_one);
        let zero = sizes.iter().position(|size| matches!(size, Size::Copy(dim) if dim.is(0)));
        let (Some(rest), Some(zero)) = (rest, zero) else { return true };
        undetermined(cx, rest, &format!("dimension {zero} of the data, which is 0"), source);
        false
    }

    /// The meaning of one number of the shape; `None` for a fault, which is reported.
    fn size(
        &self,
        cx: &mut InferContext<'_>,
        data: &Shape,
        int: &SymInt,
        position: usize,
        source: OperandSource,
    ) -> Option<Size> {
        let there = data.dims().map_or_else(|| Some(Dim::unknown()), |dims| dims.get(position).cloned());
        match (int.value(), self.zero_copies) {
            (Some(-1), _) => Some(Size::Rest),
            (Some(0), Some(true)) => match there {
                Some(dim) => Some(Size::Copy(dim)),
                None => {
                    self.no_dimension(cx, data, position, source);
                    None
                }
            },
            (Some(0), None) => Some(Size::Open(there.unwrap_or(Dim::exact(0)).join(&Dim::exact(0)))),
            // A negative one is reported already.
            (Some(_), _) => Some(Size::Is(int.to_dim().unwrap_or(Dim::unknown()))),
            (None, _) if int.low() < 0 => Some(expressed(Dim::unknown(), int)),
            (None, _) => Some(self.positive(int, there)),
        }
    }

    /// A bounded size. A symbolic one is that size; a 0 among the others may copy.
    fn positive(&self, int: &SymInt, there: Option<Dim>) -> Size {
        let dim = int.to_dim().unwrap_or(Dim::unknown());
        let copied = there.filter(|_| int.low() == 0 && self.zero_copies != Some(false));
        match copied {
            None => Size::Is(dim),
            Some(there) if there.provably_eq(&dim) => Size::Copy(dim),
            Some(there) => expressed(dim.join(&there), int),
        }
    }

    fn no_dimension(&self, cx: &mut InferContext<'_>, data: &Shape, position: usize, source: OperandSource) {
        let message = format!(
            "size {position} of the shape is 0, which copies dimension {position} of input {}, but its rank is {}",
            cx.input_name(0),
            data.min_rank()
        );
        let place = source.element_place(cx, position);
        let finding = Diagnostic::new(&rules::invalid_input_value::RULE, place, message);
        cx.report(finding.help(self.zero_help).data("element", position).data("rank", data.min_rank()));
    }
}

/// OP202: a -1 that any size would fit.
fn undetermined(cx: &mut InferContext<'_>, rest: usize, beside: &str, source: OperandSource) {
    let message = format!("size {rest} of the shape is -1 together with {beside}, so it is not determined");
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, source.element_place(cx, rest), message);
    let finding = finding.help("replace the -1 with the size").data("element", rest);
    cx.report(finding.data("value", "-1"));
}

/// The integer's expression if it is a size whenever the symbolic dimensions in it are; otherwise these bounds: for
/// realistic sizes, a quotient may still be 0 and a difference negative.
fn expressed(bounds: Dim, int: &SymInt) -> Size {
    match int.to_dim().filter(|_| int.expr().is_some_and(Expr::is_positive_by_name)) {
        Some(dim) => Size::Is(dim),
        None => Size::Open(Dim::interval(bounds.low(), bounds.high())),
    }
}

/// Reports sizes below -1, and a second -1.
fn check_values(cx: &mut InferContext<'_>, sizes: &[SymInt], source: OperandSource) -> bool {
    let mut rest = None;
    for (position, int) in sizes.iter().enumerate() {
        let (message, help) = match (int.high() < -1, int.value() == Some(-1), rest) {
            (true, ..) => {
                (format!("size {position} of the shape is {int}; expected at least -1"), "use -1 for the size to infer")
            }
            (false, true, None) => {
                rest = Some(position);
                continue;
            }
            (false, true, Some(first)) => {
                (format!("size {position} of the shape is -1, but so is size {first}"), "set at most one size to -1")
            }
            _ => continue,
        };
        let finding = Diagnostic::new(&rules::invalid_input_value::RULE, source.element_place(cx, position), message);
        cx.report(finding.help(help).data("element", position).data("value", int.to_string()));
        return false;
    }
    true
}

fn mismatch(cx: &mut InferContext<'_>, data: &Shape, sizes: &[SymInt], source: OperandSource) {
    let written: Vec<String> = sizes.iter().take(16).map(ToString::to_string).collect();
    let more = if sizes.len() > 16 { ",..." } else { "" };
    let target = format!("[{}{more}]", written.join(","));
    let message = format!(
        "input {} of shape {data} has {}, but the shape {target} requires a different number",
        cx.input_name(0),
        crate::diagnostic::counted(data.num_elements(), "element")
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, source.place(cx), message);
    let finding = finding.label(target.clone()).related(cx.input_place(0), data);
    let finding = finding.help("choose a shape with the same number of elements");
    cx.report(finding.data("shape", data.to_string()).data("target", target));
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    let zero_copies = attributes::flag_or(cx, "allowzero", false, None).map(|zero_is_size| !zero_is_size);
    let target = if cx.attribute_kind("shape").is_some() { from_attribute(cx) } else { from_input(cx) };
    let zero_help = "set it to the size that remains; a size of 0 needs allowzero=1 (opset 14 or later)";
    Resolved::operator(Reshape { target, zero_copies, rest_is_one: false, zero_help })
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    // Without the attribute, the default of OpenVINO's class applies.
    let is_unknown = cx.has_unknown_value("special_zero");
    let zero_copies = if is_unknown { None } else { cx.bool("special_zero").or(Some(false)) };
    let target = from_input(cx);
    let zero_help = "set it to the size that remains; a size of 0 needs special_zero=\"false\"";
    Resolved::operator(Reshape { target, zero_copies, rest_is_one: true, zero_help })
}

fn from_attribute(cx: &InferContext<'_>) -> Target {
    match cx.ints("shape") {
        Some(list) if list.len() <= cx.limits().max_rank => {
            Target::Known(list.iter().map(|v| SymInt::exact(*v)).collect(), OperandSource::Attribute("shape"))
        }
        _ => Target::Count(Dim::unknown()),
    }
}

/// The sizes from input 1, which is a list.
fn from_input(cx: &mut InferContext<'_>) -> Target {
    let shape = cx.shape(1);
    if let Some(rank) = shape.rank().filter(|&r| r != 1) {
        let message = format!("the shape in input {} has rank {rank}; expected 1", cx.input_name(1));
        let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(1), message);
        let finding = finding.label(&shape).help("use a one-dimensional list of sizes");
        cx.report(finding.data("rank", rank));
        return Target::Count(Dim::unknown());
    }
    let ints = view::known(cx, 1).and_then(|(elements, _)| elements.ints().map(<[SymInt]>::to_vec));
    match ints.filter(|list| list.len() <= cx.limits().max_rank) {
        Some(list) => Target::Known(list, OperandSource::Input(1)),
        None => Target::Count(shape.num_elements()),
    }
}

const SIGNATURES: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("shape", "T_SHAPE")])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[AttributeSpec::required("special_zero", AttributeKind::Bool)])
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T_SHAPE", TypeSet::INTEGER)])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Flatten", flatten::resolve).with_properties(),
    OperatorDef::onnx("Reshape", resolve_onnx)
        .with_properties()
        .with_counterpart(Counterpart::SAME_NAME.settings(&[SettingPair::new(
            "allowzero",
            &["special_zero"],
            Equivalence::Zeros,
        )]))
        .with_size_list(1),
    OperatorDef::openvino("Reshape", SIGNATURES, resolve_ir).with_properties().with_size_list(1),
];

#[cfg(test)]
mod tests;
