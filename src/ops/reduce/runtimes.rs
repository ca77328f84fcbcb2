//! What runtimes were seen to do with reductions that are right.

use super::ReduceKind;
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::ops::Reduction;
use crate::target::Runtime;

/// What a runtime does with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// It refuses the node.
    RefusesNode,
    /// It refuses the node for its element type.
    RefusesType,
    /// It gives something else than others.
    Differs,
}

/// A reduction as it stands in a model.
#[derive(Debug)]
pub(crate) struct Case<'a> {
    pub(crate) dialect: Dialect,
    /// The version of the operator that applies.
    pub(crate) version: i64,
    pub(crate) element: Option<ElementType>,
    /// The sizes of the data; `None` for one that is open.
    pub(crate) sizes: Option<Vec<Option<u64>>>,
    pub(crate) reduction: &'a Reduction,
}

impl Case<'_> {
    fn is(&self, kinds: &[ReduceKind]) -> bool {
        kinds.contains(&self.reduction.kind)
    }

    fn has(&self, elements: &[ElementType]) -> bool {
        self.element.is_some_and(|element| elements.contains(&element))
    }

    fn reduces_nothing(&self) -> bool {
        self.reduction.axes.as_ref().is_some_and(|axes| axes.iter().any(|axis| self.is_empty(axis)))
    }

    fn is_empty(&self, axis: &usize) -> bool {
        self.sizes.as_ref().and_then(|sizes| sizes.get(*axis).copied()) == Some(Some(0))
    }
}

/// Something that a runtime was seen to do with a reduction.
pub(crate) struct Behaviour {
    pub(crate) runtime: Runtime,
    pub(crate) effect: Effect,
    pub(crate) applies: fn(&Case<'_>) -> bool,
    /// What it does, after the runtime's name.
    pub(crate) does: &'static str,
    /// Where that is written, if it was not measured.
    pub(crate) source: Option<&'static str>,
    pub(crate) help: &'static str,
}

const RETYPE: &str = "convert the data to a type that it takes, as float or int64, and back";
const NAME_AXES: &str = "give the axes as a constant";

/// What was measured with single nodes.
pub(crate) static REDUCTIONS: &[Behaviour] = &[
    Behaviour {
        runtime: Runtime::OnnxRuntime,
        effect: Effect::RefusesType,
        applies: |case| {
            use ElementType::{Bf16, U32, U64};
            case.is(&[ReduceKind::Min]) && case.dialect == Dialect::Onnx && case.has(&[U32, U64, Bf16])
        },
        does: "has no kernel for this type and refuses the model",
        source: None,
        help: RETYPE,
    },
    Behaviour {
        runtime: Runtime::OpenVino,
        effect: Effect::RefusesType,
        applies: |case| {
            let early = case.dialect == Dialect::Onnx && case.version == 12;
            early && case.is(&[ReduceKind::Min]) && case.has(&[ElementType::I8])
        },
        does: "refuses this type at version 12 of the operator",
        source: None,
        help: RETYPE,
    },
    Behaviour {
        runtime: Runtime::Tract,
        effect: Effect::RefusesType,
        applies: |case| case.is(&[ReduceKind::Min]) && case.dialect == Dialect::Onnx && case.has(&[ElementType::Bool]),
        does: "loads the model and fails when it runs",
        source: None,
        help: RETYPE,
    },
    Behaviour {
        runtime: Runtime::Tract,
        effect: Effect::RefusesNode,
        applies: |case| case.dialect == Dialect::Onnx && case.reduction.runtime_dependent,
        does: "cannot type a reduction whose axes are known only when the model runs",
        source: None,
        help: NAME_AXES,
    },
    Behaviour {
        runtime: Runtime::OpenVino,
        effect: Effect::RefusesNode,
        applies: |case| {
            let open = case.reduction.runtime_dependent && case.reduction.count.is_none();
            case.dialect == Dialect::Onnx && open && case.reduction.keep_dims == Some(false)
        },
        does: "refuses to convert a reduction that drops a number of axes known only when the model runs",
        source: None,
        help: NAME_AXES,
    },
    Behaviour {
        runtime: Runtime::TensorRt,
        effect: Effect::RefusesNode,
        applies: |case| case.is(&[ReduceKind::Min]) && case.sizes.as_ref().is_some_and(Vec::is_empty),
        does: "refuses to reduce a scalar",
        source: Some("reported in NVIDIA/TensorRT#4472"),
        help: "remove the node: the data has one element",
    },
    Behaviour {
        runtime: Runtime::OpenVino,
        effect: Effect::Differs,
        applies: |case| {
            use ReduceKind::{L1, LogSum, LogSumExp};
            let ignored = case.version == 13 && case.reduction.axes.is_some() && case.reduction.by_attribute;
            let some = case.reduction.axes.as_ref().zip(case.sizes.as_ref());
            let some = some.is_none_or(|(axes, sizes)| axes.len() < sizes.len());
            case.dialect == Dialect::Onnx && case.is(&[L1, LogSum, LogSumExp]) && ignored && some
        },
        does: "ignores the attribute `axes` and reduces every axis",
        source: None,
        help: "convert the model to opset 18, where the axes are an input",
    },
    Behaviour {
        runtime: Runtime::OnnxRuntime,
        effect: Effect::Differs,
        applies: |case| case.dialect == Dialect::Onnx && case.reduction.from_end.iter().any(|axis| case.is_empty(axis)),
        does: "leaves a dimension without elements as it is where a negative axis names it",
        source: None,
        help: "count the axis from the start",
    },
    Behaviour {
        runtime: Runtime::Tract,
        effect: Effect::Differs,
        applies: |case| case.is(&[ReduceKind::Min]) && case.dialect == Dialect::Onnx && case.reduction.empty_attribute,
        does: "takes an empty `axes` for none, where all others reduce every axis",
        source: None,
        help: "leave the attribute out",
    },
    Behaviour {
        runtime: Runtime::OpenVino,
        effect: Effect::Differs,
        applies: |case| case.is(&[ReduceKind::Min]) && case.has(&[ElementType::I64, ElementType::U64]),
        does: "computes with the low 32 bits of each element on the CPU",
        source: None,
        help: "see that the numbers fit 32 bits, or convert them to a float type first",
    },
    Behaviour {
        runtime: Runtime::OpenVino,
        effect: Effect::Differs,
        applies: |case| case.is(&[ReduceKind::Min]) && case.has(&[ElementType::F32]) && case.reduces_nothing(),
        does: "gives the greatest finite number for the minimum of nothing, where ONNX has infinity",
        source: None,
        help: "see that the reduced axis is not empty",
    },
    Behaviour {
        runtime: Runtime::Tract,
        effect: Effect::Differs,
        applies: |case| case.is(&[ReduceKind::Min]) && case.has(&[ElementType::F32]) && case.reduces_nothing(),
        does: "gives the greatest finite number for the minimum of nothing, where ONNX has infinity",
        source: None,
        help: "see that the reduced axis is not empty",
    },
];
