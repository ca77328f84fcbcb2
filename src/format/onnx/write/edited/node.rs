//! Nodes: everything that the model knows of one is written, and the rest of its record is copied.

use bytes::Bytes;
use hashbrown::HashMap;

use super::super::walk::Message;
use super::Encoder;
use super::copy::{Output, Scan, payload};
use crate::format::onnx::schema::{node, node_devices, sharding};
use crate::ids::NodeId;
use crate::protobuf::Field;
use crate::rewrite::WriteError;
use crate::source::Span;

/// By name in the file: the names now.
type Renamed<'m> = HashMap<&'m [u8], &'m str>;

impl<'m> Encoder<'m> {
    /// The `NodeProto` of a new or changed node.
    pub(super) fn node(&mut self, id: NodeId) -> Result<Vec<Bytes>, WriteError> {
        let model = self.model;
        let (record, op) = (model.node(id), model.op(id));
        let mut out = Output::new(model.records());
        for &operand in model.inputs(id) {
            let name = self.edits.operand(id, operand)?;
            out.add().text(node::INPUT, self.name_bytes(name)?);
        }
        for output in model.outputs(id) {
            out.add().text(node::OUTPUT, self.name_bytes(model.value_name(output))?);
        }
        let texts = [(node::NAME, record.name), (node::OP_TYPE, op.written)];
        for (field, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            out.add().text(field, self.name_bytes(model.name(text))?);
        }
        for attribute in model.attributes(id) {
            let encoded = self.attribute(id, attribute)?;
            out.add().message(node::ATTRIBUTE, encoded);
        }
        let texts = [(node::DOMAIN, op.domain), (node::OVERLOAD, op.overload)];
        for (field, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            out.add().text(field, self.name_bytes(model.name(text))?);
        }
        if self.edits.is_read_node(id) {
            let mut renamed = None;
            let mut scan = Scan::new(model.records(), Message::Node, record.span());
            while let Some((field, whole)) = scan.next()? {
                match field.number {
                    node::INPUT | node::OUTPUT | node::NAME | node::OP_TYPE => {}
                    node::ATTRIBUTE | node::DOMAIN | node::OVERLOAD => {}
                    node::DEVICE_CONFIGURATIONS => {
                        // There may be very many of them, and very many names.
                        let renamed = renamed.get_or_insert_with(|| self.renamed_ports(id));
                        self.devices(renamed, &mut out, field, whole);
                    }
                    _ => out.copy(whole),
                }
            }
        }
        Ok(out.finish())
    }

    /// How the node is distributed over devices; its inputs and outputs are named there.
    fn devices(&self, renamed: &Renamed<'_>, out: &mut Output<'_>, field: Field, whole: Span) {
        // A malformed record remains what it is.
        let record = payload(field).filter(|_| !renamed.is_empty());
        match record.and_then(|record| self.resharded(record, renamed).ok()) {
            Some(record) => out.add().message(node::DEVICE_CONFIGURATIONS, record),
            None => out.copy(whole),
        }
    }

    /// The inputs and outputs of a node whose names are not those of the file.
    fn renamed_ports(&self, id: NodeId) -> Renamed<'m> {
        let model = self.model;
        let values = model.inputs(id).iter().filter_map(|operand| operand.value()).chain(model.outputs(id));
        let names = values.map(|value| (self.edits.written_name(value), model.value_name(value)));
        let renamed = names.filter(|(written, name)| written != name);
        renamed.map(|(written, name)| (written.as_bytes(), name)).collect()
    }

    /// A `NodeDeviceConfigurationProto` with tensors renamed.
    fn resharded(&self, record: Span, renamed: &Renamed<'_>) -> Result<Vec<Bytes>, WriteError> {
        let mut out = Output::new(self.model.records());
        let mut scan = Scan::new(self.model.records(), Message::Leaf, record);
        while let Some((field, whole)) = scan.next()? {
            match (field.number, payload(field)) {
                (node_devices::SHARDING_SPEC, Some(spec)) => {
                    out.add().message(field.number, self.renamed_sharding(spec, renamed)?);
                }
                _ => out.copy(whole),
            }
        }
        Ok(out.finish())
    }

    /// A `ShardingSpecProto` with its tensor renamed.
    fn renamed_sharding(&self, spec: Span, renamed: &Renamed<'_>) -> Result<Vec<Bytes>, WriteError> {
        let mut out = Output::new(self.model.records());
        let mut scan = Scan::new(self.model.records(), Message::Leaf, spec);
        while let Some((field, whole)) = scan.next()? {
            let text = payload(field).filter(|_| field.number == sharding::TENSOR_NAME);
            let name = text.map(|text| text.of(self.model.records()));
            match name.and_then(|name| renamed.get(name)) {
                Some(new) => out.add().text(sharding::TENSOR_NAME, new.as_bytes()),
                None => out.copy(whole),
            }
        }
        Ok(out.finish())
    }
}
