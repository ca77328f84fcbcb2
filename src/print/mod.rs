//! The canonical text listing of a model, in the syntax of `onnx.printer`, and where in it everything stands.
//!
//! The listing of an ONNX model without weights is what `onnx.printer.to_text` writes, byte for byte, and `onnx.parser`
//! reads it. It differs where that printer loses something or writes what no parser reads:
//!
//! * Data of more than a few elements is left out, `{… sha256:…}`, unless weights are asked for; data in other files is
//!   treated the same, and its file is not named. With weights, types that the printer writes as `...` are written as
//!   entries of the field that ONNX keeps them in.
//! * Types and defaults of functions are written. Sparse tensors have a form of their own in attributes, and are dense
//!   as initializers.
//! * Names of operators, domains and attributes are in quotes where they would be read back as something else, and so
//!   is an untyped value that is called like a type. Lists that are empty are `[]` and `{}`, texts or not.
//! * Dims that are negative are `?` in types; sizes of tensors that are none are `[-1]`. Opaque types are not written.
//!   A node's name that is there but empty is not, and an attribute without a value of its kind is of kind `undefined`.
//!
//! OpenVINO IR is written in the same syntax, and not read back: layers are operators of the domain `openvino` with
//! their opset as the overload, a value is called by its layer's name (with the port behind a colon where there are
//! several, or by `LAYER:PORT` where names do not tell layers apart), attributes are the texts of the file, bodies are
//! graph attributes beside their port maps.

mod graph;
mod locate;
mod model;
mod names;
mod node;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use crate::format::onnx_text::print::Text;
use crate::graph::Model;
use crate::source::Span;
use graph::Walk;
use locate::{Lines, Sites};
use names::ValueNames;
use node::Writer;

pub use locate::ListingSpan;

/// What a listing holds.
#[derive(Clone, Debug)]
pub struct ListingOptions {
    /// Whether all elements of all tensors are written.
    pub weights: bool,
    /// Whether tensors that are left out are hashed. Without, dots of the same width stand for the digits, so that
    /// every place is the same, and the weights are not read.
    pub hashes: bool,
}

impl Default for ListingOptions {
    fn default() -> ListingOptions {
        ListingOptions { weights: false, hashes: true }
    }
}

/// A model as text.
pub struct Listing {
    /// The text, without a line end at its end.
    pub text: String,
    options: ListingOptions,
    names: ValueNames,
    index: Index,
    lines: OnceLock<Lines>,
    sites: OnceLock<Sites>,
}

/// Where what a listing is made of stands in it.
#[derive(Default)]
struct Index {
    /// By node, where it starts; [`NOWHERE`] if it is not in the listing.
    nodes: Vec<u64>,
    /// By graph.
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

/// Writes a model as text.
pub fn listing(model: &Model, options: &ListingOptions) -> Listing {
    let names = ValueNames::of(model);
    let writer = Writer { model, options, names: &names, text: Text::default(), tokens: None };
    let index = Index {
        nodes: vec![NOWHERE; model.nodes.len()],
        graphs: vec![GraphEntry::default(); model.graphs.len()],
        items: Vec::new(),
    };
    let mut walk = Walk { writer, index };
    walk.model_text();
    let Walk { writer, index } = walk;
    let text = writer.text.into_string();
    let (lines, sites) = (OnceLock::new(), OnceLock::new());
    Listing { text, options: options.clone(), names, index, lines, sites }
}
