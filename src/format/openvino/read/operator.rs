//! Which operator a layer names: `type` and `version`.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::IrReader;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::format::openvino::xml::Mode;
use crate::graph::OpName;
use crate::ids::{NameId, OpId};
use crate::ops;
use crate::place::Place;
use crate::rule::Level;
use crate::rules::unusual_spelling;

/// Names that OpenVINO's writer uses and its reader turns into those of the operators.
const RENAMED: [(&str, &str); 4] =
    [("Const", "Constant"), ("PReLU", "PRelu"), ("ReLU", "Relu"), ("SoftMax", "Softmax")];

/// Operators that files of old give as `extension` or `experimental`, and that OpenVINO then takes from opset 6.
const IN_OPSET_6: [&str; 8] = [
    "ExperimentalDetectronDetectionOutput",
    "ExperimentalDetectronGenerateProposalsSingleImage",
    "ExperimentalDetectronPriorGridGenerator",
    "ExperimentalDetectronROIFeatureExtractor",
    "ExperimentalDetectronTopKROIs",
    "GRUCell",
    "RNNCell",
    "Proposal",
];

/// Operators that were forgotten in opset 1 and that OpenVINO then takes from opset 2.
const NOT_IN_OPSET_1: [&str; 3] = ["MVN", "ROIPooling", "ReorgYolo"];

/// The type by which OpenVINO looks up a layer, and whether the letters' case is none that it ever writes.
pub(crate) fn canonical_type(written: &str) -> (&str, bool) {
    if let Some((_, name)) = RENAMED.iter().find(|(from, _)| *from == written) {
        return (name, false);
    }
    if ops::lookup(Dialect::OpenVino, "", written).is_some() {
        return (written, false);
    }
    static BY_LOWER_CASE: OnceLock<HashMap<String, &'static str>> = OnceLock::new();
    let all = BY_LOWER_CASE.get_or_init(|| {
        ops::operators(Dialect::OpenVino).map(|(_, name, _)| (name.to_ascii_lowercase(), name)).collect()
    });
    match all.get(&written.to_ascii_lowercase()) {
        Some(name) => (name, true),
        None => (written, false),
    }
}

/// The number of `opset7`; `None` for any other text, as OpenVINO compares the whole name.
fn opset_number(version: &str) -> Option<i64> {
    let digits = version.strip_prefix("opset")?;
    let plain = (digits == "0" || !digits.starts_with('0')) && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}

impl IrReader<'_> {
    /// The operator of a layer. `version` is `None` where a layer that stands alone leaves it out: then the opset of its
    /// page applies, else the newest that holds the operator.
    pub(crate) fn operator(&mut self, written: NameId, version: Option<NameId>) -> OpId {
        // No version is spelled as a name that no file can hold twice: the empty one means the same.
        let key = (written, version.unwrap_or(NameId::EMPTY));
        if let Some(&id) = self.spellings.get(&key) {
            return id;
        }
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
        let text = names.get(version);
        match opset_number(text) {
            Some(1) if NOT_IN_OPSET_1.contains(&canonical) => op.version = Some(2),
            Some(number) => op.version = Some(number),
            None if matches!(text, "experimental" | "extension") && IN_OPSET_6.contains(&canonical) => {
                op.version = Some(6);
            }
            None => op.domain = version,
        }
        op
    }

    /// Reports a type whose case OpenVINO never writes: harmless for most, fatal for those its reader looks for.
    pub(crate) fn check_type(&mut self, written: &str, place: Place) {
        let (canonical, unusual) = canonical_type(written);
        // On a page it is the operator's own name.
        let constant = written == "Constant" && self.mode == Mode::File || (unusual && canonical == "Constant");
        if !unusual && !constant {
            return;
        }
        let usual = RENAMED.iter().find(|(_, to)| *to == canonical).map_or(canonical, |(from, _)| *from);
        let finding = Diagnostic::new(
            &unusual_spelling::RULE,
            place,
            format!("`type=\"{written}\"` is not the spelling that OpenVINO uses, `{usual}`"),
        )
        .help(format!("write `type=\"{usual}\"`"))
        .data("type", written);
        let note = match canonical {
            "Result" => "OpenVINO silently drops such a layer and everything that only it needs",
            "Parameter" => "OpenVINO does not treat such a layer as a model input",
            "Constant" | "Assign" => "OpenVINO rejects the file",
            _ => "OpenVINO ignores case here; other readers do not",
        };
        let grave = matches!(canonical, "Result" | "Parameter" | "Constant" | "Assign");
        let finding = finding.note(note);
        self.sink.report(if grave { finding.level(Level::Error) } else { finding });
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
        // There is none, and nobody's own opset is called so.
        assert_eq!(opset_number("opset0"), Some(0));
        for other in ["Opset1", "opset01", "opset", "opset1x", "opset-1", "extension", "opset99999999999999999999"] {
            assert_eq!(opset_number(other), None, "{other}");
        }
    }
}
