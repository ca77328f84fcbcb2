//! `<port>`: its id, and the type recorded for it.

use std::sync::Arc;

use super::IrReader;
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::format::openvino::xml::{Attr, Tag, Xml};
use crate::graph::Declaration;
use crate::ids::{DeclarationId, NameId};
use crate::ir_syntax;
use crate::place::Place;
use crate::rule::Level;
use crate::rules::{
    invalid_dim, invalid_id, invalid_precision, limit_exceeded, missing_xml_attribute, sloppy_number, unknown_element,
};
use crate::shape::Shape;
use crate::short_text::shortened;
use crate::source::Span;

/// The number of an invalid id.
pub(crate) const NO_ID: u64 = u64::MAX;

/// The longest id that is kept as it is written. The greatest number has 20 digits.
const LONGEST_ID: usize = 40;

/// The side of a layer on which a port is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Input,
    Output,
}

impl Side {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Side::Input => "input",
            Side::Output => "output",
        }
    }
}

/// A port as read.
pub(crate) struct PortRecord {
    /// Its start tag.
    pub(crate) tag: Span,
    pub(crate) id: NameId,
    /// The id as a number, by which edges find it.
    pub(crate) key: u64,
    pub(crate) names: NameId,
    pub(crate) declaration: DeclarationId,
    /// Its parts in the `PortSpans` of the model.
    pub(crate) parts: Option<u32>,
    /// Whether it has a precision and only contains dimensions as writers emit them.
    pub(crate) is_plain: bool,
    /// Comments in it, or after it on its last line, which in an example may state its value.
    pub(crate) comments: Vec<Span>,
}

impl<'a> IrReader<'a> {
    /// Reads the next `<port>` of the `<input>` or `<output>` returned last; `None` at its end. A port takes this much memory.
    pub(crate) fn next_port(
        &mut self,
        xml: &mut Xml<'a>,
        side: Side,
        memory: u64,
        place: Place,
        alone: bool,
    ) -> Option<PortRecord> {
        loop {
            if let Some(port) = self.repeated_port(xml) {
                if self.take(memory, port.tag) {
                    return Some(self.same_port(xml, &port));
                }
                xml.go_to(port.end);
                continue;
            }
            let findings = self.diagnostics.received();
            let child = xml.child()?;
            if child.name != "port" {
                let parent = if side == Side::Input { "<input>" } else { "<output>" };
                self.unknown_element(xml, &child, parent);
                continue;
            }
            if !self.take(memory, child.span()) {
                xml.skip();
                continue;
            }
            let port = self.port(xml, child, side, place, alone);
            if findings == self.diagnostics.received() {
                self.keep_port(xml, &child, &port);
            }
            return Some(port);
        }
    }

    /// Reads the `<port>` returned last.
    fn port(&mut self, xml: &mut Xml<'a>, tag: Tag<'a>, side: Side, place: Place, alone: bool) -> PortRecord {
        let (id, key) = self.id_attribute(xml, &tag, "id", place);
        let names = xml.attr("names").map_or(NameId::EMPTY, |a| self.model.names.intern(&a.value()));
        let precision = xml.attr("precision");
        let element = self.precision(precision, &tag, side, place, alone);
        xml.comments.clear();
        let (ranked, is_plain) = self.port_dims(xml, place);
        // Without a precision, only an output port gets a finding.
        let is_plain = is_plain && precision.is_some();
        let span = Span::new(tag.start as u64, xml.offset() as u64);
        let parts = self.model.port_spans.push(span.start, precision.map(|attr| attr.span), &self.dim_spans);
        let declaration = self.declare(element, ranked, span);
        let mut comments = std::mem::take(&mut xml.comments);
        if alone {
            comments.extend(xml.comment_behind());
        }
        PortRecord { tag: tag.span(), id, key, names, declaration, parts, is_plain, comments }
    }

    /// An attribute with the id of a layer or port: as written, and as a number.
    pub(crate) fn id_attribute(
        &mut self,
        xml: &Xml<'a>,
        tag: &Tag<'a>,
        name: &'static str,
        place: Place,
    ) -> (NameId, u64) {
        let Some(attr) = xml.attr(name) else {
            self.missing_attribute(tag, name, place);
            return (NameId::EMPTY, NO_ID);
        };
        let value = attr.value();
        let number = self.id_number(&value, &attr, tag, place);
        // An id is written with each value of its layer.
        let id = match value.len() > LONGEST_ID {
            true if number == NO_ID => shortened(&value, LONGEST_ID),
            true => number.to_string().into(),
            false => value,
        };
        (self.model.names.intern(&id), number)
    }

    /// The number of an id.
    pub(crate) fn id_number(&mut self, value: &str, attr: &Attr<'a>, tag: &Tag<'a>, place: Place) -> u64 {
        let place = place.at(attr.span);
        let what = || format!("`{}=\"{value}\"` of `<{}>`", attr.name, tag.name);
        match ir_syntax::id(value) {
            Some(parsed) => {
                if parsed.nonstandard {
                    let what = what();
                    self.report(&sloppy_number::RULE, place, format!("{what} is read as {}", parsed.value));
                }
                parsed.value
            }
            None => {
                let finding = Diagnostic::new(&invalid_id::RULE, place, format!("{} is not a number", what()))
                    .note("OpenVINO rejects the file: ids are unsigned numbers with nothing after them")
                    .data("id", value);
                self.diagnostics.report(finding);
                NO_ID
            }
        }
    }

    /// Reports a missing required attribute.
    pub(crate) fn missing_attribute(&mut self, tag: &Tag<'a>, name: &'static str, place: Place) {
        let finding = Diagnostic::new(
            &missing_xml_attribute::RULE,
            place.at(tag.span()),
            format!("`<{}>` has no attribute `{name}`", tag.name),
        )
        .note("OpenVINO rejects the file")
        .data("attribute", name);
        self.diagnostics.report(finding);
    }

    /// The recorded element type. OpenVINO requires one on every output and ignores it on inputs.
    fn precision(
        &mut self,
        attr: Option<Attr<'a>>,
        tag: &Tag<'a>,
        side: Side,
        place: Place,
        alone: bool,
    ) -> Option<ElementType> {
        let Some(attr) = attr else {
            if side == Side::Output && !alone {
                let finding = Diagnostic::new(
                    &invalid_precision::RULE,
                    place.at(tag.span()),
                    "the output port has no `precision`",
                )
                .note("OpenVINO rejects the file");
                self.diagnostics.report(finding);
            }
            return None;
        };
        let value = attr.value();
        if let Some(element) = ir_syntax::precision(&value) {
            return element;
        }
        let message = format!("`{value}` is not a precision of an {} port", side.name());
        let mut finding = Diagnostic::new(&invalid_precision::RULE, place.at(attr.span), message)
            .help("write a name such as `FP32`, `I64`, `BOOL` or `f32`, `i64`, `boolean`")
            .data("precision", &*value);
        finding = match side {
            Side::Output => finding.note("OpenVINO rejects the file: names are case-sensitive here"),
            Side::Input => finding.note("OpenVINO does not read it").level(Level::Warning),
        };
        self.diagnostics.report(finding);
        None
    }

    /// Reads the content of a port into `self.dims` and `self.dim_spans`; whether a rank is recorded, and whether all of it is
    /// dimensions as writers emit them.
    fn port_dims(&mut self, xml: &mut Xml<'a>, place: Place) -> (bool, bool) {
        self.dims.clear();
        self.dim_spans.clear();
        let (mut ranked, mut is_plain) = (false, true);
        loop {
            while let Some((size, span)) = xml.plain_dim() {
                self.dims.push(size);
                self.dim_spans.push(span);
                ranked = true;
            }
            let Some(child) = xml.child() else { break };
            is_plain = false;
            match child.name {
                "dim" => {
                    let (value, span) = xml.text();
                    let place = place.at(if span.is_empty() { child.span() } else { span });
                    let dim = self.dim(&value, place);
                    self.dims.push(dim);
                    self.dim_spans.push(Span::new(child.start as u64, xml.offset() as u64));
                    ranked = true;
                }
                "rt_info" => self.runtime_attributes(xml, place),
                _ => self.unknown_element(xml, &child, "<port>"),
            }
        }
        if self.dims.len() > self.limits.max_rank {
            let message = format!(
                "the port has {} dimensions; expected at most {} (`max_rank`)",
                self.dims.len(),
                self.limits.max_rank
            );
            self.report(&limit_exceeded::RULE, place, message);
            return (false, is_plain);
        }
        (ranked, is_plain)
    }

    /// A recorded dimension; -1 if it is unknown or invalid.
    fn dim(&mut self, value: &str, place: Place) -> i64 {
        match ir_syntax::recorded_dim(value) {
            Some(parsed) => {
                if parsed.nonstandard {
                    let finding = Diagnostic::new(
                        &sloppy_number::RULE,
                        place,
                        format!("`<dim>{}</dim>` is read as {}", value.trim(), parsed.value),
                    )
                    .note("OpenVINO reads the number at the start and skips the rest");
                    self.diagnostics.report(finding);
                }
                parsed.value
            }
            None => {
                let finding =
                    Diagnostic::new(&invalid_dim::RULE, place, format!("`<dim>{value}</dim>` is not a dimension"))
                        .note("OpenVINO rejects the file")
                        .help("write a size, or -1 for an unknown dimension")
                        .data("dim", value);
                self.diagnostics.report(finding);
                -1
            }
        }
    }

    /// A declaration of this element type and of the dimensions in `self.dims`, or of unknown rank.
    fn declare(&mut self, element: Option<ElementType>, ranked: bool, span: Span) -> DeclarationId {
        if !ranked {
            self.dims.clear();
        }
        // The key is one slice with the element type. A slice without dimensions means an unknown rank.
        self.dims.push(element.map_or(-1, |e| e as i64));
        let ty = match self.types.get(&self.dims[..]) {
            Some(ty) => ty.clone(),
            None => {
                let sizes = &self.dims[..self.dims.len() - 1];
                let dims = sizes.iter().map(|&d| u64::try_from(d).map_or(Dim::unknown(), Dim::exact));
                let shape = if ranked { Shape::from_dims(dims) } else { Shape::UNKNOWN };
                let ty = Arc::new(ValueType::tensor(element, shape));
                self.types.insert(self.dims.as_slice().into(), ty.clone());
                ty
            }
        };
        self.model.declarations.push(Declaration { ty, span });
        DeclarationId::at(self.model.declarations.len() - 1)
    }

    /// Reports and skips an element that is unknown in IR.
    pub(crate) fn unknown_element(&mut self, xml: &mut Xml<'a>, tag: &Tag<'a>, parent: &str) {
        let finding = Diagnostic::new(
            &unknown_element::RULE,
            Place::bytes(tag.span()),
            format!("`<{}>` is not an element of `{parent}`", tag.name),
        )
        .note("OpenVINO skips it")
        .data("element", tag.name);
        self.diagnostics.report(finding);
        xml.skip();
    }
}
