//! Pages of OpenVINO's operator specification (`.rst`, `.md`, plain text, any language): every `<layer>` in them is an
//! example.
//!
//! The examples are intentionally not well-formed XML: `...` in the start tag, no precision, no version, and the axes
//! only in a comment. The IR reader's code for single layers reads them.

use super::openvino::read;
use super::openvino::read::next_layer;
use super::options::ReadOptions;
use crate::graph::Model;
use crate::source::Source;

/// Whether a text is a page with examples: it contains a layer, and prose before, between or after the layers.
pub(crate) fn is_page(text: &str) -> bool {
    let Some(first) = next_layer(text, 0) else { return false };
    let before = text.get(..first).unwrap_or("");
    if !is_markup(before) {
        return true;
    }
    // Only layers: examples copied from a page keep its `...` and all have the same id.
    let tag = text.get(first..).and_then(|rest| rest.split('>').next()).unwrap_or("");
    let last = text.rfind("</layer>").map_or("", |at| &text[at + 8..]);
    !is_markup(last) || tag.contains("...") && next_layer(text, first + 1).is_some()
}

/// Whether there is nothing but tags, comments and white space.
fn is_markup(text: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some(tag) = rest.strip_prefix('<') {
        let end = if tag.starts_with("!--") { "-->" } else { ">" };
        let Some((_, after)) = tag.split_once(end) else { return true };
        rest = after.trim_start();
    }
    rest.trim_matches('\0').is_empty()
}

/// Reads a page: one graph per example.
pub(crate) fn read(source: Source, options: &ReadOptions) -> Model {
    read::read_examples(source, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_prose_or_several_examples() {
        let layer = "<layer id=\"1\" type=\"ReduceMin\" ...>\n</layer>";
        assert!(is_page(&format!("ReduceMin\n=====\n{layer}")));
        assert!(is_page(&format!("{layer}\n{layer}")));
        assert!(is_page(&format!("{layer}\nand so on")));
        assert!(!is_page(layer));
        assert!(!is_page(&format!("<!-- one -->\n{layer}\n")));
        assert!(!is_page(&format!("<?xml version=\"1.0\"?><layers>{}</layers>", layer.replace(" ...", ""))));
        assert!(!is_page("the `<layer>` element"));
    }
}
