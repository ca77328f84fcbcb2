//! A layer of the file that may have changed, while its text is read.

use std::borrow::Cow;
use std::ops::Range;

use super::encode::{Port, new_tensor, text_attributes};
use super::plan::label;
use super::text::Text;
use crate::format::openvino::xml::Xml;
use crate::graph::{AttributeValue, Model};
use crate::ids::NodeId;
use crate::ir_syntax;
use crate::rewrite::WriteError;
use crate::source::Span;

/// What was seen of a layer.
pub(super) struct LayerState<'p> {
    model: &'p Model,
    pub(super) node: NodeId,
    pub(super) has_data: bool,
    pub(super) has_inputs: bool,
    pub(super) has_outputs: bool,
    /// The names of its elements that are removed, each once. Readers use the first element of a name, so later ones go as well.
    removed: Vec<String>,
    /// What replaces the `<data>` that is read.
    pub(super) data: Text,
    /// The bodies that it still has.
    pub(super) bodies: usize,
    /// The ports that the current `<input>` or `<output>` should have, from the next one.
    pub(super) ports: std::vec::IntoIter<Port>,
    pub(super) is_output: bool,
    pub(super) port: Option<PortState>,
}

/// What was seen of a port.
pub(super) struct PortState {
    pub(super) found: Port,
    /// Its elements other than dimensions.
    pub(super) others: Vec<Range<usize>>,
}

impl PortState {
    /// The port whose start tag was returned last.
    pub(super) fn new(xml: &Xml<'_>, is_output: bool) -> PortState {
        let value = |name: &str| xml.attr(name).map(|attr| attr.value().into_owned()).unwrap_or_default();
        let element = ir_syntax::precision(&value("precision")).flatten();
        let names = if is_output { value("names") } else { String::new() };
        PortState { found: Port { id: value("id"), names, element, dims: Vec::new() }, others: Vec::new() }
    }
}

impl<'p> LayerState<'p> {
    pub(super) fn new(model: &'p Model, node: NodeId) -> LayerState<'p> {
        let ports = Vec::new().into_iter();
        LayerState {
            model,
            node,
            has_data: false,
            has_inputs: false,
            has_outputs: false,
            removed: Vec::new(),
            data: Text::default(),
            bodies: 0,
            ports,
            is_output: false,
            port: None,
        }
    }

    /// Notes that an element of this name is removed. A layer may have very many of one name, and few names are removed.
    pub(super) fn remove(&mut self, name: &str) {
        if !self.is_removed(name) {
            self.removed.push(name.to_owned());
        }
    }

    /// Whether elements of this name are removed.
    pub(super) fn is_removed(&self, name: &str) -> bool {
        self.removed.iter().any(|removed| removed == name)
    }

    pub(super) fn start_ports(&mut self, ports: Vec<Port>, is_output: bool) {
        (self.ports, self.is_output) = (ports.into_iter(), is_output);
    }

    /// Whether these attributes of `<data>` are those of the layer.
    pub(super) fn is_data<'a>(
        &self,
        model: &Model,
        mut found: impl Iterator<Item = (&'a str, Cow<'a, str>)>,
    ) -> Result<bool, WriteError> {
        for wanted in text_attributes(model, self.node) {
            let (name, value) = wanted?;
            if found.next().is_none_or(|found| found != (name, Cow::Borrowed(value))) {
                return Ok(false);
            }
        }
        Ok(found.next().is_none() && new_tensor(model, self.node).is_none())
    }

    /// Whether the layer is a constant whose bytes are where the file has them.
    pub(super) fn keeps_tensor(&self) -> bool {
        let value = self.model.attribute(self.node, "value").map(|attribute| &attribute.value);
        matches!(value, Some(AttributeValue::Tensor(_))) && new_tensor(self.model, self.node).is_none()
    }

    /// Whether the layer still has a port map, or its back edges.
    pub(super) fn keeps_map(&self, model: &Model, element: &str) -> Result<bool, WriteError> {
        let name = if element == "back_edges" { "port_map" } else { element };
        match model.attribute(self.node, name) {
            Some(attribute) if attribute.span == Span::default() => {
                let message =
                    format!("the port map of {} was set; port maps cannot be written", label(model, self.node));
                Err(WriteError::Unsupported(message))
            }
            attribute => Ok(attribute.is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Format;

    #[test]
    fn a_name_of_very_many_removed_elements_is_kept_once() {
        let model = Model::empty(Format::OpenVinoIr, &[]);
        let mut layer = LayerState::new(&model, NodeId::at(0));
        for _ in 0..3 {
            ["port_map", "data"].into_iter().for_each(|name| layer.remove(name));
        }
        assert_eq!(layer.removed, ["port_map", "data"]);
        assert!(layer.is_removed("data") && !layer.is_removed("input"));
    }
}
