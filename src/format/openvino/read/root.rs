//! The root of a file: its element, its version, and what is next to it.

use super::IrReader;
use super::graph::GraphFields;
use crate::diagnostic::Diagnostic;
use crate::dialect::Format;
use crate::format::openvino::xml::{Tag, Xml};
use crate::format::unsupported_format;
use crate::graph::{GraphRole, Model, Status};
use crate::ids::NameId;
use crate::ir_syntax;
use crate::place::Place;
use crate::rules::{invalid_utf8, not_well_formed, truncated_model};
use crate::rules::{sloppy_number, stray_text, unknown_ir_version, unreadable_model, unusual_spelling};
use crate::source::Span;

impl<'a> IrReader<'a> {
    /// Reads the whole file.
    pub(crate) fn file(&mut self) {
        let mut xml = self.xml(0..self.text.len());
        let draft = match xml.child() {
            Some(tag) if tag.name.eq_ignore_ascii_case("net") => match self.net(&mut xml, tag) {
                Some(draft) => draft,
                None => return,
            },
            Some(tag) if matches!(tag.name, "layer" | "layers" | "edges") => self.layers_alone(&mut xml, tag),
            Some(tag) => {
                let finding = unsupported_format::other_xml(tag.name, tag.span());
                self.give_up(Format::Unknown);
                self.diagnostics.report(finding);
                return;
            }
            None => {
                self.done(xml);
                return self.no_element();
            }
        };
        while let Some(tag) = xml.child() {
            self.second_root(&tag);
            xml.skip();
        }
        let end = xml.offset();
        self.done(xml);
        if self.broken.is_some() && !draft.intact {
            return self.come_apart();
        }
        let draft = self.finish_graph(draft, end);
        self.check_names(&draft);
        self.read_bodies();
    }

    /// Marks the file as one without a readable graph.
    fn give_up(&mut self, format: Format) {
        let mut empty = Model::new(self.model.source.clone(), format);
        empty.status = Status::Unreadable;
        empty.ir_version = self.model.ir_version;
        self.model = empty;
        self.queue.clear();
    }

    /// The tree is broken before the graph is complete: other findings are consequences.
    fn come_apart(&mut self) {
        self.give_up(Format::OpenVinoIr);
        let of_form = [&unreadable_model::RULE, &truncated_model::RULE, &invalid_utf8::RULE, &not_well_formed::RULE];
        let diagnostics = crate::diagnostic::Diagnostics::new(self.diagnostics.dialect(), self.limits.max_diagnostics);
        let found = std::mem::replace(&mut self.diagnostics, diagnostics).into_findings();
        for finding in found.into_iter().filter(|f| of_form.contains(&&*f.rule) || f.rule == &stray_text::RULE) {
            self.diagnostics.take(&finding);
        }
    }

    fn no_element(&mut self) {
        self.give_up(Format::OpenVinoIr);
        if self.diagnostics.findings().is_empty() {
            let end = self.text.len() as u64;
            self.report(
                &unreadable_model::RULE,
                Place::bytes(Span::new(0, end)),
                "the file contains no XML element".into(),
            );
        }
    }

    fn second_root(&mut self, tag: &Tag<'a>) {
        let message = format!("a second root element, `<{}>`, follows the model", tag.name);
        let finding = Diagnostic::new(&stray_text::RULE, Place::bytes(tag.span()), message)
            .note("OpenVINO reads only the first one; other XML readers reject the file")
            .help("remove it");
        self.diagnostics.report(finding);
    }

    /// Reads the `<net>` returned last. `None` if its version is not supported.
    fn net(&mut self, xml: &mut Xml<'a>, tag: Tag<'a>) -> Option<GraphFields> {
        if tag.name != "net" {
            let message = format!("the root is `<{}>`", tag.name);
            let finding = Diagnostic::new(&unusual_spelling::RULE, Place::bytes(tag.span()), message)
                .help("write `<net>`")
                .data("element", tag.name);
            self.diagnostics.report(finding);
        }
        if !self.version(xml, &tag) {
            self.give_up(Format::OpenVinoIr);
            return None;
        }
        let name = xml.attr("name").map_or(NameId::EMPTY, |a| self.model.names.intern(&a.value()));
        self.make_room();
        let graph = self.add_graph(name, GraphRole::Main, tag.span());
        let mut draft = self.draft(graph, 0, false);
        let mut legacy = super::metadata::Legacy::default();
        let mut preprocess = Vec::new();
        while let Some(child) = xml.child() {
            match child.name {
                "rt_info" | "meta_data" | "quantization_parameters" => self.metadata(xml, &child, &mut legacy),
                "pre-process" => preprocess.push(self.preprocess(xml, &child)),
                _ => self.section(xml, child, &mut draft),
            }
        }
        self.check_legacy(legacy);
        self.check_preprocess(&preprocess, &draft);
        Some(draft)
    }

    /// Reserves space for a large file: a layer takes about 400 bytes of XML.
    fn make_room(&mut self) {
        let layers = (self.text.len() / 400).min(1 << 20);
        self.model.names.reserve(layers);
        self.model.nodes.reserve(layers);
        self.model.values.reserve(layers);
    }

    /// Whether the model's version is supported; reports it if not.
    fn version(&mut self, xml: &Xml<'a>, tag: &Tag<'a>) -> bool {
        let Some(attr) = xml.attr("version") else {
            let message = "`<net>` has no `version`; expected 10 or 11".to_owned();
            let finding = Diagnostic::new(&unknown_ir_version::RULE, Place::bytes(tag.span()), message)
                .note("OpenVINO rejects the file without a reason")
                .help("write `version=\"11\"`");
            self.diagnostics.report(finding);
            self.model.ir_version = Some(11);
            return true;
        };
        let value = attr.value();
        let place = Place::bytes(attr.span);
        let number = ir_syntax::id(&value);
        let start: String = value.trim_start().chars().take_while(char::is_ascii_digit).collect();
        let known = number.map_or_else(|| start.parse().unwrap_or(0), |n| n.value);
        self.model.ir_version = i64::try_from(known).ok().filter(|_| !start.is_empty() || number.is_some());
        let readable = matches!(known, 10 | 11);
        match number {
            Some(parsed) if readable => {
                if parsed.nonstandard {
                    let message = format!("`version=\"{value}\"` is read as {known}");
                    self.report(&sloppy_number::RULE, place, message);
                }
            }
            _ => self.unknown_version(&value, known, place),
        }
        readable
    }

    fn unknown_version(&mut self, value: &str, known: u64, place: Place) {
        let message = match known {
            0 | 10 | 11 => format!("`version=\"{value}\"` is not an IR version; expected 10 or 11"),
            _ => format!("IR version {known} is not supported; expected 10 or 11"),
        };
        let help = match known {
            1..10 => "convert the original model with a newer OpenVINO: operators have other names before version 10",
            12.. => "the file is newer than this version of shapewright: update shapewright",
            _ => "write `version=\"11\"` if the file was written by OpenVINO 2022 or later",
        };
        let finding = Diagnostic::new(&unknown_ir_version::RULE, place, message)
            .note("OpenVINO reads only versions 10 and 11, and its message does not mention the version")
            .help(help)
            .data("version", value);
        self.diagnostics.report(finding);
    }

    /// Reads layers without a `<net>`, from the element returned last to the end of the file.
    fn layers_alone(&mut self, xml: &mut Xml<'a>, first: Tag<'a>) -> GraphFields {
        let graph = self.add_graph(NameId::EMPTY, GraphRole::Main, first.span());
        let mut draft = self.draft(graph, 0, true);
        xml.forgive(&first);
        let mut next = Some(first);
        while let Some(tag) = next {
            match tag.name {
                "layer" => self.layer(xml, tag, &mut draft),
                "layers" | "edges" => self.section(xml, tag, &mut draft),
                _ => {
                    self.second_root(&tag);
                    xml.skip();
                }
            }
            next = xml.child();
        }
        draft
    }
}
