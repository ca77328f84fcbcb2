//! SequenceMap: a body that runs once for each element of a sequence.

use super::{BodyCall, BodyFacts, ControlFlow, InferContext, OperatorDef, Resolved, body};
use crate::diagnostic::{Diagnostic, counted};
use crate::fact::{Fact, KnownValue, ValueType};
use crate::ids::GraphId;
use crate::rules;

/// A resolved SequenceMap.
#[derive(Clone, Debug)]
pub(crate) struct SequenceMap {
    body: Option<GraphId>,
}

impl SequenceMap {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let body = cx.graph("body").filter(|&graph| arity(cx, graph));
        Resolved::control_flow(SequenceMap { body })
    }
}

/// OP204: the numbers of inputs and outputs of the body.
fn arity(cx: &mut InferContext<'_>, graph: GraphId) -> bool {
    let (inputs, expected) = (cx.model().graph(graph).inputs.len(), cx.input_count());
    if inputs != expected {
        let message = format!(
            "the body has {}; expected {expected}, one for each input of SequenceMap",
            counted(inputs, "input")
        );
        let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place("body"), message);
        let finding = finding.note("the body receives one element of each sequence, and each tensor unchanged");
        cx.report(finding.help("give the body one input for each input of the node").data("inputs", inputs));
        return false;
    }
    let (given, listed) = (cx.model().graph(graph).outputs.len(), cx.output_count());
    body::check_outputs(cx, "body", given, listed)
}

/// The input of the body for an input of the node: an element of a sequence, or the value itself.
fn element(cx: &InferContext<'_>, input: usize) -> Fact {
    let fact = cx.input(input);
    let inner = match &fact.ty {
        ValueType::Sequence(inner) => (**inner).clone(),
        ValueType::Unknown => ValueType::Unknown,
        // Only inputs after the first sequence may be tensors.
        _ if input > 0 => return fact.clone(),
        _ => ValueType::Unknown,
    };
    let why = fact
        .unknown_reason
        .clone()
        .or_else(|| Some(cx.unknown_because(format!("elements of {} differ", cx.input_name(input)))));
    Fact { ty: inner, value: KnownValue::Unknown, provenance: fact.provenance, unknown_reason: why }
}

impl ControlFlow for SequenceMap {
    fn resume(&mut self, cx: &mut InferContext<'_>, results: Option<BodyFacts>) -> Option<BodyCall> {
        let Some(graph) = self.body else {
            for output in 0..cx.output_count() {
                let why = cx.unknown_because("there is no valid body");
                cx.set(
                    output,
                    Fact { unknown_reason: Some(why), ..ValueType::Sequence(ValueType::Unknown.into()).into() },
                );
            }
            return None;
        };
        let Some(results) = results else {
            let inputs = (0..cx.input_count()).map(|input| element(cx, input)).collect();
            return Some(BodyCall { graph, inputs, reachable: true });
        };
        for (output, fact) in results.into_iter().enumerate() {
            let ty = ValueType::Sequence(fact.ty.into());
            cx.set(
                output,
                Fact {
                    ty,
                    value: KnownValue::Unknown,
                    provenance: fact.provenance,
                    unknown_reason: fact.unknown_reason,
                },
            );
        }
        None
    }

    fn results(&self, _cx: &InferContext<'_>, output: usize) -> Vec<(GraphId, usize)> {
        self.body.map(|graph| (graph, output)).into_iter().collect()
    }
}

pub(super) static OPERATORS: &[OperatorDef] =
    &[OperatorDef::onnx("SequenceMap", SequenceMap::resolve).depends_on_runtime()];
