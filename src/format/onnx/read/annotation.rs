//! Annotations that no operator reads: metadata, quantization parameters, devices.

use std::cell::OnceCell;

use hashbrown::HashSet;

use super::reader::{Reader, excerpt};
use crate::diagnostic::{Diagnostic, counted};
use crate::format::onnx::decoded::{self, Annotation, Devices, Sharding};
use crate::format::onnx::schema::entry;
use crate::graph::label::cut_name;
use crate::graph::{DeviceConfiguration, NodeDevices, Operand, QuantizationAnnotation};
use crate::ids::{GraphId, NameId, NodeId};
use crate::place::{Part, Place};
use crate::protobuf::Wire;
use crate::rules::{dangling_annotation, duplicate_metadata_key, malformed_record};
use crate::source::Span;
use crate::suppression;
use crate::suppression::{Scope, Suppression};

impl<'a> Reader<'a> {
    /// Reads `metadata_props` of the model.
    pub(crate) fn read_metadata(&mut self, records: &[Span]) {
        for &record in records {
            let (mut key, mut value) = (NameId::EMPTY, NameId::EMPTY);
            let place = Place::FILE.at(self.span(record));
            for field in self.fields(record) {
                match (field.number, field.value) {
                    (entry::KEY, Wire::Payload(text)) => key = self.name(text, "key", place),
                    (entry::VALUE, Wire::Payload(text)) => value = self.name(text, "value", place),
                    _ => {}
                }
            }
            self.model.metadata.push((key, Some(value)));
        }
        self.unique_keys(records, Place::FILE);
        self.suppressions(records, Scope::File);
    }

    /// Reads the suppressions in `metadata_props`.
    pub(crate) fn suppressions(&mut self, records: &[Span], scope: Scope) {
        for &record in records {
            let (mut key, mut rules) = (&b""[..], Span::default());
            for field in self.fields(record) {
                match (field.number, field.value) {
                    (entry::KEY, Wire::Payload(text)) => key = text.of(self.bytes),
                    (entry::VALUE, Wire::Payload(text)) => rules = text,
                    _ => {}
                }
            }
            let rules = match key {
                _ if key == suppression::KEY.as_bytes() => {
                    Ok(String::from_utf8_lossy(rules.of(self.bytes)).into_owned())
                }
                _ if suppression::is_misspelt(key) => Err(format!("metadata key `{}`", String::from_utf8_lossy(key))),
                _ => continue,
            };
            self.model.suppressions.push(Suppression { scope, rules, span: self.span(record) });
        }
    }

    /// Reports duplicate keys in one `metadata_props`, and malformed entries.
    pub(crate) fn unique_keys(&mut self, records: &[Span], place: Place) {
        let is_list = records.len() > 1;
        let mut seen: HashSet<&[u8]> = HashSet::with_capacity(if is_list { records.len() } else { 0 });
        for &record in records {
            let key = self.pair_key(record, place);
            if is_list && !seen.insert(key) {
                let key = String::from_utf8_lossy(key);
                let message = format!("metadata key `{}` appears twice", excerpt(&key));
                let place = place.at(self.span(record));
                self.diagnostics.report(
                    Diagnostic::new(&duplicate_metadata_key::RULE, place, message)
                        .help("remove one of them")
                        .data("key", key.into_owned()),
                );
            }
        }
    }

    /// The key of a pair of texts, which is reported if it is malformed; decoders use the last one.
    pub(crate) fn pair_key(&mut self, record: Span, place: Place) -> &'a [u8] {
        let place = place.at(self.span(record));
        let (mut fields, mut key) = (self.fields(record), Span::default());
        for field in fields.by_ref() {
            match (field.number, field.value) {
                (entry::KEY, Wire::Payload(text)) => key = text,
                _ => self.unexpected(&entry::MESSAGE, field, place),
            }
        }
        self.broken(&fields, &entry::MESSAGE, record, place);
        key.of(self.bytes)
    }

    /// Reads `quantization_annotation` of a graph. Whether the names exist is checked when they are resolved.
    pub(crate) fn read_annotations(&mut self, graph: GraphId, records: &[Span]) {
        let start = self.model.quantization.len();
        for &record in records {
            let span = self.span(record);
            let place = Place::graph(graph).at(span);
            let decoded = self.decode::<Annotation>(record, "quantization_annotation", place);
            let Some(annotation) = decoded else { continue };
            let names = &mut self.model.names;
            let tensor = names.intern(&annotation.tensor_name);
            let parameters = annotation.parameters.iter();
            let parameters = parameters.map(|e| (names.intern(&e.key), names.intern(&e.value))).collect();
            self.model.quantization.push(QuantizationAnnotation { graph, tensor, parameters, span });
        }
        self.work[graph.index()].annotations = start..self.model.quantization.len();
    }

    /// Reports names in the annotations of a graph for which `exists` is false.
    pub(crate) fn check_annotations(&mut self, graph: GraphId, exists: impl Fn(NameId) -> bool) {
        let range = self.work[graph.index()].annotations.clone();
        for annotation in self.model.quantization.get(range).unwrap_or(&[]) {
            let place = Place::graph(graph).part(Part::Name(annotation.tensor)).at(annotation.span);
            let tensor = cut_name(self.model.name(annotation.tensor));
            // Roles such as `SCALE_TENSOR` name tensors; the meaning of other roles is not standardized.
            let roles = annotation.parameters.iter().map(|&(role, name)| (self.model.name(role), name));
            let roles = roles.filter(|(role, _)| role.ends_with("_TENSOR"));
            for (role, name) in std::iter::once(("", annotation.tensor)).chain(roles) {
                if exists(name) {
                    continue;
                }
                let name = cut_name(self.model.name(name));
                let message = match role {
                    "" => format!("the quantization annotation refers to `{name}`, which is not a value of the graph"),
                    role => format!(
                        "the quantization annotation of `{tensor}` names `{name}` as {}, which is not a value of the graph",
                        cut_name(role)
                    ),
                };
                let finding = Diagnostic::new(&dangling_annotation::RULE, place, message);
                self.diagnostics.report(finding.data("tensor", &*tensor).data("name", &*name));
            }
        }
    }

    /// Reads `configuration` of the model.
    pub(crate) fn read_devices(&mut self, records: &[Span]) {
        for &record in records {
            let span = self.span(record);
            let place = Place::FILE.at(span);
            let decoded = self.decode::<Devices>(record, "configuration", place);
            let Some(configuration) = decoded else { continue };
            let (given, count) = (configuration.device.len(), i64::from(configuration.num_devices));
            if given > 0 && given as i64 != count {
                let message = format!(
                    "device configuration `{}` has {}, but lists {given}",
                    configuration.name,
                    counted(count, "device")
                );
                let finding = Diagnostic::new(&malformed_record::RULE, place, message);
                self.diagnostics.report(finding.data("num_devices", count).data("devices", given));
            }
            let name = self.model.names.intern(&configuration.name);
            let devices = configuration.device.iter().map(|d| self.model.names.intern(d)).collect();
            self.model.device_configurations.push(DeviceConfiguration { name, count, devices, span });
        }
    }

    /// Reads `device_configurations` of a node.
    pub(crate) fn node_devices(&mut self, node: NodeId, records: &[Span], place: Place) {
        let known = OnceCell::new();
        for &record in records {
            let span = self.span(record);
            let place = place.at(span);
            let decoded = self.decode::<decoded::NodeDevices>(record, "device_configurations", place);
            let Some(devices) = decoded else { continue };
            let configuration = self.model.names.intern(&devices.configuration_id);
            if !devices.sharded.is_empty() {
                let known = known.get_or_init(|| self.ports_of(node));
                self.check_sharded(known, &devices.sharded, place);
            }
            let stage = devices.pipeline_stage.map(i64::from);
            self.model.node_devices.push(NodeDevices { node, configuration, stage, span });
        }
    }

    /// The names of the inputs and outputs of a node, whose inputs are still names.
    fn ports_of(&self, node: NodeId) -> HashSet<NameId> {
        let inputs = self.model.inputs(node).iter().filter_map(|o| match o {
            Operand::Undefined(name) => Some(*name),
            _ => None,
        });
        let outputs = self.model.outputs(node).map(|v| self.model.value(v).name);
        inputs.chain(outputs).collect()
    }

    /// Reports sharding of a tensor that is not among the inputs and outputs of its node.
    fn check_sharded(&mut self, known: &HashSet<NameId>, splits: &[Sharding], place: Place) {
        for tensor in splits.iter().map(|split| split.tensor_name.as_str()) {
            if self.model.names.find(tensor).is_some_and(|name| known.contains(&name)) {
                continue;
            }
            let message = format!(
                "the sharding specification refers to `{tensor}`, which is neither an input nor an output of the node"
            );
            self.diagnostics.report(Diagnostic::new(&dangling_annotation::RULE, place, message).data("name", tensor));
        }
    }

    /// Reports nodes that refer to an undefined device configuration.
    pub(crate) fn check_node_devices(&mut self) {
        if self.open || self.truncated {
            return;
        }
        let known: HashSet<NameId> = self.model.device_configurations.iter().map(|c| c.name).collect();
        for devices in self.model.node_devices.iter().filter(|d| !known.contains(&d.configuration)) {
            let name = cut_name(self.model.name(devices.configuration));
            let message = format!("device configuration `{name}` does not exist");
            let place = Place::node(self.model.node(devices.node).graph, devices.node).at(devices.span);
            self.diagnostics.report(Diagnostic::new(&dangling_annotation::RULE, place, message).data("name", &*name));
        }
    }
}
