//! The model's own record: graphs and functions in their place, operator sets, and metadata.

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashMap;

use bytes::Bytes;

use super::super::record::Fields;
use super::super::tensor;
use super::super::walk::Message;
use super::Encoder;
use super::copy::{Output, Scan, payload};
use crate::format::onnx::schema::{entry, function, model, opset_id, training_info};
use crate::graph::{GraphRole, OpsetImport};
use crate::ids::{GraphId, ValueId};
use crate::protobuf::Field;
use crate::rewrite::WriteError;
use crate::source::Span;

/// What training information refers to by name, and where.
struct Renamed {
    /// Where the records of changed graphs start.
    changed: BTreeSet<u64>,
    /// The graphs of training information, by where their records start.
    graphs: BTreeMap<u64, GraphId>,
    /// By name in the file: renamed values of the main graph.
    main: HashMap<String, ValueId>,
}

/// By name in the file: renamed values that one record of training information can refer to.
struct Bound<'r> {
    /// Those of its own graphs.
    own: HashMap<String, ValueId>,
    main: &'r HashMap<String, ValueId>,
}

impl<'m> Encoder<'m> {
    /// The `ModelProto`.
    pub(super) fn model(&mut self) -> Result<Vec<Bytes>, WriteError> {
        let source = self.model.records();
        let whole_file = Span::new(0, source.len() as u64);
        let (changed, removed) = (self.roots(), self.edits.removed_functions());
        let mut out = Output::new(source);
        let edited = self.model;
        let (imports, training, mut metadata) = (self.imports(), self.renamed(&changed), edited.metadata_entries());
        let mut end = 0;
        let mut scan = Scan::new(source, Message::Model, whole_file);
        if self.is_new() || self.lacks_ir_version() {
            self.begin(&mut out);
        }
        while let Some((field, whole)) = scan.next()? {
            end = whole.end;
            match (field.number, payload(field)) {
                (model::FUNCTIONS, Some(record)) if removed.contains(&record) => {}
                (model::GRAPH | model::FUNCTIONS, Some(record)) if changed.contains_key(&record) => {
                    out.add().message(field.number, self.whole_graph(changed[&record])?);
                }
                (model::TRAINING_INFO, Some(record)) => {
                    self.training(&mut out, (&changed, &training), field, whole, record)?
                }
                (model::IR_VERSION, _) if self.edits.is_header_changed() => self.begin(&mut out),
                (model::OPSET_IMPORT, Some(record)) if self.edits.is_removed_import(record) => {}
                (model::OPSET_IMPORT, Some(record)) => self.read_import(&mut out, imports.get(&record), whole, record),
                (model::METADATA_PROPS, Some(record)) => {
                    self.read_metadata(&mut out, metadata.next().map(|(_, value)| value), whole, record)?;
                }
                _ => self.copy(&mut out, Message::Model, field, whole)?,
            }
        }
        self.new_header(&mut out, metadata);
        if end < whole_file.end {
            // What follows the model's fields is copied with them.
            out.copy(Span::new(end, whole_file.end));
        }
        Ok(out.finish())
    }

    /// Changed graphs of the file that are not bodies, by their record.
    fn roots(&self) -> HashMap<Span, GraphId> {
        let is_root = |&graph: &GraphId| !matches!(self.model.graph(graph).role, GraphRole::Body { .. });
        let roots = self.model.graphs().filter(is_root).filter(|&graph| self.edits.is_changed(graph));
        roots.map(|graph| (self.model.graph(graph).span, graph)).collect()
    }

    /// Whether the model was made from nothing.
    fn is_new(&self) -> bool {
        self.model.records().is_empty()
    }

    /// Whether the file has no version, and the model got one.
    fn lacks_ir_version(&self) -> bool {
        let records = self.model.records();
        let whole_file = Span::new(0, records.len() as u64);
        let written = Scan::new(records, Message::Model, whole_file).number(model::IR_VERSION);
        self.edits.is_header_changed() && self.model.ir_version().is_some() && written.is_none()
    }

    fn begin(&self, out: &mut Output<'_>) {
        if let Some(version) = self.model.ir_version() {
            out.add().int(model::IR_VERSION, version.cast_unsigned());
        }
    }

    /// The operator sets of the file, by their record.
    fn imports(&self) -> HashMap<Span, &'m OpsetImport> {
        self.model.opsets().iter().map(|import| (import.span, import)).collect()
    }

    fn read_import(&self, out: &mut Output<'_>, import: Option<&&OpsetImport>, whole: Span, record: Span) {
        let Some(import) = import.filter(|_| self.edits.is_header_changed()) else { return out.copy(whole) };
        let written = Scan::new(self.model.records(), Message::Leaf, record);
        if written.number(opset_id::VERSION).unwrap_or(0) == import.version.cast_unsigned() {
            return out.copy(whole);
        }
        self.import(out, model::OPSET_IMPORT, import);
    }

    fn import(&self, out: &mut Output<'_>, field: u32, import: &OpsetImport) {
        let mut record = Fields::default();
        record.text(opset_id::DOMAIN, self.model.name(import.domain).as_bytes());
        record.int(opset_id::VERSION, import.version.cast_unsigned());
        out.add().message(field, record.finish());
    }

    /// What a new function has beside its lists.
    pub(super) fn new_function(&self, out: &mut Output<'_>, function: u32) {
        let Some(function) = self.model.functions().get(function as usize) else { return };
        out.add().text(function::NAME, self.model.name(function.name).as_bytes());
        out.add().text(function::DOMAIN, self.model.name(function.domain).as_bytes());
        for import in &function.opsets {
            self.import(out, function::OPSET_IMPORT, import);
        }
    }

    /// An entry of the file, with its value now: `Some(None)` if it was removed.
    fn read_metadata(
        &self,
        out: &mut Output<'_>,
        value: Option<Option<&str>>,
        whole: Span,
        record: Span,
    ) -> Result<(), WriteError> {
        let value = match value {
            Some(None) => return Ok(()),
            value => value.flatten(),
        };
        let written = tensor::text(self.model.records(), record, entry::VALUE).unwrap_or(b"");
        // A value that is no UTF-8 was read with replacements, and is not changed by that.
        let is_changed = |value: &&str| self.edits.is_header_changed() && String::from_utf8_lossy(written) != *value;
        match value.filter(is_changed) {
            Some(value) => out.add().message(model::METADATA_PROPS, self.entry(record, entry::VALUE, value)?),
            None => out.copy(whole),
        }
        Ok(())
    }

    /// The main graph of a model from nothing, new functions, new operator sets, and new metadata.
    fn new_header<'e>(&mut self, out: &mut Output<'_>, metadata: impl Iterator<Item = (&'e str, Option<&'e str>)>) {
        if let Some(main) = self.model.main_graph().filter(|_| self.is_new()) {
            let graph = self.graphs.remove(&main).unwrap_or_default();
            out.add().message(model::GRAPH, graph);
        }
        for function in self.model.functions() {
            if let Some(record) = self.graphs.remove(&function.graph).filter(|_| !self.edits.is_read(function.graph)) {
                out.add().message(model::FUNCTIONS, record);
            }
        }
        for import in self.model.opsets().iter().filter(|import| import.span == Span::default()) {
            self.import(out, model::OPSET_IMPORT, import);
        }
        for (key, value) in metadata.filter_map(|(key, value)| Some((key, value?))) {
            let mut record = Fields::default();
            record.text(entry::KEY, key.as_bytes());
            record.text(entry::VALUE, value.as_bytes());
            out.add().message(model::METADATA_PROPS, record.finish());
        }
    }

    /// Training information: its graphs, and the names by which it refers to initializers.
    fn training(
        &mut self,
        out: &mut Output<'_>,
        (changed, renamed): (&HashMap<Span, GraphId>, &Renamed),
        field: Field,
        whole: Span,
        record: Span,
    ) -> Result<(), WriteError> {
        let inside = record.start..record.end;
        let is_changed = renamed.changed.range(inside.clone()).next().is_some();
        let own = renamed.graphs.range(inside).flat_map(|(_, &graph)| self.renamed_values(graph)).collect();
        let renamed = Bound { own, main: &renamed.main };
        if !is_changed && renamed.own.is_empty() && renamed.main.is_empty() {
            return self.copy(out, Message::Model, field, whole);
        }
        let mut inner = Output::new(self.model.records());
        let mut scan = Scan::new(self.model.records(), Message::Training, record);
        while let Some((field, whole)) = scan.next()? {
            use training_info::{ALGORITHM, INITIALIZATION, INITIALIZATION_BINDING, UPDATE_BINDING};
            match (field.number, payload(field)) {
                (INITIALIZATION | ALGORITHM, Some(graph)) if changed.contains_key(&graph) => {
                    inner.add().message(field.number, self.whole_graph(changed[&graph])?);
                }
                (INITIALIZATION_BINDING | UPDATE_BINDING, Some(pair)) => {
                    inner.add().message(field.number, self.binding(pair, &renamed)?);
                }
                _ => self.copy(&mut inner, Message::Training, field, whole)?,
            }
        }
        out.add().message(field.number, inner.finish());
        Ok(())
    }

    /// What training information can refer to.
    fn renamed(&self, changed: &HashMap<Span, GraphId>) -> Renamed {
        let graphs = self.model.graphs().map(|graph| (graph, self.model.graph(graph)));
        let graphs = graphs.filter(|(_, record)| matches!(record.role, GraphRole::Training(..)));
        let graphs: BTreeMap<u64, GraphId> = graphs.map(|(graph, record)| (record.span.start, graph)).collect();
        let main = self.model.main_graph().filter(|_| !graphs.is_empty());
        let main = main.map(|graph| self.renamed_values(graph).collect());
        Renamed { changed: changed.keys().map(|span| span.start).collect(), graphs, main: main.unwrap_or_default() }
    }

    /// The renamed values of a graph, by their names in the file.
    fn renamed_values(&self, graph: GraphId) -> impl Iterator<Item = (String, ValueId)> {
        let renamed = self.edits.renamed(graph).filter_map(|(name, value)| Some((self.model.name(name), value?)));
        let renamed = renamed.filter(|&(name, value)| self.model.value_name(value) != name);
        renamed.map(|(name, value)| (name.to_owned(), value))
    }

    fn binding(&self, pair: Span, renamed: &Bound<'_>) -> Result<Vec<Bytes>, WriteError> {
        let mut out = Fields::default();
        let source = self.model.records();
        for number in [entry::KEY, entry::VALUE] {
            let written = tensor::text(source, pair, number).unwrap_or(b"");
            let name = String::from_utf8_lossy(written);
            let value = renamed.own.get(&*name).or_else(|| renamed.main.get(&*name));
            out.text(number, value.map_or(written, |&value| self.model.value_name(value).as_bytes()));
        }
        Ok(out.finish())
    }
}
