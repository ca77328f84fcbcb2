//! Declarations of inner values, removed.

use crate::dialect::Dialect;
use crate::graph::{GraphOutput, GraphRole, Model, ValueRole};
use crate::ids::ValueId;
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
    let is_inner = |value: &ValueId| {
        let model = &*model;
        let record = model.value(*value);
        let graph = model.graph(record.graph);
        let is_output = |output: &GraphOutput| output.operand.value() == Some(*value);
        record.declaration.is_some()
            && !matches!(record.role, ValueRole::Input { .. })
            && !matches!(graph.role, GraphRole::Example(_) | GraphRole::Training(..))
            && !graph.inputs.contains(value)
            && !graph.outputs.iter().any(is_output)
            && !is_constant(model, *value)
    };
    let inner: Vec<ValueId> = model.graphs().flat_map(|graph| model.values_of(graph)).filter(is_inner).collect();
    for &value in &inner {
        model.remove_declaration(value);
        if model.dialect() == Dialect::OpenVino {
            model.remove_port_declarations(value);
        }
    }
    inner.len()
}

/// Whether a value is a constant of IR, whose port repeats what its data says.
fn is_constant(model: &Model, value: ValueId) -> bool {
    let role = |node| ops::role(Dialect::OpenVino, model.op_type(node));
    model.dialect() == Dialect::OpenVino
        && model.producer(value).is_some_and(|node| role(node) == OperatorRole::Constant)
}
