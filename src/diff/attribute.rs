//! Attributes as text, and whether two are the same.

use super::{Comparer, constant};
use crate::diagnostic::counted;
use crate::graph::{AttributeValue, Model};

/// The most entries of a port map that are written out.
const MOST_ENTRIES: usize = 64;

impl Comparer<'_> {
    pub(super) fn same_attribute(&mut self, ours: &AttributeValue, theirs: &AttributeValue) -> bool {
        match (ours, theirs) {
            (AttributeValue::Tensor(ours), AttributeValue::Tensor(theirs)) => self.same_tensor(*ours, *theirs),
            // Bodies are compared as graphs.
            (AttributeValue::Graph(_), AttributeValue::Graph(_)) => true,
            (AttributeValue::Graphs(ours), AttributeValue::Graphs(theirs)) => ours.len() == theirs.len(),
            (AttributeValue::Float(ours), AttributeValue::Float(theirs)) => ours.to_bits() == theirs.to_bits(),
            (AttributeValue::Ints(ours), AttributeValue::Ints(theirs)) => ours == theirs,
            (AttributeValue::Floats(ours), AttributeValue::Floats(theirs)) => {
                ours.len() == theirs.len() && ours.iter().zip(&theirs[..]).all(|(a, b)| a.to_bits() == b.to_bits())
            }
            (AttributeValue::Strings(ours), AttributeValue::Strings(theirs)) => ours == theirs,
            (AttributeValue::PortMap(ours), AttributeValue::PortMap(theirs)) => ours == theirs,
            (ours, theirs) => {
                std::mem::discriminant(ours) == std::mem::discriminant(theirs)
                    && text(self.before.model, ours) == text(self.after.model, theirs)
            }
        }
    }
}

/// An attribute's value as text.
pub(super) fn text(model: &Model, value: &AttributeValue) -> String {
    let bytes = |bytes: &[u8]| format!("{:?}", String::from_utf8_lossy(bytes));
    match value {
        AttributeValue::Int(value) => value.to_string(),
        AttributeValue::Float(value) => value.to_string(),
        AttributeValue::String(text) => bytes(text),
        AttributeValue::Ints(values) => list(values.iter().map(i64::to_string)),
        AttributeValue::Floats(values) => list(values.iter().map(f32::to_string)),
        AttributeValue::Strings(texts) => list(texts.iter().map(|text| bytes(text))),
        AttributeValue::Text(text) => model.name(*text).to_owned(),
        AttributeValue::Tensor(tensor) => constant::describe(model, *tensor),
        AttributeValue::Tensors(tensors) => list(tensors.iter().map(|tensor| constant::describe(model, *tensor))),
        AttributeValue::SparseTensor(sparse) => sparse_text(model, sparse),
        AttributeValue::SparseTensors(sparse) => list(sparse.iter().map(|sparse| sparse_text(model, sparse))),
        AttributeValue::Type(ty) => ty.to_string(),
        AttributeValue::Types(types) => list(types.iter().map(ToString::to_string)),
        AttributeValue::Graph(_) => "a graph".to_owned(),
        AttributeValue::Graphs(graphs) => counted(graphs.len(), "graph"),
        AttributeValue::Reference(name, kind) => format!("@{} ({})", model.name(*name), kind.name()),
        AttributeValue::PortMap(map) if map.inputs.len() + map.outputs.len() + map.back_edges.len() <= MOST_ENTRIES => {
            format!("{map:?}")
        }
        AttributeValue::PortMap(map) => {
            let entries = |count| counted(count, "entry");
            format!(
                "{} for inputs, {} for outputs, {}",
                entries(map.inputs.len()),
                entries(map.outputs.len()),
                counted(map.back_edges.len(), "back edge")
            )
        }
        AttributeValue::Malformed(kind) => format!("malformed {}", kind.map_or("", |kind| kind.name())),
    }
}

fn sparse_text(model: &Model, sparse: &crate::graph::SparseTensor) -> String {
    let indices = sparse.indices.map_or("?".to_owned(), |indices| constant::describe(model, indices));
    format!("sparse {:?}: {} at {indices}", sparse.shape, constant::describe(model, sparse.values))
}

fn list(items: impl Iterator<Item = String>) -> String {
    let mut text = "[".to_owned();
    for (at, item) in items.enumerate() {
        text.push_str(if at > 0 { "," } else { "" });
        text.push_str(&item);
    }
    text.push(']');
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::diff::{Aspect, diff};
    use crate::graph::Model;
    use crate::{AnalysisOptions, ReadOptions, Source, analyze};

    /// The two texts of an attribute that differs.
    fn difference(ours: &str, theirs: &str) -> Option<[Option<Arc<str>>; 2]> {
        let [ours, theirs] = [ours, theirs].map(|list| {
            let text = format!(
                "<ir_version: 9, opset_import: [\"\" : 18, \"f\" : 1]>\ng (float[2] x) => (y) {{ y = f.F <a: {list}> (x) }}"
            );
            Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default())
        });
        let [before, after] = [&ours, &theirs].map(|model| analyze(model, &AnalysisOptions::default()));
        let found = diff((&ours, &before), (&theirs, &after));
        assert!(found.iter().all(|difference| difference.aspect == Aspect::Attribute("a".to_owned())), "{found:?}");
        found.into_iter().next().map(|difference| [difference.before, difference.after])
    }

    #[test]
    fn lists_that_differ_in_one_element_or_in_their_length_are_different() {
        for (ours, theirs, texts) in [
            ("ints = [1, 2]", "ints = [1, 3]", ["[1,2]", "[1,3]"]),
            ("ints = [1, 2]", "ints = [1]", ["[1,2]", "[1]"]),
            ("floats = [1.5, 0.0]", "floats = [1.5, -0.0]", ["[1.5,0]", "[1.5,-0]"]),
            ("floats = [1.5]", "floats = [1.5, 1.5]", ["[1.5]", "[1.5,1.5]"]),
            ("strings = [\"a\"]", "strings = [\"b\"]", ["[\"a\"]", "[\"b\"]"]),
            ("ints = [1]", "floats = [1.0]", ["[1]", "[1]"]),
        ] {
            assert_eq!(difference(ours, theirs), Some(texts.map(|text| Some(text.into()))), "{ours} and {theirs}");
            assert_eq!(difference(ours, ours), None, "{ours}");
            assert_eq!(difference(theirs, theirs), None, "{theirs}");
        }
    }
}
