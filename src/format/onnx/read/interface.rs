//! Declarations of the inputs and outputs of the main graph.

use hashbrown::HashSet;

use super::gap::Gap;
use super::reader::Reader;
use crate::diagnostic::Diagnostic;
use crate::graph::ValueRole;
use crate::ids::{DeclarationId, GraphId};
use crate::place::{Part, Place};
use crate::rule::{Level, RuleRef};
use crate::rules::{incomplete_declaration, malformed_record, unknown_element_type};
use crate::source::Span;

/// What tools do with a gap.
const REJECTED: &str = "`onnx.checker` and ONNX Runtime reject the model";
const REQUIRED: &str = "`onnx.checker` requires type and shape; ONNX Runtime treats what is missing as unknown";
const TYPED_ELSEWHERE: &str =
    "`onnx.checker` rejects the model; ONNX Runtime takes the type that the output or `value_info` of this name has";

impl Reader<'_> {
    /// Reports inputs and outputs of the main graph with incomplete types.
    pub(crate) fn check_interface(&mut self, graph: GraphId) {
        // An unknown element type is reported as such, and so are several types.
        let is_cause = |rule: &RuleRef| *rule == &unknown_element_type::RULE || *rule == &malformed_record::RULE;
        let findings = self.diagnostics.findings().iter();
        let unknown: HashSet<Span> = findings.filter(|f| is_cause(&f.rule)).filter_map(|f| f.place.span).collect();
        let known = |this: &Self, id: Option<DeclarationId>| {
            id.is_none_or(|id| !unknown.contains(&this.model.declaration(id).span))
        };
        let inputs = self.model.graph(graph).inputs.clone();
        let gaps = std::mem::take(&mut self.input_gaps);
        for (index, (value, gap)) in inputs.into_iter().zip(gaps).enumerate() {
            let input = self.model.value(value);
            if input.role != (ValueRole::Input { default: None }) {
                continue;
            }
            let (name, place) = (input.name, Place::value(graph, value));
            let declaration = input.declaration;
            let gap = gap.map(|gap| match gap {
                Gap::Shape => (gap, Level::Warning, REQUIRED),
                Gap::Type if declaration.is_some() => (gap, Level::Warning, TYPED_ELSEWHERE),
                _ => (gap, Level::Error, REJECTED),
            });
            if let Some(gap) = gap.filter(|_| known(self, declaration)) {
                self.report_gap("input", index, self.model.name(name).to_owned(), gap, place);
            }
        }
        for index in 0..self.model.graph(graph).outputs.len() {
            let output = &self.model.graph(graph).outputs[index];
            let declared = output.declaration.map(|d| &*self.model.declaration(d).ty);
            // ONNX Runtime takes the type of an output from its producer, but rejects half a type.
            let gap = Gap::of(declared).map(|gap| match gap {
                Gap::Shape => (gap, Level::Note, REQUIRED),
                Gap::Element => (gap, Level::Error, REJECTED),
                Gap::Type => (gap, Level::Warning, REQUIRED),
            });
            let (name, place) = (output.name, Place::graph(graph).part(Part::Name(output.name)));
            if let Some(gap) = gap.filter(|_| known(self, output.declaration)) {
                self.report_gap("output", index, self.model.name(name).to_owned(), gap, place);
            }
        }
    }

    fn report_gap(
        &mut self,
        what: &'static str,
        index: usize,
        name: String,
        (gap, level, note): (Gap, Level, &str),
        place: Place,
    ) {
        let gap = match gap {
            Gap::Type => "type",
            Gap::Element => "element type",
            Gap::Shape => "shape",
        };
        let message = format!("{what} {index} of the graph, `{name}`, is declared without {gap}");
        self.diagnostics.report(
            Diagnostic::new(&incomplete_declaration::RULE, place, message)
                .level(level)
                .note(note)
                .help(format!("declare the {gap} of `{name}`"))
                .data(what, name)
                .data("missing", gap),
        );
    }
}
