//! What is done for each version of each operator, found out by asking.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use shapewright::graph::{Model, NodeId};
use shapewright::{Analysis, Fact, KnownValue, Level, ValueType};

use super::node::{Node, Version, faults, versions};
use super::{draw, lines};
use crate::mutate::Random;
use crate::support;

/// Nodes that are drawn for each version.
const DRAWN: usize = 400;
/// Cases that are enough to know whether elements are followed and computed.
const ENOUGH: usize = 24;

/// What some case of a version showed.
#[derive(Clone, Copy, Default)]
pub struct Probed {
    /// A node without a finding.
    pub passes: bool,
    /// An output whose elements are known, at least within bounds.
    pub valued: bool,
    /// Outputs that were computed.
    pub evaluated: bool,
}

impl Probed {
    /// Takes what a case shows. Returns whether it passes.
    fn take(&mut self, node: &Node) -> bool {
        let answer = node.infer();
        if !faults(&answer).is_empty() || (node.version.shaped && !answer.outputs.first().is_none_or(is_known)) {
            return false;
        }
        self.passes = true;
        self.valued |= answer.outputs.iter().any(|fact| fact.value != KnownValue::Unknown);
        if !self.evaluated && node.version.shaped {
            self.evaluated = node.evaluate().is_some_and(|made| made.is_ok());
        }
        true
    }
}

/// Whether a shape function said anything.
fn is_known(fact: &Fact) -> bool {
    match &fact.ty {
        ValueType::Unknown => false,
        ValueType::Tensor(t) => t.element.is_some() || t.shape.rank().is_some(),
        _ => true,
    }
}

/// Why a line is no case that passes.
pub fn failure(node: &Node) -> Option<String> {
    let answer = node.infer();
    let outputs: Vec<String> = answer.outputs.iter().map(|f| f.ty.to_string()).collect();
    let faults = faults(&answer);
    let silent = node.version.shaped && !answer.outputs.iter().all(is_known);
    (silent || !faults.is_empty()).then(|| format!("{}: {} {}", node.version, outputs.join(", "), faults.join("; ")))
}

/// Every version with what is done for it.
pub fn all() -> &'static [(Version, Probed)] {
    static ALL: OnceLock<Vec<(Version, Probed)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut probed: BTreeMap<String, Probed> = BTreeMap::new();
        for node in lines::all() {
            probed.entry(node.version.to_string()).or_default().take(&node);
        }
        models(&mut probed);
        let all = versions().into_iter().map(|version| {
            let mut found = probed.get(&version.to_string()).copied().unwrap_or_default();
            drawn(version, &mut found);
            (version, found)
        });
        all.collect()
    })
}

/// Nodes drawn for a version; a seed of its own, so that operators that are added change nothing for the others.
fn drawn(version: Version, found: &mut Probed) {
    let seed = version.to_string().bytes().fold(7u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    let mut random = Random::new(seed);
    let mut passed = 0;
    for _ in 0..DRAWN {
        let Some(node) = draw::node(version, &mut random) else { return };
        passed += usize::from(found.take(&node));
        let done = !version.shaped || (found.valued && found.evaluated) || passed >= ENOUGH;
        if found.passes && done {
            return;
        }
    }
}

/// Nodes of the models in `tests/cases` without a finding.
fn models(probed: &mut BTreeMap<String, Probed>) {
    for path in support::files(&crate::current::path("tests/cases")) {
        for case in support::parse(&path) {
            for opset in &case.opsets {
                let (model, analysis) = support::run(&case, opset);
                nodes(&model, &analysis, probed);
            }
        }
    }
}

fn nodes(model: &Model, analysis: &Analysis, probed: &mut BTreeMap<String, Probed>) {
    let wrong: Vec<NodeId> =
        analysis.findings.iter().filter(|f| f.level > Level::Note).filter_map(|f| f.place.node).collect();
    for node in model.graphs().flat_map(|g| model.nodes_of(g)).filter(|node| !wrong.contains(node)) {
        let op = model.op(node);
        let (domain, name) = (model.name(op.domain), model.name(op.name));
        let known = shapewright::ops::lookup(model.dialect(), domain, name).filter(|_| op.function.is_none());
        let Some(signature) = op.version.and_then(|version| known?.signature(version)) else { continue };
        let mut outputs = model.outputs(node).map(|value| analysis.facts.get(value));
        let own = versions_of(model, domain, name, signature.since);
        let found = probed.entry(own).or_default();
        found.passes = true;
        found.valued |= outputs.any(|fact| fact.value != KnownValue::Unknown);
    }
}

/// As a version is written.
fn versions_of(model: &Model, domain: &str, name: &str, since: i64) -> String {
    let dialect = if model.dialect() == shapewright::graph::Dialect::Onnx { "onnx" } else { "openvino" };
    let domain = if domain == "ai.onnx" { "" } else { domain };
    let colon = if domain.is_empty() { "" } else { ":" };
    format!("{dialect}{colon}{domain} {name}-{since}")
}
