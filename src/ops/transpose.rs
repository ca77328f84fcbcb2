//! Transpose: permutes dimensions.

use super::EvalContext;
use super::cost::{self, Cost};
use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::signature::{FormalParameter, Signature, TypeVariable};
use super::{Doubt, InferContext, NodeProperty, OperandSource, Operator, OperatorDef, Resolved, diagnostics, view};
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::fact::Fact;
use crate::rule::Rule;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;
use std::fmt::Display;

/// The order of the dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Order {
    /// Last to first.
    Reversed,
    /// These dimensions of the data, as written in the file.
    Known(Vec<i128>),
    /// A number of dimensions, known only at run time.
    Runtime(Dim),
}

/// A resolved Transpose.
#[derive(Debug)]
struct Transpose {
    order: Order,
    source: OperandSource,
}

impl Operator for Transpose {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let order = self.permutation(cx, &data);
        let shape = match (&order, data.dims(), &self.order) {
            (Some(order), Some(dims), _) => Shape::from_dims(order.iter().map(|&from| dims[from].clone())),
            (None, Some(dims), _) => {
                // Any dimension may be in any position.
                let joined = dims.iter().skip(1).fold(dims.first().cloned(), |all, d| all.map(|all| all.join(d)));
                Shape::from_dims(dims.iter().map(|_| joined.clone().unwrap_or(Dim::unknown())))
            }
            (_, None, Order::Known(list)) => Shape::of_rank(list.len()),
            (_, None, Order::Runtime(count)) => {
                let rank = count.size().and_then(|n| view::rank(cx.limits(), n));
                rank.filter(|r| *r > 0).map_or(data, Shape::of_rank)
            }
            (_, None, Order::Reversed) => data,
        };
        let elements = order.and_then(|order| {
            let (data, sizes) = view::known(cx, 0)?;
            permuted(&sizes, &order)?.gather(&data, cx.limits())
        });
        let why = match self.order {
            Order::Runtime(_) => {
                Some(cx.unknown_reason(1).unwrap_or_else(|| cx.unknown_because("the order is known only at run time")))
            }
            _ => None,
        };
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) }.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let data = cx.input(0)?;
        let sizes = view::sizes(data);
        let order = match &self.order {
            Order::Reversed => Some((0..sizes.len()).rev().collect()),
            Order::Known(list) => list.iter().map(|&dim| usize::try_from(dim).ok()).collect::<Option<Vec<_>>>(),
            Order::Runtime(_) => None,
        };
        let view = order.and_then(|order| permuted(&sizes, &order)).ok_or(EvalError::UnknownType)?;
        Ok(vec![view.of_tensor(data)?])
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        let rank = cx.shape(0).rank()?;
        let kept = match &self.order {
            Order::Reversed => rank <= 1,
            Order::Known(list) => list.len() == rank && list.iter().zip(0..).all(|(&from, to)| from == to),
            Order::Runtime(_) => false,
        };
        kept.then_some(NodeProperty::Forwards(0, "every axis keeps its position"))
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// The dimensions of a tensor of these sizes in this order.
fn permuted(sizes: &[u64], order: &[usize]) -> Option<view::View> {
    let strides = view::strides(sizes)?;
    let dims = order.iter().map(|&from| Some((*sizes.get(from)?, *strides.get(from)?)));
    Some(view::View { offset: 0, dims: dims.collect::<Option<_>>()? })
}

impl Transpose {
    /// For each dimension of the result, that of the data; reports an invalid order.
    fn permutation(&self, cx: &mut InferContext<'_>, data: &Shape) -> Option<Vec<usize>> {
        let list = match &self.order {
            Order::Reversed => return Some((0..data.rank()?).rev().collect()),
            Order::Known(list) => list,
            Order::Runtime(count) => {
                let rank = data.rank()? as u64;
                // An empty order reverses, so it fits every rank.
                if !count.contains(rank) && !count.contains(0) {
                    self.report_length(cx, count, rank);
                }
                return None;
            }
        };
        let rank = data.rank().unwrap_or(list.len());
        if list.len() != rank {
            self.report_length(cx, list.len(), rank);
            return None;
        }
        let mut taken = vec![false; rank];
        let mut order = Vec::with_capacity(rank);
        for (position, &from) in list.iter().enumerate() {
            let valid = usize::try_from(from).ok().filter(|&d| d < rank);
            match valid.map(|dim| (dim, std::mem::replace(&mut taken[dim], true))) {
                Some((dim, false)) => order.push(dim),
                Some((_, true)) => {
                    let list = diagnostics::listed(list);
                    self.report(cx, position, format!("the order {list} repeats dimension {from}"));
                    return None;
                }
                None => {
                    let last = rank.saturating_sub(1);
                    self.report(cx, position, format!("the order contains dimension {from}; expected 0..={last}"));
                    return None;
                }
            }
        }
        data.rank().map(|_| order)
    }

    fn report_length(&self, cx: &mut InferContext<'_>, count: impl Display, rank: impl Display) {
        let count = counted(count, "entry");
        let message = format!("the order has {count}; expected {rank}, the rank of input {}", cx.input_name(0));
        let finding = self.finding(cx, 0, message);
        cx.report_unless(Doubt::Shape, finding);
    }

    fn report(&self, cx: &mut InferContext<'_>, position: usize, message: String) {
        let finding = self.finding(cx, position, message);
        cx.report(finding);
    }

    fn finding(&self, cx: &InferContext<'_>, position: usize, message: String) -> Diagnostic {
        let rule: &'static Rule = match self.source {
            OperandSource::Attribute(_) => &rules::invalid_attribute_value::RULE,
            OperandSource::Input(_) => &rules::invalid_input_value::RULE,
        };
        let finding = Diagnostic::new(rule, self.source.element_place(cx, position), message);
        finding.help("list every dimension of the input once, starting with 0").data("element", position)
    }
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    let order = match cx.ints("perm") {
        _ if cx.has_unknown_value("perm") => Order::Runtime(Dim::unknown()),
        None => Order::Reversed,
        Some(list) if list.len() <= cx.limits().max_rank => Order::Known(list.iter().map(|&d| d.into()).collect()),
        Some(list) => Order::Runtime(Dim::exact(list.len() as u64)),
    };
    Resolved::operator(Transpose { order, source: OperandSource::Attribute("perm") })
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    let shape = cx.shape(1);
    if let Some(rank) = shape.rank().filter(|&r| r != 1) {
        let message = format!("the order in input {} has rank {rank}; expected 1", cx.input_name(1));
        let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(1), message);
        cx.report(finding.label(&shape).help("use a one-dimensional list").data("rank", rank));
        return Resolved::operator(Transpose {
            order: Order::Runtime(Dim::unknown()),
            source: OperandSource::Input(1),
        });
    }
    let order = match cx.exact_ints(1) {
        Some(list) if list.is_empty() => Order::Reversed,
        Some(list) => Order::Known(list),
        None if shape.num_elements().is(0) => Order::Reversed,
        None => Order::Runtime(shape.num_elements()),
    };
    Resolved::operator(Transpose { order, source: OperandSource::Input(1) })
}

const SIGNATURES: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[FormalParameter::new("arg", "T"), FormalParameter::new("input_order", "T_AXIS")])
    .outputs(&[FormalParameter::new("output", "T")])
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T_AXIS", TypeSet::INTEGER)])];

const COUNTERPART: Counterpart =
    Counterpart::SAME_NAME.settings(&[SettingPair::new("perm", &["input_order"], Equivalence::Order).or_input()]);

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Transpose", resolve_onnx).with_properties().with_counterpart(COUNTERPART),
    OperatorDef::openvino("Transpose", SIGNATURES, resolve_ir).with_properties(),
];
