//! The text of a new Const layer, in the style of the file.

use std::fmt::Write;

use super::constant::Constant;
use super::plan::{Fresh, LayerPlan};
use super::unreadable;
use crate::format::openvino::xml::{Tag, Xml};
use crate::ids::NodeId;
use crate::ir_syntax::attribute_text;
use crate::rewrite::WriteError;
use crate::short_text::indentation;

/// A layer of the file that becomes one or more constants.
pub(crate) struct Replaced<'a> {
    node: NodeId,
    /// The attribute `id` as written.
    id: &'a str,
    /// The attribute `name` as written.
    name: &'a str,
    pub(crate) style: Style<'a>,
    pub(crate) has_outputs: bool,
    /// The output ports.
    pub(crate) ports: Vec<PortText<'a>>,
}

/// What a new port inherits from the old one.
#[derive(Clone, Copy)]
pub(crate) struct PortText<'a> {
    /// The attribute `id` as written.
    id: &'a str,
    /// The attribute `names` as written, if there is one.
    names: &'a str,
}

/// The layout of a layer in the text.
#[derive(Clone, Copy, Default)]
pub(crate) struct Style<'a> {
    /// The line end before the layer, if the layer starts a line.
    pub(crate) line_end: &'a str,
    /// The blanks before the layer.
    pub(crate) indent: &'a str,
    /// The indentation of a nested element; `None` if it follows on the same line.
    step: Option<&'a str>,
    seen_child: bool,
}

/// An attribute of the start tag returned last, as written.
fn attribute<'a>(text: &'a str, xml: &Xml<'a>, name: &str) -> &'a str {
    let span = xml.attr(name).map(|attr| attr.span.start as usize..attr.span.end as usize);
    span.and_then(|span| text.get(span)).unwrap_or("")
}

impl<'a> PortText<'a> {
    pub(crate) fn new(text: &'a str, xml: &Xml<'a>) -> PortText<'a> {
        PortText { id: attribute(text, xml, "id"), names: attribute(text, xml, "names") }
    }
}

impl<'a> Style<'a> {
    /// The layout of the element that starts here.
    pub(crate) fn at(text: &'a str, start: usize) -> Style<'a> {
        let before = text.get(..start).unwrap_or("");
        let line = before.trim_end_matches([' ', '\t']);
        let end = line.strip_suffix('\n').map_or(line.len(), |l| l.strip_suffix('\r').unwrap_or(l).len());
        let (line_end, indent) = (&line[end..], &before[line.len()..]);
        Style { line_end, indent, step: None, seen_child: false }
    }

    /// Learns the indentation from the first child.
    pub(crate) fn see_child(&mut self, text: &'a str, start: usize) {
        if !std::mem::replace(&mut self.seen_child, true) {
            let child = Style::at(text, start);
            let step = child.indent.strip_prefix(self.indent).unwrap_or("\t");
            self.step = (!child.line_end.is_empty()).then_some(step);
            if self.line_end.is_empty() {
                self.line_end = child.line_end;
            }
        }
    }

    /// Starts an element at this nesting level within the layer.
    fn begin(&self, out: &mut String, level: usize) {
        if let Some(step) = self.step {
            out.push_str(self.line_end);
            let indent = format!("{}{}", indentation(self.indent), indentation(step).repeat(level));
            out.push_str(indentation(&indent));
        }
    }
}

impl<'a> Replaced<'a> {
    /// The layer whose start tag was returned last.
    pub(crate) fn new(text: &'a str, xml: &Xml<'a>, tag: &Tag<'a>, node: NodeId) -> Replaced<'a> {
        Replaced {
            node,
            id: attribute(text, xml, "id"),
            name: attribute(text, xml, "name"),
            style: Style::at(text, tag.start),
            has_outputs: false,
            ports: Vec::new(),
        }
    }

    /// The new layers: one for each output that becomes a constant.
    pub(crate) fn text(
        &self,
        plan: &LayerPlan<'_>,
        constants: &[Constant],
        offsets: &[usize],
    ) -> Result<String, WriteError> {
        let mut out = String::new();
        for position in plan.constants_of(self.node) {
            let output = plan.constants.get(position).and_then(|(value, _)| plan.model.producing_output(*value));
            let Some((_, index)) = output else { continue };
            let port = self.ports.get(index as usize).ok_or_else(|| unreadable("an output port has moved"))?;
            if let (Some(constant), Some(&offset)) = (constants.get(position), offsets.get(position)) {
                if !out.is_empty() {
                    self.style.begin(&mut out, 0);
                }
                let start = self.start_tag(plan.fresh(position));
                self.layer(&mut out, &start, *port, constant, offset);
            }
        }
        Ok(out)
    }

    fn start_tag(&self, fresh: Option<&Fresh>) -> String {
        let rest = "type=\"Const\" version=\"opset1\"";
        match (fresh, self.name.char_indices().next_back()) {
            (Some(Fresh { id, short_name: Some(name), .. }), _) => {
                format!("<layer id=\"{id}\" name=\"{}\" {rest}>", attribute_text(name))
            }
            (Some(fresh), Some((end, quote @ ('"' | '\'')))) => {
                format!("<layer id=\"{}\" {}{}{quote} {rest}>", fresh.id, &self.name[..end], fresh.suffix)
            }
            (Some(fresh), _) => format!("<layer id=\"{}\" name=\"{}\" {rest}>", fresh.id, fresh.suffix),
            (None, _) => format!("<layer {} {} {rest}>", self.id, self.name),
        }
    }

    fn layer(&self, out: &mut String, start: &str, port: PortText<'_>, constant: &Constant, offset: usize) {
        let style = &self.style;
        let sizes: Vec<String> = constant.sizes.iter().map(usize::to_string).collect();
        out.push_str(start);
        style.begin(out, 1);
        // Writing to a string does not fail.
        let (element, shape, size) = (constant.element_type, sizes.join(", "), constant.bytes.len());
        let _ =
            write!(out, "<data element_type=\"{element}\" shape=\"{shape}\" offset=\"{offset}\" size=\"{size}\" />");
        style.begin(out, 1);
        out.push_str("<output>");
        style.begin(out, 2);
        let space = if port.names.is_empty() { "" } else { " " };
        let _ = write!(out, "<port {} precision=\"{}\"{space}{}", port.id, constant.precision, port.names);
        if sizes.is_empty() {
            out.push_str(" />");
        } else {
            out.push('>');
            for size in &sizes {
                style.begin(out, 3);
                let _ = write!(out, "<dim>{size}</dim>");
            }
            style.begin(out, 2);
            out.push_str("</port>");
        }
        style.begin(out, 1);
        out.push_str("</output>");
        style.begin(out, 0);
        out.push_str("</layer>");
    }
}
