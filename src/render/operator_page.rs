//! The page of an operator: its signatures, version by version.

use std::fmt::{self, Write};

use crate::dialect::Dialect;
use crate::element::TypeSet;
use crate::ops::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, FormalType, ParameterOption, Signature, TypeConstraint,
};
use crate::ops::{self, OperatorEntry};
use crate::rules;

/// The page for all operators with this name, in both dialects; `None` if there are none.
pub(crate) fn operator_page(name: &str) -> Option<String> {
    let mut page = String::new();
    for (dialect, title) in [(Dialect::Onnx, "ONNX"), (Dialect::OpenVino, "OpenVINO")] {
        let mut named: Vec<_> = ops::operators(dialect).filter(|(_, n, _)| *n == name).collect();
        named.sort_by_key(|(domain, ..)| *domain);
        for (domain, name, known) in named {
            let suffix = if domain.is_empty() { String::new() } else { format!(", domain {domain}") };
            // Writing to a string cannot fail.
            let _ = writeln!(page, "{}{name} ({title}{suffix})\n", if page.is_empty() { "" } else { "\n" });
            let _ = operator(&mut page, name, &known);
        }
    }
    (!page.is_empty()).then_some(page)
}

fn operator(page: &mut String, name: &str, known: &OperatorEntry) -> fmt::Result {
    if !known.opsets.is_empty() {
        let ranges: Vec<String> = known.opsets.iter().map(|&(a, b)| range(a, Some(b))).collect();
        writeln!(page, "  In {}.", ranges.join(", "))?;
    }
    writeln!(
        page,
        "  {}",
        match known.def {
            Some(_) => "Types and shapes are inferred.",
            None => "There is no shape function: declared types and shapes are used.",
        }
    )?;
    let mut before: Option<&Signature> = None;
    for (i, signature) in known.signatures.iter().enumerate() {
        let last = signature.until.or_else(|| known.signatures.get(i + 1).map(|next| next.since - 1));
        writeln!(page, "\n  {name}-{}   {}", signature.since, range(signature.since, last))?;
        if signature.deprecated {
            writeln!(page, "    deprecated")?;
        }
        match before {
            None => first(page, signature)?,
            Some(before) => changes(page, before, signature)?,
        }
        before = Some(signature);
    }
    divergences(page, known)
}

fn range(first: i64, last: Option<i64>) -> String {
    match last {
        Some(last) if last <= first => format!("opset {first}"),
        Some(last) => format!("opsets {first} to {last}"),
        None => format!("opset {first} on"),
    }
}

fn divergences(page: &mut String, known: &OperatorEntry) -> fmt::Result {
    let notes = known.def.map_or(&[][..], |def| def.known_divergences);
    if !notes.is_empty() {
        writeln!(page, "\n  Tools that diverge, by rule")?;
    }
    for (code, note) in notes {
        let name = rules::lookup(code).map_or("", |rule| rule.name());
        writeln!(page, "    {code} {name}: {note}")?;
    }
    Ok(())
}

/// One line of a signature: a subject and its description.
struct Line {
    subject: String,
    text: String,
    /// The types, if the subject is a type variable.
    types: Option<TypeConstraint>,
}

fn lines(signature: &Signature) -> Vec<Line> {
    let formal =
        |what: &str, f: &FormalParameter| Line { subject: format!("{what} {}", f.name), text: form(f), types: None };
    let attribute = |a: &AttributeSpec| Line {
        subject: format!("attribute {}", a.name),
        text: format!("{}{}", kind(a.kind), presence(a)),
        types: None,
    };
    let inputs = signature.inputs.iter().map(|f| formal("input", f));
    let outputs = signature.outputs.iter().map(|f| formal("output", f));
    let variables = signature.variables.iter().map(|v| Line {
        subject: format!("type {}", v.name),
        text: types(&v.allowed),
        types: Some(v.allowed),
    });
    inputs.chain(outputs).chain(signature.attributes.iter().map(attribute)).chain(variables).collect()
}

fn first(page: &mut String, signature: &Signature) -> fmt::Result {
    for line in lines(signature) {
        writeln!(page, "    {}: {}", line.subject, line.text)?;
    }
    Ok(())
}

/// Writes removals, additions, and changes.
fn changes(page: &mut String, before: &Signature, after: &Signature) -> fmt::Result {
    let (old, new) = (lines(before), lines(after));
    let mut same = true;
    for line in old.iter().filter(|o| new.iter().all(|n| n.subject != o.subject)) {
        writeln!(page, "    - {}: {}", line.subject, line.text)?;
        same = false;
    }
    for line in &new {
        let earlier = old.iter().find(|o| o.subject == line.subject);
        let text = match earlier {
            None => format!("+ {}: {}", line.subject, line.text),
            Some(earlier) if earlier.text == line.text => continue,
            Some(earlier) => format!("~ {}: {}", line.subject, difference(earlier, line)),
        };
        writeln!(page, "    {text}")?;
        same = false;
    }
    if same { writeln!(page, "    the same signature") } else { Ok(()) }
}

fn difference(before: &Line, after: &Line) -> String {
    let sets = before.types.zip(after.types).map(|(a, b)| {
        let only_tensors = TypeConstraint { tensor: a.tensor, ..b } == a;
        (only_tensors, b.tensor.difference(a.tensor), a.tensor.difference(b.tensor))
    });
    match sets {
        Some((true, more, less)) if less.is_empty() => format!("also {more}"),
        Some((true, more, less)) if more.is_empty() => format!("no longer {less}"),
        Some((true, more, less)) => format!("also {more}; no longer {less}"),
        _ => format!("{}, was {}", after.text, before.text),
    }
}

fn form(formal: &FormalParameter) -> String {
    let ty = match formal.ty {
        FormalType::Variable(name) => name.to_owned(),
        FormalType::Fixed(kinds) => types(&kinds),
    };
    match formal.presence {
        ParameterOption::Required => ty,
        ParameterOption::Optional => format!("{ty}, optional"),
        ParameterOption::Variadic { min, same } => {
            let same = if same { "" } else { ", each of its own type" };
            format!("{ty}, {min} or more{same}")
        }
    }
}

fn types(kinds: &TypeConstraint) -> String {
    if *kinds == TypeConstraint::ANY {
        return "anything".to_owned();
    }
    let set = |set: TypeSet| if set == TypeSet::ALL { "any type".to_owned() } else { set.to_string() };
    let mut parts = Vec::new();
    for (of, form) in [
        (kinds.tensor, ""),
        (kinds.sparse, "sparse"),
        (kinds.sequence, "seq"),
        (kinds.optional, "optional"),
        (kinds.optional_sequence, "optional(seq)"),
    ] {
        match (of.is_empty(), form) {
            (true, _) => {}
            (false, "") => parts.push(set(of)),
            (false, form) => parts.push(format!("{form} of {}", set(of))),
        }
    }
    if kinds.map {
        parts.push("maps".to_owned());
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") }
}

fn kind(kind: AttributeKind<'_>) -> String {
    match kind {
        AttributeKind::Onnx(kind) => kind.name().to_owned(),
        AttributeKind::Bool => "boolean".to_owned(),
        AttributeKind::Integer => "integer".to_owned(),
        AttributeKind::Integers => "integers".to_owned(),
        AttributeKind::Real => "number".to_owned(),
        AttributeKind::Reals => "numbers".to_owned(),
        AttributeKind::Text => "text".to_owned(),
        AttributeKind::Word(words) => words.join(" | "),
        AttributeKind::OneOf(words) => words.join(" | "),
        AttributeKind::Element => "element type".to_owned(),
        AttributeKind::Shape => "shape".to_owned(),
    }
}

fn presence(attribute: &AttributeSpec<'_>) -> String {
    match attribute.default {
        _ if attribute.required => ", required".to_owned(),
        None => ", optional".to_owned(),
        Some(DefaultValue::Text(text)) => format!(" = {text:?}"),
        Some(value) => format!(" = {value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_lists_its_changes() {
        let page = operator_page("ReduceMin").expect("a page");
        let of = |version: &str| {
            let (_, rest) = page.split_once(&format!("ReduceMin-{version} ")).expect(version);
            rest.split("\n\n").next().unwrap_or_default().to_owned()
        };
        assert!(of("1").contains("attribute axes: INTS, optional"));
        assert!(of("1").contains("attribute keepdims: INT = 1"));
        assert!(of("11").contains("the same signature"));
        assert!(of("12").contains("~ type T: also i8, u8"));
        assert!(of("18").contains("- attribute axes") && of("18").contains("+ input axes: i64, optional"));
        assert!(of("20").contains("~ type T: also bool"));
        assert!(page.contains("ReduceMin (OpenVINO)"));
        assert!(page.contains("OP102 axis-out-of-range: "));
    }

    #[test]
    fn an_unknown_name_has_no_page() {
        assert!(operator_page("ReduceMinn").is_none());
    }
}
