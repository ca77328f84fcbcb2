//! The text of one example.

use std::fmt::Write;

use super::findings;
use super::page::Page;
use crate::dialect::Dialect;
use crate::escape::one_line;
use crate::fact::{KnownValue, TensorType, ValueType};
use crate::graph::{AttributeValue, Operand, ValueRole};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::ops;
use crate::ops::signature::Signature;
use crate::ops::signature_ref::Formals;
use crate::snapshot;

/// Maximum number of elements of an input whose elements are written.
const MAX_SHOWN_ELEMENTS: usize = 64;

/// The text of an example: a heading, its layers, its bodies, and its findings.
pub(super) fn report(page: &Page, graph: GraphId, number: u32, line: u64) -> String {
    let model = &page.model;
    let mut text = format!("spec {}, example {number} (line {line})\n", one_line(&page.file));
    for node in model.nodes_of(graph) {
        Report { page, node, text: &mut text }.write();
    }
    for body in model.graphs().filter(|&g| g != graph && findings::root(model, g) == graph) {
        text.push_str(&snapshot::graph(model, &page.analysis, body));
    }
    snapshot::findings(&mut text, page.findings(number).map(|f| findings::snapshot_of(model, f)));
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

    /// The signature of the applicable version.
    fn signature(&self) -> Option<&'static Signature> {
        let op = self.page.model.op(self.node);
        let (domain, name) = (self.page.model.name(op.domain), self.page.model.name(op.name));
        ops::lookup(Dialect::OpenVino, domain, name)?.signature(op.version?)
    }

    /// `Pad-12 pad_mode=constant`: attributes as written, then omitted ones with their defaults.
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
        let is_omitted = |name: &str| model.attribute(self.node, name).is_none();
        for spec in signature.map_or(&[][..], |s| s.attributes).iter().filter(|spec| is_omitted(spec.name)) {
            if let Some(default) = spec.default {
                let _ = write!(line, " {}={default} (default)", spec.name);
            }
        }
        self.line(&line);
    }

    /// `in   1 axes  i64[1] = [-2], from a comment`.
    fn input(&mut self, at: usize, operand: Operand) {
        let model = &self.page.model;
        let formal = self.signature().and_then(|s| Formals::Static(s.inputs).formal(at));
        let port = model.input_port(self.node, at).map_or("", |port| model.name(port.id));
        let mut line = format!("in   {port} {}", formal.map_or("", |formal| formal.name));
        let Some(value) = operand.value() else { return self.line(&line) };
        let _ = write!(line, "  {}", self.page.analysis.facts.ty(value));
        let elements = match self.page.analysis.facts.value(value) {
            KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_) => None,
            KnownValue::Constant(tensor) => model.elements(*tensor, MAX_SHOWN_ELEMENTS),
            KnownValue::Elements(elements) => Some(elements.clone()).filter(|e| e.len() <= MAX_SHOWN_ELEMENTS),
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
        let port = model.name(model.output_port(value).id);
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

/// Compares a recorded type with the inferred one.
fn compare(declared: &ValueType, inferred: &ValueType) -> &'static str {
    match declared.meet(inferred) {
        None => "differs",
        // Pages omit element types, and sometimes sizes. More precise inferred types are not a difference.
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
    fn a_page_may_be_less_precise_but_not_different() {
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
