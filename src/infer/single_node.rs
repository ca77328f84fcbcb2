//! Inference of a model of one node: the question of a compiler pass.

use std::sync::Arc;

use super::{Analysis, infer_graph};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::fact::Fact;
use crate::facts::is_vague;
use crate::graph::{Model, Operand};
use crate::ids::{GraphId, NodeId};
use crate::node::function_call::Calls;
use crate::node::resolver::OpResolver;
use crate::node::run::{NodeOperator, NodeOutcome, NodeRun};
use crate::ops::{BodyFacts, Found};
use crate::options::AnalysisOptions;

/// Infers the node of a model that has only one, from facts of its inputs: the facts of its outputs, and all findings.
pub(crate) fn infer_single_node(
    model: &Model,
    options: &AnalysisOptions,
    inputs: &[Fact],
) -> (BodyFacts, Vec<Arc<Diagnostic>>) {
    let node = NodeId::at(0);
    if let Some(current) = &options.current_node {
        current.set(node);
    }
    without_walk(model, options, node, inputs).unwrap_or_else(|| {
        let Analysis { facts, findings, .. } = infer_graph(model, options, GraphId::at(0), inputs.to_vec());
        (model.outputs(node).map(|value| facts.get(value)).collect(), findings)
    })
}

/// The same without what only a walk needs. `None` for what only a walk does: to run bodies, to look for the edit that
/// repairs the node, to trace why a fact is unknown, and to drop elements beyond the limit.
fn without_walk(
    model: &Model,
    options: &AnalysisOptions,
    node: NodeId,
    facts: &[Fact],
) -> Option<(BodyFacts, Vec<Arc<Diagnostic>>)> {
    let mut diagnostics = Diagnostics::new(model.dialect(), options.limits.max_diagnostics);
    let known = |operand: &Operand| operand.value().map_or(Some(Fact::UNKNOWN), |v| facts.get(v.index()).cloned());
    let inputs: Option<Vec<Fact>> = model.inputs(node).iter().map(known).collect();
    let provenance = facts.iter().map(|fact| fact.provenance).max().unwrap_or_default();
    let op = OpResolver::new(model, &options.operators).resolve(node);
    let found = Found { diagnostics: &mut diagnostics, constraints: None, names: None };
    let run = NodeRun::new(model, options, op, node, inputs?);
    let NodeOutcome { mut outputs, errors, misspelt, operator, .. } = run.infer(&Calls::default(), found, |_| {});
    let is_plain = matches!(operator, NodeOperator::Plain(_)) && !errors.any() && misspelt.is_empty();
    let tracked: usize = facts.iter().chain(&outputs).map(|fact| fact.value.tracking_cost()).sum();
    if !is_plain || outputs.iter().any(|fact| is_vague(&fact.ty)) || tracked > options.limits.max_tracked_elements {
        return None;
    }
    for fact in &mut outputs {
        fact.provenance = fact.provenance.max(provenance);
    }
    Some((outputs, diagnostics.into_findings()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Elements, Provenance, ReadOptions, Source, ValueType};

    /// The answers without and with a walk.
    fn answers(node: &str, inputs: &[Fact], limit: usize) -> (Option<String>, String) {
        let text = format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng (x, a) => (y) {{ y = {node} }}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let mut options = AnalysisOptions::default();
        options.limits.max_tracked_elements = limit;
        let walked = infer_graph(&model, &options, GraphId::at(0), inputs.to_vec());
        let outputs: BodyFacts = model.outputs(NodeId::at(0)).map(|value| walked.facts.get(value)).collect();
        let short = without_walk(&model, &options, NodeId::at(0), inputs);
        (short.map(|answer| format!("{answer:?}")), format!("{:?}", (outputs, walked.findings)))
    }

    fn fact(ty: &str) -> Fact {
        Fact::from(ty.parse::<ValueType>().unwrap())
    }

    fn ints(list: &[i64]) -> Fact {
        fact(&format!("i64[{}]", list.len())).with_elements(Some(Elements::of_ints(list.to_vec())))
    }

    #[test]
    fn the_short_way_gives_the_same_facts_and_warnings() {
        let declared = Fact { provenance: Provenance::Declared, ..fact("f32[N,3,8]") };
        for (node, inputs) in [
            ("ReduceMin <keepdims = 0> (x, a)", [fact("f32[2,3,4]"), ints(&[1, -3])]),
            ("ReduceMin (x, a)", [declared.clone(), ints(&[2])]),
            ("Reshape (x, a)", [declared, ints(&[0, -1])]),
            ("Gather (a, a)", [fact("f32[]"), ints(&[1, 0, 1])]),
            // A warning: all elements along an axis of size 0 are reduced.
            ("ReduceMin (x, a)", [fact("f32[2,0]"), ints(&[1])]),
        ] {
            let (short, walked) = answers(node, &inputs, 1000);
            assert_eq!(short.as_deref(), Some(&walked[..]), "{node}");
        }
    }

    #[test]
    fn errors_unknown_facts_and_long_lists_are_left_to_the_walk() {
        let long: Vec<i64> = vec![1; 20];
        for (node, inputs, limit) in [
            ("ReduceMin (x, a)", [fact("f32[2,3]"), ints(&[2])], 1000),
            ("ReduceMin <keepdims = 0> (x, a)", [fact("f32[2,3]"), fact("i64[?]")], 1000),
            ("ReduceMin <axis = 1> (x, a)", [fact("f32[2,3]"), ints(&[1])], 1000),
            ("Identity (a)", [fact("f32[]"), ints(&long)], 10),
        ] {
            assert_eq!(answers(node, &inputs, limit).0, None, "{node}");
        }
    }
}
