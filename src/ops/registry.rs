//! Operator lookup.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::{OnceLock, PoisonError, RwLock};

use hashbrown::HashMap;

use super::counterpart::Counterpart;
use super::generated::{microsoft_table, onnx_table, openvino_table, support_table};
use super::ir_spelling::IrSpelling;
use super::role::OperatorRole;
use super::signature::Signature;
use super::signature_ref::{SignatureRef, Versions};
use super::support::RuntimeSupport;
use super::{OperatorDef, families};
use crate::dialect::Dialect;
use crate::suggest::{self, Index};

/// An operator that some operator set contains.
#[derive(Clone, Copy, Debug)]
pub struct OperatorEntry {
    /// Its versions, oldest first; empty if only the name is known.
    pub signatures: &'static [Signature],
    /// ONNX's default domain: versions that only ONNX Runtime has, oldest first.
    pub onnxruntime_signatures: &'static [Signature],
    /// IR: the opsets that contain it, as `(first, last)` ranges.
    pub opsets: &'static [(i64, i64)],
    /// Its implementation; `None` if there is no shape function yet.
    pub def: Option<&'static OperatorDef>,
    /// What runtimes were measured to run.
    pub(crate) support: RuntimeSupport,
}

impl OperatorEntry {
    /// An operator with only a name.
    pub const NOTHING: OperatorEntry = OperatorEntry {
        signatures: &[],
        onnxruntime_signatures: &[],
        opsets: &[],
        def: None,
        support: RuntimeSupport::UNKNOWN,
    };

    /// Whether all versions are one: whichever is imported or written, the operator means the same.
    pub(crate) fn has_one_version(&self) -> bool {
        self.signatures.len() == 1
    }

    /// Whether the operator set of this version contains the operator.
    pub fn is_in_opset(&self, version: i64) -> bool {
        KnownOperator::from(*self).is_in_opset(version)
    }

    /// The version that applies when `version` of the operator set is imported. `None` if the operator is newer, or was
    /// removed by then.
    pub fn signature(&self, version: i64) -> Option<&'static Signature> {
        match KnownOperator::from(*self).signature(version)? {
            SignatureRef::Static(signature) => Some(signature),
            SignatureRef::Own(_) => None,
        }
    }

    /// Whether only ONNX Runtime, not the specification, has the version that applies.
    pub fn is_onnxruntime_only(&self, version: i64) -> bool {
        KnownOperator::from(*self).is_onnxruntime_only(version)
    }
}

/// An operator of an operator set, or of the caller's own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownOperator<'a> {
    /// Its versions, oldest first; empty if only the name is known.
    pub(crate) versions: Versions<'a>,
    /// ONNX's default domain: versions that only ONNX Runtime has, oldest first.
    pub(crate) onnxruntime_signatures: &'static [Signature],
    /// IR: the opsets that contain it, as `(first, last)` ranges.
    pub(crate) opsets: &'static [(i64, i64)],
    /// Its implementation; `None` if there is no shape function yet.
    pub(crate) def: Option<&'a OperatorDef>,
    /// What runtimes were measured to run.
    pub(crate) support: RuntimeSupport,
}

impl From<OperatorEntry> for KnownOperator<'_> {
    fn from(entry: OperatorEntry) -> Self {
        let OperatorEntry { signatures, onnxruntime_signatures, opsets, def, support } = entry;
        KnownOperator { versions: Versions::Static(signatures), onnxruntime_signatures, opsets, def, support }
    }
}

impl<'a> KnownOperator<'a> {
    /// An operator of the caller's own.
    pub(crate) fn own(def: &'a OperatorDef) -> KnownOperator<'a> {
        KnownOperator { versions: def.versions(), def: Some(def), ..KnownOperator::from(OperatorEntry::NOTHING) }
    }

    /// Like [`OperatorEntry::is_in_opset`].
    pub(crate) fn is_in_opset(&self, version: i64) -> bool {
        match self.opsets {
            [] => self.signature(version).is_some(),
            ranges => ranges.iter().any(|&(first, last)| first <= version && version <= last),
        }
    }

    /// Like [`OperatorEntry::signature`].
    pub(crate) fn signature(&self, version: i64) -> Option<SignatureRef<'a>> {
        let newest = |versions: Versions<'a>| versions.iter().rev().find(|s| s.since() <= version);
        let Some(at) = newest(self.versions) else { return newest(Versions::Static(self.onnxruntime_signatures)) };
        at.until().is_none_or(|last| version <= last).then_some(at)
    }

    /// Every version, with those that only ONNX Runtime has.
    pub(crate) fn all_versions(&self) -> impl Iterator<Item = SignatureRef<'a>> {
        self.versions.iter().chain(Versions::Static(self.onnxruntime_signatures).iter())
    }

    /// Like [`OperatorEntry::is_onnxruntime_only`].
    pub(crate) fn is_onnxruntime_only(&self, version: i64) -> bool {
        let same =
            |at: SignatureRef<'_>| self.onnxruntime_signatures.iter().any(|known| at.is(SignatureRef::Static(known)));
        self.signature(version).is_some_and(same)
    }
}

/// The domain of ONNX Runtime's own operators.
pub(super) const MICROSOFT: &str = "com.microsoft";

type Key = (Dialect, &'static str, &'static str);

/// How an operator is found in a map. The default domain is spelled out, because a comparison of empty texts can take 100 ns:
/// their addresses need not be those of memory, and some processors take that long to discard what `memcmp` loads there.
fn key<'n>(dialect: Dialect, domain: &'n str, name: &'n str) -> (Dialect, &'n str, &'n str) {
    (dialect, if domain.is_empty() { "ai.onnx" } else { domain }, name)
}

/// The order of two domains; for the same reason, an empty one is not compared.
fn order(domain: &str, other: &str) -> Ordering {
    match (domain.is_empty(), other.is_empty()) {
        (false, false) => domain.cmp(other),
        (is_first, is_other_first) => is_other_first.cmp(&is_first),
    }
}

/// The definitions by name. The tables of the operator sets are sorted and are searched as they are: a process that reads
/// one small model looks few operators up.
fn definitions() -> &'static HashMap<Key, &'static OperatorDef> {
    static DEFINITIONS: OnceLock<HashMap<Key, &'static OperatorDef>> = OnceLock::new();
    DEFINITIONS.get_or_init(|| {
        let mut definitions = HashMap::with_capacity(families().count());
        for def in families() {
            let (domain, name) = def.static_name();
            definitions.insert(key(def.dialect(), domain, name), def);
        }
        definitions
    })
}

/// The definition of an operator.
fn definition(dialect: Dialect, domain: &str, name: &str) -> Option<&'static OperatorDef> {
    // The keys of the map are 'static only because its entries are; lookup works with a shorter borrow.
    definitions().get(&key(dialect, domain, name)).copied()
}

/// The domain and the name of an operator, and its signatures.
type Record = (&'static str, &'static str, &'static [Signature]);

/// The record of an operator in a table.
fn record(table: &'static [Record], domain: &str, name: &str) -> Option<&'static Record> {
    let found = table.binary_search_by(|&(of, known, _)| order(of, domain).then_with(|| known.cmp(name)));
    found.ok().map(|at| &table[at])
}

/// The names of all operators of a dialect, sorted.
fn names(dialect: Dialect) -> BTreeSet<(&'static str, &'static str)> {
    let onnx = onnx_table::OPERATORS.iter().chain(microsoft_table::OPERATORS).map(|&(domain, name, _)| (domain, name));
    let openvino = openvino_table::OPERATORS.iter().map(|&(name, _)| ("", name));
    let mut names: BTreeSet<_> = match dialect {
        Dialect::Onnx => onnx.collect(),
        Dialect::OpenVino => openvino.collect(),
    };
    names.extend(families().filter(|def| def.dialect() == dialect).map(OperatorDef::static_name));
    names
}

/// The operator with this name. `ai.onnx` and the empty domain are the same; IR names are looked up as written and as
/// OpenVINO renames them on reading. `None` if unknown.
pub fn lookup(dialect: Dialect, domain: &str, name: &str) -> Option<OperatorEntry> {
    // Each stage of an analysis looks up the operators of the model, and a search of the tables takes far longer than this.
    static FOUND: OnceLock<RwLock<HashMap<Key, OperatorEntry>>> = OnceLock::new();
    if name.is_empty() {
        return None;
    }
    let domain = if domain == "ai.onnx" { "" } else { domain };
    let found = FOUND.get_or_init(RwLock::default);
    let known = found.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(entry) = known.get(&key(dialect, domain, name)) {
        return Some(*entry);
    }
    drop(known);
    let ((domain, name), entry) = search(dialect, domain, name)?;
    found.write().unwrap_or_else(PoisonError::into_inner).insert(key(dialect, domain, name), entry);
    Some(entry)
}

/// Searches the tables for an operator, and returns it with its name there.
fn search(dialect: Dialect, domain: &str, name: &str) -> Option<((&'static str, &'static str), OperatorEntry)> {
    let def = definition(dialect, domain, name);
    let mut entry = OperatorEntry { def, ..OperatorEntry::NOTHING };
    let mut spelled = def.map(OperatorDef::static_name);
    match dialect {
        Dialect::Onnx => {
            let [standard, runtime] = [onnx_table::OPERATORS, microsoft_table::OPERATORS];
            let [standard, runtime] = [standard, runtime].map(|table| record(table, domain, name));
            let known = standard.or(runtime).map(|&(domain, name, _)| (domain, name));
            let [standard, runtime] = [standard, runtime].map(|found| found.map(|&(.., signatures)| signatures));
            spelled = spelled.or(known);
            match (domain, runtime) {
                ("", Some(signatures)) => entry.onnxruntime_signatures = signatures,
                _ => entry.signatures = runtime.unwrap_or_default(),
            }
            entry.signatures = standard.unwrap_or(entry.signatures);
        }
        Dialect::OpenVino => {
            let found = openvino_table::OPERATORS.binary_search_by(|&(known, _)| known.cmp(name));
            if let Some(at) = found.ok().filter(|_| domain.is_empty()) {
                let (known, opsets) = openvino_table::OPERATORS[at];
                (spelled, entry.opsets) = (spelled.or(Some(("", known))), opsets);
            }
        }
    }
    if let Some(def) = def.filter(|def| !def.signatures.is_empty()) {
        entry.signatures = def.signatures;
    }
    let (support, is_ir) = (support_table::OPERATORS, |dialect| dialect == Dialect::OpenVino);
    let measured = support.binary_search_by(|&(of, within, known, _)| {
        is_ir(of).cmp(&is_ir(dialect)).then_with(|| order(within, domain)).then_with(|| known.cmp(name))
    });
    entry.support = measured.map_or(RuntimeSupport::UNKNOWN, |at| support[at].3);
    spelled.map(|spelled| (spelled, entry))
}

/// The role of the operator with this name in the default domain; an unknown name is a computation.
pub(crate) fn role(dialect: Dialect, name: &str) -> OperatorRole {
    definition(dialect, "", name).map_or(OperatorRole::Computation, |def| def.role)
}

/// How IR files spell the operator with this name.
pub(crate) fn ir_spelling(name: &str) -> IrSpelling {
    definition(Dialect::OpenVino, "", name).map_or(IrSpelling::NAME, |def| def.ir_spelling)
}

/// The counterpart of an operator of the default domain.
pub(crate) fn counterpart(dialect: Dialect, name: &str) -> Counterpart {
    definition(dialect, "", name).map_or(Counterpart::SAME_NAME, |def| def.counterpart)
}

/// The operation of an operator of the default domain, as a word that both formats share: the lowercase name of the IR
/// operator.
pub(crate) fn operation(dialect: Dialect, name: &str) -> String {
    match (dialect, counterpart(dialect, name).operator) {
        (_, None) => name.to_lowercase(),
        (Dialect::Onnx, Some(ir)) => ir.to_lowercase(),
        (Dialect::OpenVino, Some(onnx)) => counterpart(Dialect::Onnx, onnx).operator.unwrap_or(onnx).to_lowercase(),
    }
}

/// Every operator of a dialect: domain, name and entry.
pub fn operators(dialect: Dialect) -> impl Iterator<Item = (&'static str, &'static str, OperatorEntry)> {
    let entry = move |(domain, name)| Some((domain, name, lookup(dialect, domain, name)?));
    names(dialect).into_iter().filter_map(entry)
}

/// The operator whose name is most similar to `name`, if similar enough to suggest.
pub fn suggest(dialect: Dialect, domain: &str, name: &str) -> Option<&'static str> {
    suggest::nearest(name, similar(dialect, domain, name))
}

/// The operators of a domain whose names may be similar to `name`.
pub(crate) fn similar(dialect: Dialect, domain: &str, name: &str) -> impl Iterator<Item = &'static str> {
    static NAMES: OnceLock<Vec<(Dialect, &str, Index)>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let mut names: HashMap<_, Vec<&str>> = HashMap::new();
        for dialect in [Dialect::Onnx, Dialect::OpenVino] {
            self::names(dialect)
                .into_iter()
                .for_each(|(domain, name)| names.entry((dialect, domain)).or_default().push(name));
        }
        names.into_iter().map(|((dialect, domain), names)| (dialect, domain, Index::new(names))).collect()
    });
    let of_domain = names.iter().find(|(of, known, _)| *of == dialect && *known == domain);
    of_domain.into_iter().flat_map(move |(.., index)| index.candidates(name))
}

/// Whether a domain may have more operators than are known: releases of ONNX Runtime add to its own domain.
pub fn is_extensible_domain(domain: &str) -> bool {
    domain == MICROSOFT
}

/// The newest version of an ONNX domain or of OpenVINO's opsets; `None` if the domain is unknown.
pub fn latest_version(dialect: Dialect, domain: &str) -> Option<i64> {
    let domain = if domain == "ai.onnx" { "" } else { domain };
    match dialect {
        Dialect::Onnx if is_extensible_domain(domain) => Some(1),
        Dialect::Onnx => onnx_table::NEWEST.iter().find(|(d, _)| *d == domain).map(|(_, version)| *version),
        Dialect::OpenVino => openvino_table::OPERATORS.iter().flat_map(|(_, held)| *held).map(|(_, last)| *last).max(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record_of_the_tables_is_found() {
        for &(domain, name, signatures) in onnx_table::OPERATORS {
            let entry = lookup(Dialect::Onnx, domain, name).expect(name);
            let own = entry.def.is_some_and(|def| !def.signatures.is_empty());
            assert!(own || std::ptr::eq(entry.signatures, signatures), "{domain} {name}");
        }
        for &(domain, name, signatures) in microsoft_table::OPERATORS {
            let entry = lookup(Dialect::Onnx, domain, name).expect(name);
            let found = if domain.is_empty() { entry.onnxruntime_signatures } else { entry.signatures };
            let own = entry.def.is_some_and(|def| !def.signatures.is_empty());
            assert!(own || std::ptr::eq(found, signatures), "{domain} {name}");
        }
        for &(name, opsets) in openvino_table::OPERATORS {
            assert_eq!(lookup(Dialect::OpenVino, "", name).expect(name).opsets, opsets, "{name}");
            assert!(
                lookup(Dialect::OpenVino, "ai.onnx.ml", name).is_none_or(|entry| entry.opsets.is_empty()),
                "{name}"
            );
        }
        for &(dialect, domain, name, support) in support_table::OPERATORS {
            let entry = lookup(dialect, domain, name).expect(name);
            assert!(std::ptr::eq(entry.support.onnxruntime, support.onnxruntime), "{domain} {name}");
        }
        for def in families() {
            let found = lookup(def.dialect(), def.static_name().0, def.static_name().1).and_then(|entry| entry.def);
            assert!(found.is_some_and(|found| std::ptr::eq(found, def)), "{:?}", def.static_name());
        }
        assert!(lookup(Dialect::Onnx, "", "Zzz").is_none() && lookup(Dialect::OpenVino, "", "").is_none());
    }
}
