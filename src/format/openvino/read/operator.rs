//! The operator of a layer: `type` and `version`.

use std::sync::OnceLock;

use hashbrown::HashMap;

use super::IrReader;
use super::memory;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::format::openvino::xml::Mode;
use crate::graph::OpName;
use crate::ids::{NameId, OpId};
use crate::ops;
use crate::ops::role::OperatorRole;
use crate::place::Place;
use crate::rule::Level;
use crate::rules::unusual_spelling;
use crate::source::Span;

/// The type by which OpenVINO looks up a layer, and whether the letters' case is none that it ever writes.
pub(crate) fn canonical_type(written: &str) -> (&str, bool) {
    if ops::lookup(Dialect::OpenVino, "", written).is_some() {
        return (written, false);
    }
    static BY_SPELLING: OnceLock<HashMap<String, (&'static str, bool)>> = OnceLock::new();
    let all = BY_SPELLING.get_or_init(|| {
        let names = ops::operators(Dialect::OpenVino).map(|(_, name, _)| name);
        let lower = names.map(|name| (name.to_ascii_lowercase(), (name, true)));
        let usual = ops::operators(Dialect::OpenVino)
            .filter_map(|(_, name, known)| Some((known.def?.ir_spelling.written?.to_owned(), (name, false))));
        lower.chain(usual).collect()
    });
    all.get(written).or_else(|| all.get(&written.to_ascii_lowercase())).copied().unwrap_or((written, false))
}

/// The number of `opset7`; `None` for any other text, as OpenVINO compares the whole name.
fn opset_number(version: &str) -> Option<i64> {
    let digits = version.strip_prefix("opset")?;
    let plain = (digits == "0" || !digits.starts_with('0')) && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}

/// The operator set that the `version` of a layer names, as OpenVINO reads it for the operator of this name.
pub(crate) fn opset_of(name: &str, version: &str) -> Option<i64> {
    let spelling = ops::ir_spelling(name);
    match opset_number(version) {
        Some(1) => spelling.in_opset1.or(Some(1)),
        None if matches!(version, "experimental" | "extension") => spelling.in_extensions,
        number => number,
    }
}

/// The type of a layer, looked up once for all layers of the type.
#[derive(Clone, Copy)]
pub(crate) struct LayerType {
    pub(crate) role: OperatorRole,
    /// Whether it is spelled as OpenVINO writes it, or as it reads it without a difference.
    pub(crate) is_usual: bool,
}

impl IrReader<'_> {
    /// The operator of a layer. `version` is `None` if a single layer omits it: then the opset of its page applies, or
    /// the newest one with the operator.
    pub(crate) fn operator(&mut self, written: NameId, version: Option<NameId>, span: Span) -> OpId {
        // A missing version is the same as an empty one.
        let key = (written, version.unwrap_or(NameId::EMPTY));
        if let Some(&id) = self.spellings.get(&key) {
            return id;
        }
        // The layer is still read, those after it are not.
        self.take(memory::OPERATOR, span);
        let op = self.resolve(written, version);
        let id = *self.ops.entry(op.clone()).or_insert_with(|| {
            self.model.ops.push(op);
            OpId::at(self.model.ops.len() - 1)
        });
        self.spellings.insert(key, id);
        id
    }

    fn resolve(&mut self, written: NameId, version: Option<NameId>) -> OpName {
        let names = &mut self.model.names;
        let canonical = canonical_type(names.get(written)).0.to_owned();
        let name = names.intern(&canonical);
        let canonical = canonical.as_str();
        let mut op =
            OpName { domain: NameId::EMPTY, name, written, overload: NameId::EMPTY, version: None, function: None };
        let Some(version) = version else {
            let known = ops::lookup(Dialect::OpenVino, "", canonical);
            let newest = || known.and_then(|k| k.opsets.last().map(|r| r.1));
            let of_page = self.opset.filter(|&opset| known.is_some_and(|k| k.is_in_opset(opset)));
            return OpName { version: of_page.or_else(newest), ..op };
        };
        op.version = opset_of(canonical, names.get(version));
        if op.version.is_none() {
            op.domain = version;
        }
        op
    }

    /// What the reader needs to know of a type. A type in the wrong case is taken as it was meant.
    pub(crate) fn layer_type(&mut self, written: NameId) -> LayerType {
        let (names, mode) = (&self.model.names, self.mode);
        *self.layer_types.entry(written).or_insert_with(|| {
            let written = names.get(written);
            let (canonical, unusual) = canonical_type(written);
            let spelling = ops::ir_spelling(canonical);
            // On a page it is the operator's own name.
            let unread =
                mode == Mode::File && spelling.otherwise.is_some() && spelling.written.unwrap_or(canonical) != written;
            LayerType { role: ops::role(Dialect::OpenVino, canonical), is_usual: !unusual && !unread }
        })
    }

    /// Reports a type in a case that OpenVINO never writes: harmless for most types, fatal for those that its reader
    /// needs.
    pub(crate) fn report_type(&mut self, written: &str, place: Place) {
        let canonical = canonical_type(written).0;
        let spelling = ops::ir_spelling(canonical);
        let usual = spelling.written.unwrap_or(canonical);
        let finding = Diagnostic::new(
            &unusual_spelling::RULE,
            place,
            format!("`type=\"{written}\"` is not the spelling that OpenVINO uses, `{usual}`"),
        )
        .help(format!("write `type=\"{usual}\"`"))
        .data("type", written)
        .data("expected", usual);
        let harmless = "OpenVINO ignores case here; other readers do not";
        let finding = finding.note(spelling.otherwise.unwrap_or(harmless));
        self.diagnostics.report(if spelling.otherwise.is_some() { finding.level(Level::Error) } else { finding });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_looked_up_as_openvino_does() {
        assert_eq!(canonical_type("Const"), ("Constant", false));
        assert_eq!(canonical_type("ReLU"), ("Relu", false));
        assert_eq!(canonical_type("reducemin"), ("ReduceMin", true));
        assert_eq!(canonical_type("result"), ("Result", true));
        assert_eq!(canonical_type("MyOp"), ("MyOp", false));
    }

    #[test]
    fn an_opset_is_named_exactly() {
        assert_eq!(opset_number("opset13"), Some(13));
        // There is no such opset, and no custom one has this name.
        assert_eq!(opset_number("opset0"), Some(0));
        for other in ["Opset1", "opset01", "opset", "opset1x", "opset-1", "extension", "opset99999999999999999999"] {
            assert_eq!(opset_number(other), None, "{other}");
        }
    }
}
