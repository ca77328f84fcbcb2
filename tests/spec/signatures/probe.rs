//! The support for each version of each operator, determined by queries.

use std::collections::BTreeMap;
use std::path::Path;

use shapewright::graph::{Model, NodeId};
use shapewright::ops::lookup;
use shapewright::{Analysis, Fact, KnownValue, ValueType};

use super::draw;
use super::node::{Version, tensor, versions};
use crate::current::path;
use crate::mutate::Random;
use crate::operators::notation::{Call, faults, is_fault};
use crate::{operators, support};

/// Nodes that are drawn for each version.
const DRAWN: usize = 200;
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
    /// Records the result of a call, and returns whether it has no finding.
    fn take(&mut self, version: Version, call: &Call) -> bool {
        let answer = call.infer();
        if !faults(&answer).is_empty() || (version.shaped && !answer.outputs.first().is_none_or(is_known)) {
            return false;
        }
        self.passes = true;
        self.valued |= answer.outputs.iter().any(|fact| fact.value != KnownValue::Unknown);
        if !self.evaluated && version.shaped {
            self.evaluated = call.evaluate(tensor).is_some_and(|made| made.is_ok());
        }
        true
    }

    fn join(&mut self, other: Probed) {
        self.passes |= other.passes;
        self.valued |= other.valued;
        self.evaluated |= other.evaluated;
    }
}

/// Whether a shape function said anything.
pub fn is_known(fact: &Fact) -> bool {
    match &fact.ty {
        ValueType::Unknown => false,
        ValueType::Tensor(t) => t.element.is_some() || t.shape.rank().is_some(),
        _ => true,
    }
}

/// What the cases of a file show of each version, by how it is written.
fn shown(path: &Path) -> BTreeMap<String, Probed> {
    let mut probed: BTreeMap<String, Probed> = BTreeMap::new();
    for call in operators::calls(path) {
        if let Some(version) = version(&call) {
            probed.entry(version.to_string()).or_default().take(version, &call);
        }
    }
    for case in support::parse(path) {
        for opset in &case.opsets {
            let (model, analysis) = support::run(&case, opset);
            nodes(&model, &analysis, &mut probed);
        }
    }
    probed
}

/// The versions of an operator that no case of its file shows to pass.
pub fn missing(name: &str, file: &Path) -> Vec<String> {
    let shown = shown(file);
    let own = versions().iter().filter(|version| version.name == name).map(Version::to_string);
    own.filter(|version| !shown.get(version).is_some_and(|found| found.passes)).collect()
}

/// The version that a call is of.
fn version(call: &Call) -> Option<Version> {
    let since = lookup(call.dialect, &call.domain, &call.name)?.signature(call.version)?.since;
    let same = |v: &&Version| (v.dialect, v.domain, v.name) == (call.dialect, call.domain.as_str(), call.name.as_str());
    versions().iter().filter(same).find(|v| v.signature.since == since).copied()
}

/// Every version with its support.
pub fn all() -> Vec<(Version, Probed)> {
    let mut probed: BTreeMap<String, Probed> = BTreeMap::new();
    for path in support::files(&path("tests/cases")) {
        shown(&path).into_iter().for_each(|(version, found)| probed.entry(version).or_default().join(found));
    }
    let support = |&version: &Version| {
        let mut found = probed.get(&version.to_string()).copied().unwrap_or_default();
        drawn(version, &mut found);
        (version, found)
    };
    // Neighboring versions are alike and take about as long, so each half has every second one.
    let half = |first: usize| versions().iter().skip(first).step_by(2).map(support).collect::<Vec<_>>();
    let (even, odd) = std::thread::scope(|scope| {
        let odd = scope.spawn(|| half(1));
        (half(0), odd.join().expect("no probe panics"))
    });
    let (mut even, mut odd) = (even.into_iter(), odd.into_iter());
    std::iter::from_fn(|| even.next().map(|first| [Some(first), odd.next()])).flatten().flatten().collect()
}

/// Nodes generated for a version, with a separate seed, so that new operators do not affect the others.
fn drawn(version: Version, found: &mut Probed) {
    let seed = version.to_string().bytes().fold(7u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    let mut random = Random::new(seed);
    let mut passed = 0;
    for _ in 0..DRAWN {
        let Some(call) = draw::node(version, &mut random) else { return };
        passed += usize::from(found.take(version, &call));
        let done = !version.shaped || (found.valued && found.evaluated) || passed >= ENOUGH;
        if found.passes && done {
            return;
        }
    }
}

/// What the nodes of a model show that have no finding.
fn nodes(model: &Model, analysis: &Analysis, probed: &mut BTreeMap<String, Probed>) {
    let wrong: Vec<NodeId> = analysis.findings.iter().filter(|f| is_fault(f)).filter_map(|f| f.place.node).collect();
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
