//! Edges as writers emit them, read in one step: a file has more of them than layers.

use super::known_port::digits_of;
use crate::format::openvino::xml::Xml;
use crate::ir_syntax;
use crate::source::Span;

/// What such an edge starts with.
const START: &str = "<edge from-layer=\"";

/// What follows each of its ids.
const AFTER: [&str; 4] = ["\" from-port=\"", "\" to-layer=\"", "\" to-port=\"", "\""];

/// An edge whose ids are plain numbers, in the usual order.
pub(super) struct PlainEdge {
    pub(super) span: Span,
    /// `from-layer`, `from-port`, `to-layer`, and `to-port`.
    pub(super) ids: [u64; 4],
}

/// Reads the next element if it is such an edge. Otherwise, nothing is read.
pub(super) fn plain_edge(xml: &mut Xml<'_>) -> Option<PlainEdge> {
    let (start, text) = xml.plain_rest(START)?;
    let mut rest = text;
    let mut ids = [0; 4];
    for (id, after) in ids.iter_mut().zip(AFTER) {
        let digits = digits_of(rest);
        *id = ir_syntax::plain_id(&rest[..digits])?;
        rest = rest[digits..].strip_prefix(after.as_bytes())?;
    }
    rest = rest.strip_prefix(b" ").unwrap_or(rest).strip_prefix(b"/>")?;
    let end = start + START.len() + text.len() - rest.len();
    xml.go_to(end);
    Some(PlainEdge { span: Span::new(start as u64, end as u64), ids })
}

#[cfg(test)]
mod tests {
    use crate::format::options::ReadOptions;
    use crate::source::Source;

    /// The operands of a file with these edges between two layers, and the findings with their text.
    fn read(edges: &str) -> Vec<String> {
        let port = |id| format!("<port id=\"{id}\" precision=\"FP32\"><dim>2</dim></port>");
        let text = format!(
            "<?xml version=\"1.0\"?><net name=\"m\" version=\"11\"><layers>\
             <layer id=\"0\" name=\"a\" type=\"Parameter\" version=\"opset1\"><output>{}</output></layer>\
             <layer id=\"10\" name=\"b\" type=\"Add\" version=\"opset1\"><input>{}{}</input><output>{}</output></layer>\
             </layers><edges>{edges}</edges></net>",
            port(0),
            port(0),
            port(1),
            port(2),
        );
        let model = super::super::read(Source::from_bytes("m.xml", text.clone()), None, &ReadOptions::default());
        let operands = model.operands.iter().map(|operand| format!("{operand:?}"));
        let of = |finding: &std::sync::Arc<crate::Diagnostic>| {
            let at = finding
                .place
                .span
                .map(|span| text[span.start as usize..span.end as usize].replace("<edge  ", "<edge "));
            format!("{} {at:?} {:?}", finding.message, finding.help)
        };
        operands.chain(model.findings.iter().map(of)).collect()
    }

    #[test]
    fn plain_edges_are_read_like_all_others() {
        let first = "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"10\" to-port=\"0\"/>\n";
        for second in [
            "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"10\" to-port=\"1\"/>",
            "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"10\" to-port=\"1\" />",
            "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"10\" to-port=\"1\"></edge>",
            "<!-- c --><edge from-layer=\"0\" from-port=\"0\" to-layer=\"10\" to-port=\"1\"/><other/>",
            "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"10\" to-port=\"1\"/></edge>",
            "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"10\" to-port=\"1\" x=\"1\"/>",
            "<edge from-layer=\"0\" from-port=\"0\" to-port=\"1\" to-layer=\"10\"/>",
            "<edge from-layer=\"00\" from-port=\"0\" to-layer=\"10\" to-port=\"01\"/>",
            "<edge from-layer=\"\" from-port=\"0\" to-layer=\"10\" to-port=\"1\"/>",
            "<edge from-layer=\"9\" from-port=\"0\" to-layer=\"10\" to-port=\"1\"/>",
            "<edge from-layer=\"0\" from-port=\"7\" to-layer=\"10\" to-port=\"1\"/>",
            "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"11\" to-port=\"1\"/>",
            "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"10\" to-port=\"7\"/>",
            "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"10\" to-port=\"0\"/>",
            "<edge from-layer=\"10\" from-port=\"2\" to-layer=\"10\" to-port=\"99999999999999999999\"/>",
        ] {
            let edges = format!("{first}{second}");
            // An edge with two blanks is never plain.
            assert_eq!(read(&edges), read(&edges.replace("<edge ", "<edge  ")), "{second}");
        }
    }

    #[test]
    fn usual_edges_are_plain() {
        use crate::format::openvino::xml::{Mode, Xml};
        let text = "<edges> <edge from-layer=\"12\" from-port=\"0\" to-layer=\"3\" to-port=\"4\" />\
                    <edge from-layer=\"1\" from-port=\"2\" to-layer=\"3\" to-port=\"4\"/><edge from-layer=\"1\"/></edges>";
        let mut xml = Xml::new(text, 0..text.len(), Mode::File);
        xml.child();
        let ids = |xml: &mut Xml<'_>| super::plain_edge(xml).map(|edge| edge.ids);
        assert_eq!(ids(&mut xml), Some([12, 0, 3, 4]));
        assert_eq!(ids(&mut xml), Some([1, 2, 3, 4]));
        assert_eq!(ids(&mut xml), None);
        assert_eq!(xml.child().map(|tag| tag.name), Some("edge"), "nothing was read");
    }
}
