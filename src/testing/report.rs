//! The text of one example.

use std::fmt::Write;

use super::SpecExample;
use super::example::Page;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::escape::one_line;
use crate::fact::{KnownValue, TensorType, ValueType};
use crate::graph::{AttributeValue, GraphRole, Model, Operand, ValueRole};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::ops;
use crate::ops::signature::Signature;
use crate::place::Place;
use crate::rule::Category;
use crate::snapshot::{self, SnapshotFinding};
use crate::source::Span;

/// Elements that an input may have to be written.
const SHOWN: usize = 64;

/// What is reported where nobody has chosen: all but matters of style.
pub(super) fn default_findings(findings: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    findings.iter().filter(|finding| finding.rule.category != Category::Style)
}

/// The path of the graph and node that a finding is about.
pub(super) fn place(model: &Model, finding: &Diagnostic) -> String {
    let Place { graph, node, .. } = finding.place;
    match (graph, node) {
        (Some(graph), Some(node)) => format!("{}/{}", model.path(graph), model.node_label(node)),
        (Some(graph), None) => model.path(graph),
        _ => String::new(),
    }
}

/// The number of the example that a finding is about, or that holds the bytes that it is about.
pub(super) fn example_of(model: &Model, finding: &Diagnostic) -> Option<u32> {
    let number = |graph: GraphId| match model.graph(root(model, graph)).role {
        GraphRole::Example(number) => Some(number),
        _ => None,
    };
    let holds = |graph: &GraphId, span: Span| {
        let example = model.graph(*graph);
        let within = match span.is_empty() {
            // An example that is not closed ends where the next begins, and that is said there.
            true => example.span.start < span.start && span.start <= example.span.end,
            false => example.span.start <= span.start && span.start < example.span.end,
        };
        within && matches!(example.role, GraphRole::Example(_))
    };
    let by_bytes = || {
        let span = finding.place.span?;
        model.graphs().find(|graph| holds(graph, span)).and_then(number)
    };
    finding.place.graph.and_then(number).or_else(by_bytes)
}

/// The graph that holds the node that holds a body.
fn root(model: &Model, mut graph: GraphId) -> GraphId {
    while let GraphRole::Body { owner, .. } = model.graph(graph).role {
        graph = model.node(owner).graph;
    }
    graph
}

/// The text of [`SpecExample::report`].
pub(super) fn report(example: &SpecExample, page: &Page) -> String {
    let mut text = format!("spec {}, example {} (line {})\n", one_line(&page.file), example.number(), example.line());
    for node in page.model.nodes_of(example.graph()) {
        Report { page, node, text: &mut text }.write();
    }
    for body in page.model.graphs().filter(|&g| g != example.graph() && root(&page.model, g) == example.graph()) {
        text.push_str(&snapshot::graph(&page.model, &page.analysis, body));
    }
    let told: Vec<(&Diagnostic, String)> = example.findings().map(|f| (f, place(&page.model, f))).collect();
    snapshot::findings(
        &mut text,
        told.iter().map(|(f, place)| SnapshotFinding { level: f.level, rule: f.rule, place }),
    );
    text
}

/// The lines of one layer.
struct Report<'a> {
    page: &'a Page,
    node: NodeId,
    text: &'a mut String,
}

impl Report<'_> {
    fn write(&mut self) {
        self.operator();
        let model = &self.page.model;
        for (at, operand) in model.inputs(self.node).iter().enumerate() {
            self.input(at, *operand);
        }
        for value in model.outputs(self.node) {
            self.output(value);
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(one_line(line.trim_end()).as_ref());
        self.text.push('\n');
    }

    /// The version that applies.
    fn signature(&self) -> Option<&'static Signature> {
        let op = self.page.model.op(self.node);
        let (domain, name) = (self.page.model.name(op.domain), self.page.model.name(op.name));
        ops::lookup(Dialect::OpenVino, domain, name)?.signature(op.version?)
    }

    /// `Pad-12 pad_mode=constant`: attributes as written, then those left out that have a default.
    fn operator(&mut self) {
        let (model, signature) = (&self.page.model, self.signature());
        let mut line = model.op_type(self.node).to_owned();
        if let Some(signature) = signature {
            let _ = write!(line, "-{}", signature.since);
        }
        for attribute in model.attributes(self.node) {
            if let AttributeValue::Text(text) = attribute.value {
                let _ = write!(line, " {}={}", model.name(attribute.name), model.name(text));
            }
        }
        let left_out = |name: &str| model.attribute(self.node, name).is_none();
        for spec in signature.map_or(&[][..], |s| s.attributes).iter().filter(|spec| left_out(spec.name)) {
            if let Some(default) = spec.default {
                let _ = write!(line, " {}={default} (default)", spec.name);
            }
        }
        self.line(&line);
    }

    /// `in   1 axes  i64[1] = [-2], from a comment`.
    fn input(&mut self, at: usize, operand: Operand) {
        let model = &self.page.model;
        let formal = self.signature().and_then(|s| Signature::formal(s.inputs, at));
        let port = model.input_port(self.node, at).map_or("", |port| model.name(port.id));
        let mut line = format!("in   {port} {}", formal.map_or("", |formal| formal.name));
        let Some(value) = operand.value() else { return self.line(&line) };
        let _ = write!(line, "  {}", self.page.analysis.facts.ty(value));
        let elements = match self.page.analysis.facts.value(value) {
            KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_) => None,
            KnownValue::Constant(tensor) => model.elements(*tensor, SHOWN),
            KnownValue::Elements(elements) => Some(elements.clone()).filter(|e| e.len() <= SHOWN),
        };
        if let Some(elements) = elements {
            let _ = write!(line, " = {}", elements.list());
        }
        if matches!(model.value(value).role, ValueRole::Initializer(_)) {
            line.push_str(", from a comment");
        }
        self.line(&line);
    }

    /// `out  2  declared ?[6], inferred ?[6]: ok`.
    fn output(&mut self, value: ValueId) {
        let model = &self.page.model;
        let port = model.name(model.value(value).port);
        let inferred = self.page.analysis.facts.ty(value);
        let line = match model.declared(value) {
            Some(declared) => {
                let verdict = compare(declared, inferred);
                format!("out  {port}  declared {declared}, inferred {inferred}: {verdict}")
            }
            None => format!("out  {port}  inferred {inferred}"),
        };
        self.line(&line);
    }
}

/// How what a page records compares with what is inferred.
fn compare(declared: &ValueType, inferred: &ValueType) -> &'static str {
    match declared.meet(inferred) {
        None => "differs",
        // Pages leave element types out, and sometimes sizes: what is inferred beyond them is no difference.
        Some(both) if same_shape(&both, inferred) => "ok",
        Some(_) => "open",
    }
}

fn same_shape(a: &ValueType, b: &ValueType) -> bool {
    match (a.as_tensor(), b.as_tensor()) {
        (Some(TensorType { shape: a, .. }), Some(TensorType { shape: b, .. })) => a == b,
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_may_say_less_but_not_otherwise() {
        let verdict = |declared: &str, inferred: &str| {
            let ty = |text: &str| ValueType::Tensor(text.parse().expect("a type"));
            compare(&ty(declared), &ty(inferred))
        };
        assert_eq!(verdict("?[2,3]", "f32[2,3]"), "ok");
        assert_eq!(verdict("?[2,?]", "f32[2,3]"), "ok");
        assert_eq!(verdict("?[2,3]", "f32[2,?]"), "open");
        assert_eq!(verdict("?[2,3]", "?[...]"), "open");
        assert_eq!(verdict("?[2,3]", "?[2,4]"), "differs");
        assert_eq!(verdict("i64[2]", "f32[2]"), "differs");
    }
}
