//! Fingerprints: what a finding is called in a list of known ones.

use std::collections::HashMap;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::locate::existing;
use crate::diagnostic::Diagnostic;
use crate::graph::Model;
use crate::ids::NodeId;

/// What a finding is, whatever its file is called and wherever its node stands in it.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    hash: [u8; 32],
    /// How many equal ones come before it in the file.
    earlier: usize,
}

impl Identity {
    /// The fingerprint of the finding in a file of this path. A second equal one has a running number.
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

/// Tells the findings of one file apart.
#[derive(Default)]
pub(super) struct Identities {
    given: HashMap<[u8; 32], usize>,
}

impl Identities {
    /// A hash of code, graph, node and data, never of an index.
    pub(super) fn of(&mut self, model: &Model, finding: &Diagnostic) -> Identity {
        let mut hasher = Sha256::new();
        let place = existing(model, finding.place);
        let graph = place.graph.map(|graph| model.path_by(graph, &|node| name(model, node).to_owned()));
        let node = place.node.map_or("", |node| name(model, node));
        for part in [finding.rule.code, graph.as_deref().unwrap_or(""), node] {
            field(&mut hasher, part);
        }
        // How an inferred shape came about is told with nodes by number where they have no name.
        for (key, value) in finding.data.iter().filter(|(key, _)| *key != "chain") {
            field(&mut hasher, key);
            field(&mut hasher, &value.to_string());
        }
        let hash = hasher.finalize().into();
        let count = self.given.entry(hash).or_default();
        *count += 1;
        Identity { hash, earlier: *count - 1 }
    }
}

/// The node's name, or its first output's where it has none.
fn name(model: &Model, node: NodeId) -> &str {
    match model.name(model.node(node).name) {
        "" => model.outputs(node).next().map_or("", |output| model.value_name(output)),
        name => name,
    }
}

/// Each field with its length before it, so that no two lists of fields hash alike.
fn field(hasher: &mut Sha256, text: &str) {
    hasher.update((text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}
