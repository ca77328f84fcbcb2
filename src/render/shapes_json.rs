//! Types and shapes as JSON: one object per file.
//!
//! The JSON is written directly, value by value: a model can have millions of values.

use std::io::{self, Write};

use hashbrown::HashMap;

use super::Shapes;
use super::json::{SCHEMA_VERSION, diagnostic};
use super::json_writer::JsonWriter;
use super::type_json::TypeFields;
use super::value_ids;
use super::value_ids::Ids;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::Elements;
use crate::expr::Symbol;
use crate::fact::{KnownValue, Provenance};
use crate::graph::label::cut_name;
use crate::ids::{GraphId, ValueId};
use crate::report::{is_unknown, why_unknown};

/// Writes one file's object, without a line end.
pub(crate) fn write_shapes_json(out: &mut dyn Write, shapes: Shapes<'_>) -> io::Result<()> {
    let ids = Ids::new(shapes.model);
    let json = JsonWriter::new(out);
    let (types, known, scratch) = (TypeFields::default(), HashMap::new(), String::new());
    let mut object = FileObject { shapes, ids, json, types, known, scratch };
    object.head()?;
    let mut separator = "[";
    for graph in value_ids::graphs(shapes.model) {
        object.json.raw(separator);
        object.graph(graph)?;
        separator = ",";
    }
    object.json.raw(if separator == "[" { "[]" } else { "]" });
    object.json.raw(",\"diagnostics\":");
    let report = shapes.report;
    object.json.long_list(&report.findings, |json, finding| json.value(&diagnostic(&report.path, finding)))?;
    object.json.raw("}");
    object.json.flush()
}

/// The most texts about values that are kept, and the longest one: together at most 2 MiB.
const MOST: usize = 4_096;
const LONGEST: usize = 512;

/// What is known of a value without elements; the address of its declared type, which is kept once for equal ones; and
/// whether another node than its own is the reason for what is unknown.
type FactKey = ([u64; 2], Option<usize>, bool);

struct FileObject<'a, 'w> {
    shapes: Shapes<'a>,
    ids: Ids<'a>,
    json: JsonWriter<'w>,
    types: TypeFields<'a>,
    /// What is written of values besides their names and nodes, by all that it depends on.
    known: HashMap<FactKey, Box<str>>,
    /// A buffer for text that is built before it is quoted.
    scratch: String,
}

impl<'a> FileObject<'a, '_> {
    fn head(&mut self) -> io::Result<()> {
        let Shapes { model, analysis, report, .. } = self.shapes;
        let json = &mut self.json;
        json.raw("{\"schema_version\":");
        json.value(&SCHEMA_VERSION);
        json.raw(",\"path\":");
        json.string(&report.path);
        json.raw(",\"format\":");
        json.string(model.format().name());
        let readable = model.status() == crate::graph::Status::Ok;
        json.raw(if readable { ",\"status\":\"ok\"" } else { ",\"status\":\"unreadable\"" });
        json.raw(",\"symbols\":{");
        for (i, (symbol, dim)) in analysis.symbols.iter().enumerate() {
            json.raw(if i == 0 { "" } else { "," });
            json.string(Symbol::name(symbol));
            json.raw(":");
            json.string(&interval(dim));
            json.flush_if_full()?;
        }
        json.raw("},\"constraints\":");
        json.long_list(&analysis.constraints, |json, constraint| {
            json.raw("{\"holds\":");
            json.string(&constraint.to_string());
            json.raw(",\"graph\":");
            json.string(&model.path(model.node(constraint.node).graph));
            json.raw(",\"node\":");
            json.string(model.name(model.node(constraint.node).name));
            json.raw(",\"node_index\":");
            json.value(&model.node_index(constraint.node));
            json.raw("}");
        })?;
        json.raw(",\"graphs\":");
        Ok(())
    }

    fn graph(&mut self, graph: GraphId) -> io::Result<()> {
        let model = self.shapes.model;
        let record = model.graph(graph);
        self.json.raw("{\"path\":");
        self.json.string(&model.path(graph));
        self.json.raw(",\"name\":");
        self.json.string(model.name(record.name));
        self.json.raw(",\"inputs\":");
        self.id_list(record.inputs.iter().copied());
        self.json.raw(",\"outputs\":");
        self.id_list(record.outputs.iter().filter_map(|o| o.operand.value()));
        self.json.raw(",\"values\":[");
        let mut separator = "";
        for value in model.values_of(graph) {
            if self.shapes.model.is_omitted(value) {
                continue;
            }
            self.json.raw(separator);
            self.value(value);
            self.json.flush_if_full()?;
            separator = ",";
        }
        self.json.raw("]}");
        self.json.flush_if_full()
    }

    fn id_list(&mut self, values: impl Iterator<Item = ValueId>) {
        let FileObject { ids, json, scratch, .. } = self;
        json.list(values, |json, value| {
            ids.write(value, scratch);
            json.string(scratch);
        });
    }

    fn value(&mut self, value: ValueId) {
        self.names(value);
        self.tensor_names(value);
        let Some(key) = self.key(value) else { return self.facts(value) };
        if let Some(text) = self.known.get(&key) {
            return self.json.raw(text);
        }
        let start = self.json.position();
        self.facts(value);
        let text = self.json.since(start);
        if text.len() <= LONGEST && self.known.len() < MOST {
            self.known.insert(key, text.into());
        }
    }

    /// What the text about a value depends on, besides its names and its node. `None` for values whose elements are known.
    fn key(&self, value: ValueId) -> Option<FactKey> {
        let Shapes { model, analysis, constants, .. } = self.shapes;
        let fact = analysis.facts.plain(value);
        let is_known =
            constants.is_some_and(|known| known.contains(value)) || analysis.facts.constant(value) != Ok(None);
        let declared = model.declared(value).map(|ty| std::ptr::from_ref(ty).addr());
        (!is_known).then(|| (fact.words(), declared, fact.is_caused_elsewhere(model.producer(value))))
    }

    /// What is known of a value.
    fn facts(&mut self, value: ValueId) {
        let Shapes { model, analysis, .. } = self.shapes;
        let ty = analysis.facts.ty(value);
        self.json.raw(",");
        self.types.write(&mut self.json, ty);
        match model.declared(value) {
            Some(declared) => {
                self.json.raw(",\"declared\":{");
                self.types.write(&mut self.json, declared);
                self.json.raw("}");
            }
            None => self.json.raw(",\"declared\":null"),
        }
        self.json.raw(match analysis.facts.provenance(value) {
            _ if is_unknown(ty) => ",\"source\":\"unknown\"",
            Provenance::Inferred => ",\"source\":\"inferred\"",
            Provenance::Declared => ",\"source\":\"declared\"",
        });
        self.constant(value);
        self.json.raw(",\"why_unknown\":");
        self.json.optional(why_unknown(model, analysis, value).as_deref());
        self.json.raw("}");
    }

    /// The names of a value, and the node that produces it.
    fn names(&mut self, value: ValueId) {
        let model = self.shapes.model;
        let record = model.value(value);
        let FileObject { ids, json, scratch, .. } = self;
        json.raw("{\"id\":");
        if ids.is_name(value) {
            let start = json.position();
            json.string(model.name(record.name));
            let id = start..json.position();
            json.raw(",\"name\":");
            json.repeat(id);
        } else {
            ids.write(value, scratch);
            json.string(scratch);
            json.raw(",\"name\":");
            json.string(&cut_name(model.name(record.name)));
        }
        if let Some((node, index)) = model.producing_output(value) {
            json.raw(",\"node\":");
            json.string(&cut_name(model.name(model.node(node).name)));
            json.raw(",\"node_index\":");
            json.number(model.node_index(node) as u64);
            json.raw(",\"op\":");
            json.string(&cut_name(model.op_type(node)));
            json.raw(",\"output\":");
            json.number(u64::from(index));
        } else {
            json.raw(",\"node\":null,\"node_index\":null,\"op\":null,\"output\":null");
        }
    }

    /// IR: the layer and the port of a value, and the names that its tensor has besides.
    fn tensor_names(&mut self, value: ValueId) {
        let (model, json) = (self.shapes.model, &mut self.json);
        let output = model.output_port(value);
        if model.dialect() == Dialect::Onnx && output.tensor_names.is_empty() {
            return json.raw(",\"layer\":null,\"port\":null,\"names\":[]");
        }
        let openvino = model.dialect() == Dialect::OpenVino;
        let layer = model.producer(value).filter(|_| openvino).map(|node| model.name(model.node(node).layer));
        json.raw(",\"layer\":");
        json.optional(layer);
        json.raw(",\"port\":");
        json.optional(openvino.then(|| model.name(output.id)));
        json.raw(",\"names\":");
        json.list(model.tensor_names(value), |json, name| json.string(&name));
    }

    fn constant(&mut self, value: ValueId) {
        let Shapes { model, analysis, constants, .. } = self.shapes;
        let most = self.shapes.most_elements();
        let (constant, elements) = match analysis.facts.value(value) {
            KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_) => (false, None),
            KnownValue::Constant(tensor) => (true, most.and_then(|limit| model.elements(*tensor, limit))),
            KnownValue::Elements(elements) => {
                let exact = elements.is_exact();
                (exact, most.filter(|limit| exact && elements.len() <= *limit).map(|_| elements.clone()))
            }
        };
        if !constant && constants.is_none() && elements.is_none() {
            return self.json.raw(",\"constant\":false,\"value\":null");
        }
        let constant = constant || constants.is_some_and(|constants| constants.contains(value));
        let elements = elements.or_else(|| self.shapes.evaluated(value));
        self.json.raw(if constant { ",\"constant\":true,\"value\":" } else { ",\"constant\":false,\"value\":" });
        let start = self.json.position();
        let boolean = analysis.facts.ty(value).as_tensor().and_then(|t| t.element) == Some(ElementType::Bool);
        match elements {
            None | Some(Elements::SymFloats(_)) => return self.json.raw("null"),
            Some(Elements::Ints(ints)) if boolean => {
                self.json.list(ints.iter(), |json, int| json.value(&(int.value() != Some(0))));
            }
            Some(Elements::Ints(ints)) => self.json.list(ints.iter(), |json, int| json.value(&int.value())),
            Some(Elements::Floats(floats)) => self.json.list(floats.iter(), |json, float| json.float(*float)),
        }
        if !self.shapes.values.is_some_and(|shown| shown.admits(self.json.since(start))) {
            self.json.take_back(start);
            self.json.raw("null");
        }
    }
}

/// `0..`, `1..4`, `2`.
fn interval(dim: &Dim) -> String {
    let (low, high) = (dim.low(), dim.high());
    match high {
        _ if low == high => low.to_string(),
        Dim::UNBOUNDED => format!("{low}.."),
        _ => format!("{low}..{high}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_shows_both_ends() {
        assert_eq!(interval(&Dim::unknown()), "0..");
        assert_eq!(interval(&Dim::interval(1, 4)), "1..4");
        assert_eq!(interval(&Dim::exact(3)), "3");
    }
}
