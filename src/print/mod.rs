//! The canonical text listing of a model, in the syntax of `onnx.printer`, and the locations of its parts.
//!
//! The listing of an ONNX model without weights equals the output of `onnx.printer.to_text` except for line breaks, and
//! `onnx.parser` reads it. It differs where that printer loses information or writes text that no parser reads:
//!
//! * Initializers and value infos are on lines of their own.
//! * Data of more than a few elements is omitted, `{… sha256:…}`, unless weights are requested; data in other files is
//!   treated the same, and the file is not named.
//! * Floats of fewer than 32 bits and integers of fewer than 8 are written by value, where the printer writes bits or
//!   `...`. `onnx.parser` does not read these elements.
//! * Types and defaults of functions are written. Sparse tensors have a custom form in attributes, and are dense as
//!   initializers.
//! * Names of operators, domains and attributes are quoted where they would otherwise be read back differently, and so
//!   is an untyped value with the name of a type. Empty lists are `[]` and `{}`, including lists of strings.
//! * Negative dimensions are `?` in types; invalid tensor sizes are `[-1]`. Opaque types and types without
//!   contents are `opaque()` in attributes, and are not written elsewhere. An empty node name is not written, and an
//!   attribute without a value of its kind has the kind `undefined`.
//!
//! OpenVINO IR is written in the same syntax, and cannot be read back: layers are operators of the domain `openvino`
//! with their opset as the overload. A value has the name of its layer (followed by a colon and the port if there are
//! several, or `LAYER:PORT` if layer names are ambiguous). If several results read one value, the first has its type.
//! Attributes are the strings of the file, and bodies are graph attributes next to their port maps.

mod graph;
mod locate;
mod model;
mod names;
mod node;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::format::onnx_text::print::Text;
use crate::graph::Model;
use crate::source::{LineOffsets, Span};
use graph::Walk;
use locate::{Recent, Sites};
use names::ValueNames;
use node::Writer;

pub use locate::ListingSpan;

/// Options of a listing.
#[derive(Clone, Debug)]
pub struct ListingOptions {
    /// Whether all elements of all tensors are written.
    pub weights: bool,
    /// Whether omitted tensors are hashed. If not, dots of the same width replace the digits, so that all locations are
    /// unchanged, and the weights are not read.
    pub hashes: bool,
}

impl Default for ListingOptions {
    fn default() -> ListingOptions {
        ListingOptions { weights: false, hashes: true }
    }
}

/// A model as text.
pub struct Listing {
    /// The text, without a trailing newline.
    pub text: String,
    /// The number of tensors whose elements are omitted although [`ListingOptions::weights`] asks for them: the text would be
    /// longer than 20 MiB and six times the model and its data files. All that follow the first one are, too.
    pub omitted: usize,
    options: ListingOptions,
    /// Where elements are omitted, as in [`Text::cut_from`].
    cut_from: u64,
    names: ValueNames,
    index: Index,
    lines: OnceLock<Arc<LineOffsets>>,
    sites: OnceLock<Sites>,
    recent: Recent,
}

/// Only the text.
impl fmt::Debug for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listing").field("text", &self.text).finish_non_exhaustive()
    }
}

/// The locations of the parts of a listing.
#[derive(Default)]
struct Index {
    /// For each node, its start; [`NOWHERE`] if it is not in the listing.
    nodes: Vec<u64>,
    /// For each graph.
    graphs: Vec<GraphEntry>,
    /// Inputs, outputs, initializers and value infos, graph by graph.
    items: Vec<Span>,
}

/// The start of a node that is not in the listing.
const NOWHERE: u64 = u64::MAX;

#[derive(Clone, Default)]
struct GraphEntry {
    name: Span,
    /// The position of its first item.
    items: u32,
    /// One past its `}`; 0 if it is not in the listing.
    end: u64,
}

/// The length of a text past which it has no elements of tensors: constants may share their data, so that a small file can
/// have any number of elements.
pub(crate) fn most_text(model: &Model) -> u64 {
    const MORE: u64 = 20 << 20;
    const TIMES: u64 = 6;
    let files = model.data_files().iter().map(|file| file.len()).fold(model.file_len(), u64::saturating_add);
    files.saturating_mul(TIMES).saturating_add(MORE)
}

/// Writes a model as text.
pub fn listing(model: &Model, options: &ListingOptions) -> Listing {
    write(model, options, false)
}

/// A binary ONNX model as text from which it can be read again: all elements, and the locations of data in other files.
pub(crate) fn full_text(model: &Model) -> String {
    write(model, &ListingOptions { weights: true, hashes: false }, true).text
}

fn write(model: &Model, options: &ListingOptions, is_file: bool) -> Listing {
    let names = ValueNames::of(model);
    // A file keeps all elements.
    let most = if is_file || !options.weights { u64::MAX } else { most_text(model) };
    // The text of nodes is about as long as their records.
    let length = if is_file { model.records().len() / 4 * 5 } else { 0 };
    let text = Text::default().cut_at(most).reserved(length);
    let writer = Writer { model, options, is_file, names: &names, text, omitted: 0, tokens: None };
    let index = Index {
        nodes: vec![NOWHERE; if is_file { 0 } else { model.nodes.len() }],
        graphs: vec![GraphEntry::default(); model.graphs.len()],
        items: Vec::new(),
    };
    let mut walk = Walk { writer, index, shown: Default::default() };
    walk.model_text();
    let Walk { writer, index, .. } = walk;
    let (omitted, cut_from) = (writer.omitted, writer.text.cut_from());
    let text = writer.text.into_string();
    let (lines, sites, recent) = (OnceLock::new(), OnceLock::new(), Recent::default());
    Listing { text, omitted, options: options.clone(), cut_from, names, index, lines, sites, recent }
}
