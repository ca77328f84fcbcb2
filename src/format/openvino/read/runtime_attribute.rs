//! Runtime attributes: the `<rt_info>` of layers and ports.

use std::hash::{Hash, Hasher};

use hashbrown::HashSet;

use super::IrReader;
use crate::diagnostic::Diagnostic;
use crate::format::openvino::xml::{Tag, Xml};
use crate::ir_syntax;
use crate::place::Place;
use crate::rule::Level;
use crate::rules::{duplicate_metadata_key, invalid_metadata};

/// The runtime attributes that OpenVINO knows and rejects if repeated.
const RUNTIME_ATTRIBUTES: [&str; 9] = [
    "decompression",
    "fused_names",
    "layout",
    "memory_type",
    "old_api_map_element_type",
    "old_api_map_order",
    "precise",
    "preprocessing",
    "primitives_priority",
];

impl<'a> IrReader<'a> {
    /// Reads the `<rt_info>` of a layer or port: each runtime attribute may occur once.
    pub(crate) fn runtime_attributes(&mut self, xml: &mut Xml<'a>, place: Place) {
        if self.model.ir_version != Some(11) {
            return xml.skip();
        }
        let mut seen = HashSet::new();
        while let Some(child) = xml.child() {
            if child.name == "attribute" {
                self.runtime_attribute(xml, &child, place, &mut seen);
            }
            xml.skip();
        }
    }

    fn runtime_attribute(&mut self, xml: &Xml<'a>, tag: &Tag<'a>, place: Place, seen: &mut HashSet<(String, String)>) {
        let text = |name| xml.attr(name).map(|a| a.value().into_owned()).unwrap_or_default();
        let key = (text("name"), text("version"));
        if key.0.is_empty() {
            return;
        }
        if !seen.contains(&key) {
            self.runtime_attribute_value(xml, &key, place);
            seen.insert(key);
            return;
        }
        let message = format!("the runtime attribute `{}` appears twice", key.0);
        let finding = Diagnostic::new(&duplicate_metadata_key::RULE, place.at(tag.span()), message)
            .help("remove one of the two")
            .data("attribute", key.0.as_str());
        self.diagnostics.report(if RUNTIME_ATTRIBUTES.contains(&&*key.0) {
            finding.level(Level::Error).note("OpenVINO rejects the file: `multiple rt_info attributes are detected`")
        } else {
            finding.note("OpenVINO skips unknown attributes")
        });
    }

    /// Reports a value that OpenVINO cannot read. Attributes of another version are skipped, as are unknown ones.
    fn runtime_attribute_value(&mut self, xml: &Xml<'a>, (name, version): &(String, String), place: Place) {
        let field = if name == "layout" { "layout" } else { "value" };
        let Some(attr) = xml.attr(field).filter(|_| version == "0") else { return };
        let value = attr.value();
        let (fault, help) = match name.as_str() {
            "layout" => (layout_fault(&value), "write a layout such as `[N,C,H,W]`, or remove the attribute"),
            "old_api_map_element_type" => (
                ir_syntax::element_type_name(&value).is_none().then_some("is not an element type"),
                "write an element type such as `f32`, or remove the attribute",
            ),
            "old_api_map_order" => (
                (!is_order(&value)).then_some("is not a list of positions"),
                "write positions such as `0,3,1,2`, or remove the attribute",
            ),
            _ => return,
        };
        let Some(fault) = fault else { return };
        let message = format!("`{field}=\"{value}\"` of the runtime attribute `{name}` {fault}");
        let finding = Diagnostic::new(&invalid_metadata::RULE, place.at(attr.span), message)
            .note("OpenVINO rejects the file")
            .help(help)
            .data("attribute", name.as_str())
            .data("value", &*value);
        self.diagnostics.report(finding);
    }
}

/// Why OpenVINO cannot read a layout: one letter for each dimension, or names in brackets; `?` is any dimension, and one
/// `...` any number of them.
fn layout_fault(text: &str) -> Option<&'static str> {
    let trimmed = text.trim();
    match trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        _ if text.is_empty() => None,
        Some(list) => {
            let list = list.strip_suffix(',').filter(|rest| !rest.is_empty()).unwrap_or(list);
            fault_of_names(list.split(',').map(str::trim))
        }
        None if trimmed.is_empty() => Some("has no dimensions"),
        None => {
            // Without brackets, a name is one character, and the dots belong together.
            let (before, after) =
                trimmed.split_once(DOTS).map_or((trimmed, None), |(before, after)| (before, Some(after)));
            fault_of_names(letters_of(before).chain(after.map(|_| DOTS)).chain(after.into_iter().flat_map(letters_of)))
        }
    }
}

/// Any number of dimensions.
const DOTS: &str = "...";

/// Each character by itself.
fn letters_of(text: &str) -> impl Iterator<Item = &str> {
    text.split("").filter(|letter| !letter.is_empty())
}

fn fault_of_names<'t>(names: impl Iterator<Item = &'t str>) -> Option<&'static str> {
    let (mut seen, mut ellipsis) = (HashSet::new(), false);
    for name in names {
        match name {
            "" => return Some("has a dimension without a name"),
            "?" => {}
            DOTS if !std::mem::replace(&mut ellipsis, true) => {}
            _ if !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') => return Some("is not a layout"),
            _ if !name.bytes().any(|b| b.is_ascii_alphanumeric()) => return Some("is not a layout"),
            _ if !seen.insert(AnyCase(name)) => return Some("names a dimension twice"),
            _ => {}
        }
    }
    None
}

/// A name that is the same in upper and lower case.
struct AnyCase<'t>(&'t str);

impl PartialEq for AnyCase<'_> {
    fn eq(&self, other: &AnyCase<'_>) -> bool {
        self.0.eq_ignore_ascii_case(other.0)
    }
}

impl Eq for AnyCase<'_> {}

impl Hash for AnyCase<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.bytes().for_each(|byte| state.write_u8(byte.to_ascii_uppercase()));
    }
}

/// Whether OpenVINO can read a list of positions: of each item it reads the number at the start.
fn is_order(text: &str) -> bool {
    let item = |item: &str| {
        let item = item.trim_start();
        let digits = item.bytes().take_while(u8::is_ascii_digit).count();
        item[..digits].parse::<u64>().is_ok()
    };
    text.is_empty() || text.strip_suffix(',').unwrap_or(text).split(',').all(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What OpenVINO 2026.4.1 reads and rejects.
    #[test]
    fn layouts_are_read_as_openvino_reads_them() {
        for valid in [
            "",
            "[N,C]",
            "NC",
            "[?,C]",
            "[N,...]",
            "N...C",
            "...",
            "?C",
            "nc",
            "N?",
            "[N,1]",
            "1",
            "[N_1,C]",
            "[ N , C ]",
            "[SCALAR]",
            "[N,?,?]",
            "N??",
            "[N,...,C]",
            " [N,C] ",
            "[N,]",
            "?...",
            "[batch,height]",
        ] {
            assert_eq!(layout_fault(valid), None, "{valid:?}");
        }
        for invalid in [
            "[N,C",
            "N,C]",
            "[N,N]",
            "[]",
            "[...,...]",
            "[N C]",
            "[N,,C]",
            "N.C",
            "[N;C]",
            "**",
            "SCALAR",
            "[ ]",
            " ",
            "[N,n]",
            "N..",
            "N....",
            "...N...",
            "[N,C] x",
            "N C",
            "[[N],C]",
            "N,C",
            "[,]",
            "[.,C]",
            "N-C",
            "__",
        ] {
            assert!(layout_fault(invalid).is_some(), "{invalid:?}");
        }
    }

    #[test]
    fn positions_are_read_as_openvino_reads_them() {
        for valid in ["0,1", "0", "", "0;1", "0,1,", "0.5", "1x", " 0 , 1 ", "1e3", "18446744073709551615"] {
            assert!(is_order(valid), "{valid:?}");
        }
        for invalid in ["a", "0,a", "-1", "0,,1", ",", "+1", " ", "0, a", ";", "18446744073709551616"] {
            assert!(!is_order(invalid), "{invalid:?}");
        }
    }
}
