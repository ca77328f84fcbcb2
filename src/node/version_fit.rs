//! The versions of an ONNX operator set that a node is valid in, by its inputs, outputs, and attributes.

use crate::dialect::Dialect;
use crate::graph::{Attribute, AttributeValue, Model, Operand};
use crate::ids::NodeId;
use crate::ops::signature::{AttributeKind, AttributeSpec, FormalParameter, ParameterOption};
use crate::ops::signature_ref::SignatureRef;
use crate::ops::{self, KnownOperator};

/// More attributes than any operator has.
const MANY: usize = 64;

/// Whether a node of ONNX conforms to a signature, apart from types and from the values of attributes.
pub(crate) fn conforms(model: &Model, node: NodeId, signature: SignatureRef<'_>) -> bool {
    let inputs = model.inputs(node);
    let present = |(index, operand): (usize, &Operand)| {
        *operand != Operand::Absent || signature.inputs().option(index) != Some(ParameterOption::Required)
    };
    count_conforms(signature.inputs().arity_range(), inputs.len())
        && count_conforms(signature.outputs().arity_range(), model.outputs(node).len())
        && inputs.iter().enumerate().all(present)
        && omitted_output(model, node, signature).is_none()
        && attributes_conform(model, node, signature)
}

/// The first output of a node of ONNX that is omitted although it is not optional, with its position.
pub(crate) fn omitted_output<'s>(
    model: &Model,
    node: NodeId,
    signature: SignatureRef<'s>,
) -> Option<(usize, FormalParameter<'s>)> {
    if model.dialect() != Dialect::Onnx {
        return None;
    }
    model.outputs(node).enumerate().find_map(|(index, value)| {
        if !model.value_name(value).is_empty() {
            return None;
        }
        let formal = signature.outputs().formal(index)?;
        (formal.presence == ParameterOption::Required).then_some((index, formal))
    })
}

/// Whether a number of arguments is in this range.
pub(crate) fn count_conforms((least, most): (usize, Option<usize>), given: usize) -> bool {
    given >= least && most.is_none_or(|most| given <= most)
}

fn attributes_conform(model: &Model, node: NodeId, signature: SignatureRef<'_>) -> bool {
    let records = model.attributes(node);
    let conforms = |(position, record): (usize, &Attribute)| {
        let name = model.name(record.name);
        let known = match signature.attribute(name) {
            Some(spec) => kind_conforms(record, &spec),
            None => is_ignored(name),
        };
        known && records[..position].iter().all(|earlier| earlier.name != record.name)
    };
    let mut required = signature.attributes().filter(|spec| spec.required);
    records.len() <= MANY
        && records.iter().enumerate().all(conforms)
        && required.all(|spec| model.attribute(node, spec.name).is_some())
}

/// Whether an ONNX attribute is of the kind that the specification requires.
pub(crate) fn kind_conforms(record: &Attribute, spec: &AttributeSpec<'_>) -> bool {
    let AttributeKind::Onnx(kind) = spec.kind else { return true };
    record.value.kind() == Some(kind) && !matches!(record.value, AttributeValue::Malformed(_))
}

/// Whether ONNX tools ignore an attribute of this name in any operator.
pub(crate) fn is_ignored(name: &str) -> bool {
    name.starts_with("__")
}

/// A set of versions of one operator set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct VersionSet {
    /// Bit `v` is version `v`.
    bits: u64,
    /// The newest known version of the operator set.
    newest: i64,
}

impl VersionSet {
    /// Every known version.
    pub(crate) fn all(newest: i64) -> VersionSet {
        let newest = newest.clamp(1, 63);
        VersionSet { bits: u64::MAX >> (63 - newest) & !1, newest }
    }

    /// The known versions that satisfy a predicate.
    fn filter(newest: i64, holds: impl Fn(i64) -> bool) -> VersionSet {
        let all = VersionSet::all(newest);
        let bits = (1..=all.newest).filter(|&version| holds(version)).fold(0, |bits, version| bits | 1 << version);
        VersionSet { bits, ..all }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether a version is in the set. A version newer than the newest known one counts as the newest.
    pub(crate) fn contains(self, version: i64) -> bool {
        version >= 1 && self.bits >> version.min(self.newest) & 1 == 1
    }

    pub(crate) fn intersection(self, other: VersionSet) -> VersionSet {
        VersionSet { bits: self.bits & other.bits, ..self }
    }

    fn versions(self) -> impl DoubleEndedIterator<Item = i64> {
        (1..=self.newest).filter(move |&version| self.contains(version))
    }

    /// The lowest version of at least `version`, otherwise the highest one.
    pub(crate) fn from(self, version: i64) -> Option<i64> {
        self.versions().find(|&v| v >= version).or_else(|| self.versions().next_back())
    }

    /// The version nearest to `version`; of two, the newer one.
    pub(crate) fn nearest(self, version: i64) -> Option<i64> {
        self.versions().min_by_key(|&v| (v.abs_diff(version), v < version))
    }

    /// The consecutive versions around one of the set: `13 or later`, `17 or earlier`, `13 to 17`, `13`.
    pub(crate) fn describe(self, version: i64) -> String {
        let (mut first, mut last) = (version, version);
        while self.contains(first - 1) {
            first -= 1;
        }
        while last < self.newest && self.contains(last + 1) {
            last += 1;
        }
        match (first == 1, last == self.newest) {
            (_, true) => format!("{first} or later"),
            (true, false) => format!("{last} or earlier"),
            (false, false) if first == last => first.to_string(),
            (false, false) => format!("{first} to {last}"),
        }
    }
}

/// The versions in which the operator exists, for ONNX or for ONNX Runtime alone, and its signature `accepts` the node.
pub(crate) fn versions<'a>(
    entry: KnownOperator<'a>,
    newest: i64,
    accepts: impl Fn(SignatureRef<'a>) -> bool,
) -> VersionSet {
    let all = entry.all_versions();
    let accepted: Vec<SignatureRef<'_>> = all.filter(|&s| !is_removal(entry, s) && accepts(s)).collect();
    VersionSet::filter(newest, |version| {
        entry.signature(version).is_some_and(|at| accepted.iter().any(|accepted| accepted.is(at)))
    })
}

/// Those of these versions in which ONNX itself has the operator.
pub(crate) fn standard(entry: KnownOperator<'_>, versions: VersionSet) -> VersionSet {
    VersionSet::filter(versions.newest, |version| versions.contains(version) && !entry.is_onnxruntime_only(version))
}

/// Whether a version removes the operator: it is deprecated without a successor.
fn is_removal(entry: KnownOperator<'_>, signature: SignatureRef<'_>) -> bool {
    signature.is_deprecated() && entry.versions.iter().all(|other| other.since() <= signature.since())
}

/// The versions that a node is valid in, apart from types; `None` if there is none, or the domain is unknown.
pub(crate) fn written_for(model: &Model, node: NodeId, entry: KnownOperator<'_>) -> Option<VersionSet> {
    let newest = ops::latest_version(Dialect::Onnx, model.name(model.op(node).domain))?;
    Some(versions(entry, newest, |signature| conforms(model, node, signature))).filter(|set| !set.is_empty())
}

/// An operator set in messages: `opset 13`, `opset 3 of ai.onnx.ml`. `version` may be a range.
pub(crate) fn opset(domain: &str, version: &str) -> String {
    match domain {
        "" | "ai.onnx" => format!("opset {version}"),
        _ => format!("opset {version} of `{domain}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_described_around_one_of_them() {
        let set = |from: i64, to: i64| VersionSet::filter(28, |version| from <= version && version <= to);
        assert_eq!(set(13, 28).describe(20), "13 or later");
        assert_eq!(set(1, 17).describe(3), "17 or earlier");
        assert_eq!(set(13, 17).describe(13), "13 to 17");
        assert_eq!(set(13, 13).describe(13), "13");
        assert_eq!(VersionSet::all(28).describe(5), "1 or later");
    }

    #[test]
    fn the_nearest_version_is_the_newer_one_of_two() {
        let set = VersionSet::filter(28, |version| [4, 10, 17].contains(&version));
        assert_eq!((set.nearest(7), set.nearest(6), set.nearest(99)), (Some(10), Some(4), Some(17)));
        assert_eq!((set.from(11), set.from(18)), (Some(17), Some(17)));
        assert_eq!(VersionSet::filter(28, |_| false).nearest(7), None);
        assert!(VersionSet::filter(28, |version| version == 28).contains(99) && !VersionSet::all(28).contains(0));
    }
}
