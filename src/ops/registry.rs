//! Looking operators up.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::signature::Signature;
use super::{FAMILIES, OperatorDef, onnx_table, openvino_table};
use crate::graph::Dialect;

/// An operator that some operator set holds.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Its versions, oldest first; empty where only the name is known.
    pub signatures: &'static [Signature],
    /// IR: the opsets that hold it, as `(first, last)` ranges.
    pub opsets: &'static [(i64, i64)],
    /// Its family's entry; `None` where there is no shape function yet.
    pub def: Option<&'static OperatorDef>,
}

impl Known {
    /// The version that applies when `version` of the operator set is in use.
    pub fn signature(&self, version: i64) -> Option<&'static Signature> {
        let at = self.signatures.iter().rev().find(|s| s.since <= version)?;
        at.until.is_none_or(|last| version <= last).then_some(at)
    }
}

type Key = (Dialect, &'static str, &'static str);

fn all() -> &'static HashMap<Key, Known> {
    static ALL: OnceLock<HashMap<Key, Known>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = HashMap::new();
        for &(domain, name, signatures) in onnx_table::OPERATORS {
            all.insert((Dialect::Onnx, domain, name), Known { signatures, opsets: &[], def: None });
        }
        for &(name, opsets) in openvino_table::OPERATORS {
            all.insert((Dialect::OpenVino, "", name), Known { signatures: &[], opsets, def: None });
        }
        for def in FAMILIES.iter().copied().flatten() {
            let known = all.entry((def.dialect, def.domain, def.name));
            let known = known.or_insert(Known { signatures: &[], opsets: &[], def: None });
            known.def = Some(def);
            if !def.signatures.is_empty() {
                known.signatures = def.signatures;
            }
        }
        all
    })
}

/// The operator of this name. ONNX's `ai.onnx` and the empty domain are the same; IR names are looked up as written
/// and as OpenVINO renames them on reading.
pub fn find(dialect: Dialect, domain: &str, name: &str) -> Option<Known> {
    let domain = if domain == "ai.onnx" { "" } else { domain };
    // The map's keys are 'static only because its entries are; a shorter borrow looks up just as well.
    all().get(&(dialect, domain, name) as &(Dialect, &str, &str)).copied()
}

/// The newest version of a domain's operator set that is known; `None` if no operator of the domain is.
pub fn newest(dialect: Dialect, domain: &str) -> Option<i64> {
    static NEWEST: OnceLock<HashMap<(Dialect, &'static str), i64>> = OnceLock::new();
    let newest = NEWEST.get_or_init(|| {
        let mut newest = HashMap::new();
        for (&(dialect, domain, _), known) in all() {
            let since = known.signatures.iter().map(|s| s.since);
            let opsets = known.opsets.iter().map(|&(_, last)| last);
            let latest = since.chain(opsets).max().unwrap_or(1);
            let entry = newest.entry((dialect, domain)).or_insert(latest);
            *entry = latest.max(*entry);
        }
        newest
    });
    let domain = if domain == "ai.onnx" { "" } else { domain };
    newest.get(&(dialect, domain) as &(Dialect, &str)).copied()
}

/// Every operator of a dialect: domain, name, and what is known.
pub fn operators(dialect: Dialect) -> impl Iterator<Item = (&'static str, &'static str, Known)> {
    all().iter().filter(move |((d, ..), _)| *d == dialect).map(|(&(_, domain, name), &known)| (domain, name, known))
}

/// The operator whose name is nearest to `name`, if one is near enough to suggest.
pub fn nearest(dialect: Dialect, domain: &str, name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let candidates = operators(dialect)
        .filter(|(d, ..)| *d == domain)
        .map(|(_, candidate, _)| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate));
    candidates.min().filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 4).map(|(_, name)| name)
}
