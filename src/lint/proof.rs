//! What is certain of a node, so that a fix may rest on it.

use hashbrown::HashSet;

use super::LintContext;
use crate::dim::Dim;
use crate::expr::Symbol;
use crate::fact::{Fact, KnownValue, Provenance};
use crate::ids::NodeId;
use crate::node::resolver::ResolvedOp;
use crate::ops::NodeProperty;
use crate::shape::Shape;

impl LintContext<'_> {
    /// Whether a node has a property for certain: without what the file declares of inner values, which no runtime checks.
    pub(crate) fn is_proven(&self, node: NodeId, op: ResolvedOp<'_>, property: &NodeProperty) -> bool {
        let inferred =
            |value| Some(self.analysis.facts.get(value)).filter(|fact| fact.provenance == Provenance::Inferred);
        self.properties_of(node, op, |value| inferred(value).unwrap_or(Fact::UNKNOWN)).as_ref() == Some(property)
    }

    /// Whether what is known of a node may rest on two inputs of the model that declare one symbol. No runtime checks that
    /// both have this size. `data` is the input of the node that is passed on; other inputs may state its sizes.
    pub(crate) fn rests_on_shared_names(&self, node: NodeId, data: usize) -> bool {
        let facts = &self.analysis.facts;
        let is_known = |value| match facts.value(value) {
            KnownValue::Constant(_) => true,
            KnownValue::Elements(elements) => elements.is_exact(),
            _ => false,
        };
        let others = self.model.inputs(node).iter().enumerate().filter(|(input, _)| *input != data);
        if others.filter_map(|(_, operand)| operand.value()).all(is_known) {
            return false;
        }
        let fact = self.model.inputs(node).get(data).and_then(|operand| operand.value()).map(|value| facts.get(value));
        let shape = fact.as_ref().map(Fact::shape);
        let dims = shape.and_then(Shape::dims).unwrap_or_default().iter().filter_map(Dim::to_expr);
        dims.into_iter().any(|expr| expr.symbols().any(|symbol| self.shared_names().contains(symbol)))
    }

    /// Symbols that several dimensions of the main graph's inputs have.
    fn shared_names(&self) -> &HashSet<Symbol> {
        self.shared_names.get_or_init(|| {
            let inputs = self.model.main_graph().map(|graph| &self.model.graph(graph).inputs[..]).unwrap_or_default();
            let types = inputs.iter().map(|&value| self.analysis.facts.ty(value));
            let dims = types.filter_map(|ty| ty.as_tensor()?.shape.dims()).flatten();
            let (mut seen, mut shared) = (HashSet::new(), HashSet::new());
            for symbol in dims.filter_map(Dim::to_expr).flat_map(|expr| expr.symbols().cloned().collect::<Vec<_>>()) {
                if !seen.insert(symbol.clone()) {
                    shared.insert(symbol);
                }
            }
            shared
        })
    }
}
