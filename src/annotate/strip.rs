//! Declarations of inner values, removed.

use std::collections::HashSet;

use crate::dialect::Dialect;
use crate::graph::{GraphRole, Model, ValueRole};
use crate::ids::{GraphId, ValueId};
use crate::ops;
use crate::ops::role::OperatorRole;

/// Removes the declared types of all inner values: those that are neither inputs nor outputs of a graph. IR: constants
/// keep theirs. Returns how many.
///
/// ```
/// use shapewright::annotate::strip;
/// use shapewright::graph::Model;
/// use shapewright::{ReadOptions, Source};
///
/// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
///     g (float[N] x) => (float[N] y) <float[N] h> { h = Neg (x)  y = Abs (h) }"#;
/// let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// assert_eq!(strip(&mut model), 1);
/// ```
pub fn strip(model: &mut Model) -> usize {
    let inner: Vec<ValueId> = model.graphs().flat_map(|graph| inner(model, graph)).collect();
    for &value in &inner {
        model.remove_declaration(value);
        if model.dialect() == Dialect::OpenVino {
            model.remove_port_declarations(value);
        }
    }
    inner.len()
}

/// The values of a graph with a declaration that is removed.
pub(super) fn inner(model: &Model, graph: GraphId) -> Vec<ValueId> {
    let record = model.graph(graph);
    if matches!(record.role, GraphRole::Example(_) | GraphRole::Training(..)) {
        return Vec::new();
    }
    let outputs = record.outputs.iter().filter_map(|output| output.operand.value());
    let interface: HashSet<ValueId> = record.inputs.iter().copied().chain(outputs).collect();
    let is_inner = |value: &ValueId| {
        let record = model.value(*value);
        record.declaration.is_some()
            && !matches!(record.role, ValueRole::Input { .. })
            && !interface.contains(value)
            && !is_constant(model, *value)
    };
    model.values_of(graph).filter(is_inner).collect()
}

/// Whether a value is a constant of IR, whose port repeats what its data says.
fn is_constant(model: &Model, value: ValueId) -> bool {
    let role = |node| ops::role(Dialect::OpenVino, model.op_type(node));
    model.dialect() == Dialect::OpenVino
        && model.producer(value).is_some_and(|node| role(node) == OperatorRole::Constant)
}
