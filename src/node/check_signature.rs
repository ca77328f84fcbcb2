//! Checks a node against its signature; generic and entirely data-driven.
//!
//! Checks the number of inputs and outputs (`reduce` C9), names, kinds and values of attributes (`reduce` C6, C8), and
//! types (`reduce` C1, C2). No operator is treated specially by name.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, counted, one_of};
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::graph::{Attribute, AttributeValue, Operand};
use crate::ids::NameId;
use crate::ir_syntax;
use crate::ops::signature::{
    AttributeKind, AttributeSpec, FormalParameter, FormalType, ParameterOption, Signature, TypeConstraint,
};
use crate::ops::{InferContext, OperatorEntry, consensus};
use crate::place::Part;
use crate::rule::Level;
use crate::rules;
use crate::suggest;

use super::version_fit::{self, count_conforms, kind_conforms};

/// A misspelled attribute: as written, and its probable intended name. It is reported later, when it is known whether
/// reading it as intended matches the types recorded in the file.
pub(crate) type Misspelt = (NameId, &'static str);

/// More attributes than any real node has; above this number, names are not compared pairwise.
const MANY: usize = 64;

/// Checks a node. Returns misspelled attributes, and reports everything else.
pub(crate) fn check(cx: &mut InferContext<'_>, signature: &'static Signature, entry: OperatorEntry) -> Vec<Misspelt> {
    let versions = entry.signatures;
    if signature.deprecated {
        let successor = versions.iter().filter(|v| v.since > signature.since).map(|v| v.since).min();
        deprecated(cx, signature, successor);
        if successor.is_none() {
            // An operator that was removed from the operator set has no contract to check.
            return Vec::new();
        }
    }
    let misspelt = if cx.dialect() == Dialect::Onnx && version_fit::conforms(cx.model(), cx.node(), signature) {
        Vec::new()
    } else if let Some(finding) = of_another_version(cx, signature, entry) {
        // Its types are those of the other version as well.
        cx.report(finding);
        return Vec::new();
    } else {
        inputs(cx, signature, versions);
        outputs(cx, signature);
        attributes(cx, signature, versions)
    };
    types(cx, signature, versions);
    misspelt
}

/// The one finding for a node of ONNX that is valid in another version of its operator set.
fn of_another_version(
    cx: &InferContext<'_>,
    signature: &'static Signature,
    entry: OperatorEntry,
) -> Option<Diagnostic> {
    let version = cx.model().op(cx.node()).version.filter(|_| cx.dialect() == Dialect::Onnx)?;
    let written_for = version_fit::written_for(cx.model(), cx.node(), entry)?;
    let nearest = written_for.nearest(version)?;
    let fault = input_count(cx, signature, entry.signatures);
    let fault = fault.or_else(|| absent_inputs(cx, signature).into_iter().next());
    let fault = fault.or_else(|| output_count(cx, signature)).or_else(|| omitted_output(cx, signature));
    let mut finding = fault.or_else(|| attribute_fault(cx, signature, entry.signatures))?;
    let range = version_fit::opset(cx.model().name(cx.model().op(cx.node()).domain), &written_for.describe(nearest));
    finding.message = format!("{} (the node is written for {range}, not {version})", finding.message);
    Some(finding)
}

/// The first fault of an attribute in ONNX.
fn attribute_fault(
    cx: &InferContext<'_>,
    signature: &'static Signature,
    versions: &'static [Signature],
) -> Option<Diagnostic> {
    let fault = |record: &Attribute| match signature.attribute(cx.model().name(record.name)) {
        Some(spec) => (!kind_conforms(record, spec)).then(|| wrong_kind(cx, record, spec)),
        None if is_implied(cx, record) => None,
        None => Some(unknown_attribute(cx, record.name, None, signature, versions)),
    };
    let found = cx.model().attributes(cx.node()).iter().find_map(fault);
    found.or_else(|| missing_attributes(cx, signature, &[]))
}

/// OP114: an operator that was removed from the operator set, or a defective version that a later one replaced.
fn deprecated(cx: &mut InferContext<'_>, signature: &'static Signature, successor: Option<i64>) {
    let (name, since) = (cx.op_type().to_owned(), signature.since);
    let message = match successor {
        None => format!("{name} is deprecated since opset {since}"),
        Some(next) => format!("{name}-{since} is deprecated; {name}-{next} replaces it from opset {next}"),
    };
    let finding = Diagnostic::new(&rules::deprecated_operator::RULE, cx.place(), message).data("since", since);
    cx.report(match successor {
        None => finding.help(format!("replace the operator, or import an opset before {since}")),
        Some(next) => {
            let finding = finding.level(Level::Warning).note("onnx.checker rejects it; ONNX Runtime runs it");
            finding.help(format!("convert the model to opset {next}"))
        }
    });
}

/// The valid numbers of inputs or outputs.
fn range(least: usize, most: Option<usize>) -> String {
    match most {
        Some(most) if most == least => least.to_string(),
        Some(most) => format!("{least} to {most}"),
        None => format!("at least {least}"),
    }
}

/// The first excess input if it is an attribute in this version, and the version in which it is an input.
fn moved(signature: &'static Signature, versions: &'static [Signature], given: usize) -> Option<(&'static str, i64)> {
    let later =
        versions.iter().filter(|v| v.since > signature.since).min_by_key(|v| (v.inputs.len() < given, v.since))?;
    let extra = later.inputs.get(signature.inputs.len())?;
    signature.attribute(extra.name).map(|attribute| (attribute.name, later.since))
}

/// `reduce` C9, inputs.
fn inputs(cx: &mut InferContext<'_>, signature: &'static Signature, versions: &'static [Signature]) {
    let findings = input_count(cx, signature, versions).into_iter().chain(absent_inputs(cx, signature));
    findings.collect::<Vec<_>>().into_iter().for_each(|finding| cx.report(finding));
}

fn input_count(
    cx: &InferContext<'_>,
    signature: &'static Signature,
    versions: &'static [Signature],
) -> Option<Diagnostic> {
    let (least, most) = Signature::arity_range(signature.inputs);
    let given = cx.input_count();
    if count_conforms((least, most), given) {
        return None;
    }
    let operator = cx.op_with_version();
    let names: Vec<&str> = signature.inputs.iter().map(|f| f.name).collect();
    let message = format!("{operator} has {}; expected {}", counted(given, "input"), range(least, most));
    let finding = Diagnostic::new(&rules::wrong_input_count::RULE, cx.place(), message);
    let finding = match (moved(signature, versions, given), names.as_slice()) {
        (Some((name, since)), _) => finding
            .note(format!("`{name}` is an input of {} from opset {since}", cx.op_type()))
            .help(format!("write `{name}` as an attribute")),
        (None, []) => finding.help("remove the inputs"),
        (None, names) => finding.help(format!("pass the inputs {}", names.join(", "))),
    };
    Some(finding.data("given", given).data("least", least))
}

/// Required inputs that the node lists as omitted.
fn absent_inputs(cx: &InferContext<'_>, signature: &'static Signature) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for index in 0..cx.input_count() {
        let Some(formal) = Signature::formal(signature.inputs, index) else { break };
        let absent = cx.model().inputs(cx.node())[index] == Operand::Absent;
        if absent && formal.presence == ParameterOption::Required {
            let operator = cx.op_with_version();
            let message = format!("input {index} (`{}`) of {operator} is omitted; expected a value", formal.name);
            let finding = Diagnostic::new(&rules::missing_input::RULE, cx.input_place(index), message);
            findings.push(finding.help("connect a value to the input").data("input", formal.name));
        }
    }
    findings
}

/// `reduce` C9, outputs.
fn outputs(cx: &mut InferContext<'_>, signature: &'static Signature) {
    if let Some(finding) = output_count(cx, signature).or_else(|| omitted_output(cx, signature)) {
        cx.report(finding);
    }
}

fn output_count(cx: &InferContext<'_>, signature: &'static Signature) -> Option<Diagnostic> {
    let (least, most) = Signature::arity_range(signature.outputs);
    let given = cx.output_count();
    if count_conforms((least, most), given) {
        return None;
    }
    let message = format!("{} has {}; expected {}", cx.op_with_version(), counted(given, "output"), range(least, most));
    let finding = Diagnostic::new(&rules::wrong_output_count::RULE, cx.place(), message);
    let finding = match (cx.dialect(), given) {
        (Dialect::OpenVino, 0) => finding.help(format!("add an `<output>` with {}", counted(least, "port"))),
        _ => finding,
    };
    Some(finding.data("given", given).data("least", least))
}

/// OP112: an ONNX output that is not optional has an empty name, which denotes an omitted one.
fn omitted_output(cx: &InferContext<'_>, signature: &'static Signature) -> Option<Diagnostic> {
    let (index, formal) = version_fit::omitted_output(cx.model(), cx.node(), signature)?;
    let name = formal.name;
    let message = format!("output {index} (`{name}`) of {} is required, but left out", cx.op_with_version());
    let finding = Diagnostic::new(&rules::wrong_output_count::RULE, cx.place(), message);
    Some(finding.help("name the output, or remove the node").data("output", name))
}

/// `reduce` C8 and the values of `reduce` C6.
fn attributes(
    cx: &mut InferContext<'_>,
    signature: &'static Signature,
    versions: &'static [Signature],
) -> Vec<Misspelt> {
    let mut misspelt = Vec::new();
    let records = cx.model().attributes(cx.node());
    let mut seen = HashSet::new();
    for (position, record) in records.iter().enumerate() {
        let name = cx.model().name(record.name);
        if !is_first(records, position, &mut seen) {
            duplicate(cx, record);
        } else if let Some(spec) = signature.attribute(name) {
            value(cx, record, spec);
        } else if let Some(meant) = unknown(cx, record, signature, versions) {
            misspelt.push((record.name, meant));
        }
    }
    if let Some(finding) = missing_attributes(cx, signature, &misspelt) {
        cx.report(finding);
    }
    misspelt
}

/// Required attributes that are missing: one finding, because all of them are listed in one place.
fn missing_attributes(
    cx: &InferContext<'_>,
    signature: &'static Signature,
    misspelt: &[Misspelt],
) -> Option<Diagnostic> {
    let required = signature.attributes.iter().filter(|spec| spec.required).map(|spec| spec.name);
    let meant = |name: &str| misspelt.iter().any(|(_, meant)| *meant == name);
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

fn place_of(cx: &InferContext<'_>, record: &Attribute) -> crate::place::Place {
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
fn unknown(
    cx: &mut InferContext<'_>,
    record: &Attribute,
    signature: &'static Signature,
    versions: &'static [Signature],
) -> Option<&'static str> {
    if is_implied(cx, record) {
        return None;
    }
    let name = cx.model().name(record.name);
    let few = cx.model().attributes(cx.node()).len() <= MANY;
    let alike = signature.attributes.iter().filter(|spec| few && suggest::distance(name, spec.name).is_some());
    let free = alike.filter(|spec| cx.model().attribute(cx.node(), spec.name).is_none());
    let meant = suggest::nearest(name, free.map(|spec| spec.name));
    if meant.is_none() && !cx.is_full() {
        report_unknown(cx, record.name, None, signature, versions);
    }
    meant
}

/// Reports an attribute that the signature does not contain.
pub(crate) fn report_unknown(
    cx: &mut InferContext<'_>,
    name: NameId,
    meant: Option<&'static str>,
    signature: &'static Signature,
    versions: &'static [Signature],
) {
    let finding = unknown_attribute(cx, name, meant, signature, versions);
    cx.report(finding);
}

/// The finding for an attribute that the signature does not contain.
pub(crate) fn unknown_attribute(
    cx: &InferContext<'_>,
    name: NameId,
    meant: Option<&'static str>,
    signature: &'static Signature,
    versions: &'static [Signature],
) -> Diagnostic {
    let written = cx.model().name(name);
    let record = cx.model().attributes(cx.node()).iter().find(|a| a.name == name);
    let place = record.map_or_else(|| cx.place(), |record| place_of(cx, record));
    let message = format!("{} has no attribute `{written}`", cx.op_with_version());
    let mut finding = Diagnostic::new(&rules::unknown_attribute::RULE, place, message).data("attribute", written);
    if let Some(version) = versions.iter().find(|v| v.attribute(written).is_some()) {
        let verb = if version.since > signature.since { "from" } else { "only before" };
        let bound = if version.since > signature.since { version.since } else { signature.since };
        finding = finding.note(format!("{} has this attribute {verb} opset {bound}", cx.op_type()));
    }
    if signature.inputs.iter().any(|f| f.name == written) {
        finding = finding.help(format!("pass `{written}` as an input"));
    } else if let Some(meant) = meant {
        finding = finding.help(format!("did you mean `{meant}`?"));
    } else {
        finding = finding.help("remove the attribute");
    }
    if signature.legacy_attributes.contains(&written) {
        // Such an attribute appears in every layer of its kind in old files, so it is not the author's mistake.
        return finding.level(Level::Note).note("written by the Model Optimizer; no reader uses it");
    }
    if cx.dialect() == Dialect::OpenVino {
        finding = finding.note("OpenVINO ignores unknown attributes");
    }
    finding
}

/// The kind and form of one attribute.
fn value(cx: &mut InferContext<'_>, record: &Attribute, spec: &'static AttributeSpec) {
    if let AttributeValue::Text(id) = record.value {
        let written = cx.model().name(id);
        return text_value(cx, record, spec, written);
    }
    if !kind_conforms(record, spec) {
        let finding = wrong_kind(cx, record, spec);
        cx.report(finding);
    }
}

fn wrong_kind(cx: &InferContext<'_>, record: &Attribute, spec: &'static AttributeSpec) -> Diagnostic {
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
fn text_value(cx: &mut InferContext<'_>, record: &Attribute, spec: &'static AttributeSpec, written: &str) {
    let (nonstandard, valid) = match spec.kind {
        AttributeKind::Bool => (ir_syntax::bool(written).map(|p| p.nonstandard), "true or false".to_owned()),
        AttributeKind::Integer => (ir_syntax::int(written).map(|p| p.nonstandard), "an integer".to_owned()),
        AttributeKind::Integers => {
            (ir_syntax::ints(written).map(|p| p.nonstandard), "integers separated by commas".to_owned())
        }
        AttributeKind::Real => (ir_syntax::real(written).map(|p| p.nonstandard), "a number".to_owned()),
        AttributeKind::Reals => {
            (ir_syntax::reals(written).map(|p| p.nonstandard), "numbers separated by commas".to_owned())
        }
        AttributeKind::Element => {
            let element = ir_syntax::element_type(written).is_some() || ir_syntax::is_dynamic_type(written);
            (element.then_some(false), "the name of an element type, such as f32 or i64".to_owned())
        }
        AttributeKind::Shape => {
            (ir_syntax::shape(written).map(|p| p.nonstandard), "a shape, such as 1,3,?,2..8".to_owned())
        }
        AttributeKind::Word(words) => {
            let word = words.iter().any(|w| w.eq_ignore_ascii_case(written));
            (word.then(|| !words.contains(&written)), one_of(words))
        }
        AttributeKind::Text | AttributeKind::Onnx(_) => (Some(false), String::new()),
    };
    let place = place_of(cx, record);
    let finding = match nonstandard {
        Some(false) => return,
        Some(true) => {
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
                _ => finding,
            }
        }
    };
    cx.report(finding.data("attribute", spec.name).data("value", written));
}

/// `reduce` C1 and C2; also checks that inputs of one type variable agree.
fn types(cx: &mut InferContext<'_>, signature: &'static Signature, versions: &'static [Signature]) {
    let mut stated: Vec<(&'static str, usize, ElementType)> = Vec::new();
    for index in 0..cx.input_count() {
        let Some(formal) = Signature::formal(signature.inputs, index) else { break };
        let allowed = signature.allowed(formal);
        let ty = cx.input(index).ty.clone();
        if !allows(&allowed, &ty) {
            not_allowed(cx, index, formal, allowed, versions);
            continue;
        }
        let FormalType::Variable(variable) = formal.ty else { continue };
        let Some(element) = ty.as_tensor().and_then(|t| t.element) else { continue };
        if !matches!(formal.presence, ParameterOption::Variadic { same: false, .. }) {
            stated.push((variable, index, element));
        }
    }
    same_types(cx, &stated);
}

/// TY102: the inputs of a type variable whose type is not the one that most of them have.
fn same_types(cx: &mut InferContext<'_>, stated: &[(&'static str, usize, ElementType)]) {
    let mut variables: Vec<&str> = Vec::new();
    for &(variable, ..) in stated {
        if variables.contains(&variable) {
            continue;
        }
        variables.push(variable);
        let of = || stated.iter().filter(|(name, ..)| *name == variable);
        let most = consensus::majority(of().map(|(.., element)| element));
        let Some(&(_, reference, agreed)) = of().find(|(.., element)| Some(element) == most) else { continue };
        for &(_, index, element) in of().filter(|(.., element)| *element != agreed) {
            let (here, there) = (cx.input_name(index), cx.input_name(reference));
            let message = format!("input {here} is {element}; expected {agreed}, the type of input {there}");
            let finding = Diagnostic::new(&rules::mismatched_types::RULE, cx.input_place(index), message);
            let finding = finding.related(cx.input_place(reference), format!("{agreed}"));
            let finding = finding.note(format!("{}: both have type {variable}", cx.op_with_version()));
            let finding = match [index, reference].map(|input| is_graph_input(cx, input)) {
                [true, _] => finding.help(format!("declare {here} as {agreed}, or convert it")),
                [false, true] => finding.help(format!("declare {there} as {element}, or convert one of the two")),
                [false, false] => finding,
            };
            cx.report(finding.data("type", element.name()).data("other", agreed.name()));
        }
    }
}

/// Whether an input is an input of the main graph, whose type only a declaration determines.
fn is_graph_input(cx: &InferContext<'_>, input: usize) -> bool {
    let model = cx.model();
    let value = model.inputs(cx.node()).get(input).and_then(|operand| operand.value());
    let inputs = model.main_graph().map(|graph| &model.graph(graph).inputs[..]).unwrap_or_default();
    value.is_some_and(|value| inputs.contains(&value))
}

/// Whether a type, as far as it is known, is allowed.
pub(crate) fn allows(allowed: &TypeConstraint, ty: &ValueType) -> bool {
    let element = |set: crate::element::TypeSet, e: Option<ElementType>| match e {
        Some(e) => set.contains(e),
        None => !set.is_empty(),
    };
    match ty {
        ValueType::Unknown | ValueType::Map(..) => true,
        ValueType::Tensor(t) => element(allowed.tensor, t.element),
        ValueType::Sparse(t) => element(allowed.sparse.union(allowed.tensor), t.element),
        ValueType::Sequence(inner) => match &**inner {
            ValueType::Tensor(t) => element(allowed.sequence, t.element),
            _ => true,
        },
        ValueType::Optional(inner) => match &**inner {
            ValueType::Tensor(t) => element(allowed.optional, t.element),
            ValueType::Sequence(_) => !allowed.optional_sequence.is_empty(),
            _ => true,
        },
    }
}

fn not_allowed(
    cx: &mut InferContext<'_>,
    index: usize,
    formal: &'static FormalParameter,
    allowed: TypeConstraint,
    versions: &'static [Signature],
) {
    let ty = cx.input(index).ty.clone();
    let kind = ty.kind_name();
    // `reduce` C2 has its own code for every operator with axes.
    let rule = if formal.name == "axes" { &rules::wrong_axes_type::RULE } else { &rules::type_not_allowed::RULE };
    let since = cx.version();
    let later = versions.iter().filter(|v| v.since > since).find(|v| {
        let same = v.inputs.iter().find(|f| f.name == formal.name);
        same.is_some_and(|f| allows(&v.allowed(f), &ty))
    });
    let later = later.filter(|_| cx.dialect() == Dialect::Onnx).map(|version| version.since);
    let also = later.map(|since| format!(", or {kind} from opset {since}")).unwrap_or_default();
    let message = format!(
        "input {} (`{}`) of {} is {kind}; expected {}{also}",
        cx.input_name(index),
        formal.name,
        cx.op_with_version(),
        allowed.tensor
    );
    let finding = Diagnostic::new(rule, cx.input_place(index), message).label(ty.to_string());
    let finding = finding.help(match later {
        Some(since) => format!("convert the model to opset {since}, the first that allows {kind}"),
        None => "convert the input to an allowed type".to_owned(),
    });
    cx.report(finding.data("input", formal.name).data("type", kind));
}
