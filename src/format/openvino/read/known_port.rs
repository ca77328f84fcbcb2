//! Ports that are written like one shortly before, as nearly all ports of a file are: they are not parsed again.

use std::sync::Arc;

use super::IrReader;
use super::port::PortRecord;
use crate::fact::ValueType;
use crate::format::openvino::xml::{Tag, Xml};
use crate::graph::Declaration;
use crate::ids::{DeclarationId, NameId};
use crate::ir_syntax;
use crate::source::Span;

/// The number of ports that are kept: what the layers of one part of a network differ in.
const FEW: usize = 8;

/// The longest text of a port that is kept; longer ones have names or very many dimensions.
const LONGEST: usize = 1_024;

/// What every port starts with.
const START: &str = "<port id=\"";

/// A port that was read without a finding and only has plain dimensions.
struct KnownPort<'a> {
    /// The number of digits of its id. Another number of digits moves its parts.
    digits: usize,
    /// What follows the id, up to the end of the port.
    text: &'a str,
    /// The length of its start tag.
    tag: usize,
    names: NameId,
    ty: Arc<ValueType>,
    /// Its parts in the `PortSpans` of the model.
    parts: u32,
}

/// The ports read last that differ in more than their ids.
#[derive(Default)]
pub(crate) struct KnownPorts<'a> {
    list: Vec<KnownPort<'a>>,
    /// The one that the next one replaces, if the list is full.
    oldest: usize,
}

impl<'a> KnownPorts<'a> {
    fn add(&mut self, port: KnownPort<'a>) {
        if self.list.len() < FEW {
            self.list.push(port);
        } else {
            self.list[self.oldest] = port;
            self.oldest = (self.oldest + 1) % FEW;
        }
    }
}

/// A port that is written like a known one, and not read yet.
pub(crate) struct RepeatedPort<'a> {
    /// Its start tag.
    pub(crate) tag: Span,
    /// Where it ends.
    pub(crate) end: usize,
    id: &'a str,
    key: u64,
    /// The position of the known one in the list.
    known: usize,
}

impl<'a> IrReader<'a> {
    /// The next element, if it is a port that is written like a known one.
    pub(crate) fn repeated_port(&self, xml: &Xml<'a>) -> Option<RepeatedPort<'a>> {
        let text: &'a str = self.text;
        let (start, rest) = xml.plain_rest(START)?;
        let digits = digits_of(rest);
        let after = &rest[digits..];
        let is_same = |known: &KnownPort<'a>| known.digits == digits && after.starts_with(known.text.as_bytes());
        let known = self.known_ports.list.iter().position(is_same)?;
        let id_start = start + START.len();
        let id = text.get(id_start..id_start + digits)?;
        let KnownPort { text, tag, .. } = &self.known_ports.list[known];
        let tag = Span::new(start as u64, (start + tag) as u64);
        Some(RepeatedPort {
            tag,
            end: id_start + digits + text.len(),
            id,
            key: ir_syntax::plain_id(id.as_bytes())?,
            known,
        })
    }

    /// Reads that port.
    pub(crate) fn same_port(&mut self, xml: &mut Xml<'a>, port: &RepeatedPort<'a>) -> PortRecord {
        let RepeatedPort { tag, end, id, key, known } = *port;
        let KnownPort { names, ref ty, parts, .. } = self.known_ports.list[known];
        xml.go_to(end);
        self.model.port_spans.push_same(tag.start, parts);
        self.model.declarations.push(Declaration { ty: ty.clone(), span: Span::new(tag.start, end as u64) });
        let declaration = DeclarationId::at(self.model.declarations.len() - 1);
        let id = self.model.names.intern(id);
        PortRecord { tag, id, key, names, declaration, parts: Some(parts), is_plain: true, comments: Vec::new() }
    }

    /// Keeps the port that was just read, without a finding.
    pub(crate) fn keep_port(&mut self, xml: &Xml<'a>, tag: &Tag<'a>, port: &PortRecord) {
        let text: &'a str = self.text;
        let Some(parts) = port.parts.filter(|_| port.is_plain && xml.is_faultless_file()) else { return };
        let rest = text.get(tag.start..xml.offset()).and_then(|port| port.strip_prefix(START));
        let Some(rest) = rest.filter(|rest| rest.len() <= LONGEST) else { return };
        let digits = digits_of(rest.as_bytes());
        // An id with a reference, `1&#50;`, is not its digits.
        if rest.as_bytes().get(digits) != Some(&b'"') || ir_syntax::plain_id(&rest.as_bytes()[..digits]).is_none() {
            return;
        }
        let ty = self.model.declaration(port.declaration).ty.clone();
        let tag = tag.end - tag.start;
        self.known_ports.add(KnownPort { digits, text: &rest[digits..], tag, names: port.names, ty, parts });
    }
}

/// The number of digits at the start.
pub(super) fn digits_of(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

#[cfg(test)]
mod tests {
    use crate::format::options::ReadOptions;
    use crate::graph::PortPart;
    use crate::source::{Source, Span};

    /// What is read of a file: each port with its type and its parts, and the findings.
    fn read(text: &str) -> Vec<String> {
        let model = super::super::read(Source::from_bytes("m.xml", text.to_owned()), None, &ReadOptions::default());
        let of = |span: Option<Span>| span.map(|span| &text[span.start as usize..span.end as usize]);
        let port = |declaration: &crate::graph::Declaration| {
            let part = |part| of(model.port_spans.get(declaration.span.start, part));
            let parts = [PortPart::Precision, PortPart::Dim(0), PortPart::Dim(1)].map(part);
            format!("{:?} {} {parts:?}", of(Some(declaration.span)), declaration.ty)
        };
        let ids = model.ports.iter().map(|port| format!("id {}", model.name(port.id)));
        let values = model.output_ports.iter();
        let values = values.map(|port| format!("{} {}", model.name(port.id), model.name(port.tensor_names)));
        let related =
            |f: &crate::Diagnostic| format!("{:?}", f.related.iter().map(|label| &label.text).collect::<Vec<_>>());
        let findings = model.findings.iter();
        let findings = findings.map(|f| format!("{} {:?} {}", f.message, of(f.place.span), related(f)));
        let ports = model.declarations.iter().map(port);
        ports.chain(ids).chain(values).chain(findings).map(|line| line.replace("<port  ", "<port ")).collect()
    }

    /// A file with a layer for each text, which is its ports.
    fn file(layers: &[&str]) -> String {
        let layer = |(id, ports): (usize, &&str)| {
            format!("<layer id=\"{id}\" name=\"l{id}\" type=\"Add\" version=\"opset1\">{ports}</layer>\n")
        };
        let layers: String = layers.iter().enumerate().map(layer).collect();
        format!("<?xml version=\"1.0\"?><net name=\"m\" version=\"11\"><layers>{layers}</layers><edges/></net>")
    }

    #[test]
    fn ports_that_are_written_alike_are_read_like_all_others() {
        let usual = "<input>\n<port id=\"0\" precision=\"FP32\"><dim>2</dim>\n<dim>-1</dim></port>\n<port id=\"1\" precision=\"FP32\"><dim>2</dim>\n<dim>-1</dim></port></input>\
                     <output><port id=\"2\" precision=\"FP32\" names=\"a\"><dim>2</dim></port></output>";
        let wide = "<input><port id=\"10\" precision=\"FP32\"><dim>2</dim>\n<dim>-1</dim></port><port id=\"11\" precision=\"FP32\"/></input>\
                    <output><port id=\"12\" precision=\"FP32\"/></output>";
        // Without a finding as inputs only.
        let untyped =
            "<input><port id=\"0\"><dim>1</dim></port></input><output><port id=\"1\"><dim>1</dim></port></output>";
        let faulty = "<input><port id=\"0\" precision=\"FP33\"><dim>1</dim></port><port id=\"0\" precision=\"FP32\"><dim>x</dim></port>\
                      <port id=\"01\" precision=\"FP32\"/><port id=\"\" precision=\"FP32\"/><port id=\"2\" precision=\"FP32\">text</port></input>";
        let described = "<output><port id=\"0\" precision=\"FP32\"><dim>1</dim><rt_info><attribute name=\"x\" version=\"0\"/></rt_info></port>\
                         <port id=\"1\" precision=\"FP32\"><!-- a --><dim>3</dim></port></output>";
        let open = "<input><port id=\"0\" precision=\"FP32\"><dim>1</dim></input>";
        let reference = "<input><port id=\"1&#50;\" precision=\"FP32\"/></input>";
        for layers in [
            &[usual, usual, wide, wide, usual][..],
            &[untyped, untyped],
            &[faulty, faulty],
            &[described, described],
            &[open, open],
            &[usual, open, usual],
            &[reference, reference],
        ] {
            let text = file(layers);
            let usual = read(&text);
            assert!(!usual.is_empty(), "{text}");
            // A port with two blanks is never known.
            assert_eq!(usual, read(&text.replace("<port ", "<port  ")), "{text}");
        }
    }

    /// After a file of bare layers, in which text between elements is no fault, a body is read as a file.
    #[test]
    fn a_port_that_is_no_fault_in_an_example_is_one_in_a_body() {
        let port = "<port id=\"0\" precision=\"FP32\"><dim>1</dim>text</port>";
        let text = format!(
            "<layer id=\"0\" name=\"a\" type=\"Parameter\" version=\"opset1\"><output>{port}</output></layer>\
             <layer id=\"1\" name=\"b\" type=\"TensorIterator\" version=\"opset1\"><body><layers>\
             <layer id=\"0\" name=\"c\" type=\"Parameter\" version=\"opset1\"><output>{port}</output></layer>\
             </layers></body></layer>"
        );
        assert_eq!(read(&text), read(&text.replace("<port ", "<port  ")), "{text}");
    }

    /// Ports that are parsed have parts of their own.
    #[test]
    fn few_ports_are_kept_and_the_oldest_one_makes_room() {
        let parsed = |sizes: &[usize]| {
            let port =
                |size: &usize| format!("<input><port id=\"0\" precision=\"FP32\"><dim>{size}</dim></port></input>");
            let ports: Vec<String> = sizes.iter().map(port).collect();
            let text = file(&ports.iter().map(String::as_str).collect::<Vec<_>>());
            let model = super::super::read(Source::from_bytes("m.xml", text), None, &ReadOptions::default());
            assert_eq!(model.declarations.len(), sizes.len());
            model.port_spans.parsed()
        };
        let sizes = |count: usize| (1..=count).collect::<Vec<_>>();
        assert_eq!(parsed(&[7; 20]), 1);
        assert_eq!(parsed(&sizes(8).repeat(3)), 8);
        assert_eq!(parsed(&sizes(9).repeat(3)), 27, "each makes room for the next one");
    }

    #[test]
    fn a_known_port_is_no_reason_to_exceed_a_limit() {
        let ports = "<port id=\"0\" precision=\"FP32\"/>".repeat(30);
        let text = file(&[&format!("<input>{ports}</input>")]);
        let mut options = ReadOptions::default();
        options.limits.max_records = 10;
        let model = super::super::read(Source::from_bytes("m.xml", text), None, &options);
        assert_eq!(model.findings.iter().filter(|finding| finding.message.contains("more than 10 records")).count(), 1);
        assert!(model.operands.len() <= 10);
    }
}
