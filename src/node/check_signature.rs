//! Checks a node against its signature; generic and entirely data-driven.
//!
//! Checks the number of inputs and outputs (`reduce` C9) and types (`reduce` C1, C2); attributes are checked in
//! `check_attributes`. No operator is treated specially by name.

use super::check_attributes::{self, Misspelt};
use super::version_fit::{self, count_conforms};
use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::graph::{Operand, ValueRole};
use crate::ops::signature::{FormalParameter, FormalType, ParameterOption, TypeConstraint};
use crate::ops::signature_ref::{SignatureRef, Versions};
use crate::ops::{InferContext, KnownOperator, consensus, is_parameter};
use crate::rule::Level;
use crate::rules;

/// Checks a node. Returns misspelled attributes, and reports everything else.
pub(crate) fn check(cx: &mut InferContext<'_>, signature: SignatureRef<'_>, entry: KnownOperator<'_>) -> Vec<Misspelt> {
    let versions = entry.versions;
    if signature.is_deprecated() {
        let successor = versions.iter().filter(|v| v.since() > signature.since()).map(|v| v.since()).min();
        // If the imports are missing, the version is only assumed.
        let has_imports = cx.model().ir_version().is_none_or(|ir| ir < 3) || !cx.model().opsets().is_empty();
        if cx.dialect() == Dialect::OpenVino || has_imports {
            deprecated(cx, signature, successor);
        }
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
        check_attributes::check(cx, signature, versions)
    };
    types(cx, signature, versions);
    misspelt
}

/// The one finding for a node of ONNX that is valid in another version of its operator set.
fn of_another_version(
    cx: &InferContext<'_>,
    signature: SignatureRef<'_>,
    entry: KnownOperator<'_>,
) -> Option<Diagnostic> {
    let version = cx.model().op(cx.node()).version.filter(|_| cx.dialect() == Dialect::Onnx)?;
    let written_for = version_fit::written_for(cx.model(), cx.node(), entry)?;
    let nearest = written_for.nearest(version)?;
    let fault = input_count(cx, signature, entry.versions);
    let fault = fault.or_else(|| absent_inputs(cx, signature).into_iter().next());
    let fault = fault.or_else(|| output_count(cx, signature)).or_else(|| omitted_output(cx, signature));
    let mut finding = fault.or_else(|| check_attributes::first_fault(cx, signature, entry.versions))?;
    let range = version_fit::opset(cx.model().name(cx.model().op(cx.node()).domain), &written_for.describe(nearest));
    finding.message = format!("{} (the node is written for {range}, not {version})", finding.message);
    Some(finding)
}

/// OP114: an operator that was removed from the operator set, or a defective version that a later one replaced.
fn deprecated(cx: &mut InferContext<'_>, signature: SignatureRef<'_>, successor: Option<i64>) {
    let (name, since) = (cx.op_type().to_owned(), signature.since());
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
fn moved<'s>(signature: SignatureRef<'s>, versions: Versions<'_>, given: usize) -> Option<(&'s str, i64)> {
    let later = versions
        .iter()
        .filter(|v| v.since() > signature.since())
        .min_by_key(|v| (v.inputs().len() < given, v.since()))?;
    let extra = later.inputs().get(signature.inputs().len())?;
    signature.attribute(extra.name).map(|attribute| (attribute.name, later.since()))
}

/// `reduce` C9, inputs.
fn inputs(cx: &mut InferContext<'_>, signature: SignatureRef<'_>, versions: Versions<'_>) {
    let findings = input_count(cx, signature, versions).into_iter().chain(absent_inputs(cx, signature));
    findings.collect::<Vec<_>>().into_iter().for_each(|finding| cx.report(finding));
}

fn input_count(cx: &InferContext<'_>, signature: SignatureRef<'_>, versions: Versions<'_>) -> Option<Diagnostic> {
    let (least, most) = signature.inputs().arity_range();
    let given = cx.input_count();
    if count_conforms((least, most), given) {
        return None;
    }
    let operator = cx.op_with_version();
    let names: Vec<&str> = signature.inputs().iter().map(|f| f.name).collect();
    let message = format!("{operator} has {}; expected {}", counted(given, "input"), range(least, most));
    let finding = Diagnostic::new(&rules::wrong_input_count::RULE, cx.place(), message);
    let finding = match (moved(signature, versions, given), names.as_slice()) {
        (Some((name, since)), _) => finding
            .note(format!("`{name}` is an input of {} from opset {since}", cx.op_type()))
            .help(format!("write `{name}` as an attribute")),
        (None, []) => finding.help("remove the inputs"),
        (None, names) => finding.help(other_inputs(names, given, least)),
    };
    Some(finding.data("given", given).data("least", least))
}

/// How to give a node the right number of inputs.
fn other_inputs(names: &[&str], given: usize, least: usize) -> String {
    let quoted = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match names.get(given..least.max(given)) {
        Some([missing]) => format!("add the input `{missing}`"),
        Some(missing @ [_, ..]) => format!("add the inputs {}", quoted(missing)),
        _ if given > names.len() => {
            let extra = given - names.len();
            format!("remove the last {}: its inputs are {}", counted(extra, "input"), quoted(names))
        }
        _ => format!("pass the inputs {}", quoted(names)),
    }
}

/// Required inputs that the node lists as omitted.
fn absent_inputs(cx: &InferContext<'_>, signature: SignatureRef<'_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for index in 0..cx.input_count() {
        let Some(formal) = signature.inputs().formal(index) else { break };
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
fn outputs(cx: &mut InferContext<'_>, signature: SignatureRef<'_>) {
    if let Some(finding) = output_count(cx, signature).or_else(|| omitted_output(cx, signature)) {
        cx.report(finding);
    }
}

fn output_count(cx: &InferContext<'_>, signature: SignatureRef<'_>) -> Option<Diagnostic> {
    let (least, most) = signature.outputs().arity_range();
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
fn omitted_output(cx: &InferContext<'_>, signature: SignatureRef<'_>) -> Option<Diagnostic> {
    let (index, formal) = version_fit::omitted_output(cx.model(), cx.node(), signature)?;
    let name = formal.name;
    let message = format!("output {index} (`{name}`) of {} is required, but left out", cx.op_with_version());
    let finding = Diagnostic::new(&rules::wrong_output_count::RULE, cx.place(), message);
    Some(finding.help("name the output, or remove the node").data("output", name))
}

/// `reduce` C1 and C2; also checks that inputs of one type variable agree.
fn types(cx: &mut InferContext<'_>, signature: SignatureRef<'_>, versions: Versions<'_>) {
    let mut firsts = FirstTypes::default();
    let mut agree = true;
    for index in 0..cx.input_count() {
        let Some(formal) = signature.inputs().formal(index) else { break };
        let allowed = signature.allowed(&formal);
        if !allows(&allowed, cx.ty(index)) {
            not_allowed(cx, index, &formal, allowed, versions);
        } else if let Some(stated) = stated_type(cx, &formal, index) {
            agree &= firsts.agree(stated);
        }
    }
    if !agree {
        let formals = (0..cx.input_count()).map_while(|index| Some((index, signature.inputs().formal(index)?)));
        let valid = formals.filter(|(index, formal)| allows(&signature.allowed(formal), cx.ty(*index)));
        let stated: Vec<StatedType<'_>> = valid.filter_map(|(index, formal)| stated_type(cx, &formal, index)).collect();
        same_types(cx, &stated);
    }
}

/// The element type that an input has for a type variable.
#[derive(Clone, Copy)]
struct StatedType<'s> {
    variable: &'s str,
    input: usize,
    element: ElementType,
}

/// The type that an input states for its type variable, if the variable must have one type.
fn stated_type<'s>(cx: &InferContext<'_>, formal: &FormalParameter<'s>, input: usize) -> Option<StatedType<'s>> {
    let FormalType::Variable(variable) = formal.ty else { return None };
    let element = cx.ty(input).as_tensor()?.element?;
    let is_free = matches!(formal.presence, ParameterOption::Variadic { same: false, .. });
    (!is_free).then_some(StatedType { variable, input, element })
}

/// The first type that is stated for each of the first type variables, without an allocation.
#[derive(Default)]
struct FirstTypes<'s>([Option<StatedType<'s>>; 4]);

impl<'s> FirstTypes<'s> {
    /// Whether the type is certainly that of the inputs with the same variable before it.
    fn agree(&mut self, stated: StatedType<'s>) -> bool {
        let mut slots = self.0.iter_mut();
        let slot = slots.find(|slot| slot.is_none_or(|first| first.variable == stated.variable));
        slot.is_some_and(|slot| slot.get_or_insert(stated).element == stated.element)
    }
}

/// TY102: the inputs of a type variable whose type is not the one that most of them have.
fn same_types(cx: &mut InferContext<'_>, stated: &[StatedType<'_>]) {
    let mut variables: Vec<&str> = Vec::new();
    for &StatedType { variable, .. } in stated {
        if variables.contains(&variable) {
            continue;
        }
        variables.push(variable);
        let of = || stated.iter().filter(|other| other.variable == variable);
        let most = consensus::majority(of().map(|other| &other.element));
        let Some(&reference) = of().find(|other| Some(&other.element) == most) else { continue };
        for &other in of().filter(|other| other.element != reference.element) {
            mismatch(cx, other, reference);
        }
    }
}

fn mismatch(cx: &mut InferContext<'_>, StatedType { variable, input, element }: StatedType, reference: StatedType) {
    let agreed = reference.element;
    if cx.types_differ {
        // Another one of this node is not kept.
        let message = "the types of the inputs differ";
        return cx.report(Diagnostic::new(&rules::mismatched_types::RULE, cx.input_place(input), message));
    }
    let (here, there) = (cx.input_name(input), cx.input_name(reference.input));
    let message = format!("input {here} is {element}; expected {agreed}, the type of input {there}");
    let finding = Diagnostic::new(&rules::mismatched_types::RULE, cx.input_place(input), message);
    let finding = finding.related(cx.input_place(reference.input), format!("{agreed}"));
    let finding = finding.note(format!("{}: both have type {variable}", cx.op_with_version()));
    let finding = match [input, reference.input].map(|input| is_graph_input(cx, input)) {
        [true, _] => finding.help(format!("declare {here} as {agreed}, or convert it")),
        [false, true] => finding.help(format!("declare {there} as {element}, or convert one of the two")),
        [false, false] => finding,
    };
    cx.report(finding.data("type", element.name()).data("other", agreed.name()));
}

/// Whether an input is an input of the main graph, whose type only a declaration determines.
fn is_graph_input(cx: &InferContext<'_>, input: usize) -> bool {
    let model = cx.model();
    let Some(value) = model.inputs(cx.node()).get(input).and_then(|operand| operand.value()) else { return false };
    let value = model.value(value);
    Some(value.graph) == model.main_graph()
        && match value.role {
            ValueRole::Input { .. } => true,
            ValueRole::Initializer(_) => false,
            ValueRole::Output(node) => is_parameter(model, node),
        }
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
    formal: &FormalParameter<'_>,
    allowed: TypeConstraint,
    versions: Versions<'_>,
) {
    let ty = cx.ty(index).clone();
    let kind = ty.kind_name();
    // `reduce` C2 has its own code for every operator with axes.
    let rule = if formal.name == "axes" { &rules::wrong_axes_type::RULE } else { &rules::type_not_allowed::RULE };
    let since = cx.version();
    let later = versions.iter().filter(|v| v.since() > since).find(|v| {
        let same = v.inputs().iter().find(|f| f.name == formal.name);
        same.is_some_and(|f| allows(&v.allowed(&f), &ty))
    });
    let later = later.filter(|_| cx.dialect() == Dialect::Onnx).map(|version| version.since());
    let also = later.map(|since| format!(", or {kind} from opset {since}")).unwrap_or_default();
    let message = format!(
        "input {} (`{}`) of {} is {kind}; expected {}{also}",
        cx.input_name(index),
        formal.name,
        cx.op_with_version(),
        allowed.tensor
    );
    let finding = Diagnostic::new(rule, cx.input_place(index), message).label(&ty);
    let finding = finding.help(match later {
        Some(since) => format!("convert the model to opset {since}, the first that allows {kind}"),
        None => "convert the input to an allowed type".to_owned(),
    });
    cx.report(finding.data("input", formal.name).data("type", kind));
}
