//! Metadata of a file: `<rt_info>` of the model, and the legacy sections.

use std::collections::HashMap;

use super::IrReader;
use super::graph::GraphFields;
use super::memory;
use crate::diagnostic::{Diagnostic, counted};
use crate::format::openvino::xml::{Tag, Xml};
use crate::ids::{NameId, ValueId};
use crate::place::Place;
use crate::rules::invalid_metadata;
use crate::source::Span;

/// The maximum depth of elements in the paths of metadata.
const DEEPEST: usize = 32;

/// The maximum number of bytes of a metadata path.
const LONGEST: usize = 4_096;

/// A `<pre-process>` section.
pub(crate) struct Preprocess {
    input: Option<NameId>,
    means: usize,
    span: Span,
}

/// What checking the legacy sections requires: with an `<rt_info>` they are ignored.
#[derive(Default)]
pub(crate) struct Legacy {
    has_rt_info: bool,
    fault: Option<Diagnostic>,
}

impl<'a> IrReader<'a> {
    /// Reads the metadata section returned last. Leaves become keys such as `conversion_parameters/model`.
    pub(crate) fn metadata(&mut self, xml: &mut Xml<'a>, tag: &Tag<'a>, legacy: &mut Legacy) {
        let old = tag.name == "meta_data";
        legacy.has_rt_info |= tag.name == "rt_info";
        // OpenVINO's own names of the legacy sections.
        let mut path = if tag.name == "quantization_parameters" { "optimization".to_owned() } else { String::new() };
        let mut outer: Vec<usize> = Vec::new();
        xml.allow_text(true);
        loop {
            let Some(child) = xml.child() else {
                match outer.pop() {
                    Some(len) => path.truncate(len),
                    None => break,
                }
                continue;
            };
            outer.push(path.len());
            let value = xml.attr("value");
            if old && outer.len() == 1 && value.is_none() && child.name != "cli_parameters" {
                legacy.fault.get_or_insert_with(|| unsupported(&child));
            }
            if outer.len() > DEEPEST || path.len() > LONGEST {
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
            if let Some(value) = value
                && self.take(memory::of_metadata(&path), child.span())
            {
                let entry = (self.model.names.intern(&path), Some(self.model.names.intern(&value.value())));
                self.model.metadata.push(entry);
            }
        }
        xml.allow_text(false);
    }

    pub(crate) fn check_legacy(&mut self, legacy: Legacy) {
        if let (Some(fault), false) = (legacy.fault, legacy.has_rt_info) {
            self.diagnostics.report(fault);
        }
    }

    /// Reads a `<pre-process>`: mean values that OpenVINO subtracts from an input.
    pub(crate) fn preprocess(&mut self, xml: &mut Xml<'a>, tag: &Tag<'a>) -> Preprocess {
        let input = xml.attr("reference-layer-name").map(|a| self.model.names.intern(&a.value()));
        let mut means = 0;
        while let Some(channel) = xml.child() {
            if channel.name != "channel" {
                xml.skip();
                continue;
            }
            while let Some(value) = xml.child() {
                means += usize::from(value.name == "mean");
                xml.skip();
            }
        }
        Preprocess { input, means, span: tag.span() }
    }

    /// Checks each `<pre-process>` against its input.
    pub(crate) fn check_preprocess(&mut self, sections: &[Preprocess], draft: &GraphFields) {
        if sections.is_empty() {
            return;
        }
        let mut inputs = HashMap::new();
        for &input in &draft.inputs {
            inputs.entry(self.model.value(input).name).or_insert(input);
        }
        for section in sections {
            self.check_means(section, &inputs, draft);
        }
    }

    fn check_means(&mut self, preprocess: &Preprocess, inputs: &HashMap<NameId, ValueId>, draft: &GraphFields) {
        let Some(name) = preprocess.input.filter(|_| preprocess.means > 0) else { return };
        let named = inputs.get(&name);
        let shown = self.model.name(name);
        let message = match named {
            None => format!("`<pre-process>` is for the input `{shown}`, which does not exist"),
            Some(&input) => {
                let dims = self.model.declared(input).and_then(|t| t.as_tensor()?.shape.dims());
                let channels = dims.and_then(|dims| dims.get(1)?.size());
                match channels {
                    Some(channels) if channels != preprocess.means as u64 => {
                        format!(
                            "{} for the {} of `{shown}`",
                            counted(preprocess.means, "mean value"),
                            counted(channels, "channel")
                        )
                    }
                    _ => return,
                }
            }
        };
        let place = Place::graph(draft.graph).at(preprocess.span);
        let finding = Diagnostic::new(&invalid_metadata::RULE, place, message).note("OpenVINO rejects the file");
        self.diagnostics.report(finding);
    }
}

fn unsupported(tag: &Tag<'_>) -> Diagnostic {
    let message = format!("`<{}>` within `<meta_data>` has no `value`", tag.name);
    Diagnostic::new(&invalid_metadata::RULE, Place::bytes(tag.span()), message)
        .note("OpenVINO rejects the file: `Unsupported legacy argument`; only `<cli_parameters>` may omit it")
        .data("element", tag.name)
}
