//! `<layer>`: one node with its attributes, ports and bodies.

use super::IrReader;
use super::body::BodyRecord;
use super::constant_size::SizeFault;
use super::edge_errors::EdgeErrorFilter;
use super::graph::GraphFields;
use super::memory;
use super::operator::LayerType;
use super::port::Side;
use super::port_map::MapRecord;
use crate::diagnostic::Diagnostic;
use crate::format::openvino::xml::{Mode, Tag, Xml};
use crate::graph::{Attribute, AttributeValue, Elision, Node, Operand, OutputPort, Port, Value, ValueRole};
use crate::ids::{NameId, NodeId, OpId};
use crate::ops;
use crate::ops::role::OperatorRole;
use crate::place::Place;
use crate::rule::Level;
use crate::rules::{duplicate_layer_id, duplicate_port_id, missing_attribute, repeated_section, wrong_output_count};
use crate::source::{PackedSpan, Span};

/// What a layer's start tag says.
pub(crate) struct Head {
    pub(crate) place: Place,
    pub(crate) name: NameId,
    pub(crate) layer: NameId,
    pub(crate) role: OperatorRole,
    op: OpId,
}

impl Head {
    fn node(&self) -> NodeId {
        self.place.node.unwrap_or(NodeId::at(0))
    }
}

/// Whether a start tag omits something with `...`.
fn has_dots(text: &str, tag: &Tag<'_>) -> bool {
    text.get(tag.start..tag.end).is_some_and(|tag| tag.contains("...") || tag.contains('\u{2026}'))
}

/// The state of reading a layer's content.
#[derive(Default)]
struct Parts<'a> {
    /// Where the layer's operands and values start.
    first: (usize, usize),
    data: bool,
    input: bool,
    output: bool,
    /// A Const: `size` does not fit.
    size_fault: Option<SizeFault>,
    bodies: Vec<BodyRecord<'a>>,
    maps: Vec<(&'a str, MapRecord)>,
}

impl<'a> IrReader<'a> {
    /// Reads the `<layer>` returned last.
    pub(crate) fn layer(&mut self, xml: &mut Xml<'a>, tag: Tag<'a>, draft: &mut GraphFields) {
        let head = self.head(xml, &tag, draft);
        let first_input = self.model.operands.len() as u32;
        let first_output = self.model.values.len() as u32;
        let first_attribute = self.model.attributes.len() as u32;
        let elided = xml.mode() == Mode::Fragment && has_dots(self.text, &tag);
        let mut parts = Parts { first: (first_input as usize, first_output as usize), ..Parts::default() };
        xml.take_dots();
        while let Some(child) = xml.child() {
            self.part(xml, child, &head, draft, &mut parts);
        }
        let lenient = draft.alone || self.mode == Mode::Fragment;
        if !parts.data && matches!(head.role, OperatorRole::Parameter | OperatorRole::Constant) && !lenient {
            self.missing_data(&head);
        }
        if let Some(fault) = &parts.size_fault {
            let output = self.model.values.get(first_output as usize);
            let recorded = output.and_then(|output| Some(self.model.declaration(output.declaration?).ty.clone()));
            self.report_size(fault, recorded.as_deref());
        }
        if xml.take_dots() {
            self.model.elisions.push((head.node(), Elision::Anything));
        } else if elided && !parts.data {
            self.model.elisions.push((head.node(), Elision::Attributes));
        }
        self.attach_bodies(head.place, parts.bodies, parts.maps, draft);
        let op = if self.cut.is_some() { self.cut_layer(&head, &tag, draft) } else { head.op };
        self.model.nodes.push(Node {
            graph: draft.graph,
            op,
            name: head.name,
            layer: head.layer,
            inputs: first_input..self.model.operands.len() as u32,
            outputs: first_output..self.model.values.len() as u32,
            attributes: first_attribute..self.model.attributes.len() as u32,
            place: PackedSpan::new(tag.span()),
        });
        if head.role == OperatorRole::Result {
            draft.results.push(NodeId::at(self.model.nodes.len() - 1));
        }
    }

    /// The operator of a layer whose parts a limit cut off: nothing is inferred of it or checked.
    fn cut_layer(&mut self, head: &Head, tag: &Tag<'a>, draft: &mut GraphFields) -> OpId {
        self.lose(head.node(), draft);
        self.operator(NameId::EMPTY, Some(NameId::EMPTY), tag.span())
    }

    fn head(&mut self, xml: &Xml<'a>, tag: &Tag<'a>, draft: &mut GraphFields) -> Head {
        let node = NodeId::at(self.model.nodes.len());
        let place = Place::node(draft.graph, node).at(tag.span());
        let (layer, key) = match xml.attr("id") {
            None if draft.alone => (NameId::EMPTY, super::port::NO_ID),
            _ => self.id_attribute(xml, tag, "id", place),
        };
        let name = match xml.attr("name") {
            Some(attr) => self.model.names.intern(&attr.value()),
            None => {
                if !draft.alone && self.mode == Mode::File {
                    self.missing_attribute(tag, "name", place);
                }
                NameId::EMPTY
            }
        };
        let (op, role) = self.head_operator(xml, tag, place, draft.alone, &mut draft.edge_errors);
        if let Some(earlier) = draft.add_layer(key, node) {
            self.duplicate_id(layer, earlier, place);
        }
        Head { place, name, layer, role, op }
    }

    fn head_operator(
        &mut self,
        xml: &Xml<'a>,
        tag: &Tag<'a>,
        place: Place,
        alone: bool,
        edge_errors: &mut EdgeErrorFilter,
    ) -> (OpId, OperatorRole) {
        let Some(attr) = xml.attr("type") else {
            self.missing_attribute(tag, "type", place);
            edge_errors.untyped = true;
            return (self.operator(NameId::EMPTY, Some(NameId::EMPTY), tag.span()), OperatorRole::Computation);
        };
        let text = attr.value();
        let written = self.model.names.intern(&text);
        let LayerType { role, is_usual } = self.layer_type(written);
        if !is_usual {
            self.report_type(&text, place.at(attr.span));
        }
        let version = match xml.attr("version") {
            Some(attr) => Some(self.model.names.intern(&attr.value())),
            None if alone || self.mode == Mode::Fragment => None,
            None => {
                self.missing_attribute(tag, "version", place);
                None
            }
        };
        (self.operator(written, version, tag.span()), role)
    }

    fn duplicate_id(&mut self, layer: NameId, earlier: NodeId, place: Place) {
        let id = self.model.name(layer).to_owned();
        let first = self.model.node(earlier);
        let finding = Diagnostic::new(&duplicate_layer_id::RULE, place, format!("two layers have the id {id}"))
            .related(Place::node(first.graph, earlier).at(first.span()), "the first one; nothing can refer to it")
            .note("OpenVINO silently uses the last one")
            .help("give every layer a unique id")
            .data("id", id);
        self.diagnostics.report(finding);
    }

    fn part(&mut self, xml: &mut Xml<'a>, child: Tag<'a>, head: &Head, draft: &mut GraphFields, parts: &mut Parts<'a>) {
        let mut again = false;
        match child.name {
            "data" if !std::mem::replace(&mut parts.data, true) => {
                parts.size_fault = self.data(xml, &child, head, draft.alone);
            }
            "input" if self.is_wanted(&child, &mut parts.input, head) => self.inputs(xml, head, draft, parts.first.0),
            "output" if self.is_wanted(&child, &mut parts.output, head) => {
                self.outputs(xml, head, draft, parts.first.1)
            }
            "rt_info" => self.runtime_attributes(xml, head.place),
            "body" | "then_body" | "else_body" => {
                again = parts.bodies.iter().any(|b| b.tag.name == child.name);
                let content = xml.skip_body(&child);
                if !again && self.take(memory::BODY, child.span()) {
                    parts.bodies.push(BodyRecord { tag: child, content });
                }
            }
            "port_map" | "then_port_map" | "else_port_map" | "back_edges" => {
                again = parts.maps.iter().any(|(name, _)| *name == child.name);
                let map = self.port_map(xml, &child, head.place);
                if !again {
                    parts.maps.push((child.name, map));
                }
            }
            "data" | "input" | "output" => {
                again = true;
                xml.skip();
            }
            // Old files name their blobs a second time.
            "blobs" | "weights" | "biases" => xml.skip(),
            _ => self.unknown_element(xml, &child, "<layer>"),
        }
        if again {
            self.repeated(&child, head.place);
        }
    }

    /// Whether a list of ports is read: the first one. In an example also a second one, which can only mean more ports.
    fn is_wanted(&mut self, tag: &Tag<'a>, seen: &mut bool, head: &Head) -> bool {
        let again = std::mem::replace(seen, true);
        if again && self.mode == Mode::Fragment {
            let message = format!("a second `<{}>` of one layer", tag.name);
            let finding = Diagnostic::new(&repeated_section::RULE, head.place.at(tag.span()), message)
                .note("OpenVINO would read only the first one; in an example the ports of both are read")
                .help("put all ports into one")
                .data("element", tag.name);
            self.diagnostics.report(finding);
        }
        !again || self.mode == Mode::Fragment
    }

    /// Reports a repeated section.
    pub(crate) fn repeated(&mut self, tag: &Tag<'a>, place: Place) {
        let message = format!("a second `<{}>` is ignored", tag.name);
        let finding = Diagnostic::new(&repeated_section::RULE, place.at(tag.span()), message)
            .note("OpenVINO reads only the first one")
            .help("merge the two, or remove one")
            .data("element", tag.name);
        self.diagnostics.report(finding);
    }

    /// Reads the `<data>` returned last.
    fn data(&mut self, xml: &mut Xml<'a>, tag: &Tag<'a>, head: &Head, alone: bool) -> Option<SizeFault> {
        let mut fault = None;
        for attr in xml.attributes() {
            if !self.take(memory::ATTRIBUTE, attr.span) {
                break;
            }
            let name = self.model.names.intern(attr.name);
            let value = AttributeValue::Text(self.model.names.intern(&attr.value()));
            self.model.attributes.push(Attribute { name, value, span: attr.span });
        }
        if head.role == OperatorRole::Constant && (!alone || xml.attr("offset").is_some()) {
            let tensor;
            (tensor, fault) = self.constant(xml, tag, head);
            let name = self.model.names.intern("value");
            self.model.attributes.push(Attribute { name, value: AttributeValue::Tensor(tensor), span: tag.span() });
        }
        xml.skip();
        fault
    }

    fn missing_data(&mut self, head: &Head) {
        let report = |what: &str, place, help: &str| {
            let message = format!("the {what} layer has no `<data>`");
            Diagnostic::new(&missing_attribute::RULE, place, message).note("OpenVINO rejects the file").help(help)
        };
        let finding = match head.role {
            // Equal to the finding of the operator, which misses the same attributes, so that there is only one.
            OperatorRole::Parameter => {
                let help = "add `<data shape=\"...\" element_type=\"...\"/>`";
                let place = Place { span: None, ..head.place };
                report(ops::PARAMETER, place, help).data("attributes", vec!["shape", "element_type"])
            }
            _ => {
                let help = "add `<data element_type=\"...\" shape=\"...\" offset=\"...\" size=\"...\"/>`";
                report(ops::CONST, head.place, help).data("element", "data")
            }
        };
        self.diagnostics.report(finding);
    }

    /// Reads the `<input>` returned last: its ports are the node's inputs, in order.
    fn inputs(&mut self, xml: &mut Xml<'a>, head: &Head, draft: &mut GraphFields, first: usize) {
        let node = head.node();
        while let Some(port) = self.next_port(xml, Side::Input, memory::INPUT_PORT, head.place, draft.alone) {
            let index = self.model.operands.len() - first;
            if draft.add_input(head.place, index, port.key) {
                self.duplicate_port(port.id, Side::Input, head.place, port.tag);
                draft.edge_errors.miss(node);
                draft.edge_errors.doubled.insert(node);
            }
            if draft.alone
                && let Some(stated) = self.stated(head.op, index, &port.comments)
            {
                draft.comments.push((self.model.operands.len() as u32, stated));
            }
            self.model.operands.push(Operand::Absent);
            self.model.ports.push(Port { id: port.id, declaration: Some(port.declaration) });
        }
    }

    /// Reads the `<output>` returned last: its ports are the node's outputs, in order.
    fn outputs(&mut self, xml: &mut Xml<'a>, head: &Head, draft: &mut GraphFields, first: usize) {
        let node = head.node();
        while let Some(port) = self.next_port(xml, Side::Output, memory::OUTPUT_PORT, head.place, draft.alone) {
            if head.role == OperatorRole::Result {
                self.result_output(head.place, port.tag);
                continue;
            }
            let index = self.model.values.len() - first;
            if draft.add_output(head.place, index, port.key) {
                self.duplicate_port(port.id, Side::Output, head.place, port.tag);
                draft.edge_errors.doubled.insert(node);
            }
            let (role, declaration) = (ValueRole::Output(node), Some(port.declaration));
            let port = self.model.add_output_port(OutputPort { id: port.id, tensor_names: port.names });
            self.model.values.push(Value { graph: draft.graph, name: head.name, role, declaration, port });
            if head.role == OperatorRole::Parameter {
                draft.inputs.push(crate::ids::ValueId::at(self.model.values.len() - 1));
            }
        }
    }

    fn duplicate_port(&mut self, id: NameId, side: Side, place: Place, span: Span) {
        let id = self.model.name(id).to_owned();
        let message = format!("two {} ports of one layer have the id {id}", side.name());
        let finding = Diagnostic::new(&duplicate_port_id::RULE, place.at(span), message)
            .note("edges refer to ports by id, so only the first can be used")
            .data("id", id)
            .data("side", side.name());
        self.diagnostics.report(finding);
    }

    fn result_output(&mut self, place: Place, span: Span) {
        let finding = Diagnostic::new(&wrong_output_count::RULE, place.at(span), "a Result layer has an output port")
            .level(Level::Warning)
            .note("OpenVINO ignores it")
            .help("remove the port: a Result has no outputs");
        self.diagnostics.report(finding);
    }
}
