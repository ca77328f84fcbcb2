//! Checks the attributes of a node against its signature: `reduce` C8, and the values of `reduce` C6.

use std::collections::HashSet;

use super::version_fit::{self, kind_conforms};
use crate::diagnostic::{Diagnostic, one_of};
use crate::dialect::Dialect;
use crate::graph::{Attribute, AttributeValue};
use crate::ids::NameId;
use crate::ir_syntax;
use crate::ops::signature::{AttributeKind, AttributeSpec};
use crate::ops::signature_ref::{SignatureRef, Versions};
use crate::ops::{InferContext, MOST_INTS};
use crate::place::{Part, Place};
use crate::rule::Level;
use crate::rules;
use crate::suggest;

/// A misspelled attribute: as written, and its probable intended name. It is reported later, when it is known whether
/// reading it as intended matches the types recorded in the file.
pub(crate) type Misspelt = (NameId, String);

/// More attributes than any real node has; above this number, names are not compared pairwise.
pub(crate) const MANY: usize = 64;

/// Checks the attributes. Returns the misspelled ones, and reports everything else.
pub(super) fn check(cx: &mut InferContext<'_>, signature: SignatureRef<'_>, versions: Versions<'_>) -> Vec<Misspelt> {
    let mut misspelt = Vec::new();
    let records = cx.model().attributes(cx.node());
    let mut seen = HashSet::new();
    for (position, record) in records.iter().enumerate() {
        let name = cx.model().name(record.name);
        if !is_first(records, position, &mut seen) {
            duplicate(cx, record);
        } else if let Some(spec) = signature.attribute(name) {
            value(cx, record, &spec);
        } else if let Some(meant) = unknown(cx, record, signature, versions) {
            misspelt.push((record.name, meant.to_owned()));
        }
    }
    if let Some(finding) = missing_attributes(cx, signature, &misspelt) {
        cx.report(finding);
    }
    misspelt
}

/// Reports the attribute that the operator did not read because its list is too long.
pub(super) fn report_long_list(cx: &mut InferContext<'_>) {
    let Some(&name) = cx.long_list.get() else { return };
    let Some(record) = cx.model.attributes(cx.node).iter().find(|record| record.name == name) else { return };
    let message = format!(
        "attribute `{}` of {} has more than {MOST_INTS} integers and is not read",
        cx.model.name(name),
        cx.op_with_version()
    );
    let finding = Diagnostic::new(&rules::limit_exceeded::RULE, place_of(cx, record), message).data("limit", MOST_INTS);
    cx.report(finding.help("no tensor has so many dimensions, and no node so many outputs: correct the list"));
}

/// Required attributes that are missing: one finding, because all of them are listed in one place.
fn missing_attributes(cx: &InferContext<'_>, signature: SignatureRef<'_>, misspelt: &[Misspelt]) -> Option<Diagnostic> {
    let required = signature.attributes().filter(|spec| spec.required).map(|spec| spec.name);
    let meant = |name: &str| misspelt.iter().any(|(_, meant)| meant == name);
    let missing: Vec<&str> = required.filter(|name| !meant(name) && cx.attribute_record(name).is_none()).collect();
    let listed: Vec<String> = missing.iter().map(|name| format!("`{name}`")).collect();
    let (what, names) = match &listed[..] {
        [] => return None,
        [one] => ("attribute", one.clone()),
        [first @ .., last] => ("attributes", format!("{} and {last}", first.join(", "))),
    };
    let message = format!("{} needs the {what} {names}", cx.op_with_version());
    let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message).help(format!("add {names}"));
    Some(match &missing[..] {
        [one] => finding.data("attribute", *one),
        several => finding.data("attributes", several.to_vec()),
    })
}

/// Whether no attribute before this one has its name.
fn is_first(records: &[Attribute], position: usize, seen: &mut HashSet<NameId>) -> bool {
    match records.len() > MANY {
        true => seen.insert(records[position].name),
        false => records[..position].iter().all(|earlier| earlier.name != records[position].name),
    }
}

fn place_of(cx: &InferContext<'_>, record: &Attribute) -> Place {
    cx.place().part(Part::Attribute(record.name)).at(record.span)
}

fn duplicate(cx: &mut InferContext<'_>, record: &Attribute) {
    let name = cx.model().name(record.name);
    let message = format!("attribute `{name}` appears more than once");
    let finding = Diagnostic::new(&rules::duplicate_attribute::RULE, place_of(cx, record), message);
    cx.report(finding.help("keep one of them").data("attribute", name));
}

/// Whether the reader added the attribute, or the dialect ignores such names.
fn is_implied(cx: &InferContext<'_>, record: &Attribute) -> bool {
    match cx.dialect() {
        Dialect::Onnx => version_fit::is_ignored(cx.model().name(record.name)),
        Dialect::OpenVino => !matches!(record.value, AttributeValue::Text(_)),
    }
}

/// An attribute that the signature does not contain. Returns the intended name if it is in the same signature; the
/// caller reports those.
fn unknown<'s>(
    cx: &mut InferContext<'_>,
    record: &Attribute,
    signature: SignatureRef<'s>,
    versions: Versions<'_>,
) -> Option<&'s str> {
    if is_implied(cx, record) {
        return None;
    }
    let name = cx.model().name(record.name);
    let few = cx.model().attributes(cx.node()).len() <= MANY && !signature.is_legacy(name);
    let alike = signature.attributes().filter(|spec| few && suggest::distance(name, spec.name).is_some());
    let free = alike.filter(|spec| cx.model().attribute(cx.node(), spec.name).is_none());
    let meant = suggest::nearest(name, free.map(|spec| spec.name));
    if meant.is_none() && !cx.is_full() {
        let finding = unknown_attribute(cx, record, None, signature, versions);
        cx.report(finding);
    }
    meant
}

/// Whether a name differs in one letter, or in the case of letters, from that of the attribute that was probably meant.
pub(crate) fn is_typo(written: &str, meant: &str) -> bool {
    suggest::distance(written, meant).is_some_and(|distance| distance <= 1)
}

/// The finding for an attribute that the signature does not contain.
pub(crate) fn unknown_attribute(
    cx: &InferContext<'_>,
    record: &Attribute,
    meant: Option<&str>,
    signature: SignatureRef<'_>,
    versions: Versions<'_>,
) -> Diagnostic {
    let written = cx.model().name(record.name);
    let message = format!("{} has no attribute `{written}`", cx.op_with_version());
    let mut finding =
        Diagnostic::new(&rules::unknown_attribute::RULE, place_of(cx, record), message).data("attribute", written);
    if let Some(version) = versions.iter().find(|v| v.attribute(written).is_some()) {
        let verb = if version.since() > signature.since() { "from" } else { "only before" };
        let bound = if version.since() > signature.since() { version.since() } else { signature.since() };
        finding = finding.note(format!("{} has this attribute {verb} opset {bound}", cx.op_type()));
    }
    if signature.inputs().iter().any(|f| f.name == written) {
        finding = finding.help(format!("pass `{written}` as an input"));
    } else if let Some(meant) = meant {
        finding = finding.help(format!("did you mean `{meant}`?"));
    } else {
        finding = finding.help("remove the attribute");
    }
    if signature.is_legacy(written) {
        // Such an attribute appears in every layer of its kind in old files, so it is not the author's mistake.
        return finding.level(Level::Note).note("written by the Model Optimizer; no reader uses it");
    }
    if cx.dialect() == Dialect::OpenVino {
        finding = finding.note("OpenVINO ignores unknown attributes");
    }
    finding
}

/// The kind and form of one attribute.
fn value(cx: &mut InferContext<'_>, record: &Attribute, spec: &AttributeSpec<'_>) {
    if let AttributeValue::Text(id) = record.value {
        let written = cx.model().name(id);
        return text_value(cx, record, spec, written);
    }
    if !kind_conforms(record, spec) {
        let finding = wrong_kind(cx, record, spec);
        cx.report(finding);
    }
}

fn wrong_kind(cx: &InferContext<'_>, record: &Attribute, spec: &AttributeSpec<'_>) -> Diagnostic {
    let expected = if let AttributeKind::Onnx(kind) = spec.kind { kind.name() } else { "" };
    let given = match &record.value {
        AttributeValue::Malformed(_) => "has no single value".to_owned(),
        value => value.kind().map_or("has no type".to_owned(), |kind| format!("has type {}", kind.name())),
    };
    let message = format!("attribute `{}` of {} {given}; expected {expected}", spec.name, cx.op_with_version());
    let finding = Diagnostic::new(&rules::wrong_attribute_kind::RULE, place_of(cx, record), message);
    let finding = finding.help(format!("write it as type {expected}"));
    finding.data("attribute", spec.name).data("expected", expected)
}

/// The form of an IR attribute, as OpenVINO reads it.
fn text_value(cx: &mut InferContext<'_>, record: &Attribute, spec: &AttributeSpec<'_>, written: &str) {
    let nonstandard = match spec.kind {
        AttributeKind::Bool => ir_syntax::bool(written).map(|p| p.nonstandard),
        AttributeKind::Integer => ir_syntax::int(written).map(|p| p.nonstandard),
        AttributeKind::Integers => ir_syntax::ints(written).map(|p| p.nonstandard),
        AttributeKind::Real => ir_syntax::real(written).map(|p| p.nonstandard),
        AttributeKind::Reals => ir_syntax::reals(written).map(|p| p.nonstandard),
        AttributeKind::Element => {
            let element = ir_syntax::element_type(written).is_some() || ir_syntax::is_dynamic_type(written);
            element.then_some(false)
        }
        AttributeKind::Shape => ir_syntax::shape(written).map(|p| p.nonstandard),
        AttributeKind::Word(words) => one_of_words(words, written),
        AttributeKind::OneOf(words) => one_of_words(words, written),
        AttributeKind::Text | AttributeKind::Onnx(_) => Some(false),
    };
    if nonstandard == Some(false) {
        return;
    }
    let valid = valid_text(spec.kind);
    let place = place_of(cx, record);
    let finding = match nonstandard {
        Some(_) => {
            let message = format!("attribute `{}` is {written:?}, a form that no writer emits", spec.name);
            let finding = Diagnostic::new(&rules::unusual_attribute_form::RULE, place, message);
            let finding = if spec.kind == AttributeKind::Bool { finding.level(Level::Note) } else { finding };
            finding.help(format!("write {valid}"))
        }
        None => {
            let message = format!("attribute `{}` is {written:?}; expected {valid}", spec.name);
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
            match (spec.kind, cx.bool(spec.name)) {
                (AttributeKind::Bool, Some(default)) => finding
                    .note(format!("OpenVINO silently reads it as {default}, the default"))
                    .help(format!("write `{0}=\"true\"` or `{0}=\"false\"`", spec.name)),
                _ => finding.help(format!("set `{}` to {valid}", spec.name)),
            }
        }
    };
    cx.report(finding.data("attribute", spec.name).data("value", written));
}

/// Whether a text that is one of the words in any case is spelled differently; `None` if it is none of them.
fn one_of_words(words: &[impl AsRef<str>], written: &str) -> Option<bool> {
    let mut words = words.iter().map(AsRef::as_ref);
    let word = words.clone().any(|word| word.eq_ignore_ascii_case(written));
    word.then(|| words.all(|word| word != written))
}

/// What a kind of IR attribute accepts, for a message.
fn valid_text(kind: AttributeKind<'_>) -> String {
    let text = match kind {
        AttributeKind::Bool => "true or false",
        AttributeKind::Integer => "an integer",
        AttributeKind::Integers => "integers separated by commas",
        AttributeKind::Real => "a number",
        AttributeKind::Reals => "numbers separated by commas",
        AttributeKind::Element => "the name of an element type, such as f32 or i64",
        AttributeKind::Shape => "a shape, such as 1,3,?,2..8",
        AttributeKind::Word(_) | AttributeKind::OneOf(_) => return one_of(&kind.words().unwrap_or_default()),
        AttributeKind::Text | AttributeKind::Onnx(_) => "",
    };
    text.to_owned()
}

/// The first fault of an attribute in ONNX.
pub(super) fn first_fault(
    cx: &InferContext<'_>,
    signature: SignatureRef<'_>,
    versions: Versions<'_>,
) -> Option<Diagnostic> {
    let fault = |record: &Attribute| match signature.attribute(cx.model().name(record.name)) {
        Some(spec) => (!kind_conforms(record, &spec)).then(|| wrong_kind(cx, record, &spec)),
        None if is_implied(cx, record) => None,
        None => Some(unknown_attribute(cx, record, None, signature, versions)),
    };
    let found = cx.model().attributes(cx.node()).iter().find_map(fault);
    found.or_else(|| missing_attributes(cx, signature, &[]))
}
