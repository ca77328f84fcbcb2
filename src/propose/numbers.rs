//! Integers of a node: an attribute, or a constant that it reads.

use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::fix_edit::{FixEdit, FixValue};
use crate::graph::{AttributeValue, Model};
use crate::ids::NodeId;
use crate::ir_syntax;
use crate::place::Part;

/// More numbers than any list of axes or sizes has. A longer one may have thousands of findings, of which each would read it, and
/// a fix takes many times the bytes of the list.
pub(super) const MANY: usize = 64;
/// The bytes of the longest text of so many numbers.
const LONG: usize = 24 * MANY;

/// The integers that a finding is about.
pub(super) struct Numbers {
    pub(super) node: NodeId,
    pub(super) site: Site,
    pub(super) items: Vec<i64>,
}

/// Where a node has integers.
pub(super) enum Site {
    Input { input: usize, element: ElementType, shape: Vec<u64> },
    Attribute { name: String, form: Form },
}

/// How an attribute is written.
pub(super) enum Form {
    Int,
    Ints,
    /// IR: with this between two numbers.
    Text(&'static str),
}

impl Numbers {
    pub(super) fn of(model: &Model, finding: &Diagnostic) -> Option<Numbers> {
        let node = finding.place.node?;
        match finding.place.part {
            Part::Input(input) | Part::Element(input, _) => Numbers::of_input(model, node, input as usize),
            Part::Attribute(name) => {
                let name = model.name(name).to_owned();
                let (form, items) = match &model.attribute(node, &name)?.value {
                    AttributeValue::Int(item) => (Form::Int, vec![*item]),
                    AttributeValue::Ints(items) if items.len() <= MANY => (Form::Ints, items.to_vec()),
                    AttributeValue::Text(text) => {
                        let text = Some(model.name(*text)).filter(|text| text.len() <= LONG)?;
                        let separator = if text.contains(", ") { ", " } else { "," };
                        (Form::Text(separator), ir_syntax::ints(text)?.value)
                    }
                    _ => return None,
                };
                Some(Numbers { node, site: Site::Attribute { name, form }, items })
            }
            _ => None,
        }
    }

    /// The integers that an input of a node reads from a constant.
    pub(super) fn of_input(model: &Model, node: NodeId, input: usize) -> Option<Numbers> {
        let tensor = model.constant(model.inputs(node).get(input)?.value()?)?;
        let items = model.elements(tensor, MANY)?.exact_ints()?;
        let items = items.into_iter().map(i64::try_from).collect::<Result<_, _>>().ok()?;
        let stored = model.tensor(tensor);
        let site = Site::Input { input, element: stored.element?, shape: stored.sizes.as_ref()?.to_vec() };
        Some(Numbers { node, site, items })
    }

    /// Whether the numbers form a list, which may have another length.
    pub(super) fn is_list(&self) -> bool {
        match &self.site {
            Site::Input { shape, .. } => shape.len() == 1,
            Site::Attribute { form, .. } => !matches!(form, Form::Int),
        }
    }

    /// The edit that puts others in their place; of what is not a list, one.
    pub(super) fn edit(&self, items: &[i64]) -> FixEdit {
        let node = self.node;
        match &self.site {
            Site::Input { input, element, shape } => {
                let sizes = if shape.len() == 1 { items.len().to_string() } else { listed(shape, ",") };
                FixEdit::SetConstant {
                    node,
                    input: *input,
                    ty: format!("{element}[{sizes}]"),
                    elements: items.to_vec(),
                }
            }
            Site::Attribute { name, form } => {
                let value = match form {
                    Form::Int => FixValue::Int(items.first().copied().unwrap_or_default()),
                    Form::Ints => FixValue::Ints(items.to_vec()),
                    Form::Text(separator) => FixValue::Text(listed(items, separator)),
                };
                FixEdit::SetAttribute { node, name: name.clone(), value }
            }
        }
    }
}

fn listed<T: ToString>(items: &[T], separator: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}
