//! Fingerprints: the identity of a finding in baselines and in services.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::locate::existing;
use crate::diagnostic::Diagnostic;
use crate::graph::Model;
use crate::graph::label::cut_name;
use crate::ids::{GraphId, NodeId};

/// The identity of a finding, independent of the path of its file and of node indices.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    hash: [u8; 32],
    /// The number of equal findings before it in the file.
    earlier: usize,
}

impl Identity {
    /// The fingerprint of the finding in a file with this path. Further equal findings are numbered.
    pub(crate) fn under(&self, path: &str) -> String {
        let mut hasher = Sha256::new();
        field(&mut hasher, path);
        hasher.update(self.hash);
        let mut fingerprint = String::with_capacity(16);
        for byte in &hasher.finalize()[..8] {
            // Writing to a string cannot fail.
            let _ = write!(fingerprint, "{byte:02x}");
        }
        if self.earlier > 0 {
            let _ = write!(fingerprint, "-{}", self.earlier + 1);
        }
        fingerprint
    }
}

/// Numbers the equal findings of one file.
#[derive(Default)]
pub(super) struct Identities {
    counts: HashMap<[u8; 32], usize>,
    /// The paths of the graphs so far. To make one takes as long as the graph is deep.
    paths: HashMap<GraphId, Box<str>>,
}

impl Identities {
    /// Hashes code, graph, node, and data, but no index.
    pub(super) fn identify(&mut self, model: &Model, finding: &Diagnostic) -> Identity {
        let mut hasher = Sha256::new();
        let place = existing(model, finding.place);
        // Many findings may be about one node or graph with a very long name.
        let name = |node| cut_name(name(model, node));
        let path = |graph: &GraphId| model.path_by(*graph, &|node| name(node).into_owned()).into();
        let graph = place.graph.map(|graph| &**self.paths.entry(graph).or_insert_with_key(path));
        let node = place.node.map_or(Cow::Borrowed(""), name);
        for part in [finding.rule.code(), graph.unwrap_or(""), &node] {
            field(&mut hasher, part);
        }
        // The explanation of an inferred shape contains the indices of unnamed nodes.
        for (key, value) in finding.data.iter().filter(|(key, _)| *key != "chain") {
            field(&mut hasher, key);
            field(&mut hasher, &value.to_string());
        }
        let hash = hasher.finalize().into();
        let count = self.counts.entry(hash).or_default();
        *count += 1;
        Identity { hash, earlier: *count - 1 }
    }
}

/// The name of the node, or that of its first output if it has none.
fn name(model: &Model, node: NodeId) -> &str {
    match model.name(model.node(node).name) {
        "" => model.outputs(node).next().map_or("", |output| model.value_name(output)),
        name => name,
    }
}

/// Hashes a field with its length, so that different lists of fields have different hashes.
fn field(hasher: &mut Sha256, text: &str) {
    hasher.update((text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}
