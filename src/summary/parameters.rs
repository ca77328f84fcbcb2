//! The constants of a model, and the files that contain them. Their elements are not read.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use super::graph_runs::GraphRuns;
use crate::element::ElementType;
use crate::graph::ValueRole;
use crate::graph::{AttributeValue, FileId, Model, Storage};
use crate::ids::{GraphId, NodeId, TensorId};
use crate::source::location_parts;

/// The constants of a model: initializers, and the tensors of constant nodes.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Parameters {
    /// The number of tensors.
    pub tensors: u64,
    /// Their elements; `u64::MAX` stands for more.
    pub elements: u64,
    /// Their bytes; `u64::MAX` stands for more. Strings are not included.
    pub bytes: u64,
    /// The same by element type, most bytes first; `None` is an unknown or invalid type.
    pub by_type: Vec<ParametersOfType>,
}

/// The constants of one element type.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ParametersOfType {
    /// The element type; `None` if it is unknown.
    pub element: Option<ElementType>,
    /// The number of tensors.
    pub tensors: u64,
    /// Their elements.
    pub elements: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// A file besides the model file that contains elements of constants.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExternalFile {
    /// The location: relative to the folder of the model if it is in it.
    pub path: String,
    /// The length of the file in bytes; `None` if it is missing or was not opened.
    pub len: Option<u64>,
    /// The number of tensors in it.
    pub tensors: u64,
    /// The bytes of these tensors.
    pub bytes: u64,
}

/// The constants of all graphs that a run reaches.
pub(super) fn parameters(model: &Model, runs: &GraphRuns) -> Parameters {
    let mut all = Parameters::default();
    let mut by_type: BTreeMap<Option<&str>, ParametersOfType> = BTreeMap::new();
    for tensor in model.graphs().filter(|&graph| runs.is_reached(graph)).flat_map(|graph| constants(model, graph)) {
        let element = model.tensor(tensor).element;
        let (count, bytes) = (elements(model, tensor), bytes(model, tensor));
        let none = ParametersOfType { element, tensors: 0, elements: 0, bytes: 0 };
        let of = by_type.entry(element.map(ElementType::name)).or_insert(none);
        (of.tensors, all.tensors) = (of.tensors + 1, all.tensors + 1);
        (of.elements, all.elements) = (of.elements.saturating_add(count), all.elements.saturating_add(count));
        (of.bytes, all.bytes) = (of.bytes.saturating_add(bytes), all.bytes.saturating_add(bytes));
    }
    all.by_type = by_type.into_values().collect();
    all.by_type.sort_by_key(|of| std::cmp::Reverse(of.bytes));
    all
}

/// The files with elements of these constants: those that were opened, then those that were not.
pub(super) fn external_files(model: &Model, runs: &GraphRuns) -> Vec<ExternalFile> {
    let folder = model.source().path().and_then(Path::parent);
    let files = model.data_files().iter().map(|file| ExternalFile {
        path: shown(folder.and_then(|folder| file.path().strip_prefix(folder).ok()).unwrap_or(file.path())),
        len: Some(file.len()),
        tensors: 0,
        bytes: 0,
    });
    let mut files: Vec<ExternalFile> = files.collect();
    for tensor in model.graphs().filter(|&graph| runs.is_reached(graph)).flat_map(|graph| constants(model, graph)) {
        let Storage::Packed(FileId(file @ 1..), _) = model.tensor(tensor).storage else { continue };
        let Some(file) = files.get_mut(file as usize - 1) else { continue };
        (file.tensors, file.bytes) = (file.tensors + 1, file.bytes.saturating_add(bytes(model, tensor)));
    }
    files.retain(|file| !file.path.is_empty());
    let open: HashSet<&str> = files.iter().map(|file| &*file.path).collect();
    let is_open = |location: &&String| open.contains(&*location_parts(location).join("/"));
    let missing: Vec<&String> = model.data_locations().iter().filter(|location| !is_open(location)).collect();
    files.extend(missing.into_iter().map(|path| ExternalFile { path: path.clone(), len: None, tensors: 0, bytes: 0 }));
    files
}

/// A path with `/` on every system.
fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// The constants of a graph.
fn constants(model: &Model, graph: GraphId) -> impl Iterator<Item = TensorId> + '_ {
    let stored = |value| match model.value(value).role {
        ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) } => Some(tensor),
        _ => None,
    };
    let values = model.values_of(graph).filter_map(stored);
    values.chain(model.nodes_of(graph).filter_map(|node| held(model, node)))
}

/// The tensor that a node without inputs contains.
fn held(model: &Model, node: NodeId) -> Option<TensorId> {
    let attributes = model.inputs(node).is_empty().then(|| model.attributes(node))?;
    attributes.iter().find_map(|attribute| match attribute.value {
        AttributeValue::Tensor(tensor) => Some(tensor),
        _ => None,
    })
}

fn elements(model: &Model, tensor: TensorId) -> u64 {
    let sizes = model.tensor(tensor).sizes.as_deref().unwrap_or_default();
    let product = || sizes.iter().fold(1u64, |n, &size| n.saturating_mul(size));
    if model.tensor(tensor).sizes.is_none() || sizes.contains(&0) { 0 } else { product() }
}

fn bytes(model: &Model, tensor: TensorId) -> u64 {
    match model.tensor(tensor).element {
        None | Some(ElementType::String) => 0,
        Some(element) => element.packed_bytes(elements(model, tensor)).unwrap_or(u64::MAX),
    }
}
