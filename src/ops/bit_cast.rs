//! BitCast: reinterprets the bits of an element as another type.

use super::cost::{self, Cost};
use super::diagnostics;
use super::{EvalContext, InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::rules;
use crate::tensor::{EvalError, Tensor};

/// A resolved BitCast.
#[derive(Clone, Copy, Debug)]
struct BitCast {
    /// The result type; `None` if it is unknown.
    to: Option<ElementType>,
}

impl BitCast {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let written = cx.int("to").filter(|_| !cx.has_unknown_value("to"));
        let to = written.and_then(ElementType::from_onnx).filter(|&to| to != ElementType::String);
        if let (Some(written), None) = (written, to) {
            let valid = "the number of an element type other than string";
            diagnostics::attribute(
                cx,
                "to",
                written,
                valid,
                "set `to` to a TensorProto.DataType, such as 1 for float or 6 for int32",
            );
        }
        Resolved::operator(BitCast { to })
    }
}

impl Operator for BitCast {
    fn infer(&self, cx: &mut InferContext<'_>) {
        if let (Some(from), Some(to)) = (cx.element(0), self.to)
            && from.bits() != to.bits()
        {
            let message = format!("bit widths differ: {from} has {} bits and {to} has {}", from.bits(), to.bits());
            let place = cx.attribute_place("to");
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
            let finding = finding.related(cx.input_place(0), from);
            cx.report(finding.help("set `to` to a type of the same bit width, or use Cast").data("attribute", "to"));
        }
        cx.set_tensor(0, self.to, cx.shape(0));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let bytes = data.packed_bytes().ok_or(EvalError::Type(data.element()))?;
        if result.element == ElementType::Bool && bytes.iter().any(|&byte| byte > 1) {
            return Err(EvalError::Undefined("a byte other than 0 and 1 is no bool".to_owned()));
        }
        let made = Tensor::from_packed(result.element, data.sizes(), bytes);
        Ok(vec![made.map_err(|_| EvalError::Type(result.element))?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::view()
    }
}

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::onnx("BitCast", BitCast::resolve)];
