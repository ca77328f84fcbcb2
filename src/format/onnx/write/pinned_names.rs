//! Names that the file refers to outside of nodes.

use std::collections::HashSet;

use crate::dialect::Format;
use crate::graph::Model;
use crate::ids::NameId;
use crate::protobuf::{Fields, Wire};
use crate::source::Span;

use super::tensor::text;

/// What must keep its name and place although no node may read it: tensors that hold quantization parameters, and
/// values that training initializes or updates.
pub fn references(model: &Model) -> HashSet<NameId> {
    let parameters = model.quantization().iter().flat_map(|annotation| &annotation.parameters);
    let mut names: HashSet<NameId> = parameters.map(|&(_, name)| name).collect();
    if model.format() != Format::Onnx {
        return names;
    }
    let source = model.records();
    let records = |record, numbers: &'static [u32]| {
        Fields::new(source, record).filter_map(move |field| match field.value {
            Wire::Payload(payload) if numbers.contains(&field.number) => Some(payload),
            _ => None,
        })
    };
    let bindings = records(Span::new(0, source.len() as u64), &[20]).flat_map(|info| records(info, &[3, 4]));
    for binding in bindings {
        let bound = [1, 2].into_iter().filter_map(|number| std::str::from_utf8(text(source, binding, number)?).ok());
        names.extend(bound.filter_map(|name| model.names().find(name)));
    }
    names
}
