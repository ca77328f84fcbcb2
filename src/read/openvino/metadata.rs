//! What a file says beside the graph: `<rt_info>` of the model, of layers and of ports, and the sections of old.

use super::Reading;
use super::xml::{Tag, Xml};
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::Place;
use crate::rules::{duplicate_metadata_key, invalid_metadata};

/// Elements within elements of metadata whose path is kept.
const DEEPEST: usize = 32;

/// What must be known of all metadata before the sections of old can be judged: with an `<rt_info>` they do not count.
#[derive(Default)]
pub(super) struct Legacy {
    has_rt_info: bool,
    fault: Option<Diagnostic>,
}

impl<'a> Reading<'a> {
    /// Reads metadata of the model: the section returned last. Leaves become keys such as `conversion_parameters/model`.
    pub(super) fn metadata(&mut self, xml: &mut Xml<'a>, tag: &Tag<'a>, legacy: &mut Legacy) {
        let old = tag.name == "meta_data";
        legacy.has_rt_info |= tag.name == "rt_info";
        // OpenVINO's own names for the sections of old.
        let mut path = if tag.name == "quantization_parameters" { "optimization".to_owned() } else { String::new() };
        let mut outer: Vec<usize> = Vec::new();
        loop {
            let Some(child) = xml.child() else {
                match outer.pop() {
                    Some(len) => path.truncate(len),
                    None => return,
                }
                continue;
            };
            outer.push(path.len());
            let value = xml.attr("value");
            if old && outer.len() == 1 && value.is_none() && child.name != "cli_parameters" {
                legacy.fault.get_or_insert_with(|| unsupported(&child));
            }
            if outer.len() > DEEPEST {
                continue;
            }
            if !path.is_empty() {
                path.push('/');
            }
            match xml.attr("name").filter(|_| child.name == "info") {
                Some(name) => path.push_str(&name.value()),
                None if old && outer.len() == 1 && child.name == "cli_parameters" => {
                    path.push_str("conversion_parameters")
                }
                None => path.push_str(child.name),
            }
            if let Some(value) = value {
                let entry = (self.model.names.intern(&path), self.model.names.intern(&value.value()));
                self.model.metadata.push(entry);
            }
        }
    }

    pub(super) fn check_legacy(&mut self, legacy: Legacy) {
        if let (Some(fault), false) = (legacy.fault, legacy.has_rt_info) {
            self.sink.report(fault);
        }
    }

    /// Reads the `<rt_info>` of a layer or port: each runtime attribute may occur once.
    pub(super) fn runtime_attributes(&mut self, xml: &mut Xml<'a>, place: Place) {
        if self.model.ir_version != Some(11) {
            return xml.skip();
        }
        let mut seen: Vec<(String, String)> = Vec::new();
        while let Some(child) = xml.child() {
            if child.name == "attribute" {
                self.runtime_attribute(xml, &child, place, &mut seen);
            }
            xml.skip();
        }
    }

    fn runtime_attribute(&mut self, xml: &Xml<'a>, tag: &Tag<'a>, place: Place, seen: &mut Vec<(String, String)>) {
        let text = |name| xml.attr(name).map(|a| a.value().into_owned());
        let (name, version) = (text("name"), text("version"));
        for (attribute, value) in [("name", &name), ("version", &version)] {
            if value.is_none() {
                self.missing_attribute(tag, attribute, place);
            }
        }
        let key = (name.unwrap_or_default(), version.unwrap_or_default());
        if seen.contains(&key) && !key.0.is_empty() {
            let message = format!("the runtime attribute `{}` is given twice", key.0);
            let finding = Diagnostic::new(&duplicate_metadata_key::RULE, place.at(tag.span()), message)
                .level(Level::Error)
                .note("OpenVINO refuses the file: `multiple rt_info attributes are detected`")
                .help("remove one of the two")
                .data("attribute", key.0.as_str());
            self.sink.report(finding);
        } else if seen.len() < 64 {
            seen.push(key);
        }
    }
}

fn unsupported(tag: &Tag<'_>) -> Diagnostic {
    let message = format!("`<{}>` within `<meta_data>` has no `value`", tag.name);
    Diagnostic::new(&invalid_metadata::RULE, Place::bytes(tag.span()), message)
        .note("OpenVINO refuses the file: `Unsupported legacy argument`; only `<cli_parameters>` may be without one")
        .data("element", tag.name)
}
