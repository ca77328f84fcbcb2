//! Nodes: everything that the model knows of one is written, and the rest of its record is copied.

use bytes::Bytes;
use prost::Message as _;

use super::super::walk::Message;
use super::Encoder;
use super::copy::{Output, Scan, payload};
use crate::format::onnx::records::NodeDeviceConfigurationProto;
use crate::format::onnx::schema::node;
use crate::ids::NodeId;
use crate::protobuf::Field;
use crate::rewrite::WriteError;
use crate::source::Span;

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
                    node::DEVICE_CONFIGURATIONS => self.devices(id, &mut out, field, whole),
                    _ => out.copy(whole),
                }
            }
        }
        Ok(out.finish())
    }

    /// How the node is distributed over devices; its inputs and outputs are named there.
    fn devices(&self, id: NodeId, out: &mut Output<'_>, field: Field, whole: Span) {
        let values = self.model.inputs(id).iter().filter_map(|operand| operand.value()).chain(self.model.outputs(id));
        let names = values.map(|value| (self.edits.written_name(value), self.model.value_name(value)));
        let renamed: Vec<(&str, &str)> = names.filter(|(written, name)| written != name).collect();
        let record = payload(field).map(|payload| payload.of(self.model.records()));
        let decoded = record.filter(|_| !renamed.is_empty());
        let Some(mut devices) = decoded.and_then(|record| NodeDeviceConfigurationProto::decode(record).ok()) else {
            return out.copy(whole);
        };
        for name in devices.sharding_spec.iter_mut().filter_map(|spec| spec.tensor_name.as_mut()) {
            if let Some((_, new)) = renamed.iter().find(|(written, _)| written == name) {
                (*new).clone_into(name);
            }
        }
        out.add().bytes(node::DEVICE_CONFIGURATIONS, devices.encode_to_vec().into());
    }
}
