//! Model-local functions: their signatures are read before any graph, their bodies with the graphs.

use std::collections::HashSet;

use super::attribute::Owner;
use super::memory;
use super::reader::{GraphMessage, GraphTask, Reader};
use crate::diagnostic::Diagnostic;
use crate::format::onnx::schema::function;
use crate::graph::{Function, GraphRole, OpsetImport, Parameter};
use crate::ids::{GraphId, NameId};
use crate::place::Place;
use crate::protobuf::Wire;
use crate::rule::Level;
use crate::rules::{duplicate_attribute, duplicate_function, undeclared_parameter, unnamed_graph};
use crate::source::Span;

/// The records of a function except its body.
#[derive(Default)]
struct FunctionHeader {
    domain: NameId,
    name: NameId,
    overload: NameId,
    attributes: Vec<Span>,
    defaults: Vec<Span>,
    imports: Vec<Span>,
}

impl Reader<'_> {
    /// Reads the signature of a function and queues its body. `partial` means that the file ends inside it.
    pub(crate) fn function(&mut self, record: Span, role: Option<GraphRole>, partial: bool) {
        if !self.take(1, memory::FUNCTION) {
            return;
        }
        let index = self.model.functions.len() as u32;
        let span = self.span(record);
        let header = self.header(record, Place::FILE.at(span));
        let work = GraphTask {
            parts: vec![record],
            layout: GraphMessage::Function(index),
            opsets: self.opsets.len() as u32,
            partial,
            ..GraphTask::default()
        };
        let role = role.unwrap_or(GraphRole::Function(index));
        let Some(graph) = self.enqueue(role, work, Place::FILE.at(span)) else { return };
        let place = Place::graph(graph);
        let opsets = self.read_imports(&header.imports, place);
        self.settle_function_imports(&opsets, graph);
        let attributes = self.parameters(&header, graph, place);
        let FunctionHeader { domain, name, overload, .. } = header;
        if name.is_empty() && !partial && !self.open {
            let finding = Diagnostic::new(&unnamed_graph::RULE, place.at(span), "a function has no name");
            let finding = finding.note("`onnx.checker` rejects the model; ONNX Runtime accepts it");
            self.diagnostics.report(finding.help("set `name` of the function, or remove it"));
        }
        self.parameters.extend(attributes.iter().map(|p| (index as usize, p.name)));
        self.model.functions.push(Function { domain, name, overload, graph, attributes, opsets });
        self.register(index, place.at(span));
    }

    fn header(&mut self, record: Span, place: Place) -> FunctionHeader {
        let mut header = FunctionHeader::default();
        for field in self.fields(record) {
            let Wire::Payload(span) = field.value else { continue };
            match field.number {
                // The names are read all the same, for messages.
                function::ATTRIBUTE | function::OPSET_IMPORT | function::ATTRIBUTE_PROTO
                    if !self.take(1, memory::OTHER) => {}
                function::NAME => header.name = self.name(span, "name", place),
                function::ATTRIBUTE => header.attributes.push(span),
                function::OPSET_IMPORT => header.imports.push(span),
                function::DOMAIN => header.domain = self.name(span, "domain", place),
                function::ATTRIBUTE_PROTO => header.defaults.push(span),
                function::OVERLOAD => header.overload = self.name(span, "overload", place),
                _ => {}
            }
        }
        header
    }

    fn parameters(&mut self, header: &FunctionHeader, graph: GraphId, place: Place) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        for &text in &header.attributes {
            if self.take(1, memory::ATTRIBUTE) {
                parameters.push(Parameter { name: self.name(text, "attribute", place), default: None });
            }
        }
        self.report_listed_twice_parameters(&parameters, place);
        for &record in &header.defaults {
            if !self.take(1, memory::ATTRIBUTE) {
                break;
            }
            if let Some(default) = self.attribute(record, Owner { graph, node: None }, place) {
                parameters.push(Parameter { name: default.name, default: Some(default.value) });
            }
        }
        parameters
    }

    /// OP111 as a warning: an attribute parameter that is listed twice.
    fn report_listed_twice_parameters(&mut self, parameters: &[Parameter], place: Place) {
        let mut seen = HashSet::new();
        let Some(twice) = parameters.iter().find(|parameter| !seen.insert(parameter.name)) else { return };
        let name = self.model.name(twice.name);
        let message = format!("attribute parameter `{name}` of the function is listed twice");
        let finding = Diagnostic::new(&duplicate_attribute::RULE, place, message).level(Level::Warning);
        let finding = finding.note("`onnx.checker` rejects the model; ONNX Runtime accepts it");
        self.diagnostics.report(finding.help("list it once").data("parameter", name));
    }

    /// Registers a function for calls. Of several with one name, the first is called.
    fn register(&mut self, index: u32, place: Place) {
        let Some(function) = self.model.functions.get(index as usize) else { return };
        let (written, name, overload) = (function.domain, function.name, function.overload);
        let domain = self.domain(written);
        let first = *self.functions.entry((domain, name, overload)).or_insert(index);
        if first == index {
            return;
        }
        let Some(first) = self.model.functions.get(first as usize) else { return };
        let message = format!("function {} is defined twice", self.function_name(written, name, overload));
        let first = Place::graph(first.graph).at(self.model.graph(first.graph).span);
        self.diagnostics.report(
            Diagnostic::new(&duplicate_function::RULE, place, message)
                .related(first, "first defined here; nodes call this one")
                .help("rename one of them, or give it an `overload`"),
        );
    }

    fn function_name(&self, domain: NameId, name: NameId, overload: NameId) -> String {
        let (domain, name, overload) = (self.shown(domain), self.shown(name), self.shown(overload));
        let colon = if overload.is_empty() { "" } else { ":" };
        format!("`{domain}::{name}{colon}{overload}`")
    }

    /// Checks that an attribute refers to a parameter of the enclosing function.
    pub(crate) fn check_reference(&mut self, reference: NameId, owner: Owner, place: Place) {
        if self.open && self.model.functions.is_empty() {
            return;
        }
        let opsets = self.work.get(owner.graph.index()).map_or(0, |work| work.opsets);
        // Each function has its own operator sets, after those of the model.
        let index = (opsets as usize).wrapping_sub(1);
        if self.parameters.contains(&(index, reference)) {
            return;
        }
        let function = self.model.functions.get(index);
        let name = self.shown(reference);
        let finding = match function {
            Some(function) => {
                let shown = self.function_name(function.domain, function.name, function.overload);
                let known: Vec<_> = function.attributes.iter().take(8).map(|p| self.shown(p.name)).collect();
                let message = format!("function {shown} has no attribute parameter `{name}`");
                Diagnostic::new(&undeclared_parameter::RULE, place, message)
                    .note(format!("its attribute parameters are [{}]", known.join(", ")))
                    .help(format!("add `{name}` to the function's `attribute` list"))
            }
            None => {
                let message = format!("this attribute refers to parameter `{name}`, but is not in a function");
                Diagnostic::new(&undeclared_parameter::RULE, place, message).help("give the attribute a value")
            }
        };
        self.diagnostics.report(finding.data("parameter", &*name));
    }
}

/// The operator sets that the caller passes for a single message.
pub(crate) fn imports(reader: &mut Reader<'_>, opsets: &[(&str, i64)]) -> Vec<OpsetImport> {
    let import = |(domain, version): &(&str, i64)| OpsetImport {
        domain: reader.model.names.intern(domain),
        version: *version,
        span: Span::default(),
    };
    opsets.iter().map(import).collect()
}
