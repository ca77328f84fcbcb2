//! What a graph lists beside its nodes: inputs, outputs, initializers, types, and quantization parameters.

use hashbrown::HashMap;

use bytes::Bytes;

use super::super::record;
use super::super::walk::Message;
use super::Encoder;
use super::copy::{Output, Scan, payload};
use super::graph::{Draft, Part};
use super::types::{NewType, name_of, new_value_info};
use crate::fact::ValueType;
use crate::format::onnx::schema::{entry, graph, sparse_tensor, tensor_annotation};
use crate::graph::{BitSet, GraphOutput, GraphRole, ValueRole};
use crate::ids::{TensorId, ValueId};
use crate::protobuf::Field;
use crate::rewrite::WriteError;
use crate::source::Span;

/// The records of a graph's outputs in the file, each of which is that of one output.
struct OutputRecords<'m> {
    source: &'m [u8],
    /// In ascending order.
    records: Vec<Span>,
    is_taken: Vec<bool>,
    /// The positions of the records with each name, the first one last; made when it is first needed.
    names: Option<HashMap<&'m str, Vec<usize>>>,
}

impl<'m> OutputRecords<'m> {
    fn new(source: &'m [u8], records: Vec<Span>) -> OutputRecords<'m> {
        OutputRecords { source, is_taken: vec![false; records.len()], records, names: None }
    }

    /// The record of an output that was declared there, or the first one with its name.
    fn take(&mut self, declared: Option<Span>, name: &str) -> Option<Span> {
        let declared = declared.and_then(|record| self.records.binary_search(&record).ok());
        let at = declared.filter(|&at| !self.is_taken[at]).or_else(|| self.take_named(name))?;
        self.is_taken[at] = true;
        Some(self.records[at])
    }

    fn take_named(&mut self, name: &str) -> Option<usize> {
        let names = self.names.get_or_insert_with(|| {
            let mut names: HashMap<&str, Vec<usize>> = HashMap::new();
            for (at, record) in self.records.iter().enumerate().rev() {
                names.entry(name_of(self.source, *record)).or_default().push(at);
            }
            names
        });
        std::iter::from_fn(|| names.get_mut(name)?.pop()).find(|&at| !self.is_taken[at])
    }
}

impl<'m> Encoder<'m> {
    /// The initializer of a value that was renamed or removed.
    pub(super) fn changed_initializer(
        &self,
        draft: &mut Draft<'m>,
        field: Field,
        record: Span,
    ) -> Result<(), WriteError> {
        let Some(&(tensor, Some(value))) = draft.initializers.get(&record) else { return Ok(()) };
        let name = self.model.value_name(value);
        let encoded = match field.number {
            graph::SPARSE_INITIALIZER => self.renamed_sparse(record, tensor, name)?,
            _ => self.tensor(tensor, name, name)?,
        };
        draft.out.add().message(field.number, encoded);
        Ok(())
    }

    /// The name of a sparse initializer is that of its values, which were read just before it.
    fn renamed_sparse(&self, sparse: Span, initializer: TensorId, name: &str) -> Result<Vec<Bytes>, WriteError> {
        let earlier = (0..initializer.index()).rev().map(TensorId::at).map(|id| (self.model.tensor(id).span, id));
        let parts: Vec<(Span, TensorId)> = earlier.take_while(|(span, _)| sparse.start <= span.start).collect();
        let mut out = Output::new(self.model.records());
        let mut scan = Scan::new(self.model.records(), Message::Sparse, sparse);
        while let Some((field, whole)) = scan.next()? {
            let is_values = |span: &Span| field.number == sparse_tensor::VALUES && Some(*span) == payload(field);
            match parts.iter().find(|(span, _)| is_values(span)) {
                Some(&(_, values)) => out.add().message(field.number, self.tensor(values, name, name)?),
                None => self.copy(&mut out, Message::Sparse, field, whole)?,
            }
        }
        Ok(out.finish())
    }

    /// Before IR version 4, every initializer of the main graph is an input as well.
    pub(super) fn new_initializers(&self, draft: &mut Draft<'m>) -> Result<(), WriteError> {
        let Some(number) = Part::Initializer.number(draft.message) else { return Ok(()) };
        let is_old = self.model.ir_version().is_some_and(|version| (1..4).contains(&version));
        let is_listed = is_old && self.model.graph(draft.graph).role == GraphRole::Main;
        for (value, tensor) in self.edits.new_initializers(draft.graph) {
            let name = self.model.value_name(value);
            draft.out.add().message(number, self.tensor(tensor, name, name)?);
            if is_listed && matches!(self.model.value(value).role, ValueRole::Initializer(_)) {
                let (element, shape) = self.model.tensor(tensor).reliable_type();
                let ty = ValueType::tensor(element, shape);
                let info = self.value_info(None, name, NewType::Declared(&ty))?;
                draft.out.add().message(graph::INPUT, info);
            }
        }
        Ok(())
    }

    /// An input of the file.
    pub(super) fn read_input(
        &self,
        draft: &mut Draft<'m>,
        field: Field,
        whole: Span,
        record: Span,
    ) -> Result<(), WriteError> {
        let position = draft.next_input;
        draft.next_input += 1;
        let Some(&value) = draft.inputs.get(&position) else {
            let value = ValueId::new(self.model.graph(draft.graph).values.start + position);
            // Of a graph that was not read completely, the rest is copied.
            let is_removed = self.edits.is_within(draft.graph, value) && self.edits.is_no_input(value);
            return if is_removed { Ok(()) } else { self.copy(&mut draft.out, draft.message, field, whole) };
        };
        if !self.edits.is_changed_value(value) {
            return self.copy(&mut draft.out, draft.message, field, whole);
        }
        self.input(draft, value, Some(record))
    }

    pub(super) fn new_inputs(&self, draft: &mut Draft<'m>) -> Result<(), WriteError> {
        let inputs = std::mem::take(&mut draft.new_inputs);
        inputs.into_iter().try_for_each(|value| self.input(draft, value, None))
    }

    fn input(&self, draft: &mut Draft<'m>, value: ValueId, read: Option<Span>) -> Result<(), WriteError> {
        let Some(number) = Part::Input.number(draft.message) else { return Ok(()) };
        let name = self.model.value_name(value);
        if draft.message == Message::Function {
            draft.out.add().text(number, self.name_bytes(name)?);
            return Ok(());
        }
        let ty = match self.model.declared(value) {
            Some(ty) if self.edits.is_redeclared(value) => NewType::Declared(ty),
            _ => NewType::Same,
        };
        draft.out.add().message(number, self.value_info(read, name, ty)?);
        Ok(())
    }

    /// All outputs, in the place of the first one in the file.
    pub(super) fn outputs(&self, draft: &mut Draft<'m>) -> Result<(), WriteError> {
        let Some(number) = Part::Output.number(draft.message) else { return Ok(()) };
        let Some(records) = draft.outputs.take() else { return Ok(()) };
        let mut records = OutputRecords::new(self.model.records(), records);
        for output in &self.model.graph(draft.graph).outputs {
            let name = self.model.name(output.name);
            if draft.message == Message::Function {
                draft.out.add().text(number, self.name_bytes(name)?);
                continue;
            }
            let declared = output.declaration.map(|declaration| self.model.declaration(declaration).span);
            let record = records.take(declared, name);
            let ty = self.output_type(output, record.is_some());
            let encoded = match (record, ty) {
                (Some(record), NewType::Same) if name_of(self.model.records(), record) == name => {
                    vec![record::slice(self.model.records(), record)]
                }
                (record, ty) => self.value_info(record, name, ty)?,
            };
            draft.out.add().message(number, encoded);
        }
        Ok(())
    }

    /// The type of an output: what is declared for its value since the file was read, or what the file has.
    fn output_type(&self, output: &GraphOutput, is_read: bool) -> NewType<'m> {
        if let Some(own) = output.declaration.filter(|&declaration| self.model.is_new_declaration(declaration)) {
            return NewType::Declared(&self.model.declaration(own).ty);
        }
        let Some(value) = output.operand.value() else { return NewType::Same };
        let declaration = self.model.value(value).declaration;
        match self.model.declared(value) {
            Some(ty) if !is_read => NewType::Declared(ty),
            Some(ty) if self.edits.is_changed_value(value) && declaration != output.declaration => {
                NewType::Declared(ty)
            }
            _ => NewType::Same,
        }
    }

    /// The type of an inner value in the file.
    pub(super) fn read_info(
        &self,
        draft: &mut Draft<'m>,
        field: Field,
        whole: Span,
        record: Span,
    ) -> Result<(), WriteError> {
        let name = name_of(self.model.records(), record);
        if draft.declarable.as_ref().is_some_and(|names| !names.contains(name)) {
            return Ok(());
        }
        let Some(&changed) = draft.renamed.get(name) else {
            draft.declared.insert(name);
            return self.copy(&mut draft.out, draft.message, field, whole);
        };
        let Some((value, ty)) = changed.and_then(|value| Some((value, self.model.declared(value)?))) else {
            return Ok(());
        };
        let name = self.model.value_name(value);
        let ty = if self.edits.is_redeclared(value) { NewType::Declared(ty) } else { NewType::Same };
        if draft.declared.insert(name) {
            draft.out.add().message(field.number, self.value_info(Some(record), name, ty)?);
        }
        Ok(())
    }

    /// The types of inner values that the file does not have yet.
    pub(super) fn new_infos(&self, draft: &mut Draft<'m>) -> Result<(), WriteError> {
        let Some(number) = Part::Info.number(draft.message) else { return Ok(()) };
        let mut added = BitSet::default();
        for value in self.edits.newly_declared(draft.graph) {
            let (name, ty) = (self.model.value_name(value), self.model.declared(value));
            let Some(ty) = ty.filter(|ty| **ty != ValueType::Unknown && !name.is_empty()) else { continue };
            let id = self.model.value(value).name.index();
            if !draft.declared.contains(name) && !added.contains(id) {
                added.insert(id);
                new_value_info(draft.out.add(), number, (name, self.name_bytes(name)?), ty)?;
            }
        }
        Ok(())
    }

    /// A quantization annotation in a graph with changed names.
    pub(super) fn annotation(&self, draft: &mut Draft<'m>, field: Field, record: Span) -> Result<(), WriteError> {
        let source = self.model.records();
        let mut out = Output::new(source);
        let mut scan = Scan::new(source, Message::Leaf, record);
        while let Some((inner, whole)) = scan.next()? {
            match (inner.number, payload(inner)) {
                (tensor_annotation::TENSOR_NAME, Some(text)) => {
                    let name = std::str::from_utf8(text.of(source)).unwrap_or("");
                    match draft.renamed.get(name) {
                        Some(None) => return Ok(()),
                        Some(Some(value)) => out.add().text(inner.number, self.model.value_name(*value).as_bytes()),
                        None => out.copy(whole),
                    }
                }
                (tensor_annotation::QUANT_PARAMETER_TENSOR_NAMES, Some(parameter)) => {
                    let name = super::super::tensor::text(source, parameter, entry::VALUE).unwrap_or(b"");
                    match std::str::from_utf8(name).ok().and_then(|name| draft.renamed.get(name)) {
                        Some(None) => {}
                        Some(Some(value)) => {
                            let renamed = self.entry(parameter, entry::VALUE, self.model.value_name(*value))?;
                            out.add().message(inner.number, renamed);
                        }
                        None => out.copy(whole),
                    }
                }
                _ => out.copy(whole),
            }
        }
        draft.out.add().message(field.number, out.finish());
        Ok(())
    }

    /// A pair of strings in the file with another key or value.
    pub(super) fn entry(&self, read: Span, changed: u32, text: &str) -> Result<Vec<Bytes>, WriteError> {
        let mut out = Output::new(self.model.records());
        let mut scan = Scan::new(self.model.records(), Message::Leaf, read);
        while let Some((field, whole)) = scan.next()? {
            if field.number != changed {
                out.copy(whole);
            }
        }
        out.add().text(changed, text.as_bytes());
        Ok(out.finish())
    }
}
