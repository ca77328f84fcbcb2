//! Operator sets: what a model or a function imports, and which version applies to a node.

use hashbrown::{HashMap, HashSet};

use super::memory;
use super::reader::{Opsets, Reader};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::format::onnx::decoded::OpsetId;
use crate::graph::{OpName, OpsetImport};
use crate::ids::{GraphId, NameId, OpId};
use crate::ops;
use crate::ops::release;
use crate::place::{Part, Place};
use crate::rule::Level;
use crate::rules::{
    duplicate_opset_import, invalid_opset_version, missing_opset_import, unexpected_opset_import, unknown_opset_version,
};
use crate::source::Span;

/// The operator as a node writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct OpKey {
    pub(crate) domain: NameId,
    pub(crate) name: NameId,
    pub(crate) overload: NameId,
}

impl Reader<'_> {
    /// The domain used to look up versions: `ai.onnx` is the empty one.
    pub(crate) fn domain(&mut self, domain: NameId) -> NameId {
        if self.model.name(domain) == "ai.onnx" { NameId::EMPTY } else { domain }
    }

    /// Decodes `opset_import` entries.
    pub(crate) fn read_imports(&mut self, records: &[Span], place: Place) -> Vec<OpsetImport> {
        let mut imports = Vec::new();
        for &record in records {
            if !self.take(1, memory::IMPORT) {
                break;
            }
            let at = place.at(self.span(record));
            let Some(import) = self.decode::<OpsetId>(record, "opset_import", at) else { continue };
            let domain = self.model.names.intern(&import.domain);
            imports.push(OpsetImport { domain, version: import.version, span: self.span(record) });
        }
        imports
    }

    /// Checks the imports and determines which versions apply.
    pub(crate) fn settle_imports(&mut self, imports: &[OpsetImport], index: u32, place: Place) -> Opsets {
        let mut opsets = Opsets::default();
        let (mut first, mut again) = (HashMap::new(), Vec::new());
        for import in imports {
            let key = self.domain(import.domain);
            let version = self.check_version(import, (index, key), place);
            match first.get(&key) {
                Some(&first) => again.push((key, first, *import)),
                None => drop(first.insert(key, *import)),
            }
            let applies = opsets.versions.entry(key).or_insert(version);
            *applies = version.max(*applies);
        }
        // Which one applies is known only now.
        for (key, first, import) in again {
            let applies = opsets.versions.get(&key).copied().flatten();
            self.report_duplicate((&first, &import), applies, place);
        }
        opsets
    }

    /// The version to use for an import: as written, or the newest known one if it is invalid.
    fn check_version(&mut self, import: &OpsetImport, (index, key): (u32, NameId), place: Place) -> Option<i64> {
        let domain = self.model.name(import.domain);
        let (shown, version) = (shown(domain), import.version);
        let newest = ops::latest_version(Dialect::Onnx, domain);
        let place = place.at(import.span);
        if version < 1 {
            match version == 0 && key != NameId::EMPTY {
                true => self.zero_imports.push((index, key, *import, place.graph)),
                false => self.diagnostics.report(self.invalid_version(import, place)),
            }
            return newest;
        }
        if let Some(newest) = newest.filter(|&newest| newest < version) {
            let message = format!("operator set {shown} {version} is newer than {newest}, the newest known");
            self.diagnostics.report(
                Diagnostic::new(&unknown_opset_version::RULE, place, message)
                    .note(format!("checked as version {newest}"))
                    .data("domain", domain)
                    .data("version", version)
                    .data("newest", newest),
            );
        }
        Some(version)
    }

    fn invalid_version(&self, import: &OpsetImport, place: Place) -> Diagnostic {
        let domain = self.model.name(import.domain);
        let (shown, version) = (shown(domain), import.version);
        let message = format!("operator set {shown} is imported at version {version}; expected at least 1");
        let mut finding = Diagnostic::new(&invalid_opset_version::RULE, place, message).data("version", version);
        if let Some(newest) = ops::latest_version(Dialect::Onnx, domain) {
            finding = finding.note(format!("checked as version {newest}, the newest known"));
        }
        let help = format!("import {shown} at the version the nodes were written for");
        finding.help(help).data("domain", domain)
    }

    /// FM016 for imports of version 0: a warning if no node uses the domain, because tools then ignore the import.
    pub(crate) fn report_zero_imports(&mut self) {
        if self.zero_imports.is_empty() {
            return;
        }
        let used: HashSet<(u32, NameId)> = self.ops.keys().map(|&(opsets, domain, _, _)| (opsets, domain)).collect();
        for (index, key, import, graph) in std::mem::take(&mut self.zero_imports) {
            let finding = self.invalid_version(&import, graph.map_or(Place::FILE, Place::graph).at(import.span));
            self.diagnostics.report(match used.contains(&(index, key)) {
                true => finding,
                false => finding.level(Level::Warning).note("no node uses the domain, so tools ignore the import"),
            });
        }
    }

    fn report_duplicate(&mut self, (first, second): (&OpsetImport, &OpsetImport), applies: Option<i64>, place: Place) {
        let domain = self.model.name(second.domain);
        let (shown, a, b) = (shown(domain), first.version, second.version);
        let aliased = first.domain != second.domain;
        let what = if aliased { "is imported twice, as `` and as `ai.onnx`" } else { "is imported twice" };
        let message = if a == b {
            format!("{shown} {what}, both at version {a}")
        } else {
            format!("{shown} {what}, at {a} and {b}")
        };
        let mut finding = Diagnostic::new(&duplicate_opset_import::RULE, place.at(second.span), message)
            .related(place.at(first.span), "first imported here")
            .data("domain", domain)
            .data("versions", vec![a, b]);
        if a == b {
            finding = finding.level(Level::Note);
        } else {
            finding = finding.note(format!(
                "checked as version {}: the specification says the highest applies, but onnx and ONNX Runtime use the last one",
                applies.unwrap_or(a.max(b))
            ));
        }
        self.diagnostics.report(finding.help("import each operator set once"));
    }

    /// Determines the versions of the model's own imports.
    pub(crate) fn settle_model_imports(&mut self) {
        let imports = std::mem::take(&mut self.model.opsets);
        let mut opsets = self.settle_imports(&imports, 0, Place::FILE);
        if self.ir < 3 {
            if let Some(first) = imports.first() {
                self.report_unexpected(first.span, &imports);
            } else {
                opsets.versions.insert(NameId::EMPTY, Some(1));
            }
        } else if imports.is_empty() && !self.truncated && !self.open {
            opsets.absent = true;
            self.report_absent();
        }
        self.model.opsets = imports;
        self.opsets[0] = opsets;
    }

    /// The IR version that the imports require.
    pub(crate) fn ir_version_help(&self, imports: &[OpsetImport]) -> String {
        let released = |import: &OpsetImport| release::ir_version_of(self.model.name(import.domain), import.version);
        match imports.iter().filter_map(released).max() {
            Some(ir) => format!("set `ir_version` to {ir}, with which the imported operator sets were released"),
            None => "set `ir_version` to the version that the imported operator sets require".to_owned(),
        }
    }

    fn report_unexpected(&mut self, span: Span, imports: &[OpsetImport]) {
        let message = format!("a file of IR version {} imports operator sets, which IR version 3 introduced", self.ir);
        self.diagnostics.report(
            Diagnostic::new(&unexpected_opset_import::RULE, Place::bytes(span), message)
                .note("without imports such a file uses operator set 1; `onnx.checker` rejects it")
                .help(self.ir_version_help(imports))
                .data("ir_version", self.ir),
        );
    }

    /// The version of a domain's operator set that applies; a missing import is reported once.
    fn version(&mut self, opsets: u32, domain: NameId, place: Place) -> Option<i64> {
        let key = self.domain(domain);
        if let Some(&version) = self.opsets[opsets as usize].versions.get(&key) {
            return version;
        }
        let version = if self.truncated { None } else { self.assume(opsets, domain, key, place) };
        self.opsets[opsets as usize].versions.insert(key, version);
        version
    }

    /// The version to assume for a domain that is not imported: in a function the model's own, otherwise the newest
    /// known.
    fn assume(&mut self, opsets: u32, domain: NameId, key: NameId, place: Place) -> Option<i64> {
        let domain = self.model.name(domain).to_owned();
        let inherited = self.opsets[0].versions.get(&key).copied().flatten();
        let version = inherited.or_else(|| ops::latest_version(Dialect::Onnx, &domain));
        if !self.open && !self.opsets[opsets as usize].absent {
            self.report_missing(&domain, version, opsets > 0, place);
        }
        version
    }

    fn report_absent(&mut self) {
        let message = format!("the model imports no operator set; IR version {} requires one", self.ir);
        let mut finding = Diagnostic::new(&missing_opset_import::RULE, Place::FILE, message);
        if let Some(newest) = ops::latest_version(Dialect::Onnx, "") {
            finding = finding.note(format!("checked as operator set {newest}, the newest known"));
        }
        self.diagnostics.report(finding.help("add an `opset_import` with the version the nodes were written for"));
    }

    fn report_missing(&mut self, domain: &str, version: Option<i64>, function: bool, place: Place) {
        let (shown, who) = (shown(domain), if function { "the function" } else { "the model" });
        let message = format!("{who} uses operator set {shown} without importing it");
        let mut finding = Diagnostic::new(&missing_opset_import::RULE, place, message);
        if let Some(version) = version {
            finding = finding.note(format!("checked as version {version} of {shown}"));
        }
        let help = format!("add an `opset_import` for {shown} with the version the nodes were written for");
        self.diagnostics.report(finding.help(help).data("domain", domain));
    }

    /// The operator of a node, with the version that applies and the function that it calls.
    /// `None`, and a finding, if it exceeds a limit.
    pub(crate) fn op(&mut self, opsets: u32, key: OpKey, place: Place) -> Option<OpId> {
        let OpKey { domain, name, overload } = key;
        if let Some(&op) = self.ops.get(&(opsets, domain, name, overload)) {
            return Some(op);
        }
        if !self.take(0, memory::OPERATOR) {
            return None;
        }
        let version = self.version(opsets, domain, place.part(Part::Whole));
        let op = OpId::at(self.model.ops.len());
        let function = self.called(key, version);
        self.report_spelled_out(domain, place);
        if function.is_none() {
            self.report_other_version(opsets, key, version, place);
        }
        self.model.ops.push(OpName { domain, name, written: name, overload, version, function });
        self.ops.insert((opsets, domain, name, overload), op);
        Some(op)
    }

    /// FM013 as a warning: a node whose domain is written `ai.onnx`, which onnx does not equate with the empty text.
    fn report_spelled_out(&mut self, domain: NameId, place: Place) {
        if self.spelled_out || domain == NameId::EMPTY || self.domain(domain) != NameId::EMPTY {
            return;
        }
        self.spelled_out = true;
        let message = "the domain of a node is written `ai.onnx`; expected the empty text";
        let finding = Diagnostic::new(&missing_opset_import::RULE, place, message).level(Level::Warning);
        let finding = finding.note("`onnx.checker` finds no operator under this name; ONNX Runtime does");
        self.diagnostics.report(finding.help("leave the `domain` of nodes of ONNX's own operators empty"));
    }

    /// FM014 as a warning: a function imports another version of an operator than the model.
    fn report_other_version(&mut self, opsets: u32, key: OpKey, version: Option<i64>, place: Place) {
        let domain = self.domain(key.domain);
        let own = version.filter(|_| opsets > 0);
        let model = self.opsets[0].versions.get(&domain).copied().flatten();
        let (Some(own), Some(model)) = (own, model) else { return };
        let (domain, name) = (self.model.name(domain), self.model.name(key.name));
        let Some(known) = ops::lookup(Dialect::Onnx, domain, name).filter(|_| own != model) else { return };
        let since = |version: i64| known.signature(version).map(|signature| signature.since);
        if since(own) == since(model) {
            return;
        }
        let shown = shown(domain);
        let message =
            format!("the function imports {shown} at {own}, the model at {model}; {name} differs between them");
        let finding = Diagnostic::new(&duplicate_opset_import::RULE, place, message).level(Level::Warning);
        let finding = finding.note("`onnx.checker` rejects the model; ONNX Runtime runs it");
        let help = "import in the function and in the model versions that contain the same version of the operator";
        self.diagnostics.report(finding.help(help).data("operator", name));
    }

    /// The function that an operator calls. A standard operator that exists at the version takes precedence, as in onnx
    /// and ONNX Runtime.
    fn called(&mut self, key: OpKey, version: Option<i64>) -> Option<u32> {
        let domain = self.domain(key.domain);
        let function = *self.functions.get(&(domain, key.name, key.overload))?;
        let known = ops::lookup(Dialect::Onnx, self.model.name(domain), self.model.name(key.name));
        let standard = known.zip(version).is_some_and(|(known, version)| known.signature(version).is_some());
        (!standard).then_some(function)
    }

    /// Determines the versions of a function's imports.
    pub(crate) fn settle_function_imports(&mut self, imports: &[OpsetImport], graph: GraphId) -> u32 {
        let index = self.opsets.len() as u32;
        let opsets = self.settle_imports(imports, index, Place::graph(graph));
        self.opsets.push(opsets);
        self.opsets.len() as u32 - 1
    }
}

/// A domain in a message: the empty one is `ai.onnx`.
fn shown(domain: &str) -> String {
    if domain.is_empty() { "`ai.onnx`".to_owned() } else { format!("`{domain}`") }
}
