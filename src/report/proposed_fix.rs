//! Fixes of findings, with names in place of ids.

use super::file_changes::FileChanges;
use super::locate::Locator;
use crate::diagnostic::DiagnosticValue;
use crate::fix_edit::{Applicability, Fix, FixEdit, FixValue};
use crate::graph::label::cut_name;
use crate::ids::{GraphId, NodeId, ValueId};

/// The most edits of a fix that are listed. Each takes many times the bytes of what it removes from the file.
const MOST_EDITS: usize = 1000;

/// The fix of a finding, independent of the model.
#[derive(Debug)]
#[non_exhaustive]
pub struct ProposedFix {
    /// What is done, imperative and in lower case: `remove the node`.
    pub title: String,
    /// Whether it may be applied without looking at it.
    pub applicability: Applicability,
    /// The edits, which are applied together. Of more than 1,000, the first ones, and a last one of the kind `further` has the
    /// number of the others.
    pub edits: Vec<ProposedEdit>,
    /// What changes in the file, if that was asked for.
    pub(crate) changes: Option<FileChanges>,
}

/// One edit of a fix, as the JSON report has it. Names of more than 1,024 bytes have lost their middle.
#[derive(Debug)]
#[non_exhaustive]
pub struct ProposedEdit {
    /// What is done: `set-attribute`, `remove-node`, and the like.
    pub kind: &'static str,
    /// What it applies to, by name.
    pub fields: Vec<(&'static str, DiagnosticValue)>,
}

impl ProposedFix {
    pub(super) fn new(locator: &Locator<'_>, fix: &Fix) -> ProposedFix {
        let mut edits: Vec<_> = fix.edits.iter().take(MOST_EDITS).map(|edit| described(locator, edit)).collect();
        let further = fix.edits.len() - edits.len();
        edits.extend((further > 0).then(|| ProposedEdit { kind: "further", fields: vec![("count", further.into())] }));
        ProposedFix { title: fix.title.clone(), applicability: fix.applicability, edits, changes: None }
    }

    /// The options that apply it.
    pub(crate) fn options(&self) -> &'static str {
        match self.applicability {
            Applicability::Safe => "`--fix`",
            Applicability::Unsafe => "`--fix --unsafe-fixes`",
        }
    }
}

fn described(locator: &Locator<'_>, edit: &FixEdit) -> ProposedEdit {
    let model = locator.model;
    let of_node = |node: NodeId| ("node", model.describe(node).into());
    // Very many edits may be about one value, whose name the file has once.
    let short = |name: &str| cut_name(name).into_owned().into();
    let of_value = |key, value: ValueId| (key, short(model.value_name(value)));
    let of_graph = |graph: GraphId| ("graph", locator.graph_name(graph).to_string().into());
    let of_name = |name: &String| ("name", short(name));
    let (kind, fields): (_, Vec<(_, DiagnosticValue)>) = match edit {
        FixEdit::SortNodes { graph } => ("sort-nodes", vec![of_graph(*graph)]),
        FixEdit::RemoveNode { node } => ("remove-node", vec![of_node(*node)]),
        FixEdit::NameNodes { graph } => ("name-nodes", vec![of_graph(*graph)]),
        FixEdit::RenameValue { value, name } => ("rename-value", vec![of_value("value", *value), of_name(name)]),
        FixEdit::SetOperator { node, op_type } => {
            ("set-operator", vec![of_node(*node), ("operator", op_type.as_str().into())])
        }
        FixEdit::SetInput { node, input, value } => {
            ("set-input", vec![of_node(*node), ("input", (*input).into()), of_value("value", *value)])
        }
        FixEdit::SetConstant { node, input, ty, elements } => {
            let elements = ("elements", elements.clone().into());
            ("set-constant", vec![of_node(*node), ("input", (*input).into()), ("type", ty.as_str().into()), elements])
        }
        FixEdit::SetTensorType { value, ty } => {
            ("set-tensor-type", vec![of_value("value", *value), ("type", ty.as_str().into())])
        }
        FixEdit::RemoveInputs { node, from } => ("remove-inputs", vec![of_node(*node), ("from", (*from).into())]),
        FixEdit::SetAttribute { node, name, value } => {
            ("set-attribute", vec![of_node(*node), of_name(name), ("value", written(value))])
        }
        FixEdit::RenameAttribute { node, from, to } => {
            ("rename-attribute", vec![of_node(*node), ("from", short(from)), ("to", short(to))])
        }
        FixEdit::KeepFirstAttribute { node, name } => ("keep-first-attribute", vec![of_node(*node), of_name(name)]),
        FixEdit::RemoveAttribute { node, name } => ("remove-attribute", vec![of_node(*node), of_name(name)]),
        FixEdit::ReplaceUses { value, with } => {
            ("replace-uses", vec![of_value("value", *value), of_value("with", *with)])
        }
        FixEdit::RemoveInitializer { value } => ("remove-initializer", vec![of_value("value", *value)]),
        FixEdit::RemoveInput { value } => ("remove-input", vec![of_value("value", *value)]),
        FixEdit::Declare { value, ty } => ("declare", vec![of_value("value", *value), ("type", ty.as_str().into())]),
        FixEdit::RecordInput { node, input } => ("record-input", vec![of_node(*node), ("input", (*input).into())]),
        FixEdit::RemoveUnknownDeclarations { graph } => ("remove-unknown-declarations", vec![of_graph(*graph)]),
        FixEdit::SetOpset { domain, version } => {
            ("set-opset", vec![("domain", domain.as_str().into()), ("version", (*version).into())])
        }
        FixEdit::RemoveOpset { index } => ("remove-opset", vec![("index", (*index).into())]),
        FixEdit::SetIrVersion { version } => ("set-ir-version", vec![("version", (*version).into())]),
        FixEdit::ReplaceText { span, text } => {
            let bytes = DiagnosticValue::List(vec![span.start.into(), span.end.into()]);
            ("replace-text", vec![("bytes", bytes), ("text", text.as_str().into())])
        }
    };
    ProposedEdit { kind, fields }
}

fn written(value: &FixValue) -> DiagnosticValue {
    let float = |value: &f32| DiagnosticValue::Text(format!("{value:?}"));
    match value {
        FixValue::Int(value) => (*value).into(),
        FixValue::Float(value) => float(value),
        FixValue::Ints(values) => values.clone().into(),
        FixValue::Floats(values) => DiagnosticValue::List(values.iter().map(float).collect()),
        FixValue::Text(text) => text.as_str().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Model;
    use crate::graph::label::LONGEST_NAME;
    use crate::{ReadOptions, Source};

    fn proposed(name: &str, edits: impl Fn(ValueId) -> Vec<FixEdit>) -> ProposedFix {
        let text =
            format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2] {name}) => (y) {{ y = Relu ({name}) }}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let input = model.graph(model.main_graph().expect("a graph")).inputs[0];
        let locator = Locator::new(&model, None, model.source().bytes());
        ProposedFix::new(&locator, &Fix::safe("change it", edits(input)))
    }

    #[test]
    fn a_very_long_name_is_cut_in_each_edit() {
        let of = |length: usize| {
            let name = "n".repeat(length);
            let fix = proposed(&name, |value| {
                vec![FixEdit::ReplaceUses { value, with: value }, FixEdit::RenameValue { value, name: name.clone() }]
            });
            let fields = fix.edits.into_iter().flat_map(|edit| edit.fields);
            fields.map(|(_, value)| value.to_string().len()).collect::<Vec<_>>()
        };
        assert_eq!(of(1_000), [1_000; 4]);
        assert_eq!(of(100_000), [LONGEST_NAME + 5; 4]);
    }

    #[test]
    fn the_edits_of_a_fix_that_are_listed_are_limited() {
        let of = |count: usize| proposed("x", |value| vec![FixEdit::RemoveInput { value }; count]).edits;
        assert_eq!(of(MOST_EDITS).len(), MOST_EDITS);
        let edits = of(MOST_EDITS + 7);
        let last = edits.last().expect("an edit");
        assert_eq!(
            (edits.len(), last.kind, &last.fields[..]),
            (MOST_EDITS + 1, "further", &[("count", 7usize.into())][..])
        );
    }
}
