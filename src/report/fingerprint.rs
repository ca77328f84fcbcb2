//! Fingerprints: what a finding is called in a list of known ones.

use std::collections::HashMap;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::locate::{Location, existing};
use crate::diagnostic::Diagnostic;
use crate::graph::Model;

/// Gives fingerprints to the findings of one file.
#[derive(Default)]
pub(super) struct Fingerprints {
    given: HashMap<String, usize>,
}

impl Fingerprints {
    /// A hash of code, path, graph, node and data, never of an index. A second equal one gets a running number.
    pub(super) fn of(&mut self, path: &str, model: &Model, finding: &Diagnostic, location: &Location) -> String {
        let mut hasher = Sha256::new();
        let node = existing(model, finding.place).node.map(|node| match model.name(model.node(node).name) {
            "" => model.outputs(node).next().map_or("", |output| model.value_name(output)),
            name => name,
        });
        for part in [finding.rule.code, path, location.graph.as_deref().unwrap_or(""), node.unwrap_or("")] {
            field(&mut hasher, part);
        }
        for (key, value) in &finding.data {
            field(&mut hasher, key);
            field(&mut hasher, &value.to_string());
        }
        let mut fingerprint = String::with_capacity(16);
        for byte in &hasher.finalize()[..8] {
            // Writing to a string cannot fail.
            let _ = write!(fingerprint, "{byte:02x}");
        }
        let count = self.given.entry(fingerprint.clone()).or_default();
        *count += 1;
        if *count > 1 {
            let _ = write!(fingerprint, "-{count}");
        }
        fingerprint
    }
}

/// Each field with its length before it, so that no two lists of fields hash alike.
fn field(hasher: &mut Sha256, text: &str) {
    hasher.update((text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}
