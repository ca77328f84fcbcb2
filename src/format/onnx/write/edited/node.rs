//! Nodes: everything that the model knows of one is written, and the rest of its record is copied.

use bytes::Bytes;

use super::super::walk::Message;
use super::Encoder;
use super::copy::{Output, Scan};
use crate::format::onnx::schema::node;
use crate::ids::NodeId;
use crate::rewrite::WriteError;

impl Encoder<'_> {
    /// The `NodeProto` of a new or changed node.
    pub(super) fn node(&mut self, id: NodeId) -> Result<Vec<Bytes>, WriteError> {
        let model = self.model;
        let (record, op) = (model.node(id), model.op(id));
        let mut out = Output::new(model.records());
        for &operand in model.inputs(id) {
            out.add().text(node::INPUT, self.edits.operand(id, operand)?.as_bytes());
        }
        for output in model.outputs(id) {
            out.add().text(node::OUTPUT, model.value_name(output).as_bytes());
        }
        let texts = [(node::NAME, record.name), (node::OP_TYPE, op.written)];
        for (field, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            out.add().text(field, model.name(text).as_bytes());
        }
        for attribute in model.attributes(id) {
            let encoded = self.attribute(id, attribute)?;
            out.add().message(node::ATTRIBUTE, encoded);
        }
        let texts = [(node::DOMAIN, op.domain), (node::OVERLOAD, op.overload)];
        for (field, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            out.add().text(field, model.name(text).as_bytes());
        }
        if self.edits.is_read_node(id) {
            let mut scan = Scan::new(model.records(), Message::Node, record.span);
            while let Some((field, whole)) = scan.next()? {
                match field.number {
                    node::INPUT | node::OUTPUT | node::NAME | node::OP_TYPE => {}
                    node::ATTRIBUTE | node::DOMAIN | node::OVERLOAD => {}
                    _ => out.copy(whole),
                }
            }
        }
        Ok(out.finish())
    }
}
